/* What typing and numpy.typing have for types, in the grammar of annot_type.h:
 *
 *     "Union" "[" types "]" | "Optional" "[" type "]" | "Annotated" "[" type ("," anything)* "]"
 *     "NDArray" "[" elements "]" | "ndarray" "[" shape "," dtype "[" elements "]" "]"
 *     shape = "Any" | "tuple" "[" (anything per axis | anything "," "...") "]"
 *
 * Elements may be alternatives: NDArray[np.float32 | np.float64] is an array of either. NDArray and
 * shapes with "..." leave the rank open; what stands behind a type in Annotated says more than it,
 * where it is a type of ours. */
#include <string.h>

#include "annot_type.h"

/* Moves to the comma or the bracket that ends what is next; false when it is empty. */
static bool skip_item(struct ann_reader *r) {
    int open = 0;
    char quote = 0;
    const char *from = r->at;
    for (; r->at < r->end; ++r->at) {
        char c = *r->at;
        if (quote) {
            quote = c == quote ? 0 : quote;
        } else if (c == '\'' || c == '"') {
            quote = c;
        } else if (open == 0 && (c == ',' || c == ']')) {
            break;
        } else {
            open += (c == '[' || c == '(') - (c == ']' || c == ')');
        }
    }
    return strspn(from, " \t\n\r\\") < (size_t)(r->at - from);
}

bool ann_is_open(const struct ann_type *t) {
    bool open = t->kind == ANN_ARRAY && t->rank == RANK_OPEN;
    for (int i = 0; i < t->n && !open; ++i) {
        open = ann_is_open(t->item[i]);
    }
    return open;
}

/* int | str is one type where numbers of Python's and texts only are its alternatives. */
static void join_alternatives(struct ann_type *t) {
    bool all = t->or_else != NULL;
    for (const struct ann_type *one = t; one; one = one->or_else) {
        bool number = one->kind == ANN_SCALAR &&
                      (one->dtype == DT_INT || one->dtype == DT_FLOAT || one->dtype == DT_PYBOOL);
        all =
            all && (number || (one->kind == ANN_ARRAY && one->dtype == DT_CHAR && one->rank == 1));
    }
    t->kind = all ? ANN_EITHER : t->kind;
    t->or_else = all ? NULL : t->or_else;
}

bool ann_check_part(struct ann_reader *r, struct ann_type *t) {
    join_alternatives(t);
    bool open = !r->result && ann_is_open(t);
    if (!r->fault.text && (t->or_else || open)) {
        r->fault = (struct ann_fault){
            .code = DIAG_PY103,
            .span = t->span,
            .text = open ? "the number of axes is not said"
                         : "alternatives cannot stand inside of a tuple, list, dict or set",
            .fix = open ? "write f64[:, :] for an array of two axes"
                        : "write them around it: tuple[int, f64] | tuple[int, f32]",
            .ours = r->fault.ours};
    }
    return !r->fault.text;
}

static struct ann_type *closed(struct ann_reader *r, struct ann_type *t) {
    return !t || ann_accept(r, "]") ? t : ann_expected(r, "']'");
}

static struct ann_type *read_union(struct ann_reader *r, int depth) {
    struct ann_type *all = NULL;
    do {
        struct ann_type *t = ann_read_type(r, depth + 1);
        if (!t) {
            return NULL;
        }
        all = ann_join(all, t);
    } while (ann_accept(r, ","));
    return closed(r, all);
}

static struct ann_type *read_optional(struct ann_reader *r, int depth) {
    struct ann_type *t = ann_read_type(r, depth + 1);
    for (struct ann_type *one = t; one; one = one->or_else) {
        one->optional = true;
    }
    return closed(r, t);
}

/* Any, np.floating, np.integer up to "]", where elements may be guessed; *t: an array of such. */
static bool read_kind(struct ann_reader *r, const char *from, int rank, struct ann_type **t) {
    static const char *const kinds[] = {"Any",      "generic", "number",       "inexact",
                                        "floating", "integer", "signedinteger"};
    struct ann_reader tried = *r;
    struct ann_name name = {0};
    bool found = false;
    if ((r->guesses || r->result) && ann_read_name(&tried, &name)) {
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
            found = found || strcmp(name.last, kinds[i]) == 0;
        }
        bool of = ann_accept(&tried, "["); /* np.floating[Any] */
        found = found && (!of || (skip_item(&tried) && ann_accept(&tried, "]"))) &&
                ann_accept(&tried, "]");
    }
    if (found) {
        r->at = tried.at;
        *t = ann_any_array(r, from, strstr(name.last, "integer") ? DT_I64 : DT_F64,
                           r->result ? RANK_OPEN : rank);
    }
    return found;
}

