"""Parallel loops that carry a scalar from one iteration to the next, use it afterwards, or leave early.

Each is refused. The code comes first, then what the message must name.
"""
import numpy as np

from pycc import f64, i64, prange


def prefix_sum(x: f64[:], y: f64[:]) -> None:
    s = np.float64(0)
    for i in prange(len(x)):
        s += x[i]
        y[i] = s


def reads_the_sum_before_adding(x: f64[:], y: f64[:]):
    s = np.float64(0)
    for i in prange(len(x)):
        y[i] = s
        s += x[i]
    return s


def condition_on_the_sum(x: f64[:]):
    s = np.float64(0)
    for i in prange(len(x)):
        if s < 3.0:
            s += x[i]
    return s


def alternating(x: f64[:]):
    """s = x - s is no reduction."""
    s = np.float64(0)
    for i in prange(len(x)):
        s = x[i] - s
    return s


def divided(x: f64[:]):
    s = np.float64(1)
    for i in prange(len(x)):
        s = x[i] / s
    return s


def sum_then_product(x: f64[:]):
    """Horner's scheme: + and * on one variable."""
    s = np.float64(0)
    for i in prange(len(x)):
        s = s * 2.0 + x[i]
    return s


def adds_and_multiplies(x: f64[:]):
    s = np.float64(1)
    for i in prange(len(x)):
        s += x[i]
        s *= 0.5
    return s


def minimum_and_sum(x: f64[:]):
    m = np.float64(3)
    for i in prange(len(x)):
        m = min(m, x[i])
        m += 0.25
    return m


def minimum_and_maximum(x: f64[:]):
    m = np.float64(0.5)
    for i in prange(len(x)):
        m = min(m, x[i])
        m = max(m, 0.3 * x[i] + 0.4)
    return m


def adds_itself(x: f64[:]):
    s = np.float64(1)
    for i in prange(len(x)):
        s += s + x[i]
    return s


def added_into_two(x: f64[:]):
    """t needs every s on the way."""
    s = np.float64(0)
    t = np.float64(0)
    for i in prange(len(x)):
        s += x[i]
        t += s
    return t


def fibonacci(y: i64[:]) -> None:
    a = 0
    b = 1
    for i in prange(len(y)):
        y[i] = a
        t = a + b
        a = b
        b = t


def previous_element(x: f64[:], y: f64[:]) -> None:
    before = np.float64(0)
    for i in prange(len(x)):
        y[i] = x[i] - before
        before = x[i]


def random_numbers(y: i64[:]) -> None:
    state = 12345
    for i in prange(len(y)):
        state = (state * 1103515245 + 12345) % 2147483648
        y[i] = state


def compaction(x: f64[:], y: f64[:]) -> int:
    """The counter is the place to write to."""
    n = 0
    for i in prange(len(x)):
        if x[i] > 0.5:
            y[n] = x[i]
            n += 1
    return n


def toggled_flag(y: i64[:]) -> None:
    flag = False
    for i in prange(len(y)):
        flag = not flag
        y[i] = 1 if flag else -1


def first_match_by_flag(x: f64[:]) -> int:
    """A break in disguise."""
    done = False
    at = -1
    for i in prange(len(x)):
        if not done and x[i] > 0.5:
            at = i
            done = True
    return at


def stops_writing(x: f64[:], y: f64[:]) -> None:
    stop = False
    for i in prange(len(x)):
        if x[i] > 0.9:
            stop = True
        if not stop:
            y[i] = x[i]


def keeps_the_last_when_not_set(x: f64[:], y: f64[:]) -> None:
    """Assigned under a condition, so some iterations read what others left."""
    t = np.float64(0)
    for i in prange(len(x)):
        if x[i] > 0.5:
            t = x[i]
        y[i] = t


def set_in_an_inner_loop_that_may_not_run(a: f64[:, :], k: i64[:], y: f64[:]) -> None:
    t = np.float64(0)
    for i in prange(a.shape[0]):
        for j in range(k[i]):
            t = a[i, j]
        y[i] = t


