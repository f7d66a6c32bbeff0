/* The module's bindings become symbols.
 *
 * A name that the module binds once keeps its meaning (function, constant, import); one that is
 * bound again is a mutable global. `try: import x / except ImportError: x = None` counts as the
 * import. */
#include <string.h>

#include "fold.h"
#include "library.h"
#include "resolve_private.h"

/* All bindings of one name of the module. */
struct name {
    int n;
    int n_nested;
    int n_other; /* not nested, and no repetition of the first */
    const struct binding *first;
    const struct binding *last;
    bool declared_global;
    bool written; /* by parts, perhaps */
};

static bool is_import(const struct binding *b) {
    return b->kind == BIND_MODULE || b->kind == BIND_FROM;
}

/* The same import again changes nothing. */
static bool repeats(const struct binding *first, const struct binding *b) {
    return is_import(first) && b->kind == first->kind && strcmp(b->path, first->path) == 0 &&
           (b->kind == BIND_MODULE || b->member == first->member);
}

/* What is written into a value may be written into the names that it shows: V = W[1:] or (W, 1). */
static void mark_parts(const struct map *names, const struct expr *e) {
    bool list = e->kind == EXPR_TUPLE || e->kind == EXPR_LIST || e->kind == EXPR_DICT;
    while (e->kind == EXPR_INDEX || e->kind == EXPR_ATTR) {
        e = e->kind == EXPR_INDEX ? e->index.base : e->attr.base;
    }
    for (int i = 0; list && i < e->list.n; ++i) {
        mark_parts(names, e->list.item[i]);
    }
    if (e->kind == EXPR_COND) {
        mark_parts(names, e->cond.then);
        mark_parts(names, e->cond.els);
    }
    struct name *name = e->kind == EXPR_NAME ? map_get(names, e->name.name) : NULL;
    if (name) {
        name->written = true;
    }
}

static void count_bindings(struct scopes *s, struct map *names) {
    struct parser *p = s->p;
    for (int i = 0; i < p->bindings.n; ++i) {
        const struct binding *b = &p->bindings.item[i];
        struct name *name = map_get(names, b->name);
        if (b->kind == BIND_STAR) {
            if (library_module(b->path) != IN_OPERATOR) {
                vec_push(p->arena, &s->stars, b);
            }
            continue;
        }
        if (!name) {
            name = ARENA_NEW(p->arena, struct name);
            name->first = b;
            map_set(p->arena, names, b->name, name);
            vec_push(p->arena, &s->names, b->name);
        }
        ++name->n;
        name->n_nested += b->nested;
        name->n_other += !b->nested && !repeats(name->first, b);
        name->last = b;
    }
    for (int i = 0; i < p->globals.n; ++i) {
        struct name *name = map_get(names, p->globals.item[i]);
        if (name) {
            name->declared_global = true;
        }
    }
    for (int i = 0; i < p->written.n; ++i) {
        struct name *name = map_get(names, p->written.item[i]);
        if (name) {
            name->written = true;
        }
    }
    for (int i = p->bindings.n - 1; i >= 0; --i) { /* other names come later */
        const struct binding *b = &p->bindings.item[i];
        const struct name *name = b->value ? map_get(names, b->name) : NULL;
        if (name && (name->written || name->n > 1)) {
            mark_parts(names, b->value);
        }
    }
}

/* ---- math.pi = 3, f.__defaults__ = (1,) */

/* The attributes of a function that its calls depend on. */
static bool changes_calls(const char *attribute) {
    return strcmp(attribute, "__code__") == 0 || strcmp(attribute, "__defaults__") == 0 ||
           strcmp(attribute, "__kwdefaults__") == 0;
}

static const char *joined_path(struct scopes *s, const char *a, const char *b) {
    return *a && *b ? arena_printf(s->p->arena, "%s.%s", a, b) : *a ? a : b;
}

static void apply_patch(struct scopes *s, const struct patch *patch, int depth);

/* name = value, and `patch` of name: one of what value names. */
static void apply_to_value(struct scopes *s, const struct expr *value, const struct patch *patch,
                           int depth) {
    struct patch of = *patch;
    for (; value->kind == EXPR_ATTR; value = value->attr.base) {
        of.path = joined_path(s, value->attr.name, of.path);
    }
    if (value->kind == EXPR_NAME && depth < 20) {
        of.name = value->name.name;
        apply_patch(s, &of, depth + 1);
    }
}

