/* Loops of generated code: trip counts, fuel, pieces, chunks.
 *
 * A loop nest is a function run(ctx, in, out, lo, hi) that executes iterations lo <= at < hi of its
 * root's index space (of the collapsed space when several loops are one). `in` is the nest's struct
 * of arrays and scalars, `out` its struct of results, read and written by every piece, so that a
 * serial nest may be cut anywhere. Cutting gives two things:
 *
 *   - pieces of at most PYCC_PIECE_WORK operations, between which the run time looks for Ctrl-C;
 *   - chunks for threads. Their number never depends on the number of threads when the nest has
 *     reductions: each chunk has its own `out`, combined in chunk order, so that the bits of a
 *     result depend on trip counts only.
 *
 * Loops whose length is not known before they run (while, inner loops) count down ctx->fuel. */
#ifndef PYCC_RT_LOOP_H
#define PYCC_RT_LOOP_H

#define PYCC_PIECE_WORK 1e7     /* operations between two looks, by the nest's estimate */
#define PYCC_PARALLEL_WORK 2e5  /* below this a parallel nest runs on the caller's thread */
#define PYCC_CHUNK_WORK 16384.0 /* at least this much in each chunk of a reduction */
#define PYCC_CHUNKS 256         /* at most so many chunks of a reduction */

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed" /* a loop left scalar is no error */
#define PYCC_IVDEP _Pragma("clang loop vectorize(assume_safety)")
#define PYCC_UNROLL _Pragma("clang loop unroll(full)")
#define PYCC_AS_IT_IS _Pragma("clang loop unroll(disable) vectorize(disable)")
#else
#define PYCC_IVDEP _Pragma("GCC ivdep")
#define PYCC_UNROLL _Pragma("GCC ivdep") _Pragma("GCC unroll 8")
#define PYCC_AS_IT_IS
#endif
/* A loop over k, of few iterations or of such as cannot be vectors: two in each turn, a test behind
 * each. C compilers that unroll test whether their number is even, which nobody can predict. */
#define PYCC_FEW(k, lo, hi, ...)                                                                   \
    PYCC_AS_IT_IS                                                                                  \
    for (int64_t k = lo; k < (hi); ++k) {                                                          \
        __VA_ARGS__                                                                                \
        if (++k >= (hi)) {                                                                         \
            break;                                                                                 \
        }                                                                                          \
        __VA_ARGS__                                                                                \
    }

/* Integers of guards, where a product of two scalars must not wrap. */
__extension__ typedef __int128 pycc_wide;

static inline pycc_wide pycc_wide_min(pycc_wide a, pycc_wide b) {
    return b < a ? b : a;
}

static inline pycc_wide pycc_wide_max(pycc_wide a, pycc_wide b) {
    return b > a ? b : a;
}

/* Number of iterations of range(start, stop, step); step is not 0. */
PYCC_INLINE int64_t pycc_trips(int64_t start, int64_t stop, int64_t step) {
    uint64_t n = 0;
    if (step > 0 && start < stop) {
        n = ((uint64_t)stop - (uint64_t)start - 1) / (uint64_t)step + 1;
    } else if (step < 0 && start > stop) {
        n = ((uint64_t)start - (uint64_t)stop - 1) / (0 - (uint64_t)step) + 1;
    }
    return n > INT64_MAX ? INT64_MAX : (int64_t)n;
}

/* The end of the next piece of an innermost loop that runs from lo up or down to stop. */
static inline int64_t pycc_piece(int64_t lo, int64_t stop) {
    const int64_t size = 1 << 20;
    if (lo < stop) {
        return PYCC_UNLIKELY((uint64_t)stop - (uint64_t)lo > (uint64_t)size) ? lo + size : stop;
    }
    return (uint64_t)lo - (uint64_t)stop > (uint64_t)size ? lo - size : stop;
}

/* May a loop run without a poll that takes so many steps in each of so many iterations? */
static inline bool pycc_short(int64_t iterations, int64_t steps) {
    return steps <= 1 << 22 && iterations <= (1 << 26) / (steps > 0 ? steps : 1);
}

/* Steps of a loop in a loop. */
static inline int64_t pycc_steps(int64_t iterations, int64_t steps) {
    int64_t all;
    return __builtin_mul_overflow(iterations, steps, &all) ? INT64_MAX : all;
}

