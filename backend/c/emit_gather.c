/* Sums of elements at indices that are data, as masked vectors (pycc_rt_gather.h):
 *
 *     if (!(fits && PYCC_GATHERED(f64, double, s, k, k__lo, k__hi,
 *               PYCC_LANES_OWN(f64, k, v[k]) * PYCC_LANES_AT(f64, k, x[0], n, i64, c[k])))) {
 *         the loop
 *     } */
#include "emit.h"

/* Are its elements neighbours in memory? */
static bool is_contiguous(const struct emit *e, const struct tvar *v) {
    return !e->fplan->strided[v->id] && e->touch->unit[v->id] &&
           (e->touch->direct[v->id] || e->touch->flat[v->id]);
}

static bool are_contiguous(const struct emit *e, const struct tstmt *loop, const struct texpr *x) {
    x = gathered_value(loop, x);
    const struct texpr *i = gathered_index(loop, x);
    if (x->kind == TE_LOAD) {
        return is_contiguous(e, x->load.array) && (!i || is_contiguous(e, i->load.array));
    }
    struct texpr *const *part;
    for (int k = 0, n = expr_parts(x, &part); k < n; ++k) {
        if (!are_contiguous(e, loop, part[k])) {
            return false;
        }
    }
    return true;
}

static const char *element(struct emit *e, const struct texpr *load, struct texpr *at) {
    struct texpr copy = *load;
    copy.load.index = &at;
    return emit_expr_text(e, &copy, PREC_COND);
}

/* outer: needs no brackets. */
static const char *lanes(struct emit *e, const struct tstmt *loop, const struct texpr *x,
                         bool outer) {
    x = gathered_value(loop, x);
    const char *k = e->name[loop->for_.counter->id];
    struct texpr at = {.kind = TE_VAR, .type = loop->for_.counter->type, .var = loop->for_.counter};
    if (x->kind == TE_LOAD) {
        const struct texpr *i = gathered_index(loop, x);
        const char *tag = emit_tag(x->type->dtype);
        struct texpr zero = {.kind = TE_CONST, .type = at.type};
        return i ? arena_printf(e->arena, "PYCC_LANES_AT(%s, %s, %s, %s, %s, %s)", tag, k,
                                element(e, x, &zero), emit_extent(e, x->load.array, 0),
                                emit_tag(i->type->dtype), element(e, i, &at))
                 : arena_printf(e->arena, "PYCC_LANES_OWN(%s, %s, %s)", tag, k, element(e, x, &at));
    }
    if (x->kind == TE_CAST) {
        return lanes(e, loop, x->cast, outer);
    }
    if (x->kind != TE_OP) {
        return emit_expr_text(e, x, PREC_POSTFIX);
    }
    const char *a = lanes(e, loop, x->op.arg[0], false);
    if (x->op.n == 1) {
        return arena_printf(e->arena, "-%s", a);
    }
    const char *sign = x->op.op == OP_ADD   ? "+"
                       : x->op.op == OP_SUB ? "-"
                       : x->op.op == OP_MUL ? "*"
                                            : "/";
    const char *b = lanes(e, loop, x->op.arg[1], false);
    return arena_printf(e->arena, outer ? "%s %s %s" : "(%s %s %s)", a, sign, b);
}

bool emit_gathers(const struct emit *e) {
    for (int i = 0; i < e->fplan->func->n_loops; ++i) {
        const struct loop_form *f = e->fplan->loop[i].form;
        if (f && f->gathered) {
            return true;
        }
    }
    return false;
}

void emit_gathered(struct emit *e, const struct loop_plan *p, const char *lo, const char *hi) {
    const struct tstmt *s = p->form->gathered, *loop = s->if_.then.item[0];
    const struct tvar *sum = p->reductions.item[0].var;
    const struct texpr *term = gathered_term(loop, sum);
    enum dtype d = sum->type->dtype;
    if (e->version->unit == TRI_NO || !are_contiguous(e, loop, term)) {
        emit_block(e, &p->form->body);
        return;
    }
    e->name[loop->for_.counter->id] = e->name[p->stmt->for_.counter->id];
    w_put(e->w, "if (!(%s", e->version->unit == TRI_UNKNOWN ? "unit && " : "");
    if (s->if_.cond->kind != TE_CONST) {
        w_put(e->w, "%s && ", emit_expr_text(e, s->if_.cond, PREC_LAND));
    }
    w_open(e->w, "PYCC_GATHERED(%s, %s, %s, %s, %s, %s, %s)))", emit_tag(d), dtype_info[d].c,
           e->name[sum->id], e->name[loop->for_.counter->id], lo, hi, lanes(e, loop, term, true));
    emit_block(e, &s->if_.els);
    w_close(e->w, "");
}
