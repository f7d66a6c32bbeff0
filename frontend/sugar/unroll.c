/* Loops over displays, unrolled.
 *
 * `for d in (-1, 0, 1): body` becomes `d = -1; body; d = 0; body; d = 1; body`, and where the item
 * is a number or a text that the body does not assign, reads of d become the number itself, so that
 * accesses like a[i + d] have constant offsets. `continue` moves what follows it into the other
 * branch; `break` does so with all later iterations. */
#include "unroll.h"

#include <string.h>

#include "copy.h"
#include "nodes.h"
#include "scope_private.h"

enum { MAX_ITEMS = 64, MAX_EXPRS = 6000 };

/* A loop being unrolled. */
struct unroll {
    struct sugar *g;
    const struct stmt *loop;
    int n;
    struct expr **item;
    struct expr **guard; /* conditions that the items are there; or NULL */
    int left;            /* expressions that may still be made */
    bool breaks;
};

/* Statements that follow those at hand in the same iteration. */
struct rest {
    const struct block *block;
    int from;
    const struct rest *up;
};

typedef VEC(struct stmt *) stmts;

/* ---- jumps */

static bool has_jump(const struct block *b, enum stmt_kind jump) {
    for (int i = 0; i < b->n; ++i) {
        const struct stmt *s = b->item[i];
        if (s->kind == jump ||
            (s->kind == STMT_IF && (has_jump(&s->if_.then, jump) || has_jump(&s->if_.els, jump)))) {
            return true;
        }
    }
    return false;
}

static bool jumps(const struct stmt *s) {
    return s->kind == STMT_IF &&
           (has_jump(&s->if_.then, STMT_CONTINUE) || has_jump(&s->if_.els, STMT_CONTINUE) ||
            has_jump(&s->if_.then, STMT_BREAK) || has_jump(&s->if_.els, STMT_BREAK));
}

/* ---- the target */

static bool assigns_in(const struct expr *target, const char *name) {
    for (int i = 0; target->kind == EXPR_TUPLE && i < target->list.n; ++i) {
        if (assigns_in(target->list.item[i], name)) {
            return true;
        }
    }
    return target->kind == EXPR_NAME && strcmp(target->name.name, name) == 0;
}

bool unroll_binds(const struct block *b, const char *name) {
    bool any = false;
    for (int i = 0; i < b->n && !any; ++i) {
        const struct stmt *s = b->item[i];
        switch (s->kind) {
        case STMT_ASSIGN:
            for (int k = 0; k < s->assign.n; ++k) {
                any = any || assigns_in(s->assign.target[k], name);
            }
            break;
        case STMT_AUGASSIGN:
            any = assigns_in(s->aug.target, name);
            break;
        case STMT_DEL:
            any = assigns_in(s->expr, name);
            break;
        case STMT_IF:
            any = unroll_binds(&s->if_.then, name) || unroll_binds(&s->if_.els, name);
            break;
        case STMT_WHILE:
            any = unroll_binds(&s->while_.body, name) || unroll_binds(&s->while_.els, name);
            break;
        case STMT_FOR:
            any = assigns_in(s->for_.target, name) || unroll_binds(&s->for_.body, name) ||
                  unroll_binds(&s->for_.els, name);
            break;
        default:
            break;
        }
    }
    return any;
}

static bool is_number(const struct expr *e) {
    return e->kind == EXPR_INT || e->kind == EXPR_FLOAT || e->kind == EXPR_BOOL ||
           (e->kind == EXPR_UNARY && e->unary.op == OP_NEG && e->unary.a->kind != EXPR_UNARY &&
            is_number(e->unary.a));
}

/* Names of the target that stand for numbers and texts in this iteration; returns how many. */
static int substitutions(const struct unroll *u, const struct expr *target, const struct expr *item,
                         struct substitution *by, int n) {
    if (target->kind == EXPR_NAME && (is_number(item) || item->kind == EXPR_STR) && n < MAX_ITEMS &&
        !unroll_binds(&u->loop->for_.body, target->name.name)) {
        by[n++] = (struct substitution){target->name.name, item};
    }
    bool both = target->kind == EXPR_TUPLE && item->kind == EXPR_TUPLE;
    for (int i = 0; both && target->list.n == item->list.n && i < target->list.n; ++i) {
        n = substitutions(u, target->list.item[i], item->list.item[i], by, n);
    }
    return n;
}

