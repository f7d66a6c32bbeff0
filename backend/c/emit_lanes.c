/* Lanes: loops of which several iterations run at once (loop_plan.lanes), and how long they take:
 * they run without polls. */
#include "emit.h"

#include <inttypes.h>

static const char *trips_text(struct emit *e, const struct tstmt *s) {
    return arena_printf(e->arena, "pycc_trips(%s, %s, %" PRId64 ")",
                        emit_expr_text(e, s->for_.start, PREC_COND),
                        emit_expr_text(e, s->for_.stop, PREC_COND), emit_step(s));
}

static const char *inner_trips(struct emit *e, const struct tstmt *loop) {
    const char *sum = NULL;
    for (int i = 0; i < loop->for_.body.n; ++i) {
        const struct tstmt *s = loop->for_.body.item[i];
        if (s->kind == TS_FOR) {
            const char *more = trips_text(e, s), *inner = inner_trips(e, s);
            more = inner ? arena_printf(e->arena, "pycc_steps(%s, %s)", more, inner) : more;
            sum = sum ? arena_printf(e->arena, "%s + %s", sum, more) : more;
        }
    }
    return sum;
}

const char *emit_lanes_steps(struct emit *e, const struct tstmt *loop) {
    return arena_printf(e->arena, "%s * (%s)", trips_text(e, loop), inner_trips(e, loop));
}

const char *emit_lanes_short(struct emit *e, const struct tstmt *loop, bool is_inner) {
    return arena_printf(e->arena, "pycc_short(%s, %s)", is_inner ? "1" : trips_text(e, loop),
                        inner_trips(e, loop));
}

const char *emit_lanes_many(struct emit *e, const struct tstmt *loop) {
    return arena_printf(e->arena, "pycc_many(%s, %s)", trips_text(e, loop), inner_trips(e, loop));
}
