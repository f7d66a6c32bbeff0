/* Memory of a device: buffers within its limit, staging, copies of boxes, zero copy. */
#include <stdlib.h>

#include "opencl_api.h"

/* ---- buffers */

/* Takes bytes of the device's memory; false when they do not fit what is left. */
static bool count_bytes(struct opencl *d, int64_t bytes) {
    pthread_mutex_lock(&d->lock);
    bool fits = bytes <= d->info.allocation && bytes <= d->info.memory - d->usage.bytes;
    if (fits) {
        d->usage.bytes += bytes;
        d->usage.peak = d->usage.bytes > d->usage.peak ? d->usage.bytes : d->usage.peak;
    }
    pthread_mutex_unlock(&d->lock);
    return fits;
}

static void uncount_bytes(struct opencl *d, int64_t bytes) {
    pthread_mutex_lock(&d->lock);
    d->usage.bytes -= bytes;
    pthread_mutex_unlock(&d->lock);
}

/* counted: of the bytes against the device's memory. */
static int buffer_new(struct opencl *d, int64_t bytes, cl_mem_flags flags, void *host,
                      int64_t counted, struct opencl_buffer **buffer) {
    int code = opencl_alive(d);
    if (code) {
        return code;
    }
    struct opencl_buffer *b = calloc(1, sizeof(*b));
    if (!b) {
        return CL_OUT_OF_HOST_MEMORY;
    }
    if (!count_bytes(d, counted)) {
        free(b);
        return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    }
    cl_int failed = CL_SUCCESS;
    b->memory =
        d->cl->clCreateBuffer(d->context, CL_MEM_READ_WRITE | flags, (size_t)bytes, host, &failed);
    if (failed) {
        uncount_bytes(d, counted);
        free(b);
        return opencl_noted(d, failed);
    }
    b->bytes = bytes;
    b->counted = counted;
    opencl_adopt(d, &b->head, OPENCL_BUFFER);
    *buffer = b;
    return CL_SUCCESS;
}

int opencl_buffer_new(struct opencl *device, int64_t bytes, void *host,
                      struct opencl_buffer **buffer) {
    return buffer_new(device, bytes, host ? CL_MEM_USE_HOST_PTR : 0, host, host ? 0 : bytes,
                      buffer);
}

void opencl_buffer_free(struct opencl_buffer *buffer) {
    if (!buffer || opencl_inherited(buffer->head.device)) {
        return;
    }
    struct opencl *d = buffer->head.device;
    if (buffer->mapped && !d->cl->clEnqueueUnmapMemObject(d->queue[OPENCL_UPLOAD], buffer->memory,
                                                          buffer->mapped, 0, NULL, NULL)) {
        d->cl->clFinish(d->queue[OPENCL_UPLOAD]);
    }
    opencl_disown(&buffer->head);
    uncount_bytes(d, buffer->counted);
    d->cl->clReleaseMemObject(buffer->memory);
    free(buffer);
}

/* ---- memory that both sides use */

int opencl_map(struct opencl_buffer *buffer, struct opencl_event *const *after, int n) {
    struct opencl_command command;
    struct opencl *d = buffer->head.device;
    struct opencl_event *event = NULL;
    int code = opencl_command_begin(&command, d, OPENCL_DOWNLOAD, after, n, true);
    if (code) {
        return code;
    }
    cl_int failed = CL_SUCCESS;
    void *mapped = d->cl->clEnqueueMapBuffer(d->queue[OPENCL_DOWNLOAD], buffer->memory, CL_FALSE,
                                             CL_MAP_READ | CL_MAP_WRITE, 0, (size_t)buffer->bytes,
                                             command.n, command.wait, &command.done, &failed);
    code = opencl_command_end(&command, failed, &event);
    code = code ? code : opencl_wait(&event, 1);
    opencl_event_free(event);
    buffer->mapped = code ? NULL : mapped;
    return code;
}

