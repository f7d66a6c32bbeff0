"""Numba's types, as pycc writes them: `float64[:, ::1]`, `float64(float64[:], intp)`, `Tuple((f8, i8))`."""
from __future__ import annotations

import re
from typing import Any, List, NamedTuple, Optional, Tuple

from .. import _types


class Unknown(TypeError):
    """A type of Numba's that compiled code has no counterpart of."""


class Signature(NamedTuple):
    """The types of a function's parameters and of its result (None: inferred)."""

    args: Tuple[Any, ...]
    result: Optional[Any]

    def texts(self) -> List[str]:
        """Return the parameters' types as pycc writes them."""
        return [_text(a) for a in self.args]


class _Type(_types.Type):
    """A type that makes a signature when it is called with types."""

    def __getitem__(self, dimensions: Any) -> _Type:
        made = super().__getitem__(dimensions)
        return _Type(made.name, made.rank, made.layout)

    def __call__(self, *args: Any) -> Any:
        if args and all(isinstance(a, (_types.Type, _Other)) for a in args):
            return Signature(args, self)
        return super().__call__(*args)

    def __hash__(self) -> int:
        return super().__hash__()


class _Other:
    """A type that is no number and no array: a tuple, a list, nothing."""

    def __init__(self, text: Optional[str]) -> None:
        self.text = text

    def __call__(self, *args: Any) -> Signature:
        return Signature(args, self)

    def __repr__(self) -> str:
        return str(self.text)


def _text(thing: Any) -> str:
    text = thing.text if isinstance(thing, _Other) else repr(thing) if isinstance(thing, _types.Type) else None
    if text is None:
        raise Unknown(f"{thing!r} is no type of a parameter")
    return text


class _Foreign(_Other):
    """A type, or a function that makes types, that is not here."""

    def __init__(self, name: str) -> None:
        super().__init__(None)
        self.name = name

    def __call__(self, *args: Any, **_: Any) -> Any:
        return self

    def __getitem__(self, item: Any) -> Any:
        return self

    def __repr__(self) -> str:
        return f"types.{self.name}"


def __getattr__(name: str) -> Any:
    """What Numba has and is not here: a signature that it stands in is not read, with a warning."""
    if name.startswith("_"):
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return _Foreign(name)


def Optional_(item: Any) -> _Other:
    """``Optional(float64)``: it may be None."""
    return _Other(f"{_text(item)} | None")


def Tuple_(items: Any) -> _Other:
    """``Tuple((float64, int64))``."""
    texts = [_text(i) for i in items]
    return _Other(f"({', '.join(texts)}{',' * (len(texts) == 1)})")


def UniTuple(item: Any, count: int) -> _Other:
    """``UniTuple(float64, 3)``."""
    return Tuple_([item] * count)


def List_(item: Any, reflected: bool = False) -> _Other:
    """``List(float64)`` and ``ListType(float64)``."""
    return _Other(f"list[{_text(item)}]")


def Array(dtype: Any, ndim: int, layout: str = "A", **_: Any) -> Any:
    """``Array(float64, 2, 'C')``."""
    axes = [slice(None)] * ndim
    if layout in "CF" and ndim:
        axes[-1 if layout == "C" else 0] = slice(None, None, 1)
    return dtype[tuple(axes)]


_NAMES = {
    "bool_": "bool_ boolean b1", "i8": "int8 i1 char", "u8": "uint8 u1 byte uchar", "i16": "int16 i2 short", "u16": "uint16 u2 ushort",
    "i32": "int32 i4 intc", "u32": "uint32 u4 uintc", "i64": "int64 i8 intp int_ long_ longlong ssize_t",
    "u64": "uint64 u8 uintp uint ulong ulonglong size_t", "f16": "float16 f2", "f32": "float32 f4 float_ single", "f64": "float64 f8 double",
    "c64": "complex64 c8", "c128": "complex128 c16",
}
TYPES = {name: _Type(own) for own, names in _NAMES.items() for name in names.split()}
_MADE = {"void": _Other("None"), "none": _Other("None"), "Tuple": Tuple_, "UniTuple": UniTuple, "List": List_, "ListType": List_, "Array": Array,
         "Optional": Optional_, "optional": Optional_}
globals().update(TYPES)
globals().update(_MADE)


def read(given: Any) -> Signature:
    """Return a signature of Numba's, a text or made of types: ``'f8(f8[:], i8)'``, ``(float64, int64)``. Raises Unknown."""
    if isinstance(given, Signature):
        return given
    if isinstance(given, tuple):
        return Signature(given, None)
    if not isinstance(given, str):
        raise Unknown(f"{given!r} is no signature")
    if not re.fullmatch(r"[\w\s\[\]:,().'\"]*", given):
        raise Unknown(f"{given!r} is no signature")
    try:
        made = eval(given, {"__builtins__": {}, "types": type("types", (), {**TYPES, **_MADE})}, {**TYPES, **_MADE})
    except Exception as error:
        raise Unknown(f"{given!r} is no signature that is known here: {error}") from None
    return made if isinstance(made, Signature) else Signature(made if isinstance(made, tuple) else (made,), None)
