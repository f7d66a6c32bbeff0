# few_rows.py: parallel loops in parallel loops, of which @pycc.schedule says which ones are parallel.
import pycc
from pycc import f64, prange


@pycc.schedule("auto")
def by_rows(a: f64[:, :], y: f64[:]) -> None:
    for i in prange(len(a)):
        s = 0.0
        for j in prange(a.shape[1]):
            s += a[i, j]
        y[i] = s
