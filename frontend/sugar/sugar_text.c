/* Texts with values in them: what print() writes, and messages of exceptions.
 *
 * A text is put together here, from literals, f-strings (which
 * the parser makes text.format(...)), "..." % values, str(x) and sums of these, as one template of
 * str.format and its values, and one call of the run time formats it where it is wanted. */
#include <string.h>

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
    return e->kind == EXPR_CALL && e->call.fn->kind == EXPR_ATTR &&
           e->call.fn->attr.base->kind == EXPR_STR && strcmp(e->call.fn->attr.name, "format") == 0;
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
    return e->call.n_kw == 0 && fields == e->call.n;
}

static bool put_template(struct text *t, struct expr *e) {
    if (!takes_in_order(e) && !sugar_format(t->g, e)) {
        return false;
    }
    const struct expr *text = e->call.fn->attr.base;
    put(t, text->str.text, (size_t)text->str.n);
    for (int i = 0; i < e->call.n; ++i) {
        vec_push(t->g->arena, &t->values, e->call.arg[i]);
    }
    return true;
}

/* int(x), as %d takes it. */
static struct expr *as_int(struct sugar *g, struct expr *x) {
    struct expr *call = sugar_call(g, IN_BUILTIN, "int", 1, x->span);
    call->call.arg[0] = x;
    return call;
}

/* One conversion behind its %, as a field; returns its length, 0: it is not known. */
static size_t put_conversion(struct text *t, const char *s, struct expr *value) {
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
    put(t, ":", 1);
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

static bool put_percent(struct text *t, const struct expr *format, struct expr *right) {
    struct expr **value = right->kind == EXPR_TUPLE ? right->list.item : &right;
    int n = right->kind == EXPR_TUPLE ? right->list.n : 1, at = 0;
    const char *s = arena_strndup(t->g->arena, format->str.text, (size_t)format->str.n);
    while (*s) {
        size_t plain = strcspn(s, "%");
        put_plain(t, s, (int)plain);
        s += plain;
        if (*s && s[1] == '%') {
            put(t, "%", 1);
            s += 2;
        } else if (*s) {
            size_t length = at < n ? put_conversion(t, s + 1, value[at++]) : 0;
            if (length == 0) {
                return false;
            }
            s += 1 + length;
        }
    }
    return at == n;
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
    if (e->kind == EXPR_BINARY && e->binary.op == OP_MOD && e->binary.a->kind == EXPR_STR) {
        return put_percent(t, e->binary.a, e->binary.b);
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

static struct expr *new_text(struct sugar *g, const char *text, size_t n, struct span span) {
    struct expr *e = sugar_new(g, EXPR_STR, span);
    e->str.text = text ? text : "";
    e->str.n = (int)n;
    return e;
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
    call->call.arg[n] = new_text(t->g, t->at, t->n, call->span);
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
    struct expr *constant[2] = {new_text(g, "\n", 1, span), sugar_new(g, EXPR_BOOL, span)};
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

/* An argument of an exception: a text as written, or a value, for which "{}" stands. */
static bool put_argument(struct text *t, struct expr *e) {
    if (e->kind == EXPR_STR) {
        put_plain(t, e->str.text, e->str.n);
        return !memchr(e->str.text, '\x1f', (size_t)e->str.n);
    }
    struct text other = {.g = t->g};
    if (e->kind == EXPR_NONE || put_text(&other, e)) {
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
    struct expr *class = new_text(g, name, strlen(name), message->span);
    make_call(&t, message, IN_BUILTIN, "raise", 1, &class);
    return true;
}

void sugar_text(struct sugar *g, struct expr *e) {
    struct text t = {.g = g};
    bool percent =
        e->kind == EXPR_BINARY && e->binary.op == OP_MOD && e->binary.a->kind == EXPR_STR;
    if (!is_format(e) && !percent) {
        return;
    }
    if (!g->outermost || !put_text(&t, e) || holds_nul(&t)) {
        refuse(e, "a text with such fields");
        return;
    }
    make_call(&t, e, IN_PYCC, "_format", 0, NULL);
}