/* Are lanes so many, and the steps of each so few, that lanes are better than vectors of these?
 * Sums of 3 to 20 neighbours run at 2 to 6 times the speed in lanes, of 64 to 256 at 1.1 to 2.7, of
 * thousands at 0.2 to 1.4, as blocks for threads may have few lanes. All trips count, not those of
 * a block: the number of threads is not to change a sum. */
static inline bool pycc_many(int64_t lanes, int64_t steps) {
    return lanes >= (steps <= 64 ? 4 : 32) && steps <= 256;
}

/* Fuel, kept in a local variable, is spent: true when the call must end (ctx has failed then). */
__attribute__((cold, unused)) static bool pycc_refuel(struct pycc_ctx *ctx, int64_t *fuel) {
    ctx->fuel = *fuel;
    bool stop = pycc_poll(ctx);
    *fuel = ctx->fuel;
    return stop;
}

/* At the entry of a recursive function: false when it must return at once (ctx has failed then),
 * for Ctrl-C or because the thread's stack is nearly used up. ctx lives on that stack; the first
 * entry finds out how much room there is below it. */
bool pycc_enter_slow(struct pycc_ctx *ctx, int64_t used) __attribute__((cold));

static inline bool pycc_enter(struct pycc_ctx *ctx) {
    int64_t used = (char *)ctx - (char *)__builtin_frame_address(0);
    if (PYCC_LIKELY(--ctx->fuel >= 0 && used < ctx->stack)) {
        return true;
    }
    return pycc_enter_slow(ctx, used);
}

/* How a piece of a nest ended; ctx->failed is looked at separately. */
enum pycc_end { PYCC_NEXT, PYCC_BREAK, PYCC_RETURN };

typedef int pycc_run_fn(struct pycc_ctx *ctx, const void *in, void *out, int64_t lo, int64_t hi);

/* Rows of different lengths that the iterations of a nest go through, one each: chunks are cut so
 * that their sums of lengths are even. */
struct pycc_rows {
    const char *at; /* the first of trips + 1 integers: iteration k has those from number k on, up
                       to number k + 1; NULL: they are not known */
    int64_t stride; /* bytes */
    int bytes;      /* of one: 4 or 8 */
    double each;    /* operations of an iteration, */
    double item;    /* and of an item of its row */
    double work;    /* of all */
};

/* Offsets in an array of one axis, of so many bytes each, from element `first` on; operations of
 * `trips` iterations without their rows, and of an item. */
struct pycc_rows pycc_rows_of(const struct pycc_array1 *offsets, int bytes, int64_t first,
                              int64_t trips, double base, double item);
#define PYCC_ROWS_OF(offsets, ...) pycc_rows_of(&(offsets), __VA_ARGS__)

/* The same, of rows from an element of `starts` up to that of `ends` of the same number: they are
 * known where both are views of one array, a step apart, as offsets[:-1] and offsets[1:]. */
struct pycc_rows pycc_rows_between(const struct pycc_array1 *starts, const struct pycc_array1 *ends,
                                   int bytes, int64_t first, int64_t trips, double base,
                                   double item);
#define PYCC_ROWS_BETWEEN(starts, ends, ...) pycc_rows_between(&(starts), &(ends), __VA_ARGS__)

struct pycc_nest {
    pycc_run_fn *run;
    const void *in;
    int64_t trips; /* of the whole index space */
    int64_t row;   /* trips of its innermost loop when collapsed, INT64_MAX of a loop in vectors,
                      else 1: bounds are multiples of it where there are rows enough */
    double work;   /* estimated operations of the whole nest */
    bool serial;   /* parallel nest whose arrays overlap: in order, on one thread */
    bool dynamic;  /* iterations differ in work */
    bool sought;   /* with `flag`: once a chunk's result has this value, the others need not run */
    size_t flag;   /* 1 + the offset of a bool in the struct of results, or 0 */
    const struct pycc_rows *rows; /* or NULL */
    const struct pycc_copies
        *copies; /* of arrays that it reduces into, one set per chunk, or NULL */
};

