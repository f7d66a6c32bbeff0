/* Where a nest is called: its struct filled in, the guard that chooses the variant, the run, and
 * the results put back. Reductions of a parallel nest have one struct of results per chunk,
 * combined in the order of the chunks. */
#include "emit.h"
#include "emit_home.h"

#include <string.h>

/* ---- what the nest reads */

/* The number of trips where `in` is not yet there. */
static const char *plain_trips(struct emit *e, const struct tstmt *loop) {
    return arena_printf(e->arena, "pycc_trips(%s, %s, %s)",
                        emit_expr_text(e, loop->for_.start, PREC_COND),
                        emit_expr_text(e, loop->for_.stop, PREC_COND),
                        loop->for_.step ? emit_expr_text(e, loop->for_.step, PREC_COND) : "1");
}

static void add_field(struct emit *e, struct emit_items *fields, const char *name, const char *what,
                      const char *value) {
    vec_push(e->arena, &fields->text, arena_printf(e->arena, ".%s%s = %s", name, what, value));
}

static void add_range(struct emit *e, struct emit_items *fields, const struct tstmt *loop) {
    const char *i = e->name[loop->for_.counter->id];
    if (emit_is_field(loop->for_.start)) {
        add_field(e, fields, i, "__start", emit_expr_text(e, loop->for_.start, PREC_COND));
    }
    if (emit_is_field(loop->for_.step)) {
        add_field(e, fields, i, "__step", emit_expr_text(e, loop->for_.step, PREC_COND));
    }
}

/* What the nest's struct is filled in with. */
static struct emit_items in_fields(struct emit *e, const struct nest_facts *f) {
    const struct nest *n = f->nest;
    struct emit_items fields = {0};
    for (int i = 0; i < n->arrays.n; ++i) {
        const struct tvar *v = n->arrays.item[i].var;
        const char *name = e->name[v->id];
        if (f->touch.direct[v->id]) {
            vec_push(e->arena, &fields.text, arena_printf(e->arena, "PYCC_FIELDS(%s)", name));
        } else {
            add_field(e, &fields, name, "", name);
        }
    }
    for (int i = 0; i < n->in.n; ++i) {
        const struct tvar *v = n->in.item[i];
        if (v->type->kind != TY_ARRAY) {
            add_field(e, &fields, e->name[v->id], "", e->name[v->id]);
        }
    }
    const struct tstmt *loop = n->root;
    if (loop->for_.source) {
        add_range(e, &fields, loop->for_.source);
    }
    for (int k = 0; k < n->collapse; ++k) {
        add_range(e, &fields, loop);
        loop = k + 1 < n->collapse ? schedule_inner_for(loop) : loop;
    }
    loop = n->root;
    for (int k = 1; k < n->collapse; ++k) {
        loop = schedule_inner_for(loop);
        add_field(e, &fields, e->name[loop->for_.counter->id], "__n", plain_trips(e, loop));
    }
    return fields;
}

/* ---- the nest */

/* .run, by what the guard says. */
static const char *run_text(struct emit *e, const struct nest_facts *f) {
    const char *good =
        f->versions->strided ? (f->versions->exact ? "safe && unit" : "unit") : "safe && unit";
    if (!f->versions->strided && !f->versions->exact) {
        return arena_printf(e->arena, ".run = (pycc_run_fn *)%s", f->name);
    }
    if (!f->versions->strided || !f->versions->exact) {
        return arena_printf(e->arena, ".run = (pycc_run_fn *)(PYCC_LIKELY(%s) ? %s_fast : %s_%s)",
                            good, f->name, f->name, f->versions->exact ? "exact" : "strided");
    }
    return arena_printf(e->arena, ".run = PYCC_CHOOSE(%s, safe, unit)", f->name);
}

static const struct reduction *reduction_of(struct emit *e, const struct nest *n,
                                            const struct tvar *v) {
    const struct loop_plan *p = &e->fplan->loop[n->root->for_.loop];
    for (int i = 0; i < p->reductions.n; ++i) {
        if (p->reductions.item[i].var == v) {
            return &p->reductions.item[i];
        }
    }
    return NULL;
}

/* Iterations differ in work where a loop inside may end anywhere. */
static bool is_dynamic(const struct emit *e, const struct nest *n) {
    return n->parallel && e->fplan->loop[n->root->for_.loop].triangular;
}

