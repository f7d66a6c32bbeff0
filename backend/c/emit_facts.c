/* What is printed of a nest: what it must carry from piece to piece, what it owns, its bounds. */
#include "emit.h"

/* ---- state */

bool emit_in_state(const struct nest_facts *f, const struct tvar *v) {
    for (int i = 0; i < f->state.n; ++i) {
        if (f->state.item[i] == v) {
            return true;
        }
    }
    return false;
}

/* A variable that iterations assign and that lives longer than one. */
static void carry(struct emit *e, struct nest_facts *f, const struct tvar *v) {
    const struct place *p = &e->place.var[v->id];
    bool longer = p->home && !emit_place_inside(p->home, f->nest->root) && p->reads > 0;
    if (f->touch.assigned[v->id] && longer && !v->is_counter && !emit_in_state(f, v)) {
        vec_push(e->arena, &f->state, v);
    }
}

static void find_state(struct emit *e, struct nest_facts *f) {
    const struct nest *n = f->nest;
    for (int i = 0; i < n->out.n; ++i) {
        if (e->place.var[n->out.item[i]->id].reads > 0) {
            vec_push(e->arena, &f->state, n->out.item[i]);
        }
    }
    for (int i = 0; i < n->in.n && !n->parallel; ++i) {
        carry(e, f, n->in.item[i]);
    }
    for (int i = 0; i < n->local.n; ++i) {
        const struct tvar *v = n->local.item[i];
        if (emit_owned(e, v)) {
            const struct place *p = &e->place.var[v->id];
            f->whole = f->whole || (p->home && !emit_place_inside(p->home, n->root));
            vec_push(e->arena, &f->owned.var, v);
        } else if (!n->parallel) {
            carry(e, f, v);
        }
    }
}

struct nest_facts emit_nest_facts(struct emit *e, const struct nest *n) {
    struct nest_facts f = {.nest = n, .inner = n->root, .versions = &e->fplan->versions[n->id]};
    f.name = arena_printf(e->arena, "%s__loop%d", e->function_name[e->func->id], n->id + 1);
    f.touch = nest_touch(e->arena, e->fplan, n);
    for (int k = 1; k < n->collapse; ++k) {
        f.inner = schedule_inner_for(f.inner);
    }
    find_state(e, &f);
    return f;
}

/* ---- loops of a nest */

const struct tstmt *emit_placed(const struct emit *e, const struct tstmt *loop,
                                struct tstmt *copy) {
    if (e->version->variant != VARIANT_EXACT || !loop->for_.source) {
        return loop;
    }
    *copy = *loop->for_.source;
    copy->for_.body = loop->for_.body;
    return copy;
}

bool emit_is_field(const struct texpr *x) {
    return x && x->kind != TE_CONST;
}

int64_t emit_step(const struct tstmt *loop) {
    const struct texpr *step = loop->for_.step;
    return !step ? 1 : step->kind == TE_CONST ? step->value.i : 0;
}

const char *emit_start_text(struct emit *e, const struct tstmt *loop) {
    if (emit_is_field(loop->for_.start)) {
        return arena_printf(e->arena, "in.%s__start", e->name[loop->for_.counter->id]);
    }
    return emit_expr_text(e, loop->for_.start, PREC_COND);
}

const char *emit_step_text(struct emit *e, const struct tstmt *loop) {
    if (emit_is_field(loop->for_.step)) {
        return arena_printf(e->arena, "in.%s__step", e->name[loop->for_.counter->id]);
    }
    return loop->for_.step ? emit_expr_text(e, loop->for_.step, PREC_COND) : "1";
}

const char *emit_trips_text(struct emit *e, const struct tstmt *loop) {
    return arena_printf(e->arena, "pycc_trips(%s, %s, %s)", emit_start_text(e, loop),
                        emit_expr_text(e, loop->for_.stop, PREC_COND), emit_step_text(e, loop));
}
