/* depend.c - may the iterations of a loop run in any order?
 *
 * Two iterations share the counters outside of the loop, differ in the loop's own, and are free
 * inside of it. Both orders are tried. First the question is put to the box of the nest, where it
 * is one equation; a "no" there is final, and so is a "yes" whose two iterations are real ones.
 * What is left, slanted bounds and unequal strides in the loop itself, becomes an integer program.
 */
#include "arith.h"
#include "equation.h"

#include <string.h>

struct pair {
    const struct lmad_nest *nest;
    const struct lmad_access *a, *b;
    int level;
    bool a_first; /* a's counter at `level` is the smaller one */
};

/* The counters of the equation for a: x[k] for k < level are shared; `level` holds the smaller
 * counter of the two, rank the distance to the greater one, and rank+1.. b's counters inside. */
static void unpack(const struct pair *pr, const int64_t *x, struct lmad_witness *w) {
    int rank = pr->nest->rank, level = pr->level;
    for (int k = 0; k < rank; k++) {
        w->a[k] = x[k];
        w->b[k] = k <= level ? x[k] : x[rank + k - level];
    }
    if (pr->a_first) {
        w->b[level] += x[rank];
    } else {
        w->a[level] += x[rank];
    }
}

/* Are both vectors iterations, and do they touch one byte? Fills the address. */
static bool real(const struct pair *pr, struct lmad_witness *w) {
    int64_t at_a = pr->a->base, at_b = pr->b->base;
    if (!lmad_nest_holds(pr->nest, w->a) || !lmad_nest_holds(pr->nest, w->b)) {
        return false;
    }
    for (int k = 0; k < pr->nest->rank; k++) {
        if (!fma_ok(&at_a, pr->a->stride[k], w->a[k]) ||
            !fma_ok(&at_b, pr->b->stride[k], w->b[k])) {
            return false;
        }
    }
    w->address = max64(at_a, at_b);
    return at_a - at_b > -pr->a->width && at_a - at_b < pr->b->width;
}

/* The question over the box. UNKNOWN: a solution that is no iteration, or not settled. */
static enum tri over_box(const struct pair *pr, struct lmad_witness *w) {
    const struct lmad_access *a = pr->a, *b = pr->b;
    const struct lmad_level *level = pr->nest->level;
    int rank = pr->nest->rank, at = pr->level;
    struct equation e = {.n = 0};
    int64_t x[EQUATION_VARS], coef;
    if (!sub_ok(b->base, a->base, &e.target)) {
        return TRI_UNKNOWN;
    }
    for (int k = 0; k <= at; k++) {
        if (!sub_ok(a->stride[k], b->stride[k], &coef)) {
            return TRI_UNKNOWN;
        }
        equation_var(&e, coef, 0, level[k].extent - (k < at ? 1 : 2));
    }
    for (int k = at + 1; k < rank; k++) {
        equation_var(&e, a->stride[k], 0, level[k].extent - 1);
    }
    if (!neg_ok(b->stride[at], &coef)) {
        return TRI_UNKNOWN;
    }
    equation_var(&e, pr->a_first ? coef : a->stride[at], 1, level[at].extent - 1);
    for (int k = at + 1; k < rank; k++) {
        if (!neg_ok(b->stride[k], &coef)) {
            return TRI_UNKNOWN;
        }
        equation_var(&e, coef, 0, level[k].extent - 1);
    }
    equation_var(&e, 1, -(b->width - 1), a->width - 1);
    enum tri found = equation_solve(&e, x);
    if (found == TRI_YES) {
        unpack(pr, x, w);
        found = real(pr, w) ? TRI_YES : TRI_UNKNOWN;
    }
    return found;
}

/* The rows that keep one iteration vector inside slanted bounds; var[k] is its counter k. */
static bool slanted_rows(struct lmad_program *p, const struct lmad_nest *nest, const int *var) {
    for (int k = 0; k < nest->rank; k++) {
        const struct lmad_level *level = &nest->level[k];
        if (!level->slanted) {
            continue;
        }
        lmad_program_row(p, level->low, INT64_MAX);
        lmad_program_entry(p, var[k], 1);
        for (int j = 0; j < k; j++) {
            int64_t minus;
            if (!neg_ok(level->low_coef[j], &minus)) {
                return false;
            }
            lmad_program_entry(p, var[j], minus);
        }
        lmad_program_row(p, -INT64_MAX, level->high);
        lmad_program_entry(p, var[k], level->divisor);
        for (int j = 0; j < k; j++) {
            int64_t minus;
            if (!neg_ok(level->high_coef[j], &minus)) {
                return false;
            }
            lmad_program_entry(p, var[j], minus);
        }
    }
    return true;
}

