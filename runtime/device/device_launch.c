/* A kernel's launch: results' buffers and arguments. */
#include "device_run.h"

#include <stdlib.h>
#include <string.h>

#include "device_profile.h"
#include "settings.h"

/* ---- results */

/* A buffer of what the host has. Where the device shares memory it is that memory: nothing moves.
 */
static int open_result(struct device_launch *l, struct device_result *r, bool shared) {
    struct opencl_box box = {.bytes = r->bytes, .rows = 1, .slices = 1};
    int code = opencl_buffer_new(l->device, r->bytes, shared ? r->host : NULL, &r->buffer);
    if (code == 0 && !shared) {
        code = opencl_write(r->buffer, &box, r->host, NULL, 0, &r->up);
    }
    return code;
}

/* Between the call's structs and one result's own array. */
static void move_result(const struct device_launch *l, int k, bool to_part) {
    const struct pycc_device_value *value = &l->nest->result[k];
    size_t bytes = (size_t)device_dtype_bytes(value->dtype);
    for (int c = 0; c < l->call->chunks; ++c) {
        char *part = (char *)l->call->part + l->call->part_size * (size_t)c + value->offset;
        char *host = l->result[k].host + bytes * (size_t)c;
        memcpy(to_part ? part : host, to_part ? host : part, bytes);
    }
}

int device_results_new(struct device_launch *l) {
    int code = 0;
    bool shared = device_shares(l->device);
    if (l->nest->n_results > DEVICE_RESULTS) {
        return -6; /* CL_OUT_OF_HOST_MEMORY */
    }
    for (int k = 0; k < l->nest->n_results && code == 0; ++k) {
        struct device_result *r = &l->result[k];
        r->bytes = device_dtype_bytes(l->nest->result[k].dtype) * l->call->chunks;
        r->host = malloc((size_t)r->bytes);
        if (!r->host) {
            return -6;
        }
        move_result(l, k, false);
        code = open_result(l, r, shared);
    }
    struct device_result *failed = &l->result[DEVICE_RESULTS];
    if (code == 0 && l->nest->may_fail) {
        failed->bytes = sizeof(int32_t);
        failed->host = calloc(1, sizeof(int32_t));
        code = failed->host ? open_result(l, failed, shared) : -6;
    }
    return code;
}

/* Enqueues copies of all results, one after the other. last: the event of the last one, or NULL. */
static int read_results(struct device_launch *l, struct opencl_event **last) {
    int code = 0;
    for (int k = 0; k <= DEVICE_RESULTS && code == 0; ++k) {
        struct device_result *r = &l->result[k];
        struct opencl_box box = {.bytes = r->bytes, .rows = 1, .slices = 1};
        struct opencl_event *done = NULL;
        code = r->buffer ? opencl_read(r->buffer, &box, r->host, &l->done, 1, &done) : 0;
        if (done) {
            opencl_event_free(*last);
            *last = done;
        }
    }
    return code;
}

int device_results_get(struct device_launch *l) {
    struct device_result *failed = &l->result[DEVICE_RESULTS];
    struct opencl_event *last = NULL;
    int32_t flag = 0;
    int code = read_results(l, &last);
    int came = opencl_wait(last ? &last : &l->done, 1);
    int kernel = came ? opencl_wait(&l->done, 1) : 0; /* says why */
    opencl_event_free(last);
    code = code ? code : kernel ? kernel : came;
    if (code == 0 && failed->host) {
        memcpy(&flag, failed->host, sizeof(flag));
        l->raised = flag != 0;
    }
    for (int k = 0; k < l->nest->n_results && code == 0 && !l->raised; ++k) {
        move_result(l, k, true);
    }
    return code;
}

void device_results_free(struct device_launch *l) {
    for (int k = 0; k <= DEVICE_RESULTS; ++k) {
        struct device_result *r = &l->result[k];
        if (r->buffer) {
            struct opencl_event *pending[] = {r->up, l->done};
            opencl_wait(pending, 2);
            opencl_buffer_free(r->buffer);
        }
        opencl_event_free(r->up);
        free(r->host);
    }
}

/* ---- arguments */

enum { ARGUMENTS = 2 * DEVICE_ARRAYS + 64 };

