/* Staging: host memory that what is packed goes through on its way to a device and home.
 *
 * Devices with memory of their own copy from and to pinned memory at the bus's full speed and
 * without the processor, which other memory needs. Pinning takes longer than most copies, so that
 * a few such buffers are kept with the device. Where there are none to be had, other memory does.
 */
#include "device_memory.h"

#include <stdlib.h>

enum { SMALLEST = 16 << 10, LARGEST = 64 << 20 }; /* bytes; less is not worth it, more is scarce */

static int64_t round_up(int64_t bytes) {
    int64_t size = SMALLEST;
    while (size < bytes) {
        size *= 2;
    }
    return size;
}

/* Takes the smallest one that is large enough out of those that are kept. */
static bool take_kept(struct device_stages *kept, int64_t bytes, struct device_stage *stage) {
    struct device_stage *best = NULL;
    pthread_mutex_lock(&kept->lock);
    for (int k = 0; k < DEVICE_STAGES; ++k) {
        struct device_stage *s = &kept->stage[k];
        best = s->pinned && s->bytes >= bytes && (!best || s->bytes < best->bytes) ? s : best;
    }
    if (best) {
        *stage = *best;
        *best = (struct device_stage){0};
    }
    pthread_mutex_unlock(&kept->lock);
    return best != NULL;
}

bool device_stage_take(struct opencl *device, int64_t bytes, struct device_stage *stage) {
    bool pins =
        bytes >= SMALLEST && bytes <= LARGEST && !device_shares(device) && !opencl_lost(device);
    *stage = (struct device_stage){0};
    if (pins && !take_kept(device_stages(device), bytes, stage)) {
        stage->bytes = round_up(bytes);
        stage->memory = opencl_staging_new(device, stage->bytes, &stage->pinned);
    }
    if (!stage->memory) {
        stage->memory = malloc((size_t)bytes);
        stage->pinned = NULL;
    }
    return stage->memory != NULL;
}

/* Keeps a stage in the place of none or of the smallest one. Returns what is not kept. */
static struct opencl_buffer *keep(struct device_stages *kept, const struct device_stage *stage) {
    pthread_mutex_lock(&kept->lock);
    struct device_stage *place = &kept->stage[0];
    for (int k = 1; k < DEVICE_STAGES; ++k) {
        struct device_stage *s = &kept->stage[k];
        place = place->pinned && (!s->pinned || s->bytes < place->bytes) ? s : place;
    }
    bool better = !place->pinned || place->bytes < stage->bytes;
    struct opencl_buffer *left = better ? place->pinned : stage->pinned;
    if (better) {
        *place = *stage;
    }
    pthread_mutex_unlock(&kept->lock);
    return left;
}

void device_stage_give(struct opencl *device, struct device_stage *stage) {
    opencl_event_free(stage->busy);
    stage->busy = NULL;
    if (!stage->pinned) {
        free(stage->memory);
    } else if (opencl_lost(device)) {
        opencl_staging_free(stage->pinned);
    } else {
        opencl_staging_free(keep(device_stages(device), stage));
    }
    *stage = (struct device_stage){0};
}
