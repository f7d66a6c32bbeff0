/* Nests on a device without the compiler: hand-written tables and kernels for y = a * x + y, a
 * stencil in a time loop, a column, interleaved elements, a triangle, overlapping views, a sum, and
 * kernels that fail. What is moved is compared with what is needed, to the byte. The machine's
 * device is used with separate memory (PYCC_TRANSFERS=copy); without one the tests are left out. */
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device_hand.h"
#include "device_profile.h"

static void begin(void) {
    const char *why;
    setenv("PYCC_PLACE", "gpu", 1);
    setenv("PYCC_TRANSFERS", "copy", 1);
    if (!device_open(&why)) {
        cr_skip_test("%s", why);
    }
}

/* As at the end of Python, before the driver's compiler is torn down: a kernel may be on its way.
 */
TestSuite(device, .fini = opencl_settle);

/* ---- counters of the profile */

static int64_t counted(const char *name) {
    char *json = device_profile_json(), key[40];
    snprintf(key, sizeof(key), "\"%s\": ", name);
    const char *at = json ? strstr(json, key) : NULL;
    int64_t n = at ? atoll(at + strlen(key)) : -1;
    free(json);
    return n;
}

struct moved {
    int64_t up, down, launches;
};

static struct moved moved_now(void) {
    return (struct moved){counted("bytes_up"), counted("bytes_down"), counted("launches")};
}

#define EXPECT_MOVED(before, u, d, l)                                                              \
    do {                                                                                           \
        struct moved after_ = moved_now();                                                         \
        cr_assert_eq(after_.up - (before).up, (u), "%ld up, not %ld",                              \
                     (long)(after_.up - (before).up), (long)(u));                                  \
        cr_assert_eq(after_.down - (before).down, (d), "%ld down, not %ld",                        \
                     (long)(after_.down - (before).down), (long)(d));                              \
        cr_assert_eq(after_.launches - (before).launches, (l));                                    \
    } while (0)

Test(device, axpy_moves_what_it_touches) {
    begin();
    struct pycc_ctx ctx = {.threads = 1};
    double *a = numbers(N), *b = numbers(N);
    struct job j;
    make_axpy(&j, a, b, N);
    struct moved before = moved_now();
    for (int turn = 0; turn < 3; ++turn) {
        cr_assert(pycc_device_run(&ctx, &j.device, &j.call));
    }
    cr_assert_eq(b[3], 21 / 8.0, "nothing is at home yet");
    cr_assert(PYCC_HOME(&ctx, j.in.b, 2, 8, false));
    EXPECT_MOVED(before, 2 * N * 8, N * 8, 3);
    for (int i = 0; i < N; ++i) {
        cr_assert_eq(b[i], (double)(i * 7 % 101) / 8 * 2.5);
    }
    /* what the host writes goes up again, the rest does not */
    cr_assert(PYCC_HOME(&ctx, j.in.a, 2, 8, true));
    a[0] = 100;
    cr_assert(pycc_device_run(&ctx, &j.device, &j.call));
    cr_assert(pycc_device_home_all(&ctx));
    EXPECT_MOVED(before, 3 * N * 8, 2 * N * 8, 4);
    cr_assert_eq(b[0], 50);
    cr_assert_null(ctx.away);
    cr_assert_null(ctx.warning);
    free(a);
    free(b);
}

/* Sizes that keep changing: two programs of their own, then one for all others. */
Test(device, general_after_a_few_sizes) {
    begin();
    struct pycc_ctx ctx = {.threads = 1};
    double *a = numbers(N), *b = numbers(N);
    struct job j;
    struct pycc_device_site site = {NULL};
    int64_t built = counted("builds") + counted("hits_disk") + counted("hits_memory");
    for (int n = N - 9; n <= N; ++n) {
        make_axpy(&j, a, b, n);
        j.device.site = &site;
        cr_assert(pycc_device_run(&ctx, &j.device, &j.call));
        cr_assert(pycc_device_home_all(&ctx));
    }
    built = counted("builds") + counted("hits_disk") + counted("hits_memory") - built;
    cr_assert(built <= 4, "%ld programs", (long)built);
    cr_assert_eq(b[N - 1], (double)((N - 1) * 7 % 101) / 8 * 1.5);
    cr_assert_eq(b[0], 0);
    cr_assert_eq(b[1], 7 / 8.0 * 6);
    free(a);
    free(b);
}

