"""Ints that meet floats later: in lists that another function fills, in variables and parameters, in dictionaries and sets."""
def floats(xs):
    """An int as written is a float there."""
    return [float(x) for x in xs]


def all_floats(xss):
    return [floats(xs) for xs in xss]


def set_at(xs, i, x):
    xs[i] = x


def push(xs, x):
    xs.append(x)


def zeros(n: int):
    return [0] * n


def rows(n, m):
    return [[0 for j in range(n)] for i in range(m)]


def written(n: int, x: float):
    xs = [0] * n
    set_at(xs, 1, x)
    ys = zeros(n)
    ys[0] = x
    zs = rows(n, 2)
    zs[1][0] += x
    set_at(zs[0], 1, x)
    us = [[0] * n for _ in range(2)]
    us[0] = [1] * n
    us[1][1] = x
    return sum(xs), floats(xs), floats(ys), all_floats(zs), all_floats(us)


def computed(n: int, x: float):
    xs = [n, 2]
    set_at(xs, 1, x)
    ys = list(range(n))
    set_at(ys, 0, x)
    zs = [[n] for _ in range(2)]
    zs[0].append(x)
    push(zs[1], x)
    return xs, ys, zs, xs[0] // 2, [type(y).__name__ for y in ys]


def both_ways(n: int, x: float):
    xs = []
    push(xs, x)
    xs.append(1)
    ys = []
    push(ys, n)
    push(ys, x)
    return xs, ys


def inside(n: int, x: float):
    xs = [0] * n
    ys = [n] * n

    def put(i, v):
        xs[i] = v
        ys[i] = v

    put(0, x)
    return floats(xs), ys


class Grid:
    def __init__(self, n):
        self.cells = [0] * n
        self.more = [[n, n]]

    def put(self, i, v):
        self.cells[i] = v

    def lay(self, v):
        self.more[0][1] = v


def attributes(n: int, x: float):
    g = Grid(n)
    g.put(0, x)
    g.lay(x)
    return floats(g.cells), g.more


def variable(n: int, step: float):
    t = n
    out = []
    for k in range(3):
        out.append(t)
        t += step
    return t, out


def parameter(a: int, b: int, c: int):
    a += 1.5
    b -= 0.5
    if c > 2:
        c = c / 2
    return a, b, c


def halved(n):
    steps = 0
    while n > 1:
        n = n / 2
        steps += 1
    return steps, n


def called(n: int):
    return halved(n), halved(2 * n)


def named(n: int):
    x = n
    if n > 3:
        x = "many"
    elif n < 0:
        x = None
    return x


def over(n: int):
    i = n
    for i in range(4):
        i = 5.4
        if n > 2:
            break
    return i


def fill(d, k, v):
    d[k] = v


def keyed(n: int, x: float):
    d = {n: n}
    fill(d, 2, x)
    s = {n}
    s.add(x)
    t = {n}
    t |= {x, 2.5}
    return sorted(d.items()), sorted(s), sorted(t), len(d)


def swapped(n: int, x: float):
    u = [[0, 0], [0, 0]]
    v = [[x, x], [x, x]]
    for k in range(n):
        u, v = v, u
    return all_floats(u), all_floats(v)


def header(name):
    if name:
        return 1
    else:
        return None


def none_until(name: str):
    a = None
    found = header(name)
    if found is None:
        a = 3
    b = None
    if found is not None and found > 0:
        b = 2.5
    return a, b, a is None, b is None


def shadowed(xs: list[int], k: int):
    if k > 2:
        xs = None
    if k > 4:
        k = None
    return xs, k


def shared(n: int, x: float):
    """Of lists that one function makes, one is given floats."""
    xs = zeros(3)
    xs[0] = x
    ys = zeros(3)
    ys[0] = n
    return xs, ys


def ints_too(n: int, x: float):
    xs = [0] * 3
    set_at(xs, 0, x)
    set_at(xs, 1, n)
    ys = [x, 2.5]
    set_at(ys, 1, n)
    return xs, ys


def total(xs, start):
    out = [[0 for i in range(len(xs))] for k in range(2)]
    for k in range(2):
        for i in range(len(xs)):
            out[k][i] += xs[i] * start
    return out


def for_each_type(xs: list[int], ys: list[float], k: int):
    return total(xs, k), all_floats(total(ys, 2.0)), halved(2.0 * k), halved(k)


CASES = {
    **{name: [(3, 2.5)] for name in ("written", "computed", "both_ways", "inside", "attributes", "variable")},
    "parameter": [(3, 4, 5), (3, 4, 1)],
    "called": [(10,), (1,)],
    "named": [(5,), (1,), (-1,)],
    "over": [(1,), (3,)],
    "keyed": [(1, 2.5), (1, 2.0)],
    "none_until": [("",), ("a",)],
    "shadowed": [([1, 2], 1), ([1, 2], 3), ([1], 5)],
    "shared": [(3, 2.5)],
    "ints_too": [(3, 2.5)],
    "for_each_type": [([1, 2, 3], [0.5, 1.5], 3), ([1], [2.0], 4)],
    "swapped": [(1, 2.5), (2, 2.5)],
}
