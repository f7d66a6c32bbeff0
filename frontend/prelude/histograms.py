"""Histograms: numbers counted between edges."""
import numpy as np
import pycc
from pycc import static


def histogram(a: np.ndarray, bins: np.ndarray = 10, range=None, density: static = None, weights: np.ndarray = None):
    if a.dtype.kind in "iuf" and np.result_type(bins).kind in "iuf":
        if np.ndim(bins) == 0:
            if np.result_type(bins).kind != "f" and _are_simple(weights):
                if (range is not None or np.size(a) > 0) and _same_shape(a, weights):
                    lo, hi = _outer_edges(a, range)
                    if lo < hi and _fit_bins(lo, hi, bins):
                        edges = _bin_edges(lo, hi, bins, a)
                        if np.all(edges[:-1] < edges[1:]):
                            return _shares(_count_in_bins(np.ravel(a), weights, lo, hi, edges), edges, density), edges
        elif weights is None:
            if _are_edges(bins):
                return _shares(_count_between(np.ravel(a), bins, _edge_cells(bins, np.size(a))), bins, density), bins
    if density:
        return pycc._histogram(a, bins, range, density=True, weights=weights)
    else:
        return pycc._histogram(a, bins, range, weights=weights)


def _are_simple(weights):
    """Those that NumPy adds as float64."""
    if weights is None:
        return True
    else:
        return weights.dtype.kind in "iuf"


def _outer_edges(a, range):
    """Of an array with elements."""
    if range is not None:
        return range[0], range[1]
    else:
        return a.min(), a.max()


def _fit_bins(lo, hi, n):
    """Are there bins whose number is found by a product? Others are NumPy's."""
    width = np.float64(hi) - np.float64(lo)
    return n > 0 and np.isfinite(width) and np.isfinite(n / width)


def _same_shape(a, b):
    if b is None:
        return True
    else:
        return a.shape == b.shape


def _bin_edges(lo, hi, n, a):
    """np.linspace(lo, hi, n + 1) to the last bit, which decides where a number on an edge is: products are rounded first."""
    if np.result_type(lo) == np.float32 and np.result_type(hi) == np.float32:
        return _even_edges(lo, hi, n).astype(np.result_type(lo, hi, a))
    elif np.result_type(lo, hi, a) == np.float32:
        return _even_edges(np.float64(lo), np.float64(hi), n).astype(np.float32)
    else:
        return _even_edges(np.float64(lo), np.float64(hi), n)


def _even_edges(lo, hi, n):
    edges = np.empty(n + 1, np.result_type(lo))
    step = (hi - lo) / n
    for k in range(n):
        edges[k] = k * step
    _move(edges, lo)
    edges[n] = hi
    return edges


def _move(x, by):
    for k in range(len(x)):
        x[k] += by


def _count_in_bins(x, weights, lo, hi, edges):
    """As NumPy does it: the bin by the width of all, then by the edges beside it; weights are added in blocks."""
    n = len(edges) - 1
    first = np.float64(lo)
    scale = n / (np.float64(hi) - first)
    if weights is None:
        counts = np.zeros(n, np.int64)
        for i in pycc.prange(len(x)):
            v = x[i]
            if lo <= v <= hi:
                counts[_even_bin(v, first, scale, edges)] += 1
        return counts
    else:
        w = np.ravel(weights)
        total = np.zeros(n, w.dtype)
        for start in range(0, len(x), 65536):
            sums = np.zeros(n)
            for i in range(start, min(start + 65536, len(x))):
                v = x[i]
                if lo <= v <= hi:
                    sums[_even_bin(v, first, scale, edges)] += w[i]
            total += sums.astype(w.dtype)
        return total


def _even_bin(v, first, scale, edges):
    last = len(edges) - 2
    k = min(int((np.float64(v) - first) * scale), last)
    if v < edges[k]:
        k -= 1
    elif k < last and v >= edges[k + 1]:
        k += 1
    return k


def _are_edges(edges):
    """Of one bin or more, in order, and none at infinity."""
    return (len(edges) > 1 and edges[0] < edges[-1] and _fit_bins(edges[0], edges[-1], 4096 + 2 * len(edges))
            and np.all(edges[:-1] <= edges[1:]))


def _edge_cells(edges, numbers):
    """How many edges lie before each of even cells, most of which have none: a number is among the edges of its own."""
    cells = 2 * len(edges) + min(max(14 * len(edges), numbers), 4096)
    before = np.zeros(cells + 2, np.int64)
    scale = _cells_per_unit(edges, before)
    for e in edges:
        before[int((np.float64(e) - np.float64(edges[0])) * scale) + 1] += 1
    return np.cumsum(before)


