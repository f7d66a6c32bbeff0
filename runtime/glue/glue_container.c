/* Dictionaries and sets between Python and the run time, where each is an object of the prelude
 * (frontend/prelude/containers.py): a table of places, lists of hashes and keys, of a dictionary a
 * list of values. Keys and values cross as lists of them do; the table is made here, as the prelude
 * would make it, and that of a set with Python's own order. */
#include "glue.h"

#include <complex.h>
#include <string.h>

/* The attributes of both; a set has how much of its table is taken where a dictionary has values,
 * and where pop() begins to look. */
enum { TABLE, HASHES, KEYS, VALUES, USED, FINGER, N_ATTRIBUTES };
enum { EMPTY = -1, DELETED = -2 /* in the table of a set */ };

static bool is_named(const struct pycc_type *t, const char *name) {
    return t->kind == PYCC_LIST && t->keys && strncmp(t->keys, name, strlen(name)) == 0;
}

static bool names_dict(const struct pycc_type *t) {
    return is_named(t, "{dict}");
}

/* Those of which Python has other types than of a set: items only, in one attribute. */
static const struct {
    const char *name;
    PyTypeObject *type;
} SEQUENCES[] = {
    {"{tuple}", &PyTuple_Type}, {"{bytes}", &PyBytes_Type}, {"{bytearray}", &PyByteArray_Type}};

/* What Python has a sequence as; NULL: it is none. */
static PyTypeObject *sequence_type(const struct pycc_type *t) {
    PyTypeObject *type = NULL;
    for (size_t i = 0; i < sizeof SEQUENCES / sizeof SEQUENCES[0]; ++i) {
        type = is_named(t, SEQUENCES[i].name) ? SEQUENCES[i].type : type;
    }
    return type;
}

bool glue_never_changes(const struct pycc_type *t) {
    return is_named(t, "{tuple}") || is_named(t, "{bytes}") || is_named(t, "{frozenset}");
}

/* What is a dictionary in compiled code, but for what it gives for keys that it has not. */
static bool is_mapping(const struct pycc_type *t) {
    return names_dict(t) || is_named(t, "{counter}") || is_named(t, "{defaultdict_");
}

/* collections.name(), or of one argument; a reference to it, which may be NULL, is taken over. */
static PyObject *new_of_collections(const char *name, PyObject *first, PyObject *second) {
    PyObject *module = PyImport_ImportModule("collections");
    PyObject *made = !module  ? NULL
                     : second ? PyObject_CallMethod(module, name, "OO", first, second)
                     : first  ? PyObject_CallMethod(module, name, "O", first)
                              : PyObject_CallMethod(module, name, NULL);
    Py_XDECREF(module);
    return made;
}

/* An empty dict, Counter or defaultdict, whose type's name ends with that of its factory. */
static PyObject *new_mapping(const struct pycc_type *t) {
    static PyTypeObject *const factory[] = {&PyLong_Type,    &PyFloat_Type, &PyBool_Type,
                                            &PyUnicode_Type, &PyList_Type,  &PySet_Type,
                                            &PyDict_Type};
    const char *of = t->keys + strlen("{defaultdict_");
    if (names_dict(t)) {
        return PyDict_New();
    }
    for (size_t i = 0; is_named(t, "{defaultdict_") && i < sizeof factory / sizeof factory[0];
         ++i) {
        if (strncmp(of, factory[i]->tp_name, strlen(factory[i]->tp_name)) == 0) {
            return new_of_collections("defaultdict", (PyObject *)factory[i], NULL);
        }
    }
    return new_of_collections("Counter", NULL, NULL);
}

bool glue_names_container(const struct pycc_type *t) {
    return is_named(t, "{");
}

/* ---- hashes: _hash of the prelude */

static int64_t hash_of_int(int64_t n) {
    const int64_t whole = 2305843009213693951;
    if (n >= whole) {
        n %= whole;
    } else if (n <= -whole) {
        n = -(-(n + whole) % whole);
    }
    return n == -1 ? -2 : n;
}

static bool hash_of_float(double x, int64_t *h) {
    PyObject *o = PyFloat_FromDouble(x);
    *h = o && x == x ? PyObject_Hash(o) : 0;
    Py_XDECREF(o);
    return o != NULL;
}

static bool hash_of_complex(double _Complex z, int64_t *h) {
    int64_t imag;
    bool good = hash_of_float(creal(z), h) && hash_of_float(cimag(z), &imag);
    *h = good ? (int64_t)((uint64_t)*h + 1000003u * (uint64_t)imag) : 0;
    *h = *h == -1 ? -2 : *h;
    return good;
}

