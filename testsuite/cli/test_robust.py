"""No input crashes the compiler, hangs it, or leaves anything behind."""
from __future__ import annotations

import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from command import PYCC, Run

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = sorted(p for p in (ROOT / "samples").glob("*.py") if p.stem != "demo")
LIMIT = 10  # seconds for one small input


def status(source: Path, *flags: str) -> tuple[int, str]:
    """Exit status and messages of `--emit c`, output thrown away."""
    try:
        done = subprocess.run([PYCC, "--emit", "c", "-o", "/dev/null", *flags, source], capture_output=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return -99, "hangs"
    return done.returncode, done.stderr.decode(errors="replace")


def check_all(texts: list[bytes], folder: Path) -> None:
    """Every text gives status 0 or 1; the first that does not is kept and named."""
    def one(item: tuple[int, bytes]) -> tuple[int, str, Path]:
        path = folder / f"m{item[0]}.py"
        path.write_bytes(item[1])
        code, message = status(path)
        if code in (0, 1):
            path.unlink()
        return code, message, path
    with ThreadPoolExecutor(2) as pool:
        bad = [r for r in pool.map(one, enumerate(texts)) if r[0] not in (0, 1)]
    assert not bad, f"{len(bad)} of {len(texts)}: status {bad[0][0]}, {bad[0][2]}: {bad[0][1][:300]}"


HEAD = b"from pycc import f64\n\n\ndef f(a: int, x: f64[:]) -> int:\n    b = 0\n"
ODD = {
    "empty": b"",
    "newline": b"\n",
    "no_newline": b"def f(a: int) -> int:\n    return a",
    "spaces": b"    ",
    "comment": b"# nothing",
    "backslash": b"\\",
    "open_string": b'"""',
    "nul": b"def f(a: int) -> int:\n    return a\0\n",
    "only_nul": b"\0" * 100,
    "bom": b"\xef\xbb\xbfdef f(a: int) -> int:\n    return a\n",
    "bom_only": b"\xef\xbb\xbf",
    "utf16": "def f(a: int) -> int:\n    return a\n".encode("utf-16"),
    "truncated_utf8": b"x = '\xe2\x82",
    "overlong_utf8": b"x = '\xc0\xaf'\n",
    "surrogate": b"x = '\xed\xa0\x80'\n",
    "crlf": b"def f(a: int) -> int:\r\n    b = a\r\n    return b\r\n",
    "cr": b"def f(a: int) -> int:\r    return a\r",
    "mixed_tabs": b"def f(a: int) -> int:\n\tif a:\n        return a\n\treturn 0\n",
    "form_feed": b"\x0cdef f(a: int) -> int:\n    return a\n",
    "binary": bytes(range(256)) * 20,
    "elf": Path(sys.executable).resolve().read_bytes()[:20000],
    "escapes": rb"x = '\N{DASH}\x4\u12'" + b"\n",
    "control": b"def f(a: int) -> int:\n    return a\x1b[31m\n",
    "long_name": b"def " + b"n" * 100000 + b"(a: int) -> int:\n    return a\n",
    "long_line": HEAD + b"    b = " + b" " * 200000 + b"a\n    return b\n",
    "long_number": HEAD + b"    b = " + b"9" * 100000 + b"\n    return b\n",
    "long_float": HEAD + b"    c = 1." + b"3" * 100000 + b"e-99999\n    return b\n",
    "long_string": HEAD + b"    '" + b"s" * 300000 + b"'\n    return b\n",
    "deep_rank": b"def f(x: 'f64[" + b":," * 10000 + b":]') -> int:\n    return 1\n",
    "deep_type": b"def f(x: '" + b"tuple[" * 10000 + b"') -> int:\n    return 1\n",
    "many_parameters": b"def f(" + b", ".join(b"a%d: int" % i for i in range(2000)) + b") -> int:\n    return a1\n",
    "many_arguments": HEAD + b"    b = max(" + b"a, " * 3000 + b"a)\n    return b\n",
    "many_targets": HEAD + b"    " + b"b = " * 3000 + b"a\n    return b\n",
    "many_decorators": b"import pycc\n" + b"@pycc.type('int', 'int')\n" * 2000 + b"def f(a):\n    return a\n",
    "many_lines": HEAD + b"    b += a\n" * 20000 + b"    return b\n",
    "many_functions": b"".join(b"def f%d(a: int) -> int:\n    return a\n" % i for i in range(3000)),
    "many_errors": b"".join(b"def f%d(a: int) -> int:\n    return q%d\n" % (i, i) for i in range(5000)),
    "sum_300": HEAD + b"    b = " + b"+".join([b"a"] * 300) + b"\n    return b\n",
    "elifs_150": HEAD + b"    if a:\n        b = 1\n" + b"    elif a:\n        b = 2\n" * 150 + b"    return b\n",
    "sum_10000": HEAD + b"    b = " + b"+".join([b"a"] * 10000) + b"\n    return b\n",
    "compare_10000": HEAD + b"    c = " + b"<".join([b"a"] * 10000) + b"\n    return b\n",
    "and_10000": HEAD + b"    c = " + b" and ".join([b"a"] * 10000) + b"\n    return b\n",
    "power_10000": HEAD + b"    b = " + b"**".join([b"a"] * 10000) + b"\n    return b\n",
    "attributes_10000": HEAD + b"    b = x" + b".T" * 10000 + b"[0]\n    return b\n",
    "indices_10000": HEAD + b"    b = x" + b"[0]" * 10000 + b"\n    return b\n",
    "calls_10000": HEAD + b"    b = f" + b"()" * 10000 + b"\n    return b\n",
    "parentheses_10000": HEAD + b"    b = " + b"(" * 10000 + b"a" + b")" * 10000 + b"\n    return b\n",
    "open_parentheses_10000": HEAD + b"    b = " + b"(" * 10000,
    "brackets_10000": HEAD + b"    b = " + b"[" * 10000 + b"a" + b"]" * 10000 + b"\n    return b\n",
    "braces_10000": HEAD + b"    b = " + b"{" * 10000 + b"}" * 10000 + b"\n    return b\n",
    "index_in_index_10000": HEAD + b"    b = " + b"x[" * 10000 + b"0" + b"]" * 10000 + b"\n    return b\n",
    "call_in_call_10000": HEAD + b"    b = " + b"abs(" * 10000 + b"a" + b")" * 10000 + b"\n    return b\n",
    "minuses_10000": HEAD + b"    b = " + b"-" * 10000 + b"a\n    return b\n",
    "nots_10000": HEAD + b"    c = " + b"not " * 10000 + b"a\n    return b\n",
    "lambdas_10000": HEAD + b"    c = " + b"lambda: " * 10000 + b"a\n    return b\n",
    "conditionals_10000": HEAD + b"    b = " + b"a if a else " * 10000 + b"a\n    return b\n",
    "ifs_1000": HEAD + b"".join(b" " * (4 + i) + b"if a:\n" for i in range(1000)) + b" " * 1004 + b"b = 1\n    return b\n",
    "ifs_10000": HEAD + b"".join(b" " * (4 + i) + b"if a:\n" for i in range(10000)) + b" " * 10004 + b"b = 1\n    return b\n",
    "loops_1000": HEAD + b"".join(b" " * (4 + i) + b"for i%d in range(a):\n" % i for i in range(1000)) + b" " * 1004 + b"b = 1\n    return b\n",
    "elifs_5000": HEAD + b"    if a:\n        b = 1\n" + b"    elif a:\n        b = 2\n" * 5000 + b"    return b\n",
    "defs_500": b"".join(b" " * i + b"def f(a: int) -> int:\n" for i in range(500)) + b" " * 500 + b"return a\n",
    "helpers_in_a_chain": b"".join(b"def g%d(a):\n    return g%d(a)\n" % (i, i + 1) for i in range(2000)) +
                          b"def g2000(a):\n    return a\ndef f(a: int) -> int:\n    return g0(a)\n",
    "helpers_doubling": b"".join(b"def g%d(a):\n    return (g%d(a), g%d(a))\n" % (i, i + 1, i + 1) for i in range(40)) +
                        b"def g40(a):\n    return a\ndef f(a: int):\n    return g0(a)\n",
    "growing_type": b"def g(x, n):\n    return g((x, x), n - 1) if n else 0\ndef f(a: int):\n    return g(a, 3)\n",
    "branching_type": b"def g(x, n):\n    return g((x, 1), n - 1) + g((x, 1.0), n - 1) if n > 0 else 0.0\n"
                      b"def f(a: int):\n    return g(a, 3)\n",
    "self_application": b"def f(a: int):\n    w = lambda g: g(g)\n    return w(w)\n",
}


@pytest.mark.parametrize("name", ODD)
def test_odd_input(name: str, tmp_path: Path) -> None:
    """Status 0 or 1, within the limit."""
    path = tmp_path / "odd.py"
    path.write_bytes(ODD[name])
    code, message = status(path)
    assert code in (0, 1), f"status {code}: {message[:500]}"
    assert code == 0 or message.strip(), "an error without a message"


@pytest.mark.parametrize("name", ["empty", "bom", "crlf", "no_newline", "form_feed", "sum_300", "many_lines", "elifs_150"])
def test_valid_odd_input(name: str, tmp_path: Path) -> None:
    """Unusual and right: accepted, as the interpreter does."""
    compile(ODD[name], "odd.py", "exec")
    path = tmp_path / "odd.py"
    path.write_bytes(ODD[name])
    assert status(path)[0] == 0, status(path)[1][:500]


def test_crlf_columns(pycc: Run, tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_bytes(b"\xef\xbb\xbfdef f(a: int) -> int:\r\n    return a + q\r\n")
    assert "odd.py:2:16: error" in pycc("odd.py").stderr


def test_ten_megabytes(tmp_path: Path) -> None:
    """A large file of plain functions: done in seconds, with bounded memory."""
    one = "def f{0}(a: int, b: float) -> float:\n    c = a * {0} + b\n    if c > {0}:\n        c = c / 2.0\n    return c\n\n\n"
    text = "".join(one.format(i) for i in range(100_000))
    path = tmp_path / "large.py"
    path.write_text(text)
    assert path.stat().st_size > 10_000_000
    start = time.monotonic()
    done = subprocess.run([PYCC, "--emit", "types", "-o", "/dev/null", path], capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr[:300]
    assert time.monotonic() - start < 30


@pytest.mark.parametrize("content", [b"a" * 10_000_000, b"(" * 10_000_000, b"\n" * 10_000_000, b"x = 1\n" * 500_000,
                                     b"'" * 10_000_001, b"def f(a: int):\n  " + b"a;" * 1_500_000, b"\xff" * 10_000_000],
                         ids=["name", "parentheses", "lines", "assignments", "quotes", "statements", "bytes"])
def test_megabytes_of_nonsense(content: bytes, tmp_path: Path) -> None:
    """Ten of them; three of what gives each few bytes a tree."""
    path = tmp_path / "large.py"
    path.write_bytes(content)
    done = subprocess.run([PYCC, "--emit", "types", "-o", "/dev/null", path], capture_output=True, timeout=60)
    assert done.returncode in (0, 1), done.stderr[:300]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda p: p.stem)
def test_prefixes(sample: Path, tmp_path: Path) -> None:
    """Every beginning of a sample: at each line's end and every 20 bytes."""
    text = sample.read_bytes()
    ends = {i + k for i, c in enumerate(text) if c == 10 for k in (0, 1)} | set(range(0, len(text), 20))
    check_all([text[:n] for n in sorted(ends)], tmp_path)


@pytest.mark.parametrize("seed", range(6))
def test_mutations(seed: int, tmp_path: Path) -> None:
    """Samples with some bytes changed, removed, repeated or swapped: 50 for each seed."""
    rng = random.Random(seed)

    def mutated() -> bytes:
        text = bytearray(rng.choice(SAMPLES).read_bytes())
        for _ in range(rng.choice((1, 1, 2, 5, 20))):
            i = rng.randrange(len(text))
            j = min(len(text), i + rng.choice((1, 1, 5, 30)))
            kind = rng.randrange(4)
            if kind == 0:
                text[i] = rng.choice(b"()[]{}:,.=+-*/%<>&|^~!@#'\"\\\n\t 09azAZ_\0\xff")
            elif kind == 1:
                del text[i:j]
            elif kind == 2:
                text[i:i] = text[i:j] * rng.choice((1, 2, 50))
            else:
                k = rng.randrange(len(text))
                text[i], text[k] = text[k], text[i]
        return bytes(text)
    check_all([mutated() for _ in range(50)], tmp_path)


@pytest.mark.parametrize("seed", range(3))
def test_token_mutations(seed: int, tmp_path: Path) -> None:
    """Samples with whole words exchanged: nearer to what type inference sees."""
    import re
    rng = random.Random(100 + seed)
    words = re.compile(rb"\w+|[^\w\s]")
    pool = [w for p in SAMPLES for w in words.findall(p.read_bytes())]

    def mutated() -> bytes:
        text = rng.choice(SAMPLES).read_bytes()
        found = list(words.finditer(text))
        for m in sorted(rng.sample(found, rng.choice((1, 1, 2, 4))), key=lambda m: -m.start()):
            text = text[:m.start()] + rng.choice(pool) + text[m.end():]
        return text
    check_all([mutated() for _ in range(50)], tmp_path)
