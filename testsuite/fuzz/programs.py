"""`./dev fuzz programs`: generated functions, compiled and interpreted on several argument sets, must agree.

    ./dev fuzz programs [--functions 1000] [--seed 0] [--batch 150] [--jobs 2] [--kept FILE]

hypothesis makes the functions (program_maker.py), a batch of them is one module, compiled at -O0 with --fp=strict. Results are
compared by type, dtype, shape and bits, arguments afterwards too, exceptions by class and text; where sums of floats or
the like are in a function, with a tolerance. The interpreter's side is instrumented: where an int leaves 64 bits, the
compiled function must raise OverflowError. --kept adds a line for each batch, a seed of its own, to a file, and leaves out
those that are in it, so that runs add up. What differs is made small (program_shrink.py) and printed as a module.
"""
from __future__ import annotations

import argparse
import ast
import collections
import contextlib
import json
import multiprocessing
import os
import re
import resource
import signal
import sys
import tempfile
import time
import warnings
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Iterator

import hypothesis
import numpy as np

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[1] / "exec")]
import pycc  # noqa: E402
from harness import LAYOUTS, SANITIZED, duplicate, failed, load, outcome, run_pycc, same  # noqa: E402
from program_maker import Program, functions  # noqa: E402
from program_words import HEAD, edged, kind, tame, too_long  # noqa: E402

AS_THEY_ARE = bool(os.environ.get("AS_THEY_ARE"))
MEMORY = 1500 << 20  # of a process that runs programs
SECONDS = 1  # of one call in the interpreter
# Python ints of any size, names that a path leaves unset, and what takes too much.
NOT_COMPARED = ["NameError", "UnboundLocalError", "MemoryError", "_ArrayMemoryError", "TimeoutError"]
if "--overflow" not in run_pycc("--help").stdout:
    NOT_COMPARED.append("Beyond")
FLAGS = ("--fp=strict", "--fallback", "-O0")


@contextlib.contextmanager
def limited_memory() -> Iterator[None]:
    """No more than MEMORY beyond what the process has."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    if not SANITIZED:  # which maps terabytes
        most = MEMORY + int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (most, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


# ---- the interpreter's side

class Beyond(Exception):
    """An int that does not fit 64 bits."""


@dataclass
class Seen:
    """What a call has met in the interpreter: how far a part of a sum or product of its ints may reach that begins anywhere and
    takes any of its numbers, and whether an operation gave a complex array."""
    most: int = 1
    total: int = 0
    product: int = 1
    complex_array: bool = False

    def a_part_may_leave(self) -> bool:
        return (self.most + self.total) * self.product >= 2**63


SEEN = Seen()


def _fits(v: Any) -> Any:
    if type(v) is int:
        if not -2**63 <= v < 2**63:
            raise Beyond
        SEEN.most = max(SEEN.most, abs(v))
    SEEN.complex_array |= isinstance(v, np.ndarray) and v.dtype.kind == "c" and v.ndim > 0
    return v


def _part(v: Any, op: str) -> Any:
    """What an augmented assignment adds or multiplies by."""
    if type(v) is int and op == "Mult":
        SEEN.product *= max(abs(v), 1)
    elif type(v) is int:
        SEEN.total += abs(v)
    return v


class Instrument(ast.NodeTransformer):
    """Looks at what operators and calls give, and at augmented variables."""

    def _wrap(self, node: ast.expr) -> ast.expr:
        self.generic_visit(node)
        return ast.copy_location(ast.Call(ast.Name("_fits", ast.Load()), [node], []), node)

    visit_BinOp = visit_UnaryOp = visit_Call = _wrap

    def visit_For(self, node: ast.For) -> ast.For:
        node.body = [self.visit(s) for s in node.body]
        node.body = [x for s in node.body for x in (s if isinstance(s, list) else [s])]
        node.orelse = [x for s in map(self.visit, node.orelse) for x in (s if isinstance(s, list) else [s])]
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        self.generic_visit(node)
        node.value = ast.Call(ast.Name("_part", ast.Load()), [node.value, ast.Constant(type(node.op).__name__)], [])
        look = ast.Expr(ast.Call(ast.Name("_fits", ast.Load()), [ast.Name(node.target.id, ast.Load())], [])) \
            if isinstance(node.target, ast.Name) else ast.Expr(ast.Call(ast.Name("_fits", ast.Load()), [_root(node.target)], []))
        return [node, ast.copy_location(look, node)]


def _root(target: ast.expr) -> ast.expr:
    """The array of x[i] or x.real[i]."""
    while isinstance(target, (ast.Subscript, ast.Attribute)):
        target = target.value
    return ast.Name(target.id, ast.Load()) if isinstance(target, ast.Name) else ast.Constant(None)


def interpreted(text: str) -> dict[str, Any]:
    """The functions of a module's text, as the interpreter runs them."""
    tree = ast.fix_missing_locations(Instrument().visit(ast.parse(text)))
    space: dict[str, Any] = {"_fits": _fits, "_part": _part, "__name__": "plain"}
    exec(compile(tree, "plain", "exec"), space)
    return space


