/* The module: from a source to struct module, and what the parser's files have in common: errors,
 * nesting, lists of children, bindings. */
#include <stdarg.h>
#include <string.h>

#include "annot.h"
#include "frontend.h"
#include "nfkc.h"
#include "parse.h"
#include "prelude.h"
#include "scope.h"

/* Waste is freed between the module's statements when it is more than this. */
enum { MAX_WASTE = 1 << 20 };

/* ---- tokens */

bool parse_is_word(const struct parser *p, const struct token *t, const char *word) {
    size_t n = strlen(word);
    return t->kind == TOK_NAME && t->hi - t->lo == n && memcmp(parse_text(p, t), word, n) == 0;
}

const char *parse_intern(struct parser *p, const struct token *t) {
    size_t n = t->hi - t->lo;
    const char *text = nfkc(p->waste, parse_text(p, t), &n);
    return intern(p->names, text, n);
}

const char *parse_name(struct parser *p, struct span *span) {
    *span = (struct span){p->tok->lo, p->tok->hi};
    if (parse_peek(p) != TOK_NAME) {
        parse_expected(p, "a name");
        return intern_str(p->names, "");
    }
    const char *name = parse_intern(p, p->tok);
    parse_advance(p);
    return name;
}

bool parse_expect(struct parser *p, enum token_kind kind) {
    if (!parse_accept(p, kind)) {
        parse_expected(p, token_name(kind));
        return false;
    }
    return true;
}

/* ---- errors */

bool parse_error_ahead(const struct parser *p) {
    const struct token *t = p->tok;
    while (t->kind != TOK_NEWLINE && t->kind != TOK_EOF) {
        if (t->kind == TOK_ERROR) {
            return true;
        }
        ++t;
    }
    return false;
}

static struct diag_message *report(struct parser *p, struct span at, const char *fmt, va_list ap) {
    const char *text = arena_vprintf(p->keep, fmt, ap);
    p->broken = true;
    if (at.hi == at.lo) {
        at.hi = at.lo + (at.lo < p->source->size);
    }
    return diag_error(p->diag, DIAG_PY101, at, "%s", text);
}

struct diag_message *parse_report(struct parser *p, struct span at, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    struct diag_message *m = report(p, at, fmt, ap);
    va_end(ap);
    return m;
}

static void give_up_line(struct parser *p) {
    p->panic = true;
    while (parse_peek(p) != TOK_NEWLINE && parse_peek(p) != TOK_EOF) {
        ++p->tok;
    }
}

struct diag_message *parse_error(struct parser *p, struct span at, const char *fmt, ...) {
    struct diag_message *m = NULL;
    if (!p->panic && !parse_error_ahead(p)) {
        va_list ap;
        va_start(ap, fmt);
        m = report(p, at, fmt, ap);
        va_end(ap);
    }
    give_up_line(p);
    return m;
}

struct diag_message *parse_expected(struct parser *p, const char *what) {
    const struct token *t = p->tok;
    enum { SHOWN = 30 };
    switch (t->kind) {
    case TOK_NEWLINE:
    case TOK_EOF:
    case TOK_INDENT:
    case TOK_DEDENT:
        return parse_error(p, (struct span){p->end, p->end}, "expected %s", what);
    default:
        break;
    }
    int n = (int)(t->hi - t->lo);
    return parse_error(p, (struct span){t->lo, t->hi}, "expected %s before '%.*s%s'", what,
                       n < SHOWN ? n : SHOWN, parse_text(p, t), n < SHOWN ? "" : "...");
}

/* ---- nesting */

static void too_deep(struct parser *p, int limit) {
    if (!p->panic && !parse_error_ahead(p)) {
        struct diag_message *m =
            diag_error(p->diag, DIAG_PY106, (struct span){p->tok->lo, p->tok->hi},
                       "nested more than %d levels deep", limit);
        diag_fix(p->diag, m, "split it with intermediate variables or functions");
    }
    give_up_line(p);
}

bool parse_enter(struct parser *p) {
    if (p->depth < PARSE_MAX_DEPTH) {
        ++p->depth;
        return true;
    }
    too_deep(p, PARSE_MAX_DEPTH);
    return false;
}

void parse_leave(struct parser *p) {
    --p->depth;
}

void parse_grow(struct parser *p, int below) {
    p->height = below + 1;
    if (p->height > PARSE_MAX_HEIGHT) {
        too_deep(p, PARSE_MAX_HEIGHT);
    }
}

/* ---- children */

void parse_push(struct parser *p, void *child) {
    vec_push(p->keep, &p->stack, child);
}

