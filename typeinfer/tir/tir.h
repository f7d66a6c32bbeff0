/* TIR: typed intermediate representation. Ground types only; everything after inference reads it.
 *
 * Expressions are pure and cannot fail: they have no side effect and need no order. Whatever may
 * raise, or allocates, or calls, is a statement before the expression that uses its result:
 *
 *   - a[i] becomes  INDEX t = wrap(i, extent of a's axis 0)   raises IndexError
 *                   ... LOAD a[t] ...
 *   - x / y (Python floats) becomes  CHECK y != 0 else ZeroDivisionError;  ... x / y ...
 *   - f(x) of a compiled function becomes  CALL t = f(x)
 *
 * in Python's evaluation order; conditional operands (and, or, if-else) whose parts need statements
 * become IF statements with a temporary. Casts are explicit: both operands of a BINARY op have the
 * type the rule of ops.def computes in (comparisons: the promoted type; result BOOL or PYBOOL).
 *
 * A FOR's counter is a fresh variable that nothing else assigns. When the source assigns the loop
 * variable elsewhere or reads it after the loop, the body starts with `ASSIGN i = counter`, and
 * uses inside the body before another assignment of i still read the counter directly.
 *
 * An INDEX's dst may serve several accesses, always in the body of the same innermost loop (and not
 * in loops inside it), so that each nest holds the INDEX statements of its accesses. What an
 * earlier CHECK on every path has established is not checked again.
 *
 * Arrays are values {data, shape, strides, owner}. ALLOC makes a new owner, VIEW shares its base's.
 *
 * Operations on whole arrays are array statements over an index space: MAP stores a value per
 * point, REDUCE combines the values along axes. Their values are pure expressions over the space's
 * counters, so that a whole NumPy expression is one statement: `d = a + b * c` is
 *
 *     alloc d = f64[n]
 *     map k0 < n { d[k0] = a[k0] + b[k0] * c[k0] }
 *
 * What NumPy checks (shapes) and what stands for a scalar operand is done by statements before. The
 * pass `expand` of the analysis turns array statements into FOR loops; what follows it sees loops
 * only.
 *
 * A list is a value that refers to its items; whatever is done with it is a LIST statement, so that
 * expressions never depend on how long it is.
 *
 * Functions of libraries (NumPy's, BLAS) are LIB statements: they read whole arrays and make new
 * ones, or write one that they are given.
 *
 * ids are dense per function: var->id, stmt->id (every statement), loop->id (FOR and WHILE).
 * The verifier tir_verify checks all of this in debug builds. */
#ifndef PYCC_TIR_H
#define PYCC_TIR_H

#include <stdbool.h>
#include <stdint.h>

#include "arena.h"
#include "ground.h"
#include "keys.h"
#include "ops.h"
#include "source.h"
#include "taken.h"
#include "vec.h"
#include "writer.h"

#define TIR_MAX_RANK 8
/* No array has a longer axis (pycc_rt.h), so that sums of extents and indices are Python ints of 64
 * bits. */
#define TIR_MAX_EXTENT ((int64_t)1 << 48)

/* ---- variables */

struct tvar {
    const char
        *name; /* a C identifier, unique in its function, as close to the source's as can be */
    int id;
    struct ty *type;
    struct span span; /* first definition */
    bool is_param;
    bool is_counter; /* counter of a FOR */
    bool is_temp;    /* made by lowering; assigned once on every path that uses it */
    bool is_local; /* of a form of the schedule: an array of the C function's own, made by an ALLOC,
                      with extents that its compiler knows */
    bool is_shared;    /* of a form of a kernel: is_local, in memory that a work-group shares */
    bool is_map;       /* or is_local, numbers that are no memory */
    struct tvar *stem; /* of a form: the array variable that it is a copy of; or NULL */
};

/* ---- expressions */