static int64_t hash_of_text(const union pycc_value *v) {
    const Py_UCS4 *c = (const Py_UCS4 *)(const void *)v->a1.data;
    uint64_t h = 0xcbf29ce484222325u;
    for (int64_t i = 0; i < v->a1.shape[0]; ++i) {
        h = (h ^ c[i]) * 0x100000001b3u;
    }
    return (int64_t)(h >> 3);
}

static bool hash_of_scalar(enum pycc_dtype d, const union pycc_value *v, int64_t *h) {
    switch (d) {
    case PYCC_F16:
        return hash_of_float(pycc_f32_f16(v->f16), h);
    case PYCC_F32:
        return hash_of_float(v->f32, h);
    case PYCC_F64:
    case PYCC_FLOAT:
        return hash_of_float(v->f64, h);
    case PYCC_C64:
        return hash_of_complex(v->c64, h);
    case PYCC_C128:
    case PYCC_COMPLEX:
        return hash_of_complex(v->c128, h);
    case PYCC_U64:
        *h = hash_of_int((int64_t)(v->u64 % 2305843009213693951u));
        return true;
    case PYCC_BOOL:
    case PYCC_PYBOOL:
        *h = v->b;
        return true;
#define OF_INT(D, member)                                                                          \
    case PYCC_##D:                                                                                 \
        *h = hash_of_int((int64_t)v->member);                                                      \
        return true
        OF_INT(I8, i8);
        OF_INT(I16, i16);
        OF_INT(I32, i32);
        OF_INT(U8, u8);
        OF_INT(U16, u16);
        OF_INT(U32, u32);
    default:
        *h = hash_of_int(v->i64);
        return true;
    }
}

static bool hash_of_either(const union pycc_value *v, int64_t *h) {
    if (v->i64 == PYCC_EITHER_FLOAT) {
        return hash_of_float(v[PYCC_EITHER_FLOAT - 1].f64, h);
    }
    *h = v->i64 == PYCC_EITHER_TEXT ? hash_of_text(&v[PYCC_EITHER_TEXT - 1])
                                    : hash_of_int(v[PYCC_EITHER_INT - 1].i64);
    return true;
}

/* Of the value whose leaves begin at *v, which is moved behind them; false with an exception. */
static bool hash_of(const struct pycc_type *t, const union pycc_value **v, int64_t *h) {
    if (t->kind != PYCC_TUPLE) {
        const union pycc_value *leaf = (*v)++;
        if (t->kind == PYCC_SCALAR) {
            return hash_of_scalar(t->dtype, leaf, h);
        }
        *h = hash_of_text(leaf);
        return true;
    }
    if (t->either) {
        *v += t->n;
        return hash_of_either(*v - t->n, h);
    }
    uint64_t acc = 2870177450012600261u;
    for (int i = 0; i < t->n; ++i) {
        if (!hash_of(t->item[i], v, h)) {
            return false;
        }
        acc += (uint64_t)*h * 14029467366897019727u;
        acc = (acc << 31 | acc >> 33) * 11400714785074694791u;
    }
    acc += (uint64_t)t->n ^ 2870177450012600261u ^ 3527539u;
    *h = acc == UINT64_MAX ? 1546275796 : (int64_t)acc;
    return true;
}

/* ---- tables */

/* The first place that a key of this hash may take. */
static int64_t free_slot(const int64_t *table, int64_t mask, int64_t h, bool dict) {
    uint64_t perturb = (uint64_t)h;
    int64_t i = h & mask;
    if (dict) {
        i = ((int64_t)((uint64_t)h * 11400714819323198485u) >> 32) & mask;
        while (table[i] != EMPTY) {
            i = (i + 1) & mask;
        }
        return i;
    }
    for (;;) {
        for (int64_t j = i; j <= (i + 9 <= mask ? i + 9 : i); ++j) {
            if (table[j] == EMPTY) {
                return j;
            }
        }
        perturb >>= 5;
        i = (int64_t)((uint64_t)i * 5 + 1 + perturb) & mask;
    }
}

static bool new_table(union pycc_value *table, int64_t n) {
    struct pycc_ctx ctx = {0};
    table->a1.shape[0] = n;
    if (!PYCC_ALLOC(&ctx, 1, table->a1, sizeof(int64_t), 0, 0)) {
        PyErr_NoMemory();
        return false;
    }
    memset(table->a1.data, 0xff, (size_t)n * sizeof(int64_t));
    return true;
}

/* Places by hashes in an empty table. */
static void fill_table(int64_t *table, int64_t size, const int64_t *h, int64_t n, bool dict) {
    for (int64_t p = 0; p < n; ++p) {
        table[free_slot(table, size - 1, h[p], dict)] = p;
    }
}

