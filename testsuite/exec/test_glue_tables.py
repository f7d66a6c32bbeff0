"""The glue alone: glue_module.c is built with the runtime library and called from here.

What the compiler makes of a program is tested elsewhere; here the tables are written by hand, so
that every conversion, message and life time can be provoked.
"""
from __future__ import annotations

import copy
import doctest
import functools
import gc
import inspect
import pickle
import pydoc
import sys
import traceback
import typing
import weakref
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from glue_library import PATH, build, library, line_of, load, m, loaded  # noqa: F401


# ---- import

def test_source_runs_then_functions_are_replaced(m: ModuleType) -> None:
    assert m.CONSTANT == 42 and m.__doc__.startswith("The source")
    assert m.EARLY == ["interpreted"]
    assert m.add(1.0, 2.0) == 3.0
    assert m.plus is m.add
    assert m.plain_caller(1.0) == 2.0
    assert m.__name__ == "glue_module"
    assert m.__file__.endswith(".so")


def test_only_the_original_is_replaced(m: ModuleType) -> None:
    assert m.rebound(1.0) == "rebound"
    assert m.wrapped(1.0) == "cached"
    assert not hasattr(m, "deleted")
    assert m.other_parameters(1.0) == "other"


def test_describes_itself(m: ModuleType) -> None:
    about = m.__pycc__
    assert about["source"] == PATH and about["report"] == "what was decided"
    assert "add" in about["functions"]


def test_second_import_makes_a_second_module(m: ModuleType, library: Path) -> None:
    again = load(library)
    assert again is not m and again.add is not m.add
    assert again.add(1, 2) == 3.0
    del again, sys.modules["glue_module"]
    gc.collect()
    assert m.add(1, 2) == 3.0


def test_import_fails_as_the_source_does(tmp_path: Path) -> None:
    bad = build(tmp_path, source="x = 1\ndef f():\n    return 1 / 0\nf()\n", path=str(tmp_path / "gone.py"))
    with pytest.raises(ZeroDivisionError) as info:
        load(bad)
    text = "".join(traceback.format_exception(info.type, info.value, info.tb))
    assert 'gone.py", line 4, in <module>' in text
    assert "return 1 / 0" in text, "the line comes from the embedded source"


def test_syntax_error_of_this_interpreter(tmp_path: Path) -> None:
    bad = build(tmp_path, source="x = = 1\n")
    with pytest.raises(SyntaxError):
        load(bad)


def test_encoding_line_is_obeyed(tmp_path: Path) -> None:
    source = "# -*- coding: latin-1 -*-\ns = '\u00e9'\n"
    assert load(build(tmp_path, source=source)).s == "\u00c3\u00a9"


def test_other_run_time_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ImportError, match="compile it again"):
        load(build(tmp_path, "-DABI=99"))


# ---- the function object

def test_looks_like_the_python_function(m: ModuleType) -> None:
    f = m.fill
    assert f.__name__ == f.__qualname__ == "fill"
    assert f.__module__ == "glue_module"
    assert f.__doc__ == "Sets the first n elements."
    assert f.__defaults__ == (1.5,) and f.__kwdefaults__ == {"n": -1}
    assert f.__wrapped__.__code__.co_filename == PATH
    assert str(inspect.signature(f)) == "(x: 'f64[:]', v: float = 1.5, *, n: int = -1) -> None"
    assert typing.get_type_hints(m.add) == {"x": float, "y": float, "return": float}
    assert "Sets the first n elements" in inspect.getsource(f)
    assert inspect.isroutine(f) and callable(f)
    assert f.signatures == ("fill(x: f64[:], v: float, n: int) -> None",)


def test_repr(m: ModuleType) -> None:
    assert repr(m.add) == "<pycc function add(x: float, y: float) -> float>"
    assert repr(m.code) == "<pycc function code(x: f32[:]) -> int and 5 more>"
    assert type(m.add).__module__ == "pycc" and type(m.add).__name__ == "function"


def test_attributes_can_be_set(m: ModuleType) -> None:
    m.add.note = "mine"
    assert m.add.note == "mine" and m.add.__dict__["note"] == "mine"
    del m.add.note
    with pytest.raises(AttributeError):
        m.add.note


def test_pickle_and_copy_give_the_same_object(m: ModuleType) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(m.add, protocol)) is m.add
    assert copy.copy(m.add) is m.add and copy.deepcopy([m.add])[0] is m.add


