/* Lowering, private: one instance with ground types -> one tfunc.
 *
 * An AST expression is lowered to a pure texpr; what has to happen before it (index checks, calls,
 * allocations ...) is appended to the block under construction, in Python's evaluation order. A
 * texpr that was built earlier is evaluated later, where it is used. That is safe because nothing
 * an expression appends assigns a variable of the source; only calls can change array elements, so
 * a pending LOAD is put into a temporary when a later operand calls (lower_protect).
 *
 * Operands that are evaluated on a condition are lowered into a block of their own: when that stays
 * empty the result is a SELECT, LAND or LOR, otherwise an IF with a temporary. */
#ifndef PYCC_LOWER_H
#define PYCC_LOWER_H

#include "instance.h"
#include "rules.h"
#include "typeinfer.h"
#include "vars.h"

/* What has been checked on every path to the current place: a CHECK's condition, or an index that
 * an INDEX has wrapped (array, axis, dst). It is forgotten when a variable in it is assigned. */
struct known {
    struct texpr *expr; /* NULL: forgotten */
    struct tvar *array; /* NULL: expr is a condition */
    int axis;
    struct tvar *dst;
};

/* A block under construction. */
struct stmt_list {
    int n, cap;
    struct tstmt **item;
    int n_known;    /* what was known before it */
    int known_from; /* lw->known_from outside */
};

/* The items of a list, as an array, in the loop that took them. */
struct list_items {
    struct tvar *list, *array;
};

struct lower {
    struct typeinfer *t;
    struct arena *a;
    struct tmodule *m;
    struct name_set func_names; /* of the module's tfuncs */
    bool in_order;              /* --fp=strict: floats are added in the order of the source */
    bool wraps;                 /* --overflow=wrap: Python ints do, without a check */

    /* of the function being lowered */
    struct instance *in;
    struct tfunc *f;
    struct name_set var_names;
    int n_temps; /* for the names of temporaries */
    VEC(struct tvar *) vars;
    struct stmt_list *out; /* where statements go */
    int calls;             /* CALLs appended so far */
    int pranges;           /* around the statement at hand */
    bool in_elements; /* a value per element is being built: it goes into an array statement, and
                         no part of it into a temporary before that */
    VEC(struct known) known;
    int known_from;               /* indices known from here on are of the innermost loop */
    VEC(struct list_items) items; /* of the loops around */
    struct span span;             /* what is being lowered: span of new nodes */

    /* by symbol id, valid for the variables of the function */
    struct tvar **var_of;     /* NULL: no run-time value, or a record */
    struct texpr **record_of; /* dictionaries: the TUPLE of their values' variables, or NULL */
    struct tvar **counter_of; /* FOR counter that equals the loop variable here, or NULL */
    bool *escapes;            /* read where no loop over it is around */
};

/* ---- names (lower_names.c) */

/* A C identifier for base that is not in the set; added to it. Not ASCII: _uXX per byte. */
const char *lower_name(struct lower *lw, struct name_set *set, const char *base, bool function);

/* ---- nodes (lower_build.c): types are given or follow from the operands; constants fold where
 * that is trivial */

struct ty *lower_scalar(struct lower *lw, enum dtype d);
struct texpr *lower_int(struct lower *lw, int64_t value); /* INT */
struct texpr *lower_bool(struct lower *lw, bool value);   /* PYBOOL */
struct texpr *lower_real(struct lower *lw, enum dtype d, double value);
struct texpr *lower_complex(struct lower *lw, enum dtype d, double re, double im);
struct texpr *lower_zero(struct lower *lw, enum dtype d);
struct texpr *lower_var(struct lower *lw, struct tvar *v);
struct texpr *lower_load(struct lower *lw, struct tvar *array, int n, struct texpr **index);
struct texpr *lower_shape(struct lower *lw, struct tvar *array, int axis);
struct texpr *lower_cast(struct lower *lw, struct texpr *e, enum dtype d);
struct texpr *lower_op1(struct lower *lw, enum op op, struct texpr *a, enum dtype result);
struct texpr *lower_op2(struct lower *lw, enum op op, struct texpr *a, struct texpr *b,
                        enum dtype result);
