"""Dictionaries and sets whose keys are values of several types, as arguments and results."""


def read(d: dict[int | str, int], k: int, s: str):
    return d.get(k, -1), d.get(s, -1), len(d), [x for x in d], k in d, "zz" in d


def changed(d: dict[int | float | str | None, float]):
    d["new"] = 1.5
    d[7] = 2.5
    if None in d:
        del d[None]
    return d, sum(d.values())


def looked_for(s: set[int | str], k: int, t: str):
    s.add(k)
    s.add(t)
    return len(s), k in s, "b" in s, 5 in s


def given_back(s: set[str | float]):
    return s


def hashes(d: dict[int | float, int], x: float, n: int):
    return d[x], d[n], n in d


CASES = {
    "read": [({1: 2, "a": 3, 2: 4}, 1, "a"), ({1: 2, "a": 3}, 5, "q"), ({"b": 1}, 0, "b")],
    "changed": [({1: 2.0, "a": 3.5, None: 4.0, 2.5: 1.0},), ({-1: 2.0, -1.5: 0.5, True: 3.0},)],
    "looked_for": [({1, "a"}, 2, "b"), ({1, "b"}, 1, "b"), ({3}, 1, "x")],
    "given_back": [({"a", 2.5},), ({"b"},)],
    "hashes": [({1: 2, 2.5: 3}, 2.5, 1), ({1.0: 2, 2: 3}, 2.0, 1), ({2**61: 4, 0.5: 1}, 0.5, 2**61)],
}
