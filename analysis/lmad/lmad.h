/* lmad.h - linear memory access descriptors: which addresses a loop nest touches.
 *
 * A nest and its accesses come in as a table of affine forms over symbols (strides, shapes,
 * scalars, addresses), which the compiler emits as constant data. lmad_bind gives the symbols their
 * values; all other functions work on plain integers: intervals, overlap, dependence between
 * iterations, footprints, the map from host elements to a packed device buffer, and the copies that
 * fill and empty that buffer. Compiler and runtime link the same code.
 *
 * What is asked, and whom the compiler (symbols) and the call (numbers) ask:
 *
 *     is an index in range?            lmad_feasible of "it is not"         lmad_nest_interval
 *     do two iterations meet?          lmad_feasible of "they do"           lmad_parallel
 *     may loops change places?         the same, by who comes before whom
 *     do two arrays overlap?           assumed that they do not             lmad_overlap, _collides
 *     what does a nest touch?                                               lmad_footprint, _plan_
 *     and a tile of it?                                                     lmad_restrict, the same
 *
 * It relies on libc only, allocates nothing, keeps no state and prints nothing. Every operation is
 * checked for overflow: what does not fit into 64 bits is `false` or TRI_UNKNOWN, never a wrapped
 * number.
 *
 * Sources: Paek, Hoeflinger and Padua, "Efficient and precise array access analysis", TOPLAS 24(1),
 * for the descriptors; Garg and Amaral, unPython and jit4GPU, section 5, for CSLMAD, RCSLMAD,
 * groups, cases and mapping (cited below as [GA]); design.md section 6 for what differs. */
#ifndef PYCC_LMAD_H
#define PYCC_LMAD_H

#include <stdbool.h>
#include <stdint.h>

#define LMAD_MAX_RANK 12     /* counters of a nest, dimensions of a descriptor */
#define LMAD_MAX_ACCESSES 64 /* accesses of a nest */
#define LMAD_MAX_FACTORS 4   /* symbols multiplied in one term */
#define LMAD_NO_SYMBOL (-1)
#define LMAD_MAX_VARS 256 /* of an integer program */
#define LMAD_MAX_ROWS 384
#define LMAD_MAX_ENTRIES 1536
#define LMAD_SEARCH_VARS 40          /* what lmad_search takes */
#define LMAD_SEARCH_CAP 500          /* nodes visited before an exact search gives up */
#define LMAD_OPEN ((int64_t)1 << 62) /* bounds of variables and rows from here on are none */
#define LMAD_COUNT_CAP 10000         /* iterations visited when a slanted nest is counted */

/* The answer to a question that may stay open. NO and YES are certain. */
enum tri { TRI_NO, TRI_YES, TRI_UNKNOWN };

/* Who gave an answer, from the cheapest to the last resort. */
enum lmad_way { LMAD_DESCRIPTOR, LMAD_ELIMINATION, LMAD_SEARCH, LMAD_ILP, LMAD_WAYS };
const char *lmad_way_name(enum lmad_way way);

/* ---- the table: symbolic, constant data
 * ---------------------------------------------------------- */

/* coef times the product of the symbols named; unused factors are LMAD_NO_SYMBOL and come last. */
struct lmad_term {
    int64_t coef;
    int16_t symbol[LMAD_MAX_FACTORS];
};

/* constant + the sum of the terms. */
struct lmad_form {
    int64_t constant;
    int nterm;
    const struct lmad_term *term;
};

/* base + sum of coef[k] * counter k, k < ncoef; counters are the source's own (range values). */
struct lmad_affine {
    struct lmad_form base;
    int ncoef;
    const struct lmad_form *coef;
};

/* One loop: range(lower, upper, step). The bounds may use the counters outside of it (triangular
 * nests), the step may not. */
struct lmad_counter {
    struct lmad_affine lower, upper;
    struct lmad_form step;
};

enum lmad_use { LMAD_READ = 1, LMAD_WRITE = 2, LMAD_READ_WRITE = 3 };

/* One array access: its byte address as an affine function of the counters.
 * array      which array; only compared for equality
 * use        enum lmad_use
 * reduction  0, or the same positive number for the accesses of one reduction, which do not
 *            conflict
 * width      bytes touched, the element size
 * outside    bit k: loop k of the nest does not stand around it, so that it happens whatever the
 *            range of k is. No counter of the address, nor of a loop around it, is such */
