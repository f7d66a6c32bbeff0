/* Helpers wait actively for a while after a job, and callers for the last of them: the next job of
 * a quick succession begins in a microsecond then, not in fifty.
 *
 * Where other processes want the processors, a helper may be stopped in the middle of its work for
 * many milliseconds, and what it had gained by waiting actively is what it is stopped for. It
 * notices, by its clocks, and sits on the bench for a while: it sleeps at once, and is woken for
 * large jobs only. */
#define _GNU_SOURCE
#include "crew.h"

#include <sched.h>
#include <time.h>
#include <unistd.h>

#define HELPER_NS 2000000 /* a helper waits actively so long, */
#define CALLER_NS 500000  /* a caller so long */
#define LOST_NS 300000    /* a helper that was stopped longer (and for a part of its time) ... */
#define LOST_PART 8
#define BENCH_NS 200000000 /* ... sits on the bench so long */
#define LOOK_NS 20000000   /* a sleeping caller looks up */
#define MOST 1024          /* helpers */

/* A helper's own. */
struct helper {
    int me;          /* from 1 */
    int64_t wall;    /* when it last looked at its clocks, */
    int64_t cpu;     /* and the time it had run until then */
    int64_t benched; /* it is on the bench until then */
};

static struct crew own = CREW_INIT, *shared = &own;

static struct crew *get(void) {
    return __atomic_load_n(&shared, __ATOMIC_ACQUIRE);
}

void crew_share(struct crew *crew) {
    __atomic_store_n(&shared, crew, __ATOMIC_RELEASE);
}

int crew_processors(void) {
    cpu_set_t set;
    long n = sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set)
                                                          : sysconf(_SC_NPROCESSORS_ONLN);
    return n > 1 ? (int)n : 1;
}

/* ---- waiting */

