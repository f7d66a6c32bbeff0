/* Array accesses of a nest, composed through the views it makes. */
#include "access.h"
#include "build.h"
#include "collector.h"

#include <string.h>

#define VIEW_CHAIN 32 /* views of views followed */

/* The statement of the nest that defines an array at pos. False: there are definitions, but not one
 * plain one. *s is NULL when the nest does not assign it. */
static bool array_definition(const struct scope *sc, struct tvar *array, int pos,
                             struct tstmt **s) {
    *s = NULL;
    if (!fact_assigned(sc->facts, array, sc->lo, sc->hi)) {
        return true;
    }
    *s = fact_reaching(sc->facts, array, pos);
    if (*s && fact_of(sc->facts, *s)->pos < sc->lo) {
        *s = NULL;
    }
    return *s != NULL;
}

struct tstmt *access_maker(const struct scope *sc, struct tstmt *s) {
    bool items = s->kind == TS_LIST && s->list.op == LIST_ITEMS;
    return stmt_makes(s) ? s
           : items       ? list_maker(sc, s->list.list, fact_of(sc->facts, s)->pos)
                         : NULL;
}

static bool is_alias(const struct tstmt *s) {
    return s->kind == TS_ASSIGN && s->assign.value->kind == TE_VAR;
}

bool access_base_axis(const struct scope *sc, struct tvar **array, int *axis, int pos) {
    struct tstmt *s;
    for (int i = 0; i < VIEW_CHAIN; ++i) {
        if (!array_definition(sc, *array, pos, &s)) {
            return false;
        }
        if (!s || stmt_makes(s)) {
            return true;
        }
        if (is_alias(s)) {
            *array = s->assign.value->var;
        } else if (s->kind == TS_VIEW) {
            *axis = view_kept_axis(s, *axis);
            *array = s->view.base;
        } else {
            return false;
        }
        if (*axis < 0) {
            return false;
        }
        pos = fact_of(sc->facts, s)->pos;
    }
    return false;
}

struct tvar *access_root(const struct scope *sc, struct tvar *array, int pos, struct tstmt **made) {
    struct tstmt *s;
    *made = NULL;
    for (int i = 0; i < VIEW_CHAIN; ++i) {
        if (!array_definition(sc, array, pos, &s)) {
            return NULL;
        }
        if (!s) {
            return array;
        }
        pos = fact_of(sc->facts, s)->pos;
        *made = access_maker(sc, s);
        if (*made) {
            return array;
        }
        if (s->kind != TS_VIEW && !is_alias(s)) {
            return NULL;
        }
        array = s->kind == TS_VIEW ? s->view.base : s->assign.value->var;
    }
    return NULL;
}

/* ---- one index */

/* The wrap of an index that has been checked before, beside arrays as indices: e, or what s assigns
 * to it; or NULL. */
static const struct texpr *wrap_of(const struct tstmt *s, const struct texpr *e) {
    e = s && s->kind == TS_ASSIGN ? s->assign.value : e;
    return e->kind == TE_OP && e->op.op == OP_WRAP ? e : NULL;
}

static struct subscript wrapped_subscript(struct scope *sc, const struct texpr *e, int pos) {
    struct form *f = form_of(sc, e->op.arg[0], pos);
    struct form *below = f ? form_add(sc->arena, form_const(sc->arena, -1), f, -1) : NULL;
    struct subscript sub = {.known = f ? INDEX_FORM : INDEX_NOT_AFFINE, .form = f};
    range_assume(sc, pos);
    if (below && range_nonneg(sc, below)) {
        sub.form = form_add(sc->arena, f, form_of(sc, e->op.arg[1], pos), 1);
        sub.known = sub.form ? INDEX_FORM : INDEX_NOT_AFFINE;
    } else if (f && !range_nonneg(sc, f)) {
        sub.known = INDEX_WRAPS;
        sub.wraps = true;
    }
    sub.exact = sub.form ? sub.form : form_divided(sc, e->op.arg[0], pos);
    sub.wraps |= !sub.form && sub.exact && !range_nonneg(sc, sub.exact);
    return sub;
}

/* What an index of a LOAD, STORE or VIEW_INDEX is: the dst of an INDEX statement, or an expression
 * known in range. */
