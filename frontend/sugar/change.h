/* Changes of expressions in place, before names are resolved. */
#ifndef PYCC_CHANGE_H
#define PYCC_CHANGE_H

#include "ast.h"

/* A walk over all expressions below a place, functions inside included. */
struct change {
    void *context;
    /* Before what is in an expression: may put another one there. True: what is in it stays. NULL:
     * nothing is changed. */
    bool (*expr)(void *context, struct expr **at);
    void (*stmt)(void *context, struct stmt *s); /* before what is in a statement; or NULL */
    /* Before the body of a function inside, whose defaults have been seen; true: it stays. NULL:
     * none does. */
    bool (*stays)(void *context, const struct func *f);
};

void change_expr(const struct change *c, struct expr **at);
void change_block(const struct change *c, const struct block *b);

#endif
