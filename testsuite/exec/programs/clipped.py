"""np.clip with a bound that is None in a variable, out= that is None."""
import numpy as np


def clip(a, lo, hi, out=None):
    return np.clip(a, lo, hi, out)


def bounds(a: "f64[:]", hi: float):
    return clip(a, None, hi), clip(a, hi, None), clip(a, a * 0.5, None), a.clip(None, hi)


def into(a: "f64[:, :, :]", lo: "f64[:, :]", hi: float):
    b, c = np.empty_like(a), np.empty_like(a)
    clip(a, lo, hi, b)
    clip(a, None, hi, c)
    return b, c, clip(a, lo, hi)


CASES = {
    "bounds": [(np.arange(6.0) - 3, 1.5)],
    "into": [(np.arange(12.0).reshape(2, 2, 3), np.ones((2, 3)), 4.0)],
}
