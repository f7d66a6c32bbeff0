/* The table that prelude/embed.py writes, and what is found in it. */
#ifndef PYCC_PRELUDE_PRIVATE_H
#define PYCC_PRELUDE_PRIVATE_H

#include <stdbool.h>

#include "arena.h"
#include "vec.h"

struct text_layout;

struct prelude_row {
    const char *last; /* "norm": what a caller writes behind the last dot; rows are sorted by it */
    const char *name; /* "linalg__norm" */
    const char *text; /* the definition */
};

extern const struct prelude_row prelude_row[];
extern const int n_prelude_rows;

/* A function to append. Rows with UFUNC in their names are texts for any ufunc of two operands. */
struct part {
    int row;
    const char *ufunc; /* what is written in the place of UFUNC; NULL: a plain function */
};

/* What has been found, in the order in which it is appended. */
struct found {
    struct arena *arena;
    bool *seen;      /* plain functions, by row */
    bool copperhead; /* is pycc.copperhead named anywhere? */
    bool texts;      /* are there texts at run time? */
    bool scipy;      /* is scipy named? */
    bool paths;      /* is os? */
    bool arrays;     /* is array imported? */
    bool series;     /* is numpy.polynomial named? */
    bool itertools;  /* is itertools named? */
    bool steps;      /* may there be objects that give one item after the other? */
    VEC(struct part) parts;
};

/* The functions of this last name; of each of several, up to NULL; what dictionaries and sets are
 * made of. */
void prelude_add_one(struct found *f, const char *name);
void prelude_add(struct found *f, const char *const *name);
void prelude_add_containers(struct found *f);

/* What a module needs by words that stand anywhere in it (prelude_words.c). */
void prelude_add_by_words(struct found *f, const struct text_layout *l);

#endif
