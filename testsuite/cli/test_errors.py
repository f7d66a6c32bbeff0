"""Wrong programs: each is reported where it is wrong, with its code, once."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

from command import Run
from wrong_programs import ALL, HEAD

ROOT = Path(__file__).resolve().parents[2]
MESSAGE = re.compile(r"^(?:\S+?):(\d+):(\d+): (error|warning): (.*?) \[(PY\d+)\]$", re.M)
ROWS = [pytest.param(*row[1:], id=f"{group}-{row[0]}") for group, rows in ALL.items() for row in rows]


def messages(text: str) -> list[tuple[tuple[int, int], str, str]]:
    """(line and column, code, whole text with notes) of every message."""
    found = list(MESSAGE.finditer(text))
    ends = [m.start() for m in found[1:]] + [len(text)]
    return [((int(m[1]), int(m[2])), m[5], text[m.start():end]) for m, end in zip(found, ends)]


def places(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without marks, and line and column of each mark."""
    found = []
    while "§" in text:
        before, text = text.split("§", 1)
        found.append((before.count("\n") + 1, len(before) - before.rfind("\n")))
        text = before + text
    return text, found


@pytest.mark.parametrize("expected, text", ROWS)
def test_wrong_program(pycc: Run, tmp_path: Path, expected: list[str], text: str) -> None:
    """Exactly the messages that are expected, at their places, with their words."""
    source, where = places(HEAD + text)
    (tmp_path / "wrong.py").write_text(source)
    done = pycc("wrong.py", "-o", "wrong.so")
    got = messages(done.stderr)
    assert done.returncode == 1, f"status {done.returncode}: {done.stderr}"
    assert [(at, code) for at, code, _ in got] == list(zip(where, (e.split()[0] for e in expected))), done.stderr
    for words, (_, _, message) in zip(expected, got):
        for word in words.split()[1:]:
            assert word in message, f"'{word}' is missing: {message}"
    assert not (tmp_path / "wrong.so").exists()


@pytest.mark.parametrize("expected, text", ROWS)
def test_falls_back(pycc: Run, tmp_path: Path, expected: list[str], text: str) -> None:
    """With --fallback what is wrong is left to the interpreter, unless it cannot run there, and the rest is C that compiles."""
    (tmp_path / "wrong.py").write_text(HEAD + text.replace("§", "") + "\n\ndef other_function(aa: f64[:]) -> f64:\n    return aa[0]\n")
    done = pycc("--fallback", "-fsyntax-only", "wrong.py", "-o", "wrong.so")
    codes = {code for _, code, _ in messages(done.stderr)}
    refused = codes & {"PY101", "PY102", "PY103", "PY104", "PY106", "PY206"}
    assert done.returncode == bool(refused), done.stderr
    assert refused or codes == {"PY501"}, done.stderr


DTYPES = """
def kept(n, d):
    return np.zeros(n, d), d

def inside(x, d):
    def f():
        return d
    return f

def pair(x, d):
    t = (d, x)
    return t

def same(d):
    return d

def left1(x: f64[:]): return kept(3, np.float64)
def left3(x: f64[:]): return inside(x, np.float64)()
def left4(x: f64[:]): return pair(x, np.float64)
def left5(x: f64[:]):
    a, t = kept(3, np.float32)
    return a
def good6(x: f64[:]): return same('abc'), same(None)
def left7(x: f64[:]): return np.array([np.float64])
def left8(x: f64[:]):
    t = np.float64
    return t
def left9(x: f64[:]): return same(np.float64)
def good1(x: f64[:]): return np.zeros(3, inside(x, np.float64)())
def good2(x: f64[:]):
    t = np.float32
    def f(a):
        return a.astype(t)
    return f(x)
"""


def test_falls_back_from_types_as_values(pycc: Run, tmp_path: Path) -> None:
    """Element types in tuples, closures and results of helpers: each function by itself."""
    helpers, *functions = DTYPES.split("def left1")[0], *re.findall(r"^def (?:left|good).*\n(?:    .*\n)*", DTYPES, re.M)
    for function in functions:
        (tmp_path / "m.py").write_text(HEAD + helpers + function)
        done = pycc("--fallback", "-O0", "m.py", "-o", "m.so")
        assert done.returncode == 0 and done.stderr.count("is left to the interpreter") == ("left" in function), done.stderr


@pytest.mark.parametrize("expected, text", ROWS)
def test_shows_the_line(pycc: Run, tmp_path: Path, expected: list[str], text: str) -> None:
    """Every message shows its source line and an underline below the place."""
    source, where = places(HEAD + text)
    (tmp_path / "wrong.py").write_text(source)
    for (line, column), _, message in messages(pycc("wrong.py", "-o", "wrong.so").stderr):
        shown = message.splitlines()
        assert shown[1].split("|", 1)[0].strip() == str(line)
        assert "^" in shown[2] and shown[2].index("^") - shown[2].index("|") - 2 >= 0


