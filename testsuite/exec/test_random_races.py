"""Random parallel loops, with rows, columns and other names of arrays: is what the compiler says of them true?

Iterations that touch one element, one of them writing it, are found by running the loop in the interpreter
(race_oracle.py). A loop that is called independent must have none, unless arguments overlap or indices are negative:
then it runs in order. One that is checked when called raises RaceError only where there are some, and never gives
another result than the interpreter.
"""
from __future__ import annotations

import re
from pathlib import Path

import pytest

from harness import O1, SANITIZED, compile_text, duplicate, load, outcome, run_pycc, same
from race_catalogue import raced
from race_oracle import trace
from test_random_nests import Program

MODULES = 1 if SANITIZED else 2
FUNCTIONS = 40 if SANITIZED else 80
HELPER = """def touched(x, k):
    x[0] = x[0] ^ k
    return x


"""


class Parallel(Program):
    """A random nest whose outermost loop is parallel; only sums are reductions."""

    def range(self, level: int) -> str:
        return ("p" if level == 0 else "") + super().range(level)

    def index(self) -> str:
        return self.counters[0] if self.random.random() < 0.55 else super().index()

    def statement(self) -> str:
        return super().statement().replace("] += ", "] = 1 + ")


def programs(module: int) -> list[Parallel]:
    """The programs of a module, with views in every other one."""
    return [Parallel(9000 + 1000 * module + k, f"f{k}", k % 2 == 0) for k in range(FUNCTIONS)]


def verdicts(plan: str) -> dict[str, str]:
    """By function: what the plan says of its parallel loop."""
    found: dict[str, str] = {}
    for part in re.split(r"^function ", plan, flags=re.M)[1:]:
        loop = re.search(r"^ +nest .*\n +loop \w+, line \d+: (\w+)", part, flags=re.M)
        found[part.split(":")[0]] = loop[1] if loop else "none"
    return found


@pytest.mark.parametrize("module", range(MODULES))
def test_verdicts_are_true(module: int, tmp_path: Path) -> None:
    """No collision in a loop that runs in parallel unchecked; RaceError for no other reason than one."""
    text = "from pycc import i64, prange\n\n\n" + HELPER + "\n\n".join(p.text for p in programs(module))
    compiled = compile_text(text, tmp_path, "--fallback", O1)
    path = tmp_path / "prog.py"
    said = verdicts(run_pycc("--emit", "plan", "--fallback", path).stdout)
    interpreted, independent, checked, raised = load("races", path), 0, 0, 0
    for p in programs(module):
        verdict = said.get(p.name, "left")
        if verdict == "left":
            continue
        independent += verdict in ("independent", "reduction")
        checked += verdict == "checked"
        for number, args in enumerate(p.arguments()):
            what = f"{p.text}case {number}, {verdict}"
            ran, _ = trace(path, p.name, args)
            collision = ran.collision()
            expected, got = outcome(getattr(interpreted, p.name), args), outcome(getattr(compiled, p.name), duplicate(args))
            apart = number not in (2, 3) and not ran.wrapped  # in 2 and 3 arguments overlap
            assert not (collision and apart and verdict in ("independent", "reduction")), f"{what}: {collision}"
            failed = isinstance(expected[0], tuple)
            if raced(got):  # before the loop, so before another error
                raised += 1
                assert verdict == "checked" and (collision or failed), f"{what}: {got[0]}"
                continue
            wrong = [same(expected[0], got[0], True),
                     *(same(e, g, True) for e, g in zip(expected[1], got[1]) if hasattr(e, "shape"))]
            # After an error other iterations may have written.
            assert not any(wrong[:1] if failed else wrong), f"{what}: {wrong}"
    assert independent > FUNCTIONS // 10 and checked > 1, (independent, checked, raised)
