"""``pycc.jit``: a function compiled when it is called, for the types of its arguments.

A call's types make a key; the first call of a key compiles the function with all that it needs (``_gather``), or finds
it in the cache on disk (``_cache``), and later calls go there. Arguments that are no data (None, texts, element types,
functions) are constants of their overload.
"""
from __future__ import annotations

import enum
import functools
import inspect
import linecache
import re
import sys
import threading
import warnings
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _cache, _constants, _gather, _text
from ._errors import CompileError
from ._explain import Choices, explain
from ._info import info
from ._nested import nested
from ._types import _DTYPES, Type

_SHORT = {np.dtype(name): short for short, name in _DTYPES.items()}
_SCALAR_TYPES = {np.dtype(name).type: short for short, name in _DTYPES.items()}
_PLAIN = {t: t.__name__ for t in (bool, int, float, complex)}
_CONSTANT = (type(None), str, type, enum.Enum, FunctionType, BuiltinFunctionType, np.ufunc, np.dtype)
_MAX_RANK = 8
_RECORDS = (np.void, np.record, np.recarray)
_SEVERAL: Dict[Any, str] = {int: "int", float: "float", bool: "bool", str: "str", (None, type(None), None): "None"}
_TIME = r"(?:datetime64|timedelta64)\[(?:[YMWDhms]|[munp]s|generic)\]"


class _Named:
    """Marks the key of a named tuple."""


class _Index:
    """Marks the key of a tuple with slices or ``...``, as indices are."""


class _Several:
    """Marks the key of items that are values of several types."""


class _Unfit(Exception):
    """An argument that has no type in compiled code; the text says what it is."""


# ---- keys: what of an argument decides the overload

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
    if len(keys) > 1 and what != "set" and keys <= _SEVERAL.keys():
        return list, (_Several, *(name for k, name in _SEVERAL.items() if k in keys))
    if len(keys) != 1:
        raise _Unfit(f"an empty {what}, which has no type" if not items else f"a {what} of several types")
    return list, keys.pop()


def _of_dict(items: Dict[Any, Any]) -> Any:
    keys = _of_list(list(items), "dictionary")[1]
    if _begins(keys, _Several):
        raise _Unfit("a dictionary with keys of several types")
    return dict, keys, _of_list(list(items.values()), "dictionary")[1]


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
    if isinstance(value, _CONSTANT) or isinstance(value, Jit):
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


# ---- messages

def _translate(messages: str, path: str, gathered: _gather.Gathered) -> str:
    """Put the compiler's messages at the places of the user's files, with their lines."""
    function = gathered.function.__code__
    home = _gather.Line(function.co_filename, function.co_firstlineno, 0)
    told: List[str] = []
    line: Optional[_gather.Line] = home
    for text in messages.rstrip("\n").split("\n"):
        message = re.match(rf"{re.escape(path)}:(\d+):(\d+): ", text)
        shown = re.match(r" *(\d+)? \| ", text)
        if message:
            line = gathered.map.get(int(message[1]))
            if line is not None:
                text = f"{line.file}:{line.number}:{int(message[2]) + line.shift}: {text[message.end():]}"
            elif text[message.end():].startswith("error"):
                text = f"{home.file}:{home.number}:1: {text[message.end():]}"
            else:
                text = f"  {text[message.end():]}"
        elif shown and line is None:
            continue
        elif shown and line is not None:
            rest = " " * line.shift + text[shown.end():]
            if shown[1]:
                user = linecache.getline(line.file, line.number).rstrip("\n")
                rest = rest if "..." in rest else user
            text = f"{line.number if shown[1] else '':>5} | {rest}"
        told.append(text)
    for name, value in gathered.missing.items():
        if f"'{name}'" in messages:
            told.append(f"  note: '{name}' is a {type(value).__name__} here; constants are numbers, texts, tuples of these, "
                        f"arrays of at most {_constants.MOST_ELEMENTS} finite numbers, functions and types")
    return "\n".join(told)


# ---- what is compiled