struct lmad_reference {
    int array;
    int use;
    int reduction;
    int width;
    struct lmad_affine address;
    unsigned outside;
};

/* A loop nest: counters outermost first, and its accesses. Symbols known only as a range when
 * compiling can be asked about too: make them the outermost counters of the nest. */
struct lmad_table {
    int rank;
    const struct lmad_counter *counter;
    int naccess;
    const struct lmad_reference *access;
};

/* A table as generated code has it, a line of text: the loops as lower:upper:step, then accesses by
 * array, r(ead), w(rite) or u(pdate), width, where they are not 0 !outside and #reduction, and
 * address. s2 is symbol 2, c0 counter 0, and what belongs to one counter stands together:
 *
 *     1:s2-1:1,1:s3-1:1,0r8 s0-s4+s4*c0+s5*c1;1w8 s1+s6*c0+s7*c1; */
struct lmad_text {
    const char *text;
    const struct lmad_table *table; /* NULL: not read yet */
};

/* Its table, which the first call reads; it stays. Threads may ask at once. NULL: no memory. */
const struct lmad_table *lmad_text_table(struct lmad_text *text);

/* ---- the nest, bound
 * ----------------------------------------------------------------------------- */

/* One loop with numbers. Its normal counter n runs upwards from 0 inside the box 0 <= n < extent,
 * and low + sum_j low_coef[j]*n_j  <=  n,     divisor * n  <=  high + sum_j high_coef[j]*n_j over
 * the counters j outside of it. The source's counter is value + step*n + sum_j value_coef[j]*n_j.
 * slanted: the range depends on outer counters, and the box is only its hull. */
struct lmad_level {
    int64_t extent;
    bool slanted;
    int64_t divisor;
    int64_t low, low_coef[LMAD_MAX_RANK];
    int64_t high, high_coef[LMAD_MAX_RANK];
    int64_t value, step, value_coef[LMAD_MAX_RANK];
};

struct lmad_nest {
    int rank;
    bool empty;   /* surely no iteration; the levels are then meaningless */
    bool slanted; /* some level is */
    struct lmad_level level[LMAD_MAX_RANK];
};

/* One access with numbers: byte addresses over the normal counters, base + sum stride[k]*n_k,
 * touching `width` bytes there. low..high: the first and last byte touched; tight when both really
 * are. */
struct lmad_access {
    int array, use, reduction;
    int64_t width;
    int64_t base, stride[LMAD_MAX_RANK];
    int64_t low, high;
    bool tight;
    unsigned outside; /* as of its reference */
};

struct lmad_bound {
    struct lmad_nest nest;
    int naccess;
    struct lmad_access access[LMAD_MAX_ACCESSES];
};

/* Give a form its value. False on overflow. */
bool lmad_form_value(const struct lmad_form *form, const int64_t *symbol, int64_t *value);

/* Bind a table to the values of its symbols. False on overflow, on a step of zero, or above the
 * caps. In a level of step 1 or -1 whose lower end is slanted n counts upwards in memory order of
 * the source's counter, not in the order of the iterations, so that the box of a triangle is the
 * box people draw. */
bool lmad_bind(const struct lmad_table *table, const int64_t *symbol, struct lmad_bound *bound);

/* The part of a nest in which first[k] <= n_k < first[k] + count[k], for the levels that are not
 * slanted, inside their boxes; first and count of slanted levels are not looked at. Its counters
 * begin at 0, and the boxes of slanted levels shrink with those outside. The part may be the nest
 * itself. False on overflow. */
bool lmad_restrict(const struct lmad_bound *bound, const int64_t *first, const int64_t *count,
                   struct lmad_bound *part);

/* Bind only the loops, or one access over bound loops. */
bool lmad_bind_nest(int rank, const struct lmad_counter *counter, const int64_t *symbol,
                    struct lmad_nest *nest);
bool lmad_bind_access(const struct lmad_reference *ref, const int64_t *symbol,
                      const struct lmad_nest *nest, struct lmad_access *access);

/* Does the access happen in iterations of the nest that its levels do not have? That is when one
 * outside of it is slanted, and may be empty where others are not. */
bool lmad_nest_beside(const struct lmad_nest *nest, const struct lmad_access *access);

