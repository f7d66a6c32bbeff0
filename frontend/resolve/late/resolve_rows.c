/* Sequences of sequences that a map of Copperhead gives: are their rows of one length?
 *
 * The length of a row follows from the form of what the function returns: `map`, `scan` and their
 * kin keep the length of a sequence that they take, `range(n)` has that of a number. Rows whose
 * length is none of the function's names' are of one length; where it is that of a parameter, the
 * sequence that is mapped over decides; what is left may vary. A map that may give rows of several
 * lengths becomes a call of `_ragged_map` (prelude/copperhead.py), which is told the parameter. */
#include "resolve_private.h"

#include <string.h>

enum {
    EVEN = -2,   /* of one length */
    VARIES = -1, /* of several */
    MOST_CALLS = 8
};

/* Which argument has the length of the result. */
static const struct {
    const char *name;
    int arg;
} KEEPS[] = {{"map", 1},     {"gather", 1},  {"zip", 0},    {"enumerate", 0},
             {"indices", 0}, {"sort", 1},    {"scan", 1},   {"rscan", 1},
             {"rotate", 0},  {"permute", 0}, {"update", 0}, {"scatter", 2}};

/* Those whose length follows from what they take, from this argument to the last. */
static const struct {
    const char *name;
    int first;
} COUNTS[] = {{"filter", 0}, {"range", 0},          {"bounded_range", 0},  {"replicate", 1},
              {"shift", 0},  {"exclusive_scan", 2}, {"exclusive_rscan", 2}};

static int length_of(const struct func *f, const struct expr *e, int calls);

/* Which argument of a primitive has the length of its result; VARIES: it is no argument's. */
static int keeps(const char *name) {
    for (size_t i = 0; i < sizeof KEEPS / sizeof KEEPS[0]; ++i) {
        if (strcmp(name, KEEPS[i].name) == 0) {
            return KEEPS[i].arg;
        }
    }
    for (size_t i = 0; i < sizeof COUNTS / sizeof COUNTS[0]; ++i) {
        if (strcmp(name, COUNTS[i].name) == 0) {
            return VARIES;
        }
    }
    return EVEN; /* a number */
}

/* Does an expression name nothing of the function's own? */
static bool is_outer(const struct func *f, const struct expr *e) {
    switch (e->kind) {
    case EXPR_NAME:
        return !e->name.sym || e->name.sym->kind != SYM_LOCAL || e->name.sym->owner != f;
    case EXPR_INT:
    case EXPR_FLOAT:
    case EXPR_BOOL:
        return true;
    case EXPR_UNARY:
        return is_outer(f, e->unary.a);
    case EXPR_BINARY:
        return is_outer(f, e->binary.a) && is_outer(f, e->binary.b);
    case EXPR_CALL: {
        bool outer = sugar_callee(e->call.fn) != NULL && is_outer(f, e->call.fn);
        for (int i = 0; i < e->call.n; ++i) {
            outer = outer && is_outer(f, e->call.arg[i]);
        }
        return outer;
    }
    default:
        return false;
    }
}

static int counted_length(const struct func *f, const struct expr *call, const char *name) {
    int first = call->call.n;
    for (size_t i = 0; i < sizeof COUNTS / sizeof COUNTS[0]; ++i) {
        first = strcmp(name, COUNTS[i].name) == 0 ? COUNTS[i].first : first;
    }
    for (int i = first; i < call->call.n; ++i) {
        if (!is_outer(f, call->call.arg[i])) {
            return VARIES;
        }
    }
    return EVEN;
}

static int either(int a, int b) {
    return a == b && a >= 0 ? a : VARIES;
}

/* Looks at all that a block returns, or assigns to a name. */
static void each_value(const struct block *b, const struct symbol *sym,
                       void (*see)(void *to, const struct expr *e), void *to) {
    for (int i = 0; i < b->n; ++i) {
        const struct stmt *s = b->item[i];
        if (s->kind == STMT_RETURN && !sym && s->expr) {
            see(to, s->expr);
        } else if (s->kind == STMT_ASSIGN && sym && s->assign.value && s->assign.n == 1 &&
                   s->assign.target[0]->kind == EXPR_NAME && s->assign.target[0]->name.sym == sym) {
            see(to, s->assign.value);
        } else if (s->kind == STMT_IF) {
            each_value(&s->if_.then, sym, see, to);
            each_value(&s->if_.els, sym, see, to);
        }
    }
}

