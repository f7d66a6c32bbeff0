"""Nested sequences: rows of different lengths, as flat data and the offsets at which the rows begin."""
from __future__ import annotations

from types import GenericAlias
from typing import Any, Iterator, List, Optional, Union

import numpy as np


class nested:  # noqa: N801, a type as annotations name it
    """A sequence of rows that lie behind one another in ``data``; row ``i`` is ``data[offsets[i]:offsets[i + 1]]``.

    Rows are views. Nothing is copied: ``pycc.nested(A.data, A.indptr)`` shows the values of a matrix of SciPy's in CSR
    form row by row. Where ``data`` is a nested sequence itself, so are the rows. As an annotation, ``nested[f64]`` is one
    of rows of float64, ``nested[f64, i32]`` has offsets of 32 bits, ``nested[nested[f64]]`` is one level deeper.

    Parameters
    ----------
    data : array or nested
        The items of all rows: an array of one axis, or of more where the items of rows are arrays.
    offsets : array
        int64 or int32, one more than there are rows: rising, and within ``data``.

    Raises
    ------
    ValueError
        If the offsets do not rise, leave ``data``, or there are none.

    Examples
    --------
    >>> xs = nested(np.array([1.0, 2.0, 3.0]), np.array([0, 2, 2, 3]))
    >>> [row.tolist() for row in xs]
    [[1.0, 2.0], [], [3.0]]
    >>> xs
    nested([[1.0, 2.0], [], [3.0]])
    """

    __module__ = "pycc"
    __slots__ = ("data", "offsets", "__weakref__")
    data: Union[np.ndarray, nested]
    offsets: np.ndarray

    def __init__(self, data: Any, offsets: Any) -> None:
        data = data if isinstance(data, (np.ndarray, nested)) else np.asarray(data)
        offsets = np.asarray(offsets)
        if offsets.ndim != 1 or offsets.dtype not in (np.int64, np.int32) or (isinstance(data, np.ndarray) and data.ndim == 0):
            raise TypeError("a nested sequence has offsets of int64 or int32, in an array of one axis, and data with axes")
        if len(offsets) == 0:
            raise ValueError("a nested sequence has one offset more than rows")
        if offsets[0] < 0 or offsets[-1] > len(data):
            raise ValueError("the offsets of a nested sequence are within its data")
        if (offsets[1:] < offsets[:-1]).any():
            raise ValueError("the offsets of a nested sequence do not fall")
        self._set(data, offsets)

    def _set(self, data: Any, offsets: np.ndarray) -> None:
        object.__setattr__(self, "data", data)
        object.__setattr__(self, "offsets", offsets)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("the arrays of a nested sequence cannot be replaced")

    def __reduce__(self) -> Any:
        return nested, (self.data, self.offsets)

    __class_getitem__ = classmethod(GenericAlias)

    @staticmethod
    def from_lists(rows: Any, dtype: Any = None, depth: Optional[int] = None) -> nested:
        """Make a nested sequence of lists of lists, of arrays or of numbers; its items are copied.

        Parameters
        ----------
        rows : sequence of sequences
            All of one depth.
        dtype : dtype, optional
            The element type; NumPy's choice if not given.
        depth : int, optional
            Levels of rows, 1 for a list of lists; found from the first item if not given.

        Examples
        --------
        >>> nested.from_lists([[1, 2], [], [3]]).offsets
        array([0, 2, 2, 3])
        >>> nested.from_lists([[[1], []], [], [[2, 3]]])[2][0]
        array([2, 3])
        """
        rows = list(rows)
        offsets = np.zeros(len(rows) + 1, np.int64)
        np.cumsum([len(row) for row in rows], out=offsets[1:])
        if depth is None:
            first = next((item for row in rows for item in row), None)
            depth = 2 if isinstance(first, (list, tuple, nested)) else 1
            deeper = None if depth > 1 else 0
        else:
            deeper = depth - 1
        if depth > 1:
            return _nested(nested.from_lists([item for row in rows for item in row], dtype, deeper), offsets)
        if rows and all(isinstance(row, np.ndarray) for row in rows):
            data = np.concatenate(rows, dtype=dtype)
        else:
            data = np.array([item for row in rows for item in row], dtype)
        return _nested(data, offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def _row(self, i: int) -> Any:
        lo, hi = self.offsets[i], self.offsets[i + 1]
        if isinstance(self.data, nested):
            return _nested(self.data.data, self.data.offsets[lo:hi + 1])
        return self.data[lo:hi]

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, (slice, tuple)):
            raise TypeError("a nested sequence is indexed by one integer: xs[i], xs[i][j]")
        n = len(self)
        k = i.__index__()
        if not -n <= k < n:
            raise IndexError(f"index {k} is out of bounds for axis 0 with size {n}")
        return self._row(k + n if k < 0 else k)

    def __iter__(self) -> Iterator[Any]:
        return (self._row(i) for i in range(len(self)))

    def tolist(self) -> List[Any]:
        """Return the rows as lists."""
        return [row.tolist() for row in self]

    def __repr__(self) -> str:
        return f"nested({self.tolist()!r})" if len(self) < 100 else f"<nested sequence of {len(self)} rows>"


def _nested(data: Any, offsets: np.ndarray) -> nested:
    """Put together what is known to fit."""
    made = object.__new__(nested)
    made._set(data, offsets)
    return made
