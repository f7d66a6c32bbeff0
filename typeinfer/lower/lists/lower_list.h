/* Lists: lowering (generate.h has how they are typed). */
#ifndef PYCC_LOWER_LIST_H
#define PYCC_LOWER_LIST_H

#include "lower.h"

/* ---- lowering (lower_list.c, lower_list_array.c) */

void lower_list_append(struct lower *lw, struct tvar *list, struct texpr *value);
/* The items of a tuple, which have one type, as a list. */
struct tvar *lower_list_of_tuple(struct lower *lw, struct texpr *tuple);
/* xs[part[0]:part[1]:part[2]], each an INT or NULL */
struct texpr *lower_list_slice(struct lower *lw, struct tvar *list, struct texpr *const *part,
                               struct tvar *want);
/* xs + ys, xs * n */
struct texpr *lower_list_op(struct lower *lw, enum op op, struct texpr *a, struct texpr *b);
struct texpr *lower_list_copy(struct lower *lw, struct tvar *list, struct tvar *want);
void lower_list_extend(struct lower *lw, struct tvar *list, struct texpr *by);
/* x in xs */
struct texpr *lower_list_in(struct lower *lw, enum op op, struct texpr *x, struct tvar *list);

/* What xs[i] reads, and xs[i] = value assigns. */
struct list_place {
    struct tvar *list;
    struct tvar *items;  /* NULL, or the items as an array */
    struct texpr *index; /* as written, free to evaluate twice; with items in range */
};
/* read: the item is read before it is written, and an index out of range is told as such. */
void lower_list_place(struct lower *lw, struct tvar *list, struct texpr *index, bool read,
                      struct list_place *at);
struct texpr *lower_list_read(struct lower *lw, const struct list_place *at, struct tvar *want);
void lower_list_write(struct lower *lw, const struct list_place *at, struct texpr *value);

/* A list, or a tuple, as the array that NumPy takes it for; other values as they are. */
struct texpr *lower_as_array(struct lower *lw, struct texpr *value);
/* Of that array. */
struct ty *lower_array_type(struct lower *lw, const struct ty *t);
/* Arrays for lists, in tuples too. */
struct texpr *lower_without_lists(struct lower *lw, struct texpr *value);
/* np.array(xs) */
struct texpr *lower_list_array(struct lower *lw, struct tvar *list, struct ty *type,
                               struct tvar *want);

#endif
