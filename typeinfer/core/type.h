/* Inference types: terms over variables, and the ground types that instances are made of.
 *
 * A term without variables is ground and interned, so that equal ground types are one pointer. A
 * variable is a union-find node; unify binds it. Variables are numbered densely in the function
 * whose scheme they belong to, which makes a ground substitution an array. */
#ifndef PYCC_TYPE_H
#define PYCC_TYPE_H

#include <stdbool.h>

#include "ast.h"
#include "intern.h"
#include "tir.h"

enum itype_kind {
    IT_ERROR, /* already reported; fits everything */
    IT_NONE,
    IT_SCALAR,
    IT_ARRAY,
    IT_TUPLE,
    IT_RECORD, /* a dictionary whose keys are known: never assigned a key */
    IT_LIST,   /* of items of one type: item[0], never with a known value */
    IT_OBJECT, /* of a class: the types of its attributes, shared as a list's items are */
    IT_SELF,   /* inside of an object's type: that type itself, of the class `of` (it_unfold) */
    IT_FUNC,   /* function value: a singleton, so that calls are direct */
    IT_STATIC, /* a string or an element type as a value: it exists when compiling only */
    IT_OPEN,   /* what a container of a use holds is not known yet: number `value` of it (open.h) */
    IT_VAR
};

struct itype {
    enum itype_kind kind;
    bool ground;   /* no variable inside; interned */
    bool open;     /* ground, with an IT_OPEN inside */
    bool linked;   /* with an IT_SELF inside */
    bool literal;  /* SCALAR of a number as written: takes the type of what it meets (join.h); VAR:
                      the same of a procedure, with its dtype (cu.h) */
    bool number;   /* VAR of a procedure: of numbers only */
    bool data;     /* VAR of a procedure: no function */
    bool given;    /* VAR of a procedure: its caller says what it is */
    bool known;    /* SCALAR of Python, real: its value is known when compiling (decide.c) */
    int64_t value; /* known; the bits of a float */
    const char
        *text; /* STATIC: an interned string; NULL: an element type, in dtype; RECORD: keys */
    enum dtype dtype;              /* SCALAR, ARRAY, STATIC */
    int rank;                      /* ARRAY */
    enum ty_layout layout;         /* ARRAY */
    const struct func *func;       /* FUNC */
    const struct records *records; /* STATIC, RECORD: an element type with fields, an array of it;
                                      or NULL */
    const struct class *of;        /* OBJECT; TUPLE: of named tuples, or NULL */
    int n; /* TUPLE: items; FUNC: captured variables, in func->capture order;
              LIST: 1 */
    struct itype **item;
    int size;           /* TUPLE, FUNC: nodes of the tree that it is */
    struct itype *link; /* VAR: what it is bound to, or NULL */
    int id;             /* VAR: index in its scheme */
};

/* A shared type can stand for a tree of any size (x = (x, x) doubles it): more nodes are refused.
 */
enum { IT_MAX_SIZE = 1000, IT_LINK_DEPTH = 8 };

/* Where objects of a class hold others of it: the way to there in their type. */
struct it_link {
    const struct class *of;
    int n;
    unsigned char way[IT_LINK_DEPTH]; /* the attribute, the item of its type ... */
    struct itype *what;               /* what stands there, with IT_SELF inside; NULL: IT_SELF */
};

/* An exception as compiled code raises it somewhere: the name of its class, and what the arguments
 * are (OF_... of eval_caught.c). */
enum { IT_RAISED_ARGUMENTS = 8 };
struct it_raised {
    const char *name;
    int n;
    unsigned char kind[IT_RAISED_ARGUMENTS];
};

/* Every ground type of a module. */
struct type_table {
    struct arena *arena;
    VEC(struct it_link) links;
    VEC(struct it_raised) raised; /* each of them once */
    bool reads_raised; /* a handler has been told what it reads by those that had been found */
    bool linked;       /* one has been found: what was inferred before does not know it */
    bool again;        /* inference has begun anew */
    bool numbers_meet; /* unify takes numbers of all types for one: procedures (cu.h) */
    const struct class *either; /* the prelude's (several.py), or NULL: the module lacks it */
    struct itype error, none;
    struct itype too_large;           /* an IT_ERROR that has not been reported */
    struct itype scalar[2][DT_COUNT]; /* [literal][dtype] */
    int n, cap;                       /* open addressing over the compound ones */
    struct itype **slot;
};

