/* Emission of C, private to backend/: the state that the printers share, and what each file offers.
 * The room opencl sees this one; this one reaches it by struct dialect and by what the driver hands
 * in.
 *
 *   emit_c.c        the file: preamble, types, functions in order
 *   emit_name.c     C names of variables, functions and types; constants
 *   emit_expr.c     expressions
 *   emit_op.c       operations, from the templates of ops.def
 *   emit_root.c     quotients that are reciprocal square roots
 *   emit_cast.c     conversions of scalars
 *   emit_place.c    where each variable is declared
 *   emit_live.c     what the C need not say
 *   emit_frame.c    declarations, owners of arrays, how a function is left
 *   emit_stmt.c     simple statements
 *   emit_array.c    views, allocation, references
 *   emit_lib.c      calls of libraries
 *   emit_list.c     lists
 *   emit_loop.c     for, while, simd pragmas, forms
 *   emit_lanes.c    how long loops take of which several iterations run at once
 *   emit_facts.c    what a nest touches
 *   emit_gather.c   sums at indices that are data, as masked vectors
 *   emit_true.c     loops over the true elements of a mask
 *   emit_nest.c     the functions of a nest, one per variant (emit_cases.c: and per exponent)
 *   emit_same.c     nests that differ in names only
 *   emit_guard.c    the guard that chooses a nest's variant
 *   emit_lmad.c     access tables as constants
 *   emit_tile.c     nests as tiles
 *   emit_race.c     nests checked when called: access table, inspector, question
 *   emit_home.c     what comes home from devices before host code touches it
 *   emit_device.c   the call of a nest that tries a device
 *   emit_reduce.c   reductions into elements: copies and how they are combined
 *   emit_call.c     the place where a nest is called: chunks, results
 *   emit_function.c functions
 *   emit_table.c    tables for the glue, source text, PyInit */
#ifndef PYCC_EMIT_H
#define PYCC_EMIT_H

#include "backend.h"
#include "offload.h"
#include "schedule.h"
#include "walk.h"

/* A block of statements in the tree of a function; a WHILE's pre and body are one. */
struct place_block {
    struct place_block *parent;
    const struct tstmt *owner; /* the statement it is part of; NULL: the function's own */
    int depth;                 /* blocks around it */
    int loops;                 /* loop bodies around it */
};

/* Where a variable is declared. */
struct place {
    struct place_block *home;  /* innermost block that may hold it; NULL: never referred to */
    const struct tstmt *first; /* the statement of home before (or by) which it is declared */
    bool at_definition;        /* `first` is its definition */
    int limit;                 /* loop bodies around home must not be more */
    int defs;                  /* assignments, parameters one more */
    int reads;
    const struct nest *nest; /* where it was referred to first, or NULL */
    bool many,
        unsure; /* it is referred to elsewhere too: each place has its own; read unassigned */
};

/* Variables to declare, with a zero, before a statement. */
struct place_list {
    const struct tvar *var;
    struct place_list *next;
};

struct placement {
    struct place *var;          /* by var id */
    struct place_list **before; /* by stmt id */
};

struct emit;

/* What another language than C prints in its own way: OpenCL C (emit_kernel.c). */
struct dialect {
    void (*element)(struct emit *e, const struct tvar *array, int n, struct texpr *const *index);
    const char *(*extent)(struct emit *e, const struct tvar *array, int axis);
    void (*fail)(struct emit *e); /* leaves, where a check has failed */

    /* Prints the statement; or it is one as in C: false. */
    bool (*stmt)(struct emit *e, const struct tstmt *s);
    bool forms; /* loops are in the forms that they have in kernels */
};

/* What the C need not say (emit_live.c). */
struct live_marks {
    bool *dead;                  /* by stmt id, of the function's own: it is not printed */
    const struct tstmt **stands; /* by stmt id: the VIEW whose dst is this VIEW's base and is
                                    printed with it; or NULL */
    bool *fits;                  /* by var id: dst of such a VIEW, which holds the copy there is */
};