void *parse_take(struct parser *p, int mark, int *n) {
    *n = p->stack.n - mark;
    p->stack.n = mark;
    if (*n == 0) {
        return NULL;
    }
    void **items = ARENA_ARRAY(p->arena, void *, *n);
    memcpy(items, p->stack.item + mark, sizeof(void *) * (size_t)*n);
    return items;
}

struct ignored parse_ignore(struct parser *p) {
    struct ignored before = {p->arena, p->fn};
    p->arena = p->waste;
    p->fn = NULL;
    ++p->ignored;
    return before;
}

void parse_heed(struct parser *p, struct ignored before) {
    p->arena = before.arena;
    p->fn = before.fn;
    --p->ignored;
}

void parse_mention(struct parser *p, const struct token *from) {
    if (!p->fn) {
        return;
    }
    struct func_notes *notes = p->notes.item[p->fn->id];
    for (const struct token *t = from; t < p->tok; ++t) {
        if (t->kind == TOK_NAME) {
            vec_push(p->keep, &notes->mentioned, parse_intern(p, t));
        }
    }
}

/* ---- bindings */

void parse_bind(struct parser *p, struct binding b) {
    bool import = b.kind == BIND_MODULE || b.kind == BIND_FROM;
    b.nested = p->compound > 0;
    b.value = b.nested ? NULL : b.value;
    if (p->in_prelude) {
        return; /* functions only, which scope.c finds by their names */
    }
    if (p->fn && import) {
        vec_push(p->keep, &p->notes.item[p->fn->id]->imports, b);
    } else if (!p->fn && p->ignored == 0) {
        vec_push(p->keep, &p->bindings, b);
    }
}

void parse_bind_name(struct parser *p, enum bind_kind kind, const char *name, struct span span) {
    parse_bind(p, (struct binding){.kind = kind, .name = name, .span = span});
}

void parse_bind_target(struct parser *p, const struct expr *e) {
    if (e->kind == EXPR_NAME) {
        parse_bind_name(p, BIND_OTHER, e->name.name, e->span);
    } else if (e->kind == EXPR_TUPLE || e->kind == EXPR_LIST) {
        for (int i = 0; i < e->list.n; ++i) {
            parse_bind_target(p, e->list.item[i]);
        }
    }
}

/* ---- the module */

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

static void parse_statements(struct parser *p) {
    while (parse_peek(p) != TOK_EOF) {
        if (parse_peek(p) == TOK_DEDENT) { /* left over after an error */
            ++p->tok;
            continue;
        }
        parse_statement(p);
        p->stack.n = 0;
        if (p->waste->used > MAX_WASTE) {
            arena_free(p->waste);
        }
    }
    p->module->n_funcs = p->funcs.n;
    p->module->func = p->funcs.item;
}

/* The functions of the prelude that the module may use, behind its own. */
static void parse_prelude(struct parser *p, struct source *source, const struct tokens *user) {
    struct span part = prelude_append(p->keep, source, user);
    if (part.lo == part.hi) {
        return;
    }
    struct tokens tokens = lex_part(p->keep, source, part, p->diag);
    int first = p->funcs.n;
    p->tok = tokens.item;
    p->in_prelude = true;
    parse_statements(p);
    p->in_prelude = false;
    for (int i = first; i < p->funcs.n; ++i) {
        struct func *f = p->funcs.item[i];
        f->prelude = f->parent ? f->parent->prelude : prelude_shown(p->keep, f->name);
    }
    lex_free(&tokens);
}

static void analyse(struct parser *p) {
    struct scopes *scopes = scope_module(p);
    annot_read(p, scopes);
    scope_functions(scopes);
}

struct module *frontend_parse(struct arena *a, struct intern_table *names, struct source *source,
                              struct diag *d) {
    struct module *m = ARENA_NEW(a, struct module);
    struct arena waste;
    int errors = d->errors;
    struct tokens tokens = lex(a, source, d);
    struct parser p = {.arena = a, .keep = a, .waste = &waste, .names = names};
    p.source = source;
    p.diag = d;
    p.module = m;
    p.tok = tokens.item;
    p.comment = tokens.comments.item;
    p.n_comments = tokens.comments.n;
    p.broken = d->errors > errors;
    m->source = source;
    m->name = module_name(a, source->path);
    arena_init(&waste);
    parse_statements(&p);
    parse_prelude(&p, source, &tokens);
    analyse(&p);
    arena_free(&waste);
    lex_free(&tokens);
    return m;
}
