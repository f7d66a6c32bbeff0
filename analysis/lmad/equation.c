/* equation.c - exact search for a solution of one linear equation in a box (see equation.h).
 *
 * Variables are turned so that all coefficients are positive and lows are zero, sorted by
 * coefficient downwards, and merged like the dimensions of a descriptor; the merges are undone in
 * reverse order to give the solution in the caller's variables. */
#include "equation.h"

#include "arith.h"

struct merge {
    int outer, inner; /* indices into term[] */
    int64_t multiple, outer_extent;
};

struct term {
    int64_t coef, extent; /* 0 <= y < extent */
    int var;              /* of the equation, or -1 once merged away */
    bool reversed;
    int64_t y;
};

struct search {
    int n, nlive, nmerge;
    int64_t target;
    struct term term[EQUATION_VARS];
    struct merge merge[EQUATION_VARS];
    int live[EQUATION_VARS];           /* terms still there, coefficients sorted downwards */
    int64_t reach[EQUATION_VARS + 1];  /* greatest value of live terms k.. */
    int64_t common[EQUATION_VARS + 1]; /* GCD of their coefficients */
    int64_t step[EQUATION_VARS];       /* values of live term k recur in steps of this */
    int64_t inverse[EQUATION_VARS];    /* of coef/common[k] modulo step */
    int nodes;
};

/* One entry of the row as a term. */
static bool add_term(struct search *s, const struct lmad_entry *e, int64_t low, int64_t high,
                     int64_t *x) {
    struct term *t = &s->term[s->n];
    int64_t origin = e->coef > 0 ? low : high;
    if (e->coef <= -INT64_MAX || origin <= -INT64_MAX || !fma_ok(&s->target, -e->coef, origin) ||
        !sub_ok(high, low, &t->extent) || !add_ok(t->extent, 1, &t->extent)) {
        return false;
    }
    t->coef = e->coef > 0 ? e->coef : -e->coef;
    t->reversed = e->coef < 0;
    t->var = e->var;
    t->y = 0;
    x[t->var] = origin;
    if (t->extent > 1) {
        int at = s->nlive++;
        for (; at > 0 && s->term[s->live[at - 1]].coef < t->coef; at--) {
            s->live[at] = s->live[at - 1];
        }
        s->live[at] = s->n++;
    }
    return true;
}

/* Turn the variables; the box has no empty range. */
static bool prepare(const struct lmad_program *p, int row, const int64_t *low, const int64_t *high,
                    struct search *s, int64_t *x) {
    s->n = s->nmerge = s->nlive = 0;
    s->target = p->row_low[row];
    for (int i = p->row_start[row]; i < p->row_start[row + 1]; i++) {
        const struct lmad_entry *e = &p->entry[i];
        if (!add_term(s, e, low[e->var], high[e->var], x)) {
            return false;
        }
    }
    return true;
}

static bool merge_terms(struct search *s) {
    for (int i = s->nlive - 1; i > 0; i--) {
        for (int o = i - 1; o >= 0; o--) {
            struct term *inner = &s->term[s->live[i]], *outer = &s->term[s->live[o]];
            int64_t m = outer->coef / inner->coef;
            if (outer->coef % inner->coef != 0 || m > inner->extent) {
                continue;
            }
            if (!fma_ok(&inner->extent, m, outer->extent - 1)) {
                return false;
            }
            s->merge[s->nmerge++] = (struct merge){s->live[o], s->live[i], m, outer->extent};
            for (int k = o; k + 1 < s->nlive; k++) {
                s->live[k] = s->live[k + 1];
            }
            s->nlive--;
            i = s->nlive; /* start again */
            break;
        }
    }
    return true;
}

