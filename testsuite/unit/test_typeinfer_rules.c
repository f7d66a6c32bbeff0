/* rule_apply on the cases that are easy to get wrong; all pairs of dtypes are compared with NumPy
 * in exec/test_rules_numpy.py. Joins of types that meet in a variable. */
#include <criterion/criterion.h>

#include "join.h"
#include "rules.h"

struct rule_case {
    enum op op;
    enum op_module module;
    enum dtype a, b;   /* b DT_COUNT: one operand */
    enum dtype result; /* DT_COUNT: refused */
};

static const struct rule_case cases[] = {
    {OP_ADD, IN_OPERATOR, DT_PYBOOL, DT_PYBOOL, DT_INT},
    {OP_ADD, IN_OPERATOR, DT_BOOL, DT_BOOL, DT_BOOL},
    {OP_SUB, IN_OPERATOR, DT_BOOL, DT_PYBOOL, DT_COUNT},
    {OP_ADD, IN_OPERATOR, DT_INT, DT_I8, DT_I8},
    {OP_ADD, IN_OPERATOR, DT_FLOAT, DT_I16, DT_F64},
    {OP_ADD, IN_OPERATOR, DT_FLOAT, DT_F32, DT_F32},
    {OP_ADD, IN_OPERATOR, DT_I64, DT_U64, DT_F64},
    {OP_ADD, IN_OPERATOR, DT_COMPLEX, DT_F32, DT_C64},
    {OP_DIV, IN_OPERATOR, DT_INT, DT_INT, DT_FLOAT},
    {OP_DIV, IN_OPERATOR, DT_I8, DT_INT, DT_F64},
    {OP_FLOORDIV, IN_OPERATOR, DT_COMPLEX, DT_INT, DT_COUNT},
    {OP_MOD, IN_OPERATOR, DT_BOOL, DT_BOOL, DT_I8},
    {OP_BITAND, IN_OPERATOR, DT_PYBOOL, DT_BOOL, DT_BOOL},
    {OP_BITAND, IN_OPERATOR, DT_PYBOOL, DT_PYBOOL, DT_PYBOOL},
    {OP_BITOR, IN_OPERATOR, DT_U64, DT_I8, DT_COUNT},
    {OP_SHL, IN_OPERATOR, DT_INT, DT_F64, DT_COUNT},
    {OP_LT, IN_OPERATOR, DT_INT, DT_FLOAT, DT_PYBOOL},
    {OP_LT, IN_OPERATOR, DT_INT, DT_F32, DT_BOOL},
    {OP_LT, IN_OPERATOR, DT_COMPLEX, DT_INT, DT_COUNT},
    {OP_EQ, IN_OPERATOR, DT_C64, DT_INT, DT_BOOL},
    {OP_NEG, IN_OPERATOR, DT_PYBOOL, DT_COUNT, DT_INT},
    {OP_NEG, IN_OPERATOR, DT_BOOL, DT_COUNT, DT_COUNT},
    {OP_INVERT, IN_OPERATOR, DT_BOOL, DT_COUNT, DT_BOOL},
    {OP_INVERT, IN_OPERATOR, DT_PYBOOL, DT_COUNT, DT_INT},
    {OP_SQRT, IN_NP, DT_FLOAT, DT_COUNT, DT_F64},
    {OP_SQRT, IN_NP, DT_I16, DT_COUNT, DT_F32},
    {OP_SQRT, IN_NP, DT_I8, DT_COUNT, DT_F16},
    {OP_NEXTAFTER, IN_NP, DT_F16, DT_FLOAT, DT_COUNT},
    {OP_SQRT, IN_MATH, DT_F32, DT_COUNT, DT_FLOAT},
    {OP_SQRT, IN_MATH, DT_C64, DT_COUNT, DT_COUNT},
    {OP_SQRT, IN_NP, DT_C64, DT_COUNT, DT_C64},
    {OP_TO_FLOOR, IN_MATH, DT_F64, DT_COUNT, DT_INT},
    {OP_FLOOR, IN_NP, DT_I32, DT_COUNT, DT_I32},
    {OP_GCD, IN_MATH, DT_I32, DT_INT, DT_INT},
    {OP_GCD, IN_MATH, DT_F32, DT_INT, DT_COUNT},
    {OP_ISNAN, IN_MATH, DT_F32, DT_COUNT, DT_PYBOOL},
    {OP_ISNAN, IN_NP, DT_FLOAT, DT_COUNT, DT_BOOL},
    {OP_ABS, IN_BUILTIN, DT_PYBOOL, DT_COUNT, DT_INT},
    {OP_ABS, IN_BUILTIN, DT_COMPLEX, DT_COUNT, DT_FLOAT},
    {OP_ABS, IN_NP, DT_INT, DT_COUNT, DT_I64},
    {OP_ABS, IN_NP, DT_C64, DT_COUNT, DT_F32},
    {OP_MINIMUM, IN_NP, DT_INT, DT_U8, DT_U8},
};

