"""Random programs of a few statements that mix what the other generators take one at a time: arrays of rank 0 to 4 and
all element types, masks and arrays of integers as indices, reductions along axes, ``np.where``, conditional expressions,
branches, loops and assignments to overlapping parts.

The programs are the same in every run. Expressions are made with NumPy at hand: what it refuses is not taken. They hold
small integers, so that only quotients and roots round.
"""
from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from harness import O1, SANITIZED, check, compile_text, load, outcome

MODULES = 3
FUNCTIONS = 8 if SANITIZED else 40
DTYPES = {"f64": np.float64, "f32": np.float32, "i64": np.int64, "i32": np.int32, "i16": np.int16, "u8": np.uint8,
          "u32": np.uint32, "c128": np.complex128, "c64": np.complex64, "bool_": np.bool_}
PARTS = ["{}", "{}", "{}[..., ::-1]", "{}[1:]", "{}[:-1]", "{}[..., :1]", "{}[..., None]", "{}.T", "{}[0]", "{}[..., -1]",
         "{}[::2]", "{}.reshape(-1)", "{}[None]"]
UNARY = ["-{}", "np.abs({})", "({} > 1)", "np.sqrt(np.abs({}))", "np.square({})", "{}.real", "np.conj({})", "~{}",
         "({} != 0)", "{}.astype(np.float64)", "np.sign({})", "{}.copy()"]
BINARY = ["{} + {}", "{} - {}", "{} * {}", "np.minimum({}, {})", "np.maximum({}, {})", "{} < {}", "{} >= {}", "{} == {}",
          "{} // {}", "{} % {}", "{} & {}", "{} | {}", "{} ^ {}", "{} / {}", "np.hypot({}, {})"]
REDUCTIONS = ["{}.sum({})", "{}.min({})", "{}.max({})", "{}.any({})", "{}.all({})", "{}.mean({})", "{}.prod({})",
              "np.count_nonzero({}, {})", "{}.cumsum({})", "np.argmax({}, {})"]


