"""Random reads and writes with arrays and masks as indices, compiled and interpreted: mixed with slices, integers,
new axes and ``...``, over views, dtypes and layouts, with duplicates, indices out of range and masks that do not fit.

The programs are the same in every run. Each is one function of some statements; twenty-five make a module. What the
interpreter itself refuses is part of the comparison: the exception and its text, and what was written before it.
"""
from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from harness import O1, SANITIZED, check, compile_text, load, outcome

MODULES = 4
FUNCTIONS = 6 if SANITIZED else 25
LENGTH = 4  # of the arrays of integers
DTYPES = {"f64": np.float64, "f32": np.float32, "i64": np.int64, "i32": np.int32, "c128": np.complex128,
          "u8": np.uint8, "bool_": np.bool_}


class Program:
    """One random function and arguments for it."""

    def __init__(self, seed: int, name: str) -> None:
        self.random = random.Random(seed)
        self.numpy = np.random.default_rng(seed)
        self.name = name
        self.rank = self.random.choice([1, 1, 2, 2, 2, 3, 3])
        self.shape = tuple(self.random.randint(2, 5) for _ in range(self.rank))
        self.dtype = self.random.choice(list(DTYPES))
        self.params: dict[str, tuple[str, np.ndarray]] = {}
        self.add("a", self.dtype, self.shape)
        self.lines: list[str] = []
        self.results: list[str] = []
        for _ in range(self.random.randint(1, 3)):
            self.statement()
        if not self.results:
            self.results = ["a.copy()"]

    # ---- parameters

    def add(self, name: str, dtype: str, shape: tuple[int, ...], high: int = 9) -> str:
        """A parameter of small numbers."""
        if name not in self.params:
            low = 0 if dtype in ("u8", "bool_") else -high
            values = self.numpy.integers(low, high, shape) if dtype != "bool_" else self.numpy.random(shape) < 0.5
            self.params[name] = (dtype, np.asarray(values).astype(DTYPES[dtype]))
        return name

    def mask(self, shape: tuple[int, ...]) -> str:
        """A mask of that shape: a parameter, or an expression."""
        kind = self.random.randint(0, 4)
        if kind == 0 and shape == self.shape and self.dtype not in ("c128", "bool_"):
            return self.random.choice(["a > 2", "(a > 0) & (a < 5)", "a != a"])
        name = self.add(f"m{'_'.join(map(str, shape))}", "bool_", shape)
        return f"~{name}" if kind == 1 else name

    def integers(self, extent: int) -> str:
        """An array of indices of an axis: a parameter, or an expression."""
        kind = self.random.choice(["i", "i", "j", "q", "o"])
        shape = {"i": (LENGTH,), "j": (LENGTH,), "q": (2, LENGTH), "o": (1,)}[kind]
        name = f"{kind}{extent}"
        if name not in self.params:
            dtype = self.random.choice(["i64", "i64", "i32"])
            self.params[name] = (dtype, self.numpy.integers(-extent, extent, shape).astype(DTYPES[dtype]))
        if self.random.random() < 0.15:
            return self.random.choice([f"-1 - {name}", f"({name} + 7) % {extent}", f"np.abs({name}) - 1"])
        if self.random.random() < 0.03:
            return f"{name} * 2"  # out of range, most often
        return name

    # ---- indices

    def index(self) -> str:
        """Some indices of a, an array among them."""
        for _ in range(100):
            parts, arrays, axis, ellipsis = [], 0, 0, False
            while axis < self.rank:
                extent = self.shape[axis]
                kind = self.random.choice(["array", "array", "array", "mask", "integer", "slice", "full", "new",
                                           "ellipsis", "end"])
                if kind == "array":
                    parts.append(self.integers(extent))
                elif kind == "mask":
                    n = self.random.choice([1, 1, 2, self.rank])
                    if axis + n > self.rank:
                        continue
                    shape = list(self.shape[axis:axis + n])
                    if self.random.random() < 0.04:
                        shape[0] += 1
                    parts.append(self.mask(tuple(shape)))
                    axis += n - 1
                elif kind == "integer":
                    parts.append(self.random.choice(["k", "-1", "0", "1", str(-extent)]))
                elif kind == "slice":
                    parts.append(self.random.choice(["1:", ":-1", "::2", "::-1", "k:", "1:1"]))
                elif kind == "full":
                    parts.append(":")
                elif kind == "ellipsis" and not ellipsis:
                    parts.append("...")
                    ellipsis = True
                    axis += self.random.randint(0, self.rank - axis)
                    continue
                elif kind == "new" and len(parts) < 4:
                    parts.append(self.random.choice(["None", "np.newaxis"]))
                    continue
                elif kind == "end" and parts and not ellipsis:
                    break
                else:
                    continue
                arrays += kind in ("array", "mask")
                axis += 1
            if arrays:
                return ", ".join(parts)
        return self.integers(self.shape[0])

    def picked(self, index: str) -> tuple[int, ...] | None:
        """The shape of a[index]; None when NumPy refuses."""
        names = {name: value for name, (_, value) in self.params.items()}
        try:
            return eval(f"a[{index}]", {"np": np, "k": 1}, names).shape
        except (IndexError, ValueError):
            return None

    # ---- statements

    def value(self, shape: tuple[int, ...]) -> str:
        """Something that fits what is written, or nearly."""
        kind = self.random.choice(["scalar", "scalar", "whole", "whole", "whole", "part", "ones", "wrong"])
        if kind == "scalar":
            return self.random.choice(["1", "k", "2"] if self.dtype != "bool_" else ["True", "False"])
        if kind == "part":
            shape = shape[1:] or shape
        elif kind == "ones":
            shape = tuple(1 if self.random.random() < 0.5 else n for n in shape)
        elif kind == "wrong" and self.random.random() < 0.2:
            shape = (*shape[:-1], shape[-1] + 1) if shape else (2,)
        if not shape:
            return "1"
        name = self.add(f"v{'_'.join(map(str, shape))}", self.dtype, shape)
        simple = self.dtype in ("f64", "i64", "f32", "c128") and self.random.random() < 0.4
        return f"{name} * 2 + 1" if simple else name

    def statement(self) -> None:
        index = self.index()
        shape = self.picked(index)
        kind = self.random.choice(["read", "read", "read", "write", "write", "update", "update", "move"])
        op = self.random.choice(["+=", "-=", "*="] if self.dtype != "bool_" else ["|=", "&=", "^="])
        if kind == "read":
            read = f"a[{index}]"
            if self.dtype in ("f64", "i64", "f32", "c128") and self.random.random() < 0.5:
                read = self.random.choice([f"{read} * 2 + 1", f"1 - {read}", f"{read} + {read}"])
            self.results.append(read)
        elif kind == "write":
            self.lines.append(f"a[{index}] = {self.value(shape or (2,))}")
        elif kind == "update":
            self.lines.append(f"a[{index}] {op} {self.value(shape or (2,))}")
        else:
            self.lines.append(f"a[{index}] = a[{index}]" + (" * 2" if self.dtype in ("f64", "i64") else ""))

    @property
    def text(self) -> str:
        signature = ", ".join(f"{p}: {d}[{', '.join(':' * v.ndim)}]" for p, (d, v) in self.params.items())
        return "\n".join([f"def {self.name}({signature}, k: int):", *(f"    {line}" for line in self.lines),
                          f"    return {', '.join(self.results)}", ""])

    def arguments(self) -> list[tuple]:
        """Arguments in several layouts, without duplicates among the indices, and with k out of range."""
        plain = [v for _, v in self.params.values()]
        free = [n[0] in "av" for n in self.params]  # NumPy takes duplicates in the order of the indices' memory
        cases = [(*plain, 1), (*plain, 9)]
        cases.append((*(np.asfortranarray(p) if f else p for p, f in zip(plain, free)), 0))
        cases.append((*(p[::-1].copy()[::-1] if f else p for p, f in zip(plain, free)), -1))
        cases.append((*(np.repeat(p, 2, -1)[..., ::2] for p in plain), 1))
        empty = [p[:0] if n[0] in "ijq" and p.ndim == 1 else p for n, p in zip(self.params, plain)]
        return [*cases, (*empty, 1)]


def programs(module: int) -> list[Program]:
    return [Program(7000 + 1000 * module + i, f"program_{i}") for i in range(FUNCTIONS)]


def module_text(made: list[Program]) -> str:
    return ("import numpy as np\n\nfrom pycc import bool_, c128, f32, f64, i32, i64, u8\n\n\n"
            + "\n\n".join(p.text for p in made))


@pytest.mark.parametrize("module", range(MODULES))
def test_random_index(module: int, tmp_path: Path) -> None:
    """Compiled as interpreted, results, arguments and exceptions."""
    made = programs(module)
    fast = compile_text(module_text(made), tmp_path, "--fp=strict", "--fallback", O1 if module < 2 else "-O0", name=f"index{module}")
    slow = load(f"plain{module}", tmp_path / f"index{module}.py")
    compiled = 0
    for program in made:
        function = getattr(fast, program.name)
        if type(function).__module__ != "pycc":
            continue  # refused: more axes than there are, values that never fit
        compiled += 1
        for number, args in enumerate(program.arguments()):
            expected = outcome(getattr(slow, program.name), args)
            check(expected, function, args, True, f"case {number} of\n{program.text}")
    assert compiled >= FUNCTIONS * 3 // 4
