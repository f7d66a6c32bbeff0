"""The loops of races/: splitting their files, what they expect, and what the compiler says.

A file of the catalogue is a module with functions and VERDICTS, which has for every function's name one of
these, or several with " | " between when each would do:

    independent               every prange loop of it is independent
    reduction(+, s)           one of its loops combines into s with +, none is refused
    checked                   it depends on the call; CASES are fine, COLLIDING collide
    conflict: PY401 word      refused with this code (or PY401/PY402), and its message says this
    guarded: x u              accepted because the call finds out that arrays x and u overlap: then it runs in order

CASES has for every name a list of argument tuples (one tuple for what is refused).
"""
from __future__ import annotations

import ast
import functools
import re
from pathlib import Path
from types import ModuleType
from typing import Any, Callable

import numpy as np

from harness import SANITIZED, compile_text_once, load, outcome, run_pycc, same

RACES = Path(__file__).resolve().parent / "races"
# Sanitizers look at what the code does, not at how threads happen to meet: that is test_tsan.py's.
THREADS = (1, 5) if SANITIZED else (1, 2, 5, 16)
REPEATS = 4 if SANITIZED else 20


@functools.lru_cache(maxsize=None)
def catalogue(name: str) -> ModuleType:
    """A file of races/, interpreted."""
    path = RACES / f"{name}.py"
    return load(path.stem, path)


def names(file: str, verdict: str = "") -> list[str]:
    """The functions of a file whose verdict begins so."""
    return [k for k, v in catalogue(file).VERDICTS.items() if v.startswith(verdict)]


# ---- splitting

@functools.lru_cache(maxsize=None)
def _parts(file: str) -> tuple[str, dict[str, tuple[str, set[str]]]]:
    """The imports, and per function its text and the names it uses."""
    text = (RACES / f"{file}.py").read_text()
    imports, functions = [], {}
    for node in ast.parse(text).body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            imports.append(ast.get_source_segment(text, node))
        elif isinstance(node, ast.FunctionDef):
            used = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
            functions[node.name] = ast.get_source_segment(text, node), used
    return "\n".join(imports), functions


def source(file: str, *wanted: str) -> str:
    """A module with these functions and their helpers only."""
    imports, functions = _parts(file)
    keep: set[str] = set()
    todo = list(wanted)
    while todo:
        name = todo.pop()
        if name in functions and name not in keep:
            keep.add(name)
            todo.extend(functions[name][1])
    return "\n\n\n".join([imports, *(functions[k][0] for k in functions if k in keep)]) + "\n"


# ---- what the compiler says

@functools.lru_cache(maxsize=None)
def verdict(file: str, name: str, folder: Path, flags: tuple[str, ...] = ()) -> tuple[bool, str]:
    """(accepted, plan) or (refused, messages) of one function alone, without the loops of library functions that it calls."""
    path, text = folder / f"{Path(file).name}__{name}.py", source(file, name)
    path.write_text(text)
    done = run_pycc("--emit", "plan", *flags, path)
    assert done.returncode in (0, 1), f"the compiler failed: {done.returncode}\n{done.stderr}"
    if done.returncode == 1:
        return False, done.stderr
    parts = re.split(r"^(?=function )", done.stdout, flags=re.M)
    return True, "".join(_own(part, text) for part in parts if not part.startswith("function bincount"))


def _own(plan: str, text: str) -> str:
    """A plan without the loops at lines that write none: those of inlined functions."""
    loops = {n for n, line in enumerate(text.splitlines(), 1) if "range(" in line}
    kept, keep = [], True
    for line in plan.splitlines():
        loop = re.match(r"\s*loop \w+, line (\d+):", line)
        keep = int(loop[1]) in loops if loop else keep or not line.startswith(" " * 12)
        kept += [line] if keep else []
    return "\n".join([*kept, ""])


def _loops(plan: str) -> list[str]:
    """The verdicts of the prange loops of a plan: "independent", "reduction: s by +; n by +", ..."""
    found = []
    for line in plan.splitlines():
        loop = re.match(r"\s*loop \w+, line \d+: (\w+)", line)
        reduction = re.match(r"\s*reduction: (.*)", line)
        if loop:
            found.append(loop[1])
        elif reduction:
            found[-1] += f"; {reduction[1]}"
    return [v for v in found if not v.startswith("serial")]


def _says(text: str, what: str) -> bool:
    """Is it in the text; as a word of its own when it is a name?"""
    return bool(re.search(rf"\b{what}\b", text)) if what.isidentifier() else what in text


def _meets_one(expected: str, accepted: bool, text: str) -> bool:
    conflict = re.fullmatch(r"conflict: (\S+) ?(.*)", expected)
    if conflict:
        codes = conflict[1].split("/")
        messages = re.findall(r"error: (.*) \[(PY\d+)\]", text)
        return (not accepted and all(code.startswith("PY40") for _, code in messages)
                and any(code in codes and _says(message, conflict[2]) for message, code in messages))
    loops = _loops(text) if accepted else []
    if expected == "checked":
        return bool(loops) and any("checked" in v for v in loops)
    if expected.startswith("guarded: "):
        return accepted and bool(re.search(rf"disjoint:.*\b{expected[9:]}\b", text))
    reduction = re.fullmatch(r"reduction\((\S+), (\w+)\)", expected)
    if reduction:
        by = re.compile(rf"\b{reduction[2]}(_\d+)?(\[.*\])? by {re.escape(reduction[1])}($|;)")
        return any(by.search(v) for v in loops) and all(re.match("independent|reduction", v) for v in loops)
    assert expected == "independent", expected
    return bool(loops) and all(v == "independent" for v in loops)


