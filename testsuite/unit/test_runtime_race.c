/* Questions at the call: what is remembered is what would be decided, with any number of threads;
 * and the solver settles what search gives up, or is not there. */
#include <criterion/criterion.h>

#include <pthread.h>
#include <stdlib.h>

#include "pycc_rt_race.h"

/* for i in range(n): y[k*i] = y[k*i + m]; strides and k are one symbol, in bytes. */
enum { SIZE, STRIDE, SHIFT, DATA, SYMBOLS };

static const struct lmad_term terms[] = {{1, {SIZE, -1, -1, -1}},
                                         {1, {STRIDE, -1, -1, -1}},
                                         {1, {DATA, -1, -1, -1}},
                                         {8, {SHIFT, -1, -1, -1}}};
static const struct lmad_form coefs[] = {{0, 1, terms + 1}};
static const struct lmad_counter counters[] = {
    {{{0, 0, NULL}, 0, NULL}, {{0, 1, terms}, 0, NULL}, {1, 0, NULL}}};
static const struct lmad_reference references[] = {
    {0, LMAD_WRITE, 0, 8, {{0, 1, terms + 2}, 1, coefs}, 0},
    {0, LMAD_READ, 0, 8, {{0, 2, terms + 2}, 1, coefs}, 0}};
static const struct lmad_table shifted_table = {1, counters, 2, references};
static struct lmad_text shifted = {NULL, &shifted_table};

static bool ask(int64_t size, int64_t stride, int64_t shift, int64_t data, struct pycc_memo *memo) {
    const int64_t symbol[SYMBOLS] = {size, stride, shift, data};
    int64_t shape[1] = {1 << 23}, unit[1] = {8};
    char *memory = (char *)(intptr_t)data;
    const struct pycc_root array = {"y", 1, 8, &memory, shape, unit};
    const struct pycc_question q = {.counter = "i",
                                    .step = 1,
                                    .trips = size,
                                    .in_order = true,
                                    .table = &shifted,
                                    .symbol = symbol,
                                    .n_symbols = SYMBOLS,
                                    .addresses = 1u << DATA,
                                    .memo = memo,
                                    .array = &array};
    struct pycc_ctx ctx = {.threads = 1};
    bool parallel = pycc_ask(&ctx, &q);
    cr_assert(!ctx.failed);
    return parallel;
}

static bool ask_random(unsigned *seed, struct pycc_memo *memo, bool *fresh) {
    int64_t size = 2 + rand_r(seed) % 3, stride = 8 * (1 + rand_r(seed) % 2),
            shift = rand_r(seed) % 4;
    int64_t data = ((int64_t)1 << 40) + 8 * (rand_r(seed) % 1000);
    *fresh = ask(size, stride, shift, data, NULL);
    return ask(size, stride, shift, data, memo);
}

Test(runtime_race, remembered_is_decided) {
    static struct pycc_memo memo;
    unsigned seed = 1;
    int parallel = 0;
    for (int i = 0; i < 20000; ++i) {
        bool fresh, got = ask_random(&seed, &memo, &fresh);
        cr_assert_eq(got, fresh);
        parallel += got;
    }
    cr_assert(parallel > 2000 && parallel < 18000, "%d", parallel);
}

Test(runtime_race, addresses_count_by_their_distance) {
    int64_t symbol[4] = {5, 1000, 8, 1048}, key[4], moved[4];
    const struct pycc_question q = {.symbol = symbol, .n_symbols = 4, .addresses = 0xa};
    pycc_memo_key(&q, key);
    symbol[1] += 640;
    symbol[3] += 640;
    pycc_memo_key(&q, moved);
    for (int k = 0; k < 4; ++k) {
        cr_assert_eq(key[k], moved[k]);
    }
    symbol[3] += 8;
    pycc_memo_key(&q, moved);
    cr_assert_neq(key[3], moved[3]);
}

