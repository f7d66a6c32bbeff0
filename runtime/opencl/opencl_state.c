/* The state of a device that is open: whether it is still there, and what is made on it. */
#include "opencl_api.h"

bool opencl_forked(void) {
    return opencl_generation() > 0;
}

bool opencl_inherited(const struct opencl *device) {
    return device->generation != opencl_generation();
}

int opencl_alive(const struct opencl *device) {
    return __atomic_load_n(&device->lost, __ATOMIC_RELAXED) || opencl_inherited(device)
               ? OPENCL_LOST
               : CL_SUCCESS;
}

bool opencl_lost(const struct opencl *device) {
    return opencl_alive(device) != CL_SUCCESS;
}

int opencl_noted(struct opencl *device, int code) {
    switch (code) {
    /* what was there before is not any more */
    case OPENCL_LOST:
    case CL_DEVICE_NOT_AVAILABLE:
    case CL_INVALID_DEVICE:
    case CL_INVALID_CONTEXT:
    case CL_INVALID_COMMAND_QUEUE:
        __atomic_store_n(&device->lost, true, __ATOMIC_RELAXED);
        break;
    default:
        break;
    }
    return code;
}

void opencl_adopt(struct opencl *device, struct opencl_child *child, enum opencl_kind kind) {
    child->device = device;
    child->kind = kind;
    child->before = NULL;
    pthread_mutex_lock(&device->lock);
    child->after = device->child;
    if (device->child) {
        device->child->before = child;
    }
    device->child = child;
    int *count = kind == OPENCL_BUFFER    ? &device->usage.buffers
                 : kind == OPENCL_PROGRAM ? &device->usage.programs
                                          : &device->usage.events;
    ++*count;
    pthread_mutex_unlock(&device->lock);
}

void opencl_disown(struct opencl_child *child) {
    struct opencl *device = child->device;
    pthread_mutex_lock(&device->lock);
    *(child->before ? &child->before->after : &device->child) = child->after;
    if (child->after) {
        child->after->before = child->before;
    }
    int *count = child->kind == OPENCL_BUFFER    ? &device->usage.buffers
                 : child->kind == OPENCL_PROGRAM ? &device->usage.programs
                                                 : &device->usage.events;
    --*count;
    pthread_mutex_unlock(&device->lock);
}

struct opencl_usage opencl_usage(const struct opencl *device) {
    pthread_mutex_t *lock = (pthread_mutex_t *)&device->lock;
    pthread_mutex_lock(lock);
    struct opencl_usage usage = device->usage;
    pthread_mutex_unlock(lock);
    return usage;
}
