/* Runs the nests of elements.py's generated code on four threads, without Python. PROGRAM is that C
 * file. */
#include PROGRAM

#include <stdio.h>
#include <stdlib.h>

#define N 60000

void *pycc_module_init(const struct pycc_module *m) {
    (void)m;
    return NULL;
}

static struct pycc_array1 vector(void *data, int64_t n, int64_t item) {
    return (struct pycc_array1){.data = data, .shape = {n}, .stride = {item}};
}

int main(void) {
    static int64_t group[N], count[100];
    static double x[N], sum[100], high[100];
    struct pycc_poll poll = {0};
    for (int k = 0; k < N; ++k) {
        group[k] = k * 7 % 100;
        x[k] = k % 11;
    }
    for (int fail = 0; fail < 2; ++fail) {
        struct pycc_ctx ctx = {.threads = 4, .fuel = PYCC_FUEL, .poll = &poll};
        group[N / 2] = fail ? 100 : group[N / 2];
        combine(&ctx, vector(group, N, 8), vector(x, N, 8), vector(count, 100, 8),
                vector(sum, 100, 8), vector(high, 100, 8));
        if (ctx.failed != (fail == 1)) {
            return EXIT_FAILURE;
        }
    }
    int64_t total = 0;
    for (int k = 0; k < 100; ++k) {
        total += count[k];
    }
    return total == N + N / 2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
