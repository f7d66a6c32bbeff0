/* Ground types of the TIR: interned per module, compare with == (ground.c). */
#ifndef PYCC_GROUND_H
#define PYCC_GROUND_H

#include <stdbool.h>

#include "arena.h"
#include "ops.h"

struct tmodule;

enum ty_kind { TY_NONE, TY_SCALAR, TY_ARRAY, TY_TUPLE, TY_LIST /* item[0]: of its items */ };

enum ty_layout { TY_ANY, TY_C, TY_F, TY_READ /* inference only: any, and not to be written */ };

struct ty {
    enum ty_kind kind;
    int id;                /* dense in the module */
    enum dtype dtype;      /* SCALAR; ARRAY: strong */
    int rank;              /* ARRAY */
    enum ty_layout layout; /* ARRAY: what an annotation promised (checked at the boundary) */
    int n;                 /* TUPLE; closures without captures vanish. LIST: 1 */
    struct ty **item;
    const char *keys; /* TUPLE that Python sees as a dictionary: its keys, as ast.h joins them; LIST
                         that is an object: ty_object */
    const char *names; /* TUPLE that is a named one: those of ty_object */
    bool linked;       /* LIST that is an object: inside of its items it may stand itself */
};

/* Interned ground types of a module. */
struct ty *ty_scalar(struct arena *a, struct tmodule *m, enum dtype d);
struct ty *ty_array(struct arena *a, struct tmodule *m, enum dtype d, int rank, enum ty_layout l);
struct ty *ty_tuple(struct arena *a, struct tmodule *m, int n, struct ty **item);
struct ty *ty_record(struct arena *a, struct tmodule *m, const char *keys, int n, struct ty **item);
/* A named tuple: names as those of ty_object. */
struct ty *ty_named(struct arena *a, struct tmodule *m, const char *names, int n, struct ty **item);
/* A value of t, or None: whether there is one, and that. */
struct ty *ty_optional(struct arena *a, struct tmodule *m, struct ty *t);
bool ty_is_optional(const struct ty *t);
/* A value of several types: the tuple of which (enum either), its value as an int, a float, a text.
 */
enum either { EITHER_NONE, EITHER_BOOL, EITHER_INT, EITHER_FLOAT, EITHER_TEXT };
struct ty *ty_either(struct arena *a, struct tmodule *m);
bool ty_is_either(const struct ty *t);
/* An attribute that an object may not have yet: the named tuple of whether it has, and its value;
 * ty_is_unset: the type of a value that nothing compiled gives. */
struct ty *ty_late(struct arena *a, struct tmodule *m, struct ty *t);
bool ty_is_late(const struct ty *t);
bool ty_is_unset(const struct ty *t);
/* An object: the list of one item that is the tuple of its attributes. names: of its class, then of
 * these, joined as keys are; the prelude's classes are {dict} and {set}. */
struct ty *ty_object(struct arena *a, struct tmodule *m, const char *names, struct ty *attributes);
/* One that is linked; its attributes are to be set. */
struct ty *ty_linked(struct arena *a, struct tmodule *m, const char *names);
/* Is it the type of a nested sequence? */
bool ty_is_nested(const struct ty *t);
/* A slice as a value (keys.h)? */
bool ty_is_slice(const struct ty *t);
/* Of an array of an element type with fields? */
bool ty_is_records(const struct ty *t);
struct ty *ty_list(struct arena *a, struct tmodule *m, struct ty *item);
struct ty *ty_none(struct arena *a, struct tmodule *m);
/* "f64[:, :]", "tuple[int, f64]" ... */
const char *ty_name(struct arena *a, const struct ty *t);

#endif
