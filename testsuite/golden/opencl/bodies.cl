/* ---- collatz__loop1 */
#define PYCC_ARGUMENTS __global int *out, __global int *failed, __constant long *numbers
#define PYCC_COUNTER0 (numbers[0] + numbers[1] * (long)get_global_id(0))
#define PYCC_OUTSIDE ((long)get_global_id(0) >= numbers[2])
#define PYCC_A0(i) (numbers[3] + numbers[4] * (i))

static long steps__device(long n, int *failed) {
    /* 8: count = 0 */
    long count = 0;
    /* 9: while n != 1: */
    while (n != 1) {
        /* 10: n = n // 2 if n % 2 == 0 else 3 * n + 1 */
        if (!(pycc_mod_i64(n, 2) == 0 || pycc_fits_mul(3, n))) {
            *failed = 1;
            return 0;
        }
        if (!(pycc_mod_i64(n, 2) == 0 || pycc_fits_add(3 * n, 1))) {
            *failed = 1;
            return 0;
        }
        n = pycc_mod_i64(n, 2) == 0 ? pycc_floordiv_i64(n, 2) : 3 * n + 1;
        /* 11: count += 1 */
        count += 1;
    }
    /* 12: return count */
    return count;
}

/* bodies.py:17: for i in prange(len(out)): */
__kernel void collatz__loop1(PYCC_ARGUMENTS) {
    int bad = 0;
    const long i = PYCC_COUNTER0;
    if (PYCC_OUTSIDE) {
        return;
    }
    /* 18: out[i] = steps(i + 1) */
    int failed__5 = 0;
    const long t1_2 = steps__device(i + 1, &failed__5);
    if (failed__5) {
        *failed = 1;
        return;
    }
    bad |= !(-2147483648 <= t1_2 && t1_2 <= 2147483647);
    out[PYCC_A0(i)] = (int)t1_2;
    if (bad) {
        *failed = 1;
    }
}

/* ---- gather__loop1 */
#define PYCC_ARGUMENTS __global const long *at, __global double *y, __global const double *x, __global int *failed, __constant long *numbers
#define PYCC_COUNTER0 (numbers[0] + numbers[1] * (long)get_global_id(0))
#define PYCC_OUTSIDE ((long)get_global_id(0) >= numbers[2])
#define PYCC_S5 numbers[3] /* x.shape[0] */
#define PYCC_A0(i) (numbers[4] + numbers[5] * (i))
#define PYCC_A1(i) (numbers[6] + numbers[7] * (i))
#define PYCC_V2(i0) (numbers[8] + numbers[9] * (i0))

/* bodies.py:23: for i in prange(len(y)): */
__kernel void gather__loop1(PYCC_ARGUMENTS) {
    const long i = PYCC_COUNTER0;
    if (PYCC_OUTSIDE) {
        return;
    }
    /* 24: y[i] = x[at[i]] */
    const long t2_2 = pycc_wrap(at[PYCC_A0(i)], PYCC_S5);
    if (t2_2 < 0) {
        *failed = 1;
        return;
    }
    y[PYCC_A1(i)] = x[PYCC_V2(t2_2)];
}

/* ---- fancy__loop1 */
#define PYCC_ARGUMENTS __global const long *at, __global int *failed, __constant long *numbers
#define PYCC_COUNTER0 (numbers[0] + numbers[1] * (long)get_global_id(0))
#define PYCC_OUTSIDE ((long)get_global_id(0) >= numbers[2])
#define PYCC_S3 numbers[3] /* x.shape[0] */
#define PYCC_A0(k0) (numbers[4] + numbers[5] * (k0))

/* bodies.py:29: return x[at] * 2 */
__kernel void fancy__loop1(PYCC_ARGUMENTS) {
    int bad = 0;
    const long k0 = PYCC_COUNTER0;
    if (PYCC_OUTSIDE) {
        return;
    }
    const long t1_4 = at[PYCC_A0(k0)];
    bad |= !(t1_4 >= 0 - PYCC_S3 && t1_4 < PYCC_S3);
    if (bad) {
        *failed = 1;
    }
}

/* ---- fancy__loop2 */
#define PYCC_ARGUMENTS __global const long *at, __global double *t2, __global const double *x, __constant long *numbers
#define PYCC_COUNTER0 (numbers[0] + numbers[1] * (long)get_global_id(0))
#define PYCC_OUTSIDE ((long)get_global_id(0) >= numbers[2])
#define PYCC_S5 numbers[3] /* x.shape[0] */
#define PYCC_A0(k0_2) (numbers[4] + numbers[5] * (k0_2))
#define PYCC_A1(k0_2) (numbers[6] + numbers[7] * (k0_2))
#define PYCC_V2(i0) (numbers[8] + numbers[9] * (i0))

/* bodies.py:29: return x[at] * 2 */
__kernel void fancy__loop2(PYCC_ARGUMENTS) {
    const long k0_2 = PYCC_COUNTER0;
    if (PYCC_OUTSIDE) {
        return;
    }
    t2[PYCC_A1(k0_2)] = x[PYCC_V2(pycc_wrap_i64(at[PYCC_A0(k0_2)], PYCC_S5))] * 2.0;
}

