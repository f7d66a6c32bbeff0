/* A compiled module written by hand, as the back end would write one: tables and plain C functions.
 *
 * test_glue_tables.py builds it with the runtime library and tests the glue alone. The Python
 * source that it embeds is glue_source.py, passed as GLUE_SOURCE_H: a header with the macros SOURCE
 * and SOURCE_PATH that the test writes. */
#include <stdlib.h>
#include <string.h>

#include "pycc_rt.h"

#include GLUE_SOURCE_H

/* ---- types */

#define SCALAR(name, dt) static const struct pycc_type name = {.kind = PYCC_SCALAR, .dtype = dt}
#define ARRAY(name, dt, r, lay, wr)                                                                \
    static const struct pycc_type name = {                                                         \
        .kind = PYCC_ARRAY, .dtype = dt, .rank = r, .layout = lay, .written = wr}

SCALAR(t_bool_, PYCC_BOOL);
SCALAR(t_i8, PYCC_I8);
SCALAR(t_i16, PYCC_I16);
SCALAR(t_i32, PYCC_I32);
SCALAR(t_i64, PYCC_I64);
SCALAR(t_u8, PYCC_U8);
SCALAR(t_u16, PYCC_U16);
SCALAR(t_u32, PYCC_U32);
SCALAR(t_u64, PYCC_U64);
SCALAR(t_f32, PYCC_F32);
SCALAR(t_f64, PYCC_F64);
SCALAR(t_c64, PYCC_C64);
SCALAR(t_c128, PYCC_C128);
SCALAR(t_bool, PYCC_PYBOOL);
SCALAR(t_int, PYCC_INT);
SCALAR(t_float, PYCC_FLOAT);
SCALAR(t_complex, PYCC_COMPLEX);
ARRAY(t_f64_0, PYCC_F64, 0, 0, false);
ARRAY(t_f64_1, PYCC_F64, 1, 0, false);
ARRAY(t_f64_1w, PYCC_F64, 1, 0, true);
ARRAY(t_f64_1c, PYCC_F64, 1, 'C', false);
ARRAY(t_f32_1, PYCC_F32, 1, 0, false);
ARRAY(t_f64_2, PYCC_F64, 2, 0, false);
ARRAY(t_f64_2c, PYCC_F64, 2, 'C', false);
ARRAY(t_f64_2f, PYCC_F64, 2, 'F', false);
ARRAY(t_i64_1, PYCC_I64, 1, 0, false);
ARRAY(t_f64_8, PYCC_F64, 8, 0, false);
static const struct pycc_type t_none = {.kind = PYCC_NONE};

