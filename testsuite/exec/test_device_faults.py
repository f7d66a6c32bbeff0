"""Whatever OpenCL does: the call gives the right result, one warning names the cause, nothing leaks.

A shim that stands for the loader (opencl_shim.c) lets every call of an OpenCL function fail at every time.
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Iterator

import pytest

from harness import HERE, SANITIZED, compile_file

pytestmark = pytest.mark.skipif(SANITIZED, reason="drivers are not built with sanitizers")

# Nests that read what others wrote, counts that a lost device must not count twice, boxes of rows, an array made anew in
# each step, a result: what a device is used for.
PROGRAM = """
import numpy as np

import pycc
from pycc import f64, i64, prange


def arguments():
    x = np.arange(20 * 30.0).reshape(20, 30) / 7
    return x, x[::-1].copy(), np.arange(5), 2


@pycc.gpu
def several(x: f64[:, :], y: f64[:, :], counts: i64[:], steps: int) -> float:
    n, m = x.shape
    w = x * 2.0
    for t in range(steps):
        for i in prange(1, n - 1):
            for j in prange(1, m - 1):
                y[i, j] = 0.25 * (x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + w[i, j + 1])
        for i in prange(n):
            for j in prange(m):
                x[i, j] = y[i, j] * 0.5 + x[i, j]
        for i in prange(n):
            counts[i * i % 5] += i + 1
        w = x * 2.0 + y
    s = 0.0
    for i in prange(n):
        s += x[i, 0] * y[i, 1]
    y[0, :] = w[1, :]
    return s + w.sum()
