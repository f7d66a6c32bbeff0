/* Names that nothing else has, and new variables of a function. */
#include "vars.h"

#include <string.h>

/* ---- names */

/* Where the name is, or would be. */
static struct name_slot *slot_of(const struct name_set *set, const char *name) {
    unsigned h = 2166136261u;
    for (const char *c = name; *c; ++c) {
        h = (h ^ (unsigned char)*c) * 16777619u;
    }
    unsigned at = h & (unsigned)(set->cap - 1);
    while (set->slot[at].name && strcmp(set->slot[at].name, name) != 0) {
        at = (at + 1) & (unsigned)(set->cap - 1);
    }
    return &set->slot[at];
}

static bool contains(const struct name_set *set, const char *name) {
    return set && set->cap > 0 && slot_of(set, name)->name;
}

static struct name_slot *add(struct arena *table, struct name_set *set, const char *name) {
    if (2 * (set->n + 1) > set->cap) {
        struct name_set bigger = {.n = set->n, .cap = set->cap ? 2 * set->cap : 32};
        bigger.slot = ARENA_ARRAY(table, struct name_slot, bigger.cap);
        for (int i = 0; i < set->cap; ++i) {
            if (set->slot[i].name) {
                *slot_of(&bigger, set->slot[i].name) = set->slot[i];
            }
        }
        *set = bigger;
    }
    struct name_slot *slot = slot_of(set, name);
    if (!slot->name) {
        *slot = (struct name_slot){.name = name, .next = 2};
        ++set->n;
    }
    return slot;
}

void name_set_clear(struct name_set *set) {
    if (set->cap > 4096) {
        *set = (struct name_set){0}; /* clearing it for each small function would be slow */
        return;
    }
    for (int i = 0; i < set->cap; ++i) {
        set->slot[i].name = NULL;
    }
    set->n = 0;
}

const char *name_set_take(struct arena *a, struct arena *table, struct name_set *set,
                          const char *base, const struct name_set *also) {
    const char *name = base;
    while (contains(set, name) || contains(also, name)) {
        name = arena_printf(a, "%s_%d", base, add(table, set, base)->next++);
    }
    add(table, set, name);
    return name;
}

/* ---- variables */

struct tvar *tir_new_var(struct arena *a, struct new_vars *n, const char *base, struct ty *type) {
    struct tfunc *f = n->f;
    for (int i = 0, first = n->taken.n == 0; first && i < f->n_vars; ++i) {
        add(n->table, &n->taken, f->var[i]->name);
    }
    if (f->var != n->var || f->n_vars == n->room) {
        n->room = 2 * f->n_vars + 16;
        n->var = ARENA_ARRAY(a, struct tvar *, n->room);
        for (int i = 0; i < f->n_vars; ++i) {
            n->var[i] = f->var[i];
        }
        f->var = n->var;
    }
    struct tvar *v = ARENA_NEW(a, struct tvar);
    *v = (struct tvar){
        .name = name_set_take(a, n->table, &n->taken, base, NULL), .id = f->n_vars, .type = type};
    f->var[f->n_vars++] = v;
    return v;
}
