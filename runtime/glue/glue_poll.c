/* Ctrl-C and other signals while compiled code runs, and the lazy release of the GIL.
 *
 * Compiled loops count fuel down and come here (host/poll.c) when it is spent. The thread that
 * called from Python first gives up the GIL, so that only calls that last pay for it, and, when it
 * is the main thread, takes it again now and then to let Python run its signal handlers. Taking it
 * may have to wait for another Python thread (5 ms by default), so the interval grows with the
 * wait: polling costs at most a twentieth of the time. */
#include "glue.h"

#include <time.h>

#define INTERVAL_NS 20000000
#define MAX_INTERVAL_NS 200000000

static int64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Runs pending signal handlers; true when one of them raised. Needs the GIL. */
static bool handlers_raise(struct pycc_poll *poll) {
    if (PyErr_CheckSignals() == 0) {
        return false;
    }
    __atomic_store_n(&poll->stop, 1, __ATOMIC_RELAXED);
    return true;
}

/* Is it time to look at the signals? The first time only starts the clock. */
static bool is_due(struct pycc_poll *poll) {
    int64_t now = now_ns();
    if (poll->next == 0) {
        poll->next = now + INTERVAL_NS;
    }
    return now >= poll->next;
}

/* With the GIL in hand during the handlers. */
static bool look_at_signals(struct pycc_poll *poll) {
    int64_t before = now_ns();
    if (poll->saved) {
        PyEval_RestoreThread(poll->saved);
    }
    int64_t interval = 20 * (now_ns() - before);
    bool raised = handlers_raise(poll);
    if (poll->saved) {
        poll->saved = PyEval_SaveThread();
    }
    interval = interval < INTERVAL_NS ? INTERVAL_NS : interval;
    poll->next = now_ns() + (interval > MAX_INTERVAL_NS ? MAX_INTERVAL_NS : interval);
    return raised;
}

static bool run_python(struct pycc_poll *poll) {
    if (poll->may_release && !poll->saved) {
        poll->saved = PyEval_SaveThread();
    }
    return poll->main && is_due(poll) && look_at_signals(poll);
}

const struct pycc_python glue_python = {run_python, pycc_lib_call, glue_catches};
