/* The one file that calls tree-sitter: see tree.h. */
#include "tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tree_sitter/api.h>

#include <language.h>
#include <subtree.h>

const TSLanguage *tree_sitter_python(void);

enum { PIECE = 8 << 10 /* bytes of a module that are read at a time, at least */ };

/* A subtree whose children are walked. Those of the grammar's helpers, which have no node of their
 * own, count as children of the node around them. */
struct around {
    const Subtree *next;
    uint32_t left;         /* children from there on */
    uint32_t node;         /* its number; UINT32_MAX: it has none */
    const TSSymbol *alias; /* what next is called here, 0: as it is; NULL: so are all */
};

struct grammar {
    TSParser *parser;
    uint32_t n_symbols;
    uint8_t *kind; /* enum node_kind by symbol */
    struct node *node;
    uint32_t n, cap;
    struct arena *arena;
    VEC(struct around) around; /* the innermost last */
    bool *expected;
};

_Static_assert(NODE_KINDS <= UINT8_MAX, "kinds of nodes fit a byte");

/* ---- nodes */

const struct node *node_named(const struct node *n, int number) {
    for
        each_node(c, n) {
            if (c->kind != NODE_TOKEN && number-- == 0) {
                return c;
            }
        }
    return NULL;
}

const struct node *node_last(const struct node *n) {
    const struct node *last = NULL;
    for
        each_node(c, n) {
            last = c;
        }
    return last;
}

const struct node *node_child(const struct node *n, enum node_kind kind) {
    for
        each_node(c, n) {
            if (c->kind == kind) {
                return c;
            }
        }
    return NULL;
}

bool node_is(const char *text, const struct node *n, const char *word) {
    size_t length = strlen(word);
    return n->hi - n->lo == length && memcmp(text + n->lo, word, length) == 0;
}

const struct node *node_token(const char *text, const struct node *n, const char *token) {
    for
        each_node(c, n) {
            if (c->kind == NODE_TOKEN && node_is(text, c, token)) {
                return c;
            }
        }
    return NULL;
}

/* ---- the grammar */

static uint8_t kind_of(const char *name) {
    static const char *const names[] = {
#define NODE(id, name) name,
        NODE_TABLE
#undef NODE
    };
    for (uint8_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        if (names[i][0] == name[0] && strcmp(names[i], name) == 0) {
            return (uint8_t)(NODE_MODULE + i);
        }
    }
    return NODE_OTHER;
}

struct grammar *grammar_new(struct arena *a) {
    struct grammar *g = ARENA_NEW(a, struct grammar);
    g->arena = a;
    const TSLanguage *language = tree_sitter_python();
    g->parser = ts_parser_new();
    if (!g->parser || !ts_parser_set_language(g->parser, language)) {
        die("the grammar does not fit tree-sitter's version");
    }
    g->n_symbols = ts_language_symbol_count(language);
    g->kind = ARENA_ARRAY(a, uint8_t, g->n_symbols);
    g->expected = ARENA_ARRAY(a, bool, g->n_symbols);
    for (uint32_t i = 0; i < g->n_symbols; ++i) {
        bool named = ts_language_symbol_type(language, (TSSymbol)i) == TSSymbolTypeRegular;
        g->kind[i] = named ? kind_of(ts_language_symbol_name(language, (TSSymbol)i)) : NODE_TOKEN;
    }
    return g;
}

void grammar_free(struct grammar *g) {
    ts_parser_delete(g->parser);
}

static uint32_t add_node(struct grammar *g, TSSymbol symbol, uint32_t lo, uint32_t hi,
                         const struct span *place) {
    if (g->n == g->cap) {
        g->cap = g->cap ? 2 * g->cap : 256;
        g->node = realloc(g->node, sizeof(struct node) * g->cap);
        if (!g->node) {
            die("out of memory");
        }
    }
    g->node[g->n] = (struct node){place[lo].lo, hi > lo ? place[hi - 1].hi : place[lo].lo, 1,
                                  symbol < g->n_symbols ? g->kind[symbol] : NODE_OTHER};
    return g->n++;
}

static void walk_into(struct grammar *g, Subtree s, uint32_t node) {
    struct around in = {
        ts_subtree_children(s), ts_subtree_child_count(s), node,
        ts_language_alias_sequence(tree_sitter_python(), ts_subtree_production_id(s))};
    vec_push(g->arena, &g->around, in);
}

/* All nodes of a tree in the order of the source, behind those of the pieces before it, whose root
 * is its own too. Its text is that of its leaves, each behind some blanks. tree-sitter's own cursor
 * takes four times as long. */