struct values {
    const struct func *f;
    int calls, n, length;
};

static void see_value(void *to, const struct expr *e) {
    struct values *v = to;
    int length = length_of(v->f, e, v->calls);
    v->length = v->n++ == 0 ? length : either(v->length, length);
}

static int length_of_values(const struct func *f, const struct symbol *sym, int calls) {
    struct values v = {.f = f, .calls = calls, .length = VARIES};
    each_value(&f->body, sym, see_value, &v);
    return v.length;
}

static int length_of_name(const struct func *f, const struct symbol *sym, int calls) {
    if (!sym || sym->kind != SYM_LOCAL || sym->owner != f) {
        return EVEN;
    }
    for (int i = 0; i < f->n_params; ++i) {
        if (f->param[i].sym == sym) {
            return i;
        }
    }
    return length_of_values(f, sym, calls - 1);
}

static int length_of_call(const struct func *f, const struct expr *e, int calls) {
    const struct symbol *sym = sugar_callee(e->call.fn);
    const char *name = resolve_primitive(sym);
    const struct func *of = sym && sym->kind == SYM_FUNC && !sym->func->prelude ? sym->func : NULL;
    int arg = name ? keeps(name) : of ? length_of_values(of, NULL, calls - 1) : EVEN;
    return arg >= 0 && arg < e->call.n ? length_of(f, e->call.arg[arg], calls)
           : name && arg == VARIES     ? counted_length(f, e, name)
                                       : arg;
}

/* The parameter that has the length of a value, EVEN or VARIES. */
static int length_of(const struct func *f, const struct expr *e, int calls) {
    if (calls == 0) {
        return VARIES;
    }
    switch (e->kind) {
    case EXPR_NAME:
        return length_of_name(f, e->name.sym, calls);
    case EXPR_CALL:
        return length_of_call(f, e, calls);
    case EXPR_COND:
        return either(length_of(f, e->cond.then, calls), length_of(f, e->cond.els, calls));
    case EXPR_INDEX:
        return is_outer(f, e) ? EVEN : VARIES;
    case EXPR_TUPLE:
        for (int i = 0; i < e->list.n; ++i) {
            if (length_of(f, e->list.item[i], calls) != EVEN) {
                return VARIES;
            }
        }
        return EVEN;
    default:
        return EVEN;
    }
}

static void see_return(void *to, const struct expr *e) {
    (void)e;
    ++*(int *)to;
}

/* Is the function's only return its last statement? */
static bool returns_once(const struct func *f) {
    int n = 0;
    each_value(&f->body, NULL, see_return, &n);
    return n == 1 && f->body.item[f->body.n - 1]->kind == STMT_RETURN;
}

void resolve_tell(struct resolver *r, struct func *top, struct expr *call, const char *name,
                  int value) {
    struct sugar g = {.scopes = r->s, .arena = r->arena, .outermost = top};
    struct expr *e = sugar_new(&g, EXPR_INT, call->span);
    e->integer.value = value;
    call->call.n_kw = 1;
    call->call.kw = ARENA_NEW(r->arena, struct keyword);
    call->call.kw[0] = (struct keyword){intern_str(r->s->p->names, name), call->span, e};
}

static void make_ragged(struct resolver *r, struct func *top, struct expr *map, int length) {
    struct symbol *ragged = scope_prelude(r->s, intern_str(r->s->p->names, "_ragged_map"));
    if (!ragged) {
        return;
    }
    sugar_rename(map->call.fn, ragged);
    if (length != VARIES) {
        resolve_tell(r, top, map, "of", length);
    }
}

const struct func *resolve_rows(struct resolver *r, struct func *top, struct expr *map) {
    const struct expr *fn = map->call.arg[0];
    const struct symbol *sym = fn->kind == EXPR_LAMBDA ? NULL : sugar_callee(fn);
    const char *name = resolve_primitive(sym);
    const struct func *f = fn->kind == EXPR_LAMBDA                               ? fn->lambda
                           : sym && sym->kind == SYM_FUNC && !sym->func->prelude ? sym->func
                                                                                 : NULL;
    int length = name ? keeps(name) : f ? length_of_values(f, NULL, MOST_CALLS) : EVEN;
    if (length != EVEN && length < map->call.n - 1) {
        make_ragged(r, top, map, length);
    }
    bool only = f && (f->is_lambda || (f->parent && sym->n_read == 1 && !sym->is_called));
    return only && returns_once(f) ? f : NULL;
}
