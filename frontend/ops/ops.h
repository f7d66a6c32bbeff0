/* Operators and functions: the columns of ops.def as C data. */
#ifndef PYCC_OPS_H
#define PYCC_OPS_H

#include <limits.h>
#include <stdbool.h>

#include "dtype.h"

/* How the type of the result follows from the operands. */
enum op_rule {
    RULE_ARITH, /* promote; Python bools count as int; NumPy bools: + is or, * is and, - refused */
    RULE_TRUEDIV, /* promote, then at least a float (int/int: weak gives FLOAT, strong f64) */
    RULE_DIVMOD,  /* // and %: as ARITH, complex refused; NumPy bools give i8 */
    RULE_POW,     /* as ARITH; weak int ** negative literal is FLOAT; NumPy bools give i8 */
    RULE_BITWISE, /* integers and bools; bool with bool stays bool */
    RULE_SHIFT,   /* integers; Python bools count as int, NumPy bools give i8 */
    RULE_COMPARE, /* PYBOOL when both operands are weak, else BOOL */
    RULE_LOGICAL, /* np.logical_*: BOOL */
    RULE_NEG,     /* unary - and +: dtype kept, PYBOOL gives INT, NumPy bool refused */
    RULE_INVERT,  /* ~: integers kept, PYBOOL gives INT, NumPy bool is logical not */
    RULE_NOT,     /* `not`: PYBOOL of any scalar */
    RULE_FLOAT,   /* float functions, complex allowed: i8/u8/bool refused (NumPy gives float16),
                     16-bit integers f32, wider f64; INT/FLOAT through NumPy f64 */
    RULE_REAL,    /* the same, complex refused */
    RULE_SCIPY,   /* the same, integers of 16 bits refused, too */
    RULE_ROUND,   /* floor ceil trunc: integers and bools kept, real floats kept */
    RULE_KEEP,    /* dtype kept (square, conj, positive) */
    RULE_ABS,     /* kept; complex gives its real part's type */
    RULE_PART,    /* real imag angle: the real type of a complex, else kept */
    RULE_PRED,    /* isnan ...: BOOL */
    RULE_MINMAX,  /* promote, real or complex as NumPy; Python min/max: operands' promoted type */
    RULE_SIGN,    /* kept; NumPy bool refused */
    RULE_INTEGER, /* gcd lcm: integers, promoted */
    RULE_TO_INT,  /* Python int from a float: math.floor, math.ceil, math.trunc, int(), round(x) */
    RULE_CMPLX,   /* builds a complex from two reals */
    RULE_LDEXP,   /* the float type of the first operand; the second is an integer */
    RULE_RANDOM   /* integers give a float, or for integers() an int */
};

/* Class: how analysis and emission treat it. */
enum op_class {
    OPC_UNARY,      /* scalar expression of one operand */
    OPC_BINARY,     /* of two */
    OPC_TERNARY,    /* of three */
    OPC_QUATERNARY, /* of four */
    OPC_SPECIAL,    /* lowered by typeinfer itself: len, sum, zeros, range ... */
    OPC_LIB         /* a library's function on whole arrays: a row of lib.def */
};

/* What Python's own scalars check before the operation (NumPy's scalars do not). For operators it
 * applies when both operands are weak; for functions of module math always. */
enum op_check {
    CHECK_NONE,
    CHECK_ZERODIV,   /* second operand zero: ZeroDivisionError (message by operator) */
    CHECK_SHIFT,     /* negative shift count: ValueError("negative shift count") */
    CHECK_POW,       /* 0 ** negative: ZeroDivisionError; negative ** fraction: ValueError */
    CHECK_NONNEG,    /* x < 0: ValueError("math domain error") */
    CHECK_POSITIVE,  /* x <= 0: the same */
    CHECK_ABOVE_M1,  /* x <= -1 */
    CHECK_FROM_1,    /* x < 1 */
    CHECK_UNIT,      /* |x| > 1 */
    CHECK_OPEN_UNIT, /* |x| >= 1 */
    CHECK_FINITE,    /* x infinite */
    CHECK_RANGE,     /* finite x, infinite result: OverflowError("math range error") */
    CHECK_MODZERO,   /* math.fmod(x, 0) or x infinite: ValueError */
    CHECK_ABS,       /* finite complex, infinite size: OverflowError("absolute value too large") */
    CHECK_TO_INT     /* int(nan): ValueError, int(inf): OverflowError, |x| >= 2^63: OverflowError */
};

