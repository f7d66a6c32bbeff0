/* Open types: see open.h. */
#include "open.h"

enum { MAX_PASSES = 24 };

/* The use has open types from here on. */
static void begin(struct infer *ix, struct use *u) {
    if (!u->opens) {
        struct opens *o = u->opens = ARENA_NEW(ix->arena, struct opens);
        int n = u->scheme->n_vars;
        o->lacks = ARENA_ARRAY(ix->arena, bool, n);
        for (int i = 0; i < n; ++i) {
            vec_push(ix->arena, &o->bound, NULL);
        }
    }
}

/* The highest number in a type, and 1. */
static int count(const struct itype *t) {
    int n = t->kind == IT_OPEN ? (int)t->value + 1 : 0;
    for (int i = 0; t->open && i < t->n; ++i) {
        int inside = count(t->item[i]);
        n = inside > n ? inside : n;
    }
    return n;
}

void open_given(struct infer *ix, struct use *u) {
    int n = 0;
    const struct func *f = u->scheme->func;
    for (int i = 0; i < f->n_params + f->n_captures; ++i) {
        int more = count(i < f->n_params ? u->param[i] : u->capture[i - f->n_params]);
        n = more > n ? more : n;
    }
    if (n > 0) {
        begin(ix, u);
        u->opens->n_given = n;
        for (int i = 0; i < n; ++i) {
            vec_push(ix->arena, &u->opens->bound, NULL);
        }
    }
}

/* ---- what is known */

static struct itype *fresh(struct infer *ix, struct opens *o) {
    vec_push(ix->arena, &o->bound, NULL);
    return it_open(&ix->types, o->bound.n - 1);
}

typedef struct itype *replacement(struct infer *ix, void *context, struct itype *t);

/* Every open part replaced. */
static struct itype *replaced(struct infer *ix, struct itype *t, replacement *by, void *context) {
    if (!t || !t->open) {
        return t;
    }
    if (t->kind == IT_OPEN) {
        return by(ix, context, t);
    }
    struct itype **item = ARENA_ARRAY(ix->arena, struct itype *, t->n);
    for (int i = 0; i < t->n; ++i) {
        item[i] = replaced(ix, t->item[i], by, context);
    }
    return it_rebuild(&ix->types, t, item);
}

static struct itype *known(struct infer *ix, void *context, struct itype *t) {
    struct itype *is = ((const struct opens *)context)->bound.item[t->value];
    return is ? replaced(ix, is, known, context) : t;
}

struct itype *open_resolve(struct infer *ix, const struct use *u, struct itype *t) {
    return u->opens ? replaced(ix, t, known, u->opens) : t;
}

static bool occurs(const struct itype *open, const struct itype *t) {
    bool found = t == open;
    for (int i = 0; t->open && !found && i < t->n; ++i) {
        found = occurs(open, t->item[i]);
    }
    return found;
}

/* The outermost object in t that would hold another one of its class, or `whole` with it, where
 * `open` is. */
static void link_holder(struct infer *ix, struct itype *t, const struct itype *open,
                        struct itype *whole) {
    if (t->kind == IT_OBJECT && !t->of->prelude) {
        it_link_in(&ix->types, whole, t, open);
        return;
    }
    for (int i = 0; i < t->n; ++i) {
        if (occurs(open, t->item[i])) {
            link_holder(ix, t->item[i], open, whole);
        }
    }
}

static void bind(struct infer *ix, struct opens *o, const struct itype *open, struct itype *t) {
    t = it_kept(&ix->types, it_forget(&ix->types, t));
    if (t->kind == IT_NONE) { /* or something else */
        t = it_optional(&ix->types, fresh(ix, o));
    }
    bool item = t->kind == IT_SCALAR || t->kind == IT_ARRAY || t->kind == IT_TUPLE ||
                t->kind == IT_LIST || t->kind == IT_OBJECT || t->kind == IT_OPEN;
    ix->cyclic = ix->cyclic || (t != open && occurs(open, t));
    if (t != open && occurs(open, t)) {
        link_holder(ix, t, open, t);
    }
    if (item && !occurs(open, t)) {
        o->bound.item[open->value] = t;
        o->version++;
    }
}

