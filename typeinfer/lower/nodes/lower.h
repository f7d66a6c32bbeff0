/* Lowering, private: one instance with ground types -> one tfunc.
 *
 * nodes/ (this header) makes expressions and statements, numbers/ operators on scalars, arrays/
 * statements on whole arrays, lists/ those on lists, functions/ calls of NumPy's; flow/ walks over
 * statements and expressions, and each of its cases calls one of these. Each calls those before it
 * (CMakeLists.txt).
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

/* What a try statement guards, a function that `of` calls. */
struct outlined {
    struct tfunc *f, *of;
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
    struct stmt_list *out;      /* where statements go */
    int calls;                  /* CALLs appended so far */
    int pranges;                /* around the statement at hand */
    int guards;                 /* what it stands in that try statements guard */
    struct caught *caught;      /* by the handlers around it, innermost first (lower_try.c) */
    VEC(struct tcatch *) tries; /* of the function, for outline.c */
    VEC(struct outlined) outlined;
    bool in_display;  /* the loops of a comprehension are being lowered */
    bool in_elements; /* a value per element is being built: it goes into an array statement, and
                         no part of it into a temporary before that */
    const struct expr
        *mask; /* a[mask] stands for all of a (lower_masked.c); NULL: for its elements */
    const struct expr *given_of; /* evaluated before, and found not to be None: its value */
    struct texpr *given;
    VEC(struct known) known;
    int known_from;               /* indices known from here on are of the innermost loop */
    VEC(struct list_items) items; /* of the loops around */
    struct span span;             /* what is being lowered: span of new nodes */

