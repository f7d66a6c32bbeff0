/* Nests on devices: the constants that the run time reads of one (pycc_rt_device.h), and the call
 * that tries the device before the host. */
#include "emit_kernel.h"

#include <inttypes.h>
#include <string.h>

bool emit_on_device(const struct emit *e, const struct nest *n) {
    (void)e;
    return n->device && !n->device->left;
}

struct device_results emit_device_results(struct emit *e, const struct nest *n) {
    const struct device_plan *d = n->device;
    struct device_results r = {0,
                               ARENA_ARRAY(e->arena, const struct reduction *, d->results.n + 1)};
    for (int i = 0; i < d->results.n; ++i) {
        if (e->place.var[d->results.item[i].var->id].reads > 0) {
            r.item[r.n++] = &d->results.item[i];
        }
    }
    return r;
}

static const char *name_of(struct emit *e, const struct nest_facts *f) {
    return arena_printf(e->arena, "%s_device", f->name);
}

/* ---- constants */

/* The kernel, as data: --emit opencl shows it to people. */
static void put_source(struct emit *e, const struct nest_facts *f, bool group) {
    struct writer *outer = e->w, inner;
    int line = e->line;
    writer_init(&inner);
    e->w = &inner;
    emit_kernel(e, f, group);
    e->w = outer;
    e->line = line;
    w_line(e->w, "static const char %s__%s[] =", name_of(e, f), group ? "group" : "source");
    emit_string(e->w, inner.text, inner.n, true);
    w_line(e->w, ";");
    writer_free(&inner);
}

static void put_arrays(struct emit *e, const struct nest_facts *f, const char *const *kernel_name) {
    const struct device_plan *d = f->nest->device;
    if (d->arrays.n == 0) {
        return;
    }
    w_open(e->w, "static const struct pycc_device_array %s__arrays[] =", name_of(e, f));
    for (int i = 0; i < d->arrays.n; ++i) {
        const struct tvar *v = d->arrays.item[i].var;
        int use = d->arrays.item[i].use;
        w_line(e->w, "{\"%s\", offsetof(struct %s, %s), %d, %s, %d, %s},", kernel_name[v->id],
               f->name, e->name[v->id], v->type->rank, emit_dtype_constant(e, v->type->dtype), use,
               use ? "true" : "false");
    }
    w_close(e->w, ";");
}

static void put_value(struct emit *e, const char *name, const char *type, const struct tvar *v) {
    w_line(e->w, "{\"%s\", offsetof(struct %s, %s), %s},", name, type, e->name[v->id],
           emit_dtype_constant(e, v->type->dtype));
}

static void put_values(struct emit *e, const struct nest_facts *f, const char *const *kernel_name) {
    const struct device_plan *d = f->nest->device;
    if (d->scalars.n > 0) {
        w_open(e->w, "static const struct pycc_device_value %s__scalars[] =", name_of(e, f));
        for (int i = 0; i < d->scalars.n; ++i) {
            const struct tvar *v = d->scalars.item[i];
            put_value(e, kernel_name[v->id], f->name, v);
        }
        w_close(e->w, ";");
    }
    struct device_results r = emit_device_results(e, f->nest);
    if (r.n > 0) {
        const char *outs = arena_printf(e->arena, "%s_outs", f->name);
        w_open(e->w, "static const struct pycc_device_value %s__results[] =", name_of(e, f));
        for (int i = 0; i < r.n; ++i) {
            const struct tvar *v = r.item[i]->var;
            put_value(e, arena_printf(e->arena, "%s__part", kernel_name[v->id]), outs, v);
        }
        w_close(e->w, ";");
    }
}

static int level_of(const struct access_table *t, const struct tstmt *loop) {
    for (int k = 0; k < t->loops.n; ++k) {
        if (t->loops.item[k] == loop) {
            return k;
        }
    }
    return -1;
}

static void put_locals(struct emit *e, const struct nest_facts *f) {
    const struct device_plan *d = f->nest->device;
    const char *name = name_of(e, f);
    if (d->locals.n == 0) {
        return;
    }
    for (int i = 0; i < d->locals.n; ++i) {
        const struct device_local *t = &d->locals.item[i];
        w_put(e->w, "static const int %s__local%d[] = {", name, i);
        for (int k = 0; k < t->rows.n; ++k) {
            w_put(e->w, "%s%d", k ? ", " : "", t->rows.item[k]);
        }
        w_line(e->w, "};");
    }
    w_open(e->w, "static const struct pycc_device_local %s__locals[] =", name);
    for (int i = 0; i < d->locals.n; ++i) {
        const struct device_local *t = &d->locals.item[i];
        w_line(e->w, "{%d, %d, %d, %s__local%d},", t->array, level_of(d->table, t->loop), t->rows.n,
               name, i);
    }
    w_close(e->w, ";");
}

