/* Building programs of analysis/lmad from forms. */
#include "system.h"

#include "ilp.h"

/* ---- rows */

void linear_begin(struct linear *s, struct scope *sc, int depth, struct path *path) {
    s->sc = sc;
    s->depth = depth;
    s->later.n = 0;
    s->at[0] = s->at[1] = NULL;
    s->path = path;
    s->columns = 0;
    lmad_program_clear(&s->p);
    s->full = s->empty = s->open = s->skipped = s->fixed = s->atoms = false;
    if (path) {
        path->n = 0;
    }
}

static bool term_varies(const struct linear *s, const struct term *t) {
    for (int i = 0; i < t->n; ++i) {
        if (atom_varies(t->factor[i], s->depth)) {
            return true;
        }
    }
    return false;
}

static int column_of(struct linear *s, const struct term *t, int copy) {
    copy = term_varies(s, t) ? copy : SHARED;
    for (int i = 0; i < s->columns; ++i) {
        const struct column *c = &s->column[i];
        bool same = c->copy == copy && c->term.n == t->n;
        for (int k = 0; same && k < t->n; ++k) {
            same = c->term.factor[k] == t->factor[k];
        }
        if (same) {
            return i;
        }
    }
    if (s->columns == MAX_COLUMNS) {
        s->full = true;
        return 0;
    }
    s->column[s->columns++] = (struct column){copy, *t};
    return lmad_program_var(&s->p, -LMAD_OPEN, LMAD_OPEN);
}

void linear_row(struct linear *s, bool equal) {
    lmad_program_row(&s->p, 0, equal ? 0 : LMAD_OPEN);
}

struct form *iteration_form(struct scope *sc, const struct form *f, const struct iteration *it) {
    struct form *x = (struct form *)f;
    for (int i = 1; i <= it->n; ++i) {
        int k = i % it->n; /* the loop's own counter last */
        x = form_subst_deep(sc, x, it->counter[k], it->value[k]);
    }
    return x;
}

/* f with the values that the counters have there. */
static const struct form *placed(struct linear *s, const struct form *f, int copy) {
    const struct form *g =
        copy != SHARED && s->at[copy] && !s->atoms ? iteration_form(s->sc, f, s->at[copy]) : f;
    s->full |= !g;
    return g;
}

void linear_add_term(struct linear *s, const struct term *t, int copy, int64_t coef) {
    if (t->n == 0) {
        lmad_program_add(&s->p, coef);
    } else {
        lmad_program_entry(&s->p, column_of(s, t, copy), coef);
    }
}

void linear_add(struct linear *s, const struct form *f, int copy, int64_t scale) {
    const struct form *g = placed(s, f, copy);
    for (int i = 0; g && i < g->n; ++i) {
        int64_t coef;
        if (__builtin_mul_overflow(g->term[i].coef, scale, &coef)) {
            s->full = true;
        } else {
            linear_add_term(s, &g->term[i], copy, coef);
        }
    }
}

void linear_above(struct linear *s, const struct form *x, int copy_x, const struct form *y,
                  int copy_y, int64_t least) {
    if (x && y) {
        linear_row(s, false);
        linear_add(s, x, copy_x, 1);
        linear_add(s, y, copy_y, -1);
        lmad_program_add(&s->p, -least);
    }
}

void linear_equal(struct linear *s, const struct form *x, int copy_x, const struct form *y,
                  int copy_y) {
    if (x && y) {
        linear_row(s, true);
        linear_add(s, x, copy_x, 1);
        linear_add(s, y, copy_y, -1);
    }
}

/* ---- alternatives */

int linear_branch(struct linear *s, int n) {
    struct path *p = s->path;
    s->skipped |= !p;
    if (!p || p->n == MAX_BRANCHES) {
        return -1;
    }
    if (p->n == p->known) {
        p->digit[p->known++] = 0;
    }
    p->width[p->n] = n;
    return p->digit[p->n++];
}

bool path_next(struct path *p) {
    while (p->n > 0 && ++p->digit[p->n - 1] == p->width[p->n - 1]) {
        --p->n;
    }
    p->known = p->n;
    return p->n > 0;
}

/* ---- answers */

struct lmad_solver hard_solver(void) {
    static const struct lmad_limits limits = {.max_vars = 80, .time_ms = 10000, .max_nodes = 100};
    return ilp_solver(&limits);
}

enum tri linear_feasible(struct linear *s, enum lmad_way last) {
    struct scope *sc = s->sc;
    enum lmad_way way;
    if (s->empty || s->full) {
        return s->full ? TRI_UNKNOWN : TRI_NO;
    }
    last = sc->hard > 0 || last < LMAD_ELIMINATION ? last : LMAD_ELIMINATION;
    enum tri found = lmad_feasible(&s->p, last, &sc->solver, NULL, &way);
    sc->hard -= way > LMAD_ELIMINATION;
    sc->way = way > sc->way ? way : sc->way;
    return found;
}

bool linear_solve(struct linear *s, int64_t bound, int64_t *value) {
    struct scope *sc = s->sc;
    enum lmad_way way;
    if (s->full || s->empty) {
        return false;
    }
    if (bound >= LMAD_OPEN) {
        return sc->hard-- > 0 &&
               lmad_feasible(&s->p, LMAD_ILP, &sc->solver, value, &way) == TRI_YES;
    }
    for (int k = 0; k < s->columns; ++k) {
        int64_t most = s->column[k].copy == SHARED || s->column[k].term.n > 1 ? 4 * bound : bound;
        s->p.lower[k] = -most;
        s->p.upper[k] = most;
    }
    return lmad_search(&s->p, value) == TRI_YES;
}
