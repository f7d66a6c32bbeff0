/* Which functions of OpenCL there are for us: those of the loader (opencl_api.h), and what stands
 * for it in tests. */
#ifndef PYCC_OPENCL_FUNCTIONS_H
#define PYCC_OPENCL_FUNCTIONS_H

/* Every CL function that is called. */
#define OPENCL_FUNCTIONS(F)                                                                        \
    F(clGetPlatformIDs)                                                                            \
    F(clGetPlatformInfo)                                                                           \
    F(clGetDeviceIDs)                                                                              \
    F(clGetDeviceInfo)                                                                             \
    F(clCreateContext)                                                                             \
    F(clReleaseContext)                                                                            \
    F(clCreateCommandQueue)                                                                        \
    F(clReleaseCommandQueue)                                                                       \
    F(clFlush)                                                                                     \
    F(clFinish)                                                                                    \
    F(clCreateBuffer)                                                                              \
    F(clReleaseMemObject)                                                                          \
    F(clEnqueueWriteBuffer)                                                                        \
    F(clEnqueueReadBuffer)                                                                         \
    F(clEnqueueWriteBufferRect)                                                                    \
    F(clEnqueueReadBufferRect)                                                                     \
    F(clEnqueueCopyBuffer)                                                                         \
    F(clEnqueueMapBuffer)                                                                          \
    F(clEnqueueUnmapMemObject)                                                                     \
    F(clCreateProgramWithSource)                                                                   \
    F(clCreateProgramWithBinary)                                                                   \
    F(clBuildProgram)                                                                              \
    F(clGetProgramBuildInfo)                                                                       \
    F(clGetProgramInfo)                                                                            \
    F(clReleaseProgram)                                                                            \
    F(clCreateKernel)                                                                              \
    F(clReleaseKernel)                                                                             \
    F(clGetKernelWorkGroupInfo)                                                                    \
    F(clSetKernelArg)                                                                              \
    F(clEnqueueNDRangeKernel)                                                                      \
    F(clWaitForEvents)                                                                             \
    F(clGetEventInfo)                                                                              \
    F(clGetEventProfilingInfo)                                                                     \
    F(clRetainEvent)                                                                               \
    F(clReleaseEvent)

#endif
