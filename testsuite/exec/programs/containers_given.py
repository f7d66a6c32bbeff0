#pythran export exported_dict(int:float dict)
#pythran export exported_dict(str:float[:] list dict)
#pythran export exported_both(int set or str set, (int, int):str:float dict dict, str)
"""Dictionaries, sets, texts and tuples of lists as arguments and results; what a function changes, the caller sees."""
import numpy as np

from pycc import f32, f64, i64


def total(d: dict[str, float]) -> float:
    s = 0.0
    for k, v in d.items():
        s += v * len(k)
    return s


def count(words: list[str]) -> dict[str, int]:
    d = {}
    for w in words:
        d[w] = d.get(w, 0) + 1
    return d


def bump(d: dict[int, float], k: int) -> float:
    d[k] = d.get(k, 0.0) + 1.5
    del d[3]
    return d[k]


def order(s: set[int], t: set[float]):
    return [x for x in s], [x * 2 for x in t]


def distinct(x: i64[:]) -> set[int]:
    s = set()
    for v in x:
        s.add(int(v))
    return s


def put(s: set[str], w: str) -> int:
    s.add(w)
    s.discard("b")
    return len(s)


def reached(g: dict[int, set[int]], n: int) -> list[int]:
    seen = {n}
    todo = [n]
    while len(todo) > 0:
        for m in g[todo.pop()]:
            if m not in seen:
                seen.add(m)
                todo.append(m)
    return sorted([x for x in seen])


def inner(d: dict[str, list[float]], k: str, x: float):
    d[k].append(x)
    d["new"] = [x]
    d[k] += [x, x]


def grouped(words: list[str], first: dict[str, list[str]]) -> dict[int, list[str]]:
    d = {}
    for w in words:
        if len(w) not in d:
            d[len(w)] = []
            first[w] = [w]
        d[len(w)].append(w)
    e = {k: [v[0]] for k, v in d.items()}
    e[-1] = [w for w in words if w == "b"]
    d.update(e)
    return d


def grown(xs: list[int], n: int):
    for i in range(n):
        if i == 4:
            raise ValueError("four")
        xs.append(i)
    return xs


def twice(a: dict[tuple[int, int], f32], b: dict[tuple[int, int], f32]):
    a[1, 1] = np.float32(5)
    b[2, 1] = a[1, 1] + np.float32(len(b))


def shared(xss: list[list[int]], n: int) -> int:
    xss[0].append(n)
    xss.append([n])
    return len(xss[-1]) + len(xss[1])


def largest(ps: list[tuple[str, int]], p: tuple[f64[:], f64[:], list[int]]) -> tuple[str, float]:
    best = ps[0]
    for q in ps:
        if q[1] > best[1]:
            best = q
    p[2].append(best[1])
    p[0][0] = 7.0
    return best[0], float(p[0][0] + p[1][-1])


def arrays(d: dict[str, f64[:]], k: str) -> dict[str, f64[:]]:
    d[k][0] += 1
    return {k: d[k], "z": d[k] * 2}


def pair() -> tuple[dict[int, int], set[float], str]:
    return {1: 2}, {0.5, 2.0}, "ab"


def exported_dict(d):
    ks = [k for k in d]
    d[ks[-1] + ks[0]] = d[ks[0]]
    return {k: d[k] for k in d}


def exported_both(s, d, w):
    d[1, 2][w] = 0.5 * len([x for x in s])
    return [len(d[k]) for k in d]


SHARED = [1]
KNOWN = set(range(0, 40, 3))
KNOWN.discard(9)
KNOWN.add(10**15)
CASES = {
    "total": [({"a": 1.0, "bcd": 2.5},), ({},), ({"ü": 1, "": True},)],
    "count": [(["a", "b", "a", "äöü"],), ([],)],
    "bump": [({3: 1.0, 4: 2.0}, 4), ({3: 1.0}, 9), ({4: 2.0}, 9)],
    "order": [(KNOWN, {0.1, 2.0, -0.0, 1e300, -1e-5}), (set(), frozenset({1.5})), ({-1, -2, 2**61 - 1, -2**63}, set())],
    "distinct": [(np.array([5, 1, 5, -1]),), (np.zeros(0, np.int64),)],
    "put": [({"a", "b"}, "c"), (set(), "c")],
    "reached": [({1: {2, 3}, 2: {1}, 3: {4}, 4: set()}, 1), ({1: {2}}, 1)],
    "inner": [({"a": [1.0], "b": []}, "b", 2.5), ({"a": [1.0]}, "b", 2.5)],
    "grouped": [(["a", "bb", "b", "cc", ""], {}), ([], {"a": []})],
    "grown": [([1, 2], 3), ([], 6)],
    "twice": [({(3, 4): np.float32(1)}, {})],
    "shared": [([SHARED, SHARED], 3), ([[1], [2, 3]], 4), ([], 1)],
    "largest": [([("a", 1), ("bc", 5)], (np.arange(3.0), np.arange(4.0), [2])), ([], (np.zeros(1), np.zeros(1), []))],
    "arrays": [({"a": np.arange(3.0)}, "a"), ({"a": np.arange(3.0)}, "b")],
    "pair": [()],
    "exported_dict": [({3: 1.5, 4: 2.0},), ({"b": [np.arange(2.0)], "ab": []},), ({},)],
    "exported_both": [({1, 2}, {(1, 2): {"b": 4.0}, (2, 2): {}}, "a"), ({"a", "b"}, {(1, 2): {"a": 1.0}}, "a"), ({1}, {}, "a")],
}