class Program:
    """One random function and arguments for it."""

    def __init__(self, seed: int, name: str) -> None:
        self.random = random.Random(seed)
        self.name = name
        rank = self.random.choice([0, 1, 1, 2, 2, 2, 3, 3, 4])
        self.shape = tuple(self.random.choice([1, 2, 3, 4]) for _ in range(rank))
        if rank and self.random.random() < 0.08:
            self.shape = (0, *self.shape[1:])
        make = np.random.default_rng(seed)
        self.types = [self.random.choice([*DTYPES, "f64", "f64", "f32", "i64", "i64", "i32"]) for _ in range(2)]
        if "c64" in self.types and self.random.random() < 0.7:
            self.types = ["f32", "f64"]
        shapes = [self.shape, self.random.choice([self.shape, self.shape[1:], tuple(1 for _ in self.shape)])]
        self.values: dict[str, Any] = {}
        for p, dtype, shape in zip("ab", self.types, shapes):
            low = 0 if dtype[0] in "ub" else -4
            self.values[p] = np.asarray(make.integers(low, 5, shape)).astype(DTYPES[dtype])
        self.values["m"] = np.asarray(make.random(self.shape) < 0.5)
        count = max(self.shape[0], 1) if rank else 1
        self.values["i"] = make.integers(-count, count, self.random.choice([(3,), (2, 2)])) if rank and self.shape[0] else np.zeros(0, np.int64)
        self.values |= {"n": 3, "x": 1.5}
        self.space = {"np": np}
        self.text = self.function()

    # ---- expressions

    def value(self, text: str) -> Any:
        """What it gives; None when NumPy refuses, or where it is larger than anything here is."""
        try:
            with np.errstate(all="ignore"):
                v = eval(text, self.space, {k: v.copy() if isinstance(v, np.ndarray) else v for k, v in self.values.items()})
        except (ValueError, IndexError, TypeError, OverflowError, AttributeError, ZeroDivisionError, SyntaxError):
            return None
        scalar = not self.shape and ("m]" in text or " 1]" in text)  # a mask without axes
        return v if np.ndim(v) <= 5 and np.size(v) < 3000 and not scalar else None

    def expression(self, depth: int) -> str:
        """Some expression with a value."""
        for _ in range(40):
            text = self.candidate(depth)
            if self.value(text) is not None:
                return text
        return "a"

    def candidate(self, depth: int) -> str:
        choose = self.random.choice
        if depth == 0:
            kind = self.random.random()
            if kind < 0.15:
                return choose(["1", "2", "n", "x", "0.5"])
            if kind < 0.3:
                return choose(["a[i]", "b[i]", "a[m]", "a[i, ..., 0]", "np.take(a, i)", "a[a > 1]", "a[:, i]", "m"])
            return choose(PARTS).format(choose(["a", "a", "b"]))
        kind = choose(["binary", "binary", "binary", "unary", "unary", "reduce", "where", "cond", "leaf"])
        if kind == "binary":
            return "(" + choose(BINARY).format(self.expression(depth - 1), self.expression(depth - 1)) + ")"
        if kind == "unary":
            return "(" + choose(UNARY).format(self.expression(depth - 1)) + ")"
        if kind == "where":
            condition = f"{self.expression(depth - 1)} > {choose(['0', '1', 'n', self.expression(0)])}"
            text = f"np.where({condition}, {self.expression(depth - 1)}, {self.expression(depth - 1)})"
            return text if np.ndim(self.value(text)) > 0 else "a"  # of numbers alone it is an array in NumPy
        if kind == "reduce":
            axis = choose(["", "axis=0", "axis=-1", "axis=1", "axis=(0, 1)", "axis=0, keepdims=True"])
            return choose(REDUCTIONS).format(self.expression(depth - 1), axis or "axis=None")
        if kind == "cond":
            one, other = self.expression(depth - 1), self.expression(depth - 1)
            u, v = self.value(one), self.value(other)
            same = isinstance(u, np.ndarray) and isinstance(v, np.ndarray) and u.dtype == v.dtype and u.ndim == v.ndim
            return f"({one} if n > {choose(['2', '3'])} else {other})" if same else one
        return self.candidate(0)

    # ---- statements

    def works(self, line: str) -> bool:
        """Does the statement do something that NumPy allows? It is done."""
        trial = {k: v.copy() if isinstance(v, np.ndarray) else v for k, v in self.values.items()}
        try:
            with np.errstate(all="ignore"):
                exec(line, self.space, trial)
        except (ValueError, IndexError, TypeError, OverflowError, ZeroDivisionError, SyntaxError):
            return False
        if any(isinstance(v, np.ndarray) and v.dtype.kind in "fc" and not np.all(np.abs(v[np.isfinite(v)]) < 1e6) for v in trial.values()):
            return False
        self.values = {k: trial[k] for k in self.values}
        return True

    def statement(self) -> list[str]:
        choose = self.random.choice
        for _ in range(40):
            kind = choose(["part", "overlap", "mask", "fancy", "update", "branch", "loop"])
            op = choose(["=", "+=", "-=", "*=", "|="])
            if kind == "part":
                line = f"a[{choose(['...', '1:', '::2', '..., 0', '..., ::-1'])}] {op} {self.expression(1)}"
            elif kind == "overlap":
                line = choose([f"a[1:] {op} a[:-1]", f"a[:-1] {op} a[1:] * 2", f"a[...] {op} a[::-1] + b", f"a[..., 1:] {op} a[..., :-1]",
                               "a[1:-1] = a[:-2] + a[2:]", f"a[...] {op} a[..., ::-1]"])
            elif kind == "mask":
                line = f"a[{choose(['m', 'a > 1', '~m', 'a == 0'])}] {op} {choose(['1', 'n', self.expression(0)])}"
            elif kind == "fancy":
                line = f"a[{choose(['i', 'i, ..., 0', '..., 0'])}] = {choose(['1', '2', self.expression(0)])}"
            elif kind == "update":
                line = f"a {op} {choose(['1', '2', 'b', 'a[::-1]'])}"
            else:
                inner = f"a[...] {choose(['+=', '=', '*='])} {self.expression(1)}"
                head = f"if n > {choose(['2', '3'])}:" if kind == "branch" else "for k in range(n):"
                if self.works(f"{head}\n    {inner}"):
                    return [head, f"    {inner}"]
                continue
            if self.works(line):
                return [line]
        return ["a[...] = 1"]

    def function(self) -> str:
        kinds = {"a": self.types[0], "b": self.types[1], "m": "bool_", "i": "i64"}
        signature = ", ".join(f"{p}: {d}[{', '.join(':' * self.values[p].ndim) or '()'}]" for p, d in kinds.items())
        self.start = {k: v.copy() if isinstance(v, np.ndarray) else v for k, v in self.values.items()}
        first = [f"r{k} = {self.expression(2)} * 1" for k in range(1)]
        lines = [line for _ in range(self.random.randint(1, 3)) for line in self.statement()]
        results = ["r0", *(self.expression(3) for _ in range(2))]
        body = "\n".join(f"    {line}" for line in first + lines)
        return f"def {self.name}({signature}, n: int, x: float):\n{body}\n    return {', '.join(results)}\n"

    def arguments(self) -> list[tuple]:
        """In several layouts, and with n on the other side of conditions; duplicates among indices keep their order."""
        a, b, m, i = (self.start[k] for k in "abmi")
        cases = [(a, b, m, i, 3, 1.5), (a, b, m, i, 2, 0.5), (a.copy("F"), b.copy("F"), m, i, 3, 1.5)]
        if a.ndim:
            cases.append((np.repeat(a, 2, -1)[..., ::2], b, m, i, 3, 2.0))
            cases.append((a[::-1].copy()[::-1], b, m.copy("F"), i, 1, 1.5))
            cases.append((a, a, m, i, 3, 1.5) if a.dtype == b.dtype and a.ndim == b.ndim else (a, b, ~m, i, 3, 1.5))
        return cases


def programs(module: int) -> list[Program]:
    return [Program(90_000 + 1000 * module + i, f"program_{i}") for i in range(FUNCTIONS)]


def module_text(made: list[Program]) -> str:
    return f"import numpy as np\n\nfrom pycc import {', '.join(DTYPES)}\n\n\n" + "\n\n".join(p.text for p in made)


@pytest.mark.parametrize("module", range(MODULES))
def test_random_mixed(module: int, tmp_path: Path) -> None:
    """Compiled as interpreted, results, arguments and exceptions."""
    made = programs(module)
    fast = compile_text(module_text(made), tmp_path, "--fp=strict", "--fallback", O1, name=f"mixed{module}")
    slow = load(f"plain_mixed{module}", tmp_path / f"mixed{module}.py")
    compiled = 0
    for program in made:
        function = getattr(fast, program.name)
        if type(function).__module__ != "pycc":
            continue
        compiled += 1
        for number, args in enumerate(program.arguments()):
            expected = outcome(getattr(slow, program.name), args)
            check(expected, function, args, False, f"case {number} of\n{program.text}")
    assert compiled >= FUNCTIONS // 4
