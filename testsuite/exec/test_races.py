"""Parallel loops of the kinds users have been bitten by: the verdict on each, and what it computes.

The oracle (race_oracle.py) checks the catalogue itself without the compiler: what is called independent has no
collision and does not depend on the order of iterations, what is called a conflict has one or does.
"""
from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import pycc

from harness import SANITIZED, outcome, same, shared_folder
from race_catalogue import (
    RACES, REPEATS, THREADS, carried, catalogue, check_equal, compiled, identical, meets, names, raced, run_everywhere,
    verdict, witness)
from race_oracle import ORDERS, addresses, permuted, trace

RUN = ("independent", "divided", "assured", "called", "reduction", "elements")
MEET = ("elements",)  # iterations do touch the same elements, in a way that any order will do
REFUSED = ("conflict_scalar", "conflict_array", "conflict_divided", "conflict_called")
UNDECIDED = ("checked",)


def each(*files: str) -> pytest.MarkDecorator:
    """One test per function of these files."""
    return pytest.mark.parametrize("file, name", [(f, k) for f in files for k in names(f)])


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where programs go."""
    return shared_folder(tmp_path_factory, "races")


# ---- the catalogue

by_itself = pytest.mark.skipif(SANITIZED, reason="without the compiler: nothing to look at")


def elements(args: tuple) -> int:
    """How large a case is."""
    return sum(a.size if isinstance(a, np.ndarray) else 0 if isinstance(a, float) else abs(a) for a in args)


def test_enough() -> None:
    """Many loops of each kind, each with cases."""
    files = RUN + REFUSED + UNDECIDED
    assert sum(len(names(f)) for f in files) >= 250
    for file in files:
        assert set(catalogue(file).VERDICTS) == set(catalogue(file).CASES), file
    assert all(v == "independent" for file in ("independent", "called") for v in catalogue(file).VERDICTS.values())


@by_itself
@each(*RUN)
def test_oracle_finds_no_collision(file: str, name: str) -> None:
    """No two iterations touch an element that one of them writes, and any order gives the same."""
    path, module = RACES / f"{file}.py", catalogue(file)
    rows = module.CASES[name]
    for args in [r for r in rows if elements(r) < 2000] or rows[:1]:
        assert file in MEET or trace(path, name, args)[0].collision() is None
        expected = outcome(getattr(module, name), args)
        if not (isinstance(expected[0], tuple) and expected[0] and isinstance(expected[0][0], str)):
            for order in ORDERS:
                check_equal(expected, outcome(getattr(permuted(path, order), name), args), order)


@by_itself
@each(*REFUSED)
def test_oracle_finds_the_conflict(file: str, name: str) -> None:
    """Two iterations collide, or another order gives another result."""
    path, module = RACES / f"{file}.py", catalogue(file)
    args = module.CASES[name]
    expected = outcome(getattr(module, name), args)
    others = (outcome(getattr(permuted(path, order), name), args) for order in ORDERS)
    assert trace(path, name, args)[0].collision() or any(identical(expected, other) for other in others)


# ---- verdicts

@each(*RUN, *REFUSED)
def test_verdict(file: str, name: str, folder: Path) -> None:
    """No false alarm, and no conflict missed."""
    expected = catalogue(file).VERDICTS[name]
    accepted, text = verdict(file, name, folder)
    said = "accepted" if accepted else "refused"
    assert meets(expected, accepted, text), f"expected {expected}, but it is {said}:\n{text}"


@each(*REFUSED)
def test_witness_is_real(file: str, name: str, folder: Path) -> None:
    """Replayed in the interpreter, the two iterations of the message do collide in the element that it names, or write
    and then read the variable."""
    accepted, text = verdict(file, name, folder)
    if accepted:
        return  # a matter of test_verdict
    args = catalogue(file).CASES[name]
    seen, args = trace(folder / f"{file}__{name}.py", name, args, lines=True)
    function = getattr(catalogue(file), name)
    values = dict(zip(function.__code__.co_varnames, args))
    shown = []
    for turn in range(4):  # of serial loops around, whose counters the message may name
        found, line = witness(text, {k: turn for k in "ijkt"} | values), carried(text, values)
        if found and found[2] in values:
            first, second, array, at = found
            shown.append(seen.collides(first, second, int(addresses(args[list(values).index(array)])[at])))
    assert any(shown) or not shown, f"iterations {first} and {second} do not collide in {array}{list(at)}"
    if line:
        first, second, write, read = line
        assert seen.runs(first, write, second, read), f"iteration {first} does not write in line {write}, or {second} not read in {read}"


def test_most_witnesses_are_replayed(folder: Path) -> None:
    """Most messages do name two iterations."""
    texts = [verdict(f, k, folder)[1] for f in REFUSED for k in names(f)]
    assert sum("=" in text and bool(carried(text) or re.search(r"iterations? \w+=", text)) for text in texts) > 0.6 * len(texts)


# ---- results

@each(*RUN)
def test_result(file: str, name: str, folder: Path) -> None:
    """Equal to the interpreter, and the same bits on any number of threads, every time."""
    module = catalogue(file)
    run_everywhere(getattr(module, name), compiled(file, name, folder), module.CASES[name], pycc.set_num_threads)


@each("conflict_array", "conflict_divided")
def test_accepted_conflict_is_noticed(file: str, name: str, folder: Path) -> None:
    """What only the call can find out, it finds out: RaceError and nothing written, or it runs in order."""
    if not verdict(file, name, folder)[0]:
        return
    module = catalogue(file)
    args, function = module.CASES[name], compiled(file, name, folder)
    if raced(outcome(function, args)):
        expected = (outcome(function, args)[0], args)
        for threads in THREADS:
            pycc.set_num_threads(threads)
            check_equal(expected, outcome(function, args), f"{threads} threads")
    else:
        run_everywhere(getattr(module, name), function, [args], pycc.set_num_threads)


def strided(buffer: np.ndarray, shape: tuple, strides: tuple) -> np.ndarray:
    """A view with any strides, in elements."""
    return np.ndarray(shape, buffer.dtype, buffer, 0, tuple(s * buffer.itemsize for s in strides))


B = np.random.default_rng(37).random(300000)
N = 100000
G = B[:40000].reshape(200, 200)
OVERLAPS = {
    "up": ("elementwise", (B[:N], B[1:N + 1])),
    "down": ("elementwise", (B[1:N + 1], B[:N])),
    "same": ("elementwise", (B[:N], B[:N])),
    "far": ("elementwise", (B[:N], B[N - 1:2 * N - 1])),
    "interleaved": ("elementwise", (B[:2 * N:2], B[1:2 * N:2])),
    "reversed": ("elementwise", (B[:N], B[N - 1::-1])),
    "one_element_only": ("elementwise", (B[:N], strided(B, (N,), (0,)))),
    "three_arrays": ("flow_inside_an_iteration", (B[:N], B[1:N + 1], B[2:N + 2])),
    "swap": ("swap_arrays", (B[:N], B[7:N + 7])),
    "mirrored": ("mirrored", (B[:N], B[:N])),
    "gather": ("gather", (B[:50], np.arange(N) % 50, B[20:N + 20])),
    "jacobi": ("jacobi", (B[:N], B[:N])),
    "jacobi_shifted": ("jacobi", (B[1:N + 1], B[:N])),
    "jacobi_2d": ("jacobi_2d", (G, G)),
    "jacobi_2d_transposed": ("jacobi_2d", (G, G.T)),
    "jacobi_2d_rows_shifted": ("jacobi_2d", (G[1:], G[:-1])),
    "in_time": ("jacobi_in_time", (B[:N], B[1:N + 1], 3)),
    "matmul": ("matmul", (G[:60, :60], G[30:90, 30:90], G[:60, :60])),
    "row_sums_onto_the_first_row": ("row_accumulates_in_memory", (G, G[0])),
    "row_sums_onto_a_column": ("private_array", (G, G[:, 3])),
    "two_loops": ("two_loops_not_merged", (B[:N], B[:N], B[1:N + 1])),
    "indices_wrap": ("negative_wraps", (B[:9], B[:N], N + 1)),
    "zero_stride": ("in_place", (strided(B, (N,), (0,)),)),
    "zero_stride_if": ("reads_element_below", (strided(B, (N,), (0,)),)),
    "rows_overlap": ("row_view", (strided(B, (300, 200), (1, 1)),)),
    "rows_overlap_by_one": ("lower_triangle", (strided(B, (200, 200), (199, 1)),)),
    "rows_are_one": ("brackets", (strided(B, (300, 200), (0, 1)),)),
    "columns_are_one": ("transposed_view", (strided(B, (200, 300), (300, 0)),)),
}


@pytest.mark.parametrize("case", OVERLAPS)
def test_overlapping_arguments(case: str, folder: Path) -> None:
    """Arguments that share memory, with others or with themselves: the interpreter's result, or RaceError and
    nothing written."""
    name, args = OVERLAPS[case]
    function = compiled("independent", name, folder)
    expected = outcome(getattr(catalogue("independent"), name), args)
    for threads in THREADS:
        pycc.set_num_threads(threads)
        for turn in range(REPEATS // 4):
            got = outcome(function, args)
            check_equal((got[0], args) if raced(got) else expected, got, f"{threads} threads, turn {turn}")
            if raced(got):
                assert all(same(a, b, True) is None for a, b in zip(args, got[1]) if isinstance(a, np.ndarray))


@each(*UNDECIDED)
def test_undecided_is_never_wrong(file: str, name: str, folder: Path) -> None:
    """What depends on the call is refused, or does what the interpreter does, or raises RaceError with nothing
    written."""
    module = catalogue(file)
    accepted, text = verdict(file, name, folder)
    if not accepted:
        assert "[PY401]" in text or "[PY402]" in text, text
        return
    function = compiled(file, name, folder)
    for args in module.CASES[name] + [a for a, _ in getattr(module, "COLLIDING", {}).get(name, [])]:
        expected = outcome(getattr(module, name), args)
        for threads in THREADS:
            pycc.set_num_threads(threads)
            got = outcome(function, args)
            if raced(got):
                assert all(same(a, b, True) is None for a, b in zip(args, got[1]) if isinstance(a, np.ndarray))
            else:
                check_equal(expected, got, f"{threads} threads")


def test_expectations_can_fail() -> None:
    """The comparison with the catalogue notices every other verdict."""
    plan = "function f: loops\n    nest 0, line 4: parallel\n        loop i, line 4: {}\n"
    independent, serial = plan.format("independent, simd"), plan.format("serial")
    total = plan.format("reduction\n            reduction: s by +")
    message = "f.py:3:1: error: iterations i=0 and i=1 both write y[0, 1] [PY402]\n"
    assert meets("independent", True, independent) and not meets("independent", True, serial)
    assert not meets("independent", True, total) and not meets("independent", False, message)
    assert meets("reduction(+, s)", True, total) and not meets("reduction(+, t)", True, total)
    assert not meets("reduction(*, s)", True, total) and not meets("reduction(+, s)", True, independent)
    assert meets("conflict: PY402 both write y[0, 1]", False, message)
    assert not meets("conflict: PY401 y", False, message)
    assert not meets("conflict: PY402 x", False, message) and not meets("conflict: PY402 y", True, independent)
    guarded = independent + "        disjoint: x y, hi lo\n"
    assert meets("guarded: hi lo", True, guarded) and not meets("guarded: hi lo", True, independent)
    assert meets("reduction(+, s) | conflict: PY402 y", False, message) and not meets("checked", True, independent)
    assert witness(message) == (0, 1, "y", (0, 1))


def test_oracle_can_fail() -> None:
    """It sees a collision where there is one only: a loop that is independent but for its arguments."""
    path = RACES / "independent.py"
    assert trace(path, "elementwise", (B[:9], B[1:10]))[0].collision()
    assert trace(path, "elementwise", (B[:9], B[:9]))[0].collision() is None
    assert trace(path, "in_place", (strided(B, (5,), (0,)),))[0].collision()