/* What a module's attribute is from then on is not known; so is what a function does. */
static void apply_patch(struct scopes *s, const struct patch *patch, int depth) {
    for (int i = 0, n = s->p->bindings.n; i < n; ++i) {
        const struct binding b = s->p->bindings.item[i];
        if (b.name != patch->name) {
            continue;
        }
        if (b.kind == BIND_ASSIGN && b.value) {
            apply_to_value(s, b.value, patch, depth);
        } else if (b.kind == BIND_DEF && !*patch->path && changes_calls(patch->attribute)) {
            parse_bind_name(s->p, BIND_OTHER, patch->name, patch->span);
        } else if (b.kind == BIND_MODULE || b.kind == BIND_FROM) {
            const char *path = b.kind == BIND_FROM ? joined_path(s, b.path, b.member) : b.path;
            enum op_module module = library_module(joined_path(s, path, patch->path));
            const char *shown = arena_printf(s->p->arena, "%s.%s",
                                             joined_path(s, path, patch->path), patch->attribute);
            if (module != IN_OPERATOR) {
                scope_hide_member(s, module, intern_str(s->p->names, patch->attribute),
                                  scope_new_symbol(s, SYM_GLOBAL, shown, patch->span));
            }
        }
    }
}

static void hide(struct scopes *s, const struct func *f) {
    s->p->notes.item[f->id]->is_hidden = true;
}

static struct symbol *func_symbol(struct scopes *s, struct func *f, const struct binding *b) {
    struct symbol *sym = scope_new_symbol(s, SYM_FUNC, b->name, b->span);
    sym->func = f;
    f->sym = sym;
    return sym;
}

/* Is e a name, or an attribute of one, that the module binds again? An alias of it keeps what it
 * meant. */
static bool is_rebound(const struct map *names, const struct expr *e) {
    while (e->kind == EXPR_ATTR) {
        e = e->attr.base;
    }
    const struct name *name = e->kind == EXPR_NAME ? map_get(names, e->name.name) : NULL;
    return name && name->n > 1 && !(is_import(name->first) && name->n_other == 0);
}

/* name = value, once: a constant, a named lambda, another name of something known, or a global. */
static struct symbol *assigned_symbol(struct scopes *s, const struct map *names,
                                      const struct binding *b, bool written) {
    struct expr *e = b->value;
    if (e && e->kind == EXPR_LAMBDA) {
        return func_symbol(s, e->lambda, b);
    }
    struct expr *shorthand = e ? resolve_shorthand(s, e, written) : NULL;
    if (shorthand) {
        struct symbol *sym = scope_new_symbol(s, SYM_GLOBAL, b->name, b->span);
        sym->shorthand = shorthand;
        return sym;
    }
    if (e) {
        resolve_module_expr(s, e);
        const struct symbol *of = e->kind == EXPR_NAME   ? e->name.sym
                                  : e->kind == EXPR_ATTR ? e->attr.sym
                                                         : NULL;
        if (of && of->kind != SYM_CONST && of->kind != SYM_GLOBAL && of->kind != SYM_VALUE) {
            return is_rebound(names, e) ? scope_new_symbol(s, SYM_GLOBAL, b->name, b->span)
                                        : (struct symbol *)of;
        }
    }
    struct expr *value = e ? fold(s->p->arena, e) : NULL;
    struct symbol *sym = scope_new_symbol(s, value ? SYM_CONST : SYM_GLOBAL, b->name, b->span);
    sym->value = value ? value : e && !written && sugar_is_table(e) ? e : NULL;
    return sym;
}

/* ---- try: import x / except ImportError: x = None */

/* The line's first word, behind its indentation. */
static uint32_t line_word(const struct source *src, int line) {
    uint32_t at = src->line[line];
    while (src->text[at] == ' ' || src->text[at] == '\t') {
        ++at;
    }
    return at;
}

static bool word_is(const struct source *src, uint32_t at, const char *word) {
    return strncmp(src->text + at, word, strlen(word)) == 0;
}

static bool is_blank(const struct source *src, uint32_t at) {
    return strchr("#\r\n", src->text[at]) != NULL; /* or the end */
}

/* The line that begins the block around a place, by indentation; -1: there is none. A statement
 * behind the colon is in its own line. */
static int block_head(const struct source *src, uint32_t place) {
    int line = source_pos(src, place).line - 1;
    uint32_t own = line_word(src, line), depth = own - src->line[line];
    bool behind = word_is(src, own, "try:") || word_is(src, own, "except");
    while (!behind && --line >= 0) {
        uint32_t at = line_word(src, line);
        if (!is_blank(src, at) && at - src->line[line] < depth) {
            break;
        }
    }
    return line;
}

/* Where the `try:` in this line ends, if it only imports: its `except`; else 0. */
static uint32_t imports_until(const struct source *src, int line) {
    uint32_t depth = line_word(src, line) - src->line[line], body = 0;
    for (int i = line + 1; i < src->lines; ++i) {
        uint32_t at = line_word(src, i), in = at - src->line[i];
        if (is_blank(src, at)) {
            continue;
        }
        if (in <= depth) {
            return word_is(src, at, "except") ? at : 0;
        }
        body = body ? body : in;
        if (in == body && !word_is(src, at, "import ") && !word_is(src, at, "from ") &&
            !word_is(src, at, ")")) {
            return 0;
        }
    }
    return 0;
}

