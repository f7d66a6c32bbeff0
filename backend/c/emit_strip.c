/* Innermost loops of kernels that only combine: strips of neighbouring iterations, each of which
 * combines into a variable of its own.
 *
 *     double s__s[8];
 *     for (int k__l = 0; k__l < 8; ++k__l) s__s[k__l] = -0.0;
 *     long k__at = 0;
 *     for (; k__at + 8 <= p; k__at += 8) {
 *         for (int k__l = 0; k__l < 8; ++k__l) {
 *             const long k = k__at + k__l;
 *             s__s[k__l] += a[PYCC_A0(i, k)] * x[PYCC_A1(0, k)];
 *         }
 *     }
 *     for (int k__l = 0; k__l < 8; ++k__l) s = s + s__s[k__l];
 *     for (long k = k__at; k < p; ++k) s += a[PYCC_A0(i, k)] * x[PYCC_A1(0, k)];
 *
 * The short loops are unrolled: a strip is a vector where the device has them, and elsewhere what
 * one work-item loads lies together. The order depends on the trip count only. */
#include "emit_kernel.h"

#define STRIP_BYTES 64

/* Only values for scalars of the body itself, and what is combined. */
static bool is_plain(const struct emit *e, const struct tstmt *loop, const struct loop_plan *p) {
    for (int i = 0; i < loop->for_.body.n; ++i) {
        const struct tstmt *s = loop->for_.body.item[i];
        const struct tvar *v = s->kind == TS_ASSIGN  ? s->assign.dst
                               : s->kind == TS_INDEX ? s->index.dst
                                                     : NULL;
        bool combined = false;
        for (int k = 0; k < p->reductions.n; ++k) {
            combined = combined || p->reductions.item[k].var == v;
        }
        const struct place *place = v ? &e->place.var[v->id] : NULL;
        bool own = place && (place->reads == 0 || !place->home || combined ||
                             emit_place_inside(place->home, loop));
        bool hoisted = s->kind != TS_INDEX || e->fplan->hoisted[s->id];
        if (!(s->kind == TS_CHECK && (e->speculating || e->fplan->hoisted[s->id])) &&
            !(own && hoisted)) {
            return false;
        }
    }
    return true;
}

static int strip_of(const struct loop_plan *p) {
    int bytes = 4;
    for (int i = 0; i < p->reductions.n; ++i) {
        int own = dtype_info[p->reductions.item[i].var->type->dtype].bytes;
        bytes = own > bytes ? own : bytes;
    }
    return STRIP_BYTES / bytes;
}

bool emit_strip_fits(struct emit *e, const struct tstmt *loop) {
    const struct loop_plan *p = &e->fplan->loop[loop->for_.loop];
    bool fits = e->variant == VARIANT_KERNEL && p->innermost && p->simd && !e->function &&
                emit_step(loop) == 1 && p->reductions.n > 0 && p->reductions.n <= 2 &&
                is_plain(e, loop, p);
    for (int i = 0; fits && i < p->reductions.n; ++i) {
        const struct reduction *r = &p->reductions.item[i];
        fits = emit_neutral(e, r->op, r->var->type->dtype) != NULL && strip_of(p) > 1;
    }
    return fits;
}

/* The strip's variable of reduction k at hand: each iteration of a box has its own. */
static const char *strip_name(struct emit *e, const char *i, int k, bool box) {
    return arena_printf(e->arena, "%s__s%d%s", i, k, box ? emit_box_index(e) : "");
}

static void open_box(struct emit *e, bool box) {
    if (box) {
        emit_box_open(e, true);
    }
}

static void close_box(struct emit *e, bool box) {
    if (box) {
        emit_box_close(e);
    }
}

/* One statement for each variable, with its element of the strip. */
static void put_each(struct emit *e, const struct loop_plan *p, const char *i, int n, bool end,
                     bool box) {
    open_box(e, box);
    w_open(e->w, "for (int %s__l = 0; %s__l < %d; ++%s__l)", i, i, n, i);
    for (int k = 0; k < p->reductions.n; ++k) {
        const struct reduction *r = &p->reductions.item[k];
        const char *name = e->name[r->var->id];
        const char *strip = arena_printf(e->arena, "%s[%s__l]", strip_name(e, i, k, box), i);
        if (end) {
            w_line(e->w, "%s = %s;", name,
                   emit_combined(e, r->op, r->var->type->dtype, name, strip));
        } else {
            w_line(e->w, "%s = %s;", strip, emit_neutral(e, r->op, r->var->type->dtype));
        }
    }
    w_close(e->w, "");
    close_box(e, box);
}

static void put_strip(struct emit *e, const struct tstmt *loop, const struct loop_plan *p,
                      const char *i, int n, bool box) {
    const char *plain[2];
    open_box(e, box);
    w_line(e->w, "#pragma unroll");
    w_open(e->w, "for (int %s__l = 0; %s__l < %d; ++%s__l)", i, i, n, i);
    w_line(e->w, "const long %s = %s__at + %s__l;", i, i, i);
    for (int k = 0; k < p->reductions.n; ++k) {
        const char **name = &e->name[p->reductions.item[k].var->id];
        plain[k] = *name;
        *name = arena_printf(e->arena, "%s[%s__l]", strip_name(e, i, k, box), i);
    }
    emit_block(e, &loop->for_.body);
    for (int k = 0; k < p->reductions.n; ++k) {
        e->name[p->reductions.item[k].var->id] = plain[k];
    }
    w_close(e->w, "");
    close_box(e, box);
}

void emit_strip(struct emit *e, const struct tstmt *loop, const char *start, const char *stop,
                bool box) {
    const struct loop_plan *p = &e->fplan->loop[loop->for_.loop];
    const char *i = e->name[loop->for_.counter->id];
    int n = strip_of(p), line = e->line;
    for (int k = 0; k < p->reductions.n; ++k) {
        w_line(e->w, "%s %s__s%d%s[%d];", emit_type(e, p->reductions.item[k].var->type), i, k,
               box ? emit_box_extents(e) : "", n);
    }
    put_each(e, p, i, n, false, box);
    w_line(e->w, "long %s__at = %s;", i, start);
    w_open(e->w, "for (; %s__at + %d <= %s; %s__at += %d)", i, n, stop, i, n);
    put_strip(e, loop, p, i, n, box);
    w_close(e->w, "");
    put_each(e, p, i, n, true, box);
    e->line = line;
    emit_loop_head(e, loop, arena_printf(e->arena, "%s__at", i), stop);
    open_box(e, box);
    emit_block(e, &loop->for_.body);
    close_box(e, box);
    w_close(e->w, "");
}
