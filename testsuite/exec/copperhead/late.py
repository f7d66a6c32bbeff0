"""Sequences that are made late, where each item is read once: each form where each primitive reads it; names that are read once, and
those that are not."""
from pycc.copperhead import *


@cu
def reduced_map(x):
    return (sum(map(lambda v: v + 1, x)), min(map(lambda v: v * 2, x)), max(map(lambda v: v * 2, x)), any(map(lambda v: v > 3, x)),
            all(map(lambda v: v < 3, x)), argmin(map(lambda v: v * v, x)), argmax(map(op_neg, x)), reduce(op_max, map(op_neg, x), 0))


@cu
def reduced_empty(x):
    return sum(map(lambda v: v > 0, x)), sum(gather(x, indices(x))), any(map(lambda v: v > 0, x)), all(map(lambda v: v > 0, x))


@cu
def reduced_gather(x, j):
    return sum(gather(x, j)), min(gather(x, j)), max(gather(x, j)), reduce(op_add, gather(x, j), 0), any(gather(x, j)), argmin(gather(x, j))


@cu
def reduced_zip(x, y):
    return min(zip(x, y)), max(zip(map(op_neg, x), y)), reduce(lambda a, b: (a[0] + b[0], a[1] + b[1]), zip(x, y), (0, 0))


@cu
def reduced_enumerate(x):
    return max(enumerate(x)), reduce(lambda a, b: (a[0] + b[0], a[1] + b[1]), enumerate(map(op_neg, x)), (0, 0))


@cu
def reduced_numbers(n, x):
    return sum(range(n)), sum(bounded_range(-2, n)), sum(indices(x)), sum(replicate(2, n)), sum(replicate(True, n)), max(range(n + 1))


@cu
def reduced_moved(x, n):
    return sum(shift(x, n, 1)), sum(rotate(x, n)), max(shift(x, -n, 0)), sum(shift(x, 50, 2)), sum(shift(x, -50, 3)), max(rotate(x, -n))


@cu
def mapped(x, n):
    i = map(lambda a, b, c: a + b * c, indices(x), range(len(x)), bounded_range(n, n + len(x)))
    return map(lambda a, b, c, d: a * b + c - d, i, replicate(2, len(x)), shift(x, 1, 0), rotate(x, 2))


@cu
def mapped_tuples(x, y):
    return map(lambda p, q: (p[0] + q[1], p[1]), zip(map(op_neg, x), y), enumerate(gather(x, indices(y))))


@cu
def literals(x):
    ones, small = map(lambda v: 1, x), map(lambda v: 0.5, x)
    return map(lambda a, b, v: (a * v, b * v), map(lambda v: 1, x), replicate(0.5, len(x)), x), map(op_add, ones, small)


@cu
def gathered(x, j):
    return gather(x, map(lambda k: -1 - k, j)), gather(zip(x, j), rotate(j, 1)), gather(x, gather(j, j))


@cu
def scanned(x):
    pairs = scan(lambda a, b: (a[0] + b[0], a[1] + b[1]), zip(x, indices(x)))
    return scan(op_add, shift(x, 1, 0)), scan(op_add, map(op_neg, x)), pairs


@cu
def scattered(x, j):
    n = len(x)
    return (scatter(map(op_neg, x), map(lambda k: k - n, j), replicate(1, n)), scatter(rotate(x, 1), rotate(j, 1), map(op_neg, x)),
            permute(x, rotate(j, 1)), update(x, zip(j, map(op_neg, x))), update(shift(x, 1, 0), enumerate(rotate(x, 2))))


@cu
def chosen(x):
    return filter(lambda v: v > 0, map(lambda v: v - 1, x)), sort(op_lt, map(op_neg, x)), unzip(zip(map(op_neg, x), x))


@cu
def pipeline(x, y, j):
    moved = map(lambda v: v + 1, x)
    there = gather(y, j)
    products = map(lambda a, b: a * b, moved, there)
    return sum(products)


@cu
def read_twice(x):
    y = map(lambda v: v + 1, x)
    return sum(y), max(map(op_neg, y)), y


@cu
def read_inside(x):
    y = map(lambda v: v + 1, x)
    return map(lambda v: v + sum(y), rotate(x, 1))


@cu
def read_by_a_def(x):
    y = map(lambda v: v + 1, x)
    def f(v):
        return v * sum(y)
    return map(f, x)


@cu
def read_in_a_branch(x, n):
    y, z = map(op_neg, x), map(op_neg, x)
    w = map(op_neg, x)
    if n > 0:
        return sum(w), sum(y)
    else:
        return sum(z), sum(w)


@cu
def bound_in_branches(x, n):
    if n > 0:
        y = map(op_neg, x)
        z = sum(y)
    else:
        y = shift(x, 1, 0)
        z = sum(map(op_neg, y)) if n == 0 else max(x)
    return z + sum(y)


