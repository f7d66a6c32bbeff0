/* bench_lmad.c - what a call pays for access analysis: the guard, binding and deciding a nest, and
 * a large stencil. Prints one line per figure with the promised limit; returns 1 when a limit is
 * missed. */
#include "lmad.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* one thread; a busy machine does not count */
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Best of several rounds of `times` calls, in seconds per call. */
static double measure(void (*call)(void *), void *context, int times) {
    double best = 1e9;
    for (int round = 0; round < 9; round++) {
        double start = seconds();
        for (int i = 0; i < times; i++) {
            call(context);
        }
        double each = (seconds() - start) / times;
        best = each < best ? each : best;
    }
    return best;
}

static bool report(const char *what, double got, double limit, double scale, const char *unit) {
    printf("%-58s %9.3f %s (limit %g)%s\n", what, got * scale, unit, limit * scale,
           got <= limit ? "" : "  MISSED");
    return got <= limit;
}

static volatile int sink;

/* for i, j, k over the interior: out[i,j,k] and five neighbours of in, symbolic strides and
 * addresses. */
enum { SIZE, OUT, IN, S0, S1, S2, NSYMBOLS };

struct nest {
    struct lmad_table table;
    struct lmad_counter counter[3];
    struct lmad_reference access[27];
    struct lmad_form coef[27][3];
    struct lmad_term base[27][4], stride[3], size;
    int64_t symbol[NSYMBOLS];
    struct lmad_bound bound;
    struct lmad_footprint footprint[27];
    int ngroup, kind;
    enum tri parallel;
};

static void make_counters(struct nest *n) {
    n->size = (struct lmad_term){1, {SIZE, -1, -1, -1}};
    for (int k = 0; k < 3; k++) {
        n->stride[k] = (struct lmad_term){1, {(int16_t)(S0 + k), -1, -1, -1}};
        n->counter[k].lower.base = (struct lmad_form){1, 0, NULL};
        n->counter[k].upper.base = (struct lmad_form){-1, 1, &n->size};
        n->counter[k].step = (struct lmad_form){1, 0, NULL};
    }
}

static void add_access(struct nest *n, int array, int use, const int *offset) {
    int i = n->table.naccess++;
    n->base[i][0] = (struct lmad_term){1, {(int16_t)array, -1, -1, -1}};
    for (int k = 0; k < 3; k++) {
        n->base[i][k + 1] = (struct lmad_term){offset[k], {(int16_t)(S0 + k), -1, -1, -1}};
        n->coef[i][k] = (struct lmad_form){0, 1, &n->stride[k]};
    }
    n->access[i] =
        (struct lmad_reference){array, use, 0, 8, {{0, 4, n->base[i]}, 3, n->coef[i]}, 0};
}

static void make_nest(struct nest *n, int64_t size) {
    const int64_t symbol[] = {size, 1LL << 40, 1LL << 41, size * size * 8, size * 8, 8};
    memset(n, 0, sizeof(*n));
    make_counters(n);
    memcpy(n->symbol, symbol, sizeof(symbol));
    n->table = (struct lmad_table){3, n->counter, 0, n->access};
}

static void call_bind(void *context) {
    struct nest *n = context;
    sink += lmad_bind(&n->table, n->symbol, &n->bound);
}

/* What runtime/host/race.c asks. */
static void call_verdict(void *context) {
    struct nest *n = context;
    call_bind(n);
    n->parallel = lmad_parallel(&n->bound, 0, false, NULL, NULL);
}

static void call_decide(void *context) {
    struct nest *n = context;
    int group[LMAD_MAX_ACCESSES];
    call_bind(n);
    n->parallel = lmad_parallel(&n->bound, 0, false, NULL, NULL);
    n->ngroup = lmad_groups(&n->bound, group);
    for (int g = 0; g < n->ngroup; g++) {
        int member[LMAD_MAX_ACCESSES], nmember = 0;
        for (int i = 0; i < n->bound.naccess; i++) {
            if (group[i] == g) {
                member[nmember++] = i;
            }
        }
        sink += lmad_footprint(&n->bound, member, nmember, &n->footprint[g]);
        n->kind = n->footprint[g].kind;
    }
}

static bool bench_six(struct nest *n) {
    static const int offset[6][3] = {{0, 0, 0}, {1, 0, 0},  {-1, 0, 0},
                                     {0, 1, 0}, {0, -1, 0}, {0, 0, 1}};
    make_nest(n, 256);
    for (int i = 0; i < 6; i++) {
        add_access(n, i == 0 ? OUT : IN, i == 0 ? LMAD_WRITE : LMAD_READ, offset[i]);
    }
    report("bind: 6 accesses in 3-D", measure(call_bind, n, 100000), 5e-6, 1e6, "us");
    bool fast = report("bind, verdict: 6 accesses in 3-D", measure(call_verdict, n, 100000), 5e-6,
                       1e6, "us");
    report("bind, verdict, groups, footprints, maps: 6 accesses in 3-D",
           measure(call_decide, n, 100000), 5e-6, 1e6, "us");
    printf("    %d groups, stencil %s, loop 0 parallel: %d\n", n->ngroup,
           lmad_case_name((enum lmad_case)n->kind), n->parallel == TRI_YES);
    for (int i = 0; i < 6; i++) { /* in place, so that dependence must be searched for */
        n->access[i].array = IN;
        n->base[i][0].symbol[0] = IN;
    }
    n->access[0].use = LMAD_READ_WRITE;
    report("    verdict in place (carries a dependence)", measure(call_verdict, n, 100000), 5e-6,
           1e6, "us");
    return fast;
}

static bool bench_stencil(struct nest *n) {
    make_nest(n, 256);
    for (int i = 0; i < 27; i++) {
        add_access(n, IN, LMAD_READ, (const int[]){i / 9 - 1, i / 3 % 3 - 1, i % 3 - 1});
    }
    return report("decide: 27 accesses in 3-D", measure(call_decide, n, 20000), 20e-6, 1e6, "us");
}

int main(void) {
    static struct nest nest;
    bool good = bench_six(&nest);
    good = bench_stencil(&nest) && good;
    return good ? 0 : 1;
}
