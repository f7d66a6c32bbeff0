/* Rows that are taken out of arrays only for their elements: x[i] of a row a[k] is a[k, i].
 *
 * Functions that get rows take them so. A row goes when it is made once, by indices alone, of an
 * array that keeps its value, and all that reads it are its elements and extents, asked for after
 * that in the same block, in the same innermost loop: there the indices of the row are good. */
#include "access.h"
#include "build.h"
#include "facts.h"
#include "fuse_walk.h"
#include "inline_private.h"
#include "rewrite.h"

struct rows {
    struct arena *a;
    const struct facts *facts;
    struct tstmt **view; /* by variable: the VIEW that made it, which goes; or NULL */
    bool changed;
};

/* Of a row in a statement. */
struct mentions {
    const struct tvar *v;
    bool elements; /* it stores, or checks an index */
    bool other;
};

static bool is_whole(const struct texpr *e, const void *context) {
    const struct tvar *v = context;
    return (e->kind == TE_VAR && e->var == v) ||
           (e->kind == TE_APART && (e->apart.a == v || e->apart.b == v));
}

static void look_whole(struct texpr *e, void *context) {
    struct mentions *m = context;
    m->other |= expr_any(e, is_whole, m->v);
}

static void look_array(struct tvar **v, enum var_mention how, void *context) {
    struct mentions *m = context;
    m->other |= *v == m->v && how == MENTION_ARRAY && !m->elements;
}

bool inline_asks_elements(struct tstmt *s, const struct tvar *v) {
    struct mentions m = {.v = v, .elements = s->kind == TS_STORE || s->kind == TS_INDEX};
    stmt_exprs(s, look_whole, &m);
    stmt_mentions(s, look_array, &m);
    return !m.other && !fuse_is_array(s) && s->kind != TS_FUSED;
}

/* Has it one value only, or none yet? */
static bool is_kept(const struct rows *x, const struct tvar *v, int pos) {
    const struct var_fact *fact = &x->facts->var[v->id];
    return v->is_param ? fact->defs.n == 0 : fact->defs.n == 1 && fact->defs.item[0] < pos;
}

static bool is_plain_row(const struct rows *x, const struct tstmt *s) {
    int pos = fact_of(x->facts, s)->pos;
    bool plain = s->view.part == PART_WHOLE && !s->view.order && !s->view.apart;
    bool index = false;
    for (int i = 0; plain && i < s->view.n; ++i) {
        const struct view_axis *axis = &s->view.axis[i];
        const struct texpr *at = axis->kind == VIEW_INDEX ? axis->index : NULL;
        plain = axis->kind == VIEW_FULL ||
                (at && (at->kind == TE_CONST || (at->kind == TE_VAR && is_kept(x, at->var, pos))));
        index |= at != NULL;
    }
    return plain && index && is_kept(x, s->view.base, pos);
}

static bool goes(const struct rows *x, const struct tstmt *s) {
    const struct tvar *v = s->kind == TS_VIEW ? s->view.dst : NULL;
    if (!v || v->is_param || !is_plain_row(x, s)) {
        return false;
    }
    const struct stmt_fact *at = fact_of(x->facts, s);
    const struct var_fact *row = &x->facts->var[v->id];
    int end = fact_of(x->facts, at->block->item[at->block->n - 1])->end;
    bool elements = row->defs.n == 1;
    for (int i = 0; elements && i < row->uses.n; ++i) {
        const struct stmt_fact *use = x->facts->order[row->uses.item[i]];
        elements = at->pos < use->pos && use->pos <= end && use->loop == at->loop &&
                   use->stmt->kind != TS_WHILE && use->stmt->kind != TS_FOR &&
                   inline_asks_elements(use->stmt, v);
    }
    return elements;
}

/* ---- what reads it instead */

static struct tstmt *view_of(const struct rows *x, const struct tvar *array) {
    return x->view[array->id];
}

/* The indices of the row, and those into it. */
static struct texpr **indices(const struct rows *x, const struct tstmt *view, struct texpr **of_row,
                              int *n) {
    struct texpr **index = ARENA_ARRAY(x->a, struct texpr *, view->view.n);
    for (int i = 0, k = 0; i < view->view.n; ++i) {
        index[i] = view->view.axis[i].kind == VIEW_INDEX ? view->view.axis[i].index : of_row[k++];
    }
    *n = view->view.n;
    return index;
}

static struct texpr *of_base(struct texpr *e, void *context) {
    struct rows *x = context;
    struct tstmt *view = e->kind == TE_LOAD    ? view_of(x, e->load.array)
                         : e->kind == TE_SHAPE ? view_of(x, e->shape.array)
                                               : NULL;
    if (!view) {
        return NULL;
    }
    struct texpr *own = expr_twin(x->a, e);
    if (e->kind == TE_SHAPE) {
        own->shape.array = view->view.base;
        own->shape.axis = view_kept_axis(view, e->shape.axis);
        return own;
    }
    own->load.array = view->view.base;
    own->load.index = indices(x, view, e->load.index, &own->load.n);
    return expr_map(x->a, own, of_base, x);
}

static void rewrite(struct rows *x, struct tstmt *s) {
    struct tstmt *view = s->kind == TS_STORE   ? view_of(x, s->store.array)
                         : s->kind == TS_INDEX ? view_of(x, s->index.array)
                                               : NULL;
    stmt_map(x->a, s, of_base, x);
    if (view && s->kind == TS_STORE) {
        s->store.array = view->view.base;
        s->store.index = indices(x, view, s->store.index, &s->store.n);
    } else if (view) {
        s->index.array = view->view.base;
        s->index.axis = view_kept_axis(view, s->index.axis);
    }
}

static void visit(struct rows *x, struct tblock *b) {
    int n = 0;
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        struct tstmt *s = b->item[i];
        rewrite(x, s);
        for (int k = stmt_blocks(s, block) - 1; k >= 0; --k) {
            visit(x, (struct tblock *)block[k]);
        }
        if (goes(x, s)) {
            x->view[s->view.dst->id] = s;
            x->changed = true;
        } else {
            b->item[n++] = s;
        }
    }
    b->n = n;
}

bool inline_drop_rows(struct arena *a, struct fuse_function *ff) {
    tir_number(ff->f);
    struct rows x = {.a = a, .facts = facts_collect(ff->a, ff->f)};
    x.view = ARENA_ARRAY(ff->a, struct tstmt *, ff->f->n_vars);
    visit(&x, &ff->f->body);
    return x.changed;
}
