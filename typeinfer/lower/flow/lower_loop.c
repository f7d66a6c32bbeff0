/* Loops: while, for over range and prange, for over arrays, enumerate and zip.
 *
 * A FOR runs over a range. Whatever else is iterated becomes a FOR from 0 to the length, whose body
 * begins with the assignment of the items: arrays are read when the item is due, as in Python. A
 * list that the loop may make longer or shorter is asked for its length before each item, by a
 * WHILE. */
#include "lower_flow.h"
#include "lower_list.h"
#include "lower_number.h"

/* ---- FOR and WHILE */

void lower_while(struct lower *lw, const struct stmt *s) {
    struct items_mark mark = lower_loop_entered(lw, s);
    lower_forget_assigned(lw, &s->while_.body);
    struct stmt_list list;
    struct tstmt *loop = lower_stmt(lw, TS_WHILE);
    loop->while_.loop = lw->f->n_loops++;
    loop->while_.written = WRITTEN_WHILE;
    struct stmt_list *outer = lower_begin_loop(lw, &list);
    loop->while_.cond = lower_cond(lw, s->while_.cond);
    loop->while_.pre = lower_end(lw, outer);
    loop->while_.body = lower_loop_block(lw, &s->while_.body);
    loop->while_.els = lower_block(lw, &s->while_.els);
    lower_loop_left(lw, mark);
}

/* ---- what is iterated */

enum iterable_kind { ITER_ARRAY, ITER_LIST, ITER_NESTED, ITER_RANGE, ITER_ENUMERATE, ITER_ZIP };

struct iterable {
    enum iterable_kind kind;
    struct tvar *array;                /* ARRAY */
    enum dtype dtype;                  /* ARRAY: of the items of a list; else DT_COUNT */
    struct tvar *list;                 /* LIST */
    const struct callee *each;         /* LIST: what says where the next item is; or NULL */
    struct texpr *object;              /* LIST: which object it is called with */
    struct tvar *place;                /* LIST: where the item is, in the object */
    struct texpr *from;                /* ARRAY, LIST: backwards from this length on; or NULL */
    struct texpr *nested;              /* NESTED: a nested sequence, or records */
    bool resized;                      /* LIST: by the loop, perhaps */
    struct texpr *start, *stop, *step; /* RANGE; ENUMERATE: start */
    int n;                             /* ENUMERATE: 1, ZIP */
    struct iterable *part;
};

static void resolve_iterable(struct lower *lw, const struct stmt *s, const struct expr *e,
                             struct iterable *it);

static struct texpr *int_operand(struct lower *lw, const struct expr *e) {
    struct texpr *value = lower_expr(lw, e);
    return value ? lower_simple(lw, lower_to_int(lw, value, TO_INT)) : lower_int(lw, 0);
}

/* range(stop), range(start, stop), range(start, stop, step). */
static void resolve_range(struct lower *lw, const struct expr *e, struct iterable *it) {
    struct texpr *arg[3] = {NULL, NULL, NULL};
    int n = e->call.n < 3 ? e->call.n : 3;
    lower_exprs(lw, n, e->call.arg, arg);
    /* beyond 64 bits a lone bound stands for what no loop reaches in steps of 1 */
    bool reached = n > 2 || (n > 1 && arg[0] && arg[1] && arg[0]->type == arg[1]->type);
    for (int i = 0; i < n; ++i) {
        arg[i] = !arg[i]   ? lower_int(lw, 0)
                 : reached ? lower_to_int(lw, arg[i], TO_INT)
                           : lower_as_bound(lw, arg[i]);
    }
    it->kind = ITER_RANGE;
    it->start = n > 1 ? arg[0] : lower_int(lw, 0);
    it->stop = n > 1 ? arg[1] : n > 0 ? arg[0] : lower_int(lw, 0);
    it->step = n > 2 ? lower_simple(lw, arg[2]) : lower_int(lw, 1);
    int64_t step;
    bool good = texpr_is_const(it->step, &step) && step != 0;
    if (!good) {
        lower_check(lw, lower_cmp(lw, OP_NE, it->step, lower_int(lw, 0)), TEXC_VALUE,
                    "range() arg 3 must not be zero");
    }
}

