/* What arrays make of Python's own operators and functions: x in a, divmod(a, b), sum(a) of rows,
 * a.imag; and products with numbers. Each is a function of the prelude, in the place of the
 * expression. */
#include "eval.h"

#include <string.h>

static bool is_number(const struct itype *t) {
    return t->kind == IT_SCALAR || (t->kind == IT_ARRAY && t->rank == 0);
}

const char *eval_array_calls(const struct con *c, struct itype **arg) {
    bool in = c->kind == CON_OP && (c->op == OP_IN || c->op == OP_NOT_IN);
    if (in && c->n == 2 && !c->parts) {
        return arg[0]->kind == IT_SCALAR && arg[1]->kind == IT_ARRAY ? "_in_array" : NULL;
    }
    if (c->kind == CON_ATTR) {
        bool real = arg[0]->kind == IT_ARRAY && arg[0]->rank > 0 &&
                    dtype_info[arg[0]->dtype].kind != KIND_COMPLEX;
        return real && strcmp(c->expr->attr.name, "imag") == 0 ? "_no_imag" : NULL;
    }
    if (c->kind == CON_SPECIAL && (c->op == OP_DOT || c->op == OP_INNER || c->op == OP_KRON)) {
        bool scales = is_number(arg[0]) || is_number(arg[1]);
        return !scales ? NULL : c->op == OP_KRON ? "_scaled" : "_scaled_sum";
    }
    if (c->kind != CON_SPECIAL || c->module == IN_NP) {
        return NULL;
    }
    bool rows = arg[0]->kind == IT_ARRAY && arg[0]->rank > 1;
    bool any = c->n == 2 && (arg[0]->kind == IT_ARRAY || arg[1]->kind == IT_ARRAY);
    return c->op == OP_DIVMOD && any ? "divmod" : c->op == OP_SUM && rows ? "_sum_rows" : NULL;
}

struct itype *eval_by_arrays(struct infer *ix, const struct con *c, struct itype **arg) {
    const char *name = eval_array_calls(c, arg);
    struct applied of = {.f = name ? eval_prelude(ix, name) : NULL,
                         .n = c->kind == CON_ATTR || c->op == OP_SUM ? 1 : 2,
                         .arg = arg,
                         .at = c->at,
                         .node = c->node ? c->node : c->expr,
                         .negated = c->kind == CON_OP && c->op == OP_NOT_IN};
    if (!of.f || !of.node) {
        return NULL;
    }
    struct itype *t = eval_apply(ix, c, &of);
    return of.negated && t->kind != IT_ERROR ? it_scalar(&ix->types, DT_PYBOOL) : t;
}
