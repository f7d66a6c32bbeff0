"""Calls: instances of helpers, closures, and loads that wait until a call is over."""


def bump(a: 'f64[:]') -> float:
    a[0] += 1
    return 2.0


def load_before_call(a: 'f64[:]') -> 'f64':
    return a[0] + bump(a) * a[1]


def store_of_load(a: 'f64[:]', i: 'i64[:]') -> None:
    i[int(bump(a))] = i[0]


def on_condition(a: 'f64[:]', c: bool) -> 'f64':
    return a[0] * (bump(a) if c else 3.0)


def smaller(x, y):
    return x if x < y else y


def polymorphic(a: int, b: int, x: 'f32', y: 'f32'):
    return smaller(a, b), smaller(x, y), smaller(b, a)


def gcd(a: int, b: int) -> int:
    return gcd(b, a % b) if b else a


def scaled(x, k=2, shift=0.5):
    return x * k + shift


def keywords(x: float) -> float:
    return scaled(x) + scaled(shift=x, x=3.0)


def apply(f, x):
    return f(f(x))


def closures(k: int, x: int) -> int:
    def inner(y):
        return y * k

    add = lambda v: v + inner(v)
    return apply(add, x) + apply(lambda v: v - 1, x) + inner(2)
