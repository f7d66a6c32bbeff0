/* Packed images: footprints, gathered on the host where their rows are short, and what was written
 * of them, scattered; by several threads, in memory that the device reads and writes fast. */
#include "device_memory.h"

#include "device_profile.h"
#include "pycc_rt_loop.h"

enum {
    ROW = 64,   /* bytes: shorter rows are gathered by the host */
    MEMBERS = 8 /* copies for one image */
};

/* ---- transfers as copies */

static struct opencl_box plain_box(int64_t bytes) {
    return (struct opencl_box){.bytes = bytes, .rows = 1, .slices = 1};
}

static int64_t packed_bytes(const struct device_packed *packed) {
    return packed->footprint.count * packed->footprint.unit;
}

/* A transfer of equal rows as a copy that the device makes itself. */
static bool box_of_transfer(const struct lmad_transfer *transfer, struct opencl_box *box) {
    if (transfer->kind != LMAD_TRANSFER_CONTIGUOUS && transfer->kind != LMAD_TRANSFER_2D) {
        return false;
    }
    *box = plain_box(transfer->segment[0].run * transfer->unit);
    box->device = (transfer->device + transfer->segment[0].device) * transfer->unit;
    if (transfer->kind == LMAD_TRANSFER_2D) {
        box->rows = transfer->dim[0].count;
        box->host_row = transfer->dim[0].host;
        box->device_row = transfer->dim[0].device * transfer->unit;
    }
    return true;
}

/* ---- threads */

struct share {
    const struct lmad_transfer *transfer;
    char *aside;
    int parts;
    bool to_device;
};

static int run_share(struct pycc_ctx *ctx, const void *in, void *out, int64_t from, int64_t end) {
    const struct share *s = in;
    (void)ctx;
    (void)out;
    for (int64_t part = from; part < end; ++part) {
        if (s->to_device) {
            lmad_transfer_to_device(s->transfer, (int)part, s->parts, NULL, s->aside);
        } else {
            lmad_transfer_to_host(s->transfer, (int)part, s->parts, NULL, s->aside);
        }
    }
    return PYCC_NEXT;
}

/* Carries out a transfer between the host's arrays and memory aside, with as many threads as the
 * calls have, if that is worth while. Nothing about it depends on how many there are. */
static void carry_out(const struct pycc_away *away, const struct lmad_transfer *transfer,
                      char *aside, bool to_device) {
    int64_t bytes;
    bool known = lmad_transfer_bytes(transfer, &bytes) == TRI_YES;
    int64_t most = known && bytes >= DEVICE_SHARED_WORK ? bytes / (DEVICE_SHARED_WORK / 2) : 1;
    int parts = most < away->threads ? (int)most : away->threads;
    struct share s = {transfer, aside, parts > 1 ? parts : 1, to_device};
    struct pycc_ctx ctx = {.threads = s.parts, .fuel = PYCC_FUEL};
    struct pycc_nest nest = {.run = run_share,
                             .in = &s,
                             .trips = s.parts,
                             .row = 1,
                             .work = s.parts > 1 ? PYCC_PARALLEL_WORK : 1};
    pycc_run_threads(&ctx, &nest, NULL, 0, s.parts);
}

/* ---- up */

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
        struct lmad_transfer transfer;
        if (!(access->use & LMAD_READ)) {
            continue;
        }
        if (n == MEMBERS || access->low < image->low || access->high >= image->high ||
            !lmad_transfer_scatter(&packed->bound, f, i, &transfer) ||
            !box_of_transfer(&transfer, &box[n])) {
            return 0;
        }
        from[n] = (const char *)(uintptr_t)(transfer.host + transfer.segment[0].host);
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
            device_copies_extend(copies, done);
            device_follow(&image->upload, done);
        }
    }
    return code;
}

/* One piece of the footprint's bytes: `piece` fills them. */
static int upload_piece(struct pycc_away *away, struct device_image *image,
                        struct lmad_transfer *piece, struct device_stage *stage, int64_t bytes) {
    struct device_timed copy = {.phase = DEVICE_PHASE_UPLOAD};
    struct opencl_box box = plain_box(bytes);
    struct opencl_event *done = NULL;
    int64_t begin = device_now();
    box.device = piece->device * piece->unit;
    piece->device = 0;
    carry_out(away, piece, stage->memory, true);
    device_span(DEVICE_PHASE_GATHER, begin, device_now(), NULL, bytes);
    int code = opencl_write(image->buffer, &box, stage->memory, &image->kernel, 1, &done);
    if (code == 0) {
        device_copies_extend(&copy, done);
        device_copies_count(away, &copy, bytes);
        device_follow(&image->upload, done);
        opencl_event_keep(done);
        device_follow(&stage->busy, done);
    }
    return code;
}

/* Gathered on the host, piece by piece: while one is on its way the next one is packed. */
static int upload_gathered(struct pycc_away *away, struct device_image *image,
                           const struct lmad_transfer *transfer) {
    struct device_stage stage[2] = {{0}};
    int64_t bytes = packed_bytes(image->packed), pieces = (bytes - 1) / DEVICE_PIECE + 1;
    int64_t rows = transfer->rank > 0 ? transfer->dim[0].count : 1, row = bytes / rows;
    pieces = pieces < rows ? pieces : rows;
    int code = 0;
    for (int64_t k = 0; k < pieces && code == 0; ++k) {
        struct device_stage *s = &stage[k % 2];
        struct lmad_transfer piece;
        lmad_transfer_cut(transfer, k, pieces, &piece);
        bool there =
            s->memory || device_stage_take(away->device, row * ((rows - 1) / pieces + 1), s);
        code = there ? opencl_wait(&s->busy, 1) : -6; /* CL_OUT_OF_HOST_MEMORY */
        int64_t n = transfer->rank > 0 ? piece.dim[0].count : 1;
        code = code ? code : upload_piece(away, image, &piece, s, n * row);
    }
    for (int k = 0; k < 2; ++k) {
        int ended = opencl_wait(&stage[k].busy, 1); /* its memory is in use until then */
        code = code ? code : ended;
        device_stage_give(away->device, &stage[k]);
    }
    return code;
}

