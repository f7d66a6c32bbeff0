/* Ranges in variables: a name that is bound once, to range(...), stands for the call, whose ends
 * are kept where the assignment stands.
 *
 *     r = range(2, n, 3)                 r.1, r.2, r.3 = 2, n, 3
 *     for i in r: ...                    for i in range(r.1, r.2, r.3): ...
 *     r.stop + len(r)               ->   r.2 + len(range(r.1, r.2, r.3))
 *     r[k]; x in r; r.index(x)           _range_item(k, r.1, r.2, r.3); _range_has(x, ...); ...
 *     r[a:b]; x, y = range(2)            list(range(r.1, r.2, r.3))[a:b]; x, y = list(range(2))
 *
 * What a function returns, and an item of a list, is an object of the prelude's. */
#include <string.h>

#include "change.h"
#include "nodes.h"
#include "resolve_private.h"
#include "unroll.h"
#include "webs.h"

struct range {
    struct resolver *r;
    struct sugar g;
    const char *name;
    const char *end[3]; /* start, stop, step */
    int n_bound;
    struct stmt *made; /* the assignment */
};

static bool is_range(const struct resolver *r, const struct expr *e) {
    return e && resolve_is_builtin(r, e, "range") && e->call.n >= 1 && e->call.n <= 3 &&
           e->call.n_kw == 0 && !sugar_starred_item(e->call.arg[0]);
}

static bool is_name(const struct range *v, const struct expr *e) {
    return e->kind == EXPR_NAME && e->name.name == v->name;
}

static struct expr *call(struct range *v, const char *name, int n, struct span span) {
    struct expr *e = sugar_new(&v->g, EXPR_CALL, span);
    e->call.fn = node_name(&v->g, intern_str(v->r->s->p->names, name), span);
    e->call.n = n;
    e->call.arg = ARENA_ARRAY(v->g.arena, struct expr *, n);
    return e;
}

static struct expr *whole(struct range *v, struct span span) {
    struct expr *e = call(v, "range", 3, span);
    for (int i = 0; i < 3; ++i) {
        e->call.arg[i] = node_name(&v->g, v->end[i], span);
    }
    return e;
}

static struct expr *as_list(struct range *v, struct span span) {
    struct expr *e = call(v, "list", 1, span);
    e->call.arg[0] = whole(v, span);
    return e;
}

/* name(x, start, stop, step), of the prelude; NULL: there is none. */
static struct expr *ask(struct range *v, const char *name, struct expr *x) {
    struct symbol *sym = scope_prelude(v->r->s, intern_str(v->r->s->p->names, name));
    struct expr *e = sym && sym->kind == SYM_FUNC ? node_call(&v->g, sym, x) : NULL;
    if (e) {
        e->call.n = 4;
        e->call.arg = ARENA_ARRAY(v->g.arena, struct expr *, 4);
        e->call.arg[0] = x;
        for (int i = 0; i < 3; ++i) {
            e->call.arg[1 + i] = node_name(&v->g, v->end[i], x->span);
        }
    }
    return e;
}

/* isinstance(r, range); NULL: not all classes are names. */
static struct expr *is_instance(struct range *v, struct expr *e) {
    const struct expr *of = e->call.arg[1];
    bool found = false, known = true;
    for (int i = 0; i < (of->kind == EXPR_TUPLE ? of->list.n : 1); ++i) {
        const struct expr *class = of->kind == EXPR_TUPLE ? of->list.item[i] : of;
        known = known && class->kind == EXPR_NAME;
        found = found || (known && strcmp(class->name.name, "range") == 0);
    }
    struct expr *is = known ? sugar_new(&v->g, EXPR_BOOL, e->span) : NULL;
    if (is) {
        is->boolean = found;
    }
    return is;
}