/* What is being met, from the inside out: objects that hold others of their class meet once. */
struct meeting {
    const struct itype *a, *b;
    const struct meeting *around;
};

static bool is_met(const struct meeting *m, const struct itype *a, const struct itype *b) {
    for (; m && !(m->a == a && m->b == b); m = m->around) {
    }
    return m != NULL;
}

/* a and b are resolved, and are so again. */
static void meet(struct infer *ix, struct use *u, struct itype *a, struct itype *b,
                 const struct meeting *around) {
    a = open_resolve(ix, u, a);
    b = open_resolve(ix, u, b);
    if (a == b || (!a->open && !b->open) || is_met(around, a, b)) {
        return;
    }
    const struct meeting m = {a, b, around};
    if (a->kind == IT_OPEN || b->kind == IT_OPEN) {
        bind(ix, u->opens, a->kind == IT_OPEN ? a : b, a->kind == IT_OPEN ? b : a);
    } else if (it_is_optional(a) != it_is_optional(b)) {
        meet(ix, u, it_given(a), it_given(b), around);
    } else if (a->kind == b->kind && a->n == b->n && a->of == b->of && a->func == b->func) {
        if (a->kind == IT_OBJECT && !a->of->prelude) {
            it_link(&ix->types, a, NULL);
            it_link(&ix->types, b, NULL);
        }
        for (int i = 0; i < a->n; ++i) {
            meet(ix, u, it_item(&ix->types, a, i), it_item(&ix->types, b, i), &m);
        }
    }
}

void open_meet(struct infer *ix, struct use *u, struct itype **a, struct itype **b) {
    if (u->opens && ((*a)->open || (*b)->open)) {
        meet(ix, u, *a, *b, NULL);
        *a = open_resolve(ix, u, *a);
        *b = open_resolve(ix, u, *b);
    }
}

struct itype *open_without(struct infer *ix, struct itype *t) {
    if (!t->open || t->kind == IT_OPEN) {
        return t;
    }
    struct itype **item = ARENA_ARRAY(ix->arena, struct itype *, t->n);
    for (int i = 0; i < t->n; ++i) {
        bool unset = it_is_late(t) && t->item[i]->kind == IT_OPEN;
        item[i] = unset ? it_unset(&ix->types) : open_without(ix, t->item[i]);
    }
    return it_rebuild(&ix->types, t, item);
}

struct use *use_here(struct infer *ix) {
    return !ix->silent ? ix->checking : ix->stack.n ? ix->stack.item[ix->stack.n - 1] : NULL;
}

void open_meet_here(struct infer *ix, struct itype **a, struct itype **b) {
    struct use *u = (*a)->open || (*b)->open ? use_here(ix) : NULL;
    if (u) {
        open_meet(ix, u, a, b);
    }
}

/* ---- constraints */

/* An operator of sets, whose items the other operand may tell. */
static bool joins_sets(const struct con *c, const struct itype *t) {
    return c->kind == CON_OP && t->kind == IT_OBJECT && t->of->prelude &&
           (c->op == OP_BITOR || c->op == OP_BITAND || c->op == OP_BITXOR || c->op == OP_SUB);
}

bool open_takes(const struct con *c, int i, const struct itype *t) {
    if (t->kind == IT_OPEN) {
        return c->kind == CON_JOIN && i == 0;
    }
    switch (c->kind) {
    case CON_JOIN:
    case CON_GIVEN:
    case CON_TRUTH:
    case CON_CALL:
    case CON_METHOD:
    case CON_STORE:
    case CON_ATTR:
    case CON_INDEX:
    case CON_ITER:
    case CON_PART:
        return true;
    case CON_SPECIAL:
        return c->op == OP_LEN || c->op == OP_ISINSTANCE;
    case CON_OP:
        return c->op == OP_IN || c->op == OP_NOT_IN || c->op == OP_IS || c->op == OP_IS_NOT ||
               (c->op == OP_ADD && t->kind == IT_LIST) || joins_sets(c, t);
    default:
        return false;
    }
}

