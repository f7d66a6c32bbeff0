"""What the primitives of pycc.copperhead mean in the interpreter: by hand, and by definitions over lists."""
from __future__ import annotations

import builtins
import warnings
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pytest
from harness import compile_text

import pycc.copperhead as cu
from pycc.copperhead import Tuples

ADD = lambda a, b: a + b  # noqa: E731
FIRST = lambda a, b: a  # noqa: E731
SIZES = (0, 1, 2, 5)
DTYPES = (np.float32, np.float64, np.int32, np.int64, np.bool_)


def plain(x: Any) -> Any:
    """A sequence as lists, tuples and Python's numbers."""
    if isinstance(x, tuple):
        return tuple(builtins.map(plain, x))
    if isinstance(x, np.generic):
        return x.item()
    return [plain(e) for e in x] if hasattr(x, "__len__") else x


BY_HAND: list[tuple[str, Any]] = [
    ("reduce(op_add, [1, 2, 3, 4, 5], 0)", 15), ("reduce(op_add, [1, 2, 3, 4, 5], 10)", 25), ("reduce(op_add, [], 10)", 10),
    ("reduce(lambda a, b: (a[0] + b[0], max(a[1], b[1])), zip([1, 2], [5, 4]), (0, 0))", (3, 5)),
    ("any([True, False, False])", True), ("any([])", False), ("all([True, False])", False), ("all([])", True),
    ("sum([1, 2, 3])", 6), ("sum([])", 0), ("sum([True, True, False])", 2), ("min([3, 1, 4])", 1), ("max([3, 1, 4])", 4),
    ("min(3, 2)", 2), ("max(1.5, 2)", 2), ("min(zip([2, 1, 1], [0, 5, 4]))", (1, 4)), ("argmin([3, 1, 1])", 1),
    ("argmax([3, 9, 9])", 1), ("range(5)", [0, 1, 2, 3, 4]), ("range(0)", []), ("bounded_range(2, 5)", [2, 3, 4]),
    ("bounded_range(5, 2)", []), ("indices([6, 3, 2])", [0, 1, 2]), ("len([6, 3])", 2), ("len(zip([1, 2, 3], [4, 5, 6]))", 3),
    ("zip([1, 2], [4, 5])", [(1, 4), (2, 5)]), ("zip([], [])", []), ("zip([1], [2.0], [True], [3])", [(1, 2.0, True, 3)]),
    ("zip([7, 8])", [(7,), (8,)]), ("unzip([(1, 2), (3, 4), (5, 6)])", ([1, 3, 5], [2, 4, 6])),
    ("unzip(zip([1], [2], [3]))", ([1], [2], [3])), ("enumerate([7, 8])", [(0, 7), (1, 8)]),
    ("filter(lambda x: x < 3, [3, 1, 5, 0, 2, 4])", [1, 0, 2]), ("filter(lambda t: t[0], zip([True, False], [1, 2]))", [(True, 1)]),
    ("gather([8, 16, 32, 64, 128], [3, 0, 2])", [64, 8, 32]), ("gather([8, 16], [])", []), ("gather([8, 16], [-1])", [16]),
    ("gather(zip([1, 2], [3, 4]), [1, 1])", [(2, 4), (2, 4)]), ("gather([[1, 2], [3]], [1, 0])", [[3], [1, 2]]),
    ("scatter([11, 12], [3, 1], [1, 2, 3, 4])", [1, 12, 3, 11]), ("scatter([], [], [1, 2])", [1, 2]),
    ("scatter([(9, 9)], [0], [(1, 2), (3, 4)])", [(9, 9), (3, 4)]),
    ("permute([1, 2, 3, 4], [3, 0, 1, 2])", [2, 3, 4, 1]), ("update(range(4), [])", [0, 1, 2, 3]),
    ("update([True, False, True, False], [(1, True), (0, False)])", [False, True, True, False]),
    ("scan(op_add, [1, 1, 1])", [1, 2, 3]), ("scan(lambda x, y: x, [4, 3, 1])", [4, 4, 4]), ("scan(op_add, [])", []),
    ("rscan(op_add, [1, 1, 1])", [3, 2, 1]), ("rscan(lambda x, y: x, [3, 1, 5])", [5, 5, 5]),
    ("exclusive_scan(op_add, 0, [1, 1, 1])", [0, 1, 2]), ("exclusive_rscan(op_add, 0, [1, 1, 1])", [2, 1, 0]),
    ("exclusive_scan(op_add, 7, [])", [7]), ("exclusive_rscan(op_add, 7, [])", [7]),
    ("scan(lambda a, b: (a[0] * b[0], a[1] + b[1]), zip([1, 2, 3], [1, 1, 1]))", [(1, 1), (2, 2), (6, 3)]),
    ("replicate(True, 3)", [True, True, True]), ("replicate(101, 0)", []), ("replicate((1, (2.0, False)), 2)", [(1, (2.0, False))] * 2),
    ("shift([1, 2, 3, 4], 1, 0)", [2, 3, 4, 0]), ("shift([1, 2, 3, 4], -2, 9)", [9, 9, 1, 2]), ("shift([1, 2], 0, 9)", [1, 2]),
    ("shift(zip([1, 2], [3, 4]), 1, (0, 0))", [(2, 4), (0, 0)]), ("rotate([1, 2, 3, 4], 1)", [2, 3, 4, 1]),
    ("rotate([1, 2, 3, 4], -1)", [4, 1, 2, 3]), ("rotate([1, 2], 5)", [1, 2]),
    ("sort(op_lt, [3, 1, 2])", [1, 2, 3]), ("sort(op_gt, [3, 1, 2])", [3, 2, 1]), ("sort(lambda a, b: a < b, [])", []),
    ("sort(lambda a, b: a[0] < b[0], zip([1, 0, 1, 0], [0, 1, 2, 3]))", [(0, 1), (0, 3), (1, 0), (1, 2)]),
    ("map(abs, [-1, 2])", [1, 2]), ("map(sqrt, [4.0])", [2.0]), ("map(int32, [2.75, -2.75])", [2, -2]),
    ("map(lambda x: 0 if x < 2 else x, [1, 2, 3])", [0, 2, 3]), ("map(lambda x: (x, -x), [1, 2])", [(1, -1), (2, -2)]),
    ("map(lambda i: range(i), range(3))", [[], [0], [0, 1]]), ("map(lambda r: sum(r), [[1, 2], [], [3]])", [3, 0, 3]),
    ("map(lambda i: map(lambda j: i * j, range(3)), range(2))", [[0, 0, 0], [0, 1, 2]]),
    ("map(lambda x: sum([x, x]), [1, 2])", [2, 4]), ("map(lambda x: 7, [1, 2])", [7, 7]),
    ("map(lambda *x: x[0] + x[9], *[[1, 2]] * 10)", [2, 4]), ("[x + 1 for x in range(3)]", [1, 2, 3]),
    ("map(lambda x: op_not(x), [True, False])", [False, True]), ("map(op_max, [1, 5], [3, 2])", [3, 5]),
]


