/* Analysis: TIR -> plan. What is parallel, what is checked once, what is passed to each loop nest.
 *
 * A nest is a loop that becomes a C function of its own: an outermost prange (parallel nest), or an
 * outermost serial FOR that contains no prange and assigns no array variable of its surroundings
 * (serial nest). Loops around nests, and WHILE loops outside nests, stay in the body of the
 * function. The plan is indexed by the TIR's ids. Where serial loops that stand directly in one
 * another are better in another order, the plan is of a new function (interchange.c). */
#ifndef PYCC_ANALYSIS_H
#define PYCC_ANALYSIS_H

#include "diag.h"
#include "fuse.h"
#include "lmad.h"
#include "tir.h"
#include "why.h"
#include "writer.h"

enum verdict {
    VERDICT_SERIAL,      /* a range loop: runs in order */
    VERDICT_INDEPENDENT, /* prange: iterations touch nothing in common */
    VERDICT_REDUCTION,   /* prange: independent but for the reductions listed */
    VERDICT_CHECKED,     /* prange: depends on the call, which finds out before the loop runs */
    VERDICT_CONFLICT,    /* prange: two iterations collide; PY401 or PY402 was reported */
    VERDICT_UNKNOWN      /* prange: independence cannot be shown; refused with PY402 */
};

/* A scalar that iterations combine into: s += e, s *= e, s = min(s, e), s &= e, if e > m: m = e. */
struct reduction {
    struct tvar *var;
    enum op op;   /* ADD MUL MINIMUM MAXIMUM PYMIN PYMAX BITAND BITOR BITXOR LAND LOR; -= is ADD */
    bool ordered; /* partial results may not be combined: of floats, max(e, s) forgets what came
                     before a nan, and --fp=strict keeps every order. A prange runs in order then */
    bool tested;  /* of Python ints, with CHECKs that every value fits: what chunks give is tested
                     where it is combined */
    bool open;    /* of these, some are not hoisted: nothing but chunks may be combined */
};

/* Element `at` of an array is combined by another operator than the others: out[0] += v;
 * out[1] = max(out[1], v). All accesses are to elements with a number then. */
struct element_place {
    int64_t at;
    enum op op;
};

/* An array whose elements iterations combine into: y[e] += v, `if v > y[e]: y[e] = v`, ... Each
 * chunk of iterations has its own copy, and copies are combined in the order of the chunks; or the
 * nest runs in order, where copies would cost more than the loop. */
struct element_reduction {
    struct tvar *array; /* defined outside the loop */
    enum op op;         /* as of struct reduction */
    bool ordered;
    VEC(struct element_place) places; /* rank 1: elements with operators of their own */
};

/* Two accesses of one array, one of them writing, in different iterations of a prange loop: do they
 * ever touch one element, and who found out? Where the compiler does not, the call may. */
struct loop_answer {
    const struct tvar *array;
    const struct tstmt *a, *b; /* statements; b is NULL: all accesses, told apart by one index */
    enum tri collide;          /* YES: two such iterations are shown */
    enum lmad_way way;
};

/* How many such questions each way answered with no, and its seconds; then those that are answered
 * with yes, as far as the system says; those that elements of arrays decide, as indices or in
 * conditions; and those left open. */
enum { TALLY_MEET = LMAD_WAYS, TALLY_DATA, TALLY_OPEN, TALLIED };

struct tally {
    int n[TALLIED];
    double seconds[TALLIED];
};

/* Why iterations of a prange loop may run at the same time, or do not. */
enum reason {
    REASON_NONE,    /* it was not judged */
    REASON_ARRAYS,  /* what is known of its arrays */
    REASON_WORD,    /* independent=True */
    REASON_ASKED,   /* the nest's question, when called */
    REASON_INSIDE,  /* in order inside the parallel loop around it, because of its arrays */
    REASON_UNKNOWN, /* in order by --on-unknown=serial, because of its arrays */
};

