"""What a function means where the interpreter's word is more than a result: strides, arguments of exceptions, local
annotations, names."""
from __future__ import annotations

import keyword
import random
import re
import unicodedata
from pathlib import Path
from types import ModuleType
from typing import Any, Callable

import numpy as np
import pytest

from harness import compile_text, load, outcome, run_pycc, same

SOURCE = '''
import numpy as np
from pycc import f32, f64, i8, prange, static

# ---- order=

def o_array(a: f64[:, :]): return np.array(a, order="F"), np.array(a, np.float32, order="F"), np.array(a, order="C")
def o_display(a: f64[:, :]): return np.array([[1.0, a[0, 0]], [3.0, 4.0]], order="F"), np.array([[1, 2]], np.int8, order="F")
def o_like(a: f64[:, :]): return np.zeros_like(a, order="F"), np.ones_like(a, order="C"), np.full_like(a, 3, order="F")
def o_place(a: f64[:, :]): return np.zeros_like(a, np.int8, "F"), np.empty_like(a, np.int8, "F").shape
def o_shape(a: f64[:, :]): return np.zeros_like(a, shape=(3, 2), order="F"), np.ones_like(a, shape=3)
def o_copy(a: f64[:, :]): return a.copy("F"), a.copy(order="C"), np.copy(a, order="F"), np.copy(a, "C")
def o_new(a: f64[:, :]): return np.zeros(a.shape, order="F"), np.ones((2, 3), np.int8, "F"), np.full(a.shape, 2, order="F")
def o_as(a: f64[:, :]): return np.ascontiguousarray(a), np.asfortranarray(a), a.ravel(order="F"), np.reshape(a, (-1, 2), "F")

def o_dtype(a: f64[:, :]): return _made(a, np.int16) + _made(a, float) + _made(a, a.dtype)

def _made(a, d: static):
    return np.array([1.0, 2.5], d), np.asarray([2], d), np.arange(3, dtype=d), np.eye(2, dtype=d), np.ascontiguousarray(a, d)

# ---- exceptions

def e_each(a: f64[:, :], n: int):
    if n == 0:
        raise ValueError
    elif n == 1:
        raise IndexError()
    elif n == 2:
        assert n < 2
    elif n == 3:
        raise KeyError
    elif n == 4:
        raise KeyError("k")
    elif n == 5:
        raise ValueError("")
    elif n == 6:
        raise IndexError("")
    elif n == 7:
        assert n < 7, ""
    elif n == 8:
        raise RuntimeError(f"{n}")
    elif n == 9:
        raise ValueError(f"")
    elif n == 10:
        raise StopIteration
    elif n == 11:
        a[n, 0] = 1.0
    elif n == 12:
        for i in prange(3):
            if i == 2:
                raise IndexError
    else:
        raise NotImplementedError

# ---- arrays that overlap themselves

def w_add(a: f64[:, :]): a += 1
def w_assign(a: f64[:, :]): a[:] = a * 2 + 1
def w_out(a: f64[:, :]): np.sqrt(a, out=a)
def w_part(a: f64[:, :]): a[1:] += a[:-1]
def w_mask(a: f64[:, :]): a[a > 1] += 1
def w_row(a: f64[:, :]): _add(a[1])
def w_list(xs: list[f64[:, :]]): xs[0] += 1
def _add(x): x += 1

def w_loop(a: f64[:, :]):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            a[i, j] += 1

def w_prange(a: f64[:, :]):
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            a[i, j] += i

# ---- names are compared in Unicode's normal form KC

def n_names(a: f64[:, :], ﬁrst: int, ｘ: int):
    étage = ﬁrst + x
    ℌ = étage * 2
    ｆｏｒͅ = a.ｓhape[0]
    한 = _named(ﬁ=H, y=x)
    return étage, H, first, 한, forͅ, _KÅ

def _named(fi, ｙ):
    return fi * 10 + y

_KÅ: int = 7

# ---- local annotations mean nothing

def l_scalars(a: f64[:, :], n: int):
    x: f32 = n
    y: float = n
    z: int = 2.5
    u: f32 = 1.5
    v: complex = 1.5
    v += n
    w: bool = 1
    s: float
    s = n
    t: i8 = 100
    t += 300
    return x, y, z, u, v, w, s, t

def l_lists(a: f64[:, :], n: int):
    x: list[float] = [n]
    y: list[float] = [1, 2]
    z: list[float] = []
    z.append(n)
    u: list[int] = []
    u.append(2.5)
    v: list[list[int]] = []
    e: list[f32] = []
    for i in range(n):
        v.append([i])
    p: tuple[float, int] = (1, 2)
    return x, y, z, u, v, e, p

# ---- arrays in tuples

def w_item(p: tuple[f64[:], int], v: float) -> None:
    p[0][1] = v

def w_inner(p: tuple[int, tuple[f64[:], f64[:]]], v: float) -> None:
    a, b = p[1]
    b[:] = v + a

def _fill(p, v):
    p[0].fill(v)

def w_helper(p: tuple[f64[:], int], v: float) -> None:
    _fill(p, v)

def w_none(p: tuple[f64[:], int], v: float):
    return p[0][1] + v

# ---- constants that take more than 64 bits on the way

LEAST = -2**63
LEAST_TOO = -(1 << 63)
MOST = 2**63 - 1
MOST_TOO = (1 << 63) - 1
MASK = ((1 << 64) - 1) >> 1
DIVIDED = 10**30 // 10**20
REST = -10**30 % 1000007
LARGE = 2**70 * 0.5
INVERTED = ~(2**63 - 1)

def constants(n: int):
    return LEAST, LEAST_TOO, MOST, MOST_TOO, MASK, DIVIDED, REST, LARGE, INVERTED, LEAST // 2
'''
MATRICES = {"C": np.arange(6.0).reshape(2, 3), "F": np.arange(6.0).reshape(3, 2).T}
EXCEPTIONS = range(14)


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[ModuleType, ModuleType]:
    """The module interpreted and compiled."""
    folder = tmp_path_factory.mktemp("meaning")
    compiled = compile_text(SOURCE, folder, "-O0", name="meaning")
    return load("meaning_interpreted", folder / "meaning.py"), compiled


