/* The guard of a nest, which chooses its variant when it is called:
 *
 *     PYCC_GUARD(saxpy__loop1, variants, pairs that are apart, what it asks of each array);
 *     ...
 *     PYCC_PARALLEL(saxpy__loop1, 0 <= n - 1 && n - 1 < x.shape[0], return, (.a = a, ...), ...);
 *
 * safe: indices are in range and arrays apart; unit: the axes that FAST takes for contiguous are.
 * Where more is asked than that, or before the nest is known, both stand in the code,
 *
 *     const int guard = pycc_guard(&saxpy__loop1__guard, &in);
 *     const bool safe = 0 <= n - 1 && n - 1 < x.shape[0] && (guard & PYCC_SAFE);
 *     const bool unit = guard & PYCC_UNIT;
 *
 * and of a few vectors in a loop, where the guard is run as often as the nest and that is short,
 * the same is asked in place, by functions of the run time that are inlined. */
#include "emit.h"

#include <string.h>

#define VECTORS 4 /* more are not asked in place: it is code for the C compiler */

/* ---- the table */

static int alignment(enum dtype d) {
    int bytes = dtype_info[d].bytes;
    return dtype_info[d].kind == KIND_COMPLEX ? bytes / 2 : bytes;
}

static bool asks_safe(const struct nest_facts *f) {
    return f->versions->exact || f->nest->question;
}

static bool asks_unit(const struct emit *e, const struct nest_facts *f, const struct tvar *v) {
    return (f->versions->strided || f->versions->exact) && f->touch.direct[v->id] &&
           !e->fplan->fresh[v->id];
}

static bool asks_distinct(const struct emit *e, const struct nest_facts *f,
                          const struct nest_array *a) {
    return asks_safe(f) && a->written && a->var->type->rank > 0 && !e->fplan->fresh[a->var->id];
}

/* Is there anything that the bounds alone do not say? */
static bool has_guard(const struct emit *e, const struct nest_facts *f) {
    bool has = asks_safe(f) && f->nest->disjoint.n > 0;
    for (int i = 0; i < f->nest->arrays.n; ++i) {
        const struct nest_array *a = &f->nest->arrays.item[i];
        has = has || asks_unit(e, f, a->var) || asks_distinct(e, f, a);
    }
    return has;
}

/* Is the guard in the code, not in a table? Arrays of which only the shape is used are not asked.
 */
static bool in_place(const struct nest *n) {
    int vectors = 0;
    bool others = n->sweep != NULL;
    for (int i = 0; i < n->arrays.n; ++i) {
        const struct nest_array *a = &n->arrays.item[i];
        bool asked = a->read || a->written;
        vectors += asked;
        others = others || (asked && a->var->type->rank != 1);
    }
    return n->in_loop && !others && vectors <= VECTORS;
}

/* What an iteration touches of it, where the nest may wait. */
static const char *touch_text(struct emit *e, const struct nest *n, const struct nest_array *a) {
    const struct sweep_touch *t = n->sweep ? &n->sweep[a - n->arrays.item] : NULL;
    if (!t) {
        return "";
    }
    const char *uses = arena_printf(e->arena, ", %u, %d", t->uses, t->axis);
    if (t->read[0] == 0 && t->read[1] == 0 && t->write[0] == 0 && t->write[1] == 0) {
        return uses;
    }
    return arena_printf(e->arena, "%s, {%lld, %lld}, {%lld, %lld}", uses, (long long)t->read[0],
                        (long long)t->read[1], (long long)t->write[0], (long long)t->write[1]);
}

/* What is asked of an array that stands `at` in the nest's struct (put_in_struct). */
static const char *asked_text(struct emit *e, const struct nest_facts *f,
                              const struct nest_array *a, int at) {
    const struct ty *t = a->var->type;
    bool unit = asks_unit(e, f, a->var);
    int axis = f->touch.unit[a->var->id]   ? emit_unit_axis(t)
               : f->touch.back[a->var->id] ? -2 - emit_unit_axis(t)
                                           : -1;
    return arena_printf(e->arena, "{%d, %d, %d, %d, %d, %d%s}", at, t->rank,
                        dtype_info[t->dtype].bytes, unit ? alignment(t->dtype) : 0, unit ? axis : 0,
                        asks_distinct(e, f, a), touch_text(e, f->nest, a));
}