/* Where Python has the keys of a set; false: they have other hashes there. */
static bool take_places(const PySetObject *set, int64_t *table, const int64_t *h, int64_t *fill) {
    int64_t p = 0;
    for (Py_ssize_t i = 0; i <= set->mask; ++i) {
        const setentry *e = &set->table[i];
        if (e->key && e->hash == -1) {
            table[i] = DELETED;
        } else if (e->key && e->hash != h[p]) {
            return false;
        } else if (e->key) {
            table[i] = p++;
        }
    }
    *fill = set->fill;
    return true;
}

static bool set_table(PyObject *o, union pycc_value *leaf, const int64_t *h, int64_t n) {
    const PySetObject *set = (const PySetObject *)o;
    int64_t size = set->mask + 1;
    bool same = set->used == n; /* else what its keys run has changed it */
    while (!same && size * 3 <= n * 5) {
        size *= 2;
    }
    if (!new_table(&leaf[TABLE], size)) {
        return false;
    }
    int64_t *table = (int64_t *)(void *)leaf[TABLE].a1.data;
    leaf[FINGER].i64 = set->finger;
    if (!same || !take_places(set, table, h, &leaf[VALUES].i64)) {
        memset(table, 0xff, (size_t)size * sizeof(int64_t));
        fill_table(table, size, h, n, false);
        leaf[VALUES].i64 = n;
    }
    return true;
}

static bool dict_table(union pycc_value *leaf, const int64_t *h, int64_t n) {
    int64_t size = 8;
    while (size < 3 * n) {
        size *= 2;
    }
    if (!new_table(&leaf[TABLE], size)) {
        return false;
    }
    fill_table((int64_t *)(void *)leaf[TABLE].a1.data, size, h, n, true);
    return true;
}

/* ---- to the run time */

/* The hashes of keys, as a list; false with an exception. */
static bool hash_keys(const struct pycc_type *const *attribute, union pycc_value *leaf) {
    struct pycc_ctx ctx = {0};
    const struct pycc_type *key = attribute[KEYS]->item[0];
    struct pycc_list_object *keys = pycc_list_of(leaf[KEYS].list);
    union pycc_value *value = PyMem_Malloc(sizeof(*value) * (size_t)(glue_leaves(key) + 1));
    bool ok = value && pycc_list_new(&ctx, &leaf[HASHES].list, attribute[HASHES]->items, 0);
    for (int64_t p = 0; ok && p < keys->n; ++p) {
        const union pycc_value *next = value;
        int64_t *h = pycc_list_push(&ctx, leaf[HASHES].list, sizeof(*h), 0);
        attribute[KEYS]->spread(keys->data + p * keys->items->size, value);
        ok = h && hash_of(key, &next, h);
    }
    if (!ok && !PyErr_Occurred()) {
        PyErr_NoMemory();
    }
    PyMem_Free(value);
    return ok;
}

/* A dictionary whose missing keys are errors. */
static bool is_dict(PyObject *o) {
    return PyDict_CheckExact(o) ||
           (PyDict_Check(o) && !PyObject_HasAttrString((PyObject *)Py_TYPE(o), "__missing__"));
}

static bool is_container(const struct pycc_type *t, PyObject *o) {
    const PyTypeObject *type = sequence_type(t);
    return type                         ? Py_TYPE(o) == type
           : names_dict(t)              ? is_dict(o)
           : is_named(t, "{frozenset}") ? PyFrozenSet_Check(o)
                                        : is_named(t, "{set}") && PyAnySet_Check(o);
}

/* Does it name what has bytes for items? */
static bool names_octets(const struct pycc_type *t) {
    return is_named(t, "{bytes}") || is_named(t, "{bytearray}");
}

/* Bytes as a list of ints. */
static enum glue_fit take_octets(const struct pycc_type *list, PyObject *o,
                                 union pycc_value *leaf) {
    struct pycc_ctx ctx = {0};
    bool fixed = PyBytes_Check(o);
    const char *from = fixed ? PyBytes_AS_STRING(o) : PyByteArray_AS_STRING(o);
    Py_ssize_t n = Py_SIZE(o);
    bool ok = pycc_list_new(&ctx, &leaf->list, list->items, 0);
    for (Py_ssize_t i = 0; ok && i < n; ++i) {
        int64_t *to = pycc_list_push(&ctx, leaf->list, sizeof(*to), 0);
        ok = to != NULL;
        if (ok) {
            *to = (unsigned char)from[i];
        }
    }
    if (!ok) {
        PyErr_NoMemory();
        pycc_release(leaf->list.owner);
    }
    return ok ? GLUE_FITS : GLUE_RAISED;
}

