/* `del`: of names, and of items, which call functions of the prelude. */
#include "parse.h"

/* i of xs[i], (i, j) of d[i, j]; NULL: there are slices among several. */
static struct expr *place_of(struct parser *p, const struct expr *e) {
    if (e->index.n == 1) {
        return e->index.index[0];
    }
    for (int i = 0; i < e->index.n; ++i) {
        if (e->index.index[i]->kind == EXPR_SLICE || e->index.index[i]->kind == EXPR_ELLIPSIS) {
            return NULL;
        }
    }
    struct expr *tuple = parse_new_expr(p, EXPR_TUPLE, e->span);
    tuple->list.n = e->index.n;
    tuple->list.item = e->index.index;
    return tuple;
}

/* del xs[i] and del xs[i:j:k] call what the prelude has for them; NULL: it is something else. */
static struct stmt *delete_item(struct parser *p, struct span from, struct expr *e) {
    struct expr *at = e->kind == EXPR_INDEX ? place_of(p, e) : NULL;
    if (!at) {
        return NULL;
    }
    bool slice = at->kind == EXPR_SLICE;
    struct expr *item[] = {slice ? at->slice.lo : at, at->slice.hi, at->slice.step};
    struct stmt *s = parse_new_stmt(p, STMT_EXPR, from);
    s->expr =
        parse_new_method(p, e->index.base, slice ? "delslice" : "delitem", slice ? 3 : 1, e->span);
    for (int i = 0; i < s->expr->call.n; ++i) {
        s->expr->call.arg[i] = item[i] ? item[i] : parse_new_expr(p, EXPR_NONE, e->span);
    }
    return s;
}

static void check_deleted(struct parser *p, const struct expr *e) {
    bool list = e->kind == EXPR_TUPLE || e->kind == EXPR_LIST;
    if (list) {
        for (int i = 0; i < e->list.n; ++i) {
            check_deleted(p, e->list.item[i]);
        }
    } else if (e->kind != EXPR_NAME && e->kind != EXPR_ATTR && e->kind != EXPR_INDEX) {
        parse_error(p, e->span, "cannot delete %s", parse_noun(e));
    }
}

static struct stmt *delete_one(struct parser *p, struct span from, struct expr *e) {
    struct stmt *s = p->fn ? delete_item(p, from, e) : NULL;
    if (p->fn && e->kind == EXPR_NAME) {
        s = parse_new_stmt(p, STMT_DEL, from);
        s->expr = e;
    }
    return s ? s : parse_unsupported(p, from, "del statement");
}

struct stmt *parse_del(struct parser *p, const struct node *n) {
    struct expr *e = parse_target(p, node_named(n, 0));
    check_deleted(p, e);
    parse_check_target(p, e);
    parse_bind_target(p, e);
    parse_tell_unpacked(p, e, NULL);
    if (!p->fn || e->kind != EXPR_TUPLE || e->list.n == 0) {
        return delete_one(p, parse_span(n), e);
    }
    for (int i = 0; i + 1 < e->list.n; ++i) {
        parse_push(p, delete_one(p, parse_span(n), e->list.item[i]));
    }
    return delete_one(p, parse_span(n), e->list.item[e->list.n - 1]);
}
