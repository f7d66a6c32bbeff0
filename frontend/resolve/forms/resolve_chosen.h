/* Functions that are chosen at run time: what resolve_chosen.c (where they are stored),
 * resolve_chosen_flow.c (which variables hold which) and resolve_chosen_calls.c (their calls)
 * share. */
#ifndef PYCC_RESOLVE_CHOSEN_H
#define PYCC_RESOLVE_CHOSEN_H

#include "change.h"
#include "nodes.h"
#include "resolve_private.h"

/* What a value is, as far as functions go: itself one; a list, or a dictionary, of nothing else; or
 * something with functions in it. */
enum chosen_kind { CHOSEN_NONE, CHOSEN_FUNCTION, CHOSEN_LIST, CHOSEN_DICT, CHOSEN_MIXED };

typedef uint64_t chosen_set; /* functions, by their numbers */

enum { CHOSEN_MOST = 64 };

/* A variable that may hold numbers of functions. */
struct chosen_variable {
    const char *name;
    int n_bound;             /* assignments and loops that bind it */
    const struct expr *only; /* what the last assignment to this name alone gives it; or NULL */
    chosen_set set;
    enum chosen_kind kind;
};

/* What makes a function of a number: all that are of the same functions are of one type. */
struct chosen_pick {
    chosen_set set;
    const char *name;
};

/* What the statements of a function say of a name: is it bound, and which function inside is it? */
struct chosen_name {
    bool binds;
    const struct func *def; /* or NULL */
};

/* A function with such variables. */
struct choice {
    struct resolver *r;
    struct sugar g;
    struct func *f;
    VEC(struct expr *) members; /* the functions: a number is their place */
    struct map variables;       /* by name */
    struct map names; /* by name: chosen_name, of those looked at since the body changed */
    VEC(struct chosen_variable *) list;
    node_list lambdas;   /* assignments of those among the members, and of picks, to names */
    int returns;         /* statements that return a function */
    chosen_set returned; /* by them */
    VEC(struct chosen_pick) picks;
    VEC(const struct func *) bound; /* lambdas that are given such functions as arguments */
    bool changed;
    int comprehensions; /* around the walk */
};

/* Is it a function, by what it is written as? */
bool chosen_is_function(struct choice *c, const struct expr *e);

/* Which functions a value may be, or hold. */
chosen_set chosen_in(struct choice *c, const struct expr *e, enum chosen_kind *kind);

/* The variable of a name, which may be new. */
struct chosen_variable *chosen_variable(struct choice *c, const char *name);

/* Walks over a function's own statements: they stay out of functions inside. The second adds what
 * is assigned, appended and gone over to the variables' sets, and says whether these have changed.
 */
bool chosen_stays(void *context, const struct func *f);
struct change chosen_flows(struct choice *c);

/* {...}._with(key, value), of a dictionary that is written out */
static inline bool chosen_is_with(const struct expr *e) {
    return e->kind == EXPR_CALL && e->call.fn->kind == EXPR_ATTR &&
           strcmp(e->call.fn->attr.name, "_with") == 0 && e->call.n == 2;
}

/* Puts numbers for the functions in a value that is stored. */
void chosen_store(struct choice *c, struct expr **at);

/* The lambda that a name which is bound once means; NULL: none. */
const struct func *chosen_lambda(const struct choice *c, const struct expr *name);

/* Is it a parameter or a variable of the function? */
bool chosen_binds(const struct func *f, const char *name);

/* The walk that makes calls of such values choose among the functions, and functions of those that
 * are given to others or returned. */
struct change chosen_uses(struct choice *c);

#endif
