/* Access tables: affine forms over counters -> struct lmad_table over symbols.
 *
 * The byte address of a[f, g] is the address of a, plus f times the stride of axis 0, plus g times
 * the stride of axis 1. A form's atoms become symbols, its counters those of the table's loops. */
#include "access.h"
#include "build.h"

struct builder {
    struct scope *sc;
    struct arena *a;
    struct access_table *t;
    bool fits;
    bool outside; /* fill that of references */
};

/* ---- symbols */

static int add_symbol(struct builder *b, struct table_symbol s) {
    for (int i = 0; i < b->t->symbols.n; ++i) {
        const struct table_symbol *x = &b->t->symbols.item[i];
        bool same = x->kind == s.kind && x->array == s.array && x->axis == s.axis &&
                    (s.kind != SYMBOL_VALUE || expr_equal(x->value, s.value));
        if (same) {
            return i;
        }
    }
    vec_push(b->a, &b->t->symbols, s);
    b->fits &= b->t->symbols.n < INT16_MAX;
    return b->t->symbols.n - 1;
}

static int atom_symbol(struct builder *b, struct atom *atom) {
    struct texpr *value = form_expr(b->sc, form_atom(b->a, atom));
    return add_symbol(b, (struct table_symbol){.kind = SYMBOL_VALUE, .value = value});
}

/* ---- forms under construction */

struct sum {
    int64_t constant;
    VEC(struct lmad_term) terms;
};

struct affine {
    struct sum base, coef[LMAD_MAX_RANK];
};

static void add_constant(struct builder *b, int64_t *to, int64_t x) {
    b->fits &= !__builtin_add_overflow(*to, x, to);
}

static int by_symbol(const struct lmad_term *x, const struct lmad_term *y) {
    for (int k = 0; k < LMAD_MAX_FACTORS; ++k) {
        if (x->symbol[k] != y->symbol[k]) {
            return 1;
        }
    }
    return 0;
}

static void add_term(struct builder *b, struct sum *sum, struct lmad_term term) {
    if (term.symbol[0] == LMAD_NO_SYMBOL) {
        add_constant(b, &sum->constant, term.coef);
        return;
    }
    for (int i = 0; i < sum->terms.n; ++i) {
        if (by_symbol(&sum->terms.item[i], &term) == 0) {
            add_constant(b, &sum->terms.item[i].coef, term.coef);
            return;
        }
    }
    vec_push(b->a, &sum->terms, term);
}

static int level_of(const struct access_table *t, const struct atom *counter) {
    for (int k = 0; k < t->loops.n; ++k) {
        if (t->loops.item[k] == counter->loop) {
            return k;
        }
    }
    return -1;
}

/* Adds form times the symbol `factor` (LMAD_NO_SYMBOL: 1). */
static void add_form(struct builder *b, struct affine *to, const struct form *f, int factor) {
    for (int i = 0; f && i < f->n; ++i) {
        const struct term *t = &f->term[i];
        struct lmad_term term = {.coef = t->coef};
        struct sum *sum = &to->base;
        int n = 0;
        if (factor != LMAD_NO_SYMBOL) {
            term.symbol[n++] = (int16_t)factor;
        }
        for (int k = 0; k < t->n; ++k) {
            bool counter = t->factor[k]->kind == ATOM_COUNTER;
            int level = counter ? level_of(b->t, t->factor[k]) : -1;
            if ((counter && (level < 0 || sum != &to->base)) ||
                (!counter && n == LMAD_MAX_FACTORS)) {
                b->fits = false;
                return;
            }
            if (counter) {
                sum = &to->coef[level];
            } else {
                term.symbol[n++] = (int16_t)atom_symbol(b, t->factor[k]);
            }
        }
        while (n < LMAD_MAX_FACTORS) {
            term.symbol[n++] = LMAD_NO_SYMBOL;
        }
        add_term(b, sum, term);
    }
    b->fits &= f != NULL;
}

static struct lmad_form finish(const struct sum *s) {
    return (struct lmad_form){s->constant, s->terms.n, s->terms.item};
}

static struct lmad_affine finish_affine(struct builder *b, const struct affine *x) {
    struct lmad_affine f = {.base = finish(&x->base)};
    struct lmad_form *coef = ARENA_ARRAY(b->a, struct lmad_form, LMAD_MAX_RANK);
    for (int k = 0; k < b->t->loops.n; ++k) {
        coef[k] = finish(&x->coef[k]);
        f.ncoef = coef[k].nterm > 0 || coef[k].constant != 0 ? k + 1 : f.ncoef;
    }
    f.coef = coef;
    return f;
}