# ---- arguments

KINDS = {"b": "bool_", "u": "u8", "i": "i8", "f": "f32", "c": "c64"}


def argument_sets(program: Program) -> Iterator[tuple[tuple, int]]:
    """Arguments, and the number of threads to run them with."""
    make = np.random.default_rng(program.seed)
    first = tuple(program.params.values())
    yield first, 1
    extents = {n: int(make.choice([0, 1, 1, 2, 3, 4, 6])) for v in first if isinstance(v, np.ndarray) for n in v.shape if n != 1}

    def other(scale: dict[int, int], n: int, k: int) -> tuple:
        values = []
        for name, v in program.params.items():
            if isinstance(v, np.ndarray):
                v = tame(make, KINDS[v.dtype.kind], tuple(scale.get(e, e) for e in v.shape)).astype(v.dtype)
            elif name in "nk":
                v = {"n": n, "k": k}[name]
            values.append(v)
        return tuple(values)

    yield other({}, 2, 0), 2
    yield other(extents, int(make.integers(-1, 6)), int(make.integers(-2, 4))), 1
    layout = str(make.choice(["F", "strided", "reversed", "unaligned"]))
    yield tuple(LAYOUTS[layout](v) if isinstance(v, np.ndarray) and v.ndim else v for v in other({}, 4, 2)), 2
    if not program.inexact:
        yield tuple(edged(make, v) for v in other({}, 3, 1)), 1
    if program.parallel:
        yield other({max(extents, default=0): 400 if first[0].ndim == 1 else 12}, 3, 1), 2
    args = list(other({}, 3, 1))
    if "b" in program.params and args[0].dtype == args[1].dtype and args[0].ndim == args[1].ndim:
        big = np.concatenate([args[0], args[0][:1]])
        args[:2] = [(args[0], args[0]), (big[1:], big[:-1]), (big[:-1], big[:0:-1])][int(make.integers(0, 3))]
        yield tuple(args), 1


# ---- one program

def documented(expected: tuple, got: tuple, program: str) -> bool:
    """Is this one of the differences of docs/semantics.md, by the exception that came?"""
    if not failed(got):
        return False
    name, text = got[0]
    if name == "OverflowError" and re.search(r"prange(.|\n)*[*+-]=", program) and (failed(expected) or SEEN.a_part_may_leave()):
        return True  # of a part of a reduction
    if name == "ValueError" == (failed(expected) and expected[0][0]) and "out=" in program:
        return True  # of the wrong shape: in words of pycc's own
    told = expected[0][1] if failed(expected) else ""
    return (name == "RaceError" or "in Python: write" in text  # powers that would be of another type
            or text == "list.index(x): x not in list" and told.endswith("is not in list")  # the words of Python 3.14
            or name == (expected[0][0] if told else "") == "ValueError" and "broadcast" in text and "broadcast" in told  # in other words
            or text.endswith("corresponding boolean axis is 0")  # an empty mask
            or told.startswith(text + ", but along")  # without the numbers at its end
            or text.startswith("index ") and "out of bounds" in text and told.split(" ")[2:] == text.split(" ")[2:])  # another of several


def unlike(expected: Any, got: Any, program: Program) -> str | None:
    """What differs between values, but for what docs/semantics.md names: signs of zeros among extremes, the products of complex arrays,
    which NumPy fuses on some processors, slices stored into others of the same array, and the one type of a helper's results."""
    wrong = same(expected, got, not program.inexact)
    fused = SEEN.complex_array and re.search(r"[*/]|multiply|square|prod|reciprocal", program.text) or \
        "c" in "".join(map(kind, program.params.values())) and re.search(r"prod|@|dot|outer|inner|einsum|var|std", program.text)
    if wrong and re.search(r"def f_|sum\(", program.text) and re.search(r"type (int|float)64 instead of \1: np.\w+\((\S+)\) instead of \2$", wrong):
        return None  # a helper's results have one type, and so has a sum that may be of nothing
    if wrong and re.search(r"\b(\w+)\[[^\]\n]*:[^\]\n]*\][^=\n]*=[^=\n]*\b\1\[[^\]\n]*:", program.text):
        return None  # overlapping slices, which NumPy does not copy everywhere
    if wrong and (fused or "another sign" in wrong and re.search(r"\b(f?min|f?max|ptp)\(", program.text)):
        return same(expected, got, False)
    return wrong


