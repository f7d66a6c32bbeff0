/* ---- smooth__loop1 */
#define PYCC_ARGUMENTS __global const double *t13, __global const double *t15, __global const double *t17, __global const double *t19, __global double *t11, __constant long *numbers
#define PYCC_COUNTER0 (numbers[0] + numbers[1] * (long)get_global_id(1))
#define PYCC_COUNTER1 (numbers[3] + numbers[4] * (long)get_global_id(0))
#define PYCC_OUTSIDE ((long)get_global_id(1) >= numbers[2] || (long)get_global_id(0) >= numbers[5])
#define PYCC_A0(k0, k1) (numbers[6] + numbers[7] * (k0) + numbers[8] * (k1))
#define PYCC_A1(k0, k1) (numbers[9] + numbers[10] * (k0) + numbers[11] * (k1))
#define PYCC_A2(k0, k1) (numbers[12] + numbers[13] * (k0) + numbers[14] * (k1))
#define PYCC_A3(k0, k1) (numbers[15] + numbers[16] * (k0) + numbers[17] * (k1))
#define PYCC_A4(k0, k1) (numbers[18] + numbers[19] * (k0) + numbers[20] * (k1))

/* spaces.py:8: b[1:-1, 1:-1] = 0.25 * (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:]) */
__kernel void smooth__loop1(PYCC_ARGUMENTS) {
    const long k0 = PYCC_COUNTER0;
    const long k1 = PYCC_COUNTER1;
    if (PYCC_OUTSIDE) {
        return;
    }
    t11[PYCC_A4(k0, k1)] = 0.25 * (t13[PYCC_A0(k0, k1)] + t15[PYCC_A1(k0, k1)] + t17[PYCC_A2(k0, k1)] + t19[PYCC_A3(k0, k1)]);
}

/* ---- matmul__loop1 */
#define PYCC_ARGUMENTS __global const float *a, __global const float *b, __global float *c, __constant long *numbers
/* PYCC_LOCAL, and what it needs, is defined where groups have memory of their own */
#define PYCC_LANES0 4
#define PYCC_LEFT0 min((long)PYCC_LANES0, numbers[2] - PYCC_LANES0 * (long)get_global_id(1))
#define PYCC_COUNTER0 (numbers[0] + numbers[1] * PYCC_LANES0 * (long)get_global_id(1))
#define PYCC_LANES1 16
#define PYCC_LEFT1 min((long)PYCC_LANES1, numbers[5] - PYCC_LANES1 * (long)get_global_id(0))
#define PYCC_COUNTER1 (numbers[3] + numbers[4] * PYCC_LANES1 * (long)get_global_id(0))
#define PYCC_OUTSIDE (PYCC_LANES0 * (long)get_global_id(1) >= numbers[2] || PYCC_LANES1 * (long)get_global_id(0) >= numbers[5])
#define PYCC_S5 numbers[6] /* a.shape[1] */
#define PYCC_A0(i, j, k) (numbers[7] + numbers[8] * (i) + numbers[9] * (k))
#define PYCC_A1(i, j, k) (numbers[10] + numbers[11] * (j) + numbers[12] * (k))
#define PYCC_A2(i, j, k) (numbers[13] + numbers[14] * (i) + numbers[15] * (j))

