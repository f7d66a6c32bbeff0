"""Array statements one by one: bandwidth beside a hand-written C triad's, and what one costs on small arrays."""
from __future__ import annotations

import ctypes
import tempfile
import timeit
from pathlib import Path

import numpy as np

import bench_six as six
import peers
from timing import interleaved, table

SOURCE = '''
import numpy as np

from pycc import bool_, f32, f64, i32, i64


def triad(a: f64[:], b: f64[:], c: f64[:]) -> None:
    a[:] = b + 2.5 * c


def jacobi(u: f64[:, :], v: f64[:, :]) -> None:
    v[1:-1, 1:-1] = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])


def heat(u: f64[:, :, :], v: f64[:, :, :]) -> None:
    v[1:-1, 1:-1, 1:-1] = u[1:-1, 1:-1, 1:-1] + 0.1 * (
        u[2:, 1:-1, 1:-1] + u[:-2, 1:-1, 1:-1] + u[1:-1, 2:, 1:-1] + u[1:-1, :-2, 1:-1]
        + u[1:-1, 1:-1, 2:] + u[1:-1, 1:-1, :-2] - 6.0 * u[1:-1, 1:-1, 1:-1])


def row(a: f64[:, :], b: f64[:, :], r: f64[:]) -> None:
    a[:, :] = b * 0.5 + r


def column(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    a[:, :] = b * 0.5 + c


def mixed(a: f64[:], b: f32[:], k: i64[:]) -> None:
    a[:] = b * 0.5 + k


def where(a: f64[:], b: f64[:]) -> None:
    a[:] = np.where(b > 0.5, b - 0.5, b)


def flags(a: f64[:], m: bool_[:]) -> None:
    m[:] = (a > 0.25) & (a < 0.75)


def integers(a: i32[:], b: i32[:]) -> None:
    a[:] = (a + b) & 255


def ten(a: f64[:], b: f64[:]) -> None:
    a[:] = a + b
    a[:] = a * b
    a[:] = a - b
    a[:] = a * 0.5
    a[:] = a + 1.0
    a[:] = a + b
    a[:] = a * b
    a[:] = a - b
    a[:] = a * 0.5
    a[:] = a + 1.0
'''


def arguments() -> dict[str, tuple[tuple, int]]:
    """Arrays for each function, some 100 MB, and the bytes that must move: each array once, and what a write reads."""
    r = np.random.default_rng(0).random
    n, m, k = 4_000_000, 2000, 160
    flat, square, cube = 8 * n, 8 * m * m, 8 * k**3
    return {
        "triad": ((r(n), r(n), r(n)), 4 * flat),
        "jacobi": ((r((m, m)), r((m, m))), 3 * square),
        "heat": ((r((k, k, k)), r((k, k, k))), 3 * cube),
        "row": ((r((m, m)), r((m, m)), r(m)), 3 * square),
        "column": ((r((m, m)), r((m, m)), r((m, 1))), 3 * square),
        "mixed": ((r(n), r(n).astype(np.float32), np.arange(n)), 2 * flat + flat // 2 + flat),
        "where": ((r(n), r(n)), 3 * flat),
        "flags": ((r(n), np.zeros(n, bool)), flat + 2 * n),
        "integers": ((np.arange(n, dtype=np.int32), np.arange(n, dtype=np.int32)), 3 * 4 * n),
    }


def run(arguments_: list[str]) -> int:
    """Prints GB/s and percent of the C triad's, then nanoseconds of a statement on arrays of 10 elements."""
    rows = []
    with tempfile.TemporaryDirectory() as tmp:
        source = Path(tmp) / "arrays_pycc.py"
        source.write_text(SOURCE)
        plain, ours = peers.load("arrays_plain", source), peers.compile_pycc(source, Path(tmp))
        library = peers.compile_c(peers.ROOT / "testsuite/bench/machine.c", Path(tmp), peers.c_flags(source, Path(tmp)))
        x = [np.random.default_rng(k).random(4_000_000) for k in range(3)]
        pointers = [ctypes.c_void_p(v.ctypes.data) for v in x]
        for threads in (1, 2):
            six.set_threads(threads)
            for name, (args, moved) in arguments().items():
                times = interleaved({
                    "C": lambda: library.triad(ctypes.c_int64(len(x[0])), *pointers),
                    "pycc": lambda: getattr(ours, name)(*args),
                    "NumPy": lambda: getattr(plain, name)(*args)}, rounds=5)
                limit, reached = 32 * len(x[0]) / times["C"], moved / times["pycc"]
                rows.append([name, threads, f"{limit / 1e9:.1f}", f"{reached / 1e9:.1f}", f"{100 * reached / limit:.0f} %",
                             f"{times['NumPy'] / times['pycc']:.1f} x"])
        table(["statement", "threads", "triad GB/s", "pycc GB/s", "of triad", "of NumPy"], rows)
        small = np.random.default_rng(0).random(10), np.ones(10)
        cost = {k: min(timeit.repeat(lambda: f(*small), number=2000, repeat=7)) / 2000 / 10
                for k, f in (("pycc", ours.ten), ("NumPy", plain.ten))}
    print(f"\none statement on 10 elements: {cost['pycc'] * 1e9:.0f} ns, NumPy {cost['NumPy'] * 1e9:.0f} ns")
    return 0
