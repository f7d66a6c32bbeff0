"""Sequences of sequences: matrices, lists of rows, what is computed for each row, closures over arrays."""
import pycc
from pycc.copperhead import *


@cu
def row_sums(m):
    return map(sum, m)


@pycc.schedule("outer")
@cu
def row_sums_outer(m):
    return map(sum, m)


@cu
@pycc.schedule("inner")
def row_distances_inner(m, x):
    def distance(r):
        return sqrt(sum(map(lambda a, b: (a - b) * (a - b), r, x)))
    return map(lambda r: (distance(r), len(r)), m)


@cu
def row_lengths(m):
    return map(lambda r: len(r), m)


@cu
def row_maxima(m):
    return map(lambda r: reduce(op_max, r, 0), m)


@cu
def row_argmax(m):
    return map(lambda r: argmax(r), m)


@cu
def matvec(m, x):
    return map(lambda r: sum(map(op_mul, r, x)), m)


@cu
def matvec_def(m, x):
    def row(r):
        products = map(lambda a, b: a * b, r, x)
        return sum(products)
    return map(row, m)


@cu
def spmv_csr(vals, cols, x):
    def spvv(Ai, j):
        return sum(map(lambda Aij, xj: Aij * xj, Ai, gather(x, j)))
    return map(spvv, vals, cols)


@cu
def spmv_ell(vals, cols, x):
    def row(i):
        return sum(map(lambda v, c: v * x[c], vals[i], cols[i]))
    return map(row, indices(vals))


@cu
def scaled_rows(m, s):
    return map(lambda r, f: map(lambda e: e * f, r), m, s)


@cu
def incremented(m):
    return map(lambda r: map(lambda e: e + 1, r), m)


@cu
def outer(x, y):
    return map(lambda xi: map(lambda yj: xi * yj, y), x)


@cu
def table(n):
    return map(lambda i: map(lambda j: i * 10 + j, range(4)), range(n))


@cu
def row_scans(m):
    return map(lambda r: scan(op_add, r), m)


@cu
def row_shifts(m):
    return map(lambda r: shift(r, 1, 0), m)


@cu
def row_rotations(m):
    return map(lambda r: rotate(r, 1), m)


@cu
def total_of_rows(m):
    return sum(map(sum, m))


@cu
def row_dots(a, b):
    return map(lambda r, s: sum(map(op_mul, r, s)), a, b)


@cu
def distances(points, centre):
    def d2(p):
        return sum(map(lambda a, b: (a - b) * (a - b), p, centre))
    return map(d2, points)


@cu
def nearest(points, centres):
    def of(p):
        return argmin(map(lambda c: sum(map(lambda a, b: (a - b) * (a - b), p, c)), centres))
    return map(of, points)


@cu
def gather_rows(m, at):
    return map(sum, gather(m, at))


@cu
def row_picked(m, k):
    return map(lambda r: r[k], m)


@cu
def row_beyond(m, k):
    """A place that short rows do not have: the error is that of the row."""
    return map(lambda r: r[k] + r[-1], m)


@cu
def first_row(m):
    return m[0]


@cu
def all_pairs(x):
    return map(lambda xi: sum(map(lambda xj: abs(xi - xj), x)), x)


@cu
def count_less(x):
    return map(lambda xi: sum(map(lambda xj: int64(xj < xi), x)), x)


@cu
def prefix_ranges(n):
    return map(lambda i: sum(range(i)), range(n))


@cu
def triangle(n):
    return map(lambda i: reduce(op_add, map(lambda j: i * j, range(i + 1)), 0), range(n))


@cu
def row_extrema(m):
    lo, hi = unzip(map(lambda r: (reduce(op_min, r, 0), reduce(op_max, r, 0)), m))
    return map(op_sub, hi, lo)


@cu
def row_any(m):
    return map(lambda r: any(map(lambda e: e < 0, r)), m)


@cu
def row_filtered(m):
    return map(lambda r: len(filter(lambda e: e > 0, r)), m)


@cu
def polynomial_rows(m, x):
    def horner(r):
        return reduce(lambda a, b: a * x + b, r, 0)
    return map(horner, m)


@cu
def ragged_sums(rows):
    return map(sum, rows)


@cu
def ragged_lengths(rows):
    return map(len, rows)


@cu
def ragged_norms(rows):
    return map(lambda r: sqrt(sum(map(lambda e: e * e, r))), rows)


@cu
def ragged_scaled_sum(rows, s):
    return map(lambda r, f: f * sum(r), rows, s)


@cu
def ragged_four(rows):
    return map(lambda r: (r, map(lambda e: -e, r), sum(r), len(r)), rows)


@cu
def ragged_comprehension(rows):
    return [sum(r) + 1 for r in rows]


@cu
def ragged_firsts(rows):
    return map(lambda r: r[0] if len(r) > 0 else 0, rows)


@cu
def ragged_doubled(rows):
    return map(lambda r: map(lambda e: 2 * e, r), rows)


@cu
def ragged_scaled(rows, s):
    def scaled(f, r):
        return [f * e for e in r]
    return map(scaled, s, rows)


@cu
def ragged_chained(rows):
    """A nested sequence in between, read twice."""
    above = map(lambda r: map(lambda e: e + 1, r), rows)
    return map(sum, above), map(lambda r: scan(op_add, r), above)


@cu
def ragged_late(rows):
    """In between, and no array."""
    return map(sum, map(lambda r: map(lambda e: e + 1, r), rows))


@cu
def ragged_sorted(rows):
    return map(lambda r: sort(op_lt, r), rows)


