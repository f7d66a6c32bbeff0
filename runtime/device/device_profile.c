/* What devices did in this process: counters, seconds per phase, reasons, spans; as JSON.
 *
 * One record per loaded module, because each links its own run time; the Python package adds them
 * up. It is static: counting must be possible from any thread without a context. One mutex guards
 * it, which is taken a few times per launch. */
#include "device_profile.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_SPANS 100000  /* later ones are left out */
#define MOST_FALLBACKS 256 /* different ones */
#define MOST_FORECASTS 256 /* nests */
#define MOST_KERNELS 256   /* launches */

/* Where a nest is. */
struct where {
    char *name, *file;
    int line;
};

struct fallback {
    struct where where;
    char *why;
    int64_t count;
};

struct forecast {
    struct where where;
    struct device_foreseen sum;
    int64_t pays, count; /* calls for which the device pays, and all */
};

struct kernel {
    struct where where;
    char *text;
    int dims;
    size_t global[3], local[3];
    bool any_local;
};

struct span {
    enum device_phase phase;
    int64_t begin, end, bytes;
    char *label;
};

static struct {
    pthread_mutex_t lock;
    char *device;
    int64_t count[DEVICE_COUNTER_COUNT];
    int64_t ns[DEVICE_PHASE_COUNT];
    int n_fallbacks, n_forecasts, n_kernels, n_spans;
    int room;           /* spans allocated */
    int wanted;         /* how many want the time line */
    int kernels_wanted; /* ... and launches */
    struct fallback fallback[MOST_FALLBACKS];
    struct forecast forecast[MOST_FORECASTS];
    struct kernel kernel[MOST_KERNELS];
    struct span *span;
} profile = {.lock = PTHREAD_MUTEX_INITIALIZER};

static const char *const counter_name[] = {
#define X(name, text) #text,
    DEVICE_COUNTERS(X)
#undef X
};

static const char *const phase_name[] = {
#define X(name, text) #text,
    DEVICE_PHASES(X)
#undef X
};

/* ---- counting */

void device_count(enum device_counter what, int64_t n) {
    __atomic_fetch_add(&profile.count[what], n, __ATOMIC_RELAXED);
}

static bool same_where(const struct where *w, const char *name, const char *file, int line) {
    return w->line == line && strcmp(w->name, name) == 0 && strcmp(w->file, file) == 0;
}

/* False, with nothing to free, for want of memory. */
static bool copy_where(struct where *w, const char *name, const char *file, int line) {
    *w = (struct where){strdup(name), strdup(file), line};
    if (w->name && w->file) {
        return true;
    }
    free(w->name);
    free(w->file);
    return false;
}

static struct fallback *find_fallback(const char *name, const char *file, int line,
                                      const char *why) {
    for (int i = 0; i < profile.n_fallbacks; ++i) {
        struct fallback *f = &profile.fallback[i];
        if (same_where(&f->where, name, file, line) && strcmp(f->why, why) == 0) {
            return f;
        }
    }
    return NULL;
}

static void add_fallback(const char *name, const char *file, int line, const char *why) {
    struct fallback f = {.why = strdup(why), .count = 1};
    if (!f.why || profile.n_fallbacks == MOST_FALLBACKS ||
        !copy_where(&f.where, name, file, line)) {
        free(f.why);
        return;
    }
    profile.fallback[profile.n_fallbacks++] = f;
}

void device_count_fallback(const char *name, const char *file, int line, const char *why) {
    pthread_mutex_lock(&profile.lock);
    struct fallback *f = find_fallback(name, file, line, why);
    if (f) {
        ++f->count;
    } else {
        add_fallback(name, file, line, why);
    }
    pthread_mutex_unlock(&profile.lock);
}

/* The nest's entry, made when there is none; NULL when there is no room. */
static struct forecast *forecast_of(const char *name, const char *file, int line) {
    for (int i = 0; i < profile.n_forecasts; ++i) {
        if (same_where(&profile.forecast[i].where, name, file, line)) {
            return &profile.forecast[i];
        }
    }
    struct forecast f = {.count = 0};
    if (profile.n_forecasts == MOST_FORECASTS || !copy_where(&f.where, name, file, line)) {
        return NULL;
    }
    profile.forecast[profile.n_forecasts] = f;
    return &profile.forecast[profile.n_forecasts++];
}

