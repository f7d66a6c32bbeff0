"""reduce and its kinds, over numbers and tuples; len."""
from pycc.copperhead import *


@cu
def total(x):
    return sum(x)


@cu
def least(x):
    return min(x)


@cu
def greatest(x):
    return max(x)


@cu
def at_least(x):
    return argmin(x)


@cu
def at_greatest(x):
    return argmax(x)


@cu
def some(p):
    return any(p)


@cu
def every(p):
    return all(p)


@cu
def some_negative(x):
    return any(map(lambda xi: xi < 0, x))


@cu
def all_negative(x):
    return all(map(lambda xi: xi < 0, x))


@cu
def count_true(p):
    return sum(map(int64, p))


@cu
def how_many(x):
    return len(x)


@cu
def reduce_add(x):
    return reduce(op_add, x, 0)


@cu
def reduce_lambda(x):
    return reduce(lambda a, b: a + b, x, 0)


@cu
def reduce_mul(x):
    return reduce(op_mul, x, 1)


@cu
def reduce_init(x, init):
    return reduce(op_add, x, init)


@cu
def reduce_max(x, init):
    return reduce(lambda a, b: a if a > b else b, x, init)


@cu
def reduce_op_max(x, init):
    return reduce(op_max, x, init)


@cu
def reduce_op_min(x, init):
    return reduce(op_min, x, init)


@cu
def reduce_xor(x):
    return reduce(op_xor, x, 0)


@cu
def reduce_or(p):
    return reduce(op_or, p, False)


@cu
def reduce_and(p):
    return reduce(op_and, p, True)


@cu
def reduce_def(x):
    def larger(a, b):
        return b if abs(b) > abs(a) else a
    return reduce(larger, x, 0)


@cu
def dot(x, y):
    return sum(map(lambda xi, yi: xi * yi, x, y))


@cu
def dot_op(x, y):
    return sum(map(op_mul, x, y))


@cu
def dot_reduce(x, y):
    return reduce(op_add, map(op_mul, x, y), 0)


@cu
def norm(x):
    return sqrt(sum(map(lambda xi: xi * xi, x)))


@cu
def largest_difference(x, y):
    return reduce(op_max, map(lambda a, b: abs(a - b), x, y), 0)


@cu
def mean(x):
    return sum(x) / float64(len(x)) if len(x) > 0 else float64(0)


@cu
def sum_of_filtered(x):
    return sum(filter(lambda xi: xi > 0, x))


@cu
def extrema(x):
    return reduce(lambda a, b: (op_min(a[0], b[0]), op_max(a[1], b[1])), zip(x, x), (x[0], x[0]))


@cu
def two_sums(x, y):
    return reduce(lambda a, b: (a[0] + b[0], a[1] + b[1]), zip(x, y), (0, 0))


@cu
def mixed_tuple(x):
    return reduce(lambda a, b: (a[0] + b[0], a[1] + b[1]), map(lambda xi: (xi, 1), x), (0, 0))


@cu
def where_greatest(x):
    def better(a, b):
        av, ai = a
        bv, bi = b
        return a if av >= bv else b
    return reduce(better, zip(x, indices(x)), (x[0], 0))


@cu
def sum_range(n):
    return sum(range(n))


@cu
def sum_both(x, y):
    return sum(x) + sum(y)


@cu
def variance(x):
    n = float64(len(x)) + 1
    m = sum(map(float64, x)) / n
    return sum(map(lambda xi: (xi - m) * (xi - m), x)) / n


@cu
def least_of_two(a, b):
    return min(a, b)


@cu
def greatest_of_three(a, b):
    return max(a, b, a + b)


@cu
def reduce_in_any_order(x):
    """What is known to take items in any order, by its form."""
    return (reduce(op_add, x, 0), reduce(lambda a, b: b + a, x, 1), reduce(op_max, x, 0), reduce(lambda a, b: min(a, b), x, 0),
            reduce(lambda a, b: op_min(b, a), x, 3), reduce(op_max, map(lambda v: v * v, x), 0))


@cu
def reduce_products(x):
    return reduce(op_mul, map(lambda v: 1 + v - v, x), 2), reduce(lambda a, b: a * b, map(lambda v: v - v + 1, x), 1)


