/* device_run: a nest on the device, from the question whether it may go there to its results.
 *
 * Every step says in words why the nest stays on the host, and leaves the host's memory and the
 * journal as they were: the device is only a place where more is valid than before. The lock is
 * held until the kernel is enqueued; results are waited for without it. */
#include "device_run.h"

#include <stdlib.h>
#include <string.h>

#include "device_profile.h"
#include "device_profit.h"

/* CL codes that mean: not so much memory. */
static bool is_memory(int code) {
    return code == -4 || code == -5 || code == -6 || code == -61;
}

/* ---- images */

/* Which parts may be the host's own memory: not those that a nest reads and writes, or that have to
 * be as before when it fails: they could not be run again; nor those of which a piece has been
 * copied: it would have to come home in each turn of a time loop. Others are packed where that pays
 * and no image has them already. */
static void choose_manners(struct device_launch *l) {
    bool shares = device_shares(l->device);
    for (int p = 0; p < l->bound->n_parts; ++p) {
        const struct device_part *part = &l->bound->part[p];
        const struct device_image *image = device_image_find(l->away, part, false);
        bool redone = part->in_place || (l->nest->may_fail && part->write.n > 0);
        l->shared[p] = shares && !redone && !device_image_copied(l->away, part);
        l->packed[p] = part->pack && !l->shared[p] && !image;
    }
}

static struct device_manner manner_of(const struct device_launch *l, int p) {
    return (struct device_manner){l->shared[p], l->packed[p]};
}

/* Everything is at home, and images that cannot stay are gone. */
static bool clear_the_way(struct device_launch *l) {
    bool home = false;
    for (int p = 0; p < l->bound->n_parts; ++p) {
        home =
            home || device_image_in_the_way(l->away, l->bound, &l->bound->part[p], manner_of(l, p));
    }
    if (home && !device_home_dirty(l->ctx)) {
        return false;
    }
    for (int p = 0; p < l->bound->n_parts; ++p) {
        if (device_image_in_the_way(l->away, l->bound, &l->bound->part[p], manner_of(l, p))) {
            device_image_clear_the_way(l->away, &l->bound->part[p]);
        }
    }
    return true;
}

static const char *admit(struct device_launch *l) {
    enum device_admit answer = device_journal_admit(l->away, l->bound, l->shared);
    if (answer == DEVICE_AFTER_HOME) {
        if (!device_home_dirty(l->ctx)) {
            return "the call has failed";
        }
        answer = device_journal_admit(l->away, l->bound, l->shared);
    }
    return answer == DEVICE_ADMITTED ? NULL : "no memory";
}

int device_launch_images(struct device_launch *l) {
    int code = 0;
    for (int p = 0; p < l->bound->n_parts && code == 0; ++p) {
        const struct device_part *part = &l->bound->part[p];
        struct device_manner manner = manner_of(l, p);
        l->image[p] = device_image_find(l->away, part, manner.packed);
        code = l->image[p] ? 0 : device_image_new(l->away, l->bound, part, manner, &l->image[p]);
        if (code == 0) {
            device_image_adopt(l->image[p], l->bound, part);
        }
        if (manner.shared && part->write.n > 0) {
            device_guard_open(l->away, part->low, part->high);
        }
    }
    for (int p = 0; p < l->bound->n_parts && code == 0;
         ++p) { /* a later one may have taken it in */
        l->image[p] = device_image_find(l->away, &l->bound->part[p], manner_of(l, p).packed);
        code = l->image[p] ? 0 : -4; /* CL_MEM_OBJECT_ALLOCATION_FAILURE */
    }
    for (int k = 0; k < l->bound->n_arrays && code == 0; ++k) {
        int p = l->bound->array[k].part;
        struct pycc_buffer *owner = device_view(&l->nest->array[k], l->call->nest->in).owner;
        code = p < 0 || device_image_own(l->away, l->image[p], owner) ? 0 : -6;
    }
    for (int p = 0; p < l->bound->n_parts && code == 0; ++p) {
        code = device_upload(l->away, l->image[p], &l->bound->part[p].need);
    }
    return code;
}

