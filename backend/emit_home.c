/* Host code beside nests on devices: what it is about to touch comes home first.
 *
 * Functions that have nests on devices, and those that call them, test before each statement of
 * their own that reads or writes elements, and before each nest that runs on the host, whether
 * arrays of it are away: PYCC_HOME (pycc_rt_device.h). Other functions are only called with arrays
 * that are at home, and need nothing. */
#include "emit.h"

/* ---- which functions */

static bool calls_away(const struct emit *e, const struct tblock *b);

static bool stmt_calls_away(const struct emit *e, const struct tstmt *s) {
    switch (s->kind) {
    case TS_CALL:
        return e->away[s->call.callee->id];
    case TS_FOR:
        return calls_away(e, &s->for_.body) || calls_away(e, &s->for_.els);
    case TS_WHILE:
        return calls_away(e, &s->while_.pre) || calls_away(e, &s->while_.body) ||
               calls_away(e, &s->while_.els);
    case TS_IF:
        return calls_away(e, &s->if_.then) || calls_away(e, &s->if_.els);
    default:
        return false;
    }
}

static bool calls_away(const struct emit *e, const struct tblock *b) {
    bool away = false;
    for (int i = 0; i < b->n && !away; ++i) {
        away = stmt_calls_away(e, b->item[i]);
    }
    return away;
}

void emit_home_begin(struct emit *e) {
    bool *away = ARENA_ARRAY(e->arena, bool, e->module->funcs.n + 1), more = false;
    e->away = away;
    for (int i = 0; i < e->module->funcs.n; ++i) {
        const struct func_plan *p = e->plan->funcs.item[i];
        for (int k = 0; k < p->nests.n; ++k) {
            away[i] = away[i] || emit_on_device(e, p->nests.item[k]);
        }
        more = more || away[i];
    }
    while (more) {
        more = false;
        for (int i = 0; i < e->module->funcs.n; ++i) {
            if (!away[i] && calls_away(e, &e->module->funcs.item[i]->body)) {
                away[i] = more = true;
            }
        }
    }
}

/* Is a function's own code being printed that may run while arrays are away? */
static bool here(const struct emit *e) {
    return !e->nest && e->variant == VARIANT_BODY && e->away[e->func->id];
}

/* ---- what a statement touches */

struct touched {
    struct emit *e;
    bool all; /* arrays inside tuples, items of lists */
    VEC(struct touch {
        const struct tvar *var;
        bool write;
    }) arrays;
};

static void touch(struct touched *t, const struct tvar *v, bool write) {
    for (int i = 0; i < t->arrays.n; ++i) {
        if (t->arrays.item[i].var == v) {
            t->arrays.item[i].write = t->arrays.item[i].write || write;
            return;
        }
    }
    vec_push(t->e->arena, &t->arrays, ((struct touch){v, write}));
}

/* Elements that an expression loads. */
static void touch_loads(struct touched *t, const struct texpr *x) {
    if (!x) {
        return;
    }
    switch (x->kind) {
    case TE_LOAD:
        touch(t, x->load.array, false);
        for (int i = 0; i < x->load.n; ++i) {
            touch_loads(t, x->load.index[i]);
        }
        break;
    case TE_CAST:
        touch_loads(t, x->cast);
        break;
    case TE_OP:
        for (int i = 0; i < x->op.n; ++i) {
            touch_loads(t, x->op.arg[i]);
        }
        break;
    case TE_SELECT:
        touch_loads(t, x->select.cond);
        touch_loads(t, x->select.a);
        touch_loads(t, x->select.b);
        break;
    case TE_TUPLE:
        for (int i = 0; i < x->tuple.n; ++i) {
            touch_loads(t, x->tuple.item[i]);
        }
        break;
    case TE_ITEM:
        touch_loads(t, x->item.tuple);
        break;
    default:
        break;
    }
}

/* Arrays handed to code that knows nothing of devices. */
static void touch_arrays(struct touched *t, const struct texpr *x, bool write) {
    if (!x || !emit_holds_arrays(x->type)) {
        touch_loads(t, x);
    } else if (x->kind == TE_VAR && x->type->kind == TY_ARRAY) {
        touch(t, x->var, write);
    } else if (x->kind == TE_TUPLE) {
        for (int i = 0; i < x->tuple.n; ++i) {
            touch_arrays(t, x->tuple.item[i], write);
        }
    } else {
        t->all = true;
    }
}

/* A view that may be a copy asks for its base where it copies (pycc_at_home). */
static void touch_view(struct touched *t, const struct tstmt *s) {
    for (int i = 0; i < s->view.n; ++i) {
        const struct view_axis *a = &s->view.axis[i];
        const struct texpr *part[] = {a->index, a->start, a->stop, a->step, a->extent};
        for (int k = 0; k < 5; ++k) {
            touch_loads(t, part[k]);
        }
    }
}

static void touch_call(struct touched *t, const struct tstmt *s) {
    const struct tfunc *callee = s->call.callee;
    const struct func_plan *p = t->e->plan->funcs.item[callee->id];
    for (int i = 0; i < s->call.n; ++i) {
        if (t->e->away[callee->id]) {
            touch_loads(t, s->call.arg[i]);
        } else {
            touch_arrays(t, s->call.arg[i], p->writes_param[i]);
        }
    }
}

