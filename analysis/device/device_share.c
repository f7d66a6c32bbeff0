/* Which elements a work-group had better bring into local memory: those that several of its
 * work-items load.
 *
 *     for i, j: { s = 0; for k: s += a[i, k] * b[k, j]; c[i, j] = s }
 *
 * A row of a is loaded by all work-items of one i, a column of b by all of one j: both are brought
 * in for a strip of iterations of k at a time. In b[i, j] = a[i - 1, j] + a[i + 1, j] neighbours
 * load the same elements: the group's part of a comes in once, with its border. References of one
 * array that step alike make one local copy, whose size and layout are those of their footprint,
 * which the run time finds for the shape of its groups. */
#include "affine.h"
#include "build.h"
#include "device_survey.h"

#define MOST_TRIPS 64 /* of short loops, all of whose iterations a copy holds */
#define MOST_LOCALS 8

/* A reference of the body, read only. */
struct use {
    const struct access *x;
    int row, array;
    struct tstmt *strip;               /* the loop whose iterations go by strips, or NULL */
    struct tstmt *loop[DEVICE_INSIDE]; /* around it inside the body */
    int loops;
};

static bool has_loop(const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        if (b->item[i]->kind == TS_FOR) {
            return true;
        }
    }
    return false;
}

static bool steps_by_one(const struct tstmt *loop) {
    int64_t step = 1;
    return !loop->for_.step || (expr_int_value(loop->for_.step, &step) && step == 1);
}

/* Constant bounds that are close: the trip count, or 0. */
static int64_t short_trips(const struct tstmt *loop) {
    int64_t start, stop;
    bool known = steps_by_one(loop) && expr_int_value(loop->for_.start, &start) &&
                 expr_int_value(loop->for_.stop, &stop);
    return known && start > -1000000 && stop < 1000000 && start < stop && stop - start <= MOST_TRIPS
               ? stop - start
               : 0;
}

/* The subscript of an axis changes with the loop's counter. */
static bool changes(const struct survey *v, const struct access *x, int axis, struct tstmt *loop) {
    struct scope *sc = v->t->sc;
    struct form *coef, *rest;
    int64_t value;
    return !form_split(sc->arena, x->form[axis], counter_of(sc, loop), &coef, &rest) ||
           !form_is_const(coef, &value) || value != 0;
}

static bool changes_anywhere(const struct survey *v, const struct access *x, struct tstmt *loop) {
    for (int axis = 0; axis < x->rank; ++axis) {
        if (changes(v, x, axis, loop)) {
            return true;
        }
    }
    return false;
}

/* ---- what can be brought in */

/* The loops around the access inside the body. False: it is elsewhere, or there are too many. */
static bool find_loops(const struct survey *v, struct use *u) {
    const struct facts *f = v->t->sc->facts;
    struct tstmt *loop = fact_of(f, u->x->stmt)->loop;
    for (; loop && loop != v->d->body; loop = fact_of(f, loop)->loop) {
        if (u->loops == DEVICE_INSIDE || loop->kind != TS_FOR) {
            return false;
        }
        u->loop[u->loops++] = loop;
    }
    return loop == v->d->body;
}

/* One innermost loop, directly in the body, goes by strips; otherwise all iterations of the loops
 * around it have to be few. */
static bool find_strip(const struct survey *v, struct use *u) {
    const struct facts *f = v->t->sc->facts;
    int64_t trips = 1;
    for (int i = 0; i < u->loops; ++i) {
        trips = trips <= MOST_TRIPS ? trips * short_trips(u->loop[i]) : trips;
    }
    if (trips > 0 && trips <= MOST_TRIPS) {
        return true;
    }
    struct tstmt *loop = u->loop[0];
    bool alone = u->loops == 1 && fact_of(f, loop)->block == &v->d->body->for_.body &&
                 !has_loop(&loop->for_.body) && steps_by_one(loop);
    u->strip = alone ? loop : NULL;
    return alone && changes_anywhere(v, u->x, loop);
}

static bool find_use(const struct survey *v, int i, struct use *u) {
    const struct access *x = v->t->list->item.item[i];
    *u = (struct use){.x = x, .row = v->row[i], .array = -1};
    if (!x->root || x->write || u->row < 0) {
        return false;
    }
    for (int k = 0; k < v->d->arrays.n; ++k) {
        if (v->d->arrays.item[k].var == x->root && !v->d->arrays.item[k].written) {
            u->array = k;
        }
    }
    for (int axis = 0; axis < x->rank; ++axis) {
        if (x->known[axis] != INDEX_FORM) {
            return false;
        }
    }
    return u->array >= 0 && find_loops(v, u) && find_strip(v, u);
}

/* ---- what pays */

