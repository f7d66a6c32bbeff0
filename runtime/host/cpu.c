/* Does this processor have what a module was compiled for, and which of several is the best for it?
 */
#include "pycc_rt.h"

#if defined(__x86_64__)
#include <cpuid.h>

struct feature {
    const char *name;
    unsigned leaf, subleaf, reg, bit, saved;
};

/* Which registers the system saves: bits of XCR0. */
static unsigned saved_registers(void) {
    unsigned a, b, c, d, low, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 27 & 1)) {
        return 0;
    }
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static bool has(const struct feature *f, unsigned saved) {
    unsigned reg[4] = {0};
    return __get_cpuid_count(f->leaf, f->subleaf, &reg[0], &reg[1], &reg[2], &reg[3]) &&
           (reg[f->reg] >> f->bit & 1) && (saved & f->saved) == f->saved;
}

const char *pycc_cpu_lacks(uint64_t set) {
    static const struct feature features[] = {
#define CPU(macro, name, leaf, subleaf, reg, bit, saved) {name, leaf, subleaf, reg, bit, saved},
        PYCC_CPU_FEATURES(CPU)
#undef CPU
    };
    unsigned saved = saved_registers();
    for (size_t i = 0; i < sizeof(features) / sizeof(features[0]); ++i) {
        if ((set >> i & 1) && !has(&features[i], saved)) {
            return features[i].name;
        }
    }
    return NULL;
}
#else
const char *pycc_cpu_lacks(uint64_t set) {
    (void)set;
    return NULL;
}
#endif

const struct pycc_module *pycc_module_choose(const struct pycc_module *const *all, int n) {
    const struct pycc_module *best = NULL;
    for (int i = 0; i < n; ++i) {
        if (!pycc_cpu_lacks(all[i]->cpu) &&
            (!best || __builtin_popcountll(all[i]->cpu) > __builtin_popcountll(best->cpu))) {
            best = all[i];
        }
    }
    return best ? best : all[0];
}
