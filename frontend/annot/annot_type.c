/* The grammar of types in annotations: recursive descent over plain text. */
#include "annot_type.h"

#include <ctype.h>
#include <string.h>

#include "library.h"

/* The dimensions read so far of one type. */
struct dims {
    int rank;
    bool is_array;
    enum layout layout;
};

void ann_reader_init(struct ann_reader *r, struct arena *a, const char *text, size_t n,
                     struct span whole, bool mapped) {
    *r = (struct ann_reader){.arena = a, .at = text, .start = text, .end = text + n};
    r->whole = whole;
    r->mapped = mapped;
}

/* ---- tokens */

static void skip_space(struct ann_reader *r) {
    while (r->at < r->end && isspace((unsigned char)*r->at)) {
        ++r->at;
    }
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

const char *ann_here(struct ann_reader *r) {
    skip_space(r);
    return r->at;
}

bool ann_at_end(struct ann_reader *r) {
    skip_space(r);
    return r->at == r->end;
}

bool ann_accept(struct ann_reader *r, const char *token) {
    size_t n = strlen(token);
    skip_space(r);
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, token, n) != 0) {
        return false;
    }
    if (is_word(token[n - 1]) && r->at + n < r->end && is_word(r->at[n])) {
        return false;
    }
    r->at += n;
    return true;
}

const char *ann_word(struct ann_reader *r, size_t *n) {
    skip_space(r);
    const char *from = r->at;
    if (from < r->end && isdigit((unsigned char)*from)) {
        return NULL;
    }
    while (r->at < r->end && is_word(*r->at)) {
        ++r->at;
    }
    *n = (size_t)(r->at - from);
    return *n > 0 ? from : NULL;
}

struct span ann_span(const struct ann_reader *r, const char *from) {
    if (!r->mapped) {
        return r->whole;
    }
    return (struct span){r->whole.lo + (uint32_t)(from - r->start),
                         r->whole.lo + (uint32_t)(r->at - r->start)};
}

/* ---- faults */

struct ann_type *ann_fault(struct ann_reader *r, enum diag_code code, const char *from,
                           const char *text, const char *fix) {
    if (!r->fault.text) {
        r->fault.code = code;
        r->fault.span = ann_span(r, from);
        r->fault.text = text;
        r->fault.fix = fix;
    }
    return NULL;
}

struct ann_type *ann_expected(struct ann_reader *r, const char *what) {
    skip_space(r);
    const char *from = r->at;
    const char *text;
    if (r->at == r->end) {
        text = arena_printf(r->arena, "expected %s at the end of the type", what);
        from -= from > r->start;
    } else {
        while (r->at < r->end && is_word(*r->at)) {
            ++r->at;
        }
        r->at += r->at == from;
        text = arena_printf(r->arena, "expected %s instead of '%.*s'", what, (int)(r->at - from),
                            from);
    }
    return ann_fault(r, DIAG_PY103, from, text, NULL);
}

/* What to write instead of an unknown name. */
static const char *suggestion(struct ann_reader *r, const char *name) {
    static const char *const numba[][2] = {
        {"f4", "f32"}, {"f8", "f64"}, {"c8", "c64"}, {"c16", "c128"}, {"i1", "i8"},
        {"i2", "i16"}, {"i4", "i32"}, {"u1", "u8"},  {"u2", "u16"},   {"u4", "u32"},
    };
    for (size_t i = 0; i < sizeof numba / sizeof numba[0]; ++i) {
        if (strcmp(name, numba[i][0]) == 0) {
            return numba[i][1];
        }
    }
    int n;
    const char **names = library_dtype_names(r->arena, IN_ANNOTATION, &n);
    const char *const other[] = {"ndarray", "tuple", "list", "dict", "set", "None"};
    const char *best = diag_closest(name, names, n);
    return best ? best : diag_closest(name, other, 6);
}

/* Does `[` with dimensions follow, so that the unknown name was meant as an element type? */
static bool dims_follow(struct ann_reader *r) {
    const char *at = r->at;
    bool follow =
        ann_accept(r, "[") && (ann_accept(r, ":") || ann_accept(r, "]") || ann_accept(r, "("));
    r->at = at;
    return follow;
}

/* Classes are not called like 'flaot64': such a name is a type of ours that is misspelt. */
static bool looks_like_dtype(const char *name) {
    return name[0] >= 'a' && name[0] <= 'z' && strpbrk(name, "0123456789");
}

