/* ---- spread__loop1 */
#define PYCC_ARGUMENTS __global const double *a, __global double *max__part, __global double *min___part, __constant long *numbers
#define PYCC_GROUP 128
#define PYCC_CHUNK get_group_id(0)
#define PYCC_FIRST (numbers + 0)[get_group_id(0)]
#define PYCC_LAST (numbers + 0)[get_group_id(0) + 1]
#define PYCC_START0 numbers[257]
#define PYCC_STEP0 numbers[258]
#define PYCC_TRIPS0 numbers[259]
#define PYCC_LANES0 8
#define PYCC_TURN PYCC_LANES0
#define PYCC_A0(k0) (numbers[260] + numbers[261] * (k0))

/* results.py:9: return a.max() - a.min() */
__kernel void spread__loop1(PYCC_ARGUMENTS) {
    __local double max__all[PYCC_GROUP];
    __local double min___all[PYCC_GROUP];
    double max = max__part[PYCC_CHUNK];
    double min_ = min___part[PYCC_CHUNK];
    double max__v[PYCC_LANES0];
    double min___v[PYCC_LANES0];
    for (int turn__l = 0; turn__l < PYCC_LANES0; ++turn__l) {
        max__v[turn__l] = max;
        min___v[turn__l] = min_;
    }
    for (long turn__from = PYCC_FIRST + PYCC_TURN * (long)get_local_id(0); turn__from < PYCC_LAST; turn__from += PYCC_TURN * PYCC_GROUP) {
        const long turn__stop = min(turn__from + PYCC_TURN, PYCC_LAST);
        for (long turn__at = turn__from, turn__n; turn__at < turn__stop; turn__at += turn__n) {
            turn__n = turn__stop - turn__at;
            long turn__k = 0;
            for (; turn__k + PYCC_LANES0 <= turn__n; turn__k += PYCC_LANES0) {
                #pragma unroll
                for (int turn__l = 0; turn__l < PYCC_LANES0; ++turn__l) {
                    const long k0 = PYCC_START0 + PYCC_STEP0 * (turn__at + turn__k + turn__l);
                    max__v[turn__l] = pycc_maximum_f64(max__v[turn__l], a[PYCC_A0(k0)]);
                    min___v[turn__l] = pycc_minimum_f64(min___v[turn__l], a[PYCC_A0(k0)]);
                }
            }
            for (; turn__k < turn__n; ++turn__k) {
                const long k0 = PYCC_START0 + PYCC_STEP0 * (turn__at + turn__k);
                max = pycc_maximum_f64(max, a[PYCC_A0(k0)]);
                min_ = pycc_minimum_f64(min_, a[PYCC_A0(k0)]);
            }
        }
    }
    for (int turn__l = 0; turn__l < PYCC_LANES0; ++turn__l) {
        max = pycc_maximum_f64(max, max__v[turn__l]);
        min_ = pycc_minimum_f64(min_, min___v[turn__l]);
    }
    const int item__id = (int)get_local_id(0);
    max__all[item__id] = max;
    min___all[item__id] = min_;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (int half__n = PYCC_GROUP / 2; half__n > 0; half__n /= 2) {
        if (item__id < half__n) {
            max__all[item__id] = pycc_maximum_f64(max__all[item__id], max__all[item__id + half__n]);
            min___all[item__id] = pycc_minimum_f64(min___all[item__id], min___all[item__id + half__n]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item__id == 0) {
        max__part[PYCC_CHUNK] = max__all[0];
        min___part[PYCC_CHUNK] = min___all[0];
    }
}

/* ---- total__loop1 */
#define PYCC_ARGUMENTS __global const float *a_2, __global float *sum__part, __constant long *numbers
#define PYCC_GROUP 128
#define PYCC_CHUNK get_group_id(0)
#define PYCC_FIRST (numbers + 0)[get_group_id(0)]
#define PYCC_LAST (numbers + 0)[get_group_id(0) + 1]
#define PYCC_START0 numbers[257]
#define PYCC_STEP0 numbers[258]
#define PYCC_TRIPS0 numbers[259]
#define PYCC_START1 numbers[260]
#define PYCC_STEP1 numbers[261]
#define PYCC_TRIPS1 numbers[262]
#define PYCC_LANES1 32
#define PYCC_TURN PYCC_LANES1
#define PYCC_A0(k, k_2) (numbers[263] + numbers[264] * (k) + numbers[265] * (k_2))

/* results.py:14: return np.sum(a * a) */
__kernel void total__loop1(PYCC_ARGUMENTS) {
    __local float sum__all[PYCC_GROUP];
    float sum = sum__part[PYCC_CHUNK];
    float sum__v[PYCC_LANES1];
    for (int turn__l = 0; turn__l < PYCC_LANES1; ++turn__l) {
        sum__v[turn__l] = sum;
    }
    for (long turn__from = PYCC_FIRST + PYCC_TURN * (long)get_local_id(0); turn__from < PYCC_LAST; turn__from += PYCC_TURN * PYCC_GROUP) {
        const long turn__stop = min(turn__from + PYCC_TURN, PYCC_LAST);
        for (long turn__at = turn__from, turn__n; turn__at < turn__stop; turn__at += turn__n) {
            const long k_2__row = turn__at / PYCC_TRIPS1;
            const long k_2__n = turn__at - k_2__row * PYCC_TRIPS1;
            const long k = PYCC_START0 + PYCC_STEP0 * k_2__row;
            turn__n = min(turn__stop - turn__at, PYCC_TRIPS1 - k_2__n);
            long turn__k = 0;
            for (; turn__k + PYCC_LANES1 <= turn__n; turn__k += PYCC_LANES1) {
                #pragma unroll
                for (int turn__l = 0; turn__l < PYCC_LANES1; ++turn__l) {
                    const long k_2 = PYCC_START1 + PYCC_STEP1 * (k_2__n + turn__k + turn__l);
                    sum__v[turn__l] += a_2[PYCC_A0(k, k_2)] * a_2[PYCC_A0(k, k_2)];
                }
            }
            for (; turn__k < turn__n; ++turn__k) {
                const long k_2 = PYCC_START1 + PYCC_STEP1 * (k_2__n + turn__k);
                sum += a_2[PYCC_A0(k, k_2)] * a_2[PYCC_A0(k, k_2)];
            }
        }
    }
    for (int turn__l = 0; turn__l < PYCC_LANES1; ++turn__l) {
        sum = sum + sum__v[turn__l];
    }
    const int item__id = (int)get_local_id(0);
    sum__all[item__id] = sum;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (int half__n = PYCC_GROUP / 2; half__n > 0; half__n /= 2) {
        if (item__id < half__n) {
            sum__all[item__id] = sum__all[item__id] + sum__all[item__id + half__n];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item__id == 0) {
        sum__part[PYCC_CHUNK] = sum__all[0];
    }
}

/* ---- product__loop1 */
#define PYCC_ARGUMENTS __global const double2 *z, __global double2 *p__part, __constant long *numbers
#define PYCC_GROUP 128
#define PYCC_CHUNK get_group_id(0)
#define PYCC_FIRST (numbers + 0)[get_group_id(0)]
#define PYCC_LAST (numbers + 0)[get_group_id(0) + 1]
#define PYCC_START0 numbers[257]
#define PYCC_STEP0 numbers[258]
#define PYCC_TRIPS0 numbers[259]
#define PYCC_LANES0 8
#define PYCC_TURN PYCC_LANES0
#define PYCC_A0(i) (numbers[260] + numbers[261] * (i))

/* results.py:20: for i in prange(len(z)): */
__kernel void product__loop1(PYCC_ARGUMENTS) {
    __local double2 p__all[PYCC_GROUP];
    double2 p = p__part[PYCC_CHUNK];
    double2 p__v[PYCC_LANES0];
    for (int turn__l = 0; turn__l < PYCC_LANES0; ++turn__l) {
        p__v[turn__l] = p;
    }
    for (long turn__from = PYCC_FIRST + PYCC_TURN * (long)get_local_id(0); turn__from < PYCC_LAST; turn__from += PYCC_TURN * PYCC_GROUP) {
        const long turn__stop = min(turn__from + PYCC_TURN, PYCC_LAST);
        for (long turn__at = turn__from, turn__n; turn__at < turn__stop; turn__at += turn__n) {
            turn__n = turn__stop - turn__at;
            long turn__k = 0;
            for (; turn__k + PYCC_LANES0 <= turn__n; turn__k += PYCC_LANES0) {
                #pragma unroll
                for (int turn__l = 0; turn__l < PYCC_LANES0; ++turn__l) {
                    const long i = PYCC_START0 + PYCC_STEP0 * (turn__at + turn__k + turn__l);
                    /* 21: p *= z[i] */
                    p__v[turn__l] = pycc_mul_c128(p__v[turn__l], z[PYCC_A0(i)]);
                }
            }
            for (; turn__k < turn__n; ++turn__k) {
                const long i = PYCC_START0 + PYCC_STEP0 * (turn__at + turn__k);
                p = pycc_mul_c128(p, z[PYCC_A0(i)]);
            }
        }
    }
    for (int turn__l = 0; turn__l < PYCC_LANES0; ++turn__l) {
        p = pycc_mul_c128(p, p__v[turn__l]);
    }
    const int item__id = (int)get_local_id(0);
    p__all[item__id] = p;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (int half__n = PYCC_GROUP / 2; half__n > 0; half__n /= 2) {
        if (item__id < half__n) {
            p__all[item__id] = pycc_mul_c128(p__all[item__id], p__all[item__id + half__n]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item__id == 0) {
        p__part[PYCC_CHUNK] = p__all[0];
    }
}

/* ---- some_positive__loop1 */
#define PYCC_ARGUMENTS __global const double *a, __global uchar *found__part, __constant long *numbers
#define PYCC_GROUP 128
#define PYCC_CHUNK get_group_id(0)
#define PYCC_FIRST (numbers + 0)[get_group_id(0)]
#define PYCC_LAST (numbers + 0)[get_group_id(0) + 1]
#define PYCC_START0 numbers[257]
#define PYCC_STEP0 numbers[258]
#define PYCC_TRIPS0 numbers[259]
#define PYCC_LANES0 32
#define PYCC_TURN PYCC_LANES0
#define PYCC_A0(i) (numbers[260] + numbers[261] * (i))

/* results.py:28: for i in prange(len(a)): */
__kernel void some_positive__loop1(PYCC_ARGUMENTS) {
    __local uchar found__all[PYCC_GROUP];
    uchar found = found__part[PYCC_CHUNK];
    uchar found__v[PYCC_LANES0];
    for (int turn__l = 0; turn__l < PYCC_LANES0; ++turn__l) {
        found__v[turn__l] = found;
    }
    for (long turn__from = PYCC_FIRST + PYCC_TURN * (long)get_local_id(0); turn__from < PYCC_LAST; turn__from += PYCC_TURN * PYCC_GROUP) {
        const long turn__stop = min(turn__from + PYCC_TURN, PYCC_LAST);
        for (long turn__at = turn__from, turn__n; turn__at < turn__stop; turn__at += turn__n) {
            turn__n = turn__stop - turn__at;
            long turn__k = 0;
            for (; turn__k + PYCC_LANES0 <= turn__n; turn__k += PYCC_LANES0) {
                #pragma unroll
                for (int turn__l = 0; turn__l < PYCC_LANES0; ++turn__l) {
                    const long i = PYCC_START0 + PYCC_STEP0 * (turn__at + turn__k + turn__l);
                    /* 29: if a[i] > 0: */
                    if (a[PYCC_A0(i)] > 0.0) {
                        /* 30: found = True */
                        found__v[turn__l] = true;
                    }
                }
            }
            for (; turn__k < turn__n; ++turn__k) {
                const long i = PYCC_START0 + PYCC_STEP0 * (turn__at + turn__k);
                /* 29: if a[i] > 0: */
                if (a[PYCC_A0(i)] > 0.0) {
                    /* 30: found = True */
                    found = true;
                }
            }
        }
    }
    for (int turn__l = 0; turn__l < PYCC_LANES0; ++turn__l) {
        found = found || found__v[turn__l];
    }
    const int item__id = (int)get_local_id(0);
    found__all[item__id] = found;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (int half__n = PYCC_GROUP / 2; half__n > 0; half__n /= 2) {
        if (item__id < half__n) {
            found__all[item__id] = found__all[item__id] || found__all[item__id + half__n];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item__id == 0) {
        found__part[PYCC_CHUNK] = found__all[0];
    }
}

/* ---- pi__loop1 */
#define PYCC_ARGUMENTS long n, __global double *s__part, __global int *failed, __constant long *numbers
#define PYCC_GROUP 128
#define PYCC_CHUNK get_group_id(0)
#define PYCC_FIRST (numbers + 0)[get_group_id(0)]
#define PYCC_LAST (numbers + 0)[get_group_id(0) + 1]
#define PYCC_START0 numbers[257]
#define PYCC_STEP0 numbers[258]
#define PYCC_TRIPS0 numbers[259]
#define PYCC_LANES0 16
#define PYCC_TURN PYCC_LANES0

/* results.py:37: for k in prange(n): */
__kernel void pi__loop1(PYCC_ARGUMENTS) {
    int bad = 0;
    __local double s__all[PYCC_GROUP];
    double s = s__part[PYCC_CHUNK];
    double s__v[PYCC_LANES0];
    for (int turn__l = 0; turn__l < PYCC_LANES0; ++turn__l) {
        s__v[turn__l] = s;
    }
    for (long turn__from = PYCC_FIRST + PYCC_TURN * (long)get_local_id(0); turn__from < PYCC_LAST; turn__from += PYCC_TURN * PYCC_GROUP) {
        const long turn__stop = min(turn__from + PYCC_TURN, PYCC_LAST);
        for (long turn__at = turn__from, turn__n; turn__at < turn__stop; turn__at += turn__n) {
            turn__n = turn__stop - turn__at;
            long turn__k = 0;
            for (; turn__k + PYCC_LANES0 <= turn__n; turn__k += PYCC_LANES0) {
                #pragma unroll
                for (int turn__l = 0; turn__l < PYCC_LANES0; ++turn__l) {
                    const long k = PYCC_START0 + PYCC_STEP0 * (turn__at + turn__k + turn__l);
                    /* 38: s += 4.0 / (1 + ((k + 0.5) / n) ** 2) / n */
                    const double t1 = ((double)k + 0.5) / (double)n;
                    const double t2 = pycc_square_f64(t1);
                    bad |= !(!(isinf(t2) != 0) || !(isfinite(t1) != 0));
                    const double t3 = 1.0 + t2;
                    bad |= !(t3 != 0.0);
                    s__v[turn__l] += 4.0 / t3 / (double)n;
                }
            }
            for (; turn__k < turn__n; ++turn__k) {
                const long k = PYCC_START0 + PYCC_STEP0 * (turn__at + turn__k);
                const double t1 = ((double)k + 0.5) / (double)n;
                const double t2 = pycc_square_f64(t1);
                bad |= !(!(isinf(t2) != 0) || !(isfinite(t1) != 0));
                const double t3 = 1.0 + t2;
                bad |= !(t3 != 0.0);
                s += 4.0 / t3 / (double)n;
            }
        }
    }
    for (int turn__l = 0; turn__l < PYCC_LANES0; ++turn__l) {
        s = s + s__v[turn__l];
    }
    const int item__id = (int)get_local_id(0);
    s__all[item__id] = s;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (int half__n = PYCC_GROUP / 2; half__n > 0; half__n /= 2) {
        if (item__id < half__n) {
            s__all[item__id] = s__all[item__id] + s__all[item__id + half__n];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item__id == 0) {
        s__part[PYCC_CHUNK] = s__all[0];
    }
    if (bad) {
        *failed = 1;
    }
}

