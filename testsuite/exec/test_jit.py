"""pycc.jit: functions compiled when they are called do what the interpreter does; what they keep, say and refuse."""
from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
import threading
import time
import warnings
from pathlib import Path
from typing import Any, Callable, Iterator

import jit_helpers
import numpy as np
import pytest
from harness import PYCC, compile_text, duplicate, same, shared_folder

import pycc

HERE = Path(__file__).resolve().parent
PROGRAM = HERE / "jit_program.py"


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One cache for all processes of the tests, and the C compiler at its fastest."""
    folder = shared_folder(tmp_path_factory, "jit")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYCC_CACHE", str(folder))
        patch.setenv("CFLAGS", "-O0")
        yield folder


@pytest.fixture(scope="module")
def program(cache: Path) -> Any:
    import jit_program
    return jit_program


def environment(cache: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "PYCC_CACHE": str(cache), "PYTHONPATH": str(HERE), **more}


def outcome(function: Callable[..., Any], args: tuple, kwargs: dict) -> Any:
    args = duplicate(args)
    try:
        with np.errstate(all="ignore"):
            result = function(*args, **kwargs)
    except Exception as error:
        return type(error).__name__, str(error)
    return result, args


A = np.arange(1.0, 6.0)
M = np.arange(12.0).reshape(3, 4)
FROZEN = np.arange(3.0)
FROZEN.flags.writeable = False
BODIES = np.zeros(3, [("x", "f8", (3,)), ("n", "i4")])
PARTS = np.ones(2, [("kind", "i1"), ("name", "U3"), ("of", [("re", "f4"), ("im", "f4")])])
PADDED = np.ones(2, np.dtype([("kind", "i1"), ("x", "f8"), ("n", "i4")], align=True))
DAYS = np.array(["2020-02-28", "NaT", "2021-01-01"], "M8[D]")
BYTES = np.zeros(33, np.uint8)[1:].view(np.float64)  # not aligned

CASES = [
    ("constants", (A,), {}), ("constants", (A[::2],), {}), ("constants", (A.astype(np.float32),), {}),
    ("defaults", (A,), {}), ("defaults", (A, 2), {}), ("defaults", (A,), {"k": 1}), ("defaults", (A, 4, 1.5), {"how": "x"}),
    ("defaults", (A,), {"how": "x", "dtype": np.int64}), ("defaults", (A,), {"how": "x", "dtype": np.dtype("f4")}),
    ("defaults", (), {}), ("defaults", (A, 1, 2, 3), {}), ("defaults", (A,), {"n": 1}), ("defaults", (A,), {"q": 1}),
    ("mode", (A,), {}), ("mode", (A, "y"), {}), ("mode", (A,), {"w": A}), ("mode", (A, "y", 2), {}),
    ("factorial", (10,), {}), ("factorial", (0,), {}),
    ("mapped", (np.sin, A), {}), ("mapped", (lambda x: x + 1, A), {}),
    ("containers", ([1.0, 2.0], (3, 2.5)), {}), ("containers", ([1, 2], (3, 4)), {}),
    ("containers", ([A, A[::-1]], (2, 1)), {}),
    ("nested", (np.arange(3),), {}), ("uses_complex", (A,), {}), ("uses_complex", (A, 2j, (1, 3j)), {}),
    ("fill", (A, 2.0), {}), ("fill", (M.T, 1), {}), ("fill", (M[:0], 1), {}), ("fill", (BYTES, 7.5), {}),
    ("waited", (DAYS, DAYS[0]), {}), ("waited", (DAYS[1], DAYS[0]), {}), ("waited", (DAYS - DAYS[0], np.timedelta64(3, "h")), {}),
    ("waited", (np.timedelta64(9), np.timedelta64(4)), {}), ("waited", (np.timedelta64(9, "us"), np.timedelta64(4)), {}), ("waited", (np.datetime64("NaT"), DAYS[0]), {}),
    ("kept_slice", (slice(2),), {}), ("kept_slice", (slice(1, None, 2),), {}), ("slice_of", (3,), {}), ("slice_of", (None,), {}), ("slice_of", (1, None, 3), {}),
    ("fields", (BODIES, PARTS), {}), ("fields", (BODIES[::2], PARTS), {}), ("padded", (PADDED,), {}), ("latest", (DAYS,), {}), ("latest", (DAYS[::2],), {}),
    *[("part", (M, index), {}) for index in (slice(1, 3), slice(0, None), slice(None), ..., (..., 1), (slice(2), np.int8(1)), (None, slice(None, None, -1), ...),
                                             (slice(1, 3), np.array([0, 2])), (slice(0, 9), slice(5, 0, -2)))],
    ("part", ([1, 2, 3], slice(-2, None)), {}), ("part", ("words", slice(None, None, -1)), {}),
    ("over", (range(4), A), {}), ("over", (range(0, 4, 3), A), {}), ("over", (range(4, 0, -2), A), {}),
    ("uses_star", (A, 1), {}), ("uses_star", (M, 1), {}), ("adds_rest", (1, 2, 3), {}), ("adds_rest", (1.5,), {}), ("adds_rest", (A, A, A), {}),
    ("set_parts", (M, (slice(None), 0), slice(1, 3), 7.5), {}), ("set_parts", (M, ..., slice(None, None, -2), 1), {}),
    ("item", (A, 1), {}), ("item", (A, -6), {}), ("item", (A, np.int8(2)), {}), ("item", (FROZEN, 1), {}),
    ("item", (M, 1), {}), ("marked", (A,), {}), ("calls_jitted", (A,), {}), ("rank_of", (M,), {}), ("rank_of", (M, 1), {}),
    ("declared", (A,), {}), ("declared", (A.astype(np.float32), 2), {}), ("declared", (A,), {"n": 3}), ("declared_types", (A, np.float64(2)), {}),
    *[("number", (x,), {}) for x in (2, 2.5, 1j, True, np.int8(3), np.uint64(2**63), np.float32(0.1), np.float64(0.1),
                                     np.complex64(1j), np.array(2.5), np.bool_(True))],
]


@pytest.mark.parametrize("view", [np.ndarray, np.recarray])
@pytest.mark.parametrize("step", [1, 2])
def test_records_are_the_callers(view: type, step: int, program: Any) -> None:
    """What is written into a record, or by a recarray's attributes, is written into the array that it is of."""
    told = []
    for call in (lambda f: f.__wrapped__, lambda f: f):
        bodies, other = BODIES.copy().view(view), np.rec.array(BODIES)
        told.append(repr([call(program.record)(bodies[1], 3), call(program.record)(other[0], 2),
                          call(program.attributes)(bodies.view(np.recarray)[::step], other[0]), bodies, other]))
    assert told[0] == told[1]


