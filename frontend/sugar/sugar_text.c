/* Texts with values in them: what print() writes, and messages of exceptions.
 *
 * A text is put together here, from literals, f-strings (which
 * the parser makes text.format(...)), "..." % values, str(x) and sums of these, as one template of
 * str.format and its values, and one call of the run time formats it where it is wanted. */
#include <string.h>

#include "nodes.h"
#include "scope_private.h"
#include "sugar.h"

struct text {
    struct sugar *g;
    char *at;
    size_t n, room;
    VEC(struct expr *) values;
};

static void put(struct text *t, const char *s, size_t n) {
    if (t->n + n + 1 > t->room) {
        t->room = 2 * (t->n + n + 1);
        char *more = arena_alloc(t->g->arena, t->room);
        memcpy(more, t->at ? t->at : "", t->n);
        t->at = more;
    }
    memcpy(t->at + t->n, s, n);
    t->n += n;
    t->at[t->n] = '\0';
}

/* The run time's texts end with the first '\0'. */
static bool holds_nul(const struct text *t) {
    return t->n > 0 && memchr(t->at, '\0', t->n);
}

static void put_plain(struct text *t, const char *s, int n) {
    for (int i = 0; i < n; ++i) {
        put(t, &s[i], 1);
        if (s[i] == '{' || s[i] == '}') {
            put(t, &s[i], 1);
        }
    }
}

static void put_value(struct text *t, const char *field, struct expr *value) {
    put(t, field, strlen(field));
    vec_push(t->g->arena, &t->values, value);
}

static bool is_format(const struct expr *e) {
    bool method = e->kind == EXPR_CALL && e->call.fn->kind == EXPR_ATTR &&
                  e->call.fn->attr.base->kind == EXPR_STR;
    return method && (strcmp(e->call.fn->attr.name, "format") == 0 ||
                      (strcmp(e->call.fn->attr.name, "format_map") == 0 && e->call.n == 1 &&
                       e->call.n_kw == 0));
}

static bool is_percent(const struct expr *e) {
    return e->kind == EXPR_BINARY && e->binary.op == OP_MOD && e->binary.a->kind == EXPR_STR;
}

/* Do its fields take the values one after the other? */
static bool takes_in_order(const struct expr *e) {
    const struct expr *text = e->call.fn->attr.base;
    const char *s = text->str.text;
    int fields = 0;
    for (int i = 0; i < text->str.n; ++i) {
        char next = i + 1 < text->str.n ? s[i + 1] : '\0';
        if (s[i] == '{' && next == '{') {
            ++i;
        } else if (s[i] == '{') {
            ++fields;
            if (!strchr("}:!", next) || !next) {
                return false;
            }
        }
    }
    bool starred = e->call.n > 0 && sugar_starred_item(e->call.arg[e->call.n - 1]);
    return e->call.n_kw == 0 && fields == e->call.n && !starred &&
           strcmp(e->call.fn->attr.name, "format") == 0;
}

/* "...".format_map({"a": x}) is "...".format(a=x). */
static void take_keywords(struct sugar *g, struct expr *e) {
    struct expr *map = e->call.n > 0 ? e->call.arg[0] : NULL;
    bool display = strcmp(e->call.fn->attr.name, "format_map") == 0 && map &&
                   map->kind == EXPR_DICT && map->list.keys && !map->list.keyed;
    if (!display) {
        return;
    }
    const char *key = map->list.keys;
    struct keyword *kw = ARENA_ARRAY(g->arena, struct keyword, map->list.n);
    for (int i = 0; i < map->list.n; ++i) {
        const char *end = strchr(key, DICT_KEY_END);
        size_t n = end ? (size_t)(end - key) : strlen(key);
        kw[i] = (struct keyword){intern(g->scopes->p->names, key, n), map->list.item[i]->span,
                                 map->list.item[i]};
        key = end ? end + 1 : key + n;
    }
    e->call.n = 0;
    e->call.kw = kw;
    e->call.n_kw = map->list.n;
    e->call.fn->attr.name = intern_str(g->scopes->p->names, "format");
}

static enum sugar_fields settle_fields(struct sugar *g, struct expr *e) {
    take_keywords(g, e);
    return takes_in_order(e) ? FIELDS_IN_ORDER : sugar_format(g, e);
}

static void put_fields(struct text *t, const struct expr *e) {
    const struct expr *text = e->call.fn->attr.base;
    put(t, text->str.text, (size_t)text->str.n);
    for (int i = 0; i < e->call.n; ++i) {
        vec_push(t->g->arena, &t->values, e->call.arg[i]);
    }
}

