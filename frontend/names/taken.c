/* What compiled functions take the module's names for, so that the import can look whether they are
 * that: arrays and records, which code may write into under another name, and where the module's
 * code may bind what its text does not show, every name. */
#include <string.h>

#include "library.h"
#include "scope_private.h"

void scope_find_dynamic(struct scopes *s) {
    static const char *const words[] = {"exec(",    "globals(", "vars(",   "locals(",
                                        "setattr(", "__dict__", ".modules"};
    const char *text = s->p->source->text + s->p->part.lo;
    s->dynamic = s->outside;
    for (size_t i = 0; i < sizeof words / sizeof *words && !s->dynamic; ++i) {
        const char *at = strstr(text, words[i]);
        s->dynamic = at && at - text < s->p->part.hi - s->p->part.lo; /* more is behind */
    }
    for (int i = 0; i < s->p->bindings.n && !s->dynamic; ++i) {
        const struct binding *b = &s->p->bindings.item[i];
        bool star = b->kind == BIND_STAR;
        s->dynamic = star && (b->from ? b->from->dynamic : library_module(b->path) == IN_OPERATOR);
    }
}

/* The last binding that brings the name, a star import's too; NULL: it is Python's own. */
static const struct binding *binding_of(struct scopes *s, const char *name) {
    for (int i = s->p->bindings.n - 1; i >= 0; --i) {
        const struct binding *b = &s->p->bindings.item[i];
        bool brings = b->kind == BIND_STAR && scope_starred(s, b, name);
        if (b->name == name || brings) {
            return b;
        }
    }
    return NULL;
}

/* A module that has been imported. */
static const char *module_text(struct scopes *s, const char *path) {
    return *path == '.'
               ? arena_printf(s->p->keep,
                              "__import__('importlib').import_module('%s', __package__)", path)
               : arena_printf(s->p->keep, "__import__('sys').modules['%s']", path);
}

static const char *member_text(struct scopes *s, const char *path, const char *member) {
    return arena_printf(s->p->keep, "%s.%s", module_text(s, path), member);
}

/* The value as it is written, in brackets for its line ends. */
static const char *value_text(struct scopes *s, const struct expr *e) {
    const char *text = s->p->source->text + e->span.lo;
    return arena_printf(s->p->keep, "(%.*s\n)", (int)(e->span.hi - e->span.lo), text);
}

/* False: there is nothing to look at. */
static bool describe(struct scopes *s, const struct binding *b, struct taken *t) {
    switch (b ? b->kind : BIND_OTHER) {
    case BIND_MODULE:
        t->text = module_text(s, b->path);
        return true;
    case BIND_FROM:
    case BIND_STAR:
        t->text = member_text(s, b->path, b->kind == BIND_FROM ? b->member : t->name);
        return true;
    case BIND_ASSIGN:
        t->text = b->value && b->value->kind != EXPR_LAMBDA ? value_text(s, b->value) : NULL;
        return b->value != NULL;
    case BIND_DEF:
        return s->p->notes.item[b->func->id]->n_decorators == 0;
    default:
        t->text = b ? NULL : member_text(s, "builtins", t->name);
        return !b;
    }
}

void scope_take(struct scopes *s, const char *name, const struct symbol *sym) {
    bool table = sym->kind == SYM_GLOBAL && (sym->value || sym->shorthand);
    bool known = sym->kind != SYM_GLOBAL && sym->kind != SYM_OTHER && sym->kind != SYM_LOCAL;
    if (sym->home && sym->home != s && map_get(&sym->home->module, sym->name) == sym) {
        scope_take(sym->home, sym->name, sym);
    }
    if ((!table && !(known && s->dynamic)) || map_get(&s->used, name)) {
        return;
    }
    const struct binding *b = binding_of(s, name);
    struct taken t = {.name = name, .module = s->import};
    t.line = b ? source_pos(s->p->source, b->span.lo).line : 0;
    map_set(s->p->arena, &s->used, name, s);
    if (describe(s, b, &t)) {
        vec_push(s->p->keep, &s->libraries->taken, t);
    }
}
