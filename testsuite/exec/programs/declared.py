"""What is declared of lists, dictionaries and helpers against what they hold: NumPy's numbers where Python's are said, texts in named tuples,
functions with types for some of their parameters."""
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

ROUNDED = ("assembled",)  # powers and sines of arrays


def _turned(x: "float[:]") -> "list[float]":
    made = [x[0]]
    made.append(x[1])
    return made[::-1]


def _total(values: "list[float]") -> float:
    return sum(values)


def _size(named: "dict[str, float]") -> int:
    return len(named)


def summed(x: "float[:]") -> float:
    """Given to a parameter that is declared to hold float."""
    made = [x[0]]
    made.append(x[1])
    return float(_total(made) + _total(made[::-1]) + _size({"a": x[2]}))


def _spread(x: "float[:]") -> "dict[str, float]":
    return {"low": x.min(), "high": x.max()}


def _both(x: "float[:]", k: "int[:]") -> "tuple[float, list[int]]":
    path = [int(x.argmax())]
    for i in range(len(k) - 1, 0, -1):
        path.append(k[path[-1] % len(k)])
    return x.max(), path[::-1]


def results(x: "float[:]", k: "int[:]") -> "tuple[float[:], float[:], float, int[:]]":
    """Of functions whose results are declared: in Python they are NumPy's."""
    spread, (most, path) = _spread(x), _both(x, k)
    return np.array(_turned(x)), np.array([spread["low"], spread["high"]]), float(most), np.array(path)


def _pair(a, b):
    return (a, b)


class Named(NamedTuple):
    """Texts."""
    name: str
    unit: str = "m"


def known_text(word: str) -> str:
    """A text that is known, in a tuple that a helper makes."""
    pair = _pair("m", 2)
    return pair[0] * pair[1] + word


def named_texts(word: str) -> "tuple[str, bool, int]":
    """Texts that are known, and one that is not, in named tuples."""
    known, given = Named("length"), Named(word, "s")
    return known.unit + given.name + given.unit, word in known, len(given)


class Words:
    """Has an `in` of its own, and lists that are filled late."""

    def __init__(self):
        self.after = [{}]
        self.ends = [False]

    def add(self, word: str) -> None:
        """One word more."""
        node = 0
        for c in word:
            if c not in self.after[node]:
                self.after[node][c] = len(self.after)
                self.after.append({})
                self.ends.append(False)
            node = self.after[node][c]
        self.ends[node] = True

    def __contains__(self, word: str) -> bool:
        node = 0
        for c in word:
            node = self.after[node].get(c, -1)
            if node < 0:
                return False
        return self.ends[node]

    def starting(self, prefix: str) -> "list[str]":
        """Sorted; none: an empty list, which stands in a loop that is made two."""
        node = 0
        for c in prefix:
            if c not in self.after[node]:
                return []
            node = self.after[node][c]
        found, open_ = [], [(node, prefix)]
        while open_:
            n, word = open_.pop()
            if self.ends[n]:
                found.append(word)
            for c, m in self.after[n].items():
                open_.append((m, word + c))
        return sorted(found)


def looked_up(words: "list[str]", asked: "list[str]") -> "tuple[list[bool], list[str]]":
    """`in` of a class with a text."""
    known = Words()
    for w in words:
        known.add(w)
    return [a in known for a in asked], [a for a in asked if a not in known]


def completed(words: "list[str]", prefix: str) -> "list[str]":
    """What begins so."""
    known = Words()
    for w in words:
        known.add(w)
    return known.starting(prefix)


@dataclass(frozen=True)
class Point:
    """Of a variable of the module only."""
    x: float
    y: float

    def __add__(self, other: "Point") -> "Point":
        return Point(self.x + other.x, self.y + other.y)


ORIGIN = Point(0.5, -1.0)


def moved(n: int) -> float:
    """Objects that no function takes or gives."""
    p = ORIGIN
    for _ in range(n):
        p = p + ORIGIN
    return p.x - p.y


def assemble(nodes: "float[:]", stiffness, load):
    """Types for the first parameter only: a helper, made for the functions that it is given."""
    n = len(nodes)
    matrix, right = np.zeros((n, n)), np.zeros(n)
    for e in range(n - 1):
        h = nodes[e + 1] - nodes[e]
        middle = 0.5 * (nodes[e] + nodes[e + 1])
        both_ends = [e, e + 1]
        matrix[np.ix_(both_ends, both_ends)] += stiffness(middle) / h * np.array([[1, -1], [-1, 1]])
        right[both_ends] += load(middle) * h / 2
    return matrix, right


def assembled(n: int) -> "float[:]":
    """A rod."""
    nodes = np.linspace(0, 1, n) ** 1.2
    matrix, right = assemble(nodes, lambda x: 1 + x, lambda x: np.sin(np.pi * x))
    matrix[0, :] = 0
    matrix[0, 0] = 1
    return matrix @ right


def bounds(x: "int[:]") -> "list[int]":
    """Lists of Python's and of NumPy's numbers, one behind the other."""
    change = np.flatnonzero(np.diff(x)) + 1
    ends = [0, *change, x.size]
    return [int(j - i) for i, j in zip(ends[:-1], ends[1:])]


X = np.array([1.5, 4.0, -2.0, 0.25])
WORDS = ["car", "cart", "dog", "care", ""]
CASES = {
    "results": [(X, np.array([3, 0, 2, 1]))],
    "summed": [(X,)],
    "known_text": [("x",)],
    "named_texts": [("x",), ("m",)],
    "looked_up": [(WORDS, ["car", "ca", "", "dogs"])],
    "completed": [(WORDS, "car"), (WORDS, "x"), (WORDS, ""), ([], "")],
    "bounds": [(np.array([1, 1, 2, 2, 2, 5]),), (np.array([3]),)],
    "moved": [(0,), (3,)],
    "assembled": [(4,), (9,)],
}