enum texpr_kind {
    TE_CONST,  /* of a scalar type */
    TE_VAR,    /* any type */
    TE_LOAD,   /* element of an array at wrapped indices; also rank 0 with n = 0 */
    TE_SHAPE,  /* extent of an axis of an array variable: INT, >= 0 */
    TE_APART,  /* do two array variables share no memory? PYBOOL */
    TE_CAST,   /* scalar to scalar: C conversion rules; to bool is != 0; complex to real drops imag;
                  a float that no integer of the type equals becomes what NumPy on x86 makes of it */
    TE_OP,     /* op of ops.def on 1 to 3 operands, spelling by the first operand's kind */
    TE_SELECT, /* cond ? a : b, scalars of one type */
    TE_TUPLE,  /* tuple value */
    TE_ITEM,   /* item of a tuple-typed expression */
    TE_ORDER   /* how a space is walked best, from the strides of arrays: INT, see struct order */
};

/* A walk over the axes of arrays of one shape that follows their memory: which axis stands at which
 * position of it, which are walked backwards, which become one with the next. Reduced axes stay
 * apart from those kept. The number is >= 0 when a reduced axis has the smallest stride: the axes
 * kept come first then, the reduced ones behind them. Otherwise the last position is an axis kept,
 * and before it stand the others kept, then the reduced ones. */
struct order {
    int rank;         /* of the arrays */
    unsigned reduced; /* bit per axis */
};

struct texpr {
    enum texpr_kind kind;
    struct ty *type;
    struct span span;
    union {
        union {
            int64_t i;    /* BOOL, INT kinds; U64 as its bit pattern */
            double f[2];  /* FLOAT kinds f[0]; COMPLEX re, im */
        } value;          /* CONST */
        struct tvar *var; /* VAR */
        struct {
            struct tvar *array;
            int n;
            struct texpr **index; /* each VAR of an INDEX's dst, or an expression known in range */
        } load;
        struct {
            struct tvar *array;
            int axis;
        } shape;
        struct {
            struct tvar *a, *b;
        } apart;
        struct texpr *cast; /* CAST operand; type is the target */
        struct {
            enum op op;
            int n;
            struct texpr *arg[OP_MAX_OPERANDS];
        } op;
        struct {
            union {
                struct {
                    struct texpr *cond, *a, *b;
                };
                struct texpr *part[3]; /* the same */
            };
            bool guards; /* in array statements: elements that a or b reads may be in range only
                            where it is what cond chooses */
            bool both;   /* whatever cond is, all that a and b read is there */
        } select;
        struct {
            int n;
            struct texpr **item;
        } tuple;
        struct {
            struct texpr *tuple;
            int index;
        } item;
        struct {
            int n;               /* as in tuple */
            struct texpr **item; /* VARs of arrays of one shape; with `out` the last one has the
                                    axes kept only */
            struct order order;
            bool out;
        } walk;
    };
};

/* ---- statements */

/* What stands in the source where a loop is. */
enum loop_written {
    WRITTEN_NOT /* one of elements, or of a display */,
    WRITTEN_RANGE,
    WRITTEN_FOR,
    WRITTEN_WHILE
};

enum tstmt_kind {
    TS_ASSIGN, /* scalar, tuple or array (shares the owner) */
    TS_STORE,  /* array element */
    TS_INDEX,  /* dst = index wrapped and checked against an axis */
    TS_CHECK,  /* raise unless cond */
    TS_FOR,
    TS_WHILE,
    TS_IF,
    TS_RETURN,
    TS_BREAK, /* of the innermost loop */
    TS_CONTINUE,
    TS_RAISE,
    TS_VIEW,
    TS_ALLOC,
    TS_CALL,
    TS_LIB,  /* a library's function */
    TS_LIST, /* something done with a list */
    TS_MAP,  /* array statements: gone after the pass expand */
    TS_REDUCE,
    TS_FUSED
};

