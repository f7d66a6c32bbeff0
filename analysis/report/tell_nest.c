/* A nest in words: which index checks went before it and which stayed inside, for which memory its
 * versions are, what must not overlap, and what it may raise. */
#include <string.h>

#include "explain.h"
#include "facts.h"
#include "offload.h"
#include "tell.h"

void tell_note(struct teller *t, struct told_loop *l, const char *label, enum tone tone,
               const char *text) {
    vec_push(t->arena, &l->notes, ((struct told_note){label, tone, text}));
}

/* Names, each once, in the order in which they came. */
struct tell_names {
    VEC(const char *) item;
};

static void tell_name(struct arena *a, struct tell_names *list, const char *name) {
    for (int i = 0; i < list->item.n; ++i) {
        if (strcmp(list->item.item[i], name) == 0) {
            return;
        }
    }
    vec_push(a, &list->item, name);
}

/* "a, b" */
static const char *tell_joined(struct arena *a, const struct tell_names *list) {
    const char *text = "";
    for (int i = 0; i < list->item.n; ++i) {
        text = arena_printf(a, "%s%s%s", text, i ? ", " : "", list->item.item[i]);
    }
    return text;
}

static const char *const EXCEPTIONS[] = {
    "ArithmeticError", "AssertionError",   "AttributeError", "Exception",   "FloatingPointError",
    "IndexError",      "KeyError",         "LookupError",    "MemoryError", "NotImplementedError",
    "OverflowError",   "RuntimeError",     "StopIteration",  "TypeError",   "UnboundLocalError",
    "ValueError",      "ZeroDivisionError"};

_Static_assert(sizeof(EXCEPTIONS) / sizeof(EXCEPTIONS[0]) == TEXC_COUNT, "one name each");

/* What the statements of a nest need and may do. */
struct survey {
    struct teller *t;
    struct tell_names before; /* arrays whose indices are checked before the nest */
    struct tell_names inside; /* arrays with checks inside */
    bool raises[TEXC_COUNT];
    struct tell_names calls; /* functions that may raise */
    struct nest_touch touch;
};

static void survey_stmt(struct survey *s, const struct tstmt *st) {
    struct arena *a = s->t->arena;
    const struct func_plan *fp = s->t->fp;
    switch (st->kind) {
    case TS_INDEX:
        s->raises[TEXC_INDEX] = true;
        tell_name(a, fp->hoisted[st->id] ? &s->before : &s->inside, st->index.array->name);
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
        tell_name(a, &s->calls, op_info[st->lib.fn].name);
        break;
    case TS_CALL:
        if (s->t->plan->funcs.item[st->call.callee->id]->may_raise) {
            tell_name(a, &s->calls, st->call.callee->pyname);
        }
        break;
    default:
        break;
    }
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
    const char *before = tell_joined(a, &s->before), *inside = tell_joined(a, &s->inside);
    if (*before) {
        before =
            arena_printf(a,
                         l->nest->checks.n > 0 ? "indices of %s are checked once, before the loop"
                                               : "indices of %s are in range by construction",
                         before);
    }
    if (*inside) {
        tell_note(s->t, l, "checks", TONE_COST,
                  arena_printf(a,
                               *before ? "%s; others, of %s, in each iteration"
                                       : "%sindices of %s are checked in each iteration",
                               before, inside));
    } else if (*before) {
        tell_note(s->t, l, "checks", TONE_GOOD, before);
    }
}

/* Arrays of any layout whose elements the nest accesses decide between its versions. */
static void tell_layout(const struct survey *s, struct told_loop *l) {
    struct tell_names any = {0}, fortran = {0};
    struct arena *a = s->t->arena;
    for (int i = 0; i < l->nest->arrays.n; ++i) {
        const struct tvar *v = l->nest->arrays.item[i].var;
        if (!s->touch.unit[v->id]) {
            continue;
        }
        if (v->type->layout == TY_ANY) {
            tell_name(a, &any, v->name);
        } else if (v->type->layout == TY_F) {
            tell_name(a, &fortran, v->name);
        }
    }
    if (any.item.n > 0) {
        tell_note(
            s->t, l, "layout", TONE_PLAIN,
            arena_printf(a,
                         "fastest when neighbours along the last axis of %s are neighbours in "
                         "memory; another version takes any strides",
                         tell_joined(a, &any)));
    }
    if (fortran.item.n > 0) {
        tell_note(s->t, l, "layout", TONE_PLAIN,
                  arena_printf(a, "%s: neighbours along the first axis (Fortran order)",
                               tell_joined(a, &fortran)));
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
    struct tell_names names = {0};
    bool indices = s->t->plan->options.bounds && (s->inside.item.n > 0 || l->nest->checks.n > 0);
    for (int i = 0; i < TEXC_COUNT; ++i) {
        if (s->raises[i] && (i != TEXC_INDEX || indices)) {
            tell_name(a, &names, EXCEPTIONS[i]);
        }
    }
    if (s->calls.item.n > 0) {
        tell_name(a, &names, arena_printf(a, "what %s() raises", tell_joined(a, &s->calls)));
    }
    if (names.item.n > 0) {
        tell_note(s->t, l, "raises", TONE_PLAIN,
                  arena_printf(a, "%s, as in the interpreter%s", tell_joined(a, &names),
                               l->nest->parallel ? ": that of the lowest iteration" : ""));
    }
}

static void tell_device(struct teller *t, struct told_loop *l) {
    const struct device_plan *d = l->nest->device;
    struct tell_names over = {0}, lanes = {0};
    if (d && d->left) {
        tell_note(t, l, "device", TONE_COST,
                  arena_printf(t->arena, "no: %s", device_left_text(t->arena, d)));
    }
    if (!d || d->left) {
        return;
    }
    for (int k = 0; k < d->dims; ++k) {
        const char *name = d->dim[k]->for_.counter->name;
        tell_name(t->arena, &over, name);
        if (d->lanes[k] > 1) {
            tell_name(t->arena, &lanes, arena_printf(t->arena, "%d of %s", d->lanes[k], name));
        }
    }
    int registers = device_registers(&d->registers, d->lanes);
    const char *box = registers > 0
                          ? arena_printf(t->arena, ", or for a box of %s in about %d registers",
                                         tell_joined(t->arena, &lanes), registers)
                          : "";
    tell_note(t, l, "device", TONE_GOOD,
              arena_printf(t->arena, "yes, a work-item for each %s%s%s",
                           tell_joined(t->arena, &over), box,
                           d->may_fail ? "; where a check fails there, it runs on the host" : ""));
}

void tell_nest(struct teller *t, struct told_loop *l) {
    struct survey s = {.t = t};
    s.touch = nest_touch(t->arena, t->fp, l->nest);
    survey_block(&s, &l->nest->root->for_.body);
    l->direct = s.touch.direct;
    l->unit = s.touch.unit;
    tell_checks(&s, l);
    tell_layout(&s, l);
    tell_overlap(&s, l);
    tell_exceptions(&s, l);
    tell_device(t, l);
}
