/* program.c - integer programs: building them, checking solutions, and exact search in small ones.
 *
 * The search narrows the bounds of each variable by the intervals of the rows, prunes equalities by
 * the GCD of their open coefficients, and bisects the smallest open range, lower half first, so
 * that the solutions found are small numbers. */
#include "arith.h"
#include "lmad.h"

#include <string.h>

#define PROGRAM_ROUNDS 20 /* of narrowing, which may converge slowly */
#define PROGRAM_DEPTH 160 /* of bisection */

void lmad_program_clear(struct lmad_program *p) {
    p->nvar = p->nrow = 0;
    p->row_start[0] = 0;
    p->full = false;
}

int lmad_program_var(struct lmad_program *p, int64_t lower, int64_t upper, int64_t objective) {
    if (p->nvar == LMAD_MAX_VARS) {
        p->full = true;
        return -1;
    }
    p->lower[p->nvar] = lower;
    p->upper[p->nvar] = upper;
    p->objective[p->nvar] = objective;
    return p->nvar++;
}

void lmad_program_row(struct lmad_program *p, int64_t low, int64_t high) {
    if (p->nrow == LMAD_MAX_ROWS) {
        p->full = true;
        return;
    }
    p->row_low[p->nrow] = low;
    p->row_high[p->nrow] = high;
    p->row_start[p->nrow + 1] = p->row_start[p->nrow];
    p->nrow++;
}

void lmad_program_entry(struct lmad_program *p, int var, int64_t coef) {
    if (coef == 0) {
        return;
    }
    if (p->full || var < 0 || p->nrow == 0 || p->row_start[p->nrow] == LMAD_MAX_ENTRIES) {
        p->full = true;
        return;
    }
    p->entry[p->row_start[p->nrow]++] = (struct lmad_entry){var, coef};
}

bool lmad_program_holds(const struct lmad_program *p, const int64_t *x) {
    for (int j = 0; j < p->nvar; j++) {
        if (x[j] < p->lower[j] || x[j] > p->upper[j]) {
            return false;
        }
    }
    for (int i = 0; i < p->nrow; i++) {
        int64_t sum = 0;
        for (int e = p->row_start[i]; e < p->row_start[i + 1]; e++) {
            if (!fma_ok(&sum, p->entry[e].coef, x[p->entry[e].var])) {
                return false;
            }
        }
        if (sum < p->row_low[i] || sum > p->row_high[i]) {
            return false;
        }
    }
    return true;
}

struct box {
    int64_t low[LMAD_SEARCH_VARS], high[LMAD_SEARCH_VARS];
};

struct descent {
    const struct lmad_program *p;
    int nodes;
    int64_t *x;
};

/* Least and greatest value of a row over the box. */
static bool row_range(const struct lmad_program *p, int i, const struct box *box, int64_t *low,
                      int64_t *high) {
    *low = *high = 0;
    for (int e = p->row_start[i]; e < p->row_start[i + 1]; e++) {
        int v = p->entry[e].var;
        int64_t c = p->entry[e].coef;
        if (!fma_ok(low, c, c > 0 ? box->low[v] : box->high[v]) ||
            !fma_ok(high, c, c > 0 ? box->high[v] : box->low[v])) {
            return false;
        }
    }
    return true;
}

/* Narrow one variable: row_low <= rest + c*x <= row_high, with rest in rest_low..rest_high. */
static bool narrow_var(int64_t c, int64_t least, int64_t most, int64_t *low, int64_t *high,
                       bool *changed) {
    int64_t magnitude = c > 0 ? c : -c, from, to;
    if (c < 0) {
        int64_t swap = least;
        if (!neg_ok(most, &least) || !neg_ok(swap, &most)) {
            return false;
        }
    }
    from = ceil_div(least, magnitude);
    to = floor_div(most, magnitude);
    if (from > *low) {
        *low = from;
        *changed = true;
    }
    if (to < *high) {
        *high = to;
        *changed = true;
    }
    return true;
}

/* An equality has no solution when the GCD of its open coefficients does not divide what is left.
 */
static bool residue_fits(const struct lmad_program *p, int i, const struct box *box) {
    int64_t common = 0, left = p->row_low[i];
    if (p->row_low[i] != p->row_high[i]) {
        return true;
    }
    for (int e = p->row_start[i]; e < p->row_start[i + 1]; e++) {
        int v = p->entry[e].var;
        if (box->low[v] != box->high[v]) {
            common = gcd64(p->entry[e].coef, common);
        } else if (!fma_ok(&left, -p->entry[e].coef, box->low[v])) {
            return true;
        }
    }
    return common == 0 ? left == 0 : left % common == 0;
}