#define TUPLE(name, ...)                                                                           \
    static const struct pycc_type *const name##_items[] = {__VA_ARGS__};                           \
    static const struct pycc_type name = {                                                         \
        .kind = PYCC_TUPLE, .n = sizeof name##_items / sizeof *name##_items, .item = name##_items}

TUPLE(t_pair, &t_int, &t_float);
TUPLE(t_nested, &t_pair, &t_u8);
TUPLE(t_arrays, &t_f64_1, &t_none, &t_f64_1);

/* ---- functions */

#define CALL(name)                                                                                 \
    static void name(struct pycc_ctx *ctx __attribute__((unused)),                                 \
                     const union pycc_value *arg __attribute__((unused)),                          \
                     union pycc_value *ret __attribute__((unused)))

CALL(call_add) {
    ret->f64 = arg[0].f64 + arg[1].f64;
}

/* An element, however it is aligned. */
static double element(struct pycc_array1 x, int64_t i) {
    double value;
    memcpy(&value, x.data + i * x.stride[0], sizeof value);
    return value;
}

CALL(call_dot) {
    struct pycc_array1 x = arg[0].a1, y = arg[1].a1;
    double sum = 0.0;
    for (int64_t i = 0; i < x.shape[0]; ++i) {
        sum += element(x, i) * element(y, i);
    }
    ret->f64 = sum;
}

/* A new vector of n doubles, all x. */
static struct pycc_array1 vector(int64_t n, double x) {
    struct pycc_buffer *b = malloc(sizeof *b);
    double *data = malloc((size_t)(n > 0 ? n : 1) * sizeof *data);
    for (int64_t i = 0; i < n; ++i) {
        data[i] = x;
    }
    *b = (struct pycc_buffer){.refs = 1, .data = data};
    return (struct pycc_array1){(char *)data, b, {n}, {sizeof *data}};
}

CALL(call_full) {
    ret->a1 = vector(arg[0].i64, arg[1].f64);
}

/* Every second element of a new vector. */
CALL(call_strided) {
    struct pycc_array1 a = vector(2 * arg[0].i64, 7.0);
    a.shape[0] = arg[0].i64;
    a.stride[0] = 16;
    ret->a1 = a;
}

/* Two views of one allocation, None between them. */
CALL(call_halves) {
    struct pycc_array1 a = vector(2 * arg[0].i64, 1.0), b = a;
    a.shape[0] = b.shape[0] = arg[0].i64;
    b.data += 8 * arg[0].i64;
    a.owner->refs = 2;
    ret[0].a1 = a;
    ret[1].a1 = b;
}

CALL(call_same) {
    ret->a2 = arg->a2;
}

/* x[1:, ::-1] */
CALL(call_view) {
    struct pycc_array2 x = arg->a2;
    x.data += x.stride[0] + (x.shape[1] - 1) * x.stride[1];
    x.shape[0] -= 1;
    x.stride[1] = -x.stride[1];
    ret->a2 = x;
}

CALL(call_fill) {
    struct pycc_array1 x = arg[0].a1;
    int64_t n = arg[2].i64 < 0 ? x.shape[0] : arg[2].i64;
    for (int64_t i = 0; i < n; ++i) {
        *(double *)(x.data + i * x.stride[0]) = arg[1].f64;
    }
}

CALL(call_pick) {
    struct pycc_array1 x = arg[0].a1;
    int64_t i = arg[1].i64;
    if (i < 0 || i >= x.shape[0]) {
        pycc_raise_index(ctx, i, 0, x.shape[0], PICK_LINE);
        return;
    }
    ret->f64 = element(x, i);
}

CALL(call_fail) {
    pycc_raise(ctx, (enum pycc_exc)arg[0].i64, arg[1].b ? "told so: \303\251" : NULL, FAIL_LINE);
}

/* Runs for n rounds of fuel, or for ever. */
CALL(call_spin) {
    int64_t rounds = 0;
    while (rounds != arg[0].i64) {
        for (; ctx->fuel > 0; --ctx->fuel) {
            __asm__ volatile("" ::: "memory");
        }
        ++rounds;
        if (pycc_poll(ctx)) {
            return;
        }
    }
    ret->i64 = rounds;
}

CALL(call_threads) {
    ret->i64 = ctx->threads;
}

CALL(call_code_f32) {
    ret->i64 = 32;
}
CALL(call_code_f64) {
    ret->i64 = 64;
}
CALL(call_code_f64c) {
    ret->i64 = 164;
}
CALL(call_code_u8) {
    ret->i64 = 8;
}
CALL(call_code_int) {
    ret->i64 = 1;
}
CALL(call_code_float) {
    ret->i64 = 2;
}

CALL(call_swap) { /* ((int, float), u8) -> the same */
    memcpy(ret, arg, 3 * sizeof *ret);
}

CALL(call_copy) { /* any one scalar */
    ret[0] = arg[0];
}

CALL(call_none) {
}

CALL(call_scalar0) {
    ret->f64 = *(double *)arg->a0.data;
}

CALL(call_sum8) {
    ret->i64 = arg->a8.shape[7] * 1000 + arg->a8.stride[0];
}

/* ---- tables */

#define PARAMS(name, ...) static const struct pycc_type *const name[] = {__VA_ARGS__}
#define NAMES(name, ...) static const char *const name[] = {__VA_ARGS__}

NAMES(n_xy, "x", "y");
NAMES(n_x, "x");
NAMES(n_nv, "n", "v");
NAMES(n_n, "n");
NAMES(n_fill, "x", "v", "n");
NAMES(n_xi, "x", "i");
NAMES(n_fail, "kind", "text");
static const bool last_of_three[] = {false, false, true};

PARAMS(p_floats, &t_float, &t_float);
PARAMS(p_vectors, &t_f64_1, &t_f64_1);
PARAMS(p_full, &t_int, &t_float);
PARAMS(p_int, &t_int);
PARAMS(p_matrix, &t_f64_2);
PARAMS(p_fill, &t_f64_1w, &t_float, &t_int);
PARAMS(p_pick, &t_f64_1, &t_int);
PARAMS(p_fail, &t_int, &t_bool);
PARAMS(p_f32_1, &t_f32_1);
PARAMS(p_f64_1, &t_f64_1);
PARAMS(p_f64_1c, &t_f64_1c);
PARAMS(p_f64_2c, &t_f64_2c);
PARAMS(p_f64_2f, &t_f64_2f);
PARAMS(p_i64_1, &t_i64_1);
PARAMS(p_f64_0, &t_f64_0);
PARAMS(p_f64_8, &t_f64_8);
PARAMS(p_nested, &t_nested);
PARAMS(p_bool_, &t_bool_);
PARAMS(p_i8, &t_i8);
PARAMS(p_i16, &t_i16);
PARAMS(p_i32, &t_i32);
PARAMS(p_i64, &t_i64);
PARAMS(p_u8, &t_u8);
PARAMS(p_u16, &t_u16);
PARAMS(p_u32, &t_u32);
PARAMS(p_u64, &t_u64);
PARAMS(p_f32, &t_f32);
PARAMS(p_f64, &t_f64);
PARAMS(p_c64, &t_c64);
PARAMS(p_c128, &t_c128);
PARAMS(p_bool, &t_bool);
PARAMS(p_float, &t_float);
PARAMS(p_complex, &t_complex);
PARAMS(p_none, &t_none);

#define OVERLOAD(text, p, r, in, out, f, gil)                                                      \
    { text, f, in, out, &r, p, gil, false, false }
#define ONE(name, ...) static const struct pycc_overload name[] = {OVERLOAD(__VA_ARGS__)}

ONE(o_add, "add(x: float, y: float) -> float", p_floats, t_float, 2, 1, call_add, false);
ONE(o_dot, "dot(x: f64[:], y: f64[:]) -> f64", p_vectors, t_f64, 2, 1, call_dot, true);
ONE(o_full, "full(n: int, v: float) -> f64[:]", p_full, t_f64_1, 2, 1, call_full, true);
ONE(o_strided, "strided(n: int) -> f64[:]", p_int, t_f64_1, 1, 1, call_strided, true);
ONE(o_halves, "halves(n: int) -> tuple[f64[:], None, f64[:]]", p_int, t_arrays, 1, 2, call_halves,
    true);
ONE(o_same, "same(x: f64[:, :]) -> f64[:, :]", p_matrix, t_f64_2, 1, 1, call_same, false);
ONE(o_view, "view(x: f64[:, :]) -> f64[:, :]", p_matrix, t_f64_2, 1, 1, call_view, false);
ONE(o_fill, "fill(x: f64[:], v: float, n: int) -> None", p_fill, t_none, 3, 0, call_fill, true);
ONE(o_pick, "pick(x: f64[:], i: int) -> float", p_pick, t_float, 2, 1, call_pick, false);
ONE(o_fail, "fail(kind: int, text: bool) -> None", p_fail, t_none, 2, 0, call_fail, false);
ONE(o_spin, "spin(n: int) -> int", p_int, t_int, 1, 1, call_spin, true);
ONE(o_threads, "threads() -> int", NULL, t_int, 0, 1, call_threads, false);
ONE(o_swap, "swap(x: tuple[tuple[int, float], u8]) -> tuple[tuple[int, float], u8]", p_nested,
    t_nested, 3, 3, call_swap, false);
ONE(o_need_c, "need_c(x: f64[:, ::1]) -> None", p_f64_2c, t_none, 1, 0, call_none, false);
ONE(o_need_f, "need_f(x: f64[::1, :]) -> None", p_f64_2f, t_none, 1, 0, call_none, false);
ONE(o_ints, "ints(x: i64[:]) -> None", p_i64_1, t_none, 1, 0, call_none, false);
ONE(o_scalar0, "scalar0(x: f64[()]) -> f64", p_f64_0, t_f64, 1, 1, call_scalar0, false);
ONE(o_sum8, "sum8(x: f64[:, :, :, :, :, :, :, :]) -> int", p_f64_8, t_int, 1, 1, call_sum8, false);
ONE(o_nothing, "nothing(x: None) -> None", p_none, t_none, 0, 0, call_none, false);

#define COPY(d) ONE(o_##d, "id_" #d "(x: " #d ") -> " #d, p_##d, t_##d, 1, 1, call_copy, false)
COPY(bool_);
COPY(i8);
COPY(i16);
COPY(i32);
COPY(i64);
COPY(u8);
COPY(u16);
COPY(u32);
COPY(u64);
COPY(f32);
COPY(f64);
COPY(c64);
COPY(c128);
COPY(bool);
COPY(int);
COPY(float);
COPY(complex);

static const struct pycc_overload o_code[] = {
    OVERLOAD("code(x: f32[:]) -> int", p_f32_1, t_int, 1, 1, call_code_f32, false),
    OVERLOAD("code(x: f64[:]) -> int", p_f64_1, t_int, 1, 1, call_code_f64, false),
    OVERLOAD("code(x: f64[::1]) -> int", p_f64_1c, t_int, 1, 1, call_code_f64c, false),
    OVERLOAD("code(x: float) -> int", p_float, t_int, 1, 1, call_code_float, false),
    OVERLOAD("code(x: u8) -> int", p_u8, t_int, 1, 1, call_code_u8, false),
    OVERLOAD("code(x: int) -> int", p_int, t_int, 1, 1, call_code_int, false),
};

static const struct pycc_overload o_wide[] = {
    OVERLOAD("wide(x: f32) -> int", p_f32, t_int, 1, 1, call_code_f32, false),
    OVERLOAD("wide(x: u8) -> int", p_u8, t_int, 1, 1, call_code_u8, false),
    OVERLOAD("wide(x: i64) -> int", p_i64, t_int, 1, 1, call_code_int, false),
    OVERLOAD("wide(x: f64) -> int", p_f64, t_int, 1, 1, call_code_f64, false),
};

static const struct pycc_overload o_small[] = {
    OVERLOAD("small(x: u8) -> int", p_u8, t_int, 1, 1, call_code_u8, false),
    OVERLOAD("small(x: i8) -> int", p_i8, t_int, 1, 1, call_code_int, false),
};

#define FUNCTION(name, n, names, o)                                                                \
    { name, n, names, NULL, sizeof o / sizeof *o, o }
#define ID(d) FUNCTION("id_" #d, 1, n_x, o_##d)

static const struct pycc_function functions[] = {
    FUNCTION("add", 2, n_xy, o_add),
    FUNCTION("dot", 2, n_xy, o_dot),
    FUNCTION("full", 2, n_nv, o_full),
    FUNCTION("strided", 1, n_n, o_strided),
    FUNCTION("halves", 1, n_n, o_halves),
    FUNCTION("same", 1, n_x, o_same),
    FUNCTION("view", 1, n_x, o_view),
    {"fill", 3, n_fill, last_of_three, 1, o_fill},
    FUNCTION("pick", 2, n_xi, o_pick),
    FUNCTION("fail", 2, n_fail, o_fail),
    FUNCTION("spin", 1, n_n, o_spin),
    FUNCTION("threads", 0, NULL, o_threads),
    FUNCTION("swap", 1, n_x, o_swap),
    FUNCTION("need_c", 1, n_x, o_need_c),
    FUNCTION("need_f", 1, n_x, o_need_f),
    FUNCTION("ints", 1, n_x, o_ints),
    FUNCTION("scalar0", 1, n_x, o_scalar0),
    FUNCTION("sum8", 1, n_x, o_sum8),
    FUNCTION("nothing", 1, n_x, o_nothing),
    FUNCTION("code", 1, n_x, o_code),
    FUNCTION("small", 1, n_x, o_small),
    FUNCTION("wide", 1, n_x, o_wide),
    ID(bool_),
    ID(i8),
    ID(i16),
    ID(i32),
    ID(i64),
    ID(u8),
    ID(u16),
    ID(u32),
    ID(u64),
    ID(f32),
    ID(f64),
    ID(c64),
    ID(c128),
    ID(bool),
    ID(int),
    ID(float),
    ID(complex),
    FUNCTION("rebound", 1, n_x, o_f64),
    FUNCTION("wrapped", 1, n_x, o_f64),
    FUNCTION("deleted", 1, n_x, o_f64),
    FUNCTION("other_parameters", 1, n_x, o_f64),
};

#ifndef ABI
#define ABI PYCC_ABI
#endif

static const struct pycc_module module = {
    .abi = ABI,
    .name = "glue_module",
    .path = SOURCE_PATH,
    .source = SOURCE,
    .source_size = sizeof SOURCE - 1,
    .n_functions = sizeof functions / sizeof *functions,
    .function = functions,
    .report = "what was decided",
};

__attribute__((visibility("default"))) void *PyInit_glue_module(void) {
    return pycc_module_init(&module);
}