def meets(expected: str, accepted: bool, text: str) -> bool:
    """Is what the compiler said what the catalogue expects?"""
    return any(_meets_one(e, accepted, text) for e in expected.split(" | "))


WITNESS = [re.compile(p) for p in (
    r"iterations (\w+)=(?P<a>.+?) and \1=(?P<b>.+?) both write (?P<array>\w+)\[(?P<at>.*)\] \[PY",
    r"iteration (\w+)=(?P<a>.+?) writes (?P<array>\w+)\[(?P<at>.*)\], which iteration \1=(?P<b>.+?) reads \[PY")]
CARRIED = re.compile(r"^\S+?:(?P<write>\d+):\d+: error: '(?P<name>\w+)' carries .*?"
                     r"^\S+?:(?P<read>\d+):\d+: note: iteration (?P<i>\w+)=(?P<b>.+?) may read here what iteration (?P=i)=(?P<a>.+?) has",
                     re.M | re.S)


def witness(messages: str, values: dict[str, Any] = {}) -> tuple[int, int, str, tuple[int, ...]] | None:
    """Two iterations, an array and an element that a message shows, for these values of the parameters."""
    found = next((m for m in (p.search(messages) for p in WITNESS) if m), None)
    if not found:
        return None
    a, b, at = (eval(found[k] or "()", {}, dict(values)) for k in ("a", "b", "at"))
    return a, b, found["array"], at if isinstance(at, tuple) else (at,)


def carried(messages: str, values: dict[str, Any] = {}) -> tuple[int, int, int, int] | None:
    """Two iterations, the line where the first writes a variable and the one where the second reads it."""
    found = CARRIED.search(messages)
    if not found:
        return None
    return (*(eval(found[k], {}, dict(values)) for k in "ab"), int(found["write"]), int(found["read"]))


# ---- running

def _compile(file: str, wanted: list[str], folder: Path, flags: tuple[str, ...]) -> dict[str, Any]:
    """These functions, or why they do not compile; in one module if they all do."""
    name = re.sub(r"\W", "_", f"{Path(file).name}__{wanted[0]}_{len(wanted)}{''.join(flags)}")
    try:
        module = compile_text_once(source(file, *wanted), folder, *flags, name=name)
    except AssertionError as failed:
        if len(wanted) == 1:
            return {wanted[0]: failed}
        half = len(wanted) // 2
        return _compile(file, wanted[:half], folder, flags) | _compile(file, wanted[half:], folder, flags)
    return {k: getattr(module, k) for k in wanted}


@functools.lru_cache(maxsize=None)
def _compiled(file: str, folder: Path, flags: tuple[str, ...]) -> dict[str, Any]:
    """The functions of a file that the compiler accepts."""
    return _compile(file, [k for k in names(file) if verdict(file, k, folder, flags)[0]], folder, flags)


def compiled(file: str, name: str, folder: Path, flags: tuple[str, ...] = ()) -> Callable:
    """A compiled function; fails when it is refused or does not compile."""
    accepted, text = verdict(file, name, folder, flags)
    assert accepted, f"refused:\n{text}"
    function = _compiled(file, folder, flags)[name]
    if isinstance(function, AssertionError):
        raise function
    return function


def identical(one: tuple[Any, tuple], two: tuple[Any, tuple]) -> str | None:
    """None when two outcomes agree in every bit. After an exception only the exception counts."""
    if isinstance(one[0], tuple) and one[0] and isinstance(one[0][0], str):
        return None if one[0] == two[0] else f"{two[0]} instead of {one[0]}"
    pairs = [(one[0], two[0]), *((a, b) for a, b in zip(one[1], two[1]) if isinstance(a, np.ndarray))]
    for a, b in pairs:
        if type(a) is not type(b) or np.asarray(a).tobytes() != np.asarray(b).tobytes():
            return same(a, b, True) or f"bits differ: {b!r} instead of {a!r}"
    return None


def raced(got: tuple[Any, tuple]) -> bool:
    """Did the call raise RaceError?"""
    return isinstance(got[0], tuple) and bool(got[0]) and got[0][0] == "RaceError"


def check_equal(expected: tuple[Any, tuple], got: tuple[Any, tuple], what: str) -> None:
    """Fails unless a compiled call did what the interpreter did."""
    wrong = same(expected[0], got[0], False)
    assert wrong is None, f"{what}: result: {wrong}"
    if isinstance(expected[0], tuple) and expected[0] and isinstance(expected[0][0], str):
        return  # other iterations may have written before the exception was raised
    for i, (e, g) in enumerate(zip(expected[1], got[1])):
        wrong = same(e, g, False) if isinstance(e, np.ndarray) else None
        assert wrong is None, f"{what}: argument {i} afterwards: {wrong}"


def run_everywhere(interpreted: Callable, fast: Callable, rows: list[tuple],
                   set_threads: Callable[[int], None]) -> None:
    """Every case on all numbers of threads; the last one REPEATS times.

    Equal to the interpreter, and to itself in every bit.
    """
    for number, args in enumerate(rows):
        expected = outcome(interpreted, args)
        first = None
        for threads in THREADS:
            set_threads(threads)
            for turn in range(REPEATS if number == len(rows) - 1 else 1):
                got = outcome(fast, args)
                what = f"case {number}, {threads} threads, turn {turn}"
                if first is None:
                    check_equal(expected, got, what)
                    first = got
                wrong = identical(first, got)
                assert wrong is None, f"{what}: differs from the first run: {wrong}"