static struct ann_type *unknown(struct ann_reader *r, const char *from, const char *name) {
    const char *like = suggestion(r, name);
    bool ours = dims_follow(r) || (like && looks_like_dtype(name));
    const char *last = strrchr(name, '.'), *instead = dtype_instead(last ? last + 1 : name);
    like = instead ? NULL : like;
    ours = ours || instead;
    const char *fix = instead ? instead
                      : like
                          ? arena_printf(r->arena, "did you mean '%s'?", like)
                          : "known are bool, int, float, complex, i8 to i64, u8 to u64, f32, f64, "
                            "c64, c128 and their NumPy names";
    ann_fault(r, DIAG_PY102, from, arena_printf(r->arena, "unknown type '%s'", name), fix);
    r->fault.ours = r->fault.ours || ours;
    return NULL;
}

/* ---- types */

struct ann_type *ann_new(struct ann_reader *r, enum ann_kind kind, const char *from) {
    struct ann_type *t = ARENA_NEW(r->arena, struct ann_type);
    t->kind = kind;
    t->span = ann_span(r, from);
    return t;
}

bool ann_same(const struct ann_type *a, const struct ann_type *b) {
    bool same = a->kind == b->kind && a->n == b->n && a->dtype == b->dtype && a->rank == b->rank &&
                a->layout == b->layout && a->of == b->of && a->records == b->records;
    for (int i = 0; same && i < a->n; ++i) {
        same = ann_same(a->item[i], b->item[i]);
    }
    return same;
}

struct ann_type *ann_join(struct ann_type *all, struct ann_type *more) {
    struct ann_type *part[] = {all, more}, *first = NULL, **end = &first, *none = NULL, *next;
    bool optional = false;
    for (int i = 0; i < 2; ++i) {
        for (struct ann_type *t = part[i]; t; t = next) {
            const struct ann_type *like = first;
            next = t->or_else;
            t->or_else = NULL;
            optional = optional || t->optional || t->kind == ANN_NONE;
            none = t->kind == ANN_NONE ? t : none;
            while (like && !ann_same(like, t)) {
                like = like->or_else;
            }
            if (!like && t->kind != ANN_NONE) {
                *end = t;
                end = &t->or_else;
            }
        }
    }
    for (struct ann_type *t = first; t; t = t->or_else) {
        t->optional = optional;
    }
    return first ? first : none;
}

/* The elements of a tuple up to its closing bracket. */
static struct ann_type *read_tuple(struct ann_reader *r, const char *from, const char *close,
                                   int depth) {
    VEC(struct ann_type *) items = {0};
    bool comma = true;
    while (!ann_accept(r, close)) {
        if (comma && items.n == 1 && ann_accept(r, "...")) {
            return !ann_check_part(r, items.item[0]) ? NULL
                   : ann_accept(r, close)            ? ann_items(r, "_tuple", from, items.item[0])
                                                     : ann_expected(r, "']'");
        }
        struct ann_type *item = comma ? ann_read_type(r, depth + 1) : NULL;
        if (!item) {
            return comma ? NULL : ann_expected(r, close[0] == ')' ? "',' or ')'" : "',' or ']'");
        }
        vec_push(r->arena, &items, item);
        comma = ann_accept(r, ",");
    }
    if (items.n == 1 && !comma && close[0] == ')') {
        return items.item[0];
    }
    for (int i = 0; i < items.n; ++i) {
        if (!ann_check_part(r, items.item[i])) {
            return NULL;
        }
    }
    struct ann_type *t = ann_new(r, ANN_TUPLE, from);
    t->n = items.n;
    t->item = items.item;
    return t;
}

static bool find_dtype(struct ann_reader *r, const struct ann_name *d, enum dtype *dtype);

