"""{"a": x, "b": y} as a dictionary: indexed by variables, changed, gone over, passed on, returned; and as a record where it is none of these."""
from collections import Counter

import numpy as np

from pycc import f64, prange


def returned() -> dict[str, float]:
    return {"a": 1.0, "b": 2.0}


def annotated(k: str) -> float:
    d: dict[str, float] = {"a": 1.0, "b": 2.0}
    return d[k]


def at_once(k: str) -> float:
    return {"a": 1.0, "b": 2.0}[k] + {"a": 1.0, "c": 2.0}.get(k, 3.0)


def indexed(k: str) -> int:
    d = {"a": 1, "b": 2, "zz": 3}
    return d[k]


def among(w: str) -> bool:
    return w in {"a": 1, "": 2}


def changed(k: str) -> dict[str, int]:
    d = {"a": 1}
    d["b"] = 2
    d[k] = len(d)
    return d


def counted(words: str) -> dict[str, int]:
    counts = {"a": 0}
    for c in words:
        if c in counts:
            counts[c] += 1
        else:
            counts[c] = 1
    return counts


def removed(k: str) -> int:
    d = {"a": 1, "b": 2}
    del d[k]
    d.pop("b", 0)
    return len(d)


def gone_over() -> str:
    d = {"x": 1, "y": 2}
    text = ""
    for k, v in d.items():
        text += k + str(v)
    for k in d:
        text += k
    return text + " ".join(sorted(d)) + str(sum(d.values()))


def comprehended(n: int) -> dict[str, int]:
    d = {"a": n, "b": n + 1}
    return {k: d[k] * 2 for k in d}


def lists() -> dict[str, list[int]]:
    d = {"a": [1], "b": []}
    d["b"].append(3)
    return d


def total(d):
    s = 0.0
    for k in d:
        s += d[k]
    return s


def lookup(d: dict[str, float], k: str) -> float:
    return d[k]


def passed(k: str) -> float:
    d = {"a": 1.0, "b": 2.5}
    return total(d) + lookup(d, k) + lookup({"a": 0.5}, k) + total({"q": 4.0})


def first(d):
    return d["a"]


def record(n: int):
    d = {"a": 1.5, "b": n}
    return first(d), d["b"]


def record_of_arrays(x: f64[:]):
    parts = {"low": x[: len(x) // 2], "n": len(x)}
    return parts["low"] * 2, parts["n"]


def nested(k: str) -> float:
    d = {"sun": {"mass": 2.0}, "moon": {"mass": 0.5}}
    return d[k]["mass"]


def inner(k: str) -> int:
    d = {"a": 1, "b": 2}
    f = lambda key: d[key]
    return f(k)


def bound_twice(k: str, n: int) -> int:
    d = {"a": 1}
    if n > 0:
        d = {"a": 2, "b": 3}
    return d[k]


def updated(k: str) -> dict[str, float]:
    d = {"a": 1.0}
    d.update({"b": 2.0, k: 3.0})
    return d


def texts(k: str) -> str:
    return {"one": "eins", "two": "zwei"}.get(k, k)


def weights(x: f64[:]) -> float:
    w = {"a": 2.0, "b": 3.0}
    s = 0.0
    for i in prange(len(x)):
        s += x[i] * w["a"]
    return float(s * w["b"])


def shown(n: int) -> list[str]:
    d = {"a": 1, "b": n}
    words = {"k": "q", "l": "r"}
    return [str(d), repr(words), f"{d} {n}", ",".join(words), str({"x": 0.5}), "-".join({"u": n, "v": 2}), f"{ {'w': n} }"]


def equal(n: int) -> list[bool]:
    d = {"a": 1, "b": n}
    e = {"b": n, "a": 1}
    f = {"a": 1}
    return [d == e, d != e, d == f, d == {"b": 2, "a": 1}, {"a": n} == {"a": 1}, {"a": 1} != {"b": 1}, {"x": "y"} == {"x": "y"}]


def inside(n: int) -> str:
    d = {"a": {"b": {"c": n}}, "z": {"y": {"x": 1}}}
    d["a"]["b"]["c"] += 1
    d["z"]["y"]["w"] = n
    table = {"p": {"q": 1, "r": 2}}
    table["p"]["q"] = n
    return f"{d} {table} {d['a']['b']['c'] + table['p']['r']}"


def names_counted(word: str) -> list[int]:
    c = Counter(a=1, z=5)
    c.update(word)
    return [c["a"], c["z"], c["?"], len(c)]


K = [("a",), ("b",), ("zz",), ("",)]
CASES = {
    "shown": [(2,)], "equal": [(1,), (2,)], "inside": [(5,)], "names_counted": K,
    "returned": [()], "annotated": K, "at_once": K, "indexed": K, "among": K, "changed": K, "counted": [("",), ("abca",)], "removed": K,
    "gone_over": [()], "comprehended": [(3,)], "lists": [()], "passed": K, "record": [(2,)], "record_of_arrays": [(np.arange(5.0),)],
    "nested": [("sun",), ("moon",), ("mars",)], "inner": K, "bound_twice": [("a", 0), ("a", 1), ("b", 0), ("b", 1)], "updated": K,
    "texts": [("one",), ("two",), ("three",)], "weights": [(np.arange(5.0),)],
}