/* The one result of a nest that only looks for a true or a false value; else NULL. */
static const struct reduction *sought(struct emit *e, const struct nest_facts *f) {
    const struct nest *n = f->nest;
    const struct reduction *r = f->state.n == 1 ? reduction_of(e, n, f->state.item[0]) : NULL;
    bool seeks = n->parallel && !n->may_raise && r && (r->op == OP_LOR || r->op == OP_LAND) &&
                 dtype_info[r->var->type->dtype].kind == KIND_BOOL;
    for (int i = 0; seeks && i < n->arrays.n; ++i) {
        seeks = !n->arrays.item[i].written;
    }
    return seeks ? r : NULL;
}

/* How the nest runs, but for the variant. */
static struct emit_items nest_fields(struct emit *e, const struct nest_facts *f) {
    const struct nest *n = f->nest;
    struct emit_items fields = {0};
    const char *trips = emit_trips_text(e, n->root);
    const struct tstmt *loop = n->root;
    for (int k = 1; k < n->collapse; ++k) {
        loop = schedule_inner_for(loop);
        trips = arena_printf(e->arena, "%s * in.%s__n", trips, e->name[loop->for_.counter->id]);
    }
    if (f->versions->exact && n->root->for_.source) {
        trips = arena_printf(e->arena, "!(%s) ? %s : %s",
                             f->versions->strided ? "safe" : "safe && unit",
                             emit_trips_text(e, n->root->for_.source), trips);
    }
    add_field(e, &fields, "trips", "", trips);
    const struct loop_plan *p = &e->fplan->loop[n->root->for_.loop];
    add_field(e, &fields, "row", "",
              n->collapse > 1
                  ? arena_printf(e->arena, "in.%s__n", e->name[f->inner->for_.counter->id])
              : p->vectors || p->hint == HINT_LANES ? "INT64_MAX"
                                                    : "1");
    const struct reduction *r = sought(e, f);
    if (r) {
        add_field(e, &fields, "flag", "",
                  arena_printf(e->arena, "1 + offsetof(struct %s_outs, %s)", f->name,
                               e->name[r->var->id]));
        add_field(e, &fields, "sought", "", r->op == OP_LOR ? "true" : "false");
    }
    if (is_dynamic(e, n)) {
        add_field(e, &fields, "dynamic", "", "true");
    }
    if (n->rows) {
        add_field(e, &fields, "rows", "", "&nest__rows");
    }
    add_field(e, &fields, "work", "",
              f->whole || !n->work ? "0"
              : n->rows            ? "nest__rows.work"
                                   : emit_expr_text(e, n->work, PREC_COND));
    return fields;
}

/* Where the rows begin that the iterations go through. */
static void put_rows(struct emit *e, const struct nest_facts *f) {
    const struct nest *n = f->nest;
    const struct nest_rows *r = n->rows;
    const char *name = e->name[r->offsets->id];
    struct emit_items all = {0};
    vec_push(e->arena, &all.text, arena_printf(e->arena, "%s", name));
    if (r->ends) {
        vec_push(e->arena, &all.text, arena_printf(e->arena, "%s", e->name[r->ends->id]));
    }
    vec_push(e->arena, &all.text,
             arena_printf(e->arena, "%d", dtype_info[r->offsets->type->dtype].bytes));
    vec_push(e->arena, &all.text, emit_expr_text(e, r->first, PREC_COND));
    vec_push(e->arena, &all.text, emit_trips_text(e, n->root));
    vec_push(e->arena, &all.text, emit_expr_text(e, r->base, PREC_COND));
    vec_push(e->arena, &all.text, arena_printf(e->arena, "%.1f", r->item));
    emit_items(e,
               r->ends ? "const struct pycc_rows nest__rows = PYCC_ROWS_BETWEEN("
                       : "const struct pycc_rows nest__rows = PYCC_ROWS_OF(",
               &all, ");");
}

