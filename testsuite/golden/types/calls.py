"""Overloads, keyword and default arguments."""
import pycc


def scaled(x, scale=2.0, *, offset=0):
    return x * scale + offset


@pycc.type('float64', 'float64')
@pycc.type('int64', 'int64')
def over(x):
    return x + 1


@pycc.type('f64[:, ::1]', 'float64')
@pycc.type('f64[:, :]', 'float64')
def first(a):
    return a[0, 0]


def keywords(x: float, n: int = 3) -> float:
    y = scaled(x, offset=n)
    z = scaled(x, 3, offset=1)
    w = scaled(offset=2.5, x=n)
    return y + z + w + keywords(n=2, x=1) + keywords(3)


def overloads(a: 'f64[:, ::1]', n: int, k: 'i32', x: 'f32'):
    return over(a[0, 0]), over(n), over(k), over(x), over(1.5), over(True), first(a), first(a.T)
