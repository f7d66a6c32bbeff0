/* Nests whose operands are used again and again, as tiles in registers.
 *
 * The compiler puts the loops of such a nest into three classes: rows and lanes, which the result
 * walks, and the reduction. What its statement reads depends on rows and reduction (p) or on lanes
 * and reduction (q), or is computed from both (step). Panels of both are packed, q for all of the
 * reduction, p for a block of it; a kernel keeps a tile of results in registers while the reduction
 * runs; blocks fit the caches (runtime/host/tile_run.c). The additions of a result are those of the
 * loops, in their order: nothing that is chosen here shows in it.
 *
 * Of each nest there are a function of the compiler's, <name>_value, for the values of p and q,
 * what results begin with, and the store of one; and the macro <name>_step. */
#ifndef PYCC_RT_TILE_H
#define PYCC_RT_TILE_H

#include <string.h>

#include "pycc_rt.h"

#if defined(__AVX512F__)
#define PYCC_TILE_BYTES 64
#elif defined(__AVX__)
#define PYCC_TILE_BYTES 32
#else
#define PYCC_TILE_BYTES 16
#endif
#if defined(__AVX512F__) || defined(__aarch64__)
#define PYCC_TILE_VECTORS 4
#else
#define PYCC_TILE_VECTORS 2
#endif
#define PYCC_TILE_ROWS 6
#define PYCC_TILE_WIDTH(t) (PYCC_TILE_VECTORS * PYCC_TILE_BYTES / (int)sizeof(t))
#define PYCC_TILE_LOOPS 8 /* of a nest */

struct pycc_tile;

/* What <name>_value gives: the initial value of a result, its store, nothing but that it is
 * fetched; value k of p, of q. */
enum {
    PYCC_TILE_FIRST,
    PYCC_TILE_LAST,
    PYCC_TILE_NEAR,
    PYCC_TILE_OF_P,
    PYCC_TILE_OF_Q = PYCC_TILE_OF_P + 8
};

/* A tile: rows u..u + un, lanes v..v + vn, and k iterations of the reduction. */
struct pycc_tile_at {
    int64_t u, un, v, vn, k;
    int64_t first, vectors; /* of its rows, those that it has lanes in */
    const void *p, *q;      /* p: pointers to its rows, where it is not packed; */
    int64_t runs;           /* and its runs then */
    const int64_t *run;
    void *results; /* rows of `width` */
};

/* What the compiler says of a nest. */
struct pycc_tiling {
    int u, v, k;     /* loops of each class, which are numbered in this order, */
    int batch;       /* and after them those around, which all depends on */
    int p, q;        /* values of each panel at a point */
    int least;       /* trips of the reduction from which on tiles pay */
    bool along;      /* neighbours of q are lanes, else of the reduction */
    int item;        /* bytes of one */
    int rows, width; /* of a tile */
    int vectors;     /* in `width` */
    void (*pack_q)(const struct pycc_tile *t, void *to, int64_t v, int64_t n);
    void (*pack_p)(const struct pycc_tile *t, void *to, int64_t u, int64_t n, int64_t k,
                   int64_t kn);
    /* Results begin (PYCC_TILE_FIRST), are stored (PYCC_TILE_LAST), or fetched, soon to be used
     * (PYCC_TILE_NEAR); they take a part of the reduction, as many vectors of a row. */
    void (*ends)(const struct pycc_tile *t, const struct pycc_tile_at *at, int what);
    void (*reduce)(int64_t vectors, int64_t depth, const void *p, const void *q, void *results);
    /* The counters of the lanes and of the reduction of a row, from span[0] up to span[1]; NULL:
     * the same of all rows. There are one loop of rows and one of that class then. */
    void (*lanes_of)(const void *in, int64_t row, int64_t *span);
    void (*depth_of)(const void *in, int64_t row, int64_t *span);
    /* Where p of these counters is in memory, of the variant `unit`, in which its neighbours are
     * those of the last loop of the reduction, and steps of the others are the same in all rows;
     * and the reduction of rows of it, runs of which begin at run[0], run[2], ... and are run[1],
     * run[3], ... long. NULL: p is packed. */
    const void *(*p_at)(const void *in, const int64_t *at);
    void (*direct)(int64_t vectors, int64_t runs, const int64_t *run, const void *const *rows,
                   const void *q, void *results);
    /* The reduction of one row, whose p begins here, packed or in memory. NULL: rows have no parts
     * of it of their own. */
    void (*one_row)(bool direct, int64_t depth, const void *p, const void *q, void *results);
};

