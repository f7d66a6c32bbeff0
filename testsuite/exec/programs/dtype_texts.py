"""The texts of element types, and methods of complex by the class."""
import numpy as np
from numpy.typing import NDArray


def of(a: NDArray[np.float64], b: NDArray[np.uint8]):
    return str(a.dtype), f"{a.dtype} {b.dtype!r} {(a > 1).dtype!s}", repr((b * 1j).dtype), "%s" % b.dtype, "{}".format((b - 4).dtype), str((b / 4).dtype) + "!"


def names(a: NDArray[np.float32]):
    return [str(a.dtype), str((a * 4.0).dtype), str((a @ a).dtype), a.dtype.name]


def conjugates(c: complex, x: float, n: int):
    return complex.conjugate(c), c.conjugate(), float.conjugate(x), int.conjugate(n)


CASES = {
    "of": [(np.ones(2), np.arange(3, dtype=np.uint8))],
    "names": [(np.ones(2, np.float32),)],
    "conjugates": [(1 + 2j, 2.5, 3), (-1j, -0.0, -1)],
}
