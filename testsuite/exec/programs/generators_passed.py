"""Generators without end that are given to functions by their names."""


def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def up(k):
    while True:
        yield k
        k += 2


def take(n, g):
    out = []
    for x in g():
        if x > n:
            break
        out.append(x)
    return out


def take_from(n, g, k):
    out = []
    for x in g(k):
        if x > n:
            break
        out.append(x)
    return out


def passed(n: int):
    return take(n, fib), take(n, lambda: fib()), take_from(n, up, 1), take_from(n, up, 2)


CASES = {"passed": [(9,), (0,), (-1,)]}
