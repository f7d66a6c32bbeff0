/* What an `__exit__` asks of the exception it is given, an object of the prelude or None, in the
 * places of its parameters for the class and the value.
 *
 *     issubclass(kind, KeyError)    ->    kind is not None and kind._is("KeyError")
 *     kind is KeyError              ->    kind is not None and kind._named("KeyError")
 *     kind.__name__                 ->    kind._name() */
#include <string.h>

#include "parse.h"

/* Is it the parameter for the class, or for the value? */
static bool is_given(const struct parser *p, const struct expr *e) {
    const struct func *f = p->exit;
    bool found = false;
    for (int i = 1; f && e->kind == EXPR_NAME && i <= 2 && i < f->n_params; ++i) {
        found = found || f->param[i].sym->name == e->name.name;
    }
    return found;
}

static struct expr *again(struct parser *p, const struct expr *name) {
    return parse_new_name(p, name->name.name, name->span);
}

static const char *name_of(const struct expr *class_) {
    return class_->kind == EXPR_NAME   ? class_->name.name
           : class_->kind == EXPR_ATTR ? class_->attr.name
                                       : NULL;
}

static struct expr *joined(struct parser *p, enum op op, int n, struct expr **item) {
    struct expr *e = parse_new_expr(p, EXPR_BOOLOP, item[0]->span);
    e->boolop.op = op;
    e->boolop.n = n;
    e->boolop.item = item;
    return e;
}

static struct expr *asked(struct parser *p, const struct expr *given, const char *method,
                          const struct expr *class_) {
    struct expr **arg = ARENA_ARRAY(p->arena, struct expr *, 1);
    arg[0] = parse_new_text(p, name_of(class_), class_->span);
    struct expr *e = parse_new_method(p, again(p, given), method, 1, given->span);
    e->call.arg = arg;
    return e;
}

/* given is not None and (given.method("A") or given.method("B")); NULL: what is no class is named.
 */
static struct expr *any_of(struct parser *p, const struct expr *given, const char *method, int n,
                           struct expr *const *class_) {
    struct expr **any = ARENA_ARRAY(p->arena, struct expr *, n),
                **both = ARENA_ARRAY(p->arena, struct expr *, 2);
    for (int i = 0; i < n; ++i) {
        if (!name_of(class_[i])) {
            return NULL;
        }
        any[i] = asked(p, given, method, class_[i]);
    }
    both[0] =
        parse_new_compare(p, OP_IS_NOT, again(p, given), parse_new_expr(p, EXPR_NONE, given->span));
    both[1] = n == 1 ? any[0] : joined(p, OP_LOR, n, any);
    return n > 0 ? joined(p, OP_LAND, 2, both) : NULL;
}

static void become(struct expr *e, const struct expr *made) {
    int id = e->id;
    if (made) {
        *e = *made;
        e->id = id;
    }
}

void parse_exit_call(struct parser *p, struct expr *e) {
    const struct expr *fn = e->call.fn;
    bool asks =
        fn->kind == EXPR_NAME && e->call.n == 2 && e->call.n_kw == 0 &&
        (strcmp(fn->name.name, "isinstance") == 0 || strcmp(fn->name.name, "issubclass") == 0);
    if (asks && is_given(p, e->call.arg[0])) {
        const struct expr *of = e->call.arg[1];
        bool several = of->kind == EXPR_TUPLE;
        become(e, any_of(p, e->call.arg[0], "_is", several ? of->list.n : 1,
                         several ? of->list.item : &e->call.arg[1]));
    }
}

void parse_exit_compare(struct parser *p, struct expr *e) {
    enum op op = e->compare.op[0];
    bool is = op == OP_IS || op == OP_EQ, is_not = op == OP_IS_NOT || op == OP_NE;
    const struct expr *class_ = e->compare.item[1];
    if (e->compare.n != 1 || !(is || is_not) || !is_given(p, e->compare.item[0]) ||
        !name_of(class_)) {
        return;
    }
    struct expr *made = any_of(p, e->compare.item[0], "_named", 1, &e->compare.item[1]);
    become(e, is_not ? parse_new_not(p, made, e->span) : made);
}

void parse_exit_attribute(struct parser *p, struct expr *e) {
    if (is_given(p, e->attr.base) && strcmp(e->attr.name, "__name__") == 0) {
        become(e, parse_new_method(p, again(p, e->attr.base), "_name", 0, e->span));
    }
}

static struct block returned(struct parser *p, struct span span, bool yes) {
    struct stmt *s = parse_new_stmt(p, STMT_RETURN, span);
    s->expr = parse_new_expr(p, EXPR_BOOL, span);
    s->expr->boolean = yes;
    struct stmt **item = ARENA_ARRAY(p->arena, struct stmt *, 1);
    item[0] = s;
    return (struct block){1, item};
}

void parse_exit_return(struct parser *p, struct stmt *s) {
    struct expr *e = s->expr;
    bool not = e && e->kind == EXPR_UNARY && e->unary.op == OP_NOT;
    if (!e || (e->kind != EXPR_BOOLOP && !not )) {
        return;
    }
    s->kind = STMT_IF;
    memset(&s->if_, 0, sizeof(s->if_));
    s->if_.cond = e;
    s->if_.then = returned(p, s->span, true);
    s->if_.els = returned(p, s->span, false);
}
