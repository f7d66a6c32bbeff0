/* Touches: between the calls of a block Python touches arrays as if there were no device.
 *
 * A touch of a guarded page (device_guard.c) raises SIGSEGV. The handler brings home what is newer
 * on the device on the pages around, or makes invalid there what is about to be written, and the
 * touch happens again. Where one touch follows another the pages around become more.
 *
 * The handler runs in the thread that touched the page, as a call at that place would: it takes the
 * lock, allocates and waits for the device. That is sound as nobody touches guarded pages who has
 * our lock, or one of the allocator's or the driver's: what we give to the driver is opened before.
 * System calls do not raise signals: read(2) into such pages fails with EFAULT, which Python raises
 * as OSError. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "device_guard.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum {
    PAGES = 16,  /* the first touch after a call is of so many */
    PATIENCE = 2 /* seconds that a fork waits for the lock */
};

static struct {
    pthread_once_t once;
    bool forking;            /* the owner of the lock took it for that */
    bool forked;             /* in a child, of whose memory the parent's threads knew */
    struct sigaction before; /* who handled faults before us */
    unsigned long passing;   /* the thread whose fault is theirs */
    struct {
        unsigned long thread;
        int64_t address;
        uint64_t opened;
    } stray; /* the last fault that was nobody's */
} state = {.once = PTHREAD_ONCE_INIT};

static unsigned long self(void) {
    return (unsigned long)pthread_self();
}

/* ---- touches */

/* What a touch was, where the processor tells. */
enum touch { UNKNOWN, READS, WRITES };

static bool anything_newer(const struct pycc_away *away) {
    const struct device_image *image = away->image;
    while (image && image->dirty.n == 0) {
        image = image->next;
    }
    return image != NULL;
}

/* The pages around an address that are taken together, within a guard. */
static struct run around(const struct device_guard *g, int64_t address, struct device_touches *t) {
    int64_t bytes = sysconf(_SC_PAGESIZE), page = address & -bytes, size = PAGES * bytes;
    bool follows = t->high == page || t->low == page + bytes;
    int64_t wanted = follows ? t->high - t->low : t->span;
    size = wanted > size ? (wanted + bytes - 1) & -bytes : size;
    t->follow = t->follow || follows;
    struct run pages = {.low = address - (address - g->low) % size};
    pages.high = pages.low + size;
    pages.high = pages.high < g->high ? pages.high : g->high;
    t->low = follows && t->low < pages.low ? t->low : pages.low;
    t->high = follows && t->high > pages.high ? t->high : pages.high;
    t->longest = t->high - t->low > t->longest ? t->high - t->low : t->longest;
    return pages;
}

/* Newer on the device. Some pages come home alone, unless that is complicated. */
static bool bring(struct pycc_ctx *ctx, struct device_guard *g, int64_t address) {
    struct pycc_away *away = ctx->away;
    struct device_image *image = away->image;
    struct run pages = around(g, address, &away->reads);
    while (image && (image->high <= address || address < image->low)) {
        image = image->next;
    }
    bool alone = image && !image->packed && !image->shared && image->dirty.n < DEVICE_GUARD_MANY;
    int code = alone ? device_guard_fill(away, image, pages.low, pages.high) : 0;
    if (code != 0) {
        device_warn(ctx, "the device failed", code, "");
    }
    if (!alone || code != 0) {
        return device_home_dirty(ctx);
    }
    if (pages.low == g->low && pages.high == g->high) {
        g->access = PROT_READ;
    }
    return anything_newer(away) || device_home_dirty(ctx);
}

/* As new on the device, and about to be written. */
static bool release(struct pycc_ctx *ctx, const struct device_guard *g, int64_t address) {
    struct pycc_away *away = ctx->away;
    struct run pages = around(g, address, &away->writes);
    struct runs bytes = {0};
    bool fits = away->n_journal == 0 || device_home_dirty(ctx);
    bool known = runs_add_run(&bytes, pages.low, pages.high);
    device_forget(away, known ? &bytes : NULL, pages.low, pages.high);
    for (struct device_image *image = away->image; image; image = image->next) {
        if (image->valid.n > DEVICE_GUARD_MANY && image->low < pages.high &&
            pages.low < image->high) {
            runs_clear(&image->valid);
        }
    }
    runs_free(&bytes);
    return fits;
}

static struct pycc_ctx context_of(struct pycc_away *away) {
    return (struct pycc_ctx){
        .threads = away->threads, .fuel = PYCC_FUEL, .away = away, .stays = true};
}

/* After something was done for others between its calls, or in the middle of one. */
static bool leave_again(struct pycc_ctx *ctx, bool left, bool fits) {
    struct pycc_away *away = ctx->away;
    if (fits && !(device_guard_refresh(away) && (!left || device_edges_note(away)))) {
        fits = device_home_dirty(ctx);
        device_image_drop_all(away);
    }
    away->left = left;
    if (away->warning) {
        free(ctx->warning);
    } else {
        away->warning = ctx->warning;
    }
    return fits;
}

/* False: what was to come home is lost. */
static bool touched(struct pycc_away *away, int64_t address, enum touch touch) {
    struct pycc_ctx ctx = context_of(away);
    bool left = away->left;
    if (touch == READS && device_guard_find(away, address)->access == PROT_READ) {
        return true; /* another thread was faster */
    }
    bool fits = device_edges_check(&ctx);
    struct device_guard *g = device_guard_find(away, address);
    int access = g ? g->access : PROT_READ;
    if (fits && g) {
        bool brings = access == PROT_NONE && touch != WRITES;
        fits = brings ? bring(&ctx, g, address) : release(&ctx, g, address);
    }
    fits = leave_again(&ctx, left, fits);
    g = device_guard_find(away, address);
    if (fits && g && g->access == access) { /* nothing has become of it */
        fits = device_home_dirty(&ctx);
        device_image_drop_all(away);
    }
    return fits;
}

