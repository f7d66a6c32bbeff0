/* The tables of library.h. */
#include "library.h"

#include <math.h>
#include <string.h>

enum {
    NP = IN_NP,
    MATH = IN_MATH | IN_CMATH,
    BUILTIN = IN_BUILTIN,
    PYCC = IN_PYCC,
    ANN = IN_ANNOTATION,
    TYPES = NP | PYCC | ANN,
    SHORT = PYCC | ANN
};

struct dtype_name {
    const char *name;
    int modules;
    enum dtype dtype;
};

/* np.int_ and its like are those of 64-bit Linux. The last rows are names of C and of unPython. */
static const struct dtype_name dtype_name[] = {
    {"bool", BUILTIN | ANN, DT_PYBOOL},
    {"int", BUILTIN | ANN, DT_INT},
    {"float", BUILTIN | ANN, DT_FLOAT},
    {"complex", BUILTIN | ANN, DT_COMPLEX},
    {"bool", NP, DT_BOOL},
    {"bool_", TYPES, DT_BOOL},
    {"i8", SHORT, DT_I8},
    {"i16", SHORT, DT_I16},
    {"i32", SHORT, DT_I32},
    {"i64", SHORT, DT_I64},
    {"u8", SHORT, DT_U8},
    {"u16", SHORT, DT_U16},
    {"u32", SHORT, DT_U32},
    {"u64", SHORT, DT_U64},
    {"f16", SHORT, DT_F16},
    {"f32", SHORT, DT_F32},
    {"f64", SHORT, DT_F64},
    {"c64", SHORT, DT_C64},
    {"c128", SHORT, DT_C128},
    {"int8", TYPES, DT_I8},
    {"int16", TYPES, DT_I16},
    {"int32", TYPES, DT_I32},
    {"int64", TYPES, DT_I64},
    {"uint8", TYPES, DT_U8},
    {"uint16", TYPES, DT_U16},
    {"uint32", TYPES, DT_U32},
    {"uint64", TYPES, DT_U64},
    {"float16", TYPES, DT_F16},
    {"float32", TYPES, DT_F32},
    {"float64", TYPES, DT_F64},
    {"complex64", TYPES, DT_C64},
    {"complex128", TYPES, DT_C128},
    {"_chr", IN_PYCC, DT_CHAR}, /* for the prelude: a character of its number */
    {"half", NP | ANN, DT_F16},
    {"single", TYPES, DT_F32},
    {"double", TYPES, DT_F64},
    {"csingle", NP | ANN, DT_C64},
    {"cdouble", NP | ANN, DT_C128},
    {"byte", NP | ANN, DT_I8},
    {"ubyte", NP | ANN, DT_U8},
    {"short", NP | ANN, DT_I16},
    {"ushort", NP | ANN, DT_U16},
    {"intc", NP | ANN, DT_I32},
    {"uintc", NP | ANN, DT_U32},
    {"int_", NP | ANN, DT_I64},
    {"intp", NP | ANN, DT_I64},
    {"uint", NP | ANN, DT_U64},
    {"uintp", NP | ANN, DT_U64},
    {"long", NP | ANN, DT_I64},
    {"ulong", NP | ANN, DT_U64},
    {"longlong", NP | ANN, DT_I64},
    {"ulonglong", NP | ANN, DT_U64},
};

enum { N_DTYPE_NAMES = sizeof dtype_name / sizeof dtype_name[0] };

struct value_name {
    const char *name;
    int modules;
    double number;
};

static const struct value_name value_name[] = {
    {"pi", NP | MATH, 3.141592653589793},
    {"e", NP | MATH, 2.718281828459045},
    {"inf", NP | MATH, INFINITY},
    {"nan", NP | MATH, NAN},
    {"tau", MATH, 6.283185307179586},
    {"euler_gamma", NP, 0.5772156649015329},
    {"newaxis", NP, 0.0},
};

enum { N_VALUE_NAMES = sizeof value_name / sizeof value_name[0] };

/* NumPy's names of kinds of element types. */
static const char *const kind_name[] = {"generic",       "number",          "integer",
                                        "signedinteger", "unsignedinteger", "inexact",
                                        "floating",      "complexfloating"};

enum { N_KIND_NAMES = sizeof kind_name / sizeof kind_name[0] };

/* The exceptions that compiled code raises itself come first. */
enum { N_EXCEPTIONS = 17 };