/* What keeps an innermost loop from being vectorised. */
enum obstacle_kind {
    OBSTACLE_NONE,
    OBSTACLE_STATEMENT, /* stmt leaves the loop, calls, makes an array or a view, or may raise */
    OBSTACLE_INDEX,     /* stmt checks an index in each iteration; from: the array that has it */
    OBSTACLE_RANGE,     /* the same, a counter's; from: the array that has the loop's bounds */
    OBSTACLE_NAN,       /* var is combined in order, because of nan, */
    OBSTACLE_STRICT,    /* by --fp=strict, */
    OBSTACLE_ROUNDING,  /* as floats round */
    OBSTACLE_TESTED,    /* var is a Python int, each of its values tested for 64 bits */
    OBSTACLE_CARRIED,   /* var carries a value to the next iteration, */
    OBSTACLE_LAST,      /* or out of the last one */
    OBSTACLE_OPEN,      /* only the call finds out whether iterations touch one element, */
    OBSTACLE_COMBINED,  /* they combine elements of var, */
    OBSTACLE_WRITTEN,   /* write one element of it, */
    OBSTACLE_READ,      /* read what another one writes, */
    OBSTACLE_SAME,      /* write the same one in every iteration, */
    OBSTACLE_ARRAYS     /* or else: why */
};

struct obstacle {
    enum obstacle_kind kind;
    const struct tstmt *stmt;
    const struct tvar *var, *from;
    const struct why *why;
};

/* Variables that have one place per lane in a form. */
struct expanded {
    VEC(const struct tvar *) var;
};

/* A primitive that was applied to a loop. */
struct schedule_step {
    enum {
        STEP_WAITS,        /* n iterations side by side, but for what is combined in order */
        STEP_LANES,        /* n neighbouring iterations side by side, through the loops inside */
        STEP_SEARCH,       /* blocks of n iterations, up to the one that decides */
        STEP_ACCUMULATORS, /* n of each variable that is combined */
        STEP_VERSION,      /* for up to n iterations */
        STEP_RANGE,        /* INDEXes of the counter are left out where its ends are in range */
        STEP_GATHER,       /* a sum of elements at indices that are data, as masked vectors */
        STEP_TURNS,        /* neighbouring iterations combine into n of each variable in turn */
        STEP_CUT,          /* at n places where what is read of a turned array begins anew */
        STEP_HOLD,         /* what all iterations read is read before */
        STEP_FLAG,         /* CHECKs set a flag, which is looked at behind the loop */
        STEP_STRIPS        /* of a kernel: n neighbouring iterations make a vector */
    } kind;
    int n;
    struct expanded expanded; /* LANES */
};

/* What a loop runs as in the fast variant, over a range of its counter (schedule.h). */
struct loop_form {
    struct tvar *lo, *hi; /* of the range; whoever prints the form gives them */
    struct tblock body;
    VEC(struct schedule_step) steps;
    bool both;                    /* it is that of the strided function too */
    bool holds;                   /* HOLD: not in a text that is the exact one too */
    int few;                      /* up to so many iterations run in order; 0: no such version */
    int64_t least;                /* from so many on there are streams; 0: there are none */
    const struct tstmt *rest;     /* of these: the loop over what they leave */
    const struct tstmt *gathered; /* IF: its loop is masked vectors (schedule.h), or NULL */
};

/* How the C compiler had better take a loop of a form. */
enum loop_hint {
    HINT_NONE,
    HINT_FEW,    /* it is short, or cannot be vectors: not as these, unrolled a little */
    HINT_LANES,  /* over lanes: as vectors. In kernels as their compiler likes, which takes twice as
                    long for strips of which the beginning and the end are unrolled (PoCL) */
    HINT_UNROLL, /* over lanes, each by itself */
    HINT_TURNS,  /* of a kernel: where an iteration raises, the next one follows */

    /* 0..n over the work-items of a group: each is the iteration of its number, where there is one.
     * What scalars hold is each work-item's own, before and behind such a loop too. All wait, so
     * that they see what the others have written: */
    HINT_ITEMS,        /* nowhere, */
    HINT_ITEMS_AFTER,  /* behind it, */
    HINT_ITEMS_AROUND, /* before and behind it, */
    HINT_ITEMS_MEMORY  /* or there for the device's memory too */
};

enum { EXCHANGE_LOOPS = 4 };

/* Why serial loops directly in one another were exchanged, or were not; words: report/reasons.c. */
enum exchange_reason {
    EXCHANGE_NEIGHBOURS, /* they were: neighbouring iterations touch neighbouring elements, */
    EXCHANGE_NEARER,     /* or what follows in time is nearer in memory */
    EXCHANGE_LAST,       /* they were not: an iteration may be the last, */
    EXCHANGE_RAISES,     /* or raise */
    EXCHANGE_CARRIED,    /* needs `name` of the one before */
    EXCHANGE_USED,       /* `name` of the last one is used */
    EXCHANGE_COMBINED,   /* `name` is combined in order */
    EXCHANGE_UNKNOWN,    /* what iterations touch is not known */
    EXCHANGE_COLLIDES,   /* witness: two iterations that would change sides */
    EXCHANGE_WRITTEN,    /* elements of `name`: written by two iterations, perhaps, */
    EXCHANGE_TOUCHED     /* or written by one and used by the other */
};

