/* Types of Copperhead: the published notation, and the types of the primitives. */
#include <ctype.h>
#include <string.h>

#include "cu_private.h"

struct itype *cu_fresh(struct type_table *tt, struct itype *t) {
    struct cu_vars vars = {.a = tt->arena};
    it_each_var(t, cu_collect, &vars);
    struct itype **value = ARENA_ARRAY(tt->arena, struct itype *, vars.list.n);
    for (int i = 0; i < vars.list.n; ++i) {
        struct itype *var = vars.list.item[i];
        var->id = i;
        value[i] = it_var(tt, 0);
        *value[i] = *var;
    }
    return it_subst(tt, t, value);
}

static void settle(void *context, struct itype *var) {
    if (var->literal) {
        var->link = it_scalar(context, var->dtype);
    }
}

void cu_settle(struct type_table *tt, struct itype *t) {
    it_each_var(t, settle, tt);
}

void cu_collect(void *context, struct itype *var) {
    struct cu_vars *vars = context;
    for (int i = 0; i < vars->list.n; ++i) {
        if (vars->list.item[i] == var) {
            return;
        }
    }
    vec_push(vars->a, &vars->list, var);
}

/* ---- notation */

static const char *const SCALARS[DT_COUNT] = {[DT_BOOL] = "Bool",
                                              [DT_I32] = "Int",
                                              [DT_I64] = "Long",
                                              [DT_F32] = "Float",
                                              [DT_F64] = "Double"};

static const char *var_text(struct itype *t, struct cu_vars *vars) {
    cu_collect(vars, t);
    int i = 0;
    while (vars->list.item[i] != t) {
        ++i;
    }
    return i < 26 ? arena_printf(vars->a, "%c", 'a' + i) : arena_printf(vars->a, "a%d", i);
}

static const char *items_text(struct itype *t, int n, struct cu_vars *vars) {
    const char *text = "";
    for (int i = 0; i < n; ++i) {
        text = arena_printf(vars->a, "%s%s%s", text, i ? ", " : "", cu_text(t->item[i], vars));
    }
    return text;
}

const char *cu_text(struct itype *t, struct cu_vars *vars) {
    t = it_find(t);
    switch (t->kind) {
    case IT_VAR:
        return t->literal ? SCALARS[t->dtype] : var_text(t, vars);
    case IT_SCALAR:
        return SCALARS[t->dtype];
    case IT_LIST:
        return arena_printf(vars->a, "[%s]", cu_text(t->item[0], vars));
    case IT_TUPLE:
        return arena_printf(vars->a, "(%s%s)", items_text(t, t->n, vars), t->n == 1 ? "," : "");
    case IT_FUNC: {
        const char *params = items_text(t, t->n - 1, vars);
        return arena_printf(vars->a, "(%s) -> %s", params, cu_text(t->item[t->n - 1], vars));
    }
    default:
        return "?";
    }
}

/* ---- reading */

struct cu_reader {
    struct type_table *tt;
    const char *at;
    VEC(const char *) names; /* of the variables */
    VEC(struct itype *) vars;
    bool primitive; /* variables are values, #a is a number */
    bool bad;
};

static bool accept(struct cu_reader *r, const char *token) {
    while (isspace((unsigned char)*r->at)) {
        ++r->at;
    }
    size_t n = strlen(token);
    bool is = strncmp(r->at, token, n) == 0;
    r->at += is ? n : 0;
    return is;
}

static struct itype *read_type(struct cu_reader *r);

static struct itype *read_name(struct cu_reader *r) {
    size_t n = 0;
    bool number = r->primitive && accept(r, "#");
    accept(r, "");
    while (isalnum((unsigned char)r->at[n]) || r->at[n] == '_') {
        ++n;
    }
    const char *name = arena_strndup(r->tt->arena, r->at, n);
    r->at += n;
    for (int d = 0; d < DT_COUNT; ++d) {
        if (SCALARS[d] && strcmp(name, SCALARS[d]) == 0) {
            return it_scalar(r->tt, (enum dtype)d);
        }
    }
    r->bad = r->bad || n == 0 || !islower((unsigned char)*name);
    for (int i = 0; i < r->names.n; ++i) {
        if (strcmp(r->names.item[i], name) == 0) {
            return r->vars.item[i];
        }
    }
    struct itype *var = it_var(r->tt, 0);
    var->number = number;
    var->data = r->primitive;
    vec_push(r->tt->arena, &r->names, name);
    vec_push(r->tt->arena, &r->vars, var);
    return var;
}

/* "(" types ")": a tuple, or the parameters of a function. */
static struct itype *read_items(struct cu_reader *r) {
    VEC(struct itype *) items = {0};
    bool comma = false;
    while (!r->bad && !accept(r, ")")) {
        vec_push(r->tt->arena, &items, read_type(r));
        bool more = accept(r, ",");
        comma = comma || more;
        if (!more) {
            r->bad = r->bad || !accept(r, ")");
            break;
        }
    }
    bool function = accept(r, "->");
    if (!function && items.n == 1 && !comma) {
        return items.item[0];
    }
    if (function) {
        vec_push(r->tt->arena, &items, read_type(r));
    }
    return function ? it_func(r->tt, NULL, items.n, items.item)
                    : it_tuple(r->tt, items.n, items.item);
}

