/* Where rows of different lengths are in memory, so that chunks of even work can be cut. */
#include <criterion/criterion.h>

#include "pycc_rt.h"

static int64_t at[] = {0, 10, 10, 25, 100};
static int32_t narrow[] = {0, 3, 4, 9};

static struct pycc_array1 view(int64_t *from, int64_t n, int64_t step) {
    return (struct pycc_array1){.data = (char *)from, .shape = {n}, .stride = {8 * step}};
}

Test(rows, starts_and_ends_of_one_array_are_rows) {
    const struct pycc_array1 starts = view(at, 4, 1), ends = view(at + 1, 4, 1);
    struct pycc_rows r = PYCC_ROWS_BETWEEN(starts, ends, 8, 0, 4, 40.0, 2.0);
    cr_assert(r.at == (char *)at && r.each == 10 && r.work == 240);
    r = PYCC_ROWS_BETWEEN(starts, ends, 8, 2, 2, 20.0, 2.0);
    cr_assert(r.at == (char *)(at + 2) && r.work == 200);
}

Test(rows, narrow_and_backward) {
    const struct pycc_array1 starts = {.data = (char *)narrow, .shape = {3}, .stride = {4}};
    const struct pycc_array1 ends = {.data = (char *)(narrow + 1), .shape = {3}, .stride = {4}};
    cr_assert(PYCC_ROWS_BETWEEN(starts, ends, 4, 0, 3, 0.0, 1.0).work == 9);
    const struct pycc_array1 late = view(at + 4, 4, -1), early = view(at + 3, 4, -1);
    cr_assert_null(PYCC_ROWS_BETWEEN(late, early, 8, 0, 4, 0.0, 1.0).at, "they fall");
}

Test(rows, others_are_not_known) {
    const struct pycc_array1 starts = view(at, 4, 1), ends = view(at + 1, 4, 1);
    const struct pycc_array1 far = view(at + 2, 3, 1), other = view(at + 1, 2, 2);
    cr_assert_null(PYCC_ROWS_BETWEEN(starts, far, 8, 0, 3, 0.0, 1.0).at, "two steps apart");
    cr_assert_null(PYCC_ROWS_BETWEEN(starts, other, 8, 0, 2, 0.0, 1.0).at, "of another stride");
    cr_assert_null(PYCC_ROWS_BETWEEN(starts, ends, 8, 1, 4, 0.0, 1.0).at, "beyond the end");
    const struct pycc_array1 few = view(at + 1, 2, 1);
    cr_assert_null(PYCC_ROWS_BETWEEN(starts, few, 8, 0, 3, 0.0, 1.0).at, "too few ends");
    cr_assert(PYCC_ROWS_BETWEEN(starts, few, 8, 0, 2, 0.0, 1.0).at == (char *)at);
}
