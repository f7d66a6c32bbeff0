/* Loops that write the element which all their iterations read:
 *
 *     for j in range(n):                               j in range(0, min(k, n))
 *         d[i, j] = min(d[i, j], d[i, k] + d[k, j])    j in range(max(0, k), min(k + 1, n))
 *                                                      j in range(max(0, k + 1), n)
 *
 * Only iteration k writes what others read, so that those before it and those behind it are
 * independent: shortest paths, eliminations. Index set splitting (Banerjee, "Speedup of ordinary
 * programs", 1979): the order of the iterations stays. */
#include "pivots.h"

#include "build.h"
#include "facts.h"
#include "rewrite.h"
#include "twins.h"
#include "vars.h"

struct pivots {
    struct arena *a;
    struct tfunc *f;
    const struct facts *facts;
    struct new_vars vars;
    struct tstmt *loop;
    struct tvar *pivot;  /* NULL: none is found */
    struct tstmt *store; /* at hand */
    int n;               /* variables there were, */
    struct tvar **own;   /* by id: that of the copy at hand, or NULL */
};

struct split {
    struct tstmt *loop;
    struct tvar *pivot;
};

/* ---- which loops */

/* What an index is: that of the INDEX statement which gives a temporary its value. */
static const struct texpr *meaning(const struct pivots *x, const struct texpr *e) {
    if (e->kind == TE_VAR && x->facts->var[e->var->id].defs.n == 1) {
        const struct tstmt *s = x->facts->order[x->facts->var[e->var->id].defs.item[0]]->stmt;
        return s->kind == TS_INDEX ? s->index.index : e;
    }
    return e;
}

/* Is e the element that is stored but for one axis, where the pivot stands for the counter? */
static void see_load(struct texpr *e, void *context) {
    struct pivots *x = context;
    const struct tstmt *s = x->store, *loop = x->loop;
    struct tvar *found = NULL;
    int apart = 0;
    if (e->kind != TE_LOAD || e->load.array != s->store.array) {
        return;
    }
    for (int i = 0; i < e->load.n; ++i) {
        const struct texpr *to = meaning(x, s->store.index[i]), *at = meaning(x, e->load.index[i]);
        bool counter = to->kind == TE_VAR && to->var == loop->for_.counter;
        bool pivot = at->kind == TE_VAR && at->var->is_counter && at->var != loop->for_.counter;
        apart += !expr_equal(to, at);
        found = counter && pivot ? at->var : found;
    }
    x->pivot = apart == 1 && found ? found : x->pivot;
}

static void see_loads(struct texpr *e, void *context) {
    expr_walk(e, see_load, context);
}

static bool is_changed(const struct texpr *e, const void *context) {
    const struct pivots *x = context;
    const struct stmt_fact *loop = fact_of(x->facts, x->loop);
    return (e->kind != TE_VAR && e->kind != TE_CONST && e->kind != TE_OP && e->kind != TE_CAST &&
            e->kind != TE_SHAPE) ||
           (e->kind == TE_VAR &&
            (e->var == x->pivot || fact_assigned(x->facts, e->var, loop->pos, loop->end)));
}

/* Finds the pivot of the loop. Where its range says something of the pivot, it is apart already. */
static bool find_pivot(struct pivots *x) {
    const struct tstmt *loop = x->loop;
    const struct stmt_fact *fact = fact_of(x->facts, loop);
    const struct texpr *step = loop->for_.step;
    x->pivot = NULL;
    if (loop->for_.parallel || loop->for_.els.n > 0 || loop->for_.implied || loop->for_.tried ||
        (step && (step->kind != TE_CONST || step->value.i != 1))) {
        return false;
    }
    for (int pos = fact->pos + 1; pos <= fact->body_end; ++pos) {
        const struct tstmt *s = x->facts->order[pos]->stmt;
        if (s->kind != TS_ASSIGN && s->kind != TS_STORE && s->kind != TS_INDEX &&
            s->kind != TS_IF && s->kind != TS_CHECK) {
            return false;
        }
    }
    for (int pos = fact->pos + 1; pos <= fact->body_end; ++pos) {
        x->store = x->facts->order[pos]->stmt;
        for (int at = fact->pos + 1; at <= fact->body_end && x->store->kind == TS_STORE; ++at) {
            stmt_exprs(x->facts->order[at]->stmt, see_loads, x);
        }
    }
    return x->pivot && !expr_any(loop->for_.start, is_changed, x) &&
           !expr_any(loop->for_.stop, is_changed, x);
}

