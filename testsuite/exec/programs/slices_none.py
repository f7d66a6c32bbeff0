"""Slices whose ends may be None when running: variables, choices, attributes; of lists, texts, arrays and objects, read and assigned."""
import numpy as np


def taken(xs: list[int], k: bool, back: bool):
    lo, hi, step = None, None, None
    if k:
        lo, hi = 1, 3
    if back:
        step = -1
    return xs[lo:], xs[:hi], xs[lo:hi], xs[lo:hi:step], xs[::step], xs[lo::-1], xs[:hi:-2], xs[3:lo:step]


def of_text(t: str, n: int):
    end = t.find("=")
    stop = end if end >= 0 else None
    return t[:stop], t[stop:], t[:stop:n], t[None if n > 1 else 1:]


def of_arrays(a: "f64[:, :]", k: bool):
    i = None
    if k:
        i = 1
    b = a.copy()
    b[i:, 0] = 7.0
    b[:i] += 1.0
    s = slice(None if k else 1, 3)
    return a[i:], a[:, :i], a[i:, 1], a[[0, 1], :i], b, a[s], a[s, s], a[::-1][:i]


class Window:
    def __init__(self, first: int | None, last: int | None):
        self.first = first
        self.last = last

    def of(self, xs: list[float]) -> list[float]:
        return xs[self.first:self.last]


def windows(xs: list[float], n: int):
    ws = [Window(None, 2), Window(n, None), Window(None, None)]
    return [w.of(xs) for w in ws]


def put(xs: list[int], k: bool):
    at = None
    if k:
        at = 2
    ys = list(xs)
    ys[at:] = [7, 8]
    zs = list(xs)
    del zs[:at]
    return ys, zs


def by_step(xs: list[int], step: int, k: bool):
    end = None
    if k:
        end = 1
    return xs[:end:step], xs[end::step]


def transformed(x: "f64[:]", axis: int):
    return np.fft.fft(x, axis=axis)


def sized(x: "f64[:]", axis: int):
    return np.fft.fft(x, 8, axis=axis)


CASES = {
    "taken": [([1, 2, 3, 4, 5], k, b) for k in (True, False) for b in (True, False)],
    "of_text": [("a=b", 1), ("ab", 2), ("", 1)],
    "of_arrays": [(np.arange(12.0).reshape(3, 4), True), (np.arange(12.0).reshape(3, 4), False)],
    "windows": [([1.0, 2.0, 3.0], 1), ([1.0], 2)],
    "put": [([1, 2, 3], True), ([1, 2, 3], False)],
    "by_step": [([1, 2, 3, 4], s, k) for s in (1, -1, 2, -3, 0) for k in (True, False)],
    "transformed": [(np.arange(4.0), 0), (np.arange(4.0), -1), (np.arange(4.0), 1), (np.arange(4.0), -2)],
    "sized": [(np.arange(4.0), 0), (np.arange(4.0), 1)],
}