/* Where a Python name is found. */
enum op_module {
    IN_OPERATOR = 0,      /* not a name: operator of the syntax */
    IN_NP = 1,            /* numpy */
    IN_MATH = 2,          /* math */
    IN_BUILTIN = 4,       /* Python builtins */
    IN_PYCC = 8,          /* pycc (prange) */
    IN_LINALG = 16,       /* numpy.linalg */
    IN_FFT = 32,          /* numpy.fft */
    IN_METHOD = 64,       /* a method of arrays */
    IN_RANDOM = 128,      /* pycc.random */
    IN_GENERATOR = 256,   /* a method of numpy.random.Generator */
    IN_NP_RANDOM = 512,   /* numpy.random */
    IN_CMATH = 1024,      /* cmath */
    IN_STRIDES = 2048,    /* numpy.lib.stride_tricks, and numpy.lib, which has nothing else */
    IN_HEAPQ = 4096,      /* heapq */
    IN_COPPERHEAD = 8192, /* pycc.copperhead */
    IN_ITERTOOLS = 16384,
    IN_FUNCTOOLS = 32768,
    IN_OPERATORS = 65536, /* operator */
    IN_COLLECTIONS = 131072,
    IN_BISECT = 262144,
    IN_PY_RANDOM = 524288,  /* Python's random */
    IN_SPECIAL = 1048576,   /* scipy.special */
    IN_INTEGRATE = 2097152, /* scipy.integrate */
    IN_OPTIMIZE = 4194304,  /* scipy.optimize */
    IN_SCIPY_LINALG = 8388608,
    IN_SIGNAL = 16777216,  /* scipy.signal */
    IN_NDIMAGE = 33554432, /* scipy.ndimage */
    IN_STATS = 67108864,   /* scipy.stats */
    IN_STATS_NORM = 134217728,
    IN_DISTANCE = 268435456,            /* scipy.spatial.distance */
    IN_SPARSE = IN_STATS | IN_DISTANCE, /* scipy.sparse: the tables have nothing of either */
    IN_SCIPY = 536870912,               /* scipy, of which only modules are known */
    IN_OS = IN_SCIPY | IN_DISTANCE,   /* os, of which only os.path is known; in no table, either */
    IN_OS_PATH = IN_SCIPY | IN_STATS, /* os.path, as POSIX has it */
    IN_ARRAY = IN_SCIPY | IN_SPARSE,  /* array, in no table */
    IN_STATISTICS = 1073741824,       /* statistics */
    IN_POLYNOMIAL =
        INT_MIN /* numpy.polynomial and its modules, whose functions have names of their own */
};

enum op_flag {
    OPF_NONE = 0,
    OPF_VECTOR = 1,    /* the vector math library (libmvec) has it for f32 and f64 */
    OPF_COMMUTES = 2,  /* usable as a reduction operator */
    OPF_EXPENSIVE = 4, /* counts 20 operations in work estimates instead of 1 */
    OPF_SCIPY = 8,     /* called by a pointer of SciPy's (special.def) */
    OPF_COUNTED = 16,  /* ... the first operand is a count */
    OPF_WHOLE = 32     /* ... a count, and what is no whole number is cut off */
};

enum op {
#define OP(id, name, modules, class_, rule, check, c_int, c_real, c_complex, cl, flags) OP_##id,
#define ALIAS(name, modules, id)
#include "ops.def"
#undef OP
#undef ALIAS
    OP_COUNT
};

/* C spellings are templates: %0 %1 %2 operands, %f "f" for 32-bit floats else "", %t the dtype's
 * short name (i64, f32). NULL where the kind has none. cl is for reals, where OpenCL C has another
 * spelling; NULL: the same as C but for %f, "": devices do not have it. What is the same for other
 * kinds is spelt as in C and stands in runtime/kernels/prelude.cl. */
struct op_info {
    const char *name;
    int modules; /* or of enum op_module */
    enum op_class class_;
    enum op_rule rule;
    enum op_check check;
    const char *c_int;
    const char *c_real;
    const char *c_complex;
    const char *cl;
    int flags;
};

extern const struct op_info op_info[OP_COUNT];

/* Of how many numbers a row of the first classes is. Calls of it with two more give out=, where=.
 */
enum { OP_MAX_OPERANDS = 4 };
int op_operands(enum op op);

/* Rows of class OPC_LIB: what lib.def says about them. */
struct lib_info {
    const char *path; /* dotted name in NumPy; NULL: the run time's own */
    int required;
    const char *params;
};

const struct lib_info *lib_info(enum op op);

/* What inference and lowering do with a function that is no template. */
enum op_family {
    FAMILY_NONE,       /* not SPECIAL */
    FAMILY_SYNTAX,     /* no function that is called */
    FAMILY_VALUE,      /* each has its own */
    FAMILY_ALLOC,      /* np.zeros */
    FAMILY_ALLOC_LIKE, /* np.zeros_like */
    FAMILY_EXTENT,     /* np.shape */
    FAMILY_CREATION,   /* np.arange */
    FAMILY_ARRAY,      /* np.array */
    FAMILY_GRID,       /* np.mgrid */
    FAMILY_VIEW,       /* np.reshape */
    FAMILY_WRITE,      /* np.copyto: no value */
    FAMILY_PLACES,     /* np.nonzero */
    FAMILY_REDUCTION,  /* np.sum; Python's of the same name are FAMILY_VALUE's */
    FAMILY_SCAN,       /* np.cumsum */
    FAMILY_AT,         /* np.add.at */
    FAMILY_RANDOM,     /* pycc.random, beyond one number per index */
    FAMILY_COUNT
};

/* Rows SPECIAL: what ops.def says about them; FAMILY_NONE for others. */
struct special_info {
    enum op_family family;
    int required;
    const char *params; /* NULL: none of its own */
};

const struct special_info *special_info(enum op op);

/* Does it make a text of values, or show it: print(), a format, a raise with values? */
bool op_shows(enum op op);

/* The operator or function a name stands for in a module, OP_COUNT when there is none. */
enum op op_lookup(enum op_module module, const char *name);

/* The number of names known in a module, for "did you mean"; names, unless NULL, gets them. */
int op_names(enum op_module module, const char **names);

/* Of parallel loops in one another, which one is: */
enum nested_loops {
    NESTED_UNSAID, /* of procedures as NESTED_AUTO, else the outer */
    NESTED_AUTO,   /* by the number of iterations */
    NESTED_OUTER,
    NESTED_INNER
};

#endif