def test_identity_hash_weakref(m: ModuleType, library: Path) -> None:
    assert m.add == m.add and m.add != m.dot and len({m.add, m.dot, m.plus}) == 2
    again = load(library)
    del sys.modules["glue_module"]
    ref = weakref.ref(again.add)
    assert ref() is again.add
    del again
    gc.collect()
    assert ref() is None, "module, functions and globals are one cycle"


def test_binds_as_a_method(m: ModuleType) -> None:
    class Number(float):
        add = m.add
    number = Number(3.0)
    assert number.add(4.0) == 7.0
    bound = number.add
    assert bound(1.0) == 4.0 and bound.__self__ is number
    assert Number.add is m.add
    assert m.Box().double() == 4.0


def test_cannot_be_constructed(m: ModuleType) -> None:
    with pytest.raises(TypeError):
        type(m.add)()


def test_tools_of_the_library(m: ModuleType) -> None:
    assert "fill(x: 'f64[:]', v: float = 1.5, *, n: int = -1) -> None" in pydoc.plain(pydoc.render_doc(m.fill))
    assert [t.name for t in doctest.DocTestFinder(exclude_empty=False).find(m.fill)] == ["fill"]
    assert inspect.getfile(inspect.unwrap(m.fill)) == PATH

    @functools.wraps(m.fill)
    def wrapper(*args):
        return m.fill(*args)
    assert wrapper.__name__ == "fill" and wrapper.__wrapped__ is m.fill
    assert functools.partial(m.add, 1.0)(y=2) == 3.0
    assert list(map(m.add, [1.0, 2.0], [3.0, 4.0])) == [4.0, 6.0]
    assert sorted([3, 1, 2], key=m.id_f64) == [1, 2, 3]


def test_info(m: ModuleType) -> None:
    pycc = pytest.importorskip("pycc")
    about = pycc.info(m)
    assert about.compiled and about.source == PATH and about.report == "what was decided"
    assert about.signatures["add"] == ("add(x: float, y: float) -> float",) and len(about.signatures["code"]) == 6
    assert "deleted" not in about.signatures and "rebound" not in about.signatures
    assert str(about).startswith(f"glue_module: compiled by pycc from {PATH}\n  add(x: float")
    about = pycc.info(m.add)
    assert about.name == "add" and about.signatures == {"add": m.add.signatures} and about.source == PATH


# ---- binding

def test_keywords_and_defaults(m: ModuleType) -> None:
    assert m.add(y=2.0, x=1.0) == m.add(1.0, y=2.0) == m.add(*[1.0], **{"y": 2.0}) == 3.0
    x = np.zeros(4)
    assert m.fill(x) is None
    assert (x == 1.5).all()
    m.fill(x, n=2, v=3)
    assert x.tolist() == [3.0, 3.0, 1.5, 1.5]


BAD_CALLS = [
    ("add", (), {}), ("add", (1.0,), {}), ("add", (1.0, 2.0, 3.0), {}), ("add", (1.0,), {"x": 2.0}),
    ("add", (1.0,), {"z": 2.0}), ("add", (), {"x": 1, "y": 2, "z": 3}), ("fill", (), {}),
    ("fill", (1, 2, 3), {}), ("fill", (1, 2, 3), {"n": 1}), ("threads", (1,), {}),
]


@pytest.mark.parametrize("name, args, kwargs", BAD_CALLS)
def test_refuses_with_the_words_of_python(m: ModuleType, name: str, args: tuple, kwargs: dict) -> None:
    f = getattr(m, name)
    with pytest.raises(TypeError) as python:
        f.__wrapped__(*args, **kwargs)
    with pytest.raises(TypeError) as ours:
        f(*args, **kwargs)
    assert str(ours.value) == str(python.value)
    assert f"{name}()" in str(ours.value)


# ---- scalars

INTS = {name: np.dtype(name) for name in "int8 int16 int32 int64 uint8 uint16 uint32 uint64".split()}
OURS = {"i": "int", "u": "uint"}


