/* Methods of numpy.random.Generator and RandomState, which are of one type, and numpy.random's
 * functions: what they give. All draw through NumPy, one call each, so that the numbers are those
 * of the interpreter; each writes the generator's state. */
#include <string.h>

#include "lib_rules.h"
#include "rules.h"

static bool it_is_generator(const struct itype *t) {
    return t->kind == IT_RECORD && strcmp(t->text, GENERATOR_KEYS) == 0;
}

/* Is the function one of numpy.random, which has no generator before its arguments? */
static bool is_shared(const struct con *c) {
    return op_info[c->op].modules == IN_NP_RANDOM;
}

static bool is_generator(struct infer *ix, const struct con *c, const struct itype *t) {
    if (is_shared(c) || it_is_generator(t)) {
        return true;
    }
    infer_error(ix, DIAG_PY204, c->expr->call.fn->attr.name_span,
                "%s has no method '%s' that the compiler knows",
                it_name(ix->arena, (struct itype *)t), op_info[c->op].name);
    return false;
}

/* The axes that size= gives; -1 for none, -2 after a message. */
static int size_rank(struct infer *ix, const struct con *c, const struct itype *size) {
    int n = size->kind == IT_TUPLE ? size->n : 1;
    for (int i = 0; size->kind != IT_NONE && i < n; ++i) {
        const struct itype *t = size->kind == IT_TUPLE ? size->item[i] : size;
        if (t->kind != IT_SCALAR || join_kind(t->dtype) != KIND_INT) {
            lib_refuse(ix, c, "size is an int or a tuple of ints");
            return -2;
        }
    }
    return size->kind == IT_NONE ? -1 : n;
}

static int place_of(struct infer *ix, const struct con *c, const char *param) {
    struct lib_params p = lib_params(ix->arena, c->op);
    int i = 0;
    while (i < p.n && strcmp(p.param[i].name, param) != 0) {
        ++i;
    }
    return i;
}

/* Numbers of a distribution: of its own scalar type, or an array of strong numbers. The parameters
 * before size are numbers, or arrays that broadcast. */
static struct itype *drawn(struct infer *ix, const struct con *c, struct itype **arg,
                           enum dtype number) {
    int size = place_of(ix, c, "size"), rank = 0;
    if (!is_generator(ix, c, arg[0])) {
        return infer_bad(ix);
    }
    for (int i = !is_shared(c); i < size; ++i) {
        bool real = arg[i]->kind != IT_SCALAR && arg[i]->kind != IT_ARRAY
                        ? arg[i]->kind == IT_NONE
                        : dtype_info[arg[i]->dtype].kind != KIND_COMPLEX;
        if (!real) {
            return lib_refuse(ix, c, "its parameters are real numbers, or arrays of them");
        }
        rank = arg[i]->kind == IT_ARRAY && arg[i]->rank > rank ? arg[i]->rank : rank;
    }
    int given = size_rank(ix, c, arg[size]);
    if (given == -2) {
        return infer_bad(ix);
    }
    rank = given >= 0 ? given : rank;
    return given < 0 && rank == 0 ? it_scalar(&ix->types, number)
                                  : it_array(&ix->types, dtype_strong(number), rank, TY_C);
}

/* Of one number, of Python's type; an array has the type of dtype=. */
struct itype *result_drawn_float(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *t = drawn(ix, c, arg, DT_FLOAT);
    enum dtype d = lib_dtype(ix, c, DT_F64);
    return t->kind == IT_ARRAY ? it_array(&ix->types, d, t->rank, TY_C) : t;
}

struct itype *result_drawn_int(struct infer *ix, const struct con *c, struct itype **arg) {
    enum dtype d = lib_dtype(ix, c, DT_INT);
    return drawn(ix, c, arg, dtype_info[d].kind == KIND_BOOL ? DT_PYBOOL : d);
}

struct itype *result_drawn_i64(struct infer *ix, const struct con *c, struct itype **arg) {
    enum dtype d = lib_dtype(ix, c, DT_I64);
    return drawn(ix, c, arg, d);
}

static bool is_count(const struct itype *t) {
    return t->kind == IT_SCALAR && join_kind(t->dtype) == KIND_INT;
}

/* Vectors along a new last axis: of means and a matrix, of weights, of probabilities, of counts. */
static struct itype *vectors(struct infer *ix, const struct con *c, struct itype **arg,
                             enum dtype number) {
    int size = place_of(ix, c, "size"), first = !is_shared(c);
    if (!is_generator(ix, c, arg[0])) {
        return infer_bad(ix);
    }
    for (int i = first; i < size; ++i) {
        int rank = c->op == OP_RNG_MULTIVARIATE_NORMAL || c->op == OP_NP_MULTIVARIATE_NORMAL
                       ? 1 + i - first
                       : 1;
        bool count = number == DT_I64 && is_count(arg[i]);
        if (!count && (arg[i]->kind != IT_ARRAY || arg[i]->rank != rank)) {
            return lib_refuse(ix, c,
                              "its parameters are vectors, a matrix of covariances, and ints");
        }
    }
    int given = size_rank(ix, c, arg[size]);
    return given == -2 ? infer_bad(ix)
                       : it_array(&ix->types, number, (given < 0 ? 0 : given) + 1, TY_ANY);
}