static struct subscript subscript_of(struct collector *c, struct texpr *e, int pos) {
    struct scope *sc = c->sc;
    struct subscript sub = {.known = INDEX_FORM};
    struct tstmt *s = expr_definition(sc, e, pos);
    const struct texpr *wrap = wrap_of(s, e);
    if (wrap) {
        return wrapped_subscript(sc, wrap, s ? fact_of(sc->facts, s)->pos : pos);
    }
    if (s && s->kind == TS_INDEX) {
        int at = fact_of(sc->facts, s)->pos;
        sub.form = form_of(sc, s->index.index, at);
        if (c->negative[s->id]) {
            struct form *extent = form_extent(sc, s->index.array, s->index.axis, at);
            sub.form = form_add(sc->arena, sub.form, extent, 1);
        }
        sub.known = c->hoisted[s->id] ? INDEX_FORM : INDEX_WRAPS;
        sub.wraps = !c->hoisted[s->id];
        e = s->index.index;
        pos = at;
    } else {
        sub.form = form_of(sc, e, pos);
    }
    sub.exact = sub.form;
    if (!sub.form) {
        sub.known = INDEX_NOT_AFFINE;
        sub.exact =
            s && s->kind == TS_INDEX && c->negative[s->id] ? NULL : form_divided(sc, e, pos);
    }
    return sub;
}

/* Element `sub` counted from the other end of an axis of the base. */
static struct subscript flipped(struct collector *c, const struct tstmt *s, int of_base,
                                struct subscript sub) {
    struct scope *sc = c->sc;
    int pos = fact_of(sc->facts, s)->pos;
    struct subscript in = {.known = INDEX_WHOLE};
    struct form *extent = form_extent(sc, s->view.base, of_base, pos);
    if (sub.exact && !sub.wraps && extent) {
        struct form *last = form_add(sc->arena, extent, form_const(sc->arena, 1), -1);
        in.exact = last && sub.exact ? form_add(sc->arena, last, sub.exact, -1) : NULL;
        in.form = last && sub.known == INDEX_FORM ? in.exact : NULL;
        in.known = in.form ? INDEX_FORM : INDEX_WHOLE;
    }
    return in;
}

/* Where elements of a slice start:stop:step stand in its base: element `sub`, or all of them.
 * Clipping leaves a start of 0 or more alone as long as the slice has elements, and no element is
 * at stop or above when that is 0 or more. */
static struct subscript through_slice(struct collector *c, const struct tstmt *s,
                                      const struct view_axis *axis, int of_base,
                                      struct subscript sub) {
    struct scope *sc = c->sc;
    int pos = fact_of(sc->facts, s)->pos;
    struct arena *a = sc->arena;
    struct subscript in = {.known = INDEX_WHOLE};
    int64_t step = 1;
    struct form *start = axis->start ? form_of(sc, axis->start, pos) : form_const(a, 0);
    if (view_flips(axis)) {
        return flipped(c, s, of_base, sub);
    }
    range_assume(sc, pos);
    if ((axis->step && !expr_int_value(axis->step, &step)) || step < 1 ||
        !range_nonneg(sc, start)) {
        return in;
    }
    in.exact = sub.wraps ? NULL : form_add(a, start, sub.exact, step);
    if (sub.known == INDEX_FORM) {
        in.form = in.exact;
        in.known = in.form ? INDEX_FORM : INDEX_WHOLE;
        return in;
    }
    struct form *stop = axis->stop ? form_of(sc, axis->stop, pos) : NULL;
    if (range_nonneg(sc, stop)) {
        in.low = start;
        in.high = form_add(a, stop, form_const(a, 1), -1);
        in.known = in.high ? INDEX_BETWEEN : INDEX_WHOLE;
    }
    return in;
}

