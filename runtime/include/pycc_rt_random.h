/* Random numbers as pure functions of a seed and an index: pycc.random.
 *
 * The generator is Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy
 * as 1, 2, 3", SC 2011): ten rounds of multiplication and exclusive or turn a counter of 128 bits
 * into as many random ones under a key of 64. The key is the seed; the counter holds the index and
 * which function asks. python/pycc/random.py computes the same numbers. */
#ifndef PYCC_RT_RANDOM_H
#define PYCC_RT_RANDOM_H

struct pycc_philox {
    uint32_t v[4];
};

static inline struct pycc_philox pycc_philox(struct pycc_philox x, uint64_t key) {
    uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
    for (int round = 0; round < 10; ++round) {
        uint64_t p = (uint64_t)0xD2511F53u * x.v[0], q = (uint64_t)0xCD9E8D57u * x.v[2];
        x = (struct pycc_philox){{(uint32_t)(q >> 32) ^ x.v[1] ^ k0, (uint32_t)q,
                                  (uint32_t)(p >> 32) ^ x.v[3] ^ k1, (uint32_t)p}};
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return x;
}

enum pycc_random_stream { PYCC_RANDOM_UNIFORM, PYCC_RANDOM_NORMAL, PYCC_RANDOM_INTEGERS };

static inline struct pycc_philox pycc_random_block(int64_t seed, int64_t i, uint32_t stream) {
    struct pycc_philox counter = {{(uint32_t)i, (uint32_t)((uint64_t)i >> 32), stream, 0}};
    return pycc_philox(counter, (uint64_t)seed);
}

/* 53 bits of two words as an integer. */
static inline int64_t pycc_random_53(uint32_t high, uint32_t low) {
    return ((int64_t)(high >> 5) << 26) + (low >> 6);
}

/* In [0, 1), a multiple of 2**-53. */
static inline double pycc_random_uniform(int64_t seed, int64_t i) {
    struct pycc_philox x = pycc_random_block(seed, i, PYCC_RANDOM_UNIFORM);
    return (double)pycc_random_53(x.v[0], x.v[1]) * 0x1p-53;
}

/* Mean 0, variance 1: Box and Muller. */
static inline double pycc_random_normal(int64_t seed, int64_t i) {
    struct pycc_philox x = pycc_random_block(seed, i, PYCC_RANDOM_NORMAL);
    double u = (double)(pycc_random_53(x.v[0], x.v[1]) + 1) * 0x1p-53;
    double v = (double)pycc_random_53(x.v[2], x.v[3]) * 0x1p-53;
    return sqrt(-2.0 * log(u)) * cos(6.283185307179586 * v);
}

/* In [0, n), 0 when that is empty. Values differ in probability by less than n / 2**64. */
static inline int64_t pycc_random_below(int64_t seed, int64_t i, int64_t n) {
    struct pycc_philox x = pycc_random_block(seed, i, PYCC_RANDOM_INTEGERS);
    uint64_t bits = (uint64_t)x.v[0] << 32 | x.v[1];
    return n > 0 ? (int64_t)((unsigned __int128)bits * (uint64_t)n >> 64) : 0;
}

#endif
