/* Variables that a function inside assigns, by `nonlocal`: lists of one item, which both share.
 *
 *     def f():                       def f():
 *         n = 0                          n = [0]
 *         def g():            ->         def g():
 *             nonlocal n                     n[0] += 1
 *             n += 1                     g()
 *         g()                            return n[0]
 *         return n
 *
 * The list has a name that no program writes. It is made where the variable is first assigned,
 * which is no branch; that of a parameter, where the function begins. */
#include "resolve_private.h"

#include "change.h"
#include "unroll.h"

struct cell {
    struct resolver *r;
    struct sugar g;
    const char *name, *list;
    struct func *owner;
};

static struct expr *list_name(struct cell *c, struct span span) {
    struct expr *e = sugar_new(&c->g, EXPR_NAME, span);
    e->name.name = c->list;
    return e;
}

/* ---- uses */

static bool comprehension_binds(const struct cell *c, const struct expr *e) {
    const struct block loop = {1, (struct stmt **)&e->comp.loop};
    return unroll_binds(&loop, c->name);
}

static bool change(void *context, struct expr **at) {
    struct cell *c = context;
    struct expr *e = *at;
    if (e->kind == EXPR_NAME && e->name.name == c->name) {
        struct expr *item = sugar_new(&c->g, EXPR_INDEX, e->span);
        item->index.base = list_name(c, e->span);
        item->index.n = 1;
        item->index.index = ARENA_ARRAY(c->r->arena, struct expr *, 1);
        item->index.index[0] = sugar_new(&c->g, EXPR_INT, e->span);
        *at = item;
        return true;
    }
    return e->kind == EXPR_COMP && comprehension_binds(c, e);
}

static bool has_param(const struct func *f, const char *name) {
    bool has = false;
    for (int i = 0; i < f->n_params; ++i) {
        has = has || f->param[i].sym->name == name;
    }
    return has;
}

static bool is_nonlocal(struct resolver *r, const struct func *f, const char *name) {
    const struct func_notes *notes = r->s->p->notes.item[f->id];
    bool is = false;
    for (int i = 0; i < notes->nonlocals.n; ++i) {
        is = is || notes->nonlocals.item[i] == name;
    }
    return is;
}

static bool binds(struct resolver *r, const struct func *f, const char *name) {
    return has_param(f, name) || (unroll_binds(&f->body, name) && !is_nonlocal(r, f, name));
}

static bool stays(void *context, const struct func *f) {
    struct cell *c = context;
    return binds(c->r, f, c->name);
}

static void refuse_del(void *context, struct stmt *s) {
    const struct cell *c = context;
    if (s->kind == STMT_DEL && s->expr->kind == EXPR_NAME && s->expr->name.name == c->name) {
        resolve_unsupported(s, "del of a variable that is nonlocal elsewhere");
    }
}

static struct change changes(struct cell *c) {
    return (struct change){c, change, refuse_del, stays};
}

/* ---- where the list is made */

/* The block with the first assignment, unless a branch holds it, and its place there; loops may
 * hold it. NULL: there is none. */
static struct block *first_assigned(const struct cell *c, struct block *b, int *place) {
    for (int i = 0; i < b->n; ++i) {
        struct stmt *s = b->item[i];
        if (unroll_binds(&(struct block){1, &s}, c->name)) {
            *place = i;
            return s->kind == STMT_ASSIGN && s->assign.value ? b
                   : s->kind == STMT_FOR   ? first_assigned(c, &s->for_.body, place)
                   : s->kind == STMT_WHILE ? first_assigned(c, &s->while_.body, place)
                                           : NULL;
        }
    }
    return NULL;
}

