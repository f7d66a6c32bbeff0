"""What the iterations of a parallel loop really touch, found by running it in the interpreter.

`trace` runs a function with arrays that note every element read and written under the iterations of
the prange loops around; `permuted` runs it with the iterations in another order. Together they say
whether a verdict in races/ is true, and whether a witness in a message is, without the compiler.
"""
from __future__ import annotations

import functools
import random
import sys
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, Callable, Iterator

import numpy as np

from harness import duplicate, load


class Loop:
    """One run of a prange loop: what each iteration read and wrote, as addresses."""

    def __init__(self) -> None:
        self.now: int = 0
        self.reads: dict[int, set[int]] = {}
        self.writes: dict[int, set[int]] = {}
        self.lines: dict[int, set[int]] = {}  # of the module that ran, when they are looked at

    def collision(self) -> tuple[int, int, int] | None:
        """Two iterations and an element that both touch and one writes; the lowest such element."""
        writer: dict[int, int] = {}
        found: list[tuple[int, int, int]] = []
        for i, elements in self.writes.items():
            found += [(e, writer[e], i) for e in elements if e in writer]
            writer.update((e, i) for e in elements)
        for i, elements in self.reads.items():
            found += [(e, writer[e], i) for e in elements if writer.get(e, i) != i]
        if not found:
            return None
        element, first, second = min(found)
        return first, second, element

    def collides(self, first: int, second: int, element: int) -> bool:
        """Do these two iterations touch this element, one of them writing it?"""
        one, two = (self.writes.get(i, set()) for i in (first, second))
        all_one, all_two = one | self.reads.get(first, set()), two | self.reads.get(second, set())
        return first != second and (element in one and element in all_two or element in two and element in all_one)


class Trace:
    """The loops that ran, and the arguments' addresses."""

    def __init__(self) -> None:
        self.loops: list[Loop] = []
        self.active: list[Loop] = []
        self.keep: list[np.ndarray] = []
        self.wrapped = False  # a negative index was used

    def prange(self, *bounds: int, independent: bool = False) -> Iterator[int]:
        """In place of pycc.prange."""
        loop = Loop()
        self.loops.append(loop)
        self.active.append(loop)
        try:
            for loop.now in range(*bounds):
                yield loop.now
        finally:
            self.active.remove(loop)

    def note(self, kind: str, addresses: np.ndarray) -> None:
        """Elements read or written now."""
        for loop in self.active:
            getattr(loop, kind).setdefault(loop.now, set()).update(np.ravel(addresses).tolist())

    def line(self, frame: FrameType, event: str, _: Any) -> Any:
        """For sys.settrace: lines that run."""
        for loop in self.active if event == "line" else ():
            loop.lines.setdefault(loop.now, set()).add(frame.f_lineno)
        return self.line

    def wrap(self, value: Any) -> Any:
        """An array that notes; anything else as it is."""
        if not isinstance(value, np.ndarray):
            return value
        self.keep.append(value)  # a new array must not get its address
        return Traced(self, value, addresses(value))

    def collision(self) -> tuple[int, int, int] | None:
        """The first loop's first collision."""
        return next((c for c in (loop.collision() for loop in self.loops) if c), None)

    def runs(self, first: int, line: int, second: int, other: int) -> bool:
        """Does iteration first of one of the loops run this line, and second, later, the other one?"""
        return any(line in loop.lines.get(first, ()) and other in loop.lines.get(second, ())
                   and list(loop.lines).index(first) < list(loop.lines).index(second) for loop in self.loops)

    def collides(self, first: int, second: int, element: int) -> bool:
        """Do iterations first and second of one of the loops collide there?"""
        return any(loop.collides(first, second, element) for loop in self.loops)


def addresses(a: np.ndarray) -> np.ndarray:
    """The address of every element."""
    result = np.full(a.shape, a.__array_interface__["data"][0], np.int64)
    for axis, (n, stride) in enumerate(zip(a.shape, a.strides)):
        result += (np.arange(n) * stride).reshape([-1 if k == axis else 1 for k in range(a.ndim)])
    return result


class Traced(np.lib.mixins.NDArrayOperatorsMixin):
    """An array, with the address of every element beside it."""

    def __init__(self, trace: Trace, data: np.ndarray, where: np.ndarray) -> None:
        self._trace, self._data, self._where = trace, data, where

    def _look(self, index: Any) -> None:
        self._trace.wrapped |= any(isinstance(k, int) and k < 0 for k in (index if isinstance(index, tuple) else (index,)))

    def __getitem__(self, index: Any) -> Any:
        self._look(index)
        value, where = self._data[index], self._where[index]
        if isinstance(value, np.ndarray):
            return Traced(self._trace, value, where)
        self._trace.note("reads", where)
        return value

    def __setitem__(self, index: Any, value: Any) -> None:
        self._look(index)
        self._data[index] = value
        self._trace.note("writes", self._where[index])

    def __len__(self) -> int:
        return len(self._data)

    def __iter__(self) -> Iterator[Any]:
        return (self[k] for k in range(len(self._data)))

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        """An operation on whole arrays gives a new one, which does not note."""
        assert "out" not in options
        for x in inputs:
            if isinstance(x, Traced):
                self._trace.note("reads", x._where)
        return getattr(ufunc, method)(*(x._data if isinstance(x, Traced) else x for x in inputs), **options)

    @property
    def T(self) -> "Traced":
        """The transpose, a view."""
        return Traced(self._trace, self._data.T, self._where.T)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._data, name)
        if callable(value):
            self._trace.note("reads", self._where)
        return value


class TracedNumpy:
    """NumPy whose new arrays note what happens to them."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    def __getattr__(self, name: str) -> Any:
        value = getattr(np, name)
        if name in ("zeros", "empty", "ones", "full"):
            return lambda *a, **k: self._trace.wrap(value(*a, **k))
        return value


@functools.lru_cache(maxsize=None)
def _copy(path: Path, purpose: str) -> ModuleType:
    """A copy of the module whose names may be replaced for one purpose."""
    return load(f"{path.stem}_{purpose}", path)


def trace(path: Path, name: str, args: tuple, lines: bool = False) -> tuple[Trace, tuple]:
    """Runs a function on a copy of the arguments, which are returned too."""
    module, result, args = _copy(path, "traced"), Trace(), duplicate(args)
    module.prange, module.np = result.prange, TracedNumpy(result)
    sys.settrace(result.line if lines else None)
    try:
        with np.errstate(all="ignore"):
            getattr(module, name)(*map(result.wrap, args))
    except (ArithmeticError, AssertionError, LookupError, RuntimeError, ValueError):
        pass  # what ran until there counts
    finally:
        sys.settrace(None)
    return result, args


ORDERS: dict[str, Callable[[list[int]], list[int]]] = {
    "reversed": lambda order: order[::-1],
    "shuffled": lambda order: random.Random(1).sample(order, len(order)),
    "rotated": lambda order: order[len(order) // 2:] + order[:len(order) // 2],
}


def permuted(path: Path, order: str) -> ModuleType:
    """The module, its prange loops in another order."""
    module = _copy(path, order)
    module.prange = lambda *bounds, **_: ORDERS[order](list(range(*bounds)))
    return module
