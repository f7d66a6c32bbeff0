"""Programs of Numba's, run unchanged: what pycc.numba makes of them, beside what they do in the interpreter."""
from __future__ import annotations

import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pytest

import pycc.numba as numba
from pycc._jit import Jit
from pycc.numba import b1, f8, float32, float64, guvectorize, i4, int64, jit, njit, prange, stencil, types, vectorize
from pycc.numba.core.errors import NumbaWarning, TypingError
from pycc.numba.typed import Dict, List

A = np.arange(12.0).reshape(3, 4)
SCALE = 3.0


@pytest.fixture(autouse=True)
def compiled() -> Any:
    """No test of what is there may run in the interpreter."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        yield


# ---- jit

@njit
def helper(x):
    return SCALE * x


@njit(parallel=True, fastmath={"reassoc", "nsz"}, cache=True, nogil=True)
def total(a):
    s = 0.0
    for i in numba.prange(a.shape[0]):
        for j in range(a.shape[1]):
            s += helper(a[i, j])
    return s


@jit("f8(f8[:,:], i8)", nopython=True)
def declared(a, i):
    return a[i, 0] * numba.float64(2)


@njit([float64(float64[:]), (float32[:],), "int64(int64[::1])"])
def overloads(a):
    return a[0]


@jit(nopython=True)
def carried(a):
    for i in prange(1, len(a)):
        a[i] = a[i - 1] + a[i]
    return a


@njit(locals={"x": int64}, boundscheck=True, error_model="numpy", inline="always")
def wraps(x):
    return x * x * x


@njit
def of_lists(xs):
    s = 0.0
    for x in xs:
        s += x
    return s


@njit
def tuples(shape, n):
    out = np.zeros(shape)
    for i in numba.literal_unroll((1, 2, 3)):
        out[0, 0] += i * n
    return out


CALLS: list[tuple[Any, tuple[Any, ...]]] = [
    (total, (A,)), (total, (A[:, ::2],)), (total, (A.astype(np.float32),)), (declared, (A, 2)), (overloads, (A[0],)),
    (overloads, (A[0].astype(np.float32),)), (overloads, (np.arange(3),)), (carried, (np.arange(6.0),)), (wraps, (7,)),
    (of_lists, (List([1.0, 2.5]),)), (of_lists, ([1.0, 2.5],)), (tuples, ((2, 3), 2)),
]


@pytest.mark.parametrize("function, args", CALLS, ids=lambda x: getattr(x, "__name__", ""))
def test_jit(function: Any, args: tuple[Any, ...]) -> None:
    def fresh() -> list[Any]:
        return [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    expected, got = function.__wrapped__(*fresh()), function(*fresh())
    np.testing.assert_allclose(got, expected, rtol=1e-12)
    assert np.asarray(got).dtype == np.asarray(expected).dtype
    assert function.signatures


def test_integers_wrap() -> None:
    assert wraps(2**62) == 0


def test_other_types_than_declared() -> None:
    with pytest.raises(TypeError):
        declared("text", 1)
    assert declared(A.astype(np.float32).astype(np.float64), np.int8(1)) == 8.0


# ---- vectorize, guvectorize, stencil

def larger_(a, b):
    if a > b:
        return a
    return b


larger = vectorize(larger_)


@vectorize(["i8(i8)", float64(float64)], nopython=True)
def cube(x):
    return x * x * x


@vectorize
def positive(x):
    return x > 0


@njit
def inside(a, k):
    return larger(a, k) + larger(a[0, 0], k)


@pytest.mark.parametrize("args", [(A, 5.0), (A, A.T[:, :3].copy().T[:3, :1]), (3.0, 2.0), (A[::-1, ::2], A[0, :2]), (A[:0], 1.0), (A.astype(np.int32), 4 * np.ones(4, np.int32))])
def test_vectorize(args: tuple[Any, ...]) -> None:
    expected, got = np.vectorize(larger_, otypes=[np.result_type(*args)])(*args), larger(*args)
    np.testing.assert_array_equal(got, expected)
    assert np.asarray(got).dtype == expected.dtype


def test_vectorize_with_signatures() -> None:
    assert cube(np.arange(3)).dtype == np.int64 and cube(np.arange(3, dtype=np.float32)).dtype == np.float64
    np.testing.assert_array_equal(cube(np.arange(4)), np.arange(4) ** 3)
    with pytest.raises(TypeError, match="no signature for complex128"):
        cube(1j)
    out = np.zeros(3)
    assert cube(np.arange(3.0), out=out) is out and out[2] == 8.0
    assert positive(A - 3).dtype == bool and positive(A - 3).sum() == 8


def test_methods_of_ufuncs() -> None:
    np.testing.assert_array_equal(larger.reduce(A), np.maximum.reduce(A))
    np.testing.assert_array_equal(larger.reduce(A[:, ::-1], axis=1), np.maximum.reduce(A, axis=1))
    np.testing.assert_array_equal(larger.accumulate(-A, axis=1), np.maximum.accumulate(-A, axis=1))
    np.testing.assert_array_equal(larger.outer(A, A[0]), np.maximum.outer(A, A[0]))
    with pytest.raises(ValueError, match="no identity"):
        larger.reduce(A[:0])


def test_vectorized_in_jitted() -> None:
    np.testing.assert_array_equal(inside(A, 4.0), np.maximum(A, 4.0) + 4.0)


@guvectorize(["void(int64[:], int64, int64[:])", (float64[:], float64, float64[:])], "(n),()->(n)")
def added(x, y, res):
    for i in range(x.shape[0]):
        res[i] = x[i] + y


@guvectorize("(m,n),(n,p)->(m,p)")
def product(a, b, out):
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            out[i, j] = 0
            for k in range(b.shape[0]):
                out[i, j] += a[i, k] * b[k, j]


@guvectorize(["(f8[:], f8[:])"], "(n)->()", target="parallel")
def mean(x, out):
    out[0] = x.sum() / len(x)


def test_guvectorize() -> None:
    np.testing.assert_array_equal(added(A, 2.0), A + 2)
    np.testing.assert_array_equal(added(A[0], np.arange(3.0)), A[0] + np.arange(3.0)[:, None])
    assert added(np.arange(3), 1).dtype == np.int64 and added(A[0].astype(np.float32), 1).dtype == np.float64
    np.testing.assert_allclose(mean(A), A.mean(axis=1))
    assert mean(A[0]) == A[0].mean() and mean(A[:, ::2].reshape(1, 3, 2)).shape == (1, 3)
    out = np.zeros((2, 3, 3))
    product(np.stack((A, A)), A.T, out)
    np.testing.assert_allclose(out, np.stack((A, A)) @ A.T)
    assert added(np.zeros((0, 4)), 1.0).shape == (0, 4)


def test_guvectorize_refuses() -> None:
    with pytest.raises(ValueError, match="dimension n has 4 elements and 3 elements"):
        product(A, A, np.zeros((3, 4)))
    with pytest.raises(TypeError, match="give the arrays for its results"):
        product(A, A.T)
    with pytest.raises(TypeError, match="no signature"):
        added(A + 1j, 1.0)
    with pytest.raises(TypeError, match="names 2 arrays"):
        guvectorize(["(f8[:], f8, f8[:])"], "(n)->(n)")(lambda x, y, z: None)


@stencil
def laplace(a):
    return a[0, 1] + a[1, 0] + a[-1, 0] + a[0, -1] - 4 * a[0, 0]


@stencil(standard_indexing=("w",), neighborhood=((-2, 2),), cval=7)
def convolved(a, w):
    t = 0.0
    for i in range(-2, 3):
        t += a[i] * w[i + 2]
    return t


@stencil
def difference(a, b):
    return a[1] - b[0]


@njit(parallel=True)
def smoothed(a):
    return laplace(a).sum()


def test_stencil() -> None:
    x = np.random.default_rng(1).random((6, 7))
    expected = np.zeros_like(x)
    expected[1:-1, 1:-1] = x[1:-1, 2:] + x[2:, 1:-1] + x[:-2, 1:-1] + x[1:-1, :-2] - 4 * x[1:-1, 1:-1]
    np.testing.assert_allclose(laplace(x), expected, atol=1e-15)
    np.testing.assert_allclose(laplace(x[::-1, ::-1].T), expected[::-1, ::-1].T, atol=1e-15)
    assert smoothed(x) == pytest.approx(expected.sum())
    w = np.arange(5.0)
    conv = np.full(9, 7.0)
    conv[2:-2] = np.correlate(np.arange(9.0), w, "valid")
    np.testing.assert_allclose(convolved(np.arange(9.0), w), conv)
    np.testing.assert_array_equal(laplace(x[:2]), np.zeros((2, 7)))
    assert difference(np.array([1, 5, 2]), np.array([1, 1, 1])).tolist() == [4, 1, 0]
    out = np.ones((6, 7))
    assert laplace(x, out=out) is out and out[0, 0] == 0.0


# ---- types

@pytest.mark.parametrize("written, texts", [
    ("f8(f8[:], i8)", ["f64[:]", "i64"]), ("(float32[:,::1], boolean)", ["f32[:, ::1]", "bool_"]), ("void(u1, c16)", ["u8", "c128"]),
    (float64[:, :](int64), ["i64"]), ((i4, b1), ["i32", "bool_"]), ("f8(Tuple((f8, i8)), UniTuple(f4, 2))", ["(f64, i64)", "(f32, f32)"]),
    ("f8(types.List(intp))", ["list[i64]"]), (f8(types.Array(float32, 2, "F")), ["f32[::1, :]"]), ("types.void()", []),
])
def test_signatures(written: Any, texts: list[str]) -> None:
    assert types.read(written).texts() == texts


@pytest.mark.parametrize("written", ["f8(DictType(f8, f8))", "__import__('os')", 5, "f8(", "unicode_type()"])
def test_unknown_signatures(written: Any) -> None:
    with pytest.raises(types.Unknown):
        types.read(written).texts()


def test_typeof() -> None:
    assert numba.typeof(A) == float64[:, ::1] and numba.typeof(A[:, ::2]) == float64[:, :] and numba.typeof(1) == int64
    assert types.read((numba.typeof((1, 2.0)), numba.typeof([1.0]))).texts() == ["(i64, f64)", "list[f64]"]


# ---- what is not there

def warned(run: Callable[[], Any], words: str) -> Any:
    """The result of what warns once, with these words."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = run()
    assert len(caught) == 1 and words in str(caught[0].message) and issubclass(caught[0].category, RuntimeWarning)
    return result


