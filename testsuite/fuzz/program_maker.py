"""A hypothesis strategy for functions that pycc may compile, with helpers and arguments.

A function is made statement by statement with sample values at hand: every expression is evaluated by NumPy on them, and
what the interpreter refuses is not taken (or, rarely, is: errors are compared too). The kind of a value, its type, dtype and
rank, decides where its variable may be used; a variable keeps its kind, as pycc asks. The samples are the first of the
argument sets; the others have other extents, layouts, overlaps and edge values.
"""
from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Callable

import numpy as np
from hypothesis import strategies as st

from program_expressions import PARAMS
from program_statements import Statements
from program_words import COMMON, DTYPES, INEXACT, kind, tame


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


class Maker(Statements):
    """Makes one function."""

    def helper(self, number: int, params: dict[str, Any]) -> str | None:
        """A function beside the others, with or without annotations; it is called with values of these kinds."""
        name = f"NAME_h{number}"
        saved = self.values, self.frozen, self.given
        names = [self.choose(list(params)) for _ in range(self.number(1, 3))]
        self.values = {PARAMS[j]: params[p] for j, p in enumerate(names)}
        self.values |= {"n": params["n"], "k": params["k"], "a": params["a"]}
        self.given, kinds = set(self.values), [kind(v) for v in self.values.values()]
        annotated, optional = self.chance(40), self.chance(25)
        heads = [f"{p}: {k}" if annotated else p for p, k in zip(self.values, kinds)]
        if optional:
            heads.append("opt: int = 2" if annotated else f"opt={self.choose(['2', '0.5'])}")
            self.values["opt"] = 2
        self.results = [self.choose(kinds)] if self.chance(30) else []
        lines = self.statements(self.number(0, 2), 1 if self.chance(30) else 0)
        result = self.of(self.results[0]) if self.results else self.expression(2) if self.chance(90) else ""
        if self.results and self.chance(50):  # kept in a variable, which an early return has another value than
            lines += [f"kept = {result}", *self.return_()]
            result = "kept"
        self.values, self.frozen, self.given = saved
        self.results = []
        text = "\n".join([f"def {name}({', '.join(heads)}):", *("    " + x for x in lines), f"    return {result}".rstrip()]) + "\n"
        if not self.define(text, {}):
            return None
        self.calls.append((name, kinds, optional and ("int" if "opt: int" in text else "any" if not annotated else "")))
        return text

    def function(self) -> Program:
        params = self.parameters()
        self.given = set(params)
        helpers = [h for j in range(self.choose([0, 0, 0, 1, 2])) if (h := self.helper(j, params))]
        self.values = dict(params)
        if self.chance(35):
            self.results = [kind(params[self.choose(list(params))]) for _ in range(self.number(1, 2))]
        lines = self.statements(self.choose([1, 2, 2, 3, 4]), 2)
        own = [n for n in self.values if not n.startswith("i")]
        results = [self.choose(own) if self.chance(60) else self.expression(2) for _ in range(self.number(1, 3))]
        if self.results:
            results = [self.of(want) for want in self.results]
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


@st.composite
def functions(draw: Callable) -> Program:
    """Functions. Hypothesis would spend most of its time on a thousand draws each, so that it draws seeds."""
    return Maker(random.Random(draw(st.integers(0, 2**64 - 1)))).function()
