/* Bringing home: before host code touches arrays, at the end of a call, and when the device is
 * lost.
 *
 * Whatever host code reads is brought home together with all that is newer on the device, which
 * empties the journal; images stay, and the next nest finds there what the host has not written. */
#include "device_memory.h"

#include <stdlib.h>

bool device_home_dirty(struct pycc_ctx *ctx) {
    struct pycc_away *away = ctx->away;
    device_image_sweep(away);
    int code = device_guard_fetch(away);
    code = code ? code : device_download(away);
    if (code == 0) {
        device_journal_clear(away);
        return true;
    }
    device_warn(ctx, "the device failed", code, "");
    return device_journal_replay(ctx);
}

/* The bytes of an array; where they are too scattered to be listed, all between its ends. */
static bool array_runs(const char *data, int rank, const int64_t *shape, const int64_t *stride,
                       int64_t item, struct runs *s) {
    struct lmad box = {.base = (int64_t)(uintptr_t)data, .width = item, .rank = rank};
    int64_t low, high;
    for (int d = 0; d < rank; ++d) {
        box.dim[d] = (struct lmad_dim){stride[d], shape[d]};
    }
    return runs_add_box(s, &box) ||
           (device_hull(box.base, rank, shape, stride, item, &low, &high) &&
            runs_add_run(s, low, high));
}

void device_forget(struct pycc_away *away, const struct runs *bytes, int64_t low, int64_t high) {
    for (struct device_image *image = away->image, *next; image; image = next) {
        next = image->next;
        if (image->shared || image->high <= low || high <= image->low) {
            continue;
        }
        opencl_wait(&image->upload, 1);
        if (image->packed) {
            image->packed->valid = false;
        }
        if (!bytes || !runs_subtract(&image->valid, bytes)) {
            runs_clear(&image->valid);
        }
    }
}

/* device_home of an array that has elements. */
static bool home(struct pycc_ctx *ctx, const char *data, int rank, const int64_t *shape,
                 const int64_t *stride, int64_t item, bool write, int64_t low, int64_t high) {
    struct pycc_away *away = ctx->away;
    if (!device_edges_check(ctx)) {
        return false;
    }
    bool newer = runs_touch(&away->written, low, high) ||
                 (write && runs_touch(&away->first_read, low, high));
    if (newer && !device_home_dirty(ctx)) {
        return false;
    }
    if (write) {
        struct runs bytes = {0};
        bool fits = array_runs(data, rank, shape, stride, item, &bytes);
        device_forget(away, fits ? &bytes : NULL, low, high);
        device_guard_open(away, low, high);
        runs_free(&bytes);
    }
    return true;
}

bool device_home(struct pycc_ctx *ctx, const char *data, int rank, const int64_t *shape,
                 const int64_t *stride, int64_t item, bool write) {
    int64_t low, high;
    if (!ctx->away ||
        !device_hull((int64_t)(uintptr_t)data, rank, shape, stride, item, &low, &high)) {
        return true;
    }
    bool entered = device_guard_enter(ctx);
    bool fits = home(ctx, data, rank, shape, stride, item, write, low, high);
    device_guard_exit(entered);
    return fits;
}

bool device_home_all(struct pycc_ctx *ctx) {
    struct pycc_away *away = ctx->away;
    if (!away) {
        return true;
    }
    bool entered = device_guard_enter(ctx);
    bool fits = device_edges_check(ctx) && (away->n_journal == 0 || device_home_dirty(ctx));
    ctx->away = NULL;
    device_away_free(away);
    device_guard_exit(entered);
    return fits;
}

/* Arrays that are the device's memory too: what it writes there is waited for. When nothing else is
 * newer all is at home then. */
static bool wait_for_shared(struct pycc_ctx *ctx) {
    bool waits = false, copied = false;
    int code = 0;
    for (struct device_image *image = ctx->away->image; image; image = image->next) {
        waits = waits || (image->shared && image->dirty.n > 0);
        copied = copied || (!image->shared && image->dirty.n > 0);
    }
    for (struct device_image *image = ctx->away->image; waits && copied && image && code == 0;
         image = image->next) {
        code = image->shared && image->dirty.n > 0 ? device_image_map(image) : 0;
    }
    if (code != 0) {
        device_warn(ctx, "the device failed", code, "");
    }
    return (copied && code == 0) || !waits || device_home_dirty(ctx);
}

/* Nothing stays there. */
static bool give_up(struct pycc_ctx *ctx) {
    bool fits = device_home_dirty(ctx);
    device_image_drop_all(ctx->away);
    return fits;
}

/* Where a row was no longer than what its first touch took, less might have done. */
static void begin_touches(struct device_touches *t) {
    int64_t span = t->follow ? 2 * t->longest : t->span / 8 * 7;
    *t = (struct device_touches){.span = span};
}

bool device_leave(struct pycc_ctx *ctx) {
    struct pycc_away *away = ctx->away;
    if (!away || away->left) {
        return true;
    }
    bool entered = device_guard_enter(ctx);
    struct pycc_ctx own = {
        .threads = away->threads, .fuel = PYCC_FUEL, .away = away, .stays = true};
    bool fits = wait_for_shared(&own) && device_edges_home(&own);
    if (fits && !(device_edges_note(away) && device_guard_refresh(away))) {
        fits = give_up(&own);
    }
    away->left = true;
    begin_touches(&away->reads);
    begin_touches(&away->writes);
    device_guard_exit(entered);
    if (!fits && !ctx->failed) {
        ctx->failed = true;
        ctx->error = own.error;
    }
    if (ctx->warning) {
        free(own.warning);
    } else {
        ctx->warning = own.warning;
    }
    return fits;
}
