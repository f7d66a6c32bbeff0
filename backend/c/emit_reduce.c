/* Loops that only combine into a number. And reductions into elements of arrays: for each array the
 * function that combines a chunk's copy into it, and at the call the table of what is copied
 * (runtime/include/pycc_rt_reduce.h). */
#include "emit.h"

#include <inttypes.h>
#include <string.h>

#include "thresholds.h"

/* ---- into a number */

_Static_assert(FORM_STREAMS == 2, "PYCC_COMBINE has four streams");

static bool is_var(const struct texpr *x, const void *v) {
    return x->kind == TE_VAR && x->var == v;
}

/* v = v op x, or v = v - x: its value. NULL for others. */
static const struct texpr *combined_in(const struct reduction *r, const struct tstmt *s) {
    const struct texpr *x =
        s->kind == TS_ASSIGN && s->assign.dst == r->var ? s->assign.value : NULL;
    bool fits = x && x->kind == TE_OP && x->op.n == 2 && is_var(x->op.arg[0], r->var) &&
                (x->op.op == r->op || (x->op.op == OP_SUB && r->op == OP_ADD));
    return fits && !expr_any(x->op.arg[1], is_var, r->var) ? x : NULL;
}

static const struct texpr *combined(const struct loop_plan *p) {
    const struct tblock *b = p->form && p->form->rest ? &p->form->rest->for_.body : NULL;
    const struct reduction *r = b && b->n == 1 && p->reductions.n == 1 ? p->reductions.item : NULL;
    bool number =
        r && r->var->type->kind == TY_SCALAR && dtype_info[r->var->type->dtype].kind != KIND_BOOL;
    return number ? combined_in(r, b->item[0]) : NULL;
}

bool emit_reduces_number(const struct loop_plan *p) {
    return combined(p) != NULL;
}

/* The operator as a macro or a function; of an extreme, what numbers that are no NaN take, too. */
static const char *operator_text(struct emit *e, const struct reduction *r, bool extreme) {
    switch (r->op) {
    case OP_ADD:
        return "PYCC_PLUS";
    case OP_MUL:
        return "PYCC_TIMES";
    case OP_BITAND:
        return "PYCC_AND";
    case OP_BITOR:
        return "PYCC_OR";
    case OP_BITXOR:
        return "PYCC_XOR";
    default: {
        const char *f = emit_combiner(r->op);
        const char *tag = emit_tag(r->var->type->dtype);
        bool floats = dtype_info[r->var->type->dtype].kind == KIND_FLOAT;
        const char *found = floats && r->op == OP_MINIMUM   ? "lower"
                            : floats && r->op == OP_MAXIMUM ? "upper"
                                                            : f;
        return extreme ? arena_printf(e->arena, "pycc_%s_%s, pycc_%s_%s", f, tag, found, tag)
                       : arena_printf(e->arena, "pycc_%s_%s", f, tag);
    }
    }
}

/* A limit that holds where `unit` is true, and what holds elsewhere. */
static const char *limit(struct emit *e, int64_t n, bool everywhere, const char *other) {
    return everywhere ? arena_printf(e->arena, "%" PRId64, n)
                      : arena_printf(e->arena, "unit ? %" PRId64 " : %s", n, other);
}

/* Does it look for the first iteration in which something holds, v = min(v, k if c else n) for k up
 * to n? */
static bool finds_first(const struct loop_plan *p, const struct texpr *x) {
    const struct texpr *stop = p->stmt->for_.stop;
    return p->reductions.item[0].op == OP_PYMIN && x->kind == TE_SELECT &&
           dtype_strong(x->type->dtype) == DT_I64 && stop->kind == TE_VAR &&
           is_var(x->select.a, p->form->rest->for_.counter) && is_var(x->select.b, stop->var);
}

void emit_reduce_number(struct emit *e, const struct loop_plan *p, const char *lo, const char *hi) {
    const struct reduction *r = &p->reductions.item[0];
    const struct loop_form *f = p->form;
    const struct texpr *value = combined(p), *x = value->op.arg[1];
    enum dtype d = r->var->type->dtype;
    const char *acc = e->name[r->var->id], *zero = emit_neutral(e, r->op, d);
    bool every = e->version->vectors == VECTORS_ALL;
    bool vectors = !e->version->both || every; /* at any stride */
    const char *k = e->name[p->stmt->for_.counter->id];
    struct emit_items items = {0};
    if (e->place.var[r->var->id].reads == 0) {
        return;
    }
    e->name[f->rest->for_.counter->id] = k;
    if (value->op.op == OP_ADD && emit_counts_true(e, f->rest, x, acc, lo, hi)) {
        return;
    }
    if (value->op.op == r->op && finds_first(p, x)) {
        const char *part[] = {limit(e, 1, vectors, "0"),
                              acc,
                              emit_expr_text(e, x->select.b, PREC_COND),
                              k,
                              lo,
                              hi,
                              emit_expr_text(e, x->select.cond, PREC_COND)};
        for (size_t i = 0; i < sizeof(part) / sizeof(part[0]); ++i) {
            vec_push(e->arena, &items.text, part[i]);
        }
        emit_items(e, "PYCC_FIRST(", &items, ");");
        return;
    }
    const char *text = value->op.op == OP_SUB
                           ? arena_printf(e->arena, "-%s", emit_expr_text(e, x, PREC_POSTFIX))
                           : emit_expr_text(e, x, PREC_COND);
    bool extreme =
        dtype_info[d].kind != KIND_COMPLEX &&
        (r->op == OP_MINIMUM || r->op == OP_MAXIMUM || r->op == OP_PYMIN || r->op == OP_PYMAX);
    const char *part[] = {operator_text(e, r, extreme),
                          dtype_info[d].c,
                          acc,
                          zero ? zero : acc,
                          vectors ? "false" : "!unit",
                          limit(e, f->least, !e->version->both || !every, "INT64_MAX"),
                          k,
                          lo,
                          hi,
                          text};
    for (size_t i = 0; i < sizeof(part) / sizeof(part[0]); ++i) {
        vec_push(e->arena, &items.text, part[i]);
    }
    emit_items(e, extreme ? "PYCC_EXTREME(" : "PYCC_COMBINE(", &items, ");");
}

