"""Serial loops: why they are, and what would help."""
from pycc import f64, i64


def copy(a: f64[:], b: f64[:]) -> None:
    for i in range(len(a)):
        b[i] = a[i]


def total(x: f64[:]) -> float:
    s = 0.0
    for i in range(len(x)):
        s += x[i]
    return s


def recurrence(x: f64[:]) -> None:
    for i in range(1, len(x)):
        x[i] = x[i] + x[i - 1]


def steps(a: f64[:, :], n: int) -> None:
    for t in range(n):
        for i in range(1, a.shape[0]):
            for j in range(a.shape[1]):
                a[i, j] = a[i - 1, j] + 1.0


def whole(a: f64[:]) -> f64:
    return a.sum()


def gcd(a: int, b: int) -> int:
    while b != 0:
        a, b = b, a % b
    return a


def straight(a: float) -> float:
    return 2.0 * a
