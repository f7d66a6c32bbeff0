/* Programs of one kernel each: built from source or binary, described, launched. */
#include <stdlib.h>
#include <string.h>

#include "opencl_api.h"

/* ---- making them */

static void release(struct opencl *d, struct opencl_program *p) {
    if (p->kernel) {
        d->cl->clReleaseKernel(p->kernel);
    }
    if (p->program) {
        d->cl->clReleaseProgram(p->program);
    }
    pthread_mutex_destroy(&p->lock);
    free(p);
}

static void fetch_log(const struct opencl *d, cl_program program, char *log, size_t size) {
    size_t length = 0;
    const struct opencl_api *cl = d->cl;
    if (size == 0 ||
        cl->clGetProgramBuildInfo(program, d->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &length)) {
        return;
    }
    char *whole = calloc(1, length + 1);
    if (whole &&
        !cl->clGetProgramBuildInfo(program, d->id, CL_PROGRAM_BUILD_LOG, length, whole, NULL)) {
        size_t n = strlen(whole) < size - 1 ? strlen(whole) : size - 1;
        memcpy(log, whole, n);
        log[n] = 0;
    }
    free(whole);
}

/* Builds p->program and makes its kernel. */
static int finish(struct opencl *d, struct opencl_program *p, const char *options,
                  const char *kernel, char *log, size_t size) {
    int code = d->cl->clBuildProgram(p->program, 1, &d->id, options ? options : "", NULL, NULL);
    if (code) {
        fetch_log(d, p->program, log, size);
        return code;
    }
    cl_int failed = CL_SUCCESS;
    p->kernel = d->cl->clCreateKernel(p->program, kernel, &failed);
    p->kernel = failed ? NULL : p->kernel;
    return failed;
}

static int begin(struct opencl *d, struct opencl_program **program) {
    int code = opencl_alive(d);
    if (code) {
        return code;
    }
    *program = calloc(1, sizeof(**program));
    if (!*program) {
        return CL_OUT_OF_HOST_MEMORY;
    }
    pthread_mutex_init(&(*program)->lock, NULL);
    return CL_SUCCESS;
}

/* code: what making p->program gave. */
static int complete(struct opencl *d, struct opencl_program *p, int code, const char *options,
                    const char *kernel, char *log, size_t size, struct opencl_program **program) {
    if (code) {
        p->program = NULL;
    } else {
        code = finish(d, p, options, kernel, log, size);
    }
    if (code) {
        release(d, p);
        return opencl_noted(d, code);
    }
    opencl_adopt(d, &p->head, OPENCL_PROGRAM);
    *program = p;
    return CL_SUCCESS;
}

int opencl_program_build(struct opencl *device, const char *source, const char *options,
                         const char *kernel, struct opencl_program **program, char *log,
                         size_t size) {
    struct opencl_program *p = NULL;
    if (size > 0) {
        log[0] = 0;
    }
    int code = begin(device, &p);
    if (code) {
        return code;
    }
    cl_int failed = CL_SUCCESS;
    p->program = device->cl->clCreateProgramWithSource(device->context, 1, &source, NULL, &failed);
    return complete(device, p, failed, options, kernel, log, size, program);
}

int opencl_program_load(struct opencl *device, const void *binary, size_t bytes,
                        const char *options, const char *kernel, struct opencl_program **program) {
    struct opencl_program *p = NULL;
    int code = begin(device, &p);
    if (code) {
        return code;
    }
    cl_int failed = CL_SUCCESS, status = CL_SUCCESS;
    const unsigned char *text = binary;
    p->program = device->cl->clCreateProgramWithBinary(device->context, 1, &device->id, &bytes,
                                                       &text, &status, &failed);
    if (!failed && status) {
        device->cl->clReleaseProgram(p->program);
        failed = status;
    }
    return complete(device, p, failed, options, kernel, NULL, 0, program);
}

void opencl_program_free(struct opencl_program *program) {
    if (program && !opencl_inherited(program->head.device)) {
        opencl_disown(&program->head);
        release(program->head.device, program);
    }
}

/* ---- asking them */

int opencl_program_binary(const struct opencl_program *program, void **binary, size_t *bytes) {
    const struct opencl *d = program->head.device;
    size_t size = 0;
    int code = opencl_alive(d);
    code = code ? code
                : d->cl->clGetProgramInfo(program->program, CL_PROGRAM_BINARY_SIZES, sizeof(size),
                                          &size, NULL);
    if (code || size == 0) {
        return code ? code : CL_INVALID_BINARY;
    }
    unsigned char *text = malloc(size);
    if (!text) {
        return CL_OUT_OF_HOST_MEMORY;
    }
    code =
        d->cl->clGetProgramInfo(program->program, CL_PROGRAM_BINARIES, sizeof(text), &text, NULL);
    if (code) {
        free(text);
        return code;
    }
    *binary = text;
    *bytes = size;
    return CL_SUCCESS;
}

static int64_t kernel_number(const struct opencl_program *p, cl_kernel_work_group_info what) {
    const struct opencl *d = p->head.device;
    cl_ulong number = 0; /* size_t and cl_ulong are both of 64 bits */
    if (opencl_alive(d) ||
        d->cl->clGetKernelWorkGroupInfo(p->kernel, d->id, what, sizeof(number), &number, NULL)) {
        return 0;
    }
    return (int64_t)number;
}

void opencl_program_info(const struct opencl_program *program, struct opencl_kernel_info *info) {
    info->private_bytes = kernel_number(program, CL_KERNEL_PRIVATE_MEM_SIZE);
    info->local_bytes = kernel_number(program, CL_KERNEL_LOCAL_MEM_SIZE);
    info->preferred = (int)kernel_number(program, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE);
    info->most = (int)kernel_number(program, CL_KERNEL_WORK_GROUP_SIZE);
}

/* ---- launching them */

static int set_arguments(const struct opencl_program *p, const struct opencl_arg *arg, int n) {
    const struct opencl_api *cl = p->head.device->cl;
    int code = CL_SUCCESS;
    for (int i = 0; i < n && !code; ++i) {
        code = arg[i].buffer ? cl->clSetKernelArg(p->kernel, (cl_uint)i, sizeof(cl_mem),
                                                  &arg[i].buffer->memory)
                             : cl->clSetKernelArg(p->kernel, (cl_uint)i, arg[i].size, arg[i].value);
    }
    return code;
}

int opencl_launch(struct opencl_program *program, const struct opencl_arg *arg, int n_args,
                  int dims, const size_t *global, const size_t *local,
                  struct opencl_event *const *after, int n, struct opencl_event **event) {
    struct opencl *d = program->head.device;
    struct opencl_command command;
    int code = opencl_command_begin(&command, d, OPENCL_COMPUTE, after, n, event != NULL);
    if (code) {
        return code;
    }
    pthread_mutex_lock(&program->lock);
    code = set_arguments(program, arg, n_args);
    if (!code) {
        code = d->cl->clEnqueueNDRangeKernel(d->queue[OPENCL_COMPUTE], program->kernel,
                                             (cl_uint)dims, NULL, global, local, command.n,
                                             command.wait, &command.done);
    }
    pthread_mutex_unlock(&program->lock);
    return opencl_command_end(&command, code, event);
}