def _count_between(x, edges, before):
    counts = np.zeros(len(edges) - 1, np.int64)
    lo = edges[0]
    hi = edges[-1]
    scale = _cells_per_unit(edges, before)
    for i in pycc.prange(len(x)):
        v = x[i]
        if lo <= v <= hi:
            cell = int((np.float64(v) - np.float64(lo)) * scale)
            k = before[cell]
            if before[cell + 1] > k:
                k = _past_edges(v, edges, k, before[cell + 1])
            counts[min(k, len(counts)) - 1] += 1
    return counts


def _cells_per_unit(edges, before):
    return (len(before) - 2) / (np.float64(edges[-1]) - np.float64(edges[0]))


def _past_edges(v, edges, lo, hi):
    """How many edges are v or less, lo at least and hi at most."""
    while lo < hi:
        mid = (lo + hi) // 2
        if edges[mid] <= v:
            lo = mid + 1
        else:
            hi = mid
    return lo


def _bin(v, edges, before, scale):
    """The last bin has both its edges."""
    cell = int((v - edges[0]) * scale)
    return min(_past_edges(v, edges, before[cell], before[cell + 1]), len(edges) - 1) - 1


def _widths(edges):
    return (edges[1:] - edges[:-1]).astype(np.float64)


def _shares(counts, edges, density: static):
    if density:
        return counts / _widths(edges) / counts.sum()
    else:
        return counts


def histogram2d(x: np.ndarray, y: np.ndarray, bins=10, range=None, density: static = None, weights: np.ndarray = None):
    if _are_floats(x, y, weights):
        if len(x) == len(y) and len(x) > 0 and _same_shape(x, weights):
            u, v = _both_edges(x, y, bins, range)
            if _are_edges(u) and _are_edges(v):
                counts = _count_pairs(x, y, u, v, weights)
                if density:
                    return counts / _widths(u)[:, None] / _widths(v) / counts.sum(), u, v
                else:
                    return counts, u, v
    if density:
        return pycc._histogram2d(x, y, bins, range, density=True, weights=weights)
    else:
        return pycc._histogram2d(x, y, bins, range, weights=weights)


def _are_floats(x, y, weights):
    if weights is None:
        return x.dtype == np.float64 and y.dtype == np.float64 and x.ndim == 1 and y.ndim == 1
    else:
        return _are_floats(x, y, None) and weights.dtype == np.float64 and weights.ndim == 1


def _both_edges(x, y, bins, range):
    if isinstance(bins, tuple):
        if range is None:
            return _axis_edges(x, bins[0], None), _axis_edges(y, bins[1], None)
        else:
            return _axis_edges(x, bins[0], range[0]), _axis_edges(y, bins[1], range[1])
    elif np.ndim(bins) == 0:
        return _both_edges(x, y, (bins, bins), range)
    else:
        return np.empty(0), np.empty(0)


def _axis_edges(x, bins: np.ndarray, range):
    """None where NumPy is to be asked."""
    if np.ndim(bins) == 1:
        return bins
    else:
        lo, hi = _outer_edges(x, range)
        return _bin_edges(lo, hi, bins, x) if lo < hi and _fit_bins(lo, hi, bins) else np.empty(0)


def _count_pairs(x, y, u, v, weights):
    across = len(v) - 1
    columns = _edge_cells(u, len(x))
    rows = _edge_cells(v, len(x))
    du = _cells_per_unit(u, columns)
    dv = _cells_per_unit(v, rows)
    if weights is None:
        counts = np.zeros((len(u) - 1) * across, np.int64)
        for i in pycc.prange(len(x)):
            if u[0] <= x[i] <= u[-1] and v[0] <= y[i] <= v[-1]:
                counts[_bin(x[i], u, columns, du) * across + _bin(y[i], v, rows, dv)] += 1
        return counts.astype(np.float64).reshape((len(u) - 1, across))
    else:
        sums = np.zeros((len(u) - 1) * across)
        for i in range(len(x)):
            if u[0] <= x[i] <= u[-1] and v[0] <= y[i] <= v[-1]:
                sums[_bin(x[i], u, columns, du) * across + _bin(y[i], v, rows, dv)] += weights[i]
        return sums.reshape((len(u) - 1, across))
