"""What of an argument decides the overload of a jitted function, its key, and the key's type as annotations have it."""
from __future__ import annotations

import enum
import re
from types import BuiltinFunctionType, FunctionType
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

import numpy as np

from . import _gather
from ._nested import nested
from ._types import _DTYPES

_SHORT = {np.dtype(name): short for short, name in _DTYPES.items()}
_SCALAR_TYPES = {np.dtype(name).type: short for short, name in _DTYPES.items()}
_PLAIN = {t: t.__name__ for t in (bool, int, float, complex)}
_CONSTANT = (type(None), str, type, enum.Enum, FunctionType, BuiltinFunctionType, np.ufunc, np.dtype)
_MAX_RANK = 8
_RECORDS = (np.void, np.record, np.recarray)
_SEVERAL: Dict[Any, str] = {int: "int", float: "float", bool: "bool", str: "str", (None, type(None), None): "None"}
_TIME = r"(?:datetime64|timedelta64)\[(?:[YMWDhms]|[munp]s|generic)\]"


class _Function:
    """What is compiled when it is called: a constant, as functions are."""


class _Named:
    """Marks the key of a named tuple."""


class _Index:
    """Marks the key of a tuple with slices or ``...``, as indices are."""


class _Several:
    """Marks the key of items that are values of several types."""


class _Unfit(Exception):
    """An argument that has no type in compiled code; the text says what it is."""


def _of_array(a: np.ndarray) -> Any:
    flags = a.flags
    return a.dtype, a.ndim, flags.c_contiguous and flags.aligned


def _any_layout(key: Any) -> Any:
    return (*key[:2], False) if isinstance(key, tuple) and isinstance(key[0], np.dtype) else key


def _of_record(value: Any) -> Any:
    return type(value), _of_array(np.asarray(value))


def _begins(key: Any, *marks: Any) -> bool:
    """Does a key begin with one of these? Element types are equal to much that they are not."""
    return isinstance(key, tuple) and any(key[0] is mark for mark in marks)


def _of_slice(part: slice) -> Any:
    return slice, _key(part.start), _key(part.stop), _key(part.step)


def _of_range(part: range) -> Any:
    return range, int, int, int


def _item_key(item: Any) -> Any:
    if type(item) in _RECORDS:
        raise _Unfit("a tuple or list of records")
    return str if type(item) is str else _key(item)


def _of_tuple(items: Tuple[Any, ...]) -> Any:
    if not items:
        return None, tuple, ()
    keys = [_item_key(item) for item in items]
    odd = [item for item, k in zip(items, keys) if item is not None and _begins(k, None, slice, range)]
    if odd and all(isinstance(item, (slice, type(...))) for item in odd):
        return (_Index, *keys)
    if odd:
        raise _Unfit("a tuple that holds something else than numbers, texts, arrays, tuples and lists")
    return (tuple, *keys)


def _of_named(value: Any) -> Any:
    return _Named, type(value), _of_tuple(tuple(value))


def _of_list(items: List[Any], what: str = "list") -> Any:
    keys = {_any_layout(_item_key(item)) for item in items}
    if len(keys) > 1 and keys <= _SEVERAL.keys():
        return list, (_Several, *(name for k, name in _SEVERAL.items() if k in keys))
    if len(keys) != 1:
        raise _Unfit(f"an empty {what}, which has no type" if not items else f"a {what} of several types")
    return list, keys.pop()


def _of_dict(items: Dict[Any, Any]) -> Any:
    return dict, _of_list(list(items), "dictionary")[1], _of_list(list(items.values()), "dictionary")[1]


def _of_set(items: Any) -> Any:
    return set, _of_list(list(items), "set")[1]


def _of_nested(rows: nested) -> Any:
    return nested, _any_layout(_key(rows.data)), rows.offsets.dtype


_KEYS: Dict[type, Callable[[Any], Any]] = {np.ndarray: _of_array, list: _of_list, tuple: _of_tuple, nested: _of_nested,
                                            dict: _of_dict, set: _of_set, frozenset: _of_set}
_KEYS.update((t, lambda _, t=t: t) for t in (*_PLAIN, *_SCALAR_TYPES))
_KEYS.update((t, _of_record) for t in _RECORDS)
_KEYS.update({slice: _of_slice, range: _of_range, type(...): lambda _: (None, type(...), ...)})
_KEYS.update((t, lambda value: (value.dtype, None, False)) for t in (np.datetime64, np.timedelta64))


