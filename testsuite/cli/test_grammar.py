"""The parser against CPython's: both must accept and refuse the same programs, and mean the same by them.

The programs are the interpreter's own library, mutations of the golden tests' programs, random expressions, and the
forms in grammar_forms.py. What CPython's symbol table and compiler refuse is compared too, what pycc says about names
and types is not.
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

from grammar_forms import INVALID, MISTAKES, NEAR, NEWER, RULES, VALID

ROOT = Path(__file__).resolve().parents[2]
PYCC = os.environ.get("PYCC") or str(ROOT / "build" / "venv" / "bin" / "pycc")
LIBRARY = Path(sysconfig.get_path("stdlib"))

INSERTED = "( ) [ ] : , = == if else for in not * ** lambda := . 1 x -> @ yield None is import".split()


def accepted_by_python(source: bytes) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(source, "program", "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            return False
    return True


def accepted_by_pycc(path: Path) -> tuple[bool, str]:
    done = subprocess.run(
        [PYCC, "--emit", "ast", "-o", os.devnull, str(path)],
        capture_output=True, text=True, errors="replace", timeout=60, check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    return not re.search(r"\[(PY101|PY106|PY206)\]", done.stderr), done.stderr


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
def test_library(tmp_path: Path) -> None:
    """Each file alone: beside the others, what it imports would be read too, a hundred files with each."""
    wrong, alone = [], tmp_path / "program.py"
    for path in library_files():
        alone.write_bytes(path.read_bytes())
        accepted, messages = accepted_by_pycc(alone)
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


def errors_at(source: str, path: Path) -> tuple[dict[int, list[str]], str]:
    """The syntax errors of a program, by their lines."""
    path.write_text(source)
    _, text = accepted_by_pycc(path)
    found: dict[int, list[str]] = {}
    for line in re.findall(r":(\d+):\d+: error: .*\[(?:PY101|PY106)\]", text):
        found.setdefault(int(line), []).append(line)
    return found, text


def test_valid_forms(tmp_path: Path) -> None:
    """All that Python has, one form after the other in a function each; an older interpreter has some of it."""
    functions = []
    for number, form in enumerate(VALID):
        body = "".join(f"    {line}\n" if line else "\n" for line in form.split("\n"))
        functions.append(f"async def f{number}(x, y):\n{body}")
    source = "".join(f for f in functions if sys.version_info >= (3, 11) or accepted_by_python(f.encode()))
    compile(source, "program", "exec", dont_inherit=True)
    found, text = errors_at(source, tmp_path / "valid.py")
    assert not found, text


@pytest.mark.parametrize("form", NEWER)
def test_newer_forms(tmp_path: Path, form: str) -> None:
    """What the interpreter that modules are made for does not read is refused, not left to their import."""
    path = tmp_path / "newer.py"
    path.write_text(form + "\n")
    assert accepted_by_pycc(path)[0] == accepted_by_python(form.encode())


def test_invalid_forms(tmp_path: Path) -> None:
    """Each is refused on its line in a program of all of them, and nothing else is."""
    missing, several = [], []
    for form in INVALID:
        assert not accepted_by_python(form.encode()), form
    for start in range(0, len(INVALID), 15):  # messages are limited
        forms = INVALID[start : start + 15]
        found, text = errors_at("".join(f"{form}\npass\n" for form in forms), tmp_path / "invalid.py")
        assert all(line % 2 == 1 for line in found), text
        missing += [form for i, form in enumerate(forms) if 2 * i + 1 not in found]
        several += [form for i, form in enumerate(forms) if len(found.get(2 * i + 1, "1")) > 1]
    assert (missing, several) == ([], [])


def test_near_forms(tmp_path: Path) -> None:
    """What stands next to a rule is not refused by it."""
    path = tmp_path / "near.py"
    path.write_text(NEAR)
    assert accepted_by_python(NEAR.encode()) and accepted_by_pycc(path)[0], accepted_by_pycc(path)[1]


def test_mistakes(tmp_path: Path) -> None:
    """One report each, at its place and in its words."""
    path = tmp_path / "mistake.py"
    wrong = []
    for source, expected in MISTAKES + RULES:
        assert not accepted_by_python(source.encode()), source
        path.write_text(source + "\n")
        found = re.findall(r":(\d+:\d+): error: (.*) \[(?:PY101|PY106|PY206)\]", accepted_by_pycc(path)[1])
        wrong += [] if [" ".join(m) for m in found] == [expected] else [(source, expected, found)]
    assert not wrong


OPERATORS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>", ast.MatMult: "@",
    ast.UAdd: "+", ast.USub: "-", ast.Invert: "~", ast.Not: "not", ast.And: "and", ast.Or: "or", ast.Lt: "<",
    ast.Gt: ">", ast.LtE: "<=", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=", ast.Is: "is", ast.IsNot: "is not",
    ast.In: "in", ast.NotIn: "not in",
}


def shape(e: ast.AST) -> str:
    """An expression with a pair of brackets for each node, from CPython's tree."""
    if isinstance(e, ast.BinOp):
        return f"({shape(e.left)} {OPERATORS[type(e.op)]} {shape(e.right)})"
    if isinstance(e, ast.UnaryOp):
        return f"({OPERATORS[type(e.op)]} {shape(e.operand)})"
    if isinstance(e, ast.BoolOp):
        return "(" + f" {OPERATORS[type(e.op)]} ".join(map(shape, e.values)) + ")"
    if isinstance(e, ast.Compare):
        return f"({shape(e.left)}" + "".join(f" {OPERATORS[type(o)]} {shape(b)}"
                                             for o, b in zip(e.ops, e.comparators)) + ")"
    if isinstance(e, ast.IfExp):
        return f"({shape(e.body)} if {shape(e.test)} else {shape(e.orelse)})"
    if isinstance(e, ast.Subscript):
        items = e.slice.elts if isinstance(e.slice, ast.Tuple) else [e.slice]
        return f"{shape(e.value)}[{', '.join(map(shape, items))}]"
    if isinstance(e, ast.Call):
        return f"{shape(e.func)}({', '.join(map(shape, e.args))})"
    if isinstance(e, ast.Attribute):
        return f"{shape(e.value)}.{e.attr}"
    if isinstance(e, ast.Tuple):
        return f"<{', '.join(map(shape, e.elts))}>"
    return e.id if isinstance(e, ast.Name) else ast.unparse(e)