static void make_call(struct text *t, struct expr *call, enum op_module module, const char *name,
                      int n, struct expr *const *constant);

/* A text with numbers as fields is a value of the one around. */
static void put_numbered(struct text *t, struct expr *e) {
    struct text own = {.g = t->g};
    put_fields(&own, e);
    make_call(&own, e, IN_PYCC, "_format", 0, NULL);
    put_value(t, "{!s}", e);
}

static bool put_template(struct text *t, struct expr *e) {
    enum sugar_fields fields = settle_fields(t->g, e);
    if (fields == FIELDS_IN_ORDER) {
        put_fields(t, e);
    } else if (fields == FIELDS_NUMBERED) {
        put_numbered(t, e);
    }
    return fields != FIELDS_UNKNOWN;
}

/* int(x), as %d takes it. */
static struct expr *as_int(struct sugar *g, struct expr *x) {
    struct expr *call = sugar_call(g, IN_BUILTIN, "int", 1, x->span);
    call->call.arg[0] = x;
    return call;
}

/* One conversion behind its %, as a field; returns its length, 0: there is no such field. The colon
 * says that the value may be the tuple of them all. */
static size_t put_conversion(struct text *t, const char *s, struct expr *value, bool alone) {
    size_t flags = strspn(s, "-+ 0"), width = strspn(s + flags, "0123456789");
    size_t n = flags + width, dot = s[n] == '.' ? 1 + strspn(s + n + 1, "0123456789") : 0;
    char kind = s[n + dot];
    bool text = kind == 's' || kind == 'r', whole = kind == 'd' || kind == 'i';
    bool left = memchr(s, '-', flags) != NULL;
    if (!kind || !strchr("srdieEfFgGxXo", kind) || (whole && dot)) {
        return 0;
    }
    put(t, "{", 1);
    put(t, kind == 's' ? "!s" : "!r", text ? 2 : 0);
    put(t, ":", !text || alone || n + dot > 0 ? 1 : 0);
    put(t, left ? "<" : ">", width > 0 && (left || text) ? 1 : 0);
    for (size_t i = 0; i < flags; ++i) {
        put(t, &s[i], !text && (s[i] != '-' && !(left && s[i] == '0')) ? 1 : 0);
    }
    put(t, s + flags, width + dot);
    put(t, whole ? "d" : &kind, text ? 0 : 1);
    put(t, "}", 1);
    vec_push(t->g->arena, &t->values, whole ? as_int(t->g, value) : value);
    return n + dot + 1;
}

static bool put_conversions(struct text *t, const struct expr *format, struct expr *right) {
    bool alone = right->kind != EXPR_TUPLE;
    struct expr **value = alone ? &right : right->list.item;
    int n = alone ? 1 : right->list.n, at = 0;
    const char *s = arena_strndup(t->g->arena, format->str.text, (size_t)format->str.n);
    while (*s) {
        size_t plain = strcspn(s, "%");
        put_plain(t, s, (int)plain);
        s += plain;
        if (*s && s[1] == '%') {
            put(t, "%", 1);
            s += 2;
        } else if (*s) {
            size_t length = at < n ? put_conversion(t, s + 1, value[at++], alone) : 0;
            if (length == 0) {
                return false;
            }
            s += 1 + length;
        }
    }
    return at == n;
}

/* "%c" % x and what else has no field: Python's own %. */
static struct expr *percent_call(struct sugar *g, const struct expr *e) {
    struct expr *right = e->binary.b;
    bool alone = right->kind != EXPR_TUPLE;
    int n = alone ? 1 : right->list.n;
    struct expr *call = sugar_call(g, IN_PYCC, "_percent", n + 1, e->span);
    call->call.arg[0] = e->binary.a;
    for (int i = 0; i < n; ++i) {
        call->call.arg[1 + i] = alone ? right : right->list.item[i];
    }
    return call;
}

/* False: fields do not say it all, and nothing is put. */
static bool put_percent(struct text *t, const struct expr *e) {
    size_t n = t->n;
    int values = t->values.n;
    bool good = put_conversions(t, e->binary.a, e->binary.b);
    if (!good) {
        t->n = n;
        t->values.n = values;
    }
    return good;
}

/* What "%(key)d" takes of a display or a name; NULL: nothing. */
static struct expr *value_of_key(struct sugar *g, struct expr *of, const char *key, int n) {
    if (of->kind == EXPR_NAME) {
        struct expr *name = sugar_new(g, EXPR_NAME, of->span);
        name->name = of->name;
        return node_item(g, name, node_str(g, key, n, of->span));
    }
    bool record = of->kind == EXPR_DICT && of->list.keys && !of->list.keyed;
    int at = record ? dict_key_place(of->list.keys, arena_strndup(g->arena, key, (size_t)n)) : -1;
    return at >= 0 ? of->list.item[at] : NULL;
}

