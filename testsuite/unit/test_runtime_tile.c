/* test_runtime_tile.c - tiles against all shapes there are, and the shapes that people know. */
#include "device_tile.h"

#include <criterion/criterion.h>
#include <time.h>

static struct lmad_bound bound;
static struct device_tile tile;

/* ---- nests, made by hand */

static void loops(int rank, const int64_t *extent) {
    bound.naccess = 0;
    bound.nest = (struct lmad_nest){.rank = rank};
    for (int k = 0; k < rank; k++) {
        bound.nest.level[k] = (struct lmad_level){
            .extent = extent[k], .divisor = 1, .high = extent[k] - 1, .step = 1};
    }
}

static void access(int array, int use, int64_t base, const int64_t *stride) {
    struct lmad_access *a = &bound.access[bound.naccess++];
    *a = (struct lmad_access){.array = array, .use = use, .width = 8, .base = base};
    for (int k = 0; k < bound.nest.rank; k++) {
        a->stride[k] = stride[k];
    }
    cr_assert(lmad_nest_interval(&bound.nest, base, a->stride, &a->low, &a->high, &a->tight));
    a->high += 7;
}

#define FAR ((int64_t)1 << 40)

/* c[i, j] = sum of a[i, p] * b[p, j] */
static void product(int64_t m, int64_t n, int64_t p) {
    loops(3, (const int64_t[]){m, n, p});
    access(0, LMAD_READ, FAR, (const int64_t[]){8 * p, 0, 8});
    access(1, LMAD_READ, 2 * FAR, (const int64_t[]){0, 8, 8 * n});
    access(2, LMAD_WRITE, 3 * FAR, (const int64_t[]){8 * n, 8, 0});
}

/* b[i, j] from a[i, j] and its four neighbours, in arrays of (n + 2) x (m + 2) */
static void stencil(int64_t n, int64_t m) {
    const int64_t row = 8 * (m + 2), stride[] = {row, 8};
    const int64_t base[] = {row + 8, 8, 2 * row + 8, row, row + 16};
    loops(2, (const int64_t[]){n, m});
    for (int i = 0; i < 5; i++) {
        access(0, LMAD_READ, FAR + base[i], stride);
    }
    access(1, LMAD_WRITE, 2 * FAR + row + 8, stride);
}

/* c[i, j] = sum of a[i, k] * a[j, k] for j <= i: the parallel loop is i */
static void triangle(int64_t n, int64_t k) {
    loops(3, (const int64_t[]){n, n, k});
    bound.nest.slanted = bound.nest.level[1].slanted = true;
    bound.nest.level[1].high = 0;
    bound.nest.level[1].high_coef[0] = 1;
    access(0, LMAD_READ, FAR, (const int64_t[]){8 * k, 0, 8});
    access(0, LMAD_READ, FAR, (const int64_t[]){0, 8 * k, 8});
    access(1, LMAD_READ_WRITE, 2 * FAR, (const int64_t[]){8 * n, 8, 0});
}

static struct device_tile_wish wish(int n, int64_t memory) {
    struct device_tile_wish w = {.n = n, .memory = memory, .buffers = 1};
    for (int d = 0; d < n; d++) {
        w.level[d] = d;
    }
    return w;
}

/* ---- against every shape */

static double least(const struct device_tile_wish *w) {
    struct device_tile t;
    double best = -1;
    int64_t most[DEVICE_TILE_LEVELS] = {1, 1, 1};
    for (int d = 0; d < w->n; d++) {
        most[d] = bound.nest.level[w->level[d]].extent;
    }
    for (t.extent[0] = 1; t.extent[0] <= most[0]; t.extent[0]++) {
        for (t.extent[1] = 1; t.extent[1] <= most[1]; t.extent[1]++) {
            for (t.extent[2] = 1; t.extent[2] <= most[2]; t.extent[2]++) {
                bool fits = device_tile_cost(&bound, w, &t);
                best = fits && (best < 0 || t.cost < best) ? t.cost : best;
            }
        }
    }
    return best;
}

/* Within a tenth of the best shape, and inside the memory; false exactly when nothing fits. */
static void check_best(const struct device_tile_wish *w) {
    double best = least(w);
    bool found = device_tile_choose(&bound, w, &tile);
    cr_assert_eq(found, best >= 0);
    if (found) {
        cr_assert(tile.cost >= best && tile.cost <= 1.1 * best, "%g instead of %g (%ld x %ld)",
                  tile.cost, best, (long)tile.extent[0], (long)tile.extent[1]);
        cr_assert_leq(tile.memory * w->buffers, w->memory);
    }
}

Test(runtime_tile, is_near_the_best_of_all_shapes) {
    int64_t memory;
    for (memory = 100; memory < 12000; memory = memory * 3 / 2) {
        struct device_tile_wish w = wish(2, memory);
        product(24, 17, 12);
        check_best(&w);
        stencil(19, 23);
        check_best(&w);
        w.run = 64;
        w.tile = 500;
        check_best(&w);
        w.buffers = 2;
        product(11, 30, 7);
        check_best(&w);
    }
}

Test(runtime_tile, three_levels) {
    loops(3, (const int64_t[]){9, 12, 10});
    for (int64_t d = 0; d < 3; d++) {
        access(0, LMAD_READ, FAR + 8 * d, (const int64_t[]){12 * 12 * 8, 12 * 8, 8});
        access(0, LMAD_READ, FAR + 96 * d, (const int64_t[]){12 * 12 * 8, 12 * 8, 8});
    }
    access(1, LMAD_WRITE, 2 * FAR, (const int64_t[]){960, 80, 8});
    for (int64_t memory = 500; memory < 20000; memory *= 3) {
        struct device_tile_wish w = wish(3, memory);
        check_best(&w);
    }
}

