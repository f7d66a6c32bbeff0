/* Python's own functions whose calls are another form: getattr(x, 'a') is x.a, type(x) is int
 * a question to the types, print(*xs) joins texts; iter() and next() of a generator expression are
 * functions of the prelude. */
#include "nodes.h"
#include "resolve_private.h"

#include <string.h>

static struct expr *helper_call(struct resolver *r, struct sugar *g, const char *name, int n,
                                struct span span) {
    struct symbol *sym = scope_prelude(r->s, intern_str(r->s->p->names, name));
    if (!sym || sym->kind != SYM_FUNC) {
        return NULL;
    }
    struct expr *call = sugar_new(g, EXPR_CALL, span);
    call->call.fn = sugar_symbol(g, sym, span);
    call->call.n = n;
    call->call.arg = ARENA_ARRAY(g->arena, struct expr *, n);
    return call;
}

/* e becomes what another node is. */
static void become(struct expr *e, const struct expr *other) {
    int id = e->id;
    *e = *other;
    e->id = id;
}

/* ---- getattr */

static bool is_identifier(const struct expr *text) {
    const char *s = text->str.text;
    bool good = text->str.n > 0 && (*s < '0' || *s > '9');
    for (int i = 0; i < text->str.n; ++i) {
        bool letter = (s[i] >= 'a' && s[i] <= 'z') || (s[i] >= 'A' && s[i] <= 'Z');
        good = good && (letter || s[i] == '_' || (s[i] >= '0' && s[i] <= '9'));
    }
    return good;
}

/* x.name, as it is given in the arguments of a call */
static struct expr *attribute_of(struct resolver *r, struct sugar *g, const struct expr *call) {
    struct expr *e = sugar_new(g, EXPR_ATTR, call->span);
    const struct expr *name = call->call.arg[1];
    e->attr.base = call->call.arg[0];
    e->attr.name = intern(r->s->p->names, name->str.text, (size_t)name->str.n);
    e->attr.name_span = name->span;
    return e;
}

/* setattr(x, 'name', value) is x.name = value */
bool resolve_setattr(struct resolver *r, struct stmt *s) {
    const struct expr *e = s->kind == STMT_EXPR ? s->expr : NULL;
    bool sets = e && e->kind == EXPR_CALL && e->call.n == 3 && e->call.n_kw == 0 &&
                e->call.fn->kind == EXPR_NAME && strcmp(e->call.fn->name.name, "setattr") == 0 &&
                e->call.arg[0]->kind == EXPR_NAME && e->call.arg[1]->kind == EXPR_STR &&
                is_identifier(e->call.arg[1]);
    if (sets) {
        resolve_expr(r, e->call.fn);
    }
    if (!sets || !resolve_is_builtin(r, e, "setattr")) {
        return false;
    }
    struct sugar g = resolve_sugar(r);
    struct expr *target = attribute_of(r, &g, e), *value = e->call.arg[2];
    s->kind = STMT_ASSIGN;
    memset(&s->assign, 0, sizeof(s->assign));
    s->assign.n = 1;
    s->assign.target = ARENA_ARRAY(r->arena, struct expr *, 1);
    s->assign.target[0] = target;
    s->assign.value = value;
    return true;
}

/* Evaluated, or not, alike. */
static bool is_plain(const struct expr *e) {
    return e->kind == EXPR_INT || e->kind == EXPR_FLOAT || e->kind == EXPR_STR ||
           e->kind == EXPR_BOOL || e->kind == EXPR_NONE || e->kind == EXPR_NAME;
}

