"""What annotated modules say to the compiler, and what it is to the interpreter: types, loops and decorators.

The compiler reads annotations as text; the objects of types such as ``f64``, ``f64[:, :]`` and ``i32[::1]`` make them
evaluate. Called, an element type converts a number as NumPy's type does. A loop is ``range``, a decorator returns its
function. A package that shall run where pycc is not has a copy of this file, ``_pycc_types.py`` (``python -m pycc.vendor``).
"""
from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Optional, SupportsIndex, Tuple, TypeVar, Union, overload

import numpy as np

MAX_RANK = 8
Function = TypeVar("Function", bound=Callable[..., Any])

_DTYPES = {
    "bool_": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "u8": "uint8",
    "u16": "uint16", "u32": "uint32", "u64": "uint64", "f16": "float16", "f32": "float32",
    "f64": "float64", "c64": "complex64", "c128": "complex128",
}


@dataclass(frozen=True, repr=False)
class Type:
    """An element type, or an array of one.

    Attributes
    ----------
    name : str
        Short name of the element type, such as ``'f64'``.
    rank : int or None
        Number of dimensions of an array; None for the element type itself.
    layout : str
        ``'C'`` or ``'F'`` where contiguous memory in that order is promised, else ``''``.
    """

    name: str
    rank: Optional[int] = None
    layout: str = ""

    @property
    def dtype(self) -> np.dtype[Any]:
        """NumPy's dtype of the elements."""
        return np.dtype(_DTYPES[self.name])

    def __getitem__(self, dimensions: Any) -> Type:
        """Return the array type with these dimensions: ``f64[:]``, ``f64[:, ::1]``, ``f64[()]``."""
        axes = dimensions if isinstance(dimensions, tuple) else (dimensions,)
        unit = tuple(_is_unit(axis) for axis in axes)
        rank = (self.rank or 0) + len(axes)
        if rank > MAX_RANK:
            raise TypeError(f"an array of {rank} dimensions; at most {MAX_RANK} are supported")
        return Type(self.name, rank, _layout(unit) or self.layout)

    def __call__(self, value: Any = 0) -> Any:
        """Convert a number to the element type, as NumPy's type does."""
        if self.rank is not None:
            raise TypeError(f"{self!r} is the type of an array and converts nothing")
        return self.dtype.type(value)

    def __or__(self, other: Any) -> Any:
        """Return the type of a parameter that may be None: ``f64[:] | None``."""
        return Union[self, other]

    def __ror__(self, other: Any) -> Any:
        return Union[other, self]

    def __repr__(self) -> str:
        if self.rank is None:
            return self.name
        axes = [":"] * self.rank
        if self.layout:
            axes[-1 if self.layout == "C" else 0] = "::1"
        return f"{self.name}[{', '.join(axes) or '()'}]"


def _is_unit(axis: Any) -> bool:
    """Is a dimension ``::1``? A number is a dimension of that extent, which is not checked."""
    if not isinstance(axis, slice):
        operator.index(axis)
        return False
    if axis.start is not None or axis.stop is not None or axis.step not in (None, 1):
        raise TypeError("write ':' for a dimension and '::1' for the contiguous one")
    return bool(axis.step == 1)


def _layout(unit: Tuple[bool, ...]) -> str:
    if any(unit[1:-1]) or (len(unit) > 1 and unit[0] and unit[-1]):
        raise TypeError("'::1' may stand once, in the first or in the last dimension")
    if unit and unit[-1]:
        return "C"
    return "F" if unit and unit[0] else ""


class _Static:
    """The annotation of a helper's parameter that compiled code gets as a constant, an instance per value."""

    def __repr__(self) -> str:
        return "static"


if TYPE_CHECKING:
    # To type checkers an element type is NumPy's, and f64[:] nothing: pycc.mypy tells mypy what it is.
    static = Any
    bool_ = np.bool_
    i8 = np.int8
    int8 = np.int8
    i16 = np.int16
    int16 = np.int16
    i32 = np.int32
    int32 = np.int32
    i64 = np.int64
    int64 = np.int64
    u8 = np.uint8
    uint8 = np.uint8
    u16 = np.uint16
    uint16 = np.uint16
    u32 = np.uint32
    uint32 = np.uint32
    u64 = np.uint64
    uint64 = np.uint64
    f16 = np.float16
    float16 = np.float16
    f32 = np.float32
    float32 = np.float32
    f64 = np.float64
    float64 = np.float64
    c64 = np.complex64
    complex64 = np.complex64
    c128 = np.complex128
    complex128 = np.complex128
    single = np.float32
    double = np.float64
