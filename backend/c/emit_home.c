/* Host code beside nests on devices: what it is about to touch comes home first.
 *
 * Functions that have nests on devices, and those that call them, test before each statement of
 * their own that reads or writes elements, and before each nest that runs on the host, whether
 * arrays of it are away: PYCC_HOME (pycc_rt_device.h). Other functions are only called with arrays
 * that are at home, and need nothing. */
#include "emit_home.h"
#include "drop.h"
#include "emit.h"

/* ---- which functions */

bool emit_on_device(const struct emit *e, const struct nest *n) {
    (void)e;
    return n->device && !n->device->left;
}

bool emit_for_device(const struct emit *e, const struct nest *n) {
    (void)e;
    return n->device != NULL;
}

void emit_home_begin(struct emit *e) {
    bool *away = ARENA_ARRAY(e->arena, bool, e->module->funcs.n + 1);
    const struct tstmt **via = ARENA_ARRAY(e->arena, const struct tstmt *, e->module->funcs.n + 1);
    e->away = away;
    for (int i = 0; i < e->module->funcs.n; ++i) {
        const struct func_plan *p = e->plan->funcs.item[i];
        for (int k = 0; k < p->nests.n; ++k) {
            away[i] = away[i] || emit_on_device(e, p->nests.item[k]);
        }
    }
    tir_mark_callers(e->module, away, via);
}

/* Is a function's own code being printed that may run while arrays are away? */
static bool here(const struct emit *e) {
    return !e->nest && e->version->variant == VARIANT_BODY && e->away[e->func->id];
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
static void see_node(struct texpr *x, void *context) {
    if (x->kind == TE_LOAD) {
        touch(context, x->load.array, false);
    }
}

static void see_loads(struct texpr *x, void *context) {
    expr_walk(x, see_node, context);
}

static void touch_loads(struct touched *t, const struct texpr *x) {
    if (x) {
        see_loads((struct texpr *)x, t);
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

static void touch_stmt(struct touched *t, const struct tstmt *s) {
    switch (s->kind) {
    case TS_IF:
        touch_if(t, s);
        break;
    case TS_CALL:
        touch_call(t, s);
        break;
    case TS_WHILE: /* its condition has tests of its own */
        break;
    case TS_LIB:
        for (int i = 0; i < s->lib.n; ++i) {
            touch_arrays(t, s->lib.arg[i].value, false);
        }
        if (s->lib.out) {
            touch(t, s->lib.out, true);
        }
        break;
    default: /* a view that may be a copy asks for its base where it copies (pycc_at_home) */
        stmt_exprs(s, see_loads, t);
        break;
    }
    if (s->kind == TS_STORE) {
        touch(t, s->store.array, true);
    } else if (s->kind == TS_LIST) { /* scalars may be elements of an array, and be given back */
        enum list_op op = s->list.op;
        bool looks = op == LIST_NEW || op == LIST_LENGTH || op == LIST_ITEMS || op == LIST_SAME;
        t->all = t->all || (!looks && s->list.list->type->item[0]->kind == TY_SCALAR);
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
        w_line(e->w, "PYCC_COME_HOME(%s, %d, %d, %s, %s);", emit_array_struct(e, v), v->type->rank,
               dtype_info[v->type->dtype].bytes, t->arrays.item[i].write ? "true" : "false",
               emit_leave_text(e));
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
        loop = k + 1 < n->collapse ? schedule_inner_for(loop) : loop;
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
