"""Compiles test programs and compares them with the interpreter.

A program is a module in programs/ with annotated functions and CASES: for each function's name a list
of argument tuples (a dict at the end holds keyword arguments); ONE_TYPE names the functions whose result
is a Python number in the interpreter on some paths and a NumPy one on others, ROUNDED those that are not bit-equal
even with --fp=strict because they call mathematical functions or NumPy's sum (docs/semantics.md), CATCHES_INDEX those
that catch an IndexError, which --no-bounds-check takes away; ALIGNED, where true, that the functions it calls refuse
arrays at odd addresses. Every case runs interpreted and compiled on the same
arguments; the results, the arguments afterwards and the exceptions must agree. Arrays are passed in several layouts.
"""
from __future__ import annotations

import copy
import fcntl
import functools
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Callable

import numpy as np
import pycc
import pytest

HERE = Path(__file__).resolve().parent
PYCC = os.environ.get("PYCC") or str(Path(sys.executable).parent / "pycc")
SANITIZED = bool(os.environ.get("PYCC_SANITIZED"))
# What the C compiler is asked for where it is to find time for little; sanitizers are three times dearer there.
O1 = "-O0" if SANITIZED else "-O1"
DEVICE = any(Path("/etc/OpenCL/vendors").glob("*.icd"))


def load(name: str, path: Path) -> ModuleType:
    """The module at path, source or extension, under a name of its own."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run_pycc(*arguments: object) -> subprocess.CompletedProcess:
    """Runs the compiler; its output is text. What is not to be optimised is for Clang, which takes half of GCC's time for it."""
    environment = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}
    if "-O0" in arguments and shutil.which("clang"):
        environment.setdefault("CC", "clang")
    return subprocess.run([PYCC, *map(str, arguments)], capture_output=True, text=True, env=environment)


def compile_file(source: Path, folder: Path, *flags: str) -> Path:
    """Compiles source into folder; returns the extension module's path."""
    target = folder / f"{source.stem}.so"
    done = run_pycc(source, "-o", target, *flags)
    assert done.returncode == 0, done.stderr
    return target


def compile_text(text: str, folder: Path, *flags: str, name: str = "prog") -> ModuleType:
    """Compiles and loads a module given as text."""
    source = folder / f"{name}.py"
    source.write_text(text)
    return load(name, compile_file(source, folder, *flags))


# ---- arguments

def _strided(a: np.ndarray) -> np.ndarray:
    big = np.zeros([2 * n + 1 for n in a.shape], a.dtype)
    view = big[tuple(slice(1, 2 * n + 1, 2) for n in a.shape)]
    view[...] = a
    return view


def _reversed(a: np.ndarray) -> np.ndarray:
    flip = (slice(None, None, -1),) * a.ndim
    return a[flip].copy()[flip]


def _unaligned(a: np.ndarray) -> np.ndarray:
    memory = np.zeros(a.nbytes + 1, np.uint8)
    view = np.frombuffer(memory.data, a.dtype, a.size, offset=1).reshape(a.shape)
    view[...] = a
    return view


LAYOUTS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "C": np.ascontiguousarray,
    "F": np.asfortranarray,
    "strided": _strided,
    "reversed": _reversed,
    "unaligned": _unaligned,
}


def in_layout(args: tuple, layout: str) -> tuple:
    """The arguments with every array in the given layout; what shares memory keeps sharing it."""
    def convert(x: Any) -> Any:
        if isinstance(x, pycc.nested):
            return pycc._nested(convert(x.data), convert(x.offsets))
        return LAYOUTS[layout](x) if isinstance(x, np.ndarray) and x.ndim > 0 else x
    return tuple(map(convert, args))


