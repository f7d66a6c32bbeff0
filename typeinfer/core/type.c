/* Inference types: construction, interning of ground ones, substitution, names.
 *
 * Ground compound types live in one open-addressing table keyed by their whole head and the
 * pointers of their items, which are interned already. */
#include "type.h"

#include <stdio.h>
#include <string.h>

void type_table_init(struct type_table *tt, struct arena *a) {
    memset(tt, 0, sizeof(*tt));
    tt->arena = a;
    tt->error = (struct itype){.kind = IT_ERROR, .ground = true};
    tt->too_large = tt->error;
    tt->none = (struct itype){.kind = IT_NONE, .ground = true};
    for (int literal = 0; literal < 2; ++literal) {
        for (int d = 0; d < DT_COUNT; ++d) {
            tt->scalar[literal][d] = (struct itype){.kind = IT_SCALAR,
                                                    .ground = true,
                                                    .size = 1,
                                                    .literal = literal,
                                                    .dtype = (enum dtype)d};
        }
    }
    tt->cap = 64;
    tt->slot = ARENA_ARRAY(a, struct itype *, tt->cap);
}

struct itype *it_scalar(struct type_table *tt, enum dtype d) {
    return &tt->scalar[0][d];
}

struct itype *it_literal(struct type_table *tt, enum dtype d) {
    return &tt->scalar[1][d];
}

/* ---- interning */

static uint64_t hash_mix(uint64_t h, uint64_t x) {
    h ^= x;
    h *= 0x9e3779b97f4a7c15u;
    return h ^ (h >> 29);
}

static uint64_t type_hash(const struct itype *t) {
    uint64_t h = hash_mix(0x51ed270b, (uint64_t)t->kind);
    h = hash_mix(h, ((uint64_t)t->dtype << 16) | ((uint64_t)t->rank << 8) | (uint64_t)t->layout);
    h = hash_mix(h, (uint64_t)(uintptr_t)t->func ^ (uint64_t)(uintptr_t)t->of);
    h = hash_mix(h, (uint64_t)t->value ^ (uint64_t)(uintptr_t)t->text);
    for (int i = 0; i < t->n; ++i) {
        h = hash_mix(h, (uint64_t)(uintptr_t)t->item[i]);
    }
    return h;
}

static bool type_same(const struct itype *a, const struct itype *b) {
    if (a->kind != b->kind || a->dtype != b->dtype || a->rank != b->rank ||
        a->layout != b->layout || a->func != b->func || a->n != b->n || a->value != b->value ||
        a->text != b->text || a->of != b->of || a->records != b->records) {
        return false;
    }
    for (int i = 0; i < a->n; ++i) {
        if (a->item[i] != b->item[i]) {
            return false;
        }
    }
    return true;
}

static struct itype **table_place(struct itype **slot, int cap, const struct itype *t) {
    uint64_t mask = (uint64_t)cap - 1;
    uint64_t i = type_hash(t) & mask;
    while (slot[i] && !type_same(slot[i], t)) {
        i = (i + 1) & mask;
    }
    return &slot[i];
}

static void table_grow(struct type_table *tt) {
    int cap = tt->cap * 2;
    struct itype **slot = ARENA_ARRAY(tt->arena, struct itype *, cap);
    for (int i = 0; i < tt->cap; ++i) {
        if (tt->slot[i]) {
            *table_place(slot, cap, tt->slot[i]) = tt->slot[i];
        }
    }
    tt->slot = slot;
    tt->cap = cap;
}

/* The one copy of a ground type; key->item is copied when it is new. */
static struct itype *type_intern(struct type_table *tt, const struct itype *key) {
    if (2 * tt->n >= tt->cap) {
        table_grow(tt);
    }
    struct itype **place = table_place(tt->slot, tt->cap, key);
    if (!*place) {
        struct itype *t = ARENA_NEW(tt->arena, struct itype);
        *t = *key;
        t->ground = true;
        if (key->n) {
            t->item = ARENA_ARRAY(tt->arena, struct itype *, key->n);
            memcpy(t->item, key->item, sizeof(*t->item) * (size_t)key->n);
        }
        *place = t;
        tt->n++;
    }
    return *place;
}

