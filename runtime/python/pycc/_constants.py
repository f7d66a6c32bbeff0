"""Constants of Python as the text that gives their values: numbers, strings, tuples, arrays, element types, imports."""
from __future__ import annotations

import math
import sys
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Optional

import numpy as np

from ._types import _DTYPES, Type, static

MOST_ELEMENTS = 4096  # of an array that is a constant
_DTYPES_HERE = {np.dtype(name) for name in _DTYPES.values()}
LIBRARIES = ("pycc", "numpy", "math", "cmath", "operator", "functools", "builtins")


def literal(value: Any) -> Optional[str]:
    """Return Python text for a number, a string, None, a slice or a tuple of these; None for what has none."""
    kind = type(value)
    if kind in (bool, int, str) or value is None:
        return repr(value)
    if kind is float:
        return repr(value) if math.isfinite(value) else f"float('{value}')"
    if kind is complex:
        return f"complex({literal(value.real)}, {literal(value.imag)})"
    if kind is slice:
        parts = [value.start, value.stop, value.step]
        return f"slice({', '.join(map(repr, parts))})" if all(p is None or type(p) is int for p in parts) else None
    if kind is tuple:
        items = [literal(v) for v in value]
        return None if None in items else f"({', '.join(items)}{',' if len(items) == 1 else ''})"  # type: ignore[arg-type]
    if kind in (np.datetime64, np.timedelta64):
        unit, step = np.datetime_data(value.dtype)
        count = "'NaT'" if np.isnat(value) else value.astype(np.int64)
        return f"__import__('numpy').{kind.__name__}({count}{f', {unit!r}' * (unit != 'generic')})" if step == 1 else None
    if isinstance(value, np.generic) and value.dtype in _DTYPES_HERE:
        inner = literal(value.item())
        return inner and f"__import__('numpy').{kind.__name__}({inner})"
    return None


def _array(value: np.ndarray) -> Optional[str]:
    if value.size > MOST_ELEMENTS or value.dtype not in _DTYPES_HERE or not value.dtype.isnative or not np.isfinite(value).all():
        return None
    name = "bool_" if value.dtype.kind == "b" else value.dtype.name
    if value.size == 0:
        return f"__import__('numpy').zeros({value.shape}, dtype='{name}')"
    return f"__import__('numpy').array({value.tolist()}, dtype='{name}')"


def fields_text(dtype: np.dtype) -> Optional[str]:
    """Return the fields of an element type as np.dtype() takes them; None where one is neither a number nor has fields."""
    made = []
    for name in dtype.names or ():
        base, shape = dtype.fields[name][0].base, dtype.fields[name][0].shape
        word = base.str if base.kind in "US" and not shape else base.name if base in _DTYPES_HERE else None
        text = fields_text(base) if base.names else repr(word) if word and base.isnative else None
        if text is None or dtype.fields[name][2:]:
            return None
        made.append(f"({name!r}, {text}{f', {shape}' if shape else ''})")
    return f"[{', '.join(made)}]"


def _imported(name: str, value: Any) -> Optional[str]:
    """Return the import of a function, a type or a module under a name."""
    if isinstance(value, ModuleType):
        return f"import {value.__name__} as {name}"
    own = getattr(value, "__name__", "")
    place = getattr(value, "__module__", None) or ""
    for module in (*LIBRARIES, place.lstrip("_"), place):  # what is written in C says _heapq
        if isinstance(own, str) and own.isidentifier() and getattr(sys.modules.get(module), own, None) is value:
            return f"from {module} import {own} as {name}"
    if value is static:
        return f"from pycc import static as {name}"
    return f"from pycc import {value!r} as {name}" if isinstance(value, Type) and value.rank is None else None


def constant(name: str, value: Any) -> Optional[str]:
    """Return the statement that gives a name its constant value, None when there is none."""
    if isinstance(value, (ModuleType, type, BuiltinFunctionType, np.ufunc, FunctionType, Type)) or callable(value) or value is static:
        return _imported(name, value)
    text = _array(value) if type(value) is np.ndarray else literal(value)
    text = text and text.replace("__import__('numpy')", "numpy__")
    return f"{name} = {text}" if text else None