/* getattr(x, 'name'); getattr(x, 'name', v) is x.name if hasattr(x, 'name') else v. */
static bool settle_getattr(struct resolver *r, struct expr *e) {
    bool several = (e->call.n == 2 || e->call.n == 3) && e->call.n_kw == 0;
    const struct expr *name = several ? e->call.arg[1] : NULL;
    if (!name || name->kind != EXPR_STR || !is_identifier(name)) {
        return false;
    }
    struct sugar g = resolve_sugar(r);
    struct expr *get = attribute_of(r, &g, e);
    if (e->call.n == 3) {
        const struct expr *of = e->call.arg[0];
        struct expr *els = e->call.arg[2];
        if (of->kind != EXPR_NAME || !is_plain(els)) {
            return false;
        }
        struct expr *has = sugar_call(&g, IN_BUILTIN, "hasattr", 2, e->span);
        has->call.arg[0] = node_name(&g, of->name.name, of->span);
        has->call.arg[1] = node_str(&g, name->str.text, name->str.n, name->span);
        *e = (struct expr){.kind = EXPR_COND, .id = e->id, .span = e->span};
        e->cond.cond = has;
        e->cond.then = get;
        e->cond.els = els;
    } else {
        become(e, get);
    }
    resolve_expr(r, e);
    return true;
}

/* ---- type */

static struct expr *type_call(struct resolver *r, struct expr *e) {
    bool call = e->kind == EXPR_CALL && e->call.n == 1 && e->call.n_kw == 0 &&
                e->call.fn->kind == EXPR_NAME && strcmp(e->call.fn->name.name, "type") == 0;
    if (call && !e->call.fn->name.sym) {
        resolve_expr(r, e->call.fn);
    }
    return call && resolve_is_builtin(r, e, "type") ? e : NULL;
}

bool resolve_type_name(struct resolver *r, struct expr *e) {
    struct expr *base = e->attr.base;
    bool class = base->kind == EXPR_ATTR && strcmp(base->attr.name, "__class__") == 0;
    bool name = strcmp(e->attr.name, "__name__") == 0 || strcmp(e->attr.name, "__qualname__") == 0;
    if (!name || !r->frame || (!class && !type_call(r, base))) {
        return false;
    }
    struct expr *of = class ? base->attr.base : base->call.arg[0];
    if (of->kind != EXPR_NAME && of->kind != EXPR_ATTR) {
        return false;
    }
    e->attr.base = of;
    e->attr.name = intern_str(r->s->p->names, TYPE_NAME);
    return true;
}

/* type(x) is C, type(x) != C, type(x) == type(y): type(x, C), as inference knows it. */
bool resolve_type_test(struct resolver *r, struct expr *e) {
    enum op op = e->compare.n == 1 ? e->compare.op[0] : OP_COUNT;
    bool equal = op == OP_IS || op == OP_EQ, other = op == OP_IS_NOT || op == OP_NE;
    if ((!equal && !other) || !r->frame) {
        return false;
    }
    struct expr *a = type_call(r, e->compare.item[0]), *b = type_call(r, e->compare.item[1]);
    if (!a && !b) {
        return false;
    }
    struct sugar g = resolve_sugar(r);
    struct expr *test = sugar_new(&g, EXPR_CALL, e->span);
    test->call.fn = (a ? a : b)->call.fn;
    test->call.n = 2;
    test->call.arg = ARENA_ARRAY(g.arena, struct expr *, 2);
    test->call.arg[0] = (a ? a : b)->call.arg[0];
    test->call.arg[1] = a && b ? b->call.arg[0] : e->compare.item[a ? 1 : 0];
    test->call.settled = a && b;
    if (!(a && b) && resolve_family_test(r, test, test->call.arg[0], test->call.arg[1], true)) {
    } else {
        resolve_list(r, 2, test->call.arg);
    }
    if (equal) {
        become(e, test);
        return true;
    }
    *e = (struct expr){.kind = EXPR_UNARY, .id = e->id, .span = e->span};
    e->unary.op = OP_NOT;
    e->unary.a = test;
    return true;
}

void resolve_type_call(struct resolver *r, struct sugar *g, struct expr *e) {
    struct expr *type = r->frame && !r->frame->fn->prelude ? type_call(r, e->call.fn) : NULL;
    struct symbol *made = type && e->call.n == 1 && e->call.n_kw == 0
                              ? scope_prelude(r->s, intern_str(r->s->p->names, "_made_as"))
                              : NULL;
    if (made && made->kind == SYM_FUNC) {
        struct expr **arg = ARENA_ARRAY(g->arena, struct expr *, 2);
        arg[0] = type->call.arg[0];
        arg[1] = e->call.arg[0];
        e->call.fn = sugar_symbol(g, made, type->span);
        e->call.arg = arg;
        e->call.n = 2;
    }
}

