/* Slices that names stand for, and what is asked of them: s = slice(lo, hi); a[s], s.stop,
 * s.indices(n); np.s_[...] and np.index_exp[...]. Anywhere else a slice is an object of the
 * prelude's class (builtins.py). */
#include <string.h>

#include "copy.h"
#include "nodes.h"
#include "resolve_private.h"

enum {
    MAX_SHORT = 200, /* expressions in a form that a name stands for */
    SLICE_ENDS = 3
};

/* slice(...), with its ends written out or, if starred, slice(*t). */
static bool calls_slice(const struct resolver *r, const struct expr *e, bool starred) {
    const struct expr *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    const struct symbol *sym = fn && fn->kind == EXPR_NAME && strcmp(fn->name.name, "slice") == 0
                                   ? resolve_seen(r, "slice")
                                   : NULL;
    bool ours = sym && sym->kind == SYM_OTHER && sym->module == IN_BUILTIN && e->call.n >= 1 &&
                e->call.n <= (starred ? 1 : 3) && e->call.n_kw == 0;
    for (int i = 0; ours && i < e->call.n; ++i) {
        ours = starred == (sugar_starred_item(e->call.arg[i]) != NULL);
    }
    return ours;
}

static bool is_slice_call(const struct resolver *r, const struct expr *e) {
    return calls_slice(r, e, false);
}

static bool is_display(const struct resolver *r, const struct expr *e) {
    return e->kind == EXPR_INDEX && (resolve_is_numpy(r, e->index.base, "s_") ||
                                     resolve_is_numpy(r, e->index.base, "index_exp"));
}

static struct expr *end_of(struct expr *e) {
    return e->kind == EXPR_NONE ? NULL : e;
}

/* slice(lo, hi, step) as it stands between brackets; e itself when it is none. */
static struct expr *as_slice(struct resolver *r, struct expr *e) {
    if (!is_slice_call(r, e)) {
        return e;
    }
    struct sugar g = resolve_sugar(r);
    struct expr *to = sugar_new(&g, EXPR_SLICE, e->span), **arg = e->call.arg;
    to->slice.lo = e->call.n > 1 ? end_of(arg[0]) : NULL;
    to->slice.hi = end_of(arg[e->call.n > 1]);
    to->slice.step = e->call.n > 2 ? end_of(arg[2]) : NULL;
    return to;
}

/* What may stand between brackets, as a tuple of its items; NULL: it is no slice, and no tuple with
 * one. */
struct expr *resolve_slice_items(struct resolver *r, struct expr *e) {
    struct sugar g = resolve_sugar(r);
    bool display = is_display(r, e), tuple = e->kind == EXPR_TUPLE, any = display;
    struct expr **item = display ? e->index.index : tuple ? e->list.item : &e;
    int n = display ? e->index.n : tuple ? e->list.n : 1;
    for (int i = 0; i < n; ++i) {
        any = any || is_slice_call(r, item[i]);
    }
    if (!any) {
        return NULL;
    }
    struct expr *items = sugar_new(&g, EXPR_TUPLE, e->span);
    items->list.n = n;
    items->list.item = ARENA_ARRAY(r->arena, struct expr *, n);
    for (int i = 0; i < n; ++i) {
        items->list.item[i] = as_slice(r, item[i]);
    }
    return items;
}

bool resolve_is_slice_part(const struct expr *e) {
    return !e || e->kind == EXPR_INT || e->kind == EXPR_NONE || e->kind == EXPR_ELLIPSIS ||
           e->kind == EXPR_BOOL || (e->kind == EXPR_UNARY && resolve_is_slice_part(e->unary.a));
}

/* The axis of a call: its last parameter, number `at`. */
static struct expr *axis_of(const struct expr *call, int at) {
    struct expr *axis = call->call.n > at ? call->call.arg[at] : NULL;
    for (int i = 0; i < call->call.n_kw; ++i) {
        const struct keyword *kw = &call->call.kw[i];
        axis = strcmp(kw->name, "axis") == 0 ? kw->value : axis;
    }
    return axis && axis->kind == EXPR_NONE ? NULL : axis;
}