@pytest.mark.parametrize("name", sorted({c[0] for c in CASES}))
def test_as_interpreted(name: str, program: Any) -> None:
    function = getattr(program, name)
    for _, args, kwargs in (c for c in CASES if c[0] == name):
        expected = outcome(function.__wrapped__, args, kwargs)
        got = outcome(function, args, kwargs)
        if isinstance(expected[0], str) and isinstance(expected[1], str):
            assert got == expected, (args, kwargs)
        else:
            wrong = same(expected[0], got[0], False) or next(
                (w for e, g in zip(expected[1], got[1]) if isinstance(e, np.ndarray) and (w := same(e, g, True))), None)
            assert wrong is None, f"{name}{args} {kwargs}: {wrong}"


def test_closures(program: Any) -> None:
    for n in (2, 3):
        function = program.scaled_by(n)
        assert (function(A) == function.__wrapped__(A)).all() and function.signatures
    for weights in ((1j, (2, 0.5)), (complex(-0.0, np.inf), (2, np.complex64(1 - 1j)))):
        function = program.weighted_by(weights)
        assert repr(function(3)) == repr(function.__wrapped__(3))
    for span in (np.timedelta64(3, "D"), np.timedelta64(3), np.timedelta64("NaT", "h")):
        function = program.later_by(span)
        assert repr(function(DAYS[0])) == repr(function.__wrapped__(DAYS[0]))


