"""Benchmarks: `./dev bench` runs all, `./dev bench NAME [ARGUMENT...]` one of them.

suite    51 NumPy programs beside NumPy, Numba, Pythran and C; writes an HTML page
busy     the suite at one and two threads while others use the processors
six      the six unPython programs beside C, Numba and Pythran, at 1 and 2 threads
limits   nests of loops beside C tuned by hand and the BLAS, and what the machine can do, at 1 and 2 threads
vector   an exp + log loop beside C without and with -ffast-math
arrays   array statements one by one beside NumPy and a C triad's bandwidth; cost on small arrays
calls    nanoseconds of a call from Python
bounds   every sample with bounds checks and without
analysis deciding at the call, compiling many nests, inspecting indirect accesses
gpu      the samples marked @pycc.gpu on an OpenCL device: bytes, kernels, launches, second start
functions  every function and form of NumPy on 10 to 1,000,000 elements; those slower than NumPy
compile  per program lines of C, seconds of pycc and the C compiler, ratio to Pythran; memory by module size
copperhead  procedures of samples/copperhead beside C with OpenMP and SciPy, with lines of code
jit      seconds of the first call of each program of the suite under @pycc.jit, beside Numba's
"""
from __future__ import annotations

import importlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

BENCHES = ("six", "limits", "vector", "arrays", "calls", "bounds", "analysis", "compile", "jit", "copperhead", "suite", "busy", "gpu", "functions")


def main(arguments: list[str]) -> int:
    """Runs the named benchmark or all of them; the exit status says whether results agreed."""
    name, *rest = arguments or [None]
    if name is not None and name not in BENCHES:
        print(__doc__)
        return 2
    status = 0
    for bench in [name] if name else BENCHES:
        print(f"== {bench}", flush=True)
        status |= importlib.import_module(f"bench_{bench}").run(rest)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
