/* Lists and tuples that are written out where a function takes an array, or a tuple: np.array(...)
 * around them, or a tuple in the place of a list. */
#include "scope_private.h"
#include "sugar.h"
#include <string.h>

/* Is the first argument of a SPECIAL function an array, and one that a list may stand for? */
static bool takes_array_first(enum op op) {
    switch (op) {
    case OP_SUM:
    case OP_PROD:
    case OP_MIN:
    case OP_MAX:
    case OP_MEAN:
    case OP_ANY:
    case OP_ALL:
    case OP_ARGMIN:
    case OP_ARGMAX:
    case OP_CUMSUM:
    case OP_CUMPROD:
    case OP_CUMMIN:
    case OP_CUMMAX:
    case OP_NONZERO:
    case OP_CLIP:
    case OP_WHERE:
    case OP_ZEROS_LIKE:
    case OP_ONES_LIKE:
    case OP_EMPTY_LIKE:
    case OP_FULL_LIKE:
    case OP_COPY:
    case OP_SHAPE:
    case OP_NDIM:
    case OP_SIZE:
        return true;
    default:
        return special_info(op)->family == FAMILY_VIEW && op != OP_BROADCAST_ARRAYS;
    }
}

/* The kind of a parameter of lib.def: the i-th, or that of a name. 0: there is none; 'a' an array,
 * '*' any number of them, ':' and '=' constants, ',' what may be a tuple. */
static char lib_param(enum op op, int i, const char *name) {
    const char *p = lib_info(op)->params;
    for (int k = 0; *p; ++k) {
        size_t n = strcspn(p, " ");
        char last = p[n - 1], kind = *p == '*' ? '*' : strchr(":=,", last) ? last : 'a';
        size_t length = kind == 'a' || kind == '*' ? n : n - 1;
        bool named = name && strlen(name) == length && strncmp(p, name, length) == 0;
        if (name ? named : k == i || kind == '*') {
            return kind;
        }
        p += n + (p[n] == ' ');
    }
    return 0;
}

static bool op_takes_array(const struct symbol *sym, int i, const char *name) {
    char kind;
    switch (op_info[sym->op].class_) {
    case OPC_SPECIAL:
        if (name && strcmp(name, "where") == 0) {
            return true;
        }
        if (sym->op == OP_FULL || sym->op == OP_FULL_LIKE) {
            return i == 1 || (i == 0 && sym->op == OP_FULL_LIKE) ||
                   (name && strcmp(name, "fill_value") == 0);
        }
        return sym->op == OP_COPYTO
                   ? i == 1
                   : takes_array_first(sym->op) && !name && (i == 0 || sym->op == OP_WHERE);
    case OPC_LIB:
        kind = lib_param(sym->op, i, name);
        return kind == 'a' || kind == '*';
    default:
        return true;
    }
}

static bool func_takes_array(const struct func *f, int i, const char *name) {
    for (int k = 0; name && k < f->n_params; ++k) {
        i = strcmp(f->param[k].sym->name, name) == 0 ? k : i;
    }
    return f->prelude && i >= 0 && i < f->n_params && f->param[i].is_array;
}

static bool takes_array(const struct symbol *sym, int i, const char *name) {
    bool numpy = sym->module == IN_NP || sym->module == IN_LINALG || sym->module == IN_FFT ||
                 (sym->module == IN_NP_RANDOM && sym->op != OP_NP_SHUFFLE);
    if (sym->kind == SYM_DTYPE) { /* np.float64([1, 2]) */
        return sym->module == IN_NP && !name;
    }
    return sym->kind == SYM_FUNC ? func_takes_array(sym->func, i, name)
                                 : sym->kind == SYM_OP && numpy && op_takes_array(sym, i, name);
}

const struct symbol *sugar_callee(const struct expr *fn) {
    return fn->kind == EXPR_NAME ? fn->name.sym : fn->kind == EXPR_ATTR ? fn->attr.sym : NULL;
}

void sugar_rename(struct expr *e, struct symbol *sym) {
    if (e->kind == EXPR_NAME) {
        e->name.sym = sym;
    } else {
        e->attr.sym = sym;
    }
}

/* np.add.reduce([a, b]): what it is known as is found by type inference. */
static bool is_ufunc_method(const struct expr *fn) {
    const struct symbol *of = fn->kind == EXPR_ATTR ? sugar_callee(fn->attr.base) : NULL;
    return of && of->kind == SYM_OP && of->module == IN_NP;
}

