/* Lists: lowering (generate.h has how they are typed). */
#ifndef PYCC_LOWER_LIST_H
#define PYCC_LOWER_LIST_H

#include "lower.h"

/* ---- lowering (lower_list.c, lower_list_array.c) */

static inline bool is_list(const struct ty *t) {
    return t && t->kind == TY_LIST;
}

/* Appends a LIST statement; dst and list may be NULL. */
struct tstmt *lower_list(struct lower *lw, enum list_op op, struct tvar *dst, struct tvar *list);
/* A list expression as a variable. */
struct tvar *lower_list_variable(struct lower *lw, const struct expr *e);

struct texpr *lower_list_display(struct lower *lw, const struct expr *e, struct tvar *want);
/* The items of a tuple, which have one type, as a list. */
struct tvar *lower_list_of_tuple(struct lower *lw, struct texpr *tuple);
struct texpr *lower_comprehension(struct lower *lw, const struct expr *e);
struct texpr *lower_list_method(struct lower *lw, const struct expr *e, const struct callee *c,
                                const char *name, struct tvar *want);
struct texpr *lower_list_length(struct lower *lw, struct tvar *list);
/* Item k, which is in range. */
struct texpr *lower_list_item(struct lower *lw, struct tvar *list, struct texpr *k,
                              struct tvar *want);
/* xs[i], xs[i:j] */
struct texpr *lower_list_index(struct lower *lw, const struct expr *e, struct tvar *want);
/* xs + ys, xs * n */
struct texpr *lower_list_op(struct lower *lw, enum op op, struct texpr *a, struct texpr *b);
struct texpr *lower_list_copy(struct lower *lw, struct tvar *list, struct tvar *want);
void lower_list_extend(struct lower *lw, struct tvar *list, struct texpr *by);
/* x in xs */
struct texpr *lower_list_in(struct lower *lw, enum op op, struct texpr *x, struct tvar *list);

/* What xs[i] = value assigns. */
struct list_place {
    struct tvar *list;
    struct tvar *items;  /* NULL, or the items as an array */
    struct texpr *index; /* as written, free to evaluate twice; with items in range */
};
/* read: the item is read before it is written, and an index out of range is told as such. */
void lower_list_place(struct lower *lw, const struct expr *e, bool read, struct list_place *at);
struct texpr *lower_list_read(struct lower *lw, const struct list_place *at);
void lower_list_write(struct lower *lw, const struct list_place *at, struct texpr *value);

/* A list of scalars as the array of its items, until it gets longer or shorter. */
struct tvar *lower_list_items(struct lower *lw, struct tvar *list);
/* np.array(xs) */
struct texpr *lower_list_array(struct lower *lw, struct tvar *list, struct ty *type,
                               struct tvar *want);

#endif
