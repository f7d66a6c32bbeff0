"""**kw of helpers, which have an instance for each set of names; **d of a record and *args beside keywords."""


def _opt(a: float, **kw):
    s = a
    if "scale" in kw:
        s = s * kw["scale"]
    return s + kw.get("shift", 0)


def opt(a: float) -> float:
    return _opt(a) + 10 * _opt(a, scale=3) + 100 * _opt(a, shift=1, scale=2.0)


def _total(**kw):
    t = 0
    for k, v in kw.items():
        t += v * len(k)
    return t + len(kw)


def total(n: int) -> int:
    return _total(a=n, bcd=2) + _total() + _total(x=1)


def _show(*args, **kwargs):
    return ", ".join([str(a) for a in args] + [f"{k}={v}" for k, v in sorted(kwargs.items())])


def show(n: int) -> str:
    return _show(n, 2, x=1, a=n) + "|" + _show() + "|" + _show(3) + "|" + _show(b=4)


def _g(a, b=1, *, c=2):
    return a + 10 * b + 100 * c


def _pass(f, *args, **kw):
    return f(*args, **kw)


def passed(n: int) -> int:
    return _pass(_g, n) + _pass(_g, n, 3) + _pass(_g, n, c=5) + _pass(_g, a=n, b=2) + _pass(lambda x, y: x * y, n, y=7)


def _fwd(**kw):
    return _g(1, **kw)


def fwd(n: int) -> int:
    return _fwd(b=n) + _fwd(c=n, b=3) + _fwd()


def display(n: int) -> int:
    d = {"b": n, "c": 3}
    return _g(1, **d) + _g(**{"a": n}) + _g(n, **{"c": 1})


def _dict(**kw):
    return kw


def asdict(n: int) -> dict[str, int]:
    d = _dict(a=n, b=2)
    d["c"] = 3
    return d


def _pop(**kw):
    s = kw.pop("s", 1)
    t = 0
    for k in kw:
        t += kw[k]
    return s * t


def pop(n: int) -> int:
    return _pop(s=n, a=2, b=5) + _pop(a=4)


def inner(n: int) -> int:
    k = n + 1
    def h(a, **kw):
        return a * k + kw.get("z", 5)
    return h(2) + h(3, z=n)


def _rec(n, **kw):
    if n == 0:
        return kw["acc"]
    return _rec(n - 1, acc=kw["acc"] + n)


def rec(n: int) -> int:
    return _rec(n, acc=0)


def _miss(**kw):
    try:
        return kw["b"]
    except KeyError:
        return -1


def miss(n: int) -> int:
    return _miss(b=n)


def _has(**opts):
    if opts:
        return len(opts)
    return 0


def has(n: int) -> int:
    return _has(a=n) * 10 + _has()


def _mixed(**opts):
    t = 0.0
    if not opts:
        return -1.0
    if "name" in opts and opts["name"] == "abc":
        t += 1.0
    for k in opts:
        t += 10 * len(k)
    return t + (opts["w"] if "w" in opts else 0.5) + opts.get("z", 0.0)


def mixed(a: float):
    return _mixed(name="abc", w=a), _mixed(), _mixed(w=2.5, z=a), _mixed(name="x")


def _keys(x, /, *more, k=1, **kw):
    return x + k, len(more), sorted(kw), list(kw.values()), tuple(kw.items())


def keys(n: int):
    return _keys(n, b=2, a=n), _keys(n, 5, 6, x=1, y=n, k=3)


def _tried(**kw):
    r = 0
    try:
        r = 10 // kw["d"]
    except ZeroDivisionError:
        r = -1
    finally:
        r += 100
    return r


def tried(n: int):
    return _tried(d=n), _tried(d=2)


def _changed(**kw):
    kw["more"] = len(kw)
    kw.update(a=7)
    return kw, sum(kw.values())


def changed(n: int):
    return _changed(b=n), _changed(a=n, c=1)


class Box:
    def __init__(self, w, h=2):
        self.w = w
        self.h = h


def _box(**kw):
    return Box(**kw)


def boxes(n: int):
    b = _box(w=n)
    c = _box(h=n, w=1)
    return b.w * b.h, c.w * c.h


def order(n: int):
    seen = [0]

    def see(v):
        seen.append(v)
        return v

    return _keys(see(n), b=see(1), a=see(2))[0], seen


NUMBERS = [(0,), (1,), (-3,), (12,)]
CASES = {
    **dict.fromkeys(["total", "show", "passed", "fwd", "display", "asdict", "pop", "inner", "rec", "miss", "has", "keys", "tried", "changed", "boxes",
                     "order"], NUMBERS),
    **dict.fromkeys(["opt", "mixed"], [(1.5,), (-2.0,), (0.0,)]),
}
CASES["rec"] = [(0,), (1,), (12,)]