def dumped(lines: list[str]) -> str:
    """The same from the lines of --emit ast that hold one expression."""
    indent = len(lines[0]) - len(lines[0].lstrip())
    inner = [i for i, line in enumerate(lines) if len(line) - len(line.lstrip()) == indent + 4] + [len(lines)]
    parts = [lines[a:b] for a, b in zip(inner, inner[1:])]
    kind, _, rest = (lines[0].strip() + "  ").split(" ", 2)
    what = rest.strip()
    sub = [dumped(part) for part in parts]
    if kind == "name":
        return what.split()[0]
    if kind == "binary":
        return f"({sub[0]} {what} {sub[1]})"
    if kind == "unary":
        return f"({what} {sub[0]})"
    if kind == "boolop":
        return "(" + f" {what} ".join(sub) + ")"
    if kind == "compare":
        ops = re.findall(r"is not|not in|\S+", what)
        return f"({sub[0]}" + "".join(f" {o} {b}" for o, b in zip(ops, sub[1:])) + ")"
    if kind == "cond":
        return f"({sub[1]} if {sub[0]} else {sub[2]})"
    if kind == "index":  # a tuple among the indices has become an array of them
        return f"{sub[0]}[{', '.join(s.removeprefix('np.array(').removesuffix(')') if s.startswith('np.array(') else s for s in sub[1:])}]"
    if kind == "call":
        return f"{sub[0]}({', '.join(sub[1:])})"
    if kind == "attr":
        return f"{sub[0]}{what.split()[0]}"
    if kind == "tuple":
        return f"<{', '.join(sub)}>"
    return what


def random_expression(rng: random.Random, depth: int) -> str:
    """Operators without brackets where they may do without, so that precedence decides."""
    if depth == 0:
        return rng.choice("abcd")
    def one() -> str:
        return random_expression(rng, rng.randrange(depth))
    binary = "+ - * / // % ** & | ^ << >> @".split()
    return rng.choice([
        lambda: f"{one()} {rng.choice(binary)} {one()}",
        lambda: f"{one()} {rng.choice(binary)} {one()}",
        lambda: f"{one()} {rng.choice(['<', '<=', '==', '!=', 'is not', 'in', 'not in'])} {one()}",
        lambda: f"{one()} {rng.choice(['and', 'or'])} {one()}",
        lambda: f"not {one()}",
        lambda: f"{rng.choice('-+~')}{one()}",
        lambda: f"{one()} if {one()} else {one()}",
        lambda: f"({one()})[{one()}, {one()}]",
        lambda: f"({one()}).b({one()})",
        lambda: f"({one()}, {one()})",
    ])()


def test_shapes(tmp_path: Path) -> None:
    """Random expressions mean what CPython's parser says."""
    rng = random.Random(7)
    texts = []
    while len(texts) < 400:
        text = random_expression(rng, 6)
        if accepted_by_python(text.encode()):
            texts.append(text)
    path = tmp_path / "shapes.py"
    path.write_text("def f(a, b, c, d):\n" + "".join(f"    x{i} = {text}\n" for i, text in enumerate(texts)))
    done = subprocess.run([PYCC, "--emit", "ast", str(path)], capture_output=True, text=True, check=True)
    body = re.split(r"^    assign .*\n        name .*\n        value\n", done.stdout, flags=re.M)[1:]
    assert len(body) == len(texts), done.stdout
    for text, part in zip(texts, body):
        assert dumped(part.splitlines()) == shape(ast.parse(text, mode="eval").body), f"{text}\n{part}"
