/* The statements of an instance of a function that takes **kw: forms of kw whose value the names
 * tell are those values. */
#include <string.h>

#include "change.h"
#include "resolve_splat.h"

static bool is_kw(const struct splat *s, const struct expr *e) {
    return e->kind == EXPR_NAME && e->name.name == s->f->keywords;
}

/* ---- forms of kw whose value the names tell */

enum form { FORM_NONE, FORM_ITEM, FORM_GET, FORM_HAS, FORM_LEN, FORM_EMPTY, FORM_ALL };

static int place_of(const struct splat *s, const struct expr *key) {
    for (int i = 0; key->kind == EXPR_STR && i < s->names.n; ++i) {
        if (strcmp(s->names.item[i], key->str.text) == 0) {
            return i;
        }
    }
    return -1;
}

/* kw["x"]; kw.get("x"), kw.get("x", value); "x" in kw; not kw; len(kw); kw.keys(), kw.values(),
 * kw.items() and what takes all keys */
static enum form form_of(const struct splat *s, const struct expr *e) {
    static const char *const all[] = {"sorted", "list", "tuple", "set"};
    if (e->kind == EXPR_INDEX) {
        bool item = e->index.n == 1 && is_kw(s, e->index.base);
        return item && e->index.index[0]->kind == EXPR_STR ? FORM_ITEM : FORM_NONE;
    }
    if (e->kind == EXPR_COMPARE) {
        bool in = e->compare.n == 1 && (e->compare.op[0] == OP_IN || e->compare.op[0] == OP_NOT_IN);
        return in && e->compare.item[0]->kind == EXPR_STR && is_kw(s, e->compare.item[1])
                   ? FORM_HAS
                   : FORM_NONE;
    }
    if (e->kind == EXPR_UNARY) {
        return e->unary.op == OP_NOT && is_kw(s, e->unary.a) ? FORM_EMPTY : FORM_NONE;
    }
    if (e->kind != EXPR_CALL || e->call.n_kw > 0) {
        return FORM_NONE;
    }
    const struct expr *fn = e->call.fn;
    if (fn->kind == EXPR_ATTR && is_kw(s, fn->attr.base)) {
        const char *name = fn->attr.name;
        bool get = strcmp(name, "get") == 0 && (e->call.n == 1 || e->call.n == 2);
        bool views =
            strcmp(name, "keys") == 0 || strcmp(name, "values") == 0 || strcmp(name, "items") == 0;
        return get && e->call.arg[0]->kind == EXPR_STR ? FORM_GET
               : views && e->call.n == 0               ? FORM_ALL
                                                       : FORM_NONE;
    }
    bool one = fn->kind == EXPR_NAME && e->call.n == 1 && is_kw(s, e->call.arg[0]);
    for (size_t i = 0; one && i < sizeof all / sizeof *all; ++i) {
        if (strcmp(fn->name.name, all[i]) == 0) {
            return FORM_ALL;
        }
    }
    return one && strcmp(fn->name.name, "len") == 0 ? FORM_LEN : FORM_NONE;
}

/* Is kw seen other than by such forms? What they hold is looked at; true: all of it has been. */
static bool look(void *context, struct expr **at) {
    struct splat *s = context;
    struct expr *e = *at;
    struct change inner = {.context = s, .expr = look};
    enum form form = form_of(s, e);
    for (int i = 0; e->kind == EXPR_CALL && i < e->call.n_kw; ++i) {
        struct keyword *kw = &e->call.kw[i];
        if (splat_is_all(kw) && is_kw(s, kw->value)) {
            kw->value = node_name(&s->g, intern_str(s->r->s->p->names, "**"), kw->span);
        }
    }
    s->whole = s->whole || is_kw(s, e);
    if (form == FORM_GET && e->call.n == 2) {
        change_expr(&inner, &e->call.arg[1]);
    }
    return form != FORM_NONE;
}

static void look_stmt(void *context, struct stmt *st) {
    struct splat *s = context;
    for (int i = 0; st->kind == STMT_ASSIGN && i < st->assign.n; ++i) {
        const struct expr *to = st->assign.target[i];
        s->whole = s->whole || (to->kind == EXPR_INDEX && is_kw(s, to->index.base));
    }
    if (st->kind == STMT_AUGASSIGN && st->aug.target->kind == EXPR_INDEX) {
        s->whole = s->whole || is_kw(s, st->aug.target->index.base);
    }
    if (st->kind == STMT_FOR && is_kw(s, st->for_.iter)) { /* for name in kw */
        st->for_.iter = node_method_call(&s->g, st->for_.iter, "keys", NULL);
    }
    if (st->kind == STMT_IF && is_kw(s, st->if_.cond)) {
        struct expr *len = sugar_call(&s->g, IN_BUILTIN, "len", 1, st->if_.cond->span);
        len->call.arg[0] = st->if_.cond;
        st->if_.cond = len;
    }
}

