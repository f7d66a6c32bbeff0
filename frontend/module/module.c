/* The module: from a source to struct module, room by room. */
#include <string.h>

#include "annot.h"
#include "frontend.h"
#include "parse.h"
#include "prelude.h"
#include "resolve.h"

/* The file's base name without its ending, made an identifier. */
static const char *module_name(struct arena *a, const char *path) {
    const char *base = strrchr(path, '/');
    base = base ? base + 1 : path;
    const char *end = strrchr(base, '.');
    size_t n = end && end > base ? (size_t)(end - base) : strlen(base);
    char *name = arena_strndup(a, base, n);
    for (char *c = name; *c; ++c) {
        bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_';
        bool digit = *c >= '0' && *c <= '9';
        if (!letter && !(digit && c > name) && (unsigned char)*c < 0x80) {
            *c = '_';
        }
    }
    return n > 0 ? name : "module";
}

/* The functions of the prelude that the module may use, behind its own. */
static void parse_prelude(struct parser *p, struct source *source) {
    struct span part = prelude_append(p->keep, source, p->layout);
    if (part.lo == part.hi) {
        return;
    }
    int first = p->funcs.n;
    p->in_prelude = true;
    parse_part(p, part);
    p->in_prelude = false;
    for (int i = first; i < p->funcs.n; ++i) {
        struct func *f = p->funcs.item[i];
        f->prelude = f->parent ? f->parent->prelude : prelude_shown(p->keep, f->name);
    }
}

static void analyse(struct parser *p) {
    struct scopes *scopes = resolve_module(p);
    annot_read(p, scopes);
    resolve_functions(scopes);
}

/* The layout goes when parsing is done. */
static void keep_comments(struct module *m, struct arena *a, const struct text_layout *layout) {
    int n = layout->comments.n;
    struct span *kept = ARENA_ARRAY(a, struct span, n + 1);
    for (int i = 0; i < n; ++i) {
        kept[i] = layout->comments.item[i];
    }
    m->n_comments = n;
    m->comment = kept;
}

struct module *frontend_parse(struct arena *a, struct intern_table *names, struct source *source,
                              struct diag *d) {
    struct module *m = ARENA_NEW(a, struct module);
    struct arena waste;
    struct parser p = {.arena = a, .keep = a, .waste = &waste, .names = names};
    p.source = source;
    p.diag = d;
    p.module = m;
    m->source = source;
    m->name = module_name(a, source->path);
    arena_init(&waste);
    arena_init(&p.scratch);
    p.grammar = grammar_new(&p.scratch);
    parse_part(&p, (struct span){0, source->size});
    keep_comments(m, a, p.layout);
    parse_prelude(&p, source);
    analyse(&p);
    grammar_free(p.grammar);
    arena_free(&waste);
    arena_free(&p.scratch);
    return m;
}
