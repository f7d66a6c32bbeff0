/* Views that no turn of a loop changes, before it:
 *
 *     for t in range(steps):              a = A[1:-1]; b = A[2:]
 *         B[1:-1] = A[1:-1] + A[2:]       for t in range(steps): ...
 *
 * Of serial loops around parallel ones, which are nests: the loop itself runs in its function. A
 * view goes where its base and all that its axes are made of are constants, parameters that nothing
 * assigns, and variables whose only definition stands before the loop; the temporary that it
 * defines has no other definition. Making a view touches no element and cannot fail. */
#include "hoist_views.h"

#include "rewrite.h"

struct hoister {
    struct arena *a;
    int *defs;  /* by variable: statements that assign it */
    bool *seen; /* by variable: one of them stands before */
};

static void count_def(struct tvar **v, enum var_mention how, void *context) {
    ((struct hoister *)context)->defs[(*v)->id] += how == MENTION_DEF;
}

static void see_def(struct tvar **v, enum var_mention how, void *context) {
    struct hoister *h = context;
    h->seen[(*v)->id] = h->seen[(*v)->id] || how == MENTION_DEF;
}

static void count_block(struct hoister *h, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        stmt_mentions(b->item[i], count_def, h);
        for (int k = stmt_blocks(b->item[i], block); k-- > 0;) {
            count_block(h, block[k]);
        }
    }
}

static bool has_parallel(const struct tblock *b) {
    bool has = false;
    for (int i = 0; i < b->n && !has; ++i) {
        const struct tblock *block[3];
        has = b->item[i]->kind == TS_FOR && b->item[i]->for_.parallel;
        for (int k = stmt_blocks(b->item[i], block); !has && k-- > 0;) {
            has = has_parallel(block[k]);
        }
    }
    return has;
}

/* ---- what stays */

static bool stays(const struct hoister *h, const struct tvar *v) {
    return v->is_param ? h->defs[v->id] == 0 : h->defs[v->id] == 1 && h->seen[v->id];
}

static bool may_change(const struct texpr *e, const void *context) {
    const struct hoister *h = context;
    return e->kind == TE_VAR     ? !stays(h, e->var)
           : e->kind == TE_SHAPE ? !stays(h, e->shape.array)
                                 : e->kind != TE_CONST;
}

static bool lasts(const struct hoister *h, const struct texpr *e) {
    return !e || !expr_any(e, may_change, h);
}

static bool is_lasting(const struct hoister *h, const struct tstmt *s) {
    bool lasting = s->kind == TS_VIEW && !s->view.order && !view_may_copy(s) &&
                   s->view.dst->is_temp && h->defs[s->view.dst->id] == 1 && stays(h, s->view.base);
    for (int i = 0; lasting && i < s->view.n; ++i) {
        const struct view_axis *x = &s->view.axis[i];
        lasting = x->kind != VIEW_INDEX && (!x->step || x->step->kind == TE_CONST) &&
                  lasts(h, x->start) && lasts(h, x->stop) && lasts(h, x->extent);
    }
    return lasting;
}

/* ---- blocks */

struct stmts {
    VEC(struct tstmt *) s;
};

/* Takes what lasts out of the body of a loop. */
static void take_views(struct hoister *h, struct tblock *body, struct stmts *to) {
    int n = 0;
    for (int i = 0; i < body->n; ++i) {
        struct tstmt *s = body->item[i];
        if (is_lasting(h, s)) {
            vec_push(h->a, &to->s, s);
            stmt_mentions(s, see_def, h);
        } else {
            body->item[n++] = s;
        }
    }
    body->n = n;
}

static void hoist_block(struct hoister *h, struct tblock *b) {
    struct stmts to = {0};
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        int n = stmt_blocks(s, block);
        bool nest = s->kind == TS_FOR && s->for_.parallel;
        struct tblock *body = s->kind == TS_FOR     ? &s->for_.body
                              : s->kind == TS_WHILE ? &s->while_.body
                                                    : NULL;
        if (body && !nest && has_parallel(body)) {
            take_views(h, body, &to);
        }
        stmt_mentions(s, see_def, h);
        for (int k = 0; k < n && !nest; ++k) {
            hoist_block(h, (struct tblock *)block[k]);
        }
        vec_push(h->a, &to.s, s);
    }
    *b = (struct tblock){to.s.n, to.s.item};
}

void hoist_views(struct arena *a, struct tmodule *m) {
    struct arena work;
    arena_init(&work);
    for (int i = 0; i < m->funcs.n; ++i) {
        struct tfunc *f = m->funcs.item[i];
        struct hoister h = {.a = a};
        if (!has_parallel(&f->body)) {
            continue;
        }
        h.defs = ARENA_ARRAY(&work, int, f->n_vars + 1);
        h.seen = ARENA_ARRAY(&work, bool, f->n_vars + 1);
        count_block(&h, &f->body);
        hoist_block(&h, &f->body);
        arena_clear(&work);
    }
    arena_free(&work);
}
