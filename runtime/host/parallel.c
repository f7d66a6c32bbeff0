/* Loop nests cut into pieces and chunks, on the calling thread and the helpers of crew.h.
 *
 * Chunks are contiguous ranges of the nest's index space, in order. A thread works on one chunk at
 * a time with a context of its own. The failure of the lowest chunk wins: chunks above a failed one
 * need not run, those below must, so that the exception is the one of the lowest iteration. The
 * calling thread, which alone can see Python's signals, keeps polling until all are done. */
#include "crew.h"
#include "pycc_rt_reduce.h"

#include <string.h>

/* ---- pieces */

#define LANES 64 /* a multiple of all vectors' */

/* How many iterations make PYCC_PIECE_WORK operations; whole rows where a row fits, else whole
 * vectors. */
static int64_t piece_size(const struct pycc_nest *nest) {
    double each = nest->work / (double)(nest->trips > 0 ? nest->trips : 1);
    double n = PYCC_PIECE_WORK / (each > 0 ? each : 1.0);
    int64_t size = n >= 1e15 ? (int64_t)1e15 : n > 1 ? (int64_t)n : 1;
    int64_t of = nest->row > 1 ? nest->row < size ? nest->row : LANES : 1;
    return size > of ? size - size % of : size;
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

/* ---- rows of different lengths */

#define GUESSED_LENGTH 16.0

static int64_t offset_of(const struct pycc_rows *r, int64_t k) {
    int32_t narrow;
    int64_t wide;
    if (r->bytes == 4) {
        memcpy(&narrow, r->at + k * r->stride, sizeof(narrow));
        return narrow;
    }
    memcpy(&wide, r->at + k * r->stride, sizeof(wide));
    return wide;
}

/* n: integers that there are. */
static struct pycc_rows rows_among(const struct pycc_array1 *offsets, int64_t n, int bytes,
                                   int64_t first, int64_t trips, double base, double item) {
    struct pycc_rows r = {.stride = offsets->stride[0], .bytes = bytes, .item = item};
    bool inside = trips > 0 && first >= 0 && first < n && trips < n - first;
    r.each = trips > 0 ? base / (double)trips : 0;
    r.at = inside ? offsets->data + first * r.stride : NULL;
    double length = inside ? (double)offset_of(&r, trips) - (double)offset_of(&r, 0) : -1;
    if (length < 0) {
        r.at = NULL;
        length = GUESSED_LENGTH * (double)(trips > 0 ? trips : 0);
    }
    r.work = base + item * length;
    return r;
}

struct pycc_rows pycc_rows_of(const struct pycc_array1 *offsets, int bytes, int64_t first,
                              int64_t trips, double base, double item) {
    return rows_among(offsets, offsets->shape[0], bytes, first, trips, base, item);
}

struct pycc_rows pycc_rows_between(const struct pycc_array1 *starts, const struct pycc_array1 *ends,
                                   int bytes, int64_t first, int64_t trips, double base,
                                   double item) {
    int64_t stride = starts->stride[0], n = ends->shape[0];
    bool apart = stride == ends->stride[0] && starts->data + stride == ends->data;
    n = n < starts->shape[0] ? n : starts->shape[0];
    return rows_among(starts, apart ? n + 1 : 0, bytes, first, trips, base, item);
}

/* The first iteration of which those before do so much. Whatever the offsets are, more work gives
 * no lower one. */
static int64_t row_at(const struct pycc_rows *r, int64_t trips, double work) {
    double from = (double)offset_of(r, 0);
    int64_t lo = 0, hi = trips;
    while (lo < hi) {
        int64_t mid = lo + (hi - lo) / 2;
        double before = r->each * (double)mid + r->item * ((double)offset_of(r, mid) - from);
        if (before < work) {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    return lo;
}

/* Those of a nest, where they are known and it does not write them. */
static const struct pycc_rows *rows_of(const struct pycc_nest *nest) {
    return nest->rows && nest->rows->at && !nest->serial ? nest->rows : NULL;
}

/* ---- chunks */

#define LARGE_WORK 4e6 /* some milliseconds: what a processor is given to others for */
#define SHARES 64

/* Chunks that lie together, for one thread before others: what it wrote is near it the next time.
 * Each in a cache line of its own. */
struct share {
    _Alignas(64) int next; /* atomic: first chunk that nobody has taken */
};

struct team {
    struct crew_job job;  /* the first member */
    struct pycc_ctx *ctx; /* the caller's */
    const struct pycc_nest *nest;
    char *out;
    size_t out_size; /* 0: chunks share out */
    int chunks;
    int shares;
    bool found;              /* atomic: what nest->flag is about */
    int lowest;              /* atomic: lowest chunk that failed, chunks: none */
    int lock;                /* atomic: guards error */
    struct pycc_error error; /* of chunk lowest */
    struct share share[SHARES];
};

/* Where chunk k begins: chunks of equal work where rows say what that is, else whole rows when
 * there are at least four for each chunk. Within a row whole vectors: functions have other last
 * digits in what they leave, which the number of chunks must not decide. */
static int64_t chunk_start(const struct team *t, int k) {
    const struct pycc_rows *rows = rows_of(t->nest);
    if (rows && k > 0 && k < t->chunks) {
        return row_at(rows, t->nest->trips, rows->work * k / t->chunks);
    }
    int64_t row = t->nest->row > 1 && t->nest->trips / t->nest->row >= 4 * (int64_t)t->chunks
                      ? t->nest->row
                      : 1;
    int64_t units = t->nest->trips / row, each = units / t->chunks, rest = units % t->chunks;
    if (k == t->chunks) {
        return t->nest->trips;
    }
    int64_t start = (each * k + (k < rest ? k : rest)) * row;
    return t->nest->row > 1 ? start - start % t->nest->row % LANES : start;
}

/* The first chunk of a share. */
static int share_start(const struct team *t, int s) {
    int each = t->chunks / t->shares, rest = t->chunks % t->shares;
    return each * s + (s < rest ? s : rest);
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

/* Takes chunks of a share until none is left there, then those of the others. */
static void work(struct crew_job *job, int me) {
    struct team *t = (struct team *)(void *)job;
    for (int k = 0; k < t->shares; ++k) {
        int s = (me + k) % t->shares, end = share_start(t, s + 1);
        for (int c; (c = __atomic_fetch_add(&t->share[s].next, 1, __ATOMIC_RELAXED)) < end;) {
            run_chunk(t, c);
        }
    }
}

/* The calling thread has no chunk left: it waits for those that others have begun and looks for
 * Ctrl-C meanwhile. */
static void wait_and_poll(struct team *t) {
    struct pycc_ctx ctx = {.fuel = PYCC_FUEL, .poll = t->ctx->poll};
    while (!crew_gone(&t->job)) {
        if (!ctx.failed && pycc_poll(&ctx)) {
            keep_error(t, t->chunks - 1, &ctx.error);
        }
    }
}

static void run_team(struct team *t, int threads) {
    t->job.work = work;
    t->job.hands = threads;
    t->job.large = t->nest->work >= LARGE_WORK;
    t->shares = t->nest->dynamic ? 1 : threads < SHARES ? threads : SHARES;
    for (int s = 0; s < t->shares; ++s) {
        t->share[s].next = share_start(t, s);
    }
    crew_begin(&t->job);
    work(&t->job, 0);
    crew_end(&t->job);
    wait_and_poll(t);
}

/* How many chunks when nothing depends on their number. */
static int free_chunks(const struct pycc_nest *nest, int threads) {
    int64_t n = (int64_t)threads * (rows_of(nest)              ? 16
                                    : nest->dynamic            ? 32
                                    : nest->work >= LARGE_WORK ? 4
                                                               : 1);
    return (int)(n < nest->trips ? n : nest->trips > 0 ? nest->trips : 1);
}

int pycc_run_threads(struct pycc_ctx *ctx, const struct pycc_nest *nest, void *out, size_t out_size,
                     int chunks) {
    bool alone = nest->serial || ctx->threads <= 1 || nest->work < PYCC_PARALLEL_WORK;
    int threads = alone ? 1 : ctx->threads;
    struct team t;
    t.job = (struct crew_job){.hands = 1};
    t.ctx = ctx;
    t.nest = nest;
    t.out = out;
    t.out_size = chunks > 0 ? out_size : 0;
    t.chunks = t.lowest = chunks > 0 ? chunks : free_chunks(nest, threads);
    t.found = false;
    t.lock = 0;
    threads = threads < t.chunks ? threads : t.chunks;
    if (threads > 1) {
        run_team(&t, threads);
    } else {
        for (int k = 0; k < t.chunks; ++k) {
            run_chunk(&t, k);
        }
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
