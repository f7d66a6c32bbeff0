/* Texts: literals where a str is wanted, characters as strs, slices with steps. */
#include <string.h>

#include "lower_array.h"
#include "lower_flow.h"
#include "lower_number.h"

static bool is_str(const struct ty *t) {
    return t && t->kind == TY_ARRAY && t->dtype == DT_CHAR;
}

const char *lower_known_text(struct lower *lw, const struct expr *e) {
    return e->kind == EXPR_STR          ? source_without_nul(lw->a, e->str.text, (size_t)e->str.n)
           : e->id >= 0 && lw->in->text ? lw->in->text[e->id]
                                        : NULL;
}

/* Number of characters. */
static int length_of(const char *text) {
    int n = 0;
    for (; *text; ++n) {
        source_code_point(&text);
    }
    return n;
}

static struct texpr *literal(struct lower *lw, const char *text) {
    struct texpr **extent = ARENA_ARRAY(lw->a, struct texpr *, 1);
    extent[0] = lower_int(lw, length_of(text));
    struct ty *type = ty_array(lw->a, lw->m, DT_CHAR, 1, TY_C);
    struct tvar *dst = lower_new_array(lw, type, extent, FILL_TEXT, NULL, NULL);
    ((struct tstmt *)lw->out->item[lw->out->n - 1])->alloc.text = arena_strdup(lw->a, text);
    return lower_var(lw, dst);
}

struct texpr *lower_text(struct lower *lw, const struct expr *e) {
    const char *text = lower_known_text(lw, e);
    return text ? literal(lw, text) : NULL;
}

struct texpr *lower_constant(struct lower *lw, const struct expr *e) {
    if (e->kind == EXPR_NAME && e->name.sym && e->name.sym->kind == SYM_CONST) {
        return lower_constant(lw, e->name.sym->value);
    }
    if (e->kind != EXPR_TUPLE) {
        return e->kind == EXPR_STR ? lower_text(lw, e) : lower_const(lw, e);
    }
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, e->list.n);
    for (int i = 0; i < e->list.n; ++i) {
        item[i] = lower_constant(lw, e->list.item[i]);
    }
    return lower_tuple(lw, e->list.n, item);
}

/* What a call that gives a text which is known has for a value is its truth. */
static struct texpr *or_text(struct lower *lw, const struct expr *e, struct texpr *value) {
    bool truth = value && value->type->kind == TY_SCALAR && value->type->dtype != DT_CHAR;
    struct texpr *text = !value || truth ? lower_text(lw, e) : NULL;
    return text ? text : value;
}

struct texpr *lower_value(struct lower *lw, const struct expr *e) {
    return or_text(lw, e, lower_expr(lw, e));
}

struct texpr *lower_kept(struct lower *lw, const struct expr *e) {
    struct texpr *value = lower_or_none(lw, e, NULL);
    const struct ty *type = e->id >= 0 ? lower_type_or_none(lw, e) : NULL;
    value = or_text(lw, e, value);
    bool none = !value && (e->kind == EXPR_NONE || (type && type->kind == TY_NONE));
    return none ? lower_none(lw) : value;
}

void lower_all_kept(struct lower *lw, int n, struct expr *const *e, struct texpr **out) {
    struct lower_mark *mark = ARENA_ARRAY(lw->a, struct lower_mark, n);
    for (int i = 0; i < n; ++i) {
        out[i] = lower_kept(lw, e[i]);
        mark[i] = lower_mark(lw);
    }
    for (int i = n - 1; i >= 0; --i) {
        out[i] = lower_protect(lw, out[i], mark[i]);
    }
}

struct texpr *lower_as(struct lower *lw, const struct expr *e, struct ty *type) {
    bool display = e->kind == EXPR_TUPLE || e->kind == EXPR_LIST;
    if (display && type && type->kind == TY_TUPLE && !lower_type(lw, e) && type->n == e->list.n) {
        struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, type->n);
        for (int i = 0; i < type->n; ++i) {
            struct lower_mark mark = lower_mark(lw);
            item[i] = lower_as(lw, e->list.item[i], type->item[i]);
            for (int k = 0; k < i; ++k) {
                item[k] = lower_protect(lw, item[k], mark);
            }
        }
        return lower_tuple(lw, type->n, item);
    }
    if (type && (ty_is_optional(type) || ty_is_either(type))) {
        struct texpr *kept = lower_kept(lw, e);
        return kept || ty_is_optional(type)
                   ? lower_coerce(lw, kept, type)
                   : lower_refuse(lw, DIAG_PY302, "this is no value of one of several types");
    }
    struct texpr *value = lower_expr(lw, e);
    bool character = !value && type && type->kind == TY_SCALAR && type->dtype == DT_CHAR;
    value = character ? lower_characters(lw, e, false) : value;
    value = is_str(type) ? or_text(lw, e, value) : value;
    return lower_coerce(lw, value, type);
}

struct texpr *lower_characters(struct lower *lw, const struct expr *e, bool all) {
    const char *text = lower_known_text(lw, e);
    int n = text ? length_of(text) : 0;
    if (!text || (!all && n != 1)) {
        return NULL;
    }
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, n);
    for (int i = 0; i < n; ++i) {
        item[i] = lower_cast(lw, lower_int(lw, source_code_point(&text)), DT_CHAR);
    }
    return all ? lower_tuple(lw, n, item) : item[0];
}

/* The sum of a text and a text or a character. */
static struct texpr *texts_joined(struct lower *lw, struct texpr **value, struct tvar *want) {
    struct ty *type = ty_array(lw->a, lw->m, DT_CHAR, 1, TY_C);
    value[0] = lower_coerce(lw, value[0], type);
    struct lib_arg *arg = ARENA_ARRAY(lw->a, struct lib_arg, 2);
    for (int i = 0; i < 2; ++i) {
        bool array = value[i]->type->kind == TY_ARRAY;
        arg[i].value = array ? lower_var(lw, lower_as_variable(lw, value[i])) : value[i];
    }
    struct tvar *dst = lower_target(lw, want, type, 0, NULL); /* may be the first operand */
    struct tstmt *s = lower_stmt(lw, TS_LIB);
    s->lib.dst = dst;
    s->lib.fn = OP_TEXT_PLUS;
    s->lib.n = 2;
    s->lib.arg = arg;
    return lower_var(lw, dst);
}

struct texpr *lower_text_plus(struct lower *lw, const struct expr *a, const struct expr *b,
                              struct tvar *want) {
    struct texpr *value[2];
    const char *added = lower_known_text(lw, b);
    if (added && !*added) { /* s + "", which makes a character a text */
        return lower_coerce(lw, lower_value(lw, a), ty_array(lw->a, lw->m, DT_CHAR, 1, TY_C));
    }
    lower_exprs(lw, 2, (struct expr *const[]){(struct expr *)a, (struct expr *)b}, value);
    value[0] = value[0] ? value[0] : lower_text(lw, a);
    value[1] = value[1] ? value[1] : lower_text(lw, b);
    return texts_joined(lw, value, want);
}

struct texpr *lower_text_extended(struct lower *lw, struct texpr *old, const struct expr *by) {
    struct lower_mark mark = lower_mark(lw);
    struct texpr *value[2] = {NULL, lower_value(lw, by)};
    value[0] = lower_protect(lw, old, mark);
    return texts_joined(lw, value, NULL);
}
