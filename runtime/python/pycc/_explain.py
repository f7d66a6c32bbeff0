"""What a compiled function would do with given arguments, worked out from the report it carries.

The report lists for each loop nest the questions that compiled code asks when it is called: do index
ranges lie inside the arrays, do arrays share memory, how are they laid out, is there enough work for
threads. They are asked here of the same arguments; the function does not run. Where an answer needs a
value that only the running function knows, this says so.
"""
from __future__ import annotations

import itertools
import json
import re
import textwrap
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import numpy as np

from ._threads import get_num_threads

#: Operations below which a parallel loop stays on one thread: PYCC_PARALLEL_WORK of pycc_rt_loop.h.
PARALLEL_WORK = 2e5

_SHARE_EFFORT = 100_000
_DTYPES = {"bool_": "bool", "i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8", "u8": "u1", "u16": "u2", "u32": "u4",
           "u64": "u8", "f16": "f2", "f32": "f4", "f64": "f8", "c64": "c8", "c128": "c16"}
_TIME = r"(?:datetime64|timedelta64)\[\w+\]"
_SCALARS = {"bool": 0, "int": 1, "float": 2, "complex": 3}


@dataclass(frozen=True)
class Loop:
    """What became of one loop when the module was compiled.

    Attributes
    ----------
    signature : str
        Of the function it is in.
    line, depth : int
        Line of the source, and how many loops are around it.
    text : str
        That line.
    verdict : str
        ``parallel``, ``checked`` (parallel if the call finds iterations independent) or ``serial``.
    reason : str
        Why, in words.
    vectorised : bool
        Are several iterations done at once?
    obstacle : str or None
        What keeps an innermost loop from being vectorised.
    advice : str or None
        What would help.
    """

    signature: str
    line: int
    depth: int
    text: str
    verdict: str
    reason: str
    vectorised: bool
    obstacle: Optional[str] = None
    advice: Optional[str] = None


@dataclass(frozen=True)
class Choice:
    """What one loop nest would do with the arguments given.

    Attributes
    ----------
    line : int
        Of the outermost loop.
    text : str
        That line.
    version : str
        ``contiguous`` (the fastest), ``strided`` (any strides), ``checked`` (in order, each index
        checked) or ``unknown``.
    threads : int or None
        How many work on it; None: only known while the function runs.
    work : float or None
        Estimated operations.
    reasons : tuple of str
        In words.
    """

    line: int
    text: str
    version: str
    threads: Optional[int]
    work: Optional[float]
    reasons: Tuple[str, ...]

    def __str__(self) -> str:
        threads = "" if self.threads is None else f", on {self.threads} thread{'s' if self.threads != 1 else ''}"
        head = f"line {self.line}: {self.text}\n    {self.version} version{threads}"
        return "\n".join([head, *(f"    - {reason}" for reason in self.reasons)])


class Choices(Tuple[Choice, ...]):
    """The choices of a call, one per loop nest; ``print`` shows them."""

    signature: str = ""

    def __str__(self) -> str:
        return "\n".join([self.signature, *map(str, self)] if self else [self.signature, "no loops"])

    __repr__ = __str__


@dataclass(frozen=True)
class _Made:
    """An array that the function makes: contiguous, in memory of its own."""

    shape: Tuple[int, ...]


class _Unknown(Exception):
    """Only the running function knows."""


# ---- the report

def read_report(text: str) -> List[Dict[str, Any]]:
    """Return the functions in a module's report; analysis/report/explain_data.c says how it is made short."""
    functions = json.loads(text, strict=False)["functions"]
    seen: Dict[str, List[Any]] = {"note": [], "line": [], "array": []}

    def whole(kind: str, item: Any) -> Any:
        if isinstance(item, int):
            return seen[kind][item]
        seen[kind].append(item)
        return item

    for loop in (loop for f in functions for loop in f["loops"]):
        loop["text"] = whole("line", loop["text"])
        loop["notes"] = [whole("note", note) for note in loop["notes"]]
        loop.setdefault("vectorised", False)
        if "nest" in loop:
            arrays = [_array(*whole("array", a)) for a in loop["nest"]["arrays"]]
            loop["nest"] = {"parallel": False, "copies": False, "checks": [], "sizes": [], "disjoint": [], **loop["nest"],
                            "arrays": arrays}
    return functions


