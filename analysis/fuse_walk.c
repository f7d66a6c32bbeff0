/* Walking and rewriting statements, array statements among them. Expressions are shared between
 * statements, so rewriting makes new ones. */
#include "fuse_walk.h"

#include <string.h>

bool fuse_is_array(const struct tstmt *s) {
    return s->kind == TS_MAP || s->kind == TS_REDUCE;
}

bool fuse_may_stand(const struct tstmt *s) {
    switch (s->kind) {
    case TS_ASSIGN: /* an array out of a tuple may be any */
        return s->assign.dst->type->kind != TY_ARRAY || s->assign.value->kind == TE_VAR;
    case TS_STORE:
    case TS_INDEX:
    case TS_CHECK:
    case TS_VIEW:
    case TS_ALLOC:
    case TS_MAP:
    case TS_REDUCE:
        return true;
    default:
        return false;
    }
}

struct tspace *fuse_space(struct tstmt *s) {
    return s->kind == TS_MAP ? &s->map.space : &s->reduce.space;
}

static bool reduces_to_array(const struct tstmt *s) {
    return s->reduce.dst->type->kind == TY_ARRAY;
}

struct tvar *fuse_def(const struct tstmt *s) {
    if (s->kind == TS_REDUCE) {
        return reduces_to_array(s) ? NULL : s->reduce.dst;
    }
    if (s->kind == TS_MAP) {
        return s->map.dst->type->kind == TY_ARRAY ? NULL : s->map.dst;
    }
    return stmt_def(s);
}

bool fuse_reduces_rows(const struct tstmt *s) {
    int rank = s->kind == TS_REDUCE ? s->reduce.space.rank : 0;
    bool rows = rank > 1 && reduces_to_array(s) && s->reduce.reduced[rank - 1];
    for (int i = 0; rows && i < rank - 1; ++i) {
        rows = !s->reduce.reduced[i];
    }
    return rows;
}

/* ---- reading */

static void visit_all(struct texpr *const *e, int n, expr_visitor *visit, void *context) {
    for (int i = 0; i < n; ++i) {
        visit(e[i], context);
    }
}

void fuse_exprs(const struct tstmt *s, expr_visitor *visit, void *context) {
    if (!fuse_is_array(s)) {
        stmt_exprs(s, visit, context);
        return;
    }
    const struct tspace *space = fuse_space((struct tstmt *)s);
    visit_all(space->extent, space->rank, visit, context);
    if (s->kind == TS_MAP) {
        visit(s->map.value, context);
    } else {
        visit(s->reduce.start, context);
        visit(s->reduce.value, context);
    }
}

struct reader {
    var_visitor *visit;
    void *context;
};

static void read_vars(struct texpr *e, void *context) {
    struct reader *r = context;
    expr_reads(e, r->visit, r->context);
}

void fuse_reads(const struct tstmt *s, var_visitor *visit, void *context) {
    if (!fuse_is_array(s)) {
        stmt_reads(s, visit, context);
        return;
    }
    struct reader r = {visit, context};
    fuse_exprs(s, read_vars, &r);
    if (!fuse_def(s)) {
        visit(s->kind == TS_MAP ? s->map.dst : s->reduce.dst, context);
    }
}

/* ---- rewriting expressions */

static struct texpr *copy_of(struct arena *a, const struct texpr *e) {
    struct texpr *copy = ARENA_NEW(a, struct texpr);
    *copy = *e;
    return copy;
}

/* The list with its parts rewritten: the same one when nothing changes. */
static struct texpr **map_list(struct arena *a, struct texpr **item, int n, expr_change *change,
                               void *context) {
    struct texpr **list = item;
    for (int i = 0; i < n; ++i) {
        struct texpr *e = item[i] ? fuse_map_expr(a, item[i], change, context) : NULL;
        if (e != item[i] && list == item) {
            list = ARENA_ARRAY(a, struct texpr *, n);
            memcpy(list, item, sizeof(struct texpr *) * (size_t)n);
        }
        list[i] = e == item[i] ? list[i] : e;
    }
    return list;
}

