"""The parser against CPython's: both must accept and refuse the same programs.

The programs are the interpreter's own library, and mutations of the golden tests' programs. Only
the grammar is compared: what pycc says about names, types and places of statements is not.
"""

from __future__ import annotations

import ast
import os
import random
import re
import subprocess
import sys
import sysconfig
import warnings
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYCC = os.environ.get("PYCC") or str(ROOT / "build" / "venv" / "bin" / "pycc")
LIBRARY = Path(sysconfig.get_path("stdlib"))

#: Mistakes that CPython finds behind its parser, or that stand inside of f-strings and patterns,
#: which pycc does not compile and does not look into.
NOT_GRAMMAR = re.compile(r"outside a|duplicate parameter")
INSERTED = "( ) [ ] : , = == if else for in not * ** lambda := . 1 x -> @ yield None is import".split()


def accepted_by_python(source: bytes) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(source)
        except (SyntaxError, ValueError):
            return False
    return True


def accepted_by_pycc(path: Path) -> tuple[bool, str]:
    done = subprocess.run(
        [PYCC, "--emit", "ast", "-o", os.devnull, str(path)],
        capture_output=True, text=True, errors="replace", timeout=60, check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    errors = [line for line in done.stderr.splitlines() if "[PY101]" in line or "[PY106]" in line]
    return not [line for line in errors if not NOT_GRAMMAR.search(line)], done.stderr


def library_files() -> list[Path]:
    """A different part of the library each time would hide failures: the seed is fixed."""
    files = sorted(path for path in LIBRARY.rglob("*.py") if path.stat().st_size < 1_000_000)
    return random.Random(1).sample(files, min(len(files), 250))


def mutated(source: str, rng: random.Random) -> str:
    """A definition of a program with one token removed, added, doubled or swapped."""
    lines = source.splitlines()
    starts = [i for i, line in enumerate(lines) if line.startswith(("def ", "@", "class ", "if "))]
    start = rng.choice(starts)
    end = min([i for i in starts if i > start] + [len(lines)])
    chosen = lines[start:end]
    row = rng.randrange(len(chosen))
    tokens = re.findall(r"\s+|\w+|[^\w\s]", chosen[row]) or ["pass"]
    at, other = rng.randrange(len(tokens)), rng.randrange(len(tokens))
    action = rng.randrange(4)
    if action == 0:
        del tokens[at]
    elif action == 1:
        tokens.insert(at, " " + rng.choice(INSERTED) + " ")
    elif action == 2:
        tokens[at] = tokens[other]
    else:
        tokens[at], tokens[other] = tokens[other], tokens[at]
    chosen[row] = "".join(tokens)
    return "\n".join(chosen) + "\n"


@pytest.mark.skipif(not LIBRARY.is_dir(), reason="no source of the standard library here")
def test_library() -> None:
    wrong = []
    for path in library_files():
        accepted, messages = accepted_by_pycc(path)
        if accepted != accepted_by_python(path.read_bytes()):
            wrong.append(f"{path}:\n{messages}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("seed", range(4))
def test_mutations(seed: int, tmp_path: Path) -> None:
    if sys.version_info[:2] != (3, 11):
        pytest.skip("the grammar differs a little from version to version; compared with 3.11")
    rng = random.Random(seed)
    programs = sorted((ROOT / "testsuite" / "golden" / "ast").glob("*.py"))
    wrong = []
    for number in range(100):
        source = mutated(rng.choice(programs).read_text(), rng)
        if "f\"" in source or "case " in source:
            continue
        path = tmp_path / f"program{number}.py"
        path.write_text(source)
        accepted, messages = accepted_by_pycc(path)
        if accepted != accepted_by_python(source.encode()):
            wrong.append(f"{source}\n{messages}")
    assert not wrong, "\n".join(wrong)
