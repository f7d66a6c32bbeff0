/* Variables of the module in functions.
 *
 * An array that the module makes once of constants, and only shows, is made anew where the function
 * begins. Any other variable is the module's own: the function begins with an assignment that only
 * says which type it has, and the call takes the value from the module, as if it were an argument
 * (typeinfer/lower/globals.c). */
#include <string.h>

#include "copy.h"
#include "resolve_private.h"

enum { MAX_TABLE = 2000 }; /* expressions in what a module assigns */

static bool is_number(const struct expr *e) {
    e = e->kind == EXPR_UNARY ? e->unary.a : e;
    return e->kind == EXPR_INT || e->kind == EXPR_FLOAT;
}

bool resolve_is_dict(const struct expr *e) {
    bool same = e->list.n > 0;
    for (int i = 1; i < e->list.n; ++i) {
        const struct expr *first = e->list.item[0], *item = e->list.item[i];
        same = same && (is_number(first) ? is_number(item) : first->kind == item->kind);
    }
    return same;
}

struct expr *resolve_held(struct scopes *s, const struct expr *e) {
    struct resolver r = resolve_walk(s);
    struct sugar g = resolve_sugar(&r);
    struct copy c = {.g = &g, .left = MAX_TABLE};
    bool value = e->kind != EXPR_UNSUPPORTED && e->kind != EXPR_LAMBDA;
    struct expr *held = value ? copy_expr(&c, e) : NULL;
    if (held && held->kind == EXPR_DICT) {
        held->list.keyed = true;
        held = resolve_is_dict(held) ? held : NULL;
    }
    return c.left < 0 ? NULL : held;
}

static struct stmt *assignment(struct resolver *r, struct symbol *sym, struct expr *value) {
    struct sugar g = resolve_sugar(r);
    struct stmt *s = ARENA_NEW(r->arena, struct stmt);
    s->kind = STMT_ASSIGN;
    s->span = value->span;
    s->assign.n = 1;
    s->assign.target = ARENA_ARRAY(r->arena, struct expr *, 1);
    s->assign.target[0] = sugar_symbol(&g, sym, value->span);
    s->assign.value = value;
    return s;
}

/* One that is bound again has no value that is known. */
static struct symbol *local_symbol(struct resolver *r, const struct symbol *sym) {
    struct symbol *local = scope_new_symbol(r->s, SYM_LOCAL, sym->name, sym->span);
    local->owner = r->top->fn;
    local->n_assigned = sym->rebound ? 2 : 1;
    return local;
}

/* What the module assigns, with the names that it means there; NULL: it is too long. */
static struct expr *value_at_home(struct resolver *r, const struct symbol *sym,
                                  const struct expr *e) {
    struct sugar g = resolve_sugar(r);
    struct copy c = {.g = &g, .left = MAX_TABLE};
    struct expr *value = copy_expr(&c, e);
    struct frame *inner = r->frame;
    struct scopes *here = r->s;
    struct frame module = {.fn = r->top->fn};
    if (c.left < 0) {
        return NULL;
    }
    r->frame = &module;
    r->s = sym->home;
    r->typing += sym->value == NULL;
    resolve_expr(r, value);
    r->typing -= sym->value == NULL;
    r->frame = inner;
    r->s = here;
    return value;
}

/* The variable that a name reads: `from m import x` has made one of its own, m.x is that of m. */
static const struct symbol *read_by(struct resolver *r, const struct symbol *sym,
                                    const char *name) {
    if (sym->home == r->s || strchr(name, '.')) {
        return sym;
    }
    struct symbol *own = ARENA_NEW(r->arena, struct symbol);
    *own = *sym;
    own->name = name;
    own->held_in = r->s->import;
    return own;
}

static struct local *begin_with(struct resolver *r, const struct symbol *sym, const char *name) {
    const struct expr *e = sym->value ? sym->value : sym->held;
    struct sugar g = resolve_sugar(r);
    struct expr *value =
        sym->ann ? sugar_new(&g, EXPR_ELLIPSIS, sym->span) : value_at_home(r, sym, e);
    if (!value) {
        return NULL;
    }
    struct local *l = ARENA_NEW(r->arena, struct local);
    struct symbol *made = local_symbol(r, sym);
    struct stmt *s = assignment(r, made, value);
    vec_push(r->arena, &r->tables, s);
    l->sym = made;
    if (sym->value) {
        l->sym = local_symbol(r, sym);
        vec_push(r->arena, &r->tables, assignment(r, l->sym, sugar_shown(&g, made, value->span)));
    } else {
        s->assign.global = read_by(r, sym, name);
        s->assign.ann = (struct ann_type *)sym->ann;
    }
    l->n_bound = 1;
    map_set(r->arena, &r->top->locals, name, l);
    return l;
}

/* The statement that begins the function with it does nothing but give a type until something else
 * names it. */
static void set_read(struct resolver *r, const struct symbol *local) {
    for (int i = 0; i < r->tables.n; ++i) {
        struct stmt *s = r->tables.item[i];
        if (s->assign.global && s->assign.target[0]->name.sym == local) {
            s->assign.types_only = r->typing > 0;
        }
    }
}

struct symbol *resolve_global(struct resolver *r, struct symbol *sym, const char *name) {
    bool has =
        sym && sym->kind == SYM_GLOBAL && (sym->value || sym->ann || (sym->held && !sym->typing));
    if (!has || !r->top || (!sym->value && r->top->fn->cu)) {
        return sym;
    }
    struct local *l = map_get(&r->top->locals, name);
    bool is_new = !l;
    if (is_new) {
        sym->typing = true;
        l = begin_with(r, sym, name);
        sym->typing = false;
    }
    if (!l) {
        return sym;
    }
    if (is_new || !r->typing) {
        set_read(r, l->sym);
    }
    resolve_capture(r, r->frame->up || r->frame == r->top ? r->frame : r->top, r->top, name, l);
    return l->sym;
}