Test(device, time_loop_transfers_twice) {
    begin();
    for (int steps = 1; steps <= 8; steps += 7) {
        struct pycc_ctx ctx = {.threads = 1}, host = {.threads = 1};
        double *a = numbers(ROWS * COLUMNS), *b = numbers(ROWS * COLUMNS);
        double *c = numbers(ROWS * COLUMNS), *d = numbers(ROWS * COLUMNS);
        struct job forth, back, plain;
        make_stencil(&forth, a, b);
        make_stencil(&back, b, a);
        struct moved before = moved_now();
        for (int t = 0; t < steps; ++t) {
            struct job *j = t % 2 == 0 ? &forth : &back;
            cr_assert(pycc_device_run(&ctx, &j->device, &j->call));
            make_stencil(&plain, t % 2 == 0 ? c : d, t % 2 == 0 ? d : c);
            pycc_run_parallel(&host, &plain.nest, NULL, 0, 0);
        }
        cr_assert(pycc_device_home_all(&ctx));
        int64_t inner = (ROWS - 2) * (COLUMNS - 2) * 8, border = 2 * (ROWS + COLUMNS - 4) * 8;
        /* the corners are never read; of the second array the border only */
        EXPECT_MOVED(before, inner + border + (steps > 1 ? border : 0),
                     steps > 1 ? 2 * inner : inner, steps);
        cr_assert(memcmp(a, c, ROWS * COLUMNS * 8) == 0 && memcmp(b, d, ROWS * COLUMNS * 8) == 0);
        free(a);
        free(b);
        free(c);
        free(d);
    }
}

/* ---- footprints: b[i, j] = x * a[...] for all i, j of some shape, exactly */

static const char copy_source[] = "__kernel void copy(PYCC_ARGUMENTS) {\n"
                                  "    const long i = PYCC_COUNTER0, j = PYCC_COUNTER1;\n"
                                  "    if (PYCC_OUTSIDE) return;\n"
                                  "    b[PYCC_A1(i, j)] = x * a[PYCC_A0(i, j)];\n"
                                  "}\n";

/* Reads a at offset + s0 i + s1 j elements, writes b likewise. */
static void copies(int64_t rows, int64_t columns, int64_t offset_a, int64_t s0, int64_t s1,
                   int64_t offset_b, int64_t t0, int64_t t1, bool one_array, int64_t up,
                   int64_t down) {
    enum { ALL = 4096 };
    struct pycc_ctx ctx = {.threads = 1};
    double *a = numbers(ALL), *b = one_array ? a : numbers(ALL);
    double *want = numbers(ALL);
    struct job j = {.in = {array_of(a, 64, 64), array_of(b, 64, 64), 3, {0}}};
    add_counter(&j.h, 0, rows);
    add_counter(&j.h, 0, columns);
    add_reference(&j.h, 0, LMAD_READ, 8, 8 * offset_a, 8 * s0, 8 * s1);
    add_reference(&j.h, 1, LMAD_WRITE, 8, 8 * offset_b, 8 * t0, 8 * t1);
    make(&j, "copy", copy_source, NULL);
    for (int64_t i = 0; i < rows; ++i) {
        for (int64_t k = 0; k < columns; ++k) {
            want[offset_b + t0 * i + t1 * k] = 3 * a[offset_a + s0 * i + s1 * k];
        }
    }
    struct moved before = moved_now();
    cr_assert(pycc_device_run(&ctx, &j.device, &j.call));
    cr_assert(pycc_device_home_all(&ctx));
    EXPECT_MOVED(before, 8 * up, 8 * down, 1);
    cr_assert(memcmp(b, want, ALL * 8) == 0);
    free(want);
    if (!one_array) {
        free(b);
    }
    free(a);
}