static struct expr *form(struct range *v, struct expr *e) {
    if (e->kind == EXPR_ATTR && is_name(v, e->attr.base)) {
        static const char *const ends[] = {"start", "stop", "step"};
        for (int i = 0; i < 3; ++i) {
            if (strcmp(e->attr.name, ends[i]) == 0) {
                return node_name(&v->g, v->end[i], e->span);
            }
        }
    } else if (e->kind == EXPR_INDEX && e->index.n == 1 && is_name(v, e->index.base)) {
        if (e->index.index[0]->kind != EXPR_SLICE) {
            return ask(v, "_range_item", e->index.index[0]);
        }
        e->index.base = as_list(v, e->span);
        return e;
    } else if (e->kind == EXPR_CALL && e->call.fn->kind == EXPR_ATTR && e->call.n == 1 &&
               is_name(v, e->call.fn->attr.base)) {
        const char *name = e->call.fn->attr.name;
        return strcmp(name, "index") == 0   ? ask(v, "_range_index", e->call.arg[0])
               : strcmp(name, "count") == 0 ? ask(v, "_range_count", e->call.arg[0])
                                            : NULL;
    } else if (e->kind == EXPR_CALL && e->call.n == 2 && is_name(v, e->call.arg[0]) &&
               resolve_is_builtin(v->r, e, "isinstance")) {
        return is_instance(v, e);
    } else if (e->kind == EXPR_COMPARE && e->compare.n == 1) {
        enum op op = e->compare.op[0];
        bool in = (op == OP_IN || op == OP_NOT_IN) && is_name(v, e->compare.item[1]);
        struct expr *has = in ? ask(v, "_range_has", e->compare.item[0]) : NULL;
        if (has && op == OP_NOT_IN) {
            return node_not(&v->g, has);
        }
        return has;
    }
    return NULL;
}

static bool put(void *context, struct expr **at) {
    struct range *v = context;
    struct expr *to = is_name(v, *at) ? whole(v, (*at)->span) : form(v, *at);
    *at = to ? to : *at;
    return to && to->kind == EXPR_CALL && to->call.fn->kind == EXPR_NAME && !to->call.fn->name.sym;
}

/* A name that the function inside binds is its own. */
static bool stays(void *context, const struct func *f) {
    const struct range *v = context;
    bool own = unroll_binds(&f->body, v->name);
    for (int i = 0; i < f->n_params; ++i) {
        own = own || f->param[i].sym->name == v->name;
    }
    return own;
}

static void count(void *context, struct stmt *s) {
    struct range *v = context;
    struct block one = {1, &s};
    bool inner = s->kind == STMT_IF || s->kind == STMT_WHILE;
    bool loop = s->kind == STMT_FOR && s->for_.target->kind == EXPR_NAME;
    v->n_bound += (!inner && s->kind != STMT_FOR && unroll_binds(&one, v->name)) ||
                  (loop && s->for_.target->name.name == v->name) ||
                  (s->kind == STMT_FOR && !loop && unroll_binds(&one, v->name));
}

/* Start, stop and step of a call of range. */
static void range_ends(struct sugar *g, const struct expr *call, struct expr **end) {
    int first = call->call.n == 1 ? 1 : 0;
    for (int i = 0; i < 3; ++i) {
        int given = i - first;
        end[i] = given >= 0 && given < call->call.n ? call->call.arg[given]
                                                    : node_int(g, i == 2, call->span);
    }
}

static void keep_ends(struct range *v) {
    struct expr *value = v->made->assign.value, *to = sugar_new(&v->g, EXPR_TUPLE, value->span);
    struct expr *from = sugar_new(&v->g, EXPR_TUPLE, value->span);
    to->list.n = from->list.n = 3;
    to->list.item = ARENA_ARRAY(v->g.arena, struct expr *, 3);
    from->list.item = ARENA_ARRAY(v->g.arena, struct expr *, 3);
    range_ends(&v->g, value, from->list.item);
    for (int i = 0; i < 3; ++i) {
        v->end[i] = node_fresh(&v->g, webs_plain(v->r->s->p->names, v->name));
        to->list.item[i] = node_name(&v->g, v->end[i], value->span);
    }
    v->made->assign.target = ARENA_ARRAY(v->g.arena, struct expr *, 1);
    v->made->assign.target[0] = to;
    v->made->assign.value = from;
}

