/* AST: what the frontend makes of a module.
 *
 * Arena-allocated tagged unions with a common head. Sugar is gone: parentheses, comprehensions'
 * scoping, `elif` (an if in the else branch), decorators (read into struct func). Names are
 * resolved: every EXPR_NAME, and every EXPR_ATTR on a module (np.sin), points to its symbol.
 *
 * Only functions that may be compiled get a body: annotated ones, and module-level or nested ones
 * without annotation (helpers). What the language of pycc lacks becomes EXPR_UNSUPPORTED or
 * STMT_UNSUPPORTED with its span, so that type inference reports it only where a compiled function
 * reaches it: the module's other code may hold anything.
 *
 * ids are dense: expr->id counts within its outermost function (0 .. func->n_exprs-1, nested
 * functions and lambdas included), symbol ids within the module. Later stages keep their facts in
 * side tables indexed by them and never write into the AST. */
#ifndef PYCC_AST_H
#define PYCC_AST_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "signature.h"
#include "taken.h"

/* ---- names */

enum symbol_kind {
    SYM_LOCAL,     /* variable or parameter of a function, or captured from an enclosing one */
    SYM_FUNC,      /* function: module-level, nested or lambda bound by name */
    SYM_CONST,     /* module-level name assigned once with a constant expression */
    SYM_GLOBAL,    /* any other module-level variable: reading it in a compiled function is PY203 */
    SYM_OP,        /* operator or function of ops.def, with the module it was found in */
    SYM_DTYPE,     /* np.float32, bool, int ... used as a value or called as a cast */
    SYM_RECORDS,   /* an element type with fields */
    SYM_MODULE,    /* np, math, pycc ... */
    SYM_VALUE,     /* math.pi, np.inf, np.nan, np.e, math.tau, np.newaxis (None) */
    SYM_KIND,      /* np.floating, np.integer: its name as a text, when compiling */
    SYM_EXCEPTION, /* ValueError ... */
    SYM_CLASS,     /* a class of the module */
    SYM_OTHER      /* class, foreign module, anything the compiler knows nothing about */
};

struct scopes; /* scope.h */

struct symbol {
    enum symbol_kind kind;
    int id;
    const char *name;
    struct span span;    /* first definition */
    struct scopes *home; /* the names among which it was made */
    const char *unknown; /* OTHER: why, where there is more to say than that it is; or NULL */
    struct func *owner;  /* LOCAL: the function it belongs to */
    bool is_param;       /* LOCAL */
    bool is_deleted;     /* LOCAL: a del of it is followed by uses */
    bool is_list;        /* LOCAL: all that is assigned to it is a list by its form */
    bool is_tuple;       /* LOCAL: ... a tuple */
    bool is_container;   /* LOCAL: ... a dictionary or the like, so that what is put into it is no
                            array */
    const struct expr *axes; /* LOCAL: the tuple of ints as written that it is; or NULL */
    const char *parts;       /* LOCAL: names of the parts of the tuple that it is; or NULL */
    int n_assigned;       /* LOCAL: number of assignments, loops' targets included, parameters 0 */
    int n_none;           /* LOCAL: of these, of None; counted by the inference (infer_none.c) */
    bool may_be_none;     /* LOCAL: what may be None is assigned to it */
    int n_read;           /* in a Copperhead procedure: how often it is named as a value */
    bool is_called;       /* FUNC in a Copperhead procedure: it is called by its name */
    struct symbol *first; /* LOCAL: of the variables that one name stands for, one after the other
                             (webs.h): the first; NULL: it is the only one */
    struct func *func;    /* FUNC */
    struct class *class_; /* CLASS */
    struct expr *value;   /* CONST: a literal, a tuple of them, or a call of a SYM_DTYPE on one
                             (np.float32(0.5)); folded, and without ids (-1).
                             GLOBAL: what makes the array that it is from then on, or NULL */
    struct expr *held;    /* GLOBAL: what the module assigns last, which has the type of the
                             variable, its names still to be resolved; or NULL */
    const struct ann_type *ann; /* GLOBAL: its type, as annotated, which comes first; or NULL */
    const char *held_in;   /* GLOBAL: its module, as an import in the one that is compiled names it;
                              NULL: that one */
    bool rebound;          /* GLOBAL: it is assigned more than once */
    bool typing;           /* GLOBAL: that is being resolved */
    enum op op;            /* OP */
    enum op_module module; /* OP, MODULE */
    struct scopes *members;        /* MODULE: the names of a module of the user's; or NULL */
    enum dtype dtype;              /* DTYPE */
    const struct records *records; /* RECORDS */
    double number;                 /* VALUE */
    struct expr *functions; /* GLOBAL: the list or dictionary of functions that it always is; or
                               NULL */
    struct expr *shorthand; /* LOCAL, GLOBAL: what it stands for (resolve_short.c); or NULL */
};

