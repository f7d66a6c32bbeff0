/* What surrounds statements: variables that own arrays, declarations, targets, and how a function
 * is left where something fails: to the label `done` where something must be given back or stored,
 * else by return. */
#include "emit.h"

#include <string.h>

/* ---- owners */

bool emit_holds_arrays(const struct ty *t) {
    if (t->kind == TY_TUPLE) {
        for (int i = 0; i < t->n; ++i) {
            if (emit_holds_arrays(t->item[i])) {
                return true;
            }
        }
    }
    return t->kind == TY_ARRAY || t->kind == TY_LIST;
}

bool emit_owned(const struct emit *e, const struct tvar *v) {
    return v->type->kind == TY_ARRAY ? e->fplan->owns[v->id] || e->live.fits[v->id]
                                     : emit_holds_arrays(v->type) && !e->fplan->lent[v->id];
}

int emit_unit_axis(const struct ty *t) {
    return t->layout == TY_F && t->rank > 0 ? 0 : t->rank - 1;
}

/* ---- declarations and targets */

void emit_declare_zeros(struct emit *e, const struct emit_vars *v) {
    bool *done = ARENA_ARRAY(e->arena, bool, v->var.n + 1);
    for (int i = 0; i < v->var.n; ++i) {
        const char *type = emit_type(e, v->var.item[i]->type);
        struct emit_items items = {0};
        for (int k = i; k < v->var.n && !done[i]; ++k) {
            const struct tvar *x = v->var.item[k];
            if (strcmp(emit_type(e, x->type), type) == 0) {
                done[k] = k > i;
                vec_push(e->arena, &items.text,
                         arena_printf(e->arena, "%s = %s", e->name[x->id], emit_zero(x->type)));
            }
        }
        if (items.text.n > 0) {
            emit_items(e, arena_printf(e->arena, "%s ", type), &items, ";");
        }
    }
}

bool emit_declares(const struct emit *e, const struct tstmt *s, const struct tvar *v) {
    const struct place *p = &e->place.var[v->id];
    if (v->is_counter) {
        return true; /* of lanes */
    }
    return p->at_definition && p->first == s && !v->is_param && !emit_owned(e, v);
}

void emit_target(struct emit *e, const struct tstmt *s, const struct tvar *dst) {
    if (emit_declares(e, s, dst)) {
        bool once = dst->is_counter || e->place.var[dst->id].defs == 1;
        const char *constant = once ? "const " : "";
        w_put(e->w, "%s%s ", constant, emit_type(e, dst->type));
    }
    w_put(e->w, "%s = ", e->name[dst->id]);
}

/* ---- leaving */

const char *emit_leave_text(struct emit *e) {
    if (e->epilogue) {
        e->done_used = true;
        return "goto done";
    }
    if (e->nest) {
        return "return PYCC_NEXT";
    }
    switch (e->func->ret->kind) {
    case TY_NONE:
        return "return";
    case TY_SCALAR:
        return arena_printf(e->arena, "return %s", emit_zero(e->func->ret));
    default:
        return arena_printf(e->arena, "return (%s){0}", emit_type(e, e->func->ret));
    }
}

void emit_leave(struct emit *e) {
    w_line(e->w, "%s;", emit_leave_text(e));
}

void emit_leave_if_failed(struct emit *e) {
    w_line(e->w, "if (PYCC_UNLIKELY(ctx->failed)) { %s; }", emit_leave_text(e));
}
