"""Element-wise operators and functions on whole arrays: dtypes, ranks 0 to 4, fused expressions."""
import numpy as np

from pycc import c128, f32, f64, i8, i16, i32, i64, prange, u8, u64


def axpy(a: f64, x: f64[:], y: f64[:]):
    return a * x + y


def arith(x: f64[:], y: f64[:]):
    return x + y, x - y, x * y, x / y, x // y, x % y


def arith_int(x: i32[:], y: i32[:]):
    return x + y, x - y, x * y, x / y, x // y, x % y


def power(x: f64[:], y: f64[:]):
    return x ** y, x ** 2, 2.0 ** y


def power_int(x: i64[:], n: i64[:]):
    return x ** n


def power_scalar(x: i64[:], n: int):
    return x ** n


def bits(x: i32[:], y: i32[:]):
    return x & y, x | y, x ^ y, ~x, x << 2, x >> 1


def logic(x: f64[:], y: f64[:]):
    return (x > 0) & (y > 0), (x > 0) | (y < 1), (x > 0) ^ (y > 0), ~(x > y)


def compare(x: f64[:], y: f64[:]):
    return x == y, x != y, x < y, x <= y, x > y, x >= y


def compare_mixed(x: i64[:], y: u64[:]):
    return x < y, y <= x, x == y, x != 3


def unary(x: f64[:]):
    return -x, +x, abs(x), np.abs(x), np.sign(x), np.square(x)


def small_ints(x: i8[:], y: u8[:]):
    return x + y, x * 3, y - 1, -x, x / y


def promoted(x: f32[:], y: i16[:], n: int, s: float):
    return x + y, x * n, x * s, y * s, y + n, x + np.float64(1.5)


def bools(x: f64[:]):
    b = x > 0
    return b + b, b * b, b & True, b + 1, ~b


def complex_(z: c128[:], w: c128[:]):
    return z + w, z * w, z - w * 2, -z, abs(z), np.conj(z), z == w


def elementary(x: f64[:]):
    return np.sqrt(x), np.exp(x), np.log(x), np.sin(x), np.cos(x), np.tanh(x), np.arctan(x)


def elementary_f32(x: f32[:]):
    return np.sqrt(x), np.exp(-x), np.log1p(x), np.cbrt(x)


def from_ints(x: i32[:], y: i16[:]):
    return np.sqrt(x), np.sqrt(y), np.exp(x / 10)


def rounding(x: f64[:], k: i32[:]):
    return np.floor(x), np.ceil(x), np.trunc(x), np.rint(x), np.floor(k)


def two_operands(x: f64[:], y: f64[:]):
    return np.minimum(x, y), np.maximum(x, 0.0), np.hypot(x, y), np.arctan2(x, y), np.copysign(x, y)


def predicates(x: f64[:]):
    return np.isnan(x), np.isinf(x), np.isfinite(x), np.signbit(x)


def where(x: f64[:], y: f64[:]):
    return np.where(x > y, x, y), np.where(x > 0, 1.0, 0.0), np.where(x > 0, x, 2)


def clip(x: f64[:], k: i32[:]):
    return np.clip(x, -0.5, 0.5), np.clip(k, 0, 10)


def named_operators(x: f64[:], y: f64[:]):
    return np.add(x, y), np.multiply(x, 2), np.less(x, y), np.logical_and(x, y), np.logical_not(x)


def rank0(x: f64[()], y: f64[:]):
    return x + 1.0, x * x, x + y, np.sqrt(x * x), x < 2


def rank0_items(p: f64[()], c: bool):
    t = (p, 3)
    return np.minimum(t[0], 2.0), t[0] + 1, -t[0], np.select([c, not c], [p, p[...]], 2.0) + np.roll(p, 1)


def rank2(a: f64[:, :], b: f64[:, :]):
    return a * b + 1.0


def rank2_mixed_layouts(a: f64[:, :]):
    return a + a.T[:3, :3]


def rank3(a: f64[:, :, :], b: f64[:, :, :]):
    return np.exp(-a * a) + b


def rank4(a: f64[:, :, :, :]):
    return a * 2 - a[::-1]


def long_expression(x: f64[:], y: f64[:]):
    return (x + y) * (x - y) / (1.0 + x * x + y * y) - np.sqrt(np.abs(x * y)) + 0.5 * (x < y)


def same_name(x: f64[:], n: int):
    for _ in range(n):
        x = x * 0.5 + 1.0
    return x


def chained(x: f64[:]):
    y = x + 1
    z = y * y
    y = z - y
    return y, z


def swapped(x: f64[:], y: f64[:]):
    x, y = y + 1, x * 2
    return x, y


def conditional(x: f64[:], flag: bool):
    return x + 1 if flag else x * 2


def double_it(x):
    return x * 2


def helper(x: f64[:], k: i64[:]):
    return double_it(x), double_it(k), double_it(3.5)


def change(x):
    x[0] = 100.0
    return x


def evaluation_order(x: f64[:]):
    return (x * 2) + change(x)