def test_classes_are_the_users(program: Any) -> None:
    """Exceptions, named tuples, members of an Enum and classes of the file."""
    point, size = program.Point(1, 2.5), program.Size(3, 0.5)
    for function, args in [("swapped", (point,)), ("swapped", (program.Point(2.0, 1),)), ("area", (size,)), ("painted", (program.Colour.RED, 2)), ("first_of", (program.Colour.RED, 2)),
                           ("painted", (program.Colour.BLUE, 2)), ("moved", (jit_helpers.Direction.UP,)), ("counted_up", (3,)), ("heaped", ([3, 1, 2],)), ("length", ((),)),
                           ("plus_level", (program.Level.HIGH,))]:
        made, expected = getattr(program, function)(*args), getattr(program, function).__wrapped__(*args)
        assert made == expected and type(made) is type(expected), function
    for n in (1, 2):
        with pytest.raises(program.Refusal) as caught:
            program.refusing(n)
        assert caught.value.args == (("one", 1) if n == 1 else ("again",))
    assert program.refusing(3) == "caught"
    with pytest.raises(pycc.CompileError, match="Points with fields of several types"):
        program.two_points(point, program.Point(1, 2))


def test_exceptions_under_other_names(program: Any) -> None:
    """A closure's names of exceptions, of the user's and of Python's."""
    for kind, other in ((ValueError, program.Refusal), (program.Refusal, KeyError), (program.Again, program.Refusal)):
        function = program.raising(kind, other)
        for n in range(5):
            assert repr(outcome(function, (n,), {})) == repr(outcome(function.__wrapped__, (n,), {}))
        with pytest.raises(kind):
            function(1)


def test_lambdas() -> None:
    scale = 3
    scaled = pycc.jit(lambda x: x * scale)
    total = pycc.jit(lambda x, é=(2): ("à" == "b") + (x +
                                                      é))
    assert (scaled(2), scaled(2.5), total(1), total(1, 3), pycc.jit(lambda: 5)()) == (6, 7.5, 3, 4, 5)


def test_read_only(program: Any) -> None:
    with pytest.raises(ValueError, match="read-only"):
        program.fill(FROZEN, 1.0)
    assert list(FROZEN) == [0, 1, 2]


def test_static_method_and_method(program: Any) -> None:
    assert program.Holder.static(3) == 4
    with pytest.raises(TypeError, match="Holder.method is a method, and 'self' has no type"):
        program.Holder().method(3)


def test_overloads_are_kept(program: Any) -> None:
    function = program.scaled_by(5)
    function(A), function(A), function(A[::2]), function(A.astype(np.float32))
    assert [s.split(" ->")[0] for s in function.signatures] == ["scaled(a: f64[::1])", "scaled(a: f64[:])", "scaled(a: f32[::1])"]
    assert "3 compiled" in repr(function)
    program.mode(A, "y"), program.mode(A, how="y")
    assert program.mode.signatures.count("mode(a: f64[::1], how='y', w=None) -> f64[::1]") == 1


def test_what_users_ask(program: Any) -> None:
    program.constants(A)
    assert "for i in prange(len(a)):" in program.constants.explain()
    assert "on 1 thread" in str(program.constants.explain(A))
    program.power_sum(A, 3)
    assert "on 1 thread" in str(program.power_sum.explain(A, 3)) and "__" not in program.power_sum.explain()
    assert "pycc_rt_quiet.h" in program.constants.source() and "pythran export" in program.constants.source("python")
    assert "a: f64[:]" in program.constants.inspect_types() or "f64" in program.constants.inspect_types()
    assert program.defaults.__doc__ == "Sums." and program.defaults.__name__ == "defaults"
    import pickle
    assert pickle.loads(pickle.dumps(program.item)) is program.item


# ---- places

def line_of(text: str, path: Path = PROGRAM) -> tuple[str, int]:
    lines = path.read_text().split("\n")
    number = next(i for i, line in enumerate(lines, 1) if text in line)
    return lines[number - 1], number


@pytest.mark.parametrize(("name", "text", "at", "words", "path"), [
    ("uses_memory", "a[i] = len(memoryview(b'1'", "memoryview", "'memoryview'", PROGRAM),
    ("uses_bad_helper", "    return memoryview(b\"y\")", "memoryview", "'memoryview'", HERE / "jit_helpers.py"),
    ("uses_table", "return a * len(TABLE", "TABLE", "'TABLE' is a dict here; constants are numbers", PROGRAM),
    ("uses_undefined_in_closure", "return {a: a_value}", "{a:", "PY", PROGRAM),
])
def test_errors_have_the_users_place(name: str, text: str, at: str, words: str, path: Path, program: Any) -> None:
    function = getattr(program, name)
    function = function() if name == "uses_undefined_in_closure" else function
    line, number = line_of(text, path)
    with pytest.raises(pycc.CompileError) as caught:
        function(A)
    told = str(caught.value)
    assert told.startswith(f"{path}:{number}:{line.index(at) + 1}: error: "), told
    assert f"{number} | {line}\n" in told and words in told and ".cache" not in told and "pythran" not in told
    carets = told.split("\n")[2]
    assert carets.index("^") - carets.index("|") - 2 == line.index(at), told