else:
    static = _Static()
    globals().update({short: Type(short) for short in _DTYPES})
    globals().update({long: globals()[short] for short, long in _DTYPES.items() if long != "bool"}, single=f32, double=f64)


# ---- loops

def prange(*args: SupportsIndex, independent: bool = False) -> range:
    """Iterate as ``range`` does, and allow the compiler to run the iterations in parallel.

    Parameters
    ----------
    *args : int
        ``prange(stop)``, ``prange(start, stop)`` or ``prange(start, stop, step)``.
    independent : bool, keyword only
        True is your word that no iteration touches an element that another one writes, for loops of which the
        compiler cannot know it: they run in parallel without a test. ``pycc --check=races`` tests it in each call.

    Returns
    -------
    range
        Uncompiled, the iterations run one after the other.
    """
    return range(*args)


xrange = range  # as Python 2 and unPython spell it


# ---- decorators

def type_decorator(*types: Any) -> Callable[[Function], Function]:
    """Declare the types of a function's parameters and of its result.

    Parameters
    ----------
    *types : str, Type, type or None
        One for each parameter, then that of the result; ``None`` for a function that returns
        nothing. Strings such as ``'f64[:, ::1]'``, ``'ndarray[double,2]'`` and ``'int64'``, the
        types of this package, or Python's ``bool``, ``int``, ``float`` and ``complex``.

    Returns
    -------
    callable
        A decorator that returns its function. Several of them on one function declare overloads.

    Examples
    --------
    >>> @type_decorator('ndarray[double,2]', 'int64', None)
    ... def clear(a, n):
    ...     a[:n] = 0.0
    """
    if not types or (len(types) == 1 and callable(types[0]) and hasattr(types[0], "__code__")):
        raise TypeError("type() takes the types of the parameters and then that of the result, "
                        "as in @pycc.type('f64[:]', 'int', None)")

    def decorate(function: Function) -> Function:
        return function
    return decorate


@overload
def gpu(function: Function) -> Function: ...
@overload
def gpu() -> Callable[[Function], Function]: ...
def gpu(function: Optional[Function] = None) -> Union[Function, Callable[[Function], Function]]:
    """Allow the parallel loops of a function to run on an OpenCL device.

    Parameters
    ----------
    function : callable, optional
        The function to mark; ``@gpu`` and ``@gpu()`` mean the same.

    Returns
    -------
    callable
        The function itself.
    """
    return _mark(function)


@overload
def fastmath(function: Function) -> Function: ...
@overload
def fastmath() -> Callable[[Function], Function]: ...
def fastmath(function: Optional[Function] = None) -> Union[Function, Callable[[Function], Function]]:
    """Allow floating-point operations of a function to be reassociated, as ``--fp=fast`` does.

    Parameters
    ----------
    function : callable, optional
        The function to mark; ``@fastmath`` and ``@fastmath()`` mean the same.

    Returns
    -------
    callable
        The function itself.
    """
    return _mark(function)


def schedule(which: str) -> Callable[[Function], Function]:
    """Say which of the parallel loops of a function that stand in one another is the parallel one.

    Parameters
    ----------
    which : {"outer", "inner", "auto"}
        ``"outer"``: the rows, each of which is computed by one thread. ``"inner"``: what is in each row, one row after the
        other. ``"auto"``: the inner loops for up to eight rows, else the outer one. Without it, procedures of
        ``pycc.copperhead`` do as ``"auto"`` says, and others take the outer loop.

    Returns
    -------
    callable
        A decorator that returns the function itself.

    Raises
    ------
    ValueError
        For another word.
    """
    if which not in ("outer", "inner", "auto"):
        raise ValueError(f'schedule takes "outer", "inner" or "auto", not {which!r}')
    return lambda f: f


def _mark(function: Optional[Function]) -> Union[Function, Callable[[Function], Function]]:
    if function is None:
        return lambda f: f
    return function