static void resolve_enumerate(struct lower *lw, const struct stmt *s, const struct expr *e,
                              struct iterable *it) {
    const struct expr *start = e->call.n > 1 ? e->call.arg[1] : NULL;
    for (int i = 0; i < e->call.n_kw; ++i) {
        start = e->call.kw[i].value;
    }
    it->kind = ITER_ENUMERATE;
    it->n = 1;
    it->part = ARENA_NEW(lw->a, struct iterable);
    resolve_iterable(lw, s, e->call.arg[0], it->part);
    it->start = start ? int_operand(lw, start) : lower_int(lw, 0);
}

static void resolve_zip(struct lower *lw, const struct stmt *s, const struct expr *e,
                        struct iterable *it) {
    it->kind = ITER_ZIP;
    it->n = e->call.n;
    it->part = ARENA_ARRAY(lw->a, struct iterable, it->n);
    for (int i = 0; i < it->n; ++i) {
        resolve_iterable(lw, s, e->call.arg[i], &it->part[i]);
    }
}

static void resolve_list_in(struct lower *lw, const struct stmt *s, struct tvar *list,
                            struct iterable *it) {
    it->kind = ITER_LIST;
    it->list = list;
    it->resized = lower_loop_resizes(lw, s);
    if (!it->resized && it->list->type->item[0]->kind == TY_SCALAR) {
        it->kind = ITER_ARRAY;
        it->dtype = it->list->type->item[0]->dtype;
        it->array = lower_list_items(lw, it->list);
    }
}

static void resolve_list(struct lower *lw, const struct stmt *s, const struct expr *e,
                         struct iterable *it) {
    const struct expr *forward = lower_reversed(lw, e);
    if (forward) {
        resolve_list(lw, s, forward, it);
        it->from = lower_to_temp(lw, lower_list_length(lw, it->list));
        return;
    }
    const struct callee *made = lower_second(lw, e);
    const struct callee *gives = e->kind == EXPR_CALL && !made ? lw->in->callee[e->id] : made;
    bool watched =
        gives && gives->kind == CALLEE_INSTANCE && gives->each && lower_loop_resizes(lw, s);
    const struct expr *given_of = lw->given_of;
    struct texpr *given = lw->given;
    if (watched) {
        it->object = lower_to_temp(lw, lower_expr(lw, gives->arg[0]));
        it->each = gives->each;
        it->place = lower_new_var(lw, "place", lower_scalar(lw, DT_INT));
        lower_assign(lw, it->place, lower_int(lw, -1));
        lw->given_of = gives->arg[0];
        lw->given = it->object;
    }
    /* of an object: what its method gives */
    struct tvar *list =
        made ? lower_as_variable(lw, lower_call_instance(lw, made, NULL)) : lower_array(lw, e);
    lw->given_of = given_of;
    lw->given = given;
    resolve_list_in(lw, s, list, it);
    if (made) {
        return;
    }
    if (it->kind == ITER_LIST && e->kind == EXPR_NAME && stmt_assigns(s, e->name.sym)) {
        it->list = lower_to_temp(lw, lower_var(lw, it->list))->var;
    }
}

/* A tuple of variables of its own. */
static struct texpr *kept(struct lower *lw, struct texpr *tuple) {
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, tuple->type->n);
    for (int i = 0; i < tuple->type->n; ++i) {
        struct texpr *e = lower_item(lw, tuple, i);
        item[i] =
            e->type->kind == TY_TUPLE ? kept(lw, lower_simple_tuple(lw, e)) : lower_to_temp(lw, e);
    }
    struct texpr *made = lower_tuple(lw, tuple->type->n, item);
    made->type = tuple->type;
    return made;
}

