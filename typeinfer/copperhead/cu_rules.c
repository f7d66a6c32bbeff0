/* What a Copperhead procedure may hold: bindings, if and else, return on every path, definitions;
 * numbers, tuples, sequences and functions, and calls of functions. */
#include <string.h>

#include "cu_private.h"
#include "ops.h"

enum { MOST_PARAMETERS = 10 };

static void refuse(struct cu_module *cm, struct span at, const char *what, const char *fix) {
    struct diag_message *m = diag_error(cm->d, DIAG_PY112, at, "%s", what);
    diag_fix(cm->d, m, "%s", fix);
}

static void check_name(struct cu_module *cm, const char *name, struct span at) {
    if (cu_is_primitive(name)) {
        refuse(cm, at,
               arena_printf(cm->a,
                            "'%s' is a primitive, which a Copperhead procedure may not redefine",
                            name),
               "take another name");
    }
}

static void check_target(struct cu_module *cm, const struct expr *e) {
    if (e->kind == EXPR_NAME) {
        check_name(cm, e->name.name, e->span);
    } else if (e->kind == EXPR_TUPLE || e->kind == EXPR_LIST) {
        for (int i = 0; i < e->list.n; ++i) {
            check_target(cm, e->list.item[i]);
        }
    } else {
        refuse(cm, e->span, "a Copperhead procedure changes nothing: it binds names",
               "make a new sequence: map, update, scatter");
    }
}

static void check_block(struct cu_module *cm, const struct block *b);

static const char *const NAMES[] = {
    [STMT_EXPR] = "statement without a name for its value",
    [STMT_AUGASSIGN] = "assignment that changes a name",
    [STMT_WHILE] = "while loop",
    [STMT_FOR] = "for loop",
    [STMT_PASS] = "pass",
    [STMT_BREAK] = "break",
    [STMT_CONTINUE] = "continue",
    [STMT_ASSERT] = "assert",
    [STMT_RAISE] = "raise",
    [STMT_DEL] = "del",
};

static const char INSTEAD[] =
    "it binds names, chooses by if and else, and returns: repeat by map, reduce, scan or a call of "
    "itself";

static void check_stmt(struct cu_module *cm, const struct stmt *s) {
    switch (s->kind) {
    case STMT_RETURN:
        if (!s->expr) {
            refuse(cm, s->span, "a Copperhead procedure returns a value on every path",
                   "return what it computes");
        }
        return;
    case STMT_ASSIGN:
        for (int i = 0; i < s->assign.n; ++i) {
            check_target(cm, s->assign.target[i]);
        }
        return;
    case STMT_IF:
        if (s->if_.guard) {
            refuse(cm, s->span, "a Copperhead procedure has no try statement",
                   "test for what may fail before it does");
        }
        check_block(cm, &s->if_.then);
        check_block(cm, &s->if_.els);
        return;
    case STMT_DEF:
        cu_check_rules(cm, s->def);
        return;
    case STMT_UNSUPPORTED:
        refuse(cm, s->span,
               strncmp(s->unsupported, "with", 4) == 0
                   ? "a Copperhead procedure has no with statement"
                   : arena_printf(cm->a, "a Copperhead procedure has no %s", s->unsupported),
               INSTEAD);
        return;
    default:
        refuse(cm, s->span, arena_printf(cm->a, "a Copperhead procedure has no %s", NAMES[s->kind]),
               INSTEAD);
    }
}

static void check_block(struct cu_module *cm, const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        check_stmt(cm, b->item[i]);
    }
}

static bool returns(const struct block *b) {
    const struct stmt *last = b->n > 0 ? b->item[b->n - 1] : NULL;
    return last && (last->kind == STMT_RETURN || last->kind == STMT_UNSUPPORTED ||
                    (last->kind == STMT_IF && returns(&last->if_.then) && returns(&last->if_.els)));
}

