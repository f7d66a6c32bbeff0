/* zip(*rows), whose items would be tuples of a length that is not known: lists, where no one sees
 * them as a whole.
 *
 *     for c in zip(*rows): t += sum(c)      ->      for c in _zip_columns(rows): t += sum(c)
 *     for i, j in zip(*np.nonzero(m)): ...  ->      for i, j in _zipped_rows(np.nonzero(m), 2): ...
 *     xs, ys = zip(*pairs)                  ->      xs, ys = _unzipped(pairs, 2)
 *
 * So are the items of combinations(xs, r) and its like, where r is no constant.
 *
 * A name is seen as a whole anywhere but in `for`, in an index, behind `in`, and as an argument of
 * list, sum, len and their like. */
#include <string.h>

#include "generators.h"
#include "nodes.h"
#include "shown.h"

/* The rows of zip(*rows); NULL: e is something else. */
static struct expr *rows_of(struct resolver *r, const struct expr *e) {
    bool zip = e && e->kind == EXPR_CALL && e->call.n == 1 && e->call.n_kw == 0 &&
               strcmp(resolve_python_name(r, e->call.fn), "zip") == 0;
    return zip ? sugar_starred_item(e->call.arg[0]) : NULL;
}

bool resolve_is_unzip(struct resolver *r, const struct expr *e) {
    return rows_of(r, e) != NULL;
}

void resolve_unzip(struct resolver *r, struct sugar *g, struct expr *e) {
    struct symbol *tuples = scope_prelude(r->s, intern_str(r->s->p->names, "_zip_tuples"));
    struct expr *rows = rows_of(r, e);
    e->call.fn = sugar_symbol(g, tuples, e->call.fn->span);
    e->call.arg[0] = rows;
}

static struct symbol *helper(struct resolver *r, const char *name) {
    struct symbol *sym = scope_prelude(r->s, intern_str(r->s->p->names, name));
    return sym && sym->kind == SYM_FUNC ? sym : NULL;
}

/* What goes through combinations(xs, r) of an r that is no constant, and its like, goes through
 * lists. */
static bool list_items(struct resolver *r, struct sugar *g, struct expr *e) {
    static const char *const names[] = {"combinations", "combinations_with_replacement",
                                        "permutations", "batched"};
    enum { MOST = 4 };
    if (e->kind != EXPR_CALL || e->call.n < 1 || e->call.n > 2 || e->call.n_kw > 0) {
        return false;
    }
    const struct expr *n = e->call.n == 2 ? e->call.arg[1] : NULL;
    bool display = e->call.arg[0]->kind == EXPR_LIST || e->call.arg[0]->kind == EXPR_TUPLE;
    bool known =
        n ? n->kind == EXPR_INT && n->integer.value >= 1 && n->integer.value <= MOST : display;
    const char *name = resolve_python_name(r, e->call.fn);
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        bool lists = strcmp(name, names[i]) == 0 && (!known || strcmp(name, "batched") == 0);
        struct symbol *sym = lists ? helper(r, arena_printf(r->arena, "_listed_%s", name)) : NULL;
        if (sym) {
            e->call.fn = sugar_symbol(g, sym, e->call.fn->span);
            return true;
        }
    }
    return false;
}

/* len(list(combinations(xs, r))) */
void resolve_counted(struct resolver *r, struct sugar *g, struct expr *e) {
    struct expr *list = e->call.n == 1 ? e->call.arg[0] : NULL;
    const struct expr *fn = list && list->kind == EXPR_CALL ? list->call.fn : NULL;
    bool lists = fn && fn->kind == EXPR_NAME && strcmp(fn->name.name, "list") == 0;
    if (lists && list->call.n == 1 && strcmp(resolve_python_name(r, e->call.fn), "len") == 0) {
        list_items(r, g, list->call.arg[0]);
    }
}

static struct expr *call_with(struct sugar *g, struct symbol *helper, struct expr *rows, int n) {
    return node_call2(g, helper, rows, node_int(g, n, rows->span));
}

void resolve_column_loop(struct resolver *r, struct stmt *s) {
    struct sugar g = resolve_sugar(r);
    struct expr *rows = r->frame && !r->frame->fn->prelude ? rows_of(r, s->for_.iter) : NULL;
    const struct expr *to = s->for_.target;
    bool several = rows && to->kind == EXPR_TUPLE && to->list.n >= 2 && to->list.n <= 4;
    struct symbol *zipped = several ? helper(r, "_zipped_rows") : NULL;
    if (zipped) {
        s->for_.iter = call_with(&g, zipped, rows, to->list.n);
        return;
    }
    struct symbol *columns = rows ? helper(r, "_zip_columns") : NULL;
    bool unseen = to->kind == EXPR_NAME && shown_items_only(&s->for_.body, to->name.name, NULL) &&
                  shown_items_only(&s->for_.els, to->name.name, NULL);
    if (columns && unseen) {
        s->for_.iter = node_call(&g, columns, rows);
    } else if (unseen && r->frame && !r->frame->fn->prelude) {
        list_items(r, &g, s->for_.iter);
    }
}

static bool all_unseen(const struct func *f, const struct stmt *s) {
    const struct expr *to = s->assign.target[0];
    bool unseen = true;
    for (int i = 0; i < to->list.n; ++i) {
        const struct expr *name = to->list.item[i];
        unseen =
            unseen && name->kind == EXPR_NAME && shown_items_only(&f->body, name->name.name, s);
    }
    return unseen;
}

static void unzip(struct resolver *r, struct func *f, struct stmt *s) {
    struct sugar g = resolve_sugar(r);
    const struct expr *to = s->assign.n == 1 ? s->assign.target[0] : NULL;
    bool several = to && (to->kind == EXPR_TUPLE || to->kind == EXPR_LIST);
    struct expr *rows = several ? rows_of(r, s->assign.value) : NULL;
    struct symbol *unzipped = rows ? helper(r, "_unzipped") : NULL;
    if (!unzipped || to->list.n < 2 || to->list.n > 4 || !all_unseen(f, s)) {
        return;
    }
    s->assign.value = call_with(&g, unzipped, rows, to->list.n);
}

static void walk(struct resolver *r, struct func *f, const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        struct stmt *s = b->item[i];
        if (s->kind == STMT_ASSIGN) {
            unzip(r, f, s);
        } else if (s->kind == STMT_IF) {
            walk(r, f, &s->if_.then);
            walk(r, f, &s->if_.els);
        } else if (s->kind == STMT_WHILE) {
            walk(r, f, &s->while_.body);
            walk(r, f, &s->while_.els);
        } else if (s->kind == STMT_FOR) {
            const struct expr *to = s->for_.target;
            if (to->kind == EXPR_TUPLE ||
                (to->kind == EXPR_NAME && shown_items_only(&f->body, to->name.name, s))) {
                resolve_column_loop(r, s);
            }
            walk(r, f, &s->for_.body);
            walk(r, f, &s->for_.els);
        }
    }
}

void resolve_columns(struct resolver *r, struct func *f) {
    if (!f->prelude && (helper(r, "_zip_columns") || helper(r, "_items_at"))) {
        walk(r, f, &f->body);
    }
}