/* Words of a struct pycc_array. */
static int array_words(const struct ty *t) {
    return 2 + 2 * (t->rank > 0 ? t->rank : 1);
}

bool emit_has_guard_table(const struct emit *e, const struct nest_facts *f) {
    return has_guard(e, f) && !in_place(f->nest);
}

void emit_guard_table(struct emit *e, const struct nest_facts *f) {
    const struct nest *n = f->nest;
    int pairs = asks_safe(f) ? n->disjoint.n : 0;
    if (!emit_has_guard_table(e, f)) {
        return;
    }
    struct emit_items rows = {0};
    for (int i = 0; i < pairs; ++i) {
        const struct nest_pair *p = &n->disjoint.item[i];
        vec_push(e->arena, &rows.text,
                 arena_printf(e->arena, "%s{%d, %d}%s", i ? "" : "(", p->a, p->b,
                              i + 1 < pairs ? "" : ",)"));
    }
    for (int i = 0, at = 0; i < n->arrays.n; ++i) {
        const struct tvar *v = n->arrays.item[i].var;
        at += f->touch.direct[v->id];
        const char *row = asked_text(e, f, &n->arrays.item[i], at);
        vec_push(e->arena, &rows.text, row);
        at += array_words(v->type);
    }
    const char *variants = !f->versions->strided     ? "EXACT"
                           : !f->versions->exact     ? "STRIDED"
                           : f->versions->is_strided ? "UNCHECKED"
                                                     : "VARIANTS";
    emit_items(e,
               arena_printf(e->arena, "PYCC_GUARD(%s, PYCC_%s, %s", f->name, variants,
                            pairs ? "" : "(), "),
               &rows, ");");
}

/* ---- bounds */

/* As many to a line as fit. */
static void put_condition(struct emit *e, int *count, const char *text) {
    size_t column = 0;
    while (column < e->w->n && e->w->text[e->w->n - column - 1] != '\n') {
        ++column;
    }
    bool fits = column + strlen(text) < 96;
    w_put(e->w, "%s%s", (*count)++ == 0 ? "" : fits ? " && " : " &&\n    ", text);
}

static const char *check_text(struct emit *e, const struct nest_check *c) {
    e->wide = true;
    const char *min = emit_expr_text(e, c->min, PREC_ADD),
               *max = emit_expr_text(e, c->max, PREC_ADD);
    e->wide = false;
    const char *extent = arena_printf(e->arena, "%s.shape[%d]", e->name[c->array->id], c->axis);
    if (strcmp(min, max) == 0) {
        return arena_printf(e->arena, "0 <= %s && %s < %s", min, max, extent);
    }
    if (c->min->kind == TE_CONST && c->min->value.i >= 0) {
        return arena_printf(e->arena, "%s <= %s && %s < %s", min, max, max, extent);
    }
    return arena_printf(e->arena, "0 <= %s && %s <= %s && %s < %s", min, min, max, max, extent);
}

static const char *size_text(struct emit *e, const struct texpr *size) {
    return arena_printf(e->arena, "%s <= PYCC_FITS_SIZE", emit_expr_text(e, size, PREC_ADD));
}

/* The same check often comes more than once. */
static void put_checks(struct emit *e, const struct nest *n, int *count) {
    VEC(const char *) seen = {0};
    for (int i = 0; i < n->checks.n + n->fits.n; ++i) {
        const char *text = i < n->checks.n ? check_text(e, &n->checks.item[i])
                                           : size_text(e, n->fits.item[i - n->checks.n]);
        bool again = false;
        for (int k = seen.n > 32 ? seen.n - 32 : 0; k < seen.n; ++k) {
            again = again || strcmp(seen.item[k], text) == 0;
        }
        if (!again) {
            vec_push(e->arena, &seen, text);
            put_condition(e, count, text);
        }
    }
}

/* ---- at the call */

bool emit_guard_chooses(const struct emit *e, const struct nest_facts *f) {
    const struct nest *n = f->nest;
    return emit_has_guard_table(e, f) && !f->versions->lanes && !n->question && !emit_tiled(n) &&
           !(f->versions->exact && n->root->for_.source);
}

const char *emit_checked(struct emit *e, const struct nest_facts *f) {
    struct writer *outer = e->w, inner;
    int count = 0;
    writer_init(&inner);
    e->w = &inner;
    if (asks_safe(f)) {
        put_checks(e, f->nest, &count);
    }
    e->w = outer;
    const char *text = count ? arena_strndup(e->arena, inner.text, inner.n) : "true";
    writer_free(&inner);
    return text;
}

