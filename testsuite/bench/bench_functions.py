"""Every function of NumPy that is compiled, and each of its forms, beside NumPy: what is slower is printed.

The functions are those of the operator table (testsuite/fuzz/table_cases.py), so that nothing supported can be missing; each
runs on vectors, on matrices along either axis where it has one, and with a number as its other operand. Three sizes, four
types, elements next to each other and every other one; both competitors in turn on one thread, the least time of each.
"""
from __future__ import annotations

import argparse
import inspect
import json
import math
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
import types
import warnings
from pathlib import Path
from typing import Callable, Iterator

import numpy as np

import peers

sys.path.insert(0, str(peers.ROOT / "testsuite/fuzz"))

from table_cases import AUGMENTED, SCALARS, Case, Row, rows  # noqa: E402

TYPES = ("f64", "f32", "i64", "c128")
SIZES = (10, 1_000, 1_000_000)
GOAL, NOISE = {10: 2.0}, 0.97  # NumPy's time over ours; at other sizes 1.0, which two runs of one function miss by this
CHUNK = 400  # functions of a module
MEMORY = 6 << 30
LEAST, BUDGET = 2e-4, 8e-3  # seconds of a measurement; of all measurements of one size
HEAD = "import math\n\nimport numpy as np\n\nfrom pycc import c128, f32, f64, i64\n\n\n"
NOT_HERE = ("math.", "cmath.", "len(", "int(", "float(", "complex(", "bool(", "np.shape", "np.ndim", "np.size")
POWERS = ("2", "3", "0.5", "-1", "-1.5")
# What programs write of several functions, and arguments of other sizes.
MORE = {
    "[:], [:]": ("x[x > y].mean()", "x[x > y].sum()", "np.where(x > y, x, 0).sum() / (x > y).sum()", "x[x > y]", "np.convolve(x, y[:5])",
                 "np.correlate(x, y[:5], 'same')", "np.histogram(x, 20)", "np.interp(x, np.sort(y), y)", "np.linalg.norm(x - y)",
                 "np.polyval(y[:4], x)", "np.searchsorted(np.sort(x), y)", "(x - x.mean()) / x.std()", "np.exp(x - x.max()) / np.exp(x - x.max()).sum()"),
    "[:]": ("np.percentile(x, [25, 50, 75])", "np.repeat(x, 3)", "np.tile(x, 3)", "x[::-1].copy()", "np.bincount(x)"),
    "[:, :]": ("np.repeat(x, 3, axis=0)", "np.repeat(x, 3, axis=1)", "np.repeat(x[:, :, None], 3, axis=2)", "x.T.copy()", "x - x.mean(axis=0)",
               "x / x.sum(axis=1, keepdims=True)", "np.vstack((x, x))", "np.hstack((x, x))", "np.pad(x, 1)", "np.percentile(x, 50, axis=0)"),
    "[:, :], [:, :]": ("x + y.T", "(x * y).sum(axis=0)", "np.asfortranarray(x).sum(axis=1)", "(x.T * y.T).sum(axis=0)",
                       "(x.T[:, :, None] + y.T[:, None, :3]).sum(axis=0)"),
}


def of_axes(row: Row) -> list[str]:
    """The row's call along each axis of a matrix, where its function has the parameter."""
    name = row.text.partition("(")[0]
    function = getattr(np.ndarray, name[2:], None) if name.startswith("x.") else np
    for part in name.split(".")[1:] if function is np else ():
        function = getattr(function, part, None)
    try:
        along = "axis" in inspect.signature(function).parameters
    except (TypeError, ValueError):
        along = name.endswith((".reduce", ".accumulate"))
    return [f"{row.text[:-1]}{'' if row.text.endswith('()') else ', '}axis={k})" for k in (0, 1)] if along else []


def forms_of(row: Row) -> Iterator[tuple[str, str]]:
    """(text, parameters) of each form of a row of the table; parameters name no element types."""
    if row.operands == 1:
        yield row.text, "[:]"
        if row.kind == "whole":
            yield from ((text, "[:, :]") for text in of_axes(row) or [row.text])
        return
    yield row.text, "[:], [:]"
    if row.kind == "whole":
        yield row.text, "[:], int"
        yield from ((text, "[:, :], [:, :]") for text in of_axes(row) or [row.text])
        yield from ((text, "[:, :], int") for text in of_axes(row))
    elif row.text.startswith("x "):
        yield from ((row.text.replace("y", k), "[:]") for k in (POWERS if "**" in row.text else ("3",)))
        yield row.text.replace("x", "3").replace("y", "x"), "[:]"


def forms() -> Iterator[Case]:
    """Every form of every type, each once."""
    texts = [form for row in rows() if not row.text.startswith(NOT_HERE) and not row.alias for form in forms_of(row)]
    texts += [(text, parameters) for parameters, some in MORE.items() for text in some]
    texts += [(f"x {name}= y\nreturn None", "[:], [:]") for name in AUGMENTED]
    for text, parameters in dict.fromkeys(texts):
        for t in TYPES:
            yield Case(text, tuple(re.sub(r"^\[", f"{t}[", p) for p in re.split(r", (?!:)", parameters)), "", False)


def arguments(case: Case, n: int, strided: bool) -> tuple:
    """Values that the domains of most functions hold; a matrix of n elements is square."""
    made, random = [], np.random.default_rng(n)
    for t in case.types:
        name, _, rank = t.partition("[")
        if not rank:
            made.append(SCALARS[name](3))
            continue
        side = n if rank == ":]" else math.isqrt(n)
        shape = (side,) * rank.count(":")
        wide = (*shape[:-1], 2 * side)
        values = random.integers(1, 60, wide) if name[0] == "i" else random.uniform(0.05, 0.95, wide)
        values = values + 1j * random.uniform(0.05, 0.95, wide) if name[0] == "c" else values
        values = values.astype(SCALARS[name])
        made.append(values[..., ::2] if strided else np.ascontiguousarray(values[..., :side]))
    return tuple(made)