struct texpr *lower_cmp(struct lower *lw, enum op op, struct texpr *a, struct texpr *b);
struct texpr *lower_and(struct lower *lw, struct texpr *a, struct texpr *b);
struct texpr *lower_or(struct lower *lw, struct texpr *a, struct texpr *b);
struct texpr *lower_not(struct lower *lw, struct texpr *a);
struct texpr *lower_select(struct lower *lw, struct texpr *cond, struct texpr *a, struct texpr *b);
struct texpr *lower_tuple(struct lower *lw, int n, struct texpr **item);
struct texpr *lower_item(struct lower *lw, struct texpr *tuple, int index);
/* Row k of a matrix, as a view, made in the variable of the target where that is one and not NULL.
 */
struct texpr *lower_row(struct lower *lw, struct tvar *array, struct texpr *k,
                        const struct expr *target);

/* To a type: scalars are cast (a Python int must fit a NumPy integer), tuples item by item. */
struct texpr *lower_coerce(struct lower *lw, struct texpr *e, struct ty *to);

/* Truth of a scalar or a tuple; BOOL or PYBOOL. */
struct texpr *lower_truth(struct lower *lw, struct texpr *e);

bool texpr_is_const(const struct texpr *e, int64_t *value); /* integer constant of any dtype */
bool texpr_loads(const struct texpr *e);                    /* holds a LOAD */
bool texpr_reads(const struct texpr *e, const struct tvar *v);
bool texpr_equal(const struct texpr *a, const struct texpr *b); /* false when either loads */
bool texpr_is_simple(const struct texpr *e); /* free to evaluate twice: VAR, CONST, SHAPE, ITEM */

/* ---- statements and blocks (lower_block.c) */

struct tstmt *lower_stmt(struct lower *lw, enum tstmt_kind kind); /* appended, to be filled in */
void lower_assign(struct lower *lw, struct tvar *dst, struct texpr *value);
void lower_check(struct lower *lw, struct texpr *cond, enum texc exc, const char *message);
void lower_check_shown(struct lower *lw, struct texpr *cond, enum texc exc, const char *message,
                       struct texpr *shown);
struct texpr *lower_checked_index(struct lower *lw, struct tvar *array, int axis, int shown_axis,
                                  struct texpr *index);

/* A temporary that holds e, or one that does already on every path to here. */
struct texpr *lower_shared(struct lower *lw, struct texpr *e);

struct tvar *lower_new_var(struct lower *lw, const char *name, struct ty *type);
struct tvar *lower_temp(struct lower *lw, struct ty *type);
struct texpr *lower_to_temp(struct lower *lw, struct texpr *e); /* always a new temporary */
struct texpr *lower_simple(struct lower *lw, struct texpr *e);  /* a temporary unless simple */

/* The variable that takes an array or a call's result: want when it is not NULL, its type fits and
 * none of the n operands reads it, else a temporary. */
struct tvar *lower_target(struct lower *lw, struct tvar *want, struct ty *type, int n,
                          struct texpr *const *operand);

/* A mistake that inference should have found, at lw->span: the message, and a value to go on with.
 */
struct texpr *lower_refuse(struct lower *lw, enum diag_code code, const char *message);

/* lower_begin directs new statements to list; lower_end directs them back and gives the block. */
struct stmt_list *lower_begin(struct lower *lw, struct stmt_list *list);
struct tblock lower_end(struct lower *lw, struct stmt_list *outer);

/* Does a path through these statements end with them? */
bool lower_ends(const struct tstmt *const *item, int n);

/* The same for the body of a loop: accesses in it do not use indices that were checked outside, so
 * that each is described by its own nest. */
struct stmt_list *lower_begin_loop(struct lower *lw, struct stmt_list *list);
/* Has the condition been checked on every path to here? It has now. */
bool lower_is_known(const struct lower *lw, const struct texpr *cond);
void lower_learn(struct lower *lw, struct texpr *cond);
/* The variable is about to change: forgets what is known of it. */
void lower_forget(struct lower *lw, const struct tvar *v);

