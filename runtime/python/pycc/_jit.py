"""``pycc.jit``: a function compiled when it is called, for the types of its arguments.

A call's types make a key; the first call of a key compiles the function with all that it needs (``_gather``), or finds
it in the cache on disk (``_cache``), and later calls go there. Arguments that are no data (None, texts, element types,
functions) are constants of their overload.
"""
from __future__ import annotations

import functools
import inspect
import linecache
import re
import sys
import threading
import warnings
from types import CodeType, FunctionType, ModuleType
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _cache, _constants, _gather, _text
from ._errors import CompileError
from ._explain import Choices, explain
from ._info import info
from ._keys import (_PLAIN, _RECORDS, _SCALAR_TYPES, _Function, _is_index, _key, _leaves, _made_text, _type_text,
                    _Unfit)
from ._types import Type


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


class Jit(_Function):
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
