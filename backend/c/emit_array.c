/* Arrays as values: references, views, allocation.
 *
 * An owned variable holds one reference to its buffer, or none while it is empty; it is declared
 * empty at the start of its function (or nest) and given back at the end. The plan says which array
 * variables own; tuples that hold arrays always do. */
#include "emit.h"

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
    return v->type->kind == TY_ARRAY ? e->fplan->owns[v->id] : emit_holds_arrays(v->type);
}

void emit_references(struct emit *e, const char *verb, const char *path, const struct ty *t) {
    if (t->kind == TY_ARRAY || t->kind == TY_LIST) {
        w_line(e->w, "%s(%s.owner);", verb, path);
    }
    for (int i = 0; t->kind == TY_TUPLE && i < t->n; ++i) {
        if (emit_holds_arrays(t->item[i])) {
            emit_references(e, verb, arena_printf(e->arena, "%s.e%d", path, i), t->item[i]);
        }
    }
}

void emit_assign_arrays(struct emit *e, const struct tstmt *s, const struct tvar *dst,
                        const char *value, bool takes) {
    (void)s;
    const char *name = e->name[dst->id];
    if (dst->type->kind == TY_ARRAY) {
        w_line(e->w, "pycc_%s%d(&%s, %s);", takes ? "take" : "set", dst->type->rank, name, value);
        return;
    }
    w_open(e->w, "%s", "");
    w_line(e->w, "const %s view = %s;", emit_type(e, dst->type), value);
    if (!takes) {
        emit_references(e, "pycc_retain", "view", dst->type);
    }
    emit_references(e, "pycc_release", name, dst->type);
    w_line(e->w, "%s = view;", name);
    w_close(e->w, "");
}

/* A parameter comes borrowed; as a variable that owns it takes a reference of its own. */
void emit_owned_begin(struct emit *e, const struct tvar *v) {
    if (v->is_param) {
        emit_references(e, "pycc_retain", e->name[v->id], v->type);
    } else {
        w_line(e->w, "%s %s = {0};", emit_type(e, v->type), e->name[v->id]);
    }
}

void emit_owned_end(struct emit *e, const struct tvar *v) {
    emit_references(e, "pycc_release", e->name[v->id], v->type);
}

/* ---- views */

static void put_or(struct emit *e, const struct texpr *x, const char *otherwise) {
    if (x) {
        emit_expr(e, x, PREC_COND);
    } else {
        w_put(e->w, "%s", otherwise);
    }
}

/* Absent ends of a slice stand where its direction begins and ends: constant steps say which. */
static void put_slice(struct emit *e, const struct view_axis *a, int to, const char *base,
                      int from) {
    bool constant = !a->step || a->step->kind == TE_CONST;
    bool down = a->step && a->step->kind == TE_CONST && a->step->value.i < 0;
    const char *first = down ? "INT64_MAX" : "0", *last = down ? "INT64_MIN" : "INT64_MAX";
    if (!constant) {
        w_put(e->w, "const int64_t step__%d = ", to);
        emit_value(e, a->step);
        w_line(e->w, ";");
        first = arena_printf(e->arena, "step__%d < 0 ? INT64_MAX : 0", to);
        last = arena_printf(e->arena, "step__%d < 0 ? INT64_MIN : INT64_MAX", to);
    }
    w_put(e->w, "pycc_slice(&view.data, &view.shape[%d], &view.stride[%d], ", to, to);
    w_put(e->w, "%s.shape[%d], %s.stride[%d], ", base, from, base, from);
    put_or(e, a->start, first);
    w_put(e->w, ", ");
    put_or(e, a->stop, last);
    w_put(e->w, ", ");
    if (constant) {
        put_or(e, a->step, "1");
    } else {
        w_put(e->w, "step__%d", to);
    }
    w_line(e->w, ");");
}

static void put_axis(struct emit *e, int to, const char *shape, const char *stride) {
    w_line(e->w, "view.shape[%d] = %s;", to, shape);
    w_line(e->w, "view.stride[%d] = %s;", to, stride);
}

