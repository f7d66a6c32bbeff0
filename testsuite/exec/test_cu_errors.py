"""Every primitive of Copperhead with every wrong kind of argument is refused where the interpreter refuses it, in words of the language."""
from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Iterator

import numpy as np
from harness import load, run_pycc

HEAD = "from pycc.copperhead import *\n"
PROCEDURE = """#pythran export f{i}(f64[:], f64[:,:], i64[:])
@cu
def f{i}(x, m, k):
    n, y = len(x), map(lambda v: v + 1, x)
    return {call}
"""
GIVEN = (np.array([1.0, 2.5, 0.5]), np.arange(9.0).reshape(3, 3), np.array([2, 0, 1]))
VALUES = {"number": "n", "float": "y[0]", "literal": "3", "bool": "n > 2", "sequence": "y", "integers": "k", "bools": "map(lambda v: v > 1, x)",
          "tuples": "zip(x, k)", "nested": "map(lambda r: r, m)", "matrix": "m", "tuple": "(y[0], n)", "nothing": "lambda: 1",
          "unary": "lambda a: a", "binary": "lambda a, b: a", "test": "lambda a: a > 0", "less": "op_lt", "add": "op_add"}
REDUCTIONS = ("sum", "min", "max", "any", "all", "argmin", "argmax", "enumerate", "indices", "len")
NUMBERS = ("int32", "int64", "float32", "float64", "abs", "sqrt", "exp", "log", "op_neg", "op_pos", "op_invert", "op_not")
OPERATORS = ("add", "sub", "mul", "truediv", "floordiv", "mod", "lshift", "and", "xor", "min", "lt", "eq")
RIGHT = {"map": ["unary", "sequence"], "zip": ["sequence", "sequence"], "unzip": ["tuples"], "reduce": ["add", "sequence", "float"],
         "scan": ["add", "sequence"], "rscan": ["add", "sequence"], "exclusive_scan": ["add", "literal", "sequence"],
         "exclusive_rscan": ["add", "literal", "sequence"], "gather": ["sequence", "integers"], "permute": ["sequence", "integers"],
         "scatter": ["sequence", "integers", "sequence"], "update": ["integers", "update"], "filter": ["test", "sequence"],
         "replicate": ["number", "number"], "range": ["number"], "bounded_range": ["literal", "number"], "shift": ["sequence", "number", "float"],
         "rotate": ["sequence", "number"], "sort": ["less", "sequence"], **{r: ["sequence"] for r in REDUCTIONS},
         **{u: ["number"] for u in NUMBERS}, **{f"op_{o}": ["number", "number"] for o in OPERATORS}}
SOURCES = {**VALUES, "update": "zip(k, k)"}
INSIDES = re.compile(r"\b_[a-z]|dict\[|columns of|'total'|\bNone\b|function <lambda>|result_type|copperhead__")


def calls() -> Iterator[str]:
    """Right calls, each with one argument of another kind, one too few and one too many."""
    for name, kinds in RIGHT.items():
        right = [SOURCES[k] for k in kinds]
        rows = [right, right[:-1], [*right, "n"]]
        rows += [[*right[:i], text, *right[i + 1:]] for i in range(len(right)) for text in VALUES.values()]
        yield from dict.fromkeys(f"{name}({', '.join(row)})" for row in rows)


def raises(f: Any) -> str:
    """The error of the interpreter, if any."""
    try:
        f.__wrapped__(*GIVEN)
    except Exception as error:
        return repr(error)
    return ""


def check(path: Path, rows: list[str]) -> list[list[str]]:
    """What the compiler says in the line of each call."""
    path.write_text(HEAD + "".join(PROCEDURE.format(i=i, call=call) for i, call in enumerate(rows)))
    messages: dict[int, list[str]] = {}
    for line, code, text in re.findall(r"^::error .*,line=(\d+),.*title=pycc (\w+)::(.*)$", run_pycc("check", "--format=github", path).stdout, re.M):
        messages.setdefault(int(line), []).append(f"{text} [{code}]")
    return [messages.get(6 + 5 * i, []) for i in range(len(rows))]


def told(folder: Path) -> dict[str, tuple[list[str], str]]:
    """Of each call what the compiler says in its line, and the interpreter's error."""
    rows, path = list(calls()), folder / "calls.py"
    messages = check(path, rows)
    module = load("cu_errors_calls", path)
    found = {call: (messages[i], raises(getattr(module, f"f{i}"))) for i, call in enumerate(rows)}
    for call, (words, error) in found.items():
        if error and not words:  # what several calls have wrong is told once
            found[call] = check(folder / "one.py", [call])[0], error
    return found


def test_wrong_calls(tmp_path: Path) -> None:
    """What the interpreter refuses is refused, most as `expected [a], got Long`; no message tells what primitives are made of."""
    every = told(tmp_path)
    for name, kinds in RIGHT.items():
        assert every[f"{name}({', '.join(SOURCES[k] for k in kinds)})"] == ([], "")
    silent = [f"{call}: {error}" for call, (words, error) in every.items() if error and not words]
    assert not silent, "\n".join(silent)
    words = [(call, w) for call, (told_, _) in every.items() for w in told_]
    wrong = [f"{call}: {w}" for call, w in words if INSIDES.search(w) or not re.search(r"\[PY(309|303|302)\]$", w)]
    assert not wrong, "\n".join(wrong)
    assert sum("expected " in w and ", got " in w for _, w in words) > 0.9 * len(words) > 900
