"""The same program from pycc, Numba, Pythran and C, each as a function of the same arguments."""
from __future__ import annotations

import ctypes
import inspect
import re
import subprocess
import sys
import types
from pathlib import Path
from typing import Callable

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
PYCC = Path(sys.executable).parent / "pycc"
sys.path.insert(0, str(ROOT / "samples"))

from demo import load  # noqa: E402  (the samples' own loader)


def compile_pycc(source: Path, folder: Path, *flags: str) -> types.ModuleType:
    """A module compiled by pycc."""
    target = folder / f"{source.stem}.so"
    subprocess.run([str(PYCC), str(source), "-o", str(target), *flags], check=True)
    return load(source.stem, target)


def c_flags(source: Path, folder: Path) -> list[str]:
    """The code generation flags that pycc hands to the C compiler, as its -v shows them."""
    done = subprocess.run([str(PYCC), "-v", str(source), "-o", str(folder / "flags.so")],
                          check=True, capture_output=True, text=True)
    command = next(line for line in done.stderr.splitlines() if " -shared " in line).split()
    return [command[0], *(w for w in command if re.match(r"-(O|m|f(?!visibility)|std|shared)", w))]


def compile_c(source: Path, folder: Path, flags: list[str], *more: str) -> ctypes.CDLL:
    """Hand-written C with the same flags."""
    target = folder / f"{source.stem}{abs(hash(more))}.c.so"
    subprocess.run([*flags, *more, str(source), "-o", str(target), "-lm"], check=True)
    return ctypes.CDLL(str(target))


def c_caller(function: ctypes._CFuncPtr, *kinds: str) -> Callable[[tuple], Callable[[], None]]:
    """Binds arguments: a letter per C parameter, i int64, d double, p array."""
    types_ = {"i": ctypes.c_int64, "d": ctypes.c_double, "p": ctypes.c_void_p}
    function.argtypes = [types_[k] for k in "".join(kinds)]
    function.restype = None

    def bind(args: tuple) -> Callable[[], None]:
        values = [a.ctypes.data if isinstance(a, np.ndarray) else a for a in args]
        return lambda: function(*values)

    return bind


def compile_numba(function: types.FunctionType, **options: object) -> Callable:
    """A plain function through Numba's parallel compiler."""
    import numba
    names = {**function.__globals__, "prange": numba.prange}
    copy = types.FunctionType(function.__code__, names, function.__name__)
    return numba.njit(parallel=True, **options)(copy)


def pythran_source(function: types.FunctionType, signatures: list[str]) -> str:
    """The function as Pythran wants it: export comments and OpenMP comments."""
    text = inspect.getsource(function)
    body = text[text.index("\n", text.index("def ")):]  # annotations are not Pythran's
    text = f"def {function.__name__}({', '.join(inspect.signature(function).parameters)}):{body}"
    text = re.sub(r"^( *)(for \w+ in )prange\(", r"\1#omp parallel for\n\1\2range(", text, count=1, flags=re.M)
    text = text.replace("prange(", "range(")
    exports = "".join(f"#pythran export {function.__name__}({s})\n" for s in signatures)
    return f"import math\nimport numpy as np\n{exports}\n{text}"


def compile_pythran(function: types.FunctionType, signatures: list[str], folder: Path) -> Callable:
    """The function compiled by Pythran with OpenMP for this machine."""
    source = folder / f"{function.__name__}_pythran.py"
    source.write_text(pythran_source(function, signatures))
    target = folder / f"{function.__name__}_pythran.so"
    command = [str(PYCC.parent / "pythran"), "-fopenmp", "-O3", "-march=native", str(source), "-o", str(target)]
    subprocess.run(command, check=True, capture_output=True)
    return getattr(load(f"{function.__name__}_pythran", target), function.__name__)
