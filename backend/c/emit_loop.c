/* Loops as C: for over a counter, while, else branches, simd pragmas, forms, fuel.
 *
 * A loop of step 1 or -1 compares the counter itself; others count trips, so that the counter never
 * passes its stop (and wraps). Inside a nest an innermost loop subtracts its trips from the fuel,
 * and the fuel is looked at behind loops that hold loops and in WHILE, so that innermost loops and
 * the pairs around them stay as the C compiler likes them; long innermost loops run in pieces. */
#include "emit.h"
#include "emit_home.h"

#include <inttypes.h>
#include <string.h>

/* ---- bounds */

/* The expression itself where it cannot change while the loop runs, else a constant of this name.
 */
static const char *bound(struct emit *e, const struct tstmt *s, const struct texpr *x,
                         const char *what) {
    if (emit_is_stable(e, x)) {
        return emit_expr_text(e, x, PREC_ADD);
    }
    return arena_printf(e->arena, "%s__%s", e->name[s->for_.counter->id], what);
}

static void declare_bound(struct emit *e, const struct tstmt *s, const struct texpr *x,
                          const char *what) {
    if (!x || emit_is_stable(e, x)) {
        return;
    }
    w_put(e->w, "const %s %s__%s = ", emit_counter_type(e), e->name[s->for_.counter->id], what);
    emit_value(e, x);
    w_line(e->w, ";");
}

/* Is its trip counted, so that the counter never passes its stop? Forms end before they could. */
static bool counts_trips(const struct emit *e, const struct tstmt *loop) {
    int64_t step = emit_step(loop);
    return step != 1 && step != -1 && !e->fplan->loop[loop->for_.loop].made;
}

static void declare_bounds(struct emit *e, const struct tstmt *s) {
    const char *counter = e->name[s->for_.counter->id];
    declare_bound(e, s, s->for_.start, "start");
    declare_bound(e, s, s->for_.stop, "stop");
    if (!counts_trips(e, s)) {
        return;
    }
    declare_bound(e, s, s->for_.step, "step");
    w_line(e->w, "const %s %s__n = pycc_trips(%s, %s, %s);", emit_counter_type(e), counter,
           bound(e, s, s->for_.start, "start"), bound(e, s, s->for_.stop, "stop"),
           bound(e, s, s->for_.step, "step"));
}

/* ---- what a body holds */

/* Is there a BREAK of this loop (not of one inside)? */
static bool has_break(const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        if (s->kind == TS_BREAK ||
            (s->kind == TS_IF && (has_break(&s->if_.then) || has_break(&s->if_.els))) ||
            (s->kind == TS_FOR && has_break(&s->for_.els)) ||
            (s->kind == TS_WHILE && has_break(&s->while_.els))) {
            return true;
        }
    }
    return false;
}

/* ---- pragmas */

/* The name of a reduction for `omp simd`. */
static const char *reduction_name(struct emit *e, const struct reduction *r) {
    const char *tag = emit_tag(dtype_strong(r->var->type->dtype));
    switch (r->op) {
    case OP_ADD:
        return "+";
    case OP_MUL:
        return "*";
    case OP_BITAND:
        return "&";
    case OP_BITOR:
        return "|";
    case OP_BITXOR:
        return "^";
    case OP_LAND:
        return "&&";
    case OP_LOR:
        return "||";
    case OP_MINIMUM:
        return arena_printf(e->arena, "pycc_minimum_%s", tag);
    case OP_MAXIMUM:
        return arena_printf(e->arena, "pycc_maximum_%s", tag);
    case OP_PYMIN:
        return arena_printf(e->arena, "pycc_pymin_%s", tag);
    case OP_PYMAX:
        return arena_printf(e->arena, "pycc_pymax_%s", tag);
    default:
        die("vectors do not combine by '%s'", op_info[r->op].name);
    }
}

static bool vectorises(const struct emit *e, const struct loop_plan *p) {
    const struct version *v = e->version;
    bool vectors = v->vectors == VECTORS_ALL || (v->vectors == VECTORS_UNIT && v->unit != TRI_NO);
    return vectors && p->vectors;
}

