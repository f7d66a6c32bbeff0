/* Sequences of Copperhead that are made late: no array, but a function of the index.
 *
 * A call of a primitive that stands where another primitive reads every item once, or is bound to a
 * name that is read once, in such a place, becomes a call of its late form: `map` of `_later_map`
 * (prelude/copperhead.py). The name is bound in the block that reads it, with nothing but bindings
 * between, so that what the items raise is raised all the same. Blocks are walked from their ends:
 * a reading comes before its binding. */
#include "resolve_private.h"

#include <string.h>

/* What a primitive is as a sequence, and which of its arguments it reads item by item, all of them
 * and each once. */
struct primitive {
    const char *name;
    int first, last; /* arguments; last < first: none */
    enum {
        MAKES = 1,   /* it has a late form */
        ONLY = 2,    /* it reads its arguments so in its late form alone */
        ORDERED = 4, /* it reads them one after another, on one thread */
        BLOCKS = 8,  /* it has a form for devices, for functions that are associative, */
        DEVICE = 16  /* or one that serves always */
    } is;
};

static const struct primitive PRIMITIVES[] = {
    {"map", 1, 10, MAKES},
    {"gather", 1, 1, MAKES},
    {"zip", 0, 9, MAKES | ONLY},
    {"enumerate", 0, 0, MAKES | ONLY},
    {"indices", 0, -1, MAKES},
    {"range", 0, -1, MAKES},
    {"bounded_range", 0, -1, MAKES},
    {"replicate", 0, -1, MAKES},
    {"shift", 0, -1, MAKES},
    {"rotate", 0, -1, MAKES},
    {"sum", 0, 0, 0},
    {"min", 0, 0, 0},
    {"max", 0, 0, 0},
    {"any", 0, 0, 0},
    {"all", 0, 0, 0},
    {"argmin", 0, 0, ORDERED},
    {"argmax", 0, 0, ORDERED},
    {"reduce", 1, 1, ORDERED | BLOCKS},
    {"scan", 1, 1, ORDERED | BLOCKS},
    {"rscan", 1, 1, BLOCKS},
    {"exclusive_scan", 2, 2, ORDERED | BLOCKS},
    {"exclusive_rscan", 2, 2, BLOCKS},
    {"filter", 1, 1, ORDERED | DEVICE},
    {"scatter", 0, 2, ORDERED | DEVICE},
    {"permute", 1, 1, ORDERED | DEVICE},
    {"update", 0, 1, ORDERED | DEVICE},
};

/* Late forms in one another, at most: instances of the prelude nest about four times as deep. */
enum { MAX_LATE = 8 };

/* A name, and how many late forms are around the place that reads it. */
struct wanted {
    const struct symbol *sym;
    int depth;
};

/* A walk over the body of one function. */
struct later {
    struct resolver *r;
    const struct func *fn;
    bool inside;               /* fn is called for each item of a sequence */
    bool sure;                 /* what is walked is evaluated whenever its statement is */
    int depth;                 /* late forms around the walk */
    VEC(struct wanted) wanted; /* names to be late, their bindings not met yet */
    struct func *top;          /* the procedure */
    struct rows *rows;
};

/* Functions whose results are rows of a sequence that is made: they are written there item by item.
 */
struct rows {
    VEC(const struct func *) list;
};

static void walk(struct later *l, struct expr *e);
static void walk_block(struct later *l, const struct block *b);

/* ---- parts of expressions */

typedef void visit(struct later *l, struct expr *e);

static void each_of(struct later *l, int n, struct expr **item, visit *see) {
    for (int i = 0; i < n; ++i) {
        see(l, item[i]);
    }
}

/* The parts that are evaluated whenever e is, and then those that may be. */
static void each_part(struct later *l, struct expr *e, visit *see) {
    bool sure = l->sure;
    switch (e->kind) {
    case EXPR_TUPLE:
    case EXPR_LIST:
    case EXPR_DICT:
        each_of(l, e->list.n, e->list.item, see);
        break;
    case EXPR_UNARY:
        see(l, e->unary.a);
        break;
    case EXPR_BINARY:
        see(l, e->binary.a);
        see(l, e->binary.b);
        break;
    case EXPR_COMPARE:
        l->sure = sure && e->compare.n == 1;
        each_of(l, e->compare.n + 1, e->compare.item, see);
        break;
    case EXPR_BOOLOP:
        l->sure = false;
        each_of(l, e->boolop.n, e->boolop.item, see);
        break;
    case EXPR_COND:
        see(l, e->cond.cond);
        l->sure = false;
        see(l, e->cond.then);
        see(l, e->cond.els);
        break;
    case EXPR_CALL:
        see(l, e->call.fn);
        each_of(l, e->call.n, e->call.arg, see);
        break;
    case EXPR_ATTR:
        see(l, e->attr.base);
        break;
    case EXPR_INDEX:
        see(l, e->index.base);
        each_of(l, e->index.n, e->index.index, see);
        break;
    default: /* the others have none that a procedure may hold, a lambda's are its own */
        break;
    }
    l->sure = sure;
}

