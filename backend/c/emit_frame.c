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

/* ---- how a function of a nest begins */

/* In a version for rows that lie in memory as such and for others. */
static void put_bytes(struct emit *e, const struct tvar *v) {
    const char *name = e->name[v->id];
    int rank = v->type->rank, bytes = dtype_info[v->type->dtype].bytes;
    bool back = e->touch->back[v->id], unit = back || !e->fplan->strided[v->id];
    int axis = unit ? emit_unit_axis(v->type) : -1;
    if (axis < 0) {
        w_line(e->w, "PYCC_BYTES%d(%s);", rank, name);
    } else if (axis == rank - 1) {
        w_line(e->w, "PYCC_ROWS%d(%s, %d);", rank, name, back ? -bytes : bytes);
    } else {
        w_line(e->w, "PYCC_BYTES0(%s);", name);
        for (int k = 0; k < rank; ++k) {
            const char *item =
                k == axis ? arena_printf(e->arena, ", %d", back ? -bytes : bytes) : "";
            w_line(e->w, "PYCC_STRIDE%s(%s, %d%s);", k == axis ? "_UNIT" : "", name, k, item);
        }
    }
}

static void put_pointer(struct emit *e, const struct nest_array *a) {
    const struct ty *t = a->var->type;
    const char *name = e->name[a->var->id];
    if (e->version->both) {
        put_bytes(e, a->var);
    } else {
        w_line(e->w, "PYCC_%s_AT(%s, %s);", a->written ? "WRITTEN" : "READ", dtype_info[t->dtype].c,
               name);
    }
    if (e->touch->based[a->var->id]) {
        w_line(e->w, "%s %s__based = in->%s;", emit_type(e, t), name, name);
        w_line(e->w, "%s__based.data = (char *)%s;", name, name);
    }
    for (int k = 0; k < t->rank && !e->version->both; ++k) {
        if (k != emit_unit_axis(t) || e->fplan->strided[a->var->id]) {
            w_line(e->w, "PYCC_STEP(%s, %d, %d);", name, k, dtype_info[t->dtype].bytes);
        }
    }
}

void emit_nest_arrays(struct emit *e, const struct nest_facts *f) {
    for (int i = 0; i < f->nest->arrays.n; ++i) {
        const struct tvar *v = f->nest->arrays.item[i].var;
        if (e->version->variant == VARIANT_FAST && f->touch.direct[v->id]) {
            put_pointer(e, &f->nest->arrays.item[i]);
        } else {
            w_line(e->w, "const %s %s = in->%s;", emit_type(e, v->type), e->name[v->id],
                   e->name[v->id]);
        }
        if (e->version->variant == VARIANT_INSPECT && f->nest->question->value[v->id]) {
            w_line(e->w, "const %s %s__now = ((const struct %s *)look->in)->%s;",
                   emit_type(e, v->type), e->name[v->id], f->name, e->name[v->id]);
        }
    }
}

void emit_nest_scalars(struct emit *e, const struct nest_facts *f) {
    for (int i = 0; i < f->nest->in.n; ++i) {
        const struct tvar *v = f->nest->in.item[i];
        bool written = f->touch.assigned[v->id];
        if (v->type->kind != TY_ARRAY && !emit_in_state(f, v)) {
            w_line(e->w, "%s%s %s = in->%s;", written ? "" : "const ", emit_type(e, v->type),
                   e->name[v->id], e->name[v->id]);
        }
    }
}
