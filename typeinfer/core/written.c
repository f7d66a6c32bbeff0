/* What expressions and annotations say as they are written, without types: constants, names of
 * dtypes. */
#include <string.h>

#include "infer.h"
#include "open.h"

bool infer_const_int(const struct expr *e, int64_t *value) {
    if (e->kind == EXPR_NAME && e->name.sym && e->name.sym->kind == SYM_CONST) {
        return infer_const_int(e->name.sym->value, value);
    }
    if (e->kind == EXPR_UNARY && e->unary.op == OP_NEG && e->unary.a->kind != EXPR_UNARY) {
        bool known = infer_const_int(e->unary.a, value);
        *value = known ? (int64_t)(0 - (uint64_t)*value) : 0;
        return known;
    }
    if (e->kind == EXPR_INT && !e->integer.too_big) {
        *value = e->integer.value;
        return true;
    }
    return false;
}

struct itype *infer_text(struct infer *ix, const struct expr *e) {
    const char *text = source_without_nul(ix->arena, e->str.text, (size_t)e->str.n);
    return it_static_text(&ix->types, intern_str(ix->names, text));
}

bool infer_is_newaxis(const struct expr *e) {
    const struct symbol *sym = e->kind == EXPR_NAME   ? e->name.sym
                               : e->kind == EXPR_ATTR ? e->attr.sym
                                                      : NULL;
    return e->kind == EXPR_NONE ||
           (sym && sym->kind == SYM_VALUE && strcmp(sym->name, "newaxis") == 0);
}

bool infer_literal_fits(struct infer *ix, const struct expr *e, enum dtype d) {
    int64_t v;
    const struct dtype_info *info = &dtype_info[d];
    if (!e || dtype_weak(d) || (info->kind != KIND_INT && info->kind != KIND_UINT) ||
        !infer_const_int(e, &v)) {
        return true;
    }
    int bits = 8 * info->bytes;
    bool fits = info->kind == KIND_UINT ? v >= 0 && (bits == 64 || v < (int64_t)1 << bits)
                                        : bits == 64 || (v >= -((int64_t)1 << (bits - 1)) &&
                                                         v < (int64_t)1 << (bits - 1));
    if (!fits) {
        struct diag_message *m =
            infer_error(ix, DIAG_PY308, e->span, "%lld does not fit %s", (long long)v, info->name);
        infer_hint(ix, m, "NumPy raises OverflowError here");
    }
    return fits;
}

/* ---- dtypes */

static const struct {
    const char *name;
    enum dtype dtype;
} dtype_names[] = {
    {"bool", DT_BOOL},   {"?", DT_BOOL},     {"b1", DT_BOOL},
    {"bool_", DT_BOOL},  {"int8", DT_I8},    {"i1", DT_I8},
    {"b", DT_I8},        {"int16", DT_I16},  {"i2", DT_I16},
    {"h", DT_I16},       {"int32", DT_I32},  {"i4", DT_I32},
    {"i", DT_I32},       {"int64", DT_I64},  {"i8", DT_I64},
    {"q", DT_I64},       {"l", DT_I64},      {"int", DT_I64},
    {"uint8", DT_U8},    {"u1", DT_U8},      {"B", DT_U8},
    {"uint16", DT_U16},  {"u2", DT_U16},     {"H", DT_U16},
    {"uint32", DT_U32},  {"u4", DT_U32},     {"I", DT_U32},
    {"uint64", DT_U64},  {"u8", DT_U64},     {"Q", DT_U64},
    {"L", DT_U64},       {"uint", DT_U64},   {"float32", DT_F32},
    {"f4", DT_F32},      {"f", DT_F32},      {"single", DT_F32},
    {"float64", DT_F64}, {"f8", DT_F64},     {"d", DT_F64},
    {"float", DT_F64},   {"double", DT_F64}, {"complex64", DT_C64},
    {"c8", DT_C64},      {"F", DT_C64},      {"complex128", DT_C128},
    {"c16", DT_C128},    {"D", DT_C128},     {"complex", DT_C128},
    {"float16", DT_F16}, {"f2", DT_F16},     {"e", DT_F16},
    {"half", DT_F16},
};

