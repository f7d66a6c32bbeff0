/* Operations on intervals of integers: each end exact where it has 64 bits, else clamped to them.
 */
#include "ints_op.h"

struct ints ints_whole(enum dtype d) {
    const struct dtype_info *info = &dtype_info[d];
    if (info->kind == KIND_BOOL) {
        return (struct ints){0, 1};
    }
    if (info->kind == KIND_UINT) {
        return (struct ints){0, info->bytes == 8 ? INT64_MAX : ((int64_t)1 << 8 * info->bytes) - 1};
    }
    int64_t half = info->bytes == 8 ? INT64_MAX : ((int64_t)1 << (8 * info->bytes - 1)) - 1;
    return (struct ints){-half - 1, half};
}

struct ints ints_hull(struct ints x, struct ints y) {
    if (x.lo > x.hi || y.lo > y.hi) {
        return x.lo > x.hi ? y : x;
    }
    return (struct ints){x.lo < y.lo ? x.lo : y.lo, x.hi > y.hi ? x.hi : y.hi};
}

bool ints_within(struct ints x, struct ints y) {
    return x.lo >= y.lo && x.hi <= y.hi;
}

/* ---- operations: with *fits cleared where the exact result may leave 64 bits, and clamped then */

static int64_t sum(int64_t x, int64_t y, bool *fits) {
    int64_t r;
    if (__builtin_add_overflow(x, y, &r)) {
        *fits = false;
        return x < 0 ? INT64_MIN : INT64_MAX;
    }
    return r;
}

static int64_t product(int64_t x, int64_t y, bool *fits) {
    int64_t r;
    if (__builtin_mul_overflow(x, y, &r)) {
        *fits = false;
        return (x < 0) != (y < 0) ? INT64_MIN : INT64_MAX;
    }
    return r;
}

static int64_t minus(int64_t x, bool *fits) {
    return product(x, -1, fits);
}

static struct ints add(struct ints x, struct ints y, bool *fits) {
    return (struct ints){sum(x.lo, y.lo, fits), sum(x.hi, y.hi, fits)};
}

static struct ints negate(struct ints x, bool *fits) {
    return (struct ints){minus(x.hi, fits), minus(x.lo, fits)};
}

static struct ints subtract(struct ints x, struct ints y, bool *fits) {
    int64_t r[2];
    for (int i = 0; i < 2; ++i) {
        if (__builtin_sub_overflow(i ? x.hi : x.lo, i ? y.lo : y.hi, &r[i])) {
            *fits = false;
            r[i] = i ? INT64_MAX : INT64_MIN;
        }
    }
    return (struct ints){r[0], r[1]};
}

static struct ints multiply(struct ints x, struct ints y, bool *fits) {
    struct ints r = INTS_NOTHING;
    for (int i = 0; i < 4; ++i) {
        int64_t p = product(i & 1 ? x.hi : x.lo, i & 2 ? y.hi : y.lo, fits);
        r = ints_hull(r, (struct ints){p, p});
    }
    return r;
}

static struct ints magnitude(struct ints x, bool *fits) {
    if (x.lo >= 0) {
        return x;
    }
    struct ints n = negate(x, fits);
    return x.hi <= 0 ? n : (struct ints){0, n.hi > x.hi ? n.hi : x.hi};
}

static struct ints power(struct ints x, struct ints n, bool *fits) {
    struct ints size = magnitude(x, fits), r = {1, 1};
    if (size.hi <= 1) {
        return (struct ints){-1, 1};
    }
    for (int64_t k = 0; k < n.hi && *fits; ++k) {
        r = multiply(r, (struct ints){0, size.hi}, fits);
    }
    r.hi = r.hi > 1 ? r.hi : 1;
    return *fits ? (struct ints){x.lo < 0 ? -r.hi : 0, r.hi} : ints_whole(DT_INT);
}

static struct ints shift_left(struct ints x, struct ints n, bool *fits) {
    if (n.hi > 62) {
        *fits &= x.lo == 0 && x.hi == 0;
        return ints_whole(DT_INT);
    }
    int64_t most = (int64_t)1 << (n.hi > 0 ? n.hi : 0);
    return ints_hull(x, multiply(x, (struct ints){1, most}, fits));
}

static struct ints divide(struct ints x, struct ints y, bool *fits) {
    bool exact = true;
    struct ints size = magnitude(x, &exact);
    if (y.lo > 0) {
        int64_t least = x.lo / y.lo - (x.lo % y.lo != 0);
        return (struct ints){x.lo < 0 ? least : 0, x.hi < 0 ? -1 : x.hi / y.lo};
    }
    *fits &= exact || y.lo > -1 || y.hi < -1;
    return (struct ints){-size.hi, size.hi};
}

static struct ints modulo(struct ints x, struct ints y) {
    if (y.lo > 0) {
        bool as_it_is = x.lo >= 0 && x.hi < y.lo;
        return as_it_is ? x : (struct ints){0, y.hi - 1};
    }
    return (struct ints){y.lo < 0 ? y.lo : 0, y.hi > 0 ? y.hi : 0};
}

/* The bits that the larger of two numbers needs. */
static struct ints bits(struct ints x, struct ints y) {
    int64_t most = x.hi > y.hi ? x.hi : y.hi, all = 1;
    while (all <= most && all < SLOW_MAX) {
        all *= 2;
    }
    return x.lo < 0 || y.lo < 0 || most >= SLOW_MAX ? ints_whole(DT_INT)
                                                    : (struct ints){0, all - 1};
}

struct ints ints_operation(enum op op, struct ints x, struct ints y, bool *fits) {
    switch (op) {
    case OP_ADD:
        return add(x, y, fits);
    case OP_SUB:
        return subtract(x, y, fits);
    case OP_MUL:
        return multiply(x, y, fits);
    case OP_NEG:
        return negate(x, fits);
    case OP_ABS:
        return magnitude(x, fits);
    case OP_POW:
        return power(x, y, fits);
    case OP_SHL:
        return shift_left(x, y, fits);
    case OP_SHR:
        return (struct ints){x.lo < 0 ? x.lo : 0, x.hi < 0 ? -1 : x.hi};
    case OP_FLOORDIV:
        return divide(x, y, fits);
    case OP_MOD:
        return modulo(x, y);
    case OP_GCD: {
        bool one = true, other = true;
        struct ints a = magnitude(x, &one), b = magnitude(y, &other);
        *fits = one && other;
        return (struct ints){0, a.hi > b.hi ? a.hi : b.hi};
    }
    case OP_LCM:
        return magnitude(multiply(x, y, fits), fits);
    case OP_BITAND:
        return x.lo >= 0   ? (struct ints){0, x.hi}
               : y.lo >= 0 ? (struct ints){0, y.hi}
                           : ints_whole(DT_INT);
    case OP_BITOR:
    case OP_BITXOR:
        return bits(x, y);
    case OP_PYMIN:
    case OP_MINIMUM:
        return (struct ints){x.lo < y.lo ? x.lo : y.lo, x.hi < y.hi ? x.hi : y.hi};
    case OP_PYMAX:
    case OP_MAXIMUM:
        return (struct ints){x.lo > y.lo ? x.lo : y.lo, x.hi > y.hi ? x.hi : y.hi};
    case OP_POS:
        return x;
    default:
        return ints_whole(DT_INT);
    }
}
