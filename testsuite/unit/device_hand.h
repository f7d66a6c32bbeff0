/* Nests by hand for tests of devices: what the compiler would write for a few programs. */
#ifndef PYCC_DEVICE_HAND_H
#define PYCC_DEVICE_HAND_H

#include <stdlib.h>
#include <string.h>

#include "device.h"

/* ---- tables by hand: accesses of up to two counters, i in range(first[0], stop[0]) */

enum { REFERENCES = 6, SYMBOLS = 24 };

/* Symbol 2*a is the address of array a (bit in addresses), the rest are numbers from 8 on. */
struct hand {
    struct lmad_term term[REFERENCES * 3 + 4];
    struct lmad_form coef[REFERENCES][3];
    struct lmad_reference reference[REFERENCES];
    struct lmad_counter counter[3];
    struct lmad_table table;
    int64_t symbol[SYMBOLS];
    int n_terms;
};

static inline struct lmad_form constant(int64_t value) {
    return (struct lmad_form){value, 0, NULL};
}

/* range(first, stop) */
static inline void add_counter(struct hand *h, int64_t first, int64_t stop) {
    struct lmad_counter *c = &h->counter[h->table.rank++];
    *c = (struct lmad_counter){{constant(first), 0, NULL}, {constant(stop), 0, NULL}, constant(1)};
    h->table.counter = h->counter;
}

/* Array a at its address + offset bytes + s0 * i + s1 * j. */
static inline void add_reference(struct hand *h, int array, int use, int width, int64_t offset,
                                 int64_t s0, int64_t s1) {
    int m = h->table.naccess++;
    struct lmad_term *address = &h->term[h->n_terms++];
    *address = (struct lmad_term){1, {(int16_t)array, -1, -1, -1}};
    h->coef[m][0] = constant(s0);
    h->coef[m][1] = constant(s1);
    h->reference[m] = (struct lmad_reference){
        array, use, 0, width, {{offset, 1, address}, h->table.rank, h->coef[m]}, 0};
    h->table.access = h->reference;
}

/* ---- the nests' structs: two arrays and a number */

struct in {
    struct pycc_array2 a, b;
    double x;
    struct pycc_array2 c;
};

struct outs {
    double s;
};

static const struct pycc_device_array arrays[2] = {
    {"a", offsetof(struct in, a), 2, PYCC_F64, 0, false},
    {"b", offsetof(struct in, b), 2, PYCC_F64, 0, false},
};
static const struct pycc_device_value scalars[1] = {{"x", offsetof(struct in, x), PYCC_F64}};
static const struct pycc_device_value results[1] = {{"s", offsetof(struct outs, s), PYCC_F64}};

struct job {
    struct hand h;
    struct lmad_text accesses;
    struct pycc_device_site site;
    struct pycc_device_nest device;
    struct pycc_device_call call;
    struct pycc_nest nest;
    struct in in;
};

static inline struct pycc_array2 array_of(double *data, int64_t rows, int64_t columns) {
    return (struct pycc_array2){(char *)data, NULL, {rows, columns}, {columns * 8, 8}};
}

static inline void make(struct job *j, const char *name, const char *source, pycc_run_fn *run) {
    struct hand *h = &j->h;
    h->symbol[0] = (int64_t)(uintptr_t)j->in.a.data;
    h->symbol[1] = (int64_t)(uintptr_t)j->in.b.data;
    j->accesses = (struct lmad_text){NULL, &h->table};
    j->device = (struct pycc_device_nest){.name = name,
                                          .file = "test.py",
                                          .line = 1,
                                          .source = source,
                                          .dims = h->table.rank,
                                          .level = {0, 1},
                                          .accesses = &j->accesses,
                                          .n_symbols = 2,
                                          .addresses = 3,
                                          .n_arrays = 2,
                                          .array = arrays,
                                          .n_scalars = 1,
                                          .scalar = scalars,
                                          .fp64 = true,
                                          .flops = 2,
                                          .site = &j->site};
    j->nest = (struct pycc_nest){.run = run, .in = &j->in, .trips = 1, .row = 1};
    j->call =
        (struct pycc_device_call){.nest = &j->nest, .in_size = sizeof(j->in), .symbol = h->symbol};
    for (int d = 0; d < h->table.rank; ++d) {
        int64_t first = h->counter[d].lower.base.constant, stop = h->counter[d].upper.base.constant;
        j->call.start[d] = first;
        j->call.step[d] = 1;
        j->call.trips[d] = stop - first;
        j->nest.trips *= stop - first;
    }
}

static inline double *numbers(int64_t n) {
    double *p = aligned_alloc(64, (size_t)(n * 8 + 63) / 64 * 64);
    for (int64_t i = 0; i < n; ++i) {
        p[i] = (double)(i * 7 % 101) / 8;
    }
    return p;
}

/* ---- a vector: b[0, j] += x * a[0, j] */

enum { N = 1000 };

