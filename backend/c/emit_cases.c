/* Nests whose fast variant is one function for each value of a scalar that a power asks about:
 *
 *     y[k0] = p == -1.0 ? 1 / x[k0] : p == 2.0 ? x[k0] * x[k0] : pow(x[k0], p);
 *
 *     static int f__loop1_fast(...) {
 *         if (in->p == -1.0) { return f__loop1_body(...); }
 *         if (in->p == 2.0) { return f__loop1_body(...); }
 *         return f__loop1_body(...);
 *     }
 *
 * Each call of the body is inlined where the C compiler knows what p is, or is not: no loop has a
 * branch, and all of them are vectors. */
#include "emit_cases.h"

#include "walk.h"

struct search {
    const struct nest_facts *facts;
    struct arena *arena;
    struct emit_cases *found;
};

static bool is_power(const struct texpr *x, const void *context) {
    (void)context;
    return x->kind == TE_OP && x->op.op == OP_POW;
}

static bool is_given(const struct nest_facts *f, const struct tvar *v) {
    bool is = false;
    for (int i = 0; i < f->nest->in.n; ++i) {
        is = is || f->nest->in.item[i] == v;
    }
    return is && !emit_in_state(f, v);
}

/* v == constant, of what the nest is given? */
static bool asks(const struct nest_facts *f, const struct texpr *cond) {
    return cond->kind == TE_OP && cond->op.op == OP_EQ && cond->op.n == 2 &&
           cond->op.arg[0]->kind == TE_VAR && cond->op.arg[1]->kind == TE_CONST &&
           is_given(f, cond->op.arg[0]->var);
}

static void see_node(struct texpr *x, void *context) {
    struct search *s = context;
    if (x->kind != TE_SELECT || !asks(s->facts, x->select.cond) ||
        !expr_any(x->select.b, is_power, NULL)) {
        return;
    }
    const struct tvar *v = x->select.cond->op.arg[0]->var;
    bool known = s->found->var && s->found->var != v;
    for (int i = 0; i < s->found->value.n && !known; ++i) {
        known = expr_equal(s->found->value.item[i], x->select.cond->op.arg[1]);
    }
    if (!known) {
        s->found->var = v;
        vec_push(s->arena, &s->found->value, x->select.cond->op.arg[1]);
    }
}

static void see_expr(struct texpr *x, void *context) {
    expr_walk(x, see_node, context);
}

static void see_stmt(struct search *search, const struct tstmt *s) {
    const struct tblock *block[3];
    stmt_exprs(s, see_expr, search);
    for (int i = 0, n = stmt_blocks(s, block); i < n; ++i) {
        for (int k = 0; k < block[i]->n; ++k) {
            see_stmt(search, block[i]->item[k]);
        }
    }
}

struct emit_cases emit_cases_of(struct emit *e, const struct nest_facts *f) {
    struct emit_cases found = {0};
    struct search search = {f, e->arena, &found};
    see_stmt(&search, f->nest->root);
    return found;
}

void emit_cases(struct emit *e, const struct nest_facts *f, const struct emit_cases *c,
                const char *suffix, const char *outs) {
    w_open(e->w, "%sPYCC_FAST_OF(%s, %s%s, %s)", emit_wide(f), f->name, f->name, suffix, outs);
    for (int i = 0; i < c->value.n; ++i) {
        w_line(e->w, "PYCC_CASE(%s, in->%s == %s)", f->name, e->name[c->var->id],
               emit_value_text(e, c->value.item[i]));
    }
    w_line(e->w, "return PYCC_AS_FAST(%s);", f->name);
    w_close(e->w, "");
}