void device_forecast_seen(const char *name, const char *file, int line,
                          const struct device_foreseen *seen) {
    pthread_mutex_lock(&profile.lock);
    struct forecast *f = forecast_of(name, file, line);
    if (f) {
        f->sum.host += seen->host;
        f->sum.device += seen->device;
        f->sum.moving += seen->moving;
        f->sum.up += seen->up;
        f->sum.down += seen->down;
        f->pays += seen->pays;
        ++f->count;
    }
    pthread_mutex_unlock(&profile.lock);
}

void device_profile_name(const char *device) {
    pthread_mutex_lock(&profile.lock);
    free(profile.device);
    profile.device = strdup(device);
    pthread_mutex_unlock(&profile.lock);
}

/* ---- time */

int64_t device_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static bool room_for_span(void) {
    if (profile.n_spans < profile.room) {
        return true;
    }
    int room = profile.room ? 2 * profile.room : 256;
    struct span *more =
        room > MOST_SPANS ? NULL : realloc(profile.span, sizeof *more * (size_t)room);
    if (!more) {
        return false;
    }
    profile.span = more;
    profile.room = room;
    return true;
}

void device_span(enum device_phase phase, int64_t begin, int64_t end, const char *label,
                 int64_t bytes) {
    __atomic_fetch_add(&profile.ns[phase], end - begin, __ATOMIC_RELAXED);
    if (!__atomic_load_n(&profile.wanted, __ATOMIC_RELAXED)) {
        return;
    }
    pthread_mutex_lock(&profile.lock);
    if (room_for_span()) {
        struct span *s = &profile.span[profile.n_spans++];
        *s = (struct span){phase, begin, end, bytes, label ? strdup(label) : NULL};
    }
    pthread_mutex_unlock(&profile.lock);
}

static void forget_spans(void) {
    for (int i = 0; i < profile.n_spans; ++i) {
        free(profile.span[i].label);
    }
    free(profile.span);
    profile.span = NULL;
    profile.n_spans = profile.room = 0;
}

void device_timeline(bool on) {
    pthread_mutex_lock(&profile.lock);
    profile.wanted += on ? 1 : -1;
    if (profile.wanted <= 0) {
        profile.wanted = 0;
        forget_spans();
    }
    pthread_mutex_unlock(&profile.lock);
}

/* ---- launches */

static void forget_kernels(void) {
    for (int i = 0; i < profile.n_kernels; ++i) {
        free(profile.kernel[i].where.name);
        free(profile.kernel[i].where.file);
        free(profile.kernel[i].text);
    }
    profile.n_kernels = 0;
}

void device_keep_kernels(bool on) {
    pthread_mutex_lock(&profile.lock);
    profile.kernels_wanted += on ? 1 : -1;
    if (profile.kernels_wanted <= 0) {
        profile.kernels_wanted = 0;
        forget_kernels();
    }
    pthread_mutex_unlock(&profile.lock);
}

bool device_keeps_kernels(void) {
    return __atomic_load_n(&profile.kernels_wanted, __ATOMIC_RELAXED) > 0;
}

void device_kernel_seen(const char *name, const char *file, int line, const char *text, int dims,
                        const size_t *global, const size_t *local) {
    struct kernel k = {.dims = dims, .any_local = local == NULL, .text = strdup(text)};
    for (int d = 0; d < dims; ++d) {
        k.global[d] = global[d];
        k.local[d] = local ? local[d] : 0;
    }
    pthread_mutex_lock(&profile.lock);
    if (k.text && profile.kernels_wanted && profile.n_kernels < MOST_KERNELS &&
        copy_where(&k.where, name, file, line)) {
        profile.kernel[profile.n_kernels++] = k;
    } else {
        free(k.text);
    }
    pthread_mutex_unlock(&profile.lock);
}

/* ---- JSON */

static void write_text(FILE *out, const char *text) {
    fputc('"', out);
    for (const unsigned char *c = (const unsigned char *)(text ? text : ""); *c; ++c) {
        if (*c == '"' || *c == '\\') {
            fprintf(out, "\\%c", *c);
        } else if (*c < 0x20) {
            fprintf(out, "\\u%04x", *c);
        } else {
            fputc(*c, out);
        }
    }
    fputc('"', out);
}