/* The inverse of a modulo m, for coprime a and m; 0 when m is 1. */
static int64_t inverse_mod(int64_t a, int64_t m) {
    int64_t r0 = m, r1 = a % m, t0 = 0, t1 = 1;
    while (r1 != 0) {
        int64_t q = r0 / r1, r = r0 - q * r1, t = t0 - q * t1;
        r0 = r1;
        r1 = r;
        t0 = t1;
        t1 = t;
    }
    return m == 1 ? 0 : floor_mod(t0, m);
}

/* Suffix sums and residue steps. */
static bool tabulate(struct search *s) {
    s->reach[s->nlive] = 0;
    s->common[s->nlive] = 0;
    for (int k = s->nlive - 1; k >= 0; k--) {
        const struct term *t = &s->term[s->live[k]];
        s->reach[k] = s->reach[k + 1];
        if (!fma_ok(&s->reach[k], t->coef, t->extent - 1)) {
            return false;
        }
        s->common[k] = gcd64(t->coef, s->common[k + 1]);
        s->step[k] = k + 1 < s->nlive ? s->common[k + 1] / s->common[k] : 0;
        s->inverse[k] = s->step[k] > 1 ? inverse_mod(t->coef / s->common[k], s->step[k]) : 0;
    }
    return true;
}

/* The least y >= least with coef*y = left modulo the GCD of what follows. */
static int64_t first_value(const struct search *s, int k, int64_t left, int64_t least,
                           int64_t *step) {
    int64_t wanted;
    *step = s->step[k];
    if (*step <= 1) {
        *step = 1;
        return least;
    }
    if (!mul_ok((left / s->common[k]) % *step, s->inverse[k], &wanted)) {
        *step = 1; /* too large to step: walk */
        return least;
    }
    int64_t ahead = floor_mod(wanted % *step - least % *step, *step);
    return add_ok(least, ahead, &ahead) ? ahead : INT64_MAX; /* beyond every extent */
}

static enum tri descend(struct search *s, int k, int64_t left) {
    if (k == s->nlive) {
        return left == 0 ? TRI_YES : TRI_NO;
    }
    if (left < 0 || left > s->reach[k] || left % s->common[k] != 0) {
        return TRI_NO;
    }
    struct term *t = &s->term[s->live[k]];
    int64_t step, most = min64(left / t->coef, t->extent - 1);
    int64_t least = left <= s->reach[k + 1] ? 0 : ceil_div(left - s->reach[k + 1], t->coef);
    for (int64_t y = first_value(s, k, left, least, &step); y <= most; y += step) {
        if (s->nodes-- <= 0) {
            return TRI_UNKNOWN;
        }
        t->y = y;
        enum tri found = descend(s, k + 1, left - t->coef * y);
        if (found != TRI_NO) {
            return found;
        }
        if (step > most - y) {
            break;
        }
    }
    return TRI_NO;
}

static void undo(struct search *s, const int64_t *low, const int64_t *high, int64_t *x) {
    for (int i = s->nmerge - 1; i >= 0; i--) {
        const struct merge *m = &s->merge[i];
        int64_t z = s->term[m->inner].y;
        int64_t outer = min64(z / m->multiple, m->outer_extent - 1);
        s->term[m->outer].y = outer;
        s->term[m->inner].y = z - outer * m->multiple;
    }
    for (int i = 0; i < s->n; i++) {
        const struct term *t = &s->term[i];
        x[t->var] = t->reversed ? high[t->var] - t->y : low[t->var] + t->y;
    }
}

enum tri equation_solve(const struct lmad_program *p, int row, const int64_t *low,
                        const int64_t *high, int64_t *x) {
    struct search s;
    if (p->row_start[row + 1] - p->row_start[row] > EQUATION_VARS ||
        !prepare(p, row, low, high, &s, x) || !merge_terms(&s) || !tabulate(&s)) {
        return TRI_UNKNOWN;
    }
    s.nodes = LMAD_SEARCH_CAP;
    enum tri found = descend(&s, 0, s.target);
    if (found == TRI_YES) {
        undo(&s, low, high, x);
    }
    return found;
}
