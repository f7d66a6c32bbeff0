/* Types of Copperhead: unification, the published notation, and the types of the primitives. */
#include <ctype.h>
#include <string.h>

#include "cu_private.h"

struct cu_type *cu_new(struct arena *a, enum cu_kind kind, int n) {
    struct cu_type *t = ARENA_NEW(a, struct cu_type);
    t->kind = kind;
    t->n = n;
    t->item = ARENA_ARRAY(a, struct cu_type *, n);
    return t;
}

struct cu_type *cu_seq(struct arena *a, struct cu_type *item) {
    struct cu_type *t = cu_new(a, CU_SEQ, 1);
    t->item[0] = item;
    return t;
}

struct cu_type *cu_find(struct cu_type *t) {
    while (t->kind == CU_VAR && t->link) {
        t = t->link;
    }
    return t;
}

/* ---- unification */

static bool is_scalar(const struct cu_type *t) {
    return t->kind >= CU_BOOL && t->kind <= CU_DOUBLE;
}

static bool occurs(const struct cu_type *var, struct cu_type *in) {
    in = cu_find(in);
    bool found = in == var;
    for (int i = 0; i < in->n; ++i) {
        found = found || occurs(var, in->item[i]);
    }
    return found;
}

/* Of two literals the wider one is left, of one and what the caller gives the latter. */
static void join_vars(struct cu_type *a, struct cu_type *b) {
    b->given = b->given || a->given;
    b->literal = b->given ? CU_VAR : a->literal > b->literal ? a->literal : b->literal;
    b->scalar = b->scalar || a->scalar;
    b->value = b->value || a->value;
    a->link = b;
}

static void mark_given(struct cu_type *t) {
    t = cu_find(t);
    t->given = t->given || t->kind == CU_VAR;
    t->literal = CU_VAR;
    for (int i = 0; i < t->n; ++i) {
        mark_given(t->item[i]);
    }
}

static bool bind(struct cu_type *var, struct cu_type *t) {
    bool fits = var->scalar ? is_scalar(t) : !var->value || t->kind != CU_FN;
    if (fits && !occurs(var, t)) {
        var->link = t;
        if (var->given) {
            mark_given(t);
        }
        return true;
    }
    return false;
}

bool cu_unify(struct cu_type *a, struct cu_type *b) {
    a = cu_find(a);
    b = cu_find(b);
    if (a == b || a->kind == CU_UNKNOWN || b->kind == CU_UNKNOWN) {
        return true;
    }
    if (a->kind == CU_VAR && b->kind == CU_VAR) {
        join_vars(a, b);
        return true;
    }
    if (a->kind == CU_VAR || b->kind == CU_VAR) {
        return a->kind == CU_VAR ? bind(a, b) : bind(b, a);
    }
    if (is_scalar(a) && is_scalar(b)) {
        return true;
    }
    bool fits = a->kind == b->kind && a->n == b->n;
    for (int i = 0; fits && i < a->n; ++i) {
        fits = cu_unify(a->item[i], b->item[i]);
    }
    return fits;
}

/* ---- copies */

static struct cu_type *copy(struct arena *a, struct cu_type *t, struct cu_vars *from,
                            struct cu_vars *to) {
    t = cu_find(t);
    if (t->kind == CU_VAR) {
        for (int i = 0; i < from->list.n; ++i) {
            if (from->list.item[i] == t) {
                return to->list.item[i];
            }
        }
    }
    if (t->kind != CU_VAR && t->n == 0) {
        return t;
    }
    struct cu_type *made = cu_new(a, t->kind, t->n);
    made->scalar = t->scalar;
    made->value = t->value;
    made->literal = t->literal;
    made->given = t->given;
    if (t->kind == CU_VAR) {
        vec_push(a, &from->list, t);
        vec_push(a, &to->list, made);
    }
    for (int i = 0; i < t->n; ++i) {
        made->item[i] = copy(a, t->item[i], from, to);
    }
    return made;
}

struct cu_type *cu_fresh(struct arena *a, struct cu_type *t) {
    struct cu_vars from = {0}, to = {0};
    return copy(a, t, &from, &to);
}

void cu_settle(struct cu_type *t) {
    t = cu_find(t);
    if (t->kind == CU_VAR && t->literal != CU_VAR) {
        t->kind = t->literal;
    }
    for (int i = 0; i < t->n; ++i) {
        cu_settle(t->item[i]);
    }
}

void cu_collect(struct arena *a, struct cu_type *t, struct cu_vars *vars) {
    t = cu_find(t);
    bool known = t->kind != CU_VAR;
    for (int i = 0; i < vars->list.n; ++i) {
        known = known || vars->list.item[i] == t;
    }
    if (!known) {
        vec_push(a, &vars->list, t);
    }
    for (int i = 0; i < t->n; ++i) {
        cu_collect(a, t->item[i], vars);
    }
}

/* ---- notation */