static bool is_known(struct scopes *s, const struct binding *b) {
    return is_import(b) && scope_import(s, b)->kind != SYM_OTHER;
}

/* Does b stand in a `try` that only imports what is known, so that it never fails, or repeat an
 * import, or stand behind `except` of such a try? */
static bool is_settled(struct scopes *s, const struct name *name, const struct binding *b) {
    const struct source *src = s->p->source;
    int first = block_head(src, name->first->span.lo);
    uint32_t end =
        first >= 0 && word_is(src, line_word(src, first), "try:") ? imports_until(src, first) : 0;
    for (int i = 0; i < s->p->bindings.n && end; ++i) {
        const struct binding *other = &s->p->bindings.item[i];
        bool inside = other->span.lo > src->line[first] && other->span.lo < end;
        end = inside && !is_known(s, other) ? 0 : end;
    }
    int head = block_head(src, b->span.lo);
    return repeats(name->first, b) || (end && head >= 0 && line_word(src, head) == end);
}

/* Is the name a known import, but for fallbacks that never run? */
static bool import_with_fallback(struct scopes *s, const struct name *name, struct symbol **sym) {
    if (!is_import(name->first) || name->n_other > 0) {
        return false;
    }
    *sym = scope_import(s, name->first);
    bool settled = (*sym)->kind != SYM_OTHER;
    for (int i = 0; i < s->p->bindings.n && settled && name->n > 1; ++i) {
        const struct binding *b = &s->p->bindings.item[i];
        settled = b->kind == BIND_STAR || b->name != name->first->name || is_settled(s, name, b);
    }
    return settled || name->n == 1;
}

static struct symbol *name_symbol(struct scopes *s, const struct map *names,
                                  const struct name *name) {
    const struct binding *b = name->last;
    struct symbol *sym = scope_star_member(s, b->name, b->span.lo);
    if (name->declared_global) {
        return scope_new_symbol(s, SYM_GLOBAL, b->name, b->span);
    }
    if (sym) {
        return sym;
    }
    if (import_with_fallback(s, name, &sym)) {
        return sym;
    }
    if (is_import(b) && name->n == 1) {
        return scope_import(s, b);
    }
    if (b->kind == BIND_DEF && name->n_nested == 0) {
        return func_symbol(s, b->func, b);
    }
    if (b->kind == BIND_CLASS || b->kind == BIND_DEF) {
        return scope_new_symbol(s, SYM_OTHER, b->name, b->span);
    }
    if (b->kind == BIND_ASSIGN && name->n == 1 && !b->nested) {
        return assigned_symbol(s, names, b, name->written);
    }
    return scope_new_symbol(s, SYM_GLOBAL, b->name, b->span);
}

/* In source order, so that a constant sees those before it. Only a function that its name still
 * means at the end is compiled. */
static void make_symbols(struct scopes *s, const struct map *names) {
    struct parser *p = s->p;
    for (int i = 0; i < p->bindings.n; ++i) {
        const struct binding *b = &p->bindings.item[i];
        const struct name *name = map_get(names, b->name);
        if (name && b == name->first) {
            map_set(p->arena, &s->module, b->name, name_symbol(s, names, name));
        }
        if (b->kind == BIND_DEF && b->func->sym == NULL) {
            hide(s, b->func);
        }
    }
}

/* The prelude's functions by their names, and the modules that its sources import. */
static void make_prelude(struct scopes *s) {
    static const struct {
        const char *name;
        enum op_module module;
    } imports[] = {{"np", IN_NP}, {"math", IN_MATH}, {"pycc", IN_PYCC}, {"cmath", IN_CMATH}};
    struct parser *p = s->p;
    for (int i = 0; i < p->funcs.n; ++i) {
        struct func *f = p->funcs.item[i];
        if (f->prelude && !f->parent) {
            struct symbol *sym = scope_new_symbol(s, SYM_FUNC, f->name, f->name_span);
            sym->func = f;
            f->sym = sym;
            map_set(p->arena, &s->prelude, f->name, sym);
        }
    }
    for (int i = 0; s->prelude.n > 0 && i < 4; ++i) {
        const char *name = intern_str(p->names, imports[i].name);
        struct symbol *sym = scope_new_symbol(s, SYM_MODULE, name, (struct span){0, 0});
        sym->module = imports[i].module;
        map_set(p->arena, &s->prelude, name, sym);
    }
}

struct scopes *resolve_module(struct parser *p) {
    struct scopes *s = ARENA_NEW(p->arena, struct scopes);
    struct map names = {0};
    s->p = p;
    make_prelude(s);
    for (int i = 0; i < p->patches.n; ++i) {
        apply_patch(s, &p->patches.item[i], 0);
    }
    count_bindings(s, &names);
    scope_find_dynamic(s);
    make_symbols(s, &names);
    return s;
}
