/* Webs: one walk over a function as it runs, with what each variable may hold.
 *
 * A variable's value at a place is a node: a binding, or a merge of those that meet there (behind
 * branches and loops, at the head of a loop, where a function inside is called). A merge counts
 * only when it is read: it then becomes one with all that it is made of. What has become one in the
 * end is a web. Merges are made for every loop around a binding, so that one pass over the
 * statements is enough (Braun et al., Simple and Efficient Construction of Static Single Assignment
 * Form, CC 2013, on structured code).
 *
 * A function inside reads the variables around it where it is called: each place that names it adds
 * what is seen there to the merge that its body reads, and to those of the functions that it names.
 */
#include "webs_private.h"

#include "map.h"
#include "named.h"
#include "scope_private.h"
#include "webs.h"
#include "webs_bound.h"

/* ---- names */

static bool is_hidden(const struct webs *w, const char *name) {
    for (int i = 0; i < w->hidden.n; ++i) {
        if (w->hidden.item[i] == name) {
            return true;
        }
    }
    return false;
}

/* The place of a variable with that name, -1: it is none that the walk is after. */
static int variable_of(const struct webs *w, const char *name) {
    const struct variable *v = is_hidden(w, name) ? NULL : map_get(&w->index, name);
    return v ? v->place : -1;
}

static void occur(struct webs *w, struct expr *e, int node) {
    struct occurrence o = {e, node};
    vec_push(w->arena, &w->seen, o);
}

/* What the body of a function inside sees of a variable. */
static int seen_inside(struct webs *w, int variable) {
    for (int i = 0; i < w->inside->reads.n; ++i) {
        int n = w->inside->reads.item[i];
        if (w->nodes.item[n].variable == variable) {
            return n;
        }
    }
    int n = webs_merge(w, variable);
    w->nodes.item[n].read = true;
    vec_push(w->arena, &w->inside->reads, n);
    return n;
}

static void name_function(struct webs *w, const char *name);

/* A function may be called here, and so may those that its body names. */
static void enter(struct webs *w, struct inside *f) {
    if (f->visit == w->visits) {
        return;
    }
    f->visit = w->visits;
    for (int i = 0; i < f->reads.n; ++i) {
        int n = f->reads.item[i];
        webs_add(w, n, w->at.node[w->nodes.item[n].variable]);
    }
    for (int i = 0; i < f->names.n; ++i) {
        name_function(w, f->names.item[i]);
    }
}

static void name_function(struct webs *w, const char *name) {
    const struct meant *m = map_get(&w->functions, name);
    for (int i = 0; m && i < m->list.n; ++i) {
        enter(w, m->list.item[i]);
    }
}

static void read_name(struct webs *w, struct expr *e) {
    const char *name = e->name.name;
    int v = variable_of(w, name);
    if (v >= 0) {
        int n = w->inside ? seen_inside(w, v) : w->at.node[v];
        webs_read(w, n);
        occur(w, e, n);
    }
    if (is_hidden(w, name) || !map_get(&w->functions, name)) {
        return;
    }
    if (w->inside) {
        vec_push(w->arena, &w->inside->names, name);
    } else {
        ++w->visits;
        name_function(w, name);
    }
}

/* What the variable holds now may be seen by the handlers around. */
static void caught(struct webs *w, int v) {
    for (struct catcher *c = w->catcher; c; c = c->up) {
        if (c->entry[v] >= 0) {
            webs_add(w, c->entry[v], w->at.node[v]);
        }
    }
}

static void bind_name(struct webs *w, struct expr *e) {
    int v = variable_of(w, e->name.name);
    if (v >= 0) {
        w->at.node[v] = webs_new(w, v, true);
        occur(w, e, w->at.node[v]);
        caught(w, v);
    }
}

static void hide(void *context, const char *name, bool def) {
    struct webs *w = context;
    (void)def;
    vec_push(w->arena, &w->hidden, name);
}

/* ---- expressions */

static void walk_expr(struct webs *w, struct expr *e);
static void walk_block(struct webs *w, const struct block *b);

static void walk_list(struct webs *w, int n, struct expr *const *e) {
    for (int i = 0; i < n; ++i) {
        walk_expr(w, e[i]);
    }
}

static void walk_defaults(struct webs *w, const struct func *f) {
    for (int i = 0; i < f->n_params; ++i) {
        walk_expr(w, f->param[i].def);
    }
}

