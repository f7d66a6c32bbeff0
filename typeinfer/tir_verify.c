/* What tir.h promises, checked: types of operands, dense ids, variables of the right function,
 * counters that nothing assigns. The first thing found wrong is told with its function. */
#include <string.h>

#include "intern.h"
#include "tir.h"

struct verifier {
    struct arena *a;
    const struct tfunc *f;
    bool *stmt_seen;  /* by id */
    bool *loop_seen;  /* by id */
    bool *counter_of; /* by variable id: counter of a FOR met before */
    int loops;        /* loops around the current statement */
    const char *wrong;
};

static void verify_expr(struct verifier *v, const struct texpr *e);
static void verify_block(struct verifier *v, const struct tblock *b);

/* Keeps the first complaint. */
static bool require(struct verifier *v, bool holds, const char *what) {
    if (!holds && !v->wrong) {
        v->wrong = arena_printf(v->a, "%s: %s", v->f->name, what);
    }
    return holds;
}

static bool is_scalar(const struct ty *t) {
    return t && t->kind == TY_SCALAR;
}

static bool is_dtype(const struct texpr *e, enum dtype d) {
    return e && is_scalar(e->type) && e->type->dtype == d;
}

static bool is_bool(const struct texpr *e) {
    return is_dtype(e, DT_BOOL) || is_dtype(e, DT_PYBOOL);
}

/* Equal, but for the layout an array's annotation promised. */
static bool same_type(const struct ty *a, const struct ty *b) {
    if (!a || !b || a == b) {
        return a == b;
    }
    if (a->kind == TY_ARRAY) {
        return b->kind == TY_ARRAY && a->dtype == b->dtype && a->rank == b->rank;
    }
    if (a->kind != TY_TUPLE || b->kind != TY_TUPLE || a->n != b->n) {
        return false;
    }
    for (int i = 0; i < a->n; ++i) {
        if (!same_type(a->item[i], b->item[i])) {
            return false;
        }
    }
    return true;
}

static bool verify_var(struct verifier *v, const struct tvar *x) {
    return require(v, x && x->id >= 0 && x->id < v->f->n_vars && v->f->var[x->id] == x,
                   "a variable does not belong to the function");
}

static bool verify_array(struct verifier *v, const struct tvar *x) {
    return verify_var(v, x) &&
           require(v, x->type && x->type->kind == TY_ARRAY, "an access to what is no array");
}

/* A place that is written. */
static bool verify_dst(struct verifier *v, const struct tvar *x) {
    return verify_var(v, x) && require(v, !x->is_counter, "a counter is assigned");
}

static void verify_int(struct verifier *v, const struct texpr *e, const char *what) {
    verify_expr(v, e);
    require(v, is_dtype(e, DT_INT), what);
}

static void verify_cond(struct verifier *v, const struct texpr *e, const char *what) {
    verify_expr(v, e);
    require(v, is_bool(e), what);
}

/* ---- expressions */

static void verify_access(struct verifier *v, const struct tvar *array, int n,
                          struct texpr *const *index) {
    if (!verify_array(v, array)) {
        return;
    }
    require(v, n == array->type->rank, "an access with the wrong number of indices");
    for (int i = 0; i < n; ++i) {
        verify_int(v, index[i], "an index that is no int");
    }
}

static bool op_spelled(enum op op, enum dtype_kind kind) {
    const struct op_info *o = &op_info[op];
    const char *c = kind == KIND_FLOAT ? o->c_real : kind == KIND_COMPLEX ? o->c_complex : o->c_int;
    return c != NULL;
}

static void verify_op(struct verifier *v, const struct texpr *e) {
    const struct op_info *o = &op_info[e->op.op];
    int arity = o->class_ == OPC_UNARY ? 1 : o->class_ == OPC_BINARY ? 2 : 3;
    if (!require(v, o->class_ < OPC_SPECIAL && e->op.n == arity, "an operator's arity is wrong") ||
        !require(v, is_scalar(e->type), "an operator's result is no scalar")) {
        return;
    }
    for (int i = 0; i < arity; ++i) {
        verify_expr(v, e->op.arg[i]);
        const char *what = arena_printf(v->a, "operands of '%s' differ in type", o->name);
        if (!e->op.arg[i] || !require(v, is_scalar(e->op.arg[i]->type), what) ||
            !require(v, e->op.arg[i]->type == e->op.arg[0]->type, what)) {
            return;
        }
    }
    require(v, op_spelled(e->op.op, dtype_info[e->op.arg[0]->type->dtype].kind),
            arena_printf(v->a, "'%s' has no spelling for its operands' kind", o->name));
    if (o->rule == RULE_COMPARE || o->rule == RULE_PRED || o->rule == RULE_NOT ||
        o->rule == RULE_LOGICAL) {
        require(v, is_bool(e), arena_printf(v->a, "the result of '%s' is no bool", o->name));
    }
    if (e->op.op == OP_LAND || e->op.op == OP_LOR || e->op.op == OP_NOT) {
        require(v, is_bool(e->op.arg[0]), arena_printf(v->a, "'%s' of what is no bool", o->name));
    }
}

