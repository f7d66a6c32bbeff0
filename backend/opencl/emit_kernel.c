/* A nest as an OpenCL C kernel: what one work-item does.
 *
 *     __kernel void smooth__loop1(PYCC_ARGUMENTS)
 *     {
 *         const long i = PYCC_COUNTER0;
 *         const long j = PYCC_COUNTER1;
 *         if (PYCC_OUTSIDE) {
 *             return;
 *         }
 *         b[PYCC_A1(i, j)] = 0.5 * a[PYCC_A0(i, j)];
 *     }
 *
 * What it does is a form in TIR (schedule/form_kernel.c), which goes through the same printers as
 * the C variants. Numbers that only the call knows are macros (pycc_rt_device.h). */
#include "emit_kernel.h"

#include <string.h>

#include "schedule.h"

static const struct device_plan *device_of(const struct emit *e) {
    return e->nest->device;
}

/* ---- elements and extents */

static int array_number(const struct device_plan *d, const struct tvar *root) {
    for (int i = 0; i < d->arrays.n; ++i) {
        if (d->arrays.item[i].var == root) {
            return i;
        }
    }
    die("'%s' is no array of its kernel", root->name);
}

/* a[PYCC_A0(i, j)], by a row of the table */
static void put_reference(struct emit *e, int row) {
    const struct access_table *t = device_of(e)->table;
    const struct lmad_reference *ref = &t->lmad.access[row];
    w_put(e->w, "%s[PYCC_A%d(", e->name[t->arrays.item[ref->array]->id], row);
    for (int k = 0; k < t->loops.n; ++k) {
        const struct lmad_affine *at = &ref->address;
        bool counts = k < at->ncoef && (at->coef[k].nterm > 0 || at->coef[k].constant != 0);
        w_put(e->w, "%s%s", k ? ", " : "",
              counts ? e->name[t->loops.item[k]->for_.counter->id] : "0");
    }
    w_text(e->w, ")]");
}

static void put_element(struct emit *e, const struct tvar *array, int n,
                        struct texpr *const *index) {
    const struct device_plan *d = device_of(e);
    const struct tvar *known = array->stem ? array->stem : array;
    const struct device_access *x =
        device_access_of(d, known, schedule_index_stem(e->fplan, index));
    if (!x) {
        die("an access of '%s' is unknown to its kernel", array->name);
    }
    if (x->row >= 0) {
        put_reference(e, x->row);
        return;
    }
    w_put(e->w, "%s[PYCC_V%d(", e->name[array->id], array_number(d, array));
    for (int k = 0; k < n; ++k) {
        w_text(e->w, k ? ", " : "");
        emit_expr(e, index[k], PREC_COND);
    }
    w_text(e->w, ")]");
}

static const char *extent_text(struct emit *e, const struct tvar *array, int axis) {
    const struct tvar *known = array->stem ? array->stem : array;
    int symbol = device_extent_of(device_of(e), known, axis);
    if (symbol < 0) {
        die("an extent of '%s' is unknown to its kernel", array->name);
    }
    return arena_printf(e->arena, "PYCC_S%d", symbol);
}

/* ---- atomic operations */

static bool put_atomic(struct emit *e, const struct tstmt *s) {
    if (e->kernel->function || s->store.array->is_local ||
        !device_is_atomic(device_of(e), &e->fplan->loop[e->nest->root->for_.loop], s)) {
        return false;
    }
    w_put(e->w, "pycc_atomic_add_%s(&", emit_tag(s->store.array->type->dtype));
    emit_element(e, s->store.array, s->store.n, s->store.index);
    w_put(e->w, ", ");
    emit_value(e, s->store.value->op.arg[1]);
    w_line(e->w, ");");
    return true;
}

/* ---- leaving */

/* All work-items of a group with results come to its end: they share memory there. */
static void put_fail(struct emit *e) {
    w_line(e->w, "*failed = 1;");
    if (e->kernel->function) {
        w_line(e->w, "return 0;");
    } else if (device_of(e)->results.n > 0) {
        e->done_used = true;
        w_line(e->w, "goto turn__end;");
    } else {
        w_line(e->w, "return;");
    }
}

