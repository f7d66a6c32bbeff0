/* Answers remembered per call site, by the sizes, strides and distances between addresses that they
 * depend on.
 *
 * A memo is constant in size and lies in the module's static data. Each entry has a sequence number
 * that is odd while it is written: a reader that sees it odd, or changed, has seen nothing; a
 * writer that finds another one at work gives up. So calls of several threads need no lock. */
#include "pycc_rt_race.h"

void pycc_memo_key(const struct pycc_question *q, int64_t *key) {
    uint64_t base = 0;
    for (int k = 0; k < q->n_symbols && base == 0; ++k) {
        base = q->addresses >> k & 1 ? (uint64_t)q->symbol[k] : 0;
    }
    for (int k = 0; k < q->n_symbols; ++k) {
        uint64_t value = (uint64_t)q->symbol[k];
        key[k] = (int64_t)(q->addresses >> k & 1 ? value - base : value);
    }
}

static bool has_key(const struct pycc_memo_entry *e, const int64_t *key, int n) {
    for (int k = 0; k < n; ++k) {
        if (__atomic_load_n(&e->key[k], __ATOMIC_RELAXED) != key[k]) {
            return false;
        }
    }
    return true;
}

bool pycc_memo_find(const struct pycc_memo *memo, const int64_t *key, int n, enum tri *answer) {
    for (int i = 0; i < PYCC_MEMO_ENTRIES; ++i) {
        const struct pycc_memo_entry *e = &memo->entry[i];
        uint32_t before = __atomic_load_n(&e->sequence, __ATOMIC_ACQUIRE);
        if (before == 0 || before % 2 != 0 || !has_key(e, key, n)) {
            continue;
        }
        uint32_t found = __atomic_load_n(&e->answer, __ATOMIC_RELAXED);
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        if (__atomic_load_n(&e->sequence, __ATOMIC_RELAXED) == before) {
            *answer = (enum tri)found;
            return true;
        }
    }
    return false;
}

void pycc_memo_keep(struct pycc_memo *memo, const int64_t *key, int n, enum tri answer) {
    uint32_t at = __atomic_fetch_add(&memo->next, 1, __ATOMIC_RELAXED) % PYCC_MEMO_ENTRIES;
    struct pycc_memo_entry *e = &memo->entry[at];
    uint32_t before = __atomic_load_n(&e->sequence, __ATOMIC_RELAXED);
    if (before % 2 != 0 || !__atomic_compare_exchange_n(&e->sequence, &before, before + 1, false,
                                                        __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        return;
    }
    __atomic_thread_fence(__ATOMIC_RELEASE);
    for (int k = 0; k < n; ++k) {
        __atomic_store_n(&e->key[k], key[k], __ATOMIC_RELAXED);
    }
    __atomic_store_n(&e->answer, (uint32_t)answer, __ATOMIC_RELAXED);
    /* 0 is for entries never written */
    __atomic_store_n(&e->sequence, before + 2 == 0 ? 2 : before + 2, __ATOMIC_RELEASE);
}
