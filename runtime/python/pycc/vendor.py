"""``python -m pycc.vendor FOLDER``: gives a package what its annotations need, so that it runs where pycc is not installed.

It writes ``_pycc_types.py`` into the package's folder; modules there say ``from ._pycc_types import f64, prange`` instead of
``from pycc import f64, prange``, which the compiler reads in the same way.
"""
from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

NAME = "_pycc_types.py"


def text() -> str:
    """Return the file's content: our own module of types, without what documents it."""
    own = (Path(__file__).parent / "_types.py").read_text(encoding="utf-8")
    lines = own.splitlines()
    for node in ast.walk(ast.parse(own)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            first, last = node.body[0].lineno, node.body[0].end_lineno
            lines[first - 1:last] = [""] * (last - first + 1)
    code = re.sub(r"\n\n+(?= )", "\n", re.sub(r"\n{3,}", "\n\n", "\n".join(lines).strip() + "\n"))
    return "# Part of pycc, for packages that shall run without it: made by `python -m pycc.vendor`. MIT license.\n" + code


def write(folder: Path) -> None:
    """Write the file into a folder, unless it is there."""
    path = folder / NAME
    if not path.is_file() or path.read_text(encoding="utf-8") != text():
        path.write_text(text(), encoding="utf-8")


def main() -> int:
    """Write the file into each folder that is named."""
    helped = sys.argv[1:] in (["-h"], ["--help"])
    if helped or len(sys.argv) < 2:
        print("usage: python -m pycc.vendor FOLDER ...   writes _pycc_types.py into packages' folders", file=sys.stdout if helped else sys.stderr)
        return not helped
    for folder in sys.argv[1:]:
        if not Path(folder).is_dir():
            print(f"pycc.vendor: '{folder}' is not a folder", file=sys.stderr)
            return 1
        write(Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
