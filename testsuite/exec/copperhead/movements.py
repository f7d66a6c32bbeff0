"""Elements brought elsewhere, new sequences, sequences of tuples, sorting."""
from pycc.copperhead import *


@cu
def gathered(x, at):
    return gather(x, at)


@cu
def gathered_twice(x, at):
    return gather(gather(x, at), at)


@cu
def gathered_from_end(x):
    return gather(x, map(lambda i: -1 - i, indices(x)))


@cu
def gathered_map(x, at):
    return gather(map(lambda xi: xi * xi, x), at)


@cu
def gathered_pairs(x, y, at):
    a, b = unzip(gather(zip(x, y), at))
    return map(op_add, a, b)


@cu
def gathered_outside(x):
    return gather(x, map(lambda i: i + len(x), indices(x)))


@cu
def scattered(x, at, d):
    return scatter(x, at, d)


@cu
def scattered_into_zeros(x, at):
    return scatter(x, at, map(lambda xi: 0 * xi, x))


@cu
def scattered_few(x, d):
    return scatter(x, range(len(x)), d)


@cu
def permuted(x, at):
    return permute(x, at)


@cu
def permuted_back(x, at):
    return gather(permute(x, at), at)


@cu
def permuted_wrong(x):
    return permute(x, range(len(x) + 1))


@cu
def updated(d, at, x):
    return update(d, zip(at, x))


@cu
def updated_first(d):
    return update(d, zip(range(1), replicate(d[0] + 1, 1)))


@cu
def positives(x):
    return filter(lambda xi: xi > 0, x)


@cu
def none_of_all(x):
    return filter(lambda xi: xi != xi, x)


@cu
def above(x, t):
    return filter(lambda xi: xi >= t, x)


@cu
def filtered_by_flag(x, p):
    f, v = unzip(filter(lambda t: t[0], zip(p, x)))
    return v


@cu
def filtered_indices(x):
    return filter(lambda i: x[i] < 0, indices(x))


@cu
def filtered_then_mapped(x):
    return map(lambda xi: xi * 2, filter(lambda xi: xi < 2, x))


@cu
def shifted(x):
    return shift(x, 1, 0)


@cu
def shifted_back(x):
    return shift(x, -2, 1)


@cu
def shifted_by(x, n, d):
    return shift(x, n, d)


@cu
def not_shifted(x):
    return shift(x, 0, 5)


@cu
def shifted_pairs(x):
    a, b = unzip(shift(zip(x, indices(x)), 1, (0, 7)))
    return map(lambda ai, bi: ai + bi, a, b)


@cu
def neighbours(x):
    return map(lambda l, c, r: l + r - 2 * c, shift(x, -1, 0), x, shift(x, 1, 0))


@cu
def rotated(x):
    return rotate(x, 1)


@cu
def rotated_by(x, n):
    return rotate(x, n)


@cu
def ring(x):
    return map(lambda l, r: l - r, rotate(x, -1), rotate(x, 1))


@cu
def copies(a, n):
    return replicate(a, n)


@cu
def copies_of_literal(n):
    return replicate(2.5, n)


@cu
def copies_of_pair(a, n):
    x, y = unzip(replicate((a, 3), n))
    return map(lambda xi, yi: xi * yi, x, y)


@cu
def copies_of_nested(a, n):
    x, yz = unzip(replicate((a, (a + 1, 2)), n))
    y, z = unzip(yz)
    return map(lambda xi, yi, zi: xi * yi - zi, x, y, z)


@cu
def counted(n):
    return range(n)


@cu
def counted_between(a, b):
    return bounded_range(a, b)


@cu
def positions(x):
    return indices(x)


@cu
def numbered(x):
    i, v = unzip(enumerate(x))
    return map(lambda a, b: a * b, i, v)


@cu
def zipped(x, y):
    return map(lambda t: t[0] * t[1], zip(x, y))


@cu
def zipped4(x, y):
    return map(lambda t: t[0] + t[1] - t[2] * t[3], zip(x, y, y, x))


@cu
def zip_returned(x, y):
    return zip(x, y)


@cu
def unzip_returned(x, y):
    return unzip(zip(x, y))


@cu
def zip_of_zip(x, y):
    return map(lambda t: t[0] + t[1][0] * t[1][1], zip(x, zip(y, x)))


