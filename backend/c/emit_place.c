/* Where a function's variables are declared: in the innermost C block that can hold them.
 *
 * Python's variables belong to the whole function. One that is only used inside a loop body and
 * written there before it is read is declared in that body, which makes it private to iterations; a
 * variable that carries a value from one iteration to the next stays outside of the loop.
 *
 * One walk over the tree finds for each variable the innermost block around all its references, and
 * for each read how many loop bodies stand around the assignment that surely came before it (its
 * level). Reads of what was surely assigned only outside of a loop, or perhaps never, keep the
 * declaration outside of that loop. Linear but for the height of branches. */
#include "emit.h"

struct change {
    int var, level; /* the level before */
};

struct walk {
    struct emit *e;
    struct placement place;
    struct place_block *block;
    const struct tstmt *stmt; /* being walked, of block */
    int *level;               /* by var id: loop bodies around a sure assignment, -1: none */
    int least;                /* of these around what declares all that it names */
    VEC(struct change) log;   /* changes of level, to be undone */
    int *stamp;               /* by var id: assigned in a branch, for their intersection */
    int stamps;
};

static void enter(struct walk *w, const struct tstmt *owner, int loops);
static bool walk_items(struct walk *w, const struct tblock *b);
static bool walk_block(struct walk *w, const struct tblock *b, const struct tstmt *owner,
                       int loops);

/* ---- references */

/* Widens the variable's home so that it holds this place too. */
static void widen(struct walk *w, struct place *p) {
    struct place_block *b = w->block;
    while (b->depth > p->home->depth) {
        b = b->parent;
    }
    while (p->home != b) {
        if (p->home->depth >= b->depth) {
            p->first = p->home->owner;
            p->home = p->home->parent;
            p->at_definition = false;
        }
        if (b->depth > p->home->depth) {
            b = b->parent;
        }
    }
}

static void refer(struct walk *w, const struct tvar *v) {
    struct place *p = &w->place.var[v->id];
    const struct nest *nest = w->e->fplan->nest_of_stmt[w->stmt->id];
    if (p->home) {
        p->many = p->many || p->nest != nest;
        widen(w, p);
        return;
    }
    p->home = w->block;
    p->first = w->stmt;
    p->nest = nest;
}

static void read_var(struct tvar *v, void *context) {
    struct walk *w = context;
    struct place *p = &w->place.var[v->id];
    refer(w, v);
    p->reads++;
    int level = w->level[v->id] < w->least ? w->least : w->level[v->id];
    if (w->level[v->id] < w->block->loops && level < p->limit) {
        p->limit = level;
    }
    if (w->level[v->id] < 0) {
        p->at_definition = false;
        p->unsure = true;
    }
}

static void set_level(struct walk *w, int var, int level) {
    vec_push(w->e->arena, &w->log, ((struct change){var, w->level[var]}));
    w->level[var] = level;
}

static void undo(struct walk *w, int mark) {
    while (w->log.n > mark) {
        struct change c = w->log.item[--w->log.n];
        w->level[c.var] = c.level;
    }
}

/* Call after the reads of the statement. */
static void define(struct walk *w, const struct tvar *v) {
    if (!v) {
        return;
    }
    struct place *p = &w->place.var[v->id];
    bool first = !p->home;
    refer(w, v);
    p->defs++;
    p->at_definition = p->at_definition || first;
    if (w->level[v->id] < w->block->loops) {
        set_level(w, v->id, w->block->loops);
    }
}

/* ---- statements; each returns whether control may come out at its end */

static bool walk_if(struct walk *w, const struct tstmt *s) {
    VEC(int) sure = {0};
    stmt_reads(s, read_var, w);
    int mark = w->log.n, stamp = ++w->stamps;
    bool then = walk_block(w, &s->if_.then, s, w->block->loops);
    VEC(int) assigned = {0};
    for (int i = mark; i < w->log.n; ++i) {
        w->stamp[w->log.item[i].var] = stamp;
        vec_push(w->e->arena, &assigned, w->log.item[i].var);
    }
    undo(w, mark);
    bool els = walk_block(w, &s->if_.els, s, w->block->loops);
    if (!then) {
        return els;
    }
    for (int i = mark; els && i < w->log.n; ++i) {
        if (w->stamp[w->log.item[i].var] == stamp) {
            vec_push(w->e->arena, &sure, w->log.item[i].var);
        }
    }
    undo(w, mark);
    int n = els ? sure.n : assigned.n;
    for (int i = 0; i < n; ++i) {
        set_level(w, els ? sure.item[i] : assigned.item[i], w->block->loops);
    }
    return true;
}

/* Its range is given by whoever prints it, and declared nowhere. */
static void walk_form(struct walk *w, const struct tstmt *loop, const struct loop_form *f) {
    struct tvar *const range[] = {f->lo, f->hi};
    for (int i = 0; i < 2; ++i) {
        w->level[range[i]->id] = w->block->loops;
        w->place.var[range[i]->id].defs = 1;
    }
    walk_block(w, &f->body, loop, w->block->loops);
    for (int i = 0; i < 2; ++i) {
        w->place.var[range[i]->id].at_definition = true;
    }
}

static void walk_forms(struct walk *w, const struct tstmt *s, int mark) {
    const struct loop_plan *p = &w->e->fplan->loop[s->for_.loop];
    const struct loop_form *form[] = {p->form, p->kernel};
    for (int i = 0; i < 2; ++i) {
        if (form[i]) {
            walk_form(w, s, form[i]);
            undo(w, mark);
        }
    }
    int least = w->least;
    w->least = w->block->loops;
    for (int i = 0; p->box && i < BOX_BLOCKS; ++i) {
        walk_block(w, &p->box->block[i], s, w->block->loops);
        undo(w, mark);
    }
    w->least = least;
}