/* if cond: t = a (after the statements then) else: t = b (after els). SELECT when both are empty
 * and the type is a scalar. */
struct texpr *lower_merge(struct lower *lw, struct texpr *cond, struct tblock then, struct texpr *a,
                          struct tblock els, struct texpr *b);

/* Where a pending expression may be put into a temporary later. */
struct lower_mark {
    int at;    /* statements of the current block before it is evaluated */
    int calls; /* lw->calls then */
};
struct lower_mark lower_mark(const struct lower *lw);
/* Evaluates e at the mark when a call has been appended since and e loads from an array. */
struct texpr *lower_protect(struct lower *lw, struct texpr *e, struct lower_mark mark);

/* ---- conversions (lower_cast.c) */

/* Value of an array element assignment a[i] = e: NumPy's checks (OverflowError, ValueError). */
struct texpr *lower_store_value(struct lower *lw, struct texpr *e, enum dtype to);
/* Does that make a check of values of some type? */
bool lower_store_checks(enum dtype from, enum dtype to);
/* dtype(e) as written in the source: int(x), np.int8(x). */
struct texpr *lower_convert(struct lower *lw, struct texpr *e, enum dtype to);
/* Operand of a mixed operation: a Python int must fit the NumPy type it takes. */
struct texpr *lower_operand(struct lower *lw, struct texpr *e, enum dtype to);
/* An integer as a Python int; exc where a NumPy uint64 is beyond its 64 bits. */
struct texpr *lower_as_int(struct lower *lw, struct texpr *e, enum texc exc, const char *message);
/* The same for an index of arrays, with what NumPy raises; for an extent; for a bound of a slice,
 * which ends where ints do. */
struct texpr *lower_as_index(struct lower *lw, struct texpr *e);
struct texpr *lower_as_extent(struct lower *lw, struct texpr *e);
struct texpr *lower_as_bound(struct lower *lw, struct texpr *e);
/* Checks that a real is finite and fits 64 bits, then truncates: INT. */
struct texpr *lower_to_int(struct lower *lw, struct texpr *e);
void lower_check_to_int(struct lower *lw, struct texpr *e);
/* Smallest and largest value of an integer dtype (U64: largest as int64 is -1). */
void dtype_range(enum dtype d, int64_t *lo, int64_t *hi);

/* ---- operators (lower_op.c, lower_check.c, lower_compare.c) */

/* An operation before its operands are cast. */
struct operation {
    enum op op;
    enum op_module module; /* IN_OPERATOR for syntax */
    int n;
    struct texpr *arg[3]; /* as written */
    struct rule_types rule;
    bool divmod; /* messages of divmod() */
};

/* The number that a 0-d array holds; anything else as it is. */
struct texpr *lower_number(struct lower *lw, struct texpr *e);
struct texpr *lower_unary(struct lower *lw, enum op op, struct texpr *a);
struct texpr *lower_binary(struct lower *lw, enum op op, enum op_module module, struct texpr *a,
                           struct texpr *b);
/* A function of ops.def found in module. */
struct texpr *lower_function(struct lower *lw, enum op op, enum op_module module, int n,
                             struct texpr **arg);
/* a ** n, of dtype d: an element of an array by one number, or NumPy's power of two numbers. NumPy
 * takes roots, squares and inverses where n says so; of complex arrays where it is Python's. */
struct texpr *lower_power_by_number(struct lower *lw, enum op_module module, enum dtype d,
                                    struct texpr *a, struct texpr *n);
struct texpr *lower_divmod(struct lower *lw, struct texpr *a, struct texpr *b);
struct texpr *lower_compare(struct lower *lw, enum op op, enum op_module module, struct texpr *a,
                            struct texpr *b);
/* CHECKs that Python makes before the operation; the arguments become simple where they are read.
 */
void lower_check_before(struct lower *lw, struct operation *o);
/* CHECK that e, of Python ints, fits 64 bits (lower_int.c); operands may become temporaries. */
void lower_check_int(struct lower *lw, struct texpr *e);
/* 2**63 - 1, of 64 bits though parts of it have more; NULL: another expression. */
struct texpr *lower_wide_constant(struct lower *lw, const struct expr *e);
/* The block that runs when cond is `truth`; such CHECKs alone are made under cond instead of it. */
struct tblock lower_lift_fits(struct lower *lw, struct texpr *cond, bool truth,
                              struct tblock block);