const char *emit_vectors(const struct emit *e) {
    const struct version *v = e->version;
    bool loop = v && v->variant == VARIANT_FAST && e->loop && e->loop->kind == TS_FOR;
    const struct loop_plan *p = loop ? &e->fplan->loop[e->loop->for_.loop] : NULL;
    if (!p || p->hint == HINT_FEW || p->hint == HINT_UNROLL ||
        (p->hint == HINT_NONE && !vectorises(e, p))) {
        return NULL;
    }
    bool asks = p->hint == HINT_NONE && v->vectors == VECTORS_UNIT && v->unit == TRI_UNKNOWN &&
                p->hint == HINT_NONE;
    return asks ? "unit" : "true";
}

/* Without reductions the C compiler only has to know that iterations are independent; where it
 * optimises little it vectorises what it is told to. */
static void put_pragma(struct emit *e, const struct tstmt *loop, const struct loop_plan *p) {
    const struct version *v = e->version;
    if (p->hint == HINT_FEW || (p->hint == HINT_NONE && !vectorises(e, p))) {
        return;
    }
    if (p->hint == HINT_UNROLL) {
        w_line(e->w, "PYCC_UNROLL");
        return;
    }
    if (p->hint == HINT_NONE && p->reductions.n == 0 && v->vectors == VECTORS_UNIT) {
        w_line(e->w, "PYCC_IVDEP");
        return;
    }
    w_put(e->w, "#pragma omp simd");
    for (int i = 0; i < p->reductions.n; ++i) {
        const struct reduction *r = &p->reductions.item[i];
        w_put(e->w, " reduction(%s : %s)", reduction_name(e, r), e->name[r->var->id]);
    }
    for (int i = 0; i < p->privates.n; ++i) {
        const struct tvar *x = p->privates.item[i];
        const struct place *place = &e->place.var[x->id];
        if (place->home && !emit_place_inside(place->home, loop) && place->reads > 0) {
            w_put(e->w, " private(%s)", e->name[x->id]);
        }
    }
    bool asks = v->vectors == VECTORS_UNIT && v->unit == TRI_UNKNOWN;
    w_line(e->w, "%s", asks ? " if(unit)" : "");
}

/* Begins the body of a loop: one that bears a pragma, in a text that is EXACT's too. */
static void put_ordered(struct emit *e, const struct tstmt *loop) {
    const struct version *v = e->version;
    const struct loop_plan *p = &e->fplan->loop[loop->for_.loop];
    if (v->exact && v->unit != TRI_YES && p->hint == HINT_NONE && vectorises(e, p)) {
        w_line(e->w, "PYCC_IN_ORDER(exact);");
    }
}

/* ---- heads */

/* Does it run two iterations in each turn? Its text stands twice then: no loop with a label in it.
 */
static bool runs_by_two(const struct emit *e, const struct tstmt *loop) {
    enum variant v = e->version->variant;
    return e->fplan->loop[loop->for_.loop].hint == HINT_FEW && v != VARIANT_EXACT &&
           v != VARIANT_KERNEL && emit_step(loop) == 1 && schedule_height(&loop->for_.body) == 0;
}

const char *emit_loop_head(struct emit *e, const struct tstmt *loop, const char *start,
                           const char *stop) {
    const char *i = e->name[loop->for_.counter->id];
    enum loop_hint hint = e->fplan->loop[loop->for_.loop].hint;
    bool lanes =
        e->version->variant == VARIANT_KERNEL && (hint == HINT_LANES || hint == HINT_UNROLL);
    const char *type = lanes ? "int" : emit_counter_type(e);
    if (runs_by_two(e, loop)) {
        w_open(e->w, "PYCC_FEW(%s, %s, %s,", i, start, stop);
        return ")";
    }
    if (emit_step(loop) == 1) {
        w_open(e->w, "for (%s %s = %s; %s < %s; ++%s)", type, i, start, i, stop, i);
    } else if (emit_step(loop) == -1) {
        w_open(e->w, "for (%s %s = %s; %s > %s; --%s)", type, i, start, i, stop, i);
    } else {
        w_open(e->w, "for (%s %s = %s; %s %s %s; %s += %s)", type, i, start, i,
               emit_step(loop) < 0 ? ">" : "<", stop, i,
               emit_expr_text(e, loop->for_.step, PREC_COND));
    }
    put_ordered(e, loop);
    return "";
}

void emit_counted_head(struct emit *e, const struct tstmt *loop, const char *first,
                       const char *last, const char *value) {
    const char *i = e->name[loop->for_.counter->id], *type = emit_counter_type(e);
    w_open(e->w, "for (%s %s__k = %s; %s__k < %s; ++%s__k)", type, i, first, i, last, i);
    w_line(e->w, "const %s %s = %s;", type, i, value);
    put_ordered(e, loop);
}