/* Exceptions the runtime can raise; order is part of pycc_rt.h (PYCC_EXC_*). */
enum texc {
    TEXC_ARITHMETIC,
    TEXC_ASSERTION,
    TEXC_ATTRIBUTE,
    TEXC_EXCEPTION,
    TEXC_FLOATING_POINT,
    TEXC_INDEX,
    TEXC_KEY,
    TEXC_LOOKUP,
    TEXC_MEMORY,
    TEXC_NOT_IMPLEMENTED,
    TEXC_OVERFLOW,
    TEXC_RUNTIME,
    TEXC_STOP_ITERATION,
    TEXC_TYPE,
    TEXC_UNBOUND_LOCAL,
    TEXC_VALUE,
    TEXC_ZERO_DIVISION,
    TEXC_COUNT
};

/* For shown_axis: an item of a list is read, or assigned; a character of a str. Also in pycc_rt.h.
 */
enum { INDEX_OF_LIST = -1, INDEX_OF_LIST_STORE = -2, INDEX_OF_TEXT = -4 };

struct tblock {
    int n;
    struct tstmt **item;
};

/* What a CALL catches. Its callee gives a number that is no less than 0; where it raises what the
 * first clause names the CALL gives -1 instead and does not raise, for the second -2 ... */
struct tclause {
    uint32_t kinds;    /* bit per enum pycc_exc (pycc_rt.h) */
    const char *names; /* the classes, for exceptions that Python has raised, with a blank between:
                          a built-in's name, or "numpy.linalg.LinAlgError" */
};

struct tcatch {
    int n;
    struct tclause *clause;
    bool keeps; /* what is caught is kept in the CALL's last argument before the callee's globals,
                   an array of TIR_ERROR_WORDS i64, from where it can be raised again */
    struct tvar *status;    /* while lowering: dst of the CALL to be */
    struct tstmt *handlers; /* the IF whose then block runs when something was caught; or NULL */
    struct tvar *error;     /* the array where keeps is true */
};

/* struct pycc_error fits. */
#define TIR_ERROR_WORDS 48

/* How a VIEW treats one axis of its base. */
enum view_axis_kind {
    VIEW_INDEX,    /* drops the axis at a wrapped index */
    VIEW_SLICE,    /* start:stop:step with Python's clipping; absent parts NULL; step checked != 0
                      before */
    VIEW_FULL,     /* keeps it */
    VIEW_NEW,      /* np.newaxis: an axis of extent 1, takes none of the base's; with an extent the
                      base is repeated, for reading only */
    VIEW_STRETCH,  /* an axis of extent 1 repeated `extent` times; any other as it is. The extent is
                      the axis' own or the axis' is 1 (checked before). For reading only */
    VIEW_DIAGONAL, /* takes this axis and the next: the elements whose indices on both are equal */
    VIEW_MOVED,    /* axis `from` of the base: when one entry is, all are, a permutation */
    VIEW_RESHAPED  /* when one entry is, all are: the base's elements in C order under these
                      extents. One may be negative: what the others leave; ValueError when they do
                      not fit. A copy where no strides can show that */
};

/* What of each element a VIEW shows: a part of a complex, or its bits as another type. All axes are
 * FULL then; RESHAPED, and no copy, where that type has another size. */
enum view_part { PART_WHOLE, PART_REAL, PART_IMAG, PART_BITS };

struct view_axis {
    enum view_axis_kind kind;
    struct texpr *index;               /* INDEX */
    struct texpr *start, *stop, *step; /* SLICE: INT expressions or NULL */
    struct texpr *extent;              /* STRETCH, RESHAPED: INT; NEW: INT, or NULL for 1 */
    int from;                          /* MOVED */
};

/* All axes of the base in the order of a walk, those that became one with the next as extents of 1.
 * kept: the base has the axes kept only. */
struct view_order {
    struct order order;
    struct texpr *number; /* of the TE_ORDER */
    bool kept;
};

/* The points of an array statement: counter k takes 0 .. extent[k]-1 for every combination of the
 * others. Extents are >= 0, and evaluated before. Counters are fresh INT variables that occur in no
 * other statement. rank 0: one point. */
