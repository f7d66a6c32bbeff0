"""A hypothesis strategy for functions that pycc may compile, with helpers and arguments.

A function is made statement by statement with sample values at hand: every expression is evaluated by NumPy on them, and
what the interpreter refuses is not taken (or, rarely, is: errors are compared too). The kind of a value, its type, dtype and
rank, decides where its variable may be used; a variable keeps its kind, as pycc asks. The samples are the first of the
argument sets; the others have other extents, layouts, overlaps and edge values.
"""
from __future__ import annotations

import math
import random
from dataclasses import dataclass
from types import FunctionType
from typing import Any, Callable, Sequence

import numpy as np
from hypothesis import strategies as st

from program_words import (BINARY, COMMON, COMPARE, DTYPES, FLOATS, INEXACT, INTS, NEVER, OF_ARRAY, OF_SCALAR, REDUCE,
                           UFUNCS, UNARY, VIEWS, fits, kind, tame)

@dataclass
class Program:
    """A function with what it calls."""
    text: str  # NAME is its name, and the beginning of those of its helpers
    params: dict[str, Any]  # names to samples
    seed: int  # of its arguments
    inexact: bool  # holds sums of floats or the like
    parallel: bool

    def source(self, name: str) -> str:
        return self.text.replace("NAME", name)


