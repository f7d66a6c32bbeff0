/* What a call of each function does: array parameters read, written and returned, errors, loops.
 *
 * Within a function the arrays a variable may stand for are followed without regard to order:
 * through views, other names, tuples and calls. Functions come callees first; cycles are repeated
 * until nothing changes. */
#include "access.h"

struct summarizer {
    struct arena *arena;
    struct summary *all; /* by function id */
    uint64_t *origin;    /* by variable id: array parameters it may share memory with */
    uint64_t lists;      /* those that items of the function's lists may share memory with */
    struct summary *now;
    bool implied; /* inside the loops of an operation on whole arrays */
    bool changed;
};

static void add_bits(struct summarizer *s, uint64_t *to, uint64_t bits) {
    if (bits & ~*to) {
        *to |= bits;
        s->changed = true;
    }
}

/* The parameters whose memory an expression's value may hold. */
static uint64_t origins(const struct summarizer *s, const struct texpr *e) {
    uint64_t bits = 0;
    if (!type_holds_array(e->type)) {
        return 0;
    }
    switch (e->kind) {
    case TE_VAR:
        return s->origin[e->var->id];
    case TE_ITEM:
        return origins(s, e->item.tuple);
    case TE_TUPLE:
        for (int i = 0; i < e->tuple.n; ++i) {
            bits |= origins(s, e->tuple.item[i]);
        }
        return bits;
    default:
        return 0;
    }
}

static void see_load(struct texpr *e, void *context) {
    struct summarizer *s = context;
    if (e->kind == TE_LOAD) {
        add_bits(s, &s->now->reads, s->origin[e->load.array->id]);
    }
}

static void see_expr(struct texpr *e, void *context) {
    expr_walk(e, see_load, context);
}

static void see_flag(struct summarizer *s, bool *flag) {
    s->changed |= !*flag;
    *flag = true;
}

static void see_call(struct summarizer *s, const struct tstmt *st) {
    const struct summary *callee = &s->all[st->call.callee->id];
    uint64_t returned = 0;
    bool lists = false;
    for (int k = 0; k < st->call.n; ++k) {
        uint64_t bits = origins(s, st->call.arg[k]);
        if (callee->reads & param_bit(k)) {
            add_bits(s, &s->now->reads, bits);
        }
        if (callee->writes & param_bit(k)) {
            add_bits(s, &s->now->writes, bits);
        }
        if (callee->whole & param_bit(k)) {
            add_bits(s, &s->now->whole, bits);
        }
        if (callee->returns & param_bit(k)) {
            returned |= bits;
        }
        if (callee->changes & param_bit(k)) {
            add_bits(s, &s->now->changes, bits);
        }
        lists = lists || type_holds_lists(st->call.arg[k]->type);
    }
    for (int k = 0; k < st->call.n && lists; ++k) { /* it may put one into another */
        add_bits(s, &s->lists, origins(s, st->call.arg[k]));
    }
    if (st->call.dst && type_holds_array(st->call.dst->type)) {
        add_bits(s, &s->origin[st->call.dst->id], returned);
    }
    if (callee->may_raise) {
        see_flag(s, &s->now->may_raise);
    }
    if (callee->sets) {
        see_flag(s, &s->now->sets);
    }
    if (callee->loops || st->call.callee->recursive) {
        see_flag(s, &s->now->loops);
    }
}

static void see_lib(struct summarizer *s, const struct tstmt *st) {
    for (int k = 0; k < st->lib.n; ++k) {
        if (st->lib.arg[k].value) {
            add_bits(s, &s->now->reads, origins(s, st->lib.arg[k].value));
        }
    }
    if (st->lib.fn == OP_CLASS_SET) {
        see_flag(s, &s->now->sets);
    }
    if (st->lib.out) {
        add_bits(s, &s->now->writes, s->origin[st->lib.out->id]);
        add_bits(s, &s->now->whole, s->origin[st->lib.out->id]);
    }
    see_flag(s, &s->now->loops); /* it may take long, and gives up the GIL for that */
    see_flag(s, &s->now->may_raise);
}