def test_traceback_has_the_users_line(program: Any) -> None:
    _, number = line_of("    return a[i]")
    with pytest.raises(IndexError) as caught:
        program.item(A, 9)
    last = caught.traceback[-1]
    assert (str(last.path), last.lineno + 1, last.name) == (str(PROGRAM), number, "item")


@pytest.mark.parametrize(("args", "words"), [
    (({},), "parameter 'x' is an empty dictionary"), (({1, (2,)},), "a set of several types"), (([],), "an empty list, which has no type"), (([1, (2,)],), "a list of several types"), (([np.float64(1), 2],), "a list of several types"),
    ((("x", np.float32),), "a tuple that holds something else"),
    ((np.zeros(2, ">f8"),), "other order of bytes"), ((np.zeros(2, "U3"),), "an array of <U3"), ((np.zeros(2, [("s", "O")]),), "an array of [('s'"), ((object(),), "of type object"),
    ((np.ma.zeros(3),), "MaskedArray"), ((np.zeros((1,) * 9),), "9 dimensions; 8 is the most"), ((np.zeros(2, "g"),), "float128"),
    ((np.zeros(2, "M8[25s]"),), "an array of datetime64"), ((np.timedelta64(5, "fs"),), "is timedelta64"),
])
def test_arguments_without_a_type(args: tuple, words: str, program: Any) -> None:
    _, number = line_of("def number(x)")
    with pytest.raises(pycc.CompileError, match=re.escape(words)) as caught:
        program.number(*args)
    assert str(caught.value).startswith(f"{PROGRAM}:{number - 1}:1: error: parameter 'x' is ")


def test_other_refusals(program: Any) -> None:
    with pytest.raises(pycc.CompileError, match=r"\*\*kwargs, and what stands behind \*args, have no type"):
        program.uses_stars(1, b=2)
    with pytest.raises(pycc.CompileError, match="generators and coroutines are not compiled"):
        program.generator(A)
    with pytest.raises(TypeError, match="takes a Python function, not a class"):
        pycc.jit(program.Holder)
    with pytest.raises(TypeError, match="put @staticmethod above @pycc.jit"):
        pycc.jit(staticmethod(len))
    with pytest.raises(TypeError, match="parameters only"):
        pycc.jit("f64(f64[:])")
    with pytest.raises(pycc.CompileError, match="expected a type|unknown type|PY10"):
        pycc.jit("no_type[:]")(program.number.__wrapped__)(A)
    with pytest.raises(TypeError, match="no signature accepts"):
        program.declared([1.0])
    names: dict[str, Any] = {"pycc": pycc}
    exec("@pycc.jit\ndef made(x):\n    return x\n", names)
    with pytest.raises(pycc.CompileError, match="'made' cannot be read: functions made by exec"):
        names["made"](1)


def test_two_meanings_of_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "jit_one.py").write_text("N = 1\ndef one(x):\n    return x + N\n")
    (tmp_path / "jit_two.py").write_text("import pycc\nfrom jit_one import one\nN = 2\n@pycc.jit\ndef two(x):\n    return one(x) + N\n")
    monkeypatch.syspath_prepend(tmp_path)
    import jit_two
    with pytest.raises(pycc.CompileError, match="'N' means two things"):
        jit_two.two(1.0)


def test_fallback_warns_once(program: Any) -> None:
    with pytest.warns(RuntimeWarning, match="falls_back runs in the interpreter: .*parameter 'd' is a dictionary of several types"):
        assert program.falls_back({1: 2, (2,): 3}, n=3) == 6
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert program.falls_back({1: 2, (3,): 4}) == 2
        assert program.falls_back(A) == 5
    assert len(program.falls_back.signatures) == 1


# ---- compile

