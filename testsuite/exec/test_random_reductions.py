"""Random reductions over random views, compiled and interpreted, and how much sums round.

The functions are the same in every run, one module with many of them; each is called with arrays of several shapes
(none, one, few and many elements), permuted, reversed, stepped, stretched.
"""
from __future__ import annotations

import itertools
import random
from pathlib import Path

import numpy as np
import pytest

from harness import SANITIZED, check, compile_text, load, outcome

DTYPES = {"f64": np.float64, "f32": np.float32, "i64": np.int64, "i16": np.int16, "u8": np.uint8, "c128": np.complex128}
FUNCTIONS = 15 if SANITIZED else 60
CASES = 24
REDUCTIONS = ["sum", "prod", "min", "max", "mean", "any", "all", "argmin", "argmax", "var", "cumsum"]
VALUES = ["a", "a", "a", "a + b", "a * 2", "a - b[0]", "a * b[:, :1]"]
POSITIONS = ("argmin", "argmax")


class Reduction:
    """One random function and arguments for it."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.rank = self.random.choice([1, 2, 2, 3])
        self.dtype = self.random.choice(list(DTYPES))
        kinds = [k for k in REDUCTIONS if self.dtype != "c128" or k in ("sum", "prod", "mean", "any", "all", "var", "cumsum")]
        self.kind = self.random.choice(kinds)
        self.exact = self.dtype[0] in "iu" and self.kind not in ("mean", "var") or self.kind in ("any", "all", *POSITIONS)
        value = self.random.choice(VALUES if self.rank > 1 else VALUES[:5])
        if self.kind in ("any", "all") and self.random.random() < 0.5 and self.dtype != "c128":
            value = f"({value}) > 3"
        axis = self.random.choice(["", *(f"axis={k}" for k in range(-self.rank, self.rank))])
        if self.rank > 1 and self.kind not in (*POSITIONS, "cumsum") and self.random.random() < 0.3:
            axis = f"axis={tuple(self.random.sample(range(self.rank), 2))}"
        keep = self.random.choice(["", "", "keepdims=True"]) if self.kind != "cumsum" else ""
        self.arguments = ", ".join(filter(None, [axis, keep]))
        params = ", ".join(f"{p}: {self.dtype}[{', '.join(':' * self.rank)}]" for p in "ab")
        self.text = f"def reduce_{seed}({params}):\n    return ({value}).{self.kind}({self.arguments})\n"

    def view(self, shape: tuple[int, ...]) -> np.ndarray:
        """An array of this shape, somehow in memory."""
        make = np.random.default_rng(self.random.getrandbits(32))
        order = self.random.sample(range(self.rank), self.rank)
        step = [self.random.choice([1, 1, 1, 2, -1]) for _ in range(self.rank)]
        whole = [shape[k] * abs(step[k]) for k in range(self.rank)]
        big = make.integers(0, 3, [whole[k] for k in order]) if self.kind == "prod" else \
            make.integers(-40, 40, [whole[k] for k in order])
        big = big.astype(DTYPES[self.dtype])
        if self.dtype in ("f64", "f32") and self.random.random() < 0.2 and big.size:
            big.flat[make.integers(0, big.size, 2)] = np.nan
        big = big.transpose(np.argsort(order))[tuple(slice(None, None, s) for s in step)]
        if self.random.random() < 0.15:
            big = np.broadcast_to(big[:1], shape)
        return big

    def cases(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """Pairs of arrays of one shape."""
        shapes = []
        for _ in range(CASES):
            large = self.random.random() < 0.25
            most = {1: 30000, 2: 300, 3: 40}[self.rank] if large else 7
            shapes.append(tuple(self.random.randint(large, most) for _ in range(self.rank)))
        return [(self.view(s), self.view(s)) for s in shapes]


def test_random_reductions(tmp_path: Path) -> None:
    """As the interpreter: values, dtypes, shapes, exceptions."""
    made = [Reduction(seed) for seed in range(FUNCTIONS)]
    names = ", ".join(DTYPES)
    text = f"import numpy as np\n\nfrom pycc import {names}\n\n\n" + "\n\n".join(r.text for r in made)
    fast = compile_text(text, tmp_path, name="reductions")
    slow = load("plain_reductions", tmp_path / "reductions.py")
    for seed, r in enumerate(made):
        for number, args in enumerate(r.cases()):
            expected = outcome(getattr(slow, f"reduce_{seed}"), args)
            what = f"case {number}, {args[0].shape}, strides {args[0].strides}, of\n{r.text}"
            check(expected, getattr(fast, f"reduce_{seed}"), args, r.exact, what)


SUMS = """import numpy as np

from pycc import f32, prange


def flat(a: f32[:]):
    return a.sum()


def both(a: f32[:, :]):
    return a.sum()


def columns(a: f32[:, :]):
    return a.sum(axis=0)


def rows(a: f32[:, :]):
    return a.sum(axis=1)


def mean(a: f32[:, :]):
    return a.mean()


def loop(a: f32[:]) -> f32:
    s = np.float32(0)
    for i in prange(len(a)):
        s += a[i]
    return s
"""


@pytest.fixture(scope="module")
def sums(tmp_path_factory: pytest.TempPathFactory):
    """The functions of SUMS, compiled."""
    return compile_text(SUMS, tmp_path_factory.mktemp("sums"), name="sums")


def error_of(got: np.ndarray, exact: np.ndarray) -> float:
    """The largest relative error in units of the last place of f32."""
    return float(np.max(np.abs(got - exact) / np.abs(exact))) / np.finfo(np.float32).eps


@pytest.mark.parametrize("name, shape, units", [
    ("flat", (10_000_000,), 4), ("loop", (10_000_000,), 4), ("both", (10_000, 1_000), 4), ("both", (1_000_000, 10), 4),
    ("mean", (2_500, 4_000), 5), ("rows", (10, 1_000_000), 8),
])
def test_f32_sums_keep_their_digits(sums, name: str, shape: tuple[int, ...], units: int) -> None:
    """Ten million numbers in [0, 1): adding them one by one in f32 would be off by thousands of units."""
    if SANITIZED and name == "rows":
        pytest.skip("what checks every access is not vectorised: four sums instead of sixty-four")
    a = np.random.default_rng(7).random(shape, np.float32)
    wide = a.astype(np.float64)
    exact = {"rows": wide.sum(axis=-1), "mean": wide.mean()}.get(name, wide.sum())
    assert error_of(getattr(sums, name)(a), exact) < units


@pytest.mark.parametrize("name, shape", itertools.product(("both", "columns", "rows", "mean"), ((999, 1001), (3, 70000))))
def test_sums_do_not_depend_on_threads(sums, name: str, shape: tuple[int, ...]) -> None:
    """The bits of a sum are the same for any number of threads, in each memory order."""
    import pycc

    a = np.random.default_rng(8).random(shape, np.float32)
    before = pycc.get_num_threads()
    try:
        for view in (a, np.asfortranarray(a), a[::-1], a[:, ::2]):
            bits = []
            for threads in (1, 2, 5):
                pycc.set_num_threads(threads)
                bits.append(np.asarray(getattr(sums, name)(view)).tobytes())
            assert bits[0] == bits[1] == bits[2]
    finally:
        pycc.set_num_threads(before)
