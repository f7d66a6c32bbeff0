/* What parse_match.c (match statements) and parse_match_parts.c (patterns of what has named parts)
 * share. */
#ifndef PYCC_PARSE_MATCH_H
#define PYCC_PARSE_MATCH_H

#include "parse.h"

struct matcher {
    struct parser *p;
    const char *text;
    const struct node *cases;
    const struct node *refused; /* the first pattern that is not supported, */
    const char *what;           /* and what it is */
};

/* A subject is named once for each use: a name, constant, attribute, item or display of them. */
struct expr *parse_match_again(struct parser *p, const struct expr *e);
/* a op b; NULL stands for True, which the condition of `and` needs not say. */
struct expr *parse_match_logic(struct parser *p, enum op op, struct expr *a, struct expr *b);
/* What is behind brackets around one pattern, and what the grammar has around each. */
const struct node *parse_match_bare(struct parser *p, const struct node *n);
/* a.b.c */
struct expr *parse_match_value(struct parser *p, const struct node *n);
/* Notes that a pattern is not supported; False. */
struct expr *parse_match_refuse(struct matcher *m, const struct node *n, const char *what);

/* The condition that a pattern is; NULL: it always matches. */
struct expr *parse_match_test(struct matcher *m, const struct node *n, const struct expr *subject);
/* Assignments to the names that a pattern binds, where it matches, pushed. */
void parse_match_bind(struct matcher *m, const struct node *n, const struct expr *subject);

/* ---- parse_match_parts.c: the same of a class pattern, of a mapping pattern, and of both */

struct expr *parse_match_class(struct matcher *m, const struct node *n, const struct expr *subject);
struct expr *parse_match_mapping(struct matcher *m, const struct node *n,
                                 const struct expr *subject);
void parse_match_bind_parts(struct matcher *m, const struct node *n, const struct expr *subject);

#endif
