"""A Python function becomes a module's text that pycc compiles: the function, its helpers, and the constants they name.

Lines keep their numbers, so that what the compiler says and what tracebacks show is where the user wrote it: functions
of one file stand at their lines, with nothing between them; those of other files, and what has no line of its own,
follow. Annotations and decorators are blanks, for the types are those of the call. What globals and closures hold is a
constant.
"""
from __future__ import annotations

import __future__
import ast
import builtins
import enum
import inspect
import linecache
import math
import re
import sys
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Set, Tuple, Union

import numpy as np

from ._errors import CompileError
from ._types import _DTYPES, Type, fastmath, gpu, prange, schedule, static

MOST_ELEMENTS = 4096  # of an array that is a constant
_DTYPES_HERE = {np.dtype(name) for name in _DTYPES.values()}
_STANDARD = ("abc", "bisect", "collections", "contextlib", "dataclasses", "enum", "heapq", "itertools", "random", "statistics", "typing")
_LIBRARIES = ("pycc", "numpy", "math", "cmath", "operator", "functools", "builtins")


class Line(NamedTuple):
    """Where a line of the module's text is in the user's: file, number, and columns it was moved to the left."""

    file: str
    number: int
    shift: int


def python_function(thing: Any) -> Optional[FunctionType]:
    """Return the Python function that something stands for: itself, jitted or compiled."""
    if isinstance(thing, (FunctionType, ModuleType)):
        return thing if isinstance(thing, FunctionType) else None
    known = hasattr(thing, "signatures") and type(thing).__module__.startswith("pycc")
    wrapped = getattr(thing, "__wrapped__", None) if known else None
    return wrapped if isinstance(wrapped, FunctionType) else None


def place_of(function: FunctionType) -> str:
    """Return ``file:line`` of a function."""
    return f"{function.__code__.co_filename}:{function.__code__.co_firstlineno}"


def refuse(function: FunctionType, message: str) -> CompileError:
    """Return the exception for a function as a whole."""
    return CompileError(f"{place_of(function)}:1: error: {message}")


def _copperhead() -> Tuple[Any, ...]:
    """Return the decorator that makes a procedure Copperhead's, where its module has been imported."""
    module = sys.modules.get("pycc.copperhead")
    return (module.cu,) if module is not None else ()


# ---- the text of one function

def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _codes(const)


def _same_code(a: CodeType, b: CodeType) -> bool:
    def plain(code: CodeType) -> Tuple[Any, ...]:
        consts = [repr(c) for c in code.co_consts if not isinstance(c, CodeType)]
        return code.co_code, code.co_names, code.co_varnames, code.co_freevars, consts
    ours, theirs = list(_codes(a)), list(_codes(b))
    return len(ours) == len(theirs) and all(plain(x) == plain(y) for x, y in zip(ours, theirs))


def _is_text_of(block: str, function: FunctionType, whole: List[str]) -> bool:
    """Does the text still mean the function? Tests' ``assert`` is rewritten by pytest, and not looked at.

    Code depends on whether the file imports a name, hence the second attempt; the third takes the whole file.
    """
    code = function.__code__
    if "assert" in block:
        return True
    wrapper = f"def _({', '.join(code.co_freevars)}):\n" if block[:1].isspace() else ""
    modules = [n for c in _codes(code) for n in c.co_names if isinstance(function.__globals__.get(n), ModuleType)]
    imports = f"import {', '.join(modules)}\n" if modules else ""
    for text in (imports + wrapper + block, wrapper + block, "".join(whole)):
        try:
            made = compile(text, "", "exec", code.co_flags & __future__.annotations.compiler_flag, True)
        except SyntaxError:
            continue
        if any(c.co_name == code.co_name and _same_code(c, code) for c in _codes(made)):
            return True
    return False


def _last_line(code: CodeType) -> int:
    """Return the last line that has code; brackets may close behind it."""
    return max(line for c in _codes(code) for _, line in _line_starts(c))


def _line_starts(code: CodeType) -> Iterator[Tuple[int, int]]:
    import dis
    yield code.co_firstlineno, code.co_firstlineno
    yield from ((start, line) for start, line in dis.findlinestarts(code) if line is not None)


