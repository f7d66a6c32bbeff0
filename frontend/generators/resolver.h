/* Where the walk over a function's names stands: what it has come through, and where the nodes that
 * it makes belong. */
#ifndef PYCC_RESOLVER_H
#define PYCC_RESOLVER_H

#include "scope_private.h"
#include "sugar.h"

/* A local name while its function is collected. */
struct local {
    struct symbol *sym;
    struct stmt *def; /* STMT_DEF, or assignment of a lambda, that binds it */
    int n_bound;
    int n_def;       /* of these, by def */
    int n_list;      /* of these, to what is surely a list */
    int n_tuple;     /* ... to a tuple that is written out */
    int n_container; /* ... a dictionary or the like */
};

/* A clause of a try statement around the walk. */
struct handler {
    struct handler *up;
    const struct stmt_guard *clause;
    const char *name; /* of what it has caught; or NULL */
};

/* A function being resolved, and the chain outwards. */
struct frame {
    struct frame *up;
    struct func *fn;
    struct map locals; /* name to struct local, then captured names too */
    VEC(struct local *) order;
    VEC(struct symbol *) captures;
    bool reports; /* undefined names are errors: the outermost function is annotated */
    struct map mentioned;
    struct map keyed;            /* names of dictionaries */
    VEC(struct stmt *) displays; /* assignments of dictionaries and records */
    struct map caught;           /* the names behind `as` of its clauses */
    struct handler *handlers;    /* around the walk, innermost first */
};

/* `user` calls or names `used`, which may need captures that `user` then needs as well. */
struct reference {
    struct func *user;
    struct func *used;
};

struct resolver {
    struct scopes *s;
    struct arena *arena;
    struct frame *frame;        /* innermost; NULL for the module's own code */
    struct frame *top;          /* outermost */
    int parallel;               /* loops over prange around the walk */
    bool lazy;                  /* inside map(), which takes no more items than are asked for */
    int typing;                 /* values of the module's variables around the walk */
    const struct class *within; /* the expression stands in its body, */
    int n_within;               /* behind so many of its values */
    VEC(struct stmt *) tables;  /* assignments of the module's variables, for its beginning */
    struct map cells;           /* lists that stand for nonlocal variables (resolve_cells.c) */
    VEC(struct reference) references; /* between functions of the current outermost one */
    void (*whole)(struct resolver *, struct func *); /* resolves a function that is made here */
};

/* Where nodes made here belong. */
struct sugar resolve_sugar(struct resolver *r);

#endif
