/* What a nest's statements touch: which arrays directly, which variables it assigns, what it must
 * carry from piece to piece, and which variants it needs. */
#include "emit.h"

/* Divisions, roots and functions take longer than loading elements one by one. */
static bool is_costly(const struct texpr *x) {
    enum op op = x->op.op;
    return op == OP_DIV || op == OP_SQRT || (op_info[op].flags & OPF_EXPENSIVE) != 0;
}

static void touch_expr(struct nest_facts *f, const struct texpr *x) {
    if (!x) {
        return;
    }
    switch (x->kind) {
    case TE_VAR:
        f->handed[x->var->id] = true;
        break;
    case TE_LOAD:
        f->direct[x->load.array->id] = true;
        f->unit[x->load.array->id] |= index_asks_unit(x->load.array, x->load.index);
        for (int i = 0; i < x->load.n; ++i) {
            touch_expr(f, x->load.index[i]);
        }
        break;
    case TE_CAST:
        touch_expr(f, x->cast);
        break;
    case TE_OP:
        f->costly = f->costly || is_costly(x);
        for (int i = 0; i < x->op.n; ++i) {
            touch_expr(f, x->op.arg[i]);
        }
        break;
    case TE_SELECT:
        touch_expr(f, x->select.cond);
        touch_expr(f, x->select.a);
        touch_expr(f, x->select.b);
        break;
    case TE_TUPLE:
    case TE_ORDER:
        for (int i = 0; i < x->tuple.n; ++i) {
            touch_expr(f, x->tuple.item[i]);
        }
        break;
    case TE_ITEM:
        touch_expr(f, x->item.tuple);
        break;
    default:
        break;
    }
}

static void assign(struct nest_facts *f, const struct tvar *v) {
    if (v) {
        f->assigned[v->id] = true;
    }
}

static void touch_block(struct nest_facts *f, const struct tblock *b, bool of_root);

static void touch_view(struct nest_facts *f, const struct tstmt *s) {
    f->handed[s->view.base->id] = true;
    for (int i = 0; i < s->view.n; ++i) {
        touch_expr(f, s->view.axis[i].index);
        touch_expr(f, s->view.axis[i].start);
        touch_expr(f, s->view.axis[i].stop);
        touch_expr(f, s->view.axis[i].step);
        touch_expr(f, s->view.axis[i].extent);
    }
    if (s->view.order) {
        touch_expr(f, s->view.order->number);
    }
    assign(f, s->view.dst);
}

static void touch_alloc(struct nest_facts *f, const struct tstmt *s) {
    for (int i = 0; i < s->alloc.dst->type->rank; ++i) {
        touch_expr(f, s->alloc.extent[i]);
    }
    touch_expr(f, s->alloc.fill == FILL_VALUE ? s->alloc.value : NULL);
    assign(f, s->alloc.dst);
}

static void touch_simple(struct nest_facts *f, const struct tstmt *s) {
    switch (s->kind) {
    case TS_ASSIGN:
        touch_expr(f, s->assign.value);
        assign(f, s->assign.dst);
        break;
    case TS_STORE:
        f->direct[s->store.array->id] = true;
        f->unit[s->store.array->id] |= index_asks_unit(s->store.array, s->store.index);
        touch_expr(f, s->store.value);
        break;
    case TS_INDEX:
        touch_expr(f, s->index.index);
        assign(f, s->index.dst);
        break;
    case TS_CHECK:
        touch_expr(f, s->check.cond);
        break;
    case TS_CALL:
        f->costly = true; /* it may be inlined */
        for (int i = 0; i < s->call.n; ++i) {
            touch_expr(f, s->call.arg[i]);
        }
        assign(f, s->call.dst);
        break;
    case TS_LIB:
        for (int i = 0; i < s->lib.n; ++i) {
            touch_expr(f, s->lib.arg[i].value);
        }
        if (s->lib.out) {
            f->handed[s->lib.out->id] = true;
        }
        assign(f, s->lib.dst);
        break;
    case TS_LIST:
        for (int i = 0; i < 3; ++i) {
            touch_expr(f, s->list.arg[i]);
        }
        assign(f, s->list.dst);
        break;
    case TS_VIEW:
        touch_view(f, s);
        break;
    case TS_ALLOC:
        touch_alloc(f, s);
        break;
    case TS_RETURN:
        f->ends = true;
        touch_expr(f, s->ret);
        break;
    default:
        break;
    }
}

/* of_root: a BREAK here leaves the nest. */
static void touch_stmt(struct nest_facts *f, const struct tstmt *s, bool of_root) {
    switch (s->kind) {
    case TS_FOR:
        touch_expr(f, s->for_.start);
        touch_expr(f, s->for_.stop);
        touch_expr(f, s->for_.step);
        touch_block(f, &s->for_.body, false);
        touch_block(f, &s->for_.els, of_root);
        break;
    case TS_WHILE:
        touch_block(f, &s->while_.pre, false);
        touch_expr(f, s->while_.cond);
        touch_block(f, &s->while_.body, false);
        touch_block(f, &s->while_.els, of_root);
        break;
    case TS_IF:
        touch_expr(f, s->if_.cond);
        touch_block(f, &s->if_.then, of_root);
        touch_block(f, &s->if_.els, of_root);
        break;
    case TS_BREAK:
        f->ends = f->ends || of_root;
        break;
    default:
        touch_simple(f, s);
        break;
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
            vec_push(e->arena, &f->owned, v);
        } else if (!n->parallel) {
            carry(e, f, v);
        }
    }
}

/* ---- variants */

static void find_variants(struct nest_facts *f) {
    const struct nest *n = f->nest;
    bool direct = false, written = false;
    for (int i = 0; i < n->arrays.n; ++i) {
        const struct nest_array *a = &n->arrays.item[i];
        direct = direct || f->direct[a->var->id];
        written = written || (a->written && a->var->type->rank > 0);
        f->strided = f->strided || (f->direct[a->var->id] && a->var->type->rank > 0 &&
                                    a->var->type->layout == TY_ANY);
    }
    f->exact =
        n->checks.n > 0 || n->fits.n > 0 || n->disjoint.n > 0 || written || (direct && !f->strided);
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
    find_variants(&f);
    bool guarded = f.strided || f.exact;
    f.lanes = guarded && has_lanes(e, n->root);
    return f;
}