def test_missing_decorators() -> None:
    class Plain:
        pass
    made = warned(lambda: numba.experimental.jitclass, "numba.experimental.jitclass is not there")
    assert made([("x", float64)])(Plain) is Plain and made(Plain) is Plain
    assert warned(lambda: numba.cfunc, "numba.cfunc is not there")("f8(f8)")(larger_) is larger_


def test_fallbacks() -> None:
    def by_key(d):
        return globals() and d["a"]
    function = njit(by_key)
    assert warned(lambda: function({"a": 1}), "runs in the interpreter") == 1
    assert warned(lambda: jit(forceobj=True)(by_key), "forceobj is not there: by_key runs in the interpreter")({"a": 2}) == 2
    assert warned(lambda: njit(frobnicate=1)(by_key), "frobnicate is not there")({"a": 3}) == 3
    of_types = warned(lambda: njit("f8(DictType(f8, f8))")(lambda x: x), "types of its calls")
    assert of_types.__wrapped__(1) == 1
    assert warned(lambda: njit(int), "it runs in the interpreter") is int

    def shown(x):
        with numba.objmode(y="f8"):
            y = f"{x}"
        return y
    function = njit(shown)
    assert warned(lambda: function(2), "runs in the interpreter") == "2"
    with pytest.raises(AttributeError, match="nonsense"):
        numba.nonsense
    assert Dict.empty(int64, float64) == {} and List.empty_list(float64) == [] and issubclass(TypingError, Exception)
    assert issubclass(NumbaWarning, RuntimeWarning)