/* spaces.py:13: for i in prange(a.shape[0]): */
__kernel void matmul__loop1(PYCC_ARGUMENTS) {
    const long i__at = PYCC_COUNTER0;
    const long j__at = PYCC_COUNTER1;
    #ifdef PYCC_LOCAL
    __local float a_2[PYCC_LOCAL0];
    __local float b_2[PYCC_LOCAL1];
    if (PYCC_GROUP_FULL) {
        float s_4[PYCC_LANES0][PYCC_LANES1];
        /* 15: s = 0.0 */
        #pragma unroll
        for (int i_lane = 0; i_lane < PYCC_LANES0; ++i_lane) {
            #pragma unroll
            for (int j_lane_2 = 0; j_lane_2 < PYCC_LANES1; ++j_lane_2) {
                const long i = i__at + i_lane;
                const long j = j__at + j_lane_2;
                s_4[i_lane][j_lane_2] = 0.0f;
            }
        }
        long k_at_2 = 0;
        while (k_at_2 + PYCC_STRIP <= PYCC_S5) {
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int e = PYCC_ITEM; e < PYCC_LOCAL0; e += PYCC_ITEMS) {
                a_2[e] = a[PYCC_FROM0(e, PYCC_GROUP_COUNTER0, PYCC_GROUP_COUNTER1, k_at_2)];
            }
            for (int e_2 = PYCC_ITEM; e_2 < PYCC_LOCAL1; e_2 += PYCC_ITEMS) {
                b_2[e_2] = b[PYCC_FROM1(e_2, PYCC_GROUP_COUNTER0, PYCC_GROUP_COUNTER1, k_at_2)];
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int k_in = 0; k_in < PYCC_STRIP; ++k_in) {
                const long k = k_at_2 + k_in;
                /* 17: s += a[i, k] * b[k, j] */
                #pragma unroll
                for (int i_lane = 0; i_lane < PYCC_LANES0; ++i_lane) {
                    #pragma unroll
                    for (int j_lane_2 = 0; j_lane_2 < PYCC_LANES1; ++j_lane_2) {
                        const long i = i__at + i_lane;
                        const long j = j__at + j_lane_2;
                        s_4[i_lane][j_lane_2] += a_2[PYCC_L0(PYCC_LANES0 * (int)get_local_id(1) + i_lane, 0, k_in)] * b_2[PYCC_L1(0, PYCC_LANES1 * (int)get_local_id(0) + j_lane_2, k_in)];
                    }
                }
            }
            k_at_2 += PYCC_STRIP;
        }
        /* 16: for k in range(a.shape[1]): */
        const long k__start = k_at_2;
        for (long k = k__start; k < PYCC_S5; ++k) {
            /* 17: s += a[i, k] * b[k, j] */
            #pragma unroll
            for (int i_lane = 0; i_lane < PYCC_LANES0; ++i_lane) {
                #pragma unroll
                for (int j_lane_2 = 0; j_lane_2 < PYCC_LANES1; ++j_lane_2) {
                    const long i = i__at + i_lane;
                    const long j = j__at + j_lane_2;
                    s_4[i_lane][j_lane_2] += a[PYCC_A0(i, 0, k)] * b[PYCC_A1(0, j, k)];
                }
            }
        }
        /* 18: c[i, j] = s */
        #pragma unroll
        for (int i_lane = 0; i_lane < PYCC_LANES0; ++i_lane) {
            #pragma unroll
            for (int j_lane_2 = 0; j_lane_2 < PYCC_LANES1; ++j_lane_2) {
                const long i = i__at + i_lane;
                const long j = j__at + j_lane_2;
                c[PYCC_A2(i, j, 0)] = s_4[i_lane][j_lane_2];
            }
        }
        return;
    }
    #endif
    if (PYCC_OUTSIDE) {
        return;
    }
    if (PYCC_LEFT0 == PYCC_LANES0 && PYCC_LEFT1 == PYCC_LANES1) {
        float s_5[PYCC_LANES0][PYCC_LANES1];
        /* 15: s = 0.0 */
        #pragma unroll
        for (int i_lane = 0; i_lane < PYCC_LANES0; ++i_lane) {
            #pragma unroll
            for (int j_lane_2 = 0; j_lane_2 < PYCC_LANES1; ++j_lane_2) {
                const long i = i__at + i_lane;
                const long j = j__at + j_lane_2;
                s_5[i_lane][j_lane_2] = 0.0f;
            }
        }
        /* 16: for k in range(a.shape[1]): */
        for (long k = 0; k < PYCC_S5; ++k) {
            /* 17: s += a[i, k] * b[k, j] */
            #pragma unroll
            for (int i_lane = 0; i_lane < PYCC_LANES0; ++i_lane) {
                #pragma unroll
                for (int j_lane_2 = 0; j_lane_2 < PYCC_LANES1; ++j_lane_2) {
                    const long i = i__at + i_lane;
                    const long j = j__at + j_lane_2;
                    s_5[i_lane][j_lane_2] += a[PYCC_A0(i, 0, k)] * b[PYCC_A1(0, j, k)];
                }
            }
        }
        /* 18: c[i, j] = s */
        #pragma unroll
        for (int i_lane = 0; i_lane < PYCC_LANES0; ++i_lane) {
            #pragma unroll
            for (int j_lane_2 = 0; j_lane_2 < PYCC_LANES1; ++j_lane_2) {
                const long i = i__at + i_lane;
                const long j = j__at + j_lane_2;
                c[PYCC_A2(i, j, 0)] = s_5[i_lane][j_lane_2];
            }
        }
    } else {
        /* 16: for k in range(a.shape[1]): */
        float s_3_2[16];
        /* 15: s = 0.0 */
        for (int i_lane = 0; i_lane < PYCC_LEFT0; ++i_lane) {
            for (int j_lane_2 = 0; j_lane_2 < PYCC_LEFT1; ++j_lane_2) {
                const long i = i__at + i_lane;
                const long j = j__at + j_lane_2;
                float s_6 = 0.0f;
                /* 16: for k in range(a.shape[1]): */
                for (int k_lane = 0; k_lane < 16; ++k_lane) {
                    s_3_2[k_lane] = -0.0f;
                }
                for (long k_at = 0; k_at < PYCC_S5 - 15; k_at += 16) {
                    /* 17: s += a[i, k] * b[k, j] */
                    #pragma unroll
                    for (int k_lane = 0; k_lane < 16; ++k_lane) {
                        const long k = k_at + k_lane;
                        s_3_2[k_lane] += a[PYCC_A0(i, 0, k)] * b[PYCC_A1(0, j, k)];
                    }
                }
                /* 16: for k in range(a.shape[1]): */
                for (int k_lane = 0; k_lane < 16; ++k_lane) {
                    s_6 += s_3_2[k_lane];
                }
                for (long k = 0 + (pycc_pymax_i64(PYCC_S5 - 0, 0) & -16); k < PYCC_S5; ++k) {
                    /* 17: s += a[i, k] * b[k, j] */
                    s_6 += a[PYCC_A0(i, 0, k)] * b[PYCC_A1(0, j, k)];
                }
                /* 18: c[i, j] = s */
                c[PYCC_A2(i, j, 0)] = s_6;
            }
        }
    }
}

