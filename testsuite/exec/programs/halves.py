"""Floats of 16 bits: storage, rounding to nearest even, arithmetic that is rounded operation by operation."""
import numpy as np

from pycc import bool_, f16, f32, f64, i8, i64, prange, u8


def doubled(x: f16[:]) -> f16[:]:
    return x * 2


def scaled(a: f16, x: f16[:], y: f16[:]):
    return a * x + y / 3


def promoted(x: f16[:], y: f32[:], k: i8[:], n: i64[:], u: u8[:]):
    return x + y, x * k, x - n, x / u, x * 1j, x + 0.1


def of_small(k: i8[:], u: u8[:], b: bool_[:]):
    return np.sqrt(u), np.sin(k), np.exp(b), np.arctan2(k, u), np.ldexp(u, 2)


def stored(x: f64[:]):
    y = np.zeros(len(x), np.float16)
    for i in range(len(x)):
        y[i] = x[i]
    return y


def cast(x: f64[:], y: f32[:], k: i64[:]):
    return x.astype(np.float16), y.astype('f2'), k.astype(np.half)


def back(x: f16[:]):
    return x.astype(np.float64), x.astype(np.float32), x.astype(bool)


def whole(x: f16[:]):
    return x.astype(np.int64), x.astype(np.int8), [int(v) for v in x]


def summed(x: f16[:]):
    s = np.float16(0)
    for v in x:
        s += v * v
    return s


def functions(x: f16[:]):
    return np.exp(x), np.tanh(x), np.sqrt(np.abs(x)), x ** 2, x ** 3, np.abs(x) ** 0.5, x // 2, x % 3, -x, np.floor(x), np.round(x, 1)


def chosen(x: f16[:]):
    return np.maximum(x, 1), np.where(x > 0, x, 0.1), x == 1, x < 0.1, np.isnan(x), np.clip(x, -1, 1), x[x > 0], np.sign(x)


def reduced(x: f16[:]):
    return np.sum(x), x.mean(), x.max(), x.min(), np.argmax(x), np.cumsum(x), np.sum(x, dtype=np.float64), np.var(x), np.std(x)


def of_rows(x: f16[:, :]):
    return x.sum(axis=1), x.mean(axis=1), x.max(axis=0), x.var(axis=1)


def ordered(x: f16[:]):
    return np.sort(x), np.argsort(x), np.unique(x), np.median(x), np.searchsorted(np.sort(x), x)


def products(a: f16[:, :], b: f16[:, :]):
    return a @ b, a[0] @ b[:, 0], a @ b[:, 0], np.outer(a[0], b[0])


def parallel(x: f16[:], y: f16[:]) -> None:
    for i in prange(len(x)):
        y[i] = x[i] * 2 + 1


def updated(x: f16[:], at: i64[:]) -> None:
    for i in range(len(at)):
        x[at[i]] += 0.1
    x[1:] *= x[:-1]


def constants(n: int):
    return np.float16(0.1), np.full(n, 0.1, np.float16), np.float16(0.1) + 0.2, float(np.float16(0.1)), np.float16(1e6), np.finfo(np.float16).eps


def spaced(a: f16, b: f16):
    return np.linspace(a, b, 5), np.arange(a, b), np.arange(5, dtype=np.float16), np.logspace(a, 1, 3)


def bits(x: f16[:]):
    return x.view(np.uint16), x.copy(), x.nbytes


def texts(x: f16):
    return str(x), f"{x:.3f}", x.dtype == np.float16


def wrong(x: f16[:], i: int):
    return x[i]


rng = np.random.default_rng(16)
SPECIAL = np.array([0, -0.0, np.inf, -np.inf, np.nan, 65504, 6e-8, 1e-5, 6.1e-5, 1, 2049 / 1024, -3.5], np.float16)
TIES = np.array([65519.99, 65520, 65503.9, 2.98e-8, 2.9802322387695312e-08, 2.99e-8, 1 + 2**-11, 1 + 2**-11 + 1e-15, 1 + 2**-11 - 1e-15, 1e300, -1e300, 1e-300,
                 2**-24 * 1.5, 2**-24 * 2.5, np.nan, np.inf, -0.0])
BITS = np.arange(0, 65536, 7).astype(np.uint16).view(np.float16)
BITS = BITS[~np.isnan(BITS)]


def half(*shape):
    return (rng.standard_normal(shape) * 4).astype(np.float16)


def small(n):
    return rng.integers(-100, 100, n).astype(np.int8)


CASES = {
    'doubled': [(half(0),), (half(50),), (SPECIAL,), (BITS,)],
    'scaled': [(np.float16(1.3), half(20), half(20)), (0.1, half(5), half(5)), (2, half(3), half(4))],
    'promoted': [(half(20), half(20).astype(np.float32), small(20), np.arange(20), small(20).astype(np.uint8) | np.uint8(1))],
    'of_small': [(small(20), small(20).astype(np.uint8) & np.uint8(15), small(20) > 0)],
    'stored': [(TIES,), (rng.standard_normal(200) * 10.0**rng.integers(-9, 4, 200),)],
    'cast': [(TIES, TIES[:9].astype(np.float32), np.arange(70000)[::997])],
    'back': [(BITS,)],
    'whole': [(half(30),)],
    'summed': [(half(20),), (half(0),)],
    'functions': [(half(30),), (half(1),)],
    'chosen': [(half(30),), (SPECIAL,)],
    'reduced': [(half(40),), (half(1),)],
    'of_rows': [(half(4, 30),)],
    'ordered': [(half(30),)],
    'products': [(half(8, 5), half(5, 5))],
    'parallel': [(half(30), half(30))],
    'updated': [(half(10), rng.integers(0, 10, 20))],
    'constants': [(3,)],
    'spaced': [(np.float16(0.1), np.float16(3.3))],
    'bits': [(SPECIAL[:4],)],
    'texts': [(np.float16(0.1),), (np.float16(1234),), (np.float16(6e-5),)],
    'wrong': [(half(3), 2), (half(3), 3)],
}
