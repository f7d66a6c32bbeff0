"""map: one to ten sequences, casts, operators and primitives as functions, closures, composition."""
from pycc.copperhead import *


@cu
def axpy(a, x, y):
    return map(lambda xi, yi: a * xi + yi, x, y)


@cu
def axpy_def(a, x, y):
    def triad(xi, yi):
        return a * xi + yi
    return map(triad, x, y)


@cu
def axpby(a, x, b, y):
    return map(lambda xi, yi: a * xi + b * yi, x, y)


@cu
def identity(x):
    return map(lambda xi: xi, x)


@cu
def ones(x):
    return map(lambda xi: 1, x)


@cu
def halves(x):
    return map(lambda xi: 0.5, x)


@cu
def incr(x):
    return map(lambda xi: xi + 1, x)


@cu
def times_literal(x):
    return map(lambda xi: 2 * xi, x)


@cu
def poly(x):
    return map(lambda xi: (3 * xi + 2) * xi - 1, x)


@cu
def add2(x, y):
    return map(op_add, x, y)


@cu
def sub2(x, y):
    return map(op_sub, x, y)


@cu
def mul2(x, y):
    return map(op_mul, x, y)


@cu
def div2(x, y):
    return map(op_truediv, x, map(lambda yi: yi * yi + 1, y))


@cu
def floordiv2(x, y):
    return map(op_floordiv, x, map(lambda yi: yi * yi + 1, y))


@cu
def mod2(x, y):
    return map(op_mod, x, map(lambda yi: yi * yi + 1, y))


@cu
def shl(x):
    return map(lambda xi: op_lshift(xi, 3), x)


@cu
def shr(x):
    return map(lambda xi: op_rshift(xi, 1), x)


@cu
def bits(x, y):
    return map(lambda a, b: (a & b) | (a ^ b), x, y)


@cu
def bit_functions(x, y):
    return map(lambda a, b: op_or(op_and(a, b), op_xor(a, b)), x, y)


@cu
def inverted(x):
    return map(op_invert, x)


@cu
def negative(x):
    return map(op_neg, x)


@cu
def negative_sign(x):
    return map(lambda xi: -xi, x)


@cu
def less(x, y):
    return map(op_lt, x, y)


@cu
def less_equal(x, y):
    return map(cmp_le, x, y)


@cu
def equal(x, y):
    return map(cmp_eq, x, y)


@cu
def unequal(x, y):
    return map(lambda a, b: a != b, x, y)


@cu
def greater(x, y):
    return map(cmp_gt, x, y)


@cu
def greater_equal(x, y):
    return map(lambda a, b: a >= b, x, y)


@cu
def least2(x, y):
    return map(op_min, x, y)


@cu
def greatest2(x, y):
    return map(op_max, x, y)


@cu
def absolute(x):
    return map(abs, x)


@cu
def roots(x):
    return map(sqrt, map(abs, x))


@cu
def exps(x):
    return map(exp, x)


@cu
def logs(x):
    return map(lambda xi: log(abs(xi) + 1), x)


@cu
def as_int32(x):
    return map(int32, x)


@cu
def as_int64(x):
    return map(int64, x)


@cu
def as_float32(x):
    return map(float32, x)


@cu
def as_float64(x):
    return map(float64, x)


@cu
def cast_inside(x):
    return map(lambda xi: float32(xi) + float32(1), x)


@cu
def map3(x, y, z):
    return map(lambda a, b, c: a * b + c, x, y, z)


@cu
def map4(x, y):
    return map(lambda a, b, c, d: a - b + c - d, x, y, y, x)


@cu
def map5(x, y):
    return map(lambda a, b, c, d, e: a + b * c - d + e, x, y, x, y, x)


@cu
def map6(x, y):
    return map(lambda a, b, c, d, e, f: a + b + c - d - e - f, x, y, x, y, x, y)


@cu
def map7(x, y):
    return map(lambda a, b, c, d, e, f, g: a + b + c + d + e + f * g, x, y, x, y, x, y, x)


