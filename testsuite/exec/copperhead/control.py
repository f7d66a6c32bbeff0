"""Statements: branches that return, tail recursion, tuples, comprehensions, procedures that call others."""
import numpy as np

from pycc.copperhead import *


@cu
def sign(x):
    def of(xi):
        if xi < 0:
            return -1
        elif xi > 0:
            return 1
        else:
            return 0
    return map(of, x)


@cu
def branches(x):
    def of(xi):
        if xi < 0:
            return -xi
        else:
            y = xi * 2
            if y > 4:
                return y - 1
            else:
                return y + 1
    return map(of, x)


@cu
def early_return(x):
    def of(xi):
        if xi > 1:
            return xi
        return xi * 10
    return map(of, x)


@cu
def branches_of_tuples(x, y):
    def ordered(a, b):
        if a < b:
            return a, (b, a + b)
        elif a > b:
            return b, (a, a - b)
        return a, (a, b * 2)
    return map(ordered, x, y)


@cu
def carried_tuples(a0, x):
    """Items that change places, and a tuple under another name."""
    def step(kept, item):
        old, older = kept
        a, b = item
        last = older, old + b
        if a < b:
            return older, old - a
        return last
    return reduce(step, zip(x, map(lambda xi: xi * a0, x)), (a0, a0))


@cu
def whole_sequences(p, x):
    if p > 0:
        return map(lambda xi: xi + 1, x)
    else:
        return map(lambda xi: xi - 1, x)


@cu
def conditional(x, y):
    return map(lambda a, b: a if a > b else b, x, y)


@cu
def chained(x):
    return map(lambda a: a > 0 and a < 3, x)


@cu
def power(x):
    def pow_by(b, n, r):
        return r if n == 0 else pow_by(b, n - 1, r * b)
    return map(lambda xi: pow_by(xi, 3, xi * 0 + 1), x)


@cu
def gcd(a, b):
    return a if b == 0 else gcd(b, a % b)


@cu
def gcds(x, y):
    return map(lambda a, b: gcd(abs(a), abs(b)), x, y)


@cu
def changing_places(x, y, k):
    """Arguments of the call in the tail that are parameters, each the other's."""
    return x if k <= 0 else changing_places(y, x, k - 1) if k % 2 == 0 else changing_places(map(op_add, x, y), x, k - 1)


@cu
def not_only_in_the_tail(n, k):
    if n <= 0:
        return k
    else:
        return not_only_in_the_tail(n - 1, not_only_in_the_tail(n - 2, k + n))


@cu
def by_turns(x, k):
    """Each calls the other, and itself in its tail."""
    def odd(x, k):
        return x if k <= 0 else odd(map(op_neg, x), k - 2)
    return odd(x, k) if k <= 1 else by_turns(odd(map(lambda v: v + 1, x), k), k - 1)


