/* Arrays as values: references, views, allocation.
 *
 * An owned variable holds one reference to its buffer, or none while it is empty; it is declared
 * empty at the start of its function (or nest) and given back at the end. The plan says which array
 * variables own; tuples that hold arrays always do. */
#include "emit.h"

#include <string.h>

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
void emit_owned_begin(struct emit *e, const struct emit_vars *v) {
    struct emit_vars empty = {0};
    for (int i = 0; i < v->var.n; ++i) {
        const struct tvar *x = v->var.item[i];
        if (x->is_param) {
            emit_references(e, "pycc_retain", e->name[x->id], x->type);
        } else {
            vec_push(e->arena, &empty.var, x);
        }
    }
    emit_declare_zeros(e, &empty);
}

static void collect_owners(struct emit *e, const char *path, const struct ty *t,
                           struct emit_items *owners) {
    if (t->kind == TY_ARRAY || t->kind == TY_LIST) {
        vec_push(e->arena, &owners->text, arena_printf(e->arena, "%s.owner", path));
    }
    for (int i = 0; t->kind == TY_TUPLE && i < t->n; ++i) {
        collect_owners(e, arena_printf(e->arena, "%s.e%d", path, i), t->item[i], owners);
    }
}

void emit_owned_end(struct emit *e, const struct emit_vars *v) {
    struct emit_items owners = {0};
    for (int i = 0; i < v->var.n; ++i) {
        collect_owners(e, e->name[v->var.item[i]->id], v->var.item[i]->type, &owners);
    }
    if (owners.text.n == 1) {
        w_line(e->w, "pycc_release(%s);", owners.text.item[0]);
    } else if (owners.text.n > 1) {
        emit_items(e, "PYCC_RELEASE(", &owners, ");");
    }
}

/* ---- views */

static void put_or(struct emit *e, const struct texpr *x, const char *otherwise) {
    if (x) {
        emit_expr(e, x, PREC_COND);
    } else {
        w_put(e->w, "%s", otherwise);
    }
}

/* start, stop, step. Absent ends of a slice stand where its direction begins and ends: constant
 * steps say which. */
static void put_slice(struct emit *e, const struct view_axis *a) {
    bool constant = !a->step || a->step->kind == TE_CONST;
    bool down = a->step && a->step->kind == TE_CONST && a->step->value.i < 0;
    const char *first = down ? "INT64_MAX" : "0", *last = down ? "INT64_MIN" : "INT64_MAX";
    if (!constant) {
        const char *step = emit_expr_text(e, a->step, PREC_REL + 1);
        first = arena_printf(e->arena, "%s < 0 ? INT64_MAX : 0", step);
        last = arena_printf(e->arena, "%s < 0 ? INT64_MIN : INT64_MAX", step);
    }
    put_or(e, a->start, first);
    w_put(e->w, ", ");
    put_or(e, a->stop, last);
    w_put(e->w, ", ");
    put_or(e, a->step, "1");
}

/* Is the view the base's own numbers in another order? */
static bool is_plain(const struct tstmt *s) {
    bool plain = !s->view.order;
    for (int i = 0; i < s->view.n; ++i) {
        enum view_axis_kind kind = s->view.axis[i].kind;
        plain = plain &&
                (kind == VIEW_INDEX || kind == VIEW_FULL || kind == VIEW_NEW || kind == VIEW_MOVED);
    }
    return plain;
}

/* How many axes of the base an entry takes. */
static int taken(const struct view_axis *a) {
    return a->kind == VIEW_NEW ? 0 : a->kind == VIEW_DIAGONAL ? 2 : 1;
}

