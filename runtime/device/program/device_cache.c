/* Programs in memory, on disk and being made.
 *
 * An entry exists from the first request on; its state says how far it is. Programs that were built
 * are saved by the cache's own thread, which also builds what device_cache_prepare asks for, since
 * a driver may take a tenth of a second to hand out a binary. The thread begins with the first such
 * work and ends with the cache or the process, after what it must finish: builds that run, and
 * savings, so that the next process finds them. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device_cache.h"
#include "device_profile.h"
#include "device_store.h"

/* CL_BUILD_PROGRAM_FAILURE: what a program itself is to blame for. */
enum { BUILD_FAILURE = -11 };

struct entry {
    enum {
        WAITING, /* for the thread */
        MAKING,  /* by the thread, or by who asked */
        READY,
        FAILED
    } state;
    char *text;                   /* source, options and kernel, each with its end, in one block */
    size_t size, options, kernel; /* its bytes, and where these two begin */
    int users;                    /* who hold the program, wait for it or save it: it must stay */
    bool forget;                  /* failed, but not for good: not to be found any more */
    bool save;                    /* built, not on disk yet */
    uint64_t used;                /* by the cache's clock */
    struct opencl_program *program;
    int code; /* of the failure, with words for it */
    char *message;
    struct entry *next;
};

struct device_cache {
    struct opencl *device;
    pthread_mutex_t lock; /* of what follows, and of entries unless MAKING */
    pthread_cond_t changed;
    struct entry *entry;
    uint64_t clock;
    pthread_t worker;
    bool working, ending;
};

/* ---- entries */

static void free_entry(struct entry *e) {
    opencl_program_free(e->program);
    free(e->message);
    free(e->text);
    free(e);
}

static struct entry *new_entry(const struct device_cache_request *r) {
    struct entry *e = calloc(1, sizeof(*e));
    size_t source = strlen(r->source) + 1, options = strlen(r->options) + 1;
    size_t kernel = strlen(r->kernel) + 1;
    if (!e || !(e->text = malloc(source + options + kernel))) {
        free(e);
        return NULL;
    }
    memcpy(e->text, r->source, source);
    memcpy(e->text + source, r->options, options);
    memcpy(e->text + source + options, r->kernel, kernel);
    e->options = source;
    e->kernel = source + options;
    e->size = source + options + kernel;
    return e;
}

static struct entry *find(struct device_cache *c, const struct device_cache_request *r) {
    size_t source = strlen(r->source) + 1;
    for (struct entry *e = c->entry; e; e = e->next) {
        if (!e->forget && e->options == source && memcmp(e->text, r->source, source) == 0 &&
            strcmp(e->text + e->options, r->options) == 0 &&
            strcmp(e->text + e->kernel, r->kernel) == 0) {
            e->used = ++c->clock;
            return e;
        }
    }
    return NULL;
}

static void unlink_entry(struct device_cache *c, struct entry *gone) {
    struct entry **at = &c->entry;
    while (*at != gone) {
        at = &(*at)->next;
    }
    *at = gone->next;
    free_entry(gone);
}

static bool is_idle(const struct entry *e) {
    return e->users == 0 && !e->save && (e->state == READY || e->state == FAILED);
}

/* Lets go of failures to be forgotten, and of the programs that were not asked for for longest. */
static void evict(struct device_cache *c) {
    for (;;) {
        int idle = 0;
        struct entry *oldest = NULL;
        for (struct entry *e = c->entry; e; e = e->next) {
            if (is_idle(e)) {
                ++idle;
                oldest = !oldest || e->forget || (!oldest->forget && e->used < oldest->used)
                             ? e
                             : oldest;
            }
        }
        if (!oldest || (!oldest->forget && idle <= DEVICE_CACHE_CAPACITY)) {
            return;
        }
        unlink_entry(c, oldest);
    }
}

static struct entry *add(struct device_cache *c, const struct device_cache_request *r) {
    struct entry *e = new_entry(r);
    if (e) {
        e->used = ++c->clock;
        e->next = c->entry;
        c->entry = e;
    }
    return e;
}

/* ---- making programs */

static struct device_key key_of(const struct device_cache *c, const struct entry *e) {
    const struct opencl_info *info = opencl_describe(c->device);
    const char *text[] = {"kernel",   info->platform,       info->vendor,
                          info->name, info->version,        info->driver,
                          e->text,    e->text + e->options, e->text + e->kernel};
    return device_key_of(text, sizeof(text) / sizeof(text[0]));
}