/* ---- triangle__loop1 */
#define PYCC_ARGUMENTS __global const double *x, __global double *a, __constant long *numbers
#define PYCC_COUNTER0 (numbers[0] + numbers[1] * (long)get_global_id(1))
#define PYCC_COUNTER1 (numbers[3] + numbers[4] * (long)get_global_id(0))
#define PYCC_OUTSIDE ((long)get_global_id(1) >= numbers[2] || (long)get_global_id(0) >= numbers[5])
#define PYCC_A0(i, j) (numbers[6] + numbers[7] * (i))
#define PYCC_A1(i, j) (numbers[8] + numbers[9] * (j))
#define PYCC_A2(i, j) (numbers[10] + numbers[11] * (i) + numbers[12] * (j))

/* spaces.py:24: for i in prange(n): */
__kernel void triangle__loop1(PYCC_ARGUMENTS) {
    const long i = PYCC_COUNTER0;
    const long j = PYCC_COUNTER1;
    if (PYCC_OUTSIDE) {
        return;
    }
    /* 25: scale = x[i] * 2.0 */
    const double scale_2 = x[PYCC_A0(i, 0)] * 2.0;
    /* 26: for j in range(i + 1): */
    if (j >= 0 && j < i + 1) {
        /* 27: a[i, j] = scale * x[j] */
        a[PYCC_A2(i, j)] = scale_2 * x[PYCC_A1(0, j)];
    }
}

/* ---- columns__loop1 */
#define PYCC_ARGUMENTS __global double *t1, __constant long *numbers
#define PYCC_COUNTER0 (numbers[0] + numbers[1] * (long)get_global_id(0))
#define PYCC_OUTSIDE ((long)get_global_id(0) >= numbers[2])
#define PYCC_A0(k_3) (numbers[3] + numbers[4] * (k_3))

/* spaces.py:32: return a.sum(axis=0) */
__kernel void columns__loop1(PYCC_ARGUMENTS) {
    const long k_3 = PYCC_COUNTER0;
    if (PYCC_OUTSIDE) {
        return;
    }
    t1[PYCC_A0(k_3)] = 0.0;
}

/* ---- columns__loop2 */
#define PYCC_ARGUMENTS __global double *t1_2, __global const double *a_2, __constant long *numbers
#define PYCC_COUNTER0 (numbers[0] + numbers[1] * (long)get_global_id(0))
#define PYCC_OUTSIDE ((long)get_global_id(0) >= numbers[2])
#define PYCC_S2 numbers[3] /* a_2.shape[0] */
#define PYCC_A0(k, k_2) (numbers[4] + numbers[5] * (k_2))
#define PYCC_A1(k, k_2) (numbers[6] + numbers[7] * (k) + numbers[8] * (k_2))

/* spaces.py:32: return a.sum(axis=0) */
__kernel void columns__loop2(PYCC_ARGUMENTS) {
    const long k_2 = PYCC_COUNTER0;
    if (PYCC_OUTSIDE) {
        return;
    }
    for (long k = 0; k < PYCC_S2; ++k) {
        t1_2[PYCC_A0(0, k_2)] += a_2[PYCC_A1(k, k_2)];
    }
}

