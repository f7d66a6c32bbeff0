/* Copies of the arrays that a parallel nest reduces into: made, filled, combined in order. */
#include "pycc_rt_reduce.h"

#include <stdlib.h>
#include <string.h>

#define LINE 64       /* copies of different chunks share no cache line, */
#define BLOCK 2048    /* elements combined at a time, through all chunks */
#define FOLD_WORK 3.0 /* operations of a combination: below some 65,000 one thread does them */

/* ---- arrays in the nest's struct (struct pycc_arrayN, by rank) */

static const int64_t *shape_of(const struct pycc_reduced *r, const void *in) {
    const char *array = (const char *)in + r->array;
    return (const int64_t *)(const void *)(array + offsetof(struct pycc_array1, shape));
}

static const int64_t *stride_of(const struct pycc_reduced *r, const void *in) {
    return shape_of(r, in) + (r->rank > 0 ? r->rank : 1);
}

static char *data_of(const struct pycc_reduced *r, const void *in) {
    char *data;
    memcpy(&data, (const char *)in + r->array, sizeof(data));
    return data;
}

static int64_t size_of(const struct pycc_reduced *r, const void *in) {
    return pycc_size(r->rank, shape_of(r, in));
}

/* The axis whose elements are neighbours in a copy, number k from the innermost. */
static int axis_of(const struct pycc_reduced *r, int k) {
    return r->fortran ? k : r->rank - 1 - k;
}

static size_t round_up(size_t n) {
    return (n + LINE - 1) / LINE * LINE;
}

/* A run of elements of the array that are consecutive in a copy. */
struct row {
    char *data;
    int64_t stride, n;
};

/* The longest row that begins at element number `at` of a copy. */
static struct row row_at(const struct pycc_reduced *r, const void *in, int64_t at) {
    const int64_t *shape = shape_of(r, in), *stride = stride_of(r, in);
    struct row row = {data_of(r, in), r->item, 1};
    int k = 0;
    int64_t n = 1; /* elements of the axes that are packed in the array too */
    while (k < r->rank && (k == 0 || stride[axis_of(r, k)] == n * row.stride)) {
        row.stride = k == 0 ? stride[axis_of(r, 0)] : row.stride;
        n *= shape[axis_of(r, k++)];
    }
    row.data += at % n * row.stride;
    row.n = n - at % n;
    for (at /= n; k < r->rank; ++k) {
        int axis = axis_of(r, k);
        row.data += at % shape[axis] * stride[axis];
        at /= shape[axis];
    }
    return row;
}

/* ---- filling */

#define GATHER(type)                                                                               \
    for (int64_t k = 0; k < n; ++k) {                                                              \
        memcpy(to + k * (int64_t)sizeof(type), from + k * stride, sizeof(type));                   \
    }

static void gather(char *to, const char *from, int64_t stride, int64_t n, int64_t item) {
    if (stride == item) {
        memcpy(to, from, (size_t)(n * item));
        return;
    }
    switch (item) {
    case 1:
        GATHER(int8_t)
        break;
    case 2:
        GATHER(int16_t)
        break;
    case 4:
        GATHER(int32_t)
        break;
    case 8:
        GATHER(int64_t)
        break;
    default:
        GATHER(double _Complex)
        break;
    }
}

/* n elements of one value: each pass doubles what is there. */
static void repeat(char *to, const void *value, int64_t n, int64_t item) {
    size_t size = (size_t)(n * item), done = (size_t)item;
    if (n > 0) {
        memcpy(to, value, done);
    }
    while (done < size) {
        size_t more = done < size - done ? done : size - done;
        more = more < 4096 ? more : 4096 / (size_t)item * (size_t)item;
        memcpy(to + done, to, more);
        done += more;
    }
}

/* Elements with a neutral element of their own. */
static void fill_places(const struct pycc_reduced *r, const void *in, char *to) {
    int64_t n = size_of(r, in);
    for (int i = 0; i < r->n_places; ++i) {
        const struct pycc_reduced_place *p = &r->place[i];
        if (p->at < n) {
            const void *value = p->neutral ? p->neutral : row_at(r, in, p->at).data;
            memcpy(to + p->at * r->item, value, (size_t)r->item);
        }
    }
}

static void fill(const struct pycc_reduced *r, const void *in, char *to) {
    int64_t n = size_of(r, in);
    if (r->neutral) {
        repeat(to, r->neutral, n, r->item);
        return;
    }
    for (int64_t at = 0; at < n;) {
        struct row row = row_at(r, in, at);
        gather(to + at * r->item, row.data, row.stride, row.n, r->item);
        at += row.n;
    }
}

/* Points the struct of a chunk at its copy of an array. */
static void point_at(const struct pycc_reduced *r, char *in, char *copy) {
    const int64_t *shape = shape_of(r, in);
    int64_t packed = r->item;
    char *stride = in + ((const char *)stride_of(r, in) - in);
    memcpy(in + r->array, &copy, sizeof(copy));
    if (r->pointer >= 0) {
        memcpy(in + r->pointer, &copy, sizeof(copy));
    }
    for (int k = 0; k < r->rank; ++k) {
        memcpy(stride + (size_t)axis_of(r, k) * sizeof(packed), &packed, sizeof(packed));
        packed *= shape[axis_of(r, k)];
    }
}