static const char *const SCALARS[] = {[CU_BOOL] = "Bool",
                                      [CU_INT] = "Int",
                                      [CU_LONG] = "Long",
                                      [CU_FLOAT] = "Float",
                                      [CU_DOUBLE] = "Double"};

static const char *var_text(struct arena *a, struct cu_type *t, struct cu_vars *vars) {
    cu_collect(a, t, vars);
    int i = 0;
    while (vars->list.item[i] != t) {
        ++i;
    }
    return i < 26 ? arena_printf(a, "%c", 'a' + i) : arena_printf(a, "a%d", i);
}

static const char *items_text(struct arena *a, struct cu_type *t, int n, struct cu_vars *vars) {
    const char *text = "";
    for (int i = 0; i < n; ++i) {
        text = arena_printf(a, "%s%s%s", text, i ? ", " : "", cu_text(a, t->item[i], vars));
    }
    return text;
}

const char *cu_text(struct arena *a, struct cu_type *t, struct cu_vars *vars) {
    t = cu_find(t);
    switch (t->kind) {
    case CU_VAR:
        return t->literal != CU_VAR ? SCALARS[t->literal] : var_text(a, t, vars);
    case CU_SEQ:
        return arena_printf(a, "[%s]", cu_text(a, t->item[0], vars));
    case CU_TUPLE:
        return arena_printf(a, "(%s%s)", items_text(a, t, t->n, vars), t->n == 1 ? "," : "");
    case CU_FN: {
        const char *params = items_text(a, t, t->n - 1, vars);
        return arena_printf(a, "(%s) -> %s", params, cu_text(a, t->item[t->n - 1], vars));
    }
    case CU_UNKNOWN:
        return "?";
    default:
        return SCALARS[t->kind];
    }
}

/* ---- reading */

struct cu_reader {
    struct arena *a;
    const char *at;
    VEC(const char *) names; /* of the variables */
    VEC(struct cu_type *) vars;
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

static struct cu_type *read_type(struct cu_reader *r);

static struct cu_type *read_name(struct cu_reader *r) {
    size_t n = 0;
    bool scalar = r->primitive && accept(r, "#");
    accept(r, "");
    while (isalnum((unsigned char)r->at[n]) || r->at[n] == '_') {
        ++n;
    }
    const char *name = arena_strndup(r->a, r->at, n);
    r->at += n;
    for (int kind = CU_BOOL; kind <= CU_DOUBLE; ++kind) {
        if (strcmp(name, SCALARS[kind]) == 0) {
            return cu_new(r->a, (enum cu_kind)kind, 0);
        }
    }
    r->bad = r->bad || n == 0 || !islower((unsigned char)*name);
    for (int i = 0; i < r->names.n; ++i) {
        if (strcmp(r->names.item[i], name) == 0) {
            return r->vars.item[i];
        }
    }
    struct cu_type *var = cu_new(r->a, CU_VAR, 0);
    var->scalar = scalar;
    var->value = r->primitive;
    vec_push(r->a, &r->names, name);
    vec_push(r->a, &r->vars, var);
    return var;
}

/* "(" types ")": a tuple, or the parameters of a function. */
static struct cu_type *read_items(struct cu_reader *r) {
    VEC(struct cu_type *) items = {0};
    bool comma = false;
    while (!r->bad && !accept(r, ")")) {
        vec_push(r->a, &items, read_type(r));
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
        vec_push(r->a, &items, read_type(r));
    }
    struct cu_type *t = cu_new(r->a, function ? CU_FN : CU_TUPLE, items.n);
    for (int i = 0; i < items.n; ++i) {
        t->item[i] = items.item[i];
    }
    return t;
}

static struct cu_type *read_type(struct cu_reader *r) {
    if (accept(r, "(")) {
        return read_items(r);
    }
    struct cu_type *t;
    if (accept(r, "[")) {
        t = cu_seq(r->a, read_type(r));
        r->bad = r->bad || !accept(r, "]");
    } else {
        t = read_name(r);
    }
    if (!accept(r, "->")) {
        return t;
    }
    struct cu_type *f = cu_new(r->a, CU_FN, 2);
    f->item[0] = t;
    f->item[1] = read_type(r);
    return f;
}

static struct cu_type *read_text(struct arena *a, const char *text, bool primitive) {
    struct cu_reader r = {.a = a, .at = text, .primitive = primitive};
    struct cu_type *t = read_type(&r);
    accept(&r, "");
    return r.bad || *r.at ? NULL : t;
}

struct cu_type *cu_read(struct arena *a, const char *text) {
    return read_text(a, text, false);
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

struct cu_type *cu_scheme(struct arena *a, const char *name) {
    const char *text = scheme_text(name);
    return text ? read_text(a, text, true) : NULL;
}

bool cu_is_primitive(const char *name) {
    bool found = false;
    for (int i = 0; i < N_PRIMITIVES; ++i) {
        found = found || strcmp(name, PRIMITIVES[i].name) == 0;
    }
    return found;
}
