/* Value numbers: extents that meet in broadcasting, and what checks tell of them. */
#include <criterion/criterion.h>

#include "fuse_value.h"

struct numbers {
    struct arena arena;
    struct num_table t;
};

static void begin(struct numbers *x) {
    arena_init(&x->arena);
    num_init(&x->t, &x->arena);
}

static int extent(struct numbers *x, int variable) {
    int arg[2] = {variable, 0};
    return num_make(&x->t, NUM_EXTENT, 0, 2, arg);
}

Test(fuse_value, joins_are_sets) {
    struct numbers x;
    begin(&x);
    int a = extent(&x, 1), b = extent(&x, 2), c = extent(&x, 3), one = num_const(&x.t, 1);
    cr_assert_neq(a, b);
    cr_assert_eq(a, extent(&x, 1));
    int ab = num_join(&x.t, a, b);
    cr_assert_eq(ab, num_join(&x.t, b, a));
    cr_assert_eq(ab, num_join(&x.t, ab, a));
    cr_assert_eq(num_join(&x.t, ab, c), num_join(&x.t, a, num_join(&x.t, c, b)));
    cr_assert_eq(num_join(&x.t, a, one), a);
    cr_assert_eq(num_join(&x.t, one, one), one);
    cr_assert_neq(ab, a);
    cr_assert(num_stretches(&x.t, a, ab) && !num_stretches(&x.t, ab, a));
    cr_assert(num_natural(&x.t, ab) && !num_natural(&x.t, num_const(&x.t, -1)));
    arena_free(&x.arena);
}

Test(fuse_value, what_checks_tell) {
    struct numbers x;
    begin(&x);
    int a = extent(&x, 1), b = extent(&x, 2), c = extent(&x, 3), ab = num_join(&x.t, a, b);
    num_learn_stretches(&x.t, b, a); /* b is 1 or a */
    cr_assert_eq(num_now(&x.t, ab), a);
    cr_assert_neq(num_now(&x.t, b), num_now(&x.t, a), "b may be 1");
    num_learn_equal(&x.t, c, a);
    cr_assert_eq(num_now(&x.t, c), num_now(&x.t, a));
    cr_assert_eq(num_now(&x.t, num_join(&x.t, c, b)), num_now(&x.t, a));
    arena_free(&x.arena);
}

Test(fuse_value, a_join_that_is_one_of_its_parts) {
    struct numbers x;
    begin(&x);
    int a = extent(&x, 1), b = extent(&x, 2), ab = num_join(&x.t, a, b);
    num_learn_equal(&x.t, ab, a); /* a += b: b may still be 1 */
    cr_assert_eq(num_now(&x.t, ab), num_now(&x.t, a));
    cr_assert_neq(num_now(&x.t, a), num_now(&x.t, b));
    arena_free(&x.arena);
}

Test(fuse_value, slices) {
    struct numbers x;
    begin(&x);
    int a = extent(&x, 1);
    int inner = num_trim(&x.t, a, 2);
    cr_assert_eq(num_trim(&x.t, num_trim(&x.t, a, 1), 1), inner, "a[1:][:-1] and a[1:-1]");
    cr_assert_eq(num_trim(&x.t, a, 0), a);
    cr_assert_eq(num_trim(&x.t, num_const(&x.t, 5), 2), num_const(&x.t, 3));
    cr_assert_eq(num_trim(&x.t, num_const(&x.t, 1), 2), num_const(&x.t, 0));
    int b = extent(&x, 2);
    num_learn_equal(&x.t, num_const(&x.t, 7), b);
    int64_t n;
    cr_assert(num_is_const(&x.t, num_now(&x.t, b), &n) && n == 7);
    arena_free(&x.arena);
}
