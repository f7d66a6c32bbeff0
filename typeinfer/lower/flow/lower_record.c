/* Variables that hold dictionaries and named tuples: a variable per value, so that what follows
 * sees arrays under names of their own instead of items of tuples. */
#include <string.h>

#include "lower_flow.h"
#include "lower_number.h"
#include "sequence.h"

/* The name of one value: the variable's and the key, where that is a word. */
static const char *value_name(struct lower *lw, const char *name, const char *key, int i) {
    if (strcmp(key, GENERATOR_KEYS) == 0) {
        return arena_printf(lw->a, "%s_state", name);
    }
    if (strcmp(key, NESTED_KEYS) == 0) {
        return arena_printf(lw->a, "%s_data", name);
    }
    size_t n = strcspn(key, (char[]){DICT_KEY_END, '\0'});
    bool word = n > 0 &&
                strspn(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") >= n;
    return word ? arena_printf(lw->a, "%s_%.*s", name, (int)n, key)
                : arena_printf(lw->a, "%s_%d", name, i);
}

bool lower_is_record(const struct ty *t) {
    bool named = t->kind == TY_TUPLE && t->names;
    return (t->kind == TY_TUPLE && t->keys) ||
           (named && !ty_is_optional(t) && !ty_is_late(t) && !ty_is_unset(t));
}

static struct texpr *new_record(struct lower *lw, const char *name, struct ty *type) {
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, type->n);
    const char *key = type->keys ? type->keys : type->names + strcspn(type->names, "\x1f") + 1;
    for (int i = 0; i < type->n; ++i) {
        const char *of = value_name(lw, name, key, i);
        item[i] = lower_is_record(type->item[i])
                      ? new_record(lw, of, type->item[i])
                      : lower_var(lw, lower_new_var(lw, of, type->item[i]));
        key += strcspn(key, (char[]){DICT_KEY_END, '\0'}) + 1;
    }
    struct texpr *e = lower_tuple(lw, type->n, item);
    e->type = type;
    return e;
}

/* Assigns value to the variables in e, each of which it may read: those go into temporaries first.
 */
static struct texpr *kept(struct lower *lw, const struct texpr *all, const struct texpr *to,
                          struct texpr *value) {
    if (to->kind != TE_TUPLE) {
        bool same = value->kind == TE_VAR && value->var == to->var;
        return !same && lower_record_reads(all, value) ? lower_to_temp(lw, value) : value;
    }
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, to->tuple.n);
    value = lower_simple_tuple(lw, value);
    for (int i = 0; i < to->tuple.n; ++i) {
        item[i] = kept(lw, all, to->tuple.item[i], lower_item(lw, value, i));
    }
    return lower_tuple(lw, to->tuple.n, item);
}

static void assign(struct lower *lw, const struct texpr *to, struct texpr *value) {
    for (int i = 0; to->kind == TE_TUPLE && i < to->tuple.n; ++i) {
        assign(lw, to->tuple.item[i], lower_item(lw, value, i));
    }
    if (to->kind == TE_VAR && !(value->kind == TE_VAR && value->var == to->var)) {
        lower_assign(lw, to->var, lower_coerce(lw, value, to->type));
    }
}

bool lower_record_reads(const struct texpr *record, const struct texpr *value) {
    if (record->kind != TE_TUPLE) {
        return texpr_reads(value, record->var);
    }
    for (int i = 0; i < record->tuple.n; ++i) {
        if (lower_record_reads(record->tuple.item[i], value)) {
            return true;
        }
    }
    return false;
}

void lower_record_forget(struct lower *lw, const struct texpr *record) {
    for (int i = 0; record->kind == TE_TUPLE && i < record->tuple.n; ++i) {
        lower_record_forget(lw, record->tuple.item[i]);
    }
    if (record->kind == TE_VAR) {
        lower_forget(lw, record->var);
    }
}

void lower_record_assign(struct lower *lw, const struct texpr *record, struct texpr *value) {
    value = ty_is_either(record->type) ? lower_coerce(lw, value, record->type) : value;
    assign(lw, record, kept(lw, record, record, value));
}

struct texpr *lower_record_new(struct lower *lw, const struct symbol *sym, struct ty *type) {
    return new_record(lw, sym->name, type);
}