class Text:
    """The text of a function, taken from its file, and edited in place."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        self.file = function.__code__.co_filename
        self.first = function.__code__.co_firstlineno
        self.indent = self.moved = 0
        self.lines: List[bytes] = []
        self.node = self._read()

    def _read(self) -> Any:
        code = self.function.__code__
        for _ in range(2):
            file = linecache.getlines(code.co_filename, self.function.__globals__)
            if not file:
                raise refuse(self.function, f"the source of '{code.co_name}' cannot be read: functions made by exec or typed "
                                            "at a prompt that keeps no source are not compiled; write it in a file or a notebook")
            node = self._parse(file)
            if node is not None:
                return node
            linecache.checkcache(code.co_filename)
        raise refuse(self.function, f"the source of '{code.co_name}' is no longer that of the function: its file has changed "
                                    "since it was imported; import it again")

    def _parse(self, file: List[str]) -> Any:
        """Return the function's node; None when the file does not have it where it was."""
        code = self.function.__code__
        last = _last_line(code)
        for end in range(last, min(last + 100, len(file)) + 1):
            block = file[self.first - 1:end]
            self.indent = len(block[0]) - len(block[0].lstrip(" \t"))
            margin = block[0][:self.indent]
            lines = [(line[self.indent:] if line.startswith(margin) else line).rstrip("\r\n") for line in block]
            self.lines = [line.encode() for line in lines]
            if code.co_name == "<lambda>":
                found = self._find_lambda(lines)
                if found is not None:
                    return found
                continue
            try:
                node = ast.parse("\n".join(lines)).body[0]
            except (SyntaxError, IndexError):
                continue
            own = isinstance(node, ast.FunctionDef) and _is_text_of("".join(block), self.function, file)
            return node if own else None
        return None

    def _find_lambda(self, lines: List[str]) -> Any:
        try:
            tree = ast.parse("\n".join(lines).rstrip().rstrip(","))
        except SyntaxError:
            return None
        code = self.function.__code__
        found = [n for n in ast.walk(tree) if isinstance(n, ast.Lambda)
                 and [a.arg for a in n.args.args] == list(code.co_varnames[:code.co_argcount])]
        if len(found) > 1:
            raise refuse(self.function, "the source of the lambda cannot be told from others in its line: write `def`")
        return found[0] if found else None

    def cut(self, start: Tuple[int, int], end: Tuple[int, int], text: str = "") -> None:
        """Replace what stands between two places, (line from 1, column in bytes); blanks keep the columns of the rest."""
        for line in range(start[0], end[0] + 1):
            old = self.lines[line - 1]
            a = start[1] if line == start[0] else 0
            b = end[1] if line == end[0] else len(old)
            new = text.encode() if line == start[0] else b""
            self.lines[line - 1] = old[:a] + new.ljust(b - a) + old[b:]

    def rename(self, name: str) -> None:
        """Give the function another name than the one it was written with."""
        line, own = self.node.lineno, self.node.name.encode()
        if name != self.node.name:
            column = self.lines[line - 1].index(own, self.node.col_offset + len("def"))
            self.cut((line, column), (line, column + len(own)), name)

    def past(self, start: Tuple[int, int], node: ast.expr) -> Tuple[int, int]:
        """Return the place behind a node and the brackets around it that open behind start."""
        line, column = _end(node)
        before = b"\n".join(self.lines[start[0] - 1:node.lineno])
        cut = len(self.lines[node.lineno - 1]) - node.col_offset
        opened = before[start[1]:len(before) - cut].count(b"(")
        while opened:
            rest = self.lines[line - 1]
            close = rest.find(b")", column)
            line, column = (line, close + 1) if close >= 0 else (line + 1, 0)
            opened -= close >= 0
        return line, column

    def names(self) -> Set[str]:
        """Return the names that the function looks for outside of itself."""
        outer: Set[str] = set()
        for code in _codes(self.function.__code__):
            outer.update(code.co_names, code.co_freevars)
        written = {n.id for n in ast.walk(self.node) if isinstance(n, ast.Name)}
        return outer & written