@pytest.mark.parametrize("name", INTS)
def test_integers(m: ModuleType, name: str) -> None:
    kind, bits = ("u", name[4:]) if name[0] == "u" else ("i", name[3:])
    f = getattr(m, f"id_{kind}{bits}")
    info, dtype = np.iinfo(name), INTS[name].type
    for value in (info.min, info.max, 0, 1):
        result = f(value)
        assert type(result) is dtype and int(result) == value
        assert f(dtype(value)) == value
    assert f(True) == 1 and f(np.int64(7)) == 7 and f(np.longlong(7)) == 7
    for value in (info.min - 1, info.max + 1, 2**70, -2**70):
        with pytest.raises(OverflowError, match=f"'x': Python integer {value} out of bounds for {name}"):
            f(value)
    for value in (1.0, np.float64(1), "1", None, np.array(1), np.bool_(True), 1j, np.timedelta64(1, "s")):
        with pytest.raises(TypeError, match=rf"parameter 'x' got .*, expected {kind}{bits}\naccepted signatures:\n  id_"):
            f(value)


def test_python_int(m: ModuleType) -> None:
    for value in (0, -1, 2**63 - 1, -2**63, True, np.uint8(200), np.int64(-5), np.uint64(5)):
        assert m.id_int(value) == value and type(m.id_int(value)) is int
    for value in (2**63, -2**63 - 1, np.uint64(2**63), 10**30):
        with pytest.raises(OverflowError, match="too large"):
            m.id_int(value)


def test_floats(m: ModuleType) -> None:
    for value in (1.5, 2, True, np.float64(2.5), float("inf"), -0.0):
        assert m.id_float(value) == value and type(m.id_float(value)) is float
    for value in (1.5, 2, np.float64(2.5), np.float32(0.5), np.float16(0.5), np.int8(3), np.uint64(3), True):
        assert m.id_f64(value) == value and type(m.id_f64(value)) is np.float64
    for value in (1.5, 2, np.float32(0.1), np.float16(0.1), True):
        assert m.id_f32(value) == np.float32(value) and type(m.id_f32(value)) is np.float32
    assert np.isnan(m.id_float(float("nan")))
    assert m.id_f32(1e300) == np.inf
    for f, bad in ((m.id_float, np.float32(1)), (m.id_float, 1j), (m.id_float, "1"), (m.id_f32, np.float64(1)),
                   (m.id_f64, np.longdouble(1)), (m.id_f64, np.array(1.0)), (m.id_f64, [1.0])):
        with pytest.raises(TypeError, match="parameter 'x' got"):
            f(bad)
    with pytest.raises(OverflowError):
        m.id_float(10**400)


def test_bools(m: ModuleType) -> None:
    for value in (True, False, np.True_, np.False_):
        assert m.id_bool(value) is bool(value)
        assert m.id_bool_(value) is np.bool_(value)
    for f in (m.id_bool, m.id_bool_):
        with pytest.raises(TypeError, match="got int, expected bool"):
            f(1)


def test_complex(m: ModuleType) -> None:
    for value in (1j, 2.0, 3, np.complex128(1 + 2j), np.float64(2.0)):
        assert m.id_complex(value) == value and type(m.id_complex(value)) is complex
    for value in (1j, 2.0, 3, np.complex64(1 + 2j), np.float32(2.0), np.int16(3)):
        assert m.id_c128(value) == value and type(m.id_c128(value)) is np.complex128
    for value in (1j, 2.0, 3, np.complex64(1 + 2j), np.float32(2.0)):
        assert m.id_c64(value) == value and type(m.id_c64(value)) is np.complex64
    with pytest.raises(TypeError, match="got numpy.complex128, expected c64"):
        m.id_c64(np.complex128(1))


def test_subclasses_of_scalars(m: ModuleType) -> None:
    class F(float):
        pass

    class I(int):
        pass
    assert m.id_float(F(2.5)) == 2.5 and m.id_int(I(7)) == 7 and m.id_f64(I(7)) == 7.0


def test_tuples(m: ModuleType) -> None:
    result = m.swap(((1, 2), 255))
    assert result == ((1, 2.0), 255)
    assert [type(x) for x in (*result[0], result[1])] == [int, float, np.uint8]
    for bad in (1, (1, 2), ((1, 2, 3), 4), ((1.5, 2), 3), [[1, 2], 3]):
        with pytest.raises(TypeError, match=r"expected tuple\[tuple\[int, float\], u8\]"):
            m.swap(bad)
    with pytest.raises(OverflowError):
        m.swap(((1, 2), 256))


def test_none(m: ModuleType) -> None:
    assert m.nothing(None) is None
    with pytest.raises(TypeError, match="got int, expected None"):
        m.nothing(0)


# ---- arrays

