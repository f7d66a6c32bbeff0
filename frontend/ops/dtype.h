/* Element types, shared by every stage of the compiler.
 *
 * The first group are NumPy's (strong); the last four are Python's own scalars, weak in the sense
 * of NEP 50: with an array element of a kind at least as high they take its type. A weak scalar is
 * stored as the strong type beside it (PYBOOL as bool, INT as i64, FLOAT as f64, COMPLEX as c128).
 *
 * CHAR is no type of numbers: a scalar of it is a str of one character, an array of one axis a str,
 * of code points. Its kind says how it is stored and compared; rules/eval_text.c says what may be
 * done with it.
 *
 * Dates and spans of time, M8_NONE to TD_PS, are whole numbers of a unit, from 1970, or none, NaT,
 * the least of them. rule_time.c says what may be done with them; lowering makes operations on I64
 * of it (lower_time.c).
 *
 * F16 is for memory: values of it are loaded, stored, chosen and passed on as their bits, and
 * lowering makes every operation on them one in F32 between casts (lower_half.c), as NumPy does. */
#ifndef PYCC_DTYPE_H
#define PYCC_DTYPE_H

#include <stdbool.h>

/* DTYPE(id, short name, NumPy name, C type, bytes, kind) */
#define DTYPE_LIST                                                                                 \
    DTYPE(BOOL, "bool_", "bool", "pycc_bool", 1, BOOL)                                             \
    DTYPE(I8, "i8", "int8", "int8_t", 1, INT)                                                      \
    DTYPE(I16, "i16", "int16", "int16_t", 2, INT)                                                  \
    DTYPE(I32, "i32", "int32", "int32_t", 4, INT)                                                  \
    DTYPE(I64, "i64", "int64", "int64_t", 8, INT)                                                  \
    DTYPE(U8, "u8", "uint8", "uint8_t", 1, UINT)                                                   \
    DTYPE(U16, "u16", "uint16", "uint16_t", 2, UINT)                                               \
    DTYPE(U32, "u32", "uint32", "uint32_t", 4, UINT)                                               \
    DTYPE(U64, "u64", "uint64", "uint64_t", 8, UINT)                                               \
    DTYPE(F16, "f16", "float16", "pycc_half", 2, FLOAT)                                            \
    DTYPE(F32, "f32", "float32", "float", 4, FLOAT)                                                \
    DTYPE(F64, "f64", "float64", "double", 8, FLOAT)                                               \
    DTYPE(C64, "c64", "complex64", "float _Complex", 8, COMPLEX)                                   \
    DTYPE(C128, "c128", "complex128", "double _Complex", 16, COMPLEX)                              \
    DTYPE(CHAR, "str", "uint32", "uint32_t", 4, UINT)                                              \
    DTYPE(M8_NONE, "datetime64[generic]", "datetime64[generic]", "int64_t", 8, INT)                \
    DTYPE(M8_Y, "datetime64[Y]", "datetime64[Y]", "int64_t", 8, INT)                               \
    DTYPE(M8_M, "datetime64[M]", "datetime64[M]", "int64_t", 8, INT)                               \
    DTYPE(M8_W, "datetime64[W]", "datetime64[W]", "int64_t", 8, INT)                               \
    DTYPE(M8_D, "datetime64[D]", "datetime64[D]", "int64_t", 8, INT)                               \
    DTYPE(M8_H, "datetime64[h]", "datetime64[h]", "int64_t", 8, INT)                               \
    DTYPE(M8_MIN, "datetime64[m]", "datetime64[m]", "int64_t", 8, INT)                             \
    DTYPE(M8_S, "datetime64[s]", "datetime64[s]", "int64_t", 8, INT)                               \
    DTYPE(M8_MS, "datetime64[ms]", "datetime64[ms]", "int64_t", 8, INT)                            \
    DTYPE(M8_US, "datetime64[us]", "datetime64[us]", "int64_t", 8, INT)                            \
    DTYPE(M8_NS, "datetime64[ns]", "datetime64[ns]", "int64_t", 8, INT)                            \
    DTYPE(M8_PS, "datetime64[ps]", "datetime64[ps]", "int64_t", 8, INT)                            \
    DTYPE(TD_NONE, "timedelta64[generic]", "timedelta64[generic]", "int64_t", 8, INT)              \
    DTYPE(TD_Y, "timedelta64[Y]", "timedelta64[Y]", "int64_t", 8, INT)                             \
    DTYPE(TD_M, "timedelta64[M]", "timedelta64[M]", "int64_t", 8, INT)                             \
    DTYPE(TD_W, "timedelta64[W]", "timedelta64[W]", "int64_t", 8, INT)                             \
    DTYPE(TD_D, "timedelta64[D]", "timedelta64[D]", "int64_t", 8, INT)                             \
    DTYPE(TD_H, "timedelta64[h]", "timedelta64[h]", "int64_t", 8, INT)                             \
    DTYPE(TD_MIN, "timedelta64[m]", "timedelta64[m]", "int64_t", 8, INT)                           \
    DTYPE(TD_S, "timedelta64[s]", "timedelta64[s]", "int64_t", 8, INT)                             \
    DTYPE(TD_MS, "timedelta64[ms]", "timedelta64[ms]", "int64_t", 8, INT)                          \
    DTYPE(TD_US, "timedelta64[us]", "timedelta64[us]", "int64_t", 8, INT)                          \
    DTYPE(TD_NS, "timedelta64[ns]", "timedelta64[ns]", "int64_t", 8, INT)                          \
    DTYPE(TD_PS, "timedelta64[ps]", "timedelta64[ps]", "int64_t", 8, INT)                          \
    DTYPE(PYBOOL, "bool", "bool", "pycc_bool", 1, BOOL)                                            \
    DTYPE(INT, "int", "int64", "int64_t", 8, INT)                                                  \
    DTYPE(FLOAT, "float", "float64", "double", 8, FLOAT)                                           \
    DTYPE(COMPLEX, "complex", "complex128", "double _Complex", 16, COMPLEX)

