/* Loops that look for one true (any) or one false value (all): they need not run to their end.
 *
 *     for (i__lo = lo; i__lo < hi && !any; i__lo += 4096) {
 *         int64_t hit = 0;
 *         for (i = i__lo; i < i__hi; ++i)  hit |= a[i] > 2;      vectorised
 *         any = hit != 0;
 *     }
 *
 * The flag has the width of the elements, so that a vector of comparisons needs no narrowing. */
#include "emit.h"

enum { BLOCK = 4096 };

/* v = v or x: x; NULL for others. */
static const struct texpr *tested(const struct tstmt *s, const struct reduction *r) {
    const struct texpr *e =
        s->kind == TS_ASSIGN && s->assign.dst == r->var ? s->assign.value : NULL;
    if (!e || e->kind != TE_OP || e->op.op != r->op || e->op.n != 2) {
        return NULL;
    }
    for (int i = 0; i < 2; ++i) {
        const struct texpr *x = e->op.arg[i];
        if (x->kind == TE_VAR && x->var == r->var) {
            return e->op.arg[1 - i];
        }
    }
    return NULL;
}

bool emit_truth_fits(const struct emit *e, const struct tstmt *loop, const struct loop_plan *p) {
    const struct reduction *r = p->reductions.n == 1 ? &p->reductions.item[0] : NULL;
    return r && (e->variant == VARIANT_FAST || e->variant == VARIANT_STRIDED) &&
           (r->op == OP_LOR || r->op == OP_LAND) && emit_step(loop) == 1 &&
           dtype_info[r->var->type->dtype].kind == KIND_BOOL && loop->for_.body.n == 1 &&
           tested(loop->for_.body.item[0], r) != NULL;
}

/* Bytes of the widest element that x loads; 1 when it loads none. */
static int width(const struct texpr *x) {
    struct texpr *const *part;
    if (x->kind == TE_LOAD) {
        return dtype_info[x->type->dtype].bytes;
    }
    int most = 1;
    for (int i = 0, n = expr_parts(x, &part); i < n; ++i) {
        int w = width(part[i]);
        most = w > most ? w : most;
    }
    return most;
}

static const struct reduction *flag_of(const struct emit *e, const struct tstmt *loop) {
    return &e->fplan->loop[loop->for_.loop].reductions.item[0];
}

void emit_truth_loop(struct emit *e, const struct tstmt *loop,
                     void (*print)(struct emit *e, const struct tstmt *loop)) {
    e->truth = loop;
    print(e, loop);
    e->truth = NULL;
}

void emit_truth_head(struct emit *e, const struct tstmt *loop, const char *start,
                     const char *stop) {
    const struct reduction *r = flag_of(e, loop);
    const char *i = e->name[loop->for_.counter->id];
    int bytes = width(tested(loop->for_.body.item[0], r));
    w_open(e->w, "for (int64_t %s__at = %s; %s__at < %s && %s%s; %s__at += %d)", i, start, i, stop,
           r->op == OP_LOR ? "!" : "", e->name[r->var->id], i, BLOCK);
    w_line(e->w, "const int64_t %s__end = pycc_pymin_i64(%s__at + %d, %s);", i, i, BLOCK, stop);
    w_line(e->w, "int%d_t hit = 0;", (bytes < 8 ? bytes : 8) * 8);
    w_line(e->w, "#pragma omp simd reduction(| : hit)");
    w_open(e->w, "for (int64_t %s = %s__at; %s < %s__end; ++%s)", i, i, i, i, i);
}

void emit_truth_body(struct emit *e, const struct tstmt *loop) {
    const struct reduction *r = flag_of(e, loop);
    const struct texpr *x = tested(loop->for_.body.item[0], r);
    emit_comment(e, loop->for_.body.item[0], false);
    w_put(e->w, "hit |= ");
    if (r->op == OP_LOR) {
        emit_expr(e, x, PREC_OR);
    } else {
        emit_negation(e, x);
    }
    w_line(e->w, ";");
    w_close(e->w, "");
    w_line(e->w, "%s = hit %s 0;", e->name[r->var->id], r->op == OP_LOR ? "!=" : "==");
}