static void put_numbers(struct emit *e, const struct tstmt *s, const char *base,
                        const char *field) {
    const char *comma = "";
    w_put(e->w, "{");
    for (int i = 0, from = 0; i < s->view.n; from += taken(&s->view.axis[i++])) {
        const struct view_axis *a = &s->view.axis[i];
        if (a->kind == VIEW_INDEX) {
            continue;
        }
        w_put(e->w, "%s", comma);
        if (a->kind == VIEW_NEW) {
            put_or(e, *field == 's' && field[1] == 'h' ? a->extent : NULL,
                   field[1] == 'h' ? "1" : "0");
        } else {
            w_put(e->w, "%s.%s[%d]", base, field, a->kind == VIEW_MOVED ? a->from : from);
        }
        comma = ", ";
    }
    w_put(e->w, "%s}", *comma ? "" : "0");
}

/* (struct pycc_array1){a.data + i * a.stride[0], a.owner, {a.shape[1]}, {a.stride[1]}} */
static void put_plain(struct emit *e, const struct tstmt *s, const char *base) {
    int rank = s->view.dst->type->rank;
    bool whole = s->view.part == PART_WHOLE || s->view.part == PART_BITS;
    for (int i = 0; i < s->view.n; ++i) {
        whole = whole && s->view.axis[i].kind == VIEW_FULL;
    }
    if (whole) {
        w_put(e->w, "%s", base);
        return;
    }
    w_put(e->w, "(struct pycc_array%d){%s.data", rank, base);
    if (s->view.part == PART_IMAG) {
        w_put(e->w, " + %d", dtype_info[s->view.dst->type->dtype].bytes);
    }
    for (int i = 0, from = 0; i < s->view.n; from += taken(&s->view.axis[i++])) {
        if (s->view.axis[i].kind == VIEW_INDEX) {
            w_put(e->w, " + ");
            emit_expr(e, s->view.axis[i].index, PREC_MUL);
            w_put(e->w, " * %s.stride[%d]", base, from);
        }
    }
    w_put(e->w, ", %s.owner, ", base);
    put_numbers(e, s, base, "shape");
    w_put(e->w, ", ");
    put_numbers(e, s, base, "stride");
    w_put(e->w, "}");
}

/* Is it written out? In loops, where a call takes longer than small arrays do. */
static bool is_inlined(const struct emit *e) {
    return e->nest || e->loop;
}

/* PYCC_CUT(1, -1, 1); in a loop, where it is inlined, PYCC_IN_CUT(a, from, to, 1, -1, 1). */
static void put_axis(struct emit *e, const struct view_axis *a, const char *base, int from, int to,
                     bool inlined) {
    static const char *const name[] = {
        [VIEW_INDEX] = "PICK",     [VIEW_SLICE] = "CUT", [VIEW_FULL] = "WHOLE",
        [VIEW_DIAGONAL] = "CROSS", [VIEW_NEW] = "NEW",   [VIEW_STRETCH] = "STRETCH",
    };
    w_put(e->w, "PYCC_%s%s(", inlined ? "IN_" : "", name[a->kind]);
    if (inlined) {
        w_put(e->w, "%s, %d, %d, ", base, from, to);
    }
    if (a->kind == VIEW_SLICE) {
        put_slice(e, a);
    } else {
        put_or(e, a->kind == VIEW_INDEX ? a->index : a->extent, a->kind == VIEW_NEW ? "1" : "0");
    }
    w_put(e->w, ")");
}

static void put_axes(struct emit *e, const struct tstmt *s, const char *base, bool inlined) {
    for (int i = 0, from = 0, to = 0; i < s->view.n; from += taken(&s->view.axis[i++])) {
        w_put(e->w, "%s", i > 0 ? ", " : "");
        put_axis(e, &s->view.axis[i], base, from, to, inlined);
        to += s->view.axis[i].kind != VIEW_INDEX;
    }
}

