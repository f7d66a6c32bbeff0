/* Tuples that a function makes only to take them apart: results of calls that have been replaced,
 * and shapes. Their items become variables, assigned where the tuple is. */
#include "build.h"
#include "inline_private.h"

struct splitter {
    struct arena *a;
    struct fuse_function *ff;
    int n;                /* variables when defs was counted */
    int *defs, *reads;    /* by variable id: statements */
    struct texpr ***item; /* by variable id: what stands for the items of a tuple, or NULL */
    bool changed;
};

bool inline_may_stand(const struct tstmt *s) {
    return fuse_may_stand(s) || (s->kind == TS_ASSIGN && s->assign.value->kind == TE_ITEM);
}

/* ---- counting */

static void count_read(struct tvar *v, void *context) {
    ++((struct splitter *)context)->reads[v->id];
}

static void count_block(struct splitter *x, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        struct tvar *def = stmt_def(s);
        stmt_reads(s, count_read, x);
        if (def) {
            ++x->defs[def->id];
        }
        int n = stmt_blocks(s, block);
        for (int k = 0; k < n; ++k) {
            count_block(x, block[k]);
        }
    }
}

/* ---- splitting */

static struct texpr **items_of(const struct splitter *x, const struct texpr *e) {
    return e->kind == TE_VAR && e->var->id < x->n ? x->item[e->var->id] : NULL;
}

/* An item of a tuple that has been split, or of one that is written out. */
static struct texpr *take_item(struct texpr *e, void *context) {
    struct splitter *x = context;
    if (e->kind != TE_ITEM) {
        return NULL;
    }
    struct texpr *tuple = expr_map(x->a, e->item.tuple, take_item, x);
    struct texpr **item = tuple->kind == TE_TUPLE ? tuple->tuple.item : items_of(x, tuple);
    if (item) {
        x->changed = true;
        return item[e->item.index];
    }
    return NULL;
}

/* The items of the tuple that s makes as variables, assigned before it. */
static void split(struct splitter *x, const struct tstmt *s, struct inline_list *out) {
    const struct texpr *tuple = s->assign.value;
    struct texpr **item = ARENA_ARRAY(x->a, struct texpr *, tuple->tuple.n);
    for (int i = 0; i < tuple->tuple.n; ++i) {
        struct texpr *e = tuple->tuple.item[i];
        item[i] = e;
        if (e->kind != TE_CONST) {
            const char *name = arena_printf(x->a, "t%d", x->ff->f->n_vars);
            struct tvar *own = tir_new_var(x->a, &x->ff->vars, name, e->type);
            own->is_temp = true;
            own->span = s->span;
            vec_push(x->a, &out->s, build_assign(x->a, s->span, own, e));
            item[i] = build_var(x->a, own);
        }
    }
    x->item[s->assign.dst->id] = item;
    struct tstmt *whole = stmt_copy(x->a, s);
    whole->assign.value = build_tuple(x->a, tuple->type, item);
    vec_push(x->a, &out->s, whole);
}

static bool is_made_once(const struct splitter *x, const struct tstmt *s) {
    if (s->kind != TS_ASSIGN || s->assign.value->kind != TE_TUPLE) {
        return false;
    }
    const struct tvar *v = s->assign.dst;
    return v->id < x->n && !v->is_param && x->defs[v->id] == 1;
}

static void split_block(struct splitter *x, struct tblock *b) {
    struct inline_list out = {0};
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        int n = stmt_blocks(s, block);
        for (int k = 0; k < n; ++k) {
            split_block(x, (struct tblock *)block[k]);
        }
        if (n == 0) {
            stmt_map(x->a, s, take_item, x);
        }
        if (is_made_once(x, s)) {
            split(x, s, &out);
        } else {
            vec_push(x->a, &out.s, s);
        }
    }
    b->n = out.s.n;
    b->item = out.s.item;
}

/* ---- what is left */

static void drop_block(struct splitter *x, struct tblock *b) {
    int n = 0;
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        int blocks = stmt_blocks(s, block);
        for (int k = 0; k < blocks; ++k) {
            drop_block(x, (struct tblock *)block[k]);
        }
        bool idle =
            is_made_once(x, s) && x->item[s->assign.dst->id] && x->reads[s->assign.dst->id] == 0;
        if (!idle) {
            b->item[n++] = s;
        }
    }
    b->n = n;
}

void inline_split_tuples(struct arena *a, struct fuse_function *ff) {
    struct tfunc *f = ff->f;
    struct splitter x = {.a = a, .ff = ff, .n = f->n_vars};
    x.defs = ARENA_ARRAY(ff->a, int, f->n_vars);
    x.reads = ARENA_ARRAY(ff->a, int, f->n_vars);
    x.item = ARENA_ARRAY(ff->a, struct texpr **, f->n_vars);
    count_block(&x, &f->body);
    split_block(&x, &f->body);
    ff->n_vars = f->n_vars;
    x.defs = ARENA_ARRAY(ff->a, int, f->n_vars);
    x.reads = ARENA_ARRAY(ff->a, int, f->n_vars);
    count_block(&x, &f->body);
    drop_block(&x, &f->body);
}