static bool all_ground(int n, struct itype **item) {
    for (int i = 0; i < n; ++i) {
        if (!item[i]->ground) {
            return false;
        }
    }
    return true;
}

static struct itype *compound(struct type_table *tt, struct itype key) {
    key.size = 1;
    for (int i = 0; i < key.n; ++i) {
        const struct itype *item = it_find(key.item[i]);
        key.size += item->size;
        key.open = key.open || item->open;
        key.linked = key.linked || item->linked;
    }
    if (key.size > IT_MAX_SIZE) {
        return &tt->too_large;
    }
    if (all_ground(key.n, key.item)) {
        return type_intern(tt, &key);
    }
    struct itype *t = ARENA_NEW(tt->arena, struct itype);
    *t = key;
    t->item = ARENA_ARRAY(tt->arena, struct itype *, key.n);
    memcpy(t->item, key.item, sizeof(*t->item) * (size_t)key.n);
    return t;
}

struct itype *it_array(struct type_table *tt, enum dtype d, int rank, enum ty_layout layout) {
    struct itype key = {.kind = IT_ARRAY,
                        .size = 1,
                        .dtype = dtype_strong(d),
                        .rank = rank,
                        .layout = d == DT_CHAR || (rank < 2 && layout == TY_F) ? TY_C : layout};
    return type_intern(tt, &key);
}

struct itype *it_tuple(struct type_table *tt, int n, struct itype **item) {
    return compound(tt, (struct itype){.kind = IT_TUPLE, .n = n, .item = item});
}

struct itype *it_tuple_like(struct type_table *tt, const struct itype *like, struct itype **item) {
    if (it_is_optional(like)) {
        return it_optional(tt, item[1]);
    }
    return compound(tt,
                    (struct itype){.kind = IT_TUPLE, .of = like->of, .n = like->n, .item = item});
}

struct itype *it_kept(struct type_table *tt, struct itype *t) {
    if (t->kind != IT_TUPLE || !t->ground) {
        return it_is_text(t) ? it_text(tt) : t;
    }
    struct itype **item = ARENA_ARRAY(tt->arena, struct itype *, t->n);
    bool same = true;
    for (int i = 0; i < t->n; ++i) {
        item[i] = it_kept(tt, t->item[i]);
        same = same && item[i] == t->item[i];
    }
    return same ? t : it_tuple_like(tt, t, item);
}

const struct class it_optional_class = {.name = "None", .tuple = true};

struct itype *it_optional(struct type_table *tt, struct itype *t) {
    t = it_find(t);
    if (t->kind == IT_NONE || t->kind == IT_ERROR || it_is_optional(t) || it_is_either(t)) {
        return t;
    }
    struct itype *item[2] = {it_scalar(tt, DT_PYBOOL), it_kept(tt, t)};
    return compound(
        tt, (struct itype){.kind = IT_TUPLE, .of = &it_optional_class, .n = 2, .item = item});
}

bool it_is_either(const struct itype *t) {
    return t->kind == IT_TUPLE && t->of && t->of->prelude && strcmp(t->of->name, EITHER_CLASS) == 0;
}

bool it_is_one(const struct itype *t) {
    t = it_given((struct itype *)t);
    bool number = t->kind == IT_SCALAR &&
                  (t->dtype == DT_INT || t->dtype == DT_FLOAT || t->dtype == DT_PYBOOL);
    return number || t->kind == IT_NONE || it_is_text(t) || it_is_either(t);
}

struct itype *it_either(struct type_table *tt) {
    struct itype *whole = it_scalar(tt, DT_INT);
    struct itype *item[] = {whole, whole, it_scalar(tt, DT_FLOAT), it_text(tt)};
    return it_named(tt, tt->either, item);
}

const struct class it_late_class = {.name = "!", .tuple = true};
const struct class it_unset_class = {.name = "!unset", .tuple = true};