/* The view as an expression: one of the base's numbers, else of a call. */
static void put_view(struct emit *e, const struct tstmt *s, const char *base) {
    int rank = s->view.dst->type->rank;
    if (is_plain(s)) {
        put_plain(e, s, base);
        return;
    }
    if (s->view.order) {
        const struct view_order *o = s->view.order;
        w_put(e->w, "PYCC_REORDERED(%d, %d, %#x, %s, %s, ", rank, o->order.rank, o->order.reduced,
              o->kept ? "true" : "false", base);
        emit_value(e, o->number);
        w_put(e->w, ")");
        return;
    }
    bool inlined = is_inlined(e);
    w_put(e->w, "PYCC_VIEW%s(%d, %d, %s, ", inlined ? "_IN" : "", rank, s->view.base->type->rank,
          base);
    put_axes(e, s, base, inlined);
    w_put(e->w, ")");
}

static const char *view_text(struct emit *e, const struct tstmt *s, const char *base) {
    struct writer *outer = e->w, inner;
    writer_init(&inner);
    e->w = &inner;
    put_view(e, s, base);
    e->w = outer;
    const char *text = arena_strndup(e->arena, inner.text, inner.n);
    writer_free(&inner);
    return text;
}

/* What a copy is made for: "8, 3, t38, 8, 19, goto done". */
static const char *apart_text(struct emit *e, const struct tstmt *s) {
    const struct tvar *dst = s->view.dst, *other = s->view.apart;
    return arena_printf(e->arena, "%d, %d, %s, %d, %s, %d, %s", dtype_info[dst->type->dtype].bytes,
                        other->type->rank, emit_array_struct(e, other),
                        dtype_info[other->type->dtype].bytes, s->view.scattered ? "true" : "false",
                        emit_line_of(e, s->span), emit_leave_text(e));
}

static void put_reshaped(struct emit *e, const struct tstmt *s, const char *base) {
    const struct tvar *dst = s->view.dst;
    if (s->view.part == PART_BITS) {
        w_line(e->w, "PYCC_BITS(%d, %s, %s, %d, %d, %d, %s);", dst->type->rank, e->name[dst->id],
               base, dtype_info[s->view.base->type->dtype].bytes,
               dtype_info[dst->type->dtype].bytes, emit_line_of(e, s->span), emit_leave_text(e));
        return;
    }
    w_put(e->w, "PYCC_RESHAPED(%d, %s, %d, %s, %d, %d, %d, %s", dst->type->rank, e->name[dst->id],
          s->view.base->type->rank, base, dtype_info[dst->type->dtype].bytes, s->view.contiguous,
          emit_line_of(e, s->span), emit_leave_text(e));
    for (int i = 0; i < s->view.n; ++i) {
        w_put(e->w, ", ");
        emit_expr(e, s->view.axis[i].extent, PREC_COND);
    }
    w_line(e->w, ");");
}

/* A view of what is kept apart: both at once. */
static void put_fit(struct emit *e, const struct tstmt *whole, const struct tstmt *s) {
    w_put(e->w, "PYCC_SET_FIT(%d, %s, %d, %s, %s, ", s->view.dst->type->rank,
          e->name[s->view.dst->id], whole->view.dst->type->rank,
          emit_array_struct(e, whole->view.base), apart_text(e, whole));
    put_axes(e, s, "", false);
    w_line(e->w, ");");
}

void emit_view(struct emit *e, const struct tstmt *s) {
    const struct tvar *dst = s->view.dst;
    const struct tstmt *whole = e->nest ? NULL : e->live.stands[s->id];
    const char *base = emit_array_struct(e, whole ? whole->view.base : s->view.base);
    const struct place *p = &e->place.var[dst->id];
    if (p->reads == 0 && !view_may_copy(s)) {
        return;
    }
    bool apart = s->view.apart && e->version->variant != VARIANT_INSPECT;
    int rank = dst->type->rank;
    if (whole && whole->view.apart) {
        put_fit(e, whole, s);
    } else if (view_is(s, VIEW_RESHAPED)) {
        put_reshaped(e, s, base);
    } else if (apart) {
        const char *text = view_text(e, s, base);
        bool braces = strchr(text, '{') != NULL;
        w_line(e->w, "PYCC_SET_APART(%d, %s, %s%s%s, %s);", rank, e->name[dst->id],
               braces ? "(" : "", text, braces ? ")" : "", apart_text(e, s));
    } else if (emit_owned(e, dst)) {
        w_line(e->w, "pycc_set%d(&%s, %s);", rank, e->name[dst->id], view_text(e, s, base));
    } else {
        if (p->at_definition && p->first == s && !dst->is_param) {
            w_put(e->w, "%s ", emit_type(e, dst->type));
        }
        w_line(e->w, "%s = %s;", e->name[dst->id], view_text(e, s, base));
    }
}

