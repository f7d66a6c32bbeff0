/* Statements: assignments, loops and their variables, calls, variables that hold dictionaries. */
#ifndef PYCC_LOWER_FLOW_H
#define PYCC_LOWER_FLOW_H

#include "lower.h"

/* ---- expressions (lower_expr.c, lower_call.c) */

struct texpr *lower_call(struct lower *lw, const struct expr *e, struct tvar *want);
/* Row k of a matrix, as a view, made in the variable of the target where that is one and not NULL.
 */
struct texpr *lower_row(struct lower *lw, struct tvar *array, struct texpr *k,
                        const struct expr *target);
/* Value of a captured symbol in the current function; NULL when it has none. */
struct texpr *lower_symbol(struct lower *lw, const struct symbol *sym);
/* Tuple of the captures of a function; NULL without captures. */
struct texpr *lower_closure(struct lower *lw, const struct func *f, struct ty *type);

/* ---- variables that hold dictionaries (lower_record.c) */

/* Fresh variables for the values of such a variable: a TUPLE of VARs, nested as the type is. */
struct texpr *lower_record_new(struct lower *lw, const struct symbol *sym, struct ty *type);
/* Assigns all of them; value may read them. */
void lower_record_assign(struct lower *lw, const struct texpr *record, struct texpr *value);
void lower_record_forget(struct lower *lw, const struct texpr *record);
/* Does value read one of them? */
bool lower_record_reads(const struct texpr *record, const struct texpr *value);

/* ---- statements (lower_stmt.c, lower_assign.c, lower_loop.c) */

struct tblock lower_block(struct lower *lw, const struct block *b);
struct tblock lower_loop_block(struct lower *lw, const struct block *b);
void lower_assignment(struct lower *lw, const struct stmt *s);
void lower_aug_assignment(struct lower *lw, const struct stmt *s);
/* Gives a NAME or nested TUPLE of names (a loop's target) its value. */
void lower_bind(struct lower *lw, const struct expr *target, struct texpr *value);
void lower_for(struct lower *lw, const struct stmt *s);
void lower_while(struct lower *lw, const struct stmt *s);

/* ---- loop variables (lower_scan.c) */

/* Fills lw->escapes for the function's body. active: zeros by symbol id, left so. */
void lower_scan(struct lower *lw, int *active);
/* Does the block, or the statement, assign the symbol? */
bool block_assigns(const struct block *b, const struct symbol *sym);
bool stmt_assigns(const struct stmt *s, const struct symbol *sym);
/* The operator that a for's iterable calls (range, enumerate ...), or NULL. */
const struct symbol *lower_iterator(const struct expr *e);
/* Forgets the counters of all variables that the block assigns. */
void lower_forget_assigned(struct lower *lw, const struct block *b);

/* ---- lists in loops (lower_list_loop.c)
 *
 * In a loop that makes no list longer or shorter, a list of scalars that it does not assign is an
 * array: its items are taken once, before the loop. */

/* May the loop make lists longer or shorter? */
bool lower_loop_resizes(struct lower *lw, const struct stmt *loop);
/* Takes the items of such lists for the loop, which the caller appends next; lower_loop_left
 * forgets them behind it. */
struct items_mark {
    int n;
};
struct items_mark lower_loop_entered(struct lower *lw, const struct stmt *loop);
void lower_loop_left(struct lower *lw, struct items_mark mark);

#endif