/* ---- expressions */

enum expr_kind {
    EXPR_NAME,
    EXPR_INT,
    EXPR_FLOAT,
    EXPR_IMAG,
    EXPR_BOOL,
    EXPR_NONE,
    EXPR_STR,
    EXPR_ELLIPSIS,
    EXPR_TUPLE,
    EXPR_LIST,
    EXPR_DICT,
    EXPR_UNARY,
    EXPR_BINARY,
    EXPR_BOOLOP,
    EXPR_COMPARE,
    EXPR_COND,
    EXPR_CALL,
    EXPR_ATTR,
    EXPR_INDEX,
    EXPR_SLICE,
    EXPR_LAMBDA,
    EXPR_COMP,
    EXPR_UNSUPPORTED
};

/* Behind each key of a dictionary but the last. */
#define DICT_KEY_END '\x1f'
/* hasattr(x, HOLDS_ITEMS) of what our own code asks: is x a list or an object? */
#define HOLDS_ITEMS "object.[]"
/* The attribute that type(x).__name__ becomes. */
#define TYPE_NAME "type(x).__name__"

/* The place of a key among keys, -1 when it is none of them. */
static inline int dict_key_place(const char *keys, const char *key) {
    size_t n = strlen(key);
    for (int i = 0; keys; ++i) {
        const char *end = strchr(keys, DICT_KEY_END);
        size_t length = end ? (size_t)(end - keys) : strlen(keys);
        if (length == n && memcmp(keys, key, n) == 0) {
            return i;
        }
        keys = end ? end + 1 : NULL;
    }
    return -1;
}

struct keyword {
    const char *name;
    struct span span; /* of the name */
    struct expr *value;
};

struct expr {
    enum expr_kind kind;
    bool any_length; /* a tuple that is made one of any length around it */
    int id;
    struct span span;
    union {
        struct {
            const char *name;
            struct symbol
                *sym; /* NULL: undefined, already reported when the function is annotated */
        } name;       /* NAME */
        struct {
            int64_t value;
            bool too_big;  /* does not fit 64 bits: PY308 where it is used */
            bool function; /* the number of a function (resolve_chosen.c) */
        } integer;         /* INT */
        struct {
            double number; /* FLOAT; IMAG: the imaginary part */
            double real;   /* IMAG: 0 as written, of a folded constant any */
        };
        bool boolean; /* BOOL */
        struct {
            const char *text; /* unescaped */
            int n;
        } str; /* STR; adjacent literals joined; an f-string is a call of "{}".format */
        struct {
            int n;
            struct expr **item;
            const char *keys; /* DICT: constant strings, joined by DICT_KEY_END, interned */
            bool keyed;       /* DICT: it is no record, but a dictionary of any keys */
        } list;               /* TUPLE, LIST, DICT */
        struct {
            enum op op;
            struct expr *a;
        } unary; /* UNARY: NEG POS INVERT NOT */
        struct {
            enum op op;
            struct expr *a, *b;
            struct span op_span;
        } binary; /* BINARY: arithmetic, bitwise, shifts; `@` is UNSUPPORTED */
        struct {
            enum op op; /* LAND, LOR */
            int n;
            struct expr **item;
        } boolop; /* BOOLOP: a and b and c */
        struct {
            int n; /* operators; n + 1 operands */
            enum op *op;
            struct expr **item;
        } compare; /* COMPARE: a < b <= c; IS, IS_NOT, IN, NOT_IN are decided when compiling */
        struct {
            struct expr *cond, *then, *els;
        } cond; /* COND: then if cond else els */
        struct {
            struct expr *fn;
            int n;
            struct expr **arg;
            int n_kw;
            struct keyword *kw;
            bool packed;  /* the arguments for the callee's *args are one, a tuple */
            bool makes;   /* fn is the NAME of a class: an object of it with these attributes */
            bool settled; /* the axis is known when compiling (resolve_axis.c) */
        } call; /* CALL; *args are UNSUPPORTED, the keyword of **kw is "**" until names have
                   their meaning */
        struct {
            struct expr *base;
            const char *name;
            struct span name_span;
            bool raw;           /* of an attribute that may not be there yet: as it is kept */
            struct symbol *sym; /* np.sin, np.float32, math.pi: resolved; else NULL */
        } attr;                 /* ATTR */
        struct {
            struct expr *base;
            int n; /* a[i, j:k] has 2; a[()] has 0 */
            struct expr **index;
        } index; /* INDEX */
        struct {
            struct expr *lo, *hi, *step; /* any may be NULL */
        } slice;                         /* SLICE, only inside INDEX */
        struct func *lambda;             /* LAMBDA */
        struct {
            struct expr *list;  /* NAME of a local that only body knows: an empty list before it */
            struct stmt *loop;  /* the FOR that appends to it */
            struct expr *start; /* what an empty dictionary or set is; NULL: a list */
            bool ends_early;    /* of any() or all(), with the first item that decides */
        } comp;                 /* COMP: a list comprehension */
        struct {
            const char *unsupported; /* what it is, e.g. "set comprehension" */
            struct expr *starred;    /* what stands behind the `*`; else NULL */
            struct expr *named;      /* NAME := value; else NULL */
            struct expr *value;
        }; /* UNSUPPORTED */
    };
};

