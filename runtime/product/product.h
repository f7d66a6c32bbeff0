/* Products of matrices, private to the run time. */
#ifndef PYCC_PRODUCT_H
#define PYCC_PRODUCT_H

#include "pycc_rt.h"

/* Bytes of an element. */
int64_t product_item(enum pycc_dtype d);

/* Our own kernels: any dtype, strides and alignment. Elements are sums in the order of k. out must
 * not overlap a or b. (product_kernel.c) */
void product_own(const struct pycc_product *p);

/* Has a so few rows that b, whose rows are contiguous as those of out are, is best read once where
 * it lies? A BLAS copies b first, which takes longer than the product. (product_kernel.c) */
bool product_is_thin(const struct pycc_product *p);

/* What a call of pycc_matmul for matrices, without a stack, asks for. out must not overlap a or b.
 */
struct pycc_product product_of(enum pycc_dtype d, struct pycc_operand out, struct pycc_operand a,
                               struct pycc_operand b, int sign);

/* out' = b' a', which is the same product. */
struct pycc_product product_transposed(const struct pycc_product *p);

/* The same by the BLAS in the process, for f32, f64, c64 and c128, on the threads of ctx. False,
 * with nothing done, when there is none, or when it does not take these strides or sizes; in a
 * parallel loop also when its threads cannot be told to rest. (product_parts.c) */
bool product_blas(struct pycc_ctx *ctx, const struct pycc_product *p);

/* out (+)= the sums of so many parts, which lie behind each other. symmetric: of the parts only the
 * diagonal and what is below it counts. (product_parts.c) */
void product_add_sums(const struct pycc_product *p, const char *sums, int64_t parts,
                      bool symmetric);

/* Does the BLAS take a product, on its own threads or on each of ours for a part? (blas.c) */
enum blas_way { BLAS_NOT, BLAS_OWN_THREADS, BLAS_OUR_THREADS };
enum blas_way blas_way(const struct pycc_product *p);

/* From blas_enter until blas_leave the library keeps to the thread that calls it; only where
 * blas_way says BLAS_OUR_THREADS. (blas.c) */
void blas_enter(void);
void blas_leave(void);

/* A part by one call on this thread. (blas.c) */
void blas_product(const struct pycc_product *p);

/* The elements on the diagonal and below it of out = a a', without a sum; b is not looked at. Those
 * above it may be written, too. (blas.c) */
void blas_symmetric(const struct pycc_product *p);

/* Functions of LAPACK, and their names without the letter of the type. */
enum { LAPACK_GESV, LAPACK_GETRF, LAPACK_POTRF, LAPACK_COUNT };
extern const char *const lapack_name[];

/* The Fortran interface of a BLAS: dgemm_, dgemv_ and dsyrk_ of each type, in the order f32, f64,
 * c64, c128. gemm is NULL where there is none. wide: integers have 64 bits. */
struct blas {
    bool wide;
    void *gemm[4], *gemv[4], *syrk[4];
    void *lapack[LAPACK_COUNT][4]; /* each may be NULL */
    void *set_threads; /* int (*)(int): sets the number of threads, gives the one before; or NULL */
};

/* Who is in a BLAS that keeps to the calling thread meanwhile; one for all modules of a process. */
struct blas_users {
    int lock;    /* atomic: guards the others */
    int n;       /* calls that have not ended */
    int threads; /* how many the library had before them */
};

/* From now on this module's calls are counted there, and SciPy's library is what scipy gives; it is
 * asked once, on any thread. (blas.c) */
void blas_share(struct blas_users *shared, struct blas scipy(void));

#endif
