"""@cu: procedures of pycc.copperhead compiled for the types of their calls, and ahead of time, do what the package does."""
from __future__ import annotations

import resource
import warnings
from pathlib import Path
from typing import Any, Iterator

import numpy as np
import pytest
from harness import compile_text, run_pycc, same, shared_folder

import pycc
from pycc import copperhead as cu
from pycc.copperhead import Tuples

X = np.array([3.0, -1.0, 2.0, 0.5])
I = np.array([2, 0, 3, 1])  # noqa: E741
ROWS = [np.array([1.0, 7.0]), np.array([2.0]), np.zeros(0)]
OFFSETS = np.array([0, 2, 2, 3])
COLS = [np.array([0, 1]), np.array([3]), np.zeros(0, np.int64)]


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = shared_folder(tmp_path_factory, "cu")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYCC_CACHE", str(folder))
        patch.setenv("CFLAGS", "-O0")
        yield folder


@cu.cu
def axpy(a, x, y):
    return cu.map(lambda xi, yi: a * xi + yi, x, y)


@cu.cu
def spmv(vals, cols, x):
    def spvv(Ai, j):
        return cu.sum(cu.map(lambda Aij, xj: Aij * xj, Ai, cu.gather(x, j)))
    return cu.map(spvv, vals, cols)


@cu.cu
def comprehensions(x, y):
    scaled = [2 * v for v in x]
    return [a - b for a, b in cu.zip(scaled, y)]


@cu.cu
def total(n, acc):
    return acc if n == 0 else total(n - 1, acc + n)


@cu.cu
def shifted(z):
    first, second = cu.unzip(z)
    return cu.map(lambda p, q: (p[0] + q, p[1]), z, second)


@cu.cu
def nth(z, i):
    return z[i], z[0][0], cu.map(lambda k: z[-1 - k], cu.indices(z))


@cu.cu
def returned(z, n):
    return z if n > 0 else cu.rotate(z, 1)


@cu.cu
def raised(x, by=2):
    return cu.map(lambda v: v + by, x)


@cu.cu
def branches(x):
    def f(v):
        if v > 1:
            return v
        else:
            return -v
    return cu.map(f, x)


CALLS: list[tuple[Any, tuple]] = [
    (axpy, (2.0, X, X)), (axpy, (2, X.astype(np.float32), X.astype(np.float32))), (axpy, (np.float32(2), X[::2], X[1::2])),
    (axpy, (3, I, I)), (axpy, (2.0, X[:1], X[:1])), (axpy, (2.0, X[:0], X[:0])), (axpy, (2, [1, 2], [3, 4])), (axpy, (2, [], [])),
    (spmv, (ROWS, COLS, X)), (spmv, ([[1.0, 7.0], [2.0]], [[0, 1], [3]], X)), (spmv, (np.ones((2, 3)), I[:3] + np.zeros((2, 1), int), X)),
    *((spmv, (pycc.nested(X[:3].astype(d), OFFSETS.astype(o)), pycc.nested(I[:3].astype(o), OFFSETS.astype(o)), X.astype(d)))
      for d, o in [(np.float64, np.int64), (np.float32, np.int32)]),
    (spmv, (pycc.nested(X[:0], OFFSETS[:1]), pycc.nested(I[:0], OFFSETS[:1]), X)),
    (comprehensions, (X, X + 1)), (comprehensions, (I, I[:0])), (total, (100, 0)), (total, (3, 0.5)),
    (shifted, (cu.zip(X, I),)), (shifted, ([(1, 2.0), (3, 4.0)],)), (nth, (cu.zip(X, I), 2)), (nth, (cu.zip(X, I), 4)), (nth, (cu.zip(cu.zip(X, I), X), -1)),
    (returned, (cu.zip(X, I), 1)), (returned, (cu.zip(X, cu.zip(I, X)), 0)), (branches, (X,)), (branches, (X[:0],))]


def shown(x: Any) -> Any:
    """Sequences of tuples as tuples of arrays, lists as arrays."""
    if isinstance(x, (tuple, Tuples)):
        return tuple(map(shown, x.columns if isinstance(x, Tuples) else x))
    return np.array(x) if isinstance(x, list) else x


