"""One measurement in a process of its own: `suite_worker.py FOLDER ENGINE PROGRAM SIZE`.

Prints a line of JSON: {"seconds": best of the runs, "runs": how many} or {"error": text}. The results
of the first call go to FOLDER/PROGRAM.SIZE.ENGINE.npz, where the parent compares them.
"""
from __future__ import annotations

import ast
import ctypes
import importlib.util
import json
import os
import sys
import time
import types
from pathlib import Path
from typing import Callable

import numpy as np

import machine

SUITE = Path(__file__).resolve().parent / "suite"
MIN_RUNS, MIN_SECONDS, MAX_SECONDS = 3, 0.4, 20.0


def load(name: str, path: Path) -> types.ModuleType:
    """The module in a file, source or compiled."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def kernels_only(source: Path) -> str:
    """The program without what only makes its input: imports, export comment, functions."""
    text = source.read_text()
    lines = text.splitlines(keepends=True)
    for node in reversed(ast.parse(text).body):
        name = node.name if isinstance(node, ast.FunctionDef) else None
        if isinstance(node, ast.Assign) or name in ("initialize", "work"):
            del lines[node.lineno - 1:node.end_lineno]
    return "".join(lines).replace("# pythran export", "#pythran export")


def numba_function(name: str, folder: Path) -> Callable:
    """The kernel and its helpers through Numba's parallel compiler, cached on disk."""
    import numba
    source = folder / f"{name}_numba.py"
    text = kernels_only(SUITE / f"{name}.py")
    text = text.replace("\ndef ", "\n@numba.njit(parallel=True, cache=True)\ndef ")
    text = text.replace("import numpy as np", "import numba\nimport numpy as np", 1)
    if not source.exists() or source.read_text() != text:
        source.write_text(text)
    sys.path.insert(0, str(folder))
    return getattr(load(f"{name}_numba", source), name)


def c_function(name: str, folder: Path) -> Callable:
    """The hand-written C, taking and giving what the program does."""
    library = ctypes.CDLL(str(folder / "suite_c.so"))
    pointer = lambda a: ctypes.c_void_p(a.ctypes.data)
    int_, double = ctypes.c_int64, ctypes.c_double
    call = getattr(library, name)
    call.restype = None
    if name in ("jacobi_1d", "jacobi_2d", "heat_3d"):
        return lambda steps, a, b: call(int_(steps), int_(len(a)), pointer(a), pointer(b))
    if name == "arc_distance":
        def distance(*args):
            out = np.empty_like(args[0])
            call(int_(len(out)), *map(pointer, args), pointer(out))
            return out
        return distance
    if name == "black_scholes":
        def prices(price, strike, t, rate, vol):
            out = np.empty_like(price), np.empty_like(price)
            call(int_(len(price)), pointer(price), pointer(strike), pointer(t), double(rate), double(vol),
                 *map(pointer, out))
            return out
        return prices

    def fold(seq):
        table = np.zeros((len(seq), len(seq)), dtype=np.int64)
        call(int_(len(seq)), pointer(seq), pointer(table))
        return table
    return fold


def function_of(engine: str, name: str, folder: Path) -> Callable:
    """The program as the engine runs it."""
    if engine == "numpy":
        return getattr(load(name, SUITE / f"{name}.py"), name)
    if engine == "numba":
        return numba_function(name, folder)
    if engine == "C":
        return c_function(name, folder)
    return getattr(load(name, folder / engine / f"{name}.so"), name)


def fresh(args: tuple) -> tuple:
    """Arguments of a call of their own: programs write into them."""
    return tuple(a.copy() if isinstance(a, np.ndarray) else a for a in args)


def outcome(result: object, args: tuple) -> list[np.ndarray]:
    """Everything a call gave: results, then arguments."""
    results = result if isinstance(result, tuple) else () if result is None else (result,)
    return [np.asarray(x) for x in (*results, *args)]


def close(expected: np.ndarray, got: np.ndarray) -> bool:
    """Equal but for rounding in another order; the scale is the array's."""
    if expected.shape != got.shape:
        return False
    if expected.dtype.kind in "biu":
        return np.array_equal(expected, got)
    scale = float(np.max(np.abs(expected), initial=0.0))
    relative = 1e-4 if expected.dtype in (np.float32, np.complex64) else 1e-8
    return bool(np.allclose(expected, got, rtol=relative, atol=relative * scale, equal_nan=True))


def measure(function: Callable, args: tuple) -> tuple[float, int]:
    """The best time of a call, in seconds, and the number of calls."""
    best, spent, runs = float("inf"), 0.0, 0
    while runs < MIN_RUNS or spent < MIN_SECONDS:
        own = fresh(args)
        start = time.perf_counter()
        function(*own)
        seconds = time.perf_counter() - start
        best, spent, runs = min(best, seconds), spent + seconds, runs + 1
        if spent > MAX_SECONDS:
            break
    return best, runs


def run(folder: Path, engine: str, name: str, size: str) -> dict[str, object]:
    """One measurement."""
    if engine == "machine":
        return machine.rates(ctypes.CDLL(str(folder / "suite_c.so")), int(os.environ["OMP_NUM_THREADS"]))
    program = load(name, SUITE / f"{name}.py")
    args = program.initialize(*program.SIZES[size])
    function = function_of(engine, name, folder)
    first = fresh(args)
    results = outcome(function(*first), first)
    file = folder / f"{name}.{size}.{engine}.npz"
    if not file.exists():
        np.savez(file, *results)
    best, runs = measure(function, args)
    return {"seconds": best, "runs": runs}


def main() -> None:
    folder, engine, name, size = sys.argv[1:]
    try:
        answer = run(Path(folder), engine, name, size)
    except Exception as error:  # a peer that cannot do a program: the table says so
        lines = [line for line in str(error).splitlines() if line.strip()]
        answer = {"error": f"{type(error).__name__}: {' '.join(lines)[:300]}"}
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
