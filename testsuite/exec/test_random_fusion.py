"""Random programs of several array statements, fused in every way and interpreted.

Statements share arrays, overwrite them, read them shifted, reduce them, reuse names, stand in loops, branches and
helpers; arguments overlap each other and do not always fit. Values are integers or sums of few of them, so that results are
equal to the last element whatever the order of additions.
"""
from __future__ import annotations

import random
import re
from pathlib import Path

import numpy as np
import pytest

import pycc
from harness import O1, SANITIZED, check, compile_text, load, outcome

FUNCTIONS = 8 if SANITIZED else 32
DTYPES = {"f64": np.float64, "f32": np.float32, "i64": np.int64}
BINARY = ["{} + {}", "{} - {}", "{} * {}", "np.minimum({}, {})", "np.maximum({}, {})", "np.where({0} > {1}, {0}, {1})"]
FILLED = ["np.zeros_like(a)", "np.ones_like(b)", "np.full_like(a, 3)", "np.zeros(a.shape, a.dtype)"]
# Ways to fuse, seeds, and what the C compiler does: without optimisation what is said of aliases is not put to use.
MODES = [("optimal", 0, O1), ("optimal", 1, "-O0"), ("greedy", 2, "-O0"), ("linear", 3, "-O0"), ("none", 4, "-O0")]
SIZES = {1: [(0,), (1,), (2,), (3,), (7,), (30011,)], 2: [(0, 3), (1, 1), (2, 5), (3, 3), (35, 2), (193, 171)]}


def assigned(lines: list[str]) -> set[str]:
    """Names that statements of a function give values to."""
    found = (re.match(r"    (\w+(?:, \w+)*) = ", line) for line in lines)
    return {name for match in found if match for name in match[1].split(", ")}


