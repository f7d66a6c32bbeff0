/* Functions of scipy.special that SciPy itself computes, without Python: by the pointers that
 * scipy.special.cython_special exports, which are found when the module is imported. */
#ifndef PYCC_RT_SPECIAL_H
#define PYCC_RT_SPECIAL_H

#include <stddef.h>

#include "pycc_rt.h"

/* pycc_special_NAME of doubles and pycc_special_NAMEf of floats, which SciPy computes as doubles,
 * too. */
#define PYCC_SPECIAL_OF(name, params, args, value)                                                 \
    static void *pycc_scipy_##name[2];                                                             \
    __attribute__((unused)) static inline double pycc_special_##name params {                      \
        return value;                                                                              \
    }                                                                                              \
    __attribute__((unused)) static inline float pycc_special_##name##f params {                    \
        return (float)pycc_special_##name args;                                                    \
    }
#define PYCC_SCIPY(name, ...) ((double (*)(__VA_ARGS__, int))pycc_scipy_##name[0])
/* The first number is a count: another pointer, where it is whole. */
#define PYCC_SCIPY_COUNTED(name, n, plain, rest, ...)                                              \
    (n == floor(n) && fabs(n) < 0x1p62                                                             \
         ? ((double (*)(ptrdiff_t, __VA_ARGS__, int))pycc_scipy_##name[1])((ptrdiff_t)n,           \
                                                                           PYCC_UNPACK rest)       \
         : plain)
#define PYCC_UNPACK(...) __VA_ARGS__

#define PYCC_SPECIAL_1(name) PYCC_SPECIAL_OF(name, (double a), (a), PYCC_SCIPY(name, double)(a, 0))
#define PYCC_SPECIAL_2(name)                                                                       \
    PYCC_SPECIAL_OF(name, (double a, double b), (a, b), PYCC_SCIPY(name, double, double)(a, b, 0))
#define PYCC_SPECIAL_3(name)                                                                       \
    PYCC_SPECIAL_OF(name, (double a, double b, double c), (a, b, c),                               \
                    PYCC_SCIPY(name, double, double, double)(a, b, c, 0))
#define PYCC_SPECIAL_4(name)                                                                       \
    PYCC_SPECIAL_OF(name, (double a, double b, double c, double d), (a, b, c, d),                  \
                    PYCC_SCIPY(name, double, double, double, double)(a, b, c, d, 0))
#define PYCC_COUNTED_2(name)                                                                       \
    PYCC_SPECIAL_OF(                                                                               \
        name, (double a, double b), (a, b),                                                        \
        PYCC_SCIPY_COUNTED(name, a, PYCC_SCIPY(name, double, double)(a, b, 0), (b, 0), double))
#define PYCC_COUNTED_3(name)                                                                       \
    PYCC_SPECIAL_OF(name, (double a, double b, double c), (a, b, c),                               \
                    PYCC_SCIPY_COUNTED(name, a,                                                    \
                                       PYCC_SCIPY(name, double, double, double)(a, b, c, 0),       \
                                       (b, c, 0), double, double))
#define PYCC_COUNTED_4(name)                                                                       \
    PYCC_SPECIAL_OF(name, (double a, double b, double c, double d), (a, b, c, d),                  \
                    PYCC_SCIPY_COUNTED(                                                            \
                        name, a, PYCC_SCIPY(name, double, double, double, double)(a, b, c, d, 0),  \
                        (b, c, d, 0), double, double, double))

#define PYCC_WHOLE_2(name)                                                                         \
    PYCC_SPECIAL_OF(name, (double a, double b), (a, b),                                            \
                    a != a ? a                                                                     \
                           : ((double (*)(ptrdiff_t, double, int))pycc_scipy_##name[1])(           \
                                 (ptrdiff_t)fmin(fmax(a, -0x1p62), 0x1p62), b, 0))

/* Its row in the table that the glue fills. */
#define PYCC_SPECIAL_ROW(name, n, counted)                                                         \
    { #name, n, counted, pycc_scipy_##name }

#endif