struct itype *it_late(struct type_table *tt, struct itype *t) {
    struct itype *item[2] = {it_scalar(tt, DT_PYBOOL), it_kept(tt, it_find(t))};
    return it_tuple_like(tt, &(struct itype){.of = &it_late_class, .n = 2}, item);
}

struct itype *it_unset(struct type_table *tt) {
    return it_tuple_like(tt, &(struct itype){.of = &it_unset_class}, NULL);
}

struct itype *it_named(struct type_table *tt, const struct class *of, struct itype **item) {
    return it_tuple_like(tt, &(struct itype){.of = of, .n = of->n_fields}, item);
}

struct itype *it_record(struct type_table *tt, const char *keys, int n, struct itype **item) {
    return compound(tt, (struct itype){.kind = IT_RECORD, .text = keys, .n = n, .item = item});
}

struct itype *it_record_like(struct type_table *tt, const struct itype *like, struct itype **item) {
    return compound(tt, (struct itype){.kind = IT_RECORD,
                                       .text = like->text,
                                       .records = like->records,
                                       .n = like->n,
                                       .item = item});
}

struct itype *it_records(struct type_table *tt, struct intern_table *names,
                         const struct records *records, int rank, bool attributes) {
    struct itype **item = ARENA_ARRAY(tt->arena, struct itype *, records->n + 1);
    const char *keys =
        arena_printf(tt->arena, "%s%s", attributes ? RECARRAY_KEYS : RECORDS_KEYS, records->text);
    item[0] = it_array(tt, DT_U8, rank, TY_ANY);
    for (int i = 0; i < records->n; ++i) {
        const struct records_field *f = &records->field[i];
        item[i + 1] = f->of ? it_records(tt, names, f->of, rank + f->rank, attributes)
                            : it_array(tt, f->dtype, rank + f->rank, TY_ANY);
        keys = arena_printf(tt->arena, "%s%c%s", keys, DICT_KEY_END, f->name);
    }
    return it_record_like(
        tt,
        &(struct itype){.text = intern_str(names, keys), .records = records, .n = records->n + 1},
        item);
}

bool it_is_recarray(const struct itype *t) {
    return it_is_records(t) && strncmp(t->text, RECARRAY_KEYS, strlen(RECARRAY_KEYS)) == 0;
}

/* Whoever holds the list may put any array of this type into it: no layout is promised. */
static struct itype *list_item(struct type_table *tt, struct itype *t) {
    if (t->kind == IT_ARRAY && t->layout != TY_READ) {
        return it_array(tt, t->dtype, t->rank, TY_ANY);
    }
    if (t->kind != IT_TUPLE) {
        return t;
    }
    struct itype **item = ARENA_ARRAY(tt->arena, struct itype *, t->n);
    for (int i = 0; i < t->n; ++i) {
        item[i] = list_item(tt, t->item[i]);
    }
    return it_tuple_like(tt, t, item);
}

struct itype *it_nested(struct type_table *tt, struct intern_table *names, struct itype *data,
                        enum dtype offset) {
    struct itype *offsets = it_array(tt, offset, 1, TY_ANY);
    struct itype *item[NESTED_ITEMS] = {data, offsets, offsets};
    return it_record(tt, intern_str(names, NESTED_KEYS), NESTED_ITEMS, item);
}

bool it_is_nested(const struct itype *t) {
    return t->kind == IT_RECORD && strcmp(t->text, NESTED_KEYS) == 0;
}

/* Its key is what copperhead_sequences.py of the prelude writes. */
bool it_is_columns(const struct itype *t) {
    return t->kind == IT_RECORD && strcmp(t->text, "columns of tuples") == 0;
}

struct itype *it_list(struct type_table *tt, struct itype *item) {
    item = it_find(item);
    item = item->ground ? list_item(tt, it_forget(tt, item)) : item;
    return item->kind == IT_ERROR
               ? item
               : compound(tt, (struct itype){.kind = IT_LIST, .n = 1, .item = &item});
}