static const char *item_bytes(struct emit *e, const struct nest_array *a) {
    return arena_printf(e->arena, "in.%s, %d", e->name[a->var->id],
                        dtype_info[a->var->type->dtype].bytes);
}

/* What the table's guard would say of PYCC_SAFE. */
static void put_safe_vectors(struct emit *e, const struct nest_facts *f, int *count) {
    const struct nest *n = f->nest;
    for (int i = 0; i < n->arrays.n; ++i) {
        if (asks_distinct(e, f, &n->arrays.item[i])) {
            put_condition(
                e, count,
                arena_printf(e->arena, "pycc_distinct1(&%s)", item_bytes(e, &n->arrays.item[i])));
        }
    }
    for (int i = 0; i < n->disjoint.n; ++i) {
        const struct nest_array *a = &n->arrays.item[n->disjoint.item[i].a];
        const struct nest_array *b = &n->arrays.item[n->disjoint.item[i].b];
        put_condition(
            e, count,
            arena_printf(e->arena, "pycc_apart1(&%s, &%s)", item_bytes(e, a), item_bytes(e, b)));
    }
}

static void put_safe(struct emit *e, const struct nest_facts *f, bool guard) {
    int count = 0;
    w_put(e->w, "const bool safe = ");
    put_checks(e, f->nest, &count);
    if (in_place(f->nest)) {
        put_safe_vectors(e, f, &count);
    } else if (guard) {
        put_condition(e, &count, count > 0 ? "(guard & PYCC_SAFE)" : "guard & PYCC_SAFE");
    }
    w_line(e->w, "%s;", count == 0 ? "true" : "");
}

/* What the table's guard would say of PYCC_UNIT. */
static void put_unit_vectors(struct emit *e, const struct nest_facts *f) {
    int count = 0;
    for (int i = 0; i < f->nest->arrays.n; ++i) {
        const struct tvar *v = f->nest->arrays.item[i].var;
        if (asks_unit(e, f, v)) {
            put_condition(
                e, &count,
                arena_printf(e->arena, "pycc_unit1(&in.%s, %s, %s%d, %d)", e->name[v->id],
                             f->touch.unit[v->id] || f->touch.back[v->id] ? "true" : "false",
                             f->touch.back[v->id] ? "-" : "", dtype_info[v->type->dtype].bytes,
                             alignment(v->type->dtype)));
        }
    }
    w_put(e->w, "%s", count == 0 ? "true" : "");
}

/* Lanes run without polls. */
static void put_shorts(struct emit *e, const struct nest_facts *f, const struct tstmt *loop) {
    const struct loop_plan *p = &e->fplan->loop[loop->for_.loop];
    if (p->lanes && !p->late) {
        w_put(e->w, " &&\n    %s", emit_lanes_short(e, loop, loop == f->inner));
    }
    for (int i = 0; i < loop->for_.body.n; ++i) {
        const struct tstmt *s = loop->for_.body.item[i];
        if (s->kind == TS_FOR) {
            put_shorts(e, f, s);
        }
    }
}

void emit_guard(struct emit *e, const struct nest_facts *f) {
    const struct nest *n = f->nest;
    bool guard = has_guard(e, f), vectors = guard && in_place(n);
    if (guard && !vectors) {
        w_line(e->w, "const int guard = pycc_guard(&%s__guard, &in);", f->name);
    }
    bool bare =
        guard && !vectors && !f->versions->lanes && n->checks.n + n->fits.n == 0 && asks_safe(f);
    if (bare && (f->versions->strided || f->versions->exact)) {
        w_line(e->w, "const bool safe = guard & PYCC_SAFE, unit = guard & PYCC_UNIT;");
        return;
    }
    if (asks_safe(f)) {
        put_safe(e, f, guard);
    }
    if (f->versions->strided || f->versions->exact) {
        w_put(e->w, "const bool unit = ");
        if (vectors) {
            put_unit_vectors(e, f);
        } else {
            w_put(e->w, "%s",
                  !guard               ? "true"
                  : f->versions->lanes ? "(guard & PYCC_UNIT)"
                                       : "guard & PYCC_UNIT");
        }
        if (f->versions->lanes) {
            put_shorts(e, f, n->root);
        }
        w_line(e->w, ";");
    }
}