/* Restates n subscripts of a view's result on its base. */
void collector_through_view(struct collector *c, const struct tstmt *s, struct subscript *sub) {
    int rank = s->view.base->type->rank, pos = fact_of(c->sc->facts, s)->pos;
    struct subscript base[TIR_MAX_RANK];
    int of_base = 0, of_view = 0;
    for (int k = 0; k < rank && view_is(s, VIEW_RESHAPED); ++k) {
        base[k] = (struct subscript){.known = INDEX_WHOLE};
    }
    for (int k = 0; s->view.order && k < rank; ++k) {
        base[of_base++] = (struct subscript){.known = INDEX_WHOLE};
    }
    for (int i = 0; i < s->view.n; ++i) {
        const struct view_axis *axis = &s->view.axis[i];
        switch (axis->kind) {
        case VIEW_INDEX:
            base[of_base++] = subscript_of(c, axis->index, pos);
            break;
        case VIEW_SLICE:
            base[of_base] = through_slice(c, s, axis, of_base, sub[of_view++]);
            ++of_base;
            break;
        case VIEW_FULL:
            base[of_base++] = sub[of_view++];
            break;
        case VIEW_NEW:
            ++of_view;
            break;
        case VIEW_STRETCH: /* the element, or the only one */
            ++of_view;
            base[of_base++] = (struct subscript){.known = INDEX_WHOLE};
            break;
        case VIEW_DIAGONAL:
            sub[of_view].exact = sub[of_view].wraps ? NULL : sub[of_view].exact;
            base[of_base++] = sub[of_view];
            base[of_base++] = sub[of_view++];
            break;
        case VIEW_MOVED:
            base[axis->from] = sub[of_view++];
            break;
        case VIEW_RESHAPED:
            break;
        }
    }
    for (int k = 0; k < rank; ++k) {
        sub[k] = base[k];
    }
}

/* ---- one access */

static struct tvar *compose(struct collector *c, struct tvar *array, struct subscript *sub,
                            struct tstmt **made) {
    struct tstmt *s;
    int pos = c->pos;
    *made = NULL;
    for (int i = 0; i < VIEW_CHAIN; ++i) {
        if (!array_definition(c->sc, array, pos, &s)) {
            return NULL;
        }
        if (!s) {
            return array;
        }
        pos = fact_of(c->sc->facts, s)->pos;
        *made = access_maker(c->sc, s);
        if (*made) {
            return array;
        }
        if (s->kind == TS_VIEW) {
            collector_through_view(c, s, sub);
            array = s->view.base;
        } else if (is_alias(s)) {
            array = s->assign.value->var;
        } else {
            return NULL;
        }
    }
    return NULL;
}

struct access *collector_push(struct collector *c, const struct access_base *base,
                              struct tvar *array, bool write) {
    struct arena *a = c->sc->arena;
    struct access *x = ARENA_NEW(a, struct access);
    *x = (struct access){.root = base->root,
                         .alloc = base->made,
                         .array = array,
                         .stmt = c->stmt,
                         .pos = c->pos,
                         .via = base->via,
                         .write = write,
                         .rank = base->root ? base->root->type->rank : 0};
    for (int k = 0; k < x->rank; ++k) {
        const struct subscript *sub = &base->sub[k];
        bool exact = sub->known == INDEX_FORM;
        x->known[k] = sub->known;
        x->exact[k] = exact ? sub->form : sub->exact;
        x->wraps[k] = sub->wraps;
        x->form[k] = sub->form;
        x->low[k] = exact ? sub->form : sub->low;
        x->high[k] = exact ? sub->form : sub->high;
    }
    vec_push(a, &c->list->item, x);
    return x;
}

/* The access of a LOAD or a STORE has its index; those of arrays that stand for several have none.
 */
static void push_access(struct collector *c, struct tvar *array, struct subscript *sub, bool write,
                        struct texpr **index) {
    struct access_base base;
    struct subscript own[TIR_MAX_RANK];
    memcpy(own, sub, sizeof own);
    base.root = compose(c, array, sub, &base.made);
    if (!base.root && origins_push(c, array, own, write)) {
        return;
    }
    memcpy(base.sub, sub, sizeof base.sub);
    base.via = -1;
    collector_push(c, &base, array, write)->index = index;
}

/* n 0: the whole array. */
static void add_access(struct collector *c, struct tvar *array, int n, struct texpr **index,
                       bool write) {
    struct subscript sub[TIR_MAX_RANK] = {0};
    for (int k = 0; k < array->type->rank; ++k) {
        sub[k] =
            k < n ? subscript_of(c, index[k], c->pos) : (struct subscript){.known = INDEX_WHOLE};
    }
    push_access(c, array, sub, write, index);
}

static void note_escape(struct collector *c) {
    vec_push(c->sc->arena, &c->list->escapes, c->pos);
}

