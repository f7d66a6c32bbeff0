"""Ranges, views of dictionaries and lists are equal to their own kind only."""


def views(d: dict[str, int]):
    return d.keys() == ["a"], ["a"] == d.keys(), d.items() == [("a", 1)], d.keys() == {"a"}, d.items() != {("a", 1)}


def kept(d: dict[str, int]):
    k, i = d.keys(), d.items()
    keys = d.keys()
    return keys == ["a"], keys == {"a"}, keys != d.keys(), len(k) + len(i)


def ranges(n: int):
    r = range(n)
    return (r == [0, 1], [0, 1] == r, r != [0, 1], r == range(2), range(2) == range(0, 2, 1), range(n) != range(n),
            [range(i) == r for i in range(4)], range(0, n, 3) == range(0, 3, 3), range(n, 0) == range(0))


def nones(n: int):
    x = None
    y = None
    if n > 1:
        y = 1
    return 1 if x == y else 2


CASES = {"views": [({"a": 1},), ({},)], "kept": [({"a": 1},), ({},)], "ranges": [(0,), (2,), (3,)], "nones": [(0,), (2,)]}