static void write_counts(FILE *out) {
    fputs(", \"counts\": {", out);
    for (int i = 0; i < DEVICE_COUNTER_COUNT; ++i) {
        long long n = __atomic_load_n(&profile.count[i], __ATOMIC_RELAXED);
        fprintf(out, "%s\"%s\": %lld", i ? ", " : "", counter_name[i], n);
    }
    fputs("}, \"seconds\": {", out);
    for (int i = 0; i < DEVICE_PHASE_COUNT; ++i) {
        double s = 1e-9 * (double)__atomic_load_n(&profile.ns[i], __ATOMIC_RELAXED);
        fprintf(out, "%s\"%s\": %.9f", i ? ", " : "", phase_name[i], s);
    }
    fputc('}', out);
}

/* {"nest": ..., "file": ..., "line": ... and left open */
static void write_where(FILE *out, const struct where *w, int i) {
    fputs(i ? ", {\"nest\": " : "{\"nest\": ", out);
    write_text(out, w->name);
    fputs(", \"file\": ", out);
    write_text(out, w->file);
    fprintf(out, ", \"line\": %d", w->line);
}

static void write_fallbacks(FILE *out) {
    fputs(", \"fallbacks\": [", out);
    for (int i = 0; i < profile.n_fallbacks; ++i) {
        const struct fallback *f = &profile.fallback[i];
        write_where(out, &f->where, i);
        fputs(", \"why\": ", out);
        write_text(out, f->why);
        fprintf(out, ", \"count\": %lld}", (long long)f->count);
    }
    fputc(']', out);
}

static void write_forecasts(FILE *out) {
    fputs(", \"forecasts\": [", out);
    for (int i = 0; i < profile.n_forecasts; ++i) {
        const struct forecast *f = &profile.forecast[i];
        write_where(out, &f->where, i);
        fprintf(out,
                ", \"host\": %.9g, \"device\": %.9g, \"moving\": %.9g, \"up\": %lld, "
                "\"down\": %lld, \"pays\": %lld, \"count\": %lld}",
                f->sum.host, f->sum.device, f->sum.moving, (long long)f->sum.up,
                (long long)f->sum.down, (long long)f->pays, (long long)f->count);
    }
    fputc(']', out);
}

static void write_sizes(FILE *out, const char *name, int dims, const size_t *size) {
    fprintf(out, ", \"%s\": [", name);
    for (int d = 0; d < dims; ++d) {
        fprintf(out, "%s%zu", d ? ", " : "", size[d]);
    }
    fputc(']', out);
}

static void write_kernels(FILE *out) {
    fputs(", \"kernels\": [", out);
    for (int i = 0; i < profile.n_kernels; ++i) {
        const struct kernel *k = &profile.kernel[i];
        write_where(out, &k->where, i);
        write_sizes(out, "global", k->dims, k->global);
        if (k->any_local) {
            fputs(", \"local\": null", out);
        } else {
            write_sizes(out, "local", k->dims, k->local);
        }
        fputs(", \"text\": ", out);
        write_text(out, k->text);
        fputc('}', out);
    }
    fputc(']', out);
}

static void write_spans(FILE *out) {
    fputs(", \"spans\": [", out);
    for (int i = 0; i < profile.n_spans; ++i) {
        const struct span *s = &profile.span[i];
        fprintf(out, "%s[\"%s\", %lld, %lld, ", i ? ", " : "", phase_name[s->phase],
                (long long)s->begin, (long long)s->end);
        write_text(out, s->label);
        fprintf(out, ", %lld]", (long long)s->bytes);
    }
    fputc(']', out);
}

char *device_profile_json(void) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) {
        return NULL;
    }
    pthread_mutex_lock(&profile.lock);
    fputs("{\"device\": ", out);
    if (profile.device) {
        write_text(out, profile.device);
    } else {
        fputs("null", out);
    }
    write_counts(out);
    write_fallbacks(out);
    write_forecasts(out);
    write_spans(out);
    write_kernels(out);
    fputc('}', out);
    pthread_mutex_unlock(&profile.lock);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
