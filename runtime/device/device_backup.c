/* Nests that may find that an iteration raises: what they overwrite on the device and the host does
 * not have is copied aside there, and put back when one does. */
#include "device_run.h"

/* Is anything of what the nest writes newer than the host's? */
static bool overwrites(const struct device_launch *l, int p) {
    const struct device_image *image = l->image[p];
    return !image->shared && runs_meet(&image->dirty, &l->bound->part[p].write);
}

/* Where a part lies in its image's buffer, and how many bytes it takes. */
static int64_t place_of(const struct device_launch *l, int p, int64_t *bytes) {
    const struct device_part *part = &l->bound->part[p];
    const struct device_image *image = l->image[p];
    if (image->packed) {
        *bytes = part->pack->count * part->pack->unit;
        return 0;
    }
    *bytes = part->high - part->low;
    return part->low - image->base;
}

int device_backup_take(struct device_launch *l) {
    int code = 0;
    for (int p = 0; p < l->bound->n_parts && code == 0; ++p) {
        struct opencl_event *after[] = {l->image[p]->upload, l->image[p]->kernel};
        int64_t bytes, at = place_of(l, p, &bytes);
        if (overwrites(l, p)) {
            code = opencl_buffer_new(l->device, bytes, NULL, &l->backup[p]);
            code =
                code ? code
                     : opencl_copy(l->image[p]->buffer, at, l->backup[p], 0, bytes, after, 2, NULL);
        }
    }
    return code;
}

int device_backup_restore(struct device_launch *l) {
    int code = 0;
    for (int p = 0; p < l->bound->n_parts && code == 0; ++p) {
        struct device_image *image = l->image[p];
        struct opencl_event *done = NULL;
        int64_t bytes, at = place_of(l, p, &bytes);
        if (l->backup[p]) {
            code = opencl_copy(l->backup[p], 0, image->buffer, at, bytes, &l->done, 1, &done);
        } else if (image->packed) {
            image->packed->valid = false;
        } else if (!runs_subtract(&image->valid, &l->bound->part[p].write)) {
            runs_clear(&image->valid);
        }
        if (done) {
            opencl_event_free(image->kernel);
            image->kernel = done;
        }
    }
    return code;
}

void device_backup_free(struct device_launch *l) {
    for (int p = 0; p < DEVICE_ARRAYS; ++p) {
        if (l->backup[p]) {
            opencl_buffer_free(l->backup[p]);
        }
    }
}