static void assign_item(struct unroll *u, int k, stmts *out) {
    struct copy c = {.g = u->g, .left = u->left};
    struct stmt *s = ARENA_NEW(u->g->arena, struct stmt);
    s->kind = STMT_ASSIGN;
    s->span = u->loop->for_.target->span;
    s->assign.n = 1;
    s->assign.target = ARENA_ARRAY(u->g->arena, struct expr *, 1);
    s->assign.target[0] = copy_expr(&c, u->loop->for_.target);
    s->assign.value = copy_expr(&c, u->item[k]);
    u->left = c.left;
    vec_push(u->g->arena, out, s);
}

/* ---- iterations */

static void iteration(struct unroll *u, int k, stmts *out);

static struct block block_of(const stmts *list) {
    return (struct block){list->n, list->item};
}

/* The statements of a block from one on, and what follows them, in iteration k. */
static void follow(struct unroll *u, struct copy *c, int k, const struct rest *r, stmts *out) {
    for (; r; r = r->up) {
        for (int i = r->from; i < r->block->n && c->left >= 0; ++i) {
            const struct stmt *s = r->block->item[i];
            if (s->kind == STMT_BREAK) {
                return;
            }
            if (s->kind == STMT_CONTINUE) {
                r = NULL;
                break;
            }
            if (jumps(s)) {
                struct rest rest = {r->block, i + 1, r->up};
                struct rest then = {&s->if_.then, 0, &rest}, els = {&s->if_.els, 0, &rest};
                stmts way[2] = {{0}, {0}};
                struct stmt *split = ARENA_NEW(u->g->arena, struct stmt);
                *split = *s;
                split->if_.cond = copy_expr(c, s->if_.cond);
                follow(u, c, k, &then, &way[0]);
                follow(u, c, k, &els, &way[1]);
                split->if_.then = block_of(&way[0]);
                split->if_.els = block_of(&way[1]);
                vec_push(u->g->arena, out, split);
                return;
            }
            vec_push(u->g->arena, out, copy_stmt(c, s));
        }
        if (!r) {
            break;
        }
    }
    if (u->breaks) {
        u->left = c->left;
        iteration(u, k + 1, out);
        c->left = u->left;
    }
}

/* What is behind `else`. */
static void finish(struct unroll *u, stmts *out) {
    struct copy c = {.g = u->g, .left = u->left};
    for (int i = 0; i < u->loop->for_.els.n; ++i) {
        vec_push(u->g->arena, out, copy_stmt(&c, u->loop->for_.els.item[i]));
    }
    u->left = c.left;
}

static void push_if(struct sugar *g, struct expr *cond, const stmts *then, const stmts *els,
                    stmts *out) {
    struct stmt *s = ARENA_NEW(g->arena, struct stmt);
    s->kind = STMT_IF;
    s->span = cond->span;
    s->if_.cond = cond;
    s->if_.then = block_of(then);
    s->if_.els = block_of(els);
    vec_push(g->arena, out, s);
}

/* Iteration k, and, when the loop has a `break`, those behind it. */
static void iteration(struct unroll *u, int k, stmts *out) {
    struct copy c = {.g = u->g};
    if (k == u->n) {
        finish(u, out);
        return;
    }
    struct substitution by[MAX_ITEMS];
    stmts then = {0}, els = {0}, *around = out;
    struct rest body = {&u->loop->for_.body, 0, NULL};
    out = u->guard ? &then : out;
    assign_item(u, k, out);
    c.left = u->left;
    c.n = substitutions(u, u->loop->for_.target, u->item[k], by, 0);
    c.by = by;
    follow(u, &c, k, &body, out);
    u->left = c.left;
    if (u->guard) {
        if (u->breaks) {
            finish(u, &els);
        }
        push_if(u->g, u->guard[k], &then, &els, around);
    }
}

/* ---- what the loop runs over */

struct displays {
    unroll_constant *constant;
    void *context;
};

