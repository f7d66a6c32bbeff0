/* Copies of arrays of any strides (copy_strided.c). */
#ifndef PYCC_COPY_STRIDED_H
#define PYCC_COPY_STRIDED_H

#include <stdint.h>

enum { COPY_MAX_RANK = 8 };

/* Copies elements of `item` bytes of one shape, at most COPY_MAX_RANK axes. Strides are in bytes,
 * and may be 0 or negative; the two do not overlap, nor do the elements of `to`. */
void copy_elements(int rank, const int64_t *shape, char *to, const int64_t *to_stride,
                   const char *from, const int64_t *from_stride, int64_t item);

#endif