/* The nest of the loops around an access: the others have one iteration. */
void lmad_nest_around(const struct lmad_nest *nest, const struct lmad_access *access,
                      struct lmad_nest *own);

/* The least and greatest value of base + sum stride[k]*n_k over the nest, which is not empty.
 * *tight says that both are reached; otherwise they are only bounds. Also serves subscripts (bounds
 * checks). False on overflow. */
bool lmad_nest_interval(const struct lmad_nest *nest, int64_t base, const int64_t *stride,
                        int64_t *low, int64_t *high, bool *tight);

/* The range of counter k given the outer ones in n: *first..*last, empty when first > last. */
bool lmad_nest_range(const struct lmad_nest *nest, int k, const int64_t *n, int64_t *first,
                     int64_t *last);

/* How many iterations. YES: *count is exact. UNKNOWN: too large, or too long to count; slanted
 * levels but the innermost are walked through, up to LMAD_COUNT_CAP iterations. */
enum tri lmad_nest_count(const struct lmad_nest *nest, int64_t *count);

/* Is the vector n an iteration? */
bool lmad_nest_holds(const struct lmad_nest *nest, const int64_t *n);

/* The first iteration, or the one after n; levels `rank` and deeper are ignored. False at the end.
 */
bool lmad_nest_first(const struct lmad_nest *nest, int rank, int64_t *n);
bool lmad_nest_next(const struct lmad_nest *nest, int rank, int64_t *n);

/* The source's counters at iteration n, for messages. False on overflow. */
bool lmad_nest_values(const struct lmad_nest *nest, const int64_t *n, int64_t *values);

/* ---- one descriptor
 * ------------------------------------------------------------------------------ */

struct lmad_dim {
    int64_t stride, extent;
};

/* The addresses base + sum dim[k].stride * i_k .. + width-1, over the box 0 <= i_k < dim[k].extent.
 * Bytes or elements, as the caller likes; in elements the width is 1. [GA] 5.1: a CSLMAD. */
struct lmad {
    int64_t base;
    int64_t width;
    int rank;
    struct lmad_dim dim[LMAD_MAX_RANK];
};

/* A descriptor with positive strides, sorted downwards, every extent above 1, no two dimensions
 * that could be one. Its coordinate d of old coordinates i is shift[d] + sum_k coord[d][k] * i_k.
 */
struct lmad_normal {
    struct lmad set;
    bool empty;
    int nold;
    int64_t shift[LMAD_MAX_RANK];
    int64_t coord[LMAD_MAX_RANK][LMAD_MAX_RANK];
};

/* The descriptor of an access over the box of its nest. */
void lmad_of_access(const struct lmad_nest *nest, const struct lmad_access *access,
                    struct lmad *set);

/* The normal form: the same set of addresses. Reverses negative strides, drops zero strides and
 * extents of 1, sorts, and merges two dimensions when the outer stride is m times the inner one and
 * m <= u_inner. Extents below 1 make the set empty. False on overflow. design.md section 6. */
bool lmad_normalise(const struct lmad *set, struct lmad_normal *normal);

/* Is it a CSLMAD in the order RCSLMAD asks for: positive strides sorted downwards, extents
 * positive? */
bool lmad_is_cslmad(const struct lmad *set);

/* Is it an RCSLMAD: s_k > sum over p>k of s_p*(u_p - 1), for every k but the last? Then addresses
 * are distinct and ordered as iterations are. [GA] definition 1. Overflow gives false. */
bool lmad_is_rcslmad(const struct lmad *set);

/* The stronger condition under which copies of it shifted by up to `spread` elements stay apart:
 * s_k > spread + sum over p>k of s_p*(u_p - 1). spread = s_d - 1 is constraint 15 of [GA]. */
bool lmad_is_interleaved(const struct lmad *set, int64_t spread);

/* First and last address, widths included. False when empty or on overflow. */
bool lmad_interval(const struct lmad *set, int64_t *low, int64_t *high);

/* Two iterations, in the coordinates of the two descriptors or nests asked about. */
struct lmad_witness {
    int64_t a[LMAD_MAX_RANK], b[LMAD_MAX_RANK];
    int64_t address; /* touched by both */
};

/* Does the descriptor touch this address? For YES, `at` (or NULL) receives where. */
enum tri lmad_contains(const struct lmad *set, int64_t address, int64_t *at);

