/* stretch.c - one larger domain that covers accesses with equal strides and bases anywhere.
 *
 * Access m, over extents u_mk, becomes base' + sum s_k*(i_k + t_mk) + r_m inside a common domain u'
 * whose elements are all distinct. Two ways to find t, r, u' and base': rounding the differences of
 * the bases to digits of the strides, which solves stencils at once, and the integer program of
 * [GA] 5.3.4. */
#include "arith.h"
#include "lmad.h"

#include <stddef.h>

static int64_t least_base(const struct lmad_stretch *s) {
    int64_t least = s->base[0];
    for (int m = 1; m < s->n; m++) {
        least = min64(least, s->base[m]);
    }
    return least;
}

bool lmad_stretch_holds(const struct lmad_stretch *s) {
    int64_t low = INT64_MAX, high = 0;
    struct lmad common = {.width = 1, .rank = s->rank};
    for (int k = 0; k < s->rank; k++) {
        common.dim[k] = (struct lmad_dim){s->stride[k], s->domain[k]};
    }
    for (int m = 0; m < s->n; m++) {
        int64_t sum;
        if (s->offset[m] < 0 || !add_ok(s->found_base, s->offset[m], &sum)) {
            return false;
        }
        for (int k = 0; k < s->rank; k++) {
            int64_t end;
            if (s->shift[m][k] < 0 || !add_ok(s->extent[m][k], s->shift[m][k], &end) ||
                end > s->domain[k] || !fma_ok(&sum, s->stride[k], s->shift[m][k])) {
                return false;
            }
        }
        if (sum != s->base[m]) {
            return false;
        }
        low = min64(low, s->offset[m]);
        high = max64(high, s->offset[m]);
    }
    return s->rank > 0 && high - low < s->stride[s->rank - 1] &&
           lmad_is_interleaved(&common, high - low);
}

/* The nearest multiple of b, b > 0, a tie going down; plain floor when not nearest. */
static int64_t digit(int64_t a, int64_t b, bool nearest) {
    int64_t q = floor_div(a, b);
    return nearest && floor_mod(a, b) > b / 2 ? q + 1 : q;
}

/* Digits of every base difference, shifted so that none is negative. */
static bool digits(struct lmad_stretch *s, bool nearest) {
    int64_t least = least_base(s), lowest[LMAD_MAX_RANK] = {0};
    for (int m = 0; m < s->n; m++) {
        int64_t left;
        if (!sub_ok(s->base[m], least, &left)) {
            return false;
        }
        for (int k = 0; k < s->rank; k++) {
            int64_t d = digit(left, s->stride[k], nearest && k + 1 < s->rank);
            left -= d * s->stride[k];
            s->shift[m][k] = d;
            lowest[k] = min64(lowest[k], d);
        }
        s->offset[m] = left;
    }
    s->found_base = least;
    for (int k = 0; k < s->rank; k++) {
        s->domain[k] = 0;
        if (!fma_ok(&s->found_base, s->stride[k], lowest[k])) {
            return false;
        }
    }
    for (int m = 0; m < s->n; m++) {
        for (int k = 0; k < s->rank; k++) {
            int64_t end;
            s->shift[m][k] -= lowest[k];
            if (!add_ok(s->extent[m][k], s->shift[m][k], &end)) {
                return false;
            }
            s->domain[k] = max64(s->domain[k], end);
        }
    }
    return lmad_stretch_holds(s);
}

static bool smaller(const struct lmad_stretch *a, const struct lmad_stretch *b) {
    int64_t difference = 0;
    for (int k = 0; k < a->rank; k++) {
        difference += a->domain[k] - b->domain[k];
    }
    return difference < 0;
}

bool lmad_stretch_closed(struct lmad_stretch *s) {
    if (s->n < 1 || s->rank < 1 || s->rank == 1) {
        return s->n > 0 && s->rank == 1 && digits(s, false);
    }
    bool nearest = digits(s, true);
    struct lmad_stretch rounded = *s;
    bool floored = digits(s, false);
    if (nearest && (!floored || !smaller(s, &rounded))) {
        *s = rounded;
    }
    return nearest || floored;
}

/* Variables of the program, in this order: below = least base - b', u'_k, then r_m and t_mk for
 * each distinct access. */
struct layout {
    int below, domain[LMAD_MAX_RANK];
    int offset[LMAD_MAX_ACCESSES], shift[LMAD_MAX_ACCESSES][LMAD_MAX_RANK];
};

