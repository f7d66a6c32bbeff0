/* The functions of a loop nest: one per variant, each running a range of its root's iterations.
 *
 *     struct saxpy__loop1 { what it reads };
 *     struct saxpy__loop1_outs { what it carries from piece to piece and gives back };
 *     static int saxpy__loop1_fast(ctx, in, outs, from, until)
 *
 * Every variant is the same walk over the TIR; they differ in how elements are accessed, which
 * checks remain and which pragmas stand. A restrict pointer inside a struct behind a restrict
 * parameter counts as a restrict parameter for GCC; local pointers would not. */
#include "emit_cases.h"
#include "emit_home.h"

#include <string.h>

/* ---- structs */

static void put_range_fields(struct emit *e, const struct tstmt *loop) {
    const char *i = e->name[loop->for_.counter->id];
    if (emit_is_field(loop->for_.start)) {
        w_line(e->w, "int64_t %s__start;", i);
    }
    if (emit_is_field(loop->for_.step)) {
        w_line(e->w, "int64_t %s__step;", i);
    }
}

static void put_loop_fields(struct emit *e, const struct nest_facts *f) {
    const struct tstmt *loop = f->nest->root;
    if (loop->for_.source) {
        put_range_fields(e, loop->for_.source);
    }
    for (int k = 0; k < f->nest->collapse; ++k) {
        const char *i = e->name[loop->for_.counter->id];
        put_range_fields(e, loop);
        if (k > 0) {
            w_line(e->w, "int64_t %s__n;", i);
        }
        loop = k + 1 < f->nest->collapse ? schedule_inner_for(loop) : loop;
    }
}

static void put_in_struct(struct emit *e, const struct nest_facts *f) {
    const struct nest *n = f->nest;
    size_t from = e->w->n;
    w_open(e->w, "struct %s", f->name);
    size_t empty = e->w->n;
    for (int i = 0; i < n->arrays.n; ++i) {
        const struct tvar *v = n->arrays.item[i].var;
        if (f->touch.direct[v->id]) {
            w_line(e->w, "PYCC_%s(%s, %d, %s);", n->arrays.item[i].written ? "WRITTEN" : "READ",
                   dtype_info[v->type->dtype].c, v->type->rank, e->name[v->id]);
        } else {
            w_line(e->w, "%s %s;", emit_type(e, v->type), e->name[v->id]);
        }
    }
    for (int i = 0; i < n->in.n; ++i) {
        const struct tvar *v = n->in.item[i];
        if (v->type->kind != TY_ARRAY) {
            w_line(e->w, "%s %s;", emit_type(e, v->type), e->name[v->id]);
        }
    }
    put_loop_fields(e, f);
    if (e->w->n == empty) { /* a struct is never empty */
        w_line(e->w, "char end__;");
    }
    w_close(e->w, ";");
    emit_pack(e, from);
}

static void put_outs_struct(struct emit *e, const struct nest_facts *f) {
    if (f->state.n == 0 && !f->nest->has_return) {
        return;
    }
    size_t from = e->w->n;
    w_open(e->w, "struct %s_outs", f->name);
    for (int i = 0; i < f->state.n; ++i) {
        w_line(e->w, "%s %s;", emit_type(e, f->state.item[i]->type), e->name[f->state.item[i]->id]);
    }
    if (f->nest->has_return && e->func->ret->kind != TY_NONE) {
        w_line(e->w, "%s result;", emit_type(e, e->func->ret));
    }
    if (f->state.n == 0) {
        w_line(e->w, "char end__;");
    }
    w_close(e->w, ";");
    emit_pack(e, from);
}

/* ---- the beginning of a function */

static const char *outs_type(struct emit *e, const struct nest_facts *f) {
    bool outs = f->state.n > 0 || f->nest->has_return;
    return outs ? arena_printf(e->arena, "struct %s_outs", f->name) : "void";
}

const char *emit_wide(const struct nest_facts *f) {
    return f->touch.wide && !f->nest->rare ? "PYCC_WIDE " : "";
}