@cu
def map8(x, y):
    return map(lambda a, b, c, d, e, f, g, h: a + b + c + d + e + f + g - h, x, y, x, y, x, y, x, y)


@cu
def map9(x, y):
    return map(lambda a, b, c, d, e, f, g, h, i: a + b + c + d + e + f + g + h - i, x, y, x, y, x, y, x, y, x)


@cu
def map10(x, y):
    return map(lambda a, b, c, d, e, f, g, h, i, j: a + b + c + d + e + f + g + h + i - j, x, y, x, y, x, y, x, y, x, y)


@cu
def both(p, q):
    return map(lambda a, b: a and b, p, q)


@cu
def either(p, q):
    return map(lambda a, b: a or b, p, q)


@cu
def neither(p, q):
    return map(lambda a, b: not (a or b), p, q)


@cu
def negation(p):
    return map(op_not, p)


@cu
def clipped(x):
    return map(lambda xi: 0 if xi < 0 else (2 if xi > 2 else xi), x)


@cu
def chosen(p, x, y):
    return map(lambda pi, xi, yi: xi if pi else yi, p, x, y)


@cu
def relu(x):
    return map(lambda xi: max(xi, 0), x)


@cu
def pipeline(x):
    return map(lambda a: a - 1, map(lambda a: a * a, map(lambda a: a + 2, x)))


@cu
def shared(x):
    y = map(lambda a: a * a, x)
    return map(lambda a, b: a + b, y, map(lambda a: a * 3, y))


@cu
def closure_element(x, y, k):
    return map(lambda xi: xi + y[0] * k, x) if len(y) > 0 else x


@cu
def closure_index(x):
    return map(lambda i: x[i] * 2, indices(x))


@cu
def closure_last(x):
    n = len(x)
    return map(lambda i: x[n - 1 - i], range(n))


@cu
def closure_two(x, a, b):
    def inner(xi):
        def deeper(t):
            return t * a + xi
        return deeper(xi) + b
    return map(inner, x)


@cu
def squares_of_range(n):
    return map(lambda i: i * i, range(n))


@cu
def mixed_types(x):
    return map(lambda xi, i: xi * i, x, range(len(x)))


TYPES = {
    "axpy": "*a, [a], [a]", "axpy_def": "a, [a], [a]", "axpby": "a, [a], a, [a]", "identity": "*[o]", "ones": "[a]", "halves": "[a]",
    "incr": "*[a]", "times_literal": "*[a]", "poly": "[a]", "add2": "*[a], [a]", "sub2": "[a], [a]", "mul2": "[a], [a]",
    "div2": "*[a], [a]", "floordiv2": "*[a], [a]", "mod2": "*[a], [a]", "shl": "*[k]", "shr": "[k]", "bits": "*[k], [k]",
    "bit_functions": "[k], [k]", "inverted": "*[k]", "negative": "[a]", "negative_sign": "[a]", "less": "*[a], [a]", "less_equal": "[a], [a]",
    "equal": "[a], [a]", "unequal": "[a], [a]", "greater": "[a], [a]", "greater_equal": "[a], [a]", "least2": "[a], [a]",
    "greatest2": "[a], [a]", "absolute": "*[a]", "roots": "*[f]", "exps": "*[f]", "logs": "*[f]", "as_int32": "*[o]", "as_int64": "*[o]",
    "as_float32": "*[o]", "as_float64": "*[o]", "cast_inside": "[a]", "map3": "[a], [a], [a]", "map4": "[a], [a]", "map5": "[a], [a]",
    "map6": "[a], [a]", "map7": "[a], [a]", "map8": "[a], [a]", "map9": "[a], [a]", "map10": "[a], [a]", "both": "[Bool], [Bool]",
    "either": "[Bool], [Bool]", "neither": "[Bool], [Bool]", "negation": "[Bool]", "clipped": "*[a]", "chosen": "[Bool], [a], [a]",
    "relu": "[a]", "pipeline": "[a]", "shared": "[a]", "closure_element": "[a], [a], a", "closure_index": "[a]", "closure_last": "[a]",
    "closure_two": "[a], a, a", "squares_of_range": "Int", "mixed_types": "[a]",
}
