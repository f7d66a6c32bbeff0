"""An axis that is known when running only: each axis has a call of its own. Shapes as arrays."""
import numpy as np
import numpy.linalg as la
from numpy import diff, sum as total_of
from numpy.fft import fft, irfft, rfft

from pycc import f64, i64, i8, u8


def reduced(a: f64[:, :], axis: int):
    return (np.sum(a, axis=axis), a.mean(axis=axis), np.max(a, axis), a.min(axis), a.argmin(axis=axis), np.std(a, axis=axis, ddof=1),
            np.any(a > 1, axis=axis), a.sum(axis=axis, keepdims=True), np.median(a, axis=axis), np.count_nonzero(a, axis=axis), a.prod(axis=axis))


def kept(a: f64[:, :, :], k: i64):
    return (np.cumsum(a, axis=k), np.diff(a, axis=k), np.flip(a, axis=k).copy(), np.sort(a, axis=k), a.argsort(axis=k), np.roll(a, 1, axis=k),
            np.take(a, [0, -1], axis=k), np.repeat(a, 2, axis=k), np.concatenate((a, a * 2), axis=k))


def of_four(a: f64[:, :, :, :], axis: i8):
    return np.sum(a, axis=axis), np.argmax(a, axis=axis), a.max(axis=axis, keepdims=True)


def of_six(a: f64[:, :, :, :, :, :], axis: int):
    return np.sum(a, axis=axis), a.argmax(axis=axis), np.take(a, [0], axis=axis), np.diff(a, axis=axis)


def of_eight(a: f64[:, :, :, :, :, :, :, :], axis: int):
    return np.sum(a, axis=axis)


def of_one(a: f64[:], axis: int):
    return np.sum(a, axis=axis) + a.max(axis=axis), np.cumsum(a, axis=axis)


def spread(a, axis=None):
    return np.max(a, axis=axis) - np.min(a, axis=axis)


def by_helper(a: f64[:, :], k: u8):
    return spread(a), spread(a, k), spread(a, 1), spread(a, axis=-1)


def in_loop(a: f64[:, :]):
    total = 0.0
    for axis in range(-2, 2):
        total += np.sum(np.diff(a, axis=axis) ** 2) + np.sum(a * 2, axis=axis)[0]
    return total


def by_libraries(a: f64[:, :], axis: int):
    return np.fft.fft(a, axis=axis), np.fft.rfft(a, 4, axis=axis), np.linalg.norm(a, axis=axis), la.norm(a, 1, axis=axis)


def in_place(a: f64[:, :], axis: int):
    a.sort(axis=axis)
    a += np.sum(a, axis=axis, keepdims=True)


def caught(a: f64[:, :], axis: int):
    try:
        return np.sum(a, axis=axis)[0]
    except ValueError:
        return np.float64(-1.0)


def of_shapes(a: f64[:, :, :]):
    return np.prod(a.shape), np.prod(a.shape[1:]), np.max(a.shape), np.array(a.shape), np.cumprod(a.shape[::-1])


RNG = np.random.default_rng(3)
A = RNG.integers(-9, 10, (3, 4)) * 0.25
T = RNG.integers(-9, 10, (2, 3, 4)) * 0.25
S = np.arange(1.0 * 2 * 3 * 2 * 1 * 3).reshape(1, 2, 3, 2, 1, 3) % 7
F = RNG.integers(-9, 10, (2, 3, 2, 3)) * 0.25

def computed(a: f64[:, :, :], k: int):
    """Sums of variables and numbers; what the array's type tells."""
    return (np.sum(a, axis=-k), a.sum(axis=k - 1), np.cumsum(a, axis=k - 2), np.stack((a, a * 2), axis=k), np.stack([a[0], a[1]], -k), np.expand_dims(a, k + 1),
            np.expand_dims(a[0], axis=k), np.max(a, axis=a.ndim - 1), a.sum(axis=a.ndim - 2), np.mean(a, axis=(0, a.ndim - 1)), np.argmax(a, axis=a.ndim - 3),
            np.all(a > 0, axis=a.ndim - 1, keepdims=True), np.std(a, axis=a.ndim - 1))


def stack_of_rows(a: f64[:, :], k: int):
    return np.stack(a, k)


def _along(a, k, norm):
    from numpy.fft import rfft as along
    return along(a, None, k, norm)


def by_open_helper(a: f64[:, :], k: int, norm: str):
    return _along(a, k, norm)


def by_names(a: f64[:, :], k: int):
    return total_of(a, k), total_of(a, axis=k), diff(a, axis=k)


def transforms(a: f64[:, :], n: int, k: int, norm: str):
    return (fft(a, axis=k), fft(a, n, k, norm), rfft(a, norm=norm), np.fft.ifft(a, n, k), irfft(a, n=n, axis=k, norm=norm),
            np.fft.hfft(a[0], norm=norm))


CASES = {
    "by_open_helper": [(A, 0, "ortho"), (A, -1, "forward")],
    "by_names": [(A, k) for k in (0, 1, -1, 2)],
    "transforms": [(A, 4, 0, "ortho"), (A, 3, 1, "forward"), (A, 2, -1, "backward"), (A, 2, 0, "other")],
    "stack_of_rows": [(A, k) for k in (0, 1, 2, -2, -3)],
    "computed": [(T, 1), (T, 2), (T, 3)],
    "reduced": [(A, k) for k in (0, 1, -1, -2, 2, -3)],
    "kept": [(T, np.int64(k)) for k in (0, 1, 2, -1, -2, -3, 3)],
    "of_four": [(F, np.int8(k)) for k in (0, 1, 2, 3, -1, -2, -3, -4)],
    "of_six": [(S, k) for k in range(-6, 7)],
    "of_eight": [(S[None, :, None], k) for k in (0, 1, 2, 4, 6, 7, -1, -5, 8)],
    "of_one": [(A[0], 0), (A[0], -1)],
    "by_helper": [(A, np.uint8(0)), (A, np.uint8(1))],
    "in_loop": [(A,)],
    "by_libraries": [(A, 0), (A, 1), (A, -1)],
    "in_place": [(A, 0), (A, -1)],
    "of_shapes": [(T,), (T[:0],)],
    "caught": [(A, 0), (A, 1), (A, 2), (A, -3)],
}

ROUNDED = tuple(CASES)