/* ---- shapes people know */

Test(runtime_tile, products_are_cut_into_squares) {
    struct device_tile_wish w = wish(2, 3000000);
    product(1000, 1000, 1000);
    cr_assert(device_tile_choose(&bound, &w, &tile));
    double ratio = (double)tile.extent[0] / (double)tile.extent[1];
    cr_assert(ratio > 0.6 && ratio < 1.7, "%ld x %ld", (long)tile.extent[0], (long)tile.extent[1]);
    struct device_tile slab = {.extent = {1, 1000}};
    w.memory = 10000000;
    cr_assert(device_tile_cost(&bound, &w, &slab));
    cr_assert_lt(tile.moved, slab.moved / 20);
}

/* Bytes of blocks of t x t: every row of blocks reads b, every column a; c comes home once. */
Test(runtime_tile, counts_what_products_move) {
    struct device_tile_wish w = wish(2, 1 << 30);
    product(100, 60, 50);
    struct device_tile t = {.extent = {40, 25}};
    cr_assert(device_tile_cost(&bound, &w, &t));
    cr_assert_eq(t.tiles, 9);
    cr_assert_eq(t.moved, 8 * (3 * 100 * 50 + 3 * 60 * 50 + 100 * 60));
    cr_assert_eq(t.memory, 8 * (40 * 50 + 25 * 50 + 40 * 25));
}

Test(runtime_tile, stencils_are_cut_into_slabs_of_rows) {
    struct device_tile_wish w = wish(2, 2 * 8 * 1002 * 102);
    w.run = DEVICE_TILE_RUN;
    stencil(1000, 1000);
    cr_assert(device_tile_choose(&bound, &w, &tile));
    cr_assert_eq(tile.extent[1], 1000);
    cr_assert(tile.extent[0] >= 90 && tile.extent[0] <= 102, "%ld", (long)tile.extent[0]);
    cr_assert_lt(tile.moved, 1.03 * 2 * 8 * 1000 * 1000);
}

Test(runtime_tile, triangles) {
    struct device_tile_wish w = wish(1, 8 * (300 * 20 + 300 * 120));
    triangle(300, 20);
    cr_assert(device_tile_choose(&bound, &w, &tile));
    cr_assert(tile.extent[0] >= 80 && tile.extent[0] < 150, "%ld", (long)tile.extent[0]);
    cr_assert_leq(tile.memory, w.memory);
}

/* a[i] and a[n - 1 - i] meet in the middle only. */
Test(runtime_tile, accesses_that_move_apart) {
    struct device_tile_wish w = wish(1, 8 * 2 * 100);
    loops(1, (const int64_t[]){1000});
    access(0, LMAD_READ, FAR, (const int64_t[]){8});
    access(0, LMAD_READ, FAR + 8 * 999, (const int64_t[]){-8});
    cr_assert(device_tile_choose(&bound, &w, &tile));
    cr_assert_eq(tile.extent[0], 100);
    cr_assert(tile.moved > 7.5 * 1000 * 2 && tile.moved < 8.5 * 1000 * 2, "%g", tile.moved);
}

Test(runtime_tile, what_cannot_fit) {
    struct device_tile_wish w = wish(2, 8 * 30);
    product(10, 10, 20);
    cr_assert_not(device_tile_choose(&bound, &w, &tile));
    w.memory = 8 * 41;
    cr_assert(device_tile_choose(&bound, &w, &tile));
    cr_assert(tile.extent[0] == 1 && tile.extent[1] == 1);
    w.largest = 8 * 19;
    cr_assert_not(device_tile_choose(&bound, &w, &tile));
    w.largest = 8 * 20;
    w.buffers = 2;
    cr_assert_not(device_tile_choose(&bound, &w, &tile));
    bound.nest.empty = true;
    cr_assert_not(device_tile_choose(&bound, &w, &tile));
}

Test(runtime_tile, all_of_it_when_it_fits) {
    struct device_tile_wish w = wish(2, (int64_t)1 << 40);
    product(1 << 14, 1 << 14, 1 << 14);
    cr_assert(device_tile_choose(&bound, &w, &tile));
    cr_assert(tile.tiles == 1 && tile.extent[0] == 1 << 14 && tile.extent[1] == 1 << 14);
}

/* Half a column of a wide array is packed; rows are not. */
Test(runtime_tile, images) {
    struct lmad_footprint f = {.unit = 8, .count = 100};
    cr_assert_eq(device_tile_image(&f, 800), 800);
    cr_assert_eq(device_tile_image(&f, 1600), 1600);
    cr_assert_eq(device_tile_image(&f, 1601), 800);
    f.count = INT64_MAX / 2;
    cr_assert_eq(device_tile_image(&f, INT64_MAX), INT64_MAX);
}

/* A generous limit: it is chosen once per call. */
Test(runtime_tile, is_quick) {
    struct device_tile_wish w = wish(2, (int64_t)1 << 30);
    struct timespec begin, end;
    product(1 << 15, 1 << 15, 1 << 15);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    cr_assert(device_tile_choose(&bound, &w, &tile));
    clock_gettime(CLOCK_MONOTONIC, &end);
    double ms =
        (double)(end.tv_sec - begin.tv_sec) * 1e3 + (double)(end.tv_nsec - begin.tv_nsec) / 1e6;
    cr_log_info("%g ms", ms);
    cr_assert_lt(ms, 200.0);
}
