/* Nests on devices: what generated code says of a nest, as constants, and what it asks of the run
 * time.
 *
 * A function marked @pycc.gpu tries each of its parallel nests on the device first:
 *
 *     if (!(safe && pycc_device_run(ctx, &f__loop1__device, &call))) {
 *         pycc_device_home(ctx, ...);      whatever this host code touches comes home
 *         pycc_run_parallel(ctx, &nest, ...);
 *     }
 *
 * pycc_device_run binds the access table (lmad.h), finds groups and footprints, decides whether the
 * device pays, makes the kernel for these sizes or takes it from the cache, brings over what is
 * missing there, and launches. What it wrote stays on the device, in images, until host code
 * touches it: pycc_device_home and pycc_device_home_all. Whatever cannot be done returns false with
 * nothing changed, and is counted with its reason for pycc.profile().
 *
 * ---- The kernel's text
 *
 * The compiler writes the body once (backend/opencl/emit_kernel.c shows one); numbers that only the
 * call knows are macros, which the run time puts before it: literals for sizes seen first, elements
 * of a constant buffer for sizes that keep changing. `source` is everything behind this preamble. A
 * macro is defined when its name occurs in the source:
 *
 * - PYCC_ARGUMENTS: the parameters. One pointer per array (arrays of one group share a buffer), one
 *   value per scalar, per result a pointer to `chunks` elements, `__global int *failed` when
 *   may_fail, and what the run time needs itself.
 * - PYCC_COUNTERd: value of the counter of loop d of the index space, 0 the outermost, which is the
 *   last of get_global_id: start + step * (the tile's first + lanes * global id).
 * - PYCC_STARTd, PYCC_STEPd, PYCC_TRIPSd: of loop d, the whole of it.
 * - PYCC_OUTSIDE: this work-item has no iteration; the global size is rounded up to whole groups.
 * - PYCC_LANESd, PYCC_LEFTd: how many iterations of loop d a work-item does (a literal), and how
 *   many of them there are, from PYCC_COUNTERd on. Loops without `lanes` do one.
 * - PYCC_Am(i, j, p): index in its array's image of reference m of the table, in terms of the
 *   source's counters of the table's loops, outermost first; counters of loops that do not enclose
 *   the access are given as 0.
 * - PYCC_Vk(i0, i1): index in array k's image of the element with these subscripts; arrays with
 *   `whole` only.
 * - PYCC_Sn: value of symbol n of the table; extents are symbols.
 *
 * A nest with local copies has a second body between #ifdef PYCC_LOCAL and #endif, for groups that
 * bring elements into local memory together; the run time defines, where the device has such
 * memory:
 *
 * - PYCC_LOCAL; PYCC_GROUP_FULL: no work-item of the group has less than all its iterations.
 * - PYCC_GROUP_COUNTERd: PYCC_COUNTERd of the group's first work-item.
 * - PYCC_ITEM, PYCC_ITEMS: number of the work-item in its group, and how many there are.
 * - PYCC_STRIP: how many iterations of a copy's loop are in it.
 * - PYCC_LOCALt: elements of copy t. PYCC_FROMt(e, i, j, p): index in its array's image of its
 *   element e, for the counters that the group and the strip begin with.
 * - PYCC_Lm(i, j, p): index in its local copy of reference m; for the counters of the index space
 * and of the copy's loop it takes iterations since the group or the strip began.
 *
 * With results the index space is flat, its last loop running fastest: groups of PYCC_GROUP
 * work-items, a power of 2 or 1, one group per chunk, and
 *
 * - PYCC_FIRST, PYCC_LAST: this group's range of it, which depends on trip counts only.
 * - PYCC_CHUNK: its number.
 * - PYCC_TURN: how many neighbours a work-item takes at a time, where it takes several.
 *
 * The work-item takes FIRST + local id, then every PYCC_GROUP-th, or turns of PYCC_TURN in the same
 * way, beginning with the value that stands in the result's element, and the group's partial
 * results are combined in a fixed tree in local memory, so that bits depend on trip counts and on
 * the kind of device only.
 *
 * ---- A work-group per iteration
 *
 * group_source is a second kernel of a nest without results, for rows that are long or few: groups
 * of PYCC_GROUP work-items do one iteration of the index space each (PYCC_COUNTERd count groups, in
 * the last of get_group_id), and share loops inside the body by get_local_id(0).
 *
 * Fixed text that every kernel may use (pycc_floordiv_i64, complex arithmetic, ...) is
 * runtime/kernels/prelude.cl; the run time puts it first. */
