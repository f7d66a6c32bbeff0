"""Lists of which nothing but None shows what they hold; isinstance() of dates."""
import numpy as np


def appended(n: int):
    xs = []
    for i in range(n):
        xs.append(None)
    return xs, len(xs), [x is None for x in xs]


def written(n: int):
    xs = [None, None]
    xs[0] = None
    return xs, xs[0], xs == [None, None], None in xs


def gone_over(n: int):
    count = 0
    for x in [None] * n:
        if x is None:
            count += 1
    return count


def dates(a: "M8[D]", b: "m8[s]", n: int):
    return isinstance(a, np.datetime64), isinstance(a, np.timedelta64), isinstance(b, np.timedelta64), isinstance(n, np.datetime64)


CASES = {
    **{name: [(3,), (0,)] for name in ("appended", "written", "gone_over")},
    "dates": [(np.datetime64("2010-01-01"), np.timedelta64(3, "s"), 3)],
}
