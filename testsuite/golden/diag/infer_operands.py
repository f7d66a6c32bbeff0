"""Operands, indices and arguments that do not fit."""
import numpy as np


def helper(x, y):
    return x & y


def takes(a: 'f64[:, ::1]', n: int) -> float:
    return a[0, 0] + n


def whole_arrays(a: 'f64[:]'):
    b = a + 1
    c = np.sin(a)
    a[1:3] = 0
    a += 1
    if a == b:
        return 1
    return a[a][0]


def indices(a: 'f64[:]', n: int, p: 'tuple[int, int]'):
    a[n > 1]
    a[1.5]
    a[0, 1]
    a[0][1]
    p[n]
    p[2]
    p[0] = 1
    return n[0]


def operators(x: float, c: complex, n: int, k: 'i32', flag: 'bool_'):
    helper(x, n)
    c < 1j
    c % 2
    ~x
    n << 2.0
    flag - flag
    k ** -1
    return -flag


def literals(a: 'u8[:]', n: int):
    a[0] = 300
    b = a[0] + 256
    c = a[0] - -1
    d = max(a[0], n)
    return a[0] < 300


def calls(a: 'f64[:, :]', n: int):
    takes(a, n)
    takes(a[0], n)
    takes(a.copy(), 1.5)
    takes(a.copy())
    takes(a.copy(), n, n)
    takes(a.copy(), m=1)
    takes(a.copy(), n, n=1)
    len(n)
    len(a, a)
    np.zeros(n, dtype='f9')
    np.zeros(1.5)
    sum(a)
    return n(3)


def loops(x: float, p: 'tuple[int, float]'):
    for i in range(x):
        pass
    for i in p:
        try:
            x += i
        finally:
            x = 0.0
    for i in x:
        pass
    return {'a': 1, 2: 3}


def endless(x):
    return endless(x)


def recursive(n: int):
    return endless(n)