/* The parts' images, filled. When memory is short, once more with nothing else on the device. */
static const char *get_images(struct device_launch *l) {
    if (!clear_the_way(l)) {
        return "the call has failed";
    }
    const char *why = admit(l); /* before there are images: what comes home may be all of them */
    if (why) {
        return why;
    }
    device_image_sweep(l->away);
    l->code = device_launch_images(l);
    if (is_memory(l->code)) {
        if (!device_home_dirty(l->ctx)) {
            return "the call has failed";
        }
        device_image_drop_all(l->away);
        why = admit(l);
        if (why) {
            return why;
        }
        l->away->tight = true;
        l->code = device_launch_images(l);
        l->away->tight = false;
    }
    return l->code == 0         ? NULL
           : is_memory(l->code) ? "it does not fit the device's memory"
                                : "arrays could not be brought to the device";
}

/* ---- what will be valid and newer */

bool device_launch_plan(struct device_launch *l) {
    bool fits = true;
    for (int p = 0; p < l->bound->n_parts && fits; ++p) {
        const struct runs *write = &l->bound->part[p].write;
        const struct device_image *image = l->image[p];
        bool known = runs_contains(&image->dirty, write);
        /* two parts may share an image: both take the other's in */
        fits = known || (runs_copy(&l->dirty[p], &image->dirty) && runs_add(&l->dirty[p], write));
        known = image->shared || image->packed || runs_contains(&image->valid, write);
        fits = fits &&
               (known || (runs_copy(&l->valid[p], &image->valid) && runs_add(&l->valid[p], write)));
    }
    return fits;
}

static bool take_over(struct runs *to, struct runs *from) {
    if (from->n == 0 || runs_add(from, to)) {
        if (from->n > 0) {
            runs_free(to);
            *to = *from;
            *from = (struct runs){0};
        }
        return true;
    }
    return false;
}

void device_launch_commit(struct device_launch *l) {
    for (int p = 0; p < l->bound->n_parts; ++p) {
        struct device_image *image = l->image[p];
        bool kept =
            take_over(&image->dirty, &l->dirty[p]) && take_over(&image->valid, &l->valid[p]);
        l->failed = l->failed || !kept;
        for (int i = 0; image->packed && i < image->packed->footprint.nmember; ++i) {
            const struct device_part *part = &l->bound->part[p];
            int use = l->bound->lmad.access[part->pack->member[i]].use;
            image->packed->written |= use & LMAD_WRITE ? (uint64_t)1 << i : 0;
        }
        opencl_event_keep(l->done);
        opencl_event_free(image->kernel);
        image->kernel = l->done;
    }
}

/* ---- the steps in order */

static const char *may_go(const struct device_launch *l) {
    const struct opencl_info *info = opencl_describe(l->device);
    if (opencl_lost(l->device)) { /* sites may have programs of the next one by now */
        return "the device is lost";
    }
    if (l->nest->fp64 && !info->fp64) {
        return "the device has no double precision";
    }
    if (l->nest->atomics64 && !info->atomics64) {
        return "the device has no atomic operations of 64 bits";
    }
    if (l->nest->n_results > 0 && (info->group < DEVICE_GROUP || l->call->chunks < 1)) {
        return "the device's groups are too small";
    }
    return NULL;
}

/* Of one part: what is missing there, what it writes and is not owed to the host already. True when
 * the host would have to bring something home for it. */
static bool count_part(const struct device_launch *l, const struct device_part *part,
                       struct device_work *work) {
    const struct device_image *image = device_image_find(l->away, part, false);
    bool there = image && (image->shared || runs_contains(&image->valid, &part->need));
    bool owed = image && runs_contains(&image->dirty, &part->write);
    bool shared = image ? image->shared : device_shares(l->device) && !part->in_place;
    int64_t need = runs_bytes(&part->need), write = runs_bytes(&part->write);
    work->up += there || shared ? 0 : need;
    work->down += owed || shared ? 0 : write;
    work->transfers += !shared && !(there && owed);
    work->touched += (double)need + (double)write;
    return image && !shared &&
           (runs_meet(&image->dirty, &part->need) || runs_meet(&image->dirty, &part->write));
}

/* Bytes to move, when it is known what. */
static void count_work(const struct device_launch *l, struct device_work *work) {
    bool away = false;
    for (int p = 0; l->bound && p < l->bound->n_parts; ++p) {
        away = count_part(l, &l->bound->part[p], work) || away;
    }
    for (const struct device_image *i = l->away->image; away && i; i = i->next) {
        work->home += i->shared ? 0 : runs_bytes(&i->dirty);
    }
}

/* By the forecast from measured rates; without a bound, as if nothing had to move, unless something
 * is away that the host may have to wait for. */
