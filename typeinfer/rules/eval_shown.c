/* What texts show: print(), formats, messages of exceptions. The run time makes Python objects of
 * numbers, arrays, texts and tuples of these; of all else a function of the prelude, or a method of
 * its class, makes a text (instance->second of the value). */
#include <string.h>

#include "eval.h"
#include "lib.h"
#include "lib_rules.h"

bool eval_has_text(const struct itype *t) {
    return t->kind == IT_TUPLE && t->of && !it_is_either(t) &&
           (t->of->enumerates || class_method(t->of, "__repr__"));
}

/* Can the run time make a Python object of it? */
static bool is_plain(const struct itype *t) {
    if (eval_has_text(t)) {
        return false;
    }
    for (int i = 0; t->kind == IT_TUPLE && i < t->n; ++i) {
        if (!is_plain(t->item[i])) {
            return false;
        }
    }
    return t->kind == IT_SCALAR || t->kind == IT_ARRAY ||
           (t->kind == IT_TUPLE && !it_is_optional(t));
}

/* A text that is known, or None. */
static bool is_constant(const struct con *c, int i, const struct itype *t) {
    enum expr_kind kind = c->at[i] ? c->at[i]->kind : EXPR_NONE;
    return kind == EXPR_STR || kind == EXPR_NONE || t->kind == IT_NONE ||
           (t->kind == IT_STATIC && t->text);
}

/* The first argument that is a value of the text. */
static int first_value(const struct con *c) {
    bool by_python;
    return lib_template(c->op, &by_python) + 1;
}

bool eval_shows_more(const struct con *c, struct itype **arg) {
    bool found = false;
    bool text = c->kind == CON_SPECIAL && op_shows(c->op);
    for (int i = text ? first_value(c) : c->n; i < c->n && !found; ++i) {
        found = !is_constant(c, i, arg[i]) && !is_plain(arg[i]);
    }
    return found;
}

/* The template of argument i's field, behind its `{`; those in formats are counted, too. NULL: the
 * text has none. */
static const char *field_of(const struct con *c, int i) {
    bool by_python;
    const struct expr *template = c->at[lib_template(c->op, &by_python)];
    template = by_python ? NULL : template;
    int field = i - first_value(c);
    for (const char *s = template && template->kind == EXPR_STR ? template->str.text : ""; *s;
         ++s) {
        bool begins = *s == '{' && s[1] != '{';
        s += *s == '{' && !begins;
        if (begins && field-- == 0) {
            return s + 1;
        }
    }
    return NULL;
}

/* "{!r}" */
static bool shows_repr(const struct con *c, int i) {
    const char *field = field_of(c, i);
    return field && field[0] == '!' && field[1] == 'r';
}

/* Does argument i's field have a format and no conversion? */
static bool is_formatted(const struct con *c, int i) {
    const char *field = field_of(c, i);
    return field && field[0] == ':' && field[1] != '}';
}

/* "%s" % t, where a tuple t would be all the values: "{!s:}" (sugar_text.c). */
static bool is_all(const struct con *c, int i, const struct itype *t) {
    const char *field = field_of(c, i);
    return t->kind == IT_TUPLE && !it_is_optional(t) && !it_is_either(t) && field &&
           field[0] == '!' && field[2] == ':' && field[3] == '}';
}

/* Python's own formatter shows them: "{1} {0}", "%c". */
static bool by_python(const struct con *c) {
    bool is;
    lib_template(c->op, &is);
    const char *field = field_of(c, first_value(c));
    return is || (field && *field >= '0' && *field <= '9');
}

/* The method that says what str(x) is, or repr(x). */
static const char *method_of(const struct class *c, bool repr) {
    return class_method(c, "_shown")             ? "_shown"
           : !repr && class_method(c, "__str__") ? "__str__"
                                                 : "__repr__";
}

bool eval_is_dtype(const struct expr *at, const struct itype *t) {
    return t->kind == IT_STATIC && !t->text && !t->records && !dtype_is_time(t->dtype) && at &&
           at->kind == EXPR_ATTR && !at->attr.sym && strcmp(at->attr.name, "dtype") == 0;
}

/* What str(x) is, for a value that is not plain; an error where nothing says it. */
static struct itype *shown(struct infer *ix, const struct con *c, int i, struct itype *t) {
    const struct expr *at = c->at[i];
    struct applied of = {.node = at, .second = true};
    const char *method =
        t->kind == IT_OBJECT || eval_has_text(t) ? method_of(t->of, shows_repr(c, i)) : NULL;
    if (method && class_method(t->of, method)) {
        return eval_object_call(ix, c, t, method, at, &of);
    }
    bool dtype = eval_is_dtype(at, t);
    of.f = eval_prelude(ix, dtype                ? shows_repr(c, i) ? "_dtype_repr" : "_dtype_text"
                            : !it_is_optional(t) ? "_text_of"
                            : shows_repr(c, i)   ? "_repr_or_none"
                                                 : "_text_or_none");
    of.n = 1;
    of.arg = &t;
    of.at = &at;
    if (of.f && (dtype || t->kind == IT_LIST || t->kind == IT_TUPLE)) {
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

/* What the value's own kind rules out; NULL: nothing. */
static struct itype *refused(struct infer *ix, const struct con *c, int i, struct itype *t) {
    if (is_all(c, i, t)) {
        return infer_refuse(ix, DIAG_PY303, c->at[i]->span,
                            "% takes a tuple as all of its values, and there is one field",
                            "write % (t,), or one field for each item");
    }
    if (is_plain(t) || is_constant(c, i, t) || t->kind == IT_ERROR) {
        return NULL;
    }
    return is_formatted(c, i) ? refuse_format(ix, c->at[i], t)
           : by_python(c)
               ? infer_refuse(ix, DIAG_PY303, c->at[i]->span,
                              arena_printf(ix->arena, "a text with such fields does not show %s",
                                           it_name(ix->arena, t)),
                              "write str(x), or fields in the order of the values")
               : NULL;
}

/* Must it be given? None has no format, and is no argument of an exception here. */
static bool must_be_given(const struct con *c, int i, const struct itype *t) {
    const struct expr *class = c->op == OP_RAISE ? c->at[0] : NULL;
    bool argument = class && class->kind == EXPR_STR && class->str.text[0] == '(';
    return it_is_optional(t) && (is_formatted(c, i) || argument);
}

struct itype *result_text(struct infer *ix, const struct con *c, struct itype **arg) {
    for (int i = first_value(c); i < c->n; ++i) {
        struct itype *t = must_be_given(c, i, arg[i]) ? it_given(arg[i]) : arg[i];
        struct itype *bad = refused(ix, c, i, t);
        bad = bad || is_constant(c, i, t) || is_plain(t) ? bad : shown(ix, c, i, t);
        if (bad && bad->kind == IT_ERROR) {
            return bad;
        }
    }
    if (c->op == OP_RAISE) {
        eval_note_raised(ix, c, arg);
    }
    return &ix->types.none;
}