static void verify_select(struct verifier *v, const struct texpr *e) {
    verify_cond(v, e->select.cond, "a selection by what is no bool");
    verify_expr(v, e->select.a);
    verify_expr(v, e->select.b);
    require(v,
            is_scalar(e->type) && e->select.a && e->select.b && e->select.a->type == e->type &&
                e->select.b->type == e->type,
            "a selection of different types");
}

static void verify_tuple(struct verifier *v, const struct texpr *e) {
    if (!require(v, e->type->kind == TY_TUPLE && e->type->n == e->tuple.n,
                 "a tuple's type has another length")) {
        return;
    }
    for (int i = 0; i < e->tuple.n; ++i) {
        verify_expr(v, e->tuple.item[i]);
        require(v, e->tuple.item[i] && same_type(e->tuple.item[i]->type, e->type->item[i]),
                "a tuple's item has another type");
    }
}

/* Arrays of one shape, the last one, with `out`, of the axes kept. */
static void verify_walk(struct verifier *v, const struct texpr *e) {
    const struct order *o = &e->walk.order;
    require(v, is_dtype(e, DT_INT) && e->walk.n > e->walk.out, "an order of no arrays");
    for (int i = 0; i < e->walk.n && !v->wrong; ++i) {
        const struct texpr *x = e->walk.item[i];
        int rank =
            e->walk.out && i == e->walk.n - 1 ? o->rank - __builtin_popcount(o->reduced) : o->rank;
        verify_expr(v, x);
        require(v, x->kind == TE_VAR && x->type->kind == TY_ARRAY && x->type->rank == rank,
                "an order of what are no arrays of one shape");
    }
}

static void verify_item(struct verifier *v, const struct texpr *e) {
    verify_expr(v, e->item.tuple);
    const struct ty *t = e->item.tuple ? e->item.tuple->type : NULL;
    if (require(v, t && t->kind == TY_TUPLE, "an item of what is no tuple")) {
        require(v,
                e->item.index >= 0 && e->item.index < t->n &&
                    same_type(e->type, t->item[e->item.index]),
                "an item of another type");
    }
}

static void verify_expr(struct verifier *v, const struct texpr *e) {
    if (!require(v, e && e->type, "an expression is missing or has no type") || v->wrong) {
        return;
    }
    switch (e->kind) {
    case TE_CONST:
        require(v, is_scalar(e->type), "a constant that is no scalar");
        break;
    case TE_VAR:
        require(v, verify_var(v, e->var) && same_type(e->type, e->var->type),
                "a variable is read with another type");
        break;
    case TE_LOAD:
        verify_access(v, e->load.array, e->load.n, e->load.index);
        require(v, v->wrong || is_dtype(e, e->load.array->type->dtype),
                "a load of another type than its array's");
        break;
    case TE_SHAPE:
        require(v,
                verify_array(v, e->shape.array) && e->shape.axis >= 0 &&
                    e->shape.axis < e->shape.array->type->rank && is_dtype(e, DT_INT),
                "an extent of an axis that is none");
        break;
    case TE_APART:
        require(
            v, verify_array(v, e->apart.a) && verify_array(v, e->apart.b) && is_dtype(e, DT_PYBOOL),
            "a question about memory of what is no array");
        break;
    case TE_CAST:
        verify_expr(v, e->cast);
        require(v, is_scalar(e->type) && e->cast && is_scalar(e->cast->type),
                "a cast of what is no scalar");
        break;
    case TE_OP:
        verify_op(v, e);
        break;
    case TE_SELECT:
        verify_select(v, e);
        break;
    case TE_TUPLE:
        verify_tuple(v, e);
        break;
    case TE_ITEM:
        verify_item(v, e);
        break;
    case TE_ORDER:
        verify_walk(v, e);
        break;
    }
}