int opencl_unmap(struct opencl_buffer *buffer, struct opencl_event **event) {
    struct opencl_command command;
    struct opencl *d = buffer->head.device;
    int code = opencl_command_begin(&command, d, OPENCL_UPLOAD, NULL, 0, event != NULL);
    if (code) {
        return code;
    }
    code = d->cl->clEnqueueUnmapMemObject(d->queue[OPENCL_UPLOAD], buffer->memory, buffer->mapped,
                                          command.n, command.wait, &command.done);
    buffer->mapped = NULL;
    return opencl_command_end(&command, code, event);
}

void *opencl_staging_new(struct opencl *device, int64_t bytes, struct opencl_buffer **buffer) {
    struct opencl_buffer *b = NULL;
    if (buffer_new(device, bytes, CL_MEM_ALLOC_HOST_PTR, NULL, 0, &b)) {
        return NULL;
    }
    if (opencl_map(b, NULL, 0)) {
        opencl_buffer_free(b);
        return NULL;
    }
    *buffer = b;
    return b->mapped;
}

void opencl_staging_free(struct opencl_buffer *buffer) {
    opencl_buffer_free(buffer);
}

/* ---- copies */

/* A copy on its way: one of the four commands per piece of the box, each after the one before. */
struct copy {
    struct opencl_buffer *buffer;
    enum opencl_queue queue;
    char *host;
};

/* The same bytes in as few dimensions as possible: what lies together becomes one row. */
static struct opencl_box normal(const struct opencl_box *given) {
    struct opencl_box box = *given;
    if (box.rows == 1 || (box.host_row == box.bytes && box.device_row == box.bytes)) {
        box.bytes *= box.rows;
        box.rows = box.slices;
        box.host_row = box.host_slice;
        box.device_row = box.device_slice;
        box.slices = 1;
        if (box.rows == 1 || (box.host_row == box.bytes && box.device_row == box.bytes)) {
            box.bytes *= box.rows;
            box.rows = 1;
        }
    }
    return box;
}

/* Can one command copy all of it? CL wants rows that do not overlap, and slices that are whole
 * numbers of rows apart. */
static bool is_rect(const struct opencl_box *b) {
    return b->host_row >= b->bytes && b->device_row >= b->bytes &&
           (b->slices == 1 ||
            (b->host_slice >= b->rows * b->host_row && b->host_slice % b->host_row == 0 &&
             b->device_slice >= b->rows * b->device_row && b->device_slice % b->device_row == 0));
}

static int enqueue_row(const struct copy *c, struct opencl_command *m, int64_t device, char *host,
                       int64_t bytes) {
    const struct opencl_api *cl = m->device->cl;
    cl_event *event = &m->done;
    const cl_event *wait = m->wait;
    return c->queue == OPENCL_UPLOAD
               ? cl->clEnqueueWriteBuffer(m->device->queue[c->queue], c->buffer->memory, CL_FALSE,
                                          (size_t)device, (size_t)bytes, host, m->n, wait, event)
               : cl->clEnqueueReadBuffer(m->device->queue[c->queue], c->buffer->memory, CL_FALSE,
                                         (size_t)device, (size_t)bytes, host, m->n, wait, event);
}

static int enqueue_rect(const struct copy *c, struct opencl_command *m,
                        const struct opencl_box *box) {
    const struct opencl_api *cl = m->device->cl;
    cl_event *event = &m->done;
    const cl_event *wait = m->wait;
    bool deep = box->slices > 1;
    size_t there[3] = {(size_t)box->device, 0, 0}, here[3] = {0, 0, 0};
    size_t region[3] = {(size_t)box->bytes, (size_t)box->rows, (size_t)box->slices};
    size_t row = (size_t)box->device_row, host_row = (size_t)box->host_row;
    size_t slice = deep ? (size_t)box->device_slice : 0;
    size_t host_slice = deep ? (size_t)box->host_slice : 0;
    return c->queue == OPENCL_UPLOAD
               ? cl->clEnqueueWriteBufferRect(m->device->queue[c->queue], c->buffer->memory,
                                              CL_FALSE, there, here, region, row, slice, host_row,
                                              host_slice, c->host, m->n, wait, event)
               : cl->clEnqueueReadBufferRect(m->device->queue[c->queue], c->buffer->memory,
                                             CL_FALSE, there, here, region, row, slice, host_row,
                                             host_slice, c->host, m->n, wait, event);
}

