"""The parser against CPython's, over all of the interpreter's library.

    ./dev fuzz grammar [--mutants 2000] [--seed 0]

Each file of the library is accepted or refused as CPython does; expressions in them mean the same, as they are written
there but for their names; and programs with a mistake, from the library's definitions, are refused or not as by CPython.
What differs is printed. The checks of each day are in testsuite/cli/test_grammar.py.
"""
from __future__ import annotations

import argparse
import ast
import keyword
import random
import re
import subprocess
import sys
import tempfile
import warnings
import zlib
from pathlib import Path
from typing import Iterator

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "cli")]

from test_grammar import LIBRARY, PYCC, accepted_by_pycc, accepted_by_python, dumped, mutated, shape  # noqa: E402

BATCH = 2000
SHAPED = (ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Subscript, ast.Call, ast.Attribute, ast.Tuple,
          ast.Name, ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.Load)


def sources() -> Iterator[tuple[Path, str]]:
    """The files of the library that are UTF-8."""
    for path in sorted(LIBRARY.rglob("*.py")):
        try:
            if "site-packages" not in path.parts:
                yield path, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def is_shaped(e: ast.AST) -> bool:
    """Nothing but what test_grammar.shape shows?"""
    return all(
        isinstance(n, SHAPED) and not (isinstance(n, ast.Call) and n.keywords) or
        (isinstance(n, ast.Constant) and type(n.value) is int and n.value < 1 << 63) for n in ast.walk(e))


def anonymous(text: str) -> str:
    """Names are replaced, so that none has a meaning to pycc."""
    def name(found: re.Match[str]) -> str:
        word = found.group()
        return word if keyword.iskeyword(word) else "abcd"[zlib.crc32(word.encode()) % 4]

    return re.sub(r"\b[^\W\d]\w*", name, re.sub(r"#.*", "", text))


def expressions(source: str) -> Iterator[str]:
    """The largest expressions of a file that are shaped, with their operators as they are written."""
    todo: list[ast.AST] = [ast.parse(source)]
    lines = source.encode().splitlines(keepends=True)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.expr) and not isinstance(node, (ast.Name, ast.Constant)) and is_shaped(node):
            part = lines[node.lineno - 1:node.end_lineno]
            part[-1] = part[-1][:node.end_col_offset]
            part[0] = part[0][node.col_offset:]
            text = b"".join(part).decode()
            if "\\" not in text and accepted_by_python(f"({text})".encode()):
                yield anonymous(text)
        elif not isinstance(node, ast.JoinedStr):  # whose parts have no places
            todo += ast.iter_child_nodes(node)


def wrong_shapes(texts: list[str], folder: Path) -> list[str]:
    """Those that pycc reads otherwise than CPython."""
    path = folder / "shapes.py"
    path.write_text("def f(a, b, c, d):\n" + "".join(f"    x{i} = ({text})\n" for i, text in enumerate(texts)))
    done = subprocess.run([PYCC, "--emit", "ast", str(path)], capture_output=True, text=True, check=False)
    body = re.split(r"^    assign .*\n        name .*\n        value\n", done.stdout, flags=re.M)[1:]
    if len(body) != len(texts):
        return [done.stderr or "statements are missing"]
    pairs = [(text, dumped(part.splitlines()), shape(ast.parse(f"({text})", mode="eval").body))
             for text, part in zip(texts, body)]
    return [f"{text}\n    pycc    {ours}\n    CPython {theirs}" for text, ours, theirs in pairs if ours != theirs]


def run(mutants: int, seed: int, folder: Path) -> int:
    """The number of differences, which are printed."""
    files = [(path, text) for path, text in sources()]
    wrong = [f"{path}: accepted by one" for path, text in files
             if accepted_by_pycc(path)[0] != accepted_by_python(path.read_bytes())]
    sound = [text for path, text in files if accepted_by_python(path.read_bytes())]
    texts = sorted({e for text in sound for e in expressions(text)})
    for start in range(0, len(texts), BATCH):
        wrong += wrong_shapes(texts[start:start + BATCH], folder)
    rng, path, tried = random.Random(seed), folder / "mutant.py", 0
    with_definitions = [text for text in sound if re.search(r"^(def |class |if |@)", text, re.M)]
    while tried < mutants:
        source = mutated(rng.choice(with_definitions), rng)
        if "case " in source or re.search(r"\b[rR]?[fF][rR]?[\"']", source):
            continue  # patterns and what is in f-strings are not looked at
        tried += 1
        path.write_text(source)
        ours, theirs = accepted_by_pycc(path)[0], accepted_by_python(source.encode())
        wrong += [] if ours == theirs else [f"{'pycc' if ours else 'CPython'} accepts\n{source}"]
    print(f"{len(files)} files, {len(texts)} expressions, {mutants} programs: {len(wrong)} differ")
    print("\n".join(wrong[:50]))
    return len(wrong)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutants", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as folder:
        return int(run(arguments.mutants, arguments.seed, Path(folder)) > 0)


if __name__ == "__main__":
    sys.exit(main())
