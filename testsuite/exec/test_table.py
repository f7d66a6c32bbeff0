"""The operator table of ../fuzz: the tenth of the day; `./dev fuzz table` runs all of it."""
import datetime
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "fuzz"))

import table  # noqa: E402
from table_cases import Case, cases  # noqa: E402
from table_expect import compare  # noqa: E402

PLUS = Case("x + y", ("f64", "f64"), "element", False)


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
