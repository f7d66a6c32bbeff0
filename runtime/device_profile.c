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

struct fallback {
    char *name, *file, *why;
    int line;
    int64_t count;
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
    int n_fallbacks, n_spans, room; /* room: spans allocated */
    int wanted;                     /* how many want the time line */
    struct fallback fallback[MOST_FALLBACKS];
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

static struct fallback *find_fallback(const char *name, const char *file, int line,
                                      const char *why) {
    for (int i = 0; i < profile.n_fallbacks; ++i) {
        struct fallback *f = &profile.fallback[i];
        if (f->line == line && strcmp(f->name, name) == 0 && strcmp(f->why, why) == 0 &&
            strcmp(f->file, file) == 0) {
            return f;
        }
    }
    return NULL;
}

static void add_fallback(const char *name, const char *file, int line, const char *why) {
    struct fallback f = {strdup(name), strdup(file), strdup(why), line, 1};
    if (!f.name || !f.file || !f.why || profile.n_fallbacks == MOST_FALLBACKS) {
        free(f.name);
        free(f.file);
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

static void write_fallbacks(FILE *out) {
    fputs(", \"fallbacks\": [", out);
    for (int i = 0; i < profile.n_fallbacks; ++i) {
        const struct fallback *f = &profile.fallback[i];
        fputs(i ? ", {\"nest\": " : "{\"nest\": ", out);
        write_text(out, f->name);
        fputs(", \"file\": ", out);
        write_text(out, f->file);
        fprintf(out, ", \"line\": %d, \"why\": ", f->line);
        write_text(out, f->why);
        fprintf(out, ", \"count\": %lld}", (long long)f->count);
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
    write_spans(out);
    fputc('}', out);
    pthread_mutex_unlock(&profile.lock);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
