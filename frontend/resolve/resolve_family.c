/* Of which class an object is, where that is known when it runs only: isinstance(x, C), type(x) is
 * C of objects that may be None, or of a family (parse_family.c).
 *
 *     x is not None and isinstance(x, <Shape>) and (hasattr(x, "<Circle>") or hasattr(x, "<Ring>"))
 */
#include <string.h>

#include "copy.h"
#include "resolve_private.h"

enum { MOST_EXPRS = 16 /* of what is asked about, which is copied */ };

static const struct class *class_of(struct resolver *r, struct expr *e) {
    resolve_expr(r, e);
    const struct symbol *sym = e->kind == EXPR_NAME ? e->name.sym : NULL;
    return sym && sym->kind == SYM_CLASS ? sym->class_ : NULL;
}

static bool is_derived(const struct class *c, const struct class *from) {
    while (c && c != from) {
        c = c->base;
    }
    return c != NULL;
}

/* Is nothing called, and no function inside? */
static bool may_be_copied(const struct expr *e) {
    return e->kind == EXPR_NAME || e->kind == EXPR_INT || e->kind == EXPR_STR ||
           (e->kind == EXPR_ATTR && may_be_copied(e->attr.base)) ||
           (e->kind == EXPR_UNARY && may_be_copied(e->unary.a)) ||
           (e->kind == EXPR_BINARY && may_be_copied(e->binary.a) && may_be_copied(e->binary.b)) ||
           (e->kind == EXPR_INDEX && e->index.n == 1 && may_be_copied(e->index.base) &&
            may_be_copied(e->index.index[0]));
}

static struct expr *asked(struct sugar *g, const char *what, const struct expr *x,
                          struct expr *of) {
    struct copy copy = {.g = g, .left = MOST_EXPRS};
    struct expr *e = sugar_call(g, IN_BUILTIN, what, 2, x->span);
    e->call.arg[0] = copy_expr(&copy, x);
    e->call.arg[1] = of;
    return e;
}

static struct expr *both(struct sugar *g, enum op op, struct expr *a, struct expr *b) {
    struct expr *e = a && b ? sugar_new(g, EXPR_BOOLOP, a->span) : NULL;
    if (!e) {
        return a ? a : b;
    }
    e->boolop.op = op;
    e->boolop.n = 2;
    e->boolop.item = ARENA_ARRAY(g->arena, struct expr *, 2);
    e->boolop.item[0] = a;
    e->boolop.item[1] = b;
    return e;
}

/* Is x of class c of a family, or of one derived from it? */
static struct expr *of_family(struct sugar *g, const struct expr *x, const struct class *c,
                              bool exactly) {
    struct parser *p = g->scopes->p;
    const struct class *root = c;
    struct expr *any = NULL;
    while (root->base) {
        root = root->base;
    }
    for (int i = 0; i < p->classes.n; ++i) {
        const struct class *one = p->classes.item[i];
        const char *mark = arena_printf(p->keep, "<%s>", one->name);
        bool made = false;
        for (int k = 0; k < c->family->n_fields; ++k) {
            made = made || strcmp(c->family->field[k], mark) == 0;
        }
        if (made && (exactly ? one == c : is_derived(one, c))) {
            struct expr *text = sugar_new(g, EXPR_STR, x->span);
            text->str.text = mark;
            text->str.n = (int)strlen(mark);
            any = both(g, OP_LOR, any, asked(g, "hasattr", x, text));
        }
    }
    if (!any) {
        any = sugar_new(g, EXPR_BOOL, x->span);
    }
    struct expr *name = sugar_new(g, EXPR_NAME, x->span);
    name->name.name = intern_str(p->names, arena_printf(p->keep, "<%s>", root->name));
    name->name.sym = scope_lookup(g->scopes, name->name.name);
    return both(g, OP_LAND, asked(g, "isinstance", x, name), any);
}

/* Has it been asked before? The classes then have their meanings. */
static bool has_meaning(const struct expr *of) {
    return of->kind == EXPR_TUPLE ? of->list.n > 0 && has_meaning(of->list.item[0])
                                  : of->kind == EXPR_NAME && of->name.sym;
}

/* Classes of the module only, or tuples of these? */
static bool are_own(struct resolver *r, struct expr *of) {
    bool own = of->kind == EXPR_TUPLE && of->list.n > 0;
    for (int i = 0; own && i < of->list.n; ++i) {
        own = are_own(r, of->list.item[i]);
    }
    const struct class *c = of->kind == EXPR_NAME ? class_of(r, of) : NULL;
    return own || (c && !c->prelude && !c->unknown && !c->enumerates && !c->tuple && !c->named);
}

static struct expr *is_given(struct sugar *g, const struct expr *x) {
    struct copy copy = {.g = g, .left = MOST_EXPRS};
    struct expr *e = sugar_new(g, EXPR_COMPARE, x->span);
    e->compare.n = 1;
    e->compare.op = ARENA_ARRAY(g->arena, enum op, 1);
    e->compare.op[0] = OP_IS_NOT;
    e->compare.item = ARENA_ARRAY(g->arena, struct expr *, 2);
    e->compare.item[0] = copy_expr(&copy, x);
    e->compare.item[1] = sugar_new(g, EXPR_NONE, x->span);
    return e;
}

static struct expr *test_of(struct resolver *r, struct sugar *g, const struct expr *x,
                            struct expr *of, bool exactly) {
    struct expr *any = NULL;
    for (int i = 0; of->kind == EXPR_TUPLE && i < of->list.n; ++i) {
        any = both(g, OP_LOR, any, test_of(r, g, x, of->list.item[i], exactly));
    }
    const struct class *c = of->kind == EXPR_NAME ? class_of(r, of) : NULL;
    return any                                ? any
           : c && c->family && c->family != c ? of_family(g, x, c, exactly)
                                              : asked(g, exactly ? "type" : "isinstance", x, of);
}

bool resolve_family_test(struct resolver *r, struct expr *e, struct expr *x, struct expr *of,
                         bool exactly) {
    if (has_meaning(of) || !may_be_copied(x) || !are_own(r, of)) {
        return false;
    }
    struct sugar g = resolve_sugar(r);
    const int id = e->id;
    *e = *both(&g, OP_LAND, is_given(&g, x), test_of(r, &g, x, of, exactly));
    e->id = id;
    resolve_expr(r, e);
    return true;
}
