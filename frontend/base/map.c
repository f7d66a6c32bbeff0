/* The hash map of map.h: keys are compared as pointers. */
#include "map.h"

#include <stdint.h>

/* The slot of a key, or the free one where it would go. cap is not 0. */
static struct map_slot *find(const struct map *m, const char *key) {
    uint64_t hash = (uint64_t)(uintptr_t)key * 0x9E3779B97F4A7C15u;
    uint32_t mask = (uint32_t)m->cap - 1;
    uint32_t i = (uint32_t)(hash >> 32) & mask;
    while (m->slot[i].key && m->slot[i].key != key) {
        i = (i + 1) & mask;
    }
    return &m->slot[i];
}

void *map_get(const struct map *m, const char *key) {
    return m->n > 0 ? find(m, key)->value : NULL;
}

static void grow(struct arena *a, struct map *m) {
    struct map old = *m;
    m->cap = old.cap ? 2 * old.cap : 8;
    m->slot = ARENA_ARRAY(a, struct map_slot, m->cap);
    for (int i = 0; i < old.cap; ++i) {
        if (old.slot[i].key) {
            *find(m, old.slot[i].key) = old.slot[i];
        }
    }
}

void map_set(struct arena *a, struct map *m, const char *key, void *value) {
    if (4 * (m->n + 1) > 3 * m->cap) {
        grow(a, m);
    }
    struct map_slot *slot = find(m, key);
    m->n += slot->key == NULL;
    slot->key = key;
    slot->value = value;
}
