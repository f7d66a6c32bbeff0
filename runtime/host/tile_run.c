/* Nests as tiles (pycc_rt_tile.h): blocks for the caches, memory for panels, threads.
 *
 * For blocks of lanes, as many as leave room in the last cache for q of all of the reduction:
 *   1. q is packed, panels of `width` lanes in parallel;
 *   2. for blocks of rows in parallel, and parts of the reduction in order, p is packed and each
 *      tile of the block takes its step. Results wait between the parts in memory of their own.
 * p whose neighbours follow in the reduction is not packed: the step has pointers to its rows.
 * Goto and van de Geijn, "Anatomy of high-performance matrix multiplication", TOMS 34(3), 2008. */
#include "pycc_rt_tile.h"

#include <stdlib.h>

#define L2_BYTES ((int64_t)1 << 20)
#define L3_BYTES ((int64_t)1 << 25)
#define DEPTH 512 /* of a part of the reduction, at most */
/* From where on tiles pay, measured from 16 x 16 x 16 to 2,000 x 2,000 x 32, f64 on AVX-512:
 * products run at 1.0 to 4.6 of the speed of the loops, with 2 and 3 columns at 1.0 to 7, distances
 * at 1.0 to 5.9, least sums at 0.9 to 3. */
#define LEAST_LANES 2
#define LEAST_WORK 32768 /* of all: rows * lanes * reduction */
/* The same of each of a batch: products of 4 x 4 run at 1.1 of the speed of the loops, of 8 x 8 at
 * 1.0, of 12 x 12 at 2, of 64 x 64 at 2.7. */
#define BATCH_ROWS 4
#define BATCH_WORK 512
#define SLOTS 256 /* threads that run blocks at once */
/* p is read where it is when its neighbours in a row are so many, and its uses, in panels, so few
 * that packing it takes longer: products of 128 to 1,024 run at 1.02 to 1.1 of the speed so on
 * AVX-512, at 0.93 to 0.98 where they use 125 panels, on AVX2. */
#define LEAST_RUN 8
#define MOST_PANELS 64

struct block_task {
    const struct pycc_tiling *tiling;
    const struct pycc_tile *t;
    int64_t depth, depths;   /* of a part of the reduction; parts */
    int64_t rows;            /* of a block */
    int64_t lanes;           /* of a block, a multiple of the tile's */
    int64_t lane, n, panels; /* the block of lanes at hand: first lane, lanes, panels */
    char *q;                 /* its panels, for all of the reduction */
    char *slot;              /* memory of `slot_bytes` for each thread: p, results */
    int64_t q_bytes, p_bytes, slot_bytes;
    int64_t run; /* neighbours in a row of p, which is not packed; 0: it is */
    int slots;
    bool far;         /* more results than stay near: those of the next tile are fetched ahead */
    bool clean;       /* a batch of one block: what is no number of it is 0 since the beginning */
    char busy[SLOTS]; /* atomic */
};

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t parts(int64_t n, int64_t size) {
    return (n + size - 1) / size;
}

static int64_t product(const int64_t *trips, int n) {
    int64_t all = 1;
    for (int i = 0; i < n; ++i) {
        if (__builtin_mul_overflow(all, trips[i], &all)) {
            return -1;
        }
    }
    return all;
}

/* ---- blocks */

/* Neighbours in a row of p: iterations of the last loop of the reduction, and of those around it
 * that go on where these end. */
static int64_t run_of(const struct pycc_tiling *g, const struct pycc_tile *t) {
    const int last = g->u + g->v + g->k - 1;
    int64_t at[PYCC_TILE_LOOPS], run = t->trips[last];
    memcpy(at, t->start, sizeof(at));
    const char *first = g->p_at(t->in, at);
    for (int loop = last - 1; loop >= g->u + g->v; run *= t->trips[loop--]) {
        ++at[loop];
        const char *next = g->p_at(t->in, at);
        --at[loop];
        if (next - first != run * g->item) {
            break;
        }
    }
    return run;
}