def duplicate(args: tuple) -> tuple:
    """A deep copy of the arguments that keeps strides, alignment and overlaps."""
    bases: dict[int, np.ndarray] = {}

    def base_of(a: np.ndarray) -> np.ndarray:
        while isinstance(a.base, np.ndarray):
            a = a.base
        return a

    def convert(x: Any) -> Any:
        if isinstance(x, pycc.nested):
            return pycc._nested(convert(x.data), convert(x.offsets))
        if not isinstance(x, np.ndarray):
            return copy.deepcopy(x)
        base = base_of(x)
        start, end = np.lib.array_utils.byte_bounds(base)
        if id(base) not in bases:
            memory = np.empty(end - start + 128, np.uint8)
            shift = (start - memory.ctypes.data) % 64
            new = memory[shift:shift + end - start]
            if end > start:
                new[...] = np.asarray(_Memory(start, end - start, base))
            bases[id(base)] = new
        new = bases[id(base)]
        view = np.ndarray(x.shape, x.dtype, new, x.__array_interface__["data"][0] - start, x.strides)
        view.flags.writeable = x.flags.writeable
        return view

    return tuple(map(convert, args))


class _Memory:
    """What np.asarray makes an array of so many bytes of, which keeps their owner."""

    def __init__(self, address: int, size: int, owner: np.ndarray) -> None:
        self.__array_interface__ = {"shape": (size,), "typestr": "|u1", "data": (address, True), "version": 3}
        self.owner = owner


# ---- comparing

def _zero_signs(a: np.ndarray) -> np.ndarray:
    """Where a is a zero with the sign bit set."""
    if a.dtype.kind == "c":
        return np.stack([_zero_signs(a.real), _zero_signs(a.imag)])
    return (a == 0) & np.signbit(a)


def same(expected: Any, got: Any, exact: bool) -> str | None:
    """None when equal, else what differs. Types must agree too; exact: to the sign of zeros."""
    if type(expected) is not type(got):
        return f"type {type(got).__name__} instead of {type(expected).__name__}: {got!r} instead of {expected!r}"
    if isinstance(expected, pycc.nested):
        return same(list(expected), list(got), exact)
    if hasattr(expected, "indptr"):
        return same(*((x.data, x.indices, x.indptr, x.shape) for x in (expected, got)), exact)
    if isinstance(expected, (tuple, list)):
        if len(expected) != len(got):
            return f"{len(got)} items instead of {len(expected)}"
        return next((w for w in (same(e, g, exact) for e, g in zip(expected, got)) if w), None)
    if isinstance(expected, dict):
        return (same(tuple(expected.values()), tuple(got.values()), exact) if list(expected) == list(got)
                else f"keys {list(got)} instead of {list(expected)}")
    if expected is None or isinstance(expected, str):
        return None if expected == got else f"{got!r} instead of {expected!r}"
    e, g = np.asarray(expected), np.asarray(got)
    if e.dtype != g.dtype or e.shape != g.shape:
        return f"{g.dtype}{g.shape} instead of {e.dtype}{e.shape}"
    if e.tobytes() == g.tobytes():
        return None
    if e.dtype.kind == "c" and exact:
        e, g = np.stack([e.real, e.imag], -1), np.stack([g.real, g.imag], -1)
    if e.dtype.kind in "fc" and not exact:
        eps = 8 * np.finfo(e.dtype).eps
        scale = np.max(np.abs(e[np.isfinite(e)]), initial=0.0)
        ok = np.isclose(g, e, rtol=eps * 32, atol=float(scale) * eps, equal_nan=True)
    else:
        ok = (e == g) | ((e != e) & (g != g))
    if np.all(ok):
        signed = exact and e.dtype.kind in "fc" and np.any(_zero_signs(e) != _zero_signs(g))
        return f"zeros of another sign: {g!r} instead of {e!r}" if signed else None
    at = np.argwhere(~np.asarray(ok))[0]
    where = f" at {tuple(map(int, at))}" if e.ndim else ""
    return f"{g[tuple(at)]!r} instead of {e[tuple(at)]!r}{where}"


DOMAIN_314 = re.compile("^expected (a|an|argument) .*")  # docs/semantics.md, "math"


def outcome(function: Callable, args: tuple) -> tuple[Any, tuple]:
    """What a call returned, or (exception class, text), and the arguments afterwards."""
    args = duplicate(args)
    keywords = args[-1] if args and isinstance(args[-1], dict) else {}
    try:
        with np.errstate(all="ignore"):
            result = function(*args[:len(args) - bool(keywords)], **keywords)
    except Exception as error:
        result = (type(error).__name__, DOMAIN_314.sub("math domain error", str(error)))
    return result, args