/* Bounds of a loop; for a nest also those of the loops inside that are one with it. */
static void touch_bounds(struct touched *t, const struct tstmt *s) {
    touch_loads(t, s->for_.start);
    touch_loads(t, s->for_.stop);
    touch_loads(t, s->for_.step);
}

static void touch_if(struct touched *t, const struct tstmt *s) {
    touch_loads(t, s->if_.cond);
    if (s->if_.els.n == 1 && s->if_.els.item[0]->kind == TS_IF) { /* else if */
        touch_if(t, s->if_.els.item[0]);
    }
}

/* Items that are scalars may be elements of an array, whose memory may also be given back. */
static void touch_list(struct touched *t, const struct tstmt *s) {
    bool looks = s->list.op == LIST_NEW || s->list.op == LIST_LENGTH || s->list.op == LIST_ITEMS;
    for (int i = 0; i < 3; ++i) {
        touch_loads(t, s->list.arg[i]);
    }
    t->all = t->all || (!looks && s->list.list->type->item[0]->kind == TY_SCALAR);
}

static void touch_stmt(struct touched *t, const struct tstmt *s) {
    switch (s->kind) {
    case TS_ASSIGN:
        touch_loads(t, s->assign.value);
        break;
    case TS_STORE:
        touch(t, s->store.array, true);
        touch_loads(t, s->store.value);
        for (int i = 0; i < s->store.n; ++i) {
            touch_loads(t, s->store.index[i]);
        }
        break;
    case TS_INDEX:
        touch_loads(t, s->index.index);
        break;
    case TS_CHECK:
        touch_loads(t, s->check.cond);
        touch_loads(t, s->check.shown);
        break;
    case TS_FOR:
        touch_bounds(t, s);
        break;
    case TS_IF:
        touch_if(t, s);
        break;
    case TS_RETURN:
        touch_loads(t, s->ret);
        break;
    case TS_VIEW:
        touch_view(t, s);
        break;
    case TS_ALLOC:
        touch_loads(t, s->alloc.value);
        for (int i = 0; i < s->alloc.dst->type->rank; ++i) {
            touch_loads(t, s->alloc.extent[i]);
        }
        break;
    case TS_CALL:
        touch_call(t, s);
        break;
    case TS_LIST:
        touch_list(t, s);
        break;
    case TS_LIB:
        for (int i = 0; i < s->lib.n; ++i) {
            touch_arrays(t, s->lib.arg[i].value, false);
        }
        if (s->lib.out) {
            touch(t, s->lib.out, true);
        }
        break;
    default:
        break;
    }
}

/* ---- the tests */

static void put_tests(struct touched *t) {
    struct emit *e = t->e;
    if (t->all) {
        w_open(e->w, "if (PYCC_AWAY(ctx) && !pycc_device_home_all(ctx))");
        emit_leave(e);
        w_close(e->w, "");
        return;
    }
    for (int i = 0; i < t->arrays.n; ++i) {
        const struct tvar *v = t->arrays.item[i].var;
        w_open(e->w, "if (PYCC_UNLIKELY(!PYCC_HOME(ctx, %s, %d, %d, %s)))", emit_array_struct(e, v),
               v->type->rank, dtype_info[v->type->dtype].bytes,
               t->arrays.item[i].write ? "true" : "false");
        emit_leave(e);
        w_close(e->w, "");
    }
}

void emit_home_stmt(struct emit *e, const struct tstmt *s) {
    struct touched t = {.e = e};
    if (here(e)) {
        touch_stmt(&t, s);
        put_tests(&t);
    }
}

void emit_home_expr(struct emit *e, const struct texpr *x) {
    struct touched t = {.e = e};
    if (here(e)) {
        touch_loads(&t, x);
        put_tests(&t);
    }
}

bool emit_home_wanted(struct emit *e, const struct texpr *x) {
    struct touched t = {.e = e};
    if (here(e)) {
        touch_loads(&t, x);
    }
    return t.arrays.n > 0;
}

void emit_home_bounds(struct emit *e, const struct nest *n) {
    struct touched t = {.e = e};
    if (!e->away[e->func->id]) {
        return;
    }
    const struct tstmt *loop = n->root;
    if (loop->for_.source) {
        touch_bounds(&t, loop->for_.source);
    }
    for (int k = 0; k < n->collapse; ++k) {
        touch_bounds(&t, loop);
        loop = k + 1 < n->collapse ? emit_inner_for(loop) : loop;
    }
    put_tests(&t);
}

void emit_home_nest(struct emit *e, const struct nest *n, bool write) {
    struct touched t = {.e = e};
    if (!e->away[e->func->id]) {
        return;
    }
    for (int i = 0; i < n->arrays.n; ++i) {
        const struct nest_array *a = &n->arrays.item[i];
        if (a->read || a->written) {
            touch(&t, a->var, write && a->written);
        }
    }
    put_tests(&t);
}
