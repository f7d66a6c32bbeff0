/* ---- histogram__loop1, line 9: left to OpenMP: iterations combine floats into elements of 'h', in an order that only the host keeps */

/* ---- in_order__loop1, line 16: left to OpenMP: its iterations run in order */

/* ---- own_arrays__loop1, line 23: left to OpenMP: it makes an array, 'w' */

/* ---- rounded__loop1 */
#define PYCC_ARGUMENTS __global double *a, __constant long *numbers
#define PYCC_COUNTER0 (numbers[0] + numbers[1] * (long)get_global_id(0))
#define PYCC_OUTSIDE ((long)get_global_id(0) >= numbers[2])
#define PYCC_A0(i) (numbers[3] + numbers[4] * (i))

/* left.py:31: for i in prange(len(a)): */
__kernel void rounded__loop1(PYCC_ARGUMENTS) {
    const long i = PYCC_COUNTER0;
    if (PYCC_OUTSIDE) {
        return;
    }
    /* 32: a[i] = round(a[i], 2) */
    a[PYCC_A0(i)] = rint(a[PYCC_A0(i)] * 100.0) / 100.0;
}

/* ---- called__loop1, line 44: left to OpenMP: it calls row_sum(), which takes, gives or makes more than scalars */

