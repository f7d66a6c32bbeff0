/* Types as text: the one grammar behind decorators, PEP 484 annotations and Pythran comments.
 *
 *     type   = one ("|" one)*
 *     one    = "None" | "(" types ")" | "tuple" "[" types "]" | "list" "[" type "]" | quoted type
 *            | "set" "[" type "]" | "dict" "[" type "," type "]"
 *            | "ndarray" "[" dtype "," rank "]" order?
 *            | dtype dims* order?
 *            | what typing and numpy.typing have: annot_typing.c
 *     dims   = "[" ","* "]" | "[" "()" "]" | "[" dim ("," dim)* "]"
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

enum {
    RANK_OPEN = -1, /* NDArray[np.float64]: an array whose number of axes is not said */
    MAX_RANK = 8,
    MAX_TYPE_DEPTH = 20
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
    bool result;            /* what is read is a result, parts of which may be anything */
    bool guesses;           /* np.ndarray may be an array of any elements */
    struct ann_fault fault; /* the first one */
    /* What an unknown name stands for in the module: a type, or NULL. Sets r->is_explicit. */
    struct ann_type *(*alias)(struct ann_reader *r, const char *name, size_t n);
    /* The library module that a name stands for in the module, or IN_OPERATOR. */
    enum op_module (*module)(void *ctx, const char *name, size_t n);
    void *ctx;
};

/* A reader of text[0..n), which stands at `whole` in the source. */
void ann_reader_init(struct ann_reader *r, struct arena *a, const char *text, size_t n,
                     struct span whole, bool mapped);

/* Reads a type with its alternatives (or_else) and moves behind it; NULL, and r->fault set, when
 * there is none. depth: 0, but inside of other types. */
struct ann_type *ann_read_type(struct ann_reader *r, int depth);

/* The whole text as one type; NULL, and r->fault set, when it is not. */
struct ann_type *ann_read_all(struct ann_reader *r);

/* Does a type leave the axes of an array open? A result of such a type is what it is found to be.
 */
bool ann_is_open(const struct ann_type *t);

/* Do two types say the same, alternatives and None aside? */
bool ann_same(const struct ann_type *a, const struct ann_type *b);

/* Appends alternatives to others, without repeating any: None makes all optional. all: or NULL. */
struct ann_type *ann_join(struct ann_type *all, struct ann_type *more);

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

/* A name with its module in front, if any: np.float64. */
struct ann_name {
    const char *from;
    const char *last; /* NUL-terminated last part */
    const char *all;  /* as written */
    int modules;      /* where the last part is looked up; 0: foreign */
    bool numpy;
};

/* Reads such a name; false, and the fault set, when there is none. */
bool ann_read_name(struct ann_reader *r, struct ann_name *name);

/* The array type; PY103 when it has too many axes. rank: also RANK_OPEN. */
struct ann_type *ann_array(struct ann_reader *r, const char *from, enum dtype dtype, int rank,
                           enum layout layout);

/* An array of elements that are not said, where these may be guessed. */
struct ann_type *ann_any_array(struct ann_reader *r, const char *from, enum dtype dtype, int rank);

/* A type that is the text from a place to where the reader is. */
struct ann_type *ann_new(struct ann_reader *r, enum ann_kind kind, const char *from);

/* Is a part of a tuple or container one type? Else the fault is set. */
bool ann_check_part(struct ann_reader *r, struct ann_type *t);

/* ---- annot_typing.c */

/* A list or set of item[0], or a dictionary of item[0] and item[1], which stays the type's; NULL
 * and the fault where no key is of that type. */
struct ann_type *ann_container(struct ann_reader *r, enum ann_kind kind, const char *from,
                               struct ann_type **item);

/* What an object of a class of the prelude's of such items is. */
struct ann_type *ann_items(struct ann_reader *r, const char *class_, const char *from,
                           struct ann_type *item);

/* Behind a name: is it a container, or a form of typing or numpy.typing? Then reads it: *t, NULL on
 * a fault. */
bool ann_read_form(struct ann_reader *r, const struct ann_name *name, int depth,
                   struct ann_type **t);

/* datetime64[D], M8['ns'] behind the name: is it one? Where no unit follows nothing is read. */
bool ann_read_unit(struct ann_reader *r, const struct ann_name *name, enum dtype *dtype);

/* ndarray[tuple[int, int], np.dtype[np.float64]] behind its "[": is it one? Then *t as above. */
bool ann_read_shaped(struct ann_reader *r, const char *from, int depth, struct ann_type **t);

#endif
