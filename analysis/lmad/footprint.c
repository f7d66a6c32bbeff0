/* footprint.c - the elements a group of accesses touches, and each access's index in a packed
 * buffer.
 *
 * The accesses, over the box of their nest and in element units, are brought to normal form and
 * laid out over the union of their strides; an access that lacks a stride has extent 1 there. Every
 * case of design.md section 6 but the interval is then one domain that covers them all (struct
 * lmad_stretch), and one function turns that into buffer, residues and maps. */
#include "arith.h"
#include "nest.h"

#include <string.h>

const char *lmad_case_name(enum lmad_case kind) {
    static const char *const name[] = {"empty", "vector",    "vectors", "box",
                                       "boxes", "stretched", "interval"};
    return name[kind];
}

int lmad_groups(const struct lmad_bound *bound, int *group) {
    int order[LMAD_MAX_ACCESSES], n = bound->naccess, groups = 0;
    int64_t reach = 0;
    for (int i = 0; i < n; i++) {
        int at = i;
        for (; at > 0 && bound->access[order[at - 1]].low > bound->access[i].low; at--) {
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
    for (int i = 0; i < n; i++) {
        const struct lmad_access *access = &bound->access[order[i]];
        if (i == 0 || (access->low > reach && !bound->nest.empty)) {
            groups++;
            reach = access->high;
        }
        reach = max64(reach, access->high);
        group[order[i]] = groups - 1;
    }
    return groups;
}

struct work {
    const struct lmad_bound *bound;
    struct lmad_footprint *f;
    bool whole; /* element units, not bytes */
    struct lmad_stretch s;
};

static const struct lmad_access *member(const struct work *w, int m) {
    return &w->bound->access[w->f->member[m]];
}

/* Element units when every address is the same residue of the one element size. False: overflow. */
static bool choose_unit(struct work *w) {
    const struct lmad_access *first = member(w, 0);
    const struct lmad_nest *nest = &w->bound->nest;
    w->whole = true;
    for (int m = 0; m < w->f->nmember; m++) {
        const struct lmad_access *a = member(w, m);
        int64_t difference;
        if (!sub_ok(a->base, first->base, &difference) || a->base < INT64_MIN + first->width) {
            return false;
        }
        w->whole = w->whole && a->width == first->width && difference % first->width == 0;
        for (int k = 0; k < nest->rank; k++) {
            bool fits = nest->level[k].extent < 2 || a->stride[k] % first->width == 0;
            w->whole = w->whole && fits;
        }
    }
    w->f->unit = w->whole ? first->width : 1;
    w->f->origin = floor_mod(first->base, w->f->unit);
    return true;
}

/* Lowest and highest element touched. */
static bool span(struct work *w) {
    struct lmad_footprint *f = w->f;
    int64_t low = INT64_MAX, high = INT64_MIN;
    f->tight = true;
    for (int m = 0; m < f->nmember; m++) {
        low = min64(low, member(w, m)->low);
        high = max64(high, member(w, m)->high);
        f->tight = f->tight && member(w, m)->tight;
    }
    if (!sub_ok(low, f->origin, &low) || !sub_ok(high, f->origin, &high)) {
        return false;
    }
    f->low = floor_div(low, f->unit);
    f->high = floor_div(high, f->unit);
    return true;
}

/* Access m as a descriptor in units. */
static void in_units(const struct work *w, int m, struct lmad *set) {
    lmad_of_access(&w->bound->nest, member(w, m), set);
    set->base = (set->base - w->f->origin) / w->f->unit;
    set->width /= w->f->unit;
    for (int k = 0; k < set->rank; k++) {
        set->dim[k].stride /= w->f->unit;
    }
}

/* The column of a stride in the union, made when missing; -1 when there are too many. */
static int column_of(struct lmad_stretch *s, int64_t stride) {
    int at = 0;
    while (at < s->rank && s->stride[at] > stride) {
        at++;
    }
    if (at < s->rank && s->stride[at] == stride) {
        return at;
    }
    if (s->rank == LMAD_MAX_RANK) {
        return -1;
    }
    memmove(&s->stride[at + 1], &s->stride[at], sizeof(int64_t) * (size_t)(s->rank - at));
    s->stride[at] = stride;
    for (int m = 0; m < s->n; m++) {
        memmove(&s->extent[m][at + 1], &s->extent[m][at], sizeof(int64_t) * (size_t)(s->rank - at));
        s->extent[m][at] = 1;
    }
    s->rank++;
    return at;
}

/* Lay all members out over the union of their strides. False: no common form. */
static bool lay_out(struct work *w) {
    struct lmad_stretch *s = &w->s;
    s->n = s->rank = 0;
    for (int m = 0; m < w->f->nmember; m++) {
        struct lmad set;
        struct lmad_normal normal;
        in_units(w, m, &set);
        if (!lmad_normalise(&set, &normal)) {
            return false;
        }
        s->base[m] = normal.set.base;
        for (int k = 0; k < s->rank; k++) {
            s->extent[m][k] = 1;
        }
        s->n++;
        for (int d = 0; d < normal.set.rank; d++) {
            int k = column_of(s, normal.set.dim[d].stride);
            if (k < 0) {
                return false;
            }
            s->extent[m][k] = normal.set.dim[d].extent;
        }
    }
    if (s->rank == 0) { /* single elements: any stride above their distances will do */
        s->rank = 1;
        s->stride[0] = w->f->high - w->f->low + 1;
        for (int m = 0; m < s->n; m++) {
            s->extent[m][0] = 1;
        }
    }
    return true;
}

/* No shift at all: bases within the smallest stride. */
static bool unshifted(struct lmad_stretch *s) {
    s->found_base = s->base[0];
    for (int m = 1; m < s->n; m++) {
        s->found_base = min64(s->found_base, s->base[m]);
    }
    for (int k = 0; k < s->rank; k++) {
        s->domain[k] = 0;
    }
    for (int m = 0; m < s->n; m++) {
        if (!sub_ok(s->base[m], s->found_base, &s->offset[m])) {
            return false;
        }
        for (int k = 0; k < s->rank; k++) {
            s->shift[m][k] = 0;
            s->domain[k] = max64(s->domain[k], s->extent[m][k]);
        }
    }
    return lmad_stretch_holds(s);
}

static enum lmad_case decide(struct work *w) {
    bool single = true;
    struct lmad_stretch *s = &w->s;
    if (!lay_out(w)) {
        return LMAD_CASE_INTERVAL;
    }
    for (int m = 1; m < s->n; m++) {
        single = single && s->base[m] == s->base[0] &&
                 memcmp(s->extent[m], s->extent[0], sizeof(int64_t) * (size_t)s->rank) == 0;
    }
    if (s->rank > 1 && unshifted(s)) {
        return single ? LMAD_CASE_BOX : LMAD_CASE_BOXES;
    }
    if (lmad_stretch_closed(s)) {
        return s->rank > 1 ? LMAD_CASE_STRETCHED : single ? LMAD_CASE_VECTOR : LMAD_CASE_VECTORS;
    }
    return LMAD_CASE_INTERVAL;
}

static void add_residue(struct lmad_footprint *f, int64_t residue) {
    int at = f->nresidue;
    while (at > 0 && f->residue[at - 1] >= residue) {
        at--;
    }
    if (at < f->nresidue && f->residue[at] == residue) {
        return;
    }
    memmove(&f->residue[at + 1], &f->residue[at], sizeof(int64_t) * (size_t)(f->nresidue - at));
    f->residue[at] = residue;
    f->nresidue++;
}

static int rank_of(const struct lmad_footprint *f, int64_t residue) {
    int low = 0, high = f->nresidue;
    while (low < high) {
        int middle = (low + high) / 2;
        if (f->residue[middle] < residue) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < f->nresidue && f->residue[low] == residue ? low : -1;
}

/* Device index of one step in each dimension, and the number of elements. */
static bool weights(struct lmad_footprint *f, int64_t *weight) {
    f->count = f->nresidue;
    for (int k = f->rank - 1; k >= 0; k--) {
        weight[k] = f->count;
        if (!mul_ok(f->count, f->extent[k], &f->count)) {
            return false;
        }
    }
    return true;
}

/* q * sum_k (i'_k + t_mk) * prod_{l>k} u'_l + rank(r_m), with i' written over the nest's counters.
 */
static bool map_member(const struct work *w, int m, const int64_t *weight, struct lmad_map *map) {
    const struct lmad_stretch *s = &w->s;
    struct lmad set;
    struct lmad_normal normal;
    in_units(w, m, &set);
    if (!lmad_normalise(&set, &normal)) {
        return false;
    }
    map->base = rank_of(w->f, s->offset[m]);
    memset(map->stride, 0, sizeof(int64_t) * (size_t)set.rank);
    for (int k = 0; k < s->rank; k++) {
        if (!fma_ok(&map->base, weight[k], s->shift[m][k])) {
            return false;
        }
    }
    for (int d = 0, k = 0; d < normal.set.rank; d++) {
        while (s->stride[k] != normal.set.dim[d].stride) {
            k++;
        }
        if (!fma_ok(&map->base, weight[k], normal.shift[d])) {
            return false;
        }
        for (int j = 0; j < set.rank; j++) {
            if (!fma_ok(&map->stride[j], weight[k], normal.coord[d][j])) {
                return false;
            }
        }
    }
    return true;
}

static bool use_domain(struct work *w) {
    struct lmad_footprint *f = w->f;
    struct lmad_stretch *s = &w->s;
    int64_t weight[LMAD_MAX_RANK], least = s->offset[0];
    for (int m = 1; m < s->n; m++) {
        least = min64(least, s->offset[m]);
    }
    s->found_base += least;
    f->base = s->found_base;
    f->rank = s->rank;
    f->nresidue = 0;
    for (int k = 0; k < s->rank; k++) {
        f->stride[k] = s->stride[k];
        f->extent[k] = s->domain[k];
    }
    for (int m = 0; m < s->n; m++) {
        s->offset[m] -= least;
        add_residue(f, s->offset[m]);
    }
    if (!weights(f, weight)) {
        return false;
    }
    for (int m = 0; m < f->nmember; m++) {
        if (!map_member(w, m, weight, &f->map[m])) {
            return false;
        }
    }
    return true;
}

static bool use_interval(struct work *w) {
    struct lmad_footprint *f = w->f;
    int64_t widest = 1;
    f->kind = LMAD_CASE_INTERVAL;
    for (int m = 0; m < f->nmember && !w->whole; m++) {
        int64_t width = member(w, m)->width;
        widest = (width & (width - 1)) == 0 ? max64(widest, width) : widest;
    }
    if (!sub_ok(f->low, floor_mod(f->low, widest), &f->base) ||
        !sub_ok(f->high, f->base, &f->count) || !add_ok(f->count, 1, &f->count)) {
        return false;
    }
    f->rank = 1;
    f->stride[0] = 1;
    f->extent[0] = f->count;
    f->nresidue = 1;
    f->residue[0] = 0;
    f->touched = -1;
    for (int m = 0; m < f->nmember; m++) {
        struct lmad set;
        in_units(w, m, &set);
        if (!sub_ok(set.base, f->base, &f->map[m].base)) {
            return false;
        }
        for (int k = 0; k < set.rank; k++) {
            f->map[m].stride[k] = set.dim[k].stride;
        }
    }
    return true;
}

/* Distinct elements of members that share one residue in one dimension: a union of intervals. */
static int64_t union_of(const struct lmad_stretch *s, int64_t residue) {
    int64_t total = 0, reach = 0;
    for (;;) { /* the interval that begins first among those that reach further */
        int best = -1;
        for (int m = 0; m < s->n; m++) {
            if (s->offset[m] == residue && s->shift[m][0] + s->extent[m][0] > reach &&
                (best < 0 || s->shift[m][0] < s->shift[best][0])) {
                best = m;
            }
        }
        if (best < 0) {
            return total;
        }
        int64_t end = s->shift[best][0] + s->extent[best][0];
        total += end - max64(reach, s->shift[best][0]);
        reach = end;
    }
}

/* Is every index of this residue touched by a single member? */
static bool covered(const struct lmad_stretch *s, int64_t residue) {
    for (int m = 0; m < s->n; m++) {
        bool all = s->offset[m] == residue;
        for (int k = 0; k < s->rank && all; k++) {
            all = s->extent[m][k] == s->domain[k];
        }
        if (all) {
            return true;
        }
    }
    return false;
}

/* Over a slanted nest: one function, injective on the box without merging, whose counters come
 * before all others; then elements are iterations of the levels that matter. */
static int64_t touched_slanted(const struct work *w) {
    const struct lmad_nest *nest = &w->bound->nest;
    const struct lmad_access *a = member(w, 0);
    int used = 0, wide = 0;
    int64_t count;
    for (int m = 1; m < w->f->nmember; m++) {
        const struct lmad_access *b = member(w, m);
        if (b->base != a->base ||
            memcmp(a->stride, b->stride, sizeof(int64_t) * (size_t)nest->rank) != 0) {
            return -1;
        }
    }
    for (int k = 0; k < nest->rank; k++) {
        bool matters = a->stride[k] != 0 && nest->level[k].extent > 1;
        used = matters ? k + 1 : used;
        wide += matters;
    }
    for (int k = 0; k < nest->rank; k++) {
        if (k < used ? a->stride[k] == 0 && nest->level[k].extent > 1
                     : !nest_never_empty(nest, k)) {
            return -1;
        }
    }
    if (wide != w->s.rank && !(wide == 0 && w->s.rank == 1)) {
        return -1; /* dimensions were merged */
    }
    struct lmad_nest outer = *nest;
    outer.rank = used;
    return lmad_nest_count(&outer, &count) == TRI_YES ? count : -1;
}

static int64_t touched(const struct work *w) {
    const struct lmad_footprint *f = w->f;
    int64_t total = 0;
    if (w->bound->nest.slanted) {
        return touched_slanted(w);
    }
    for (int r = 0; r < f->nresidue; r++) {
        if (f->rank == 1) {
            total += union_of(&w->s, f->residue[r]);
        } else if (covered(&w->s, f->residue[r])) {
            total = f->count;
        } else {
            return -1;
        }
    }
    return total;
}

static bool empty(struct lmad_footprint *f) {
    f->kind = LMAD_CASE_EMPTY;
    f->unit = 1;
    f->origin = f->base = f->count = f->touched = f->low = 0;
    f->high = -1;
    f->tight = true;
    f->rank = f->nresidue = 0;
    memset(f->map, 0, sizeof(f->map[0]) * (size_t)f->nmember);
    return true;
}

bool lmad_footprint(const struct lmad_bound *bound, const int *members, int n,
                    struct lmad_footprint *f) {
    struct work w;
    if (n < 1 || n > LMAD_MAX_ACCESSES) {
        return false;
    }
    w.bound = bound;
    w.f = f;
    f->nmember = n;
    memcpy(f->member, members, sizeof(int) * (size_t)n);
    if (bound->nest.empty) {
        return empty(f);
    }
    int64_t length;
    if (!choose_unit(&w) || !span(&w) || !sub_ok(f->high, f->low, &length) ||
        !add_ok(length, 1, &length)) {
        return false;
    }
    if (length <= 0) {
        return empty(f);
    }
    f->kind = w.whole ? decide(&w) : LMAD_CASE_INTERVAL;
    if (f->kind == LMAD_CASE_INTERVAL || !use_domain(&w) ||
        (bound->nest.slanted && length < f->count)) {
        return use_interval(&w);
    }
    f->touched = touched(&w);
    return true;
}

bool lmad_footprint_index(const struct lmad_footprint *f, int64_t element, int64_t *index) {
    int64_t left, position = 0;
    if (f->count == 0 || !sub_ok(element, f->base, &left) || left < 0) {
        return false;
    }
    for (int k = 0; k < f->rank; k++) {
        int64_t j = left / f->stride[k];
        if (j >= f->extent[k]) {
            return false;
        }
        position = position * f->extent[k] + j;
        left -= j * f->stride[k];
    }
    int rank = rank_of(f, left);
    *index = position * f->nresidue + rank;
    return rank >= 0;
}

bool lmad_footprint_element(const struct lmad_footprint *f, int64_t index, int64_t *element) {
    if (index < 0 || index >= f->count) {
        return false;
    }
    int64_t position = index / f->nresidue;
    *element = f->residue[index % f->nresidue];
    for (int k = f->rank - 1; k >= 0; k--) {
        if (!fma_ok(element, f->stride[k], position % f->extent[k])) {
            return false;
        }
        position /= f->extent[k];
    }
    return add_ok(*element, f->base, element);
}
