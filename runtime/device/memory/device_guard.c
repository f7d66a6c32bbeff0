/* Guards: the pages that nobody may touch unnoticed between the calls of a block, as the images of
 * its `away` say, and the lock of all of them. What becomes of a touch: device_touch.c.
 *
 * Only whole pages that hold nothing but arrays are guarded (device_edges.c has the rest). While a
 * page is filled no other thread may see it: it is moved elsewhere meanwhile (mremap). Guarded
 * memory stays allocated: a block keeps the arrays of its calls. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "device_guard.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum {
    OPEN = PROT_READ | PROT_WRITE /* what memory is otherwise; NONE < READ < OPEN */
};

static struct {
    pthread_mutex_t lock;
    unsigned long owner;     /* the thread that has it; atomic; 0: none */
    struct pycc_away *first; /* of those that have guards */
    int guarded;             /* how many; atomic */
    uint64_t opened;         /* times that pages were opened */
} state = {.lock = PTHREAD_MUTEX_INITIALIZER};

static unsigned long self(void) {
    return (unsigned long)pthread_self();
}

static int64_t page_bytes(void) {
    return sysconf(_SC_PAGESIZE);
}

static int64_t down(int64_t address) {
    return address & -page_bytes();
}

static int64_t up(int64_t address) {
    return down(address + page_bytes() - 1);
}

static void *pointer(int64_t address) {
    return (void *)(uintptr_t)address;
}

/* ---- the lock */

bool device_guard_take(int seconds) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += seconds;
    bool taken = (seconds > 0 ? pthread_mutex_timedlock(&state.lock, &until)
                              : pthread_mutex_lock(&state.lock)) == 0;
    if (taken) {
        __atomic_store_n(&state.owner, self(), __ATOMIC_RELAXED);
    }
    return taken;
}

void device_guard_give(void) {
    __atomic_store_n(&state.owner, 0, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&state.lock);
}

bool device_guard_is_ours(void) {
    return __atomic_load_n(&state.owner, __ATOMIC_RELAXED) == self();
}

bool device_guard_enter(const struct pycc_ctx *ctx) {
    if ((!ctx->stays && __atomic_load_n(&state.guarded, __ATOMIC_RELAXED) == 0) ||
        device_guard_is_ours()) {
        return false;
    }
    device_guard_take(0);
    return true;
}

void device_guard_exit(bool entered) {
    if (entered) {
        device_guard_give();
    }
}

struct pycc_away *device_guard_first(void) {
    return state.first;
}

uint64_t device_guard_opened(void) {
    return state.opened;
}

/* ---- which pages */

/* Does the page in which an array begins hold nothing else? The C library gives large blocks pages
 * of their own, with two words before: the second is the block's size, with a flag of such blocks.
 * *high: the end of its last page. What lies before other arrays in their page is not ours, but
 * there. */
__attribute__((no_sanitize("address"))) static bool is_alone(int64_t low, int64_t *high) {
#ifdef __GLIBC__
    int64_t before = 2 * (int64_t)sizeof(size_t);
    if (low - down(low) == before) {
        size_t size = ((const size_t *)pointer(low))[-1];
        *high = low - before + (int64_t)(size & ~(size_t)7);
        return (size & 7) == 2 && *high == up(*high);
    }
#endif
    (void)low;
    (void)high;
    return false;
}

/* Is the page guarded by anybody? Then it holds nothing else, and must not be looked at. */
static bool is_known(int64_t page) {
    for (const struct pycc_away *a = state.first; a; a = a->next_guarded) {
        for (int i = 0; i < a->n_guards; ++i) {
            if (a->guard[i].low <= page && page < a->guard[i].high) {
                return true;
            }
        }
    }
    return false;
}

void device_guard_extent(struct device_image *image) {
    int64_t high = 0;
    image->guard_low = up(image->low);
    image->guard_high = down(image->high);
    if (is_known(down(image->low))) {
        image->guard_low = down(image->low);
    } else if (is_alone(image->low, &high)) {
        image->guard_low = down(image->low);
        image->guard_high = up(image->high) == high ? high : image->guard_high;
    }
    if (is_known(down(image->high - 1))) {
        image->guard_high = up(image->high);
    }
}

/* ---- guards of one device's memory, and their pages */

/* What a list says of an address; lowers *until to where it says something else. */
static int access_of(const struct device_guard *guard, int n, int64_t address, int64_t *until) {
    int low = 0, high = n; /* the first that ends behind it */
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (guard[middle].high <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == n) {
        return OPEN;
    }
    bool inside = guard[low].low <= address;
    int64_t end = inside ? guard[low].high : guard[low].low;
    *until = end < *until ? end : *until;
    return inside ? guard[low].access : OPEN;
}