static void put_head(struct emit *e, const struct nest_facts *f, const char *suffix, bool body) {
    bool fast = e->version->variant == VARIANT_FAST;
    w_put(e->w, "%s",
          e->version->variant == VARIANT_EXACT ? "__attribute__((cold)) PYCC_COLD "
          : fast && !body                      ? emit_wide(f)
                                               : "");
    const char *type =
        e->version->variant == VARIANT_INSPECT ? "struct pycc_look" : outs_type(e, f);
    if (body) {
        w_open(e->w, "PYCC_BODY(%s, %s)", f->name, type);
        return;
    }
    bool rare = f->nest->rare && fast;
    w_open(e->w, "PYCC_NEST%s(%s, %s%s, %s, %s)", rare ? "_RARE" : "", f->name, f->name, suffix,
           type, e->version->variant == VARIANT_INSPECT ? "look" : "outs");
}

static void put_locals(struct emit *e, const struct nest_facts *f) {
    for (int i = 0; e->version->variant != VARIANT_INSPECT && i < f->state.n; ++i) {
        const struct tvar *v = f->state.item[i];
        w_line(e->w, "%s %s = outs->%s;", emit_type(e, v->type), e->name[v->id], e->name[v->id]);
    }
    struct emit_vars vars = {0};
    for (int i = 0; i < f->nest->local.n; ++i) {
        const struct tvar *v = f->nest->local.item[i];
        const struct place *p = &e->place.var[v->id];
        bool inside = !p->home || emit_place_inside(p->home, f->nest->root);
        if ((!inside || v->is_param) && p->reads > 0 && !v->is_counter && !emit_owned(e, v) &&
            !emit_in_state(f, v)) {
            vec_push(e->arena, &vars.var, v);
        }
    }
    emit_declare_zeros(e, &vars);
}

static void put_bounds(struct emit *e, const struct nest_facts *f) {
    struct tstmt copy;
    const struct tstmt *loop = emit_placed(e, f->nest->root, &copy);
    for (int k = 0; k < f->nest->collapse; ++k) {
        const char *i = e->name[loop->for_.counter->id];
        if (emit_is_field(loop->for_.start)) {
            w_line(e->w, "const int64_t %s__start = in->%s__start;", i, i);
        }
        if (emit_is_field(loop->for_.step)) {
            w_line(e->w, "const int64_t %s__step = in->%s__step;", i, i);
        }
        if (k > 0) {
            w_line(e->w, "const int64_t %s__n = in->%s__n;", i, i);
        }
        loop = k + 1 < f->nest->collapse ? schedule_inner_for(loop) : loop;
    }
}

static void put_begin(struct emit *e, const struct nest_facts *f) {
    size_t from = e->w->n;
    emit_nest_arrays(e, f);
    emit_nest_scalars(e, f);
    put_locals(e, f);
    put_bounds(e, f);
    emit_owned_begin(e, &f->owned);
    if (e->version->fuel) {
        w_line(e->w, "int64_t fuel = ctx->fuel;");
    }
    if (f->touch.ends) {
        w_line(e->w, "int how = PYCC_NEXT;");
    }
    if (e->version->variant == VARIANT_INSPECT) {
        w_line(e->w, "struct pycc_eye eye = pycc_look_begin(look);");
    }
    if (e->w->n > from) {
        emit_pack(e, from);
    }
}

/* ---- its end */

static void put_end(struct emit *e, const struct nest_facts *f) {
    if (e->done_used) {
        e->w->indent--;
        w_put(e->w, "done: ");
        e->w->indent++;
    }
    size_t from = e->w->n;
    for (int i = 0; e->version->variant != VARIANT_INSPECT && i < f->state.n; ++i) {
        const char *name = e->name[f->state.item[i]->id];
        w_line(e->w, "outs->%s = %s;", name, name);
    }
    emit_owned_end(e, &f->owned);
    if (e->version->fuel) {
        w_line(e->w, "ctx->fuel = fuel;");
    }
    if (e->version->variant == VARIANT_INSPECT) {
        w_line(e->w, "pycc_look_end(look, &eye);");
    }
    w_line(e->w, "return %s;", f->touch.ends ? "how" : "PYCC_NEXT");
    emit_pack(e, from);
    w_close(e->w, "");
}

/* ---- the loop over from..until */

static const char *start_of(struct emit *e, const struct tstmt *loop) {
    if (emit_is_field(loop->for_.start)) {
        return arena_printf(e->arena, "%s__start", e->name[loop->for_.counter->id]);
    }
    return arena_printf(e->arena, "%lld", (long long)loop->for_.start->value.i);
}

