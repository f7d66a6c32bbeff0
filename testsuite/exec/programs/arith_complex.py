"""Complex arithmetic in both precisions and with Python's complex."""
import numpy as np

import pycc
from pycc import c64, c128, f64


def arith(a: complex, b: complex) -> complex:
    return (a + b) * (a - b) + 2.0 * a - b * 3


def divide(a: complex, b: complex) -> complex:
    return a / b


def build(re: float, im: float) -> complex:
    return complex(re, im)


def from_literal(x: float) -> complex:
    return x + 2j - 0.5j * 3


def parts(z: complex):
    return z.real, z.imag, z.conjugate()


def magnitude(z: complex) -> float:
    return abs(z)


def equal(a: complex, b: complex):
    return a == b, a != b, -a == b, +a == a


def truth(z: complex) -> int:
    if z:
        return 1
    return 0


def int_power(z: complex) -> complex:
    return z * z * z


@pycc.type('c64', 'c64', 'c64')
@pycc.type('c128', 'c128', 'c128')
def strong_arith(a, b):
    return a * b + a - b


@pycc.type('c64', 'c64', 'c64')
@pycc.type('c128', 'c128', 'c128')
def strong_divide(a, b):
    return a / b


@pycc.type('c64', None)
@pycc.type('c128', None)
def nothing(z):
    w = z * 2
    w += 1


def strong_parts(z: c64):
    return z.real, z.imag, abs(z), z.conjugate()


def element_parts(z: c128[:], re: f64[:], im: f64[:]) -> None:
    for i in range(len(z)):
        re[i] = z[i].real
        im[i] = z[i].imag


@pycc.type('c64[:]', 'c64[:]', None)
@pycc.type('c128[:]', 'c128[:]', None)
def conjugate_all(z, w):
    for i in range(len(z)):
        w[i] = np.conj(z[i]) * 2


def complex_sum(z: c128[:]):
    s = np.complex128(0)
    for v in z:
        s += v * v
    return s


def escape(c: complex, limit: int) -> int:
    z = 0j
    n = 0
    while n < limit and z.real * z.real + z.imag * z.imag < 4.0:
        z = z * z + c
        n += 1
    return n


def dft(x: c128[:], y: c128[:]) -> None:
    n = len(x)
    for k in range(n):
        s = np.complex128(0)
        for j in range(n):
            s += x[j] * np.exp(-2j * np.pi * j * k / n)
        y[k] = s


UNIT = 1j
SUM = 1 + 2j
BUILT = complex(1, -0.0)
NEGATED = -SUM
NARROW = np.complex64(SUM)
NESTED = (SUM, 2.5, (BUILT, complex(3)))
NOT_FINITE = complex(float("-inf"), float("nan"))
PRODUCT = SUM * BUILT - 3 * SUM + 2 * UNIT * 0.5


def with_defaults(z=2 - 1j, y=+UNIT):
    return z * y


def module_constants(n: int):
    return (UNIT, SUM, BUILT, NEGATED, NARROW, NESTED, NOT_FINITE, PRODUCT, NESTED[2][0] * n, with_defaults(),
            NARROW * np.float32(n), with_defaults(y=SUM))


VALUES = [1 + 2j, -3.5 + 0.5j, 2 + 0j, 1j, -1 - 1j]
PAIRS = [(a, b) for a in VALUES for b in VALUES]
rng = np.random.default_rng(2)


def some(n, dtype=np.complex128):
    """n random complex numbers."""
    return (rng.standard_normal(n) + 1j * rng.standard_normal(n)).astype(dtype)


CASES = {
    "module_constants": [(3,)],
    "arith": PAIRS + [(0j, 0j)],
    "divide": PAIRS + [(1 + 1j, 0j), (0j, 0j), (1 + 1j, 2 + 0j)],
    "build": [(1.0, 2.0), (-0.0, 0.0), (float("inf"), 1.0), (0.0, float("inf")), (float("nan"), 2.0)],
    "from_literal": [(1.5,), (-2.0,), (0.0,)],
    "parts": [(z,) for z in VALUES],
    "magnitude": [(z,) for z in VALUES] + [(3 + 4j,), (0j,), (complex(float("inf"), 1),)],
    "equal": [(1 + 2j, 1 + 2j), (1 + 2j, -1 - 2j), (0j, 0j)],
    "truth": [(0j,), (1j,), (1 + 0j,), (-0.0 + 0j,)],
    "int_power": [(z,) for z in VALUES],
    "strong_arith": [(d(a), d(b)) for d in (np.complex64, np.complex128) for a, b in PAIRS],
    "strong_divide": [(d(a), d(b)) for d in (np.complex64, np.complex128) for a, b in PAIRS],
    "nothing": [(np.complex64(1j),), (np.complex128(2),)],
    "strong_parts": [(np.complex64(z),) for z in VALUES],
    "element_parts": [(some(n), np.zeros(n), np.zeros(n)) for n in (0, 1, 17)],
    "conjugate_all": [(some(n, d), np.zeros(n, d)) for n in (0, 1, 17) for d in (np.complex64, np.complex128)],
    "complex_sum": [(some(n),) for n in (0, 1, 31)],
    "escape": [(0j, 50), (1 + 1j, 50), (-0.5 + 0.5j, 50), (0.3 + 0.5j, 200)],
    "dft": [(some(n), np.zeros(n, complex)) for n in (1, 2, 9)],
}
