/* The pass `expand`: nodes and loop nests. */
#include "expander.h"

/* ---- nodes */

struct tvar *expand_new_var(struct expander *x, const char *base, struct ty *type) {
    struct tvar *v = tir_new_var(x->a, &x->vars, base, type);
    v->span = x->span;
    return v;
}

static struct texpr *here(const struct expander *x, struct texpr *e) {
    e->span = x->span;
    return e;
}

struct texpr *expand_var(struct expander *x, struct tvar *v) {
    return here(x, build_var(x->a, v));
}

struct texpr *expand_integer(struct expander *x, int64_t value) {
    return here(x, build_int(x->a, ty_scalar(x->a, x->m, DT_INT), value));
}

struct texpr *expand_shape(struct expander *x, struct tvar *array, int axis) {
    return here(x, build_shape(x->a, ty_scalar(x->a, x->m, DT_INT), array, axis));
}

struct texpr *expand_load(struct expander *x, struct texpr *like, struct tvar *array,
                          struct texpr **index) {
    return here(x, build_load(x->a, like->type, array, index));
}

struct texpr *expand_folded(struct expander *x, enum op op, struct texpr *acc,
                            struct texpr *value) {
    return here(x, build_binary(x->a, acc->type, op, acc, value));
}

struct texpr *expand_sign(struct expander *x, enum op op, struct texpr *value) {
    struct ty *truth = ty_scalar(x->a, x->m, DT_PYBOOL);
    return here(x, build_binary(x->a, truth, op, value, expand_integer(x, 0)));
}

struct tstmt *expand_add(struct expander *x, struct expand_list *to, enum tstmt_kind kind) {
    struct tstmt *s = build_stmt(x->a, kind, x->span);
    s->id = x->origin ? x->origin->id : x->f->n_stmts++;
    x->origin = NULL;
    vec_push(x->a, &to->s, s);
    return s;
}

/* What a condition guards is computed in the branches of an IF before. */
struct guarded {
    struct expander *x;
    struct expand_list *to;
};

static struct texpr *guarded(struct texpr *e, void *context) {
    struct guarded *g = context;
    if (e->kind != TE_SELECT || !e->select.guards) {
        return NULL;
    }
    struct tvar *dst = expand_new_var(g->x, "t", e->type);
    struct tstmt *s = expand_add(g->x, g->to, TS_IF);
    struct expand_list then = {0}, els = {0};
    s->if_.cond = e->select.cond;
    expand_assign(g->x, &then, dst, e->select.a);
    expand_assign(g->x, &els, dst, e->select.b);
    s->if_.then = expand_block_of(&then);
    s->if_.els = expand_block_of(&els);
    return expand_var(g->x, dst);
}

static bool is_complex(const struct texpr *e) {
    return e->type->kind == TY_SCALAR && dtype_info[e->type->dtype].kind == KIND_COMPLEX;
}

static struct texpr *read_before(struct texpr *e, void *context) {
    struct guarded *g = context;
    bool plain = e->kind == TE_LOAD && is_complex(e);
    if (e->kind == TE_SELECT && !e->select.both) {
        return e;
    }
    for (int i = 0; plain && i < e->load.n; ++i) {
        plain = e->load.index[i]->kind == TE_VAR;
    }
    if (!plain) {
        return NULL;
    }
    struct tvar *dst = expand_new_var(g->x, "t", e->type);
    struct tstmt *s = expand_add(g->x, g->to, TS_ASSIGN);
    s->assign.dst = dst;
    s->assign.value = e;
    return expand_var(g->x, dst);
}

/* Elements that a choice between complex numbers reads are read before it: of reads under a
 * condition, two numbers each, the C compiler makes no vectors. */
static struct texpr *chosen(struct texpr *e, void *context) {
    struct guarded *g = context;
    if (e->kind != TE_SELECT || !e->select.both || !is_complex(e)) {
        return NULL;
    }
    struct texpr *a = expr_map(g->x->a, e->select.a, read_before, g);
    struct texpr *b = expr_map(g->x->a, e->select.b, read_before, g);
    return here(g->x, build_choice(g->x->a, e->select.cond, a, b));
}

static struct texpr *unguarded(struct expander *x, struct expand_list *to, struct texpr *value) {
    struct guarded g = {x, to};
    return expr_map(x->a, expr_map(x->a, value, guarded, &g), chosen, &g);
}

void expand_assign(struct expander *x, struct expand_list *to, struct tvar *dst,
                   struct texpr *value) {
    value = unguarded(x, to, value);
    struct tstmt *s = expand_add(x, to, TS_ASSIGN);
    s->assign.dst = dst;
    s->assign.value = value;
}

void expand_store(struct expander *x, struct expand_list *to, struct tvar *array,
                  struct texpr **index, struct texpr *value) {
    value = unguarded(x, to, value);
    struct tstmt *s = expand_add(x, to, TS_STORE);
    s->store.array = array;
    s->store.n = array->type->rank;
    s->store.index = index;
    s->store.value = value;
    s->store.whole = true;
}

struct tblock expand_block_of(const struct expand_list *l) {
    return (struct tblock){.n = l->s.n, .item = l->s.item};
}

/* ---- loops */

void expand_axis(struct expand_nest *n, const struct tspace *space, int k) {
    n->axis[n->n++] = (struct expand_axis){space->counter[k], space->extent[k], false};
}

struct expand_list *expand_open(struct expander *x, struct expand_nest *n, struct expand_list *to) {
    for (int i = 0; i < n->n; ++i) {
        struct tstmt *s = expand_add(x, to, TS_FOR);
        s->for_.loop = x->f->n_loops++;
        s->for_.counter = n->axis[i].counter;
        s->for_.start = expand_integer(x, 0);
        s->for_.stop = n->axis[i].extent;
        s->for_.step = expand_integer(x, 1);
        s->for_.parallel = n->axis[i].parallel && x->parallel == 0;
        n->loop[i] = s;
        n->body[i] = (struct expand_list){0};
        to = &n->body[i];
    }
    return to;
}

void expand_close(struct expand_nest *n) {
    for (int i = 0; i < n->n; ++i) {
        n->loop[i]->for_.body = expand_block_of(&n->body[i]);
    }
}

/* All but the innermost of the first n axes; a single one too. */
void expand_mark_parallel(struct expand_nest *nest, int n) {
    for (int i = 0; i < n; ++i) {
        nest->axis[i].parallel = i == 0 || i < n - 1;
    }
}

void expand_fill(struct expander *x, struct expand_list *to, struct tvar *dst,
                 struct texpr *start) {
    int rank = dst->type->rank;
    struct expand_nest nest = {.n = rank};
    struct texpr **index = ARENA_ARRAY(x->a, struct texpr *, rank);
    for (int i = 0; i < rank; ++i) {
        struct texpr *extent = expand_shape(x, dst, i);
        struct tvar *k = expand_new_var(x, "k", extent->type);
        k->is_counter = true;
        nest.axis[i] = (struct expand_axis){k, extent, false};
        index[i] = expand_var(x, k);
    }
    expand_mark_parallel(&nest, nest.n);
    struct expand_list *body = expand_open(x, &nest, to);
    expand_store(x, body, dst, index, start);
    expand_close(&nest);
}