def astype(x: f64[:], k: i64[:]):
    return x.astype(np.int32) + 1, k.astype('f4') * 2, (x > 0).astype(np.int64)


def copies(x: f64[:, :]):
    return x.copy(), np.copy(x), np.copy(x[::2])


def array_scalar(x: f64[:], k: i32[:]):
    return x * x[0], k + k[1], x - np.sum(x)


def attributes(x: f64[:, :]):
    y = x + 1
    return y.shape, y.size, len(x * 2), (x * 2)[0, 1], (x + x)[1]


def loop_over(x: f64[:]):
    s = 0.0
    for v in x * 2:
        s += v
    return s


def arange(n: int, a: float, b: float, s: float):
    return np.arange(n), np.arange(2, n), np.arange(n, 0, -2), np.arange(a, b, s), np.arange(n, dtype=np.float32)


def linspace(a: float, b: float, n: int):
    return np.linspace(a, b, n), np.linspace(a, b, n, endpoint=False), np.linspace(0, 1)


def in_prange(a: f64[:, :], b: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        a[i] = a[i] * 2 + b[i]


def row_temporaries(a: f64[:, :], out: f64[:]) -> None:
    for i in prange(a.shape[0]):
        r = a[i] * a[i]
        out[i] = r.sum()


X = np.array([0.5, -1.25, 2.0, 3.75, -0.0, 7.0])
Y = np.array([1.5, 2.0, -2.0, 0.25, 3.0, 7.0])
N = np.array([1.0, np.nan, np.inf, -np.inf, -0.0])
P = np.array([0.5, 1.25, 2.0, 3.75])
I = np.array([5, -7, 9, 0, 12, -1], dtype=np.int32)
J = np.array([2, 3, -4, 5, 1, -1], dtype=np.int32)
L = np.array([3, -2, 0, 7], dtype=np.int64)
M = np.arange(9.0).reshape(3, 3) - 4
C = np.array([1 + 2j, -0.5j, 3, 0])
D = np.array([2 - 1j, 1j, 3, 1])
E = np.zeros(0)

CASES = {
    "axpy": [(2.0, X, Y), (0.5, E, E)],
    "arith": [(X, Y)],
    "arith_int": [(I, J)],
    "power": [(P, Y[:4])],
    "power_int": [(L, np.array([2, 3, 0, 1])), (L, np.array([2, -3, 0, 1])), (L[:0], L[:0])],
    "power_scalar": [(L, 3), (L, 0), (L, -1)],
    "bits": [(I, J)],
    "logic": [(X, Y)],
    "compare": [(X, Y), (N, N)],
    "compare_mixed": [(L, np.array([3, 2**64 - 2, 0, 8], dtype=np.uint64))],
    "unary": [(X,), (N,)],
    "small_ints": [(np.array([100, -100, 3], np.int8), np.array([200, 5, 7], np.uint8))],
    "promoted": [(np.float32(P), np.array([1, -2, 3, 4], np.int16), 3, 0.1)],
    "bools": [(X,)],
    "complex_": [(C, D)],
    "elementary": [(P,)],
    "elementary_f32": [(np.float32(P),)],
    "from_ints": [(np.array([1, 4, 10], np.int32), np.array([2, 9, 100], np.int16))],
    "rounding": [(X, I)],
    "two_operands": [(X, Y), (N, N[::-1].copy())],
    "predicates": [(N,)],
    "where": [(X, Y)],
    "clip": [(X, I)],
    "named_operators": [(X, Y)],
    "rank0": [(np.array(1.5), X)],
    "rank0_items": [(np.array(1.5), True), (np.array(2.5), False)],
    "rank2": [(M, M.T.copy()), (M[:0], M[:0])],
    "rank2_mixed_layouts": [(M,)],
    "rank3": [(np.arange(24.0).reshape(2, 3, 4) / 8, np.ones((2, 3, 4)))],
    "rank4": [(np.arange(36.0).reshape(2, 3, 2, 3),)],
    "long_expression": [(X, Y)],
    "same_name": [(X, 3), (X, 0)],
    "chained": [(X,)],
    "swapped": [(X, Y)],
    "conditional": [(X, True), (X, False)],
    "helper": [(X, L)],
    "evaluation_order": [(X,)],
    "astype": [(X, L)],
    "copies": [(M,)],
    "array_scalar": [(X, I)],
    "attributes": [(M,)],
    "loop_over": [(X,)],
    "arange": [(7, 0.5, 3.0, 0.25), (0, 1.0, 0.0, 0.5), (5, 3.0, 0.0, -0.7)],
    "linspace": [(0.0, 1.0, 5), (2.0, -1.0, 1), (0.0, 1.0, 0), (1.0, 3.0, 7), (0.0, 1.0, -1)],
    "in_prange": [(M, M.T.copy())],
    "row_temporaries": [(M, np.zeros(3))],
}

ROUNDED = ("power", "elementary", "elementary_f32", "from_ints", "two_operands", "rank3", "complex_",
           "array_scalar", "row_temporaries", "long_expression")
