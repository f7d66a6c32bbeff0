/* Attributes of classes of this file that functions assign: C.n += 1, cls.n = 0. They are the
 * class's of Python, which calls of the run time read and set; the first value says of which type
 * they are.
 *
 *     C.n += k      ->      _class_set("C", "n:int", _class_get("C", "n:int") + k)
 */
#include <string.h>

#include "nodes.h"
#include "resolve_private.h"

/* The type of the number or text as written; NULL: it is none. */
static const char *type_of(const struct expr *e) {
    bool sign = e && e->kind == EXPR_UNARY && e->unary.op == OP_NEG;
    e = sign ? e->unary.a : e;
    return !e                              ? NULL
           : e->kind == EXPR_INT           ? (e->integer.too_big ? NULL : "int")
           : e->kind == EXPR_FLOAT         ? "float"
           : e->kind == EXPR_STR && !sign  ? "str"
           : e->kind == EXPR_BOOL && !sign ? "bool"
                                           : NULL;
}

bool resolve_class_assigned(struct scopes *s, struct class *c, const char *name) {
    struct class_value *v = (struct class_value *)class_constant(c, name);
    for (const struct class *k = c; k; k = k->base) {
        if (k->foreign || k->prelude) {
            return false;
        }
    }
    const char *type = v && !s->p->imported && !c->data ? v->written : NULL;
    type = type ? type : v && !s->p->imported && !c->data ? type_of(v->value) : NULL;
    if (type) {
        v->written = type;
    }
    return type != NULL;
}

static const struct class *owner(const struct resolver *r, const struct func *f) {
    for (int i = 0; i < r->s->p->classes.n; ++i) {
        const struct class *c = r->s->p->classes.item[i];
        for (int k = 0; k < c->n_methods; ++k) {
            if (c->method[k] == f) {
                return c;
            }
        }
    }
    return NULL;
}

static bool is_derived_from(const struct resolver *r, const struct class *c) {
    bool is = false;
    for (int i = 0; i < r->s->p->classes.n; ++i) {
        is = is || r->s->p->classes.item[i]->base == c;
    }
    return is;
}

/* The class that an expression stands for whose attribute is asked for: C, in methods of a class
 * from which none is derived cls, type(self), self.__class__, and self where it has no attribute of
 * the name. NULL: none. */
static const struct class *class_of(const struct resolver *r, const struct expr *e,
                                    const char *name, bool store) {
    if (e->kind == EXPR_NAME && e->name.sym && e->name.sym->kind == SYM_CLASS) {
        return e->name.sym->class_;
    }
    bool call = e->kind == EXPR_CALL && e->call.n == 1 && e->call.n_kw == 0 &&
                resolve_is_builtin(r, e, "type");
    bool class = e->kind == EXPR_ATTR && strcmp(e->attr.name, "__class__") == 0;
    const struct expr *self = call ? e->call.arg[0] : class ? e->attr.base : e;
    const struct func *f = r->frame ? r->frame->fn : NULL;
    bool first = f && f->is_method && f->n_params > 0 && self->kind == EXPR_NAME &&
                 strcmp(self->name.name, f->param[0].sym->name) == 0;
    const struct class *c = first ? owner(r, f) : NULL;
    if (!c || is_derived_from(r, c)) {
        return NULL;
    }
    bool field = false;
    for (int i = 0; i < c->n_fields; ++i) {
        field = field || strcmp(c->field[i], name) == 0;
    }
    bool by_class = call || class || f->method == METHOD_CLASS;
    return by_class || (f->method == METHOD_PLAIN && !field && !store) ||
                   (f->method == METHOD_PROPERTY && !field && !store)
               ? c
               : NULL;
}

/* fn("C", "n:int"), and the value, where there is one. */
static struct expr *call_of(struct resolver *r, const struct expr *e, const char *fn, int n,
                            bool store) {
    const struct class *c =
        e->kind == EXPR_ATTR ? class_of(r, e->attr.base, e->attr.name, store) : NULL;
    const struct class_value *v = c ? class_constant(c, e->attr.name) : NULL;
    if (!v || !v->written) {
        return NULL;
    }
    struct sugar g = resolve_sugar(r);
    struct expr *call = sugar_call(&g, IN_PYCC, fn, n, e->span);
    const char *what = arena_printf(r->arena, "%s:%s", e->attr.name, v->written);
    call->call.arg[0] = node_str(&g, c->name, (int)strlen(c->name), e->span);
    call->call.arg[1] = node_str(&g, what, (int)strlen(what), e->span);
    return call;
}

bool resolve_class_read(struct resolver *r, struct expr *e) {
    struct expr *call = call_of(r, e, "_class_get", 2, false);
    if (call) {
        call->id = e->id;
        *e = *call;
    }
    return call != NULL;
}

bool resolve_class_store(struct resolver *r, struct stmt *s) {
    bool aug = s->kind == STMT_AUGASSIGN;
    bool one = s->kind == STMT_ASSIGN && s->assign.n == 1 && s->assign.value;
    struct expr *to = aug ? s->aug.target : one ? s->assign.target[0] : NULL;
    if (!to || to->kind != EXPR_ATTR) {
        return false;
    }
    if (to->attr.base->kind == EXPR_NAME) {
        resolve_expr(r, to->attr.base);
    }
    struct expr *set = call_of(r, to, "_class_set", 3, true);
    if (!set) {
        return false;
    }
    struct expr *value = aug ? s->aug.value : s->assign.value;
    resolve_expr(r, value);
    if (aug) {
        struct sugar g = resolve_sugar(r);
        struct expr *sum = sugar_new(&g, EXPR_BINARY, s->span);
        sum->binary.op = s->aug.op;
        sum->binary.a = call_of(r, to, "_class_get", 2, true);
        sum->binary.b = value;
        value = sum;
    }
    set->call.arg[2] = value;
    s->kind = STMT_EXPR;
    s->expr = set;
    return true;
}
