/* What the rules of lib.def share: messages, operands, arguments as written. */
#include "lib_rules.h"

#include <string.h>

struct itype *lib_refuse(struct infer *ix, const struct con *c, const char *text) {
    infer_error(ix, DIAG_PY303, c->span, "%s: %s", infer_called(ix, c), text);
    return infer_bad(ix);
}

struct itype *lib_array(struct infer *ix, enum dtype d, int rank) {
    return rank > 0 ? it_array(&ix->types, d, rank, TY_ANY) : it_scalar(&ix->types, d);
}

bool lib_is_array(struct infer *ix, const struct con *c, struct itype *t, int rank) {
    if (t->kind != IT_ARRAY || t->rank < rank) {
        lib_refuse(ix, c,
                   arena_printf(ix->arena, "it needs an array of at least %d ax%s here, not %s",
                                rank, rank == 1 ? "is" : "es", it_name(ix->arena, t)));
        return false;
    }
    return true;
}

bool lib_is_value(struct infer *ix, const struct con *c, struct itype **arg) {
    if ((*arg)->kind == IT_SCALAR) {
        *arg = it_array(&ix->types, dtype_strong((*arg)->dtype), 0, TY_C);
    }
    return lib_is_array(ix, c, *arg, 0);
}

const struct expr *lib_written(struct infer *ix, const struct con *c, const char *param) {
    struct lib_params p = lib_params(ix->arena, c->op);
    for (int i = 0; i < p.n; ++i) {
        if (strcmp(p.param[i].name, param) == 0) {
            return c->at[i] && c->at[i]->kind != EXPR_NONE ? c->at[i] : NULL;
        }
    }
    return NULL;
}

bool lib_flag(struct infer *ix, const struct con *c, const char *param, bool otherwise) {
    const struct expr *e = lib_written(ix, c, param);
    return e && e->kind == EXPR_BOOL ? e->boolean : otherwise;
}

enum dtype lib_dtype(struct infer *ix, const struct con *c, enum dtype otherwise) {
    const struct expr *e = lib_written(ix, c, "dtype");
    const struct symbol *sym = !e                     ? NULL
                               : e->kind == EXPR_NAME ? e->name.sym
                               : e->kind == EXPR_ATTR ? e->attr.sym
                                                      : NULL;
    return sym && sym->kind == SYM_DTYPE ? sym->dtype : otherwise;
}

static bool is_none(struct infer *ix, const struct con *c, const char *param) {
    struct lib_params p = lib_params(ix->arena, c->op);
    for (int i = 0; i < p.n; ++i) {
        if (strcmp(p.param[i].name, param) == 0) {
            return c->at[i] && c->at[i]->kind == EXPR_NONE;
        }
    }
    return false;
}

bool lib_axes(struct infer *ix, const struct con *c, int rank, bool last, int *n) {
    const struct expr *e = lib_written(ix, c, "axis");
    int64_t axis;
    *n = 0;
    if (!e) {
        *n = last && !is_none(ix, c, "axis");
        return true;
    }
    if (e->kind == EXPR_TUPLE) {
        *n = e->list.n;
        return true;
    }
    *n = 1;
    if (!infer_const_int(e, &axis) || axis < -rank || axis >= rank) {
        lib_refuse(ix, c,
                   arena_printf(ix->arena, "this is no axis of an array of %d ax%s", rank,
                                rank == 1 ? "is" : "es"));
        return false;
    }
    return true;
}

/* ---- results of linear algebra */

enum dtype lib_lapack_dtype(enum dtype d) {
    return dtype_info[d].kind < KIND_FLOAT ? DT_F64 : d;
}

enum dtype lib_real_dtype(enum dtype d) {
    return d == DT_C64 ? DT_F32 : d == DT_C128 ? DT_F64 : d;
}

enum dtype lib_complex_dtype(enum dtype d) {
    return d == DT_F16 || d == DT_F32 || d == DT_C64 ? DT_C64 : DT_C128;
}

struct itype *lib_pair(struct infer *ix, struct itype *a, struct itype *b) {
    struct itype *item[] = {a, b};
    return it_tuple(&ix->types, 2, item);
}
