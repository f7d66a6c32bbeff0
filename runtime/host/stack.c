/* Where recursion ends: how much of its stack a thread has left.
 *
 * Threads differ: the main one has what ulimit -s says, others what threading.stack_size or
 * OMP_STACKSIZE gave them. A part is kept for what the deepest function calls. */
#define _GNU_SOURCE /* pthread_getattr_np */
#include "pycc_rt.h"

#include <pthread.h>

#define KEPT (256L << 10)    /* at most, and half of a stack at most */
#define LONGEST (256L << 20) /* of a stack without a limit */
#define UNKNOWN (32L << 10)  /* on a stack that is not the thread's own */

/* This thread's stack, once it was asked for: that takes long, the main thread's stands in a file.
 */
static _Thread_local uintptr_t lowest, highest;

static void ask(void) {
    pthread_attr_t attr;
    void *low = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attr) == 0) {
        if (pthread_attr_getstack(&attr, &low, &size) != 0) {
            size = 0;
        }
        pthread_attr_destroy(&attr);
    }
    lowest = (uintptr_t)low;
    highest = (uintptr_t)low + size;
}

static int64_t room_below(const void *at) {
    if (highest == 0) {
        ask();
    }
    if ((uintptr_t)at < lowest || (uintptr_t)at >= highest) {
        return UNKNOWN;
    }
    int64_t half = (int64_t)(highest - lowest) / 2;
    int64_t room = (int64_t)((uintptr_t)at - lowest) - (half < KEPT ? half : KEPT);
    return room < 1 ? 1 : room < LONGEST ? room : LONGEST;
}

bool pycc_enter_slow(struct pycc_ctx *ctx, int64_t used) {
    if (ctx->stack == 0) {
        ctx->stack = room_below(ctx);
    }
    if (used >= ctx->stack) {
        pycc_raise(ctx, PYCC_EXC_RECURSION, "maximum recursion depth exceeded", 0);
        return false;
    }
    return ctx->fuel >= 0 || !pycc_poll(ctx);
}
