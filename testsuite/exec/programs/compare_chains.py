"""Chains of comparisons whose operands are places: of texts, lists, tuples and numbers."""

LINES = ((0, 1, 2), (0, 4, 8))


def texts(b: list[str], i: int, j: int, k: int):
    return b[i] == b[j] == b[k], b[i] == b[j] != b[k] == "a", "a" <= b[i] <= "z"


def lists(b: list[list[int]], i: int, j: int, k: int):
    return b[i] == b[j] == b[k], b[i] == b[j] == b[k - 1] != b[k]


def tuples(b: list[tuple[int, str]], s: str, i: int):
    return b[i] == b[0] == b[1], "a" <= s[i] <= "z", s[0] == s[1] == s[2] == s[i], "a" < s[-1] != s[0]


def winner(board: list[str]) -> str:
    for a, b, c in LINES:
        if board[a] != " " and board[a] == board[b] == board[c]:
            return board[a]
    return ""


def numbers(x: list[float], i: int):
    return x[0] < x[i] < x[1], x[0] == x[i] == x[1], x[0] != x[i] == x[i]


class Board:
    def __init__(self, text):
        self.at = list(text)

    def row(self, i):
        return self.at[i] == self.at[i + 1] == self.at[i + 2] != " "


def rows(text: str):
    b = Board(text)
    return [b.row(i) for i in range(0, len(text) - 2, 3)]


CASES = {
    "texts": [(["a", "a", "b"], 0, 1, 2), (["a", "a", "a"], 0, 1, 2), (["a", "a", "b"], 0, 1, 7), (["a", "b"], 1, 0, 7)],
    "lists": [([[1], [1], [2]], 0, 1, 2), ([[1], [1], [1]], 0, 1, 2)],
    "tuples": [([(1, "a"), (1, "a")], "aaab", 1), ([(1, "a"), (2, "a")], "aaab", 1)],
    "winner": [(["x", "x", "x"] + [" "] * 6,), (["o", " ", "x", " ", "o", "x", " ", "x", "o"],), ([" "] * 9,)],
    "numbers": [([1.0, 3.0, 2.0], 2), ([float("nan"), 1.0], 0)],
    "rows": [("xxx   xo ",)],
}
