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
 * The body of the innermost loop of the index space goes through the same printers as the C
 * variants. Numbers that only the call knows are macros (pycc_rt_device.h). */
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

static bool counts(const struct lmad_affine *address, int level) {
    return level < address->ncoef &&
           (address->coef[level].nterm > 0 || address->coef[level].constant != 0);
}

static bool is_dimension(const struct device_plan *d, const struct tstmt *loop) {
    bool found = false;
    for (int k = 0; k < d->dims; ++k) {
        found = found || d->dim[k] == loop;
    }
    return found;
}

/* a[PYCC_A0(i, j)], by a row of the table; in a local copy, a__local0[PYCC_L0(i__in, j__in)] */
static void put_reference(struct emit *e, int row) {
    const struct access_table *t = device_of(e)->table;
    const struct lmad_reference *ref = &t->lmad.access[row];
    const char *array = e->name[t->arrays.item[ref->array]->id];
    int copy = emit_share_local(e, row);
    if (copy >= 0) {
        w_put(e->w, "%s__local%d[PYCC_L%d(", array, copy, row);
    } else {
        w_put(e->w, "%s[PYCC_A%d(", array, row);
    }
    for (int k = 0; k < t->loops.n; ++k) {
        const struct tstmt *loop = t->loops.item[k];
        bool in = copy >= 0 && (loop == e->kernel->strip || is_dimension(device_of(e), loop));
        const char *counter = e->name[loop->for_.counter->id];
        w_put(e->w, "%s%s%s", k ? ", " : "", counts(&ref->address, k) ? counter : "0",
              in && counts(&ref->address, k) ? "__in" : "");
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

static void put_continue(struct emit *e) {
    const struct device_plan *d = device_of(e);
    bool turn = e->loop == d->body && d->n_inside == 0;
    w_line(e->w, "%s;", turn ? "return" : "continue");
}

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

static const char *function_name(struct emit *e, const struct tfunc *f) {
    return arena_printf(e->arena, "%s__device", e->function_name[f->id]);
}

static void put_return(struct emit *e, const struct tstmt *s) {
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
    if (e->kernel->local && emit_share_strips(e, s)) {
        emit_share_loop(e, s);
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
    case TS_CONTINUE:
        put_continue(e);
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

static const struct dialect KERNEL = {put_element, extent_text,        put_fail,
                                      put_stmt,    emit_share_counter, true};
static const struct dialect FUNCTION = {put_element, extent_text,        put_fail,
                                        put_stmt,    emit_share_counter, false};

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

/* Work-items of the hull that are outside of the loop. */
static void put_range_test(struct emit *e, const struct tstmt *loop) {
    w_put(e->w, "if (%s < ", e->name[loop->for_.counter->id]);
    emit_expr(e, loop->for_.start, PREC_ADD);
    w_put(e->w, " || %s >= ", e->name[loop->for_.counter->id]);
    emit_expr(e, loop->for_.stop, PREC_ADD);
    w_open(e->w, ")");
    w_line(e->w, "%s;", emit_box_fits(device_of(e)) ? "continue" : "return");
    w_close(e->w, "");
}

/* What stands before the loops of the index space, and the tests that belong to them. */
static void put_before(struct emit *e) {
    const struct device_plan *d = device_of(e);
    for (int k = 0; k + 1 < d->dims; ++k) {
        const struct tblock *b = &d->dim[k]->for_.body;
        for (int i = 0; d->n_inside == 0 && i + 1 < b->n; ++i) {
            emit_stmt(e, b->item[i]);
        }
        emit_declare_before(e, d->dim[k + 1]);
        if (d->hull[k + 1].first) {
            put_range_test(e, d->dim[k + 1]);
        }
    }
}

/* Variables of the nest that no block of the body declares. */
static void put_locals(struct emit *e) {
    struct emit_vars vars = {0};
    for (int i = 0; i < e->nest->local.n; ++i) {
        const struct tvar *v = e->nest->local.item[i];
        const struct place *p = &e->place.var[v->id];
        bool inside = !p->home || emit_place_inside(p->home, e->nest->root);
        if ((!inside || v->is_param) && p->reads > 0 && !v->is_counter &&
            v->type->kind == TY_SCALAR) {
            vec_push(e->arena, &vars.var, v);
        }
    }
    emit_declare_zeros(e, &vars);
}

/* The body, in the loops that stay around it. */
static void put_turn(struct emit *e) {
    const struct device_plan *d = device_of(e);
    const struct tstmt *body = d->body;
    struct tstmt copy[DEVICE_INSIDE], *first[DEVICE_INSIDE];
    memset(e->inlined, 0, sizeof(*e->inlined) * (size_t)e->func->n_vars);
    put_locals(e);
    e->loop = body;
    put_before(e);
    for (int i = d->n_inside - 1; i >= 0; --i) {
        bool last = i == d->n_inside - 1;
        copy[i] = *d->inside[i];
        copy[i].for_.body = last ? body->for_.body : (struct tblock){1, &first[i + 1]};
        first[i] = &copy[i];
    }
    emit_block(e, d->n_inside > 0 ? &(struct tblock){1, first} : &body->for_.body);
    e->loop = NULL;
}

/* ---- forms */

const struct box_form *emit_kernel_box(const struct emit *e) {
    return e->fplan->loop[e->nest->root->for_.loop].box;
}

static void name_numbers(struct emit *e) {
    static const struct {
        const char *name;
        bool of_loop;
    } what[] = {[NUMBER_LANES] = {"PYCC_LANES", true},
                [NUMBER_START] = {"PYCC_START", true},
                [NUMBER_STEP] = {"PYCC_STEP", true},
                [NUMBER_TRIPS] = {"PYCC_TRIPS", true},
                [NUMBER_ITEM] = {"item__id", false},
                [NUMBER_GROUP] = {"PYCC_GROUP", false},
                [NUMBER_FIRST] = {"PYCC_FIRST", false},
                [NUMBER_LAST] = {"PYCC_LAST", false},
                [NUMBER_TURN] = {"PYCC_TURN", false},
                [NUMBER_CHUNK] = {"PYCC_CHUNK", false},
                [NUMBER_AT] = {NULL, true},
                [NUMBER_PART] = {NULL, true}};
    const struct device_plan *d = device_of(e);
    const struct box_form *f = emit_kernel_box(e);
    for (int i = 0; f && i < f->numbers.n; ++i) {
        const struct box_number *n = &f->numbers.item[i];
        const char **name = &e->name[n->var->id];
        if (n->kind == NUMBER_AT) {
            *name = arena_printf(e->arena, "%s__at", e->name[d->dim[n->k]->for_.counter->id]);
        } else if (n->kind == NUMBER_PART) {
            *name = emit_kernel_part(e, d->results.item[n->k].var);
        } else {
            *name = what[n->kind].of_loop ? arena_printf(e->arena, "%s%d", what[n->kind].name, n->k)
                                          : what[n->kind].name;
        }
    }
}

/* What work-items of a group do together. */
static void put_together(struct emit *e, enum box_block block) {
    w_line(e->w, "const int item__id = (int)get_local_id(0);");
    emit_block(e, &emit_kernel_box(e)->block[block]);
}

/* ---- checks */

void emit_kernel_flag(struct emit *e) {
    if (e->version->flags) {
        w_open(e->w, "if (bad)");
        w_line(e->w, "*failed = 1;");
        w_close(e->w, "");
    }
}

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
        emit_share(e);
        put_outside(e);
        if (emit_box_fits(device_of(e))) {
            emit_box(e, put_turn);
        } else {
            put_turn(e);
        }
    }
    emit_kernel_flag(e);
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