void cu_check_rules(struct cu_module *cm, const struct func *f) {
    if (f->n_params > MOST_PARAMETERS) {
        refuse(cm, f->name_span,
               arena_printf(cm->a, "a Copperhead procedure has at most %d parameters, not %d",
                            MOST_PARAMETERS, f->n_params),
               "zip some of them, or take a tuple");
    }
    if (!f->is_lambda) {
        check_name(cm, f->name, f->name_span);
    }
    for (int i = 0; i < f->n_params; ++i) {
        check_name(cm, f->param[i].sym->name, f->param[i].sym->span);
    }
    check_block(cm, &f->body);
    if (!f->is_lambda && !returns(&f->body)) {
        refuse(cm, f->name_span,
               arena_printf(cm->a, "a path through '%s' returns nothing", f->name),
               "end every path in return, those of if with an else");
    }
}

/* ---- expressions */

const struct symbol *cu_symbol(const struct expr *e) {
    return e->kind == EXPR_NAME ? e->name.sym : e->kind == EXPR_ATTR ? e->attr.sym : NULL;
}

static const char VALUES[] = "its values are numbers, tuples, sequences and functions";

static bool lacks(struct cu_module *cm, struct span at, const char *what, const char *fix) {
    refuse(cm, at, arena_printf(cm->a, "a Copperhead procedure has no %s", what), fix);
    return true;
}

/* {1: 2}, {1, 2}, C(x): methods of a new object, or that itself. */
static bool is_object(const struct expr *e) {
    while (e->kind == EXPR_CALL && !e->call.makes && e->call.fn->kind == EXPR_ATTR) {
        e = e->call.fn->attr.base;
    }
    return e->kind == EXPR_CALL && e->call.makes;
}

/* x.sum(), x.shape: of values, not of modules. */
static bool is_attribute(const struct expr *e) {
    const struct expr *base = e->kind == EXPR_ATTR && !e->attr.sym ? e->attr.base : NULL;
    const struct symbol *sym = base ? cu_symbol(base) : NULL;
    return base && (sym ? sym->kind == SYM_LOCAL : base->kind != EXPR_NAME);
}

static bool lacks_call(struct cu_module *cm, const struct expr *e) {
    const struct symbol *sym = cu_symbol(e->call.fn);
    bool form = sym && sym->kind == SYM_FUNC && sym->func->prelude && sym->func->name[0] == '_';
    if (is_object(e)) {
        return lacks(cm, e->span, "dictionaries, sets and objects", "take tuples");
    }
    if (is_attribute(e->call.fn)) {
        return lacks(cm, e->call.fn->attr.name_span, "methods",
                     "call a primitive or another procedure: sum(x), not x.sum()");
    }
    if (e->call.n_kw > 0 && !form) {
        refuse(cm, e->call.kw[0].span, "a Copperhead procedure calls without keywords",
               "give the argument in its place");
        return true;
    }
    return false;
}

static bool lacks_compare(struct cu_module *cm, const struct expr *e) {
    for (int i = 0; i < e->compare.n; ++i) {
        enum op op = e->compare.op[i];
        if (op == OP_IS || op == OP_IS_NOT || op == OP_IN || op == OP_NOT_IN) {
            return lacks(cm, e->span, arena_printf(cm->a, "`%s`", op_info[op].name),
                         "compare numbers: any(map(lambda v: v == a, x)) for a in x");
        }
    }
    return false;
}

bool cu_lacks(struct cu_module *cm, const struct expr *e) {
    switch (e->kind) {
    case EXPR_NONE:
        return lacks(cm, e->span, "None", VALUES);
    case EXPR_STR:
        return lacks(cm, e->span, "text", VALUES);
    case EXPR_DICT:
        return lacks(cm, e->span, "dictionaries, sets and objects", "take tuples");
    case EXPR_ATTR:
        return is_attribute(e) &&
               lacks(cm, e->attr.name_span, "attributes", "len(x) is how many items there are");
    case EXPR_CALL:
        return lacks_call(cm, e);
    case EXPR_COMPARE:
        return lacks_compare(cm, e);
    case EXPR_INDEX:
        return e->index.n != 1 &&
               lacks(cm, e->span, "indices of several axes", "index rows: x[i][j]");
    case EXPR_UNSUPPORTED:
        return lacks(cm, e->span, e->unsupported,
                     strstr(e->unsupported, "comprehension")
                         ? "of comprehensions it has those of lists with one for: "
                           "[x + y for x, y in zip(xs, ys)]; filter chooses"
                         : VALUES);
    default:
        return false;
    }
}