def difference(expected: tuple, got: tuple, program: Program) -> str | None:
    """What differs between the outcomes; None when nothing does."""
    if failed(expected) and expected[0][0] == "Beyond":
        return None if failed(got) and got[0][0] in ("OverflowError", "MemoryError") else f"{got[0]!r} where an int leaves 64 bits"
    if failed(expected) != failed(got):
        return f"{got[0]!r} instead of {expected[0]!r}"
    wrong = unlike(expected[0], got[0], program)
    if wrong:
        return f"result: {wrong}"
    if failed(expected) and program.parallel:
        return None  # later iterations may have written
    for name, e, g in zip(program.params, expected[1], got[1]):
        wrong = unlike(e, g, program) if isinstance(e, (np.ndarray, list)) else None
        if wrong:
            return f"argument {name} afterwards: {wrong}"
    return None


def compare(program: Program, plain: Callable, fast: Callable, counts: collections.Counter) -> str | None:
    """The first difference of the argument sets."""
    for number, (args, threads) in enumerate(argument_sets(program)):
        counts["calls"] += 1
        signal.alarm(SECONDS)
        SEEN.__init__()
        expected = outcome(plain, args)
        signal.alarm(0)
        if failed(expected):
            counts["exceptions"] += 1
            counts["beyond 64 bits"] += expected[0][0] == "Beyond"
            if expected[0][0] in NOT_COMPARED:
                counts[f"not compared: {expected[0][0]}"] += 1
                continue
        pycc.set_num_threads(threads)
        got = outcome(fast, args)
        wrong = difference(expected, got, program)
        empty_sum = "sum(" in program.text and wrong and re.search(r"type \w+ instead of int: \S*\b0(\.0)?\)? instead of 0$|complex128 instead of complex64", wrong)
        masked = wrong and all(isinstance(v, np.ndarray) for v in args[:2]) and args[0].dtype == bool and np.shares_memory(*args[:2]) and re.search(r"\[\w+\] \S*= ", program.text)
        if wrong and (empty_sum or masked or documented(expected, got, program.text)):
            counts["documented differences"] += 1
        elif wrong and casts_anything(plain, args):
            counts["not compared: casts that NumPy leaves to the processor"] += 1
        elif wrong:
            return f"set {number}, {threads} threads: {wrong}"[:500] + f"\n# arguments: {show(program, args)}"[:1500]
    return None


def casts_anything(plain: Callable, args: tuple) -> bool:
    """Does the interpreter cast NaN, or what is too large, to an integer? What comes then is the processor's."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            plain(*duplicate(args))
        except Exception:
            pass
    return any("in cast" in str(w.message) for w in seen)


def show(program: Program, args: tuple) -> str:
    """The arguments as text."""
    return ", ".join(f"{n}={v!r}" if not isinstance(v, np.ndarray) else
                     f"{n}=np.array({v.tolist()}, np.{v.dtype}){'' if v.flags.c_contiguous else f' strides {v.strides}'}"
                     for n, v in zip(program.params, args)).replace("\n", " ")


# ---- a batch

@dataclass
class Batch:
    """What became of some programs."""
    counts: collections.Counter = field(default_factory=collections.Counter)
    refusals: collections.Counter = field(default_factory=collections.Counter)
    wrong: list[tuple[int, str]] = field(default_factory=list)  # index of the program, what differs


def module_text(programs: list[Program]) -> str:
    return HEAD + "\n\n".join(p.source(f"fun{j}") for j, p in enumerate(programs))


def compile_batch(programs: list[Program], folder: Path, result: Batch) -> Path | None:
    """The module of the programs; None when the compiler or the C compiler fails."""
    source = folder / "batch.py"
    source.write_text(module_text(programs))
    target = folder / "batch.so"
    target.unlink(missing_ok=True)
    done = run_pycc(source, "-o", target, *FLAGS)
    if done.returncode:
        result.counts["failed to compile"] += 1
        (folder / "failed.txt").write_text(done.stderr)
        return None
    for place in re.split(r"^(?=\S+: warning: )", done.stderr, flags=re.M):
        if "is left to the interpreter" in place:
            note = re.search(r"note: (.*)", place)
            result.refusals[re.sub(r"'[^']*'|\d+", "_", note[1] if note else "no reason given: " + place)] += 1
    return target


def run_batch(programs: list[Program], folder: Path) -> Batch:
    """Compiles and compares; what fails to compile is halved until it is one program."""
    result = Batch()
    target = compile_batch(programs, folder, result)
    if target is None:
        if len(programs) == 1:
            result.wrong.append((0, "failed to compile: " + (folder / "failed.txt").read_text()))
            return result
        half = len(programs) // 2
        for start, part in ((0, programs[:half]), (half, programs[half:])):
            inner = run_batch(part, folder)
            result.counts += inner.counts
            result.refusals += inner.refusals
            result.wrong += [(start + j, what) for j, what in inner.wrong]
        return result
    start = 0
    while start < len(programs):
        start = run_in_child(programs, target, start, result)
    return result


def run_in_child(programs: list[Program], target: Path, start: int, result: Batch) -> int:
    """Runs programs from start on in a process of their own; returns where to go on if it dies."""
    ours, theirs = multiprocessing.Pipe(False)
    child = multiprocessing.get_context("fork").Process(target=run_programs, args=(programs, target, start, theirs))
    child.start()
    theirs.close()
    at, counts = start, collections.Counter()
    while True:
        try:
            message = ours.recv() if ours.poll(200) else None
        except EOFError:
            message = None
        if message is None:
            child.kill()
            child.join()
            result.wrong.append((at, f"the process died or hung: exit status {child.exitcode}, {counts}"))
        elif message[0] == "wrong":
            result.wrong.append(message[1:])
            continue
        else:
            at, counts = message[1:]
            if at < len(programs):
                continue
            child.join()
        result.counts += counts
        return at + 1


def run_programs(programs: list[Program], target: Path, start: int, pipe: Any) -> None:
    """The child's part."""
    with limited_memory():
        run_each(programs, target, start, pipe)


