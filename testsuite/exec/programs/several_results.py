"""Values of several types in variables, results and annotations, and what is done with them."""


def named(n: int):
    if n == 0:
        return "zero"
    return n


def lengths(a: float):
    if a > 1:
        return a
    return "small"


def rebound(a: int) -> int:
    x = a
    if a > 1:
        x = "b"
        return len(x)
    return x


def chosen(a: int):
    x = a if a > 1 else "none"
    return x


def listed(a: int):
    xs = [1, 2]
    xs.append("c")
    xs.append(a)
    return xs, len(xs), [a, "b"]


def keyed(a: int):
    d = {1: 2}
    d["a"] = 3
    d[2] = "x"
    e = {a: 1, "b": 2}
    s = {1, 2}
    s.add("x")
    return d, len(d), e, len(s), len({a, "b"}), e.get("b"), e.get("c"), e.pop("b"), "b" in e


def held(xs: list[int | str]):
    n = 0
    for x in xs:
        if isinstance(x, int):
            n += x
        else:
            n += len(x)
    xs.append(n)
    return xs, n


def kept(d: dict[str, int | float | str | None]):
    for k, v in d.items():
        print(k, v)
    d["new"] = 2.5
    return d, [v for v in d.values() if isinstance(v, float)]


def either(n: int) -> int | str:
    if n > 0:
        return n
    return "none"


def made(n: int) -> list[int | str]:
    return [n, "a"]


def stack(n: int):
    """A variable that is None, an int, a text."""
    best = None
    for i in range(n):
        if i == 2:
            best = 'two'
        elif i == 3:
            best = 3.5
        elif i == 4:
            best = None
        elif i == 5:
            best = i
        print(i, best, best is None)
    return best


def last(xs: list[int]):
    x = None
    for v in xs:
        if v > 10:
            x = 'big'
        else:
            x = v
    return x


def switch(k: int):
    if k == 0:
        v = 1
    elif k == 1:
        v = 'one'
    elif k == 2:
        v = 2.5
    else:
        v = None
    if v is None:
        return -1
    if isinstance(v, str):
        return len(v)
    return v * 2


def kinds(k: int):
    out = []
    for v in [1, 'x', 2.5, None, True, k]:
        if type(v) is int:
            out.append('int')
        elif type(v) is bool:
            out.append('bool')
        elif type(v) == str:
            out.append('str')
        elif v is None:
            out.append('None')
        elif isinstance(v, (int, float)):
            out.append('number')
    return out


def arith(n: int):
    xs = [n, 2.5, True, 'ab']
    r = []
    for x in xs:
        r.append(x * 2)
        r.append(2 * x)
        if not isinstance(x, str):
            r.append(x + 1)
            r.append(1 - x)
            r.append(x / 2)
            r.append(7 // x)
            r.append(x % 2)
            r.append(x ** 2)
            r.append(-x)
            r.append(abs(x))
            r.append(x > 1)
            r.append(1 < x <= 3)
            r.append(int(x))
            r.append(float(x))
            r.append(round(x))
            r.append(bool(x))
    return r


def inplace(n: int):
    d = {'a': 1, 'b': 'x', 'c': 2.5}
    d['a'] += n
    d['b'] += 'y'
    d['c'] *= 2
    d['c'] -= 1
    xs = [1, 'a']
    xs[0] += 5
    xs[1] += 'b'
    t = xs[0]
    t += 1
    return d, xs, t


def formats(n: int):
    r = {'name': 'x', 'n': n, 'v': 2.5}
    a = '%s has %s' % (r['name'], r['n'])
    b = '{:>5}|{:<6}|'.format(r['name'], r['v'])
    c = f"{r['v']:.3f} {r['n']:05d} {r['name']!r}"
    return a, b, c, ', '.join([str(v) for v in r.values()]), list(r.values()), list(r.items())


def nested(n: int):
    people = {'ann': {'age': n, 'town': 'x'}, 'bob': {'age': 30, 'town': 'y'}}
    total = 0
    for name, rec in people.items():
        total += rec['age']
        print(name, rec['town'], rec)
    people['ann']['age'] = 5
    return people, total


def compares(n: int):
    xs = [n, 'a', 2.5, None]
    ys = [n, 'a', 2.5, None]
    return xs == ys, xs != ys, xs[0] == n, xs[1] == 'a', xs[1] != 'b', xs[2] == 2.5, xs[3] == None, xs[0] == 'a', xs[1] == 1, 'a' == xs[1], n == xs[0]


def truth(n: int):
    return [1 if x else 0 for x in [n, 0, '', 'a', 0.0, 2.5, None, True, False]]


def either_or(n: int, s: str):
    a = n or s
    b = n and s
    c = s if n > 3 else n
    return a, b, c


def tern(n: int):
    x = 'a' if n > 2 else None
    y = 1 if n > 1 else 'b'
    z = [x, y, n]
    return z


def unpack(n: int):
    a, b, c = [1, 'x', 2.5]
    rec = ['n', n]
    k, v = rec
    return a, b, c, k, v


def spread(n: int):
    xs = [1, 'a']
    ys = xs + [n, 2.5]
    zs = ys * 2
    ys.extend(['q', 1])
    ys.insert(0, None)
    ys.remove('a')
    p = ys.pop()
    ys.reverse()
    return xs, ys, zs, p, ys[::2], ys[-1], [*xs, *ys], tuple(xs)


CASES = {
    "named": [(0,), (3,)],
    "lengths": [(0.5,), (1.5,)],
    "rebound": [(1,), (2,)],
    "chosen": [(1,), (2,)],
    "listed": [(7,)],
    "keyed": [(7,)],
    "held": [([1, "abc"],), ([],), (["x"],)],
    "kept": [({"a": 1, "b": "x", "c": None, "d": 0.5, "e": True},), ({},)],
    "either": [(2,), (-1,)],
    "made": [(4,)],
    "stack": [(7,), (0,)],
    "last": [([1, 20],), ([1],), ([],)],
    "switch": [(0,), (1,), (2,), (3,)],
    "kinds": [(3,)],
    "arith": [(3,)],
    "inplace": [(3,)],
    "formats": [(3,)],
    "nested": [(3,)],
    "compares": [(3,)],
    "truth": [(3,)],
    "either_or": [(0, "a"), (4, "b"), (4, "")],
    "tern": [(0,), (2,), (3,)],
    "unpack": [(4,)],
    "spread": [(4,)],
}