/* Pages get the least access that anybody leaves them. False: they could not get less. */
static bool protect(int64_t low, int64_t high) {
    bool fits = true;
    for (int64_t until; low < high; low = until) {
        int access = OPEN;
        until = high;
        for (const struct pycc_away *a = state.first; a; a = a->next_guarded) {
            int one = access_of(a->guard, a->n_guards, low, &until);
            access = one < access ? one : access;
        }
        if (mprotect(pointer(low), (size_t)(until - low), access) != 0) {
            /* memory that can only be read, such as a file's, becomes what it was */
            fits = fits && access == OPEN;
            mprotect(pointer(low), (size_t)(until - low), PROT_READ);
        }
    }
    return fits;
}

/* The list, of which `old` is what it was, becomes true. */
static bool apply(const struct pycc_away *away, const struct device_guard *old, int n_old) {
    bool fits = true;
    int n = away->n_guards;
    if (n == n_old && (n == 0 || memcmp(old, away->guard, sizeof(*old) * (size_t)n) == 0)) {
        return true;
    }
    int64_t low = n > 0 ? away->guard[0].low : old[0].low, until;
    int64_t high = n > 0 ? away->guard[n - 1].high : old[n_old - 1].high;
    low = n_old > 0 && old[0].low < low ? old[0].low : low;
    high = n_old > 0 && old[n_old - 1].high > high ? old[n_old - 1].high : high;
    for (; low < high; low = until) {
        until = high;
        int was = access_of(old, n_old, low, &until);
        int is = access_of(away->guard, n, low, &until);
        if (was != is) {
            fits = protect(low, until) && fits;
            state.opened += was < is;
        }
    }
    return fits;
}

void device_guard_open(struct pycc_away *away, int64_t low, int64_t high) {
    int n = 0;
    for (int i = 0; i < away->n_guards; ++i) {
        struct device_guard *g = &away->guard[i];
        if (g->low < high && low < g->high) {
            g->access = OPEN;
            protect(g->low, g->high);
            ++state.opened;
        }
    }
    for (int i = 0; i < away->n_guards; ++i) {
        if (away->guard[i].access != OPEN) {
            away->guard[n++] = away->guard[i];
        }
    }
    away->n_guards = n;
}

/* ---- as the images say */

struct wish {
    struct device_guard *guard;
    int n, room;
    bool failed;
};

static void wish_for(struct wish *w, int64_t low, int64_t high, int access) {
    if (low >= high || w->failed) {
        return;
    }
    if (w->n == w->room) {
        int room = w->room ? 2 * w->room : 16;
        struct device_guard *guard = realloc(w->guard, sizeof(*guard) * (size_t)room);
        if (!guard) {
            w->failed = true;
            return;
        }
        w->guard = guard;
        w->room = room;
    }
    w->guard[w->n++] = (struct device_guard){low, high, access};
}

/* The pages of a set, within an image's; all between its ends when it has many runs. */
static bool pages_of(const struct device_image *image, const struct runs *bytes,
                     struct runs *pages) {
    bool fits = true;
    int n = bytes->n > DEVICE_GUARD_MANY ? 1 : bytes->n;
    for (int i = 0; i < n && fits; ++i) {
        int64_t low = down(bytes->item[i].low);
        int64_t high = up(bytes->item[n < bytes->n ? bytes->n - 1 : i].high);
        low = low > image->guard_low ? low : image->guard_low;
        high = high < image->guard_high ? high : image->guard_high;
        fits = low >= high || runs_add_run(pages, low, high);
    }
    return fits;
}

static bool wish_image(struct pycc_away *away, struct device_image *image, struct wish *w) {
    struct runs none = {0}, read = {0};
    bool told = image->packed && image->packed->valid;
    told = told || runs_touch(&away->first_read, image->low, image->high) ||
           runs_touch(&away->written, image->low, image->high);
    bool fits = image->shared || pages_of(image, &image->dirty, &none);
    if (told) { /* nests that may run again know what is there */
        fits = fits && (image->guard_low >= image->guard_high ||
                        runs_add_run(&read, image->guard_low, image->guard_high));
    } else if (!image->shared && !image->packed) {
        fits = fits && pages_of(image, &image->valid, &read);
    }
    fits = fits && runs_subtract(&read, &none);
    if (none.n > 0 && image->upload) {
        opencl_wait(&image->upload, 1); /* it reads there */
    }
    for (int i = 0; i < none.n; ++i) {
        wish_for(w, none.item[i].low, none.item[i].high, PROT_NONE);
    }
    for (int i = 0; i < read.n; ++i) {
        wish_for(w, read.item[i].low, read.item[i].high, PROT_READ);
    }
    runs_free(&none);
    runs_free(&read);
    return fits;
}

