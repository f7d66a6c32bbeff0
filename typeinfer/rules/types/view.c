/* Axes that functions such as np.transpose and np.moveaxis name: constants, since they decide where
 * each axis goes. */
#include "view.h"

#include <string.h>

enum op view_method(const char *name) {
    static const char *const method[] = {"reshape", "ravel",    "transpose", "swapaxes",
                                         "squeeze", "diagonal", "copy",      "view"};
    for (size_t i = 0; i < sizeof(method) / sizeof(*method); ++i) {
        if (strcmp(method[i], name) == 0) {
            return op_lookup(IN_NP | IN_METHOD, name);
        }
    }
    return OP_COUNT;
}

/* ---- constants */

int view_integers(const struct expr *e, int64_t *value, int room) {
    if (e->kind != EXPR_TUPLE && e->kind != EXPR_LIST) {
        return infer_const_int(e, &value[0]) ? 1 : -1;
    }
    for (int i = 0; i < e->list.n; ++i) {
        if (i == room || !infer_const_int(e->list.item[i], &value[i])) {
            return -1;
        }
    }
    return e->list.n;
}

static const char *out_of_bounds(struct arena *a, int64_t axis, int rank) {
    return arena_printf(a, "axis %lld is out of bounds for array of dimension %d", (long long)axis,
                        rank);
}

/* The axes that e names, each once. */
static const char *named_axes(struct arena *a, const struct expr *e, int rank, int *n, int *axis) {
    int64_t value[TIR_MAX_RANK];
    bool seen[TIR_MAX_RANK] = {false};
    *n = view_integers(e, value, TIR_MAX_RANK);
    if (*n < 0) {
        return "axes must be integer constants: the result's axes depend on them";
    }
    for (int i = 0; i < *n; ++i) {
        if (value[i] < -rank || value[i] >= rank) {
            return out_of_bounds(a, value[i], rank);
        }
        axis[i] = (int)(value[i] < 0 ? value[i] + rank : value[i]);
        if (seen[axis[i]]) {
            return "repeated axis";
        }
        seen[axis[i]] = true;
    }
    return NULL;
}

const char *view_axes(struct arena *a, const struct expr *e, int rank, bool *axis) {
    int n, named[TIR_MAX_RANK];
    const char *why = named_axes(a, e, rank, &n, named);
    for (int i = 0; i < n && !why; ++i) {
        axis[named[i]] = true;
    }
    return why;
}

/* ---- the functions */

struct mover {
    struct arena *a;
    int rank, n;
    const struct expr *const *at;
    struct view_moves *to;
    const struct expr **bad;
};

static const struct expr *argument(const struct mover *m, int i) {
    *m->bad = i < m->n && m->at[i] ? m->at[i] : *m->bad;
    return i < m->n && m->at[i] && m->at[i]->kind != EXPR_NONE ? m->at[i] : NULL;
}

static const char *one_axis(const struct mover *m, int i, int *axis) {
    int n = 0, named[TIR_MAX_RANK];
    const struct expr *e = argument(m, i);
    const char *why = e ? named_axes(m->a, e, m->rank, &n, named) : NULL;
    *axis = why || n != 1 ? 0 : named[0];
    return why ? why : n != 1 ? "one axis is needed here" : NULL;
}

/* a.transpose(), (axes), (0, 2, 1): further axes follow the parameters. */
static const char *transpose(const struct mover *m) {
    int n = 0, axis[TIR_MAX_RANK];
    const struct expr *e = argument(m, 1);
    if (!e) {
        for (int k = 0; k < m->rank; ++k) {
            m->to->from[k] = m->rank - 1 - k;
        }
        return NULL;
    }
    const char *why = named_axes(m->a, e, m->rank, &n, axis);
    bool seen[TIR_MAX_RANK] = {false};
    for (int i = 2; !why && i < m->n && n < TIR_MAX_RANK; ++i) {
        why = one_axis(m, i, &axis[n++]);
    }
    if (!why && (n != m->rank || m->n - 1 > TIR_MAX_RANK)) {
        return "axes don't match array";
    }
    for (int k = 0; !why && k < n; ++k) {
        why = seen[axis[k]] ? "repeated axis in transpose" : NULL;
        seen[axis[k]] = true;
        m->to->from[k] = axis[k];
    }
    return why;
}

static const char *swap(const struct mover *m, int first, int second) {
    int a, b;
    const char *why = one_axis(m, first, &a);
    why = why ? why : one_axis(m, second, &b);
    if (!why) {
        m->to->from[a] = b;
        m->to->from[b] = a;
    }
    return why;
}