/* The text's lines up to a place in it, for line directives. */
struct line_count {
    size_t bytes;
    int n;
};

struct emit {
    /* the module */
    struct writer *w;
    struct arena *arena; /* of the function being printed; cleared after it */
    const struct tmodule *module;
    const struct plan *plan;
    const struct backend_options *options;
    const char **function_name; /* by function id */
    const bool *away;           /* by function id: arrays may be on a device while it runs */
    bool *used_tuple;           /* by type id: its struct was named; or NULL */
    const char *file;           /* the source beside the module, without folders */
    struct line_count lines;
    struct same_nests *same;      /* the nests printed so far (emit_same.c) */
    struct tile_kernels *kernels; /* of tiles (emit_tile.c) */

    /* the function */
    const struct tfunc *func;
    const struct func_plan *fplan;
    struct live_marks live;
    struct placement place;
    const char **name;            /* C name by var id */
    const struct texpr **inlined; /* by var id: the index that stands for it, in this version */
    const struct nest **nest_of;  /* by var id: the nest it is local to, or NULL */

    /* what of it is printed */
    const struct nest *nest;        /* NULL in a function's body */
    const struct nest_touch *touch; /* of the nest */
    const struct version *version;
    const struct dialect *dialect; /* what is not printed as in C; NULL: C */
    struct kernel *kernel;         /* the dialect's own (emit_kernel.h) */
    bool epilogue;                 /* leaving goes to the label done, else returns at once */
    bool done_used;

    /* the place in it */
    const struct tstmt *loop;  /* innermost one around */
    const struct tstmt *as_is; /* printed without its form */
    int line;                  /* last source line named in a comment */
    bool wide;                 /* guards: products in 128 bits */
};

/* ---- emit_c.c */

/* Fills in what does not depend on the function: file names and names of functions. */
void emit_begin(struct emit *e);

/* ---- emit_name.c */

/* Fills e->function_name. */
void emit_name_functions(struct emit *e);

/* C names of a function's variables, by id: none is a keyword, a macro or a function that generated
 * code uses, none ends like the emitter's own names (a__s0). */
const char **emit_name_variables(struct emit *e, const struct tfunc *f);

/* The same for its kernels, where words of OpenCL C are taken too. */
const char **emit_name_kernel(struct emit *e, const struct tfunc *f);

/* "double", "struct pycc_array2", "struct tuple2_f64_i64", "void". */
const char *emit_type(struct emit *e, const struct ty *t);

/* Short name of the stored type: bool i8 ... c128. */
const char *emit_tag(enum dtype d);

/* The type of a stored element: double, int64_t; in kernels double, long. And that of counters. */
const char *emit_dtype(const struct emit *e, enum dtype d);
const char *emit_counter_type(const struct emit *e);

/* The zero of a type as an initialiser: 0, 0.0, false, {0}. */
const char *emit_zero(const struct ty *t);

/* A constant that converts to the type; wide: 64-bit integers carry their suffix. */
void emit_const(struct emit *e, const struct texpr *x, bool wide);
int emit_const_prec(const struct texpr *x);

/* A C string literal of n bytes, in one piece or, when multi is set, in pieces on lines of their
 * own, which end at a line of the text where there is one. */
void emit_string(struct writer *w, const char *s, size_t n, bool multi);
const char *emit_quoted(struct emit *e, const char *text);

/* The source line of a statement, and a comment that shows it when it was not shown last. */
int emit_line_of(struct emit *e, struct span s);

/* A file's name as comments show it, which must not end early; with the line of a place behind it.
 */
const char *emit_file(struct emit *e, const char *path);
const char *emit_file_line(struct emit *e, struct span s);
void emit_comment(struct emit *e, const struct tstmt *s, bool with_file);