/* The list or tuple display that the frontend has made np.array(display) of, in a place of arrays
 * (sugar.c); NULL: e is something else. */
static inline const struct expr *sugar_display(const struct expr *e) {
    bool sugar = e->kind == EXPR_CALL && e->call.fn->kind == EXPR_NAME && e->call.n == 1 &&
                 strcmp(e->call.fn->name.name, "np.array") == 0;
    return sugar ? e->call.arg[0] : NULL;
}

/* ---- what inference finds about tuples, with which the module is read again */

/* Where a loop names its tuple, whose items have several types, and how many these are; n = 0:
 * where a tuple stands that meets one of another length, or one that has it as its item, or a value
 * that becomes one of several types. */
enum {
    MIXED_SEVERAL = -1, /* a value, or the values of a variable, become ones of several types */
    MIXED_RANK = -2,    /* a function, by its name: arrays that its uses take for vectors may be
                           matrices */
    MIXED_WRITTEN = -3  /* less a dtype: a number as written becomes one of it */
};
struct mixed_loop {
    struct span span;
    int n;
    int item;              /* 1: the first; 0: itself; MIXED_... */
    const char *attribute; /* which is given such tuples or values, there and elsewhere; or NULL */
    const char *keys;      /* of records that have to be dictionaries, anywhere; or NULL */
    const char *given;     /* the types that the function is given where it is so; NULL: all */
    const char *raises;    /* the exception that is always raised there, with `given` for its words,
                              item: once the value there is known, 0: once its operands are; or NULL */
};

enum { RAISES = -2 }; /* as n */

/* ---- statements */

enum stmt_kind {
    STMT_EXPR,
    STMT_ASSIGN,
    STMT_AUGASSIGN,
    STMT_IF,
    STMT_WHILE,
    STMT_FOR,
    STMT_RETURN,
    STMT_PASS,
    STMT_BREAK,
    STMT_CONTINUE,
    STMT_ASSERT,
    STMT_RAISE,
    STMT_DEL,
    STMT_DEF,
    STMT_UNSUPPORTED
};

struct block {
    int n;
    struct stmt **item;
};

/* What makes an IF a try statement, or a part of one, so that whatever walks over statements needs
 * to know nothing of them. `try: A except X: B except Y: C else: D` is
 *
 *     if TRY: { if True: A; D } else: { if CLAUSE 0: B else: { if CLAUSE 1: C } }
 *
 * and `try: A finally: F` is `if FINALLY: { if True: A; F }`; one with both has the first for its
 * A. The first statement of `then` is what is guarded, a BODY. Conditions are True, and say
 * nothing. */