/* The variant of a nest that fits; an array's fields in the nest's struct. */
#define PYCC_CHOOSE(name, safe, unit)                                                              \
    (pycc_run_fn *)(PYCC_LIKELY((safe) && (unit)) ? name##_fast                                    \
                    : (safe)                      ? name##_strided                                 \
                                                  : name##_exact)
#define PYCC_FIELDS(a) .a##__p = (void *)(a).data, .a = a

/* A variant, and what it runs between iterations that may be many. */
#define PYCC_NEST(name, function, type, outs)                                                      \
    static int function(struct pycc_ctx *restrict ctx, const struct name *restrict in,             \
                        type *restrict outs, int64_t from, int64_t until)
#define PYCC_NEST_RARE PYCC_COLD PYCC_NEST
/* One text of several variants. unit: the axes that FAST takes for contiguous are, and its pointers
 * are restricted; exact: arrays may overlap. */
#define PYCC_RANGE(name, type)                                                                     \
    struct pycc_ctx *restrict ctx, const struct name *restrict in, type *restrict outs,            \
        int64_t from, int64_t until
#define PYCC_BODY(name, type)                                                                      \
    static inline __attribute__((always_inline)) int name##_body(                                  \
        PYCC_RANGE(name, type), const bool unit, const bool exact)
#define PYCC_INSTANCE(name, type, variant, unit, exact)                                            \
    static int name##variant(PYCC_RANGE(name, type)) {                                             \
        return name##_body(ctx, in, outs, from, until, unit, exact);                               \
    }
