/* A part of the source: its lines, their tree, and the statements of it. */
#include <stdlib.h>

#include "map.h"
#include "parse.h"

/* Waste is freed between the module's statements when it is more than this. */
enum { MAX_WASTE = 1 << 20 };

/* Keywords are no names, wherever the grammar takes them for some; what is too new is refused. */
static void check_names(struct parser *p, const struct node *tree) {
    const char *text = p->source->text;
    for (uint32_t i = 0; i < tree->size; ++i) {
        const struct node *n = &tree[i];
        if (n->kind == NODE_TYPE_PARAMETER && p->source->python < 12) {
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
    struct masked copy = layout_copy(p->scratch, p->layout);
    return grammar_parse(p->grammar, &copy);
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
        } else if (n->kind == NODE_NAMED) {
            parse_bind_name(p, BIND_OTHER, parse_intern(p, n + 1), parse_span(n + 1));
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
                    map_set(p->scratch, &sound[ann->star], text, p);
                }
            }
        }
    }
}

void parse_part(struct parser *p, struct span part) {
    p->layout = layout_read(p->scratch, p->source, part, p->diag);
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