static const char *step_of(struct emit *e, const struct tstmt *loop) {
    if (!emit_is_field(loop->for_.step)) { /* 0 too, in a loop that is never reached */
        return arena_printf(e->arena, "%lld", (long long)emit_step(loop));
    }
    return arena_printf(e->arena, "%s__step", e->name[loop->for_.counter->id]);
}

/* start + at * step, as short as it can be written */
static const char *value_at(struct emit *e, const struct tstmt *loop, const char *at) {
    const char *start = start_of(e, loop);
    bool zero = strcmp(start, "0") == 0;
    int64_t step = emit_step(loop);
    if (step == -1) {
        return arena_printf(e->arena, "%s - %s", start, at);
    }
    if (step != 1) {
        return arena_printf(e->arena, "%s + %s * %s", start, at, step_of(e, loop));
    }
    return zero ? at : arena_printf(e->arena, "%s + %s", start, at);
}

/* In an inspector: the number of the iteration, from 1. */
static void put_turn(struct emit *e, const struct tstmt *loop) {
    const char *i = e->name[loop->for_.counter->id];
    if (e->version->variant != VARIANT_INSPECT) {
        return;
    }
    if (emit_step(loop) == 1) {
        w_line(e->w, "const uint32_t %s__turn = (uint32_t)(%s - %s + 1);", i, i, start_of(e, loop));
    } else if (emit_step(loop) == -1) {
        w_line(e->w, "const uint32_t %s__turn = (uint32_t)(%s - %s + 1);", i, start_of(e, loop), i);
    } else {
        w_line(e->w, "const uint32_t %s__turn = (uint32_t)(%s__k + 1);", i, i);
    }
}

/* The loop over trips lo..hi of the innermost collapsed loop. */
static void put_segment(struct emit *e, const struct tstmt *loop, const char *lo, const char *hi) {
    const char *i = e->name[loop->for_.counter->id], *tail = "";
    if (emit_form(e, loop, value_at(e, loop, lo), value_at(e, loop, hi))) {
        return;
    }
    if (emit_step(loop) == 1 || emit_step(loop) == -1) {
        tail = emit_loop_head(e, loop, value_at(e, loop, lo), value_at(e, loop, hi));
    } else {
        emit_counted_head(e, loop, lo, hi, value_at(e, loop, arena_printf(e->arena, "%s__k", i)));
    }
    put_turn(e, loop);
    e->loop = loop;
    emit_block(e, &loop->for_.body);
    e->loop = NULL;
    w_close(e->w, tail);
}

static void print_root(struct emit *e, const struct tstmt *loop) {
    put_segment(e, loop, "from", "until");
}

static void print_row(struct emit *e, const struct tstmt *loop) {
    const char *j = e->name[loop->for_.counter->id];
    put_segment(e, loop, arena_printf(e->arena, "%s__lo", j), arena_printf(e->arena, "%s__hi", j));
}

/* The counters outside of the innermost collapsed loop, from the number of the row. */
static void put_row_counters(struct emit *e, const struct nest_facts *f, const char *row) {
    const struct tstmt *loop[TIR_MAX_RANK * 8];
    int n = f->nest->collapse;
    loop[0] = f->nest->root;
    for (int k = 1; k < n; ++k) {
        loop[k] = schedule_inner_for(loop[k - 1]);
    }
    for (int k = n - 2; k >= 0; --k) {
        const char *i = e->name[loop[k]->for_.counter->id], *at = row;
        if (k > 0) {
            at = arena_printf(e->arena, "%s__k", i);
            w_line(e->w, "const int64_t %s = %s %% %s__n;", at, row, i);
            w_line(e->w, "%s /= %s__n;", row, i);
        }
        w_line(e->w, "const int64_t %s = %s;", i, value_at(e, loop[k], at));
    }
}

static void put_rows(struct emit *e, const struct nest_facts *f) {
    const char *i = e->name[f->nest->root->for_.counter->id];
    const char *j = e->name[f->inner->for_.counter->id];
    w_open(e->w, "PYCC_ROWS(%s, %s, %s__n)", i, j, j);
    put_row_counters(e, f, arena_printf(e->arena, "%s__row", i));
    emit_vector_loop(e, f->inner, print_row);
    w_close(e->w, "");
}

