/* Lists of the run time: growth, references of items, arrays that share their memory. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "pycc_rt.h"

static const struct pycc_items INTS = {sizeof(int64_t), 0, NULL, false};
static const uint32_t LIST_OWNER[] = {offsetof(struct pycc_list, owner)};
static const struct pycc_items LISTS = {sizeof(struct pycc_list), 1, LIST_OWNER, false};

static struct pycc_list make(struct pycc_ctx *ctx, const struct pycc_items *items) {
    struct pycc_list list;
    cr_assert(pycc_list_new(ctx, &list, items, 1));
    return list;
}

static void push(struct pycc_ctx *ctx, struct pycc_list list, int64_t x) {
    int64_t *place = pycc_list_push(ctx, list, sizeof(x), 1);
    cr_assert_not_null(place);
    *place = x;
}

static struct pycc_list numbers(struct pycc_ctx *ctx, int64_t n) {
    struct pycc_list list = make(ctx, &INTS);
    for (int64_t i = 0; i < n; ++i) {
        push(ctx, list, i);
    }
    return list;
}

static void expect(struct pycc_list list, int64_t n, const int64_t *want) {
    cr_assert_eq(pycc_list_length(list), n);
    for (int64_t i = 0; i < n; ++i) {
        cr_assert_eq(PYCC_LIST_AT(int64_t, list, i), want[i]);
    }
}

Test(list, grows) {
    struct pycc_ctx ctx = {0};
    struct pycc_list list = numbers(&ctx, 1000);
    for (int64_t i = 0; i < 1000; ++i) {
        cr_assert_eq(PYCC_LIST_AT(int64_t, list, i), i);
    }
    pycc_release(list.owner);
}

Test(list, inserts_and_removes) {
    struct pycc_ctx ctx = {0};
    struct pycc_list list = numbers(&ctx, 4);
    *(int64_t *)pycc_list_gap(&ctx, list, pycc_list_place(list, -1), 1) = 9;
    expect(list, 5, (const int64_t[]){0, 1, 2, 9, 3});
    pycc_list_remove(list, 0);
    expect(list, 4, (const int64_t[]){1, 2, 9, 3});
    pycc_list_remove(list, 3);
    pycc_list_reverse(list);
    expect(list, 3, (const int64_t[]){9, 2, 1});
    cr_assert_eq(pycc_list_place(list, -9), 0);
    cr_assert_eq(pycc_list_place(list, 9), 3);
    pycc_release(list.owner);
}

Test(list, extends_by_itself) {
    struct pycc_ctx ctx = {0};
    struct pycc_list list = numbers(&ctx, 7);
    cr_assert(pycc_list_extend(&ctx, list, list, 1));
    expect(list, 14, (const int64_t[]){0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6});
    pycc_release(list.owner);
}

Test(list, slices_as_python) {
    struct pycc_ctx ctx = {0};
    struct pycc_list list = numbers(&ctx, 5), part;
    cr_assert(pycc_list_slice(&ctx, &part, list, 4, 0, 0, -2, 1));
    expect(part, 3, (const int64_t[]){4, 2, 0});
    pycc_release(part.owner);
    cr_assert(pycc_list_slice(&ctx, &part, list, 3, -4, -1, 0, 1));
    expect(part, 3, (const int64_t[]){1, 2, 3});
    pycc_release(part.owner);
    cr_assert(pycc_list_slice(&ctx, &part, list, 3, 4, 2, 0, 1));
    cr_assert_eq(pycc_list_length(part), 0);
    pycc_release(part.owner);
    cr_assert(pycc_list_repeat(&ctx, &part, list, -3, 1));
    cr_assert_eq(pycc_list_length(part), 0);
    pycc_release(part.owner);
    pycc_release(list.owner);
}

Test(list, repeat_too_often) {
    struct pycc_ctx ctx = {0};
    struct pycc_list list = numbers(&ctx, 5), many;
    cr_assert_not(pycc_list_repeat(&ctx, &many, list, INT64_MAX / 2, 1));
    cr_assert(ctx.failed && ctx.error.exc == PYCC_EXC_MEMORY);
    pycc_release(list.owner);
}

/* An array of the items keeps what it shows when the list moves away. */
Test(list, items_outlive_growth) {
    struct pycc_ctx ctx = {0};
    struct pycc_list list = numbers(&ctx, 3);
    struct pycc_array1 items = pycc_list_items(list);
    pycc_retain(items.owner);
    for (int64_t i = 0; i < 100; ++i) {
        push(&ctx, list, 7);
    }
    pycc_list_clear(list);
    cr_assert_eq(items.shape[0], 3);
    cr_assert_eq(PYCC_AT1(i64, items, 2), 2);
    pycc_release(items.owner);
    cr_assert_eq(pycc_list_items(list).shape[0], 0);
    pycc_release(list.owner);
}

Test(list, holds_its_items) {
    struct pycc_ctx ctx = {0};
    struct pycc_list outer = make(&ctx, &LISTS), inner = numbers(&ctx, 2), copy;
    *(struct pycc_list *)pycc_list_push(&ctx, outer, sizeof(inner), 1) = inner; /* its reference */
    cr_assert_eq(inner.owner->refs, 1);
    cr_assert(pycc_list_repeat(&ctx, &copy, outer, 3, 1));
    cr_assert_eq(inner.owner->refs, 4);
    pycc_release(outer.owner);
    cr_assert_eq(inner.owner->refs, 3);
    pycc_retain(inner.owner);
    pycc_list_clear(copy);
    cr_assert_eq(inner.owner->refs, 1);
    pycc_release(copy.owner);
    pycc_release(inner.owner);
}