/* The other way; NULL without an exception where some int is none of a byte. */
static PyObject *new_octets(const struct pycc_type *t, struct pycc_list list) {
    Py_ssize_t n = (Py_ssize_t)pycc_list_length(list);
    bool fixed = is_named(t, "{bytes}");
    PyObject *o = (fixed ? PyBytes_FromStringAndSize : PyByteArray_FromStringAndSize)(NULL, n);
    int64_t all = 0;
    if (o) {
        char *to = fixed ? PyBytes_AS_STRING(o) : PyByteArray_AS_STRING(o);
        for (Py_ssize_t i = 0; i < n; ++i) {
            int64_t x = PYCC_LIST_AT(int64_t, list, i);
            to[i] = (char)x;
            all |= x;
        }
    }
    if (o && (all < 0 || all > 255)) {
        Py_CLEAR(o);
    }
    return o;
}

/* The items of a tuple, bytes or bytearray as a list, which the object has as its attribute. */
static enum glue_fit convert_sequence(const struct pycc_type *t, PyObject *o,
                                      union pycc_value *value, struct glue_given *given) {
    union pycc_value leaf;
    enum glue_fit fit;
    if (names_octets(t)) {
        fit = take_octets(t->item[0]->item[0], o, &leaf);
    } else {
        PyObject *items = PySequence_List(o);
        fit = items ? glue_list_items(t->item[0]->item[0], items, &leaf, given) : GLUE_RAISED;
        Py_XDECREF(items);
    }
    if (fit == GLUE_FITS && !glue_object_new(t, &leaf, value)) {
        pycc_release(leaf.list.owner);
        fit = GLUE_RAISED;
    }
    return fit;
}

/* The items of a deque are those from a place on; how many there may be, -1: any number. */
static PyObject *new_deque(const struct pycc_type *t, struct pycc_list object) {
    enum { ITEMS, AT, MOST, N };
    union pycc_value leaf[N];
    t->spread(pycc_list_of(object)->data, leaf);
    PyObject *all = glue_list_new(t->item[0]->item[ITEMS], leaf[ITEMS].list);
    PyObject *items = all ? PyList_GetSlice(all, (Py_ssize_t)leaf[AT].i64, PY_SSIZE_T_MAX) : NULL;
    PyObject *most = leaf[MOST].i64 < 0 ? Py_NewRef(Py_None) : PyLong_FromLongLong(leaf[MOST].i64);
    PyObject *made = items && most ? new_of_collections("deque", items, most) : NULL;
    Py_XDECREF(all);
    Py_XDECREF(items);
    Py_XDECREF(most);
    return made;
}

static PyObject *new_sequence(const struct pycc_type *t, struct pycc_list object) {
    union pycc_value leaf;
    t->spread(pycc_list_of(object)->data, &leaf);
    PyObject *octets = names_octets(t) ? new_octets(t, leaf.list) : NULL;
    if (octets || PyErr_Occurred()) {
        return octets;
    }
    PyObject *items = glue_list_new(t->item[0]->item[0], leaf.list);
    PyObject *made = items ? PyObject_CallOneArg((PyObject *)sequence_type(t), items) : NULL;
    Py_XDECREF(items);
    return made;
}

/* Its keys and, of a dictionary, values as lists; NULL with an exception. */
static PyObject *items_of(const struct pycc_type *t, PyObject *o, int attribute) {
    return !names_dict(t)      ? PySequence_List(o)
           : attribute == KEYS ? PyMapping_Keys(o)
                               : PyMapping_Values(o);
}

static enum glue_fit convert_attributes(const struct pycc_type *t, PyObject *o,
                                        union pycc_value *leaf, struct glue_given *given) {
    const struct pycc_type *const *attribute = t->item[0]->item;
    bool dict = names_dict(t);
    PyObject *keys = items_of(t, o, KEYS), *values = keys && dict ? items_of(t, o, VALUES) : NULL;
    enum glue_fit fit = !keys || (dict && !values)
                            ? GLUE_RAISED
                            : glue_list_items(attribute[KEYS], keys, &leaf[KEYS], given);
    if (fit == GLUE_FITS && dict) {
        fit = glue_list_items(attribute[VALUES], values, &leaf[VALUES], given);
    }
    Py_XDECREF(keys);
    Py_XDECREF(values);
    if (fit != GLUE_FITS) {
        return fit;
    }
    if (!hash_keys(attribute, leaf)) {
        return GLUE_RAISED;
    }
    const struct pycc_list_object *hashes = pycc_list_of(leaf[HASHES].list);
    const int64_t *h = (const int64_t *)(const void *)hashes->data;
    bool made = dict ? dict_table(leaf, h, hashes->n) : set_table(o, leaf, h, hashes->n);
    leaf[USED].i64 = hashes->n;
    return made ? GLUE_FITS : GLUE_RAISED;
}

