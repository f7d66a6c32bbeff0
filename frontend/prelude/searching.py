"""Searching sorted arrays, counting, interpolation."""
import numpy as np
import pycc
from pycc import static


def _less(a, b):
    """NumPy's order of floats: NaN is the largest; of complex numbers, by parts."""
    if np.result_type(a, b).kind == 'c':
        x, u, y, v = np.real(a), np.imag(a), np.real(b), np.imag(b)
        if x == y or (x != x and y != y):
            return u < v or (v != v and u == u)
        if x < y or x > y:
            return (u == u or v != v) if x < y else (u == u and v != v)
        return y != y
    return a < b or (b != b and a == a)


def _insertion(a, v, right: static):
    """Where v goes in a sorted array: before its equals, or behind them."""
    lo = 0
    hi = a.shape[0]
    while lo < hi:
        mid = (lo + hi) // 2
        if right:
            if _less(v, a[mid]):
                hi = mid
            else:
                lo = mid + 1
        elif _less(a[mid], v):
            lo = mid + 1
        else:
            hi = mid
    return lo


def _sorted_place(a, v, right: static):
    """The same without a branch on the elements, which nothing predicts: the place is in base .. base + n."""
    if np.result_type(a, v).kind == 'c' or v != v:
        return _insertion(a, v, right)
    base = 0
    n = a.shape[0]
    while n > 1:
        half = n // 2
        at = a[base + half - 1]
        base += half * int(at <= v if right else at < v)
        n -= half
    if n == 1:
        at = a[base]
        base += int(at <= v if right else at < v)
    return base


def _insert_some(a, v, out, lo, hi, right: static):
    """_sorted_place of v[lo:hi], a step at a time: none waits for another. Those in order lie between the first and the last."""
    if np.result_type(a, v).kind == 'c':
        for i in range(lo, hi):
            out[i] = _insertion(a, v[i], right)
    else:
        base, n = 0, a.shape[0]
        if hi > lo and np.all(v[lo:hi - 1] <= v[lo + 1:hi]):
            base = _sorted_place(a, v[lo], right)
            n = _sorted_place(a, v[hi - 1], right) - base
        for i in range(lo, hi):
            out[i] = base
        while n > 1:
            half = n // 2
            for i in range(lo, hi):
                at = a[out[i] + half - 1]
                out[i] += half * int(at <= v[i] if right else at < v[i])
            n -= half
        for i in range(lo, hi):
            if v[i] != v[i]:
                out[i] = _insertion(a, v[i], right)
            elif n == 1:
                at = a[out[i]]
                out[i] += int(at <= v[i] if right else at < v[i])


