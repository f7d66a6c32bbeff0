/* Products of few rows, of one TYPE and VARIANT: vectors of THIN_VECTOR bytes, THIN_BLOCK rows at a
 * time. Included by product_tile.h, and once more for wider vectors. */

typedef TYPE NAME(wide) __attribute__((vector_size(THIN_VECTOR)));
typedef TYPE NAME(any_wide) __attribute__((vector_size(THIN_VECTOR), aligned(1), may_alias));
#define WIDE_AT(p) (*(NAME(any_wide) *)(p))

/* `rows` of a by `depth` of b, added to out. ahead: the next ones of b are asked for. */
TARGET static inline __attribute__((always_inline)) void
NAME(add_rows)(const struct pycc_product *p, int rows, int depth, bool ahead, char *out,
               const char *a, const char *b, int64_t columns) {
    enum { WIDTH = THIN_VECTOR / sizeof(TYPE) };
    TYPE x[THIN_BLOCK][4];
    for (int r = 0; r < rows; ++r) {
        for (int i = 0; i < depth; ++i) {
            x[r][i] = AT(a + r * p->a_row + i * p->a_col);
        }
    }
    int64_t j = 0;
    for (; j + WIDTH <= columns; j += WIDTH) {
        const int64_t at = j * (int64_t)sizeof(TYPE);
        for (int i = 0; ahead && i < depth; ++i) {
            __builtin_prefetch(b + (i + depth) * p->b_row + at);
        }
        NAME(wide) y[4];
        for (int i = 0; i < depth; ++i) {
            y[i] = WIDE_AT(b + i * p->b_row + at);
        }
        for (int r = 0; r < rows; ++r) {
            NAME(wide) sum = WIDE_AT(out + r * p->out_row + at);
            for (int i = 0; i < depth; ++i) {
                const NAME(wide) all = x[r][i] - (NAME(wide)){0};
                sum = STEP(sum, all, y[i]);
            }
            WIDE_AT(out + r * p->out_row + at) = sum;
        }
    }
    for (; j < columns; ++j) {
        const int64_t at = j * (int64_t)sizeof(TYPE);
        for (int r = 0; r < rows; ++r) {
            for (int i = 0; i < depth; ++i) {
                char *to = out + r * p->out_row + at;
                AT(to) = (TYPE)STEP(AT(to), x[r][i], AT(b + i * p->b_row + at));
            }
        }
    }
}

/* Few rows of a, and rows of b and out that are contiguous: b is read once, from where it lies,
 * while what is added to stays near. */
TARGET static void NAME(thin)(const struct pycc_product *p) {
    const int64_t item = (int64_t)sizeof(TYPE),
                  most = (p->n > THIN_FEW ? THIN_BYTES / 2 : THIN_BYTES) / item;
    for (int64_t j = 0; j < p->m; j += most) {
        const int64_t columns = p->m - j < most ? p->m - j : most;
        char *out = p->out + j * item;
        for (int64_t i = 0; i < p->n; ++i) {
            memset(out + i * p->out_row, 0, (size_t)(columns * item));
        }
        for (int64_t k = 0; k < p->k;) {
            const char *a = p->a + k * p->a_col, *b = p->b + k * p->b_row + j * item;
            const int depth = p->k - k < 4 ? 1 : 4;
            int64_t i = 0;
            for (; depth == 4 && i + THIN_BLOCK <= p->n; i += THIN_BLOCK) {
                char *to = out + i * p->out_row;
                if (i == 0) {
                    NAME(add_rows)(p, THIN_BLOCK, 4, true, to, a, b, columns);
                } else {
                    NAME(add_rows)(p, THIN_BLOCK, 4, false, to, a + i * p->a_row, b, columns);
                }
            }
            for (; i < p->n; ++i) {
                char *to = out + i * p->out_row;
                const char *from = a + i * p->a_row;
                if (depth == 1) {
                    NAME(add_rows)(p, 1, 1, false, to, from, b, columns);
                } else {
                    NAME(add_rows)(p, 1, 4, i == 0, to, from, b, columns);
                }
            }
            k += depth;
        }
    }
}

#undef WIDE_AT