Test(device, bytes_moved_are_bytes_needed) {
    begin();
    copies(64, 64, 0, 64, 1, 0, 64, 1, false, 4096, 4096); /* all */
    copies(64, 64, 0, 1, 64, 0, 64, 1, false, 4096, 4096); /* transposed */
    copies(64, 1, 5, 64, 1, 9, 64, 1, false, 64, 64);      /* a column */
    copies(1, 2000, 0, 0, 2, 1, 0, 2, false, 2000, 2000);  /* every other element */
    copies(1, 2000, 0, 0, 2, 1, 0, 2, true, 2000, 2000);   /* real and imaginary parts */
    copies(20, 30, 64 * 3 + 4, 64, 1, 64 * 40, 64, 1, true, 600, 600); /* a block to another */
    copies(20, 30, 4095, -64, -1, 0, 64, 2, false, 600, 600);          /* backwards */
    copies(60, 3, 64 + 7, 64, 1, 20, 64, 2, false, 180, 180);          /* a few columns */
    copies(30, 30, 0, 130, 2, 4095, -130, -4, false, 900, 900); /* every other row and element */
    copies(8, 30, 7, 0, 1, 0, 64, 1, false, 30, 240);           /* one row, again and again */
}

/* ---- a triangle: every j <= i of b[i, j] = x * a[i, j], by a store that not all do */

Test(device, triangle) {
    begin();
    enum { SIDE = 20 };
    static const char source[] = "__kernel void triangle(PYCC_ARGUMENTS) {\n"
                                 "    const long i = PYCC_COUNTER0, j = PYCC_COUNTER1;\n"
                                 "    if (PYCC_OUTSIDE || j > i) return;\n"
                                 "    b[PYCC_A1(i, j)] = x * a[PYCC_A0(i, j)];\n"
                                 "}\n";
    static const struct lmad_form one = {1, 0, NULL};
    struct pycc_ctx ctx = {.threads = 1};
    double *a = numbers(SIDE * SIDE), *b = numbers(SIDE * SIDE);
    struct job j = {.in = {array_of(a, SIDE, SIDE), array_of(b, SIDE, SIDE), 3, {0}}};
    add_counter(&j.h, 0, SIDE);
    add_counter(&j.h, 0, SIDE);
    j.h.counter[1].upper = (struct lmad_affine){constant(1), 1, &one};
    add_reference(&j.h, 0, LMAD_READ, 8, 0, 8 * SIDE, 8);
    add_reference(&j.h, 1, LMAD_WRITE, 8, 0, 8 * SIDE, 8);
    make(&j, "triangle", source, NULL);
    j.call.trips[1] = SIDE;
    struct moved before = moved_now();
    cr_assert(pycc_device_run(&ctx, &j.device, &j.call));
    cr_assert(pycc_device_home_all(&ctx));
    EXPECT_MOVED(before, SIDE * (SIDE + 1) / 2 * 8, SIDE * (SIDE + 1) / 2 * 8, 1);
    for (int i = 0; i < SIDE * SIDE; ++i) {
        cr_assert_eq(b[i], a[i] * (i % SIDE <= i / SIDE ? 3 : 1));
    }
    free(a);
    free(b);
}

