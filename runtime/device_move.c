/* Transfers: what is missing on the device goes up, what is newer there comes home.
 *
 * Runs of equal length and distance are one copy of rows. What comes home goes directly to its
 * place when the nests that made it could be run again from a memory that has some of it already;
 * else it is gathered aside first and put in place when all of it has come, so that a device that
 * is lost halfway loses nothing. */
#include "device.h"

#include <stdlib.h>
#include <string.h>

#include "device_profile.h"

/* An image's event gives way to a later one. */
static void follow(struct opencl_event **event, struct opencl_event *next) {
    opencl_event_free(*event);
    *event = next;
}

int device_upload(struct pycc_away *away, struct device_image *image, const struct runs *need) {
    (void)away;
    struct runs missing = {0};
    int64_t bytes = 0;
    int code = 0;
    if (image->shared || runs_contains(&image->valid, need)) {
        return device_image_unmap(image);
    }
    if (!runs_copy(&missing, need) || !runs_subtract(&missing, &image->valid)) {
        runs_free(&missing);
        return -6; /* CL_OUT_OF_HOST_MEMORY */
    }
    int64_t begin = device_now();
    for (int i = 0; i < missing.n && code == 0;) {
        struct runs_rows rows;
        runs_rows(&missing, i, &rows);
        struct opencl_box box = {.bytes = rows.bytes,
                                 .rows = rows.rows,
                                 .slices = 1,
                                 .host_row = rows.pitch,
                                 .device = rows.low - image->base,
                                 .device_row = rows.pitch};
        struct opencl_event *done = NULL;
        code = opencl_write(image->buffer, &box, (const void *)(uintptr_t)rows.low, &image->kernel,
                            1, &done);
        if (code == 0) {
            follow(&image->upload, done);
        }
        bytes += rows.bytes * rows.rows;
        i += (int)rows.rows;
    }
    /* valid from now on: kernels wait for the last of these copies, which run in order */
    if (code == 0 && !runs_add(&image->valid, &missing)) {
        code = -6;
    }
    device_count(DEVICE_COUNT_BYTES_UP, bytes);
    device_count(DEVICE_COUNT_NEEDED_UP, runs_bytes(&missing));
    device_span(DEVICE_PHASE_UPLOAD, begin, device_now(), NULL, bytes);
    runs_free(&missing);
    return code;
}

/* ---- home */

/* Enqueues the copies of what is newer in an image: to its place, or packed to `aside`. */
static int read_dirty(struct device_image *image, char *aside, struct opencl_event **last) {
    int code = 0;
    for (int i = 0; i < image->dirty.n && code == 0;) {
        struct runs_rows rows;
        runs_rows(&image->dirty, i, &rows);
        struct opencl_box box = {.bytes = rows.bytes,
                                 .rows = rows.rows,
                                 .slices = 1,
                                 .host_row = aside ? rows.bytes : rows.pitch,
                                 .device = rows.low - image->base,
                                 .device_row = rows.pitch};
        struct opencl_event *after[] = {image->kernel, image->upload}, *done = NULL;
        code = opencl_read(image->buffer, &box, aside ? aside : (void *)(uintptr_t)rows.low, after,
                           2, &done);
        if (code == 0) {
            follow(last, done);
        }
        aside += aside ? rows.bytes * rows.rows : 0;
        i += (int)rows.rows;
    }
    return code;
}

static void put_in_place(const struct runs *dirty, const char *from) {
    for (int i = 0; i < dirty->n; ++i) {
        size_t bytes = (size_t)(dirty->item[i].high - dirty->item[i].low);
        memcpy((void *)(uintptr_t)dirty->item[i].low, from, bytes);
        from += bytes;
    }
}

static int64_t dirty_bytes(const struct pycc_away *away) {
    int64_t sum = 0;
    for (const struct device_image *image = away->image; image; image = image->next) {
        sum += image->shared ? 0 : runs_bytes(&image->dirty);
    }
    return sum;
}

/* All reads are enqueued, then all are waited for. */
static int read_all(struct pycc_away *away, char *aside) {
    struct opencl_event *last = NULL;
    int code = 0;
    for (struct device_image *image = away->image; image && code == 0; image = image->next) {
        if (image->shared || image->dirty.n == 0) {
            continue;
        }
        code = read_dirty(image, aside, &last);
        aside += aside ? runs_bytes(&image->dirty) : 0;
    }
    int waited = opencl_wait(&last, 1); /* even after a failure: copies may be under way */
    opencl_event_free(last);
    return code != 0 ? code : waited;
}

int device_download(struct pycc_away *away) {
    int64_t bytes = dirty_bytes(away), begin = device_now();
    char *aside = NULL;
    int code = 0;
    for (struct device_image *image = away->image; image && code == 0; image = image->next) {
        code = image->dirty.n > 0 ? device_image_map(image) : 0;
    }
    if (code == 0 && bytes > 0 && runs_meet(&away->first_read, &away->written)) {
        aside = malloc((size_t)bytes);
        code = aside ? 0 : -6; /* CL_OUT_OF_HOST_MEMORY */
    }
    code = code == 0 && bytes > 0 ? read_all(away, aside) : code;
    const char *from = aside;
    for (struct device_image *image = away->image; image && code == 0; image = image->next) {
        if (aside && !image->shared) {
            put_in_place(&image->dirty, from);
            from += runs_bytes(&image->dirty);
        }
        runs_clear(&image->dirty);
    }
    free(aside);
    if (code == 0 && bytes > 0) {
        device_count(DEVICE_COUNT_BYTES_DOWN, bytes);
        device_count(DEVICE_COUNT_NEEDED_DOWN, bytes);
        device_span(DEVICE_PHASE_DOWNLOAD, begin, device_now(), NULL, bytes);
    }
    return code;
}