/* CHECKs on the result, given the operation on cast operands; returns the result. */
struct texpr *lower_check_after(struct lower *lw, const struct operation *o, struct texpr *result);

/* ---- expressions (lower_expr.c, lower_bool.c) */

/* NULL when the expression has no run-time value (None, function without captures). */
struct texpr *lower_expr(struct lower *lw, const struct expr *e);
/* The same; a new array or a call's result may go straight into want (NULL: nowhere). */
struct texpr *lower_expr_into(struct lower *lw, const struct expr *e, struct tvar *want);
/* What inference has decided of a condition: NOT, TRUE or FALSE. */
static inline enum decided lower_decided(const struct lower *lw, const struct expr *e) {
    enum decided d = lw->in->decided ? (enum decided)lw->in->decided[e->id] : DECIDED_NOT;
    bool number = d == DECIDED_INT;
    return !number ? d : lw->in->number[e->id] ? DECIDED_TRUE : DECIDED_FALSE;
}
/* An int that is written, or that inference knows. */
bool lower_known_int(const struct lower *lw, const struct expr *e, int64_t *value);
/* Evaluates what is not decided of a decided condition, as far as Python would, for what it raises.
 */
void lower_effects(struct lower *lw, const struct expr *e);
/* BOOL or PYBOOL. */
struct texpr *lower_cond(struct lower *lw, const struct expr *e);
struct texpr *lower_boolop(struct lower *lw, const struct expr *e);
struct texpr *lower_comparison(struct lower *lw, const struct expr *e);
struct texpr *lower_conditional(struct lower *lw, const struct expr *e);
/* n expressions from left to right, protected from each other's calls. */
void lower_exprs(struct lower *lw, int n, struct expr *const *e, struct texpr **out);
/* Inferred type; NULL when there is none. */
struct ty *lower_type(const struct lower *lw, const struct expr *e);
/* An array expression as a variable. */
struct tvar *lower_array(struct lower *lw, const struct expr *e);
struct tvar *lower_as_variable(struct lower *lw, struct texpr *e);
/* Number of elements: INT. The tuple of extents. */
struct texpr *lower_size(struct lower *lw, struct tvar *array);
struct texpr *lower_extents(struct lower *lw, struct tvar *array);
/* Value of a captured symbol in the current function; NULL when it has none. */
struct texpr *lower_symbol(struct lower *lw, const struct symbol *sym);
/* Tuple of the captures of a function; NULL without captures. */
struct texpr *lower_closure(struct lower *lw, const struct func *f, struct ty *type);

/* ---- constants of the module (lower_const.c) */

/* Value of a constant expression outside functions; NULL and a message when it is none. */
struct texpr *lower_const(struct lower *lw, const struct expr *e);

/* ---- indexing (lower_index.c) */

/* What an assignment to a[...] writes: an element, its indices checked, or a part. */
struct element {
    struct tvar *array;
    int n;
    struct texpr *index[TIR_MAX_RANK];
    struct tvar *part; /* NULL: an element. Else a view, or the array itself: all of its elements */
};
void lower_element(struct lower *lw, const struct expr *e, struct element *at);
struct texpr *lower_index(struct lower *lw, const struct expr *e, struct tvar *want);

/* The start, stop or step of a slice: INT; NULL when it is not given. ValueError for a step of 0.
 */
struct texpr *lower_slice_part(struct lower *lw, const struct expr *e);
void lower_check_step(struct lower *lw, struct texpr *step);
bool lower_is_newaxis(const struct expr *e);

/* ---- calls (lower_call.c, lower_special.c, lower_array.c) */

struct texpr *lower_call(struct lower *lw, const struct expr *e, struct tvar *want);
struct texpr *lower_special(struct lower *lw, const struct expr *e, const struct callee *c,
                            struct tvar *want);
