"""``@cu``: a Copperhead procedure, compiled for the types of its calls as ``pycc.jit`` does.

Sequences go in as arrays, lists of arrays, and tuples of columns. What cannot be compiled runs in the interpreter, with
one warning for each combination of types.
"""
from __future__ import annotations

import contextlib
import functools
import sys
import warnings
from types import FunctionType
from typing import Any, Dict, List, Optional, Sequence, Tuple

import numpy as np

from . import _gather, _jit, _keys, _sequences, _text, _types, places
from .places import Place

_RAGGED = "the sequences in a sequence have several lengths"  # the prelude's, where compiled code makes matrices
# Arguments that go in as they are.
_DIRECT = {t: key for t, key in _keys._KEYS.items() if t not in (list, tuple, dict, set, frozenset)}
Structure = Any  # of an argument: None for a value, a tuple of these for a sequence of tuples


def _prepared(value: Any) -> Any:
    """A list as compiled code takes it: an array, or a list of arrays."""
    if type(value) is not list:
        return value
    if any(isinstance(item, (list, np.ndarray)) for item in value):
        rows = [np.asarray(item) for item in value]
        known = next((r.dtype for r in rows if r.size), None)
        return [r.astype(known) if known and not r.size and type(item) is list else r for r, item in zip(rows, value)]
    return _sequences.sequence(value, "a procedure")


def _flatten(value: Any, into: List[Any]) -> Structure:
    value = _prepared(value)
    if isinstance(value, _sequences.Tuples):
        return tuple([_flatten(c, into) for c in value.columns])
    into.append(value)
    return None


def _written(structure: Structure, name: str, names: List[str]) -> str:
    """The text of an argument made of parameters, whose names are appended."""
    if structure is None:
        names.append(name)
        return name
    items = [_written(s, f"{name}_{i}_", names) for i, s in enumerate(structure)]
    return f"{{'columns of tuples': ({', '.join(items)},)}}"


class Cu(_jit.Jit):
    """A Copperhead procedure; made by ``pycc.copperhead.cu``.

    Keywords of a call: ``target_place=`` is where it runs (``places.openmp``, ``places.sequential``, ``places.here``,
    ``places.gpu0``), ``verbose=True`` says what has been compiled for it.
    """

    def __init__(self, function: FunctionType, signatures: Sequence[str] = (), flags: Sequence[str] = ()) -> None:
        super().__init__(function, signatures, True, False, list(flags))
        self._fits: Dict[Any, bool] = {}
        self._given: Dict[Any, Any] = {}
        self._direct: Dict[Any, Any] = {}  # what has been called with such arguments alone
        self._on_device: Optional["Cu"] = None
        self._told = False

    def _placed(self) -> "Cu":
        """Return what calls run at the place that this thread is in: for a device there are kernels, too."""
        block = places._current()
        if block is None or block._kind != places._GPU or "--gpu" in self._flags:
            return self
        if self._on_device is None:
            self._on_device = Cu(self.__wrapped__, self._declared, [*self._flags, "--gpu"])
        return self._on_device

    def __call__(self, *args: Any, target_place: Optional[Place] = None, verbose: bool = False, **named: Any) -> Any:
        try:
            direct = None if named else self._direct.get(tuple([_DIRECT[type(a)](a) for a in args]))
        except (KeyError, _keys._Unfit):
            direct = None
        if direct is None or verbose or target_place is not None or places._current() is not None:
            return self._call(args, named, target_place, verbose)
        try:
            result = direct(*args)
        except ValueError as error:
            if str(error) != _RAGGED:
                raise
            return self._call(args, named, None, False)
        return result if type(result) is np.ndarray else _even(result)

    def _call(self, args: Tuple[Any, ...], named: Dict[str, Any], target_place: Optional[Place], verbose: bool) -> Any:
        if target_place is not None and not isinstance(target_place, Place):
            raise TypeError(f"target_place= takes a place, as places.openmp, not {type(target_place).__name__}")
        if self.__wrapped__.__code__.co_flags & 12:
            return self._interpret("*args and **kwargs have no type in compiled code", *args, **named)
        if named or len(args) != self._n:
            args = self._bind(args, named)
        flat: List[Any] = []
        structure = tuple([_flatten(a, flat) for a in args])
        nested = any(s is not None for s in structure)
        with target_place if target_place is not None else contextlib.nullcontext():
            procedure = self._placed()
            try:
                result = procedure._run(args, flat, structure if nested else None)
            except ValueError as error:
                if str(error) != _RAGGED:
                    raise
                result = _jit._call(functools.partial(self._interpret, _RAGGED), self.__wrapped__.__code__, args)
        if verbose:
            print("\n".join(procedure.signatures), file=sys.stderr)
        return _even(result)

    def _interpret(self, why: str, *args: Any, **named: Any) -> Any:
        if not self._told:
            self._told = True
            warnings.warn(f"{self.__qualname__} runs in the interpreter: {why}", RuntimeWarning, stacklevel=4)
        return _result(self.__wrapped__(*args, **named))

    def _run(self, args: Tuple[Any, ...], flat: List[Any], structure: Structure) -> Any:
        try:
            key = structure, tuple([_keys._key(a) for a in flat])
        except _keys._Unfit:
            key = structure, tuple(map(type, flat))
        if structure is None and self._fits_ahead(key[1]):
            self._keep_direct(key[1], args, self.__pycc_ahead__)
            return self.__pycc_ahead__(*flat)
        overload = self._overloads.get(key)
        if overload is None:
            self._given[key] = structure
            overload = self._compile(key, tuple(flat))
        if isinstance(overload, _jit._Interpreted):
            return _result(overload(args))
        if structure is None:
            self._keep_direct(key[1], args, overload.function)
        return overload(tuple(flat))

    def _keep_direct(self, key: Any, args: Tuple[Any, ...], function: Any) -> None:
        if all(type(a) in _DIRECT for a in args):
            self._direct[key] = function

    def _specialise(self, args: Tuple[Any, ...]) -> Any:
        structure = next(reversed(self._given.values()))
        if structure is None:
            return super()._specialise(args)
        names: List[str] = []
        given = [_written(s, name, names) for s, name in zip(structure, _jit._names(self.__wrapped__.__code__))]
        types = [str(_keys._type_text(_keys._key(a))) for a in args]
        own = self.__wrapped__.__code__.co_name
        tail = f"def {own}__({', '.join(names)}): return {own}({', '.join(given)})"
        shown = ", ".join(f"{n}: {t}" for n, t in zip(names, types))
        return _jit._Overload(_gather.Gathered(self.__wrapped__), [", ".join(types)], (tail,), tuple(range(len(args))),
                              self._flags, shown)

    # -- compiled ahead of time

    def __pycc_compiled__(self, compiled: Any) -> "Cu":
        """Take what a module has compiled of this: calls of its types go there."""
        self.__pycc_ahead__ = compiled
        self._direct.clear()
        return self

    def _fits_ahead(self, keys: Tuple[Any, ...]) -> bool:
        if keys not in self._fits:
            try:
                texts = [_keys._type_text(k) for k in keys]
            except _keys._Unfit:
                texts = [None]
            signatures = getattr(getattr(self, "__pycc_ahead__", None), "signatures", ())
            self._fits[keys] = any(_fit(texts, s) for s in signatures)
        return self._fits[keys]


