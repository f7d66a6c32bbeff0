/* How sweeps that wait run together: a front of some rows goes through the arrays, for each sweep
 * as far behind as steps.c found.
 *
 * Threads take parts of the rows. What depends on rows of another part is left out, so that a part
 * becomes narrower from sweep to sweep, by behind(t) at its end and ahead(t) >= ahead(s) + d_hi at
 * its beginning; the gaps follow when all parts are done (trapezoids: Frigo and Strumpen, "Cache
 * oblivious stencil computations", ICS 2005). Where iterations of a nest run in order, threads take
 * groups of sweeps instead, which follow each other as closely as the distances allow. */
#include "steps.h"

#include "crew.h"

#include <sched.h>

struct wave {
    struct crew_job job; /* the first member */
    struct pycc_ctx *ctx;
    struct pycc_steps *steps;
    int64_t rows;         /* of the longest sweep */
    int parts;            /* of the rows, */
    bool gaps;            /* or the gaps before them, */
    bool grouped;         /* or of the sweeps, which then have all rows */
    int next;             /* atomic: the first part that nobody has begun */
    int failed;           /* atomic: by Ctrl-C */
    int64_t done[SWEEPS]; /* atomic: rows, of grouped sweeps */
};

static int64_t border(const struct wave *w, int part) {
    return part == 0 ? INT64_MIN / 4 : part == w->parts ? INT64_MAX / 4 : w->rows / w->parts * part;
}

/* The rows of s in a part, or in the gap before it. */
static void part_rows(const struct wave *w, const struct sweep *s, int part, int64_t *lo,
                      int64_t *hi) {
    int64_t begin = border(w, part), end = border(w, part + 1);
    *lo = w->grouped ? 0 : w->gaps ? begin - s->behind : begin + s->ahead;
    *hi = w->grouped ? s->rows : w->gaps ? begin + s->ahead : end - s->behind;
    *lo = most(0, *lo);
    *hi = least(s->rows, *hi);
}

/* Rows up to hi of s depend on so many of the sweeps before number `first`. */
static void wait_for(struct wave *w, struct pycc_ctx *ctx, int first, const struct sweep *s,
                     int64_t hi) {
    for (int k = 0; k < first; ++k) {
        const struct sweep *before = &w->steps->sweep[k];
        int64_t rows = least(before->rows, hi + s->behind - before->behind);
        while (__atomic_load_n(&w->done[k], __ATOMIC_ACQUIRE) < rows && !ctx->failed &&
               !__atomic_load_n(&w->failed, __ATOMIC_RELAXED)) {
            sched_yield();
            pycc_poll(ctx);
        }
    }
}

/* Rows lo up to hi of a sweep; what is grouped waits for those before number `first`. */
static void run_rows(struct wave *w, struct pycc_ctx *ctx, int first, int k, int64_t lo,
                     int64_t hi) {
    const struct sweep *s = &w->steps->sweep[k];
    if (lo >= hi) {
        return;
    }
    wait_for(w, ctx, w->grouped ? first : 0, s, hi);
    if (ctx->failed || __atomic_load_n(&w->failed, __ATOMIC_RELAXED)) {
        return;
    }
    s->nest.run(ctx, s->nest.in, NULL, lo * s->nest.row, least(hi * s->nest.row, s->nest.trips));
    ctx->fuel -= hi - lo;
    if (ctx->fuel < 0) {
        pycc_poll(ctx);
    }
    if (w->grouped && !ctx->failed) {
        __atomic_store_n(&w->done[k], hi, __ATOMIC_RELEASE);
    }
}

/* The context is on the stack of the thread that runs it, as in parallel.c. */
static void run_part(struct wave *w, int part) {
    const struct pycc_steps *steps = w->steps;
    struct pycc_ctx ctx = {.threads = 1,
                           .inside = true,
                           .fuel = PYCC_FUEL,
                           .poll = w->ctx->poll,
                           .pool = w->ctx->pool};
    int first = w->grouped ? steps->n * part / w->parts : 0;
    int last = w->grouped ? steps->n * (part + 1) / w->parts : steps->n;
    int64_t at = INT64_MAX, end = INT64_MIN, ahead = INT64_MAX / 2, behind = INT64_MIN / 2, lo, hi;
    for (int i = first; i < last; ++i) {
        const struct sweep *s = &steps->sweep[i];
        part_rows(w, s, part, &lo, &hi);
        at = lo < hi ? least(at, lo + s->behind) : at;
        end = lo < hi ? most(end, hi + s->behind) : end;
        ahead = s->rows > 1 ? least(ahead, s->behind) : ahead;
        behind = s->rows > 1 ? most(behind, s->behind) : behind;
    }
    int64_t front = most(1, steps_near(steps) - most(0, behind - ahead));
    for (; at < end && !ctx.failed; at += front) {
        for (int i = first; i < last; ++i) {
            const struct sweep *s = &steps->sweep[i];
            part_rows(w, s, part, &lo, &hi);
            run_rows(w, &ctx, first, i, most(lo, at - s->behind),
                     least(hi, at + front - s->behind));
        }
    }
    if (ctx.failed) {
        __atomic_store_n(&w->failed, 1, __ATOMIC_RELAXED);
    }
}

static void work(struct crew_job *job, int me) {
    struct wave *w = (struct wave *)(void *)job;
    (void)me;
    for (int k; (k = __atomic_fetch_add(&w->next, 1, __ATOMIC_RELAXED)) < w->parts;) {
        run_part(w, k);
    }
}

/* From the first one on. */
static void run_parts(struct wave *w, int first) {
    int threads = (int)least(w->ctx->threads, w->parts - first);
    w->next = first;
    if (threads <= 1) {
        work(&w->job, 0);
        return;
    }
    w->job = (struct crew_job){.work = work, .hands = threads, .large = true};
    crew_begin(&w->job);
    work(&w->job, 0);
    crew_end(&w->job);
    while (!crew_gone(&w->job)) {
        struct pycc_ctx ctx = {.fuel = PYCC_FUEL, .poll = w->ctx->poll};
        pycc_poll(&ctx);
    }
}

/* Parts of the rows: as many as there are threads, where gaps do not touch each other. */
static int count_parts(const struct pycc_ctx *ctx, const struct pycc_steps *w, int64_t rows) {
    int64_t gap = 0;
    for (int i = 0; i < w->n; ++i) {
        gap = most(gap, w->sweep[i].behind + w->sweep[i].ahead);
    }
    int64_t parts = rows / (2 * gap + 1);
    return parts < 1 ? 1 : (int)least(parts, ctx->threads);
}

void steps_run(struct pycc_ctx *ctx, struct pycc_steps *w) {
    struct wave wave = {.ctx = ctx, .steps = w, .grouped = !steps_parallel(w)};
    for (int i = 0; i < w->n; ++i) {
        wave.rows = most(wave.rows, w->sweep[i].rows);
    }
    if (wave.grouped) {
        wave.parts = (int)least(w->n, ctx->threads);
        run_parts(&wave, 0);
    } else {
        wave.parts = count_parts(ctx, w, wave.rows);
        run_parts(&wave, 0);
        wave.gaps = true;
        run_parts(&wave, 1);
    }
    if (wave.failed) {
        pycc_raise(ctx, PYCC_EXC_PENDING, NULL, 0);
    }
}