struct texpr *fuse_map_expr(struct arena *a, struct texpr *e, expr_change *change, void *context) {
    struct texpr *other = change(e, context);
    if (other) {
        return other;
    }
    struct texpr copy = *e;
    switch (e->kind) {
    case TE_LOAD:
        copy.load.index = map_list(a, e->load.index, e->load.n, change, context);
        return copy.load.index == e->load.index ? e : copy_of(a, &copy);
    case TE_CAST:
        copy.cast = fuse_map_expr(a, e->cast, change, context);
        return copy.cast == e->cast ? e : copy_of(a, &copy);
    case TE_OP: {
        bool same = true;
        for (int i = 0; i < e->op.n; ++i) {
            copy.op.arg[i] = fuse_map_expr(a, e->op.arg[i], change, context);
            same = same && copy.op.arg[i] == e->op.arg[i];
        }
        return same ? e : copy_of(a, &copy);
    }
    case TE_SELECT:
        copy.select.cond = fuse_map_expr(a, e->select.cond, change, context);
        copy.select.a = fuse_map_expr(a, e->select.a, change, context);
        copy.select.b = fuse_map_expr(a, e->select.b, change, context);
        return copy.select.cond == e->select.cond && copy.select.a == e->select.a &&
                       copy.select.b == e->select.b
                   ? e
                   : copy_of(a, &copy);
    case TE_TUPLE:
        copy.tuple.item = map_list(a, e->tuple.item, e->tuple.n, change, context);
        return copy.tuple.item == e->tuple.item ? e : copy_of(a, &copy);
    case TE_ITEM:
        copy.item.tuple = fuse_map_expr(a, e->item.tuple, change, context);
        return copy.item.tuple == e->item.tuple ? e : copy_of(a, &copy);
    default:
        return e;
    }
}

/* ---- rewriting statements */

static void map_slot(struct arena *a, struct texpr **e, expr_change *change, void *context) {
    if (*e) {
        *e = fuse_map_expr(a, *e, change, context);
    }
}

static void map_view(struct arena *a, struct tstmt *s, expr_change *change, void *context) {
    for (int i = 0; i < s->view.n; ++i) {
        struct view_axis *x = &s->view.axis[i];
        map_slot(a, &x->index, change, context);
        map_slot(a, &x->start, change, context);
        map_slot(a, &x->stop, change, context);
        map_slot(a, &x->step, change, context);
        map_slot(a, &x->extent, change, context);
    }
}

static void map_space(struct arena *a, struct tspace *space, expr_change *change, void *context) {
    space->extent = map_list(a, space->extent, space->rank, change, context);
}

void fuse_map_stmt(struct arena *a, struct tstmt *s, expr_change *change, void *context) {
    switch (s->kind) {
    case TS_ASSIGN:
        map_slot(a, &s->assign.value, change, context);
        break;
    case TS_STORE:
        s->store.index = map_list(a, s->store.index, s->store.n, change, context);
        map_slot(a, &s->store.value, change, context);
        break;
    case TS_INDEX:
        map_slot(a, &s->index.index, change, context);
        break;
    case TS_CHECK:
        map_slot(a, &s->check.cond, change, context);
        map_slot(a, &s->check.shown, change, context);
        break;
    case TS_VIEW:
        map_view(a, s, change, context);
        break;
    case TS_ALLOC:
        s->alloc.extent = map_list(a, s->alloc.extent, s->alloc.dst->type->rank, change, context);
        map_slot(a, &s->alloc.value, change, context);
        break;
    case TS_MAP:
        map_space(a, &s->map.space, change, context);
        if (s->map.dst->type->kind == TY_ARRAY) {
            s->map.index = map_list(a, s->map.index, s->map.dst->type->rank, change, context);
        }
        map_slot(a, &s->map.value, change, context);
        break;
    case TS_REDUCE:
        map_space(a, &s->reduce.space, change, context);
        if (reduces_to_array(s)) {
            s->reduce.index =
                map_list(a, s->reduce.index, s->reduce.dst->type->rank, change, context);
        }
        map_slot(a, &s->reduce.start, change, context);
        map_slot(a, &s->reduce.value, change, context);
        break;
    default:
        break;
    }
}

struct renaming {
    struct arena *a;
    struct tvar *from, *to;
};

