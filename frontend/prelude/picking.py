"""Elements picked by conditions and by numbers."""
import numpy as np
from pycc import static


def flatnonzero(a: np.ndarray):
    return np.nonzero(np.ravel(a))[0]


def argwhere(a: np.ndarray):
    at = np.nonzero(a)
    places = np.empty((len(at[0]), a.ndim), np.int64)
    places[:, 0] = at[0]
    if a.ndim > 1:
        places[:, 1] = at[1]
    if a.ndim > 2:
        places[:, 2] = at[2]
    if a.ndim > 3:
        places[:, 3] = at[3]
    if a.ndim > 4:
        raise ValueError("argwhere is supported for arrays of at most four axes")
    return places


def _picked(a, i, axis: static):
    """a[..., i, ...] at an axis counted from the first."""
    if axis == 0:
        return a[i]
    if axis == 1:
        return a[:, i]
    if axis == 2:
        return a[:, :, i]
    if axis == 3:
        return a[:, :, :, i]
    if axis == 4:
        return a[:, :, :, :, i]
    if axis == 5:
        return a[:, :, :, :, :, i]
    if axis == 6:
        return a[:, :, :, :, :, :, i]
    return a[:, :, :, :, :, :, :, i]


def _extent(a, axis: static):
    """a.shape[axis], counted from the first."""
    if axis == 0:
        return a.shape[0]
    if axis == 1:
        return a.shape[1]
    if axis == 2:
        return a.shape[2]
    if axis == 3:
        return a.shape[3]
    if axis == 4:
        return a.shape[4]
    if axis == 5:
        return a.shape[5]
    if axis == 6:
        return a.shape[6]
    return a.shape[7]


def _need_some(n, indices):
    if n == 0 and indices.size > 0:
        raise IndexError("cannot do a non-empty take from an empty axes.")


def _taken(a, indices, axis: static, mode: static):
    n = _extent(a, axis)
    if mode == 'raise':
        return _picked(a, indices, axis)
    if mode == 'wrap':
        return _picked(a, indices % n, axis)
    if mode == 'clip':
        return _picked(a, np.clip(indices, 0, n - 1), axis)
    raise ValueError("clipmode must be one of 'clip', 'raise', or 'wrap'")


def take(a: np.ndarray, indices: np.ndarray, axis: static = None, out: static = None, mode: static = 'raise'):
    if out is not None:
        raise ValueError("out= is not supported")
    if axis is None:
        flat = np.ravel(a)
        if np.ndim(indices) > 0:
            _need_some(flat.size, indices)
        return _taken(flat, indices, 0, mode)
    k = _axis(axis, a.ndim)
    if np.ndim(indices) == 0:
        if a.ndim == 1:
            return _taken(a, indices, k, mode)
        return _taken(a, indices, k, mode).copy()
    _need_some(_extent(a, k), indices)
    return _taken(a, indices, k, mode)


def compress(condition: np.ndarray, a: np.ndarray, axis: static = None):
    if condition.ndim != 1:
        raise ValueError("condition must be a 1-d array")
    return take(a, np.nonzero(condition)[0], axis)


def extract(condition: np.ndarray, arr: np.ndarray):
    return take(np.ravel(arr), flatnonzero(condition))


def put(a: np.ndarray, ind: np.ndarray, v: np.ndarray, mode: static = 'raise'):
    if a.ndim != 1:
        raise ValueError("put is supported for arrays of one axis: write a[i, j] = v")
    i = np.ravel(ind % len(a) if mode == 'wrap' else np.clip(ind, 0, len(a) - 1) if mode == 'clip' else ind)
    if np.ndim(v) == 0:
        for k in range(i.size):
            a[i[k]] = v
    else:
        values = np.ravel(v).copy()
        if values.size > 0:
            for k in range(i.size):
                a[i[k]] = values[k % values.size]