static struct itype *read_type(struct cu_reader *r) {
    if (accept(r, "(")) {
        return read_items(r);
    }
    struct itype *t;
    if (accept(r, "[")) {
        t = it_list(r->tt, read_type(r));
        r->bad = r->bad || !accept(r, "]");
    } else {
        t = read_name(r);
    }
    if (!accept(r, "->")) {
        return t;
    }
    struct itype *item[2] = {t, read_type(r)};
    return it_func(r->tt, NULL, 2, item);
}

static struct itype *read_text(struct type_table *tt, const char *text, bool primitive) {
    struct cu_reader r = {.tt = tt, .at = text, .primitive = primitive};
    struct itype *t = read_type(&r);
    accept(&r, "");
    return r.bad || *r.at ? NULL : t;
}

struct itype *cu_read(struct type_table *tt, const char *text) {
    return read_text(tt, text, false);
}

/* ---- primitives */

struct primitive {
    const char *name, *type; /* #a: a number; type "": one for each call */
};

static const struct primitive PRIMITIVES[] = {
    {"map", ""},
    {"zip", ""},
    {"unzip", ""},
    {"min", ""},
    {"max", ""},
    {"reduce", "((a, a) -> a, [a], a) -> a"},
    {"sum", "([#a]) -> #a"},
    {"any", "([#a]) -> Bool"},
    {"all", "([#a]) -> Bool"},
    {"argmin", "([#a]) -> Long"},
    {"argmax", "([#a]) -> Long"},
    {"scan", "((a, a) -> a, [a]) -> [a]"},
    {"rscan", "((a, a) -> a, [a]) -> [a]"},
    {"exclusive_scan", "((a, a) -> a, a, [a]) -> [a]"},
    {"exclusive_rscan", "((a, a) -> a, a, [a]) -> [a]"},
    {"enumerate", "([a]) -> [(Long, a)]"},
    {"gather", "([a], [Long]) -> [a]"},
    {"permute", "([a], [Long]) -> [a]"},
    {"scatter", "([a], [Long], [a]) -> [a]"},
    {"update", "([a], [(Long, a)]) -> [a]"},
    {"filter", "((a) -> Bool, [a]) -> [a]"},
    {"replicate", "(a, Long) -> [a]"},
    {"range", "(Long) -> [Long]"},
    {"bounded_range", "(Long, Long) -> [Long]"},
    {"indices", "([a]) -> [Long]"},
    {"len", "([a]) -> Long"},
    {"shift", "([a], Long, a) -> [a]"},
    {"rotate", "([a], Long) -> [a]"},
    {"sort", "((a, a) -> Bool, [a]) -> [a]"},
    {"int32", "(#a) -> Int"},
    {"int64", "(#a) -> Long"},
    {"float32", "(#a) -> Float"},
    {"float64", "(#a) -> Double"},
    {"abs", "(#a) -> #a"},
    {"sqrt", "(#a) -> #a"},
    {"exp", "(#a) -> #a"},
    {"log", "(#a) -> #a"},
};

enum { N_PRIMITIVES = sizeof PRIMITIVES / sizeof PRIMITIVES[0] };

static const char *scheme_text(const char *name) {
    static const char *const compare[] = {"lt", "le", "eq", "ne", "gt", "ge"};
    for (int i = 0; i < N_PRIMITIVES; ++i) {
        if (strcmp(name, PRIMITIVES[i].name) == 0) {
            return *PRIMITIVES[i].type ? PRIMITIVES[i].type : NULL;
        }
    }
    if (strncmp(name, "op_", 3) != 0 && strncmp(name, "cmp_", 4) != 0) {
        return NULL;
    }
    const char *op = strchr(name, '_') + 1;
    for (size_t i = 0; i < sizeof compare / sizeof compare[0]; ++i) {
        if (strcmp(op, compare[i]) == 0) {
            return "(#a, #a) -> Bool";
        }
    }
    if (strcmp(op, "not") == 0) {
        return "(#a) -> Bool";
    }
    bool one = strcmp(op, "neg") == 0 || strcmp(op, "pos") == 0 || strcmp(op, "invert") == 0;
    return one ? "(#a) -> #a" : "(#a, #a) -> #a";
}

struct itype *cu_scheme(struct type_table *tt, const char *name) {
    const char *text = scheme_text(name);
    return text ? read_text(tt, text, true) : NULL;
}

bool cu_is_primitive(const char *name) {
    bool found = false;
    for (int i = 0; i < N_PRIMITIVES; ++i) {
        found = found || strcmp(name, PRIMITIVES[i].name) == 0;
    }
    return found;
}