def _array(name: str, dtype: str, axis: int, flags: str, *made: Any) -> Dict[str, Any]:
    """Return an array of a nest; ``made``: extents and order of one that the function makes."""
    return {"name": name, "dtype": dtype, "axis": axis, "any": "a" in flags, "direct": "d" in flags,
            "written": "w" in flags, **dict(zip(("made", "order"), made))}


# ---- words

def _wrapped(label: str, text: str, margin: int) -> str:
    head, rest = f"{'':{margin}}{label:11}", " " * (margin + 11)
    return textwrap.fill(text, 100, initial_indent=head, subsequent_indent=rest, break_long_words=False,
                         break_on_hyphens=False)


def _loops_text(f: Dict[str, Any]) -> str:
    lines = [f"{'':11}no loops"] if not f["loops"] else []
    for loop in f["loops"]:
        indent = 4 * loop["depth"]
        lines.append(f"{loop['line']:9}  {' ' * indent}{loop['text']}")
        lines += [_wrapped(label, text, 11 + indent) for label, text in loop["notes"]]
    return "\n".join(lines) + "\n"


def words(functions: Sequence[Dict[str, Any]], file: str) -> str:
    """Return what ``pycc --explain`` prints (analysis/report/explain.c): instances that became the same are told once."""
    text = ""
    for (name, line), group in itertools.groupby(functions, key=lambda f: (f["name"], f["line"])):
        same: Dict[str, List[str]] = {}
        for f in group:
            same.setdefault(_loops_text(f), []).append(f["signature"])
        text += f"{name}, {file}:{line}\n"
        for loops, signatures in same.items():
            text += "".join(f"    {signature}\n" for signature in signatures) + f"\n{loops}\n"
    return text


def loops_of(f: Dict[str, Any]) -> List[Loop]:
    """Return the loops of an instance."""
    found = []
    for loop in f["loops"]:
        notes: Dict[str, str] = {}
        for label, text in loop["notes"]:
            notes.setdefault(label, text)
        vector = notes.get("vector", "")
        found.append(Loop(f["signature"], loop["line"], loop["depth"], loop["text"], loop["verdict"], loop["notes"][0][1],
                          loop["vectorised"], vector[4:] if vector.startswith("no: ") else None, notes.get("advice")))
    return found


# ---- which signature

def _scalar_distance(name: str, value: Any) -> int:
    if name in _DTYPES:
        if isinstance(value, np.generic):
            return 0 if value.dtype == np.dtype(_DTYPES[name]) else -1
        kind = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}[np.dtype(_DTYPES[name]).kind]
    else:
        kind = _SCALARS.get(name, -1)
    have = next((k for k, t in enumerate((bool, int, float, complex)) if isinstance(value, t)), -1)
    if isinstance(value, np.generic):
        have = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}.get(value.dtype.kind, -1)
    return kind - have if 0 <= have <= kind else -1


def _distance(type_name: str, value: Any) -> int:
    """Return how far a value is from a parameter's type, -1 when it does not fit."""
    if re.fullmatch(_TIME, type_name):
        return 0 if isinstance(value, np.generic) and value.dtype == np.dtype(type_name) else -1
    array = re.fullmatch(rf"({_TIME}|\w+)\[(.*)\]", type_name)
    if array is None or array[1] == "tuple":
        return 0 if isinstance(value, tuple) and array else _scalar_distance(type_name, value)
    rank = 0 if array[2] == "()" else array[2].count(",") + 1
    fits = isinstance(value, np.ndarray) and value.dtype == np.dtype(_DTYPES.get(array[1], array[1])) and value.ndim == rank
    if not fits or not value.dtype.isnative:
        return -1
    if "::1" in array[2]:
        order = "C" if array[2].endswith("::1") else "F"
        return 0 if value.flags[f"{order}_CONTIGUOUS"] else -1
    return 0


def choose(functions: Sequence[Dict[str, Any]], values: Sequence[Any]) -> Dict[str, Any]:
    """Return the compiled instance that a call with these values means."""
    best = None
    for f in functions:
        if len(f["params"]) == len(values):
            distances = [_distance(name, value) for (_, name, _), value in zip(f["params"], values)]
            if min(distances, default=0) >= 0 and (best is None or sum(distances) < best[0]):
                best = sum(distances), f
    if best is None:
        raise TypeError("the arguments fit no signature: " + ", ".join(f["signature"] for f in functions))
    return best[1]


