"""Lists of arrays, of tuples and of lists: shared, stacked, passed on, returned."""
import numpy as np

from pycc import f32, f64, i64, prange


def frames(u: f64[:], n: int):
    states = [u]
    for i in range(n):
        states.append(states[-1] * 0.5 + i)
    s = 0.0
    for v in states:
        s += v[0] + v.sum()
    return states, s


def saved(n: int, m: int):
    u = np.zeros(m)
    history = []
    for i in range(n):
        u[:] = u + i
        history.append(u.copy())
        u = u * 2
    return history


def same_memory(u: f64[:], v: f64[:]):
    xs = [u, v, u[1:]]
    xs[0][0] = 5
    xs[1] += 2
    xs[1][:] = xs[1] + xs[0]
    xs[2] *= 3
    w = xs[2]
    xs[2] = u * 2
    w[0] += 1
    return xs[2], u + v, len(xs)


def overlapping_items(u: f64[:]):
    xs = [u[1:], u[:-1]]
    xs[0][...] = xs[1] * 2
    return u


def swapped(u: f64[:], v: f64[:], n: int):
    xs = [u, v]
    for k in range(n):
        xs[0], xs[1] = xs[1], xs[0]
        xs[0][k] = xs[1][0] + k
    return xs[0] - xs[1]


def elements(n: int, i: int, j: int):
    xs = [np.arange(k + 2.0) for k in range(n)]
    xs[i][j] += 3
    return xs[i][j], xs[i][1:], xs[-1]


def taken_out(n: int, m: int):
    xs = [np.full(3, k * 1.0) for k in range(n)]
    s = 0.0
    for k in range(m):
        a = xs.pop()
        s += a[k % 3]
        xs.pop(0)
    return s, xs


def changed_while_held(n: int):
    xs = [np.full(3, k * 1.0) for k in range(n)]
    a = xs[0]
    xs[0] = np.ones(2)
    xs.clear()
    xs.append(a * 2)
    xs.insert(0, a)
    a[0] = 9
    return xs, a


def fails_half_way(n: int, m: int):
    xs = [np.full(4, k * 1.0) for k in range(n)]
    for k in range(m):
        xs.append(xs[k * 2] + 1)
    return xs


def of_ranks(a: f64[:, :], n: int):
    rows = [r for r in a]
    columns = [a[:, j] for j in range(a.shape[1])]
    blocks = [a[i:, i:] for i in range(n)]
    s = np.float64(0.0)
    for r in rows:
        for x in r:
            s += x
    for i, b in enumerate(blocks):
        s += b.sum() * i
    for r, c in zip(rows, columns):
        s += r[0] * c[-1]
    return s, rows, columns, blocks


def tuples(n: int):
    ps = [(k, k * 0.5) for k in range(n)]
    s = 0.0
    for k, x in ps:
        s += k * x
    ps.append((7, s))
    ps[0] = (n, ps[-1][1])
    first, second = ps.pop(0)
    return ps, s, first, second, np.array(ps)


def tuples_of_arrays(u: f64[:], n: int):
    ps = [(u * k, k) for k in range(n)]
    t = np.float64(0.0)
    for a, k in ps:
        a[0] += k
        t += a.sum()
    return ps, t


def worklist(n: int):
    todo = [(0, n)]
    done = []
    while todo:
        lo, hi = todo.pop()
        if hi - lo <= 1:
            done.append(lo)
        else:
            mid = (lo + hi) // 2
            todo.append((mid, hi))
            todo.append((lo, mid))
    return done


def nested(n: int):
    rows = []
    for i in range(n):
        rows.append([j * 1.5 for j in range(i)])
    s = 0.0
    for row in rows:
        for x in row:
            s += x
        s += len(row)
    for i in range(len(rows)):
        rows[i].append(i * 1.0)
        rows[i] += [0.5]
    rows[0][0] += 2
    return rows, s, [sum(r) for r in rows], rows[-1][0]


def buckets(a: i64[:], n: int):
    found = [[i][:0] for i in range(n)]
    for x in a:
        found[x % n].append(x)
    return [len(b) for b in found]


def nested_shared(n: int):
    row = [1, 2]
    rows = [row, row, [n]]
    rows[0].append(3)
    row[0] = 9
    return rows[1], rows[2], [len(r) for r in rows]


def nested_comprehension(n: int):
    return [[[i, j] for j in range(i)] for i in range(n)]


def array_of_arrays(n: int, m: int):
    xs = [np.arange(m) + k * 0.5 for k in range(n)]
    return np.array(xs), np.array(xs, dtype=np.float32)


def array_of_unequal(n: int, m: int):
    xs = [np.ones((2, 3 + (k == m))) for k in range(n)]
    return np.array(xs)


