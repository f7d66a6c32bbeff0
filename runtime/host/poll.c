/* What loops do when their fuel is spent: Ctrl-C and other signals, and the lazy release of the
 * GIL.
 *
 * Worker threads only look at the stop flag. The thread that called from Python lets Python run by
 * way of what its call has of it (struct pycc_python), and does nothing where that is nothing. */
#include <pthread.h>

#include "pycc_rt.h"

bool pycc_poll(struct pycc_ctx *ctx) {
    struct pycc_poll *poll = ctx->poll;
    ctx->fuel = PYCC_FUEL;
    if (!poll) {
        return false;
    }
    bool stop = __atomic_load_n(&poll->stop, __ATOMIC_RELAXED);
    if (!stop && poll->python && poll->caller == (unsigned long)pthread_self()) {
        stop = poll->python->run(poll);
    }
    if (stop) {
        pycc_raise(ctx, PYCC_EXC_PENDING, NULL, 0);
    }
    return stop;
}