/* The types of elements up to "]", as arrays. */
static struct ann_type *read_arrays(struct ann_reader *r, const char *from, int rank, int depth) {
    struct ann_type *all = NULL, *next;
    if (read_kind(r, from, rank, &all)) {
        return all;
    }
    for (struct ann_type *t = ann_read_type(r, depth + 1); t; t = next) {
        next = t->or_else;
        if (t->kind != ANN_SCALAR || t->optional) {
            return ann_fault(r, DIAG_PY103, from, "the elements of an array are numbers", NULL);
        }
        t = ann_array(r, from, t->dtype, rank, LAYOUT_ANY);
        if (!t) {
            return NULL;
        }
        all = ann_join(all, t);
    }
    return closed(r, all);
}

/* Literal["a", "b"] is a str. */
static struct ann_type *read_literal(struct ann_reader *r, const char *from) {
    do {
        const char *quote = ann_here(r);
        if (*quote != '"' && *quote != '\'') {
            return ann_expected(r, "a string");
        }
        skip_item(r);
    } while (ann_accept(r, ","));
    return closed(r, ann_array(r, from, DT_CHAR, 1, LAYOUT_C));
}

/* ---- Annotated */

/* A type of ours behind a comma; NULL without a fault for anything else. */
static struct ann_type *read_metadata(struct ann_reader *r, int depth) {
    struct ann_reader tried = *r;
    tried.is_explicit = false;
    struct ann_type *t = ann_read_type(&tried, depth + 1);
    bool ends = t && (ann_accept(&tried, ",") || ann_accept(&tried, "]"));
    if ((ends && tried.is_explicit) || (!t && tried.fault.ours && !r->fault.ours)) {
        r->is_explicit = true;
        r->fault = tried.fault;
    } else {
        t = NULL;
    }
    skip_item(r);
    return t;
}

static bool contradicts(const struct ann_type *base, const struct ann_type *t) {
    if (base->kind != t->kind) {
        return base->kind != ANN_NONE;
    }
    bool scalar = t->kind == ANN_SCALAR;
    if (scalar) {
        return dtype_info[base->dtype].kind != dtype_info[t->dtype].kind;
    }
    return t->kind == ANN_ARRAY &&
           (base->dtype != t->dtype || (base->rank != RANK_OPEN && base->rank != t->rank));
}

static struct ann_type *read_annotated(struct ann_reader *r, const char *from, int depth) {
    struct ann_reader tried = *r;
    struct ann_type *base = ann_read_type(&tried, depth + 1), *more = NULL;
    const char *behind = tried.at;
    skip_item(r);
    bool foreign = !base || behind > r->at;
    while (ann_accept(r, ",") && !r->fault.text) {
        struct ann_type *t = read_metadata(r, depth);
        more = more ? more : t;
    }
    if (r->fault.text) {
        return NULL;
    }
    if (!more) {
        r->is_explicit = tried.is_explicit;
        r->fault = tried.fault;
        return closed(r, base);
    }
    if (!foreign && !base->or_else && contradicts(base, more)) {
        return ann_fault(r, DIAG_PY103, from, "the two types inside of Annotated contradict",
                         "write the same element type and rank in both");
    }
    return closed(r, more);
}

/* ---- units of time */

bool ann_read_unit(struct ann_reader *r, const struct ann_name *d, enum dtype *dtype) {
    static const char *const names[] = {"datetime64", "M8", "timedelta64", "m8"};
    const char *at = r->at;
    bool time = false;
    for (int i = 0; i < 4; ++i) {
        time = time || strcmp(d->last, names[i]) == 0;
    }
    if (time && ann_accept(r, "[")) {
        const char *quote = ann_accept(r, "'") ? "'" : ann_accept(r, "\"") ? "\"" : NULL;
        size_t n = 0;
        const char *unit = ann_word(r, &n);
        bool ends = unit && (!quote || ann_accept(r, quote)) && ann_accept(r, "]");
        *dtype =
            ends ? dtype_time(arena_printf(r->arena, "%s[%.*s]", d->last, (int)n, unit)) : DT_COUNT;
        if (*dtype != DT_COUNT) {
            return true;
        }
    }
    r->at = at;
    return false;
}

