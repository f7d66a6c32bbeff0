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
 * Ranges too short for streams skip all that. The order of the additions depends on the range only,
 * and accumulators that see fewer values round less. Loops inside others may be short, and then
 * take longer to begin and to end than their iterations do: those of a few trip counts are printed
 * once more for each, which the C compiler unrolls. */
#include "emit.h"

/* What points, small matrices and sets of features have. */
static const int short_trips[] = {2, 3, 4, 8, 16};

enum {
    CHEAP = 12, /* nodes of the expressions of a body that is repeated */
    MOST = 4    /* accumulators of a stream */
};

/* ---- what is worth it */

static int nodes(const struct texpr *x) {
    struct texpr *const *part;
    int n = x->kind != TE_CAST, parts = x->kind == TE_LOAD ? 0 : expr_parts(x, &part);
    for (int i = 0; i < parts; ++i) {
        n += nodes(part[i]);
    }
    return n;
}

static bool is_reduced(const struct loop_plan *p, const struct tvar *v) {
    for (int i = 0; i < p->reductions.n; ++i) {
        if (p->reductions.item[i].var == v) {
            return true;
        }
    }
    return false;
}

/* Several streams: nothing but cheap reductions? */
static bool stream_worth(const struct emit *e, const struct tstmt *loop,
                         const struct loop_plan *p) {
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

static void put_streams(struct emit *e, const struct tstmt *loop, const struct loop_plan *p,
                        void (*print)(struct emit *e, const struct tstmt *loop)) {
    const char *i = e->name[loop->for_.counter->id];
    bool cold = e->cold_line;
    w_line(e->w, "int64_t %s__rest;", i);
    declare_accumulators(e, p);
    e->streams = loop;
    print(e, loop);
    e->streams = NULL;
    combine_accumulators(e, p);
    w_close(e->w, ""); /* of the test in emit_stream_head */
    e->rest = loop;
    e->cold_line = true;
    emit_loop_pragma(e, loop);
    print(e, loop);
    e->cold_line = cold;
    e->rest = NULL;
}

/* A piece of a loop is as long as the loop when it is short. */
static void put_short(struct emit *e, const struct tstmt *loop,
                      void (*print)(struct emit *e, const struct tstmt *loop)) {
    bool cold = e->cold_line;
    e->cold_line = true;
    for (size_t k = 0; k < sizeof(short_trips) / sizeof(short_trips[0]); ++k) {
        e->trips = short_trips[k];
        w_open(e->w, "case %d:", e->trips);
        emit_loop_pragma(e, loop);
        print(e, loop);
        w_line(e->w, "break;");
        w_close(e->w, "");
    }
    e->trips = 0;
    e->cold_line = cold;
}

/* The sums of a nest that reduces into elements of arrays (a.sum(axis=0)): cheap, and stored in
 * each iteration. */
static bool short_stores(const struct emit *e, const struct tstmt *loop) {
    const struct tblock *body = &loop->for_.body;
    const struct loop_plan *root = e->nest ? &e->fplan->loop[e->nest->root->for_.loop] : NULL;
    return e->variant == VARIANT_FAST && root && root->element_reductions.n > 0 && body->n == 1 &&
           body->item[0]->kind == TS_STORE && nodes(body->item[0]->store.value) <= CHEAP;
}

void emit_stream_loop(struct emit *e, const struct tstmt *loop, const struct loop_plan *p,
                      void (*print)(struct emit *e, const struct tstmt *loop)) {
    const char *i = e->name[loop->for_.counter->id];
    bool streams = stream_worth(e, loop, p);
    bool pieces = e->pieces == loop && emit_step(loop) == 1 && (streams || short_stores(e, loop));
    if (pieces) {
        w_open(e->w, "switch (%s__hi - %s__lo)", i, i);
        put_short(e, loop, print);
    }
    if (pieces || streams) {
        w_open(e->w, "%s", pieces ? "default:" : "");
    }
    if (streams) {
        put_streams(e, loop, p, print);
    } else {
        emit_loop_pragma(e, loop);
        print(e, loop);
    }
    if (pieces || streams) {
        w_close(e->w, "");
    }
    if (pieces) {
        w_close(e->w, "");
    }
}

void emit_stream_head(struct emit *e, const struct tstmt *loop, const char *start,
                      const char *stop) {
    const char *i = e->name[loop->for_.counter->id];
    w_line(e->w, "const int64_t %s__q = pycc_stream(%s, %s, %d);", i, start, stop, STREAMS);
    w_line(e->w, "%s__rest = %s + %d * %s__q;", i, start, STREAMS, i);
    w_open(e->w, "if (%s__q > 0)", i);
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
