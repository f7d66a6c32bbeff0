/* Sets of bytes as sorted lists of runs.
 *
 * All set operations are one walk over both lists that builds a new one; the questions before it
 * find the cases in which nothing changes, which are the most frequent: the same nest again. */
#include "runs.h"

#include <stdlib.h>
#include <string.h>

void runs_free(struct runs *s) {
    free(s->item);
    *s = (struct runs){0};
}

void runs_clear(struct runs *s) {
    s->n = 0;
}

static bool reserve(struct runs *s, int64_t n) {
    if (n <= s->room) {
        return true;
    }
    int64_t room = s->room < 4 ? 8 : 2 * (int64_t)s->room;
    room = room > n ? room : n;
    if (n > RUNS_MOST) {
        return false;
    }
    struct run *item = realloc(s->item, sizeof(*item) * (size_t)room);
    if (!item) {
        return false;
    }
    s->item = item;
    s->room = (int)room;
    return true;
}

/* Behind the last one, which it may touch or overlap but not precede. */
static bool append(struct runs *s, int64_t low, int64_t high) {
    if (s->n > 0 && low <= s->item[s->n - 1].high) {
        struct run *last = &s->item[s->n - 1];
        last->high = high > last->high ? high : last->high;
        return true;
    }
    if (!reserve(s, (int64_t)s->n + 1)) {
        return false;
    }
    s->item[s->n++] = (struct run){low, high};
    return true;
}

bool runs_copy(struct runs *to, const struct runs *from) {
    if (!reserve(to, from->n)) {
        return false;
    }
    if (from->n > 0) {
        memcpy(to->item, from->item, sizeof(*from->item) * (size_t)from->n);
    }
    to->n = from->n;
    return true;
}

int64_t runs_bytes(const struct runs *s) {
    int64_t sum = 0;
    for (int i = 0; i < s->n; ++i) {
        sum += s->item[i].high - s->item[i].low;
    }
    return sum;
}

/* ---- questions */

bool runs_equal(const struct runs *a, const struct runs *b) {
    return a->n == b->n &&
           (a->n == 0 || memcmp(a->item, b->item, sizeof(*a->item) * (size_t)a->n) == 0);
}

