/* Pythran's types: text -> the alternatives of one parameter. What stands before the suffixes is
 * read by annot_type.c. */
#include <string.h>

#include "annot_pythran.h"

enum { MAX_DEPTH = 20 };

/* What Pythran's exports may hold, and compiled functions cannot take. */
static const struct refused {
    const char *word, *text, *fix;
} refused[] = {
    {"slice", "slices cannot be passed to compiled functions", "pass start, stop and step"},
    {"float128", "numbers of 128 bits are not supported", "write float64"},
    {"complex256", "numbers of 256 bits are not supported", "write complex128"},
};

static const struct refused suffix[] = {
    {"(", "functions cannot be passed to compiled functions",
     "name a function of the module, or use @pycc.jit, whose functions take functions"},
    {"*", "pointers are not supported", "pass an array, as in `float64[:]`"},
    {"type", "types cannot be passed to compiled functions",
     "use @pycc.jit, whose functions take types"},
    {"pkg", "modules cannot be passed to compiled functions", "import it in the module"},
};

static const struct refused *find_refused(struct ann_reader *r, const struct refused *row, int n) {
    for (int i = 0; i < n; ++i) {
        if (ann_accept(r, row[i].word)) {
            return &row[i];
        }
    }
    return NULL;
}

static bool refuse(struct ann_reader *r, const char *from, const struct refused *row) {
    return ann_fault(r, DIAG_PY102, from, row->text, row->fix);
}

bool pythran_next(int *at, int n, const struct alternatives *alt) {
    int k = n - 1;
    while (k >= 0 && ++at[k] == alt[k].type.n) {
        at[k--] = 0;
    }
    return k >= 0;
}

static struct ann_type *new_group(struct ann_reader *r, enum ann_kind kind, const char *from,
                                  int n) {
    struct ann_type *t = ARENA_NEW(r->arena, struct ann_type);
    t->kind = kind;
    t->span = ann_span(r, from);
    t->n = n;
    t->item = ARENA_ARRAY(r->arena, struct ann_type *, n);
    return t;
}

static bool push(struct ann_reader *r, struct alternatives *alt, const char *from,
                 struct ann_type *t) {
    if (alt->type.n == PYTHRAN_MAX_COMBINATIONS) {
        return ann_fault(r, DIAG_PY103, from, "more than 64 combinations of types", NULL);
    }
    vec_push(r->arena, &alt->type, t);
    return true;
}

static bool read_types(struct ann_reader *r, struct alternatives *alt, int depth);

/* "int or float, int" behind "(": a tuple for each combination. */
static bool read_tuples(struct ann_reader *r, struct alternatives *alt, const char *from,
                        int depth) {
    VEC(struct alternatives) items = {0};
    bool comma = true;
    while (!ann_accept(r, ")")) {
        struct alternatives item = {0};
        if (!comma) {
            return ann_expected(r, "',' or ')'");
        }
        if (!read_types(r, &item, depth + 1)) {
            return false;
        }
        vec_push(r->arena, &items, item);
        comma = ann_accept(r, ",");
    }
    int *at = ARENA_ARRAY(r->arena, int, items.n);
    do {
        struct ann_type *t = new_group(r, ANN_TUPLE, from, items.n);
        for (int i = 0; i < items.n; ++i) {
            t->item[i] = items.item[i].type.item[at[i]];
        }
        if (!push(r, alt, from, t)) {
            return false;
        }
    } while (pythran_next(at, items.n, items.item));
    return true;
}

/* Is "name pkg" next? Then behind it. */
static bool accept_package(struct ann_reader *r) {
    const char *from = r->at;
    size_t n;
    bool package = ann_word(r, &n) && ann_accept(r, "pkg");
    r->at = package ? r->at : from;
    return package;
}