struct texpr *lower_alloc(struct lower *lw, const struct expr *e, const struct callee *c,
                          struct tvar *want);
/* sum, min, max of an array of one axis as Python's builtins do it. */
struct texpr *lower_builtin_reduction(struct lower *lw, enum op op, struct tvar *array,
                                      enum dtype result, struct texpr *start);
/* np.cumsum and its like: a new array. */
struct texpr *lower_accumulate(struct lower *lw, const struct callee *c);
/* What leaves any value as it is under a reduction's op; of floats -0.0 for ADD. */
struct texpr *lower_neutral(struct lower *lw, enum op op, enum dtype d);
/* NumPy's reductions. */
struct texpr *lower_reduction(struct lower *lw, const struct expr *e, const struct callee *c,
                              struct tvar *want);
/* np.arange, np.linspace. */
struct texpr *lower_creation(struct lower *lw, const struct expr *e, const struct callee *c,
                             struct tvar *want);
/* a.fill(value). */
void lower_fill(struct lower *lw, struct tvar *array, struct texpr *value);
/* New array with base's elements cast to type's dtype. */
struct texpr *lower_copy(struct lower *lw, struct tvar *base, struct ty *type, struct tvar *want);
/* ALLOC into want when it fits and is not read by what is given, else into a temporary. */
struct tvar *lower_new_array(struct lower *lw, struct ty *type, struct texpr **extent,
                             enum alloc_fill fill, struct texpr *value, struct tvar *want);
/* An array's extents, or those that a shape argument (integer or tuple) gives. */
struct texpr **lower_shape_extents(struct lower *lw, struct texpr *shape, int rank);
/* pycc.random with size= or a range (lower_random.c). */
struct texpr *lower_random(struct lower *lw, const struct expr *e, const struct callee *c,
                           struct tvar *want);
struct texpr *lower_where(struct lower *lw, struct texpr **arg, enum dtype d);
struct texpr *lower_clip(struct lower *lw, struct texpr **arg);
/* A bound of what has the dtype d: a Python int beyond d is none, as in NumPy. */
struct texpr *lower_clip_bound(struct lower *lw, struct texpr *e, enum dtype d, bool low);

/* ---- functions of libraries (lower_lib.c, lower_product.c) */

struct texpr *lower_lib(struct lower *lw, const struct expr *e, const struct callee *c,
                        struct tvar *want);

/* a @ b, np.dot(a, b) ... */
struct product {
    enum op op;                    /* MATMUL DOT INNER VDOT */
    const struct expr *operand[2]; /* evaluated in this order */
    struct ty *type;               /* of the result: scalar or array */
    struct tvar *want;             /* NULL, or a variable that may take a new array */
    const struct expr *out;        /* out=, or NULL */
    struct tvar *left;             /* a @= b: a, instead of operand[0]; takes the result */
};
/* Is e a product that lower_product computes? Fills p. */
bool lower_is_product(struct lower *lw, const struct expr *e, struct product *p);
struct texpr *lower_product(struct lower *lw, const struct product *p);
/* A view of base with new axes of extent 1: at the front up to rank, and one before the last axis
 * (row) or behind it (column). base itself when none is new. */
struct tvar *lower_with_axes(struct lower *lw, struct tvar *base, int rank, bool row, bool column);
/* dst[...] = product, or += and -= (op ADD, SUB; else COUNT), without a new array where the shapes
 * fit. target gives dst, once the operands have been evaluated; NULL: it has done all. False, with
 * nothing done, when e is no such product. */
bool lower_store_product(struct lower *lw, const struct expr *e, enum op op,
                         struct tvar *target(struct lower *lw, void *context), void *context);

/* ---- whole arrays (lower_elements.c, lower_shape.c, lower_store.c)
 *
 * An element-wise expression stays a tree until its consumer is known: a new array, a part of an
 * array, a reduction. Building the tree evaluates its leaves (arrays as variables, scalars as
 * simple expressions) and checks their shapes, in Python's order; the consumer makes one array
 * statement of it. */

/* a[i, :, j] with arrays of integers i, j: which elements of base, all of whose axes take part. The
 * indices are in range, negative ones count from the end. */
