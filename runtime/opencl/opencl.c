/* OpenCL devices: found, chosen, opened with a context and three queues, and closed.
 *
 * What was opened before a fork is not touched after it: in the child every call finds the device
 * lost, and what the parent had is left as it is. When the process ends, commands still enqueued
 * are waited for, because drivers do not survive that their libraries' data is destroyed under
 * them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "opencl_api.h"
#include "settings.h"

/* ---- which there are */

enum { MOST_PLATFORMS = 16, MOST_DEVICES = 64 };

struct candidate {
    cl_platform_id platform;
    cl_device_id id;
    int rank; /* of its type; lower ones come first */
    char name[128];
};

struct candidates {
    int n;
    struct candidate item[MOST_DEVICES];
};

static int rank_of(cl_device_type type) {
    return type & CL_DEVICE_TYPE_GPU ? 0 : type & CL_DEVICE_TYPE_ACCELERATOR ? 1 : 2;
}

/* Is the word in the device's list of extensions? */
static bool has_extension(const struct opencl *d, const char *word) {
    char list[8192] = " ", *at;
    size_t n = strlen(word);
    d->cl->clGetDeviceInfo(d->id, CL_DEVICE_EXTENSIONS, sizeof(list) - 2, list + 1, NULL);
    at = strstr(list, word);
    return at && at[-1] == ' ' && (at[n] == ' ' || at[n] == 0);
}

static void device_text(const struct opencl_api *cl, cl_device_id id, cl_device_info what,
                        char *text, size_t size) {
    memset(text, 0, size);
    char whole[1024] = "";
    if (cl->clGetDeviceInfo(id, what, sizeof(whole) - 1, whole, NULL) == CL_SUCCESS) {
        snprintf(text, size, "%.*s", (int)size - 1, whole + strspn(whole, " "));
    }
}

static bool device_bool(const struct opencl_api *cl, cl_device_id id, cl_device_info what) {
    cl_bool answer = CL_FALSE;
    return cl->clGetDeviceInfo(id, what, sizeof(answer), &answer, NULL) == CL_SUCCESS && answer;
}

/* Inserts a device behind those of its type. */
static void insert(const struct opencl_api *cl, struct candidates *all, cl_platform_id platform,
                   cl_device_id id) {
    cl_device_type type = 0;
    if (all->n == MOST_DEVICES || !device_bool(cl, id, CL_DEVICE_AVAILABLE) ||
        !device_bool(cl, id, CL_DEVICE_COMPILER_AVAILABLE) ||
        !device_bool(cl, id, CL_DEVICE_ENDIAN_LITTLE) ||
        cl->clGetDeviceInfo(id, CL_DEVICE_TYPE, sizeof(type), &type, NULL) != CL_SUCCESS) {
        return;
    }
    int rank = rank_of(type), at = all->n++;
    for (; at > 0 && all->item[at - 1].rank > rank; --at) {
        all->item[at] = all->item[at - 1];
    }
    all->item[at] = (struct candidate){.platform = platform, .id = id, .rank = rank};
    device_text(cl, id, CL_DEVICE_NAME, all->item[at].name, sizeof(all->item[at].name));
}

static bool find_devices(const struct opencl_api *cl, struct candidates *all, char *message,
                         size_t size) {
    cl_platform_id platform[MOST_PLATFORMS];
    cl_uint n = 0;
    int code = cl->clGetPlatformIDs(MOST_PLATFORMS, platform, &n);
    if (code || n == 0) {
        snprintf(message, size, "OpenCL has no platform: no driver is installed (%s)",
                 opencl_error_name(code));
        return false;
    }
    all->n = 0;
    for (cl_uint p = 0; p < n && p < MOST_PLATFORMS; ++p) {
        cl_device_id id[MOST_DEVICES];
        cl_uint there = 0;
        if (cl->clGetDeviceIDs(platform[p], CL_DEVICE_TYPE_ALL, MOST_DEVICES, id, &there)) {
            continue;
        }
        for (cl_uint k = 0; k < there && k < MOST_DEVICES; ++k) {
            insert(cl, all, platform[p], id[k]);
        }
    }
    if (all->n == 0) {
        snprintf(message, size, "OpenCL has no device that is available and has a compiler");
    }
    return all->n > 0;
}