/* ---- forms */

/* What the loop runs as in this version; NULL: itself. */
static const struct loop_form *form_of(const struct emit *e, const struct tstmt *loop) {
    const struct loop_plan *p = &e->fplan->loop[loop->for_.loop];
    bool fast = e->version->variant == VARIANT_FAST && p->form && loop != e->as_is &&
                (e->version->unit != TRI_NO || p->form->both) &&
                !(p->form->holds && e->version->exact);
    bool kernel = e->dialect && e->dialect->forms;
    return fast ? p->form : kernel ? p->kernel : NULL;
}

/* As an operand of anything. */
static const char *operand(struct emit *e, const char *text) {
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    return text[n] ? arena_printf(e->arena, "(%s)", text) : text;
}

/* Is `unit` a variable of the text? */
static bool is_both(const struct emit *e) {
    return e->version->both && e->version->unit == TRI_UNKNOWN;
}

/* One text for STRIDED too: a number's, and a version in order, which STRIDED runs at any length
 * where its loops are no vectors. */
static bool is_whole(const struct emit *e, const struct loop_plan *p) {
    return emit_reduces_number(p) || (p->form->few > 0 && e->version->vectors != VECTORS_ALL);
}

/* if (!unit || short) in order; else ... */
static void put_version(struct emit *e, const struct tstmt *s) {
    w_open(e->w, "if (!unit || %s)", emit_expr_text(e, s->if_.cond, PREC_LAND));
    emit_block(e, &s->if_.then);
    w_reopen(e->w, "else");
    const struct version *both = e->version;
    struct version unit = *both;
    unit.unit = TRI_YES;
    e->version = &unit;
    emit_block(e, &s->if_.els);
    e->version = both;
    w_close(e->w, "");
}

static void put_form(struct emit *e, const struct loop_plan *p, const struct loop_form *f) {
    if (f == p->form && emit_reduces_number(p)) {
        emit_reduce_number(e, p, e->name[f->lo->id], e->name[f->hi->id]);
    } else if (f == p->form && f->gathered) {
        emit_gathered(e, p, e->name[f->lo->id], e->name[f->hi->id]);
    } else if (f == p->form && !f->both && is_both(e)) {
        put_version(e, f->body.item[0]);
    } else {
        emit_block(e, &f->body);
    }
}

bool emit_form(struct emit *e, const struct tstmt *loop, const char *start, const char *stop) {
    const struct loop_form *f = form_of(e, loop);
    if (!f) {
        return !vectorises(e, &e->fplan->loop[loop->for_.loop]) &&
               emit_over_true(e, loop, start, stop);
    }
    const char **lo = &e->name[f->lo->id], **hi = &e->name[f->hi->id], *const own[] = {*lo, *hi};
    *lo = operand(e, start);
    *hi = operand(e, stop);
    if (loop->for_.body.n > 0) {
        emit_comment(e, loop->for_.body.item[0], false);
    }
    const struct version *version = e->version;
    struct version quiet = *version; /* its copies have no comments */
    quiet.quiet = true;
    e->version = &quiet;
    put_form(e, &e->fplan->loop[loop->for_.loop], f);
    e->version = version;
    *lo = own[0];
    *hi = own[1];
    return true;
}

/* In a text over `unit`: the form that FAST runs, and the loop itself. */
static void print_both(struct emit *e, const struct tstmt *loop,
                       void (*print)(struct emit *e, const struct tstmt *loop)) {
    const struct version *both = e->version;
    struct version unit = *both, strided = *both;
    unit.unit = TRI_YES;
    strided.unit = TRI_NO;
    strided.quiet = true;
    w_open(e->w, "if (unit)");
    e->version = &unit;
    print(e, loop);
    w_reopen(e->w, "else");
    e->version = &strided;
    put_pragma(e, loop, &e->fplan->loop[loop->for_.loop]);
    print(e, loop);
    e->version = both;
    w_close(e->w, "");
}

/* Lanes where there are many of them, or they take no longer than may be, else the loop itself, in
 * which loops have their forms. */