static struct opencl_program *load(const struct device_cache *c, const struct entry *e) {
    struct device_key key = key_of(c, e);
    struct opencl_program *program = NULL;
    void *binary = NULL;
    size_t size = 0;
    if (!device_store_read(&key, &binary, &size)) {
        return NULL;
    }
    int code = opencl_program_load(c->device, binary, size, e->text + e->options,
                                   e->text + e->kernel, &program);
    free(binary);
    if (code && !opencl_lost(c->device)) {
        device_store_remove(&key);
    }
    return code ? NULL : program;
}

static char *words_for(const char *kernel, int code, const char *log) {
    size_t size = strlen(kernel) + strlen(log) + 100;
    char *words = malloc(size);
    if (words) {
        snprintf(words, size, "kernel %s cannot be built: %s%s%s", kernel, opencl_error_name(code),
                 log[0] ? "\n" : "", log);
    }
    return words;
}

/* Makes the program of an entry that is MAKING, without the lock; says how. */
static enum device_cache_how make(const struct device_cache *c, struct entry *e) {
    char log[2000] = "";
    int64_t begin = device_now();
    const char *kernel = e->text + e->kernel;
    enum device_cache_how how = DEVICE_CACHE_DISK;
    e->program = load(c, e);
    if (!e->program) {
        e->code = opencl_program_build(c->device, e->text, e->text + e->options, kernel,
                                       &e->program, log, sizeof(log));
        how = e->code ? DEVICE_CACHE_FAILED : DEVICE_CACHE_BUILT;
        device_count(DEVICE_COUNT_BUILDS, 1);
    } else {
        device_count(DEVICE_COUNT_HITS_DISK, 1);
    }
    if (e->code) {
        e->message = words_for(kernel, e->code, log);
    }
    device_span(DEVICE_PHASE_BUILD, begin, device_now(), kernel, 0);
    return how;
}

static void start_worker(struct device_cache *c);

/* Makes the entry's program; the lock is held before and after. */
static enum device_cache_how make_locked(struct device_cache *c, struct entry *e) {
    e->state = MAKING;
    pthread_mutex_unlock(&c->lock);
    enum device_cache_how how = make(c, e);
    pthread_mutex_lock(&c->lock);
    e->state = e->program ? READY : FAILED;
    e->forget = !e->program && e->code != BUILD_FAILURE;
    if (how == DEVICE_CACHE_BUILT && device_store_usable()) {
        start_worker(c);
        e->save = c->working;
    }
    pthread_cond_broadcast(&c->changed);
    return how;
}

/* ---- the thread */

static void save(struct device_cache *c, struct entry *e) {
    void *binary = NULL;
    size_t size = 0;
    if (opencl_program_binary(e->program, &binary, &size) == 0) {
        struct device_key key = key_of(c, e);
        device_store_write(&key, binary, size);
        free(binary);
    }
}

/* What the thread does next: builds first, oldest request first. */
static struct entry *next_work(const struct device_cache *c) {
    struct entry *next = NULL;
    for (struct entry *e = c->entry; e; e = e->next) {
        bool build = e->state == WAITING && !c->ending;
        bool better = !next || (build && next->state != WAITING) ||
                      (build == (next->state == WAITING) && e->used < next->used);
        next = (build || e->save) && better ? e : next;
    }
    return next;
}

