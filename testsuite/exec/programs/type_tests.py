"""isinstance and type(x) with all of Python's classes of values and NumPy's, and with other names of them."""
import numpy as np

from pycc import f32, i8, u16

Pair = tuple
Small = np.int8


def of_python(x):
    return (isinstance(x, int), isinstance(x, float), isinstance(x, complex), isinstance(x, str), isinstance(x, list), isinstance(x, tuple),
             isinstance(x, bytes), isinstance(x, set), isinstance(x, range), isinstance(x, dict), isinstance(x, bool), isinstance(x, slice),
             isinstance(x, np.ndarray), isinstance(x, object), isinstance(x, (bytes, np.int8, range)), isinstance(x, frozenset))


def of_numpy(x):
    return (isinstance(x, np.int8), isinstance(x, np.float32), isinstance(x, np.float64), isinstance(x, np.uint16), isinstance(x, np.bool_),
             isinstance(x, np.complex64), isinstance(x, np.int64), isinstance(x, np.integer), isinstance(x, np.floating), isinstance(x, np.number),
             isinstance(x, np.generic), isinstance(x, np.signedinteger), isinstance(x, np.unsignedinteger), isinstance(x, np.inexact),
             isinstance(x, np.complexfloating), isinstance(x, (int, np.integer)),
             isinstance(x, (float, np.floating)))


def of_exactly(x):
    return (type(x) is int, type(x) is float, type(x) is np.float32, type(x) is np.int8, type(x) is np.int64, type(x) == np.float64, type(x) is bool,
             type(x) is Small, type(x) is tuple, type(x) is list, type(x) is str, type(x) is object)


def python(n: int):
    return (of_python(n), of_python(2.5), of_python(1j), of_python("5"),
            of_python([n]), of_python((n,)), of_python({n}), of_python({n: 1}),
            of_python(n > 1), of_python(None), of_python((n, "a")), of_python(np.arange(n)),
            of_python(np.int8(3)), of_python(np.float32(1)), of_python(np.float64(2)))


def numpy(n: int, a: f32, b: i8, c: u16):
    return (of_numpy(n), of_numpy(2.5), of_numpy(1j), of_numpy(n > 1),
            of_numpy(a), of_numpy(b), of_numpy(c), of_numpy(np.bool_(n > 2)),
            of_numpy(np.complex64(a)), of_numpy(np.int64(n)), of_numpy(np.float64(2)), of_numpy(a * a),
            of_numpy(b + b), of_numpy(np.zeros(2)), of_numpy([a]), of_numpy("t"))


def named(n: int, b: i8):
    return (isinstance(n, Pair), isinstance((n, n), Pair), isinstance(b, Small), isinstance(n, Small))


def exact(n: int, a: f32, b: i8):
    return (of_exactly(n), of_exactly(2.5), of_exactly(a), of_exactly(b),
            of_exactly(np.int64(n)), of_exactly(np.float64(2)), of_exactly(n > 1), of_exactly("t"),
            of_exactly([n]), of_exactly((n,)))


def branches(x: i8, a: f32):
    total = 0.0
    for v in (x, a, "word", (x, x)):
        if isinstance(v, np.integer):
            total += v + 1
        elif isinstance(v, np.floating):
            total += v * 2
        else:
            total += len(v)
    return total


class Point:
    def __init__(self, x: float):
        self.x = x

    def __len__(self):
        return 3


def every_object(n: int, d: dict[str, int], a: f32):
    p = Point(n + 0.5)
    return (hasattr(n, "__hash__"), hasattr(d, "__hash__"), hasattr([n], "__eq__"), hasattr("t", "__str__"), hasattr(a, "__class__"), hasattr(p, "__hash__"), hasattr(p, "__init__"),
            hasattr(p, "x"), hasattr(p, "y"), hasattr(p, "__len__"), hasattr(p, "__iter__"), getattr(p, "y", 7))


CASES = {
    "every_object": [(3, {"a": 1}, np.float32(2))],
    "python": [4],
    "numpy": [(5, np.float32(1.5), np.int8(3), np.uint16(7))],
    "named": [(3, np.int8(2))],
    "exact": [(3, np.float32(2), np.int8(1))],
    "branches": [(np.int8(3), np.float32(0.5))],
}
