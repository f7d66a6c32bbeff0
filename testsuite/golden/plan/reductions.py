"""Scalars that iterations combine into, and what else happens to scalars."""
import numpy as np
from pycc import bool_, f32, f64, i64, prange


def total(x: f64[:]) -> float:
    s = 0.0
    for i in prange(len(x)):
        s += x[i]
    return s


def difference(x: f64[:], y: f64[:]) -> float:
    s = 1.0
    for i in prange(len(x)):
        s = s - x[i] + y[i]
    return s


def several(x: i64[:]) -> tuple[int, int, int]:
    count, product, bits = 0, 1, 0
    for i in prange(len(x)):
        if x[i] > 0:
            count += 1
            product *= int(x[i])
        bits |= int(x[i])
    return count, product, bits


def least(x: f64[:]) -> f64:
    m = x[0]
    for i in prange(1, len(x)):
        if x[i] < m:
            m = x[i]
    return m


def least_after_nan(x: f64[:]) -> f64:
    m = x[0]
    for i in prange(1, len(x)):
        m = min(x[i], m)
    return m


def greatest_by_numpy(x: f32[:]) -> f32:
    m = x[0]
    for i in prange(1, len(x)):
        m = np.maximum(m, x[i])
    return m


def any_set(x: f64[:]) -> bool:
    found = False
    for i in prange(len(x)):
        if x[i] > 0.5:
            found = True
    return found


def all_positive(x: f64[:]) -> bool:
    ok = True
    for i in prange(len(x)):
        ok = ok and bool(x[i] > 0.0)
    return ok


def nested(a: f64[:, :]) -> float:
    s = 0.0
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            s += a[i, j]
    return s


def inner_only(a: f64[:, :], y: f64[:]) -> None:
    for i in prange(a.shape[0]):
        s = 0.0
        for j in range(a.shape[1]):
            s += a[i, j]
        y[i] = s


def serial_float(x: f64[:]) -> float:
    s = 0.0
    for i in range(len(x)):
        s += x[i]
    return s


def serial_int(x: i64[:]) -> int:
    s = 0
    for i in range(len(x)):
        s += int(x[i])
    return s


def last_value(x: f64[:]) -> f64:
    t = x[0]
    for i in range(len(x)):
        t = x[i]
    return t
