"""--explain and pycc.info: what became of each loop, and what a call would choose."""
from __future__ import annotations

import importlib
import json
import os
import pty
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import pycc as package
from command import PYCC, Run
from pycc import _explain

ROOT = Path(__file__).resolve().parents[2]
SOURCE = '''
import numpy as np
from pycc import f64, f32, i64, prange, type

def scale(a: f64[:, :], b: f64[:, :]) -> None:
    for i in prange(len(a)):
        for j in prange(a.shape[1]):
            b[i, j] = 2.0 * a[i, j]

def total(x: f64[:]) -> float:
    s = 0.0
    for i in range(len(x)):
        s += x[i]
    return s

@type('f64[:]', 'i64', 'f64[:]')
@type('f32[:]', 'i64', 'f32[:]')
def own(x, n):
    m = 2 * n
    t = np.zeros_like(x)
    for i in prange(m):
        t[i] = x[i]
    return t

def moved(x: f64[:], n: int) -> None:
    n = n + int(x[0])
    for i in prange(n):
        x[i] = 1.0

def scatter(y: f64[:], at: i64[:]) -> None:
    for i in prange(len(at)):
        y[at[i]] = 1.0

def columns(a: f64[::1, :], v: f64) -> None:
    for j in prange(a.shape[1]):
        for i in prange(a.shape[0]):
            a[i, j] = v

def none(x: float) -> float:
    return x
'''