/* ---- statements */

static void verify_loop(struct verifier *v, int loop, const struct tblock *body,
                        const struct tblock *els) {
    if (require(v, loop >= 0 && loop < v->f->n_loops && !v->loop_seen[loop],
                "loop ids are not dense")) {
        v->loop_seen[loop] = true;
    }
    ++v->loops;
    verify_block(v, body);
    --v->loops;
    verify_block(v, els);
}

static void verify_for(struct verifier *v, const struct tstmt *s) {
    verify_int(v, s->for_.start, "a loop's start is no int");
    verify_int(v, s->for_.stop, "a loop's stop is no int");
    verify_int(v, s->for_.step, "a loop's step is no int");
    const struct tvar *c = s->for_.counter;
    if (verify_var(v, c) && require(v,
                                    c->is_counter && c->type->kind == TY_SCALAR &&
                                        c->type->dtype == DT_INT && !v->counter_of[c->id],
                                    "a loop's counter is no counter or another loop's")) {
        v->counter_of[c->id] = true;
    }
    verify_loop(v, s->for_.loop, &s->for_.body, &s->for_.els);
}

static void verify_while(struct verifier *v, const struct tstmt *s) {
    verify_block(v, &s->while_.pre);
    verify_cond(v, s->while_.cond, "a loop's condition is no bool");
    verify_loop(v, s->while_.loop, &s->while_.body, &s->while_.els);
}

/* Counts the axes a VIEW takes of its base and gives its result. */
static void verify_view(struct verifier *v, const struct tstmt *s) {
    if (!verify_array(v, s->view.base) || !verify_array(v, s->view.dst) ||
        !verify_dst(v, s->view.dst)) {
        return;
    }
    const struct ty *base = s->view.base->type, *dst = s->view.dst->type;
    bool whole = view_is(s, VIEW_RESHAPED) || s->view.order;
    int taken = whole ? base->rank : 0, given = s->view.order ? base->rank : 0;
    unsigned moved = 0;
    if (s->view.order) {
        verify_int(v, s->view.order->number, "an order that is no int");
    }
    for (int i = 0; i < s->view.n; ++i) {
        const struct view_axis *x = &s->view.axis[i];
        taken += x->kind == VIEW_DIAGONAL ? 2 : x->kind != VIEW_NEW && x->kind != VIEW_RESHAPED;
        given += x->kind != VIEW_INDEX;
        moved |= x->kind == VIEW_MOVED ? 1U << x->from : 0;
        require(v,
                view_is(s, VIEW_MOVED) == (x->kind == VIEW_MOVED) &&
                    view_is(s, VIEW_RESHAPED) == (x->kind == VIEW_RESHAPED),
                "a view that moves some axes only");
        require(v, s->view.part == PART_WHOLE || x->kind == VIEW_FULL,
                "a view of parts of elements takes parts of axes");
        require(v, !s->view.apart || x->kind == VIEW_FULL, "a view kept apart takes parts");
        if (x->kind == VIEW_STRETCH || x->kind == VIEW_RESHAPED ||
            (x->kind == VIEW_NEW && x->extent)) {
            verify_int(v, x->extent, "an extent that is no int");
        }
        struct texpr *const part[] = {x->start, x->stop, x->step};
        for (int k = 0; x->kind == VIEW_SLICE && k < 3; ++k) {
            if (part[k]) {
                verify_int(v, part[k], "a part of a slice is no int");
            }
        }
        if (x->kind == VIEW_INDEX) {
            verify_int(v, x->index, "an index that is no int");
        }
    }
    enum dtype shown = s->view.part == PART_WHOLE ? base->dtype : dtype_part(base->dtype);
    require(v,
            taken == base->rank && given == dst->rank && shown == dst->dtype &&
                (moved == 0 || moved == (1U << base->rank) - 1),
            "a view's axes do not fit its base or its result");
    require(v, s->view.apart ? verify_array(v, s->view.apart) : !s->view.scattered,
            "a view apart from no array");
}

/* ---- array statements */

/* Which counter of the space x is; -1: none. */
static int counter_number(const struct tspace *space, const struct texpr *x) {
    for (int i = 0; x && x->kind == TE_VAR && i < space->rank; ++i) {
        if (space->counter[i] == x->var) {
            return i;
        }
    }
    return -1;
}