def argmin(x: f64[:]) -> int:
    """m alone would be a reduction; im goes with it."""
    m = x[0]
    im = 0
    for i in prange(len(x)):
        if x[i] < m:
            m = x[i]
            im = i
    return im


def maximum_also_written_out(x: f64[:], y: f64[:]) -> None:
    m = np.float64(0)
    for i in prange(len(x)):
        m = max(m, x[i])
        y[i] = m


def minimum_compares_with_another(x: f64[:], y: f64[:]):
    """The test and the assignment speak of different values."""
    m = np.float64(0.6)
    for i in prange(len(x)):
        if x[i] < m:
            m = y[i]
    return m


def walks_a_position(x: f64[:], step: i64[:], y: f64[:]) -> None:
    p = 0
    for i in prange(len(y)):
        y[i] = x[p % len(x)]
        p = p + step[i % len(step)] + p // 7


def while_inside_goes_on(x: f64[:], y: f64[:]) -> None:
    k = 0
    for i in prange(len(x)):
        while k < len(x) - 1 and x[k] < 0.5:
            k += 1
        y[i] = x[k]
        k = (k + 1) % len(x)


def carried_in_the_inner_prange(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        s = np.float64(0)
        for j in prange(a.shape[1]):
            s = s * 0.5 + a[i, j]
            a[i, j] = s


def carried_tuple(x: f64[:], y: f64[:]) -> None:
    p = (np.float64(0), np.float64(1))
    for i in prange(len(x)):
        y[i] = p[0] + p[1]
        p = (p[1], x[i])


def carried_through_a_lambda(x: f64[:], y: f64[:]) -> None:
    mix = lambda a, b: a * 0.5 + b
    s = np.float64(0)
    for i in prange(len(x)):
        s = mix(s, x[i])
        y[i] = s


def carried_view(a: f64[:, :]) -> None:
    """An array variable that says where the iteration before was."""
    row = a[0]
    for i in prange(1, a.shape[0]):
        a[i, 0] = row[0] + 1.0
        row = a[i]


# ---- afterwards

def last_value(x: f64[:]):
    t = np.float64(0)
    for i in prange(len(x)):
        t = x[i] * 2.0
    return t


def last_value_under_a_condition(x: f64[:]):
    t = np.float64(0)
    for i in prange(len(x)):
        if x[i] > 0.5:
            t = x[i]
    return t


def last_counter(x: f64[:]) -> int:
    i = 0
    for i in prange(len(x)):
        x[i] = i
    return i


def last_value_in_the_next_round(x: f64[:], y: f64[:], n: int) -> None:
    """Not after the loop in the text, but in the next round around it."""
    t = np.float64(1)
    for k in range(n):
        y[k] = t
        for i in prange(len(x)):
            t = x[i] + 1.0


def last_private_view(a: f64[:, :]) -> None:
    row = a[0]
    for i in prange(a.shape[0]):
        row = a[i]
        row[0] = i
    row[1] = 99.0


# ---- leaving early

def break_out(x: f64[:]) -> None:
    for i in prange(len(x)):
        if x[i] > 0.5:
            break
        x[i] = 0.0


def return_out(x: f64[:]) -> int:
    for i in prange(len(x)):
        if x[i] > 0.5:
            return i
    return -1


def return_from_an_inner_loop(a: f64[:, :]) -> int:
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            if a[i, j] > 0.5:
                return i * 1000 + j
    return -1


VERDICTS = {
    "prefix_sum": "conflict: PY401 s",
    "reads_the_sum_before_adding": "conflict: PY401 s",
    "condition_on_the_sum": "conflict: PY401 s",
    "alternating": "conflict: PY401 s",
    "divided": "conflict: PY401 s",
    "sum_then_product": "conflict: PY401 s",
    "adds_and_multiplies": "conflict: PY401 s",
    "minimum_and_sum": "conflict: PY401 m",
    "minimum_and_maximum": "conflict: PY401 m",
    "adds_itself": "conflict: PY401 s",
    "added_into_two": "conflict: PY401 s",
    "fibonacci": "conflict: PY401 a",
    "previous_element": "conflict: PY401 before",
    "random_numbers": "conflict: PY401 state",
    "compaction": "conflict: PY401 n",
    "toggled_flag": "conflict: PY401 flag",
    "first_match_by_flag": "conflict: PY401 done | conflict: PY404 at",
    "stops_writing": "conflict: PY401 stop",
    "keeps_the_last_when_not_set": "conflict: PY401 t",
    "set_in_an_inner_loop_that_may_not_run": "conflict: PY401 t",
    "argmin": "conflict: PY401 m | conflict: PY401/PY404 im",
    "maximum_also_written_out": "conflict: PY401 m",
    "minimum_compares_with_another": "conflict: PY401 m",
    "walks_a_position": "conflict: PY401 p",
    "while_inside_goes_on": "conflict: PY401 k",
    "carried_in_the_inner_prange": "conflict: PY401 s",
    "carried_tuple": "conflict: PY401 p",
    "carried_through_a_lambda": "conflict: PY401 s",
    "carried_view": "conflict: PY401 row",
    "last_value": "conflict: PY404 t",
    "last_value_under_a_condition": "conflict: PY401/PY404 t",
    "last_counter": "conflict: PY404 i",
    "last_value_in_the_next_round": "conflict: PY404/PY401 t",
    "last_private_view": "conflict: PY404 row",
    "break_out": "conflict: PY403 break",
    "return_out": "conflict: PY403 return",
    "return_from_an_inner_loop": "conflict: PY403 return",
}

rng = np.random.default_rng(33)
N = 12
X = rng.random(N)
A = rng.random((5, N))
Z = np.zeros
CASES = {
    "prefix_sum": (X, Z(N)),
    "reads_the_sum_before_adding": (X, Z(N)),
    "condition_on_the_sum": (X,),
    "alternating": (X,),
    "divided": (X,),
    "sum_then_product": (X,),
    "adds_and_multiplies": (X,),
    "minimum_and_sum": (X,),
    "minimum_and_maximum": (np.array([0.5, 0.2, 0.9, 0.1, 0.7]),),
    "adds_itself": (X,),
    "added_into_two": (X,),
    "fibonacci": (Z(N, int),),
    "previous_element": (X, Z(N)),
    "random_numbers": (Z(N, int),),
    "compaction": (X, Z(N)),
    "toggled_flag": (Z(N + 1, int),),
    "first_match_by_flag": (X,),
    "stops_writing": (np.array([0.1, 0.95, 0.2, 0.3, 0.4]), Z(5)),
    "keeps_the_last_when_not_set": (X, Z(N)),
    "set_in_an_inner_loop_that_may_not_run": (A, np.array([2, 0, 3, 0, 1]), Z(5)),
    "argmin": (np.array([3.0, 1.0, 2.0, 1.0, 1.0]),),
    "maximum_also_written_out": (X, Z(N)),
    "minimum_compares_with_another": (np.array([0.5, 0.2, 0.4]), np.array([0.1, 0.3, 0.45])),
    "walks_a_position": (X, np.array([3, 1, 4]), Z(N)),
    "while_inside_goes_on": (X, Z(N)),
    "carried_in_the_inner_prange": (A,),
    "carried_tuple": (X, Z(N)),
    "carried_through_a_lambda": (X, Z(N)),
    "carried_view": (A,),
    "last_value": (X,),
    "last_value_under_a_condition": (X,),
    "last_counter": (X,),
    "last_value_in_the_next_round": (X, Z(3), 3),
    "last_private_view": (A,),
    "break_out": (np.array([0.1, 0.2, 0.3, 0.9, 0.4]),),
    "return_out": (X,),
    "return_from_an_inner_loop": (A,),
}