/* As the footprint lies on the host: a row, or rows that are long. */
static int upload_rows(struct device_image *image, const struct lmad_transfer *transfer,
                       const struct opencl_box *box, struct device_timed *copies) {
    const char *from = (const char *)(uintptr_t)(transfer->host + transfer->segment[0].host);
    struct opencl_event *done = NULL;
    int code = opencl_write(image->buffer, box, from, &image->kernel, 1, &done);
    if (code == 0) {
        device_copies_extend(copies, done);
        device_follow(&image->upload, done);
    }
    return code;
}

int device_packed_upload(struct pycc_away *away, struct device_image *image) {
    int64_t moved = 0;
    struct device_timed copies = {.phase = DEVICE_PHASE_UPLOAD};
    device_guard_open(away, image->low, image->high);
    int code = upload_members(image, &moved, &copies);
    if (moved > 0 || code != 0) {
        device_copies_count(away, &copies, moved);
        device_count(DEVICE_COUNT_BYTES_UP, moved);
        device_count(DEVICE_COUNT_NEEDED_UP, moved);
        return code;
    }
    struct device_packed *packed = image->packed;
    const struct lmad_footprint *f = &packed->footprint;
    int64_t bytes = packed_bytes(packed);
    struct opencl_box box;
    struct lmad_transfer transfer;
    /* the image's ends are inside of the arrays, those of the footprint need not be */
    int64_t low = (image->low - f->origin) / f->unit,
            high = (image->high - f->origin) / f->unit - 1;
    low = low > f->low ? low : f->low;
    if (!lmad_transfer_gather(f, low, high < f->high ? high : f->high, &transfer)) {
        return -6; /* CL_OUT_OF_HOST_MEMORY */
    }
    if (!box_of_transfer(&transfer, &box) || (box.rows > 1 && box.bytes < ROW)) {
        code = upload_gathered(away, image, &transfer);
    } else {
        code = upload_rows(image, &transfer, &box, &copies);
        bytes = box.bytes * box.rows;
        device_copies_count(away, &copies, bytes);
    }
    packed->valid = code == 0;
    device_count(DEVICE_COUNT_BYTES_UP, bytes);
    device_count(DEVICE_COUNT_NEEDED_UP,
                 f->touched >= 0 ? f->touched * f->unit : packed_bytes(packed));
    return code;
}

/* ---- home */

/* The rows of a buffer that were written, when they are less than all of it: how many copies. */
static int written_boxes(const struct device_packed *packed, struct opencl_box *box) {
    int64_t bytes = 0;
    int n = 0;
    for (int i = 0; i < packed->footprint.nmember; ++i) {
        struct lmad_transfer transfer;
        if (!(packed->written >> i & 1)) {
            continue;
        }
        if (n == MEMBERS ||
            !lmad_transfer_scatter(&packed->bound, &packed->footprint, i, &transfer) ||
            !box_of_transfer(&transfer, &box[n])) {
            return 0;
        }
        box[n].host_row = box[n].device_row; /* aside it lies as on the device */
        bytes += box[n].bytes * box[n].rows;
        ++n;
    }
    return bytes < packed_bytes(packed) ? n : 0;
}

int device_packed_read(struct pycc_away *away, struct device_image *image,
                       struct device_timed *copies) {
    struct opencl_event *after[] = {image->kernel, image->upload};
    struct device_packed *packed = image->packed;
    struct opencl_box box[MEMBERS];
    int n = written_boxes(packed, box), code = 0;
    if (n == 0) {
        box[n++] = plain_box(packed_bytes(packed));
    }
    packed->came = 0;
    if (!device_stage_take(away->device, packed_bytes(packed), &packed->aside)) {
        return -6; /* CL_OUT_OF_HOST_MEMORY */
    }
    for (int i = 0; i < n && code == 0; ++i) {
        struct opencl_event *done = NULL;
        code = opencl_read(image->buffer, &box[i], packed->aside.memory + box[i].device, after, 2,
                           &done);
        if (code == 0) {
            device_copies_extend(copies, done);
            opencl_event_free(done);
        }
        packed->came += box[i].bytes * box[i].rows;
    }
    return code;
}

int64_t device_packed_scatter(struct pycc_away *away, struct device_packed *packed) {
    int64_t begin = device_now(), sum = 0, bytes;
    for (int i = 0; i < packed->footprint.nmember; ++i) {
        struct lmad_transfer transfer;
        if ((packed->written >> i & 1) &&
            lmad_transfer_scatter(&packed->bound, &packed->footprint, i, &transfer)) {
            carry_out(away, &transfer, packed->aside.memory, false);
            sum += lmad_transfer_bytes(&transfer, &bytes) == TRI_YES ? bytes : 0;
        }
    }
    packed->written = 0;
    device_stage_give(away->device, &packed->aside);
    device_span(DEVICE_PHASE_SCATTER, begin, device_now(), NULL, sum);
    return sum < packed->came ? sum : packed->came;
}