static void verify_space(struct verifier *v, const struct tspace *space) {
    require(v, space->rank >= 0 && space->rank <= TIR_MAX_RANK, "a space of too many axes");
    for (int i = 0; i < space->rank && !v->wrong; ++i) {
        const struct tvar *c = space->counter[i];
        verify_int(v, space->extent[i], "an extent that is no int");
        if (verify_var(v, c) && require(v,
                                        c->is_counter && is_scalar(c->type) &&
                                            c->type->dtype == DT_INT && !v->counter_of[c->id],
                                        "a space's counter is no counter or another statement's")) {
            v->counter_of[c->id] = true;
        }
    }
}

/* Each index a constant 0 or a counter that is not reduced; every such counter once. */
static void verify_target(struct verifier *v, const struct tspace *space, const bool *reduced,
                          const struct tvar *dst, struct texpr *const *index) {
    bool used[TIR_MAX_RANK] = {false};
    for (int i = 0; i < dst->type->rank && !v->wrong; ++i) {
        int k = counter_number(space, index[i]);
        bool zero = index[i] && index[i]->kind == TE_CONST && index[i]->value.i == 0;
        if (require(v, zero || (k >= 0 && !used[k] && !(reduced && reduced[k])),
                    "an array statement's target is no counter, or one twice") &&
            k >= 0) {
            used[k] = true;
        }
    }
    for (int k = 0; k < space->rank; ++k) {
        require(v, used[k] || (reduced && reduced[k]), "points of a space share a target");
    }
}

static void verify_map_point(struct verifier *v, const struct tstmt *s) {
    if (v->wrong || !verify_array(v, s->map.dst)) {
        return;
    }
    verify_target(v, &s->map.space, NULL, s->map.dst, s->map.index);
    verify_expr(v, s->map.value);
    require(v, v->wrong || is_dtype(s->map.value, s->map.dst->type->dtype),
            "a map of another type than its array's");
}

static void verify_map(struct verifier *v, const struct tstmt *s) {
    verify_space(v, &s->map.space);
    verify_map_point(v, s);
}

static void verify_reduce_point(struct verifier *v, const struct tstmt *s) {
    const struct tvar *dst = s->reduce.dst;
    if (v->wrong || !verify_dst(v, dst)) {
        return;
    }
    bool array = dst->type->kind == TY_ARRAY;
    for (int k = 0; !array && k < s->reduce.space.rank; ++k) {
        require(v, s->reduce.reduced[k], "a reduction to a scalar keeps an axis");
    }
    if (array) {
        verify_target(v, &s->reduce.space, s->reduce.reduced, dst, s->reduce.index);
    }
    verify_expr(v, s->reduce.value);
    verify_expr(v, s->reduce.start);
    require(v,
            v->wrong || (is_dtype(s->reduce.value, dst->type->dtype) &&
                         s->reduce.start->type == s->reduce.value->type),
            "a reduction of another type than its result's");
    require(v, op_info[s->reduce.op].flags & OPF_COMMUTES, "a reduction by what does not commute");
}

static void verify_reduce(struct verifier *v, const struct tstmt *s) {
    verify_space(v, &s->reduce.space);
    verify_reduce_point(v, s);
}

static bool same_counters(const struct tspace *x, const struct tspace *y) {
    for (int i = 0; x->rank == y->rank && i < x->rank; ++i) {
        if (x->counter[i] != y->counter[i]) {
            return false;
        }
    }
    return x->rank == y->rank;
}

static void verify_fused(struct verifier *v, const struct tstmt *s) {
    verify_space(v, &s->fused.space);
    for (int i = 0; i < s->fused.n && !v->wrong; ++i) {
        const struct tstmt *item = s->fused.item[i];
        if (require(v, item->id >= 0 && item->id < v->f->n_stmts && !v->stmt_seen[item->id],
                    "statement ids are not dense")) {
            v->stmt_seen[item->id] = true;
        }
        if (item->kind == TS_REDUCE) {
            require(v, same_counters(&item->reduce.space, &s->fused.space),
                    "a fused statement has another space");
            verify_reduce_point(v, item);
        } else if (require(v,
                           item->kind == TS_MAP && same_counters(&item->map.space, &s->fused.space),
                           "a fused statement has another space, or is no array statement")) {
            if (is_scalar(item->map.dst->type)) {
                verify_dst(v, item->map.dst);
                verify_expr(v, item->map.value);
                require(v, v->wrong || same_type(item->map.value->type, item->map.dst->type),
                        "a map of another type than its scalar's");
            } else {
                verify_map_point(v, item);
            }
        }
    }
}