const void *pycc_copies_fill(const struct pycc_copies *c, int chunk) {
    char *in = c->memory + c->each * (size_t)chunk, *copy = in + round_up(c->in_size);
    memcpy(in, c->in, c->in_size);
    for (int i = 0; i < c->n; ++i) {
        const struct pycc_reduced *r = &c->array[i];
        fill(r, c->in, copy);
        fill_places(r, c->in, copy);
        point_at(r, in, copy);
        copy += round_up((size_t)(size_of(r, c->in) * r->item));
    }
    return in;
}

/* ---- combining */

struct folding {
    const struct pycc_copies *copies;
    const struct pycc_reduced *r;
    size_t offset; /* of the array's copy in a chunk's memory */
    int64_t size;
    int chunks;
};

/* Nothing is combined into other elements than those with a place. */
static void fold_places(const struct folding *f, int64_t lo, int64_t hi) {
    const struct pycc_reduced *r = f->r;
    for (int i = 0; i < r->n_places; ++i) {
        const struct pycc_reduced_place *p = &r->place[i];
        for (int k = 0; p->at >= lo && p->at < hi && k < f->chunks; ++k) {
            const char *part = f->copies->memory + f->offset + p->at * r->item;
            struct row row = row_at(r, f->copies->in, p->at);
            p->fold(row.data, row.stride, part + f->copies->each * (size_t)k, 1);
        }
    }
}

static void fold_block(const struct folding *f, int64_t block) {
    const struct pycc_reduced *r = f->r;
    int64_t lo = block * BLOCK, hi = f->size - lo > BLOCK ? lo + BLOCK : f->size;
    if (r->n_places > 0) {
        fold_places(f, lo, hi);
        return;
    }
    while (lo < hi) {
        struct row row = row_at(r, f->copies->in, lo);
        int64_t n = row.n < hi - lo ? row.n : hi - lo;
        const char *part = f->copies->memory + f->offset + lo * r->item;
        for (int k = 0; k < f->chunks; ++k) {
            r->fold(row.data, row.stride, part + f->copies->each * (size_t)k, n);
        }
        lo += n;
    }
}

static int run_folding(struct pycc_ctx *ctx, const void *in, void *out, int64_t lo, int64_t hi) {
    (void)ctx;
    (void)out;
    for (int64_t block = lo; block < hi; ++block) {
        fold_block(in, block);
    }
    return PYCC_NEXT;
}

/* Combined even where the loop has failed: with a context of its own. */
static void fold_all(const struct pycc_ctx *ctx, const struct pycc_copies *c, int chunks) {
    size_t offset = round_up(c->in_size);
    for (int i = 0; i < c->n; ++i) {
        struct folding f = {c, &c->array[i], offset, size_of(&c->array[i], c->in), chunks};
        struct pycc_ctx mine = {.threads = ctx->threads, .fuel = PYCC_FUEL};
        struct pycc_nest nest = {.run = run_folding,
                                 .in = &f,
                                 .trips = (f.size + BLOCK - 1) / BLOCK,
                                 .row = 1,
                                 .work = (double)f.size * chunks * FOLD_WORK};
        pycc_run_threads(&mine, &nest, NULL, 0, 0);
        offset += round_up((size_t)(f.size * f.r->item));
    }
}

/* ---- the run */

int pycc_copies_chunks(const struct pycc_nest *nest, const struct pycc_copies *c) {
    double items = 0, bytes = 1;
    if (nest->serial || nest->work < PYCC_PARALLEL_WORK) {
        return 1;
    }
    for (int i = 0; i < c->n; ++i) {
        double size = (double)size_of(&c->array[i], c->in);
        items += size;
        bytes += size * (double)c->array[i].item;
    }
    double least =
        items * PYCC_COPY_WORK > PYCC_CHUNK_WORK ? items * PYCC_COPY_WORK : PYCC_CHUNK_WORK;
    double n = nest->work / least;
    n = n < PYCC_COPIES ? n : PYCC_COPIES;
    n = n < PYCC_COPY_BYTES / bytes ? n : PYCC_COPY_BYTES / bytes;
    n = n < (double)nest->trips ? n : (double)nest->trips;
    return n > 1 ? (int)n : 1;
}

/* May the nest run on the arrays themselves with the same result? One thread alone can. */
static bool is_exact(const struct pycc_copies *c) {
    for (int i = 0; i < c->n; ++i) {
        if (!c->array[i].exact) {
            return false;
        }
    }
    return true;
}

static char *copies_new(struct pycc_copies *c, int chunks) {
    c->each = round_up(c->in_size);
    for (int i = 0; i < c->n; ++i) {
        c->each += round_up((size_t)(size_of(&c->array[i], c->in) * c->array[i].item));
    }
    return aligned_alloc(LINE, c->each * (size_t)chunks);
}

void pycc_run_copies(struct pycc_ctx *ctx, const struct pycc_nest *nest, void *out, size_t out_size,
                     int chunks, const struct pycc_copies *copies) {
    struct pycc_copies mine = *copies;
    struct pycc_nest run = *nest;
    bool direct = chunks <= 1 || nest->serial || (ctx->threads <= 1 && is_exact(copies));
    mine.memory = direct ? NULL : copies_new(&mine, chunks);
    if (!mine.memory) {
        run.serial = true;
        pycc_run_threads(ctx, &run, out, out_size, chunks);
        return;
    }
    run.copies = &mine;
    int failed = pycc_run_threads(ctx, &run, out, out_size, chunks);
    fold_all(ctx, &mine, failed < chunks ? failed + 1 : chunks);
    free(mine.memory);
}
