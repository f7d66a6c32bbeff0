/* Products of one matrix that follow each other, as in
 *
 *     q, s = A @ p, r @ A        and        (A @ x) @ A
 *
 * so that the run time may read the matrix once for both (runtime/product/product_pair.c). Between
 * the two there may be what prepares the second one: checks of shapes, new arrays, views. The
 * second one may stand in the branches of an IF, then in both; the first one at the end of a
 * branch. Loops are left alone: a turn gives arrays back that the turn before it made. */
#include "pairs.h"

#include "facts.h"

enum { MOST_SECONDS = 8 }; /* one in each branch of IFs in IFs */

struct pairs {
    int *defs;                /* by var id: assignments, parameters one more */
    const struct tstmt **def; /* by var id: the last one */
    struct tstmt *second[MOST_SECONDS];
    int n_seconds;
};

/* Where a path goes on: block->item[next], then up. */
struct path {
    const struct tblock *block;
    int next;
    const struct path *up; /* NULL: the function ends */
};

enum met {
    MET_ALWAYS,  /* every path leads to a product of the matrix */
    MET_NOTHING, /* the block ends before */
    MET_OTHER    /* something else comes first */
};

/* ---- what is known of variables */

static void count_block(struct pairs *x, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        const struct tvar *dst = stmt_def(s);
        if (dst) {
            ++x->defs[dst->id];
            x->def[dst->id] = s;
        }
        const struct tblock *block[3];
        int n = stmt_blocks(s, block);
        for (int k = 0; k < n; ++k) {
            count_block(x, block[k]);
        }
    }
}

/* The array that a view shows elements of. */
static const struct tvar *origin(const struct pairs *x, const struct tvar *v) {
    const struct tstmt *s = x->def[v->id];
    while (x->defs[v->id] == 1 && s && s->kind == TS_VIEW && !view_may_copy(s)) {
        v = s->view.base;
        s = x->def[v->id];
    }
    return v;
}

static bool is_product(const struct tstmt *s) {
    return s->kind == TS_LIB && s->lib.fn == OP_MATMUL && s->lib.out->type->rank == 2;
}

static bool share_matrix(const struct pairs *x, const struct tstmt *s, const struct tstmt *t) {
    for (int i = 0; i < 4; ++i) {
        const struct tvar *a = origin(x, s->lib.arg[i / 2].value->var);
        const struct tvar *b = origin(x, t->lib.arg[i % 2].value->var);
        if (a == b && a->type->rank >= 2) {
            return true;
        }
    }
    return false;
}

/* ---- what may stand between the two */

static void look(struct texpr *e, void *context) {
    bool *plain = context;
    *plain = *plain && (e->kind == TE_CONST || e->kind == TE_VAR || e->kind == TE_SHAPE ||
                        e->kind == TE_CAST || e->kind == TE_OP || e->kind == TE_SELECT ||
                        e->kind == TE_TUPLE);
}

static void look_below(struct texpr *e, void *context) {
    expr_walk(e, look, context);
}

/* Reads no element and writes none; what it assigns is assigned here only. */
static bool prepares(const struct pairs *x, const struct tstmt *s) {
    const struct tvar *dst = stmt_def(s);
    bool known = s->kind == TS_CHECK || s->kind == TS_ALLOC || s->kind == TS_IF ||
                 (s->kind == TS_ASSIGN && dst->type->kind == TY_SCALAR) ||
                 (s->kind == TS_VIEW && !view_may_copy(s));
    bool plain = true;
    stmt_exprs(s, look_below, &plain);
    return known && plain && (!dst || x->defs[dst->id] == 1);
}

static enum met meet(struct pairs *x, const struct tstmt *first, const struct tblock *b, int from) {
    for (int i = from; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        if (is_product(s)) {
            if (x->n_seconds == MOST_SECONDS || !share_matrix(x, first, s)) {
                return MET_OTHER;
            }
            x->second[x->n_seconds++] = s;
            return MET_ALWAYS;
        }
        if (!prepares(x, s)) {
            return MET_OTHER;
        }
        if (s->kind == TS_IF) {
            bool both = meet(x, first, &s->if_.then, 0) == MET_ALWAYS &&
                        meet(x, first, &s->if_.els, 0) == MET_ALWAYS;
            return both ? MET_ALWAYS : MET_OTHER;
        }
    }
    return MET_NOTHING;
}

static void pair_first(struct pairs *x, struct tstmt *s, const struct path *after) {
    x->n_seconds = 0;
    enum met met = MET_NOTHING;
    for (; after && met == MET_NOTHING; after = after->up) {
        met = meet(x, s, after->block, after->next);
    }
    if (met == MET_ALWAYS) {
        s->lib.pair = PAIR_FIRST;
        for (int i = 0; i < x->n_seconds; ++i) {
            x->second[i]->lib.pair = PAIR_SECOND;
        }
    }
}

static void pair_block(struct pairs *x, const struct tblock *b, const struct path *up) {
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        struct path after = {b, i + 1, up};
        if (is_product(s) && s->lib.pair == PAIR_NONE) {
            pair_first(x, s, &after);
        } else if (s->kind == TS_IF) {
            pair_block(x, &s->if_.then, &after);
            pair_block(x, &s->if_.els, &after);
        }
    }
}

void pairs_run(struct arena *a, struct tmodule *m) {
    for (int i = 0; i < m->funcs.n; ++i) {
        const struct tfunc *f = m->funcs.item[i];
        struct pairs x = {.defs = ARENA_ARRAY(a, int, f->n_vars),
                          .def = ARENA_ARRAY(a, const struct tstmt *, f->n_vars)};
        for (int k = 0; k < f->n_params; ++k) {
            ++x.defs[f->param[k]->id];
        }
        count_block(&x, &f->body);
        pair_block(&x, &f->body, NULL);
    }
}
