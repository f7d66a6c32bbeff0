/* The process's device: opened by the first nest that asks for it, once; its lock; what is told to
 * the user.
 *
 * A module that is linked into several extension modules of a process has a device in each. */
#include "device.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device_cache.h"
#include "device_profile.h"
#include "settings.h"

enum { CAUSES = 32 };

static struct {
    pthread_once_t once;
    pthread_mutex_t lock;
    struct opencl *device;
    struct device_cache *programs;
    char why[256];
    enum { TRANSFERS_AUTO, TRANSFERS_SHARE, TRANSFERS_COPY } transfers;
    pthread_mutex_t causes;
    struct {
        const char *what;
        int code;
    } cause[CAUSES];
    int n_causes;
} state = {.once = PTHREAD_ONCE_INIT,
           .lock = PTHREAD_MUTEX_INITIALIZER,
           .causes = PTHREAD_MUTEX_INITIALIZER};

static bool set_to(const char *name, const char *value) {
    const char *text = pycc_setting_text(name);
    return text && strcmp(text, value) == 0;
}

static void open_once(void) {
    state.transfers = set_to("PYCC_TRANSFERS", "share")  ? TRANSFERS_SHARE
                      : set_to("PYCC_TRANSFERS", "copy") ? TRANSFERS_COPY
                                                         : TRANSFERS_AUTO;
    state.device = opencl_open(0, state.why, sizeof(state.why));
    state.programs = state.device ? device_cache_new(state.device) : NULL;
    if (state.device && !state.programs) {
        opencl_close(state.device);
        state.device = NULL;
        snprintf(state.why, sizeof(state.why), "no memory");
    }
    if (state.device) {
        device_profile_name(opencl_describe(state.device)->name);
    }
}

struct opencl *device_open(const char **why) {
    pthread_once(&state.once, open_once);
    *why = NULL;
    if (!state.device) {
        *why = state.why;
    } else if (opencl_inherited(state.device)) {
        *why = "the device was opened before this process was forked off";
    } else if (opencl_lost(state.device)) {
        *why = "the device is lost";
    }
    return *why ? NULL : state.device;
}

struct device_cache *device_programs(void) {
    return state.programs;
}

bool device_shares(const struct opencl *device) {
    return state.transfers == TRANSFERS_SHARE ||
           (state.transfers == TRANSFERS_AUTO && opencl_describe(device)->unified);
}

void device_lock(void) {
    pthread_mutex_lock(&state.lock);
}

void device_unlock(void) {
    pthread_mutex_unlock(&state.lock);
}

/* True the first time: of a CL code, or of words where there is none. Whatever fails because the
 * device is gone is one cause. */
static bool new_cause(const char *what, int code) {
    bool is_new = true;
    if (state.device && opencl_lost(state.device)) {
        code = OPENCL_LOST;
    }
    pthread_mutex_lock(&state.causes);
    for (int i = 0; i < state.n_causes; ++i) {
        bool same =
            state.cause[i].code == code && (code != 0 || strcmp(state.cause[i].what, what) == 0);
        is_new = is_new && !same;
    }
    is_new = is_new && state.n_causes < CAUSES;
    if (is_new) {
        state.cause[state.n_causes].what = what;
        state.cause[state.n_causes++].code = code;
    }
    pthread_mutex_unlock(&state.causes);
    return is_new;
}

void device_warn(struct pycc_ctx *ctx, const char *what, int code, const char *message) {
    char text[400 + DEVICE_MESSAGE];
    if (ctx->warning || !new_cause(what, code)) {
        return;
    }
    const char *name = code != 0 ? opencl_error_name(code) : "";
    snprintf(text, sizeof(text), "%s%s%s%s: what was to run on the device runs on the host%s%s",
             what, *name ? " (" : "", name, *name ? ")" : "", *message ? "\n" : "", message);
    ctx->warning = strdup(text);
}
