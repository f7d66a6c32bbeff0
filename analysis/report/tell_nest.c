/* A nest in words: which index checks went before it and which stayed inside, for which memory its
 * versions are, what must not overlap, and what it may raise. */
#include "device.h"
#include "facts.h"
#include "tell.h"

static const char *const EXCEPTIONS[] = {
    "ArithmeticError",    "AssertionError",      "AttributeError", "Exception",
    "FloatingPointError", "IndexError",          "KeyError",       "LookupError",
    "MemoryError",        "NotImplementedError", "OverflowError",  "RuntimeError",
    "StopIteration",      "TypeError",           "ValueError",     "ZeroDivisionError"};

_Static_assert(sizeof(EXCEPTIONS) / sizeof(EXCEPTIONS[0]) == TEXC_COUNT, "one name each");

/* What the statements of a nest need and may do. */
struct survey {
    struct teller *t;
    const char *before; /* arrays whose indices are checked before the nest */
    const char *inside; /* arrays with checks inside */
    bool raises[TEXC_COUNT];
    const char *calls; /* functions that may raise */
    bool *direct;      /* by var id: elements are accessed */
    bool *unit;        /* by var id: its contiguous axis must be contiguous */
};

static void see_expr(struct texpr *e, void *context) {
    struct survey *s = context;
    if (e->kind == TE_LOAD) {
        s->direct[e->load.array->id] = true;
        s->unit[e->load.array->id] |= index_asks_unit(e->load.array, e->load.index);
    }
}

static void see_exprs(struct texpr *e, void *context) {
    expr_walk(e, see_expr, context);
}

static void survey_stmt(struct survey *s, const struct tstmt *st) {
    struct arena *a = s->t->arena;
    const struct func_plan *fp = s->t->fp;
    switch (st->kind) {
    case TS_INDEX:
        s->raises[TEXC_INDEX] = true;
        if (fp->hoisted[st->id]) {
            s->before = tell_list(a, s->before, st->index.array->name);
        } else {
            s->inside = tell_list(a, s->inside, st->index.array->name);
        }
        break;
    case TS_STORE:
        s->direct[st->store.array->id] = true;
        s->unit[st->store.array->id] |= index_asks_unit(st->store.array, st->store.index);
        break;
    case TS_CHECK:
        s->raises[st->check.exc] |= !fits_tested(st);
        break;
    case TS_RAISE:
        s->raises[st->raise.exc] = true;
        break;
    case TS_ALLOC:
        s->raises[TEXC_MEMORY] = true;
        break;
    case TS_LIST:
        s->raises[TEXC_INDEX] = true;
        s->raises[TEXC_MEMORY] = true;
        break;
    case TS_LIB:
        s->calls = tell_list(a, s->calls, op_info[st->lib.fn].name);
        break;
    case TS_CALL:
        if (s->t->plan->funcs.item[st->call.callee->id]->may_raise) {
            s->calls = tell_list(a, s->calls, st->call.callee->pyname);
        }
        break;
    default:
        break;
    }
    stmt_exprs(st, see_exprs, s);
}

static void survey_block(struct survey *s, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        int n = stmt_blocks(b->item[i], block);
        survey_stmt(s, b->item[i]);
        for (int k = 0; k < n; ++k) {
            survey_block(s, block[k]);
        }
    }
}

static void tell_checks(const struct survey *s, struct told_loop *l) {
    struct arena *a = s->t->arena;
    if (!s->t->plan->options.bounds) {
        tell_note(s->t, l, "checks", TONE_COST, "none: --no-bounds-check");
        return;
    }
    if (!*s->before && !*s->inside) {
        return;
    }
    bool needed = l->nest->checks.n > 0;
    const char *before =
        !*s->before ? ""
        : needed    ? arena_printf(a, "indices of %s are checked once, before the loop", s->before)
                    : arena_printf(a, "indices of %s are in range by construction", s->before);
    tell_note(s->t, l, "checks", *s->inside ? TONE_COST : TONE_GOOD,
              *s->inside ? arena_printf(a,
                                        *before ? "%s; others, of %s, in each iteration"
                                                : "%sindices of %s are checked in each iteration",
                                        before, s->inside)
                         : before);
}

