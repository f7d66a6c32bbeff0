"""The text of Python functions and classes: taken from their files, checked to be still theirs, and edited in place."""
from __future__ import annotations

import __future__
import ast
import inspect
import linecache
from types import CodeType, FunctionType, ModuleType
from typing import Any, Dict, Iterator, List, Optional, Set, Tuple

from ._errors import CompileError
from ._types import static


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
        line, column = end_of(node)
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


def end_of(node: Any) -> Tuple[int, int]:
    return node.end_lineno, node.end_col_offset


def parameters(arguments: ast.arguments) -> List[ast.arg]:
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


def resolve(node: ast.AST, values: Dict[str, Any]) -> Any:
    """Return what ``name`` or ``module.name`` means, None when it is something else."""
    if isinstance(node, ast.Name):
        return values.get(node.id)
    if isinstance(node, ast.Attribute):
        return getattr(resolve(node.value, values), node.attr, None)
    return None