static void collect_node(struct texpr *e, void *context) {
    struct collector *c = context;
    if (e->kind == TE_LOAD) {
        add_access(c, e->load.array, e->load.n, e->load.index, false);
    } else if (e->kind == TE_ITEM && e->type->kind == TY_ARRAY && !origins_of_item(c, e)) {
        note_escape(c);
    } else if (e->kind == TE_TUPLE) {
        for (int i = 0; i < e->tuple.n; ++i) {
            if (e->tuple.item[i]->type->kind == TY_ARRAY) {
                note_escape(c);
            }
        }
    }
}

bool collector_plain_tuple(const struct texpr *tuple) {
    bool plain = tuple->kind == TE_TUPLE;
    for (int i = 0; plain && i < tuple->tuple.n; ++i) {
        const struct texpr *item = tuple->tuple.item[i];
        plain = item->type->kind == TY_ARRAY ? item->kind == TE_VAR : !type_holds_array(item->type);
    }
    return plain;
}

static void collect_expr(struct texpr *e, void *context) {
    struct collector *c = context;
    bool argument = c->stmt->kind == TS_CALL && collector_plain_tuple(e);
    for (int i = 0; argument && i < e->tuple.n; ++i) {
        expr_walk(e->tuple.item[i], collect_node, context);
    }
    if (!argument) {
        expr_walk(e, collect_node, context);
    }
}

/* One axis of a callee's access. It wraps indices, so only those of 0 or more are understood. */
static struct subscript subscript_by_effect(struct collector *c, const struct effect *e, int axis) {
    struct scope *sc = c->sc;
    struct subscript sub = {.known = INDEX_WHOLE};
    struct form *low = effect_translate(sc, c->stmt, c->pos, e->low[axis]);
    struct form *high = effect_translate(sc, c->stmt, c->pos, e->high[axis]);
    range_assume(sc, c->pos);
    if (low && high && range_nonneg(sc, low)) {
        bool exact = form_equal(low, high);
        sub.known = exact ? INDEX_FORM : INDEX_BETWEEN;
        sub.form = exact ? low : NULL;
        sub.low = low;
        sub.high = high;
    }
    return sub;
}

static void collect_effects(struct collector *c, struct tstmt *s, int param) {
    const struct summary *sum = &c->summaries[s->call.callee->id];
    struct tvar *array = s->call.arg[param]->var;
    for (int i = 0; i < sum->effects.n; ++i) {
        const struct effect *e = &sum->effects.item[i];
        struct subscript sub[TIR_MAX_RANK] = {0};
        for (int k = 0; e->param == param && k < array->type->rank; ++k) {
            sub[k] = subscript_by_effect(c, e, k);
        }
        if (e->param == param) {
            push_access(c, array, sub, e->write, NULL);
        }
    }
}

/* A list whose items the callee changes is written to in a way that is not followed, unless it is
 * one of scalars that the nest has made. */
static void collect_changed(struct collector *c, struct tvar *list) {
    if (type_holds_lists(list->type) || !list_maker(c->sc, list, c->pos)) {
        struct access *x = ARENA_NEW(c->sc->arena, struct access);
        *x = (struct access){
            .array = list, .stmt = c->stmt, .pos = c->pos, .via = -1, .write = true};
        vec_push(c->sc->arena, &c->list->item, x);
    }
}

/* The callee may read, and may write, any element of what it gets as the parameter of this bit. */
static void collect_argument(struct collector *c, const struct summary *sum, uint64_t bit,
                             struct tvar *array) {
    if (sum->reads & bit) {
        add_access(c, array, 0, NULL, false);
    }
    if (sum->writes & bit) {
        add_access(c, array, 0, NULL, true);
    }
}

/* A list that the nest has made is an argument of a call. */
static void collect_items(struct collector *c, struct tvar *list, bool touched) {
    bool arrays = list->type->item[0]->kind == TY_ARRAY;
    if (arrays && touched && !origins_push_items(c, list)) {
        note_escape(c);
    }
}