/* ---- squares__loop1 */
#define PYCC_ARGUMENTS __global const float2 *t2, __global float2 *w, __constant long *numbers
#define PYCC_COUNTER0 (numbers[0] + numbers[1] * (long)get_global_id(0))
#define PYCC_OUTSIDE ((long)get_global_id(0) >= numbers[2])
#define PYCC_A0(k0) (numbers[3] + numbers[4] * (k0))
#define PYCC_A1(k0) (numbers[5] + numbers[6] * (k0))

/* bodies.py:34: w[:] = z * np.conj(z) + np.sqrt(z) / 2 */
__kernel void squares__loop1(PYCC_ARGUMENTS) {
    const long k0 = PYCC_COUNTER0;
    if (PYCC_OUTSIDE) {
        return;
    }
    w[PYCC_A1(k0)] = pycc_mul_c64(t2[PYCC_A0(k0)], conjf(t2[PYCC_A0(k0)])) + pycc_div_c64(csqrtf(t2[PYCC_A0(k0)]), pycc_complex_f32(2.0f, 0.0f));
}

/* ---- narrow__loop1 */
#define PYCC_ARGUMENTS __global const char *a, __global char *b, __global const float *x, __global uint *c, __constant long *numbers
#define PYCC_COUNTER0 (numbers[0] + numbers[1] * (long)get_global_id(0))
#define PYCC_OUTSIDE ((long)get_global_id(0) >= numbers[2])
#define PYCC_A0(i) (numbers[3] + numbers[4] * (i))
#define PYCC_A1(i) (numbers[5] + numbers[6] * (i))
#define PYCC_A2(i) (numbers[7] + numbers[8] * (i))
#define PYCC_A3(i) (numbers[9] + numbers[10] * (i))

/* bodies.py:39: for i in prange(len(a)): */
__kernel void narrow__loop1(PYCC_ARGUMENTS) {
    const long i = PYCC_COUNTER0;
    if (PYCC_OUTSIDE) {
        return;
    }
    /* 40: b[i] = a[i] * a[i] // 3 */
    b[PYCC_A1(i)] = pycc_floordiv_i8((char)(a[PYCC_A0(i)] * a[PYCC_A0(i)]), 3);
    /* 41: c[i] = np.uint32(x[i]) >> 2 */
    c[PYCC_A3(i)] = pycc_shr_u32(pycc_cast_u32_f32(x[PYCC_A2(i)]), 2);
}

/* ---- edges__loop1 */
#define PYCC_ARGUMENTS __global const double *a, __global double *b, long n, __constant long *numbers
/* PYCC_LOCAL, and what it needs, is defined where groups have memory of their own */
#define PYCC_COUNTER0 (numbers[0] + numbers[1] * (long)get_global_id(0))
#define PYCC_OUTSIDE ((long)get_global_id(0) >= numbers[2])
#define PYCC_A0(i) (numbers[3] + numbers[4] * (i))
#define PYCC_A1(i) (numbers[5] + numbers[6] * (i))
#define PYCC_A2(i) (numbers[7] + numbers[8] * (i))
#define PYCC_A3(i) (numbers[9] + numbers[10] * (i))

/* bodies.py:47: for i in prange(n): */
__kernel void edges__loop1(PYCC_ARGUMENTS) {
    const long i = PYCC_COUNTER0;
    #ifdef PYCC_LOCAL
    __local double a_2[PYCC_LOCAL0];
    if (PYCC_GROUP_FULL) {
        for (int e = PYCC_ITEM; e < PYCC_LOCAL0; e += PYCC_ITEMS) {
            a_2[e] = a[PYCC_FROM0(e, PYCC_GROUP_COUNTER0)];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        /* 48: if 0 < i < n - 1: */
        if (0 < i && i < n - 1) {
            /* 49: b[i] = a[i - 1] + a[i + 1] */
            b[PYCC_A2(i)] = a_2[PYCC_L0((int)get_local_id(0))] + a_2[PYCC_L1((int)get_local_id(0))];
        } else {
            /* 51: b[i] = a[i] */
            b[PYCC_A2(i)] = a_2[PYCC_L3((int)get_local_id(0))];
        }
        return;
    }
    #endif
    if (PYCC_OUTSIDE) {
        return;
    }
    /* 48: if 0 < i < n - 1: */
    if (0 < i && i < n - 1) {
        /* 49: b[i] = a[i - 1] + a[i + 1] */
        b[PYCC_A2(i)] = a[PYCC_A0(i)] + a[PYCC_A1(i)];
    } else {
        /* 51: b[i] = a[i] */
        b[PYCC_A2(i)] = a[PYCC_A3(i)];
    }
}

/* ---- names__loop1 */
#define PYCC_ARGUMENTS __global const double *kernel_, __global double *local_, double half_, double float4_, __constant long *numbers
#define PYCC_COUNTER0 (numbers[0] + numbers[1] * (long)get_global_id(0))
#define PYCC_OUTSIDE ((long)get_global_id(0) >= numbers[2])
#define PYCC_A0(barrier_) (numbers[3] + numbers[4] * (barrier_))
#define PYCC_A1(barrier_) (numbers[5] + numbers[6] * (barrier_))

/* bodies.py:56: for barrier in prange(len(kernel)): */
__kernel void names__loop1(PYCC_ARGUMENTS) {
    const long barrier_ = PYCC_COUNTER0;
    if (PYCC_OUTSIDE) {
        return;
    }
    /* 57: local[barrier] = kernel[barrier] * half + float4 */
    local_[PYCC_A1(barrier_)] = kernel_[PYCC_A0(barrier_)] * half_ + float4_;
}

