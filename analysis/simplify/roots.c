/* Divisors that are square roots, seen where they divide:
 *
 *     d = np.sqrt(r)
 *     f = q / d             f = q / np.sqrt(r)
 *
 * so that vector loops can take the reciprocal root for both (backend/c/emit_root.c). Only roots
 * that are used for nothing else, in the same loop, of scalars that hold the same at both places.
 */
#include "roots.h"

#include "facts.h"
#include "rewrite.h"

struct roots {
    struct arena *a;
    const struct facts *f;
    const struct tvar *var; /* one that a root is assigned to, */
    struct texpr *root;     /* what is assigned, */
    int from, at;           /* and the positions of both statements */
    bool divides;           /* the expression at hand is a divisor */
    bool fits;
};

static bool is_root(const struct tstmt *s) {
    return s->kind == TS_ASSIGN && s->assign.value->kind == TE_OP &&
           s->assign.value->op.op == OP_SQRT &&
           dtype_strong(s->assign.value->type->dtype) == DT_F64 &&
           s->assign.dst->type->kind == TY_SCALAR &&
           s->assign.dst->type->dtype == s->assign.value->type->dtype;
}

/* Reads of the variable that do not divide, and what the root is of that has another value here. */
static void check(const struct texpr *e, struct roots *x) {
    bool divides = x->divides, product = e->kind == TE_OP && e->op.op == OP_MUL;
    x->fits = x->fits && (divides || e->kind != TE_VAR || e->var != x->var);
    struct texpr *const *part;
    for (int i = 0, n = expr_parts(e, &part); i < n; ++i) {
        if (part[i]) {
            bool divisor = e->kind == TE_OP && e->op.op == OP_DIV && i == 1;
            x->divides = divisor || (divides && product);
            check(part[i], x);
        }
    }
    x->divides = divides;
}

static void check_operand(struct texpr *e, void *context) {
    struct roots *x = context;
    x->divides = false;
    check(e, x);
}

static bool holds(const struct texpr *e, const void *context) {
    const struct roots *x = context;
    if (e->kind != TE_VAR) {
        return e->kind != TE_OP && e->kind != TE_CONST && e->kind != TE_CAST;
    }
    const struct tstmt *s = fact_reaching(x->f, e->var, x->at);
    return s ? s != fact_reaching(x->f, e->var, x->from) : !fact_immutable(x->f, e->var);
}

static struct texpr *replace(struct texpr *e, void *context) {
    struct roots *x = context;
    return e->kind == TE_VAR && e->var == x->var ? x->root : NULL;
}

static void see_through(struct roots *x, struct tstmt *s) {
    x->var = s->assign.dst;
    x->root = s->assign.value;
    x->from = fact_of(x->f, s)->pos;
    x->fits = x->f->var[x->var->id].defs.n == 1;
    const struct var_fact *v = &x->f->var[x->var->id];
    for (int i = 0; i < v->uses.n && x->fits; ++i) {
        struct tstmt *use = x->f->order[v->uses.item[i]]->stmt;
        x->at = v->uses.item[i];
        x->fits = (use->kind == TS_ASSIGN || use->kind == TS_STORE) &&
                  fact_of(x->f, use)->loop == fact_of(x->f, s)->loop &&
                  fact_reaching(x->f, x->var, x->at) == s && !expr_any(x->root, holds, x);
        stmt_exprs(use, check_operand, x);
    }
    for (int i = 0; i < v->uses.n && x->fits; ++i) {
        stmt_map(x->a, x->f->order[v->uses.item[i]]->stmt, replace, x);
    }
}

static bool has_root(const struct tblock *b) {
    bool has = false;
    for (int i = 0; i < b->n && !has; ++i) {
        const struct tblock *block[3];
        has = is_root(b->item[i]);
        for (int k = 0, n = stmt_blocks(b->item[i], block); k < n && !has; ++k) {
            has = has_root(block[k]);
        }
    }
    return has;
}

void roots_run(struct arena *a, struct tmodule *m) {
    for (int i = 0; i < m->funcs.n; ++i) {
        if (!has_root(&m->funcs.item[i]->body)) {
            continue;
        }
        struct arena work;
        arena_init(&work);
        struct roots x = {.a = a, .f = facts_collect(&work, m->funcs.item[i])};
        for (int pos = 0; pos < x.f->n; ++pos) {
            if (is_root(x.f->order[pos]->stmt)) {
                see_through(&x, x.f->order[pos]->stmt);
            }
        }
        arena_free(&work);
    }
}