/* The first run from `at` on that ends behind an address: galloping, then bisection. */
static int seek(const struct runs *s, int at, int64_t address) {
    int step = 1, low = at, high = at;
    while (high < s->n && s->item[high].high <= address) {
        low = high + 1;
        high += step;
        step *= 2;
    }
    high = high < s->n ? high : s->n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (s->item[middle].high <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

bool runs_contains(const struct runs *s, const struct runs *part) {
    for (int i = 0, at = 0; i < part->n; ++i) {
        at = seek(s, at, part->item[i].low);
        if (at == s->n || s->item[at].low > part->item[i].low ||
            s->item[at].high < part->item[i].high) {
            return false;
        }
    }
    return true;
}

bool runs_touch(const struct runs *s, int64_t low, int64_t high) {
    int at = seek(s, 0, low);
    return low < high && at < s->n && s->item[at].low < high;
}

bool runs_meet(const struct runs *a, const struct runs *b) {
    int i = 0, k = 0;
    while (i < a->n && k < b->n) {
        if (a->item[i].high <= b->item[k].low) {
            i = seek(a, i, b->item[k].low);
        } else if (b->item[k].high <= a->item[i].low) {
            k = seek(b, k, a->item[i].low);
        } else {
            return true;
        }
    }
    return false;
}

/* ---- operations */

/* The set gets a new list. */
static bool replace(struct runs *s, struct runs *by, bool fits) {
    if (!fits) {
        runs_free(by);
        return false;
    }
    free(s->item);
    *s = *by;
    return true;
}

bool runs_add(struct runs *s, const struct runs *b) {
    struct runs sum = {0};
    bool fits = true;
    if (s->n == 0) {
        return runs_copy(s, b);
    }
    if (runs_contains(s, b)) {
        return true;
    }
    for (int i = 0, k = 0; fits && (i < s->n || k < b->n);) {
        bool first = k == b->n || (i < s->n && s->item[i].low <= b->item[k].low);
        const struct run *r = first ? &s->item[i++] : &b->item[k++];
        fits = append(&sum, r->low, r->high);
    }
    return replace(s, &sum, fits);
}

bool runs_add_run(struct runs *s, int64_t low, int64_t high) {
    struct run item = {low, high};
    if (low >= high) {
        return true;
    }
    if (s->n == 0 || low >= s->item[s->n - 1].low) {
        return append(s, low, high);
    }
    return runs_add(s, &(struct runs){&item, 1, 1});
}

bool runs_subtract(struct runs *s, const struct runs *b) {
    struct runs rest = {0};
    bool fits = true;
    if (!runs_meet(s, b)) {
        return true;
    }
    if (runs_contains(b, s)) {
        runs_clear(s);
        return true;
    }
    for (int i = 0, k = 0; fits && i < s->n; ++i) {
        int64_t low = s->item[i].low, high = s->item[i].high;
        k = seek(b, k, low);
        for (int j = k; fits && j < b->n && b->item[j].low < high; ++j) {
            fits = low >= b->item[j].low || append(&rest, low, b->item[j].low);
            low = b->item[j].high;
        }
        fits = fits && (low >= high || append(&rest, low, high));
    }
    return replace(s, &rest, fits);
}

bool runs_keep(struct runs *s, const struct runs *b) {
    struct runs both = {0};
    bool fits = true;
    if (runs_contains(b, s)) {
        return true;
    }
    for (int i = 0, k = 0; fits && i < s->n; ++i) {
        k = seek(b, k, s->item[i].low);
        for (int j = k; fits && j < b->n && b->item[j].low < s->item[i].high; ++j) {
            int64_t low = b->item[j].low, high = b->item[j].high;
            low = low > s->item[i].low ? low : s->item[i].low;
            fits = append(&both, low, high < s->item[i].high ? high : s->item[i].high);
        }
    }
    return replace(s, &both, fits);
}

/* ---- of descriptors and accesses */

static int by_address(const void *a, const void *b) {
    const struct run *x = a, *y = b;
    return (x->low > y->low) - (x->low < y->low);
}

/* A list of runs in any order becomes a set. */
static void settle(struct runs *s) {
    int n = 0;
    bool ordered = true;
    for (int i = 1; i < s->n; ++i) {
        ordered = ordered && s->item[i - 1].high < s->item[i].low;
    }
    if (ordered) {
        return;
    }
    qsort(s->item, (size_t)s->n, sizeof(*s->item), by_address);
    for (int i = 1; i < s->n; ++i) {
        struct run *last = &s->item[n];
        if (s->item[i].low <= last->high) {
            last->high = s->item[i].high > last->high ? s->item[i].high : last->high;
        } else {
            s->item[++n] = s->item[i];
        }
    }
    s->n = n + 1;
}

/* The list with `more`, in any order, in it. */
static bool take(struct runs *s, struct runs *more, bool fits) {
    if (fits) {
        settle(more);
        fits = runs_add(s, more);
    }
    runs_free(more);
    return fits;
}

static bool add_dims(struct runs *s, const struct lmad *set, int rank, int k, int64_t low,
                     int64_t bytes) {
    if (k == rank) {
        bool next = s->n == 0 || low >= s->item[s->n - 1].low;
        if (next) {
            return append(s, low, low + bytes);
        }
        if (!reserve(s, (int64_t)s->n + 1)) {
            return false;
        }
        s->item[s->n++] = (struct run){low, low + bytes};
        return true;
    }
    bool fits = true;
    for (int64_t i = 0; fits && i < set->dim[k].extent; ++i) {
        fits = add_dims(s, set, rank, k + 1, low + i * set->dim[k].stride, bytes);
    }
    return fits;
}

bool runs_add_box(struct runs *s, const struct lmad *set) {
    struct lmad_normal normal;
    struct runs more = {0};
    int64_t low, high;
    if (!lmad_normalise(set, &normal)) {
        return false;
    }
    if (normal.empty) {
        return true;
    }
    if (!lmad_interval(&normal.set, &low, &high) || high == INT64_MAX) {
        return false;
    }
    const struct lmad *box = &normal.set;
    int rank = box->rank;
    int64_t bytes = box->width;
    if (rank > 0 && box->dim[rank - 1].stride <= bytes) { /* no gaps: one run */
        bytes += box->dim[rank - 1].stride * (box->dim[rank - 1].extent - 1);
        --rank;
    }
    return take(s, &more, add_dims(&more, box, rank, 0, box->base, bytes));
}

/* Of loops of which the address does not depend on their counter: does the range of every loop
 * inside grow with it (1), shrink (-1), or neither (0)? */
static int direction(const struct lmad_nest *nest, int k) {
    bool grow = true, shrink = true;
    for (int j = k + 1; j < nest->rank; ++j) {
        const struct lmad_level *level = &nest->level[j];
        if (level->slanted) {
            grow = grow && level->low_coef[k] <= 0 && level->high_coef[k] >= 0;
            shrink = shrink && level->low_coef[k] >= 0 && level->high_coef[k] <= 0;
        }
    }
    return grow ? 1 : shrink ? -1 : 0;
}

/* Has the level iterations wherever the outer ones do? By the hull of these. */
static bool never_empty(const struct lmad_nest *nest, int k) {
    const struct lmad_level *level = &nest->level[k];
    int64_t least = 0;
    if (!level->slanted) {
        return true;
    }
    bool fits = level->divisor == 1 && !__builtin_sub_overflow(level->high, level->low, &least);
    for (int j = 0; j < k && fits; ++j) {
        int64_t coef, reach;
        fits = !__builtin_sub_overflow(level->high_coef[j], level->low_coef[j], &coef) &&
               !__builtin_mul_overflow(coef, nest->level[j].extent - 1, &reach) &&
               (reach > 0 || !__builtin_add_overflow(least, reach, &least));
    }
    return fits && least >= 0;
}

/* The nest with one iteration of loops that make no difference to what the access touches: in it
 * the ranges inside are widest, and hold those of the others. Innermost ones are left out. */
static void pin(const struct lmad_nest *nest, const struct lmad_access *access,
                struct lmad_nest *own) {
    *own = *nest;
    for (int k = 0; k < nest->rank; ++k) {
        struct lmad_level *level = &own->level[k];
        int way = access->stride[k] == 0 && never_empty(own, k) ? direction(nest, k) : 0;
        if (!level->slanted) {
            *level = (struct lmad_level){.extent = level->extent, .divisor = 1};
            level->high = level->extent - 1;
        }
        if (way > 0) {
            level->low = level->high;
            memcpy(level->low_coef, level->high_coef, sizeof(level->low_coef));
        } else if (way < 0) {
            level->high = level->low;
            memcpy(level->high_coef, level->low_coef, sizeof(level->high_coef));
        }
        level->slanted = level->slanted || way != 0;
    }
    while (own->rank > 1 && never_empty(own, own->rank - 1) &&
           (access->stride[own->rank - 1] == 0 || own->level[own->rank - 1].extent == 1)) {
        --own->rank;
    }
}

/* One range of the innermost counter. known: the range added before, none when its extent is 0. */
static bool add_row(struct runs *s, const struct lmad_nest *nest, const struct lmad_access *access,
                    const int64_t *n, struct lmad *known) {
    int inner = nest->rank - 1;
    int64_t first, last, low = access->base;
    if (!lmad_nest_range(nest, inner, n, &first, &last) || first > last) {
        return true;
    }
    for (int k = 0; k < inner; ++k) {
        low += access->stride[k] * n[k];
    }
    struct lmad row = {.base = low + access->stride[inner] * first, .width = access->width};
    row.rank = 1;
    row.dim[0] = (struct lmad_dim){access->stride[inner], last - first + 1};
    if (row.base == known->base && row.dim[0].extent == known->dim[0].extent) {
        return true;
    }
    *known = row;
    struct lmad_normal normal;
    if (!lmad_normalise(&row, &normal)) {
        return false;
    }
    int64_t bytes = normal.set.width;
    int rank = normal.set.rank;
    if (rank > 0 && normal.set.dim[0].stride <= bytes) {
        bytes += normal.set.dim[0].stride * (normal.set.dim[0].extent - 1);
        rank = 0;
    }
    return add_dims(s, &normal.set, rank, 0, normal.set.base, bytes);
}

bool runs_add_access(struct runs *s, const struct lmad_nest *nest,
                     const struct lmad_access *access) {
    struct lmad box, row = {0};
    struct lmad_nest own, pinned;
    struct runs more = {0};
    int64_t n[LMAD_MAX_RANK];
    bool fits = true;
    if (nest->empty) {
        return true;
    }
    if (lmad_nest_beside(nest, access)) {
        lmad_nest_around(nest, access, &own);
        nest = &own;
    }
    if (!nest->slanted) {
        lmad_of_access(nest, access, &box);
        return runs_add_box(s, &box);
    }
    pin(nest, access, &pinned);
    nest = &pinned;
    int outer = nest->rank - 1;
    for (bool more_rows = lmad_nest_first(nest, outer, n); fits && more_rows;
         more_rows = lmad_nest_next(nest, outer, n)) {
        fits = add_row(&more, nest, access, n, &row);
    }
    return take(s, &more, fits);
}

void runs_rows(const struct runs *s, int at, struct runs_rows *rows) {
    const struct run *first = &s->item[at];
    *rows = (struct runs_rows){.low = first->low, .bytes = first->high - first->low, .rows = 1};
    rows->pitch = at + 1 < s->n ? s->item[at + 1].low - first->low : rows->bytes;
    while (at + rows->rows < s->n) {
        const struct run *next = &s->item[at + rows->rows];
        if (next->high - next->low != rows->bytes ||
            next->low - first->low != rows->pitch * rows->rows) {
            break;
        }
        ++rows->rows;
    }
}
