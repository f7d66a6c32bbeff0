/* What lies beside whole pages: the ends of arrays, arrays smaller than a page.
 *
 * Others' memory is on those pages, and so they cannot be guarded (device_guard.c). At the end of a
 * call what is newer on the device of them comes home, and what the host then has is remembered;
 * what differs from that later was written by Python, and is not valid on the device any more. What
 * came home alone, as also the few pages that Python touched, would be read by nests that run again
 * when the device is lost: it is kept as it was when the journal began. */
#include "device_memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- copies of the host's memory */

/* What belongs at low..high-1 and just now lies `shift` bytes further. */
static bool keep(struct device_keeps *k, int64_t low, int64_t high, int64_t shift) {
    if (k->n == k->room) {
        int room = k->room ? 2 * k->room : 8;
        struct device_kept *item = realloc(k->item, sizeof(*item) * (size_t)room);
        if (!item) {
            return false;
        }
        k->item = item;
        k->room = room;
    }
    char *bytes = malloc((size_t)(high - low));
    if (bytes) {
        memcpy(bytes, (const void *)(uintptr_t)(low + shift), (size_t)(high - low));
        k->item[k->n++] = (struct device_kept){low, high, bytes};
    }
    return bytes != NULL;
}

static void clear(struct device_keeps *k) {
    while (k->n > 0) {
        free(k->item[--k->n].bytes);
    }
}

/* The host has again what was kept. */
static void put_back(const struct device_keeps *k) {
    for (int i = 0; i < k->n; ++i) {
        const struct device_kept *kept = &k->item[i];
        memcpy((void *)(uintptr_t)kept->low, kept->bytes, (size_t)(kept->high - kept->low));
    }
}

bool device_before_keep(struct pycc_away *away, const struct runs *part, int64_t shift) {
    struct runs first = {0};
    bool fits = runs_copy(&first, part) && runs_keep(&first, &away->first_read) &&
                runs_subtract(&first, &away->came);
    for (int i = 0; i < first.n && fits; ++i) {
        fits = keep(&away->before, first.item[i].low, first.item[i].high, shift);
    }
    fits = fits && runs_add(&away->came, &first);
    runs_free(&first);
    return fits;
}

void device_before_restore(struct pycc_away *away) {
    put_back(&away->before);
}

void device_before_clear(struct pycc_away *away) {
    clear(&away->before);
    runs_clear(&away->came);
}

/* ---- edges */

/* The bytes of an image beside its guarded pages: none, one or two intervals. */
static int edges_of(const struct device_image *image, struct run *edge) {
    int n = 0;
    if (image->guard_low >= image->guard_high) {
        edge[n++] = (struct run){image->low, image->high};
        return n;
    }
    if (image->low < image->guard_low) {
        edge[n++] = (struct run){image->low, image->guard_low};
    }
    if (image->guard_high < image->high) {
        edge[n++] = (struct run){image->guard_high, image->high};
    }
    return n;
}

/* What of the edges is newer on the device. False: no memory. */
static bool newer_of(const struct device_image *image, struct runs *newer) {
    struct run edge[2];
    bool fits = true, any = false;
    int n = edges_of(image, edge);
    for (int i = 0; i < n && fits; ++i) {
        any = any || runs_touch(&image->dirty, edge[i].low, edge[i].high);
        fits = runs_add_run(newer, edge[i].low, edge[i].high);
    }
    if (!any) {
        runs_clear(newer);
    }
    return fits && (!any || runs_keep(newer, &image->dirty));
}

/* One image's. *alone: they could be brought home without the rest. CL code. */
static int bring(struct pycc_away *away, struct device_image *image, bool *alone) {
    struct runs newer = {0};
    int code = newer_of(image, &newer) ? 0 : -6; /* CL_OUT_OF_HOST_MEMORY */
    if (code == 0 && newer.n > 0) {
        *alone = !image->packed && device_before_keep(away, &newer, 0);
        code = *alone ? device_download_part(away, image, &newer, 0) : 0;
        code = code == 0 && *alone && !runs_subtract(&image->dirty, &newer) ? -6 : code;
    }
    runs_free(&newer);
    return code;
}

bool device_edges_home(struct pycc_ctx *ctx) {
    struct pycc_away *away = ctx->away;
    bool alone = true, newer = false;
    int code = 0;
    for (struct device_image *image = away->image; image && alone && code == 0;
         image = image->next) {
        if (!image->shared && !device_image_gone(away, image)) {
            code = bring(away, image, &alone);
            newer = newer || image->dirty.n > 0;
        }
    }
    if (code != 0) {
        device_warn(ctx, "the device failed", code, "");
    }
    /* where nothing else is newer there is no need of the journal */
    return (code == 0 && alone && (newer || away->n_journal == 0)) || device_home_dirty(ctx);
}

bool device_edges_note(struct pycc_away *away) {
    bool fits = true;
    clear(&away->edges);
    for (struct device_image *image = away->image; image && fits; image = image->next) {
        struct run edge[2];
        int n = device_image_gone(away, image) ? 0 : edges_of(image, edge);
        if (n > 0 && image->upload) {
            opencl_wait(&image->upload, 1); /* Python may write there before it has left */
        }
        for (int i = 0; i < n && fits; ++i) {
            fits = !device_image_told(away, image, edge[i].low, edge[i].high) ||
                   keep(&away->edges, edge[i].low, edge[i].high, 0);
        }
    }
    return fits;
}

/* Python has written there: it is as if it had called. */
static bool take_changes(struct pycc_ctx *ctx) {
    struct pycc_away *away = ctx->away;
    int replays = away->replays;
    bool fits = away->n_journal == 0 || device_home_dirty(ctx);
    if (away->replays != replays) { /* nests that ran again have written there */
        put_back(&away->edges);
    }
    for (int i = 0; i < away->edges.n; ++i) {
        const struct device_kept *edge = &away->edges.item[i];
        struct runs bytes = {0};
        bool known = runs_add_run(&bytes, edge->low, edge->high);
        device_forget(away, known ? &bytes : NULL, edge->low, edge->high);
        runs_free(&bytes);
    }
    return fits;
}

bool device_edges_check(struct pycc_ctx *ctx) {
    struct pycc_away *away = ctx->away;
    bool changed = false;
    if (!away || !away->left) {
        return true;
    }
    away->left = false;
    if (!ctx->warning) {
        ctx->warning = away->warning;
        away->warning = NULL;
    }
    for (int i = 0; i < away->edges.n; ++i) {
        const struct device_kept *edge = &away->edges.item[i];
        const void *now = (const void *)(uintptr_t)edge->low;
        size_t bytes = (size_t)(edge->high - edge->low);
        if (memcmp(edge->bytes, now, bytes) != 0) {
            memcpy(edge->bytes, now, bytes);
            changed = true;
        }
    }
    return !changed || take_changes(ctx);
}