/* list = [value] */
static void make_list(struct cell *c, struct stmt *s, struct expr *value, struct span span) {
    struct expr *list = sugar_new(&c->g, EXPR_LIST, span);
    struct ann_type *ann = s->assign.ann;
    list->list.n = 1;
    list->list.item = ARENA_ARRAY(c->r->arena, struct expr *, 1);
    list->list.item[0] = value;
    s->kind = STMT_ASSIGN;
    s->span = span;
    s->assign.n = 1;
    s->assign.target = ARENA_ARRAY(c->r->arena, struct expr *, 1);
    s->assign.target[0] = list_name(c, span);
    s->assign.value = list;
    if (ann) {
        s->assign.ann = ARENA_NEW(c->r->arena, struct ann_type);
        s->assign.ann->kind = ANN_LIST;
        s->assign.ann->span = ann->span;
        s->assign.ann->n = 1;
        s->assign.ann->item = ARENA_ARRAY(c->r->arena, struct ann_type *, 1);
        s->assign.ann->item[0] = ann;
    }
}

/* A new statement at a place of a block. */
static struct stmt *insert(struct cell *c, struct block *b, int place) {
    struct stmt **item = ARENA_ARRAY(c->r->arena, struct stmt *, b->n + 1);
    for (int i = 0; i < b->n; ++i) {
        item[i + (i >= place)] = b->item[i];
    }
    item[place] = ARENA_NEW(c->r->arena, struct stmt);
    item[place]->span = c->owner->name_span;
    *b = (struct block){b->n + 1, item};
    return item[place];
}

/* list = [name], of a variable that has a value. */
static void make_of_name(struct cell *c, struct stmt *s) {
    struct expr *value = sugar_new(&c->g, EXPR_NAME, s->span);
    value->name.name = c->name;
    make_list(c, s, value, s->span);
}

static void make_cell(struct cell *c) {
    struct func *f = c->owner;
    bool param = has_param(f, c->name);
    int place = 0;
    struct block *b = param ? &f->body : first_assigned(c, &f->body, &place);
    if (!b) {
        struct stmt *first = insert(c, &f->body, 0);
        resolve_unsupported(first, "nonlocal variable whose first assignment stands in a branch");
        f->body.n = 1; /* the rest is not looked at */
        return;
    }
    struct stmt *first = b->item[place];
    struct change all = changes(c);
    bool alone = !param && first->assign.n == 1 && first->assign.target[0]->kind == EXPR_NAME;
    if (param) {
        change_block(&all, &f->body);
        make_of_name(c, insert(c, b, 0));
    } else if (alone) {
        struct expr *value = first->assign.value;
        change_expr(&all, &value);
        make_list(c, first, value, first->span);
        change_block(&all, &f->body);
    } else { /* x, y = ...; list = [x] */
        b->item[place] = ARENA_NEW(c->r->arena, struct stmt);
        b->item[place]->kind = STMT_PASS;
        change_block(&all, &f->body);
        b->item[place] = first;
        make_of_name(c, insert(c, b, place + 1));
    }
}

/* ---- which variables */

static struct func *owner_of(struct resolver *r, struct func *f, const char *name) {
    for (f = f->parent; f && !binds(r, f, name);) {
        f = f->parent;
    }
    return f;
}

static const struct func *outermost(const struct func *f) {
    while (f->parent) {
        f = f->parent;
    }
    return f;
}

void resolve_cells(struct resolver *r, struct func *top) {
    struct parser *p = r->s->p;
    for (int i = 0; i < p->funcs.n; ++i) {
        struct func *f = p->funcs.item[i];
        const struct func_notes *notes = p->notes.item[f->id];
        for (int k = 0; k < notes->nonlocals.n && outermost(f) == top; ++k) {
            const char *name = notes->nonlocals.item[k];
            struct cell c = {.r = r, .g = resolve_sugar(r), .name = name};
            c.owner = owner_of(r, f, name);
            c.list = c.owner
                         ? intern_str(p->names, arena_printf(r->arena, "[%s]%d", name, c.owner->id))
                         : NULL;
            if (c.owner && !map_get(&r->cells, c.list)) {
                map_set(r->arena, &r->cells, c.list, c.owner);
                make_cell(&c);
            }
        }
    }
}
