/* Whole arrays: views, element-wise expressions, new arrays, tuples as sequences. */
#ifndef PYCC_LOWER_ARRAY_H
#define PYCC_LOWER_ARRAY_H

#include "lower.h"

/* ---- new arrays (lower_array.c, lower_create.c) */

/* np.zeros and its like. arg: the values of c's arguments, here and below. */
struct texpr *lower_alloc(struct lower *lw, const struct callee *c, struct texpr *const *arg,
                          struct ty *type, struct tvar *want);
/* sum, min, max of an array of one axis as Python's builtins do it. */
struct texpr *lower_builtin_reduction(struct lower *lw, enum op op, struct tvar *array,
                                      enum dtype result, struct texpr *start);
/* np.arange, np.linspace. */
struct texpr *lower_creation(struct lower *lw, const struct callee *c, struct texpr **arg,
                             struct ty *type, struct tvar *want);
/* a.fill(value). */
void lower_fill(struct lower *lw, struct tvar *array, struct texpr *value);
/* New array with base's elements cast to type's dtype. */
struct texpr *lower_copy(struct lower *lw, struct tvar *base, struct ty *type, struct tvar *want);
/* ALLOC into want when it fits and is not read by what is given, else into a temporary. */
struct tvar *lower_new_array(struct lower *lw, struct ty *type, struct texpr **extent,
                             enum alloc_fill fill, struct texpr *value, struct tvar *want);
/* An array's extents, or those that a shape argument (integer or tuple) gives. */
struct texpr **lower_shape_extents(struct lower *lw, struct texpr *shape, int rank);

/* ---- nested sequences (lower_nested.c), as expressions of a type ty_is_nested */

/* Of an array or a nested sequence and its offsets, which are right. */
struct texpr *lower_nested(struct lower *lw, struct texpr *data, struct texpr *offsets,
                           struct ty *type);
struct texpr *lower_nested_length(struct lower *lw, struct texpr *nested);
/* The index, any integer, wrapped and checked. */
struct texpr *lower_nested_index(struct lower *lw, struct texpr *nested, struct texpr *index);
/* Row i, which is in range: a view, in want when that fits. */
struct texpr *lower_nested_row(struct lower *lw, struct texpr *nested, struct texpr *i,
                               struct tvar *want);

/* ---- whole arrays (lower_tree.c, lower_shape.c, lower_store.c)
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
        struct texpr *by;       /* kept, but turned by so many places; or NULL */
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
    struct elements *part[OP_MAX_OPERANDS];
    int rank;
    struct texpr *extent[TIR_MAX_RANK]; /* simple */
    struct span span;
};
struct elements *lower_new_elements(struct lower *lw);
/* Gives an APPLY, whose parts are known, its shape, its dtype and the checks it needs before. */
struct elements *lower_finish(struct lower *lw, struct elements *x);
/* An array or a scalar as a tree. */
struct elements *lower_elements_of(struct lower *lw, struct texpr *value);
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
/* CHECKs that x broadcasts to dst's shape; gives it without axes before dst's, of one element. */
struct elements *lower_check_fits(struct lower *lw, struct elements *x, struct tvar *dst);
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

/* A call of a function of view.h, as a view of its argument; the first lower_view_values of its
 * arguments have values. */
struct texpr *lower_view(struct lower *lw, const struct callee *c, struct texpr **arg,
                         struct ty *type, struct tvar *want);
int lower_view_values(const struct callee *c);
/* The first of each axis but the last ones, so many. */
struct texpr *lower_last_axes(struct lower *lw, struct tvar *base, int rank);
/* base with new axes of extent 1: at the front up to rank, and one before the last axis (row) or
 * behind it (column). base itself when none is new. */
struct tvar *lower_with_axes(struct lower *lw, struct tvar *base, int rank, bool row, bool column);
/* The array without axes that a number becomes; an array as it is. */
struct tvar *lower_number_array(struct lower *lw, struct texpr *value);
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
struct texpr *lower_grid(struct lower *lw, const struct callee *c, struct texpr *const *arg,
                         struct ty *type);

/* ---- tuples as sequences, arrays of them (lower_sequence.c) */

struct texpr *lower_joined(struct lower *lw, struct texpr *a, struct texpr *b);
/* A new array of nested tuples of numbers and arrays, or without axes of one number. */
struct texpr *lower_sequence(struct lower *lw, struct texpr *value, struct ty *type);
/* np.array, np.asarray, np.ascontiguousarray, np.asfortranarray of an array. */
struct texpr *lower_converted(struct lower *lw, enum op op, struct tvar *base, struct ty *type,
                              struct tvar *want);
/* np.eye, np.identity: arg has 3 places, NULL where nothing is given. */
struct texpr *lower_eye(struct lower *lw, struct texpr *const *arg, struct ty *type,
                        struct tvar *want);
/* x as it is, but for arrays that may overlap dst, which are copied when they do: for statements
 * that read x at other indices than they write dst. */
struct elements *lower_disjoint(struct lower *lw, struct elements *x, struct tvar *dst);
struct tvar *lower_disjoint_array(struct lower *lw, struct tvar *array, struct tvar *dst);
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

#endif