static void *work(void *argument) {
    struct device_cache *c = argument;
    pthread_mutex_lock(&c->lock);
    for (;;) {
        struct entry *e = next_work(c);
        if (!e && c->ending) {
            break;
        }
        if (!e) {
            pthread_cond_wait(&c->changed, &c->lock);
            continue;
        }
        ++e->users;
        if (e->state == WAITING) {
            make_locked(c, e);
        } else {
            e->save = false;
            pthread_mutex_unlock(&c->lock);
            save(c, e);
            pthread_mutex_lock(&c->lock);
        }
        --e->users;
        evict(c);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

static void end_worker(void *argument) {
    struct device_cache *c = argument;
    pthread_mutex_lock(&c->lock);
    bool working = c->working;
    c->ending = true;
    c->working = false;
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
    if (working) {
        pthread_join(c->worker, NULL);
    }
}

/* With the lock held. Without a thread nothing is built before it is asked for, or saved. Signals
 * are for the threads of the program. */
static void start_worker(struct device_cache *c) {
    if (!c->working && !c->ending) {
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        c->working = pthread_create(&c->worker, NULL, work, c) == 0;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
}

/* ---- the interface */

struct device_cache *device_cache_new(struct opencl *device) {
    struct device_cache *c = calloc(1, sizeof(*c));
    if (c) {
        c->device = device;
        pthread_mutex_init(&c->lock, NULL);
        pthread_cond_init(&c->changed, NULL);
        opencl_on_exit(device, end_worker, c);
    }
    return c;
}

void device_cache_free(struct device_cache *cache) {
    if (!cache || opencl_inherited(cache->device)) {
        return;
    }
    opencl_on_exit(cache->device, NULL, NULL);
    end_worker(cache);
    while (cache->entry) {
        unlink_entry(cache, cache->entry);
    }
    pthread_cond_destroy(&cache->changed);
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}

static struct opencl_program *refuse(int given, const char *words, int *code, char *message,
                                     size_t size) {
    *code = given;
    snprintf(message, size, "%s", words ? words : opencl_error_name(given));
    return NULL;
}

/* The entry's program for one who is counted among its users already. */
static struct opencl_program *take(struct device_cache *c, struct entry *e, int *code,
                                   char *message, size_t size) {
    while (e->state == MAKING) {
        pthread_cond_wait(&c->changed, &c->lock);
    }
    if (e->state == READY) {
        return e->program;
    }
    --e->users;
    return refuse(e->code, e->message, code, message, size);
}

struct opencl_program *device_cache_get(struct device_cache *cache,
                                        const struct device_cache_request *request,
                                        enum device_cache_how *how, int *code, char *message,
                                        size_t size) {
    enum device_cache_how found = DEVICE_CACHE_MEMORY, unused;
    how = how ? how : &unused;
    *how = DEVICE_CACHE_FAILED;
    *code = 0;
    if (opencl_lost(cache->device)) {
        return refuse(OPENCL_LOST, NULL, code, message, size);
    }
    pthread_mutex_lock(&cache->lock);
    struct entry *e = find(cache, request);
    bool there = e && e->state != WAITING;
    e = e ? e : add(cache, request);
    struct opencl_program *program = NULL;
    if (e) {
        ++e->users;
        found = there ? DEVICE_CACHE_MEMORY : make_locked(cache, e);
        program = take(cache, e, code, message, size);
    } else {
        refuse(-6, NULL, code, message, size); /* CL_OUT_OF_HOST_MEMORY */
    }
    evict(cache);
    pthread_mutex_unlock(&cache->lock);
    if (program && there) {
        device_count(DEVICE_COUNT_HITS_MEMORY, 1);
    }
    *how = program ? found : DEVICE_CACHE_FAILED;
    return program;
}

struct opencl_program *device_cache_try(struct device_cache *cache,
                                        const struct device_cache_request *request,
                                        enum device_cache_how *how) {
    enum device_cache_how unused;
    how = how ? how : &unused;
    *how = DEVICE_CACHE_ABSENT;
    if (opencl_lost(cache->device)) {
        *how = DEVICE_CACHE_FAILED;
        return NULL;
    }
    pthread_mutex_lock(&cache->lock);
    struct entry *e = find(cache, request);
    struct opencl_program *program = e && e->state == READY ? e->program : NULL;
    if (program) {
        ++e->users;
        *how = DEVICE_CACHE_MEMORY;
    } else if (e && e->state == FAILED) {
        *how = DEVICE_CACHE_FAILED;
    }
    pthread_mutex_unlock(&cache->lock);
    if (program) {
        device_count(DEVICE_COUNT_HITS_MEMORY, 1);
    }
    return program;
}

bool device_cache_prepare(struct device_cache *cache, const struct device_cache_request *request) {
    if (opencl_lost(cache->device)) {
        return false;
    }
    pthread_mutex_lock(&cache->lock);
    start_worker(cache);
    bool coming = cache->working;
    if (coming && !find(cache, request)) {
        coming = add(cache, request) != NULL;
        pthread_cond_broadcast(&cache->changed);
    }
    pthread_mutex_unlock(&cache->lock);
    return coming;
}

void device_cache_drop(struct device_cache *cache, struct opencl_program *program) {
    if (!program || opencl_inherited(cache->device)) {
        return;
    }
    pthread_mutex_lock(&cache->lock);
    for (struct entry *e = cache->entry; e; e = e->next) {
        if (e->state == READY && e->program == program) {
            --e->users;
            break;
        }
    }
    evict(cache);
    pthread_mutex_unlock(&cache->lock);
}