/* ---- functions that the kernel calls */

/* At the end of a work-item: tells of checks that failed, when they let it go on. */
static void put_flag(struct emit *e) {
    if (e->version->flags) {
        w_open(e->w, "if (bad)");
        w_line(e->w, "*failed = 1;");
        w_close(e->w, "");
    }
}

static const char *function_name(struct emit *e, const struct tfunc *f) {
    return arena_printf(e->arena, "%s__device", e->function_name[f->id]);
}

static void put_return(struct emit *e, const struct tstmt *s) {
    if (!e->kernel->function) {
        put_flag(e);
        w_line(e->w, "return;");
        return;
    }
    w_put(e->w, "return ");
    emit_value(e, s->ret);
    w_line(e->w, ";");
}

/* A callee that failed has given a zero: nothing is to be computed with it. It says so in a
 * variable of the work-item's own, as all may write the kernel's flag but none may read it. */
static void put_call(struct emit *e, const struct tstmt *s) {
    const struct device_function *f = device_function_of(device_of(e), s->call.callee);
    const char *own = e->kernel->function ? "*failed" : arena_printf(e->arena, "failed__%d", s->id);
    if (f->may_fail && !e->kernel->function) {
        w_line(e->w, "int %s = 0;", own);
    }
    if (s->call.dst && e->place.var[s->call.dst->id].reads > 0) {
        emit_target(e, s, s->call.dst);
    }
    w_put(e->w, "%s(", function_name(e, f->func));
    for (int i = 0; i < s->call.n; ++i) {
        w_text(e->w, i ? ", " : "");
        emit_value(e, s->call.arg[i]);
    }
    if (f->may_fail) {
        w_put(e->w, "%s%s", s->call.n > 0 ? ", " : "", e->kernel->function ? "failed" : "&");
        w_text(e->w, e->kernel->function ? "" : own);
    }
    w_line(e->w, ");");
    if (f->may_fail) {
        w_open(e->w, "if (%s)", own);
        put_fail(e);
        w_close(e->w, "");
    }
}

/* ---- the dialect */

/* A loop that work-items of a group share, or whose strips they bring in together. */
static void put_barrier(struct emit *e, enum loop_hint hint) {
    w_line(e->w, "barrier(CLK_LOCAL_MEM_FENCE%s);",
           hint == HINT_ITEMS_MEMORY ? " | CLK_GLOBAL_MEM_FENCE" : "");
}

/* A loop over the work-items of a group, whose number is its counter. */
static void put_items(struct emit *e, const struct tstmt *s, enum loop_hint hint) {
    const struct texpr *n = s->for_.stop;
    bool all = n->kind == TE_VAR && n->var->is_counter;
    if (hint >= HINT_ITEMS_AROUND) {
        put_barrier(e, hint);
    }
    if (!all) {
        w_open(e->w, "if (%s < %s)", e->name[s->for_.counter->id], emit_expr_text(e, n, PREC_REL));
    }
    emit_block(e, &s->for_.body);
    if (!all) {
        w_close(e->w, "");
    }
    if (hint != HINT_ITEMS) {
        put_barrier(e, hint);
    }
}

static void put_turns(struct emit *e, const struct tstmt *s) {
    emit_loop_head(e, s, emit_expr_text(e, s->for_.start, PREC_ADD),
                   emit_expr_text(e, s->for_.stop, PREC_ADD));
    e->loop = s;
    emit_block(e, &s->for_.body);
    e->loop = NULL;
    if (e->done_used) {
        e->w->indent--;
        w_line(e->w, "turn__end:;");
        e->w->indent++;
    }
    w_close(e->w, "");
}

static bool put_shared_loop(struct emit *e, const struct tstmt *s) {
    enum loop_hint hint = e->fplan->loop[s->for_.loop].hint;
    if (hint >= HINT_TURNS) {
        hint == HINT_TURNS ? put_turns(e, s) : put_items(e, s, hint);
        return true;
    }
    return false;
}

