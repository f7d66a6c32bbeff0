/* Calls in a kernel: the callee becomes a function of OpenCL C when it works on scalars only. */
#include "device_survey.h"

struct callee {
    struct survey *v;
    const struct tfunc *func;
    const struct func_plan *plan;
    enum host_reason why; /* it cannot */
    bool may_fail;
};

static void refuse(struct callee *c, enum host_reason why) {
    if (!c->why) {
        c->why = why;
    }
}

static void see_node(struct texpr *e, void *context) {
    struct callee *c = context;
    device_see_dtype(c->v, e->type);
    switch (e->kind) {
    case TE_CONST:
    case TE_VAR:
    case TE_CAST:
    case TE_SELECT:
        break;
    case TE_OP:
        device_see_op(c->v, e);
        break;
    default:
        refuse(c, HOST_CALL_ARRAYS);
    }
}

static void see_expr(struct texpr *e, void *context) {
    expr_walk(e, see_node, context);
}

static void see_stmt(struct callee *c, const struct tstmt *s);

static void see_block(struct callee *c, const struct tblock *b) {
    for (int i = 0; i < b->n && !c->why; ++i) {
        see_stmt(c, b->item[i]);
    }
}

static void see_loop(struct callee *c, const struct tblock *els) {
    if (els->n > 0) {
        refuse(c, HOST_CALL_ELSE);
    }
}

static void see_stmt(struct callee *c, const struct tstmt *s) {
    const struct tblock *block[3];
    switch (s->kind) {
    case TS_ASSIGN:
    case TS_IF:
    case TS_RETURN:
    case TS_BREAK:
    case TS_CONTINUE:
        break;
    case TS_FOR:
        see_loop(c, &s->for_.els);
        break;
    case TS_WHILE:
        see_loop(c, &s->while_.els);
        break;
    case TS_CHECK:
        c->may_fail |= !c->plan->hoisted[s->id];
        break;
    case TS_RAISE:
        c->may_fail = true;
        break;
    case TS_CALL:
        device_see_call(c->v, s);
        break;
    default:
        refuse(c, HOST_CALL_ARRAYS);
        return;
    }
    stmt_exprs(s, see_expr, c);
    int n = stmt_blocks(s, block);
    for (int k = 0; k < n; ++k) {
        see_block(c, block[k]);
    }
}

static bool is_scalar_function(const struct tfunc *f) {
    bool scalar = f->ret->kind == TY_SCALAR && !f->recursive;
    for (int i = 0; i < f->n_vars; ++i) {
        scalar = scalar && f->var[i]->type->kind == TY_SCALAR;
    }
    return scalar;
}

const struct device_function *device_function_of(const struct device_plan *d,
                                                 const struct tfunc *f) {
    for (int i = 0; i < d->functions.n; ++i) {
        if (d->functions.item[i].func == f) {
            return &d->functions.item[i];
        }
    }
    return NULL;
}

void device_see_call(struct survey *v, const struct tstmt *s) {
    const struct tfunc *f = s->call.callee;
    if (s->call.catches) {
        device_leave(v, HOST_CALL_CATCHES, f->pyname);
        return;
    }
    if (device_function_of(v->d, f)) {
        return;
    }
    struct callee c = {.v = v, .func = f, .plan = v->t->plan->funcs.item[f->id]};
    if (!is_scalar_function(f) || !c.plan) {
        refuse(&c, HOST_CALL_SCALARS);
    }
    see_block(&c, &f->body);
    if (c.why) {
        device_leave(v, c.why, f->pyname);
        return;
    }
    for (int i = 0; i < v->d->functions.n; ++i) { /* those that it calls */
        c.may_fail |= v->d->functions.item[i].may_fail;
    }
    struct device_function function = {f, c.may_fail};
    vec_push(v->arena, &v->d->functions, function);
    v->d->may_fail |= c.may_fail;
}