static void choose(struct block_task *b, int threads) {
    const struct pycc_tiling *g = b->tiling;
    const struct pycc_tile *t = b->t;
    const int64_t run = g->p_at && t->unit ? run_of(g, t) : 0;
    bool direct = run > 0 && (g->k == 1 || run >= LEAST_RUN);
    b->run = direct && parts(t->n, g->width) <= MOST_PANELS ? run : 0;
    const int64_t q_bytes = g->item * g->q, p_bytes = g->item * g->p;
    int64_t depth = least(DEPTH, most(64, L2_BYTES / 8 / (g->width * q_bytes)));
    b->depths = parts(t->depth, depth);
    b->depth = parts(t->depth, b->depths);
    b->lanes =
        least(most(L3_BYTES / 4 / (t->depth * q_bytes) / g->width, 4), parts(t->n, g->width)) *
        g->width;
    b->lanes = parts(parts(t->n, parts(t->n, b->lanes)), g->width) * g->width; /* all as many */
    b->rows = L2_BYTES / 2 / (b->depth * p_bytes) / g->rows * g->rows;
    b->rows = least(b->rows, parts(t->m, 4 * (int64_t)threads * g->rows) * g->rows);
    b->rows = most(b->rows, g->rows);
    b->far = t->m * t->n * g->item > L2_BYTES / 2;
}

static int64_t aligned(int64_t bytes) {
    return parts(bytes, 64) * 64;
}

/* Of the table of runs: two numbers for each in a part of the reduction. */
static int64_t runs_bytes(const struct block_task *b) {
    return (b->depth / b->run + 2) * 2 * (int64_t)sizeof(int64_t);
}

static bool reserve(struct block_task *b) {
    const struct pycc_tiling *g = b->tiling;
    int64_t tiles = b->depths > 1 ? b->rows / g->rows * (b->lanes / g->width) : 1;
    b->p_bytes = b->run ? aligned(runs_bytes(b)) + aligned(b->rows * (int64_t)sizeof(void *))
                        : aligned(b->rows * b->depth * g->p * g->item);
    b->slot_bytes = b->p_bytes + tiles * g->rows * g->width * g->item;
    b->q_bytes = b->lanes * b->t->depth * g->q * g->item;
    b->q = aligned_alloc(64, (size_t)b->q_bytes);
    b->slot = b->q ? aligned_alloc(64, (size_t)(b->slot_bytes * b->slots)) : NULL;
    if (!b->slot) {
        free(b->q);
    }
    return b->slot;
}

static void clean(struct block_task *b) {
    b->clean = b->depths == 1 && b->lanes >= b->t->n && b->rows >= b->t->m;
    if (b->clean) {
        memset(b->q, 0, (size_t)b->q_bytes);
        memset(b->slot, 0, (size_t)(b->slot_bytes * b->slots));
    }
}

static void release(const struct block_task *b) {
    free(b->slot);
    free(b->q);
}

/* ---- the two steps */

static char *panel_at(const struct block_task *b, int64_t panel, int64_t k) {
    const struct pycc_tiling *g = b->tiling;
    return b->q + (panel * b->t->depth + k) * g->width * g->q * g->item;
}

static int pack(struct pycc_ctx *ctx, const void *in, void *out, int64_t from, int64_t until) {
    const struct block_task *b = in;
    (void)ctx;
    (void)out;
    for (int64_t i = from; i < until; ++i) {
        const struct pycc_tiling *g = b->tiling;
        int64_t at = i * g->width, n = least(g->width, b->n - at);
        if (n < g->width && !b->clean) {
            memset(panel_at(b, i, 0), 0, (size_t)(b->t->depth * g->width * g->q * g->item));
        }
        g->pack_q(b->t, panel_at(b, i, 0), b->lane + at, n);
    }
    return PYCC_NEXT;
}