/* ---- copies */

static struct texpr *own_var(const struct tvar *v, void *context) {
    const struct pivots *x = context;
    struct tvar *own = v->id < x->n ? x->own[v->id] : NULL;
    return own ? build_var(x->a, own) : NULL;
}

/* The loop from..to; the first one is itself. */
static struct tstmt *part(struct pivots *x, struct tstmt *loop, bool copy, struct texpr *from,
                          struct texpr *to) {
    if (copy) {
        const struct tir_copier copier = {x->a, own_var, NULL, x};
        loop = stmt_copy_as(&copier, loop);
    }
    loop->for_.pivot = x->pivot;
    loop->for_.behind = copy;
    loop->for_.start = from;
    loop->for_.stop = to;
    return loop;
}

static void split_at(struct pivots *x, const struct split *s) {
    struct tstmt *loop = s->loop;
    struct ty *type = s->pivot->type;
    x->pivot = s->pivot;
    struct texpr *from = loop->for_.start, *to = loop->for_.stop;
    struct texpr *at = build_var(x->a, s->pivot), *one = build_int(x->a, type, 1);
    struct texpr *next = build_op(x->a, type, OP_ADD, at, one),
                 *part_of[3][2] = {{from, build_op(x->a, type, OP_PYMIN, at, to)},
                                   {build_op(x->a, type, OP_PYMAX, from, at),
                                    build_op(x->a, type, OP_PYMIN, next, to)},
                                   {build_op(x->a, type, OP_PYMAX, from, next), to}};
    struct tblock *block = (struct tblock *)(uintptr_t)fact_of(x->facts, loop)->block;
    struct tblock b = {.n = 0, .item = ARENA_ARRAY(x->a, struct tstmt *, block->n + 2)};
    for (int i = 0; i < block->n; ++i) {
        if (block->item[i] != loop) {
            b.item[b.n++] = block->item[i];
            continue;
        }
        for (int k = 2; k >= 0; --k) { /* the copies while the loop is as it was */
            if (k > 0) {
                twins_of(x->a, x->facts, &x->vars, loop, x->n, x->own);
            }
            b.item[b.n + k] = part(x, loop, k > 0, part_of[k][0], part_of[k][1]);
        }
        b.n += 3;
    }
    *block = b;
}

/* Is there a loop in a loop? */
static bool nests(const struct tblock *b, bool inside) {
    bool any = false;
    for (int i = 0; i < b->n && !any; ++i) {
        const struct tblock *block[3];
        bool loop = b->item[i]->kind == TS_FOR;
        any = inside && loop;
        for (int k = 0, n = stmt_blocks(b->item[i], block); k < n && !any; ++k) {
            any = nests(block[k], inside || loop);
        }
    }
    return any;
}

void pivots_run(struct arena *a, struct tmodule *m) {
    for (int i = 0; i < m->funcs.n; ++i) {
        struct tfunc *f = m->funcs.item[i];
        struct arena work;
        VEC(struct split) splits = {0};
        arena_init(&work);
        struct pivots x = {.a = a, .f = f, .vars = {.f = f, .table = &work}};
        x.facts = f->gpu || !nests(&f->body, false) ? NULL : facts_collect(&work, f);
        for (int pos = 0; x.facts && pos < x.facts->n; ++pos) {
            x.loop = x.facts->order[pos]->stmt;
            if (x.loop->kind == TS_FOR && find_pivot(&x)) {
                vec_push(&work, &splits, ((struct split){x.loop, x.pivot}));
            }
        }
        x.n = f->n_vars;
        x.own = ARENA_ARRAY(&work, struct tvar *, x.n);
        for (int k = 0; k < splits.n; ++k) {
            split_at(&x, &splits.item[k]);
        }
        if (splits.n > 0) {
            tir_number(f);
        }
        arena_free(&work);
    }
}
