"""Copperhead's primitives of one number, and its operators as functions."""
import numpy as np


# ---- of one number

def copperhead__int32(x):
    return np.int32(x)


def copperhead__int64(x):
    return np.int64(x)


def copperhead__float32(x):
    return np.float32(x)


def copperhead__float64(x):
    return np.float64(x)


def copperhead__abs(x):
    return np.abs(x)


def copperhead__sqrt(x):
    return np.sqrt(x)


def copperhead__exp(x):
    return np.exp(x)


def copperhead__log(x):
    return np.log(x)


# ---- operators

def copperhead__op_add(a, b):
    return a + b


def copperhead__op_sub(a, b):
    return a - b


def copperhead__op_mul(a, b):
    return a * b


def copperhead__op_truediv(a, b):
    return a / b


def copperhead__op_floordiv(a, b):
    return a // b


def copperhead__op_mod(a, b):
    return a % b


def copperhead__op_pow(a, b):
    return a ** b


def copperhead__op_lshift(a, b):
    return a << b


def copperhead__op_rshift(a, b):
    return a >> b


def copperhead__op_xor(a, b):
    return a ^ b


def copperhead__op_lt(a, b):
    return a < b


def copperhead__op_le(a, b):
    return a <= b


def copperhead__op_eq(a, b):
    return a == b


def copperhead__op_ne(a, b):
    return a != b


def copperhead__op_gt(a, b):
    return a > b


def copperhead__op_ge(a, b):
    return a >= b


def copperhead__op_and(a, b):
    return a & b


def copperhead__op_or(a, b):
    return a | b


def copperhead__op_pos(a):
    return +a


def copperhead__op_min(a, b):
    x = _literal(a, lambda: b)
    y = _literal(b, lambda: a)
    return y if y < x else x


def copperhead__op_max(a, b):
    x = _literal(a, lambda: b)
    y = _literal(b, lambda: a)
    return y if y > x else x


def copperhead__op_not(a):
    return not a


def copperhead__op_neg(a):
    return -a


def copperhead__op_invert(a):
    return ~a


def copperhead__cmp_lt(a, b):
    return a < b


def copperhead__cmp_le(a, b):
    return a <= b


def copperhead__cmp_eq(a, b):
    return a == b


def copperhead__cmp_ne(a, b):
    return a != b


def copperhead__cmp_gt(a, b):
    return a > b


def copperhead__cmp_ge(a, b):
    return a >= b