static enum tri narrow_row(const struct lmad_program *p, int i, struct box *box, bool *changed) {
    int64_t low, high;
    if (!row_range(p, i, box, &low, &high)) {
        return TRI_UNKNOWN;
    }
    if (low > p->row_high[i] || high < p->row_low[i] || !residue_fits(p, i, box)) {
        return TRI_NO;
    }
    if (low >= p->row_low[i] && high <= p->row_high[i]) {
        return TRI_YES;
    }
    for (int e = p->row_start[i]; e < p->row_start[i + 1]; e++) {
        int v = p->entry[e].var;
        int64_t c = p->entry[e].coef, least, most;
        int64_t own_low = c * (c > 0 ? box->low[v] : box->high[v]);
        int64_t own_high = c * (c > 0 ? box->high[v] : box->low[v]);
        int64_t rest_low, rest_high;
        if (!sub_ok(low, own_low, &rest_low) || !sub_ok(high, own_high, &rest_high)) {
            return TRI_UNKNOWN;
        }
        if (!sub_ok(p->row_low[i], rest_high, &least) || least <= -INT64_MAX) {
            least = -INT64_MAX; /* an open side */
        }
        if (!sub_ok(p->row_high[i], rest_low, &most)) {
            most = INT64_MAX;
        }
        if (!narrow_var(c, least, most, &box->low[v], &box->high[v], changed)) {
            return TRI_UNKNOWN;
        }
        if (box->low[v] > box->high[v]) {
            return TRI_NO;
        }
        if (!add_ok(rest_low, c * (c > 0 ? box->low[v] : box->high[v]), &low) ||
            !add_ok(rest_high, c * (c > 0 ? box->high[v] : box->low[v]), &high)) {
            return TRI_UNKNOWN;
        }
    }
    return TRI_YES;
}

static enum tri narrow(const struct lmad_program *p, struct box *box) {
    bool changed = true;
    for (int round = 0; changed && round < PROGRAM_ROUNDS; round++) {
        changed = false;
        for (int i = 0; i < p->nrow; i++) {
            enum tri row = narrow_row(p, i, box, &changed);
            if (row != TRI_YES) {
                return row;
            }
        }
    }
    return TRI_YES;
}

/* The open variable with the smallest range, or -1. */
static int pick(const struct lmad_program *p, const struct box *box) {
    int best = -1;
    int64_t best_range = INT64_MAX;
    for (int v = 0; v < p->nvar; v++) {
        int64_t range = box->high[v] - box->low[v];
        if (range > 0 && range < best_range) {
            best = v;
            best_range = range;
        }
    }
    return best;
}

static enum tri bisect(struct descent *d, const struct box *outer, int depth) {
    struct box box = *outer;
    if (d->nodes-- <= 0 || depth > PROGRAM_DEPTH) {
        return TRI_UNKNOWN;
    }
    enum tri state = narrow(d->p, &box);
    if (state != TRI_YES) {
        return state;
    }
    int v = pick(d->p, &box);
    if (v < 0) {
        memcpy(d->x, box.low, sizeof(int64_t) * (size_t)d->p->nvar);
        return lmad_program_holds(d->p, d->x) ? TRI_YES : TRI_NO;
    }
    int64_t low = box.low[v], high = box.high[v], middle = low + (high - low) / 2;
    box.high[v] = middle;
    enum tri left = bisect(d, &box, depth + 1);
    if (left == TRI_YES) {
        return left;
    }
    box.low[v] = middle + 1;
    box.high[v] = high;
    enum tri right = bisect(d, &box, depth + 1);
    return right == TRI_NO ? left : right;
}

enum tri lmad_search(const struct lmad_program *p, int64_t *x) {
    struct descent d = {.p = p, .nodes = LMAD_SEARCH_CAP, .x = x};
    struct box box;
    if (p->full || p->nvar > LMAD_SEARCH_VARS) {
        return TRI_UNKNOWN;
    }
    for (int v = 0; v < p->nvar; v++) {
        int64_t range;
        if (p->lower[v] > p->upper[v]) {
            return TRI_NO;
        }
        if (!sub_ok(p->upper[v], p->lower[v], &range) || p->lower[v] == INT64_MIN) {
            return TRI_UNKNOWN;
        }
        box.low[v] = p->lower[v];
        box.high[v] = p->upper[v];
    }
    for (int e = 0; e < p->row_start[p->nrow]; e++) {
        if (p->entry[e].coef == INT64_MIN) {
            return TRI_UNKNOWN;
        }
    }
    return bisect(&d, &box, 0);
}

enum tri lmad_feasible(const struct lmad_program *p, const struct lmad_solver *solver, int64_t *x) {
    enum tri found = lmad_search(p, x);
    if (found != TRI_UNKNOWN || solver == NULL || p->full) {
        return found;
    }
    found = solver->solve(solver->context, p, x);
    return found == TRI_YES && !lmad_program_holds(p, x) ? TRI_UNKNOWN : found;
}
