"""NumPy functions that are written in Python, in frontend/prelude: see prelude_cases.py for the calls.

Each runs as plain Python, and compiled, and must do what NumPy's function does: results, their dtypes and shapes,
exceptions with their texts. One function of a test module is made per call and types of arguments.
"""
from __future__ import annotations

import ast
import cmath
import functools
import inspect
import math
import re
import types
from pathlib import Path
from typing import Any, Callable

import numpy
import numpy as np
import pycc
import pytest

from harness import SANITIZED, check, compile_file, failed, in_layout, layouts_of, load, outcome, run_pycc, same
from form_cases import FORMS
from prelude_cases import CASES, REFUSED

PRELUDE = Path(__file__).resolve().parents[2] / "frontend" / "prelude"
NAMES = "abcdef"


@functools.lru_cache(maxsize=None)
def prelude() -> dict[str, Any]:
    """All names of the prelude's sources, which share one namespace."""
    names: dict[str, Any] = {}
    for source in sorted(PRELUDE.glob("*.py")):
        if source.name != "embed.py":
            exec(compile(source.read_text(), str(source), "exec"), names)
    names["pycc"] = types.SimpleNamespace(**vars(pycc), _histogram=np.histogram,
                                          _histogram2d=np.histogram2d, _flattened=np.ndarray.flatten,
                                          _turned=lambda a, by, axis: np.take(a, np.arange(a.shape[axis]) - by, axis))
    for ufunc in ("hypot", "subtract", "divide", "power", "arctan2", "fmod", "fmax", "fmin", "copysign", "logaddexp",
                  "bitwise_or", "bitwise_and", "bitwise_xor", "gcd", "lcm", "left_shift", "floor_divide", "less"):
        text = (PRELUDE / "ufuncs.py").read_text().replace("ufunc", ufunc)
        methods: dict[str, Any] = dict(names)
        exec(compile(text, "ufuncs", "exec"), methods)
        names |= {n: f for n, f in methods.items() if n.startswith(f"{ufunc}__")}
    return names


class Library:
    """NumPy, or a module of it, with the prelude's functions in the place of its own."""

    def __init__(self, module: Any, path: str = "") -> None:
        self._module, self._path = module, path

    def __getattr__(self, name: str) -> Any:
        member = getattr(self._module, name, None)
        if isinstance(member, (type(np), np.ufunc)):
            return Library(member, f"{name}__")
        ours = prelude().get(self._path + name) or prelude().get(f"forms__{name}" if not self._path else "")
        return taking_lists(ours) if ours else member

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        return self._module(*args, **keywords)


def members(path: str) -> dict[str, Any]:
    """The prelude's functions whose names begin so, by what follows."""
    return {n.removeprefix(path): f for n, f in prelude().items() if n.startswith(path)}


class Python(Library):
    """A module of Python's, in the same way."""

    def __getattr__(self, name: str) -> Any:
        return members(self._path).get(name, getattr(self._module, name, None))


def taking_lists(function: Callable) -> Callable:
    """The function with arrays for lists and tuples where it asks for arrays, as the compiler passes them."""
    asked = [n for n, a in function.__annotations__.items() if a in (np.ndarray, "np.ndarray")]

    class Call:
        def __call__(self, *args: Any, **keywords: Any) -> Any:
            given = inspect.signature(function).bind(*args, **keywords).arguments
            return function(**{n: np.array(x) if n in asked and isinstance(x, (list, tuple)) else x
                               for n, x in given.items()})

        def __getitem__(self, items: Any) -> Any:
            """np.r_[...], and np.mgrid[...] of one slice."""
            if isinstance(items, slice) and "grid" in function.__name__:
                points = isinstance(items.step, complex)
                step = int(abs(items.step)) if points else 1 if items.step is None else items.step
                return function(items.start or 0, items.stop, step, points)
            items = items if isinstance(items, tuple) else (items,)
            return function(tuple(np.linspace(x.start or 0, x.stop, int(abs(x.step))) if isinstance(x, slice) and isinstance(x.step, complex)
                                  else np.arange(x.start or 0, x.stop, x.step) if isinstance(x, slice)
                                  else np.array(x) if isinstance(x, list) else x for x in items))
    return Call()