/* Evaluates what is iterated, once. An array variable that the body assigns is kept in another. */
static void resolve_iterable(struct lower *lw, const struct stmt *s, const struct expr *e,
                             struct iterable *it) {
    const struct symbol *sym = lower_iterator(e);
    if (sym && (sym->op == OP_RANGE || sym->op == OP_PRANGE)) {
        resolve_range(lw, e, it);
    } else if (sym && sym->op == OP_ENUMERATE && e->call.n > 0) {
        resolve_enumerate(lw, s, e, it);
    } else if (sym && sym->op == OP_ZIP && e->call.n > 0) {
        resolve_zip(lw, s, e, it);
    } else if (ty_is_nested(lower_type(lw, e)) || ty_is_records(lower_type(lw, e))) {
        it->kind = ITER_NESTED;
        it->nested = lower_simple_tuple(lw, lower_expr(lw, e));
        if (e->kind == EXPR_NAME && stmt_assigns(s, e->name.sym)) {
            it->nested = kept(lw, it->nested);
        }
    } else if (lower_type(lw, e) && ty_is_either(lower_type(lw, e))) {
        resolve_list(lw, s, e, it);
    } else if (lower_type(lw, e) && lower_type(lw, e)->kind == TY_TUPLE) {
        resolve_list_in(lw, s, lower_list_of_tuple(lw, lower_expr(lw, e)), it);
    } else if (is_list(lower_type(lw, e))) {
        resolve_list(lw, s, e, it);
    } else {
        it->kind = ITER_ARRAY;
        it->dtype = DT_COUNT;
        it->array = lower_array(lw, e);
        bool assigned = e->kind == EXPR_NAME && stmt_assigns(s, e->name.sym);
        if (assigned) {
            it->array = lower_to_temp(lw, lower_var(lw, it->array))->var;
        }
    }
}

/* step - 1 upwards, step + 1 downwards. */
static struct texpr *range_slack(struct lower *lw, struct texpr *step) {
    int64_t value;
    if (texpr_is_const(step, &value)) {
        return lower_int(lw, value > 0 ? value - 1 : value + 1);
    }
    struct texpr *up = lower_cmp(lw, OP_GT, step, lower_int(lw, 0));
    struct texpr *one = lower_select(lw, up, lower_int(lw, 1), lower_int(lw, -1));
    return lower_op2(lw, OP_SUB, step, one, DT_INT);
}

/* Iterations of a range: the quotient of its extent by step, rounded up, at least 0. */
static struct texpr *range_length(struct lower *lw, const struct iterable *it) {
    struct texpr *extent = lower_op2(lw, OP_SUB, it->stop, it->start, DT_INT);
    int64_t step;
    if (!texpr_is_const(it->step, &step) || step != 1) {
        extent = lower_op2(lw, OP_ADD, extent, range_slack(lw, it->step), DT_INT);
        extent = lower_op2(lw, OP_FLOORDIV, extent, it->step, DT_INT);
    }
    return lower_op2(lw, OP_PYMAX, extent, lower_int(lw, 0), DT_INT);
}

/* Goes to the place of item k of an object that may change, of n items: the length is more than k
 * where there is one. */
static struct texpr *next_place(struct lower *lw, const struct iterable *it, struct tvar *k) {
    struct texpr *value[4] = {it->object, lower_var(lw, it->place), lower_var(lw, k),
                              lower_list_length(lw, it->list)};
    lower_assign(lw, it->place, lower_apply(lw, it->each, value, NULL));
    struct texpr *found = lower_cmp(lw, OP_GE, lower_var(lw, it->place), lower_int(lw, 0));
    struct texpr *more = lower_op2(lw, OP_ADD, lower_var(lw, k), lower_int(lw, 1), DT_INT);
    return lower_select(lw, found, more, lower_var(lw, k));
}

/* Of a list that may have become shorter than where item k, counted from its end, is: k. */
static struct texpr *length_backwards(struct lower *lw, const struct iterable *it, struct tvar *k) {
    struct texpr *left = lower_op2(lw, OP_SUB, it->from, lower_var(lw, k), DT_INT);
    struct texpr *there = lower_cmp(lw, OP_LE, left, lower_list_length(lw, it->list));
    return lower_select(lw, there, it->from, lower_var(lw, k));
}