/* "%(a)d" % {"a": x} is "%d" % (x,), where each value of a display is taken once, in its order. */
static void take_keys(struct sugar *g, struct expr *e) {
    struct expr *format = e->binary.a, *of = e->binary.b, *value;
    const char *s = format->str.text, *end = s + format->str.n, *close;
    struct text t = {.g = g};
    while (s < end) {
        bool key = end - s > 2 && s[0] == '%' && s[1] == '(';
        int size = end - s > 1 && s[0] == '%' && s[1] == '%' ? 2 : 1;
        close = key ? memchr(s, ')', (size_t)(end - s)) : NULL;
        put(&t, s, (size_t)size);
        s += size;
        if (key) {
            value = close ? value_of_key(g, of, s + 1, (int)(close - s - 1)) : NULL;
            int i = t.values.n;
            if (!value ||
                (of->kind == EXPR_DICT && (i >= of->list.n || of->list.item[i] != value))) {
                return;
            }
            vec_push(g->arena, &t.values, value);
            s = close + 1;
        }
    }
    if (t.values.n > 0 && (of->kind != EXPR_DICT || t.values.n == of->list.n)) {
        e->binary.a = node_str(g, t.at, (int)t.n, format->span);
        e->binary.b = sugar_new(g, EXPR_TUPLE, of->span);
        e->binary.b->list.n = t.values.n;
        e->binary.b->list.item = t.values.item;
    }
}

/* str(x) or repr(x): the field that shows x. */
static const char *shown(const struct expr *e) {
    const struct expr *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    if (!fn || fn->kind != EXPR_NAME || e->call.n != 1 || e->call.n_kw > 0) {
        return NULL;
    }
    return strcmp(fn->name.name, "str") == 0    ? "{!s}"
           : strcmp(fn->name.name, "repr") == 0 ? "{!r}"
                                                : NULL;
}

/* False: it is no text. What was put until then stays. */
static bool put_text(struct text *t, struct expr *e) {
    if (e->kind == EXPR_STR) {
        put_plain(t, e->str.text, e->str.n);
        return true;
    }
    if (is_format(e)) {
        return put_template(t, e);
    }
    if (is_percent(e)) {
        take_keys(t->g, e);
        if (!put_percent(t, e)) {
            put_value(t, "{!s}", percent_call(t->g, e));
        }
        return true;
    }
    if (e->kind == EXPR_BINARY && e->binary.op == OP_ADD) {
        return put_text(t, e->binary.a) && put_text(t, e->binary.b);
    }
    if (shown(e)) {
        put_value(t, shown(e), e->call.arg[0]);
        return true;
    }
    return false;
}

/* The call of a function of the run time with the constants given, the template and the values. */
static void make_call(struct text *t, struct expr *call, enum op_module module, const char *name,
                      int n, struct expr *const *constant) {
    const int id = call->id;
    *call = *sugar_call(t->g, module, name, n + 1 + t->values.n, call->span);
    call->id = id;
    for (int i = 0; i < n; ++i) {
        call->call.arg[i] = constant[i];
    }
    call->call.arg[n] = node_str(t->g, t->at ? t->at : "", (int)t->n, call->span);
    for (int i = 0; i < t->values.n; ++i) {
        call->call.arg[n + 1 + i] = t->values.item[i];
    }
}

static void refuse(struct expr *e, const char *what) {
    e->kind = EXPR_UNSUPPORTED;
    e->unsupported = what;
    e->starred = e->named = e->value = NULL;
}

bool sugar_print(struct sugar *g, struct expr *call) {
    struct text t = {.g = g};
    struct span span = call->span;
    const struct expr *sep = NULL;
    struct expr *constant[2] = {node_str(g, "\n", 1, span), sugar_new(g, EXPR_BOOL, span)};
    for (int i = 0; i < call->call.n_kw; ++i) {
        const struct keyword *kw = &call->call.kw[i];
        if (strcmp(kw->name, "sep") == 0 && kw->value->kind == EXPR_STR) {
            sep = kw->value;
        } else if (strcmp(kw->name, "end") == 0 && kw->value->kind == EXPR_STR) {
            constant[0] = kw->value;
        } else if (strcmp(kw->name, "flush") == 0 && kw->value->kind == EXPR_BOOL) {
            constant[1] = kw->value;
        } else {
            return false;
        }
    }
    for (int i = 0; i < call->call.n; ++i) {
        struct expr *arg = call->call.arg[i];
        put_plain(&t, sep ? sep->str.text : " ", i == 0 ? 0 : sep ? sep->str.n : 1);
        size_t n = t.n;
        int values = t.values.n;
        if (!put_text(&t, arg)) {
            t.n = n;
            t.values.n = values;
            put_value(&t, "{!s}", arg);
        }
    }
    if (holds_nul(&t) || memchr(constant[0]->str.text, '\0', (size_t)constant[0]->str.n)) {
        refuse(call, "a text that holds '\\0'");
        return false;
    }
    make_call(&t, call, IN_BUILTIN, "print", 2, constant);
    return true;
}

