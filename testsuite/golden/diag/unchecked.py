"""Parallel loops that neither the compiler nor the call can decide."""
from pycc import f64, i64, prange


def chases(next_: i64[:]) -> None:
    for i in prange(len(next_)):
        next_[next_[i]] = i


def put(y, k, v):
    y[k] = v


def writes_in_a_call(y: f64[:], idx: i64[:]) -> None:
    for i in prange(len(idx)):
        put(y, idx[i], 1.0)


def own_result(y: f64[:]) -> None:
    for i in prange(len(y)):
        if y[i] > 0.5:
            y[int(y[i])] = 0.0
