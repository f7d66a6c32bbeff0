/* Uses of names that tell how many axes an array has, for parameters such as NDArray[np.float64]
 * (annot_choice.c): x[i, j], x[i][j], x.shape[1], n, m = x.shape, len(x), for v in x; and those
 * that tell a dictionary from a record (resolve_func.c). */
#include <string.h>

#include "parse.h"

/* Is what is parsed the body of a function with annotations? */
static bool is_annotated(const struct parser *p) {
    const struct func *f = p->fn;
    while (f && f->parent) {
        f = f->parent;
    }
    return f && !p->in_prelude && (f->is_method || p->notes.item[f->id]->anns.list.n > 0);
}

/* The attribute that e is of what the method is called on; NULL: it is none. In an __init__ these
 * are variables, "self.x", at first. */
static const char *own_attribute(const struct parser *p, const struct expr *e) {
    const struct func *f = p->fn;
    const char *dot = e->kind == EXPR_NAME ? strchr(e->name.name, '.') : NULL;
    const struct expr *base = e->kind == EXPR_ATTR ? e->attr.base : NULL;
    bool self = base && base->kind == EXPR_NAME && f->is_method && f->n_params > 0 &&
                base->name.name == f->param[0].sym->name;
    return self ? e->attr.name : dot ? intern_str(p->names, dot + 1) : NULL;
}

static void tell(struct parser *p, const struct expr *e, int n, bool exact) {
    const char *attribute = own_attribute(p, e);
    if (attribute || e->kind == EXPR_NAME) {
        struct rank_use use = {.func = p->fn,
                               .name = attribute ? attribute : e->name.name,
                               .n = n,
                               .exact = exact,
                               .of_self = attribute != NULL};
        vec_push(p->keep, &p->rank_uses, use);
    }
}

/* x of x.shape; NULL for anything else. */
static const struct expr *of_shape(const struct expr *e) {
    return e->kind == EXPR_ATTR && strcmp(e->attr.name, "shape") == 0 ? e->attr.base : NULL;
}

/* The axes that an array has, if what an index gives has so many. */
static int axes_needed(const struct expr *e, int needed) {
    int taken = 0, kept = 0, added = 0;
    for (int i = 0; i < e->index.n; ++i) {
        const struct expr *at = e->index.index[i];
        bool none = at->kind == EXPR_NONE ||
                    (at->kind == EXPR_ATTR && strcmp(at->attr.name, "newaxis") == 0);
        added += none;
        kept += at->kind == EXPR_SLICE;
        taken += !none && at->kind != EXPR_SLICE && at->kind != EXPR_ELLIPSIS;
    }
    return taken + (needed - added > kept ? needed - added : kept);
}

void parse_tell_index(struct parser *p, const struct expr *e) {
    if (e->index.n != 1 || e->index.index[0]->kind != EXPR_STR) {
        parse_tell_keyed(p, e->index.base);
    }
    if (!is_annotated(p)) {
        return;
    }
    const struct expr *shaped = of_shape(e->index.base);
    if (shaped) {
        bool plain = e->index.n == 1 && e->index.index[0]->kind == EXPR_INT &&
                     e->index.index[0]->integer.value < 100;
        tell(p, shaped, plain ? (int)e->index.index[0]->integer.value + 1 : 1, false);
        return;
    }
    int needed = 0;
    for (; e->kind == EXPR_INDEX; e = e->index.base) {
        needed = axes_needed(e, needed);
    }
    tell(p, e, needed, false);
}

/* d["a"]["b"] = x: what holds a dictionary that changes is one. */
static void tell_nested(struct parser *p, const struct expr *target) {
    struct expr *base = target->index.base;
    bool key = target->index.n == 1 && target->index.index[0]->kind == EXPR_STR;
    while (key && base->kind == EXPR_INDEX) {
        base = base->index.base;
        parse_tell_keyed(p, base);
    }
}

void parse_tell_unpacked(struct parser *p, const struct expr *target, const struct expr *value) {
    const struct expr *shaped = value ? of_shape(value) : NULL;
    bool display = target->kind == EXPR_TUPLE || target->kind == EXPR_LIST;
    bool starred = false;
    for (int i = 0; display && i < target->list.n; ++i) {
        starred = starred || target->list.item[i]->kind == EXPR_UNSUPPORTED;
    }
    for (int i = 0; display && i < target->list.n; ++i) {
        parse_tell_unpacked(p, target->list.item[i], NULL);
    }
    if (target->kind == EXPR_INDEX) {
        parse_tell_keyed(p, target->index.base);
        tell_nested(p, target);
    }
    if (shaped && display && is_annotated(p)) {
        tell(p, shaped, target->list.n - starred, !starred);
    }
}

void parse_tell_items(struct parser *p, const struct expr *e) {
    if (is_annotated(p)) {
        tell(p, e, 1, false);
    }
}

void parse_tell_keyed(struct parser *p, struct expr *e) {
    if (e->kind == EXPR_DICT) {
        e->list.keyed = true;
    }
    for (struct func *f = p->fn; e->kind == EXPR_NAME && f && !p->in_prelude; f = f->parent) {
        vec_push(p->keep, &p->notes.item[f->id]->keyed, e->name.name);
    }
}

void parse_tell_bumped(struct parser *p, const struct expr *target) {
    bool text = target->kind == EXPR_INDEX && target->index.n == 1 &&
                target->index.index[0]->kind == EXPR_STR;
    if (text && target->index.base->kind == EXPR_NAME && p->fn && !p->in_prelude) {
        vec_push(p->keep, &p->notes.item[p->fn->id]->bumped, target->index.base->name.name);
    }
    if (target->kind == EXPR_INDEX) {
        tell_nested(p, target);
    }
}

void parse_tell_called(struct parser *p, const struct expr *call) {
    static const char *const takers[] = {
        "list",   "sorted",    "set",         "tuple", "sum",  "min",       "max",  "any",
        "all",    "frozenset", "map",         "dict",  "zip",  "enumerate", "iter", "reversed",
        "filter", "Counter",   "OrderedDict", "str",   "repr", "print"};
    const struct expr *fn = call->call.fn;
    bool takes = false;
    for (size_t i = 0; fn->kind == EXPR_NAME && i < sizeof takers / sizeof *takers; ++i) {
        takes = takes || strcmp(fn->name.name, takers[i]) == 0;
    }
    bool joins = fn->kind == EXPR_ATTR && strcmp(fn->attr.name, "join") == 0;
    for (int i = 0; joins && i < call->call.n; ++i) {
        parse_tell_keyed(p, call->call.arg[i]);
    }
    for (int i = 0; fn->kind == EXPR_NAME && i < call->call.n; ++i) {
        struct passed given = {call->call.arg[i], fn->name.name, i};
        if (takes) {
            parse_tell_keyed(p, given.value);
        } else if (p->fn && !p->in_prelude &&
                   (given.value->kind == EXPR_NAME || given.value->kind == EXPR_DICT)) {
            vec_push(p->keep, &p->notes.item[p->fn->id]->passed, given);
        }
    }
}
