/* One OpenCL device, as a handful of functions: what runtime/device_*.c build on.
 *
 * opencl*.c are the only files that see the CL headers, and they open libOpenCL by dlopen when the
 * first device is asked for, so that a module runs where there is none. PYCC_OPENCL_LIBRARY names
 * another library to open in its place.
 *
 * Everything here may be called from any thread; nothing prints, raises or aborts. A function that
 * can fail returns CL_SUCCESS (0) or the CL error code (opencl_error_name has its name), and leaves
 * nothing behind when it fails. A code that means that the device is gone is remembered:
 * opencl_lost() is true from then on, and every later call gives OPENCL_LOST at once. After a fork
 * the child finds all devices of its parent lost, and cannot open one: no driver works on both
 * sides. When the process exits, what is enqueued is waited for; better is opencl_settle before. */
#ifndef PYCC_OPENCL_H
#define PYCC_OPENCL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OPENCL_LOST = -1 };

struct opencl;         /* an open device with its context and queues */
struct opencl_buffer;  /* memory on it */
struct opencl_program; /* a built program with its one kernel */
struct opencl_event;   /* something enqueued; reference counted */

struct opencl_info {
    int number; /* of the devices that this process opened; no two have the same */
    char name[128], vendor[128], version[128], driver[64], platform[128];
    bool fp64, cpu;
    bool atomics64;             /* has atomic operations of 64 bits */
    bool rounded;               /* can round quotients and roots of floats correctly */
    bool unified;               /* shares the host's memory: zero copy pays */
    int64_t memory;             /* bytes, as capped by PYCC_DEVICE_MEMORY */
    int64_t allocation;         /* bytes of the largest single buffer, capped too */
    int64_t local_memory;       /* bytes of a work-group's */
    bool local;                 /* it is memory of its own, faster than the device's */
    int64_t alignment;          /* bytes, of buffers and of host memory for zero copy */
    int units;                  /* compute units */
    int group;                  /* most work-items of a work-group */
    int item[3];                /* most of each dimension */
    int vector_f32, vector_f64; /* preferred widths */
};

/* Opens device number `index` of all devices of all platforms, GPUs first, then accelerators, then
 * CPUs; the one that PYCC_DEVICE names ("1", or a part of a name) before all others. NULL with a
 * message in words (at most size bytes) when there is no loader, no platform, no such device, or it
 * cannot be opened. */
struct opencl *opencl_open(int index, char *message, size_t size);

/* Waits for what is enqueued and frees everything that was made with it and not freed. */
void opencl_close(struct opencl *device);

const struct opencl_info *opencl_describe(const struct opencl *device);
bool opencl_lost(const struct opencl *device);

/* Was the device opened before this process was forked off? Then whoever made something with it
 * leaves that alone, locks too. */
bool opencl_inherited(const struct opencl *device);

/* Was this process forked off one that had opened the loader? */
bool opencl_forked(void);

/* To be called before the process begins to exit: calls what opencl_on_exit was given, and waits
 * for all that is enqueued, for every device. Drivers' compilers do not survive that their data is
 * destroyed under threads that build, and whose handlers run first at exit is a matter of luck. */
void opencl_settle(void);

/* One function that is called with its argument when the process ends, before the device is waited
 * for; it ends the threads that use the device. NULL: none any more. */
void opencl_on_exit(struct opencl *device, void (*call)(void *), void *argument);
const char *opencl_error_name(int code);

/* Bytes of the device's memory in buffers now, at most so far, and how many objects there are: for
 * the profile and for tests that count leaks. Staging and zero copy are the host's memory. */
struct opencl_usage {
    int64_t bytes, peak;
    int buffers, programs, events;
};
struct opencl_usage opencl_usage(const struct opencl *device);

/* ---- memory */

/* A buffer of so many bytes (>= 1). host != NULL: the buffer is that memory (zero copy), which has
 * to stay until the buffer is freed; opencl_map and opencl_unmap then bracket the host's use of it.
 * CL_MEM_OBJECT_ALLOCATION_FAILURE when it does not fit what is left of info.memory. */
int opencl_buffer_new(struct opencl *device, int64_t bytes, void *host,
                      struct opencl_buffer **buffer);
void opencl_buffer_free(struct opencl_buffer *buffer);

