/* The walk over lists: displays, comprehensions, methods; see generate.h. */
#include "generate.h"

#include <string.h>

/* ---- what flows into a list */

/* A value flows into the type of a list's items. Lists in lists are shared, so that these have one
 * type too. */
static void put(struct infer *ix, struct itype *item, struct itype *value, const struct expr *at,
                struct span span) {
    value = it_find(value);
    item = it_find(item);
    if (value->kind == IT_ERROR || item->kind == IT_ERROR) {
        return;
    }
    bool shared = value->kind == IT_LIST || (value->kind == IT_OBJECT && !value->ground);
    shared = shared && (item->kind == IT_VAR || item->kind == value->kind);
    if (shared && unify(&ix->types, item, value)) {
        return;
    }
    struct con *c = con_new(ix, CON_JOIN, at ? at->span : span, NULL, 1);
    bool alone = value->kind == IT_NONE && infer_is_either(ix, c->span, NULL);
    con_arg(c, 0, alone ? it_either(&ix->types) : value, at); /* a list of None only */
    c->in_list = true;
    c->met = infer_is_met(ix, c->span);
    c->out = item;
    vec_push(ix->arena, &ix->cur->cons, c);
}

void infer_list_put(struct infer *ix, struct itype *t, struct itype *value, const struct expr *at,
                    struct span span) {
    t = it_find(t);
    if (t->kind == IT_LIST) {
        put(ix, t->item[0], value, at, span);
    }
}

/* What a value that is filled into a container holds: keys and values; with parts, what its pairs
 * are. It may be known later only. */
static struct itype *held(struct infer *ix, struct itype *from, int part, int parts,
                          const struct expr *at, struct span span) {
    struct con *c = con_new(ix, CON_HELD, at ? at->span : span, NULL, 1);
    c->part = part;
    c->parts = parts;
    con_arg(c, 0, from, at);
    return con_solve(ix, c);
}

static struct itype *list_of(struct itype *object, const char *field) {
    struct itype *list = object->kind == IT_OBJECT ? eval_object_field(object, field) : NULL;
    list = list ? it_find(list) : NULL;
    return list && list->kind == IT_LIST ? list : NULL;
}

/* The items of a list, a tuple or another container. */
static void put_each(struct infer *ix, struct itype *keys, struct itype *from,
                     const struct expr *at, struct span span) {
    struct itype *list = from->kind == IT_OBJECT ? list_of(from, "k") : from;
    for (int i = 0; list && list->kind == IT_TUPLE && i < list->n; ++i) {
        infer_list_put(ix, keys, list->item[i], NULL, span);
    }
    if (list && list->kind == IT_LIST) {
        infer_list_put(ix, keys, list->item[0], at, span);
    } else if (from->kind == IT_VAR) {
        infer_list_put(ix, keys, held(ix, from, 0, 0, at, span), at, span);
    }
}

/* The pairs of a list, a tuple or another dictionary. */
static void put_pairs(struct infer *ix, struct itype *object, struct itype *from,
                      const struct expr *at, struct span span) {
    static const char *const field[] = {"k", "v"};
    bool several = from->kind == IT_TUPLE || from->kind == IT_LIST;
    for (int k = 0; k < 2; ++k) {
        struct itype *to = eval_object_field(object, field[k]), *list = list_of(from, field[k]);
        for (int i = 0; several && i < (from->kind == IT_TUPLE ? from->n : 1); ++i) {
            const struct itype *pair = it_find(from->item[i]);
            if (pair->kind == IT_TUPLE && pair->n == 2) {
                infer_list_put(ix, to, pair->item[k], NULL, span);
            }
        }
        if (list) {
            infer_list_put(ix, to, list->item[0], at, span);
        } else if (from->kind == IT_VAR) {
            infer_list_put(ix, to, held(ix, from, k, 2, at, span), at, span);
        }
    }
}

void infer_container_put(struct infer *ix, struct itype *object, const char *method, int n,
                         struct itype **arg, const struct expr **at, struct span span) {
    const struct func *f = class_method(object->of, method);
    for (int i = 0; f && object->of->prelude && i < n && i + 1 < f->n_params; ++i) {
        const char *name = f->param[i + 1].sym->name;
        if (it_find(arg[i])->kind == IT_NONE && strcmp(method, "get") == 0) {
            continue; /* the default, which is not put */
        }
        if (strncmp(name, "put_", 4) == 0) {
            infer_list_put(ix, eval_object_field(object, name + 4), arg[i], at[i], span);
        } else if (strcmp(name, "each_kv") == 0) {
            put_pairs(ix, object, it_find(arg[i]), at[i], span);
        } else if (strncmp(name, "each_k", 6) == 0) {
            put_each(ix, eval_object_field(object, "k"), it_find(arg[i]), at[i], span);
        }
    }
}