static void collect_call(struct collector *c, struct tstmt *s) {
    const struct summary *sum = &c->summaries[s->call.callee->id];
    for (int k = 0; k < s->call.n; ++k) {
        struct texpr *arg = s->call.arg[k];
        uint64_t bit = param_bit(k);
        bool array = arg->kind == TE_VAR && arg->type->kind == TY_ARRAY;
        bool list = arg->kind == TE_VAR && arg->type->kind == TY_LIST;
        if (array && sum->detailed) {
            collect_effects(c, s, k);
        } else if (array) {
            collect_argument(c, sum, bit, arg->var);
        } else if (collector_plain_tuple(arg)) {
            for (int i = 0; i < arg->tuple.n; ++i) {
                if (arg->tuple.item[i]->type->kind == TY_ARRAY) {
                    collect_argument(c, sum, bit, arg->tuple.item[i]->var);
                }
            }
        } else if (list && list_maker(c->sc, arg->var, c->pos)) {
            collect_items(c, arg->var, bit & (sum->reads | sum->writes | sum->returns));
        } else if (type_holds_array(arg->type)) {
            note_escape(c);
        }
        if (list && (sum->writes & bit)) {
            collect_changed(c, arg->var);
        }
    }
}

/* A tuple of arrays as an argument has been noted as an escape. */
static void collect_lib(struct collector *c, struct tstmt *s) {
    for (int k = 0; k < s->lib.n; ++k) {
        const struct texpr *arg = s->lib.arg[k].value;
        if (arg && arg->kind == TE_VAR && arg->type->kind == TY_ARRAY) {
            add_access(c, arg->var, 0, NULL, false);
        }
    }
    if (s->lib.out) {
        add_access(c, s->lib.out, 0, NULL, true);
    }
}

/* Are items read or written that may be those of any list? */
static bool list_escapes(struct collector *c, const struct tstmt *s) {
    bool looks = s->list.op == LIST_NEW || s->list.op == LIST_LENGTH || s->list.op == LIST_ITEMS ||
                 s->list.op == LIST_SAME;
    return !looks && !list_maker(c->sc, s->list.list, c->pos);
}

struct access_list *access_collect(struct scope *sc, const bool *hoisted, const bool *negative,
                                   const struct summary *summaries) {
    struct access_list *list = ARENA_NEW(sc->arena, struct access_list);
    struct collector c = {sc, hoisted, negative, summaries, list, NULL, 0};
    for (int pos = sc->lo; pos <= sc->hi; ++pos) {
        struct tstmt *s = sc->facts->order[pos]->stmt;
        c.stmt = s;
        c.pos = pos;
        stmt_exprs(s, collect_expr, &c);
        if ((s->kind == TS_LIB && s->lib.fn == OP_CLASS_SET) ||
            (s->kind == TS_CALL && summaries[s->call.callee->id].sets)) {
            vec_push(sc->arena, &list->sets, pos);
        }
        if (s->kind == TS_STORE) {
            add_access(&c, s->store.array, s->store.n, s->store.index, true);
        } else if (s->kind == TS_CALL) {
            collect_call(&c, s);
        } else if (s->kind == TS_LIB) {
            collect_lib(&c, s);
        } else if (s->kind == TS_LIST && list_escapes(&c, s)) {
            note_escape(&c);
        }
    }
    return list;
}

/* ---- comparing */

/* The last statement of the block before this one that may leave the block, or NULL. */
static const struct tstmt *guard_before(const struct stmt_fact *f) {
    for (int i = f->at - 1; i >= 0; --i) {
        const struct tstmt *s = f->block->item[i];
        if (s->kind == TS_IF && !(block_completes(&s->if_.then) && block_completes(&s->if_.els))) {
            return s;
        }
    }
    return NULL;
}

bool access_together(const struct facts *facts, const struct access *x, const struct access *y) {
    const struct stmt_fact *f = facts->order[x->pos], *g = facts->order[y->pos];
    return f == g || (f->block == g->block && guard_before(f) == guard_before(g));
}

static bool same_form(const struct form *x, const struct form *y) {
    return x ? form_equal(x, y) : !y;
}

bool access_same(const struct access *x, const struct access *y) {
    if (x->write != y->write || x->rank != y->rank) {
        return false;
    }
    for (int k = 0; k < x->rank; ++k) {
        if (x->known[k] != y->known[k] || !same_form(x->form[k], y->form[k]) ||
            !same_form(x->low[k], y->low[k]) || !same_form(x->high[k], y->high[k]) ||
            !same_form(x->exact[k], y->exact[k]) || x->wraps[k] != y->wraps[k]) {
            return false;
        }
    }
    return true;
}
