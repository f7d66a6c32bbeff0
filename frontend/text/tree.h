/* Concrete syntax: what tree-sitter's Python grammar makes of a text, as an array of nodes.
 *
 * Nodes stand in the order of the source, each before its children, so that the tree is walked
 * without a stack of its own and costs 16 bytes a node. */
#ifndef PYCC_TREE_H
#define PYCC_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "arena.h"
#include "source.h"
#include "vec.h"

/* NODE(id, name): kinds by the names of the grammar. All other named nodes are OTHER. */
#define NODE_TABLE                                                                                 \
    NODE(MODULE, "module")                                                                         \
    NODE(IMPORT, "import_statement")                                                               \
    NODE(IMPORT_FROM, "import_from_statement")                                                     \
    NODE(RELATIVE_IMPORT, "relative_import")                                                       \
    NODE(ALIASED_IMPORT, "aliased_import")                                                         \
    NODE(WILDCARD_IMPORT, "wildcard_import")                                                       \
    NODE(DOTTED_NAME, "dotted_name")                                                               \
    NODE(ASSERT, "assert_statement")                                                               \
    NODE(EXPRESSION_STATEMENT, "expression_statement")                                             \
    NODE(NAMED, "named_expression")                                                                \
    NODE(RETURN, "return_statement")                                                               \
    NODE(DELETE, "delete_statement")                                                               \
    NODE(RAISE, "raise_statement")                                                                 \
    NODE(PASS, "pass_statement")                                                                   \
    NODE(BREAK, "break_statement")                                                                 \
    NODE(CONTINUE, "continue_statement")                                                           \
    NODE(GLOBAL, "global_statement")                                                               \
    NODE(NONLOCAL, "nonlocal_statement")                                                           \
    NODE(TYPE_ALIAS, "type_alias_statement")                                                       \
    NODE(IF, "if_statement")                                                                       \
    NODE(ELIF, "elif_clause")                                                                      \
    NODE(ELSE, "else_clause")                                                                      \
    NODE(MATCH, "match_statement")                                                                 \
    NODE(CASE, "case_clause")                                                                      \
    NODE(CASE_PATTERN, "case_pattern")                                                             \
    NODE(UNION_PATTERN, "union_pattern")                                                           \
    NODE(CLASS_PATTERN, "class_pattern")                                                           \
    NODE(KEYWORD_PATTERN, "keyword_pattern")                                                       \
    NODE(SPLAT_PATTERN, "splat_pattern")                                                           \
    NODE(COMPLEX_PATTERN, "complex_pattern")                                                       \
    NODE(DICT_PATTERN, "dict_pattern")                                                             \
    NODE(FOR, "for_statement")                                                                     \
    NODE(WHILE, "while_statement")                                                                 \
    NODE(TRY, "try_statement")                                                                     \
    NODE(EXCEPT, "except_clause")                                                                  \
    NODE(EXCEPT_GROUP, "except_group_clause")                                                      \
    NODE(FINALLY, "finally_clause")                                                                \
    NODE(WITH, "with_statement")                                                                   \
    NODE(WITH_CLAUSE, "with_clause")                                                               \
    NODE(WITH_ITEM, "with_item")                                                                   \
    NODE(DEF, "function_definition")                                                               \
    NODE(CLASS, "class_definition")                                                                \
    NODE(DECORATED, "decorated_definition")                                                        \
    NODE(DECORATOR, "decorator")                                                                   \
    NODE(BLOCK, "block")                                                                           \
    NODE(PARAMETERS, "parameters")                                                                 \
    NODE(LAMBDA_PARAMETERS, "lambda_parameters")                                                   \
    NODE(DEFAULT_PARAMETER, "default_parameter")                                                   \
    NODE(TYPED_PARAMETER, "typed_parameter")                                                       \
    NODE(TYPED_DEFAULT_PARAMETER, "typed_default_parameter")                                       \
    NODE(POSITIONAL_SEPARATOR, "positional_separator")                                             \
    NODE(KEYWORD_SEPARATOR, "keyword_separator")                                                   \
    NODE(TYPE, "type")                                                                             \
    NODE(TYPE_PARAMETER, "type_parameter")                                                         \
    NODE(IDENTIFIER, "identifier")                                                                 \
    NODE(INTEGER, "integer")                                                                       \
    NODE(FLOAT, "float")                                                                           \
    NODE(TRUE, "true")                                                                             \
    NODE(FALSE, "false")                                                                           \
    NODE(NONE, "none")                                                                             \
    NODE(ELLIPSIS, "ellipsis")                                                                     \
    NODE(STRING, "string")                                                                         \
    NODE(STRINGS, "concatenated_string")                                                           \
    NODE(INTERPOLATION, "interpolation")                                                           \
    NODE(FORMAT_EXPRESSION, "format_expression")                                                   \
    NODE(FORMAT_SPECIFIER, "format_specifier")                                                     \
    NODE(TYPE_CONVERSION, "type_conversion")                                                       \
    NODE(NOT, "not_operator")                                                                      \
    NODE(BOOLOP, "boolean_operator")                                                               \
    NODE(BINARY, "binary_operator")                                                                \
    NODE(UNARY, "unary_operator")                                                                  \
    NODE(COMPARE, "comparison_operator")                                                           \
    NODE(LAMBDA, "lambda")                                                                         \
    NODE(ASSIGNMENT, "assignment")                                                                 \
    NODE(AUGMENTED, "augmented_assignment")                                                        \
    NODE(PATTERN_LIST, "pattern_list")                                                             \
    NODE(TUPLE_PATTERN, "tuple_pattern")                                                           \
    NODE(LIST_PATTERN, "list_pattern")                                                             \
    NODE(LIST_SPLAT_PATTERN, "list_splat_pattern")                                                 \
    NODE(DICT_SPLAT_PATTERN, "dictionary_splat_pattern")                                           \
    NODE(YIELD, "yield")                                                                           \
    NODE(ATTRIBUTE, "attribute")                                                                   \
    NODE(SUBSCRIPT, "subscript")                                                                   \
    NODE(SLICE, "slice")                                                                           \
    NODE(CALL, "call")                                                                             \
    NODE(ARGUMENTS, "argument_list")                                                               \
    NODE(KEYWORD_ARGUMENT, "keyword_argument")                                                     \
    NODE(LIST, "list")                                                                             \
    NODE(SET, "set")                                                                               \
    NODE(TUPLE, "tuple")                                                                           \
    NODE(DICTIONARY, "dictionary")                                                                 \
    NODE(PAIR, "pair")                                                                             \
    NODE(LIST_COMP, "list_comprehension")                                                          \
    NODE(DICT_COMP, "dictionary_comprehension")                                                    \
    NODE(SET_COMP, "set_comprehension")                                                            \
    NODE(GENERATOR, "generator_expression")                                                        \
    NODE(PARENTHESIZED, "parenthesized_expression")                                                \
    NODE(PARENTHESIZED_SPLAT, "parenthesized_list_splat")                                          \
    NODE(FOR_IN, "for_in_clause")                                                                  \
    NODE(IF_CLAUSE, "if_clause")                                                                   \
    NODE(COND, "conditional_expression")                                                           \
    NODE(AWAIT, "await")                                                                           \
    NODE(LIST_SPLAT, "list_splat")                                                                 \
    NODE(DICT_SPLAT, "dictionary_splat")                                                           \
    NODE(EXPRESSION_LIST, "expression_list")                                                       \
    NODE(AS_PATTERN, "as_pattern")                                                                 \
    NODE(AS_TARGET, "as_pattern_target")