class ClassText:
    """The text of a class statement, as it stands in its file."""

    def __init__(self, value: type) -> None:
        lines, self.first = inspect.getsourcelines(value)
        self.file = inspect.getsourcefile(value) or ""
        self.indent = len(lines[0]) - len(lines[0].lstrip(" \t"))
        self.lines = [line.encode() for line in inspect.cleandoc("\n" + "".join(lines)).split("\n")]
        self.node = ast.parse(b"\n".join(self.lines))
        self.closure: Dict[str, Any] = {}
        for method in vars(value).values():
            if isinstance(method, FunctionType):
                self.closure.update((k, v) for k, v in outer_values(method).items() if k in method.__code__.co_freevars)

    def names(self) -> Set[str]:
        """Return the names that stand in the text."""
        return {n.id for n in ast.walk(self.node) if isinstance(n, ast.Name)}


def named_fields(value: type) -> Optional[Tuple[str, ...]]:
    """Return the fields of a class that namedtuple() has made, whose types nothing says; None for others."""
    made = issubclass(value, tuple) and value.__bases__ == (tuple,) and not getattr(value, "__annotations__", None)
    return getattr(value, "_fields", None) if made else None


def _end(node: Any) -> Tuple[int, int]:
    return node.end_lineno, node.end_col_offset


def _parameters(arguments: ast.arguments) -> List[ast.arg]:
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]


def outer_values(function: FunctionType) -> Dict[str, Any]:
    """Return what the names of globals and of the closure hold now; built-in names that are not hidden are left out."""
    values = dict(function.__globals__)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        try:
            values[name] = cell.cell_contents
        except ValueError:
            values.pop(name, None)
    return values


def annotation(function: FunctionType, name: str) -> Any:
    """Return what a parameter's annotation means, None without one; its text when that is no name of the file's."""
    note = None
    try:
        note = function.__annotations__.get(name)  # which Python 3.14 evaluates here
        return eval(note, outer_values(function)) if isinstance(note, str) else note  # noqa: S307 as typing does
    except Exception:
        return note


def is_static(function: FunctionType, name: str) -> bool:
    """Is a parameter marked as a constant of the call?"""
    return annotation(function, name) is static


def _resolve(node: ast.AST, values: Dict[str, Any]) -> Any:
    """Return what ``name`` or ``module.name`` means, None when it is something else."""
    if isinstance(node, ast.Name):
        return values.get(node.id)
    if isinstance(node, ast.Attribute):
        return getattr(_resolve(node.value, values), node.attr, None)
    return None


# ---- constants

def literal(value: Any) -> Optional[str]:
    """Return Python text for a number, a string, None, a slice or a tuple of these; None for what has none."""
    kind = type(value)
    if kind in (bool, int, str) or value is None:
        return repr(value)
    if kind is float:
        return repr(value) if math.isfinite(value) else f"float('{value}')"
    if kind is complex:
        return f"complex({literal(value.real)}, {literal(value.imag)})"
    if kind is slice:
        parts = [value.start, value.stop, value.step]
        return f"slice({', '.join(map(repr, parts))})" if all(p is None or type(p) is int for p in parts) else None
    if kind is tuple:
        items = [literal(v) for v in value]
        return None if None in items else f"({', '.join(items)}{',' if len(items) == 1 else ''})"  # type: ignore[arg-type]
    if isinstance(value, np.generic) and value.dtype in _DTYPES_HERE:
        inner = literal(value.item())
        return inner and f"__import__('numpy').{kind.__name__}({inner})"
    return None


def _array(value: np.ndarray) -> Optional[str]:
    if value.size > MOST_ELEMENTS or value.dtype not in _DTYPES_HERE or not value.dtype.isnative or not np.isfinite(value).all():
        return None
    name = "bool_" if value.dtype.kind == "b" else value.dtype.name
    if value.size == 0:
        return f"__import__('numpy').zeros({value.shape}, dtype='{name}')"
    return f"__import__('numpy').array({value.tolist()}, dtype='{name}')"


def fields_text(dtype: np.dtype) -> Optional[str]:
    """Return the fields of an element type as np.dtype() takes them; None where one is neither a number nor has fields."""
    made = []
    for name in dtype.names or ():
        base, shape = dtype.fields[name][0].base, dtype.fields[name][0].shape
        word = base.str if base.kind in "US" and not shape else base.name if base in _DTYPES_HERE else None
        text = fields_text(base) if base.names else repr(word) if word and base.isnative else None
        if text is None or dtype.fields[name][2:]:
            return None
        made.append(f"({name!r}, {text}{f', {shape}' if shape else ''})")
    return f"[{', '.join(made)}]"


