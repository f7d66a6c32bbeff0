"""Random systems of inequalities: what analysis/lmad says of them, against isl.

    ./dev fuzz systems [--count 100000] [--seed 0]

Systems are those of two iterations that touch one element (coupled subscripts, triangles, steps, symbols), and any
others. Elimination, search, GLPK and all of them in turn each answer; a wrong answer is printed with its system. Points
are checked by systems.c.
"""
from __future__ import annotations

import argparse
import collections
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import islpy as isl

OPEN = 1 << 62
WAYS = ("elimination", "search", "ILP", "all", "all, no point asked for")
BATCH = 2000


class Row(NamedTuple):
    low: int
    high: int
    coef: dict[int, int]


class System(NamedTuple):
    kind: str
    bounds: list[tuple[int, int]]
    rows: list[Row]

    def line(self) -> str:
        """As systems.c reads it."""
        words = [len(self.bounds), len(self.rows), *(b for pair in self.bounds for b in pair)]
        for row in self.rows:
            words += [row.low, row.high, len(row.coef), *(w for entry in row.coef.items() for w in entry)]
        return " ".join(map(str, words))

    def text(self) -> str:
        """As isl reads it."""
        sums = [((f"x{v}"), low, high) for v, (low, high) in enumerate(self.bounds)]
        sums += [(" + ".join(f"{c} x{v}" for v, c in row.coef.items()) or "0", row.low, row.high) for row in self.rows]
        said = [f"{s} = {low}" for s, low, high in sums if low == high]
        said += [f"{s} >= {low}" for s, low, high in sums if low != high and low > -OPEN]
        said += [f"{s} <= {high}" for s, low, high in sums if low != high and high < OPEN]
        names = ", ".join(f"x{v}" for v in range(len(self.bounds)))
        return f"{{ [{names}] : {' and '.join(said) or '1 = 1'} }}"


def coupled(r: random.Random) -> System:
    """Two iterations of a nest with numbers for bounds, one subscript for all counters, the first loop's counters in order."""
    depth, big = r.randint(1, 3), r.choice((5, 40, 1000))
    bounds, rows = [], []
    step = [r.choice((1, 1, 2, 3, 7)) for _ in range(depth)]
    slant = [r.choice((-1, 0, 0, 1)) if k else 0 for k in range(depth)]
    trips = [r.randint(2, big) for _ in range(depth)]
    subscript: dict[int, int] = {}
    for side in (1, -1):
        at = len(bounds)
        for k in range(depth):
            counter, turn = 2 * k + at, 2 * k + at + 1
            bounds += [(-OPEN, OPEN), (0, trips[k])]
            first = {at: -slant[k]} if slant[k] else {}
            rows.append(Row(0, 0, {counter: 1, turn: -step[k], **first}))
            if slant[k]:
                rows.append(Row(-OPEN, trips[k] * step[k] // 2, {counter: 1}))
            subscript[counter] = side * r.choice((0, 1, 2, 3, 5, 7, 11, r.randint(-30, 30), r.randint(-2000, 2000)))
    difference = r.randint(-9, 9) if r.random() < 0.7 else r.randint(-3000, 3000)
    rows.append(Row(difference, difference, subscript))
    rows.append(Row(1, OPEN, {2 * depth: 1, 0: -1}))
    return System("coupled", bounds, rows)


def symbolic(r: random.Random) -> System:
    """The same with symbols: bounds that only rows give, and some that none do."""
    system = coupled(r)
    bounds = [(0, OPEN) if b[0] == 0 and r.random() < 0.6 else b for b in system.bounds]
    size = len(bounds)
    bounds.append((r.choice((0, 1, -OPEN)), OPEN))
    rows = [*system.rows, *(Row(1, OPEN, {size: 1, v: -1}) for v in range(0, size, 2) if r.random() < 0.6)]
    return System("symbolic", bounds, rows)


def boxed(r: random.Random) -> System:
    """Any rows over small boxes."""
    n, wide = r.randint(1, 6), r.choice((3, 20, 500))
    bounds = [(low, low + r.randint(0, wide)) for low in (r.randint(-wide, wide) for _ in range(n))]
    rows = []
    for _ in range(r.randint(1, 6)):
        low = r.randint(-3 * wide, 3 * wide)
        high = low + r.choice((0, 0, 1, wide)) if r.random() < 0.7 else OPEN
        rows.append(Row(low, high, {v: c for v in range(n) if (c := r.randint(-12, 12))}))
    return System("boxed", bounds, rows)


def large(r: random.Random) -> System:
    """Numbers near the limits of 64 bits."""
    size = 10 ** r.randint(5, 18)
    n = r.randint(1, 4)
    bounds = [(-r.randint(0, size), r.randint(0, size)) for _ in range(n)]
    rows = [Row(low, r.choice((low, OPEN)), {v: r.randint(-size, size) or 1 for v in range(n)})
            for low in (r.randint(-size, size) for _ in range(r.randint(1, 3)))]
    return System("large", bounds, rows)


def systems(seed: int, count: int) -> list[System]:
    """So many, of all kinds."""
    r = random.Random(seed)
    return [r.choice((coupled, coupled, symbolic, boxed, large))(r) for _ in range(count)]


def program() -> Path:
    """systems.c, built beside the compiler."""
    return Path(os.environ["PYCC"]).resolve().parents[1] / "testsuite/lmad_systems"


def answers(asked: list[System]) -> list[tuple[list[int], tuple[str, str]]]:
    """The answers of WAYS, and who gave the last two."""
    done = subprocess.run([program()], input="\n".join(s.line() for s in asked), capture_output=True, text=True, check=True)
    lines = [line.split() for line in done.stdout.splitlines()]
    assert len(lines) == 2 * len(asked)
    return [([int(w) for w in a[:4]] + [int(b[0])], (a[4], b[1])) for a, b in zip(lines[::2], lines[1::2])]


def has_point(system: System) -> bool:
    """isl's answer."""
    return not isl.Set(system.text()).is_empty()


def compare(seed: int, count: int) -> tuple[list[str], dict[tuple[str, str], int]]:
    """What is wrong, and how many systems of each kind each way has answered first ("open": none)."""
    wrong, counts = [], collections.Counter()
    asked = systems(seed, count)
    for system, (said, ways) in zip(asked, answers(asked)):
        truth = int(has_point(system))
        wrong += [f"{way} says {answer}, isl {truth}: {system.text()}"
                  for way, answer in zip(WAYS, said) if answer not in (truth, 2)]
        counts[system.kind, "open" if said[4] == 2 else ways[1]] += 1
        counts["no" if not truth else "yes", "open" if said[4] == 2 else "answered"] += 1
    return wrong, counts


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev fuzz systems", description=__doc__)
    parser.add_argument("--count", type=int, default=100000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    begun, total, failures = time.time(), collections.Counter(), 0
    for batch in range(-(-options.count // BATCH)):
        wrong, counts = compare(options.seed + batch, min(BATCH, options.count - batch * BATCH))
        total.update(counts)
        failures += len(wrong)
        print("\n".join(wrong), end="\n" if wrong else "")
    for (kind, way), n in sorted(total.items()):
        print(f"{kind:10} {way:12} {n}")
    print(f"{options.count} systems, {failures} wrong answers, {time.time() - begun:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
