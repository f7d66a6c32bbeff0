/* Elements of the array a loop writes that all its iterations read, read before it (form.h):
 *
 *     for j:                                 if lo < hi:
 *         d[i, j] = d[i, j] - d[i, k] * x[j]     t = d[i, k]
 *                                        ->      for j: d[i, j] = d[i, j] - t * x[j]
 *
 * As far as C compilers can see, the store may change what is read, so that they read it again for
 * each vector; of other arrays they find out when called. It does not: iterations that may run at
 * once do not read what another one has written, and in its own the only store comes last. */
#include "build.h"
#include "form.h"

struct hold {
    struct former *m;
    const struct tblock *body;
    const struct tvar *counter;
    const struct tvar *array; /* of the store */
    VEC(struct texpr *) load;
    VEC(struct tvar *) var;
    bool closed; /* no more of them */
};

/* The first statement that gives v a value; NULL: none. */
static const struct tstmt *given_by(const struct tblock *b, const struct tvar *v) {
    const struct tstmt *s = NULL;
    for (int i = 0; i < b->n && !s; ++i) {
        const struct tblock *block[3];
        s = stmt_def(b->item[i]) == v ? b->item[i] : NULL;
        for (int k = stmt_blocks(b->item[i], block) - 1; k >= 0 && !s; --k) {
            s = given_by(block[k], v);
        }
    }
    return s;
}

/* An INDEX of the loop, or of a copy, that checks before the nest cover. */
static bool is_known(const struct former *m, const struct tstmt *s) {
    int n = m->fp->func->n_stmts;
    return s->kind == TS_INDEX && m->fp->hoisted[s->id < n ? s->id : m->origin.item[s->id - n]];
}

/* An index that is the same in all iterations. */
static bool is_fixed(const struct hold *h, const struct texpr *e) {
    struct texpr *const *part;
    bool fits = e->kind == TE_CONST || e->kind == TE_CAST || e->kind == TE_OP ||
                e->kind == TE_SHAPE || (e->kind == TE_VAR && e->var != h->counter);
    const struct tstmt *s = fits && e->kind == TE_VAR ? given_by(h->body, e->var) : NULL;
    if (s) {
        return is_known(h->m, s) && is_fixed(h, s->index.index);
    }
    for (int i = 0, n = expr_parts(e, &part); i < n && fits; ++i) {
        fits = is_fixed(h, part[i]);
    }
    return fits;
}

static bool is_held(const struct hold *h, const struct texpr *e) {
    bool held = e->kind == TE_LOAD && e->load.array == h->array;
    for (int i = 0; held && i < e->load.n; ++i) {
        held = is_fixed(h, e->load.index[i]);
    }
    return held;
}

/* What only some iterations read stays there. */
static bool is_choice(const struct texpr *e) {
    return e->kind == TE_SELECT ||
           (e->kind == TE_OP && (e->op.op == OP_LAND || e->op.op == OP_LOR));
}

static bool reads_held(const struct hold *h, const struct texpr *e) {
    struct texpr *const *part;
    bool reads = is_held(h, e);
    for (int i = 0, n = is_choice(e) ? 0 : expr_parts(e, &part); i < n && !reads; ++i) {
        reads = reads_held(h, part[i]);
    }
    return reads;
}

/* A scalar, or an index. */
static bool is_value(const struct former *m, const struct tstmt *s) {
    return is_known(m, s) || (s->kind == TS_ASSIGN && s->assign.dst->type->kind == TY_SCALAR);
}

/* The store of a block that comes last, after values, or an IF of such a block does; NULL: it is
 * otherwise. */
static struct tstmt *last_store(const struct former *m, const struct tblock *b) {
    for (int i = 0; i < b->n - 1; ++i) {
        if (!is_value(m, b->item[i])) {
            return NULL;
        }
    }
    struct tstmt *s = b->n > 0 ? b->item[b->n - 1] : NULL;
    return s && s->kind == TS_IF && s->if_.els.n == 0 ? last_store(m, &s->if_.then)
           : s && s->kind == TS_STORE                 ? s
                                                      : NULL;
}

/* What each iteration computes at a statement; NULL: nothing but an index. */
static struct texpr **value_of(struct tstmt *s) {
    return s->kind == TS_STORE    ? &s->store.value
           : s->kind == TS_ASSIGN ? &s->assign.value
           : s->kind == TS_IF     ? &s->if_.cond
                                  : NULL;
}

bool form_may_hold(struct former *m) {
    const struct loop_plan *p = m->p;
    const struct tblock *b = &p->stmt->for_.body;
    struct hold h = {.m = m, .body = b, .counter = p->stmt->for_.counter};
    bool fits = p->innermost && p->simd && !p->speculate && p->reductions.n == 0 &&
                p->element_reductions.n == 0;
    const struct tstmt *store = fits ? last_store(m, b) : NULL;
    bool walks = false, reads = false;
    h.array = store ? store->store.array : NULL;
    for (int i = 0; store && i < store->store.n; ++i) {
        walks = walks || !is_fixed(&h, store->store.index[i]);
    }
    for (int i = 0; walks && i < b->n; ++i) {
        struct texpr **value = value_of(b->item[i]);
        reads = reads || (value && reads_held(&h, *value));
    }
    return reads;
}

/* Indices in the place of their variables. */
static struct texpr *put_index(struct texpr *e, void *context) {
    struct hold *h = context;
    const struct tstmt *s = e->kind == TE_VAR ? given_by(h->body, e->var) : NULL;
    return s && is_known(h->m, s)
               ? form_index(h->m, s, expr_map(h->m->a, s->index.index, put_index, h))
               : NULL;
}

static struct texpr *held(struct texpr *e, void *context) {
    struct hold *h = context;
    int i = 0;
    if (!is_held(h, e)) {
        return is_choice(e) ? e : NULL;
    }
    e = expr_map(h->m->a, e, put_index, h);
    while (i < h->load.n && !expr_equal(h->load.item[i], e)) {
        ++i;
    }
    if (i == h->load.n && h->closed) {
        return e;
    }
    if (i == h->load.n) {
        struct tvar *v = form_var(h->m, e->load.array->name, e->type);
        vec_push(h->m->a, &h->load, e);
        vec_push(h->m->a, &h->var, v);
    }
    return build_var(h->m->a, h->var.item[i]);
}

/* In an IF, which not all iterations run, only what is read before it, too. */
static void hold_block(struct hold *h, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        struct texpr **value = value_of(s);
        if (value) {
            *value = expr_map(h->m->a, *value, held, h);
        }
        if (s->kind == TS_IF) {
            h->closed = true;
            hold_block(h, &s->if_.then);
        }
    }
}

void form_hold(struct former *m, struct form_block *to) {
    struct form_block loops = {0}, then = {0};
    struct tstmt *loop = form_add_part(m, &loops, m->lo, m->hi);
    struct hold h = {.m = m, .body = &loop->for_.body, .counter = loop->for_.counter};
    h.array = last_store(m, h.body)->store.array;
    hold_block(&h, h.body);
    for (int i = 0; i < h.load.n; ++i) {
        form_add_assign(m, &then, h.var.item[i], h.load.item[i]);
    }
    vec_push(m->a, &then.s, loop);
    struct tstmt *s = form_add_new(m, to, TS_IF);
    s->if_.cond = form_op(m, OP_LT, build_var(m->a, m->lo), build_var(m->a, m->hi));
    s->if_.then = form_taken(&then);
}