static void print_asked(struct emit *e, const struct tstmt *loop,
                        void (*print)(struct emit *e, const struct tstmt *loop)) {
    const struct version *version = e->version;
    const struct tstmt *as_is = e->as_is;
    struct version lanes = *version, other = *version;
    lanes.unit = is_both(e) ? TRI_YES : lanes.unit;
    other.quiet = true;
    bool late = e->fplan->loop[loop->for_.loop].late;
    w_open(e->w, "if (%s%s)", is_both(e) ? "unit && " : "",
           late ? emit_lanes_short(e, loop, false) : emit_lanes_many(e, loop));
    e->version = &lanes;
    print(e, loop);
    w_reopen(e->w, "else");
    e->version = &other;
    e->as_is = loop;
    print(e, loop);
    e->as_is = as_is;
    e->version = version;
    w_close(e->w, "");
}

void emit_vector_loop(struct emit *e, const struct tstmt *loop,
                      void (*print)(struct emit *e, const struct tstmt *loop)) {
    const struct loop_plan *p = &e->fplan->loop[loop->for_.loop];
    const struct loop_form *form = form_of(e, loop);
    if (e->version->variant == VARIANT_KERNEL) {
        if (p->hint == HINT_UNROLL) {
            w_line(e->w, "#pragma unroll");
        }
        print(e, loop);
    } else if (form && (p->even || p->late)) {
        print_asked(e, loop, print);
    } else if (form && !form->both && is_both(e) && !is_whole(e, p)) {
        print_both(e, loop, print);
    } else {
        if (!form) {
            put_pragma(e, loop, p);
        }
        print(e, loop);
    }
}

/* ---- for */

static void poll_function(struct emit *e) {
    w_line(e->w, "PYCC_POLL(%s);", emit_leave_text(e));
}

static void poll_nest(struct emit *e) {
    w_line(e->w, "PYCC_REFUEL(--fuel < 0, %s);", emit_leave_text(e));
}

/* What the loop goes over: values of its counter, or numbers of its iterations. */
static void range_of(struct emit *e, const struct tstmt *s, const char **lo, const char **hi) {
    bool counts = counts_trips(e, s);
    *lo = counts ? "0" : bound(e, s, s->for_.start, "start");
    *hi = counts ? arena_printf(e->arena, "%s__n", e->name[s->for_.counter->id])
                 : bound(e, s, s->for_.stop, "stop");
}

/* Does it poll in each iteration: an innermost loop of a nest that may be long? */
static bool polls(const struct emit *e, const struct tstmt *s) {
    return e->version->fuel && !e->fplan->loop[s->for_.loop].made &&
           schedule_height(&s->for_.body) == 0 && !schedule_is_short(s) &&
           (e->version->variant == VARIANT_EXACT || !schedule_is_swift(s));
}

static void put_for(struct emit *e, const struct tstmt *s, const char *lo, const char *hi,
                    bool poll) {
    const struct tstmt *outer = e->loop;
    const char *tail = "";
    if (emit_form(e, s, lo, hi)) {
        return;
    }
    if (counts_trips(e, s)) {
        emit_counted_head(
            e, s, lo, hi,
            arena_printf(e->arena, "%s + %s__k * %s", bound(e, s, s->for_.start, "start"),
                         e->name[s->for_.counter->id], bound(e, s, s->for_.step, "step")));
    } else {
        tail = emit_loop_head(e, s, lo, hi);
    }
    e->loop = s;
    if (!e->nest) {
        poll_function(e);
    } else if (poll) {
        poll_nest(e);
    }
    emit_block(e, &s->for_.body);
    e->loop = outer;
    w_close(e->w, tail);
}

static void print_for(struct emit *e, const struct tstmt *s) {
    const char *lo, *hi;
    range_of(e, s, &lo, &hi);
    put_for(e, s, lo, hi, polls(e, s));
}

static void print_piece(struct emit *e, const struct tstmt *s) {
    const char *i = e->name[s->for_.counter->id];
    put_for(e, s, arena_printf(e->arena, "%s__lo", i), arena_printf(e->arena, "%s__hi", i), false);
}

/* Such a loop is cut into pieces, with a poll between them, so that the loop itself stays as it is;
 * not one that is left early. */
static bool runs_in_pieces(const struct emit *e, const struct tstmt *s) {
    return polls(e, s) && !has_break(&s->for_.body);
}

