/* Between the parts of families (parse_family.c). */
#ifndef PYCC_PARSE_FAMILY_H
#define PYCC_PARSE_FAMILY_H

#include "parse_class.h"

/* A family while it is made. */
struct family {
    struct parser *p;
    struct class *root, *all;       /* all: the class of its objects */
    VEC(const struct class *) made; /* the classes that the text makes objects of */
    VEC(struct made_object) at;     /* where */
    VEC(const char *) fields, late;
    VEC(struct func *) methods;
};

/* The attribute that tells that an object is of the class: "<Circle>". */
const char *parse_family_mark(struct parser *p, const struct class *c);

/* Is c the class, or derived from it? */
static inline bool parse_family_derived(const struct class *c, const struct class *from) {
    while (c && c != from) {
        c = c->base;
    }
    return c != NULL;
}

/* Is it an attribute of the family's objects? */
bool parse_family_field(const struct family *f, const char *name);

/* ---- parse_family_methods.c */

/* Makes the methods of its class, which ask of which class an object is. */
void parse_family_methods(struct family *f);

#endif
