"""What stands in a kernel: types, conversions, helpers, checks that stay, elements at any index."""
import numpy as np
import pycc
from pycc import c64, f32, f64, i8, i32, i64, prange, u32


def steps(n: int) -> int:
    count = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += 1
    return count


@pycc.gpu
def collatz(out: i32[:]) -> None:
    for i in prange(len(out)):
        out[i] = steps(i + 1)


@pycc.gpu
def gather(x: f64[:], at: i64[:], y: f64[:]) -> None:
    for i in prange(len(y)):
        y[i] = x[at[i]]


@pycc.gpu
def fancy(x: f64[:], at: i64[:]) -> f64[:]:
    return x[at] * 2


@pycc.gpu
def squares(z: c64[:], w: c64[:]) -> None:
    w[:] = z * np.conj(z) + np.sqrt(z) / 2


@pycc.gpu
def narrow(a: i8[:], b: i8[:], c: u32[:], x: f32[:]) -> None:
    for i in prange(len(a)):
        b[i] = a[i] * a[i] // 3
        c[i] = np.uint32(x[i]) >> 2


@pycc.gpu
def edges(a: f64[:], b: f64[:]) -> None:
    n = len(a)
    for i in prange(n):
        if 0 < i < n - 1:
            b[i] = a[i - 1] + a[i + 1]
        else:
            b[i] = a[i]


@pycc.gpu
def names(kernel: f64[:], local: f64[:], half: float, float4: float) -> None:
    for barrier in prange(len(kernel)):
        local[barrier] = kernel[barrier] * half + float4