struct itype *open_compared(struct infer *ix, const struct use *u, const struct con *c) {
    bool compares = u->opens && c->kind == CON_OP && c->op >= OP_EQ && c->op <= OP_GE;
    for (int i = 0; compares && i < c->n; ++i) {
        struct itype *t = open_resolve(ix, u, it_subst(&ix->types, c->arg[i], u->value));
        if (t && t->open && !open_takes(c, i, t)) {
            return it_scalar(&ix->types, DT_PYBOOL);
        }
    }
    return NULL;
}

bool open_tells(const struct use *u, const struct con *c) {
    return u->opens && (c->kind == CON_STORE || c->kind == CON_METHOD || c->kind == CON_CALL ||
                        c->kind == CON_JOIN);
}

struct itype *open_start(struct infer *ix, const struct use *u, int var) {
    const struct opens *o = u->opens;
    return o && o->lacks[var] ? it_open(&ix->types, o->n_given + var) : NULL;
}

/* Does it make an object? Then methods say what a list of None holds. */
static bool makes(const struct use *u) {
    return u->ret && u->ret->kind == IT_OBJECT && class_made_by(u->ret->of, u->scheme->func);
}

/* Lists that have items of no type. */
static bool find_lacking(struct infer *ix, struct use *u) {
    bool found = false;
    for (int i = 0; i < u->scheme->items.n; ++i) {
        const struct item_var *v = &u->scheme->items.item[i];
        bool none = u->value[v->id] && u->value[v->id]->kind == IT_NONE && makes(u);
        if ((!u->value[v->id] || none) && !u->fixed[v->id] && decide_live(u, v->live)) {
            begin(ix, u);
            found = found || !u->opens->lacks[v->id];
            u->opens->lacks[v->id] = true;
        }
    }
    return found;
}

/* Attributes that an object does not have yet, or that are None, of which callers will say no more:
 * nothing that is compiled gives them another value. */
static bool find_unset(struct infer *ix, struct use *u, struct itype *t, bool attribute) {
    bool found = false, none = attribute && it_is_optional(t) && !ix->cyclic;
    struct itype *there = none || it_is_late(t) ? t->item[1] : t;
    if (there != t && there->kind == IT_OPEN && there->value >= u->opens->n_given &&
        !(u->ret && occurs(there, u->ret)) && !u->opens->bound.item[there->value]) {
        u->opens->bound.item[there->value] =
            none ? it_scalar(&ix->types, DT_PYBOOL) : it_unset(&ix->types);
        u->opens->version++;
        return true;
    }
    for (int i = 0; t->open && i < t->n; ++i) {
        found = find_unset(ix, u, t->item[i], t->kind == IT_OBJECT || it_is_late(t)) || found;
    }
    return found;
}

static bool find_all_unset(struct infer *ix, struct use *u) {
    bool found = false;
    for (int v = 0; u->ret && v < u->scheme->n_vars; ++v) {
        struct itype *t = open_resolve(ix, u, u->value[v]);
        found = (t && find_unset(ix, u, t, false)) || found;
    }
    return found;
}

/* What objects are made of and what their class says that it is (it_link) are one. */
static void meet_links(struct infer *ix, struct use *u) {
    for (int i = 0; i < u->scheme->n_exprs; ++i) {
        const struct itype *made = it_find(u->scheme->expr[i].type);
        bool makes = made->kind == IT_OBJECT && !made->ground;
        struct itype *object =
            makes ? it_subst(&ix->types, u->scheme->expr[i].type, u->value) : NULL;
        for (int k = 0; object && object->linked && k < object->n; ++k) {
            struct itype *item = it_subst(&ix->types, made->item[k], u->value);
            struct itype *is = it_unfold(&ix->types, object->item[k], object);
            item = open_resolve(ix, u, item);
            open_meet(ix, u, &item, &is);
        }
    }
}