/* A box that one command can copy. */
static int copy_piece(const struct copy *c, const struct opencl_box *box,
                      struct opencl_event *const *after, int n, struct opencl_event **event) {
    struct opencl_command command;
    int code =
        opencl_command_begin(&command, c->buffer->head.device, c->queue, after, n, event != NULL);
    if (code) {
        return code;
    }
    code = box->rows == 1 ? enqueue_row(c, &command, box->device, c->host, box->bytes)
                          : enqueue_rect(c, &command, box);
    return opencl_command_end(&command, code, event);
}

/* Piece k of the box when it is cut along its outermost dimension. */
static struct opencl_box piece_of(const struct opencl_box *box, int64_t k, int64_t *host) {
    struct opencl_box piece = *box;
    if (box->slices > 1) {
        piece.slices = 1;
        piece.device += k * box->device_slice;
        *host = k * box->host_slice;
    } else {
        piece.rows = 1;
        piece.device += k * box->device_row;
        *host = k * box->host_row;
    }
    return piece;
}

static int copy_box(const struct copy *c, const struct opencl_box *given,
                    struct opencl_event *const *after, int n, struct opencl_event **event) {
    struct opencl_box box = normal(given);
    if (box.rows == 1 || is_rect(&box)) {
        return copy_piece(c, &box, after, n, event);
    }
    /* each piece after the one before, so that the last tells how all of them ended */
    struct opencl_event *last = NULL;
    int code = CL_SUCCESS;
    for (int64_t k = 0, pieces = box.slices > 1 ? box.slices : box.rows; k < pieces && !code; ++k) {
        int64_t host = 0;
        struct opencl_box piece = piece_of(&box, k, &host);
        struct copy part = {c->buffer, c->queue, c->host + host};
        struct opencl_event *done = NULL;
        code = copy_box(&part, &piece, last ? &last : after, last ? 1 : n, &done);
        if (!code) {
            opencl_event_free(last);
            last = done;
        }
    }
    if (code && last) {
        opencl_wait(&last, 1); /* nobody else will, and they use the caller's memory */
    }
    if (code || !event) {
        opencl_event_free(last);
        return code;
    }
    *event = last;
    return CL_SUCCESS;
}

int opencl_write(struct opencl_buffer *to, const struct opencl_box *box, const void *host,
                 struct opencl_event *const *after, int n, struct opencl_event **event) {
    struct copy copy = {to, OPENCL_UPLOAD, (char *)(uintptr_t)host};
    return copy_box(&copy, box, after, n, event);
}

int opencl_read(struct opencl_buffer *from, const struct opencl_box *box, void *host,
                struct opencl_event *const *after, int n, struct opencl_event **event) {
    struct copy copy = {from, OPENCL_DOWNLOAD, host};
    return copy_box(&copy, box, after, n, event);
}

int opencl_copy(struct opencl_buffer *from, int64_t from_offset, struct opencl_buffer *to,
                int64_t to_offset, int64_t bytes, struct opencl_event *const *after, int n,
                struct opencl_event **event) {
    struct opencl *d = from->head.device;
    struct opencl_command command;
    int code = opencl_command_begin(&command, d, OPENCL_COMPUTE, after, n, event != NULL);
    if (code) {
        return code;
    }
    code = d->cl->clEnqueueCopyBuffer(d->queue[OPENCL_COMPUTE], from->memory, to->memory,
                                      (size_t)from_offset, (size_t)to_offset, (size_t)bytes,
                                      command.n, command.wait, &command.done);
    return opencl_command_end(&command, code, event);
}