enum guard_kind { GUARD_TRY, GUARD_CLAUSE, GUARD_FINALLY, GUARD_BODY };

struct except_clause {
    bool bare; /* except: */
    int n;
    struct expr **class; /* NAME, or ATTR */
    const char *name;    /* except ... as name; or NULL */
    struct span name_span;
};

struct stmt_guard {
    enum guard_kind kind;
    int n;                        /* TRY: clauses */
    struct except_clause *clause; /* TRY */
    int index;                    /* CLAUSE: which it is */
};

struct stmt {
    enum stmt_kind kind;
    struct span span;
    union {
        struct expr *expr; /* EXPR (docstrings are dropped), RETURN (NULL: bare return), DEL: the
                              NAME of a local that may be read behind it */
        struct {
            int n;                       /* targets: a = b = value has 2 */
            struct expr **target;        /* NAME, INDEX or TUPLE of them */
            struct expr *value;          /* NULL: declaration `x: f64` only */
            struct ann_type *ann;        /* x: f64 = value; else NULL */
            const struct symbol *global; /* the variable of the module that the target is: value
                                            only says of which type; else NULL */
            bool types_only; /* its target is named by values of such statements alone */
        } assign;
        struct {
            enum op op;
            struct expr *target, *value;
            struct span op_span;
        } aug;
        struct {
            struct expr *cond;
            struct block then, els;
            struct stmt_guard *guard; /* NULL: what is written is an `if` */
        } if_;
        struct {
            struct expr *cond;
            struct block body, els;
        } while_;
        struct {
            struct expr *target; /* NAME or TUPLE of NAMEs */
            struct expr *iter;   /* call of RANGE/PRANGE/ENUMERATE/ZIP or any expression */
            bool independent;    /* prange(..., independent=True), which is taken out of the call */
            bool manages;        /* a with statement, over a call of contextlib.contextmanager's */
            struct block body, els;
        } for_;
        struct {
            struct expr *cond, *message; /* message may be NULL */
        } assert_;
        struct {
            struct symbol *exception; /* SYM_EXCEPTION; NULL: again. Before names are resolved: its
                                         name, and the value: its path, if it is one */
            struct expr *message;     /* NULL: none */
            bool several;             /* message is a TUPLE of the arguments of the exception */
            const char *cause;        /* raise ... from cause, a name; or NULL */
            const struct stmt_guard *again; /* CLAUSE whose exception is raised again */
        } raise;
        struct func *def;        /* DEF: nested function, or `name = lambda ...` when the name
                                    is bound only there */
        const char *unsupported; /* UNSUPPORTED: what it is, e.g. "try statement" */
    };
};

/* a, b = None, x: of which each target gets its value, for None is no item of a tuple. */
static inline bool stmt_assigns_none(const struct stmt *s) {
    const struct expr *to = s->kind == STMT_ASSIGN && s->assign.n == 1 ? s->assign.target[0] : NULL;
    const struct expr *value = to && to->kind == EXPR_TUPLE ? s->assign.value : NULL;
    bool none = false;
    for (int i = 0; value && value->kind == EXPR_TUPLE && i < value->list.n; ++i) {
        none = none || value->list.item[i]->kind == EXPR_NONE;
    }
    return none && to->list.n == value->list.n;
}

/* Is it an IF whose `then` always runs: what is guarded, or the last clause? */
static inline bool stmt_runs(const struct stmt *s) {
    const struct stmt_guard *g = s->if_.guard;
    return g && (g->kind == GUARD_BODY || (g->kind == GUARD_CLAUSE && s->if_.els.n == 0));
}

/* ---- classes, functions and the module */

enum method_kind { METHOD_PLAIN, METHOD_STATIC, METHOD_CLASS, METHOD_PROPERTY, METHOD_SETTER };

/* A constant of a class. */
struct class_value {
    const char *name;
    struct expr *value;  /* folded, as those of a symbol; NULL: it is none that is known */
    const char *written; /* it is assigned by name of the class: "int", "float", "str" or "bool", of
                            what it is at first; or NULL */
};