struct gather {
    struct tvar *base; /* what the slices and new axes among the indices make of the array */
    struct {
        struct elements *index; /* NULL: kept whole */
        int at;                 /* the result's axis that a kept one becomes */
        int shown;              /* the array's axis, for messages */
    } axis[TIR_MAX_RANK];
    int first, rank; /* the result's axes first .. first+rank-1 are those of the indices */
};

enum apply { APPLY_UNARY, APPLY_BINARY, APPLY_FUNCTION, APPLY_WHERE, APPLY_CLIP, APPLY_CAST };

struct elements {
    enum { ELEMENTS_SCALAR, ELEMENTS_ARRAY, ELEMENTS_GATHER, ELEMENTS_APPLY } kind;
    struct texpr *scalar;  /* SCALAR: simple */
    struct tvar *array;    /* ARRAY */
    struct gather *gather; /* GATHER */
    enum apply apply;      /* APPLY */
    enum op op;
    enum op_module module;
    enum dtype dtype; /* of the result */
    bool in_place;    /* part[0] takes the result: a += b */
    bool is_apart;    /* ARRAY: made so (VIEW ... apart) from the array that is to be written */
    int n;
    struct elements *part[3];
    int rank;
    struct texpr *extent[TIR_MAX_RANK]; /* simple */
    struct span span;
};

/* Is e an element-wise operation whose result is an array with axes? */
bool lower_is_elements(struct lower *lw, const struct expr *e);
/* Any array or scalar expression as a tree. */
struct elements *lower_elements(struct lower *lw, const struct expr *e);
struct elements *lower_elements_of(struct lower *lw, struct texpr *value);
/* A call of an element-wise function with out= and perhaps where=: writes, and is, the array given.
 */
struct texpr *lower_into(struct lower *lw, const struct callee *c);
/* a op b for a op= b. */
struct elements *lower_elements_in_place(struct lower *lw, enum op op, enum op_module module,
                                         struct elements *a, struct elements *b);

/* Fresh counters over the extents. */
struct tspace lower_space(struct lower *lw, int rank, struct texpr **extent);
/* The value at the space's point; arrays are stretched to the space, whose extents are theirs or
 * theirs is 1. dst: the array that is to be written, from which they are kept apart; or NULL. */
struct texpr *lower_elements_value(struct lower *lw, const struct elements *x,
                                   const struct tspace *space, struct tvar *dst);
/* array[index] = value: one element. */
void lower_store(struct lower *lw, struct tvar *array, struct texpr *const *index,
                 struct texpr *value);
/* dst[index] = value over the space; index NULL: the counters. */
void lower_map(struct lower *lw, const struct tspace *space, struct tvar *dst,
               struct texpr *const *index, struct texpr *value);
/* Does the tree read v, or a view of it? */
bool lower_reads(const struct lower *lw, const struct elements *x, const struct tvar *v);
/* A new array of the tree's values, in want when that fits. type: its dtype and layout; NULL: the
 * value's, in C order. */
struct texpr *lower_materialise(struct lower *lw, struct elements *x, struct ty *type,
                                struct tvar *want);
/* All elements of dst take the tree's values, which are read before any is written. */
void lower_store_elements(struct lower *lw, struct tvar *dst, struct elements *x);
/* x's value at a point as an element of dtype d, for arrays of indices and masks: only Python's
 * numbers are checked. */
struct texpr *lower_scattered(struct lower *lw, const struct elements *x, struct texpr *value,
                              enum dtype d);

/* Gives x, whose parts are known, its rank and extents; ValueError when they do not fit. */
void lower_broadcast(struct lower *lw, struct elements *x);
/* CHECKs that x broadcasts to dst's shape. */
void lower_check_fits(struct lower *lw, const struct elements *x, struct tvar *dst);
/* The same for x = old op value in place of old. */
void lower_check_in_place(struct lower *lw, const struct elements *x, const struct elements *old);
/* The shape that n trees broadcast to; raises exc with text and their shapes when they do not.
 * Returns its rank. */
