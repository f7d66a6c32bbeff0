/* Statements that always raise, whatever the values are, as inference has found:
 *
 *     a, b = f(x)      becomes      f(x)
 *                                   raise ValueError('too many values to unpack (expected 2)')
 *
 * What Python evaluates before it raises stands before the raise statement, and what stands behind
 * the statement goes. So does what would be done with the value of a call that does not return.
 * Where the operation may not be reached, in a condition or a comprehension, or where a name that
 * is mentioned elsewhere would not be bound any more, all stays as it is, an error. */
#include "change.h"
#include "nodes.h"
#include "resolve.h"
#include "resolve_private.h"
#include "unroll.h"

/* A statement that is looked through for the operation. */
struct raising {
    struct resolver *r;
    struct sugar g;
    const struct mixed_loop *note;
    const struct func *func;
    node_list before; /* what is evaluated first */
    bool unknown;     /* something there is not told to be evaluated so */
};

static bool is_at(const struct raising *w, const struct expr *e) {
    return e->span.lo == w->note->span.lo && e->span.hi == w->note->span.hi;
}

/* The operands in the order of their evaluation; -1: they are not evaluated like that. */
static int operands(struct raising *w, struct expr *e, struct expr ***out) {
    int n = e->kind == EXPR_CALL                            ? e->call.n + e->call.n_kw
            : e->kind == EXPR_INDEX                         ? e->index.n
            : e->kind == EXPR_TUPLE || e->kind == EXPR_LIST ? e->list.n
                                                            : 0;
    struct expr **all = *out = ARENA_ARRAY(w->r->arena, struct expr *, n + 2);
    int k = 0;
    switch (e->kind) {
    case EXPR_UNARY:
        all[k++] = e->unary.a;
        return k;
    case EXPR_BINARY:
        all[k++] = e->binary.a;
        all[k++] = e->binary.b;
        return k;
    case EXPR_COMPARE:
        all[k++] = e->compare.item[0];
        all[k++] = e->compare.item[1];
        return e->compare.n == 1 ? k : -1;
    case EXPR_ATTR:
        all[k++] = e->attr.base;
        return k;
    case EXPR_INDEX:
        all[k++] = e->index.base;
        for (int i = 0; i < n; ++i) {
            all[k++] = e->index.index[i];
        }
        return k;
    case EXPR_CALL:
        all[k++] = e->call.fn;
        for (int i = 0; i < n; ++i) {
            all[k++] = i < e->call.n ? e->call.arg[i] : e->call.kw[i - e->call.n].value;
        }
        return k;
    case EXPR_TUPLE:
    case EXPR_LIST:
        *out = e->list.item;
        return n;
    default:
        return -1;
    }
}

static bool is_constant(const struct expr *e) {
    return e->kind == EXPR_INT || e->kind == EXPR_FLOAT || e->kind == EXPR_BOOL ||
           e->kind == EXPR_STR || e->kind == EXPR_NONE || e->kind == EXPR_IMAG;
}

static void evaluate(struct raising *w, struct expr *e) {
    struct expr **part;
    bool parts = e->kind == EXPR_TUPLE || e->kind == EXPR_LIST || e->kind == EXPR_ATTR;
    bool local = e->kind == EXPR_NAME && unroll_binds(&w->func->body, e->name.name);
    if (is_constant(e) || (e->kind == EXPR_NAME && !local)) {
        return;
    }
    int n = local ? 0 : operands(w, e, &part);
    if (n < 0) {
        w->unknown = true;
    } else if (parts) {
        for (int i = 0; i < n; ++i) {
            evaluate(w, part[i]);
        }
    } else {
        struct stmt *s = node_stmt(&w->g, STMT_EXPR, e->span);
        s->expr = e;
        vec_push(w->r->arena, &w->before, s);
    }
}

static bool is_in(const struct raising *w, const struct expr *e) {
    return e->span.lo <= w->note->span.lo && w->note->span.hi <= e->span.hi;
}

/* Is the operation below e? Then `before` has what is evaluated before it. */
static bool reach(struct raising *w, struct expr *e) {
    struct expr **part;
    if (!e || !is_in(w, e)) {
        return false;
    }
    if (is_at(w, e) && w->note->item == 1) {
        evaluate(w, e);
        return true;
    }
    int n = operands(w, e, &part), at = 0;
    while (at < n && !is_at(w, e) && !is_in(w, part[at])) {
        ++at;
    }
    for (int i = 0; i < at && i < n; ++i) {
        evaluate(w, part[i]);
    }
    if (is_at(w, e)) {
        for (int i = 0; i < n; ++i) {
            evaluate(w, part[i]);
        }
        return n >= 0;
    }
    return at < n && reach(w, part[at]);
}

/* Does it raise whenever it is reached? */
static bool raises(struct raising *w, struct stmt *s) {
    switch (s->kind) {
    case STMT_EXPR:
        return (*w->note->raises || !is_at(w, s->expr)) && reach(w, s->expr);
    case STMT_RETURN:
        return reach(w, s->expr);
    case STMT_ASSIGN:
        if (s->assign.value && s->assign.n == 1 && is_at(w, s->assign.target[0])) {
            evaluate(w, s->assign.value);
            return w->note->item == 1;
        }
        return reach(w, s->assign.value);
    case STMT_AUGASSIGN:
        evaluate(w, s->aug.target);
        return s->aug.target->kind == EXPR_NAME && reach(w, s->aug.value);
    case STMT_IF:
        return !s->if_.guard && reach(w, s->if_.cond);
    case STMT_WHILE:
        return reach(w, s->while_.cond);
    case STMT_FOR:
        return !s->for_.manages && reach(w, s->for_.iter);
    case STMT_ASSERT:
        return reach(w, s->assert_.cond);
    default:
        return false;
    }
}