/* ---- isinstance, issubclass */

/* int | float as (int, float) */
static struct expr *as_tuple(struct sugar *g, struct expr *e) {
    if (e->kind != EXPR_BINARY || e->binary.op != OP_BITOR) {
        return e;
    }
    struct expr *a = as_tuple(g, e->binary.a), *b = as_tuple(g, e->binary.b);
    struct expr *both = sugar_new(g, EXPR_TUPLE, e->span);
    both->list.n = 2;
    both->list.item = ARENA_ARRAY(g->arena, struct expr *, 2);
    both->list.item[0] = a;
    both->list.item[1] = b;
    return both;
}

static const struct class *class_of(struct resolver *r, struct expr *e) {
    resolve_expr(r, e);
    const struct symbol *sym = e->kind == EXPR_NAME ? e->name.sym : NULL;
    return sym && sym->kind == SYM_CLASS && !sym->class_->unknown ? sym->class_ : NULL;
}

/* 1: class a is b, or derived from it, or from one of a tuple; 0: not; -1: not known. */
static int is_subclass(struct resolver *r, const struct class *a, struct expr *b) {
    int is = 0;
    for (int i = 0; b->kind == EXPR_TUPLE && i < b->list.n && is >= 0; ++i) {
        int one = is_subclass(r, a, b->list.item[i]);
        is = one < 0 ? one : is || one;
    }
    if (b->kind == EXPR_TUPLE) {
        return is;
    }
    const struct class *of = class_of(r, b);
    while (of && a && a != of) {
        a = a->base;
    }
    return of ? a != NULL : -1;
}

/* issubclass(A, B), of classes of the module */
static bool settle_subclass(struct resolver *r, struct sugar *g, struct expr *e) {
    const struct class *a =
        e->call.n == 2 && e->call.n_kw == 0 ? class_of(r, e->call.arg[0]) : NULL;
    int is = a ? is_subclass(r, a, as_tuple(g, e->call.arg[1])) : -1;
    if (is >= 0) {
        become(e, node_bool(g, is, e->span));
    }
    return is >= 0;
}

/* ---- print(*xs) */

static bool has_star(const struct expr *e) {
    for (int i = 0; i < e->call.n; ++i) {
        if (sugar_starred_item(e->call.arg[i])) {
            return true;
        }
    }
    return false;
}

/* The texts of one argument: of each item of one behind a star. */
static struct expr *texts_of(struct resolver *r, struct sugar *g, struct expr *arg) {
    struct expr *items = sugar_starred_item(arg);
    struct expr *texts = helper_call(r, g, "_text_items", 1, arg->span);
    if (texts && !items) {
        items = sugar_new(g, EXPR_TUPLE, arg->span);
        items->list.n = 1;
        items->list.item = ARENA_ARRAY(g->arena, struct expr *, 1);
        items->list.item[0] = arg;
    }
    if (texts) {
        texts->call.arg[0] = items;
    }
    return texts;
}

/* print(a, *xs, sep=s) is print(_joined_texts(s, _text_items((a,)) + _text_items(xs))). */
static void settle_print(struct resolver *r, struct sugar *g, struct expr *e) {
    struct expr *joined = has_star(e) ? helper_call(r, g, "_joined_texts", 2, e->span) : NULL;
    if (!joined) {
        return;
    }
    struct expr *all = NULL;
    for (int i = 0; i < e->call.n; ++i) {
        struct expr *texts = texts_of(r, g, e->call.arg[i]);
        if (!texts) {
            return;
        }
        struct expr *sum = all ? sugar_new(g, EXPR_BINARY, e->span) : texts;
        if (all) {
            sum->binary.op = OP_ADD;
            sum->binary.a = all;
            sum->binary.b = texts;
        }
        all = sum;
    }
    struct expr *sep = sugar_new(g, EXPR_STR, e->span);
    sep->str.text = " ";
    sep->str.n = 1;
    int n = 0;
    for (int i = 0; i < e->call.n_kw; ++i) {
        if (strcmp(e->call.kw[i].name, "sep") == 0) {
            sep = e->call.kw[i].value;
        } else {
            e->call.kw[n++] = e->call.kw[i];
        }
    }
    joined->call.arg[0] = sep;
    joined->call.arg[1] = all;
    e->call.n = 1;
    e->call.n_kw = n;
    e->call.arg[0] = joined;
}

