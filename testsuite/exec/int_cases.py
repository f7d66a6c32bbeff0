"""Python ints at the ends of 64 bits: a module, run as it is with `Word` for its ints, and compiled.

`Word` is an int that raises OverflowError where a result leaves 64 bits, as compiled code does. `range` and
`prange` give Words when the module is run by `oracle`."""
from __future__ import annotations

import ast
from typing import Any, Callable, Iterator

import numpy as np

ENDS = (-2**63, -2**63 + 1, -2**32, -3, -1, 0, 1, 2, 5, 63, 2**31, 3037000499, 3037000500, 2**62, 2**63 - 1)


class Word(int):
    """A Python int of 64 bits."""


def _word(value: Any) -> Any:
    if type(value) is not int and type(value) is not Word:
        return value
    if not -2**63 <= value < 2**63:
        raise OverflowError("beyond 64 bits")
    return Word(value)


def _binary(name: str) -> None:
    plain = getattr(int, f"__{name}__")
    setattr(Word, f"__{name}__", lambda a, b: _word(plain(int(a), int(b) if isinstance(b, int) else b)))


for _name in ("add", "sub", "mul", "floordiv", "mod", "lshift", "rshift", "and", "or", "xor", "pow"):
    _binary(_name)
    _binary(f"r{_name}")
Word.__neg__ = lambda a: _word(-int(a))
Word.__abs__ = lambda a: _word(abs(int(a)))


def _range(*ends: int) -> Iterator[Word]:
    return map(Word, range(*map(int, ends)))


class _Constants(ast.NodeTransformer):
    """3 becomes _word(3), and 2**63 - 1, which is computed exactly, _word(2**63 - 1)."""

    def visit(self, node: ast.AST) -> ast.AST:
        known = (ast.Constant, ast.BinOp, ast.UnaryOp, ast.Add, ast.Sub, ast.Mult, ast.Pow, ast.USub)
        if isinstance(node, ast.expr) and all(isinstance(part, known) for part in ast.walk(node)):
            return ast.Call(ast.Name("_word", ast.Load()), [node], [])
        return self.generic_visit(node)


def oracle(text: str) -> dict[str, Callable]:
    """The functions of a module, with ints of 64 bits."""
    import pycc
    names = {"__name__": "oracle", "_word": _word, "int": lambda x: _word(int(x))}
    saved, pycc.prange = pycc.prange, _range
    try:
        tree = ast.fix_missing_locations(_Constants().visit(ast.parse(text)))
        exec(compile(tree, "oracle", "exec"), names)
    finally:
        pycc.prange = saved
    names["range"] = _range
    return names


LOOPS = '''
import math
from pycc import f64, i32, i64, prange


def counted(n: int) -> int:
    c = 0
    for i in range(n):
        c += 3
    return c


def sum_of_squares(lo: int, hi: int) -> int:
    s = 0
    for i in range(lo, hi):
        s += i * i
    return s


def parallel_squares(lo: int, hi: int) -> int:
    s = 0
    for i in prange(lo, hi):
        s += i * i
    return s


def from_start(s: int, n: int) -> int:
    for i in prange(n):
        s += 2 * i
    return s


def of_products(n: int) -> int:
    p = 1
    for i in prange(1, n + 1):
        p *= i
    return p


def stored(y: i64[:], a: int, b: int) -> None:
    for i in range(len(y)):
        y[i] = a * i + b


def stored_in_parallel(y: i64[:], a: int, b: int) -> None:
    for i in prange(len(y)):
        y[i] = (a - i) * b


def of_elements(x: i64[:], y: f64[:]) -> None:
    for i in range(len(x)):
        k = int(x[i])
        y[i] = k + k


def narrow_elements(x: i32[:]) -> int:
    s = 0
    for i in range(len(x)):
        s += int(x[i]) * int(x[i])
    return s


def sum_of_elements(x: i64[:]) -> int:
    s = 0
    for i in prange(len(x)):
        s += int(x[i])
    return s


def indexed(x: f64[:], n: int, m: int) -> float:
    s = 0.0
    for i in range(n):
        for j in range(m):
            s += x[i * m + j]
    return s


def numbered(x: f64[:], start: int) -> int:
    last = 0
    for k, v in enumerate(x, start):
        if v > 0:
            last = k
    return last


def under_condition(x: f64[:], k: int, m: int) -> float:
    s = 0.0
    for i in range(len(x)):
        if i * k < m:
            s += x[i]
    return s


def chosen(a: int, b: int) -> int:
    return a + b if a < 10 else a - b


def short(a: int, b: int) -> bool:
    return a > 0 and a + b > 3 or a * b == 2


def collatz(n: int) -> int:
    c = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        c += 1
    return c


def congruential(n: int) -> int:
    s = 12345
    for i in range(n):
        s = (s * 1103515245 + 12345) % 2147483648
    return s


def helper(i, n):
    return i * n + 1


def helped(n: int, m: int) -> int:
    s = 0
    for i in range(n):
        s += helper(i, m) % 7
    return s


def of_list(xs: list[int]) -> int:
    return sum(xs)


def factorial(n: int) -> int:
    return math.factorial(n)


def binomial(n: int, k: int) -> int:
    return math.comb(n, k)


def ends() -> tuple[int, int, int]:
    return -2**63, 2**63 - 1, 2**100 - 2**100 + 3


def powers(a: int, n: int) -> int:
    return a ** n


def powers_times(a: int) -> int:
    return a ** 2 * abs(a)


def bisect(x: f64[:], v: float) -> int:
    lo = 0
    hi = len(x)
    while lo < hi:
        mid = (lo + hi) // 2
        if x[mid] < v:
            lo = mid + 1
        else:
            hi = mid
    return lo
'''