/* An argument of an exception: a text as written; one with values in it, behind how many there are;
 * or a value, for which "{}" stands. */
static bool put_argument(struct text *t, struct expr *e) {
    if (e->kind == EXPR_STR) {
        put_plain(t, e->str.text, e->str.n);
        return !memchr(e->str.text, '\x1f', (size_t)e->str.n);
    }
    struct text other = {.g = t->g};
    if (e->kind != EXPR_NONE && put_text(&other, e)) {
        const char *n = arena_printf(t->g->arena, "\x1e%d\x1e", other.values.n);
        put(t, n, strlen(n));
        put(t, other.at ? other.at : "", other.n);
        for (int i = 0; i < other.values.n; ++i) {
            vec_push(t->g->arena, &t->values, other.values.item[i]);
        }
        return other.n == 0 || !memchr(other.at, '\x1f', other.n);
    }
    if (e->kind == EXPR_NONE) {
        return false;
    }
    put_value(t, "{}", e);
    return true;
}

static bool put_arguments(struct text *t, struct stmt *raise) {
    struct expr *message = raise->raise.message;
    if (!message) {
        return true;
    }
    if (!raise->raise.several) { /* the message becomes the call of the run time */
        struct expr *only = sugar_new(t->g, message->kind, message->span);
        const int id = only->id;
        *only = *message;
        only->id = id;
        return put_argument(t, only);
    }
    bool good = true;
    for (int i = 0; i < message->list.n; ++i) {
        put(t, "\x1f", i > 0);
        good = good && put_argument(t, message->list.item[i]);
    }
    return good;
}

bool sugar_message(struct sugar *g, struct stmt *raise, bool by_python) {
    struct text t = {.g = g};
    struct expr *message = raise->raise.message;
    bool constant = !message || message->kind == EXPR_STR;
    if ((constant && !by_python) || !g->outermost) {
        return false;
    }
    bool text = message && !raise->raise.several && put_text(&t, message);
    if (!text) {
        t = (struct text){.g = g};
    }
    if ((!text && !put_arguments(&t, raise)) || holds_nul(&t)) {
        return false;
    }
    const char *name = raise->raise.exception->name;
    if (!text) { /* the run time splits the template */
        name = arena_printf(g->arena, "(%s", name);
    }
    if (!message) {
        message = raise->raise.message = sugar_new(g, EXPR_NONE, raise->span);
    }
    struct expr *class = node_str(g, name, (int)strlen(name), message->span);
    make_call(&t, message, IN_BUILTIN, "raise", 1, &class);
    return true;
}

void sugar_fields(struct sugar *g, struct expr *e) {
    if (is_percent(e)) {
        take_keys(g, e);
    } else if (is_format(e) && settle_fields(g, e) == FIELDS_UNKNOWN) {
        refuse(e, "a text with such fields");
    }
}

/* One that is no part of another one. */
static bool put_whole(struct text *t, struct expr *e) {
    if (is_format(e) && settle_fields(t->g, e) == FIELDS_NUMBERED) {
        put_fields(t, e);
        return true;
    }
    return put_text(t, e);
}

void sugar_text(struct sugar *g, struct expr *e) {
    struct text t = {.g = g};
    bool percent = is_percent(e);
    if (!is_format(e) && !percent) {
        return;
    }
    const struct expr *template = percent ? e->binary.a : e->call.fn->attr.base;
    bool good = g->outermost && !memchr(template->str.text, '\0', (size_t) template->str.n);
    if (good && percent && !put_percent(&t, e)) {
        const int id = e->id;
        *e = *percent_call(g, e);
        e->id = id;
        return;
    }
    if (!good || (!percent && !put_whole(&t, e)) || holds_nul(&t)) {
        refuse(e, "a text with such fields");
        return;
    }
    make_call(&t, e, IN_PYCC, "_format", 0, NULL);
}