def _names(code: CodeType) -> Tuple[str, ...]:
    """Return the parameters' names: those with a position, then those that are given by name only, then that of ``*args``."""
    return code.co_varnames[:code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & inspect.CO_VARARGS)]


def _call(function: Callable[..., Any], code: CodeType, args: Tuple[Any, ...]) -> Any:
    """Call a function with the values of all its parameters, some of which may be given by name only."""
    n = code.co_argcount
    if code.co_flags & inspect.CO_VARARGS:
        return function(*args[:n], *args[n])
    return function(*args[:n], **dict(zip(_names(code)[n:], args[n:])))


class _Overload:
    """A function for the types of one key, or for the signatures it was given.

    ``kept`` are the arguments that are no constants: all, or those that the function called ``name__`` takes.
    """

    def __init__(self, gathered: _gather.Gathered, exports: Sequence[str], tail: Sequence[str],
                 kept: Optional[Tuple[int, ...]], flags: List[str], given: str = "", unpacks: bool = False) -> None:
        self.gathered, self.kept, self.given, self.unpacks = gathered, kept, given, unpacks
        self.code = gathered.function.__code__
        self.name = gathered.name + ("" if kept is None else "__")
        text = gathered.module([*tail, *(f"#pythran export {self.name}({e})" for e in exports)])
        self.job = _cache.Job(gathered.name, text, self.code.co_filename, flags, given=gathered.given())
        self.function: Any = None

    def _build(self, job: _cache.Job) -> None:
        try:
            found = getattr(job.module(), self.name)
            self.function = getattr(found, "__pycc_ahead__", found)
        except _cache.Refused as refused:
            raise CompileError(_translate(str(refused), job.path, self.gathered)) from None

    def build(self, tier: bool) -> None:
        if not tier or self.job.ready():
            self._build(self.job)
            return
        self._build(_cache.Job(self.gathered.name, self.job.text, self.job.path, [*self.job.flags, "-O1"], given=self.job.given))
        threading.Thread(target=self._build, args=(self.job,), daemon=True, name=f"pycc {self.name}").start()

    def __call__(self, args: Tuple[Any, ...]) -> Any:
        if self.kept is not None:
            given = [args[i] for i in self.kept]
            if self.unpacks:
                given = [leaf for value in given for leaf, _ in _leaves(value, _key(value))]
            return self.function(*[np.asarray(value) if type(value) in _RECORDS else value for value in given])
        return _call(self.function, self.code, args) if self.code.co_kwonlyargcount else self.function(*args)

    def signatures(self) -> Tuple[str, ...]:
        """What the function accepts; constants are shown with their values."""
        own: Tuple[str, ...] = self.function.signatures
        return own if self.kept is None else (f"{self.gathered.name}({self.given}){own[0][own[0].rindex(' -> '):]}",)

    def report(self) -> str:
        """What became of each loop, without the function of ours that gives the constants."""
        text = info(sys.modules[self.function.__module__]).report + "\n"
        return (text if self.kept is None else re.sub(rf"(?m)^{self.name}, .*\n(?:(?: .*)?\n)*", "", text)).rstrip("\n") + "\n"

    def explain(self, args: Tuple[Any, ...]) -> Choices:
        """Return what each nest would choose for the values of all parameters."""
        functions = [f for f in info(sys.modules[self.function.__module__])._functions if f["name"] == self.gathered.name]
        names = [name for name, _, _ in functions[0]["params"]]  # some constants are parameters of the function all the same
        values = dict(zip(_names(self.code), args))
        parameters = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in names]
        return explain(functions, inspect.Signature(parameters).bind, tuple(values[name] for name in names), {})


class _Interpreted:
    """Stands for an overload that cannot be compiled, with ``fallback=True``."""

    def __init__(self, function: Callable[..., Any], code: CodeType) -> None:
        self.function, self.code = function, code

    def __call__(self, args: Tuple[Any, ...]) -> Any:
        return _call(self.function, self.code, args)