@pytest.mark.parametrize("call, expected", BY_HAND, ids=[c for c, _ in BY_HAND])
def test_by_hand(call: str, expected: Any) -> None:
    assert plain(eval(call, dict(vars(cu)))) == expected


def test_by_hand_compiled(tmp_path: Path) -> None:
    """The same calls in procedures compiled ahead of time, with displays as sequences; types are the interpreter's."""
    calls = [c for c, _ in BY_HAND if "*x" not in c and c not in ("update(range(4), [])", "max(1.5, 2)")]
    text = "".join(f"#pythran export f{i}()\n@cu\ndef f{i}():\n    return {c}\n" for i, c in enumerate(calls))
    module = compile_text("from pycc.copperhead import *\n" + text, tmp_path, "-O0")
    for i, call in enumerate(calls):
        f = getattr(module, f"f{i}")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # rows of several lengths
            expected, got = f.__wrapped__(), f()
        assert not f.signatures and plain(got) == plain(expected) == plain(dict(BY_HAND)[call]), call
        if not isinstance(got, (tuple, Tuples)) and not cu._s.is_nested(got):
            assert np.asarray(got).dtype == np.asarray(expected).dtype, call


DEFINITIONS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "shift": (lambda x: [cu.shift(x, k, x.dtype.type(1)) for k in cu.range(15) - 7],
              lambda x: [x[k:] + [1] * k if k > 0 else [1] * -k + (x[:k] if k else x) for k in range(-7, 8)]),
    "rotate": (lambda x: [cu.rotate(x, k) for k in cu.range(15) - 7], lambda x: [x[k:] + x[:k] for k in range(-7, 8)]),
    "rscan": (lambda x: cu.rscan(FIRST, x), lambda x: [x[-1] for _ in x]),
    "scan": (lambda x: cu.scan(lambda a, b: a | b if x.dtype == bool else a + b, x),
             lambda x: [any(x[:i + 1]) if type(x[0]) is bool else sum(x[:i + 1]) for i in range(len(x))]),
    "exclusive_scan": (lambda x: cu.exclusive_scan(FIRST, x.dtype.type(1), x), lambda x: [1] * max(len(x), 1)),
    "exclusive_rscan": (lambda x: cu.exclusive_rscan(FIRST, x.dtype.type(1), x), lambda x: [1] * max(len(x), 1)),
    "gather": (lambda x: cu.gather(x, np.arange(len(x))[::-2]), lambda x: x[::-2]),
    "permute": (lambda x: cu.permute(x, np.arange(len(x))[::-1]), lambda x: x[::-1]),
    "filter": (lambda x: cu.filter(lambda e: e > 0, x), lambda x: [e for e in x if e > 0]),
    "sort": (lambda x: cu.sort(lambda a, b: a > b, x), lambda x: sorted(x, reverse=True)),
    "map": (lambda x: cu.map(lambda e: e if e > 0 else e, x), list),
    "identity": (lambda x: cu.map(lambda e: e, x), list),
    "update": (lambda x: cu.update(x, cu.zip(cu.indices(x), cu.rotate(x, 1))), lambda x: x[1:] + x[:1]),
}