def annotation(x: Any) -> str:
    """The type of an argument, as pycc writes it."""
    if isinstance(x, np.ndarray):
        return f"{x.dtype.name.replace('bool', 'bool_')}[{', '.join(':' * x.ndim) or '()'}]"
    if isinstance(x, tuple):
        return f"tuple[{', '.join(map(annotation, x))}]"
    if isinstance(x, np.generic):
        return x.dtype.name.replace("bool", "bool_")
    assert type(x) in (bool, int, float, complex), f"write {x!r} into the call: a function that takes it stays Python's"
    return type(x).__name__


def signature(args: tuple) -> str:
    """The parameters of a function that takes these arguments."""
    return ", ".join(f"{n}: {annotation(x)!r}" for n, x in zip(NAMES, args))


@functools.lru_cache(maxsize=None)
def calls(name: str) -> list[tuple[str, str, list[tuple]]]:
    """Expression, parameters and argument tuples of every function of a test module."""
    found: dict[tuple[str, str], list[tuple]] = {}
    for expression, *rows in (CASES | FORMS)[name]:
        for args in rows:
            found.setdefault((expression, signature(args)), []).append(args)
    all_of_it = [(e, s, rows) for (e, s), rows in found.items()]
    return all_of_it[::5] if SANITIZED else all_of_it


GROUP = 6
GROUPS = [list(CASES | FORMS)[i:i + GROUP] for i in range(0, len(CASES | FORMS), GROUP)]


def group_calls(group: list[str]) -> list[tuple[str, str, list[tuple]]]:
    """The calls of several functions, which are compiled together."""
    return [call for name in group for call in calls(name)]


def program(group: list[str]) -> str:
    """The source of a test module."""
    functions = "".join(f"\n\ndef f{i}({s}):\n    return {e}\n" for i, (e, s, _) in enumerate(group_calls(group)))
    return f"import cmath\nimport math\n\nimport numpy as np\nimport pycc\n{functions}"


def expected(expression: str, args: tuple, np: Any = np) -> Callable:
    """The call as a function of the arguments, with NumPy or with what stands for it."""
    ours = {} if np is numpy else {n: taking_lists(f) for n, f in members("builtins__").items()}
    modules = {"math": Python(math, "math__"), "cmath": Python(cmath, "cmath__")} if ours else {"math": math, "cmath": cmath}
    return eval(f"lambda {', '.join(NAMES[:len(args)])}: {expression}", {"np": np, **modules, **ours})


def unlike(e: tuple[str, str], g: Any) -> str | None:
    """None for an exception of the same class whose text NumPy's begins with, which adds numbers to some."""
    fits = isinstance(g, tuple) and len(g) == 2 and g[0] == e[0] and g[1] and e[1].startswith(g[1])
    return None if fits else f"{g} instead of {e}"


@pytest.mark.parametrize("name", CASES)
def test_interpreted(name: str) -> None:
    """The prelude's function is plain Python, and does what NumPy's does."""
    for expression, _, rows in calls(name):
        for args in rows:
            e = outcome(expected(expression, args), args)
            g = outcome(expected(expression, args, Library(np)), args)
            wrong = unlike(e[0], (g[0][0], g[0][1].lstrip("\1")) if failed(g) else g[0]) if failed(e) else same(e[0], g[0], False)
            assert wrong is None, f"{expression} of {args}: {wrong}"


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: "-".join(group))
def test_compiled(group: list[str], tmp_path: Path) -> None:
    """The compiled call does what NumPy does, in every layout of the arguments."""
    source = tmp_path / f"p_{group[0]}.py"
    source.write_text(program(group))
    module = load(f"p_{group[0]}", compile_file(source, tmp_path, "-O0"))
    for i, (expression, _, rows) in enumerate(group_calls(group)):
        for args in rows:
            for layout in layouts_of(args):
                shaped, what = in_layout(args, layout), f"{expression} of {args} in {layout}"
                e = outcome(expected(expression, args), shaped)
                if failed(e):
                    wrong = unlike(e[0], outcome(getattr(module, f"f{i}"), shaped)[0])
                    assert wrong is None, f"{what}: {wrong}"
                else:
                    check(e, getattr(module, f"f{i}"), shaped, False, what)


PARALLEL = ("np.tril(a)", "np.vander(a[0])", "np.searchsorted(np.sort(a[0]), a)", "np.convolve(a[0], a[1])",
            "np.repeat(a, 3, axis=1)", "np.interp(a, np.sort(a[0]), a[1])", "np.unwrap(a)", "np.polyval(a[0, :4], a)",
            "np.hypot.reduce(a, axis=1)", "np.logaddexp.accumulate(a, axis=1)", "np.add.reduceat(a[0], [0, 5, 90])")


