/* Rewriting the TIR. */
#include "rewrite.h"

#include <string.h>

#include "build.h"

static void *copy_bytes(struct arena *a, const void *from, size_t size) {
    return size ? memcpy(arena_alloc(a, size), from, size) : NULL;
}

/* ---- expressions */

/* Does e refer to a list of operands, which others may share? */
static bool has_list(const struct texpr *e) {
    return e->kind == TE_LOAD || e->kind == TE_TUPLE || e->kind == TE_ORDER;
}

static struct texpr **copy_list(struct arena *a, struct texpr *const *item, int n) {
    struct texpr **list = ARENA_ARRAY(a, struct texpr *, n);
    memcpy(list, item, sizeof(*list) * (size_t)n);
    return list;
}

/* The operands of e, for writing: its list is its own from now on. */
static struct texpr **own_parts(struct arena *a, struct texpr *e) {
    struct texpr *const *part = NULL;
    int n = expr_parts(e, &part);
    if (e->kind == TE_LOAD) {
        return e->load.index = copy_list(a, part, n);
    }
    return has_list(e) ? (e->tuple.item = copy_list(a, part, n)) : (struct texpr **)part;
}

struct texpr *expr_twin(struct arena *a, const struct texpr *e) {
    struct texpr *copy = copy_bytes(a, e, sizeof(*e));
    own_parts(a, copy);
    return copy;
}

struct texpr *expr_copy(struct arena *a, const struct texpr *e) {
    struct texpr *const *part;
    struct texpr *copy = copy_bytes(a, e, sizeof(*e)), **own = own_parts(a, copy);
    for (int i = 0, n = expr_parts(e, &part); i < n; ++i) {
        own[i] = part[i] ? expr_copy(a, part[i]) : NULL;
    }
    return copy;
}

struct texpr *expr_map_parts(struct arena *a, struct texpr *e, expr_change *change, void *context) {
    struct texpr *const *part;
    struct texpr *copy = NULL, **own = NULL;
    for (int i = 0, n = expr_parts(e, &part); i < n; ++i) {
        struct texpr *x = part[i] ? expr_map(a, part[i], change, context) : NULL;
        if (x != part[i]) {
            if (!copy) {
                copy = copy_bytes(a, e, sizeof(*e));
                own = own_parts(a, copy);
            }
            own[i] = x;
        }
    }
    return copy ? copy : e;
}

struct texpr *expr_map(struct arena *a, struct texpr *e, expr_change *change, void *context) {
    struct texpr *other = change(e, context);
    return other ? other : expr_map_parts(a, e, change, context);
}

/* ---- statements */

struct mapping {
    struct arena *a;
    expr_change *change;
    void *context;
};

static void map_operands(struct operands o, void *context) {
    const struct mapping *m = context;
    bool own = !o.list;
    for (int i = 0; i < o.n; ++i) {
        struct texpr *x = o.item[i] ? expr_map(m->a, o.item[i], m->change, m->context) : NULL;
        if (x != o.item[i]) {
            if (!own) {
                *o.list = o.item = copy_list(m->a, o.item, o.n);
                own = true;
            }
            o.item[i] = x;
        }
    }
}

void stmt_map(struct arena *a, struct tstmt *s, expr_change *change, void *context) {
    struct mapping m = {a, change, context};
    stmt_operands(s, map_operands, &m);
}

/* ---- variables */

struct substitution {
    struct arena *a;
    var_change *change;
    void *context;
};

/* Replaces the variable at v; does it differ? */
static bool replace(const struct substitution *x, struct tvar **v) {
    struct texpr *to = x->change(*v, x->context);
    bool other = to && to->var != *v;
    *v = other ? to->var : *v;
    return other;
}

static bool replace_arrays(const struct substitution *x, struct texpr *e) {
    switch (e->kind) {
    case TE_LOAD:
        return replace(x, &e->load.array);
    case TE_SHAPE:
        return replace(x, &e->shape.array);
    case TE_APART: {
        bool first = replace(x, &e->apart.a);
        return replace(x, &e->apart.b) || first;
    }
    default:
        return false;
    }
}

static struct texpr *substitute_node(struct texpr *e, void *context) {
    const struct substitution *x = context;
    if (e->kind == TE_VAR) {
        return x->change(e->var, x->context);
    }
    struct texpr new = *e;
    if (!replace_arrays(x, &new)) {
        return NULL;
    }
    return expr_map_parts(x->a, copy_bytes(x->a, &new, sizeof new), substitute_node, context);
}

struct texpr *var_itself(const struct tvar *v, void *context) {
    (void)v;
    (void)context;
    return NULL;
}

struct texpr *expr_substitute(struct arena *a, struct texpr *e, var_change *change, void *context) {
    struct substitution x = {a, change, context};
    return expr_map(a, e, substitute_node, &x);
}

static void substitute_array(struct tvar **v, enum var_mention how, void *context) {
    if (how == MENTION_ARRAY) {
        replace(context, v);
    }
}

void stmt_substitute(struct arena *a, struct tstmt *s, var_change *change, void *context) {
    struct substitution x = {a, change, context};
    stmt_map(a, s, substitute_node, &x);
    stmt_mentions(s, substitute_array, &x);
}

