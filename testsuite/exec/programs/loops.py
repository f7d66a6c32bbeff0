"""while and for, with else, break and continue, nested in every way."""
import numpy as np

from pycc import f64, i64


def while_sum(n: int) -> int:
    s = 0
    while n > 0:
        s += n
        n -= 1
    return s


def while_else(n: int, stop: int) -> int:
    i = 0
    while i < n:
        if i == stop:
            break
        i += 1
    else:
        i += 1000
    return i


def while_true(n: int) -> int:
    i = 1
    while True:
        i *= 2
        if i > n:
            return i


def while_continue(n: int) -> int:
    s = 0
    while n > 0:
        n -= 1
        if n % 3 == 0:
            continue
        s += n
    return s


def for_else(x: i64[:], value: i64) -> int:
    for i in range(len(x)):
        if x[i] == value:
            at = i
            break
    else:
        at = -1
    return at


def for_continue(n: int) -> int:
    s = 0
    for i in range(n):
        if i % 2 == 0:
            continue
        if i > 20:
            break
        s += i
    return s


def break_inner(n: int) -> int:
    count = 0
    for i in range(n):
        for j in range(n):
            if j > i:
                break
            count += 1
    return count


def continue_inner(n: int) -> int:
    count = 0
    for i in range(n):
        for j in range(n):
            if (i + j) % 2:
                continue
            count += i * j
        count += 1
    return count


def else_makes_array(a: i64[:], n: int):
    """What only the else makes is no variable of the loop."""
    for i in range(1, n):
        a[0] += i
    else:
        b = np.repeat(np.real(a), 2)
    return a[0]


def else_reads_array(a: i64[:], n: int):
    v = a[1:]
    for i in range(1, n):
        v = np.repeat(a, 2)
    else:
        v[1] = 7
    return n, v


def else_takes_array(a: i64[:], n: int):
    v = a[1:]
    for i in range(1, n):
        v[0] += i
    else:
        v = np.repeat(np.real(a), 2)
    return v


def parameter_of_loop(a: i64[:], n: int, k: int):
    """n is a variable of the loop alone."""
    for i in range(1, len(a)):
        n = k
        if 1 ^ n == a.size:
            raise ZeroDivisionError("by nothing")
        a[i] += n
    return 7


def else_of_inner(n: int) -> int:
    """Primes below n: the inner else runs when no divisor was found."""
    primes = 0
    for k in range(2, n):
        for d in range(2, k):
            if k % d == 0:
                break
        else:
            primes += 1
    return primes


def break_in_else(n: int) -> int:
    """A break in the else clause of an inner loop belongs to the outer loop."""
    s = 0
    for i in range(n):
        for j in range(i):
            if j == 3:
                break
        else:
            s += 100
            if i == 2:
                break
        s += i
    return s


def return_from_nest(x: f64[:, :], limit: float) -> int:
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            if x[i, j] > limit:
                return i * 100 + j
    return -1


def while_in_for(n: int) -> int:
    s = 0
    for i in range(1, n):
        k = i
        while k % 2 == 0:
            k //= 2
            s += 1
    return s


def for_in_while(n: int) -> int:
    s = 0
    while n > 0:
        for i in range(n):
            s += i
            if s > 500:
                return -s
        n -= 2
    return s


def loop_carried(n: int) -> float:
    x = 0.5
    for _ in range(n):
        x = 3.7 * x * (1.0 - x)
    return x


def two_accumulators(x: f64[:]):
    s = np.float64(0)
    q = np.float64(0)
    for i in range(len(x)):
        s += x[i]
        q += x[i] * x[i]
    return s, q


def variable_from_if(n: int) -> int:
    for i in range(n):
        if i % 2 == 0:
            v = i
        else:
            v = -i
        if v < -4:
            return v
    return 0


def assigned_before_loop(n: int) -> int:
    last = -1
    for i in range(n):
        last = i * i
    return last


def same_variable_twice(n: int) -> int:
    s = 0
    for i in range(n):
        s += i
    for i in range(n, 2 * n):
        s -= i
    return s


def pass_body(n: int) -> int:
    for i in range(n):
        pass
    while n > 3:
        n -= 1
    return n


