/* What the C need not say: assignments that nothing reads, and views that stand for their base.
 *
 * A region that is guarded stands twice in a function, and both branches assign the same variables:
 * one may not read what the other does. Operands of array statements are
 *
 *     t39 = view of t1, kept apart from t38
 *     t40 = t39 stretched to t38's shape
 *
 * two statements that become one where nothing else reads t39. Both are found by going backwards
 * through a block and counting the reads that follow; a variable counts when no statement elsewhere
 * refers to it, but for the other branch of an IF, which assigns it anew. */
#include "emit.h"

struct live {
    struct emit *e;
    int *after;               /* by var id: reads in what follows in the block */
    int *inside;              /* by var id: references in the region */
    const struct tstmt *next; /* the living statement that follows */
    int loops;                /* around the block */
};

/* ---- references */

static void count(struct tvar *v, void *context) {
    ++((int *)context)[v->id];
}

static void count_expr(struct texpr *x, int *n) {
    if (x) {
        expr_reads(x, count, n);
    }
}

static void count_table(const struct access_table *t, int *n) {
    for (int i = 0; t && i < t->symbols.n; ++i) {
        count_expr(t->symbols.item[i].value, n);
    }
}

/* What the call of a nest reads beside the nest itself. */
static void count_nest(const struct nest *nest, int *n) {
    count_expr(nest->work, n);
    for (int i = 0; i < nest->checks.n; ++i) {
        count_expr(nest->checks.item[i].min, n);
        count_expr(nest->checks.item[i].max, n);
    }
    for (int i = 0; i < nest->fits.n; ++i) {
        count_expr(nest->fits.item[i], n);
    }
    for (int i = 0; i < nest->in.n; ++i) {
        ++n[nest->in.item[i]->id];
    }
    for (int i = 0; i < nest->arrays.n; ++i) {
        ++n[nest->arrays.item[i].var->id];
    }
    count_table(nest->table, n);
    count_table(nest->question ? nest->question->table : NULL, n);
    count_table(nest->device ? nest->device->table : NULL, n);
    for (int k = 0; nest->device && k < nest->device->dims; ++k) {
        count_expr(nest->device->hull[k].first, n);
        count_expr(nest->device->hull[k].last, n);
    }
}

static void count_block(struct emit *e, const struct tblock *b, bool living, int *n);

/* living: without what is dead. */
static void count_stmt(struct emit *e, const struct tstmt *s, bool living, int *n) {
    const struct tblock *block[3];
    const struct nest *nest = e->fplan->nest_of_stmt[s->id];
    if (living && e->live.dead[s->id]) {
        return;
    }
    stmt_reads(s, count, n);
    if (living && e->live.stands[s->id]) {
        --n[stmt_def(e->live.stands[s->id])->id];
        stmt_reads(e->live.stands[s->id], count, n);
    }
    if (living && s->kind == TS_FOR && s->for_.source) {
        stmt_reads(s->for_.source, count, n);
    }
    if (living && nest && nest->root == s) {
        count_nest(nest, n);
    }
    for (int i = stmt_blocks(s, block); i-- > 0;) {
        count_block(e, block[i], living, n);
    }
}

static void count_block(struct emit *e, const struct tblock *b, bool living, int *n) {
    for (int i = 0; i < b->n; ++i) {
        count_stmt(e, b->item[i], living, n);
    }
}

/* ---- a block */

/* May the definition go: does nothing outside of the region, and no other turn of a loop, see what
 * it gives, and is the variable declared elsewhere, or nowhere any more? */
static bool is_confined(const struct live *l, const struct tstmt *s) {
    const struct tvar *v = stmt_def(s);
    const struct place *p = &l->e->place.var[v->id];
    bool declares = p->at_definition && p->first == s && p->defs > 1;
    bool last = p->defs == 1 && p->unsure; /* behind a check that it is bound */
    return !last && !declares && !v->is_param && !v->is_counter && p->home &&
           p->home->loops >= l->loops && l->inside[v->id] == p->reads;
}

static void drop(struct emit *e, const struct tstmt *s) {
    e->live.dead[s->id] = true;
    --e->place.var[stmt_def(s)->id].defs;
}

/* A view of all of its base that only the next statement reads, which stretches it. Vectors in
 * loops are looked at in the code instead. */
static bool stands_for_base(const struct live *l, const struct tstmt *s) {
    const struct tvar *v = s->view.dst;
    bool whole = s->view.part == PART_WHOLE && !s->view.order && s->view.dst->type->rank > 0 &&
                 l->after[v->id] == 1 && l->next && l->next->kind == TS_VIEW &&
                 l->next->view.base == v && !view_may_copy(l->next) && !l->next->view.order &&
                 l->next->view.part == PART_WHOLE && is_confined(l, s) &&
                 (l->loops == 0 || v->type->rank > 1);
    for (int i = 0; i < s->view.n; ++i) {
        whole = whole && s->view.axis[i].kind == VIEW_FULL;
    }
    return whole;
}

static void look_at_block(struct live *l, const struct tblock *b, const struct tblock *other);

static void look_at_blocks(struct live *l, const struct tstmt *s) {
    const struct tblock *block[3];
    int n = stmt_blocks(s, block);
    for (int i = 0; i < n; ++i) {
        struct live inner = {.e = l->e};
        inner.loops = l->loops + (s->kind != TS_IF && i < n - 1); /* an `else` is behind its loop */
        look_at_block(&inner, block[i], s->kind == TS_IF ? block[1 - i] : NULL);
    }
}

/* other: the other branch of an IF. */
static void look_at_block(struct live *l, const struct tblock *b, const struct tblock *other) {
    struct emit *e = l->e;
    l->after = ARENA_ARRAY(e->arena, int, e->func->n_vars + 1);
    l->inside = ARENA_ARRAY(e->arena, int, e->func->n_vars + 1);
    count_block(e, b, false, l->inside);
    if (other) {
        count_block(e, other, false, l->inside);
    }
    for (int i = b->n; i-- > 0;) {
        const struct tstmt *s = b->item[i];
        const struct nest *nest = e->fplan->nest_of_stmt[s->id];
        bool pure = s->kind == TS_ASSIGN || (s->kind == TS_VIEW && !view_may_copy(s));
        if (pure && l->after[stmt_def(s)->id] == 0 && is_confined(l, s)) {
            drop(e, s);
            continue;
        }
        if (s->kind == TS_VIEW && stands_for_base(l, s)) {
            e->live.stands[l->next->id] = s;
            e->live.fits[l->next->view.dst->id] |= s->view.apart != NULL;
            drop(e, s);
            stmt_reads(s, count, l->after);
            continue; /* no statement that a third could stand for */
        }
        if (!(nest && nest->root == s)) {
            look_at_blocks(l, s);
        }
        count_stmt(e, s, true, l->after);
        l->next = s;
    }
}

void emit_find_dead(struct emit *e, const struct tfunc *f) {
    struct live l = {.e = e};
    e->live.dead = ARENA_ARRAY(e->arena, bool, f->n_stmts + 1);
    e->live.stands = ARENA_ARRAY(e->arena, const struct tstmt *, f->n_stmts + 1);
    look_at_block(&l, &f->body, NULL);
}
