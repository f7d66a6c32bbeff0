/* Sums whose terms read elements at indices that are data, s += v[k] * x[c[k]], a vector of
 * iterations at a time, of which the last one is masked, so that short rows leave no rest. Where an
 * index is not in 0..n the sum stays as it was: the loop in order says what becomes of it.
 *
 * Where the processor has no masked vectors, or gathers them by microcode as AMD's do (rows of 5 to
 * 10 take 1.7 times as long): two iterations in turn. The vectors are in assembly, for compilers
 * take longer to read their headers of intrinsics than to compile a module. */
#ifndef PYCC_RT_GATHER_H
#define PYCC_RT_GATHER_H

#include "pycc_rt.h"

/* PYCC_GATHERED(t, c, acc, k, lo, hi, value): acc += value for k from lo up to hi, or nothing; was
 * it done? In the value, of iteration k, PYCC_LANES_OWN(t, k, v[k]) is an element, and
 * PYCC_LANES_AT(t, k, x[0], n, i, c[k]) that of x, which has n, at an index of type i. */
#if defined(__AVX512F__) && defined(__AVX512VL__) && !defined(__znver3__) &&                       \
    !defined(__znver4__) && !defined(__znver5__)
#define PYCC_LANES_f64 8
#define PYCC_LANES_f32 16
typedef double pycc_lanes_f64 __attribute__((vector_size(64)));
typedef float pycc_lanes_f32 __attribute__((vector_size(64)));
typedef float pycc_half_f32 __attribute__((vector_size(32)));
typedef int32_t pycc_half_i32 __attribute__((vector_size(32)));
typedef int32_t pycc_lanes_i32 __attribute__((vector_size(64)));
typedef int64_t pycc_lanes_i64 __attribute__((vector_size(64)));
typedef uint16_t pycc_mask;

static inline pycc_mask pycc_first_lanes(int64_t n, int lanes) {
    return (pycc_mask)(0xffffu >> (16 - (n < lanes ? (int)n : lanes)));
}

/* The lanes of a mask, from p on; others are zero. And an operation on these alone. */
#define PYCC_LANES_LOAD(name, type, move)                                                          \
    static inline type name(const void *p, pycc_mask m) {                                          \
        type v;                                                                                    \
        __asm__(move " %1, %0%{%2%}%{z%}"                                                          \
                : "=v"(v)                                                                          \
                : "m"(*(const char(*)[sizeof(type)])p), "Yk"(m));                                  \
        return v;                                                                                  \
    }
#define PYCC_LANES_ADD(name, type, add)                                                            \
    static inline type name(type sum, type x, pycc_mask m) {                                       \
        __asm__(add " %1, %0, %0%{%2%}" : "+v"(sum) : "v"(x), "Yk"(m));                            \
        return sum;                                                                                \
    }
/* Those of the lanes whose index is not in 0..n. */
#define PYCC_LANES_OUTSIDE(name, type, number, compare)                                            \
    static inline pycc_mask name(type i, number n, pycc_mask m) {                                  \
        pycc_mask outside;                                                                         \
        type limit = (type){} + n;                                                                 \
        __asm__(compare " %2, %1, %0%{%3%}" : "=Yk"(outside) : "v"(i), "v"(limit), "Yk"(m));       \
        return outside;                                                                            \
    }
/* x[i]; what the assembler must know of x is all memory. */
#define PYCC_LANES_GATHER(name, type, indices, gather, scale)                                      \
    static inline type name(const void *x, indices i, pycc_mask m) {                               \
        type v = {0};                                                                              \
        __asm__(gather " (%2,%3," scale "), %0%{%1%}"                                              \
                : "+&v"(v), "+&Yk"(m)                                                              \
                : "r"(x), "v"(i), "m"(*(const char(*)[1 << 30]) x));                               \
        return v;                                                                                  \
    }
PYCC_LANES_LOAD(pycc_lanes_load_f64, pycc_lanes_f64, "vmovupd")
PYCC_LANES_LOAD(pycc_lanes_load_f32, pycc_lanes_f32, "vmovups")
PYCC_LANES_LOAD(pycc_half_i32_load, pycc_half_i32, "vmovdqu32")
PYCC_LANES_LOAD(pycc_lanes_i32_load, pycc_lanes_i32, "vmovdqu32")
PYCC_LANES_LOAD(pycc_lanes_i64_load, pycc_lanes_i64, "vmovdqu64")
PYCC_LANES_ADD(pycc_lanes_add_f64, pycc_lanes_f64, "vaddpd")
PYCC_LANES_ADD(pycc_lanes_add_f32, pycc_lanes_f32, "vaddps")
PYCC_LANES_OUTSIDE(pycc_half_i32_outside, pycc_half_i32, int32_t, "vpcmpnltud")
PYCC_LANES_OUTSIDE(pycc_lanes_i32_outside, pycc_lanes_i32, int32_t, "vpcmpnltud")
PYCC_LANES_OUTSIDE(pycc_lanes_i64_outside, pycc_lanes_i64, int64_t, "vpcmpnltuq")
PYCC_LANES_GATHER(pycc_gather_f64_half, pycc_lanes_f64, pycc_half_i32, "vgatherdpd", "8")
PYCC_LANES_GATHER(pycc_gather_f64_i64, pycc_lanes_f64, pycc_lanes_i64, "vgatherqpd", "8")
PYCC_LANES_GATHER(pycc_gather_f32_i32, pycc_lanes_f32, pycc_lanes_i32, "vgatherdps", "4")
PYCC_LANES_GATHER(pycc_gather_f32_i64, pycc_half_f32, pycc_lanes_i64, "vgatherqps", "4")