/* k: the item that is due; or NULL. */
static struct texpr *iterable_length(struct lower *lw, const struct iterable *it, struct tvar *k) {
    if (it->from) {
        return it->kind == ITER_LIST && k ? length_backwards(lw, it, k) : it->from;
    }
    if (it->kind == ITER_ARRAY) {
        return lower_shape(lw, it->array, 0);
    }
    if (it->kind == ITER_LIST) {
        return it->each && k ? next_place(lw, it, k) : lower_list_length(lw, it->list);
    }
    if (it->kind == ITER_NESTED) {
        return ty_is_records(it->nested->type)
                   ? lower_shape(lw, lower_as_variable(lw, lower_item(lw, it->nested, 0)), 0)
                   : lower_nested_length(lw, it->nested);
    }
    if (it->kind == ITER_RANGE) {
        return range_length(lw, it);
    }
    struct texpr *length = iterable_length(lw, &it->part[0], k);
    for (int i = 1; i < it->n; ++i) {
        length = lower_op2(lw, OP_PYMIN, length, iterable_length(lw, &it->part[i], k), DT_INT);
    }
    return length;
}

/* start + k * step without what does nothing. */
static struct texpr *affine(struct lower *lw, struct texpr *start, struct texpr *step,
                            struct texpr *k) {
    int64_t value;
    if (!texpr_is_const(step, &value) || value != 1) {
        k = lower_op2(lw, OP_MUL, k, step, DT_INT);
    }
    if (texpr_is_const(start, &value) && value == 0) {
        return k;
    }
    return lower_op2(lw, OP_ADD, start, k, DT_INT);
}

struct texpr *lower_row(struct lower *lw, struct tvar *array, struct texpr *k,
                        const struct expr *target) {
    struct ty *t = array->type;
    enum ty_layout layout = t->layout == TY_C ? TY_C : TY_ANY;
    struct ty *type = ty_array(lw->a, lw->m, t->dtype, t->rank - 1, layout);
    bool name = target && target->kind == EXPR_NAME && target->name.sym;
    struct tvar *want = name ? lw->var_of[target->name.sym->id] : NULL;
    struct tvar *dst = lower_target(lw, want, type, 0, NULL);
    struct tstmt *s = lower_stmt(lw, TS_VIEW);
    s->view.dst = dst;
    s->view.base = array;
    s->view.n = t->rank;
    s->view.axis = ARENA_ARRAY(lw->a, struct view_axis, t->rank);
    s->view.axis[0] = (struct view_axis){.kind = VIEW_INDEX, .index = k};
    for (int i = 1; i < t->rank; ++i) {
        s->view.axis[i].kind = VIEW_FULL;
    }
    return lower_var(lw, dst);
}

/* Item k, for a loop's target. */
static struct texpr *iterable_item(struct lower *lw, const struct iterable *it, struct texpr *k,
                                   const struct expr *target) {
    if (it->from) {
        struct texpr *last = lower_op2(lw, OP_SUB, it->from, lower_int(lw, 1), DT_INT);
        k = lower_simple(lw, lower_op2(lw, OP_SUB, last, k, DT_INT));
    }
    if (it->kind == ITER_ARRAY && it->array->type->rank == 1) {
        struct texpr *item = lower_load(lw, it->array, 1, &k);
        return it->dtype == DT_COUNT ? item : lower_cast(lw, item, it->dtype);
    }
    if (it->kind == ITER_ARRAY) {
        return lower_row(lw, it->array, k, target);
    }
    bool name = target && target->kind == EXPR_NAME && target->name.sym;
    struct tvar *want = name ? lw->var_of[target->name.sym->id] : NULL;
    if (it->kind == ITER_LIST && it->each) {
        struct texpr *value[2] = {it->object, lower_var(lw, it->place)};
        return lower_apply(lw, it->each->each, value, want);
    }
    if (it->kind == ITER_LIST) {
        return lower_list_item(lw, it->list, k, want);
    }
    if (it->kind == ITER_NESTED) {
        return ty_is_records(it->nested->type) ? lower_records_row(lw, it->nested, k)
                                               : lower_nested_row(lw, it->nested, k, want);
    }
    if (it->kind == ITER_RANGE) {
        return affine(lw, it->start, it->step, k);
    }
    int shift = it->kind == ITER_ENUMERATE;
    bool unpacked = target && target->kind == EXPR_TUPLE && target->list.n == it->n + shift;
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, it->n + 1);
    if (shift) {
        item[0] = affine(lw, it->start, lower_int(lw, 1), k);
        lower_check_int(lw, item[0]);
    }
    for (int i = 0; i < it->n; ++i) {
        const struct expr *to = unpacked ? target->list.item[i + shift] : NULL;
        item[i + shift] = iterable_item(lw, &it->part[i], k, to);
    }
    return lower_tuple(lw, it->n + shift, item);
}

