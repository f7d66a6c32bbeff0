/* Map: from interned names to pointers. Open addressing, grows by doubling, lives in an arena. */
#ifndef PYCC_MAP_H
#define PYCC_MAP_H

#include "arena.h"

struct map_slot {
    const char *key; /* NULL: free */
    void *value;
};

/* Zeroed is empty. */
struct map {
    int n;
    int cap; /* a power of two */
    struct map_slot *slot;
};

/* The value of a key, NULL when it has none. */
void *map_get(const struct map *m, const char *key);

/* Sets the value of a key. */
void map_set(struct arena *a, struct map *m, const char *key, void *value);

#endif
