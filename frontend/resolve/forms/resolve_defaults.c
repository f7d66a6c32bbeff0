/* Defaults of parameters that are no single numbers: a call that leaves one out gives it.
 *
 *     def f(n, seen=()): ...              f(1)            ->    f(1, seen=())
 *
 *     def outer(n):                       def outer(n):
 *         def f(x, y=n + 1): ...    ->        y.1 = n + 1
 *         return f(2)                         def f(x, y=y.1): ...
 *                                             return f(2, y=y.1)
 *
 * Tuples of constants are made anew in each call, which nothing tells apart. Of a function inside
 * another one, a default is kept where the function is defined. */
#include <string.h>

#include "copy.h"
#include "nodes.h"
#include "resolve_private.h"
#include "unroll.h"

enum { MOST_EXPRS = 200 };

static bool is_constant(const struct expr *e) {
    bool constant = e->kind == EXPR_INT || e->kind == EXPR_FLOAT || e->kind == EXPR_BOOL ||
                    e->kind == EXPR_STR || e->kind == EXPR_NONE || e->kind == EXPR_IMAG ||
                    e->kind == EXPR_TUPLE || (e->kind == EXPR_UNARY && is_constant(e->unary.a));
    for (int i = 0; e->kind == EXPR_TUPLE && i < e->list.n && constant; ++i) {
        constant = is_constant(e->list.item[i]);
    }
    return constant;
}

bool resolve_gives_default(const struct expr *def) {
    return def->kind == EXPR_TUPLE && is_constant(def);
}

/* ---- of functions inside */

static bool is_kept_name(const struct expr *def) {
    return def->kind == EXPR_NAME && strchr(def->name.name, '.') != NULL;
}

static bool binds(const struct func *f, const char *name) {
    bool any = unroll_binds(&f->body, name);
    for (int i = 0; i < f->n_params && !any; ++i) {
        any = strcmp(f->param[i].sym->name, name) == 0;
    }
    return any;
}

static void keep_defaults(struct resolver *r, struct sugar *g, struct func *f, node_list *out) {
    for (int i = 0; i < f->n_params; ++i) {
        struct expr *def = f->param[i].def;
        if (!def || is_constant(def) || resolve_gives_default(def) || def->kind == EXPR_ATTR ||
            def->kind == EXPR_LAMBDA) {
            continue;
        }
        bool local = def->kind != EXPR_NAME;
        for (const struct frame *fr = r->frame; fr && !local; fr = fr->up) {
            local = binds(fr->fn, def->name.name);
        }
        if (local) {
            const char *name = node_fresh(g, f->param[i].sym->name);
            vec_push(r->arena, out, node_assign(g, node_name(g, name, def->span), def));
            f->param[i].def = node_name(g, name, def->span);
        }
    }
}

void resolve_inner_defaults(struct resolver *r, struct block *b) {
    struct sugar g = resolve_sugar(r);
    node_list out = {0};
    for (int i = 0; i < b->n; ++i) {
        struct stmt *s = b->item[i];
        if (s->kind == STMT_IF && !s->if_.guard) {
            resolve_inner_defaults(r, &s->if_.then);
            resolve_inner_defaults(r, &s->if_.els);
        } else if (s->kind == STMT_WHILE) {
            resolve_inner_defaults(r, &s->while_.body);
        } else if (s->kind == STMT_FOR) {
            resolve_inner_defaults(r, &s->for_.body);
        } else if (s->kind == STMT_DEF) {
            keep_defaults(r, &g, s->def, &out);
        } else if (s->kind == STMT_ASSIGN && s->assign.value &&
                   s->assign.value->kind == EXPR_LAMBDA) {
            keep_defaults(r, &g, s->assign.value->lambda, &out);
        }
        vec_push(r->arena, &out, s);
    }
    *b = node_block(&out);
}

/* ---- calls */

static bool is_given(const struct expr *call, const struct func *f, int i) {
    bool given = i < call->call.n && !f->param[i].kw_only;
    for (int k = 0; k < call->call.n_kw && !given; ++k) {
        given = strcmp(call->call.kw[k].name, f->param[i].sym->name) == 0;
    }
    return given;
}

void resolve_defaults(struct sugar *g, struct expr *call, const struct func *f) {
    for (int i = 0; i < call->call.n; ++i) {
        if (sugar_starred_item(call->call.arg[i])) {
            return;
        }
    }
    for (int i = 0; i < f->n_params; ++i) {
        const struct expr *def = f->param[i].def;
        bool gives = def && !f->param[i].pos_only && f->rest != i + 1 &&
                     (resolve_gives_default(def) || is_kept_name(def));
        if (!gives || is_given(call, f, i)) {
            continue;
        }
        struct copy copy = {.g = g, .left = MOST_EXPRS};
        struct keyword *kw = ARENA_ARRAY(g->arena, struct keyword, call->call.n_kw + 1);
        for (int k = 0; k < call->call.n_kw; ++k) {
            kw[k] = call->call.kw[k];
        }
        kw[call->call.n_kw++] =
            (struct keyword){f->param[i].sym->name, call->span, copy_expr(&copy, def)};
        call->call.kw = kw;
    }
}