struct loop_exchange {
    enum exchange_reason reason;
    const char *name;
    const struct witness *witness;
    int n;
    const char *was[EXCHANGE_LOOPS], *better[EXCHANGE_LOOPS]; /* counters, outermost first */
};

struct loop_plan {
    struct tstmt *stmt; /* FOR or WHILE */
    enum verdict verdict;
    enum reason reason;               /* of a prange */
    const struct why *arrays;         /* by dependence_test */
    VEC(struct reduction) reductions; /* prange, or simd loop: accumulators that may reorder */
    VEC(struct element_reduction) element_reductions; /* prange: arrays, else independent */
    VEC(struct tvar *) privates; /* prange, or simd loop: written before read in each iteration and
                                    not read after the loop; each iteration may have its own */
    VEC(struct loop_answer) answers; /* prange: what its verdict on arrays is made of */
    bool innermost;                  /* no loop inside */
    bool in_parallel;                /* inside a parallel nest: accumulations may reorder */
    bool simd; /* innermost FOR whose iterations are proven independent but for reductions, with
                  reordering allowed: `#pragma omp simd reduction(...)` is sound in the fast
                  variant of the nest. With speculate: only in the run without CHECKs */
    bool speculate; /* innermost FOR without STORE, CALL, ALLOC, RAISE, RETURN, unhoisted INDEX or
                       BREAK but with CHECKs: may run without them, collecting a flag, and be
                       repeated from its saved scalars with checks when the flag is set */
    const struct tstmt
        *sticky; /* speculate, with STOREs, where all CHECKs are of FITS: the first of
                    them, raised for behind the loop when the flag is set. NULL: none */
    bool waits;  /* serial innermost FOR of step 1 that is not simd only because what it combines
                    keeps its order, by statements v = v op x: these x, which take long, may be
                    computed several iterations at once. With speculate: without CHECKs */
    bool ranged; /* innermost FOR of step 1 that is not simd, for it has INDEXes of its counter
                    that are checked in place: its iterations are independent otherwise, so that
                    where these are in range at both ends it may run without them */
    bool ranged_simd; /* ... and is simd then */
    bool gathers;     /* innermost FOR that is not simd for other INDEXes that are checked in place:
                         its iterations are independent otherwise */
    int lanes;        /* FOR of step 1 around others, its iterations independent: in the fast
                         variant several of them run at once, each through the loops inside in order, when
                         those are short. Bytes of the elements they compute with; 0: no */
    bool even;        /* ... and loops inside are vectors as well: lanes only where they are many */
    bool late;        /* ... and ranges inside follow from loops around it: how long it takes is
                         asked there */
    bool chains;      /* lanes that are far from each other: all loops inside wait for themselves */
    bool in_lanes;    /* FOR in a loop of lanes that is not even */
    struct obstacle obstacle; /* innermost FOR that is not simd */
    struct tvar *far; /* innermost FOR: an array of which neighbouring iterations touch elements in
                         different rows, or NULL */
    const struct loop_exchange *order; /* outermost of serial loops that could be exchanged: what
                                          became of it, else NULL */
    bool could_prange; /* serial FOR, outermost such: its iterations are independent */
    bool triangular; /* the trip count of a loop inside varies with this counter (bounds that depend
                        on it, a WHILE, a BREAK): chunks are dynamic */
    bool steps;      /* FOR or WHILE around nests that may all wait for those of later turns */
    int depth;       /* 0 for a nest's root */
    const struct loop_form *form;   /* or NULL: itself, in every variant */
    const struct loop_form *kernel; /* the same in kernels */
    const struct box_form *box;     /* root of a nest that is a kernel (offload.h), or NULL */
    const struct tstmt *stem;       /* made: the loop that it is a copy of, or NULL */
    bool made;                      /* it is part of a form: what it is a form of polls */
    enum loop_hint hint;
    bool vectors; /* of a schedule: simd, and vectors combine what it combines */
};