Test(rules, cases) {
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); ++i) {
        const struct rule_case *c = &cases[i];
        enum dtype arg[2] = {c->a, c->b};
        int n = c->b == DT_COUNT ? 1 : 2;
        struct rule_types t;
        const char *why = NULL;
        bool ok = rule_apply(c->op, c->module, n, arg, false, &t, &why);
        cr_assert_eq(ok, c->result != DT_COUNT, "case %zu: %s", i, why ? why : "accepted");
        cr_assert(ok || why, "case %zu: refused without a reason", i);
        if (ok) {
            cr_assert_eq(t.result, c->result, "case %zu: got %s", i, dtype_info[t.result].name);
        }
    }
}

Test(rules, negative_exponents) {
    struct rule_types t;
    const char *why = NULL;
    enum dtype weak[2] = {DT_INT, DT_INT}, strong[2] = {DT_I32, DT_INT}, real[2] = {DT_F32, DT_INT};
    cr_assert(rule_apply(OP_POW, IN_OPERATOR, 2, weak, false, &t, &why));
    cr_assert_eq(t.result, DT_INT);
    cr_assert(rule_apply(OP_POW, IN_OPERATOR, 2, weak, true, &t, &why));
    cr_assert_eq(t.result, DT_FLOAT);
    cr_assert_not(rule_apply(OP_POW, IN_OPERATOR, 2, strong, true, &t, &why));
    cr_assert(rule_apply(OP_POW, IN_OPERATOR, 2, real, true, &t, &why));
    cr_assert_eq(t.result, DT_F32);
}

Test(rules, checks_are_pythons) {
    struct rule_types t;
    const char *why = NULL;
    enum dtype weak[2] = {DT_FLOAT, DT_INT}, mixed[2] = {DT_F64, DT_INT};
    cr_assert(rule_apply(OP_DIV, IN_OPERATOR, 2, weak, false, &t, &why) && t.checked);
    cr_assert(rule_apply(OP_DIV, IN_OPERATOR, 2, mixed, false, &t, &why) && !t.checked);
    cr_assert(rule_apply(OP_SQRT, IN_MATH, 1, mixed, false, &t, &why) && t.checked);
    cr_assert(rule_apply(OP_SQRT, IN_NP, 1, weak, false, &t, &why) && !t.checked);
}

/* ---- joins */

struct types {
    struct arena arena;
    struct type_table tt;
};

static void types_init(struct types *t) {
    arena_init(&t->arena);
    type_table_init(&t->tt, &t->arena);
}