class Maker:
    """Makes one function."""

    def __init__(self, source: random.Random) -> None:
        self.random = source
        self.space: dict[str, Any] = {"np": np, "math": math, "prange": range, **{n: _Any() for n in DTYPES}}
        self.values: dict[str, Any] = {}
        self.counters: list[str] = []
        self.frozen: set[str] = set()  # must not be assigned: counters and what a loop goes over
        self.names = 0
        self.loops = 0
        self.helpers: list[str] = []
        self.calls: list[tuple[str, list[str]]] = []  # a helper's name and the kinds of its parameters
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
        """What it gives for the samples; NEVER when the interpreter refuses, or when it is larger than anything here."""
        try:
            v = eval(text, self.space, self.values)
        except Exception:
            return NEVER
        if ("**" in text or "pow(" in text) and "c" in kind(v):
            return NEVER
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
        return self.pick(lambda: self.any_scalar(depth), lambda v: np.ndim(v) == 0 and not isinstance(v, (np.ndarray, tuple, list)),
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
        return self.choose(COMPARE).format(self.scalar(depth), self.scalar(depth - 1))

    def scalar_leaf(self) -> str:
        how = self.number(0, 9)
        own = self.of_kind(lambda v: np.ndim(v) == 0 and not isinstance(v, (np.ndarray, tuple, list)))
        if how < 4 and own:
            return self.choose(own)
        if how == 4:
            return self.choose(INTS) if self.chance(50) else self.choose(FLOATS)
        if how == 5:
            return self.choose(["True", "2j" if self.chance(20) else "4", "1", "2", "3"])
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
            return form.format(*self.alike(depth - 1) if form[:4] in ("min(", "max(") else (self.scalar(depth - 1), self.scalar(depth - 1)))
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
        """Two scalars, mostly of one kind."""
        one = self.scalar(depth)
        want = kind(self.value(one))
        return one, self.pick(lambda: self.scalar(depth), lambda v: kind(v) == want, lambda: self.scalar(0) if self.chance(5) else one)

    def call(self) -> str:
        """A call of a helper with arguments of the kinds that it was made for."""
        name, kinds = self.choose(self.calls)
        args = []
        for want in kinds:
            own = self.of_kind(lambda v: kind(v) == want)
            make = self.array if "[:" in want else self.scalar
            arg = self.choose(own) if own and self.chance(60) else \
                self.pick(lambda: make(0), lambda v: kind(v) == want, lambda: self.choose(own) if own else "")
            if not arg:
                return self.scalar_leaf()
            args.append(arg)
        return f"{name}({', '.join(args)})"

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
            return "(" + self.choose(COMPARE).format(self.array(depth - 1), self.scalar(1) if self.chance(50) else self.array(depth - 1)) + ")"
        if how == 6:
            return self.choose(UFUNCS).format(self.array(depth - 1), self.array(depth - 1))
        if how == 7:
            return self.choose(OF_ARRAY).format(self.array(depth - 1), self.array(depth - 1), self.scalar(0))
        if how == 8:
            return self.reduction(depth - 1, ("axis=0", "axis=-1", "axis=1", "axis=0, keepdims=True", "axis=(0, 1)"))
        if how == 9:
            return self.choose([f"np.zeros({self.number(0, 4)})", "np.arange(n)", "np.arange(6).reshape(2, 3)", "np.full((2, 2), k)",
                                "np.ones((n, 2), np.int32)", "np.arange(k, n)", "np.eye(3)", "np.array([1, 2, 3])", "np.empty(0)",
                                "np.linspace(0, 1, 5)", "np.arange(3) * 0.5", "np.array([n, k])", "np.zeros(a.shape, np.float32)"])
        if how == 10:
            lists = self.of_kind(lambda v: isinstance(v, list))
            return f"np.array({self.choose(lists)} * n + [{self.scalar(0)}])" if lists else "-a"  # not of an empty list
        return "(" + self.choose(["-{}", "~{}", "abs({})", "+{}"]).format(self.array(depth - 1)) + ")"

    def view(self, name: str) -> str:
        """A part of an array: slices, masks, arrays of indices."""
        how = self.number(0, 9)
        masks = self.of_kind(lambda v: isinstance(v, np.ndarray) and v.dtype == bool and v.ndim > 0)
        indices = self.of_kind(lambda v: isinstance(v, np.ndarray) and v.dtype.kind in "iu" and 0 < v.ndim < 3)
        if how == 0:
            return f"{name}[{self.choose(masks) if masks and self.chance(50) else f'{name} > {self.scalar(0)}'}]"
        if how == 1 and indices:
            return self.choose(["{}[{}]", "{}[{}, 0]", "{}[..., {}]", "np.take({}, {})", "{}[:, {}]"]).format(name, self.choose(indices))
        if how == 2:
            low, high, step = (self.choose(["", self.integer(0)]) for _ in range(3))
            return f"{name}[{low}:{high}{':' + step if step else ''}]"
        text = self.choose(VIEWS).format(name)
        return self.choose(VIEWS).format(text) if self.chance(20) else text

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

    # ---- statements

    def assign(self, name: str, text: str) -> list[str]:
        """A new variable, or a variable again with a value of its kind."""
        v = self.value(text)
        if v is NEVER:
            return []
        if any(s in text for s in INEXACT) and ("f" in kind(v) or "c" in kind(v)):
            self.inexact = True
        self.values[name] = v
        return [f"{name} = {text}"]

    def block(self, make: Callable[[], list[str]]) -> list[str]:
        """An indented block; the variables it makes are its own."""
        before = dict(self.values)
        lines = make() or ["pass"]
        self.values = {k: self.values[k] for k in before}
        return ["    " + line for line in lines]

    def statements(self, count: int, depth: int) -> list[str]:
        return [line for _ in range(count) for line in self.statement(depth)]

    def statement(self, depth: int) -> list[str]:
        compound = [self.if_, self.for_, self.for_, self.while_, self.prange_]
        simple = [self.new, self.new, self.again, self.augment, self.store, self.store, self.store_part, self.store_part, self.list_, self.list_,
                  self.unpack, self.function_inside, self.raise_, self.comprehension]
        options = simple + compound * 2 if depth > 0 and self.loops < 3 else simple
        for _ in range(6):
            lines = self.choose(options)() if (chosen := self.number(0, 3)) else self.choose(simple)()
            if lines:
                return lines
        return []

    def new(self) -> list[str]:
        return self.assign(self.fresh(), self.expression(3 if self.loops == 0 else 2))

    def again(self) -> list[str]:
        own = [n for n in self.values if n not in self.frozen]
        if not own:
            return []
        name = self.choose(own)
        want = kind(self.values[name])
        make = self.array if "[:" in want else self.scalar
        most = np.size(self.values[name])  # nothing grows in loops
        text = self.pick(lambda: make(2), lambda v: kind(v) == want and np.size(v) <= most, lambda: "")
        return self.assign(name, text) if text and text != name else []

    def augment(self) -> list[str]:
        own = [n for n in self.values if n not in self.frozen and not isinstance(self.values[n], (list, tuple))]
        if not own:
            return []
        name = self.choose(own)
        v = self.values[name]
        op = self.choose(["+=", "-=", "*=", "//=", "%=", "&=", "|=", "^=", "/=", "**=", ">>=", "<<="][:3 if self.chance(60) else 12])
        text = self.choose(["1", "2", "3"]) if op in ("**=", "<<=", ">>=") else self.array(1) if isinstance(v, np.ndarray) and self.chance(60) else self.scalar(1)
        if op == "**=" and self.loops:
            return []
        return self.effect(f"{name} {op} {text}", name)

    def effect(self, line: str, name: str) -> list[str]:
        """A statement that changes what a name stands for; taken when the interpreter does it and the kind stays."""
        trial = {k: v.copy() if isinstance(v, (np.ndarray, list)) else v for k, v in self.values.items()}
        try:
            exec(line, self.space, trial)
        except Exception:
            return [line] if self.chance(4) else []
        new = trial[name]
        if isinstance(new, list) and not new:
            return [line]
        if kind(new) != kind(self.values[name]) or not fits(new):
            return []
        self.values[name] = new
        return [line]

    def arrays_written(self) -> list[str]:
        return self.of_kind(lambda v: isinstance(v, np.ndarray) and v.ndim > 0)

    def store(self) -> list[str]:
        arrays = self.arrays_written()
        if not arrays:
            return []
        name = self.choose(arrays)
        op = self.choose(["=", "=", "=", "+=", "-=", "*=", "/=", "|=", "%="])
        return self.effect(f"{self.element(name, 1)} {op} {self.scalar(2)}", name)

    def store_part(self) -> list[str]:
        arrays = self.arrays_written()
        if not arrays:
            return []
        name = self.choose(arrays)
        target = self.view(name)
        if not target.endswith("]"):
            target = f"{name}[...]"
        op = self.choose(["=", "=", "=", "+=", "-=", "*=", "&="])
        return self.effect(f"{target} {op} {self.array(2) if self.chance(65) else self.scalar(1)}", name)

    def list_(self) -> list[str]:
        lists = [n for n in self.of_kind(lambda v: isinstance(v, list)) if n not in self.frozen and n not in self.given]
        if not lists or self.chance(25):
            items = [self.scalar(1) for _ in range(self.number(1, 3))]
            text = self.choose(["[{}]", "[{}]", "[{}] * 2", "list(range(n))", "[{}] + [1]"]).format(", ".join(items))
            return self.assign(self.fresh("xs"), text)
        name = self.choose(lists)
        v = self.values[name]
        item = self.pick(lambda: self.scalar(1), lambda x: kind(x) == kind(v[0]), lambda: "1")
        forms = ["{0}.append({1})", "{0}.append({1})", "{0}.insert({2}, {1})", "{0}.pop()", "{0}.reverse()", "{0}[{2}] = {1}", "{0}.sort()",
                 "{0}.extend([{1}, {1}])", "{0} += [{1}]", "{0}[1:2] = [{1}, {1}]", "del {0}[{2}]", "{0}.remove({1})", "{0}[{2}] += {1}",
                 "{0} = {0}[1:]", "{0} = {0}[::-1]", "{0} = sorted({0})", "{0} = {0}[:-1] + [{1}]"]
        return self.effect(self.choose(forms).format(name, item, self.integer(0)), name)

    def unpack(self) -> list[str]:
        one, other = self.fresh(), self.fresh()
        how = self.number(0, 2)
        text = f"{self.scalar(1)}, {self.scalar(1)}"
        if how == 0:
            pairs = self.of_kind(lambda v: isinstance(v, tuple) and len(v) == 2)
            text = self.choose(pairs) if pairs else text
        if how == 1 and self.chance(50):
            text = f"divmod({self.scalar(1)}, {self.scalar(1)})"
        v = self.value(text)
        if v is NEVER:
            return []
        own = [n for n in self.values if n not in self.frozen]
        same = [(p, q) for p in own for q in own if p < q and kind(self.values[p]) == kind(self.values[q]) and "list" not in kind(self.values[p])]
        if same and how == 2:
            p, q = self.choose(same)
            self.values[p], self.values[q] = self.values[q], self.values[p]
            return [f"{p}, {q} = {q}, {p}"]
        self.values[one], self.values[other] = v
        return [f"{one}, {other} = {text}"]

    def comprehension(self) -> list[str]:
        lists = self.of_kind(lambda v: isinstance(v, list) or isinstance(v, np.ndarray) and v.ndim == 1)
        over = self.choose(lists) if lists and self.chance(60) else self.choose(["range(n)", "range(k, n)", "range(5)"])
        u = self.fresh("u")
        v = self.value(f"next(iter({over}))")
        if v is NEVER:
            return []
        self.values[u] = v
        text = f"{self.scalar(2)} for {u} in {over}" + (f" if {self.compare(1)}" if self.chance(40) else "")
        del self.values[u]
        how = self.choose(["[{}]", "[{}]", "sum([{}])", "sum({})", "max([{}])", "any([{}])", "all([{}])"])
        return self.assign(self.fresh("xs"), how.format(text))

    def function_inside(self) -> list[str]:
        """A nested function or a lambda, called later."""
        if self.loops or self.in_prange:
            return []
        name, u, w = self.fresh("g"), self.fresh("u"), self.fresh("u")
        first, second = self.scalar(1), self.array(1) if self.chance(30) else self.scalar(1)
        before = dict(self.values)
        self.values |= {u: self.value(first), w: self.value(second)}
        kinds = [kind(self.values[u]), kind(self.values[w])]
        body = self.scalar(2) if self.chance(70) else self.array(2)
        if self.chance(40):
            lines = [f"{name} = lambda {u}, {w}: {body}"]
        else:
            inner = self.assign(self.fresh(), self.scalar(2)) if self.chance(60) else []
            body = self.scalar(2) if self.chance(70) else self.array(1)
            lines = [f"def {name}({u}, {w}):", *("    " + x for x in inner), f"    return {body}"]
        self.values = before
        call = self.assign(self.fresh(), f"{name}({first}, {second})") if self.define("\n".join(lines), self.values) else []
        return [*lines, *call] if call else []

    def define(self, text: str, values: dict[str, Any]) -> bool:
        """Makes the functions of the text known to later expressions."""
        space = self.space | values
        try:
            exec(text, space)
        except Exception:
            return False
        self.space |= {n: f for n, f in space.items() if isinstance(f, FunctionType)}
        return True

    def raise_(self) -> list[str]:
        if self.chance(60):
            return []
        kinds = ["ValueError('too large')", "IndexError('no such')", "ZeroDivisionError('by nothing')", f"ValueError(f'{{{self.choose(['n', 'k', 'x'])}}} is wrong')",
                 "RuntimeError", "OverflowError('all')"]
        if self.chance(30):
            return [f"assert {self.condition(1)}, 'must hold'"]
        return [f"if {self.condition(1)}:", f"    {self.choose(['raise ' + self.choose(kinds), 'raise ' + self.choose(kinds)])}"]

    # ---- compound statements

    def if_(self) -> list[str]:
        self.loops += 1
        lines = [f"if {self.condition(2)}:", *self.block(lambda: self.statements(self.number(1, 2), 1))]
        if self.chance(25):
            lines += [f"elif {self.condition(1)}:", *self.block(lambda: self.statements(1, 1))]
        if self.chance(50):
            lines += ["else:", *self.block(lambda: self.statements(1, 1))]
        self.loops -= 1
        return lines

    def body(self, extra: dict[str, Any], counters: list[str]) -> list[str]:
        """A loop's body: counters may be indices, extra names hold items."""
        self.loops += 1
        self.counters += counters
        before, frozen = dict(self.values), set(self.frozen)
        self.values |= extra
        self.frozen |= set(extra)
        lines = self.block(lambda: self.statements(self.choose([1, 1, 2, 3]), 1))
        if self.chance(25) and not self.in_prange:
            lines.insert(self.number(0, 1) * len(lines), f"    if {self.condition(1)}:\n        {self.choose(['break', 'continue'])}")
            lines = "\n".join(lines).split("\n")
        self.values = {k: self.values[k] for k in before}
        self.frozen = frozen
        self.counters = self.counters[:len(self.counters) - len(counters)]
        self.loops -= 1
        return lines

    def other(self) -> list[str]:
        return ["else:", *self.block(lambda: self.statements(1, 0))] if self.chance(20) else []

    def for_(self) -> list[str]:
        i = self.fresh("i")
        arrays = self.of_kind(lambda v: isinstance(v, np.ndarray) and 0 < v.ndim < 3 and len(v) <= 20)
        lists = self.of_kind(lambda v: isinstance(v, list))
        how = self.number(0, 9)
        if how < 6 or not arrays:
            name = self.choose(arrays) if arrays else ""
            over = self.choose(["n", "1, n", "n, 0, -1", "k, 6", "0, 7, 2", "3", "n - 1, -1, -1", "-2, 3", "min(n, 4)", "k", "0, n, k"] +
                               [f"len({name})", f"{name}.shape[0]", f"1, len({name})", f"len({name}) - 1, -1, -1", f"{name}.shape[-1]"] * 2 * bool(name))
            return [f"for {i} in range({over}):", *self.body({i: 1}, [i]), *self.other()]
        name = self.choose(arrays + lists)
        if isinstance(self.values[name], list) and name in self.frozen or not len(self.values[name]):
            return []
        item, held = self.fresh("u"), name in self.frozen
        self.frozen.add(name)
        first = self.values[name][0]
        if how == 6:
            lines = [f"for {item} in {name}:", *self.body({item: first}, [])]
        elif how < 9:
            lines = [f"for {i}, {item} in enumerate({name}):", *self.body({i: 1, item: first}, [i])]
        else:
            second = self.choose(arrays)
            other = self.fresh("u")
            if not len(self.values[second]):
                return []
            lines = [f"for {item}, {other} in zip({name}, {second}):", *self.body({item: first, other: self.values[second][0]}, [])]
        if not held:
            self.frozen.discard(name)
        return [*lines, *self.other()]

    def while_(self) -> list[str]:
        i = self.fresh("i")
        self.values[i] = 0
        self.frozen.add(i)
        condition = f"{i} < {self.choose(['n', '4', 'len(a)', 'k'])}" + (f" and ({self.condition(1)})" if self.chance(30) else "")
        body = self.body({i: 1}, [i])
        return [f"{i} = 0", f"while {condition}:", f"    {i} += {self.choose(['1', '1', '2'])}", *body, *self.other()]

    def prange_(self) -> list[str]:
        """A loop that is mostly independent: elements at the counter are written, sums and extremes taken."""
        arrays = self.of_kind(lambda v: isinstance(v, np.ndarray) and v.ndim in (1, 2))
        if not arrays or self.loops or self.in_prange:
            return []
        i, name = self.fresh("i"), self.choose(arrays)
        self.in_prange = self.parallel = True
        self.counters.append(i)
        before, frozen = dict(self.values), set(self.frozen)
        self.values[i] = 1
        self.frozen |= set(self.values)
        sums = [n for n in self.of_kind(lambda v: type(v) in (int, float) or isinstance(v, (np.integer, np.floating))) if n not in frozen and n != i]
        lines = [line for _ in range(self.number(1, 3)) for line in self.parallel_statement(name, i, sums)] or ["pass"]
        self.values, self.frozen = {k: self.values[k] for k in before}, frozen
        self.counters.pop()
        self.in_prange = False
        over = self.choose([f"len({name})", f"len({name})", f"{name}.shape[0]", f"1, len({name})", f"len({name}) - 1", "n", "3", f"len({name}) - 1, -1, -1", f"0, len({name}), 2"])
        return [f"for {i} in prange({over}):", *("    " + x for x in lines), *self.other()]

    def parallel_statement(self, name: str, i: str, sums: list[str]) -> list[str]:
        how = self.number(0, 7)
        v = self.values[name]
        at = i if v.ndim == 1 or self.chance(30) else f"{i}, {self.choose([':', '0', '-1', '::2', 'k'])}"
        if how < 2:
            return self.effect(f"{name}[{at}] {self.choose(['=', '+=', '-=', '*='])} {self.scalar(2)}", name)
        if how == 2 and sums:
            s = self.choose(sums)
            saved = self.values.pop(s)
            text = self.scalar(2)
            self.values[s] = saved
            sums[:] = [s]
            forms = [f"{s} += {text}", f"{s} += {text}", f"{s} -= {text}", f"{s} *= {text}"]
            if kind(self.value(text)) == kind(saved):
                forms += [f"{s} = max({s}, {text})", f"{s} = min({text}, {s})"]
            return self.effect(self.choose(forms), s)
        if how == 3:
            t = self.fresh("t")
            return self.assign(t, self.scalar(2))
        if how == 4:
            return [f"if {self.condition(1)}:", *self.block(lambda: self.parallel_statement(name, i, sums))]
        if how == 5:
            j = self.fresh("j")
            self.counters.append(j)
            self.values[j] = 1
            inner = self.block(lambda: self.parallel_statement(name, i, sums))
            del self.values[j]
            self.counters.pop()
            return [f"for {j} in range({self.choose(['3', 'n', f'len({name})', i])}):", *inner]
        if how == 6:
            return self.effect(f"{name}[{at}] = {self.array(1)}", name) if v.ndim == 2 else self.store()
        return self.effect(f"{name}[{self.integer(1)}{', 0' if v.ndim == 2 else ''}] += {self.scalar(1)}", name)

    # ---- functions

    def helper(self, number: int, params: dict[str, Any]) -> str | None:
        """A function beside the others, with or without annotations; it is called with values of these kinds."""
        name = f"NAME_h{number}"
        saved = self.values, self.frozen, self.given
        names = [self.choose(list(params)) for _ in range(self.number(1, 3))]
        self.values = {f"p{j}": params[p] for j, p in enumerate(names)}
        self.values |= {"n": params["n"], "k": params["k"], "a": params["a"]}
        self.given, kinds = set(self.values), [kind(v) for v in self.values.values()]
        annotated = self.chance(40)
        heads = [f"{p}: {k}" if annotated else p for p, k in zip(self.values, kinds)]
        lines = self.statements(self.number(0, 2), 1 if self.chance(30) else 0)
        result = self.expression(2) if self.chance(90) else ""
        self.values, self.frozen, self.given = saved
        text = "\n".join([f"def {name}({', '.join(heads)}):", *("    " + x for x in lines), f"    return {result}".rstrip()]) + "\n"
        if not self.define(text, {}):
            return None
        self.calls.append((name, kinds))
        return text

    def function(self) -> Program:
        params = self.parameters()
        self.given = set(params)
        helpers = [h for j in range(self.choose([0, 0, 0, 1, 2])) if (h := self.helper(j, params))]
        self.values = dict(params)
        lines = self.statements(self.choose([1, 2, 2, 3, 4]), 2)
        own = [n for n in self.values if not n.startswith("i")]
        results = [self.choose(own) if self.chance(60) else self.expression(2) for _ in range(self.number(1, 3))]
        body = "\n".join("    " + line for line in [*lines, f"return {', '.join(results)}"])
        text = "\n\n".join([*helpers, f"def NAME({', '.join(f'{p}: {kind(v)}' for p, v in params.items())}):\n{body}\n"])
        self.inexact = self.inexact or any(s in text for s in INEXACT)
        return Program(text, params, self.random.getrandbits(31), self.inexact, self.parallel)

    def parameters(self) -> dict[str, Any]:
        make = np.random.default_rng(self.random.getrandbits(31))
        shape = tuple(self.number(2, 5) for _ in range(self.choose([1, 1, 1, 2, 2, 3])))
        first = self.choose(COMMON)
        params: dict[str, Any] = {"a": tame(make, first, shape)}
        if self.chance(80):
            params["b"] = tame(make, first if self.chance(50) else self.choose(COMMON), self.choose([shape, shape, shape[1:], shape[-1:], (1,) * len(shape)]))
        if self.chance(30):
            params["m"] = make.random(self.choose([shape, shape[:1]])) < 0.5
        if self.chance(30):
            params["q"] = make.integers(-shape[0], shape[0], self.choose([(3,), (2, 2), shape[:1]])).astype(self.choose([np.int64, np.int64, np.int32, np.uint8]))
        params |= {"n": 3, "k": 1}
        if self.chance(50):
            params["x"] = 1.5
        if self.chance(25):
            params["s"] = DTYPES[self.choose(list(DTYPES))](self.number(0, 3))
        if self.chance(10):
            params["z"] = 1 + 2j
        if self.chance(10):
            params["flag"] = True
        if self.chance(15):
            params["given"] = self.choose([[1, 2, 3], [0.5, 1.5], [3, 1, 2, 2]])
        if self.chance(10):
            params["pair"] = self.choose([(1, 2.5), (3, 4)])
        return params


class _Any:
    """Stands for types in annotations."""

    def __getitem__(self, _: Any) -> "_Any":
        return self


@st.composite
def functions(draw: Callable) -> Program:
    """Functions. Hypothesis would spend most of its time on a thousand draws each, so that it draws seeds."""
    return Maker(random.Random(draw(st.integers(0, 2**64 - 1)))).function()