@cu
def reduce_bits(x):
    return reduce(op_and, x, -1), reduce(lambda a, b: a | b, x, 0), reduce(op_xor, map(lambda v: v + 1, x), 5)


@cu
def reduce_tuples_in_any_order(x):
    def both(a, b):
        return a[0] + b[0], op_max(a[1], b[1]), min(b[2], a[2])
    return reduce(both, map(lambda v: (v, v, v + 1), x), (0, 0, 0))


@cu
def extremes_of_literals(x):
    """The result has the common type of the numbers, whichever is taken."""
    return max(1.5, 2), min(1, 2.5), max(1, 2, 0.5), max(x[0], 100), min(-100, x[0]), op_max(x[0], 2), op_min(1, 2.5)


@cu
def reduce_unpacked(x):
    def wider(a, b):
        alo, ahi, n = a
        blo, bhi, m = b
        return op_min(alo, blo), op_max(ahi, bhi), n + m
    return reduce(wider, map(lambda v: (v, v, 1), x), (0, 0, 0))


@cu
def reduce_unpacked_in_order(x):
    """Places and names that do not fit: items go in order."""
    def crossed(a, b):
        p, q = a
        r, s = b
        return p + s, q + r
    def twice(a, b):
        p, q = a
        q, r = b
        return p + q, q + r
    y = zip(x, map(lambda v: v + 1, x))
    return reduce(crossed, y, (0, 0)), reduce(twice, y, (0, 0))


@cu
def reduce_extremes_of_items(x):
    """Of the item first, or beside another type: nan is taken as in the interpreter."""
    y = map(lambda v: sqrt(v), x)
    return (reduce(lambda a, b: op_max(b, a), x, 0), reduce(lambda a, b: (op_min(b[0], a[0]), max(a[1], b[1])), zip(x, y), (0, 0.5)),
            reduce(op_max, y, 0), reduce(op_min, y, 1), reduce(lambda a, b: min(b, a), y, 1))


@cu
def reduce_in_order(x):
    """Forms that look like them, and are not: places that do not match, operators that do not commute."""
    return (reduce(lambda a, b: a - b, x, 0), reduce(lambda a, b: a + a, x, 1), reduce(op_sub, x, 0), reduce(lambda a, b: b, x, 0),
            reduce(lambda a, b: (a[0] + b[1], a[1] + b[0]), zip(x, map(op_neg, x)), (0, 0)))


@cu
def reduce_in_rows(m):
    return map(lambda r: reduce(op_add, r, 0) + reduce(lambda a, b: max(a, b), r, 0), m)


TYPES = {
    "total": "*[o]", "least": "*[a]", "greatest": "*[a]", "at_least": "*[a]", "at_greatest": "*[a]", "some": "[Bool]", "every": "[Bool]",
    "some_negative": "[a]", "all_negative": "[a]", "count_true": "[Bool]", "how_many": "*[o]", "reduce_add": "*[a]", "reduce_lambda": "[a]",
    "reduce_mul": "[a]", "reduce_init": "*[a], a", "reduce_max": "[a], a", "reduce_op_max": "[a], a", "reduce_op_min": "[a], a",
    "reduce_xor": "[k]", "reduce_or": "[Bool]", "reduce_and": "[Bool]", "reduce_def": "[a]", "dot": "*[a], [a]", "dot_op": "[a], [a]",
    "dot_reduce": "[a], [a]", "norm": "*[f]", "largest_difference": "[a], [a]", "mean": "[a]", "sum_of_filtered": "[a]", "extrema": "+[a]",
    "two_sums": "[a], [a]", "mixed_tuple": "[a]", "where_greatest": "+[a]", "sum_range": "Int", "sum_both": "[a], [a]", "variance": "[a]",
    "least_of_two": "a, a", "greatest_of_three": "a, a",
    "reduce_in_any_order": "*[a]", "reduce_products": "*[a]", "reduce_bits": "*[k]", "reduce_tuples_in_any_order": "*[a]",
    "reduce_extremes_of_items": "*[f]", "extremes_of_literals": "*+[a]", "reduce_unpacked": "*[a]", "reduce_unpacked_in_order": "[k]", "reduce_in_order": "[k]", "reduce_in_rows": "[[a]]",
}
