"""Places and profiles: the Python side alone, and the glue with a toy for a device (place_module.c).

What real devices do inside of places is tested in test_device_places.py.
"""
from __future__ import annotations

import doctest
import os
import subprocess
import sys
import sysconfig
import threading
import warnings
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import pycc
from pycc import _profile, places

from harness import load

HERE = Path(__file__).resolve().parent
RESOURCES = Path(os.environ.get("PYCC_RESOURCE_DIR") or HERE.parents[1] / "build/lib/pycc")


@pytest.fixture(scope="session")
def toys(tmp_path_factory: pytest.TempPathFactory) -> list[ModuleType]:
    """The toy under two names, once in a process: a second one of a name would share the first one's device."""
    folder = tmp_path_factory.mktemp("toys")
    compiler = (os.environ.get("CC") or "cc").split()
    modules = []
    for name, version in (("toy_one", "a"), ("toy_two", "b"), ("toy_twin", "b")):
        target = folder / f"{name}{sysconfig.get_config_var('EXT_SUFFIX')}"
        subprocess.run([*compiler, "-shared", "-fPIC", "-O1", "-std=gnu11", "-fopenmp", f"-I{RESOURCES}/include",
                        f"-DNAME={name}", f"-DVERSION={version}", HERE / "place_module.c", "-o", target, f"-L{RESOURCES}", "-lpycc_rt",
                        "-lpycc_lmad", "-lm"], check=True)
        modules.append(load(name, target))
    return modules


@pytest.fixture
def m(toys: list[ModuleType]) -> ModuleType:
    return toys[0]


# ---- in the interpreter

def test_places_mean_nothing_to_the_interpreter() -> None:
    a = np.zeros(3)
    for place in (places.gpu0, places.openmp, places.here):
        with place as entered:
            assert entered is place
            a += 1
            pycc.sync(a)
            pycc.sync()
    assert a.tolist() == [3, 3, 3]
    assert repr(places.gpu0) == "pycc.places.gpu0" and places.here.name == "here"


def test_sync_wants_arrays() -> None:
    with pytest.raises(TypeError, match="takes arrays, not list"):
        pycc.sync([1.0])


def test_profile_of_nothing(tmp_path: Path) -> None:
    with pycc.profile() as p:
        pass
    assert p.launches == p.bytes_moved == p.bytes_needed == p.bytes_whole == 0
    assert p.fallbacks == () and p.forecasts == () and p.spans == ()
    assert "launches: 0 for 0 nests" in str(p)
    p.timeline(tmp_path / "t.html")
    assert "<svg" in (tmp_path / "t.html").read_text()
    with pytest.raises(AttributeError, match="no attribute 'launch'"):
        p.launch


def test_doctests() -> None:
    for module in (places, _profile):
        found = doctest.testmod(module)
        assert found.attempted > 0 and found.failed == 0


# ---- calls

def test_outside_of_places(m: ModuleType) -> None:
    a = np.zeros(3)
    m.later(a, v=2.0)
    assert a.tolist() == [2, 2, 2]
    assert m.where() == 100


def test_arrays_stay_until_the_end(m: ModuleType) -> None:
    a, b = np.zeros(3), np.zeros(2)
    with places.gpu0:
        assert m.where() == 11
        m.later(a)
        m.later(b, v=3.0)
        m.later(a, v=4.0)
        assert a.tolist() == [0, 0, 0] and b.tolist() == [0, 0]
        pycc.sync(a)
        assert a.tolist() == [5, 5, 5] and b.tolist() == [0, 0]
        a[0] = 9
        pycc.sync()
        assert b.tolist() == [3, 3] and a.tolist() == [9, 5, 5]
        m.later(b)
    assert b.tolist() == [4, 4] and m.where() == 100


def test_they_come_home_when_the_block_fails(m: ModuleType) -> None:
    a = np.zeros(3)
    with pytest.raises(KeyError):
        with places.gpu0:
            m.later(a)
            raise KeyError
    assert a.tolist() == [1, 1, 1] and m.where() == 100


def test_arrays_outlive_their_names(m: ModuleType) -> None:
    a = np.zeros(100000)
    with places.gpu0:
        m.later(a[::2])
    assert a.sum() == 50000


