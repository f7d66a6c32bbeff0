"""Variables of the module in functions: what they are when a function is called, whoever has changed them since.

Each module runs in a process of its own, interpreted and compiled, through the same steps; a step is an expression whose value, or
exception, is compared, or a statement behind `!`.
"""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from harness import DEVICE, O1, compile_file

UTIL = '''
import numpy as np
SCALES = [1.0, 2.0, 3.0]
GRID = np.linspace(0.0, 1.0, 4)
LEVEL = 1
LEVEL = 2


def scaled(x, i):
    return x * SCALES[i] + LEVEL


def raise_level():
    global LEVEL
    LEVEL += 1
'''

SOURCE = '''
import os
import numpy as np
import pycc
from pycc import f64, i64, prange
import util
from util import GRID, LEVEL as OWN_LEVEL, SCALES, scaled

STATE = np.zeros(4)
ORDER = [3, 1, 2]
TEXT = {"a": 1.0, "b": 2.0}
PAIRS = [(1, 2.0), (3, 4.0)]
GROUP = {1, 5, 7}
SQUARES = [i * i for i in range(6)]
BY_NUMBER = {i: i * 1.5 for i in range(4)}
PASSED = {"a": 1.0, "b": 2.0}
NAMED = {"a": 1.0, "b": 2.0}
RETURNED = {"a": 1.0, "b": 2.0}
MIXED = {"n": 3, "name": "xy"}
NAMES = ["ab", "cd"]
SEED = 7
SEED = 8
TABLE = np.arange(6.0).reshape(2, 3) @ np.ones((3, 3))
RAGGED = [[1, 2], [3]]
EMPTY = []
MEMO = {}
SCALE: float = float(os.environ.get("PYCC_TEST_SCALE", "2.5"))
LIMITS: dict[str, int] = dict(zip(["lo", "hi"], [1, 9]))
WHICH = None
RNG = np.random.default_rng(7)


def made(n):
    return np.arange(n) ** 2


MADE = made(6)


class Point:
    def __init__(self, x: float):
        self.x = x

    def moved(self, i: int) -> float:
        return self.x + STATE[i]


def by_helper(i: int) -> float:
    return float(scaled(2.0, i) + GRID[i])


def by_attribute(i: int) -> float:
    return float(util.GRID[i] + util.SCALES[i] + util.LEVEL)


def own_name() -> int:
    return OWN_LEVEL * 10 + util.LEVEL


def added(x: f64[:]):
    STATE[:] = STATE + x
    return STATE * 2


def text(k: str) -> float:
    return TEXT[k]


def text_key(k: str) -> float:
    for key, v in TEXT.items():
        if key == k:
            return v
    return TEXT.get(k, -1.0)


def set_text(k: str, v: float) -> int:
    TEXT[k] = v
    return len(TEXT)


def mixed(n: int) -> int:
    return sum(a for a, b in PAIRS) + (n in GROUP) + SQUARES[n]


def by_number(k: int) -> float:
    return BY_NUMBER[k]


def seed() -> int:
    return SEED


def itself(n: int):
    return STATE


def name(n: int) -> str:
    return NAMES[n] + "x"


def dot(x: f64[:]) -> float:
    s = 0.0
    for i in prange(len(x)):
        s += x[i] * STATE[i % 4]
    return float(s)


def filled(x: f64[:]):
    for i in prange(len(x)):
        x[i] = MADE[i % 6] + TABLE[i % 2, 0]
    return x


def by_lambda(n: int) -> int:
    g = lambda k: ORDER[k] + SEED
    return g(n)


def by_inner(n: int) -> int:
    def inner(k):
        return ORDER[k] * n
    return inner(1)


def recursive(n: int) -> int:
    if n == 0:
        return SEED
    return recursive(n - 1) + ORDER[n % 3]


def summed(n: int) -> int:
    return sum(v * n for v in ORDER)


def append(n: int) -> int:
    ORDER.append(n)
    return len(ORDER)


def both(xs: list[int], n: int) -> int:
    xs.append(n)
    return len(ORDER)


def alias(x: f64[:]) -> float:
    x[0] = 5.0
    return float(STATE[0])


def given_twice(x: f64[:], y: f64[:]) -> float:
    for i in range(len(x)):
        x[i] = y[i] + STATE[i]
    return float(STATE.sum())


def default(n: int, k: int = 3) -> int:
    return ORDER[0] * n + k


def ragged(i: int) -> int:
    RAGGED[i].append(i)
    return len(RAGGED[0]) * 10 + len(RAGGED[1])


def pushed(i: int) -> int:
    EMPTY.append(i)
    return len(EMPTY)


def fibonacci(n: int) -> int:
    if n in MEMO:
        return MEMO[n]
    r = n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)
    MEMO[n] = r
    return r


def annotated(x: float) -> float:
    return x * SCALE + LIMITS["hi"]


def random(n: int) -> float:
    return float(RNG.random(n).sum())


def which(x: float) -> float:
    return x if WHICH is None else -x


def put(d, k, v):
    d[k] = v


def by_parameter(k: str, v: float) -> float:
    put(PASSED, k, v)
    return PASSED["a"]


def passed_item() -> float:
    return PASSED["a"]


def by_name(v: float) -> float:
    d = NAMED
    d["a"] = v
    return NAMED["a"]


def named_item() -> float:
    return NAMED["a"]


def given_away():
    return RETURNED


def returned_item() -> float:
    return RETURNED["a"]


def folded(x: float) -> float:
    return x * MIXED["n"] + (1.0 if MIXED["name"] == "xy" else 0.5)


def hidden(TEXT: int) -> int:
    ORDER = TEXT + 1
    return ORDER


def local(n: int) -> int:
    STATE = [n, n + 1]
    return STATE[1]
'''