"""


CL_NAMES = {-2: "CL_DEVICE_NOT_AVAILABLE", -4: "CL_MEM_OBJECT_ALLOCATION_FAILURE", -5: "CL_OUT_OF_RESOURCES",
            -6: "CL_OUT_OF_HOST_MEMORY", -11: "CL_BUILD_PROGRAM_FAILURE", -12: "CL_MAP_FAILURE",
            -14: "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST",
            -36: "CL_INVALID_COMMAND_QUEUE"}


class Lab:
    """The compiled program and the shim, in a folder with warm caches."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.source = folder / "several.py"
        self.source.write_text(PROGRAM)
        self.module = compile_file(self.source, folder)
        self.shim = folder / "opencl_shim.so"
        subprocess.run([*(os.environ.get("CC") or "cc").split(), "-shared", "-fPIC", "-O1", "-std=gnu11", "-w",
                        f"-I{HERE.parents[1]}/runtime/opencl", HERE / "opencl_shim.c", HERE / "opencl_shim_calls.c",
                        "-o", self.shim, "-ldl", "-lpthread"], check=True)
        self.baselines: dict[tuple, dict[str, Any]] = {}
        self.errors = folder / "stderr"
        with self.errors.open("w") as errors:
            self.runner = subprocess.Popen(
                [sys.executable, HERE / "fault_runner.py", self.source, self.module], stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=errors, text=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
        self.play([{}])

    def play(self, wishes: list[dict[str, str]], scene: str = "calls") -> list[dict[str, Any]]:
        """What came of the scene, for each set of variables."""
        common = {"PYCC_PLACE": "gpu", "PYCC_TRANSFERS": "copy", "PYCC_OPENCL_LIBRARY": str(self.shim),
                  "PYCC_CACHE_DIR": str(self.folder / "cache"), "POCL_CACHE_DIR": str(self.folder / "pocl")}
        answers = []
        for wish in wishes:
            self.runner.stdin.write(json.dumps({"scene": scene, "environment": {**common, **wish}}) + "\n")
            self.runner.stdin.flush()
            line = self.runner.stdout.readline()
            assert line, f"{wish}: {self.errors.read_text()}"
            answers.append(json.loads(line))
            assert isinstance(answers[-1]["steps"], list), f"{wish}: {answers[-1]['steps']}\n{self.errors.read_text()}"
        return answers

    def close(self) -> None:
        self.runner.stdin.close()
        assert self.runner.wait(60) == 0, self.errors.read_text()

    def baseline(self, **variables: str) -> dict[str, Any]:
        """The same without a fault."""
        key = tuple(sorted(variables.items()))
        if key not in self.baselines:
            [self.baselines[key]] = self.play([variables])
        return self.baselines[key]


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    made = Lab(tmp_path_factory.mktemp("faults"))
    yield made
    made.close()


def warned(answer: dict[str, Any]) -> list[str]:
    return [w for step in answer["steps"] for w in step["warnings"]]


def expect_right(wish: Any, answer: dict[str, Any], baseline: dict[str, Any]) -> None:
    """Right in every call, nothing misused, nothing more left than without a fault."""
    assert all(step["right"] for step in answer["steps"]), f"{wish}: {answer}"
    assert not answer["misuse"], f"{wish}: {answer['misuse']}"
    for kind, n in answer["live"].items():
        limit = baseline["live"][kind] * (3 if kind in ("program", "kernel") else 1)  # loops may be tried in tiles too
        assert n <= limit, f"{wish}: {n} of {kind} left, {baseline['live'][kind]} without a fault"
    counts = [step.get("references") for step in answer["steps"] + baseline["steps"] if "references" in step]
    assert all(c == counts[0] for c in counts), f"{wish}: references to the arguments are kept"


def reasons(answer: dict[str, Any]) -> set[str]:
    """Why loops stayed on the host."""
    return {why for step in answer["steps"] for why in step.get("why", [])}


def expect_told_once(wish: Any, answer: dict[str, Any], baseline: dict[str, Any], code: int) -> None:
    """One warning names the cause, when what was to run on the device did not; it may have run on a second try."""
    told = warned(answer)
    causes = {CL_NAMES[code], CL_NAMES[-14]} if "run:" in wish["SHIM_FAIL"] else {CL_NAMES[code]}
    assert len(told) <= 1, f"{wish}: {told}"
    assert all(w.startswith("RuntimeWarning") and any(c in w for c in causes) for w in told), f"{wish}: {told}"
    assert told or reasons(answer) <= reasons(baseline), f"{wish}: {answer['steps']}"


def test_without_faults(lab: Lab) -> None:
    answer = lab.baseline()
    expect_right("none", answer, answer)
    assert not warned(answer)
    assert all(step["nests"] >= 6 and not step["why"] for step in answer["steps"]), answer
    assert answer["live"]["memory"] == 0 and answer["live"]["event"] <= 3, answer["live"]


# Function, code, variables. Every one of its calls fails, one at a time.
FAULTS = [
    ("clCreateBuffer", -4, {}),
    ("clCreateBuffer", -4, {"PYCC_TRANSFERS": "share"}),
    ("clEnqueueMapBuffer", -12, {"PYCC_TRANSFERS": "share"}),
    ("clEnqueueUnmapMemObject", -5, {"PYCC_TRANSFERS": "share"}),
    ("clEnqueueWriteBuffer", -5, {}),
    ("clEnqueueWriteBufferRect", -5, {}),
    ("clEnqueueReadBuffer", -5, {}),
    ("clEnqueueReadBufferRect", -5, {}),
    ("clSetKernelArg", -6, {}),
    ("clEnqueueNDRangeKernel", -5, {}),
    ("clEnqueueNDRangeKernel", -4, {"PYCC_TRANSFERS": "share"}),
    ("clWaitForEvents", -5, {}),
    ("clBuildProgram", -11, {"PYCC_CACHE_DIR": ""}),
    ("clCreateProgramWithSource", -6, {"PYCC_CACHE_DIR": ""}),
    ("clCreateKernel", -6, {"PYCC_CACHE_DIR": ""}),
    ("run", -5, {}),
    ("run", -5, {"PYCC_TRANSFERS": "share"}),
    # in tiles: arrays are of 4800 bytes
    ("clCreateBuffer", -4, {"PYCC_DEVICE_MEMORY": "7K"}),
    ("clEnqueueNDRangeKernel", -5, {"PYCC_DEVICE_MEMORY": "7K"}),
    ("run", -5, {"PYCC_DEVICE_MEMORY": "7K"}),
]


def identity(x: Any) -> str:
    """How a parameter is called in a test's name."""
    return "-".join(v or "none" for v in x.values()) if isinstance(x, dict) else str(x)


@pytest.mark.parametrize("function, code, variables", FAULTS, ids=identity)
def test_every_call_fails_once(lab: Lab, function: str, code: int, variables: dict[str, str]) -> None:
    baseline = lab.baseline(**variables)
    calls = baseline["calls"].get(function, 0)
    assert calls > 0, f"{function} is never called"
    times = range(1, calls + 1, 1 if calls <= 80 else calls // 20)
    wishes = [{**variables, "SHIM_FAIL": f"{function}:{k}:{code}"} for k in times]
    for wish, answer in zip(wishes, lab.play(wishes)):
        expect_right(wish, answer, baseline)
        expect_told_once(wish, answer, baseline, code)


# Faults that stay: function and code; the warning names the code in parentheses.
LASTING = [
    ("clCreateBuffer", -4, {}),
    ("clEnqueueWriteBuffer", -5, {}),
    ("clEnqueueReadBuffer", -5, {}),
    ("clEnqueueMapBuffer", -12, {"PYCC_TRANSFERS": "share"}),
    ("clEnqueueNDRangeKernel", -5, {}),
    ("clWaitForEvents", -5, {}),
    ("clBuildProgram", -11, {"PYCC_CACHE_DIR": ""}),
    ("clCreateKernel", -6, {"PYCC_CACHE_DIR": ""}),
    ("run", -5, {}),
]


@pytest.mark.parametrize("function, code, variables", LASTING, ids=identity)
def test_every_call_fails_from_then_on(lab: Lab, function: str, code: int, variables: dict[str, str]) -> None:
    baseline = lab.baseline(**variables)
    calls = baseline["calls"][function]
    times = sorted({1, 2, 5, 9, calls // 2} & {*range(calls)})
    wishes = [{**variables, "SHIM_FAIL": f"{function}:{k}+:{code}"} for k in times]
    for wish, answer in zip(wishes, lab.play(wishes)):
        expect_right(wish, answer, baseline)
        expect_told_once(wish, answer, baseline, code)
        assert warned(answer), f"{wish}: nothing is told"


@pytest.mark.parametrize("transfers, code, step", [("copy", -2, 1), ("share", -2, 1), ("copy", -36, 5), ("tiles", -2, 9)])
def test_device_lost_at_every_command(lab: Lab, transfers: str, code: int, step: int) -> None:
    variables = {"PYCC_DEVICE_MEMORY": "7K"} if transfers == "tiles" else {"PYCC_TRANSFERS": transfers}
    baseline = lab.baseline(**variables)
    commands = baseline["calls"]["run"]
    wishes = [{**variables, "SHIM_LOST": f"{k}:{code}"} for k in range(1, commands, step)]
    for wish, answer in zip(wishes, lab.play(wishes)):
        expect_right(wish, answer, baseline)
        told = warned(answer)
        assert len(told) == 1 and (CL_NAMES[code] in told[0] or "lost" in told[0]), f"{wish}: {told}"


@pytest.mark.parametrize("transfers", ["copy", "share", "tiles"])
def test_lost_device_that_comes_back(lab: Lab, transfers: str) -> None:
    """It is opened anew, each time with one warning; what belonged to the lost one is gone."""
    variables = {"PYCC_DEVICE_MEMORY": "7K"} if transfers == "tiles" else {"PYCC_TRANSFERS": transfers}
    baseline = lab.baseline(**variables)
    commands = baseline["calls"]["run"]
    again = {**variables, "PYCC_DEVICE_RETRY": "0"}
    wishes = [{**again, "SHIM_LOST": f"{k}:-2:back"} for k in sorted({1, 2, 3, 5, 8, 13, 20, 28, commands // 2, commands - 1})]
    for wish, answer in zip(wishes, lab.play(wishes)):
        expect_right(wish, answer, baseline)
        told, opened = warned(answer), answer["calls"]["clCreateContext"]
        assert 1 <= len(told) <= opened and all("CL_DEVICE_NOT_AVAILABLE" in w or "lost" in w for w in told), f"{wish}: {told}"
        assert opened > 1 or int(wish["SHIM_LOST"].split(":")[0]) > commands - 3, f"{wish}: it is not opened anew"
    assert any(answer["steps"][-1]["nests"] for answer in lab.play(wishes[-2:])), "nothing runs there any more"
    [late] = lab.play([{**variables, "SHIM_LOST": "5:-2:back", "PYCC_DEVICE_RETRY": "1000"}])
    assert late["calls"]["clCreateContext"] == 1 and len(warned(late)) == 1


# Variables, and what is told.
MISSING = [
    ({"PYCC_OPENCL_LIBRARY": "libpycc_no_such_library.so"}, "libpycc_no_such_library.so"),
    ({"OCL_ICD_VENDORS": "/nowhere"}, "no driver is installed"),
    ({"PYCC_DEVICE": "no such device"}, "PYCC_DEVICE=no such device"),
    ({"SHIM_FAIL": "clGetPlatformIDs:1+:-6"}, "no platform"),
    ({"SHIM_FAIL": "clGetDeviceIDs:1+:-1"}, "no device"),
    ({"SHIM_FAIL": "clCreateContext:1+:-6"}, "CL_OUT_OF_HOST_MEMORY"),
    ({"SHIM_FAIL": "clCreateCommandQueue:2:-5"}, "CL_OUT_OF_RESOURCES"),
    ({"SHIM_FAIL": "clCreateCommandQueue:3:-5"}, "CL_OUT_OF_RESOURCES"),
]


@pytest.mark.parametrize("variables, words", MISSING, ids=lambda x: x if isinstance(x, str) else "")
def test_no_device(lab: Lab, variables: dict[str, str], words: str) -> None:
    [answer] = lab.play([variables])
    assert all(step["right"] for step in answer["steps"])
    assert all(n == 0 for n in answer["live"].values()), answer["live"]
    [told] = warned(answer)
    assert told.startswith("RuntimeWarning") and words in told
    assert all(words in why for step in answer["steps"] for why in step["why"])


def test_no_double_precision(lab: Lab) -> None:
    """Such a device is no fault: nothing is told, the profile has the reason."""
    [answer] = lab.play([{"SHIM_HIDE": "fp64"}])
    expect_right("fp64", answer, lab.baseline())
    assert not warned(answer)
    assert all(step["nests"] == 2 and set(step["why"]) == {"the device has no double precision"}
               for step in answer["steps"]), "the counts of integers run there, and nothing else"


def test_memory_of_its_own(lab: Lab) -> None:
    """A device that shares no memory gets copies, as every GPU with a bus."""
    wish = {"SHIM_HIDE": "unified,cpu", "PYCC_TRANSFERS": "auto"}
    [answer] = lab.play([wish])
    expect_right(wish, answer, lab.baseline())
    assert answer["calls"]["clEnqueueMapBuffer"] == 0 and answer["calls"]["clEnqueueReadBuffer"] > 0


# ---- at once, after forks, in places


def test_two_threads(lab: Lab) -> None:
    faults = [{}, {"PYCC_TRANSFERS": "share"}, {"SHIM_LOST": "25"}, {"SHIM_LOST": "9", "PYCC_TRANSFERS": "share"},
              {"SHIM_FAIL": "clEnqueueNDRangeKernel:9:-5,clCreateBuffer:12:-4,clEnqueueReadBuffer:11:-5"},
              {"SHIM_FAIL": "run:30:-5"}, {"SHIM_LOST": "30:-2:back", "PYCC_DEVICE_RETRY": "0"},
              {"SHIM_FAIL": "clBuildProgram:2:-11", "PYCC_CACHE_DIR": ""}]
    for wish, answer in zip(faults, lab.play(faults, "threads")):
        assert all(step["right"] for step in answer["steps"]), f"{wish}: {answer}"
        assert not answer["misuse"], f"{wish}: {answer['misuse']}"
        assert answer["live"]["memory"] == 0, f"{wish}: {answer['live']}"


def test_places(lab: Lab) -> None:
    """What stays on the device between calls is not lost with it."""
    [usual] = lab.play([{}], "place")
    commands = usual["calls"]["run"] - 8  # how arrays lie on pages differs from process to process
    faults = [{}, *({"SHIM_LOST": str(k)} for k in range(1, commands, 7)),
              *({"SHIM_LOST": f"{k}:-2:back", "PYCC_DEVICE_RETRY": "0"} for k in (commands // 2 + 1, commands - 2)),
              *({"SHIM_FAIL": f"run:{k}:-5"} for k in range(1, commands, 7)),
              *({"SHIM_FAIL": f"clEnqueueNDRangeKernel:{k}+:-5"} for k in (1, 4, 9))]
    for wish, answer in zip(faults, lab.play(faults, "place")):
        assert all(step["right"] for step in answer["steps"]), f"{wish}: {answer}"
        assert not answer["misuse"] and answer["live"]["memory"] == 0, f"{wish}: {answer}"
        most = answer["calls"]["clCreateContext"]
        assert (1 if wish else 0) <= len(warned(answer)) <= (most if wish else 0), f"{wish}: {warned(answer)}"


def test_fork_after_use(lab: Lab) -> None:
    """The child leaves the device alone, says so once, and is right; the parent goes on."""
    for variables in ({}, {"PYCC_TRANSFERS": "share"}):
        [answer] = lab.play([variables], "fork")
        first, child, last = answer["steps"]
        assert first["right"] and child["right"] and last["right"], answer
        assert not answer["misuse"], answer["misuse"]
        assert first["nests"] and last["nests"] and child["nests"] == 0
        assert not first["warnings"] and not last["warnings"]
        assert len(child["warnings"]) == 1 and "fork" in child["warnings"][0]


# ---- caches


def test_second_process_builds_nothing(lab: Lab, tmp_path: Path) -> None:
    variables = {"PYCC_CACHE_DIR": str(tmp_path / "cache")}
    first, second = lab.play([variables, variables])
    assert first["steps"][0]["builds"] > 0 and first["steps"][0]["from_disk"] == 0
    assert second["steps"][0]["from_disk"] == first["steps"][0]["builds"]
    assert all(step["builds"] == 0 for step in second["steps"])
    assert second["calls"]["clCreateProgramWithSource"] == 0
    for entry in (tmp_path / "cache").iterdir():
        entry.write_bytes(entry.read_bytes()[:-1])
    third, fourth = lab.play([variables, variables])
    assert third["steps"][0]["builds"] == first["steps"][0]["builds"], "what is corrupt is built anew"
    assert fourth["steps"][0]["builds"] == 0
    assert all(step["right"] for answer in (first, second, third, fourth) for step in answer["steps"])
    assert not any(map(warned, (first, second, third, fourth)))


def test_cache_that_cannot_be_written(lab: Lab, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    for folder in ("", str(tmp_path / "file"), "/proc/none"):
        [answer] = lab.play([{"PYCC_CACHE_DIR": folder}])
        assert all(step["right"] for step in answer["steps"]) and not warned(answer)
        assert answer["steps"][0]["builds"] > 0 and answer["steps"][1]["builds"] == 0
