/* Reading the TIR: the operands of an expression; the expressions, variables and blocks of a
 * statement. Whatever looks at all of something asks here, so that a new kind is added here. */
#ifndef PYCC_TIR_WALK_H
#define PYCC_TIR_WALK_H

#include "tir.h"

typedef void expr_visitor(struct texpr *e, void *context);
typedef void var_visitor(struct tvar *v, void *context);

/* ---- expressions */

/* The operands of e, in the order of their evaluation: returns how many, *part gets the first. */
int expr_parts(const struct texpr *e, struct texpr *const **part);

/* Calls visit for e and everything under it, outermost first. */
void expr_walk(struct texpr *e, expr_visitor *visit, void *context);

/* Does e, or something under it, satisfy the test? */
typedef bool expr_test(const struct texpr *e, const void *context);
bool expr_any(const struct texpr *e, expr_test *test, const void *context);

/* Calls visit for every variable in e, the arrays of LOAD, SHAPE and APART included. */
void expr_reads(struct texpr *e, var_visitor *visit, void *context);

/* The same value, whatever the variables and elements in them hold? */
bool expr_equal(const struct texpr *x, const struct texpr *y);

/* ---- statements */

/* Expressions that belong to a statement, not to its blocks or items: `n` of them at `item`. The
 * ones of a list that the statement refers to have it in `list`, which other statements may refer
 * to as well; NULL: they stand in the statement itself. Some may be NULL. */
struct operands {
    struct texpr **item;
    int n;
    struct texpr ***list;
};

/* Calls visit for all operands of s, in the order of their evaluation; a WHILE's condition is one
 * of them. */
typedef void operands_visitor(struct operands o, void *context);
void stmt_operands(struct tstmt *s, operands_visitor *visit, void *context);

/* The same, for each expression by itself; not for the indices that MAP and REDUCE store at. */
void stmt_exprs(const struct tstmt *s, expr_visitor *visit, void *context);

/* How a statement mentions a variable other than in an expression. */
enum var_mention {
    MENTION_DEF,    /* gives it a value; a FOR its counter */
    MENTION_ARRAY,  /* an array, a list: reads it, or writes or asks for something in it */
    MENTION_COUNTER /* of the space of an array statement */
};

typedef void mention_visitor(struct tvar **v, enum var_mention how, void *context);
void stmt_mentions(struct tstmt *s, mention_visitor *visit, void *context);

/* The variable a statement gives a value, or NULL. */
struct tvar *stmt_def(const struct tstmt *s);

/* Calls visit for every variable that the statement itself reads, arrays that it writes to
 * included: those of its expressions and those mentioned as MENTION_ARRAY. */
void stmt_reads(const struct tstmt *s, var_visitor *visit, void *context);

/* Does it make a new array, apart from all others, and nothing else? */
bool stmt_makes(const struct tstmt *s);

/* The blocks of a statement in the order they stand in the source; returns how many (0 to 3). */
int stmt_blocks(const struct tstmt *s, const struct tblock *block[3]);

/* Can control reach the end of the block? False when it always leaves by RETURN, BREAK, ... */
bool block_completes(const struct tblock *b);

#endif