static void verify_alloc(struct verifier *v, const struct tstmt *s) {
    if (!verify_array(v, s->alloc.dst) || !verify_dst(v, s->alloc.dst)) {
        return;
    }
    const struct ty *t = s->alloc.dst->type;
    for (int i = 0; i < t->rank; ++i) {
        verify_int(v, s->alloc.extent[i], "an extent that is no int");
    }
    if (s->alloc.fill == FILL_VALUE) {
        verify_expr(v, s->alloc.value);
        require(v, is_dtype(s->alloc.value, t->dtype), "an array is filled with another type");
    }
}

static void verify_call(struct verifier *v, const struct tstmt *s) {
    const struct tfunc *g = s->call.callee;
    if (!require(v, g && g->n_params == s->call.n, "a call with the wrong number of arguments")) {
        return;
    }
    for (int i = 0; i < s->call.n; ++i) {
        verify_expr(v, s->call.arg[i]);
        require(v, v->wrong || same_type(s->call.arg[i]->type, g->param[i]->type),
                "a call's argument has another type than the parameter");
    }
    if (s->call.dst && verify_dst(v, s->call.dst)) {
        require(v, same_type(s->call.dst->type, g->ret), "a call's result has another type");
    }
}

static void verify_lib(struct verifier *v, const struct tstmt *s) {
    require(v, op_info[s->lib.fn].class_ == OPC_LIB, "a LIB of what is no library's function");
    for (int i = 0; i < s->lib.n; ++i) {
        const struct lib_arg *arg = &s->lib.arg[i];
        require(v, (arg->value != NULL) != (arg->text != NULL),
                "a LIB's argument is not one thing");
        if (arg->value) {
            verify_expr(v, arg->value);
            require(v, v->wrong || arg->value->type->kind != TY_ARRAY || arg->value->kind == TE_VAR,
                    "a LIB's array is no variable");
        }
    }
    if (s->lib.out) {
        verify_array(v, s->lib.out);
    }
    if (s->lib.dst) {
        verify_dst(v, s->lib.dst);
    }
}

static void verify_index(struct verifier *v, const struct tstmt *s) {
    verify_int(v, s->index.index, "an index that is no int");
    if (verify_dst(v, s->index.dst) && verify_array(v, s->index.array)) {
        const struct tvar *d = s->index.dst;
        require(v, d->is_temp && is_scalar(d->type) && d->type->dtype == DT_INT,
                "an INDEX whose result is no int temporary");
        require(v,
                s->index.axis >= 0 && s->index.axis < s->index.array->type->rank &&
                    s->index.shown_axis >= 0 && s->index.shown_axis <= s->index.axis,
                "an INDEX on an axis that is none");
    }
}

static void verify_return(struct verifier *v, const struct tstmt *s) {
    if (s->ret) {
        verify_expr(v, s->ret);
        require(v, same_type(s->ret->type, v->f->ret), "a return of another type");
    } else {
        require(v, v->f->ret->kind == TY_NONE, "a return without its value");
    }
}

static void verify_shown(struct verifier *v, const struct texpr *shown) {
    if (shown->kind != TE_TUPLE) {
        verify_int(v, shown, "a check shows what is no int");
        return;
    }
    for (int i = 0; i < shown->tuple.n; ++i) {
        verify_int(v, shown->tuple.item[i], "a check shows what is no int");
    }
}

