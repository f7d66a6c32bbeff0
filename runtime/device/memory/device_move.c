/* Transfers: what is missing on the device goes up, what is newer there comes home.
 *
 * Runs of equal length and distance are one copy of rows. What comes home goes directly to its
 * place when the nests that made it could be run again from a memory that has some of it already;
 * else it is gathered aside first and put in place when all of it has come, so that a device that
 * is lost halfway loses nothing. */
#include "device_memory.h"

#include <string.h>

#include "device_profile.h"

void device_follow(struct opencl_event **event, struct opencl_event *next) {
    opencl_event_free(*event);
    *event = next;
}

void device_copies_extend(struct device_timed *copies, struct opencl_event *done) {
    if (!copies->first) {
        opencl_event_keep(done);
        copies->first = done;
    }
    opencl_event_keep(done);
    device_follow(&copies->last, done);
}

void device_copies_count(struct pycc_away *away, struct device_timed *copies, int64_t bytes) {
    copies->bytes = bytes;
    device_timed_add(away, copies);
    opencl_event_free(copies->first);
    opencl_event_free(copies->last);
}

/* ---- up */

int device_upload(struct pycc_away *away, struct device_image *image, const struct runs *need) {
    if (image->packed) {
        return image->packed->valid || need->n == 0 ? 0 : device_packed_upload(away, image);
    }
    struct runs missing = {0};
    struct device_timed copies = {.phase = DEVICE_PHASE_UPLOAD};
    int64_t bytes = 0;
    int code = 0;
    if (image->shared || runs_contains(&image->valid, need)) {
        return device_image_unmap(image);
    }
    if (!runs_copy(&missing, need) || !runs_subtract(&missing, &image->valid)) {
        runs_free(&missing);
        return -6; /* CL_OUT_OF_HOST_MEMORY */
    }
    device_guard_open(away, image->low, image->high);
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
            device_copies_extend(&copies, done);
            device_follow(&image->upload, done);
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
    device_copies_count(away, &copies, bytes);
    runs_free(&missing);
    return code;
}

/* ---- times */

static bool find_times(struct device_timed *t) {
    int64_t unused;
    return opencl_event_times(t->last, &unused, &t->end) &&
           opencl_event_times(t->first, &t->begin, &unused);
}

/* Twice: what ended last tells most of the clock, by which all are placed. */
void device_timed_count(struct pycc_away *away, bool all) {
    int64_t clock = 0;
    int kept = 0;
    for (int i = 0; i < away->n_timed; ++i) {
        struct device_timed *t = &away->timed[i];
        t->done = find_times(t);
        clock = t->done ? device_clock(away->device, t->end, device_now()) : clock;
    }
    for (int i = 0; i < away->n_timed; ++i) {
        struct device_timed *t = &away->timed[i];
        if (t->done) {
            device_span(t->phase, t->begin + clock, t->end + clock, t->label, t->bytes);
        } else if (!all) {
            away->timed[kept++] = *t;
            continue;
        }
        opencl_event_free(t->first);
        opencl_event_free(t->last);
    }
    away->n_timed = kept;
}

void device_timed_add(struct pycc_away *away, const struct device_timed *timed) {
    if (away->n_timed == DEVICE_TIMED) {
        device_timed_count(away, false);
    }
    if (timed->first && away->n_timed < DEVICE_TIMED) { /* else it goes uncounted */
        opencl_event_keep(timed->first);
        opencl_event_keep(timed->last);
        away->timed[away->n_timed++] = *timed;
    }
}

/* ---- home */

/* Enqueues the copies of these bytes of an image: to their place, moved by `shift` bytes, or packed
 * to `aside`. */