class Program:
    """One random function: arrays a, b, c of the shape, and what its statements make of them."""

    def __init__(self, seed: int, name: str) -> None:
        self.random = random.Random(seed)
        self.name = name
        self.rank = self.random.choice([1, 1, 2])
        self.dtype = self.random.choice(list(DTYPES))
        self.whole = ["a", "b", "c"]  # names of arrays of the shape
        self.inner: list[str] = []  # of arrays without the outermost elements
        self.rows: list[str] = []  # of an element per row
        self.numbers = ["n", "2"]
        self.made = 0
        self.lines: list[str] = []
        for _ in range(self.random.randint(3, 8)):
            self.statement("    ")
        results = self.whole[3:][-3:] + self.inner[-1:] + self.rows[-2:] + [x for x in self.numbers if x[0] == "s"]
        self.lines.append(f"    return {', '.join(results)}" if results else "    return n")
        colons = ", ".join(":" * self.rank)
        signature = ", ".join(f"{p}: {self.dtype}[{colons}]" for p in "abc")
        helpers = "".join(self.outline(i) for i in range(self.random.choice([0, 0, 1, 2])))
        self.text = helpers + f"def {name}({signature}, n: int):\n" + "\n".join(self.lines) + "\n"

    def outline(self, number: int) -> str:
        """Puts some of the statements in a function of their own; returns it."""
        starts = [i for i, line in enumerate(self.lines) if line[4] != " " and not line.startswith("    else")]
        first = self.random.randrange(len(starts) - 1)  # the last one returns
        last = self.random.randint(first + 1, min(first + 4, len(starts) - 1))
        lines = self.lines[starts[first]:starts[last]]
        known = {"a", "b", "c", "n"} | assigned(self.lines[:starts[first]])
        takes = sorted(known & set(re.findall(r"\w+", "\n".join(lines))))
        gives = sorted(assigned(lines))
        if takes and self.random.random() < 0.3:
            gives.append(self.random.choice(takes))  # an argument, or a second name
        name, results = f"{self.name}_helper{number}", ", ".join(dict.fromkeys(gives))
        call = f"{name}({', '.join(takes)})"
        self.lines[starts[first]:starts[last]] = [f"    {results} = {call}" if results else f"    {call}"]
        body = lines + ([f"    return {results}"] if results else [])
        return f"def {name}({', '.join(takes)}):\n" + "\n".join(body) + "\n\n\n"

    def new(self, prefix: str, names: list[str]) -> str:
        """A name for a result, now and then one that is taken."""
        own = [x for x in names if x[0] == prefix]
        if own and self.random.random() < 0.2:
            return self.random.choice(own)
        self.made += 1
        return f"{prefix}{self.made}"

    def shifted(self, name: str) -> str:
        """A view of a whole array that has the inner shape."""
        parts = [self.random.choice(["1:-1", "1:-1", ":-2", "2:"]) for _ in range(self.rank)]
        return f"{name}[{', '.join(parts)}]"

    def flipped(self, name: str) -> str:
        return f"{name}[{', '.join(self.random.choice(['::-1', ':']) for _ in range(self.rank))}]"

    def leaf(self, inner: bool) -> str:
        draw = self.random.random()
        if draw < 0.15:
            return self.random.choice(self.numbers)
        if inner:
            return self.random.choice(self.inner) if self.inner and draw < 0.5 else self.shifted(
                self.random.choice(self.whole))
        name = self.random.choice(self.whole)
        if draw < 0.25:
            return self.flipped(name)
        if draw < 0.32:
            return f"{name}[:1]"
        if draw < 0.5 and self.rows:
            return f"{self.random.choice(self.rows)}[:, None]"
        return name

    def expression(self, inner: bool = False, depth: int = 2) -> str:
        if depth == 0:
            return self.leaf(inner)
        first = self.random.choice(self.inner + [self.shifted(self.random.choice(self.whole))]) if inner \
            else self.random.choice(self.whole)
        second = self.expression(inner, depth - 1)
        if self.random.random() < 0.5:
            first, second = second, first
        return "(" + self.random.choice(BINARY).format(first, second) + ")"

    def bounded(self, inner: bool = False) -> str:
        return f"np.clip({self.expression(inner)}, -9, 9)"

    def statement(self, indent: str) -> None:
        kind = self.random.randint(0, 13 if indent == "    " else 11)
        if kind <= 3:
            value = self.random.choice(FILLED) if self.random.random() < 0.2 else self.bounded()
            name = self.new("t", self.whole) if indent == "    " else self.random.choice(self.whole)
            self.lines.append(f"{indent}{name} = {value}" if name[0] == "t" else f"{indent}{name}[:] = {value}")
            if name not in self.whole:
                self.whole.append(name)
        elif kind == 4 and indent == "    ":
            value = self.bounded(True)
            name = self.new("u", self.inner)
            self.lines.append(f"{indent}{name} = {value}")
            if name not in self.inner:
                self.inner.append(name)
        elif kind == 5:
            name = self.random.choice(self.whole)
            parts = ", ".join(["1:-1"] * self.rank)
            self.lines.append(f"{indent}{name}[{parts}] = {self.bounded(True)}")
        elif kind == 6:
            self.lines.append(f"{indent}{self.random.choice(self.whole)}[:] = {self.bounded()}")
        elif kind == 7:
            name, op = self.random.choice(self.whole), self.random.choice(["+=", "-="])
            self.lines.append(f"{indent}{name} {op} {self.bounded()}")
        elif kind == 8 and indent == "    ":
            name = self.new("s", self.numbers)
            self.lines.append(f"{indent}{name} = np.{self.random.choice(['sum', 'max', 'min'])}({self.bounded()})")
            if name not in self.numbers:
                self.numbers.append(name)
        elif kind == 9 and indent == "    " and self.rank == 2:
            axis = self.random.choice([0, 1])
            what = self.random.choice(["sum", "max"])
            made = self.new("r", [])
            self.lines.append(f"{indent}{made} = np.{what}({self.bounded()}, axis={axis}, keepdims=True)")
            name = self.new("t", self.whole)
            self.lines.append(f"{indent}{name} = np.clip({self.random.choice(self.whole)} - {made}, -9, 9)")
            if name not in self.whole:
                self.whole.append(name)
        elif kind >= 12:
            self.by_row() if self.rank == 2 else self.loop()
        elif indent == "    ":
            self.lines.append(indent + self.random.choice(["for k in range(n):", "if n > 2:"]))
            for _ in range(self.random.randint(1, 3)):
                self.statement("        ")
        else:
            self.lines.append(f"{indent}a += 1")

    def loop(self) -> None:
        """A loop over elements, mostly of arrays that the function has made."""
        name = self.random.choice(self.whole[3:] or self.whole)
        other, third, until, at = name, name, name, "k"
        if self.random.random() < 0.5:
            other, third = self.random.choices(self.whole, k=2)
            until, at = self.random.choice([name, "a"]), self.random.choice(["k", "k", "k", "-1 - k"])
        self.lines.append(f"    for k in range(len({until})):")
        self.lines.append(f"        {name}[k] = {self.random.choice([other, name])}[{at}] - {third}[k] // 2")
        draw = self.random.random()
        if draw < 0.5:
            self.lines.append(f"        {name}[k] = min(max({name}[k] + {other}[k], -9), 9)")
        if draw < 0.25:
            self.lines += [f"        if {third}[k] > 1:", f"            {name}[k] = {other}[k] + 1", "        else:",
                           f"            {self.random.choice([name, third])}[k] = {name}[k] - 2"]

    def by_row(self) -> None:
        """An element for each row, of the row or of what other rows' elements are."""
        of_row = f"np.{self.random.choice(['sum', 'max', 'min'])}({self.bounded()}, axis=1) + 0"  # not -0.0
        if self.rows and self.random.random() < 0.4:
            of_row = self.random.choice(BINARY).format(*self.random.choices(self.rows, k=2))
        name = self.new("q", self.rows)
        self.lines.append(f"    {name} = np.clip({of_row}, -9, 9)" if self.random.random() < 0.5
                          else f"    {name} = {of_row}")
        if name not in self.rows:
            self.rows.append(name)

    def arguments(self) -> list[tuple]:
        """Arguments apart, the same, shifted; of sizes that are one, and that do not fit."""
        make = np.random.default_rng(len(self.text))

        def fresh(shape: tuple[int, ...]) -> np.ndarray:
            return make.integers(-6, 7, shape).astype(DTYPES[self.dtype])

        cases = []
        for shape in SIZES[self.rank]:
            a, b, c = fresh(shape), fresh(shape), fresh(shape)
            cases.append((a, b, c))
        shape = SIZES[self.rank][4]
        a, b, c = fresh(shape), fresh(shape), fresh(shape)
        big = fresh((shape[0] + 1, *shape[1:]))
        cases += [(a, a, c), (a, b, a[::-1]), (big[1:], big[:-1], c), (big[:-1], b, big[1:]),
                  (np.asfortranarray(a), b, c[::-1].copy()[::-1]), (a, b[:1], c), (a[:1], b, c), (a, b, c[:-1])]
        return [(*case, 3) for case in cases]


@pytest.mark.parametrize("mode, number, optimised", MODES)
def test_random_fusion(mode: str, number: int, optimised: str, tmp_path: Path) -> None:
    """Compiled as interpreted: results, arguments afterwards, exceptions, on several threads."""
    made = [Program(1000 * number + i, f"program_{i}") for i in range(FUNCTIONS)]
    text = "import numpy as np\n\nfrom pycc import f32, f64, i64\n\n\n" + "\n\n".join(p.text for p in made)
    fast = compile_text(text, tmp_path, "--fp=strict", "--fallback", f"--fuse={mode}", optimised, name=f"fusion{number}")
    slow = load(f"plain{number}", tmp_path / f"fusion{number}.py")
    compiled = 0
    for program in made:
        function = getattr(fast, program.name)
        if type(function).__module__ != "pycc":
            continue  # refused: a name with two dtypes
        compiled += 1
        for case, args in enumerate(program.arguments()):
            expected = outcome(getattr(slow, program.name), args)
            for threads in (1, 2, 5) if args[0].size > 1000 else (1,):
                pycc.set_num_threads(threads)
                check(expected, function, args, True, f"case {case}, {threads} threads, --fuse={mode}\n{program.text}")
    assert compiled >= FUNCTIONS * 3 // 4
