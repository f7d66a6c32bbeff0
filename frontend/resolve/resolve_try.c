/* Statements that raise and that catch: which classes of exceptions they name, and what a handler
 * raises again. */
#include "copy.h"
#include "resolve_private.h"

#include <string.h>

/* `raise`, and `raise e` where e is what is caught. */
static bool resolve_again(struct resolver *r, struct stmt *s) {
    const struct symbol *named = s->raise.exception;
    const struct handler *h = r->frame->handlers;
    while (h && named && h->name != named->name) {
        h = h->up;
    }
    if (h && !s->raise.message) {
        s->raise.exception = NULL;
        s->raise.again = h->clause;
    } else if (!named) {
        resolve_unsupported(s, "raise without an exception, outside of `except`,");
    }
    return h || !named;
}

/* A class of Python's exceptions that compiled code does not raise itself; the others of the
 * builtins with such names cannot be raised in Python either. */
static bool is_pythons(const struct symbol *sym) {
    return sym->kind == SYM_OTHER && sym->span.hi == 0 && sym->module != IN_STATISTICS &&
           sym->name[0] >= 'A' && sym->name[0] <= 'Z';
}

/* np.linalg's, which SciPy has too. */
static bool is_linalg_error(const struct symbol *sym) {
    return sym && sym->kind == SYM_OTHER &&
           (sym->module == IN_LINALG || sym->module == IN_SCIPY_LINALG);
}

/* A class of the module that derives from an exception. Python makes its objects and finds it by
 * the name that the file gives it, so that it must be this file's. */
static bool is_modules(struct resolver *r, const struct symbol *sym) {
    const struct class *c = sym->kind == SYM_CLASS && !r->s->p->imported ? sym->class_ : NULL;
    while (c && c->base) {
        c = c->base;
    }
    const struct symbol *base = c && c->foreign ? scope_lookup(r->s, c->foreign) : NULL;
    return base && (base->kind == SYM_EXCEPTION || is_pythons(base));
}

/* The module that has a class which the prelude raises by its last name; NULL: it is a built-in. */
static const char *library_of(const char *name) {
    return strcmp(name, "AxisError") == 0         ? "numpy.exceptions"
           : strcmp(name, "LinAlgError") == 0     ? "numpy.linalg"
           : strcmp(name, "StatisticsError") == 0 ? "statistics"
                                                  : NULL;
}

/* What the name or the path stands for. */
static struct symbol *raised(struct resolver *r, const struct sugar *g,
                             const struct symbol *named) {
    if (!named->value) {
        return resolve_lookup(r, named->name, named->span);
    }
    struct copy c = {.g = (struct sugar *)g, .left = 1000};
    struct expr *path = copy_expr(&c, named->value);
    resolve_expr(r, path);
    return path->kind == EXPR_ATTR ? (struct symbol *)path->attr.sym : NULL;
}

/* The parser took the name for granted. */
void resolve_raise(struct resolver *r, struct stmt *s) {
    struct sugar g = resolve_sugar(r);
    if (s->raise.cause && !map_get(&r->frame->caught, s->raise.cause)) {
        resolve_unsupported(s, "raise ... from anything but what is caught");
        return;
    }
    if (resolve_again(r, s)) {
        return;
    }
    const char *name = s->raise.exception->name;
    const char *library = r->frame->fn->prelude ? library_of(name) : NULL;
    struct symbol *sym = library ? s->raise.exception : raised(r, &g, s->raise.exception);
    bool own = sym && !library && is_modules(r, sym);
    if (is_linalg_error(sym) && !library) {
        library = "numpy.linalg";
        name = "LinAlgError";
    }
    bool by_python = library || (sym && (own || is_pythons(sym)));
    if (own || library) {
        s->raise.exception->name = arena_printf(r->arena, "%s.%s", own ? "" : library, name);
    }
    if (sugar_message(&g, s, by_python)) {
        for (int i = 0; i < s->raise.message->call.n; ++i) {
            resolve_expr(r, s->raise.message->call.arg[i]);
        }
    } else {
        resolve_expr(r, s->raise.message);
    }
    s->raise.exception = sym;
    if (!sym || (sym->kind != SYM_EXCEPTION && !by_python)) {
        s->kind = STMT_UNSUPPORTED;
        s->unsupported = "raise of anything but an exception that is built in or of this module";
    }
}

/* Classes that Python has from the start, and those of np.linalg and statistics, which become NAMEs
 * with their paths. */
static bool is_known_class(struct resolver *r, struct expr *e) {
    const struct symbol *sym = e->kind == EXPR_NAME   ? e->name.sym
                               : e->kind == EXPR_ATTR ? e->attr.sym
                                                      : NULL;
    bool statistics = sym && sym->kind == SYM_OTHER && sym->module == IN_STATISTICS;
    if (statistics || is_linalg_error(sym)) {
        e->kind = EXPR_NAME;
        e->name.name = intern_str(r->s->p->names, statistics ? "statistics.StatisticsError"
                                                             : "numpy.linalg.LinAlgError");
        e->name.sym = (struct symbol *)sym;
        return true;
    }
    bool builtin = e->kind == EXPR_NAME && sym && sym->kind == SYM_OTHER && sym->span.hi == 0;
    if (e->kind == EXPR_NAME && sym && is_modules(r, sym)) {
        e->name.name = intern_str(r->s->p->names, arena_printf(r->arena, ".%s", e->name.name));
        return true;
    }
    return (sym && sym->kind == SYM_EXCEPTION) || builtin;
}

static void resolve_clauses(struct resolver *r, struct stmt *s) {
    const struct stmt_guard *g = s->if_.guard;
    for (int i = 0; i < g->n; ++i) {
        struct except_clause *c = &g->clause[i];
        for (int k = 0; k < c->n; ++k) {
            resolve_expr(r, c->class[k]);
            if (!is_known_class(r, c->class[k])) {
                resolve_unsupported(
                    s, "except of anything but exceptions that are built in or of this module");
                return;
            }
        }
        if (c->name && map_get(&r->frame->locals, c->name)) {
            resolve_unsupported(s, "except ... as a name that is bound elsewhere in the function");
            return;
        }
    }
}

/* The names of the clauses of a try statement, and the statement. */
void resolve_try(struct resolver *r, struct stmt *s) {
    const struct stmt_guard *g = s->if_.guard;
    if (g->kind == GUARD_TRY) {
        resolve_clauses(r, s);
        if (s->kind != STMT_IF) {
            return;
        }
    }
    resolve_block(r, &s->if_.then);
    struct stmt *branch = g->kind == GUARD_TRY ? s->if_.els.item[0] : NULL;
    for (; branch; branch = branch->if_.els.n ? branch->if_.els.item[0] : NULL) {
        const struct stmt_guard *clause = branch->if_.guard;
        struct handler h = {r->frame->handlers, clause, g->clause[clause->index].name};
        r->frame->handlers = &h;
        resolve_block(r, &branch->if_.then);
        r->frame->handlers = h.up;
    }
}
