/* SHA-256 (FIPS 180-4), for keys and checksums of what is kept on disk. */
#ifndef PYCC_SHA256_H
#define PYCC_SHA256_H

#include <stddef.h>
#include <stdint.h>

struct sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    uint8_t block[64];
};

void sha256_begin(struct sha256 *s);
void sha256_add(struct sha256 *s, const void *data, size_t size);
void sha256_end(struct sha256 *s, uint8_t digest[32]);

#endif