    /* by symbol id, valid for the variables of the function */
    struct tvar **var_of;     /* NULL: no run-time value, or a record */
    struct texpr **record_of; /* dictionaries: the TUPLE of their values' variables, or NULL */
    struct tvar *
        *bound_of; /* of variables that may have no value: whether they have one; or NULL */
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
/* A date or a span of time in another unit (lower_unit.c), as lower_cast makes it. */
struct texpr *lower_in_unit(struct lower *lw, struct texpr *e, enum dtype d);
struct texpr *lower_op1(struct lower *lw, enum op op, struct texpr *a, enum dtype result);
struct texpr *lower_op2(struct lower *lw, enum op op, struct texpr *a, struct texpr *b,
                        enum dtype result);
struct texpr *lower_cmp(struct lower *lw, enum op op, struct texpr *a, struct texpr *b);
struct texpr *lower_and(struct lower *lw, struct texpr *a, struct texpr *b);
struct texpr *lower_or(struct lower *lw, struct texpr *a, struct texpr *b);
struct texpr *lower_not(struct lower *lw, struct texpr *a);
struct texpr *lower_select(struct lower *lw, struct texpr *cond, struct texpr *a, struct texpr *b);
/* The same, where whatever cond is all that a and b read is there. */
struct texpr *lower_choice(struct lower *lw, struct texpr *cond, struct texpr *a, struct texpr *b);
struct texpr *lower_tuple(struct lower *lw, int n, struct texpr **item);
struct texpr *lower_item(struct lower *lw, struct texpr *tuple, int index);
/* Number of elements: INT. The tuple of extents. */
struct texpr *lower_size(struct lower *lw, struct tvar *array);
struct texpr *lower_extents(struct lower *lw, struct tvar *array);
bool texpr_is_const(const struct texpr *e, int64_t *value); /* integer constant of any dtype */
bool texpr_loads(const struct texpr *e);                    /* holds a LOAD */
bool texpr_reads(const struct texpr *e, const struct tvar *v);
bool texpr_equal(const struct texpr *a, const struct texpr *b); /* false when either loads */
bool texpr_is_simple(const struct texpr *e); /* free to evaluate twice: VAR, CONST, SHAPE, ITEM */

/* ---- statements and blocks (lower_block.c) */

struct tstmt *lower_stmt(struct lower *lw, enum tstmt_kind kind); /* appended, to be filled in */
void lower_assign(struct lower *lw, struct tvar *dst, struct texpr *value);
/* Before a message worded as by Python 3.11, which other versions word differently: the glue says
 * how (glue_error.c). In the prelude "\1" is written. */
#define OF_PYTHON "\1"
/* Before the message of an error of pycc's own: where the interpreter goes on, or raises another
 * class. No try statement catches it. In the prelude "\2" is written. */
#define OF_PYCC "\2"
/* The CHECK; NULL where none is needed, or none helps. */
struct tstmt *lower_check(struct lower *lw, struct texpr *cond, enum texc exc, const char *message);
struct tstmt *lower_check_shown(struct lower *lw, struct texpr *cond, enum texc exc,
                                const char *message, struct texpr *shown);
/* INDEX of an INT, or the temporary of one that has been made on every path to here. */
struct texpr *lower_checked_index(struct lower *lw, struct tvar *array, int axis, int shown_axis,
                                  struct texpr *index);
/* A temporary that holds e, or one that does already on every path to here. */
struct texpr *lower_shared(struct lower *lw, struct texpr *e);
struct tvar *lower_new_var(struct lower *lw, const char *name, struct ty *type);
struct tvar *lower_temp(struct lower *lw, struct ty *type);
struct texpr *lower_to_temp(struct lower *lw, struct texpr *e);    /* always a new temporary */
struct texpr *lower_simple(struct lower *lw, struct texpr *e);     /* a temporary unless simple */
struct tvar *lower_as_variable(struct lower *lw, struct texpr *e); /* unless e is one */
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
/* The block that runs when cond is `truth`; if it holds CHECKs of FITS alone (numbers/lower_int.c)
 * these are made under cond instead of it. */
struct tblock lower_lift_fits(struct lower *lw, struct texpr *cond, bool truth,
                              struct tblock block);
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

/* Appends a FOR with a new counter and directs new statements to its body (lower_for_close). */
struct tstmt *lower_for_open(struct lower *lw, const char *name, struct texpr *start,
                             struct texpr *stop, struct texpr *step, struct stmt_list *body,
                             struct stmt_list **outer);
void lower_for_close(struct lower *lw, struct tstmt *loop, struct stmt_list *outer);

/* ---- lists (lower_items.c) */

static inline bool is_list(const struct ty *t) {
    return t && t->kind == TY_LIST;
}
/* Appends a LIST statement; dst and list may be NULL. */
struct tstmt *lower_list(struct lower *lw, enum list_op op, struct tvar *dst, struct tvar *list);
/* The items of a list that a loop around has taken; NULL: none. */
struct tvar *lower_list_taken(const struct lower *lw, const struct tvar *list);
/* A list of scalars as the array of its items, until it gets longer or shorter. */
struct tvar *lower_list_items(struct lower *lw, struct tvar *list);
struct texpr *lower_list_length(struct lower *lw, struct tvar *list);
/* Item k, which is in range. */
struct texpr *lower_list_item(struct lower *lw, struct tvar *list, struct texpr *k,
                              struct tvar *want);

/* ---- what inference has found */

/* Inferred type; NULL when there is none. */
static inline struct ty *lower_type_or_none(const struct lower *lw, const struct expr *e) {
    return lw->in->expr[e->id];
}
/* The same where it is not None. */
static inline struct ty *lower_type(const struct lower *lw, const struct expr *e) {
    struct ty *t = lower_type_or_none(lw, e);
    return t && ty_is_optional(t) ? t->item[1] : t;
}
/* What it has decided of a condition: NOT, TRUE or FALSE. */
static inline enum decided lower_decided(const struct lower *lw, const struct expr *e) {
    enum decided d = lw->in->decided ? (enum decided)lw->in->decided[e->id] : DECIDED_NOT;
    bool number = d == DECIDED_INT;
    return !number ? d : lw->in->number[e->id] ? DECIDED_TRUE : DECIDED_FALSE;
}

#endif
