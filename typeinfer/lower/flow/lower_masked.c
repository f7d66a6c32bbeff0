/* Expressions over what one mask picks, computed where they stand.
 *
 * a[m] = a[m] * b[m] + c is one pass, as a[...] = np.where(m, a * b + c, a), and np.sum(a[m] *
 * b[m]) is another: nothing is counted or packed. Only where the mask is read from variables, and
 * what is computed beside the picked elements costs little, or is a function that vectors have, and
 * raises nothing. */
#include "lower_array.h"
#include "lower_flow.h"
#include "lower_function.h"
#include "lower_gather.h"

/* ---- one mask */

/* Do both have the same value, whatever is evaluated between them in one expression? */
static bool is_same(const struct expr *a, const struct expr *b) {
    if (a->kind != b->kind) {
        return false;
    }
    switch (a->kind) {
    case EXPR_NAME:
        return a->name.sym && a->name.sym == b->name.sym;
    case EXPR_INT:
        return !a->integer.too_big && !b->integer.too_big && a->integer.value == b->integer.value;
    case EXPR_FLOAT:
        return a->number == b->number;
    case EXPR_UNARY:
        return a->unary.op == b->unary.op && is_same(a->unary.a, b->unary.a);
    case EXPR_BINARY:
        return a->binary.op == b->binary.op && is_same(a->binary.a, b->binary.a) &&
               is_same(a->binary.b, b->binary.b);
    case EXPR_COMPARE:
        return a->compare.n == 1 && b->compare.n == 1 && a->compare.op[0] == b->compare.op[0] &&
               is_same(a->compare.item[0], b->compare.item[0]) &&
               is_same(a->compare.item[1], b->compare.item[1]);
    default:
        return false;
    }
}

/* m of a[m] over all axes of a; NULL: it is something else. */
static const struct expr *mask_of(struct lower *lw, const struct expr *e) {
    if (e->kind != EXPR_INDEX || e->index.n != 1 || !lower_is_pick(lw, e)) {
        return NULL;
    }
    const struct expr *m = e->index.index[0];
    const struct ty *base = lower_type(lw, e->index.base), *t = lower_type(lw, m);
    bool whole = t->kind == TY_ARRAY && t->dtype == DT_BOOL && t->rank == base->rank;
    return whole && is_same(m, m) ? m : NULL;
}

bool lower_is_over(struct lower *lw, const struct expr *e) {
    const struct expr *m = lw->mask ? mask_of(lw, e) : NULL;
    return m && is_same(m, lw->mask);
}

/* ---- what is computed for all elements */

/* Real functions in vectors take all elements in the time in which a loop takes a few that the mask
 * chooses. */
static bool is_vector(const struct ty *t, enum op op) {
    return dtype_info[t->dtype].kind == KIND_FLOAT && op_info[op].flags & OPF_VECTOR;
}

static bool is_cheap_call(const struct ty *t, const struct callee *c) {
    switch (c->kind == CALLEE_OP ? c->op : OP_COUNT) {
    case OP_ABS:
    case OP_SQRT:
    case OP_SQUARE:
    case OP_SIGN:
    case OP_MINIMUM:
    case OP_MAXIMUM:
    case OP_REAL:
    case OP_IMAG:
    case OP_CONJ:
    case OP_WHERE:
        return true;
    default:
        return c->kind == CALLEE_OP && is_vector(t, c->op);
    }
}

static bool is_over(struct lower *lw, const struct expr *e, const struct expr **mask);

static bool are_over(struct lower *lw, int n, struct expr *const *e, const struct expr **mask) {
    for (int i = 0; i < n; ++i) {
        if (!is_over(lw, e[i], mask)) {
            return false;
        }
    }
    return true;
}

/* Is it an expression over what the mask picks? mask: what the walk has found first, or NULL. */
static bool is_over(struct lower *lw, const struct expr *e, const struct expr **mask) {
    const struct ty *t = lower_type(lw, e);
    if (t && t->kind == TY_SCALAR) {
        return !lower_may_call(lw, e);
    }
    const struct expr *m = mask_of(lw, e);
    if (m) {
        *mask = *mask ? *mask : m;
        return is_same(*mask, m) && !lower_may_call(lw, e->index.base);
    }
    const struct callee *c = e->kind == EXPR_CALL ? lw->in->callee[e->id] : NULL;
    if (e->kind == EXPR_INDEX || !lower_is_elements(lw, e)) {
        return false;
    }
    switch (e->kind) {
    case EXPR_UNARY:
        return is_over(lw, e->unary.a, mask);
    case EXPR_BINARY: /* integers to negative powers raise */
        return (e->binary.op != OP_POW || e->binary.b->kind == EXPR_INT || is_vector(t, OP_POW)) &&
               are_over(lw, 2, (struct expr *const[]){e->binary.a, e->binary.b}, mask);
    case EXPR_COMPARE:
        return are_over(lw, 2, e->compare.item, mask);
    case EXPR_CALL:
        return c->kind == CALLEE_CAST ? is_over(lw, c->self, mask)
                                      : is_cheap_call(t, c) && are_over(lw, c->n, c->arg, mask);
    default:
        return false;
    }
}

const struct expr *lower_common_mask(struct lower *lw, const struct expr *e) {
    const struct expr *mask = NULL;
    return is_over(lw, e, &mask) ? mask : NULL;
}

struct elements *lower_over(struct lower *lw, const struct expr *e, const struct expr *mask) {
    const struct expr *outer = lw->mask;
    lw->mask = mask;
    struct elements *x = lower_elements(lw, e);
    lw->mask = outer;
    return x;
}

bool lower_has_mask(struct lower *lw, const struct expr *target, const struct expr *value) {
    const struct expr *m = mask_of(lw, target), *mask = m;
    const struct ty *t = lower_type(lw, value);
    return m && t && t->kind == TY_ARRAY && !lower_may_call(lw, target) &&
           is_over(lw, value, &mask);
}
