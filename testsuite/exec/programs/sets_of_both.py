"""Sets of ints, of floats and of texts among each other: each key stays what it is, as the interpreter has it."""


def joined(a: set[int], b: set[float]):
    return (sorted(a | b), sorted(a & b), sorted(a ^ b), sorted(a - b), sorted(a.union(b)), sorted(a.intersection(b)),
            sorted(a.symmetric_difference(b)), sorted(a.difference(b)), a | b, b | a, a.isdisjoint(b), a == b, a <= b)


def methods(b: set[int], c: set[float]):
    a = {1., 8.}
    return sorted(a.union(b, c)), sorted(a.intersection(b, c)), sorted(b.union(c, a))


def from_nothing(b: set[int], c: list[float]):
    a = set()
    a.update(b, c)
    return sorted(a), len(a), 1 in a, 1.0 in a, sorted(set().union(b, c))


def in_place(b: set[int], c: set[float]):
    a = {1., 10.}
    a.intersection_update(b, c)
    d = {1., 2., 10.}
    d &= b & c
    e = {1., 2., 10.}
    e |= b | c
    g = {1., 3., 11.}
    g ^= b
    return sorted(a), sorted(d), sorted(e), sorted(g)


def of_lists(b: list[int], c: set[float]):
    a = {1., 2.5}
    return sorted(a.intersection(b, c)), sorted(a.symmetric_difference(b)), sorted(a.union(b)), sorted(a.difference(b))


def frozen(b: frozenset[int], c: set[float]):
    return sorted(b | c), sorted(b & c), sorted(c | b), sorted(b ^ c), b | c


def words(a: set[int], t: set[str]):
    both = a | t
    return len(both), 3 in both, "x" in both, len(a & t), both


def same_type(a: set[int], b: set[int], g: list[int]):
    return a | b, a & b, a ^ b, a.union([x + 1 for x in g]), a.intersection(range(3)), a.symmetric_difference(g), sum(a | b)


S = [({1, 2, 3}, {1.0, 3.5, 7.0}), ({1, 2, 3, 5, 6}, {1.0}), (set(), {1.0}), ({1}, set())]
CASES = {
    "joined": S,
    "methods": S,
    "from_nothing": [({1, 3}, [1.0, 2.5]), (set(), [])],
    "in_place": S,
    "of_lists": [([1, 3], {1.0, 3.0}), ([], set())],
    "frozen": [(frozenset([1, 2]), {1.0, 2.5})],
    "words": [({3, 4}, {"x", "y"}), (set(), {"x"})],
    "same_type": [({1, 2}, {2, 3}, [1, 5]), (set(), {4}, [])],
}
