"""Index spaces of kernels: loops in one another, array statements, triangles, sums along an axis."""
import pycc
from pycc import f32, f64, i64, prange


@pycc.gpu
def smooth(a: f64[:, :], b: f64[:, :]) -> None:
    b[1:-1, 1:-1] = 0.25 * (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:])


@pycc.gpu
def matmul(a: f32[:, :], b: f32[:, :], c: f32[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


@pycc.gpu
def triangle(a: f64[:, :], x: f64[:]) -> None:
    n = len(x)
    for i in prange(n):
        scale = x[i] * 2.0
        for j in range(i + 1):
            a[i, j] = scale * x[j]


@pycc.gpu
def columns(a: f64[:, :]) -> f64[:]:
    return a.sum(axis=0)


@pycc.gpu
def stepped(a: i64[:], n: int) -> None:
    for i in prange(n, 0, -3):
        a[i] = i


def not_marked(a: f64[:]) -> None:
    for i in prange(len(a)):
        a[i] = 1.0
