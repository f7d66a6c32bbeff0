/* stretch.c - one larger domain that covers accesses with equal strides and bases anywhere.
 *
 * Access m, over extents u_mk, becomes base' + sum s_k*(i_k + t_mk) + r_m inside a common domain u'
 * whose elements are all distinct: [GA] 5.3.4. t, r, u' and base' are found by rounding the
 * differences of the bases to digits of the strides, not by an integer program, which finds half a
 * per cent more of random groups and no stencil more. */
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
