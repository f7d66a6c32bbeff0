/* Types as text: the one grammar behind decorators, PEP 484 annotations and Pythran comments.
 *
 *     type   = "None" | "(" types ")" | "tuple" "[" types "]" | "list" "[" type "]"
 *            | "ndarray" "[" dtype "," rank "]" order?
 *            | dtype dims* order?
 *     dims   = "[" "]" | "[" "()" "]" | "[" dim ("," dim)* "]"
 *     dim    = ":" | "::" | "::1" | number          (::1 in the last one: C, in the first: Fortran)
 *     order  = "order" "(" ("C" | "F") ")"
 *     dtype  = name, possibly behind "np.", "numpy.", "pycc.", "unpython." or another name of these
 * modules
 *
 * Python's own float, int, bool, complex are weak as scalars and mean float64, int64, bool_ and
 * complex128 as elements of arrays. */
#ifndef PYCC_ANNOT_TYPE_H
#define PYCC_ANNOT_TYPE_H

#include "ast.h"
#include "diag.h"

/* Why a text is no type. */
struct ann_fault {
    enum diag_code code; /* PY102: unknown name; PY103: malformed */
    struct span span;
    const char *text; /* the message; NULL: no fault */
    const char *fix;  /* or NULL */
    bool ours;        /* the text can only have been meant as a type of pycc */
};

/* A place in a text that is read as types. Made by ann_reader_init. */
struct ann_reader {
    struct arena *arena;
    const char *at;
    const char *start;
    const char *end;
    struct span whole;      /* span of the text in the source */
    bool mapped;            /* text[i] is the source's byte whole.lo + i; else spans are `whole` */
    bool is_explicit;       /* an array or a sized scalar was read: meant for pycc */
    struct ann_fault fault; /* the first one */
    /* What an unknown name stands for in the module: a type, or NULL. */
    struct ann_type *(*alias)(void *ctx, const char *name, size_t n);
    /* The library module that a name stands for in the module, or IN_OPERATOR. */
    enum op_module (*module)(void *ctx, const char *name, size_t n);
    void *ctx;
};

/* A reader of text[0..n), which stands at `whole` in the source. */
void ann_reader_init(struct ann_reader *r, struct arena *a, const char *text, size_t n,
                     struct span whole, bool mapped);

/* Reads one type and moves behind it; NULL, and r->fault set, when there is none. */
struct ann_type *ann_read_type(struct ann_reader *r);

/* The whole text as one type; NULL, and r->fault set, when it is not. */
struct ann_type *ann_read_all(struct ann_reader *r);

/* ---- for grammars around types */

/* Moves behind white space and a token, if it is next. A word must not go on. */
bool ann_accept(struct ann_reader *r, const char *token);

/* Moves behind white space and an identifier; NULL when there is none, else it and its length. */
const char *ann_word(struct ann_reader *r, size_t *n);

/* Moves behind white space; where that is. */
const char *ann_here(struct ann_reader *r);

/* Nothing but white space left? */
bool ann_at_end(struct ann_reader *r);

/* Span of the text from a place to where the reader is. */
struct span ann_span(const struct ann_reader *r, const char *from);

/* Sets the fault, unless there is one, at the text from a place to where the reader is, with what
 * to write instead or NULL. Always NULL. */
struct ann_type *ann_fault(struct ann_reader *r, enum diag_code code, const char *from,
                           const char *text, const char *fix);

/* Sets the fault, unless there is one, at the token that is next. Always NULL. */
struct ann_type *ann_expected(struct ann_reader *r, const char *what);

#endif