STEPS = '''
m.by_helper(0), m.by_helper(2), m.by_attribute(1)
m.by_helper(3)
!util.raise_level()
m.by_attribute(1), m.by_helper(1), m.own_name()
!util.SCALES = [9.0]
m.by_attribute(0), m.by_helper(0)
m.by_helper(1)
m.added(np.ones(4)), m.added(np.ones(4)), m.STATE
m.added(np.ones(3))
m.text("b"), m.text_key("a"), m.text_key("c")
m.text("q")
m.set_text("c", 4.0), m.text_key("c"), m.TEXT
m.passed_item(), m.by_parameter("a", 9.0), m.passed_item(), m.PASSED
m.named_item(), m.by_name(9.0), m.named_item(), m.NAMED
m.folded(2.0), m.MIXED
m.returned_item(), m.given_away()
!m.given_away()["a"] = 7.0
m.returned_item(), m.given_away() is m.RETURNED
m.mixed(5), m.by_number(3), m.name(1), m.seed()
m.mixed(9)
m.by_number(4)
m.name(-3)
!m.SEED = 80
m.seed(), m.by_lambda(2), m.recursive(6)
m.itself(1) is m.STATE
m.dot(np.arange(5.0)), m.filled(np.zeros(9))
m.by_inner(3), m.summed(2), m.default(2), m.default(2, k=5)
m.append(9), m.ORDER, m.both(m.ORDER, 4), m.both([1], 4), m.ORDER
m.alias(m.STATE), m.STATE, m.alias(np.zeros(3))
m.given_twice(m.STATE, m.STATE), m.STATE
m.given_twice(m.STATE[1:], m.STATE[:3]), m.STATE
m.ragged(0), m.ragged(1), m.RAGGED
!m.RAGGED = [m.RAGGED[0]] * 2
m.ragged(0), m.ragged(1), m.RAGGED
m.pushed(3), m.pushed(4), m.EMPTY
m.fibonacci(40), len(m.MEMO)
m.annotated(2.0), m.which(3.0), m.hidden(3), m.local(4)
m.random(3), m.random(4), m.RNG.random()
!m.STATE = np.ones(3)
m.dot(np.arange(3.0)), m.added(np.ones(3)), m.STATE
!del m.STATE
m.dot(np.ones(3))
'''