/* Axes not named fill the places that are left, in order. */
static const char *move_axes(const struct mover *m) {
    int n, k, source[TIR_MAX_RANK], destination[TIR_MAX_RANK], rest = 0;
    bool taken[TIR_MAX_RANK] = {false};
    const struct expr *to = argument(m, 2), *e = argument(m, 1);
    const char *why = to && e ? named_axes(m->a, e, m->rank, &n, source) : "axes are needed here";
    why = why ? why : named_axes(m->a, to, m->rank, &k, destination);
    if (why || n != k) {
        return why ? why
                   : "`source` and `destination` arguments must have the same number of elements";
    }
    for (int i = 0; i < m->rank; ++i) {
        m->to->from[i] = -1;
    }
    for (int i = 0; i < n; ++i) {
        m->to->from[destination[i]] = source[i];
        taken[source[i]] = true;
    }
    for (int i = 0; i < m->rank; ++i) {
        while (taken[rest]) {
            ++rest;
        }
        if (m->to->from[i] < 0) {
            taken[rest] = true;
            m->to->from[i] = rest;
        }
    }
    return NULL;
}

/* The axis goes before where `start` is now. */
static const char *roll_axis(const struct mover *m) {
    int axis, place = 0;
    int64_t start = 0;
    const char *why = one_axis(m, 1, &axis);
    const struct expr *e = argument(m, 2);
    if (!why && e && !infer_const_int(e, &start)) {
        return "start must be an integer constant";
    }
    if (why || start < -m->rank || start > m->rank) {
        return why ? why
                   : arena_printf(m->a,
                                  "'start' arg requires %d <= start < %d, but %lld was passed in",
                                  -m->rank, m->rank + 1, (long long)start);
    }
    start += start < 0 ? m->rank : 0;
    start -= start > axis;
    for (int k = 0; k < m->rank; ++k) {
        place += place == axis;
        m->to->from[k] = k == start ? axis : place++;
    }
    return NULL;
}

static const char *flip(const struct mover *m, int only) {
    const struct expr *e = only < 0 ? argument(m, 1) : NULL;
    if (only >= m->rank) {
        return only ? "Input must be >= 2-d." : "Input must be >= 1-d.";
    }
    for (int k = 0; k < m->rank && !e; ++k) {
        m->to->flip[k] = only < 0 || k == only;
    }
    return e ? view_axes(m->a, e, m->rank, m->to->flip) : NULL;
}

/* The two axes go last. */
static const char *diagonal(const struct mover *m) {
    int a = 0, b = 1, place = 0;
    const char *why = argument(m, 2) ? one_axis(m, 2, &a) : NULL;
    why = !why && argument(m, 3) ? one_axis(m, 3, &b) : why;
    if (why || m->rank < 2 || a == b) {
        return why           ? why
               : m->rank < 2 ? "diag requires an array of at least two dimensions"
                             : "axis1 and axis2 cannot be the same";
    }
    for (int k = 0; k < m->rank; ++k) {
        if (k != a && k != b) {
            m->to->from[place++] = k;
        }
    }
    m->to->from[place++] = a;
    m->to->from[place] = b;
    return NULL;
}

static const char *rotate(const struct mover *m) {
    int n = 2, axis[TIR_MAX_RANK] = {0, 1};
    int64_t turns = 1;
    const struct expr *k = argument(m, 1);
    if (k && !infer_const_int(k, &turns)) {
        return "k must be an integer constant";
    }
    const struct expr *e = argument(m, 2);
    const char *why = e ? named_axes(m->a, e, m->rank, &n, axis) : NULL;
    if (why || n != 2 || m->rank < 2) {
        return why      ? why
               : n != 2 ? "len(axes) must be 2."
                        : "rot90 needs an array of two axes or more";
    }
    turns &= 3;
    m->to->flip[axis[0]] = turns >= 2;
    m->to->flip[axis[1]] = turns == 1 || turns == 2;
    if (turns & 1) {
        m->to->from[axis[0]] = axis[1];
        m->to->from[axis[1]] = axis[0];
    }
    return NULL;
}

const char *view_moves(struct arena *a, enum op op, int rank, int n, const struct expr *const *at,
                       struct view_moves *moves, const struct expr **bad) {
    struct mover m = {a, rank, n, at, moves, bad};
    *moves = (struct view_moves){0};
    for (int k = 0; k < rank; ++k) {
        moves->from[k] = k;
    }
    switch (op) {
    case OP_TRANSPOSE:
        return transpose(&m);
    case OP_MATRIX_TRANSPOSE:
        if (rank >= 2) {
            moves->from[rank - 1] = rank - 2;
            moves->from[rank - 2] = rank - 1;
        }
        return rank < 2 ? "matrix transpose needs an array of two axes or more" : NULL;
    case OP_SWAPAXES:
        return swap(&m, 1, 2);
    case OP_MOVEAXIS:
        return move_axes(&m);
    case OP_ROLLAXIS:
        return roll_axis(&m);
    case OP_ROT90:
        return rotate(&m);
    case OP_DIAGONAL:
        return diagonal(&m);
    default:
        return flip(&m, op == OP_FLIPUD ? 0 : op == OP_FLIPLR ? 1 : -1);
    }
}