def stacked(n: int, m: int):
    xs = [np.arange(m) + k * 0.5 for k in range(n)]
    return (np.stack(xs), np.stack(xs, axis=1), np.stack(xs, axis=-1), np.vstack(xs), np.hstack(xs),
            np.concatenate(xs), np.column_stack(xs), np.dstack(xs))


def joined(n: int):
    xs = [np.full((2, k + 1), k) for k in range(n)]
    return np.concatenate(xs, axis=1), np.hstack(xs), np.concatenate(xs, axis=None)


def stacked_unequal(n: int):
    return np.stack([np.zeros(k) for k in range(n)])


def returned_helper(n):
    return [np.full(2, k * 1.0) for k in range(n)], [n, n + 1]


def extended(xs, a):
    xs.append(a)
    xs.extend([a * 2, a * 3])
    return xs


def helpers(u: f64[:], n: int):
    xs, ks = returned_helper(n)
    ys = extended(xs, u)
    ys.append(u)
    return len(xs), ks, xs[-2], sum([a.sum() for a in ys])


def argument_itself(u: f64[:]):
    return [u, u[::2]]


def parallel(n: int):
    xs = [np.full(3, k * 1.0) for k in range(n)]
    s = 0.0
    for i in prange(n):
        s += xs[i].sum() * i
    return s


def typed(n: int) -> list[f64[:]]:
    xs: list[f64[:]] = []
    for k in range(n):
        xs.append(np.full(k, 1.5))
    return xs


def strided(a: f32[:]):
    xs = [a[::2], a[::-1]]
    xs.append(a * 2)
    s = xs[0][0]
    for x in xs:
        s += x[-1]
    return s, xs[2]


N = [(1,), (2,), (5,)]
V, M = np.arange(5.0), np.arange(12.0).reshape(3, 4)
# What the message about sum(xs) in a parallel loop says to write

def summed_in_prange(a: f64[:, :], y: f64[:]):
    before = [a[0], 2 * a[0]]
    total = sum(before)
    for i in prange(len(a)):
        xs = [a[i], 2 * a[i]]
        s = xs[0] + 0
        for x in xs[1:]:
            s += x
        y[i] = np.sum(xs, axis=0)[0] + s[1] + total[0] + sum([v * 2 for v in a[i]])
    return y


def of_lists(n: int, m: int):
    grid = [[float(i * j) for j in range(m)] for i in range(n)]
    grid[0][-1] += 1
    rows = []
    for i in range(n):
        rows.append([i, i + m])
    deep = np.array([[[i + j + k for k in range(2)] for j in range(m)] for i in range(n)])
    return np.array(grid), np.array(rows), deep, np.array([[i * m] * 3 for i in range(n)], dtype=np.float32), np.array([list(r) for r in deep[0]])


def of_unequal_lists(n: int):
    return np.array([[0] * (i % n + 1) for i in range(3)])


CASES = {
    "of_lists": [(1, 3), (3, 2)],
    "of_unequal_lists": [(1,), (2,)],
    "summed_in_prange": [(np.arange(12.0).reshape(4, 3), np.zeros(4))],
    "frames": [(V, 0), (V, 4)],
    "saved": [(0, 3), (4, 3), (3, 0)],
    "same_memory": [(V, V + 1)],
    "overlapping_items": [(V,)],
    "swapped": [(V, V + 1, n) for n in (0, 1, 4)],
    "elements": [(4, 1, 2), (4, -1, -1), (4, 4, 0), (4, 1, 5)],
    "taken_out": [(6, 2), (6, 3), (6, 4), (7, 4)],
    "changed_while_held": N,
    "fails_half_way": [(3, 1), (3, 6)],
    "of_ranks": [(M, 0), (M, 3)],
    "tuples": N,
    "tuples_of_arrays": [(V, 0), (V, 3)],
    "worklist": N,
    "nested": N + [(0,)],
    "buckets": [(np.arange(11), 3), (np.arange(0), 2)],
    "nested_shared": N,
    "nested_comprehension": N + [(0,)],
    "array_of_arrays": [(1, 3), (3, 2), (3, 0)],
    "array_of_unequal": [(3, 5), (3, 1), (3, 0)],
    "stacked": [(1, 3), (4, 2), (0, 2)],
    "joined": N + [(0,)],
    "stacked_unequal": [(1,), (3,)],
    "helpers": [(V[:2], 0), (V[:2], 3)],
    "argument_itself": [(V,)],
    "parallel": [(1,), (40,)],
    "typed": N + [(0,)],
    "strided": [(V.astype(np.float32),)],
}
ROUNDED = ["parallel"]
