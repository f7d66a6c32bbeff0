/* What loops run over: range, enumerate, zip, and everything else. */
#include "generate.h"
#include "special.h"

#include <string.h>

static struct itype *iter_range(struct infer *ix, const struct expr *e, enum op op) {
    if (op == OP_PRANGE && e->call.n_kw) { /* independent=True was taken out by resolve_func.c */
        infer_error(ix, DIAG_PY205, e->call.kw[0].span,
                    "prange takes one keyword, independent=True or independent=False");
        return it_scalar(&ix->types, DT_INT);
    }
    if (e->call.n < 1 || e->call.n > 3 || e->call.n_kw) {
        special_wrong_count(ix, e, op_info[op].name, 1, 3);
        return it_scalar(&ix->types, DT_INT);
    }
    for (int i = 0; i < e->call.n; ++i) {
        const struct expr *arg = e->call.arg[i];
        struct con *c = con_new(ix, CON_INT, arg->span, NULL, 1);
        c->op = op;
        con_arg(c, 0, infer_expr(ix, arg), arg);
        con_solve(ix, c);
    }
    return it_scalar(&ix->types, DT_INT);
}

static struct itype *iter_enumerate(struct infer *ix, const struct expr *e) {
    bool start = e->call.n_kw == 1 && strcmp(e->call.kw[0].name, "start") == 0;
    int n = e->call.n + (start ? 1 : 0);
    if (e->call.n < 1 || n > 2 || (e->call.n_kw && !start)) {
        special_wrong_count(ix, e, "enumerate", 1, 2);
        return infer_bad(ix);
    }
    struct itype *item[2] = {it_scalar(&ix->types, DT_INT), infer_iter(ix, e->call.arg[0])};
    if (n == 2) {
        const struct expr *arg = start ? e->call.kw[0].value : e->call.arg[1];
        struct con *c = con_new(ix, CON_INT, arg->span, NULL, 1);
        con_arg(c, 0, infer_expr(ix, arg), arg);
        con_solve(ix, c);
    }
    return it_find(item[1])->kind == IT_ERROR ? item[1] : it_tuple(&ix->types, 2, item);
}

static struct itype *iter_zip(struct infer *ix, const struct expr *e) {
    const struct keyword *strict = e->call.n_kw == 1 ? &e->call.kw[0] : NULL;
    if (e->call.n < 1 || e->call.n_kw > 1 ||
        (strict && (strcmp(strict->name, "strict") != 0 || strict->value->kind != EXPR_BOOL))) {
        infer_error(ix, DIAG_PY205, e->span,
                    "zip takes what loops run over, and strict=True or False");
        return infer_bad(ix);
    }
    struct itype **item = ARENA_ARRAY(ix->arena, struct itype *, e->call.n);
    bool bad = false;
    for (int i = 0; i < e->call.n; ++i) {
        item[i] = infer_iter(ix, e->call.arg[i]);
        bad = bad || it_find(item[i])->kind == IT_ERROR;
    }
    return bad ? infer_bad(ix) : it_tuple(&ix->types, e->call.n, item);
}

struct itype *infer_iter(struct infer *ix, const struct expr *e) {
    const struct expr *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    const struct symbol *sym = fn && fn->kind == EXPR_NAME   ? fn->name.sym
                               : fn && fn->kind == EXPR_ATTR ? fn->attr.sym
                                                             : NULL;
    enum op op = sym && sym->kind == SYM_OP ? sym->op : OP_COUNT;
    if (op == OP_RANGE || op == OP_PRANGE) {
        return iter_range(ix, e, op);
    }
    if (op == OP_ENUMERATE) {
        return iter_enumerate(ix, e);
    }
    if (op == OP_ZIP) {
        return iter_zip(ix, e);
    }
    struct con *c = con_new(ix, CON_ITER, e->span, e, 1);
    con_arg(c, 0, infer_expr(ix, e), e);
    return con_solve(ix, c);
}

/* Methods of texts and dictionaries: a, b = text.split() */
static bool gives_list(const char *method) {
    return strstr(method, "split") || strcmp(method, "values") == 0 ||
           strcmp(method, "keys") == 0 || strcmp(method, "items") == 0;
}

bool infer_is_users_result(const struct expr *at) {
    const struct expr *fn = at && at->kind == EXPR_CALL ? at->call.fn : NULL;
    const struct symbol *sym = !fn                     ? NULL
                               : fn->kind == EXPR_NAME ? fn->name.sym
                               : fn->kind == EXPR_ATTR ? fn->attr.sym
                                                       : NULL;
    if (fn && !sym && fn->kind == EXPR_ATTR && gives_list(fn->attr.name)) {
        return false;
    }
    return fn && (!sym || sym->kind == SYM_LOCAL || (sym->kind == SYM_FUNC && !sym->func->prelude));
}

/* May it be an object of a class of the module with an __iter__? What a function of the user's
 * gives is a tuple where it is unpacked. */
static bool may_be_iterable(struct infer *ix, const struct expr *at) {
    const struct expr *fn = at->kind == EXPR_CALL ? at->call.fn : NULL;
    const struct symbol *sym = fn && fn->kind == EXPR_NAME ? fn->name.sym : NULL;
    bool may = false;
    for (int i = 0; i < ix->module->n_classes && !may; ++i) {
        const struct class *c = ix->module->class_[i];
        may = !c->prelude && class_method(c, "__iter__");
    }
    return may && (at->kind == EXPR_NAME || at->kind == EXPR_ATTR ||
                   (sym && sym->kind == SYM_CLASS && sym->class_->make));
}

struct itype *infer_unpacked(struct infer *ix, struct itype *t, const struct expr *at) {
    t = it_find(t);
    if (!at || !(t->kind == IT_OBJECT || (t->kind == IT_VAR && may_be_iterable(ix, at)))) {
        return t;
    }
    struct con *c = con_new(ix, CON_ITER, at->span, at, 1);
    c->parts = -1;
    con_arg(c, 0, t, at);
    return it_find(con_solve(ix, c));
}