/* ---- their values */

static struct expr *text(struct splat *s, const char *of, struct span span) {
    struct expr *e = sugar_new(&s->g, EXPR_STR, span);
    e->str.text = of;
    e->str.n = (int)strlen(e->str.text);
    return e;
}

/* The i-th key, value or pair of both; behind the last: one that stands for none. */
static struct expr *one_of(struct splat *s, const char *what, int i, struct span span) {
    bool none = i == s->names.n;
    struct expr *item = sugar_new(&s->g, EXPR_TUPLE, span);
    item->list.n = 2;
    item->list.item = ARENA_ARRAY(s->g.arena, struct expr *, 2);
    item->list.item[0] = text(s, none ? "" : s->names.item[i], span);
    item->list.item[1] = none ? node_int(&s->g, 0, span) : splat_param(s, i, span);
    return strcmp(what, "items") == 0 ? item : item->list.item[strcmp(what, "values") == 0];
}

/* All keys, values or items, as a tuple; none: [item][:0] */
static struct expr *all_of(struct splat *s, const char *what, struct span span) {
    int n = s->names.n;
    struct expr *e = sugar_new(&s->g, n ? EXPR_TUPLE : EXPR_LIST, span);
    e->list.n = n ? n : 1;
    e->list.item = ARENA_ARRAY(s->g.arena, struct expr *, n + 1);
    for (int i = 0; i < e->list.n; ++i) {
        e->list.item[i] = one_of(s, what, i, span);
    }
    if (n > 0) {
        return e;
    }
    struct expr *none = sugar_new(&s->g, EXPR_INDEX, span);
    none->index.base = e;
    none->index.n = 1;
    none->index.index = ARENA_ARRAY(s->g.arena, struct expr *, 1);
    none->index.index[0] = sugar_new(&s->g, EXPR_SLICE, span);
    none->index.index[0]->slice.hi = node_int(&s->g, 0, span);
    return none;
}

/* **kw gives the names that there are; *args, of which none but the names are known, its items. */
static void spread(struct splat *s, struct expr *e) {
    VEC(struct keyword) kw = {0};
    VEC(struct expr *) arg = {0};
    for (int i = 0; i < e->call.n_kw; ++i) {
        const struct keyword *k = &e->call.kw[i];
        if (!splat_is_all(k) || k->value->kind != EXPR_NAME ||
            strcmp(k->value->name.name, "**") != 0) {
            vec_push(s->g.arena, &kw, *k);
            continue;
        }
        for (int n = 0; n < s->names.n; ++n) {
            struct keyword one = {intern_str(s->r->s->p->names, s->names.item[n]), k->span,
                                  splat_param(s, n, k->span)};
            vec_push(s->g.arena, &kw, one);
        }
    }
    for (int i = 0; i < e->call.n; ++i) {
        const struct expr *star = sugar_starred_item(e->call.arg[i]);
        if (!star || star->kind != EXPR_NAME || star->name.name != s->rest) {
            vec_push(s->g.arena, &arg, e->call.arg[i]);
            continue;
        }
        for (int n = 0; n < s->n_rest; ++n) {
            struct expr *item = sugar_new(&s->g, EXPR_INDEX, star->span);
            item->index.base = node_name(&s->g, s->rest, star->span);
            item->index.n = 1;
            item->index.index = ARENA_ARRAY(s->g.arena, struct expr *, 1);
            item->index.index[0] = node_int(&s->g, n, star->span);
            vec_push(s->g.arena, &arg, item);
        }
    }
    e->call.n_kw = kw.n;
    e->call.kw = kw.item;
    e->call.n = arg.n;
    e->call.arg = arg.item;
}

/* kw["x"] that is not given. */
static struct expr *missing(struct splat *s, const struct expr *e) {
    struct expr *none = sugar_new(&s->g, EXPR_UNSUPPORTED, e->span);
    none->unsupported = arena_printf(s->g.arena,
                                     "%s['%s'] where a call gives no such argument (ask "
                                     "`'%s' in %s` in an if before),",
                                     s->f->keywords, e->index.index[0]->str.text,
                                     e->index.index[0]->str.text, s->f->keywords);
    return none;
}

static bool put(void *context, struct expr **at);

static bool is_bool(const struct expr *e, bool value) {
    return e->kind == EXPR_BOOL && e->boolean == value;
}

