"""Systems of inequalities against isl: a fixed part of what `./dev fuzz systems` looks at."""
from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "fuzz"))

import systems  # noqa: E402


def test_no_wrong_answer() -> None:
    """Every way agrees with isl or leaves the question open, and most are answered."""
    wrong, counts = systems.compare(7, 300)
    assert not wrong, "\n".join(wrong)
    assert counts["no", "answered"] > 150 and counts["yes", "answered"] > 50, counts


def test_isl_reads_the_same_system() -> None:
    """By enumeration: 3 x + 5 y = 7 has a point in a box of 5, and none in one of 2."""
    for most, truth in ((5, False), (2, False), (9, True)):
        rows = [systems.Row(7, 7, {0: 3, 1: 5}), systems.Row(1, systems.OPEN, {0: 1, 1: -1})]
        system = systems.System("by hand", [(0, most), (-4 if truth else 0, most)], rows)
        points = [(x, y) for x in range(most + 1) for y in range(system.bounds[1][0], most + 1) if 3 * x + 5 * y == 7 and x > y]
        assert systems.has_point(system) == bool(points) == truth
        assert systems.answers([system])[0][0][3] == int(truth)
