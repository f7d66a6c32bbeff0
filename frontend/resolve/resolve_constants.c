/* What modules of Python's library have that is known when compiling, and clocks:
 *
 *     string.digits -> "0123456789"    sys.maxsize -> 9223372036854775807
 *     time.perf_counter() -> a call of the run time */
#include "resolve_private.h"

#include <float.h>
#include <string.h>

/* Does the function import the name itself, and bind it no other way? */
static bool is_imported(const struct resolver *r, const struct frame *f, const char *name) {
    const struct local *l = map_get(&f->locals, name);
    bool imported = false;
    for (int i = 0; f == r->frame && l->n_bound == 1 && i < r->s->inside->imports.n; ++i) {
        imported = imported || r->s->inside->imports.item[i].name == name;
    }
    return imported;
}

/* Is this name of the program's none of a function's, but for what it imports? */
static bool is_outer(const struct resolver *r, const struct expr *base) {
    bool outer = base->kind == EXPR_NAME;
    for (const struct frame *f = r->frame; outer && f; f = f->up) {
        outer = !map_get(&f->locals, base->name.name) || is_imported(r, f, base->name.name);
    }
    return outer;
}

static void become(struct expr *e, enum expr_kind kind) {
    *e = (struct expr){.kind = kind, .id = e->id, .span = e->span};
}

static bool known_text(struct resolver *r, struct expr *e, const char *name) {
#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"
#define MARKS "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
#define BLANKS " \t\n\r\v\f"
    static const struct {
        const char *name, *text;
    } known[] = {{"ascii_lowercase", LOWER},
                 {"ascii_uppercase", UPPER},
                 {"ascii_letters", LOWER UPPER},
                 {"digits", DIGITS},
                 {"hexdigits", DIGITS "abcdefABCDEF"},
                 {"octdigits", "01234567"},
                 {"punctuation", MARKS},
                 {"whitespace", BLANKS},
                 {"printable", DIGITS LOWER UPPER MARKS BLANKS}};
#undef LOWER
#undef UPPER
#undef DIGITS
#undef MARKS
#undef BLANKS
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        if (strcmp(name, known[i].name) == 0 && resolve_means(r->s, e, "string", name)) {
            become(e, EXPR_STR);
            e->str.text = known[i].text;
            e->str.n = (int)strlen(known[i].text);
            return true;
        }
    }
    return false;
}

/* sys.float_info.max */
static bool known_float(struct resolver *r, struct expr *e) {
    static const struct {
        const char *name;
        bool whole;
        double value;
    } known[] = {{"max", false, DBL_MAX},
                 {"min", false, DBL_MIN},
                 {"epsilon", false, DBL_EPSILON},
                 {"dig", true, DBL_DIG},
                 {"mant_dig", true, DBL_MANT_DIG},
                 {"max_exp", true, DBL_MAX_EXP},
                 {"min_exp", true, DBL_MIN_EXP},
                 {"max_10_exp", true, DBL_MAX_10_EXP},
                 {"min_10_exp", true, DBL_MIN_10_EXP},
                 {"radix", true, FLT_RADIX}};
    const struct expr *info = e->attr.base;
    if (!is_outer(r, info->kind == EXPR_ATTR ? info->attr.base : info) ||
        !resolve_means(r->s, info, "sys", "float_info")) {
        return false;
    }
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        if (strcmp(e->attr.name, known[i].name) == 0) {
            become(e, known[i].whole ? EXPR_INT : EXPR_FLOAT);
            if (known[i].whole) {
                e->integer.value = (int64_t)known[i].value;
            } else {
                e->number = known[i].value;
            }
            return true;
        }
    }
    return false;
}

bool resolve_known_value(struct resolver *r, struct expr *e) {
    const struct expr *base = e->kind == EXPR_ATTR ? e->attr.base : e;
    if (r->frame && r->frame->fn->prelude) {
        return false;
    }
    if (e->kind == EXPR_ATTR && known_float(r, e)) {
        return true;
    }
    if (!is_outer(r, base)) {
        return false;
    }
    const char *name = e->kind == EXPR_ATTR ? e->attr.name : e->name.name;
    if (strcmp(name, "maxsize") == 0 && resolve_means(r->s, e, "sys", name)) {
        become(e, EXPR_INT);
        e->integer.value = INT64_MAX;
        return true;
    }
    return known_text(r, e, name);
}

void resolve_clock(struct resolver *r, struct sugar *g, struct expr *e) {
    static const char *const clock[] = {"perf_counter", "monotonic",       "time",
                                        "process_time", "perf_counter_ns", "monotonic_ns",
                                        "time_ns",      "process_time_ns"};
    const struct expr *fn = e->call.fn, *base = fn->kind == EXPR_ATTR ? fn->attr.base : fn;
    bool bare = e->call.n == 0 && e->call.n_kw == 0 && r->frame && !r->frame->fn->prelude &&
                (fn->kind == EXPR_ATTR || fn->kind == EXPR_NAME) && is_outer(r, base);
    const char *name = !bare ? "" : fn->kind == EXPR_ATTR ? fn->attr.name : fn->name.name;
    for (size_t i = 0; i < sizeof clock / sizeof clock[0]; ++i) {
        /* `from time import time as now` */
        bool may = bare && (fn->kind == EXPR_NAME || strcmp(name, clock[i]) == 0);
        if (may && resolve_means(r->s, fn, "time", clock[i])) {
            struct expr *call = sugar_call(g, IN_PYCC, i < 4 ? "_clock" : "_clock_ns", 1, e->span);
            const int id = e->id;
            call->call.arg[0] = sugar_new(g, EXPR_STR, e->span);
            call->call.arg[0]->str.text = clock[i];
            call->call.arg[0]->str.n = (int)strlen(clock[i]);
            *e = *call;
            e->id = id;
            return;
        }
    }
}
