"""Writes the prelude's functions as one C table, sorted by the name that NumPy's callers write last.

usage: embed.py OUTPUT SOURCE...

A source is Python with imports, functions and classes at its top level, nothing else. A row holds what follows the last
`__` of a function's name (`norm` of `linalg__norm`), the whole name and the text of the function without its
docstring and comments, which only readers of the sources need. A function of `polynomial__` with `basis` in its name
becomes one of each basis that NumPy has it for, `Basis` its class.
"""
import ast
import re
import sys
from pathlib import Path

BASES = {"poly": "Polynomial", "cheb": "Chebyshev", "leg": "Legendre", "herm": "Hermite", "herme": "HermiteE", "lag": "Laguerre"}
NOT_OF_POLY = ("2poly", "poly2", "weight", "gauss")


def functions(path: Path) -> list[tuple[str, str]]:
    """Name and text of each function of a source."""
    found = []
    for node in ast.parse(path.read_text(), str(path)).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            for inner in ast.walk(node):
                if isinstance(inner, (ast.FunctionDef, ast.ClassDef)) and isinstance(inner.body[0], ast.Expr) \
                        and isinstance(inner.body[0].value, ast.Constant):
                    del inner.body[0]
            text, bases = ast.unparse(node) + "\n", ["basis"]
            if "basis" in node.name.lower():
                bases = list(BASES)[any(word in node.name for word in NOT_OF_POLY):]
            found += [tuple(re.sub("(?<!def )basis", b, x).replace("Basis", BASES.get(b, "")) for x in (node.name, text)) for b in bases]
        elif not isinstance(node, (ast.Import, ast.ImportFrom)) and not isinstance(getattr(node, "value", None), ast.Constant):
            sys.exit(f"{path}:{node.lineno}: only imports, functions and classes may stand here")
    return found


def c_string(text: str) -> str:
    """A C string literal, a line of the text a line."""
    lines = [line.replace("\\", "\\\\").replace('"', '\\"') for line in text.splitlines()]
    return "".join(f'\n     "{line}\\n"' for line in lines)


def main(output: str, *sources: str) -> None:
    """The table, in the order in which prelude.c searches it."""
    rows = sorted((name.split("__")[-1] if not name.startswith("_") else name, name, text)
                  for source in sources for name, text in functions(Path(source)))
    names = [name for _, name, _ in rows]
    if len(set(names)) != len(names):
        sys.exit(f"defined twice: {sorted({n for n in names if names.count(n) > 1})}")
    table = "".join(f'    {{"{last}", "{name}",{c_string(text)}}},\n' for last, name, text in rows)
    Path(output).write_text('#include "prelude_private.h"\n\n'
                            f"const struct prelude_row prelude_row[] = {{\n{table}}};\n"
                            f"const int n_prelude_rows = {len(rows)};\n")


main(*sys.argv[1:])