Test(runtime_race, a_memo_finds_what_it_kept_and_nothing_else) {
    static struct pycc_memo memo;
    enum tri answer;
    for (int64_t i = 0; i < 3 * PYCC_MEMO_ENTRIES; ++i) {
        const int64_t key[2] = {i, -i}, other[2] = {i, -i - 1};
        cr_assert(!pycc_memo_find(&memo, key, 2, &answer));
        pycc_memo_keep(&memo, key, 2, i % 2 ? TRI_YES : TRI_UNKNOWN);
        cr_assert(pycc_memo_find(&memo, key, 2, &answer));
        cr_assert_eq(answer, i % 2 ? TRI_YES : TRI_UNKNOWN);
        cr_assert(!pycc_memo_find(&memo, other, 2, &answer));
    }
}

static struct pycc_memo of_all;

static void *hammer(void *context) {
    unsigned seed = (unsigned)(intptr_t)context;
    for (int i = 0; i < 20000; ++i) {
        bool fresh, got = ask_random(&seed, &of_all, &fresh);
        if (got != fresh) {
            return "wrong";
        }
    }
    return NULL;
}

Test(runtime_race, threads_share_a_memo) {
    pthread_t thread[4];
    for (int i = 0; i < 4; ++i) {
        cr_assert_eq(pthread_create(&thread[i], NULL, hammer, (void *)(intptr_t)(i + 1)), 0);
    }
    for (int i = 0; i < 4; ++i) {
        void *wrong;
        pthread_join(thread[i], &wrong);
        cr_assert_null(wrong);
    }
}

/* ---- the solver */

/* Four loops and two accesses that collide, but not where a search finds it soon. */
#define CONSTANT(c)                                                                                \
    { (c), 0, NULL }
#define LOOP(n)                                                                                    \
    { {CONSTANT(0), 0, NULL}, {CONSTANT(n), 0, NULL}, CONSTANT(1) }
static const struct lmad_form first[] = {CONSTANT(23524), CONSTANT(42434), CONSTANT(42094),
                                         CONSTANT(58392)};
static const struct lmad_form second[] = {CONSTANT(23524), CONSTANT(42434), CONSTANT(14955),
                                          CONSTANT(9764)};
static const struct lmad_counter four[] = {LOOP(7), LOOP(56), LOOP(34), LOOP(17)};
static const struct lmad_reference two[] = {
    {0, LMAD_WRITE, 0, 1, {CONSTANT(1000000), 4, first}, 0},
    {0, LMAD_READ, 0, 1, {CONSTANT(1001185), 4, second}, 0}};
static const struct lmad_table hard_table = {4, four, 2, two};
static struct lmad_text hard = {NULL, &hard_table};

/* Does it raise RaceError? */
static bool hard_races(void) {
    int64_t shape[1] = {1 << 23}, unit[1] = {1};
    char *memory = (char *)(intptr_t)1000000;
    const struct pycc_root array = {"y", 1, 1, &memory, shape, unit};
    const struct pycc_question q = {
        .counter = "i", .step = 1, .trips = 7, .table = &hard, .array = &array};
    struct pycc_ctx ctx = {.threads = 1};
    cr_assert(!pycc_ask(&ctx, &q));
    return ctx.failed;
}

Test(runtime_race, without_a_solver_a_question_stays_open) {
    pycc_solver_path("/nowhere/pycc_ilp.so");
    cr_assert(!hard_races());
    cr_assert_null(pycc_solver());
}

Test(runtime_race, the_solver_settles_what_search_gives_up) {
    const char *path = getenv("PYCC_ILP");
    if (!path) {
        cr_skip_test("PYCC_ILP does not say where the solver is");
    }
    pycc_solver_path(path);
    cr_assert_not_null(pycc_solver());
    struct lmad_limits *limits = pycc_solver()->context;
    limits->time_ms = 1000; /* on a busy machine the time that calls give it may run out */
    cr_assert(hard_races());
}
