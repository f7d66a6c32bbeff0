# Undefined names are errors in annotated functions only.
import math
import numpy as np

threshold = 3


def helper(x):
    return undefined(x)


def annotated(n: int) -> float:
    x = treshold + lenn(n)
    y = sqrt(x) + prange(n)
    with something as z:
        x = z
    return z + zz

    def nested():
        return missing


def raises(n: int) -> int:
    raise ValueEror("n")
    break