void type_table_init(struct type_table *tt, struct arena *a);

struct itype *it_scalar(struct type_table *tt, enum dtype d);
struct itype *it_literal(struct type_table *tt, enum dtype d);
/* Arrays of rank below 2 that are Fortran-contiguous are C-contiguous, and typed so. */
struct itype *it_array(struct type_table *tt, enum dtype d, int rank, enum ty_layout layout);
/* A dictionary: keys as ast.h joins them, interned. */
struct itype *it_record(struct type_table *tt, const char *keys, int n, struct itype **item);
/* The same of what `like` is, with other items. */
struct itype *it_record_like(struct type_table *tt, const struct itype *like, struct itype **item);
/* An array with so many axes of an element type with fields (tir.h); attributes: the fields are
 * attributes, too. */
struct itype *it_records(struct type_table *tt, struct intern_table *names,
                         const struct records *records, int rank, bool attributes);
static inline bool it_is_records(const struct itype *t) {
    return t->kind == IT_RECORD && t->records;
}
/* Are the fields attributes, too? */
bool it_is_recarray(const struct itype *t);
/* A nested sequence of what data holds, an array or again one, with offsets of this type (tir.h).
 */
struct itype *it_nested(struct type_table *tt, struct intern_table *names, struct itype *data,
                        enum dtype offset);
bool it_is_nested(const struct itype *t);
/* A sequence of tuples, by columns (tir.h)? */
bool it_is_columns(const struct itype *t);
struct itype *it_list(struct type_table *tt, struct itype *item);
/* An object with attributes of these types, of->n_fields of them. Where the class has a link is an
 * IT_SELF, or one or None. */
struct itype *it_object(struct type_table *tt, const struct class *of, struct itype **item);
struct itype *it_self(struct type_table *tt, const struct class *of);
/* What attribute i of an object is, which is given as ground: with links (link.c). */
struct itype *it_linked(struct type_table *tt, const struct class *of, int i, struct itype *t);
/* The type of an attribute, or what is in it, as those who read it see it: the object's own type is
 * written out. */
struct itype *it_unfold(struct type_table *tt, struct itype *t, struct itype *object);
struct itype *it_item(struct type_table *tt, struct itype *t, int i);
void it_link_at(struct type_table *tt, struct it_link l);
/* The links of another table, which inference begins anew with. */
void it_link_again(struct type_table *tt, const struct type_table *from);
/* Notes what is raised; what has been read before makes inference begin anew. */
void it_note_raised(struct type_table *tt, struct it_raised r);
/* From here on objects of the class hold others where an object of this type has one of it, or
 * `var`, or IT_SELF; `var` is one of them, or `whole`, which has the object inside of it. */
void it_link(struct type_table *tt, const struct itype *object, const struct itype *var);
void it_link_in(struct type_table *tt, struct itype *whole, const struct itype *object,
                const struct itype *var);
/* Interned when every item is ground; item is copied. too_large beyond IT_MAX_SIZE. */
struct itype *it_tuple(struct type_table *tt, int n, struct itype **item);
/* The same of the class of named tuples that `like` is of. */
struct itype *it_tuple_like(struct type_table *tt, const struct itype *like, struct itype **item);
/* A named tuple with fields of these types, of->n_fields of them. */
struct itype *it_named(struct type_table *tt, const struct class *of, struct itype **item);
struct itype *it_func(struct type_table *tt, const struct func *f, int n, struct itype **capture);
struct itype *it_known(struct type_table *tt, enum dtype d, int64_t value);
struct itype *it_static_text(struct type_table *tt, const char *interned);
struct itype *it_static_records(struct type_table *tt, const struct records *records);
struct itype *it_static_dtype(struct type_table *tt, enum dtype d);
struct itype *it_open(struct type_table *tt, int number);
struct itype *it_var(struct type_table *tt, int id);
/* A compound type with other items. */
struct itype *it_rebuild(struct type_table *tt, const struct itype *t, struct itype **item);