def _of_other(value: Any) -> Any:
    if type(value).__name__ == "Generator" and type(value).__module__.startswith("numpy.random"):
        return type(value)
    if isinstance(value, tuple) and hasattr(value, "_fields") and value:
        return _of_named(value)
    if isinstance(value, (*_CONSTANT, _Function)):
        return None, type(value), value
    raise _Unfit(f"of type {type(value).__module__}.{type(value).__qualname__}".replace("builtins.", ""))


def _key(value: Any) -> Any:
    return _KEYS.get(type(value), _of_other)(value)


def _type_text(key: Any, gathered: Optional[_gather.Gathered] = None) -> Optional[str]:
    """Return a key's type as annotations have it, None for a constant; classes in it are defined where they are gathered."""
    def _text(part: Any) -> Optional[str]:
        return _type_text(part, gathered)
    if isinstance(key, type):
        return "str" if key is str else _PLAIN.get(key) or _SCALAR_TYPES.get(key) or "Generator"
    if key[0] is None:
        return None
    if key[0] is _Several:
        return " | ".join(key[1:])
    if key[0] is list:
        return f"list[{_text(key[1])}]"
    if key[0] is dict:
        return f"dict[{_text(key[1])}, {_text(key[2])}]"
    if key[0] is set:
        return f"set[{_text(key[1])}]"
    if key[0] is _Named:
        if gathered is None:
            raise _Unfit(f"of type {key[1].__qualname__}")
        return gathered.take_named(key[1], [str(_text(k)) for k in key[2][1:]])
    if key[0] is nested:
        data = key[1]
        text = _text(data if data[0] is nested else (data[0], data[1] - 1, False))
        return f"nested[{str(text).replace('[()]', '')}, {_SHORT[key[2]]}]"
    if key[0] is tuple:
        items = [str(_text(k)) for k in key[1:]]
        return f"({', '.join(items)}{',' * (len(items) == 1)})"
    if _begins(key, *_RECORDS):
        return _text(key[1])
    dtype, rank, unit = key
    named = dtype.name + "[generic]" * (dtype.name in ("datetime64", "timedelta64"))
    name = _SHORT.get(dtype) or (named if re.fullmatch(_TIME, named) else None)
    if name is None and gathered and dtype.names and rank is not None:
        name = gathered.take_fields(dtype)
    if name is None or not dtype.isnative:
        raise _Unfit(("" if rank is None else "an array of ") + str(dtype) + ("" if dtype.isnative else " in the other order of bytes"))
    if rank is None:
        return name
    if rank > _MAX_RANK:
        raise _Unfit(f"an array of {rank} dimensions; {_MAX_RANK} is the most")
    axes = [":"] * rank
    if unit and rank:
        axes[-1] = "::1"
    return f"{name}[{', '.join(axes) or '()'}]"


# ---- indices and ranges, which are no values of compiled code: what they are made of is given, and they are made in the function

def _is_index(key: Any) -> bool:
    return _begins(key, slice, range, _Index) or (_begins(key, None) and key[1] is type(...))


def _leaves(value: Any, key: Any) -> Iterator[Tuple[Any, Any]]:
    """Yield the values that an index is made of and no constants, with their keys."""
    if not _is_index(key):
        if not _begins(key, None):
            yield value, key
    elif value is not ...:
        parts = (value.start, value.stop, value.step) if _begins(key, slice, range) else value
        for part, k in zip(parts, key[1:]):
            yield from _leaves(part, k)


def _made_text(key: Any, names: List[str]) -> str:
    """Return the text that makes the value again of its leaves, which have these names."""
    return f"range({', '.join(names)})" if key[0] is range else f"numpy__.s_[{_index_text(key, iter(names))}]"


def _index_text(key: Any, names: Iterator[str]) -> str:
    """Return what stands between brackets for an index whose leaves have these names."""
    if _begins(key, slice):
        return ":".join("" if isinstance(k, tuple) else next(names) for k in key[1:])
    if _is_index(key):
        return "..." if key[0] is None else ", ".join(_index_text(k, names) for k in key[1:]) + ","
    return "None" if _begins(key, None) else next(names)
