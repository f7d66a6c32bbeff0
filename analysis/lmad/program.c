/* program.c - integer programs: building them, checking solutions, and exact search in small ones.
 *
 * The search narrows the bounds of each variable by the intervals of the rows, prunes equalities by
 * the GCD of their open coefficients, and bisects the smallest open range, lower half first, so
 * that the solutions found are small numbers. */
#include "arith.h"
#include "eliminate.h"
#include "equation.h"
#include "lmad.h"

#include <string.h>

#define PROGRAM_ROUNDS 20 /* of narrowing, which may converge slowly */
#define PROGRAM_DEPTH 160 /* of bisection */

void lmad_program_clear(struct lmad_program *p) {
    p->nvar = p->nrow = 0;
    p->row_start[0] = 0;
    p->full = false;
}

int lmad_program_var(struct lmad_program *p, int64_t lower, int64_t upper) {
    if (p->nvar == LMAD_MAX_VARS) {
        p->full = true;
        return -1;
    }
    p->lower[p->nvar] = lower;
    p->upper[p->nvar] = upper;
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
    int end = p->row_start[p->nrow];
    for (int e = p->row_start[p->nrow - 1]; e < end; e++) {
        if (p->entry[e].var == var) {
            p->full |= !add_ok(p->entry[e].coef, coef, &p->entry[e].coef);
            if (p->entry[e].coef == 0) {
                p->entry[e] = p->entry[--p->row_start[p->nrow]];
            }
            return;
        }
    }
    p->entry[p->row_start[p->nrow]++] = (struct lmad_entry){var, coef};
}

