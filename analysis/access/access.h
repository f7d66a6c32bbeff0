/* Array accesses of a nest, brought back to the arrays they reach.
 *
 * Inside a nest an element is reached through variables: the array itself, another name of it, a
 * view of a view. An access is stated on its root, the variable that the nest does not assign or
 * that an ALLOC in the nest makes, with one affine form per axis of the root. */
#ifndef PYCC_ANALYSIS_ACCESS_H
#define PYCC_ANALYSIS_ACCESS_H

#include "analysis.h"
#include "range.h"

enum index_known {
    INDEX_FORM,      /* has a form and is in range: never wraps in the fast variant */
    INDEX_BETWEEN,   /* somewhere from low to high, which are in range */
    INDEX_WRAPS,     /* has a form, but may be negative: it is checked where it is used */
    INDEX_WHOLE,     /* a whole axis, or a part of one that is not followed */
    INDEX_NOT_AFFINE /* no form */
};

struct access {
    struct tvar *root;   /* NULL: not followed (several definitions, arrays from tuples or calls) */
    struct tstmt *alloc; /* the ALLOC in the nest that makes root, or the list whose items it
                            shows; or NULL */
    struct tvar *array;  /* the variable written in the source */
    struct texpr *const *index; /* of the LOAD or STORE, whose own array it is; CALL, LIB: NULL */
    struct tstmt *stmt;
    int pos;
    int via; /* where the array became this one of several that it may stand for; -1: it is the one
              */
    bool write;
    int rank; /* of root */
    enum index_known known[TIR_MAX_RANK];
    struct form *form[TIR_MAX_RANK];                     /* FORM and WRAPS */
    struct form *low[TIR_MAX_RANK], *high[TIR_MAX_RANK]; /* BETWEEN; FORM: both are form */
    struct form *exact[TIR_MAX_RANK];                    /* by form_divided; NULL: none */
    bool wraps[TIR_MAX_RANK]; /* exact may be negative, and is then counted from the end */
};

struct access_list {
    VEC(struct access *) item; /* in source order */
    VEC(int) escapes; /* positions where arrays are put into or taken out of tuples and lists */
    VEC(int) sets;    /* positions where attributes of classes, which all threads share, are set */
};

/* The same use of the same elements, of one root? Forms mean the same only in the same loops, under
 * the same conditions. */
bool access_same(const struct access *x, const struct access *y);

/* Do both statements run whenever one of them is reached, but for what raises in between? */
bool access_together(const struct facts *f, const struct access *x, const struct access *y);

/* What a callee does to elements of one array parameter: on each axis from low to high, forms in
 * its parameters and their extents; NULL: anywhere (effects.c). */
struct effect {
    int param;
    bool write;
    struct form *low[TIR_MAX_RANK], *high[TIR_MAX_RANK];
};

/* A function's summary: what a CALL of it does (summary.c). */
struct summary {
    uint64_t reads, writes; /* bit k: elements of array parameter k; bit 63 for all above 62 */
    uint64_t whole;         /* written by operations on whole arrays */
    uint64_t returns;       /* array results may share memory with these */
    uint64_t changes;       /* list parameters that get other items, or more, or fewer */
    bool may_raise, loops;
    bool sets;     /* attributes of classes, which all threads share */
    bool detailed; /* effects lists every access to array parameters */
    VEC(struct effect) effects;
};

static inline uint64_t param_bit(int k) {
    return (uint64_t)1 << (k < 63 ? k : 63);
}

/* Every LOAD, STORE and CALL argument of the nest. hoisted and negative are by stmt id (plan). */
struct access_list *access_collect(struct scope *sc, const bool *hoisted, const bool *negative,
                                   const struct summary *summaries);

/* Fills s->effects for a function that others call, when they can be told in a few; the scope spans
 * the whole function. (effects.c) */
void effects_collect(struct scope *sc, const struct tfunc *f, const struct summary *summaries,
                     struct summary *s);

/* A form of the callee in the atoms of the caller, for a CALL at pos; NULL when it has none. */
struct form *effect_translate(struct scope *sc, const struct tstmt *call, int pos,
                              const struct form *f);

