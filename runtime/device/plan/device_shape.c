/* How the iterations of an index space are shared out: to work-items, and these to groups.
 *
 * Groups are rows: neighbours in memory are neighbours in a group. On a GPU a row is what loads
 * together, and rows of several iterations of the loop around it share what they load. On a CPU a
 * group is what one thread does at a time, as a loop over its work-items: it is long, there are
 * several for each thread, and where a loop can be cut into equal groups no work-item has to ask
 * whether it is outside. */
#include "device_plan.h"

#include <string.h>

#include "settings.h"

enum {
    GPU_BUSY = 2048, /* work-items per compute unit, at least */
    CPU_GROUP = 256, /* work-items of a group, where they do not come out even */
    CPU_LONG = 4096, /* at most, where they do */
    CPU_TURNS = 4,   /* groups per compute unit, at least */
    /* words of 32 bits that a work-item keeps in registers: 32 vectors of 64 bytes, 16 of 32 bytes,
     * and what leaves room for 512 work-items on a unit of 64 K registers */
    WIDE_REGISTERS = 512,
    REGISTERS = 128
};

/* Fewer than suit the nest where a loop is too short for them, or all work-items for the device;
 * what is left over at a loop's end is done one by one. */
static int lanes_of(const struct opencl_info *info, const struct pycc_device_nest *nest,
                    const struct device_bound *b, int d) {
    bool together = !info->cpu && d == nest->dims - 1; /* neighbours load together */
    int64_t items = 1, enough = info->cpu ? info->units : GPU_BUSY * (int64_t)info->units;
    for (int k = 0; k < nest->dims; ++k) {
        items = items < enough * 64 ? items * b->trips[k] : items;
    }
    int lanes = nest->lanes[d] > 1 && !together ? nest->lanes[d] : 1;
    while (lanes > 1 &&
           (items / lanes < enough || (b->trips[d] % lanes != 0 && b->trips[d] < 8 * lanes))) {
        lanes /= 2;
    }
    return lanes;
}

static int registers_of(const struct pycc_device_nest *nest, const int *lanes) {
    int sum = 0;
    for (int m = 0; m < 1 << nest->dims; ++m) {
        int words = nest->registers[m];
        for (int d = 0; d < nest->dims; ++d) {
            words *= m >> d & 1 ? lanes[d] : 1;
        }
        sum += words;
    }
    return sum;
}

/* Fewer iterations of the outer loops until what a box has alive fits; vectors stay. */
static void fit_registers(const struct opencl_info *info, const struct pycc_device_nest *nest,
                          int *lanes) {
    int most = info->cpu && info->vector_f64 >= 8 ? WIDE_REGISTERS : REGISTERS;
    for (int d = 0; d + 1 < nest->dims; ++d) {
        while (lanes[d] > 1 && registers_of(nest, lanes) > most) {
            lanes[d] /= 2;
        }
    }
}

/* PYCC_ROWS: group, item, or as the device and the sizes say. On GPUs neighbours of a group load
 * together, wherever rows are long enough for all of it to have something to do; a processor's
 * threads had better have rows of their own, unless there are too few. */
static bool takes_groups(const struct opencl_info *info, const struct pycc_device_nest *nest,
                         const struct device_bound *b) {
    const char *set = pycc_setting_text("PYCC_ROWS");
    int64_t items = 1, units = info->units;
    if (!nest->group_source || info->group < DEVICE_GROUP || info->item[0] < DEVICE_GROUP) {
        return false;
    }
    if (set && (strcmp(set, "group") == 0 || strcmp(set, "item") == 0)) {
        return set[0] == 'g';
    }
    for (int k = 0; k < nest->dims; ++k) {
        items = items < units ? items * b->trips[k] : items;
    }
    int64_t length = b->lmad.nest.level[nest->split_level].extent;
    return info->cpu ? items < units && length >= 64 * DEVICE_GROUP : length >= DEVICE_GROUP / 2;
}

static int64_t items_of(const struct device_bound *b, const int64_t *trips, int d) {
    return (trips[d] + b->lanes[d] - 1) / b->lanes[d];
}

/* ---- groups */

/* The greatest power of 2 up to n and most. */
static int greatest_power(int64_t n, int most) {
    int p = 1;
    while (2 * p <= most && 2 * p <= n) {
        p *= 2;
    }
    return p;
}

static int smaller(int64_t a, int64_t b) {
    return (int)(a < b ? a : b);
}

static int greatest_divisor(int64_t n, int most) {
    int d = smaller(n, most);
    while (d > 1 && n % d != 0) {
        --d;
    }
    return d < 1 ? 1 : d;
}

/* Work-items of a group along loop d of which nothing is known but this. */
static int room_of(const struct opencl_info *info, const struct pycc_device_nest *nest, int d,
                   int most) {
    int axis = nest->dims - 1 - d;
    return smaller(info->item[axis] > 0 ? info->item[axis] : most, most);
}