struct renaming {
    const struct tvar *from;
    struct texpr *to;
};

static struct texpr *rename_var(const struct tvar *v, void *context) {
    const struct renaming *r = context;
    return v == r->from ? r->to : NULL;
}

void stmt_rename(struct arena *a, struct tstmt *s, struct tvar *from, struct tvar *to) {
    struct texpr *var = build_var(a, to);
    var->span = s->span;
    struct renaming r = {from, var};
    stmt_substitute(a, s, rename_var, &r);
}

static void set_def(struct tvar **v, enum var_mention how, void *context) {
    if (how == MENTION_DEF) {
        *v = context;
    }
}

void stmt_set_def(struct tstmt *s, struct tvar *to) {
    stmt_mentions(s, set_def, to);
}

/* ---- copies */

/* The space of an array statement, or NULL. */
static struct tspace *space_of(struct tstmt *s) {
    return s->kind == TS_MAP      ? &s->map.space
           : s->kind == TS_REDUCE ? &s->reduce.space
           : s->kind == TS_FUSED  ? &s->fused.space
                                  : NULL;
}

struct tstmt *stmt_copy(struct arena *a, const struct tstmt *from) {
    struct tstmt *s = copy_bytes(a, from, sizeof(*s));
    struct tspace *space = space_of(s);
    if (space) {
        space->counter =
            copy_bytes(a, space->counter, sizeof(*space->counter) * (size_t)space->rank);
    }
    if (s->kind == TS_VIEW) {
        s->view.axis = copy_bytes(a, s->view.axis, sizeof(*s->view.axis) * (size_t)s->view.n);
        s->view.order = s->view.order ? copy_bytes(a, s->view.order, sizeof(*s->view.order)) : NULL;
    } else if (s->kind == TS_LIB) {
        s->lib.arg = copy_bytes(a, s->lib.arg, sizeof(*s->lib.arg) * (size_t)s->lib.n);
    }
    return s;
}

static struct tblock copy_block(const struct tir_copier *c, const struct tblock *b) {
    if (c->block) {
        return c->block(b, c->context);
    }
    struct tblock copy = {.n = b->n, .item = ARENA_ARRAY(c->a, struct tstmt *, b->n)};
    for (int i = 0; i < b->n; ++i) {
        copy.item[i] = stmt_copy_as(c, b->item[i]);
    }
    return copy;
}

static void substitute_own(struct tvar **v, enum var_mention how, void *context) {
    if (how != MENTION_ARRAY) {
        replace(context, v);
    }
}

struct tstmt *stmt_copy_as(const struct tir_copier *c, const struct tstmt *from) {
    struct tstmt *s = stmt_copy(c->a, from);
    struct substitution x = {c->a, c->change, c->context};
    stmt_substitute(c->a, s, c->change, c->context);
    stmt_mentions(s, substitute_own, &x);
    const struct tblock *block[3];
    for (int i = 0, n = stmt_blocks(s, block); i < n; ++i) {
        *(struct tblock *)block[i] = copy_block(c, block[i]);
    }
    if (s->kind == TS_FUSED) {
        struct tblock items = {s->fused.n, s->fused.item};
        s->fused.item = copy_block(c, &items).item;
    }
    return s;
}

/* ---- numbers */

struct numbering {
    struct tfunc *f;
    bool *seen; /* by variable id; NULL: nobody asks */
};

static void see_var(struct tvar *v, void *context) {
    ((struct numbering *)context)->seen[v->id] = true;
}

static void see_mention(struct tvar **v, enum var_mention how, void *context) {
    (void)how;
    see_var(*v, context);
}

static void number_stmt(struct numbering *n, struct tstmt *s) {
    s->id = n->f->n_stmts++;
    if (s->kind == TS_FOR) {
        s->for_.loop = n->f->n_loops++;
    } else if (s->kind == TS_WHILE) {
        s->while_.loop = n->f->n_loops++;
    }
    if (n->seen) {
        stmt_reads(s, see_var, n);
        stmt_mentions(s, see_mention, n);
    }
    const struct tblock *block[3];
    for (int i = 0, blocks = stmt_blocks(s, block); i < blocks; ++i) {
        for (int k = 0; k < block[i]->n; ++k) {
            number_stmt(n, block[i]->item[k]);
        }
    }
    for (int i = 0; s->kind == TS_FUSED && i < s->fused.n; ++i) {
        number_stmt(n, s->fused.item[i]);
    }
}

static void number_body(struct numbering *n) {
    n->f->n_stmts = n->f->n_loops = 0;
    for (int i = 0; i < n->f->body.n; ++i) {
        number_stmt(n, n->f->body.item[i]);
    }
}

void tir_number(struct tfunc *f) {
    number_body(&(struct numbering){.f = f});
}

void tir_renumber(struct arena *a, struct tfunc *f) {
    struct numbering n = {.f = f, .seen = ARENA_ARRAY(a, bool, f->n_vars)};
    number_body(&n);
    int kept = 0;
    for (int i = 0; i < f->n_vars; ++i) {
        if (f->var[i]->is_param || n.seen[i]) {
            f->var[i]->id = kept;
            f->var[kept++] = f->var[i];
        }
    }
    f->n_vars = kept;
}