static struct expr *attribute(struct resolver *r, struct sugar *g, struct expr *base,
                              const char *name) {
    struct expr *e = sugar_new(g, EXPR_ATTR, base->span);
    e->attr.base = base;
    e->attr.name = intern_str(r->s->p->names, name);
    e->attr.name_span = base->span;
    return e;
}

/* np.delete(a, slice(i, j), axis) is np.delete(a, np.arange(a.shape[axis])[i:j], axis), and so is
 * np.insert; a is a name. */
static void slice_to_places(struct resolver *r, struct expr *e) {
    bool deletes = resolve_is_numpy(r, e->call.fn, "delete");
    if ((!deletes && !resolve_is_numpy(r, e->call.fn, "insert")) || e->call.n < 2 ||
        e->call.arg[0]->kind != EXPR_NAME) {
        return;
    }
    struct expr *items = resolve_short_meant(r, e->call.arg[1]),
                *axis = axis_of(e, deletes ? 2 : 3);
    items = items ? items : resolve_slice_items(r, e->call.arg[1]);
    if (!items || items->kind != EXPR_TUPLE || items->list.n != 1 ||
        items->list.item[0]->kind != EXPR_SLICE) {
        return;
    }
    struct sugar g = resolve_sugar(r);
    struct copy c = {.g = &g, .left = MAX_SHORT};
    struct expr *extent = attribute(r, &g, copy_expr(&c, e->call.arg[0]), axis ? "shape" : "size");
    struct expr *places = sugar_call(&g, IN_NP, "np.arange", 1, e->call.arg[1]->span);
    places->call.arg[0] = axis ? node_item(&g, extent, copy_expr(&c, axis)) : extent;
    e->call.arg[1] = node_item(&g, places, items->list.item[0]);
}

/* The slice that a name stands for, or that is written; NULL: it is none, or several. */
static struct expr *one_slice(struct resolver *r, struct expr *e) {
    struct expr *items =
        is_slice_call(r, e) ? resolve_slice_items(r, e) : resolve_short_meant(r, e);
    bool one = items && items->kind == EXPR_TUPLE && items->list.n == 1;
    return one && items->list.item[0]->kind == EXPR_SLICE ? items->list.item[0] : NULL;
}

static struct expr *end_or_none(struct sugar *g, struct expr *end, struct span span) {
    return end ? end : sugar_new(g, EXPR_NONE, span);
}

/* s.start, s.stop, s.step of a name; NULL: it is none of these. */
struct expr *resolve_slice_end(struct resolver *r, const struct expr *e) {
    struct expr *slice = e->attr.base->kind == EXPR_CALL ? NULL : one_slice(r, e->attr.base);
    const char *name = e->attr.name;
    struct sugar g = resolve_sugar(r);
    return !slice                       ? NULL
           : strcmp(name, "start") == 0 ? end_or_none(&g, slice->slice.lo, e->span)
           : strcmp(name, "stop") == 0  ? end_or_none(&g, slice->slice.hi, e->span)
           : strcmp(name, "step") == 0  ? end_or_none(&g, slice->slice.step, e->span)
                                        : NULL;
}

/* s.indices(n) is _slice_indices(start, stop, step, n). */
static bool slice_indices(struct resolver *r, struct expr *e) {
    const struct expr *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    bool one = fn && fn->kind == EXPR_ATTR && e->call.n == 1 && e->call.n_kw == 0;
    const struct expr *slice =
        one && strcmp(fn->attr.name, "indices") == 0 ? one_slice(r, fn->attr.base) : NULL;
    struct symbol *sym =
        slice ? scope_prelude(r->s, intern_str(r->s->p->names, "_slice_indices")) : NULL;
    if (!sym) {
        return false;
    }
    struct sugar g = resolve_sugar(r);
    struct expr **arg = ARENA_ARRAY(r->arena, struct expr *, SLICE_ENDS + 1);
    arg[0] = end_or_none(&g, slice->slice.lo, e->span);
    arg[1] = end_or_none(&g, slice->slice.hi, e->span);
    arg[2] = end_or_none(&g, slice->slice.step, e->span);
    arg[SLICE_ENDS] = e->call.arg[0];
    e->call.fn = sugar_symbol(&g, sym, fn->span);
    e->call.arg = arg;
    e->call.n = SLICE_ENDS + 1;
    return true;
}