Test(device, results) {
    begin();
    struct pycc_ctx ctx = {.threads = 1};
    double *a = numbers(N);
    for (int chunks = 1; chunks <= 7; chunks += 3) {
        struct outs part[8];
        struct job j = {.in = {array_of(a, 1, N), array_of(a, 1, N), 0, {0}}};
        add_counter(&j.h, 0, N);
        add_reference(&j.h, 0, LMAD_READ, 8, 0, 8, 0);
        make(&j, "sum", sum_source, NULL);
        j.device.n_results = 1;
        j.device.result = results;
        j.call.part = part;
        j.call.part_size = sizeof(part[0]);
        j.call.chunks = chunks;
        double sum = 0, want = 0;
        for (int c = 0; c < chunks; ++c) {
            part[c].s = 1000;
        }
        cr_assert(pycc_device_run(&ctx, &j.device, &j.call));
        for (int c = 0; c < chunks; ++c) {
            sum += part[c].s - 1000;
        }
        for (int i = 0; i < N; ++i) {
            want += a[i];
        }
        cr_assert_eq(sum, want, "eighths are exact");
        cr_assert(pycc_device_home_all(&ctx));
    }
    free(a);
}

/* ---- what cannot go there, or fails there */

Test(device, an_iteration_that_raises_leaves_nothing_behind) {
    begin();
    static const char source[] = "__kernel void raises(PYCC_ARGUMENTS) {\n"
                                 "    const long i = PYCC_COUNTER0;\n"
                                 "    if (PYCC_OUTSIDE) return;\n"
                                 "    if (a[PYCC_A0(i)] == 12.5) { *failed = 1; return; }\n"
                                 "    b[PYCC_A1(i)] = a[PYCC_A0(i)];\n"
                                 "}\n";
    struct pycc_ctx ctx = {.threads = 1};
    double *a = numbers(N), *b = numbers(N);
    struct job plain, j;
    make_axpy(&plain, a, b, N);
    cr_assert(pycc_device_run(&ctx, &plain.device, &plain.call));
    j = (struct job){.in = plain.in};
    add_counter(&j.h, 0, N);
    add_reference(&j.h, 0, LMAD_READ, 8, 0, 8, 0);
    add_reference(&j.h, 1, LMAD_READ_WRITE, 8, 0, 8, 0);
    make(&j, "raises", source, axpy_run);
    j.device.may_fail = true;
    struct moved before = moved_now();
    cr_assert_not(pycc_device_run(&ctx, &j.device, &j.call));
    EXPECT_MOVED(before, 0, 0, 1);
    cr_assert(PYCC_HOME(&ctx, j.in.b, 2, 8, true));
    for (int i = 0; i < N; ++i) {
        cr_assert_eq(b[i], a[i] * 1.5, "as before it");
    }
    a[100] = 1; /* 100 * 7 % 101 = 94: not the one that raises */
    cr_assert(pycc_device_run(&ctx, &plain.device, &plain.call));
    cr_assert(pycc_device_home_all(&ctx));
    cr_assert_eq(b[1], 7 / 8.0 * 2);
    free(a);
    free(b);
}

Test(device, a_kernel_that_cannot_be_built) {
    begin();
    struct pycc_ctx ctx = {.threads = 1};
    double *a = numbers(N), *b = numbers(N);
    struct job j;
    make_axpy(&j, a, b, N);
    j.device.source = "__kernel void axpy(PYCC_ARGUMENTS) { nonsense }\n";
    cr_assert_not(pycc_device_run(&ctx, &j.device, &j.call));
    cr_assert_not_null(ctx.warning);
    cr_assert_not_null(strstr(ctx.warning, "could not be built"));
    cr_assert(pycc_device_home_all(&ctx));
    free(ctx.warning);
    free(a);
    free(b);
}

/* Arrays that are gone are not brought home, and their memory is kept until then. */
Test(device, arrays_that_are_gone) {
    begin();
    struct pycc_ctx ctx = {.threads = 1};
    double *a = numbers(N);
    struct pycc_array2 t = {.shape = {1, N}};
    cr_assert(PYCC_ALLOC(&ctx, 2, t, 8, PYCC_ZERO, 0));
    struct job j, k;
    make_axpy(&j, a, (double *)(void *)t.data, N);
    j.in.b.owner = t.owner;
    make_axpy(&k, (double *)(void *)t.data, a, N);
    k.in.a.owner = t.owner;
    struct moved before = moved_now();
    cr_assert(pycc_device_run(&ctx, &j.device, &j.call));
    cr_assert(pycc_device_run(&ctx, &k.device, &k.call));
    pycc_release(t.owner);
    cr_assert(pycc_device_home_all(&ctx));
    EXPECT_MOVED(before, 2 * N * 8, N * 8, 2);
    cr_assert_eq(a[1], 7 / 8.0 * 1.25);
    free(a);
}

