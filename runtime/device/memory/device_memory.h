/* What the device holds of the host's memory, and how it comes and goes.
 *
 *   device_image.c   images, what is valid and what is newer there
 *   device_move.c    up and down
 *   device_packed.c  ... of footprints, packed
 *   device_stage.c   ... in pinned memory
 *   device_journal.c nests whose results are not at home yet; running them again on the host
 *   device_home.c    what comes home when
 *   device_guard.c   between the calls of a block: pages that nobody may touch unnoticed
 *   device_touch.c   ... and what happens when somebody does
 *   device_edges.c   ... and what lies beside whole pages */
#ifndef PYCC_DEVICE_MEMORY_H
#define PYCC_DEVICE_MEMORY_H

#include <pthread.h>

#include "device_plan.h"
#include "device_profile.h"

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

#endif
