"""Lists as arguments: read, passed on, returned; their arrays share memory with the caller's."""
import numpy as np

from pycc import f64, i32, prange


def total(xs: list[float]) -> float:
    s = 0.0
    for x in xs:
        s += x
    for i in range(len(xs)):
        s += xs[i] * i
    return s


def at(xs: list[int], i: int) -> int:
    return xs[i]


def own_copy(xs: list[int], n: int):
    ys = xs.copy()
    ys.append(n)
    ys[0] = 5
    zs = [x * 2 for x in xs]
    zs.pop()
    return ys, zs, xs[1:], len(xs), n in xs


def itself(xs: list[float]):
    return xs, xs


def flags(xs: list[bool], n: i32):
    k = np.int32(0)
    for x in xs:
        if x:
            k += n
    return k


def write_arrays(xs: list[f64[:]], k: int):
    for i, x in enumerate(xs):
        x[0] = k + i
        x[1:] *= 2
    return xs[-1], len(xs)


def strides(xs: list[f64[:, :]]):
    s = 0.0
    for x in xs:
        for i in range(x.shape[0]):
            s = s * 0.5 + x[i, -1]
    return s, [x.T for x in xs]


def pairs(ps: list[tuple[int, float]]):
    s = 0.0
    for k, x in ps:
        s += k * x
    return s, ps, np.array(ps)


def rows(xss: list[list[float]]):
    return [sum(xs) for xs in xss], xss[0][-1], [len(xs) for xs in xss]


def inner(ys, k):
    return ys[k] + len(ys)


def helpers(xs: list[float], n: int):
    s = 0.0
    for i in range(n):
        s += inner(xs, i)
    return s


def called_again(xs: list[float], n: int) -> float:
    if n == 0:
        return total(xs)
    return called_again([x + 1 for x in xs], n - 1) * 0.5


def parallel(xs: list[float]):
    out = np.zeros(len(xs))
    for i in prange(len(xs)):
        out[i] = xs[i] * 2 + xs[0]
    return out, np.array(xs)


def overloaded(xs: 'list[int]', n: int) -> int:
    return xs[n] * 2


V, M = np.arange(5.0), np.arange(12.0).reshape(3, 4)
CASES = {
    "total": [([1.5, 2.0, -3.0],), ([],), ([1, 2.5],)],
    "at": [([1, 2, 3], i) for i in (0, -1, 3, -4)] + [([], 0)],
    "own_copy": [([4, 5, 6], 5), ([4], 4)],
    "itself": [([1.0, 2.0],), ([],)],
    "flags": [([True, False, True], np.int32(3)), ([], np.int32(3))],
    "write_arrays": [([V, V + 1], 3), ([V], 0)],
    "strides": [([M, M.T, M[::2, ::-1]],)],
    "pairs": [([(1, 2.0), (3, 4.5)],)],
    "rows": [([[1.0], [2.0, 3.0], [0.5, 1.0]],)],
    "helpers": [([1.0, 2.0, 3.0], 3), ([1.0], 2)],
    "called_again": [([1.0, 2.0, 3.0], 3), ([2.0], 0)],
    "parallel": [([k * 0.5 for k in range(n)],) for n in (1, 7, 200)],
    "overloaded": [([1, 2, 3], 2)],
}
