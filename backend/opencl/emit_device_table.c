/* The constants that the run time reads of a nest on devices (pycc_rt_device.h), its kernel among
 * them. */
#include "emit_home.h"
#include "emit_kernel.h"

#include <inttypes.h>
#include <string.h>

/* ---- constants */

/* Four blanks at the beginning of a line are a tab. */
static size_t with_tabs(char *text) {
    char *to = text;
    bool indent = true;
    for (const char *p = text; *p; ++p) {
        bool tab = indent && strncmp(p, "    ", 4) == 0;
        *to++ = tab ? '\t' : *p;
        p += tab ? 3 : 0;
        indent = tab || *p == '\n';
    }
    return (size_t)(to - text);
}

/* The kernel, as data: --emit opencl shows it to people. */
static void put_source(struct emit *e, const struct nest_facts *f, bool group) {
    struct writer *outer = e->w, inner;
    int line = e->line;
    writer_init(&inner);
    e->w = &inner;
    emit_kernel(e, f, group);
    e->w = outer;
    e->line = line;
    w_line(e->w, "static const char %s__%s[] =", emit_device_name(e, f),
           group ? "group" : "source");
    emit_string(e->w, inner.text, with_tabs(inner.text), true);
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
    const char **row = ARENA_ARRAY(e->arena, const char *, d->scalars.n + d->results.n + 1);
    for (int i = 0; i < d->scalars.n; ++i) {
        const struct tvar *v = d->scalars.item[i];
        row[i] = value_text(e, f->name, v, kernel_name[v->id]);
    }
    add_rows(e, fields, "scalar", "pycc_device_value", row, d->scalars.n);
    const char *outs = arena_printf(e->arena, "%s_outs", f->name);
    for (int i = 0; i < d->results.n; ++i) {
        const struct tvar *v = d->results.item[i].var;
        row[i] = value_text(e, outs, v, arena_printf(e->arena, "%s__part", kernel_name[v->id]));
    }
    add_rows(e, fields, "result", "pycc_device_value", row, d->results.n);
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
    const char **kernel_name = emit_name_kernel(e, e->func), *name = emit_device_name(e, f);
    struct emit_items fields = {0};
    ADD("\"%s\", %s, %d", f->name, emit_quoted(e, e->file), emit_line_of(e, f->nest->root->span));
    ADD("%s__source", name);
    if (d->splits.n > 0) {
        ADD(".group_source = %s__group", name);
        ADD(".split_level = %d", d->split_level);
    }
    ADD(".dims = %d", d->dims);
    ADD(".level = %s", numbers(e, d->level, d->dims));
    bool box = false;
    for (int k = 0; k < d->dims; ++k) {
        box = box || d->lanes[k] > 1;
    }
    if (box) {
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

void backend_device_table(struct emit *e, const struct nest_facts *f) {
    put_source(e, f, false);
    if (f->nest->device->splits.n > 0) {
        put_source(e, f, true);
    }
    put_nest(e, f);
}
