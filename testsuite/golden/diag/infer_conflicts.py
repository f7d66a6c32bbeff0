"""One variable or one result, two types: both places are named."""
import numpy as np


def variable(a: 'f64[:]', n: int):
    k = n
    if k < 9:
        k = a[0]
    return k


def integer(a: 'u8[:]', x: 'f32'):
    y = a[0] + 1
    if x > 0:
        y = 3.5
    return y


def parameter(n: int):
    while n > 1:
        n = np.float64(n) / 2
    return n


def results(a: 'f64[:]', n: int):
    if n > 0:
        return n
    return a[0]


def declared(n: int) -> int:
    return n / 2


def missing(n: int) -> float:
    if n > 0:
        return 1.5


def bare(n: int):
    if n > 0:
        return 1
    return


def nothing(n: int) -> None:
    return n


def conditional(a: 'f64[:]', n: int):
    return n if n > 0 else a[0]


def unpacked(n: int):
    x, y = n
    p, q = 1, 2, 3
    return x


def ranks(a: 'f64[:, :]'):
    b = a
    if len(a) > 1:
        b = a[0]
    return b
