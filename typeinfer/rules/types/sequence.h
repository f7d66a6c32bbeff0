/* Tuples as sequences: shapes put together and compared, and what np.array makes an array of. */
#ifndef PYCC_SEQUENCE_H
#define PYCC_SEQUENCE_H

#include "eval.h"

/* The value of a part of a slice, when it is a constant. */
typedef bool tuple_value(const void *context, const struct expr *e, int64_t *value);

/* The items that t[lo:hi:step] takes of a tuple of n: *count of them from *first on. False when a
 * part is no constant. */
struct tuple_slice {
    int first, count, step;
};
bool tuple_slice(const struct expr *e, int n, tuple_value *constant, const void *context,
                 struct tuple_slice *s);

/* t + u and comparisons of tuples. */
struct itype *eval_tuples(struct infer *ix, const struct con *c, struct itype **arg);

/* t * k and k * t, of a tuple and a number. */
struct itype *eval_repeated(struct infer *ix, const struct con *c, struct itype **arg);

/* The type of the array that NumPy takes a list or a tuple for; NULL: it is neither, or makes none.
 */
struct itype *eval_as_array(struct infer *ix, struct itype *t);
/* Such arrays for lists and tuples among n arguments. True: there were any. */
bool eval_take_arrays(struct infer *ix, int n, struct itype **arg);

/* np.array, np.asarray, np.ascontiguousarray, np.asfortranarray, np.eye, np.identity. */
struct itype *eval_array(struct infer *ix, const struct con *c, struct itype **arg);

/* Is it np.mgrid[...] or np.ogrid[...]? */
bool infer_is_grid(const struct expr *e);
struct itype *eval_grid(struct infer *ix, const struct con *c, struct itype **arg);

#endif