# ---- questions of a nest

def _evaluate(text: str, names: Dict[str, Any]) -> Any:
    """Evaluate an expression of the report."""
    try:
        return eval(text, {"__builtins__": {}}, names)  # noqa: S307 the report is part of the compiled module
    except NameError as e:
        raise _Unknown(re.findall(r"'(\w+)'", str(e))[0]) from None
    except Exception:
        raise _Unknown(text) from None


def _names(f: Dict[str, Any], values: Sequence[Any]) -> Dict[str, Any]:
    names: Dict[str, Any] = {"min": min, "max": max, "abs": abs, "fabs": abs, "int": int, "float": float, "bool": bool}
    names.update({name: np.dtype(code).type for name, code in _DTYPES.items()})
    fixed = ((name, value) for (name, _, stays), value in zip(f["params"], values) if stays)
    names.update((name, int(v) if isinstance(v, np.integer) else v) for name, v in fixed)
    for name, text in f["values"]:
        try:
            names[name] = _evaluate(text, names)
        except _Unknown:
            pass
    return names


def _arrays(nest: Dict[str, Any], names: Dict[str, Any]) -> List[Any]:
    """Return the nest's arrays: ndarray, _Made, or None when it is not known here."""
    found: List[Any] = []
    for a in nest["arrays"]:
        value = names.get(a["name"])
        if isinstance(value, np.ndarray):
            found.append(value)
        elif "made" in a:
            try:
                found.append(_Made(tuple(_evaluate(n, names) for n in a["made"])))
            except _Unknown:
                found.append(_Made(()))
        else:
            found.append(None)
    return found


class _Question:
    """Collects answers; ``safe`` and ``unit`` become None when one is not known."""

    def __init__(self) -> None:
        self.safe: Optional[bool] = True
        self.unit: Optional[bool] = True
        self.reasons: List[str] = []

    def answer(self, which: str, good: Optional[bool], words: str) -> None:
        if good is True:
            return
        if good is False or getattr(self, which) is True:
            setattr(self, which, good)
        if words not in self.reasons:
            self.reasons.append(words)


def _ask_checks(q: _Question, nest: Dict[str, Any], names: Dict[str, Any]) -> None:
    for c in nest["checks"]:
        what = f"axis {c['axis']} of {c['array']}"
        try:
            extent = _evaluate(f"{c['array']}.shape[{c['axis']}]", names)
            low, high = _evaluate(c["min"], names), _evaluate(c["max"], names)
        except _Unknown as unknown:
            q.answer("safe", None, f"the indices of {what} depend on `{unknown}`, which the function computes")
            continue
        q.answer("safe", bool(0 <= low and high < extent),
                 f"indices of {what} go from {low} to {high}, and its size is {extent}: each one is checked")


def _ask_sizes(q: _Question, nest: Dict[str, Any], names: Dict[str, Any]) -> None:
    for size in nest["sizes"]:
        try:
            most = _evaluate(size, names)
        except _Unknown as unknown:
            q.answer("safe", None, f"the size of ints depends on `{unknown}`, which the function computes")
            continue
        q.answer("safe", most <= 2.0 ** 62, f"Python ints may be as large as {most:.3g}: each one is tested for 64 bits")


def _share(a: Any, b: Any) -> Optional[bool]:
    if isinstance(a, _Made) or isinstance(b, _Made):
        return False
    if a is None or b is None:
        return None
    try:
        return bool(np.shares_memory(a, b, max_work=_SHARE_EFFORT))
    except (np.exceptions.TooHardError if hasattr(np, "exceptions") else np.TooHardError):
        return None


def _ask_overlap(q: _Question, nest: Dict[str, Any], arrays: Sequence[Any]) -> None:
    for i, j in nest["disjoint"]:
        pair = f"{nest['arrays'][i]['name']} and {nest['arrays'][j]['name']}"
        shared = _share(arrays[i], arrays[j])
        if shared is None:
            q.answer("safe", None, f"whether {pair} share memory is only known while the function runs")
        else:
            q.answer("safe", not shared, f"{pair} share memory: the loop runs in order")