/* ---- into elements */

static const struct loop_plan *plan_of(const struct emit *e, const struct nest *n) {
    return &e->fplan->loop[n->root->for_.loop];
}

bool emit_reduces(const struct emit *e, const struct nest *n) {
    return n->parallel && plan_of(e, n)->element_reductions.n > 0;
}

/* A type's name in macros: bool is one itself. */
static const char *any_tag(enum dtype d) {
    const char *tag = emit_tag(d);
    return strcmp(tag, "bool") == 0 ? "_Bool" : tag;
}

void emit_reduce_folds(struct emit *e, const struct nest_facts *f) {
    const struct loop_plan *p = plan_of(e, f->nest);
    if (!emit_reduces(e, f->nest)) {
        return;
    }
    for (int i = 0; i < p->element_reductions.n; ++i) {
        const struct element_reduction *r = &p->element_reductions.item[i];
        enum dtype d = r->array->type->dtype;
        w_line(e->w, "PYCC_FOLD(%s_%s_fold, %s, %s, %s)", f->name, e->name[r->array->id],
               any_tag(d), dtype_info[d].c, emit_combined(e, r->op, d, "a", "b"));
        for (int k = 0; k < r->places.n; ++k) {
            w_line(e->w, "PYCC_FOLD(%s_%s_fold%d, %s, %s, %s)", f->name, e->name[r->array->id], k,
                   any_tag(d), dtype_info[d].c,
                   emit_combined(e, r->places.item[k].op, d, "a", "b"));
        }
    }
    w_line(e->w, "%s", "");
}

static void put_places(struct emit *e, const struct nest_facts *f,
                       const struct element_reduction *r) {
    enum dtype d = r->array->type->dtype;
    w_line(e->w, ".n_places = %d,", r->places.n);
    w_open(e->w, ".place = (const struct pycc_reduced_place[])");
    for (int k = 0; k < r->places.n; ++k) {
        const struct element_place *p = &r->places.item[k];
        const char *neutral = emit_neutral(e, p->op, d);
        const char *text =
            neutral ? arena_printf(e->arena, "&(const %s){%s}", dtype_info[d].c, neutral) : "NULL";
        w_line(e->w, "{%" PRId64 ", %s, %s_%s_fold%d},", p->at, text, f->name,
               e->name[r->array->id], k);
    }
    w_close(e->w, ",");
}

static void put_reduced(struct emit *e, const struct nest_facts *f,
                        const struct element_reduction *r) {
    const struct ty *t = r->array->type;
    const struct dtype_info *d = &dtype_info[t->dtype];
    const char *name = e->name[r->array->id];
    const char *neutral = emit_neutral(e, r->op, t->dtype);
    w_open(e->w, "%s", "");
    w_line(e->w, ".rank = %d,", t->rank);
    w_line(e->w, ".item = %d,", d->bytes);
    if (t->layout == TY_F) {
        w_line(e->w, ".fortran = true,");
    }
    w_line(e->w, ".array = offsetof(struct %s, %s),", f->name, name);
    if (f->touch.direct[r->array->id]) {
        w_line(e->w, ".pointer = offsetof(struct %s, %s__p),", f->name, name);
    } else {
        w_line(e->w, ".pointer = -1,");
    }
    if (neutral) {
        w_line(e->w, ".neutral = &(const %s){%s},", d->c, neutral);
    }
    if (d->kind != KIND_FLOAT && d->kind != KIND_COMPLEX) {
        w_line(e->w, ".exact = true,");
    }
    w_line(e->w, ".fold = %s_%s_fold,", f->name, name);
    if (r->places.n > 0) {
        put_places(e, f, r);
    }
    w_close(e->w, ",");
}

void emit_reduce_copies(struct emit *e, const struct nest_facts *f) {
    const struct loop_plan *p = plan_of(e, f->nest);
    if (!emit_reduces(e, f->nest)) {
        return;
    }
    w_open(e->w, "const struct pycc_reduced reduced[] =");
    for (int i = 0; i < p->element_reductions.n; ++i) {
        put_reduced(e, f, &p->element_reductions.item[i]);
    }
    w_close(e->w, ";");
    w_line(e->w,
           "const struct pycc_copies copies = {.in = &in, .in_size = sizeof(in), .n = %d, "
           ".array = reduced};",
           p->element_reductions.n);
}
