/* Parameters of NumPy's reductions and scans, as functions and as methods of the first. */
#include "rules.h"

#include <stddef.h>
#include <string.h>

#define MOST 8

struct row {
    enum op op;
    const char *param[MOST]; /* NULL behind the last */
};

static const struct row rows[] = {
    {OP_SUM, {"a", "axis", "dtype", "out", "keepdims", "initial", "where"}},
    {OP_PROD, {"a", "axis", "dtype", "out", "keepdims", "initial", "where"}},
    {OP_MEAN, {"a", "axis", "dtype", "out", "keepdims", "where"}},
    {OP_MIN, {"a", "axis", "out", "keepdims", "initial", "where"}},
    {OP_MAX, {"a", "axis", "out", "keepdims", "initial", "where"}},
    {OP_ANY, {"a", "axis", "out", "keepdims", "where"}},
    {OP_ALL, {"a", "axis", "out", "keepdims", "where"}},
    {OP_ARGMIN, {"a", "axis", "out", "keepdims"}},
    {OP_ARGMAX, {"a", "axis", "out", "keepdims"}},
    {OP_CUMSUM, {"a", "axis", "dtype", "out"}},
    {OP_CUMPROD, {"a", "axis", "dtype", "out"}},
    {OP_CUMMIN, {"a", "axis", "dtype", "out"}},
    {OP_CUMMAX, {"a", "axis", "dtype", "out"}},
};

const char *const *reduction_params(enum op op) {
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); ++i) {
        if (rows[i].op == op) {
            return rows[i].param;
        }
    }
    return NULL;
}

int reduction_place(enum op op, const char *name) {
    const char *const *param = reduction_params(op);
    for (int i = 0; param && param[i]; ++i) {
        if (strcmp(param[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

bool rule_is_reduction(enum op op) {
    return reduction_params(op) != NULL;
}

bool rule_is_scan(enum op op) {
    return op == OP_CUMSUM || op == OP_CUMPROD || op == OP_CUMMIN || op == OP_CUMMAX;
}