static const char axpy_source[] = "__kernel void axpy(PYCC_ARGUMENTS) {\n"
                                  "    const long i = PYCC_COUNTER0;\n"
                                  "    if (PYCC_OUTSIDE) return;\n"
                                  "    b[PYCC_A1(i)] += x * a[PYCC_A0(i)];\n"
                                  "}\n";

static inline int axpy_run(struct pycc_ctx *ctx, const void *in, void *out, int64_t lo,
                           int64_t hi) {
    const struct in *v = in;
    (void)ctx;
    (void)out;
    for (int64_t i = lo; i < hi; ++i) {
        ((double *)v->b.data)[i] += v->x * ((double *)v->a.data)[i];
    }
    return PYCC_NEXT;
}

static inline void make_axpy(struct job *j, double *a, double *b, int64_t n) {
    *j = (struct job){.in = {array_of(a, 1, n), array_of(b, 1, n), 0.5, {0}}};
    add_counter(&j->h, 0, n);
    add_reference(&j->h, 0, LMAD_READ, 8, 0, 8, 0);
    add_reference(&j->h, 1, LMAD_READ_WRITE, 8, 0, 8, 0);
    make(j, "axpy", axpy_source, axpy_run);
}

/* ---- a stencil in a time loop: b = mean of a's neighbours, then the names are exchanged */

enum { ROWS = 30, COLUMNS = 40 };

static const char stencil_source[] =
    "__kernel void stencil(PYCC_ARGUMENTS) {\n"
    "    const long i = PYCC_COUNTER0, j = PYCC_COUNTER1;\n"
    "    if (PYCC_OUTSIDE) return;\n"
    "    b[PYCC_A4(i, j)] = x * (a[PYCC_A0(i, j)] + a[PYCC_A1(i, j)] + a[PYCC_A2(i, j)] + "
    "a[PYCC_A3(i, j)]);\n"
    "}\n";

static inline int stencil_run(struct pycc_ctx *ctx, const void *in, void *out, int64_t lo,
                              int64_t hi) {
    const struct in *v = in;
    const double *a = (const double *)v->a.data;
    double *b = (double *)v->b.data;
    (void)ctx;
    (void)out;
    for (int64_t k = lo; k < hi; ++k) {
        int64_t i = 1 + k / (COLUMNS - 2), p = i * COLUMNS + 1 + k % (COLUMNS - 2);
        b[p] = v->x * (a[p - COLUMNS] + a[p + COLUMNS] + a[p - 1] + a[p + 1]);
    }
    return PYCC_NEXT;
}

static inline void make_stencil(struct job *j, double *a, double *b) {
    *j = (struct job){.in = {array_of(a, ROWS, COLUMNS), array_of(b, ROWS, COLUMNS), 0.25, {0}}};
    add_counter(&j->h, 1, ROWS - 1);
    add_counter(&j->h, 1, COLUMNS - 1);
    add_reference(&j->h, 0, LMAD_READ, 8, -8 * COLUMNS, 8 * COLUMNS, 8);
    add_reference(&j->h, 0, LMAD_READ, 8, 8 * COLUMNS, 8 * COLUMNS, 8);
    add_reference(&j->h, 0, LMAD_READ, 8, -8, 8 * COLUMNS, 8);
    add_reference(&j->h, 0, LMAD_READ, 8, 8, 8 * COLUMNS, 8);
    add_reference(&j->h, 1, LMAD_WRITE, 8, 0, 8 * COLUMNS, 8);
    make(j, "stencil", stencil_source, stencil_run);
}

/* ---- a sum: one result, chunks as the caller cuts them */

static const char sum_source[] =
    "__kernel void sum(PYCC_ARGUMENTS) {\n"
    "    __local double mine[PYCC_GROUP];\n"
    "    double t = 0.0;\n"
    "    for (long k = PYCC_FIRST + get_local_id(0); k < PYCC_LAST; k += PYCC_GROUP) {\n"
    "        t += a[PYCC_A0(PYCC_START0 + k)];\n"
    "    }\n"
    "    mine[get_local_id(0)] = t;\n"
    "    for (int half_ = PYCC_GROUP / 2; half_ > 0; half_ /= 2) {\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        if (get_local_id(0) < half_) mine[get_local_id(0)] += mine[get_local_id(0) + half_];\n"
    "    }\n"
    "    if (get_local_id(0) == 0) s[PYCC_CHUNK] += mine[0];\n"
    "}\n";

/* part: chunks structs, zero. */
static inline void make_sum(struct job *j, double *a, int64_t n, struct outs *part, int chunks) {
    *j = (struct job){.in = {array_of(a, 1, n), array_of(a, 1, n), 0, {0}}};
    add_counter(&j->h, 0, n);
    add_reference(&j->h, 0, LMAD_READ, 8, 0, 8, 0);
    make(j, "sum", sum_source, NULL);
    j->device.n_results = 1;
    j->device.result = results;
    j->call.part = part;
    j->call.part_size = sizeof(part[0]);
    j->call.chunks = chunks;
}

#endif
