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

enum {
    ROW = 64,   /* bytes: shorter rows are gathered by the host */
    MEMBERS = 8 /* copies for one image */
};

/* An image's event gives way to a later one. */
static void follow(struct opencl_event **event, struct opencl_event *next) {
    opencl_event_free(*event);
    *event = next;
}

/* One more copy of several in one queue. */
static void extend(struct device_timed *copies, struct opencl_event *done) {
    if (!copies->first) {
        opencl_event_keep(done);
        copies->first = done;
    }
    opencl_event_keep(done);
    follow(&copies->last, done);
}

/* They are to be counted, under way as they are. */
static void count_copies(struct pycc_away *away, struct device_timed *copies, int64_t bytes) {
    copies->bytes = bytes;
    device_timed_add(away, copies);
    opencl_event_free(copies->first);
    opencl_event_free(copies->last);
}

/* ---- packed images */

static struct opencl_box plain_box(int64_t bytes) {
    return (struct opencl_box){.bytes = bytes, .rows = 1, .slices = 1};
}

static int64_t packed_bytes(const struct device_packed *packed) {
    return packed->footprint.count * packed->footprint.unit;
}

/* A plan of equal rows as a copy that the device makes itself. */
static bool box_of_plan(const struct lmad_plan *plan, struct opencl_box *box) {
    if (plan->kind != LMAD_PLAN_CONTIGUOUS && plan->kind != LMAD_PLAN_2D) {
        return false;
    }
    *box = plain_box(plan->segment[0].run * plan->unit);
    box->device = (plan->device + plan->segment[0].device) * plan->unit;
    if (plan->kind == LMAD_PLAN_2D) {
        box->rows = plan->dim[0].count;
        box->host_row = plan->dim[0].host;
        box->device_row = plan->dim[0].device * plan->unit;
    }
    return true;
}

/* Where some accesses only write: a copy for each of those that read, when each is one of rows and
 * together they are less than the footprint. *moved: bytes; 0: it is not so. CL code. */
static int upload_members(struct device_image *image, int64_t *moved, struct device_timed *copies) {
    struct device_packed *packed = image->packed;
    const struct lmad_footprint *f = &packed->footprint;
    struct opencl_box box[MEMBERS];
    const char *from[MEMBERS];
    int64_t bytes = 0;
    int n = 0, code = 0;
    for (int i = 0; i < f->nmember; ++i) {
        const struct lmad_access *access = &packed->bound.access[f->member[i]];
        struct lmad_plan plan;
        if (!(access->use & LMAD_READ)) {
            continue;
        }
        if (n == MEMBERS || access->low < image->low || access->high >= image->high ||
            !lmad_plan_scatter(&packed->bound, f, i, &plan) || !box_of_plan(&plan, &box[n])) {
            return 0;
        }
        from[n] = (const char *)(uintptr_t)(plan.host + plan.segment[0].host);
        bytes += box[n].bytes * box[n].rows;
        ++n;
    }
    if (bytes >= packed_bytes(packed)) {
        return 0;
    }
    *moved = bytes;
    for (int i = 0; i < n && code == 0; ++i) {
        struct opencl_event *done = NULL;
        code = opencl_write(image->buffer, &box[i], from[i], &image->kernel, 1, &done);
        if (code == 0) {
            extend(copies, done);
            follow(&image->upload, done);
        }
    }
    return code;
}

/* All elements of the footprint, gathered on the host unless they are long rows. */
static int upload_packed(struct pycc_away *away, struct device_image *image) {
    int64_t moved = 0;
    struct device_timed copies = {.phase = DEVICE_PHASE_UPLOAD};
    int member_code = upload_members(image, &moved, &copies);
    if (moved > 0 || member_code != 0) {
        count_copies(away, &copies, moved);
        device_count(DEVICE_COUNT_BYTES_UP, moved);
        device_count(DEVICE_COUNT_NEEDED_UP, moved);
        return member_code;
    }
    struct device_packed *packed = image->packed;
    const struct lmad_footprint *f = &packed->footprint;
    struct opencl_event *done = NULL;
    struct opencl_box box;
    struct lmad_plan plan;
    char *aside = NULL;
    /* the image's ends are inside of the arrays, those of the footprint need not be */
    int64_t low = (image->low - f->origin) / f->unit,
            high = (image->high - f->origin) / f->unit - 1;
    low = low > f->low ? low : f->low;
    if (!lmad_plan_gather(f, low, high < f->high ? high : f->high, &plan)) {
        return -6; /* CL_OUT_OF_HOST_MEMORY */
    }
    int64_t begin = device_now(), bytes = packed_bytes(packed);
    const char *from = (const char *)(uintptr_t)(plan.host + plan.segment[0].host);
    if (!box_of_plan(&plan, &box) || (box.rows > 1 && box.bytes < ROW)) {
        aside = malloc((size_t)bytes);
        if (!aside) {
            return -6;
        }
        lmad_plan_to_device(&plan, NULL, aside);
        device_span(DEVICE_PHASE_GATHER, begin, device_now(), NULL, bytes);
        box = plain_box(bytes);
        from = aside;
    }
    int code = opencl_write(image->buffer, &box, from, &image->kernel, 1, &done);
    if (code == 0) {
        extend(&copies, done);
        count_copies(away, &copies, box.bytes * box.rows);
        follow(&image->upload, done);
        code = aside ? opencl_wait(&done, 1) : 0;
        packed->valid = code == 0;
    }
    free(aside);
    device_count(DEVICE_COUNT_BYTES_UP, box.bytes * box.rows);
    device_count(DEVICE_COUNT_NEEDED_UP, f->touched >= 0 ? f->touched * f->unit : bytes);
    return code;
}

