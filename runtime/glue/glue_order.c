/* Sorting by NumPy's C functions: what np.sort and its kin do when they have read their arguments,
 * which for few numbers takes them longer than the sorting. Stable orders of many numbers are ours.
 *
 * Only calls with an array, or an array and an axis; all others are NumPy's to read. */
#include "glue.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static PyObject *sorted_copy(PyArrayObject *a, int axis) {
    PyObject *copy = PyArray_NewCopy(a, NPY_KEEPORDER);
    if (copy && PyArray_Sort((PyArrayObject *)copy, axis, NPY_QUICKSORT) != 0) {
        Py_CLEAR(copy);
    }
    return copy;
}

static PyObject *sort_in_place(PyArrayObject *a, int axis) {
    return PyArray_Sort(a, axis, NPY_QUICKSORT) == 0 ? Py_NewRef(Py_None) : NULL;
}

static PyObject *places(PyArrayObject *a, int axis) {
    return PyArray_ArgSort(a, axis, NPY_QUICKSORT);
}

/* ---- stable orders: counting sorts by digits, the lowest first */

/* Bits of a digit; of fewer numbers NumPy is the faster one, but where they are NARROW bits apart,
 * which is down to LEAST of them. */
enum { DIGIT = 12, FEWEST = 1024, NARROW = 8, LEAST = 64 };

struct ranked {
    uint64_t rank;
    npy_intp place;
};

/* In the order of the reals; both zeros are one, and NaN is behind all. */
static uint64_t real_rank(double x) {
    uint64_t bits, sign = (uint64_t)1 << 63;
    x += 0.0;
    memcpy(&bits, &x, sizeof(bits));
    return x != x ? UINT64_MAX : bits & sign ? ~bits : bits | sign;
}

#define RANKS(kind, type, expression)                                                              \
    case kind:                                                                                     \
        for (npy_intp i = 0; i < n; ++i) {                                                         \
            type x = *(const type *)PyArray_GETPTR1(a, i);                                         \
            to[i] = (struct ranked){(uint64_t)(expression), i};                                    \
        }                                                                                          \
        return true;

/* false: numbers of a type without ranks. */
static bool ranks(PyArrayObject *a, npy_intp n, struct ranked *to) {
    switch (PyArray_TYPE(a)) {
        RANKS(NPY_INT, int, (uint64_t)(int64_t)x ^ (uint64_t)1 << 63)
        RANKS(NPY_LONG, long, (uint64_t)x ^ (uint64_t)1 << 63)
        RANKS(NPY_UINT, unsigned, x)
        RANKS(NPY_ULONG, unsigned long, x)
        RANKS(NPY_FLOAT, float, real_rank(x))
        RANKS(NPY_DOUBLE, double, real_rank(x))
    default:
        return false;
    }
}

/* By `width` bits from `shift` on, of ranks over the least one. */
static void sort_digit(const struct ranked *from, struct ranked *to, npy_intp n, uint64_t least,
                       int shift, int width) {
    npy_intp count[1 << DIGIT], before = 0;
    uint64_t mask = ((uint64_t)1 << width) - 1;
    memset(count, 0, (mask + 1) * sizeof(*count));
    for (npy_intp i = 0; i < n; ++i) {
        ++count[(from[i].rank - least) >> shift & mask];
    }
    for (uint64_t d = 0; d <= mask; ++d) {
        npy_intp here = count[d];
        count[d] = before;
        before += here;
    }
    for (npy_intp i = 0; i < n; ++i) {
        to[count[(from[i].rank - least) >> shift & mask]++] = from[i];
    }
}

/* Where they begin nearly in order or in reverse, NumPy's sort, of runs, is the faster one. */
static bool in_runs(const struct ranked *from, npy_intp n) {
    npy_intp falls = 0;
    for (npy_intp i = 1; i < n; ++i) {
        falls += from[i].rank < from[i - 1].rank;
    }
    return falls < n / 8 || falls > n - n / 8;
}

/* How many bits of ranks differ at most, over the least one. */
static int bits_of(const struct ranked *from, npy_intp n, uint64_t *least) {
    uint64_t most = *least = from[0].rank;
    for (npy_intp i = 1; i < n; ++i) {
        *least = from[i].rank < *least ? from[i].rank : *least;
        most = from[i].rank > most ? from[i].rank : most;
    }
    return most > *least ? 64 - __builtin_clzll(most - *least) : 0;
}

/* The places in order, in one of the two; NULL: NumPy is the faster one. */
static struct ranked *stable_order(struct ranked *from, struct ranked *to, npy_intp n) {
    uint64_t least;
    int bits = bits_of(from, n, &least), digits = (bits + DIGIT - 1) / DIGIT;
    if (bits == 0 || (n < FEWEST && bits > NARROW)) {
        return NULL;
    }
    int width = (bits + digits - 1) / digits;
    for (int shift = 0; shift < bits; shift += width) {
        sort_digit(from, to, n, least, shift, width);
        struct ranked *sorted = to;
        to = from;
        from = sorted;
    }
    return from;
}