static bool contains(const char *text, const char *part) {
    size_t n = strlen(part);
    for (; *text; ++text) {
        if (strncasecmp(text, part, n) == 0) {
            return true;
        }
    }
    return false;
}

static void refuse_choice(const struct candidates *all, const char *wanted, char *message,
                          size_t size) {
    snprintf(message, size, "PYCC_DEVICE=%s names none of the devices", wanted);
    for (int i = 0; i < all->n; ++i) {
        size_t at = strlen(message);
        snprintf(message + at, size - at, "%s %d '%s'", i ? "," : "", i, all->item[i].name);
    }
}

/* Moves the device that PYCC_DEVICE names to the front. */
static bool prefer(struct candidates *all, char *message, size_t size) {
    const char *wanted = pycc_setting_text("PYCC_DEVICE");
    if (!wanted) {
        return true;
    }
    char *end = NULL;
    long number = strtol(wanted, &end, 10);
    int found = *end == 0 && number >= 0 && number < all->n ? (int)number : -1;
    for (int i = 0; i < all->n && *end != 0 && found < 0; ++i) {
        found = contains(all->item[i].name, wanted) ? i : -1;
    }
    if (found < 0) {
        refuse_choice(all, wanted, message, size);
        return false;
    }
    struct candidate chosen = all->item[found];
    memmove(&all->item[1], &all->item[0], (size_t)found * sizeof(chosen));
    all->item[0] = chosen;
    return true;
}

/* ---- what they are */

