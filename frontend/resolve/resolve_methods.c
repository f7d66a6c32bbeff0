/* Methods by their class, and as values: str.upper(s) is s.upper(), key=str.lower is
 * key=lambda x: str.lower(x), and so is key=d.get. int(s, 16) and format(x, '.2f') are methods of
 * texts, too. */
#include <string.h>

#include "copy.h"
#include "resolve_private.h"

enum { MOST_EXPRS = 1000 /* of the middle of a chain, which is copied */ };

static bool is_among(const char *name, const char *const *names, size_t n) {
    for (size_t i = 0; i < n; ++i) {
        if (strcmp(names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* One of Python's own classes, by a name that has been resolved. */
static bool is_class(const struct expr *e) {
    static const char *const class[] = {"str", "list",    "dict", "set",   "frozenset", "float",
                                        "int", "complex", "bool", "tuple", "bytes"};
    const struct symbol *sym = e->kind == EXPR_NAME ? e->name.sym : NULL;
    return e->kind == EXPR_NAME &&
           (!sym || sym->kind == SYM_OTHER || sym->kind == SYM_DTYPE ||
            (sym->kind == SYM_FUNC && sym->func->prelude)) &&
           is_among(e->name.name, class, sizeof class / sizeof class[0]);
}

/* What a class is asked for, not an object of it. */
static bool is_of_class(const char *name) {
    static const char *const method[] = {"fromkeys", "maketrans", "fromhex", "from_bytes"};
    return is_among(name, method, sizeof method / sizeof method[0]);
}

/* The function of the prelude that a class's own method is; NULL: there is none. */
static const char *class_form(const char *class, const char *method) {
    static const char *const form[][3] = {{"str", "maketrans", "str__maketrans"},
                                          {"float", "fromhex", "str__float_fromhex"},
                                          {"int", "from_bytes", "int__from_bytes"}};
    for (size_t i = 0; i < sizeof form / sizeof form[0]; ++i) {
        if (strcmp(class, form[i][0]) == 0 && strcmp(method, form[i][1]) == 0) {
            return form[i][2];
        }
    }
    return NULL;
}

void resolve_class_method(struct resolver *r, struct expr *e) {
    struct expr *fn = e->call.fn;
    bool by_class = r->frame && fn->kind == EXPR_ATTR && e->call.n > 0 && is_class(fn->attr.base) &&
                    !sugar_starred_item(e->call.arg[0]);
    if (!by_class) {
        return;
    }
    const char *form = class_form(fn->attr.base->name.name, fn->attr.name);
    struct symbol *made = form ? scope_prelude(r->s, intern_str(r->s->p->names, form)) : NULL;
    if (made && made->kind == SYM_FUNC) {
        struct sugar g = resolve_sugar(r);
        e->call.fn = sugar_symbol(&g, made, fn->span);
        resolve_keyed(e->call.arg[0]);
    } else if (!is_of_class(fn->attr.name)) {
        fn->attr.base = e->call.arg[0];
        fn->attr.sym = NULL;
        --e->call.n;
        ++e->call.arg;
        resolve_expr(r, fn->attr.base);
    }
}

/* A method of a variable, or of a class by its name. */
static bool is_method_value(struct resolver *r, const struct expr *e) {
    const struct expr *base = e->kind == EXPR_ATTR ? e->attr.base : NULL;
    if (!base || base->kind != EXPR_NAME) {
        return false;
    }
    const struct local *l = map_get(&r->frame->locals, base->name.name);
    struct expr named = *base;
    if (!l) {
        named.name.sym = scope_lookup(r->s, base->name.name);
        return is_class(&named) && !is_of_class(e->attr.name);
    }
    return l->sym && l->sym->kind == SYM_LOCAL;
}

/* max(d, key=d.get): each key is there, so that nothing is None. */
static void get_what_is_there(struct resolver *r, const struct expr *call, struct expr *value) {
    const struct expr *of = call->call.n > 0 ? call->call.arg[0] : NULL;
    bool same = of && of->kind == EXPR_NAME && value->attr.base->kind == EXPR_NAME &&
                of->name.name == value->attr.base->name.name;
    if (same && strcmp(value->attr.name, "get") == 0) {
        value->attr.name = intern_str(r->s->p->names, "__getitem__");
    }
}

void resolve_method_values(struct resolver *r, struct sugar *g, struct expr *e) {
    const struct expr *fn = e->call.fn;
    bool filters = fn->kind == EXPR_NAME && strcmp(fn->name.name, "filter") == 0;
    if (r->frame && filters && e->call.n > 0 && is_method_value(r, e->call.arg[0])) {
        e->call.arg[0] = resolve_as_lambda(r, g, e->call.arg[0], 1);
    }
    for (int i = 0; r->frame && i < e->call.n_kw; ++i) {
        struct keyword *kw = &e->call.kw[i];
        if (kw->name && strcmp(kw->name, "key") == 0 && is_method_value(r, kw->value)) {
            get_what_is_there(r, e, kw->value);
            kw->value = resolve_as_lambda(r, g, kw->value, 1);
        }
    }
}

/* ---- built-in functions and comparisons of texts */

/* type(x) */
static bool is_type_of_name(const struct expr *e) {
    return e->kind == EXPR_CALL && e->call.fn->kind == EXPR_NAME && e->call.n == 1 &&
           e->call.n_kw == 0 && e->call.arg[0]->kind == EXPR_NAME &&
           strcmp(e->call.fn->name.name, "type") == 0;
}

static bool may_be_read_twice(const struct expr *e) {
    return e->kind == EXPR_NAME || e->kind == EXPR_STR || e->kind == EXPR_NONE ||
           is_type_of_name(e);
}

/* Is it decided by types: are None or the type of a name compared? */
static bool asks_types(const struct expr *e) {
    bool asks = false;
    for (int i = 0; i <= e->compare.n; ++i) {
        const struct expr *item = e->compare.item[i];
        asks = asks || item->kind == EXPR_NONE || is_type_of_name(item);
    }
    return asks;
}

/* board[i - 1][j], self.at[0]: nothing is called but indexing. */
static bool is_place(const struct expr *e) {
    bool place = e->kind == EXPR_NAME || e->kind == EXPR_INT ||
                 (e->kind == EXPR_ATTR && is_place(e->attr.base)) ||
                 (e->kind == EXPR_UNARY && is_place(e->unary.a)) ||
                 (e->kind == EXPR_BINARY && is_place(e->binary.a) && is_place(e->binary.b)) ||
                 (e->kind == EXPR_INDEX && is_place(e->index.base));
    for (int i = 0; place && e->kind == EXPR_INDEX && i < e->index.n; ++i) {
        place = is_place(e->index.index[i]);
    }
    return place;
}

/* May its operands be texts, lists or tuples? a[i] < a[j] < a[k] is of numbers, as far as is
 * known. */
static bool may_be_texts(const struct expr *e) {
    bool texts = e->compare.item[0]->kind == EXPR_STR;
    for (int i = 0; i < e->compare.n; ++i) {
        const enum op op = e->compare.op[i];
        texts = texts || op == OP_EQ || op == OP_NE || e->compare.item[i + 1]->kind == EXPR_STR;
    }
    return texts;
}

/* a < b < c   ->   a < b and b < c; places: b may be one. */
static bool split_chain(struct resolver *r, struct expr *e, bool places) {
    const int n = e->compare.n;
    for (int i = 1; i < n; ++i) {
        const struct expr *item = e->compare.item[i];
        if (!may_be_read_twice(item) && !(places && is_place(item))) {
            return false;
        }
    }
    struct sugar g = resolve_sugar(r);
    struct copy copy = {.g = &g, .left = MOST_EXPRS};
    struct expr **part = ARENA_ARRAY(r->arena, struct expr *, n);
    for (int i = 0; i < n; ++i) {
        part[i] = sugar_new(&g, EXPR_COMPARE, e->span);
        part[i]->compare.n = 1;
        part[i]->compare.op = &e->compare.op[i];
        part[i]->compare.item = ARENA_ARRAY(r->arena, struct expr *, 2);
        part[i]->compare.item[0] =
            i > 0 ? copy_expr(&copy, e->compare.item[i]) : e->compare.item[i];
        part[i]->compare.item[1] = e->compare.item[i + 1];
    }
    e->kind = EXPR_BOOLOP;
    e->boolop.op = OP_LAND;
    e->boolop.n = n;
    e->boolop.item = part;
    return true;
}

static bool is_chain(const struct resolver *r, const struct expr *e) {
    return e->compare.n > 1 && r->frame && !r->frame->fn->prelude;
}

bool resolve_text_chain(struct resolver *r, struct expr *e) {
    return is_chain(r, e) && scope_prelude(r->s, intern_str(r->s->p->names, "str__text_lt")) &&
           split_chain(r, e, may_be_texts(e));
}

bool resolve_type_chain(struct resolver *r, struct expr *e) {
    return is_chain(r, e) && asks_types(e) && split_chain(r, e, false);
}

static bool calls_builtin(const struct expr *e, const char *name) {
    const struct expr *fn = e->call.fn;
    return fn->kind == EXPR_NAME && strcmp(fn->name.name, name) == 0 &&
           (!fn->name.sym || fn->name.sym->module == IN_BUILTIN);
}

/* int(s, 16), int(s, base=8) */
static void settle_base(struct resolver *r, struct sugar *g, struct expr *e) {
    bool named = e->call.n == 1 && e->call.n_kw == 1 && strcmp(e->call.kw[0].name, "base") == 0;
    struct symbol *ours = scope_prelude(r->s, intern_str(r->s->p->names, "str__in_base"));
    if ((!named && (e->call.n != 2 || e->call.n_kw)) || !ours || ours->kind != SYM_FUNC) {
        return;
    }
    struct expr **arg = ARENA_ARRAY(r->arena, struct expr *, 2);
    arg[0] = e->call.arg[0];
    arg[1] = named ? e->call.kw[0].value : e->call.arg[1];
    e->call.fn = sugar_symbol(g, ours, e->call.fn->span);
    e->call.arg = arg;
    e->call.n = 2;
    e->call.n_kw = 0;
}

/* format(x), format(x, '.2f') and format(x, spec) are '{}'.format(x) and its like. */
static void settle_format_call(struct resolver *r, struct sugar *g, struct expr *e,
                               const char *plain) {
    const struct expr *spec = e->call.n == 2 ? e->call.arg[1] : NULL;
    bool written = spec && spec->kind == EXPR_STR && !strpbrk(spec->str.text, "{}");
    const char *field = !spec ? plain : written ? "{:%s}" : "{:{}}";
    struct expr *text = sugar_new(g, EXPR_STR, e->span);
    text->str.text = arena_printf(r->arena, field, written ? spec->str.text : "");
    text->str.n = (int)strlen(text->str.text);
    struct expr *fn = sugar_new(g, EXPR_ATTR, e->call.fn->span);
    fn->attr.base = text;
    fn->attr.name = intern_str(r->s->p->names, "format");
    fn->attr.name_span = fn->span;
    e->call.fn = fn;
    e->call.n = written || !spec ? 1 : 2;
}

void resolve_text_builtin(struct resolver *r, struct sugar *g, struct expr *e) {
    if (!r->frame || r->frame->fn->prelude) {
        return;
    }
    if (calls_builtin(e, "int")) {
        settle_base(r, g, e);
    } else if (calls_builtin(e, "format") && e->call.n_kw == 0 &&
               (e->call.n == 1 || e->call.n == 2)) {
        settle_format_call(r, g, e, "{}");
    } else if (calls_builtin(e, "ascii") && e->call.n_kw == 0 && e->call.n == 1) {
        settle_format_call(r, g, e, "{!a}");
    }
}