def test_threads(tmp_path: Path) -> None:
    """Loops that run in parallel give the same bits on any number of threads."""
    source = tmp_path / "threads.py"
    source.write_text("import numpy as np\n" + "".join(
        f"\n\ndef f{i}(a: 'float64[:, :]'):\n    return {e}\n" for i, e in enumerate(PARALLEL)))
    module = load("threads", compile_file(source, tmp_path))
    a = np.random.default_rng(3).normal(size=(200, 300))
    before = pycc.get_num_threads()
    for i, expression in enumerate(PARALLEL):
        results = []
        for threads in (1, 2, 5):
            pycc.set_num_threads(threads)
            results.append(getattr(module, f"f{i}")(a))
        pycc.set_num_threads(before)
        assert all(same(results[0], r, True) is None for r in results[1:]), expression
        assert same(expected(expression, (a,))(a), results[0], False) is None, expression


@pytest.mark.parametrize("expression, args, message", REFUSED, ids=[r[0] for r in REFUSED])
def test_refused(expression: str, args: tuple, message: str, tmp_path: Path) -> None:
    """Messages are about the call, at its place in the user's text."""
    source = tmp_path / "prog.py"
    source.write_text(f"import numpy as np\n\n\ndef f({signature(args)}):\n    return {expression}\n")
    done = run_pycc(source, "-o", tmp_path / "prog.so")
    assert done.returncode == 1 and message in done.stderr, done.stderr
    assert "prog.py:5:" in done.stderr and done.stderr.count("error:") == 1, done.stderr


def test_every_function_has_cases() -> None:
    """No function of the prelude is left out."""
    public = {n for n, f in prelude().items() if not n.startswith("_") and hasattr(f, "__code__")
              and "prelude" in f.__code__.co_filename}
    told = {n for n in public if n.startswith(("finfo__", "iinfo__"))}
    public = public - told | {"typeinfo"}
    statements = {"list__delitem", "list__delslice", "list__setslice"}  # programs/python_forms.py, with heapq, and compared.py
    statements |= {n for n in public if n.startswith(("heapq__", "bisect__", "copperhead__", "os_path__"))}  # programs/bisected.py, files_opened.py, exec/copperhead
    statements |= {n for n in public if n.startswith("scipy_")}  # programs/scipy_*.py
    statements |= {n for n in public if n.startswith("polynomial__")}  # programs/polynomials.py, with poly1d
    statements |= {"pycc__nested", "builtins__dict", "builtins__set"}  # programs/ragged.py, programs/dicts.py
    statements |= {"builtins__open", "array__array"}  # programs/files_opened.py, arrays_of_c.py
    statements |= {n for n in public if n.startswith("random__")}  # programs/random_python.py
    statements |= {n for n in public if n.startswith("str__")}  # programs/strings.py, string_methods.py
    statements |= {f"builtins__{n}" for n in ("ord", "chr", "str", "repr", "bin", "oct", "hex", "hash")}
    statements |= {"base_repr", "binary_repr"}  # programs/number_texts.py
    statements |= {"strides__as_strided"}  # programs/lists_for_arrays.py, of one layout
    library = ("itertools__", "functools__", "operator__", "builtins__filter", "builtins__tuple", "builtins__next", "builtins__byte",
               "collections__", "dict__", "builtins__frozenset", "statistics__", "int__", "float__")
    statements |= {n for n in public if n.startswith(library)}  # programs/iterators.py
    assert public - statements == set(CASES)


def test_shared_helpers_stand_in_the_index() -> None:
    """frontend/prelude/README.md lists the helpers that several families use, and no other name."""
    home, users = {}, {}
    for path in sorted(PRELUDE.glob("*.py")):
        tree = ast.parse(path.read_text())
        home |= {f.name: path.stem for f in tree.body if isinstance(f, ast.FunctionDef) and f.name.startswith("_")}
        for node in ast.walk(tree):
            if isinstance(node, ast.Name):
                users.setdefault(node.id, set()).add(path.stem)
    shared = {name for name, family in home.items() if users.get(name, set()) - {family}}
    index = (PRELUDE / "README.md").read_text()
    assert set(re.findall(r"`(_\w+)\(", index)) == shared
    assert {p.stem for p in PRELUDE.glob("*.py")} - {"embed"} <= set(re.findall(r"`(\w+)`", index))
