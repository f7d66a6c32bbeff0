/* The body of a loop, run in the mind: what each variable stands for in terms of the counters and
 * of memory, and which elements are stored. Branches become choices between values; what only one
 * branch stores is a choice between the new value and the old one. */
#include "build.h"
#include "fuse_raise.h"

enum { MOST_NODES = 200 /* of a value: it is computed wherever it is used */ };

/* ---- values */

struct sight {
    struct raiser *x;
    int size;
    bool known; /* all variables have values */
};

static void see_node(struct texpr *e, void *context) {
    struct sight *s = context;
    ++s->size;
    if (e->kind != TE_VAR || e->var->id >= s->x->ff->n_vars || !s->x->assigned[e->var->id]) {
        return;
    }
    const struct raise_value *v = &s->x->value[e->var->id];
    s->known = s->known && v->e;
    s->size += v->size;
}

/* Are the values equal, or the same operations on such? */
static bool same_value(struct num_table *t, int p, int q) {
    const struct num *x = &t->value.item[num_now(t, p)], *y = &t->value.item[num_now(t, q)];
    bool same =
        x->kind == NUM_EXPR && y->kind == NUM_EXPR && x->number == y->number && x->n == y->n;
    for (int i = 0; same && i < x->n; ++i) {
        same = same_value(t, x->arg[i], y->arg[i]);
    }
    return x == y || same;
}

/* A variable that the loops only read: a constant, or the first one that has its value. So equal
 * expressions look alike, whichever loop they are in. */
static struct texpr *settled(const struct raiser *x, const struct tvar *v) {
    const struct fuse_region *r = x->r;
    const struct tstmt *s = x->ff->defs[v->id] == 1 ? x->ff->def[v->id] : NULL;
    if (v->type->kind != TY_SCALAR || r->scalar[v->id] < 0) {
        return NULL;
    }
    if (s && s->kind == TS_ASSIGN && s->assign.value->kind == TE_CONST) {
        return s->assign.value;
    }
    for (int i = 0; i < x->ff->n_vars; ++i) {
        const struct tvar *w = x->ff->f->var[i];
        if (w->type == v->type && r->scalar[i] >= 0 && !x->assigned[i] &&
            same_value(&x->r->values, r->scalar[i], r->scalar[v->id])) {
            return w == v ? NULL : build_var(x->a, (struct tvar *)w);
        }
    }
    return NULL;
}

static struct texpr *known(struct texpr *e, void *context) {
    struct raiser *x = context;
    if (e->kind == TE_VAR && e->var->id < x->ff->n_vars) {
        return x->assigned[e->var->id] ? x->value[e->var->id].e : settled(x, e->var);
    }
    if (e->kind != TE_LOAD) {
        return NULL;
    }
    struct texpr *copy = expr_twin(x->a, e);
    for (int i = 0; i < e->load.n; ++i) {
        copy->load.index[i] = expr_map(x->a, e->load.index[i], known, x);
    }
    struct raise_load load = {copy, x->store.n};
    vec_push(x->work, &x->load, load);
    return copy;
}

/* e with what its variables stand for; no value when one may have none, or it grows too large. */
static struct raise_value value_of(struct raiser *x, struct texpr *e) {
    struct sight s = {x, 0, true};
    expr_walk(e, see_node, &s);
    if (!s.known || s.size > MOST_NODES) {
        return (struct raise_value){0};
    }
    return (struct raise_value){expr_map(x->a, e, known, x), s.size};
}

static void set_value(struct raiser *x, int var, struct raise_value v) {
    struct raise_change change = {var, x->value[var]};
    vec_push(x->work, &x->changes, change);
    x->value[var] = v;
}

/* ---- branches */

/* Takes back all changes after the first n; what they came to. */
static struct raise_change *leave(struct raiser *x, int n, int *count) {
    *count = x->changes.n - n;
    struct raise_change *left = ARENA_ARRAY(x->work, struct raise_change, *count + 1);
    for (int i = 0; i < *count; ++i) {
        left[i].var = x->changes.item[n + i].var;
        left[i].old = x->value[left[i].var];
    }
    while (x->changes.n > n) {
        const struct raise_change *c = &x->changes.item[--x->changes.n];
        x->value[c->var] = c->old;
    }
    return left;
}

/* The last value of the variable in the branch, or the one before it. */
static struct raise_value last_of(const struct raiser *x, const struct raise_change *c, int n,
                                  int var) {
    for (int i = 0; i < n; ++i) {
        if (c[i].var == var) {
            return c[i].old;
        }
    }
    return x->value[var];
}