static void put_flag(struct emit *e, const char *name, bool flag) {
    if (flag) {
        w_line(e->w, ".%s = true,", name);
    }
}

static void put_list(struct emit *e, const char *counter, const char *field, const char *list,
                     int n) {
    if (n > 0) {
        w_line(e->w, ".%s = %d,", counter, n);
        w_line(e->w, ".%s = %s__%ss,", field, list, field);
    }
}

static void put_nest(struct emit *e, const struct nest_facts *f) {
    const struct device_plan *d = f->nest->device;
    const char *name = name_of(e, f);
    w_line(e->w, "static struct pycc_device_site %s__site;", name);
    size_t from = e->w->n;
    w_open(e->w, "static const struct pycc_device_nest %s =", name);
    w_line(e->w, ".name = \"%s\",", f->name);
    w_put(e->w, ".file = ");
    emit_string(e->w, e->file, strlen(e->file), false);
    w_line(e->w, ",");
    w_line(e->w, ".line = %d,", emit_line_of(e, f->nest->root->span));
    w_line(e->w, ".source = %s__source,", name);
    if (d->splits.n > 0) {
        w_line(e->w, ".group_source = %s__group,", name);
        w_line(e->w, ".split_level = %d,", d->split_level);
    }
    w_line(e->w, ".dims = %d,", d->dims);
    w_put(e->w, ".level = {");
    for (int k = 0; k < d->dims; ++k) {
        w_put(e->w, "%s%d", k ? ", " : "", d->level[k]);
    }
    w_line(e->w, "},");
    if (emit_box_fits(d)) {
        w_put(e->w, ".lanes = {");
        for (int k = 0; k < d->dims; ++k) {
            w_put(e->w, "%s%d", k ? ", " : "", d->lanes[k]);
        }
        w_line(e->w, "},");
        w_put(e->w, ".registers = {");
        for (int m = 0; m < 1 << d->dims; ++m) {
            w_put(e->w, "%s%d", m ? ", " : "", d->registers.words[m]);
        }
        w_line(e->w, "},");
    }
    w_line(e->w, ".table = &%s__table,", name);
    w_line(e->w, ".n_symbols = %d,", d->table->symbols.n);
    w_line(e->w, ".addresses = %#" PRIx64 ",", emit_address_mask(d->table));
    put_list(e, "n_arrays", "array", name, d->arrays.n);
    put_list(e, "n_scalars", "scalar", name, d->scalars.n);
    put_list(e, "n_locals", "local", name, d->locals.n);
    put_list(e, "n_results", "result", name, emit_device_results(e, f->nest).n);
    put_flag(e, "may_fail", d->may_fail);
    put_flag(e, "atomics", d->atomics);
    put_flag(e, "atomics64", d->atomics64);
    put_flag(e, "fp64", d->fp64);
    w_line(e->w, ".flops = %.1f,", d->flops);
    w_line(e->w, ".site = &%s__site,", name);
    w_close(e->w, ";");
    emit_pack(e, from);
    w_line(e->w, "%s", "");
}

void emit_device_table(struct emit *e, const struct nest_facts *f) {
    if (!emit_on_device(e, f->nest)) {
        return;
    }
    const char **kernel_name = emit_name_kernel(e, e->func);
    put_source(e, f, false);
    if (f->nest->device->splits.n > 0) {
        put_source(e, f, true);
    }
    put_arrays(e, f, kernel_name);
    put_values(e, f, kernel_name);
    put_locals(e, f);
    emit_access_table(e, name_of(e, f), f->nest->device->table);
    put_nest(e, f);
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
        emit_trips(e, l->loop);
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
    if (emit_device_results(e, n).n > 0) {
        w_line(e->w, ".part = part,");
        w_line(e->w, ".part_size = sizeof(part[0]),");
        w_line(e->w, ".chunks = part__n,");
    }
    w_close(e->w, ";");
    emit_pack(e, from);
    const char *when = n->question ? (f->exact ? "safe && !ordered && " : "!ordered && ")
                       : f->exact  ? "safe && "
                                   : "";
    w_open(e->w, "if (!%s%spycc_device_run(ctx, &%s, &device__call)%s)", *when ? "(" : "", when,
           name_of(e, f), *when ? ")" : "");
    emit_home_nest(e, n, true);
}

void emit_device_end(struct emit *e, const struct nest_facts *f) {
    if (emit_on_device(e, f->nest)) {
        w_close(e->w, "");
    }
}