/* The body of a function inside: w->inside takes what it reads. */
static void walk_inside(struct webs *w, struct func *f) {
    int hidden = w->hidden.n;
    struct here at = w->at;
    struct ring *ring = w->ring;
    const struct func_notes *notes = w->g->scopes->p->notes.item[f->id];
    named_block(w->g, &f->body);
    for (int i = 0; i < f->n_params; ++i) {
        hide(w, f->param[i].sym->name, false);
    }
    for (int i = 0; i < notes->imports.n; ++i) {
        hide(w, notes->imports.item[i].name, false);
    }
    webs_bound_block(&f->body, hide, w);
    w->at = webs_copy(w, &at);
    w->ring = NULL;
    walk_block(w, &f->body);
    w->at = at;
    w->ring = ring;
    w->hidden.n = hidden;
}

static void walk_lambda(struct webs *w, struct func *f) {
    walk_defaults(w, f);
    if (w->inside) {
        walk_inside(w, f);
    } else {
        struct inside *in = w->inside = ARENA_NEW(w->arena, struct inside);
        walk_inside(w, f);
        w->inside = NULL;
        ++w->visits;
        enter(w, in);
    }
}

/* The first iterable belongs to the function around; every other part sees the names bound so far.
 */
static void walk_clauses(struct webs *w, struct stmt *s) {
    if (s->kind == STMT_FOR) {
        walk_expr(w, s->for_.iter);
        webs_bound_target(s->for_.target, hide, w);
        walk_clauses(w, s->for_.body.item[0]);
    } else if (s->kind == STMT_IF) {
        walk_expr(w, s->if_.cond);
        walk_clauses(w, s->if_.then.item[0]);
    } else {
        walk_expr(w, s->expr);
    }
}

static void walk_comprehension(struct webs *w, struct expr *e) {
    int hidden = w->hidden.n;
    walk_clauses(w, e->comp.loop);
    w->hidden.n = hidden;
}

static void walk_call(struct webs *w, struct expr *e) {
    walk_expr(w, e->call.fn);
    walk_list(w, e->call.n, e->call.arg);
    for (int i = 0; i < e->call.n_kw; ++i) {
        walk_expr(w, e->call.kw[i].value);
    }
}

static void walk_expr(struct webs *w, struct expr *e) {
    if (!e) {
        return;
    }
    switch (e->kind) {
    case EXPR_NAME:
        read_name(w, e);
        break;
    case EXPR_TUPLE:
    case EXPR_LIST:
    case EXPR_DICT:
        walk_list(w, e->list.n, e->list.item);
        break;
    case EXPR_UNARY:
        walk_expr(w, e->unary.a);
        break;
    case EXPR_BINARY:
        walk_expr(w, e->binary.a);
        walk_expr(w, e->binary.b);
        break;
    case EXPR_BOOLOP:
        walk_list(w, e->boolop.n, e->boolop.item);
        break;
    case EXPR_COMPARE:
        walk_list(w, e->compare.n + 1, e->compare.item);
        break;
    case EXPR_COND:
        walk_list(w, 3, (struct expr *[]){e->cond.cond, e->cond.then, e->cond.els});
        break;
    case EXPR_CALL:
        walk_call(w, e);
        break;
    case EXPR_ATTR:
        walk_expr(w, e->attr.base);
        break;
    case EXPR_INDEX:
        walk_expr(w, e->index.base);
        walk_list(w, e->index.n, e->index.index);
        break;
    case EXPR_SLICE:
        walk_list(w, 3, (struct expr *[]){e->slice.lo, e->slice.hi, e->slice.step});
        break;
    case EXPR_LAMBDA:
        walk_lambda(w, e->lambda);
        break;
    case EXPR_COMP:
        walk_comprehension(w, e);
        break;
    case EXPR_UNSUPPORTED:
        walk_list(w, 3, (struct expr *[]){e->starred, e->named, e->value});
        break;
    default:
        break;
    }
}

/* ---- statements */

static void walk_target(struct webs *w, struct expr *e) {
    bool several = e->kind == EXPR_TUPLE || e->kind == EXPR_LIST;
    for (int i = 0; several && i < e->list.n; ++i) {
        walk_target(w, e->list.item[i]);
    }
    if (e->kind == EXPR_NAME) {
        bind_name(w, e);
    } else if (!several) {
        walk_expr(w, e);
    }
}

