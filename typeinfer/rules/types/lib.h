/* Parameters of the functions of lib.def, for inference and lowering. */
#ifndef PYCC_TYPEINFER_LIB_H
#define PYCC_TYPEINFER_LIB_H

#include <stdbool.h>

#include "arena.h"
#include "ops.h"

enum { LIB_MAX_PARAMS = 12 };

struct lib_param {
    const char *name;
    bool constant;   /* looked at as written */
    bool by_keyword; /* passed on with its name */
    bool tuple;      /* may be a tuple as it is */
};

struct lib_params {
    int n;
    struct lib_param param[LIB_MAX_PARAMS];
    bool more; /* any number of values may follow */
};

/* The parameters of a row. Names live in the arena. */
struct lib_params lib_params(struct arena *a, enum op op);

/* Is a list or a tuple given as value i an array? */
bool lib_takes_array(const struct lib_params *p, enum op op, int i);

/* Does it read or write a file, which is named by a text, or read a clock? Its calls keep their
 * order. */
bool lib_uses_files(enum op op);

/* Which argument says how: a template that is written out, or a text where the program's own gives
 * one (by_python). The values are behind it. */
int lib_template(enum op op, bool *by_python);

#endif
