/* Dates and spans of time that a program writes: np.datetime64('2026-01-31'), with a unit behind it
 * or by the text, np.datetime64('NaT', 's'), np.timedelta64(n, 'h'), np.timedelta64(n). Each
 * becomes a cast to the type with that unit, of a number where the text says it. */
#include "library.h"
#include "nodes.h"
#include "resolve_private.h"

#include <string.h>

/* A text that is read. */
struct moment {
    const char *at;
    int64_t field[6]; /* year, month, day, hour, minute, second */
    int64_t fraction; /* of a second, in the unit */
    enum dtype_unit unit;
};

static bool digits(struct moment *m, int least, int most, int64_t *value) {
    int n = 0;
    for (*value = 0; n < most && *m->at >= '0' && *m->at <= '9'; ++n, ++m->at) {
        *value = *value * 10 + (*m->at - '0');
    }
    return n >= least && !(*m->at >= '0' && *m->at <= '9');
}

/* .5 is milliseconds, .0005 microseconds. */
static bool read_fraction(struct moment *m) {
    const char *from = ++m->at;
    if (!digits(m, 1, 12, &m->fraction)) {
        return false;
    }
    int n = (int)(m->at - from), groups = (n + 2) / 3;
    for (; n < 3 * groups; ++n) {
        m->fraction *= 10;
    }
    m->unit = (enum dtype_unit)(UNIT_S + groups);
    return true;
}

/* 2026, 2026-01, 2026-01-31T12:30:05.25 */
static bool read_moment(struct moment *m) {
    static const enum dtype_unit unit[] = {UNIT_Y, UNIT_M, UNIT_D, UNIT_H, UNIT_MIN, UNIT_S};
    static const char before[] = " --T::";
    static const int most[] = {0, 12, 31, 23, 59, 59};
    bool minus = *m->at == '-';
    m->at += minus;
    bool fine = digits(m, 4, 9, &m->field[0]);
    m->field[0] = minus ? -m->field[0] : m->field[0];
    m->field[1] = m->field[2] = 1;
    m->unit = UNIT_Y;
    for (int i = 1; fine && i < 6 && *m->at; ++i) {
        bool apart = *m->at == before[i] || (i == 3 && *m->at == ' ');
        m->at += apart;
        fine = apart && digits(m, 2, 2, &m->field[i]) && m->field[i] <= most[i] &&
               (i > 2 || m->field[i] > 0);
        m->unit = unit[i];
    }
    if (fine && m->unit == UNIT_S && *m->at == '.') {
        fine = read_fraction(m);
    }
    return fine && *m->at == '\0';
}

static int64_t floordiv(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}

/* Days from 1970; years begin in March here. */
static int64_t day_of(int64_t year, int64_t month, int64_t day) {
    int64_t y = year - (month < 3), of_year = (month + 9) % 12;
    return 365 * y + floordiv(y, 4) - floordiv(y, 100) + floordiv(y, 400) +
           (153 * of_year + 2) / 5 + day - 1 - 719468;
}

/* Its number of units; false: there is no such day. */
static bool count(const struct moment *m, int64_t *value) {
    const int64_t *f = m->field;
    int64_t day = day_of(f[0], f[1], f[2]);
    int64_t next = f[1] == 12 ? day_of(f[0] + 1, 1, 1) : day_of(f[0], f[1] + 1, 1);
    int64_t seconds = 3600 * f[3] + 60 * f[4] + f[5];
    if (m->unit == UNIT_Y || m->unit == UNIT_M) {
        *value = m->unit == UNIT_Y ? f[0] - 1970 : 12 * (f[0] - 1970) + f[1] - 1;
        return true;
    }
    static const int64_t per_day[] = {[UNIT_D] = 1,
                                      [UNIT_H] = 24,
                                      [UNIT_MIN] = 1440,
                                      [UNIT_S] = 86400,
                                      [UNIT_MS] = 86400000,
                                      [UNIT_US] = 86400000000,
                                      [UNIT_NS] = 86400000000000,
                                      [UNIT_PS] = 86400000000000000};
    int64_t per = per_day[m->unit], sum;
    bool large = __builtin_mul_overflow(day, per, &sum);
    int64_t within = per >= 86400 ? seconds * (per / 86400) + m->fraction : seconds / (86400 / per);
    large = __builtin_add_overflow(sum, within, value) || large;
    return day < next && !large;
}