/* Do two descriptors ever touch one address? Interval and GCD tests, then exact search on the
 * normal form of their difference, which does not branch for RCSLMADs. YES fills the witness unless
 * it is NULL; UNKNOWN when LMAD_SEARCH_CAP nodes did not settle it, or on overflow. Paek,
 * Hoeflinger and Padua, section 4, extended to unequal strides and widths. */
enum tri lmad_overlap(const struct lmad *a, const struct lmad *b, struct lmad_witness *witness);

/* Do two different iterations of one descriptor touch one address? */
enum tri lmad_collides(const struct lmad *set, struct lmad_witness *witness);

/* ---- integer programs
 * ---------------------------------------------------------------------------- */

/* A system of inequalities, the one of compiler and run time: find integers lower[j] <= x_j <=
 * upper[j] with row_low[i] <= sum of the row's entries <= row_high[i]. The compiler's variables are
 * counters and symbols, without bounds of their own (LMAD_OPEN). Rows are stored one after the
 * other: the entries of row i are entry[row_start[i]] to entry[row_start[i+1] - 1]. */
struct lmad_entry {
    int var;
    int64_t coef;
};

struct lmad_program {
    int nvar, nrow;
    int64_t lower[LMAD_MAX_VARS], upper[LMAD_MAX_VARS];
    int64_t row_low[LMAD_MAX_ROWS], row_high[LMAD_MAX_ROWS];
    int row_start[LMAD_MAX_ROWS + 1];
    struct lmad_entry entry[LMAD_MAX_ENTRIES];
    bool full; /* something did not fit: the program must not be solved */
};

/* The solver behind the library, as callbacks so that it can be a separate shared object (ilp.h).
 * solve answers YES with a solution in x, NO when there is none, UNKNOWN beyond its caps; it never
 * aborts or prints. A YES is checked here, in exact arithmetic, before it is believed. */
struct lmad_solver {
    enum tri (*solve)(void *context, const struct lmad_program *program, int64_t *x);
    void *context;
};

/* The context of the solver in ilp.h, which also takes NULL: beyond these it answers UNKNOWN. */
struct lmad_limits {
    int max_vars;
    int time_ms;
    int max_nodes; /* of the tree of programs; 0: no limit */
};

/* Is it none? */
static inline bool lmad_is_open(int64_t bound) {
    return bound <= -LMAD_OPEN || bound >= LMAD_OPEN;
}

/* Building a program: a variable's number, or -1 when full; a row is opened and receives its
 * entries, those of one variable are added up, and constants. */
void lmad_program_clear(struct lmad_program *p);
int lmad_program_var(struct lmad_program *p, int64_t lower, int64_t upper);
void lmad_program_row(struct lmad_program *p, int64_t low, int64_t high);
void lmad_program_entry(struct lmad_program *p, int var, int64_t coef);
void lmad_program_add(struct lmad_program *p, int64_t constant);

/* Does x satisfy every bound and row? Exact; overflow gives false. */
bool lmad_program_holds(const struct lmad_program *p, const int64_t *x);

/* Is there a solution? Fourier-Motzkin elimination, for any bounds. W. Pugh,
 * "The Omega test", 1991. UNKNOWN when steps lose that there are only integers, beyond 48 variables
 * or 192 rows, or on overflow. */
enum tri lmad_eliminate(const struct lmad_program *p);

/* Any solution: bounds propagation and bisection, LMAD_SEARCH_CAP nodes at most. UNKNOWN beyond the
 * cap, above LMAD_SEARCH_VARS variables, where rows leave a variable without bounds, or on
 * overflow.
 */
enum tri lmad_search(const struct lmad_program *p, int64_t *x);

/* Is there a solution, put into x unless that is NULL? Each equality by itself is a descriptor: its
 * interval, the GCD of its strides and exact search on its normal form; then elimination; then
 * search and the solver (NULL: none), both of what equalities leave in a reduced basis (lattice.h);
 * but nobody after `last`. *way: who was asked last. */
enum tri lmad_feasible(const struct lmad_program *p, enum lmad_way last,
                       const struct lmad_solver *solver, int64_t *x, enum lmad_way *way);

/* ---- dependence
 * ---------------------------------------------------------------------------------- */