/* The vectors of the panel from `lane` on, of n lanes, in which any of these rows has a lane: from
 * *first on, so many. */
static int64_t vectors_met(const struct block_task *b, int64_t row, int64_t rows, int64_t lane,
                           int64_t n, int64_t *first) {
    const int64_t one = b->tiling->width / b->tiling->vectors;
    int64_t from = b->t->span ? n : 0, until = b->t->span ? 0 : n;
    for (const int64_t *s = b->t->span + 2 * row; b->t->span && rows > 0; --rows, s += 2) {
        from = least(from, most(s[0] - lane, 0));
        until = most(until, least(s[1] - lane, n));
    }
    *first = from / one;
    return from < until ? parts(until, one) - *first : 0;
}

/* p of rows row..row + n, at most a tile's, and of the reduction from k up to k + kn. */
static void pack_strip(const struct block_task *b, char *to, int64_t row, int64_t n, int64_t k,
                       int64_t kn) {
    const struct pycc_tiling *g = b->tiling;
    if ((n < g->rows && !b->clean) || b->t->deep) {
        memset(to, 0, (size_t)(g->rows * kn * g->p * g->item));
    }
    for (int64_t i = 0; b->t->deep && i < n; ++i) {
        const int64_t *deep = b->t->deep + 2 * (row + i);
        int64_t from = most(deep[0], k), until = least(deep[1], k + kn);
        if (from < until) {
            char *at = to + ((from - k) * g->p * g->rows + i) * g->item;
            g->pack_p(b->t, at, row + i, 1, from, until - from);
        }
    }
    if (!b->t->deep) {
        g->pack_p(b->t, to, row, n, k, kn);
    }
}

/* Sets the counters of a class, or of loops around, to those of iteration i. */
static void seek(const struct pycc_tile *t, int64_t *at, int first, int loops, int64_t i) {
    for (int loop = first + loops - 1; loop > first; --loop) {
        at[loop] = t->start[loop] + i % t->trips[loop];
        i /= t->trips[loop];
    }
    if (loops > 0) {
        at[first] = t->start[first] + i;
    }
}

/* Pointers to rows row..row + n of p, for whole tiles: those behind the last are its, too. */
static void list_rows(const struct block_task *b, const char **rows, int64_t row, int64_t n) {
    const struct pycc_tiling *g = b->tiling;
    int64_t at[PYCC_TILE_LOOPS];
    memcpy(at, b->t->at, sizeof(at));
    seek(b->t, at, g->u + g->v, g->k, 0);
    seek(b->t, at, 0, g->u, row);
    for (int64_t i = 0; i < n; ++i) {
        int loop = g->u - 1;
        rows[i] = g->p_at(b->t->in, at);
        while (++at[loop] == b->t->start[loop] + b->t->trips[loop] && loop > 0) {
            at[loop] = b->t->start[loop];
            --loop;
        }
    }
    for (int64_t i = n; i < parts(n, g->rows) * g->rows; ++i) {
        rows[i] = rows[n - 1];
    }
}

/* The runs of the reduction from k up to k + kn; their number. */
static int64_t list_runs(const struct block_task *b, int64_t *run, int64_t k, int64_t kn) {
    const struct pycc_tiling *g = b->tiling;
    int64_t at[PYCC_TILE_LOOPS], count = 0;
    memcpy(at, b->t->at, sizeof(at));
    seek(b->t, at, 0, g->u, 0);
    seek(b->t, at, g->u + g->v, g->k, 0);
    const char *first = g->p_at(b->t->in, at);
    for (int64_t end = k + kn; k < end; k += run[2 * count - 1]) {
        seek(b->t, at, g->u + g->v, g->k, k);
        run[2 * count] = ((const char *)g->p_at(b->t->in, at) - first) / g->item;
        run[2 * count + 1] = g->k == 1 ? end - k : least(end - k, b->run - k % b->run);
        ++count;
    }
    return count;
}