static const struct expr *display(const struct displays *from, const struct expr *e) {
    const struct expr *value = e->kind == EXPR_NAME ? from->constant(from->context, e) : e;
    bool is = value && (value->kind == EXPR_TUPLE || value->kind == EXPR_LIST);
    for (int i = 0; is && i < value->list.n; ++i) {
        is = !sugar_starred_item(value->list.item[i]);
    }
    return is ? value : NULL;
}

static struct expr *pair(struct unroll *u, struct span span, int n, struct expr **item) {
    struct expr *e = sugar_new(u->g, EXPR_TUPLE, span);
    e->list.n = n;
    e->list.item = item;
    return e;
}

static bool is_call(const struct expr *e, const char *name) {
    return e->kind == EXPR_CALL && e->call.fn->kind == EXPR_NAME && e->call.n_kw == 0 &&
           strcmp(e->call.fn->name.name, name) == 0;
}

static bool is_pairing(const struct expr *e) {
    return (is_call(e, "enumerate") && e->call.n == 1) || (is_call(e, "zip") && e->call.n > 0);
}

/* enumerate((x, y)) and zip((x, y), (z, w)) as items that are tuples. */
static bool paired_items(struct unroll *u, const struct displays *from, const struct expr *e) {
    bool counted = is_call(e, "enumerate") && e->call.n == 1;
    if ((!counted && !is_call(e, "zip")) || e->call.n == 0) {
        return false;
    }
    for (int i = 0; i < e->call.n; ++i) {
        const struct expr *d = display(from, e->call.arg[i]);
        if (!d) {
            return false;
        }
        u->n = i == 0 || d->list.n < u->n ? d->list.n : u->n;
    }
    u->item = ARENA_ARRAY(u->g->arena, struct expr *, u->n);
    for (int k = 0; k < u->n; ++k) {
        int n = 0;
        struct expr **item = ARENA_ARRAY(u->g->arena, struct expr *, e->call.n + 1);
        if (counted) {
            item[n] = sugar_new(u->g, EXPR_INT, e->span);
            item[n++]->integer.value = k;
        }
        for (int i = 0; i < e->call.n; ++i) {
            item[n++] = display(from, e->call.arg[i])->list.item[k];
        }
        u->item[k] = pair(u, e->span, n, item);
    }
    return true;
}

static bool find_items(struct unroll *u, const struct displays *from, const struct expr *iter) {
    const struct expr *d = display(from, iter);
    if (d) {
        u->n = d->list.n;
        u->item = d->list.item;
        return true;
    }
    return paired_items(u, from, iter);
}

static bool has_place(const struct expr *target) {
    for (int i = 0; target->kind == EXPR_TUPLE && i < target->list.n; ++i) {
        if (has_place(target->list.item[i])) {
            return true;
        }
    }
    return target->kind != EXPR_TUPLE && target->kind != EXPR_NAME;
}

/* May the block write into arrays? */
static bool writes(const struct block *b) {
    bool any = false;
    for (int i = 0; i < b->n && !any; ++i) {
        const struct stmt *s = b->item[i];
        any = s->kind == STMT_EXPR || (s->kind == STMT_AUGASSIGN && has_place(s->aug.target)) ||
              (s->kind == STMT_IF && (writes(&s->if_.then) || writes(&s->if_.els))) ||
              (s->kind == STMT_WHILE && (writes(&s->while_.body) || writes(&s->while_.els))) ||
              (s->kind == STMT_FOR && (writes(&s->for_.body) || writes(&s->for_.els)));
        for (int k = 0; s->kind == STMT_ASSIGN && k < s->assign.n; ++k) {
            any = any || has_place(s->assign.target[k]);
        }
    }
    return any;
}

/* Is an item, which Python evaluates before the loop, the same when its iteration begins? */
static bool stays(const struct unroll *u, const struct expr *e, bool written) {
    bool same = true;
    switch (e->kind) {
    case EXPR_NAME:
        return !unroll_binds(&u->loop->for_.body, e->name.name) &&
               !assigns_in(u->loop->for_.target, e->name.name);
    case EXPR_TUPLE:
    case EXPR_LIST:
        for (int i = 0; i < e->list.n; ++i) {
            same = same && stays(u, e->list.item[i], written);
        }
        return same;
    case EXPR_ATTR:
        return stays(u, e->attr.base, written);
    case EXPR_UNARY:
        return is_number(e) || (!written && stays(u, e->unary.a, written));
    case EXPR_BINARY:
        return !written && stays(u, e->binary.a, written) && stays(u, e->binary.b, written);
    case EXPR_CALL:
        for (int i = 0; i < e->call.n; ++i) {
            same = same && stays(u, e->call.arg[i], written);
        }
        return same && !written && e->call.n_kw == 0 && stays(u, e->call.fn, written);
    case EXPR_INDEX:
    case EXPR_BOOLOP:
    case EXPR_COMPARE:
    case EXPR_COND:
    case EXPR_COMP:
        return false;
    default:
        return true;
    }
}