/* Do two iterations that agree in the counters outside `level` and differ in counter `level` touch
 * one address, the first through a and the second through b? Uses are not looked at. The witness
 * holds normal counters. Interval and GCD tests, exact search on the box, exact search with slanted
 * bounds, then the solver (NULL: none). Tight for every bound nest, up to the caps. */
enum tri lmad_self_overlap(const struct lmad_nest *nest, const struct lmad_access *a,
                           const struct lmad_access *b, int level, const struct lmad_solver *solver,
                           struct lmad_witness *witness, enum lmad_way *way);

/* The pair that makes a loop serial, or that could not be settled: two indices of bound->access. */
struct lmad_conflict {
    int a, b;
    enum lmad_way way; /* the last resort that any pair needed, for every answer */
    struct lmad_witness witness;
};

/* Can the iterations of loop `level` run in any order? YES: no two of them touch one address with a
 * write among the touches. NO: conflict says which. UNKNOWN: conflict names a pair that stayed
 * open, its witness is meaningless. apart: accesses of different arrays are taken as disjoint (the
 * compiler's assumption, which the guard tests at the call). Accesses of one reduction do not
 * conflict. */
enum tri lmad_parallel(const struct lmad_bound *bound, int level, bool apart,
                       const struct lmad_solver *solver, struct lmad_conflict *conflict);

/* ---- footprints
 * ---------------------------------------------------------------------------------- */

/* The connected components of the accesses' intervals: group[i] in 0..n-1 for access i, in order of
 * address. Returns how many groups there are. [GA] 5.3. */
int lmad_groups(const struct lmad_bound *bound, int *group);

/* How a footprint was found; design.md section 6 has the table. */
enum lmad_case {
    LMAD_CASE_EMPTY,     /* no iteration */
    LMAD_CASE_VECTOR,    /* one 1-D access */
    LMAD_CASE_VECTORS,   /* several, equal strides */
    LMAD_CASE_BOX,       /* one RCSLMAD */
    LMAD_CASE_BOXES,     /* several, interleaved within the smallest stride */
    LMAD_CASE_STRETCHED, /* several, bases anywhere: one larger domain covers them all */
    LMAD_CASE_INTERVAL   /* from lowest to highest address */
};
const char *lmad_case_name(enum lmad_case kind);

/* Device index of one access: base + sum stride[k]*n_k over the normal counters of the nest. */
struct lmad_map {
    int64_t base, stride[LMAD_MAX_RANK];
};

/* The elements of a group and their places in a packed buffer.
 * Host element e lies at byte address origin + unit*e. The set is, over 0 <= j_k < extent[k],
 *     base + sum_k stride[k]*j_k + residue[r]   at index   nresidue * (row-major j) + r.
 * unit      the accesses' element size, or 1 (bytes) when sizes or alignments are mixed
 * count     elements of the buffer; a superset of what is touched, and never more than one per
 * index touched   how many distinct elements the nest touches, or -1 when not known exactly low,
 * high elements outside of low..high are in the set but are touched by nobody: never read them on
 *           the host, they may lie outside of the array
 * tight     low and high are touched; if not, clip to the array before reading
 * map[m]    for access member[m] */
struct lmad_footprint {
    enum lmad_case kind;
    int64_t unit, origin;
    int64_t base;
    int rank;
    int64_t stride[LMAD_MAX_RANK], extent[LMAD_MAX_RANK];
    int nresidue;
    int64_t residue[LMAD_MAX_ACCESSES];
    int64_t count, touched;
    int64_t low, high;
    bool tight;
    int nmember;
    int member[LMAD_MAX_ACCESSES];
    struct lmad_map map[LMAD_MAX_ACCESSES];
};

/* The footprint of the accesses member[0..n-1], which should be one group. False on overflow, or
 * n < 1. Stretched domains have their closed form, where they have one. [GA] 5.3.1-5.3.4,
 * algorithm 1 with ranks; in byte units it is the interval, begun at a multiple of the largest
 * width so that a buffer aligned as the widest element keeps every element aligned. */
bool lmad_footprint(const struct lmad_bound *bound, const int *member, int n,
                    struct lmad_footprint *footprint);

/* Host element (in units, see above) to buffer index, false when not in the set; and the way back.
 */
bool lmad_footprint_index(const struct lmad_footprint *f, int64_t element, int64_t *index);
bool lmad_footprint_element(const struct lmad_footprint *f, int64_t index, int64_t *element);

