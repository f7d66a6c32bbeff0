/* Reductions of Copperhead in any order: by a function that is associative and commutative by its
 * form.
 *
 * `op_add`, `op_max`, `lambda a, b: a + b`, and tuples of such, `(a[0] + b[0], a[1] * b[1])`: what
 * a loop knows as its reductions. The call becomes one of `_free_reduce` (prelude/copperhead.py),
 * whose loop is parallel. */
#include "resolve_private.h"

#include <string.h>

static bool is_free_name(const char *name) {
    static const char *const free[] = {"op_add", "op_mul", "op_min", "op_max", "op_and",
                                       "op_or",  "op_xor", "min",    "max"};
    for (size_t i = 0; name && i < sizeof free / sizeof free[0]; ++i) {
        if (strcmp(name, free[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Does `..., e, ... = param` stand among the first statements, with e at that place? */
static bool is_unpacked(const struct func *f, const struct expr *e, const struct symbol *param,
                        int at) {
    for (int i = 0; i < f->body.n - 1; ++i) {
        const struct stmt *s = f->body.item[i];
        const struct expr *target = s->assign.target[0], *from = s->assign.value;
        if (from->name.sym == param && at < target->list.n &&
            target->list.item[at]->name.sym == e->name.sym) {
            return e->name.sym->n_assigned == 1;
        }
    }
    return false;
}

/* Is e the parameter, or its item `at` where that is not negative? */
static bool is_part(const struct func *f, const struct expr *e, const struct symbol *param,
                    int at) {
    if (at < 0 || e->kind == EXPR_NAME) {
        return e->kind == EXPR_NAME &&
               (at < 0 ? e->name.sym == param : is_unpacked(f, e, param, at));
    }
    return e->kind == EXPR_INDEX && e->index.n == 1 && e->index.index[0]->kind == EXPR_INT &&
           e->index.index[0]->integer.value == at && is_part(f, e->index.base, param, -1);
}

/* Is x of one parameter and y of the other? */
static bool of_both(const struct func *f, const struct expr *x, const struct expr *y, int at) {
    const struct symbol *a = f->param[0].sym, *b = f->param[1].sym;
    return (is_part(f, x, a, at) && is_part(f, y, b, at)) ||
           (is_part(f, x, b, at) && is_part(f, y, a, at));
}

static bool combines(const struct func *f, const struct expr *e, int at) {
    if (e->kind == EXPR_TUPLE && at < 0) {
        bool all = e->list.n > 0;
        for (int i = 0; all && i < e->list.n; ++i) {
            all = combines(f, e->list.item[i], i);
        }
        return all;
    }
    if (e->kind == EXPR_CALL) {
        return e->call.n == 2 && e->call.n_kw == 0 &&
               is_free_name(resolve_primitive(sugar_callee(e->call.fn))) &&
               of_both(f, e->call.arg[0], e->call.arg[1], at);
    }
    enum op op = e->kind == EXPR_BINARY ? e->binary.op : OP_COUNT;
    bool of_numbers = op == OP_ADD || op == OP_MUL;
    bool of_bits = op == OP_BITAND || op == OP_BITOR || op == OP_BITXOR;
    return (of_numbers || of_bits) && of_both(f, e->binary.a, e->binary.b, at);
}

/* Parameters unpacked into names, `x, y = a`. */
static bool unpacks(const struct stmt *s) {
    const struct expr *target =
        s->kind == STMT_ASSIGN && s->assign.n == 1 && s->assign.value ? s->assign.target[0] : NULL;
    bool names = target && target->kind == EXPR_TUPLE && s->assign.value->kind == EXPR_NAME;
    for (int i = 0; names && i < target->list.n; ++i) {
        names = target->list.item[i]->kind == EXPR_NAME && target->list.item[i]->name.sym;
    }
    return names;
}

bool resolve_is_free(const struct expr *fn) {
    const struct symbol *sym = fn->kind == EXPR_LAMBDA ? NULL : sugar_callee(fn);
    const struct func *f = fn->kind == EXPR_LAMBDA                               ? fn->lambda
                           : sym && sym->kind == SYM_FUNC && !sym->func->prelude ? sym->func
                                                                                 : NULL;
    if (!f) {
        return is_free_name(resolve_primitive(sym));
    }
    const struct stmt *last = f->body.n > 0 ? f->body.item[f->body.n - 1] : NULL;
    bool plain = f->n_params == 2 && last && last->kind == STMT_RETURN && last->expr;
    for (int i = 0; plain && i < f->body.n - 1; ++i) {
        plain = unpacks(f->body.item[i]);
    }
    return plain && combines(f, last->expr, -1);
}

bool resolve_free(struct resolver *r, struct expr *reduce) {
    const char *name = resolve_primitive(sugar_callee(reduce->call.fn));
    struct symbol *form = scope_prelude(r->s, intern_str(r->s->p->names, "_free_reduce"));
    bool is = form && name && strcmp(name, "reduce") == 0 && reduce->call.n == 3 &&
              resolve_is_free(reduce->call.arg[0]);
    if (is) {
        sugar_rename(reduce->call.fn, form);
    }
    return is;
}
