/* The guard of a nest, which chooses its variant when it is called:
 *
 *     static const struct pycc_guard saxpy__loop1_guard = { what it asks of each array };
 *     ...
 *     const int guard = pycc_guard(&saxpy__loop1_guard, &in);
 *     const bool safe = 0 <= n - 1 && n - 1 < x.shape[0] && (guard & PYCC_SAFE);
 *     const bool unit = guard & PYCC_UNIT;
 *
 * safe: indices are in range and arrays apart; unit: the axes that FAST takes for contiguous are.
 */
#include "emit.h"

#include <string.h>

/* ---- the table */

static int alignment(enum dtype d) {
    int bytes = dtype_info[d].bytes;
    return dtype_info[d].kind == KIND_COMPLEX ? bytes / 2 : bytes;
}

static bool asks_safe(const struct nest_facts *f) {
    return f->exact || f->nest->question;
}

static bool asks_unit(const struct nest_facts *f, const struct tvar *v) {
    return (f->strided || f->exact) && f->direct[v->id];
}

static bool asks_distinct(const struct nest_facts *f, const struct nest_array *a) {
    return asks_safe(f) && a->written && a->var->type->rank > 0;
}

/* Is there anything that the bounds alone do not say? */
static bool has_guard(const struct nest_facts *f) {
    bool has = asks_safe(f) && f->nest->disjoint.n > 0;
    for (int i = 0; i < f->nest->arrays.n; ++i) {
        const struct nest_array *a = &f->nest->arrays.item[i];
        has = has || asks_unit(f, a->var) || asks_distinct(f, a);
    }
    return has;
}

static void put_operand(struct emit *e, const struct nest_facts *f, const struct nest_array *a) {
    const struct ty *t = a->var->type;
    w_put(e->w, "{offsetof(struct %s, %s), .rank = %d, .item = %d", f->name, e->name[a->var->id],
          t->rank, dtype_info[t->dtype].bytes);
    if (asks_unit(f, a->var)) {
        w_put(e->w, ", .align = %d, .unit = %d", alignment(t->dtype),
              f->unit[a->var->id] ? emit_unit_axis(t) : -1);
    }
    w_line(e->w, "%s},", asks_distinct(f, a) ? ", .distinct = true" : "");
}

void emit_guard_table(struct emit *e, const struct nest_facts *f) {
    const struct nest *n = f->nest;
    int pairs = asks_safe(f) ? n->disjoint.n : 0;
    if (!has_guard(f)) {
        return;
    }
    w_open(e->w, "static const struct pycc_guard_array %s__arrays[] =", f->name);
    for (int i = 0; i < n->arrays.n; ++i) {
        put_operand(e, f, &n->arrays.item[i]);
    }
    w_close(e->w, ";");
    if (pairs > 0) {
        w_put(e->w, "static const struct pycc_apart %s__apart[] = {", f->name);
        for (int i = 0; i < pairs; ++i) {
            w_put(e->w, "%s{%d, %d}", i ? ", " : "", n->disjoint.item[i].a, n->disjoint.item[i].b);
        }
        w_line(e->w, "};");
    }
    w_line(e->w, "static const struct pycc_guard %s__guard = {%s__arrays, %s%s, %d, %d};", f->name,
           f->name, pairs ? f->name : "NULL", pairs ? "__apart" : "", n->arrays.n, pairs);
    w_line(e->w, "%s", "");
}

/* ---- bounds */

static void put_condition(struct emit *e, int *count, const char *text) {
    w_put(e->w, "%s%s", (*count)++ > 0 ? " &&\n    " : "", text);
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

/* The same check often comes more than once. */
static void put_checks(struct emit *e, const struct nest *n, int *count) {
    VEC(const char *) seen = {0};
    for (int i = 0; i < n->checks.n; ++i) {
        const char *text = check_text(e, &n->checks.item[i]);
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

static void put_safe(struct emit *e, const struct nest_facts *f, bool guard) {
    int count = 0;
    w_put(e->w, "const bool safe = ");
    put_checks(e, f->nest, &count);
    if (guard) {
        put_condition(e, &count, count > 0 ? "(guard & PYCC_SAFE)" : "guard & PYCC_SAFE");
    }
    w_line(e->w, "%s;", count == 0 ? "true" : "");
}

/* Lanes run without polls. */
static void put_shorts(struct emit *e, const struct nest_facts *f, const struct tstmt *loop) {
    if (e->fplan->loop[loop->for_.loop].lanes) {
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
    bool guard = has_guard(f);
    if (guard) {
        w_line(e->w, "const int guard = pycc_guard(&%s__guard, &in);", f->name);
    }
    if (asks_safe(f)) {
        put_safe(e, f, guard);
    }
    if (f->strided || f->exact) {
        bool both = guard && f->lanes;
        w_put(e->w, "const bool unit = %s",
              !guard ? "true"
              : both ? "(guard & PYCC_UNIT)"
                     : "guard & PYCC_UNIT");
        if (f->lanes) {
            put_shorts(e, f, f->nest->root);
        }
        w_line(e->w, ";");
    }
}
