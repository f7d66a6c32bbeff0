/* The module's scope: names of libraries, of the prelude and of imports are made on demand. */
#include "scope.h"

#include <string.h>

#include "library.h"
#include "prelude.h"
#include "scope_private.h"

struct scopes *scope_new(struct parser *p, const struct scopes *with) {
    struct scopes *s = ARENA_NEW(p->keep, struct scopes);
    s->p = p;
    s->libraries = with ? with->libraries : ARENA_NEW(p->keep, struct libraries);
    return s;
}

static struct symbol *new_symbol(struct scopes *s, const char *name, struct span span) {
    struct symbol *sym = ARENA_NEW(s->p->arena, struct symbol);
    sym->id = s->p->module->n_symbols++;
    sym->name = name;
    sym->span = span;
    sym->home = s;
    sym->op = OP_COUNT;
    return sym;
}

struct symbol *scope_new_symbol(struct scopes *s, enum symbol_kind kind, const char *name,
                                struct span span) {
    struct symbol *sym = new_symbol(s, name, span);
    sym->kind = kind;
    return sym;
}

/* ---- library names */

/* The table of a library module's symbols made so far. */
static struct map *library_map(struct scopes *s, enum op_module module) {
    int bit = 0;
    while (bit < N_LIBRARIES - 1 && (unsigned)module >> bit != 1) {
        ++bit;
    }
    return &s->libraries->names[bit];
}

/* A function of the prelude, where the module has it. */
static struct symbol *prelude_member(struct scopes *s, enum op_module module, const char *name) {
    const char *path = library_prelude(module);
    const char *ours = path ? prelude_find(path, name) : NULL;
    return ours ? map_get(&s->libraries->prelude, intern_str(s->p->names, ours)) : NULL;
}

/* The prelude's where the library has none that is compiled. */
static struct symbol *find_member(struct scopes *s, enum op_module module, const char *name) {
    struct symbol found = {.id = 0, .op = OP_COUNT};
    bool in_library = library_member(module, name, &found);
    struct symbol *sym =
        in_library && found.kind != SYM_OTHER ? NULL : prelude_member(s, module, name);
    if (in_library && !sym) {
        found.id = s->p->module->n_symbols++;
        found.name = name;
        sym = ARENA_NEW(s->p->arena, struct symbol);
        *sym = found;
    }
    return sym;
}

struct symbol *scope_member(struct scopes *s, enum op_module module, const char *name) {
    struct map *known = library_map(s, module);
    struct symbol **sym = map_get(known, name);
    if (module == IN_OPERATOR) {
        return NULL;
    }
    if (!sym) {
        sym = ARENA_NEW(s->p->arena, struct symbol *);
        *sym = find_member(s, module, name);
        map_set(s->p->arena, known, name, sym);
    }
    return *sym;
}

void scope_hide_member(struct scopes *s, enum op_module module, const char *name,
                       struct symbol *by) {
    struct symbol **sym = ARENA_NEW(s->p->arena, struct symbol *);
    *sym = by;
    map_set(s->p->arena, library_map(s, module), name, sym);
}

struct symbol *scope_list_method(struct scopes *s, const char *name) {
    const char *ours = prelude_find("list", name);
    return ours ? map_get(&s->libraries->prelude, intern_str(s->p->names, ours)) : NULL;
}

struct symbol *scope_builtin(struct scopes *s, const char *name) {
    return prelude_member(s, IN_BUILTIN, name);
}

struct symbol *scope_form(struct scopes *s, const char *name) {
    const char *ours = prelude_find("forms", name);
    return ours ? map_get(&s->libraries->prelude, intern_str(s->p->names, ours)) : NULL;
}

struct symbol *scope_ufunc_method(struct scopes *s, const char *ufunc, const char *method) {
    const char *name = prelude_ufunc_method(s->p->arena, ufunc, method);
    return map_get(&s->libraries->prelude, intern_str(s->p->names, name));
}

/* ---- imports */

static void use_names(struct scopes *s, struct scopes *home) {
    for (int i = 0; i < s->uses.n && home; ++i) {
        home = s->uses.item[i] == home ? NULL : home;
    }
    if (home && home != s) {
        vec_push(s->p->keep, &s->uses, home);
    }
}

void scope_use(struct scopes *s, const struct symbol *sym) {
    use_names(s, sym->home);
}

/* A name of `from`, which may have it from another module. */
static struct symbol *through(struct scopes *s, struct scopes *from, const char *name) {
    struct symbol *sym = scope_imported(from, name);
    if (sym && sym->home != from) {
        use_names(s, from);
    }
    return sym;
}

static struct symbol *module_symbol(struct scopes *s, const char *path, const struct binding *b) {
    enum op_module module = b->from ? IN_OPERATOR : library_package(path);
    struct symbol *sym = new_symbol(s, b->name, b->span);
    sym->kind = module == IN_OPERATOR && !b->from ? SYM_OTHER : SYM_MODULE;
    sym->module = module;
    sym->members = b->from;
    return sym;
}