#ifndef PYCC_RT_DEVICE_H
#define PYCC_RT_DEVICE_H

#include "lmad.h"
#include "pycc_rt.h"

#define PYCC_DEVICE_DIMS 3

/* An array of the nest of which elements are accessed. Its number is that in the table's
 * references. */
struct pycc_device_array {
    const char *name; /* as the kernel calls it */
    size_t offset;    /* of its struct pycc_array<rank> in the nest's struct */
    int rank;
    enum pycc_dtype dtype;
    int use;    /* enum lmad_use of accesses that are not in the table; 0: all are */
    bool whole; /* there are such: everything the array shows is its footprint */
};

/* References of one array, not written by the nest, that step alike and whose elements work-items
 * of a group share. */
struct pycc_device_local {
    int array; /* its number */
    int level; /* of the table's counters: of the loop of which it holds a strip; -1: it holds
                  what all iterations load */
    int n;
    const int *reference; /* by their numbers in the table */
};

/* A scalar of the nest's struct, or a result in its struct of results. */
struct pycc_device_value {
    const char *name;
    size_t offset;
    enum pycc_dtype dtype; /* weak ones have their C type */
};

/* Rows of these, by a field of the nest's struct and the kernel's name; a nest's rows of a kind. */
#define PYCC_HELD(in, field, name, rank, t, use)                                                   \
    { #name, offsetof(struct in, field), rank, PYCC_##t, use, (use) != 0 }
#define PYCC_PASSED(in, field, name, t)                                                            \
    { #name, offsetof(struct in, field), PYCC_##t }
#define PYCC_LISTED(kind, type, ...)                                                               \
    .n_##kind##s = sizeof((struct type[]){__VA_ARGS__}) / sizeof(struct type),                     \
    .kind = (const struct type[]) {                                                                \
        __VA_ARGS__                                                                                \
    }

/* A loop of the index space. Its value at position n is start + step * n. */
struct pycc_device_nest {
    const char *name; /* f__loop1 */
    const char *file;
    int line;
    const char *source;       /* see above */
    const char *group_source; /* the kernel of a work-group per iteration, or NULL */
    int split_level;          /* of the table's counters: a loop that such a group shares */
    int dims;                 /* loops of the index space, 1 to PYCC_DEVICE_DIMS, outermost first */
    int level[PYCC_DEVICE_DIMS]; /* of the table's counters */
    int lanes[PYCC_DEVICE_DIMS]; /* > 1: a work-item does several iterations of the loop, side by
                                    side. So many suit a device with vectors, which those of the
                                    last loop become; where neighbouring work-items load together
                                    (GPUs) that one has a single lane */
    /* Words of 32 bits alive at once in a work-item, by the loops of the index space that they
     * change with (bit k of the index: loop k): each is there for every iteration of the box along
     * those.
     */
    int registers[1 << PYCC_DEVICE_DIMS];
    /* References m with a store that not every iteration does are LMAD_READ_WRITE: their elements
     * are brought over before. */
    struct lmad_text *accesses;
    int n_symbols;
    uint64_t addresses; /* bit k: symbol k is an address, of which only distances count */
    int n_arrays;
    const struct pycc_device_array *array;
    int n_scalars;
    const struct pycc_device_value *scalar;
    int n_locals;
    const struct pycc_device_local *local;
    int n_results;
    const struct pycc_device_value *result;
    bool may_fail;  /* the kernel sets *failed where the host would raise: nothing is kept then */
    bool atomics;   /* iterations add to elements of arrays: the host runs them in order, or in
                       copies of these arrays */
    bool atomics64; /* of 64 bits */
    bool fp64;      /* uses double */
    double flops;   /* operations of one iteration of the innermost loops, for the forecast */
    struct pycc_device_site *site; /* mutable: what the run time remembers about it */
};

/* Zero at first; the run time's own. */
struct pycc_device_site {
    void *state;
};

/* One call of the nest. */
struct pycc_device_call {
    const struct pycc_nest *nest; /* what the host would run: run, in, trips, work, row */
    size_t in_size;        /* of the nest's struct: the run time keeps a copy, with references to
                              its arrays, until what the nest wrote is at home. When the device is
                              lost before, the host runs these nests again, in order */
    const int64_t *symbol; /* of the table */
    int64_t start[PYCC_DEVICE_DIMS], step[PYCC_DEVICE_DIMS], trips[PYCC_DEVICE_DIMS];
    void *part; /* chunks structs of part_size bytes, filled with neutral elements; NULL */
    size_t part_size;
    int chunks;
};

/* Runs the nest on the device. True: it ran, results are in part, and what it wrote is on the
 * device or at home. False: nothing happened, the host has to run it (after pycc_device_home for
 * its arrays); or ctx has failed, for Ctrl-C. */
bool pycc_device_run(struct pycc_ctx *ctx, const struct pycc_device_nest *nest,
                     const struct pycc_device_call *call);

/* A nest that no kernel does is about to run on the host: counted, with the reason, where a device
 * might be asked for. */
void pycc_device_left(struct pycc_ctx *ctx, const char *name, const char *file, int line,
                      const char *why);

/* Host code is about to read, or (write) also to write, the array's elements. data, shape and
 * stride as in the array. Copies home what the device has newer; with write the device's copy is
 * forgotten. False: that failed, and what the device had is lost: ctx has failed. */
bool pycc_device_home(struct pycc_ctx *ctx, const char *data, int rank, const int64_t *shape,
                      const int64_t *stride, int64_t item, bool write);

/* The same for everything: at the end of a function that began with none, before calls whose
 * effects are not known. */
bool pycc_device_home_all(struct pycc_ctx *ctx);

/* Where nests may run: what `with pycc.places...` says, else PYCC_PLACE. */
enum pycc_place {
    PYCC_PLACE_AUTO, /* where the forecast says */
    PYCC_PLACE_GPU,  /* on the device whenever that is possible */
    PYCC_PLACE_CPU   /* on the host */
};

/* This part of the run time for the glue, which does not link it, and for other modules.
 *
 * version   of the run time: those of modules with the same one do the same with the same structs
 * join      from now on this module's functions are those of other (which lives on), the first time
 *           it is called; NULL: its own. Returns whose they are. Before anything of it runs */
struct pycc_device_api {
    const char *version;
    const struct pycc_device_api *(*join)(const struct pycc_device_api *other);
    bool (*run)(struct pycc_ctx *ctx, const struct pycc_device_nest *nest,
                const struct pycc_device_call *call);
    void (*left)(struct pycc_ctx *ctx, const char *name, const char *file, int line,
                 const char *why);
    bool (*home)(struct pycc_ctx *ctx, const char *data, int rank, const int64_t *shape,
                 const int64_t *stride, int64_t item, bool write);
    bool (*home_all)(struct pycc_ctx *ctx); /* away is NULL afterwards */
    char *(*profile)(void);                 /* JSON: runtime/device/device_profile.h; free it */
    void (*keep)(bool spans, bool kernels, bool on);
    void (*settle)(void); /* before the process exits: nothing is under way any more */
    bool (*leave)(struct pycc_ctx *ctx); /* the end of a call that `stays`: Python may touch arrays.
                                            False: ctx has failed */
};
extern const struct pycc_device_api pycc_device_api;

/* Cheap test before these: is anything on a device? */
#define PYCC_AWAY(ctx) PYCC_UNLIKELY((ctx)->away != NULL)
#define PYCC_HOME_LAST(ctx) /* where the call ends */                                              \
    if (PYCC_AWAY(ctx) && !(ctx)->stays) {                                                         \
        pycc_device_home_all(ctx);                                                                 \
    }
#define PYCC_HOME(ctx, a, r, item, write)                                                          \
    (!PYCC_AWAY(ctx) || pycc_device_home(ctx, (a).data, r, (a).shape, (a).stride, item, write))
#define PYCC_COME_HOME(a, r, item, write, leave)                                                   \
    if (PYCC_UNLIKELY(!PYCC_HOME(ctx, a, r, item, write))) {                                       \
        leave;                                                                                     \
    }

#endif