@cu
def bound_again(x):
    y = map(op_neg, x)
    y = map(lambda v: v * v, y)
    y = sum(y)
    return y


@cu
def as_arguments(x):
    def twice(s):
        return map(lambda v: 2 * v, s)
    y = map(op_neg, x)
    return sum(twice(map(op_neg, x))), len(map(op_neg, x)), sum(twice(y))


@cu
def repeated(x, n):
    return sum(x) if n == 0 else repeated(map(lambda v: -v, rotate(x, 1)), n - 1)


@cu
def deep(x):
    a = map(op_neg, map(op_neg, map(op_neg, map(op_neg, map(op_neg, map(op_neg, map(op_neg, map(op_neg, map(op_neg, x)))))))))
    b = map(op_add, a, indices(x))
    c = map(op_add, b, x)
    d = zip(zip(c, x), zip(x, zip(x, c)))
    return sum(map(lambda t: t[0][0] + t[1][1][0], map(lambda t: t, d)))


@cu
def ten(x):
    return sum(map(lambda a, b, c, d, e, f, g, h, i, j: a + b + c + d + e + f + g + h + i + j, x, rotate(x, 1), shift(x, 1, 0), map(op_neg, x),
                   indices(x), x, range(len(x)), replicate(1, len(x)), gather(x, indices(x)), x))


@cu
def rows(m, x):
    return map(lambda r: sum(map(op_mul, r, x)), m), map(lambda r: argmin(map(lambda a, b: a - b, r, x)) if len(r) > 0 else -1, m)


@cu
def ragged(v, c, x):
    def one(vi, ci):
        z = gather(x, map(lambda k: k % len(x), map(int64, ci)))
        return sum(map(op_mul, vi, z)), reduce(op_max, map(op_mul, vi, rotate(z, 1)), 0)
    return map(one, v, c) if len(x) > 0 else map(lambda vi: (sum(vi), sum(vi)), v)


@cu
def rows_of_rows(m):
    return sum(map(sum, map(lambda r: map(op_neg, r), m))), map(lambda r: max(r) if len(r) > 0 else 0, rotate(m, 1))


@cu
def scanned_gather(x, j):
    z = gather(x, j)
    return rscan(op_add, gather(x, j)), exclusive_scan(op_max, 0, gather(x, j)), exclusive_rscan(op_add, 1, z)


@cu
def scanned_range(n):
    return rscan(op_add, range(n)), exclusive_scan(op_add, 0, range(n)), exclusive_rscan(op_max, 0, range(n)), filter(lambda i: i % 3 == 1, range(n))


@cu
def scanned_zip(x, y):
    def add(a, b):
        return a[0] + b[0], op_max(a[1], b[1])
    a, b = unzip(exclusive_scan(add, (0, 0), zip(x, y)))
    c, d = unzip(rscan(add, zip(y, x)))
    return a, b, c, d


@cu
def filtered_late(x, y):
    a, b = unzip(filter(lambda t: t[0] < t[1], zip(x, y)))
    return a, b, filter(lambda v: v > 0, shift(x, 1, 0)), filter(lambda v: v > 0, rotate(x, 1))


@cu
def scans_of_maps_in_rows(x, y):
    """Inside of a function that runs for each item maps are late for them, too."""
    def row(v):
        z = map(lambda w: v * w, y)
        return sum(rscan(op_add, z)) + sum(exclusive_scan(op_add, 0, map(lambda w: v + w, y))) + sum(filter(lambda w: w > v, map(op_neg, y)))
    return map(row, x)


TYPES = {
    "reduced_map": "+*[a]", "reduced_empty": "[a]", "reduced_gather": "+[a], [Long]", "reduced_zip": "+[a], [a]", "reduced_enumerate": "+[a]",
    "reduced_numbers": "Int, [a]", "reduced_moved": "+[a], Three", "mapped": "[a], Three", "mapped_tuples": "[a], [a]", "literals": "*[a]",
    "gathered": "[a], [Long]", "scanned": "[a]", "scattered": "[a], [Long]", "chosen": "[a]", "pipeline": "*[a], [a], [Long]",
    "read_twice": "+[a]", "read_inside": "[k]", "read_by_a_def": "[k]", "read_in_a_branch": "[k], Bit", "bound_in_branches": "+[k], Zero",
    "bound_again": "[k]", "as_arguments": "[k]", "repeated": "[k], Three", "deep": "[k]", "ten": "[k]", "rows": "[[k]], [k]",
    "ragged": "{f}, {f}, [f]", "rows_of_rows": "[[k]]",
    "scanned_gather": "*[a], [Long]", "scanned_range": "Int", "scanned_zip": "[a], [a]", "filtered_late": "[a], [a]",
    "scans_of_maps_in_rows": "[a], [a]",
}