def test_results_are_at_home(m: ModuleType) -> None:
    with places.gpu0:
        assert m.made(4).tolist() == [1, 1, 1, 1]


def test_functions_of_the_host_find_everything_at_home(m: ModuleType) -> None:
    a = np.zeros(3)
    with places.gpu0:
        m.later(a)
        assert m.total(a) == 3
        m.later(a)
        assert a.tolist() == [1, 1, 1]
    assert a.tolist() == [2, 2, 2]


def test_other_modules_find_everything_at_home(toys: list[ModuleType]) -> None:
    a = np.zeros(3)
    with places.gpu0:
        toys[0].later(a)
        toys[1].later(a, v=2.0)
        assert a.tolist() == [1, 1, 1]
        toys[0].later(a, v=3.0)
        assert a.tolist() == [3, 3, 3]
    assert a.tolist() == [6, 6, 6]


def test_modules_of_one_version_share(toys: list[ModuleType]) -> None:
    """The later one asks the earlier one's device, and nothing comes home in between."""
    a, homes = np.zeros(3), toys[1].ask(0)
    with places.gpu0:
        toys[1].later(a)
        toys[2].later(a, v=2.0)
        assert a.tolist() == [0, 0, 0]
    assert a.tolist() == [3, 3, 3] and toys[1].ask(0) == homes
    assert [d["name"] for d in places._devices() if d["name"].startswith("toy")] == ["toy_one", "toy_two"]


def test_openmp(m: ModuleType) -> None:
    a = np.zeros(3)
    with places.gpu0:
        m.later(a)
        with places.openmp:
            assert a.tolist() == [1, 1, 1]
            assert m.where() == 102
            m.later(a)
            assert a.tolist() == [2, 2, 2]
        m.later(a)
        assert a.tolist() == [2, 2, 2]
    assert a.tolist() == [3, 3, 3]


def test_here(m: ModuleType) -> None:
    a = np.zeros(3)
    with places.here:
        assert m.where() == m.total(a) == "interpreted"
        assert m.later(a) == ("interpreted", 1.0) and m.later(a, v=2.0) == ("interpreted", 2.0)
    assert m.total(a) == 0


def test_places_are_of_a_thread(m: ModuleType) -> None:
    seen = []
    with places.openmp:
        thread = threading.Thread(target=lambda: seen.append(m.where()))
        thread.start()
        thread.join()
        assert seen == [100] and m.where() == 102


def test_fresh_process(toys: list[ModuleType]) -> None:
    """A place and a profile that are older than the first compiled module hold for it too."""
    code = ("import pycc\nwith pycc.places.openmp, pycc.profile() as p:\n    import toy_one\n"
            "    assert toy_one.where() == 102 and toy_one.ask(1) == 1\n"
            "assert toy_one.where() == 100 and toy_one.ask(1) == 0 and p.device == 'toy'\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": f"{Path(toys[0].__file__).parent}:{HERE.parents[1]}/runtime/python"})
    assert done.returncode == 0, done.stderr


# ---- failures

def test_failures_at_home_are_raised(m: ModuleType) -> None:
    a = np.zeros(3)
    with pytest.raises(MemoryError, match="the toy broke"):
        with places.gpu0:
            m.later(a)
            m.ask(-1)
    with pytest.raises(MemoryError, match="the toy broke"):
        with places.gpu0:
            m.later(a)
            m.ask(-1)
            pycc.sync(a)
    assert m.where() == 100
    with pytest.raises(MemoryError, match="the toy broke"):
        with places.gpu0:
            m.ask(-1)
            m.made(3)


