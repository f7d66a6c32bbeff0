"""NumPy's uint64 as index, bound, extent and count: 2**64 - 1 is not -1."""
import math

import numpy as np

from pycc import f64, i64, prange, u64
from pycc import random as numbers


def element(a: f64[:], u: u64):
    return a[u]


def element_of_row(a: f64[:, :], i: int, u: u64):
    return a[i, u]


def row(a: f64[:, :], u: u64):
    return a[u]


def column(a: f64[:, :], u: u64):
    return a[:, u]


def store(a: f64[:], u: u64) -> None:
    a[u] = 1.0


def augment(a: f64[:], u: u64) -> None:
    a[u] += 1.0


def plus_one(a, u):
    return a[u] + 1


def by_helper(a: f64[:], u: u64):
    return plus_one(a, u)


def slices(a: f64[:], u: u64):
    return a[u:], a[:u], a[1:u]


def slice_step(a: f64[:], u: u64):
    return a[::u], a[1:u:u]


def slices_of_two(a: f64[:, :], u: u64):
    return a[1:u, u:]


def slice_store(a: f64[:], u: u64) -> None:
    a[1:u] = 3.0


def beside_array(a: f64[:, :], k: i64[:], u: u64):
    return a[k, u]


def as_index_array(a: f64[:], k: u64[:]):
    return a[k]


def list_item(u: u64) -> int:
    x = [1, 2, 3]
    return x[u]


def list_store(u: u64):
    x = [1, 2, 3]
    x[u] = 5
    x.append(3)
    return x


def list_slice(u: u64):
    x = [1, 2, 3]
    return x[u:]


def list_times(u: u64):
    x = [1, 2, 3] * u
    return len(x)


def list_pop(u: u64):
    x = [1, 2, 3]
    return x.pop(u)


def list_insert(u: u64):
    x = [1, 2, 3]
    x.insert(u, 3)
    return x


def until(u: u64) -> int:
    s = 0
    for i in range(u):
        s += i
        if i > 5:
            break
    return s


def from_it(u: u64) -> int:
    s = 0
    for i in range(u, 3):
        s += i
    return s


def in_parallel(x: f64[:], u: u64) -> None:
    for i in prange(u):
        x[i] += 1.0


def read_by(x: f64[:], y: f64[:], k: u64[:]) -> None:
    for i in prange(len(k)):
        y[i] = x[k[i]]


def count_by(x: f64[:], k: u64[:]) -> None:
    for i in prange(len(k)):
        x[k[i]] += 1.0


def zeros(u: u64):
    return np.zeros(u)


def zeros_of_two(u: u64):
    return np.zeros((2, u))


def full(u: u64):
    return np.full(u, 2.5)


def eye(u: u64):
    return np.eye(u)


def eye_offset(u: u64):
    return np.eye(3, 4, u)


def arange(u: u64):
    return np.arange(u)


def linspace(u: u64):
    return np.linspace(0.0, 1.0, u)


def window(u: u64):
    return np.bartlett(u)


def reshape(a: f64[:], u: u64):
    return a.reshape(1, u)


def diagonal(a: f64[:, :], u: u64):
    return np.diagonal(a, u).copy()


def roll(a: f64[:], u: u64):
    return np.roll(a, u)


def digits(u: u64):
    return round(15, u)


def random(u: u64):
    return numbers.uniform(u, u)


U = np.uint64
LARGE = [U(2**64 - 1), U(2**63), U(2**64 - 2), U(2**63 - 1)]
SMALL = [U(0), U(1), U(2), U(3), U(7)]
A, B = np.arange(5.0), np.arange(6.0).reshape(2, 3)
# Python's functions of ints, where the result has 64 bits

def common(u: u64, v: int):
    return math.gcd(u, v), math.gcd(v, u), math.gcd(np.int8(-128), u), math.gcd(np.uint8(200), u)


def root(u: u64, v: int):
    return math.isqrt(u), math.isqrt(u >> np.uint64(v))


def rounded_low(u: u64, v: int):
    return round(u >> np.uint64(1)), math.gcd(u >> np.uint64(v), u >> np.uint64(2))


CASES = {
    **{f: [(np.uint64(u), v) for u in (0, 6, 2**32, 2**63, (2**32 - 1)**2 - 1, (2**32 - 1)**2, 2**64 - 1) for v in (1, 6, 33)]
       for f in ("common", "root", "rounded_low")},
    **{name: [(A, u) for u in LARGE + SMALL] for name in (
        "element", "store", "augment", "by_helper", "slices", "slice_store", "reshape", "roll")},
    **{name: [(B, u) for u in LARGE + SMALL] for name in ("row", "column", "slices_of_two")},
    **{name: [(u,) for u in LARGE + SMALL] for name in (
        "eye_offset", "until", "from_it", "list_item", "list_store", "list_slice", "list_pop", "list_insert", "digits", "random")},
    **{name: [(u,) for u in LARGE[:2] + SMALL] for name in ("zeros", "zeros_of_two", "full", "eye")},
    **{name: [(u,) for u in LARGE[:1] + SMALL] for name in ("arange", "linspace", "list_times")},
    "slice_step": [(A, u) for u in LARGE + SMALL],
    "window": [(u,) for u in SMALL],
    "diagonal": [(B, u) for u in LARGE[:3] + SMALL],
    "element_of_row": [(B, i, u) for i in (0, 5) for u in LARGE + SMALL],
    "beside_array": [(B, np.array([0, 1]), u) for u in LARGE + SMALL],
    "as_index_array": [(A, np.array([1, 2], U)), (A, np.array([1, 2**64 - 1], U)), (A, np.array([1, 9], U))],
    "in_parallel": [(np.zeros(9), u) for u in LARGE[:1] + SMALL + [U(10)]],
    "read_by": [(A, np.zeros(2), np.array([1, k], U)) for k in (2, 2**64 - 1, 9)],
    "count_by": [(A, np.array([1, 1, k], U)) for k in (2, 2**64 - 1, 9)],
}