static const char *const builtin_name[] = {
    "ArithmeticError",
    "AssertionError",
    "AttributeError",
    "Exception",
    "FloatingPointError",
    "IndexError",
    "KeyError",
    "LookupError",
    "MemoryError",
    "NotImplementedError",
    "OverflowError",
    "RuntimeError",
    "StopIteration",
    "TypeError",
    "UnboundLocalError",
    "ValueError",
    "ZeroDivisionError",
    /* raised and caught by Python */
    "BaseException",
    "BlockingIOError",
    "BrokenPipeError",
    "BufferError",
    "BytesWarning",
    "ChildProcessError",
    "ConnectionAbortedError",
    "ConnectionError",
    "ConnectionRefusedError",
    "ConnectionResetError",
    "DeprecationWarning",
    "EOFError",
    "EnvironmentError",
    "FileExistsError",
    "FileNotFoundError",
    "FutureWarning",
    "GeneratorExit",
    "IOError",
    "ImportError",
    "ImportWarning",
    "IndentationError",
    "InterruptedError",
    "IsADirectoryError",
    "KeyboardInterrupt",
    "ModuleNotFoundError",
    "NameError",
    "NotADirectoryError",
    "OSError",
    "PendingDeprecationWarning",
    "PermissionError",
    "ProcessLookupError",
    "RecursionError",
    "ReferenceError",
    "ResourceWarning",
    "RuntimeWarning",
    "StopAsyncIteration",
    "SyntaxError",
    "SyntaxWarning",
    "SystemError",
    "SystemExit",
    "TabError",
    "TimeoutError",
    "UnicodeDecodeError",
    "UnicodeEncodeError",
    "UnicodeError",
    "UnicodeTranslateError",
    "UnicodeWarning",
    "UserWarning",
    "Warning",
    /* known by name only */
    "__build_class__",
    "__debug__",
    "__doc__",
    "__file__",
    "__import__",
    "__name__",
    "__package__",
    "__spec__",
    "aiter",
    "all",
    "anext",
    "any",
    "ascii",
    "bin",
    "breakpoint",
    "bytearray",
    "bytes",
    "callable",
    "chr",
    "classmethod",
    "compile",
    "copyright",
    "credits",
    "delattr",
    "dict",
    "dir",
    "eval",
    "exec",
    "exit",
    "filter",
    "format",
    "frozenset",
    "getattr",
    "globals",
    "hash",
    "help",
    "hex",
    "id",
    "input",
    "isinstance",
    "issubclass",
    "iter",
    "license",
    "list",
    "locals",
    "map",
    "memoryview",
    "next",
    "object",
    "oct",
    "open",
    "ord",
    "print",
    "property",
    "quit",
    "repr",
    "reversed",
    "set",
    "setattr",
    "slice",
    "sorted",
    "staticmethod",
    "str",
    "super",
    "tuple",
    "vars",
    "NotImplemented",
    "Ellipsis",
};

enum { N_BUILTIN_NAMES = sizeof builtin_name / sizeof builtin_name[0] };

/* The modules by what they are imported as, with what the names of their functions in the prelude
 * begin with; the first row of a module is the one that says it. */