/* "head a, b, c tail": as many items to a line as fit, those that follow indented. */
struct emit_items {
    VEC(const char *) text;
};

void emit_items(struct emit *e, const char *head, const struct emit_items *items, const char *tail);

/* More items: a list with this head, "NAMES(", and a bracket at its end; nothing for none. */
void emit_add_list(struct emit *e, struct emit_items *items, const char *head,
                   const char *const *text, int n);

/* Lays out the text from there on anew: lines behind one that ends in a comma, a semicolon or an
 * opening brace go on in it as long as it has room. Of tables, structs and declarations; no text
 * with such line ends in it. */
void emit_pack(struct emit *e, size_t from);

/* With -g: behind a function, lines are the C file's again. */
void emit_line_reset(struct emit *e);

/* "a + b", "pycc_maximum_f64(a, b)"; and what a partial result begins with, NULL for operators that
 * may see a value twice: with the value so far. */
const char *emit_combined(struct emit *e, enum op op, enum dtype d, const char *a, const char *b);
const char *emit_neutral(struct emit *e, enum op op, enum dtype d);
const char *emit_combiner(enum op op); /* "minimum" of pycc_minimum_f64; of those four */

/* ---- emit_expr.c */

enum prec {
    PREC_ANY = 1,
    PREC_COND = 3,
    PREC_LOR,
    PREC_LAND,
    PREC_OR,
    PREC_XOR,
    PREC_AND,
    PREC_EQ,
    PREC_REL,
    PREC_SHIFT,
    PREC_ADD,
    PREC_MUL,
    PREC_UNARY,
    PREC_POSTFIX,
    PREC_PRIMARY
};

/* Prints x, in parentheses when it binds less than prec. */
void emit_expr(struct emit *e, const struct texpr *x, int prec);

/* Prints x where C converts to its type anyway. */
void emit_value(struct emit *e, const struct texpr *x);

/* Prints the opposite of a condition. */
void emit_negation(struct emit *e, const struct texpr *x);
/* An element of an array variable as an lvalue. */
void emit_element(struct emit *e, const struct tvar *array, int n, struct texpr *const *index);

/* The C expression of an array variable as a struct: a, or in->a. */
const char *emit_array_struct(struct emit *e, const struct tvar *v);
/* The extent of an axis: a.shape[0]. */
const char *emit_extent(struct emit *e, const struct tvar *v, int axis);
/* Is x made of constants, shapes and variables that are assigned once? */
bool emit_is_stable(const struct emit *e, const struct texpr *x);

/* The text of an expression: as an operand, as emit_expr prints it, or as emit_value does. */
const char *emit_expr_text(struct emit *e, const struct texpr *x, int prec);
const char *emit_value_text(struct emit *e, const struct texpr *x);

/* ---- emit_root.c */

/* The template of an operation that vectors take as a reciprocal root, whose operands are those of
 * what *x is then; NULL: it is none, or stands in no vector loop. */
const char *emit_root(const struct emit *e, const struct texpr **x);

/* ---- emit_op.c */

/* C computes narrow integers as int: must the result be cut to its type? */
bool emit_op_cuts(const struct texpr *x);

/* Prints an operation, and how tightly what it prints binds. */
void emit_op(struct emit *e, const struct texpr *x, bool cut);
int emit_op_prec(const struct emit *e, const struct texpr *x, bool cut);

/* Is it spelt as its operand alone? */
bool emit_op_is_operand(const struct emit *e, const struct texpr *x);

/* ---- emit_cast.c */

/* Prints a CAST, and how tightly what it prints binds. */
void emit_cast(struct emit *e, const struct texpr *x);
int emit_cast_prec(const struct texpr *x);

/* ---- emit_place.c */

struct placement emit_place(struct emit *e, const struct tfunc *f);

/* Is the block inside the statement? */
bool emit_place_inside(const struct place_block *b, const struct tstmt *s);

/* ---- emit_live.c */

