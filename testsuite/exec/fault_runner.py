"""Calls a compiled module under faults, each in a process of its own, and tells what came of it.

    fault_runner.py SOURCE MODULE.so

reads lines of JSON, {"scene": name, "environment": {...}}, and answers each with one. The processes are forked before
OpenCL is opened, so that Python, NumPy and drivers are loaded once only; they end as any interpreter does, and the
shim's report (opencl_shim.c) is read after that.
"""
from __future__ import annotations

import ctypes
import gc
import importlib.util
import json
import os
import signal
import sys
import tempfile
import threading
import traceback
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any, Callable

import numpy as np

import pycc

CALLS = 3


def load(name: str, path: Path) -> ModuleType:
    """As harness.load; the harness needs pytest, and what is loaded here each process takes down when it ends."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Check:
    """A module, compiled and not, with the arguments of a call and what it gives."""

    def __init__(self, source: Path, compiled: Path) -> None:
        self.plain = load(source.stem, source)
        self.compiled = load(source.stem, compiled)
        self.arguments = self.plain.arguments
        self.expected = self._call(self.plain)

    def _call(self, module: ModuleType) -> tuple[list[np.ndarray], Any]:
        args = self.arguments()
        result = module.several(*args)
        return [a for a in args if isinstance(a, np.ndarray)], result

    def matches(self, arrays: list[np.ndarray], result: Any) -> bool:
        return all(np.allclose(a, b, 1e-12, 0) for a, b in zip(arrays, self.expected[0], strict=True)) \
            and bool(np.isclose(result, self.expected[1], 1e-12, 0))

    def call(self) -> dict[str, Any]:
        """One call of the compiled function, with what it warned of and what the device did."""
        with warnings.catch_warnings(record=True) as told, pycc.profile() as p:
            warnings.simplefilter("always")
            arrays, result = self._call(self.compiled)
        return {"right": self.matches(arrays, result), "references": [sys.getrefcount(a) for a in arrays],
                "warnings": [f"{w.category.__name__}: {w.message}" for w in told], "nests": p.nests,
                "builds": p.builds, "from_disk": p.hits_disk, "why": [f.why for f in p.fallbacks]}


# ---- scenes

def calls(check: Check) -> list[dict[str, Any]]:
    """One call after another."""
    return [check.call() for _ in range(CALLS)]


def threads(check: Check) -> list[dict[str, Any]]:
    """Two threads at once; their warnings are not told apart."""
    right: list[bool] = []

    def work() -> None:
        for _ in range(5):
            right.append(check.matches(*check._call(check.compiled)))
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        both = [threading.Thread(target=work) for _ in range(2)]
        for t in both:
            t.start()
        for t in both:
            t.join()
    return [{"right": len(right) == 10 and all(right), "warnings": [str(w.message) for w in told]}, check.call()]


def touched(function: Callable, args: tuple) -> Any:
    """A call, after which Python reads and writes what it got."""
    result = function(*args)
    for a in args:
        if isinstance(a, np.ndarray):
            a.flat[-1] = a.flat[a.size // 2]
    return result


def place(check: Check) -> list[dict[str, Any]]:
    """Inside of a place, where arrays stay on the device from call to call."""
    args = check.arguments()
    again = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        with pycc.places.gpu0:
            results = [touched(check.compiled.several, args) for _ in range(CALLS)]
    wanted = [touched(check.plain.several, again) for _ in range(CALLS)]
    right = np.allclose(results, wanted, 1e-12, 0) and all(
        np.allclose(a, b, 1e-12, 0) for a, b in zip(args, again) if isinstance(a, np.ndarray))
    return [{"right": bool(right), "warnings": [str(w.message) for w in told]}, check.call()]


def fork(check: Check) -> list[dict[str, Any]]:
    """A child that calls after its parent did, and the parent again: three calls."""
    first = check.call()
    return [first, in_child(lambda: check.call()), check.call()]


SCENES: dict[str, Callable[[Check], list[dict[str, Any]]]] = {
    "calls": calls, "threads": threads, "place": place, "fork": fork}


# ---- processes

def in_child(action: Callable[[], Any]) -> Any:
    """What action gives in a forked process, which then ends as any interpreter does."""
    sys.stdout.flush()
    file, answer = tempfile.mkstemp()  # no context managers: the child would leave them too
    os.close(file)
    pid = os.fork()
    if pid == 0:
        signal.alarm(300)
        try:
            Path(answer).write_text(json.dumps(action()))
        except Exception:
            traceback.print_exc()
            os._exit(1)
        sys.exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    text = Path(answer).read_text()
    os.unlink(answer)
    return json.loads(text) if status == 0 else {"status": status, "right": False}


def read_report(path: Path) -> dict[str, Any]:
    """The shim's facts: calls and live objects by name, misuse."""
    report: dict[str, Any] = {"calls": {}, "live": {}, "misuse": []}
    for line in path.read_text().splitlines():
        kind, *words, n = line.split()
        if kind == "misuse":
            report["misuse"].append(line)
        else:
            report[kind][words[0]] = int(n)
    return report


def run(check: Check, scene: str, environment: dict[str, str]) -> dict[str, Any]:
    """The scene in a process with this environment."""
    file, report = tempfile.mkstemp()
    os.close(file)

    def action() -> list[dict[str, Any]]:
        os.environ.update(environment, SHIM_REPORT=report)
        steps = SCENES[scene](check)
        gc.collect()
        return steps
    answer = {"steps": in_child(action), **read_report(Path(report))}
    os.unlink(report)
    return answer


def load_drivers() -> None:
    """What takes most of a short process's time is done once: drivers, with their compilers, are mapped and linked."""
    for entry in Path("/etc/OpenCL/vendors").glob("*.icd"):
        try:
            ctypes.CDLL(entry.read_text().strip())
        except OSError:
            pass  # the loader tells of it


def main() -> None:
    load_drivers()
    check = Check(Path(sys.argv[1]), Path(sys.argv[2]))
    gc.freeze()
    for line in sys.stdin:
        wish = json.loads(line)
        print(json.dumps(run(check, wish["scene"], wish["environment"])), flush=True)


if __name__ == "__main__":
    main()