static void widen_for(struct tvar *v, void *context) {
    struct walk *w = context;
    struct place *p = &w->place.var[v->id];
    if (p->home) {
        widen(w, p);
    }
}

/* What is computed as a nest begins may name variables of a branch before it, where arrays of the
 * nest were made that have their extents from there. */
static void walk_entry(struct walk *w, const struct nest *n) {
    if (n->work) {
        expr_reads(n->work, widen_for, w);
    }
    for (int i = 0; i < n->checks.n; ++i) {
        expr_reads(n->checks.item[i].min, widen_for, w);
        expr_reads(n->checks.item[i].max, widen_for, w);
    }
    for (int i = 0; i < n->fits.n; ++i) {
        expr_reads(n->fits.item[i], widen_for, w);
    }
    if (n->rows) {
        expr_reads(n->rows->first, widen_for, w);
        expr_reads(n->rows->base, widen_for, w);
    }
}

static void walk_for(struct walk *w, const struct tstmt *s) {
    stmt_reads(s, read_var, w);
    const struct nest *nest = w->e->fplan->nest_of_stmt[s->id];
    if (nest && nest->root == s) {
        walk_entry(w, nest);
    }
    int mark = w->log.n;
    w->level[s->for_.counter->id] = w->block->loops + 1;
    walk_block(w, &s->for_.body, s, w->block->loops + 1);
    undo(w, mark);
    walk_forms(w, s, mark);
    walk_block(w, &s->for_.els, s, w->block->loops);
    undo(w, mark);
}

/* Without statements before the test, the test is read outside of the body. */
static void walk_while(struct walk *w, const struct tstmt *s) {
    struct place_block *outer = w->block;
    const struct tstmt *outer_stmt = w->stmt;
    int mark = w->log.n;
    if (s->while_.pre.n == 0) {
        stmt_reads(s, read_var, w);
    }
    enter(w, s, w->block->loops + 1);
    walk_items(w, &s->while_.pre);
    if (s->while_.pre.n > 0) {
        stmt_reads(s, read_var, w);
    }
    walk_items(w, &s->while_.body);
    w->block = outer;
    w->stmt = outer_stmt;
    undo(w, mark);
    walk_block(w, &s->while_.els, s, w->block->loops);
    undo(w, mark);
}

static bool walk_stmt(struct walk *w, const struct tstmt *s) {
    switch (s->kind) {
    case TS_FOR:
        walk_for(w, s);
        return true;
    case TS_WHILE:
        walk_while(w, s);
        return true;
    case TS_IF:
        return walk_if(w, s);
    default:
        stmt_reads(s, read_var, w);
        define(w, stmt_def(s));
        return s->kind != TS_RETURN && s->kind != TS_RAISE && s->kind != TS_BREAK &&
               s->kind != TS_CONTINUE;
    }
}

static void enter(struct walk *w, const struct tstmt *owner, int loops) {
    struct place_block *inner = ARENA_NEW(w->e->arena, struct place_block);
    *inner = (struct place_block){.parent = w->block, .owner = owner, .loops = loops};
    inner->depth = w->block ? w->block->depth + 1 : 0;
    w->block = inner;
}

static bool walk_items(struct walk *w, const struct tblock *b) {
    bool falls = true;
    for (int i = 0; i < b->n; ++i) {
        w->stmt = b->item[i];
        falls = walk_stmt(w, b->item[i]) && falls;
    }
    return falls;
}

static bool walk_block(struct walk *w, const struct tblock *b, const struct tstmt *owner,
                       int loops) {
    struct place_block *outer = w->block;
    const struct tstmt *outer_stmt = w->stmt;
    enter(w, owner, loops);
    bool falls = walk_items(w, b);
    w->block = outer;
    w->stmt = outer_stmt;
    return falls;
}

/* ---- the result */

bool emit_place_inside(const struct place_block *b, const struct tstmt *s) {
    for (; b; b = b->parent) {
        if (b->owner == s) {
            return true;
        }
    }
    return false;
}

static void settle(struct walk *w, const struct tvar *v) {
    struct place *p = &w->place.var[v->id];
    while (p->home && p->home->loops > p->limit) {
        p->first = p->home->owner;
        p->home = p->home->parent;
        p->at_definition = false;
    }
    if (!p->home || p->at_definition || v->is_param || v->is_counter || emit_owned(w->e, v) ||
        p->reads == 0) {
        return;
    }
    struct place_list *item = ARENA_NEW(w->e->arena, struct place_list);
    *item = (struct place_list){v, w->place.before[p->first->id]};
    w->place.before[p->first->id] = item;
}

struct placement emit_place(struct emit *e, const struct tfunc *f) {
    struct walk w = {.e = e};
    w.place.var = ARENA_ARRAY(e->arena, struct place, f->n_vars + 1);
    w.place.before = ARENA_ARRAY(e->arena, struct place_list *, f->n_stmts + 1);
    w.level = ARENA_ARRAY(e->arena, int, f->n_vars + 1);
    w.stamp = ARENA_ARRAY(e->arena, int, f->n_vars + 1);
    for (int i = 0; i < f->n_vars; ++i) {
        w.level[f->var[i]->id] = f->var[i]->is_param ? 0 : -1;
        w.place.var[f->var[i]->id].limit = 1 << 20;
        w.place.var[f->var[i]->id].defs = f->var[i]->is_param;
    }
    walk_block(&w, &f->body, NULL, 0);
    for (int i = f->n_vars; i-- > 0;) {
        settle(&w, f->var[i]);
    }
    return w.place;
}