/* Arrays of any layout whose elements the nest accesses decide between its versions. */
static void tell_layout(const struct survey *s, struct told_loop *l) {
    const char *any = "", *fortran = "";
    struct arena *a = s->t->arena;
    for (int i = 0; i < l->nest->arrays.n; ++i) {
        const struct tvar *v = l->nest->arrays.item[i].var;
        if (!s->unit[v->id]) {
            continue;
        }
        if (v->type->layout == TY_ANY) {
            any = tell_list(a, any, v->name);
        } else if (v->type->layout == TY_F) {
            fortran = tell_list(a, fortran, v->name);
        }
    }
    if (*any) {
        tell_note(
            s->t, l, "layout", TONE_PLAIN,
            arena_printf(a,
                         "fastest when neighbours along the last axis of %s are neighbours in "
                         "memory; another version takes any strides",
                         any));
    }
    if (*fortran) {
        tell_note(s->t, l, "layout", TONE_PLAIN,
                  arena_printf(a, "%s: neighbours along the first axis (Fortran order)", fortran));
    }
}

static void tell_overlap(const struct survey *s, struct told_loop *l) {
    const struct nest *n = l->nest;
    struct arena *a = s->t->arena;
    const char *text = "";
    int shown = 0;
    for (int i = 0; i < n->disjoint.n; ++i) {
        if (shown++ < 4) {
            text = arena_printf(a, "%s%s%s and %s", text, *text ? ", " : "",
                                n->arrays.item[n->disjoint.item[i].a].var->name,
                                n->arrays.item[n->disjoint.item[i].b].var->name);
        }
    }
    if (shown == 0) {
        return;
    }
    const char *more = shown > 4 ? arena_printf(a, " (and %d more pairs)", shown - 4) : "";
    tell_note(s->t, l, "overlap", TONE_PLAIN,
              arena_printf(a, "tested when called: where %s%s share memory, %s", text, more,
                           n->parallel ? "the loop runs in order on one thread"
                                       : "a slower version runs"));
}

static void tell_exceptions(const struct survey *s, struct told_loop *l) {
    struct arena *a = s->t->arena;
    const char *text = "";
    bool indices = s->t->plan->options.bounds && (*s->inside || l->nest->checks.n > 0);
    for (int i = 0; i < TEXC_COUNT; ++i) {
        if (s->raises[i] && (i != TEXC_INDEX || indices)) {
            text = tell_list(a, text, EXCEPTIONS[i]);
        }
    }
    if (*s->calls) {
        text = arena_printf(a, "%s%swhat %s() raises", text, *text ? ", " : "", s->calls);
    }
    if (*text) {
        tell_note(s->t, l, "raises", TONE_PLAIN,
                  arena_printf(a, "%s, as in the interpreter%s", text,
                               l->nest->parallel ? ": that of the lowest iteration" : ""));
    }
}

static void tell_device(struct teller *t, struct told_loop *l) {
    const struct device_plan *d = l->nest->device;
    const char *over = "";
    if (d && d->left) {
        tell_note(t, l, "device", TONE_COST, arena_printf(t->arena, "no: %s", d->left));
    }
    if (!d || d->left) {
        return;
    }
    const char *box = "";
    for (int k = 0; k < d->dims; ++k) {
        const char *name = d->dim[k]->for_.counter->name;
        over = tell_list(t->arena, over, name);
        if (d->lanes[k] > 1) {
            box = tell_list(t->arena, box, arena_printf(t->arena, "%d of %s", d->lanes[k], name));
        }
    }
    int registers = device_registers(&d->registers, d->lanes);
    if (registers > 0) {
        box = arena_printf(t->arena, ", or for a box of %s in about %d registers", box, registers);
    }
    tell_note(t, l, "device", TONE_GOOD,
              arena_printf(t->arena, "yes, a work-item for each %s%s%s", over,
                           registers > 0 ? box : "",
                           d->may_fail ? "; where a check fails there, it runs on the host" : ""));
}

void tell_nest(struct teller *t, struct told_loop *l) {
    struct survey s = {.t = t, .before = "", .inside = "", .calls = ""};
    s.direct = ARENA_ARRAY(t->arena, bool, t->fp->func->n_vars + 1);
    s.unit = ARENA_ARRAY(t->arena, bool, t->fp->func->n_vars + 1);
    bool *flat = ARENA_ARRAY(t->arena, bool, t->fp->func->n_vars + 1);
    stmt_exprs(l->nest->root, see_exprs, &s);
    survey_block(&s, &l->nest->root->for_.body);
    plan_flat_views(t->fp, l->nest, s.direct, s.unit, flat);
    for (int i = 0; i < t->fp->func->n_vars; ++i) {
        s.unit[i] = s.unit[i] && !t->fp->strided[i];
    }
    l->direct = s.direct;
    l->unit = s.unit;
    tell_checks(&s, l);
    tell_layout(&s, l);
    tell_overlap(&s, l);
    tell_exceptions(&s, l);
    tell_device(t, l);
}