# ---- in a process of its own: the functions of one module

def spent(function: Callable, args: tuple, times: int = 1) -> float:
    """Seconds of so many calls."""
    start = time.perf_counter()
    for _ in range(times):
        function(*args)
    return time.perf_counter() - start


def bearable(function: Callable, case: Case, n: int, strided: bool, limit: float) -> bool:
    """Would a call of this size take less than the limit? By calls of ten times the size each."""
    size, before = 10, spent(function, arguments(case, 10, strided))
    while size < n:
        size *= 10
        now = spent(function, arguments(case, size, strided))
        if size < n and now * max(10.0, min(now / before, 1000.0)) > limit and now > limit / 1000:
            return False
        before = now
    return before < limit


def ratio(plain: Callable, ours: Callable, args: tuple) -> float:
    """NumPy's time of one call over ours: the least of some, taken in turn."""
    least = [spent(plain, args), spent(ours, args)]
    times = [max(1, min(2000, int(LEAST / max(t, 1e-7)))) for t in least]
    end, rounds = time.perf_counter() + BUDGET, 0
    while rounds < 2 or time.perf_counter() < end:
        least = [min(t, spent(f, args, n) / n) for t, f, n in zip(least, (plain, ours), times)]
        rounds += 1
    return least[0] / least[1]


def ratios(plain: Callable, ours: Callable, case: Case, limit: float) -> Iterator[float | None]:
    """For each size, of elements next to each other and of strided ones; None where it does not run."""
    for n in SIZES:
        for strided in (False, True):
            try:
                able = bearable(plain, case, n, strided, limit) and bearable(ours, case, n, strided, 20 * limit)
                yield ratio(plain, ours, arguments(case, n, strided)) if able else None
            except Exception:  # noqa: BLE001 - not of these types or sizes, in NumPy or in memory
                yield None


def run_module(path: Path, limit: float) -> None:
    """Prints a line of JSON for each function: its number and its ratios."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    plain, ours = peers.load(f"{path.name}_plain", path.with_suffix(".py")), peers.load(path.name, path.with_suffix(".so"))
    for i, case in enumerate(Case(text, tuple(t), "", False) for text, t in json.loads(path.with_suffix(".cases").read_text())):
        f, g = getattr(plain, f"f{i}"), getattr(ours, f"f{i}")
        if not isinstance(g, types.FunctionType):  # left to the interpreter
            print(json.dumps([i, *ratios(f, g, case, limit)]), flush=True)


# ---- the parent

def compile_module(table: list[Case], path: Path) -> None:
    """One function for each form; what is not supported stays the interpreter's."""
    path.with_suffix(".py").write_text(HEAD + "\n\n".join(case.source(f"f{i}") for i, case in enumerate(table)))
    path.with_suffix(".cases").write_text(json.dumps([(c.text, c.types) for c in table]))
    subprocess.run([peers.PYCC, "--fallback", path.with_suffix(".py"), "-o", path.with_suffix(".so")], check=True, capture_output=True)


def measured(table: list[Case], path: Path, options: argparse.Namespace) -> Iterator[tuple[Case, list[float | None]]]:
    """What the module's process says, as it says it."""
    compile_module(table, path)
    environment = {**os.environ, **{name: str(options.threads) for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")}}
    command = [sys.executable, __file__, "--module", path, "--limit", str(options.limit)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as child:
        for line in child.stdout:
            i, *found = json.loads(line)
            yield table[i], found
    if child.returncode:
        print(f"{path.name}: ended with {child.returncode}", flush=True)


def options_of(given: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench functions", description=__doc__)
    parser.add_argument("--only", default="", help="only forms whose text contains this: 'np.sort('")
    parser.add_argument("--type", default="", choices=("", *TYPES), help="only this element type")
    parser.add_argument("--limit", type=float, default=0.2, help="seconds that a call of NumPy's may take; larger sizes are left out")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="print also what is not slower")
    parser.add_argument("--module", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args(given)


def run(given: list[str]) -> int:
    """Prints NumPy's time over ours of each form that is under the goal somewhere, and how many measurements are."""
    options = options_of(given)
    table = [c for c in forms() if options.only in c.text and options.type in c.types[0]]
    goals = [GOAL.get(n, NOISE) for n in SIZES for _ in range(2)]
    under, count, begun = 0, 0, time.time()
    print("".join(f"{n:>8,} strided" for n in SIZES))
    with tempfile.TemporaryDirectory() as folder:
        for at in range(0, len(table), CHUNK):
            print(f"-- forms {at} to {min(at + CHUNK, len(table))} of {len(table)}, {time.time() - begun:.0f} s", flush=True)
            for case, found in measured(table[at:at + CHUNK], Path(folder) / f"m{at}", options):
                slow = sum(r is not None and r < goal for r, goal in zip(found, goals))
                under, count = under + slow, count + sum(r is not None for r in found)
                if slow or options.all:
                    print("".join(f"{'-' if r is None else format(r, '.2f'):>8}" for r in found), case.key, flush=True)
    print(f"{under} of {count} under the goal, {GOAL[10]} at 10 elements and 1.0 at others; {time.time() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    asked = options_of(sys.argv[1:])
    run_module(asked.module, asked.limit)
