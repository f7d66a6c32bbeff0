/* The table of SPECIAL functions' parameters, and arguments put into their places. */
#include "special.h"

#include <string.h>

#include "rules.h"

static const struct special special_params[] = {
    {OP_LEN, 1, {"/"}},
    {OP_SUM, 1, {"/"}},
    {OP_ROUND, 1, {"number", "ndigits"}},
    {OP_DIVMOD, 2, {"/", "/"}},
    {OP_BUILTIN_POW, 2, {"base", "exp", "mod"}},
    {OP_TO_INT, 1, {"/"}},
    {OP_TO_FLOAT, 1, {"/"}},
    {OP_TO_BOOL, 1, {"/"}},
    {OP_TO_COMPLEX, 1, {"real", "imag"}},
    {OP_ZEROS, 1, {"shape", "dtype", "order"}},
    {OP_ONES, 1, {"shape", "dtype", "order"}},
    {OP_EMPTY, 1, {"shape", "dtype", "order"}},
    {OP_FULL, 2, {"shape", "fill_value", "dtype", "order"}},
    {OP_ZEROS_LIKE, 1, {"a", "dtype"}},
    {OP_ONES_LIKE, 1, {"a", "dtype"}},
    {OP_EMPTY_LIKE, 1, {"prototype", "dtype"}},
    {OP_FULL_LIKE, 2, {"a", "fill_value", "dtype"}},
    {OP_SHAPE, 1, {"a"}},
    {OP_NDIM, 1, {"a"}},
    {OP_SIZE, 1, {"a"}},
    {OP_WHERE, 1, {"/", "/", "/"}},
    {OP_CLIP, 1, {"a", "a_min", "a_max"}},
    {OP_ARANGE, 1, {"start", "stop", "step", "dtype"}},
    {OP_LINSPACE, 2, {"start", "stop", "num", "endpoint"}},
    {OP_COPY, 1, {"a", "order"}},
    {OP_RESHAPE, 2, {"a", "*shape", "order"}},
    {OP_RAVEL, 1, {"a", "order"}},
    {OP_TRANSPOSE, 1, {"a", "*axes"}},
    {OP_MATRIX_TRANSPOSE, 1, {"x"}},
    {OP_SWAPAXES, 3, {"a", "axis1", "axis2"}},
    {OP_MOVEAXIS, 3, {"a", "source", "destination"}},
    {OP_ROLLAXIS, 2, {"a", "axis", "start"}},
    {OP_FLIP, 1, {"m", "axis"}},
    {OP_FLIPLR, 1, {"m"}},
    {OP_FLIPUD, 1, {"m"}},
    {OP_ROT90, 1, {"m", "k", "axes"}},
    {OP_BROADCAST_TO, 2, {"array", "shape"}},
    {OP_RANDOM_BETWEEN, 4, {"/", "/", "/", "/"}},
    {OP_RANDOM_UNIFORM_OF, 2, {"seed", "size"}},
    {OP_RANDOM_NORMAL_OF, 2, {"seed", "size"}},
    {OP_RANDOM_BELOW_OF, 4, {"seed", "low", "high", "size"}},
    {OP_BROADCAST_ARRAYS, 1, {"*args"}},
    {OP_DIAGONAL, 1, {"a", "offset", "axis1", "axis2"}},
    {OP_EXPAND_DIMS, 2, {"a", "axis"}},
    {OP_SQUEEZE, 1, {"a", "axis"}},
    {OP_ATLEAST_1D, 1, {"/"}},
    {OP_ATLEAST_2D, 1, {"/"}},
    {OP_ATLEAST_3D, 1, {"/"}},
    {OP_COPYTO, 2, {"dst", "src"}},
    {OP_ARRAY, 1, {"object", "dtype", "copy"}},
    {OP_ASARRAY, 1, {"a", "dtype"}},
    {OP_ASCONTIGUOUSARRAY, 1, {"a", "dtype"}},
    {OP_ASFORTRANARRAY, 1, {"a", "dtype"}},
    {OP_EYE, 1, {"N", "M", "k", "dtype"}},
    {OP_IDENTITY, 1, {"n", "dtype"}},
    {OP_NONZERO, 1, {"a"}},
    {OP_AT_ADD, 3, {"a", "indices", "b"}},
    {OP_AT_SUBTRACT, 3, {"a", "indices", "b"}},
    {OP_AT_MULTIPLY, 3, {"a", "indices", "b"}},
    {OP_AT_DIVIDE, 3, {"a", "indices", "b"}},
    {OP_AT_MINIMUM, 3, {"a", "indices", "b"}},
    {OP_AT_MAXIMUM, 3, {"a", "indices", "b"}},
    {OP_AT_BITWISE_OR, 3, {"a", "indices", "b"}},
    {OP_AT_BITWISE_AND, 3, {"a", "indices", "b"}},
    {OP_AT_BITWISE_XOR, 3, {"a", "indices", "b"}},
};

