/* The process's device: opened by the first nest that asks for it, and anew some time after it was
 * lost; its lock; what is told to the user.
 *
 * Modules built with the same run time use the device of the first one (device_api.c). */
#include "device.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device_cache.h"
#include "device_profile.h"
#include "settings.h"

enum { CAUSES = 32, MOST_DOUBLINGS = 6 };

#define RETRY 1.0 /* seconds until a lost device is opened anew */

/* A device that was opened; lost ones stay until nobody uses them any more. */
struct opened {
    struct opencl *device;
    struct device_cache *programs;
    struct device_stages stages; /* the device frees them when it is closed */
    int users;                   /* nests on their way, and what is away on it */
    int64_t clock;               /* device_now() less the device's clock, at most */
    bool timed;                  /* that is known */
    struct opened *before;
};

static struct {
    pthread_once_t once;
    pthread_mutex_t lock;    /* of sites */
    pthread_mutex_t devices; /* of what follows; taken last */
    struct opened *last;     /* opened; NULL: none could be; those before it are lost */
    int losses;
    int64_t again; /* when a lost device may be opened anew, by device_now(); 0: not lost */
    char why[256];
    pthread_mutex_t causes;
    struct {
        const char *what;
        int code, lost; /* number of the device that is lost, or -1 */
    } cause[CAUSES];
    int n_causes;
} state = {.once = PTHREAD_ONCE_INIT,
           .lock = PTHREAD_MUTEX_INITIALIZER,
           .devices = PTHREAD_MUTEX_INITIALIZER,
           .causes = PTHREAD_MUTEX_INITIALIZER};

void device_lock(void) {
    pthread_mutex_lock(&state.lock);
}

void device_unlock(void) {
    pthread_mutex_unlock(&state.lock);
}

/* ---- opened, lost, opened anew */

static void close_opened(struct opened *o) {
    if (o) {
        device_cache_free(o->programs);
        opencl_close(o->device);
        pthread_mutex_destroy(&o->stages.lock);
        free(o);
    }
}

/* NULL with a message. */
static struct opened *open_new(char *message, size_t size) {
    struct opened *o = calloc(1, sizeof(*o));
    if (!o) {
        snprintf(message, size, "no memory");
        return NULL;
    }
    o->device = opencl_open(0, message, size);
    o->programs = o->device ? device_cache_new(o->device) : NULL;
    if (!o->programs) {
        if (o->device) {
            snprintf(message, size, "no memory");
            opencl_close(o->device);
        }
        free(o);
        return NULL;
    }
    pthread_mutex_init(&o->stages.lock, NULL);
    device_profile_name(opencl_describe(o->device)->name);
    return o;
}

static void open_once(void) {
    state.last = open_new(state.why, sizeof(state.why));
}

/* Takes an opened device that is lost and that nobody uses out of the list, from `at` on. */
static struct opened *take_unused(struct opened **at) {
    while (*at && (*at)->users > 0) {
        at = &(*at)->before;
    }
    struct opened *unused = *at;
    if (unused) {
        *at = unused->before;
    }
    return unused;
}

/* Seconds that a lost device is left alone: twice as many after each loss. */
static double patience(void) {
    const char *text = pycc_setting_text("PYCC_DEVICE_RETRY");
    char *end = NULL;
    double seconds = text ? strtod(text, &end) : RETRY;
    seconds =
        !text || (end != text && *end == 0 && seconds >= 0 && seconds < 1e6) ? seconds : RETRY;
    return seconds * (1 << (state.losses < MOST_DOUBLINGS ? state.losses : MOST_DOUBLINGS));
}

/* The last device is lost: opens another one when it is time. */
static void open_anew(void) {
    char message[sizeof(state.why)];
    int64_t now = device_now();
    if (state.again == 0) {
        state.again = now + (int64_t)(1e9 * patience());
    }
    if (now < state.again) {
        return;
    }
    struct opened *anew = open_new(message, sizeof(message));
    ++state.losses;
    state.again = anew ? 0 : now + (int64_t)(1e9 * patience());
    if (anew) {
        anew->before = state.last;
        state.last = anew;
    }
}

