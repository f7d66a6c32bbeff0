/* The tables behind dtype.h and ops.h: one row per element type and per operator, promotion, and
 * the names a Python module offers. Plain constant data and pure functions. */
#include "ops.h"

#include <string.h>

const struct dtype_info dtype_info[DT_COUNT] = {
#define DTYPE(id, name, numpy, c, bytes, kind) [DT_##id] = {name, numpy, c, bytes, KIND_##kind},
    DTYPE_LIST
#undef DTYPE
};

const struct op_info op_info[OP_COUNT] = {
#define OP(id, name, modules, class_, rule, check, c_int, c_real, c_complex, cl, flags)            \
    [OP_##id] = {name, modules, class_, rule, check, c_int, c_real, c_complex, cl, flags},
#define ALIAS(name, modules, id)
#include "ops.def"
#undef OP
#undef ALIAS
};

int op_operands(enum op op) {
    return (int)op_info[op].class_ - OPC_UNARY + 1;
}

bool op_shows(enum op op) {
    return op == OP_PRINT || op == OP_RAISE || op == OP_TEXT || op == OP_TEXT_BY ||
           op == OP_TEXT_PERCENT;
}

const struct lib_info *lib_info(enum op op) {
    static const struct lib_info table[OP_COUNT] = {
#define LIB(id, name, modules, path, required, params, rule) [OP_##id] = {path, required, params},
#include "lib.def"
#undef LIB
    };
    return &table[op];
}

const struct special_info *special_info(enum op op) {
    static const struct special_info table[OP_COUNT] = {
#define OP(id, name, modules, class_, rule, check, c_int, c_real, c_complex, cl, flags)
#define ALIAS(name, modules, id)
#define SPECIAL(id, name, modules, family, required, params)                                       \
    [OP_##id] = {FAMILY_##family, required, params},
#include "ops.def"
#undef OP
#undef ALIAS
    };
    return &table[op];
}

enum dtype dtype_time(const char *text) {
    static const char *const prefix[] = {"datetime64", "M8", "timedelta64", "m8"};
    text += *text == '<' || *text == '=';
    for (int i = 0; i < 4; ++i) {
        size_t n = strlen(prefix[i]);
        for (int u = 0; strncmp(text, prefix[i], n) == 0 && u < UNIT_COUNT; ++u) {
            enum dtype d = dtype_of_unit(i < 2, (enum dtype_unit)u);
            if (strcmp(text + n, strchr(dtype_info[d].name, '[')) == 0) {
                return d;
            }
        }
    }
    return DT_COUNT;
}

const char *dtype_instead(const char *name) {
    static const char *const wide = "write np.float64: the widest float here has 64 bits",
                             *const date = "write its unit, one of Y M W D h m s ms us ns ps: "
                                           "'datetime64[s]', np.timedelta64(n, 'D')",
                             *const calendar = "call it outside of compiled functions, and give "
                                               "them its result";
    static const struct {
        const char *name, *instead;
    } rows[] = {{"longdouble", wide},
                {"float128", wide},
                {"clongdouble", wide},
                {"complex256", wide},
                {"longfloat", wide},
                {"f16", wide},
                {"g", wide},
                {"datetime64", date},
                {"M8", date},
                {"<M8", date},
                {"timedelta64", date},
                {"m8", date},
                {"<m8", date},
                {"busday_count", calendar},
                {"is_busday", calendar},
                {"busday_offset", calendar},
                {"datetime_data", calendar},
                {"datetime_as_string", calendar}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        size_t n = strlen(rows[i].name);
        if (strncmp(rows[i].name, name, n) == 0 && (name[n] == '\0' || name[n] == '[')) {
            return rows[i].instead;
        }
    }
    return NULL;
}

/* A name as Python sees it, with the modules that have it. */
struct op_name {
    const char *name;
    int modules;
    enum op op;
};

static const struct op_name op_name[] = {
#define OP(id, name, modules, class_, rule, check, c_int, c_real, c_complex, cl, flags)            \
    {name, modules, OP_##id},
#define ALIAS(name, modules, id) {name, modules, OP_##id},
#include "ops.def"
#undef OP
#undef ALIAS
};

enum { N_OP_NAMES = sizeof op_name / sizeof op_name[0] };

enum dtype dtype_strong(enum dtype d) {
    switch (d) {
    case DT_PYBOOL:
        return DT_BOOL;
    case DT_INT:
        return DT_I64;
    case DT_FLOAT:
        return DT_F64;
    case DT_COMPLEX:
        return DT_C128;
    default:
        return d;
    }
}

/* The strong type of a kind and a size in bytes. */
static enum dtype dtype_of(enum dtype_kind kind, int bytes) {
    for (int d = 0; d < DT_PYBOOL; ++d) {
        if (dtype_info[d].kind == kind && dtype_info[d].bytes == bytes) {
            return (enum dtype)d;
        }
    }
    return DT_F64; /* an integer wider than 64 bits: NumPy falls back to float64 */
}

/* Bytes of the smallest real float that NumPy takes for an element type: bools and integers of 8
 * bits fit float16, those of 16 bits float32. */
static int float_bytes(enum dtype d) {
    const struct dtype_info *t = &dtype_info[d];
    switch (t->kind) {
    case KIND_FLOAT:
        return t->bytes;
    case KIND_COMPLEX:
        return t->bytes / 2;
    default:
        return t->bytes <= 2 ? 2 * t->bytes : 8;
    }
}

static int max_int(int a, int b) {
    return a > b ? a : b;
}

static enum dtype promote_strong(enum dtype a, enum dtype b) {
    enum dtype_kind ka = dtype_info[a].kind;
    enum dtype_kind kb = dtype_info[b].kind;
    int na = dtype_info[a].bytes;
    int nb = dtype_info[b].bytes;
    if (ka == KIND_BOOL) {
        return b;
    }
    if (kb == KIND_BOOL) {
        return a;
    }
    if (ka == KIND_COMPLEX || kb == KIND_COMPLEX) {
        return max_int(float_bytes(a), float_bytes(b)) <= 4 ? DT_C64 : DT_C128;
    }
    if (ka == KIND_FLOAT || kb == KIND_FLOAT) {
        return dtype_of(KIND_FLOAT, max_int(float_bytes(a), float_bytes(b)));
    }
    if (ka == kb) {
        return dtype_of(ka, max_int(na, nb));
    }
    int n_signed = ka == KIND_INT ? na : nb;
    int n_unsigned = ka == KIND_INT ? nb : na;
    return dtype_of(KIND_INT, max_int(n_signed, 2 * n_unsigned));
}

/* Unsigned and signed integers count as one kind against a weak scalar. */
static int kind_level(enum dtype d) {
    enum dtype_kind kind = dtype_info[d].kind;
    return kind == KIND_UINT ? KIND_INT : (int)kind;
}

static enum dtype promote_weak(enum dtype strong, enum dtype weak) {
    if (kind_level(strong) >= kind_level(weak)) {
        return strong;
    }
    if (weak == DT_COMPLEX && dtype_info[strong].kind == KIND_FLOAT) {
        return strong == DT_F64 ? DT_C128 : DT_C64;
    }
    return dtype_strong(weak);
}

enum dtype dtype_part(enum dtype d) {
    return d == DT_C64 ? DT_F32 : d == DT_C128 ? DT_F64 : d == DT_COMPLEX ? DT_FLOAT : d;
}

/* The finer one of two units; a date beside a span; a number takes the type of the time beside it.
 * Years and months are no whole numbers of days: rule_time.c looks whether there is a common type.
 */
static enum dtype promote_time(enum dtype a, enum dtype b) {
    if (!dtype_is_time(a) || !dtype_is_time(b)) {
        return dtype_is_time(a) ? a : b;
    }
    enum dtype_unit ua = dtype_unit(a), ub = dtype_unit(b);
    return dtype_of_unit(dtype_is_date(a) || dtype_is_date(b), ua > ub ? ua : ub);
}

enum dtype dtype_promote(enum dtype a, enum dtype b) {
    if (dtype_is_time(a) || dtype_is_time(b)) {
        return promote_time(a, b);
    }
    if (dtype_weak(a) && dtype_weak(b)) {
        return a > b ? a : b;
    }
    if (dtype_weak(a)) {
        return promote_weak(b, a);
    }
    return dtype_weak(b) ? promote_weak(a, b) : promote_strong(a, b);
}

enum op op_lookup(enum op_module module, const char *name) {
    for (int i = 0; i < N_OP_NAMES; ++i) {
        if ((op_name[i].modules & (int)module) && strcmp(op_name[i].name, name) == 0) {
            return op_name[i].op;
        }
    }
    return OP_COUNT;
}

int op_names(enum op_module module, const char **names) {
    int n = 0;
    for (int i = 0; i < N_OP_NAMES; ++i) {
        if (op_name[i].modules & (int)module) {
            n += 1;
            if (names) {
                names[n - 1] = op_name[i].name;
            }
        }
    }
    return n;
}
