/* Tuples that a function makes only to take them apart: results of calls that have been replaced,
 * and shapes. Their items become variables, assigned where the tuple is.
 *
 * A tuple that is assigned several times, as in the branches of an if or by a loop that carries it,
 * has one variable for an item in all of these places. */
#include "build.h"
#include "inline_private.h"

struct splitter {
    struct arena *a;
    struct fuse_function *ff;
    int n;                /* variables when defs was counted */
    bool all;             /* tuples that are assigned several times, too */
    int *defs, *reads;    /* by variable id: statements */
    int *assigned;        /* by variable id: those that assign it an expression */
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
            x->assigned[def->id] += s->kind == TS_ASSIGN;
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

/* An item of a tuple that has been split, or of one that is written out; or all of them. */
static struct texpr *take_item(struct texpr *e, void *context) {
    struct splitter *x = context;
    struct texpr **items = x->all ? items_of(x, e) : NULL;
    if (items) {
        x->changed = true;
        return build_tuple(x->a, e->type, items);
    }
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

static struct tvar *own_var(struct splitter *x, struct ty *t, struct span at) {
    const char *name = arena_printf(x->a, "t%d", x->ff->f->n_vars);
    struct tvar *own = tir_new_var(x->a, &x->ff->vars, name, t);
    own->span = at;
    return own;
}

/* The items of the tuple that s makes as variables, assigned before it. */
static void split(struct splitter *x, const struct tstmt *s, struct inline_list *out) {
    const struct texpr *tuple = s->assign.value;
    struct texpr **item = ARENA_ARRAY(x->a, struct texpr *, tuple->tuple.n);
    for (int i = 0; i < tuple->tuple.n; ++i) {
        struct texpr *e = tuple->tuple.item[i];
        item[i] = e;
        if (e->kind != TE_CONST) {
            struct tvar *own = own_var(x, e->type, s->span);
            own->is_temp = true;
            vec_push(x->a, &out->s, build_assign(x->a, s->span, own, e));
            item[i] = build_var(x->a, own);
        }
    }
    x->item[s->assign.dst->id] = item;
    struct tstmt *whole = stmt_copy(x->a, s);
    whole->assign.value = build_tuple(x->a, tuple->type, item);
    vec_push(x->a, &out->s, whole);
}

/* Is s one of several assignments of a tuple that becomes variables? */
static bool is_made_often(const struct splitter *x, const struct tstmt *s) {
    const struct tvar *v = s->kind == TS_ASSIGN ? s->assign.dst : NULL;
    return x->all && v && v->id < x->n && v->type->kind == TY_TUPLE && !v->is_param &&
           x->defs[v->id] == x->assigned[v->id] &&
           (x->defs[v->id] > 1 || s->assign.value->kind != TE_TUPLE);
}

/* One variable for each item of v. */
static struct texpr **own_items(struct splitter *x, const struct tvar *v) {
    struct texpr **item = ARENA_ARRAY(x->a, struct texpr *, v->type->n);
    for (int i = 0; i < v->type->n; ++i) {
        item[i] = build_var(x->a, own_var(x, v->type->item[i], v->span));
    }
    return item;
}

struct reader {
    const struct tvar *v;
    bool found;
};

static void look_for(struct tvar *v, void *context) {
    struct reader *r = context;
    r->found = r->found || r->v == v;
}

/* Does an item read a variable that one before it is assigned to? */
static bool in_each_other(struct texpr **from, struct texpr **to, int n) {
    for (int i = 0; i < n; ++i) {
        struct reader r = {to[i]->var, false};
        for (int k = i + 1; k < n; ++k) {
            expr_reads(from[k], look_for, &r);
        }
        if (r.found) {
            return true;
        }
    }
    return false;
}

static void assign_items(struct splitter *x, const struct tstmt *s, struct inline_list *out) {
    struct texpr *value = s->assign.value, **item = x->item[s->assign.dst->id];
    int n = value->type->n;
    struct texpr **from = ARENA_ARRAY(x->a, struct texpr *, n);
    for (int i = 0; i < n; ++i) {
        from[i] = expr_map(x->a, build_item(x->a, value, i), take_item, x);
    }
    for (int i = 0, apart = in_each_other(from, item, n); apart && i < n; ++i) {
        struct tvar *own = own_var(x, from[i]->type, s->span);
        own->is_temp = true;
        vec_push(x->a, &out->s, build_assign(x->a, s->span, own, from[i]));
        from[i] = build_var(x->a, own);
    }
    for (int i = 0; i < n; ++i) {
        vec_push(x->a, &out->s, build_assign(x->a, s->span, item[i]->var, from[i]));
    }
    struct tstmt *whole = stmt_copy(x->a, s);
    whole->assign.value = build_tuple(x->a, s->assign.dst->type, item);
    vec_push(x->a, &out->s, whole);
}

/* Those that are assigned several times may be read before. */
static void find_made_often(struct splitter *x, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        if (is_made_often(x, s) && !x->item[s->assign.dst->id]) {
            x->item[s->assign.dst->id] = own_items(x, s->assign.dst);
        }
        for (int k = stmt_blocks(s, block) - 1; k >= 0; --k) {
            find_made_often(x, block[k]);
        }
    }
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
        if (s->kind != TS_WHILE) {
            stmt_map(x->a, s, take_item, x);
        }
        for (int k = 0; k < n; ++k) {
            split_block(x, (struct tblock *)block[k]);
        }
        if (s->kind == TS_WHILE) { /* its condition reads what is made before each test */
            stmt_map(x->a, s, take_item, x);
        }
        if (is_made_often(x, s)) {
            assign_items(x, s, &out);
        } else if (is_made_once(x, s)) {
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
        const struct tvar *v = s->kind == TS_ASSIGN ? s->assign.dst : NULL;
        bool split = v && v->id < x->n && (x->item[v->id] || x->all) && !v->is_param;
        bool idle = split && v->type->kind == TY_TUPLE && x->reads[v->id] == 0;
        x->changed |= idle;
        if (!idle) {
            b->item[n++] = s;
        }
    }
    b->n = n;
}

static void count(struct splitter *x) {
    struct arena *a = x->ff->a;
    int n = x->ff->f->n_vars;
    x->defs = ARENA_ARRAY(a, int, n);
    x->reads = ARENA_ARRAY(a, int, n);
    x->assigned = ARENA_ARRAY(a, int, n);
    count_block(x, &x->ff->f->body);
}

bool inline_split_tuples(struct arena *a, struct fuse_function *ff, bool all) {
    struct tfunc *f = ff->f;
    struct splitter x = {.a = a, .ff = ff, .n = f->n_vars, .all = all};
    x.item = ARENA_ARRAY(ff->a, struct texpr **, f->n_vars);
    count(&x);
    find_made_often(&x, &f->body);
    split_block(&x, &f->body);
    ff->n_vars = f->n_vars;
    count(&x);
    drop_block(&x, &f->body);
    return x.changed;
}
