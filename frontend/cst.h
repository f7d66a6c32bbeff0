/* CST: a thin cursor over tree-sitter's tree, the only view of it that the frontend has.
 *
 * A cursor stands on one node. Comments, line continuations and erroneous nodes are stepped over;
 * comments are remembered as they pass. The children of a node are visited by
 *
 *     for (bool more = cst_down(c); more; more = cst_next(c)) { ... cst_at(c) ... }
 *
 * after which the cursor stands on the node itself again: cst_next goes up when no sibling is
 * left. A loop that is left early must call cst_up. No step allocates or looks at siblings twice,
 * so a walk over the whole tree is linear. */
#ifndef PYCC_CST_H
#define PYCC_CST_H

#include <stdbool.h>

#include "arena.h"
#include "source.h"
#include "vec.h"

/* CST_KIND(id, name in the grammar): the nodes the frontend tells apart. */
#define CST_KIND_LIST                                                                              \
    CST_KIND(ALIASED_IMPORT, "aliased_import")                                                     \
    CST_KIND(ARGUMENT_LIST, "argument_list")                                                       \
    CST_KIND(AS_PATTERN, "as_pattern")                                                             \
    CST_KIND(AS_PATTERN_TARGET, "as_pattern_target")                                               \
    CST_KIND(ASSERT, "assert_statement")                                                           \
    CST_KIND(ASSIGNMENT, "assignment")                                                             \
    CST_KIND(ATTRIBUTE, "attribute")                                                               \
    CST_KIND(AUGMENTED, "augmented_assignment")                                                    \
    CST_KIND(AWAIT, "await")                                                                       \
    CST_KIND(BINARY, "binary_operator")                                                            \
    CST_KIND(BLOCK, "block")                                                                       \
    CST_KIND(BOOLEAN, "boolean_operator")                                                          \
    CST_KIND(BREAK, "break_statement")                                                             \
    CST_KIND(CALL, "call")                                                                         \
    CST_KIND(CLASS, "class_definition")                                                            \
    CST_KIND(COMMENT, "comment")                                                                   \
    CST_KIND(COMPARISON, "comparison_operator")                                                    \
    CST_KIND(CONCATENATED, "concatenated_string")                                                  \
    CST_KIND(CONDITIONAL, "conditional_expression")                                                \
    CST_KIND(CONTINUE, "continue_statement")                                                       \
    CST_KIND(DECORATED, "decorated_definition")                                                    \
    CST_KIND(DECORATOR, "decorator")                                                               \
    CST_KIND(DEFAULT_PARAMETER, "default_parameter")                                               \
    CST_KIND(DELETE, "delete_statement")                                                           \
    CST_KIND(DICTIONARY, "dictionary")                                                             \
    CST_KIND(DICT_COMPREHENSION, "dictionary_comprehension")                                       \
    CST_KIND(DICT_SPLAT, "dictionary_splat")                                                       \
    CST_KIND(DICT_SPLAT_PATTERN, "dictionary_splat_pattern")                                       \
    CST_KIND(DOTTED_NAME, "dotted_name")                                                           \
    CST_KIND(ELIF, "elif_clause")                                                                  \
    CST_KIND(ELLIPSIS, "ellipsis")                                                                 \
    CST_KIND(ELSE, "else_clause")                                                                  \
    CST_KIND(EXEC, "exec_statement")                                                               \
    CST_KIND(EXPRESSION_LIST, "expression_list")                                                   \
    CST_KIND(EXPRESSION_STATEMENT, "expression_statement")                                         \
    CST_KIND(FALSE, "false")                                                                       \
    CST_KIND(FLOAT, "float")                                                                       \
    CST_KIND(FOR, "for_statement")                                                                 \
    CST_KIND(FUNCTION, "function_definition")                                                      \
    CST_KIND(FUTURE_IMPORT, "future_import_statement")                                             \
    CST_KIND(GENERATOR, "generator_expression")                                                    \
    CST_KIND(GLOBAL, "global_statement")                                                           \
    CST_KIND(IDENTIFIER, "identifier")                                                             \
    CST_KIND(IF, "if_statement")                                                                   \
    CST_KIND(IMPORT, "import_statement")                                                           \
    CST_KIND(IMPORT_FROM, "import_from_statement")                                                 \
    CST_KIND(INTEGER, "integer")                                                                   \
    CST_KIND(INTERPOLATION, "interpolation")                                                       \
    CST_KIND(KEYWORD_ARGUMENT, "keyword_argument")                                                 \
    CST_KIND(KEYWORD_SEPARATOR, "keyword_separator")                                               \
    CST_KIND(LAMBDA, "lambda")                                                                     \
    CST_KIND(LINE_CONTINUATION, "line_continuation")                                               \
    CST_KIND(LIST, "list")                                                                         \
    CST_KIND(LIST_COMPREHENSION, "list_comprehension")                                             \
    CST_KIND(LIST_PATTERN, "list_pattern")                                                         \
    CST_KIND(LIST_SPLAT, "list_splat")                                                             \
    CST_KIND(LIST_SPLAT_PATTERN, "list_splat_pattern")                                             \
    CST_KIND(MATCH, "match_statement")                                                             \
    CST_KIND(MODULE, "module")                                                                     \
    CST_KIND(NAMED, "named_expression")                                                            \
    CST_KIND(NONE, "none")                                                                         \
    CST_KIND(NONLOCAL, "nonlocal_statement")                                                       \
    CST_KIND(NOT, "not_operator")                                                                  \
    CST_KIND(PARENTHESIZED, "parenthesized_expression")                                            \
    CST_KIND(PASS, "pass_statement")                                                               \
    CST_KIND(PATTERN_LIST, "pattern_list")                                                         \
    CST_KIND(POSITIONAL_SEPARATOR, "positional_separator")                                         \
    CST_KIND(PRINT, "print_statement")                                                             \
    CST_KIND(RAISE, "raise_statement")                                                             \
    CST_KIND(RELATIVE_IMPORT, "relative_import")                                                   \
    CST_KIND(RETURN, "return_statement")                                                           \
    CST_KIND(SET, "set")                                                                           \
    CST_KIND(SET_COMPREHENSION, "set_comprehension")                                               \
    CST_KIND(SLICE, "slice")                                                                       \
    CST_KIND(STRING, "string")                                                                     \
    CST_KIND(SUBSCRIPT, "subscript")                                                               \
    CST_KIND(TRUE, "true")                                                                         \
    CST_KIND(TRY, "try_statement")                                                                 \
    CST_KIND(TUPLE, "tuple")                                                                       \
    CST_KIND(TUPLE_PATTERN, "tuple_pattern")                                                       \
    CST_KIND(TYPE, "type")                                                                         \
    CST_KIND(TYPE_ALIAS, "type_alias_statement")                                                   \
    CST_KIND(TYPED_DEFAULT_PARAMETER, "typed_default_parameter")                                   \
    CST_KIND(TYPED_PARAMETER, "typed_parameter")                                                   \
    CST_KIND(UNARY, "unary_operator")                                                              \
    CST_KIND(WHILE, "while_statement")                                                             \
    CST_KIND(WILDCARD_IMPORT, "wildcard_import")                                                   \
    CST_KIND(WITH, "with_statement")                                                               \
    CST_KIND(YIELD, "yield")