/* ---- arrays with a shape */

/* The rank that a shape says, RANK_OPEN for any; -2, and nothing moved, when it is no shape. */
static int read_shape(struct ann_reader *r) {
    enum { NO_SHAPE = -2 };
    struct ann_reader tried = *r;
    struct ann_name name = {0};
    if (!ann_read_name(&tried, &name)) {
        return NO_SHAPE;
    }
    bool tuple = strcmp(name.last, "tuple") == 0 || strcmp(name.last, "Tuple") == 0;
    if (strcmp(name.last, "Any") == 0) {
        r->at = tried.at;
        return RANK_OPEN;
    }
    if (!tuple || !ann_accept(&tried, "[")) {
        return NO_SHAPE;
    }
    int rank = 0;
    bool open = false;
    do {
        const char *item = tried.at;
        bool any = skip_item(&tried);
        open = open || strncmp(item + strspn(item, " "), "...", 3) == 0;
        rank += any && strncmp(item, "()", 2) != 0;
    } while (ann_accept(&tried, ","));
    ann_accept(&tried, "]");
    r->at = tried.at;
    return open ? RANK_OPEN : rank;
}

bool ann_read_shaped(struct ann_reader *r, const char *from, int depth, struct ann_type **t) {
    struct ann_name name = {0};
    int rank = read_shape(r);
    if (rank < RANK_OPEN) {
        return false;
    }
    *t = NULL;
    if (!ann_accept(r, ",")) {
        ann_expected(r, "',' and the dtype");
    } else if (read_kind(r, from, rank, t)) {
        return true;
    } else if (ann_read_name(r, &name) &&
               (strcmp(name.last, "dtype") != 0 || !ann_accept(r, "["))) {
        r->at = name.from;
        ann_expected(r, "np.dtype[...]");
    } else if (!r->fault.text) {
        *t = closed(r, read_arrays(r, from, rank, depth));
    }
    return true;
}

/* ---- containers */

/* Can a dictionary or set find it by its value? */
static bool is_key(const struct ann_type *t) {
    bool may = t->kind == ANN_TUPLE || t->kind == ANN_EITHER ||
               (t->kind == ANN_OBJECT && t->of->enumerates) ||
               (t->kind == ANN_ARRAY && t->dtype == DT_CHAR) || t->kind == ANN_SCALAR;
    for (int i = 0; may && i < t->n; ++i) {
        may = is_key(t->item[i]);
    }
    return may;
}

struct ann_type *ann_items(struct ann_reader *r, const char *class_, const char *from,
                           struct ann_type *item) {
    struct ann_type *t = ann_new(r, ANN_SET, from);
    t->class_ = class_;
    t->n = 1;
    t->item = ARENA_ARRAY(r->arena, struct ann_type *, 1);
    t->item[0] = item;
    return t;
}

struct ann_type *ann_container(struct ann_reader *r, enum ann_kind kind, const char *from,
                               struct ann_type **item) {
    if (kind != ANN_LIST && !is_key(item[0])) {
        return ann_fault(r, DIAG_PY103, from, "keys are numbers, texts and tuples of these",
                         "write dict[str, float], set[int] or dict[tuple[int, int], float]");
    }
    struct ann_type *t = ann_new(r, kind, from);
    t->class_ = kind == ANN_DICT ? "_dict" : "_set";
    t->n = kind == ANN_DICT ? 2 : 1;
    t->item = item;
    return t;
}

/* What list[...], set[...] and dict[...] hold, behind the "[". */
static struct ann_type *read_items(struct ann_reader *r, const char *from, enum ann_kind kind,
                                   const char *class_, int depth) {
    int n = kind == ANN_DICT ? 2 : 1;
    struct ann_type **item = ARENA_ARRAY(r->arena, struct ann_type *, n);
    for (int i = 0; i < n; ++i) {
        if (i > 0 && !ann_accept(r, ",")) {
            return ann_expected(r, "',' and the type of the values");
        }
        item[i] = ann_read_type(r, depth + 1);
        if (!item[i] || !ann_check_part(r, item[i])) {
            return NULL;
        }
    }
    struct ann_type *t =
        ann_accept(r, "]") ? ann_container(r, kind, from, item) : ann_expected(r, "']'");
    if (t && depth == 0 && class_ && kind == ANN_LIST) {
        t->or_else = ann_items(r, class_, from, item[0]);
    } else if (t) {
        t->class_ = class_;
    }
    return t;
}