struct opencl *device_open(const char **why) {
    struct opencl *device = NULL;
    struct opened *unused = NULL;
    pthread_once(&state.once, open_once);
    if (!state.last || opencl_forked()) {
        *why = state.last ? "the device was opened before this process was forked off" : state.why;
        return NULL;
    }
    pthread_mutex_lock(&state.devices);
    if (opencl_lost(state.last->device)) {
        open_anew();
        unused = take_unused(&state.last->before);
    }
    *why = opencl_lost(state.last->device) ? "the device is lost" : NULL;
    if (!*why) {
        device = state.last->device;
        ++state.last->users;
    }
    pthread_mutex_unlock(&state.devices);
    close_opened(unused);
    return device;
}

/* The device's; there is one: somebody uses it. */
static struct opened *find(const struct opencl *device) {
    struct opened *o = state.last;
    while (o->device != device) {
        o = o->before;
    }
    return o;
}

void device_keep(const struct opencl *device) {
    pthread_mutex_lock(&state.devices);
    ++find(device)->users;
    pthread_mutex_unlock(&state.devices);
}

void device_release(const struct opencl *device) {
    if (opencl_forked()) {
        return;
    }
    pthread_mutex_lock(&state.devices);
    --find(device)->users;
    struct opened *unused = take_unused(&state.last->before);
    pthread_mutex_unlock(&state.devices);
    close_opened(unused);
}

int64_t device_clock(const struct opencl *device, int64_t end, int64_t seen) {
    if (opencl_forked()) {
        return 0;
    }
    pthread_mutex_lock(&state.devices);
    struct opened *o = find(device);
    o->clock = o->timed && o->clock < seen - end ? o->clock : seen - end;
    o->timed = true;
    int64_t clock = o->clock;
    pthread_mutex_unlock(&state.devices);
    return clock;
}

struct device_cache *device_programs(const struct opencl *device) {
    pthread_mutex_lock(&state.devices);
    struct device_cache *programs = find(device)->programs;
    pthread_mutex_unlock(&state.devices);
    return programs;
}

struct device_stages *device_stages(const struct opencl *device) {
    pthread_mutex_lock(&state.devices);
    struct device_stages *stages = &find(device)->stages;
    pthread_mutex_unlock(&state.devices);
    return stages;
}

bool device_shares(const struct opencl *device) {
    const char *text = pycc_setting_text("PYCC_TRANSFERS");
    return text && strcmp(text, "share") == 0  ? true
           : text && strcmp(text, "copy") == 0 ? false
                                               : opencl_describe(device)->unified;
}

/* ---- warnings */

/* The number of the device that a context has to do with, when it is lost; else -1. */
static int lost_device(const struct pycc_ctx *ctx) {
    const struct opencl *device = ctx->away ? ctx->away->device : NULL;
    bool locks = !device && !opencl_forked();
    if (locks) {
        pthread_mutex_lock(&state.devices);
    }
    device = device || !state.last ? device : state.last->device;
    int number = device && opencl_lost(device) ? opencl_describe(device)->number : -1;
    if (locks) {
        pthread_mutex_unlock(&state.devices);
    }
    return number;
}

/* True the first time: of a CL code, or of words where there is none. Whatever fails because a
 * device is gone is one cause. */
static bool new_cause(const char *what, int code, int lost) {
    bool is_new = true;
    code = lost >= 0 ? OPENCL_LOST : code;
    pthread_mutex_lock(&state.causes);
    for (int i = 0; i < state.n_causes; ++i) {
        bool same = state.cause[i].code == code && state.cause[i].lost == lost;
        is_new = is_new && !(same && (code != 0 || strcmp(state.cause[i].what, what) == 0));
    }
    is_new = is_new && state.n_causes < CAUSES;
    if (is_new) {
        state.cause[state.n_causes].what = what;
        state.cause[state.n_causes].lost = lost;
        state.cause[state.n_causes++].code = code;
    }
    pthread_mutex_unlock(&state.causes);
    return is_new;
}

void device_warn(struct pycc_ctx *ctx, const char *what, int code, const char *message) {
    char text[400 + DEVICE_MESSAGE];
    if (ctx->warning || !new_cause(what, code, lost_device(ctx))) {
        return;
    }
    const char *name = code != 0 ? opencl_error_name(code) : "";
    snprintf(text, sizeof(text), "%s%s%s%s: what was to run on the device runs on the host%s%s",
             what, *name ? " (" : "", name, *name ? ")" : "", *message ? "\n" : "", message);
    ctx->warning = strdup(text);
}
