"""Empty sets and dictionaries as arguments, whose items operators tell."""


def _queens(row, cols, down, up, n):
    if row == n:
        return 1
    k = 0
    for c in range(n):
        if c not in cols and row - c not in down and row + c not in up:
            k += _queens(row + 1, cols | {c}, down | {row - c}, up | {row + c}, n)
    return k


def frozen(n: int) -> int:
    return _queens(0, frozenset(), frozenset(), frozenset(), n)


def plain(n: int) -> int:
    return _queens(0, set(), set(), set(), n)


def _place(i, taken, n):
    if i == n:
        return 1
    return sum(_place(i + 1, taken | {(c, i % 2)}, n) for c in range(n) if (c, i % 2) not in taken)


def pairs(n: int) -> int:
    return _place(0, frozenset(), n)


def _reach(graph, at, seen):
    if at in seen:
        return seen
    seen = seen | {at}
    for k in graph[at]:
        seen = _reach(graph, k, seen)
    return seen


def reached(n: int):
    graph = {k: [k * 2 % n, (k + 3) % n] for k in range(n)}
    return sorted(_reach(graph, 0, set())), len(_reach(graph, 1, frozenset()) - {0, 1})


def _bag(x, known, n):
    if n == 0:
        return known
    return _bag(x * 0.5, (known | {x}) - {1.0}, n - 1)


def floats(x: float, n: int):
    return sorted(_bag(x, set(), n), reverse=True)


def _merged(d, k):
    return d if k == 0 else _merged(d | {str(k): k * 0.5}, k - 1)


def dicts(n: int) -> dict[str, float]:
    return _merged({}, n)


def _both(a, b):
    return a & b, a ^ {3}


def crossed(n: int):
    a, b = _both(set(), {n, 3})
    return sorted(a), sorted(b)


CASES = {
    "frozen": [(1,), (6,)],
    "plain": [(5,)],
    "pairs": [(3,)],
    "reached": [(7,), (10,)],
    "floats": [(4.0, 6), (1.5, 0)],
    "dicts": [(3,), (0,)],
    "crossed": [(5,)],
}
