/* Facts about one function: where every statement stands, and where every variable is assigned and
 * read.
 *
 * A position is the rank of a statement in source order (preorder). A compound statement covers the
 * positions from its own to `end`, so "is it inside" and "is it assigned there" are comparisons. */
#ifndef PYCC_ANALYSIS_FACTS_H
#define PYCC_ANALYSIS_FACTS_H

#include "walk.h"

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

#endif
