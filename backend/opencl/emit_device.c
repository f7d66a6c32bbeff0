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

static void add_rows(struct emit *e, struct emit_items *fields, const char *what, const char *type,
                     const char *const *row, int n) {
    const char *head = arena_printf(e->arena, "PYCC_LISTED(%s, %s, ", what, type);
    emit_add_list(e, fields, head, row, n);
}

static void add_arrays(struct emit *e, struct emit_items *fields, const struct nest_facts *f,
                       const char *const *kernel_name) {
    const struct device_plan *d = f->nest->device;
    const char **row = ARENA_ARRAY(e->arena, const char *, d->arrays.n + 1);
    for (int i = 0; i < d->arrays.n; ++i) {
        const struct tvar *v = d->arrays.item[i].var;
        row[i] = arena_printf(e->arena, "PYCC_HELD(%s, %s, %s, %d, %s, %d)", f->name,
                              e->name[v->id], kernel_name[v->id], v->type->rank,
                              emit_dtype_id(v->type->dtype), d->arrays.item[i].use);
    }
    add_rows(e, fields, "array", "pycc_device_array", row, d->arrays.n);
}

static const char *value_text(struct emit *e, const char *type, const struct tvar *v,
                              const char *name) {
    return arena_printf(e->arena, "PYCC_PASSED(%s, %s, %s, %s)", type, e->name[v->id], name,
                        emit_dtype_id(v->type->dtype));
}

static void add_values(struct emit *e, struct emit_items *fields, const struct nest_facts *f,
                       const char *const *kernel_name) {
    const struct device_plan *d = f->nest->device;
    struct device_results r = emit_device_results(e, f->nest);
    const char **row = ARENA_ARRAY(e->arena, const char *, d->scalars.n + r.n + 1);
    for (int i = 0; i < d->scalars.n; ++i) {
        const struct tvar *v = d->scalars.item[i];
        row[i] = value_text(e, f->name, v, kernel_name[v->id]);
    }
    add_rows(e, fields, "scalar", "pycc_device_value", row, d->scalars.n);
    const char *outs = arena_printf(e->arena, "%s_outs", f->name);
    for (int i = 0; i < r.n; ++i) {
        const struct tvar *v = r.item[i]->var;
        row[i] = value_text(e, outs, v, arena_printf(e->arena, "%s__part", kernel_name[v->id]));
    }
    add_rows(e, fields, "result", "pycc_device_value", row, r.n);
}

static int level_of(const struct access_table *t, const struct tstmt *loop) {
    for (int k = 0; k < t->loops.n; ++k) {
        if (t->loops.item[k] == loop) {
            return k;
        }
    }
    return -1;
}

/* {0, 1, 2} */
static const char *numbers(struct emit *e, const int *item, int n) {
    const char *text = "{";
    for (int k = 0; k < n; ++k) {
        text = arena_printf(e->arena, "%s%s%d", text, k ? ", " : "", item[k]);
    }
    return arena_printf(e->arena, "%s}", text);
}

static void add_locals(struct emit *e, struct emit_items *fields, const struct nest_facts *f) {
    const struct device_plan *d = f->nest->device;
    const char **row = ARENA_ARRAY(e->arena, const char *, d->locals.n + 1);
    for (int i = 0; i < d->locals.n; ++i) {
        const struct device_local *t = &d->locals.item[i];
        row[i] = arena_printf(e->arena, "{%d, %d, %d, (const int[])%s}", t->array,
                              level_of(d->table, t->loop), t->rows.n,
                              numbers(e, t->rows.item, t->rows.n));
    }
    add_rows(e, fields, "local", "pycc_device_local", row, d->locals.n);
}

static void add_flag(struct emit *e, struct emit_items *fields, const char *name, bool flag) {
    if (flag) {
        vec_push(e->arena, &fields->text, arena_printf(e->arena, ".%s = true", name));
    }
}

#define ADD(...) vec_push(e->arena, &fields.text, arena_printf(e->arena, __VA_ARGS__))

static void put_nest(struct emit *e, const struct nest_facts *f) {
    const struct device_plan *d = f->nest->device;
    const char **kernel_name = emit_name_kernel(e, e->func), *name = name_of(e, f);
    struct emit_items fields = {0};
    ADD("\"%s\", %s, %d", f->name, emit_quoted(e, e->file), emit_line_of(e, f->nest->root->span));
    ADD("%s__source", name);
    if (d->splits.n > 0) {
        ADD(".group_source = %s__group", name);
        ADD(".split_level = %d", d->split_level);
    }
    ADD(".dims = %d", d->dims);
    ADD(".level = %s", numbers(e, d->level, d->dims));
    if (emit_box_fits(d)) {
        ADD(".lanes = %s", numbers(e, d->lanes, d->dims));
        ADD(".registers = %s", numbers(e, d->registers.words, 1 << d->dims));
    }
    ADD(".n_symbols = %d", d->table->symbols.n);
    ADD(".addresses = %#" PRIx64, emit_address_mask(d->table));
    add_arrays(e, &fields, f, kernel_name);
    add_values(e, &fields, f, kernel_name);
    add_locals(e, &fields, f);
    add_flag(e, &fields, "may_fail", d->may_fail);
    add_flag(e, &fields, "atomics", d->atomics);
    add_flag(e, &fields, "atomics64", d->atomics64);
    add_flag(e, &fields, "fp64", d->fp64);
    ADD(".flops = %.1f", d->flops);
    ADD(".site = &(struct pycc_device_site){0}");
    emit_items(e, arena_printf(e->arena, "static const struct pycc_device_nest %s = {", name),
               &fields, ", .accesses = &(struct lmad_text){.text =");
    emit_access_table(e, d->table, "}};");
    w_line(e->w, "%s", "");
}

void emit_device_table(struct emit *e, const struct nest_facts *f) {
    if (!emit_on_device(e, f->nest)) {
        return;
    }
    put_source(e, f, false);
    if (f->nest->device->splits.n > 0) {
        put_source(e, f, true);
    }
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