class Jit:
    """A function that is compiled when it is called; made by ``pycc.jit``.

    Attributes
    ----------
    signatures : tuple of str
        What has been compiled.
    """

    def __init__(self, function: FunctionType, signatures: Sequence[str], fallback: bool, tier: bool, flags: List[str],
                 serial: bool = False) -> None:
        functools.update_wrapper(self, function)
        self.__wrapped__ = self._plain = function
        self._declared = tuple(signatures)
        self._fallback, self._tier, self._flags, self._serial = fallback, tier, flags, serial
        self._overloads: Dict[Any, Any] = {}
        self._lock = threading.RLock()
        code = function.__code__
        self._static = frozenset(i for i, name in enumerate(_names(code)) if _text.is_static(function, name))
        self._n = code.co_argcount if not code.co_kwonlyargcount and not code.co_flags & 12 else -1

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if kwargs or len(args) != self._n:
            args = self._bind(args, kwargs)
        try:
            key = None if self._declared else self._static_key(args) if self._static else tuple([_key(a) for a in args])
        except _Unfit:
            key = tuple(map(type, args)), "unfit"
        return (self._overloads.get(key) or self._compile(key, args))(args)

    def _static_key(self, args: Tuple[Any, ...]) -> Tuple[Any, ...]:
        """Return the key of a call some of whose arguments are declared to be constants."""
        for i in self._static:
            if _constants.literal(args[i]) is None:
                raise _Unfit("no number, text or tuple of these, as a parameter marked `static` has to be")
        return tuple([(None, type(a), repr(a)) if i in self._static else _key(a) for i, a in enumerate(args)])

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self
        raise TypeError(f"{self.__qualname__} is a method, and 'self' has no type in compiled code: jit a function that gets "
                        "what it needs of self as arguments, or put @staticmethod above @pycc.jit")

    def __repr__(self) -> str:
        return f"<pycc.jit function {self.__qualname__}, {len(self.signatures)} compiled>"

    def __reduce__(self) -> str:
        return self.__qualname__

    # -- calls

    def _bind(self, args: Tuple[Any, ...], kwargs: Dict[str, Any]) -> Tuple[Any, ...]:
        """Return the values of all parameters, in order."""
        code = self.__wrapped__.__code__
        if code.co_flags & inspect.CO_VARKEYWORDS or (code.co_flags & inspect.CO_VARARGS and code.co_kwonlyargcount):
            raise _text.refuse(self.__wrapped__, "**kwargs, and what stands behind *args, have no type in compiled code: name the parameters")
        try:
            bound = inspect.Signature.from_callable(self.__wrapped__, follow_wrapped=False).bind(*args, **kwargs)
        except TypeError:
            self.__wrapped__(*args, **kwargs)  # raises, in the interpreter's words
            raise
        bound.apply_defaults()
        return tuple(bound.arguments.values())

    def _specialise(self, args: Tuple[Any, ...]) -> _Overload:
        """Return the overload for the types of these arguments, not compiled yet."""
        function = self.__wrapped__
        names = _names(function.__code__)
        types: List[Optional[str]] = []
        made: List[str] = []  # the text for each parameter, in a call of the function
        params: List[str] = []
        unpacks, gathered = False, _gather.Gathered(function, self._serial)
        for i, (name, value) in enumerate(zip(names, args)):
            try:
                key = self._static_key(args)[i] if i in self._static else _key(value)
                leaves = list(_leaves(value, key)) if _is_index(key) else [(value, key)]
                own = [_type_text(k, gathered) for _, k in leaves]
                if _is_index(key):
                    parts = [f"{name}__{k}" for k in range(len(leaves))]
                    if i >= self._n or not gathered.unpack(name, parts, f"{name} = {_made_text(key, parts)}"):
                        raise _Unfit(f"of type {type(value).__name__}")
                    unpacks, params, types = True, params + parts, types + [", ".join(map(str, own))]
                    made += [", ".join(parts) or "None"]
                    continue
            except _Unfit as unfit:
                raise _text.refuse(function, f"parameter '{name}' is {unfit}: compiled functions take numbers, arrays of "
                                               "them, tuples and lists of these, and constants") from None
            types += own
            params += [name] if own[0] is not None else []
            record = isinstance(value, (np.record, np.recarray)) and value.dtype.names
            made += [f"{name}.view(numpy__.recarray)" if record else name if own[0] is not None else gathered.argument(name, value)]
        exports = [", ".join(t for t in types if t)]
        kept = tuple(i for i, t in enumerate(types) if t is not None)
        if made == list(names) and not any(type(value) in _RECORDS for value in args):
            return _Overload(gathered, exports, (), None, self._flags)
        code = function.__code__
        n = len(made) - code.co_kwonlyargcount
        call = ", ".join([*made[:n], *(f"{p}={v}" for p, v in zip(names[code.co_argcount:], made[n:]))])
        tail = f"def {gathered.name}__({', '.join(params)}): return {gathered.name}({call})"
        shown = ", ".join(f"{p}={v!r}" if t is None or _is_index(_key(v)) else f"{p}: {t}" for p, t, v in zip(names, types, args))
        return _Overload(gathered, exports, (tail,), kept, self._flags, shown, unpacks)

    def _declare(self) -> _Overload:
        """Return the overload for the declared signatures."""
        return _Overload(_gather.Gathered(self.__wrapped__, self._serial), self._declared, (), None, self._flags)

    def _compile(self, key: Any, args: Tuple[Any, ...]) -> Any:
        with self._lock:
            overload = self._overloads.get(key)
            if overload is None:
                try:
                    overload = self._declare() if key is None else self._specialise(args)
                    overload.build(self._tier)
                except CompileError as error:
                    overload = self._compile_failed(error)
                self._overloads[key] = overload
            return overload

    def _compile_failed(self, error: CompileError) -> _Interpreted:
        if not self._fallback:
            raise error.with_traceback(None)
        warnings.warn(f"{self.__qualname__} runs in the interpreter: {error}", RuntimeWarning, stacklevel=4)
        return _Interpreted(self._plain, self.__wrapped__.__code__)

    # -- what users ask

    def compile(self, *signatures: Any) -> Jit:
        """Compile now, for these signatures instead of those of calls to come; without any, for the declared ones."""
        if signatures:
            self._declared = _read_signatures(signatures)
        if not self._declared:
            raise TypeError(f"no types to compile {self.__qualname__} for: say them, as in compile('f64[:], int'), or annotate it")
        self._compile(None, ())
        return self

    @property
    def _compiled(self) -> List[_Overload]:
        return [o for o in list(self._overloads.values()) if isinstance(o, _Overload)]

    @property
    def signatures(self) -> Tuple[str, ...]:
        """What has been compiled."""
        return tuple(s for o in self._compiled for s in o.signatures())

    def explain(self, *args: Any, **kwargs: Any) -> Any:
        """Say what became of each loop, for all that has been compiled; with arguments, what a call would choose."""
        if not args and not kwargs:
            return "\n".join(o.report() for o in self._compiled)
        values = self._bind(args, kwargs)
        key = None if self._declared else self._static_key(values) if self._static else tuple(map(_key, values))
        overload = self._compile(key, values)
        if not isinstance(overload, _Overload):
            raise TypeError(f"{self.__qualname__} runs in the interpreter for these arguments")
        return overload.explain(values)

    def source(self, stage: str = "c") -> str:
        """Return a stage of the compilation as ``pycc --emit`` prints it, or ``'python'``: the module that is compiled."""
        return "\n".join(o.job.text if stage == "python" else o.job.emit(stage) for o in self._compiled)

    def inspect_types(self) -> str:
        """Return the functions with the types that were inferred."""
        return self.source("types")


