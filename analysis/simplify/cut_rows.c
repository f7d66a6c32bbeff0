/* Rows cut out of an array at places that are data, in loops of a device's functions:
 *
 *     row = data[at[i]:at[i + 1]]       begin = clipped at[i]; n = max(clipped at[i + 1] - begin,
 * 0) for k in range(len(row)):         for k in range(n): s += row[k]                       s +=
 * data[begin + k]
 *
 * Kernels know elements by the arrays that the call gives. A row goes when it is made once, of an
 * array of one axis that keeps its value, and all that reads it are its elements and its length,
 * asked for after that in the same block. */
#include "cut_rows.h"

#include "build.h"
#include "facts.h"
#include "inline_private.h"
#include "rewrite.h"
#include "vars.h"

enum { MOST_STEPS = 4 }; /* from an end of a row to the element that it is computed of */

struct cut {
    struct tvar *base, *begin, *n; /* begin NULL: the variable is no such row */
};

struct cuts {
    struct arena *a;
    struct tmodule *m;
    struct new_vars vars;
    const struct facts *facts;
    struct ty *ty_int, *ty_bool;
    int n_vars;
    struct cut *cut; /* by variable */
};

/* Has it one value only, or none yet? */
static bool is_kept(const struct cuts *x, const struct tvar *v, int pos) {
    const struct var_fact *fact = &x->facts->var[v->id];
    return v->is_param ? fact->defs.n == 0 : fact->defs.n == 1 && fact->defs.item[0] < pos;
}

/* The only statement that assigns a variable, or NULL. */
static const struct tstmt *only_def(const struct cuts *x, const struct tvar *v) {
    const struct var_fact *fact = &x->facts->var[v->id];
    return fact->defs.n == 1 ? x->facts->order[fact->defs.item[0]]->stmt : NULL;
}

struct data {
    const struct cuts *x;
    int steps; /* from a variable to its value, that are left */
};

/* Is it an element, or computed of one, here or where variables in it were assigned? */
static bool is_data(const struct texpr *e, const void *context) {
    const struct data *d = context;
    bool known = e->kind == TE_VAR && e->var->id < d->x->n_vars && d->steps > 0;
    const struct tstmt *def = known ? only_def(d->x, e->var) : NULL;
    const struct data next = {d->x, d->steps - 1};
    return e->kind == TE_LOAD ||
           (def && def->kind == TS_ASSIGN && expr_any(def->assign.value, is_data, &next));
}

static bool goes(const struct cuts *x, const struct tstmt *s) {
    const struct data data = {x, MOST_STEPS};
    const struct view_axis *axis = s->kind == TS_VIEW && s->view.n == 1 ? s->view.axis : NULL;
    bool plain = axis && axis->kind == VIEW_SLICE && axis->start && axis->stop && !axis->step &&
                 (expr_any(axis->start, is_data, &data) || expr_any(axis->stop, is_data, &data)) &&
                 s->view.part == PART_WHOLE && !s->view.order && !s->view.apart;
    if (!plain || s->view.dst->is_param || s->view.base->type->rank != 1) {
        return false;
    }
    const struct stmt_fact *at = fact_of(x->facts, s);
    const struct var_fact *row = &x->facts->var[s->view.dst->id];
    int end = fact_of(x->facts, at->block->item[at->block->n - 1])->end;
    bool elements = at->loop && row->defs.n == 1 && is_kept(x, s->view.base, at->pos);
    for (int i = 0; elements && i < row->uses.n; ++i) {
        const struct stmt_fact *use = x->facts->order[row->uses.item[i]];
        elements =
            at->pos < use->pos && use->pos <= end && inline_asks_elements(use->stmt, s->view.dst);
    }
    return elements;
}

/* ---- new nodes */

static struct texpr *number(const struct cuts *x, int64_t value) {
    return build_int(x->a, x->ty_int, value);
}