/* Items of which no caller can say more, in what only Python calls: there are none, and they may as
 * well be ints. */
static bool find_empty(struct infer *ix, struct use *u, struct itype *t) {
    bool found =
        t->kind == IT_OPEN && t->value >= u->opens->n_given && !u->opens->bound.item[t->value];
    if (found) {
        u->opens->bound.item[t->value] = it_scalar(&ix->types, DT_INT);
        u->opens->version++;
    }
    for (int i = 0; t->open && i < t->n; ++i) {
        found = find_empty(ix, u, t->item[i]) || found;
    }
    return found;
}

static bool find_all_empty(struct infer *ix, struct use *u) {
    bool found = false;
    for (int v = 0; u->signature && v < u->scheme->n_vars; ++v) {
        struct itype *t = open_resolve(ix, u, u->value[v]);
        found = (t && find_empty(ix, u, t)) || found;
    }
    return found;
}

bool open_again(struct infer *ix, struct use *u) {
    int before = u->opens ? u->opens->passed : 0;
    bool again = find_lacking(ix, u);
    if (!u->opens) {
        return false;
    }
    if (u->ret && u->wanted) {
        struct itype *wanted = u->wanted;
        open_meet(ix, u, &u->ret, &wanted);
    }
    u->ret = open_resolve(ix, u, u->ret);
    meet_links(ix, u);
    again = again || u->opens->version != before || find_all_unset(ix, u) || find_all_empty(ix, u);
    u->opens->passed = u->opens->version;
    return again && u->opens->passes++ < MAX_PASSES;
}

void open_settle(struct infer *ix, struct use *u) {
    for (int v = 0; u->opens && v < u->scheme->n_vars; ++v) {
        struct itype *t = open_resolve(ix, u, u->value[v]);
        u->value[v] = t && t->open && !u->fixed[v] ? NULL : t; /* it may be solved again */
    }
}

/* ---- calls */

/* The open types of an argument, numbered for the callee. */
struct given_opens {
    VEC(struct itype *) of;
};

static struct itype *numbered(struct infer *ix, void *context, struct itype *t) {
    struct given_opens *g = context;
    int i = 0;
    while (i < g->of.n && g->of.item[i] != t) {
        i++;
    }
    if (i == g->of.n) {
        vec_push(ix->arena, &g->of, t);
    }
    return it_open(&ix->types, i);
}

/* One of a callee's, as the caller has it. */
struct coming {
    struct use *u;
    const struct con *con;
    const struct use *callee;
    const struct given_opens *given;
};

static struct itype *came(struct infer *ix, void *context, struct itype *t) {
    const struct coming *from = context;
    struct opens *o = from->u->opens;
    if (t->value < from->given->of.n) {
        return from->given->of.item[t->value];
    }
    for (int i = 0; i < o->got.n; ++i) {
        const struct open_got *g = &o->got.item[i];
        if (g->con == from->con && g->callee == from->callee && g->number == t->value) {
            return it_open(&ix->types, g->here);
        }
    }
    struct itype *here = fresh(ix, o);
    struct open_got got = {from->con, from->callee, (int)t->value, (int)here->value};
    vec_push(ix->arena, &o->got, got);
    return here;
}

/* Copies types as the caller has them; true: some are open. */
static bool resolve_all(struct infer *ix, const struct use *u, int n, struct itype ***type) {
    struct itype **copy = ARENA_ARRAY(ix->arena, struct itype *, n);
    bool open = false;
    for (int i = 0; i < n; ++i) {
        copy[i] = open_resolve(ix, u, (*type)[i]);
        open = open || copy[i]->open;
    }
    *type = copy;
    return open;
}

static struct itype **number_all(struct infer *ix, struct given_opens *g, int n,
                                 struct itype **type) {
    struct itype **copy = ARENA_ARRAY(ix->arena, struct itype *, n);
    for (int i = 0; i < n; ++i) {
        copy[i] = replaced(ix, type[i], numbered, g);
    }
    return copy;
}