static void begin(const struct block_task *b, const struct pycc_tile_at *at) {
    const struct pycc_tiling *g = b->tiling;
    bool part = at->un < g->rows || at->vn < g->width;
    if ((part && !b->clean) || b->t->span) {
        memset(at->results, 0, (size_t)(g->rows * g->width * g->item));
    }
    g->ends(b->t, at, PYCC_TILE_FIRST);
}

/* Iterations of the reduction from `off` on, `n` of them, of all rows. */
static void reduce(const struct block_task *b, const struct pycc_tile_at *at, int64_t off,
                   int64_t n) {
    const struct pycc_tiling *g = b->tiling;
    const int64_t first = at->first * (g->width / g->vectors) * g->item;
    const char *q = (const char *)at->q + off * g->q * g->width * g->item + first;
    char *results = (char *)at->results + first;
    if (b->run) {
        const int64_t run[] = {at->run[0] + off, n};
        bool all = n == at->k;
        g->direct(at->vectors, all ? at->runs : 1, all ? at->run : run, at->p, q, results);
    } else {
        g->reduce(at->vectors, n, (const char *)at->p + off * g->p * g->rows * g->item, q, results);
    }
}

/* The same of row i alone. */
static void reduce_row(const struct block_task *b, const struct pycc_tile_at *at, int i,
                       int64_t off, int64_t n) {
    const struct pycc_tiling *g = b->tiling;
    const char *p =
        b->run ? (const char *)((const void *const *)at->p)[i] + (at->run[0] + off) * g->item
               : (const char *)at->p + (off * g->p * g->rows + i) * g->item;
    if (n > 0) {
        g->one_row(b->run, n, p, (const char *)at->q + off * g->q * g->width * g->item,
                   (char *)at->results + i * g->width * g->item);
    }
}

/* The reduction, from k on, where rows have parts of it of their own: what all rows have in common
 * at once, and what is before and behind it row by row. */
static void reduce_ragged(const struct block_task *b, const struct pycc_tile_at *at, int64_t k) {
    int64_t deep[PYCC_TILE_ROWS][2], from = 0, until = at->k;
    for (int i = 0; i < at->un; ++i) {
        for (int end = 0; end < 2; ++end) {
            deep[i][end] = least(most(b->t->deep[2 * (at->u + i) + end] - k, 0), at->k);
        }
        from = most(from, deep[i][0]);
        until = least(until, deep[i][1]);
    }
    from = from < until ? from : at->k;
    for (int i = 0; i < at->un; ++i) {
        reduce_row(b, at, i, deep[i][0], least(deep[i][1], from) - deep[i][0]);
    }
    if (from < until) {
        reduce(b, at, from, until - from);
        for (int i = 0; i < at->un; ++i) {
            reduce_row(b, at, i, until, deep[i][1] - until);
        }
    }
}

/* Fetches what the tile behind this one begins with, or stores. */
static void fetch_next(const struct block_task *b, const struct pycc_tile_at *at, int64_t end,
                       int64_t k) {
    const struct pycc_tiling *g = b->tiling;
    struct pycc_tile_at next = {.u = at->u + at->un, .v = at->v, .vn = at->vn};
    next.un = least(g->rows, end - next.u);
    if (next.un > 0 && (k == 0 || k + at->k >= b->t->depth)) {
        g->ends(b->t, &next, PYCC_TILE_NEAR);
    }
}

/* A tile takes its step, from k on. */
static void run_tile(const struct block_task *b, const struct pycc_tile_at *at, int64_t k) {
    const struct pycc_tiling *g = b->tiling;
    if (k == 0) {
        begin(b, at);
    }
    if (b->t->deep) {
        reduce_ragged(b, at, k);
    } else {
        reduce(b, at, 0, at->k);
    }
    if (k + at->k >= b->t->depth) {
        g->ends(b->t, at, PYCC_TILE_LAST);
    }
}

