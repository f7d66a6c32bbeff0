/* Affine forms of integer expressions, with symbolic coefficients.
 *
 * A form is a sum of terms, each an integer times a product of atoms: loop counters, variables and
 * extents that do not change in the nest, and other invariant expressions taken whole. It is affine
 * in the counters when no term holds two of them; its coefficients are then forms themselves. The
 * terms map one to one to struct lmad_term, for the access tables. Forms are immutable; NULL stands
 * for "has none" and every function passes it on. Equal forms have equal terms in equal order.
 *
 * Arithmetic of 64-bit integers only: narrower types wrap elsewhere and are taken whole. */
#ifndef PYCC_ANALYSIS_AFFINE_H
#define PYCC_ANALYSIS_AFFINE_H

#include "facts.h"
#include "lmad.h"

#define FORM_FACTORS 4 /* atoms multiplied in one term, as LMAD_MAX_FACTORS */
#define FORM_TERMS 24  /* beyond this a form is given up */

enum atom_kind {
    ATOM_COUNTER,  /* of a FOR in the nest; changes */
    ATOM_VAR,      /* integer variable that the nest does not assign */
    ATOM_SHAPE,    /* extent of an array that the nest does not assign: >= 0 */
    ATOM_EXPR,     /* any other invariant integer expression without a LOAD */
    ATOM_QUOTIENT, /* dividend // divisor, in what form_divided gives only */
    ATOM_DISTANCE  /* how many turns of a loop lie between two iterations: >= 1 (collide.c) */
};

struct atom {
    enum atom_kind kind;
    int id;             /* dense in its scope */
    struct tvar *var;   /* COUNTER, VAR, SHAPE's array */
    int axis;           /* SHAPE */
    struct texpr *expr; /* EXPR */
    struct tstmt *loop; /* COUNTER */
    int depth;          /* COUNTER: loops around its FOR; QUOTIENT: of the innermost counter in it,
                           -1: none */
    struct form *dividend, *divisor; /* QUOTIENT; the divisor is known before the nest */
    bool ranged;                     /* COUNTER: range is known (range.c) */
    struct range *range;
};

struct term {
    int64_t coef; /* not 0 */
    int n;
    struct atom *factor[FORM_FACTORS]; /* by ascending id */
};

struct form {
    int n;
    struct term term[];
};

/* What is known of a variable in the nest whose stamp it bears. */
struct var_memo {
    int stamp;
    struct atom *atom;
    struct form *form; /* what an invariant variable stands for */
};

/* A bound that a condition gives to a counter: counter >= form, or <= form. */
struct bound {
    struct atom *counter;
    bool lower;
    struct form *form;
    int fact; /* which condition it comes from */
};

/* atom >= value */
struct least {
    struct atom *atom;
    int64_t value;
};

/* The nest (or whole function) in which forms are read, and its atoms. */
struct scope {
    struct arena *arena;
    const struct facts *facts;
    int lo, hi; /* positions of the nest */
    struct ty *ty_int, *ty_float, *ty_bool;
    VEC(struct atom *) atoms;
    int stamp;             /* of this nest, above 0 */
    struct var_memo *var;  /* by var id, of whatever nest came last */
    bool fp_strict;        /* accumulations of floats keep their order */
    const bool *hoisted;   /* by stmt id: INDEX statements in range (the plan's) */
    struct form **of_stmt; /* by stmt id: the form an ASSIGN gives (shared by all nests) */
    bool *of_stmt_known;
    VEC(struct bound) bounds; /* what the conditions around say (range.c) */
    VEC(struct least) least;  /* what is assumed of atoms (range.c) */
    struct tstmt *assumed;    /* all that is so in this loop; NULL: not known */
    int fuel;                 /* definitions still followed for the question at hand: range.c, */
    int interval_fuel;        /* and interval.c */
    int divide;               /* definitions still followed by form_divided; 0: not in it */
    struct lmad_solver solver;
    int hard;            /* systems still given to search and solver */
    enum lmad_way way;   /* the last resort for the question at hand */
    bool of_data;        /* what is in memory decides it */
    int signs;           /* systems being stated for the sign of a form, each for the one before */
    struct tally *tally; /* or NULL */
};

/* Types that built expressions have, taken from the module (or made when it lacks them). */
struct ty *type_of(struct arena *a, const struct tmodule *m, enum dtype d);

/* ---- reading */

/* The form of e as its value is at position pos; NULL when it has none. Sees through variables with
 * one plain definition, casts that keep the value and tuples taken apart. */
struct form *form_of(struct scope *sc, struct texpr *e, int pos);

/* The same, where x // d, x % d, shifts and masks by numbers of what varies are forms too:
 * quotients are atoms of their own. Only collide.c and witness.c know such forms. */
struct form *form_divided(struct scope *sc, struct texpr *e, int pos);

/* Is e the same whenever the nest evaluates it, and computable before it? No LOADs. */
bool expr_invariant(const struct scope *sc, struct texpr *e);

/* The statement that gives the value of e when e is a variable with one plain definition in the
 * nest, else NULL. */
struct tstmt *expr_definition(const struct scope *sc, const struct texpr *e, int pos);

/* The counter atom of a FOR of the nest. */
struct atom *counter_of(struct scope *sc, struct tstmt *loop);

/* The atom for a distance, the same for all questions. */
struct atom *distance_atom(struct scope *sc);

/* The extent of an array's axis at a position: of views made in the nest that of their base. */
struct form *form_extent(struct scope *sc, struct tvar *array, int axis, int pos);

/* ---- arithmetic */

struct form *form_const(struct arena *a, int64_t value);
struct form *form_atom(struct arena *a, struct atom *atom);
struct form *form_whole(struct scope *sc, struct texpr *e); /* e invariant: a single atom */
struct form *form_add(struct arena *a, const struct form *x, const struct form *y, int64_t scale);
struct form *form_scale(struct arena *a, const struct form *x, int64_t scale);
struct form *form_mul(struct arena *a, const struct form *x, const struct form *y);

bool form_equal(const struct form *x, const struct form *y);

/* Is it a number? */
bool form_is_const(const struct form *x, int64_t *value);

/* x = coef * atom + rest, neither holding atom. False when atom is squared. */
bool form_split(struct arena *a, const struct form *x, const struct atom *atom, struct form **coef,
                struct form **rest);

/* x with atom replaced by y. */
struct form *form_subst(struct arena *a, const struct form *x, const struct atom *atom,
                        const struct form *y);

/* The same, inside of quotients and squared too. */
struct form *form_subst_deep(struct scope *sc, const struct form *x, struct atom *atom,
                             const struct form *y);

/* x // d in Python's way, what d divides taken out of the quotient; NULL: 0, or not known before
 * the nest. */
struct form *form_quotient(struct scope *sc, const struct form *x, const struct form *d);

/* Does an atom change in loops as deep as this? */
bool atom_varies(const struct atom *atom, int depth);

static inline int64_t floor_div(int64_t x, int64_t y) {
    int64_t q = x / y;
    return x % y != 0 && (x < 0) != (y < 0) ? q - 1 : q;
}

/* The innermost counter in x whose depth is at least `depth`; NULL when there is none. */
struct atom *form_counter(const struct form *x, int depth);
bool form_holds(const struct form *x, const struct atom *atom);

/* As an INT expression, and as text for messages ("2*i + n - 1"). */
struct texpr *form_expr(const struct scope *sc, const struct form *x);
const char *form_text(struct arena *a, const struct form *x);

#endif
