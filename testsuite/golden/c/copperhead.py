# Primitives of pycc.copperhead are loops over what they are given: no calls of lambdas, no closures.
from pycc import f64
from pycc.copperhead import *


@cu
def axpy(a, x, y):
    return map(lambda xi, yi: a * xi + yi, x, y)


def go(a: f64, x: f64[:], y: f64[:]):
    return axpy(a, x, y)
