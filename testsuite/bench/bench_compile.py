"""Compile time and lines of C of each program of the suite and sample, beside Pythran; pycc's own time and memory by
module size. `--no-peers`: without Pythran; names: of these programs only."""
from __future__ import annotations

import contextlib
import resource
import subprocess
import tempfile
import time
from pathlib import Path

import bench_suite
import peers
from timing import table

FUNCTION = '''
def f{0}(a: f64[:, :], b: f64[:, :], n: int) -> float:
    """One of many."""
    rows, columns = a.shape
    s = 0.0
    for i in prange(1, rows - 1):
        for j in range(1, columns - 1):
            x = a[i - 1, j] + a[i + 1, j]
            if x > 0.5:
                b[i, j] = helper{0}(x, 2) / (1.0 + i)
            else:
                b[i, j] = 0.25 * (x + a[i, j - 1] + a[i, j + 1])
    for k in range(min(n, rows)):
        s += b[k, 0] * {0}.5
    return s


def helper{0}(x, y):
    z = x * y + {0}
    return math.sqrt(abs(z)) - 1.0
'''


def module_of(lines: int) -> str:
    """A module of about that many lines."""
    per = FUNCTION.count("\n")
    return "import math\nfrom pycc import f64, prange\n" + "".join(FUNCTION.format(i) for i in range(lines // per))


def seconds(command: list[str]) -> float:
    """Wall time of a command that must succeed."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def own_time(lines: int, folder: Path) -> list[str]:
    """A row: pycc up to the C file, median of five runs, and the peak memory of its process."""
    source = folder / f"lines{lines}.py"
    source.write_text(module_of(lines))
    command = [str(peers.PYCC), "--emit", "c", "-o", str(folder / "out.c"), str(source)]
    times = sorted(seconds(command) for _ in range(5))
    script = f"import subprocess, resource; subprocess.run({command!r}, check=True); " \
             "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    memory = int(subprocess.run(["python3", "-c", script], capture_output=True, text=True, check=True).stdout)
    return [f"{lines} lines", f"{times[2] * 1e3:.1f} ms", f"{memory / 1024:.0f} MB"]


def cpu(command: list[str]) -> float:
    """Processor seconds of a command that must succeed, and of what it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def program(source: Path, folder: Path, pythran: bool) -> list[float]:
    """Lines of Python and of C, processor seconds of pycc and of the C compiler, and Pythran's or 0."""
    text = folder / f"{source.stem}.c"
    own = min(cpu([str(peers.PYCC), "-q", str(source), "--emit", "c", "-o", str(text)]) for _ in range(3))
    whole = min(cpu([str(peers.PYCC), "-q", str(source), "-o", str(folder / "x.so")]) for _ in range(2))
    theirs = 0.0
    if pythran and source.parent.name == "suite":
        (folder / "pythran").mkdir(exist_ok=True)
        with contextlib.suppress(bench_suite.Failed):
            theirs = bench_suite.build_pythran(source.stem, folder)
    return [*(len(p.read_text().splitlines()) for p in (source, text)), own, whole - own, theirs]


def row(name: str, of: list[float]) -> list[str]:
    """One of the table."""
    python, c, own, compiler, theirs = of
    return [name, f"{python:.0f}", f"{c:.0f}", f"{c / python:.1f}", f"{own:.3f} s", f"{compiler:.2f} s",
            f"{theirs / (own + compiler):.1f} x" if theirs else ""]


def run(arguments: list[str]) -> int:
    """Prints both tables; with names, only these programs of the suite and samples."""
    pythran = (peers.PYCC.parent / "pythran").exists() and "--no-peers" not in arguments
    names = [a for a in arguments if not a.startswith("-")]
    sources = [p for d in ("testsuite/bench/suite", "samples") for p in sorted((peers.ROOT / d).glob("*.py"))
               if p.stem != "demo" and (not names or p.stem in names)]
    with tempfile.TemporaryDirectory() as tmp:
        folder = Path(tmp)
        if not names:
            table(["module", "pycc alone", "peak memory"], [own_time(n, folder) for n in (100, 1000, 10000, 100000)])
            print()
        rows, sums = [], {}
        for source in sources:
            one = program(source, folder, pythran)
            part = source.parent.name
            rows.append(row(f"{part}/{source.stem}", one))
            both = [one[:4], one if one[4] else [0.0] * 5]
            sums.setdefault(part, []).append(both)
        for part, all_of in sums.items():
            total = [sum(x) for x in zip(*(both[0] for both in all_of))]
            rows.append(row(f"all of {part}", [*total, 0.0]))
            beside = [sum(x) for x in zip(*(both[1] for both in all_of))]
            if beside[4]:
                rows.append(row("those that Pythran compiles", beside))
        table(["program", "lines", "of C", "ratio", "pycc", "C compiler", "Pythran takes"], rows)
    return 0