struct pycc_tile {
    const void *in; /* the nest's struct */
    bool unit;      /* as of its variants */
    bool parallel;
    int64_t start[PYCC_TILE_LOOPS], trips[PYCC_TILE_LOOPS];
    /* the run time fills in: */
    int64_t m, n, depth;         /* trips of each class */
    int64_t at[PYCC_TILE_LOOPS]; /* the counters of the loops around */
    int64_t *span;               /* with tiling->lanes_of, first lane and end of each row */
    int64_t *deep;               /* with tiling->depth_of, of its part of the reduction */
};

/* Runs the nest. False: it is too small for this, or there is no memory; nothing was done. */
bool pycc_tile_run(struct pycc_ctx *ctx, const struct pycc_tiling *tiling, struct pycc_tile *t);

/* ---- walks over the loops of a class, as one */

struct pycc_tile_part {
    int first, loops; /* of the class */
    int64_t from, n;  /* iterations of these, as one loop */
};

/* Sets the counters of iteration `off`; returns at which one another counter than the last changes.
 */
PYCC_INLINE int64_t pycc_tile_seek(const struct pycc_tile *t, int64_t *at,
                                   const struct pycc_tile_part part, int64_t off) {
    const int first = part.first, last = part.first + part.loops - 1;
    int64_t rest = part.from + off, run = part.n - off;
    if (part.loops == 1) {
        at[first] = t->start[first] + rest;
        return off + run;
    }
    if (off > 0) { /* the end of a run: the next one begins */
        int loop = last - 1;
        at[last] = t->start[last];
        while (++at[loop] == t->start[loop] + t->trips[loop] && loop > first) {
            at[loop] = t->start[loop];
            --loop;
        }
        return off + (t->trips[last] < run ? t->trips[last] : run);
    }
    for (int loop = last; loop > first; --loop) {
        const int64_t n = t->trips[loop], k = rest % n;
        run = loop == last && n - k < run ? n - k : run;
        at[loop] = t->start[loop] + k;
        rest /= n;
    }
    at[first] = t->start[first] + rest;
    return run;
}

/* What of lanes is in the span from lanes[0] up to lanes[1]. */
PYCC_INLINE struct pycc_tile_part pycc_tile_cut(struct pycc_tile_part part, const int64_t *lanes) {
    const int64_t end = part.from + part.n < lanes[1] ? part.from + part.n : lanes[1];
    part.from = part.from > lanes[0] ? part.from : lanes[0];
    part.n = end - part.from;
    return part;
}

/* For number i of the part, with its counters in at; what is written in it is apart from all else.
 */