static bool all_stay(const struct unroll *u) {
    bool all = true, written = writes(&u->loop->for_.body);
    for (int k = 1; k < u->n; ++k) { /* the first is evaluated before the body */
        all = all && stays(u, u->item[k], written);
    }
    return all;
}

static void iterations(struct unroll *u, stmts *out) {
    u->breaks = has_jump(&u->loop->for_.body, STMT_BREAK);
    for (int k = 0; k <= (u->breaks ? 0 : u->n) && u->left >= 0; ++k) {
        iteration(u, k, out);
    }
}

/* Appends the loop's iterations; false when it is none to unroll. */
static bool unroll(struct sugar *g, const struct stmt *s, const struct displays *from, stmts *out) {
    struct unroll u = {.g = g, .loop = s, .left = MAX_EXPRS};
    stmts all = {0};
    if (!copy_may(&s->for_.body) || !find_items(&u, from, s->for_.iter) || u.n == 0 ||
        u.n > MAX_ITEMS || !all_stay(&u)) {
        return false;
    }
    iterations(&u, &all);
    for (int i = 0; u.left >= 0 && i < all.n; ++i) {
        vec_push(g->arena, out, all.item[i]);
    }
    return u.left >= 0;
}

/* ---- tuples whose items have several types
 *
 * Inference has met one in this loop: where it is such a tuple, of up to n items, its iterations
 * are written out, each behind a test that it has the item, which is decided when compiling.
 *
 *     for x in t: body    ->    if isinstance(t, tuple) and len(t) <= 2:
 *                                   if len(t) > 0: x = t[0]; body
 *                                   if len(t) > 1: x = t[1]; body
 *                               else:
 *                                   for x in t: body */

int unroll_mixed(const struct sugar *g, const struct expr *e) {
    const struct libraries *all = g->scopes->libraries;
    int n = 0;
    for (int i = 0; i < all->n_mixed; ++i) {
        const struct mixed_loop *m = &all->mixed[i];
        bool here = m->span.lo == e->span.lo && m->span.hi == e->span.hi;
        n = here && m->n > n ? m->n : n;
    }
    for (int i = 0; n == 0 && is_pairing(e) && i < e->call.n; ++i) {
        n = unroll_mixed(g, e->call.arg[i]);
    }
    return n;
}

/* len(t) OP n */
static struct expr *has_length(struct sugar *g, struct expr *t, enum op op, int n) {
    struct expr *call = sugar_call(g, IN_BUILTIN, "len", 1, t->span);
    struct expr *e = sugar_new(g, EXPR_COMPARE, t->span);
    call->call.arg[0] = t;
    e->compare.n = 1;
    e->compare.op = ARENA_ARRAY(g->arena, enum op, 1);
    e->compare.op[0] = op;
    e->compare.item = ARENA_ARRAY(g->arena, struct expr *, 2);
    e->compare.item[0] = call;
    e->compare.item[1] = node_int(g, n, t->span);
    return e;
}

static struct expr *both(struct sugar *g, struct expr *a, struct expr *b) {
    struct expr *e = a ? sugar_new(g, EXPR_BOOLOP, b->span) : b;
    if (a) {
        e->boolop.op = OP_LAND;
        e->boolop.n = 2;
        e->boolop.item = ARENA_ARRAY(g->arena, struct expr *, 2);
        e->boolop.item[0] = a;
        e->boolop.item[1] = b;
    }
    return e;
}