enum dtype {
#define DTYPE(id, name, numpy, c, bytes, kind) DT_##id,
    DTYPE_LIST
#undef DTYPE
        DT_COUNT
};

enum dtype_kind { KIND_BOOL, KIND_UINT, KIND_INT, KIND_FLOAT, KIND_COMPLEX };

/* One row per dtype, indexed by enum dtype. */
struct dtype_info {
    const char *name;  /* as printed by --emit types */
    const char *numpy; /* NumPy's name of the stored type */
    const char *c;     /* C type of the stored value */
    int bytes;
    enum dtype_kind kind;
};

extern const struct dtype_info dtype_info[DT_COUNT];

/* Python's own scalar type? */
static inline bool dtype_weak(enum dtype d) {
    return d >= DT_PYBOOL;
}

/* datetime64 or timedelta64 of a unit? */
static inline bool dtype_is_time(enum dtype d) {
    return d >= DT_M8_NONE && d <= DT_TD_PS;
}

static inline bool dtype_is_date(enum dtype d) {
    return d >= DT_M8_NONE && d <= DT_M8_PS;
}

/* The units of time, as the rows of both kinds have them. NONE, NumPy's generic, becomes what it
 * meets; of dates only NaT has it. */
enum dtype_unit {
    UNIT_NONE,
    UNIT_Y,
    UNIT_M,
    UNIT_W,
    UNIT_D,
    UNIT_H,
    UNIT_MIN,
    UNIT_S,
    UNIT_MS,
    UNIT_US,
    UNIT_NS,
    UNIT_PS,
    UNIT_COUNT
};

static inline enum dtype_unit dtype_unit(enum dtype d) {
    return (enum dtype_unit)((d - DT_M8_NONE) % UNIT_COUNT);
}

static inline enum dtype dtype_of_unit(bool date, enum dtype_unit unit) {
    return (enum dtype)((date ? DT_M8_NONE : DT_TD_NONE) + (int)unit);
}

/* The type of "datetime64[D]", "M8[ns]", "<m8[s]"; DT_COUNT: the text names none. */
enum dtype dtype_time(const char *text);

/* The NumPy type a value is stored as: identity on strong types. */
enum dtype dtype_strong(enum dtype d);

/* The real type of a complex one's parts; any other as it is. */
enum dtype dtype_part(enum dtype d);

/* What to write for an element type of NumPy's that has no values here, by its name or its text,
 * "float16", "f2", "datetime64[D]"; NULL: it is another name. */
const char *dtype_instead(const char *name);

/* Result type of NumPy 2's promotion (NEP 50) of two dtypes, strong or weak: np.result_type for two
 * strong ones; weak with weak gives the higher weak one; weak with strong gives the strong one
 * raised to the weak kind (int+i8 = i8, float+i8 = f64, float+i16 = f32 is NOT NumPy's: integers of
 * any width with a Python float give f64; float+f32 = f32; complex+f32 = c64). */
enum dtype dtype_promote(enum dtype a, enum dtype b);

#endif