#define PYCC_TILE_WALK(t, at, part, i)                                                             \
    for (int64_t i##__lo = 0, i##__hi, i##__last;                                                  \
         i##__lo < (part).n && (i##__hi = pycc_tile_seek(t, at, part, i##__lo),                    \
                               i##__last = at[(part).first + (part).loops - 1] - i##__lo, true);   \
         i##__lo = i##__hi)                                                                        \
        PYCC_IVDEP                                                                                 \
    for (int64_t i = i##__lo;                                                                      \
         i < i##__hi && (at[(part).first + (part).loops - 1] = i##__last + i, true); ++i)

/* ---- kernels */

/* Value x of p in row u, packed or where it is in memory; of q in vector v. */
#define PYCC_TILE_P(x, u) (direct ? p##u[k] : P[(x)*PYCC_TILE_ROWS + (u)])
#define PYCC_TILE_Q(x, v) ((const vector *)(Q + (x)*width))[v]
#define PYCC_TILE_C(x) ((x) - (vector){0}) /* in each lane, -0.0 too */
#define PYCC_TILE_R(u, v) ((vector *)(R + (u)*width))[v]

#define PYCC_TILE_ROW1(what, u) what(u, 0)
#define PYCC_TILE_ROW2(what, u) PYCC_TILE_ROW1(what, u) what(u, 1)
#define PYCC_TILE_ROW3(what, u) PYCC_TILE_ROW2(what, u) what(u, 2)
#define PYCC_TILE_ROW4(what, u) PYCC_TILE_ROW3(what, u) what(u, 3)
#define PYCC_TILE_EACH(row, what)                                                                  \
    row(what, 0) row(what, 1) row(what, 2) row(what, 3) row(what, 4) row(what, 5)
#define PYCC_TILE_LOAD(u, v) vector r##u##v = PYCC_TILE_R(u, v);
#define PYCC_TILE_SAVE(u, v) PYCC_TILE_R(u, v) = r##u##v;

/* The tile's first n vectors; in STEP(u, v), r<u><v> = step(r<u><v>, u, v). */
#define PYCC_TILE_KERNEL(name, tag, t, n, np, nq, step)                                            \
    __attribute__((noinline)) static void name##__kernel##n(int64_t depth, const t *restrict P,    \
                                                            const t *restrict Q, t *restrict R) {  \
        typedef pycc_tile_vector_##tag vector;                                                     \
        enum { width = PYCC_TILE_WIDTH(t), direct = 0 };                                           \
        const t *const p0 = P, *const p1 = P, *const p2 = P, *const p3 = P, *const p4 = P,         \
                       *const p5 = P;                                                              \
        PYCC_TILE_EACH(PYCC_TILE_ROW##n, PYCC_TILE_LOAD)                                           \
        for (int64_t k = 0; k < depth; ++k) {                                                      \
            PYCC_TILE_EACH(PYCC_TILE_ROW##n, step)                                                 \
            P += (np)*PYCC_TILE_ROWS;                                                              \
            Q += (nq)*width;                                                                       \
        }                                                                                          \
        PYCC_TILE_EACH(PYCC_TILE_ROW##n, PYCC_TILE_SAVE)                                           \
    }
/* The same with rows in memory, of one value: `run` has where runs of the reduction begin in them,
 * and how long these are. */
#define PYCC_TILE_DIRECT(name, tag, t, n, nq, step)                                                \
    __attribute__((noinline)) static void name##__direct##n(int64_t runs, const int64_t *run,      \
                                                            const t *const *rows,                  \
                                                            const t *restrict Q, t *restrict R) {  \
        typedef pycc_tile_vector_##tag vector;                                                     \
        enum { width = PYCC_TILE_WIDTH(t), direct = 1 };                                           \
        const t *const P = rows[0];                                                                \
        PYCC_TILE_EACH(PYCC_TILE_ROW##n, PYCC_TILE_LOAD)                                           \
        for (int64_t i = 0; i < 2 * runs; i += 2) {                                                \
            const t *const p0 = rows[0] + run[i], *const p1 = rows[1] + run[i],                    \
                           *const p2 = rows[2] + run[i], *const p3 = rows[3] + run[i],             \
                           *const p4 = rows[4] + run[i], *const p5 = rows[5] + run[i];             \
            for (int64_t k = 0; k < run[i + 1]; ++k) {                                             \
                PYCC_TILE_EACH(PYCC_TILE_ROW##n, step)                                             \
                Q += (nq)*width;                                                                   \
            }                                                                                      \
        }                                                                                          \
        PYCC_TILE_EACH(PYCC_TILE_ROW##n, PYCC_TILE_SAVE)                                           \
    }
/* One row, of n vectors, with p packed or in memory. */
#define PYCC_TILE_ONE_ROW(name, tag, t, n, np, nq, step)                                           \
    static void name##_one_row(bool direct, int64_t depth, const void *p, const void *q,           \
                               void *results) {                                                    \
        typedef pycc_tile_vector_##tag vector;                                                     \
        enum { width = PYCC_TILE_WIDTH(t) };                                                       \
        const t *P = p, *const p0 = p, *restrict Q = q;                                            \
        t *const restrict R = results;                                                             \
        PYCC_TILE_ROW##n(PYCC_TILE_LOAD, 0) for (int64_t k = 0; k < depth; ++k) {                  \
            PYCC_TILE_ROW##n(step, 0);                                                             \
            P += (np)*PYCC_TILE_ROWS;                                                              \
            Q += (nq)*width;                                                                       \
        }                                                                                          \
        PYCC_TILE_ROW##n(PYCC_TILE_SAVE, 0)                                                        \
    }
#define PYCC_TILE_DIRECTS1(name, tag, t, nq, step) PYCC_TILE_DIRECT(name, tag, t, 1, nq, step)
#define PYCC_TILE_DIRECTS2(name, tag, t, nq, step)                                                 \
    PYCC_TILE_DIRECTS1(name, tag, t, nq, step) PYCC_TILE_DIRECT(name, tag, t, 2, nq, step)
#define PYCC_TILE_DIRECTS4(name, tag, t, nq, step)                                                 \
    PYCC_TILE_DIRECTS2(name, tag, t, nq, step)                                                     \
    PYCC_TILE_DIRECT(name, tag, t, 3, nq, step)                                                    \
    PYCC_TILE_DIRECT(name, tag, t, 4, nq, step)
#define PYCC_TILE_DIRECT_TABLE(name, t, ...)                                                       \
    static void name##_direct(int64_t vectors, int64_t runs, const int64_t *run,                   \
                              const void *const *rows, const void *q, void *results) {             \
        static void (*const kernel[])(int64_t runs, const int64_t *run, const t *const *rows,      \
                                      const t *restrict Q, t *restrict R) = {__VA_ARGS__};         \
        kernel[vectors - 1](runs, run, (const t *const *)rows, q, results);                        \
    }
#define PYCC_TILE_TABLE(name, t)                                                                   \
    static void (*const name##__kernel[])(int64_t depth, const t *restrict P, const t *restrict Q, \
                                          t *restrict R)
#define PYCC_TILE_KERNELS1(name, tag, t, np, nq, step)                                             \
    PYCC_TILE_KERNEL(name, tag, t, 1, np, nq, step)                                                \
    PYCC_TILE_TABLE(name, t) = {name##__kernel1};
#define PYCC_TILE_KERNELS2(name, tag, t, np, nq, step)                                             \
    PYCC_TILE_KERNEL(name, tag, t, 1, np, nq, step)                                                \
    PYCC_TILE_KERNEL(name, tag, t, 2, np, nq, step)                                                \
    PYCC_TILE_TABLE(name, t) = {name##__kernel1, name##__kernel2};
#define PYCC_TILE_KERNELS4(name, tag, t, np, nq, step)                                             \
    PYCC_TILE_KERNEL(name, tag, t, 1, np, nq, step)                                                \
    PYCC_TILE_KERNEL(name, tag, t, 2, np, nq, step)                                                \
    PYCC_TILE_KERNEL(name, tag, t, 3, np, nq, step)                                                \
    PYCC_TILE_KERNEL(name, tag, t, 4, np, nq, step)                                                \
    PYCC_TILE_TABLE(name, t) = {name##__kernel1, name##__kernel2, name##__kernel3, name##__kernel4};
/* Those for all numbers of vectors; complex numbers take two of each. */
#if PYCC_TILE_VECTORS == 4
#define PYCC_TILE_KERNELS(...) PYCC_TILE_KERNELS4(__VA_ARGS__)
#define PYCC_TILE_KERNELS_COMPLEX(...) PYCC_TILE_KERNELS2(__VA_ARGS__)
#define PYCC_TILE_ROW(name, tag, t, ...) PYCC_TILE_ONE_ROW(name, tag, t, 4, __VA_ARGS__)
#define PYCC_TILE_ROW_COMPLEX(name, tag, t, ...) PYCC_TILE_ONE_ROW(name, tag, t, 2, __VA_ARGS__)
#define PYCC_TILE_DIRECTS(name, tag, t, nq, step)                                                  \
    PYCC_TILE_DIRECTS4(name, tag, t, nq, step)                                                     \
    PYCC_TILE_DIRECT_TABLE(name, t, name##__direct1, name##__direct2, name##__direct3,             \
                           name##__direct4)
#define PYCC_TILE_DIRECTS_COMPLEX(name, tag, t, nq, step)                                          \
    PYCC_TILE_DIRECTS2(name, tag, t, nq, step)                                                     \
    PYCC_TILE_DIRECT_TABLE(name, t, name##__direct1, name##__direct2)
#else
#define PYCC_TILE_KERNELS(...) PYCC_TILE_KERNELS2(__VA_ARGS__)
#define PYCC_TILE_KERNELS_COMPLEX(...) PYCC_TILE_KERNELS1(__VA_ARGS__)
#define PYCC_TILE_ROW(name, tag, t, ...) PYCC_TILE_ONE_ROW(name, tag, t, 2, __VA_ARGS__)
#define PYCC_TILE_ROW_COMPLEX(name, tag, t, ...) PYCC_TILE_ONE_ROW(name, tag, t, 1, __VA_ARGS__)
#define PYCC_TILE_DIRECTS(name, tag, t, nq, step)                                                  \
    PYCC_TILE_DIRECTS2(name, tag, t, nq, step)                                                     \
    PYCC_TILE_DIRECT_TABLE(name, t, name##__direct1, name##__direct2)
#define PYCC_TILE_DIRECTS_COMPLEX(name, tag, t, nq, step)                                          \
    PYCC_TILE_DIRECTS1(name, tag, t, nq, step) PYCC_TILE_DIRECT_TABLE(name, t, name##__direct1)
#endif

/* ---- a nest */

#define PYCC_TILE_VALUE(name, t)                                                                   \
    PYCC_INLINE t name##_value(const void *tile__in, const int64_t *tile__at, int tile__what,      \
                               t tile__result, const bool unit)
#define TILE_T double
#define TILE_REAL double
#define TILE_ABS(x) __builtin_fabs(x)
#define TILE(name) name##_f64
#include "pycc_rt_tile_type.h"
#undef TILE_T
#undef TILE_REAL
#undef TILE_ABS
#undef TILE
#define TILE_T float
#define TILE_REAL float
#define TILE_ABS(x) __builtin_fabsf(x)
#define TILE(name) name##_f32
#include "pycc_rt_tile_type.h"
#undef TILE_T
#undef TILE_REAL
#undef TILE_ABS
#undef TILE
#define TILE_T int64_t
#define TILE_REAL int64_t
#define TILE_ABS(x) ((x) < 0 ? -(x) : (x))
#define TILE(name) name##_i64
#include "pycc_rt_tile_type.h"
#undef TILE_T
#undef TILE_REAL
#undef TILE_ABS
#undef TILE
#define TILE_T int32_t
#define TILE_REAL int32_t
#define TILE_ABS(x) ((x) < 0 ? -(x) : (x))
#define TILE(name) name##_i32
#include "pycc_rt_tile_type.h"
#undef TILE_T
#undef TILE_REAL
#undef TILE_ABS
#undef TILE
#define TILE_T uint64_t
#define TILE_REAL uint64_t
#define TILE_ABS(x) (x)
#define TILE(name) name##_u64
#include "pycc_rt_tile_type.h"
#undef TILE_T
#undef TILE_REAL
#undef TILE_ABS
#undef TILE
#define TILE_T uint32_t
#define TILE_REAL uint32_t
#define TILE_ABS(x) (x)
#define TILE(name) name##_u32
#include "pycc_rt_tile_type.h"
#undef TILE_T
#undef TILE_REAL
#undef TILE_ABS
#undef TILE
#define TILE_T double _Complex
#define TILE_REAL double
#define TILE_COMPLEX
#define TILE(name) name##_c128
#include "pycc_rt_tile_type.h"
#undef TILE_T
#undef TILE_REAL
#undef TILE_COMPLEX
#undef TILE
#define TILE_T float _Complex
#define TILE_REAL float
#define TILE_COMPLEX
#define TILE(name) name##_c64
#include "pycc_rt_tile_type.h"
#undef TILE_T
#undef TILE_REAL
#undef TILE_COMPLEX
#undef TILE
/* The nest's struct is copied, so that what is written is surely not in it. nu, nv, nk, nb: loops
 * of each class; np, nq: values of each panel; pu, qv: neighbours in memory are neighbours among
 * rows, among lanes, not in the reduction. kernels: of the same step. */
#define PYCC_TILE(name, tag, t, kernels, nu, nv, nk, nb, np, nq, least, pu, qv, lanes_of,          \
                  depth_of, p_at, direct, one_row)                                                 \
    static void name##_pack_q(const struct pycc_tile *x, void *to, int64_t v, int64_t n) {         \
        const struct pycc_tile_part lanes = {nu, nv, v, n}, all = {(nu) + (nv), nk, 0, x->depth};  \
        const struct name in = *(const struct name *)x->in;                                        \
        if (x->unit) {                                                                             \
            pycc_tile_pack_##tag(x, &in, to, name##_value, PYCC_TILE_OF_Q, nq, true, lanes, all,   \
                                 qv, true);                                                        \
        } else {                                                                                   \
            pycc_tile_pack_##tag(x, &in, to, name##_value, PYCC_TILE_OF_Q, nq, true, lanes, all,   \
                                 qv, false);                                                       \
        }                                                                                          \
    }                                                                                              \
    static void name##_pack_p(const struct pycc_tile *x, void *to, int64_t u, int64_t n,           \
                              int64_t k, int64_t kn) {                                             \
        const struct pycc_tile_part rows = {0, nu, u, n}, some = {(nu) + (nv), nk, k, kn};         \
        const struct name in = *(const struct name *)x->in;                                        \
        if (x->unit) {                                                                             \
            pycc_tile_pack_##tag(x, &in, to, name##_value, PYCC_TILE_OF_P, np, false, rows, some,  \
                                 pu, true);                                                        \
        } else {                                                                                   \
            pycc_tile_pack_##tag(x, &in, to, name##_value, PYCC_TILE_OF_P, np, false, rows, some,  \
                                 pu, false);                                                       \
        }                                                                                          \
    }                                                                                              \
    static void name##_ends(const struct pycc_tile *x, const struct pycc_tile_at *at, int what) {  \
        const struct name in = *(const struct name *)x->in;                                        \
        if (what == PYCC_TILE_NEAR) {                                                              \
            pycc_tile_near_##tag(x, &in, at, name##_value, nu, nv);                                \
        } else if (what == PYCC_TILE_FIRST && x->unit) {                                           \
            pycc_tile_ends_##tag(x, &in, at, name##_value, PYCC_TILE_FIRST, nu, nv, true);         \
        } else if (what == PYCC_TILE_FIRST) {                                                      \
            pycc_tile_ends_##tag(x, &in, at, name##_value, PYCC_TILE_FIRST, nu, nv, false);        \
        } else if (x->unit) {                                                                      \
            pycc_tile_ends_##tag(x, &in, at, name##_value, PYCC_TILE_LAST, nu, nv, true);          \
        } else {                                                                                   \
            pycc_tile_ends_##tag(x, &in, at, name##_value, PYCC_TILE_LAST, nu, nv, false);         \
        }                                                                                          \
    }                                                                                              \
    static void name##_reduce(int64_t vectors, int64_t depth, const void *p, const void *q,        \
                              void *results) {                                                     \
        kernels[vectors - 1](depth, p, q, results);                                                \
    }                                                                                              \
    static const struct pycc_tiling name##__tiling = {                                             \
        nu,                                                                                        \
        nv,                                                                                        \
        nk,                                                                                        \
        nb,                                                                                        \
        np,                                                                                        \
        nq,                                                                                        \
        least,                                                                                     \
        qv,                                                                                        \
        sizeof(t),                                                                                 \
        PYCC_TILE_ROWS,                                                                            \
        PYCC_TILE_WIDTH(t),                                                                        \
        PYCC_TILE_WIDTH(t) / (PYCC_TILE_BYTES / (int)sizeof(__real__(t) 0)),                       \
        name##_pack_q,                                                                             \
        name##_pack_p,                                                                             \
        name##_ends,                                                                               \
        name##_reduce,                                                                             \
        lanes_of,                                                                                  \
        depth_of,                                                                                  \
        p_at,                                                                                      \
        direct,                                                                                    \
        one_row};

#endif