def _plain(text: str) -> str:
    return text.replace("::1", ":").replace(" ", "").replace(",i64]", "]")  # offsets are i64 unless said


def _fit(texts: Sequence[Optional[str]], signature: str) -> bool:
    """Do values of these types go into a signature as they are? Python's own numbers take the type of others."""
    inside = signature[signature.index("(") + 1:signature.rindex(" -> ")].rstrip().removesuffix(")")
    wanted = [_plain(p.partition(":")[2]) for p in _split(inside)]
    weak = {"float": ("f32", "f64", "float"), "int": ("i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64", "int")}
    return len(texts) == len(wanted) and all(
        t is not None and (_plain(t) == w or w in weak.get(t, ())) for t, w in zip(texts, wanted))


def _split(text: str) -> List[str]:
    """Return the parts between commas outside of brackets."""
    parts, depth = [""], 0
    for c in text:
        depth += (c in "([") - (c in ")]")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [p for p in parts if p.strip()]


def instantiate(procedure: Any, *types: Any) -> None:
    """Say what a module's procedure is compiled for ahead of time; does nothing else.

    Parameters
    ----------
    procedure : a function marked ``@cu``
    *types : str or type
        Element types, ``"f32,f64"`` or ``pycc.f32``, each of which every type variable takes, and signatures, the types of
        the parameters: ``"f64, f64[:], f64[:]"``.

    Raises
    ------
    TypeError
        When the first one is no procedure, or nothing is said.
    ValueError
        When an element type is not known, or a signature has another number of types than the procedure has parameters.
    """
    if not isinstance(procedure, Cu):
        raise TypeError(f"instantiate() takes a procedure marked @cu, not a {type(procedure).__name__}")
    if not types:
        raise TypeError("instantiate() takes what the procedure is compiled for, as in instantiate(f, 'f32,f64')")
    for text in map(_jit._signature_text, types):
        parts = _split(text)
        if "[" in text and len(parts) != procedure._n:
            raise ValueError(f"{procedure.__name__} has {procedure._n} parameters, {text!r} has {len(parts)} types")
        unknown = [p for p in parts if "[" not in p and not hasattr(_types, p.strip().rpartition(".")[2])]
        if unknown and "[" not in text:
            raise ValueError(f"{unknown[0].strip()!r} is no type of elements")


def _even(value: Any) -> Any:
    """Rows of one length as a matrix, of the same memory."""
    if isinstance(value, tuple):
        return tuple([_even(v) for v in value])
    if isinstance(value, _sequences.Tuples):
        return _sequences.Tuples([_even(c) for c in value.columns])
    if not _sequences.is_nested(value) or not isinstance(value.data, np.ndarray):
        return value
    lengths = np.diff(value.offsets)
    if (lengths != lengths[:1]).any():
        return value
    width = int(lengths[0]) if len(lengths) else 0
    return value.data[value.offsets[0]:value.offsets[-1]].reshape(len(lengths), width, *value.data.shape[1:])


def _result(value: Any) -> Any:
    """What the interpreter gives, as compiled code gives it: lists are arrays."""
    if isinstance(value, tuple):
        return tuple([_result(v) for v in value])
    return _sequences.sequence(value, "a procedure") if isinstance(value, list) else value


def cu(function: Any) -> Any:
    """Make a procedure of a function."""
    plain = _text.python_function(function)
    if plain is None:
        raise TypeError(f"cu() takes a Python function, not a {type(function).__name__}")
    return Cu(plain)
