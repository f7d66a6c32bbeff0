"""Functions of numbers over arrays: ``vectorize``, ``guvectorize`` and ``stencil`` as loops that ``pycc.jit`` compiles.

Each writes the loop as Python, with the user's function as a helper, so that jitted functions may call it too:

    def f_over_arrays(a, b):                                   # @vectorize
        if np.ndim(a) == 0 and np.ndim(b) == 0:
            return f_of_item(a, b)
        ...
        for i in prange(1, n):
            out[i] = f_of_item(x[i], y[i])
"""
from __future__ import annotations

import ast
import copy
import functools
import inspect
import itertools
import linecache
import re
import textwrap
from types import FunctionType
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import numpy as np

from .. import _cache, _jit, _text
from .._types import prange
from . import types

_count = itertools.count()


def _define(name: str, text: str, values: Dict[str, Any]) -> FunctionType:
    """Return a function from its text, which tracebacks and the compiler find."""
    file = f"<pycc.numba {name} {next(_count)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space = {"np": np, "prange": prange, **values}
    exec(compile(text, file, "exec"), space)
    made: FunctionType = space[name]
    made.__module__ = "pycc_made"
    return made


def _around(item: FunctionType, text: str, name: str = "") -> FunctionType:
    """Return the loop around a function."""
    name = name or item.__name__
    return _define(f"{name}_over_arrays", text, {f"{name}_of_item": item})


def _jitted(function: FunctionType, options: Dict[str, Any], plain: Optional[Callable[..., Any]] = None) -> _jit.Jit:
    """Return the loop, compiled when it is called; ``plain`` is what runs where it cannot be."""
    flags = _cache.read_flags("fast" if options.get("fastmath") else None, "wrap", "serial")
    made = _jit.Jit(function, (), True, False, flags)
    made._plain = plain or function
    return made


def _user_function(function: Any) -> FunctionType:
    plain = _text.python_function(function)
    if plain is None:
        raise TypeError(f"a Python function is expected, not {function!r}")
    return plain


class _Made:
    """What a loop around a user's function is: to be called, and to be compiled along where jitted functions call it."""

    def __init__(self, user: FunctionType, loop: FunctionType, options: Dict[str, Any], plain: Callable[..., Any]) -> None:
        self.__name__, self.__doc__ = user.__name__, user.__doc__
        self.__wrapped__ = loop
        self._jit = _jitted(loop, options, plain)

    @property
    def signatures(self) -> Tuple[str, ...]:
        """What has been compiled."""
        return self._jit.signatures


# ---- vectorize

def _elementwise_text(name: str, n: int) -> str:
    args = [f"a{i}" for i in range(n)]
    flat = [f"x{i}" for i in range(n)]
    lines = [f"def {name}_over_arrays({', '.join(args)}):",
             f"    if {' and '.join(f'np.ndim({a}) == 0' for a in args)}:",
             f"        return {name}_of_item({', '.join(args)})",
             f"    {', '.join('b' + a for a in args)}{',' * (n == 1)} = np.broadcast_arrays({', '.join(args)})" if n > 1 else "    ba0 = np.asarray(a0)",
             "    shape = ba0.shape",
             *(f"    {x} = b{a}.ravel()" for x, a in zip(flat, args)),
             # The first number says the type of the results, 1 where there is none.
             *(f"    {x}_ = np.concatenate(({x}[:1], np.ones(1, {x}.dtype)))" for x in flat),
             f"    out = np.full(x0.size, {name}_of_item({', '.join(x + '_[0]' for x in flat)}))",
             "    for i in prange(1, x0.size):",
             f"        out[i] = {name}_of_item({', '.join(x + '[i]' for x in flat)})",
             "    return out.reshape(shape)"]
    return "\n".join(lines) + "\n"


def _interpreted_items(user: FunctionType, *args: Any) -> Any:
    """Call a function for all items; the results have the type that holds them all."""
    arrays = np.broadcast_arrays(*args)
    if arrays[0].ndim == 0:
        return user(*args)
    items = [user(*row) for row in zip(*(a.ravel() for a in arrays))]
    return np.array(items).reshape(arrays[0].shape) if items else np.full(arrays[0].shape, user(*(a.dtype.type(1) for a in arrays)))


