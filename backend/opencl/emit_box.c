/* A work-item that does a box of iterations together: PYCC_LANESd of each loop d of the index
 * space.
 *
 *     if (PYCC_LEFT0 == PYCC_LANES0 && PYCC_LEFT1 == PYCC_LANES1) {
 *         the form of the box (schedule/form_kernel.c)
 *     } else {
 *         for (int i__l = 0; i__l < PYCC_LEFT0; ++i__l) { one iteration after the other }
 *     }
 *
 * In the form lanes are short loops that the device's compiler unrolls: what they share is loaded
 * once, and neighbours of the last loop become vectors. */
#include "emit_kernel.h"

bool emit_box_fits(const struct device_plan *d) {
    for (int k = 0; k < d->dims; ++k) {
        if (d->lanes[k] > 1) {
            return true;
        }
    }
    return false;
}

/* ---- lanes */

static const char *counter_name(const struct emit *e, int k) {
    return e->name[e->nest->device->dim[k]->for_.counter->id];
}

static void put_counter(struct emit *e, int k) {
    const struct device_plan *d = e->nest->device;
    const char *i = counter_name(e, k);
    int64_t step = emit_step(d->dim[k]);
    if (step == 1 || step == -1) {
        w_line(e->w, "const long %s = %s__at %c %s__l;", i, i, step > 0 ? '+' : '-', i);
    } else {
        w_line(e->w, "const long %s = %s__at + PYCC_STEP%d * %s__l;", i, i, k, i);
    }
}

static void open_left(struct emit *e) {
    const struct device_plan *d = e->nest->device;
    for (int k = 0; k < d->dims; ++k) {
        const char *i = counter_name(e, k);
        if (d->lanes[k] <= 1) {
            continue;
        }
        w_open(e->w, "for (int %s__l = 0; %s__l < PYCC_LEFT%d; ++%s__l)", i, i, k, i);
        put_counter(e, k);
    }
}

static void close_left(struct emit *e) {
    const struct device_plan *d = e->nest->device;
    for (int k = 0; k < d->dims; ++k) {
        if (d->lanes[k] > 1) {
            w_close(e->w, "");
        }
    }
}

/* ---- the box */

bool emit_box_slants(const struct device_plan *d) {
    bool slants = false;
    for (int k = 0; k < d->dims; ++k) {
        slants = slants || d->hull[k].first;
    }
    return slants;
}

void emit_box_ranges(struct emit *e, const char *flag) {
    const struct device_plan *d = e->nest->device;
    open_left(e);
    for (int k = 0; k < d->dims; ++k) {
        const struct tstmt *loop = d->dim[k];
        if (d->hull[k].first) {
            w_put(e->w, "%s &= %s >= ", flag, counter_name(e, k));
            emit_expr(e, loop->for_.start, PREC_ADD);
            w_put(e->w, " && %s < ", counter_name(e, k));
            emit_expr(e, loop->for_.stop, PREC_ADD);
            w_line(e->w, ";");
        }
    }
    close_left(e);
}

/* Is the box full, and in the range of loops whose range varies? */
static void open_full(struct emit *e) {
    const struct device_plan *d = e->nest->device;
    const char *full = "";
    for (int k = 0; k < d->dims; ++k) {
        if (d->lanes[k] > 1) {
            full = arena_printf(e->arena, "%s%sPYCC_LEFT%d == PYCC_LANES%d", full,
                                *full ? " && " : "", k, k);
        }
    }
    if (!emit_box_slants(d)) {
        w_open(e->w, "if (%s)", full);
        return;
    }
    w_line(e->w, "bool box__full = %s;", full);
    emit_box_ranges(e, "box__full");
    w_open(e->w, "if (box__full)");
}

void emit_box_together(struct emit *e) {
    emit_block(e, &emit_kernel_box(e)->block[e->kernel->local ? BOX_SHARED : BOX_ALONE]);
}

void emit_box(struct emit *e, void (*put_one)(struct emit *e)) {
    open_full(e);
    emit_box_together(e);
    w_reopen(e->w, "else");
    open_left(e);
    put_one(e);
    close_left(e);
    w_close(e->w, "");
}
