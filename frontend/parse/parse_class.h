/* What parse_class.c (a class as written) and parse_init.c (what a call of it calls) share. */
#ifndef PYCC_PARSE_CLASS_H
#define PYCC_PARSE_CLASS_H

#include "parse.h"

/* A field of a data class, or a constant: name [: annotation] = value. */
struct member {
    const char *name;
    struct span span, ann; /* ann: empty, there is none */
    const struct node *value;
    unsigned hides; /* enum field_hides, of a field of a data class */
    bool kw_only, no_param;
};

/* A class while it is read. */
struct reader {
    struct parser *p;
    struct class *c;
    bool data, order, equal; /* equal: a data class makes its __eq__ */
    bool hashed, repr;       /* unsafe_hash=True; it makes its __repr__ */
    bool abstract, cached;   /* the method read last is one of abc, a cached_property */
    bool named;              /* a data class whose objects are tuples: of NamedTuple's form */
    bool typed;              /* of a call that makes it: the fields have types */
    const struct expr *call; /* the base is that call; or NULL */
    int n_called;            /* so many of the members are that call's */
    bool kw_only;            /* so are all fields from here on */
    bool strange, several;   /* its bases are not one class of this file; are more than one */
    const struct node *init;
    VEC(struct member) members;
    VEC(struct func *) methods;
    VEC(const struct node *) plain; /* the definitions of plain methods */
    VEC(const char *) assigned;     /* self.x = ... in them, in order */
};

/* The function that is made of an `__init__`, while it is (parse_init.c). */
struct maker {
    struct class *class_;
    const struct class *of; /* whose __init__ it is: class_, or a base */
    struct func *func;
    const char *self;
    VEC(const char *) fields;
    const struct reader *reader;
    bool based; /* the base's object is there */
    bool made;  /* self is an object from here on */
};

/* ---- parse_class.c */

/* Has the class, or one of its bases, a method or a constant of this name, which is interned? */
bool parse_class_has_method(const struct class *c, const char *name);
bool parse_class_has_value(const struct class *c, const char *name);

/* ---- parse_named.c: the call that makes a class of named tuples, or its base, into its members;
 * false: it is another call. What is said of the class's `make`, which has been made since. */
bool parse_named_fields(struct reader *r, const struct expr *call);
void parse_named_finish(struct reader *r, const struct expr *call);

/* Adds a class to the module's. */
void parse_keep_class(struct parser *p, struct class *c);

/* Notes a method as the text has it, a definition with its decorators: Python does not call f
 * compiled, and where its types are pycc's, that is told. */
void parse_class_note_left(struct reader *r, const struct func *f, const struct node *decorated);

/* Defaults of a method of a class, r->c or a base, that name what it has are the values of that. */
void parse_class_defaults(struct reader *r, const struct class *of, struct func *f);

/* Is the member of a data class annotated ClassVar, and no field? (parse_init.c) */
bool parse_is_class_variable(const struct parser *p, const struct member *m);

/* ---- parse_init.c: each makes the class's `make`, n: its statement where nothing else is said */

/* Of the `__init__` of a class, r->c or a base, which n is; or r->c->unknown says why there is
 * none. */
void parse_class_init(struct reader *r, const struct class *of, const struct node *n);

/* def Derived(a, b): self.base = Base(a, b); ... */
void parse_class_inherit_init(struct reader *r, struct span n);

/* Of an object without attributes. */
void parse_class_empty_init(struct reader *r, struct span n);

/* Of the fields of a data class. */
void parse_class_data_init(struct reader *r, struct span n);

/* Of a function that is made: a parameter, like another or of no name yet; base.name; return. */
void parse_class_param(struct parser *p, struct func *f, const struct param *like, struct span span,
                       struct expr *def);
struct expr *parse_attribute_of(struct parser *p, struct expr *base, const char *name);
void parse_class_return(struct parser *p, struct expr *value, struct span span);

/* What is passed for a field where nothing is; isinstance(name, str), or name == that of a field
 * declared str. */
struct expr *parse_nothing(struct parser *p, struct span span);
struct expr *parse_is_nothing(struct parser *p, const struct member *of);

/* fn(args[0], ...) */
struct expr *parse_class_call(struct parser *p, struct expr *fn, int n, struct expr **args);

/* target = value */
void parse_class_assign(struct parser *p, struct expr *target, struct expr *value);

/* An attribute while it is a variable; notes it, false: it has been noted. */
struct expr *parse_field_variable(struct parser *p, struct maker *m, const char *name,
                                  struct span span);
bool parse_note_field(struct parser *p, struct maker *m, const char *name);
/* The variable that has the base's object. */
const char *parse_base_object(struct parser *p, const struct maker *m);

/* ---- parse_late.c */

/* Notes the attributes of the parameter `self` that a method assigns. */
void parse_class_note_assigned(struct reader *r, const struct node *n, const char *self);

/* Is self.name a method or a constant of the class, which no method assigns? */
bool parse_of_class(const struct maker *m, const char *name);

/* self.name = C.name of each constant that methods assign. */
void parse_take_constants(struct parser *p, struct maker *m);

/* What f computes once: a property whose attribute is there when it has been read. */
void parse_cached_property(struct reader *r, struct func *f);

/* self.a = self.b = None, self.a, self.b = None, x, the statement on top of the stack: one
 * assignment each. */
void parse_split_attributes(struct parser *p, const struct stmt *s, int mark);

/* Notes what else may become an attribute; what such a one is at first, None: not there; the name
 * of the variable that has the base's object. */
void parse_note_late(struct parser *p, struct maker *m);
struct expr *parse_late_value(struct parser *p, const struct maker *m, const char *name);

/* Does the __init__ of the base use self as a whole, and the class change what it may find there?
 */
bool parse_class_calls_back(const struct reader *r);

/* ---- parse_compare.c */

/* Methods of a data class: def __eq__(self, other): return self.x == other.x and ..., with r->order
 * def __lt__(self, other): return (self.x, ...) < (other.x, ...), and its kin; where it is frozen
 * what its hash is of: def _hashed(self): return (self.x, ...). And __repr__. */
void parse_class_data_compare(struct reader *r, struct span n);
/* The methods that have been read become the class's. */
void parse_class_keep_methods(struct reader *r);

/* __contains__ by __iter__, where there is none. */
void parse_class_contains(struct reader *r, struct span n);

/* The comparisons that functools.total_ordering makes of the one there is. */
void parse_class_order(struct reader *r, struct span n);

/* ---- parse_enum.c */

/* Does the base look like one of Python's enumerations, "Enum", "enum.IntEnum"? */
bool parse_class_enumerates(const struct class *c);

/* The class's `make`, which finds a member by its value, and the methods that its members have. */
void parse_class_enum(struct reader *r);

#endif
