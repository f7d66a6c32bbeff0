/* What the parser's files have in common: errors, nesting, lists of children, bindings. */
#include "parse.h"

#include <stdarg.h>
#include <string.h>

#include "unicode.h"

/* In a line that was replaced a name may stand on anything. */
static bool is_well_formed(const char *s, size_t n) {
    size_t at = 0, length = 1;
    for (; at < n && length > 0; at += length) {
        length = source_utf8_length((const unsigned char *)s + at, n - at);
    }
    return length > 0;
}

static const char *intern_part(struct parser *p, struct span part) {
    size_t n = part.hi - part.lo;
    if (p->broken && !is_well_formed(p->source->text + part.lo, n)) {
        return intern_str(p->names, "");
    }
    const char *text = unicode_nfkc(p->waste, p->source->text + part.lo, &n);
    return intern(p->names, text, n);
}

bool parse_text_is(const struct parser *p, struct span s, const char *text) {
    return s.hi - s.lo == strlen(text) && memcmp(p->source->text + s.lo, text, s.hi - s.lo) == 0;
}

const char *parse_intern(struct parser *p, const struct node *n) {
    return intern_part(p, parse_span(n));
}

/* ---- errors */

/* Marks the line of a place; false when something was reported about it before. */
static bool claim_line(struct parser *p, uint32_t at) {
    struct line *line = layout_line(p->layout, at);
    bool first = !line || !line->bad;
    if (line) {
        line->bad = true;
    }
    p->broken = true;
    return first;
}

static struct diag_message *report(struct parser *p, struct span at, const char *fmt, va_list ap) {
    if (!claim_line(p, at.lo)) {
        return NULL;
    }
    if (at.hi == at.lo) {
        at.hi = at.lo + (at.lo < p->source->whole);
    }
    return diag_error(p->diag, DIAG_PY101, at, "%s", arena_vprintf(p->keep, fmt, ap));
}

struct diag_message *parse_error(struct parser *p, struct span at, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    struct diag_message *m = report(p, at, fmt, ap);
    va_end(ap);
    return m;
}

struct diag_message *parse_expected(struct parser *p, const char *what, struct span at) {
    enum { SHOWN = 30 };
    int n = (int)(at.hi - at.lo);
    if (n == 0) {
        return parse_error(p, at, "expected %s", what);
    }
    return parse_error(p, at, "expected %s before '%.*s%s'", what, n < SHOWN ? n : SHOWN,
                       p->source->text + at.lo, n < SHOWN ? "" : "...");
}

/* ---- nesting */

static void too_deep(struct parser *p, int limit, const struct node *at) {
    if (claim_line(p, at->lo)) {
        struct diag_message *m = diag_error(p->diag, DIAG_PY106, (struct span){at->lo, at->lo + 1},
                                            "nested more than %d levels deep", limit);
        diag_fix(p->diag, m, "split it with intermediate variables or functions");
    }
}

bool parse_enter(struct parser *p, const struct node *at) {
    if (p->depth < PARSE_MAX_DEPTH) {
        ++p->depth;
        return true;
    }
    too_deep(p, PARSE_MAX_DEPTH, at);
    return false;
}

void parse_leave(struct parser *p) {
    --p->depth;
}

void parse_grow(struct parser *p, int below, const struct node *at) {
    p->height = below + 1;
    if (p->height > PARSE_MAX_HEIGHT) {
        too_deep(p, PARSE_MAX_HEIGHT, at);
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

void parse_mention(struct parser *p, struct span part) {
    const struct text_layout *l = p->layout;
    if (!p->fn) {
        return;
    }
    struct func_notes *notes = p->notes.item[p->fn->id];
    for (int i = layout_word(l, part.lo); i < l->words.n && l->words.item[i].lo < part.hi; ++i) {
        const struct word *w = &l->words.item[i];
        if (w->kind == WORD_NAME) {
            vec_push(p->keep, &notes->mentioned, intern_part(p, (struct span){w->lo, w->hi}));
        }
    }
}

/* ---- bindings */

void parse_bind(struct parser *p, struct binding b) {
    bool import = b.kind == BIND_MODULE || b.kind == BIND_FROM;
    b.nested = p->compound > 0;
    b.typed = b.value;
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
