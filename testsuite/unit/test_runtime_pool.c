/* Memory freed during a call comes back for the next array of the same size. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "pool.h"
#include "pycc_rt.h"

enum { LARGE = 1 << 17 };

static struct pycc_array1 new_array(struct pycc_ctx *ctx, int64_t n, int flags) {
    struct pycc_array1 a = {.shape = {n}};
    cr_assert(PYCC_ALLOC(ctx, 1, a, 1, flags, 0));
    return a;
}

Test(pool, same_size_again) {
    struct pycc_pool pool = {0};
    struct pycc_ctx ctx = {.pool = &pool};
    struct pycc_array1 a = new_array(&ctx, LARGE, 0);
    char *data = a.data;
    data[0] = data[LARGE - 1] = 1;
    pycc_release(a.owner);
    cr_assert_eq(pool.n, 1);
    cr_assert_eq(pool.bytes, LARGE);
    struct pycc_array1 other = new_array(&ctx, LARGE + 1, 0);
    cr_assert_eq(pool.n, 1);
    struct pycc_array1 b = new_array(&ctx, LARGE, PYCC_ZERO);
    cr_assert_eq(b.data, data);
    cr_assert_eq(pool.n, 0);
    cr_assert(b.data[0] == 0 && b.data[LARGE - 1] == 0, "zeros that are none");
    pycc_release(b.owner);
    pycc_release(other.owner);
    cr_assert_eq(pool.n, 2);
    pycc_pool_clear(&pool);
    cr_assert(pool.n == 0 && pool.bytes == 0);
}

Test(pool, small_or_outside_of_a_call) {
    struct pycc_pool pool = {0};
    struct pycc_ctx inside = {.pool = &pool}, outside = {0};
    pycc_release(new_array(&inside, 100, 0).owner);
    pycc_release(new_array(&outside, LARGE, 0).owner);
    cr_assert_eq(pool.n, 0);
}

Test(pool, bounded) {
    struct pycc_pool pool = {0};
    int64_t gigabyte = (int64_t)1 << 30;
    for (int i = 0; i < 3 * PYCC_POOL_ENTRIES; ++i) {
        pycc_pool_put(&pool, malloc(1), LARGE + i);
        cr_assert(pool.n <= PYCC_POOL_ENTRIES);
    }
    cr_assert_null(pycc_pool_take(&pool, LARGE), "the oldest goes first");
    void *newest = pycc_pool_take(&pool, LARGE + 3 * PYCC_POOL_ENTRIES - 1);
    cr_assert_not_null(newest);
    free(newest);
    pycc_pool_put(&pool, malloc(1), gigabyte / 4);
    pycc_pool_put(&pool, malloc(1), gigabyte / 2 - 1);
    cr_assert(pool.n == 1 && pool.bytes < gigabyte / 2, "more bytes than it may hold");
    pycc_pool_put(&pool, malloc(1), gigabyte);
    cr_assert(pool.bytes < gigabyte / 2);
    pycc_pool_clear(&pool);
}
