/* The order in which reductions walk their operands: axes sorted, joined and turned round. */
#include <criterion/criterion.h>

#include "pycc_rt.h"

struct view {
    char *data;
    int64_t shape[4], stride[4];
};

static char memory[4096];

/* The one operand of this shape and strides, in the order that is best for it. */
static struct view walked(int rank, unsigned reduced, const int64_t *shape, const int64_t *stride,
                          const int64_t *out, int64_t *number) {
    const int64_t *const strides[] = {stride};
    struct view v = {.data = memory + 2048};
    *number = pycc_order(rank, reduced, shape, 1, strides, out);
    pycc_reorder(rank, reduced, false, *number, &v.data, v.shape, v.stride, shape, stride);
    return v;
}

Test(order, contiguous_axes_become_one) {
    int64_t number;
    struct view c = walked(3, 7, (int64_t[]){2, 3, 4}, (int64_t[]){96, 32, 8}, NULL, &number);
    cr_assert(number >= 0);
    cr_assert(c.shape[0] == 1 && c.shape[1] == 1 && c.shape[2] == 24 && c.stride[2] == 8);
    struct view f = walked(3, 7, (int64_t[]){2, 3, 4}, (int64_t[]){8, 16, 48}, NULL, &number);
    cr_assert(f.shape[0] == 1 && f.shape[1] == 1 && f.shape[2] == 24 && f.stride[2] == 8);
}

Test(order, gaps_keep_axes_apart) {
    int64_t number;
    struct view v = walked(2, 3, (int64_t[]){3, 4}, (int64_t[]){8, 40}, NULL, &number);
    cr_assert(v.shape[0] == 4 && v.stride[0] == 40);
    cr_assert(v.shape[1] == 3 && v.stride[1] == 8);
}

Test(order, backward_axes_are_turned) {
    int64_t number;
    struct view v = walked(2, 3, (int64_t[]){3, 4}, (int64_t[]){-32, -8}, NULL, &number);
    cr_assert(v.data == memory + 2048 - 2 * 32 - 3 * 8);
    cr_assert(v.shape[1] == 12 && v.stride[1] == 8);
}

Test(order, the_smallest_stride_decides_what_is_innermost) {
    int64_t number;
    int64_t shape[] = {3, 4}, out[] = {8};
    struct view v = walked(2, 1, shape, (int64_t[]){32, 8}, out, &number);
    cr_assert(number < 0, "an axis kept is the innermost");
    cr_assert(v.shape[0] == 3 && v.shape[1] == 4);
    v = walked(2, 1, shape, (int64_t[]){8, 24}, out, &number);
    cr_assert(number >= 0, "the reduced axis is the innermost");
    cr_assert(v.shape[0] == 4 && v.shape[1] == 3 && v.stride[1] == 8);
}

Test(order, the_result_follows) {
    const int64_t stride[] = {8, 16, 48}, *const strides[] = {stride};
    const int64_t shape[] = {2, 3, 4}, out_shape[] = {2, 4}, out_stride[] = {32, 8};
    int64_t number = pycc_order(3, 2, shape, 1, strides, out_stride);
    struct view v = {.data = memory};
    cr_assert(number < 0);
    pycc_reorder(3, 2, true, number, &v.data, v.shape, v.stride, out_shape, out_stride);
    cr_assert(v.shape[0] == 4 && v.stride[0] == 8 && v.shape[1] == 2 && v.stride[1] == 32);
}

Test(order, empty_arrays) {
    int64_t number;
    struct view v = walked(2, 3, (int64_t[]){0, 4}, (int64_t[]){-32, 8}, NULL, &number);
    cr_assert(v.shape[0] * v.shape[1] == 0);
    cr_assert(v.data == memory + 2048);
}
