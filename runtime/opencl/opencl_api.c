/* Opens the OpenCL loader when a device is first asked for, and names CL's error codes. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "opencl_api.h"
#include "settings.h"

static struct {
    pthread_once_t once;
    struct opencl_api cl;
    bool there;
    char message[256];
    unsigned generation;
} loader = {.once = PTHREAD_ONCE_INIT};

static void forked(void) {
    __atomic_fetch_add(&loader.generation, 1, __ATOMIC_RELAXED);
}

unsigned opencl_generation(void) {
    return __atomic_load_n(&loader.generation, __ATOMIC_RELAXED);
}

/* ISO C has no cast from void * to a function: the pointer's bytes are copied. */
static bool find(void *object, const char *name, void *pointer) {
    void *symbol = dlsym(object, name);
    memcpy(pointer, &symbol, sizeof(symbol));
    return symbol != NULL;
}

/* The name of the first function that is missing; NULL when all are there. */
static const char *find_all(void *object) {
#define F(name)                                                                                    \
    if (!find(object, #name, &loader.cl.name)) {                                                   \
        return #name;                                                                              \
    }
    OPENCL_FUNCTIONS(F)
#undef F
    return NULL;
}

static void load(void) {
    const char *library = pycc_setting_text("PYCC_OPENCL_LIBRARY");
    library = library ? library : "libOpenCL.so.1";
    void *object = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!object) {
        const char *reason = dlerror();
        snprintf(loader.message, sizeof(loader.message), "the OpenCL loader cannot be opened: %s",
                 reason ? reason : library);
        return;
    }
    const char *missing = find_all(object);
    if (missing || pthread_atfork(NULL, NULL, forked) != 0) {
        snprintf(loader.message, sizeof(loader.message), "the OpenCL loader %s %s", library,
                 missing ? "lacks" : "cannot be guarded against a fork");
        if (missing) {
            size_t at = strlen(loader.message);
            snprintf(loader.message + at, sizeof(loader.message) - at, " %s", missing);
        }
        dlclose(object);
        return;
    }
    loader.there = true;
}

const struct opencl_api *opencl_api(char *message, size_t size) {
    pthread_once(&loader.once, load);
    if (loader.there && opencl_generation() == 0) {
        return &loader.cl;
    }
    snprintf(message, size, "%s",
             loader.there ? "OpenCL was opened before this process was forked off"
                          : loader.message);
    return NULL;
}

#define OPENCL_ERRORS(E)                                                                           \
    E(CL_SUCCESS)                                                                                  \
    E(CL_DEVICE_NOT_AVAILABLE)                                                                     \
    E(CL_COMPILER_NOT_AVAILABLE)                                                                   \
    E(CL_MEM_OBJECT_ALLOCATION_FAILURE)                                                            \
    E(CL_OUT_OF_RESOURCES)                                                                         \
    E(CL_OUT_OF_HOST_MEMORY)                                                                       \
    E(CL_PROFILING_INFO_NOT_AVAILABLE)                                                             \
    E(CL_MEM_COPY_OVERLAP)                                                                         \
    E(CL_BUILD_PROGRAM_FAILURE)                                                                    \
    E(CL_MAP_FAILURE)                                                                              \
    E(CL_MISALIGNED_SUB_BUFFER_OFFSET)                                                             \
    E(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)                                                \
    E(CL_COMPILE_PROGRAM_FAILURE)                                                                  \
    E(CL_LINKER_NOT_AVAILABLE)                                                                     \
    E(CL_LINK_PROGRAM_FAILURE)                                                                     \
    E(CL_DEVICE_PARTITION_FAILED)                                                                  \
    E(CL_KERNEL_ARG_INFO_NOT_AVAILABLE)                                                            \
    E(CL_INVALID_VALUE)                                                                            \
    E(CL_INVALID_DEVICE_TYPE)                                                                      \
    E(CL_INVALID_PLATFORM)                                                                         \
    E(CL_INVALID_DEVICE)                                                                           \
    E(CL_INVALID_CONTEXT)                                                                          \
    E(CL_INVALID_QUEUE_PROPERTIES)                                                                 \
    E(CL_INVALID_COMMAND_QUEUE)                                                                    \
    E(CL_INVALID_HOST_PTR)                                                                         \
    E(CL_INVALID_MEM_OBJECT)                                                                       \
    E(CL_INVALID_BINARY)                                                                           \
    E(CL_INVALID_BUILD_OPTIONS)                                                                    \
    E(CL_INVALID_PROGRAM)                                                                          \
    E(CL_INVALID_PROGRAM_EXECUTABLE)                                                               \
    E(CL_INVALID_KERNEL_NAME)                                                                      \
    E(CL_INVALID_KERNEL_DEFINITION)                                                                \
    E(CL_INVALID_KERNEL)                                                                           \
    E(CL_INVALID_ARG_INDEX)                                                                        \
    E(CL_INVALID_ARG_VALUE)                                                                        \
    E(CL_INVALID_ARG_SIZE)                                                                         \
    E(CL_INVALID_KERNEL_ARGS)                                                                      \
    E(CL_INVALID_WORK_DIMENSION)                                                                   \
    E(CL_INVALID_WORK_GROUP_SIZE)                                                                  \
    E(CL_INVALID_WORK_ITEM_SIZE)                                                                   \
    E(CL_INVALID_GLOBAL_OFFSET)                                                                    \
    E(CL_INVALID_EVENT_WAIT_LIST)                                                                  \
    E(CL_INVALID_EVENT)                                                                            \
    E(CL_INVALID_OPERATION)                                                                        \
    E(CL_INVALID_BUFFER_SIZE)                                                                      \
    E(CL_INVALID_GLOBAL_WORK_SIZE)                                                                 \
    E(CL_INVALID_PROPERTY)                                                                         \
    E(CL_INVALID_COMPILER_OPTIONS)                                                                 \
    E(CL_INVALID_LINKER_OPTIONS)

const char *opencl_error_name(int code) {
    switch (code) {
#define E(name)                                                                                    \
    case name:                                                                                     \
        return #name;
        OPENCL_ERRORS(E)
#undef E
    case OPENCL_LOST:
        return "device lost";
    case -1001:
        return "CL_PLATFORM_NOT_FOUND_KHR";
    default:
        return "unknown OpenCL error";
    }
}
