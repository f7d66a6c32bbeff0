"""The six unPython programs: pycc beside hand-written C, Numba and Pythran, at 1 and 2 threads."""
from __future__ import annotations

import copy
import tempfile
from pathlib import Path

import numpy as np

import peers
from timing import agree, interleaved, table

SIZES = {"matmul": 300, "rank_k": 500, "rank_2k": 400, "nbody": 4000, "coulomb": 220, "stencil": 2500}
A1, A2 = "{0}[]", "{0}[:,:]"
PYTHRAN = {
    "matmul": [A2, A2, A2], "rank_k": [A2, A2, "float", "float"], "rank_2k": [A2, A2, A2, "float", "float"],
    "nbody": [A2, A1], "coulomb": [A2, A2, "float", "float"], "stencil": [A2, A2],
}
C_CALLS = {  # parameters of the C function, and how they follow from the Python arguments
    "matmul": ("iiippp", lambda a, b, c: (*a.shape, b.shape[1], a, b, c)),
    "rank_k": ("iippdd", lambda a, c, x, y: (*a.shape, a, c, x, y)),
    "rank_2k": ("iipppdd", lambda a, b, c, x, y: (*a.shape, a, b, c, x, y)),
    "nbody": ("ipp", lambda p, d: (p.shape[1], p, d)),
    "coulomb": ("iiippdd", lambda a, g, s, z: (*g.shape, a.shape[0], a, g, s, z)),
    "stencil": ("iipp", lambda a, b: (*a.shape, a, b)),
}


def competitors(name: str, dtype: type, folder: Path, flags: list[str], with_peers: bool) -> dict:
    """Name of competitor -> (call, its arguments)."""
    source = peers.ROOT / "samples" / f"{name}.py"
    plain = peers.load(name, source)
    function = getattr(plain, name)
    args = plain.arguments(SIZES[name], dtype)
    real = "-DREAL=float" if dtype is np.float32 else "-DREAL=double"
    kinds, order = C_CALLS[name]
    result = {}

    def add(key: str, make) -> None:
        own = copy.deepcopy(args)
        result[key] = (make(own), own)

    compiled = getattr(peers.compile_pycc(source, folder), name)
    add("pycc", lambda own: lambda: compiled(*own))
    for key, more in (("C", ()), ("C fast-math", ("-ffast-math",))):
        library = peers.compile_c(peers.ROOT / "testsuite/bench/six.c", folder, flags, real, *more)
        bind = peers.c_caller(getattr(library, name), kinds)
        add(key, lambda own: bind(order(*own)))
    if with_peers:
        numba = peers.compile_numba(function)
        add("numba", lambda own: lambda: numba(*own))
        signature = ", ".join(PYTHRAN[name]).format(np.dtype(dtype).name)
        pythran = peers.compile_pythran(function, [signature], folder)
        add("pythran", lambda own: lambda: pythran(*own))
    return result


def set_threads(n: int) -> None:
    """The number of threads of every run time in this process.

    Numba comes first: when it starts its threads it sets libgomp's number too, to its own.
    """
    import ctypes

    import pycc
    try:
        import numba
        numba.set_num_threads(n)
    except ImportError:
        pass
    ctypes.CDLL("libgomp.so.1").omp_set_num_threads(n)
    pycc.set_num_threads(n)


def run(arguments: list[str]) -> int:
    """Prints milliseconds of pycc and how many times its time the others take."""
    with_peers = "--no-peers" not in arguments
    names = [a for a in arguments if a in SIZES] or list(SIZES)
    header = ["program", "dtype", "threads", "pycc ms", "C", "C fast-math"] + ["numba", "pythran"] * with_peers
    rows, wrong = [], []
    with tempfile.TemporaryDirectory() as tmp:
        folder = Path(tmp)
        flags = peers.c_flags(peers.ROOT / "samples/stencil.py", folder)
        for name in names:
            for dtype in (np.float64, np.float32):
                print(f"-- {name} {np.dtype(dtype).name}", flush=True)
                own = folder / f"{name}_{np.dtype(dtype).name}"  # a loaded module must not be overwritten
                own.mkdir()
                found = competitors(name, dtype, own, flags, with_peers)
                for threads in (1, 2):
                    set_threads(threads)
                    times = interleaved({k: call for k, (call, _) in found.items()})
                    rows.append([name, np.dtype(dtype).name, threads, f"{times['pycc'] * 1e3:.2f}",
                                 *(f"{times[k] / times['pycc']:.2f}" for k in found if k != "pycc")])
                rtol = 1e-9 if dtype is np.float64 else 2e-3
                once = {k: own for k, (_, own) in found.items()}
                if name not in ("rank_k", "rank_2k"):  # those change c at each of many calls
                    wrong += [f"{name} {k}" for k, own in once.items() if not agree(once["pycc"], own, rtol)]
    print("\nHow many times pycc's time the others take (above 1: pycc is faster)")
    table(header, rows)
    if wrong:
        print("results differ:", *wrong)
    return 1 if wrong else 0
