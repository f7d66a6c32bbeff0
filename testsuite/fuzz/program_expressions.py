"""Expressions of generated programs: scalars, arrays and parts of them, each evaluated on samples when it is made."""
from __future__ import annotations

import math
import random
import re
from typing import Any, Callable, Sequence

import numpy as np

from program_words import (BINARY, COMPARE, DTYPES, FLOATS, INTS, NEVER, OF_ARRAY, OF_SCALAR, REDUCE, UFUNCS, UNARY, VIEWS, fits, limited,
                           is_scalar, kind)

PARAMS = [f"p{j}" for j in range(8)]
POWER = re.compile(r"\*\* (?!2\b)|pow")  # of floats; NumPy's vectors have errors of a unit in the last place, their squares none


class _Any:
    """Stands for types in annotations."""

    def __getitem__(self, _: Any) -> "_Any":
        return self


class Expressions:
    """Makes expressions of the variables that there are."""

    def __init__(self, source: random.Random) -> None:
        self.random = source
        self.space: dict[str, Any] = {"np": np, "math": math, "prange": range, **{n: _Any() for n in DTYPES}}
        self.values: dict[str, Any] = {}
        self.counters: list[str] = []
        self.frozen: set[str] = set()  # must not be assigned: counters and what a loop goes over
        self.changed: set[str] = set()  # assigned more than once: nested functions do not read them
        self.outside: set[str] = set()  # variables from before the block
        self.made: dict[str, Any] = {}  # variables of the last block
        self.names = 0
        self.loops = 0
        self.helpers: list[str] = []
        self.calls: list[tuple[str, list[str], bool]] = []  # a helper's name, the kinds of its parameters, has it one more
        self.results: list[str] = []  # kinds of what the function returns, where they are known before its end
        self.inexact = self.parallel = self.in_prange = False

    # ---- choices

    def choose(self, options: Sequence) -> Any:
        return options[int(self.random.random() * len(options))]

    def chance(self, percent: int) -> bool:
        return self.random.random() * 100 < percent

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def fresh(self, stem: str = "v") -> str:
        self.names += 1
        return f"{stem}{self.names}"

    def of_kind(self, test: Callable[[Any], bool]) -> list[str]:
        return [n for n, v in self.values.items() if test(v)]

    # ---- values

    def value(self, text: str) -> Any:
        """What it gives for the samples; NEVER when the interpreter refuses, takes a second, or when it is larger than anything here."""
        try:
            v = limited(eval, text, self.space, self.values)
        except Exception:
            return NEVER
        if "c" in kind(v) and ("**" in text or "pow(" in text) or "f" in kind(v) and POWER.search(text):
            self.inexact = True
        return v if kind(v) and fits(v) else NEVER

    def pick(self, makers: Callable[[], str], test: Callable[[Any], bool], otherwise: Callable[[], str]) -> str:
        """Something made whose value passes the test."""
        for _ in range(6):
            text = makers()
            v = self.value(text)
            if v is not NEVER and test(v):
                return text
        return otherwise()

    # ---- scalars

    def scalar(self, depth: int) -> str:
        return self.pick(lambda: self.any_scalar(depth), is_scalar,
                         lambda: self.choose(["1", "2", "0.5"]))

    def integer(self, depth: int) -> str:
        """An integer: as an index, a bound."""
        if self.counters and self.chance(60):
            c = self.choose(self.counters)
            return self.choose([c, c, c, f"{c} - 1", f"{c} + 1", f"-{c}", f"{c} // 2", f"{c} * 2", f"-1 - {c}"])
        if depth <= 0 or self.chance(50):
            return self.choose(["0", "1", "-1", "2", "n", "k", "n - 1", "-2"])
        return self.pick(lambda: self.any_scalar(depth), lambda v: isinstance(v, (int, np.integer)) and not isinstance(v, bool), lambda: "0")

    def condition(self, depth: int) -> str:
        if self.chance(15):
            return self.choose(["{} and {}", "{} or {}", "not {}"]).replace("{}", self.compare(depth), 1).replace("{}", self.compare(depth))
        return self.compare(depth)

    def compare(self, depth: int) -> str:
        if self.chance(10):
            one, two, three = self.scalar(0), self.scalar(depth), self.scalar(0)
            if kind(self.value(f"{one} < {two}")) == kind(self.value(f"{two} <= {three}")):  # else NumPy's bool
                return f"{one} < {two} <= {three}"
        if self.chance(25):
            return f"{self.integer(depth)} % {self.choose([2, 3])} == {self.choose([0, 1])}"
        return self.compared(self.scalar(depth), self.scalar(depth - 1))

    def compared(self, one: str, other: str) -> str:
        """One comparison; complex numbers have no order in pycc."""
        text = self.choose(COMPARE).format(one, other)
        return f"{one} == {other}" if "c" in (kind(self.value(one)) + kind(self.value(other))) else text

    def scalar_leaf(self) -> str:
        how = self.number(0, 9)
        own = self.of_kind(is_scalar)
        if how < 4 and own:
            return self.choose(own)
        if how == 4:
            return self.choose(INTS) if self.chance(50) else self.choose(FLOATS)
        if how == 5:
            return self.choose(["True", "2j" if self.chance(20) else "4", "1", "2", "3"])
        if how == 7 and (records := self.of_kind(lambda v: isinstance(v, dict))):
            name = self.choose(records)
            return f"{name}['{self.choose(list(self.values[name]))}']"
        if how == 6:
            lists = self.of_kind(lambda v: isinstance(v, (list, tuple)))
            if lists:
                name = self.choose(lists)
                at = str(self.number(-1, 1)) if isinstance(self.values[name], tuple) else self.integer(0)
                return self.choose([f"{name}[{at}]", f"{name}[{at}]", f"len({name})"])
        arrays = self.of_kind(lambda v: isinstance(v, np.ndarray) and v.ndim > 0)
        if not arrays:
            return self.choose(own) if own else "1"
        return self.element(self.choose(arrays)) if self.chance(80) else self.choose(["len({0})", "{0}.shape[0]", "{0}.size", "{0}.ndim"]).format(self.choose(arrays))

    def element(self, name: str, depth: int = 0) -> str:
        v = self.values[name]
        if v.ndim == 0:
            return f"{name}[()]"
        if self.chance(8):
            return f"{name}[{self.integer(depth)}]" if v.ndim == 1 else f"{name}[{self.integer(0)}][{self.integer(0)}]"
        return f"{name}[{', '.join(self.integer(depth) for _ in range(v.ndim))}]"

    def any_scalar(self, depth: int) -> str:
        if depth <= 0 or self.chance(15):
            return self.scalar_leaf()
        how = self.number(0, 11)
        if how < 5:
            return "(" + self.choose(BINARY).format(self.scalar(depth - 1), self.scalar(depth - 1)) + ")"
        if how == 5:
            return "(" + self.choose(UNARY).format(self.scalar(depth - 1)) + ")"
        if how == 6:
            return "(" + self.compare(depth - 1) + ")"
        if how == 7:
            form = self.choose(OF_SCALAR)
            one, other = self.alike(depth - 1) if form[:4] in ("min(", "max(") else (self.scalar(depth - 1), self.scalar(depth - 1))
            return form.format(one, other, one)
        if how == 8 and self.chance(60):
            one, other = self.alike(depth - 1)
            return f"({one} if {self.condition(depth - 1)} else {other})"
        if how == 9 and self.calls:
            return self.call()
        if how == 10 and self.chance(50):
            return self.reduction(depth - 1, ("",))
        if how == 11 and self.chance(50):
            lists = self.of_kind(lambda v: isinstance(v, list))
            if lists:
                return self.choose(["sum({0})", "len({0})", "min({0})", "max({0})", "({1} in {0})", "{0}.count({1})", "{0}.index({1})"]).format(
                    self.choose(lists), self.scalar(0))
        return self.choose(UFUNCS).format(self.scalar(depth - 1), self.scalar(depth - 1)) if self.chance(20) else self.scalar_leaf()

    def alike(self, depth: int) -> tuple[str, str]:
        """Two scalars of one kind: a literal would take the other's type."""
        one = self.scalar(depth)
        want = kind(self.value(one))
        return one, self.pick(lambda: self.scalar(depth), lambda v: kind(v) == want, lambda: one)

    def like(self, name: str) -> str:
        """A scalar of the type of a list's items."""
        item = self.values[name][0]
        return self.pick(lambda: self.scalar(0), lambda v: kind(v) == kind(item), lambda: repr(item))

    def call(self) -> str:
        """A call of a helper with arguments of the kinds that it was made for."""
        name, kinds, optional = self.choose(self.calls)
        args = []
        for number, want in enumerate(kinds):
            own = self.of_kind(lambda v: kind(v) == want)
            make = self.array if "[:" in want else self.scalar
            arg = self.choose(own) if own and self.chance(60) else \
                self.pick(lambda: make(0), lambda v: kind(v) == want, lambda: self.choose(own) if own else "")
            if not arg:
                return self.scalar_leaf()
            args.append(f"{PARAMS[number]}={arg}" if number == len(kinds) - 1 and self.chance(20) else arg)
        if optional and self.chance(60):
            value = self.scalar(0) if optional == "any" else f"int({self.scalar(0)})"
            args.append("opt=" + value if "=" in args[-1] or self.chance(50) else value)
        return f"{name}({', '.join(args)})"

    def of(self, want: str) -> str:
        """Something of this kind, which a variable has that lives throughout."""
        own = self.of_kind(lambda v: kind(v) == want)
        make = self.array if "[:" in want and want[:4] not in ("list", "tupl") else self.scalar
        return self.choose(own) if self.chance(30) else self.pick(lambda: make(2), lambda v: kind(v) == want, lambda: self.choose(own))

    # ---- arrays

    def array(self, depth: int) -> str:
        return self.pick(lambda: self.any_array(depth), lambda v: isinstance(v, np.ndarray), lambda: "a")

    def any_array(self, depth: int) -> str:
        arrays = self.of_kind(lambda v: isinstance(v, np.ndarray))
        if depth <= 0 or self.chance(15):
            name = self.choose(arrays)
            return name if self.chance(35) else self.view(name)
        how = self.number(0, 11)
        if how < 5:
            one = self.array(depth - 1)
            other = self.array(depth - 1) if self.chance(60) else self.scalar(1)
            return "(" + self.choose(BINARY).format(*((one, other) if self.chance(70) else (other, one))) + ")"
        if how == 5:
            return "(" + self.compared(self.array(depth - 1), self.scalar(1) if self.chance(50) else self.array(depth - 1)) + ")"
        if how == 6:
            return self.choose(UFUNCS).format(self.array(depth - 1), self.array(depth - 1))
        if how == 7:
            return self.choose(OF_ARRAY).format(self.array(depth - 1), self.array(depth - 1), self.scalar(0))
        if how == 8:
            return self.reduction(depth - 1, ("axis=0", "axis=-1", "axis=1", "axis=0, keepdims=True", "axis=(0, 1)", "axis=1, keepdims=True", "axis=(0, -1)"))
        if how == 9:
            return self.choose([f"np.zeros({self.number(0, 4)})", "np.arange(n)", "np.arange(6).reshape(2, 3)", "np.full((2, 2), k)",
                                "np.ones((n, 2), np.int32)", "np.arange(k, n)", "np.eye(3)", "np.array([1, 2, 3])", "np.empty(0)",
                                "np.linspace(0, 1, 5)", "np.arange(3) * 0.5", "np.array([n, k])", "np.zeros(a.shape, np.float32)"])
        if how == 10:
            lists = self.of_kind(lambda v: isinstance(v, list) and is_scalar(v[0]))
            if not lists:
                return "-a"
            name = self.choose(lists)  # not of an empty list; where n is 0, a number of another type would decide
            return f"np.array({name} * n + [{self.like(name)}])"
        return "(" + self.choose(["-{}", "~{}", "abs({})", "+{}"]).format(self.array(depth - 1)) + ")"

    def view(self, name: str) -> str:
        """A part of an array: slices, masks, arrays of indices."""
        how = self.number(0, 9)
        masks = self.of_kind(lambda v: isinstance(v, np.ndarray) and v.dtype == bool and v.ndim > 0)
        indices = self.of_kind(lambda v: isinstance(v, np.ndarray) and v.dtype.kind in "iu" and 0 < v.ndim < 3)
        if how == 0:
            return f"{name}[{self.choose(masks) if masks and self.chance(50) else self.compared(name, self.scalar(0))}]"
        if how == 1 and indices:
            return self.choose(["{}[{}]", "{}[{}, 0]", "{}[..., {}]", "np.take({}, {})", "{}[:, {}]"]).format(name, self.choose(indices))
        if how in (2, 3):
            return f"{name}[{self.bounds()}{self.choose(['', '', ', ' + self.bounds(), ', ...', ', None'])}]"
        if how == 4 and self.counters:
            c = self.choose(self.counters)
            return name + self.choose([f"[{c}]", f"[:, {c}]", f"[{c}:{c} + 2]", f"[:{c}]", f"[{c}:]", f"[..., {c}]", f"[{c}::2]"])
        text = self.choose(VIEWS).format(name)
        return self.choose(VIEWS).format(text) if self.chance(20) else text

    def bounds(self) -> str:
        low, high, step = (self.choose(["", self.integer(0)]) for _ in range(3))
        return f"{low}:{high}{':' + step if step else ''}"

    def reduction(self, depth: int, axes: Sequence[str]) -> str:
        text = self.choose(REDUCE).format(self.array(depth), self.choose(axes))
        return text.replace(", )", ")")

    def expression(self, depth: int) -> str:
        how = self.number(0, 9)
        if how < 4:
            return self.scalar(depth)
        if how < 8:
            return self.array(depth)
        if how == 8:
            return f"({self.scalar(1)}, {self.scalar(1)})"
        return self.scalar(depth)