struct arguments {
    struct opencl_arg arg[ARGUMENTS];
    int64_t at[DEVICE_ARRAYS]; /* of each array's first element in its image */
    int n;
    bool full;
};

static void add(struct arguments *a, struct opencl_buffer *buffer, const void *value,
                int64_t size) {
    if (a->n == ARGUMENTS) {
        a->full = true;
        return;
    }
    a->arg[a->n++] = (struct opencl_arg){buffer, value, (size_t)size};
}

/* Some image of the nest, for arrays of which nothing is accessed. */
static struct opencl_buffer *any_buffer(const struct device_launch *l) {
    return l->bound->n_parts > 0 ? l->image[0]->buffer : NULL;
}

static void add_arguments(const struct device_launch *l, struct arguments *a) {
    const struct pycc_device_nest *nest = l->nest;
    for (int k = 0; k < nest->n_arrays; ++k) {
        const struct device_array *array = &l->bound->array[k];
        int p = array->part;
        a->at[k] = p < 0 || l->packed[p] ? 0 : (array->address - l->image[p]->base) / array->item;
        add(a, p < 0 ? any_buffer(l) : l->image[p]->buffer, NULL, 0);
        add(a, NULL, &a->at[k], sizeof(int64_t));
    }
    for (int k = 0; k < nest->n_scalars; ++k) {
        const char *value = (const char *)l->call->nest->in + nest->scalar[k].offset;
        add(a, NULL, value, device_dtype_bytes(nest->scalar[k].dtype));
    }
    for (int k = 0; k < nest->n_results; ++k) {
        add(a, l->result[k].buffer, NULL, 0);
    }
    if (nest->may_fail) {
        add(a, l->result[DEVICE_RESULTS].buffer, NULL, 0);
    }
    for (int d = 0; d < nest->dims && l->tiled; ++d) {
        add(a, NULL, &l->first[d], sizeof(int64_t));
        add(a, NULL, &l->end[d], sizeof(int64_t));
    }
    if (l->entry->numbers) {
        add(a, l->entry->numbers, NULL, 0);
    }
}

int device_enqueue(struct device_launch *l) {
    struct arguments a = {.n = 0};
    size_t global[PYCC_DEVICE_DIMS], local[PYCC_DEVICE_DIMS];
    struct opencl_event *after[DEVICE_ARRAYS + DEVICE_RESULTS + 1];
    int n = 0, dims = l->nest->dims;
    add_arguments(l, &a);
    if (a.full) {
        return -6; /* CL_OUT_OF_HOST_MEMORY */
    }
    for (int p = 0; p < l->bound->n_parts; ++p) {
        after[n++] = l->image[p]->upload;
    }
    for (int k = 0; k <= DEVICE_RESULTS; ++k) {
        after[n++] = l->result[k].up;
    }
    if (l->nest->n_results > 0) {
        dims = 1;
        local[0] = (size_t)l->entry->bound->items[0];
        int64_t chunks = l->tiled ? l->end[0] - l->first[0] : l->call->chunks;
        global[0] = local[0] * (size_t)chunks;
    } else {
        struct opencl_kernel_info kernel;
        int64_t trips[PYCC_DEVICE_DIMS];
        for (int d = 0; d < dims; ++d) {
            trips[d] = l->tiled ? l->end[d] - l->first[d] : l->bound->trips[d];
        }
        opencl_program_info(l->entry->program, &kernel);
        device_launch_shape(opencl_describe(l->device), l->nest, l->entry->bound, trips,
                            kernel.most, global, local);
    }
    if (device_keeps_kernels()) {
        char *text = device_site_text(l->nest, l->call, l->entry, l->tiled);
        device_kernel_seen(l->nest->name, l->nest->file, l->nest->line, text ? text : "", dims,
                           global, local);
        free(text);
    }
    int code =
        opencl_launch(l->entry->program, a.arg, a.n, dims, global, local, after, n, &l->done);
    device_count(DEVICE_COUNT_LAUNCHES, code == 0);
    if (code == 0) {
        const struct device_timed timed = {.first = l->done,
                                           .last = l->done,
                                           .phase = DEVICE_PHASE_COMPUTE,
                                           .label = l->nest->name};
        device_timed_add(l->away, &timed);
    }
    return code == 0 ? opencl_flush(l->device) : code;
}
