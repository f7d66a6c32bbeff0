/* The product kernel of one complex type with parts of type REAL: real and imaginary parts of b's
 * columns are packed apart, so that both are computed in lanes. */

#define NAME(x) JOINED(JOINED(x, TAG), VARIANT)
#define LANES ((int64_t)(TILE_BYTES / 2 / sizeof(REAL)))

/* Elements may lie anywhere. */
struct NAME(any) {
    REAL re, im;
} __attribute__((packed, may_alias));
#define AT(p) (*(struct NAME(any) *)(p))

typedef REAL NAME(lanes) __attribute__((vector_size(TILE_BYTES / 2)));

TARGET static void NAME(pack)(const struct pycc_product *p, const char *b, int64_t k,
                              int64_t columns, REAL *re, REAL *im) {
    for (int64_t i = 0; i < k; ++i) {
        for (int64_t j = 0; j < LANES; ++j) {
            struct NAME(any) zero = {0, 0};
            struct NAME(any) y = j < columns ? AT(b + i * p->b_row + j * p->b_col) : zero;
            re[i * LANES + j] = y.re;
            im[i * LANES + j] = y.im;
        }
    }
}

/* One row of out, a block of columns. */
TARGET static void NAME(row)(const struct pycc_product *p, char *out, const char *a, const REAL *re,
                             const REAL *im, int64_t k, int64_t columns, int sign) {
    NAME(lanes) sum_re = {0}, sum_im = {0};
    for (int64_t i = 0; i < k; ++i) {
        struct NAME(any) x = AT(a + i * p->a_col);
        NAME(lanes) y_re, y_im;
        memcpy(&y_re, re + i * LANES, sizeof(y_re));
        memcpy(&y_im, im + i * LANES, sizeof(y_im));
        REAL x_re = x.re, x_im = x.im;
        sum_re += x_re * y_re - x_im * y_im;
        sum_im += x_re * y_im + x_im * y_re;
    }
    for (int64_t j = 0; j < columns; ++j) {
        char *to = out + j * p->out_col;
        REAL add = (REAL)(sign < 0 ? -1 : 1);
        struct NAME(any) old = {0, 0};
        if (sign != 0) {
            old = AT(to);
        }
        AT(to).re = sign ? old.re + add * sum_re[j] : sum_re[j];
        AT(to).im = sign ? old.im + add * sum_im[j] : sum_im[j];
    }
}

TARGET static void NAME(product)(const struct pycc_product *p) {
    REAL re[TILE_K * LANES], im[TILE_K * LANES];
    for (int64_t j = 0; j < p->m; j += LANES) {
        int64_t columns = p->m - j < LANES ? p->m - j : LANES;
        int64_t from = 0;
        do { /* once for k = 0, too */
            int64_t k = p->k - from < TILE_K ? p->k - from : TILE_K;
            int sign = from > 0 && p->sign == 0 ? 1 : p->sign;
            NAME(pack)(p, p->b + from * p->b_row + j * p->b_col, k, columns, re, im);
            for (int64_t i = 0; i < p->n; ++i) {
                NAME(row)
                (p, p->out + i * p->out_row + j * p->out_col, p->a + i * p->a_row + from * p->a_col,
                 re, im, k, columns, sign);
            }
            from += k;
        } while (from < p->k);
    }
}

#undef NAME
#undef LANES
#undef AT
#undef REAL
#undef TAG
