/* What the processor must have for code compiled with the flags of this file's reader.
 *
 * A compiled module carries the set in its table, as the C compiler's macros give it (-march=native
 * and the like), and the run time compares it with the processor before anything else runs. On
 * other processors than x86 the set is empty. */
#ifndef PYCC_RT_CPU_H
#define PYCC_RT_CPU_H

/* CPU(macro without its underlines, name, leaf and subleaf of CPUID, register, bit, what of the
 * registers the system must save: bits of XCR0) */
#define PYCC_CPU_FEATURES(CPU)                                                                     \
    CPU(SSE3, "sse3", 1, 0, 2, 0, 0)                                                               \
    CPU(SSSE3, "ssse3", 1, 0, 2, 9, 0)                                                             \
    CPU(SSE4_1, "sse4.1", 1, 0, 2, 19, 0)                                                          \
    CPU(SSE4_2, "sse4.2", 1, 0, 2, 20, 0)                                                          \
    CPU(PCLMUL, "pclmul", 1, 0, 2, 1, 0)                                                           \
    CPU(MOVBE, "movbe", 1, 0, 2, 22, 0)                                                            \
    CPU(POPCNT, "popcnt", 1, 0, 2, 23, 0)                                                          \
    CPU(AES, "aes", 1, 0, 2, 25, 0)                                                                \
    CPU(LZCNT, "lzcnt", 0x80000001, 0, 2, 5, 0)                                                    \
    CPU(SSE4A, "sse4a", 0x80000001, 0, 2, 6, 0)                                                    \
    CPU(TBM, "tbm", 0x80000001, 0, 2, 21, 0)                                                       \
    CPU(BMI, "bmi", 7, 0, 1, 3, 0)                                                                 \
    CPU(BMI2, "bmi2", 7, 0, 1, 8, 0)                                                               \
    CPU(ADX, "adx", 7, 0, 1, 19, 0)                                                                \
    CPU(GFNI, "gfni", 7, 0, 2, 8, 0)                                                               \
    CPU(AVX, "avx", 1, 0, 2, 28, 0x6)                                                              \
    CPU(F16C, "f16c", 1, 0, 2, 29, 0x6)                                                            \
    CPU(FMA, "fma", 1, 0, 2, 12, 0x6)                                                              \
    CPU(XOP, "xop", 0x80000001, 0, 2, 11, 0x6)                                                     \
    CPU(FMA4, "fma4", 0x80000001, 0, 2, 16, 0x6)                                                   \
    CPU(AVX2, "avx2", 7, 0, 1, 5, 0x6)                                                             \
    CPU(VAES, "vaes", 7, 0, 2, 9, 0x6)                                                             \
    CPU(VPCLMULQDQ, "vpclmulqdq", 7, 0, 2, 10, 0x6)                                                \
    CPU(AVXVNNI, "avxvnni", 7, 1, 0, 4, 0x6)                                                       \
    CPU(AVXIFMA, "avxifma", 7, 1, 0, 23, 0x6)                                                      \
    CPU(AVX512F, "avx512f", 7, 0, 1, 16, 0xe6)                                                     \
    CPU(AVX512DQ, "avx512dq", 7, 0, 1, 17, 0xe6)                                                   \
    CPU(AVX512IFMA, "avx512ifma", 7, 0, 1, 21, 0xe6)                                               \
    CPU(AVX512CD, "avx512cd", 7, 0, 1, 28, 0xe6)                                                   \
    CPU(AVX512BW, "avx512bw", 7, 0, 1, 30, 0xe6)                                                   \
    CPU(AVX512VL, "avx512vl", 7, 0, 1, 31, 0xe6)                                                   \
    CPU(AVX512VBMI, "avx512vbmi", 7, 0, 2, 1, 0xe6)                                                \
    CPU(AVX512VBMI2, "avx512vbmi2", 7, 0, 2, 6, 0xe6)                                              \
    CPU(AVX512VNNI, "avx512vnni", 7, 0, 2, 11, 0xe6)                                               \
    CPU(AVX512BITALG, "avx512bitalg", 7, 0, 2, 12, 0xe6)                                           \
    CPU(AVX512VPOPCNTDQ, "avx512vpopcntdq", 7, 0, 2, 14, 0xe6)                                     \
    CPU(AVX512VP2INTERSECT, "avx512vp2intersect", 7, 0, 3, 8, 0xe6)                                \
    CPU(AVX512FP16, "avx512fp16", 7, 0, 3, 23, 0xe6)                                               \
    CPU(AVX512BF16, "avx512bf16", 7, 1, 0, 5, 0xe6)

enum pycc_cpu_bit {
#define CPU(macro, name, leaf, subleaf, reg, bit, saved) PYCC_CPU_BIT_##macro,
    PYCC_CPU_FEATURES(CPU)
#undef CPU
};

/* A macro that is defined has the text "1", others have their own name. */
#define PYCC_TEXT_OF(x) #x
#define PYCC_TEXT(x) PYCC_TEXT_OF(x)
#define PYCC_CPU_HAS(macro, name, leaf, subleaf, reg, bit, saved)                                  \
    | (uint64_t)(sizeof(PYCC_TEXT(__##macro##__)) == 2) << PYCC_CPU_BIT_##macro

/* The set for the flags that this is compiled with. */
#if defined(__x86_64__)
#define PYCC_CPU (0 PYCC_CPU_FEATURES(PYCC_CPU_HAS))
#else
#define PYCC_CPU 0
#endif

/* The name of a feature of the set that this processor lacks, or NULL when it has all. */
const char *pycc_cpu_lacks(uint64_t set);

#endif