struct itype *it_self(struct type_table *tt, const struct class *of) {
    struct itype key = {.kind = IT_SELF, .size = 1, .of = of, .linked = true};
    return type_intern(tt, &key);
}

struct itype *it_object(struct type_table *tt, const struct class *of, struct itype **item) {
    struct itype **plain = ARENA_ARRAY(tt->arena, struct itype *, of->n_fields);
    for (int i = 0; i < of->n_fields; ++i) {
        struct itype *t = it_find(item[i]);
        plain[i] = t->ground ? list_item(tt, it_forget(tt, it_kept(tt, t))) : t;
        if (t->kind == IT_ERROR) {
            return t;
        }
        const struct itype *held = it_given(plain[i]);
        if (held->kind == IT_OBJECT && held->of == of && held->item[i]->kind == IT_NONE) {
            it_link_at(tt, (struct it_link){of, 1, {(unsigned char)i}, NULL}); /* one or None */
        }
        plain[i] = t->ground ? it_linked(tt, of, i, plain[i]) : plain[i];
    }
    return compound(tt,
                    (struct itype){.kind = IT_OBJECT, .of = of, .n = of->n_fields, .item = plain});
}

struct itype *it_func(struct type_table *tt, const struct func *f, int n, struct itype **capture) {
    return compound(tt, (struct itype){.kind = IT_FUNC, .func = f, .n = n, .item = capture});
}

struct itype *it_known(struct type_table *tt, enum dtype d, int64_t value) {
    struct itype key = {.kind = IT_SCALAR, .size = 1, .known = true, .value = value, .dtype = d};
    return type_intern(tt, &key);
}

struct itype *it_static_text(struct type_table *tt, const char *interned) {
    struct itype key = {.kind = IT_STATIC, .size = 1, .text = interned};
    return type_intern(tt, &key);
}

struct itype *it_static_records(struct type_table *tt, const struct records *records) {
    struct itype key = {.kind = IT_STATIC, .size = 1, .records = records, .text = records->text};
    return type_intern(tt, &key);
}

struct itype *it_static_dtype(struct type_table *tt, enum dtype d) {
    struct itype key = {.kind = IT_STATIC, .size = 1, .dtype = dtype_strong(d)};
    return type_intern(tt, &key);
}

struct itype *it_open(struct type_table *tt, int number) {
    struct itype key = {.kind = IT_OPEN, .open = true, .size = 1, .value = number};
    return type_intern(tt, &key);
}

struct itype *it_var(struct type_table *tt, int id) {
    struct itype *t = ARENA_NEW(tt->arena, struct itype);
    t->kind = IT_VAR;
    t->size = 1;
    t->id = id;
    return t;
}

/* ---- walking terms */

struct itype *it_find(struct itype *t) {
    while (t->kind == IT_VAR && t->link) {
        if (t->link->kind == IT_VAR && t->link->link) {
            t->link = t->link->link;
        }
        t = t->link;
    }
    return t;
}

struct itype *it_rebuild(struct type_table *tt, const struct itype *t, struct itype **item) {
    return t->kind == IT_FUNC     ? it_func(tt, t->func, t->n, item)
           : t->kind == IT_RECORD ? it_record_like(tt, t, item)
           : t->kind == IT_LIST   ? it_list(tt, item[0])
           : t->kind == IT_OBJECT ? it_object(tt, t->of, item)
                                  : it_tuple_like(tt, t, item);
}

struct itype *it_resolve(struct type_table *tt, struct itype *t) {
    t = it_find(t);
    if (t->ground || t->kind == IT_VAR) {
        return t;
    }
    struct itype **item = ARENA_ARRAY(tt->arena, struct itype *, t->n);
    for (int i = 0; i < t->n; ++i) {
        item[i] = it_resolve(tt, t->item[i]);
    }
    return it_rebuild(tt, t, item);
}