/* Fills e->live. What is dead is no definition in the placement any more. */
void emit_find_dead(struct emit *e, const struct tfunc *f);

/* ---- emit_frame.c */

bool emit_holds_arrays(const struct ty *t); /* an array, or a tuple with one */
/* Does it hold a reference of its own? */
bool emit_owned(const struct emit *e, const struct tvar *v);

/* The axis of an array that FAST takes for contiguous; -1 for rank 0. */
int emit_unit_axis(const struct ty *t);

/* Is the statement the variable's declaration? */
bool emit_declares(const struct emit *e, const struct tstmt *s, const struct tvar *v);

/* Starts a definition or an assignment: "const double t = " or "t = ". */
void emit_target(struct emit *e, const struct tstmt *s, const struct tvar *dst);

/* "int64_t t = 0, i = 0;": those of one type together. */
struct emit_vars {
    VEC(const struct tvar *) var;
};

void emit_declare_zeros(struct emit *e, const struct emit_vars *v);

/* "goto done;" or "return ...;" */
void emit_leave(struct emit *e);
const char *emit_leave_text(struct emit *e); /* that statement, without its semicolon */

/* if (PYCC_UNLIKELY(ctx->failed)) leave */
void emit_leave_if_failed(struct emit *e);

/* ---- emit_stmt.c */

void emit_block(struct emit *e, const struct tblock *b);

/* return x, with the reference that it carries. */
void emit_return(struct emit *e, const char *value);

/* ---- emit_array.c */

/* verb(<path>.owner); for every array in a value of type t. */
void emit_references(struct emit *e, const char *verb, const char *path, const struct ty *t);

/* dst = value with references; takes: the value carries one already. */
void emit_assign_arrays(struct emit *e, const struct tstmt *s, const struct tvar *dst,
                        const char *value, bool takes);
void emit_view(struct emit *e, const struct tstmt *s);
void emit_alloc(struct emit *e, const struct tstmt *s);

/* Declares variables that own references, empty, and gives the references back. */
void emit_owned_begin(struct emit *e, const struct emit_vars *v);
void emit_owned_end(struct emit *e, const struct emit_vars *v);

/* ---- emit_lib.c */

void emit_lib(struct emit *e, const struct tstmt *s);

/* Does a product of the function wait for another one? Its C then has a `held`. */
bool emit_holds_products(const struct tblock *b);

/* ---- emit_list.c */

/* The table of what a list's items are. */
void emit_list_type(struct emit *e, const struct ty *t);
void emit_list(struct emit *e, const struct tstmt *s);

/* ---- emit_loop.c */

void emit_for(struct emit *e, const struct tstmt *s);
void emit_while(struct emit *e, const struct tstmt *s);
void emit_break(struct emit *e, const struct tstmt *s);

/* Where the statement at hand is in a loop that vectors run: C that says whether they do, `true` or
 * `unit`; else NULL. */
const char *emit_vectors(const struct emit *e);

/* Prints a loop by print, which prints its header and body or its form: with its pragma, in a text
 * over `unit` once for each value of it where the loop has a form. */
void emit_vector_loop(struct emit *e, const struct tstmt *loop,
                      void (*print)(struct emit *e, const struct tstmt *loop));

/* The head of a loop over counter values start, start + step, ..., whose end is what w_close gets;
 * of start and stop the names are expressions in C. */
const char *emit_loop_head(struct emit *e, const struct tstmt *loop, const char *start,
                           const char *stop);

/* The same over numbers of iterations, i__k = first, ..., last - 1; value: of the counter then. */
void emit_counted_head(struct emit *e, const struct tstmt *loop, const char *first,
                       const char *last, const char *value);

/* Prints a loop's form for the range start..stop, where the variant has one: else false. */
bool emit_form(struct emit *e, const struct tstmt *loop, const char *start, const char *stop);

/* ---- emit_gather.c */

