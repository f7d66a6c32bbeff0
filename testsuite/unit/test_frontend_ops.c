/* Element types and the operator table: promotion against NumPy's own answers, names against the
 * rows of ops.def. */
#include <criterion/criterion.h>
#include <string.h>

#include "ops.h"

/* np.result_type(row, column) of NumPy 2.4; the last four columns are Python's True, 1, 1.0, 1j.
 * Characters and times are no numbers: they have neither row nor column. */
static const enum dtype numpy_says[DT_CHAR][DT_CHAR + 4] = {
    {DT_BOOL, DT_I8, DT_I16, DT_I32, DT_I64, DT_U8, DT_U16, DT_U32, DT_U64, DT_F16, DT_F32, DT_F64,
     DT_C64, DT_C128, DT_BOOL, DT_I64, DT_F64, DT_C128}, /* BOOL */
    {DT_I8, DT_I8, DT_I16, DT_I32, DT_I64, DT_I16, DT_I32, DT_I64, DT_F64, DT_F16, DT_F32, DT_F64,
     DT_C64, DT_C128, DT_I8, DT_I8, DT_F64, DT_C128}, /* I8 */
    {DT_I16, DT_I16, DT_I16, DT_I32, DT_I64, DT_I16, DT_I32, DT_I64, DT_F64, DT_F32, DT_F32, DT_F64,
     DT_C64, DT_C128, DT_I16, DT_I16, DT_F64, DT_C128}, /* I16 */
    {DT_I32, DT_I32, DT_I32, DT_I32, DT_I64, DT_I32, DT_I32, DT_I64, DT_F64, DT_F64, DT_F64, DT_F64,
     DT_C128, DT_C128, DT_I32, DT_I32, DT_F64, DT_C128}, /* I32 */
    {DT_I64, DT_I64, DT_I64, DT_I64, DT_I64, DT_I64, DT_I64, DT_I64, DT_F64, DT_F64, DT_F64, DT_F64,
     DT_C128, DT_C128, DT_I64, DT_I64, DT_F64, DT_C128}, /* I64 */
    {DT_U8, DT_I16, DT_I16, DT_I32, DT_I64, DT_U8, DT_U16, DT_U32, DT_U64, DT_F16, DT_F32, DT_F64,
     DT_C64, DT_C128, DT_U8, DT_U8, DT_F64, DT_C128}, /* U8 */
    {DT_U16, DT_I32, DT_I32, DT_I32, DT_I64, DT_U16, DT_U16, DT_U32, DT_U64, DT_F32, DT_F32, DT_F64,
     DT_C64, DT_C128, DT_U16, DT_U16, DT_F64, DT_C128}, /* U16 */
    {DT_U32, DT_I64, DT_I64, DT_I64, DT_I64, DT_U32, DT_U32, DT_U32, DT_U64, DT_F64, DT_F64, DT_F64,
     DT_C128, DT_C128, DT_U32, DT_U32, DT_F64, DT_C128}, /* U32 */
    {DT_U64, DT_F64, DT_F64, DT_F64, DT_F64, DT_U64, DT_U64, DT_U64, DT_U64, DT_F64, DT_F64, DT_F64,
     DT_C128, DT_C128, DT_U64, DT_U64, DT_F64, DT_C128}, /* U64 */
    {DT_F16, DT_F16, DT_F32, DT_F64, DT_F64, DT_F16, DT_F32, DT_F64, DT_F64, DT_F16, DT_F32, DT_F64,
     DT_C64, DT_C128, DT_F16, DT_F16, DT_F16, DT_C64}, /* F16 */
    {DT_F32, DT_F32, DT_F32, DT_F64, DT_F64, DT_F32, DT_F32, DT_F64, DT_F64, DT_F32, DT_F32, DT_F64,
     DT_C64, DT_C128, DT_F32, DT_F32, DT_F32, DT_C64}, /* F32 */
    {DT_F64, DT_F64, DT_F64, DT_F64, DT_F64, DT_F64, DT_F64, DT_F64, DT_F64, DT_F64, DT_F64, DT_F64,
     DT_C128, DT_C128, DT_F64, DT_F64, DT_F64, DT_C128}, /* F64 */
    {DT_C64, DT_C64, DT_C64, DT_C128, DT_C128, DT_C64, DT_C64, DT_C128, DT_C128, DT_C64, DT_C64,
     DT_C128, DT_C64, DT_C128, DT_C64, DT_C64, DT_C64, DT_C64}, /* C64 */
    {DT_C128, DT_C128, DT_C128, DT_C128, DT_C128, DT_C128, DT_C128, DT_C128, DT_C128, DT_C128,
     DT_C128, DT_C128, DT_C128, DT_C128, DT_C128, DT_C128, DT_C128, DT_C128}, /* C128 */
};

