"""Lists of numbers: made, read, written, made longer and shorter, shared, passed on, returned."""
import numpy as np

from pycc import f32, f64, i8, i64, prange


def displays(n: int, x: float):
    empty = [n][:0]
    return [1, 2, n], [x, 2.0, -1.0], [True, n > 2], [1j, 2.0 * 1j], [n], empty, [-1.5, x][::-1]


def numpy_scalars(a: f32[:], k: i8):
    xs = [a[0], a[1]]
    xs.append(a[-1] * k)
    ks = [k]
    ks.append(k)
    return xs, ks, xs[0] * 2, ks[-1] + 1


def appended(n: int):
    xs = []
    for i in range(n):
        xs.append(i * 0.5)
    s = 0.0
    for x in xs:
        s += x
    return xs, len(xs), s


def appended_ends(n: int):
    xs = [0]
    while xs[-1] < n:
        xs.append(xs[-1] + len(xs))
    return xs


def read(n: int, i: int):
    xs = [k * k for k in range(n)]
    return xs[i]


def read_in_loop(n: int, m: int):
    xs = [k * k for k in range(n)]
    s = 0
    for i in range(m):
        s = s * 3 + xs[i] - xs[-i - 1]
    return s


def written(n: int, i: int):
    xs = [k for k in range(n)]
    xs[i] = 100
    xs[-1] += 7
    xs[0], xs[-1] = xs[-1], xs[0]
    return xs


def updated(n: int, i: int):
    xs = [k for k in range(n)]
    xs[i] += 7
    return xs


def updated_in_loop(n: int, m: int):
    xs = [0.5 for k in range(n)]
    for i in range(m):
        xs[i] *= i
    return xs


def written_in_loop(n: int, m: int):
    xs = [0.0 for k in range(n)]
    for i in range(m):
        xs[i] = i * 1.5
        xs[i] -= xs[0]
    return xs


def read_past(n: int):
    xs = [1, 2, 3]
    s = 0
    for i in range(n):
        s += xs[i]
        if s > 50:
            xs.append(s)
    return s, xs


