/* Facts about one function: where every statement stands, and where every variable is assigned and
 * read.
 *
 * A position is the rank of a statement in source order (preorder). A compound statement covers the
 * positions from its own to `end`, so "is it inside" and "is it assigned there" are comparisons. */
#ifndef PYCC_ANALYSIS_FACTS_H
#define PYCC_ANALYSIS_FACTS_H

#include "tir.h"

struct stmt_fact {
    struct tstmt *stmt;
    int pos, end;         /* first and last position covered */
    int body_end;         /* loops: last position of the body; the else block comes after */
    struct tstmt *parent; /* enclosing IF, FOR or WHILE, or NULL */
    struct tstmt *loop;   /* innermost FOR or WHILE around it (its body, not its else), or NULL */
    int depth;            /* loops around it */
    const struct tblock *block; /* the block it is an item of */
    int at;                     /* its index there */
};

struct var_fact {
    VEC(int) defs; /* positions of statements that assign it, ascending; not the parameter itself */
    VEC(int) uses; /* positions of statements that read it, ascending, each once */
};

struct facts {
    struct arena *arena;
    const struct tfunc *func;
    struct stmt_fact *stmt;   /* by stmt id */
    struct stmt_fact **order; /* by position */
    int n;                    /* positions */
    struct var_fact *var;     /* by var id */
};

struct facts *facts_collect(struct arena *a, const struct tfunc *f);

static inline struct stmt_fact *fact_of(const struct facts *f, const struct tstmt *s) {
    return &f->stmt[s->id];
}

/* Is v assigned, or read, by a statement at a position in lo..hi? */
bool fact_assigned(const struct facts *f, const struct tvar *v, int lo, int hi);
bool fact_read(const struct facts *f, const struct tvar *v, int lo, int hi);

/* First position in lo..hi where v is assigned or read, or -1. */
int fact_first_def(const struct facts *f, const struct tvar *v, int lo, int hi);
int fact_first_use(const struct facts *f, const struct tvar *v, int lo, int hi);

/* The one statement that gives v the value it has at position pos, when that is plain from the
 * block structure: it stands earlier in a block around pos, and nothing in between, nor in a loop
 * that leads back to pos, assigns v again. Otherwise NULL (parameters too). */
struct tstmt *fact_reaching(const struct facts *f, const struct tvar *v, int pos);

/* Assigned once, outside of any loop (parameters: never): it has one value as long as it has one.
 */
bool fact_immutable(const struct facts *f, const struct tvar *v);

/* Is position pos inside the body of loop s? */
bool fact_in_body(const struct facts *f, const struct tstmt *s, int pos);

/* ---- walking */

/* The variable a statement assigns, or NULL; a FOR assigns its counter. */
struct tvar *stmt_def(const struct tstmt *s);

/* Calls visit for every expression that belongs to the statement itself, not to its blocks. A
 * WHILE's condition belongs to it. */
typedef void expr_visitor(struct texpr *e, void *context);
void stmt_exprs(const struct tstmt *s, expr_visitor *visit, void *context);

/* Calls visit for e and everything under it, outermost first. */
void expr_walk(struct texpr *e, expr_visitor *visit, void *context);

/* Calls visit for every variable that the statement itself reads, arrays included: the array of a
 * LOAD, SHAPE, STORE, INDEX and the base of a VIEW. */
typedef void var_visitor(struct tvar *v, void *context);
void stmt_reads(const struct tstmt *s, var_visitor *visit, void *context);
void expr_reads(struct texpr *e, var_visitor *visit, void *context);

/* The blocks of a statement in the order they stand in the source; returns how many (0 to 3). */
/* Does it make a new array, apart from all others, and nothing else? */
bool stmt_makes(const struct tstmt *s);

int stmt_blocks(const struct tstmt *s, const struct tblock *block[3]);

/* Can control reach the end of the block? False when it always leaves by RETURN, BREAK, ... */
bool block_completes(const struct tblock *b);

#endif