def test_missing_decorators_of_modules() -> None:
    """Each is told once, takes what Numba's takes, and is false where a condition asks."""
    space: dict[str, Any] = {}
    warned(lambda: exec("from numba.extending import overload", numbas(), space), "extending.overload is not there")
    assert space["overload"](larger_)(by_two) is by_two and space["overload"](larger_, inline="always")(by_two) is by_two
    assert not warned(lambda: numba.cuda.is_available, "cuda.is_available is not there")()
    aot = warned(lambda: numba.pycc.CC, "pycc.CC is not there")("m")
    assert aot.export("f", "f8(f8)")(by_two) is by_two and aot.compile() is not None
    assert numba.get_thread_id() == 0 and numba.core.types is types


def numbas() -> dict[str, Any]:
    """Names for code that imports numba."""
    sys.modules.setdefault("numba", numba)
    sys.modules.setdefault("numba.extending", numba.extending)
    return {}


def by_two(x):
    return 2 * x


def test_dispatcher(capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    function = njit(by_two)
    assert function(2) == 4 and function.py_func is by_two and function.nopython_signatures == function.signatures
    assert list(function.overloads) == list(function.signatures) and isinstance(function, Jit)
    function.parallel_diagnostics(level=4)
    assert "by_two" in capsys.readouterr().out and "pycc" in function.inspect_llvm()[function.signatures[0]] == function.inspect_asm(())
    function.recompile()
    assert function.signatures == () and function(2.5) == 5.0 and function.disable_compile() is None
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)
    assert njit(by_two) is by_two and njit("f8(f8)")(by_two) is by_two


