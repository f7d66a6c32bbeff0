/* Groups of work-items that share local memory: where a device has such memory, elements
 * that several work-items of a group load are brought in once, by all of them together.
 *
 *     #ifdef PYCC_LOCAL
 *         __local double a__local0[PYCC_LOCAL0];
 *         if (PYCC_GROUP_FULL) {
 *             const long i__first = PYCC_GROUP_COUNTER0;
 *             ...
 *             for (; k__at + PYCC_STRIP <= p; k__at += PYCC_STRIP) {
 *                 for (int local__e = PYCC_ITEM; local__e < PYCC_LOCAL0; local__e += PYCC_ITEMS) {
 *                     a__local0[local__e] = a[PYCC_FROM0(local__e, i__first, 0, k__at)];
 *                 }
 *                 barrier(CLK_LOCAL_MEM_FENCE);
 *                 for (int k__in = 0; k__in < PYCC_STRIP; ++k__in) {
 *                     s += a__local0[PYCC_L0(i__in, 0, k__in)] * ...;
 *                 }
 *                 barrier(CLK_LOCAL_MEM_FENCE);
 *             }
 *             what is left of k, from a itself
 *             return;
 *         }
 *     #endif
 *
 * Only groups of which every work-item has iterations do so, so that all of them come to every
 * barrier; those at the edges go on behind #endif as if there were none. */
#include "emit_kernel.h"

static const struct device_plan *device_of(const struct emit *e) {
    return e->nest->device;
}

static const char *counter_name(const struct emit *e, const struct tstmt *loop) {
    return e->name[loop->for_.counter->id];
}

bool emit_share_strips(const struct emit *e, const struct tstmt *loop) {
    const struct device_plan *d = device_of(e);
    const struct tstmt *stem = e->fplan->loop[loop->for_.loop].stem;
    bool found = false;
    for (int i = 0; i < d->locals.n && stem; ++i) {
        found = found || d->locals.item[i].loop == stem;
    }
    return found;
}

int emit_share_local(const struct emit *e, int row) {
    const struct device_plan *d = device_of(e);
    for (int i = 0; i < d->locals.n && e->kernel->local; ++i) {
        const struct device_local *t = &d->locals.item[i];
        bool there = !t->loop || t->loop == e->kernel->strip;
        for (int k = 0; k < t->rows.n && there; ++k) {
            if (t->rows.item[k] == row) {
                return i;
            }
        }
    }
    return -1;
}

/* ---- bringing in */

static const char *local_name(const struct emit *e, int i) {
    const struct device_plan *d = device_of(e);
    const struct kernel_array *array = &d->arrays.item[d->locals.item[i].array];
    return arena_printf(e->arena, "%s__local%d", e->name[array->var->id], i);
}

static bool is_dimension(const struct device_plan *d, const struct tstmt *loop) {
    bool found = false;
    for (int k = 0; k < d->dims; ++k) {
        found = found || d->dim[k] == loop;
    }
    return found;
}

/* Element by element of copy i, from where the group and the strip begin. */
static void put_fetch(struct emit *e, int i) {
    const struct device_plan *d = device_of(e);
    const struct device_local *t = &d->locals.item[i];
    w_open(e->w, "for (int local__e = PYCC_ITEM; local__e < PYCC_LOCAL%d; local__e += PYCC_ITEMS)",
           i);
    w_put(e->w, "%s[local__e] = %s[PYCC_FROM%d(local__e", local_name(e, i),
          e->name[d->arrays.item[t->array].var->id], i);
    for (int k = 0; k < d->table->loops.n; ++k) {
        const struct tstmt *loop = d->table->loops.item[k];
        const char *what = is_dimension(d, loop) ? "__first" : loop == t->loop ? "__at" : NULL;
        w_put(e->w, ", %s%s", what ? counter_name(e, loop) : "0", what ? what : "");
    }
    w_line(e->w, ")];");
    w_close(e->w, "");
}

/* The local copies of a loop; NULL: of the body. */
static bool put_fetches(struct emit *e, const struct tstmt *loop) {
    const struct device_plan *d = device_of(e);
    bool any = false;
    for (int i = 0; i < d->locals.n; ++i) {
        if (d->locals.item[i].loop == loop) {
            put_fetch(e, i);
            any = true;
        }
    }
    if (any) {
        w_line(e->w, "barrier(CLK_LOCAL_MEM_FENCE);");
    }
    return any;
}

