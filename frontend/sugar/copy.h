/* Copies of parts of the AST before names are resolved. */
#ifndef PYCC_COPY_H
#define PYCC_COPY_H

#include "sugar.h"

/* Reads of a name, to be replaced by an expression. */
struct substitution {
    const char *name;
    const struct expr *value;
};

/* A copy that is being made. */
struct copy {
    struct sugar *g;
    int n; /* substitutions */
    const struct substitution *by;
    bool renames; /* the values are names, which comprehensions have, too */
    bool inside;  /* in comprehensions, too, where these do not bind the names */
    int left;     /* expressions that may still be made; negative when there were too many */
};

struct expr *copy_expr(struct copy *c, const struct expr *e);
struct stmt *copy_stmt(struct copy *c, const struct stmt *s);

/* Can the statements be copied? Definitions of functions cannot, nor can try statements but with
 * the function around them (copy_may_body). */
bool copy_may(const struct block *b);
bool copy_may_body(const struct block *b);

#endif