static void gpu_groups(const struct opencl_info *info, const struct pycc_device_nest *nest,
                       const int64_t *items, int most, int *group) {
    static const int want[PYCC_DEVICE_DIMS][PYCC_DEVICE_DIMS] = {
        {256, 1, 1}, {32, 8, 1}, {32, 4, 2}};
    for (int d = nest->dims - 1; d >= 0; --d) {
        int room = room_of(info, nest, d, most);
        group[d] = greatest_power(items[d], want[nest->dims - 1][nest->dims - 1 - d]);
        while (group[d] > 1 && group[d] > room) {
            group[d] /= 2;
        }
        most /= group[d];
    }
}

static int64_t count_groups(const struct pycc_device_nest *nest, const int64_t *items,
                            const int *group) {
    int64_t groups = 1;
    for (int d = 0; d < nest->dims; ++d) {
        int64_t more = (items[d] + group[d] - 1) / group[d];
        groups = groups < INT32_MAX ? groups * more : groups;
    }
    return groups;
}

/* As long as leaves several for each thread: equal parts of the last loop, and of the one around it
 * when it is short. */
static void cpu_groups(const struct opencl_info *info, const struct pycc_device_nest *nest,
                       const int64_t *items, int most, int *group) {
    int last = nest->dims - 1, enough = CPU_TURNS * info->units;
    int room = room_of(info, nest, last, smaller(most, CPU_LONG));
    for (int d = 0; d < nest->dims; ++d) {
        group[d] = 1;
    }
    group[last] = greatest_divisor(items[last], room);
    while (group[last] > 16 && count_groups(nest, items, group) < enough) {
        group[last] = greatest_divisor(items[last], group[last] - 1);
    }
    if (group[last] < CPU_GROUP / 4 && group[last] < items[last]) {
        group[last] = smaller(greatest_power(items[last], CPU_GROUP), room);
        while (group[last] > 16 && count_groups(nest, items, group) < enough) {
            group[last] /= 2;
        }
    }
    if (last > 0 && group[last] < CPU_GROUP) {
        int rows = smaller(CPU_GROUP, most) / group[last];
        group[last - 1] = greatest_divisor(items[last - 1], room_of(info, nest, last - 1, rows));
        while (group[last - 1] > 1 && count_groups(nest, items, group) < enough) {
            group[last - 1] = greatest_divisor(items[last - 1], group[last - 1] - 1);
        }
    }
}

static void choose_groups(const struct opencl_info *info, const struct pycc_device_nest *nest,
                          const int64_t *items, int most, int *group) {
    if (info->cpu && !device_wants_local(info)) {
        cpu_groups(info, nest, items, most, group);
    } else {
        gpu_groups(info, nest, items, most, group);
    }
}

void device_choose_shape(const struct opencl_info *info, const struct pycc_device_nest *nest,
                         struct device_bound *b) {
    int64_t items[PYCC_DEVICE_DIMS];
    b->group = takes_groups(info, nest, b);
    b->whole = !b->group;
    for (int d = 0; d < nest->dims; ++d) {
        b->lanes[d] = b->group ? 1 : lanes_of(info, nest, b, d);
        b->items[d] = b->group && d == nest->dims - 1 ? DEVICE_GROUP : 1;
    }
    fit_registers(info, nest, b->lanes);
    if (b->group) {
        return;
    }
    if (nest->n_results > 0) { /* groups are chunks; on a CPU one work-item does all of it */
        b->items[0] = info->cpu ? 1 : DEVICE_GROUP;
        return;
    }
    for (int d = 0; d < nest->dims; ++d) {
        items[d] = items_of(b, b->trips, d);
    }
    choose_groups(info, nest, items, info->group, b->items);
    for (int d = 0; d < nest->dims; ++d) {
        b->whole = b->whole && items[d] % b->items[d] == 0;
    }
}

void device_launch_shape(const struct opencl_info *info, const struct pycc_device_nest *nest,
                         const struct device_bound *b, const int64_t *trips, int most,
                         size_t *global, size_t *local) {
    int64_t items[PYCC_DEVICE_DIMS], all = 1;
    int group[PYCC_DEVICE_DIMS];
    bool same = true;
    if (b->group) {
        for (int axis = 0; axis < nest->dims; ++axis) {
            local[axis] = axis == 0 ? DEVICE_GROUP : 1;
            global[axis] = local[axis] * (size_t)trips[nest->dims - 1 - axis];
        }
        return;
    }
    for (int d = 0; d < nest->dims; ++d) {
        items[d] = items_of(b, trips, d);
        group[d] = b->items[d];
        all *= group[d];
        same = same && trips[d] == b->trips[d];
    }
    if (!same) {
        choose_groups(info, nest, items, smaller(info->group, most), group);
    } else if (all > most) { /* parts of the groups that the text speaks of */
        for (int d = 0; d < nest->dims; ++d) {
            while (group[d] > 1 && all > most) {
                all /= group[d];
                group[d] = greatest_divisor(group[d], group[d] - 1);
                all *= group[d];
            }
        }
    }
    for (int d = 0; d < nest->dims; ++d) {
        int axis = nest->dims - 1 - d;
        local[axis] = (size_t)group[d];
        global[axis] = (size_t)((items[d] + group[d] - 1) / group[d] * group[d]);
    }
}
