"""``pycc stubs module.py [-o module.pyi]``: what type checkers read of a compiled module.

Compiled functions have the types of their signatures, several of them as overloads; helpers, classes and other functions are as the
source has them, with ``Any`` where it says nothing, and constants have the types of their values.
"""
from __future__ import annotations

import argparse
import ast
import copy
import os
import re
import subprocess
import sys
from typing import Dict, Iterator, List, Optional, Set, Tuple, Union

from ._find import compiler, environment

# What `import numpy` would be for here takes longer than all of the rest.
_ELEMENTS = {"bool_": "bool_", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "u8": "uint8", "u16": "uint16",
             "u32": "uint32", "u64": "uint64", "f16": "float16", "f32": "float32", "f64": "float64", "c64": "complex64",
             "c128": "complex128", "datetime64": "datetime64", "timedelta64": "timedelta64"}
_TWIN = {"b": "bool", "i": "int", "u": "int", "f": "float", "c": "complex"}
_WIDTH = {"bool": 1, "int": 2, "float": 3, "complex": 4}  # a wider type of Python's takes the narrower ones
_FORMS = {"Annotated", "Union", "Optional", "NDArray", "ndarray", "tuple", "Tuple", "list", "List", "dict", "Dict", "Callable"}
_HEAD = """# Made by `pycc stubs` of {name}.
# Overloads are in the order in which calls take them, and NumPy's types overlap.
# mypy: disable-error-code="overload-overlap, overload-cannot-match"
# pyright: reportOverlappingOverload=false
from typing import Any as _Any, overload as _overload

import numpy as _np
"""

Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]
Signature = Tuple[List[str], str]  # types of the parameters and of the result


class StubError(Exception):
    """The module cannot be compiled; the text is the compiler's."""


# ---- the compiler's types

def _split(text: str) -> List[str]:
    """Return the parts between the commas outside of brackets."""
    parts, depth = [""], 0
    for c in text:
        depth += (c in "[(") - (c in "])")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [p.strip() for p in parts if p.strip()]


def _type(text: str) -> str:
    """Return a type as Python's annotations have it."""
    name, _, inside = text.partition("[")
    if name in ("datetime64", "timedelta64"):  # whose unit stands in brackets
        inside = inside.partition("]")[2][1:]
    inside = inside[:-1]
    if name in _ELEMENTS and inside:
        axes = [] if inside == "()" else ["int"] * len(_split(inside))
        return f"_np.ndarray[tuple[{', '.join(axes) or '()'}], _np.dtype[_np.{_ELEMENTS[name]}]]"
    if name in _ELEMENTS:
        return f"_np.{_ELEMENTS[name]}"
    if name == "tuple":
        return f"tuple[{', '.join(map(_type, _split(inside))) or '()'}]"
    if name == "list":
        return f"list[{_type(inside)}]"
    if name == "dict":
        return "dict[str, _Any]"
    if name == "Generator":
        return "_np.random.Generator"
    return text if text in (*_WIDTH, "None") else "_Any"


def _accepted(text: str) -> str:
    """Return what a parameter of the only signature takes: numbers of Python for those of NumPy, too."""
    return f"{_type(text)} | {_TWIN[text[0]]}" if text in _ELEMENTS else _type(text)


def _signatures(path: str) -> Dict[Tuple[str, int], List[Signature]]:
    """Return those of each compiled function whose calls with other arguments are not Python's, by its name and line."""
    done = subprocess.run([compiler(), "--emit", "types", path], capture_output=True, text=True, env=environment())
    if done.returncode != 0:
        raise StubError(done.stderr)
    found: Dict[Tuple[str, int], List[Signature]] = {}
    at: Optional[List[Signature]] = None
    for line in done.stdout.split("\n"):
        head, overload = re.fullmatch(r"(\d+):\d+: (\w+)", line), re.fullmatch(r"    \w+\((.*)\) -> (.*)", line)
        if head:
            at = found.setdefault((head[2], int(head[1])), [])
        elif overload and at is not None:
            at.append(([p.partition(": ")[2] for p in _split(overload[1])], overload[2]))
        elif not line.startswith(" "):
            at = None
    return found