static const struct module_name {
    const char *path;
    enum op_module module;
    const char *prelude; /* NULL: it has none of them */
} module_name[] = {
    {"numpy", IN_NP, ""},
    {"math", IN_MATH, "math"},
    {"pycc", IN_PYCC, "pycc"},
    {"numpy.linalg", IN_LINALG, "linalg"},
    {"numpy.fft", IN_FFT, "fft"},
    {"pycc.random", IN_RANDOM, NULL},
    {"unpython", IN_PYCC, NULL},
    {"pycc.unpython", IN_PYCC, NULL},
    {"builtins", IN_BUILTIN, "builtins"},
    {"numpy.random", IN_NP_RANDOM, NULL},
    {"numpy.polynomial", IN_POLYNOMIAL, "polynomial"},
    {"numpy.polynomial.polynomial", IN_POLYNOMIAL, "polynomial"},
    {"numpy.polynomial.chebyshev", IN_POLYNOMIAL, "polynomial"},
    {"numpy.polynomial.legendre", IN_POLYNOMIAL, "polynomial"},
    {"numpy.polynomial.hermite", IN_POLYNOMIAL, "polynomial"},
    {"numpy.polynomial.hermite_e", IN_POLYNOMIAL, "polynomial"},
    {"numpy.polynomial.laguerre", IN_POLYNOMIAL, "polynomial"},
    {"numpy.polynomial.polyutils", IN_POLYNOMIAL, "polynomial"},
    {"cmath", IN_CMATH, "cmath"},
    {"numpy.lib.stride_tricks", IN_STRIDES, "strides"},
    {"heapq", IN_HEAPQ, "heapq"},
    {"pycc.copperhead", IN_COPPERHEAD, "copperhead"},
    {"itertools", IN_ITERTOOLS, "itertools"},
    {"functools", IN_FUNCTOOLS, "functools"},
    {"operator", IN_OPERATORS, "operator"},
    {"collections", IN_COLLECTIONS, "collections"},
    {"bisect", IN_BISECT, "bisect"},
    {"random", IN_PY_RANDOM, "random"},
    {"statistics", IN_STATISTICS, "statistics"},
    {"scipy.special", IN_SPECIAL, "scipy_special"},
    {"scipy.integrate", IN_INTEGRATE, "scipy_integrate"},
    {"scipy.optimize", IN_OPTIMIZE, "scipy_optimize"},
    {"scipy.linalg", IN_SCIPY_LINALG, "scipy_linalg"},
    {"scipy.signal", IN_SIGNAL, "scipy_signal"},
    {"scipy.ndimage", IN_NDIMAGE, "scipy_ndimage"},
    {"scipy.stats", IN_STATS, "scipy_stats"},
    {"scipy.stats.norm", IN_STATS_NORM, "scipy_stats_norm"},
    {"scipy.spatial.distance", IN_DISTANCE, "scipy_distance"},
    {"scipy.sparse", IN_SPARSE, "scipy_sparse"},
    {"os.path", IN_OS_PATH, "os_path"},
    {"posixpath", IN_OS_PATH, "os_path"},
    {"array", IN_ARRAY, "array"},
};

enum { N_MODULE_NAMES = sizeof module_name / sizeof module_name[0] };

enum op_module library_module(const char *path) {
    for (int i = 0; i < N_MODULE_NAMES; ++i) {
        if (strcmp(path, module_name[i].path) == 0) {
            return module_name[i].module;
        }
    }
    const char *last = strrchr(path, '.');
    return strcmp(last ? last + 1 : path, "_pycc_types") == 0 ? IN_PYCC : IN_OPERATOR;
}

enum op_module library_package(const char *path) {
    return strcmp(path, "scipy") == 0 ? IN_SCIPY
           : strcmp(path, "os") == 0  ? IN_OS
                                      : library_module(path);
}

const char *library_prelude(enum op_module module) {
    for (int i = 0; i < N_MODULE_NAMES; ++i) {
        if (module_name[i].module == module) {
            return module_name[i].prelude;
        }
    }
    return NULL;
}

bool library_dtype(int modules, const char *name, enum dtype *dtype) {
    for (int i = 0; i < N_DTYPE_NAMES; ++i) {
        if ((dtype_name[i].modules & modules) && strcmp(dtype_name[i].name, name) == 0) {
            *dtype = dtype_name[i].dtype;
            return true;
        }
    }
    return false;
}

const char **library_dtype_names(struct arena *a, int modules, int *n) {
    const char **names = ARENA_ARRAY(a, const char *, N_DTYPE_NAMES);
    for (int i = 0; i < N_DTYPE_NAMES; ++i) {
        names[i] = dtype_name[i].modules & modules ? dtype_name[i].name : "";
    }
    *n = N_DTYPE_NAMES;
    return names;
}

const char *const *library_builtins(int *n) {
    *n = N_BUILTIN_NAMES;
    return builtin_name;
}

static bool value_member(enum op_module module, const char *name, struct symbol *sym) {
    for (int i = 0; i < N_VALUE_NAMES; ++i) {
        if ((value_name[i].modules & (int)module) && strcmp(value_name[i].name, name) == 0) {
            sym->kind = SYM_VALUE;
            sym->number = value_name[i].number;
            return true;
        }
    }
    return false;
}

static bool kind_member(const char *name, struct symbol *sym) {
    for (int i = 0; i < N_KIND_NAMES; ++i) {
        if (strcmp(kind_name[i], name) == 0) {
            sym->kind = SYM_KIND;
            return true;
        }
    }
    return false;
}

static bool builtin_member(const char *name, struct symbol *sym) {
    for (int i = 0; i < N_BUILTIN_NAMES; ++i) {
        if (strcmp(builtin_name[i], name) == 0) {
            sym->kind = i < N_EXCEPTIONS ? SYM_EXCEPTION : SYM_OTHER;
            return true;
        }
    }
    return false;
}