bool device_touch_visit(struct pycc_ctx *ctx, int64_t low, int64_t high, bool write) {
    bool fits = true;
    for (struct pycc_away *a = device_guard_first(); a && fits; a = a->next_guarded) {
        bool meets = false, none = false;
        for (int i = 0; i < a->n_guards; ++i) {
            bool here = a->guard[i].low < high && low < a->guard[i].high;
            meets = meets || here;
            none = none || (here && a->guard[i].access == PROT_NONE);
        }
        if (a == ctx->away || !meets || !(none || write)) {
            continue;
        }
        struct pycc_ctx other = context_of(a);
        bool left = a->left;
        fits = device_edges_check(&other) && (a->n_journal == 0 || device_home_dirty(&other));
        if (write) {
            device_forget(a, NULL, low, high);
        }
        fits = leave_again(&other, left, fits);
        if (!fits) {
            ctx->failed = true;
            ctx->error = other.error;
        }
    }
    return fits;
}

/* ---- the handler */

/* A fault at memory that nobody guards: another thread may have opened it since; then it can be
 * touched now. */
static bool may_be_open(int64_t address) {
    bool again = state.stray.thread == self() && state.stray.address == address &&
                 state.stray.opened == device_guard_opened();
    state.stray.thread = self();
    state.stray.address = address;
    state.stray.opened = device_guard_opened();
    return !again;
}

static bool serve(int64_t address, enum touch touch) {
    bool found = false, fits = true;
    device_guard_take(0);
    for (struct pycc_away *a = device_guard_first(), *next; a && fits; a = next) {
        next = a->next_guarded;
        if (device_guard_find(a, address)) {
            found = true;
            fits = touched(a, address, touch);
            break;
        }
    }
    fits = found ? fits : may_be_open(address);
    device_guard_give();
    if (!fits && found) {
        static const char text[] = "pycc: the device is lost, and so is an array that was there\n";
        (void)!write(STDERR_FILENO, text, sizeof(text) - 1);
    }
    return fits;
}

/* Not ours: as if we were not there. */
static void pass_on(int number, siginfo_t *info, void *context) {
    struct sigaction *before = &state.before;
    bool handled = (before->sa_flags & SA_SIGINFO) ||
                   (before->sa_handler != SIG_DFL && before->sa_handler != SIG_IGN);
    if (!handled || state.passing == self()) { /* it happens again, and ends the process */
        signal(number, SIG_DFL);
        return;
    }
    state.passing = self();
    if (before->sa_flags & SA_SIGINFO) {
        before->sa_sigaction(number, info, context);
    } else {
        before->sa_handler(number);
    }
    state.passing = 0;
}

static enum touch touch_of(const void *context) {
#if defined(__x86_64__) && defined(REG_ERR)
    const ucontext_t *c = context;
    return c->uc_mcontext.gregs[REG_ERR] & 2 ? WRITES : READS;
#else
    (void)context;
    return UNKNOWN;
#endif
}

static void on_fault(int number, siginfo_t *info, void *context) {
    int error = errno;
    bool ours = info->si_code == SEGV_ACCERR && !state.forked && !device_guard_is_ours() &&
                serve((int64_t)(uintptr_t)info->si_addr, touch_of(context));
    if (!ours) {
        pass_on(number, info, context);
    }
    errno = error;
}

/* ---- forks: what the parent has away comes home before, and the child has nothing guarded */

static void all_home(void) {
    for (struct pycc_away *a = device_guard_first(), *next; a; a = next) {
        next = a->next_guarded;
        struct pycc_ctx ctx = context_of(a);
        bool left = a->left;
        bool fits = device_edges_check(&ctx) && (a->n_journal == 0 || device_home_dirty(&ctx));
        leave_again(&ctx, left, fits);
    }
}

/* A driver may fork while somebody who has the lock waits for it: its child only runs another
 * program. */
static void before_fork(void) {
    if (!device_guard_is_ours() && device_guard_take(PATIENCE)) {
        state.forking = true;
        all_home();
    }
}

static void in_parent(void) {
    if (device_guard_is_ours() && state.forking) {
        state.forking = false;
        device_guard_give();
    }
}

static void in_child(void) {
    state.forked = !device_guard_is_ours() || !state.forking;
    while (!state.forked && device_guard_first()) {
        struct pycc_away *away = device_guard_first();
        device_guard_free(away);
    }
    in_parent();
}

static void watch_forks(void) {
    pthread_atfork(before_fork, in_parent, in_child);
}

bool device_touch_install(void) {
    struct sigaction now, ours = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER};
    pthread_once(&state.once, watch_forks);
    if (sigaction(SIGSEGV, NULL, &now) != 0) {
        return false;
    }
    if ((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == on_fault) {
        return true;
    }
    state.before = now;
    sigemptyset(&ours.sa_mask);
    return sigaction(SIGSEGV, &ours, NULL) == 0;
}

void device_touch_settle(void) {
    if (state.forked || !device_guard_first()) {
        return;
    }
    device_guard_take(0);
    all_home();
    for (struct pycc_away *a = device_guard_first(); a; a = a->next_guarded) {
        device_image_drop_all(a);
    }
    device_guard_give();
}
