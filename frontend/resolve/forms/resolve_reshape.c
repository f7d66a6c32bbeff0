/* a.shape = s, where a is a local whose array has no other name: a = a.reshape(s).
 *
 *     x.shape = y.shape = n    ->    x = x.reshape(n)
 *                                    y = y.reshape(n)
 *
 * Elsewhere the statement stays as it is, and inference refuses it: a caller, or another name,
 * would see the new shape, too. */
#include <string.h>

#include "copy.h"
#include "resolve_private.h"

/* An array whose shape is assigned. */
struct shaped {
    struct resolver *r;
    const char *name;
    bool bound;    /* the function binds it */
    bool alone;    /* ... to new arrays only, and gives none of them another name */
    int depth;     /* of calls that are looked into */
    int n_returns; /* of the function */
};

enum { MOST_DEPTH = 4 };

static bool is_own(struct resolver *r, const struct func *f, const char *name, int depth);

/* ---- what gives the same array another name */

/* A module, also one that the function imports itself. */
static bool is_module(const struct shaped *s, const struct expr *e) {
    const struct func_notes *notes = s->r->s->p->notes.item[s->r->frame->fn->id];
    for (int i = 0; e->kind == EXPR_NAME && i < notes->imports.n; ++i) {
        const struct binding *b = &notes->imports.item[i];
        if (b->kind != BIND_STAR && strcmp(b->name, e->name.name) == 0) {
            return scope_import(s->r->s, b)->kind == SYM_MODULE;
        }
    }
    const struct symbol *sym = e->kind == EXPR_NAME ? scope_lookup(s->r->s, e->name.name) : NULL;
    return sym && sym->kind == SYM_MODULE;
}