enum cst_kind {
    CST_TOKEN, /* keywords and punctuation: their text tells which */
    CST_ERROR, /* stepped over by walks; only cst_faults sees it */
    CST_OTHER, /* any other node */
#define CST_KIND(id, name) CST_##id,
    CST_KIND_LIST
#undef CST_KIND
    CST_COUNT
};

/* CST_FIELD(id, name in the grammar): the role of a node in its parent. */
#define CST_FIELD_LIST                                                                             \
    CST_FIELD(ALIAS, "alias")                                                                      \
    CST_FIELD(ALTERNATIVE, "alternative")                                                          \
    CST_FIELD(ARGUMENTS, "arguments")                                                              \
    CST_FIELD(ATTRIBUTE, "attribute")                                                              \
    CST_FIELD(BODY, "body")                                                                        \
    CST_FIELD(CAUSE, "cause")                                                                      \
    CST_FIELD(CONDITION, "condition")                                                              \
    CST_FIELD(CONSEQUENCE, "consequence")                                                          \
    CST_FIELD(FUNCTION, "function")                                                                \
    CST_FIELD(LEFT, "left")                                                                        \
    CST_FIELD(MODULE_NAME, "module_name")                                                          \
    CST_FIELD(NAME, "name")                                                                        \
    CST_FIELD(OBJECT, "object")                                                                    \
    CST_FIELD(OPERATOR, "operator")                                                                \
    CST_FIELD(PARAMETERS, "parameters")                                                            \
    CST_FIELD(RETURN_TYPE, "return_type")                                                          \
    CST_FIELD(RIGHT, "right")                                                                      \
    CST_FIELD(SUBSCRIPT, "subscript")                                                              \
    CST_FIELD(TYPE, "type")                                                                        \
    CST_FIELD(VALUE, "value")

enum cst_field {
    FIELD_NONE,
#define CST_FIELD(id, name) FIELD_##id,
    CST_FIELD_LIST
#undef CST_FIELD
    FIELD_COUNT
};

struct cst_node {
    enum cst_kind kind;
    enum cst_field field;
    struct span span;
};

/* A place where the text is not Python, as tree-sitter sees it. */
struct cst_fault {
    struct span span;    /* the erroneous text; empty where something is missing */
    const char *missing; /* what is missing (grammar name, such as ":"), or NULL */
};

struct cst;

/* Parses text. Returns NULL when the parser gave up (over its time limit). Free with cst_free. */
struct cst *cst_parse(const char *text, uint32_t size);
void cst_free(struct cst *c);

/* Does the tree hold any error? O(1). */
bool cst_has_error(const struct cst *c);

/* Calls visit for every fault in source order until it returns false. O(tree). The cursor is left
 * at the root. */
void cst_faults(struct cst *c, bool (*visit)(void *ctx, const struct cst_fault *f), void *ctx);

/* The node under the cursor, which starts at the root. */
struct cst_node cst_at(const struct cst *c);

/* To the first child; false, standing still, when there is none. */
bool cst_down(struct cst *c);

/* To the next sibling; false, and up to the parent, when there is none. */
bool cst_next(struct cst *c);

/* To the parent. */
void cst_up(struct cst *c);

/* Comments stepped over so far, in source order. */
const struct span *cst_comments(const struct cst *c, int *n);

#endif
