/* The run time of generated code: what a compiled module's C file includes.
 *
 * Generated code knows nothing of Python: it is plain C over struct pycc_array and scalars. The
 * glue (runtime/glue_*.c, the only files with Python.h) interprets the tables at the end of this
 * header, which each module fills in as constants. Errors are recorded in struct pycc_ctx and
 * raised by the glue at the boundary; nothing here exits, aborts or loses memory. */
#ifndef PYCC_RT_H
#define PYCC_RT_H

#include "pycc_rt_libm.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PYCC_ABI 4
#define PYCC_LIKELY(x) __builtin_expect(!!(x), 1)
#define PYCC_UNLIKELY(x) __builtin_expect(!!(x), 0)

/* Functions that win little by being optimised: half of the time that the C compiler would take.
 * COLD: those that hardly ever run. ONCE: those without loops, half of that time. Of the expensive
 * optimisations they need vzeroupper: without it all that follows on the thread runs at a tenth of
 * its speed. (Older compilers forget -fwrapv and the like at this attribute.) */
#if defined(__OPTIMIZE__) && !defined(__clang__) && defined(__GNUC__) && __GNUC__ >= 12
#define PYCC_PLAIN __attribute__((optimize("O1", "expensive-optimizations", "tree-vectorize")))
#define PYCC_COLD                                                                                  \
    __attribute__((optimize("O1", "expensive-optimizations", "no-thread-jumps",                    \
                            "no-tree-dominator-opts", "no-tree-dse", "no-dse", "no-tree-pta",      \
                            "no-tree-fre")))
#define PYCC_ONCE __attribute__((optimize("Og")))
#else
#define PYCC_PLAIN
#define PYCC_COLD
#define PYCC_ONCE
#endif

/* What functions around nests run again and again: inlined where they are compiled small, too. */
#define PYCC_INLINE static inline __attribute__((always_inline))

/* GCC 12.0 to 12.2 for AVX take a struct {x, x, 0, 0} for {x, x, x, x} (their bug 108599), unless
 * structs move in 16 bytes at most, which the compiler asks for where it knows what it runs. */
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ == 12 && __GNUC_MINOR__ < 3 &&            \
    defined(__AVX__) && !defined(PYCC_NARROW_MOVES)
#pragma GCC target("prefer-vector-width=128")
#endif

/* A NumPy bool: 0 or 1. A byte, because GCC leaves loops that mix _Bool with other types scalar. */
typedef uint8_t pycc_bool;
typedef uint16_t pycc_half; /* the bits of a float of 16 bits */

/* ---- errors */

/* Built-in exceptions in the order of enum texc (tir.h), then the run time's own. */
enum pycc_exc {
    PYCC_EXC_ARITHMETIC,
    PYCC_EXC_ASSERTION,
    PYCC_EXC_ATTRIBUTE,
    PYCC_EXC_EXCEPTION,
    PYCC_EXC_FLOATING_POINT,
    PYCC_EXC_INDEX,
    PYCC_EXC_KEY,
    PYCC_EXC_LOOKUP,
    PYCC_EXC_MEMORY,
    PYCC_EXC_NOT_IMPLEMENTED,
    PYCC_EXC_OVERFLOW,
    PYCC_EXC_RUNTIME,
    PYCC_EXC_STOP_ITERATION,
    PYCC_EXC_TYPE,
    PYCC_EXC_UNBOUND_LOCAL,
    PYCC_EXC_VALUE,
    PYCC_EXC_ZERO_DIVISION,
    PYCC_EXC_PENDING,   /* Python already holds the exception (KeyboardInterrupt from a poll) */
    PYCC_EXC_RACE,      /* pycc.RaceError */
    PYCC_EXC_RECURSION, /* RecursionError: the stack is used up */
    PYCC_EXC_OBJECT     /* what a library has raised: error.object */
};

struct pycc_error {
    enum pycc_exc exc;
    int line;            /* of the source; 0 unknown */
    const char *message; /* static text or NULL; behind "\1" words of Python 3.11, behind "\2" an
                            error of pycc's own, which no try statement catches */
    bool shown;          /* message holds one %lld, which index replaces */
    bool out_of_bounds;  /* index, axis and extent are the message */
    int64_t index, extent;
    int axis;
    void *object;   /* OBJECT: the exception, kept by pycc_poll.raised */
    char text[240]; /* not empty: the message, whose numbers are the call's */
};

