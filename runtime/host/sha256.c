/* SHA-256, as FIPS 180-4 writes it down: section 6.2. */
#include <string.h>

#include "sha256.h"

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotated(uint32_t x, int n) {
    return x >> n | x << (32 - n);
}

static void expand(const uint8_t *block, uint32_t *w) {
    for (int t = 0; t < 16; ++t) {
        const uint8_t *b = block + 4 * t;
        w[t] = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
    }
    for (int t = 16; t < 64; ++t) {
        uint32_t a = w[t - 15], b = w[t - 2];
        w[t] = w[t - 16] + (rotated(a, 7) ^ rotated(a, 18) ^ a >> 3) + w[t - 7] +
               (rotated(b, 17) ^ rotated(b, 19) ^ b >> 10);
    }
}

static void compress(uint32_t *state, const uint8_t *block) {
    uint32_t w[64], v[8];
    expand(block, w);
    memcpy(v, state, sizeof(v));
    for (int t = 0; t < 64; ++t) {
        uint32_t a = v[0], e = v[4];
        uint32_t t1 = v[7] + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) +
                      ((e & v[5]) ^ (~e & v[6])) + K[t] + w[t];
        uint32_t t2 = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) +
                      ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof(v[0]));
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; ++i) {
        state[i] += v[i];
    }
}

void sha256_begin(struct sha256 *s) {
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(s->state, start, sizeof(start));
    s->length = 0;
}

void sha256_add(struct sha256 *s, const void *data, size_t size) {
    const uint8_t *from = data;
    while (size > 0) {
        size_t used = s->length % 64, n = 64 - used < size ? 64 - used : size;
        memcpy(s->block + used, from, n);
        s->length += n;
        from += n;
        size -= n;
        if (used + n == 64) {
            compress(s->state, s->block);
        }
    }
}

void sha256_end(struct sha256 *s, uint8_t digest[32]) {
    uint64_t bits = s->length * 8;
    static const uint8_t padding[64] = {0x80};
    sha256_add(s, padding, 1 + (119 - s->length % 64) % 64);
    uint8_t length[8];
    for (int i = 0; i < 8; ++i) {
        length[i] = (uint8_t)(bits >> (56 - 8 * i));
    }
    sha256_add(s, length, 8);
    for (int i = 0; i < 32; ++i) {
        digest[i] = (uint8_t)(s->state[i / 4] >> (24 - 8 * (i % 4)));
    }
}