/* A dictionary or list of functions, and of methods of `self`, that objects are made with. */
struct class_table {
    const char *name, *self;
    const struct expr *value;
    struct class_table *next;
};

enum enum_kind { ENUM_NONE, ENUM_OBJECTS /* Enum */, ENUM_INTS /* IntEnum */ };

/* What methods that a data class makes leave out. */
enum field_hides { HIDES_COMPARED = 1, HIDES_SHOWN = 2 };

/* A class of the module. Its objects have one type for each attribute, those that it is made with:
 * Pair(1, 2) and Pair(1.0, 2) differ. */
struct class {
    const char *name;
    struct span span;    /* of the name */
    const char *unknown; /* why no object of it is compiled; or NULL */
    struct class *base;  /* or NULL */
    const char
        *foreign; /* its only base, "Exception", "enum.IntEnum", no class of the file; or NULL */
    int n_fields; /* attributes of the objects, those of the base first */
    int n_late;   /* so many of them, the last ones, an object may not have yet (it_late) */
    const char **field;
    unsigned char *hides; /* enum field_hides of each, of a data class; NULL: nothing */
    int n_methods;        /* its own */
    struct func **method;
    int n_values; /* its own */
    struct class_value *value;
    struct func *make;           /* what a call of it calls; NULL: unknown */
    const struct node *init;     /* its __init__, or its base's, as text; NULL: there is none */
    const struct class *init_of; /* whose that is */
    bool whole; /* that uses self as a whole, so that it may call methods of what is derived */
    bool any;   /* arrays in that are of elements, or axes, that nothing tells */
    struct ann_type **made_of; /* where it is the type of a parameter or a result: what make's
                                  parameters are annotated as, make->n_params of them */
    bool frozen;               /* attributes of its objects are not assigned */
    const char *abstract;      /* a base or its metaclass, "ABC", "abc.ABCMeta"; or NULL */
    const char *generic;       /* a base, "Generic", "typing.Generic", of Generic[T]; or NULL */
    const char *ordering;      /* the decorator "total_ordering", with its module; or NULL */
    bool plain;         /* nothing but its base is unknown, and whether `unique` is that of enum */
    const char *unique; /* the decorator "unique", "enum.unique"; or NULL */
    bool named;         /* nothing but whether `foreign` is what makes named tuples is unknown */
    bool tuple;         /* its objects are named tuples */
    enum enum_kind enumerates; /* its constants are the members of an enumeration */
    bool data;                 /* a data class, whose fields are parameters of `make` */
    bool prelude;              /* its name has more before that which programs use: class_shown */
    bool generator;            /* its objects are those of a generator function */
    struct class_table *tables;
    struct class *family; /* the class that its objects are of, as are those of its base; or NULL */
};

struct param {
    struct symbol *sym;
    struct expr *def; /* default value or NULL */
    bool kw_only;
    bool pos_only;            /* before `/` */
    bool is_static;           /* annotated `static`: an instance per value */
    bool is_float;            /* annotated float: where uses say the type, an int becomes one */
    bool is_array;            /* annotated np.ndarray, in the prelude: a list stands for an array */
    struct ann_type *kept_as; /* what it is whatever is given here: a number or a text or None, of
                                 what makes objects; a tuple of any length; NULL: what is given */
    bool is_bare;             /* has no annotation where others have pycc's */
};