def _imported(name: str, value: Any) -> Optional[str]:
    """Return the import of a function, a type or a module under a name."""
    if isinstance(value, ModuleType):
        return f"import {value.__name__} as {name}"
    own = getattr(value, "__name__", "")
    place = getattr(value, "__module__", None) or ""
    for module in (*_LIBRARIES, place.lstrip("_"), place):  # what is written in C says _heapq
        if isinstance(own, str) and own.isidentifier() and getattr(sys.modules.get(module), own, None) is value:
            return f"from {module} import {own} as {name}"
    if value is static:
        return f"from pycc import static as {name}"
    return f"from pycc import {value!r} as {name}" if isinstance(value, Type) and value.rank is None else None


def constant(name: str, value: Any) -> Optional[str]:
    """Return the statement that gives a name its constant value, None when there is none."""
    if isinstance(value, (ModuleType, type, BuiltinFunctionType, np.ufunc, FunctionType, Type)) or callable(value) or value is static:
        return _imported(name, value)
    text = _array(value) if type(value) is np.ndarray else literal(value)
    text = text and text.replace("__import__('numpy')", "numpy__")
    return f"{name} = {text}" if text else None


def _is_library(module: str) -> bool:
    return module.partition(".")[0] in (*_LIBRARIES, *_STANDARD, "scipy") and not module.startswith("pycc.numba")


# ---- the module