def bubble_sort(x: i64[:]) -> int:
    swaps = 0
    done = False
    while not done:
        done = True
        for i in range(len(x) - 1):
            if x[i] > x[i + 1]:
                x[i], x[i + 1] = x[i + 1], x[i]
                swaps += 1
                done = False
    return swaps


def sieve(flags: i64[:]) -> int:
    n = len(flags)
    count = 0
    for k in range(2, n):
        if flags[k] == 0:
            count += 1
            for m in range(k * k, n, k):
                flags[m] = 1
    return count


rng = np.random.default_rng(3)
COUNTS = [(n,) for n in (-3, 0, 1, 2, 7, 40)]
def swapped_unread(n: int) -> int:
    """Values that nothing reads, in a variable that a loop assigns too."""
    a = ~(n | 3)
    for i in range(n):
        b = sum([-(1 >> (k & 7)) for k in range(5)])
        a, b = b, a
        if i > 3:
            continue
    return n


def kept_before_break(x: f64[:], limit: float) -> f64:
    """What a turn keeps of the one before, and gives back as it leaves."""
    kept = np.float64(0.5)
    for i in range(len(x)):
        was = kept
        kept = kept + x[i]
        if kept > limit:
            kept = was
            break
        was = -1.0
    return kept


def kept_until_raise(x: f64[:], y: f64[:]) -> f64:
    last = np.float64(0.5)
    for i in range(len(x)):
        before = last
        last = last + x[i]
        y[i] = before
        if x[i] > 4.0:
            last = before
            raise ValueError("too large")
        if x[i] == 3.0:
            return before
        before = last
    return last


def views_kept(m: f64[:, :], n: int) -> f64:
    """Views that stand for their base in one turn and are read in the next."""
    row = m[0]
    total = np.float64(0.5)
    for i in range(n):
        other = row
        row = m[i % m.shape[0]]
        wide = other[None, :] + m
        if wide[0, 0] > 9.0:
            row = other
            break
        total += np.sum(wide) + row[0]
    return total + row[0]


CASES = {
    "kept_before_break": [(np.arange(k, k + 4.0), 5.0) for k in (0, 1, 2, 6)] + [(np.zeros(0), 1.0)],
    "kept_until_raise": [(np.arange(k, k + n + 0.0), np.zeros(n)) for k in (0, 1, 3, 5) for n in (0, 1, 3)],
    "views_kept": [(np.arange(6.0).reshape(3, 2) + k, n) for k in (0, 3, 7) for n in (0, 1, 4)],
    "swapped_unread": [(n,) for n in (0, 1, 5)],
    **{name: [(np.arange(4), k) for k in (0, 1, 2, 5)] for name in ("else_makes_array", "else_reads_array", "else_takes_array")},
    "parameter_of_loop": [(np.arange(4), 3, k) for k in (1, 5)],
    "while_sum": COUNTS,
    "while_else": [(0, 0), (5, 3), (5, 5), (5, 9), (-1, 0)],
    "while_true": COUNTS,
    "while_continue": COUNTS,
    "for_else": [(np.array([3, 1, 4]), np.int64(v)) for v in (3, 4, 7)] + [(np.zeros(0, int), np.int64(1))],
    "for_continue": COUNTS,
    "break_inner": COUNTS,
    "continue_inner": COUNTS,
    "else_of_inner": COUNTS,
    "break_in_else": COUNTS,
    "return_from_nest": [(rng.random((3, 5)), v) for v in (0.5, 0.9, 2.0)] + [(np.zeros((0, 3)), 0.0)],
    "while_in_for": COUNTS,
    "for_in_while": COUNTS,
    "loop_carried": [(n,) for n in (0, 1, 10)],
    "two_accumulators": [(rng.random(n),) for n in (0, 1, 9, 300)],
    "variable_from_if": COUNTS,
    "assigned_before_loop": COUNTS,
    "same_variable_twice": COUNTS,
    "pass_body": COUNTS,
    "bubble_sort": [(rng.integers(0, 50, n),) for n in (0, 1, 2, 21)],
    "sieve": [(np.zeros(n, int),) for n in (0, 2, 3, 100)],
}