/* The form of a loop that is `gathered`, over a range of its counter; has the function one? */
void emit_gathered(struct emit *e, const struct loop_plan *p, const char *lo, const char *hi);
bool emit_gathers(const struct emit *e);

/* ---- emit_true.c: a loop whose trips add x, a mask's element, to acc, and one whose body is an IF
 * over a mask's element, or puts what it picks one behind the other; false: it is none */

bool emit_counts_true(struct emit *e, const struct tstmt *loop, const struct texpr *x,
                      const char *acc, const char *start, const char *stop);
bool emit_over_true(struct emit *e, const struct tstmt *loop, const char *start, const char *stop);

/* ---- emit_lanes.c */

/* All iterations of the loops inside, as an expression in C. */
const char *emit_lanes_steps(struct emit *e, const struct tstmt *loop);

/* A condition of the guard: it may run without a poll. is_inner: it is cut into pieces itself. */
const char *emit_lanes_short(struct emit *e, const struct tstmt *loop, bool is_inner);

/* A condition: lanes of an even loop are so many that they are better than the loops inside. */
const char *emit_lanes_many(struct emit *e, const struct tstmt *loop);

/* ---- emit_facts.c */

/* What is printed of a nest. */
struct nest_facts {
    const struct nest *nest;
    const struct nest_versions *versions;
    struct nest_touch touch;
    const char *name;               /* stencil__loop1 */
    VEC(const struct tvar *) state; /* carried from piece to piece and to the caller in `outs` */
    struct emit_vars owned;         /* arrays of the nest that hold references */
    bool whole;                     /* a reference is carried between iterations: never cut */
    const struct tstmt *inner;      /* the innermost of the collapsed loops */
};

struct nest_facts emit_nest_facts(struct emit *e, const struct nest *n);

/* Is the variable carried so? */
bool emit_in_state(const struct nest_facts *f, const struct tvar *v);

/* What stands before its fast variant: of functions the widest vectors. */
const char *emit_wide(const struct nest_facts *f);

/* What a function of the nest begins with: the arrays and the scalars that it is given
 * (emit_frame.c). */
void emit_nest_arrays(struct emit *e, const struct nest_facts *f);
void emit_nest_scalars(struct emit *e, const struct nest_facts *f);

/* A FOR as the variant at hand runs it: in the exact one, exchanged loops have the counter and
 * range that stand there in the source; that is made in *copy. */
const struct tstmt *emit_placed(const struct emit *e, const struct tstmt *loop, struct tstmt *copy);

/* Does a loop's bound need a field in the nest's struct: not a constant? */
bool emit_is_field(const struct texpr *x);

/* The constant step of a FOR; 0 when it is not constant. */
int64_t emit_step(const struct tstmt *loop);

/* The start, step and number of trips of a nest's loop, in terms of the struct `in`. */
const char *emit_start_text(struct emit *e, const struct tstmt *loop);
const char *emit_step_text(struct emit *e, const struct tstmt *loop);
const char *emit_trips_text(struct emit *e, const struct tstmt *loop);

/* ---- emit_nest.c */

/* The structs and functions of a nest. */
void emit_nest(struct emit *e, const struct nest *n);

/* ---- emit_tile.c */

/* None so far; they live in the arena. */
struct tile_kernels *emit_tile_kernels(struct arena *a);

/* How the nest runs as tiles; NULL: it does not. */
const struct tile_plan *emit_tiled(const struct nest *n);

/* Its functions, behind those of the nest. */
void emit_tile(struct emit *e, const struct nest_facts *f);

/* At the call, around what runs the nest otherwise: tiles are tried, where it is such a nest. */
void emit_tile_begin(struct emit *e, const struct nest_facts *f);
void emit_tile_end(struct emit *e, const struct nest_facts *f);

/* ---- emit_same.c */

/* None so far; they live in the arena. */
struct same_nests *emit_same_begin(struct arena *a);

