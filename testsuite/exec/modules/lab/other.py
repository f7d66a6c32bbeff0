"""Its names are those of mean.py, and none of them means the same."""
from pycc import f64

SCALE = 10.0
Row = f64[:]


def helper(x):
    return x - SCALE


def spread(a):
    return helper(a[0]) * len(a)


def nested(a, k):
    def inner(x):
        return x * k + SCALE
    return inner(a[0]) + sum([inner(x) for x in a])