/* The stretched domain of accesses with equal strides ([GA] 5.3.4, second case), exposed for tests
 * and for the report. Access m has base[m] and extents extent[m][k] over strides stride[0..rank-1],
 * sorted downwards. Found: base <= every base[m]; shift[m][k] = t_mk, offset[m] = r_m, domain[k] =
 * u'_k. */
struct lmad_stretch {
    int n, rank;
    int64_t stride[LMAD_MAX_RANK];
    int64_t base[LMAD_MAX_ACCESSES];
    int64_t extent[LMAD_MAX_ACCESSES][LMAD_MAX_RANK];
    int64_t found_base;
    int64_t offset[LMAD_MAX_ACCESSES];
    int64_t shift[LMAD_MAX_ACCESSES][LMAD_MAX_RANK];
    int64_t domain[LMAD_MAX_RANK];
};

/* By rounding base differences to digits of the strides: no search, right for stencils. */
bool lmad_stretch_closed(struct lmad_stretch *s);
/* Are the found_* members a covering domain whose elements are distinct? */
bool lmad_stretch_holds(const struct lmad_stretch *s);

/* ---- copies
 * -------------------------------------------------------------------------------------- */

enum lmad_transfer_kind {
    LMAD_TRANSFER_NOTHING,
    LMAD_TRANSFER_CONTIGUOUS, /* one run */
    LMAD_TRANSFER_2D,         /* dim[0].count runs at fixed pitches on both sides */
    LMAD_TRANSFER_GENERAL,    /* dimensions times segments */
    LMAD_TRANSFER_NEST        /* exactly the iterations of a slanted nest, element by element */
};

struct lmad_transfer_dim {
    int64_t count;
    int64_t host, device; /* distance between steps: host bytes, device elements */
};

struct lmad_segment {
    int64_t host, device; /* offset: host bytes, device elements */
    int64_t run;          /* elements, contiguous on both sides */
};

/* Copies between host memory and a packed buffer, in elements of `unit` bytes: for every position
 * of the dimensions and every segment one run. Runs are clipped to clip_low..clip_high (host byte
 * addresses of whole elements) when clipped is set; CONTIGUOUS and 2D never need it. */
struct lmad_transfer {
    enum lmad_transfer_kind kind;
    int64_t unit;
    int64_t host, device; /* of the first position */
    int rank;
    struct lmad_transfer_dim dim[LMAD_MAX_RANK];
    int nsegment;
    struct lmad_segment segment[LMAD_MAX_ACCESSES];
    bool clipped;
    int64_t clip_low, clip_high;  /* bytes, high inclusive */
    const struct lmad_nest *nest; /* NEST: borrowed; dim[k] belongs to counter k, count unused */
};

/* The copies that fill the buffer from the host: the footprint inside low..high, which are elements
 * (pass f->low and f->high, or less). False on overflow. */
bool lmad_transfer_gather(const struct lmad_footprint *f, int64_t low, int64_t high,
                          struct lmad_transfer *transfer);

/* The copies that bring back exactly what access f->member[m] writes. The transfer borrows the nest
 * when that is slanted. In byte units an element is one byte. False on overflow. */
bool lmad_transfer_scatter(const struct lmad_bound *bound, const struct lmad_footprint *f, int m,
                           struct lmad_transfer *transfer);

/* Piece `part` of `parts` of a transfer that is no NEST, by its outermost dimension: of one that
 * fills a buffer, a range of the buffer. Pieces may be empty, all but the first are when there is
 * none.
 */
void lmad_transfer_cut(const struct lmad_transfer *transfer, int64_t part, int64_t parts,
                       struct lmad_transfer *piece);

/* Run a transfer, or what is for thread `part` of `parts` that run it together; 0, 1: all of it.
 * Host byte address A of the transfer is host + A: pass NULL when addresses are absolute. */
void lmad_transfer_to_device(const struct lmad_transfer *transfer, int part, int parts,
                             const void *host, void *device);
void lmad_transfer_to_host(const struct lmad_transfer *transfer, int part, int parts, void *host,
                           const void *device);

/* How many bytes the transfer moves, before clipping. UNKNOWN for NEST transfers too long to count.
 */
enum tri lmad_transfer_bytes(const struct lmad_transfer *transfer, int64_t *bytes);

#endif
