"""Loops with reuse (limits.py) beside C tuned by hand (limits.c, limits_loops.c) and NumPy's BLAS.

`./dev bench limits [NEST...] [--size S|M|L] [--dtype f64|f32] [--threads N] [--rounds N]`

Prints what the machine can do, then for one and two threads, or as many as are said, milliseconds of pycc, what
part of the operations per second it reaches, and how many times its time C and the BLAS take. Engines take turns,
each on arrays of its own that are as they were before each call; the least of the times counts. Results are
compared. What has no library function (a convolution) is beside the product that it is once its operand is copied
out, which is not timed.
"""
from __future__ import annotations

import argparse
import ctypes
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Callable, NamedTuple

import numpy as np

import bench_six as six
import machine
import peers
from timing import agree, interleaved, table

HERE = Path(__file__).parent
SCALE = {"S": 0.25, "M": 1, "L": 2}
ROW_MAJOR, AS_IS, TURNED, LOWER, UPPER, LEFT, ANY_DIAGONAL = 101, 111, 112, 122, 121, 141, 131


class Nest(NamedTuple):
    """A function of limits.py: what it is called with, and who else can do it."""

    name: str  # of the function, and after a blank of the row
    args: tuple
    work: float  # operations
    c: tuple[str, str, Callable] | None = None  # the C function, its parameters, and how they follow from the arguments
    blas: Callable | None = None  # (library, arguments) -> what calls it
    start: Callable | None = None  # arguments -> array, an argument of the library's: that goes into the last one first
    same: bool = True  # the library gives what the nest gives


class Blas:
    """Calls of the OpenBLAS that NumPy brings, for matrices of one type."""

    def __init__(self, dtype: str) -> None:
        found = sorted((Path(np.__file__).parents[1] / "numpy.libs").glob("libscipy_openblas64_*"))
        self.library = ctypes.CDLL(str(found[0])) if found else None
        self.real, self.letter = (ctypes.c_double, "d") if dtype == "f8" else (ctypes.c_float, "s")

    def call(self, name: str, flags: tuple[int, ...], *args: object) -> Callable[[], object]:
        """cblas_<letter><name>: flags, then sizes, numbers and matrices with their row lengths, in its order."""
        complex_ = any(isinstance(a, np.ndarray) and a.dtype.kind == "c" for a in args)
        letter = {"d": "z", "s": "c"}[self.letter] if complex_ else self.letter
        function, values = getattr(self.library, f"scipy_cblas_{letter}{name}64_"), [ctypes.c_int(f) for f in (ROW_MAJOR, *flags)]
        for a in args:
            if isinstance(a, np.ndarray):
                values += [ctypes.c_void_p(a.ctypes.data), ctypes.c_int64(a.shape[-1])]
            elif isinstance(a, float):
                values.append((self.real * 2)(a, 0) if complex_ else self.real(a))
            else:
                values.append(ctypes.c_int64(a))
        return lambda: function(*values)

    def lapack(self, name: str, a: np.ndarray, *more: object) -> Callable[[], object]:
        """lapack's <letter><name> of a matrix, which it takes for the transposed one."""
        n, info = ctypes.c_int64(len(a)), ctypes.c_int64()
        function = getattr(self.library, f"scipy_{self.letter}{name}_64_")
        at, size = ctypes.c_void_p(a.ctypes.data), ctypes.byref(n)
        if name == "potrf":
            return lambda: function(b"U", size, at, size, ctypes.byref(info), ctypes.c_size_t(1))
        pivots = np.zeros(len(a), np.int64)
        return lambda: function(size, size, at, size, ctypes.c_void_p(pivots.ctypes.data), ctypes.byref(info))