static void verify_stmt(struct verifier *v, const struct tstmt *s) {
    if (require(v, s->id >= 0 && s->id < v->f->n_stmts && !v->stmt_seen[s->id],
                "statement ids are not dense")) {
        v->stmt_seen[s->id] = true;
    }
    switch (s->kind) {
    case TS_ASSIGN:
        verify_expr(v, s->assign.value);
        require(v,
                verify_dst(v, s->assign.dst) && s->assign.value &&
                    same_type(s->assign.dst->type, s->assign.value->type),
                "an assignment of another type");
        break;
    case TS_STORE:
        verify_access(v, s->store.array, s->store.n, s->store.index);
        verify_expr(v, s->store.value);
        require(v, v->wrong || is_dtype(s->store.value, s->store.array->type->dtype),
                "a store of another type than its array's");
        break;
    case TS_INDEX:
        verify_index(v, s);
        break;
    case TS_CHECK:
        verify_cond(v, s->check.cond, "a check of what is no bool");
        if (s->check.shown) {
            verify_shown(v, s->check.shown);
        }
        require(v, !s->check.shown || (s->check.message && strstr(s->check.message, "%lld")),
                "a check's message does not show its value");
        break;
    case TS_FOR:
        verify_for(v, s);
        break;
    case TS_WHILE:
        verify_while(v, s);
        break;
    case TS_IF:
        verify_cond(v, s->if_.cond, "a condition that is no bool");
        verify_block(v, &s->if_.then);
        verify_block(v, &s->if_.els);
        break;
    case TS_RETURN:
        verify_return(v, s);
        break;
    case TS_BREAK:
    case TS_CONTINUE:
        require(v, v->loops > 0, "break or continue outside a loop");
        break;
    case TS_RAISE:
        require(v, s->raise.exc < TEXC_COUNT, "an exception that is none");
        break;
    case TS_VIEW:
        verify_view(v, s);
        break;
    case TS_ALLOC:
        verify_alloc(v, s);
        break;
    case TS_CALL:
        verify_call(v, s);
        break;
    case TS_LIB:
        verify_lib(v, s);
        break;
    case TS_MAP:
        verify_map(v, s);
        break;
    case TS_REDUCE:
        verify_reduce(v, s);
        break;
    case TS_FUSED:
        verify_fused(v, s);
        break;
    }
}

static void verify_block(struct verifier *v, const struct tblock *b) {
    for (int i = 0; i < b->n && !v->wrong; ++i) {
        verify_stmt(v, b->item[i]);
    }
}

/* ---- functions */

static bool all(const bool *seen, int n) {
    for (int i = 0; i < n; ++i) {
        if (!seen[i]) {
            return false;
        }
    }
    return true;
}

/* Dense ids, parameters first, no name twice. */
static void verify_vars(struct verifier *v) {
    const struct tfunc *f = v->f;
    struct intern_table *names = intern_new(v->a);
    const char **seen = ARENA_ARRAY(v->a, const char *, f->n_vars);
    for (int i = 0; i < f->n_vars; ++i) {
        const struct tvar *x = f->var[i];
        if (!require(v, x && x->id == i && x->type && x->name, "variable ids are not dense")) {
            return;
        }
        require(v, x->is_param == (i < f->n_params) && (!x->is_param || f->param[i] == x),
                "parameters are not the first variables");
        require(v, x->type->kind != TY_NONE, "a variable of no type");
        seen[i] = intern_str(names, x->name);
    }
    for (int i = 1; i < f->n_vars && f->n_vars <= 1000; ++i) {
        for (int k = 0; k < i; ++k) {
            require(v, seen[i] != seen[k], "two variables have one name");
        }
    }
}

static const char *verify_func(struct arena *a, const struct tfunc *f) {
    struct verifier v = {.a = a, .f = f};
    v.stmt_seen = ARENA_ARRAY(a, bool, f->n_stmts);
    v.loop_seen = ARENA_ARRAY(a, bool, f->n_loops);
    v.counter_of = ARENA_ARRAY(a, bool, f->n_vars);
    verify_vars(&v);
    verify_block(&v, &f->body);
    require(&v, all(v.stmt_seen, f->n_stmts) && all(v.loop_seen, f->n_loops),
            "ids of statements or loops are not dense");
    return v.wrong;
}

const char *tir_verify(struct arena *a, const struct tmodule *m) {
    for (int i = 0; i < m->types.n; ++i) {
        if (m->types.item[i]->id != i) {
            return "type ids are not dense";
        }
    }
    for (int i = 0; i < m->funcs.n; ++i) {
        if (m->funcs.item[i]->id != i) {
            return "function ids are not dense";
        }
        const char *wrong = verify_func(a, m->funcs.item[i]);
        if (wrong) {
            return wrong;
        }
    }
    for (int i = 0; i < m->exports.n; ++i) {
        const struct texport *e = m->exports.item[i];
        for (int k = 0; k < e->n_overloads; ++k) {
            if (!e->overload[k]) {
                return arena_printf(a, "%s: an overload is missing", e->pyname);
            }
        }
    }
    return NULL;
}