static void put_axis_of(struct emit *e, int to, const char *base, int from) {
    put_axis(e, to, arena_printf(e->arena, "%s.shape[%d]", base, from),
             arena_printf(e->arena, "%s.stride[%d]", base, from));
}

/* An axis of extent 1 shows its only element at every index. */
static void put_stretch(struct emit *e, int to, const char *base, int from,
                        const struct texpr *extent) {
    w_put(e->w, "pycc_stretch(&view.shape[%d], &view.stride[%d], %s.shape[%d], %s.stride[%d], ", to,
          to, base, from, base, from);
    emit_value(e, extent);
    w_line(e->w, ");");
}

static void put_order(struct emit *e, const struct view_order *o, const char *base) {
    w_put(e->w, "PYCC_REORDER(%d, %#x, %s, view, %s, ", o->order.rank, o->order.reduced,
          o->kept ? "true" : "false", base);
    emit_value(e, o->number);
    w_line(e->w, ");");
}

static void put_axes(struct emit *e, const struct tstmt *s, const char *base) {
    int to = 0, from = 0;
    if (s->view.order) {
        put_order(e, s->view.order, base);
    }
    for (int i = 0; i < s->view.n; ++i) {
        const struct view_axis *a = &s->view.axis[i];
        switch (a->kind) {
        case VIEW_INDEX:
            w_put(e->w, "view.data += ");
            emit_expr(e, a->index, PREC_MUL);
            w_line(e->w, " * %s.stride[%d];", base, from++);
            break;
        case VIEW_SLICE:
            put_slice(e, a, to++, base, from++);
            break;
        case VIEW_FULL:
            put_axis_of(e, to++, base, from++);
            break;
        case VIEW_NEW:
            put_axis(e, to++, a->extent ? emit_expr_text(e, a->extent, PREC_COND) : "1", "0");
            break;
        case VIEW_STRETCH:
            put_stretch(e, to++, base, from++, a->extent);
            break;
        case VIEW_DIAGONAL:
            w_line(
                e->w,
                "pycc_diagonal(&view.shape[%d], &view.stride[%d], &%s.shape[%d], &%s.stride[%d]);",
                to, to, base, from, base, from);
            ++to;
            from += 2;
            break;
        case VIEW_MOVED:
            put_axis_of(e, to++, base, a->from);
            break;
        case VIEW_RESHAPED:
            w_put(e->w, "view.shape[%d] = ", to++);
            emit_value(e, a->extent);
            w_line(e->w, ";");
            break;
        }
    }
}

static void put_may_fail(struct emit *e, const char *call) {
    w_open(e->w, "if (PYCC_UNLIKELY(!%s))", call);
    emit_leave(e);
    w_close(e->w, "");
}

static void put_copy(struct emit *e, const struct tstmt *s, const char *base) {
    int rank = s->view.dst->type->rank, bytes = dtype_info[s->view.dst->type->dtype].bytes;
    int line = emit_line_of(e, s->span);
    const struct tvar *other = e->variant == VARIANT_INSPECT ? NULL : s->view.apart;
    if (view_is(s, VIEW_RESHAPED)) {
        put_may_fail(e,
                     arena_printf(e->arena, "PYCC_RESHAPE(ctx, %d, view, %d, %s, %d, %d, %d)", rank,
                                  s->view.base->type->rank, base, bytes, s->view.contiguous, line));
    }
    if (other && rank == 1 && other->type->rank == 1) {
        put_may_fail(e, arena_printf(e->arena, "pycc_keep_apart1(ctx, &view, %d, &%s, %d, %s, %d)",
                                     bytes, emit_array_struct(e, other),
                                     dtype_info[other->type->dtype].bytes,
                                     s->view.scattered ? "true" : "false", line));
    } else if (other) {
        put_may_fail(e, arena_printf(e->arena, "PYCC_KEEP_%s(ctx, %d, view, %d, %d, %s, %d, %d)",
                                     s->view.scattered ? "DISJOINT" : "APART", rank, bytes,
                                     other->type->rank, emit_array_struct(e, other),
                                     dtype_info[other->type->dtype].bytes, line));
    }
}