/* pycc's decorators and submodules are known by name only. */
static bool pycc_member(const char *name, struct symbol *sym) {
    static const char *const known[] = {"type", "gpu",    "fastmath", "schedule", "places",
                                        "info", "static", "jit",      "compile",  "instantiate"};
    static const struct {
        const char *name;
        enum op_module module;
    } inside[] = {{"unpython", IN_PYCC}, {"random", IN_RANDOM}, {"copperhead", IN_COPPERHEAD}};
    for (size_t i = 0; i < sizeof inside / sizeof inside[0]; ++i) {
        if (strcmp(name, inside[i].name) == 0) {
            sym->module = inside[i].module;
            sym->kind = SYM_MODULE;
            return true;
        }
    }
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        if (strcmp(name, known[i]) == 0) {
            sym->kind = SYM_OTHER;
            return true;
        }
    }
    return false;
}

/* Of pycc.copperhead; its primitives are functions of the prelude. */
static bool copperhead_member(const char *name, struct symbol *sym) {
    static const char *const known[] = {"cu", "cutype", "places", "nested"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        if (strcmp(name, known[i]) == 0) {
            sym->kind = SYM_OTHER;
            return true;
        }
    }
    return false;
}

static bool submodule(enum op_module module, const char *name, struct symbol *sym) {
    static const struct {
        enum op_module in;
        const char *name;
        enum op_module module;
    } table[] = {
        {IN_NP, "linalg", IN_LINALG},
        {IN_NP, "fft", IN_FFT},
        {IN_NP, "random", IN_NP_RANDOM},
        {IN_NP, "lib", IN_STRIDES},
        {IN_STRIDES, "stride_tricks", IN_STRIDES},
        {IN_NP, "polynomial", IN_POLYNOMIAL},
        {IN_POLYNOMIAL, "polynomial", IN_POLYNOMIAL},
        {IN_POLYNOMIAL, "chebyshev", IN_POLYNOMIAL},
        {IN_POLYNOMIAL, "legendre", IN_POLYNOMIAL},
        {IN_POLYNOMIAL, "hermite", IN_POLYNOMIAL},
        {IN_POLYNOMIAL, "hermite_e", IN_POLYNOMIAL},
        {IN_POLYNOMIAL, "laguerre", IN_POLYNOMIAL},
        {IN_POLYNOMIAL, "polyutils", IN_POLYNOMIAL},
        {IN_SCIPY, "special", IN_SPECIAL},
        {IN_SCIPY, "integrate", IN_INTEGRATE},
        {IN_SCIPY, "optimize", IN_OPTIMIZE},
        {IN_SCIPY, "linalg", IN_SCIPY_LINALG},
        {IN_SCIPY, "signal", IN_SIGNAL},
        {IN_SCIPY, "ndimage", IN_NDIMAGE},
        {IN_SCIPY, "stats", IN_STATS},
        {IN_SCIPY, "sparse", IN_SPARSE},
        {IN_STATS, "norm", IN_STATS_NORM},
        {IN_OS, "path", IN_OS_PATH},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; ++i) {
        if (table[i].in == module && strcmp(name, table[i].name) == 0) {
            sym->module = table[i].module;
            sym->kind = SYM_MODULE;
            return true;
        }
    }
    return false;
}

bool library_member(enum op_module module, const char *name, struct symbol *sym) {
    sym->module = module;
    sym->op = op_lookup(module, name);
    if (library_dtype((int)module, name, &sym->dtype)) {
        sym->kind = SYM_DTYPE;
        return true;
    }
    if (sym->op != OP_COUNT) {
        sym->kind = SYM_OP;
        sym->module = module == IN_SPECIAL ? IN_NP : module; /* they are ufuncs, too */
        return true;
    }
    if (value_member(module, name, sym)) {
        return true;
    }
    if (submodule(module, name, sym) || (module == IN_NP && kind_member(name, sym))) {
        return true;
    }
    if ((module == IN_LINALG || module == IN_SCIPY_LINALG) && strcmp(name, "LinAlgError") == 0) {
        sym->kind = SYM_OTHER; /* which compiled code does not raise itself */
        return true;
    }
    if (module == IN_STATISTICS && strcmp(name, "StatisticsError") == 0) {
        sym->kind = SYM_OTHER;
        return true;
    }
    if (module == IN_BUILTIN) {
        return builtin_member(name, sym);
    }
    return module == IN_COPPERHEAD ? copperhead_member(name, sym)
                                   : module == IN_PYCC && pycc_member(name, sym);
}
