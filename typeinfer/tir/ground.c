/* Ground types of a module: interning and names.
 *
 * A module has a handful of distinct types, so a look-up walks the list. */
#include <string.h>

#include "tir.h"

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool type_equal(const struct ty *a, const struct ty *b) {
    if (a->kind != b->kind) {
        return false;
    }
    switch (a->kind) {
    case TY_NONE:
        return true;
    case TY_SCALAR:
        return a->dtype == b->dtype;
    case TY_ARRAY:
        return a->dtype == b->dtype && a->rank == b->rank && a->layout == b->layout;
    case TY_LIST:
    case TY_TUPLE:
        for (int i = 0; i < a->n && a->n == b->n; ++i) {
            if (a->item[i] != b->item[i]) {
                return false;
            }
        }
        return a->n == b->n && same_text(a->keys, b->keys) && same_text(a->names, b->names);
    }
    return false;
}

/* The module's type that equals key; made when there is none yet. */
static struct ty *type_intern(struct arena *a, struct tmodule *m, const struct ty *key) {
    for (int i = 0; i < m->types.n; ++i) {
        if (type_equal(m->types.item[i], key)) {
            return m->types.item[i];
        }
    }
    struct ty *t = ARENA_NEW(a, struct ty);
    *t = *key;
    t->id = m->types.n;
    if (t->kind == TY_TUPLE || t->kind == TY_LIST) {
        t->item = ARENA_ARRAY(a, struct ty *, t->n);
        for (int i = 0; i < t->n; ++i) {
            t->item[i] = key->item[i];
        }
        t->keys = key->keys ? arena_printf(a, "%s", key->keys) : NULL;
        t->names = key->names ? arena_printf(a, "%s", key->names) : NULL;
    }
    vec_push(a, &m->types, t);
    return t;
}

struct ty *ty_scalar(struct arena *a, struct tmodule *m, enum dtype d) {
    return type_intern(a, m, &(struct ty){.kind = TY_SCALAR, .dtype = d});
}

struct ty *ty_array(struct arena *a, struct tmodule *m, enum dtype d, int rank, enum ty_layout l) {
    struct ty key = {.kind = TY_ARRAY, .dtype = dtype_strong(d), .rank = rank, .layout = l};
    return type_intern(a, m, &key);
}

struct ty *ty_tuple(struct arena *a, struct tmodule *m, int n, struct ty **item) {
    return type_intern(a, m, &(struct ty){.kind = TY_TUPLE, .n = n, .item = item});
}

struct ty *ty_record(struct arena *a, struct tmodule *m, const char *keys, int n,
                     struct ty **item) {
    return type_intern(a, m, &(struct ty){.kind = TY_TUPLE, .n = n, .item = item, .keys = keys});
}

struct ty *ty_named(struct arena *a, struct tmodule *m, const char *names, int n,
                    struct ty **item) {
    return type_intern(a, m, &(struct ty){.kind = TY_TUPLE, .n = n, .item = item, .names = names});
}

bool ty_is_nested(const struct ty *t) {
    return t && t->kind == TY_TUPLE && t->keys && strcmp(t->keys, NESTED_KEYS) == 0;
}

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

bool ty_is_slice(const struct ty *t) {
    return t && t->kind == TY_TUPLE && t->names && begins(t->names, SLICE_NAMES);
}

bool ty_is_records(const struct ty *t) {
    return t && t->kind == TY_TUPLE && t->keys &&
           (begins(t->keys, RECORDS_KEYS) || begins(t->keys, RECARRAY_KEYS));
}

struct ty *ty_list(struct arena *a, struct tmodule *m, struct ty *item) {
    return type_intern(a, m, &(struct ty){.kind = TY_LIST, .n = 1, .item = &item});
}

static const char OPTIONAL[] = "?";

struct ty *ty_optional(struct arena *a, struct tmodule *m, struct ty *t) {
    if (ty_is_either(t)) {
        return t;
    }
    return ty_named(a, m, OPTIONAL, 2, (struct ty *[2]){ty_scalar(a, m, DT_PYBOOL), t});
}

bool ty_is_optional(const struct ty *t) {
    return t->kind == TY_TUPLE && t->names && strcmp(t->names, OPTIONAL) == 0;
}

static const char EITHER[] = "|\x1fkind\x1fwhole\x1freal\x1ftext";

struct ty *ty_either(struct arena *a, struct tmodule *m) {
    struct ty *whole = ty_scalar(a, m, DT_INT);
    struct ty *item[] = {whole, whole, ty_scalar(a, m, DT_FLOAT), ty_array(a, m, DT_CHAR, 1, TY_C)};
    return ty_named(a, m, EITHER, 4, item);
}

bool ty_is_either(const struct ty *t) {
    return t->kind == TY_TUPLE && t->names && strcmp(t->names, EITHER) == 0;
}

static const char LATE[] = "!";

struct ty *ty_late(struct arena *a, struct tmodule *m, struct ty *t) {
    return ty_named(a, m, LATE, 2, (struct ty *[2]){ty_scalar(a, m, DT_PYBOOL), t});
}

static bool is_named(const struct ty *t, const char *name) {
    return t->kind == TY_TUPLE && t->names && strcmp(t->names, name) == 0;
}

bool ty_is_late(const struct ty *t) {
    return is_named(t, LATE);
}

bool ty_is_unset(const struct ty *t) {
    return is_named(t, "!unset");
}

struct ty *ty_object(struct arena *a, struct tmodule *m, const char *names, struct ty *attributes) {
    return type_intern(a, m,
                       &(struct ty){.kind = TY_LIST, .n = 1, .item = &attributes, .keys = names});
}

