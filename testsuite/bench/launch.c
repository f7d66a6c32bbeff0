/* What an OpenCL launch costs at least: an empty kernel, enqueued and waited for, as a hand-written
 * program does it. Prints the device's name and the median of microseconds. PYCC_DEVICE chooses by
 * a part of the name. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WARM = 200, TIMES = 2001 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The first GPU, else the first device whose name has the part. */
static cl_device_id find(const char *part, char *name, size_t size) {
    static const cl_device_type types[] = {CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ALL};
    cl_platform_id platform[8];
    cl_uint platforms = 0;
    clGetPlatformIDs(8, platform, &platforms);
    for (int t = 0; t < 2; ++t) {
        for (cl_uint p = 0; p < platforms && p < 8; ++p) {
            cl_device_id device[8];
            cl_uint n = 0;
            clGetDeviceIDs(platform[p], types[t], 8, device, &n);
            for (cl_uint i = 0; i < n && i < 8; ++i) {
                clGetDeviceInfo(device[i], CL_DEVICE_NAME, size, name, NULL);
                if (!part || strstr(name, part)) {
                    return device[i];
                }
            }
        }
    }
    return NULL;
}

int main(void) {
    static const char *source = "__kernel void empty(__global float *a) { }";
    static double us[TIMES];
    char name[256] = "";
    size_t items = 64;
    cl_device_id device = find(getenv("PYCC_DEVICE"), name, sizeof name);
    if (!device) {
        fprintf(stderr, "no OpenCL device\n");
        return 1;
    }
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, NULL, NULL);
    if (clBuildProgram(program, 1, &device, "", NULL, NULL) != CL_SUCCESS) {
        return 1;
    }
    cl_kernel kernel = clCreateKernel(program, "empty", NULL);
    clSetKernelArg(kernel, 0, sizeof a, &a);
    for (int i = -WARM; i < TIMES; ++i) {
        double begin = now();
        if (clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL) ||
            clFinish(queue)) {
            return 1;
        }
        us[i < 0 ? 0 : i] = now() - begin;
    }
    qsort(us, TIMES, sizeof *us, compare);
    printf("%s\n%.2f\n", name, us[TIMES / 2]);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseMemObject(a);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