/* ---- versions */

static const char *suffix_of(const struct nest_facts *f, enum variant v) {
    return v == VARIANT_EXACT                           ? "_exact"
           : v == VARIANT_INSPECT                       ? "_inspect"
           : f->versions->strided || f->versions->exact ? "_fast"
                                                        : "";
}

/* The functions that a text over `unit` is. */
static void put_instances(struct emit *e, const struct nest_facts *f, bool cases) {
    w_line(e->w, "%sPYCC_%s%s%s(%s, %s)", cases ? "" : emit_wide(f), cases ? "BESIDE" : "INSTANCES",
           !e->version->exact        ? ""
           : f->versions->is_strided ? "_EXACT"
                                     : "_COSTLY",
           f->nest->rare ? "_RARE" : "", f->name, outs_type(e, f));
}

static void put_version(struct emit *e, const struct nest_facts *f, const struct version *v) {
    const struct version *body = e->version;
    struct emit_cases cases = {0};
    if (v->variant == VARIANT_FAST && !f->nest->rare) {
        cases = emit_cases_of(e, f);
    }
    e->version = v;
    e->epilogue = (f->state.n > 0 && v->variant != VARIANT_INSPECT) || f->owned.var.n > 0 ||
                  v->fuel || f->touch.ends;
    e->done_used = false;
    memset(e->inlined, 0, sizeof(*e->inlined) * (size_t)e->func->n_vars);
    if (v->variant != VARIANT_FAST) {
        w_text(e->w, "\n");
    }
    put_head(e, f, suffix_of(f, v->variant), v->both || cases.var);
    put_begin(e, f);
    struct tstmt copy;
    if (f->nest->collapse > 1) {
        put_rows(e, f);
    } else {
        emit_vector_loop(e, emit_placed(e, f->nest->root, &copy), print_root);
    }
    put_end(e, f);
    emit_line_reset(e);
    if (cases.var) {
        emit_cases(e, f, &cases, suffix_of(f, v->variant), outs_type(e, f));
    }
    if (v->both) {
        put_instances(e, f, cases.var);
    }
    e->version = body;
}

/* What was printed for another nest is this one's too. */
static void put_names(struct emit *e, const struct nest_facts *f, const char *same) {
    const struct nest *n = f->nest;
    bool variants = !emit_guard_chooses(e, f); /* else the guard alone names them */
    const char *const suffix[] = {!variants ? NULL : suffix_of(f, VARIANT_FAST),
                                  variants && f->versions->strided ? "_strided" : NULL,
                                  variants && f->versions->exact ? "_exact" : NULL,
                                  n->question && n->question->inspect ? "_inspect" : NULL,
                                  emit_has_guard_table(e, f) ? "__guard" : NULL};
    for (size_t i = 0; i < sizeof(suffix) / sizeof(suffix[0]); ++i) {
        if (suffix[i] && *suffix[i]) {
            w_line(e->w, "#define %s%s %s%s", f->name, suffix[i], same, suffix[i]);
        } else if (suffix[i]) { /* a macro would rename the struct too */
            w_line(e->w, "static __typeof__(%s) %s __attribute__((alias(\"%s\")));", same, f->name,
                   same);
        }
    }
    w_text(e->w, "\n");
}

void emit_nest(struct emit *e, const struct nest *n) {
    struct nest_facts f = emit_nest_facts(e, n);
    e->nest = n;
    e->touch = &f.touch;
    e->line = 0;
    emit_comment(e, n->root, true);
    size_t structs = e->w->n;
    put_in_struct(e, &f);
    put_outs_struct(e, &f);
    size_t functions = e->w->n;
    struct line_count lines = e->lines;
    for (int i = 0; i < f.versions->n; ++i) {
        put_version(e, &f, &f.versions->text[i]);
    }
    emit_guard_table(e, &f);
    w_text(e->w, "\n");
    const char *same = emit_same_nest(e, f.name, structs);
    if (same) {
        w_cut(e->w, functions);
        e->lines = lines;
        put_names(e, &f, same);
    }
    emit_tile(e, &f);
    emit_device_table(e, &f);
    emit_reduce_folds(e, &f);
    e->nest = NULL;
    e->touch = NULL;
    e->epilogue = false;
}