#define PYCC_SAME(name, variant, as)                                                               \
    static __typeof__(name##as) name##variant __attribute__((alias(#name #as), unused));
#define PYCC_FAST(name, type) PYCC_INSTANCE(name, type, _fast, true, false)
#define PYCC_BESIDE(name, type) PYCC_PLAIN PYCC_INSTANCE(name, type, _strided, false, false)
#define PYCC_BESIDE_EXACT(name, type)                                                              \
    PYCC_PLAIN PYCC_INSTANCE(name, type, _strided, false, true) PYCC_SAME(name, _exact, _strided)
#define PYCC_BESIDE_COSTLY(name, type)                                                             \
    PYCC_BESIDE(name, type)                                                                        \
    __attribute__((cold)) PYCC_COLD PYCC_INSTANCE(name, type, _exact, false, true)
/* The fast variant, of a body that is compiled for each of some cases, and for none of them. */
#define PYCC_AS_FAST(name) name##_body(ctx, in, outs, from, until, true, false)
#define PYCC_FAST_OF(name, function, type) static int function(PYCC_RANGE(name, type))
#define PYCC_CASE(name, is)                                                                        \
    if (is) {                                                                                      \
        return PYCC_AS_FAST(name);                                                                 \
    }
#define PYCC_INSTANCES(name, type) PYCC_FAST(name, type) PYCC_BESIDE(name, type)
#define PYCC_INSTANCES_EXACT(name, type) PYCC_FAST(name, type) PYCC_BESIDE_EXACT(name, type)
#define PYCC_INSTANCES_COSTLY(name, type) PYCC_FAST(name, type) PYCC_BESIDE_COSTLY(name, type)
/* Of nests that hardly ever run: no fast one. */
#define PYCC_INSTANCES_RARE(name, type) PYCC_BESIDE(name, type) PYCC_SAME(name, _fast, _strided)
#define PYCC_INSTANCES_EXACT_RARE(name, type)                                                      \
    PYCC_BESIDE_EXACT(name, type) PYCC_SAME(name, _fast, _strided)
#define PYCC_INSTANCES_COSTLY_RARE(name, type)                                                     \
    PYCC_BESIDE_COSTLY(name, type) PYCC_SAME(name, _fast, _strided)
/* Of a function whose loops are worth the widest vectors, which GCC leaves alone by itself. */
#if defined(__AVX512F__) && !defined(__clang__)
#define PYCC_WIDE __attribute__((target("prefer-vector-width=512")))
#else
#define PYCC_WIDE
#endif
/* In a loop that a pragma calls free of dependences: not where arrays may overlap. */
#define PYCC_IN_ORDER(exact)                                                                       \
    if (exact) {                                                                                   \
        __asm__ volatile("" ::: "memory");                                                         \
    }
#define PYCC_REFUEL(spent, leave)                                                                  \
    if (PYCC_UNLIKELY(spent) && pycc_refuel(ctx, &fuel)) {                                         \
        leave;                                                                                     \
    }
/* A long loop over k in pieces k__lo..k__hi, whose trips are counted; between them the fuel is
 * looked at. DOWN: by steps of -1. */
#define PYCC_PIECES(k, start, stop, leave)                                                         \
    for (int64_t k##__lo = start, k##__hi = pycc_piece(k##__lo, stop), k##__go = k##__lo < (stop); \
         k##__go; fuel -= k##__hi - k##__lo, k##__go = PYCC_UNLIKELY(k##__hi < (stop)),            \
                 k##__lo = k##__hi, k##__hi = pycc_piece(k##__lo, stop))                           \
    PYCC_REFUEL(PYCC_UNLIKELY(k##__lo != (start)), leave) else
#define PYCC_PIECES_DOWN(k, start, stop, leave)                                                    \
    for (int64_t k##__lo = start, k##__hi;                                                         \
         k##__lo > (stop) && (k##__hi = pycc_piece(k##__lo, stop), true);                          \
         fuel -= k##__lo - k##__hi, k##__lo = k##__hi)                                             \
    PYCC_REFUEL(k##__lo != (start), leave) else
/* The true ones of n elements of a mask, `step` bytes from each to the next; 64 of them as bits. */
static inline uint64_t pycc_true_bits(const pycc_bool *m, int64_t step, int64_t n) {
    const int64_t last = n < 64 ? n : 64;
    uint64_t bits = 0, w;
    int64_t k = 0;
#ifdef __AVX512BW__
    if (step == 1 && n >= 64) {
        typedef char block __attribute__((vector_size(64), aligned(1)));
        __asm__("vptestmb %1, %1, %0" : "=Yk"(bits) : "v"(*(const block *)m));
        return bits;
    }
#endif
    for (; step == 1 && k + 8 <= last; k += 8) { /* the lowest bits of eight bytes, side by side */
        __builtin_memcpy(&w, m + k, 8);
        bits |= (w * 0x0102040810204080u >> 56) << k;
    }
    for (; k < last; ++k) {
        bits |= (uint64_t)m[k * step] << k;
    }
    return bits;
}
static inline int64_t pycc_count_true(const pycc_bool *m, int64_t step, int64_t n) {
    int64_t count = 0, k = 0;
    uint64_t w;
#ifdef __AVX512BW__
    for (; step == 1 && k + 64 <= n; k += 64) {
        count += __builtin_popcountll(pycc_true_bits(m + k, 1, 64));
    }
#endif
    for (; step == 1 && k + 8 <= n; k += 8) {
        __builtin_memcpy(&w, m + k, 8);
        count += (int64_t)(w * 0x0101010101010101u >> 56);
    }
    for (; k < n; ++k) {
        count += m[k * step];
    }
    return count;
}
/* Of a mask, given as one element and the next: where it is, and its step. */
#define PYCC_MASK(at, next) &(at), (const char *)&(next) - (const char *)&(at)
/* k from lo up to hi, 64 at a time: k__at. */
#define PYCC_BLOCKS(k, lo, hi)                                                                     \
    for (int64_t k##__at = lo, k##__next = k##__at + 1, k; k##__at < (hi);                         \
         k##__at += 64, k##__next += 64)
/* Which of them are true: of a mask, given as its elements at k__at and k__next; where a condition
 * holds, given for k__at + k__j. */
#define PYCC_BITS_TRUE(k, hi, at, next) pycc_true_bits(PYCC_MASK(at, next), (hi)-k##__at)
#define PYCC_BITS_WHERE(k, hi, ...)                                                                \
    __extension__({                                                                                \
        pycc_bool k##__holds[64];                                                                  \
        const int64_t k##__n = (hi)-k##__at < 64 ? (hi)-k##__at : 64;                              \
        for (int64_t k##__j = 0; k##__j < k##__n; ++k##__j) {                                      \
            k##__holds[k##__j] = __VA_ARGS__;                                                      \
        }                                                                                          \
        pycc_true_bits(k##__holds, 1, k##__n);                                                     \
    })
/* k: each from lo up to hi whose bit is set. */
#define PYCC_TRUE(k, lo, hi, ...)                                                                  \
    PYCC_BLOCKS(k, lo, hi)                                                                         \
    for (uint64_t k##__bits = __VA_ARGS__;                                                         \
         k##__bits && (k = k##__at + __builtin_ctzll(k##__bits), true);                            \
         k##__bits &= k##__bits - 1)
/* Elements of `item` bytes, 4, 8 or 16, of which the set bits say that they are put behind one
 * another; how many. Steps in bytes. */
static inline __attribute__((always_inline)) int64_t
pycc_pack(uint64_t bits, const char *from, int64_t step, char *to, int64_t to_step, int64_t item) {
    const int64_t n = __builtin_popcountll(bits);
#ifdef __AVX512BW__
    if (n == 64 && step == item && to_step == item) {
        __builtin_memcpy(to, from, (size_t)(64 * item));
        return n;
    }
    if (n > (item == 16 ? 48 : 2 * item) && step == item && to_step == item) { /* measured */
        typedef char block __attribute__((vector_size(64)));
        for (const int64_t lanes = 64 / item; bits; bits >>= lanes, from += 64) {
            const uint64_t some = bits & ((uint64_t)-1 >> (64 - lanes));
            const int64_t count = __builtin_popcountll(some);
            uint64_t all = ((uint64_t)1 << count) - 1, set = some;
            block v;
            if (item == 16) { /* two bits of each */
                set = (some | some << 2) & 0x33;
                set = ((set | set << 1) & 0x55) * 3;
                all = ((uint64_t)1 << 2 * count) - 1;
            }
            if (item == 4) {
                __asm__ volatile(
                    "vmovdqu32 (%1), %0%{%3%}%{z%}\n\tvpcompressd %0, %0%{%3%}%{z%}\n\t"
                    "vmovdqu32 %0, (%2)%{%4%}"
                    : "=&v"(v)
                    : "r"(from), "r"(to), "Yk"(set), "Yk"(all)
                    : "memory");
            } else {
                __asm__ volatile(
                    "vmovdqu64 (%1), %0%{%3%}%{z%}\n\tvpcompressq %0, %0%{%3%}%{z%}\n\t"
                    "vmovdqu64 %0, (%2)%{%4%}"
                    : "=&v"(v)
                    : "r"(from), "r"(to), "Yk"(set), "Yk"(all)
                    : "memory");
            }
            to += count * item;
        }
        return n;
    }
#endif
    for (; bits; bits &= bits - 1, to += to_step) {
        __builtin_memcpy(to, from + __builtin_ctzll(bits) * step, (size_t)item);
    }
    return n;
}
#define PYCC_PACK(k, lo, hi, n, item, from, from_next, to, to_next, ...)                           \
    PYCC_BLOCKS(k, lo, hi)                                                                         \
    n += pycc_pack(__VA_ARGS__, (const char *)&(from),                                             \
                   (const char *)&(from_next) - (const char *)&(from), (char *)&(to),              \
                   (char *)&(to_next) - (char *)&(to), item)
/* Rows of n trips of two loops that are one, i's from `from` until `until`: row i__row, its trips
 * j__lo up to j__hi. */
#define PYCC_ROWS(i, j, n)                                                                         \
    for (int64_t i##__at = from, i##__row, j##__lo, j##__hi;                                       \
         i##__at < until && (i##__row = i##__at / (n), j##__lo = i##__at - i##__row * (n),         \
                            j##__hi = pycc_pymin_i64(n, j##__lo + (until - i##__at)), true);       \
         i##__at += j##__hi - j##__lo)
/* acc = op(acc, x) for k from lo up to hi, x an expression in k: a few iterations in order, more in
 * the lanes of a vector, from `least` on in four streams; accumulators begin with `zero`. plain: no
 * vectors. Both are constants in each instance. */
#define PYCC_COMBINE(op, t, acc, zero, plain, least, k, lo, hi, ...)                               \
    do {                                                                                           \
        const int64_t k##__from = lo, k##__to = hi, k##__n = k##__to - k##__from;                  \
        if (plain) {                                                                               \
            PYCC_CHAINS(op, t, acc, zero, k, k##__from, k##__to, __VA_ARGS__)                      \
        } else if (k##__n < 16 || k##__n < PYCC_LANES_SUM(t)) {                                    \
            PYCC_FEW(k, k##__from, k##__to, { acc = op(acc, __VA_ARGS__); })                       \
        } else {                                                                                   \
            PYCC_SUM_LANES(op, t, acc, zero, k, PYCC_LANES_SUM(t), least, __VA_ARGS__)             \
        }                                                                                          \
    } while (0)
#define PYCC_LANES_SUM(t) (PYCC_LANES_MANY(t) / 4) /* of a vector */
/* What vectors leave over is combined beside them; the lanes are folded in halves. */
#define PYCC_SUM_LANES(op, t, acc, zero, k, w, least, ...)                                         \
    {                                                                                              \
        t k##__lane[w];                                                                            \
        int64_t k##__at = k##__from;                                                               \
        PYCC_BY_LANES(k, w, k##__lane[k##__l] = zero)                                              \
        if (k##__n >= (least)) {                                                                   \
            t k##__2[w], k##__3[w], k##__4[w];                                                     \
            const int64_t k##__each = k##__n / (4 * (w)) * (w);                                    \
            PYCC_BY_LANES(k, w, k##__2[k##__l] = k##__3[k##__l] = k##__4[k##__l] = zero)           \
            for (; k##__at < k##__from + k##__each; k##__at += (w)) {                              \
                PYCC_LANE(op, k##__lane, k, w, 0, __VA_ARGS__)                                     \
                PYCC_LANE(op, k##__2, k, w, k##__each, __VA_ARGS__)                                \
                PYCC_LANE(op, k##__3, k, w, 2 * k##__each, __VA_ARGS__)                            \
                PYCC_LANE(op, k##__4, k, w, 3 * k##__each, __VA_ARGS__)                            \
            }                                                                                      \
            k##__at += 3 * k##__each;                                                              \
            PYCC_BY_LANES(k, w,                                                                    \
                          k##__lane[k##__l] = op(op(k##__lane[k##__l], k##__2[k##__l]),            \
                                                 op(k##__3[k##__l], k##__4[k##__l])))              \
        }                                                                                          \
        for (; k##__at <= k##__to - (w); k##__at += (w)) {                                         \
            PYCC_LANE(op, k##__lane, k, w, 0, __VA_ARGS__)                                         \
        }                                                                                          \
        PYCC_FEW(k, k##__at, k##__to, { acc = op(acc, __VA_ARGS__); })                             \
        PYCC_HALVES(op, k##__lane, w)                                                              \
        acc = op(acc, k##__lane[0]);                                                               \
    }
#define PYCC_BY_LANES(k, w, ...)                                                                   \
    PYCC_PRAGMA(omp simd)                                                                          \
    for (int k##__l = 0; k##__l < (w); ++k##__l) {                                                 \
        __VA_ARGS__;                                                                               \
    }
#define PYCC_LANE(op, lane, k, w, off, ...)                                                        \
    PYCC_BY_LANES(k, w, const int64_t k = k##__at + (off) + k##__l;                                \
                  lane[k##__l] = op(lane[k##__l], __VA_ARGS__))
/* Where elements are not neighbours, and all is scalar: four accumulators in turn, none of which
 * waits for the others. */
#define PYCC_CHAINS(op, t, acc, zero, k, lo, hi, ...)                                              \
    {                                                                                              \
        int64_t k##__i = lo;                                                                       \
        if ((hi)-k##__i >= 8) {                                                                    \
            t acc##__2 = zero, acc##__3 = zero, acc##__4 = zero;                                   \
            for (; k##__i <= (hi)-4; k##__i += 4) {                                                \
                PYCC_CHAIN(op, acc, k, 0, __VA_ARGS__)                                             \
                PYCC_CHAIN(op, acc##__2, k, 1, __VA_ARGS__)                                        \
                PYCC_CHAIN(op, acc##__3, k, 2, __VA_ARGS__)                                        \
                PYCC_CHAIN(op, acc##__4, k, 3, __VA_ARGS__)                                        \
            }                                                                                      \
            acc = op(op(acc, acc##__2), op(acc##__3, acc##__4));                                   \
        }                                                                                          \
        PYCC_AS_IT_IS                                                                              \
        for (int64_t k = k##__i; k < (hi); ++k) {                                                  \
            acc = op(acc, __VA_ARGS__);                                                            \
        }                                                                                          \
    }
#define PYCC_CHAIN(op, acc, k, s, ...)                                                             \
    {                                                                                              \
        const int64_t k = k##__i + s;                                                              \
        acc = op(acc, __VA_ARGS__);                                                                \
    }
/* The same for the least or greatest number, where nothing changes if one is seen twice: its lanes
 * are an array, which is folded in halves, and the last vectors overlap those before. NaN is in
 * lanes of its own; name: op with it. */
#define PYCC_EXTREME(name, op, t, acc, zero, plain, least, k, lo, hi, ...)                         \
    do {                                                                                           \
        const int64_t k##__from = lo, k##__to = hi, k##__n = k##__to - k##__from;                  \
        if (plain) {                                                                               \
            PYCC_CHAINS(op, t, acc, acc, k, k##__from, k##__to, __VA_ARGS__)                       \
        } else if (k##__n < PYCC_LANES_FEW(t)) {                                                   \
            PYCC_FEW(k, k##__from, k##__to, { acc = name(acc, __VA_ARGS__); })                     \
        } else if (k##__n < PYCC_LANES_MANY(t)) {                                                  \
            PYCC_IN_LANES(op, t, acc, k, PYCC_LANES_FEW(t), __VA_ARGS__)                           \
        } else {                                                                                   \
            PYCC_IN_LANES(op, t, acc, k, PYCC_LANES_MANY(t), __VA_ARGS__)                          \
        }                                                                                          \
    } while (0)
#define PYCC_LANES_FEW(t) (sizeof(t) < 4 ? 16 / (int)sizeof(t) : 8)
#ifdef __AVX512F__ /* half of the registers that there are */
#define PYCC_LANES_MANY(t) (256 / (int)sizeof(t))
#else
#define PYCC_LANES_MANY(t) (128 / (int)sizeof(t))
#endif
#define PYCC_IN_LANES(op, t, acc, k, w, ...)                                                       \
    {                                                                                              \
        t k##__lane[w], k##__odd[w];                                                               \
        for (int k##__l = 0; k##__l < (w); ++k##__l) {                                             \
            k##__lane[k##__l] = k##__odd[k##__l] = acc;                                            \
        }                                                                                          \
        for (int64_t k##__at = k##__from; k##__at < k##__to; k##__at += w) {                       \
            k##__at = k##__at <= k##__to - (w) ? k##__at : k##__to - (w);                          \
            PYCC_PRAGMA(omp simd)                                                                  \
            for (int k##__l = 0; k##__l < (w); ++k##__l) {                                         \
                const int64_t k = k##__at + k##__l;                                                \
                const t k##__v = __VA_ARGS__;                                                      \
                k##__lane[k##__l] = op##__order(k##__lane[k##__l], k##__v);                        \
                k##__odd[k##__l] = op##__seen(k##__odd[k##__l], k##__v);                           \
            }                                                                                      \
        }                                                                                          \
        PYCC_PRAGMA(omp simd)                                                                      \
        for (int k##__l = 0; k##__l < (w); ++k##__l) {                                             \
            k##__lane[k##__l] = op(k##__lane[k##__l], k##__odd[k##__l]);                           \
        }                                                                                          \
        PYCC_HALVES(op, k##__lane, w)                                                              \
        acc = k##__lane[0];                                                                        \
    }
/* acc = the least of acc and, for k from lo up to hi, k where a condition holds and `other`
 * elsewhere: the first such k ends the search. vectors: a constant in each instance. */
#define PYCC_FIRST(vectors, acc, other, k, lo, hi, ...)                                            \
    do {                                                                                           \
        const int64_t k##__from = lo, k##__to = hi, k##__n = k##__to - k##__from;                  \
        int64_t k##__found = k##__to;                                                              \
        if ((vectors) && k##__n >= 64) {                                                           \
            PYCC_FIRST_OF(k, 64, __VA_ARGS__)                                                      \
        } else if ((vectors) && k##__n >= 16) {                                                    \
            PYCC_FIRST_OF(k, 16, __VA_ARGS__)                                                      \
        } else {                                                                                   \
            PYCC_AS_IT_IS                                                                          \
            for (int64_t k = k##__from; k < k##__to; ++k) {                                        \
                if (__VA_ARGS__) {                                                                 \
                    k##__found = k;                                                                \
                    break;                                                                         \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
        if (k##__found > k##__from) {                                                              \
            acc = pycc_pymin_i64(acc, other);                                                      \
        }                                                                                          \
        if (k##__found < k##__to) {                                                                \
            acc = pycc_pymin_i64(acc, k##__found);                                                 \
        }                                                                                          \
    } while (0)
#define PYCC_FIRST_OF(k, w, ...)                                                                   \
    for (int64_t k##__at = k##__from; k##__at < k##__to && k##__found == k##__to; k##__at += w) {  \
        pycc_bool k##__holds[w];                                                                   \
        k##__at = k##__at <= k##__to - (w) ? k##__at : k##__to - (w);                              \
        PYCC_PRAGMA(omp simd)                                                                      \
        for (int k##__l = 0; k##__l < (w); ++k##__l) {                                             \
            const int64_t k = k##__at + k##__l;                                                    \
            k##__holds[k##__l] = __VA_ARGS__;                                                      \
        }                                                                                          \
        const uint64_t k##__bits = pycc_true_bits(k##__holds, 1, w);                               \
        k##__found = k##__bits ? k##__at + __builtin_ctzll(k##__bits) : k##__to;                   \
    }
#define PYCC_HALVES(op, lane, w)                                                                   \
    PYCC_HALVE(op, lane, (w) / 2)                                                                  \
    PYCC_HALVE(op, lane, (w) / 4)                                                                  \
    PYCC_HALVE(op, lane, (w) / 8)                                                                  \
    PYCC_HALVE(op, lane, (w) / 16)                                                                 \
    PYCC_HALVE(op, lane, (w) / 32)                                                                 \
    PYCC_HALVE(op, lane, (w) / 64)                                                                 \
    PYCC_HALVE(op, lane, (w) / 128)                                                                \
    PYCC_HALVE(op, lane, (w) / 256)
#define PYCC_HALVE(op, lane, n)                                                                    \
    PYCC_PRAGMA(omp simd)                                                                          \
    for (int lane##__l = 0; lane##__l < (n); ++lane##__l) {                                        \
        lane[lane##__l] = op(lane[lane##__l], lane[lane##__l + (n)]);                              \
    }
#define PYCC_PLUS(a, ...) ((a) + (__VA_ARGS__))
#define PYCC_TIMES(a, ...) ((a) * (__VA_ARGS__))
#define PYCC_AND(a, ...) ((a) & (__VA_ARGS__))
#define PYCC_OR(a, ...) ((a) | (__VA_ARGS__))
#define PYCC_XOR(a, ...) ((a) ^ (__VA_ARGS__))
#define PYCC_POLL(leave)                                                                           \
    if (PYCC_UNLIKELY(--ctx->fuel < 0) && pycc_poll(ctx)) {                                        \
        leave;                                                                                     \
    }

/* These fields; in the fast variant, the restricted pointer under the array's name, and the stride
 * of an axis in elements. */
#define PYCC_READ(t, r, a)                                                                         \
    const t *restrict a##__p;                                                                      \
    struct pycc_array##r a
#define PYCC_WRITTEN(t, r, a)                                                                      \
    t *restrict a##__p;                                                                            \
    struct pycc_array##r a
#define PYCC_READ_AT(t, a) const t *restrict const a = in->a##__p
#define PYCC_WRITTEN_AT(t, a) t *restrict const a = in->a##__p
#define PYCC_STEP(a, k, item) const int64_t a##__s##k = in->a.stride[k] / item

/* Runs a serial nest to its end, a break or a return. */
int pycc_run_pieces(struct pycc_ctx *ctx, const struct pycc_nest *nest, void *out, int64_t lo,
                    int64_t hi) __attribute__((cold));

PYCC_INLINE int pycc_run(struct pycc_ctx *ctx, const struct pycc_nest *nest, void *out) {
    if (PYCC_LIKELY(nest->work <= PYCC_PIECE_WORK)) {
        return nest->run(ctx, nest->in, out, 0, nest->trips);
    }
    return pycc_run_pieces(ctx, nest, out, 0, nest->trips);
}

/* Number of chunks of a nest with reductions: 1 to PYCC_CHUNKS. */
static inline int pycc_chunks(int64_t trips, double work) {
    double n = work / PYCC_CHUNK_WORK;
    n = n < PYCC_CHUNKS ? n : PYCC_CHUNKS;
    n = n < (double)trips ? n : (double)trips;
    return n > 1 ? (int)n : 1;
}

/* Runs a parallel nest. chunks > 0: out is an array of so many structs of out_size bytes, one per
 * chunk. chunks = 0: the run time cuts as it likes, out is NULL or unused. When iterations fail,
 * ctx gets the error of the lowest one. Returns the chunk it was in, the number of chunks if none
 * was: chunks below that have run to their end. */
int pycc_run_threads(struct pycc_ctx *ctx, const struct pycc_nest *nest, void *out, size_t out_size,
                     int chunks);

/* The same for a nest that a function calls, whose fuel it spends. */
void pycc_run_wide(struct pycc_ctx *ctx, const struct pycc_nest *nest, void *out, size_t out_size,
                   int chunks) __attribute__((cold));

/* The same; a nest of little work runs at once on the caller's thread. A loop around it polls by
 * what it takes. */
PYCC_INLINE void pycc_run_parallel(struct pycc_ctx *ctx, const struct pycc_nest *nest, void *out,
                                   size_t out_size, int chunks) {
    if (nest->work < PYCC_PARALLEL_WORK && chunks <= 1) {
        ctx->fuel -= (int64_t)(nest->work / 8.0);
        nest->run(ctx, nest->in, out, 0, nest->trips);
    } else {
        pycc_run_wide(ctx, nest, out, out_size, chunks);
    }
}

#endif