static int64_t device_number(const struct opencl_api *cl, cl_device_id id, cl_device_info what) {
    cl_ulong number = 0; /* narrower ones are in its low bytes */
    return cl->clGetDeviceInfo(id, what, sizeof(number), &number, NULL) ? 0 : (int64_t)number;
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static void describe_limits(struct opencl *d) {
    struct opencl_info *info = &d->info;
    const struct opencl_api *cl = d->cl;
    int64_t memory = device_number(cl, d->id, CL_DEVICE_GLOBAL_MEM_SIZE);
    info->memory = smaller(memory, pycc_setting_bytes("PYCC_DEVICE_MEMORY", memory));
    info->allocation =
        smaller(device_number(cl, d->id, CL_DEVICE_MAX_MEM_ALLOC_SIZE), info->memory);
    info->local_memory = device_number(cl, d->id, CL_DEVICE_LOCAL_MEM_SIZE);
    info->local = device_number(cl, d->id, CL_DEVICE_LOCAL_MEM_TYPE) == CL_LOCAL;
    info->alignment = device_number(cl, d->id, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
    info->units = (int)device_number(cl, d->id, CL_DEVICE_MAX_COMPUTE_UNITS);
    info->group = (int)device_number(cl, d->id, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    info->vector_f32 = (int)device_number(cl, d->id, CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT);
    info->vector_f64 = (int)device_number(cl, d->id, CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE);
    size_t item[16] = {0};
    cl->clGetDeviceInfo(d->id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof(item), item, NULL);
    for (int k = 0; k < 3; ++k) {
        info->item[k] = (int)item[k];
    }
}

static void describe(struct opencl *d, const struct candidate *c) {
    struct opencl_info *info = &d->info;
    memcpy(info->name, c->name, sizeof(info->name));
    device_text(d->cl, d->id, CL_DEVICE_VENDOR, info->vendor, sizeof(info->vendor));
    device_text(d->cl, d->id, CL_DEVICE_VERSION, info->version, sizeof(info->version));
    device_text(d->cl, d->id, CL_DRIVER_VERSION, info->driver, sizeof(info->driver));
    char platform[512] = "";
    d->cl->clGetPlatformInfo(c->platform, CL_PLATFORM_VERSION, sizeof(platform) - 1, platform,
                             NULL);
    snprintf(info->platform, sizeof(info->platform), "%.*s", (int)sizeof(info->platform) - 1,
             platform);
    info->fp64 = device_number(d->cl, d->id, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
    info->atomics64 = has_extension(d, "cl_khr_int64_base_atomics");
    info->rounded = (device_number(d->cl, d->id, CL_DEVICE_SINGLE_FP_CONFIG) &
                     CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
    info->cpu = device_number(d->cl, d->id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU;
    info->unified = device_bool(d->cl, d->id, CL_DEVICE_HOST_UNIFIED_MEMORY);
    describe_limits(d);
}

const struct opencl_info *opencl_describe(const struct opencl *device) {
    return &device->info;
}

/* ---- all that are open, for the end of the process */

static struct {
    pthread_mutex_t lock;
    pthread_once_t once;
    struct opencl *first;
    int opened;
    bool ended; /* the process ends */
} open_devices = {.lock = PTHREAD_MUTEX_INITIALIZER, .once = PTHREAD_ONCE_INIT};

/* Waits for what was enqueued since the last time. When there is nothing the driver is left alone:
 * at exit its threads' own data may be gone already. */
static void settle_one(struct opencl *d) {
    bool idle = true;
    for (int q = 0; q < OPENCL_QUEUES; ++q) {
        uint64_t enqueued = __atomic_load_n(&d->enqueued[q], __ATOMIC_ACQUIRE);
        idle = idle && enqueued == d->settled[q];
        d->settled[q] = enqueued;
    }
    if (!idle) {
        opencl_finish(d);
    }
}

static void settle(bool for_good) {
    if (opencl_generation() > 0) {
        return;
    }
    pthread_mutex_lock(&open_devices.lock);
    for (struct opencl *d = open_devices.first; d; d = d->next) {
        if (d->on_exit) {
            d->on_exit(d->on_exit_argument);
        }
        settle_one(d);
        if (for_good) {
            __atomic_store_n(&d->lost, true, __ATOMIC_RELAXED); /* for threads that go on */
        }
    }
    open_devices.ended = open_devices.ended || for_good;
    pthread_mutex_unlock(&open_devices.lock);
}

void opencl_settle(void) {
    settle(false);
}

static void finish_all(void) {
    settle(true);
}

static void finish_at_exit(void) {
    atexit(finish_all);
}

/* False when the process ends. */
static bool enlist(struct opencl *d) {
    pthread_once(&open_devices.once, finish_at_exit);
    pthread_mutex_lock(&open_devices.lock);
    bool ended = open_devices.ended;
    if (!ended) {
        d->info.number = open_devices.opened++;
        d->next = open_devices.first;
        open_devices.first = d;
    }
    pthread_mutex_unlock(&open_devices.lock);
    return !ended;
}

static void delist(struct opencl *d) {
    pthread_mutex_lock(&open_devices.lock);
    struct opencl **at = &open_devices.first;
    while (*at && *at != d) {
        at = &(*at)->next;
    }
    if (*at) {
        *at = d->next;
    }
    pthread_mutex_unlock(&open_devices.lock);
}

void opencl_on_exit(struct opencl *device, void (*call)(void *), void *argument) {
    pthread_mutex_lock(&open_devices.lock);
    device->on_exit = call;
    device->on_exit_argument = argument;
    pthread_mutex_unlock(&open_devices.lock);
}

/* ---- open and close */

static void release(struct opencl *d) {
    for (int q = 0; q < OPENCL_QUEUES; ++q) {
        if (d->queue[q]) {
            d->cl->clReleaseCommandQueue(d->queue[q]);
        }
    }
    if (d->context) {
        d->cl->clReleaseContext(d->context);
    }
    for (int q = 0; q < OPENCL_QUEUES; ++q) {
        pthread_mutex_destroy(&d->turn[q]);
    }
    pthread_mutex_destroy(&d->lock);
    free(d);
}

static int make_queues(struct opencl *d, cl_platform_id platform) {
    cl_int code = CL_SUCCESS;
    cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
    d->context = d->cl->clCreateContext(properties, 1, &d->id, NULL, NULL, &code);
    for (int q = 0; q < OPENCL_QUEUES && code == CL_SUCCESS; ++q) {
        d->queue[q] =
            d->cl->clCreateCommandQueue(d->context, d->id, CL_QUEUE_PROFILING_ENABLE, &code);
    }
    return code;
}

static struct opencl *open_candidate(const struct opencl_api *cl, const struct candidate *c,
                                     char *message, size_t size) {
    struct opencl *d = calloc(1, sizeof(*d));
    if (!d) {
        snprintf(message, size, "no memory to open device '%s'", c->name);
        return NULL;
    }
    d->cl = cl;
    d->id = c->id;
    d->generation = opencl_generation();
    pthread_mutex_init(&d->lock, NULL);
    for (int q = 0; q < OPENCL_QUEUES; ++q) {
        pthread_mutex_init(&d->turn[q], NULL);
    }
    describe(d, c);
    int code = make_queues(d, c->platform);
    if (code) {
        snprintf(message, size, "device '%s' cannot be opened: %s", c->name,
                 opencl_error_name(code));
        release(d);
        return NULL;
    }
    if (!enlist(d)) {
        snprintf(message, size, "the process ends");
        release(d);
        return NULL;
    }
    return d;
}

struct opencl *opencl_open(int index, char *message, size_t size) {
    const struct opencl_api *cl = opencl_api(message, size);
    struct candidates all;
    if (!cl || !find_devices(cl, &all, message, size) || !prefer(&all, message, size)) {
        return NULL;
    }
    if (index < 0 || index >= all.n) {
        snprintf(message, size, "OpenCL has %d device%s, there is no number %d", all.n,
                 all.n == 1 ? "" : "s", index);
        return NULL;
    }
    return open_candidate(cl, &all.item[index], message, size);
}

static void free_child(struct opencl_child *child) {
    switch (child->kind) {
    case OPENCL_BUFFER:
        opencl_buffer_free((struct opencl_buffer *)child);
        break;
    case OPENCL_PROGRAM:
        opencl_program_free((struct opencl_program *)child);
        break;
    case OPENCL_EVENT:
        ((struct opencl_event *)child)->references = 1;
        opencl_event_free((struct opencl_event *)child);
        break;
    }
}

void opencl_close(struct opencl *device) {
    if (!device || opencl_inherited(device)) {
        return;
    }
    delist(device);
    opencl_finish(device);
    opencl_forget_last(device);
    while (device->child) {
        free_child(device->child);
    }
    release(device);
}

/* ---- queues */

static int for_queues(struct opencl *d, cl_int (*call)(cl_command_queue)) {
    int first = opencl_alive(d);
    for (int q = 0; q < OPENCL_QUEUES && !first; ++q) {
        first = opencl_noted(d, call(d->queue[q]));
    }
    return first;
}

int opencl_flush(struct opencl *device) {
    return for_queues(device, device->cl->clFlush);
}

int opencl_finish(struct opencl *device) {
    int code = for_queues(device, device->cl->clFlush);
    code = code ? code : for_queues(device, device->cl->clFinish);
    int ended = CL_SUCCESS;
    for (int q = 0; q < OPENCL_QUEUES && !code; ++q) {
        ended = ended ? ended : opencl_last_outcome(device, q);
    }
    if (ended) {
        opencl_forget_last(device);
    }
    return code ? code : opencl_noted(device, ended);
}
