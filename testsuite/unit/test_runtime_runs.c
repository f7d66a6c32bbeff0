/* Sets of byte runs against bitmaps: every operation on random sets over a small range. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "runs.h"

enum { SPAN = 96, TURNS = 4000 };

static uint64_t seed = 1;

static int pick(int n) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((seed >> 33) % (uint64_t)n);
}

static struct runs random_set(bool *bit) {
    struct runs s = {0};
    memset(bit, 0, SPAN);
    for (int n = pick(8); n > 0; --n) {
        int low = pick(SPAN), high = low + pick(SPAN / 6);
        high = high < SPAN ? high : SPAN;
        cr_assert(runs_add_run(&s, low, high));
        memset(bit + low, 1, (size_t)(high - low));
    }
    return s;
}

/* In order, apart, and with exactly these bytes. */
static void check(const struct runs *s, const bool *bit) {
    bool seen[SPAN] = {0};
    int64_t bytes = 0;
    for (int i = 0; i < s->n; ++i) {
        cr_assert(s->item[i].low < s->item[i].high);
        cr_assert(i == 0 || s->item[i - 1].high < s->item[i].low);
        for (int64_t k = s->item[i].low; k < s->item[i].high; ++k) {
            seen[k] = true;
            ++bytes;
        }
    }
    cr_assert(memcmp(seen, bit, SPAN) == 0);
    cr_assert_eq(runs_bytes(s), bytes);
}

static void combine(bool (*operation)(struct runs *, const struct runs *), char kind) {
    for (int turn = 0; turn < TURNS; ++turn) {
        bool x[SPAN], y[SPAN];
        struct runs a = random_set(x), b = random_set(y);
        cr_assert(operation(&a, &b));
        for (int i = 0; i < SPAN; ++i) {
            x[i] = kind == '+' ? x[i] || y[i] : kind == '-' ? x[i] && !y[i] : x[i] && y[i];
        }
        check(&a, x);
        check(&b, y);
        runs_free(&a);
        runs_free(&b);
    }
}

Test(runs, add) {
    combine(runs_add, '+');
}

Test(runs, subtract) {
    combine(runs_subtract, '-');
}

Test(runs, keep) {
    combine(runs_keep, '*');
}

Test(runs, questions) {
    for (int turn = 0; turn < TURNS; ++turn) {
        bool x[SPAN], y[SPAN], contains = true, meet = false, touch = false;
        struct runs a = random_set(x), b = random_set(y), c = {0};
        int low = pick(SPAN), high = low + pick(SPAN - low);
        for (int i = 0; i < SPAN; ++i) {
            contains = contains && (x[i] || !y[i]);
            meet = meet || (x[i] && y[i]);
            touch = touch || (x[i] && i >= low && i < high);
        }
        cr_assert_eq(runs_contains(&a, &b), contains);
        cr_assert_eq(runs_meet(&a, &b), meet);
        cr_assert_eq(runs_touch(&a, low, high), touch);
        cr_assert_eq(runs_equal(&a, &b), memcmp(x, y, SPAN) == 0);
        cr_assert(runs_copy(&c, &a) && runs_equal(&c, &a));
        runs_free(&a);
        runs_free(&b);
        runs_free(&c);
    }
}

/* Boxes of any strides: negative, zero, overlapping, touching. */
Test(runs, boxes) {
    for (int turn = 0; turn < TURNS; ++turn) {
        struct lmad set = {.base = SPAN / 2, .width = 1 + pick(4), .rank = pick(4)};
        bool bit[SPAN] = {0};
        int64_t low = set.base, high = set.base + set.width;
        for (int k = 0; k < set.rank; ++k) {
            set.dim[k] = (struct lmad_dim){pick(13) - 6, 1 + pick(4)};
            int64_t reach = set.dim[k].stride * (set.dim[k].extent - 1);
            low += reach < 0 ? reach : 0;
            high += reach > 0 ? reach : 0;
        }
        if (low < 0 || high > SPAN) {
            continue;
        }
        int64_t n[3] = {0};
        for (bool more = true; more;) {
            int64_t at = set.base;
            for (int k = 0; k < set.rank; ++k) {
                at += set.dim[k].stride * n[k];
            }
            memset(bit + at, 1, (size_t)set.width);
            int k = set.rank - 1;
            while (k >= 0 && ++n[k] == set.dim[k].extent) {
                n[k--] = 0;
            }
            more = k >= 0;
        }
        struct runs s = {0};
        cr_assert(runs_add_box(&s, &set));
        check(&s, bit);
        runs_free(&s);
    }
}

