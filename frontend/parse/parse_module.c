/* The module: from a source to struct module, and what the parser's files have in common: errors,
 * nesting, lists of children, bindings. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "annot.h"
#include "frontend.h"
#include "map.h"
#include "parse.h"
#include "prelude.h"
#include "scope.h"
#include "unicode.h"

/* Waste is freed between the module's statements when it is more than this. */
enum { MAX_WASTE = 1 << 20 };

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
        at.hi = at.lo + (at.lo < p->source->size);
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

static bool begins_line(enum node_kind kind) {
    return (kind >= NODE_IMPORT && kind <= NODE_IMPORT_FROM) || kind == NODE_ASSERT ||
           kind == NODE_EXPRESSION_STATEMENT || (kind >= NODE_RETURN && kind <= NODE_MATCH) ||
           kind == NODE_CASE || (kind >= NODE_FOR && kind <= NODE_WITH) ||
           (kind >= NODE_DEF && kind <= NODE_DECORATOR);
}

/* Does each logical line begin a statement, a clause or a decorated definition of the tree? The
 * grammar takes a line end for a blank where it expects more; then the next line begins none. */
static bool lines_fit(const struct text_layout *l, const struct node *tree) {
    int line = 0;
    for (uint32_t i = 0; i < tree->size && line < l->lines.n; ++i) {
        line += tree[i].lo == l->lines.item[line].lo && begins_line((enum node_kind)tree[i].kind);
    }
    return line == l->lines.n;
}

/* Keywords are no names, wherever the grammar takes them for some; what is too new is refused. */
static void check_names(struct parser *p, const struct node *tree) {
    const char *text = p->source->text;
    for (uint32_t i = 0; i < tree->size; ++i) {
        const struct node *n = &tree[i];
        if (n->kind == NODE_TYPE_PARAMETER && PYCC_PYTHON_MINOR < 12) {
            parse_error(p, (struct span){n->lo, n->lo + 1},
                        "type parameters are for Python 3.12 and later");
        }
        if (n->kind != NODE_IDENTIFIER || !lex_is_keyword(text + n->lo, n->hi - n->lo)) {
            continue;
        }
        const struct text_layout *l = p->layout;
        bool await = node_is(text, n, "await");
        int next = layout_word(l, n->hi);
        uint32_t end = layout_line(l, n->lo)->hi;
        struct span behind = next < l->words.n && l->words.item[next].lo < end
                                 ? layout_span(l, next, 1)
                                 : (struct span){end, end};
        parse_expected(p, await ? "an expression" : "a name", await ? behind : parse_span(n));
    }
}

static struct node *parse_tree(struct parser *p) {
    struct masked copy = layout_copy(&p->scratch, p->layout);
    struct node *tree = grammar_parse(p->grammar, &copy);
    if (tree && !lines_fit(p->layout, tree)) {
        free(tree);
        tree = NULL;
    }
    return tree;
}

/* One expression, as Python's grammar has it for annotations. */
static void check_annotation(struct parser *p, const struct layout_ann *ann) {
    struct masked copy =
        layout_copy_words(p->waste, p->layout, NULL, ann->word, ann->words, "", "");
    struct node *tree = grammar_parse(p->grammar, &copy);
    const struct node *s = tree ? node_named(tree, 0) : NULL;
    bool one = s && tree->size == s->size + 1 && s->kind == NODE_EXPRESSION_STATEMENT &&
               s[1].size + 1 == s->size && s[1].kind != NODE_ASSIGNMENT &&
               s[1].kind != NODE_AUGMENTED;
    bool outside = layout_line(p->layout, p->layout->words.item[ann->word].lo)->depth == 0;
    for (const struct node *n = tree; one && outside && n < tree + tree->size; ++n) {
        if (n->kind == NODE_YIELD || n->kind == NODE_AWAIT) {
            parse_error(p, parse_span(n), "'%s' cannot be used within an annotation",
                        n->kind == NODE_YIELD ? "yield" : "await");
        }
    }
    if (one) {
        struct ignored before = parse_ignore(p);
        check_names(p, tree);
        parse_expr(p, s + 1, ann->star ? ALLOW_STARRED : ALLOW_NONE);
        parse_heed(p, before);
    } else if (!parse_explain(p, ann->word, ann->words, "", "")) {
        const struct node *comma = s ? parse_comma(p, s) : NULL;
        bool assigned = s && (s[1].kind == NODE_ASSIGNMENT || s[1].kind == NODE_AUGMENTED);
        comma = assigned ? s + 2 + s[2].size : comma;
        parse_expected(p, comma ? "an operator or the end of the line" : "an expression",
                       comma ? parse_span(comma) : layout_span(p->layout, ann->word, ann->words));
    }
    free(tree);
}

/* Each text once: those that are sound are known by it. */
static void check_annotations(struct parser *p) {
    const struct text_layout *l = p->layout;
    struct map sound[2] = {{0}};
    for (int i = 0; i < l->lines.n; ++i) {
        const struct line *line = &l->lines.item[i];
        for (int k = 0; k < line->anns_n && !line->bad; ++k) {
            const struct layout_ann *ann = &l->anns.item[line->ann + k];
            struct span at = layout_span(l, ann->word, ann->words);
            const char *text =
                ann->simple ? NULL : intern(p->names, l->text + at.lo, at.hi - at.lo);
            if (text && !map_get(&sound[ann->star], text)) {
                check_annotation(p, ann);
                if (!line->bad) {
                    map_set(&p->scratch, &sound[ann->star], text, p);
                }
            }
        }
    }
}

/* The statements of a part of the source. */
static void parse_part(struct parser *p, struct span part) {
    p->layout = layout_read(&p->scratch, p->source, part, p->diag);
    p->broken = p->broken || p->layout->faulty;
    struct node *tree = p->layout->faulty ? NULL : parse_tree(p);
    if (!tree) {
        parse_refused(p);
        if (p->diag->errors == 0) {
            diag_error(p->diag, DIAG_PY101, (struct span){part.lo, part.lo + 1},
                       "the grammar does not read this module, line by line it does: a mistake of "
                       "pycc's, please report it");
        }
        tree = parse_tree(p);
    }
    if (!tree) {
        p->broken = true;
        return;
    }
    check_names(p, tree);
    check_annotations(p);
    for
        each_node(s, tree) {
            parse_statement(p, s);
            p->stack.n = 0;
            if (p->waste->used > MAX_WASTE) {
                arena_free(p->waste);
            }
        }
    if (!p->in_prelude) {
        parse_rules(p, tree);
    }
    free(tree);
    p->module->n_funcs = p->funcs.n;
    p->module->func = p->funcs.item;
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
    struct scopes *scopes = scope_module(p);
    annot_read(p, scopes);
    scope_functions(scopes);
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
    p.comment = p.layout->comments.item;
    p.n_comments = p.layout->comments.n;
    parse_prelude(&p, source);
    analyse(&p);
    grammar_free(p.grammar);
    arena_free(&waste);
    arena_free(&p.scratch);
    return m;
}
