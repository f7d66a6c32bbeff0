"""The Python package alone: annotated modules must run uncompiled, and mean what they say."""
from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
import types
from pathlib import Path

import numpy as np
import pytest

import pycc
from pycc import _types

ROOT = Path(__file__).resolve().parents[2]


def run(code: str, **environment: str) -> str:
    """The output of code in a fresh interpreter."""
    clean = {k: v for k, v in os.environ.items() if k not in ("PYCC_NUM_THREADS", "OMP_NUM_THREADS")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**clean, **environment})
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# ---- loops

@pytest.mark.parametrize("args", [(5,), (2, 9), (9, 2, -3), (0, 10, 4), (0,), (np.int64(3),)])
def test_prange_is_range(args: tuple) -> None:
    assert list(pycc.prange(*args)) == list(range(*args)) == list(pycc.xrange(*args))


def test_prange_refuses_what_range_refuses() -> None:
    for args in ((), (1.5,), (1, 2, 0), (1, 2, 3, 4)):
        with pytest.raises((TypeError, ValueError)):
            pycc.prange(*args)


# ---- decorators

def test_decorators_return_the_function() -> None:
    def f(x):
        return x
    assert pycc.type("f64", None)(f) is f
    assert pycc.type("ndarray[double,2]", pycc.f64[:], int, "int64")(f) is f
    assert pycc.gpu(f) is pycc.gpu()(f) is pycc.fastmath(f) is pycc.fastmath()(f) is f


def test_type_without_types_is_refused() -> None:
    with pytest.raises(TypeError, match="takes the types"):
        pycc.type()
    with pytest.raises(TypeError, match="takes the types"):
        @pycc.type
        def f(x):
            return x


def test_star_import_leaves_builtins_alone() -> None:
    space: dict = {}
    exec("from pycc import *\nfrom pycc.unpython import *\nfrom unpython import *", space)
    shadowed = set(space) & set(vars(__import__("builtins"))) - {"__builtins__", "__doc__", "__name__"}
    assert not shadowed - {"__loader__", "__package__", "__spec__"}
    assert space["f64"] is pycc.f64


def test_everything_exported_exists() -> None:
    assert all(hasattr(pycc, name) for name in pycc.__all__)
    assert len(set(pycc.__all__)) == len(pycc.__all__)


def test_unpython() -> None:
    import unpython
    from pycc import unpython as ours
    assert unpython.type is ours.type is pycc.type
    assert unpython.gpu is ours.gpu is pycc.gpu
    assert unpython.prange is ours.prange is pycc.prange

    @unpython.gpu
    @unpython.type("ndarray[double,2]", "int64", None)
    def clear(a, n):
        for i in unpython.prange(n):
            a[i] = 0.0
    a = np.ones((3, 2))
    clear(a, 2)
    assert a.sum() == 2.0


# ---- types

@pytest.mark.parametrize("text", ["f64", "f64[:]", "f64[:, :]", "i32[::1]", "f32[:, ::1]", "c128[::1, :]", "u8[()]",
                                  "bool_[:, :, :]", "i64[:, :, :, :, :, :, :, ::1]"])
def test_types_print_as_written(text: str) -> None:
    assert repr(eval(text, vars(pycc))) == text
    assert eval(text, vars(pycc)) == eval(text, vars(pycc))
    assert hash(eval(text, vars(pycc))) == hash(eval(text, vars(pycc)))


def test_types_differ() -> None:
    all_ = [pycc.f64, pycc.f32, pycc.f64[:], pycc.f64[:, :], pycc.f64[::1], pycc.f64[::1, :], pycc.f64[:, ::1], pycc.f64[()]]
    assert len(set(all_)) == len(all_)


def test_type_attributes() -> None:
    t = pycc.f64[:, ::1]
    assert (t.name, t.rank, t.layout, t.dtype) == ("f64", 2, "C", np.float64)
    assert pycc.i8.rank is None and pycc.i8[()].rank == 0
    assert pycc.f32[::1, :].layout == "F"
    assert pycc.i32[3, :] == pycc.i32[:, :] == pycc.i32[:][:]
    for name, numpy_name in _types._DTYPES.items():
        assert getattr(pycc, name).dtype == np.dtype(numpy_name)
    assert pycc.float64 is pycc.double is pycc.f64 and pycc.int8 is pycc.i8


