/* What texts show: print(), formats, messages of exceptions. The run time makes Python objects of
 * numbers, arrays, texts and tuples of these; of all else a function of the prelude, or a method of
 * its class, makes a text (instance->second of the value). */
#include "eval.h"
#include "lib_rules.h"

/* Can the run time make a Python object of it? */
static bool is_plain(const struct itype *t) {
    for (int i = 0; t->kind == IT_TUPLE && i < t->n; ++i) {
        if (!is_plain(t->item[i]) || (t->of && t->of->enumerates)) {
            return false;
        }
    }
    return t->kind == IT_SCALAR || t->kind == IT_ARRAY || t->kind == IT_TUPLE;
}

/* A text that is known, or None. */
static bool is_constant(const struct con *c, int i, const struct itype *t) {
    enum expr_kind kind = c->at[i] ? c->at[i]->kind : EXPR_NONE;
    return kind == EXPR_STR || kind == EXPR_NONE || (t->kind == IT_NONE && kind == EXPR_NAME) ||
           (t->kind == IT_STATIC && t->text);
}

/* The first argument that is a value of the text. */
static int first_value(const struct con *c) {
    return c->op == OP_PRINT ? 3 : c->op == OP_TEXT ? 1 : 2;
}

static bool is_text_op(const struct con *c) {
    return c->kind == CON_SPECIAL && (c->op == OP_PRINT || c->op == OP_TEXT || c->op == OP_RAISE);
}

bool eval_shows_more(const struct con *c, struct itype **arg) {
    bool found = false;
    for (int i = first_value(c); is_text_op(c) && i < c->n && !found; ++i) {
        found = !is_constant(c, i, arg[i]) && !is_plain(arg[i]);
    }
    return found;
}

/* Does the template show argument i by repr(): "{!r}"? */
static bool shows_repr(const struct con *c, int i) {
    const struct expr *template = c->at[first_value(c) - 1];
    int field = i - first_value(c);
    if (!template || template->kind != EXPR_STR) {
        return false;
    }
    for (const char *s = template->str.text; *s; ++s) {
        bool begins = *s == '{' && s[1] != '{';
        s += *s == '{' && !begins;
        if (begins && field-- == 0) {
            return s[1] == '!' && s[2] == 'r';
        }
    }
    return false;
}

/* The method that says what str(x) is, or repr(x). */
static const char *method_of(const struct class *c, bool repr) {
    return class_method(c, "_shown")             ? "_shown"
           : !repr && class_method(c, "__str__") ? "__str__"
                                                 : "__repr__";
}

/* Has the field that shows a value, the i-th of the template's, a format and no conversion? Fields
 * in formats are counted, too. */
static bool is_formatted(const char *template, int i) {
    for (const char *s = template; *s; ++s) {
        if (*s == '{' && s[1] == '{') {
            ++s;
        } else if (*s == '{' && i-- == 0) {
            return s[1] == ':' && s[2] != '}';
        }
    }
    return false;
}

static bool has_methods(const struct itype *t) {
    return t->kind == IT_OBJECT || (t->kind == IT_TUPLE && t->of && t->of->enumerates);
}

/* What str(x) is, for a value that is not plain; an error where nothing says it. */
static struct itype *shown(struct infer *ix, const struct con *c, int i, struct itype *t) {
    const struct expr *at = c->at[i];
    struct applied of = {.node = at, .second = true};
    const char *method = has_methods(t) ? method_of(t->of, shows_repr(c, i)) : NULL;
    if (method && class_method(t->of, method)) {
        return eval_object_call(ix, c, t, method, at, &of);
    }
    of.f = eval_prelude(ix, "_text_of");
    of.n = 1;
    of.arg = &t;
    of.at = &at;
    if (of.f && (t->kind == IT_LIST || t->kind == IT_TUPLE)) {
        return eval_apply(ix, c, &of);
    }
    infer_error(ix, DIAG_PY303, at->span, "a text does not show %s", it_name(ix->arena, t));
    return infer_bad(ix);
}

/* f"{xs:>10}" raises a TypeError, whatever xs holds. */
static struct itype *refuse_format(struct infer *ix, const struct expr *at, struct itype *t) {
    return infer_refuse(ix, DIAG_PY303, at->span,
                        arena_printf(ix->arena, "a format does not take %s", it_name(ix->arena, t)),
                        "write str(x), whose format is a text's");
}

struct itype *result_text(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct expr *template = c->at[first_value(c) - 1];
    for (int i = first_value(c); i < c->n; ++i) {
        bool more = !is_constant(c, i, arg[i]) && !is_plain(arg[i]);
        if (more && template && template->kind == EXPR_STR && arg[i]->kind != IT_ERROR &&
            is_formatted(template->str.text, i - first_value(c))) {
            return refuse_format(ix, c->at[i], arg[i]);
        }
        struct itype *t =
            is_constant(c, i, arg[i]) || is_plain(arg[i]) ? NULL : shown(ix, c, i, arg[i]);
        if (t && t->kind == IT_ERROR) {
            return t;
        }
    }
    return &ix->types.none;
}
