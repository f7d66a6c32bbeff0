# Calls of a procedure of Copperhead in its own tail are turns of a loop; of Python's functions they are calls.
from pycc import f64, i64
from pycc.copperhead import *


@cu
def gcd(a, b):
    return a if b == 0 else gcd(b, a % b)


@cu
def halved(x, k):
    if k == 0:
        return x
    else:
        return halved(map(lambda v: v / 2, x), k - 1)


def go(a: i64, b: i64, x: f64[:]):
    return gcd(a, b), halved(x, 3)


def down(n: i64) -> i64:
    return 0 if n == 0 else down(n - 1)