enum dtype infer_dtype_of_text(const char *text) {
    text += *text == '<' || *text == '='; /* little endian and native */
    for (size_t i = 0; i < sizeof(dtype_names) / sizeof(*dtype_names); ++i) {
        if (strcmp(dtype_names[i].name, text) == 0) {
            return dtype_names[i].dtype;
        }
    }
    return dtype_time(text);
}

const char *infer_closest_dtype(const char *text) {
    const char *names[sizeof(dtype_names) / sizeof(*dtype_names)];
    int n = 0;
    for (size_t k = 0; k < sizeof(dtype_names) / sizeof(*dtype_names); ++k) {
        names[n++] = dtype_names[k].name;
    }
    return diag_closest(text, names, n);
}

/* ---- annotations */

struct itype *it_generator(struct type_table *tt, struct intern_table *names) {
    struct itype *state = it_array(tt, DT_U8, 0, TY_C);
    return it_record(tt, intern_str(names, GENERATOR_KEYS), 1, &state);
}

/* The data of rows of this. */
static struct itype *annotated_rows(struct infer *ix, const struct ann_type *item) {
    return item->kind == ANN_NESTED
               ? infer_annotation(ix, item)
               : it_array(&ix->types, dtype_strong(item->dtype),
                          item->kind == ANN_ARRAY ? item->rank + 1 : 1, TY_ANY);
}

/* An item, which may be None. */
static struct itype *annotated_item(struct infer *ix, const struct ann_type *t) {
    struct itype *item = infer_annotation(ix, t);
    return t->optional ? it_optional(&ix->types, item) : item;
}

static const struct class *prelude_class(const struct infer *ix, const char *name) {
    const struct class *of = NULL;
    for (int i = 0; i < ix->module->n_classes; ++i) {
        const struct class *c = ix->module->class_[i];
        of = c->prelude && strcmp(c->name, name) == 0 ? c : of;
    }
    if (!of) {
        source_want(ix->module->source, name);
    }
    return of;
}

/* A sparse matrix: data, indices, indptr, shape (sparse.py). */
static struct itype *annotated_sparse(struct infer *ix, const struct ann_type *t) {
    const struct class *of = prelude_class(ix, t->class_);
    struct itype *at = it_array(&ix->types, t->dtype, 1, TY_ANY);
    struct itype *count = it_scalar(&ix->types, DT_INT);
    struct itype *shape = it_tuple(&ix->types, 2, (struct itype *[2]){count, count});
    struct itype *data = it_array(&ix->types, dtype_strong(t->item[0]->dtype), 1, TY_ANY);
    struct itype **item = ARENA_ARRAY(ix->arena, struct itype *, 4);
    memcpy(item, (struct itype *[4]){data, at, at, shape}, 4 * sizeof(*item));
    return of ? it_named(&ix->types, of, item) : infer_bad(ix);
}

/* An object of a class of the prelude: attributes that the annotation names no type for are those
 * that containers.py gives them. */
static struct itype *annotated_container(struct infer *ix, const struct ann_type *t) {
    struct itype *count = it_scalar(&ix->types, DT_INT);
    const struct class *of = prelude_class(ix, t->class_);
    if (!of) {
        return infer_bad(ix);
    }
    struct itype **item = ARENA_ARRAY(ix->arena, struct itype *, of->n_fields);
    for (int i = 0; i < of->n_fields; ++i) {
        const char *field = of->field[i];
        item[i] = strcmp(field, "table") == 0 || strcmp(field, "slots") == 0
                      ? it_array(&ix->types, DT_I64, 1, TY_ANY)
                  : strcmp(field, "h") == 0 ? it_list(&ix->types, count)
                  : strcmp(field, "k") == 0 ? it_list(&ix->types, infer_annotation(ix, t->item[0]))
                  : strcmp(field, "v") == 0 ? it_list(&ix->types, annotated_item(ix, t->item[1]))
                                            : count;
    }
    return it_object(&ix->types, of, item);
}

/* What parameter i of what makes an object is, the k-th of those whose axes are guessed. */
static struct itype *made_of_item(struct infer *ix, const struct ann_type *t, unsigned two, int k) {
    struct ann_type guessed = *t;
    guessed.rank = t->guess && two >> k & 1 ? 2 : t->rank;
    return annotated_item(ix, &guessed);
}

