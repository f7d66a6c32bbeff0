/* Calls of the functions of lib.def that NumPy does: one LIB statement each. */
#include "lib.h"
#include "lower_array.h"
#include "lower_flow.h"
#include "lower_list.h"
#include "lower_number.h"

/* None, or what is always None. */
static bool is_none(struct lower *lw, const struct expr *e) {
    const struct ty *t = e->id >= 0 ? lower_type_or_none(lw, e) : NULL;
    return e->kind == EXPR_NONE || (t && t->kind == TY_NONE && !lower_known_text(lw, e));
}

/* An element type as its name, np.inf as a number; NULL for others. */
static const char *named_text(struct lower *lw, const struct expr *e) {
    bool minus = e->kind == EXPR_UNARY;
    const struct expr *name = minus ? e->unary.a : e;
    const struct symbol *sym = name->kind == EXPR_NAME   ? name->name.sym
                               : name->kind == EXPR_ATTR ? name->attr.sym
                                                         : NULL;
    if (sym && sym->kind == SYM_DTYPE) {
        return arena_printf(lw->a, "'%s'", dtype_info[dtype_strong(sym->dtype)].numpy);
    }
    return sym && sym->kind == SYM_VALUE ? (minus ? "-inf" : "inf") : NULL;
}

/* A constant of the source as Python writes it. */
static const char *constant_text(struct lower *lw, const struct expr *e) {
    const char *named = named_text(lw, e);
    if (named) {
        return named;
    }
    if (e->kind == EXPR_TUPLE || e->kind == EXPR_LIST) {
        const char *text = "(";
        for (int i = 0; i < e->list.n; ++i) {
            text = arena_printf(lw->a, "%s%s, ", text, constant_text(lw, e->list.item[i]));
        }
        return arena_printf(lw->a, "%s)", text);
    }
    if (is_none(lw, e)) {
        return "None";
    }
    if (e->kind == EXPR_BOOL) {
        return e->boolean ? "True" : "False";
    }
    if (e->kind == EXPR_STR) {
        return arena_printf(lw->a, "'%s'", e->str.text);
    }
    int64_t value = 0;
    texpr_is_const(lower_expr(lw, e), &value);
    return arena_printf(lw->a, "%lld", (long long)value);
}

/* A constant in a place of its own: a text has no end mark, so that it may hold quotes. */
static const char *argument_text(struct lower *lw, const struct expr *e, bool text) {
    return text && e->kind == EXPR_STR ? arena_printf(lw->a, "\"%.*s", e->str.n, e->str.text)
                                       : constant_text(lw, e);
}

/* What np.dtype makes the element type of records of; NULL: the argument is another one. */
static const char *records_text(struct lower *lw, const struct callee *c, int i) {
    bool of_records =
        c->op == OP_RECORDS_ZEROS || c->op == OP_RECORDS_EMPTY || c->op == OP_RECORDS_ONES;
    return of_records && i == 1 ? lower_known_text(lw, c->arg[i]) : NULL;
}

/* The expressions of a text from left to right, or what shows them. */
static void lower_shown(struct lower *lw, int n, struct expr *const *e, struct texpr **out) {
    struct lower_mark *mark = ARENA_ARRAY(lw->a, struct lower_mark, n);
    for (int i = 0; i < n; ++i) {
        const struct callee *shown = e[i] ? lower_second(lw, e[i]) : NULL;
        out[i] = shown  ? lower_call_instance(lw, shown, NULL)
                 : e[i] ? lower_given(lw, lower_expr(lw, e[i]))
                        : NULL;
        mark[i] = lower_mark(lw);
    }
    for (int i = n - 1; i >= 0; --i) {
        out[i] = lower_protect(lw, out[i], mark[i]);
    }
}

/* The template: what is a text already is not shown as repr() shows it. */
static const char *template_text(struct lower *lw, const struct callee *c, int at) {
    const struct expr *e = c->arg[at];
    char *text = arena_strndup(lw->a, e->str.text, (size_t)e->str.n);
    int value = at;
    for (char *s = text; *s; ++s) {
        if (*s == s[1] && (*s == '{' || *s == '}')) {
            ++s;
        } else if (*s == '{' && lower_second(lw, c->arg[++value]) && s[1] == '!') {
            s[2] = 's';
        }
    }
    return arena_printf(lw->a, "\"%s", text);
}