# ---- the decorator

def _signature_text(part: Any) -> str:
    if isinstance(part, str):
        if re.match(r"[\w\[\]:, ]*\w\(.*\)\s*$", part.strip()):
            raise TypeError(f"a signature names the types of the parameters only, as in 'f64[:], int', not {part!r}")
        return part
    if isinstance(part, Type):
        return repr(part)
    if part in _PLAIN:
        return _PLAIN[part]
    if isinstance(part, type) and part in _SCALAR_TYPES:
        return _SCALAR_TYPES[part]
    raise TypeError(f"{part!r} is no type of a parameter")


def _read_signatures(given: Sequence[Any]) -> Tuple[str, ...]:
    """Return one text for each overload: of texts, lists and tuples, or the types of one."""
    if given and not any(isinstance(g, (str, list, tuple)) for g in given):
        return (", ".join(map(_signature_text, given)),)
    found: List[str] = []
    for g in given:
        if isinstance(g, list):
            found += _read_signatures(g)
        else:
            found.append(", ".join(map(_signature_text, g)) if isinstance(g, tuple) else _signature_text(g))
    return tuple(found)


def jit(*signatures: Any, fallback: bool = False, tier: bool = False, fp: Optional[str] = None,
        overflow: Optional[str] = None, on_unknown: Optional[str] = None, bounds_check: bool = True, gpu: bool = False,
        flags: Sequence[str] = ()) -> Any:
    """Compile a function when it is called, for the types of its arguments.

    Parameters
    ----------
    *signatures : str, type or list
        The types of the parameters, as in annotations: ``'f64[:], int'``, one text for each overload. Calls then convert
        to these. Without any, each combination of types that is met is compiled.
    fallback : bool
        What cannot be compiled runs in the interpreter, with a warning, instead of raising ``CompileError``.
    tier : bool
        Begin with a quick build, and make the full one in the background.
    fp, overflow, on_unknown, bounds_check, gpu, flags
        The compiler's options.

    Returns
    -------
    Jit
        The function; or, given no function, a decorator.

    Examples
    --------
    >>> @jit
    ... def total(a):
    ...     return a.sum()
    """
    chosen = _cache.read_flags(fp, overflow, on_unknown, bounds_check, gpu, flags)
    types = (*_PLAIN, *_SCALAR_TYPES)
    if len(signatures) == 1 and not isinstance(signatures[0], (str, list, tuple, Type)) and signatures[0] not in types:
        return _make(signatures[0], (), fallback, tier, chosen)
    read = _read_signatures(signatures)
    return lambda function: _make(function, read, fallback, tier, chosen)


