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

/* Is e the parameter, or its item `at` where that is not negative? */
static bool is_part(const struct expr *e, const struct symbol *param, int at) {
    if (at >= 0) {
        bool item = e->kind == EXPR_INDEX && e->index.n == 1 &&
                    e->index.index[0]->kind == EXPR_INT && e->index.index[0]->integer.value == at;
        return item && is_part(e->index.base, param, -1);
    }
    return e->kind == EXPR_NAME && e->name.sym == param;
}

/* Is x of one parameter and y of the other? */
static bool of_both(const struct func *f, const struct expr *x, const struct expr *y, int at) {
    const struct symbol *a = f->param[0].sym, *b = f->param[1].sym;
    return (is_part(x, a, at) && is_part(y, b, at)) || (is_part(x, b, at) && is_part(y, a, at));
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

static bool is_free(const struct expr *fn) {
    const struct symbol *sym = fn->kind == EXPR_LAMBDA ? NULL : sugar_callee(fn);
    const struct func *f = fn->kind == EXPR_LAMBDA                               ? fn->lambda
                           : sym && sym->kind == SYM_FUNC && !sym->func->prelude ? sym->func
                                                                                 : NULL;
    if (!f) {
        return is_free_name(resolve_primitive(sym));
    }
    const struct stmt *only = f->body.n == 1 ? f->body.item[0] : NULL;
    return f->n_params == 2 && only && only->kind == STMT_RETURN && only->expr &&
           combines(f, only->expr, -1);
}

bool resolve_free(struct resolver *r, struct expr *reduce) {
    const char *name = resolve_primitive(sugar_callee(reduce->call.fn));
    struct symbol *form = scope_prelude(r->s, intern_str(r->s->p->names, "_free_reduce"));
    bool is = form && name && strcmp(name, "reduce") == 0 && reduce->call.n == 3 &&
              is_free(reduce->call.arg[0]);
    if (is) {
        sugar_rename(reduce->call.fn, form);
    }
    return is;
}