/* Host memory that the device reads and writes fast (pinned); NULL when there is none to be had. */
void *opencl_staging_new(struct opencl *device, int64_t bytes, struct opencl_buffer **buffer);
void opencl_staging_free(struct opencl_buffer *buffer);

/* Three queues, each in order; events order them among one another, so that upload, compute and
 * download overlap. A command that fails as it runs takes those behind it in its queue along: an
 * event that ended well says so of all before it, whoever enqueued them. */
enum opencl_queue { OPENCL_UPLOAD, OPENCL_COMPUTE, OPENCL_DOWNLOAD, OPENCL_QUEUES };

/* slices of rows of so many contiguous bytes each: the distances are bytes, on either side. It is
 * one command where rows do not overlap and the distance of slices is a multiple of that of rows,
 * else one per slice or even per row. */
struct opencl_box {
    int64_t bytes, rows, slices;
    int64_t host_row, host_slice;             /* from one row, one slice to the next */
    int64_t device, device_row, device_slice; /* offset of the first, and distances */
};

/* Copies enqueued on UPLOAD and DOWNLOAD. after: n events that must be done first; NULLs among them
 * are skipped. The host memory must stay as it is until the event is done. event: receives a
 * reference, or NULL. */
int opencl_write(struct opencl_buffer *to, const struct opencl_box *box, const void *host,
                 struct opencl_event *const *after, int n, struct opencl_event **event);
int opencl_read(struct opencl_buffer *from, const struct opencl_box *box, void *host,
                struct opencl_event *const *after, int n, struct opencl_event **event);

/* Copies bytes between buffers of one device, on COMPUTE; within one buffer they must not overlap.
 */
int opencl_copy(struct opencl_buffer *from, int64_t from_offset, struct opencl_buffer *to,
                int64_t to_offset, int64_t bytes, struct opencl_event *const *after, int n,
                struct opencl_event **event);

/* The host's use of a zero-copy buffer begins and ends. */
int opencl_map(struct opencl_buffer *buffer, struct opencl_event *const *after, int n);
int opencl_unmap(struct opencl_buffer *buffer, struct opencl_event **event);

/* ---- programs */

/* Builds source with options, or takes a binary that opencl_program_binary gave. log receives the
 * build log, cut to size, when it fails. */
int opencl_program_build(struct opencl *device, const char *source, const char *options,
                         const char *kernel, struct opencl_program **program, char *log,
                         size_t size);
int opencl_program_load(struct opencl *device, const void *binary, size_t bytes,
                        const char *options, const char *kernel, struct opencl_program **program);
void opencl_program_free(struct opencl_program *program);

/* The program's binary, to be freed with free; *bytes its size. */
int opencl_program_binary(const struct opencl_program *program, void **binary, size_t *bytes);

/* What the compiler found: private bytes per work-item, local bytes per group, the group size that
 * suits it, the most it can have. */
struct opencl_kernel_info {
    int64_t private_bytes, local_bytes;
    int preferred, most;
};
void opencl_program_info(const struct opencl_program *program, struct opencl_kernel_info *info);

/* ---- launches */

/* One argument: a buffer, or a value of so many bytes, or (both NULL) so many bytes of local
 * memory. */
struct opencl_arg {
    struct opencl_buffer *buffer;
    const void *value;
    size_t size;
};

/* Enqueues the kernel on COMPUTE over global[0..dims-1] work-items, get_global_id(0) first, in
 * groups of local[] (NULL: the driver chooses). Thread-safe: arguments are set and the kernel
 * enqueued under the program's lock. */
int opencl_launch(struct opencl_program *program, const struct opencl_arg *arg, int n_args,
                  int dims, const size_t *global, const size_t *local,
                  struct opencl_event *const *after, int n, struct opencl_event **event);

/* ---- events */

/* Waits for n events, NULLs skipped. When one failed, the code that it or what it waited for ended
 * with; all of them have ended then. */
int opencl_wait(struct opencl_event *const *event, int n);
void opencl_event_keep(struct opencl_event *event);
void opencl_event_free(struct opencl_event *event); /* NULL is fine */

/* When it began and ended, in ns of the device's clock; false when not known or not done. */
bool opencl_event_times(const struct opencl_event *event, int64_t *begin, int64_t *end);

/* Hands what is enqueued to the device; waits for all of it, and tells how the last of each queue
 * ended. */
int opencl_flush(struct opencl *device);
int opencl_finish(struct opencl *device);

#endif