/* Which kind of type a name of Python's containers begins; NONE: none. class_: the prelude's, of
 * what is a list or else that. */
static enum ann_kind items_of(const char *name, const char **class_) {
    static const struct {
        const char *name;
        enum ann_kind kind;
        const char *class_;
    } known[] = {{"list", ANN_LIST, NULL},
                 {"List", ANN_LIST, NULL},
                 {"MutableSequence", ANN_LIST, NULL},
                 {"Sequence", ANN_LIST, "_tuple"},
                 {"Iterable", ANN_LIST, "_tuple"},
                 {"Collection", ANN_LIST, "_tuple"},
                 {"set", ANN_SET, "_set"},
                 {"Set", ANN_SET, "_set"},
                 {"MutableSet", ANN_SET, "_set"},
                 {"frozenset", ANN_SET, "_frozenset"},
                 {"FrozenSet", ANN_SET, "_frozenset"},
                 {"dict", ANN_DICT, "_dict"},
                 {"Dict", ANN_DICT, "_dict"},
                 {"Mapping", ANN_DICT, "_dict"},
                 {"MutableMapping", ANN_DICT, "_dict"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        if (strcmp(name, known[i].name) == 0) {
            *class_ = known[i].class_;
            return known[i].kind;
        }
    }
    return ANN_NONE;
}

/* csr_array[f64], csr_array[f64, i64] behind the "[": the elements, and the indices. */
static struct ann_type *read_sparse(struct ann_reader *r, const struct ann_name *name, int depth) {
    enum { MOST = 2 };
    struct ann_type *part[MOST] = {0};
    int n = 0;
    r->is_explicit = r->fault.ours = true;
    do {
        part[n] = ann_read_type(r, depth + 1);
        if (!part[n] || !ann_check_part(r, part[n])) {
            return NULL;
        }
    } while (++n < MOST && ann_accept(r, ","));
    if (!ann_accept(r, "]")) {
        return ann_expected(r, "']'");
    }
    enum dtype at = part[1] ? dtype_strong(part[1]->dtype) : DT_I32;
    if (part[0]->kind != ANN_SCALAR || (part[1] && part[1]->kind != ANN_SCALAR) ||
        (at != DT_I32 && at != DT_I64)) {
        return ann_fault(r, DIAG_PY103, name->from,
                         "a sparse matrix has elements that are numbers, and indices of 32 or 64 "
                         "bits",
                         "write csr_array[f64], or csr_array[f64, i64]");
    }
    struct ann_type *t = ann_new(r, ANN_SPARSE, name->from);
    t->class_ = arena_printf(r->arena, "_%s", name->last);
    t->dtype = at;
    t->n = 1;
    t->item = ARENA_ARRAY(r->arena, struct ann_type *, 1);
    t->item[0] = part[0];
    return t;
}

static bool is_sparse(const char *name) {
    return (strncmp(name, "csr_", 4) == 0 || strncmp(name, "csc_", 4) == 0) &&
           (strcmp(name + 4, "array") == 0 || strcmp(name + 4, "matrix") == 0);
}

bool ann_read_form(struct ann_reader *r, const struct ann_name *name, int depth,
                   struct ann_type **t) {
    static const char *const forms[] = {"Union", "Optional", "Annotated", "NDArray", "Literal"};
    int form = 0;
    while (form < 5 && strcmp(name->last, forms[form]) != 0) {
        ++form;
    }
    const char *behind = r->at;
    const char *class_ = NULL;
    if (is_sparse(name->last) && ann_accept(r, "[")) {
        *t = read_sparse(r, name, depth);
        return true;
    }
    enum ann_kind items = items_of(name->last, &class_);
    if ((form == 5 && items == ANN_NONE) || !ann_accept(r, "[")) {
        r->at = behind;
        return false;
    }
    if (items != ANN_NONE) {
        *t = read_items(r, name->from, items, class_, depth);
        return true;
    }
    *t = form == 0   ? read_union(r, depth)
         : form == 1 ? read_optional(r, depth)
         : form == 2 ? read_annotated(r, name->from, depth)
         : form == 4 ? read_literal(r, name->from)
                     : read_arrays(r, name->from, RANK_OPEN, depth);
    return true;
}
