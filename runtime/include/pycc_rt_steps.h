/* Sweeps of a time loop that wait for each other.
 *
 * Each step of a time loop goes through arrays that are larger than the caches. Where nothing else
 * looks at their elements in the loop, its nests do not run at once: they wait with what they were
 * called with, until rows of several steps can be done together while these are in a processor's
 * cache (steps.c). Every iteration of every nest runs once, after all that it depends on: only the
 * order of those that touch nothing in common changes, and no bit of a result.
 *
 *     {
 *         PYCC_STEPS;
 *         for (t ...) {
 *             PYCC_SWEEP(heat__loop1, true, 1, goto done, (PYCC_FIELDS(a), PYCC_FIELDS(b)), .trips
 * = ...);
 *         }
 *         PYCC_SETTLE(goto done);
 *     }
 */
#ifndef PYCC_RT_STEPS_H
#define PYCC_RT_STEPS_H

#include "pycc_rt_array.h"

/* Runs what waits; false: ctx has failed. */
bool pycc_settle(struct pycc_ctx *ctx);

/* Elements of an array are about to be read: what waits and writes to them runs. */
bool pycc_steps_peek(struct pycc_ctx *ctx, int rank, const char *data, const int64_t *shape,
                     const int64_t *stride, int64_t item);
#define PYCC_PEEK(rank, a, item, leave)                                                            \
    if (ctx->steps &&                                                                              \
        PYCC_UNLIKELY(!pycc_steps_peek(ctx, rank, (a).data, (a).shape, (a).stride, item))) {       \
        leave;                                                                                     \
    }

/* Memory of so many bytes that only sweeps which wait still hold, for later ones; or NULL. */
struct pycc_buffer *pycc_steps_spare(const struct pycc_steps *w, int64_t size);

/* Nests may wait until the block ends, however it does. */
void pycc_steps_end(struct pycc_ctx **ctx);
#define PYCC_STEPS struct pycc_ctx *steps__ __attribute__((cleanup(pycc_steps_end), unused)) = ctx
#define PYCC_SETTLE(leave)                                                                         \
    if (PYCC_UNLIKELY(ctx->steps && !pycc_settle(ctx))) {                                          \
        leave;                                                                                     \
    }

/* As pycc_run_guarded, now or later, for a nest that cannot fail in its safe variants. first: the
 * counter of its first iteration; size: bytes of nest->in, which is copied. */
bool pycc_step(struct pycc_ctx *ctx, const struct pycc_guard *g, bool checked, bool parallel,
               int64_t first, size_t size, struct pycc_nest *nest);

#define PYCC_SWEEP(name, checked, parallel, first, leave, fields, ...)                             \
    do {                                                                                           \
        struct name in = {PYCC_UNPACK fields};                                                     \
        struct pycc_nest nest = {.in = &in, __VA_ARGS__};                                          \
        if (PYCC_UNLIKELY(                                                                         \
                !pycc_step(ctx, &name##__guard, checked, parallel, first, sizeof(in), &nest))) {   \
            leave;                                                                                 \
        }                                                                                          \
    } while (0)

#endif