bool special_is_written(const char *param) {
    static const char *const name[] = {"order", "axis",  "keepdims", "endpoint",    "*axes", "axes",
                                       "axis1", "axis2", "source",   "destination", "copy"};
    for (size_t i = 0; i < sizeof(name) / sizeof(*name); ++i) {
        if (strcmp(param, name[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool special_is_literal(const struct expr *e) {
    int64_t value;
    if (e->kind == EXPR_TUPLE || e->kind == EXPR_LIST) {
        for (int i = 0; i < e->list.n; ++i) {
            if (!special_is_literal(e->list.item[i])) {
                return false;
            }
        }
        return true;
    }
    return e->kind == EXPR_NONE || e->kind == EXPR_BOOL || e->kind == EXPR_STR ||
           infer_const_int(e, &value) ||
           (e->kind == EXPR_NAME && e->name.sym && e->name.sym->kind == SYM_CONST);
}

const struct special *special_of(struct infer *ix, enum op op, enum op_module module) {
    if (module == IN_NP && rule_is_reduction(op)) {
        struct special *sp = ARENA_NEW(ix->arena, struct special);
        const char *const *param = reduction_params(op);
        *sp = (struct special){.op = op, .required = 1};
        for (int i = 0; param[i]; ++i) {
            sp->param[i] = param[i];
        }
        return sp;
    }
    for (size_t i = 0; i < sizeof(special_params) / sizeof(*special_params); ++i) {
        if (special_params[i].op == op) {
            return &special_params[i];
        }
    }
    return NULL;
}

static int param_place(const struct special *sp, const char *name) {
    if (sp->op == OP_CLIP) { /* these have two names */
        name = strcmp(name, "min") == 0 ? "a_min" : strcmp(name, "max") == 0 ? "a_max" : name;
    }
    for (int i = 0; i < SPECIAL_PARAMS && sp->param[i]; ++i) {
        if (strcmp(sp->param[i] + (*sp->param[i] == '*'), name) == 0) {
            return i;
        }
    }
    return -1;
}

int special_star(const struct special *sp, const struct expr *self) {
    for (int i = 0; i < SPECIAL_PARAMS && sp->param[i]; ++i) {
        if (*sp->param[i] == '*' && (self || i == 0)) {
            return i;
        }
    }
    return SPECIAL_PARAMS;
}

void special_wrong_count(struct infer *ix, const struct expr *e, const char *name, int least,
                         int most) {
    if (least == most) {
        infer_error(ix, DIAG_PY205, e->span, "%s takes %d argument%s, not %d", name, least,
                    least == 1 ? "" : "s", e->call.n + e->call.n_kw);
    } else {
        infer_error(ix, DIAG_PY205, e->span, "%s takes %d to %d arguments, not %d", name, least,
                    most, e->call.n + e->call.n_kw);
    }
}

bool special_arrange(struct infer *ix, const struct expr *e, const struct special *sp,
                     const struct expr *self, const struct expr **place) {
    const char *name = op_info[sp->op].name;
    int most = 0;
    while (most < SPECIAL_PARAMS && sp->param[most]) {
        most++;
    }
    int first = self ? 1 : 0, star = special_star(sp, self);
    place[0] = self;
    if (e->call.n + first > most && star == SPECIAL_PARAMS) {
        special_wrong_count(ix, e, name, sp->required - first, most - first);
        return false;
    }
    for (int i = 0; i < e->call.n && i + first <= star; ++i) {
        place[i + first] = e->call.arg[i];
    }
    for (int i = 0; i < e->call.n_kw; ++i) {
        int at = param_place(sp, e->call.kw[i].name);
        if (at < 0 || place[at]) {
            infer_error(ix, DIAG_PY205, e->call.kw[i].span,
                        at < 0 ? "%s: keyword '%s' is not supported"
                               : "%s: argument '%s' is given twice",
                        name, e->call.kw[i].name);
            return false;
        }
        place[at] = e->call.kw[i].value;
    }
    for (int i = 0; i < sp->required; ++i) {
        if (!place[i]) {
            special_wrong_count(ix, e, name, sp->required, most);
            return false;
        }
    }
    return true;
}
