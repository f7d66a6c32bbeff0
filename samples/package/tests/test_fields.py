"""The package computes the same, compiled or not; PYCC_EXPECTED says which it is meant to be."""
import os
import sys

import fields
import numpy as np


def test_what_it_is():
    modules = [sys.modules[f"fields.{name}"] for name in ("smooth", "norms", "grids")]
    compiled = [hasattr(m, "__pycc__") for m in modules]
    assert compiled == [os.environ.get("PYCC_EXPECTED", "compiled") == "compiled"] * 3


def test_smooth():
    x, y = np.arange(6.0) ** 2, np.zeros(6)
    fields.smooth(x, y)
    assert np.allclose(y, [0, 5 / 3, 14 / 3, 29 / 3, 50 / 3, 25])


def test_norms():
    assert fields.norms(np.array([[3.0, 4.0], [5.0, 12.0]])).tolist() == [5, 13]


def test_heat():
    u = np.zeros((5, 5))
    u[2, 2] = 1
    after = fields.heat(u, 0.25, 2)
    assert after[2, 2] == 0.25 and after[1, 1] == 0.125 and u[2, 2] == 1


if __name__ == "__main__":
    for test in (test_what_it_is, test_smooth, test_norms, test_heat):
        test()
    print("fields:", os.path.dirname(fields.__file__), getattr(sys.modules["fields.smooth"], "__pycc__", {}).get("target"))