def strides(x: Any) -> Any:
    """Of all arrays in x."""
    return [strides(y) for y in x] if isinstance(x, (tuple, list)) else getattr(x, "strides", None)


def raised(function: Callable, *args: Any) -> tuple[str, str, tuple]:
    """Class, text and arguments of what a call raises."""
    with pytest.raises(Exception) as caught:
        function(*args)
    return type(caught.value).__name__, str(caught.value), caught.value.args


@pytest.mark.parametrize("layout", MATRICES)
@pytest.mark.parametrize("name", ["o_array", "o_display", "o_like", "o_place", "o_shape", "o_copy", "o_new", "o_as", "o_dtype"])
def test_order_is_kept(both: tuple[ModuleType, ModuleType], name: str, layout: str) -> None:
    """An order that is written is what the caller sees; np.array(a, order="K") is refused (wrong_programs.py)."""
    expected, got = (getattr(m, name)(MATRICES[layout]) for m in both)
    assert same(expected, got, True) is None
    assert strides(expected) == strides(got)


@pytest.mark.parametrize("n", EXCEPTIONS)
def test_arguments_of_exceptions(both: tuple[ModuleType, ModuleType], n: int) -> None:
    """Without a message they have none."""
    expected, got = (raised(m.e_each, np.zeros((2, 2)), n) for m in both)
    assert got == expected


def test_names_are_normalised(both: tuple[ModuleType, ModuleType]) -> None:
    """ﬁ is fi, in parameters as the caller sees them too."""
    a = np.zeros((3, 2))
    expected, got = (m.n_names(a, first=4, x=3) for m in both)
    assert same(expected, got, True) is None