/* ---- loops and accesses */

static struct lmad_counter counter_row(struct builder *b, struct tstmt *loop) {
    int pos = fact_of(b->sc->facts, loop)->pos;
    struct affine lower = {0}, upper = {0}, step = {0};
    struct form *one = form_const(b->a, 1);
    add_form(b, &lower, form_of(b->sc, loop->for_.start, pos), LMAD_NO_SYMBOL);
    add_form(b, &upper, form_of(b->sc, loop->for_.stop, pos), LMAD_NO_SYMBOL);
    add_form(b, &step, loop->for_.step ? form_of(b->sc, loop->for_.step, pos) : one,
             LMAD_NO_SYMBOL);
    struct lmad_counter c = {finish_affine(b, &lower), finish_affine(b, &upper),
                             finish(&step.base)};
    for (int k = 0; k < b->t->loops.n; ++k) {
        b->fits &= step.coef[k].terms.n == 0 && step.coef[k].constant == 0;
    }
    return c;
}

static int array_number(struct builder *b, struct tvar *root) {
    for (int i = 0; i < b->t->arrays.n; ++i) {
        if (b->t->arrays.item[i] == root) {
            return i;
        }
    }
    vec_push(b->a, &b->t->arrays, root);
    return b->t->arrays.n - 1;
}

static int add_address(struct builder *b, struct tvar *root) {
    return add_symbol(b, (struct table_symbol){.kind = SYMBOL_ADDRESS, .array = root});
}

/* Bit k: loop k of the table does not stand around the access. */
static unsigned outside_of(const struct builder *b, const struct access *x) {
    unsigned outside = 0;
    for (int k = 0; k < b->t->loops.n; ++k) {
        outside |= (unsigned)!fact_in_body(b->sc->facts, b->t->loops.item[k], x->pos) << k;
    }
    return outside;
}

static struct lmad_reference reference_row(struct builder *b, struct access *x) {
    struct affine address = {0};
    struct lmad_term data = {.coef = 1};
    for (int k = 1; k < LMAD_MAX_FACTORS; ++k) {
        data.symbol[k] = LMAD_NO_SYMBOL;
    }
    data.symbol[0] = (int16_t)add_address(b, x->root);
    add_term(b, &address.base, data);
    for (int k = 0; k < x->rank; ++k) {
        int stride = add_symbol(
            b, (struct table_symbol){.kind = SYMBOL_STRIDE, .array = x->root, .axis = k});
        add_form(b, &address, x->form[k], stride);
    }
    return (struct lmad_reference){.array = array_number(b, x->root),
                                   .use = x->write ? LMAD_WRITE : LMAD_READ,
                                   .width = dtype_info[x->root->type->dtype].bytes,
                                   .address = finish_affine(b, &address),
                                   .outside = b->outside ? outside_of(b, x) : 0};
}

static bool is_affine(const struct access *x) {
    bool affine = x->root && !x->alloc;
    for (int k = 0; affine && k < x->rank; ++k) {
        affine = x->known[k] == INDEX_FORM && x->form[k];
    }
    return affine;
}

/* use: of each access, or NULL: the table is none of a device. */
static struct access_table *build(struct scope *sc, struct access *const *x, const int *use, int n,
                                  struct tstmt *const *loop, int n_loops) {
    struct access_table *t = ARENA_NEW(sc->arena, struct access_table);
    struct builder b = {sc, sc->arena, t, n <= LMAD_MAX_ACCESSES && n_loops <= LMAD_MAX_RANK,
                        false};
    if (!b.fits) {
        return NULL;
    }
    b.outside = use != NULL;
    for (int k = 0; k < n_loops; ++k) {
        vec_push(sc->arena, &t->loops, loop[k]);
    }
    for (int m = 0; m < n; ++m) {
        add_address(&b, x[m]->root);
    }
    struct lmad_counter *counter = ARENA_ARRAY(sc->arena, struct lmad_counter, n_loops + 1);
    struct lmad_reference *access = ARENA_ARRAY(sc->arena, struct lmad_reference, n + 1);
    for (int k = 0; k < n_loops && b.fits; ++k) {
        counter[k] = counter_row(&b, loop[k]);
    }
    for (int m = 0; m < n && b.fits; ++m) {
        b.fits = is_affine(x[m]);
        if (b.fits) {
            access[m] = reference_row(&b, x[m]);
            access[m].use = use ? use[m] : access[m].use;
            vec_push(sc->arena, &t->stmts, x[m]->stmt);
        }
    }
    t->lmad = (struct lmad_table){n_loops, counter, n, access};
    return b.fits ? t : NULL;
}

