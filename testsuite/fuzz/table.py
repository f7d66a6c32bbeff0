"""The operator table: what compiled code gives for each case of table_cases.py, against the interpreter.

`./dev fuzz table` runs all of it, hundreds of functions in a module, at -O0 under --fp=strict: type of the result, value bit
for bit (but for sign and payload of NaN), the arguments afterwards, class and text of the exception. A case that the
compiler refuses is counted. --date YYYY-MM-DD runs the tenth of that day, as `./dev test` does that of the last
commit's; --match a part by its text. Exits with 1 where something differs that docs/semantics.md does not name (table_expect.py).
"""
from __future__ import annotations

import argparse
import collections
import datetime
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import types
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Callable, Iterator

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "exec")]

from harness import load  # noqa: E402
from table_cases import Case, cases  # noqa: E402
from table_expect import RULES, compare  # noqa: E402
from table_values import argument_sets  # noqa: E402

PYCC = os.environ.get("PYCC") or str(Path(sys.executable).parent / "pycc")
CHUNK = 1650  # functions of a module: an eighth of a day's
MEMORY = 3 << 30
SECONDS = 240  # for a module's calls
HEAD = "import cmath\nimport math\nimport numpy as np\n\n"


def commit_day() -> datetime.date:
    """The day of the last commit: what passes once passes whenever these sources are tested."""
    made = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=HERE, capture_output=True, text=True).stdout.strip()
    return datetime.datetime.fromtimestamp(int(made) if made else time.time(), datetime.timezone.utc).date()


def tenth(date: datetime.date) -> list[Case]:
    """The cases of a day: ten days in a row have all of them."""
    return [case for case in cases() if zlib.crc32(case.key.encode()) % 10 == date.toordinal() % 10]


# ---- in a process of its own: one module

def call(function: Callable, arguments: tuple) -> tuple[Any, tuple]:
    """The result, or the exception, and the arguments afterwards."""
    own = tuple(a.copy() if isinstance(a, np.ndarray) else a for a in arguments)
    try:
        return function(*own), own
    except Exception as error:  # noqa: BLE001 - whatever is raised is compared
        return error, own


def difference(case: Case, expected: Callable, compiled: Callable) -> tuple[str, str] | None:
    """(kind, words) of the first arguments for which they differ."""
    named = set()
    for arguments in argument_sets(case, expected):
        want, got = call(expected, arguments), call(compiled, arguments)
        wrong = compare(case, arguments, want, got)
        if wrong and wrong[0] == "documented":
            named.add(wrong[1])
        elif wrong:
            shown = ", ".join(repr(a) for a in arguments)
            return wrong[0], f"({shown[:200]}): {wrong[1]}"
    return ("documented", ", ".join(sorted(named))) if named else None


def refusal(case: Case, expected: Callable) -> str:
    """Does the interpreter refuse these types too?"""
    for arguments in argument_sets(case, expected):
        if not isinstance(call(expected, arguments)[0], Exception):
            return "refused"
    return "refused by both"


def run_module(path: Path) -> None:
    """Compares the functions of path.py with those of path.so; writes path.json, and the number at work to path.at."""
    if not os.environ.get("PYCC_SANITIZED"):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.set_int_max_str_digits(0)
    table = [Case(text, tuple(t), kind, loose) for text, t, kind, loose in json.loads(path.with_suffix(".cases").read_text())]
    source = load(path.name, path.with_suffix(".py"))
    compiled = load(path.name, path.with_suffix(".so"))
    found = []
    with np.errstate(all="ignore"), open(path.with_suffix(".at"), "wb", buffering=0) as at:
        import warnings
        warnings.simplefilter("ignore")
        for i, case in enumerate(table):
            os.pwrite(at.fileno(), b"%8d" % i, 0)
            expected, function = getattr(source, f"f{i}"), getattr(compiled, f"f{i}")
            if isinstance(function, types.FunctionType):
                found.append((refusal(case, expected), case.key, ""))
            else:
                wrong = difference(case, expected, function)
                found.append((wrong[0], case.key, wrong[1]) if wrong else ("same", case.key, ""))
    path.with_suffix(".json").write_text(json.dumps(found))


# ---- the parent: modules are compiled and run

def compile_module(table: list[Case], path: Path) -> str:
    """What is wrong with it, "" when it was compiled."""
    functions = (case.source(f"f{i}") for i, case in enumerate(table))
    path.with_suffix(".py").write_text(HEAD + "\n\n".join(functions))
    path.with_suffix(".cases").write_text(json.dumps([(c.text, c.types, c.kind, c.loose) for c in table]))
    environment = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}
    environment.setdefault("CFLAGS", "-O0")
    done = subprocess.run([PYCC, "--fallback", "--fp=strict", path.with_suffix(".py"), "-o", path.with_suffix(".so")],
                          capture_output=True, text=True, env=environment)
    return "" if done.returncode == 0 else done.stderr[-300:]