@cu
def collatz(n):
    def steps(m, k):
        if m <= 1:
            return k
        elif m % 2 == 0:
            return steps(m // 2, k + 1)
        else:
            return steps(3 * m + 1, k + 1)
    return map(lambda i: steps(i, 0), range(n))


@cu
def newton(x):
    def step(a, r, k):
        if k == 0:
            return r
        else:
            return step(a, (r + a / r) / 2, k - 1)
    return map(lambda a: step(abs(a) + 1, abs(a) + 1, 8), x)


@cu
def escape(cr, ci):
    def step(zr, zi, r, i, k):
        if k == 20 or zr * zr + zi * zi > 4:
            return k
        else:
            return step(zr * zr - zi * zi + r, 2 * zr * zi + i, r, i, k + 1)
    return map(lambda r, i: step(0 * r, 0 * i, r, i, 0), cr, ci)


@cu
def halving(x):
    return x if len(x) < 2 else halving(map(lambda a, b: a + b, gather(x, map(lambda i: 2 * i, range(len(x) // 2))),
                                           gather(x, map(lambda i: 2 * i + 1, range(len(x) // 2)))))


@cu
def swapped(a, b):
    return b, a


@cu
def sum_and_difference(a, b):
    x, y = a + b, a - b
    return x * y, (x, y)


@cu
def unpacked(x, y):
    def both(p):
        a, b = p
        return a * b
    return map(both, zip(x, y))


@cu
def nested_unpacked(x, y):
    def three(p):
        a, (b, c) = p
        return a * b - c
    return map(three, zip(x, zip(y, x)))


@cu
def tuple_index(x, y):
    return map(lambda p: p[1] - p[0], zip(x, y))


@cu
def tuple_passed(x):
    def swap(p):
        a, b = p
        return b, a
    a, b = unzip(map(lambda xi: swap((xi, xi * xi)), x))
    return map(op_sub, a, b)


@cu
def tuple_state(n):
    def fib(s, k):
        a, b = s
        return a if k == 0 else fib((b, a + b), k - 1)
    return map(lambda i: fib((0, 1), i), range(n))


@cu
def two_sequences(x):
    return map(lambda xi: xi + 1, x), map(lambda xi: xi * 2, x)


@cu
def comprehension(x):
    return [xi * xi + 1 for xi in x]


@cu
def comprehension_zip(x, y):
    return [a * b for a, b in zip(x, y)]


@cu
def comprehension_zip3(x, y, z):
    return [a * b - c for a, b, c in zip(x, y, z)]


@cu
def comprehension_closure(x, k):
    return [k * xi for xi in x]


@cu
def comprehension_range(n):
    return [i * (i + 1) for i in range(n)]


@cu
def comprehension_enumerate(x, y):
    return [i * v for i, v in enumerate(x)], [a + i * b for i, (a, b) in enumerate(zip(x, y))]


@cu
def comprehension_tuples(x, y):
    z = zip(zip(x, y), x)
    return [a * b + c for (a, b), c in z], [t[0][1] for t in z], [v for (v,) in zip(x)]


WEIGHTS = np.array([0.5, 2.0, -1.0])


@cu
def constant_array(n):
    return map(lambda i: WEIGHTS[i % 3] + len(WEIGHTS), range(n)), sum(WEIGHTS)


@cu
def comprehension_nested(x):
    return [sum([a * b for b in x]) for a in x]


@cu
def comprehension_sum(x):
    return sum([abs(xi) for xi in x])


@cu
def comprehension_call(x):
    def f(a):
        return a - 3
    return [f(xi) for xi in x]


@cu
def helper_square(a):
    return a * a


@cu
def helper_map(f, x):
    return map(f, x)


@cu
def calls_helper(x):
    return map(helper_square, x)


@cu
def higher_order(x):
    return helper_map(helper_square, x)


@cu
def twice(f, a):
    return f(f(a))


@cu
def higher_order_twice(x):
    return map(lambda xi: twice(lambda t: t + 2, xi), x)


@cu
def composed(x):
    def compose(f, g, a):
        return f(g(a))
    return map(lambda a: compose(helper_square, lambda b: b + 1, a), x)


@cu
def calls_procedure(x, y):
    return comprehension_zip(comprehension(x), y)


@cu
def polymorphic(x):
    def ident(a):
        return a
    return ident(map(lambda xi: ident(xi) + 1, x))


@cu
def lambda_bound(x):
    f = lambda a: a * 3
    return map(f, x)


@cu
def bound_names(x):
    a = len(x)
    b = a * 2
    c = b + a
    return map(lambda xi: xi + c, x)


@cu
def bound_again(x):
    y = map(lambda xi: xi + 1, x)
    y = map(lambda yi: yi * 2, y)
    return y


@cu
def bound_to_other_types(x):
    y = map(lambda xi: xi + 1, x)
    y = sum(y), len(y)
    y, n = y
    y = replicate(y, n)
    return y


@cu
def logical(p, q):
    return map(lambda a, b: (a and not b) or (b and not a), p, q)


@cu
def scalar_only(a, b):
    return a * a + b * b


@cu
def literals(x):
    a = 1
    b = 2.5
    c = True
    return map(lambda xi: xi * b + a if c else xi * b, x)


@cu
def default_dispatch(x, k):
    def small(a):
        return a + 1

    def large(a):
        return a - 1
    return map(lambda xi: small(xi) if xi < k else large(xi), x)


@cu
def jacobi(x, n):
    def sweep(u, k):
        if k == 0:
            return u
        else:
            return sweep(map(lambda l, r: (l + r) / 2, shift(u, -1, 0), shift(u, 1, 1)), k - 1)
    return sweep(x, n)


TYPES = {
    "sign": "*[a]", "branches": "*[a]", "early_return": "[a]", "branches_of_tuples": "[a], [a]", "carried_tuples": "a, [a]", "whole_sequences": "a, [a]", "conditional": "[a], [a]", "chained": "[a]",
    "power": "*[a]", "gcd": "k, k", "gcds": "[k], [k]", "collatz": "Int", "changing_places": "[a], [a], Three",
    "not_only_in_the_tail": "Three, Long", "by_turns": "[a], Three", "newton": "*[f]", "escape": "*[f], [f]", "halving": "+[a]",
    "swapped": "*a, a", "sum_and_difference": "a, a", "unpacked": "*[a], [a]", "nested_unpacked": "[a], [a]", "tuple_index": "[a], [a]",
    "tuple_passed": "[a]", "tuple_state": "Small", "two_sequences": "[a]", "comprehension": "*[a]", "comprehension_zip": "*[a], [a]",
    "comprehension_zip3": "[a], [a], [a]", "comprehension_closure": "[a], a", "comprehension_range": "Int", "comprehension_nested": "[a]", "constant_array": "Int", "comprehension_enumerate": "*[a], [a]",
    "comprehension_tuples": "[a], [a]", "comprehension_sum": "+[a]", "comprehension_call": "[a]", "calls_helper": "*[a]", "higher_order": "[a]",
    "higher_order_twice": "[a]", "composed": "[a]", "calls_procedure": "[a], [a]", "polymorphic": "[a]", "lambda_bound": "[a]",
    "bound_names": "[a]", "bound_again": "[a]", "bound_to_other_types": "*[a]", "logical": "[Bool], [Bool]", "scalar_only": "*a, a",
    "literals": "[a]", "default_dispatch": "[a], a", "jacobi": "[f], Three",
}