struct tspace {
    int rank;
    struct texpr **extent;
    struct tvar **counter;
};

enum alloc_fill { FILL_NONE, FILL_ZERO, FILL_VALUE, FILL_TEXT };

/* What a LIST statement does. Lists are references: two variables may stand for one list. */
enum list_op {
    LIST_NEW,    /* dst = an empty list */
    LIST_LENGTH, /* dst, an INT */
    LIST_ITEMS,  /* dst, an array of one axis: the memory of the items, which are scalars, until the
                    list gets longer or shorter */
    LIST_GET,    /* dst = list[arg 0]; IndexError */
    LIST_SET,    /* list[arg 0] = arg 1; IndexError */
    LIST_APPEND, /* arg 0 */
    LIST_INSERT, /* arg 1 before arg 0 */
    LIST_POP,    /* dst, or nothing, = list.pop(arg 0); IndexError */
    LIST_EXTEND, /* by the items of another list, arg 0 */
    LIST_CLEAR,
    LIST_REVERSE,
    LIST_SLICE,  /* dst = a new list, list[arg 0 : arg 1 : arg 2], any of which may be NULL */
    LIST_REPEAT, /* dst = a new list, list * arg 0 */
    LIST_SAME    /* dst, a PYBOOL: is arg 0 the very list? */
};

/* Does it change which items the list has, or one of them? */
static inline bool list_changes(enum list_op op) {
    return op >= LIST_SET && op <= LIST_REVERSE;
}

/* An argument of a LIB statement. */
struct lib_arg {
    const char *name;    /* keyword; NULL: by position */
    struct texpr *value; /* scalar, VAR of an array, TUPLE of these; NULL: a constant */
    const char *text;    /* the constant as Python writes it: 0, (0, 1), None, 'ij,jk' */
};

/* May a MATMUL wait for the next one, which shares a matrix with it? */
enum lib_pair { PAIR_NONE, PAIR_FIRST, PAIR_SECOND };

