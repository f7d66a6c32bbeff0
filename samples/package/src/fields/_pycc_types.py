# Part of pycc, for packages that shall run without it: made by `python -m pycc.vendor`. MIT license.
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
    name: str
    rank: Optional[int] = None
    layout: str = ""
    @property
    def dtype(self) -> np.dtype[Any]:
        return np.dtype(_DTYPES[self.name])
    def __getitem__(self, dimensions: Any) -> Type:
        axes = dimensions if isinstance(dimensions, tuple) else (dimensions,)
        unit = tuple(_is_unit(axis) for axis in axes)
        rank = (self.rank or 0) + len(axes)
        if rank > MAX_RANK:
            raise TypeError(f"an array of {rank} dimensions; at most {MAX_RANK} are supported")
        return Type(self.name, rank, _layout(unit) or self.layout)
    def __call__(self, value: Any = 0) -> Any:
        if self.rank is not None:
            raise TypeError(f"{self!r} is the type of an array and converts nothing")
        return self.dtype.type(value)
    def __or__(self, other: Any) -> Any:
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
    return range(*args)

xrange = range  # as Python 2 and unPython spell it

# ---- decorators

def type_decorator(*types: Any) -> Callable[[Function], Function]:
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
    return _mark(function)

@overload
def fastmath(function: Function) -> Function: ...
@overload
def fastmath() -> Callable[[Function], Function]: ...
def fastmath(function: Optional[Function] = None) -> Union[Function, Callable[[Function], Function]]:
    return _mark(function)

def schedule(which: str) -> Callable[[Function], Function]:
    if which not in ("outer", "inner", "auto"):
        raise ValueError(f'schedule takes "outer", "inner" or "auto", not {which!r}')
    return lambda f: f

def _mark(function: Optional[Function]) -> Union[Function, Callable[[Function], Function]]:
    if function is None:
        return lambda f: f
    return function