/* An axis check done once before the nest: min and max of the index over all iterations, as
 * expressions in variables known at the nest's entry. In range means 0 <= min and max < extent. The
 * nest's fast variants run only when every such check holds; otherwise the checked variant runs,
 * and it runs serially in order even for a parallel nest (a wrapped index may collide with
 * another).
 *
 * The expressions are INT, built of CONST VAR SHAPE CAST SELECT and the ops ADD SUB MUL NEG PYMIN
 * PYMAX and those of the source. An overflow in their evaluation must fail the check. They may be
 * meaningless, but are never undefined, when the access itself is not executed. */
struct nest_check {
    struct tvar *array; /* defined outside the nest */
    int axis;
    struct texpr *min, *max;
};

/* Which operand is x in v = v op x, v = x op v? -1: there is none. */
int combined_operand(const struct tstmt *s, const struct tvar *v);

/* Sizes of Python ints that the nest computes (FLOAT, in variables known at its entry): where each
 * is at most this, none of them leaves 64 bits. */
#define FITS_SIZE 0x1p62

/* The operation of which a CHECK, alone or behind conditions, tests that it FITS; NULL: another
 * statement. */
const struct texpr *fits_tested(const struct tstmt *s);

struct nest_array {
    struct tvar *var; /* defined outside the nest, used inside, directly or through views */
    bool read, written;
};

/* A number that an access table needs from the call. */
struct table_symbol {
    enum { SYMBOL_VALUE, SYMBOL_ADDRESS, SYMBOL_STRIDE } kind;
    struct texpr *value; /* VALUE: INT, in variables known at the nest's entry */
    struct tvar *array;  /* ADDRESS of its first element, STRIDE in bytes */
    int axis;            /* STRIDE */
};

/* Loops and accesses of a nest for the LMAD library. */
struct access_table {
    VEC(struct table_symbol) symbols;
    VEC(struct tstmt *) loops; /* FOR of counter k, outermost first */
    VEC(struct tvar *) arrays; /* by the numbers in references */
    VEC(struct tstmt *) stmts; /* of reference m */
    int left_out; /* accesses of the nest that are not affine, in the table of a whole nest */
    struct lmad_table lmad;
};

/* What a call finds out before a parallel nest runs: do two iterations of its root touch one
 * element of these arrays, one of them writing? With a table it is computed from strides and
 * bounds. Otherwise, or when that does not settle it, an inspector runs the loops with everything
 * left out that neither addresses nor the control flow around the open accesses need. */
struct nest_question {
    VEC(struct tvar *) roots; /* arrays, defined outside the nest, with open accesses */
    bool reads;    /* the inspector looks at reads too, other than of what is then written */
    bool in_order; /* on a collision the nest runs in order: --on-unknown=serial */
    bool inspect;  /* an inspector can be made; the fields below */
    bool *keep;    /* by stmt id: the inspector runs it */
    bool *look;    /* by stmt id: holds open accesses: every element of a shadowed array
                      that it loads or stores */
    bool *needed;  /* by var id: read by what the inspector runs */
    bool *shadow;  /* by var id: roots, and names and views of them in the nest */
    bool *value;   /* by var id: roots whose elements the inspector reads, as they are before the
                      nest: of a loop that is independent no iteration sees others */
    bool values;   /* there are some */
    struct access_table *table; /* or NULL */
};

/* Of a parallel nest whose iterations run over rows of different lengths, one after the other in
 * memory: iteration number t goes through offsets[first + t] up to offsets[first + t + 1]. */
struct nest_rows {
    struct tvar *offsets; /* an array of one axis that the nest only reads */
    struct tvar *ends;   /* another one: the rows go up to its elements at first + t, which the call
                            finds to be those of `offsets` at first + t + 1, or no rows; or NULL */
    struct texpr *first; /* INT, in variables known at the nest's entry */
    struct texpr *base;  /* FLOAT: operations of the nest without those on the rows, */
    double item;         /* and on each item of a row */
};

/* Why a nest in which elements are used again and again is not run as tiles (schedule/tile.c);
 * words: report/reasons.c. */
enum tile_reason {
    TILE_RUNS,   /* it is */
    TILE_STRICT, /* --fp=strict */
    TILE_RAISES, /* an iteration may raise */
    TILE_BOUNDS, /* the range of the loop over `name` is known in the nest only */
    TILE_TYPES,  /* what is combined has no vectors, or several types */
    TILE_READS   /* iterations read elements of `name` that others write */
};

enum { TILE_CLASSES = 4, TILE_LOOPS = 8, TILE_CLASS_LOOPS = 4, TILE_VALUES = 4 };

