/* Interning by a hash table with open addressing and linear probing.
 *
 * The load stays at or under one half. Hashes are kept, so that growing compares no text and a
 * probe compares text only when the 64-bit hashes agree. Text may hold NUL bytes. */
#include "intern.h"

#include <stdint.h>
#include <string.h>

enum { INTERN_FIRST_CAP = 256 };

struct intern_slot {
    uint64_t hash;
    size_t n;
    const char *text; /* NULL: the slot is free */
};

struct intern_table {
    struct arena *arena;
    size_t n;   /* slots in use */
    size_t cap; /* a power of two */
    struct intern_slot *slot;
};

struct intern_table *intern_new(struct arena *a) {
    struct intern_table *t = ARENA_NEW(a, struct intern_table);
    t->arena = a;
    t->cap = INTERN_FIRST_CAP;
    t->slot = ARENA_ARRAY(a, struct intern_slot, t->cap);
    return t;
}

/* FNV-1a, and a last mix since linear probing looks at the low bits. */
static uint64_t hash_bytes(const char *s, size_t n) {
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; ++i) {
        h = (h ^ (unsigned char)s[i]) * 0x100000001b3u;
    }
    return h ^ (h >> 32);
}

static void grow(struct intern_table *t) {
    size_t cap = t->cap * 2;
    struct intern_slot *slot = ARENA_ARRAY(t->arena, struct intern_slot, cap);
    for (size_t i = 0; i < t->cap; ++i) {
        if (t->slot[i].text) {
            size_t k = t->slot[i].hash & (cap - 1);
            while (slot[k].text) {
                k = (k + 1) & (cap - 1);
            }
            slot[k] = t->slot[i];
        }
    }
    t->slot = slot;
    t->cap = cap;
}

const char *intern(struct intern_table *t, const char *s, size_t n) {
    if (t->n >= t->cap / 2) {
        grow(t);
    }
    uint64_t hash = hash_bytes(s, n);
    size_t k = hash & (t->cap - 1);
    for (; t->slot[k].text; k = (k + 1) & (t->cap - 1)) {
        const struct intern_slot *slot = &t->slot[k];
        if (slot->hash == hash && slot->n == n && (n == 0 || memcmp(slot->text, s, n) == 0)) {
            return slot->text;
        }
    }
    t->slot[k] = (struct intern_slot){hash, n, arena_strndup(t->arena, s, n)};
    t->n++;
    return t->slot[k].text;
}

const char *intern_str(struct intern_table *t, const char *s) {
    return intern(t, s, strlen(s));
}
