"""Parallel loops that collide through arrays which calls, tuples or several definitions hand on: refused."""
import numpy as np

from pycc import f64, prange


def same(x):
    return x


def call_gives_its_argument(x: f64[:], n: int) -> None:
    for i in prange(n):
        t = same(x)
        t[0] = i


def same_or_new(x, k):
    return x if k == 0 else x * 2.0


def call_may_give_its_argument(x: f64[:], n: int) -> None:
    for i in prange(n):
        t = same_or_new(x, i % 2)
        t[0] = i


def part(x):
    return x[1:]


def call_gives_a_part(x: f64[:], n: int) -> None:
    for i in prange(n):
        part(x)[0] = i


def pair(x, y):
    return y, x


def call_gives_a_tuple(x: f64[:], y: f64[:], n: int) -> None:
    for i in prange(n):
        u, v = pair(x, y)
        v[0] = i


def first(t):
    return t[0]


def call_takes_out_of_a_tuple(x: f64[:], y: f64[:], n: int) -> None:
    for i in prange(n):
        first((x, y))[0] = i


def set_first(t, v):
    t[0][0] = v


def call_writes_into_a_tuple(x: f64[:], y: f64[:], n: int) -> None:
    for i in prange(n):
        set_first((x, y), i)


def either_of_two(x: f64[:], y: f64[:], n: int) -> None:
    for i in prange(n):
        if i % 2 == 0:
            t = x
        else:
            t = y
        t[0] = i


def sum_of_both(a: f64[:, :], n: int) -> None:
    """Reads a row that another iteration writes, in a helper."""
    for i in prange(n):
        t = np.concatenate((a[i], a[i + 1]))
        a[i, 0] = t.sum()


# ---- lists of arrays

def list_of_one_row(x: f64[:, :]) -> None:
    for i in prange(len(x)):
        rows = [x[0], x[i]]
        rows[0][1] = i


def list_of_next(x: f64[:, :]) -> None:
    for i in prange(len(x) - 1):
        rows = [x[i], x[i + 1]]
        rows[0][0] = rows[1][0]


def list_appended_in_a_loop(x: f64[:, :]) -> None:
    for i in prange(len(x)):
        rows = []
        for j in range(2):
            rows.append(x[(i + j) % len(x)])
        rows[0][0] = 1.0
        rows[1][0] = i


def list_outer_list(x: f64[:, :]) -> None:
    outer = [x[0]]
    for i in prange(len(x)):
        rows = [x[i]]
        rows.extend(outer)
        rows[1][0] = i


def list_outer_name(x: f64[:, :]) -> None:
    outer = [x[0]]
    for i in prange(len(x)):
        rows = outer
        rows[0][0] = i


def list_two_names(x: f64[:, :]) -> None:
    for i in prange(len(x)):
        rows = [x[i]]
        more = rows
        more.append(x[0])
        rows[1][0] = i


def put(rows, x):
    rows.append(x[0])


def list_helper_puts(x: f64[:, :]) -> None:
    for i in prange(len(x)):
        rows = [x[i]]
        put(rows, x)
        rows[-1][0] = i


def wr(rows):
    rows[1][0] = 1.0


def list_helper_writes(x: f64[:, :]) -> None:
    for i in prange(len(x)):
        rows = [x[i], x[0]]
        wr(rows)


def fst(rows):
    return rows[-1]


def list_helper_returns(x: f64[:, :]) -> None:
    for i in prange(len(x)):
        rows = [x[i], x[0]]
        r = fst(rows)
        r[0] = 2.0


def same(rows):
    return rows


def list_helper_returns_list(x: f64[:, :]) -> None:
    for i in prange(len(x)):
        rows = [x[i]]
        r = same(rows)
        r.append(x[0])
        rows[1][0] = 2.0


def list_in_list_of_lists(x: f64[:, :]) -> None:
    for i in prange(len(x)):
        rows = [x[i]]
        g = [rows]
        g[0].append(x[0])
        rows[1][0] = 2.0


def list_in_tuple(x: f64[:, :]) -> None:
    for i in prange(len(x)):
        rows = [x[i]]
        g = (rows, i)
        g[0].append(x[0])
        rows[1][0] = 2.0


def list_conditional(x: f64[:, :]) -> None:
    for i in prange(len(x)):
        rows = [x[i]]
        other = [x[0]]
        if i > 3:
            rows = other
        rows[0][0] = 2.0


def list_made_once(x: f64[:, :]) -> None:
    for i in prange(2):
        rows = [x[i]]
        for j in prange(len(x)):
            rows[0][0] = j


def list_made_append_inner(x: f64[:, :]) -> None:
    for i in prange(2):
        rows = [x[i]]
        for j in prange(len(x)):
            rows.append(x[j])
        x[i, 0] = rows[1][1]


def list_view_shared_tmp(x: f64[:, :]) -> None:
    t = np.zeros(3)
    for i in prange(len(x)):
        rows = [x[i], t]
        for r in rows:
            r[0] = i


def list_mean_next(x: f64[:, :]) -> None:
    for i in prange(len(x) - 1):
        rows = [x[i + 1]]
        x[i, 0] = mean_of(rows)


def mean_of(parts):
    s = 0.0
    for p in parts:
        s += p.sum() / len(p)
    return s / len(parts)


rng = np.random.default_rng(72)
N = 40
X, Y, A = rng.random(N), rng.random(N), rng.random((N + 1, 3))
CASES = {
    "call_gives_its_argument": (X, N),
    "call_may_give_its_argument": (X, N),
    "call_gives_a_part": (X, N),
    "call_gives_a_tuple": (X, Y, N),
    "call_takes_out_of_a_tuple": (X, Y, N),
    "call_writes_into_a_tuple": (X, Y, N),
    "either_of_two": (X, Y, N),
    "sum_of_both": (A, N),
    "list_of_one_row": (A,),
    "list_of_next": (A,),
    "list_appended_in_a_loop": (A,),
    "list_outer_list": (A,),
    "list_outer_name": (A,),
    "list_two_names": (A,),
    "list_helper_puts": (A,),
    "list_helper_writes": (A,),
    "list_helper_returns": (A,),
    "list_helper_returns_list": (A,),
    "list_in_list_of_lists": (A,),
    "list_in_tuple": (A,),
    "list_conditional": (A,),
    "list_made_once": (A,),
    "list_made_append_inner": (A,),
    "list_view_shared_tmp": (A,),
    "list_mean_next": (A,),
}
VERDICTS = {name: "conflict: PY401/PY402/PY403/PY404" for name in CASES}
