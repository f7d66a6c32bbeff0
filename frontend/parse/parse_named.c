/* Named tuples that a call makes:
 *
 *     P = namedtuple("P", "x y", defaults=(0,))          class P(NamedTuple):
 *     P = NamedTuple("P", [("x", float), ("y", int)])        x: ...
 *     class P(namedtuple("P", "x y")): ...
 *
 * The class on the right is what the call is read as. Whether it means what its name says is seen
 * when names are (resolve_named.c). */
#include "parse_class.h"

#include <string.h>

static bool is_word_end(char c) {
    return c == ' ' || c == ',' || c == '\0';
}

static void add_field(struct reader *r, const char *name, struct span span, struct span ann) {
    struct member m = {.name = name, .span = span, .ann = ann};
    bool again = false;
    for (int i = 0; i < r->members.n; ++i) {
        again = again || r->members.item[i].name == name;
    }
    bool word = *name && !(*name >= '0' && *name <= '9') && *name != '_' &&
                !lex_is_keyword(name, strlen(name));
    r->strange = r->strange || again || !word;
    vec_push(r->p->keep, &r->members, m);
}

/* "x y", "x, y" */
static void read_words(struct reader *r, const struct expr *e) {
    for (const char *at = e->str.text; *at;) {
        size_t n = 0;
        while (!is_word_end(at[n])) {
            ++n;
        }
        if (n > 0) {
            add_field(r, intern(r->p->names, at, n), e->span, e->span);
        }
        at += n + (at[n] != '\0');
    }
}

/* ["x", "y"], [("x", float), ("y", int)] */
static void read_list(struct reader *r, const struct expr *e, bool typed) {
    for (int i = 0; i < e->list.n; ++i) {
        const struct expr *item = e->list.item[i], *name = item;
        bool pair = typed && item->kind == EXPR_TUPLE && item->list.n == 2;
        name = pair ? item->list.item[0] : item;
        if (name->kind != EXPR_STR || pair != typed) {
            r->strange = true;
            return;
        }
        add_field(r, intern_str(r->p->names, name->str.text), name->span,
                  pair ? item->list.item[1]->span : name->span);
    }
}

/* A constant, as a default. */
static struct expr *constant(struct parser *p, const struct expr *e) {
    bool negative = e->kind == EXPR_UNARY && e->unary.op == OP_NEG;
    const struct expr *of = negative ? e->unary.a : e;
    if (of->kind != EXPR_INT && of->kind != EXPR_FLOAT && of->kind != EXPR_BOOL &&
        of->kind != EXPR_STR) {
        return NULL;
    }
    struct expr *copy = parse_new_expr(p, of->kind, of->span);
    int id = copy->id;
    *copy = *of;
    copy->id = id;
    if (!negative) {
        return copy;
    }
    struct expr *minus = parse_new_expr(p, EXPR_UNARY, e->span);
    minus->unary.op = OP_NEG;
    minus->unary.a = copy;
    return minus;
}

/* defaults=(...), of the last fields: parameters of what the class calls. */
static void give_defaults(struct reader *r, const struct expr *call) {
    const struct expr *all = call->call.n_kw ? call->call.kw[0].value : NULL;
    struct func *f = r->c->make;
    struct arena *arena = r->p->arena;
    r->p->arena = r->p->keep;
    int first = all ? f->n_params - all->list.n : 0;
    r->strange = r->strange || first < 0;
    for (int i = 0; all && !r->strange && i < all->list.n; ++i) {
        f->param[first + i].def = constant(r->p, all->list.item[i]);
        r->strange = r->strange || !f->param[first + i].def;
    }
    r->p->arena = arena;
}

static bool has_known_keywords(const struct expr *call) {
    const struct keyword *kw = call->call.kw;
    return call->call.n_kw == 0 ||
           (call->call.n_kw == 1 && strcmp(kw->name, "defaults") == 0 &&
            (kw->value->kind == EXPR_TUPLE || kw->value->kind == EXPR_LIST));
}

/* The last word of namedtuple, collections.namedtuple; "": it is no name. */
static const char *called(struct parser *p, const struct expr *fn, const char **path) {
    bool dotted = fn->kind == EXPR_ATTR && fn->attr.base->kind == EXPR_NAME;
    const char *last = dotted ? fn->attr.name : fn->kind == EXPR_NAME ? fn->name.name : "";
    *path = dotted ? intern_str(p->names,
                                arena_printf(p->waste, "%s.%s", fn->attr.base->name.name, last))
                   : last;
    return last;
}

bool parse_named_fields(struct reader *r, const struct expr *call) {
    const char *path;
    const char *last = call->kind == EXPR_CALL ? called(r->p, call->call.fn, &path) : "";
    bool typed = strcmp(last, "NamedTuple") == 0;
    if ((!typed && strcmp(last, "namedtuple") != 0) || call->call.n != 2 ||
        call->call.arg[0]->kind != EXPR_STR || !has_known_keywords(call)) {
        return false;
    }
    const struct expr *fields = call->call.arg[1];
    bool list = fields->kind == EXPR_LIST || fields->kind == EXPR_TUPLE;
    r->c->foreign = path;
    r->data = r->named = true;
    r->strange = !list && (fields->kind != EXPR_STR || typed);
    if (list) {
        read_list(r, fields, typed);
    } else if (!r->strange) {
        read_words(r, fields);
    }
    r->n_called = r->members.n;
    r->typed = typed;
    r->strange = r->strange || r->members.n == 0;
    return true;
}

void parse_named_finish(struct reader *r, const struct expr *call) {
    for (int i = r->n_called; i < r->members.n; ++i) {
        r->strange = r->strange || r->members.item[i].ann.hi > 0; /* no field */
    }
    if (!r->strange) {
        give_defaults(r, call);
    }
    if (!r->typed) { /* nothing is said of its types */
        r->p->notes.item[r->c->make->id]->param_ann =
            ARENA_ARRAY(r->p->keep, struct span, r->members.n);
    }
    r->named = !r->strange;
}

struct class *parse_named_class(struct parser *p, const struct expr *name,
                                const struct expr *value) {
    struct class *c = ARENA_NEW(p->keep, struct class);
    struct reader r = {.p = p, .c = c, .repr = true};
    c->name = name->name.name;
    c->span = name->span;
    c->unknown = "its fields are not known when compiling";
    if (!parse_named_fields(&r, value)) {
        return NULL;
    }
    parse_class_data_init(&r, (struct span){name->span.lo, value->span.hi});
    parse_named_finish(&r, value);
    c->named = r.named;
    if (r.named) {
        parse_class_data_compare(&r, (struct span){name->span.lo, value->span.hi});
        parse_class_keep_methods(&r);
    }
    parse_keep_class(p, c);
    return c;
}
