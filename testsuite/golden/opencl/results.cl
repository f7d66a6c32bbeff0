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
    const int item__id = (int)get_local_id(0);
    __local double max_6[PYCC_GROUP];
    __local double min_6[PYCC_GROUP];
    double max_5 = max__part[PYCC_CHUNK];
    double min_5 = min___part[PYCC_CHUNK];
    double max_7[PYCC_LANES0];
    double min_7[PYCC_LANES0];
    for (int k0_lane = 0; k0_lane < PYCC_LANES0; ++k0_lane) {
        max_7[k0_lane] = max_5;
        min_7[k0_lane] = min_5;
    }
    for (long k0_from = PYCC_FIRST + PYCC_TURN * item__id; k0_from < PYCC_LAST; k0_from += PYCC_TURN * PYCC_GROUP) {
        const long k0_stop = pycc_pymin_i64(k0_from + PYCC_TURN, PYCC_LAST);
        const long k0_n = k0_stop - k0_from;
        for (long k0_k = 0; k0_k < k0_n - (PYCC_LANES0 - 1); k0_k += PYCC_LANES0) {
            const long k0_at = PYCC_START0 + (k0_from + k0_k);
            #pragma unroll
            for (int k0_lane = 0; k0_lane < PYCC_LANES0; ++k0_lane) {
                const long k0 = k0_at + k0_lane;
                max_7[k0_lane] = pycc_maximum_f64(max_7[k0_lane], a[PYCC_A0(k0)]);
                min_7[k0_lane] = pycc_minimum_f64(min_7[k0_lane], a[PYCC_A0(k0)]);
            }
        }
        for (long k0_k = k0_n - pycc_mod_i64(k0_n, PYCC_LANES0); k0_k < k0_n; ++k0_k) {
            const long k0 = PYCC_START0 + (k0_from + k0_k);
            max_5 = pycc_maximum_f64(max_5, a[PYCC_A0(k0)]);
            min_5 = pycc_minimum_f64(min_5, a[PYCC_A0(k0)]);
        }
    }
    for (int k0_lane = 0; k0_lane < PYCC_LANES0; ++k0_lane) {
        max_5 = pycc_maximum_f64(max_5, max_7[k0_lane]);
        min_5 = pycc_minimum_f64(min_5, min_7[k0_lane]);
    }
    max_6[item__id] = max_5;
    min_6[item__id] = min_5;
    barrier(CLK_LOCAL_MEM_FENCE);
    long k0_half = pycc_shr_i64(PYCC_GROUP, 1);
    while (k0_half > 0) {
        if (item__id < k0_half) {
            max_6[item__id] = pycc_maximum_f64(max_6[item__id], max_6[item__id + k0_half]);
            min_6[item__id] = pycc_minimum_f64(min_6[item__id], min_6[item__id + k0_half]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        k0_half = pycc_shr_i64(k0_half, 1);
    }
    if (item__id < 1) {
        max__part[PYCC_CHUNK] = max_6[0];
        min___part[PYCC_CHUNK] = min_6[0];
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
    const int item__id = (int)get_local_id(0);
    __local float sum_6[PYCC_GROUP];
    float sum_5 = sum__part[PYCC_CHUNK];
    float sum_7[PYCC_LANES1];
    for (int k_lane = 0; k_lane < PYCC_LANES1; ++k_lane) {
        sum_7[k_lane] = sum_5;
    }
    for (long k_from = PYCC_FIRST + PYCC_TURN * item__id; k_from < PYCC_LAST; k_from += PYCC_TURN * PYCC_GROUP) {
        const long k_stop = pycc_pymin_i64(k_from + PYCC_TURN, PYCC_LAST);
        long k_at_2 = k_from;
        while (k_at_2 < k_stop) {
            const long k_2_row = pycc_floordiv_i64(k_at_2, PYCC_TRIPS1);
            const long k = PYCC_START0 + k_2_row;
            const long k_n = pycc_pymin_i64(k_stop - k_at_2, PYCC_TRIPS1 - (k_at_2 - k_2_row * PYCC_TRIPS1));
            for (long k_k = 0; k_k < k_n - (PYCC_LANES1 - 1); k_k += PYCC_LANES1) {
                const long k_at = PYCC_START1 + (k_at_2 - k_2_row * PYCC_TRIPS1 + k_k);
                #pragma unroll
                for (int k_lane = 0; k_lane < PYCC_LANES1; ++k_lane) {
                    const long k_2 = k_at + k_lane;
                    sum_7[k_lane] += a_2[PYCC_A0(k, k_2)] * a_2[PYCC_A0(k, k_2)];
                }
            }
            for (long k_k = k_n - pycc_mod_i64(k_n, PYCC_LANES1); k_k < k_n; ++k_k) {
                const long k_2 = PYCC_START1 + (k_at_2 - k_2_row * PYCC_TRIPS1 + k_k);
                sum_5 += a_2[PYCC_A0(k, k_2)] * a_2[PYCC_A0(k, k_2)];
            }
            k_at_2 += k_n;
        }
    }
    for (int k_lane = 0; k_lane < PYCC_LANES1; ++k_lane) {
        sum_5 += sum_7[k_lane];
    }
    sum_6[item__id] = sum_5;
    barrier(CLK_LOCAL_MEM_FENCE);
    long k_half = pycc_shr_i64(PYCC_GROUP, 1);
    while (k_half > 0) {
        if (item__id < k_half) {
            sum_6[item__id] += sum_6[item__id + k_half];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        k_half = pycc_shr_i64(k_half, 1);
    }
    if (item__id < 1) {
        sum__part[PYCC_CHUNK] = sum_6[0];
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
    const int item__id = (int)get_local_id(0);
    __local double2 p_3[PYCC_GROUP];
    double2 p_2 = p__part[PYCC_CHUNK];
    double2 p_4[PYCC_LANES0];
    for (int i_lane = 0; i_lane < PYCC_LANES0; ++i_lane) {
        p_4[i_lane] = p_2;
    }
    for (long i_from = PYCC_FIRST + PYCC_TURN * item__id; i_from < PYCC_LAST; i_from += PYCC_TURN * PYCC_GROUP) {
        const long i_stop = pycc_pymin_i64(i_from + PYCC_TURN, PYCC_LAST);
        const long i_n = i_stop - i_from;
        for (long i_k = 0; i_k < i_n - (PYCC_LANES0 - 1); i_k += PYCC_LANES0) {
            const long i_at = PYCC_START0 + (i_from + i_k);
            /* 21: p *= z[i] */
            #pragma unroll
            for (int i_lane = 0; i_lane < PYCC_LANES0; ++i_lane) {
                const long i = i_at + i_lane;
                p_4[i_lane] = pycc_mul_c128(p_4[i_lane], z[PYCC_A0(i)]);
            }
        }
        for (long i_k = i_n - pycc_mod_i64(i_n, PYCC_LANES0); i_k < i_n; ++i_k) {
            const long i = PYCC_START0 + (i_from + i_k);
            p_2 = pycc_mul_c128(p_2, z[PYCC_A0(i)]);
        }
    }
    for (int i_lane = 0; i_lane < PYCC_LANES0; ++i_lane) {
        p_2 = pycc_mul_c128(p_2, p_4[i_lane]);
    }
    p_3[item__id] = p_2;
    barrier(CLK_LOCAL_MEM_FENCE);
    long i_half = pycc_shr_i64(PYCC_GROUP, 1);
    while (i_half > 0) {
        if (item__id < i_half) {
            p_3[item__id] = pycc_mul_c128(p_3[item__id], p_3[item__id + i_half]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        i_half = pycc_shr_i64(i_half, 1);
    }
    if (item__id < 1) {
        p__part[PYCC_CHUNK] = p_3[0];
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
    const int item__id = (int)get_local_id(0);
    __local uchar found_3[PYCC_GROUP];
    uchar found_2 = found__part[PYCC_CHUNK];
    uchar found_4[PYCC_LANES0];
    for (int i_lane = 0; i_lane < PYCC_LANES0; ++i_lane) {
        found_4[i_lane] = found_2;
    }
    for (long i_from = PYCC_FIRST + PYCC_TURN * item__id; i_from < PYCC_LAST; i_from += PYCC_TURN * PYCC_GROUP) {
        const long i_stop = pycc_pymin_i64(i_from + PYCC_TURN, PYCC_LAST);
        const long i_n = i_stop - i_from;
        for (long i_k = 0; i_k < i_n - (PYCC_LANES0 - 1); i_k += PYCC_LANES0) {
            const long i_at = PYCC_START0 + (i_from + i_k);
            /* 29: if a[i] > 0: */
            #pragma unroll
            for (int i_lane = 0; i_lane < PYCC_LANES0; ++i_lane) {
                const long i = i_at + i_lane;
                if (a[PYCC_A0(i)] > 0.0) {
                    /* 30: found = True */
                    found_4[i_lane] = true;
                }
            }
        }
        for (long i_k = i_n - pycc_mod_i64(i_n, PYCC_LANES0); i_k < i_n; ++i_k) {
            const long i = PYCC_START0 + (i_from + i_k);
            /* 29: if a[i] > 0: */
            if (a[PYCC_A0(i)] > 0.0) {
                /* 30: found = True */
                found_2 = true;
            }
        }
    }
    for (int i_lane = 0; i_lane < PYCC_LANES0; ++i_lane) {
        found_2 = found_2 || found_4[i_lane];
    }
    found_3[item__id] = found_2;
    barrier(CLK_LOCAL_MEM_FENCE);
    long i_half = pycc_shr_i64(PYCC_GROUP, 1);
    while (i_half > 0) {
        if (item__id < i_half) {
            found_3[item__id] = found_3[item__id] || found_3[item__id + i_half];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        i_half = pycc_shr_i64(i_half, 1);
    }
    if (item__id < 1) {
        found__part[PYCC_CHUNK] = found_3[0];
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
    const int item__id = (int)get_local_id(0);
    __local double s_3[PYCC_GROUP];
    double s_2 = s__part[PYCC_CHUNK];
    double s_4[PYCC_LANES0];
    for (int k_lane = 0; k_lane < PYCC_LANES0; ++k_lane) {
        s_4[k_lane] = s_2;
    }
    for (long k_from = PYCC_FIRST + PYCC_TURN * item__id; k_from < PYCC_LAST; k_from += PYCC_TURN * PYCC_GROUP) {
        const long k_stop = pycc_pymin_i64(k_from + PYCC_TURN, PYCC_LAST);
        const long k_n = k_stop - k_from;
        for (long k_k = 0; k_k < k_n - (PYCC_LANES0 - 1); k_k += PYCC_LANES0) {
            const long k_at = PYCC_START0 + (k_from + k_k);
            /* 38: s += 4.0 / (1 + ((k + 0.5) / n) ** 2) / n */
            #pragma unroll
            for (int k_lane = 0; k_lane < PYCC_LANES0; ++k_lane) {
                const long k = k_at + k_lane;
                const double t1_4 = ((double)k + 0.5) / (double)n;
                const double t2_4 = pycc_square_f64(t1_4);
                bad |= !(!(isinf(t2_4) != 0) || !(isfinite(t1_4) != 0));
                const double t3_4 = 1.0 + t2_4;
                bad |= !(t3_4 != 0.0);
                s_4[k_lane] += 4.0 / t3_4 / (double)n;
            }
        }
        for (long k_k = k_n - pycc_mod_i64(k_n, PYCC_LANES0); k_k < k_n; ++k_k) {
            const long k = PYCC_START0 + (k_from + k_k);
            const double t1_5 = ((double)k + 0.5) / (double)n;
            const double t2_5 = pycc_square_f64(t1_5);
            bad |= !(!(isinf(t2_5) != 0) || !(isfinite(t1_5) != 0));
            const double t3_5 = 1.0 + t2_5;
            bad |= !(t3_5 != 0.0);
            s_2 += 4.0 / t3_5 / (double)n;
        }
    }
    for (int k_lane = 0; k_lane < PYCC_LANES0; ++k_lane) {
        s_2 += s_4[k_lane];
    }
    s_3[item__id] = s_2;
    barrier(CLK_LOCAL_MEM_FENCE);
    long k_half = pycc_shr_i64(PYCC_GROUP, 1);
    while (k_half > 0) {
        if (item__id < k_half) {
            s_3[item__id] += s_3[item__id + k_half];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        k_half = pycc_shr_i64(k_half, 1);
    }
    if (item__id < 1) {
        s__part[PYCC_CHUNK] = s_3[0];
    }
    if (bad) {
        *failed = 1;
    }
}

