/* "{1} {x:{0}}".format(a, b, x=c) is "{} {:{}}".format(b, c, a): fields that name what they show
 * become fields that take the values one after the other. */
#include <ctype.h>
#include <string.h>

#include "sugar.h"

/* A template that is being read, and the call that it becomes. */
struct fields {
    struct sugar *g;
    const struct expr *call;
    char *text;  /* no longer than the template */
    int n, next; /* characters of it; the value of the next field without a name */
    bool counted, numbered;
    VEC(struct expr *) values;
    VEC(int) taken; /* which value of the call each of these is; keywords behind the others */
};

static struct expr *value_of(const struct expr *call, int i) {
    return i < call->call.n ? call->call.arg[i] : call->call.kw[i - call->call.n].value;
}

/* Which value a field takes by its name; -1: none. */
static int value_named(struct fields *f, const char *name, int n) {
    if (n == 0) {
        f->counted = true;
        return f->next < f->call->call.n ? f->next++ : -1;
    }
    int at = 0;
    for (int i = 0; i < n && isdigit((unsigned char)name[i]); ++i) {
        at = at < 1000 ? 10 * at + name[i] - '0' : at;
        if (i == n - 1) {
            f->numbered = true;
            return at < f->call->call.n ? at : -1;
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

/* The field behind its `{`, up to its `}`; returns what is behind that, NULL: it shows a part of a
 * value (`{0.real}`), or none. */
static const char *put_field(struct fields *f, const char *s, const char *end, bool inside) {
    const char *name = s;
    while (s < end && !strchr("{}[].:!", *s)) {
        ++s;
    }
    int at = value_named(f, name, (int)(s - name));
    if (at < 0 || s == end || strchr("{[.", *s)) {
        return NULL;
    }
    bool first = true;
    for (int i = 0; i < f->taken.n; ++i) {
        first = first && f->taken.item[i] != at;
    }
    struct expr *value = value_of(f->call, at);
    vec_push(f->g->arena, &f->values, first ? value : again(f, value));
    vec_push(f->g->arena, &f->taken, at);
    f->text[f->n++] = '{';
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
    int all = f->call->call.n + f->call->call.n_kw, costly = 0, last = -1;
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

bool sugar_format(struct sugar *g, struct expr *call) {
    struct expr *of = call->call.fn->attr.base;
    struct fields f = {.g = g, .call = call, .text = arena_alloc(g->arena, (size_t)of->str.n + 1)};
    for (int i = 0; i < call->call.n_kw; ++i) {
        if (!call->call.kw[i].name) {
            return false;
        }
    }
    if (!put_fields(&f) || !keeps_order(&f)) {
        return false;
    }
    f.text[f.n] = '\0';
    of->str.text = f.text;
    of->str.n = f.n;
    call->call.n = f.values.n;
    call->call.arg = f.values.item;
    call->call.n_kw = 0;
    return true;
}
