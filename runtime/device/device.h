/* What the files behind pycc_rt_device.h share.
 *
 *   device_state.c    the process's device, its lock, warnings
 *   device_bind.c     a call's numbers: arrays, parts, what is needed and written
 *   device_source.c   the text before a kernel's source, for these numbers or for any
 *   device_prelude.c  ... and before that, functions that the kernel calls
 *   device_site.c     what a nest remembers: bound calls and built programs
 *   device_image.c    what the device holds: images, what is valid and what is newer there
 *   device_move.c     up and down
 *   device_packed.c   ... of footprints, packed
 *   device_stage.c    ... in pinned memory
 *   device_shape.c    how iterations are shared out to work-items and groups
 *   device_local.c    copies in local memory
 *   device_launch.c   a kernel's results and arguments
 *   device_backup.c   what a nest that may raise overwrites
 *   device_tiles.c    nests that do not fit, tile by tile
 *   device_journal.c  nests whose results are not at home yet; running them again on the host
 *   device_run.c      nests on the device
 *   device_home.c     what comes home when
 *   device_guard.c    between the calls of a block: pages that nobody may touch unnoticed
 *   device_touch.c    ... and what happens when somebody does
 *   device_edges.c    ... and what lies beside whole pages
 *   device_api.c      the functions of pycc_rt_device.h: these, or those of the module whose device
 *                     it is
 *
 * Reasons (`why`) are text that lives on; NULL means that nothing is wrong. */
#ifndef PYCC_DEVICE_H
#define PYCC_DEVICE_H

#include <pthread.h>

#include "device_profile.h"
#include "opencl.h"
#include "pycc_rt_device.h"
#include "runs.h"

enum {
    DEVICE_ARRAYS = 32, /* of a nest */
    DEVICE_RANK = 8,
    DEVICE_MESSAGE = 400,
    DEVICE_TIMED = 256,            /* commands of which times are asked for later */
    DEVICE_GROUP = 128,            /* work-items of a group of a nest with results */
    DEVICE_ALIGN = 16,             /* images begin at multiples: of every element size */
    DEVICE_STAGES = 4,             /* kept for a device */
    DEVICE_PIECE = 8 << 20,        /* bytes that are packed while others are on their way */
    DEVICE_SHARED_WORK = 256 << 10 /* bytes that several threads pack */
};

/* ---- device_state.c */

/* The process's device, opened by the first call, and another time PYCC_DEVICE_RETRY seconds after
 * it was lost. It is used until device_release. NULL: why says what is missing. */
struct opencl *device_open(const char **why);

/* One more use of a device in use; one less. A lost device is closed when nobody uses it. */
void device_keep(const struct opencl *device);
void device_release(const struct opencl *device);

/* Something of the device ended at `end` of its clock and was known to have ended at `seen` of
 * device_now(). Returns what is to be added to the device's clock: the least that was seen. */
int64_t device_clock(const struct opencl *device, int64_t end, int64_t seen);

/* May images be the host's own memory? PYCC_TRANSFERS: auto, share (yes, where the device shares
 * memory), copy (never). */
bool device_shares(const struct opencl *device);

/* Programs of a device in use. */
struct device_cache *device_programs(const struct opencl *device);

/* Its staging, of a device in use. */
struct device_stages *device_stages(const struct opencl *device);

/* Guards sites; held while a nest is bound and launched, not while anything is waited for. */
void device_lock(void);
void device_unlock(void);

/* A fault is told once per cause, as a RuntimeWarning at the end of the call. what: static;
 * message: more about it, or "". */
void device_warn(struct pycc_ctx *ctx, const char *what, int code, const char *message);

/* ---- device_bind.c */

struct device_array {
    int64_t address, item;
    int rank;
    int64_t shape[DEVICE_RANK], stride[DEVICE_RANK];
    int part;         /* which of the parts; -1: nothing of it is accessed */
    bool read, write; /* by any access */
    int64_t bytes;    /* of all elements */
};