/* nested[f64], nested[f64[:], i32] behind the "[": what rows hold, and the type of the offsets. */
static struct ann_type *read_rows(struct ann_reader *r, const char *from, int depth) {
    if (depth >= MAX_RANK) {
        return ann_fault(r, DIAG_PY106, from, "nested sequences nested too deeply", NULL);
    }
    struct ann_name name = {0};
    enum dtype offset = DT_I64;
    struct ann_type *item = ann_read_type(r, depth + 1);
    if (!item || !ann_check_part(r, item)) {
        return NULL;
    }
    if (item->kind != ANN_SCALAR && item->kind != ANN_NESTED &&
        (item->kind != ANN_ARRAY || item->rank == MAX_RANK || item->dtype == DT_CHAR)) {
        return ann_fault(r, DIAG_PY103, from,
                         "rows of a nested sequence hold numbers, arrays or rows",
                         "write nested[f64], nested[f64[:]] or nested[nested[f64]]");
    }
    if (ann_accept(r, ",") && (!ann_read_name(r, &name) || !find_dtype(r, &name, &offset))) {
        return NULL;
    }
    offset = dtype_strong(offset);
    if (offset != DT_I64 && offset != DT_I32) {
        return ann_fault(r, DIAG_PY103, name.from, "offsets are int64 or int32", NULL);
    }
    if (!ann_accept(r, "]")) {
        return ann_expected(r, "']'");
    }
    struct ann_type *t = ann_new(r, ANN_NESTED, from);
    t->n = 1;
    t->item = ARENA_ARRAY(r->arena, struct ann_type *, 1);
    t->item[0] = item;
    t->dtype = offset;
    return t;
}

/* A number of at most three digits; -1 when there is none. */
static int read_number(struct ann_reader *r) {
    skip_space(r);
    int value = -1;
    for (int n = 0; n < 3 && r->at < r->end && isdigit((unsigned char)*r->at); ++n) {
        value = 10 * (value < 0 ? 0 : value) + (*r->at++ - '0');
    }
    return value;
}

/* One dimension; *one tells whether it is ::1. */
static bool read_dim(struct ann_reader *r, bool *one) {
    *one = ann_accept(r, "::1");
    if (*one) {
        return true;
    }
    if (ann_accept(r, ":")) {
        ann_accept(r, ":");
        return true;
    }
    bool number = false;
    while (read_number(r) >= 0) {
        number = true;
    }
    if (!number) {
        ann_expected(r, "':' for a dimension");
    }
    return number;
}

static bool set_layout(struct ann_reader *r, struct dims *d, const char *from, enum layout layout) {
    if (d->layout != LAYOUT_ANY && d->layout != layout) {
        ann_fault(r, DIAG_PY103, from, "two different layouts for one array", NULL);
        return false;
    }
    d->layout = layout;
    return true;
}

/* What stands between "[" and "]": ranks add up over several pairs, as in int[][]. */
static bool read_dims(struct ann_reader *r, struct dims *d, const char *from) {
    d->is_array = r->is_explicit = true;
    int commas = 0;
    while (ann_accept(r, ",")) {
        ++commas;
    }
    if (ann_accept(r, "]")) {
        d->rank += 1 + commas;
        return true;
    }
    if (commas > 0) {
        return ann_expected(r, "']'");
    }
    if (ann_accept(r, "()") || (ann_accept(r, "(") && ann_accept(r, ")"))) {
        return ann_accept(r, "]") || ann_expected(r, "']'");
    }
    bool first = false, one = false;
    int n = 0;
    do {
        if (one && n > 1) {
            ann_fault(r, DIAG_PY103, from,
                      "'::1' may only stand in the first or the last dimension", NULL);
            return false;
        }
        if (!read_dim(r, &one)) {
            return false;
        }
        first = first || (one && n == 0);
        ++n;
    } while (ann_accept(r, ","));
    d->rank += n;
    if (first && n > 1 && !set_layout(r, d, from, LAYOUT_F)) {
        return false;
    }
    if (one && !set_layout(r, d, from, LAYOUT_C)) {
        return false;
    }
    return ann_accept(r, "]") || ann_expected(r, "',' or ']'");
}

/* "order(C)", or "order(C or F)", which promises nothing. */
static bool read_order(struct ann_reader *r, struct dims *d) {
    const char *from = r->at;
    if (!ann_accept(r, "order")) {
        return true;
    }
    if (!ann_accept(r, "(")) {
        return ann_expected(r, "'(' behind 'order'");
    }
    bool fortran = false, c = false;
    do {
        bool f = ann_accept(r, "F");
        if (!f && !ann_accept(r, "C")) {
            return ann_expected(r, "C or F");
        }
        fortran = fortran || f;
        c = c || !f;
    } while (ann_accept(r, "or"));
    if (!ann_accept(r, ")")) {
        return ann_expected(r, "')'");
    }
    return (fortran && c) || set_layout(r, d, from, fortran ? LAYOUT_F : LAYOUT_C);
}

