"""Random serial loops in one another, compiled and interpreted: dependences in all directions, loops that run up
and down, triangular ones, arguments that overlap, indices out of range; and with rows, columns and other names of
the arrays beside the arrays themselves.

The programs are the same in every run. What is computed depends on the order of any two iterations that touch one
element, and on every value; so an exchange of loops that is not legal shows.
"""
from __future__ import annotations

import random
import re
from pathlib import Path

import numpy as np
import pytest

from harness import SANITIZED, check, compile_text, load, outcome, run_pycc

MODULES = 4
VIEWS = 2  # further modules
FUNCTIONS = 15 if SANITIZED else 60
SIZE = 8


HELPER = """def touched(x, k):
    x[0] += k
    return x


"""


class Program:
    """One random nest over arrays a, b (rank 2) and c (rank 1), and its arguments."""

    def __init__(self, seed: int, name: str, views: bool = False) -> None:
        self.random = random.Random(seed)
        self.name = name
        self.views: list[str] = []  # of rank 1, which the innermost loop sees
        self.with_views = views
        self.depth = self.random.choice([2, 2, 2, 3, 3, 4])
        self.counters = "ijkl"[:self.depth]
        self.text = self.function()

    def range(self, level: int) -> str:
        """The range of a counter: SIZE is the size of every array, n is SIZE."""
        low, high = self.random.choice([0, 1, 1, 2]), self.random.choice(["n", "n - 1", "n - 1", "n - 2", "6"])
        if level > 0 and self.random.random() < 0.15:
            high = f"min(n, {self.counters[level - 1]} + 2)"
        if self.random.random() < 0.3:
            return f"range({high} - 1, {low} - 1, -{self.random.choice([1, 1, 2])})"
        return f"range({low}, {high}{self.random.choice(['', '', ', 2'])})"

    def index(self) -> str:
        """An index: mostly a counter and a small offset."""
        counter = self.random.choice(self.counters)
        offset = self.random.choice(["", "", "", " - 1", " - 1", " + 1", " + 1", " - 2"])
        return f"{counter}{offset}" if self.random.random() < 0.95 else "1"

    def element(self, arrays: str = "aaabc") -> str:
        """An element of an array."""
        if self.views and self.random.random() < 0.5:
            return f"{self.random.choice(self.views)}[{self.index()}]"
        array = self.random.choice(arrays)
        return f"c[{self.index()}]" if array == "c" else f"{array}[{self.index()}, {self.index()}]"

    def statement(self) -> str:
        """A store."""
        target, kind = self.element("aac"), self.random.randint(0, 5)
        if kind == 0:
            return f"{target} += {self.element()} * 3"
        if kind == 1:
            return f"s += {self.element()} ^ {self.element()}"
        if kind == 2:
            return f"t = {self.element()} * 5\n{{}}{target} = t + {self.counters[0]}"
        if kind == 3:
            return f"if {self.element()} % 3 != 1:\n{{}}    {target} = {self.element()} * 3 + {self.counters[-1]}"
        return f"{target} = {self.element()} * 3 + {self.element()} - {self.counters[-1]}"

    def view(self, level: int, name: str) -> list[str]:
        """Statements that give a name to a part of an array, or to one of two."""
        counter, kind = self.random.choice(self.counters[:level]), self.random.randint(0, 5)
        row, other = f"a[{counter}]", self.random.choice([f"b[{counter}]", f"a[:, {counter}]", "c", f"a[n - 1 - {counter}]"])
        if kind == 0:
            return [f"if {counter} % 2 == 0:", f"    {name} = {row}", "else:", f"    {name} = {other}"]
        if kind == 1:
            return [f"whole{name} = a", f"{name} = whole{name}[{counter}, :]"]
        if kind == 2:
            return [f"{name} = touched({row}, {counter})"]
        return [f"{name} = {self.random.choice([row, row, other])}"]

    def function(self) -> str:
        """The source."""
        lines = [f"def {self.name}(a: i64[:, :], b: i64[:, :], c: i64[:], n: int) -> int:", "    s = 0"]
        for level, counter in enumerate(self.counters):
            lines.append(f"{'    ' * (level + 1)}for {counter} in {self.range(level)}:")
            if self.with_views and self.random.random() < 0.7:
                name = f"v{level}"
                lines += ["    " * (level + 2) + line for line in self.view(level + 1, name)]
                self.views.append(name)
        indent = "    " * (self.depth + 1)
        for _ in range(self.random.choice([1, 1, 1, 2])):
            lines.append(indent + self.statement().format(indent))
        return "\n".join([*lines, "    return int(s)\n"])

    def arguments(self) -> list[tuple]:
        """C and Fortran order, overlapping arrays, sizes that make indices fail."""
        values = np.random.default_rng(len(self.text)).integers(-99, 99, (5, 2 * SIZE, 2 * SIZE))
        a, b, c = values[0, :SIZE, :SIZE].copy(), values[1, :SIZE, :SIZE].copy(), values[2, 0, :SIZE].copy()
        whole = values[3].copy()
        return [(a, b, c, SIZE), (np.asfortranarray(a), b.T, c[::-1], SIZE), (a, a, c, SIZE),
                (whole[:SIZE, :SIZE], whole[1:SIZE + 1, 1:SIZE + 1], whole[2, :SIZE], SIZE),
                (a, b, c, SIZE + 1), (a, b[:5], c, SIZE), (a, b, c[:6], SIZE), (a[:7], b, c, SIZE), (a, b, c, 2), (a, b, c, 0)]


def programs(module: int) -> list[Program]:
    """The programs of a module."""
    return [Program(1000 * module + k, f"f{k}", module >= MODULES) for k in range(FUNCTIONS)]


def source(module: int) -> str:
    """A module's text."""
    return "from pycc import i64\n\n\n" + HELPER + "\n\n".join(p.text for p in programs(module))


@pytest.mark.parametrize("module", range(MODULES + VIEWS))
def test_nests(module: int, tmp_path: Path) -> None:
    """Compiled as interpreted: results, arrays and errors, and what was written before these."""
    optimised = () if module in (0, MODULES) else ("-O0",)  # one of each kind as users compile it
    compiled = compile_text(source(module), tmp_path, *optimised)
    interpreted = load("nests", tmp_path / "prog.py")
    for p in programs(module):
        for number, args in enumerate(p.arguments()):
            expected = outcome(getattr(interpreted, p.name), args)
            check(expected, getattr(compiled, p.name), args, True, f"{p.text}case {number}")


def test_enough_are_exchanged(tmp_path: Path) -> None:
    """The programs reach both answers, and the iterations of a reason do collide and change sides."""
    exchanged, shown = 0, 0
    for module in range(MODULES):
        path = tmp_path / "nests.py"
        path.write_text(source(module))
        plan = run_pycc("--emit", "plan", path).stdout
        exchanged += len(re.findall(r"order: [\w, ]+ instead of ", plan))
        for was, best, one, first, array, _, other, second in re.findall(
                r"order: ([\w, ]+), not ([\w, ]+), which would .*: iteration ([\w=, ]+) (writes|reads) (\w+)\[(.*)\], "
                r"which iteration ([\w=, ]+) (writes|reads): their", plan):
            p, q = (eval(f"dict({text})") for text in (one, other))
            earlier, later = ([d[k] for k in was.split(", ")] for d in (p, q))
            assert "writes" in (first, second) and earlier != later and array in "abc"
            shown += 1
    assert exchanged >= MODULES * FUNCTIONS // 5 and shown >= MODULES * FUNCTIONS // 40, (exchanged, shown)