struct func {
    const char *name;    /* "<lambda>" for a lambda */
    const char *prelude; /* "np.diff": a function of the prelude, or inside one; else NULL */
    bool imported;       /* of another module: compiled for its uses only, as helpers are */
    int id;              /* dense in the module */
    struct span span;    /* the whole def */
    struct span name_span;
    struct func *parent; /* enclosing function, NULL at module level */
    struct symbol *sym;  /* NULL for an anonymous lambda */
    int n_params;
    struct param *param;
    bool star_args;       /* has *args or **kw: no signature of it can be compiled */
    int rest;             /* 1 + the place of *args, which is a tuple; 0: none */
    const char *keywords; /* the name of **kw: calls have instances (resolve_splat.c); or NULL */
    const struct func *instance_of; /* the function with **kw that it is an instance of; or NULL */
    bool is_async;                  /* what a call of it gives cannot be compiled */
    const struct expr
        *decorator;         /* the first that is not pycc's: calls mean something else; or NULL */
    bool cached;            /* functools.cache: what it has given is kept */
    struct ann_type *known; /* the dictionary of that; NULL: its types follow from the uses */
    struct block body;      /* a lambda's is one RETURN */
    bool manages;           /* of contextlib.contextmanager: it is called in with statements only */
    bool yields; /* a generator function: a call of it gives the list of what it yields */
    struct block generator; /* its statements as they are written */
    struct symbol *kept;    /* what makes an object that goes through them step by step, of which it
                               is its own; or NULL */
    int n_signatures;       /* 0: helper, inferred per use */
    struct signature **signature;
    bool is_lambda;
    bool is_guess;              /* its uses say of a parameter that it has one axis, or more */
    bool is_method;             /* of a class: compiled for its uses only */
    const struct func *exposes; /* the method that Python calls by it ("Path.length"), or NULL */
    bool is_abstract;           /* a method that classes derived from it have to have */
    bool exact; /* a comparison that a data class has: of objects of its very class */
    enum method_kind method;
    struct class *class_; /* METHOD_CLASS: what is called by its first parameter */
    struct class *makes;  /* the family of the object that it makes, or NULL */
    bool cu;              /* @cu of pycc.copperhead, or inside one */
    const char *cutype;   /* what @cutype says, or NULL */
    struct span cutype_span;
    const char *instantiate; /* element types that pycc.instantiate gives, "f32,f64", or NULL */
    bool may_stay; /* its types are Python's own (texts, dictionaries, objects): where it cannot be
                      compiled it is left to Python, as functions of other classes are */
    bool gpu;      /* @pycc.gpu */
    bool fastmath; /* @pycc.fastmath */
    enum nested_loops schedule; /* @pycc.schedule */
    int n_exprs;                /* outermost functions: number of expression ids below */
    int n_captures; /* variables of enclosing functions that the body reads, in first-use order */
    struct symbol **capture;
};

/* The method, of the class or a base; NULL: there is none. */
/* What a program calls the class. */
static inline const char *class_shown(const struct class *c) {
    const char *last = c->prelude ? strstr(c->name, "__") : NULL;
    return last ? last + 2 : c->name + (c->prelude && c->name[0] == '_');
}

static inline const struct func *class_method(const struct class *c, const char *name) {
    for (; c; c = c->base) {
        for (int i = 0; i < c->n_methods; ++i) {
            if (strcmp(c->method[i]->name, name) == 0) {
                return c->method[i];
            }
        }
        for (int i = 0; i < c->n_values; ++i) {
            if (strcmp(c->value[i].name, name) == 0) {
                return NULL; /* a constant, not what a base has */
            }
        }
    }
    return NULL;
}

/* A constant of the class or a base; NULL: there is none. */
static inline const struct class_value *class_constant(const struct class *c, const char *name) {
    for (; c; c = c->base) {
        for (int i = 0; i < c->n_values; ++i) {
            if (strcmp(c->value[i].name, name) == 0) {
                return &c->value[i];
            }
        }
    }
    return NULL;
}

/* Are objects of the class made by the function? */
static inline bool class_made_by(const struct class *c, const struct func *f) {
    return c->make == f || (f->makes && f->makes == c);
}

/* A function that Python keeps, and why. */
struct left {
    const char *name;
    struct span name_span;
    struct span at;            /* what `why` is about */
    const char *why;           /* "parameter 'xs' is 'Callable'" */
    const struct func *helper; /* it is compiled where a compiled function uses this one; or NULL */
    bool meant;                /* its types or decorators are pycc's: leaving it is an error */
};

struct module {
    const char *name; /* base name of the file without .py: a valid identifier */
    const struct source *source;
    int n_funcs; /* all functions, nested ones and lambdas included, in source order */
    struct func **func;
    int n_symbols;
    int n_classes;
    struct class **class_;
    int n_left;
    struct left *left; /* in the order of the source */
    int n_taken;
    const struct taken *taken;
    int n_mixed; /* what inference had found before */
    const struct mixed_loop *mixed;
    int n_comments;     /* of the user's text, in its order */
    int n_all_comments; /* with those of imported files behind them */
    const struct span *comment;
};

#endif
