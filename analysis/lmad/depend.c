/* depend.c - may the iterations of a loop run in any order?
 *
 * Two iterations share the counters outside of the loop, differ in the loop's own, and are free
 * inside of it. Both orders are tried. Each is an integer program whose first row says that the
 * addresses are equal; over the box of the nest that is all there is to say, unless bounds are
 * slanted. */
#include "arith.h"
#include "lmad.h"

#include <string.h>

struct pair {
    const struct lmad_nest *nest;
    const struct lmad_access *a, *b;
    int level;
    bool a_first; /* a's counter at `level` is the smaller one */
};

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

/* Variables: va[k] and vb[k] are a's and b's counter k, one and the same outside of the loop. In it
 * both begin with the smaller one, and `distance` is added to the other. */
struct layout {
    int va[LMAD_MAX_RANK], vb[LMAD_MAX_RANK], distance;
};

static void add_variables(const struct pair *pr, struct lmad_program *p, struct layout *at) {
    const struct lmad_level *level = pr->nest->level;
    for (int k = 0; k < pr->nest->rank; k++) {
        int64_t most = level[k].extent - (k == pr->level ? 2 : 1);
        at->va[k] = lmad_program_var(p, 0, most);
        at->vb[k] = k <= pr->level ? at->va[k] : lmad_program_var(p, 0, most);
    }
    at->distance = lmad_program_var(p, 1, level[pr->level].extent - 1);
}

/* coef times a's or b's counter k. */
static void add_counter(const struct pair *pr, struct lmad_program *p, const struct layout *at,
                        bool of_b, int k, int64_t coef) {
    lmad_program_entry(p, (of_b ? at->vb : at->va)[k], coef);
    if (k == pr->level && of_b == pr->a_first) {
        lmad_program_entry(p, at->distance, coef);
    }
}

/* -coef times it, where that fits. */
static void take_counter(const struct pair *pr, struct lmad_program *p, const struct layout *at,
                         bool of_b, int k, int64_t coef) {
    int64_t minus;
    p->full |= !neg_ok(coef, &minus);
    add_counter(pr, p, at, of_b, k, p->full ? 0 : minus);
}

/* The rows that keep one iteration inside slanted bounds. */
static void slanted_rows(const struct pair *pr, struct lmad_program *p, const struct layout *at,
                         bool of_b) {
    for (int k = 0; k < pr->nest->rank; k++) {
        const struct lmad_level *level = &pr->nest->level[k];
        if (!level->slanted) {
            continue;
        }
        lmad_program_row(p, level->low, LMAD_OPEN);
        add_counter(pr, p, at, of_b, k, 1);
        for (int j = 0; j < k; j++) {
            take_counter(pr, p, at, of_b, j, level->low_coef[j]);
        }
        lmad_program_row(p, -LMAD_OPEN, level->high);
        add_counter(pr, p, at, of_b, k, level->divisor);
        for (int j = 0; j < k; j++) {
            take_counter(pr, p, at, of_b, j, level->high_coef[j]);
        }
    }
}

static void build(const struct pair *pr, struct lmad_program *p, struct layout *at) {
    int64_t target;
    lmad_program_clear(p);
    add_variables(pr, p, at);
    p->full |= !sub_ok(pr->b->base, pr->a->base, &target);
    lmad_program_row(p, target, target);
    lmad_program_entry(p, lmad_program_var(p, -(pr->b->width - 1), pr->a->width - 1), 1);
    for (int k = 0; k < pr->nest->rank; k++) {
        add_counter(pr, p, at, false, k, pr->a->stride[k]);
        take_counter(pr, p, at, true, k, pr->b->stride[k]);
    }
    lmad_program_row(p, -LMAD_OPEN, pr->nest->level[pr->level].extent - 1);
    lmad_program_entry(p, at->va[pr->level], 1);
    lmad_program_entry(p, at->distance, 1);
    slanted_rows(pr, p, at, false);
    slanted_rows(pr, p, at, true);
}

static enum tri ask(const struct pair *pr, const struct lmad_solver *solver, struct lmad_witness *w,
                    enum lmad_way *way) {
    struct lmad_program p;
    struct layout at;
    int64_t x[LMAD_MAX_VARS];
    enum lmad_way own;
    build(pr, &p, &at);
    enum tri found = lmad_feasible(&p, LMAD_ILP, solver, x, &own);
    *way = own > *way ? own : *way;
    if (found == TRI_YES) {
        for (int k = 0; k < pr->nest->rank; k++) {
            w->a[k] = x[at.va[k]];
            w->b[k] = x[at.vb[k]];
        }
        *(pr->a_first ? &w->b[pr->level] : &w->a[pr->level]) += x[at.distance];
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
                           struct lmad_witness *witness, enum lmad_way *way) {
    struct pair pr = {nest, a, b, level, true};
    struct lmad_witness own;
    struct lmad_witness *w = witness ? witness : &own;
    *way = LMAD_DESCRIPTOR;
    if (nest->empty || nest->level[level].extent < 2 || a->high < b->low || b->high < a->low) {
        return TRI_NO;
    }
    enum tri first = ask(&pr, solver, w, way);
    if (first == TRI_YES || same_function(nest, a, b)) {
        return first;
    }
    pr.a_first = false;
    enum tri second = ask(&pr, solver, w, way);
    return second == TRI_NO ? first : second;
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
    c->way = LMAD_DESCRIPTOR;
    for (int i = 0; i < bound->naccess; i++) {
        for (int j = i; j < bound->naccess; j++) {
            const struct lmad_access *a = &bound->access[i], *b = &bound->access[j];
            struct lmad_witness witness;
            enum lmad_way way;
            if (!may_conflict(a, b, apart)) {
                continue;
            }
            enum tri found = lmad_self_overlap(&bound->nest, a, b, level, solver, &witness, &way);
            c->way = way > c->way || found == TRI_YES ? way : c->way;
            if (found == TRI_NO || (found == TRI_UNKNOWN && result == TRI_UNKNOWN)) {
                continue;
            }
            *c = (struct lmad_conflict){i, j, c->way, witness};
            if (found == TRI_YES) {
                return TRI_NO;
            }
            result = TRI_UNKNOWN;
        }
    }
    return result;
}