static struct texpr *rename_node(struct texpr *e, void *context) {
    struct renaming *r = context;
    if (e->kind == TE_VAR && e->var == r->from) {
        struct texpr *copy = copy_of(r->a, e);
        copy->var = r->to;
        return copy;
    }
    if (e->kind == TE_SHAPE && e->shape.array == r->from) {
        struct texpr *copy = copy_of(r->a, e);
        copy->shape.array = r->to;
        return copy;
    }
    if (e->kind == TE_LOAD && e->load.array == r->from) {
        struct texpr *copy = copy_of(r->a, e);
        copy->load.array = r->to;
        copy->load.index = map_list(r->a, e->load.index, e->load.n, rename_node, r);
        return copy;
    }
    return NULL;
}

static void rename_slot(struct tvar **v, struct tvar *from, struct tvar *to) {
    *v = *v == from ? to : *v;
}

static struct tvar **def_slot(struct tstmt *s) {
    switch (s->kind) {
    case TS_ASSIGN:
        return &s->assign.dst;
    case TS_INDEX:
        return &s->index.dst;
    case TS_VIEW:
        return &s->view.dst;
    case TS_ALLOC:
        return &s->alloc.dst;
    case TS_MAP:
        return &s->map.dst;
    default:
        return s->kind == TS_REDUCE ? &s->reduce.dst : NULL;
    }
}

void fuse_set_def(struct tstmt *s, struct tvar *to) {
    *def_slot(s) = to;
}

void fuse_rename(struct arena *a, struct tstmt *s, struct tvar *from, struct tvar *to) {
    struct renaming r = {a, from, to};
    fuse_map_stmt(a, s, rename_node, &r);
    if (s->kind == TS_STORE) {
        rename_slot(&s->store.array, from, to);
    } else if (s->kind == TS_INDEX) {
        rename_slot(&s->index.array, from, to);
    } else if (s->kind == TS_VIEW) {
        rename_slot(&s->view.base, from, to);
        rename_slot(&s->view.apart, from, to);
    }
    if (fuse_is_array(s) && !fuse_def(s)) { /* an array that it writes is read as a variable */
        rename_slot(def_slot(s), from, to);
    }
}

/* ---- numbers */

struct numbering {
    struct tfunc *f;
    bool *seen; /* by variable id */
};

static void see_var(struct tvar *v, void *context) {
    ((struct numbering *)context)->seen[v->id] = true;
}

static void number_stmt(struct numbering *n, struct tstmt *s);

static void number_block(struct numbering *n, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        number_stmt(n, b->item[i]);
    }
}

static void see_counters(struct numbering *n, const struct tspace *space) {
    for (int i = 0; i < space->rank; ++i) {
        see_var(space->counter[i], n);
    }
}

static void number_stmt(struct numbering *n, struct tstmt *s) {
    s->id = n->f->n_stmts++;
    if (s->kind == TS_FOR) {
        s->for_.loop = n->f->n_loops++;
    } else if (s->kind == TS_WHILE) {
        s->while_.loop = n->f->n_loops++;
    }
    if (s->kind == TS_FUSED) {
        see_counters(n, &s->fused.space);
        for (int i = 0; i < s->fused.n; ++i) {
            number_stmt(n, s->fused.item[i]);
        }
        return;
    }
    fuse_reads(s, see_var, n);
    if (fuse_is_array(s)) {
        see_counters(n, fuse_space(s));
    }
    if (fuse_def(s)) {
        see_var(fuse_def(s), n);
    }
    const struct tblock *block[3];
    int blocks = stmt_blocks(s, block);
    for (int i = 0; i < blocks; ++i) {
        number_block(n, block[i]);
    }
}

void fuse_renumber(struct arena *a, struct tfunc *f) {
    struct numbering n = {.f = f, .seen = ARENA_ARRAY(a, bool, f->n_vars)};
    f->n_stmts = f->n_loops = 0;
    number_block(&n, &f->body);
    int kept = 0;
    for (int i = 0; i < f->n_vars; ++i) {
        if (f->var[i]->is_param || n.seen[i]) {
            f->var[i]->id = kept;
            f->var[kept++] = f->var[i];
        }
    }
    f->n_vars = kept;
}