/* The axis of an array defined outside the nest (or by an ALLOC in it) that an axis of `array` at
 * pos keeps whole: through views and other names. False when there is none. */
bool access_base_axis(const struct scope *sc, struct tvar **array, int *axis, int pos);

/* The variable an array at pos is another name or a view of, following definitions in the nest
 * only: a variable from outside, or the dst of an ALLOC (*made). NULL when it is not plain. */
struct tvar *access_root(const struct scope *sc, struct tvar *array, int pos, struct tstmt **made);

/* ---- views.c: what a VIEW or a type says by itself */

/* The base's axis that axis `axis` of a VIEW's result keeps whole; -1: a new axis of extent 1; -2:
 * none. */
int view_kept_axis(const struct tstmt *s, int axis);

/* The SLICE that makes axis `axis` of a VIEW's result, and the base's axis it takes; NULL: none. */
const struct view_axis *view_slice(const struct tstmt *s, int axis, int *of_base);

/* As view_kept_axis, also where the axis is flipped: the base's axis of the same extent. */
int view_base_axis(const struct tstmt *s, int axis);

/* Is it x[::-1]? Element k is the base's extent - 1 - k. */
bool view_flips(const struct view_axis *x);

/* Is it an array or a list, or a tuple that holds one? */
bool type_holds_array(const struct ty *t);

/* Is it a list whose items are no scalars, or a tuple with one? */
bool type_holds_lists(const struct ty *t);

/* ---- range.c */

/* Start and stop of a slice by 1 as forms of 0 or more: *stop is NULL when it has none. False when
 * that is not certain. Elements of the slice stand at start + index, below stop, in the base. */
bool view_slice_ends(struct scope *sc, const struct view_axis *x, int pos, struct form **start,
                     struct form **stop);

/* ---- summary.c: what calls do, for all functions, through recursion */

struct summary *summary_compute(struct arena *a, const struct tmodule *m);

/* ---- lists.c */

/* The statement of the nest that makes a list of scalars or arrays, which nothing else stands for
 * at pos; NULL: it may be any. */
struct tstmt *list_maker(const struct scope *sc, const struct tvar *list, int pos);

/* Has the nest made all lists of arrays that it touches, and does it put into them only what
 * list_put tells? `all` is the summaries, by function. */
bool list_in_sight(const struct scope *sc, const struct summary *all);

/* The array, of the element type and rank of `type`, that s puts into a list, or NULL. */
struct texpr *list_put(const struct tstmt *s, const struct ty *type);

/* Does `put`, which puts an array into a list, do so once in the lives of all lists of arrays of
 * the nest: are they made in the turns of the loop that it stands in? */
bool list_same_turn(const struct scope *sc, const struct tstmt *put);

/* Does the function change items of parameter k, a list or an object, or of what it holds? */
bool lists_changes_param(const struct tfunc *f, const struct summary *s, int k);

/* ---- table.c */

/* The table of n accesses with the FOR loops around them, outermost first. NULL when one is not
 * affine, or what the library holds does not suffice. */
struct access_table *table_build(struct scope *sc, struct access *const *x, int n,
                                 struct tstmt *const *loop, int n_loops);

/* The loops of the nest that a table can have, outermost first: those whose bounds are affine in
 * the counters of such loops. loop has room for LMAD_MAX_RANK. Returns how many. */
int table_loops(struct scope *sc, struct tstmt **loop);

/* The table of all affine accesses of a nest, for reading. */
struct access_table *table_of_nest(struct scope *sc, const struct access_list *list);

/* The table of the affine accesses of a nest for devices: those of the same elements share a row.
 * use: enum lmad_use of each access; row: receives its row, -1 for those left out. The symbols of
 * addresses come first. NULL when the library cannot hold it. */
struct access_table *table_of_device(struct scope *sc, const struct access_list *list,
                                     const int *use, int *row);

/* Does a FOR take the same range however often the nest runs it? */
bool loop_bounds_known(struct scope *sc, const struct tstmt *loop);

/* The symbol that is an extent of an array defined outside the nest. */
int table_add_extent(struct scope *sc, struct access_table *t, struct tvar *array, int axis);

#endif
