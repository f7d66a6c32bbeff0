"""Element-wise functions of two results, powers of two, and parts of numbers."""
import numpy as np
import pycc
from pycc import static


def real(val: np.ndarray):
    return val.real


def imag(val: np.ndarray):
    if np.ndim(val) == 0 or np.result_type(val).kind == "c":
        return val.imag
    return _no_imag(val)


def _no_imag(a):
    """Of a real array: read-only, as NumPy's."""
    return np.broadcast_to(np.zeros((), a.dtype), a.shape)


def isreal(x: np.ndarray):
    return np.imag(x) == 0


def iscomplex(x: np.ndarray):
    return np.not_equal(np.imag(x), 0)


def isrealobj(x: np.ndarray):
    return np.result_type(x).kind != "c"


def iscomplexobj(x: np.ndarray):
    return np.result_type(x).kind == "c"


def _in_array(x, a):
    """x in a"""
    return bool(np.any(a == x))


def _sum_rows(a):
    """sum(a) of several axes."""
    total = np.zeros(a.shape[1:], np.result_type(a.dtype, np.int64) if a.dtype == np.bool_ else a.dtype)
    for i in range(a.shape[0]):
        total += a[i]
    return total


def _scaled(a, b):
    """np.kron with a number, which has a type of its own."""
    return np.multiply(np.asarray(a), np.asarray(b))


def _scaled_sum(a, b):
    """np.dot with a number: what the BLAS adds to zeros is no negative one, and nothing for a factor of 0."""
    product = _scaled(a, b)
    if np.result_type(product).kind not in "fc" or (np.ndim(a) == 0 and np.ndim(b) == 0):
        return product
    factor = a if np.ndim(a) == 0 else b
    return product + 0 if factor != 0 else np.zeros(product.shape, product.dtype)


def divmod(x1: np.ndarray, x2: np.ndarray):
    return np.floor_divide(x1, x2), np.remainder(x1, x2)


def modf(x: np.ndarray):
    whole = np.trunc(x)
    return np.copysign(np.where(np.isinf(x), 0, x - whole), x), np.copysign(whole, x)


def frexp(x: np.ndarray):
    if np.result_type(x).kind in "iu":
        if np.result_type(x).itemsize < 4:
            raise NotImplementedError("of small integers NumPy makes small floats; write x.astype(np.float32)")
        return frexp(x * 1.0)
    x = np.positive(x)
    return pycc._mantissa(x), np.int32(pycc._exponent(x))


def float_power(x1: np.ndarray, x2: np.ndarray, dtype: static = None):
    if dtype is not None:
        return _plain_power(_typed(x1, dtype), _typed(x2, dtype))
    if np.result_type(x1).kind == "c" or np.result_type(x2).kind == "c":
        return _plain_power(np.complex128(x1), np.complex128(x2))
    else:
        return _plain_power(np.float64(x1), np.float64(x2))


def _plain_power(x, y):
    """Without the square root that np.power takes for one exponent of 0.5."""
    if np.ndim(y) > 0:
        return np.power(x, y)
    elif np.ndim(x) == 0:
        return x ** y
    else:
        return np.power(x, np.full(1, y))


def spacing(x: np.ndarray):
    size = np.fabs(x)
    return np.copysign(np.nextafter(size, np.inf) - size, x)


def bitwise_count(x: np.ndarray):
    if np.result_type(x).kind in "fc":
        raise TypeError("the bits of integers are counted")
    n = np.uint64(np.abs(x if np.result_type(x).kind in "ub" else np.int64(x)))
    n = n - ((n >> 1) & 0x5555555555555555)
    n = (n & 0x3333333333333333) + ((n >> 2) & 0x3333333333333333)
    n = (n + (n >> 4)) & 0x0F0F0F0F0F0F0F0F
    return np.uint8((n * 0x0101010101010101) >> 56)


def select(condlist, choicelist, default=0):
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    if len(condlist) == 0:
        raise ValueError("select with an empty condition list is not possible")
    if isinstance(condlist, list) or isinstance(choicelist, list):
        return _selected_of_lists(condlist, choicelist, default)
    return _selected(condlist, choicelist, default, 0)


def _selected(conditions, choices, default, i: static):
    if np.result_type(conditions[i]) != np.bool_:
        raise TypeError("invalid entry in condlist: should be boolean ndarray")
    if i == len(conditions) - 1:
        last = np.where(conditions[i], choices[i], default)
        # numbers give way to the types of the other choices too
        return last.astype(np.result_type(choices[0], choices[i // 2], choices[i], default))
    return np.where(conditions[i], choices[i], _selected(conditions, choices, default, i + 1))


def _selected_of_lists(conditions, choices, default):
    if np.result_type(conditions[0]) != np.bool_:
        raise TypeError("invalid entry in condlist: should be boolean ndarray")
    last = len(conditions) - 1
    out = np.where(conditions[last], choices[last], default)
    for i in range(last - 1, -1, -1):
        out = np.where(conditions[i], choices[i], out)
    dtype = np.result_type(choices[0])
    for choice in choices:
        dtype = np.result_type(dtype, choice)
    return out.astype(np.result_type(dtype, default))


def choose(a: np.ndarray, choices, mode: static = "raise"):
    if a.dtype == np.uint64:
        raise TypeError("Cannot cast array data from dtype('uint64') to dtype('int64') according to the rule 'safe'")
    if isinstance(choices, np.ndarray):
        return _chosen_rows(a, choices, mode)
    if isinstance(choices, list):
        if np.ndim(choices[0]) == 0 or isinstance(choices[0], list):
            return _chosen_rows(a, np.array(choices), mode)
        return _chosen_of_list(a, choices, mode)
    if isinstance(choices[0], tuple) or isinstance(choices[0], list):
        return choose(a, _of_lists(choices, len(choices)), mode)
    n = len(choices)
    if mode == "wrap":
        return _chosen(a % n, choices, 0)
    if mode == "clip":
        return _chosen(np.clip(a, 0, n - 1), choices, 0)
    if mode != "raise":
        raise ValueError("clipmode must be one of 'clip', 'raise', or 'wrap'")
    if np.any((a < 0) | (a >= n)):
        raise ValueError("invalid entry in choice array")
    return _chosen(a, choices, 0)


def _chosen_of_list(a, choices, mode: static):
    n = len(choices)
    if mode == "raise" and np.any((a < 0) | (a >= n)):
        raise ValueError("invalid entry in choice array")
    at = a % n if mode == "wrap" else np.clip(a, 0, n - 1)
    out = np.where(at == 0, choices[0], choices[n - 1])
    for i in range(1, n - 1):
        out = np.where(at == i, choices[i], out)
    return out


def _chosen_rows(a, choices, mode: static):
    """The choices are the first axis of an array."""
    n = choices.shape[0]
    if mode == "raise" and np.any((a < 0) | (a >= n)):
        raise ValueError("invalid entry in choice array")
    at = a % n if mode == "wrap" else np.clip(a, 0, n - 1)
    if choices.ndim == 1:
        return choices[at]
    if choices.ndim != a.ndim + 1:
        raise ValueError("an array of choices has one axis more than that of the indices")
    shape = _broadcast_shape(choices.shape[1:], a.shape, 0)
    rows = np.broadcast_to(choices, (n,) + shape)
    return take_along_axis(rows, np.broadcast_to(at, shape)[None], 0)[0]


def _chosen(a, choices, i: static):
    if i >= len(choices) - 2:
        return np.where(a == i, choices[i], choices[-1])
    return np.where(a == i, choices[i], _chosen(a, choices, i + 1))
