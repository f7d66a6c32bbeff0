/* Reductions with several accumulators. A loop `s = s + a[i]` waits in each iteration for the one
 * before, however wide its vectors are; so its range is cut into equal streams that advance
 * together, each with an accumulator of its own:
 *
 *     for (i = lo; i < lo + i__q; ++i) {
 *         s += a[i];
 *         { const int64_t i__1 = i + 1 * i__q; s__1 += a[i__1]; } ...
 *     }
 *     s = (s + s__1) + (s__2 + s__3), and the few iterations left
 *
 * The order of the additions depends on the range only, and accumulators that see fewer values
 * round less. */
#include "emit.h"

enum {
    CHEAP = 12, /* nodes of the expressions of a body that is repeated */
    MOST = 4    /* accumulators of a stream */
};

/* ---- what is worth it */

static int nodes(const struct texpr *x) {
    int n = 1;
    switch (x->kind) {
    case TE_CAST:
        return nodes(x->cast);
    case TE_OP:
        for (int i = 0; i < x->op.n; ++i) {
            n += nodes(x->op.arg[i]);
        }
        return n;
    case TE_SELECT:
        return n + nodes(x->select.cond) + nodes(x->select.a) + nodes(x->select.b);
    default:
        return n;
    }
}

static bool is_reduced(const struct loop_plan *p, const struct tvar *v) {
    for (int i = 0; i < p->reductions.n; ++i) {
        if (p->reductions.item[i].var == v) {
            return true;
        }
    }
    return false;
}

bool emit_stream_worth(const struct emit *e, const struct tstmt *loop, const struct loop_plan *p) {
    int n = 0;
    if (e->variant != VARIANT_FAST || emit_step(loop) != 1 || p->reductions.n == 0 ||
        p->reductions.n > MOST) {
        return false;
    }
    for (int i = 0; i < loop->for_.body.n; ++i) {
        const struct tstmt *s = loop->for_.body.item[i];
        if (s->kind != TS_ASSIGN || !is_reduced(p, s->assign.dst)) {
            return false;
        }
        n += nodes(s->assign.value);
    }
    return n <= CHEAP;
}

/* ---- printing */

const char *emit_stream_name(struct emit *e, const struct tvar *v, int s) {
    const char *name = e->name[v->id];
    return s == 0 ? name : arena_printf(e->arena, "%s__%d", name, s);
}

static void declare_accumulators(struct emit *e, const struct loop_plan *p) {
    for (int i = 0; i < p->reductions.n; ++i) {
        const struct reduction *r = &p->reductions.item[i];
        const char *neutral = emit_neutral(e, r->op, r->var->type->dtype);
        for (int s = 1; s < STREAMS; ++s) {
            w_line(e->w, "%s %s = %s;", emit_type(e, r->var->type), emit_stream_name(e, r->var, s),
                   neutral ? neutral : e->name[r->var->id]);
        }
    }
}

/* In pairs. */
static void combine_accumulators(struct emit *e, const struct loop_plan *p) {
    for (int step = 1; step < STREAMS; step *= 2) {
        for (int i = 0; i < p->reductions.n; ++i) {
            const struct reduction *r = &p->reductions.item[i];
            for (int s = 0; s < STREAMS; s += 2 * step) {
                const char *a = emit_stream_name(e, r->var, s);
                const char *b = emit_stream_name(e, r->var, s + step);
                w_line(e->w, "%s = %s;", a, emit_combined(e, r->op, r->var->type->dtype, a, b));
            }
        }
    }
}

void emit_stream_loop(struct emit *e, const struct tstmt *loop, const struct loop_plan *p,
                      void (*print)(struct emit *e, const struct tstmt *loop)) {
    const char *i = e->name[loop->for_.counter->id];
    bool cold = e->cold_line;
    w_open(e->w, "%s", "");
    w_line(e->w, "int64_t %s__rest;", i);
    declare_accumulators(e, p);
    e->streams = loop;
    print(e, loop);
    e->streams = NULL;
    combine_accumulators(e, p);
    e->rest = loop;
    e->cold_line = true;
    emit_loop_pragma(e, loop);
    print(e, loop);
    e->cold_line = cold;
    e->rest = NULL;
    w_close(e->w, "");
}

void emit_stream_head(struct emit *e, const struct tstmt *loop, const char *start,
                      const char *stop) {
    const char *i = e->name[loop->for_.counter->id];
    w_line(e->w, "const int64_t %s__q = pycc_stream(%s, %s, %d);", i, start, stop, STREAMS);
    w_line(e->w, "%s__rest = %s + %d * %s__q;", i, start, STREAMS, i);
    emit_loop_pragma(e, loop);
    w_open(e->w, "for (int64_t %s = %s; %s < %s + %s__q; ++%s)", i, start, i, start, i, i);
}

/* Stream s > 0: the body with other names. */
static void put_stream(struct emit *e, const struct tstmt *loop, const struct loop_plan *p, int s) {
    const char **counter = &e->name[loop->for_.counter->id], *i = *counter;
    const char *name[MOST];
    w_open(e->w, "%s", "");
    *counter = arena_printf(e->arena, "%s__%d", i, s);
    w_line(e->w, "const int64_t %s = %s + %d * %s__q;", *counter, i, s, i);
    for (int k = 0; k < p->reductions.n; ++k) {
        const struct tvar *v = p->reductions.item[k].var;
        name[k] = e->name[v->id];
        e->name[v->id] = emit_stream_name(e, v, s);
    }
    emit_block(e, &loop->for_.body);
    for (int k = 0; k < p->reductions.n; ++k) {
        e->name[p->reductions.item[k].var->id] = name[k];
    }
    *counter = i;
    w_close(e->w, "");
}

void emit_stream_body(struct emit *e, const struct tstmt *loop) {
    if (e->truth == loop) {
        emit_truth_body(e, loop);
        return;
    }
    emit_block(e, &loop->for_.body);
    if (e->streams != loop) {
        return;
    }
    bool cold = e->cold_line;
    e->cold_line = true;
    for (int s = 1; s < STREAMS; ++s) {
        put_stream(e, loop, &e->fplan->loop[loop->for_.loop], s);
    }
    e->cold_line = cold;
}