/* A str that is known when the program runs. */
static inline struct itype *it_text(struct type_table *tt) {
    return it_array(tt, DT_CHAR, 1, TY_C);
}
/* Such a one, or a character of one; is any of these, or a text that is known when compiling. */
static inline bool it_is_str(const struct itype *t) {
    return (t->kind == IT_ARRAY || t->kind == IT_SCALAR) && t->dtype == DT_CHAR;
}
static inline bool it_is_text(const struct itype *t) {
    return it_is_str(t) || (t->kind == IT_STATIC && t->text);
}
/* What lists and tuples hold for a value of the type: a str for any text, in tuples too. */
struct itype *it_kept(struct type_table *tt, struct itype *t);

/* The representative of a term: follows the links of a variable. */
struct itype *it_find(struct itype *t);

/* The term with every bound variable replaced, ground (and interned) when nothing is open. */
struct itype *it_resolve(struct type_table *tt, struct itype *t);

/* The ground type of a term under a substitution: value[id] for a variable, literals in variables
 * made plain. NULL when a variable in it has no value yet; IT_ERROR when one is in error. */
struct itype *it_subst(struct type_table *tt, struct itype *t, struct itype *const *value);

/* A value or None: the tuple of whether there is one, and it; of None and of such a type again, the
 * type itself. */
struct itype *it_optional(struct type_table *tt, struct itype *t);
extern const struct class it_optional_class;
/* Of slices as values (builtins.py)? */
static inline bool it_is_slice_class(const struct class *c) {
    return c->prelude && c->tuple && strcmp(c->name, "_slice") == 0;
}

static inline bool it_is_slice(const struct itype *t) {
    return t && t->kind == IT_TUPLE && t->of && it_is_slice_class(t->of);
}

static inline bool it_is_optional(const struct itype *t) {
    return t->of == &it_optional_class;
}
/* A value of several types, a number of Python's, a text or None: the tuple of which and what it
 * is, of the class of the prelude that says what operators do (several.py). */
#define EITHER_CLASS "_either"
struct itype *it_either(struct type_table *tt);
bool it_is_either(const struct itype *t);
/* May such a value be it? */
bool it_is_one(const struct itype *t);
/* An attribute of an object that it may not have yet: the tuple of whether it has, and its value.
 * Where nothing says what the value is it is of the type it_unset. */
struct itype *it_late(struct type_table *tt, struct itype *t);
struct itype *it_unset(struct type_table *tt);
extern const struct class it_late_class, it_unset_class;
static inline bool it_is_late(const struct itype *t) {
    return t->of == &it_late_class;
}
/* What the attribute is where an object has it. */
static inline struct itype *it_there(struct itype *t) {
    return it_is_late(t) ? it_find(t->item[1]) : t;
}
/* Have they items that belong together? */
static inline bool it_alike(const struct itype *a, const struct itype *b) {
    return a->kind == b->kind && a->n == b->n && it_is_optional(a) == it_is_optional(b) &&
           it_is_late(a) == it_is_late(b);
}
/* tuple[X, ...]: an object of the prelude's class that holds a list of X. */
static inline bool it_is_any_tuple(const struct itype *t) {
    return t->kind == IT_OBJECT && t->of->prelude && strcmp(t->of->name, "_tuple") == 0;
}
/* The type of the value, where it has one. */
static inline struct itype *it_given(struct itype *t) {
    return it_is_optional(t) ? it_find(t->item[1]) : t;
}

/* A number that is not complex, or a bool? */
static inline bool it_is_real(const struct itype *t) {
    return t->kind == IT_SCALAR && dtype_info[t->dtype].kind != KIND_COMPLEX;
}

/* The type without literal marks. */
struct itype *it_plain(struct type_table *tt, struct itype *t);
/* The same without known values. */
struct itype *it_forget(struct type_table *tt, struct itype *t);

/* Calls visit on each unbound variable of a term. */
void it_each_var(struct itype *t, void (*visit)(void *context, struct itype *var), void *context);

/* "f64[:, ::1]", "tuple[int, 'a]", "function f": for messages and --emit types. */
const char *it_name(struct arena *a, struct itype *t);

/* Makes two terms equal by binding variables; the most general unifier (Robinson; variables are
 * union-find nodes as in Algorithm J). Returns false, with some variables bound, when there is
 * none: different heads, a variable inside its own term, or one of numbers or values that is to be
 * something else. IT_ERROR fits everything. */
bool unify(struct type_table *tt, struct itype *a, struct itype *b);

#endif
