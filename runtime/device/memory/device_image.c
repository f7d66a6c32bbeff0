/* Images: what the device holds of the host's memory during a call.
 *
 * An image is an interval of addresses and a buffer as long. Sets of byte runs say which bytes are
 * valid there and which are newer than the host's. Images do not overlap one another. An image that
 * is the host's own memory (zero copy) is valid everywhere; what is newer there has only to be
 * waited for.
 *
 * An image holds the buffers of arrays that were accessed in it, so that their memory is not used
 * again for other arrays meanwhile. When only we hold them the arrays are gone, and the image goes
 * with them, with no need to bring it home. */
#include "device_memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- references */

static int find_held(const struct pycc_away *away, const struct pycc_buffer *owner) {
    int i = away->n_held - 1;
    while (i >= 0 && away->held[i].owner != owner) {
        --i;
    }
    return i;
}

/* Images of it stay, as if the new array had been the old one. */
static struct pycc_buffer *spare(const struct pycc_away *away, const struct pycc_pool *pool,
                                 int64_t size) {
    for (int i = 0; i < away->n_held; ++i) {
        struct pycc_buffer *b = away->held[i].owner;
        if (b->pool == pool && b->size == size && !b->drop && !b->object &&
            __atomic_load_n(&b->refs, __ATOMIC_ACQUIRE) == 1) {
            pycc_retain(b);
            return b;
        }
    }
    return NULL;
}

bool device_hold(struct pycc_away *away, struct pycc_buffer *owner) {
    if (!owner || !owner->data) {
        return true;
    }
    int i = find_held(away, owner);
    if (i >= 0) {
        ++away->held[i].times;
        return true;
    }
    if (away->n_held == away->held_room) {
        int room = away->held_room ? 2 * away->held_room : 16;
        struct device_held *held = realloc(away->held, sizeof(*held) * (size_t)room);
        if (!held) {
            return false;
        }
        away->held = held;
        away->held_room = room;
    }
    pycc_retain(owner);
    away->held[away->n_held++] = (struct device_held){owner, 1};
    return true;
}

void device_unhold(struct pycc_away *away, struct pycc_buffer *owner) {
    int i = owner ? find_held(away, owner) : -1; /* one of a call that is over is not held */
    if (i >= 0 && --away->held[i].times == 0) {
        away->held[i] = away->held[--away->n_held];
        pycc_release(owner);
    }
}

/* Does nobody else refer to it? */
static bool gone(const struct pycc_away *away, const struct pycc_buffer *owner) {
    return find_held(away, owner) >= 0 && __atomic_load_n(&owner->refs, __ATOMIC_ACQUIRE) == 1;
}

/* ---- images */

struct pycc_away *device_away_new(struct opencl *device) {
    struct pycc_away *away = calloc(1, sizeof(*away));
    if (away) {
        away->head.home = device_home;
        away->head.spare = spare;
        away->device = device;
        device_keep(device);
    }
    return away;
}

void device_away_free(struct pycc_away *away) {
    if (!away) {
        return;
    }
    device_image_drop_all(away);
    device_timed_count(away, true);
    device_journal_clear(away);
    runs_free(&away->first_read);
    runs_free(&away->written);
    runs_free(&away->modified);
    device_guard_free(away);
    device_before_clear(away);
    runs_free(&away->came);
    free(away->before.item);
    free(away->warning);
    free(away->journal);
    free(away->held);
    device_release(away->device);
    free(away);
}

/* Do two footprints put the same elements at the same places? */
static bool same_footprint(const struct lmad_footprint *a, const struct lmad_footprint *b) {
    size_t dims = sizeof(int64_t) * (size_t)a->rank;
    return a->unit == b->unit && a->origin == b->origin && a->base == b->base &&
           a->rank == b->rank && a->nresidue == b->nresidue && a->low == b->low &&
           a->high == b->high && memcmp(a->stride, b->stride, dims) == 0 &&
           memcmp(a->extent, b->extent, dims) == 0 &&
           memcmp(a->residue, b->residue, sizeof(int64_t) * (size_t)a->nresidue) == 0;
}

