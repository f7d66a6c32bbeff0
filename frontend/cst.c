/* The cursor of cst.h over tree_sitter/api.h, which no other file includes. */
#include "cst.h"

#include <stdlib.h>
#include <string.h>
#include <tree_sitter/api.h>

const TSLanguage *tree_sitter_python(void);

/* More than any sensible source needs (10 MB parse in about two seconds); broken text can drive
 * tree-sitter's error recovery into quadratic time. */
enum { PARSE_LIMIT_US = 10 * 1000 * 1000, MAX_SYMBOLS = 512, MAX_FIELDS = 64 };

struct cst {
    TSTree *tree;
    TSTreeCursor cursor;
    unsigned char kind[MAX_SYMBOLS]; /* TSSymbol to enum cst_kind */
    unsigned char field[MAX_FIELDS]; /* TSFieldId to enum cst_field */
    struct arena arena;              /* of comments */
    VEC(struct span) comments;
};

static const char *const kind_name[CST_COUNT] = {
#define CST_KIND(id, name) [CST_##id] = name,
    CST_KIND_LIST
#undef CST_KIND
};

static const char *const field_name[FIELD_COUNT] = {
#define CST_FIELD(id, name) [FIELD_##id] = name,
    CST_FIELD_LIST
#undef CST_FIELD
};

static void map_symbols(struct cst *c, const TSLanguage *language) {
    uint32_t n = ts_language_symbol_count(language);
    for (uint32_t s = 0; s < n && s < MAX_SYMBOLS; ++s) {
        if (ts_language_symbol_type(language, (TSSymbol)s) != TSSymbolTypeRegular) {
            continue;
        }
        c->kind[s] = CST_OTHER;
        const char *name = ts_language_symbol_name(language, (TSSymbol)s);
        for (int k = CST_OTHER + 1; k < CST_COUNT; ++k) {
            if (strcmp(name, kind_name[k]) == 0) {
                c->kind[s] = (unsigned char)k;
                break;
            }
        }
    }
}

static void map_fields(struct cst *c, const TSLanguage *language) {
    for (int f = FIELD_NONE + 1; f < FIELD_COUNT; ++f) {
        const char *name = field_name[f];
        TSFieldId id = ts_language_field_id_for_name(language, name, (uint32_t)strlen(name));
        if (id < MAX_FIELDS) {
            c->field[id] = (unsigned char)f;
        }
    }
    c->field[0] = FIELD_NONE;
}

static TSTree *parse_text(const TSLanguage *language, const char *text, uint32_t size) {
    TSParser *parser = ts_parser_new();
    if (!parser || !ts_parser_set_language(parser, language)) {
        die("the tree-sitter library and its Python grammar do not fit each other");
    }
    ts_parser_set_timeout_micros(parser, PARSE_LIMIT_US);
    TSTree *tree = ts_parser_parse_string(parser, NULL, text, size);
    ts_parser_delete(parser);
    return tree;
}

struct cst *cst_parse(const char *text, uint32_t size) {
    const TSLanguage *language = tree_sitter_python();
    TSTree *tree = parse_text(language, text, size);
    if (!tree) {
        return NULL;
    }
    struct cst *c = calloc(1, sizeof *c);
    if (!c) {
        die("out of memory");
    }
    c->tree = tree;
    map_symbols(c, language);
    map_fields(c, language);
    arena_init(&c->arena);
    c->cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
    return c;
}

void cst_free(struct cst *c) {
    if (c) {
        ts_tree_cursor_delete(&c->cursor);
        ts_tree_delete(c->tree);
        arena_free(&c->arena);
        free(c);
    }
}

bool cst_has_error(const struct cst *c) {
    return ts_node_has_error(ts_tree_root_node(c->tree));
}

static enum cst_kind node_kind(const struct cst *c, TSNode node) {
    TSSymbol symbol = ts_node_symbol(node);
    return symbol < MAX_SYMBOLS ? (enum cst_kind)c->kind[symbol] : CST_ERROR;
}

static struct span node_span(TSNode node) {
    return (struct span){ts_node_start_byte(node), ts_node_end_byte(node)};
}

struct cst_node cst_at(const struct cst *c) {
    TSNode node = ts_tree_cursor_current_node(&c->cursor);
    TSFieldId field = ts_tree_cursor_current_field_id(&c->cursor);
    return (struct cst_node){
        .kind = node_kind(c, node),
        .field = field < MAX_FIELDS ? (enum cst_field)c->field[field] : FIELD_NONE,
        .span = node_span(node),
    };
}

/* Walks may come by a comment twice; source order tells. */
static void remember_comment(struct cst *c, struct span span) {
    if (c->comments.n == 0 || span.lo > c->comments.item[c->comments.n - 1].lo) {
        vec_push(&c->arena, &c->comments, span);
    }
}

/* Is the node under the cursor one that walks step over? */
static bool at_extra(struct cst *c) {
    TSNode node = ts_tree_cursor_current_node(&c->cursor);
    switch (node_kind(c, node)) {
    case CST_COMMENT:
        remember_comment(c, node_span(node));
        return true;
    case CST_LINE_CONTINUATION:
    case CST_ERROR:
        return true;
    default:
        return false;
    }
}

bool cst_next(struct cst *c) {
    while (ts_tree_cursor_goto_next_sibling(&c->cursor)) {
        if (!at_extra(c)) {
            return true;
        }
    }
    ts_tree_cursor_goto_parent(&c->cursor);
    return false;
}

bool cst_down(struct cst *c) {
    if (!ts_tree_cursor_goto_first_child(&c->cursor)) {
        return false;
    }
    return !at_extra(c) || cst_next(c);
}

void cst_up(struct cst *c) {
    ts_tree_cursor_goto_parent(&c->cursor);
}

const struct span *cst_comments(const struct cst *c, int *n) {
    *n = c->comments.n;
    return c->comments.item;
}

/* The next node in preorder that is not below the current one; false at the end. */
static bool skip_subtree(TSTreeCursor *cursor) {
    while (!ts_tree_cursor_goto_next_sibling(cursor)) {
        if (!ts_tree_cursor_goto_parent(cursor)) {
            return false;
        }
    }
    return true;
}

/* Preorder over the erroneous part of the tree only. */
void cst_faults(struct cst *c, bool (*visit)(void *ctx, const struct cst_fault *f), void *ctx) {
    TSTreeCursor *cursor = &c->cursor;
    TSNode root = ts_tree_root_node(c->tree);
    ts_tree_cursor_reset(cursor, root);
    bool going = true;
    while (going) {
        TSNode node = ts_tree_cursor_current_node(cursor);
        bool missing = ts_node_is_missing(node);
        bool error = !missing && node_kind(c, node) == CST_ERROR;
        struct cst_fault f = {node_span(node), missing ? ts_node_type(node) : NULL};
        if (missing || error) {
            going = visit(ctx, &f) && skip_subtree(cursor);
        } else if (!ts_node_has_error(node) || !ts_tree_cursor_goto_first_child(cursor)) {
            going = skip_subtree(cursor);
        }
    }
    ts_tree_cursor_reset(cursor, root);
}