/* What becomes one image: arrays whose accesses' address intervals overlap. need: bytes that must
 * be on the device before; write: those that the nest writes. pack: where less than half of the
 * interval is accessed, the footprint that an image of its own would have; its elements need not be
 * listed then: need and write may be the whole interval. */
struct device_part {
    int64_t low, high;           /* hull of what is accessed, the end exclusive */
    int64_t show_low, show_high; /* hull of all that its arrays show */
    struct runs need, write;
    bool in_place; /* need and write meet */
    int arrays;
    struct lmad_footprint *pack;
};

/* A call's numbers. */
struct device_bound {
    struct lmad_bound lmad;
    int n_arrays, n_parts;
    struct device_array array[DEVICE_ARRAYS];
    struct device_part part[DEVICE_ARRAYS];
    int64_t start[PYCC_DEVICE_DIMS], step[PYCC_DEVICE_DIMS], trips[PYCC_DEVICE_DIMS];
    bool narrow; /* indices are computed in 32 bits: the device is faster then, and they fit */
    int lanes[PYCC_DEVICE_DIMS]; /* iterations of each loop that a work-item does, at least 1 */
    bool group; /* a work-group of DEVICE_GROUP does an iteration: the nest's group_source */
    int items[PYCC_DEVICE_DIMS]; /* work-items of a group along each loop */
    bool whole; /* groups hold exactly all work-items of every loop: none is outside */
    int strip;  /* iterations of a strip; 0: nothing is in local memory */
    struct lmad_footprint *local; /* of each local copy; NULL: there is none */
};

/* Binds a call. NULL with a reason when it cannot go to a device. */
struct device_bound *device_bind(const struct pycc_device_nest *nest,
                                 const struct pycc_device_call *call, const char **why);

/* The same of a part of the nest (lmad_restrict), which has iterations. */
struct device_bound *device_bind_tile(const struct pycc_device_nest *nest,
                                      const struct pycc_device_call *call,
                                      const struct lmad_bound *tile, const char **why);
void device_bound_free(struct device_bound *bound);

/* ---- device_shape.c */

/* How iterations are dealt out on this device: fills lanes, group, items and whole. */
void device_choose_shape(const struct opencl_info *info, const struct pycc_device_nest *nest,
                         struct device_bound *bound);

/* Sizes of a launch, get_global_id(0) first, over so many iterations of each loop: all of them or
 * those of a tile. most: work-items that a group of this kernel may have. */
void device_launch_shape(const struct opencl_info *info, const struct pycc_device_nest *nest,
                         const struct device_bound *bound, const int64_t *trips, int most,
                         size_t *global, size_t *local);

/* ---- device_local.c */

/* Has the nest keep its copies in local memory if that is the device's own, they fit, and elements
 * are loaded less often then; the shape has been chosen. packed: by part. */
void device_choose_local(const struct opencl_info *info, const struct pycc_device_nest *nest,
                         const struct pycc_device_call *call, const bool *packed,
                         struct device_bound *bound);
void device_drop_local(struct device_bound *bound);
bool device_wants_local(const struct opencl_info *info);

/* The array's struct in the nest's struct. */
struct device_view {
    char *data;
    struct pycc_buffer *owner;
    const int64_t *shape, *stride;
};
struct device_view device_view(const struct pycc_device_array *array, const void *in);

/* Bytes of an element. */
int64_t device_dtype_bytes(enum pycc_dtype dtype);

/* First byte shown and the end; false when there is no element, or on overflow. */
bool device_hull(int64_t address, int rank, const int64_t *shape, const int64_t *stride,
                 int64_t item, int64_t *low, int64_t *high);

/* ---- device_source.c */

/* A growing text, and the numbers of its general form. */
struct device_text {
    char *text;
    size_t length, room;
    bool general;
    bool narrow; /* numbers are 32-bit just now */
    bool failed; /* no memory: the text must not be used */
    int64_t *number;
    int n_numbers, number_room;
};

/* What is built behind the prelude's functions (device_prelude.h): macros for this call, the nest's
 * source. packed[p]: part p lies in an image of its footprint. general: numbers are elements of a
 * constant buffer, listed in `number`. Elements of arrays lie at index
 * `<array>__at` + ..., a parameter behind each array's pointer, so that addresses are no numbers of
 * the text. tiled: dimensions run from parameters pycc_first<d> to pycc_end<d>. */