/* `nest`, behind `in`. */
static void put_nest(struct emit *e, const struct nest_facts *f) {
    const struct nest *n = f->nest;
    if (n->rows) {
        put_rows(e, f);
    }
    struct emit_items fields = nest_fields(e, f);
    if (emit_guard_chooses(e, f)) {
        emit_items(e, arena_printf(e->arena, "PYCC_GUARDED(%s, %s, ", f->name, emit_checked(e, f)),
                   &fields, ");");
        return;
    }
    if (n->question || (n->parallel && f->versions->exact)) {
        add_field(e, &fields, "serial", "", n->question ? "ordered" : "!safe");
    }
    emit_items(
        e, arena_printf(e->arena, "const struct pycc_nest nest = {%s, .in = &in, ", run_text(e, f)),
        &fields, "};");
}

/* ---- results */

static void put_outs(struct emit *e, const struct nest_facts *f) {
    struct emit_items fields = {0};
    for (int i = 0; i < f->state.n; ++i) {
        const struct tvar *v = f->state.item[i];
        bool known = e->nest_of[v->id] != f->nest;
        add_field(e, &fields, e->name[v->id], "", known ? e->name[v->id] : emit_zero(v->type));
    }
    emit_items(e, arena_printf(e->arena, "struct %s_outs outs = {", f->name), &fields,
               f->state.n > 0 ? "};" : "0};");
}

static void put_back(struct emit *e, const struct nest_facts *f, const char *from) {
    for (int i = 0; i < f->state.n; ++i) {
        const struct tvar *v = f->state.item[i];
        if (e->nest_of[v->id] != f->nest) {
            w_line(e->w, "%s = %s.%s;", e->name[v->id], from, e->name[v->id]);
        }
    }
}

/* What a chunk begins with: the neutral element, for idempotent operators the value so far. */
static const char *neutral(struct emit *e, const struct reduction *r, const struct tvar *v) {
    const char *text = r ? emit_neutral(e, r->op, v->type->dtype) : NULL;
    return text ? text : e->name[v->id];
}

/* v = v op part */
static void put_combine(struct emit *e, const struct reduction *r, const struct tvar *v) {
    const char *name = e->name[v->id];
    const char *more = arena_printf(e->arena, "part[part__k].%s", name);
    if (r->tested) {
        w_line(e->w, "PYCC_FITS(pycc_fits_%s(%s, %s), %d, %s);", r->op == OP_MUL ? "mul" : "add",
               name, more, emit_line_of(e, v->span), emit_leave_text(e));
    }
    w_line(e->w, "%s = %s;", name, emit_combined(e, r->op, v->type->dtype, name, more));
}

/* ---- the run */

static void run_chunks(struct emit *e, const struct nest_facts *f) {
    bool reduced = emit_reduces(e, f->nest);
    w_line(e->w, "struct %s_outs part[PYCC_CHUNKS];", f->name);
    w_line(e->w, "const int part__n = %s;",
           reduced ? "pycc_copies_chunks(&nest, &copies)" : "pycc_chunks(nest.trips, nest.work)");
    w_open(e->w, "for (int part__k = 0; part__k < part__n; ++part__k)");
    for (int i = 0; i < f->state.n; ++i) {
        const struct tvar *v = f->state.item[i];
        w_line(e->w, "part[part__k].%s = %s;", e->name[v->id],
               neutral(e, reduction_of(e, f->nest, v), v));
    }
    w_close(e->w, "");
    emit_device_begin(e, f);
    w_line(e->w, "pycc_run_%s(ctx, &nest, part, sizeof(part[0]), part__n%s);",
           reduced ? "reduced" : "parallel", reduced ? ", &copies" : "");
    emit_device_end(e, f);
    emit_leave_if_failed(e);
    for (int i = 0; i < f->state.n; ++i) {
        const struct tvar *v = f->state.item[i];
        const struct reduction *r = reduction_of(e, f->nest, v);
        if (r) {
            w_open(e->w, "for (int part__k = 0; part__k < part__n; ++part__k)");
            put_combine(e, r, v);
            w_close(e->w, "");
        } else {
            w_line(e->w, "%s = part[part__n - 1].%s;", e->name[v->id], e->name[v->id]);
        }
    }
}

static void run_serial(struct emit *e, const struct nest_facts *f) {
    bool outs = f->state.n > 0 || f->nest->has_return;
    if (outs) {
        put_outs(e, f);
    }
    emit_tile_begin(e, f);
    w_line(e->w, "%spycc_run(ctx, &nest, %s);", f->touch.ends ? "const int how = " : "",
           outs ? "&outs" : "NULL");
    emit_tile_end(e, f);
    emit_leave_if_failed(e);
    put_back(e, f, "outs");
    if (f->nest->has_return) {
        w_open(e->w, "if (how == PYCC_RETURN)");
        if (e->func->ret->kind == TY_NONE) {
            emit_return(e, NULL);
        } else if (e->epilogue) {
            w_line(e->w, "result = outs.result;");
            emit_leave(e);
        } else {
            emit_return(e, "outs.result");
        }
        w_close(e->w, "");
    }
}

