/* "{1} {x:{0}}".format(a, b, x=c) is "{} {:{}}".format(b, c, a): fields that name what they show
 * become fields that take the values one after the other, "{0.real} {0[1]}" is of a.real and a[1],
 * and "{x}".format_map(d) of d["x"]. Where values would be computed in another order, or twice,
 * they stay where they are, and the fields are numbers. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nodes.h"
#include "scope_private.h"
#include "sugar.h"

enum { MOST_VALUES = 1000 };

/* A template that is being read, and the call that it becomes. */
struct fields {
    struct sugar *g;
    const struct expr *call;
    struct expr *mapping; /* what format_map() is given: a name; or NULL */
    struct expr *rest;    /* what stands behind the star of the last argument: a name; or NULL */
    char *text;
    int n, next; /* characters of it; the value of the next field without a name */
    bool counted, numbered;
    bool by_number; /* fields become numbers, and parts of values stay in them */
    VEC(struct expr *) values;
    VEC(int) taken; /* which value of the call each of these is; keywords behind the others */
};

static struct expr *value_of(const struct expr *call, int i) {
    return i < call->call.n ? call->call.arg[i] : call->call.kw[i - call->call.n].value;
}

/* Which value a field takes by its name; -1: none. */
static int value_named(struct fields *f, const char *name, int n) {
    if (f->mapping) {
        return -1;
    }
    int at = 0, most = f->rest ? MOST_VALUES : f->call->call.n;
    if (n == 0) {
        f->counted = true;
        return f->next < most ? f->next++ : -1;
    }
    for (int i = 0; i < n && isdigit((unsigned char)name[i]); ++i) {
        at = at < 1000 ? 10 * at + name[i] - '0' : at;
        if (i == n - 1) {
            f->numbered = true;
            return at < most ? at : -1;
        }
    }
    for (int i = 0; i < f->call->call.n_kw; ++i) {
        const char *keyword = f->call->call.kw[i].name;
        if (strlen(keyword) == (size_t)n && memcmp(keyword, name, (size_t)n) == 0) {
            return f->call->call.n + i;
        }
    }
    return -1;
}

static bool is_constant(const struct expr *e) {
    return e->kind == EXPR_INT || e->kind == EXPR_FLOAT || e->kind == EXPR_STR ||
           e->kind == EXPR_BOOL;
}

/* May it be read in another order, and again? */
static bool is_plain(const struct expr *e) {
    return e->kind == EXPR_NAME || is_constant(e);
}

static struct expr *again(struct fields *f, const struct expr *value) {
    struct expr *e = sugar_new(f->g, value->kind, value->span);
    const int id = e->id;
    *e = *value;
    e->id = id;
    return e;
}

/* d["name"] of what format_map() is given; NULL: it is given nothing, or the field has no name. */
static struct expr *mapped(struct fields *f, const char *name, int n) {
    if (!f->mapping || n == 0) {
        return NULL;
    }
    return node_item(f->g, again(f, f->mapping), node_str(f->g, name, n, f->call->span));
}

/* The value of a field by its name; NULL: there is none. */
static struct expr *field_value(struct fields *f, const char *name, int n) {
    int at = value_named(f, name, n);
    int before = f->call->call.n - 1;
    if (at < 0) {
        return mapped(f, name, n);
    }
    if (f->rest && at >= before) {
        struct span span = f->call->span;
        struct expr *arg[] = {again(f, f->rest), node_int(f->g, at - before, span),
                              node_int(f->g, at, span)};
        return sugar_helper(f->g, span, "_replacement", 3, arg);
    }
    bool first = true;
    for (int i = 0; i < f->taken.n; ++i) {
        first = first && f->taken.item[i] != at;
    }
    vec_push(f->g->arena, &f->taken, at);
    if (f->by_number) {
        f->n += sprintf(f->text + f->n, "%d", at);
    }
    return first ? value_of(f->call, at) : again(f, value_of(f->call, at));
}

/* ".real" or "[0]" behind the name of a field, of its value; NULL: it is none of these. */
static struct expr *part_of(struct fields *f, struct expr *value, const char **at,
                            const char *end) {
    bool index = **at == '[';
    const char *name = *at + 1, *s = name;
    while (s < end && !strchr(index ? "]" : "{}[].:!", *s)) {
        ++s;
    }
    int n = (int)(s - name), digits = (int)strspn(name, "0123456789");
    if (n == 0 || s == end) {
        return NULL;
    }
    *at = s + index;
    if (f->by_number) {
        memcpy(f->text + f->n, name - 1, (size_t)(*at - name + 1));
        f->n += (int)(*at - name + 1);
        return value;
    }
    if (!index) {
        struct expr *e = sugar_new(f->g, EXPR_ATTR, value->span);
        e->attr.base = value;
        e->attr.name = intern(f->g->scopes->p->names, name, (size_t)n);
        e->attr.name_span = value->span;
        return e;
    }
    return digits > 9 ? NULL
                      : node_item(f->g, value,
                                  digits == n ? node_int(f->g, atoi(name), value->span)
                                              : node_str(f->g, name, n, value->span));
}

