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
    cr_assert_eq(pool.large.n, 1);
    cr_assert_eq(pool.bytes, LARGE);
    struct pycc_array1 other = new_array(&ctx, LARGE + 1, 0);
    cr_assert_eq(pool.large.n, 1);
    struct pycc_array1 b = new_array(&ctx, LARGE, PYCC_ZERO);
    cr_assert_eq(b.data, data);
    cr_assert_eq(pool.large.n, 0);
    cr_assert(b.data[0] == 0 && b.data[LARGE - 1] == 0, "zeros that are none");
    pycc_release(b.owner);
    pycc_release(other.owner);
    cr_assert_eq(pool.large.n, 2);
    pycc_pool_clear(&pool);
    cr_assert(pool.large.n == 0 && pool.bytes == 0);
}

Test(pool, small_or_outside_of_a_call) {
    struct pycc_pool pool = {0};
    struct pycc_ctx serial = {.pool = &pool}, parallel = {.pool = &pool, .inside = true};
    struct pycc_ctx outside = {0};
    pycc_release(new_array(&parallel, 2000, 0).owner);
    pycc_release(new_array(&serial, 100, 0).owner); /* malloc has such blocks ready */
    pycc_release(new_array(&outside, LARGE, 0).owner);
    cr_assert(pool.large.n == 0 && pool.small.n == 0);
    pycc_release(new_array(&serial, 2000, 0).owner);
    cr_assert(pool.large.n == 0 && pool.small.n == 1 && pool.bytes == 2000);
    struct pycc_array1 a = new_array(&parallel, LARGE, 0);
    pycc_release(a.owner);
    cr_assert(pool.large.n == 1 && pool.small.n == 1, "small ones make no room for large ones");
    pycc_pool_clear(&pool);
    cr_assert(pool.large.n == 0 && pool.small.n == 0 && pool.bytes == 0);
}

static struct pycc_buffer *of_size(int64_t size) {
    struct pycc_buffer *b = malloc(sizeof(*b));
    *b = (struct pycc_buffer){.data = malloc(1), .size = size};
    return b;
}

Test(pool, bounded) {
    struct pycc_pool pool = {0};
    int64_t gigabyte = (int64_t)1 << 30;
    for (int i = 0; i < 3 * PYCC_POOL_ENTRIES; ++i) {
        pycc_pool_put(&pool, of_size(LARGE + i));
        cr_assert(pool.large.n <= PYCC_POOL_ENTRIES);
    }
    cr_assert_null(pycc_pool_take(&pool, LARGE, false), "the oldest goes first");
    struct pycc_buffer *newest = pycc_pool_take(&pool, LARGE + 3 * PYCC_POOL_ENTRIES - 1, false);
    cr_assert_not_null(newest);
    pycc_pool_put(&pool, newest);
    pycc_pool_put(&pool, of_size(gigabyte / 4));
    pycc_pool_put(&pool, of_size(gigabyte / 2 - 1));
    cr_assert(pool.large.n == 1 && pool.bytes < gigabyte / 2, "more bytes than it may hold");
    pycc_pool_put(&pool, of_size(gigabyte));
    cr_assert(pool.bytes < gigabyte / 2);
    pycc_pool_clear(&pool);
}

/* An array in place of another one. */
static struct pycc_array1 renewed(struct pycc_ctx *ctx, struct pycc_array1 old, int64_t n,
                                  int flags) {
    struct pycc_array1 a = {.owner = old.owner, .shape = {n}};
    cr_assert(PYCC_RENEW(ctx, 1, a, 1, flags, 0));
    return a;
}

Test(pool, renewed_in_place) {
    struct pycc_pool pool = {0};
    struct pycc_ctx ctx = {.pool = &pool};
    struct pycc_array1 a = renewed(&ctx, (struct pycc_array1){0}, 2000, 0);
    a.data[1999] = 1;
    struct pycc_array1 b = renewed(&ctx, a, 2000, PYCC_ZERO);
    cr_assert(b.data == a.data && b.owner == a.owner && b.data[1999] == 0);
    pycc_retain(b.owner); /* a view of it */
    struct pycc_array1 c = renewed(&ctx, b, 2000, 0);
    cr_assert_neq(c.data, b.data, "what a view shows");
    pycc_release(b.owner);
    struct pycc_array1 d = renewed(&ctx, c, 2001, 0);
    cr_assert_eq(pool.small.n, 2, "another size");
    struct pycc_array1 e = {.owner = d.owner, .shape = {-1}};
    cr_assert(!PYCC_RENEW(&ctx, 1, e, 1, 0, 0) && ctx.failed && !e.owner);
    cr_assert_eq(pool.small.n, 3, "the old one goes even so");
    pycc_pool_clear(&pool);
}

/* What arrays of results leave behind: large blocks come back too, but not as zeros. */
Test(pool, kept_between_calls) {
    struct pycc_pool pool = {0};
    int64_t sizes[] = {(int64_t)1 << 20, ((int64_t)1 << 26) + 4096, (int64_t)1 << 28};
    for (int i = 0; i < 3; ++i) {
        char *data = malloc((size_t)sizes[i]);
        cr_assert_not_null(data);
        data[0] = data[sizes[i] - 1] = 1;
        pycc_pool_keep(data, sizes[i]);
        struct pycc_buffer *b = pycc_pool_take(&pool, sizes[i], true);
        cr_assert_eq(b != NULL, i == 0, "fresh pages are zero");
        if (b) {
            pycc_pool_keep(b->data, sizes[i]);
            free(b);
        }
        b = pycc_pool_take(&pool, sizes[i], false);
        cr_assert_not_null(b);
        cr_assert_eq(b->data, data);
        data[0] = data[sizes[i] - 1] = 2;
        cr_assert(data[0] == 2 && data[sizes[i] - 1] == 2);
        pycc_pool_keep(b->data, sizes[i]);
        free(b);
    }
    pycc_pool_keep(malloc((size_t)1 << 30), (int64_t)1 << 30);
    cr_assert_null(pycc_pool_take(&pool, (int64_t)1 << 30, false), "more than is kept");
    pycc_pool_clear(&pool);
    cr_assert_null(pycc_pool_take(&pool, sizes[2], false));
}
