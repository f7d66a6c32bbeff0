/* The functions of libm that generated code calls, and nothing else of <math.h> and <complex.h>:
 * reading those takes a C compiler longer than all the rest of these headers. */
#ifndef PYCC_RT_LIBM_H
#define PYCC_RT_LIBM_H

#define PYCC_LIBM1(name)                                                                           \
    extern double name(double);                                                                    \
    extern float name##f(float);
#define PYCC_LIBM2(name)                                                                           \
    extern double name(double, double);                                                            \
    extern float name##f(float, float);
#define PYCC_LIBM_COMPLEX(name)                                                                    \
    extern double _Complex name(double _Complex);                                                  \
    extern float _Complex name##f(float _Complex);
#define PYCC_LIBM_PART(name)                                                                       \
    extern double name(double _Complex);                                                           \
    extern float name##f(float _Complex);

PYCC_LIBM1(acos)
PYCC_LIBM1(acosh)
PYCC_LIBM1(asin)
PYCC_LIBM1(asinh)
PYCC_LIBM1(atan)
PYCC_LIBM1(atanh)
PYCC_LIBM1(cbrt)
PYCC_LIBM1(ceil)
PYCC_LIBM1(cos)
PYCC_LIBM1(cosh)
PYCC_LIBM1(erf)
PYCC_LIBM1(erfc)
PYCC_LIBM1(exp)
PYCC_LIBM1(exp2)
PYCC_LIBM1(expm1)
PYCC_LIBM1(fabs)
PYCC_LIBM1(floor)
PYCC_LIBM1(lgamma)
PYCC_LIBM1(log)
PYCC_LIBM1(log10)
PYCC_LIBM1(log1p)
PYCC_LIBM1(log2)
PYCC_LIBM1(rint)
PYCC_LIBM1(round)
PYCC_LIBM1(sin)
PYCC_LIBM1(sinh)
PYCC_LIBM1(sqrt)
PYCC_LIBM1(tan)
PYCC_LIBM1(tanh)
PYCC_LIBM1(tgamma)
PYCC_LIBM1(trunc)
PYCC_LIBM2(atan2)
PYCC_LIBM2(copysign)
PYCC_LIBM2(fmax)
PYCC_LIBM2(fmin)
PYCC_LIBM2(fmod)
PYCC_LIBM2(hypot)
PYCC_LIBM2(nextafter)
float ldexpf(float x, int e) __attribute__((const));
double ldexp(double x, int e) __attribute__((const));
PYCC_LIBM2(pow)
PYCC_LIBM_COMPLEX(cacos)
PYCC_LIBM_COMPLEX(cacosh)
PYCC_LIBM_COMPLEX(casin)
PYCC_LIBM_COMPLEX(casinh)
PYCC_LIBM_COMPLEX(catan)
PYCC_LIBM_COMPLEX(catanh)
PYCC_LIBM_COMPLEX(ccos)
PYCC_LIBM_COMPLEX(ccosh)
PYCC_LIBM_COMPLEX(cexp)
PYCC_LIBM_COMPLEX(clog)
PYCC_LIBM_COMPLEX(conj)
PYCC_LIBM_COMPLEX(csin)
PYCC_LIBM_COMPLEX(csinh)
PYCC_LIBM_COMPLEX(csqrt)
PYCC_LIBM_COMPLEX(ctan)
PYCC_LIBM_COMPLEX(ctanh)
PYCC_LIBM_PART(cabs)
PYCC_LIBM_PART(cimag)
PYCC_LIBM_PART(creal)
extern double _Complex cpow(double _Complex, double _Complex);
extern float _Complex cpowf(float _Complex, float _Complex);

#ifndef NAN
#define NAN __builtin_nanf("")
#define INFINITY __builtin_inff()
#define HUGE_VAL __builtin_huge_val()
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf_sign(x)
#define isfinite(x) __builtin_isfinite(x)
#define signbit(x) __builtin_signbit(x)
#endif

#endif