void infer_containers_meet(struct infer *ix, struct itype *a, struct itype *b) {
    static const char *const field[] = {"k", "v"};
    a = it_find(a);
    b = it_find(b);
    bool both = a->kind == IT_OBJECT && b->kind == IT_OBJECT && a->of->prelude && b->of->prelude;
    for (int i = 0; both && i < 2; ++i) {
        struct itype *x = list_of(a, field[i]), *y = list_of(b, field[i]);
        if (x && y &&
            (it_find(x->item[0])->kind == IT_VAR || it_find(y->item[0])->kind == IT_VAR)) {
            unify(&ix->types, x, y);
        }
    }
}

struct itype *infer_container_value(struct itype *object) {
    bool has = object->kind == IT_OBJECT && object->of->prelude;
    struct itype *list = has ? eval_object_field(object, "v") : NULL;
    return list ? it_find(list)->item[0] : NULL;
}

struct itype *infer_container_result(struct infer *ix, struct itype *object,
                                     const struct expr *call) {
    const char *method = call->call.fn->attr.name;
    const struct expr *other = call->call.n > 1 ? call->call.arg[1] : NULL;
    bool none = (strcmp(method, "get") == 0 && (!other || other->kind == EXPR_NONE)) ||
                strcmp(method, "_pop_or_none") == 0;
    struct itype *item = none && call->call.n_kw == 0 ? infer_container_value(object) : NULL;
    if (item) {
        return it_optional(&ix->types, item);
    }
    bool value = strcmp(method, "get") == 0 || strcmp(method, "setdefault") == 0 ||
                 strcmp(method, "pop") == 0;
    return value ? infer_container_value(object) : NULL;
}

/* A list, or a container of which it may not be known yet what it holds. */
static bool is_filled(const struct itype *t) {
    return t->kind == IT_LIST || (t->kind == IT_OBJECT && t->of->prelude && !t->ground);
}

bool infer_list_meets(struct infer *ix, struct itype *a, struct itype *b, struct span span) {
    a = it_find(a);
    b = it_find(b);
    if (a->kind != IT_LIST || b->kind != IT_LIST) {
        bool open = is_filled(a) ? b->kind == IT_VAR : a->kind == IT_VAR;
        bool filled = is_filled(a) || is_filled(b);
        infer_containers_meet(ix, a, b);
        return !(open && filled && unify(&ix->types, a, b));
    }
    if (!unify(&ix->types, a, b)) {
        infer_error(ix, DIAG_PY301, span, "a list has items of one type: %s and %s differ",
                    it_name(ix->arena, it_resolve(&ix->types, a)),
                    it_name(ix->arena, it_resolve(&ix->types, b)));
    }
    return false;
}

void infer_list_extended(struct infer *ix, struct itype *xs, struct itype *value,
                         const struct expr *at, struct span span) {
    if (value->kind == IT_TUPLE) {
        for (int i = 0; i < value->n; ++i) {
            infer_list_put(ix, xs, value->item[i], NULL, span);
        }
    } else if (it_is_text(value)) {
        infer_list_put(ix, xs, it_text(&ix->types), at, span);
    } else {
        infer_list_meets(ix, xs, value, span);
    }
}

static bool is_put(const struct scheme *s, struct itype *item) {
    for (int i = 0; i < s->cons.n; ++i) {
        const struct con *c = s->cons.item[i];
        if (c->kind == CON_JOIN && c->in_list && it_find(c->out) == item) {
            return true;
        }
    }
    return false;
}

static void hint(struct infer *ix, struct scheme *s, struct itype *t, const struct ann_type *ann);

/* The items of a list are what its annotation says where the function puts none into it, or None;
 * and so are those of what it holds. */
