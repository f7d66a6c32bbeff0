/* Types as annotations, decorators and export comments write them, and the signatures made of them.
 */
#ifndef PYCC_SIGNATURE_H
#define PYCC_SIGNATURE_H

#include <stdbool.h>

#include "ops.h"
#include "source.h"

struct class;

enum ann_kind {
    ANN_NONE,
    ANN_SCALAR,
    ANN_ARRAY,
    ANN_TUPLE,
    ANN_LIST,
    ANN_GENERATOR, /* numpy.random's */
    ANN_NESTED,    /* pycc.nested */
    ANN_DICT,      /* items: keys, values */
    ANN_SET,       /* or another class of the prelude's: class_ */
    ANN_SPARSE,    /* scipy.sparse's, of elements item[0]: class_ */
    ANN_OBJECT,    /* of a class of the module */
    ANN_EITHER,    /* int | str inside of another: a value of several types */
    ANN_RECORDS,   /* an array of an element type with fields */
};

enum layout { LAYOUT_ANY, LAYOUT_C, LAYOUT_F };

enum { MAX_ANY = 3 }; /* parameters whose elements are tried */

/* A type as written in an annotation. */
struct ann_type {
    enum ann_kind kind;
    bool optional; /* T | None, Optional[T] */
    bool any;      /* ARRAY: np.ndarray, of elements that nothing tells; floats are tried first */
    bool other;    /* ... or ints */
    bool guess;    /* of what makes an object: it has one axis, or two where more can be compiled */
    struct span span;
    enum dtype dtype;   /* SCALAR, ARRAY (strong); NESTED: of the offsets; SPARSE: of the indices */
    int rank;           /* ARRAY, RECORDS: 0 .. 8 */
    enum layout layout; /* ARRAY: f64[:, ::1] and order(C) give C, order(F) gives F */
    int n;              /* TUPLE; LIST, NESTED, SET, SPARSE: 1; DICT: 2 */
    struct ann_type **item;
    const char *class_;            /* DICT, SET, SPARSE: the prelude's class */
    const struct class *of;        /* OBJECT */
    const struct records *records; /* RECORDS */
    struct ann_type *or_else; /* A | B: what follows A, each with a signature of its own; or NULL */
};

/* One signature: from a decorator, from PEP 484 annotations, or from a Pythran export comment. */
struct signature {
    struct span span;
    int n; /* parameters; equals func->n_params when the checks passed */
    struct ann_type **param;
    struct ann_type *ret; /* NULL: inferred */
    bool weak;  /* of an export comment, which Python's callers see: a call inside the module with
                   other types has a use of its own, without a conversion */
    bool tried; /* with numbers of axes that nothing says: where it is none, the function stays
                   Python's for such arguments */
    bool first; /* ... and the first that can be compiled is all that there is */
    bool any;   /* ... and with elements of arrays that nothing says: those of the first group for
                   which it can be compiled */
    int group;
    bool asked; /* of a procedure, for one of the types asked for: it says what is compiled ahead of
                   time, and no more */
};

/* ---- element types with fields: np.dtype([('x', 'f8'), ('v', 'f4', (3,))]) */

enum { RECORDS_MAX_RANK = 4 };

struct records_field {
    const char *name;         /* interned */
    enum dtype dtype;         /* strong */
    const char *text;         /* of texts, 'U5', which are kept only: what they are; else NULL */
    const struct records *of; /* or it has fields of its own */
    int rank;                 /* axes of its own */
    int extent[RECORDS_MAX_RANK];
    int offset; /* in bytes */
};

struct records {
    const char *text; /* what np.dtype makes it of, as Python writes it; interned */
    int size, align;  /* in bytes */
    int n;
    struct records_field *field;
};

#endif
