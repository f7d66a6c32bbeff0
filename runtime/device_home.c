/* Bringing home: before host code touches arrays, at the end of a call, and when the device is
 * lost.
 *
 * Whatever host code reads is brought home together with all that is newer on the device, which
 * empties the journal; images stay, and the next nest finds there what the host has not written. */
#include "device.h"

bool device_home_dirty(struct pycc_ctx *ctx) {
    struct pycc_away *away = ctx->away;
    device_image_sweep(away);
    int code = device_download(away);
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

/* The host is about to write these bytes. */
static void forget(struct pycc_away *away, const struct runs *bytes, int64_t low, int64_t high) {
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

bool device_home(struct pycc_ctx *ctx, const char *data, int rank, const int64_t *shape,
                 const int64_t *stride, int64_t item, bool write) {
    struct pycc_away *away = ctx->away;
    int64_t low, high;
    if (!away || !device_hull((int64_t)(uintptr_t)data, rank, shape, stride, item, &low, &high)) {
        return true;
    }
    bool newer = runs_touch(&away->written, low, high) ||
                 (write && runs_touch(&away->first_read, low, high));
    if (newer && !device_home_dirty(ctx)) {
        return false;
    }
    if (write) {
        struct runs bytes = {0};
        bool fits = array_runs(data, rank, shape, stride, item, &bytes);
        forget(away, fits ? &bytes : NULL, low, high);
        runs_free(&bytes);
    }
    return true;
}

bool device_home_all(struct pycc_ctx *ctx) {
    struct pycc_away *away = ctx->away;
    if (!away) {
        return true;
    }
    bool home = away->n_journal == 0 || device_home_dirty(ctx);
    ctx->away = NULL;
    device_away_free(away);
    return home;
}