int lower_common_extents(struct lower *lw, int n, struct elements *const *part, enum texc exc,
                         const char *text, struct texpr **extent);
/* CHECKs that x broadcasts to the shape: ValueError(text + x's shape + middle + the
 * shape), or ValueError(text) where middle is NULL. */
void lower_check_broadcast(struct lower *lw, const struct elements *x, int rank,
                           struct texpr *const *extent, const char *text, const char *middle);
/* The array behind the views that the current statement has made. */
struct tvar *lower_root(const struct lower *lw, struct tvar *v);
/* Is v an array that the current statement has made? */
bool lower_is_new(const struct lower *lw, const struct tvar *v);
/* Do two variables stand for the same elements, for all that can be seen here? */
bool lower_same_view(const struct lower *lw, const struct tvar *a, const struct tvar *b);
/* Are two parts of one array likely to have no element in common, by how they are written: a row
 * beside the rows below it, the even elements beside the odd ones? */
bool lower_looks_apart(const struct lower *lw, const struct tvar *a, const struct tvar *b);
/* Is this axis of an array one that np.newaxis has just made? */
bool lower_is_new_axis(const struct lower *lw, const struct tvar *v, int axis);

/* A CHECK whose message shows shapes. */
struct shapes {
    const char *text;
    int n;
    struct texpr *extent[(TIR_MAX_RANK + 1) * TIR_MAX_RANK];
};
/* Adds "(%lld,%lld)" as NumPy writes shapes: "()", "(3,)", "(3,4)". */
void lower_show_shape(struct lower *lw, struct shapes *s, int rank, struct texpr *const *extent,
                      const char *after);
/* ValueError with the text unless cond. */
void lower_check_shapes(struct lower *lw, struct texpr *cond, const struct shapes *s);
/* The shape that two shapes broadcast to, in common; returns whether they do. */
struct texpr *lower_common_shape(struct lower *lw, int rank_x, struct texpr *const *x, int rank_y,
                                 struct texpr *const *y, struct texpr **common);

/* ---- views (lower_view.c) */

/* A call of a function of view.h, as a view of its argument. */
struct texpr *lower_view(struct lower *lw, const struct callee *c, struct ty *type,
                         struct tvar *want);
/* np.copyto: NULL. */
struct texpr *lower_write(struct lower *lw, const struct callee *c);
/* base with its axes moved as op says; at: the call's arguments. */
struct texpr *lower_moved(struct lower *lw, enum op op, struct tvar *base, int n,
                          const struct expr *const *at, struct ty *type, struct tvar *want);
/* base under n other extents, of which one may be negative; contiguous: copied unless base is. */
struct tvar *lower_reshaped(struct lower *lw, struct tvar *base, int n, struct texpr *const *extent,
                            bool contiguous, struct ty *type, struct tvar *want);
/* The elements in C order as one axis. */
struct texpr *lower_ravel(struct lower *lw, struct tvar *base, struct ty *type, struct tvar *want);
/* z.real, z.imag of an array. */
struct texpr *lower_part(struct lower *lw, struct tvar *base, bool imag, struct ty *type,
                         struct tvar *want);

/* np.mgrid[...] and np.ogrid[...] (lower_grid.c). */
struct texpr *lower_grid(struct lower *lw, const struct callee *c, struct ty *type);

/* ---- variables that hold dictionaries (lower_record.c) */

/* Fresh variables for the values of such a variable: a TUPLE of VARs, nested as the type is. */
struct texpr *lower_record_new(struct lower *lw, const struct symbol *sym, struct ty *type);
/* Assigns all of them; value may read them. */
void lower_record_assign(struct lower *lw, const struct texpr *record, struct texpr *value);
void lower_record_forget(struct lower *lw, const struct texpr *record);
/* Does value read one of them? */
bool lower_record_reads(const struct texpr *record, const struct texpr *value);

/* ---- tuples as sequences, arrays of them (lower_sequence.c) */

