/* Statements that call what only Python knows, for what it does: logging, warnings, time.sleep.
 *
 *     log.info("%d left", n)      ->    _outside("log.info", ",", "%d left", n)
 *     warnings.warn(text, UserWarning, stacklevel=2)
 *                                 ->    _outside("warnings.warn", ",:UserWarning,stacklevel=",
 * text, 2)
 *
 * The callee is a path from a name that the module's code binds to an import, or to what a call of
 * one gives; "warnings:warn" of an import in the function itself. Its signature has a part for each
 * argument, behind its keyword: a path in Python, or nothing for the next value. */
#include <string.h>

#include "nodes.h"
#include "resolve_private.h"

static const struct expr *root_of(const struct expr *e) {
    while (e->kind == EXPR_ATTR) {
        e = e->attr.base;
    }
    return e;
}

/* What an import of the function binds to the name; NULL: none does. */
static const struct binding *own_import(const struct resolver *r, const char *name) {
    const struct func_notes *notes = r->s->p->notes.item[r->frame->fn->id];
    const struct binding *found = NULL;
    for (int i = 0; i < notes->imports.n; ++i) {
        found = notes->imports.item[i].name == name ? &notes->imports.item[i] : found;
    }
    return found;
}

/* How the module's code binds a name; NULL: it does not, or more than once. */
static const struct binding *bound_once(const struct resolver *r, const char *name) {
    const struct binding *found = NULL;
    int n = 0;
    for (int i = 0; i < r->s->p->bindings.n; ++i) {
        const struct binding *b = &r->s->p->bindings.item[i];
        found = b->name == name ? b : found;
        n += b->name == name;
    }
    return n == 1 ? found : NULL;
}

/* Is it an import of the module that only Python knows, or what a call of one gave? */
static bool is_outside(const struct resolver *r, const char *name) {
    const struct binding *b = bound_once(r, name);
    bool import = b && (b->kind == BIND_MODULE || b->kind == BIND_FROM);
    if (b && b->kind == BIND_ASSIGN && b->value && b->value->kind == EXPR_CALL) {
        const struct expr *root = root_of(b->value->call.fn);
        b = root->kind == EXPR_NAME ? bound_once(r, root->name.name) : NULL;
        import = b && (b->kind == BIND_MODULE || b->kind == BIND_FROM);
    }
    const struct symbol *sym = import ? scope_lookup(r->s, b->name) : NULL;
    return sym && sym->kind == SYM_OTHER;
}

/* The path of a name, with attributes, that only Python knows; NULL: it is none. */
static const char *path_of(const struct resolver *r, const struct expr *e, bool called) {
    if (e->kind == EXPR_ATTR) {
        const char *base = path_of(r, e->attr.base, called);
        return base ? arena_printf(r->arena, "%s.%s", base, e->attr.name) : NULL;
    }
    const char *name = e->kind == EXPR_NAME ? e->name.name : NULL;
    const struct symbol *sym = name ? resolve_seen(r, name) : NULL;
    bool local = name && map_get(&r->frame->locals, name);
    const struct binding *own = local ? own_import(r, name) : NULL;
    bool other = sym && (sym->kind == SYM_OTHER || (!called && sym->kind == SYM_EXCEPTION));
    if (other && own && own->path && own->path[0] != '.') {
        return own->kind == BIND_FROM ? arena_printf(r->arena, "%s:%s", own->path, own->member)
               : strcmp(own->whole, own->path) == 0 ? arena_printf(r->arena, "%s:", own->path)
                                                    : NULL; /* import a.b */
    }
    bool global = sym && !local && sym->kind != SYM_LOCAL;
    return global && (is_outside(r, name) || (other && !called)) ? name : NULL;
}

/* An argument, behind its keyword, in the signature or among the values. */
static void add_argument(struct resolver *r, struct expr *call, const char **signature,
                         const char *keyword, struct expr *e) {
    const char *path = e->kind == EXPR_NONE ? "None" : path_of(r, e, false);
    *signature = arena_printf(r->arena, "%s,%s%s%s%s", *signature, keyword ? keyword : "",
                              keyword ? "=" : "", path ? ":" : "", path ? path : "");
    if (!path) {
        call->call.arg[call->call.n++] = e;
    }
}

void resolve_outside(struct resolver *r, struct sugar *g, struct expr *e) {
    bool may = e && e->kind == EXPR_CALL && r->frame && !r->frame->fn->prelude && !e->call.makes;
    const char *path = may ? path_of(r, e->call.fn, true) : NULL;
    for (int i = 0; path && i < e->call.n; ++i) {
        path = sugar_starred_item(e->call.arg[i]) ? NULL : path;
    }
    if (!path) {
        return;
    }
    struct expr *call = sugar_call(g, IN_PYCC, "_outside", 2 + e->call.n + e->call.n_kw, e->span);
    const char *signature = "";
    call->call.n = 2;
    for (int i = 0; i < e->call.n; ++i) {
        add_argument(r, call, &signature, NULL, e->call.arg[i]);
    }
    for (int i = 0; i < e->call.n_kw; ++i) {
        add_argument(r, call, &signature, e->call.kw[i].name, e->call.kw[i].value);
    }
    call->call.arg[0] = node_str(g, path, (int)strlen(path), e->call.fn->span);
    call->call.arg[1] = node_str(g, signature, (int)strlen(signature), e->span);
    int id = e->id;
    *e = *call;
    e->id = id;
}
