/* The product kernel of one TYPE and VARIANT. STEP(sum, x, y) takes one more product into a sum,
 * ADD(a, b) combines two sums. */

#define NAME(x) JOINED(JOINED(x, TAG), VARIANT)
#define LANES ((int64_t)(TILE_BYTES / sizeof(TYPE)))

/* Elements may lie anywhere. */
struct NAME(any) {
    TYPE v;
} __attribute__((packed, may_alias));
#define AT(p) (((struct NAME(any) *)(p))->v)

/* Lanes that are computed with at once: half a tile. */
typedef TYPE NAME(lanes) __attribute__((vector_size(TILE_BYTES / 2)));
/* The same anywhere in memory. */
typedef TYPE NAME(any_lanes) __attribute__((vector_size(TILE_BYTES / 2), aligned(1), may_alias));
#define LANES_AT(p) (*(NAME(any_lanes) *)(p))

/* Less than a tile's bytes, in a few steps that processors foresee where there are many such. */
TARGET static inline __attribute__((always_inline)) void NAME(copy)(char *to, const char *from,
                                                                    int64_t bytes) {
    int64_t at = 0;
    for (int64_t size = TILE_BYTES / 2; size > 0; size /= 2) {
        if (bytes & size) {
            __builtin_memcpy(to + at, from + at, (size_t)size);
            at += size;
        }
    }
}

/* sum[rows, 1 or 2 vectors] += a[rows, k] b[k, the vectors]. */
TARGET static inline __attribute__((always_inline)) void
NAME(steps)(const struct pycc_product *p, int rows, int vectors, NAME(lanes) sum[TILE_ROWS][2],
            const char *a, const char *b, int64_t b_row, int64_t k) {
    for (int64_t i = 0; i < k; ++i) {
        const NAME(lanes) y0 = LANES_AT(b + i * b_row);
        const NAME(lanes) y1 = LANES_AT(b + i * b_row + (vectors > 1 ? TILE_BYTES / 2 : 0));
        for (int r = 0; r < rows; ++r) {
            TYPE x = AT(a + r * p->a_row + i * p->a_col);
            NAME(lanes) all = x - (NAME(lanes)){0};
            sum[r][0] = STEP(sum[r][0], all, y0);
            if (vectors > 1) {
                sum[r][1] = STEP(sum[r][1], all, y1);
            }
        }
    }
}

/* The sums become, or are added to, `columns` of each of the rows at out. */
TARGET static inline __attribute__((always_inline)) void
NAME(store)(const struct pycc_product *p, int rows, NAME(lanes) sum[TILE_ROWS][2], char *out,
            int64_t columns, int sign) {
    const bool follow = p->out_col == (int64_t)sizeof(TYPE);
    bool whole = columns == LANES && follow && sign >= 0;
    for (int r = 0; whole && r < rows; ++r) {
        char *to = out + r * p->out_row, *more = to + TILE_BYTES / 2;
        if (sign) {
            sum[r][0] = ADD(LANES_AT(to), sum[r][0]);
            sum[r][1] = ADD(LANES_AT(more), sum[r][1]);
        }
        LANES_AT(to) = sum[r][0];
        LANES_AT(more) = sum[r][1];
    }
    for (int r = 0; !whole && r < rows; ++r) {
        const TYPE *from = (const TYPE *)sum[r];
        if (follow && sign == 0) {
            NAME(copy)(out + r * p->out_row, (const char *)from, columns * (int64_t)sizeof(TYPE));
            continue;
        }
        for (int64_t j = 0; j < columns; ++j) {
            char *to = out + r * p->out_row + j * p->out_col;
            TYPE x = from[j], old = sign ? AT(to) : 0;
            AT(to) = sign == 0 ? x : (TYPE)(sign > 0 ? ADD(old, x) : old - x);
        }
    }
}

/* out[rows, 2 vectors] (+)= a[rows, k] b[k, 2 vectors], of which `columns` are stored. b is
 * contiguous along the columns and complete. sign: as in struct pycc_product. */
TARGET static inline __attribute__((always_inline)) void
NAME(tile)(const struct pycc_product *p, int rows, char *out, const char *a, const char *b,
           int64_t b_row, int64_t k, int64_t columns, int sign) {
    NAME(lanes) sum[TILE_ROWS][2];
    for (int r = 0; r < rows; ++r) { /* memset would be a loop of the processor's */
        sum[r][0] = sum[r][1] = (NAME(lanes)){0};
    }
    NAME(steps)(p, rows, 2, sum, a, b, b_row, k);
    NAME(store)(p, rows, sum, out, columns, sign);
}

/* The columns j, j + 1, ... of b for k rows, padded with zeros. */
TARGET static void NAME(pack)(const struct pycc_product *p, const char *b, int64_t k,
                              int64_t columns, TYPE *to) {
    for (int64_t i = 0; i < k; ++i) {
        for (int64_t j = 0; j < LANES; ++j) {
            to[i * LANES + j] = j < columns ? AT(b + i * p->b_row + j * p->b_col) : 0;
        }
    }
}

/* All rows of one block of columns. */
TARGET static void NAME(panel)(const struct pycc_product *p, char *out, const char *a,
                               const char *b, int64_t b_row, int64_t k, int64_t columns, int sign) {
    int64_t i = 0;
    for (; i + TILE_ROWS <= p->n; i += TILE_ROWS) {
        NAME(tile)
        (p, TILE_ROWS, out + i * p->out_row, a + i * p->a_row, b, b_row, k, columns, sign);
    }
    for (; i < p->n; ++i) {
        NAME(tile)(p, 1, out + i * p->out_row, a + i * p->a_row, b, b_row, k, columns, sign);
    }
}