static void walk_assign(struct webs *w, struct stmt *s) {
    struct func *f = w->inside ? NULL : webs_lambda_of(s);
    if (f) {
        walk_defaults(w, f);
    } else {
        walk_expr(w, s->assign.value);
    }
    for (int i = 0; i < s->assign.n; ++i) {
        const struct expr *to = s->assign.target[i];
        int v = s->assign.value && s->assign.value->kind == EXPR_NONE && to->kind == EXPR_NAME
                    ? variable_of(w, to->name.name)
                    : -1;
        walk_target(w, s->assign.target[i]);
        if (v >= 0) {
            w->nodes.item[w->at.node[v]].none = true;
        }
    }
}

/* What an augmented assignment reads and binds is of one web: arrays change in place. */
static void walk_aug(struct webs *w, struct stmt *s) {
    struct expr *target = s->aug.target;
    int v = target->kind == EXPR_NAME ? variable_of(w, target->name.name) : -1;
    walk_expr(w, s->aug.value);
    if (v < 0) {
        walk_expr(w, target);
        return;
    }
    int before = w->at.node[v];
    webs_read(w, before);
    bind_name(w, target);
    webs_unite(w, w->at.node[v], before);
}

/* It reads the variable, which then has no value. */
static void walk_del(struct webs *w, struct stmt *s) {
    int v = variable_of(w, s->expr->name.name);
    walk_expr(w, s->expr);
    if (v >= 0) {
        int n = webs_new(w, v, false);
        w->nodes.item[n].deleted = s;
        vec_push(w->arena, &w->nodes.item[n].from, w->at.node[v]);
        w->at.node[v] = n;
    }
}

static void walk_guarded(struct webs *w, struct stmt *s);

static void walk_if(struct webs *w, struct stmt *s) {
    if (s->if_.guard && s->if_.guard->kind != GUARD_CLAUSE) {
        walk_guarded(w, s);
        return;
    }
    if (stmt_runs(s)) {
        walk_block(w, &s->if_.then);
        return;
    }
    walk_expr(w, s->if_.cond);
    struct here els = webs_copy(w, &w->at);
    walk_block(w, &s->if_.then);
    struct here then = w->at;
    w->at = els;
    walk_block(w, &s->if_.els);
    if (!w->inside && webs_may_decide(s->if_.cond)) {
        webs_meet_decided(w, s, &w->at, &then);
    } else {
        webs_meet(w, &w->at, &then);
    }
}

/* A loop being walked. */
struct heads {
    struct webs *w;
    int *merge;
};

static void make_head(void *context, const char *name, bool def) {
    const struct heads *h = context;
    int v = variable_of(h->w, name);
    (void)def;
    if (v >= 0 && h->merge[v] < 0) {
        h->merge[v] = webs_merge(h->w, v);
        h->w->nodes.item[h->merge[v]].head = true;
        webs_add(h->w, h->merge[v], h->w->at.node[v]);
        h->w->at.node[v] = h->merge[v];
    }
}

/* The place is the head now. */
static void open_loop(struct webs *w, struct ring *ring, const struct expr *target,
                      const struct block *body) {
    struct heads h = {w, ARENA_ARRAY(w->arena, int, w->variables.n)};
    for (int i = 0; i < w->variables.n; ++i) {
        h.merge[i] = -1;
    }
    if (target) {
        webs_bound_target(target, make_head, &h);
    }
    webs_bound_block(body, make_head, &h);
    *ring = (struct ring){.up = w->ring, .head = h.merge};
    w->ring = ring;
}

/* The place goes on at the head of the loop. */
static void go_to_head(struct webs *w) {
    for (int i = 0; w->ring && w->at.reached && i < w->variables.n; ++i) {
        if (w->ring->head[i] >= 0) {
            webs_add(w, w->ring->head[i], w->at.node[i]);
        }
    }
}

/* behind: where the loop ends by itself. */
static void close_loop(struct webs *w, struct here behind, const struct block *els) {
    struct ring *ring = w->ring;
    go_to_head(w);
    w->at = behind;
    w->ring = ring->up;
    walk_block(w, els);
    if (ring->behind.node) {
        webs_meet(w, &w->at, &ring->behind);
    }
}

static void walk_for(struct webs *w, struct stmt *s) {
    struct ring ring;
    walk_expr(w, s->for_.iter);
    open_loop(w, &ring, s->for_.target, &s->for_.body);
    struct here behind = webs_copy(w, &w->at);
    walk_target(w, s->for_.target);
    walk_block(w, &s->for_.body);
    close_loop(w, behind, &s->for_.els);
}