def test_types_convert_as_numpy_does() -> None:
    assert type(pycc.f32(1.5)) is np.float32 and pycc.i8(-3) == -3 and pycc.f64() == 0.0
    with pytest.raises(OverflowError):
        pycc.u8(300)
    with pytest.raises(TypeError, match=r"f64\[:\] is the type of an array"):
        pycc.f64[:](1.0)


@pytest.mark.parametrize("bad", [lambda: pycc.f64[1:], lambda: pycc.f64[:, ::2], lambda: pycc.f64["x"],
                                 lambda: pycc.f64[::1, ::1], lambda: pycc.f64[:, ::1, :],
                                 lambda: pycc.f64[(slice(None),) * 9], lambda: pycc.f64[...]])
def test_wrong_dimensions(bad) -> None:
    with pytest.raises(TypeError):
        bad()


def test_types_in_annotations() -> None:
    space: dict = {"pycc": pycc}
    code = "def f(a: pycc.f64[:, ::1], t: tuple[pycc.f64, int]) -> pycc.f64: return a[0, 0]"
    exec(compile(code, "f", "exec", dont_inherit=True), space)
    assert repr(space["f"].__annotations__["a"]) == "f64[:, ::1]"
    assert pickle.loads(pickle.dumps(pycc.f64[:, ::1])) == pycc.f64[:, ::1]


# ---- threads

def test_threads_default() -> None:
    ask = "import pycc; print(pycc.get_num_threads())"
    assert run(ask, PYCC_NUM_THREADS="3", OMP_NUM_THREADS="4") == "3"
    assert run(ask, OMP_NUM_THREADS="4,2") == "4"
    assert run(ask, PYCC_NUM_THREADS="none") == run(ask) == str(len(os.sched_getaffinity(0)))


def test_threads_are_set() -> None:
    assert run("import pycc; pycc.set_num_threads(5); print(pycc.get_num_threads())") == "5"
    for bad, error in ((0, ValueError), (-1, ValueError), (1.5, TypeError), ("2", TypeError)):
        with pytest.raises(error):
            pycc.set_num_threads(bad)


# ---- info, version, command

def test_info_of_what_is_not_compiled() -> None:
    module = types.ModuleType("plain")
    module.__file__ = "/somewhere/plain.py"
    about = pycc.info(module)
    assert not about.compiled and about.source == "/somewhere/plain.py" and about.signatures == {}
    assert str(about) == "plain: not compiled from /somewhere/plain.py"
    about = pycc.info(run)
    assert about.name == "run" and not about.compiled and about.source == __file__
    with pytest.raises(TypeError, match="module or a function"):
        pycc.info(3)


def test_race_error() -> None:
    assert issubclass(pycc.RaceError, RuntimeError) and pycc.RaceError.__doc__


def test_version_is_the_compilers() -> None:
    project = re.search(r"project\(pycc VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())
    assert pycc.__version__ == project[1]


def test_command_runs_the_compiler(tmp_path: Path) -> None:
    compiler = tmp_path / "pycc"
    compiler.write_text('#!/bin/sh\necho "compiler: $@"\nexit 1\n')
    compiler.chmod(0o755)
    done = subprocess.run([sys.executable, "-m", "pycc", "a.py", "-o", "a b.so"], capture_output=True, text=True,
                          env={**os.environ, "PYCC": str(compiler)})
    assert done.stdout == "compiler: a.py -o a b.so\n" and done.returncode == 1


def test_command_without_a_compiler(tmp_path: Path) -> None:
    code = ("import sys; sys.executable = '/nowhere/python'; sys.argv = ['pycc'];"
            "from pycc.__main__ import main; sys.exit(main())")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          env={**os.environ, "PYCC": "", "PATH": str(tmp_path)})
    assert done.returncode == 2 and "not installed" in done.stderr