/* ---- allocation */

/* In a loop, an array takes the place of the one that an earlier turn made. A value that fills it
 * may be an element of that. */
static bool takes_place(const struct emit *e, const struct tstmt *s) {
    return e->loop && e->version->variant != VARIANT_KERNEL && emit_owned(e, s->alloc.dst) &&
           s->alloc.fill != FILL_VALUE;
}

/* PYCC_MADE(2, a, 8, PYCC_ZERO, 12, goto done, n, m); filled: with (double, x) at its head. */
/* double s[64]; */
static void put_local(struct emit *e, const struct tstmt *s) {
    const struct tvar *dst = s->alloc.dst;
    w_put(e->w, "%s%s %s", dst->is_shared ? "__local " : "", emit_dtype(e, dst->type->dtype),
          e->name[dst->id]);
    for (int k = 0; k < dst->type->rank; ++k) {
        w_put(e->w, "[%s]", emit_expr_text(e, s->alloc.extent[k], PREC_ANY));
    }
    w_line(e->w, ";");
}

/* PYCC_LITERAL(t, 2, 97, 98); */
static void put_text(struct emit *e, const struct tstmt *s) {
    w_put(e->w, "PYCC_LITERAL(%s, ", e->name[s->alloc.dst->id]);
    emit_expr(e, s->alloc.extent[0], PREC_COND);
    for (const char *at = s->alloc.text; *at;) {
        w_put(e->w, ", %u", (unsigned)source_code_point(&at));
    }
    w_line(e->w, "%s);", *s->alloc.text ? "" : ", 0");
}

void emit_alloc(struct emit *e, const struct tstmt *s) {
    const struct tvar *dst = s->alloc.dst;
    if (dst->is_local) {
        put_local(e, s);
        return;
    }
    if (s->alloc.fill == FILL_TEXT) {
        put_text(e, s);
        return;
    }
    const struct ty *t = dst->type;
    bool owned = emit_owned(e, dst), filled = s->alloc.fill == FILL_VALUE;
    const char *fill = filled ? emit_expr_text(e, s->alloc.value, PREC_COND) : NULL;
    w_put(e->w, "PYCC_%s(",
          !owned              ? "TRIED"
          : filled            ? "FILLED"
          : takes_place(e, s) ? "REMADE"
                              : "MADE");
    if (owned && filled) {
        w_put(e->w, "%s, (%s), ", dtype_info[t->dtype].c, fill);
    }
    w_put(e->w, "%d, ", t->rank);
    if (owned) {
        w_put(e->w, "%s, ", e->name[dst->id]);
    }
    w_put(e->w, "%d, %s%s, %d, %s", dtype_info[t->dtype].bytes,
          s->alloc.fill == FILL_ZERO ? "PYCC_ZERO" : "0", s->alloc.fortran ? " | PYCC_FORTRAN" : "",
          emit_line_of(e, s->span), emit_leave_text(e));
    for (int k = 0; k < t->rank; ++k) {
        w_put(e->w, ", ");
        emit_expr(e, s->alloc.extent[k], PREC_COND);
    }
    w_line(e->w, "%s);", t->rank == 0 ? ", 0" : "");
}