static int read_runs(struct device_image *image, const struct runs *part, int64_t shift,
                     char *aside, struct device_timed *copies) {
    int code = 0;
    for (int i = 0; i < part->n && code == 0;) {
        struct runs_rows rows;
        runs_rows(part, i, &rows);
        struct opencl_box box = {.bytes = rows.bytes,
                                 .rows = rows.rows,
                                 .slices = 1,
                                 .host_row = aside ? rows.bytes : rows.pitch,
                                 .device = rows.low - image->base,
                                 .device_row = rows.pitch};
        struct opencl_event *after[] = {image->kernel, image->upload}, *done = NULL;
        char *to = aside ? aside : (char *)(uintptr_t)(rows.low + shift);
        code = opencl_read(image->buffer, &box, to, after, 2, &done);
        if (code == 0) {
            device_copies_extend(copies, done);
            opencl_event_free(done);
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
        sum += image->shared || image->packed ? 0 : runs_bytes(&image->dirty);
    }
    return sum;
}

/* Enqueues the reads of all that is newer. */
static int read_all(struct pycc_away *away, struct device_coming *c) {
    char *aside = c->aside.memory;
    int code = 0;
    for (struct device_image *image = away->image; image && code == 0; image = image->next) {
        if (image->shared || image->dirty.n == 0) {
            continue;
        }
        if (image->packed) {
            code = device_packed_read(away, image, &c->copies);
            continue;
        }
        code = read_runs(image, &image->dirty, 0, aside, &c->copies);
        aside += aside ? runs_bytes(&image->dirty) : 0;
    }
    return code;
}

int device_download_begin(struct pycc_away *away, bool aside, struct device_coming *c) {
    int64_t bytes = dirty_bytes(away);
    int code = 0;
    *c = (struct device_coming){.copies.phase = DEVICE_PHASE_DOWNLOAD};
    for (struct device_image *image = away->image; image && code == 0; image = image->next) {
        if (image->dirty.n > 0) {
            device_guard_open(away, image->low, image->high);
            code = device_image_map(image);
        }
        c->any = c->any || (image->dirty.n > 0 && !image->shared);
    }
    if (code == 0 && bytes > 0 && aside) {
        code =
            device_stage_take(away->device, bytes, &c->aside) ? 0 : -6; /* CL_OUT_OF_HOST_MEMORY */
    }
    return code == 0 && c->any ? read_all(away, c) : code;
}

/* All has come. Returns the bytes needed of it; *bytes: those moved. */
static int64_t put_all(struct pycc_away *away, const char *aside, int64_t *bytes) {
    int64_t needed = 0;
    *bytes = 0;
    for (struct device_image *image = away->image; image; image = image->next) {
        int64_t dirty = image->shared ? 0 : runs_bytes(&image->dirty);
        if (image->packed && image->packed->aside.memory) {
            *bytes += image->packed->came;
            needed += device_packed_scatter(away, image->packed);
        } else {
            *bytes += dirty;
            needed += dirty;
            if (aside && dirty > 0) {
                put_in_place(&image->dirty, aside);
                aside += dirty;
            }
        }
        runs_clear(&image->dirty);
    }
    return needed;
}

int device_download_end(struct pycc_away *away, struct device_coming *c, int code) {
    int64_t bytes = 0, begin = device_now();
    int waited = opencl_wait(&c->copies.last, 1); /* even after a failure: some may be under way */
    code = code != 0 ? code : waited;
    if (c->copies.last) {
        device_span(DEVICE_PHASE_WAIT, begin, device_now(), NULL, 0);
    }
    if (code == 0) {
        int64_t needed = put_all(away, c->aside.memory, &bytes);
        device_count(DEVICE_COUNT_BYTES_DOWN, bytes);
        device_count(DEVICE_COUNT_NEEDED_DOWN, needed);
    }
    device_copies_count(away, &c->copies, bytes);
    device_timed_count(away, false);
    device_stage_give(away->device, &c->aside);
    *c = (struct device_coming){.any = false};
    return code;
}

int device_download_part(struct pycc_away *away, struct device_image *image,
                         const struct runs *part, int64_t shift) {
    struct device_timed copies = {.phase = DEVICE_PHASE_DOWNLOAD};
    int64_t bytes = runs_bytes(part), begin = device_now();
    int code = read_runs(image, part, shift, NULL, &copies);
    int waited = opencl_wait(&copies.last, 1); /* some may be under way even after a failure */
    code = code ? code : waited;
    device_span(DEVICE_PHASE_WAIT, begin, device_now(), NULL, 0);
    if (code == 0) {
        device_count(DEVICE_COUNT_BYTES_DOWN, bytes);
        device_count(DEVICE_COUNT_NEEDED_DOWN, bytes);
    }
    device_copies_count(away, &copies, bytes);
    return code;
}

int device_download(struct pycc_away *away) {
    struct device_coming c;
    int code = device_download_begin(away, runs_meet(&away->first_read, &away->written), &c);
    return device_download_end(away, &c, code);
}