static int by_low(const void *a, const void *b) {
    const struct device_guard *x = a, *y = b;
    return x->low < y->low ? -1 : x->low > y->low;
}

static void unlist(struct pycc_away *away) {
    struct pycc_away **at = &state.first;
    while (*at && *at != away) {
        at = &(*at)->next_guarded;
    }
    if (*at) {
        *at = away->next_guarded;
        __atomic_fetch_sub(&state.guarded, 1, __ATOMIC_RELAXED);
    }
}

static void enlist(struct pycc_away *away) {
    const struct pycc_away *a = state.first;
    while (a && a != away) {
        a = a->next_guarded;
    }
    if (!a) {
        away->next_guarded = state.first;
        state.first = away;
        __atomic_fetch_add(&state.guarded, 1, __ATOMIC_RELAXED);
    }
}

bool device_guard_refresh(struct pycc_away *away) {
    struct wish w = {0};
    bool fits = true;
    for (struct device_image *image = away->image; image && fits; image = image->next) {
        fits = device_image_gone(away, image) || wish_image(away, image, &w);
    }
    if (!fits || w.failed || (w.n > 0 && !device_touch_install())) {
        free(w.guard);
        return false;
    }
    if (w.n > 0) {
        qsort(w.guard, (size_t)w.n, sizeof(*w.guard), by_low);
    }
    struct device_guard *old = away->guard;
    int n_old = away->n_guards;
    away->guard = w.guard;
    away->n_guards = w.n;
    enlist(away);
    fits = apply(away, old, n_old);
    free(old);
    return fits;
}

void device_guard_free(struct pycc_away *away) {
    device_guard_open(away, INT64_MIN, INT64_MAX);
    unlist(away);
    free(away->guard);
    away->guard = NULL;
    for (int i = 0; i < away->edges.n; ++i) {
        free(away->edges.item[i].bytes);
    }
    free(away->edges.item);
    away->edges = (struct device_keeps){0};
}

struct device_guard *device_guard_find(struct pycc_away *away, int64_t address) {
    for (int i = 0; i < away->n_guards; ++i) {
        if (away->guard[i].low <= address && address < away->guard[i].high) {
            return &away->guard[i];
        }
    }
    return NULL;
}

/* ---- home */

int device_guard_fill(struct pycc_away *away, struct device_image *image, int64_t low,
                      int64_t high) {
    struct runs part = {0};
    size_t bytes = (size_t)(high - low);
    bool fits = runs_add_run(&part, low, high) && runs_keep(&part, &image->dirty);
    char *to = MAP_FAILED;
    int code = fits ? 0 : -6; /* CL_OUT_OF_HOST_MEMORY */
#ifdef MREMAP_DONTUNMAP
    if (code == 0) {
        to = mremap(pointer(low), bytes, bytes, MREMAP_MAYMOVE | MREMAP_DONTUNMAP, NULL);
    }
#endif
    bool moved = to != MAP_FAILED;
    to = moved ? to : pointer(low);
    int64_t shift = (int64_t)(uintptr_t)to - low;
    if (code == 0 && (mprotect(to, bytes, OPEN) != 0 || !device_before_keep(away, &part, shift))) {
        code = -6;
    }
    code = code ? code : device_download_part(away, image, &part, shift);
    mprotect(to, bytes, PROT_READ);
#ifdef MREMAP_DONTUNMAP
    if (moved &&
        mremap(to, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, pointer(low)) == MAP_FAILED) {
        mprotect(pointer(low), bytes, PROT_NONE); /* lost: a fault rather than zeros */
        code = -6;
    }
#endif
    ++state.opened;
    if (code == 0 && !runs_subtract(&image->dirty, &part)) {
        code = -6;
    }
    runs_free(&part);
    return code;
}

int device_guard_fetch(struct pycc_away *away) {
    int code = 0;
    for (struct device_image *image = away->image; image && code == 0; image = image->next) {
        for (int i = 0; i < away->n_guards && code == 0 && !image->shared && !image->packed; ++i) {
            struct device_guard *g = &away->guard[i];
            if (g->access == PROT_NONE && runs_touch(&image->dirty, g->low, g->high)) {
                code = device_guard_fill(away, image, g->low, g->high);
                g->access = PROT_READ;
            }
        }
    }
    return code;
}