def _insert_all(a, v, out, right: static):
    """As many at a time as are soon read again."""
    for block in pycc.prange((v.shape[0] + 63) // 64):
        _insert_some(a, v, out, 64 * block, min(64 * block + 64, v.shape[0]), right)


def searchsorted(a: np.ndarray, v: np.ndarray, side: static = "left", sorter: np.ndarray = None):
    if sorter is not None:
        return searchsorted(take(a, sorter), v, side)
    if a.ndim != 1:
        raise ValueError("object too deep for desired array")
    if side not in ("left", "right"):
        raise ValueError("search side must be one of 'left' or 'right'")
    if np.ndim(v) == 0:
        return np.int64(_sorted_place(a, v, side == "right"))
    else:
        out = np.empty(v.shape, np.int64)
        _insert_all(a, np.ravel(v), out.reshape(v.size), side == "right")
        return out


def digitize(x: np.ndarray, bins: np.ndarray, right: static = False):
    if bins.ndim != 1:
        raise ValueError("object too deep for desired array")
    if bins.dtype.kind == 'c' or np.result_type(x).kind == 'c':
        raise TypeError("neither x nor bins may be complex")
    up = True
    down = True
    for i in range(1, len(bins)):
        up = up and bins[i - 1] <= bins[i]
        down = down and bins[i - 1] >= bins[i]
    if not up and not down:
        raise ValueError("bins must be monotonically increasing or decreasing")
    if up:
        return searchsorted(bins, x, "left" if right else "right")
    return len(bins) - searchsorted(bins[::-1], x, "left" if right else "right")


def bincount(x: np.ndarray, weights: np.ndarray = None, minlength=0):
    if x.ndim != 1:
        raise ValueError("object too deep for desired array")
    if x.dtype.kind not in "iu" or x.dtype == np.uint64:
        raise TypeError("Cannot cast array data to dtype('int64') according to the rule 'safe'")
    if minlength < 0:
        raise ValueError("'minlength' must not be negative")
    n = minlength
    for i in pycc.prange(len(x)):
        if x[i] < 0:
            raise ValueError("'list' argument must have no negative elements")
        n = max(n, int(x[i]) + 1)
    if weights is None:
        counts = np.zeros(n, np.int64)
        for i in pycc.prange(len(x)):
            counts[x[i]] += 1
        return counts
    else:
        if weights.shape[0] != x.shape[0]:
            raise ValueError("The weights and list don't have the same length.")
        sums = np.zeros(n, np.float64)
        for i in range(len(x)):
            sums[x[i]] += weights[i]
        return sums


def _interpolated(x, xp, fp, left, right):
    """One value; xp and fp are float64, left and right what lies outside."""
    n = xp.shape[0]
    if x != x and n > 1:
        return x
    if x > xp[n - 1]:
        return right
    if x < xp[0]:
        return left
    return _interpolated_at(x, _sorted_place(xp, x, True) - 1, xp, fp)


def _interpolated_at(x, j, xp, fp):
    """Where x is xp[j], or between it and the next."""
    if j == xp.shape[0] - 1 or xp[j] == x:
        return fp[j]
    slope = (fp[j + 1] - fp[j]) / (xp[j + 1] - xp[j])
    y = slope * (x - xp[j]) + fp[j]
    if y != y:
        y = slope * (x - xp[j + 1]) + fp[j + 1]
        if y != y and fp[j] == fp[j + 1]:
            y = fp[j]
    return y


def _interpolate_all(x, xp, fp, left, right, out):
    n, last = x.shape[0], xp.shape[0] - 1
    places = np.empty(n, np.int64)
    for block in pycc.prange((n + 63) // 64):
        lo, hi = 64 * block, min(64 * block + 64, n)
        _insert_some(xp, x, places, lo, hi, True)
        usual = True
        for i in range(lo, hi):
            v = np.float64(x[i])
            j = min(max(places[i] - 1, 0), max(last - 1, 0))
            k = min(j + 1, last)
            y = (fp[k] - fp[j]) / (xp[k] - xp[j]) * (v - xp[j]) + fp[j]
            y = fp[last] if v == xp[last] or last == 0 else fp[j] if v == xp[j] else y
            y = right if v > xp[last] else left if v < xp[0] else y
            usual = usual and y == y
            out[i] = y
        if not usual:
            for i in range(lo, hi):
                v = np.float64(x[i])
                if out[i] != out[i] and xp[0] <= v <= xp[last]:
                    out[i] = _interpolated_at(v, max(places[i] - 1, 0), xp, fp)


def _interpolated_turns(x, xp, fp, period):
    """Of a function that repeats itself: with a sample of its neighbours at each end."""
    if period == 0:
        raise ValueError("period must be a non-zero value")
    turn = np.float64(abs(period))
    places = xp.astype(np.float64) % turn
    order = np.argsort(places)
    points = places[order]
    values = fp.astype(np.float64)[order]
    around = np.concatenate((points[-1:] - turn, points, points[:1] + turn))
    return interp(np.float64(x) % turn, around, np.concatenate((values[-1:], values, values[:1])))


def _interpolated_complex(x, xp, fp, left, right, period):
    """The parts one by one."""
    re = interp(x, xp, fp.real, None if left is None else np.real(left), None if right is None else np.real(right), period)
    im = interp(x, xp, fp.imag, None if left is None else np.imag(left), None if right is None else np.imag(right), period)
    if np.ndim(x) == 0:
        return np.complex128(complex(re, im))
    else:
        out = np.empty(x.shape, np.complex128)
        out.real[...] = re
        out.imag[...] = im
        return out


def interp(x: np.ndarray, xp: np.ndarray, fp: np.ndarray, left=None, right=None, period=None):
    if fp.dtype.kind == "c":
        return _interpolated_complex(x, xp, fp, left, right, period)
    if len(xp) == 0:
        raise ValueError("array of sample points is empty")
    if len(xp) != len(fp):
        raise ValueError("fp and xp are not of the same length.")
    if period is not None:
        return _interpolated_turns(x, xp, fp, period)
    points = xp if xp.dtype == np.float64 else xp.astype(np.float64)
    values = fp if fp.dtype == np.float64 else fp.astype(np.float64)
    lo = values[0] if left is None else np.float64(left)
    hi = values[-1] if right is None else np.float64(right)
    if np.ndim(x) == 0:
        return _interpolated(np.float64(x), points, values, lo, hi)
    else:
        out = np.empty(x.shape, np.float64)
        _interpolate_all(np.ravel(x), points, values, lo, hi, out.reshape(x.size))
        return out


def sort_complex(a: np.ndarray):
    if a.dtype.kind == "c":
        return np.sort(a)
    elif a.dtype == np.int8 or a.dtype == np.uint8 or a.dtype == np.int16 or a.dtype == np.uint16:
        return np.sort(a).astype(np.complex64)
    else:
        return np.sort(a).astype(np.complex128)


def mask_indices(n, mask_func, k=0):
    return np.nonzero(mask_func(np.ones((n, n), np.int64), k) != 0)