static const char *pays(struct device_launch *l) {
    struct device_rates rates;
    struct device_forecast f = {.work = {.launches = 1,
                                         .flops = l->call->nest->work,
                                         .fp64 = l->nest->fp64,
                                         .threads = l->ctx->threads}};
    bool forced = l->place == PYCC_PLACE_GPU, told = device_keeps_kernels();
    if ((forced && !told) || (!l->bound && (told || l->away->n_journal > 0))) {
        return NULL;
    }
    if (!device_rates(l->device, &rates)) {
        return forced ? NULL : "the device's rates could not be measured";
    }
    count_work(l, &f.work);
    device_forecast(&rates, &f);
    if (l->bound) {
        device_forecast_wait(&f, &l->away->missed);
    }
    if (l->bound || !f.pays) {
        const struct device_foreseen seen = {f.host,    f.device,    f.moving,
                                             f.work.up, f.work.down, f.pays};
        device_forecast_seen(l->nest->name, l->nest->file, l->nest->line, &seen);
    }
    if (l->place == PYCC_PLACE_CPU) {
        return "it is to run on the host";
    }
    l->later = !forced && f.host - f.device < rates.build;
    return forced || f.pays ? NULL : "the host is faster";
}

static const char *find_entry(struct device_launch *l) {
    int64_t begin = device_now();
    l->entry = device_site_entry(l->device, l->nest, l->call);
    if (!l->entry) {
        return "no memory";
    }
    l->bound = l->entry->bound;
    __atomic_fetch_add(&l->entry->busy, 1, __ATOMIC_RELAXED);
    device_span(DEVICE_PHASE_BIND, begin, device_now(), l->nest->name, 0);
    return l->entry->why;
}

static const char *find_program(struct device_launch *l) {
    const char *why;
    choose_manners(l);
    device_site_program(l->device, l->nest, l->call, l->entry, l->packed,
                        l->later ? DEVICE_WHOLE_LATER : DEVICE_WHOLE, &why, &l->code, l->message);
    return why;
}

/* What would have moved with whole arrays, nest by nest. */
static void count_whole(const struct device_bound *bound) {
    int64_t up = 0, down = 0;
    for (int k = 0; k < bound->n_arrays; ++k) {
        up += bound->array[k].read ? bound->array[k].bytes : 0;
        down += bound->array[k].write ? bound->array[k].bytes : 0;
    }
    device_count(DEVICE_COUNT_WHOLE_UP, up);
    device_count(DEVICE_COUNT_WHOLE_DOWN, down);
}

/* What other threads keep there of the same arrays comes home. */
static const char *visit_others(const struct device_launch *l) {
    bool fits = true;
    for (int p = 0; p < l->bound->n_parts && fits; ++p) {
        const struct device_part *part = &l->bound->part[p];
        fits = device_touch_visit(l->ctx, part->low, part->high, part->write.n > 0);
    }
    return fits ? NULL : "the call has failed";
}

/* In tiles everything is read and written at home. */
static const char *launch_tiles(struct device_launch *l) {
    count_whole(l->bound);
    for (int p = 0; p < l->bound->n_parts; ++p) {
        device_guard_open(l->away, l->bound->part[p].low, l->bound->part[p].high);
    }
    return device_run_tiles(l);
}

/* Up to the enqueued kernel. */
static const char *launch(struct device_launch *l) {
    const char *why = may_go(l);
    why = why ? why : pays(l);
    why = why ? why : find_entry(l);
    why = why ? why : pays(l);
    why = why ? why : visit_others(l);
    if (!why && device_too_big(l)) {
        return launch_tiles(l);
    }
    why = why ? why : find_program(l);
    why = why ? why : get_images(l);
    if (!why && (!device_launch_plan(l) || !device_journal_add(l->away, l->nest, l->call))) {
        why = "no memory";
    }
    if (why) {
        return why;
    }
    l->code = device_results_new(l);
    l->code = l->code == 0 && l->nest->may_fail ? device_backup_take(l) : l->code;
    l->code = l->code == 0 ? device_enqueue(l) : l->code;
    if (l->code != 0) {
        device_journal_take_back(l->away);
        return "the kernel could not be launched";
    }
    count_whole(l->bound);
    l->away->missed = 0;
    if (!l->nest->may_fail) {
        device_launch_commit(l);
    }
    return NULL;
}