/* A name for a sequence that the loop goes through, which stays what it is. */
static const char *hold(struct sugar *g, const struct stmt *s, struct expr **e, stmts *out) {
    bool stays = (*e)->kind == EXPR_NAME && !unroll_binds(&s->for_.body, (*e)->name.name) &&
                 !assigns_in(s->for_.target, (*e)->name.name);
    const char *name = stays ? (*e)->name.name : node_fresh(g, "mixed");
    if (!stays) {
        struct expr *value = is_call(*e, "range") ? sugar_list_of(g, *e) : *e;
        vec_push(g->arena, out, node_assign(g, node_name(g, name, (*e)->span), value));
        *e = node_name(g, name, (*e)->span);
    }
    return name;
}

/* Item k of what the loop goes through, as its target takes it. */
static struct expr *mixed_item(struct unroll *u, const struct expr *iter, int n,
                               const char *const *name, int k) {
    struct span span = iter->span;
    struct expr **part = ARENA_ARRAY(u->g->arena, struct expr *, n + 1);
    int m = 0;
    if (is_call(iter, "enumerate")) {
        part[m++] = node_int(u->g, k, span);
    }
    for (int i = 0; i < n; ++i) {
        part[m++] = node_item(u->g, node_name(u->g, name[i], span), node_int(u->g, k, span));
    }
    return is_pairing(iter) ? pair(u, span, m, part) : part[0];
}

static bool unroll_tuple(struct sugar *g, struct stmt *s, stmts *out) {
    struct expr *iter = s->for_.iter;
    struct unroll u = {.g = g, .loop = s, .left = MAX_EXPRS, .n = unroll_mixed(g, iter)};
    int n = is_pairing(iter) ? iter->call.n : 1;
    struct expr **of = is_pairing(iter) ? iter->call.arg : &s->for_.iter, *cond = NULL;
    const char *name[MAX_ITEMS];
    stmts first = {0}, then = {0}, els = {0};
    if (u.n == 0 || n > MAX_ITEMS || !copy_may(&s->for_.body)) {
        return false;
    }
    for (int i = 0; i < n; ++i) {
        bool mixed = unroll_mixed(g, of[i]) > 0;
        struct span span = of[i]->span;
        name[i] = hold(g, s, &of[i], &first);
        if (mixed) {
            struct expr *is = sugar_call(g, IN_BUILTIN, "isinstance", 2, span);
            is->call.arg[0] = node_name(g, name[i], span);
            is->call.arg[1] = node_name(g, intern_str(g->scopes->p->names, "tuple"), span);
            cond = both(g, cond, is);
            cond = both(g, cond, has_length(g, node_name(g, name[i], span), OP_LE, u.n));
        }
    }
    u.item = ARENA_ARRAY(g->arena, struct expr *, u.n);
    u.guard = ARENA_ARRAY(g->arena, struct expr *, u.n);
    for (int k = 0; k < u.n; ++k) {
        u.item[k] = mixed_item(&u, iter, n, name, k);
        for (int i = 0; i < n; ++i) {
            struct expr *t = node_name(g, name[i], of[i]->span);
            u.guard[k] = both(g, u.guard[k], has_length(g, t, OP_GT, k));
        }
    }
    iterations(&u, &then);
    if (u.left < 0) {
        return false;
    }
    vec_push(g->arena, &els, s);
    for (int i = 0; i < first.n; ++i) {
        vec_push(g->arena, out, first.item[i]);
    }
    push_if(g, cond, &then, &els, out);
    return true;
}

void unroll_block(struct sugar *g, struct block *b, unroll_constant *constant, void *context) {
    stmts out = {0};
    struct displays from = {constant, context};
    bool any = false;
    for (int i = 0; i < b->n; ++i) {
        struct stmt *s = b->item[i];
        if (s->kind == STMT_IF) {
            unroll_block(g, &s->if_.then, constant, context);
            unroll_block(g, &s->if_.els, constant, context);
        } else if (s->kind == STMT_WHILE) {
            unroll_block(g, &s->while_.body, constant, context);
            unroll_block(g, &s->while_.els, constant, context);
        } else if (s->kind == STMT_FOR) {
            unroll_block(g, &s->for_.body, constant, context);
            unroll_block(g, &s->for_.els, constant, context);
            if (unroll(g, s, &from, &out) || unroll_tuple(g, s, &out)) {
                any = true;
                continue;
            }
        }
        vec_push(g->arena, &out, s);
    }
    if (any) {
        *b = block_of(&out);
    }
}