/* Does level k of two nests have the same range, whatever the counters outside? */
static bool same_level(const struct lmad_level *a, const struct lmad_level *b, int k) {
    size_t outer = sizeof(int64_t) * (size_t)k;
    return a->extent == b->extent && a->slanted == b->slanted &&
           (!a->slanted || (a->divisor == b->divisor && a->low == b->low && a->high == b->high &&
                            memcmp(a->low_coef, b->low_coef, outer) == 0 &&
                            memcmp(a->high_coef, b->high_coef, outer) == 0));
}

/* Are the accesses of two footprints the same, one by one, over the same iterations? */
static bool same_members(const struct device_packed *packed, const struct lmad_bound *bound,
                         const struct lmad_footprint *f) {
    const struct lmad_nest *a = &packed->bound.nest, *b = &bound->nest;
    bool same = a->rank == b->rank && packed->footprint.nmember == f->nmember;
    for (int k = 0; k < a->rank && same; ++k) {
        same = same_level(&a->level[k], &b->level[k], k);
    }
    for (int i = 0; i < f->nmember && same; ++i) {
        const struct lmad_access *x = &packed->bound.access[packed->footprint.member[i]];
        const struct lmad_access *y = &bound->access[f->member[i]];
        same = x->base == y->base && x->width == y->width && x->use == y->use &&
               memcmp(x->stride, y->stride, sizeof(int64_t) * (size_t)a->rank) == 0;
    }
    return same;
}

void device_image_adopt(struct device_image *image, const struct device_bound *bound,
                        const struct device_part *part) {
    if (image->packed && !same_members(image->packed, &bound->lmad, part->pack)) {
        image->packed->bound = bound->lmad;
        image->packed->footprint = *part->pack;
    }
}

static bool serves(const struct device_image *image, const struct device_part *part, bool packed) {
    if (packed) {
        return image->packed && same_footprint(&image->packed->footprint, part->pack);
    }
    return !image->packed && image->low <= part->low && part->high <= image->high;
}

struct device_image *device_image_find(const struct pycc_away *away, const struct device_part *part,
                                       bool packed) {
    struct device_image *image = away->image;
    while (image && !serves(image, part, packed)) {
        image = image->next;
    }
    return image;
}

static bool in_the_way(const struct device_image *image, const struct device_part *part) {
    return image->low < part->high && part->low < image->high;
}

bool device_image_copied(const struct pycc_away *away, const struct device_part *part) {
    const struct device_image *image = away->image;
    while (image && (image->shared || !in_the_way(image, part))) {
        image = image->next;
    }
    return image != NULL;
}

bool device_image_in_the_way(const struct pycc_away *away, const struct device_bound *bound,
                             const struct device_part *part, struct device_manner manner) {
    const struct device_image *found = device_image_find(away, part, manner.packed);
    if (found && found->packed) {
        /* what of it was written would be overwritten by what the host has, or is told by the
         * accesses of another nest */
        return found->packed->written != 0 &&
               ((!found->packed->valid && part->need.n > 0) ||
                !same_members(found->packed, &bound->lmad, part->pack));
    }
    if (found) {
        return found->shared && !manner.shared;
    }
    for (const struct device_image *image = away->image; image; image = image->next) {
        bool joins = !image->packed && !manner.packed && image->shared == manner.shared;
        if (in_the_way(image, part) && !joins) {
            return true;
        }
    }
    return false;
}

static void device_image_drop(struct pycc_away *away, struct device_image *image);

void device_image_clear_the_way(struct pycc_away *away, const struct device_part *part) {
    for (struct device_image *image = away->image, *next; image; image = next) {
        next = image->next;
        if (in_the_way(image, part)) {
            device_image_drop(away, image);
        }
    }
}