def _merged(signatures: List[Signature]) -> List[Signature]:
    """Join signatures that differ in one parameter only: f64[:] | None."""
    result: List[Signature] = []
    for types, gives in signatures:
        for other, given in result:
            differ = [i for i, (a, b) in enumerate(zip(other, types)) if a != b]
            if given == gives and len(differ) == 1 and types[differ[0]] == "None":
                other[differ[0]] += " | None"
                break
        else:
            result.append((list(types), gives))
    return sorted(result, key=lambda s: sum(_WIDTH.get(t, 0) for t in s[0]))


# ---- functions

def _header(f: Function, types: List[Optional[str]], gives: str, required: Set[str]) -> str:
    """Return a function's text with these types; None keeps that of the source. The parameters that are named have no default."""
    f = copy.deepcopy(f)
    a = f.args
    names = [*a.posonlyargs, *a.args, *a.kwonlyargs]
    for parameter, t in zip(names, types):
        if t is not None:
            parameter.annotation = ast.Name(t)
    dots = ast.Constant(...)
    positional = [*a.posonlyargs, *a.args]
    first = len(positional) - len(a.defaults)
    for i, parameter in enumerate(positional):
        first = i + 1 if parameter.arg in required else first
    a.defaults = [dots] * max(0, len(positional) - first)
    a.kw_defaults = [None if d is None or p.arg in required else dots for p, d in zip(a.kwonlyargs, a.kw_defaults)]
    f.body, f.returns = [ast.Expr(dots)], ast.Name(gives)
    return ast.unparse(ast.fix_missing_locations(f)).replace("\n    ...", " ...").replace("=...", " = ...")


def _compiled(f: Function, signatures: List[Signature]) -> Iterator[str]:
    """Yield the text of a compiled function, an overload for each signature."""
    f.decorator_list = []
    merged = _merged(signatures)
    a = f.args
    names = [*a.posonlyargs, *a.args, *a.kwonlyargs]
    defaults = [None] * (len(a.posonlyargs) + len(a.args) - len(a.defaults)) + [*a.defaults, *a.kw_defaults]
    for types, gives in merged:
        absent = {p.arg for p, d, t in zip(names, defaults, types)
                  if isinstance(d, ast.Constant) and d.value is None and not t.endswith("None")}
        only = len(merged) == 1
        texts: List[Optional[str]] = []
        for t in types:
            base, optional = (t[:-7], " | None") if t.endswith(" | None") else (t, "")
            texts.append((_accepted(base) if only else _type(base)) + optional)
        yield ("" if only else "@_overload\n") + _header(f, texts, _type(gives), absent)


def _kept(f: Function, method: bool) -> str:
    """Return the text of a function that is as the source has it."""
    a = f.args
    names = [*a.posonlyargs, *a.args, *a.kwonlyargs]
    static = any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in f.decorator_list)
    types = [None if p.annotation or (method and not static and i == 0) else "_Any" for i, p in enumerate(names)]
    for star in (a.vararg, a.kwarg):
        if star and star.annotation is None:
            star.annotation = ast.Name("_Any")
    gives = ast.unparse(f.returns) if f.returns else "None" if f.name == "__init__" else "_Any"
    return _header(f, types, gives, set())


# ---- everything else

def _value_type(value: ast.expr) -> Optional[str]:
    """Return the type of a constant; None when it is something else."""
    try:
        constant = ast.literal_eval(value)
    except ValueError:
        return None
    if isinstance(constant, tuple):
        items = [_value_type(item) for item in value.elts] if isinstance(value, ast.Tuple) else []
        return f"tuple[{', '.join(i or '_Any' for i in items) or '()'}]"
    known = isinstance(constant, (bool, int, float, complex, str, bytes)) or constant is None
    return type(constant).__name__.replace("NoneType", "None") if known else None


