/* Views that are made twice: `A[1:-1] - 2.0 * A[1:-1]` needs one.
 *
 * A view is looked for among the earlier ones of its block. Two show the same elements where their
 * bases and all that their axes are made of are equal, and do not change: parameters that nothing
 * assigns, and variables whose only definition stands before both. One that may be a copy, kept
 * apart from an array that is about to be written, is the same while nothing between them writes.
 */
#include "same_views.h"

#include <string.h>

#include "build.h"
#include "rewrite.h"

struct same {
    struct arena *a, *work;
    int *defs;        /* by variable: statements that assign it */
    bool *seen;       /* by variable: one of them stands before */
    struct tvar **to; /* by variable: what stands for it, or NULL */
    bool any;
    int writes; /* statements so far that may write */
};

/* ---- variables */

static void count_def(struct tvar **v, enum var_mention how, void *context) {
    ((struct same *)context)->defs[(*v)->id] += how == MENTION_DEF;
}

static void count_block(struct same *w, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        stmt_mentions(b->item[i], count_def, w);
        for (int k = stmt_blocks(b->item[i], block); k-- > 0;) {
            count_block(w, block[k]);
        }
    }
}

static bool stays(const struct same *w, const struct tvar *v) {
    return v->is_param ? w->defs[v->id] == 0 : w->defs[v->id] == 1 && w->seen[v->id];
}

/* ---- the same */

static bool may_change(const struct texpr *e, const void *context) {
    const struct same *w = context;
    return e->kind == TE_VAR     ? !stays(w, e->var)
           : e->kind == TE_SHAPE ? !stays(w, e->shape.array)
                                 : e->kind != TE_CONST && e->kind != TE_OP && e->kind != TE_CAST;
}

/* index, start, stop, step, extent */
enum { PARTS = 5 };

static void parts_of(const struct view_axis *x, const struct texpr *part[PARTS]) {
    const struct texpr *all[PARTS] = {x->index, x->start, x->stop, x->step, x->extent};
    memcpy(part, all, sizeof(all));
}

/* Does the view show the same wherever it stands behind here in the block? */
static bool is_lasting(const struct same *w, const struct tstmt *s) {
    bool lasting = s->kind == TS_VIEW && !s->view.order && stays(w, s->view.base) &&
                   !view_is(s, VIEW_RESHAPED) && w->defs[s->view.dst->id] == 1 &&
                   (!s->view.apart || stays(w, s->view.apart));
    for (int i = 0; lasting && i < s->view.n; ++i) {
        const struct texpr *part[PARTS];
        parts_of(&s->view.axis[i], part);
        for (int k = 0; k < PARTS; ++k) {
            lasting = lasting && !(part[k] && expr_any(part[k], may_change, w));
        }
    }
    return lasting;
}

static bool same_axis(const struct view_axis *x, const struct view_axis *y) {
    const struct texpr *a[PARTS], *b[PARTS];
    bool same = x->kind == y->kind && x->from == y->from;
    parts_of(x, a);
    parts_of(y, b);
    for (int i = 0; same && i < PARTS; ++i) {
        same = a[i] && b[i] ? expr_equal(a[i], b[i]) : a[i] == b[i];
    }
    return same;
}

static bool same_view(const struct tstmt *s, const struct tstmt *t) {
    bool same = s->view.base == t->view.base && s->view.n == t->view.n &&
                s->view.part == t->view.part && s->view.apart == t->view.apart &&
                s->view.dst->type->dtype == t->view.dst->type->dtype &&
                s->view.scattered == t->view.scattered;
    for (int i = 0; same && i < s->view.n; ++i) {
        same = same_axis(&s->view.axis[i], &t->view.axis[i]);
    }
    return same;
}

/* ---- blocks */

struct made {
    const struct tstmt *s;
    int writes; /* before it */
};

struct views {
    VEC(struct made) made;
};

static const struct tstmt *earlier(const struct same *w, const struct views *v,
                                   const struct tstmt *s) {
    bool may = s->kind == TS_VIEW && !s->view.order && s->view.dst->is_temp &&
               w->defs[s->view.dst->id] == 1;
    for (int i = 0; may && i < v->made.n; ++i) {
        const struct made *m = &v->made.item[i];
        if (same_view(m->s, s) && (!s->view.apart || m->writes == w->writes)) {
            return m->s;
        }
    }
    return NULL;
}

static struct texpr *stand_in(const struct tvar *v, void *context) {
    const struct same *w = context;
    return w->to[v->id] ? build_var(w->a, w->to[v->id]) : NULL;
}

static void see_def(struct tvar **v, enum var_mention how, void *context) {
    struct same *w = context;
    w->seen[(*v)->id] = w->seen[(*v)->id] || how == MENTION_DEF;
}

static bool may_write(const struct tstmt *s) {
    return s->kind != TS_VIEW && s->kind != TS_ASSIGN && s->kind != TS_CHECK &&
           s->kind != TS_INDEX && s->kind != TS_ALLOC;
}

static void walk_block(struct same *w, struct tblock *b) {
    struct views views = {0};
    int n = 0;
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        if (w->any) {
            stmt_substitute(w->a, s, stand_in, w);
        }
        const struct tstmt *same = earlier(w, &views, s);
        if (same) {
            w->to[s->view.dst->id] = same->view.dst;
            w->any = true;
            continue;
        }
        if (is_lasting(w, s)) {
            struct made m = {s, w->writes};
            vec_push(w->work, &views.made, m);
        }
        stmt_mentions(s, see_def, w);
        for (int k = 0, blocks = stmt_blocks(s, block); k < blocks; ++k) {
            walk_block(w, (struct tblock *)block[k]);
        }
        w->writes += may_write(s);
        b->item[n++] = s;
    }
    b->n = n;
}

void same_views(struct arena *a, struct arena *work, struct tfunc *f) {
    struct same w = {.a = a, .work = work};
    w.defs = ARENA_ARRAY(work, int, f->n_vars + 1);
    w.seen = ARENA_ARRAY(work, bool, f->n_vars + 1);
    w.to = ARENA_ARRAY(work, struct tvar *, f->n_vars + 1);
    count_block(&w, &f->body);
    walk_block(&w, &f->body);
}