def run_each(programs: list[Program], target: Path, start: int, pipe: Any) -> None:
    """Tells the pipe where it is, and what differs."""
    fast, plain = load("batch", target), interpreted(target.with_suffix(".py").read_text())
    counts: collections.Counter = collections.Counter()
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGALRM, too_long)
    for j in range(start, len(programs)):
        pipe.send(("at", j, counts))
        function = getattr(fast, f"fun{j}")
        counts["functions"] += 1
        if type(function).__module__ != "pycc":
            counts["refused"] += 1
            continue
        wrong = compare(programs[j], plain[f"fun{j}"], function, counts)
        if wrong:
            pipe.send(("wrong", j, wrong))
    pipe.send(("at", len(programs), counts))
    pipe.close()


# ---- generation

def generate(count: int, seed: int) -> list[Program]:
    """That many programs, the same for a seed."""
    made: list[Program] = []
    warnings.simplefilter("ignore")
    warnings.simplefilter("error", np.exceptions.ComplexWarning)

    @hypothesis.seed(seed)
    @hypothesis.settings(max_examples=count, database=None, deadline=None, phases=[hypothesis.Phase.generate],
                         suppress_health_check=list(hypothesis.HealthCheck))
    @hypothesis.given(functions())
    def collect(program: Program) -> None:
        made.append(program)

    with np.errstate(all="ignore"), limited_memory():
        collect()
    return list({p.text: p for p in made}.values())


def task(job: tuple[int, int]) -> tuple[int, Batch, list[tuple[Program, str]]]:
    """A batch, its differences made small."""
    from program_shrink import shrink
    seed, count = job
    programs = generate(count, seed)
    with tempfile.TemporaryDirectory() as folder:
        result = run_batch(programs, Path(folder))
        small = (lambda p, w, _: (p, w)) if AS_THEY_ARE else shrink
        found = [small(programs[j], what, Path(folder)) for j, what in result.wrong]
    return seed, result, found


def add_up(kept: Path) -> tuple[set[int], collections.Counter]:
    """The seeds of the batches in a file, and what became of them together."""
    lines = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    return {line["seed"] for line in lines}, sum((collections.Counter(line["counts"]) for line in lines), collections.Counter())


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev fuzz programs")
    parser.add_argument("--functions", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--batch", type=int, default=150)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--kept", type=Path, default=Path(os.devnull))
    options = parser.parse_args()
    done_before = add_up(options.kept)[0]
    jobs = [(seed, options.batch) for seed in range(options.seed, options.seed + -(-options.functions // options.batch)) if seed not in done_before]
    total, differences, began = Batch(), 0, time.time()
    with ProcessPoolExecutor(options.jobs, multiprocessing.get_context("fork")) as pool:
        for done in as_completed([pool.submit(task, job) for job in jobs]):
            if done.exception():
                pool.shutdown(cancel_futures=True)
            seed, result, found = done.result()
            with options.kept.open("a") as file:
                print(json.dumps({"seed": seed, "counts": result.counts + collections.Counter(differ=len(found))}), file=file)
            print(f"{total.counts['functions']} functions, {time.time() - began:.0f} s", file=sys.stderr, flush=True)
            total.counts += result.counts
            total.refusals += result.refusals
            differences += len(found)
            for program, what in found:
                print(f"# ---- {what}\n{HEAD}{program.source('f')}", flush=True)
    print("refused because", *(f"{n:6} {what}" for what, n in total.refusals.most_common(40)), sep="\n  ")
    print(f"{dict(total.counts)}, {differences} differ, {time.time() - began:.0f} s")
    if options.kept.is_file():
        print(f"with the earlier runs: {dict(add_up(options.kept)[1])}")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