/* Rows row..row + n of the block of lanes, and a part of the reduction. */
static void run_part(const struct block_task *b, char *slot, int64_t row, int64_t n, int64_t k) {
    const struct pycc_tiling *g = b->tiling;
    const int64_t kn = least(b->depth, b->t->depth - k), strips = parts(n, g->rows);
    const int64_t strip_bytes = g->rows * (b->run ? (int64_t)sizeof(void *) : kn * g->p * g->item);
    char *results = slot + b->p_bytes;
    int64_t *run = (int64_t *)slot, runs = b->run ? list_runs(b, run, k, kn) : 0;
    char *const p = b->run ? slot + aligned(runs_bytes(b)) : slot;
    if (b->run) {
        list_rows(b, (const char **)p, row, n);
    }
    for (int64_t i = 0; i < strips && !b->run; ++i) {
        pack_strip(b, p + i * strip_bytes, row + i * g->rows, least(g->rows, n - i * g->rows), k,
                   kn);
    }
    for (int64_t j = 0; j < b->panels; ++j) {
        for (int64_t i = 0; i < strips; ++i) {
            int64_t tile = b->depths > 1 ? j * strips + i : 0;
            struct pycc_tile_at at = {
                .u = row + i * g->rows,
                .un = least(g->rows, n - i * g->rows),
                .v = b->lane + j * g->width,
                .vn = least(g->width, b->n - j * g->width),
                .k = kn,
                .p = p + i * strip_bytes,
                .run = run,
                .runs = runs,
                .q = panel_at(b, j, k),
                .results = results + tile * g->rows * g->width * g->item,
            };
            at.vectors = vectors_met(b, at.u, at.un, at.v, at.vn, &at.first);
            if (at.vectors > 0) {
                if (b->far) {
                    fetch_next(b, &at, row + n, k);
                }
                run_tile(b, &at, k);
            }
        }
    }
}

static int take_slot(char *busy, int slots) {
    for (int i = 0;; i = (i + 1) % slots) {
        if (!__atomic_exchange_n(&busy[i], 1, __ATOMIC_ACQUIRE)) {
            return i;
        }
    }
}

static int run(struct pycc_ctx *ctx, const void *in, void *out, int64_t from, int64_t until) {
    struct block_task *b = (struct block_task *)(uintptr_t)in;
    int s = take_slot(b->busy, b->slots);
    (void)ctx;
    (void)out;
    for (int64_t i = from; i < until; ++i) {
        int64_t row = i * b->rows, n = least(b->rows, b->t->m - row), first;
        bool any = vectors_met(b, row, n, b->lane, b->n, &first) > 0;
        for (int64_t k = 0; any && k < b->t->depth; k += b->depth) {
            run_part(b, b->slot + s * b->slot_bytes, row, n, k);
        }
    }
    __atomic_store_n(&b->busy[s], 0, __ATOMIC_RELEASE);
    return PYCC_NEXT;
}

/* ---- all */

static void run_blocks(struct pycc_ctx *ctx, struct block_task *b) {
    const struct pycc_tile *t = b->t;
    for (b->lane = 0; b->lane < t->n && !ctx->failed; b->lane += b->lanes) {
        b->n = least(b->lanes, t->n - b->lane);
        b->panels = parts(b->n, b->tiling->width);
        double items = (double)b->n * (double)t->depth;
        const struct pycc_nest packs = {.run = pack,
                                        .in = b,
                                        .trips = b->panels,
                                        .row = 1,
                                        .work = 2 * items,
                                        .serial = !t->parallel};
        const struct pycc_nest blocks = {.run = run,
                                         .in = b,
                                         .trips = parts(t->m, b->rows),
                                         .row = 1,
                                         .work = items * (double)t->m / 4,
                                         .serial = !t->parallel,
                                         .dynamic = true};
        pycc_run_parallel(ctx, &packs, NULL, 0, 0);
        if (!ctx->failed) {
            pycc_run_parallel(ctx, &blocks, NULL, 0, 0);
        }
    }
}

