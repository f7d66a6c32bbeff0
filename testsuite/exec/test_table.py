"""The operator table of ../fuzz: the tenth of the day of the last commit; `./dev fuzz table` runs all of it."""
import datetime
import functools
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "fuzz"))

import table  # noqa: E402
from table_cases import Case, cases  # noqa: E402
from table_expect import RULES, compare  # noqa: E402

from harness import SANITIZED  # noqa: E402

PARTS = 8  # to share them out among processes
SEMANTICS = Path(__file__).resolve().parents[2] / "docs/semantics.md"
PLUS = Case("x + y", ("f64", "f64"), "element", False)


ONCE = {  # differences of the past, and what is found there now
    "1j / x of f64[:]": "same", "1j ** x of f64[:]": "same", "pow(x, y) of complex, f64[:]": "same", "abs(x) of complex": "same",
    "np.uint64(x) of float": "same", "np.uint32(x) of float": "same", "x.round(y) of float, int": "refused by both",
    "x.take(y) of int, int": "refused by both", "np.arange(x, y) of bool_, bool_": "refused by both", "x.conj() of bool_": "refused",
    "np.pad(x, y) of i16[:], i64[:]": "documented", "np.pad(x, y) of i64[:], bool": "refused by both",
    "np.gradient(x, y) of i64[:], i64[:]": "same", "np.gradient(x) of bool_[:]": "refused by both",
    "np.ediff1d(x, y) of u8[:], int": "refused by both", "np.diagflat(x, y) of u8, u8": "same", "np.polyval(x, y) of i8[:], int": "same",
    "np.unstack(x) of i16[:]": "same", "np.geomspace(x, y) of f32, f32": "same", "np.vander(x) of c64[:]": "same",
    "np.tri(x) of f32": "same", "np.float_power(x, y) of f32, f64": "same", "np.around(x) of c64[:]": "same",
    "np.ldexp.reduce(x) of i32[:]": "refused", "np.bitwise_and.reduce(x) of u16[:]": "same", "np.hypot.reduce(x) of f32[:, :]": "same",
    "np.nan_to_num(x) of bool": "same", "np.correlate(x, y) of bool_[:], bool_[:]": "same"}


@functools.cache
def by_key():
    return {case.key: case for case in cases()}


@pytest.mark.parametrize("part", range(1 if SANITIZED else PARTS))
def test_tenth_of_the_day(part, tmp_path):
    date = table.commit_day()
    rows = list(table.run_all(table.tenth(date)[part::PARTS], tmp_path, 1))
    wrong = [f"{kind}: {key}: {words}" for kind, key, words in rows if kind not in table.SILENT]
    assert not wrong, "\n".join([*wrong, f"the same again: ./dev fuzz table --date {date}"])
    assert sum(kind == "same" for kind, _, _ in rows) > len(rows) / 5


def test_documented_differences_are_some(tmp_path):
    """Each rule of table_expect.py lets its example pass, and its paragraph stands in docs/semantics.md."""
    rows = list(table.run_all([by_key()[rule.example] for rule in RULES], tmp_path, 1))
    for rule, (kind, key, words) in zip(RULES, rows, strict=True):
        named = kind == "documented" and rule.name in words.split(", ")
        assert named or rule.may_vanish and kind in ("same", "documented"), (rule.name, key, kind, words)
        assert f"**{rule.paragraph}" in SEMANTICS.read_text()


def test_what_differed_once(tmp_path):
    rows = list(table.run_all([by_key()[key] for key in ONCE], tmp_path, 1))
    assert {key: kind for kind, key, _ in rows} == ONCE, rows


def test_a_difference_that_vanished_is_told():
    rows = [("documented", "", rule.name) for rule in RULES[1:]]
    assert RULES[0].name in table.vanished(rows) and RULES[1].name not in table.vanished(rows)


def test_ten_days_have_all():
    day = datetime.date(2026, 1, 1)
    days = [table.tenth(day + datetime.timedelta(days=n)) for n in range(10)]
    keys = [case.key for tenth in days for case in tenth]
    assert sorted(keys) == sorted(case.key for case in cases())
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("text", ["x // y", "not x", "np.exp2(x)", "math.comb(x, y)", "divmod(x, y)", "np.vecdot(x, y)",
                                  "np.fft.rfft(x)", "np.add.reduce(x)", "x.astype(np.int8)", "x >>= y\nreturn x"])
def test_rows_of_every_table(text):
    assert text in {case.text for case in cases()}


@pytest.mark.parametrize("want, got, kind", [
    (np.float64(1), 1.0, "type"),
    (0.0, -0.0, "value"),
    (1.0, np.nextafter(1.0, 2.0).item(), "value"),
    (np.zeros(2, np.int8), np.zeros(2, np.int16), "type"),
    (np.zeros(2), np.zeros(3), "type"),
    (ValueError("a"), TypeError("a"), "exception"),
    (ValueError("a"), ValueError("b"), "text"),
    (ValueError("a"), 1.0, "exception"),
    (2**63, -2**63, "int"),
    (2**63, OverflowError("long"), "documented"),
    (float("nan"), -float("nan"), None),
    ((1, 2.0), (1, 2.0), None),
    ((1, 2.0), (1, 2.5), "value"),
])
def test_what_differs_is_told(want, got, kind):
    wrong = compare(PLUS, (1.0, 2.0), (want, ()), (got, ()))
    assert (wrong and wrong[0]) == kind
