/* The journal: nests that ran on the device and whose results are not all at home. When the device
 * is lost they are run again, on the host and in order.
 *
 * That is right as long as the host's memory is what it was when the journal began, or differs only
 * in elements that the nests write before they read them: parts of their results. Three sets say
 * so: first_read, what nests read that none before them wrote; written; modified, those of them
 * written in the host's own memory. first_read and modified must not meet. (When results are copied
 * home, all of `written` is modified bit by bit: device_download looks at these sets, too.) */
#include "device_memory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST = 4096,    /* nests: then all comes home once */
    LOOK_EVERY = 32 /* nests, at bytes held for nobody else */
};

/* Bytes of arrays that are gone but for the journal. They were never touched by the host, mostly,
 * and so take address space rather than memory. */
static bool holds_too_much(const struct pycc_away *away) {
    int64_t bytes = 0, most = (int64_t)sysconf(_SC_PHYS_PAGES) / 8 * sysconf(_SC_PAGESIZE);
    if (away->n_journal % LOOK_EVERY != 0) {
        return false;
    }
    for (int i = 0; i < away->n_held; ++i) {
        struct pycc_buffer *owner = away->held[i].owner;
        bytes += __atomic_load_n(&owner->refs, __ATOMIC_RELAXED) == 1 ? owner->size : 0;
    }
    return bytes > most;
}

/* Adds what the nest reads first, as far as it is not known, to reads, and what it writes in the
 * host's memory to modified. */
static bool gather(const struct pycc_away *away, const struct device_bound *bound,
                   const bool *shared, struct runs *reads, struct runs *modified) {
    bool fits = true;
    for (int p = 0; p < bound->n_parts && fits; ++p) {
        const struct device_part *part = &bound->part[p];
        struct runs first = {0};
        bool known = runs_contains(&away->written, &part->need) ||
                     runs_contains(&away->first_read, &part->need);
        fits = known || (runs_copy(&first, &part->need) && runs_subtract(&first, &away->written) &&
                         runs_add(reads, &first));
        fits = fits && (!shared[p] || runs_add(modified, &part->write));
        runs_free(&first);
    }
    return fits;
}

static enum device_admit admit(struct pycc_away *away, const struct device_bound *bound,
                               const struct runs *reads, const struct runs *modified) {
    if (runs_meet(reads, modified) || runs_meet(&away->first_read, modified) ||
        runs_meet(reads, &away->modified)) {
        return away->n_journal > 0 ? DEVICE_AFTER_HOME : DEVICE_NEVER;
    }
    bool fits = runs_add(&away->first_read, reads) && runs_add(&away->modified, modified);
    for (int p = 0; p < bound->n_parts && fits; ++p) {
        fits = runs_add(&away->written, &bound->part[p].write);
    }
    return fits ? DEVICE_ADMITTED : DEVICE_NO_MEMORY;
}

enum device_admit device_journal_admit(struct pycc_away *away, const struct device_bound *bound,
                                       const bool *shared) {
    struct runs reads = {0}, modified = {0};
    if (away->n_journal > 0 && (away->n_journal >= MOST || holds_too_much(away))) {
        return DEVICE_AFTER_HOME;
    }
    enum device_admit answer = gather(away, bound, shared, &reads, &modified)
                                   ? admit(away, bound, &reads, &modified)
                                   : DEVICE_NO_MEMORY;
    runs_free(&reads);
    runs_free(&modified);
    return answer;
}

static void *copy_of(const void *from, size_t size) {
    void *to = malloc(size > 0 ? size : 1);
    if (to && size > 0) {
        memcpy(to, from, size);
    }
    return to;
}

static void release(struct pycc_away *away, struct device_rerun *r) {
    for (int i = 0; i < r->n_owners; ++i) {
        device_unhold(away, r->owner[i]);
    }
    free(r->in);
    free(r->part);
}

static bool fill(struct pycc_away *away, const struct pycc_device_nest *nest,
                 const struct pycc_device_call *call, struct device_rerun *r) {
    *r = (struct device_rerun){.nest = *call->nest,
                               .part_size = call->part_size,
                               .chunks = call->chunks,
                               .in_order = nest->atomics};
    r->in = copy_of(call->nest->in, call->in_size);
    r->nest.in = r->in;
    bool fits = r->in != NULL;
    if (call->part) {
        r->part = copy_of(call->part, call->part_size * (size_t)call->chunks);
        fits = fits && r->part;
    }
    for (int k = 0; k < nest->n_arrays && fits; ++k) {
        struct pycc_buffer *owner = device_view(&nest->array[k], call->nest->in).owner;
        fits = device_hold(away, owner);
        if (fits) {
            r->owner[r->n_owners++] = owner;
        }
    }
    if (!fits) {
        release(away, r);
    }
    return fits;
}

bool device_journal_add(struct pycc_away *away, const struct pycc_device_nest *nest,
                        const struct pycc_device_call *call) {
    if (away->n_journal == away->journal_room) {
        int room = away->journal_room ? 2 * away->journal_room : 8;
        struct device_rerun *journal = realloc(away->journal, sizeof(*journal) * (size_t)room);
        if (!journal) {
            return false;
        }
        away->journal = journal;
        away->journal_room = room;
    }
    if (!fill(away, nest, call, &away->journal[away->n_journal])) {
        return false;
    }
    ++away->n_journal;
    return true;
}

void device_journal_take_back(struct pycc_away *away) {
    release(away, &away->journal[--away->n_journal]);
}

void device_journal_clear(struct pycc_away *away) {
    while (away->n_journal > 0) {
        device_journal_take_back(away);
    }
    runs_clear(&away->first_read);
    runs_clear(&away->written);
    runs_clear(&away->modified);
    device_before_clear(away);
}

bool device_journal_replay(struct pycc_ctx *ctx) {
    struct pycc_away *away = ctx->away;
    struct pycc_error error = ctx->error;
    bool failed = ctx->failed, again = true;
    struct pycc_poll *poll = ctx->poll;
    ctx->failed = false;
    ++away->replays;
    ctx->poll = NULL; /* it would ask for Python's lock, and who has that may wait for ours */
    device_image_drop_all(away);
    device_before_restore(away);
    for (int i = 0; i < away->n_journal && again; ++i) {
        struct device_rerun *r = &away->journal[i];
        if (r->in_order) {
            r->nest.run(ctx, r->nest.in, NULL, 0, r->nest.trips);
        } else {
            pycc_run_parallel(ctx, &r->nest, r->part, r->part_size, r->part ? r->chunks : 0);
        }
        again = !ctx->failed;
    }
    device_journal_clear(away);
    ctx->poll = poll;
    if (failed) {
        ctx->failed = true;
        ctx->error = error;
    }
    return again;
}
