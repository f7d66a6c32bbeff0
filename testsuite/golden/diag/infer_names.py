"""Names that inference cannot use."""
import math
import numpy as np

[TABLE] = [[1, 2]]
changes = 1
for changes in (2,):
    pass


def unknown(x):
    return missing_name + x


def names(a: 'f64[:]', n: int):
    unknown(n)
    TABLE[0]
    changes
    np.sine(n)
    math.square(n)
    a.summ()
    a.shap
    np.sin
    return a.dtype


def unassigned(a: 'f64[:]', n: int):
    for i in range(n):
        last = a[i]
    if n > 3:
        k = 1
    return (lambda v: last + v)(k)


def early(n: int):
    def later():
        return x
    y = later()
    x = 1
    return y


def rebinding(n: int):
    k = 1
    k = 2
    f = lambda x: x + k
    g = f
    return g(n)