def failed(expected: tuple[Any, tuple]) -> bool:
    """Is this outcome an exception?"""
    return isinstance(expected[0], tuple) and bool(expected[0]) and isinstance(expected[0][0], str)


def check(expected: tuple[Any, tuple], compiled: Callable, args: tuple, exact: bool, what: str,
          one_type: bool = False) -> None:
    """Fails unless compiled does what was expected."""
    got = outcome(compiled, args)
    result = expected[0]
    if one_type and isinstance(result, (bool, int, float, complex)) and isinstance(got[0], np.generic):
        result = type(got[0])(result)
    wrong = same(result, got[0], exact)
    assert wrong is None, f"{what}: result: {wrong}"
    if failed(expected) and any(isinstance(a, np.ndarray) for a in args) and "prange" in what:
        return  # other iterations of a parallel loop may have written before it ended
    for i, (e, g) in enumerate(zip(expected[1], got[1])):
        wrong = same(e, g, exact) if isinstance(e, (np.ndarray, list, pycc.nested)) else None
        assert wrong is None, f"{what}: argument {i} afterwards: {wrong}"


# ---- programs

@functools.lru_cache(maxsize=None)
def programs() -> list[Path]:
    """The files of programs/ that this interpreter can run."""
    return sorted(p for p in (HERE / "programs").glob("*.py") if p not in too_new())


@functools.lru_cache(maxsize=None)
def too_new() -> dict[Path, str]:
    """The other files, which say `# needs Python 3.N: WHAT` of a later version, with these words."""
    said = ((p, re.search(r"^# (needs Python 3\.(\d+): .*)", p.read_text(), re.M)) for p in (HERE / "programs").glob("*.py"))
    return {p: m[1] for p, m in sorted(said) if m and int(m[2]) > sys.version_info[1]}


def rows_of(module: ModuleType, name: str) -> list[tuple]:
    """The arguments of every case of a function."""
    return [args if isinstance(args, tuple) else (args,) for args in module.CASES[name]]


def layouts_of(args: tuple) -> list[str]:
    """The layouts worth a run for these arguments."""
    ranks = [a.ndim for a in args if isinstance(a, np.ndarray)] + [1 for a in args if isinstance(a, pycc.nested)]
    if not ranks or max(ranks) == 0:
        return ["C"]
    return list(LAYOUTS) if max(ranks) > 1 else [k for k in LAYOUTS if k != "F"]


@functools.lru_cache(maxsize=None)
def reference(path: Path) -> ModuleType:
    """The program as the interpreter runs it."""
    return load(path.stem, path)


def device_or_skip(monkeypatch: pytest.MonkeyPatch, transfers: str = "auto") -> None:
    """Nests of marked functions go to a device for the rest of the test, which is skipped where there is none.
    """
    if not DEVICE:
        pytest.skip("no OpenCL driver is installed")
    monkeypatch.setenv("PYCC_PLACE", "gpu")
    monkeypatch.setenv("PYCC_TRANSFERS", transfers)


def shared_folder(factory: pytest.TempPathFactory, name: str) -> Path:
    """A folder that the processes of pytest-xdist share."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    folder.mkdir(exist_ok=True)
    return folder


def compile_once(source: Path, folder: Path, *flags: str, text: str | None = None) -> Path:
    """compile_file for a folder that several processes share: the first one compiles, and writes the text if given."""
    with open(folder / f"{source.stem}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        target = folder / f"{source.stem}.so"
        if target.exists():
            return target
        if text is not None:
            source.write_text(text)
        return compile_file(source, folder, *flags)


def compile_text_once(text: str, folder: Path, *flags: str, name: str) -> ModuleType:
    """compile_text for a folder that several processes share; the name stands for the text and the flags."""
    return load(name, compile_once(folder / f"{name}.py", folder, *flags, text=text))


def overlapping(args: tuple) -> bool:
    """Do two of the array arguments share memory?"""
    arrays = [a for a in args if isinstance(a, np.ndarray)]
    return any(np.may_share_memory(a, b) for i, a in enumerate(arrays) for b in arrays[:i])