/* The field behind its `{`, up to its `}`; returns what is behind that, NULL: there is none, or no
 * value for it. */
static const char *put_field(struct fields *f, const char *s, const char *end, bool inside) {
    const char *name = s;
    while (s < end && !strchr("{}[].:!", *s)) {
        ++s;
    }
    f->text[f->n++] = '{';
    struct expr *value = field_value(f, name, (int)(s - name));
    while (value && s < end && strchr(".[", *s)) {
        value = part_of(f, value, &s, end);
    }
    if (!value || s == end || *s == '{') {
        return NULL;
    }
    vec_push(f->g->arena, &f->values, value);
    while (s < end && *s != '}') {
        if (*s == '{') {
            s = inside ? NULL : put_field(f, s + 1, end, true);
            if (!s) {
                return NULL;
            }
        } else {
            f->text[f->n++] = *s++;
        }
    }
    if (s == end) {
        return NULL;
    }
    f->text[f->n++] = '}';
    return s + 1;
}

static bool put_fields(struct fields *f) {
    const struct expr *of = f->call->call.fn->attr.base;
    const char *s = of->str.text, *end = s + of->str.n;
    while (s && s < end) {
        bool twice = s + 1 < end && s[1] == *s;
        if (*s == '{' && !twice) {
            s = put_field(f, s + 1, end, false);
        } else if (*s == '}' && !twice) {
            return false;
        } else {
            f->text[f->n++] = *s;
            if (*s == '{' || *s == '}') {
                f->text[f->n++] = *s++;
            }
            ++s;
        }
    }
    return s && !(f->counted && f->numbered);
}

/* Is each value read where Python reads it, but for names and constants? */
static bool keeps_order(const struct fields *f) {
    int all = f->call->call.n + f->call->call.n_kw - (f->rest != NULL), costly = 0, last = -1;
    for (int i = 0; i < all; ++i) {
        costly += !is_plain(value_of(f->call, i));
    }
    int found = 0;
    bool sorted = true;
    for (int i = 0; i < f->taken.n; ++i) {
        if (!is_plain(value_of(f->call, f->taken.item[i]))) {
            sorted = sorted && f->taken.item[i] > last;
            last = f->taken.item[i];
            ++found;
        }
    }
    return sorted && found == costly;
}

/* Every value, where it stands. */
static void take_all(struct fields *f) {
    f->values.n = 0;
    for (int i = 0; i < f->call->call.n + f->call->call.n_kw; ++i) {
        vec_push(f->g->arena, &f->values, value_of(f->call, i));
    }
}

static struct fields new_fields(struct sugar *g, struct expr *call, bool by_number) {
    const struct expr *of = call->call.fn->attr.base;
    bool map = strcmp(call->call.fn->attr.name, "format_map") == 0;
    struct expr *last = call->call.n > 0 ? call->call.arg[call->call.n - 1] : NULL;
    size_t room = 12 * (size_t)of->str.n + 1; /* a field may become ten digits */
    return (struct fields){.g = g,
                           .call = call,
                           .text = arena_alloc(g->arena, room),
                           .mapping = map ? call->call.arg[0] : NULL,
                           .rest = last && call->call.n_kw == 0 ? sugar_starred_item(last) : NULL,
                           .by_number = by_number};
}

enum sugar_fields sugar_format(struct sugar *g, struct expr *call) {
    struct fields f = new_fields(g, call, false);
    struct expr *of = call->call.fn->attr.base;
    bool good = (!f.mapping || f.mapping->kind == EXPR_NAME) &&
                (!f.rest || f.rest->kind == EXPR_NAME) && put_fields(&f);
    bool by_number = good && !f.mapping && !keeps_order(&f);
    if (by_number && f.rest) {
        return FIELDS_UNKNOWN;
    }
    if (by_number) {
        f = new_fields(g, call, true);
        good = put_fields(&f);
        take_all(&f);
    }
    if (!good) {
        return FIELDS_UNKNOWN;
    }
    f.text[f.n] = '\0';
    of->str.text = f.text;
    of->str.n = f.n;
    call->call.n = f.values.n;
    call->call.arg = f.values.item;
    call->call.n_kw = 0;
    call->call.fn->attr.name = intern_str(g->scopes->p->names, "format");
    return by_number ? FIELDS_NUMBERED : FIELDS_IN_ORDER;
}
