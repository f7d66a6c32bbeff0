"""Loop variables: the counter is the variable unless it is read outside or assigned inside."""
from pycc import prange


def counter_only(n: int) -> int:
    s = 0
    for i in range(n):
        s += i
    for i in range(1, n, 2):
        s -= i
    return s


def read_after(n: int) -> int:
    i = -1
    for i in range(n):
        pass
    return i


def assigned_inside(n: int) -> int:
    s = 0
    for i in range(n):
        s += i
        i = i * 2
        s += i
    return s


def nested_same(n: int) -> int:
    s = 0
    for i in range(n):
        for i in range(i):
            s += i
        s += i
    return s


def any_step(a: int, b: int, c: int) -> int:
    s = 0
    for i in range(a, b, c):
        s = 10 * s + i
    else:
        s = -s
    return s


def bounds_once(n: int) -> int:
    for i in range(n):
        n = n - 1
    return n


def leave(n: int) -> int:
    for i in range(n):
        if i == 3:
            continue
        if i * i > n:
            break
    else:
        return -1
    while True:
        n -= 2
        if n < 0:
            return n


def pairs(x: 'f64[:]', y: 'i32[:]', a: 'f64[:, :]') -> 'f64':
    s = x[0]
    for i, v in enumerate(x):
        s += v * a[i, 0]
    for i, w in enumerate(y, 5):
        s += w * i
    for u, w in zip(x, y):
        s += u * w
    for k, (row, v) in enumerate(zip(a, x)):
        s += row[k] * v
    for v, k in zip(x, range(10, 0, -3)):
        s += v * k
    return s


def rebound(x: 'f64[:]', y: 'f64[:]') -> 'f64':
    s = y[0]
    for v in x:
        x = y
        s += v
    return s


def parallel(a: 'f64[:, :]') -> None:
    for i in prange(a.shape[0]):
        for j in prange(i, a.shape[1]):
            a[i, j] = i + j