/* Behind a loop of a nest. */
static void burn_fuel(struct emit *e, const struct tstmt *s) {
    int height = schedule_height(&s->for_.body);
    if (!e->version->fuel || e->fplan->loop[s->for_.loop].made) {
        return;
    }
    if (e->version->variant == VARIANT_FAST && e->fplan->loop[s->for_.loop].lanes > 0) {
        w_line(e->w, "fuel -= %s;", emit_lanes_steps(e, s));
    }
    if (height > 0) {
        w_line(e->w, "PYCC_REFUEL(fuel < 0, %s);", emit_leave_text(e));
    } else if (runs_in_pieces(e, s)) {
        return; /* each counts its own */
    } else if (emit_step(s) == 1 || emit_step(s) == -1) {
        w_line(e->w, "fuel -= pycc_trips(%s, %s, %" PRId64 ");",
               bound(e, s, s->for_.start, "start"), bound(e, s, s->for_.stop, "stop"),
               emit_step(s));
    } else {
        w_line(e->w, "fuel -= %s__n;", e->name[s->for_.counter->id]);
    }
}

static void print_pieces(struct emit *e, const struct tstmt *s) {
    const char *lo, *hi, *down = emit_step(s) == -1 ? "_DOWN" : "";
    range_of(e, s, &lo, &hi);
    w_open(e->w, "PYCC_PIECES%s(%s, %s, %s, %s)", down, e->name[s->for_.counter->id], lo, hi,
           emit_leave_text(e));
    emit_vector_loop(e, s, print_piece);
    w_close(e->w, "");
}

void emit_for(struct emit *e, const struct tstmt *loop) {
    struct tstmt copy;
    const struct tstmt *s = emit_placed(e, loop, &copy);
    bool block = e->version->variant == VARIANT_KERNEL && form_of(e, s);
    if (block) {
        w_open(e->w, "%s", "");
    }
    declare_bounds(e, s);
    if (runs_in_pieces(e, s)) {
        print_pieces(e, s);
    } else {
        emit_vector_loop(e, s, print_for);
    }
    burn_fuel(e, s);
    if (block) {
        w_close(e->w, "");
    }
    emit_block(e, &s->for_.els);
    if (s->for_.els.n > 0 && has_break(&s->for_.body)) {
        w_line(e->w, "loop%d__end:;", s->for_.loop);
    }
}

/* ---- while, break */

void emit_while(struct emit *e, const struct tstmt *s) {
    const struct tstmt *outer = e->loop;
    const struct version *version = e->version;
    bool made = e->fplan->loop[s->while_.loop].made;
    struct version raises = *version;
    raises.flags = version->flags && made; /* which ends */
    e->version = &raises;
    bool plain = s->while_.pre.n == 0 && !emit_home_wanted(e, s->while_.cond);
    w_put(e->w, "%s", plain ? "while (" : "for (;;");
    if (plain) {
        emit_value(e, s->while_.cond);
    }
    w_open(e->w, ")");
    e->loop = s;
    if (e->nest && e->version->variant != VARIANT_KERNEL && !made) {
        poll_nest(e);
    } else if (!e->nest) {
        poll_function(e);
    }
    if (!plain) {
        emit_block(e, &s->while_.pre);
        emit_home_expr(e, s->while_.cond);
        w_put(e->w, "const bool while__%d = ", s->while_.loop);
        emit_value(e, s->while_.cond);
        w_line(e->w, ";");
        w_open(e->w, "if (!while__%d)", s->while_.loop);
        w_line(e->w, "break;");
        w_close(e->w, "");
    }
    emit_block(e, &s->while_.body);
    e->version = version;
    e->loop = outer;
    w_close(e->w, "");
    emit_block(e, &s->while_.els);
    if (s->while_.els.n > 0 && has_break(&s->while_.body)) {
        w_line(e->w, "loop%d__end:;", s->while_.loop);
    }
}

void emit_break(struct emit *e, const struct tstmt *s) {
    const struct tstmt *loop = e->loop;
    (void)s;
    if (e->nest && loop == e->nest->root) {
        w_line(e->w, "how = PYCC_BREAK;");
        emit_leave(e);
        return;
    }
    bool is_for = loop->kind == TS_FOR;
    int n_else = is_for ? loop->for_.els.n : loop->while_.els.n;
    if (n_else > 0) {
        w_line(e->w, "goto loop%d__end;", is_for ? loop->for_.loop : loop->while_.loop);
    } else {
        w_line(e->w, "break;");
    }
}
