/* Loop nests cut into pieces and chunks, with OpenMP threads.
 *
 * Chunks are contiguous ranges of the nest's index space, in order. A thread works on one chunk at
 * a time with a context of its own. The failure of the lowest chunk wins: chunks above a failed one
 * need not run, those below must, so that the exception is the one of the lowest iteration. The
 * calling thread, which alone can see Python's signals, keeps polling until all are done. */
#include <time.h>

#include "pycc_rt_reduce.h"

/* ---- pieces */

/* How many iterations make PYCC_PIECE_WORK operations; whole rows where a row fits. */
static int64_t piece_size(const struct pycc_nest *nest) {
    double each = nest->work / (double)(nest->trips > 0 ? nest->trips : 1);
    double n = PYCC_PIECE_WORK / (each > 0 ? each : 1.0);
    int64_t size = n >= 1e15 ? (int64_t)1e15 : n > 1 ? (int64_t)n : 1;
    return nest->row > 1 && size > nest->row ? size - size % nest->row : size;
}

int pycc_run_pieces(struct pycc_ctx *ctx, const struct pycc_nest *nest, void *out, int64_t lo,
                    int64_t hi) {
    int64_t size = piece_size(nest);
    while (lo < hi) {
        int64_t end = hi - lo > size ? lo + size : hi;
        int how = nest->run(ctx, nest->in, out, lo, end);
        if (how != PYCC_NEXT || ctx->failed) {
            return how;
        }
        if (end < hi && pycc_poll(ctx)) {
            return PYCC_BREAK;
        }
        lo = end;
    }
    return PYCC_NEXT;
}

/* ---- chunks */

struct team {
    struct pycc_ctx *ctx; /* the caller's */
    const struct pycc_nest *nest;
    char *out;
    size_t out_size; /* 0: chunks share out */
    int chunks;
    int threads;
    int next;                /* atomic: first chunk that nobody has taken (dynamic) */
    int done;                /* atomic: threads that have finished */
    bool found;              /* atomic: what nest->flag is about */
    int lowest;              /* atomic: lowest chunk that failed, chunks: none */
    int lock;                /* atomic: guards error */
    struct pycc_error error; /* of chunk lowest */
};

/* Where chunk k begins: whole rows when there are at least four for each chunk. */
static int64_t chunk_start(const struct team *t, int k) {
    int64_t row = t->nest->row > 1 && t->nest->trips / t->nest->row >= 4 * (int64_t)t->chunks
                      ? t->nest->row
                      : 1;
    int64_t units = t->nest->trips / row, each = units / t->chunks, rest = units % t->chunks;
    if (k == t->chunks) {
        return t->nest->trips;
    }
    return (each * k + (k < rest ? k : rest)) * row;
}

static void keep_error(struct team *t, int chunk, const struct pycc_error *error) {
    while (__atomic_exchange_n(&t->lock, 1, __ATOMIC_ACQUIRE)) {
    }
    if (chunk < __atomic_load_n(&t->lowest, __ATOMIC_RELAXED)) {
        t->error = *error;
        __atomic_store_n(&t->lowest, chunk, __ATOMIC_RELAXED);
    }
    __atomic_store_n(&t->lock, 0, __ATOMIC_RELEASE);
}

/* The context of a chunk is on the stack of the thread that runs it (pycc_enter needs that). */
static void run_chunk(struct team *t, int chunk) {
    if (chunk > __atomic_load_n(&t->lowest, __ATOMIC_RELAXED) ||
        __atomic_load_n(&t->found, __ATOMIC_RELAXED)) {
        return;
    }
    struct pycc_ctx ctx = {.threads = 1,
                           .inside = true,
                           .fuel = PYCC_FUEL,
                           .poll = t->ctx->poll,
                           .pool = t->ctx->pool};
    struct pycc_nest nest = *t->nest;
    if (nest.copies) {
        nest.in = pycc_copies_fill(nest.copies, chunk);
    }
    char *out = t->out ? t->out + t->out_size * (size_t)chunk : NULL;
    pycc_run_pieces(&ctx, &nest, out, chunk_start(t, chunk), chunk_start(t, chunk + 1));
    if (nest.flag > 0 && out && *(bool *)(out + nest.flag - 1) == nest.sought) {
        __atomic_store_n(&t->found, true, __ATOMIC_RELAXED);
    }
    if (ctx.failed) {
        keep_error(t, chunk, &ctx.error);
    }
}

