/* The module's scope: names of libraries, of the prelude and of imports are made on demand. */
#include "scope.h"

#include "library.h"
#include "prelude.h"
#include "scope_private.h"

static struct symbol *new_symbol(struct scopes *s, const char *name, struct span span) {
    struct symbol *sym = ARENA_NEW(s->p->arena, struct symbol);
    sym->id = s->p->module->n_symbols++;
    sym->name = name;
    sym->span = span;
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
    switch (module) {
    case IN_NP:
        return &s->np;
    case IN_MATH:
        return &s->math;
    case IN_PYCC:
        return &s->pycc;
    case IN_LINALG:
        return &s->linalg;
    case IN_FFT:
        return &s->fft;
    case IN_RANDOM:
        return &s->random;
    case IN_NP_RANDOM:
        return &s->np_random;
    case IN_CMATH:
        return &s->cmath;
    case IN_STRIDES:
        return &s->strides;
    case IN_HEAPQ:
        return &s->heapq;
    default:
        return &s->builtin;
    }
}

/* The names of the prelude's functions begin with this; NULL: it has none of the module. */
static const char *prelude_path(enum op_module module) {
    switch (module) {
    case IN_NP:
        return "";
    case IN_LINALG:
        return "linalg";
    case IN_FFT:
        return "fft";
    case IN_MATH:
        return "math";
    case IN_CMATH:
        return "cmath";
    case IN_STRIDES:
        return "strides";
    case IN_HEAPQ:
        return "heapq";
    case IN_BUILTIN:
        return "builtins";
    default:
        return NULL;
    }
}

/* A function of the prelude, where the module has it. */
static struct symbol *prelude_member(struct scopes *s, enum op_module module, const char *name) {
    const char *path = prelude_path(module);
    const char *ours = path ? prelude_find(path, name) : NULL;
    return ours ? map_get(&s->prelude, intern_str(s->p->names, ours)) : NULL;
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
    return ours ? map_get(&s->prelude, intern_str(s->p->names, ours)) : NULL;
}

struct symbol *scope_builtin(struct scopes *s, const char *name) {
    return prelude_member(s, IN_BUILTIN, name);
}

struct symbol *scope_form(struct scopes *s, const char *name) {
    const char *ours = prelude_find("forms", name);
    return ours ? map_get(&s->prelude, intern_str(s->p->names, ours)) : NULL;
}

struct symbol *scope_ufunc_method(struct scopes *s, const char *ufunc, const char *method) {
    const char *name = prelude_ufunc_method(s->p->arena, ufunc, method);
    return map_get(&s->prelude, intern_str(s->p->names, name));
}

static struct symbol *module_symbol(struct scopes *s, const char *path, const struct binding *b) {
    enum op_module module = library_module(path);
    struct symbol *sym = new_symbol(s, b->name, b->span);
    sym->kind = module == IN_OPERATOR ? SYM_OTHER : SYM_MODULE;
    sym->module = module;
    return sym;
}

struct symbol *scope_import(struct scopes *s, const struct binding *b) {
    if (b->kind == BIND_MODULE) {
        return module_symbol(s, b->path, b);
    }
    enum op_module module = library_module(b->path);
    struct symbol *sym = module == IN_OPERATOR ? NULL : scope_member(s, module, b->member);
    return sym ? sym : scope_new_symbol(s, SYM_OTHER, b->name, b->span);
}

struct symbol *scope_star_member(struct scopes *s, const char *name, uint32_t after) {
    struct symbol *sym = NULL;
    for (int i = s->stars.n - 1; i >= 0 && !sym && s->stars.item[i]->span.lo >= after; --i) {
        sym = scope_member(s, library_module(s->stars.item[i]->path), name);
    }
    return sym;
}

struct symbol *scope_lookup(struct scopes *s, const char *name) {
    struct symbol *sym = map_get(&s->module, name);
    sym = sym ? sym : scope_star_member(s, name, 0);
    return sym ? sym : scope_member(s, IN_BUILTIN, name);
}

struct symbol *scope_prelude(struct scopes *s, const char *name) {
    struct symbol *sym = map_get(&s->prelude, name);
    return sym ? sym : scope_member(s, IN_BUILTIN, name);
}

const char **scope_names(struct scopes *s, int *n) {
    *n = s->names.n;
    return s->names.item;
}
