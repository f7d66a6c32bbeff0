"""Scans of both directions, inclusive and exclusive, over numbers and tuples."""
from pycc.copperhead import *


@cu
def prefix_sum(x):
    return scan(op_add, x)


@cu
def prefix_sum_lambda(x):
    return scan(lambda a, b: a + b, x)


@cu
def suffix_sum(x):
    return rscan(op_add, x)


@cu
def exclusive_sum(x):
    return exclusive_scan(op_add, 0, x)


@cu
def exclusive_suffix(x):
    return exclusive_rscan(op_add, 0, x)


@cu
def exclusive_from(x, p):
    return exclusive_scan(lambda a, b: a + b, p, x)


@cu
def exclusive_down_to(x, s):
    return exclusive_rscan(lambda a, b: a + b, s, x)


@cu
def running_max(x):
    return scan(op_max, x)


@cu
def running_min(x):
    return scan(lambda a, b: b if b < a else a, x)


@cu
def first_of_all(x):
    return scan(lambda a, b: a, x)


@cu
def last_of_all(x):
    return rscan(lambda a, b: a, x)


@cu
def running_product(x):
    return scan(op_mul, map(lambda xi: xi / 2 if xi > 0 else 1.5, x))


@cu
def any_so_far(p):
    return scan(op_or, p)


@cu
def all_so_far(p):
    return scan(op_and, p)


@cu
def parity(x):
    return scan(op_xor, x)


@cu
def fibonacci(n):
    def mul(a, b):
        a0, a1, a2 = a
        b0, b1, b2 = b
        return a0 * b0 + a1 * b1, a0 * b1 + a1 * b2, a1 * b1 + a2 * b2
    terms = scan(mul, replicate((1, 1, 0), n))
    a, b, c = unzip(terms)
    return b


@cu
def segmented_sum(x, heads):
    def combine(a, b):
        av, ah = a
        bv, bh = b
        return (bv if bh else av + bv, ah or bh)
    v, h = unzip(scan(combine, zip(x, heads)))
    return v


@cu
def linear_recurrence(a, b):
    def combine(p, q):
        return (p[0] * q[0], p[1] * q[0] + q[1])
    m, r = unzip(scan(combine, zip(map(lambda ai: ai / 8, a), b)))
    return r


@cu
def compact_positions(p):
    return exclusive_scan(op_add, 0, map(int64, p))


@cu
def ranks(x):
    return map(lambda s, xi: s - xi, scan(op_add, x), x)


@cu
def differences_of_scan(x):
    s = scan(op_add, x)
    return map(lambda a, b: a - b, s, shift(s, -1, 0))


@cu
def scan_of_scan(x):
    return scan(op_add, scan(op_add, x))


@cu
def last_of_scan(x):
    return scan(op_add, x)[len(x) - 1]


@cu
def counted_before(p):
    return exclusive_scan(op_add, 0, p), exclusive_rscan(op_add, 0.5, p)


TYPES = {
    "counted_before": "[Bool]",
    "prefix_sum": "*[a]", "prefix_sum_lambda": "*[a]", "suffix_sum": "*[a]", "exclusive_sum": "*[a]", "exclusive_suffix": "*[a]",
    "exclusive_from": "[a], a", "exclusive_down_to": "[a], a", "running_max": "[a]", "running_min": "[a]", "first_of_all": "*[o]",
    "last_of_all": "[o]", "running_product": "[f]", "any_so_far": "[Bool]", "all_so_far": "[Bool]", "parity": "[k]", "fibonacci": "Small",
    "segmented_sum": "[a], [Bool]", "linear_recurrence": "[f], [f]", "compact_positions": "[Bool]", "ranks": "[a]",
    "differences_of_scan": "[a]", "scan_of_scan": "[a]", "last_of_scan": "+[a]",
}