static void put_else(struct emit *e, const struct nest_facts *f) {
    const struct tblock *els = &f->nest->root->for_.els;
    if (els->n == 0) {
        return;
    }
    w_open(e->w, "%s", f->touch.ends ? "if (how == PYCC_NEXT)" : "");
    emit_block(e, els);
    w_close(e->w, "");
}

/* Does the nest give no results, and nothing stand around its run but what the run time does? */
static bool is_bare(struct emit *e, const struct nest_facts *f) {
    const struct nest *n = f->nest;
    return emit_guard_chooses(e, f) && f->state.n == 0 && !n->rows && !n->has_return &&
           !f->touch.ends && !emit_reduces(e, n) && !emit_on_device(e, n) &&
           !e->away[e->func->id] && n->root->for_.els.n == 0;
}

/* PYCC_PARALLEL(heat__loop1, true, goto done, (PYCC_FIELDS(t1), .n = n), .trips = ...); */
static void run_bare(struct emit *e, const struct nest_facts *f) {
    struct emit_items all = {0}, in = in_fields(e, f), nest = nest_fields(e, f);
    for (int i = 0; i < in.text.n; ++i) {
        vec_push(e->arena, &all.text,
                 arena_printf(e->arena, "%s%s%s", i == 0 ? "(" : "", in.text.item[i],
                              i == in.text.n - 1 ? ")" : ""));
    }
    for (int i = 0; i < nest.text.n; ++i) {
        vec_push(e->arena, &all.text, nest.text.item[i]);
    }
    const char *how = f->nest->parallel ? "PARALLEL" : "SERIAL", *checked = emit_checked(e, f);
    if (f->nest->sweep) {
        how = "SWEEP";
        checked =
            arena_printf(e->arena, "%s, %s, %s", checked, f->nest->parallel ? "true" : "false",
                         emit_expr_text(e, f->nest->root->for_.start, PREC_COND));
    }
    emit_items(
        e,
        arena_printf(e->arena, "PYCC_%s(%s, %s, %s, ", how, f->name, checked, emit_leave_text(e)),
        &all, ");");
}

void emit_nest_call(struct emit *e, const struct nest *n) {
    struct nest_facts f = emit_nest_facts(e, n);
    emit_device_left(e, &f);
    if (is_bare(e, &f)) {
        run_bare(e, &f);
        return;
    }
    w_open(e->w, "%s", "");
    if (n->sweep) {
        w_line(e->w, "PYCC_SETTLE(%s);", emit_leave_text(e));
    }
    emit_home_bounds(e, n);
    if (!emit_on_device(e, n) || n->question) {
        emit_home_nest(e, n, !emit_on_device(e, n));
    }
    struct emit_items in = in_fields(e, &f);
    emit_items(e, arena_printf(e->arena, "struct %s in = {", f.name), &in, "};");
    if (!emit_guard_chooses(e, &f)) {
        emit_guard(e, &f);
    }
    if (n->question) {
        emit_race_ask(e, &f);
    }
    put_nest(e, &f);
    emit_reduce_copies(e, &f);
    if (!n->parallel) {
        run_serial(e, &f);
    } else if (f.state.n > 0) {
        run_chunks(e, &f);
    } else if (emit_reduces(e, n)) {
        emit_device_begin(e, &f);
        w_line(e->w, "pycc_run_reduced(ctx, &nest, NULL, 0, pycc_copies_chunks(&nest, &copies), "
                     "&copies);");
        emit_device_end(e, &f);
        emit_leave_if_failed(e);
    } else {
        emit_device_begin(e, &f);
        emit_tile_begin(e, &f);
        w_line(e->w, "pycc_run_parallel(ctx, &nest, NULL, 0, 0);");
        emit_tile_end(e, &f);
        emit_device_end(e, &f);
        emit_leave_if_failed(e);
    }
    put_else(e, &f);
    w_close(e->w, "");
}
