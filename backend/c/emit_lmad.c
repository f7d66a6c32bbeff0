/* Access tables as lines of text (lmad.h), and the values of their symbols at a call. */
#include "emit.h"

#include <inttypes.h>
#include <string.h>

/* A summand, of counter k if that is not negative. */
static void put_term(struct writer *w, size_t from, int64_t coef, const int16_t *symbol, int k) {
    bool factors = k >= 0 || (symbol && symbol[0] != LMAD_NO_SYMBOL);
    const char *times = "";
    w_put(w, "%s", coef < 0 ? "-" : w->n > from ? "+" : "");
    if (!factors || (coef != 1 && coef != -1)) {
        w_put(w, "%" PRIu64, coef < 0 ? 0 - (uint64_t)coef : (uint64_t)coef);
        times = "*";
    }
    for (int i = 0; symbol && i < LMAD_MAX_FACTORS && symbol[i] != LMAD_NO_SYMBOL; ++i) {
        w_put(w, "%ss%d", times, symbol[i]);
        times = "*";
    }
    if (k >= 0) {
        w_put(w, "%sc%d", times, k);
    }
}

static void put_form(struct writer *w, size_t from, const struct lmad_form *f, int k) {
    if (f->constant != 0) {
        put_term(w, from, f->constant, NULL, k);
    }
    for (int i = 0; i < f->nterm; ++i) {
        put_term(w, from, f->term[i].coef, f->term[i].symbol, k);
    }
}

static void put_affine(struct writer *w, const struct lmad_affine *x, const char *end) {
    size_t from = w->n;
    put_form(w, from, &x->base, -1);
    for (int k = 0; k < x->ncoef; ++k) {
        put_form(w, from, &x->coef[k], k);
    }
    w_put(w, "%s%s", w->n == from ? "0" : "", end);
}

static void put_access(struct writer *w, const struct lmad_reference *x) {
    w_put(w, "%d%c%d", x->array, "?rwu"[x->use], x -> width);
    if (x->outside) {
        w_put(w, "!%u", x->outside);
    }
    if (x->reduction) {
        w_put(w, "#%d", x->reduction);
    }
    w_put(w, " ");
    put_affine(w, &x->address, ";");
}

static const char *access_text(struct emit *e, const struct access_table *t) {
    struct writer w;
    writer_init(&w);
    for (int k = 0; k < t->lmad.rank; ++k) {
        const struct lmad_counter *x = &t->lmad.counter[k];
        const struct lmad_affine step = {x->step, 0, NULL};
        put_affine(&w, &x->lower, ":");
        put_affine(&w, &x->upper, ":");
        put_affine(&w, &step, ",");
    }
    for (int m = 0; m < t->lmad.naccess; ++m) {
        put_access(&w, &t->lmad.access[m]);
    }
    const char *text = arena_strndup(e->arena, w.text, w.n);
    writer_free(&w);
    return text;
}

void emit_access_table(struct emit *e, const struct access_table *t, const char *tail) {
    size_t line = 0, n;
    e->w->indent++;
    w_put(e->w, "\"");
    for (const char *text = access_text(e, t); *text; text += n) {
        n = strcspn(text, ";,") + 1;
        bool fits = line == 0 || line + n <= 92;
        w_put(e->w, "%s%.*s", fits ? "" : "\"\n\"", (int)n, text);
        line = fits ? line + n : n;
    }
    w_line(e->w, "\"%s", tail);
    e->w->indent--;
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
