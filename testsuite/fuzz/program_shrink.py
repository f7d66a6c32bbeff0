"""Makes a program that differs small: all candidates of a round, each with one thing less, are one module."""
from __future__ import annotations

import ast
import copy
import re
import time
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Iterator

import programs as driver
from program_maker import Program

SECONDS, CANDIDATES = 40, 40


def candidates(text: str) -> Iterator[str]:
    """The text with a statement less, or an expression replaced by a part of it or a number."""
    tree = ast.parse(text)
    types = {inner for node in ast.walk(tree) if isinstance(node, ast.arg) and node.annotation for inner in ast.walk(node.annotation)}
    for number, node in enumerate(ast.walk(tree)):
        if node in types:
            continue
        for name, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                for j, statement in enumerate(value):
                    inner = getattr(statement, "body", []) if not isinstance(statement, ast.FunctionDef) else []
                    for new in ([], inner, getattr(statement, "orelse", [])) if inner else ([],):
                        if value[:j] + new + value[j + 1:]:
                            yield edited(tree, number, name, value[:j] + new + value[j + 1:])
            elif isinstance(value, list) and len(value) > 1 and isinstance(value[0], ast.expr) and not isinstance(node, (ast.Call, ast.Compare)):
                for j in range(len(value)):
                    yield edited(tree, number, name, value[:j] + value[j + 1:])
            elif isinstance(value, ast.expr) and name != "annotation" and name != "func" and not isinstance(getattr(value, "ctx", None), ast.Store):
                yield from (edited(tree, number, name, new) for new in smaller(value))
            if isinstance(value, list) and value and isinstance(value[0], ast.expr):
                for j, item in enumerate(value):
                    for new in smaller(item):
                        yield edited(tree, number, name, value[:j] + [new] + value[j + 1:])


def smaller(value: ast.expr) -> list[ast.expr]:
    """What an expression may be replaced by."""
    if isinstance(value, (ast.JoinedStr, ast.FormattedValue)):
        return []  # a part of one is no expression
    if isinstance(value, (ast.Constant, ast.Name)) and not (isinstance(value, ast.Constant) and value.value not in (0, 1, True, False)):
        return []
    parts = [c for c in ast.iter_child_nodes(value) if isinstance(c, ast.expr)]
    return [*parts, ast.Constant(1)] if not isinstance(value, ast.Slice) else []


def edited(tree: ast.Module, number: int, name: str, new: object) -> str:
    """The text of the tree with one field of the number-th node replaced; nothing where that is no text (a part of an f-string)."""
    other = copy.deepcopy(tree)
    setattr(list(ast.walk(other))[number], name, copy.deepcopy(new))
    try:
        return ast.unparse(ast.fix_missing_locations(other)) + "\n"
    except ValueError:
        return ""


def category(what: str) -> str:
    """Roughly how it differs, so that a shrunk program shows the same."""
    errors = re.search(r"'\w+' instead of '\w+'", what)
    if errors:
        return errors[0]
    for word in ("failed to compile", "died", "type ", "zeros of another", "afterwards", "instead of ("):
        if word in what:
            return word
    return "value"


def shrink(program: Program, what: str, folder: Path) -> tuple[Program, str]:
    """A smaller program that differs in the same way."""
    inner = folder / "shrink"
    inner.mkdir(exist_ok=True)
    seen = set()
    began = time.time()
    warnings.simplefilter("ignore")
    while time.time() - began < SECONDS:
        made = []
        try:
            for text in candidates(program.text):
                if text not in seen and "def NAME(" in text and len(text) < len(program.text) + 2:
                    seen.add(text)
                    try:
                        compile(text, "candidate", "exec")
                    except (SyntaxError, ValueError):
                        continue
                    made.append(replace(program, text=text))
        except RecursionError:
            break
        found = None
        made.sort(key=lambda p: len(p.text))
        for start in range(0, len(made), CANDIDATES):
            part = made[start:start + CANDIDATES]
            wrong = [(j, w) for j, w in driver.run_batch(part, inner).wrong if category(w) == category(what)]
            if wrong:
                found = part[wrong[0][0]], wrong[0][1]
                break
        if not found:
            break
        program, what = found
    return program, what