/* ---- batches */

struct batch_task {
    const struct pycc_tiling *tiling;
    struct pycc_tile *t;    /* of each thread */
    struct block_task *own; /* of these */
    int slots;
    char busy[SLOTS]; /* atomic */
};

static int run_batch(struct pycc_ctx *ctx, const void *in, void *out, int64_t from, int64_t until) {
    struct batch_task *x = (struct batch_task *)(uintptr_t)in;
    int s = take_slot(x->busy, x->slots);
    struct block_task *b = &x->own[s];
    const int first = x->tiling->u + x->tiling->v + x->tiling->k;
    for (int64_t i = from; i < until; ++i) {
        seek(&x->t[s], x->t[s].at, first, x->tiling->batch, i);
        for (b->lane = 0; b->lane < b->t->n; b->lane += b->lanes) {
            b->n = least(b->lanes, b->t->n - b->lane);
            b->panels = parts(b->n, b->tiling->width);
            pack(ctx, b, out, 0, b->panels);
            run(ctx, b, out, 0, parts(b->t->m, b->rows));
        }
    }
    __atomic_store_n(&x->busy[s], 0, __ATOMIC_RELEASE);
    return PYCC_NEXT;
}

/* Each of them on one thread. */
static bool run_batches(struct pycc_ctx *ctx, const struct block_task *b, int64_t n, double work) {
    const int slots = b->slots;
    struct batch_task x = {.tiling = b->tiling, .slots = slots};
    const struct pycc_nest nest = {
        .run = run_batch, .in = &x, .trips = n, .row = 1, .work = work, .serial = !b->t->parallel};
    int made = 0;
    x.t = malloc((size_t)slots * sizeof(*x.t));
    x.own = x.t ? malloc((size_t)slots * sizeof(*x.own)) : NULL;
    for (; x.own && made < slots; ++made) {
        x.t[made] = *b->t;
        x.own[made] = *b;
        x.own[made].t = &x.t[made];
        x.own[made].slots = 1;
        choose(&x.own[made], 1);
        if (!reserve(&x.own[made])) {
            break;
        }
        clean(&x.own[made]);
    }
    bool done = made == slots;
    if (done) {
        pycc_run_parallel(ctx, &nest, NULL, 0, 0);
    }
    while (made > 0) {
        release(&x.own[--made]);
    }
    free(x.own);
    free(x.t);
    return done;
}

/* The spans of all rows; NULL: no memory. */
static int64_t *list_spans(const struct pycc_tile *t,
                           void (*span_of)(const void *in, int64_t row, int64_t *span)) {
    const int64_t n = t->trips[0];
    int64_t *span = n > 0 && n < INT64_MAX / 32 ? malloc((size_t)n * 2 * sizeof(*span)) : NULL;
    for (int64_t i = 0; span && i < n; ++i) {
        span_of(t->in, t->start[0] + i, span + 2 * i);
    }
    return span;
}

/* What the spans that are not empty cover, without a gap between two rows that follow, from *lo up
 * to *hi; from *first up to *last these rows, without an empty one between them. */
static bool cover(const int64_t *span, int64_t n, int64_t *lo, int64_t *hi, int64_t *first,
                  int64_t *last) {
    bool gap = false;
    *lo = INT64_MAX;
    *hi = INT64_MIN;
    *first = *last = -1;
    for (int64_t i = 0; i < n; ++i) {
        const int64_t *s = span + 2 * i, *before = s - 2;
        if (s[0] < s[1]) {
            gap = gap || (*last >= 0 && (*last != i - 1 || s[0] > before[1] || s[1] < before[0]));
            *first = *last < 0 ? i : *first;
            *last = i;
            *lo = least(*lo, s[0]);
            *hi = most(*hi, s[1]);
        }
    }
    return *last >= 0 && !gap;
}