/* An argument in the place of an array: a list, a tuple, or a name of one. */
static struct expr *argument(struct sugar *g, struct expr *e, bool tuples) {
    const struct symbol *sym = e->kind == EXPR_NAME ? e->name.sym : NULL;
    if (!tuples || !sym || !sym->is_tuple || !g->outermost) {
        return sugar_array(g, e, tuples);
    }
    struct expr *call = sugar_call(g, IN_NP, "np.array", 1, e->span);
    call->call.arg[0] = e;
    return call;
}

/* np.add.at, np.hypot.at: their second argument is what may stand between brackets. */
static bool is_ufunc_at(const struct expr *fn) {
    return fn->kind == EXPR_ATTR && strcmp(fn->attr.name, "at") == 0 && is_ufunc_method(fn);
}

void sugar_index_parts(struct sugar *g, struct expr *index) {
    for (int i = 0; index->kind == EXPR_TUPLE && i < index->list.n; ++i) {
        index->list.item[i] = sugar_array(g, index->list.item[i], false);
    }
}

/* [(0, 1), [2, 3]] where a function of a library takes a tuple. */
static void as_tuple(struct expr *e) {
    for (int i = 0; (e->kind == EXPR_LIST || e->kind == EXPR_TUPLE) && i < e->list.n; ++i) {
        as_tuple(e->list.item[i]);
    }
    e->kind = e->kind == EXPR_LIST ? EXPR_TUPLE : e->kind;
}

static void tuple_arguments(const struct symbol *sym, struct expr *call) {
    for (int i = 0; i < call->call.n; ++i) {
        if (lib_param(sym->op, i, NULL) == ',') {
            as_tuple(call->call.arg[i]);
        }
    }
    for (int i = 0; i < call->call.n_kw; ++i) {
        if (lib_param(sym->op, -1, call->call.kw[i].name) == ',') {
            as_tuple(call->call.kw[i].value);
        }
    }
}

/* rng.choice([1, 2, 3], p=[...]): what a generator draws from, and what it draws by. No other
 * object has methods of these names, but for classes of the module. */
static bool is_draw(const struct sugar *g, const struct expr *fn) {
    static const char *const names[] = {"choice",      "permutation",
                                        "permuted",    "multivariate_normal",
                                        "multinomial", "multivariate_hypergeometric",
                                        "dirichlet"};
    bool draws = false;
    for (size_t i = 0; fn->kind == EXPR_ATTR && i < sizeof names / sizeof names[0]; ++i) {
        draws = draws || strcmp(fn->attr.name, names[i]) == 0;
    }
    return draws && !scope_has_method(g->scopes, fn->attr.name, false);
}

void sugar_arguments(struct sugar *g, struct expr *call) {
    const struct symbol *sym = sugar_callee(call->call.fn);
    if (sym && sym->kind == SYM_OP && op_info[sym->op].class_ == OPC_LIB) {
        tuple_arguments(sym, call);
    }
    bool draws = !sym && is_draw(g, call->call.fn);
    enum op draw = draws ? op_lookup(IN_GENERATOR, call->call.fn->attr.name) : OP_COUNT;
    for (int i = 0; draws && i < call->call.n; ++i) {
        if (lib_param(draw, i + 1, NULL) == 'a') {
            call->call.arg[i] = argument(g, call->call.arg[i], true);
        }
    }
    for (int i = 0; draws && i < call->call.n_kw; ++i) {
        struct keyword *kw = &call->call.kw[i];
        kw->value = lib_param(draw, -1, kw->name) == 'a' ? argument(g, kw->value, true) : kw->value;
    }
    if (is_ufunc_at(call->call.fn) && call->call.n > 1) {
        sugar_index_parts(g, call->call.arg[1]);
        call->call.arg[1] = sugar_array(g, call->call.arg[1], false);
    }
    bool method = !sym && is_ufunc_method(call->call.fn);
    for (int i = 0; (sym || method) && i < call->call.n; ++i) {
        if (method ? i < 2 : takes_array(sym, i, NULL)) {
            call->call.arg[i] = argument(g, call->call.arg[i], !method || i == 0);
        }
    }
    for (int i = 0; sym && i < call->call.n_kw; ++i) {
        struct keyword *kw = &call->call.kw[i];
        if (strcmp(kw->name, "out") != 0 && takes_array(sym, -1, kw->name)) {
            kw->value = sugar_array(g, kw->value, true);
        }
    }
}