def test_warnings(m: ModuleType) -> None:
    with pytest.warns(RuntimeWarning, match="the toy is old"):
        m.warned(1.0)
    with places.gpu0, pytest.warns(RuntimeWarning, match="the toy is old"):
        m.warned(1.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(RuntimeWarning, match="the toy is old"):
            m.warned(1.0)
        with pytest.raises(ValueError, match="negative"):
            m.warned(-1.0)


# ---- the report

TOLD = {"device": "toy", "counts": {"launches": 7, "nests": 5, "tiles": 0, "builds": 1, "hits_memory": 4, "hits_disk": 2,
                                    "bytes_up": 2_000_000, "bytes_down": 1000, "needed_up": 1_900_000, "needed_down": 1000,
                                    "whole_up": 8_000_000_000, "whole_down": 5000},
        "seconds": {phase: 0.0 for phase in _profile.PHASES} | {"compute": 0.0125, "upload": 2e-6, "wait": 3.0},
        "fallbacks": [{"nest": "f__loop1", "file": "/a/f.py", "line": 3, "why": "no <double>", "count": 5}],
        "forecasts": [{"nest": "f__loop2", "file": "/a/f.py", "line": 9, "host": 0.5, "device": 0.001, "moving": 0.0002,
                       "up": 3_000_000, "down": 5000, "pays": 2, "count": 2}],
        "spans": [["upload", 10, 2010, "a<b", 64], ["compute", 2010, 4010, "f", 0]], "kernels": []}


def told(**change) -> dict:
    return {**TOLD, **change}


def a_profile(before: dict, after: dict) -> _profile.Profile:
    p = pycc.profile()
    p._before, p._after, p._start = {1: before}, {1: after, 2: TOLD}, 5
    return p


def test_profile_is_a_difference() -> None:
    counts = {**TOLD["counts"], "launches": 107, "bytes_up": 2_000_010}
    fallbacks = [{**TOLD["fallbacks"][0], "count": 6}, {**TOLD["fallbacks"][0], "why": "other", "count": 1}]
    more = [{**TOLD["forecasts"][0], "host": 1.5, "pays": 2, "count": 3}]
    p = a_profile(TOLD, told(counts=counts, fallbacks=fallbacks, forecasts=more))
    assert p.launches == 100 + 7 and p.bytes_up == 10 + 2_000_000 and p.bytes_moved == 10 + 2_001_000
    assert p.bytes_needed == 1_901_000 and p.bytes_whole == 8_000_005_000
    assert [(f.why, f.count) for f in p.fallbacks] == [("no <double>", 1), ("other", 1), ("no <double>", 5)]
    assert p.seconds["compute"] == 0.0125 and [(f.host, f.pays, f.count) for f in p.forecasts] == [(1.0, 0, 1), (0.5, 2, 2)]


def test_profile_in_words() -> None:
    text = str(a_profile(TOLD, TOLD))
    for line in ("device: toy", "launches: 7 for 5 nests", "kernels: 1 built, 4 from memory, 2 from disk",
                 "time: upload 2 us, compute 12.5 ms, wait 3 s", "  f.py:3 f__loop1, 5 times: no <double>",
                 "  f.py:9 f__loop2, 2 calls: 500 ms on the host, 1 ms on the device (200 us of it to move 3 MB there and "
                 "5 kB back): the device is faster"):
        assert line in text.splitlines(), text
    assert text.splitlines()[4].split() == ["to", "the", "device", "2", "MB", "1.9", "MB", "8", "GB"]


def test_timeline(tmp_path: Path) -> None:
    p = a_profile(TOLD, TOLD)
    assert [s.phase for s in p.spans] == ["upload", "upload", "compute", "compute"]
    p.timeline(tmp_path / "t.html")
    page = (tmp_path / "t.html").read_text()
    assert page.count("<rect") == 4 and "a&lt;b upload: 2 us, 64 B" in page and "a<b" not in page
    assert "no &lt;double&gt;" in page and "$" not in page
    p._start = 2000
    assert [s.phase for s in p.spans] == ["compute", "compute"] and p.spans[0].begin == pytest.approx(10e-9)


def test_spans_are_kept_for_profiles_only(m: ModuleType) -> None:
    assert m.ask(1) == 0
    with pycc.profile():
        assert m.ask(1) == 1
        with pycc.profile():
            assert m.ask(1) == 2
    assert m.ask(1) == 0


def test_kernels_run_on_copies(m: ModuleType) -> None:
    a = np.zeros(3)
    found = pycc.info(m.later).kernels(a, v=2.0)
    assert found == () and str(found) == "// no nests" and a.tolist() == [0, 0, 0] and m.ask(1) == 0
    with pytest.raises(TypeError, match="needs a compiled function"):
        pycc.info(m).kernels()
