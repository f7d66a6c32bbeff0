/* Systems of linear inequalities over two iterations of a loop.
 *
 * The unknowns are the counters of both iterations (each has its own copy of those inside the loop;
 * the loop's own counter is in the later one so many steps further), quotients of them, and every
 * other atom or product of atoms, taken as a number of its own. What has alternatives (`or`, !=)
 * takes one of them by its path: who asks goes through all paths. */
#ifndef PYCC_ANALYSIS_SYSTEM_H
#define PYCC_ANALYSIS_SYSTEM_H

#include "access.h"

#define MAX_COLUMNS 40
#define MAX_BRANCHES 12   /* alternatives on one path */
#define HARD_QUESTIONS 32 /* of one nest, that elimination leaves to search and solver */
#define SHARED 2          /* copy number of what both iterations have in common */

#define ITERATION_INNER 3 /* counters inside of a loop in an iteration of it, at most */

/* One iteration of a loop, and the counters inside around an access. */
struct iteration {
    struct atom *counter[ITERATION_INNER + 1]; /* the loop's first, then the others inside out */
    struct form *value[ITERATION_INNER + 1];   /* in counters further out */
    int n;
};

/* f in that iteration; NULL when it has no form. */
struct form *iteration_form(struct scope *sc, const struct form *f, const struct iteration *it);

struct column {
    int copy; /* 0, 1 or SHARED */
    struct term term;
};

/* Which alternative is taken where: digit[k] of width[k]. */
struct path {
    int n, known; /* met so far, and given before */
    int digit[MAX_BRANCHES], width[MAX_BRANCHES];
};

struct linear {
    struct scope *sc;
    int depth;  /* counters this deep or deeper differ between the iterations */
    bool fixed; /* both iterations are given */
    bool atoms; /* rows are about columns as they stand, no more about iterations */
    const struct iteration *at[2]; /* the counters' values in each copy, or NULL: unknown */
    struct iteration later;        /* the loop's counter in the later one */
    struct path *path;             /* NULL: what has alternatives is left out */
    int columns;
    bool full;    /* something did not fit or overflowed: no answer */
    bool empty;   /* a contradiction was found */
    bool open;    /* a condition is not in the rows, or is no matter of numbers */
    bool skipped; /* alternatives were left out */
    int fuel;     /* conditions still looked into */
    struct column column[MAX_COLUMNS];
    struct lmad_program p; /* in the columns */
};

/* ---- system.c */

/* An empty system for a loop of this depth. */
void linear_begin(struct linear *s, struct scope *sc, int depth, struct path *path);

/* A new row, of a sum that is >= 0, or == 0. */
void linear_row(struct linear *s, bool equal);

/* Adds scale * f, in iteration `copy`, to the last row. */
void linear_add(struct linear *s, const struct form *f, int copy, int64_t scale);

/* Adds coef * t, as a column of that copy, to the last row. */
void linear_add_term(struct linear *s, const struct term *t, int copy, int64_t coef);

/* x - y - least >= 0, each in its iteration; nothing when one has no form. */
void linear_above(struct linear *s, const struct form *x, int copy_x, const struct form *y,
                  int copy_y, int64_t least);

/* x == y, each in its iteration. */
void linear_equal(struct linear *s, const struct form *x, int copy_x, const struct form *y,
                  int copy_y);

/* The alternative to take of n; -1: none of them is to be stated. */
int linear_branch(struct linear *s, int n);

/* The next path after the one that has been gone; false when that was the last. */
bool path_next(struct path *p);

/* GLPK, with limits that do not depend on time. */
struct lmad_solver hard_solver(void);

/* Is there a solution? YES and NO are certain, for the system as it stands. Nobody after `last` is
 * asked; who found out is in the scope's `way`. */
enum tri linear_feasible(struct linear *s, enum lmad_way last);

/* A solution with every unknown within -bound .. bound (what both iterations share: 4 times that):
 * value[k] is that of column k. LMAD_OPEN: within what rows say. False when none is found. */
bool linear_solve(struct linear *s, int64_t bound, int64_t *value);

/* ---- known_rows.c */

/* Loops and conditions of the nest around an access, in iteration `copy`. */
void linear_add_surroundings(struct linear *s, const struct access *x, int copy);

/* The loops whose counters the system mentions. */
void linear_add_mentioned(struct linear *s);

/* Is x >= 0 in every iteration, as far as ranges of counters and assumptions (range.h) tell? */
bool linear_nonneg(struct scope *sc, const struct form *x);

/* Products and atoms that rows mention; those of added rows in turn. */
void linear_add_atoms(struct linear *s);

/* ---- product_rows.c */

/* Of the equalities among rows first .. last - 1: what a symbol S is a factor of, S * g, is 0, or S
 * at least, or -S at most. */
void linear_add_multiples(struct linear *s, int first, int last);

/* What the bounds of its factors say of a column that is a product. */
void linear_add_product(struct linear *s, int column);

/* ---- condition.c */

/* Adds what the conditions of the nest around an access say, in iteration `copy`. */
void linear_add_conditions(struct linear *s, const struct access *x, int copy);

#endif
