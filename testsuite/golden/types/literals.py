"""Numbers as written take the type of what else their variable is assigned."""
SCALE = 3


def float_sum(a: 'f32[:]'):
    s = 0.0
    for x in a:
        s += x
    return s


def int_start(a: 'f64[:]'):
    s = 0
    t = -1
    for x in a:
        s += x
        t = x
    return s, t


def int_and_float() -> float:
    x = 0
    x = 1.5
    return x


def weak_and_strong(a: 'f64[:]', x: float):
    y = x * 2
    y = a[0]
    return y


def tuples(a: 'f32[:]', n: int):
    p = (0, 0)
    for i in range(n):
        p = (p[0] + a[i], i)
    return p


def through_variables(a: 'f32[:]'):
    s = 0.0
    half = s * 0.5
    for x in a:
        half = s * 0.5
        s = half + x
    return s, half


def conditional(x: 'f32', n: int):
    return x if n else 0.0, n or 1, x or 2


def constant(a: 'i16[:]'):
    s = SCALE
    s = s + a[0]
    return s
