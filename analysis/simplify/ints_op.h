/* Intervals of integers. */
#ifndef PYCC_ANALYSIS_INTS_OP_H
#define PYCC_ANALYSIS_INTS_OP_H

#include "tir.h"

#define SLOW_MAX ((int64_t)1 << 62)
#define INTS_NOTHING ((struct ints){1, 0})

struct ints {
    int64_t lo, hi; /* lo > hi: nothing yet */
};

/* All values of an integer type; of U64 those of 63 bits. */
struct ints ints_whole(enum dtype d);

struct ints ints_hull(struct ints x, struct ints y);
bool ints_within(struct ints x, struct ints y);

/* What op gives of operands in x and y (the same for one operand), neither being empty. Clears
 * *fits where a result may leave 64 bits. */
struct ints ints_operation(enum op op, struct ints x, struct ints y, bool *fits);

#endif
