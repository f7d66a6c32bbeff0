"""Lists under several names: in records, tuples, closures and other lists; small programs with them."""
import numpy as np


def in_record(n: int):
    d = {'xs': [1.0], 'n': n}
    for i in range(n):
        d['xs'].append(i * 2.0)
    s = 0.0
    for x in d['xs']:
        s += x
    ys = d['xs']
    ys[0] = 9.0
    return d, s, len(d['xs'])


def in_tuple(n: int):
    t = ([1], n)
    t[0].append(n)
    a, b = t
    a.append(b)
    u = (a, [0.5])
    for i in range(n):
        u[0][0] += i
        u[1].append(u[0][0] * 0.5)
    return t, u


def exchanged(n: int):
    xs = [1, 2, 3]
    ys = [4, 5, 6]
    s = 0
    for i in range(n):
        s = s * 3 + xs[i % 3]
        [xs, ys] = ys, xs
    return s


def second_name(n: int):
    xs = [1, 2, 3]
    ys = [4.0]
    s = 0
    for i in range(n):
        zs = xs
        zs[i % 3] += i
        s += sum(xs)
    return s, xs


def through_closures(n: int):
    xs = [1]
    def grow(k):
        xs.append(k)
    def apply(f, k):
        f(k)
    s = 0
    for i in range(n):
        s += xs[-1] + len(xs)
        apply(grow, i)
        apply(lambda k: grow(k + 1), i)
        s += xs[i]
    return xs, s


def returned_often(n: int):
    xs = [n]
    return xs, (xs, n), {'a': xs}


def returned_early(n: int):
    for i in range(n):
        xs = [i, i + 1]
        for x in xs:
            if x > 3:
                return xs, [x]
    return [0], [n]


def nested_tuples(n: int):
    g = [[(i, j * 0.5) for j in range(3)] for i in range(3)]
    s = 0.0
    for r in g:
        for i, x in r:
            s += i * x
    return g[n % 3][1], s, g[-1][-1][1]


def while_length(n: int):
    xs = [1.0] * n if n > 0 else [0.0]
    i = 0
    while i < len(xs):
        xs[i] = xs[i] + i
        i += 1
    k = len(xs)
    while k > 2 and xs[k - 1] > 1:
        k -= 1
    return xs[:k], k


def mixed(n: int):
    xs = []
    for i in range(n):
        if i % 2:
            xs.append((i, [i * 0.5]))
        else:
            xs.append((i, [0.5] * i))
    return xs, [len(b) for a, b in xs]


def bool_list(n: int):
    m = [i % 3 == 0 for i in range(n)]
    c = 0
    for i in range(n):
        if m[i]:
            c += 1
        m[i] = not m[i]
    return m, c


def queue(n: int):
    q = [n]
    seen = [False] * (n + 1 if n > 0 else 1)
    order = []
    while len(q) > 0 and n > 0:
        k = q.pop(0)
        if seen[k]:
            continue
        seen[k] = True
        order.append(k)
        for d in (1, 2, 3):
            if k - d >= 0 and not seen[k - d]:
                q.append(k - d)
    return order


def matrix(n: int):
    m = [[0.0] * 3 for _ in range(3)]
    for i in range(3):
        for j in range(3):
            m[i][j] = float(i * j + n)
            m[i][j] += 0.5
    m[0], m[2] = m[2], m[0]
    return m, sum([sum(r) for r in m])


def complexes(n: int):
    zs = [complex(i, -i) for i in range(n)]
    s = 0j
    for z in zs:
        s += z * z.conjugate()
    return zs, s


def conditional(n: int):
    xs = [i if i % 2 else -i for i in range(n)]
    ys = [1.0] if n > 3 else [2.0, 3.0]
    return xs, ys, [x for x in xs if x > 0] or [7]


def views(n: int):
    a = np.arange(20.0).reshape(4, 5)
    vs = [a[i, ::2] for i in range(4)]
    vs += [a[:, 1]]
    for v in vs:
        v += n
    return a, vs


N = [(0,), (1,), (3,), (6,)]
CASES = dict.fromkeys([
    "in_record", "in_tuple", "exchanged", "second_name", "through_closures",
    "returned_often", "returned_early", "nested_tuples", "while_length", "mixed",
    "bool_list", "queue", "matrix", "complexes", "conditional",
    "views"], N)