class Vectorized(_Made):
    """A function of numbers that takes arrays too; made by ``vectorize``."""

    def __init__(self, function: Any, signatures: Sequence[types.Signature], options: Dict[str, Any]) -> None:
        user = _user_function(function)
        self.nin = user.__code__.co_argcount
        self.nout = 1
        super().__init__(user, _around(user, _elementwise_text(user.__name__, self.nin)), options, functools.partial(_interpreted_items, user))
        self._declared = [([a.dtype for a in s.args], s.result.dtype if s.result is not None else None) for s in signatures]

    def _converted(self, args: Sequence[Any]) -> Tuple[List[Any], Any]:
        """Return the arguments as the first signature has them that safe casts allow, and its type of results."""
        given = [a if isinstance(a, (np.ndarray, np.generic)) else np.asarray(a)[()] for a in args]
        if not self._declared or len(given) != self.nin:
            return given, None
        for wanted, result in self._declared:
            if all(np.can_cast(g.dtype, d) for g, d in zip(given, wanted)):
                return [g.astype(d, copy=False) for g, d in zip(given, wanted)], result
        raise TypeError(f"{self.__name__} has no signature for {', '.join(str(g.dtype) for g in given)}")

    def __call__(self, *args: Any, out: Optional[np.ndarray] = None) -> Any:
        given, result = self._converted(args)
        got = self._jit(*given)
        if result is not None:
            got = np.asarray(got).astype(result, copy=False)[()]
        if out is None:
            return got
        out[...] = got
        return out

    def reduce(self, array: Any, axis: int = 0) -> Any:
        """Join the elements along an axis, first to last."""
        rows = np.moveaxis(np.asarray(array), axis, 0)
        if not len(rows):
            raise ValueError(f"{self.__name__} has no identity: the axis is empty")
        got = rows[0]
        for row in rows[1:]:
            got = self(got, row)
        return got

    def accumulate(self, array: Any, axis: int = 0) -> np.ndarray:
        """Return every step of ``reduce``."""
        rows = np.moveaxis(np.asarray(array), axis, 0)
        steps = list(rows[:1])
        for row in rows[1:]:
            steps.append(self(steps[-1], row))
        return np.moveaxis(np.asarray(steps), 0, axis)

    def outer(self, a: Any, b: Any) -> Any:
        """Return the results of all pairs."""
        return self(np.reshape(a, np.shape(a) + (1,) * np.ndim(b)), b)


def vectorize(*given: Any, **options: Any) -> Any:
    """``@vectorize``, ``@vectorize(['f8(f8, f8)'], target='parallel')``: a function of numbers over arrays.

    With signatures, the arguments are converted to the first one that NumPy's safe casts allow.
    """
    if len(given) == 1 and hasattr(given[0], "__code__") and not options:
        return Vectorized(given[0], (), {})
    listed = [s for g in given for s in (g if isinstance(g, (list, tuple)) and not isinstance(g, types.Signature) else [g])]
    return lambda function: Vectorized(function, [types.read(s) for s in listed], options)


# ---- guvectorize

def _layout(text: str) -> Tuple[List[List[str]], List[List[str]]]:
    """Return the names of the core dimensions of each input and output of ``'(m,n),(n)->(m)'``."""
    def side(part: str) -> List[List[str]]:
        return [[d.strip() for d in group.split(",") if d.strip()] for group in re.findall(r"\(([^()]*)\)", part)]
    left, _, right = text.partition("->")
    return side(left), side(right)


def _loop_text(name: str, ranks: Sequence[int], declared: Sequence[int]) -> str:
    """The loop over the first dimension; a scalar is handed over as a number or, where it is declared so, as an array of one."""
    items = [f"a{i}[i]" if rank or not has else f"a{i}[i:i + 1]" for i, (rank, has) in enumerate(zip(ranks, declared))]
    args = ", ".join(f"a{i}" for i in range(len(ranks)))
    return f"def {name}_over_arrays({args}):\n    for i in prange(len(a0)):\n        {name}_of_item({', '.join(items)})\n"