Test(dtype, promotion_of_a_numpy_type_is_numpys) {
    for (int a = 0; a < DT_CHAR; ++a) {
        for (int column = 0; column < DT_CHAR + 4; ++column) {
            int b = column < DT_CHAR ? column : DT_PYBOOL + column - DT_CHAR;
            enum dtype got = dtype_promote((enum dtype)a, (enum dtype)b);
            enum dtype says = numpy_says[a][column];
            cr_expect_eq(got, says, "%s with %s: %s instead of %s", dtype_info[a].name,
                         dtype_info[b].name, dtype_info[got].name, dtype_info[says].name);
        }
    }
}

Test(dtype, promotion_is_symmetric) {
    for (int a = 0; a < DT_COUNT; ++a) {
        for (int b = 0; b < DT_COUNT; ++b) {
            cr_expect_eq(dtype_promote((enum dtype)a, (enum dtype)b),
                         dtype_promote((enum dtype)b, (enum dtype)a));
        }
    }
}

Test(dtype, python_scalars_promote_to_the_higher_one) {
    static const enum dtype order[] = {DT_PYBOOL, DT_INT, DT_FLOAT, DT_COMPLEX};
    for (int a = 0; a < 4; ++a) {
        for (int b = 0; b < 4; ++b) {
            cr_expect_eq(dtype_promote(order[a], order[b]), order[a > b ? a : b]);
        }
    }
}

Test(dtype, weak_types_are_stored_as_their_strong_ones) {
    for (int d = 0; d < DT_COUNT; ++d) {
        enum dtype strong = dtype_strong((enum dtype)d);
        cr_expect_eq(dtype_weak((enum dtype)d), d >= DT_PYBOOL);
        cr_expect(!dtype_weak(strong));
        cr_expect_str_eq(dtype_info[d].c, dtype_info[strong].c);
        cr_expect_str_eq(dtype_info[d].numpy, dtype_info[strong].numpy);
        cr_expect_eq(dtype_info[d].bytes, dtype_info[strong].bytes);
        cr_expect_eq(dtype_info[d].kind, dtype_info[strong].kind);
        if (d < DT_PYBOOL) {
            cr_expect_eq(strong, (enum dtype)d);
        }
    }
}

Test(ops, names_are_found_in_their_modules_only) {
    cr_expect_eq(op_lookup(IN_NP, "sin"), OP_SIN);
    cr_expect_eq(op_lookup(IN_MATH, "sin"), OP_SIN);
    cr_expect_eq(op_lookup(IN_BUILTIN, "sin"), OP_COUNT);
    cr_expect_eq(op_lookup(IN_NP, "arcsin"), OP_ASIN);
    cr_expect_eq(op_lookup(IN_MATH, "arcsin"), OP_COUNT);
    cr_expect_eq(op_lookup(IN_MATH, "asin"), OP_ASIN);
    cr_expect_eq(op_lookup(IN_MATH, "floor"), OP_TO_FLOOR);
    cr_expect_eq(op_lookup(IN_NP, "floor"), OP_FLOOR);
    cr_expect_eq(op_lookup(IN_PYCC, "prange"), OP_PRANGE);
    cr_expect_eq(op_lookup(IN_BUILTIN, "prange"), OP_COUNT);
    cr_expect_eq(op_lookup(IN_BUILTIN, "xrange"), OP_RANGE);
    cr_expect_eq(op_lookup(IN_NP, "add"), OP_ADD);
    cr_expect_eq(op_lookup(IN_NP, "+"), OP_COUNT, "operators are no names");
    cr_expect_eq(op_lookup(IN_NP, ""), OP_COUNT);
}

Test(ops, every_row_is_found_under_its_name) {
    static const enum op_module modules[] = {IN_NP, IN_MATH, IN_BUILTIN, IN_PYCC};
    for (int op = 0; op < OP_COUNT; ++op) {
        for (int m = 0; m < 4; ++m) {
            if (op_info[op].modules & (int)modules[m]) {
                cr_expect_eq(op_lookup(modules[m], op_info[op].name), (enum op)op,
                             "two rows of one module are called '%s'", op_info[op].name);
            }
        }
    }
}

Test(ops, op_names_lists_what_lookup_finds) {
    static const enum op_module modules[] = {IN_NP, IN_MATH, IN_BUILTIN, IN_PYCC};
    for (int m = 0; m < 4; ++m) {
        const char *names[1000];
        int n = op_names(modules[m], NULL);
        cr_assert(n > 0 && n < 1000 && op_names(modules[m], names) == n);
        for (int i = 0; i < n; ++i) {
            cr_expect(op_lookup(modules[m], names[i]) != OP_COUNT);
        }
    }
    cr_expect_eq(op_names(IN_OPERATOR, NULL), 0);
}
