"""Helpers without annotations: one principal type, one instance per use."""


def axpy(a, x, y):
    return a * x + y


def identity(x):
    return x


def swap(pair):
    first, second = pair
    return second, first


def apply(f, x):
    return f(x)


def compose(f, g):
    return lambda x: f(g(x))


def uses(a: 'f32[:]', n: int):
    p = axpy(2, a[0], 1.5)
    q = axpy(2, n, 1)
    r = identity(a)[1] + identity(a[0])
    s, t = swap((p, q))
    u = apply(lambda v: v * 2, n)
    w = compose(lambda v: v + 0.5, lambda v: v * 3)
    return r, s, t, u, w(n), w(a[0])
