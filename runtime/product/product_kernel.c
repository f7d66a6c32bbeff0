/* Our own product kernels, for every dtype.
 *
 * Tiles of 4 rows and a few vectors of columns stay in registers while k runs; the columns of b
 * that a tile needs are read as they lie when they are contiguous, else from a copy padded with
 * zeros. product_tile.h is the code for one type; on x86 it is compiled once more for AVX2, that
 * for few rows (product_thin.h) also for AVX-512, and the processor chooses. */
#include <string.h>

#include "product.h"

enum { TILE_ROWS = 4, TILE_BYTES = 64, TILE_K = 256 };
/* Rows of b up to which no copy of its few columns is made. */
enum { FEW = 16 };
/* Products of few rows: how many, in wide vectors of floats and of doubles too, of how many
 * elements of b at least (measured), and the bytes of a row that are gone through at once, of more
 * than THIN_FEW rows half. */
enum {
    THIN_ROWS = 4,
    THIN_FLOATS = 16,
    THIN_DOUBLES = 8,
    THIN_SIZE = 1 << 19,
    THIN_FEW = 4,
    THIN_BYTES = 1 << 12
};

static bool has_wide(void) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512f");
#else
    return false;
#endif
}

static int64_t thin_rows(enum pycc_dtype d) {
    bool wide = (d == PYCC_F32 || d == PYCC_F64) && has_wide();
    return !wide ? THIN_ROWS : d == PYCC_F32 ? THIN_FLOATS : THIN_DOUBLES;
}

bool product_is_thin(const struct pycc_product *p) {
    const int64_t item = product_item(p->dtype);
    return p->dtype != PYCC_C64 && p->dtype != PYCC_C128 && p->n > 1 &&
           p->n <= thin_rows(p->dtype) && p->sign == 0 && p->b_col == item && p->out_col == item &&
           p->k * p->m >= THIN_SIZE;
}

#define JOIN(a, b) a##b
#define JOINED(a, b) JOIN(a, b)

/* ---- plain C */

#define THIN_VECTOR (TILE_BYTES / 2)
#define THIN_BLOCK 2
#define VARIANT _plain
#define TARGET
#include "product_types.h"
#undef VARIANT
#undef TARGET

#if defined(__x86_64__)
#define VARIANT _avx2
#define TARGET __attribute__((target("avx2,fma")))
#include "product_types.h"
#undef VARIANT
#undef TARGET
#undef THIN_VECTOR
#undef THIN_BLOCK

/* ---- few rows, where there are vectors of 64 bytes and twice as many of them */

#define VARIANT _wide
#define TARGET __attribute__((target("avx512f,fma")))
#define THIN_VECTOR 64
#define THIN_BLOCK 4
#define STEP(sum, x, y) ((sum) + (x) * (y))
#define NAME(x) JOINED(JOINED(x, TAG), VARIANT)
#define AT(p) (*(NAME(any) *)(p))
#define TYPE float
#define TAG _f32
typedef TYPE NAME(any) __attribute__((aligned(1), may_alias));
#include "product_thin.h"
#undef TYPE
#undef TAG
#define TYPE double
#define TAG _f64
typedef TYPE NAME(any) __attribute__((aligned(1), may_alias));
#include "product_thin.h"

#endif

void product_own(const struct pycc_product *p) {
#if defined(__x86_64__)
    if ((p->dtype == PYCC_F32 || p->dtype == PYCC_F64) && product_is_thin(p) && has_wide()) {
        (p->dtype == PYCC_F32 ? thin_f32_wide : thin_f64_wide)(p);
        return;
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        kernels_avx2[p->dtype](p);
        return;
    }
#endif
    kernels_plain[p->dtype](p);
}

int64_t product_item(enum pycc_dtype d) {
    static const int64_t bytes[] = {
        [PYCC_BOOL] = 1, [PYCC_I8] = 1,  [PYCC_I16] = 2,   [PYCC_I32] = 4, [PYCC_I64] = 8,
        [PYCC_U8] = 1,   [PYCC_U16] = 2, [PYCC_U32] = 4,   [PYCC_U64] = 8, [PYCC_F32] = 4,
        [PYCC_F64] = 8,  [PYCC_C64] = 8, [PYCC_C128] = 16,
    };
    return bytes[d];
}

struct pycc_product product_transposed(const struct pycc_product *p) {
    struct pycc_product t = *p;
    t.n = p->m;
    t.m = p->n;
    t.out_row = p->out_col;
    t.out_col = p->out_row;
    t.a = p->b;
    t.a_row = p->b_col;
    t.a_col = p->b_row;
    t.b = p->a;
    t.b_row = p->a_col;
    t.b_col = p->a_row;
    return t;
}