def popped(n: int):
    stack = [n]
    count = 0
    while stack:
        k = stack.pop()
        count += 1
        if k > 1:
            stack.append(k // 2)
            stack.append(k - k // 2)
    return count, len(stack)


def popped_at(n: int, i: int):
    xs = [k for k in range(n)]
    return xs.pop(i), xs


def popped_out(n: int):
    xs = [1.0, 2.0]
    for _ in range(n):
        xs.pop()
    return xs


def inserted(n: int, i: int):
    xs = [k for k in range(n)]
    xs.insert(i, -5)
    xs.insert(0, len(xs))
    return xs


def methods(n: int):
    xs = [k for k in range(n)]
    ys = xs.copy()
    xs.extend(ys)
    xs.extend(xs)
    xs.reverse()
    ys.clear()
    ys += [3]
    ys.extend([n, 4])
    return xs, ys


def operators(n: int):
    xs = [k * 1.0 for k in range(n)]
    ys = xs + [0.5] + xs
    zs = ys * 2
    return ys, zs, 3 * [n], [n] * (n - 2), xs * 0


def slices(n: int, i: int, j: int, k: int):
    xs = [v for v in range(n)]
    return xs[i:j:k], xs[:], xs[i:], xs[:j], xs[::-1], xs[-3:-1]


def zero_step(n: int):
    xs = [v for v in range(n)]
    return xs[::n - n]


def shared(n: int):
    xs = [1, 2, 3]
    ys = xs
    ys.append(n)
    ys[0] = 10
    zs = xs[:]
    zs.append(5)
    xs.append(7)
    return xs, ys, zs, len(xs)


def shared_in_loop(n: int):
    xs = [k * 1.0 for k in range(n)]
    ys = xs
    for i in range(1, n):
        ys[i] = xs[i - 1] + 1
    return xs


def rebound(n: int):
    xs = [n]
    total = 0
    for i in range(n):
        for x in xs:
            total += x
            xs = [x, i]
        new = []
        for x in xs:
            new.append(x + 1)
        xs = new
    return xs, total


def made_longer(n: int):
    xs = [1]
    for x in xs:
        if len(xs) < n:
            xs.append(x * 2)
            xs.append(x)
    return xs


def made_shorter(n: int):
    xs = [k for k in range(n)]
    seen = []
    for i, x in enumerate(xs):
        seen.append(x + i)
        if x % 3 == 0:
            xs.pop()
            continue
        if x > 20:
            break
    else:
        seen.append(-1)
    return seen, xs


def enumerated(n: int):
    xs = [k * k for k in range(n)]
    s = 0
    for i, x in enumerate(xs, start=2):
        s += i * x
    for i, (x, y) in enumerate(zip(xs, xs[1:])):
        s = s * 2 + x * y + i
    return s


def zipped(a: f64[:], n: int):
    xs = [k * 0.5 for k in range(n)]
    s = 0.0
    for x, y, k in zip(xs, a, a[::-1]):
        s += x * y + k
    for x, y in zip(a, xs):
        s -= x * y
    return s


def truth(n: int):
    xs = [k for k in range(n)]
    t = 0
    if xs:
        t += 1
    if not xs[1:]:
        t += 2
    while xs and xs[-1] > 2:
        xs.pop()
    return t, xs, 1 if xs else 0


def contains(n: int, v: int, x: float):
    xs = [k * 2 for k in range(n)]
    ys = [0.5, x]
    return v in xs, v not in xs, x in ys, 0.25 in ys, v in ys


def sums(n: int, x: float):
    xs = [k * x for k in range(n)]
    ks = [k - 3 for k in range(n)]
    bs = [k > 1 for k in range(n)]
    return sum(xs), sum(ks), sum(bs)


def extremes(n: int, x: float):
    xs = [(k - 2) * x for k in range(n)]
    return min(xs), max(xs), max([n, 3]), min([-n])


def comprehensions(n: int, a: f64[:]):
    evens = [i for i in range(n) if i % 2 == 0 if i != 4]
    pairs = [i * 10 + j for i in range(n) for j in range(i)]
    halves = [x / 2 for x in a]
    again = [x + 1 for x in halves if x > 0]
    i = 7
    return evens, pairs, halves, again, i, [i for i in evens], [k + x for k, x in enumerate(a)]


def comprehension_scopes(n: int):
    k = n
    xs = [k + k for k in range(k)]
    f = lambda v: [v * k for v in range(v)]
    return xs, k, f(3), sum([sum([j for j in range(i)]) for i in range(n)])


def made_of_others(n: int, a: f64[:]):
    xs = list(range(n))
    ys = list(xs)
    ys.append(1)
    zs = list(a)
    return xs, ys, zs, list([1, 2]), list(zip(a, ys)), list(enumerate(zs)), list(x + 1 for x in ys if x > 1)


def generators(n: int, a: f64[:]):
    return sum(i * i for i in range(n)), max(x for x in a), min(abs(x) for x in a if x < n)


def arrays_of(n: int, x: float):
    xs = [k * x for k in range(n)]
    a = np.array(xs)
    xs.append(1.0)
    b = np.array(xs, dtype=np.float32)
    return a, b, np.array([k for k in range(n + 1)]), np.asarray([k > 0 for k in range(n + 2)])


def push(xs, v):
    xs.append(v)
    return len(xs)


def total(xs):
    s = 0
    for x in xs:
        s += x
    return s


def largest(xs, n):
    best = xs[0]
    for i in range(n):
        best = max(best, xs[i])
    return best


def squares(n):
    return [k * k for k in range(n)]


def helpers(n: int):
    xs = squares(n)
    count = 0
    for i in range(n):
        count += push(xs, i - total(xs) % 10)
    ys = [k + 1.5 for k in range(n + 1)]
    push(ys, 0.25)
    return xs, count, total(xs), total(ys), largest(ys, n)


def recursive_fill(xs, n):
    if n > 0:
        xs.append(n)
        recursive_fill(xs, n - 1)
        xs.append(-n)
    return len(xs)


def recursion(n: int):
    xs = [0]
    return recursive_fill(xs, n), xs


def captured(n: int):
    xs = [1.0]

    def add(v):
        xs.append(v)
        return xs[-1] + len(xs)

    f = lambda i: xs[i]
    s = 0.0
    for i in range(n):
        s += add(i * 1.0) + f(i)
    return xs, s


def annotated(n: int) -> list[float]:
    xs: list[float] = []
    for i in range(n):
        xs.append(i * 0.5)
    if n > 3:
        return xs
    return []


def early(n: int) -> list[i64]:
    xs = [np.int64(n)]
    for i in range(n):
        if i == 3:
            return xs
        xs.append(np.int64(i))
    raise ValueError("short")


def chosen(n: int):
    xs, ys = [n], [n, n]
    zs = xs if n > 2 else ys
    zs.append(5)
    return xs, ys, zs


def sieve(n: int):
    primes = []
    for k in range(2, n):
        for p in primes:
            if k % p == 0:
                break
        else:
            primes.append(k)
    return primes


def parallel_read(n: int):
    xs = [k * 1.5 for k in range(n)]
    out = np.zeros(n)
    for i in prange(n):
        out[i] = xs[i] * 2 + xs[n - 1 - i] + len(xs)
    s = 0.0
    for i in prange(n):
        s += xs[i] * 0.25 + sum(xs)
    return out, s


def parallel_write(n: int):
    xs = [k * 1.5 for k in range(n)]
    for i in prange(n):
        xs[i] = xs[i] * 2 + i
    return xs


def parallel_own(n: int):
    out = np.zeros(n)
    for i in prange(n):
        own = []
        for j in range(i):
            own.append(j * 1.5)
        own.reverse()
        more = [x + 1 for x in own if x > 2]
        s = 0.0
        for x in own:
            s += x
        out[i] = s + sum(own) - len(more) * max([1.0, s]) + any(own)
        while own:
            out[i] += own.pop()
    return out


def parallel_fails(n: int, m: int):
    xs = [k for k in range(n)]
    out = np.zeros(m)
    for i in prange(m):
        out[i] = xs[i]
    return out


def parallel_own_fails(n: int):
    out = np.zeros(n)
    for i in prange(n):
        own = [i]
        out[i] = own[i // 5]
    return out


N = [(0,), (1,), (2,), (5,), (23,)]
V = np.arange(5.0)


def transposed(rows: list[list[int]]) -> list[list[int]]:
    return [[row[i] for row in rows] for i in range(len(rows[0]))]


CASES = {
    "transposed": [[[1, 2], [3, 4], [5, 6]], [[7]]],
    "displays": [(3, 0.5), (1, -0.0)],
    "numpy_scalars": [(V.astype(np.float32), np.int8(3))],
    "appended": N,
    "appended_ends": N,
    "read": [(5, i) for i in (0, 4, -1, -5, 5, -6)],
    "read_in_loop": [(5, 5), (5, 0), (5, 6), (1, 1), (0, 1)],
    "written": [(5, i) for i in (0, 4, -1, -5, 5, -6)] + [(0, 0)],
    "updated": [(5, i) for i in (0, -1, 5, -6)] + [(0, 0)],
    "updated_in_loop": [(5, 5), (5, 6), (0, 0)],
    "written_in_loop": [(5, 5), (5, 6), (0, 0), (3, 2)],
    "read_past": [(0,), (3,), (4,), (9,)],
    "popped": N,
    "popped_at": [(5, i) for i in (0, 4, -1, -5, 5, -6)] + [(0, 0)],
    "popped_out": [(0,), (2,), (3,)],
    "inserted": [(4, i) for i in (-9, -2, 0, 2, 4, 11)] + [(0, 0)],
    "methods": N,
    "operators": N,
    "slices": [(9, i, j, k) for i in (-12, -2, 0, 4, 12) for j in (-11, -4, 3, 10) for k in (-3, -1, 1, 2)],
    "zero_step": [(3,)],
    "shared": N,
    "shared_in_loop": N,
    "rebound": [(0,), (1,), (4,)],
    "made_longer": N,
    "made_shorter": N,
    "enumerated": N,
    "zipped": [(V, 0), (V, 3), (V, 9)],
    "truth": N,
    "contains": [(5, 4, 0.5), (5, 3, 0.25), (0, 0, 1.0)],
    "sums": [(1, 1.5), (6, 0.5), (7, -2.0)],
    "extremes": [(0, 1.0), (5, -1.5), (4, float("nan"))],
    "comprehensions": [(0, V), (7, V - 2)],
    "comprehension_scopes": N,
    "made_of_others": [(0, V), (7, V - 2)],
    "generators": [(0, V - 2), (7, V - 2), (-9, V)],
    "arrays_of": [(1, 0.5), (4, 1.5)],
    "helpers": N[1:],
    "recursion": N,
    "captured": N,
    "annotated": N,
    "early": [(2,), (4,), (9,)],
    "chosen": [(1,), (4,)],
    "sieve": [(2,), (50,)],
    "parallel_read": [(0,), (1,), (300,)],
    "parallel_write": [(0,), (1,), (300,)],
    "parallel_own": [(0,), (1,), (40,)],
    "parallel_fails": [(10, 10), (10, 14)],
    "parallel_own_fails": [(5,), (12,)],
}
ONE_TYPE = ["zipped"]