static void see_guarded(struct texpr *e, void *context) {
    struct sight *s = context;
    for (int i = 0; e->kind == TE_LOAD && i < e->load.n; ++i) {
        int k = raise_loop_of(s->x, e->load.index[i]);
        s->known = s->known && k >= 0 && raise_spans(s->x, k, e->load.array, i);
    }
}

/* cond ? a : b; an element at another index than a counter, or of an array that the counter does
 * not span, is in range where cond says so. */
static struct texpr *select_of(struct raiser *x, struct texpr *cond, struct texpr *a,
                               struct texpr *b) {
    struct texpr *e = build_select(x->a, cond, a, b);
    struct sight s = {x, 0, true};
    expr_walk(a, see_guarded, &s);
    expr_walk(b, see_guarded, &s);
    e->select.guards = !s.known;
    e->select.both = s.known;
    return e;
}

static struct raise_value choice(struct raiser *x, struct raise_value cond, struct raise_value a,
                                 struct raise_value b) {
    int size = 1 + cond.size + a.size + b.size;
    if (!a.e || !b.e || a.e->type != b.e->type || size > MOST_NODES) {
        return (struct raise_value){0};
    }
    return (struct raise_value){select_of(x, cond.e, a.e, b.e), size};
}

static void merge_values(struct raiser *x, struct raise_value cond, const struct raise_change *then,
                         int n_then, const struct raise_change *els, int n_els) {
    int first = x->changes.n;
    for (int i = 0; i < n_then + n_els; ++i) {
        int var = i < n_then ? then[i].var : els[i - n_then].var;
        bool again = false;
        for (int k = first; k < x->changes.n; ++k) {
            again = again || x->changes.item[k].var == var;
        }
        if (!again) {
            set_value(x, var,
                      choice(x, cond, last_of(x, then, n_then, var), last_of(x, els, n_els, var)));
        }
    }
}

static bool same_target(const struct tstmt *p, const struct tstmt *q) {
    bool same = p->store.array == q->store.array && p->store.n == q->store.n;
    for (int i = 0; same && i < p->store.n; ++i) {
        same = p->store.index[i]->var == q->store.index[i]->var;
    }
    return same;
}

static struct texpr *old_element(struct raiser *x, const struct tstmt *store) {
    struct texpr *e =
        build_load(x->a, store->store.value->type, store->store.array, store->store.index);
    e->span = store->span;
    return e;
}

/* The stores from first on, those from els on of the branch else: under the condition. */
static void merge_stores(struct raiser *x, struct texpr *cond, int first, int els) {
    int n = x->store.n;
    bool pairs = n - els == els - first;
    for (int i = first; pairs && i < els; ++i) {
        pairs = same_target(x->store.item[i], x->store.item[i - first + els]);
    }
    for (int i = first; i < n; ++i) {
        struct tstmt *s = x->store.item[i];
        struct texpr *other =
            pairs && i < els ? x->store.item[i - first + els]->store.value : old_element(x, s);
        s->store.value = i < els ? select_of(x, cond, s->store.value, other)
                                 : select_of(x, cond, other, s->store.value);
    }
    x->store.n = pairs ? els : n;
    for (int i = 0; pairs && i < x->load.n; ++i) { /* what else reads after its stores */
        int *at = &x->load.item[i].at;
        *at -= *at >= els ? els - first : 0;
    }
}

static bool run_if(struct raiser *x, const struct tstmt *s) {
    struct raise_value cond = value_of(x, s->if_.cond);
    int changes = x->changes.n, first = x->store.n, guards = x->guard.n, n_then, n_els;
    if (!cond.e) {
        return false;
    }
    vec_push(x->work, &x->guard, cond.e);
    ++x->branches;
    bool then_done = raise_body(x, &s->if_.then);
    x->guard.n = guards;
    if (!then_done) {
        return false;
    }
    const struct raise_change *then = leave(x, changes, &n_then);
    int els = x->store.n;
    if (!raise_body(x, &s->if_.els)) {
        return false;
    }
    --x->branches;
    const struct raise_change *other = leave(x, changes, &n_els);
    merge_values(x, cond, then, n_then, other, n_els);
    merge_stores(x, cond.e, first, els);
    return true;
}

/* ---- statements */

