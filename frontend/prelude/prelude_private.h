/* The table that prelude/embed.py writes. */
#ifndef PYCC_PRELUDE_PRIVATE_H
#define PYCC_PRELUDE_PRIVATE_H

struct prelude_row {
    const char *last; /* "norm": what a caller writes behind the last dot; rows are sorted by it */
    const char *name; /* "linalg__norm" */
    const char *text; /* the definition */
};

extern const struct prelude_row prelude_row[];
extern const int n_prelude_rows;

#endif