void device_source(const struct pycc_device_nest *nest, const struct pycc_device_call *call,
                   const struct device_bound *bound, const bool *packed, bool general, bool tiled,
                   struct device_text *text);
void device_text_free(struct device_text *text);

/* Appends; a number that only the call knows, as a literal or an element of the buffer; " + number
 * * (counter)", nothing for 0. */
void device_text_put(struct device_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void device_text_number(struct device_text *text, int64_t value);
void device_text_term(struct device_text *text, int64_t number, const char *counter);

/* The macros of local memory (device_local.c). */
void device_local_source(const struct pycc_device_nest *nest, const struct pycc_device_call *call,
                         const struct device_bound *bound, struct device_text *text);

/* ---- device_site.c */

/* A bound call with the program that runs it. Valid under the lock. */
struct device_entry {
    int64_t *key;
    int n_key;
    const char *why; /* not NULL: such a call cannot go to a device */
    struct device_bound *bound;
    bool packed[DEVICE_ARRAYS];     /* by part: how the program takes them */
    struct opencl_program *program; /* the site's; NULL: not looked for yet */
    struct opencl_buffer *numbers;  /* of a general program, or NULL */
    uint64_t used;
    int busy; /* atomic: launches that look at it: it stays */
};

/* The entry of a call, bound when it is not known yet. What was built for another device is
 * forgotten. NULL: no memory. */
struct device_entry *device_site_entry(const struct opencl *device,
                                       const struct pycc_device_nest *nest,
                                       const struct pycc_device_call *call);

/* For all of a nest; for its tiles, which take their ranges as arguments; for all of it when its
 * program is there, which is made in the background otherwise. */
enum device_purpose { DEVICE_WHOLE, DEVICE_TILED, DEVICE_WHOLE_LATER };

/* Gives the entry its program: one of the site's, or built now. False: why says what failed, code
 * the CL error or 0, message (DEVICE_MESSAGE bytes, or untouched) what the device's compiler
 * says. */
bool device_site_program(struct opencl *device, const struct pycc_device_nest *nest,
                         const struct pycc_device_call *call, struct device_entry *entry,
                         const bool *packed, enum device_purpose purpose, const char **why,
                         int *code, char *message);
void device_entry_free(struct device_entry *entry);

/* All that is built for an entry with a program, from malloc; NULL: no memory. */
char *device_site_text(const struct pycc_device_nest *nest, const struct pycc_device_call *call,
                       const struct device_entry *entry, bool tiled);

/* ---- device_stage.c */

/* Memory of so many bytes on the host. pinned: whose memory it is; NULL: from malloc. busy: the
 * last copy that uses it, or NULL. */
struct device_stage {
    char *memory;
    int64_t bytes;
    struct opencl_buffer *pinned;
    struct opencl_event *busy;
};

/* Those that wait for their next use. */
struct device_stages {
    pthread_mutex_t lock;
    struct device_stage stage[DEVICE_STAGES];
};

/* At least so many bytes, pinned where the device has memory of its own and has some to give.
 * False: no memory. */
bool device_stage_take(struct opencl *device, int64_t bytes, struct device_stage *stage);

/* Nothing uses it any more. One without memory is fine. */
void device_stage_give(struct opencl *device, struct device_stage *stage);

/* ---- device_image.c */

/* An image of a footprint: element k of the buffer is that of index k in it. */
struct device_packed {
    struct lmad_bound bound;
    struct lmad_footprint footprint;
    bool valid;                /* all of it */
    uint64_t written;          /* bit i: what member i writes is newer than the host's */
    struct device_stage aside; /* on its way home, */
    int64_t came;              /* so many bytes */
};

/* What the device holds of addresses low..high-1; byte k of the buffer is address base + k. */
struct device_image {
    int64_t low, high, base;
    int64_t guard_low, guard_high; /* whole pages that hold nothing but these arrays; or empty */
    struct opencl_buffer *buffer;
    bool shared; /* the buffer is the host's memory: valid everywhere, nothing moves */
    bool mapped; /* shared: in the host's hands */
    struct device_packed *packed; /* or NULL */
    struct runs valid,
        dirty; /* as new as the host's; newer (shared: being written; packed: at most)
                */
    struct opencl_event *kernel, *upload; /* the last ones that use it, or NULL */
    struct pycc_buffer **owner;           /* whose memory it shows, held */
    int n_owners, owner_room;
    struct device_image *next;
};

/* A buffer that is held, by how many images and nests of the journal. We count as one reference. */
struct device_held {
    struct pycc_buffer *owner;
    int times;
};

/* Commands of a queue, from one to another, whose times are not yet known. label: lives on. */
struct device_timed {
    struct opencl_event *first, *last;
    enum device_phase phase;
    const char *label;
    int64_t bytes;
    bool done;
    int64_t begin, end; /* by the device's clock, when it is done */
};

/* Whole pages that the process may only read (PROT_READ: what is on the device is as new) or not
 * touch at all (PROT_NONE: there it is newer). */
struct device_guard {
    int64_t low, high;
    int access;
};

/* Touches since a call: more is taken at a time where one follows another. */
struct device_touches {
    int64_t low, high; /* what the last ones in a row took */
    int64_t longest;   /* such row */
    int64_t span;      /* what one takes that follows none */
    bool follow;       /* any did: next time the first one takes all of such a row */
};

/* Bytes of the host's memory as they were. */
struct device_kept {
    int64_t low, high;
    char *bytes;
};
struct device_keeps {
    struct device_kept *item;
    int n, room;
};

/* What is on the device for a call. */
struct pycc_away {
    struct pycc_away_head head;
    bool left;                  /* between calls: Python may touch what guards and edges tell */
    struct device_guard *guard; /* ascending */
    int n_guards;
    struct device_keeps edges;           /* bytes beside guards, as Python was left with them */
    struct device_keeps before;          /* bytes that came home alone, as when the journal began */
    struct runs came;                    /* ... all of those that did */
    struct device_touches reads, writes; /* of guarded pages, by Python */
    char *warning;                       /* of a touch, for the next call */
    struct pycc_away *next_guarded;
    struct opencl *device;
    double missed; /* seconds that nests could have saved on the device (device_profit.h) */
    bool tight;    /* images are of what is accessed, no more: memory is short */
    int threads;   /* of the last call, for what the host does */
    struct device_image *image;
    struct device_held *held; /* buffers that images and the journal hold, once each */
    int n_held, held_room;
    struct device_rerun *journal; /* nests whose results are not at home, in order */
    int n_journal, journal_room;
    int replays; /* times that nests ran again */
    struct device_timed timed[DEVICE_TIMED];
    int n_timed;
    struct runs first_read; /* by journal nests, before any of them wrote it */
    struct runs written;    /* by journal nests */
    struct runs modified;   /* of these, in the host's own memory */
};

struct pycc_away *device_away_new(struct opencl *device);

/* Nothing may be newer on the device. */
void device_away_free(struct pycc_away *away);

/* How a part's image is made. */
struct device_manner {
    bool shared; /* it is the host's memory */
    bool packed; /* of the part's footprint */
};

/* The image that has all of a part, not packed; or that of its very footprint. NULL: none. */
struct device_image *device_image_find(const struct pycc_away *away, const struct device_part *part,
                                       bool packed);

/* Is there an image of the device's own memory that has a piece of the part? */
bool device_image_copied(const struct pycc_away *away, const struct device_part *part);

/* Is there an image that has a piece of the part and cannot be taken in? Then all has to come home
 * and such images have to go. */
bool device_image_in_the_way(const struct pycc_away *away, const struct device_bound *bound,
                             const struct device_part *part, struct device_manner manner);

/* An image of the part's footprint, with nothing in it that has to come home, is now told by this
 * nest's accesses. Others stay as they are. */
void device_image_adopt(struct device_image *image, const struct device_bound *bound,
                        const struct device_part *part);
void device_image_clear_the_way(struct pycc_away *away, const struct device_part *part);

/* A new image; one that is not packed is of all that the part's arrays show where there is room,
 * else of what is accessed. It takes in the images that have pieces of it. CL code. */
int device_image_new(struct pycc_away *away, const struct device_bound *bound,
                     const struct device_part *part, struct device_manner manner,
                     struct device_image **image);
void device_image_drop_all(struct pycc_away *away);

/* The image's memory passes to the device, to the host (shared ones). CL code. */
int device_image_unmap(struct device_image *image);
int device_image_map(struct device_image *image);

/* The image remembers whose memory it shows. False: no memory. */
bool device_image_own(struct pycc_away *away, struct device_image *image,
                      struct pycc_buffer *owner);

/* Are all arrays that it shows gone, but for our references? */
bool device_image_gone(const struct pycc_away *away, const struct device_image *image);

/* Does anything know what the host has of an image between these addresses: the device, as what is
 * as new there; nests that may run again? */
bool device_image_told(const struct pycc_away *away, const struct device_image *image, int64_t low,
                       int64_t high);

/* Images whose arrays are gone, but for our references, are dropped with what is newer in them. */
void device_image_sweep(struct pycc_away *away);

/* One more, one less of our references to a buffer; NULL and borrowed ones are fine. */
bool device_hold(struct pycc_away *away, struct pycc_buffer *owner);
void device_unhold(struct pycc_away *away, struct pycc_buffer *owner);

/* ---- device_move.c */

/* Brings over what of need is not valid. CL code. */
int device_upload(struct pycc_away *away, struct device_image *image, const struct runs *need);

/* What is on its way home. */
struct device_coming {
    struct device_timed copies; /* first and last of them */
    struct device_stage aside;  /* where it is kept until all has come; else it goes to its place */
    bool any;
};

/* Copies of all that is newer on the device are enqueued; and waited for. After begin, whatever it
 * gave, end must follow, with that code. */
int device_download_begin(struct pycc_away *away, bool aside, struct device_coming *coming);
int device_download_end(struct pycc_away *away, struct device_coming *coming, int code);

/* Brings these bytes of an image home, which are newer there, to where they belong moved by `shift`
 * bytes, and waits. What is newer stays as noted. CL code. */
int device_download_part(struct pycc_away *away, struct device_image *image,
                         const struct runs *part, int64_t shift);

/* Brings everything home that is newer on the device and waits. CL code: when it is not CL_SUCCESS
 * memory is such that the journal can be run again. */
int device_download(struct pycc_away *away);

/* Commands are under way, first to last of one queue (NULL: none): their seconds are counted when
 * they are known to be done. */
void device_timed_add(struct pycc_away *away, const struct device_timed *timed);

/* Counts those that are done; all: forgets the others. */
void device_timed_count(struct pycc_away *away, bool all);

/* An event gives way to a later one. */
void device_follow(struct opencl_event **event, struct opencl_event *next);

/* One more copy of several in one queue; they are to be counted, under way as they are. */
void device_copies_extend(struct device_timed *copies, struct opencl_event *done);
void device_copies_count(struct pycc_away *away, struct device_timed *copies, int64_t bytes);

/* ---- device_packed.c */

/* Brings over all that is read of an image's footprint. CL code. */
int device_packed_upload(struct pycc_away *away, struct device_image *image);

/* Enqueues the copies of what was written, to memory aside. CL code. */
int device_packed_read(struct pycc_away *away, struct device_image *image,
                       struct device_timed *copies);

/* They have come: puts them where they belong. Returns the bytes of it. */
int64_t device_packed_scatter(struct pycc_away *away, struct device_packed *packed);

/* ---- device_journal.c */

/* A nest that ran on the device and would run again on the host. */
struct device_rerun {
    struct pycc_nest nest;
    void *in, *part; /* copies */
    size_t part_size;
    int chunks;
    bool in_order; /* its iterations add to elements of arrays */
    int n_owners;
    struct pycc_buffer *owner[DEVICE_ARRAYS]; /* held */
};

/* May this nest follow those of the journal? No: all has to come home first. It may when running
 * all of them again would be right whatever has reached the host's memory; shared[p]: that part's
 * image is the host's memory. Then the sets have the nest's in them. */
enum device_admit { DEVICE_ADMITTED, DEVICE_AFTER_HOME, DEVICE_NEVER, DEVICE_NO_MEMORY };
enum device_admit device_journal_admit(struct pycc_away *away, const struct device_bound *bound,
                                       const bool *shared);

/* Puts the nest at the end, before it is launched; takes it out again. False: no memory. */
bool device_journal_add(struct pycc_away *away, const struct pycc_device_nest *nest,
                        const struct pycc_device_call *call);
void device_journal_take_back(struct pycc_away *away);

/* All that they wrote is at home. */
void device_journal_clear(struct pycc_away *away);

/* The device is gone with what was on it: drops all images, runs the journal on the host. False:
 * ctx has failed. */
bool device_journal_replay(struct pycc_ctx *ctx);

/* ---- device_home.c */

/* Everything that is newer on the device comes home, by running it again if need be; images stay.
 * False: ctx has failed. */
bool device_home_dirty(struct pycc_ctx *ctx);

/* The host is about to write these bytes between low and high (NULL: all of them): what the device
 * has of them is not valid any more. */
void device_forget(struct pycc_away *away, const struct runs *bytes, int64_t low, int64_t high);

/* The end of a call whose `away` is kept: from now on Python touches arrays. False: ctx has failed,
 * for what the device had is lost. */
bool device_leave(struct pycc_ctx *ctx);

/* pycc_device_home, pycc_device_home_all */
bool device_home(struct pycc_ctx *ctx, const char *data, int rank, const int64_t *shape,
                 const int64_t *stride, int64_t item, bool write);
bool device_home_all(struct pycc_ctx *ctx);

/* ---- device_guard.c
 *
 * One lock for all that threads keep in blocks: whoever touches a guarded page takes it, in a
 * signal's handler. Nobody who has it asks for Python's. */

/* Takes it if the context is of a block, or anybody's pages are guarded. True: to be given back. */
bool device_guard_enter(const struct pycc_ctx *ctx);
void device_guard_exit(bool entered);

/* Which pages of a new image may be guarded. */
void device_guard_extent(struct device_image *image);

/* Guards are as the images say. False: that cannot be, and all has to come home. */
bool device_guard_refresh(struct pycc_away *away);

/* The host's memory of these bytes, and more, may be touched until guards are refreshed. */
void device_guard_open(struct pycc_away *away, int64_t low, int64_t high);

/* What is newer on the device of guarded pages comes home. CL code. */
int device_guard_fetch(struct pycc_away *away);

/* There is nothing of it any more. */
void device_guard_free(struct pycc_away *away);

/* ---- device_touch.c */

/* A call is about to read or write these bytes on a device: what others have of them comes home,
 * and is forgotten if it writes. False: ctx has failed. */
bool device_touch_visit(struct pycc_ctx *ctx, int64_t low, int64_t high, bool write);

/* Everything comes home and nothing is guarded: before the process ends. */
void device_touch_settle(void);

/* ---- device_edges.c */

/* What is newer on the device beside guarded pages comes home. False: ctx has failed. */
bool device_edges_home(struct pycc_ctx *ctx);

/* Remembers what the host has there. False: no memory. */
bool device_edges_note(struct pycc_away *away);

/* What Python wrote there since is not valid on the device any more. False: ctx has failed. */
bool device_edges_check(struct pycc_ctx *ctx);

/* Bytes that come home alone are kept as they are now, where nests of the journal would read them;
 * the host has them `shift` bytes further than where they belong. False: no memory. */
bool device_before_keep(struct pycc_away *away, const struct runs *part, int64_t shift);

/* The journal is to be run again; is empty. */
void device_before_restore(struct pycc_away *away);
void device_before_clear(struct pycc_away *away);

/* ---- device_run.c */

/* pycc_device_run */
bool device_run(struct pycc_ctx *ctx, const struct pycc_device_nest *nest,
                const struct pycc_device_call *call);

#endif