@cu
def ragged_moved(rows, n):
    return map(lambda r: rotate(r, 1), rows), map(lambda r: shift(r, n, 0), rows), map(lambda r: rscan(op_max, r), rows)


@cu
def ragged_ranges(n):
    return map(range, range(n)), map(lambda i: bounded_range(i, n), range(n)), map(lambda i: replicate(i, 3), range(n))


@cu
def ragged_lengths_of_both(a, b):
    """Rows of the second one's lengths."""
    return map(lambda r, s: map(lambda i: r[0], indices(s)) if len(r) > 0 else r, a, rotate(b, 1))


@cu
def ragged_branches(rows):
    def halves(r):
        if len(r) > 2:
            return filter(lambda e: e > 0, r)
        else:
            return r
    return map(halves, rows)


@cu
def ragged_gathered(rows, at):
    return gather(rows, at), rotate(rows, 2), filter(lambda r: len(r) > 2, rows)


@cu
def ragged_order(rows):
    return sort(lambda a, b: len(a) < len(b), rows)


@cu
def ragged_tuples(rows, x):
    """Tuples that hold rows: columns of several lengths."""
    lo, hi = unzip(map(lambda r, v: (map(lambda e: e - v, r), sum(r)), rows, x))
    return lo, hi, zip(lo, x)


@cu
def ragged_of_zip(rows, x):
    return map(lambda t: map(lambda e: e * t[1], t[0]), zip(rows, x))


@cu
def ragged_helper(rows, x):
    def above(r, v):
        return filter(lambda e: e > v, r)
    def twice(r, v):
        return map(lambda e: e + e, above(r, v))
    return map(twice, rows, x), map(len, map(above, rows, x))


@cu
def ragged_beyond(rows, k):
    """Short rows do not have the place: the error is that of the first."""
    return map(lambda r: map(lambda e: e + r[k], r), rows)


@cu
def ragged_unequal(a, b):
    """Rows of different lengths beside each other."""
    return map(lambda r, s: map(lambda x, y: x + y, r, s), a, filter(lambda s: True, rotate(b, 1)))


@cu
def rows_filtered(m):
    return map(lambda r: filter(lambda e: e > 0, r), m)


@cu
def rows_filtered_sums(m):
    return map(sum, map(lambda r: filter(lambda e: e > 0, r), m))


@cu
def row_prefixes(m):
    return map(lambda i: map(lambda e: e + i, gather(m[i], range(i))), indices(m))


@cu
def display(x):
    return sum(map(lambda a, b: a * b, [x[0], 2, x[0] + 1], [1, 2, 3])), len([x, x, x]), [3, 1]


@cu
def display_of_rows(x):
    return map(lambda r: sum(r), [x, map(lambda v: v + 1, x), x])


@cu
def display_of_tuples(x):
    return unzip(map(lambda t: (t[1], t[0]), [(x[0], 1), (2, 3), (x[0], 4)]))


@cu
def displays_in_rows(m):
    return map(lambda r: [len(r), 7], m)


TYPES = {
    "display": "*+[a]", "display_of_rows": "*[a]", "display_of_tuples": "+[a]", "displays_in_rows": "[[a]]",
    "row_sums": "*[[a]]", "row_sums_outer": "[[a]]", "row_distances_inner": "[[a]], [a]", "row_lengths": "[[a]]", "row_maxima": "[[a]]", "row_argmax": "+[[a]]", "matvec": "*[[a]], [a]", "matvec_def": "[[a]], [a]",
    "spmv_csr": "*{f}, {Long}, [f]", "spmv_ell": "[[f]], [[Long]], [f]", "scaled_rows": "*[[a]], [a]", "incremented": "*[[a]]",
    "outer": "[a], [a]", "table": "Int", "row_scans": "[[a]]", "row_shifts": "[[a]]", "row_rotations": "[[a]]", "total_of_rows": "[[a]]",
    "row_dots": "[[a]], [[a]]", "distances": "[[a]], [a]", "nearest": "+[[a]], [[a]]", "gather_rows": "[[a]], [Long]", "row_picked": "[[a]], Zero",
    "row_beyond": "[[a]], Three",
    "first_row": "+[[a]]", "all_pairs": "[a]", "count_less": "[a]", "prefix_ranges": "Small", "triangle": "Small", "row_extrema": "[[a]]",
    "row_any": "[[a]]", "row_filtered": "[[a]]", "polynomial_rows": "[[a]], a", "ragged_sums": "*{a}", "ragged_lengths": "{a}",
    "ragged_norms": "{f}", "ragged_scaled_sum": "{a}, [a]", "ragged_four": "{a}", "ragged_comprehension": "{a}", "ragged_firsts": "{a}",
    "ragged_doubled": "*{a}", "ragged_scaled": "{a}, [a]", "ragged_chained": "{a}", "ragged_late": "{a}", "ragged_sorted": "{a}",
    "ragged_moved": "{a}, Zero", "ragged_ranges": "Small", "ragged_lengths_of_both": "{a}, {a}", "ragged_branches": "{a}",
    "ragged_gathered": "{a}, [Long]", "ragged_order": "{a}", "ragged_tuples": "{a}, [a]", "ragged_of_zip": "{a}, [a]",
    "ragged_helper": "{a}, [a]", "ragged_beyond": "{a}, Three", "ragged_unequal": "{a}, {a}", "rows_filtered": "*[[a]]",
    "rows_filtered_sums": "[[a]]", "row_prefixes": "[[a]]",
}