/* A nest of loops directly in one another around result = result op step, as tiles. The loops that
 * the result does not walk are the reduction. Of those that it walks, what is read in step depends
 * on rows or on lanes only. Expressions are in the loops' counters and what is known at the nest's
 * entry. */
struct tile_plan {
    enum tile_reason reason;
    const char *name;
    int n[TILE_CLASSES]; /* loops: rows, lanes, reduction, and those that all depends on */
    struct tstmt *loop[TILE_LOOPS]; /* in this order; those of the reduction as in the nest */
    enum op op;                     /* ADD SUB PYMIN PYMAX MINIMUM MAXIMUM, */
    bool right;                     /* with the result on its right */
    bool reorders;                  /* sums of steps may be added one by one */
    int least;                      /* iterations of the reduction from which on tiles pay */
    struct texpr *step;             /* of these, and operations on them: */
    VEC(struct texpr *) p, q;       /* by rows and reduction, by lanes and reduction */
    bool p_rows,
        q_lanes; /* neighbours in memory are neighbours of the class, not in the reduction */
    bool direct; /* p is one element, which follows the last loop of the reduction in memory, and
                    others of it alike in all rows: it is read where it is */
    struct tile_span {
        struct texpr *from, *to;
    } span[TILE_CLASSES]; /* of lanes and reduction: those of a row where they differ, else NULL;
                             and then of the rows, where the loop's own is other in each lane */
    struct texpr *first;  /* what results begin with */
    struct texpr *last;   /* what is stored, in `result`; NULL: the result */
    struct tvar *result;  /* NULL: it is in memory all the time */
    struct tvar *array;   /* where it is stored, */
    struct texpr **index;
};

/* What iteration i of a nest touches of an array, where it may wait for others (schedule/sweeps.c):
 * of one axis the indices from i + read[0] up to i + read[1], i + write[0] up to i + write[1]. */
enum { SWEEP_READS = 1, SWEEP_WRITES = 2, SWEEP_ALL = 4 /* any index */ };

struct sweep_touch {
    unsigned uses;
    int axis;
    int64_t read[2], write[2];
};

struct nest {
    int id; /* dense per function */
    struct tstmt *root;
    bool parallel;
    int collapse; /* perfectly nested rectangular pranges run as one index space, at least 1 */
    VEC(struct nest_array) arrays; /* those of which only the shape is used are neither */
    VEC(struct tvar *) in;  /* scalars and tuples defined outside and read inside (the root's start,
                               stop and step included), or kept by an `out` that is not written */
    VEC(struct tvar *) out; /* scalars and tuples assigned inside and read after the nest (or in the
                               next iteration of a loop around it); may also be in `in` */
    VEC(struct tvar *) local; /* variables only used inside, arrays included */
    VEC(struct nest_check) checks;
    VEC(struct texpr *) fits; /* sizes: fast variants run where each is at most FITS_SIZE */
    /* pairs of arrays, at least one written, whose memory must not overlap for `restrict` and, in a
     * parallel nest, for parallel execution: index pairs into arrays. When a pair overlaps, the
     * nest runs serially in order, without restrict. */
    VEC(struct nest_pair { int a, b; }) disjoint;
    struct nest_question *question; /* verdict of root CHECKED; else NULL */
    bool has_return;                /* RETURN inside (serial nests only) */
    bool in_loop;                   /* a loop of the function is around it */
    bool rare;                      /* it hardly ever runs: operands that broadcast or overlap */
    bool may_raise;                 /* an INDEX, CHECK, RAISE or ALLOC inside, or a CALL that may */
    struct access_table *table; /* parallel nests: all affine accesses, for --emit access; NULL when
                                   options->tables does not ask for it */
    struct texpr *work;         /* FLOAT: estimated scalar operations of the whole nest, >= 0 */
    struct nest_rows *rows;     /* or NULL: chunks then have equal numbers of iterations */
    const struct tile_plan *tile;    /* or NULL: nothing is used again */
    const struct sweep_touch *sweep; /* by array: it may wait, in a loop with `steps`; or NULL */
    struct device_plan *device;      /* nests of functions marked @pycc.gpu (device.h); else NULL */
};

/* A list of indices in a form, and the one of the function that it is a copy of. */
struct index_stem {
    struct texpr *const *to, *const *from;
};