/* Arrays and lists that are items: which list they are in is not followed. */
static void see_list(struct summarizer *s, const struct tstmt *st) {
    struct tvar *list = st->list.list, *dst = st->list.dst;
    uint64_t own = list ? s->origin[list->id] : 0;
    bool scalars = list && list->type->item[0]->kind == TY_SCALAR;
    for (int k = 0; k < 3; ++k) {
        if (st->list.arg[k]) {
            add_bits(s, &s->lists, origins(s, st->list.arg[k]));
        }
    }
    add_bits(s, &s->now->reads, own);
    add_bits(s, &s->lists, scalars ? 0 : own);
    if (list_changes(st->list.op)) {
        add_bits(s, &s->now->writes, own);
        add_bits(s, &s->now->changes, own);
    }
    if (st->list.op == LIST_ITEMS) {
        add_bits(s, &s->origin[dst->id], own);
    } else if (dst && (st->list.op == LIST_GET || st->list.op == LIST_POP) &&
               type_holds_array(dst->type)) {
        add_bits(s, &s->origin[dst->id], s->lists);
    }
    see_flag(s, &s->now->may_raise);
}

static void see_stmt(struct summarizer *s, const struct tstmt *st) {
    stmt_exprs(st, see_expr, s);
    switch (st->kind) {
    case TS_ASSIGN:
        add_bits(s, &s->origin[st->assign.dst->id], origins(s, st->assign.value));
        break;
    case TS_VIEW:
        add_bits(s, &s->origin[st->view.dst->id], s->origin[st->view.base->id]);
        if (view_may_copy(st)) {
            see_flag(s, &s->now->may_raise);
        }
        break;
    case TS_STORE:
        add_bits(s, &s->now->writes, s->origin[st->store.array->id]);
        if (st->store.whole || s->implied) {
            add_bits(s, &s->now->whole, s->origin[st->store.array->id]);
        }
        break;
    case TS_RETURN:
        if (st->ret) {
            add_bits(s, &s->now->returns, origins(s, st->ret));
        }
        break;
    case TS_CALL:
        see_call(s, st);
        break;
    case TS_LIB:
        see_lib(s, st);
        break;
    case TS_LIST:
        see_list(s, st);
        break;
    case TS_FOR: /* loops look for Ctrl-C */
    case TS_WHILE:
        see_flag(s, &s->now->loops);
        see_flag(s, &s->now->may_raise);
        break;
    case TS_INDEX:
    case TS_CHECK:
    case TS_RAISE:
    case TS_ALLOC:
        see_flag(s, &s->now->may_raise);
        break;
    default:
        break;
    }
}

static void see_block(struct summarizer *s, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        see_stmt(s, b->item[i]);
        int n = stmt_blocks(b->item[i], block);
        bool implied = s->implied;
        s->implied |= b->item[i]->kind == TS_FOR && b->item[i]->for_.implied;
        for (int k = 0; k < n; ++k) {
            see_block(s, block[k]);
        }
        s->implied = implied;
    }
}

/* One function until nothing changes; returns whether its summary did. */
static bool summarize(struct summarizer *s, const struct tfunc *f) {
    struct summary before = s->all[f->id];
    s->now = &s->all[f->id];
    s->lists = 0;
    s->origin = ARENA_ARRAY(s->arena, uint64_t, f->n_vars);
    for (int k = 0; k < f->n_params; ++k) {
        s->origin[f->param[k]->id] = type_holds_array(f->param[k]->type) ? param_bit(k) : 0;
        s->lists |= type_holds_lists(f->param[k]->type) ? param_bit(k) : 0;
    }
    do {
        s->changed = false;
        see_block(s, &f->body);
    } while (s->changed);
    return before.reads != s->now->reads || before.writes != s->now->writes ||
           before.whole != s->now->whole || before.returns != s->now->returns ||
           before.changes != s->now->changes || before.may_raise != s->now->may_raise ||
           before.loops != s->now->loops || before.sets != s->now->sets;
}

struct summary *summary_compute(struct arena *a, const struct tmodule *m) {
    struct summarizer s = {.arena = a, .all = ARENA_ARRAY(a, struct summary, m->funcs.n)};
    bool again = true, cycles = false;
    for (int i = 0; i < m->funcs.n; ++i) {
        cycles |= m->funcs.item[i]->recursive;
        s.all[m->funcs.item[i]->id].loops = m->funcs.item[i]->recursive;
    }
    while (again) {
        again = false;
        for (int i = 0; i < m->funcs.n; ++i) {
            again |= summarize(&s, m->funcs.item[i]);
        }
        again &= cycles;
    }
    return s.all;
}