static void walk_while(struct webs *w, struct stmt *s) {
    const struct expr *cond = s->while_.cond;
    bool endless = (cond->kind == EXPR_BOOL && cond->boolean) ||
                   (cond->kind == EXPR_INT && cond->integer.value != 0);
    struct ring ring;
    open_loop(w, &ring, NULL, &s->while_.body);
    walk_expr(w, s->while_.cond);
    struct here behind = webs_copy(w, &w->at);
    behind.reached = behind.reached && !endless;
    walk_block(w, &s->while_.body);
    close_loop(w, behind, &s->while_.els);
}

/* The merges of a loop's head, made as those of handlers, which begin with what is there before. */
static void walk_guarded(struct webs *w, struct stmt *s) {
    struct stmt *body = s->if_.then.item[0];
    struct block behind = {s->if_.then.n - 1, s->if_.then.item + 1};
    struct here entry = webs_copy(w, &w->at);
    struct heads h = {w, ARENA_ARRAY(w->arena, int, w->variables.n)};
    for (int i = 0; i < w->variables.n; ++i) {
        h.merge[i] = -1;
    }
    struct here before = w->at;
    w->at = entry;
    webs_bound_block(&body->if_.then, make_head, &h);
    struct here failed = webs_copy(w, &w->at);
    w->at = before;
    struct catcher catcher = {w->catcher, h.merge};
    w->catcher = &catcher;
    walk_block(w, &body->if_.then);
    w->catcher = catcher.up;
    if (s->if_.guard->kind == GUARD_FINALLY) {
        bool reached = w->at.reached;
        webs_meet(w, &w->at, &failed);
        walk_block(w, &behind);
        w->at.reached = w->at.reached && reached;
        return;
    }
    walk_block(w, &behind);
    struct here then = w->at;
    w->at = failed;
    walk_block(w, &s->if_.els);
    webs_meet(w, &w->at, &then);
}

static void walk_break(struct webs *w) {
    struct ring *ring = w->ring;
    if (ring && ring->behind.node) {
        webs_meet(w, &ring->behind, &w->at);
    } else if (ring) {
        ring->behind = webs_copy(w, &w->at);
    }
    w->at.reached = false;
}

static void walk_stmt(struct webs *w, struct stmt *s) {
    switch (s->kind) {
    case STMT_EXPR:
        walk_expr(w, s->expr);
        break;
    case STMT_RETURN:
        walk_expr(w, s->expr);
        w->at.reached = false;
        break;
    case STMT_DEL:
        walk_del(w, s);
        break;
    case STMT_ASSIGN:
        walk_assign(w, s);
        break;
    case STMT_AUGASSIGN:
        walk_aug(w, s);
        break;
    case STMT_IF:
        walk_if(w, s);
        break;
    case STMT_WHILE:
        walk_while(w, s);
        break;
    case STMT_FOR:
        walk_for(w, s);
        break;
    case STMT_BREAK:
        walk_break(w);
        break;
    case STMT_CONTINUE:
        go_to_head(w);
        w->at.reached = false;
        break;
    case STMT_ASSERT:
        walk_expr(w, s->assert_.cond);
        walk_expr(w, s->assert_.message);
        break;
    case STMT_RAISE:
        walk_expr(w, s->raise.message);
        w->at.reached = false;
        break;
    case STMT_DEF:
        walk_defaults(w, s->def);
        if (w->inside) {
            walk_inside(w, s->def);
        }
        break;
    default:
        break;
    }
}

static void walk_block(struct webs *w, const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        walk_stmt(w, b->item[i]);
    }
}

/* ---- the function */

void webs_part(struct sugar *g, struct func *f, const struct func_notes *notes) {
    struct webs w = {.arena = g->arena, .g = g};
    webs_find_variables(&w, f, notes);
    if (w.variables.n == 0) {
        return;
    }
    w.at = (struct here){true, ARENA_ARRAY(w.arena, int, w.variables.n)};
    for (int i = 0; i < w.variables.n; ++i) {
        w.at.node[i] = w.variables.item[i]->entry;
    }
    webs_find_functions(&w, &f->body);
    for (int i = 0; i < w.insides.n; ++i) {
        w.inside = w.insides.item[i];
        walk_inside(&w, w.inside->func);
    }
    w.inside = NULL;
    walk_block(&w, &f->body);
    for (int i = 0; i < w.nodes.n; ++i) { /* what nothing follows only reads */
        const struct held *h = &w.nodes.item[i];
        if (h->deleted && !h->read) {
            h->deleted->kind = STMT_EXPR;
        }
    }
    webs_write_copies(&w);
    for (int i = 0; i < w.seen.n; ++i) {
        w.seen.item[i].name->name.name = webs_name(&w, w.seen.item[i].node);
    }
}