/* Fills in the range of all of a class, which begins with `loop`, and makes spans begin there. */
static bool begin_at(struct pycc_tile *t, int loop, int64_t *span, int64_t n, int64_t lo,
                     int64_t hi) {
    t->start[loop] = lo;
    for (int64_t i = 0; i < 2 * n; ++i) {
        span[i] -= lo;
    }
    return !__builtin_sub_overflow(hi, lo, &t->trips[loop]);
}

/* The lanes of each row. Rows without lanes are left out at both ends. False: there are others, or
 * no memory. */
static bool find_lanes(const struct pycc_tiling *tiling, struct pycc_tile *t) {
    int64_t lo, hi, first, last;
    t->span = list_spans(t, tiling->lanes_of);
    if (!t->span || !cover(t->span, t->trips[0], &lo, &hi, &first, &last)) {
        return false;
    }
    t->start[0] += first;
    t->trips[0] = last - first + 1;
    memmove(t->span, t->span + 2 * first, (size_t)t->trips[0] * 2 * sizeof(*t->span));
    return begin_at(t, 1, t->span, t->trips[0], lo, hi);
}

/* The part of the reduction of each row, of which some may have none. */
static bool find_depths(const struct pycc_tiling *tiling, struct pycc_tile *t) {
    int64_t lo, hi, first, last;
    t->deep = list_spans(t, tiling->depth_of);
    return t->deep && cover(t->deep, t->trips[0], &lo, &hi, &first, &last) &&
           begin_at(t, tiling->u + tiling->v, t->deep, t->trips[0], lo, hi);
}

/* Is it large enough? What each of many holds may be smaller. */
static bool pays(const struct pycc_tiling *g, const struct pycc_tile *t, int64_t batches) {
    double work = (double)t->m * (double)t->n * (double)t->depth;
    bool wide = t->n >= (g->along ? LEAST_LANES : g->width / 2);
    bool one = t->m >= g->rows && t->depth >= g->least && work >= LEAST_WORK;
    bool many = g->batch && t->m >= BATCH_ROWS && work >= BATCH_WORK &&
                work * (double)batches >= LEAST_WORK;
    return wide && (one || many);
}

static bool run_tiles(struct pycc_ctx *ctx, const struct pycc_tiling *tiling, struct pycc_tile *t) {
    struct block_task b = {.tiling = tiling, .t = t};
    const int first = tiling->u + tiling->v + tiling->k;
    const int64_t batches = product(t->trips + first, tiling->batch);
    t->m = product(t->trips, tiling->u);
    t->n = product(t->trips + tiling->u, tiling->v);
    t->depth = product(t->trips + tiling->u + tiling->v, tiling->k);
    if (t->m <= 0 || t->n <= 0 || t->depth <= 0 || batches <= 0 || !pays(tiling, t, batches)) {
        return false;
    }
    b.slots = t->parallel && ctx->threads > 1 ? (int)least(ctx->threads, SLOTS) : 1;
    if (tiling->batch && (b.slots == 1 || batches >= b.slots)) {
        double work = (double)t->m * (double)t->n * (double)t->depth;
        return run_batches(ctx, &b, batches, work * (double)batches / 4);
    }
    choose(&b, b.slots);
    if (!reserve(&b)) {
        return false;
    }
    for (int64_t i = 0; i < batches && !ctx->failed; ++i) {
        seek(t, t->at, first, tiling->batch, i);
        run_blocks(ctx, &b);
    }
    release(&b);
    return true;
}

bool pycc_tile_run(struct pycc_ctx *ctx, const struct pycc_tiling *tiling, struct pycc_tile *t) {
    bool done = (!tiling->lanes_of || find_lanes(tiling, t)) &&
                (!tiling->depth_of || find_depths(tiling, t)) && run_tiles(ctx, tiling, t);
    free(t->span);
    free(t->deep);
    return done;
}