def _alias(value: ast.expr) -> Optional[str]:
    """Return what stands for a type variable or an alias of types; None for other values."""
    called = isinstance(value, ast.Call) and ast.unparse(value.func).rpartition(".")[2] in ("TypeVar", "ParamSpec", "NewType")
    form = isinstance(value, ast.Subscript) and ast.unparse(value.value).rpartition(".")[2] in {*_FORMS, *_ELEMENTS, *_ELEMENTS.values()}
    sliced = any(isinstance(n, ast.Slice) for n in ast.walk(value))  # which checkers take for no type
    return None if not called and not form else "_Any" if sliced else ast.unparse(value)


def _assigned(target: ast.expr, value: Optional[ast.expr], seen: Set[str]) -> Iterator[str]:
    """Yield a line for each name that is bound."""
    if isinstance(target, (ast.Tuple, ast.List)):
        values = value.elts if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts) else []
        for i, item in enumerate(target.elts):
            yield from _assigned(item, values[i] if values else None, seen)
    elif isinstance(target, ast.Name) and target.id not in seen:
        seen.add(target.id)
        alias = _alias(value) if value else None
        if value and (alias or target.id == "__all__"):
            yield f"{target.id} = {alias or ast.unparse(value)}"
        else:
            yield f"{target.id}: {(_value_type(value) if value else None) or '_Any'}"


def _statements(body: List[ast.stmt], signatures: Dict[Tuple[str, int], List[Signature]], seen: Set[str], method: bool) -> Iterator[str]:
    """Yield the texts that stand for statements of a module or a class."""
    for s in body:
        if isinstance(s, (ast.FunctionDef, ast.AsyncFunctionDef)):
            own = signatures.get((s.name, s.lineno))
            if s.name not in seen or s.decorator_list:
                seen.add(s.name)
                yield from _compiled(s, own) if own and not method else [_kept(s, method)]
        elif isinstance(s, ast.ClassDef):
            seen.add(s.name)
            inner = "\n".join(_statements(s.body, {}, set(), True)) or "..."
            s.body = [ast.Expr(ast.Constant(...))]
            yield ast.unparse(s).rpartition("\n")[0] + "\n    " + inner.replace("\n", "\n    ")
        elif isinstance(s, (ast.Import, ast.ImportFrom)):
            yield ast.unparse(s)
        elif isinstance(s, ast.Assign):
            for target in s.targets:
                yield from _assigned(target, s.value, seen)
        elif isinstance(s, ast.AnnAssign) and isinstance(s.target, ast.Name):
            seen.add(s.target.id)
            alias = ast.unparse(s.annotation).rpartition(".")[2] == "TypeAlias"
            yield ast.unparse(s if alias else ast.AnnAssign(s.target, s.annotation, None, 1))
        elif isinstance(s, (ast.If, ast.Try)):
            if not (isinstance(s, ast.If) and "__name__" in ast.unparse(s.test)):
                yield from _statements([*s.body, *s.orelse], signatures, seen, method)
        elif isinstance(s, (ast.For, ast.With, ast.While)):
            yield from _statements(s.body, signatures, seen, method)


def text(path: str) -> str:
    """Return the stub of a module."""
    signatures = _signatures(path)
    with open(path, encoding="utf-8") as f:
        tree = ast.parse(f.read())
    lines: List[str] = []
    for statement in _statements(tree.body, signatures, set(), False):
        wide = statement.startswith(("class", "@")) or "\n" in statement
        lines += ["", statement] if wide else [statement]
    body = [line for line in lines if not line.startswith("from __future__")]  # which means nothing in a stub
    return "\n".join([_HEAD.format(name=os.path.basename(path)), *body]) + "\n"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="pycc stubs", description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("module", nargs="+", help="source files")
    parser.add_argument("-o", metavar="FILE", help="the stub (default: beside the source); - prints it")
    options = parser.parse_args()
    if options.o and len(options.module) > 1:
        parser.error("-o is for one module")
    for path in options.module:
        try:
            stub = text(path)
        except (StubError, OSError, SyntaxError) as error:
            print(str(error).rstrip("\n"), file=sys.stderr)
            return 1
        if options.o == "-":
            print(stub, end="")
        else:
            with open(options.o or os.path.splitext(path)[0] + ".pyi", "w", encoding="utf-8") as f:
                f.write(stub)
    return 0


if __name__ == "__main__":
    sys.exit(main())
