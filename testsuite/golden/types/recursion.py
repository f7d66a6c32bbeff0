"""Recursive functions, annotated or not; every cycle of calls has its least fixpoint."""


def factorial(n):
    if n < 2:
        return 1
    return n * factorial(n - 1)


def even(n):
    if n == 0:
        return True
    return odd(n - 1)


def odd(n):
    if n == 0:
        return False
    return even(n - 1)


def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


def total(a, n):
    return 0 if n == 0 else a[n - 1] + total(a, n - 1)


def declared(n: int) -> float:
    return 1 if n < 2 else n * declared(n - 1)


def inferred(n: int):
    if n < 2:
        return 1.0
    return n * inferred(n - 1)


def uses(a: 'f32[:]', n: int):
    return factorial(n), factorial(2.5), even(n), ackermann(2, n), total(a, n), inferred(n)