static struct texpr *op(const struct cuts *x, enum op o, struct texpr *p, struct texpr *q) {
    return build_op(x->a, x->ty_int, o, p, q);
}

static struct texpr *test(const struct cuts *x, enum op o, struct texpr *p, struct texpr *q) {
    return build_binary(x->a, x->ty_bool, o, p, q);
}

static struct tvar *assigned(struct cuts *x, struct span span, const char *name,
                             struct texpr *value, struct inline_list *to) {
    struct tvar *v = tir_new_var(x->a, &x->vars, name, x->ty_int);
    v->span = span;
    v->is_temp = true;
    vec_push(x->a, &to->s, build_assign(x->a, span, v, value));
    return v;
}

/* As Python clips the end of a slice: in a variable, of what is one. */
static struct texpr *clipped(struct cuts *x, const struct tstmt *s, struct texpr *end,
                             struct inline_list *to) {
    struct texpr *e = build_var(x->a, assigned(x, s->span, "end", end, to));
    struct texpr *n = build_shape(x->a, x->ty_int, s->view.base, 0);
    struct texpr *from_end = op(x, OP_PYMAX, op(x, OP_ADD, e, n), number(x, 0));
    return build_select(x->a, test(x, OP_LT, e, number(x, 0)), from_end, op(x, OP_PYMIN, e, n));
}

static void cut(struct cuts *x, const struct tstmt *s, struct inline_list *to) {
    const struct view_axis *axis = s->view.axis;
    struct tvar *begin = assigned(x, s->span, "begin", clipped(x, s, axis->start, to), to);
    struct texpr *length = op(x, OP_SUB, clipped(x, s, axis->stop, to), build_var(x->a, begin));
    length = op(x, OP_PYMAX, length, number(x, 0));
    struct tvar *n = assigned(x, s->span, "length", length, to);
    x->cut[s->view.dst->id] = (struct cut){s->view.base, begin, n};
}

/* ---- what reads it instead */

static const struct cut *cut_of(const struct cuts *x, const struct tvar *v) {
    return v->id < x->n_vars && x->cut[v->id].begin ? &x->cut[v->id] : NULL;
}

static struct texpr **behind(const struct cuts *x, const struct cut *c, struct texpr *index) {
    struct texpr **at = ARENA_ARRAY(x->a, struct texpr *, 1);
    at[0] = op(x, OP_ADD, build_var(x->a, c->begin), index);
    return at;
}

static struct texpr *of_base(struct texpr *e, void *context) {
    const struct cuts *x = context;
    const struct cut *c = e->kind == TE_LOAD    ? cut_of(x, e->load.array)
                          : e->kind == TE_SHAPE ? cut_of(x, e->shape.array)
                                                : NULL;
    if (!c) {
        return NULL;
    }
    if (e->kind == TE_SHAPE) {
        return build_var(x->a, c->n);
    }
    struct texpr *index = expr_map(x->a, e->load.index[0], of_base, context);
    return build_load(x->a, e->type, c->base, behind(x, c, index));
}

/* The value of a variable that is assigned once, of others e itself. */
static const struct texpr *value_of(const struct cuts *x, const struct texpr *e) {
    const struct tstmt *def =
        e->kind == TE_VAR && e->var->id < x->n_vars ? only_def(x, e->var) : NULL;
    return def && def->kind == TS_ASSIGN ? def->assign.value : e;
}

/* Does i count from 0 to the row's end, in a loop around s? */
static bool counts(const struct cuts *x, const struct cut *c, const struct tstmt *s,
                   const struct texpr *i) {
    const struct tstmt *loop = fact_of(x->facts, s)->loop;
    while (loop && !(loop->kind == TS_FOR && i->kind == TE_VAR && loop->for_.counter == i->var)) {
        loop = fact_of(x->facts, loop)->loop;
    }
    int64_t first, step;
    const struct texpr *stop = loop ? value_of(x, loop->for_.stop) : NULL;
    return loop && expr_int_value(loop->for_.start, &first) && first >= 0 &&
           expr_int_value(loop->for_.step, &step) && step > 0 && stop->kind == TE_VAR &&
           stop->var == c->n;
}