struct ann_type *ann_array(struct ann_reader *r, const char *from, enum dtype dtype, int rank,
                           enum layout layout) {
    if (rank > MAX_RANK) {
        return ann_fault(r, DIAG_PY103, from,
                         arena_printf(r->arena,
                                      "an array of %d dimensions; at most %d are supported", rank,
                                      MAX_RANK),
                         NULL);
    }
    struct ann_type *t = ann_new(r, ANN_ARRAY, from);
    t->dtype = dtype_strong(dtype);
    t->rank = rank;
    t->layout = layout;
    return t;
}

struct ann_type *ann_any_array(struct ann_reader *r, const char *from, enum dtype dtype, int rank) {
    struct ann_type *t = ann_array(r, from, dtype, rank, LAYOUT_ANY);
    if (t) {
        t->any = !r->result;
    }
    return t;
}

bool ann_read_name(struct ann_reader *r, struct ann_name *d) {
    size_t n;
    skip_space(r);
    d->from = r->at;
    const char *word = ann_word(r, &n);
    d->modules = IN_ANNOTATION;
    while (word) {
        d->last = arena_strndup(r->arena, word, n);
        const char *behind = r->at;
        if (!ann_accept(r, ".")) {
            r->at = behind;
            break;
        }
        enum op_module named = r->module ? r->module(r->ctx, d->last, n) : IN_OPERATOR;
        d->numpy = strcmp(d->last, "np") == 0 || strcmp(d->last, "numpy") == 0 || named == IN_NP;
        bool pycc =
            strcmp(d->last, "pycc") == 0 || strcmp(d->last, "unpython") == 0 || named == IN_PYCC;
        d->modules = d->numpy ? IN_NP : pycc ? IN_ANNOTATION : 0;
        word = ann_word(r, &n);
    }
    if (word) {
        d->all = arena_strndup(r->arena, d->from, (size_t)(r->at - d->from));
    }
    return word || ann_expected(r, "a type");
}

static bool read_dtype(struct ann_reader *r, const struct ann_name *d, enum dtype *dtype) {
    return library_dtype(d->modules, d->last, dtype) || ann_read_unit(r, d, dtype);
}

/* The element type a name stands for; false, and the fault set, when none. */
static bool find_dtype(struct ann_reader *r, const struct ann_name *d, enum dtype *dtype) {
    if (read_dtype(r, d, dtype)) {
        return true;
    }
    unknown(r, d->from, d->all);
    return false;
}

/* ndarray[double, 2] behind its "[". */
static struct ann_type *read_ndarray(struct ann_reader *r, const char *from, int depth) {
    struct ann_name name = {0};
    struct dims d = {.is_array = true};
    enum dtype dtype;
    struct ann_type *t;
    if (ann_read_shaped(r, from, depth, &t)) {
        return t;
    }
    r->fault.ours = true;
    if (!ann_read_name(r, &name) || !find_dtype(r, &name, &dtype)) {
        return NULL;
    }
    r->is_explicit = true;
    if (!ann_accept(r, ",")) {
        return ann_expected(r, "',' and the rank");
    }
    d.rank = read_number(r);
    if (d.rank < 0) {
        return ann_expected(r, "the rank, a number");
    }
    if (!ann_accept(r, "]")) {
        return ann_expected(r, "']'");
    }
    return read_order(r, &d) ? ann_array(r, from, dtype, d.rank, d.layout) : NULL;
}

/* A scalar, or an array when dimensions follow its name. */
static struct ann_type *read_scalar_or_array(struct ann_reader *r, const struct ann_name *name,
                                             enum dtype dtype) {
    struct dims d = {0};
    const char *behind = r->at;
    while (ann_accept(r, "[")) {
        r->fault.ours = true;
        if (!read_dims(r, &d, name->from)) {
            return NULL;
        }
        behind = r->at;
    }
    r->at = behind;
    if (d.is_array) {
        return read_order(r, &d) ? ann_array(r, name->from, dtype, d.rank, d.layout) : NULL;
    }
    r->is_explicit = r->is_explicit || dtype_is_time(dtype) || (!dtype_weak(dtype) && !name->numpy);
    struct ann_type *t = ann_new(r, ANN_SCALAR, name->from);
    t->dtype = dtype;
    return t;
}