struct itype *result_drawn_floats(struct infer *ix, const struct con *c, struct itype **arg) {
    return vectors(ix, c, arg, DT_F64);
}

struct itype *result_drawn_counts(struct infer *ix, const struct con *c, struct itype **arg) {
    return vectors(ix, c, arg, DT_I64);
}

/* rand(2, 3) */
struct itype *result_drawn_rand(struct infer *ix, const struct con *c, struct itype **arg) {
    int first = !is_shared(c);
    if (first && !is_generator(ix, c, arg[0])) {
        return infer_bad(ix);
    }
    for (int i = first; i < c->n; ++i) {
        if (!is_count(arg[i])) {
            return lib_refuse(ix, c,
                              "it takes ints; the function that takes a tuple is "
                              "np.random.random(shape)");
        }
    }
    int rank = c->n - first;
    return rank == 0 ? it_scalar(&ix->types, DT_FLOAT) : it_array(&ix->types, DT_F64, rank, TY_C);
}

static struct itype *seeded(struct infer *ix, const struct con *c, const struct itype *seed,
                            struct itype *made) {
    enum dtype_kind kind = seed->kind == IT_ARRAY ? dtype_info[seed->dtype].kind : KIND_BOOL;
    bool several =
        seed->kind == IT_ARRAY && seed->rank == 1 && (kind == KIND_INT || kind == KIND_UINT);
    bool good = seed->kind == IT_NONE || is_count(seed) || several;
    return good ? made : lib_refuse(ix, c, "the seed is an int, or several");
}

struct itype *result_generator(struct infer *ix, const struct con *c, struct itype **arg) {
    return seeded(ix, c, arg[0], it_generator(&ix->types, ix->names));
}

struct itype *result_seeded(struct infer *ix, const struct con *c, struct itype **arg) {
    return seeded(ix, c, arg[0], &ix->types.none);
}

/* Of Python's random, which computes with its arguments: a number of NumPy's would make another
 * one. */
struct itype *result_variate(struct infer *ix, const struct con *c, struct itype **arg) {
    for (int i = 0; i < c->n; ++i) {
        bool plain =
            arg[i]->kind == IT_SCALAR && dtype_weak(arg[i]->dtype) && arg[i]->dtype != DT_COMPLEX;
        if (!plain && arg[i]->kind != IT_NONE) {
            return lib_refuse(ix, c, "it takes Python's numbers; write float(...)");
        }
    }
    return it_scalar(&ix->types, DT_FLOAT);
}

struct itype *result_variate_int(struct infer *ix, const struct con *c, struct itype **arg) {
    for (int i = 0; i < c->n; ++i) {
        if (!is_count(arg[i]) && arg[i]->kind != IT_NONE) {
            return lib_refuse(ix, c, "it takes ints");
        }
    }
    return it_scalar(&ix->types, DT_INT);
}

struct itype *result_choice(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *a = arg[!is_shared(c)];
    if (!is_generator(ix, c, arg[0])) {
        return infer_bad(ix);
    }
    if (!is_count(a) && (a->kind != IT_ARRAY || a->rank < 1 || (is_shared(c) && a->rank > 1))) {
        return lib_refuse(ix, c,
                          is_shared(c) ? "it takes an int or an array of one axis"
                                       : "it takes an int or an array");
    }
    int rank = size_rank(ix, c, arg[2 - is_shared(c)]);
    enum dtype d = is_count(a) ? DT_I64 : a->dtype;
    int rest = is_count(a) ? 0 : a->rank - 1;
    if (rank == -1 && is_count(a)) {
        return it_scalar(&ix->types, DT_INT);
    }
    return rank == -2 ? infer_bad(ix) : lib_array(ix, d, (rank < 0 ? 0 : rank) + rest);
}

struct itype *result_permutation(struct infer *ix, const struct con *c, struct itype **arg) {
    if (!is_generator(ix, c, arg[0])) {
        return infer_bad(ix);
    }
    struct itype *x = arg[!is_shared(c)];
    if (is_count(x)) {
        return lib_array(ix, DT_I64, 1);
    }
    return lib_is_array(ix, c, x, 1) ? lib_array(ix, x->dtype, x->rank) : infer_bad(ix);
}

struct itype *result_shuffle(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *x = arg[!is_shared(c)];
    bool good =
        is_generator(ix, c, arg[0]) && lib_is_array(ix, c, x, 1) && eval_writable(ix, c->span, x);
    return good ? &ix->types.none : infer_bad(ix);
}