static bool is_one(const char *name, int n, const char *const *of) {
    for (int i = 0; i < n; ++i) {
        if (strcmp(name, of[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* np.f(...), which gives an array of its own. */
static bool is_library(const struct shaped *s, const struct expr *fn) {
    static const char *const same[] = {"asarray",         "ascontiguousarray", "asanyarray",
                                       "atleast_1d",      "atleast_2d",        "atleast_3d",
                                       "broadcast_arrays"};
    return fn->kind == EXPR_ATTR && is_module(s, fn->attr.base) &&
           !is_one(fn->attr.name, sizeof same / sizeof *same, same);
}

/* May the expression give the array, or something that holds it? */
static bool gives(const struct shaped *s, const struct expr *e) {
    bool any = false;
    switch (e->kind) {
    case EXPR_NAME:
        return strcmp(e->name.name, s->name) == 0;
    case EXPR_INT:
    case EXPR_FLOAT:
    case EXPR_BOOL:
    case EXPR_IMAG:
    case EXPR_STR:
    case EXPR_NONE:
    case EXPR_UNARY:
    case EXPR_BINARY:
    case EXPR_COMPARE:
    case EXPR_ATTR:
    case EXPR_INDEX:
        return false;
    case EXPR_TUPLE:
    case EXPR_LIST:
        for (int i = 0; i < e->list.n; ++i) {
            any = any || gives(s, e->list.item[i]);
        }
        return any;
    case EXPR_CALL:
        for (int i = 0; i < e->call.n && !is_library(s, e->call.fn); ++i) {
            any = any || gives(s, e->call.arg[i]);
        }
        return any || (e->call.n_kw > 0 && !is_library(s, e->call.fn));
    default:
        return true;
    }
}

/* A call of a function of the module's, which gives arrays that it made and does not keep. */
static bool is_made(const struct shaped *s, const struct expr *e) {
    const struct expr *fn = e->kind == EXPR_CALL && s->depth < MOST_DEPTH ? e->call.fn : NULL;
    bool named = fn && fn->kind == EXPR_NAME && !map_get(&s->r->frame->locals, fn->name.name);
    const struct symbol *sym = named ? scope_lookup(s->r->s, fn->name.name) : NULL;
    const struct func *f = sym && sym->kind == SYM_FUNC ? sym->func : NULL;
    const struct stmt *last = f && f->body.n > 0 ? f->body.item[f->body.n - 1] : NULL;
    const struct expr *value = last && last->kind == STMT_RETURN ? last->expr : NULL;
    bool tuple = value && value->kind == EXPR_TUPLE, all = value != NULL;
    for (int i = 0; all && i < (tuple ? value->list.n : 1); ++i) {
        const struct expr *item = tuple ? value->list.item[i] : value;
        all = item->kind == EXPR_NAME && is_own(s->r, f, item->name.name, s->depth + 1);
        for (int k = 0; all && k < i; ++k) {
            all = strcmp(value->list.item[k]->name.name, item->name.name) != 0;
        }
    }
    return all;
}

/* Is it an array that nothing else holds? */
static bool is_new(const struct shaped *s, const struct expr *e) {
    static const char *const method[] = {"astype", "copy", "flatten", "ravel", "reshape"};
    const struct expr *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    const struct expr *base = e->kind == EXPR_INDEX ? e->index.base : NULL;
    return e->kind == EXPR_BINARY || e->kind == EXPR_UNARY || (fn && is_library(s, fn)) ||
           is_made(s, e) ||
           (fn && fn->kind == EXPR_ATTR &&
            is_one(fn->attr.name, sizeof method / sizeof *method, method)) ||
           (base && (gives(s, base) ||
                     (base->kind == EXPR_ATTR && is_module(s, base->attr.base)))); /* np.mgrid */
}

static bool names(const struct shaped *s, const struct expr *target) {
    return target->kind == EXPR_NAME && strcmp(target->name.name, s->name) == 0;
}

static void see_assign(struct shaped *s, const struct expr *target, const struct expr *value) {
    if (target->kind == EXPR_TUPLE) {
        bool items = value->kind == EXPR_TUPLE && value->list.n == target->list.n;
        for (int i = 0; i < target->list.n; ++i) {
            see_assign(s, target->list.item[i], items ? value->list.item[i] : value);
        }
        return;
    }
    s->bound = s->bound || names(s, target);
    s->alone = s->alone && !gives(s, value) && (!names(s, target) || is_new(s, value));
}

static void see_block(struct shaped *s, const struct block *b);

static void see(struct shaped *s, const struct stmt *t) {
    switch (t->kind) {
    case STMT_ASSIGN:
        for (int i = 0; t->assign.value && i < t->assign.n; ++i) {
            see_assign(s, t->assign.target[i], t->assign.value);
        }
        s->alone = s->alone && (t->assign.n == 1 || !names(s, t->assign.target[0]));
        break;
    case STMT_AUGASSIGN:
        s->alone = s->alone && (names(s, t->aug.target) || !gives(s, t->aug.value));
        break;
    case STMT_EXPR:
        s->alone = s->alone && !gives(s, t->expr);
        break;
    case STMT_IF:
        see_block(s, &t->if_.then);
        see_block(s, &t->if_.els);
        break;
    case STMT_WHILE:
        see_block(s, &t->while_.body);
        see_block(s, &t->while_.els);
        break;
    case STMT_FOR:
        see_assign(s, t->for_.target, t->for_.iter);
        see_block(s, &t->for_.body);
        see_block(s, &t->for_.els);
        break;
    case STMT_RETURN:
        ++s->n_returns;
        break;
    case STMT_DEF:
    case STMT_UNSUPPORTED:
        s->alone = false;
        break;
    default:
        break;
    }
}

static void see_block(struct shaped *s, const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        see(s, b->item[i]);
    }
}

/* ---- the statement */

/* The name of a.shape; NULL: it is none. */
static const char *of_shape(const struct expr *target) {
    bool shape = target->kind == EXPR_ATTR && strcmp(target->attr.name, "shape") == 0;
    return shape && target->attr.base->kind == EXPR_NAME ? target->attr.base->name.name : NULL;
}

/* Is the name in the function that of arrays which nothing else holds? */
static bool is_own(struct resolver *r, const struct func *f, const char *name, int depth) {
    struct shaped s = {.r = r, .name = name, .alone = true, .depth = depth};
    for (int i = 0; i < f->n_params; ++i) {
        s.alone = s.alone && strcmp(f->param[i].sym->name, name) != 0;
    }
    see_block(&s, &f->body);
    return s.bound && s.alone && (depth == 0 || s.n_returns == 1);
}

static bool may_be_written(struct resolver *r, const struct func *f, const struct expr *target) {
    const char *name = of_shape(target);
    return name && is_own(r, f, name, 0);
}

/* It may be computed again. */
static bool is_plain(const struct expr *e) {
    bool plain = e->kind == EXPR_TUPLE || e->kind == EXPR_INT || e->kind == EXPR_NAME;
    for (int i = 0; e->kind == EXPR_TUPLE && i < e->list.n; ++i) {
        plain = plain && is_plain(e->list.item[i]);
    }
    return plain || (e->kind == EXPR_UNARY && is_plain(e->unary.a)) ||
           (e->kind == EXPR_BINARY && is_plain(e->binary.a) && is_plain(e->binary.b));
}

static bool is_shape_store(struct resolver *r, const struct func *f, const struct stmt *s) {
    bool all = s->kind == STMT_ASSIGN && s->assign.value && s->assign.n > 0;
    for (int i = 0; all && i < s->assign.n; ++i) {
        all = may_be_written(r, f, s->assign.target[i]);
    }
    return all && (s->assign.n == 1 || is_plain(s->assign.value));
}

static struct stmt *reshaped(struct sugar *g, const struct stmt *s, int i) {
    struct copy c = {.g = g, .left = 1000};
    struct stmt *made = ARENA_NEW(g->arena, struct stmt);
    struct expr *call = sugar_new(g, EXPR_CALL, s->span), *fn = sugar_new(g, EXPR_ATTR, s->span);
    fn->attr.base = copy_expr(&c, s->assign.target[i]->attr.base);
    fn->attr.name = intern_str(g->scopes->p->names, "reshape");
    fn->attr.name_span = s->assign.target[i]->attr.name_span;
    call->call.fn = fn;
    call->call.n = 1;
    call->call.arg = ARENA_ARRAY(g->arena, struct expr *, 1);
    call->call.arg[0] = copy_expr(&c, s->assign.value);
    *made = *s;
    made->assign.n = 1;
    made->assign.target = ARENA_ARRAY(g->arena, struct expr *, 1);
    made->assign.target[0] = s->assign.target[i]->attr.base;
    made->assign.value = call;
    return made;
}

static void write_block(struct resolver *r, struct sugar *g, const struct func *f,
                        struct block *b) {
    VEC(struct stmt *) out = {0};
    bool any = false;
    for (int i = 0; i < b->n; ++i) {
        struct stmt *s = b->item[i];
        if (s->kind == STMT_IF) {
            write_block(r, g, f, &s->if_.then);
            write_block(r, g, f, &s->if_.els);
        } else if (s->kind == STMT_WHILE) {
            write_block(r, g, f, &s->while_.body);
            write_block(r, g, f, &s->while_.els);
        } else if (s->kind == STMT_FOR) {
            write_block(r, g, f, &s->for_.body);
            write_block(r, g, f, &s->for_.els);
        }
        any = any || is_shape_store(r, f, s);
    }
    for (int i = 0; any && i < b->n; ++i) {
        struct stmt *s = b->item[i];
        int n = is_shape_store(r, f, s) ? s->assign.n : 0;
        for (int k = 0; k < n; ++k) {
            vec_push(r->arena, &out, reshaped(g, s, k));
        }
        if (n == 0) {
            vec_push(r->arena, &out, s);
        }
    }
    if (any) {
        *b = (struct block){.n = out.n, .item = out.item};
    }
}

void resolve_shapes(struct resolver *r, struct func *f) {
    struct sugar g = resolve_sugar(r);
    write_block(r, &g, f, &f->body);
}