static void new_raise(struct raising *w) {
    const struct mixed_loop *m = w->note;
    struct stmt *s = node_stmt(&w->g, STMT_RAISE, m->span);
    s->raise.exception = ARENA_NEW(w->r->arena, struct symbol);
    s->raise.exception->name =
        intern_str(w->r->s->p->names, *m->raises ? m->raises : "AssertionError");
    s->raise.exception->span = m->span;
    s->raise.message = node_str(&w->g, m->given, (int)strlen(m->given), m->span);
    vec_push(w->r->arena, &w->before, s);
}

static void warn(const struct raising *w) {
    const struct mixed_loop *m = w->note;
    if (*m->raises) {
        diag_error(w->r->s->p->diag, DIAG_PY310, m->span, "this always raises %s: %s", m->raises,
                   m->given);
    }
}

/* A name that what goes binds: is it mentioned in what stays? */
struct bound {
    const struct raising *w;
    const char *name;
    bool mentioned;
};

static bool mentions(void *context, struct expr **at) {
    struct bound *b = context;
    const struct expr *e = *at;
    b->mentioned = b->mentioned || (e->kind == EXPR_NAME && strcmp(e->name.name, b->name) == 0);
    bool own = e->kind == EXPR_COMP && unroll_binds(&(struct block){1, &(*at)->comp.loop}, b->name);
    if (own) {
        change_expr(&(struct change){.context = b, .expr = mentions}, &e->comp.loop->for_.iter);
    }
    return own;
}

static bool has_param(const struct func *f, const char *name) {
    bool has = false;
    for (int i = 0; i < f->n_params && !has; ++i) {
        has = strcmp(f->param[i].sym->name, name) == 0;
    }
    return has;
}

static void look_for(struct bound *b, const char *name) {
    const struct func *f = b->w->func;
    if (!b->mentioned && !has_param(f, name) && !unroll_binds(&f->body, name)) {
        b->name = name;
        change_block(&(struct change){.context = b, .expr = mentions}, &f->body);
    }
}

static void look_for_targets(struct bound *b, const struct expr *target) {
    for (int i = 0; target->kind == EXPR_TUPLE && i < target->list.n; ++i) {
        look_for_targets(b, target->list.item[i]);
    }
    if (target->kind == EXPR_NAME) {
        look_for(b, target->name.name);
    }
}

static void look_for_bound(void *context, struct stmt *s) {
    const struct stmt_guard *g = s->kind == STMT_IF ? s->if_.guard : NULL;
    for (int i = 0; s->kind == STMT_ASSIGN && i < s->assign.n; ++i) {
        look_for_targets(context, s->assign.target[i]);
    }
    for (int i = 0; g && i < g->n; ++i) {
        if (g->clause[i].name) {
            look_for(context, g->clause[i].name);
        }
    }
    if (s->kind == STMT_DEF) {
        look_for(context, s->def->name);
    } else if (s->kind == STMT_AUGASSIGN || s->kind == STMT_FOR || s->kind == STMT_DEL) {
        look_for_targets(context, s->kind == STMT_AUGASSIGN ? s->aug.target
                                  : s->kind == STMT_FOR     ? s->for_.target
                                                            : s->expr);
    }
}

/* Would a name that what went bound be another variable now, or none? */
static bool frees(const struct raising *w, const struct block *gone) {
    struct bound b = {.w = w};
    change_block(&(struct change){.context = &b, .stmt = look_for_bound}, gone);
    return b.mentioned;
}

static bool replace(struct raising *w, struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        struct stmt *s = b->item[i];
        bool loop = s->kind == STMT_WHILE, test = s->kind == STMT_IF;
        struct block *inner = loop                  ? &s->while_.body
                              : test                ? &s->if_.then
                              : s->kind == STMT_FOR ? &s->for_.body
                                                    : NULL;
        struct block *els = loop ? &s->while_.els : test ? &s->if_.els : &s->for_.els;
        if (inner && (replace(w, inner) || replace(w, els))) {
            return true;
        }
        w->before = (node_list){0};
        w->unknown = false;
        if (raises(w, s) && !w->unknown) {
            const struct block all = *b, gone = {b->n - i, b->item + i};
            node_list left = {0};
            new_raise(w);
            node_add(&w->g, &left, (struct block){i, b->item});
            node_add(&w->g, &left, node_block(&w->before));
            *b = node_block(&left);
            if (frees(w, &gone)) {
                *b = all;
                return false;
            }
            warn(w);
            return true;
        }
    }
    return false;
}

/* Is it a call that does not return? What would be done with its value is never done. */
static bool is_cut(const struct libraries *all, const struct mixed_loop *m) {
    bool cut = false;
    for (int i = 0; *m->raises && i < all->n_mixed && !cut; ++i) {
        const struct mixed_loop *call = &all->mixed[i];
        cut = call->raises && !*call->raises && call->span.lo == m->span.lo &&
              call->span.hi == m->span.hi;
    }
    return cut;
}

void resolve_raising(struct resolver *r, struct func *f) {
    const struct libraries *all = r->s->libraries;
    for (int i = 0; i < all->n_mixed; ++i) {
        struct raising w = {.r = r, .g = resolve_sugar(r), .note = &all->mixed[i], .func = f};
        if (w.note->raises && !is_cut(all, w.note)) {
            replace(&w, &f->body);
        }
    }
}
