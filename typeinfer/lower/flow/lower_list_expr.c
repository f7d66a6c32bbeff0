/* Lists: displays, comprehensions, subscripts, methods. What is done with a list is a statement
 * (lists/lower_list.c). */
#include <string.h>

#include "lower_flow.h"
#include "lower_list.h"
#include "lower_number.h"

/* The items are of other types than the list, so that none of them reads `want`. */
struct texpr *lower_list_display(struct lower *lw, const struct expr *e, struct tvar *want) {
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, e->list.n);
    lower_all_kept(lw, e->list.n, e->list.item, item);
    struct tvar *dst = lower_target(lw, want, lower_type(lw, e), e->list.n, item);
    lower_list(lw, LIST_NEW, dst, NULL);
    for (int i = 0; i < e->list.n; ++i) {
        lower_list_append(lw, dst, item[i]);
    }
    return lower_var(lw, dst);
}

struct texpr *lower_comprehension(struct lower *lw, const struct expr *e) {
    struct tvar *list = lw->var_of[e->comp.list->name.sym->id];
    struct block loop = {1, (struct stmt **)&e->comp.loop};
    bool outer = lw->in_display;
    lw->in_display = true;
    if (e->comp.start) {
        lower_assign(lw, list, lower_expr(lw, e->comp.start));
    } else {
        lower_list(lw, LIST_NEW, list, NULL);
    }
    lower_body(lw, &loop);
    lw->in_display = outer;
    return lower_var(lw, list);
}

/* An argument of a method. */
static struct texpr *as_argument(struct lower *lw, struct texpr *e) {
    const char *message = "Python int too large to convert to C ssize_t";
    return lower_simple(lw, lower_as_int(lw, lower_number(lw, e), TEXC_OVERFLOW, message));
}

static struct texpr *pop(struct lower *lw, struct tvar *list, const struct callee *c,
                         struct tvar *want) {
    struct texpr *at = c->n ? as_argument(lw, lower_expr(lw, c->arg[0])) : lower_int(lw, -1);
    struct tvar *dst = lower_target(lw, want, list->type->item[0], 1, &at);
    lower_list(lw, LIST_POP, dst, list)->list.arg[0] = at;
    return lower_var(lw, dst);
}

static void insert(struct lower *lw, struct tvar *list, const struct callee *c) {
    struct texpr *arg[2];
    lower_all_kept(lw, 2, c->arg, arg);
    struct texpr *at = as_argument(lw, lower_given(lw, arg[0])),
                 *value = lower_coerce(lw, arg[1], list->type->item[0]);
    struct tstmt *s = lower_list(lw, LIST_INSERT, NULL, list);
    s->list.arg[0] = at;
    s->list.arg[1] = value;
}

struct texpr *lower_list_method(struct lower *lw, const struct callee *c, const char *name,
                                struct tvar *want) {
    struct tvar *list = lower_array(lw, c->self);
    if (strcmp(name, "append") == 0) {
        lower_list_append(lw, list, lower_kept(lw, c->arg[0]));
    } else if (strcmp(name, "extend") == 0) {
        lower_list_extend(lw, list, lower_expr(lw, c->arg[0]));
    } else if (strcmp(name, "insert") == 0) {
        insert(lw, list, c);
    } else if (strcmp(name, "pop") == 0) {
        return pop(lw, list, c, want);
    } else if (strcmp(name, "clear") == 0) {
        lower_list(lw, LIST_CLEAR, NULL, list);
    } else if (strcmp(name, "reverse") == 0) {
        lower_list(lw, LIST_REVERSE, NULL, list);
    }
    return NULL;
}

static struct texpr *slice(struct lower *lw, struct tvar *list, const struct expr *e,
                           struct tvar *want) {
    struct texpr *part[3];
    lower_slice_parts(lw, e, part);
    for (int i = 0; i < 3; ++i) {
        part[i] = part[i] ? lower_simple(lw, part[i]) : NULL;
    }
    if (part[2]) {
        lower_check_step(lw, part[2]);
    }
    return lower_list_slice(lw, list, part, want);
}

struct texpr *lower_list_index(struct lower *lw, const struct expr *e, struct tvar *want) {
    if (e->index.index[0]->kind == EXPR_SLICE) {
        return slice(lw, lower_array(lw, e->index.base), e->index.index[0], want);
    }
    struct list_place at;
    lower_list_at(lw, e, true, &at);
    return lower_list_read(lw, &at, want);
}

void lower_list_at(struct lower *lw, const struct expr *e, bool read, struct list_place *at) {
    struct tvar *list = lower_array(lw, e->index.base);
    lower_list_place(lw, list, lower_expr(lw, e->index.index[0]), read, at);
}