def outcome(f: Any, args: tuple) -> Any:
    try:
        return shown(f(*args))
    except Exception as error:
        return type(error).__name__, str(error)


@pytest.mark.parametrize("i", range(len(CALLS)), ids=lambda i: f"{CALLS[i][0].__name__}-{i}")
def test_calls(i: int) -> None:
    f, args = CALLS[i]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert same(outcome(f.__wrapped__, args), outcome(f, args), False) is None


def test_places_and_words(capsys: pytest.CaptureFixture[str]) -> None:
    expected = 3 * X
    for place in (pycc.places.openmp, pycc.places.here, pycc.places.sequential):
        assert same(expected, axpy(2.0, X, X, target_place=place), True) is None
    assert same(expected, axpy(2.0, X, X, verbose=True), True) is None
    assert "axpy(a: float, x: f64[::1], y: f64[::1]) -> f64[::1]" in capsys.readouterr().err
    for kwargs, words in (({}, "missing 1 required positional argument"), ({"z": 1}, "unexpected keyword argument 'z'"),
                          ({"y": X, "target_place": 3}, "target_place= takes a place, as places.openmp, not int")):
        with pytest.raises(TypeError, match=words):
            axpy(2.0, X, **kwargs)
    assert raised(X).tolist() == raised(x=X, by=2).tolist() == (X + 2).tolist() and len(raised.signatures) == 1


def test_on_a_device() -> None:
    """places.gpu0, as a keyword or around calls, compiles kernels; where no device takes them the host gives the same."""
    @cu.cu
    def total(x):
        return cu.sum(x)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # "no device": once for a process
        assert total(X, target_place=pycc.places.gpu0) == X.sum() and not total.signatures
        with pycc.places.gpu0:
            assert total(X) == X.sum() and axpy(2.0, X, X).tolist() == (3 * X).tolist()
    assert "__global double *" in total._on_device.source("opencl") and total(X) == X.sum() and len(total.signatures) == 1


def test_ragged_results() -> None:
    """Items of one length are a matrix, of several ones a nested sequence, as in the interpreter."""
    @cu.cu
    def doubled(rows):
        return cu.map(lambda r: cu.map(lambda v: 2 * v, r), rows)

    @cu.cu
    def counted(x, last):
        def lengths(n):
            return cu.range(n if n < last else last)
        return cu.map(lambda r: cu.sum(r), cu.map(lengths, x))
    rows = pycc.nested(X[:3], OFFSETS)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert [r.tolist() for r in doubled(rows)] == [[6.0, -2.0], [], [4.0]]
        assert isinstance(doubled(rows), pycc.nested) and doubled(ROWS[:1]).tolist() == [[2.0, 14.0]]
        assert doubled(pycc.nested(X, np.array([0, 2, 4]))).tolist() == [[6.0, -2.0], [4.0, 1.0]]
        assert isinstance(doubled(pycc.nested(X, np.array([0, 2, 4]))), np.ndarray)
        assert counted(I, 0).tolist() == [0, 0, 0, 0] and counted(I, 3).tolist() == [1, 0, 3, 0]  # rows are late: summed without a matrix

    @cu.cu
    def applied(f, x):
        return cu.map(f, x)
    with pytest.warns(RuntimeWarning, match="runs in the interpreter"):
        assert [r.tolist() for r in applied(cu.range, np.array([1, 2]))] == [[0], [0, 1]]


def test_rows_are_written_where_they_belong(tmp_path: Path) -> None:
    """Without an array for each row; lengths first, where the code does not say that they are one."""
    body = "return map(lambda r: map(lambda e: 2 * e, r), m)"
    assert tir_of("m: f64[:, :]", body, tmp_path).count("alloc ") == 1
    assert tir_of("m: nested[f64]", body, tmp_path).count("alloc ") == 3  # lengths, offsets, data


