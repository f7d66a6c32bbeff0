"""Searching sorted arrays, counting, histograms, interpolation."""
import numpy as np
import pycc
from pycc import static


def _less(a, b):
    """NumPy's order of floats: NaN is the largest."""
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


def _insert_all(a, v, out, right: static):
    for i in pycc.prange(v.shape[0]):
        out[i] = _insertion(a, v[i], right)


def searchsorted(a, v, side: static = "left"):
    if a.ndim != 1:
        raise ValueError("object too deep for desired array")
    if side not in ("left", "right"):
        raise ValueError("search side must be one of 'left' or 'right'")
    if np.ndim(v) == 0:
        return np.int64(_insertion(a, v, side == "right"))
    else:
        out = np.empty(v.shape, np.int64)
        _insert_all(a, np.ravel(v), out.reshape(v.size), side == "right")
        return out


def digitize(x, bins, right: static = False):
    if bins.ndim != 1:
        raise ValueError("object too deep for desired array")
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


def bincount(x, weights=None, minlength=0):
    if x.ndim != 1:
        raise ValueError("object too deep for desired array")
    if x.dtype.kind not in "iu" or x.dtype == np.uint64:
        raise TypeError("Cannot cast array data to dtype('int64') according to the rule 'safe'")
    if minlength < 0:
        raise ValueError("'minlength' must not be negative")
    n = minlength
    for i in range(len(x)):
        if x[i] < 0:
            raise ValueError("'list' argument must have no negative elements")
        n = max(n, int(x[i]) + 1)
    if weights is None:
        counts = np.zeros(n, np.int64)
        for i in range(len(x)):
            counts[x[i]] += 1
        return counts
    else:
        if weights.shape[0] != x.shape[0]:
            raise ValueError("The weights and list don't have the same length.")
        sums = np.zeros(n, np.float64)
        for i in range(len(x)):
            sums[x[i]] += weights[i]
        return sums


def _histogram_range(a, range):
    """The first and the last edge."""
    if range is not None:
        if range[0] > range[1]:
            raise ValueError("max must be larger than min in range parameter.")
        lo = float(range[0])
        hi = float(range[1])
    elif a.size == 0:
        lo = 0.0
        hi = 1.0
    else:
        lo = float(a.min())
        hi = float(a.max())
        if not (np.isfinite(lo) and np.isfinite(hi)):
            raise ValueError("autodetected range is not finite")
    if lo == hi:
        return lo - 0.5, hi + 0.5
    return lo, hi


def _count_equal(x, weights, edges, n, out):
    """Adds 1, or its weight, to the bin of each value."""
    lo = edges[0]
    hi = edges[n]
    for i in range(len(x)):
        v = float(x[i])
        if v >= lo and v <= hi:
            k = int((v - lo) / (hi - lo) * n)
            if k == n:
                k -= 1
            if v < edges[k]:
                k -= 1
            elif v >= edges[k + 1] and k != n - 1:
                k += 1
            if weights is None:
                out[k] += 1
            else:
                out[k] += weights[i]


def _count_edges(x, weights, edges, out):
    n = len(edges) - 1
    for i in range(len(x)):
        v = x[i]
        if v >= edges[0] and v <= edges[n]:
            k = min(_insertion(edges, v, True) - 1, n - 1)
            if weights is None:
                out[k] += 1
            else:
                out[k] += weights[i]


def _histogram_dtype(weights):
    if weights is None:
        return np.int64
    return weights.dtype


def histogram(a, bins=10, range=None, density: static = False, weights=None):
    x = np.ravel(a)
    w = None if weights is None else np.ravel(weights)
    if np.ndim(bins) == 0:
        if bins < 1:
            raise ValueError("`bins` must be positive, when an integer")
        lo, hi = _histogram_range(x, range)
        edges = np.linspace(lo, hi, bins + 1)
        counts = np.zeros(bins, _histogram_dtype(w))
        _count_equal(x, w, edges, bins, counts)
        return _histogram_result(counts, edges, density)
    else:
        for i in pycc.xrange(1, len(bins)):
            if bins[i - 1] > bins[i]:
                raise ValueError("`bins` must increase monotonically, when an array")
        found = np.zeros(len(bins) - 1, _histogram_dtype(w))
        _count_edges(x, w, bins, found)
        return _histogram_result(found, bins, density)


def _histogram_result(counts, edges, density: static):
    if density:
        return counts / (edges[1:] - edges[:-1]) / counts.sum(), edges
    return counts, edges


def _interpolated(x, xp, fp, left, right):
    """One value; xp and fp are float64, left and right what lies outside."""
    n = xp.shape[0]
    if x != x:
        return x
    if x > xp[n - 1]:
        return right
    if x < xp[0]:
        return left
    j = _insertion(xp, x, True) - 1
    if j == n - 1 or xp[j] == x:
        return fp[j]
    slope = (fp[j + 1] - fp[j]) / (xp[j + 1] - xp[j])
    y = slope * (x - xp[j]) + fp[j]
    if y != y:
        y = slope * (x - xp[j + 1]) + fp[j + 1]
        if y != y and fp[j] == fp[j + 1]:
            y = fp[j]
    return y


def _interpolate_all(x, xp, fp, left, right, out):
    for i in pycc.prange(x.shape[0]):
        out[i] = _interpolated(np.float64(x[i]), xp, fp, left, right)


def interp(x, xp, fp, left=None, right=None):
    if fp.dtype.kind == "c":
        raise TypeError("complex values are not supported")
    if len(xp) == 0:
        raise ValueError("array of sample points is empty")
    if len(xp) != len(fp):
        raise ValueError("fp and xp are not of the same length.")
    points = xp.astype(np.float64)
    values = fp.astype(np.float64)
    lo = values[0] if left is None else np.float64(left)
    hi = values[-1] if right is None else np.float64(right)
    if np.ndim(x) == 0:
        return _interpolated(np.float64(x), points, values, lo, hi)
    else:
        out = np.empty(x.shape, np.float64)
        _interpolate_all(np.ravel(x), points, values, lo, hi, out.reshape(x.size))
        return out