void emit_share_loop(struct emit *e, const struct tstmt *loop) {
    const char *i = counter_name(e, loop), *start, *stop;
    const struct tstmt *stem = e->fplan->loop[loop->for_.loop].stem;
    int line = e->line;
    w_open(e->w, "%s", "");
    emit_for_bounds(e, loop, &start, &stop);
    w_line(e->w, "long %s__at = %s;", i, start);
    w_open(e->w, "for (; %s__at + PYCC_STRIP <= %s; %s__at += PYCC_STRIP)", i, stop, i);
    put_fetches(e, stem);
    w_open(e->w, "for (int %s__in = 0; %s__in < PYCC_STRIP; ++%s__in)", i, i, i);
    w_line(e->w, "const long %s = %s__at + %s__in;", i, i, i);
    e->kernel->strip = stem;
    emit_block(e, &loop->for_.body);
    e->kernel->strip = NULL;
    w_close(e->w, "");
    w_line(e->w, "barrier(CLK_LOCAL_MEM_FENCE);");
    w_close(e->w, "");
    e->line = line;
    emit_loop_head(e, loop, arena_printf(e->arena, "%s__at", i), stop);
    emit_block(e, &loop->for_.body);
    w_close(e->w, "");
    w_close(e->w, "");
}

void emit_share_counter(struct emit *e, const struct tvar *counter) {
    const struct device_plan *d = device_of(e);
    const struct box_form *f = emit_kernel_box(e);
    for (int k = 0; e->kernel->local && k < d->dims; ++k) {
        if (d->dim[k]->for_.counter == counter) {
            w_line(e->w, "const int %s__in = PYCC_LANES%d * (int)get_local_id(%d) + %s;",
                   e->name[counter->id], k, d->dims - 1 - k, e->name[f->lane[k]->id]);
        }
    }
}

/* ---- the group */

/* Where the range of a loop varies all work-items say whether they are in it. */
static void open_vote(struct emit *e) {
    w_open(e->w, "if (PYCC_ITEM == 0)");
    w_line(e->w, "local__full = 1;");
    w_close(e->w, "");
    w_line(e->w, "barrier(CLK_LOCAL_MEM_FENCE);");
    w_line(e->w, "bool item__full = true;");
    emit_box_ranges(e, "item__full");
    w_open(e->w, "if (!item__full)");
    w_line(e->w, "atomic_and(&local__full, 0);");
    w_close(e->w, "");
    w_line(e->w, "barrier(CLK_LOCAL_MEM_FENCE);");
    w_open(e->w, "if (local__full)");
}

/* Numbers of the group's first iterations, and of the work-item's in the group. */
static void put_places(struct emit *e) {
    const struct device_plan *d = device_of(e);
    for (int k = 0; k < d->dims; ++k) {
        const char *i = counter_name(e, d->dim[k]);
        w_line(e->w, "const long %s__first = PYCC_GROUP_COUNTER%d;", i, k);
        if (d->lanes[k] <= 1) {
            w_line(e->w, "const int %s__in = (int)get_local_id(%d);", i, d->dims - 1 - k);
        }
    }
}

void emit_share(struct emit *e) {
    const struct device_plan *d = device_of(e);
    bool slants = emit_box_slants(d);
    if (d->locals.n == 0) {
        return;
    }
    int line = e->line;
    w_line(e->w, "#ifdef PYCC_LOCAL");
    for (int i = 0; i < d->locals.n; ++i) {
        const struct kernel_array *array = &d->arrays.item[d->locals.item[i].array];
        w_line(e->w, "__local %s %s[PYCC_LOCAL%d];", emit_dtype(e, array->var->type->dtype),
               local_name(e, i), i);
    }
    if (slants) {
        w_line(e->w, "__local int local__full;");
    }
    w_open(e->w, "if (PYCC_GROUP_FULL)");
    if (slants) {
        open_vote(e);
    }
    put_places(e);
    e->kernel->local = true;
    put_fetches(e, NULL);
    emit_box_together(e);
    e->kernel->local = false;
    emit_kernel_flag(e);
    w_line(e->w, "return;");
    if (slants) {
        w_close(e->w, "");
    }
    w_close(e->w, "");
    w_line(e->w, "#endif");
    e->line = line;
}
