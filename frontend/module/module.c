/* The module: from a source to struct module, room by room. */
#include <string.h>

#include "annot.h"
#include "frontend.h"
#include "generators.h"
#include "imports.h"
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
static void parse_prelude(struct parser *p, const struct units *units) {
    const struct text_layout **layout =
        ARENA_ARRAY(p->scratch, const struct text_layout *, units->all.n);
    int n = 0;
    for (int i = 0; i < units->all.n; ++i) {
        if (units->all.item[i]->path) {
            layout[n++] = units->all.item[i]->scopes->p->layout;
        }
    }
    struct span part = prelude_append(p->keep, units->source, n, layout);
    if (part.lo == part.hi) {
        return;
    }
    int first = p->funcs.n;
    p->in_prelude = true;
    parse_part(p, part);
    p->in_prelude = false;
    for (int i = first; i < p->funcs.n; ++i) {
        struct func *f = p->funcs.item[i];
        bool made = f->is_method && *f->name != '_' && strstr(f->name, "__"); /* random__Random */
        f->prelude = f->parent               ? f->parent->prelude
                     : f->is_method && !made ? f->name
                                             : prelude_shown(p->keep, f->name);
    }
}

/* What is wrong with annotations of imported functions does not matter here. */
static void read_annotations(struct scopes *s) {
    struct diag unheard;
    diag_init(&unheard, s->p->keep, s->p->source);
    struct diag *heard = s->p->diag;
    s->p->diag = s->p->imported ? &unheard : heard;
    annot_read(s->p, s);
    s->p->diag = heard;
}

/* Each step of all files before the next. */
static void analyse(const struct units *units) {
    static void (*const steps[])(struct scopes *) = {resolve_begin,  resolve_count,
                                                     resolve_module, read_annotations,
                                                     resolve_yields, resolve_functions};
    struct libraries *libraries = units->all.item[0]->scopes->libraries;
    libraries->gpu = units->outside && units->outside->gpu;
    libraries->in_order = units->outside && units->outside->in_order;
    libraries->n_mixed = units->outside ? units->outside->n_mixed : 0;
    libraries->mixed = units->outside ? units->outside->mixed : NULL;
    for (size_t k = 0; k < sizeof steps / sizeof *steps; ++k) {
        for (int i = 0; i < units->all.n; ++i) { /* lambdas may be made: all know all functions */
            struct parser *p = units->all.item[i]->scopes->p;
            p->funcs = units->p->funcs;
            p->notes = units->p->notes;
            steps[k](units->all.item[i]->scopes);
            units->p->funcs = p->funcs;
            units->p->notes = p->notes;
        }
    }
}

struct module *frontend_parse(struct arena *a, struct intern_table *names, struct source *source,
                              struct diag *d, const struct outside *outside) {
    struct module *m = ARENA_NEW(a, struct module);
    struct arena waste, scratch;
    struct parser p = {.arena = a, .keep = a, .waste = &waste, .names = names, .scratch = &scratch};
    struct units units = {.p = &p, .source = source, .outside = outside};
    p.source = source;
    p.part = (struct span){0, source->size};
    p.diag = d;
    p.module = m;
    m->source = source;
    m->name = module_name(a, source->path);
    m->n_mixed = outside ? outside->n_mixed : 0;
    m->mixed = outside ? outside->mixed : NULL;
    arena_init(&waste);
    arena_init(&scratch);
    p.grammar = grammar_new(&scratch);
    parse_part(&p, p.part);
    parse_unions(&p);
    if (outside && outside->families) {
        parse_families(&p);
    }
    parse_expose(&p);
    p.end = p.funcs.n;
    imports_keep_comments(&units, &p);
    m->n_comments = units.comments.n;
    imports_read(&units);
    m->n_all_comments = units.comments.n;
    m->comment = units.comments.item;
    parse_prelude(&p, &units);
    analyse(&units);
    imports_mark(&units);
    grammar_free(p.grammar);
    arena_free(&waste);
    arena_free(&scratch);
    return m;
}