def test_normal_form_of_all(tmp_path: Path) -> None:
    """Every character of identifiers that Unicode takes apart, alone and among marks."""
    made = random.Random(11)
    every = [c for c in map(chr, range(0x80, 0x30000)) if ("a" + c).isidentifier()]
    apart = [c for c in every if unicodedata.normalize("NFKD", c) != c or unicodedata.combining(c)]
    marks = [c for c in apart if unicodedata.combining(c)]
    names = [f"a{c}" for c in apart] + ["a" + "".join(made.choices(marks, k=4)) for _ in range(500)]
    names += ["e" + "".join(made.choices(marks, k=2)) + made.choice(apart) for _ in range(500)]
    source = tmp_path / "names.py"
    source.write_text("def f(n: int):\n" + "".join(f"    {name} = n\n" for name in names) + "    return n\n")
    done = run_pycc("--emit", "ast", source)
    assert done.returncode == 0, done.stderr
    printed = set(re.split(r"[\s()]+", done.stdout))
    assert {unicodedata.normalize("NFKC", name) for name in names} <= printed


@pytest.mark.parametrize("name", ["ü", "größe_2", "模块", "a模b"])
def test_module_name(name: str, tmp_path: Path) -> None:
    """A module may have any name that Python imports."""
    module = compile_text("from pycc import f64\n\ndef größe(ü: f64[:]): return ü.size\n", tmp_path, "-O0",
                          name=name)
    assert module.__name__ == name and module.größe(ü=np.zeros(3)) == 3


def windows(strides: tuple[int, int]) -> np.ndarray:
    """A view of 12 numbers, some of which it may show twice."""
    return np.lib.stride_tricks.as_strided(np.arange(12.0), (3, 4), strides)


@pytest.mark.parametrize("at", [(8, 8), (0, 8), (8, 0), (16, 8), (24, 8)])
@pytest.mark.parametrize("name", ["w_add", "w_assign", "w_out", "w_part", "w_mask", "w_row", "w_list"])
def test_written_as_a_whole(both: tuple[ModuleType, ModuleType], name: str, at: tuple[int, int]) -> None:
    """NumPy copies what overlaps itself; compiled code refuses it, and says what to do."""
    a = windows(at)
    with pytest.raises(ValueError, match=f"parameter '{'xs' if name == 'w_list' else 'a'}': elements .* overlap"):
        getattr(both[1], name)([a] if name == "w_list" else a)
    assert np.array_equal(a, windows(at))


@pytest.mark.parametrize("view", [np.s_[:], np.s_[::2], np.s_[:, ::-3], np.s_[1:2], np.s_[::-1, 1:], np.s_[:0], np.s_[:, 1]])
@pytest.mark.parametrize("turned", [False, True])
def test_views_do_not_overlap(both: tuple[ModuleType, ModuleType], view: Any, turned: bool) -> None:
    """Views that slices make are written into."""
    expected, got = (np.arange(20.0).reshape(4, 5) for _ in both)
    for module, a in zip(both, (expected, got)):
        a = a[view].reshape(-1, 1) if a[view].ndim == 1 else a[view]
        module.w_add(a.T if turned else a)
    assert np.array_equal(expected, got)


@pytest.mark.parametrize("at", [(8, 8), (0, 8), (8, 0), (32, 8)])
@pytest.mark.parametrize("name", ["w_loop", "w_prange"])
def test_written_one_by_one(both: tuple[ModuleType, ModuleType], name: str, at: tuple[int, int]) -> None:
    """Loops do what they do in the interpreter."""
    expected, got = windows(at), windows(at)
    getattr(both[0], name)(expected)
    getattr(both[1], name)(got)
    assert np.array_equal(expected, got)


@pytest.mark.parametrize("name", ["l_scalars", "l_lists"])
def test_local_annotations(both: tuple[ModuleType, ModuleType], name: str) -> None:
    """`x: f32 = n` does not convert."""
    expected, got = (getattr(m, name)(np.zeros((1, 1)), 3) for m in both)
    assert same(expected, got, True) is None


def test_constants(both: tuple[ModuleType, ModuleType]) -> None:
    """Those of the module that fit 64 bits in the end are known."""
    slow, fast = both
    assert not same(slow.constants(1), fast.constants(1), True)