/* ---- for */

/* After `target = value` at the start of a body: names that hold the bare counter, and that the
 * body does not assign, are read from the counter. */
static void remember_counter(struct lower *lw, const struct expr *target, struct texpr *value,
                             const struct block *body) {
    if (target->kind == EXPR_NAME && target->name.sym) {
        struct tvar *v = lw->var_of[target->name.sym->id];
        bool is_int = !v || (v->type->kind == TY_SCALAR && v->type->dtype == DT_INT);
        if (value->kind == TE_VAR && value->var->is_counter && is_int &&
            !block_assigns(body, target->name.sym)) {
            lw->counter_of[target->name.sym->id] = value->var;
        }
    }
    for (int i = 0; target->kind == EXPR_TUPLE && value->kind == TE_TUPLE && i < target->list.n;
         ++i) {
        if (i < value->tuple.n) {
            remember_counter(lw, target->list.item[i], value->tuple.item[i], body);
        }
    }
}

static void forget_names(struct lower *lw, const struct expr *target) {
    if (target->kind == EXPR_NAME && target->name.sym) {
        lw->counter_of[target->name.sym->id] = NULL;
    }
    for (int i = 0; target->kind == EXPR_TUPLE && i < target->list.n; ++i) {
        forget_names(lw, target->list.item[i]);
    }
}

static const char *counter_name(const struct expr *target) {
    while (target->kind == EXPR_TUPLE && target->list.n > 0) {
        target = target->list.item[0];
    }
    const struct symbol *sym = target->kind == EXPR_NAME ? target->name.sym : NULL;
    return sym ? sym->name : "k";
}

static bool is_resized(const struct iterable *it) {
    bool found = it->kind == ITER_LIST && it->resized;
    for (int i = 0; it->kind >= ITER_ENUMERATE && i < it->n; ++i) {
        found = found || is_resized(&it->part[i]);
    }
    return found;
}

static void check_part(struct lower *lw, struct texpr *fine, int i, const char *word) {
    const char *before = i == 1 ? " 1" : arena_printf(lw->a, "s 1-%d", i);
    lower_check(
        lw, fine, TEXC_VALUE,
        arena_printf(lw->a, "zip() argument %d is %s than argument%s", i + 1, word, before));
}

/* zip(a, b, strict=True), behind a loop that has not been left: the first part that is as short as
 * the shortest is named, or, where that is the first of all, the first that is longer. */
static void check_strict(struct lower *lw, const struct iterable *it) {
    struct texpr **length = ARENA_ARRAY(lw->a, struct texpr *, it->n), *least = NULL;
    for (int i = 0; i < it->n; ++i) {
        length[i] = lower_simple(lw, iterable_length(lw, &it->part[i], NULL));
        least = i == 0 ? length[0] : lower_op2(lw, OP_PYMIN, least, length[i], DT_INT);
    }
    least = lower_simple(lw, least);
    struct texpr *before = lower_cmp(lw, OP_EQ, length[0], least);
    for (int i = 1; i < it->n; ++i) {
        struct texpr *longer = lower_cmp(lw, OP_NE, length[i], least);
        check_part(lw, lower_or(lw, before, longer), i, "shorter");
        before = lower_or(lw, before, lower_not(lw, longer));
    }
    for (int i = 1; i < it->n; ++i) {
        check_part(lw, lower_cmp(lw, OP_EQ, length[i], least), i, "longer");
    }
}