/* not True; True and x; x if True else y */
static bool decide(struct splat *s, struct expr **at) {
    struct expr *e = *at;
    struct change inner = {.context = s, .expr = put};
    if (e->kind == EXPR_UNARY && e->unary.op == OP_NOT) {
        change_expr(&inner, &e->unary.a);
        if (e->unary.a->kind == EXPR_BOOL) {
            *at = node_bool(&s->g, !e->unary.a->boolean, e->span);
        }
        return true;
    }
    if (e->kind == EXPR_COND) {
        change_expr(&inner, &e->cond.cond);
        if (e->cond.cond->kind == EXPR_BOOL) {
            *at = e->cond.cond->boolean ? e->cond.then : e->cond.els;
            change_expr(&inner, at);
            return true;
        }
        return false;
    }
    if (e->kind != EXPR_BOOLOP) {
        return false;
    }
    int n = 0;
    for (int i = 0; i < e->boolop.n; ++i) {
        bool last = n > 0 && is_bool(e->boolop.item[n - 1], e->boolop.op == OP_LOR);
        if (!last) {
            change_expr(&inner, &e->boolop.item[i]);
            e->boolop.item[n] = e->boolop.item[i];
            n += i + 1 == e->boolop.n || !is_bool(e->boolop.item[i], e->boolop.op == OP_LAND);
        }
    }
    e->boolop.n = n;
    *at = n == 1 ? e->boolop.item[0] : e;
    return true;
}

static bool put(void *context, struct expr **at) {
    struct splat *s = context;
    struct expr *e = *at;
    struct change inner = {.context = s, .expr = put};
    enum form form = s->whole ? FORM_NONE : form_of(s, e);
    int i = form == FORM_ITEM ? place_of(s, e->index.index[0]) : -1;
    bool has;
    switch (form) {
    case FORM_ITEM:
        *at = i >= 0 ? splat_param(s, i, e->span) : missing(s, e);
        break;
    case FORM_GET:
        i = place_of(s, e->call.arg[0]);
        *at = i >= 0          ? splat_param(s, i, e->span)
              : e->call.n > 1 ? e->call.arg[1]
                              : sugar_new(&s->g, EXPR_NONE, e->span);
        if (i < 0 && e->call.n > 1) {
            change_expr(&inner, at);
        }
        break;
    case FORM_HAS:
        has = place_of(s, e->compare.item[0]) >= 0;
        *at = node_bool(&s->g, has == (e->compare.op[0] == OP_IN), e->span);
        break;
    case FORM_LEN:
        *at = node_int(&s->g, s->names.n, e->span);
        break;
    case FORM_EMPTY:
        *at = node_bool(&s->g, s->names.n == 0, e->span);
        break;
    case FORM_ALL:
        if (e->call.fn->kind == EXPR_ATTR) {
            *at = all_of(s, e->call.fn->attr.name, e->span);
        } else {
            e->call.arg[0] = all_of(s, "keys", e->span);
        }
        break;
    default:
        if (e->kind == EXPR_CALL) {
            spread(s, e);
        }
        return decide(s, at);
    }
    return true;
}

/* Drops branches that are not taken. */
static struct block pruned(struct splat *s, const struct block *b) {
    node_list out = {0};
    for (int i = 0; i < b->n; ++i) {
        struct stmt *st = b->item[i];
        if (st->kind == STMT_FOR) {
            st->for_.body = pruned(s, &st->for_.body);
            st->for_.els = pruned(s, &st->for_.els);
        } else if (st->kind == STMT_WHILE) {
            st->while_.body = pruned(s, &st->while_.body);
            st->while_.els = pruned(s, &st->while_.els);
        } else if (st->kind == STMT_IF) {
            st->if_.then = pruned(s, &st->if_.then);
            st->if_.els = pruned(s, &st->if_.els);
            if (!st->if_.guard && st->if_.cond->kind == EXPR_BOOL) {
                node_add(&s->g, &out, st->if_.cond->boolean ? st->if_.then : st->if_.els);
                continue;
            }
        }
        vec_push(s->g.arena, &out, st);
    }
    if (out.n == 0 && b->n > 0) {
        vec_push(s->g.arena, &out, node_stmt(&s->g, STMT_PASS, b->item[0]->span));
    }
    return node_block(&out);
}

struct block splat_write(struct splat *s, struct block body) {
    struct change looks = {.context = s, .expr = look, .stmt = look_stmt};
    struct change puts = {.context = s, .expr = put};
    change_block(&looks, &body);
    change_block(&puts, &body);
    return pruned(s, &body);
}