#include "product_thin.h"

/* out[n] (+)= a[n, k] b[k] where the rows of a, and b, are contiguous: each sum in lanes. */
TARGET static void NAME(dots)(const struct pycc_product *p) {
    enum { WIDTH = TILE_BYTES / 2 / sizeof(TYPE) };
    for (int64_t i = 0; i < p->n; ++i) {
        const char *a = p->a + i * p->a_row;
        NAME(lanes) sum[4];
        memset(sum, 0, sizeof(sum));
        int64_t k = 0;
        for (; k + 4 * WIDTH <= p->k; k += 4 * WIDTH) {
            for (int r = 0; r < 4; ++r) {
                int64_t at = k * (int64_t)sizeof(TYPE) + r * TILE_BYTES / 2;
                sum[r] = STEP(sum[r], LANES_AT(a + at), LANES_AT(p->b + at));
            }
        }
        NAME(lanes) all = ADD(ADD(sum[0], sum[1]), ADD(sum[2], sum[3]));
        TYPE total = 0;
        for (int r = 0; r < WIDTH; ++r) {
            total = (TYPE)ADD(total, all[r]);
        }
        for (; k < p->k; ++k) {
            TYPE x = AT(a + k * (int64_t)sizeof(TYPE)), y = AT(p->b + k * (int64_t)sizeof(TYPE));
            total = (TYPE)STEP(total, x, y);
        }
        char *to = p->out + i * p->out_row;
        AT(to) = p->sign == 0 ? total : (TYPE)(p->sign > 0 ? ADD(AT(to), total) : AT(to) - total);
    }
}

/* Rows of a by so few columns that they are one or two vectors, whose rows in b are read beyond
 * their ends as long as that is within b; `last` has those from `safe` on. */
TARGET static inline __attribute__((always_inline)) void
NAME(few_rows)(const struct pycc_product *p, int rows, int vectors, int64_t i, int64_t safe,
               const char *last) {
    NAME(lanes) sum[TILE_ROWS][2];
    for (int r = 0; r < rows; ++r) { /* memset would be a loop of the processor's */
        sum[r][0] = sum[r][1] = (NAME(lanes)){0};
    }
    const char *a = p->a + i * p->a_row;
    NAME(steps)(p, rows, vectors, sum, a, p->b, p->b_row, safe);
    NAME(steps)(p, rows, vectors, sum, a + safe * p->a_col, last, TILE_BYTES, p->k - safe);
    NAME(store)(p, rows, sum, p->out + i * p->out_row, p->m, p->sign);
}

TARGET static inline __attribute__((always_inline)) void NAME(few)(const struct pycc_product *p,
                                                                   int vectors) {
    const int64_t bytes = p->m * (int64_t)sizeof(TYPE), beyond = vectors * TILE_BYTES / 2 - bytes;
    int64_t safe = p->k;
    NAME(lanes) last[2 * FEW];
    while (safe > 0 && beyond > (p->k - safe) * p->b_row) {
        --safe;
    }
    for (int64_t i = safe; i < p->k; ++i) {
        last[2 * (i - safe)] = last[2 * (i - safe) + 1] = (NAME(lanes)){0};
        NAME(copy)((char *)(last + 2 * (i - safe)), p->b + i * p->b_row, bytes);
    }
    int64_t i = 0;
    for (; i + TILE_ROWS <= p->n; i += TILE_ROWS) {
        NAME(few_rows)(p, TILE_ROWS, vectors, i, safe, (const char *)last);
    }
    for (; i < p->n; ++i) {
        NAME(few_rows)(p, 1, vectors, i, safe, (const char *)last);
    }
}

TARGET static void NAME(product)(const struct pycc_product *p) {
    int64_t item = (int64_t)sizeof(TYPE);
    if (p->m == 1 && (p->a_col == item || p->k <= 1) && (p->b_row == item || p->k <= 1)) {
        NAME(dots)(p);
        return;
    }
    if (product_is_thin(p)) {
        NAME(thin)(p);
        return;
    }
    bool plain = p->b_col == item;
    const bool real = (TYPE)0.5 != 0; /* others are no faster in NumPy */
    if (real && plain && p->m <= LANES && p->k <= FEW) {
        if (p->m > LANES / 2) {
            NAME(few)(p, 2);
        } else {
            NAME(few)(p, 1);
        }
        return;
    }
    TYPE packed[TILE_K * LANES];
    for (int64_t j = 0; j < p->m; j += LANES) {
        int64_t columns = p->m - j < LANES ? p->m - j : LANES;
        int64_t from = 0;
        do { /* once for k = 0, too */
            int64_t k = p->k - from < TILE_K ? p->k - from : TILE_K;
            const char *a = p->a + from * p->a_col;
            const char *b = p->b + from * p->b_row + j * p->b_col;
            bool pack = !plain || columns < LANES;
            int sign = from > 0 && p->sign == 0 ? 1 : p->sign;
            if (pack) {
                NAME(pack)(p, b, k, columns, packed);
            }
            NAME(panel)
            (p, p->out + j * p->out_col, a, pack ? (const char *)packed : b,
             pack ? LANES * item : p->b_row, k, columns, sign);
            from += k;
        } while (from < p->k);
    }
}

#undef NAME
#undef LANES
#undef AT
#undef LANES_AT
#undef TYPE
#undef TAG