@pytest.mark.parametrize("name", DEFINITIONS)
@pytest.mark.parametrize("dtype", DTYPES, ids=lambda d: d.__name__)
def test_definition(name: str, dtype: type) -> None:
    """The same as over lists, in the type of the elements; what is given stays as it was."""
    primitive, definition = DEFINITIONS[name]
    for n in SIZES:
        x = np.array([2, -1, 0, 7, -3][:n]).astype(dtype)
        given = x.copy()
        found = primitive(x)
        assert plain(found) == plain(definition(x.tolist()))
        assert all(f.dtype == dtype for f in (found if isinstance(found, list) else [found]))
        assert (x == given).all()


@pytest.mark.parametrize("dtype", DTYPES[:4], ids=lambda d: d.__name__)
def test_literals_take_the_type_of_elements(dtype: type) -> None:
    x = np.array([1, 2, 3], dtype)
    found = [cu.map(lambda a: 2 * a + 1, x), cu.map(lambda a: a if a > 2 else 0, x), cu.scan(ADD, x), cu.sum(x),
             cu.exclusive_scan(ADD, 0, x), cu.shift(x, 1, 0), cu.reduce(ADD, x, 0), cu.reduce(ADD, x[:0], 0), cu.map(abs, x[:0]),
             cu.map(lambda a: a if a > 2 else 0, x[:0]), cu.filter(lambda a: a > 2, x), cu.sort(lambda a, b: a < b, x)]
    assert [f.dtype for f in found] == [dtype] * len(found)


def test_traced_as_one_by_one() -> None:
    """Arithmetic is done at once; whatever else a function does, the result is that of calling it for each."""
    calls = []
    x, y = np.array([1.5, -2.0, 0.0]), np.array([4, 5, 6])

    def counted(a: Any) -> Any:
        calls.append(1)
        return cu.exp(a) * 2 - a // 3
    assert plain(cu.map(counted, x)) == [counted(a).item() for a in x]
    assert len(calls) == 4
    for f in (lambda a: y[int(a)], lambda a: a if a else 1.0, lambda a: cu.sum(cu.map(lambda b: a * b, y)), lambda a: a ** 2,
              lambda a: float(cu.max(cu.replicate(a, 3))), lambda a: np.where(a > 0, a, 1.0).item(), lambda a: cu.op_max(a, 1.0),
              lambda a: cu.float32(a) + cu.int64(a), lambda a: 3, lambda a: len([a])):
        assert plain(cu.map(f, x)) == [plain(f(a)) for a in x]


def test_structure_of_arrays() -> None:
    t = cu.zip(np.arange(3.0), cu.zip([1, 2, 3], [True, False, True]))
    assert isinstance(t, Tuples) and isinstance(t.columns[1], Tuples) and t.columns[0].dtype == np.float64
    assert plain(t[1]) == (1.0, (2, False)) and plain(t[1:]) == [(1.0, (2, False)), (2.0, (3, True))]
    assert plain(cu.map(lambda p: p[0] + p[1][0], t)) == [1.0, 3.0, 5.0]
    assert plain(cu.map(lambda p: p, t)) == plain(t)
    assert plain(cu.map(lambda a: a[0], (np.arange(2), np.ones(2)))) == [0, 1]