/* An earlier access with the same base and extents, or m. */
static int same_as(const struct lmad_stretch *s, int m) {
    for (int i = 0; i < m; i++) {
        bool same = s->base[i] == s->base[m];
        for (int k = 0; k < s->rank; k++) {
            same = same && s->extent[i][k] == s->extent[m][k];
        }
        if (same) {
            return i;
        }
    }
    return m;
}

/* u'_k, at least the largest extent; at most what fits under the next larger stride, or, in the
 * first dimension, what the bases' distance can ask for. Returns false when no room is left. */
static bool domain_vars(const struct lmad_stretch *s, int64_t distance, struct lmad_program *p,
                        struct layout *at, int64_t *room) {
    for (int k = 0; k < s->rank; k++) {
        int64_t least = 1, most;
        for (int m = 0; m < s->n; m++) {
            least = max64(least, s->extent[m][k]);
        }
        most = k > 0 ? s->stride[k - 1] / s->stride[k] + 1 : distance / s->stride[0] + 2;
        if (k == 0 && !add_ok(most, least, &most)) {
            return false;
        }
        room[k] = most - least;
        if (room[k] < 0) {
            return false;
        }
        at->domain[k] = lmad_program_var(p, least, most, 1);
    }
    return true;
}

/* s_k > s_d - 1 + sum over p>k of s_p*(u'_p - 1) */
static bool restricted_rows(const struct lmad_stretch *s, struct lmad_program *p,
                            const struct layout *at) {
    for (int k = 0; k + 1 < s->rank; k++) {
        int64_t most;
        if (!sub_ok(s->stride[k], s->stride[s->rank - 1], &most)) {
            return false;
        }
        for (int l = k + 1; l < s->rank; l++) {
            if (!add_ok(most, s->stride[l], &most)) {
                return false;
            }
        }
        lmad_program_row(p, -INT64_MAX, most);
        for (int l = k + 1; l < s->rank; l++) {
            lmad_program_entry(p, at->domain[l], s->stride[l]);
        }
    }
    return true;
}

static void access_rows(const struct lmad_stretch *s, int m, int64_t difference,
                        const int64_t *room, struct lmad_program *p, struct layout *at) {
    at->offset[m] = lmad_program_var(p, 0, s->stride[s->rank - 1] - 1, 0);
    for (int k = 0; k < s->rank; k++) {
        at->shift[m][k] = lmad_program_var(p, 0, room[k], 0);
        lmad_program_row(p, s->extent[m][k], INT64_MAX);
        lmad_program_entry(p, at->domain[k], 1);
        lmad_program_entry(p, at->shift[m][k], -1);
    }
    lmad_program_row(p, difference, difference);
    lmad_program_entry(p, at->offset[m], 1);
    lmad_program_entry(p, at->below, -1);
    for (int k = 0; k < s->rank; k++) {
        lmad_program_entry(p, at->shift[m][k], s->stride[k]);
    }
}

static bool build(const struct lmad_stretch *s, struct lmad_program *p, struct layout *at) {
    int64_t least = least_base(s), distance = 0, room[LMAD_MAX_RANK];
    for (int m = 0; m < s->n; m++) {
        int64_t difference;
        if (!sub_ok(s->base[m], least, &difference)) {
            return false;
        }
        distance = max64(distance, difference);
    }
    lmad_program_clear(p);
    at->below = lmad_program_var(p, 0, s->stride[0] - 1, 0);
    if (!add_ok(distance, s->stride[0], &distance) || !domain_vars(s, distance, p, at, room) ||
        !restricted_rows(s, p, at)) {
        return false;
    }
    for (int m = 0; m < s->n; m++) {
        if (same_as(s, m) == m) {
            access_rows(s, m, s->base[m] - least, room, p, at);
        }
    }
    return !p->full;
}

bool lmad_stretch_program(struct lmad_stretch *s, const struct lmad_solver *solver) {
    struct lmad_program p;
    struct layout at;
    int64_t x[LMAD_MAX_VARS];
    if (s->n < 1 || s->rank < 1 || solver == NULL || !build(s, &p, &at) ||
        solver->solve(solver->context, &p, x) != TRI_YES || !lmad_program_holds(&p, x)) {
        return false;
    }
    s->found_base = least_base(s) - x[at.below];
    for (int k = 0; k < s->rank; k++) {
        s->domain[k] = x[at.domain[k]];
    }
    for (int m = 0; m < s->n; m++) {
        int first = same_as(s, m);
        s->offset[m] = x[at.offset[first]];
        for (int k = 0; k < s->rank; k++) {
            s->shift[m][k] = x[at.shift[first][k]];
        }
    }
    return lmad_stretch_holds(s);
}
