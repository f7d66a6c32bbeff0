/* Sets of bytes as sorted lists of runs: what of an image is valid, newer, needed, written.
 *
 * Runs are half open, not empty, in ascending order, and do not touch one another: so equal sets
 * have equal lists. A list grows as it needs; what needs memory returns false when there is none or
 * the list would have more than RUNS_MOST entries, and then leaves the set as it was. */
#ifndef PYCC_RUNS_H
#define PYCC_RUNS_H

#include <stdbool.h>
#include <stdint.h>

#include "lmad.h"

enum { RUNS_MOST = 1 << 20 };

struct run {
    int64_t low, high; /* addresses of the first byte, and of the first behind the last */
};

/* Zeros: the empty set. */
struct runs {
    struct run *item;
    int n, room;
};

void runs_free(struct runs *s); /* leaves the empty set */
void runs_clear(struct runs *s);
bool runs_copy(struct runs *to, const struct runs *from);

/* The bytes of all runs. */
int64_t runs_bytes(const struct runs *s);

bool runs_equal(const struct runs *a, const struct runs *b);
bool runs_contains(const struct runs *s, const struct runs *part);
bool runs_meet(const struct runs *a, const struct runs *b);

/* Is any byte of low..high-1 in the set? */
bool runs_touch(const struct runs *s, int64_t low, int64_t high);

/* s becomes its union with, difference from, intersection with b. A union with a subset, a
 * difference and an intersection with a disjoint or containing set copy nothing. */
bool runs_add(struct runs *s, const struct runs *b);
bool runs_subtract(struct runs *s, const struct runs *b);
bool runs_keep(struct runs *s, const struct runs *b);
bool runs_add_run(struct runs *s, int64_t low, int64_t high);

/* Adds the bytes of a descriptor: addresses in bytes. False also on overflow. */
bool runs_add_box(struct runs *s, const struct lmad *set);

/* Adds the bytes that an access touches: exactly those of its iterations, slanted nests too. */
bool runs_add_access(struct runs *s, const struct lmad_nest *nest,
                     const struct lmad_access *access);

/* The longest regular piece of the list from item `at` on: rows runs of equal length and distance.
 */
struct runs_rows {
    int64_t low, bytes, rows, pitch;
};
void runs_rows(const struct runs *s, int at, struct runs_rows *rows);

#endif