static int64_t now_ns(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static struct timespec in_ns(int64_t ns) {
    ns += now_ns(CLOCK_REALTIME);
    return (struct timespec){.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
}

/* Waits actively for *word to change from old; false: it has taken too long, or it must not. */
static bool changes(struct crew *c, const int *word, int old, int64_t limit) {
    int64_t begin = now_ns(CLOCK_MONOTONIC), now = begin;
    while (now - begin < limit && now >= __atomic_load_n(&c->resting, __ATOMIC_RELAXED)) {
        for (int k = 0; k < 32; ++k) {
            if (__atomic_load_n(word, __ATOMIC_ACQUIRE) != old) {
                return true;
            }
#if defined(__x86_64__) || defined(__i386__)
            __builtin_ia32_pause();
#endif
        }
        now = now_ns(CLOCK_MONOTONIC);
    }
    return false;
}

/* More threads than processors: who waits actively takes one from who works. */
static bool fits(const struct crew *c) {
    return c->helpers < c->processors;
}

void crew_rest(void) {
    struct crew *c = get();
    int64_t until = now_ns(CLOCK_MONOTONIC) + CALLER_NS;
    if (__atomic_load_n(&c->resting, __ATOMIC_RELAXED) < until) {
        __atomic_store_n(&c->resting, until, __ATOMIC_RELAXED);
    }
}

/* ---- helpers; with the lock in hand before and after */

static struct crew_job *find_job(const struct crew *c) {
    struct crew_job *job = c->jobs;
    while (job && (job->over || job->joined + 1 >= job->hands)) {
        job = job->next;
    }
    return job;
}

static void start_clocks(struct helper *h) {
    h->wall = now_ns(CLOCK_MONOTONIC);
    h->cpu = now_ns(CLOCK_THREAD_CPUTIME_ID);
}

/* Since it last looked the helper has run all the time, or else it is benched. */
static void look(struct helper *h) {
    int64_t wall = now_ns(CLOCK_MONOTONIC) - h->wall, cpu = h->cpu;
    if (wall > LOST_NS) {
        start_clocks(h);
        if (wall - (h->cpu - cpu) > LOST_NS + wall / LOST_PART) {
            h->benched = h->wall + BENCH_NS;
        }
    }
}

static void sit_on_bench(struct crew *c, const struct helper *h) {
    struct timespec until = in_ns(h->benched - h->wall);
    ++c->benched;
    pthread_cond_timedwait(&c->large, &c->lock, &until);
    --c->benched;
}

static void sleep_until_job(struct crew *c, int news) {
    ++c->asleep;
    while (c->news == news) {
        pthread_cond_wait(&c->work, &c->lock);
    }
    --c->asleep;
}

static void wait_for_job(struct crew *c, struct helper *h) {
    int news = c->news;
    bool active = fits(c), soon = false;
    pthread_mutex_unlock(&c->lock);
    look(h);
    if (active && h->wall >= h->benched) {
        soon = changes(c, &c->news, news, HELPER_NS);
        look(h);
    }
    pthread_mutex_lock(&c->lock);
    if (soon) {
        return;
    }
    if (h->wall < h->benched) {
        sit_on_bench(c, h);
    } else {
        sleep_until_job(c, news);
    }
    start_clocks(h);
}

static void take_part(struct crew *c, struct crew_job *job, int me) {
    ++job->joined;
    ++job->inside;
    me = me < job->hands ? me : job->joined;
    pthread_mutex_unlock(&c->lock);
    job->work(job, me);
    pthread_mutex_lock(&c->lock);
    job->over = true;
    if (--job->inside == 0 && job->asked) {
        bool wake = job->wake;
        __atomic_store_n(&job->gone, 1, __ATOMIC_RELEASE); /* job may be no more from here on */
        if (wake) {
            pthread_cond_broadcast(&c->left);
        }
    }
}

/* For ever. */
static void help(struct crew *c) {
    struct helper h = {.benched = 0};
    start_clocks(&h);
    pthread_mutex_lock(&c->lock);
    h.me = ++c->begun;
    for (;;) {
        struct crew_job *job = find_job(c);
        if (job) {
            take_part(c, job, h.me);
        } else {
            wait_for_job(c, &h);
        }
    }
}

/* The helpers are the threads of a parallel region that does not end: OpenMP makes them, with its
 * stacks and on its places, and none of them ever waits for it at a region's end. */
static void *open_region(void *context) {
    struct crew *c = context;
    pthread_mutex_lock(&c->lock);
    int n = c->helpers - c->opened;
    c->opened = c->helpers;
    pthread_mutex_unlock(&c->lock);
    if (n > 0) {
#pragma omp parallel num_threads(n)
        help(c);
    }
    return NULL;
}

/* So many in all. */
static void hire(struct crew *c, int helpers) {
    pthread_attr_t attr;
    pthread_t thread;
    if (pthread_attr_init(&attr) != 0) {
        return;
    }
    if (pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED) == 0 &&
        pthread_create(&thread, &attr, open_region, c) == 0) {
        c->helpers = helpers;
    }
    pthread_attr_destroy(&attr);
}

/* ---- callers */

void crew_begin(struct crew_job *job) {
    struct crew *c = get();
    pthread_mutex_lock(&c->lock);
    if (c->processors == 0) {
        c->processors = crew_processors();
    }
    int helpers = job->hands - 1 < MOST ? job->hands - 1 : MOST;
    if (c->helpers < helpers) {
        hire(c, helpers);
    }
    job->next = c->jobs;
    c->jobs = job;
    __atomic_store_n(&c->news, c->news + 1, __ATOMIC_RELEASE);
    bool wake = c->asleep > 0, wake_all = job->large && c->benched > 0;
    pthread_mutex_unlock(&c->lock);
    if (wake) {
        pthread_cond_broadcast(&c->work);
    }
    if (wake_all) {
        pthread_cond_broadcast(&c->large);
    }
}

void crew_end(struct crew_job *job) {
    struct crew *c = get();
    pthread_mutex_lock(&c->lock);
    struct crew_job **at = &c->jobs;
    while (*at != job) {
        at = &(*at)->next;
    }
    *at = job->next;
    job->asked = true;
    __atomic_store_n(&job->gone, job->inside == 0, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&c->lock);
}

bool crew_gone(struct crew_job *job) {
    struct crew *c = get();
    if (__atomic_load_n(&job->gone, __ATOMIC_ACQUIRE) ||
        (!job->wake && fits(c) && changes(c, &job->gone, 0, CALLER_NS))) {
        return true;
    }
    struct timespec until = in_ns(LOOK_NS);
    pthread_mutex_lock(&c->lock);
    job->wake = true;
    while (!job->gone && pthread_cond_timedwait(&c->left, &c->lock, &until) == 0) {
    }
    pthread_mutex_unlock(&c->lock);
    return __atomic_load_n(&job->gone, __ATOMIC_ACQUIRE);
}