Test(join, literals_take_the_other_type) {
    struct types t;
    types_init(&t);
    struct itype *zero = it_literal(&t.tt, DT_INT), *half = it_literal(&t.tt, DT_FLOAT);
    struct itype *f32 = it_scalar(&t.tt, DT_F32), *i32 = it_scalar(&t.tt, DT_I32);
    cr_assert_eq(join_strict(&t.tt, zero, f32), f32);
    cr_assert_eq(join_strict(&t.tt, f32, half), f32);
    cr_assert_eq(join_strict(&t.tt, zero, half), half);
    cr_assert_eq(join_strict(&t.tt, half, i32), NULL, "1.5 in an integer variable");
    cr_assert_eq(join_strict(&t.tt, it_scalar(&t.tt, DT_INT), f32), NULL);
    arena_free(&t.arena);
}

Test(join, weak_and_strong_of_one_kind) {
    struct types t;
    types_init(&t);
    struct itype *f64 = it_scalar(&t.tt, DT_F64);
    cr_assert_eq(join_strict(&t.tt, it_scalar(&t.tt, DT_FLOAT), f64), f64);
    cr_assert_eq(join_strict(&t.tt, f64, it_scalar(&t.tt, DT_F32)), NULL);
    cr_assert_eq(join_strict(&t.tt, it_scalar(&t.tt, DT_PYBOOL), it_scalar(&t.tt, DT_INT)), NULL);
    arena_free(&t.arena);
}

Test(join, arrays_lose_their_layout_only) {
    struct types t;
    types_init(&t);
    struct itype *c = it_array(&t.tt, DT_F64, 2, TY_C), *any = it_array(&t.tt, DT_F64, 2, TY_ANY);
    cr_assert_eq(join_strict(&t.tt, c, it_array(&t.tt, DT_F64, 2, TY_F)), any);
    cr_assert_eq(join_strict(&t.tt, c, it_array(&t.tt, DT_F64, 1, TY_C)), NULL);
    cr_assert(join_fits(&t.tt, c, any));
    cr_assert_not(join_fits(&t.tt, any, c), "a declared layout is kept");
    arena_free(&t.arena);
}

/* The fixpoint needs an upper bound that is associative and commutative. */
Test(join, widening_is_a_semilattice) {
    struct types t;
    types_init(&t);
    struct itype *all[2 * DT_COUNT];
    int n = 0;
    for (int d = 0; d < DT_COUNT; ++d) {
        all[n++] = it_scalar(&t.tt, (enum dtype)d);
    }
    all[n++] = it_literal(&t.tt, DT_INT);
    all[n++] = it_literal(&t.tt, DT_FLOAT);
    for (int i = 0; i < n; ++i) {
        cr_assert_eq(join_widen(&t.tt, all[i], all[i], false), all[i]);
        cr_assert_eq(join_widen(&t.tt, NULL, all[i], false), all[i]);
        for (int j = 0; j < n; ++j) {
            struct itype *ij = join_widen(&t.tt, all[i], all[j], false);
            cr_assert_eq(ij, join_widen(&t.tt, all[j], all[i], false), "%s %s",
                         it_name(&t.arena, all[i]), it_name(&t.arena, all[j]));
            cr_assert_eq(join_widen(&t.tt, ij, all[j], false), ij, "%s %s: not an upper bound",
                         it_name(&t.arena, all[i]), it_name(&t.arena, all[j]));
        }
    }
    arena_free(&t.arena);
}

Test(join, arguments_and_results) {
    struct types t;
    types_init(&t);
    struct itype *i = it_scalar(&t.tt, DT_INT), *f = it_scalar(&t.tt, DT_FLOAT);
    struct itype *f32 = it_scalar(&t.tt, DT_F32), *f64 = it_scalar(&t.tt, DT_F64);
    cr_assert_eq(join_argument(f, f), MATCH_EXACT);
    cr_assert_eq(join_argument(f, f64), MATCH_WEAK);
    cr_assert_eq(join_argument(i, f64), MATCH_CONVERT);
    cr_assert_eq(join_argument(f, i), MATCH_NO);
    cr_assert(join_returns(f, f32) && join_returns(f32, f64) && join_returns(i, f));
    cr_assert_not(join_returns(f64, f32) || join_returns(f, i));
    arena_free(&t.arena);
}