static bool put_stmt(struct emit *e, const struct tstmt *s) {
    switch (s->kind) {
    case TS_STORE:
        return put_atomic(e, s);
    case TS_FOR:
        return put_shared_loop(e, s);
    case TS_RETURN:
        put_return(e, s);
        return true;
    case TS_RAISE:
        put_fail(e);
        return true;
    case TS_VIEW: /* elements of views are known by their arrays */
        return true;
    case TS_CALL:
        put_call(e, s);
        return true;
    default:
        return false;
    }
}

static const struct dialect KERNEL = {put_element, extent_text, put_fail, put_stmt, true};
static const struct dialect FUNCTION = {put_element, extent_text, put_fail, put_stmt, false};

static void put_function(struct emit *e, const struct device_function *f) {
    struct emit saved = *e;
    struct version raises = *e->version;
    raises.flags = false;
    emit_enter(e, f->func);
    const struct tfunc *func = e->func;
    memset(e->nest_of, 0, sizeof(*e->nest_of) * (size_t)func->n_vars);
    e->version = &raises;
    e->nest = saved.nest;
    e->name = emit_name_kernel(e, func);
    struct kernel own = {.function = f};
    e->kernel = &own;
    e->dialect = &FUNCTION;
    w_put(e->w, "static %s %s(", emit_type(e, func->ret), function_name(e, func));
    for (int i = 0; i < func->n_params; ++i) {
        const struct tvar *v = func->param[i];
        w_put(e->w, "%s%s %s", i ? ", " : "", emit_type(e, v->type), e->name[v->id]);
    }
    w_open(e->w, "%s)", !f->may_fail ? "" : func->n_params > 0 ? ", int *failed" : "int *failed");
    emit_block(e, &func->body);
    w_close(e->w, "");
    w_text(e->w, "\n");
    *e = saved;
}

/* ---- results */

const char *emit_kernel_part(struct emit *e, const struct tvar *v) {
    return arena_printf(e->arena, "%s__part", e->name[v->id]);
}

/* ---- the index space */

static void put_counters(struct emit *e) {
    const struct device_plan *d = device_of(e);
    for (int k = 0; k < d->dims; ++k) {
        w_line(e->w, "const long %s%s = PYCC_COUNTER%d;", e->name[d->dim[k]->for_.counter->id],
               d->lanes[k] > 1 && !e->kernel->group ? "__at" : "", k);
    }
}

static void put_outside(struct emit *e) {
    w_open(e->w, "if (PYCC_OUTSIDE)");
    w_line(e->w, "return;");
    w_close(e->w, "");
}

/* ---- forms */

static const struct box_form *box_of(const struct emit *e) {
    return e->fplan->loop[e->nest->root->for_.loop].box;
}

static const char *const NUMBERS[NUMBER_KINDS] = {[NUMBER_LEFT] = "PYCC_LEFT",
                                                  [NUMBER_LANES] = "PYCC_LANES",
                                                  [NUMBER_START] = "PYCC_START",
                                                  [NUMBER_STEP] = "PYCC_STEP",
                                                  [NUMBER_TRIPS] = "PYCC_TRIPS",
                                                  [NUMBER_ITEM] = "item__id",
                                                  [NUMBER_GROUP] = "PYCC_GROUP",
                                                  [NUMBER_FIRST] = "PYCC_FIRST",
                                                  [NUMBER_LAST] = "PYCC_LAST",
                                                  [NUMBER_TURN] = "PYCC_TURN",
                                                  [NUMBER_CHUNK] = "PYCC_CHUNK",
                                                  [NUMBER_MEMBER] = "PYCC_ITEM",
                                                  [NUMBER_MEMBERS] = "PYCC_ITEMS",
                                                  [NUMBER_FULL] = "PYCC_GROUP_FULL",
                                                  [NUMBER_ORIGIN] = "PYCC_GROUP_COUNTER",
                                                  [NUMBER_STRIP] = "PYCC_STRIP",
                                                  [NUMBER_LOCAL] = "PYCC_LOCAL",
                                                  [NUMBER_FROM] = "PYCC_FROM",
                                                  [NUMBER_PLACE] = "PYCC_L"};