/* ---- two threads at once, each with a call of its own */

static void *turns(void *site) {
    struct pycc_ctx ctx = {.threads = 1};
    double *a = numbers(N), *b = numbers(N);
    intptr_t wrong = 0;
    for (int turn = 0; turn < 50; ++turn) {
        struct job j;
        double old = b[1];
        make_axpy(&j, a, b, N - turn % 5);
        j.device.site = site;
        wrong += !pycc_device_run(&ctx, &j.device, &j.call) || !pycc_device_home_all(&ctx);
        wrong += b[1] != old + 0.5 * a[1];
    }
    free(a);
    free(b);
    return (void *)wrong;
}

Test(device, two_threads) {
    begin();
    static struct pycc_device_site site;
    pthread_t thread[2];
    for (int i = 0; i < 2; ++i) {
        cr_assert_eq(pthread_create(&thread[i], NULL, turns, &site), 0);
    }
    for (int i = 0; i < 2; ++i) {
        void *wrong;
        pthread_join(thread[i], &wrong);
        cr_assert_eq((intptr_t)wrong, 0);
    }
}

/* ---- more than the device's memory: tile by tile */

static void begin_small(const char *memory) {
    setenv("PYCC_DEVICE_MEMORY", memory, 1);
    begin();
}

/* Of everything ten times as much as there is memory. */
Test(device, tiles_of_a_product) {
    enum { SIDE = 128 };
    static const char source[] = "__kernel void product(PYCC_ARGUMENTS) {\n"
                                 "    const long i = PYCC_COUNTER0, j = PYCC_COUNTER1;\n"
                                 "    if (PYCC_OUTSIDE) return;\n"
                                 "    double s = 0;\n"
                                 "    for (long p = 0; p < 128; ++p) {\n"
                                 "        s += a[PYCC_A0(i, j, p)] * b[PYCC_A1(i, j, p)];\n"
                                 "    }\n"
                                 "    c[PYCC_A2(i, j, p)] = s;\n"
                                 "}\n";
    static const struct pycc_device_array three[3] = {
        {"a", offsetof(struct in, a), 2, PYCC_F64, 0, false},
        {"b", offsetof(struct in, b), 2, PYCC_F64, 0, false},
        {"c", offsetof(struct in, c), 2, PYCC_F64, 0, false},
    };
    begin_small("40000");
    struct pycc_ctx ctx = {.threads = 1};
    double *a = numbers(SIDE * SIDE), *b = numbers(SIDE * SIDE), *c = numbers(SIDE * SIDE);
    struct job j = {.in = {array_of(a, SIDE, SIDE), array_of(b, SIDE, SIDE), 0, {0}}};
    j.in.c = array_of(c, SIDE, SIDE);
    add_counter(&j.h, 0, SIDE);
    add_counter(&j.h, 0, SIDE);
    add_counter(&j.h, 0, SIDE);
    add_reference(&j.h, 0, LMAD_READ, 8, 0, 8 * SIDE, 0);
    add_reference(&j.h, 1, LMAD_READ, 8, 0, 0, 8);
    add_reference(&j.h, 2, LMAD_WRITE, 8, 0, 8 * SIDE, 8);
    j.h.coef[0][2] = constant(8);
    j.h.coef[1][2] = constant(8 * SIDE);
    make(&j, "product", source, NULL);
    j.h.symbol[2] = (int64_t)(uintptr_t)c;
    j.device.n_symbols = 3;
    j.device.addresses = 7;
    j.device.dims = 2;
    j.device.n_arrays = 3;
    j.device.array = three;
    cr_assert(pycc_device_run(&ctx, &j.device, &j.call));
    cr_assert(counted("tiles") > 1);
    cr_assert(opencl_usage(device_open(&(const char *){NULL})).peak <= 40000);
    for (int i = 0; i < SIDE; ++i) {
        for (int k = 0; k < SIDE; ++k) {
            double s = 0;
            for (int p = 0; p < SIDE; ++p) {
                s += a[i * SIDE + p] * b[p * SIDE + k];
            }
            cr_assert_eq(c[i * SIDE + k], s, "%d, %d", i, k);
        }
    }
    cr_assert(pycc_device_home_all(&ctx));
    free(a);
    free(b);
    free(c);
}

