"""Element-wise functions made of others, and comparisons of whole arrays."""
import numpy as np
from pycc import static


def isposinf(x: np.ndarray, out=None):
    found = np.isinf(x) & ~np.signbit(x)
    return found if out is None else _into(found, out)


def isneginf(x: np.ndarray, out=None):
    found = np.isinf(x) & np.signbit(x)
    return found if out is None else _into(found, out)


def nan_to_num(x, copy: static = True, nan=0.0, posinf=None, neginf=None):
    if copy or np.ndim(x) == 0:
        return _without_nan(x, nan, posinf, neginf)
    else:
        return _into(_without_nan(x, nan, posinf, neginf), x)


def _as_values(x):
    """The numbers themselves, as NumPy's."""
    if np.ndim(x) == 0:
        return np.array(x)[()]
    return x + 0


def _joined(real, imag, x):
    """The complex number or array of these parts, of the type of x."""
    if np.ndim(x) == 0:
        z = np.empty(1, np.result_type(x))
        z.real[0] = real
        z.imag[0] = imag
        return z[0]
    else:
        z = np.empty(x.shape, x.dtype)
        z.real[...] = real
        z.imag[...] = imag
        return z


def _without_nan(x: np.ndarray, nan, posinf, neginf):
    if np.result_type(x).kind in 'iu':
        return _as_values(x)
    if np.result_type(x).kind == 'b':
        return _as_values(x) if np.ndim(x) == 0 else x | False
    if np.result_type(x).kind == 'c':
        return _joined(_without_nan(x.real, nan, posinf, neginf), _without_nan(x.imag, nan, posinf, neginf), x)
    most = float(finfo__max(np.result_type(x)))
    high = most if posinf is None else posinf
    low = -most if neginf is None else neginf
    return np.where(np.isnan(x), nan, np.where(x == np.inf, high, np.where(x == -np.inf, low, x)))


def isclose(a: np.ndarray, b: np.ndarray, rtol=1e-05, atol=1e-08, equal_nan: static = False):
    y = b * np.float64(1) if np.result_type(b).kind in "biu" else np.positive(b)
    near = ((np.abs(a - y) <= atol + rtol * np.abs(y)) & np.isfinite(y)) | (a == y)
    if equal_nan:
        return near | (np.isnan(a) & np.isnan(b))
    return near


def allclose(a: np.ndarray, b: np.ndarray, rtol=1e-05, atol=1e-08, equal_nan: static = False):
    return bool(np.all(isclose(a, b, rtol, atol, equal_nan)))


def array_equal(a1: np.ndarray, a2: np.ndarray, equal_nan: static = False):
    if a1.ndim != a2.ndim:
        return False
    if a1.shape != a2.shape:
        return False
    if equal_nan and a1.dtype.kind in "fc" and a2.dtype.kind in "fc":
        return bool(np.all((a1 == a2) | (np.isnan(a1) & np.isnan(a2))))
    return bool(np.all(a1 == a2))


def array_equiv(a1: np.ndarray, a2: np.ndarray):
    if not _fit(a1, a2, 1):
        return False
    return bool(np.all(a1 == a2))


def _fit(a, b, k: static):
    """Do arrays broadcast together, from axis -k on?"""
    if k > np.ndim(a) or k > np.ndim(b):
        return True
    same = a.shape[a.ndim - k] == b.shape[b.ndim - k] or a.shape[a.ndim - k] == 1 or b.shape[b.ndim - k] == 1
    return same and _fit(a, b, k + 1)


def sinc(x: np.ndarray):
    y = np.pi * np.where(x == 0, 1.0e-20, x)
    return np.sin(y) / y


def angle(z: np.ndarray, deg: static = False):
    if np.result_type(z).kind == 'c':
        a = np.arctan2(z.imag, z.real)
    else:
        a = np.arctan2(0, z)
    if deg:
        return a * (180 / np.pi)
    return a


def _rounded(a, decimals):
    """np.round and np.around."""
    if np.result_type(decimals).kind == 'f':
        raise TypeError("decimals is an int")
    if np.result_type(a).kind in 'iu':
        if decimals >= 0:
            return np.positive(a)
        return (np.rint(a / 10.0**-decimals) * 10.0**-decimals).astype(a.dtype)
    if np.result_type(a).kind == 'c':
        return _joined(_rounded(a.real, decimals), _rounded(a.imag, decimals), a)
    if np.result_type(a).kind != 'f':
        raise ValueError("bools are not rounded")
    if decimals == 0:
        return np.rint(a)
    if decimals > 0:
        return np.rint(a * 10.0**decimals) / 10.0**decimals
    return np.rint(a / 10.0**-decimals) * 10.0**-decimals


def round(a: np.ndarray, decimals=0):
    return _rounded(a, decimals)


def around(a: np.ndarray, decimals=0):
    return _rounded(a, decimals)
