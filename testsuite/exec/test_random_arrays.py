"""Random array expressions over random views, compiled and interpreted: shapes, steps, offsets, broadcasting,
overlapping arguments, slice assignments, reductions.

The programs are the same in every run. Each is one function of two to four statements' worth of NumPy; forty make
a module. ``--fp=strict`` makes element-wise results equal to the last bit; sums are compared with a tolerance.
"""
from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from harness import O1, SANITIZED, check, compile_text, load, outcome

MODULES = 5
FUNCTIONS = 10 if SANITIZED else 40
DTYPES = {"f64": np.float64, "f32": np.float32, "i64": np.int64, "i32": np.int32}
BINARY = ["{} + {}", "{} - {}", "{} * {}", "np.minimum({}, {})", "np.maximum({}, {})", "{} < {}", "{} == {}",
          "np.where({0} > {1}, {0}, {1})", "{} / (np.abs({}) + 1)"]
UNARY = ["-({} * 1)", "np.abs({} * 2)", "np.square({} + 1)", "np.clip({} * 2, -3, 5)", "({} > 1) * 2"]
SCALARS = ["2", "0.5", "n", "x", "3.0"]
REDUCTIONS = ["sum", "max", "min", "mean", "argmax", "any", "all", "prod"]


class Program:
    """One random function and arguments for it."""

    def __init__(self, seed: int, name: str) -> None:
        self.random = random.Random(seed)
        self.name = name
        rank = self.random.choice([1, 1, 2, 2, 2, 3])
        self.shape = tuple(self.random.choice([0, 1, 2, 3, 4, 5] if rank < 3 else [1, 2, 3]) for _ in range(rank))
        self.params: list[tuple[str, str, tuple[int, ...]]] = []
        for p in "abc":
            drop = self.random.choice([0, 0, 0, 1]) if p != "a" and rank > 1 else 0
            dtype = self.random.choice(list(DTYPES)) if p != "b" else self.params[0][1]
            self.params.append((p, dtype, tuple(2 * n + 1 for n in self.shape[drop:])))
        self.exact = True
        self.text = self.function()

    def slice(self, n: int, whole: int) -> str:
        """A slice of an axis of `whole` = 2 n + 1 elements that has n."""
        start = self.random.randint(0, n + 1)
        kind = self.random.randint(0, 3)
        if kind == 0 or n == 0:
            return f"{start}:{start + n}"
        if kind == 1:
            return f"{start - whole if start else ''}:{start + n}"
        if kind == 2:
            low = self.random.randint(0, 2)
            return f"{low}:{low + 2 * n - 1}:2"
        return f"{start + n - 1}:{start - 1 if start else ''}:-1"

    def view(self, param: tuple[str, str, tuple[int, ...]], stretch: bool = True) -> str:
        """A view of a parameter that broadcasts to the shape."""
        name, _, extents = param
        own = self.shape[len(self.shape) - len(extents):]
        parts = []
        for n, whole in zip(own, extents):
            one = stretch and self.random.random() < 0.12
            at = self.random.randrange(whole)
            if one and self.random.random() < 0.5:
                parts.append(f"{at}, None" if self.random.random() < 0.5 else f"None, {at}")
            elif one:
                parts.append(f"{at}:{at + 1}")
            else:
                parts.append(self.slice(n, whole))
        return f"{name}[{', '.join(parts)}]"

    def expression(self, depth: int, shaped: bool = False) -> str:
        """Shaped: has an array in it."""
        if depth == 0 or self.random.random() < 0.15:
            if not shaped and self.random.random() < 0.3:
                return self.random.choice(SCALARS)
            return self.view(self.random.choice(self.params))
        if self.random.random() < 0.25:
            return self.random.choice(UNARY).format(self.expression(depth - 1, True))
        first = self.expression(depth - 1, True)
        second = self.expression(depth - 1)
        if self.random.random() < 0.5:
            first, second = second, first
        return "(" + self.random.choice(BINARY).format(first, second) + ")"

    def reduction(self) -> str:
        kind = self.random.choice(REDUCTIONS)
        self.exact = self.exact and kind not in ("sum", "mean", "prod")
        axis = self.random.choice(["", "axis=0", "axis=-1"])
        keep = self.random.choice(["", "keepdims=True"])
        return f"({self.expression(2, True)}).{kind}({', '.join(filter(None, [axis, keep]))})"

    def statement(self) -> str:
        target = self.params[0]
        place = self.view(target, False) if self.random.random() < 0.85 else "a"
        if place == "a":
            return f"a {self.random.choice(['+=', '-=', '*='])} {self.random.choice(['1', 'n', 'b', 'a[::-1]'])}"
        if self.random.random() < 0.3:
            value = self.random.choice(["1", "n", self.view(self.params[1]), self.view(target)])
            return f"{place} {self.random.choice(['+=', '-=', '*='])} {value}"
        value = self.expression(2, self.random.random() < 0.9)
        if value[0] in "abc" and value.endswith("]"):
            value += " * 1"  # NumPy copies 1-d views that overlap and step differently wrongly
        return f"{place} = {value}"

    def function(self) -> str:
        signature = ", ".join(f"{p}: {d}[{', '.join(':' * len(s))}]" for p, d, s in self.params)
        lines = [f"    {self.statement()}" for _ in range(self.random.randint(0, 2))]
        results = [self.reduction() if self.random.random() < 0.35 else self.expression(3, True)
                   for _ in range(self.random.randint(1, 2))]
        return f"def {self.name}({signature}, n: int, x: float):\n" + "\n".join(
            lines + [f"    return {', '.join(results)}"]) + "\n"

    def arguments(self) -> list[tuple]:
        """Arguments in several layouts, and with a and b overlapping."""
        make = np.random.default_rng(len(self.text))

        def fresh(dtype: str, shape: tuple[int, ...]) -> np.ndarray:
            return make.integers(-6, 7, shape).astype(DTYPES[dtype])

        plain = [fresh(d, s) for _, d, s in self.params]
        cases = [tuple(plain), tuple(np.asfortranarray(p) for p in plain), tuple(p[::-1].copy()[::-1] for p in plain)]
        if plain[0].shape == plain[1].shape:
            cases.append((plain[0], plain[0], plain[2]))
            big = fresh(self.params[0][1], (plain[0].shape[0] + 1, *plain[0].shape[1:]))
            cases.append((big[1:], big[:-1], plain[2]))
            cases.append((big[:-1], big[:0:-1], plain[2]))
        return [(*c, 3, 1.5) for c in cases]


def programs(module: int) -> list[Program]:
    return [Program(1000 * module + i, f"program_{i}") for i in range(FUNCTIONS)]


def module_text(made: list[Program]) -> str:
    return "import numpy as np\n\nfrom pycc import f32, f64, i32, i64\n\n\n" + "\n\n".join(p.text for p in made)


@pytest.mark.parametrize("module", range(MODULES))
def test_random_arrays(module: int, tmp_path: Path) -> None:
    """Compiled as interpreted, results, arguments and exceptions."""
    made = programs(module)
    optimised = ((), (O1,), ("-O0",))[min(module, 2)]
    fast = compile_text(module_text(made), tmp_path, "--fp=strict", "--fallback", *optimised, name=f"random{module}")
    slow = load(f"plain{module}", tmp_path / f"random{module}.py")
    compiled = 0
    for program in made:
        function = getattr(fast, program.name)
        if type(function).__module__ != "pycc":
            continue  # refused: an in-place operation that NumPy refuses too, a rank that does not fit
        compiled += 1
        for number, args in enumerate(program.arguments()):
            expected = outcome(getattr(slow, program.name), args)
            check(expected, function, args, program.exact, f"case {number} of\n{program.text}")
    assert compiled >= FUNCTIONS // 2