TUPLES = [("w_item", lambda a, b: (a, 3)), ("w_inner", lambda a, b: (3, (b, a))), ("w_inner", lambda a, b: (3, (a, a))),
          ("w_helper", lambda a, b: (a, 3))]


@pytest.mark.parametrize("name, made", TUPLES)
def test_read_only_in_tuples(both: tuple[ModuleType, ModuleType], name: str, made: Callable) -> None:
    """What is written into must be writable in a tuple too."""
    for function in (getattr(m, name) for m in both):
        a, b = np.arange(3.0), np.arange(3.0)
        function(made(a, b), 7.0)
        assert 7.0 in a
        a, before = np.frombuffer(a.tobytes()), a.tolist()
        with pytest.raises(ValueError, match="read-only"):
            function(made(a, b), 9.0)
        assert a.tolist() == before
    assert [m.w_none((np.frombuffer(bytes(16)), 1), 2.0) for m in both] == [2.0, 2.0]


STARS = ["from math import *\nfrom numpy import *", "from numpy import *\nfrom math import *",
         "pi = 3\nfrom math import sqrt\ndef floor(x):\n    return 7\nfrom numpy import *",
         "from math import *\npi = 3\ndef floor(x):\n    return 7\ntry:\n    from math import sqrt\nexcept ImportError: sqrt = None"]


@pytest.mark.parametrize("number", range(len(STARS)))
def test_last_binding_counts(tmp_path: Path, number: int) -> None:
    """What `from ... import *` brings stands for what the module has bound before, and only for that."""
    text = STARS[number] + "\n\ndef f(x: float):\n    return sqrt(x), floor(x), pi\n"
    fast = compile_text(text, tmp_path, "-O0", name=f"star{number}")
    slow = load(f"star{number}", tmp_path / f"star{number}.py")
    for x in (2.5, -1.0):
        a, b = outcome(slow.f, (x,))[0], outcome(fast.f, (x,))[0]
        assert not same(a, b, True), (a, b)


WEIGHTS = "W = np.array([1.0, 2.0, 3.0])\nK = 2\ndef g(x, k=1): return x + k\ndef f(x: float): return g(x) + W[1] + K + abs(-x)\n"
CHANGES = ["for r in W[:, None]: r[0] = 9", "V, *q = W, 1, 2\nV[1] = 9", "q = (lambda v: v.fill(9))(W.view())", "if np.sqrt(W, out=W) is None: pass",
           "def z():\n    V = W\n    V[1] = 9\nz()", "exec('W[1] = 9')", "exec('K = 9')", "for k in ['g']: globals()[k] = abs",
           "globals().update(g=lambda x: 9.0)", "globals().update(abs=lambda x: 9.0)", "from _operator import *"]


@pytest.mark.parametrize("change", CHANGES)
def test_what_compiled_code_takes_names_for(change: str, tmp_path: Path) -> None:
    """Where the module's code changes it unseen, the import says so."""
    name = f"changed{CHANGES.index(change)}"
    with pytest.raises(ImportError, match=r"compiled functions take '(W|K|g|abs)' for"):
        compile_text("import numpy as np\n" + WEIGHTS + change + "\n", tmp_path, "-O0", name=name)


def test_names_that_stay(tmp_path: Path) -> None:
    """Code that binds other names, or the same values again, changes nothing."""
    text = WEIGHTS + ("R = {'k': 2.5, # a comment\n     'n': 1.0}\ndef h(x: float): return R['n'] + x\nexec('K = 2')\nfrom math import *\n"
                      "from textwrap import *\nglobals()[str('Q')] = 3\nq = [v.sum() for v in (W, W[1:])]\n")
    fast = compile_text("import numpy as np\n" + text, tmp_path, "-O0", name="stays")
    assert fast.f(1.5) == 1.5 + 1 + 2 + 2 + 1.5 and fast.h(1.0) == 2.0