struct texpr *lower_joined(struct lower *lw, struct texpr *a, struct texpr *b);
struct texpr *lower_tuple_slice(struct lower *lw, struct texpr *tuple, const struct expr *e);
/* == and != of tuples of numbers. */
struct texpr *lower_compare_tuples(struct lower *lw, enum op op, struct texpr *a, struct texpr *b);
/* A tuple whose items are free to take. */
struct texpr *lower_simple_tuple(struct lower *lw, struct texpr *tuple);
/* A new array of nested tuples of numbers and arrays, or without axes of one number. */
struct texpr *lower_sequence(struct lower *lw, struct texpr *value, struct ty *type);
/* np.array, np.asarray, np.ascontiguousarray, np.asfortranarray, np.eye, np.identity. */
struct texpr *lower_array_of(struct lower *lw, const struct callee *c, struct ty *type,
                             struct tvar *want);
/* e, a list, a tuple or an array, by one of these. */
struct texpr *lower_array_from(struct lower *lw, enum op op, const struct expr *e, struct ty *type,
                               struct tvar *want);

/* x as it is, but for arrays that may overlap dst, which are copied when they do: for statements
 * that read x at other indices than they write dst. */
struct elements *lower_disjoint(struct lower *lw, struct elements *x, struct tvar *dst);
struct tvar *lower_disjoint_array(struct lower *lw, struct tvar *array, struct tvar *dst);
/* VIEW of all axes of base, kinds still to be set. */
struct tstmt *lower_whole_view(struct lower *lw, struct tvar *base);
/* May evaluating e run code that changes arrays? */
bool lower_may_call(struct lower *lw, const struct expr *e);
enum dtype lower_dtype_of(const struct elements *x);

/* Loops over all elements of array around the statements that the caller appends next:
 * lower_nest_open opens them and gives the element's indices, lower_nest_close closes them. */
struct lower_nest {
    int n;
    struct texpr *index[TIR_MAX_RANK];
    struct tstmt *loop[TIR_MAX_RANK];
    struct stmt_list list[TIR_MAX_RANK];
    struct stmt_list *outer[TIR_MAX_RANK];
};
/* Loops over a space, whose counters they take; nothing else may use them. */
void lower_nest_over(struct lower *lw, struct lower_nest *nest, const struct tspace *space);
void lower_nest_close(struct lower *lw, struct lower_nest *nest);

/* ---- statements (lower_stmt.c, lower_assign.c, lower_loop.c) */

struct tblock lower_block(struct lower *lw, const struct block *b);
struct tblock lower_loop_block(struct lower *lw, const struct block *b);
void lower_body(struct lower *lw, const struct block *b);
void lower_assignment(struct lower *lw, const struct stmt *s);
void lower_aug_assignment(struct lower *lw, const struct stmt *s);
/* Gives a NAME or nested TUPLE of names (a loop's target) its value. */
void lower_bind(struct lower *lw, const struct expr *target, struct texpr *value);
void lower_for(struct lower *lw, const struct stmt *s);
void lower_while(struct lower *lw, const struct stmt *s);
/* Appends a FOR with a new counter and directs new statements to its body (lower_for_close). */
struct tstmt *lower_for_open(struct lower *lw, const char *name, struct texpr *start,
                             struct texpr *stop, struct texpr *step, struct stmt_list *body,
                             struct stmt_list **outer);
void lower_for_close(struct lower *lw, struct tstmt *loop, struct stmt_list *outer);

/* ---- loop variables (lower_scan.c) */

/* Fills lw->escapes for the function's body. active: zeros by symbol id, left so. */
void lower_scan(struct lower *lw, int *active);
/* Does the block, or the statement, assign the symbol? */
bool block_assigns(const struct block *b, const struct symbol *sym);
bool stmt_assigns(const struct stmt *s, const struct symbol *sym);
/* The operator that a for's iterable calls (range, enumerate ...), or NULL. */
const struct symbol *lower_iterator(const struct expr *e);
/* Forgets the counters of all variables that the block assigns. */
void lower_forget_assigned(struct lower *lw, const struct block *b);

/* ---- marks (lower_marks.c) */

/* Marks the functions of the prelude that only functions marked @pycc.gpu call, when all bodies are
 * lowered. */
void lower_mark_prelude(struct arena *a, const struct typeinfer *t);

#endif