/* Does the condition say that e >= 0, or that e is below a number that is the extent? */
static bool says(const struct raiser *x, const struct texpr *cond, const struct texpr *e,
                 int extent, bool below) {
    int64_t least;
    if (cond->kind != TE_OP || cond->op.n != 2) {
        return false;
    }
    const struct texpr *p = cond->op.arg[0], *q = cond->op.arg[1];
    if (cond->op.op == OP_LAND) {
        return says(x, p, e, extent, below) || says(x, q, e, extent, below);
    }
    if (cond->op.op == OP_LE || cond->op.op == OP_GT) { /* 0 <= e, n > e */
        p = cond->op.arg[1];
        q = cond->op.arg[0];
    }
    bool less = cond->op.op == OP_LT || cond->op.op == OP_GT;
    bool more = cond->op.op == OP_LE || cond->op.op == OP_GE;
    return expr_equal(p, e) && (below ? less && fuse_value_of(x->r, q) == extent
                                      : more && expr_int_value(q, &least) && least >= 0);
}

/* Do the conditions around say that e is an index of the axis? */
static bool is_guarded(const struct raiser *x, const struct texpr *e, const struct tstmt *s) {
    int extent = num_now(&x->r->values, fuse_view_of(x->r, s->index.array)->extent[s->index.axis]);
    bool natural = false, below = false;
    for (int i = 0; i < x->guard.n; ++i) {
        natural = natural || says(x, x->guard.item[i], e, extent, false);
        below = below || says(x, x->guard.item[i], e, extent, true);
    }
    return natural && below;
}

static bool run_index(struct raiser *x, const struct tstmt *s) {
    struct raise_value v = value_of(x, s->index.index);
    int k = v.e ? raise_loop_of(x, v.e) : -1;
    bool spans = k >= 0 && raise_spans(x, k, s->index.array, s->index.axis);
    if (!v.e || (!spans && !is_guarded(x, v.e, s))) {
        return false;
    }
    x->reached |= spans ? 1u << k : 0;
    set_value(x, s->index.dst->id, v);
    return true;
}

static bool run_store(struct raiser *x, const struct tstmt *s) {
    struct raise_value v = value_of(x, s->store.value);
    if (!v.e) {
        return false;
    }
    struct tstmt *copy = stmt_copy(x->a, s);
    copy->store.value = v.e;
    copy->store.index = ARENA_ARRAY(x->a, struct texpr *, s->store.n);
    for (int i = 0; i < s->store.n; ++i) {
        copy->store.index[i] = value_of(x, s->store.index[i]).e;
        if (!copy->store.index[i] || raise_loop_of(x, copy->store.index[i]) < 0) {
            return false;
        }
    }
    vec_push(x->work, &x->store, copy);
    return true;
}

static void see_var(struct texpr *e, void *context) {
    const struct tvar **v = context;
    if (e->kind == TE_VAR && e->var == *v) {
        *v = NULL;
    }
}

/* v = v op e, in the parallel loop that is all of the nest, and v nowhere else in it? */
static bool run_fold(struct raiser *x, const struct tstmt *s) {
    const struct tvar *v = s->assign.dst;
    struct texpr *e = s->assign.value;
    bool folds = e->kind == TE_OP && e->op.n == 2 && e->op.arg[0]->kind == TE_VAR &&
                 e->op.arg[0]->var == v && e->type == v->type && e->op.arg[1]->type == v->type &&
                 (e->op.op == OP_ADD || e->op.op == OP_MUL || e->op.op == OP_MINIMUM ||
                  e->op.op == OP_MAXIMUM);
    if (!folds || x->mentions[v->id] != 2 || x->depth != 1 || !x->loop[0]->for_.parallel ||
        x->branches > 0) {
        return false;
    }
    expr_walk(e->op.arg[1], see_var, &v);
    struct raise_value value = v ? value_of(x, e->op.arg[1]) : (struct raise_value){0};
    struct raise_fold fold = {s, value.e, x->store.n};
    vec_push(x->work, &x->fold, fold);
    return value.e != NULL;
}

static bool run_assign(struct raiser *x, const struct tstmt *s) {
    if (s->assign.dst->type->kind != TY_SCALAR) {
        return false;
    }
    if (run_fold(x, s)) {
        return true;
    }
    struct raise_value v = value_of(x, s->assign.value);
    set_value(x, s->assign.dst->id, v);
    return v.e != NULL;
}

bool raise_body(struct raiser *x, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        bool done = false;
        switch (s->kind) {
        case TS_ASSIGN:
            done = run_assign(x, s);
            break;
        case TS_INDEX:
            done = run_index(x, s);
            break;
        case TS_STORE:
            done = run_store(x, s);
            break;
        case TS_IF:
            done = run_if(x, s);
            break;
        default:
            break;
        }
        if (!done) {
            return false;
        }
    }
    return true;
}