def test_calls_of_known_types_go_straight(monkeypatch: pytest.MonkeyPatch) -> None:
    """To compiled code, but for what has to be prepared, and at places."""
    @cu.cu
    def scaled(a, x):
        return cu.map(lambda v: a * v, x)
    x, looked = np.arange(4.0), []
    slow = type(scaled)._call
    monkeypatch.setattr(type(scaled), "_call", lambda self, *given: (looked.append(given[0]), slow(self, *given))[1])

    def looks(*args, **keywords):
        del looked[:]
        assert scaled(*args, **keywords).tolist() == [args[0] * v for v in args[1]]
        return len(looked)
    assert [looks(2.0, x) for _ in range(3)] == [1, 0, 0]
    assert [looks(2, x) for _ in range(2)] == [1, 0] and [looks(2.0, x[::2]) for _ in range(2)] == [1, 0]
    assert [looks(2.0, [1.0, 2.0]) for _ in range(2)] == [1, 1]
    assert looks(2.0, x, target_place=pycc.places.here) == 1 and looks(2.0, x) == 0
    with pycc.places.sequential:
        assert looks(2.0, x) == 1
    with pytest.raises(TypeError):
        scaled(x)


def test_what_is_not_compiled_is_interpreted() -> None:
    @cu.cu
    def odd(x):
        return len(memoryview(b"ab"))
    with pytest.warns(RuntimeWarning, match="odd runs in the interpreter"):
        assert odd((1, 2)) == 2


AHEAD = '''
from pycc import f64
from pycc.copperhead import *

@cu
def axpy(a: f64, x: f64[:], y: f64[:]):
    return map(lambda xi, yi: a * xi + yi, x, y)
'''


def test_ahead_of_time_and_other_types(tmp_path: Path) -> None:
    module = compile_text(AHEAD, tmp_path)
    assert same(3 * X, module.axpy(2.0, X, X), True) is None and not module.axpy.signatures
    assert same(3 * I, module.axpy(2, I, I), True) is None and len(module.axpy.signatures) == 1


PROCEDURES = '''
from pycc.copperhead import *

@cu
def axpy(a, x, y):
    return map(lambda xi, yi: a * xi + yi, x, y)

@cu
def dot(x, y):
    return sum(map(op_mul, x, y))

@cu
def spmv_csr(vals, cols, x):
    def spvv(Ai, j):
        z = gather(x, j)
        return sum(map(lambda Aij, xj: Aij * xj, Ai, z))
    return map(spvv, vals, cols)

@cu
def power(x, n):
    return x if n == 0 else power(map(lambda v: 2 * v, x), n - 1)

@cu
def fibonacci(n):
    def mul(a, b):
        return a[0] * b[0] + a[1] * b[1], a[0] * b[1] + a[1] * b[2], a[1] * b[1] + a[2] * b[2]
    return map(lambda t: t[1], scan(mul, replicate((1, 1, 0), n)))

@cu
def applied(f, x):
    return map(f, x)

@cu
def halves(x):
    return zip(x, map(lambda v: int32(v), x))

@cu
def distance(p, q):
    def square(t):
        d = p[t[0]] - q[t[0]]
        return (t[0], d * d)
    return map(square, enumerate(p))

@cutype("([Double], Long) -> Double")
@cu
def nth(x, i):
    return x[i]
'''

TYPES = """axpy : (a, [a], [a]) -> [a]
dot : ([a], [a]) -> a
spmv_csr : ([[a]], [[Long]], [a]) -> [a]
power : ([a], b) -> [a]
fibonacci : (Long) -> [Long]
applied : ((a) -> b, [a]) -> [b]
halves : ([a]) -> [(a, Int)]
distance : ([a], [a]) -> [(Long, a)]
nth : ([Double], Long) -> Double
"""