/* Is what makes its objects, or those of a class of the family, being read? */
static bool is_begun(const struct infer *ix, const struct class *c) {
    const struct scheme *own = ix->scheme[c->make->id];
    bool begun = own && !own->scheduled;
    for (int i = 0; c->family == c && i < ix->module->n_classes; ++i) {
        const struct class *of = ix->module->class_[i];
        own = of->family == c && of->make ? ix->scheme[of->make->id] : NULL;
        begun = begun || (own && !own->scheduled);
    }
    return begun;
}

/* What making an object with parameters of the annotated types gives. */
static struct itype *annotated_object(struct infer *ix, const struct ann_type *t) {
    const struct func *make = t->of->make;
    if (ix->cur &&
        class_made_by(
            t->of,
            ix->cur->func)) { /* in its __init__: as if there were no annotation, but a link */
        struct itype *var = con_fresh(ix);
        vec_push(ix->arena, &ix->selves, var);
        return var;
    }
    if (ix->made[make->id] || is_begun(ix, t->of)) {
        return it_self(&ix->types, t->of);
    }
    struct itype **param = ARENA_ARRAY(ix->arena, struct itype *, make->n_params), *made = NULL;
    int n = t->of->made_of ? make->n_params : 0; /* a class in it has been refused since */
    ix->made[make->id] = true;
    for (int i = 0, k = 0; i < n; ++i) {
        param[i] = made_of_item(ix, t->of->made_of[i], ix->two[make->id], k);
        k += t->of->made_of[i]->guess;
    }
    ix->made[make->id] = false;
    for (int turn = 0; turn < 2 && n == make->n_params;
         ++turn) { /* the second with itself in its parameters */
        struct use *u = use_get(ix, make, NULL, param, NULL, NULL);
        use_solve(ix, u);
        made = u->ret ? it_plain(&ix->types, open_without(ix, u->ret)) : NULL;
        for (int i = 0; made && made->of == t->of && i < make->n_params; ++i) {
            param[i] = it_unfold(&ix->types, param[i], made);
        }
        if (made && made->linked) {
            it_link(&ix->types, made, NULL);
        }
    }
    if (made && (made->kind == IT_OBJECT || made->of) && made->ground) {
        return made;
    }
    return infer_refuse(
        ix, DIAG_PY306, t->span,
        arena_printf(ix->arena, "the types of the attributes of '%s' are not known", t->of->name),
        "annotate the parameters of its __init__, or the fields of a data class");
}

struct itype *infer_annotation(struct infer *ix, const struct ann_type *t) {
    static const enum ty_layout layout[] = {
        [LAYOUT_ANY] = TY_ANY, [LAYOUT_C] = TY_C, [LAYOUT_F] = TY_F};
    switch (t->kind) {
    case ANN_NONE:
        return &ix->types.none;
    case ANN_SCALAR:
        return it_scalar(&ix->types, t->dtype);
    case ANN_ARRAY:
        return it_array(&ix->types, t->dtype, t->rank, layout[t->layout]);
    case ANN_LIST:
        return it_list(&ix->types, annotated_item(ix, t->item[0]));
    case ANN_DICT:
    case ANN_SET:
        return annotated_container(ix, t);
    case ANN_SPARSE:
        return annotated_sparse(ix, t);
    case ANN_RECORDS:
        return it_records(&ix->types, ix->names, t->records, t->rank, false);
    case ANN_OBJECT:
        return annotated_object(ix, t);
    case ANN_EITHER:
        return prelude_class(ix, EITHER_CLASS)
                   ? it_either(&ix->types)
                   : infer_refuse(ix, DIAG_PY103, t->span, "int | str is no type here", NULL);
    case ANN_GENERATOR:
        return it_generator(&ix->types, ix->names);
    case ANN_NESTED:
        return it_nested(&ix->types, ix->names, annotated_rows(ix, t->item[0]), t->dtype);
    case ANN_TUPLE:
        break;
    }
    struct itype **item = ARENA_ARRAY(ix->arena, struct itype *, t->n);
    for (int i = 0; i < t->n; ++i) {
        item[i] = annotated_item(ix, t->item[i]);
    }
    return it_tuple(&ix->types, t->n, item);
}
