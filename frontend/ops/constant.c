/* Arithmetic on constants: see constant.h. */
#include "constant.h"

#include <math.h>

static bool int_pow(wide base, wide exponent, wide *r) {
    *r = 1;
    if (exponent < 0 || (exponent > 126 && base != 0 && base != 1 && base != -1)) {
        return false;
    }
    for (wide i = exponent > 126 ? exponent % 2 + 2 : exponent; i > 0; --i) {
        if (__builtin_mul_overflow(*r, base, r)) {
            return false;
        }
    }
    return true;
}

static bool int_divide(enum op op, wide x, wide y, wide *r) {
    if (y == 0 || (y == -1 && x < -INT64_MAX)) {
        return false;
    }
    wide q = x / y, rest = x % y;
    bool adjust = rest != 0 && (rest < 0) != (y < 0);
    *r = op == OP_FLOORDIV ? q - adjust : rest + (adjust ? y : 0);
    return true;
}

/* Operators that give no more bits than their operands have. */
static bool int_narrow(enum op op, wide x, wide y, wide *r) {
    switch (op) {
    case OP_BITAND:
        *r = x & y;
        return true;
    case OP_BITOR:
        *r = x | y;
        return true;
    case OP_BITXOR:
        *r = x ^ y;
        return true;
    case OP_PYMIN:
        *r = x < y ? x : y;
        return true;
    case OP_PYMAX:
        *r = x > y ? x : y;
        return true;
    case OP_EQ:
        *r = x == y;
        return true;
    case OP_NE:
        *r = x != y;
        return true;
    case OP_LT:
        *r = x < y;
        return true;
    case OP_LE:
        *r = x <= y;
        return true;
    case OP_GT:
        *r = x > y;
        return true;
    case OP_GE:
        *r = x >= y;
        return true;
    default:
        return false;
    }
}

bool constant_int(enum op op, wide x, wide y, wide *r) {
    switch (op) {
    case OP_ADD:
        return !__builtin_add_overflow(x, y, r);
    case OP_SUB:
        return !__builtin_sub_overflow(x, y, r);
    case OP_MUL:
        return !__builtin_mul_overflow(x, y, r);
    case OP_POW:
        return int_pow(x, y, r);
    case OP_FLOORDIV:
    case OP_MOD:
        return int_divide(op, x, y, r);
    case OP_SHL:
        return y >= 0 && y < 126 && !__builtin_mul_overflow(x, (wide)1 << y, r);
    case OP_SHR:
        *r = y >= 0 ? x >> (y < 127 ? y : 127) : 0;
        return y >= 0;
    default:
        return int_narrow(op, x, y, r);
    }
}

bool constant_int64(enum op op, int64_t x, int64_t y, int64_t *r) {
    wide value;
    bool known = constant_int(op, x, y, &value) && value == (int64_t)value;
    *r = known ? (int64_t)value : 0;
    return known;
}

bool constant_float(enum op op, double x, double y, double *r) {
    switch (op) {
    case OP_ADD:
        *r = x + y;
        return true;
    case OP_SUB:
        *r = x - y;
        return true;
    case OP_MUL:
        *r = x * y;
        return true;
    case OP_DIV:
        *r = x / y;
        return y != 0;
    case OP_POW:
        *r = pow(x, y);
        return !(x == 0 && y < 0) && !(x < 0 && floor(y) != y) && (isfinite(*r) || !isfinite(x));
    case OP_PYMIN:
        *r = y < x ? y : x;
        return true;
    case OP_PYMAX:
        *r = y > x ? y : x;
        return true;
    default:
        return false;
    }
}

/* The product of parts a and b plus that of c and d, each rounded by itself. */
static double products(double a, double b, double c, double d) {
    volatile double first = a * b, second = c * d;
    return first + second;
}

static bool same_double(double x, double y) {
    return x == y && !signbit(x) == !signbit(y);
}

bool constant_complex(enum op op, const struct constant_complex *x,
                      const struct constant_complex *y, struct constant_complex *r) {
    struct constant_complex mixed;
    const struct constant_complex *z = x->real ? y : x;
    switch (op) {
    case OP_ADD:
        *r = (struct constant_complex){x->re + y->re, x->im + y->im, false};
        mixed = (struct constant_complex){r->re, z->im, false};
        break;
    case OP_SUB:
        *r = (struct constant_complex){x->re - y->re, x->im - y->im, false};
        mixed = (struct constant_complex){r->re, x->real ? -z->im : z->im, false};
        break;
    case OP_MUL:
        *r = (struct constant_complex){products(x->re, y->re, -x->im, y->im),
                                       products(x->re, y->im, x->im, y->re), false};
        mixed = (struct constant_complex){x->re * y->re, z->im * (x->real ? x->re : y->re), false};
        break;
    default:
        return false;
    }
    bool one = x->real || y->real;
    bool same = !one || (same_double(r->re, mixed.re) && same_double(r->im, mixed.im));
    return same && isfinite(r->re) && isfinite(r->im);
}

bool constant_compare(enum op op, double x, double y) {
    switch (op) {
    case OP_EQ:
        return x == y;
    case OP_NE:
        return x != y;
    case OP_LT:
        return x < y;
    case OP_LE:
        return x <= y;
    case OP_GT:
        return x > y;
    default:
        return x >= y;
    }
}
