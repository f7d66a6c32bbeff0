/* Access tables as constants of the generated file, and the values of their symbols at a call. */
#include "emit.h"

#include <inttypes.h>

/* Terms and coefficients of all forms, each in one array. */
struct constants {
    const char *name;
    VEC(struct lmad_term) terms;
    VEC(const char *) coefs;
};

static const char *form_text(struct emit *e, struct constants *c, const struct lmad_form *f) {
    int at = c->terms.n;
    for (int i = 0; i < f->nterm; ++i) {
        vec_push(e->arena, &c->terms, f->term[i]);
    }
    if (f->nterm == 0) {
        return arena_printf(e->arena, "{%" PRId64 ", 0, NULL}", f->constant);
    }
    return arena_printf(e->arena, "{%" PRId64 ", %d, %s__terms + %d}", f->constant, f->nterm,
                        c->name, at);
}

static const char *affine_text(struct emit *e, struct constants *c, const struct lmad_affine *x) {
    int at = c->coefs.n;
    for (int k = 0; k < x->ncoef; ++k) {
        const char *coef = form_text(e, c, &x->coef[k]);
        vec_push(e->arena, &c->coefs, coef);
    }
    const char *base = form_text(e, c, &x->base);
    if (x->ncoef == 0) {
        return arena_printf(e->arena, "{%s, 0, NULL}", base);
    }
    return arena_printf(e->arena, "{%s, %d, %s__coefs + %d}", base, x->ncoef, c->name, at);
}

static void put_terms(struct emit *e, const struct constants *c) {
    size_t from = e->w->n;
    w_open(e->w, "static const struct lmad_term %s__terms[] =", c->name);
    for (int i = 0; i < c->terms.n; ++i) {
        const struct lmad_term *t = &c->terms.item[i];
        w_put(e->w, "{%" PRId64 ", {", t->coef);
        for (int k = 0; k < LMAD_MAX_FACTORS; ++k) {
            w_put(e->w, "%s%d", k ? ", " : "", t->symbol[k]);
        }
        w_line(e->w, "}},");
    }
    w_close(e->w, ";");
    emit_pack(e, from);
}

static void put_rows(struct emit *e, const char *type, const char *name, const char *what,
                     const char *const *row, int n) {
    size_t from = e->w->n;
    w_open(e->w, "static const struct %s %s__%s[] =", type, name, what);
    for (int i = 0; i < n; ++i) {
        w_line(e->w, "%s,", row[i]);
    }
    w_close(e->w, ";");
    emit_pack(e, from);
}

void emit_access_table(struct emit *e, const char *name, const struct access_table *t) {
    struct constants c = {.name = name};
    VEC(const char *) counters = {0}, accesses = {0};
    for (int k = 0; k < t->lmad.rank; ++k) {
        const struct lmad_counter *x = &t->lmad.counter[k];
        const char *lower = affine_text(e, &c, &x->lower), *upper = affine_text(e, &c, &x->upper);
        const char *text =
            arena_printf(e->arena, "{%s, %s, %s}", lower, upper, form_text(e, &c, &x->step));
        vec_push(e->arena, &counters, text);
    }
    for (int m = 0; m < t->lmad.naccess; ++m) {
        const struct lmad_reference *x = &t->lmad.access[m];
        const char *outside = x->outside ? arena_printf(e->arena, ", %#x", x->outside) : "";
        const char *text =
            arena_printf(e->arena, "{%d, %d, %d, %d, %s%s}", x->array, x->use, x->reduction,
                         x->width, affine_text(e, &c, &x->address), outside);
        vec_push(e->arena, &accesses, text);
    }
    if (c.terms.n > 0) {
        put_terms(e, &c);
    }
    if (c.coefs.n > 0) {
        put_rows(e, "lmad_form", c.name, "coefs", c.coefs.item, c.coefs.n);
    }
    put_rows(e, "lmad_counter", c.name, "counters", counters.item, counters.n);
    const char *rows = "NULL";
    if (accesses.n > 0) {
        put_rows(e, "lmad_reference", c.name, "accesses", accesses.item, accesses.n);
        rows = arena_printf(e->arena, "%s__accesses", c.name);
    }
    w_line(e->w, "static const struct lmad_table %s__table = {%d, %s__counters, %d, %s};", c.name,
           t->lmad.rank, c.name, t->lmad.naccess, rows);
    w_line(e->w, "%s", "");
}

void emit_symbols(struct emit *e, const char *array, const struct access_table *t) {
    if (t->symbols.n == 0) {
        w_line(e->w, "const int64_t %s[1] = {0};", array);
        return;
    }
    size_t from = e->w->n;
    w_open(e->w, "const int64_t %s[] =", array);
    for (int i = 0; i < t->symbols.n; ++i) {
        const struct table_symbol *s = &t->symbols.item[i];
        if (s->kind == SYMBOL_VALUE) {
            w_line(e->w, "%s,", emit_expr_text(e, s->value, PREC_COND));
        } else if (s->kind == SYMBOL_ADDRESS) {
            w_line(e->w, "(int64_t)(intptr_t)%s.data,", e->name[s->array->id]);
        } else {
            w_line(e->w, "%s.stride[%d],", e->name[s->array->id], s->axis);
        }
    }
    w_close(e->w, ";");
    emit_pack(e, from);
}

uint64_t emit_address_mask(const struct access_table *t) {
    uint64_t mask = 0;
    for (int i = 0; i < t->symbols.n && i < 64; ++i) {
        mask |= (uint64_t)(t->symbols.item[i].kind == SYMBOL_ADDRESS) << i;
    }
    return mask;
}