def _make(function: Any, signatures: Sequence[str], fallback: bool, tier: bool, flags: List[str], serial: bool = False,
          kind: type = Jit) -> Any:
    plain = _text.python_function(function)
    if plain is None:
        what = "a class" if isinstance(function, type) else f"a {type(function).__name__}"
        raise TypeError(f"jit() takes a Python function, not {what}"
                        + (": put @staticmethod above @pycc.jit" if isinstance(function, (staticmethod, classmethod)) else ""))
    return kind(plain, signatures, fallback, tier, flags, serial)


def _annotated(function: FunctionType) -> Tuple[str, ...]:
    notes = function.__annotations__
    names = _names(function.__code__)
    if not names or any(n not in notes for n in names):
        return ()
    return (", ".join(_signature_text(_text.annotation(function, n)) for n in names),)


def compile_now(thing: Union[ModuleType, Callable[..., Any]], *signatures: Any, **options: Any) -> Any:
    """Compile a module or a function now.

    Parameters
    ----------
    thing : module or function
        A module of annotated functions, or a function.
    *signatures
        Of a function, as for ``jit``; without any, its annotations are taken.
    **options
        As for ``jit``.

    Returns
    -------
    module or Jit
        The compiled module, which replaces none; or the function.
    """
    if isinstance(thing, ModuleType):
        return _compile_module(thing, _cache.read_options("compile() of a module", options))
    made = thing if isinstance(thing, Jit) and not options else jit(**options)(thing)
    declared = _read_signatures(signatures) or made._declared or _annotated(made.__wrapped__)
    return made.compile(*declared)


def _compile_module(module: ModuleType, flags: List[str]) -> ModuleType:
    path = inspect.getsourcefile(module)
    if path is None:
        raise CompileError(f"the source of module '{module.__name__}' cannot be read")
    stem = module.__name__.rpartition(".")[2]
    with open(path, encoding="utf-8") as f:
        job = _cache.Job(stem if stem != "__main__" else inspect.getmodulename(path) or "main", f.read(), path, flags,
                         module.__package__ or "")
    try:
        return job.module()
    except _cache.Refused as refused:
        raise CompileError(str(refused).rstrip("\n")) from None