struct ranges {
    struct resolver *r;
    VEC(struct stmt *) found;
};

/* A range that is a value. */
static void make_value(struct resolver *r, struct expr **at) {
    struct symbol *sym =
        is_range(r, *at) ? scope_prelude(r->s, intern_str(r->s->p->names, "_range_value")) : NULL;
    if (sym && sym->kind == SYM_FUNC) {
        struct sugar g = resolve_sugar(r);
        struct expr *call = node_call(&g, sym, *at), **end = ARENA_ARRAY(g.arena, struct expr *, 3);
        range_ends(&g, *at, end);
        call->call.n = 3;
        call->call.arg = end;
        *at = call;
    }
}

static void find(void *context, struct stmt *s) {
    struct ranges *all = context;
    if (s->kind == STMT_RETURN && s->expr) {
        make_value(all->r, &s->expr);
    }
    bool one = s->kind == STMT_ASSIGN && s->assign.n == 1 && is_range(all->r, s->assign.value);
    if (one && s->assign.target[0]->kind == EXPR_NAME) {
        vec_push(all->r->arena, &all->found, s);
    } else if (one && s->assign.target[0]->kind == EXPR_TUPLE) {
        struct sugar g = resolve_sugar(all->r);
        s->assign.value = sugar_list_of(&g, s->assign.value);
    }
}

/* x in range(a, b) */
static struct expr *has(struct resolver *r, struct expr *e) {
    struct sugar g = resolve_sugar(r);
    bool in = e->compare.n == 1 && is_range(r, e->compare.item[1]) &&
              (e->compare.op[0] == OP_IN || e->compare.op[0] == OP_NOT_IN);
    struct symbol *sym = in ? scope_prelude(r->s, intern_str(r->s->p->names, "_range_has")) : NULL;
    if (!sym || sym->kind != SYM_FUNC) {
        return NULL;
    }
    struct expr *given[3], *call = node_call(&g, sym, e->compare.item[0]);
    range_ends(&g, e->compare.item[1], given);
    call->call.n = 4;
    call->call.arg = ARENA_ARRAY(g.arena, struct expr *, 4);
    call->call.arg[0] = e->compare.item[0];
    memcpy(&call->call.arg[1], given, sizeof given);
    return e->compare.op[0] == OP_IN ? call : node_not(&g, call);
}

/* range(n)[a:b]; [range(n), ...] */
static bool find_part(void *context, struct expr **at) {
    const struct ranges *all = context;
    struct expr *e = *at;
    struct expr *is_in = e->kind == EXPR_COMPARE ? has(all->r, e) : NULL;
    *at = is_in ? is_in : e;
    if (e->kind == EXPR_INDEX && is_range(all->r, e->index.base)) {
        struct sugar g = resolve_sugar(all->r);
        e->index.base = sugar_list_of(&g, e->index.base);
    }
    for (int i = 0; e->kind == EXPR_LIST && i < e->list.n; ++i) {
        make_value(all->r, &e->list.item[i]);
    }
    return false;
}

static bool not_inside(void *context, const struct func *f) {
    return context && f;
}

void resolve_ranges(struct resolver *r, struct func *f) {
    struct ranges all = {.r = r};
    struct change finds = {&all, find_part, find, not_inside};
    if (f->prelude) {
        return;
    }
    change_block(&finds, &f->body);
    for (int i = 0; i < all.found.n; ++i) {
        struct range v = {.r = r, .g = resolve_sugar(r), .made = all.found.item[i]};
        struct change counts = {.context = &v, .stmt = count, .stays = not_inside};
        struct change puts = {.context = &v, .expr = put, .stays = stays};
        v.name = v.made->assign.target[0]->name.name;
        change_block(&counts, &f->body);
        if (v.n_bound == 1) {
            keep_ends(&v);
            change_block(&puts, &f->body);
        }
    }
}