def test_any_strides(m: ModuleType) -> None:
    a = np.arange(20.0)
    unaligned = np.frombuffer(bytearray(b"\0" + a.tobytes()), np.uint8)[1:].view(np.float64)
    for x in (a, a[::2], a[::-3], a[:0], a[:1], unaligned, np.broadcast_to(2.0, (7,))):
        assert m.dot(x, x) == float(x @ x) and type(m.dot(x, x)) is np.float64
    assert m.scalar0(np.array(2.5)) == 2.5
    assert m.sum8(np.zeros((2, 1, 1, 1, 1, 1, 1, 3))) == 3000 + 24


def test_longlong_is_int64(m: ModuleType) -> None:
    m.ints(np.zeros(3, np.int64))
    m.ints(np.zeros(3, np.longlong))


def test_memmap_is_an_array(m: ModuleType, tmp_path: Path) -> None:
    x = np.memmap(tmp_path / "data", np.float64, "w+", shape=(4,))
    x[:] = 2.0
    assert m.dot(x, x) == 16.0


REFUSED = [
    (np.zeros((2, 3), np.float32), r"got ndarray float32\[:, :\], expected f64\[:\]"),
    (np.zeros(3, np.int32), r"got ndarray int32\[:\], expected f64\[:\]"),
    (np.zeros(()), r"got ndarray float64\[\(\)\], expected f64\[:\]"),
    (np.zeros(3, ">f8"), r"got ndarray >f8\[:\] \(not in native byte order\), expected f64\[:\]; write x.astype"),
    (np.ma.zeros(3), r"got numpy\.ma\.?\w*\.MaskedArray, expected f64\[:\]; subclasses of ndarray .* np.asarray\(x\)"),
    (np.asmatrix(np.zeros(3)), r"got numpy\.matrix"),
    ([1.0, 2.0], r"got list, expected f64\[:\]; write np.asarray\(x, dtype=np.float64\)"),
    ((1.0, 2.0), r"got tuple, expected f64\[:\]; write np.asarray"),
    (1.0, r"got float, expected f64\[:\]"),
    (type("Series", (), {"__array__": None})(), r"got .*Series, expected f64\[:\]; write np.asarray\(x, dtype=np.float64\)"),
    (np.float64(1), r"got numpy.float64, expected f64\[:\]\n"),
    (None, r"got None, expected f64\[:\]"),
    (np.zeros(3, object), r"got ndarray object\[:\]"),
    (np.zeros((1,) * 20), r"got ndarray float64\[:, :, "),
]


@pytest.mark.parametrize("x, text", REFUSED)
@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
def test_refuses_other_arrays(m: ModuleType, x: object, text: str) -> None:
    with pytest.raises(TypeError, match=text) as info:
        m.dot(x, np.zeros(3))
    assert str(info.value).startswith("dot(): parameter 'x'")
    assert str(info.value).endswith("\naccepted signatures:\n  dot(x: f64[:], y: f64[:]) -> f64")


def test_layout_and_read_only(m: ModuleType) -> None:
    c, f = np.zeros((3, 4)), np.zeros((3, 4), order="F")
    m.need_c(c)
    m.need_f(f)
    with pytest.raises(ValueError, match=r"need_c\(\): parameter 'x' must be contiguous in C order; write np.ascont"):
        m.need_c(f)
    with pytest.raises(ValueError, match="Fortran order; write np.asfortranarray"):
        m.need_f(c)
    with pytest.raises(TypeError, match=r"expected f64\[:, ::1\]"):
        m.need_c(c.astype(np.float32))
    with pytest.raises(TypeError, match=r"expected f64\[::1, :\]"):
        m.need_f(1)
    x = np.zeros(3)
    x.flags.writeable = False
    with pytest.raises(ValueError, match=r"fill\(\): parameter 'x': assignment destination is read-only"):
        m.fill(x)
    assert m.dot(x, x) == 0.0


def test_overloads(m: ModuleType) -> None:
    x = np.zeros(8)
    assert m.code(np.zeros(3, np.float32)) == 32
    assert m.code(x) == 164 and m.code(x[::2]) == 64
    assert m.code(1.5) == 2 and m.code(np.float64(1.5)) == 2
    assert m.code(np.uint8(1)) == 8 and m.code(np.int16(1)) == 1 and m.code(1) == 1 and m.code(300) == 1
    assert m.code(10**20) == 2
    with pytest.raises(TypeError) as info:
        m.code("text")
    lines = str(info.value).splitlines()
    assert lines[0] == "code(): no signature accepts these arguments" and len(lines) == 7
    assert lines[1] == "  code(x: f32[:]) -> int: parameter 'x' got str, expected f32[:]"
    assert [m.wide(x) for x in (1, np.int16(1), np.uint8(1), True)] == [1, 1, 8, 1]
    assert [m.wide(x) for x in (1.0, np.float32(1), np.float64(1), 2**64)] == [64, 32, 64, 64]
    assert m.small(200) == 8 and m.small(-5) == 1
    with pytest.raises(OverflowError, match="out of bounds for uint8\n.*out of bounds for int8"):
        m.small(300)