def _is_distinct(a: np.ndarray) -> Optional[bool]:
    """Are elements of different indices at different addresses?"""
    reach = a.itemsize
    for step, n in sorted((abs(s), n) for s, n in zip(a.strides, a.shape) if n > 1):
        if step < reach:
            return False if step == 0 else None
        reach += step * (n - 1)
    return True


def _is_unit(a: np.ndarray, axis: int) -> bool:
    good = a.flags.aligned
    for k, (step, n) in enumerate(zip(a.strides, a.shape)):
        good &= n <= 1 or (step == a.itemsize if k == axis else step % a.itemsize == 0)
    return bool(good)


def _ask_memory(q: _Question, nest: Dict[str, Any], arrays: Sequence[Any]) -> None:
    for about, a in zip(nest["arrays"], arrays):
        name = about["name"]
        if isinstance(a, np.ndarray) and about["written"] and a.ndim > 0:
            q.answer("safe", _is_distinct(a), f"elements of {name} share memory with each other: the loop runs in order")
        if not about["direct"]:
            continue
        if isinstance(a, _Made):
            order = about["axis"] < 0 or about["axis"] == (0 if about["order"] == "F" else len(about["made"]) - 1)
            q.answer("unit", order or len(about["made"]) == 1, f"{name} is made in the other order")
        elif a is None:
            q.answer("unit", None, f"how {name} is laid out is only known while the function runs")
        else:
            axis = about["axis"]
            q.answer("unit", _is_unit(a, axis),
                     f"neighbours along axis {axis} of {name} are not neighbours in memory (strides {a.strides}, "
                     f"itemsize {a.itemsize})")


def _version(q: _Question, nest: Dict[str, Any]) -> str:
    if q.safe is None or (q.safe and q.unit is None):
        return "unknown"
    if not q.safe:
        return "checked"
    strided = any(a["direct"] and a["any"] for a in nest["arrays"])
    return "contiguous" if q.unit else "strided" if strided else "checked"


def _threads(q: _Question, loop: Dict[str, Any], work: Optional[float]) -> Optional[int]:
    """Return how many threads work on the nest, and say why when it is one."""
    if not loop["nest"]["parallel"]:
        return 1
    if q.safe is False and loop["verdict"] != "checked":
        return 1
    if work is not None and work < PARALLEL_WORK:
        q.reasons.append(f"about {work:.3g} operations are less than the {PARALLEL_WORK:.3g} that are worth threads")
        return 1
    if loop["verdict"] == "checked":
        q.reasons.append("the call looks first whether two iterations touch one element")
    if loop["nest"]["copies"]:
        q.reasons.append("it runs in order if copies of the arrays it combines into would cost more than the loop")
        return None
    return None if q.safe is None or work is None else get_num_threads()


def _choice(loop: Dict[str, Any], names: Dict[str, Any]) -> Choice:
    nest = loop["nest"]
    arrays = _arrays(nest, names)
    inner = dict(names)
    inner.update((about["name"], a) for about, a in zip(nest["arrays"], arrays) if isinstance(a, _Made) and a.shape)
    q = _Question()
    _ask_checks(q, nest, inner)
    _ask_sizes(q, nest, inner)
    _ask_overlap(q, nest, arrays)
    _ask_memory(q, nest, arrays)
    work: Optional[float] = None
    try:
        work = float(_evaluate(nest["work"], inner)) if "work" in nest else None
    except _Unknown as unknown:
        q.reasons.append(f"its work depends on `{unknown}`, which the function computes")
    return Choice(loop["line"], loop["text"], _version(q, nest), _threads(q, loop, work), work, tuple(q.reasons))


def explain(functions: Sequence[Dict[str, Any]], bind: Callable[..., Any], args: Tuple[Any, ...],
            kwargs: Dict[str, Any]) -> Choices:
    """Return what each nest of the instance would choose for these arguments."""
    bound = bind(*args, **kwargs)
    bound.apply_defaults()
    values = list(bound.arguments.values())
    f = choose(functions, values)
    names = _names(f, values)
    choices = Choices(_choice(loop, names) for loop in f["loops"] if "nest" in loop)
    choices.signature = f["signature"]
    return choices