/* The name of an earlier nest whose structs, functions and guard are those that stand in the text
 * from there on, but for names; NULL: there is none, and this one is remembered. */
const char *emit_same_nest(struct emit *e, const char *name, size_t from);

/* ---- emit_guard.c */

/* What the guard asks of the nest's arrays, as constants; is there such a table? */
bool emit_has_guard_table(const struct emit *e, const struct nest_facts *f);
void emit_guard_table(struct emit *e, const struct nest_facts *f);

/* Does the run time choose the variant by the table and one condition, that of emit_checked? */
bool emit_guard_chooses(const struct emit *e, const struct nest_facts *f);
const char *emit_checked(struct emit *e, const struct nest_facts *f);

/* At the call, behind `in`: `safe` and `unit`, where the nest has variants for them. */
void emit_guard(struct emit *e, const struct nest_facts *f);

/* ---- emit_lmad.c */

/* The table as the text of a struct lmad_text, in lines of its own. */
void emit_access_table(struct emit *e, const struct access_table *t, const char *tail);

/* "const int64_t <array>[] = {...};": the values of its symbols, at the nest's entry. */
void emit_symbols(struct emit *e, const char *array, const struct access_table *t);

/* Bit k: symbol k < 64 is an address. */
uint64_t emit_address_mask(const struct access_table *t);

/* ---- emit_race.c */

/* In an inspector: looks at the open accesses of a statement. Is the statement itself kept? */
bool emit_race_look(struct emit *e, const struct tstmt *s);

/* At the call, behind `safe`: the question, and `ordered`, the answer. */
void emit_race_ask(struct emit *e, const struct nest_facts *f);

/* ---- emit_reduce.c */

/* Is the loop in a form that combines into one number, in one statement? Prints that over the range
 * lo..hi, for all variants of the text. */
bool emit_reduces_number(const struct loop_plan *p);
void emit_reduce_number(struct emit *e, const struct loop_plan *p, const char *lo, const char *hi);

/* Does the nest run in parallel with copies of arrays that it reduces into? */
bool emit_reduces(const struct emit *e, const struct nest *n);

/* The functions that combine a copy into each array. */
void emit_reduce_folds(struct emit *e, const struct nest_facts *f);

/* At the call, behind `nest`: `copies`, the arrays and what their copies begin with. */
void emit_reduce_copies(struct emit *e, const struct nest_facts *f);

/* ---- emit_call.c */

void emit_nest_call(struct emit *e, const struct nest *n);

/* ---- emit_function.c */

void emit_function(struct emit *e, const struct tfunc *f);

/* Fills in what is known per variable of a function. */
void emit_enter(struct emit *e, const struct tfunc *f);
void emit_prototype(struct emit *e, const struct tfunc *f);

/* ---- emit_table.c */

void emit_tables(struct emit *e);

/* More than any type's id (emit_c.c). */
int emit_type_ids(const struct emit *e);

/* "F64": PYCC_F64 is its constant. */
const char *emit_dtype_id(enum dtype d);

/* How a function writes into a parameter: WHOLE by operations on whole arrays too. PASSED: it is no
 * parameter but what a library's function is given, whose tuples have no classes. */
enum written { PASSED, UNWRITTEN, WRITTEN, WRITTEN_WHOLE };

/* A type as tables have it: PYCC_ARRAY_OF(F64, 2). */
const char *emit_type_table(struct emit *e, const struct ty *t, enum written written);

/* Values as unions of their leaves. The member for a leaf; the C expression of a value whose first
 * leaf is array[*leaf]; statements that take a value apart: array[*leaf].f64 = path.e0; */
const char *emit_leaf_member(struct emit *e, const struct ty *t);
int emit_leaf_count(const struct ty *t);
const char *emit_from_leaves(struct emit *e, const struct ty *t, const char *array, int *leaf);
void emit_to_leaves(struct emit *e, const struct ty *t, const char *array, const char *path,
                    int *leaf);

#endif