enum glue_fit glue_container_convert(const struct pycc_type *t, PyObject *o,
                                     union pycc_value *value, struct glue_given *given) {
    union pycc_value leaf[N_ATTRIBUTES];
    if (!is_container(t, o)) {
        return GLUE_TYPE;
    }
    if (sequence_type(t)) {
        return convert_sequence(t, o, value, given);
    }
    memset(leaf, 0, sizeof leaf);
    enum glue_fit fit = convert_attributes(t, o, leaf, given);
    if (fit == GLUE_FITS && !glue_object_new(t, leaf, value)) {
        fit = GLUE_RAISED;
    }
    if (fit != GLUE_FITS) {
        pycc_release(leaf[TABLE].a1.owner);
        pycc_release(leaf[HASHES].list.owner);
        pycc_release(leaf[KEYS].list.owner);
        pycc_release(names_dict(t) ? leaf[VALUES].list.owner : NULL);
    }
    return fit;
}

int glue_container_distance(const struct pycc_type *t, PyObject *o, enum glue_fit *why) {
    int sum = 0, first = sequence_type(t) ? 0 : KEYS;
    *why = is_container(t, o) ? GLUE_FITS : GLUE_TYPE;
    for (int k = first; *why == GLUE_FITS && k <= (names_dict(t) ? VALUES : first); ++k) {
        PyObject *items = items_of(t, o, k);
        int distance = items ? glue_distance(t->item[0]->item[k], items, why) : -1;
        Py_XDECREF(items);
        if (!items) {
            PyErr_Clear();
            *why = GLUE_TYPE;
        }
        sum += distance;
    }
    return *why == GLUE_FITS ? sum : -1;
}

/* ---- to Python */

/* Item p of a list that stays. */
static PyObject *item_at(const struct pycc_type *t, struct pycc_list list, int64_t p,
                         union pycc_value *leaf) {
    const struct pycc_list_object *o = pycc_list_of(list);
    const char *at = o->data + p * o->items->size;
    pycc_item_retain(o->items, at);
    t->spread(at, leaf);
    return glue_result(t->item[0], leaf);
}

static bool put_item(PyObject *to, PyObject *key, PyObject *value, bool dict) {
    bool ok = key && (value || !dict) &&
              (dict ? PyDict_SetItem(to, key, value) : PySet_Add(to, key)) == 0;
    Py_XDECREF(key);
    Py_XDECREF(value);
    return ok;
}

PyObject *glue_container_new(const struct pycc_type *t, struct pycc_list object) {
    union pycc_value leaf[N_ATTRIBUTES];
    const struct pycc_type *const *attribute = t->item[0]->item;
    bool dict = is_mapping(t), ok = true;
    if (sequence_type(t) || is_named(t, "{deque}")) {
        return sequence_type(t) ? new_sequence(t, object) : new_deque(t, object);
    }
    t->spread(pycc_list_of(object)->data, leaf);
    const int64_t *h = (const int64_t *)(void *)pycc_list_of(leaf[HASHES].list)->data;
    const int64_t *table = (const int64_t *)(const void *)leaf[TABLE].a1.data;
    int64_t n = dict ? pycc_list_length(leaf[KEYS].list) : leaf[TABLE].a1.shape[0];
    int most = glue_leaves(attribute[KEYS]->item[0]);
    most += dict ? glue_leaves(attribute[VALUES]->item[0]) : 0;
    union pycc_value *item = PyMem_Malloc(sizeof(*item) * (size_t)(most + 1));
    PyObject *made = !item                        ? PyErr_NoMemory()
                     : dict                       ? new_mapping(t)
                     : is_named(t, "{frozenset}") ? PyFrozenSet_New(NULL)
                                                  : PySet_New(NULL);
    for (int64_t i = 0; ok && made && i < n; ++i) {
        int64_t p = dict ? (h[i] == -1 ? EMPTY : i) : table[i];
        if (p >= 0) {
            PyObject *key = item_at(attribute[KEYS], leaf[KEYS].list, p, item);
            PyObject *value =
                key && dict ? item_at(attribute[VALUES], leaf[VALUES].list, p, item) : NULL;
            ok = put_item(made, key, value, dict);
        }
    }
    PyMem_Free(item);
    if (!ok) {
        Py_CLEAR(made);
    }
    return made;
}