static void hint_items(struct infer *ix, struct scheme *s, struct itype *list,
                       const struct ann_type *ann, bool items) {
    list = list ? it_find(list) : NULL;
    struct itype *item = list && list->kind == IT_LIST ? it_find(list->item[0]) : NULL;
    if (item && item->kind == IT_VAR && (ann->optional || !is_put(s, item))) {
        struct itype *t = infer_annotation(ix, ann);
        t = items && ann->optional ? it_optional(&ix->types, t) : t;
        unify(&ix->types, list, it_list(&ix->types, t));
    } else if (item) {
        hint(ix, s, item, ann);
    }
}

static void hint(struct infer *ix, struct scheme *s, struct itype *t, const struct ann_type *ann) {
    bool container =
        t->kind == IT_OBJECT && t->of->prelude && (ann->kind == ANN_DICT || ann->kind == ANN_SET);
    if (t->kind == IT_LIST && ann->kind == ANN_LIST) {
        hint_items(ix, s, t, ann->item[0], true);
    } else if (container) {
        hint_items(ix, s, eval_object_field(t, "k"), ann->item[0], false);
    }
    if (container && ann->kind == ANN_DICT) {
        hint_items(ix, s, eval_object_field(t, "v"), ann->item[1], true);
    }
}

void infer_list_hints(struct infer *ix, struct scheme *s) {
    for (int i = 0; i < s->hints.n; ++i) {
        hint(ix, s, it_find(s->hints.item[i].list), s->hints.item[i].ann);
    }
}

/* ---- displays and comprehensions */

struct itype *infer_list_display(struct infer *ix, const struct expr *e) {
    struct itype *item = con_fresh(ix);
    bool bad = false;
    for (int i = 0; i < e->list.n; ++i) {
        struct itype *t = infer_expr(ix, e->list.item[i]);
        bad = bad || it_find(t)->kind == IT_ERROR;
        put(ix, item, t, e->list.item[i], e->span);
    }
    return bad ? infer_bad(ix) : it_list(&ix->types, item);
}

struct itype *infer_comprehension(struct infer *ix, const struct expr *e) {
    struct symbol *sym = e->comp.list->name.sym;
    if (!sym) {
        return infer_bad(ix);
    }
    bool ended = ix->ended;
    struct block loop = {1, (struct stmt **)&e->comp.loop};
    struct itype *t =
        e->comp.start ? infer_expr(ix, e->comp.start) : it_list(&ix->types, con_fresh(ix));
    infer_declare(ix, sym, t);
    flow_assign(&ix->flow, sym);
    infer_record(ix, e->comp.list, t);
    infer_block(ix, &loop);
    ix->ended = ended;
    return t;
}

/* ---- methods */

static const char *const methods[] = {"append", "extend", "insert", "pop", "clear", "reverse"};

bool infer_is_list_method(const char *name) {
    for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); ++i) {
        if (strcmp(name, methods[i]) == 0) {
            return true;
        }
    }
    return false;
}

struct itype *infer_list_method(struct infer *ix, const struct expr *e) {
    const struct expr *fn = e->call.fn;
    if (e->call.n_kw) {
        infer_error(ix, DIAG_PY205, e->call.kw[0].span, "%s takes no keywords", fn->attr.name);
        return infer_bad(ix);
    }
    struct con *c = con_new(ix, CON_METHOD, e->span, e, 1 + e->call.n);
    struct itype *t = infer_expr(ix, fn->attr.base);
    bool known = it_find(t)->kind == IT_LIST;
    c->dtype = DT_COUNT;
    con_arg(c, 0, t, fn->attr.base);
    for (int i = 0; i < e->call.n; ++i) {
        con_arg(c, 1 + i, infer_expr(ix, e->call.arg[i]), e->call.arg[i]);
    }
    int value = strcmp(fn->attr.name, "append") == 0   ? 1
                : strcmp(fn->attr.name, "insert") == 0 ? 2
                                                       : 0;
    if (known && value && value < c->n) {
        infer_list_put(ix, t, c->arg[value], c->at[value], e->span);
    } else if (known && strcmp(fn->attr.name, "extend") == 0 && c->n == 2) {
        infer_list_meets(ix, t, c->arg[1], e->span);
    }
    struct itype *object = it_find(t);
    if (object->kind == IT_OBJECT) {
        infer_container_put(ix, object, fn->attr.name, e->call.n, c->arg + 1, c->at + 1, e->span);
        struct itype *item = infer_container_result(ix, object, e);
        if (item) {
            vec_push(ix->arena, &ix->cur->cons, c);
            return item;
        }
    }
    c->in_list = known;
    return con_solve(ix, c);
}
