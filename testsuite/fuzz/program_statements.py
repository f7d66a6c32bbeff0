"""Statements of generated programs; each is run on the samples when it is made."""
from __future__ import annotations

import copy
import re
from types import FunctionType
from typing import Any, Callable

import numpy as np

from program_expressions import Expressions
from program_words import INEXACT, NEVER, fits, is_scalar, kind, limited, size


class Statements(Expressions):
    """Makes statements: assignments, stores, lists, loops."""

    # ---- statements

    def assign(self, name: str, text: str) -> list[str]:
        """A new variable, or a variable again with a value of its kind."""
        v = self.value(text)
        if v is NEVER:
            return []
        if any(s in text for s in INEXACT) and ("f" in kind(v) or "c" in kind(v)):
            self.inexact = True
        if name in self.values:
            self.changed.add(name)
        self.values[name] = v
        return [f"{name} = {text}"]

    def block(self, make: Callable[[], list[str]]) -> list[str]:
        """An indented block; the variables it makes are its own."""
        before, outside = dict(self.values), self.outside
        self.outside = set(before)
        lines = make() or ["pass"]
        self.made = {k: v for k, v in self.values.items() if k not in before and not k.startswith(("d", "g"))}
        self.values, self.outside = {k: self.values[k] for k in before}, outside
        return ["    " + line for line in lines]

    def leave(self, lines: list[str]) -> list[str]:
        """What follows the block may read its variables, which may have no value then."""
        if self.chance(25) and not self.in_prange:
            self.values |= self.made
            self.changed |= set(self.made)
        return lines

    def statements(self, count: int, depth: int) -> list[str]:
        return [line for _ in range(count) for line in self.statement(depth)]

    def statement(self, depth: int) -> list[str]:
        compound = [self.if_, self.for_, self.for_, self.while_, self.prange_]
        simple = [self.new, self.new, self.again, self.augment, self.store, self.store, self.store_part, self.store_part, self.list_, self.list_,
                  self.unpack, self.function_inside, self.raise_, self.comprehension, self.call_, self.return_, self.return_, self.swap, self.record,
                  self.into, self.chain]
        options = simple + compound * 2 if depth > 0 and self.loops < 3 else simple
        for _ in range(6):
            lines = self.choose(options)() if (chosen := self.number(0, 3)) else self.choose(simple)()
            if lines:
                return lines
        return []

    def new(self) -> list[str]:
        """A new variable, or one of this block for something else from now on."""
        held = self.frozen | self.outside | {"a", "n", "k"} | (self.given if self.results else set())
        own = [n for n in self.values if n not in held and not isinstance(self.values[n], list)]
        name = self.choose(own) if own and self.chance(25) and not self.in_prange else self.fresh()
        return self.assign(name, self.expression(3 if self.loops == 0 else 2))

    def again(self) -> list[str]:
        own = [n for n in self.values if n not in self.frozen]
        if not own:
            return []
        name = self.choose(own)
        want = kind(self.values[name])
        make = self.array if "[:" in want else self.scalar
        most = size(self.values[name])  # nothing grows in loops
        text = self.pick(lambda: make(2), lambda v: kind(v) == want and size(v) <= most, lambda: "")
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
        trial = copy.deepcopy(self.values)
        try:
            limited(exec, line, self.space, trial)
        except (SyntaxError, TimeoutError):
            return []
        except Exception:
            return [line] if self.chance(4) else []
        if line.startswith(name + " "):
            self.changed.add(name)
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

    def call_(self) -> list[str]:
        """A helper for what it does to its arguments."""
        text = self.call() if self.calls else ""
        return self.effect(text, self.choose(list(self.values))) if "(" in text and "NAME" in text else []

    def return_(self) -> list[str]:
        """An early end, with results of the kinds of the last one's."""
        if not self.results or self.in_prange:
            return []
        return [f"if {self.condition(2)}:", f"    return {', '.join(map(self.of, self.results))}"]

    def swap(self) -> list[str]:
        """Two elements or parts of an array change places."""
        arrays = self.arrays_written()
        if not arrays:
            return []
        name = self.choose(arrays)
        one, other = (self.element(name, 1), self.element(name, 1)) if self.chance(60) else (f"{name}[{self.bounds()}]", f"{name}[{self.bounds()}]")
        own = ".copy()" if ":" in one + other and self.chance(50) else ""
        return self.effect(f"{one}, {other} = {other}{own}, {one}{own}", name)

    def record(self) -> list[str]:
        """A dictionary, or what is done to its values."""
        own = self.of_kind(lambda v: isinstance(v, dict))
        if not own or self.chance(20):
            return self.assign(self.fresh("d"), f"{{'u': {self.scalar(1)}, 'w': {self.array(1)}}}") if not self.loops else []
        name = self.choose(own)
        return self.effect(self.choose([f"{name}['u'] += {self.scalar(1)}", f"{name}['w'][{self.integer(0)}] = {self.scalar(1)}", f"{name}['w'][...] = {self.array(1)}",
                                        f"{name}['w'] *= {self.scalar(1)}", f"{name}['w'][{self.bounds()}] -= {self.array(1)}"]), name)

    def into(self) -> list[str]:
        """A ufunc with out=."""
        arrays = self.arrays_written()
        if not arrays:
            return []
        name = self.choose(arrays)
        function = self.choose(["np.add", "np.multiply", "np.subtract", "np.maximum", "np.minimum", "np.bitwise_xor"])
        return self.effect(f"{function}({self.array(1)}, {self.array(1)}, out={self.choose([name, f'{name}[{self.bounds()}]'])})", name)

    def chain(self) -> list[str]:
        """One value, two variables; or a variable in a condition."""
        text, one, other = self.scalar(2) if self.chance(60) else self.array(2), self.fresh(), self.fresh()
        v = self.value(text)
        if v is NEVER:
            return []
        if is_scalar(v) and self.chance(50):
            self.values[one] = v
            return [f"if ({one} := {text}) {self.choose(['>', '<', '==', '!='])} {self.scalar(0)}:", *self.block(lambda: self.statements(1, 0))] if "c" not in kind(v) else []
        self.values[one] = self.values[other] = v
        return [f"{one} = {other} = {text}"]

    def list_(self) -> list[str]:
        lists = [n for n in self.of_kind(lambda v: isinstance(v, list)) if n not in self.frozen and n not in self.given]
        if not lists or self.chance(25):
            items = [self.scalar(1) for _ in range(self.number(1, 3))]
            if self.chance(20):
                items = [self.choose([f"({self.scalar(1)}, {self.scalar(1)})", self.array(1), f"[{self.scalar(0)}]"])] * self.number(1, 2)
            text = self.choose(["[{}]", "[{}]", "[{}] * 2", "list(range(n))", "[{}] + [1]"]).format(", ".join(items))
            return self.assign(self.fresh("xs"), text)
        name = self.choose(lists)
        v = self.values[name]
        item = self.pick(lambda: self.scalar(1) if is_scalar(v[0]) else self.array(1), lambda x: kind(x) == kind(v[0]), lambda: f"{name}[0]")
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
            self.changed |= {p, q}
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
        self.values = {n: v for n, v in before.items() if n not in self.changed} | {u: self.value(first), w: self.value(second)}
        self.values |= {n: before[n] for n in "ank"}
        kinds = [kind(self.values[u]), kind(self.values[w])]
        body = self.scalar(2) if self.chance(70) else self.array(2)
        if self.chance(40):
            lines = [f"{name} = lambda {u}, {w}: {body}"]
        else:
            inner = self.assign(self.fresh(), self.scalar(2)) if self.chance(60) else []
            body = self.scalar(2) if self.chance(70) else self.array(1)
            lines = [f"def {name}({u}, {w}):", *("    " + x for x in inner), f"    return {body}"]
        self.values = before
        self.frozen |= {n for n in before if re.search(rf"\b{n}\b", "\n".join(lines))}
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
                 "RuntimeError", "OverflowError('all')", "ValueError('%d of %s' % (n, k))", "ValueError(f'{k:>4} and {n / 3:.3f}')",
                 "ValueError(f'{" + self.scalar(1).replace("'", '"') + "}')"]
        if self.chance(30):
            return [f"assert {self.condition(1)}, 'must hold'"]
        return [f"if {self.condition(1)}:", f"    {self.choose(['raise ' + self.choose(kinds), 'raise ' + self.choose(kinds)])}"]

    # ---- compound statements

    def if_(self) -> list[str]:
        self.loops += 1
        lines = self.leave([f"if {self.condition(2)}:", *self.block(lambda: self.statements(self.number(1, 2), 1))])
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
        self.made = {k: v for k, v in self.made.items() if k not in extra}
        return self.leave(lines)

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
        if how == 6 and self.chance(40):
            over, counters = self.choose([("(-1, 0, 1)", [i]), ("reversed(range(n))", [i]), ("(n, k)", []), ("[2, 0, 1]", [i]), ("range(n)[::-1]", [i])])
            return [f"for {i} in {over}:", *self.body({i: 1}, counters), *self.other()]
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
            head = f"for {item}, {other} in zip({name}, {second})" if self.chance(70) else f"for _, ({item}, {other}) in enumerate(zip({name}, {second}))"
            lines = [f"{head}:", *self.body({item: first, other: self.values[second][0]}, [])]
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
        return [f"for {i} in prange({over}):", *("    " + x for x in lines)]

    def local(self, name: str, i: str, at: str) -> list[str]:
        """An array that an iteration makes, or a call."""
        t = self.fresh("t")
        if self.calls and self.chance(40):
            return self.call_()
        lines = self.assign(t, self.choose(["np.zeros(3)", f"{name}[{i}] * np.arange(3)", f"{name}[{i}:{i} + 2].copy()", f"{name}[{i}:{i} + 1]", "[1.0, 2.0]"]))
        if not lines:
            return []
        lines += self.effect(f"{t}[{self.choose(['0', '-1', '1', i])}] {self.choose(['=', '+='])} {self.scalar(1)}", t)
        return lines + self.effect(f"{name}[{at}] = {self.choose([f'{t}[0]', f'{t}[-1]', f'len({t})', f'max({t})', f'np.max({t})'])}", name)

    def parallel_statement(self, name: str, i: str, sums: list[str]) -> list[str]:
        how = self.number(0, 12)
        v = self.values[name]
        at = f"{i}, {self.counters[-1]}" if v.ndim == 2 and self.counters[-1] != i and self.chance(60) else i if v.ndim == 1 or self.chance(30) else f"{i}, {self.choose([':', '0', '-1', '::2', 'k'])}"
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
        if how == 8:
            return [f"if {self.condition(1)}:", "    continue"]
        if how == 9:
            targets = [a for a in self.arrays_written() if a != name and self.values[a].ndim == 1]
            indices = self.of_kind(lambda v: isinstance(v, np.ndarray) and v.dtype.kind in "iu" and v.ndim == 1)
            if targets and indices:
                target = self.choose(targets)
                return self.effect(f"{target}[{self.choose(indices)}[{i}]] {self.choose(['+=', '+=', '*=', '='])} {self.scalar(1)}", target)
        if how == 10 and sums:
            s = self.choose(sums)
            want = kind(self.values[s])
            text = self.pick(lambda: self.scalar(1), lambda v: kind(v) == want, lambda: "")
            return [f"if {text} {self.choose(['<', '>'])} {s}:", f"    {s} = {text}"] if text and s not in text else []
        if how == 11:
            return self.local(name, i, at)
        if how == 12:
            t = self.fresh("t")
            self.values[t] = 1
            inner = self.block(lambda: self.parallel_statement(name, i, sums))
            return [f"{t} = {self.choose(['0', i, 'k'])}", f"while {t} < 3:", f"    {t} += 1", *inner]
        if how == 6:
            return self.effect(f"{name}[{at}] = {self.array(1)}", name) if v.ndim == 2 else self.store()
        return self.effect(f"{name}[{self.integer(1)}{', 0' if v.ndim == 2 else ''}] += {self.scalar(1)}", name)