/* What stands before the suffixes. */
static bool read_first(struct ann_reader *r, struct alternatives *alt, int depth) {
    const char *from = ann_here(r);
    if (depth > MAX_DEPTH) {
        return ann_fault(r, DIAG_PY106, from, "tuple types nested too deeply", NULL);
    }
    if (ann_accept(r, "(")) {
        return read_tuples(r, alt, from, depth);
    }
    if (ann_accept(r, "[")) { /* alternatives that what follows is of */
        return read_types(r, alt, depth + 1) && (ann_accept(r, "]") || ann_expected(r, "']'"));
    }
    const struct refused *row = find_refused(r, refused, sizeof refused / sizeof *refused);
    row = row ? row : accept_package(r) ? &suffix[sizeof suffix / sizeof *suffix - 1] : NULL;
    if (row) {
        return refuse(r, from, row);
    }
    for (struct ann_type *t = ann_read_type(r, 0); t; t = t->or_else) {
        if (t->rank == RANK_OPEN) {
            return ann_fault(r, DIAG_PY103, from, "the number of axes is not said",
                             "write float64[:, :] for an array of two axes");
        }
        if (!push(r, alt, from, t)) {
            return false;
        }
    }
    return !r->fault.text;
}

/* Appends lists or sets of what `of` has, or, when `value` is not NULL, dictionaries of each key
 * with each value. */
static bool push_containers(struct ann_reader *r, struct alternatives *alt, enum ann_kind kind,
                            const char *from, const struct alternatives *of,
                            const struct alternatives *value) {
    const struct alternatives part[] = {*of, value ? *value : *of};
    int at[2] = {0}, n = value ? 2 : 1;
    do {
        struct ann_type **item = ARENA_ARRAY(r->arena, struct ann_type *, n);
        for (int i = 0; i < n; ++i) {
            item[i] = part[i].type.item[at[i]];
        }
        struct ann_type *t = ann_container(r, kind, from, item);
        if (!t || !push(r, alt, from, t)) {
            return false;
        }
    } while (pythran_next(at, n, part));
    return true;
}

static bool read_suffixed(struct ann_reader *r, struct alternatives *all, int depth);

/* "list", "set" or ":float dict", when one of them is next: *alt becomes containers of what it was.
 */
static bool read_container(struct ann_reader *r, struct alternatives *alt, const char *from,
                           int depth, bool *more) {
    struct alternatives of = *alt, value = {0};
    bool list = ann_accept(r, "list"), set = !list && ann_accept(r, "set");
    bool dict = !list && !set && ann_accept(r, ":");
    *more = list || set || dict;
    if (!*more) {
        return true;
    }
    if (dict && !read_suffixed(r, &value, depth + 1)) {
        return false;
    }
    if (dict && !ann_accept(r, "dict")) {
        return ann_expected(r, "'dict' behind the type of the values");
    }
    *alt = (struct alternatives){0};
    return push_containers(r, alt,
                           list  ? ANN_LIST
                           : set ? ANN_SET
                                 : ANN_DICT,
                           from, &of, dict ? &value : NULL);
}

static bool read_suffixed(struct ann_reader *r, struct alternatives *all, int depth) {
    const char *from = ann_here(r);
    struct alternatives alt = {0};
    bool more = true;
    if (!read_first(r, &alt, depth)) {
        return false;
    }
    for (int n = 0; more; ++n) {
        if (n == MAX_DEPTH) {
            return ann_fault(r, DIAG_PY106, from, "containers' types nested too deeply", NULL);
        }
        if (!read_container(r, &alt, from, depth, &more)) {
            return false;
        }
    }
    const struct refused *row = find_refused(r, suffix, sizeof suffix / sizeof *suffix);
    if (row) {
        return refuse(r, from, row);
    }
    for (int i = 0; i < alt.type.n; ++i) {
        if (!push(r, all, from, alt.type.item[i])) {
            return false;
        }
    }
    return true;
}

static bool read_types(struct ann_reader *r, struct alternatives *alt, int depth) {
    do {
        const char *from = ann_here(r);
        if (!read_suffixed(r, alt, depth)) {
            return false;
        }
        if (ann_accept(r, "dict")) {
            return ann_fault(r, DIAG_PY103, from, "a dictionary has a type of keys too",
                             "write it before a colon: `str:float dict`");
        }
    } while (ann_accept(r, "or"));
    return true;
}

bool pythran_read_types(struct ann_reader *r, struct alternatives *alt) {
    return read_types(r, alt, 0);
}