/* Do work-items of a group that differ in one counter load the same elements of this reference? */
static bool is_shared(const struct survey *v, const struct use *u) {
    const struct device_plan *d = v->d;
    for (int k = 0; k < d->dims && u->loops > 0; ++k) {
        if (!changes_anywhere(v, u->x, d->dim[k])) {
            return true;
        }
        for (int axis = 0; axis < u->x->rank; ++axis) {
            for (int l = 0; l < u->loops && changes(v, u->x, axis, d->dim[k]); ++l) {
                if (changes(v, u->x, axis, u->loop[l])) {
                    return true;
                }
            }
        }
    }
    return false;
}

static bool changes_with_space(const struct survey *v, const struct access *x, int axis) {
    for (int k = 0; k < v->d->dims; ++k) {
        if (changes(v, x, axis, v->d->dim[k])) {
            return true;
        }
    }
    return false;
}

/* Does one work-item load through x what a neighbour loads through y? */
static bool are_neighbours(const struct survey *v, const struct access *x, const struct access *y) {
    bool differ = false;
    for (int axis = 0; axis < x->rank; ++axis) {
        int64_t distance;
        struct form *difference = form_add(v->t->sc->arena, x->form[axis], y->form[axis], -1);
        if (!form_is_const(difference, &distance) ||
            (distance != 0 && !changes_with_space(v, x, axis))) {
            return false;
        }
        differ |= distance != 0;
    }
    return differ;
}

/* Are elements that the two load a known distance apart? */
static bool are_near(const struct survey *v, const struct access *x, const struct access *y) {
    bool near = true;
    for (int axis = 0; axis < x->rank; ++axis) {
        int64_t distance;
        near = near && form_is_const(form_add(v->t->sc->arena, x->form[axis], y->form[axis], -1),
                                     &distance);
    }
    return near;
}

/* ---- local copies */

static bool same_form(const struct lmad_form *a, const struct lmad_form *b) {
    bool same = a->constant == b->constant && a->nterm == b->nterm;
    for (int i = 0; i < a->nterm && same; ++i) {
        same = a->term[i].coef == b->term[i].coef;
        for (int k = 0; k < LMAD_MAX_FACTORS && same; ++k) {
            same = a->term[i].symbol[k] == b->term[i].symbol[k];
        }
    }
    return same;
}

static bool steps_alike(const struct access_table *t, int a, int b) {
    const struct lmad_affine *x = &t->lmad.access[a].address, *y = &t->lmad.access[b].address;
    const struct lmad_form zero = {0, 0, NULL};
    bool same = true;
    for (int k = 0; k < t->loops.n && same; ++k) {
        same = same_form(k < x->ncoef ? &x->coef[k] : &zero, k < y->ncoef ? &y->coef[k] : &zero);
    }
    return same;
}

static bool has_row(const struct device_local *t, int row) {
    for (int i = 0; i < t->rows.n; ++i) {
        if (t->rows.item[i] == row) {
            return true;
        }
    }
    return false;
}

/* Looks for a reason to bring in what u reads, and for the copy that it belongs to. */
static bool add_uses(struct survey *v, struct device_local *t, const struct use *use, int n,
                     int first) {
    bool pays = false;
    for (int i = first; i < n; ++i) {
        const struct use *u = &use[i];
        if (u->array != t->array || u->strip != t->loop || !are_near(v, use[first].x, u->x) ||
            !steps_alike(v->d->table, u->row, use[first].row)) {
            continue;
        }
        if (!has_row(t, u->row)) {
            vec_push(v->arena, &t->rows, u->row);
        }
        pays = pays || is_shared(v, u);
        for (int k = first; k < i && !pays; ++k) {
            pays =
                has_row(t, use[k].row) && use[k].row != u->row && are_neighbours(v, use[k].x, u->x);
        }
    }
    return pays;
}

static bool is_copied(const struct device_plan *d, int row) {
    for (int i = 0; i < d->locals.n; ++i) {
        if (has_row(&d->locals.item[i], row)) {
            return true;
        }
    }
    return false;
}

void device_find_locals(struct survey *v) {
    const struct access_list *list = v->t->list;
    struct use *use = ARENA_ARRAY(v->arena, struct use, list->item.n + 1);
    int n = 0;
    for (int i = 0; i < list->item.n; ++i) {
        n += find_use(v, i, &use[n]);
    }
    for (int i = 0; i < n && v->d->locals.n < MOST_LOCALS; ++i) {
        struct device_local local = {.array = use[i].array, .loop = use[i].strip};
        if (!is_copied(v->d, use[i].row) && add_uses(v, &local, use, n, i)) {
            vec_push(v->arena, &v->d->locals, local);
        }
    }
}