/* "index %lld is out of bounds for axis 0 with size %lld" */
static void check_range(struct cuts *x, const struct tstmt *s, struct texpr *in, struct texpr *n,
                        struct inline_list *to) {
    const char *message = arena_printf(
        x->a, "index %%lld is out of bounds for axis %d with size %%lld", s->index.shown_axis);
    struct tstmt *check = build_check(x->a, s->span, in, message);
    struct texpr **shown = ARENA_ARRAY(x->a, struct texpr *, 2);
    struct ty *item[2] = {x->ty_int, x->ty_int};
    shown[0] = s->index.index;
    shown[1] = n;
    check->check.exc = TEXC_INDEX;
    check->check.shown = build_tuple(x->a, ty_tuple(x->a, x->m, 2, item), shown);
    vec_push(x->a, &to->s, check);
}

/* index t = i in row axis 0, spelt out. */
static void check_index(struct cuts *x, const struct cut *c, const struct tstmt *s,
                        struct inline_list *to) {
    struct texpr *i = s->index.index, *n = build_var(x->a, c->n), *at = i;
    if (!counts(x, c, s, i)) {
        struct texpr *from_end = op(x, OP_ADD, i, n);
        struct texpr *least = test(x, OP_GE, from_end, number(x, 0));
        check_range(x, s, test(x, OP_LAND, least, test(x, OP_LT, i, n)), n, to);
        at = build_select(x->a, test(x, OP_LT, i, number(x, 0)), from_end, i);
    }
    vec_push(x->a, &to->s, build_assign(x->a, s->span, s->index.dst, at));
}

static void visit(struct cuts *x, struct tblock *b);

static void rewrite(struct cuts *x, struct tstmt *s, struct inline_list *to) {
    const struct tblock *block[3];
    stmt_map(x->a, s, of_base, x);
    const struct cut *c = s->kind == TS_STORE   ? cut_of(x, s->store.array)
                          : s->kind == TS_INDEX ? cut_of(x, s->index.array)
                                                : NULL;
    if (c && s->kind == TS_INDEX) {
        check_index(x, c, s, to);
        return;
    }
    if (c) {
        s->store.array = c->base;
        s->store.index = behind(x, c, s->store.index[0]);
    }
    for (int k = stmt_blocks(s, block) - 1; k >= 0; --k) {
        visit(x, (struct tblock *)block[k]);
    }
    vec_push(x->a, &to->s, s);
}

static void visit(struct cuts *x, struct tblock *b) {
    struct inline_list out = {0};
    for (int i = 0; i < b->n; ++i) {
        if (goes(x, b->item[i])) {
            stmt_map(x->a, b->item[i], of_base, x);
            cut(x, b->item[i], &out);
        } else {
            rewrite(x, b->item[i], &out);
        }
    }
    b->n = out.s.n;
    b->item = out.s.item;
}

void cut_rows(struct arena *a, struct tmodule *m) {
    struct arena work;
    arena_init(&work);
    for (int i = 0; i < m->funcs.n; ++i) {
        struct tfunc *f = m->funcs.item[i];
        if (f->gpu) {
            tir_number(f);
            struct cuts x = {.a = a,
                             .m = m,
                             .vars = {.f = f, .table = &work},
                             .facts = facts_collect(&work, f),
                             .ty_int = ty_scalar(a, m, DT_INT),
                             .ty_bool = ty_scalar(a, m, DT_PYBOOL),
                             .n_vars = f->n_vars};
            x.cut = ARENA_ARRAY(&work, struct cut, x.n_vars);
            visit(&x, &f->body);
            tir_renumber(&work, f);
            arena_clear(&work);
        }
    }
    arena_free(&work);
}