static void flatten(struct grammar *g, Subtree root, const struct span *place) {
    uint32_t at = 0, end = ts_subtree_total_bytes(root);
    if (g->n == 0) {
        add_node(g, ts_subtree_symbol(root), ts_subtree_padding(root).bytes, end, place);
    } else if (end > 0) {
        g->node[0].hi = place[end - 1].hi;
    }
    walk_into(g, root, 0);
    while (g->around.n > 0) {
        struct around *in = &g->around.item[g->around.n - 1];
        if (in->left == 0) {
            if (in->node != UINT32_MAX) {
                g->node[in->node].size = g->n - in->node;
            }
            --g->around.n;
            continue;
        }
        Subtree s = *in->next++;
        TSSymbol alias = in->alias && !ts_subtree_extra(s) ? *in->alias++ : 0;
        uint32_t lo = at + ts_subtree_padding(s).bytes, hi = lo + ts_subtree_size(s).bytes;
        uint32_t node = UINT32_MAX;
        --in->left;
        if (alias || ts_subtree_visible(s)) {
            node = add_node(g, alias ? alias : ts_subtree_symbol(s), lo, hi, place);
        }
        if (ts_subtree_child_count(s) > 0 &&
            (node == UINT32_MAX || g->node[node].kind != NODE_TYPE)) {
            walk_into(g, s, node);
        } else {
            at = hi;
        }
    }
}

/* Adds the nodes of the text from lo to before hi. False: it is refused. */
static bool parse_piece(struct grammar *g, const struct masked *copy, uint32_t lo, uint32_t hi) {
    TSTree *tree = ts_parser_parse_string(g->parser, NULL, copy->text + lo, hi - lo);
    bool good = tree && !ts_node_has_error(ts_tree_root_node(tree));
    if (good) {
        flatten(g, *(const Subtree *)ts_tree_root_node(tree).id, copy->place + lo);
    }
    ts_tree_delete(tree);
    return good;
}

struct node *grammar_parse(struct grammar *g, const struct masked *copy) {
    uint32_t lo = 0;
    bool good = true;
    g->n = 0;
    g->cap = copy->n + 64;
    g->node = malloc(sizeof(struct node) * g->cap);
    if (!g->node) {
        die("out of memory");
    }
    for (int i = 0; good && i < copy->cut.n; ++i) {
        uint32_t hi = copy->cut.item[i];
        if (hi - lo >= PIECE) {
            good = parse_piece(g, copy, lo, hi);
            lo = hi;
        }
    }
    if (good && parse_piece(g, copy, lo, copy->n)) {
        return g->node;
    }
    free(g->node);
    return NULL;
}

/* ---- refusals */

struct watch {
    unsigned state, column, row; /* of the version that goes on */
    unsigned found, at, at_row;  /* where the last one that went on was refused */
    bool any, over;
};

/* Until the parser resumes a version that was refused, those refused are alternatives of one
 * reading; the one that came furthest counts. */
static void watch_log(void *payload, TSLogType type, const char *message) {
    struct watch *w = payload;
    unsigned version, count, state, row, column;
    (void)type;
    if (sscanf(message, "process version:%u, version_count:%u, state:%u, row:%u, col:%u", &version,
               &count, &state, &row, &column) == 5) {
        w->state = state;
        w->row = row;
        w->column = column;
    } else if (strncmp(message, "resume", 6) == 0 || strncmp(message, "recover", 7) == 0) {
        w->over = true;
    } else if (!w->over && strncmp(message, "detect_error", 12) == 0) {
        bool further = !w->any || w->row > w->at_row || (w->row == w->at_row && w->column >= w->at);
        if (further) {
            w->found = w->state;
            w->at = w->column;
            w->at_row = w->row;
        }
        w->any = true;
    }
}

static uint32_t offset_of(const char *text, uint32_t n, unsigned row, unsigned column) {
    uint32_t at = 0;
    for (; row > 0 && at < n; ++at) {
        row -= text[at] == '\n';
    }
    return at + column < n ? at + column : n;
}

struct refusal grammar_explain(struct grammar *g, const char *text, uint32_t n) {
    struct watch w = {0};
    ts_parser_set_logger(g->parser, (TSLogger){&w, watch_log});
    TSTree *tree = ts_parser_parse_string(g->parser, NULL, text, n);
    ts_parser_set_logger(g->parser, (TSLogger){NULL, NULL});
    ts_tree_delete(tree);
    struct refusal r = {.at = w.any ? offset_of(text, n, w.at_row, w.at) : n,
                        .expected = g->expected,
                        .grammar = g};
    memset(g->expected, 0, g->n_symbols);
    TSLookaheadIterator *it =
        w.any ? ts_lookahead_iterator_new(tree_sitter_python(), (TSStateId)w.found) : NULL;
    while (it && ts_lookahead_iterator_next(it)) {
        TSSymbol symbol = ts_lookahead_iterator_current_symbol(it);
        if (symbol < g->n_symbols) {
            g->expected[symbol] = true;
        }
    }
    if (it) {
        ts_lookahead_iterator_delete(it);
    }
    return r;
}

bool refusal_expects(const struct refusal *r, const char *name) {
    for (uint32_t i = 0; i < r->grammar->n_symbols; ++i) {
        if (r->expected[i] &&
            strcmp(ts_language_symbol_name(tree_sitter_python(), (TSSymbol)i), name) == 0) {
            return true;
        }
    }
    return false;
}