def gemm(turned: int = AS_IS) -> Callable:
    """c += a @ b, or c = a @ b.T, where leading axes are rows."""
    def make(blas: Blas, a: np.ndarray, b: np.ndarray, c: np.ndarray) -> Callable[[], object]:
        k, n = a.shape[-1], c.shape[-1]
        return blas.call("gemm", (AS_IS, turned), c.size // n, n, k, 1.0, a, b, 0.0 if turned == TURNED else 1.0, c)
    return make


def windows(a: np.ndarray) -> np.ndarray:
    """Of each pixel the 3 x 3 around it, as a row."""
    w, n = a.shape[0] - 2, a.shape[2]
    return np.ascontiguousarray(np.lib.stride_tricks.sliding_window_view(a, (3, 3), (0, 1)).transpose(0, 1, 3, 4, 2)).reshape(w * w, 9 * n)


def convolved(blas: Blas, a: np.ndarray, b: np.ndarray, c: np.ndarray) -> Callable[[], object]:
    """The product of the windows and the filters, keeping the windows."""
    rows = windows(a)
    call = blas.call("gemm", (AS_IS, AS_IS), len(rows), c.shape[2], rows.shape[1], 1.0, rows, b.reshape(rows.shape[1], -1), 1.0, c)
    return lambda keep=rows: call()


def nests(size: str, dtype: str) -> list[Nest]:
    """All of them."""
    rng, s = np.random.default_rng(0), SCALE[size]
    real = lambda *shape: rng.random(shape).astype(dtype)
    zeros = lambda *shape: np.zeros(shape, dtype)
    n, small, big, steps = int(720 * s), int(400 * s), int(1500 * s), 10
    w3, w64, cube, points, deep = int(256 * s), int(64 * s), int(140 * s), int(1000 * s), int(64 * s)
    abc, three = (real(n, n), real(n, n), zeros(n, n)), ("ippp", lambda a, b, c: (len(c), a, b, c))
    diagonal = n * np.eye(n, dtype=dtype)
    positive, dominant = abc[0] @ abc[0].T + diagonal, abc[0] + diagonal
    unit = np.tril(abc[0]) / n + np.eye(n, dtype=dtype)
    numbers = tuple(rng.integers(-9, 9, (small, small)) for _ in range(2)) + (np.zeros((small, small), np.int64),)
    complex_ = tuple((real(small, small) + 1j * real(small, small)).astype("c16" if dtype == "f8" else "c8") for _ in range(3))
    lengths, size_of = rng.integers(0, 49, 50 * points), 50 * points
    begins = np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths)))
    flat = ("iippp", lambda a, b, c: (c.size // c.shape[-1], a.shape[-1], a, b, c))
    image = ("iippp", lambda a, b, c: (len(c), a.shape[2], a, b, c))
    stencil = ("iipp", lambda t, a, b: (t, len(a), a, b))
    return [
        Nest("product_ijk", abc, 2 * n ** 3, ("product", *three), gemm()),
        Nest("product_ikj", abc, 2 * n ** 3, ("product", *three), gemm()),
        Nest("transposed", abc, 2 * n ** 3, ("transposed", *three), gemm(TURNED)),
        Nest("rank_k", abc[::2], n ** 3, ("rank_k", "ipp", lambda a, c: (len(c), a, c)),
             lambda blas, a, c: blas.call("syrk", (LOWER, AS_IS), n, n, 1.0, a, 1.0, c)),
        Nest("rank_2k", abc, 2 * n ** 3, ("rank_2k", *three),
             lambda blas, a, b, c: blas.call("syr2k", (LOWER, AS_IS), n, n, 1.0, a, b, 1.0, c)),
        Nest("trmm", abc, n ** 3, ("trmm", *three),
             lambda blas, a, b, c: blas.call("trmm", (LEFT, LOWER, AS_IS, ANY_DIAGONAL), n, n, 1.0, a, c), lambda a, b, c: b),
        Nest("symm", abc, 2 * n ** 3, ("symm", *three),
             lambda blas, a, b, c: blas.call("symm", (LEFT, LOWER), n, n, 1.0, a, b, 1.0, c)),
        Nest("doitgen", (real(deep, deep, 2 * deep), real(2 * deep, 2 * deep), zeros(deep, deep, 2 * deep)), 8 * deep ** 4,
             ("doitgen", *flat), gemm()),
        *(Nest(f"batch {k}", (real(m, k, k), real(m, k, k), zeros(m, k, k)), 2 * m * k ** 3, ("batch", *flat))
          for k, m in ((4, int(30000 * s)), (16, int(2000 * s)), (64, int(40 * s)))),
        Nest("convolution 3", (real(w3 + 2, w3 + 2, 3), real(3, 3, 3, 3), zeros(w3, w3, 3)), 2 * w3 ** 2 * 81,
             ("convolution_3", *image), convolved),
        Nest("convolution 64", (real(w64 + 2, w64 + 2, 64), real(3, 3, 64, 64), zeros(w64, w64, 64)), 2 * w64 ** 2 * 9 * 64 ** 2,
             ("convolution", *image), convolved),
        *(Nest(f"distances {k}", (real(points, k), real(points, k), zeros(points, points)), 3 * k * points ** 2,
               (f"distances{'_3' * (k == 3)}", "iippp", lambda a, b, c: (len(a), a.shape[1], a, b, c))) for k in (3, 64)),
        Nest("least", (*abc[:2], real(n, n) + 1), 2 * n ** 3, ("least", *three)),
        Nest("floyd", (real(small, small) * 9,), 2 * small ** 3, ("floyd", "ip", lambda d: (len(d), d))),
        Nest("product_complex", complex_, 8 * small ** 3, None, gemm()),
        Nest("product_i64", numbers, 2 * small ** 3, ("product_i64", *three)),
        Nest("lu", (dominant,), 2 * n ** 3 / 3, ("lu", "ip", lambda a: (len(a), a)), lambda blas, a: blas.lapack("getrf", a), None, False),
        Nest("cholesky", (positive,), n ** 3 / 3, ("cholesky", "ip", lambda a: (len(a), a)), lambda blas, a: blas.lapack("potrf", a)),
        Nest("triangular", (unit, abc[1]), n ** 3, ("triangular", "ipp", lambda a, c: (len(a), a, c)),
             lambda blas, a, c: blas.call("trsm", (LEFT, LOWER, AS_IS, ANY_DIAGONAL), n, n, 1.0, a, c)),
        Nest("jacobi_2d", (steps, real(big, big), real(big, big)), 10 * steps * big ** 2, ("jacobi_2d", *stencil)),
        Nest("heat_3d", (steps, real(cube, cube, cube), real(cube, cube, cube)), 26 * steps * cube ** 3, ("heat_3d", *stencil)),
        Nest("seidel_2d", (steps, real(small, small)), 9 * steps * small ** 2, ("seidel_2d", "iip", lambda t, a: (t, len(a), a))),
        Nest("bodies", (real(3, 32 * (points // 16)), real(32 * (points // 16)), zeros(3, 32 * (points // 16))),
             20 * (32 * (points // 16)) ** 2, ("bodies", "ippp", lambda p, m, f: (len(m), p, m, f))),
        Nest("histogram", (rng.integers(0, 256, 1000 * points), np.zeros(256, np.int64)), 1000 * points,
             ("histogram", "iipp", lambda x, h: (len(x), len(h), x, h))),
        Nest("sparse", (begins, rng.integers(0, size_of, begins[-1]), real(begins[-1]), real(size_of), zeros(size_of)), 2 * begins[-1],
             ("sparse", "ippppp", lambda start, column, a, x, y: (len(y), start, column, a, x, y))),
        Nest("reciprocal", (real(4 * points) + 1, zeros(4 * points)), 2 * 4 * points,
             ("reciprocal", "ipp", lambda x, y: (len(x), x, y))),
    ]


def build(folder: Path, dtype: str) -> tuple[object, ctypes.CDLL]:
    """pycc's module and the C, for one type of floats."""
    source = folder / "limits.py"
    text = (HERE / "limits.py").read_text()
    source.write_text(text if dtype == "f8" else text.replace("f64", "f32").replace("c128", "c64"))
    flags = [*peers.c_flags(source, folder), "-mprefer-vector-width=512"]
    more = (str(HERE / "limits_loops.c"), str(HERE / "machine.c"), f"-DREAL={'double' if dtype == 'f8' else 'float'}")
    return peers.compile_pycc(source, folder), peers.compile_c(HERE / "limits.c", folder, flags, *more)


class Rivals:
    """Calls of one nest by name, each with arguments of its own."""

    def __init__(self, nest: Nest, ours: object, library: ctypes.CDLL, blas: Blas) -> None:
        self.nest, self.own = nest, {}
        function = getattr(ours, nest.name.split()[0])
        self.calls: dict[str, Callable[[], object]] = {}
        mine = self.fresh("pycc")
        self.calls["pycc"] = lambda: function(*mine)
        if nest.c:
            name, kinds, order = nest.c
            self.calls["C"] = peers.c_caller(getattr(library, name), kinds)(order(*self.fresh("C")))
        if nest.blas and blas.library:
            self.calls["BLAS"] = nest.blas(blas, *self.fresh("BLAS"))

    def fresh(self, name: str) -> tuple:
        """Copies of the arguments."""
        self.own[name] = tuple(a.copy() if isinstance(a, np.ndarray) else a for a in self.nest.args)
        return self.own[name]

    def restore(self, name: str) -> None:
        """Arguments as they were."""
        for given, own in zip(self.nest.args, self.own[name]):
            if isinstance(own, np.ndarray):
                own[...] = given
        if name == "BLAS" and self.nest.start:
            self.own[name][-1][...] = self.nest.start(*self.own[name])

    def differing(self, rtol: float) -> list[str]:
        """Whose results differ from pycc's, each called once."""
        for name, call in self.calls.items():
            self.restore(name)
            call()
        compared = [name for name in self.calls if name != "BLAS" or self.nest.same]
        scale = max(float(np.abs(a).max()) for a in self.own["pycc"] if isinstance(a, np.ndarray))
        part = lambda own: tuple(np.tril(a) / scale if self.nest.name == "cholesky" else a / scale for a in own if isinstance(a, np.ndarray))
        return [f"{self.nest.name} {name}" for name in compared if not agree(part(self.own["pycc"]), part(self.own[name]), rtol)]


def measure(given: argparse.Namespace, threads: int) -> int:
    """The tables of one number of threads, which the BLAS has read from the environment."""
    lines, wrong, dtype = [], [], {"f64": "f8", "f32": "f4"}[given.dtype]
    with tempfile.TemporaryDirectory() as tmp:
        ours, library = build(Path(tmp), dtype)
        six.set_threads(threads)
        rates = machine.rates(library, threads, dtype)
        print(f"{threads} threads, {given.dtype}: {rates['flops'] / 1e9:.1f} Gflop/s, triad {rates['bandwidth'] / 1e9:.1f} GB/s, loads wait ",
              ", ".join(f"{t * 1e9:.1f} ns for {level}" for level, t in machine.latencies(library).items()), flush=True)
        for nest in nests(given.size, dtype):
            if given.nest and nest.name.split()[0] not in given.nest:
                continue
            rivals = Rivals(nest, ours, library, Blas(dtype))
            wrong += rivals.differing(1e-9 if dtype == "f8" else 1e-3)
            before = {name: lambda name=name: rivals.restore(name) for name in rivals.calls}
            times = interleaved(rivals.calls, given.rounds, before=before, pick=min)
            others = (f"{times[name] / times['pycc']:.2f}" if name in times else "" for name in ("C", "BLAS"))
            lines.append([nest.name, f"{times['pycc'] * 1e3:.3f}", f"{100 * nest.work / times['pycc'] / rates['flops']:.0f} %", *others])
    table(["nest", "pycc ms", "of peak", "C", "BLAS"], lines)
    if wrong:
        print("results differ:", ", ".join(wrong))
    return 1 if wrong else 0


def run(arguments: list[str]) -> int:
    """A process for each number of threads."""
    p = argparse.ArgumentParser(prog="./dev bench limits", description=__doc__.splitlines()[0])
    p.add_argument("nest", nargs="*", help="default: all")
    p.add_argument("--size", choices=SCALE, default="M")
    p.add_argument("--dtype", choices=("f64", "f32"), default="f64")
    p.add_argument("--threads", type=int, help="default: one, then two")
    p.add_argument("--rounds", type=int, default=9)
    given = p.parse_args(arguments)
    if given.threads and os.environ.get("OPENBLAS_NUM_THREADS") == str(given.threads):
        return measure(given, given.threads)
    status = 0
    for threads in [given.threads] if given.threads else (1, 2):
        n = str(threads)
        command = [sys.executable, str(HERE / "bench.py"), "limits", *arguments, *(() if given.threads else ("--threads", n))]
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": n, "OMP_NUM_THREADS": n, "PYCC_NUM_THREADS": n}
        status |= subprocess.run(command, env=environment, check=False).returncode
    return status