@cu
def zip_unequal(x):
    return map(lambda t: t[0], zip(x, range(len(x) + 1)))


@cu
def map_unequal(x):
    return map(lambda a, b, c, d: a, x, x, x, range(len(x) + 1))


@cu
def polar(x, y):
    return map(lambda a, b: (sqrt(a * a + b * b), a - b), x, y)


@cu
def tuple_columns(x):
    s, c = unzip(map(lambda xi: (xi + 1, xi * xi), x))
    return map(op_sub, c, s)


@cu
def ascending(x):
    return sort(op_lt, x)


@cu
def descending(x):
    return sort(op_gt, x)


@cu
def sorted_lambda(x):
    return sort(lambda a, b: a < b, x)


@cu
def sorted_by_size(x):
    return sort(lambda a, b: abs(a) < abs(b), x)


@cu
def sorted_pairs(k, v):
    a, b = unzip(sort(lambda p, q: p[0] < q[0], zip(k, v)))
    return b


@cu
def sorted_order(x):
    k, i = unzip(sort(lambda p, q: p[0] < q[0], zip(x, indices(x))))
    return i


@cu
def radix_step(x, bit):
    ones_ = map(lambda xi: int64((xi >> bit) & 1), x)
    before = exclusive_scan(op_add, 0, map(lambda o: 1 - o, ones_))
    zeros = sum(map(lambda o: 1 - o, ones_))
    after = exclusive_scan(op_add, 0, ones_)
    return permute(x, map(lambda o, z, e: zeros + e if o == 1 else z, ones_, shift(before, 0, 0), after))


@cu
def element(x, i):
    return x[i]


@cu
def last_element(x):
    return x[-1]


@cu
def tuple_items(x, y):
    z = zip(x, zip(y, x))
    a, (b, c) = z[0]
    return z[len(x) - 1], a + b + c, map(lambda i: z[i][1][0], indices(x)), enumerate(y)[-1]


@cu
def ten_places(x):
    z = zip(x, x, x, x, x, x, x, x, map(lambda v: v + v, x), x)
    return map(lambda t: t[8], z), rotate(z, 1), sort(lambda a, b: a[9] < b[9], z)


@cu
def no_tuple_item(x):
    return zip(x, x)[len(x)][0]


TYPES = {
    "gathered": "*[o], [Long]", "gathered_twice": "[a], [Long]", "gathered_from_end": "[a]", "gathered_map": "[a], [Long]",
    "gathered_pairs": "[a], [a], [Long]", "gathered_outside": "[a]", "scattered": "*[o], [Long], [o]", "scattered_into_zeros": "[a], [Long]",
    "scattered_few": "[a], [a]", "permuted": "*[o], [Long]", "permuted_back": "[a], [Long]", "permuted_wrong": "[a]",
    "updated": "*[o], [Long], [o]", "updated_first": "+[a]", "positives": "*[a]", "none_of_all": "[a]", "above": "[a], a",
    "filtered_by_flag": "*[o], [Bool]", "filtered_indices": "[a]", "filtered_then_mapped": "[a]", "shifted": "*[a]", "shifted_back": "[a]",
    "shifted_by": "*[a], Long, a", "not_shifted": "[a]", "shifted_pairs": "[a]", "neighbours": "*[a]", "rotated": "*[o]",
    "rotated_by": "[a], Long", "ring": "[a]", "copies": "*o, Int", "copies_of_literal": "Int", "copies_of_pair": "a, Int",
    "copies_of_nested": "a, Int", "counted": "Int", "counted_between": "Long, Int", "positions": "[a]", "numbered": "[a]",
    "zipped": "[a], [a]", "zipped4": "[a], [a]", "zip_returned": "[a], [o]", "unzip_returned": "[a], [a]", "zip_of_zip": "[a], [a]",
    "zip_unequal": "[a]", "map_unequal": "[a]", "polar": "[f], [f]", "tuple_columns": "[a]", "ascending": "*[a]", "descending": "*[a]",
    "sorted_lambda": "[a]", "sorted_by_size": "[a]", "sorted_pairs": "[a], [f]", "sorted_order": "[a]", "radix_step": "[k], Bit",
    "tuple_items": "*[o], [a]", "no_tuple_item": "[a]", "ten_places": "[a]", "element": "+*[o], Zero", "last_element": "+[a]",
}
