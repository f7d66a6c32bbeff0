/* What tir.h promises, checked: types of operands, dense ids, variables of the right function,
 * counters that nothing assigns. The first thing found wrong is told with its function. */
#include "verify.h"

#include <string.h>

static void verify_block(struct verifier *v, const struct tblock *b);

/* ---- statements */

static void verify_loop(struct verifier *v, int loop, const struct tblock *body,
                        const struct tblock *els) {
    if (verify_that(v, loop >= 0 && loop < v->f->n_loops && !v->loop_seen[loop],
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
    if (verify_var(v, c) &&
        verify_that(v,
                    c->is_counter && c->type->kind == TY_SCALAR && c->type->dtype == DT_INT &&
                        (!v->counter_of[c->id] || v->f->scheduled),
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
        verify_that(v,
                    view_is(s, VIEW_MOVED) == (x->kind == VIEW_MOVED) &&
                        view_is(s, VIEW_RESHAPED) == (x->kind == VIEW_RESHAPED),
                    "a view that moves some axes only");
        verify_that(v,
                    s->view.part == PART_WHOLE || x->kind == VIEW_FULL ||
                        (s->view.part == PART_BITS && x->kind == VIEW_RESHAPED),
                    "a view of parts of elements takes parts of axes");
        verify_that(v, !s->view.apart || x->kind == VIEW_FULL, "a view kept apart takes parts");
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
    enum dtype shown = s->view.part == PART_WHOLE  ? base->dtype
                       : s->view.part == PART_BITS ? dst->dtype
                                                   : dtype_part(base->dtype);
    verify_that(v,
                taken == base->rank && given == dst->rank && shown == dst->dtype &&
                    (moved == 0 || moved == (1U << base->rank) - 1),
                "a view's axes do not fit its base or its result");
    verify_that(v, s->view.apart ? verify_array(v, s->view.apart) : !s->view.scattered,
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
    verify_that(v, space->rank >= 0 && space->rank <= TIR_MAX_RANK, "a space of too many axes");
    for (int i = 0; i < space->rank && !v->wrong; ++i) {
        const struct tvar *c = space->counter[i];
        verify_int(v, space->extent[i], "an extent that is no int");
        if (verify_var(v, c) &&
            verify_that(v,
                        c->is_counter && verify_is_scalar(c->type) && c->type->dtype == DT_INT &&
                            !v->counter_of[c->id],
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
        bool around = k < 0 && index[i] && index[i]->kind == TE_VAR && index[i]->var->is_counter;
        if (verify_that(v, zero || around || (k >= 0 && !used[k] && !(reduced && reduced[k])),
                        "an array statement's target is no counter, or one twice") &&
            k >= 0) {
            used[k] = true;
        }
    }
    for (int k = 0; k < space->rank; ++k) {
        verify_that(v, used[k] || (reduced && reduced[k]), "points of a space share a target");
    }
}

static void verify_map_point(struct verifier *v, const struct tstmt *s) {
    if (v->wrong || !verify_array(v, s->map.dst)) {
        return;
    }
    verify_target(v, &s->map.space, NULL, s->map.dst, s->map.index);
    verify_expr(v, s->map.value);
    verify_that(v, v->wrong || verify_is_dtype(s->map.value, s->map.dst->type->dtype),
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
        verify_that(v, s->reduce.reduced[k], "a reduction to a scalar keeps an axis");
    }
    if (array) {
        verify_target(v, &s->reduce.space, s->reduce.reduced, dst, s->reduce.index);
    }
    verify_expr(v, s->reduce.value);
    verify_expr(v, s->reduce.start);
    verify_that(v,
                v->wrong || (verify_is_dtype(s->reduce.value, dst->type->dtype) &&
                             s->reduce.start->type == s->reduce.value->type),
                "a reduction of another type than its result's");
    verify_that(v, op_info[s->reduce.op].flags & OPF_COMMUTES,
                "a reduction by what does not commute");
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
        if (verify_that(v, item->id >= 0 && item->id < v->f->n_stmts && !v->stmt_seen[item->id],
                        "statement ids are not dense")) {
            v->stmt_seen[item->id] = true;
        }
        if (item->kind == TS_REDUCE) {
            verify_that(v, same_counters(&item->reduce.space, &s->fused.space),
                        "a fused statement has another space");
            verify_reduce_point(v, item);
        } else if (verify_that(
                       v, item->kind == TS_MAP && same_counters(&item->map.space, &s->fused.space),
                       "a fused statement has another space, or is no array statement")) {
            if (verify_is_scalar(item->map.dst->type)) {
                verify_dst(v, item->map.dst);
                verify_expr(v, item->map.value);
                verify_that(
                    v, v->wrong || verify_same_type(item->map.value->type, item->map.dst->type),
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
        verify_that(v, verify_is_dtype(s->alloc.value, t->dtype),
                    "an array is filled with another type");
    }
}

static void verify_call(struct verifier *v, const struct tstmt *s) {
    const struct tfunc *g = s->call.callee;
    if (!verify_that(v, g && g->n_params == s->call.n,
                     "a call with the wrong number of arguments")) {
        return;
    }
    for (int i = 0; i < s->call.n; ++i) {
        verify_expr(v, s->call.arg[i]);
        verify_that(v, v->wrong || verify_same_type(s->call.arg[i]->type, g->param[i]->type),
                    "a call's argument has another type than the parameter");
    }
    if (s->call.dst && verify_dst(v, s->call.dst)) {
        verify_that(v, verify_same_type(s->call.dst->type, g->ret),
                    "a call's result has another type");
    }
}

static void verify_lib(struct verifier *v, const struct tstmt *s) {
    verify_that(v, op_info[s->lib.fn].class_ == OPC_LIB, "a LIB of what is no library's function");
    for (int i = 0; i < s->lib.n; ++i) {
        const struct lib_arg *arg = &s->lib.arg[i];
        verify_that(v, (arg->value != NULL) != (arg->text != NULL),
                    "a LIB's argument is not one thing");
        if (arg->value) {
            verify_expr(v, arg->value);
            verify_that(
                v, v->wrong || arg->value->type->kind != TY_ARRAY || arg->value->kind == TE_VAR,
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

/* What a LIST statement takes or sets. */
static const struct ty *list_item(const struct tstmt *s) {
    const struct ty *item = s->list.list->type->item[0];
    return s->list.field ? item->item[s->list.field - 1] : item;
}

/* What an argument of a LIST statement must be. */
static void verify_list_arg(struct verifier *v, const struct tstmt *s, int i) {
    const struct texpr *e = s->list.arg[i];
    const struct ty *list = s->list.list ? s->list.list->type : NULL;
    enum list_op op = s->list.op;
    bool value = (op == LIST_APPEND && i == 0) || ((op == LIST_SET || op == LIST_INSERT) && i == 1);
    if (!e) {
        verify_that(v, !value && (op != LIST_GET || i > 0), "an argument of a LIST is missing");
        return;
    }
    verify_expr(v, e);
    verify_that(v,
                v->wrong || (value || op == LIST_EXTEND || op == LIST_SAME
                                 ? verify_same_type(e->type, value ? list_item(s) : list)
                                 : verify_is_dtype(e, DT_INT)),
                "an argument of a LIST has another type");
}

static void verify_list(struct verifier *v, const struct tstmt *s) {
    const struct tvar *dst = s->list.dst, *list = s->list.list;
    verify_that(v, (s->list.op == LIST_NEW) == !list, "a LIST has a list, unless it is new");
    verify_that(v, !list || (verify_var(v, list) && list->type->kind == TY_LIST),
                "a LIST of what is no list");
    for (int i = 0; i < 3 && !v->wrong; ++i) {
        verify_list_arg(v, s, i);
    }
    if (!dst || v->wrong || !verify_dst(v, dst)) {
        return;
    }
    bool item = s->list.op == LIST_GET || s->list.op == LIST_POP;
    bool makes = s->list.op == LIST_SLICE || s->list.op == LIST_REPEAT;
    verify_that(v,
                (!item || verify_same_type(dst->type, list_item(s))) &&
                    (!makes || dst->type == list->type) &&
                    (s->list.op != LIST_NEW || dst->type->kind == TY_LIST),
                "a LIST's result has another type");
}

static void verify_index(struct verifier *v, const struct tstmt *s) {
    verify_int(v, s->index.index, "an index that is no int");
    if (verify_dst(v, s->index.dst) && verify_array(v, s->index.array)) {
        const struct tvar *d = s->index.dst;
        verify_that(v, d->is_temp && verify_is_scalar(d->type) && d->type->dtype == DT_INT,
                    "an INDEX whose result is no int temporary");
        verify_that(v,
                    s->index.axis >= 0 && s->index.axis < s->index.array->type->rank &&
                        s->index.shown_axis >= INDEX_OF_TEXT &&
                        s->index.shown_axis <= s->index.axis,
                    "an INDEX on an axis that is none");
    }
}

static void verify_return(struct verifier *v, const struct tstmt *s) {
    if (s->ret) {
        verify_expr(v, s->ret);
        verify_that(v, verify_same_type(s->ret->type, v->f->ret), "a return of another type");
    } else {
        verify_that(v, v->f->ret->kind == TY_NONE || v->f->scheduled, "a return without its value");
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
    if (verify_that(v, s->id >= 0 && s->id < v->f->n_stmts && !v->stmt_seen[s->id],
                    "statement ids are not dense")) {
        v->stmt_seen[s->id] = true;
    }
    switch (s->kind) {
    case TS_ASSIGN:
        verify_expr(v, s->assign.value);
        verify_that(v,
                    verify_dst(v, s->assign.dst) && s->assign.value &&
                        verify_same_type(s->assign.dst->type, s->assign.value->type),
                    "an assignment of another type");
        break;
    case TS_STORE:
        verify_access(v, s->store.array, s->store.n, s->store.index);
        verify_expr(v, s->store.value);
        verify_that(v, v->wrong || verify_is_dtype(s->store.value, s->store.array->type->dtype),
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
        verify_that(v, !s->check.shown || (s->check.message && strstr(s->check.message, "%ll")),
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
        verify_that(v, v->loops > 0, "break or continue outside a loop");
        break;
    case TS_RAISE:
        verify_that(v, s->raise.exc < TEXC_COUNT, "an exception that is none");
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
    case TS_LIST:
        verify_list(v, s);
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
        if (!verify_that(v, x && x->id == i && x->type && x->name, "variable ids are not dense")) {
            return;
        }
        verify_that(v, x->is_param == (i < f->n_params) && (!x->is_param || f->param[i] == x),
                    "parameters are not the first variables");
        verify_that(v, x->type->kind != TY_NONE, "a variable of no type");
        seen[i] = intern_str(names, x->name);
    }
    for (int i = 1; i < f->n_vars && f->n_vars <= 1000; ++i) {
        for (int k = 0; k < i; ++k) {
            verify_that(v, seen[i] != seen[k], "two variables have one name");
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
    verify_that(&v, all(v.stmt_seen, f->n_stmts) && all(v.loop_seen, f->n_loops),
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