/* A name, a number, len() and items of these, which may be asked again. */
static bool may_repeat(const struct expr *e) {
    switch (e->kind) {
    case EXPR_NAME:
    case EXPR_INT:
        return true;
    case EXPR_ATTR:
        return may_repeat(e->attr.base);
    case EXPR_INDEX:
        return e->index.n == 1 && may_repeat(e->index.base) && may_repeat(e->index.index[0]);
    case EXPR_CALL:
        return e->call.n == 1 && e->call.n_kw == 0 && e->call.fn->kind == EXPR_NAME &&
               strcmp(e->call.fn->name.name, "len") == 0 && may_repeat(e->call.arg[0]);
    default:
        return false;
    }
}

/* range(*s.indices(n)) is range(i[0], i[1], i[2]) where i is s.indices(n). */
static void star_indices(struct resolver *r, struct expr *e) {
    struct expr *call = e->call.n == 1 ? sugar_starred_item(e->call.arg[0]) : NULL;
    bool once = call && call->kind == EXPR_CALL && call->call.n == 1;
    if (!once || !may_repeat(call->call.arg[0]) || !slice_indices(r, call)) {
        return;
    }
    struct sugar g = resolve_sugar(r);
    struct copy c = {.g = &g, .left = MAX_SHORT};
    struct expr **arg = ARENA_ARRAY(r->arena, struct expr *, SLICE_ENDS);
    for (int i = 0; i < SLICE_ENDS; ++i) {
        arg[i] = node_item(&g, copy_expr(&c, call), node_int(&g, i, e->span));
    }
    const struct expr *step = call->call.arg[2];
    arg[2] = step->kind == EXPR_NONE       ? node_int(&g, 1, e->span)
             : resolve_is_slice_part(step) ? call->call.arg[2]
                                           : arg[2];
    e->call.arg = arg;
    e->call.n = SLICE_ENDS;
}

/* slice(lo, hi) as a value, which the prelude has a class for. */
static struct expr *made(struct resolver *r, const struct expr *slice) {
    struct symbol *sym = scope_prelude(r->s, intern_str(r->s->p->names, "_slice_made"));
    struct sugar g = resolve_sugar(r);
    struct expr *e = sugar_new(&g, sym ? EXPR_CALL : EXPR_UNSUPPORTED, slice->span);
    if (!sym) {
        e->unsupported = "a slice as a value";
    } else {
        struct expr **arg = ARENA_ARRAY(r->arena, struct expr *, SLICE_ENDS);
        arg[0] = end_or_none(&g, slice->slice.lo, e->span);
        arg[1] = end_or_none(&g, slice->slice.hi, e->span);
        arg[2] = end_or_none(&g, slice->slice.step, e->span);
        e->call.fn = sugar_symbol(&g, sym, slice->span);
        e->call.n = SLICE_ENDS;
        e->call.arg = arg;
    }
    return e;
}

struct expr *resolve_slice_value(struct resolver *r, struct expr *items) {
    for (int i = 0; i < items->list.n; ++i) {
        struct expr *item = items->list.item[i];
        items->list.item[i] = item->kind == EXPR_SLICE ? made(r, item) : item;
    }
    return items->list.n == 1 ? items->list.item[0] : items;
}

void resolve_slice_call(struct resolver *r, struct expr *e) {
    slice_to_places(r, e);
    star_indices(r, e);
    slice_indices(r, e);
    if (is_slice_call(r, e)) {
        int id = e->id;
        *e = *made(r, as_slice(r, e));
        e->id = id;
    } else if (calls_slice(r, e, true)) {
        struct sugar g = resolve_sugar(r);
        struct symbol *sym = scope_prelude(r->s, intern_str(r->s->p->names, "_slice_of"));
        e->call.fn = sym ? sugar_symbol(&g, sym, e->call.fn->span) : e->call.fn;
        e->call.arg[0] = sym ? sugar_starred_item(e->call.arg[0]) : e->call.arg[0];
    }
}