/* How many elements an index of 32 bits can be of. */
static inline int32_t pycc_limit_i32(int64_t n) {
    return n > INT32_MAX ? INT32_MIN : (int32_t)n;
}

/* x[c[0]], x[c[1]], ... of n elements; lanes outside are told in *bad, and zero. */
#define PYCC_LANES_ELEMENTS(name, type, indices, index, limit, gather)                             \
    static inline type name(const void *x, int64_t n, const void *c, pycc_mask m,                  \
                            pycc_mask *bad) {                                                      \
        indices i = index##_load(c, m);                                                            \
        pycc_mask outside = index##_outside(i, limit, m);                                          \
        *bad |= outside;                                                                           \
        return gather(x, i, m & ~outside);                                                         \
    }
PYCC_LANES_ELEMENTS(pycc_lanes_at_f64_i32, pycc_lanes_f64, pycc_half_i32, pycc_half_i32,
                    pycc_limit_i32(n), pycc_gather_f64_half)
PYCC_LANES_ELEMENTS(pycc_lanes_at_f64_i64, pycc_lanes_f64, pycc_lanes_i64, pycc_lanes_i64, n,
                    pycc_gather_f64_i64)
PYCC_LANES_ELEMENTS(pycc_lanes_at_f32_i32, pycc_lanes_f32, pycc_lanes_i32, pycc_lanes_i32,
                    pycc_limit_i32(n), pycc_gather_f32_i32)

static inline pycc_lanes_f32 pycc_lanes_at_f32_i64(const void *x, int64_t n, const void *c,
                                                   pycc_mask m, pycc_mask *bad) {
    union {
        pycc_half_f32 half[2];
        pycc_lanes_f32 all;
    } v;
    for (int k = 0; k < 2; ++k) {
        pycc_mask own = (m >> 8 * k) & 0xff;
        pycc_lanes_i64 i = pycc_lanes_i64_load((const char *)c + 64 * k, own);
        pycc_mask outside = pycc_lanes_i64_outside(i, n, own);
        *bad |= outside;
        v.half[k] = pycc_gather_f32_i64(x, i, own & ~outside);
    }
    return v.all;
}

static inline double pycc_lanes_sum_f64(pycc_lanes_f64 v) {
    typedef double half __attribute__((vector_size(32)));
    union {
        pycc_lanes_f64 all;
        half half[2];
    } u = {v};
    half h = u.half[0] + u.half[1];
    return (h[0] + h[2]) + (h[1] + h[3]);
}

static inline float pycc_lanes_sum_f32(pycc_lanes_f32 v) {
    typedef float quarter __attribute__((vector_size(16)));
    union {
        pycc_lanes_f32 all;
        quarter quarter[4];
    } u = {v};
    quarter q = (u.quarter[0] + u.quarter[2]) + (u.quarter[1] + u.quarter[3]);
    return (q[0] + q[2]) + (q[1] + q[3]);
}

#define PYCC_LANES_OWN(t, k, element) pycc_lanes_load_##t(&(element), k##__own)
#define PYCC_LANES_AT(t, k, first, n, i, index)                                                    \
    pycc_lanes_at_##t##_##i(&(first), n, &(index), k##__own, &k##__bad)
#define PYCC_GATHERED(t, c, acc, k, lo, hi, value)                                                 \
    ({                                                                                             \
        const int64_t k##__end = hi;                                                               \
        pycc_lanes_##t k##__sum = (pycc_lanes_##t){0} - (c)0.0;                                    \
        pycc_mask k##__bad = 0;                                                                    \
        for (int64_t k = lo; k < k##__end; k += PYCC_LANES_##t) {                                  \
            const pycc_mask k##__own = pycc_first_lanes(k##__end - k, PYCC_LANES_##t);             \
            k##__sum = pycc_lanes_add_##t(k##__sum, value, k##__own);                              \
        }                                                                                          \
        acc += pycc_lanes_sum_##t(k##__bad ? (pycc_lanes_##t){0} - (c)0.0 : k##__sum);             \
        k##__bad == 0;                                                                             \
    })
#else
#define PYCC_LANES_OWN(t, k, element) (element)
#define PYCC_LANES_AT(t, k, first, n, i, index)                                                    \
    ({                                                                                             \
        const int64_t k##__at = index;                                                             \
        if (PYCC_UNLIKELY((uint64_t)k##__at >= (uint64_t)(n))) {                                   \
            goto k##__out;                                                                         \
        }                                                                                          \
        PYCC_AT_BYTE(t, (const char *)&(first) + k##__at * (int64_t)sizeof(first));                \
    })
#define PYCC_GATHERED(t, c, acc, k, lo, hi, value)                                                 \
    ({                                                                                             \
        __label__ k##__out;                                                                        \
        bool k##__done = false;                                                                    \
        c k##__even = acc, k##__odd = -(c)0.0;                                                     \
        PYCC_FEW(k, lo, hi, {                                                                      \
            k##__even += value;                                                                    \
            const c k##__was = k##__even;                                                          \
            k##__even = k##__odd;                                                                  \
            k##__odd = k##__was;                                                                   \
        })                                                                                         \
        acc = k##__even + k##__odd;                                                                \
        k##__done = true;                                                                          \
        k##__out:;                                                                                 \
        k##__done;                                                                                 \
    })
#endif
#endif