struct itype *it_subst(struct type_table *tt, struct itype *t, struct itype *const *value) {
    t = it_find(t);
    if (t->ground) {
        return t;
    }
    if (t->kind == IT_VAR) {
        return value[t->id] ? it_plain(tt, value[t->id]) : NULL;
    }
    struct itype *small[8];
    struct itype **item = t->n <= 8 ? small : ARENA_ARRAY(tt->arena, struct itype *, t->n);
    for (int i = 0; i < t->n; ++i) {
        item[i] = it_subst(tt, t->item[i], value);
        if (!item[i] || item[i]->kind == IT_ERROR) {
            return item[i];
        }
        if (t->kind == IT_TUPLE && item[i]->kind == IT_STATIC) {
            item[i] = it_kept(tt, item[i]); /* a tuple holds the text, whichever it is */
        }
    }
    return it_rebuild(tt, t, item);
}

/* Without literal marks and, unless they are kept, known values. */
static struct itype *stripped(struct type_table *tt, struct itype *t, bool keep) {
    if (t->kind == IT_SCALAR) {
        return t->known && keep ? t : it_scalar(tt, t->dtype);
    }
    if (t->kind != IT_TUPLE && t->kind != IT_RECORD && t->kind != IT_LIST && t->kind != IT_OBJECT) {
        return t;
    }
    bool same = true;
    struct itype *small[8];
    struct itype **item = t->n <= 8 ? small : ARENA_ARRAY(tt->arena, struct itype *, t->n);
    for (int i = 0; i < t->n; ++i) {
        item[i] = stripped(tt, it_find(t->item[i]), keep);
        same = same && item[i] == t->item[i];
    }
    return same ? t : it_rebuild(tt, t, item);
}

struct itype *it_plain(struct type_table *tt, struct itype *t) {
    return stripped(tt, t, true);
}

struct itype *it_forget(struct type_table *tt, struct itype *t) {
    return stripped(tt, t, false);
}

void it_each_var(struct itype *t, void (*visit)(void *context, struct itype *var), void *context) {
    t = it_find(t);
    if (t->kind == IT_VAR) {
        visit(context, t);
    } else if (!t->ground) {
        for (int i = 0; i < t->n; ++i) {
            it_each_var(t->item[i], visit, context);
        }
    }
}

/* ---- names */

/* 'a 'b ... 'z 'a1 'b1 ... */
static const char *var_name(struct arena *a, int id) {
    char letter = (char)('a' + id % 26);
    return id < 26 ? arena_printf(a, "'%c", letter) : arena_printf(a, "'%c%d", letter, id / 26);
}

static const char *array_name(struct arena *a, const struct itype *t) {
    char axes[8 * TIR_MAX_RANK] = "";
    size_t used = 0;
    for (int i = 0; i < t->rank; ++i) {
        bool unit = (t->layout == TY_C && i == t->rank - 1) || (t->layout == TY_F && i == 0);
        const char *axis = unit ? "::1" : ":";
        used += (size_t)snprintf(axes + used, sizeof(axes) - used, "%s%s", i ? ", " : "", axis);
    }
    return arena_printf(a, "%s%s[%s]", t->layout == TY_READ ? "read-only " : "",
                        dtype_info[t->dtype].name, axes);
}

static const char *list_name(struct arena *a, struct itype *t) {
    const char *text = "";
    for (int i = 0; i < t->n; ++i) {
        text = arena_printf(a, "%s%s%s", text, i ? ", " : "", it_name(a, t->item[i]));
    }
    return text;
}

/* nested[f64], nested[nested[f64], i32], nested[f64[:]] */
static const char *nested_name(struct arena *a, const struct itype *t) {
    struct itype *data = it_find(t->item[NESTED_DATA]), item = *data;
    item.kind = data->kind == IT_ARRAY && --item.rank == 0 ? IT_SCALAR : data->kind;
    const char *offset = it_find(t->item[NESTED_OFFSETS])->dtype == DT_I32 ? ", i32" : "";
    return arena_printf(a, "nested[%s%s]", it_name(a, &item), offset);
}