@pytest.mark.parametrize("text, like", [
    ("def f(x: 'flot64[:]') -> int:\n    return 1\n", "float64"),
    ("@pycc.type('ndarray[unit64,1]', None)\ndef f(x):\n    pass\n", "uint64"),
    ("def f(length: int) -> int:\n    return lenght\n", "length"),
    ("def f(a: float) -> float:\n    return np.exppm1(a)\n", "expm1"),
    ("def f(a: float) -> float:\n    return math.sqrtt(a)\n", "sqrt"),
    ("def f(x: f64[:]) -> int:\n    return x.siez\n", "size"),
    ("def scale(v):\n    return v\n\n\ndef f(a: int) -> int:\n    return scael(a)\n", "scale"),
    ("@pycc.tpye('int', 'int')\ndef f(x):\n    return 1\n", "type"),
    ("def f(n: int):\n    return np.zeros(n, dtype='flota32')\n", "float32"),
    ("def f(a: int) -> int:\n    raise ValeuError('x')\n", "ValueError"),
])
def test_suggestion(pycc: Run, tmp_path: Path, text: str, like: str) -> None:
    """A misspelt name gets the closest known one."""
    (tmp_path / "wrong.py").write_text(HEAD + text)
    done = pycc("wrong.py", "-o", "wrong.so")
    assert done.returncode == 1 and f"did you mean '{like}'?" in done.stderr, done.stderr


def test_two_places(pycc: Run, tmp_path: Path) -> None:
    """A conflict of types names both places."""
    (tmp_path / "wrong.py").write_text("def f(a: int):\n    b = (a, a)\n    if a:\n        b = 1\n    return b\n")
    text = pycc("wrong.py").stderr
    assert "wrong.py:4:9: error" in text and "2" in text.split("note:")[1], text


def test_call_is_named(pycc: Run, tmp_path: Path) -> None:
    """A mistake in a helper names the call that reaches it and its types."""
    (tmp_path / "wrong.py").write_text("def h(x):\n    return x & 1\n\n\ndef f(a: float) -> int:\n    return h(a)\n")
    text = pycc("wrong.py").stderr
    assert "wrong.py:2:14: error" in text and "'h'" in text and "float" in text and "return h(a)" in text, text


def test_columns_are_characters(pycc: Run, tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("def f(ä: int) -> int:\n    return ä + ärger\n")
    assert "wrong.py:2:16: error" in pycc("wrong.py").stderr


def test_many_errors_are_counted(pycc: Run, tmp_path: Path) -> None:
    """Not thousands of messages: a limit, and the number of the others."""
    (tmp_path / "wrong.py").write_text("".join(f"def f{i}(a: int) -> int:\n    return nothing{i}\n\n\n" for i in range(500)))
    text = pycc("wrong.py").stderr
    assert 20 <= len(messages(text)) <= 100 and re.search(r"4\d\d more", text), text[-300:]


def test_clean_helpers_are_not_reported(pycc: Run, tmp_path: Path) -> None:
    """Code that no compiled function reaches may hold anything."""
    (tmp_path / "fine.py").write_text("import os\n\n\ndef free(*a, **k):\n    with open(a[0]) as f:\n        return {x: [y for y in x] for x in f}\n"
                                      "\n\nclass C:\n    def m(self):\n        yield undefined_name\n\n\ndef f(a: int) -> int:\n    return a\n")
    done = pycc("fine.py", "-o", "fine.so")
    told = "fine.py: 1 function compiled, 1 left to Python: free (line 4: it takes *args or **kwargs)\n"
    assert (done.returncode, done.stderr) == (0, told)


def test_cannot_be_read(pycc: Run, tmp_path: Path) -> None:
    (tmp_path / "latin.py").write_bytes(b"x = '\xe9'\n")
    done = pycc("latin.py")
    assert done.returncode == 1 and "PY001" in done.stderr and "UTF-8" in done.stderr


def test_deep_nesting(pycc: Run, tmp_path: Path) -> None:
    (tmp_path / "deep.py").write_text("def f(a: int) -> int:\n    return " + "(" * 300 + "a" + ")" * 300 + "\n")
    done = pycc("deep.py", "-o", "deep.so")
    assert done.returncode == 1 and "PY106" in done.stderr


def test_every_code_is_tested() -> None:
    """Each diagnostic of the table occurs in a test of this folder."""
    codes = re.findall(r"^DIAG\((PY\d+)", (ROOT / "frontend/base/diag.def").read_text(), re.M)
    tests = "".join(p.read_text() for p in Path(__file__).parent.glob("*.py"))
    assert codes and not [code for code in codes if code not in tests]


def test_table_is_large() -> None:
    assert len(ROWS) >= 80
