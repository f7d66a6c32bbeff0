/* Result types of the functions of lib.def, one function per rule. */
#include "infer.h"
#include "lib.h"

static struct itype *refuse(struct infer *ix, const struct con *c, const char *text) {
    infer_error(ix, DIAG_PY303, c->span, "%s: %s", op_info[c->op].name, text);
    return infer_bad(ix);
}

static struct itype *array(struct infer *ix, enum dtype d, int rank) {
    return rank > 0 ? it_array(&ix->types, d, rank, TY_ANY) : it_scalar(&ix->types, d);
}

/* Is the operand an array of at least so many axes? */
static bool is_array(struct infer *ix, const struct con *c, struct itype *t, int rank) {
    if (t->kind != IT_ARRAY || t->rank < rank) {
        refuse(ix, c,
               arena_printf(ix->arena, "it needs an array of at least %d ax%s here, not %s", rank,
                            rank == 1 ? "is" : "es", it_name(ix->arena, t)));
        return false;
    }
    return true;
}

/* ---- products */

static struct itype *result_matmul(struct infer *ix, const struct con *c, struct itype **arg) {
    if (!is_array(ix, c, arg[0], 1) || !is_array(ix, c, arg[1], 1)) {
        return infer_bad(ix);
    }
    int n = arg[0]->rank, m = arg[1]->rank;
    int rank = n == 1 || m == 1 ? n + m - 2 : n > m ? n : m;
    enum dtype d = dtype_promote(arg[0]->dtype, arg[1]->dtype);
    return rank > 0 ? it_array(&ix->types, d, rank, TY_C) : it_scalar(&ix->types, d);
}

/* ---- numpy.linalg */

/* What NumPy's LAPACK functions compute in: f32 and c64 stay, integers become f64. */
static enum dtype lapack_dtype(enum dtype d) {
    return dtype_info[d].kind < KIND_FLOAT ? DT_F64 : d;
}

static struct itype *result_solve(struct infer *ix, const struct con *c, struct itype **arg) {
    if (!is_array(ix, c, arg[0], 2) || !is_array(ix, c, arg[1], 1)) {
        return infer_bad(ix);
    }
    enum dtype d = dtype_promote(lapack_dtype(arg[0]->dtype), lapack_dtype(arg[1]->dtype));
    bool vector = arg[1]->rank == 1;
    int rank = vector                        ? arg[0]->rank - 1
               : arg[0]->rank > arg[1]->rank ? arg[0]->rank
                                             : arg[1]->rank;
    return array(ix, d, rank);
}

typedef struct itype *rule(struct infer *ix, const struct con *c, struct itype **arg);

static rule *rule_of(enum op op) {
    switch (op) {
#define LIB(id, name, modules, path, required, params, rule)                                       \
    case OP_##id:                                                                                  \
        return result_##rule;
#include "lib.def"
#undef LIB
    default:
        return NULL;
    }
}

/* a @= b: the product has a's type. */
static struct itype *in_place(struct infer *ix, const struct con *c, struct itype *a,
                              struct itype *t) {
    if (t->kind == IT_ERROR || a->kind != IT_ARRAY) {
        return t;
    }
    if (t->kind != IT_ARRAY || t->dtype != a->dtype || t->rank != a->rank) {
        return refuse(ix, c,
                      arena_printf(ix->arena, "the product is %s, which does not fit %s in place",
                                   it_name(ix->arena, t), it_name(ix->arena, a)));
    }
    return a;
}

struct itype *eval_lib(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *t = rule_of(c->op)(ix, c, arg);
    return c->in_place ? in_place(ix, c, arg[0], t) : t;
}