/* Does anything but what is in the part's way lie there? */
static bool meets_others(const struct pycc_away *away, const struct device_part *part, int64_t low,
                         int64_t high) {
    const struct device_image *image = away->image;
    while (image && (image->low >= high || low >= image->high || in_the_way(image, part))) {
        image = image->next;
    }
    return image != NULL;
}

/* How far an image of the part reaches: over all that its arrays show where there is room, over
 * what it accesses in any case, and over the images that it takes in. */
static void choose_extent(const struct pycc_away *away, const struct device_part *part,
                          int64_t *low, int64_t *high) {
    const struct opencl_info *info = opencl_describe(away->device);
    *low = part->show_low;
    *high = part->show_high;
    if (away->tight || *high - *low > info->allocation || *high - *low > info->memory / 4 ||
        meets_others(away, part, *low, *high)) {
        *low = part->low;
        *high = part->high;
    }
    for (const struct device_image *image = away->image; image; image = image->next) {
        if (in_the_way(image, part)) {
            *low = image->low < *low ? image->low : *low;
            *high = image->high > *high ? image->high : *high;
        }
    }
}

/* What a smaller image has goes into a larger one, on the device. CL code. */
static int take_in(struct pycc_away *away, struct device_image *image, struct device_image *old) {
    struct opencl_event *after[] = {old->upload, image->upload}, *done = NULL;
    int code = 0;
    if (!image->shared) {
        code = opencl_copy(old->buffer, old->low - old->base, image->buffer, old->low - image->base,
                           old->high - old->low, after, 2, &done);
    }
    for (int i = 0; i < old->n_owners && code == 0; ++i) {
        code = device_image_own(away, image, old->owner[i]) ? 0 : -6; /* CL_OUT_OF_HOST_MEMORY */
    }
    if (code == 0 &&
        (!runs_add(&image->valid, &old->valid) || !runs_add(&image->dirty, &old->dirty))) {
        code = -6;
    }
    if (done) {
        opencl_event_free(image->kernel);
        image->kernel = done;
    }
    return code;
}

/* All images in the part's way are taken in and dropped; when that fails they stay. */
static int take_in_all(struct pycc_away *away, const struct device_part *part,
                       struct device_image *image) {
    int code = 0;
    for (struct device_image *old = away->image; old && code == 0; old = old->next) {
        if (old != image && in_the_way(old, part)) {
            code = take_in(away, image, old);
        }
    }
    for (struct device_image *old = away->image, *next; old && code == 0; old = next) {
        next = old->next;
        if (old != image && in_the_way(old, part)) {
            device_image_drop(away, old);
        }
    }
    return code;
}

/* An image of a footprint. */
static int new_packed(struct pycc_away *away, const struct device_bound *bound,
                      const struct device_part *part, struct device_image **made) {
    struct device_image *image = calloc(1, sizeof(*image));
    struct device_packed *packed = calloc(1, sizeof(*packed));
    int64_t bytes = part->pack->count * part->pack->unit;
    int code = image && packed ? 0 : -6; /* CL_OUT_OF_HOST_MEMORY */
    code = code ? code : opencl_buffer_new(away->device, bytes, NULL, &image->buffer);
    if (code != 0) {
        free(image);
        free(packed);
        return code;
    }
    packed->bound = bound->lmad;
    packed->footprint = *part->pack;
    image->packed = packed;
    image->low = image->base = part->low;
    image->high = part->high;
    device_guard_extent(image);
    image->next = away->image;
    away->image = image;
    *made = image;
    return 0;
}

