/* What the walk of webs.c, what it is after (webs_find.c) and its merges (webs_merge.c) share. */
#ifndef PYCC_WEBS_PRIVATE_H
#define PYCC_WEBS_PRIVATE_H

#include "map.h"
#include "sugar.h"

/* A variable that is bound more than once. */
struct variable {
    const char *name;
    int place; /* among the variables */
    int entry; /* the node before any binding: a parameter's value, or nothing */
    bool is_param;
    int webs; /* named so far */
};

struct held {
    int up; /* what it has become one with; itself: nothing */
    int variable;
    bool bound; /* a binding is in it; of the root */
    bool none;  /* all its bindings are `= None`; of the root */
    bool read;  /* a merge that is read, or what a del leaves */
    bool merge;
    bool asked;  /* deleted_before is at it */
    bool copies; /* a merge behind a condition that may be decided (webs_decided.c) */
    bool head;   /* a merge at the head of a loop; what came before the loop is its first */
    struct stmt *deleted; /* the del that leaves nothing; or NULL */
    const char *name;     /* of the root, once it is given */
    VEC(int) from;        /* a merge: what meets there; what a del leaves: what there was */
};

/* Where the walk is: by variable, its node. What cannot be reached goes on with what was before it.
 */
struct here {
    bool reached;
    int *node;
};

struct ring {
    struct ring *up;
    const int *head;    /* by variable: the merge at the head, or -1 */
    struct here behind; /* what breaks bring; node is NULL before the first */
};

/* A try statement being walked: its handlers see whatever is bound in what it guards. */
struct catcher {
    struct catcher *up;
    const int *entry; /* by variable: the merge at the handlers, or -1 */
};

/* A function inside. */
struct inside {
    struct func *func;
    VEC(int) reads;          /* merges, each of another variable */
    VEC(const char *) names; /* of functions of the frame, in its body */
    int visit;
};

/* The functions that a name of the frame may mean. */
struct meant {
    VEC(struct inside *) list;
};

struct occurrence {
    struct expr *name;
    int node;
};

/* Behind `s`, an if, a merge takes copies of what its branches leave. */
struct copied {
    struct stmt *s;
    int merge, then, els;
};

struct webs {
    struct arena *arena;
    struct sugar *g;
    struct map index; /* name to struct variable, of those with several bindings */
    VEC(struct variable *) variables;
    VEC(struct held) nodes;
    VEC(struct occurrence) seen;
    VEC(struct copied) copied;
    struct map functions;         /* name to struct meant */
    VEC(struct inside *) insides; /* of them */
    struct here at;
    struct ring *ring;
    struct catcher *catcher;  /* innermost */
    VEC(const char *) hidden; /* by comprehensions, and in a function inside by what it binds */
    struct inside *inside;    /* the function whose body is read; NULL: the frame's own */
    int visits;
};

/* A new node of a variable. */
int webs_new(struct webs *w, int variable, bool bound);

/* A new merge, of nothing yet. */
int webs_merge(struct webs *w, int variable);

/* What a node has become one with. */
int webs_root(struct webs *w, int n);

/* Is it what is there before any binding? */
bool webs_is_nothing(const struct webs *w, int n);

/* Two nodes become one, unless one of them is what is there before any binding. */
void webs_unite(struct webs *w, int a, int b);

/* A merge that is read is one with all that meets there; other nodes stay as they are. */
void webs_read(struct webs *w, int n);

/* A node that meets others in a merge, which may have been read. */
void webs_add(struct webs *w, int merge, int from);

struct here webs_copy(struct webs *w, const struct here *h);

/* Where two ways meet; a becomes that place. */
void webs_meet(struct webs *w, struct here *a, const struct here *b);

/* The name of a node's web. */
const char *webs_name(struct webs *w, int node);

/* ---- webs_find.c */

/* Makes variables of the names that are bound several times, but by imports, definitions and what
 * is not supported. */
void webs_find_variables(struct webs *w, const struct func *f, const struct func_notes *notes);

/* Notes the functions inside that have a name in the frame. */
void webs_find_functions(struct webs *w, const struct block *b);

/* f = lambda ...: the function that it means where f is named; NULL: s is something else. */
struct func *webs_lambda_of(const struct stmt *s);

/* ---- webs_decided.c */

/* May a condition be decided when compiling, by its words? */
bool webs_may_decide(const struct expr *cond);

/* Where the branches of an if meet, whose condition may be decided; els becomes that place. A
 * variable there is a new one, that both branches assign at their ends if it is read. */
void webs_meet_decided(struct webs *w, struct stmt *s, struct here *els, const struct here *then);

/* Writes these assignments, when all webs are known. */
void webs_write_copies(struct webs *w);

#endif