def run(table: list[Case], path: Path) -> list[tuple[str, str, str]]:
    """(kind, case, words) of each. A module that is not compiled is cut in halves, one that ends the process where it did."""
    wrong = compile_module(table, path)
    if wrong and len(table) == 1:
        return [("not compiled", table[0].key, wrong)]
    if wrong:
        at = len(table) // 2
        return [*run(table[:at], path.with_name(f"{path.name}a")), *run(table[at:], path.with_name(f"{path.name}b"))]
    wrong = run_compiled(path)
    if not wrong:
        return [tuple(row) for row in json.loads(path.with_suffix(".json").read_text())]
    if not path.with_suffix(".at").exists():
        raise RuntimeError(f"{path}.so: {wrong}")
    at = int(path.with_suffix(".at").read_bytes() or b"0")
    rows = [("crash", table[at].key, wrong)]
    for letter, part in (("a", table[:at]), ("b", table[at + 1:])):
        rows += run(part, path.with_name(f"{path.name}{letter}")) if part else []
    return rows


def run_compiled(path: Path) -> str:
    """What is wrong with its run, "" when all functions were compared."""
    sanitizer = os.environ.get("ASAN_OPTIONS", "") + f":max_allocation_size_mb={MEMORY >> 20}"  # in place of RLIMIT_AS
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "ASAN_OPTIONS": sanitizer}
    try:
        done = subprocess.run([sys.executable, __file__, "--module", path], capture_output=True, text=True,
                              env=environment, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"not done in {SECONDS} s"
    return "" if done.returncode == 0 else f"exit status {done.returncode}: {done.stderr[-300:]}"


def run_all(table: list[Case], folder: Path, workers: int) -> Iterator[tuple[str, str, str]]:
    """The same for a table of any length, in modules that take about as long as one another."""
    modules = -(-len(table) // CHUNK)
    with ThreadPoolExecutor(workers) as pool:
        jobs = [pool.submit(run, table[i::modules], folder / f"m{i}") for i in range(modules)]
        for job in jobs:
            yield from job.result()


SILENT = ("same", "documented", "refused", "refused by both")


def report(rows: list[tuple[str, str, str]], shown: int) -> bool:
    """Prints what differs, by text of the case, and the counts; true when nothing does."""
    groups = collections.defaultdict(list)
    for kind, key, words in rows:
        if kind not in SILENT:
            groups[key.rpartition(" of ")[0], kind].append((key, words))
    for (text, kind), members in sorted(groups.items(), key=lambda g: -len(g[1])):
        print(f"{kind}: {text!r}: {len(members)} differ")
        for key, words in members[:shown]:
            print(f"    {key.rpartition(' of ')[2]}: {words}")
    counts = collections.Counter(kind for kind, _, _ in rows)
    print(f"{len(rows)} cases: " + ", ".join(f"{n} {kind}" for kind, n in counts.most_common()))
    return not groups


def vanished(rows: list[tuple[str, str, str]]) -> list[str]:
    """Names of the documented differences that are none any more."""
    seen = {name for kind, _, words in rows if kind == "documented" for name in words.split(", ")}
    return [rule.name for rule in RULES if rule.name not in seen and not rule.may_vanish]


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev fuzz table", description=__doc__)
    parser.add_argument("--date", type=datetime.date.fromisoformat, help="only the tenth of this day")
    parser.add_argument("--match", default="", help="only cases whose name contains this: '//', 'np.exp(x) of'")
    parser.add_argument("--shown", type=int, default=5, help="differences printed of each operation")
    parser.add_argument("--json", type=Path, help="where to write every case's outcome")
    parser.add_argument("-j", type=int, default=os.cpu_count(), help="modules at a time")
    parser.add_argument("--module", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.module:
        run_module(options.module)
        return 0
    table = [c for c in (tenth(options.date) if options.date else cases()) if options.match in c.key]
    begun = time.time()
    with tempfile.TemporaryDirectory() as folder:
        rows = list(run_all(table, Path(folder), options.j))
    if options.json:
        options.json.write_text("\n".join(map(json.dumps, rows)))
    clean = report(rows, options.shown)
    gone = [] if options.date or options.match else vanished(rows)
    for name in gone:
        print(f"{name} of table_expect.py: no difference any more")
    print(f"{time.time() - begun:.0f} s")
    return 0 if clean and not gone else 1


if __name__ == "__main__":
    sys.exit(main())