/* The rows of a buffer that were written, when they are less than all of it: how many copies. */
static int written_boxes(const struct device_packed *packed, struct opencl_box *box) {
    int64_t bytes = 0;
    int n = 0;
    for (int i = 0; i < packed->footprint.nmember; ++i) {
        struct lmad_plan plan;
        if (!(packed->written >> i & 1)) {
            continue;
        }
        if (n == MEMBERS || !lmad_plan_scatter(&packed->bound, &packed->footprint, i, &plan) ||
            !box_of_plan(&plan, &box[n])) {
            return 0;
        }
        box[n].host_row = box[n].device_row; /* aside it lies as on the device */
        bytes += box[n].bytes * box[n].rows;
        ++n;
    }
    return bytes < packed_bytes(packed) ? n : 0;
}

static int read_packed(struct device_image *image, struct device_timed *copies) {
    struct opencl_event *after[] = {image->kernel, image->upload};
    struct device_packed *packed = image->packed;
    struct opencl_box box[MEMBERS];
    int n = written_boxes(packed, box), code = 0;
    if (n == 0) {
        box[n++] = plain_box(packed_bytes(packed));
    }
    packed->came = 0;
    packed->aside = malloc((size_t)packed_bytes(packed));
    if (!packed->aside) {
        return -6; /* CL_OUT_OF_HOST_MEMORY */
    }
    for (int i = 0; i < n && code == 0; ++i) {
        struct opencl_event *done = NULL;
        code = opencl_read(image->buffer, &box[i], packed->aside + box[i].device, after, 2, &done);
        if (code == 0) {
            extend(copies, done);
            opencl_event_free(done);
        }
        packed->came += box[i].bytes * box[i].rows;
    }
    return code;
}

/* Puts what was written where it belongs. Returns the bytes of it. */
static int64_t scatter(struct device_packed *packed) {
    int64_t begin = device_now(), sum = 0, bytes;
    for (int i = 0; i < packed->footprint.nmember; ++i) {
        struct lmad_plan plan;
        if ((packed->written >> i & 1) &&
            lmad_plan_scatter(&packed->bound, &packed->footprint, i, &plan)) {
            lmad_plan_to_host(&plan, NULL, packed->aside);
            sum += lmad_plan_bytes(&plan, &bytes) == TRI_YES ? bytes : 0;
        }
    }
    packed->written = 0;
    free(packed->aside);
    packed->aside = NULL;
    device_span(DEVICE_PHASE_SCATTER, begin, device_now(), NULL, sum);
    return sum < packed->came ? sum : packed->came;
}

/* ---- up */

int device_upload(struct pycc_away *away, struct device_image *image, const struct runs *need) {
    if (image->packed) {
        return image->packed->valid || need->n == 0 ? 0 : upload_packed(away, image);
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
            extend(&copies, done);
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
    count_copies(away, &copies, bytes);
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

/* Enqueues the copies of what is newer in an image: to its place, or packed to `aside`. */
static int read_dirty(struct device_image *image, char *aside, struct device_timed *copies) {
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
            extend(copies, done);
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
    char *aside = c->aside;
    int code = 0;
    for (struct device_image *image = away->image; image && code == 0; image = image->next) {
        if (image->shared || image->dirty.n == 0) {
            continue;
        }
        if (image->packed) {
            code = read_packed(image, &c->copies);
            continue;
        }
        code = read_dirty(image, aside, &c->copies);
        aside += aside ? runs_bytes(&image->dirty) : 0;
    }
    return code;
}

int device_download_begin(struct pycc_away *away, bool aside, struct device_coming *c) {
    int64_t bytes = dirty_bytes(away);
    int code = 0;
    *c = (struct device_coming){.copies.phase = DEVICE_PHASE_DOWNLOAD};
    for (struct device_image *image = away->image; image && code == 0; image = image->next) {
        code = image->dirty.n > 0 ? device_image_map(image) : 0;
        c->any = c->any || (image->dirty.n > 0 && !image->shared);
    }
    if (code == 0 && bytes > 0 && aside) {
        c->aside = malloc((size_t)bytes);
        code = c->aside ? 0 : -6; /* CL_OUT_OF_HOST_MEMORY */
    }
    return code == 0 && c->any ? read_all(away, c) : code;
}

/* All has come. Returns the bytes needed of it; *bytes: those moved. */
static int64_t put_all(struct pycc_away *away, const char *aside, int64_t *bytes) {
    int64_t needed = 0;
    *bytes = 0;
    for (struct device_image *image = away->image; image; image = image->next) {
        int64_t dirty = image->shared ? 0 : runs_bytes(&image->dirty);
        if (image->packed && image->packed->aside) {
            *bytes += image->packed->came;
            needed += scatter(image->packed);
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
        int64_t needed = put_all(away, c->aside, &bytes);
        device_count(DEVICE_COUNT_BYTES_DOWN, bytes);
        device_count(DEVICE_COUNT_NEEDED_DOWN, needed);
    }
    count_copies(away, &c->copies, bytes);
    device_timed_count(away, false);
    free(c->aside);
    *c = (struct device_coming){.any = false};
    return code;
}

int device_download(struct pycc_away *away) {
    struct device_coming c;
    int code = device_download_begin(away, runs_meet(&away->first_read, &away->written), &c);
    return device_download_end(away, &c, code);
}