/* Lists and tuples where the function takes an array, or keys. */
static struct texpr *as_taken(struct lower *lw, const struct callee *c, const struct lib_params *p,
                              int i, struct texpr *value) {
    if (c->op != OP_LEXSORT || i > 0 || value->type->kind != TY_TUPLE) {
        return lib_takes_array(p, c->op, i) ? lower_as_array(lw, value) : value;
    }
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, value->type->n);
    value = lower_simple_tuple(lw, value);
    for (int k = 0; k < value->type->n; ++k) {
        item[k] = lower_as_array(lw, lower_item(lw, value, k));
    }
    return lower_tuple(lw, value->type->n, item);
}

/* Arguments that are values, evaluated from left to right; NULL for the others. Arrays become
 * variables. */
static struct texpr **values(struct lower *lw, const struct callee *c, const struct lib_params *p) {
    struct expr **e = ARENA_ARRAY(lw->a, struct expr *, c->n);
    struct texpr **value = ARENA_ARRAY(lw->a, struct texpr *, c->n);
    for (int i = 0; i < c->n; ++i) {
        bool written = (i < p->n && p->param[i].constant) || !c->arg[i];
        bool constant = written || c->arg[i]->kind == EXPR_NONE || c->arg[i]->kind == EXPR_STR ||
                        (c->arg[i]->kind == EXPR_NAME && is_none(lw, c->arg[i])) ||
                        records_text(lw, c, i);
        e[i] = constant ? NULL : c->arg[i];
    }
    bool text = op_shows(c->op);
    (text ? lower_shown : lower_exprs)(lw, c->n, e, value);
    for (int i = 0; i < c->n; ++i) {
        value[i] = value[i] || !e[i] ? value[i] : lower_text(lw, e[i]);
        value[i] = lower_records_value(lw, value[i]);
        value[i] = value[i] ? as_taken(lw, c, p, i, value[i]) : NULL;
        if (value[i] && value[i]->type->kind == TY_ARRAY && value[i]->kind != TE_VAR) {
            value[i] = lower_to_temp(lw, value[i]);
        }
    }
    return value;
}

struct texpr *lower_strides(struct lower *lw, struct tvar *array, struct ty *type) {
    struct tstmt *s = lower_stmt(lw, TS_LIB);
    s->lib.dst = lower_temp(lw, type);
    s->lib.fn = OP_STRIDES;
    s->lib.n = 1;
    s->lib.arg = ARENA_NEW(lw->a, struct lib_arg);
    s->lib.arg[0].value = lower_var(lw, array);
    return lower_var(lw, s->lib.dst);
}

struct texpr *lower_lib(struct lower *lw, const struct expr *e, const struct callee *c,
                        struct tvar *want) {
    struct texpr *product;
    if (lower_matmul(lw, e, want, &product)) {
        return product;
    }
    struct lib_params p = lib_params(lw->a, c->op);
    struct texpr **value = values(lw, c, &p);
    if (c->op == OP_CAUGHT) {
        value[0] = lower_caught(lw);
    }
    struct lib_arg *arg = ARENA_ARRAY(lw->a, struct lib_arg, c->n);
    int n = 0;
    bool gap = false, text = op_shows(c->op);
    bool by_python;
    int template = lib_template(c->op, &by_python);
    for (int i = 0; i < c->n; ++i) {
        if (!c->arg[i]) {
            gap = true;
            continue;
        }
        bool named = i < p.n && (gap || p.param[i].by_keyword);
        gap = gap || named;
        const char *type = records_text(lw, c, i);
        arg[n++] = (struct lib_arg){
            .name = named ? p.param[i].name : NULL,
            .value = value[i],
            .text = value[i]                              ? NULL
                    : type                                ? type
                    : text && i == template && !by_python ? template_text(lw, c, i)
                                                          : argument_text(lw, c->arg[i], text),
        };
    }
    struct ty *type = lower_type(lw, e);
    bool none = !type || type->kind == TY_NONE;
    struct tvar *dst = none ? NULL : lower_target(lw, want, type, c->n, value);
    struct tstmt *s = lower_stmt(lw, TS_LIB);
    s->lib.dst = dst;
    s->lib.fn = c->op;
    s->lib.n = n;
    s->lib.arg = arg;
    bool shared = op_info[c->op].modules == IN_NP_RANDOM || op_info[c->op].modules == IN_PY_RANDOM;
    if (c->n > 0 && value[0] && value[0]->type->keys &&
        !ty_is_records(value[0]->type)) { /* a generator, whose state changes */
        s->lib.out = lower_as_variable(lw, lower_item(lw, value[0], 0));
        ++lw->calls;
    } else if (text || shared || lib_uses_files(c->op)) {
        ++lw->calls;
    } else if (c->module == IN_METHOD && none) {
        s->lib.out = value[0]->var;
        ++lw->calls;
    }
    return dst ? lower_var(lw, dst) : NULL;
}