/* What a callee has put into open types is put into the caller's. */
static void put_back(struct infer *ix, struct coming *from) {
    const struct opens *o = from->callee->opens;
    for (int i = 0; o && i < o->n_given; ++i) {
        struct itype *put = open_resolve(ix, from->callee, it_open(&ix->types, i));
        meet(ix, from->u, from->given->of.item[i], replaced(ix, put, came, from), NULL);
    }
}

/* An object of a family that parameters may be of (parse_family.c) has what annotations of all its
 * classes say. */
static void meet_family(struct infer *ix, struct use *u, struct itype **made) {
    const struct class *of = (*made)->of;
    bool known = (*made)->kind == IT_OBJECT && (*made)->open && of->family == of && of->made_of &&
                 u->scheme->func != of->make;
    for (int i = 0; known && i < ix->stack.n; ++i) {
        known = ix->stack.item[i]->scheme->func != of->make;
    }
    if (known) {
        struct ann_type any = {.kind = ANN_OBJECT, .of = (struct class *)of, .span = of->span};
        struct itype *is = infer_annotation(ix, &any);
        open_meet(ix, u, made, &is);
    }
}

struct use *open_call(struct infer *ix, const struct con *c, const struct func *f,
                      const struct signature *sig, struct itype **param, struct itype **capture,
                      struct itype **ret) {
    struct use *u = use_here(ix), *v = NULL;
    struct given_opens given = {0};
    struct coming from = {u, c, NULL, &given};
    bool open = false;
    for (int turn = 0; turn < 2 && (turn == 0 || open); ++turn) { /* what it puts, what it gives */
        open = false;
        if (u && u->opens) {
            open = resolve_all(ix, u, f->n_params, &param);
            open = resolve_all(ix, u, f->n_captures, &capture) || open;
        }
        given.of.n = 0;
        v = use_get(ix, f, sig, open ? number_all(ix, &given, f->n_params, param) : param,
                    open ? number_all(ix, &given, f->n_captures, capture) : capture, NULL);
        use_solve(ix, v);
        from.callee = v;
        if (open) {
            put_back(ix, &from);
        }
    }
    *ret = v->ret;
    if (!u || !v->ret || !v->ret->open) {
        return v;
    }
    begin(ix, u);
    *ret = open_resolve(ix, u, replaced(ix, v->ret, came, &from));
    meet_family(ix, u, ret);
    if (!(*ret)->open && !open) {
        v = use_get(ix, f, sig, param, capture, *ret);
        use_solve(ix, v);
    }
    return v;
}

/* ---- the items of a scheme's lists */

struct finding {
    struct infer *ix;
    struct scheme *scheme;
    struct itype *live;
};

static void found(void *context, struct itype *var) {
    struct finding *f = context;
    for (int i = 0; i < f->scheme->items.n; ++i) {
        const struct item_var *v = &f->scheme->items.item[i];
        if (v->id == var->id && (!v->live || v->live == f->live)) {
            return;
        }
    }
    struct item_var item = {var->id, f->live};
    vec_push(f->ix->arena, &f->scheme->items, item);
}

static void find_in(struct finding *f, struct itype *t) {
    t = it_find(t);
    if (t->ground || t->kind == IT_VAR) {
        return;
    }
    bool may_lack = it_is_optional(t) || it_is_late(t);
    struct itype *item = t->kind == IT_LIST ? it_find(t->item[0])
                         : may_lack         ? it_find(t->item[1])
                                            : NULL;
    if (item && item->kind == IT_VAR) {
        found(f, item);
    }
    for (int i = 0; i < t->n; ++i) {
        find_in(f, t->item[i]);
    }
}

void open_find_items(struct infer *ix, struct scheme *s) {
    for (int i = 0; i < s->n_exprs; ++i) {
        struct finding f = {ix, s, s->expr[i].live};
        find_in(&f, s->expr[i].type);
    }
}