class Guvectorized:
    """A function of parts of arrays that is called for each; made by ``guvectorize``."""

    def __init__(self, function: Any, signatures: Sequence[types.Signature], layout: str, options: Dict[str, Any]) -> None:
        user = _user_function(function)
        self.__name__, self.__doc__, self.__wrapped__ = user.__name__, user.__doc__, user
        self._in, self._out = _layout(layout)
        n = len(self._in) + len(self._out)
        if any(len(s.args) != n for s in signatures) or user.__code__.co_argcount != n:
            raise TypeError(f"{layout!r} names {n} arrays, {user.__name__} and its signatures another number")
        self._signatures = signatures
        ranks = [len(d) for d in (*self._in, *self._out)]
        has = [a.rank or 0 for a in signatures[0].args] if signatures else [1 if i >= len(self._in) else 0 for i in range(n)]
        self._jit = _jitted(_around(user, _loop_text(user.__name__, ranks, has)), options)

    def _types(self, args: Sequence[np.ndarray]) -> Sequence[np.dtype]:
        for signature in self._signatures:
            if all(np.can_cast(a, t.dtype) for a, t in zip(args, signature.args)):
                return [t.dtype for t in signature.args]
        if self._signatures:
            raise TypeError(f"{self.__name__} has no signature for {', '.join(str(a.dtype) for a in args)}")
        return [a.dtype for a in args]

    def _split(self, args: Sequence[Any], out: Any) -> Tuple[List[np.ndarray], List[np.ndarray]]:
        """Return the arrays that are read and, where they are given, those for the results."""
        n = len(self._in)
        given = [np.asarray(a) for a in args]
        outs = given[n:] or ([] if out is None else list(out) if isinstance(out, tuple) else [out])
        if len(given) < n or (outs and len(outs) != len(self._out)):
            raise TypeError(f"{self.__name__} takes {n} arrays, and {len(self._out)} for results, not {len(args)}")
        return given[:n], outs

    def _shapes(self, arrays: Sequence[np.ndarray]) -> Tuple[Tuple[int, ...], Dict[str, int]]:
        """Return the shape of the loop, and the sizes of the core dimensions."""
        extent: Dict[str, int] = {}
        loops: List[Tuple[int, ...]] = []
        for a, names in zip(arrays, [*self._in, *self._out]):
            if a.ndim < len(names):
                raise ValueError(f"{self.__name__}: an array of {a.ndim} dimensions where ({','.join(names)}) is expected")
            for d, size in zip(names, a.shape[a.ndim - len(names):]):
                if extent.setdefault(d, size) != size:
                    raise ValueError(f"{self.__name__}: dimension {d} has {extent[d]} elements and {size} elements")
            loops.append(a.shape[:a.ndim - len(names)])
        return np.broadcast_shapes(*loops), extent

    def _results(self, loop: Tuple[int, ...], extent: Dict[str, int], kinds: Sequence[np.dtype]) -> List[np.ndarray]:
        if len(kinds) < len(self._out):
            raise TypeError(f"{self.__name__} has no signature: give the arrays for its results")
        missing = [d for names in self._out for d in names if d not in extent]
        if missing:
            raise ValueError(f"{self.__name__}: dimension {missing[0]} has no size")
        return [np.empty(loop + tuple(extent[d] for d in names), t) for names, t in zip(self._out, kinds)]

    def __call__(self, *args: Any, out: Any = None) -> Any:
        given, outs = self._split(args, out)
        wanted = self._types([*given, *outs])
        loop, extent = self._shapes([*given, *outs])
        kinds = wanted[len(given):]
        outs = outs or self._results(loop, extent, kinds)
        count = int(np.prod(loop))
        parts = []
        for a, names, t in zip(given, self._in, wanted):
            core = a.shape[a.ndim - len(names):]
            parts.append(np.broadcast_to(a.astype(t, copy=False), loop + core).reshape((count, *core)))
        results = [np.ascontiguousarray(o, t).reshape((count, *o.shape[len(loop):])) for o, t in zip(outs, kinds)]
        if count:
            self._jit(*parts, *results)
        for o, r in zip(outs, results):
            if not np.shares_memory(o, r):
                o[...] = r.reshape(o.shape)
        return outs[0][()] if len(outs) == 1 else tuple(outs)


def guvectorize(*given: Any, **options: Any) -> Any:
    """``@guvectorize(['(f8[:], f8, f8[:])'], '(n),()->(n)')``: a function of parts of arrays, called for each part.

    The last arguments are the results, which the function writes.
    """
    *signatures, layout = given
    listed = signatures[0] if signatures else []
    read = [types.read(s) for s in (listed if isinstance(listed, (list, tuple)) and not isinstance(listed, types.Signature) else [listed])]
    return lambda function: Guvectorized(function, read, layout, options)


# ---- stencil

class _Shift(ast.NodeTransformer):
    """Writes ``a[i + 1, j]`` for ``a[1, 0]`` of the arrays that are indexed relatively, and notes the offsets."""

    def __init__(self, arrays: Sequence[str]) -> None:
        self.arrays = arrays
        self.rank = 0
        self.low: Dict[int, int] = {}
        self.high: Dict[int, int] = {}
        self.constant = True

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        self.generic_visit(node)
        if not isinstance(node.value, ast.Name) or node.value.id not in self.arrays:
            return node
        parts = list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
        if any(isinstance(p, ast.Slice) for p in parts):
            raise types.Unknown("slices in a stencil are not there")
        if self.rank and self.rank != len(parts):
            raise types.Unknown(f"{ast.unparse(node)} has {len(parts)} indices, others {self.rank}")
        self.rank = len(parts)
        for d, p in enumerate(parts):
            try:
                at = int(ast.literal_eval(p))
                self.low[d], self.high[d] = min(self.low.get(d, 0), at), max(self.high.get(d, 0), at)
            except ValueError:
                self.constant = False
        shifted: List[ast.expr] = [ast.BinOp(ast.Name(f"i{d}__", ast.Load()), ast.Add(), p) for d, p in enumerate(parts)]
        node.slice = ast.Tuple(shifted, ast.Load()) if len(shifted) > 1 else shifted[0]
        return node