struct tstmt {
    enum tstmt_kind kind;
    int id;
    struct span span; /* of the source statement or expression it stems from */
    union {
        struct {
            struct tvar *dst;
            struct texpr *value;
        } assign;
        struct {
            struct tvar *array;
            int n;
            struct texpr **index; /* as in LOAD */
            struct texpr *value;  /* of the array's dtype */
            bool whole;           /* the pass expand made it of an operation on whole arrays */
        } store;
        struct {
            struct tvar *dst;    /* INT temp */
            struct texpr *index; /* INT, any value */
            struct tvar *array;
            int axis;       /* of the array */
            int shown_axis; /* in the IndexError: a[i][j] is one access, but its j is axis 0 of
                               a[i]; INDEX_OF_LIST: an item of a list */
        } index;
        struct {
            struct texpr *cond;
            enum texc exc;
            const char *message; /* NULL: none */
            struct texpr *shown; /* INT, or TUPLE of INTs: the values replace the "%lld"s of
                                    message; NULL: it has none */
            bool domain;         /* of a function of math, where NumPy's gives nan or inf */
        } check;
        struct {
            int loop; /* dense id among FOR and WHILE */
            enum loop_written written;
            bool parallel; /* prange */
            bool assured;  /* prange(..., independent=True): by the user's word */
            bool implied;  /* stems from an operation on whole arrays: where it is parallel inside
                              a parallel loop, the pass expand makes it serial */
            int tried;     /* 0, or the least number of iterations of a copy of the only statement
                              of the else block of the IF whose then block it is: the analysis
                              makes it parallel or drops it (rows.h) */
            struct tvar *pivot; /* NULL, or: a part of a loop that the pass pivots has split here */
            bool behind;        /* not its first part */
            bool blocked;       /* of blocks of iterations (blocks.c): no nest, what is in it is */
            struct tvar *counter; /* takes start, start+step, ... */
            struct texpr *start, *stop,
                *step;            /* evaluated once, before; step checked != 0 before */
            struct tstmt *source; /* NULL, or the FOR that stands here in the source: the analysis
                                     has exchanged loops, and what must keep the source's order
                                     takes its counter and range here, not its body */
            struct tblock body;
            struct tblock els; /* runs unless broken out of; n = 0: none */
        } for_;
        struct {
            int loop;
            enum loop_written written;
            struct tblock pre; /* statements before each test */
            struct texpr *cond;
            struct tblock body, els;
        } while_;
        struct {
            struct texpr *cond;
            struct tblock then, els;
            bool rare;              /* of a form: it hardly ever holds */
            bool likely;            /* els hardly ever runs */
            struct tcatch *catches; /* while lowering: then is what a try statement guards, which
                                       becomes a function of its own (outline.c) */
        } if_;
        struct texpr *ret; /* RETURN: NULL for none */
        struct {
            enum texc exc;
            const char *message; /* may be NULL */
            struct texpr *again; /* NULL, or VAR of the array where a CALL has kept what it caught:
                                    that is raised */
        } raise;
        struct {
            struct tvar *dst, *base;
            int n; /* entries of axis, which follow the base's axes but for MOVED and RESHAPED; the
                      order is dst's */
            struct view_axis *axis;
            enum view_part part;
            bool contiguous;          /* RESHAPED: a copy also where the base is not C-contiguous */
            struct view_order *order; /* NULL, or n = 0 */
            struct tvar *apart; /* NULL, or an array that is about to be written while dst is read,
                                   at the same indices: where base overlaps it other than element
                                   by element, dst is a copy of base. All axes FULL then */
            bool scattered;     /* with apart: read at other indices than those written; dst is a
                                   copy wherever base overlaps it at all */
        } view;
        struct {
            struct tvar *dst;
            struct texpr **extent; /* dst rank entries; negative ones raise ValueError */
            enum alloc_fill fill;
            struct texpr *value; /* FILL_VALUE: of the array's dtype */
            const char *text;    /* FILL_TEXT: its characters in UTF-8, as many as the extent */
            bool fortran;        /* order='F' */
        } alloc;
        struct {
            struct tvar *dst; /* NULL: result ignored or none */
            struct tfunc *callee;
            int n;
            struct texpr **arg;
            const struct tcatch *catches; /* NULL: what the callee raises is raised */
        } call;
        /* Reads its arguments, gives dst new values, writes elements of out, and may raise: nothing
         * else. Any number may run at once, in parallel loops too. What it returns shares no memory
         * with its arguments. */
        struct {
            struct tvar *dst; /* scalar, array or tuple of these; NULL: result ignored or none */
            enum op fn;       /* of class OPC_LIB: a row of lib.def */
            int n;
            struct lib_arg *arg;
            struct tvar *out; /* NULL, or an array: what fn computes is stored there, overlapping
                                 arguments or not; for methods the array itself */
            int sign;         /* MATMUL: 1 it is added to out's elements, -1 subtracted, 0 stored */
            enum lib_pair pair; /* MATMUL: filled by pairs_run */
        } lib;
        struct {
            enum list_op op;
            struct tvar *dst;     /* NULL: none */
            struct tvar *list;    /* NULL: NEW */
            struct texpr *arg[3]; /* by op */
            int field;            /* GET, SET: 1 + an item of the list's only item, a tuple, which
                                     is all that is taken or set; 0: the whole item */
        } list;
        /* At every point of the space dst[index] = value, in any order: no point reads what another
         * one writes. Whatever reads dst's memory does so through dst itself at the same indices;
         * other arrays are apart from it, by construction or by a VIEW with `apart`. */
        struct {
            struct tspace space;
            struct tvar *dst;     /* array */
            struct texpr **index; /* dst's rank entries: a counter, each once, a constant 0, or a
                                     counter of a loop around */
            struct texpr *value; /* pure, of dst's dtype; its LOADs are in range at every point: one
                                    at an index that is data, wrap(i[k], n), was checked before */
        } map;
        /* dst = start op value op value ... over all points, or for a dst of rank > 0 over the
         * points that agree in the axes kept. Partial results may be combined in any order that
         * depends on extents only. */
        struct {
            struct tspace space;
            bool *reduced;        /* per axis of the space; all of them when dst is a scalar */
            enum op op;           /* ADD MUL MINIMUM MAXIMUM LAND LOR BITAND BITOR */
            struct tvar *dst;     /* scalar, or array that nothing in value overlaps */
            struct texpr **index; /* as in MAP, without reduced counters; NULL for a scalar */
            struct texpr *start;  /* without counters, of the type of value: the identity of op, or
                                     what the caller begins with */
            struct texpr *value;  /* as in MAP, of dst's dtype */
        } reduce;
        /* MAPs and REDUCEs over one space, whose counters are theirs too: at every point of it all
         * of them, in order. No point reads what another one writes. A MAP in it may have a scalar
         * dst (no index): its value at the point, for the items after it. Those of the REDUCEs that
         * have array results reduce the same axes, and then none has a scalar result. */
        struct {
            struct tspace space;
            int n;
            struct tstmt **item;
        } fused;
    };
};

