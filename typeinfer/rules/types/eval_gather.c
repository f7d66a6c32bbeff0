/* The types of a[...] with arrays among its indices: masks and arrays of integers.
 *
 * NumPy's rule: the arrays, and the integers beside them, broadcast together, a mask standing for
 * the arrays of np.nonzero(mask). The axes of the broadcast shape take the place of the first of
 * them, when nothing else stands between them, and come first otherwise. */
#include "eval.h"

static bool has_array(const struct itype *t) {
    if (t->kind == IT_TUPLE) {
        for (int i = 0; i < t->n; ++i) {
            if (t->item[i]->kind == IT_ARRAY) {
                return true;
            }
        }
    }
    return t->kind == IT_ARRAY;
}

bool eval_is_gather(const struct con *c, struct itype **arg) {
    for (int i = 0; i < c->expr->index.n; ++i) {
        if (has_array(arg[i + 1])) {
            return true;
        }
    }
    return false;
}

struct picks {
    int taken;  /* axes of the base consumed */
    int kept;   /* axes of the result beside those broadcast; without those of `...` */
    int rank;   /* of the broadcast shape */
    int arrays; /* indices that are arrays or tuples */
    bool ellipsis;
};

static bool pick_integer(struct infer *ix, struct span span, const struct itype *t,
                         struct picks *p) {
    enum dtype_kind kind = dtype_info[t->dtype].kind;
    bool array = t->kind == IT_ARRAY;
    if (array && kind == KIND_BOOL && t->rank > 0) {
        p->taken += t->rank;
        p->rank = p->rank > 1 ? p->rank : 1;
        return true;
    }
    if (kind == KIND_BOOL || kind >= KIND_FLOAT) {
        infer_refuse(ix, DIAG_PY305, span,
                     arena_printf(ix->arena,
                                  "arrays used as indices are of integers or bools, not %s",
                                  dtype_info[t->dtype].name),
                     kind >= KIND_FLOAT ? "convert it: .astype(np.int64)" : "write int(...)");
        return false;
    }
    p->taken++;
    p->rank = array && t->rank > p->rank ? t->rank : p->rank;
    return true;
}

static bool pick_axis(struct infer *ix, const struct expr *at, struct itype *t, struct picks *p) {
    if (at->kind == EXPR_SLICE) {
        p->taken++;
        p->kept++;
    } else if (at->kind == EXPR_ELLIPSIS) {
        if (p->ellipsis) {
            infer_refuse(ix, DIAG_PY305, at->span, "an index has at most one '...'", NULL);
            return false;
        }
        p->ellipsis = true;
    } else if (infer_is_newaxis(at)) {
        p->kept++;
    } else if (t->kind == IT_TUPLE) {
        for (int i = 0; i < t->n; ++i) {
            if ((t->item[i]->kind != IT_ARRAY && t->item[i]->kind != IT_SCALAR) ||
                !pick_integer(ix, at->span, t->item[i], p)) {
                return t->item[i]->kind == IT_ERROR;
            }
        }
        if (p->arrays++ || t->n == 0) {
            infer_refuse(ix, DIAG_PY305, at->span, "a tuple of arrays must be the only index",
                         "write its items as indices: a[p[0], p[1]]");
            return false;
        }
    } else if (t->kind == IT_ARRAY || t->kind == IT_SCALAR) {
        p->arrays += t->kind == IT_ARRAY;
        return pick_integer(ix, at->span, t, p);
    } else {
        infer_refuse(ix, DIAG_PY305, at->span,
                     arena_printf(ix->arena, "an index must be an integer, not %s",
                                  at->kind == EXPR_STR ? "str" : it_name(ix->arena, t)),
                     NULL);
        return false;
    }
    return true;
}

struct itype *eval_gather(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *a = arg[0];
    const struct expr *e = c->expr;
    struct picks p = {0};
    for (int i = 0; i < e->index.n; ++i) {
        bool slice = it_is_slice(arg[i + 1]);
        for (int k = 0; arg[i + 1]->kind == IT_TUPLE && k < arg[i + 1]->n; ++k) {
            slice = slice || it_is_slice(arg[i + 1]->item[k]);
        }
        if (slice) {
            return infer_refuse(ix, DIAG_PY305, e->index.index[i]->span,
                                "beside arrays a slice is written out",
                                "write a[p, s.start:s.stop]");
        }
        if (arg[i + 1]->kind == IT_TUPLE && e->index.n > 1) {
            return infer_refuse(ix, DIAG_PY305, e->index.index[i]->span,
                                "a tuple of arrays must be the only index",
                                "write its items as indices: a[p[0], p[1]]");
        }
        if (!pick_axis(ix, e->index.index[i], arg[i + 1], &p)) {
            return infer_bad(ix);
        }
    }
    if (p.taken > a->rank) {
        return infer_refuse(ix, DIAG_PY305, e->span,
                            arena_printf(ix->arena, "%d indices for an array of %d %s", p.taken,
                                         a->rank, a->rank == 1 ? "axis" : "axes"),
                            NULL);
    }
    int rank = a->rank - p.taken + p.kept + p.rank;
    if (rank > TIR_MAX_RANK) {
        return infer_refuse(ix, DIAG_PY305, e->span, "arrays have at most 8 axes", NULL);
    }
    return rank == 0 ? it_scalar(&ix->types, a->dtype) : it_array(&ix->types, a->dtype, rank, TY_C);
}
