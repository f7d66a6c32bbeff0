/* Common subexpressions of statements that run at the same points: once, in a scalar.
 *
 * Nodes get value numbers from the bottom up. One that is met again has been counted with all below
 * it, so that of nested ones the largest is shared. Elements of arrays are the same where they are
 * the same node: fuse_block.c has made them so. */
#include "build.h"
#include "fuse_rewriter.h"

struct shared {
    int needs; /* nodes of different values that need it */
    struct tvar *scalar;
};

struct sharing {
    struct fuse_rewriter *w;
    struct num_table values;
    VEC(struct shared) value; /* by number */
    VEC(int) met;             /* numbers in the order in which a walk leaves the nodes */
    VEC(const struct texpr *) load;
    int next; /* in met */
    const struct tspace *space;
    const struct tstmt *at; /* the item at work */
    struct fuse_list out;
};

/* ---- numbers */

/* Of an element; or of what a condition guards, which is equal where it looks so. */
static int load_number(struct sharing *x, const struct texpr *e) {
    int i = 0;
    while (i < x->load.n && x->load.item[i] != e &&
           (e->kind == TE_LOAD || !expr_equal(x->load.item[i], e))) {
        ++i;
    }
    if (i == x->load.n) {
        vec_push(x->w->r->a, &x->load, e);
    }
    return num_make(&x->values, NUM_VIEW, i, 0, NULL);
}

static int constant_number(struct sharing *x, const struct texpr *e) {
    const int *word = (const int *)&e->value;
    return num_make(&x->values, NUM_CONST, e->type->id, sizeof(e->value) / sizeof(int), word);
}

/* The operands whose values make that of e. */
static int children(const struct texpr *e, struct texpr *const **child) {
    bool made = e->kind == TE_CAST || e->kind == TE_OP ||
                (e->kind == TE_SELECT && !e->select.guards); /* which stay where it chooses */
    return made ? expr_parts(e, child) : 0;
}

static int number_of(struct sharing *x, struct texpr *e, int n, const int *child) {
    int arg[2];
    switch (e->kind) {
    case TE_CONST:
        return constant_number(x, e);
    case TE_VAR:
        return num_make(&x->values, NUM_VAR, e->var->id, 0, NULL);
    case TE_LOAD:
        return load_number(x, e);
    case TE_SHAPE:
        arg[0] = e->shape.array->id;
        arg[1] = e->shape.axis;
        return num_make(&x->values, NUM_EXTENT, 0, 2, arg);
    case TE_CAST:
    case TE_OP:
    case TE_SELECT: {
        if (e->kind == TE_SELECT && e->select.guards) {
            return load_number(x, e);
        }
        int64_t op = e->kind == TE_OP ? (int64_t)e->op.op : 0;
        int64_t number = ((int64_t)e->type->id << 32) | op << 8 | (int64_t)e->kind;
        return num_make(&x->values, NUM_EXPR, number, n, child);
    }
    default:
        return num_new(&x->values);
    }
}

static int count(struct sharing *x, struct texpr *e) {
    struct texpr *const *child;
    int number[OP_MAX_OPERANDS], n = children(e, &child);
    for (int i = 0; i < n; ++i) {
        number[i] = count(x, child[i]);
    }
    int value = number_of(x, e, n, number);
    while (x->value.n <= value) {
        vec_push(x->w->r->a, &x->value, (struct shared){0});
    }
    for (int i = 0; i < n && x->value.item[value].needs > 0; ++i) {
        --x->value.item[number[i]].needs; /* it was counted when the value was met first */
    }
    ++x->value.item[value].needs;
    vec_push(x->w->r->a, &x->met, value);
    return value;
}

/* ---- scalars */

static bool worth(const struct texpr *e) {
    return e->kind == TE_OP || e->kind == TE_SELECT;
}

/* A MAP to a scalar in front of the item at work. */
static struct tvar *compute(struct sharing *x, struct texpr *e) {
    struct fuse_rewriter *w = x->w;
    struct tstmt *s = build_stmt(w->a, TS_MAP, x->at->span);
    s->map.space = *x->space;
    s->map.dst = tir_new_var(w->a, &w->r->ff->vars, "v", e->type);
    s->map.dst->span = s->span;
    s->map.value = e;
    vec_push(w->a, &x->out.s, s);
    const struct fuse_note note = {
        .kind = FUSE_SHARED, .name = s->map.dst->name, .text = expr_text(w->a, e)};
    vec_push(w->a, &w->report->note, note);
    return s->map.dst;
}

static struct texpr *share(struct texpr *e, void *context) {
    struct sharing *x = context;
    struct texpr *const *child;
    struct texpr *now = children(e, &child) ? expr_map_parts(x->w->a, e, share, x) : e;
    int value = x->met.item[x->next++];
    if (x->value.item[value].needs < 2 || !worth(e)) {
        return now;
    }
    if (!x->value.item[value].scalar) {
        struct tvar *scalar = compute(x, now);
        x->value.item[value].scalar = scalar;
    }
    return build_var(x->w->a, x->value.item[value].scalar);
}

static struct texpr **value_of(struct tstmt *s) {
    return s->kind == TS_MAP ? &s->map.value : &s->reduce.value;
}

/* Does s reduce all points, to a scalar, as t does? Their values are the same. */
static bool reduces_alike(const struct tstmt *s, const struct tstmt *t) {
    return s->kind == TS_REDUCE && t->kind == TS_REDUCE && stmt_def(s) && stmt_def(t) &&
           s->reduce.op == t->reduce.op && s->reduce.dst->type == t->reduce.dst->type &&
           expr_equal(s->reduce.start, t->reduce.start);
}

/* Item i is a REDUCE as one before it: its result is that one's, which an ASSIGN says after all
 * items. */
static bool is_again(struct sharing *x, const struct fuse_list *items, const int *value, int i,
                     struct fuse_list *behind) {
    struct tstmt *s = items->s.item[i];
    for (int k = 0; k < i; ++k) {
        struct tstmt *t = items->s.item[k];
        if (value[k] == value[i] && reduces_alike(s, t)) {
            struct texpr *same = build_var(x->w->a, t->reduce.dst);
            vec_push(x->w->a, &behind->s, build_assign(x->w->a, s->span, s->reduce.dst, same));
            return true;
        }
    }
    return false;
}

/* The items without REDUCEs that are there twice. */
static void drop_again(struct sharing *x, struct fuse_list *items, struct fuse_list *behind) {
    int *value = ARENA_ARRAY(x->w->r->a, int, items->s.n);
    struct fuse_list kept = {0};
    for (int i = 0; i < items->s.n; ++i) {
        value[i] = count(x, *value_of(items->s.item[i]));
    }
    for (int i = 0; i < items->s.n; ++i) {
        if (!is_again(x, items, value, i, behind)) {
            vec_push(x->w->a, &kept.s, items->s.item[i]);
        }
    }
    *items = kept;
}

void fuse_share(struct fuse_rewriter *w, const struct tspace *space, struct fuse_list *items,
                struct fuse_list *behind) {
    struct sharing twice = {.w = w}, x = {.w = w, .space = space};
    num_init(&twice.values, w->r->a);
    drop_again(&twice, items, behind);
    num_init(&x.values, w->r->a);
    for (int i = 0; i < items->s.n; ++i) {
        count(&x, *value_of(items->s.item[i]));
    }
    for (int i = 0; i < items->s.n; ++i) {
        struct tstmt *s = items->s.item[i];
        struct texpr **e = value_of(s);
        x.at = s;
        *e = share(*e, &x);
        vec_push(w->a, &x.out.s, s);
    }
    *items = x.out;
}