# ---- results

def test_new_array_owns_its_memory(m: ModuleType) -> None:
    a = m.full(5, 2.5)
    assert a.tolist() == [2.5] * 5 and a.dtype == np.float64
    assert a.base is None and a.flags.owndata and a.flags.writeable and a.flags.c_contiguous
    a[:] = 1.0
    empty = m.full(0, 1.0)
    assert empty.shape == (0,) and empty.flags.writeable
    view = m.strided(3)
    assert view.tolist() == [7.0] * 3 and view.strides == (16,) and view.base is not None


def test_two_views_of_one_allocation(m: ModuleType) -> None:
    a, nothing, b = m.halves(1000)
    assert nothing is None
    assert b.ctypes.data == a.ctypes.data + 8000
    b[:] = 2.0
    del b
    gc.collect()
    assert a.sum() == 1000.0
    a[:] = 3.0


def test_argument_comes_back(m: ModuleType) -> None:
    x = np.arange(6.0).reshape(2, 3)
    for y in (x, x.T, x[:, ::2], x[:0]):
        assert m.same(y) is y
    long = np.zeros((2, 3), np.float64)
    assert m.same(long) is long


def test_view_keeps_its_base_alive(m: ModuleType) -> None:
    x = np.arange(12.0).reshape(3, 4).copy()
    before = sys.getrefcount(x)
    y = m.view(x)
    assert np.array_equal(y, x[1:, ::-1]) and y.base is x
    assert sys.getrefcount(x) == before + 1
    y[0, 0] = 99.0
    assert x[1, 3] == 99.0
    x.flags.writeable = False
    assert not m.view(x).flags.writeable
    del x
    gc.collect()
    assert y[0, 0] == 99.0


def test_views_do_not_leak_their_base(m: ModuleType) -> None:
    class Watched(np.ndarray):
        pass
    base = Watched((4, 4))
    ref = weakref.ref(base)
    x = np.asarray(base)
    y = m.view(x)
    del base, x
    gc.collect()
    assert ref() is not None
    del y
    gc.collect()
    assert ref() is None


# ---- errors

def test_index_error(m: ModuleType) -> None:
    x = np.arange(3.0)
    assert m.pick(x, 2) == 2.0
    with pytest.raises(IndexError) as info:
        m.pick(x, 5)
    assert str(info.value) == "index 5 is out of bounds for axis 0 with size 3"
    frame = traceback.extract_tb(info.tb)[-1]
    assert (frame.filename, frame.lineno, frame.name) == (PATH, line_of("# PICK_LINE"), "pick")
    assert frame.line == "return x[i]  # PICK_LINE"


EXCEPTIONS = [ArithmeticError, AssertionError, AttributeError, Exception, FloatingPointError, IndexError, KeyError,
              LookupError, MemoryError, NotImplementedError, OverflowError, RuntimeError, StopIteration, TypeError,
              UnboundLocalError, ValueError, ZeroDivisionError]


@pytest.mark.parametrize("kind, exception", list(enumerate(EXCEPTIONS)))
def test_exceptions(m: ModuleType, kind: int, exception: type) -> None:
    with pytest.raises(exception) as info:
        m.fail(kind, True)
    assert type(info.value) is exception and info.value.args == ("told so: \u00e9",)
    assert traceback.extract_tb(info.tb)[-1].lineno == line_of("# FAIL_LINE")
    if exception is not IndexError:
        with pytest.raises(exception) as info:
            m.fail(kind)
        assert info.value.args == ()


def test_race_error(m: ModuleType) -> None:
    pycc = pytest.importorskip("pycc")
    with pytest.raises(pycc.RaceError, match="told so"):
        m.fail(len(EXCEPTIONS) + 1, True)


def test_an_error_in_a_handler_is_chained(m: ModuleType) -> None:
    with pytest.raises(IndexError) as info:
        try:
            raise KeyError("first")
        except KeyError:
            m.pick(np.zeros(1), 1)
    assert isinstance(info.value.__context__, KeyError)