/* What was launched has not come to its end: as if it had never been. */
static const char *undo(struct device_launch *l) {
    device_journal_take_back(l->away);
    return device_journal_replay(l->ctx) ? "the device failed" : "the call has failed";
}

/* Waits where the host needs something of the nest now. */
static const char *finish(struct device_launch *l) {
    if (l->tiled || (l->nest->n_results == 0 && !l->nest->may_fail && !l->failed)) {
        return NULL;
    }
    int64_t begin = device_now();
    l->code = device_results_get(l);
    device_span(DEVICE_PHASE_WAIT, begin, device_now(), l->nest->name, 0);
    if (l->code != 0 || l->failed) {
        return undo(l);
    }
    if (l->nest->may_fail && l->raised) {
        /* the kernel wrote into images before it found that */
        l->code = device_backup_restore(l);
        if (l->code != 0) {
            return undo(l);
        }
        device_journal_take_back(l->away);
        return "an iteration raises";
    }
    if (l->nest->may_fail) {
        device_launch_commit(l);
    }
    return l->failed ? undo(l) : NULL;
}

void device_launch_free(struct device_launch *l) {
    device_results_free(l);
    device_backup_free(l);
    opencl_event_free(l->done);
    for (int p = 0; p < DEVICE_ARRAYS; ++p) {
        runs_free(&l->dirty[p]);
        runs_free(&l->valid[p]);
    }
}

/* Counts why a nest stays on the host; faults are told. */
static bool stay(struct device_launch *l, const char *why) {
    device_count_fallback(l->nest->name, l->nest->file, l->nest->line, why);
    if (l->code != 0) {
        device_warn(l->ctx, why, l->code, l->message);
    }
    if (l->away && l->device && opencl_lost(l->device) && !l->ctx->failed) {
        device_journal_replay(l->ctx);
    }
    return false;
}

/* No device, or it was lost: what it had of this call is made again. */
static bool stay_without(struct pycc_ctx *ctx, const struct pycc_device_nest *nest,
                         const char *why) {
    device_count_fallback(nest->name, nest->file, nest->line, why);
    device_warn(ctx, why, 0, "");
    if (ctx->away && !ctx->failed) {
        device_home_dirty(ctx);
    }
    return false;
}

static bool run_on(struct opencl *device, struct pycc_ctx *ctx, enum pycc_place place,
                   const struct pycc_device_nest *nest, const struct pycc_device_call *call) {
    struct device_launch l = {.ctx = ctx,
                              .place = place,
                              .away = ctx->away,
                              .device = device,
                              .nest = nest,
                              .call = call};
    device_lock();
    const char *why = launch(&l);
    device_unlock();
    why = why ? why : finish(&l);
    bool ran = !why || stay(&l, why);
    device_launch_free(&l);
    if (l.entry) {
        __atomic_fetch_sub(&l.entry->busy, 1, __ATOMIC_RELEASE);
    }
    if (ran) {
        device_count(DEVICE_COUNT_NESTS, 1);
    }
    return ran;
}

bool device_run(struct pycc_ctx *ctx, const struct pycc_device_nest *nest,
                const struct pycc_device_call *call) {
    const char *why;
    enum pycc_place place = device_place(ctx->place);
    if (ctx->inside || ctx->failed || call->nest->trips < 1 ||
        (place == PYCC_PLACE_CPU && !device_keeps_kernels())) {
        return false;
    }
    struct opencl *device = device_open(&why);
    bool entered = device_guard_enter(ctx);
    if (!device) {
        stay_without(ctx, nest, why);
        device_guard_exit(entered);
        return false;
    }
    /* what another one had, which is lost, is made again */
    bool fit = !ctx->away ||
               (ctx->away->device == device ? device_edges_check(ctx) : device_home_all(ctx));
    if (fit && !ctx->away) {
        ctx->away = device_away_new(device);
    }
    if (ctx->away) {
        ctx->away->threads = ctx->threads;
    }
    bool ran = fit && ctx->away && run_on(device, ctx, place, nest, call);
    device_guard_exit(entered);
    device_release(device);
    return ran;
}

void device_left(struct pycc_ctx *ctx, const char *name, const char *file, int line,
                 const char *why) {
    if (!ctx->inside && !ctx->failed && device_place(ctx->place) != PYCC_PLACE_CPU) {
        device_count_fallback(name, file, line, why);
    }
}