/* What follows a loop that has not been left. */
static struct tblock behind_loop(struct lower *lw, const struct stmt *s,
                                 const struct iterable *it) {
    const struct expr *e = s->for_.iter;
    bool strict = it->kind == ITER_ZIP && e->kind == EXPR_CALL && e->call.n_kw == 1 &&
                  e->call.kw[0].value->boolean;
    struct stmt_list list;
    struct stmt_list *outer = lower_begin(lw, &list);
    if (strict) {
        check_strict(lw, it);
    }
    lower_body(lw, &s->for_.els);
    return lower_end(lw, outer);
}

/* k = 0; while k < length: target = item k; k = k + 1; ... */
static void for_resized(struct lower *lw, const struct stmt *s, const struct iterable *it) {
    struct tvar *k = lower_new_var(lw, "k", lower_scalar(lw, DT_INT));
    struct stmt_list list;
    lower_assign(lw, k, lower_int(lw, 0));
    struct tstmt *loop = lower_stmt(lw, TS_WHILE);
    loop->while_.loop = lw->f->n_loops++;
    loop->while_.written = lw->in_display ? WRITTEN_NOT : WRITTEN_FOR;
    struct stmt_list *outer = lower_begin_loop(lw, &list);
    loop->while_.cond = lower_cmp(lw, OP_LT, lower_var(lw, k), iterable_length(lw, it, k));
    loop->while_.pre = lower_end(lw, outer);
    outer = lower_begin_loop(lw, &list);
    lower_bind(lw, s->for_.target, iterable_item(lw, it, lower_var(lw, k), s->for_.target));
    lower_assign(lw, k, lower_op2(lw, OP_ADD, lower_var(lw, k), lower_int(lw, 1), DT_INT));
    lower_body(lw, &s->for_.body);
    loop->while_.body = lower_end(lw, outer);
    loop->while_.els = behind_loop(lw, s, it);
}

static void for_counted(struct lower *lw, const struct stmt *s, const struct iterable *it) {
    const struct expr *target = s->for_.target;
    const struct symbol *iterator = lower_iterator(s->for_.iter);
    bool range = it->kind == ITER_RANGE;
    struct texpr *stop = range ? it->stop : iterable_length(lw, it, NULL);
    forget_names(lw, target);
    lower_forget_assigned(lw, &s->for_.body);

    struct stmt_list list;
    struct stmt_list *outer;
    struct tstmt *loop =
        lower_for_open(lw, range || it->kind == ITER_ENUMERATE ? counter_name(target) : "k",
                       range ? it->start : lower_int(lw, 0), stop,
                       range ? it->step : lower_int(lw, 1), &list, &outer);
    loop->for_.written = lw->in_display ? WRITTEN_NOT : range ? WRITTEN_RANGE : WRITTEN_FOR;
    loop->for_.parallel = iterator && iterator->op == OP_PRANGE;
    loop->for_.assured = s->for_.independent;
    lw->pranges += loop->for_.parallel;
    struct texpr *k = lower_var(lw, loop->for_.counter);
    struct texpr *item = range ? k : iterable_item(lw, it, k, target);
    lower_bind(lw, target, item);
    remember_counter(lw, target, item, &s->for_.body);
    lower_body(lw, &s->for_.body);
    lower_for_close(lw, loop, outer);
    lw->pranges -= loop->for_.parallel;
    forget_names(lw, target);
    loop->for_.els = behind_loop(lw, s, it);
}

void lower_for(struct lower *lw, const struct stmt *s) {
    struct items_mark mark = lower_loop_entered(lw, s);
    struct iterable it = {0};
    resolve_iterable(lw, s, s->for_.iter, &it);
    if (is_resized(&it)) {
        forget_names(lw, s->for_.target);
        lower_forget_assigned(lw, &s->for_.body);
        for_resized(lw, s, &it);
    } else {
        for_counted(lw, s, &it);
    }
    lower_loop_left(lw, mark);
}
