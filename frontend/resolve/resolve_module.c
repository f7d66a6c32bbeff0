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
    bool begun;   /* its symbol is made, or being made */
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
            if (b->from || library_module(b->path) != IN_OPERATOR) {
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
        if (name && (name->written || b->kept || name->n > 1)) {
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

/* util.EPS = 3, or f.__defaults__ = ... of an imported f. */
static void patch_imported(const struct binding *b, const struct patch *patch, int depth) {
    struct patch of = *patch;
    struct scopes *s = b->from;
    bool own = b->kind == BIND_MODULE && !*patch->path;
    if (own) {
        parse_bind_name(s->p, BIND_OTHER, patch->attribute, patch->span);
        return;
    }
    const char *dot = strchr(patch->path, '.');
    size_t n = dot ? (size_t)(dot - patch->path) : strlen(patch->path);
    if (b->kind == BIND_FROM) {
        of.name = b->member;
    } else {
        of.name = intern(s->p->names, patch->path, n);
        of.path = dot ? dot + 1 : "";
    }
    struct scopes *submodule = map_get(&s->submodule, of.name);
    if (submodule) {
        struct binding to = {.kind = BIND_MODULE, .from = submodule};
        patch_imported(&to, &of, depth + 1);
    } else if (depth < 20) {
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
        if (b.class_ && b.class_->named && strcmp(patch->attribute, "__doc__") != 0) {
            b.class_->named = false;
        } else if (b.kind == BIND_ASSIGN && b.value) {
            apply_to_value(s, b.value, patch, depth);
        } else if (b.kind == BIND_DEF && !*patch->path && changes_calls(patch->attribute)) {
            parse_bind_name(s->p, BIND_OTHER, patch->name, patch->span);
        } else if (b.class_ && !*patch->path &&
                   resolve_class_assigned(s, b.class_, patch->attribute)) {
            continue;
        } else if (b.class_ && !*patch->path) {
            b.class_->unknown =
                "an attribute of it is assigned: keep it in an array of the module, N = "
                "np.zeros(1, int), and N[0] += 1";
        } else if (b.from) {
            patch_imported(&b, patch, depth);
        } else if (is_import(&b)) {
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

static struct symbol *func_symbol(struct scopes *s, struct func *f, const struct binding *b) {
    struct symbol *sym = scope_new_symbol(s, SYM_FUNC, b->name, b->span);
    sym->func = f;
    f->sym = sym;
    return sym;
}

/* The constants of a class see those before them, and the module's names. */
static struct symbol *class_symbol(struct scopes *s, const struct binding *b) {
    struct symbol *sym = scope_new_symbol(s, SYM_CLASS, b->name, b->span);
    sym->class_ = b->class_;
    for (int i = 0; i < b->class_->n_values; ++i) {
        struct class_value *v = &b->class_->value[i];
        resolve_class_table(s, b->class_, v);
        resolve_class_value(s, b->class_, i);
        struct expr *value = fold(s->p->arena, v->value);
        v->value = v->written ? NULL : value ? value : resolve_enum_auto(s, b->class_, i);
    }
    resolve_enum(s, b->class_);
    resolve_named(s, b->class_);
    resolve_meant(s, b->class_);
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
    struct expr *held = e ? resolve_held(s, e) : NULL;
    struct expr *shorthand = e ? resolve_shorthand(s, e, written || b->kept) : NULL;
    if (shorthand) {
        struct symbol *sym = scope_new_symbol(s, SYM_GLOBAL, b->name, b->span);
        sym->shorthand = shorthand;
        sym->held = held && held->kind == EXPR_DICT ? held : NULL;
        sym->held_in = s->import;
        return sym;
    }
    struct expr *functions = e && !written ? resolve_function_table(s, e) : NULL;
    held = functions ? NULL : held;
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
    const struct records *records = e ? resolve_records(s, e) : NULL;
    if (records) {
        struct symbol *sym = scope_new_symbol(s, SYM_RECORDS, b->name, b->span);
        sym->records = records;
        return sym;
    }
    struct expr *value = e ? fold(s->p->arena, e) : NULL;
    struct symbol *sym = scope_new_symbol(s, value ? SYM_CONST : SYM_GLOBAL, b->name, b->span);
    sym->value = value ? value : e && !written && !b->kept && sugar_is_table(e) ? e : NULL;
    sym->held = sym->value ? NULL : held;
    sym->held_in = s->import;
    sym->functions = functions;
    return sym;
}

/* One that can change: it is of the type that it is given last. */
static struct symbol *rebound_symbol(struct scopes *s, const char *name, struct span span) {
    struct symbol *sym = scope_new_symbol(s, SYM_GLOBAL, name, span);
    sym->rebound = true;
    sym->held_in = s->import;
    bool other = false;
    for (int i = 0; i < s->p->bindings.n; ++i) {
        const struct binding *b = &s->p->bindings.item[i];
        bool value = b->kind == BIND_ASSIGN && b->typed && b->typed->kind != EXPR_LAMBDA;
        if (b->name == name && b->kind != BIND_STAR) {
            other = other || (b->kind != BIND_ASSIGN && b->kind != BIND_OTHER);
            sym->held = other ? NULL : value ? resolve_held(s, b->typed) : sym->held;
        }
    }
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
    int line = source_line_at(src, place) - 1;
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
        return rebound_symbol(s, b->name, b->span);
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
    if (b->class_ && name->n == 1 && (b->kind == BIND_CLASS || resolve_named(s, b->class_))) {
        return class_symbol(s, b);
    }
    if (b->kind == BIND_CLASS || b->kind == BIND_DEF) {
        return scope_new_symbol(s, SYM_OTHER, b->name, b->span);
    }
    if (b->kind == BIND_ASSIGN && name->n == 1 && !b->nested) {
        return assigned_symbol(s, names, b, name->written);
    }
    return rebound_symbol(s, b->name, b->span);
}

/* For another file, or for a name that is bound behind it here: a constant sees those before it. */
static void make_name(struct scopes *s, const char *text) {
    struct name *name = map_get(&s->bound, text);
    const struct making *up = s->libraries->making;
    const struct name *by = up && up->s == s ? map_get(&s->bound, up->name) : NULL;
    if (!name || name->begun || (by && name->first->span.lo > by->first->span.lo)) {
        return;
    }
    struct making making = {up, s, text};
    name->begun = true;
    s->libraries->making = &making;
    struct symbol *sym = name_symbol(s, &s->bound, name);
    s->libraries->making = up;
    map_set(s->p->arena, &s->module, text, sym);
}

/* __all__, where it is a list of texts as written. */
static void find_all(struct scopes *s) {
    const struct name *name = map_get(&s->bound, intern_str(s->p->names, "__all__"));
    const struct expr *e = name && name->n == 1 ? name->first->value : NULL;
    bool list = e && (e->kind == EXPR_LIST || e->kind == EXPR_TUPLE);
    for (int i = 0; list && i < e->list.n; ++i) {
        list = e->list.item[i]->kind == EXPR_STR;
    }
    s->all = list ? e : NULL;
    s->dynamic = s->dynamic || (name && !list);
}

/* The prelude's functions by their names, and the modules that its sources import. */
static void make_prelude(struct scopes *s) {
    static const struct {
        const char *name;
        enum op_module module;
    } imports[] = {{"np", IN_NP},       {"math", IN_MATH},        {"pycc", IN_PYCC},
                   {"cmath", IN_CMATH}, {"random", IN_PY_RANDOM}, {"special", IN_SPECIAL}};
    struct parser *p = s->p;
    for (int i = 0; i < p->funcs.n; ++i) {
        struct func *f = p->funcs.item[i];
        if (f->prelude && !f->parent && !f->is_method) {
            struct symbol *sym = scope_new_symbol(s, SYM_FUNC, f->name, f->name_span);
            sym->func = f;
            f->sym = sym;
            map_set(p->arena, &s->libraries->prelude, f->name, sym);
        }
    }
    for (int i = 0; i < p->classes.n; ++i) {
        struct class *c = p->classes.item[i];
        if (c->prelude) {
            struct symbol *sym = scope_new_symbol(s, SYM_CLASS, c->name, c->span);
            sym->class_ = c;
            map_set(p->arena, &s->libraries->prelude, c->name, sym);
        }
    }
    int n = s->libraries->prelude.n > 0 ? (int)(sizeof imports / sizeof imports[0]) : 0;
    for (int i = 0; i < n; ++i) {
        const char *name = intern_str(p->names, imports[i].name);
        struct symbol *sym = scope_new_symbol(s, SYM_MODULE, name, (struct span){0, 0});
        sym->module = imports[i].module;
        map_set(p->arena, &s->libraries->prelude, name, sym);
    }
}

void resolve_begin(struct scopes *s) {
    if (!s->p->imported) {
        make_prelude(s);
    }
    for (int i = 0; i < s->p->patches.n; ++i) {
        apply_patch(s, &s->p->patches.item[i], 0);
    }
}

void resolve_count(struct scopes *s) {
    s->libraries->make = make_name;
    count_bindings(s, &s->bound);
    scope_find_dynamic(s);
    find_all(s);
}

/* Only a function that its name still means at the end is compiled. */
void resolve_module(struct scopes *s) {
    struct parser *p = s->p;
    for (int i = 0; i < p->bindings.n; ++i) {
        const struct binding *b = &p->bindings.item[i];
        make_name(s, b->name);
        if (b->kind == BIND_DEF && b->func->sym == NULL) {
            s->p->notes.item[b->func->id]->is_hidden = true;
        }
    }
    resolve_method_tables(s);
}
