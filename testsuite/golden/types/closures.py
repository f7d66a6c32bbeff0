"""Nested functions and lambdas: captured variables are trailing parameters."""


def nested(a: 'f64[:]'):
    n = a.shape[0]

    def get(i):
        return a[i] * n

    def twice(f, x):
        return f(f(x))

    s = 0.0
    for i in range(n):
        s += get(i)
    k = s
    return twice(lambda v: v + k, s)


def chosen(x: float, n: int):
    add = lambda v: v + n
    same = lambda v: v
    return add(x) + add(n) + same(x)


def adder(n):
    def add(x):
        return x + n
    return add


def returned(x: 'f32', n: int):
    f = adder(n)
    return f(x), adder(x)(n)
