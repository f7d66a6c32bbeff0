/* Nests on devices, as the host sees them: the call that tries the device before the host. */
#include "emit.h"
#include "emit_home.h"
#include "explain.h"

const char *emit_device_name(struct emit *e, const struct nest_facts *f) {
    return arena_printf(e->arena, "%s_device", f->name);
}

void emit_device_table(struct emit *e, const struct nest_facts *f) {
    if (emit_on_device(e, f->nest)) {
        e->options->device_table(e, f);
    }
}

void emit_device_left(struct emit *e, const struct nest_facts *f) {
    const struct device_plan *d = f->nest->device;
    if (d && d->left) {
        w_put(e->w, "pycc_device_left(ctx, \"%s\", \"%s\", %d, \"", f->name,
              emit_file(e, e->module->source->path), emit_line_of(e, f->nest->root->span));
        w_line(e->w, "%s\");", device_left_text(e->arena, d));
    }
}

/* ---- the call */

/* Loops that are collapsed have fields in the nest's struct. */
struct space_loop {
    const struct tstmt *loop;
    const struct device_hull *hull;
    bool collapsed;
};

/* A number of each loop of the index space. */
static void put_loops(struct emit *e, const struct nest_facts *f, const char *field,
                      void (*put)(struct emit *e, const struct space_loop *l)) {
    const struct device_plan *d = f->nest->device;
    w_put(e->w, ".%s = {", field);
    for (int k = 0; k < d->dims; ++k) {
        bool collapsed = d->n_inside == 0 && k < f->nest->collapse;
        const struct space_loop l = {d->dim[k], &d->hull[k], collapsed};
        w_text(e->w, k ? ", " : "");
        put(e, &l);
    }
    w_line(e->w, "},");
}

static void put_start(struct emit *e, const struct space_loop *l) {
    const struct texpr *start = l->hull->first ? l->hull->first : l->loop->for_.start;
    w_text(e->w, l->collapsed ? emit_start_text(e, l->loop) : emit_expr_text(e, start, PREC_COND));
}

static void put_step(struct emit *e, const struct space_loop *l) {
    const struct texpr *step = l->loop->for_.step;
    w_text(e->w, l->collapsed ? emit_step_text(e, l->loop)
                 : step       ? emit_expr_text(e, step, PREC_COND)
                              : "1");
}

static void put_trips(struct emit *e, const struct space_loop *l) {
    if (l->collapsed) {
        w_text(e->w, emit_trips_text(e, l->loop));
        return;
    }
    w_put(e->w, "pycc_trips(");
    put_start(e, l);
    if (l->hull->first) {
        w_put(e->w, ", %s + 1, 1)", emit_expr_text(e, l->hull->last, PREC_ADD));
        return;
    }
    w_put(e->w, ", %s, ", emit_expr_text(e, l->loop->for_.stop, PREC_COND));
    put_step(e, l);
    w_text(e->w, ")");
}

void emit_device_begin(struct emit *e, const struct nest_facts *f) {
    const struct nest *n = f->nest;
    if (!emit_on_device(e, n)) {
        return;
    }
    emit_symbols(e, "device__symbol", n->device->table);
    size_t from = e->w->n;
    w_open(e->w, "const struct pycc_device_call device__call =");
    w_line(e->w, ".nest = &nest,");
    w_line(e->w, ".in_size = sizeof(in),");
    w_line(e->w, ".symbol = device__symbol,");
    put_loops(e, f, "start", put_start);
    put_loops(e, f, "step", put_step);
    put_loops(e, f, "trips", put_trips);
    if (n->device->results.n > 0) {
        w_line(e->w, ".part = part,");
        w_line(e->w, ".part_size = sizeof(part[0]),");
        w_line(e->w, ".chunks = part__n,");
    }
    w_close(e->w, ";");
    emit_pack(e, from);
    const char *when = n->question ? (f->versions->exact ? "safe && !ordered && " : "!ordered && ")
                       : f->versions->exact ? "safe && "
                                            : "";
    w_open(e->w, "if (!%s%spycc_device_run(ctx, &%s, &device__call)%s)", *when ? "(" : "", when,
           emit_device_name(e, f), *when ? ")" : "");
    emit_home_nest(e, n, true);
}

void emit_device_end(struct emit *e, const struct nest_facts *f) {
    if (emit_on_device(e, f->nest)) {
        w_close(e->w, "");
    }
}