/* ---- columns__loop3 */
#define PYCC_ARGUMENTS __global const double *a_3, __global double *t1_3, __constant long *numbers
#define PYCC_COUNTER0 (numbers[0] + numbers[1] * (long)get_global_id(0))
#define PYCC_OUTSIDE ((long)get_global_id(0) >= numbers[2])
#define PYCC_S3 numbers[3] /* a_3.shape[1] */
#define PYCC_A0(k_4, k_5) (numbers[4] + numbers[5] * (k_4) + numbers[6] * (k_5))
#define PYCC_A1(k_4, k_5) (numbers[7] + numbers[8] * (k_4))

/* spaces.py:32: return a.sum(axis=0) */
__kernel void columns__loop3(PYCC_ARGUMENTS) {
    const long k_4 = PYCC_COUNTER0;
    if (PYCC_OUTSIDE) {
        return;
    }
    double acc_5_2[8];
    double acc_6 = 0.0;
    for (int k_5_lane = 0; k_5_lane < 8; ++k_5_lane) {
        acc_5_2[k_5_lane] = -0.0;
    }
    for (long k_5_at = 0; k_5_at < PYCC_S3 - 7; k_5_at += 8) {
        #pragma unroll
        for (int k_5_lane = 0; k_5_lane < 8; ++k_5_lane) {
            const long k_5 = k_5_at + k_5_lane;
            acc_5_2[k_5_lane] += a_3[PYCC_A0(k_4, k_5)];
        }
    }
    for (int k_5_lane = 0; k_5_lane < 8; ++k_5_lane) {
        acc_6 += acc_5_2[k_5_lane];
    }
    for (long k_5 = 0 + (pycc_pymax_i64(PYCC_S3 - 0, 0) & -8); k_5 < PYCC_S3; ++k_5) {
        acc_6 += a_3[PYCC_A0(k_4, k_5)];
    }
    t1_3[PYCC_A1(k_4, 0)] = acc_6;
}

/* ---- columns__loop3, a work-group for each iteration */
#define PYCC_ARGUMENTS __global const double *a_3, __global double *t1_3, __constant long *numbers
#define PYCC_GROUP 128
#define PYCC_COUNTER0 (numbers[0] + numbers[1] * (long)get_group_id(0))
#define PYCC_OUTSIDE ((long)get_group_id(0) >= numbers[2])
#define PYCC_S3 numbers[3] /* a_3.shape[1] */
#define PYCC_A0(k_4, k_5) (numbers[4] + numbers[5] * (k_4) + numbers[6] * (k_5))
#define PYCC_A1(k_4, k_5) (numbers[7] + numbers[8] * (k_4))

/* spaces.py:32: return a.sum(axis=0) */
__kernel void columns__loop3(PYCC_ARGUMENTS) {
    const long k_4 = PYCC_COUNTER0;
    if (PYCC_OUTSIDE) {
        return;
    }
    const int item__id = (int)get_local_id(0);
    __local double acc_8[PYCC_GROUP];
    double acc_7 = 0.0;
    barrier(CLK_LOCAL_MEM_FENCE);
    double acc_9 = -0.0;
    for (long k_5 = item__id; k_5 < PYCC_S3; k_5 += PYCC_GROUP) {
        acc_9 += a_3[PYCC_A0(k_4, k_5)];
    }
    acc_8[item__id] = acc_9;
    barrier(CLK_LOCAL_MEM_FENCE);
    long k_5_half = pycc_shr_i64(PYCC_GROUP, 1);
    while (k_5_half > 0) {
        if (item__id < k_5_half) {
            acc_8[item__id] += acc_8[item__id + k_5_half];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        k_5_half = pycc_shr_i64(k_5_half, 1);
    }
    acc_7 += acc_8[0];
    if (item__id < 1) {
        t1_3[PYCC_A1(k_4, 0)] = acc_7;
    }
}

/* ---- stepped__loop1 */
#define PYCC_ARGUMENTS __global long *a, __constant long *numbers
#define PYCC_COUNTER0 (numbers[0] + numbers[1] * (long)get_global_id(0))
#define PYCC_OUTSIDE ((long)get_global_id(0) >= numbers[2])
#define PYCC_A0(i) (numbers[3] + numbers[4] * (i))

/* spaces.py:37: for i in prange(n, 0, -3): */
__kernel void stepped__loop1(PYCC_ARGUMENTS) {
    const long i = PYCC_COUNTER0;
    if (PYCC_OUTSIDE) {
        return;
    }
    /* 38: a[i] = i */
    a[PYCC_A0(i)] = i;
}

