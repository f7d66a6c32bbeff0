/* Tokens of a Python source, with its layout made explicit.
 *
 * NEWLINE ends a logical line, INDENT and DEDENT open and close a block. Inside brackets there is
 * no layout. What cannot be a token is reported (PY101) and stands in the stream as ERROR, so that
 * the parser gives up on that logical line without a second message. */
#ifndef PYCC_LEX_H
#define PYCC_LEX_H

#include "diag.h"
#include "source.h"
#include "vec.h"

/* TOKEN(id, text): text is what messages and the lexer's tables use. Keywords come first in their
 * group; operators are sorted so that a longer one stands before its prefix. */
#define KEYWORD_LIST                                                                               \
    TOKEN(FALSE, "False")                                                                          \
    TOKEN(NONE, "None")                                                                            \
    TOKEN(TRUE, "True")                                                                            \
    TOKEN(AND, "and")                                                                              \
    TOKEN(AS, "as")                                                                                \
    TOKEN(ASSERT, "assert")                                                                        \
    TOKEN(ASYNC, "async")                                                                          \
    TOKEN(AWAIT, "await")                                                                          \
    TOKEN(BREAK, "break")                                                                          \
    TOKEN(CLASS, "class")                                                                          \
    TOKEN(CONTINUE, "continue")                                                                    \
    TOKEN(DEF, "def")                                                                              \
    TOKEN(DEL, "del")                                                                              \
    TOKEN(ELIF, "elif")                                                                            \
    TOKEN(ELSE, "else")                                                                            \
    TOKEN(EXCEPT, "except")                                                                        \
    TOKEN(FINALLY, "finally")                                                                      \
    TOKEN(FOR, "for")                                                                              \
    TOKEN(FROM, "from")                                                                            \
    TOKEN(GLOBAL, "global")                                                                        \
    TOKEN(IF, "if")                                                                                \
    TOKEN(IMPORT, "import")                                                                        \
    TOKEN(IN, "in")                                                                                \
    TOKEN(IS, "is")                                                                                \
    TOKEN(LAMBDA, "lambda")                                                                        \
    TOKEN(NONLOCAL, "nonlocal")                                                                    \
    TOKEN(NOT, "not")                                                                              \
    TOKEN(OR, "or")                                                                                \
    TOKEN(PASS, "pass")                                                                            \
    TOKEN(RAISE, "raise")                                                                          \
    TOKEN(RETURN, "return")                                                                        \
    TOKEN(TRY, "try")                                                                              \
    TOKEN(WHILE, "while")                                                                          \
    TOKEN(WITH, "with")                                                                            \
    TOKEN(YIELD, "yield")

#define OPERATOR_LIST                                                                              \
    TOKEN(SHL_EQ, "<<=")                                                                           \
    TOKEN(SHR_EQ, ">>=")                                                                           \
    TOKEN(POW_EQ, "**=")                                                                           \
    TOKEN(FLOORDIV_EQ, "//=")                                                                      \
    TOKEN(ELLIPSIS, "...")                                                                         \
    TOKEN(SHL, "<<")                                                                               \
    TOKEN(SHR, ">>")                                                                               \
    TOKEN(POW, "**")                                                                               \
    TOKEN(FLOORDIV, "//")                                                                          \
    TOKEN(ADD_EQ, "+=")                                                                            \
    TOKEN(SUB_EQ, "-=")                                                                            \
    TOKEN(MUL_EQ, "*=")                                                                            \
    TOKEN(DIV_EQ, "/=")                                                                            \
    TOKEN(MOD_EQ, "%=")                                                                            \
    TOKEN(MATMUL_EQ, "@=")                                                                         \
    TOKEN(BITAND_EQ, "&=")                                                                         \
    TOKEN(BITOR_EQ, "|=")                                                                          \
    TOKEN(BITXOR_EQ, "^=")                                                                         \
    TOKEN(EQ, "==")                                                                                \
    TOKEN(NE, "!=")                                                                                \
    TOKEN(LE, "<=")                                                                                \
    TOKEN(GE, ">=")                                                                                \
    TOKEN(ARROW, "->")                                                                             \
    TOKEN(WALRUS, ":=")                                                                            \
    TOKEN(LT, "<")                                                                                 \
    TOKEN(GT, ">")                                                                                 \
    TOKEN(ADD, "+")                                                                                \
    TOKEN(SUB, "-")                                                                                \
    TOKEN(MUL, "*")                                                                                \
    TOKEN(DIV, "/")                                                                                \
    TOKEN(MOD, "%")                                                                                \
    TOKEN(MATMUL, "@")                                                                             \
    TOKEN(BITAND, "&")                                                                             \
    TOKEN(BITOR, "|")                                                                              \
    TOKEN(BITXOR, "^")                                                                             \
    TOKEN(INVERT, "~")                                                                             \
    TOKEN(ASSIGN, "=")                                                                             \
    TOKEN(DOT, ".")                                                                                \
    TOKEN(COMMA, ",")                                                                              \
    TOKEN(COLON, ":")                                                                              \
    TOKEN(SEMICOLON, ";")                                                                          \
    TOKEN(LPAREN, "(")                                                                             \
    TOKEN(RPAREN, ")")                                                                             \
    TOKEN(LBRACKET, "[")                                                                           \
    TOKEN(RBRACKET, "]")                                                                           \
    TOKEN(LBRACE, "{")                                                                             \
    TOKEN(RBRACE, "}")

enum token_kind {
    TOK_EOF,
    TOK_NEWLINE,
    TOK_INDENT,
    TOK_DEDENT,
    TOK_ERROR, /* already reported */
    TOK_NAME,
    TOK_INT,
    TOK_FLOAT,
    TOK_IMAG,
    TOK_STRING,
#define TOKEN(id, text) TOK_##id,
    KEYWORD_LIST OPERATOR_LIST
#undef TOKEN
        TOK_COUNT
};

struct token {
    uint8_t kind;
    uint32_t lo, hi;
};

struct tokens {
    int n;
    int cap;
    struct token *item; /* malloc'ed; the last one is EOF */
    VEC(struct span) comments;
};

/* Splits a source into tokens in O(size). Errors go to d; the tokens are complete around them. */
struct tokens lex(struct arena *a, const struct source *source, struct diag *d);

/* The same for a part that begins at the start of a line. */
struct tokens lex_part(struct arena *a, const struct source *source, struct span part,
                       struct diag *d);

/* Frees the tokens; comments belong to the arena. */
void lex_free(struct tokens *t);

/* "'for'", "'('", "a name", "the end of the line" ... for messages. */
const char *token_name(enum token_kind kind);

#endif