def _stencil_text(user: FunctionType, options: Dict[str, Any]) -> Tuple[str, str]:
    """Return the point's function and the loop around it."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(user))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    names = [a.arg for a in tree.args.args]
    plain = options.get("standard_indexing", ())
    shift = _Shift([n for n in names if n not in plain])
    point = copy.deepcopy(tree)
    point.decorator_list, point.returns = [], None
    for a in point.args.args:
        a.annotation = None
    point = shift.visit(point)
    if not shift.rank:
        raise types.Unknown(f"{user.__name__} indexes no array")
    around = options.get("neighborhood") or [(shift.low.get(d, 0), shift.high.get(d, 0)) for d in range(shift.rank)]
    if not shift.constant and "neighborhood" not in options:
        raise types.Unknown("a stencil whose indices are no constants needs neighborhood=")
    index = [f"i{d}__" for d in range(shift.rank)]
    point.args.args += [ast.arg(i) for i in index]
    point.name = f"{user.__name__}_of_item"
    ast.fix_missing_locations(point)
    first = next(n for n in names if n not in plain)
    low = [max(0, -int(lo)) for lo, _ in around]
    high = [max(0, int(hi)) for _, hi in around]
    given = ", ".join(names)
    # The type of the results: of a point of an array of ones that is just large enough.
    ones = [f"np.ones(({', '.join(str(lo + hi + 1) for lo, hi in zip(low, high))},), {n}.dtype)" if n == first else n for n in names]
    lines = [f"def {user.__name__}_over_arrays({given}):",
             f"    kind__ = np.full(1, {user.__name__}_of_item({', '.join(n if n in plain else f'{n}__' for n in names)}, {', '.join(map(str, low))})).dtype",
             f"    out__ = np.full({first}.shape, {float(options.get('cval', 0))!r}).astype(kind__)"]
    relative = [n for n in names if n not in plain]
    lines[1:1] = [f"    {n}__ = {ones[names.index(first)].replace(first + '.dtype', n + '.dtype')} if np.ndim({n}) else {n}" for n in relative]
    pad = "    "
    for d, i in enumerate(index):
        word = "prange" if d == 0 else "range"
        lines.append(f"{pad}for {i} in {word}({low[d]}, {first}.shape[{d}] - {high[d]}):")
        pad += "    "
    lines.append(f"{pad}out__[{', '.join(index)}] = {user.__name__}_of_item({given}, {', '.join(index)})")
    lines.append("    return out__")
    return ast.unparse(point) + "\n", "\n".join(lines) + "\n"


def _interpreted_stencil(loop: FunctionType, cval: float, *args: Any) -> Any:
    """Run a loop that leaves None where neighbours are missing; the results have the type that holds them all."""
    items = loop(*args)
    kind = np.array([item for item in items.flat if item is not None]).dtype
    return np.where(np.equal(items, None), cval, items).astype(kind)


class Stencil(_Made):
    """A function of an array's neighbours that is called for each element; made by ``stencil``."""

    def __init__(self, function: Any, options: Dict[str, Any]) -> None:
        user = _user_function(function)
        point, loop = _stencil_text(user, options)
        values = _text.outer_values(user)
        item = _define(f"{user.__name__}_of_item", point, values)
        objects = re.sub(r"( +out__ = np\.full\(.*\.shape, ).*", r"\1None, object)", re.sub(r" +kind__ = .*\n", "", loop))
        super().__init__(user, _around(item, loop, user.__name__), options,
                         functools.partial(_interpreted_stencil, _around(item, objects, user.__name__), options.get("cval", 0)))

    def __call__(self, *args: Any, out: Optional[np.ndarray] = None) -> Any:
        got = self._jit(*args)
        if out is None:
            return got
        out[...] = got
        return out


def stencil(*given: Any, **options: Any) -> Any:
    """``@stencil``, ``@stencil(neighborhood=((-1, 1),), cval=0, standard_indexing=('w',))``.

    Indices count from the element; where a neighbour is missing, the result is ``cval``.
    """
    if given and hasattr(given[0], "__code__"):
        return Stencil(given[0], options)
    if options.get("func_or_mode", given[0] if given else "constant") != "constant":
        raise ValueError("the only mode of a stencil is 'constant'")
    return lambda function: Stencil(function, options)