static const char *number_name(struct emit *e, const struct box_number *n) {
    const struct device_plan *d = device_of(e);
    switch (n->kind) {
    case NUMBER_AT:
        return arena_printf(e->arena, "%s__at", e->name[d->dim[n->k]->for_.counter->id]);
    case NUMBER_ID:
        return arena_printf(e->arena, "(int)get_local_id(%d)", d->dims - 1 - n->k);
    case NUMBER_PART:
        return emit_kernel_part(e, d->results.item[n->k].var);
    case NUMBER_FLAT:
        return e->name[d->arrays.item[n->k].var->id];
    default:
        break;
    }
    bool many = n->kind < NUMBER_ITEM || n->kind >= NUMBER_LOCAL;
    return many ? arena_printf(e->arena, "%s%d", NUMBERS[n->kind], n->k) : NUMBERS[n->kind];
}

static void name_numbers(struct emit *e) {
    const struct box_form *f = box_of(e);
    for (int i = 0; i < f->numbers.n; ++i) {
        e->name[f->numbers.item[i].var->id] = number_name(e, &f->numbers.item[i]);
    }
}

/* Groups that share local memory are done with it. */
static void put_shared(struct emit *e) {
    const struct box_form *f = box_of(e);
    int line = e->line;
    if (f->block[BOX_SHARED].n > 0) {
        w_line(e->w, "#ifdef PYCC_LOCAL");
        emit_block(e, &f->block[BOX_SHARED]);
        w_line(e->w, "#endif");
    }
    e->line = line;
}

/* What work-items of a group do together. */
static void put_together(struct emit *e, enum box_block block) {
    w_line(e->w, "const int item__id = (int)get_local_id(0);");
    emit_block(e, &box_of(e)->block[block]);
}

/* ---- checks */

/* Checks that stay set a flag and let the work-item go on, so that its neighbours need not wait:
 * what it computes is thrown away. Not in a WHILE, which might not end then. */
static void put_work(struct emit *e) {
    if (e->version->flags) {
        w_line(e->w, "int bad = 0;");
    }
    if (e->kernel->group) {
        put_counters(e);
        put_outside(e);
        put_together(e, BOX_GROUP);
    } else if (device_of(e)->results.n > 0) {
        put_together(e, BOX_RESULTS);
    } else {
        put_counters(e);
        put_shared(e);
        put_outside(e);
        emit_block(e, &box_of(e)->block[BOX_ALONE]);
    }
    put_flag(e);
}

void emit_kernel(struct emit *e, const struct nest_facts *f, bool group) {
    const char **names = e->name;
    const struct device_plan *d = f->nest->device;
    const struct version *version = e->version;
    e->nest = f->nest;
    e->version = &f->versions->kernel;
    e->name = emit_name_kernel(e, e->func);
    e->epilogue = e->done_used = false;
    struct kernel own = {.group = group};
    e->kernel = &own;
    e->dialect = &KERNEL;
    name_numbers(e);
    memset(e->inlined, 0, sizeof(*e->inlined) * (size_t)e->func->n_vars);
    if (e->options->fp == FP_STRICT) {
        w_line(e->w, "#pragma OPENCL FP_CONTRACT OFF");
    }
    for (int i = 0; i < d->functions.n; ++i) {
        put_function(e, &d->functions.item[i]);
    }
    e->line = 0;
    emit_comment(e, f->nest->root, true);
    /* Of PYCC_GROUP work-items in a split kernel. No reqd_work_group_size says so: of such a kernel
     * PoCL 3.1 may drop the wrong handle while it makes a binary, and aborts. */
    w_open(e->w, "__kernel void %s(PYCC_ARGUMENTS)", f->name);
    put_work(e);
    w_close(e->w, "");
    e->name = names;
    e->nest = NULL;
    e->version = version;
    e->done_used = false;
    e->dialect = NULL;
    e->kernel = NULL;
}