struct pycc_poll;
struct pycc_ctx;
struct pycc_lib;
struct pycc_clause;
union pycc_value;

/* What the run time asks of Python, for it calls nothing of the glue itself. */
struct pycc_python {
    /* What pycc_poll does on the calling thread: gives up the GIL if it is still held and every
     * 20 ms takes it for pending signals. True when a handler has raised. */
    bool (*run)(struct pycc_poll *poll);
    /* pycc_lib_call */
    bool (*lib_call)(struct pycc_ctx *ctx, const struct pycc_lib *lib, const union pycc_value *arg,
                     union pycc_value *ret, int line);
    /* Which of n clauses names a class of the exception that Python has raised; -1: none does. What
     * is caught and not kept is given back. */
    int (*catches)(struct pycc_ctx *ctx, bool kept, int n, const struct pycc_clause *clause);
};

/* Loop iterations between two looks at the stop flag: some 20 microseconds of simple ones. */
#define PYCC_FUEL (1 << 16)

/* One per call from Python, shared by every thread that works for it. The GIL is given up lazily,
 * by the first pycc_poll of the calling thread: a short call keeps it. */
struct pycc_poll {
    int stop;             /* atomic: the call must end, Python holds the exception */
    bool may_release;     /* the call may run without the GIL */
    bool main;            /* it came from Python's main thread, which handles signals */
    unsigned long caller; /* the thread it came from; the fields below are that thread's only */
    void *saved;          /* its PyThreadState while the GIL is given up, else NULL */
    void *raised;         /* with the GIL: list of the exceptions that libraries raised, or NULL */
    void *scope;          /* the dict of the module, where exceptions of its own are found */
    int64_t next;         /* monotonic ns of the next look at Python's signals; 0: not yet set */
    const struct pycc_python *python; /* NULL: the call does not come from Python */
};

/* One per call from Python, and one per chunk of a parallel nest. */
struct pycc_ctx {
    bool failed; /* error holds the first one */
    struct pycc_error error;
    int threads;   /* to use in parallel nests: 1 inside one, in a forked child, ... */
    bool inside;   /* of a parallel nest, on however many threads it runs */
    int64_t fuel;  /* loop iterations until the next pycc_poll; starts at PYCC_FUEL */
    int64_t stack; /* bytes below this struct that recursion may use; 0: not asked yet */
    struct pycc_poll *poll;
    struct pycc_pool *pool;   /* of the call from Python, or NULL: pool.c */
    struct pycc_away *away;   /* what devices hold for this call, or NULL: pycc_rt_device.h */
    bool stays;               /* ... and they keep it when the call ends: with pycc.places.gpu0 */
    int place;                /* enum pycc_place: where nests may run */
    char *warning;            /* what Python should warn of, from malloc; or NULL */
    struct pycc_steps *steps; /* nests that wait, or NULL: pycc_rt_steps.h */
};

/* Records an error unless one is recorded already. */
void pycc_raise(struct pycc_ctx *ctx, enum pycc_exc exc, const char *message, int line)
    __attribute__((cold));
void pycc_raise_shown(struct pycc_ctx *ctx, enum pycc_exc exc, const char *message, int64_t shown,
                      int line) __attribute__((cold));
/* value: one for each "%lld" of the message. */
void pycc_raise_all(struct pycc_ctx *ctx, enum pycc_exc exc, const char *message,
                    const int64_t *value, int line) __attribute__((cold));
/* axis: one of an array, or what is done with a list (INDEX_OF_LIST in tir.h). */
enum { PYCC_OF_LIST = -1, PYCC_OF_LIST_STORE = -2, PYCC_OF_LIST_POP = -3, PYCC_OF_TEXT = -4 };
void pycc_raise_index(struct pycc_ctx *ctx, int64_t index, int axis, int64_t extent, int line)
    __attribute__((cold));