/* The unit that the second argument says; UNIT_COUNT: none is known. */
static enum dtype_unit read_unit(const struct expr *e) {
    const struct symbol *sym = e->kind == EXPR_NAME ? e->name.sym : NULL;
    e = sym && sym->kind == SYM_CONST && sym->value ? sym->value : e;
    if (e->kind == EXPR_STR) {
        for (int u = 0; u < UNIT_COUNT; ++u) {
            const char *name = dtype_info[DT_M8_NONE + u].name + strlen("datetime64[");
            size_t n = strlen(name) - 1;
            if (strncmp(e->str.text, name, n) == 0 && e->str.text[n] == '\0') {
                return (enum dtype_unit)u;
            }
        }
    }
    return UNIT_COUNT;
}

static struct expr *cast(struct resolver *r, struct sugar *g, enum dtype d, struct expr *value) {
    struct expr *name = sugar_new(g, EXPR_NAME, value->span), *call;
    name->name.name = dtype_info[d].name;
    name->name.sym = scope_new_symbol(r->s, SYM_DTYPE, dtype_info[d].name, value->span);
    name->name.sym->dtype = d;
    call = sugar_new(g, EXPR_CALL, value->span);
    call->call.fn = name;
    call->call.n = 1;
    call->call.arg = ARENA_ARRAY(g->arena, struct expr *, 1);
    call->call.arg[0] = value;
    return call;
}

/* The number that a text says, or NaT, as a cast to a type; NULL: it says none. */
static struct expr *of_text(struct resolver *r, struct sugar *g, struct expr *e, enum dtype d) {
    struct moment m = {.at = e->str.text};
    int64_t number = INT64_MIN;
    bool none = strcmp(e->str.text, "NaT") == 0;
    if (!none && (!dtype_is_date(d) || !read_moment(&m) || !count(&m, &number))) {
        return NULL;
    }
    struct expr *value = node_int(g, number, e->span);
    bool own = none || m.unit == dtype_unit(d);
    return cast(r, g, d, own ? value : cast(r, g, dtype_of_unit(true, m.unit), value));
}

/* The element type that np.array(display, type) or dtype=type says as a text; DT_COUNT: none of
 * times. */
static enum dtype display_type(const struct expr *e) {
    const struct symbol *fn = sugar_callee(e->call.fn);
    const struct keyword *kw = e->call.n == 1 && e->call.n_kw == 1 ? e->call.kw : NULL;
    const struct expr *type = e->call.n == 2 && !e->call.n_kw        ? e->call.arg[1]
                              : kw && strcmp(kw->name, "dtype") == 0 ? kw->value
                                                                     : NULL;
    bool array = fn && fn->kind == SYM_OP && (fn->op == OP_ARRAY || fn->op == OP_ASARRAY);
    return array && type && type->kind == EXPR_STR ? dtype_time(type->str.text) : DT_COUNT;
}

/* np.array(['2026-01-31', 'NaT'], dtype='M8[D]'): its texts become dates. */
static void read_display(struct resolver *r, struct sugar *g, struct expr *e) {
    enum dtype d = display_type(e);
    struct expr *list = d == DT_COUNT ? NULL : e->call.arg[0];
    bool display = list && (list->kind == EXPR_LIST || list->kind == EXPR_TUPLE);
    for (int i = 0; display && i < list->list.n; ++i) {
        struct expr *item = list->list.item[i];
        struct expr *made = item->kind == EXPR_STR ? of_text(r, g, item, d) : NULL;
        list->list.item[i] = made ? made : item;
    }
}

void resolve_time_call(struct resolver *r, struct sugar *g, struct expr *e) {
    bool date = resolve_means(r->s, e->call.fn, "numpy", "datetime64");
    bool span = !date && resolve_means(r->s, e->call.fn, "numpy", "timedelta64");
    if (!date && !span) {
        read_display(r, g, e);
    }
    if ((!date && !span) || e->call.n < 1 || e->call.n > 2 || e->call.n_kw) {
        return;
    }
    struct expr *value = e->call.arg[0], *made = NULL;
    bool none = span || (value->kind == EXPR_STR && strcmp(value->str.text, "NaT") == 0);
    enum dtype_unit unit = e->call.n == 2 ? read_unit(e->call.arg[1])
                           : none         ? UNIT_NONE
                                          : UNIT_COUNT;
    struct span whole = e->span;
    if (value->kind == EXPR_STR) {
        struct moment m = {.at = value->str.text};
        unit = e->call.n == 1 && read_moment(&m) ? m.unit : unit;
        made = unit == UNIT_COUNT ? NULL : of_text(r, g, value, dtype_of_unit(date, unit));
    } else if (unit != UNIT_COUNT) {
        made = cast(r, g, dtype_of_unit(date, unit), value);
    }
    if (made) {
        *e = *made;
        e->span = whole;
    }
}
