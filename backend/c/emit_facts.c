/* What a nest's statements touch: which arrays directly, which variables it assigns, what it must
 * carry from piece to piece, and which variants it needs. */
#include "emit.h"

/* Divisions, roots and functions take longer than loading elements one by one. */
static bool is_costly(const struct texpr *x) {
    enum op op = x->op.op;
    return op == OP_DIV || op == OP_SQRT || (op_info[op].flags & OPF_EXPENSIVE) != 0;
}

static void see_node(struct texpr *x, void *context) {
    struct nest_facts *f = context;
    if (x->kind == TE_VAR) {
        f->handed[x->var->id] = true;
    } else if (x->kind == TE_LOAD) {
        f->direct[x->load.array->id] = true;
        f->unit[x->load.array->id] |= index_asks_unit(x->load.array, x->load.index);
    } else if (x->kind == TE_OP) {
        f->costly = f->costly || is_costly(x);
    }
}

static void touch_expr(struct texpr *x, void *context) {
    expr_walk(x, see_node, context);
}

static void touch_block(struct nest_facts *f, const struct tblock *b, bool of_root);

static void touch_simple(struct nest_facts *f, const struct tstmt *s) {
    const struct tvar *def = stmt_def(s);
    stmt_exprs(s, touch_expr, f);
    if (def) {
        f->assigned[def->id] = true;
    }
    if (s->kind == TS_STORE) {
        f->direct[s->store.array->id] = true;
        f->unit[s->store.array->id] |= index_asks_unit(s->store.array, s->store.index);
    } else if (s->kind == TS_VIEW) {
        f->handed[s->view.base->id] = true;
    } else if (s->kind == TS_LIB && s->lib.out) {
        f->handed[s->lib.out->id] = true;
    }
    f->costly = f->costly || s->kind == TS_CALL; /* it may be inlined */
    f->ends = f->ends || s->kind == TS_RETURN;
}

/* of_root: a BREAK here leaves the nest. */
static void touch_stmt(struct nest_facts *f, const struct tstmt *s, bool of_root) {
    const struct tblock *block[3];
    int n = stmt_blocks(s, block);
    if (n == 0) {
        touch_simple(f, s);
        f->ends = f->ends || (s->kind == TS_BREAK && of_root);
        return;
    }
    stmt_exprs(s, touch_expr, f);
    for (int i = 0; i < n; ++i) {
        bool in_loop = s->kind != TS_IF && i < n - 1;
        touch_block(f, block[i], of_root && !in_loop);
    }
}

static void touch_block(struct nest_facts *f, const struct tblock *b, bool of_root) {
    for (int i = 0; i < b->n; ++i) {
        touch_stmt(f, b->item[i], of_root);
    }
}

/* ---- state */

static bool in_state(const struct nest_facts *f, const struct tvar *v) {
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
    if (f->assigned[v->id] && longer && !v->is_counter && !in_state(f, v)) {
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

/* ---- variants */

static void find_variants(const struct emit *e, struct nest_facts *f) {
    const struct nest *n = f->nest;
    bool direct = false, written = false;
    for (int i = 0; i < n->arrays.n; ++i) {
        const struct nest_array *a = &n->arrays.item[i];
        bool given = n->question || !e->fplan->fresh[a->var->id];
        direct = direct || (f->direct[a->var->id] && given);
        written = written || (a->written && a->var->type->rank > 0 && given);
        f->strided = f->strided || (f->direct[a->var->id] && a->var->type->rank > 0 &&
                                    a->var->type->layout == TY_ANY);
    }
    f->exact = f->lanes || n->checks.n > 0 || n->fits.n > 0 || n->disjoint.n > 0 || written ||
               (direct && !f->strided);
}

const struct tstmt *emit_placed(const struct emit *e, const struct tstmt *loop,
                                struct tstmt *copy) {
    if (e->variant != VARIANT_EXACT || !loop->for_.source) {
        return loop;
    }
    *copy = *loop->for_.source;
    copy->for_.body = loop->for_.body;
    return copy;
}

const struct tstmt *emit_inner_for(const struct tstmt *loop) {
    for (int i = 0; i < loop->for_.body.n; ++i) {
        if (loop->for_.body.item[i]->kind == TS_FOR) {
            return loop->for_.body.item[i];
        }
    }
    die("a collapsed loop without a loop in it");
}

bool emit_is_field(const struct texpr *x) {
    return x && x->kind != TE_CONST;
}

/* Is there a loop whose iterations may run as lanes? */
static bool has_lanes(const struct emit *e, const struct tstmt *loop) {
    const struct tblock *b = &loop->for_.body;
    bool has = e->fplan->loop[loop->for_.loop].lanes;
    for (int i = 0; i < b->n; ++i) {
        has = has || (b->item[i]->kind == TS_FOR && has_lanes(e, b->item[i]));
    }
    return has;
}

struct nest_facts emit_nest_facts(struct emit *e, const struct nest *n) {
    struct nest_facts f = {.nest = n, .inner = n->root};
    f.name = arena_printf(e->arena, "%s__loop%d", e->function_name[e->func->id], n->id + 1);
    f.direct = ARENA_ARRAY(e->arena, bool, e->func->n_vars + 1);
    f.handed = ARENA_ARRAY(e->arena, bool, e->func->n_vars + 1);
    f.unit = ARENA_ARRAY(e->arena, bool, e->func->n_vars + 1);
    f.assigned = ARENA_ARRAY(e->arena, bool, e->func->n_vars + 1);
    f.flat = ARENA_ARRAY(e->arena, bool, e->func->n_vars + 1);
    touch_block(&f, &n->root->for_.body, true);
    plan_flat_views(e->fplan, n, f.direct, f.unit, f.flat);
    for (int i = 0; i < e->func->n_vars; ++i) {
        f.unit[i] = f.unit[i] && !e->fplan->strided[i];
    }
    for (int k = 1; k < n->collapse; ++k) {
        f.inner = emit_inner_for(f.inner);
    }
    find_state(e, &f);
    f.lanes = has_lanes(e, n->root);
    find_variants(e, &f);
    return f;
}

/* ---- loops of a nest */

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
