"""A Python function becomes a module's text that pycc compiles: the function, its helpers, and the constants they name.

Lines keep their numbers, so that what the compiler says and what tracebacks show is where the user wrote it: functions
of one file stand at their lines, with nothing between them; those of other files, and what has no line of its own,
follow. Annotations and decorators are blanks, for the types are those of the call. What globals and closures hold is a
constant.
"""
from __future__ import annotations

import ast
import builtins
import enum
import inspect
import re
import sys
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union

import numpy as np

from ._constants import LIBRARIES, constant, fields_text, literal
from ._text import ClassText, Text, end_of, named_fields, outer_values, parameters, python_function, refuse, resolve
from ._types import fastmath, gpu, prange, schedule, static

_STANDARD = ("abc", "bisect", "collections", "contextlib", "dataclasses", "enum", "heapq", "itertools", "random", "statistics", "typing")


class Line(NamedTuple):
    """Where a line of the module's text is in the user's: file, number, and columns it was moved to the left."""

    file: str
    number: int
    shift: int


def _copperhead() -> Tuple[Any, ...]:
    """Return the decorator that makes a procedure Copperhead's, where its module has been imported."""
    module = sys.modules.get("pycc.copperhead")
    return (module.cu,) if module is not None else ()


def _is_library(module: str) -> bool:
    return module.partition(".")[0] in (*LIBRARIES, *_STANDARD, "scipy") and not module.startswith("pycc.numba")


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
            module = resolve(node.value, values)
            value = getattr(module, node.attr, None)
            if isinstance(module, ModuleType) and not _is_library(module.__name__) and not isinstance(value, ModuleType):
                start, end = (node.lineno, node.col_offset), end_of(node)
                name = text.lines[start[0] - 1][start[1]:end[1]].decode().replace(".", "_")
                if name.isidentifier():
                    text.cut(start, end, name)
                    self.define(name, value, text.function)

    def _by_own_names(self, text: Text, values: Dict[str, Any]) -> None:
        """Write ``ValueError`` for a name that holds this exception, a closure's or another module's, and ``Colour.RED`` for a member's."""
        body = text.node.body if isinstance(text.node.body, list) else [text.node.body]
        names = [n for statement in body for n in ast.walk(statement) if isinstance(n, ast.Name)]
        for node in sorted(names, key=end_of, reverse=True):
            value = values.get(node.id)
            if isinstance(value, enum.Enum) and value.name and node.id not in text.function.__code__.co_varnames:
                text.cut((node.lineno, node.col_offset), end_of(node), f"{type(value).__name__}.{value.name}")
                self.define(type(value).__name__, type(value), text.function)
            own = value.__name__ if isinstance(value, type) and issubclass(value, BaseException) else node.id
            if own != node.id and values.get(own, getattr(builtins, own, value)) is value and node.id not in text.function.__code__.co_varnames:
                text.cut((node.lineno, node.col_offset), end_of(node), own)
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
                text.cut((decorator.lineno, start), end_of(decorator))
        for inner in ast.walk(node):
            if isinstance(inner, ast.FunctionDef):
                self._cut_annotations(text, values, inner, inner is node)

    def _cut_annotations(self, text: Text, values: Dict[str, Any], node: ast.FunctionDef, outermost: bool) -> None:
        if node.returns is not None:
            self._cut_result(text, node)
        defaults = self._defaults(text.function, node.args) if outermost else {}
        for p in sorted(parameters(node.args), key=end_of, reverse=True):  # a new default moves what is behind it
            if p.arg in defaults:
                self._cut_default(text, values, p, *defaults[p.arg])
            if p.annotation is not None and not self._named(p.annotation, (static,), values, text.function):
                text.cut((p.lineno, p.col_offset + len(p.arg.encode())), end_of(p))

    def _named(self, node: ast.AST, wanted: Tuple[Any, ...], values: Dict[str, Any], at: FunctionType) -> bool:
        """Does an expression name one of these? Then what its text needs is defined."""
        found = resolve(node, values)
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
        last, after = end_of(node.returns)
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
            text.cut(end_of(parameter), text.past(end_of(parameter), default), written and f"={written}")
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