Test(device, tiles_of_a_stencil) {
    begin_small("4000");
    struct pycc_ctx ctx = {.threads = 1}, host = {.threads = 1};
    double *a = numbers(ROWS * COLUMNS), *b = numbers(ROWS * COLUMNS);
    double *c = numbers(ROWS * COLUMNS), *d = numbers(ROWS * COLUMNS);
    for (int t = 0; t < 3; ++t) {
        struct job j, plain;
        make_stencil(&j, t % 2 == 0 ? a : b, t % 2 == 0 ? b : a);
        cr_assert(pycc_device_run(&ctx, &j.device, &j.call));
        make_stencil(&plain, t % 2 == 0 ? c : d, t % 2 == 0 ? d : c);
        pycc_run_parallel(&host, &plain.nest, NULL, 0, 0);
    }
    cr_assert(pycc_device_home_all(&ctx));
    cr_assert(counted("tiles") > 3);
    cr_assert(memcmp(a, c, ROWS * COLUMNS * 8) == 0 && memcmp(b, d, ROWS * COLUMNS * 8) == 0);
    free(a);
    free(b);
    free(c);
    free(d);
}

Test(device, tiles_in_place) {
    begin_small("2000");
    struct pycc_ctx ctx = {.threads = 1};
    double *a = numbers(N), *b = numbers(N);
    struct job j;
    make_axpy(&j, a, b, N);
    struct moved before = moved_now();
    cr_assert(pycc_device_run(&ctx, &j.device, &j.call));
    int64_t tiles = counted("tiles");
    EXPECT_MOVED(before, 2 * N * 8, N * 8, tiles);
    cr_assert(tiles >= 16, "%ld", (long)tiles);
    for (int i = 0; i < N; ++i) {
        cr_assert_eq(b[i], a[i] * 1.5);
    }
    cr_assert(pycc_device_home_all(&ctx));
    free(a);
    free(b);
}

/* The sum of tiles is the sum of the whole, to the bit. */
Test(device, tiles_of_results) {
    begin_small("4000");
    struct pycc_ctx ctx = {.threads = 1};
    double *a = numbers(N);
    struct outs part[8] = {{0}};
    struct job j = {.in = {array_of(a, 1, N), array_of(a, 1, N), 0, {0}}};
    add_counter(&j.h, 0, N);
    add_reference(&j.h, 0, LMAD_READ, 8, 0, 8, 0);
    make(&j, "sum", sum_source, NULL);
    j.device.n_results = 1;
    j.device.result = results;
    j.call.part = part;
    j.call.part_size = sizeof(part[0]);
    j.call.chunks = 8;
    cr_assert(pycc_device_run(&ctx, &j.device, &j.call));
    cr_assert(counted("tiles") > 2);
    for (int c = 0; c < 8; ++c) {
        double want = 0;
        for (int i = c * N / 8; i < (c + 1) * N / 8; ++i) {
            want += a[i];
        }
        cr_assert_eq(part[c].s, want);
    }
    cr_assert(pycc_device_home_all(&ctx));
    free(a);
}