struct func_plan {
    struct tfunc *func;
    VEC(struct nest *) nests;   /* in source order */
    struct loop_plan *loop;     /* func->n_loops, by loop id */
    struct nest **nest_of_stmt; /* func->n_stmts: the nest a statement is in, or NULL */
    bool *hoisted;              /* func->n_stmts: INDEX statements covered by a nest_check, or in
                                   range by proof: in fast variants dst = index, unchecked.
                                   CHECK statements that always hold: left out everywhere, or
                                   covered by nest->fits: left out but in EXACT */
    bool *negative;             /* func->n_stmts: of these, the ones whose index is a negative
                                   constant: dst = index + extent */
    bool *peeks;                /* func->n_stmts: reads elements in a loop with `steps`, outside of
                                   nests */
    bool *lent;                 /* func->n_vars: lists that an object keeps while they are in use */
    bool *owns;                 /* func->n_vars: array variables that hold a reference, given back
                                   when they are assigned again and at the end of the function
                                   (nest locals: of the nest); others borrow from one that
                                   outlives them, RETURN of these takes a reference */
    bool *fresh;         /* func->n_vars: array variables of a fixed layout whose memory is surely
                            the function's own: aligned, each element once */
    bool *strided;       /* func->n_vars: array variables that are surely not contiguous along
                            their contiguous axis (the last, for TY_F the first): fast
                            variants walk them by their stride */
    bool *backward;      /* func->n_vars: those among them whose elements along it are neighbours in
                            reverse where their base is contiguous: that is asked of them */
    struct tvar **flat;  /* func->n_vars: of a view with one definition that takes its base's last
                            axis without gaps, the base; else NULL (touch.c) */
    bool *writes_param;  /* func->n_params: stores into this array happen here or in a
                            callee */
    bool *writes_whole;  /* ... by operations on whole arrays, which the array must not overlap
                            itself for */
    bool *changes_param; /* func->n_params: items of this list or object, or of what it holds, are
                            changed */
    bool may_raise;      /* callers test the error after a call; loops may be interrupted */
    bool loops;          /* has loops or recursion, itself or in callees: release the GIL */
    VEC(struct index_stem) stems;         /* of forms */
    const struct nest_versions *versions; /* of a schedule, by nest id (schedule.h) */
};

struct analysis_options {
    bool fp_strict;              /* every accumulation keeps its order */
    bool bounds;                 /* false: --no-bounds-check */
    bool tables;                 /* fill nest->table */
    const struct fusion *fusion; /* what the pass fuse did, for --emit plan; or NULL */
    bool check_races;            /* --check=races: words for loops (independent=True) are tested */
    bool unknown_serial; /* --on-unknown=serial: what would be refused or raise RaceError because
                            independence is not certain runs in order */
};

struct plan {
    const struct tmodule *module;
    VEC(struct func_plan *) funcs; /* by tfunc id */
    struct analysis_options options;
    struct tally *tally;
};

/* Is x the element that a STORE writes? An inspector looks at it once. */
bool store_loads_same(const struct tstmt *store, const struct texpr *x);

/* Plans the whole module; refused loops are reported to d. */
struct plan *analysis_run(struct arena *a, const struct tmodule *m,
                          const struct analysis_options *options, struct diag *d);

/* --emit plan: nests, verdicts with reasons, checks, variants. */
void plan_print(const struct plan *p, struct writer *w);

/* --emit access: per parallel nest who told its accesses apart, the tables of accesses and of
 * bounds, and what the library makes of them for example sizes: normal forms, groups, case,
 * footprint, count and mapping. */
void access_print(const struct plan *p, struct writer *w);

/* What the statements inside a nest's root touch; tables by var id. */
struct nest_touch {
    bool *direct; /* arrays outside of the nest of which elements are accessed, not only views,
                     or elements of a view of its own that is `flat` */
    bool *based;  /* of these, those that are written and that views, names or callees get whole:
                     what they get touches what is accessed directly */
    bool *unit;   /* arrays that are asked to be contiguous along their contiguous axis (the last,
                     for TY_F the first) */
    bool *back;   /* or to be so in reverse */
    bool *flat;   /* views made in the nest that are as contiguous as what they stem from, which is
                     asked it */
    bool *assigned; /* variables that get a value */
    bool costly;    /* arithmetic that is worth vectorising at any stride */
    bool wide;      /* functions, which the widest vectors take in about the same time */
    bool ends;      /* BREAK of the root, or RETURN */
};

struct nest_touch nest_touch(struct arena *a, const struct func_plan *fp, const struct nest *n);

#endif
