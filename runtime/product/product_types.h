/* The product kernels of one variant: product_tile.h for each type. Included by product_kernel.c
 * only, once per VARIANT. */

/* Integers wrap as unsigned ones do; signs make no difference to the bits. */
#define STEP(sum, x, y) ((sum) + (x) * (y))
#define ADD(a, b) ((a) + (b))
#define TYPE uint8_t
#define TAG _8
#include "product_tile.h"
#define TYPE uint16_t
#define TAG _16
#include "product_tile.h"
#define TYPE uint32_t
#define TAG _32
#include "product_tile.h"
#define TYPE uint64_t
#define TAG _64
#include "product_tile.h"
#define TYPE float
#define TAG _f32
#include "product_tile.h"
#define TYPE double
#define TAG _f64
#include "product_tile.h"
#undef STEP
#undef ADD

#define STEP(sum, x, y) ((sum) | ((x) & (y)))
#define ADD(a, b) ((a) | (b))
#define TYPE uint8_t
#define TAG _bool
#include "product_tile.h"
#undef STEP
#undef ADD

#define REAL float
#define TAG _c64
#include "product_complex.h"
#define REAL double
#define TAG _c128
#include "product_complex.h"

#define KERNEL(tag) JOINED(JOINED(product, tag), VARIANT)
static void (*const JOINED(kernels, VARIANT)[])(const struct pycc_product *) = {
    [PYCC_BOOL] = KERNEL(_bool), [PYCC_I8] = KERNEL(_8),    [PYCC_I16] = KERNEL(_16),
    [PYCC_I32] = KERNEL(_32),    [PYCC_I64] = KERNEL(_64),  [PYCC_U8] = KERNEL(_8),
    [PYCC_U16] = KERNEL(_16),    [PYCC_U32] = KERNEL(_32),  [PYCC_U64] = KERNEL(_64),
    [PYCC_F32] = KERNEL(_f32),   [PYCC_F64] = KERNEL(_f64), [PYCC_C64] = KERNEL(_c64),
    [PYCC_C128] = KERNEL(_c128),
};
#undef KERNEL