def _elements(*values: int) -> np.ndarray:
    return np.array(values, np.int64)


CASES = {
    "counted": [(0,), (100,)],
    "sum_of_squares": [(0, 10), (-5, 5), (3037000490, 3037000499), (3037000490, 3037000502), (2**62, 2**62 + 2)],
    "parallel_squares": [(0, 1000), (3037000499, 3037000500), (3037000499, 3037000501), (2**62, 2**62 + 2)],
    "from_start": [(0, 1000), (2**63 - 1 - 90, 10), (2**63 - 90, 10), (2**63 - 91, 10), (-2**63, 10)],
    "of_products": [(5,), (20,), (21,), (40,)],
    "stored": [(np.zeros(9, np.int64), a, b) for a in (3, -2**60, 2**60, 2**61) for b in (0, -2**63, 2**63 - 1)],
    "stored_in_parallel": [(np.zeros(9, np.int64), a, b) for a in (0, 8, -2**63, 2**62) for b in (1, -1, 2)],
    "of_elements": [(_elements(1, 2**62 - 1), np.zeros(2)), (_elements(1, -2**62), np.zeros(2)),
                    (_elements(1, 2**62), np.zeros(2))],
    "narrow_elements": [(np.full(100, -2**31, np.int32),), (np.zeros(0, np.int32),)],
    "sum_of_elements": [(np.arange(100000),), (_elements(2**62, 2**62 - 1),), (_elements(2**62, 2**62),),
                        (_elements(-2**63, -1),)],
    "indexed": [(np.arange(6.0), 2, 3)],
    "numbered": [(np.arange(6.0), start) for start in (0, -2**63, 2**63 - 6, 2**63 - 5)],
    "under_condition": [(np.arange(6.0), k, 10) for k in (1, -3, 2**61, 2**62)],
    "chosen": [(2**63 - 1, 1), (5, 2**63 - 1), (-2**63, -1), (-2**63, 1)],
    "short": [(2**62, 2**62), (-1, 2**62), (-2**62, 4), (1, 2)],
    "collatz": [(27,), (2**62 + 1,), (3 * 2**60 + 1,)],
    "congruential": [(1000,)],
    "helped": [(10, 5), (10, 2**61), (3, 2**62)],
    "of_list": [([1, 2, 3],), ([2**62, 2**62 - 1],), ([2**62, 2**62],)],
    "factorial": [(20,), (21,)],
    "binomial": [(n, k) for n in (5, 61, 62, 66, 67, 68) for k in (0, 1, 2, 30, 33)],
    "ends": [()],
    "powers": [(a, n) for a in (0, 1, -1, 2, -2, 3, 3037000499, 3037000500) for n in (0, 1, 2, 3, 39, 40, 62, 63, 64)],
    "powers_times": [(a,) for a in (0, -3, 2**20, -2**20, 2**21, -2**21, 2**22, 2**31)],
    "bisect": [(np.arange(10.0), 3.5)],
}

_OPERATORS = ("+", "-", "*", "//", "%", "&", "|", "^")


def random_functions(rng: np.random.Generator, n: int) -> str:
    """n functions of three ints: expressions, conditions, assignments."""

    def expression(depth: int) -> str:
        kind = rng.integers(8) if depth > 0 else 7
        if kind < 5:
            return f"({expression(depth - 1)} {rng.choice(_OPERATORS)} {expression(depth - 1)})"
        if kind == 5:
            return f"{rng.choice(('-', 'abs'))}({expression(depth - 1)})"
        if kind == 6:
            a, b, c, d = (expression(depth - 2) for _ in range(4))
            return f"({a} if {b} < {c} else {d})"
        return str(rng.choice(("a", "b", "c", "3", "-7", "4294967296", "4611686018427387904")))

    out = []
    for k in range(n):
        out.append(f"def f{k}(a: int, b: int, c: int) -> int:")
        out += [f"    {v} = {expression(3)}" for v in rng.choice(("a", "b", "c"), 2)]
        out.append(f"    return {expression(3)}\n\n")
    return "\n".join(out)


def outcome(function: Callable, args: tuple) -> Any:
    """What the call gives: its result, or the class of its exception."""
    try:
        return function(*args)
    except (OverflowError, ZeroDivisionError) as e:
        return type(e)


def expected(function: Callable, args: tuple) -> Any:
    """What a function of `oracle` gives, its ints being Words."""
    return outcome(lambda *a: _word(function(*a)), tuple(Word(a) if type(a) is int else a for a in args))