def test_principal_types(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(PROCEDURES)
    done = run_pycc(tmp_path / "m.py", "--emit", "types")
    assert done.returncode == 0 and done.stdout.startswith(TYPES), done.stdout + done.stderr


@pytest.mark.parametrize("doubled", ["({0}, {0})", "(lambda v: (v, v))({0})"])
def test_types_that_double(doubled: str, tmp_path: Path) -> None:
    """A type that is shared is not walked as the tree of 2 ** 40 places that it stands for."""
    rows = "".join(f"    y{i + 1} = {doubled.format(f'y{i}')}\n" for i in range(40))
    (tmp_path / "m.py").write_text(f"from pycc.copperhead import *\n@cu\ndef f(x):\n    y0 = x\n{rows}    return y40\n")
    done = run_pycc(tmp_path / "m.py", "--emit", "types")
    assert done.returncode == 0 and done.stdout.startswith("f : (a) -> (") and len(done.stdout) < 10_000


def test_instantiated(tmp_path: Path) -> None:
    """Ahead of time for two types of elements; other types when they come; all as the package does."""
    module = compile_text(PROCEDURES, tmp_path, "--instantiate", "f32,i64")
    ahead = {name: getattr(getattr(module, name), "__pycc_ahead__", None) for name in ("axpy", "spmv_csr", "applied", "nth")}
    assert ahead["applied"] is None and ahead["nth"].signatures == ("nth(x: f64[:], i: int) -> f64",)
    assert len(ahead["axpy"].signatures) == 2 and len(ahead["spmv_csr"].signatures) == 4
    for dtype, a in ((np.float32, 2.0), (np.int64, 2), (np.float64, 2.0)):
        x = X.astype(dtype)
        rows = [r.astype(dtype) for r in ROWS]
        for name, args in (("axpy", (a, x, x)), ("dot", (x, x)), ("spmv_csr", (rows, COLS, x)), ("power", (x, 3)), ("halves", (x,)),
                           ("spmv_csr", (np.ones((2, 2), dtype), I.reshape(2, 2), x)), ("distance", (x, x[::-1]))):
            f = getattr(module, name)
            assert same(outcome(f.__wrapped__, args), outcome(f, args), False) is None, name
        assert bool(module.axpy.signatures) == (dtype is np.float64)
    assert same(np.array([1, 1, 2, 3, 5]), module.fibonacci(5), True) is None and module.nth(X, 2) == 2.0


SOME = """
from pycc.copperhead import *

@cu
def halved(x):
    return map(lambda v: v >> 1, x)

@cu
def kept(x, y):
    return map(lambda a, b: a if a > b else b, x, y)

@cu
def both(x, y):
    return kept(map(lambda v: v + y[0], x), kept(y, y)), sum(halved(range(len(x))))
"""


def test_types_that_a_procedure_is_not_for(tmp_path: Path) -> None:
    """They are told, once for each procedure, and the others are compiled; procedures call one another for any types."""
    (tmp_path / "m.py").write_text(SOME)
    done = run_pycc(tmp_path / "m.py", "--instantiate", "f64,i64", "-o", tmp_path / "some.so")
    assert done.returncode == 0 and done.stderr.count("[PY501]") == 1 and "'halved' is compiled for 1 of the 2 types asked for" in done.stderr
    module = compile_text(SOME, tmp_path, "--instantiate", "f64,i64")
    assert [len(getattr(module, n).__pycc_ahead__.signatures) for n in ("halved", "kept", "both")] == [1, 2, 2]
    for args in ((X, X), (I, I)):
        assert same(outcome(module.both.__wrapped__, args), outcome(module.both, args), False) is None
    assert not module.both.signatures and module.halved(I).tolist() == (I >> 1).tolist() and not module.halved.signatures


def test_declared_in_the_module(tmp_path: Path) -> None:
    """pycc.instantiate: element types and signatures, ahead of time; in the interpreter it looks at its arguments."""
    declared = 'import pycc\npycc.instantiate(axpy, "f32,i64")\npycc.instantiate(dot, pycc.f32, "f64[:], f64[:]")\n' \
               'pycc.instantiate(spmv_csr, "nested[f64], nested[i64], f64[:]")\n'
    module = compile_text(PROCEDURES + declared, tmp_path)
    ahead = {name: getattr(getattr(module, name), "__pycc_ahead__", None) for name in ("axpy", "dot", "spmv_csr", "power")}
    assert ahead["power"] is None and [len(ahead[n].signatures) for n in ("axpy", "dot", "spmv_csr")] == [2, 2, 1]
    x = X.astype(np.float32)
    assert same(outcome(module.axpy.__wrapped__, (2.0, x, x)), outcome(module.axpy, (2.0, x, x)), False) is None
    assert module.dot(X, X) == X @ X and not module.dot.signatures and not module.axpy.signatures
    rows = pycc.nested(X, np.array([0, 2, 2, 4])), pycc.nested(I, np.array([0, 2, 2, 4]))
    assert same(module.spmv_csr.__wrapped__(*rows, X), module.spmv_csr(*rows, X), False) is None and not module.spmv_csr.signatures


@pytest.mark.parametrize("args, error", [((len, "f64"), TypeError), ((axpy,), TypeError), ((axpy, "f64,g64"), ValueError),
                                         ((axpy, "f64, f64[:]"), ValueError), ((axpy, 3), TypeError)])
def test_wrong_declarations(args: tuple, error: type) -> None:
    with pytest.raises(error):
        pycc.instantiate(*args)


ONE_LOOP = {
    "dot": ("x: f64[:], y: f64[:]", "return sum(map(lambda a, b: a * b, x, y))"),
    "pipeline": ("x: f64[:], y: f64[:], j: i64[:]", "return sum(map(lambda a, b: a * b, map(lambda a: a + 1, x), gather(y, j)))"),
    "names": ("x: f64[:], y: f64[:], j: i64[:]", "v = gather(y, j)\n    w = zip(v, map(op_neg, x))\n    return max(map(lambda t: t[0] * t[1], w))"),
    "deep": ("x: f64[:]", f"return any(map(lambda v: v > 0, {'map(op_neg, ' * 7}x{')' * 7}))"),
    "numbers": ("n: int", "return sum(map(lambda p: p[0] * p[1], enumerate(map(op_add, range(n), replicate(2, n)))))"),
}
ROWS_ONLY = """def spvv(r, j):
        z = gather(x, j)
        return sum(map(op_mul, r, z))
    return map(spvv, v, c)"""


def tir_of(params: str, body: str, folder: Path) -> str:
    (folder / "m.py").write_text(f"from pycc import f64, i64, nested\nfrom pycc.copperhead import *\n@cu\ndef f({params}):\n    {body}\n")
    done = run_pycc(folder / "m.py", "--emit", "tir")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", ONE_LOOP)
def test_one_loop_without_an_array(name: str, tmp_path: Path) -> None:
    params, body = ONE_LOOP[name]
    text = tir_of(params, body, tmp_path)
    assert text.count("prange ") == 1 and "alloc " not in text, text


ANY_ORDER = ["reduce(op_add, x, 0)", "reduce(lambda a, b: b * a, x, 1)", "reduce(lambda a, b: min(a, b), x, 0)",
             "reduce(lambda a, b: (a[0] + b[0], op_max(a[1], b[1])), zip(x, x), (0, 0))", "reduce(wider, zip(x, x), (0, 0))"]
IN_ORDER = ["reduce(op_sub, x, 0)", "reduce(lambda a, b: a + a, x, 1)", "reduce(lambda a, b: a + 2 * b, x, 0)",
            "reduce(lambda a, b: (a[0] + b[1], a[1] + b[0]), zip(x, x), (0, 0))"]
WIDER = "def wider(a, b):\n        p, q = a\n        r, s = b\n        return op_min(p, r), op_max(q, s)\n    return "


def test_reductions_in_any_order(tmp_path: Path) -> None:
    """Forms that take items in any order are parallel loops, others are not."""
    for body in ANY_ORDER:
        assert tir_of("x: f64[:]", WIDER + body, tmp_path).count("prange ") == 1, body
    for body in IN_ORDER:
        assert "prange " not in tir_of("x: f64[:]", WIDER + body, tmp_path), body


def test_many_in_one_another(tmp_path: Path) -> None:
    """Late forms stand in one another to some depth: what is beyond is an array, by names as in one expression."""
    names = "y0 = x" + "".join(f"\n    y{i + 1} = map(lambda v: -v, y{i})" for i in range(200)) + "\n    return sum(y200)"
    for n, body in ((200, names), (60, f"return sum({'map(lambda v: -v, ' * 60}x{')' * 60})")):
        arrays = tir_of("x: f64[:]", body, tmp_path).count("alloc ")
        assert n // 12 < arrays < n // 6


def test_rows_make_no_arrays(tmp_path: Path) -> None:
    """Of matrices, and of ragged rows. The array is the result's; a name that is read twice is one, too."""
    for params in ("v: f64[:, :], c: i64[:, :], x: f64[:]", "v: nested[f64], c: nested[i64], x: f64[:]"):
        text = tir_of(params, ROWS_ONLY, tmp_path)
        assert text.count("alloc ") == 1 and text.count("prange ") == 2, text
    twice = tir_of("x: f64[:]", "y = map(op_neg, x)\n    return sum(y) + max(y)", tmp_path)
    assert twice.count("alloc ") == 1


WRONG = '''
from pycc.copperhead import *

@cu
def index(x, j):
    return sum(map(lambda v: v + 1, gather(x, j)))

@cu
def index_of_any(x, j):
    return any(map(lambda v: v > 0, gather(x, j)))

@cu
def index_by_name(x, j):
    z = gather(x, j)
    return max(z)

@cu
def lengths(x, j):
    p = map(lambda a, k: a * x[k], x, j)
    return sum(p)

@cu
def lengths_of_zip(x, j):
    return sum(map(lambda t: t[0], zip(x, map(op_neg, j))))

@cu
def one_branch(x, j):
    z = gather(x, j)
    if len(x) > 100:
        return sum(z)
    else:
        return 0 * x[0]

@cu
def one_value(x, j):
    z = gather(x, j)
    return sum(z) if len(x) > 100 else 0 * x[0]

@cu
def before_a_return(x, j):
    z = gather(x, j)
    if len(x) < 100:
        return 0 * x[0]
    else:
        w = 1
    return sum(z) * w

@cu
def unread(x, j):
    z = gather(x, j)
    w = map(op_neg, z)
    return x[0]

@cu
def shifted_out(x, j):
    return sum(shift(gather(x, j), 50, 0))

@cu
def of_rows(x, j):
    return map(lambda a: sum(map(op_neg, gather(x, j))) + a, range(2))

@cu
def moved(x, j):
    return update(replicate(0.0, len(x)), zip(j, map(op_neg, x)))

@cu
def least(x, j):
    return min(map(op_neg, x)) + sum(j)

@cu
def before(x, j):
    return exclusive_scan(op_add, 0, gather(x, j))

@cu
def behind(x, j):
    return exclusive_rscan(op_add, 0, gather(x, j))

@cu
def from_the_right(x, j):
    return rscan(op_max, gather(x, j))

@cu
def kept(x, j):
    return filter(lambda v: v > 0, gather(x, j))

@cu
def rows(x, j):
    return map(lambda n: map(lambda k: x[k], range(n)), j)

@cu
def place(x, j):
    return map(lambda a: argmin(map(op_neg, x)) + a, range(len(j) + 1))
'''


def test_calls_in_the_tail(tmp_path: Path) -> None:
    """They are turns of a loop: neither the stack grows with them nor the memory."""
    source = "from pycc import *\nfrom pycc.copperhead import *\n\n@cu\ndef down(x: f64[:], n: i64):\n" \
             "    return x if n == 0 else down(map(lambda v: v + 1, x), n - 1)\n"
    module = compile_text(source, tmp_path)
    assert module.down(np.zeros(1), 1_000_000)[0] == 1_000_000
    size = 100_000
    module.down(np.zeros(size), 3)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert module.down(np.zeros(size), 1000)[-1] == 1000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20 * size * 8 / 1024  # of 1000 arrays


def test_what_items_raise(tmp_path: Path) -> None:
    """Errors inside of what is made late are those of the package, whether or not anything reads it; good arguments beside bad ones."""
    module = compile_text(WRONG, tmp_path, "--instantiate", "f64")
    names = [name for name, f in vars(module).items() if hasattr(f, "__pycc_ahead__")]
    assert len(names) == WRONG.count("@cu")
    raised = 0
    for name in names:
        f = getattr(module, name)
        for x, j in ((X, I), (X, np.array([0, 1, 7, -9])), (X, I[:3]), (X[:0], I[:0]), (X[:0], I[:1]), (X[:1], np.array([-1]))):
            with warnings.catch_warnings():
                warnings.simplefilter("error", RuntimeWarning)  # nothing runs in the interpreter
                expected, got = outcome(f.__wrapped__, (x, j)), outcome(f, (x, j))
            assert same(expected, got, False) is None, (name, x, j, expected, got)
            raised += isinstance(got, tuple)
    assert raised > 30


def test_instantiate_takes_element_types(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(PROCEDURES)
    done = run_pycc(tmp_path / "m.py", "--instantiate", "f32,g64")
    assert done.returncode == 1 and "--instantiate takes element types such as f32,f64,i64, not 'f32,g64'" in done.stderr
