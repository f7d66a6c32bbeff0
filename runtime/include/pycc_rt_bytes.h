/* Arrays in a nest that runs for rows that lie in memory as such (`unit`) and for others. */
#ifndef PYCC_RT_BYTES_H
#define PYCC_RT_BYTES_H

#include "pycc_rt_array.h"

/* An array's first byte under its name, and strides in bytes: PYCC_BYTES2(a) of an array of
 * two axes, PYCC_ROWS2(a, 8) where the items of its last axis are 8 bytes apart if `unit`. */
#define PYCC_BYTES0(a) char *const a = unit ? (char *)in->a##__p : in->a.data
#define PYCC_STRIDE(a, k) const int64_t a##__s##k = in->a.stride[k]
#define PYCC_STRIDE_UNIT(a, k, item) const int64_t a##__s##k = unit ? item : in->a.stride[k]
#define PYCC_BYTES1(a)                                                                             \
    PYCC_BYTES0(a);                                                                                \
    PYCC_STRIDE(a, 0)
#define PYCC_BYTES2(a)                                                                             \
    PYCC_BYTES1(a);                                                                                \
    PYCC_STRIDE(a, 1)
#define PYCC_BYTES3(a)                                                                             \
    PYCC_BYTES2(a);                                                                                \
    PYCC_STRIDE(a, 2)
#define PYCC_BYTES4(a)                                                                             \
    PYCC_BYTES3(a);                                                                                \
    PYCC_STRIDE(a, 3)
#define PYCC_BYTES5(a)                                                                             \
    PYCC_BYTES4(a);                                                                                \
    PYCC_STRIDE(a, 4)
#define PYCC_BYTES6(a)                                                                             \
    PYCC_BYTES5(a);                                                                                \
    PYCC_STRIDE(a, 5)
#define PYCC_BYTES7(a)                                                                             \
    PYCC_BYTES6(a);                                                                                \
    PYCC_STRIDE(a, 6)
#define PYCC_BYTES8(a)                                                                             \
    PYCC_BYTES7(a);                                                                                \
    PYCC_STRIDE(a, 7)
#define PYCC_ROWS1(a, item)                                                                        \
    PYCC_BYTES0(a);                                                                                \
    PYCC_STRIDE_UNIT(a, 0, item)
#define PYCC_ROWS2(a, item)                                                                        \
    PYCC_BYTES1(a);                                                                                \
    PYCC_STRIDE_UNIT(a, 1, item)
#define PYCC_ROWS3(a, item)                                                                        \
    PYCC_BYTES2(a);                                                                                \
    PYCC_STRIDE_UNIT(a, 2, item)
#define PYCC_ROWS4(a, item)                                                                        \
    PYCC_BYTES3(a);                                                                                \
    PYCC_STRIDE_UNIT(a, 3, item)
#define PYCC_ROWS5(a, item)                                                                        \
    PYCC_BYTES4(a);                                                                                \
    PYCC_STRIDE_UNIT(a, 4, item)
#define PYCC_ROWS6(a, item)                                                                        \
    PYCC_BYTES5(a);                                                                                \
    PYCC_STRIDE_UNIT(a, 5, item)
#define PYCC_ROWS7(a, item)                                                                        \
    PYCC_BYTES6(a);                                                                                \
    PYCC_STRIDE_UNIT(a, 6, item)
#define PYCC_ROWS8(a, item)                                                                        \
    PYCC_BYTES7(a);                                                                                \
    PYCC_STRIDE_UNIT(a, 7, item)
/* PYCC_BY2(f64, a, i, j) is its element a[i, j], an lvalue. */
#define PYCC_O1(a, i) (a + (i)*a##__s0)
#define PYCC_O2(a, i, j) (PYCC_O1(a, i) + (j)*a##__s1)
#define PYCC_O3(a, i, j, k) (PYCC_O2(a, i, j) + (k)*a##__s2)
#define PYCC_O4(a, i, j, k, l) (PYCC_O3(a, i, j, k) + (l)*a##__s3)
#define PYCC_O5(a, i, j, k, l, m) (PYCC_O4(a, i, j, k, l) + (m)*a##__s4)
#define PYCC_O6(a, i, j, k, l, m, n) (PYCC_O5(a, i, j, k, l, m) + (n)*a##__s5)
#define PYCC_O7(a, i, j, k, l, m, n, o) (PYCC_O6(a, i, j, k, l, m, n) + (o)*a##__s6)
#define PYCC_O8(a, i, j, k, l, m, n, o, p) (PYCC_O7(a, i, j, k, l, m, n, o) + (p)*a##__s7)
#define PYCC_BY0(t, a) PYCC_AT_BYTE(t, a)
#define PYCC_BY1(t, a, i) PYCC_AT_BYTE(t, PYCC_O1(a, i))
#define PYCC_BY2(t, a, i, ...) PYCC_AT_BYTE(t, PYCC_O2(a, i, __VA_ARGS__))
#define PYCC_BY3(t, a, i, ...) PYCC_AT_BYTE(t, PYCC_O3(a, i, __VA_ARGS__))
#define PYCC_BY4(t, a, i, ...) PYCC_AT_BYTE(t, PYCC_O4(a, i, __VA_ARGS__))
#define PYCC_BY5(t, a, i, ...) PYCC_AT_BYTE(t, PYCC_O5(a, i, __VA_ARGS__))
#define PYCC_BY6(t, a, i, ...) PYCC_AT_BYTE(t, PYCC_O6(a, i, __VA_ARGS__))
#define PYCC_BY7(t, a, i, ...) PYCC_AT_BYTE(t, PYCC_O7(a, i, __VA_ARGS__))
#define PYCC_BY8(t, a, i, ...) PYCC_AT_BYTE(t, PYCC_O8(a, i, __VA_ARGS__))

#endif