REFUSED: list[tuple[str, type, str]] = [
    ("map(lambda a, b: a, [1], [1, 2])", ValueError, "map and zip take sequences of equal lengths"),
    ("map(lambda a, b, c, d: a, [1], [1], [1], [1, 2])", ValueError, "map and zip take sequences of equal lengths"),
    ("zip([1], [1], [1], [1, 2])", ValueError, "map and zip take sequences of equal lengths"),
    ("map(lambda *x: 1, *[[1]] * 11)", TypeError, "map() takes one to 10 sequences"), ("zip()", TypeError, "zip() takes one to 10 sequences"),
    ("permute([1, 2], [0])", AssertionError, "permute takes as many indices as elements"),
    ("scatter([1, 2], [0], [1, 2])", AssertionError, "scatter takes as many indices as elements"),
    ("min([])", ValueError, "min() arg is an empty sequence"), ("max([])", ValueError, "max() arg is an empty sequence"),
    ("argmin([])", ValueError, "attempt to get argmin of an empty sequence"),
    ("gather([1, 2], [2])", IndexError, "index 2 is out of bounds for axis 0 with size 2"),
    ("scatter([1], [-3], [1, 2])", IndexError, "index -3 is out of bounds for axis 0 with size 2"),
    ("gather([1, 2], [True])", TypeError, "gather() expected indices that are integers, got bool"),
    ("gather([1, 2], [0.0])", TypeError, "gather() expected indices that are integers, got float64"),
    ("sum(3)", TypeError, "sum() expected a sequence, got int"), ("sum([(1, 2)])", TypeError, "sum() expected a sequence of numbers"),
    ("unzip([1])", TypeError, "unzip() expected a sequence of tuples"), ("range(1, 2)", TypeError, "positional argument"),
    ("range(2.0)", TypeError, "float"), ("reduce(op_add, [1])", TypeError, "init"), ("map(lambda x: 'a', [1])", TypeError, "not str"),
    ("map(lambda x: x[1], [1])", IndexError, "invalid index to scalar variable."),
]


@pytest.mark.parametrize("call, error, text", REFUSED, ids=[c for c, _, _ in REFUSED])
def test_refused(call: str, error: type, text: str) -> None:
    with pytest.raises(error) as raised:
        eval(call, dict(vars(cu)))
    assert text in str(raised.value)


def test_operators() -> None:
    """As the operator on each pair; cmp_lt is op_lt."""
    signs = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "lshift": "<<",
             "rshift": ">>", "and": "&", "or": "|", "xor": "^", "lt": "<", "le": "<=", "eq": "==", "ne": "!=", "gt": ">", "ge": ">="}
    x, y = np.array([5, 2, 7, 3]), np.array([2, 2, 1, 4])
    for name, sign in signs.items():
        f = getattr(cu, f"op_{name}")
        assert plain(cu.map(f, x, y)) == [eval(f"a {sign} b") for a, b in builtins.zip(x.tolist(), y.tolist())]
        assert getattr(cu, f"cmp_{name}", f) is f
    assert [plain(cu.map(f, x)) for f in (cu.op_neg, cu.op_pos, cu.op_invert, cu.op_not)] == [
        [-5, -2, -7, -3], [5, 2, 7, 3], [-6, -3, -8, -4], [False] * 4]


def test_numbers() -> None:
    x = np.float32([0.25, 4.0])
    for f, g in ((cu.sqrt, np.sqrt), (cu.exp, np.exp), (cu.log, np.log), (cu.abs, np.abs), (cu.float64, np.float64), (cu.int64, np.int64)):
        assert np.array_equal(cu.map(f, x), g(x)) and cu.map(f, x).dtype == g(x).dtype
    assert cu.float32(2) == 2 and type(cu.float32(2)) is np.float32


def test_decorators() -> None:
    @cu.cutype("([a]) -> [a]")
    @cu.cu
    def double(x: Any) -> Any:
        return cu.map(lambda e: 2 * e, x)
    assert plain(double([1, 2])) == [2, 4]