struct ty *ty_linked(struct arena *a, struct tmodule *m, const char *names) {
    struct ty *t = ARENA_NEW(a, struct ty);
    *t = (struct ty){.kind = TY_LIST, .id = m->types.n, .n = 1, .keys = names, .linked = true};
    t->item = ARENA_ARRAY(a, struct ty *, 1);
    vec_push(a, &m->types, t);
    return t;
}

struct ty *ty_none(struct arena *a, struct tmodule *m) {
    return type_intern(a, m, &(struct ty){.kind = TY_NONE});
}

/* "f64[:, ::1]" for C order, "f64[::1, :]" for Fortran order. */
static const char *array_name(struct arena *a, const struct ty *t) {
    const char *s = arena_printf(a, "%s[", dtype_info[t->dtype].name);
    for (int i = 0; i < t->rank; ++i) {
        bool unit = (t->layout == TY_C && i == t->rank - 1) || (t->layout == TY_F && i == 0);
        s = arena_printf(a, "%s%s%s", s, i > 0 ? ", " : "", unit ? "::1" : ":");
    }
    return arena_printf(a, "%s]", s);
}

/* nested[f64], nested[nested[f64], i32], nested[f64[:]] */
static const char *nested_name(struct arena *a, const struct ty *t) {
    const struct ty *data = t->item[NESTED_DATA];
    bool narrow = t->item[NESTED_OFFSETS]->dtype == DT_I32;
    struct ty item = *data;
    item.rank = data->kind == TY_ARRAY ? data->rank - 1 : 0;
    item.kind = data->kind == TY_ARRAY && item.rank == 0 ? TY_SCALAR : data->kind;
    return arena_printf(a, "nested[%s%s]", ty_name(a, &item), narrow ? ", i32" : "");
}

/* records[x, y][:, :] */
static const char *records_name(struct arena *a, const struct ty *t) {
    const char *text = "records[", *key = t->keys;
    for (int i = 1; i < t->n; ++i) {
        key = strchr(key, '\x1f') + 1;
        text = arena_printf(a, "%s%s%.*s", text, i > 1 ? ", " : "", (int)strcspn(key, "\x1f"), key);
    }
    text = arena_printf(a, "%s][", text);
    for (int i = 0; i < t->item[0]->rank; ++i) {
        text = arena_printf(a, "%s%s", text, i ? ", :" : ":");
    }
    return arena_printf(a, "%s]", text);
}

/* The type of an attribute of an object; NULL: it has none of the name. */
static const struct ty *attribute(const struct ty *t, const char *name) {
    const char *at = strchr(t->keys, '\x1f');
    size_t n = strlen(name);
    for (int i = 0; at && i < t->item[0]->n; ++i) {
        if (strncmp(at + 1, name, n) == 0 && (at[n + 1] == '\x1f' || at[n + 1] == '\0')) {
            return t->item[0]->item[i];
        }
        at = strchr(at + 1, '\x1f');
    }
    return NULL;
}

/* dict[str, f64], set[int], Point */
static const char *object_name(struct arena *a, const struct ty *t) {
    int n = (int)strcspn(t->keys, "\x1f");
    const struct ty *key = attribute(t, "k"), *value = attribute(t, "v");
    if (t->keys[0] != '{' || !key || key->kind != TY_LIST) { /* an iterator's are an array, too */
        return arena_printf(a, "%.*s", n, t->keys);
    }
    if (strncmp(t->keys, "{byte", 5) == 0) {
        return arena_printf(a, "%.*s", n - 2, t->keys + 1);
    }
    const char *more = value                                 ? ty_name(a, value->item[0])
                       : strncmp(t->keys, "{tuple}", 7) == 0 ? "..."
                                                             : "";
    return arena_printf(a, "%.*s[%s%s%s]", n - 2, t->keys + 1, ty_name(a, key->item[0]),
                        *more ? ", " : "", more);
}

const char *ty_name(struct arena *a, const struct ty *t) {
    if (!t) {
        return "nothing";
    }
    switch (t->kind) {
    case TY_NONE:
        return "None";
    case TY_SCALAR:
        return dtype_info[t->dtype].name;
    case TY_ARRAY:
        return t->dtype == DT_CHAR && t->rank == 1 ? "str" : array_name(a, t);
    case TY_TUPLE:
    case TY_LIST:
        break;
    }
    if (t->keys && strcmp(t->keys, GENERATOR_KEYS) == 0) {
        return GENERATOR_KEYS;
    }
    if (ty_is_nested(t)) {
        return nested_name(a, t);
    }
    if (t->kind == TY_LIST && t->keys) {
        return object_name(a, t);
    }
    if (ty_is_records(t)) {
        return records_name(a, t);
    }
    if (ty_is_optional(t)) {
        return arena_printf(a, "%s | None", ty_name(a, t->item[1]));
    }
    if (ty_is_either(t)) {
        return "int | float | str | None";
    }
    if (t->names) {
        bool sparse = begins(t->names, SPARSE_NAMES);
        if (ty_is_slice(t)) {
            return "slice";
        }
        const char *name = t->names + (sparse ? strlen(SPARSE_NAMES) : 0);
        int n = (int)strcspn(name, "\x1f");
        return !sparse ? arena_printf(a, "%.*s", n, name)
                       : arena_printf(a, "%.*s[%s%s]", n, name, dtype_info[t->item[0]->dtype].name,
                                      t->item[1]->dtype == DT_I64 ? ", i64" : "");
    }
    const char *s = t->kind == TY_LIST ? "list[" : t->keys ? "dict[" : "tuple[";
    for (int i = 0; i < t->n; ++i) {
        s = arena_printf(a, "%s%s%s", s, i > 0 ? ", " : "", ty_name(a, t->item[i]));
    }
    return arena_printf(a, "%s]", s);
}