int device_image_new(struct pycc_away *away, const struct device_bound *bound,
                     const struct device_part *part, struct device_manner manner,
                     struct device_image **made) {
    if (manner.packed) {
        return new_packed(away, bound, part, made);
    }
    bool shared = manner.shared;
    struct device_image *image = calloc(1, sizeof(*image));
    int64_t low, high;
    if (!image) {
        return -6; /* CL_OUT_OF_HOST_MEMORY */
    }
    choose_extent(away, part, &low, &high);
    image->base = low & -(int64_t)DEVICE_ALIGN;
    image->low = low;
    image->high = high;
    image->shared = shared;
    device_guard_extent(image);
    void *host = shared ? (void *)(uintptr_t)image->base : NULL;
    int code = opencl_buffer_new(away->device, image->high - image->base, host, &image->buffer);
    if (code != 0) {
        free(image);
        return code;
    }
    image->next = away->image;
    away->image = image;
    *made = image;
    code = take_in_all(away, part, image);
    if (code != 0) {
        device_image_drop(away, image);
    }
    return code;
}

static void device_image_drop(struct pycc_away *away, struct device_image *image) {
    struct device_image **at = &away->image;
    while (*at != image) {
        at = &(*at)->next;
    }
    *at = image->next;
    device_guard_open(away, image->low, image->high);
    struct opencl_event *pending[] = {image->upload, image->shared ? image->kernel : NULL};
    opencl_wait(pending, 2); /* they use the host's memory; how they ended does not matter */
    opencl_buffer_free(image->buffer);
    opencl_event_free(image->kernel);
    opencl_event_free(image->upload);
    runs_free(&image->valid);
    runs_free(&image->dirty);
    for (int i = 0; i < image->n_owners; ++i) {
        device_unhold(away, image->owner[i]);
    }
    if (image->packed) {
        device_stage_give(away->device, &image->packed->aside);
    }
    free(image->packed);
    free(image->owner);
    free(image);
}

void device_image_drop_all(struct pycc_away *away) {
    while (away->image) {
        device_image_drop(away, away->image);
    }
}

bool device_image_own(struct pycc_away *away, struct device_image *image,
                      struct pycc_buffer *owner) {
    owner = owner && owner->data ? owner : NULL; /* an argument's ends with its call */
    for (int i = 0; i < image->n_owners; ++i) {
        if (image->owner[i] == owner) {
            return true;
        }
    }
    if (image->n_owners == image->owner_room) {
        int room = image->owner_room ? 2 * image->owner_room : 4;
        struct pycc_buffer **list = realloc(image->owner, sizeof(*list) * (size_t)room);
        if (!list) {
            return false;
        }
        image->owner = list;
        image->owner_room = room;
    }
    if (!device_hold(away, owner)) {
        return false;
    }
    image->owner[image->n_owners++] = owner;
    return true;
}

bool device_image_gone(const struct pycc_away *away, const struct device_image *image) {
    bool dead = image->n_owners > 0;
    for (int i = 0; i < image->n_owners; ++i) { /* those that are not held may be no more */
        dead = dead && gone(away, image->owner[i]);
    }
    return dead;
}

bool device_image_told(const struct pycc_away *away, const struct device_image *image, int64_t low,
                       int64_t high) {
    bool valid = image->packed ? image->packed->valid
                               : !image->shared && runs_touch(&image->valid, low, high);
    return valid || runs_touch(&away->first_read, low, high) ||
           runs_touch(&away->written, low, high);
}

void device_image_sweep(struct pycc_away *away) {
    for (struct device_image *image = away->image, *next; image; image = next) {
        next = image->next;
        if (device_image_gone(away, image)) {
            device_image_drop(away, image);
        }
    }
}

/* ---- zero copy */

int device_image_map(struct device_image *image) {
    if (!image->shared || image->mapped) {
        return 0;
    }
    int code = opencl_map(image->buffer, &image->kernel, image->kernel != NULL);
    image->mapped = code == 0;
    return code;
}

int device_image_unmap(struct device_image *image) {
    if (!image->shared || !image->mapped) {
        return 0;
    }
    struct opencl_event *done = NULL;
    int code = opencl_unmap(image->buffer, &done);
    if (code == 0) {
        image->mapped = false;
        opencl_event_free(image->kernel);
        image->kernel = done;
    }
    return code;
}