/* The symbol, made if need be. */
static struct symbol *made_symbol(struct scopes *of, const char *name) {
    struct symbol *sym = map_get(&of->module, name);
    if (!sym) {
        of->libraries->make(of, name);
        sym = map_get(&of->module, name);
    }
    return sym;
}

/* "import cycle of 'x': a.py -> b.py -> a.py", when the name is the one whose symbol is made. */
static const char *cycle_text(struct scopes *of, const char *name) {
    const struct source *source = of->p->source;
    const char *last = source_path(source, of->p->part.lo), *text = last;
    for (const struct making *m = of->libraries->making; m; m = m->up) {
        const char *path = source_path(source, m->s->p->part.lo);
        if (m->s == of && m->name == name) {
            return arena_printf(of->p->keep, "import cycle of '%s': %s -> %s", name, path, text);
        }
        text = path == last ? text : arena_printf(of->p->keep, "%s -> %s", path, text);
        last = path;
    }
    return NULL;
}

struct symbol *scope_imported(struct scopes *of, const char *name) {
    struct symbol *sym = made_symbol(of, name);
    struct scopes *submodule = sym ? NULL : map_get(&of->submodule, name);
    sym = sym ? sym : scope_star_member(of, name, 0);
    if (!sym && submodule) {
        sym = scope_new_symbol(of, SYM_MODULE, name, (struct span){0, 0});
        sym->module = IN_OPERATOR;
        sym->members = submodule;
        map_set(of->p->arena, &of->module, name, sym);
    }
    return sym;
}

/* from scipy import special: the path of a library's module, NULL when it is none. */
static const char *member_module(struct scopes *s, const struct binding *b) {
    bool may = b->kind == BIND_FROM && !b->unknown && !b->from;
    const char *path = may ? arena_printf(s->p->keep, "%s.%s", b->path, b->member) : NULL;
    bool named = path && library_module(b->path) == IN_OPERATOR;
    return named && library_module(path) != IN_OPERATOR ? path : NULL;
}

struct symbol *scope_import(struct scopes *s, const struct binding *b) {
    const char *inner = member_module(s, b);
    if (inner) {
        return module_symbol(s, inner, b);
    }
    if (b->kind == BIND_MODULE && !b->unknown) {
        return module_symbol(s, b->path, b);
    }
    enum op_module module = library_module(b->path);
    struct symbol *sym = b->unknown              ? NULL
                         : b->from               ? through(s, b->from, b->member)
                         : module == IN_OPERATOR ? NULL
                                                 : scope_member(s, module, b->member);
    if (sym) {
        return sym;
    }
    sym = scope_new_symbol(s, SYM_OTHER, b->name, b->span);
    sym->module = b->from || b->unknown ? IN_OPERATOR : module;
    sym->home = b->from ? b->from : s; /* it may be missing because that file is broken */
    const char *cycle = b->from ? cycle_text(b->from, b->member) : NULL;
    sym->unknown = cycle ? cycle
                   : b->from
                       ? arena_printf(s->p->keep, "'%s' has no name '%s'",
                                      source_path(s->p->source, b->from->p->part.lo), b->member)
                       : b->unknown;
    return sym;
}

/* Is it public, for `from ... import *`? */
static bool is_public(const struct scopes *of, const char *name) {
    bool found = !of->all && name[0] != '_';
    for (int i = 0; of->all && i < of->all->list.n; ++i) {
        found = found || strcmp(of->all->list.item[i]->str.text, name) == 0;
    }
    return found;
}

struct symbol *scope_starred(struct scopes *s, const struct binding *star, const char *name) {
    if (star->from) {
        return is_public(star->from, name) ? through(s, star->from, name) : NULL;
    }
    return scope_member(s, library_module(star->path), name);
}

struct symbol *scope_star_member(struct scopes *s, const char *name, uint32_t after) {
    struct symbol *sym = NULL;
    for (int i = s->stars.n - 1; i >= 0 && !sym && s->stars.item[i]->span.lo >= after; --i) {
        sym = scope_starred(s, s->stars.item[i], name);
    }
    return sym;
}

struct symbol *scope_lookup(struct scopes *s, const char *name) {
    struct symbol *sym = made_symbol(s, name);
    sym = sym ? sym : scope_star_member(s, name, 0);
    return sym ? sym : scope_member(s, IN_BUILTIN, name);
}

struct symbol *scope_prelude_given(struct scopes *s, const char *name) {
    return map_get(&s->libraries->prelude, name);
}

struct symbol *scope_prelude(struct scopes *s, const char *name) {
    struct symbol *sym = scope_prelude_given(s, name);
    if (!sym) {
        source_want(s->p->source, name);
    }
    return sym ? sym : scope_member(s, IN_BUILTIN, name);
}

bool scope_has_method(const struct scopes *s, const char *name, bool own) {
    bool has = false;
    for (int i = 0; i < s->p->classes.n && !has; ++i) {
        const struct class *c = s->p->classes.item[i];
        has = !(own && c->prelude) && class_method(c, name);
    }
    return has;
}

const char **scope_names(struct scopes *s, int *n) {
    *n = s->names.n;
    return s->names.item;
}