def test_compile(program: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def annotated(x: pycc.f64[:], y: "int") -> "f64[:]":
        return x + y
    assert pycc.compile(annotated).signatures == ("annotated(x: f64[:], y: int) -> f64[::1]",)
    assert pycc.compile(program.number.__wrapped__, "i32", pycc.f32).signatures == ("number(x: i32) -> i32", "number(x: f32) -> f32")
    with pytest.raises(TypeError, match="no types to compile number for"):
        pycc.compile(program.number.__wrapped__)
    (tmp_path / "jit_plain.py").write_text("from pycc import f64\ndef twice(x: f64[:]):\n    return x * 2\n")
    monkeypatch.syspath_prepend(tmp_path)
    import jit_plain
    compiled = pycc.compile(jit_plain)
    assert pycc.info(compiled).compiled and compiled.twice.signatures and list(compiled.twice(A)) == list(A * 2)
    assert not hasattr(jit_plain.twice, "signatures")
    (tmp_path / "jit_plain.py").write_text("from pycc import f64\ndef twice(x: f64[:]):\n    return {x}\n")
    with pytest.raises(pycc.CompileError, match=re.escape(f"{tmp_path / 'jit_plain.py'}:3:12: error: ")):
        pycc.compile(jit_plain)


def test_ahead_of_time(tmp_path: Path) -> None:
    """pycc itself compiles jitted functions by their annotations; what is not annotated stays jitted."""
    module = compile_text("import pycc\nfrom pycc import f64, jit\n\n@pycc.jit\ndef f(x: f64[:]):\n    return x.sum()\n\n"
                          "@jit(fallback=True)\ndef g(x):\n    return x + 1\n\ndef h(x: f64[:]):\n    return f(x) + g(x[0])\n", tmp_path)
    assert type(module.f).__name__ != "Jit" and module.f.signatures and module.f(A) == 15.0
    assert type(module.g).__name__ == "Jit" and module.h(A) == 17.0


def test_options(program: Any) -> None:
    wraps = pycc.jit(overflow="wrap", fp="strict", bounds_check=False, on_unknown="serial")(program.number.__wrapped__)
    assert wraps(2**62) == -2**63
    with pytest.raises(OverflowError):
        program.number(2**62)
    with pytest.raises(pycc.CompileError, match="--fp knows strict"):
        pycc.jit(fp="slow")(program.number.__wrapped__)(1)


def test_tier(program: Any) -> None:
    function = pycc.jit(tier=True, flags=("-DTIER",))(program.item.__wrapped__)
    assert function(A, 1) == 2.0
    quick = sys.modules[function._compiled[0].function.__module__].__file__
    full = function._compiled[0].job.library
    end = time.monotonic() + 60
    while sys.modules[function._compiled[0].function.__module__].__file__ != full and time.monotonic() < end:
        time.sleep(0.02)
    assert quick != full and sys.modules[function._compiled[0].function.__module__].__file__ == full
    assert function(A, 1) == 2.0


# ---- notebooks

class Shell:
    """What %load_ext and a cell's magic need of IPython."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}
        self.magic: dict[str, Callable[[str, str], None]] = {}

    def register_magic_function(self, function: Callable[[str, str], None], kind: str, name: str) -> None:
        assert kind == "cell"
        self.magic[name] = function

    def push(self, names: dict[str, Any]) -> None:
        self.names.update(names)

    def set_hook(self, name: str, hook: Callable[[Any, Any], list[str]], str_key: str) -> None:
        assert (name, str_key) == ("complete_command", "%%pycc") and "--explain" in hook(self, None)


def test_cell_magic(capsys: pytest.CaptureFixture[str]) -> None:
    shell = Shell()
    pycc.load_ipython_extension(shell)
    cell = "from pycc import f64\ndef twice(x: f64[:], i: int):\n    x[i] = 2 * x[i]\n    return len(x)\n"
    shell.magic["pycc"]("--explain", cell.replace("2 * x[i]", "2 * x.sum()"))
    assert "x.sum()" in capsys.readouterr().out
    shell.magic["pycc"]("", cell)
    assert capsys.readouterr().out == "" and shell.names["twice"].signatures
    assert shell.names["twice"](np.ones(3), 0) == 3
    with pytest.raises(IndexError) as caught:
        shell.names["twice"](np.ones(3), 5)
    last = caught.traceback[-1]
    assert last.lineno + 1 == 4 and str(last.path).endswith(">") and "<pycc cell " in str(last.path)
    import traceback
    assert "x[i] = 2 * x[i]" in "".join(traceback.format_exception(caught.type, caught.value, caught.tb))
    with pytest.raises(pycc.CompileError, match=r"^<pycc cell \w+>:4:7: error: .*'\+'"):
        shell.magic["pycc"]("", "from pycc import f64\ndef f(x: f64[:]):\n    x + 'a'\n")


# ---- the cache

SCRIPT = """
import sys, time
import numpy as np, pycc, user
a = np.arange(4.0)
start = time.process_time()
print(user.total(a))
print("first call", time.process_time() - start, file=sys.stderr)
"""

USER = """
import pycc
SCALE = 2.0
def helper(x):
    return x * SCALE
@pycc.jit
def total(a):
    s = 0.0
    for i in range(len(a)):
        s += helper(a[i])
    return s
"""


class Lab:
    """A folder with user.py, a cache, and a compiler that counts its starts."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log = folder, folder / "log"
        (folder / "script.py").write_text(SCRIPT)
        self.write(USER)
        counting = folder / "pycc"
        counting.write_text(f"#!/bin/sh\necho start >>'{self.log}'\nexec '{PYCC}' \"$@\"\n")
        counting.chmod(0o755)

    def write(self, text: str) -> None:
        (self.folder / "user.py").write_text(text)

    def start(self, **more: str) -> subprocess.Popen:
        variables = {**os.environ, "PYCC": str(self.folder / "pycc"), "PYCC_CACHE": str(self.folder / "cache"), "CFLAGS": "-O0",
                     "PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1", **more}
        return subprocess.Popen([sys.executable, str(self.folder / "script.py")], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True, env=variables)

    def run(self, expected: float, **more: str) -> str:
        """Run the script; return what it said of its times."""
        process = self.start(**more)
        out, err = process.communicate()
        assert process.returncode == 0 and float(out) == expected, err
        return err

    def starts(self) -> int:
        """How often has the compiler been started since the last question?"""
        n = len(self.log.read_text().split()) if self.log.exists() else 0
        self.log.write_text("")
        return n


def test_cache_is_keyed_by_all_that_matters(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    lab.run(12.0)
    assert lab.starts() == 1
    seconds = float(lab.run(12.0).split()[-1])
    assert lab.starts() == 0
    assert seconds < 0.02 * 3, f"{seconds} s of processor time for a function that is there"  # three times: busy machines
    lab.write(USER.replace("SCALE = 2.0", "SCALE = 3.0"))  # a constant
    lab.run(18.0)
    lab.write(USER.replace("x * SCALE", "x + SCALE"))  # a helper
    lab.run(14.0)
    lab.write(USER.replace("s = 0.0", "s = 1.0"))  # the function
    lab.run(13.0)
    assert lab.starts() == 3
    lab.write(USER.replace("SCALE = 2.0", "OTHER = 9; SCALE = 2.0") + "\n\ndef unrelated():\n    pass\n")
    lab.run(12.0)
    assert lab.starts() == 0
    lab.write(USER)
    lab.run(12.0, CFLAGS="-O0 -DX")  # flags
    assert lab.starts() == 1
    library = next((tmp_path / "cache" / "jit").glob("total.*.so"))
    for damaged in (tmp_path / "cache" / "jit").glob("total.*.so"):
        damaged.write_bytes(b"no library")
    lab.run(12.0)
    assert lab.starts() == 1 and library.exists()


def test_processes_at_once_compile_once(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    processes = [lab.start() for _ in range(4)]
    for process in processes:
        out, err = process.communicate()
        assert process.returncode == 0 and float(out) == 12.0, err
    assert lab.starts() == 1
    assert not list((tmp_path / "cache").rglob("*.tmp"))


def test_threads_at_once_compile_once(program: Any) -> None:
    function = pycc.jit(flags=("-DTHREADS",))(program.number.__wrapped__)
    results: list[Any] = []
    gate = threading.Barrier(8)

    def work(k: int) -> None:
        gate.wait()
        results.append(function(k % 2 + (0.5 if k % 2 else 0)))
    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert sorted(results) == [0] * 4 + [3.0] * 4 and len(function.signatures) == 2


def files(size: int, age: float, folder: Path, name: str) -> None:
    """A module in a cache: its library, source and lock, last used some seconds ago."""
    for suffix in (".so", ".py", ".lock"):
        path = folder / f"{name}.{name[-1] * 20}{suffix}"
        path.write_bytes(b"x" * (size if suffix == ".so" else 0))
        os.utime(path, (time.time() - age,) * 2)


def test_cache_keeps_what_was_used_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pycc import _cache_limit
    for i, name in enumerate(("fa", "fb", "fc", "fd", "f.e")):
        files(1000, 50 - 10 * i, tmp_path, name)
    for name, age in (("old.tmp", 9000), ("new.tmp", 0)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    _cache_limit.used(str(tmp_path / f"fb.{'b' * 20}.so"))
    _cache_limit.used(str(tmp_path / "gone.so"))

    def left(size: str) -> str:
        monkeypatch.setenv("PYCC_CACHE_SIZE", size)
        _cache_limit.limit(str(tmp_path / f"fc.{'c' * 20}"))
        assert {p.suffix for p in tmp_path.iterdir()} == {".so", ".py", ".lock", ".tmp"}
        return "".join(sorted(p.stem[-1] for p in tmp_path.glob("*.so")))
    assert left("5000") == left("none") == left("2G") == "abcde" and not (tmp_path / "old.tmp").exists()
    with _cache_limit.locked(str(tmp_path / f"fa.{'a' * 20}.lock")) as mine:
        assert mine and left("4K") == "abc"  # a is being compiled, c has just been
    assert left("2500") == "bc" and left("0") == "c" and (tmp_path / "new.tmp").exists()
    monkeypatch.setenv("PYCC_CACHE_SIZE", "1T")
    with pytest.raises(ValueError, match="PYCC_CACHE_SIZE is '1T': a number of bytes"):
        _cache_limit.most()


def test_processes_that_remove_from_one_cache(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    lab.write(USER.replace("SCALE = 2.0", "import os; SCALE = float(os.environ['SCALE'])"))
    processes = [(k % 3, lab.start(SCALE=str(k % 3), PYCC_CACHE_SIZE="1")) for k in range(6)]
    for scale, process in processes:
        out, err = process.communicate()
        assert process.returncode == 0 and float(out) == 6.0 * scale, err
    assert len(list((tmp_path / "cache/jit").glob("*.so"))) < 3
    assert len(list((tmp_path / "cache/jit").glob("*.lock"))) < 4


def test_cache_that_cannot_be_written(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    (tmp_path / "cache").write_text("a file")
    (tmp_path / "tmp").mkdir()
    lab.run(12.0, TMPDIR=str(tmp_path / "tmp"))
    assert lab.starts() == 1 and list((tmp_path / "tmp").rglob("total.*.so"))


def test_source_that_changes_under_a_process(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    (tmp_path / "script.py").write_text(textwrap.dedent("""
        import numpy as np, pathlib, pycc, user
        path = pathlib.Path(user.__file__)
        path.write_text(path.read_text().replace("s = 0.0", "s = 5.0"))
        try:
            user.total(np.ones(2))
        except pycc.CompileError as error:
            print(4.0 if "is no longer that of the function" in str(error) else error)
    """))
    lab.run(4.0)


def test_nested_sequences() -> None:
    """The types of a nested sequence decide the overload."""
    @pycc.jit
    def total(xs):
        s = 0
        for row in xs:
            for x in row:
                s += x
        return s
    for dtype in (np.float32, np.int64):
        for offset in (np.int64, np.int32):
            assert total(pycc.nested(np.arange(4, dtype=dtype), np.array([1, 1, 4], offset))) == 6
    assert len(total.signatures) == 4


def test_several_types() -> None:
    """Which types of values a list or dictionary has decides the overload."""
    @pycc.jit
    def marked(xs):
        return [x + "!" if isinstance(x, str) else x for x in xs]

    @pycc.jit
    def told(d):
        return d["n"] * 2, d["name"], d.get("z"), [v for v in d.values()]
    assert marked([1, 2.5, "a", None, True]) == [1, 2.5, "a!", None, True] and marked(["b", 1]) == ["b!", 1]
    assert marked([1, "c"]) == [1, "c!"] and marked([None, 2.0]) == [None, 2.0] and len(marked.signatures) == 3

    @pycc.jit
    def found(d, k):
        return k in d, len(d), [x for x in d]
    assert found({1: 2, "a": 3}, "a") == (True, 2, [1, "a"]) and found({2.5, "a"}, 2.5)[:2] == (True, 2)
    assert told({"n": 3, "name": "x", "e": 1e-3}) == (6, "x", None, [3, "x", 1e-3])