static bool build(const struct pair *pr, struct lmad_program *p, int *va, int *vb) {
    const struct lmad_nest *nest = pr->nest;
    int64_t target, coef;
    lmad_program_clear(p);
    for (int k = 0; k < nest->rank; k++) {
        va[k] = lmad_program_var(p, 0, nest->level[k].extent - 1, 0);
        vb[k] = k < pr->level ? va[k] : lmad_program_var(p, 0, nest->level[k].extent - 1, 0);
    }
    int slack = lmad_program_var(p, -(pr->b->width - 1), pr->a->width - 1, 0);
    if (!sub_ok(pr->b->base, pr->a->base, &target)) {
        return false;
    }
    lmad_program_row(p, target, target);
    lmad_program_entry(p, slack, 1);
    for (int k = 0; k < nest->rank; k++) {
        if (va[k] == vb[k]) {
            if (!sub_ok(pr->a->stride[k], pr->b->stride[k], &coef)) {
                return false;
            }
            lmad_program_entry(p, va[k], coef);
            continue;
        }
        if (!neg_ok(pr->b->stride[k], &coef)) {
            return false;
        }
        lmad_program_entry(p, va[k], pr->a->stride[k]);
        lmad_program_entry(p, vb[k], coef);
    }
    lmad_program_row(p, 1, INT64_MAX);
    lmad_program_entry(p, (pr->a_first ? vb : va)[pr->level], 1);
    lmad_program_entry(p, (pr->a_first ? va : vb)[pr->level], -1);
    return slanted_rows(p, nest, va) && slanted_rows(p, nest, vb);
}

static enum tri by_program(const struct pair *pr, const struct lmad_solver *solver,
                           struct lmad_witness *w) {
    struct lmad_program p;
    int va[LMAD_MAX_RANK], vb[LMAD_MAX_RANK];
    int64_t x[LMAD_MAX_VARS];
    if (!build(pr, &p, va, vb)) {
        return TRI_UNKNOWN;
    }
    enum tri found = lmad_feasible(&p, solver, x);
    if (found == TRI_YES) {
        for (int k = 0; k < pr->nest->rank; k++) {
            w->a[k] = x[va[k]];
            w->b[k] = x[vb[k]];
        }
        found = real(pr, w) ? TRI_YES : TRI_UNKNOWN;
    }
    return found;
}

static bool same_function(const struct lmad_nest *nest, const struct lmad_access *a,
                          const struct lmad_access *b) {
    return a->base == b->base && a->width == b->width &&
           memcmp(a->stride, b->stride, sizeof(int64_t) * (size_t)nest->rank) == 0;
}

enum tri lmad_self_overlap(const struct lmad_nest *nest, const struct lmad_access *a,
                           const struct lmad_access *b, int level, const struct lmad_solver *solver,
                           struct lmad_witness *witness) {
    struct pair pr = {nest, a, b, level, true};
    struct lmad_witness own;
    struct lmad_witness *w = witness ? witness : &own;
    if (nest->empty || nest->level[level].extent < 2 || a->high < b->low || b->high < a->low) {
        return TRI_NO;
    }
    enum tri first = over_box(&pr, w);
    if (first == TRI_YES) {
        return first;
    }
    bool symmetric = same_function(nest, a, b);
    enum tri second = TRI_NO;
    pr.a_first = false;
    if (!symmetric && (second = over_box(&pr, w)) == TRI_YES) {
        return second;
    }
    if (second == TRI_UNKNOWN && (second = by_program(&pr, solver, w)) == TRI_YES) {
        return second;
    }
    pr.a_first = true;
    if (first == TRI_UNKNOWN && (first = by_program(&pr, solver, w)) == TRI_YES) {
        return first;
    }
    return first == TRI_NO ? second : first;
}

static bool may_conflict(const struct lmad_access *a, const struct lmad_access *b, bool apart) {
    return ((a->use | b->use) & LMAD_WRITE) && !(apart && a->array != b->array) &&
           !(a->reduction > 0 && a->reduction == b->reduction);
}

enum tri lmad_parallel(const struct lmad_bound *bound, int level, bool apart,
                       const struct lmad_solver *solver, struct lmad_conflict *conflict) {
    enum tri result = TRI_YES;
    struct lmad_conflict own;
    struct lmad_conflict *c = conflict ? conflict : &own;
    for (int i = 0; i < bound->naccess; i++) {
        for (int j = i; j < bound->naccess; j++) {
            const struct lmad_access *a = &bound->access[i], *b = &bound->access[j];
            struct lmad_witness witness;
            if (!may_conflict(a, b, apart)) {
                continue;
            }
            enum tri found = lmad_self_overlap(&bound->nest, a, b, level, solver, &witness);
            if (found == TRI_NO || (found == TRI_UNKNOWN && result == TRI_UNKNOWN)) {
                continue;
            }
            *c = (struct lmad_conflict){i, j, witness};
            if (found == TRI_YES) {
                return TRI_NO;
            }
            result = TRI_UNKNOWN;
        }
    }
    return result;
}