/* Are all entries of a VIEW of this kind: MOVED or RESHAPED? */
static inline bool view_is(const struct tstmt *s, enum view_axis_kind kind) {
    return s->view.n > 0 && s->view.axis[0].kind == kind;
}

/* May a VIEW's dst be a copy, which it then owns? Making it may fail. */
static inline bool view_may_copy(const struct tstmt *s) {
    return s->view.apart || view_is(s, VIEW_RESHAPED);
}

/* ---- functions and the module */

/* A variable of a module, as an import in the one that is compiled names it; NULL: that one. */
struct tglobal {
    const char *name, *module;
};

struct tfunc {
    const char *name;   /* a C identifier unique in the module: saxpy, helper__1, outer__lambda_2 */
    const char *pyname; /* the source's name */
    int id;
    struct span span; /* of the def */
    int n_params;     /* captures of a closure are trailing parameters, and globals the last ones */
    struct tvar **param;
    int n_globals;
    struct tglobal *global; /* of the parameters, which the glue gives to exports */
    int n_formals;          /* parameters in the source, then globals; captures not among them */
    struct ty **formal;     /* their types; those of kind NONE are no parameters here */
    struct ty *ret;         /* TY_NONE: none */
    int n_vars, n_stmts, n_loops;
    struct tvar **var;  /* all, parameters first */
    struct tblock body; /* every path ends in RETURN or RAISE, or falls off with ret NONE */
    enum nested_loops schedule;
    bool gpu, fastmath, recursive; /* the last: part of a call cycle */
    bool cu;                       /* a procedure of pycc.copperhead, or inside one */
    bool scheduled; /* it has forms, in which several loops may have one counter, and lanes assign
                       it before they read it */
};

/* A name that the extension module replaces: all compiled overloads of one Python function. */
struct texport {
    const char *pyname;
    int n_params;
    const char **param; /* names */
    bool *has_default;  /* the glue takes values from the original's __defaults__ */
    bool *kw_only;
    bool stays; /* what no overload takes is the interpreter's */
    int n_overloads;
    struct tfunc **overload; /* in the order of the signatures */
};

struct tmodule {
    const char *name;
    const struct source *source;
    int n_taken;
    const struct taken *taken;
    VEC(struct ty *) types;
    VEC(struct tfunc *) funcs; /* callees before callers where there is no cycle */
    VEC(struct texport *) exports;
};

/* Python-like text: "min(n - 1, a.shape[0])". */
const char *expr_text(struct arena *a, const struct texpr *e);

/* --emit tir; and the statements of a block. */
void tir_print(const struct tmodule *m, struct writer *w);
void tir_print_block(const struct tblock *b, struct writer *w);

/* NULL, or what is wrong first (debug builds call it after each pass). */
const char *tir_verify(struct arena *a, const struct tmodule *m);

#endif