struct access_table *table_build(struct scope *sc, struct access *const *x, int n,
                                 struct tstmt *const *loop, int n_loops) {
    return build(sc, x, NULL, n, loop, n_loops);
}

int table_loops(struct scope *sc, struct tstmt **loop) {
    int n = 0;
    for (int pos = sc->lo; pos <= sc->hi && n < LMAD_MAX_RANK; ++pos) {
        struct tstmt *s = sc->facts->order[pos]->stmt;
        if (s->kind == TS_FOR) {
            loop[n] = s;
            n += table_build(sc, NULL, 0, loop, n + 1) != NULL;
        }
    }
    return n;
}

struct access_table *table_of_nest(struct scope *sc, const struct access_list *list) {
    struct tstmt *loop[LMAD_MAX_RANK];
    struct access *x[LMAD_MAX_ACCESSES];
    int n = 0, left_out = 0, n_loops = table_loops(sc, loop);
    for (int i = 0; i < list->item.n; ++i) {
        bool fits = list->item.item[i]->root && n < LMAD_MAX_ACCESSES &&
                    table_build(sc, &list->item.item[i], 1, loop, n_loops) != NULL;
        if (fits) {
            x[n++] = list->item.item[i];
        }
        left_out += !fits;
    }
    struct access_table *t = table_build(sc, x, n, loop, n_loops);
    if (t) {
        t->left_out = left_out;
    }
    return t;
}

/* ---- devices */

/* The same elements of one root, in the same of these loops? */
static bool same_place(struct scope *sc, const struct access *x, const struct access *y,
                       struct tstmt *const *loop, int n_loops) {
    bool same = x->root == y->root;
    for (int k = 0; same && k < n_loops; ++k) {
        same = fact_in_body(sc->facts, loop[k], x->pos) == fact_in_body(sc->facts, loop[k], y->pos);
    }
    for (int k = 0; same && k < x->rank; ++k) {
        same = form_equal(x->form[k], y->form[k]);
    }
    return same;
}

bool loop_bounds_known(struct scope *sc, const struct tstmt *loop) {
    return expr_invariant(sc, loop->for_.start) && expr_invariant(sc, loop->for_.stop) &&
           (!loop->for_.step || expr_invariant(sc, loop->for_.step));
}

struct access_table *table_of_device(struct scope *sc, const struct access_list *list,
                                     const int *use, int *row) {
    struct tstmt *loop[LMAD_MAX_RANK];
    struct access *x[LMAD_MAX_ACCESSES];
    struct tstmt *slanted[LMAD_MAX_RANK]; /* those that may be empty where others are not */
    int of_row[LMAD_MAX_ACCESSES], n = 0, n_slanted = 0, n_loops = table_loops(sc, loop);
    for (int k = 0; k < n_loops; ++k) {
        if (!loop_bounds_known(sc, loop[k])) {
            slanted[n_slanted++] = loop[k];
        }
    }
    for (int i = 0; i < list->item.n; ++i) {
        struct access *item = list->item.item[i];
        row[i] = -1;
        if (!item->root || !table_build(sc, &item, 1, loop, n_loops)) {
            continue;
        }
        for (int m = 0; m < n && row[i] < 0; ++m) {
            row[i] = same_place(sc, x[m], item, slanted, n_slanted) ? m : -1;
        }
        if (row[i] < 0 && n < LMAD_MAX_ACCESSES) {
            of_row[n] = 0;
            x[n] = item;
            row[i] = n++;
        }
        if (row[i] >= 0) {
            of_row[row[i]] |= use[i];
        }
    }
    return build(sc, x, of_row, n, loop, n_loops);
}

int table_add_extent(struct scope *sc, struct access_table *t, struct tvar *array, int axis) {
    struct builder b = {sc, sc->arena, t, true, false};
    struct texpr *value = build_shape(sc->arena, sc->ty_int, array, axis);
    return add_symbol(&b, (struct table_symbol){.kind = SYMBOL_VALUE, .value = value});
}