/* NULL without an exception: NumPy does it. */
static PyObject *stable_places(PyArrayObject *a) {
    npy_intp n = PyArray_SIZE(a), some = n < FEWEST ? n : FEWEST;
    PyObject *result = NULL;
    uint64_t least;
    struct ranked few[2 * FEWEST], *both = few;
    if (PyArray_NDIM(a) != 1 || n < LEAST || !PyArray_ISBEHAVED_RO(a) || !ranks(a, LEAST, few) ||
        (n < FEWEST && bits_of(few, LEAST, &least) > NARROW) || !ranks(a, some, few) ||
        in_runs(few, some)) {
        return NULL;
    }
    if (n > some && (both = malloc(2 * (size_t)n * sizeof(*both)))) {
        ranks(a, n, both);
    }
    const struct ranked *order = both ? stable_order(both, both + n, n) : NULL;
    if (order && (result = PyArray_SimpleNew(1, &n, NPY_INTP))) {
        npy_intp *place = PyArray_DATA((PyArrayObject *)result);
        for (npy_intp i = 0; i < n; ++i) {
            place[i] = order[i].place;
        }
    }
    if (both != few) {
        free(both);
    }
    return result;
}

/* ---- calls */

enum { FEW = 64 }; /* numbers; of 25 the median takes 0.1 of the time that NumPy's functions take */

/* Of many numbers or few, whose median is finite; NULL without an exception: NumPy does it. */
static PyObject *median(PyArrayObject *a) {
    npy_intp n = PyArray_SIZE(a), k[3] = {(n - 1) / 2, n / 2, n - 1}, few = 3;
    if (PyArray_NDIM(a) != 1 || n == 0 ||
        !(PyArray_ISINTEGER(a) || PyArray_TYPE(a) == NPY_DOUBLE)) {
        return NULL;
    }
    PyObject *copy = PyArray_FROMANY((PyObject *)a, NPY_DOUBLE, 1, 1,
                                     NPY_ARRAY_CARRAY | NPY_ARRAY_ENSURECOPY | NPY_ARRAY_FORCECAST);
    PyObject *kth = copy ? PyArray_SimpleNewFromData(1, &few, NPY_INTP, k) : NULL;
    PyObject *result = NULL;
    if (kth &&
        PyArray_Partition((PyArrayObject *)copy, (PyArrayObject *)kth, 0, NPY_INTROSELECT) == 0) {
        const double *x = PyArray_DATA((PyArrayObject *)copy);
        double middle = k[0] == k[1] ? x[k[0]] : (x[k[0]] + x[k[1]]) / 2;
        result = isfinite(middle) && isfinite(x[n - 1])
                     ? PyArray_Scalar(&middle, PyArray_DESCR((PyArrayObject *)copy), NULL)
                     : NULL;
    }
    Py_XDECREF(kth);
    Py_XDECREF(copy);
    return result;
}

bool glue_few(const struct pycc_lib *lib, const union pycc_value *arg, union pycc_value *ret) {
    const struct pycc_type *type = lib->n == 1 ? lib->arg[0].type : NULL;
    double x[FEW];
    if (!type || type->kind != PYCC_ARRAY || type->dtype != PYCC_F64 || type->rank != 1 ||
        strcmp(lib->path, "median") != 0 || arg->a1.shape[0] < 1 || arg->a1.shape[0] > FEW) {
        return false;
    }
    const int64_t n = arg->a1.shape[0];
    for (int64_t i = 0; i < n; ++i) {
        double one;
        int64_t at = i;
        memcpy(&one, (const char *)arg->a1.data + i * arg->a1.stride[0], sizeof(one));
        for (; at > 0 && x[at - 1] > one; --at) {
            x[at] = x[at - 1];
        }
        x[at] = one;
        if (!isfinite(one)) {
            return false;
        }
    }
    ret->f64 = n % 2 ? x[n / 2] : (x[n / 2 - 1] + x[n / 2]) / 2;
    return isfinite(ret->f64);
}

/* The axis that the second argument of a call of so many is; false: it is none. */
static bool axis_of(PyObject *const *arg, Py_ssize_t n, int *axis) {
    *axis = -1;
    if (n == 2 && PyLong_CheckExact(arg[1])) {
        *axis = (int)PyLong_AsLong(arg[1]); /* a constant of the source, in range */
        return true;
    }
    return n == 1;
}

bool glue_order(const struct pycc_lib *lib, PyObject *const *arg, PyObject **result) {
    static const struct {
        const char *path;
        PyObject *(*sort)(PyArrayObject *a, int axis);
    } ways[] = {{"sort", sorted_copy}, {"ndarray.sort", sort_in_place}, {"argsort", places}};
    int axis;
    if (strcmp(lib->path, "argsort") == 0 && lib->n == 2 && lib->arg[1].text &&
        strcmp(lib->arg[1].text, "'stable'") == 0 && PyArray_CheckExact(arg[0])) {
        *result = stable_places((PyArrayObject *)arg[0]);
        return *result || PyErr_Occurred();
    }
    if (strcmp(lib->path, "median") == 0 && lib->n == 1 && PyArray_CheckExact(arg[0])) {
        *result = median((PyArrayObject *)arg[0]);
        return *result || PyErr_Occurred();
    }
    for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); ++i) {
        if (strcmp(ways[i].path, lib->path) == 0) {
            bool plain = lib->n == 1 ||
                         (lib->n == 2 && lib->arg[1].name && strcmp(lib->arg[1].name, "axis") == 0);
            if (!plain || !PyArray_CheckExact(arg[0]) || !axis_of(arg, lib->n, &axis)) {
                return false;
            }
            *result = ways[i].sort((PyArrayObject *)arg[0], axis);
            return true;
        }
    }
    return false;
}