/* The lower triangle of a matrix of bytes, row by row. */
Test(runs, triangle) {
    static const struct lmad_form one = {1, 0, NULL}, zero = {0, 0, NULL}, nine = {9, 0, NULL};
    const struct lmad_counter counter[2] = {
        {{zero, 0, NULL}, {nine, 0, NULL}, one},
        {{zero, 0, NULL}, {one, 1, &one}, one},
    };
    const struct lmad_form coef[2] = {nine, one};
    const struct lmad_reference ref = {0, LMAD_WRITE, 0, 1, {zero, 2, coef}, 0};
    struct lmad_nest nest;
    struct lmad_access access;
    cr_assert(lmad_bind_nest(2, counter, NULL, &nest));
    cr_assert(lmad_bind_access(&ref, NULL, &nest, &access));
    bool bit[SPAN] = {0};
    for (int i = 0; i < 9; ++i) {
        memset(bit + 9 * i, 1, (size_t)i + 1);
    }
    struct runs s = {0};
    cr_assert(runs_add_access(&s, &nest, &access));
    check(&s, bit);
    runs_free(&s);
}

/* Nests of three loops whose ranges depend on one another, iteration by iteration. */
Test(runs, slanted) {
    int checked = 0;
    for (int turn = 0; turn < 4 * TURNS; ++turn) {
        struct lmad_form low[3], high[3], low_coef[3][2], high_coef[3][2], stride[3], step[3];
        struct lmad_counter counter[3];
        for (int k = 0; k < 3; ++k) {
            for (int j = 0; j < k; ++j) {
                low_coef[k][j] = (struct lmad_form){pick(3) == 0 ? pick(3) - 1 : 0, 0, NULL};
                high_coef[k][j] = (struct lmad_form){pick(3) == 0 ? pick(3) - 1 : 0, 0, NULL};
            }
            low[k] = (struct lmad_form){pick(3) - 1, 0, NULL};
            high[k] = (struct lmad_form){pick(6), 0, NULL};
            step[k] = (struct lmad_form){1 + (pick(4) == 0), 0, NULL};
            stride[k] = (struct lmad_form){pick(2) == 0 ? 0 : pick(9) - 4, 0, NULL};
            counter[k] = (struct lmad_counter){
                {low[k], k, low_coef[k]}, {high[k], k, high_coef[k]}, step[k]};
        }
        const struct lmad_reference ref = {
            0, LMAD_READ, 0, 1 + pick(3), {{SPAN / 2, 0, NULL}, 3, stride}, 0};
        struct lmad_nest nest;
        struct lmad_access access;
        int64_t n[LMAD_MAX_RANK];
        bool bit[SPAN] = {0};
        cr_assert(lmad_bind_nest(3, counter, NULL, &nest));
        cr_assert(lmad_bind_access(&ref, NULL, &nest, &access));
        if (nest.empty || access.low < 0 || access.high >= SPAN) {
            continue;
        }
        ++checked;
        for (bool more = lmad_nest_first(&nest, 3, n); more; more = lmad_nest_next(&nest, 3, n)) {
            int64_t at = access.base;
            for (int k = 0; k < 3; ++k) {
                at += access.stride[k] * n[k];
            }
            memset(bit + at, 1, (size_t)access.width);
        }
        struct runs s = {0};
        cr_assert(runs_add_access(&s, &nest, &access));
        check(&s, bit);
        runs_free(&s);
    }
    cr_assert_gt(checked, TURNS);
}

Test(runs, rows) {
    struct runs s = {0};
    for (int i = 0; i < 5; ++i) {
        cr_assert(runs_add_run(&s, 100 * i, 100 * i + 40));
    }
    cr_assert(runs_add_run(&s, 500, 530));
    cr_assert(runs_add_run(&s, 600, 630));
    struct runs_rows rows;
    runs_rows(&s, 0, &rows);
    cr_assert(rows.low == 0 && rows.bytes == 40 && rows.rows == 5 && rows.pitch == 100);
    runs_rows(&s, 5, &rows);
    cr_assert(rows.low == 500 && rows.bytes == 30 && rows.rows == 2 && rows.pitch == 100);
    runs_rows(&s, 6, &rows);
    cr_assert(rows.low == 600 && rows.rows == 1 && rows.pitch == rows.bytes);
    runs_free(&s);
}

/* More runs than a list may have: refused, and what was there is still there. */
Test(runs, too_many) {
    struct runs s = {0};
    cr_assert(runs_add_run(&s, 0, 4));
    struct lmad set = {.width = 1, .rank = 1, .dim = {{2, (int64_t)RUNS_MOST + 1}}};
    cr_assert_not(runs_add_box(&s, &set));
    cr_assert_eq(runs_bytes(&s), 4);
    set.dim[0].extent = RUNS_MOST;
    cr_assert(runs_add_box(&s, &set));
    cr_assert_eq(s.n, RUNS_MOST - 2); /* 0..4 takes in two */
    runs_free(&s);
}