/* A name that is no element type: an alias of the module, or unknown. */
static struct ann_type *read_alias(struct ann_reader *r, const struct ann_name *name) {
    struct ann_type *t = NULL;
    if (r->alias && strcmp(name->last, name->all) == 0) {
        t = r->alias(r, name->all, strlen(name->all));
    }
    if (t && t->kind == ANN_SCALAR && !t->optional && !t->or_else) {
        return read_scalar_or_array(r, name, t->dtype);
    }
    if (t && t->kind == ANN_RECORDS && t->rank == 0) {
        struct ann_type *of = read_scalar_or_array(r, name, DT_U8);
        if (of) {
            of->kind = ANN_RECORDS;
            of->records = t->records;
        }
        r->is_explicit = true;
        return of;
    }
    return t ? t : unknown(r, name->from, name->all);
}

/* A type in quotes inside of an annotation: Optional["f64[:]"]. */
static struct ann_type *read_quoted(struct ann_reader *r, const char *quote, int depth) {
    struct ann_type *t = ann_read_type(r, depth + 1);
    return !t || ann_accept(r, quote) ? t : ann_expected(r, "the end of the type");
}

static struct ann_type *read_one(struct ann_reader *r, int depth) {
    skip_space(r);
    const char *from = r->at;
    struct ann_name name = {0};
    struct ann_type *form;
    enum dtype dtype;
    if (ann_accept(r, "None")) {
        return ann_new(r, ANN_NONE, from);
    }
    if (ann_accept(r, "(")) {
        return read_tuple(r, from, ")", depth);
    }
    if (ann_accept(r, "'") || ann_accept(r, "\"")) {
        return read_quoted(r, *from == '"' ? "\"" : "'", depth);
    }
    if (!ann_read_name(r, &name)) {
        return NULL;
    }
    if (strcmp(name.all, "str") == 0) {
        return ann_array(r, from, DT_CHAR, 1, LAYOUT_C);
    }
    if (strcmp(name.all, "bytes") == 0 || strcmp(name.all, "bytearray") == 0) {
        struct ann_type *byte = ann_new(r, ANN_SCALAR, from);
        byte->dtype = DT_INT;
        return ann_items(r, name.all[5] ? "_bytearray" : "_bytes", from, byte);
    }
    if (strcmp(name.last, "Generator") == 0 || strcmp(name.last, "RandomState") == 0) {
        return ann_new(r, ANN_GENERATOR, from);
    }
    bool tuple = strcmp(name.last, "tuple") == 0 || strcmp(name.last, "Tuple") == 0;
    if (tuple && ann_accept(r, "[")) {
        return read_tuple(r, from, "]", depth);
    }
    if (strcmp(name.last, "nested") == 0 && ann_accept(r, "[")) {
        r->is_explicit = r->fault.ours = true;
        return read_rows(r, from, depth);
    }
    if (strcmp(name.last, "ndarray") == 0 && ann_accept(r, "[")) {
        return read_ndarray(r, from, depth);
    }
    if (ann_read_form(r, &name, depth, &form)) {
        return form;
    }
    bool array = strcmp(name.last, "NDArray") == 0 || strcmp(name.last, "ArrayLike") == 0 ||
                 (name.modules && strcmp(name.last, "ndarray") == 0);
    if (r->result ? array || strcmp(name.last, "Any") == 0 : r->guesses && array) {
        return ann_any_array(r, from, DT_F64, RANK_OPEN);
    }
    if (array) {
        return ann_fault(r, DIAG_PY103, from, "the elements and axes of this array are not said",
                         "write f64[:] or NDArray[np.float64]");
    }
    return read_dtype(r, &name, &dtype) ? read_scalar_or_array(r, &name, dtype)
                                        : read_alias(r, &name);
}

struct ann_type *ann_read_type(struct ann_reader *r, int depth) {
    struct ann_type *all = NULL;
    if (depth >= MAX_TYPE_DEPTH) {
        return ann_fault(r, DIAG_PY106, r->at, "types nested too deeply", NULL);
    }
    do {
        struct ann_type *t = read_one(r, depth);
        if (!t) {
            return NULL;
        }
        all = ann_join(all, t);
    } while (ann_accept(r, "|"));
    return all;
}

struct ann_type *ann_read_all(struct ann_reader *r) {
    struct ann_type *t = ann_read_type(r, 0);
    if (!t || ann_at_end(r)) {
        return t;
    }
    bool word = is_word(*r->at);
    ann_expected(r, "the end of the type");
    r->fault.ours = r->fault.ours || t->kind == ANN_ARRAY;
    if (word && t->kind == ANN_ARRAY) {
        r->fault.fix = "is a comma missing between two strings?";
    }
    return NULL;
}