def test_types_that_are_not_there() -> None:
    for written in (types.float64(types.Omitted(1)), types.void(types.DictType(types.int64, types.float64)), types.pyobject[:],
                    (types.unicode_type, types.float64)):
        with pytest.raises(types.Unknown, match="is no type of a parameter|is no signature"):
            types.read(written).texts()
    assert types.read(types.float64(types.Optional(types.float64[:]))).texts() == ["f64[:] | None"]
    with pytest.raises(AttributeError):
        types._nothing


def test_results_of_several_types() -> None:
    """Where the interpreter has to, it gives what holds all results, not what holds the first."""
    def larger_or_two(a, b):
        return a if a > b else b

    def clipped(a):
        return [a[-1] * 0.5, 0][len(memoryview(bytes(int(a[1] > 2))))]
    x = np.array([0.0, 1.0, 3.5])
    function = numba.vectorize(larger_or_two)
    got = warned(lambda: function(x, 2), "runs in the interpreter")
    assert got.dtype == float and got.tolist() == [2, 2, 3.5] and function(x[:0], 2).shape == (0,)
    got = warned(lambda: numba.stencil(clipped)(np.array([[1.0, 2, 3, 1, 4]])[0]), "runs in the interpreter")
    assert got.dtype == float and got.tolist() == [0, 0, 1.0, 0, 0]


SCRIPT = """
import numba
import numpy as np
from numba import jit, njit, prange, types
from numba.core import types as core_types
from numba.core.errors import NumbaPerformanceWarning
from numba.typed import List
from numba.extending import register_jitable
from numba.experimental import jitclass

@register_jitable
def half(x):
    return x / 2

@njit(parallel=True, cache=True)
def total(a):
    s = 0.0
    for i in prange(len(a)):
        s += half(a[i])
    return s

@jitclass([("x", types.float64)])
class Point:
    def __init__(self, x):
        self.x = x

print(total(np.arange(5.0)), total.signatures, Point(2.0).x, numba.config.NUMBA_NUM_THREADS > 0, numba.__version__ > "0.5")
"""


def test_script(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    done = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True,
                          env={**os.environ, "PYCC_AS_NUMBA": "1"})
    assert done.stdout == "5.0 ('total(a: f64[::1]) -> f64',) 2.0 True True\n"
    assert done.stderr.count("Warning") == 1 and "numba.experimental.jitclass is not there" in done.stderr