enum node_kind {
    NODE_TOKEN, /* a keyword or punctuation */
    NODE_OTHER,
#define NODE(id, name) NODE_##id,
    NODE_TABLE
#undef NODE
        NODE_KINDS
};

struct node {
    uint32_t lo, hi;
    uint32_t size; /* nodes in it, itself too: the next one beside it is this + size */
    uint16_t kind; /* enum node_kind */
};

/* for each_node (child, parent) */
#define each_node(child, parent)                                                                   \
    (const struct node *child = (parent) + 1; child < (parent) + (parent)->size;                   \
     child += child->size)

/* The named child of a number from 0; NULL: there are fewer. */
const struct node *node_named(const struct node *n, int number);

/* The last child; NULL: there is none. */
const struct node *node_last(const struct node *n);

/* The first child of a kind; NULL: there is none. */
const struct node *node_child(const struct node *n, enum node_kind kind);

/* The first token among the children that is this text in the source; NULL: there is none. */
const struct node *node_token(const char *text, const struct node *n, const char *token);

/* Is the node this text? */
bool node_is(const char *text, const struct node *n, const char *word);

/* A text for the grammar, NUL-terminated, and the place in the source of each of its bytes and of
 * its end. */
struct masked {
    char *text;
    struct span *place;
    uint32_t n;
    uint32_t behind;   /* where what was put behind the source's words begins */
    VEC(uint32_t) cut; /* where statements of the module begin: it may be read in pieces */
};

struct grammar; /* the parser, once for a module */

struct grammar *grammar_new(struct arena *a);
void grammar_free(struct grammar *g);

/* The tree of a text, by its places in the source. NULL: the grammar refuses it. The tree is
 * malloc'ed. The text is read in pieces, up to the first that is refused: recovering from errors,
 * which nobody asks for, takes tree-sitter time that grows with the square of their number. */
struct node *grammar_parse(struct grammar *g, const struct masked *copy);

/* Where, and why, a text is refused. */
struct refusal {
    uint32_t at; /* behind the last word that fits */
    const bool
        *expected; /* what could have followed, by the grammar's symbols: see refusal_expects */
    struct grammar *grammar;
};
struct refusal grammar_explain(struct grammar *g, const char *text, uint32_t n);

/* Could a token or node of this name have followed? */
bool refusal_expects(const struct refusal *r, const char *name);

#endif
