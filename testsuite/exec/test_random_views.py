"""Random chains of views, read and written, compiled and interpreted.

Chains are made with NumPy at hand: an operation that does not fit the shape so far is not taken. Every program
writes through one chain, mostly from another chain over the same or another argument, and returns views and copies.
"""
from __future__ import annotations

import random
import re
from pathlib import Path

import numpy as np
import pytest

from harness import O1, SANITIZED, check, compile_text, load, outcome

MODULES = 4
FUNCTIONS = 12 if SANITIZED else 50
DTYPES = {"f64": np.float64, "i32": np.int32, "c128": np.complex128, "f32": np.float32}
OPERATIONS = [".T", "[::-1]", "[..., ::2]", "[1:]", "[..., :-1]", "[None]", "[..., None]", ".reshape(-1)", ".ravel()",
              ".transpose()", ".swapaxes(0, -1)", ".swapaxes(0, 1)", "[0]", "[..., 0]", "[:, 1:]", "[..., ::-1]",
              ".transpose(1, 0, 2)", ".transpose((2, 0, 1))", ".flatten()", ".reshape(a.shape[0], -1)",
              ".reshape(-1, {last})", ".reshape({shape})", "np.flip({})", "np.flipud({})", "np.fliplr({})",
              "np.rot90({})", "np.moveaxis({}, 0, -1)", "np.moveaxis({}, -1, 0)", "np.expand_dims({}, 1)",
              "np.atleast_2d({})", "np.rollaxis({}, 1)", "np.squeeze({}, 0)", "np.rot90({}, 2)", "np.flip({}, -1)"]
READING = ["np.diagonal({})", "np.diagonal({}, 1)", "np.broadcast_to({}, (2, *{shape}))"]


class Program:
    """One random function, and the shapes of its arguments a and b."""

    def __init__(self, seed: int, name: str) -> None:
        self.random = random.Random(seed)
        self.name = name
        self.dtype = self.random.choice(list(DTYPES))
        self.shapes = [tuple(self.random.choice([0, 1, 2, 3, 4, 4]) for _ in range(self.random.choice([1, 2, 2, 3, 3])))
                       for _ in range(2)]
        self.arrays = dict(zip("ab", (np.zeros(s, DTYPES[self.dtype]) for s in self.shapes)))
        self.text = self.function()

    def step(self, text: str, value: np.ndarray, operations: list[str]) -> tuple[str, np.ndarray] | None:
        """One more view, None when it does not fit."""
        operation = self.random.choice(operations)
        shape = list(value.shape)
        self.random.shuffle(shape)
        if "{shape}" in operation and "broadcast" not in operation:
            operation = operation.replace("{shape}", ", ".join(map(str, shape)) or "1")
        operation = operation.replace("(2, *{shape})", f"(2, {', '.join(map(str, value.shape))},)")
        operation = operation.replace("{last}", str(value.shape[-1] if value.ndim else 1))
        new = operation.format(text) if operation.startswith("np.") else text + operation
        try:
            result = eval(new, {"np": np, **self.arrays})
        except (ValueError, IndexError):
            return None
        return (new, result) if isinstance(result, np.ndarray) and 0 < result.ndim <= 4 else None

    def chain(self, array: str, operations: list[str]) -> tuple[str, np.ndarray]:
        text, value = array, self.arrays[array]
        for _ in range(self.random.randint(0, 4)):
            text, value = self.step(text, value, operations) or (text, value)
        if self.dtype == "c128" and self.random.random() < 0.4:
            part = self.random.choice([".real", ".imag"])
            text, value = text + part, eval(text + part, {"np": np, **self.arrays})
        return text, value

    def source(self, shape: tuple[int, ...], real: bool) -> str:
        """A chain that broadcasts to the shape."""
        for _ in range(30):
            text, value = self.chain(self.random.choice("aab"), OPERATIONS + READING)
            try:
                fits = np.broadcast_shapes(value.shape, shape) == shape and value.ndim <= len(shape)
            except ValueError:
                continue
            if fits and not (real and value.dtype.kind == "c"):
                return text
        return self.random.choice(["1", "n"])

    def statement(self) -> str:
        target, value = self.chain("a", OPERATIONS)
        real = self.dtype == "c128" and value.dtype.kind != "c"
        source = self.source(value.shape, real)
        kind = self.random.random()
        if kind < 0.4:
            source += " * 1" if value.ndim == 1 and source[0] in "abn" else ""
            return f"    {target}[...] = {source}"
        if kind < 0.7:
            return f"    t = {target}\n    t {self.random.choice(['+=', '-=', '*='])} {source}"
        if kind < 0.85:
            return f"    {target}[...] = {source} + {self.source(value.shape, real)} * 2"
        return f"    {target}[..., :1] {self.random.choice(['+=', '='])} 2"

    def function(self) -> str:
        signature = ", ".join(f"{p}: {self.dtype}[{', '.join(':' * len(s))}]" for p, s in zip("ab", self.shapes))
        lines = [self.statement() for _ in range(self.random.randint(1, 3))]
        results = [self.chain("a", OPERATIONS)[0], self.chain("b", OPERATIONS + READING)[0] + ".copy()"]
        return f"def {self.name}({signature}, n: int):\n" + "\n".join(lines) + f"\n    return {', '.join(results)}\n"

    def arguments(self) -> list[tuple]:
        """Several layouts; the same memory twice."""
        make = np.random.default_rng(len(self.text))

        def fresh(shape: tuple[int, ...]) -> np.ndarray:
            return make.integers(-6, 7, shape).astype(DTYPES[self.dtype])

        plain = [fresh(s) for s in self.shapes]
        cases = [plain, [np.asfortranarray(p) for p in plain], [p[::-1].copy()[::-1] for p in plain],
                 [fresh((*s[:-1], 2 * s[-1]))[..., ::2] for s in self.shapes]]
        if self.shapes[0] == self.shapes[1]:
            cases.append([plain[0], plain[0]])
        return [(*c, 3) for c in cases]


def programs(module: int) -> list[Program]:
    return [Program(1000 * module + i, f"program_{i}") for i in range(FUNCTIONS)]


def module_text(made: list[Program]) -> str:
    head = "import numpy as np\n\nfrom pycc import c128, f32, f64, i32\n\n\n"
    return head + "\n\n".join(p.text for p in made)


@pytest.mark.parametrize("module", range(MODULES))
def test_random_views(module: int, tmp_path: Path) -> None:
    """Compiled as interpreted, results, arguments and exceptions."""
    made = programs(module)
    optimised = ((), (O1,), ("-O0",))[min(module, 2)]
    fast = compile_text(module_text(made), tmp_path, "--fp=strict", "--fallback", *optimised, name=f"views{module}")
    slow = load(f"plain_views{module}", tmp_path / f"views{module}.py")
    compiled = 0
    for program in made:
        function = getattr(fast, program.name)
        if type(function).__module__ != "pycc":
            continue  # refused: it writes what NumPy's in-place operators refuse too
        compiled += 1
        for number, args in enumerate(program.arguments()):
            expected = outcome(getattr(slow, program.name), args)
            check(expected, function, args, True, f"case {number} of\n{program.text}")
    assert compiled >= FUNCTIONS * 3 // 4


def test_programs_write() -> None:
    """The generator makes what it promises: views of views that are written, from other views."""
    texts = [p.text for m in range(MODULES) for p in programs(m)]
    written = [t for t in texts if re.search(r"[ab][.\[(][^\n]*\[\.\.\.\] = [^\n]*[ab][.\[]", t)]
    assert len(written) > len(texts) // 8
