/* C identifiers for Python names: kept where C allows, with "_" appended where C or its library has
 * taken them and "_2", "_3" ... where they clash. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lower.h"

/* Reserved for any name, and for functions only; each sorted. */
static const char *const taken_any[] = {
#define ANY(name) #name,
#define FUNC(name)
#include "reserved.def"
#undef ANY
#undef FUNC
};

static const char *const taken_func[] = {
#define ANY(name)
#define FUNC(name) #name,
#include "reserved.def"
#undef ANY
#undef FUNC
};

static const char *const taken_prefix[] = {
    "_",   "Py",  "PY", "NPY", "npy", "pycc_", "PYCC_", "pthread_", "PTHREAD_", "omp_", "OMP_",
    "cl_", "CL_", "M_", "SIG", "SA_", "FE_",   "FP_",   "METH_",    "HAVE_",    "PRI",  "SCN",
};

#define LENGTH(array) ((int)(sizeof(array) / sizeof((array)[0])))

static int compare_names(const void *key, const void *item) {
    return strcmp(key, *(const char *const *)item);
}

static bool listed(const char *name, const char *const *list, int n) {
    return bsearch(name, list, (size_t)n, sizeof(*list), compare_names) != NULL;
}

static bool reserved(const char *name, bool function) {
    for (int i = 0; i < LENGTH(taken_prefix); ++i) {
        if (name[0] == taken_prefix[i][0] &&
            strncmp(name, taken_prefix[i], strlen(taken_prefix[i])) == 0) {
            return strcmp(name, "_") != 0;
        }
    }
    char plain[32];
    size_t n = strlen(name);
    bool variant = n > 1 && n < sizeof(plain) && (name[n - 1] == 'f' || name[n - 1] == 'l');
    memcpy(plain, name, variant ? n - 1 : 0);
    plain[variant ? n - 1 : 0] = '\0';
    if (listed(name, taken_any, LENGTH(taken_any)) || listed(plain, taken_any, LENGTH(taken_any))) {
        return true;
    }
    return function && (listed(name, taken_func, LENGTH(taken_func)) ||
                        listed(plain, taken_func, LENGTH(taken_func)));
}

/* ---- sets */

/* Where the name is, or would be. */
static struct name_slot *slot_of(const struct name_set *set, const char *name) {
    unsigned h = (unsigned)((uintptr_t)name >> 4) * 2654435761U;
    int i = (int)(h % (unsigned)set->cap);
    while (set->slot[i].name && set->slot[i].name != name) {
        i = i + 1 == set->cap ? 0 : i + 1;
    }
    return &set->slot[i];
}

static bool contains(const struct name_set *set, const char *name) {
    return set->cap > 0 && slot_of(set, name)->name != NULL;
}

static struct name_slot *add(struct lower *lw, struct name_set *set, const char *name) {
    if (2 * (set->n + 1) > set->cap) {
        struct name_set bigger = {.n = set->n, .cap = set->cap ? 2 * set->cap : 32};
        bigger.slot = ARENA_ARRAY(lw->a, struct name_slot, bigger.cap);
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

/* ---- names */

/* ASCII letters, digits and underscores only, no underscore in front but of "_" itself. */
static const char *c_spelling(struct lower *lw, const char *base) {
    static const char digit[] = "0123456789ABCDEF";
    size_t n = strlen(base);
    char *s = arena_alloc(lw->a, 4 * n + 2);
    size_t k = 0;
    if (base[0] == '_' || !isalpha((unsigned char)base[0])) {
        s[k++] = 'v';
    }
    for (size_t i = 0; i < n; ++i) {
        unsigned char c = (unsigned char)base[i];
        if (isalnum(c) || c == '_') {
            s[k++] = (char)c;
        } else {
            s[k++] = '_';
            s[k++] = 'u';
            s[k++] = digit[c >> 4];
            s[k++] = digit[c & 15];
        }
    }
    s[k] = '\0';
    return s;
}

static bool is_plain(const char *name) {
    if (name[0] == '_') {
        return name[1] == '\0';
    }
    for (; *name; ++name) {
        if (!isalnum((unsigned char)*name) && *name != '_') {
            return false;
        }
    }
    return true;
}

const char *lower_name(struct lower *lw, struct name_set *set, const char *base, bool function) {
    const char *plain = is_plain(base) ? base : c_spelling(lw, base);
    if (reserved(plain, function)) {
        plain = arena_printf(lw->a, "%s_", plain);
    }
    plain = intern_str(lw->t->names, plain);
    const char *name = plain;
    while (contains(set, name) || (!function && contains(&lw->func_names, name))) {
        char text[24];
        snprintf(text, sizeof(text), "_%d", add(lw, set, plain)->next++);
        name = intern_str(lw->t->names, arena_printf(lw->a, "%s%s", plain, text));
    }
    add(lw, set, name);
    return name;
}