/* ---- next, iter */

/* The call calls a function of the prelude instead. */
static bool settle_helper(struct resolver *r, struct sugar *g, struct expr *e, const char *name) {
    struct expr *call = helper_call(r, g, name, 0, e->span);
    if (call) {
        e->call.fn = call->call.fn;
        resolve_call(r, e);
    }
    return call != NULL;
}

/* Calls of generators as arguments of functions that ask for one item after the other. */
static void keep_arguments(struct resolver *r, struct expr *e) {
    bool asks = resolve_is_builtin(r, e, "next") || resolve_is_builtin(r, e, "iter");
    for (int i = 0; i < e->call.n; ++i) {
        if (asks) {
            resolve_keep_call(r, e->call.arg[i]);
        }
    }
}

/* What is given to a function that takes all items. */
static void settle_taken(struct resolver *r, struct sugar *g, struct expr *e) {
    static const char *const takes[] = {"sum", "min",       "max",   "sorted",
                                        "set", "frozenset", "tuple", "dict"};
    for (size_t i = 0; i < sizeof takes / sizeof takes[0]; ++i) {
        if (e->call.n == 1 && resolve_is_builtin(r, e, takes[i])) {
            resolve_drained(r, g, &e->call.arg[0]);
        }
    }
}

/* str(), tuple() and zip() are empty. */
static bool settle_empty(struct resolver *r, struct sugar *g, struct expr *e) {
    bool text = resolve_is_builtin(r, e, "str");
    if (e->call.n + e->call.n_kw > 0 ||
        (!text && !resolve_is_builtin(r, e, "tuple") && !resolve_is_builtin(r, e, "zip"))) {
        return false;
    }
    struct expr *empty = sugar_new(g, text ? EXPR_STR : EXPR_TUPLE, e->span);
    if (text) {
        empty->str.text = "";
    }
    *e = *empty;
    return true;
}

bool resolve_builtin(struct resolver *r, struct sugar *g, struct expr *e) {
    if (!r->frame || r->frame->fn->prelude) {
        return false;
    }
    if (settle_empty(r, g, e)) {
        return true;
    }
    if (resolve_is_builtin(r, e, "print")) {
        settle_print(r, g, e);
        return false;
    }
    if (e->call.n == 2 && resolve_is_builtin(r, e, "isinstance")) {
        e->call.arg[1] = as_tuple(g, e->call.arg[1]);
        if (resolve_family_test(r, e, e->call.arg[0], e->call.arg[1], false)) {
            return true;
        }
    }
    /* of texts, too: whatever it is, the order of sets differs from run to run in Python */
    bool in_hash =
        e->call.n == 1 && r->frame->fn->is_method && strcmp(r->frame->fn->name, "__hash__") == 0;
    keep_arguments(r, e);
    settle_taken(r, g, e);
    return resolve_is_builtin(r, e, "getattr")           ? settle_getattr(r, e)
           : in_hash && resolve_is_builtin(r, e, "hash") ? settle_helper(r, g, e, "_hash")
           : resolve_is_builtin(r, e, "issubclass")      ? settle_subclass(r, g, e)
           : resolve_is_builtin(r, e, "next")
               ? e->call.n > 0 && e->call.arg[0]->kind == EXPR_COMP &&
                     settle_helper(r, g, e, "_first_of")
           : resolve_is_builtin(r, e, "iter") ? e->call.n == 1 && settle_helper(r, g, e, "_iter")
                                              : false;
}