# What is another type than the one that is compiled raises, and says so.
CHANGED = {
    "STATE = np.zeros((2, 2))": ("m.dot(np.ones(2))", "dot(): the global 'STATE' is ndarray float64[:, :], and is compiled as f64[:"),
    "STATE = np.zeros(4, np.float32)": ("m.dot(np.ones(2))", "dot(): the global 'STATE' is ndarray float32[:], and is compiled as f64[:"),
    "STATE = None": ("m.dot(np.ones(2))", "dot(): the global 'STATE' is None, and is compiled as f64[:"),
    "ORDER = (1, 2)": ("m.summed(1)", "summed(): the global 'ORDER' is tuple, and is compiled as list[int]"),
    "ORDER = [1.5]": ("m.summed(1)", "summed(): the global 'ORDER' is list, and is compiled as list[int]"),
    "SEED = 2.5": ("m.seed()", "seed(): the global 'SEED' is float, and is compiled as int"),
    "SEED = True": ("m.seed()", "seed(): the global 'SEED' is bool, and is compiled as int"),
    "SCALE = 2": ("m.annotated(1.0)", "annotated(): the global 'SCALE' is int, and is compiled as float"),
    "NAMES = 'ab'": ("m.name(0)", "name(): the global 'NAMES' is str, and is compiled as list[str]"),
}

RUNNER = '''
import importlib.util, sys
import numpy as np
sys.path.insert(0, sys.argv[2])
spec = importlib.util.spec_from_file_location(sys.argv[1].split("/")[-1].split(".")[0], sys.argv[1])
m = importlib.util.module_from_spec(spec)
spec.loader.exec_module(m)
names = {"m": m, "np": np, "util": sys.modules.get("util")}
for step in sys.stdin.read().splitlines():
    if step.startswith("!"):
        exec(step[1:], names)
    elif step:
        try:
            print(step, "->", repr(eval(step, names)))
        except Exception as e:
            print(step, "->", type(e).__name__, str(e).strip())
'''