static void work(struct team *t, int thread) {
    if (t->nest->dynamic) {
        for (int k; (k = __atomic_fetch_add(&t->next, 1, __ATOMIC_RELAXED)) < t->chunks;) {
            run_chunk(t, k);
        }
        return;
    }
    int each = t->chunks / t->threads, rest = t->chunks % t->threads;
    int first = each * thread + (thread < rest ? thread : rest);
    for (int k = 0; k < each + (thread < rest); ++k) {
        run_chunk(t, first + k);
    }
}

static void relax(int round) {
    if (round < 2000) {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#endif
        return;
    }
    nanosleep(&(struct timespec){.tv_nsec = round < 4000 ? 20000 : 500000}, NULL);
}

/* The calling thread has no chunk left: it waits for the others and looks for Ctrl-C meanwhile. */
static void wait_and_poll(struct team *t) {
    struct pycc_ctx ctx = {.fuel = PYCC_FUEL, .poll = t->ctx->poll};
    for (int round = 0; __atomic_load_n(&t->done, __ATOMIC_ACQUIRE) < t->threads; ++round) {
        relax(round);
        if (round >= 2000 && !ctx.failed && pycc_poll(&ctx)) {
            keep_error(t, t->chunks - 1, &ctx.error);
        }
    }
}

#ifdef _OPENMP
#include <omp.h>

static _Thread_local bool awake; /* threads of an earlier team may still wait actively */

static void run_team(struct team *t) {
    awake = true;
#pragma omp parallel num_threads(t->threads)
    {
        int n = omp_get_num_threads(), me = omp_get_thread_num();
        /* fewer threads than asked for: the missing ones' shares go round */
        for (int share = me; share < t->threads; share += n) {
            work(t, share);
            __atomic_fetch_add(&t->done, 1, __ATOMIC_RELEASE);
        }
        if (me == 0) {
            wait_and_poll(t);
        }
    }
}
void pycc_rest_team(void) {
    if (awake && !omp_in_parallel()) {
        omp_pause_resource_all(omp_pause_soft);
        awake = false;
    }
}
#else
void pycc_rest_team(void) {
}

static void run_team(struct team *t) {
    for (int share = 0; share < t->threads; ++share) {
        work(t, share);
    }
}
#endif

/* How many chunks when nothing depends on their number. */
static int free_chunks(const struct pycc_nest *nest, int threads) {
    int64_t n = nest->dynamic ? (int64_t)threads * 32 : threads;
    return (int)(n < nest->trips ? n : nest->trips > 0 ? nest->trips : 1);
}

int pycc_run_threads(struct pycc_ctx *ctx, const struct pycc_nest *nest, void *out, size_t out_size,
                     int chunks) {
    bool alone = nest->serial || ctx->threads <= 1 || nest->work < PYCC_PARALLEL_WORK;
    struct team t = {.ctx = ctx, .nest = nest, .out = out, .out_size = chunks > 0 ? out_size : 0};
    t.threads = alone ? 1 : ctx->threads;
    t.chunks = chunks > 0 ? chunks : free_chunks(nest, t.threads);
    t.threads = t.threads < t.chunks ? t.threads : t.chunks;
    t.lowest = t.chunks;
    if (t.threads <= 1) {
        struct pycc_nest in_order = *nest;
        in_order.dynamic = false;
        t.nest = &in_order;
        t.threads = 1;
        work(&t, 0);
    } else {
        run_team(&t);
    }
    if (t.lowest < t.chunks && !ctx->failed) {
        ctx->failed = true;
        ctx->error = t.error;
    }
    return t.lowest;
}

void pycc_run_wide(struct pycc_ctx *ctx, const struct pycc_nest *nest, void *out, size_t out_size,
                   int chunks) {
    ctx->fuel -= nest->work < 8.0 * PYCC_FUEL ? (int64_t)(nest->work / 8.0) : PYCC_FUEL;
    pycc_run_threads(ctx, nest, out, out_size, chunks);
}