/* ---- how often names are read */

static void count_block(struct later *l, const struct block *b);

static void count(struct later *l, struct expr *e) {
    if (e->kind == EXPR_NAME && e->name.sym) {
        ++e->name.sym->n_read;
    } else if (e->kind == EXPR_CALL && e->call.fn->kind == EXPR_NAME) {
        if (e->call.fn->name.sym) {
            e->call.fn->name.sym->is_called = true;
        }
        each_of(l, e->call.n, e->call.arg, count);
    } else if (e->kind == EXPR_LAMBDA) {
        count_block(l, &e->lambda->body);
    } else {
        each_part(l, e, count);
    }
}

static void count_block(struct later *l, const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct stmt *s = b->item[i];
        if (s->kind == STMT_ASSIGN && s->assign.value) {
            count(l, s->assign.value);
        } else if ((s->kind == STMT_RETURN || s->kind == STMT_EXPR) && s->expr) {
            count(l, s->expr);
        } else if (s->kind == STMT_DEF) {
            count_block(l, &s->def->body);
        } else if (s->kind == STMT_IF) {
            count(l, s->if_.cond);
            count_block(l, &s->if_.then);
            count_block(l, &s->if_.els);
        }
    }
}

/* ---- places */

const char *resolve_primitive(const struct symbol *sym) {
    const struct func *f = sym && sym->kind == SYM_FUNC && sym->func->prelude ? sym->func : NULL;
    bool form = f && f->name[0] == '_' && strncmp(f->prelude, "np.", 3) != 0;
    return form || (f && strncmp(f->name, "copperhead__", 12) == 0) ? f->prelude : NULL;
}

static const struct primitive *primitive_of(const struct expr *e) {
    const struct symbol *sym =
        e->kind == EXPR_CALL && e->call.n_kw == 0 ? sugar_callee(e->call.fn) : NULL;
    const char *name = resolve_primitive(sym);
    for (size_t i = 0; name && i < sizeof PRIMITIVES / sizeof PRIMITIVES[0]; ++i) {
        if (strcmp(name, PRIMITIVES[i].name) == 0) {
            return &PRIMITIVES[i];
        }
    }
    return NULL;
}

/* min(a, b) is of numbers. */
static bool reads(const struct primitive *p, const struct expr *call, int i) {
    bool numbers = p->first == 0 && p->is == 0 && call->call.n > 1;
    return !numbers && i >= p->first && i <= p->last;
}

static void walk_call(struct later *l, struct expr *e, bool late);

/* The form of a primitive, or NULL. */
static struct symbol *form_of(struct later *l, const char *kind, const struct primitive *p) {
    const char *name = arena_printf(l->r->arena, "_%s_%s", kind, p->name);
    return scope_prelude(l->r->s, intern_str(l->r->s->p->names, name));
}

/* Makes a call late, whose value is read item by item. */
static bool make_late(struct later *l, struct expr *e) {
    const struct primitive *p = primitive_of(e);
    struct symbol *form = p && (p->is & MAKES) ? form_of(l, "later", p) : NULL;
    if (!form || l->depth == MAX_LATE) {
        return false;
    }
    ++l->depth;
    walk_call(l, e, true);
    --l->depth;
    sugar_rename(e->call.fn, form);
    return true;
}

/* An argument that is read item by item. */
static void walk_read(struct later *l, struct expr *e) {
    struct symbol *sym = e->kind == EXPR_NAME ? e->name.sym : NULL;
    bool own = sym && sym->kind == SYM_LOCAL && sym->owner == l->fn && !sym->is_param;
    if (own && l->sure && sym->n_assigned == 1 && sym->n_read == 1) {
        vec_push(l->r->arena, &l->wanted, ((struct wanted){sym, l->depth}));
    } else if (!make_late(l, e)) {
        walk(l, e);
    }
}

/* May what goes through its items in order compute them, too? The loop that makes an array of a map
 * is parallel, inside another parallel loop it is not. */
static bool may_read(const struct later *l, const struct expr *e) {
    const struct primitive *of = primitive_of(e);
    bool maps = (of && strcmp(of->name, "map") == 0) || e->kind == EXPR_NAME;
    return l->inside || !maps;
}