@pytest.fixture(scope="module")
def m(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("explain")
    (folder / "explained.py").write_text(SOURCE)
    subprocess.run([PYCC, "explained.py", "-o", "explained.so"], cwd=folder, check=True)
    sys.path.insert(0, str(folder))
    try:
        import explained
        assert explained.__pycc__
        yield explained
    finally:
        sys.path.remove(str(folder))
        sys.modules.pop("explained", None)


# ---- the command

def test_after_compiling(pycc: Run, tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(SOURCE)
    done = pycc("m.py", "-o", "m.so", "--explain")
    assert done.returncode == 0 and (tmp_path / "m.so").exists(), done.stderr
    emitted = pycc("m.py", "--emit", "explain")
    assert done.stdout == emitted.stdout and done.stdout.startswith("scale, m.py:5\n")
    assert "\033" not in done.stdout and all(len(line) <= 110 for line in done.stdout.splitlines())


def test_one_function(pycc: Run, tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(SOURCE)
    done = pycc("m.py", "--emit", "explain", "--explain=total")
    assert done.stdout.startswith("total, ") and "scale" not in done.stdout
    done = pycc("m.py", "-o", "m.so", "--explain=totl")
    assert done.returncode == 1 and "no compiled function 'totl' to explain; did you mean 'total'?" in done.stderr
    assert not (tmp_path / "m.so").exists()


def test_loops_are_told_by_what_they_are(pycc: Run, tmp_path: Path) -> None:
    body = "for k in range(n): y[:] = np.cumsum(x * k)"  # which has a loop in order of its own
    (tmp_path / "m.py").write_text(f"import numpy as np\nfrom pycc import f64\ndef f(x: f64[:], y: f64[:], n: int):\n    {body}\n")
    orders = re.findall(r"in order +(.*)", pycc("m.py", "--emit", "explain").stdout)
    assert orders == ["as written", "a loop over elements, or one that makes a list"]


def test_not_with_another_stage(pycc: Run, tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(SOURCE)
    done = pycc("m.py", "--emit", "plan", "--explain")
    assert done.returncode == 1 and "--emit explain" in done.stderr


def test_errors_are_not_explained(pycc: Run, tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text("def f(x: int) -> int:\n    return y\n")
    done = pycc("m.py", "--explain")
    assert done.returncode == 1 and done.stdout == ""


def test_colours_on_a_terminal_only(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(SOURCE)
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "LD_PRELOAD")}
    for no_color in (False, True):
        master, slave = pty.openpty()
        if no_color:
            environment["NO_COLOR"] = "1"
        process = subprocess.Popen([PYCC, "m.py", "--emit", "explain", "--explain=total"], cwd=tmp_path, stdout=slave,
                                   env=environment)
        os.close(slave)
        text = b""
        try:
            while chunk := os.read(master, 65536):
                text += chunk
        except OSError:  # the other end is closed
            pass
        os.close(master)
        assert process.wait() == 0 and b"total" in text
        assert (b"\033[" in text) is not no_color


def test_flags_are_told(pycc: Run, tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(SOURCE)
    assert "none: --no-bounds-check" in pycc("m.py", "--emit", "explain", "--no-bounds-check").stdout
    assert "(--fp=strict)" in pycc("m.py", "--emit", "explain", "--fp=strict").stdout
    assert "when they collide it runs in order" in pycc("m.py", "--emit", "explain", "--on-unknown=serial").stdout


@pytest.mark.parametrize("sample", sorted(p.name for p in (ROOT / "samples").glob("*.py") if p.name != "demo.py"))
def test_every_loop_of_the_samples_is_told(pycc: Run, sample: str) -> None:
    """Every `for` of a compiled function is there, with a verdict; the report in the module is JSON."""
    source = (ROOT / "samples" / sample).read_text().splitlines()
    text = pycc("--emit", "explain", ROOT / "samples" / sample).stdout
    told = {int(n) for n in re.findall(r"^ *(\d+)  +(?:for|while) ", text, re.M)}
    loops = {n for n, line in enumerate(source, 1) if re.match(r"\s+for .* in prange\(", line)}
    assert loops <= told
    for n in told:
        assert re.search(rf"^ *{n}  .*\n +(parallel|in order) ", text, re.M), n


@pytest.mark.parametrize("program", [*sorted((ROOT / "testsuite/exec/programs").glob("*.py")),
                                     ROOT / "testsuite/golden/explain/serial.py"], ids=lambda p: p.stem)
def test_advice_to_write_prange_holds(pycc: Run, tmp_path: Path, program: Path) -> None:
    """Each range loop that is said to be independent is accepted as prange."""
    text = pycc("--emit", "explain", program).stdout
    source = program.read_text().splitlines()
    for line in map(int, re.findall(r"^ *(\d+) .*\n +in order +(?:as|in another place than) written, although", text, re.M)):
        if "range(" in source[line - 1]:
            changed = [*source[:line - 1], re.sub(r"\bx?range\(", "prange_advised(", source[line - 1]), *source[line:]]
            first = next(n for n, s in enumerate(source) if re.match("import|from (?!__future__)|class |def |@", s))
            (tmp_path / "m.py").write_text("\n".join([*changed[:first], "from pycc import prange as prange_advised", *changed[first:]]))
            done = pycc("--emit", "explain", "m.py")
            assert done.returncode == 0, f"line {line}: {done.stderr}"
            fused = rf"^ *the loop in line {line + 1}: as .* array statements?.*\n(?:.*\n)*? +parallel "
            assert re.search(rf"^ *{line + 1} .*\n +parallel |{fused}", done.stdout, re.M), line


# ---- pycc.info

def test_info_of_a_function(m) -> None:
    about = package.info(m.total)
    assert about.report.startswith("total, explained.py:") and "scale" not in about.report
    assert str(about).endswith(about.report.rstrip("\n")) and about.signatures == {"total": m.total.signatures}
    (loop,) = about.loops
    assert loop.signature == "total(x: f64[:]) -> float" and loop.text == "for i in range(len(x)):"
    assert (loop.line, loop.depth, loop.verdict, loop.vectorised) == (12, 0, "serial", False)
    assert "order" in loop.obstacle and "prange" in loop.advice
    outer, inner = package.info(m.scale).loops
    assert (outer.verdict, inner.verdict, inner.depth, inner.vectorised) == ("parallel", "parallel", 1, True)
    assert package.info(m.scatter).loops[0].verdict == "checked"
    assert package.info(m.none).loops == ()


def test_info_of_the_module(m) -> None:
    about = package.info(m)
    assert [loop.line for loop in about.loops if "scale" in loop.signature] == [6, 7]
    assert all(name in about.report for name in ("scale", "total", "own", "scatter"))
    assert len([loop for loop in about.loops if loop.signature.startswith("own")]) == 2
    assert json.loads(m.__pycc__["report"])["version"] == 2


def test_words_are_those_of_the_command(m) -> None:
    """Two printers, one text: analysis/report/explain.c and _explain.words."""
    folder = Path(m.__file__).parent
    done = subprocess.run([PYCC, "--emit", "explain", "explained.py"], cwd=folder, capture_output=True, text=True)
    assert package.info(m).report == done.stdout


def test_info_of_others() -> None:
    about = package.info(test_info_of_others)
    assert not about.compiled and about.report == "" and about.loops == ()
    with pytest.raises(TypeError, match="compiled function"):
        about.explain()
    with pytest.raises(TypeError, match="compiled function"):
        package.info(package).explain()


# ---- pycc.info(f).explain(...)

def choice(f, *args, **kwargs):
    choices = package.info(f).explain(*args, **kwargs)
    assert len(choices) == 1 and str(choices[0]) in str(choices)
    return choices[0]


def test_threshold_is_the_run_times() -> None:
    header = (ROOT / "runtime/include/pycc_rt_loop.h").read_text()
    assert float(re.search(r"#define PYCC_PARALLEL_WORK (\S+)", header)[1]) == _explain.PARALLEL_WORK


def test_versions(m) -> None:
    a, b = np.zeros((800, 600)), np.zeros((800, 600))
    fast = choice(m.scale, a, b)
    assert fast.version == "contiguous" and fast.threads == package.get_num_threads() and fast.reasons == ()
    assert choice(m.scale, a[:, ::-1], b).version == "strided"
    assert choice(m.scale, a[::-2], b).version == "contiguous"
    same = choice(m.scale, a[1:], a[:-1])
    assert (same.version, same.threads) == ("checked", 1) and "a and b share memory" in same.reasons[0]
    assert choice(m.scale, a[:, ::2], a[:, 1::2]).version == "strided"
    short = choice(m.scale, a, b[:10])
    assert short.version == "checked" and "go from 0 to 799, and its size is 10" in short.reasons[0]
    repeated = choice(m.scale, a, np.lib.stride_tricks.as_strided(b, (800, 600), (0, 8)))
    assert repeated.version == "checked" and "each other" in repeated.reasons[0]
    unaligned = np.zeros(800 * 600 * 8 + 1, np.uint8)[1:].view(np.float64).reshape(800, 600)
    assert choice(m.scale, unaligned, b).version == "strided"


def test_threads(m) -> None:
    small = choice(m.scale, np.zeros((4, 4)), np.zeros((4, 4)))
    assert small.version == "contiguous" and small.threads == 1 and 16 <= small.work < 2e5
    assert "worth threads" in small.reasons[0]
    assert choice(m.total, np.zeros(10 ** 6)).threads == 1


def test_signature_is_chosen(m) -> None:
    about = package.info(m.own)
    assert about.explain(np.zeros(8, np.float32), 4).signature.startswith("own(x: f32[:]")
    assert about.explain(np.zeros(8), n=4).signature.startswith("own(x: f64[:]")
    with pytest.raises(TypeError, match="fit no signature: own"):
        about.explain(np.zeros(8, np.int8), 4)
    with pytest.raises(TypeError, match="missing"):
        about.explain(np.zeros(8))


def test_values_computed_before_the_loop(m) -> None:
    assert [c.version for c in package.info(m.own).explain(np.zeros(8), 4)][-1] == "contiguous"
    assert [c.version for c in package.info(m.own).explain(np.zeros(8), 5)][-1] == "checked"


def test_values_only_the_call_knows(m) -> None:
    late = choice(m.moved, np.zeros(8), 4)
    assert late.version == "unknown" and late.threads is None and "`n`" in late.reasons[0]


def test_checked_when_called(m) -> None:
    late = choice(m.scatter, np.zeros(10 ** 6), np.arange(10 ** 6))
    assert late.version == "contiguous" and "two iterations" in late.reasons[-1]


def test_promised_layout(m) -> None:
    a = np.zeros((600, 500), order="F")
    assert choice(m.columns, a, np.float64(1)).version == "contiguous"
    with pytest.raises(TypeError, match="fit no signature"):
        package.info(m.columns).explain(a.T, np.float64(1))


def test_arguments_are_left_alone(m) -> None:
    a, b = np.ones((3, 3)), np.zeros((3, 3))
    package.info(m.scale).explain(a, b)
    assert (b == 0).all()


def test_exchanged_loops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Loops come in the order they run in; the version that checks each index has the order of the source."""
    shutil.copy(ROOT / "testsuite/golden/explain/order.py", tmp_path / "order_source.py")
    subprocess.run([PYCC, "order_source.py", "-o", "order_source.so"], cwd=tmp_path, check=True, capture_output=True)
    (tmp_path / "order_source.py").unlink()
    monkeypatch.syspath_prepend(tmp_path)
    m = importlib.import_module("order_source")
    about = package.info(m.product)
    assert [loop.line for loop in about.loops] == [6, 8, 7]
    assert [loop.vectorised for loop in about.loops] == [False, False, True]
    assert "i, k, j instead of i, j, k" in str(about)
    assert "iteration j=1, i=1" in str(package.info(m.columns))
    a = np.ones((4, 4))
    assert choice(m.product, a, a, np.zeros((4, 4))).version == "contiguous"
    assert choice(m.product, a.T, a, np.zeros((4, 4))).version == "strided"
    assert choice(m.product, a, a, a).version == "checked"
    assert choice(m.product, a, np.ones((3, 4)), np.zeros((4, 4))).version == "checked"


# ---- docs/explain.md

def test_documented_example(tmp_path: Path) -> None:
    """The text in the documentation is what is printed."""
    page = (ROOT / "docs/explain.md").read_text()
    blocks = re.findall(r"^```(\w+)\n(.*?)^```", page, re.M | re.S)
    (_, source), (_, command), (_, said), (_, script), (_, printed) = blocks
    (tmp_path / "rows.py").write_text(source)
    environment = {**os.environ, "PATH": f"{Path(PYCC).parent}:{os.environ['PATH']}", "PYCC_NUM_THREADS": "2"}
    environment.pop("LD_PRELOAD", None)
    done = subprocess.run(["bash", "-ec", command], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.stdout.startswith(said), done.stdout + done.stderr
    subprocess.run([PYCC, "rows.py", "-o", "rows.so"], cwd=tmp_path, env=environment, check=True)
    (tmp_path / "rows.py").unlink()
    (tmp_path / "try.py").write_text(script)
    done = subprocess.run([sys.executable, "try.py"], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0 and said in done.stdout and done.stdout.endswith(printed), done.stdout + done.stderr
    labels = set(re.findall(r"^\| `([a-z ]+)` \|", page, re.M))
    sources = "".join(p.read_text() for p in (ROOT / "analysis").rglob("tell*.c"))
    assert labels == set(re.findall(r'tell_note\(\s*(?:s->)?t, l, "([a-z ]+)"', sources))