/* records[x, y][:, :] */
static const char *records_name(struct arena *a, const struct itype *t) {
    const char *text = it_is_recarray(t) ? "recarray[" : "records[";
    for (int i = 0; i < t->records->n; ++i) {
        text = arena_printf(a, "%s%s%s", text, i ? ", " : "", t->records->field[i].name);
    }
    text = arena_printf(a, "%s][", text);
    for (int i = 0; i < it_find(t->item[0])->rank; ++i) {
        text = arena_printf(a, "%s%s", text, i ? ", :" : ":");
    }
    return arena_printf(a, "%s]", text);
}

/* dict['u': f64[:], 'n': int] */
static const char *record_name(struct arena *a, const struct itype *t) {
    const char *text = "", *key = t->text;
    for (int i = 0; i < t->n; ++i) {
        int length = (int)strcspn(key, (char[]){DICT_KEY_END, '\0'});
        text = arena_printf(a, "%s%s'%.*s': %s", text, i ? ", " : "", length, key,
                            it_name(a, t->item[i]));
        key += length + 1;
    }
    return arena_printf(a, "dict[%s]", text);
}

/* dict[str, f64], set[int]: of the lists of keys and of values */
static const char *object_name(struct arena *a, const struct itype *t) {
    const char *text = "", *name = class_shown(t->of);
    for (int i = 0; t->of->prelude && i < t->n; ++i) {
        struct itype *held = it_find(t->item[i]);
        bool shown = strcmp(t->of->field[i], "k") == 0 || strcmp(t->of->field[i], "v") == 0;
        if (shown && held->kind == IT_LIST) {
            text = arena_printf(a, "%s%s%s", text, *text ? ", " : "", it_name(a, held->item[0]));
        }
    }
    bool any = strcmp(name, "tuple") == 0, bytes = strncmp(name, "byte", 4) == 0;
    return *text && !bytes ? arena_printf(a, any ? "%s[%s, ...]" : "%s[%s]", name, text) : name;
}

const char *it_name(struct arena *a, struct itype *t) {
    t = it_find(t);
    switch (t->kind) {
    case IT_ERROR:
        return "?";
    case IT_NONE:
        return "None";
    case IT_SCALAR:
        return dtype_info[t->dtype].name;
    case IT_ARRAY:
        return t->dtype == DT_CHAR && t->rank == 1 ? "str" : array_name(a, t);
    case IT_TUPLE:
        return it_is_optional(t)         ? arena_printf(a, "%s | None", it_name(a, t->item[1]))
               : it_is_late(t)           ? it_name(a, t->item[1])
               : it_is_slice(t)          ? "slice"
               : it_is_either(t)         ? "int | float | str | None"
               : t->of && t->of->prelude ? arena_printf(a, "%s[%s]", class_shown(t->of),
                                                        dtype_info[it_find(t->item[0])->dtype].name)
               : t->of                   ? t->of->name
                                         : arena_printf(a, "tuple[%s]", list_name(a, t));
    case IT_RECORD:
        return strcmp(t->text, GENERATOR_KEYS) == 0 ? GENERATOR_KEYS
               : it_is_records(t)                   ? records_name(a, t)
               : it_is_nested(t)                    ? nested_name(a, t)
               : it_is_columns(t) ? arena_printf(a, "Tuples[%s]", list_name(a, it_find(t->item[0])))
                                  : record_name(a, t);
    case IT_LIST:
        return arena_printf(a, "list[%s]", it_name(a, t->item[0]));
    case IT_OBJECT:
        return object_name(a, t);
    case IT_SELF:
        return t->of->name;
    case IT_FUNC:
        return arena_printf(a, "function %s", t->func->prelude ? t->func->prelude : t->func->name);
    case IT_STATIC:
        return t->text ? arena_printf(a, "'%s'", t->text)
                       : arena_printf(a, "dtype %s", dtype_info[t->dtype].numpy);
    case IT_OPEN:
        return "?";
    case IT_VAR:
        return var_name(a, t->id);
    }
    return "?";
}
