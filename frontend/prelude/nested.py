"""Nested sequences."""
import numpy as np
import pycc


def pycc__nested(data, offsets):
    rows = pycc._nested(data, offsets)
    if len(offsets) == 0:
        raise ValueError("a nested sequence has one offset more than rows")
    if offsets[0] < 0 or offsets[-1] > len(data):
        raise ValueError("the offsets of a nested sequence are within its data")
    if np.any(offsets[1:] < offsets[:-1]):
        raise ValueError("the offsets of a nested sequence do not fall")
    return rows