class Gathered:
    """A function with all that it needs; ``text`` is the module without the types of any call.

    ``serial``: ``prange`` means ``range``.
    """

    def __init__(self, function: FunctionType, serial: bool = False) -> None:
        self.function, self.serial = function, serial
        self.file = function.__code__.co_filename
        self.lines: List[bytes] = []
        self.map: Dict[int, Line] = {}
        self.header = ["import numpy as numpy__"]
        self.tail: List[str] = []
        self.missing: Dict[str, Any] = {}  # names without a constant that says what they hold
        self.classes: Dict[str, type] = {}  # of the user's, which the compiled module has in place of its own
        self._fields: Dict[str, str] = {}  # element types with fields, of arguments
        self.named: Dict[str, List[str]] = {}  # the types of fields, of those that are arguments
        self._meaning: Dict[str, Any] = {}
        if function.__code__.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
            raise refuse(function, "generators and coroutines are not compiled: return a list or an array")
        self.name = "lambda__" if function.__code__.co_name == "<lambda>" else function.__code__.co_name
        self._texts: List[Union[Text, ClassText]] = []
        self._function(function, self.name)

    # -- names

    def claim(self, name: str, value: Any, at: FunctionType) -> bool:
        """Give a name its meaning. Returns False when it has it; two meanings are refused."""
        if name not in self._meaning:
            self._meaning[name] = value
            return True
        old = self._meaning[name]
        same = old is value or (type(old) is type(value) and literal(value) is not None and literal(old) == literal(value))
        if not same:
            raise refuse(at, f"'{name}' means two things in the functions that are compiled together: name them apart")
        return False

    def define(self, name: str, value: Any, at: FunctionType, by_class: bool = False) -> None:
        """Let a name mean a value of Python's: a helper, a class, an import or a constant; ``by_class``: in a class of the function's file."""
        value = range if value is prange and self.serial else value
        function = python_function(value)
        if function is not None and not _is_library(str(function.__module__)):
            self._helper(name, function, at)
        elif isinstance(value, type) and name == value.__name__ and self._class(name, value, at, by_class):
            self.classes[name] = value
        elif self.claim(name, value, at):
            statement = constant(name, value)
            if statement:
                self.header.append(statement)
            else:
                self.missing[name] = value

    def _helper(self, name: str, function: FunctionType, at: FunctionType) -> None:
        own = function.__code__.co_name
        if own == "<lambda>" or self._meaning.get(own, function) is not function:
            own = next((n for n, v in self._meaning.items() if v is function), name)
        if name != own and self.claim(name, function, at):
            self.tail.append(f"{name} = {own}")
        self._function(function, own)

    # -- classes

    def _class(self, name: str, value: type, at: FunctionType, by_class: bool) -> bool:
        """Define a class by its text. Returns False for what is imported: where there is none, and other files' that one of this file uses."""
        names = getattr(sys.modules.get(value.__module__), "__dict__", None)
        if _is_library(value.__module__) or value.__module__ == "builtins" or names is None:
            return False
        fields = named_fields(value)
        if self._meaning.get(name) is value:
            return True
        if fields is not None:
            return self.claim(name, value, at)
        try:
            text = ClassText(value)
        except (OSError, TypeError, SyntaxError):
            return False
        if text.file != self.file and by_class:
            return False
        if self.claim(name, value, at):
            values = {**names, **text.closure}
            for other in sorted(text.names()):
                if other in values and other != name:
                    self.define(other, values[other], at, text.file == self.file)
            self._texts.append(text)  # behind its bases
        return True

    def take_named(self, value: type, types: List[str]) -> str:
        """Define the class of an argument that is a named tuple, whose fields have these types. Returns its name."""
        name, names = value.__name__, named_fields(value)
        if names is not None and self.named.setdefault(name, types) != types:
            raise refuse(self.function, f"arguments are {name}s with fields of several types")
        self.define(name, value, self.function)
        return name

    def take_fields(self, dtype: np.dtype) -> Optional[str]:
        """Define an element type with fields. Returns its name, None for one that is neither packed nor aligned."""
        written = fields_text(dtype)
        for more in ("", ", align=True"):
            text = written and f"numpy__.dtype({written}{more})"
            if text and eval(text, {"numpy__": np}) == dtype:  # noqa: S307 of our own text
                name = next((n for n, known in self._fields.items() if known == text), f"fields{len(self._fields) or ''}__")
                self._fields[name] = text
                return name
        return None

    def given(self) -> Dict[str, Any]:
        """Return what the module is given before it runs: the user's own classes, which take the place of their texts."""
        return {"classes__": self.classes} if self.classes else {}

    def _named_tuples(self) -> List[str]:
        """Return the statements for named tuples that no class statement stands for."""
        made = []
        for name, value in self.classes.items():
            fields, types = named_fields(value), self.named.get(name)
            if fields is not None and types is not None:
                made += [f"class {name}(typing__.NamedTuple):", *(f"    {field}: {text!r}" for field, text in zip(fields, types))]
            elif fields is not None:
                made += [f"class {name}(collections__.namedtuple('{name}', {fields!r})):", "    pass"]
        return ["import collections as collections__, typing as typing__", *made] if made else []

    # -- functions

    def _function(self, function: FunctionType, name: str) -> None:
        if not self.claim(name, function, function):
            return
        text = Text(function)
        values = outer_values(function)
        self._join(text, values)
        self._by_own_names(text, values)
        if isinstance(text.node, ast.Lambda):
            self._lambda(text, name)
        else:
            self._blank(text, values)
            if text.node.args.vararg and function is self.function:
                self._take_tuple(text)
            text.rename(name)
        self._texts.append(text)
        for other in sorted(text.names()):
            if other in values:
                self.define(other, values[other], function)

    def _join(self, text: Text, values: Dict[str, Any]) -> None:
        """Write ``helpers_f`` for what ``helpers.f`` means, of modules that the compiler knows nothing about."""
        body = text.node.body if isinstance(text.node.body, list) else [text.node.body]
        for node in (n for statement in body for n in ast.walk(statement) if isinstance(n, ast.Attribute)):
            module = _resolve(node.value, values)
            value = getattr(module, node.attr, None)
            if isinstance(module, ModuleType) and not _is_library(module.__name__) and not isinstance(value, ModuleType):
                start, end = (node.lineno, node.col_offset), _end(node)
                name = text.lines[start[0] - 1][start[1]:end[1]].decode().replace(".", "_")
                if name.isidentifier():
                    text.cut(start, end, name)
                    self.define(name, value, text.function)

    def _by_own_names(self, text: Text, values: Dict[str, Any]) -> None:
        """Write ``ValueError`` for a name that holds this exception, a closure's or another module's, and ``Colour.RED`` for a member's."""
        body = text.node.body if isinstance(text.node.body, list) else [text.node.body]
        names = [n for statement in body for n in ast.walk(statement) if isinstance(n, ast.Name)]
        for node in sorted(names, key=_end, reverse=True):
            value = values.get(node.id)
            if isinstance(value, enum.Enum) and value.name and node.id not in text.function.__code__.co_varnames:
                text.cut((node.lineno, node.col_offset), _end(node), f"{type(value).__name__}.{value.name}")
                self.define(type(value).__name__, type(value), text.function)
            own = value.__name__ if isinstance(value, type) and issubclass(value, BaseException) else node.id
            if own != node.id and values.get(own, getattr(builtins, own, value)) is value and node.id not in text.function.__code__.co_varnames:
                text.cut((node.lineno, node.col_offset), _end(node), own)
                node.id = own
                if getattr(builtins, own, None) is not value:
                    self.define(own, value, text.function)

    def _lambda(self, text: Text, name: str) -> None:
        written = ast.get_source_segment("\n".join(line.decode() for line in text.lines), text.node) or ""
        if text.function is self.function:
            body, lines = text.node.body, written.encode().split(b"\n")
            row = body.lineno - text.node.lineno
            start = sum(len(line) + 1 for line in lines[:row]) + body.col_offset - (0 if row else text.node.col_offset)
            colon = written.encode().rindex(b":", 0, start)
            head, tail = written.encode()[len("lambda"):colon].decode(), written.encode()[colon + 1:].decode()
            written = f"def {name}({head.strip()}): return ({tail}"
        else:
            written = f"{name} = ({written}"
        text.lines = [line.encode() for line in f"{written})".split("\n")]
        text.first += text.node.lineno - 1
        text.indent += text.node.col_offset - len(name) - 4

    def _blank(self, text: Text, values: Dict[str, Any]) -> None:
        """Take out the decorators that are not pycc's, annotations, and the defaults that a call never needs."""
        node = text.node
        for decorator in node.decorator_list:
            call = decorator.func if isinstance(decorator, ast.Call) else decorator
            if not self._named(call, (gpu, fastmath, schedule, *_copperhead()), values, text.function):
                start = text.lines[decorator.lineno - 1].rindex(b"@", 0, decorator.col_offset)
                text.cut((decorator.lineno, start), _end(decorator))
        for inner in ast.walk(node):
            if isinstance(inner, ast.FunctionDef):
                self._cut_annotations(text, values, inner, inner is node)

    def _cut_annotations(self, text: Text, values: Dict[str, Any], node: ast.FunctionDef, outermost: bool) -> None:
        if node.returns is not None:
            self._cut_result(text, node)
        defaults = self._defaults(text.function, node.args) if outermost else {}
        for p in sorted(_parameters(node.args), key=_end, reverse=True):  # a new default moves what is behind it
            if p.arg in defaults:
                self._cut_default(text, values, p, *defaults[p.arg])
            if p.annotation is not None and not self._named(p.annotation, (static,), values, text.function):
                text.cut((p.lineno, p.col_offset + len(p.arg.encode())), _end(p))

    def _named(self, node: ast.AST, wanted: Tuple[Any, ...], values: Dict[str, Any], at: FunctionType) -> bool:
        """Does an expression name one of these? Then what its text needs is defined."""
        found = _resolve(node, values)
        if not any(found is w for w in wanted):
            return False
        root = next(n.id for n in ast.walk(node) if isinstance(n, ast.Name))
        self.define(root, values[root], at)
        return True

    @staticmethod
    def _take_tuple(text: Text) -> None:
        """Let ``args`` be a parameter, a tuple, for ``*args``."""
        if text.function.__code__.co_name in text.names():
            raise refuse(text.function, "a function that takes *args and calls itself has no type in compiled code: name the parameters")
        rest = text.node.args.vararg
        star = text.lines[rest.lineno - 1].rindex(b"*", 0, rest.col_offset)
        text.cut((rest.lineno, star), (rest.lineno, star + 1))

    @staticmethod
    def _cut_result(text: Text, node: Any) -> None:
        line, column = node.returns.lineno, node.returns.col_offset
        while (at := text.lines[line - 1].rfind(b"->", 0, column)) < 0:
            line, column = line - 1, len(text.lines[line - 2])
        last, after = _end(node.returns)
        while (colon := text.lines[last - 1].find(b":", after)) < 0:
            last, after = last + 1, 0
        text.cut((line, at), (last, colon))
        for broken in range(line, last):
            text.lines[broken - 1] += b"\\"

    @staticmethod
    def _defaults(function: FunctionType, args: ast.arguments) -> Dict[str, Tuple[ast.expr, Any]]:
        """Return the text and the value of each default."""
        positional = [*args.posonlyargs, *args.args]
        names = [p.arg for p in positional[len(positional) - len(args.defaults):]]
        found = dict(zip(names, zip(args.defaults, function.__defaults__ or ())))
        keywords = function.__kwdefaults__ or {}
        found.update((p.arg, (d, keywords[p.arg])) for p, d in zip(args.kwonlyargs, args.kw_defaults)
                     if d is not None and p.arg in keywords)
        return found

    def _cut_default(self, text: Text, values: Dict[str, Any], parameter: ast.arg, default: ast.expr, value: Any) -> None:
        """Defaults are what they were when the function was defined. The compiled function itself gets all its arguments."""
        function = text.function
        alone = function is self.function and function.__code__.co_name not in text.names()
        written = "" if alone else literal(value)
        if written is not None and "__import__" not in written:
            text.cut(_end(parameter), text.past(_end(parameter), default), written and f"={written}")
        elif not self._named(default, (value,), values, function):
            raise refuse(function, f"the default of '{parameter.arg}' is a {type(value).__name__}, which is no constant: "
                                   "give it in the call")

    def unpack(self, parameter: str, parts: List[str], statement: str) -> bool:
        """Take parts for a parameter, which a statement makes of them. Returns False where there is no place for it."""
        text = next(t for t in self._texts if isinstance(t, Text) and t.function is self.function)
        first = text.node.body[0] if isinstance(text.node.body, list) else None
        if first is None or first.lineno == text.node.lineno:
            return False
        name = re.compile(rb"(?<=[(,\s])%s\b" % parameter.encode())
        at = next(i for i, line in enumerate(text.lines) if name.search(line))
        text.lines[at] = name.sub((", ".join(parts) or f"{parameter}__none").encode(), text.lines[at], count=1)
        text.lines.insert(first.lineno - 1 + text.moved, b" " * first.col_offset + statement.encode())
        if not text.lines[0].strip():  # a decorator stood there
            del text.lines[0]
        else:
            text.moved += 1
            text.first = max(text.first - 1, 1)
        return True

    def _place(self, text: Union[Text, ClassText]) -> None:
        """Put a function or a class at its lines; behind the rest when these are another file's, or taken."""
        file, n = text.file, len(text.lines)
        start = text.first - 1
        own = file == self.file and not any(line.strip() for line in self.lines[start:start + n])
        if not own:
            start = max(len(self.lines), max(self.map, default=0))
        self.lines += [b""] * (start + n - len(self.lines))
        for i, line in enumerate(text.lines):
            self.lines[start + i] = line
            self.map[start + i + 1] = Line(file, text.first + i, text.indent)

    # -- the whole

    def argument(self, parameter: str, value: Any) -> str:
        """Return the text for an argument that is a constant."""
        written = literal(value)
        if written is not None:
            return written
        if isinstance(value, enum.Enum) and value.name and type(value).__name__.isidentifier():
            self.define(type(value).__name__, type(value), self.function)
            return f"{type(value).__name__}.{value.name}"
        name = f"{parameter}__"
        value = value.type if isinstance(value, np.dtype) else value
        if isinstance(value, (np.ufunc, BuiltinFunctionType)):  # which are called only, not named otherwise
            n = value.nin if isinstance(value, np.ufunc) else len(inspect.signature(value).parameters)
            given = ", ".join("abcdefgh"[:n])
            self.define(f"{name}f", value, self.function)
            self.header.append(f"{name} = lambda {given}: {name}f({given})")
        else:
            self.define(name, value, self.function)
        if name in self.missing:
            raise refuse(self.function, f"parameter '{parameter}' is a {type(value).__name__} that is no constant")
        return name

    def module(self, tail: List[str]) -> str:
        """Return the module, with statements for a call behind all."""
        for text in sorted(self._texts, key=lambda t: t.file != self.file):
            self._place(text)
        lines = [line.decode().rstrip() for line in self.lines]
        imports = "; ".join([*self.header, *(f"{name} = {text}" for name, text in self._fields.items())])
        if lines and not lines[0]:
            lines[0] = imports
            imports = ""
        own = [*self._named_tuples(), *(["globals().update(classes__)"] if self.classes else [])]
        return "\n".join([*lines, *([imports] if imports else []), *self.tail, *own, *tail]) + "\n"