def test_cached(tmp_path: Path) -> None:
    """functools' cache stays around what was compiled."""
    text = "import functools\n@functools.lru_cache(maxsize=7)\ndef fib(n: int) -> int:\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n"
    fast = compile_text(text, tmp_path, "-O0", name="kept")
    assert type(fast.fib.__wrapped__).__module__ == "pycc" and fast.fib.cache_parameters() == {"maxsize": 7, "typed": False}
    assert fast.fib(80) == fast.fib(80) == 23416728348467685 and fast.fib.cache_info()[:2] == (1, 1)


# What the emitter declares in a function, by its own texts: a variable of the program may be called so.
OURS = sorted({name for path in (Path(__file__).parents[2] / "backend/c").glob("*.c") for text in re.findall(r'"([^"\n]*)"', path.read_text())
               for name in re.findall(r"(?:%s|int64_t|bool|int|struct [a-z_]+|const) [*]?(?:const )?([a-z]+)(?: =|;|\[)", text)})
CALLED = '''
def objects_NAME(n: int):
    NAME = [Thing(1), Thing(n)]
    other = NAME[0]
    other.v += n
    return NAME[0].v, len(NAME), NAME[1].v

def lists_NAME(n: int):
    NAME = [[i, n] for i in range(n)]
    NAME.append([7])
    return NAME, NAME[1:], [x[0] for x in NAME]

def arrays_NAME(a: f64[:], m: f64[:, :]):
    NAME = a * 2.0
    NAME[1:] += a[:-1]
    for i in range(len(NAME)):
        NAME[i] += m[i, 0]
    return NAME, NAME[::-1].sum(), NAME.max()

def sums_NAME(a: f64[:], m: f64[:, :]):
    NAME = 0.0
    for i in prange(len(a)):
        for j in range(m.shape[1]):
            NAME += a[i] * m[i, j]
    return NAME

def scattered_NAME(NAME: f64[:], at: i64[:]):
    for i in prange(len(at)):
        NAME[at[i]] = NAME[at[i]] * 2.0 + i
    return NAME.sum()

def products_NAME(NAME: f64[:, :], m: f64[:, :]):
    made_of = np.zeros((NAME.shape[0], m.shape[1]))
    for i in prange(NAME.shape[0]):
        for k in range(m.shape[0]):
            for j in range(m.shape[1]):
                made_of[i, j] += NAME[i, k] * m[k, j]
    return made_of

def texts_NAME(n: int):
    NAME = str(n)
    return NAME + "!", [NAME, f"{NAME:>3}"], NAME.upper()

def turns_NAME(n: int):
    found = {}
    for NAME in range(n):
        found[NAME] = np.linspace(0.0, 1.0, NAME + 2)[NAME]
    return sorted(found.items())
'''


def test_names_of_the_emitter(tmp_path: Path) -> None:
    """Variables of the names that generated code has for itself."""
    names = [n for n in OURS if n.isidentifier() and not keyword.iskeyword(n)]
    assert {"made", "nest", "view", "question"} <= set(names)
    head = "import numpy as np\nfrom pycc import f64, i64, prange\n\nclass Thing:\n    def __init__(self, v: int):\n        self.v = v\n"
    text = head + "".join(CALLED.replace("NAME", name) for name in names)
    fast = compile_text(text, tmp_path, "-O0", name="fast")
    slow = load("slow", tmp_path / "fast.py")
    a, m = np.arange(5.0), np.arange(25.0).reshape(5, 5)
    given = {"arrays": (a, m), "sums": (a, m), "scattered": (a, np.array([4, 0, 2])), "products": (m, m + 1)}
    for role in re.findall(r"def ([a-z]+)_NAME", CALLED):
        for name in names:
            use = given.get(role, (3,))
            expected, got = (outcome(getattr(x, f"{role}_{name}"), use) for x in (slow, fast))
            assert got[0].__class__ is expected[0].__class__ and same(expected[0], got[0], False) is None, (role, name, expected, got)
            assert all(same(e, g, False) is None for e, g in zip(expected[1], got[1])), (role, name)
