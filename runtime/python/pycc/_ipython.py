"""``%load_ext pycc``: the magic ``%%pycc`` compiles the annotated functions of a notebook's cell."""
from __future__ import annotations

import functools
import hashlib
import re
import shlex
import subprocess
from typing import Any, Callable, Dict, List

from . import _cache, _find
from ._errors import CompileError
from ._info import info


def compile_cell(line: str, cell: str) -> Dict[str, Any]:
    """Compile a cell as a module of its own, and return the names that it defines.

    Parameters
    ----------
    line : str
        The options: ``--explain`` prints what became of each loop, others are the compiler's.
    cell : str
        The text below the magic's line, which counts as line 1.

    Raises
    ------
    CompileError
        With the compiler's message, at the cell's lines.
    """
    flags = shlex.split(line)
    text = "\n" + cell
    name = f"<pycc cell {hashlib.sha256(text.encode()).hexdigest()[:8]}>"
    try:
        module = _cache.Job("cell", text, name, [f for f in flags if f != "--explain"]).module()
    except _cache.Refused as refused:
        raise CompileError(str(refused).rstrip("\n")) from None
    if "--explain" in flags:
        print(info(module).report.rstrip("\n"))
    return {key: value for key, value in vars(module).items() if not key.startswith("__")}


@functools.lru_cache(maxsize=None)
def options() -> List[str]:
    """Return the compiler's options, as its help lists them."""
    text = subprocess.run([_find.compiler(), "--help"], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8").stdout
    return re.findall(r"^  (?:-\w, )?(--[\w-]+)", text, re.MULTILINE)


def load(shell: Any) -> None:
    """Give an IPython shell the magic, and the completion of its options."""
    def pycc(line: str, cell: str) -> None:
        shell.push(compile_cell(line, cell))
    magic: Callable[[str, str], None] = pycc
    magic.__doc__ = "Compile the annotated functions of this cell: %%pycc [--explain] [options of pycc]"
    shell.register_magic_function(magic, "cell", "pycc")
    shell.set_hook("complete_command", lambda _shell, _event: options(), str_key="%%pycc")
