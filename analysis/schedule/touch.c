/* What the statements of a nest touch: which arrays element by element, which as a whole, and of
 * which neighbours along an axis are asked to be neighbours in memory. */
#include "walk.h"

#include "passes.h"

/* Does an access ask for neighbours along the array's contiguous axis (the last, for TY_F the
 * first) to be neighbours in memory? Not where it stays at 0 of it. */
static bool asks_unit(const struct tvar *array, struct texpr *const *index) {
    const struct ty *t = array->type;
    const struct texpr *x = t->rank == 0 ? NULL : index[t->layout == TY_F ? 0 : t->rank - 1];
    return x && !(x->kind == TE_CONST && x->value.i == 0);
}

static void touch_element(struct nest_touch *t, const struct tvar *array,
                          struct texpr *const *index) {
    t->direct[array->id] = true;
    t->unit[array->id] |= asks_unit(array, index);
}

/* Divisions, roots and functions take longer than loading elements one by one. */
static bool is_costly(enum op op) {
    return op == OP_DIV || op == OP_SQRT || (op_info[op].flags & OPF_EXPENSIVE) != 0;
}

/* What the C library has vectors for, and quotients by doubles. */
static bool is_wide(const struct texpr *x) {
    bool quotient = x->op.op == OP_FLOORDIV || x->op.op == OP_MOD;
    return quotient ? dtype_strong(x->type->dtype) == DT_I64
                    : (op_info[x->op.op].flags & OPF_VECTOR) &&
                          dtype_info[x->type->dtype].kind == KIND_FLOAT;
}

static void see_node(struct texpr *x, void *context) {
    struct nest_touch *t = context;
    if (x->kind == TE_VAR) {
        t->based[x->var->id] = true;
    } else if (x->kind == TE_LOAD) {
        touch_element(t, x->load.array, x->load.index);
    } else if (x->kind == TE_OP) {
        t->costly = t->costly || is_costly(x->op.op);
        t->wide = t->wide || is_wide(x);
    }
}

static void see_expr(struct texpr *x, void *context) {
    expr_walk(x, see_node, context);
}

static void touch_stmt(struct nest_touch *t, const struct tstmt *s) {
    const struct tvar *def = stmt_def(s);
    stmt_exprs(s, see_expr, t);
    if (def && s->kind != TS_FOR) {
        t->assigned[def->id] = true;
    }
    if (s->kind == TS_STORE) {
        touch_element(t, s->store.array, s->store.index);
    } else if (s->kind == TS_VIEW) {
        t->based[s->view.base->id] = true;
    } else if (s->kind == TS_LIB && s->lib.out) {
        t->based[s->lib.out->id] = true;
    }
    t->costly = t->costly || s->kind == TS_CALL; /* it may be inlined */
}

/* of_root: a BREAK here leaves the nest. */
static void touch_block(struct nest_touch *t, const struct tblock *b, bool of_root) {
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        int n = stmt_blocks(s, block);
        touch_stmt(t, s);
        t->ends = t->ends || s->kind == TS_RETURN || (s->kind == TS_BREAK && of_root);
        for (int k = 0; k < n; ++k) {
            bool in_loop = s->kind != TS_IF && k < n - 1;
            touch_block(t, block[k], of_root && !in_loop);
        }
    }
}

static bool is_array_of(const struct nest *n, const struct tvar *v) {
    for (int i = 0; i < n->arrays.n; ++i) {
        if (n->arrays.item[i].var == v) {
            return true;
        }
    }
    return false;
}

/* Views made in the nest are as contiguous as the array they are made of, which is asked it. */
static void touch_views(struct nest_touch *t, const struct func_plan *fp, const struct nest *n) {
    for (int i = 0; i < n->local.n; ++i) {
        const struct tvar *v = n->local.item[i], *root = v;
        while (root && !is_array_of(n, root)) {
            root = fp->flat[root->id];
        }
        if (root && v->type->kind == TY_ARRAY && t->direct[v->id] && t->unit[v->id]) {
            t->direct[root->id] = t->unit[root->id] = t->flat[v->id] = true;
        }
    }
}

/* What is known of a variable of the nest's own is no matter outside of it. */
static void touch_outside(struct nest_touch *t, const struct func_plan *fp, const struct nest *n) {
    for (int i = 0; i < n->local.n; ++i) {
        t->direct[n->local.item[i]->id] = false;
    }
    for (int i = 0; i < n->arrays.n; ++i) {
        int id = n->arrays.item[i].var->id;
        t->based[id] = n->arrays.item[i].written && t->direct[id] && t->based[id];
    }
    for (int i = 0; i < fp->func->n_vars; ++i) {
        t->back[i] = t->unit[i] && fp->backward[i];
        t->unit[i] = t->unit[i] && !fp->strided[i];
    }
}

struct nest_touch nest_touch(struct arena *a, const struct func_plan *fp, const struct nest *n) {
    int vars = fp->func->n_vars;
    bool *all = ARENA_ARRAY(a, bool, 6 * vars + 1);
    struct nest_touch t = {.direct = all,
                           .based = all + vars,
                           .unit = all + 2 * vars,
                           .flat = all + 3 * vars,
                           .assigned = all + 4 * vars,
                           .back = all + 5 * vars};
    touch_block(&t, &n->root->for_.body, true);
    touch_views(&t, fp, n);
    touch_outside(&t, fp, n);
    return t;
}
