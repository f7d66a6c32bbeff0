"""Compile time: pycc and its C compiler beside Pythran; pycc's own time and memory by module size."""
from __future__ import annotations

import subprocess
import tempfile
import time
from pathlib import Path


import peers
import bench_six as six
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


def run(arguments: list[str]) -> int:
    """Prints both tables."""
    with tempfile.TemporaryDirectory() as tmp:
        folder = Path(tmp)
        table(["module", "pycc alone", "peak memory"], [own_time(n, folder) for n in (100, 1000, 10000, 100000)])
        print()
        rows, sums = [], [0.0, 0.0]
        for name in six.SIZES:
            source = peers.ROOT / "samples" / f"{name}.py"
            ours = min(seconds([str(peers.PYCC), str(source), "-o", str(folder / "x.so")]) for _ in range(3))
            function = getattr(peers.load(name, source), name)
            signatures = [", ".join(six.PYTHRAN[name]).format(d) for d in ("float64", "float32")]
            start = time.perf_counter()
            peers.compile_pythran(function, signatures, folder)
            theirs = time.perf_counter() - start
            sums[0] += ours
            sums[1] += theirs
            rows.append([name, f"{ours:.2f} s", f"{theirs:.2f} s", f"{theirs / ours:.1f} x"])
        rows.append(["all six", f"{sums[0]:.2f} s", f"{sums[1]:.2f} s", f"{sums[1] / sums[0]:.1f} x"])
        table(["program", "pycc", "Pythran", "ratio"], rows)
    return 0