/* In functions for devices, but for what runs once for each item. */
static bool on_device(struct later *l, const struct primitive *p, struct expr *e) {
    bool device = (l->top->gpu || l->r->s->libraries->gpu) && !l->inside && e->call.n > 1;
    struct symbol *form = device && (p->is & (BLOCKS | DEVICE)) ? form_of(l, "device", p) : NULL;
    int needs = form && (p->is & BLOCKS) ? resolve_associative(l->r, e) : 0;
    if (!form || needs < 0) {
        return false;
    }
    sugar_rename(e->call.fn, form);
    if (needs > 0) {
        resolve_tell(l->r, l->top, e, "needs", needs);
    }
    return true;
}

static void walk_call(struct later *l, struct expr *e, bool late) {
    const struct primitive *p = primitive_of(e);
    bool freed = p && resolve_free(l->r, e);
    bool here = p && (late || !(p->is & ONLY)) && (freed || !on_device(l, p, e));
    bool ordered = p && (p->is & ORDERED) && !freed;
    if (p && !late && strcmp(p->name, "map") == 0 && e->call.n > 1) {
        const struct func *f = resolve_rows(l->r, l->top, e);
        if (f) {
            vec_push(l->r->arena, &l->rows->list, f);
        }
    }
    walk(l, e->call.fn);
    for (int i = 0; i < e->call.n; ++i) {
        struct expr *arg = e->call.arg[i];
        bool read = here && reads(p, e, i) && (!ordered || may_read(l, arg));
        (read ? walk_read : walk)(l, arg);
    }
}

static void walk_func(struct later *l, const struct func *f) {
    bool item = f->is_lambda || (f->sym && f->sym->n_read > 0);
    struct later inner = {.r = l->r,
                          .top = l->top,
                          .fn = f,
                          .inside = l->inside || (f->parent && item),
                          .sure = true,
                          .rows = l->rows};
    walk_block(&inner, &f->body);
}

static void walk(struct later *l, struct expr *e) {
    if (e->kind == EXPR_LAMBDA) {
        walk_func(l, e->lambda);
    } else if (e->kind == EXPR_CALL) {
        int depth = l->depth;
        l->depth = 0;
        walk_call(l, e, false);
        l->depth = depth;
    } else {
        each_part(l, e, walk);
    }
}

/* ---- statements */

static bool gives_rows(const struct later *l) {
    bool found = false;
    for (int i = 0; i < l->rows->list.n; ++i) {
        found = found || l->rows->list.item[i] == l->fn;
    }
    return found;
}

/* Takes a name from those that are wanted late; its binding stands in as many forms as its reading.
 */
static bool take(struct later *l, const struct symbol *sym) {
    for (int i = 0; i < l->wanted.n; ++i) {
        if (l->wanted.item[i].sym == sym) {
            l->depth = l->wanted.item[i].depth;
            l->wanted.item[i] = l->wanted.item[--l->wanted.n];
            return true;
        }
    }
    return false;
}

static void walk_assign(struct later *l, struct stmt *s) {
    const struct expr *target = s->assign.target[0];
    bool late = s->assign.n == 1 && target->kind == EXPR_NAME && take(l, target->name.sym);
    bool made = late && s->assign.value && make_late(l, s->assign.value);
    l->depth = 0;
    if (s->assign.value && !made) {
        walk(l, s->assign.value);
    }
}

/* What is behind an `if` does not reach over it, nor out of its blocks. */
static void walk_if(struct later *l, struct stmt *s) {
    l->wanted.n = 0;
    walk_block(l, &s->if_.els);
    l->wanted.n = 0;
    walk_block(l, &s->if_.then);
    l->wanted.n = 0;
    walk(l, s->if_.cond);
}

static void walk_block(struct later *l, const struct block *b) {
    for (int i = b->n - 1; i >= 0; --i) {
        struct stmt *s = b->item[i];
        if (s->kind == STMT_ASSIGN) {
            walk_assign(l, s);
        } else if ((s->kind == STMT_RETURN || s->kind == STMT_EXPR) && s->expr) {
            if (!gives_rows(l) || !make_late(l, s->expr)) {
                walk(l, s->expr);
            }
            l->depth = 0;
        } else if (s->kind == STMT_DEF) {
            walk_func(l, s->def);
        } else if (s->kind == STMT_IF) {
            walk_if(l, s);
        }
    }
}

void resolve_later(struct resolver *r, struct func *f) {
    struct rows rows = {0};
    struct later l = {.r = r, .top = f, .rows = &rows};
    count_block(&l, &f->body);
    walk_func(&l, f);
}