def run(folder: Path, path: Path, steps: str, **environment: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", RUNNER, str(path), str(folder)], input=steps, capture_output=True, text=True,
                          env=os.environ | environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("globals")
    (made / "util.py").write_text(UTIL)
    (made / "prog.py").write_text(SOURCE)
    (made / "out").mkdir()
    compile_file(made / "prog.py", made / "out", O1)
    return made


@pytest.mark.parametrize("threads", ["1", "3"])
def test_state(folder: Path, threads: str) -> None:
    expected = run(folder, folder / "prog.py", STEPS)
    got = run(folder, folder / "out/prog.so", STEPS, OMP_NUM_THREADS=threads)
    assert len(expected) == STEPS.count("\nm.") and got == expected


@pytest.mark.parametrize("change", CHANGED)
def test_another_type(folder: Path, change: str) -> None:
    call, said = CHANGED[change]
    got = run(folder, folder / "out/prog.so", f"!m.{change}\n{call}")
    assert got[0].startswith(f"{call} -> TypeError {said}"), got


@pytest.mark.skipif(not DEVICE, reason="no OpenCL device")
def test_device(tmp_path: Path) -> None:
    """Functions that run on the device read them, and write into them, as others do."""
    (tmp_path / "prog.py").write_text('''
import numpy as np
import pycc
from pycc import f64, prange

STATE = np.arange(5.0)
SCALE = 2.0
SCALE = 3.0


@pycc.gpu
def add(x: f64[:]):
    for i in prange(len(x)):
        STATE[i] = STATE[i] * SCALE + x[i]


@pycc.gpu
def take(x: f64[:]):
    for i in prange(len(x)):
        x[i] = STATE[len(x) - 1 - i]
    return x
''')
    (tmp_path / "out").mkdir()
    compile_file(tmp_path / "prog.py", tmp_path / "out")
    steps = "\nm.add(np.ones(5)), m.STATE\n!m.SCALE = 0.5\nm.add(np.ones(3)), m.STATE, m.take(np.zeros(5))\n!m.STATE = m.STATE[::-1].copy()\nm.take(np.ones(5))\n"
    assert run(tmp_path, tmp_path / "out/prog.so", steps) == run(tmp_path, tmp_path / "prog.py", steps)


# Modules whose own code changes what it has bound before: (what it says, a function's value).
LATER = {
    "reassigned": ("n = 1\nn = 2\n", "a + n"),
    "another array": ("T = np.ones(3)\nT = np.zeros(2)\n", "T * a"),
    "filled": ("T = np.ones(3)\nfor i in range(3):\n    T[i] = i\n", "T * a"),
    "passed": ("T = np.eye(3)\nnp.fill_diagonal(T, 2)\n", "T * a"),
    "by another name": ("W = np.array([1.0, 2.0])\nV = W\nV[0] = 9.0\n", "W[a % 2]"),
    "by a view": ("W = np.array([1.0, 2.0])\nU = W[1:]\nV = (U.T, 3)\nV[0][0] = 9.0\n", "W[a % 2]"),
    "part unpacked": ("W = np.ones(3)\nV, n = W[1:], 1\nV[0] = 9.0\n", "a + W.sum()"),
    "added to": ("W = np.array([1.0, 2.0])\nV = W\nV += 1\n", "W[a % 2]"),
    "through a call": ("W = np.array([1.0, 2.0])\nnp.ravel(W)[0] = 3.0\n", "W[a % 2]"),
    "annotated item": ("W = np.array([1.0, 2.0])\nW[0]: float = 3.0\n", "W[a % 2]"),
    "dictionary by another name": ("P = {'k': 1.0}\nQ = P\nQ['k'] = 2.0\n", "P['k'] + a"),
    "match": ("K = 1\nmatch {'a': [5]}:\n    case {'a': [int() as K, *_]}:\n        pass\n", "a + K"),
    "walrus": ("K = 1\n[K := i for i in range(5)]\n", "a + K"),
    "walrus in a set": ("A = 3\n{(A := x) for x in range(5)}\n", "a + A"),
    "walrus in a dictionary": ("A = 3\n{1: (A := 7)}\n", "a + A"),
    "walrus in a text": ("A = 3\nf\"{(A := 8)}\"\n", "a + A"),
    "walrus in nested": ("A = 3\n[x for x in (lambda: range(3))() if [(A := x) for y in [1]]]\n", "a + A"),
    "walrus in a default": ("A = 3\ndef g(x=(A := 4)): pass\n", "a + A"),
    "walrus in an annotation": ("A = 3\ndef g(x: (A := 4)): pass\n", "a + A"),
    "loop": ("T = 0\nfor i in range(4):\n    T += i\n", "a + T"),
    "branch": ("import sys\nif len(sys.argv) > 99:\n    T = 1\nelse:\n    T = 2\n", "a + T"),
}


def test_later(tmp_path: Path) -> None:
    head = "import numpy as np\nimport pycc\n"
    for i, (code, value) in enumerate(LATER.values()):
        (tmp_path / f"p{i}.py").write_text(f"{head}{code}\n\ndef f(a: int):\n    return {value}\n")
    (tmp_path / "out").mkdir()
    for i, what in enumerate(LATER):
        compile_file(tmp_path / f"p{i}.py", tmp_path / "out", "-O0")
        steps = "m.f(0), m.f(3)\n"
        assert run(tmp_path, tmp_path / f"out/p{i}.so", steps) == run(tmp_path, tmp_path / f"p{i}.py", steps), what
