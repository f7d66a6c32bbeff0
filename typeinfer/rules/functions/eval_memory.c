/* Types of what tells how arrays lie in memory, and of what reads and writes files. All of it is
 * NumPy's to do; files are named by texts. */
#include "lib_rules.h"

/* a.strides */
struct itype *result_strides(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *item[TIR_MAX_RANK];
    if (!lib_is_array(ix, c, arg[0], 0)) {
        return infer_bad(ix);
    }
    for (int i = 0; i < arg[0]->rank; ++i) {
        item[i] = it_scalar(&ix->types, DT_INT);
    }
    return it_tuple(&ix->types, arg[0]->rank, item);
}

struct itype *result_shares(struct infer *ix, const struct con *c, struct itype **arg) {
    bool arrays = lib_is_array(ix, c, arg[0], 0) && lib_is_array(ix, c, arg[1], 0);
    return arrays ? it_scalar(&ix->types, DT_PYBOOL) : infer_bad(ix);
}

/* A new array like it. */
struct itype *result_same_elements(struct infer *ix, const struct con *c, struct itype **arg) {
    return lib_is_array(ix, c, arg[0], 0)
               ? it_array(&ix->types, arg[0]->dtype, arg[0]->rank, TY_ANY)
               : infer_bad(ix);
}

/* In an order that is known when running only. */
struct itype *result_flattened(struct infer *ix, const struct con *c, struct itype **arg) {
    return lib_is_array(ix, c, arg[0], 0) ? it_array(&ix->types, arg[0]->dtype, 1, TY_C)
                                          : infer_bad(ix);
}

/* ---- files */

/* Is argument i a text? Else a message. */
static bool is_text(struct infer *ix, const struct con *c, int i, struct itype **arg,
                    const char *text) {
    bool known = (arg[i]->kind == IT_STATIC && arg[i]->text) ||
                 (c->at[i] && c->at[i]->kind == EXPR_STR) || it_is_text(arg[i]);
    if (!known) {
        lib_refuse(ix, c, text);
    }
    return known;
}

/* A file of Python's, which an array of one item holds. */
struct itype *result_file(struct infer *ix, const struct con *c, struct itype **arg) {
    (void)c, (void)arg;
    return lib_array(ix, DT_I64, 1);
}

struct itype *result_written(struct infer *ix, const struct con *c, struct itype **arg) {
    int file = c->op == OP_TOFILE;
    if (!is_text(ix, c, file, arg, "the file is named by a text")) {
        return infer_bad(ix);
    }
    if (it_is_text(arg[1 - file])) {
        return lib_refuse(ix, c, "it writes arrays of numbers");
    }
    return lib_is_array(ix, c, arg[1 - file], 0) ? &ix->types.none : infer_bad(ix);
}

struct itype *result_read(struct infer *ix, const struct con *c, struct itype **arg) {
    return is_text(ix, c, 0, arg, "it reads a text, or a file that is named by one")
               ? it_array(&ix->types, dtype_strong(lib_dtype(ix, c, DT_F64)), 1, TY_C)
               : infer_bad(ix);
}

/* Of what a file decides the axes, ndmin=2 leaves no choice. */
struct itype *result_table(struct infer *ix, const struct con *c, struct itype **arg) {
    int64_t least;
    const struct expr *e = lib_written(ix, c, "ndmin");
    if (!is_text(ix, c, 0, arg, "the file is named by a text")) {
        return infer_bad(ix);
    }
    if (!e || !infer_const_int(e, &least) || least != 2) {
        return lib_refuse(ix, c,
                          "the file decides how many axes there are; write ndmin=2, which "
                          "gives two");
    }
    return it_array(&ix->types, dtype_strong(lib_dtype(ix, c, DT_F64)), 2, TY_ANY);
}