void lmad_program_add(struct lmad_program *p, int64_t constant) {
    if (p->full || p->nrow == 0) {
        p->full = true;
        return;
    }
    int64_t *bound[2] = {&p->row_low[p->nrow - 1], &p->row_high[p->nrow - 1]};
    for (int i = 0; i < 2; i++) {
        p->full |= !lmad_is_open(*bound[i]) &&
                   (!sub_ok(*bound[i], constant, bound[i]) || lmad_is_open(*bound[i]));
    }
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

/* A sum over the box that may be without bound: of that many entries it is. */
struct reach {
    int64_t sum;
    int open;
};

/* Adds coef * bound, or takes it out again. */
static bool reach_add(struct reach *r, int64_t coef, int64_t bound, int sign) {
    if (lmad_is_open(bound)) {
        r->open += sign;
        return true;
    }
    return fma_ok(&r->sum, sign * coef, bound);
}

/* Least and greatest value of a row over the box. */
static bool row_range(const struct lmad_program *p, int i, const struct box *box, struct reach *low,
                      struct reach *high) {
    *low = *high = (struct reach){0, 0};
    for (int e = p->row_start[i]; e < p->row_start[i + 1]; e++) {
        int v = p->entry[e].var;
        int64_t c = p->entry[e].coef;
        if (!reach_add(low, c, c > 0 ? box->low[v] : box->high[v], 1) ||
            !reach_add(high, c, c > 0 ? box->high[v] : box->low[v], 1)) {
            return false;
        }
    }
    return true;
}

/* bound - rest, rounded to what c * x may be at least or at most; `none` where there is no bound.
 */
static int64_t left_for(int64_t bound, const struct reach *rest, int64_t none) {
    int64_t left;
    bool known = !lmad_is_open(bound) && rest->open == 0 && sub_ok(bound, rest->sum, &left) &&
                 !lmad_is_open(left);
    return known ? left : none;
}

/* Narrow one variable: least <= c*x <= most. */
static void narrow_var(int64_t c, int64_t least, int64_t most, int64_t *low, int64_t *high,
                       bool *changed) {
    int64_t size = c > 0 ? c : -c;
    int64_t from = c > 0 ? least : -most, to = c > 0 ? most : -least;
    if (!lmad_is_open(from) && ceil_div(from, size) > *low) {
        *low = ceil_div(from, size);
        *changed = true;
    }
    if (!lmad_is_open(to) && floor_div(to, size) < *high) {
        *high = floor_div(to, size);
        *changed = true;
    }
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
    struct reach low, high;
    int64_t row_low = p->row_low[i], row_high = p->row_high[i];
    if (!row_range(p, i, box, &low, &high)) {
        return TRI_UNKNOWN;
    }
    bool above = low.open == 0 && !lmad_is_open(row_high) && low.sum > row_high;
    bool below = high.open == 0 && !lmad_is_open(row_low) && high.sum < row_low;
    if (above || below || !residue_fits(p, i, box)) {
        return TRI_NO;
    }
    if (low.open + high.open == 0 && low.sum >= row_low && high.sum <= row_high) {
        return TRI_YES;
    }
    for (int e = p->row_start[i]; e < p->row_start[i + 1]; e++) {
        int v = p->entry[e].var;
        int64_t c = p->entry[e].coef;
        int64_t *at_low = c > 0 ? &box->low[v] : &box->high[v];
        int64_t *at_high = c > 0 ? &box->high[v] : &box->low[v];
        if (!reach_add(&low, c, *at_low, -1) || !reach_add(&high, c, *at_high, -1)) {
            return TRI_UNKNOWN;
        }
        narrow_var(c, left_for(row_low, &high, -LMAD_OPEN), left_for(row_high, &low, LMAD_OPEN),
                   &box->low[v], &box->high[v], changed);
        if (box->low[v] > box->high[v]) {
            return TRI_NO;
        }
        if (!reach_add(&low, c, *at_low, 1) || !reach_add(&high, c, *at_high, 1)) {
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

/* The bounds of the variables. NO: there is no number between some. */
static enum tri box_of(const struct lmad_program *p, struct box *box) {
    if (p->full || p->nvar > LMAD_SEARCH_VARS) {
        return TRI_UNKNOWN;
    }
    for (int v = 0; v < p->nvar; v++) {
        if (p->lower[v] > p->upper[v]) {
            return TRI_NO;
        }
        box->low[v] = max64(p->lower[v], -LMAD_OPEN);
        box->high[v] = min64(p->upper[v], LMAD_OPEN);
    }
    for (int e = 0; e < p->row_start[p->nrow]; e++) {
        if (lmad_is_open(p->entry[e].coef)) {
            return TRI_UNKNOWN;
        }
    }
    return TRI_YES;
}

static bool is_bounded(const struct lmad_program *p, const int64_t *low, const int64_t *high) {
    for (int v = 0; v < p->nvar; v++) {
        if (lmad_is_open(low[v]) || lmad_is_open(high[v])) {
            return false;
        }
    }
    return true;
}

enum tri lmad_search(const struct lmad_program *p, int64_t *x) {
    struct descent d = {.p = p, .nodes = LMAD_SEARCH_CAP, .x = x};
    struct box box;
    enum tri state = box_of(p, &box);
    state = state == TRI_YES ? narrow(p, &box) : state;
    bool open = state == TRI_YES && !is_bounded(p, box.low, box.high);
    return state != TRI_YES ? state : open ? TRI_UNKNOWN : bisect(&d, &box, 0);
}

/* Each equality by itself. YES: what solves one of them solves everything. */
static enum tri by_descriptors(const struct lmad_program *p, const struct box *box, int64_t *x) {
    for (int i = 0; i < p->nrow; i++) {
        memcpy(x, box->low, sizeof(int64_t) * (size_t)p->nvar);
        enum tri found = p->row_low[i] == p->row_high[i]
                             ? equation_solve(p, i, box->low, box->high, x)
                             : TRI_UNKNOWN;
        if (found == TRI_NO || (found == TRI_YES && lmad_program_holds(p, x))) {
            return found;
        }
    }
    return TRI_UNKNOWN;
}

/* What the box and descriptors say: that of the variables, where rows do not have to give it. */
static enum tri by_box(const struct lmad_program *p, int64_t *x) {
    struct box box;
    enum tri state = box_of(p, &box);
    if (state == TRI_YES && !is_bounded(p, box.low, box.high)) {
        state = narrow(p, &box);
    }
    bool bounded = state == TRI_YES && is_bounded(p, box.low, box.high);
    return bounded ? by_descriptors(p, &box, x) : state == TRI_NO ? TRI_NO : TRI_UNKNOWN;
}

/* As eliminate_equalities asks it, of what is left. */
static enum tri by_search(void *unused, const struct lmad_program *p, int64_t *x) {
    (void)unused;
    return lmad_search(p, x);
}

static enum tri by_solver(void *context, const struct lmad_program *p, int64_t *x) {
    struct lmad_solver *solver = context;
    bool can = !p->full && is_bounded(p, p->lower, p->upper);
    enum tri found = can ? solver->solve(solver->context, p, x) : TRI_UNKNOWN;
    return found == TRI_YES && !lmad_program_holds(p, x) ? TRI_UNKNOWN : found;
}

/* Without equalities first: who branches at single variables does not see what equalities say of
 * several. */
static enum tri by_branching(const struct lmad_program *p,
                             enum tri (*find)(void *context, const struct lmad_program *rest,
                                              int64_t *y),
                             void *context, int64_t *x) {
    enum tri found = eliminate_equalities(p, find, context, x);
    return found == TRI_UNKNOWN ? find(context, p, x) : found;
}

/* Within what rows leave of the box. */
static struct lmad_program narrowed(const struct lmad_program *p) {
    struct lmad_program within = *p;
    struct box box;
    if (box_of(p, &box) == TRI_YES && narrow(p, &box) == TRI_YES) {
        memcpy(within.lower, box.low, sizeof(int64_t) * (size_t)p->nvar);
        memcpy(within.upper, box.high, sizeof(int64_t) * (size_t)p->nvar);
    }
    return within;
}

const char *lmad_way_name(enum lmad_way way) {
    static const char *const name[] = {"descriptor", "elimination", "search", "ILP"};
    return name[way];
}

enum tri lmad_feasible(const struct lmad_program *p, enum lmad_way last,
                       const struct lmad_solver *solver, int64_t *x, enum lmad_way *way) {
    int64_t own[LMAD_MAX_VARS], *at = x ? x : own;
    *way = LMAD_DESCRIPTOR;
    enum tri found = by_box(p, at);
    if (found != TRI_UNKNOWN || last == LMAD_DESCRIPTOR) {
        return found;
    }
    *way = LMAD_ELIMINATION;
    found = lmad_eliminate(p);
    if (found == TRI_NO || (found == TRI_YES && !x) || last == LMAD_ELIMINATION) {
        return found;
    }
    bool solves = last == LMAD_ILP && solver && solver->solve;
    struct lmad_program within = narrowed(p);
    *way = LMAD_SEARCH;
    found = by_branching(&within, by_search, NULL, at);
    if (found == TRI_UNKNOWN && solves) {
        struct lmad_solver asked = *solver;
        *way = LMAD_ILP;
        found = by_branching(&within, by_solver, &asked, at);
    }
    return found;
}