void emit_view(struct emit *e, const struct tstmt *s) {
    const struct tvar *dst = s->view.dst;
    const char *base = emit_array_struct(e, s->view.base);
    int rank = dst->type->rank;
    const struct place *p = &e->place.var[dst->id];
    if (p->reads == 0 && !view_may_copy(s)) {
        return;
    }
    if (p->at_definition && p->first == s && !emit_owned(e, dst) && !dst->is_param) {
        w_line(e->w, "%s %s;", emit_type(e, dst->type), e->name[dst->id]);
    }
    w_open(e->w, "%s", "");
    const char *half = s->view.part == PART_IMAG
                           ? arena_printf(e->arena, " + %d", dtype_info[dst->type->dtype].bytes)
                           : "";
    w_line(e->w, "struct pycc_array%d view = {.data = %s.data%s, .owner = %s.owner};", rank, base,
           half, base);
    put_axes(e, s, base);
    put_copy(e, s, base);
    if (emit_owned(e, dst)) {
        bool apart = e->variant == VARIANT_INSPECT && s->view.apart;
        emit_assign_arrays(e, s, dst, "view", view_may_copy(s) && !apart);
    } else {
        w_line(e->w, "%s = view;", e->name[dst->id]);
    }
    w_close(e->w, "");
}

/* ---- allocation */

static void put_fill(struct emit *e, const struct tstmt *s, int rank) {
    const struct ty *t = s->alloc.dst->type;
    const char *c = dtype_info[t->dtype].c;
    w_put(e->w, "const %s fill__value = ", c);
    emit_value(e, s->alloc.value);
    w_line(e->w, ";");
    w_line(e->w, "const int64_t fill__n = pycc_size(%d, view.shape);", rank);
    w_open(e->w, "for (int64_t fill__k = 0; fill__k < fill__n; ++fill__k)");
    w_line(e->w, "((%s *)view.data)[fill__k] = fill__value;", c);
    w_close(e->w, "");
}

/* In a loop, an array takes the place of the one that an earlier turn made. A value that fills it
 * may be an element of that. */
static bool takes_place(const struct emit *e, const struct tstmt *s) {
    return e->loop && e->variant != VARIANT_KERNEL && emit_owned(e, s->alloc.dst) &&
           s->alloc.fill != FILL_VALUE;
}

void emit_alloc(struct emit *e, const struct tstmt *s) {
    const struct tvar *dst = s->alloc.dst;
    const char *name = e->name[dst->id];
    int rank = dst->type->rank;
    bool renew = takes_place(e, s);
    const char *zero = s->alloc.fill == FILL_ZERO ? "PYCC_ZERO" : "0";
    const char *order = s->alloc.fortran ? " | PYCC_FORTRAN" : "";
    w_open(e->w, "%s", "");
    if (renew) {
        w_line(e->w, "struct pycc_array%d view = {.owner = %s.owner};", rank, name);
    } else {
        w_line(e->w, "struct pycc_array%d view = {0};", rank);
    }
    for (int k = 0; k < rank; ++k) {
        w_put(e->w, "view.shape[%d] = ", k);
        emit_value(e, s->alloc.extent[k]);
        w_line(e->w, ";");
    }
    if (renew) {
        w_line(e->w, "%s.owner = NULL;", name);
    }
    w_open(e->w, "if (PYCC_UNLIKELY(!%s(ctx, %d, view, %d, %s%s, %d)))",
           renew ? "PYCC_RENEW" : "PYCC_ALLOC", rank, dtype_info[dst->type->dtype].bytes, zero,
           order, emit_line_of(e, s->span));
    emit_leave(e);
    w_close(e->w, "");
    if (s->alloc.fill == FILL_VALUE) {
        put_fill(e, s, rank);
    }
    if (emit_owned(e, dst)) {
        emit_assign_arrays(e, s, dst, "view", true);
    } else {
        w_line(e->w, "pycc_release(view.owner);");
    }
    w_close(e->w, "");
}