/* What a clause of a try statement catches. */
struct pycc_clause {
    uint32_t kinds;    /* bit per enum pycc_exc */
    const char *names; /* the classes, for what Python has raised, with a blank between */
};
#define PYCC_CLAUSES(...)                                                                          \
    (const struct pycc_clause[]) {                                                                 \
        __VA_ARGS__                                                                                \
    }

/* A call that has failed: -1 where the first clause catches that, which has not failed then, -2 for
 * the second ... Otherwise 0, and it has failed. kept: NULL, or where what is caught is copied to.
 */
int64_t pycc_catch(struct pycc_ctx *ctx, void *kept, int n, const struct pycc_clause *clause)
    __attribute__((cold));
/* Fails as it did when that was caught. */
void pycc_raise_again(struct pycc_ctx *ctx, const void *kept) __attribute__((cold));
static inline int64_t pycc_caught(struct pycc_ctx *ctx, int64_t status, void *kept, int n,
                                  const struct pycc_clause *clause) {
    return PYCC_LIKELY(!ctx->failed) ? status : pycc_catch(ctx, kept, n, clause);
}

/* An exception and `leave`, a return or goto, unless cond holds. */
#define PYCC_CHECK(cond, exc, message, line, leave)                                                \
    if (PYCC_UNLIKELY(!(cond))) {                                                                  \
        pycc_raise(ctx, PYCC_EXC_##exc, message, line);                                            \
        leave;                                                                                     \
    }

/* The same; values that the message shows come last: one, or all "%lld" of it. */
#define PYCC_CHECK_SHOWN(cond, exc, message, line, leave, ...)                                     \
    if (PYCC_UNLIKELY(!(cond))) {                                                                  \
        pycc_raise_shown(ctx, PYCC_EXC_##exc, message, __VA_ARGS__, line);                         \
        leave;                                                                                     \
    }
#define PYCC_CHECK_ALL(cond, exc, message, line, leave, ...)                                       \
    if (PYCC_UNLIKELY(!(cond))) {                                                                  \
        pycc_raise_all(ctx, PYCC_EXC_##exc, message, (const int64_t[]){__VA_ARGS__}, line);        \
        leave;                                                                                     \
    }

/* No axis is longer: 2**48 bytes are all of the address space. */
#define PYCC_MAX_EXTENT ((int64_t)1 << 48)

/* OverflowError and `leave` unless a Python int fits. */
#define PYCC_FITS(cond, line, leave) PYCC_CHECK(cond, OVERFLOW, PYCC_FITS_TEXT, line, leave)
#define PYCC_FITS_TEXT                                                                             \
    "\2a Python int has 64 bits in compiled code: use a type of NumPy, or --overflow=wrap"
#define PYCC_FITS_SIZE 0x1p62 /* ints whose sizes, rounded up, are at most this fit */

/* To be called when fuel is spent, and before a library call that may take milliseconds, so that
 * other Python threads run meanwhile. Refills fuel, gives up the GIL if it is still held (calling
 * thread), and every 20 ms takes it for Python's pending signals (main thread). Returns true when
 * the call must end: ctx then has failed with PYCC_EXC_PENDING. Any thread may call it. */
bool pycc_poll(struct pycc_ctx *ctx) __attribute__((cold));

/* ---- arrays */

/* Memory with a reference count. Arguments come with a borrowed buffer that is never freed here and
 * remembers the Python object, so that a returned view keeps its base alive. */
struct pycc_buffer {
    int64_t refs; /* atomic */
    void *data;   /* from malloc or aligned_alloc, to be freed by free: the glue may hand it over to
                     a NumPy array; or behind this head in one block; NULL when borrowed */
    void *object; /* PyObject of the argument, borrowed; with drop: the array, a reference */
    void (*drop)(struct pycc_buffer *b); /* what frees it instead; NULL for our own memory */
    struct pycc_pool *pool; /* where data goes instead of being freed, as long as the call lasts;
                               the glue sets it to NULL when the buffer outlives that; or NULL */
    int64_t size;           /* bytes of data; with pool */
    int64_t waits;          /* of refs, those of sweeps that wait */
};

/* Small memory follows its buffer: one malloc instead of two. */
enum { PYCC_BUFFER_HEAD = 64 /* bytes */ };

static inline void *pycc_behind(struct pycc_buffer *b) {
    return (char *)b + PYCC_BUFFER_HEAD;
}

/* An array of rank r: shape in elements, strides in bytes; rank 0 has one unused entry. Declared
 * for ranks 0 to 8 as struct pycc_array0 ... pycc_array8, so that small ones are passed cheaply. */
#define PYCC_DECLARE_ARRAY(r, entries)                                                             \
    struct pycc_array##r {                                                                         \
        char *data;                                                                                \
        struct pycc_buffer *owner;                                                                 \
        int64_t shape[entries];                                                                    \
        int64_t stride[entries];                                                                   \
    };
PYCC_DECLARE_ARRAY(0, 1)
PYCC_DECLARE_ARRAY(1, 1)
PYCC_DECLARE_ARRAY(2, 2)
PYCC_DECLARE_ARRAY(3, 3)
PYCC_DECLARE_ARRAY(4, 4)
PYCC_DECLARE_ARRAY(5, 5)
PYCC_DECLARE_ARRAY(6, 6)
PYCC_DECLARE_ARRAY(7, 7)
PYCC_DECLARE_ARRAY(8, 8)

/* A list: pycc_rt_list.h. */
struct pycc_list {
    struct pycc_buffer *owner;
};

/* ---- the tables the glue reads */

enum pycc_kind { PYCC_NONE, PYCC_SCALAR, PYCC_ARRAY, PYCC_TUPLE, PYCC_LIST };

/* dtypes in the order of enum dtype (dtype.h): the weak ones say which Python class is accepted and
 * returned (PYBOOL bool, INT int, FLOAT float, COMPLEX complex), strong ones NumPy scalars. */
enum pycc_dtype {
    PYCC_BOOL,
    PYCC_I8,
    PYCC_I16,
    PYCC_I32,
    PYCC_I64,
    PYCC_U8,
    PYCC_U16,
    PYCC_U32,
    PYCC_U64,
    PYCC_F16,
    PYCC_F32,
    PYCC_F64,
    PYCC_C64,
    PYCC_C128,
    PYCC_CHAR, /* a code point: scalars and arrays of it are Python's str */
    /* datetime64 and timedelta64 of the units generic, Y to ps: pycc_rt_time.h */
    PYCC_M8_NONE,
    PYCC_M8_Y,
    PYCC_M8_M,
    PYCC_M8_W,
    PYCC_M8_D,
    PYCC_M8_H,
    PYCC_M8_MIN,
    PYCC_M8_S,
    PYCC_M8_MS,
    PYCC_M8_US,
    PYCC_M8_NS,
    PYCC_M8_PS,
    PYCC_TD_NONE,
    PYCC_TD_Y,
    PYCC_TD_M,
    PYCC_TD_W,
    PYCC_TD_D,
    PYCC_TD_H,
    PYCC_TD_MIN,
    PYCC_TD_S,
    PYCC_TD_MS,
    PYCC_TD_US,
    PYCC_TD_NS,
    PYCC_TD_PS,
    PYCC_PYBOOL,
    PYCC_INT,
    PYCC_FLOAT,
    PYCC_COMPLEX
};

/* What a value of several types is. */
enum pycc_either {
    PYCC_EITHER_NONE,
    PYCC_EITHER_BOOL,
    PYCC_EITHER_INT,
    PYCC_EITHER_FLOAT,
    PYCC_EITHER_TEXT
};

union pycc_value;
struct pycc_items;

struct pycc_type {
    enum pycc_kind kind;
    enum pycc_dtype dtype;
    int rank;
    char layout;   /* 0 any, 'C', 'F' */
    bool written;  /* array parameters: the function writes to it (needs a writable array) */
    bool whole;    /* ... by operations on whole arrays: its elements must not overlap */
    bool optional; /* TUPLE: is there a value? That, or None */
    bool either;   /* TUPLE: a value of several types: which (enum pycc_either), as an int, a
                      float, a text */
    enum {
        PYCC_THERE,
        PYCC_LATE, /* TUPLE, an attribute: does the object have it? That, or nothing */
        PYCC_UNSET /* the same, of which nothing is known but that no function reads it */
    } late;
    int n; /* TUPLE; LIST: 1 */
    const struct pycc_type *const *item;
    const char *keys; /* TUPLE that Python sees as a dictionary: its keys, \x1f between them; a
                         named one: the class, then the fields. LIST that is an object: the class,
                         {dict} or {set}, then the attributes, whose values are the tuple that is
                         its one item */
    void (*spread)(const void *item, union pycc_value *leaf); /* LIST: an item as values */
    void (*gather)(void *item, const union pycc_value *leaf); /* and back */
    const struct pycc_items *items;
    void **class_; /* LIST that is an object of a class of the module, TUPLE that is a named one:
                      PyTypeObject *, which the import finds, or NULL; behind it the names of
                      the attributes, a tuple, and which import has found it */
};

/* Types as the tables write them; fields that are not 0 follow an array's rank. */
#define PYCC_TYPE(...) (&(const struct pycc_type){.kind = __VA_ARGS__})
#define PYCC_TYPES(...) ((const struct pycc_type *const[]){__VA_ARGS__})
#define PYCC_NOTHING PYCC_TYPE(PYCC_NONE)
#define PYCC_SCALAR_OF(t) PYCC_TYPE(PYCC_SCALAR, .dtype = PYCC_##t)
#define PYCC_ARRAY_OF(t, ...) PYCC_TYPE(PYCC_ARRAY, .dtype = PYCC_##t, .rank = __VA_ARGS__)
#define PYCC_TUPLE_OF(k, ...) PYCC_TYPE(PYCC_TUPLE, .n = k, .item = PYCC_TYPES(__VA_ARGS__))
#define PYCC_RECORD_OF(k, names, ...)                                                              \
    PYCC_TYPE(PYCC_TUPLE, .n = k, .keys = names, .item = PYCC_TYPES(__VA_ARGS__))
#define PYCC_NAMED_OF(id, k, names, ...)                                                           \
    PYCC_TYPE(PYCC_TUPLE, .n = k, .keys = names, .item = PYCC_TYPES(__VA_ARGS__),                  \
              .class_ = pycc_class_##id)
#define PYCC_OPTIONAL_OF(...)                                                                      \
    PYCC_TYPE(PYCC_TUPLE, .n = 2, .optional = true, .item = PYCC_TYPES(__VA_ARGS__))
#define PYCC_EITHER_OF(k, ...)                                                                     \
    PYCC_TYPE(PYCC_TUPLE, .n = k, .either = true, .item = PYCC_TYPES(__VA_ARGS__))
#define PYCC_LATE_OF(kind, ...)                                                                    \
    PYCC_TYPE(PYCC_TUPLE, .n = 2, .late = PYCC_##kind, .item = PYCC_TYPES(__VA_ARGS__))
#define PYCC_LIST_OF(id, ...)                                                                      \
    PYCC_TYPE(PYCC_LIST, .n = 1, .item = PYCC_TYPES(__VA_ARGS__), .spread = pycc_spread_##id,      \
              .gather = pycc_gather_##id, .items = &pycc_items_of_##id)

#define PYCC_OBJECT_OF(id, names, ...)                                                             \
    PYCC_TYPE(PYCC_LIST, .n = 1, .keys = names, .item = PYCC_TYPES(__VA_ARGS__),                   \
              .spread = pycc_spread_##id, .gather = pycc_gather_##id,                              \
              .items = &pycc_items_of_##id)

#define PYCC_INSTANCE_PARTS(id, names, ...)                                                        \
    PYCC_LIST, .n = 1, .keys = names, .item = PYCC_TYPES(__VA_ARGS__), .spread = pycc_spread_##id, \
               .gather = pycc_gather_##id, .items = &pycc_items_of_##id, .class_ = pycc_class_##id
#define PYCC_INSTANCE_OF(...) PYCC_TYPE(PYCC_INSTANCE_PARTS(__VA_ARGS__))
/* Of objects that may hold others of their type, which stands inside of itself. */
#define PYCC_LINKED(type, ...)                                                                     \
    static const struct pycc_type type = {.kind = PYCC_INSTANCE_PARTS(__VA_ARGS__)}

/* One argument or one leaf of a result. A tuple's leaves follow one another, depth first. */
union pycc_value {
    bool b;
    int8_t i8;
    int16_t i16;
    int32_t i32;
    int64_t i64;
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;
    pycc_half f16;
    float f32;
    double f64;
    float _Complex c64;
    double _Complex c128;
    struct pycc_array0 a0;
    struct pycc_array1 a1;
    struct pycc_array2 a2;
    struct pycc_array3 a3;
    struct pycc_array4 a4;
    struct pycc_array5 a5;
    struct pycc_array6 a6;
    struct pycc_array7 a7;
    struct pycc_array8 a8;
    struct pycc_list list;
};

/* A variable of a module. */
struct pycc_global {
    const char *name;
    const char *module; /* as an import in this one names it; NULL: this one */
};
#define PYCC_GLOBALS(...) ((const struct pycc_global[]){__VA_ARGS__})

struct pycc_overload {
    const char *signature; /* "f(a: f64[:, :], n: int) -> None" */
    /* Calls the C function. Arrays in arg are borrowed; arrays in ret carry a reference. On failure
     * ctx->failed is set and ret holds nothing. */
    void (*call)(struct pycc_ctx *ctx, const union pycc_value *arg, union pycc_value *ret);
    int n_leaves_in, n_leaves_out;
    const struct pycc_type *ret;
    const struct pycc_type *const *param; /* as many as the function has parameters, and then
                                             globals; no tuples with arrays */
    bool release_gil;                     /* has loops or recursion, and touches no Python object */
    bool lists;       /* among its parameters, to be given back after the call */
    uint64_t changed; /* bit per parameter, the last for all from it on: lists and objects that the
                         function changes, of which Python sees the changes */
    bool linked;      /* some of these, or of what it returns, may hold others of their class */
    bool device;   /* arrays may be on a device when it is called: it asks for them (PYCC_HOME) */
    int n_globals; /* its last parameters, whose values are what modules hold when it is called */
    const struct pycc_global *global;
};
#define PYCC_OVERLOADS(...) ((const struct pycc_overload[]){__VA_ARGS__})

struct pycc_function {
    const char *name;
    int n_params;
    const char *const *param;
    const bool *kw_only;
    int n_overloads;
    const struct pycc_overload *overload;
    bool stays; /* what no overload takes is passed to the Python function */
};
#define PYCC_NAMES(...) ((const char *const[]){__VA_ARGS__})
#define PYCC_FLAGS(...) ((const bool[]){__VA_ARGS__})

/* A name that compiled code takes for what the source binds it to: the value of the text, or where
 * that is NULL a function that begins in the line. A row without a name is the last. */
struct pycc_taken {
    const char *name;
    int line;
    const char *text;
    const char *module; /* the imported module that has the name, as an import here names it; NULL:
                           this one */
};

/* A module whose source stands behind this one's in the compilation. A row without a name is the
 * last; its line is where none of them is any more. */
struct pycc_import {
    const char *name; /* as an import here names it: ".util" */
    int line;         /* of its first line, less one, in lines that are counted through all files */
    uint64_t hash;    /* of its text, pycc_hash; 0: compiled functions do not need it */
};

/* FNV-1a of a text. */
static inline uint64_t pycc_hash(const char *text, size_t n) {
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; ++i) {
        h = (h ^ (unsigned char)text[i]) * 0x100000001b3u;
    }
    return h;
}

/* A function of scipy.special that is called by SciPy's pointer, which the glue writes to `at`; n
 * numbers. counted: at[1] gets that which takes a Py_ssize_t first. A row without a name is the
 * last. */
struct pycc_special {
    const char *name;
    int n;
    bool counted;
    void **at;
};

struct pycc_module {
    int abi; /* PYCC_ABI */
    const char *name;
    const char *path;   /* of the source, for tracebacks; NULL: name.py beside the module */
    const char *source; /* whole text: executed at import, then functions are replaced */
    size_t source_size;
    int n_functions;
    const struct pycc_function *function;
    const char *report;                   /* JSON for pycc.info: what became of each loop */
    const struct pycc_device_api *device; /* &pycc_device_api where a function is marked for
                                             devices: only such modules link that part; or NULL */
    uint64_t cpu;                         /* PYCC_CPU: what the processor must have */
    const char *target;                   /* what that is called, or NULL */
    const struct pycc_taken *taken;       /* or NULL */
    const struct pycc_import *import;     /* or NULL */
    const struct pycc_special *special;   /* or NULL */
};

/* Body of PyInit_<name>, which PYCC_MODULE defines; returns a PyObject *. */
void *pycc_module_init(const struct pycc_module *m);

/* Of the tables for several kinds of processors the one that asks most of those that this processor
 * has all for; the first when it has for none. */
const struct pycc_module *pycc_module_choose(const struct pycc_module *const *all, int n);

/* Which kind of processor the flags are for, where they say so. */
#ifdef PYCC_TARGET
#define PYCC_TARGET_TEXT PYCC_TEXT(PYCC_TARGET)
#else
#define PYCC_TARGET_TEXT NULL
#endif

#define PYCC_TABLE(...)                                                                            \
    {                                                                                              \
        .abi = PYCC_ABI, .cpu = PYCC_CPU, .target = PYCC_TARGET_TEXT, .source = pycc_source,       \
        .source_size = sizeof(pycc_source) - 1, .report = pycc_report, __VA_ARGS__                 \
    }
#define PYCC_INIT(init, chosen)                                                                    \
    __attribute__((visibility("default"))) void *init(void);                                       \
    void *init(void) {                                                                             \
        return pycc_module_init(chosen);                                                           \
    }

/* The end of a generated file. For several kinds of processors it is compiled once for each: one
 * with PYCC_OTHERS, which lists the numbers of the others' tables, V(1) V(2); those have their
 * number, PYCC_OTHER. */
#define PYCC_OTHER_NAME_(n) pycc_table_##n
#define PYCC_OTHER_NAME(n) PYCC_OTHER_NAME_(n)
#define PYCC_OTHER_DECLARED(n) extern const struct pycc_module pycc_table_##n;
#define PYCC_OTHER_ADDRESS(n) , &pycc_table_##n
#if defined(PYCC_OTHER)
#define PYCC_MODULE(init, ...)                                                                     \
    const struct pycc_module PYCC_OTHER_NAME(PYCC_OTHER) = PYCC_TABLE(__VA_ARGS__);
#elif defined(PYCC_OTHERS)
#define PYCC_MODULE(init, ...)                                                                     \
    PYCC_OTHERS(PYCC_OTHER_DECLARED)                                                               \
    static const struct pycc_module pycc_table = PYCC_TABLE(__VA_ARGS__);                          \
    static const struct pycc_module *const pycc_tables[] = {                                       \
        &pycc_table PYCC_OTHERS(PYCC_OTHER_ADDRESS)};                                              \
    PYCC_INIT(init, pycc_module_choose(pycc_tables, sizeof(pycc_tables) / sizeof(pycc_tables[0])))
#else
#define PYCC_MODULE(init, ...)                                                                     \
    static const struct pycc_module pycc_table = PYCC_TABLE(__VA_ARGS__);                          \
    PYCC_INIT(init, &pycc_table)
#endif

/* The head of pycc_overload.call. */
#define PYCC_STUB(name)                                                                            \
    static void name(struct pycc_ctx *ctx, const union pycc_value *arg, union pycc_value *ret)

#include "pycc_rt_array.h" /* views, allocation, references, loads and stores of any alignment */
#include "pycc_rt_bytes.h" /* arrays of nests, row by row or not */
#include "pycc_rt_cpu.h"
#include "pycc_rt_lib.h" /* calls of libraries */
#include "pycc_rt_list.h"
#include "pycc_rt_loop.h"     /* chunks, thresholds, fuel */
#include "pycc_rt_math.h"     /* the pycc_* helpers that ops.def names, vector math declarations */
#include "pycc_rt_power.h"    /* powers of f32 in vectors */
#include "pycc_rt_quotient.h" /* quotients of integers in vectors */
#include "pycc_rt_random.h"
#include "pycc_rt_root.h"  /* reciprocal square roots */
#include "pycc_rt_steps.h" /* sweeps of time loops */

#endif
