/* C identifiers for Python names: kept where C allows, with "_" appended where C or its library has
 * taken them and "_2", "_3" ... where they clash. */
#include <ctype.h>
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

static bool reserved(struct lower *lw, const char *name, bool function) {
    for (int i = 0; i < LENGTH(taken_prefix); ++i) {
        if (strncmp(name, taken_prefix[i], strlen(taken_prefix[i])) == 0) {
            return strcmp(name, "_") != 0;
        }
    }
    size_t n = strlen(name);
    bool variant = n > 1 && (name[n - 1] == 'f' || name[n - 1] == 'l');
    const char *plain = variant ? arena_strndup(lw->a, name, n - 1) : name;
    if (listed(name, taken_any, LENGTH(taken_any)) || listed(plain, taken_any, LENGTH(taken_any))) {
        return true;
    }
    return function && (listed(name, taken_func, LENGTH(taken_func)) ||
                        listed(plain, taken_func, LENGTH(taken_func)));
}

/* ---- sets */

static int slot_of(const struct name_set *set, const char *name) {
    unsigned h = (unsigned)((uintptr_t)name >> 4) * 2654435761U;
    int i = (int)(h % (unsigned)set->cap);
    while (set->slot[i] && set->slot[i] != name) {
        i = i + 1 == set->cap ? 0 : i + 1;
    }
    return i;
}

static bool contains(const struct name_set *set, const char *name) {
    return set->cap > 0 && set->slot[slot_of(set, name)] != NULL;
}

static void add(struct lower *lw, struct name_set *set, const char *name) {
    if (2 * (set->n + 1) > set->cap) {
        struct name_set bigger = {.cap = set->cap ? 2 * set->cap : 32};
        bigger.slot = ARENA_ARRAY(lw->a, const char *, bigger.cap);
        for (int i = 0; i < set->cap; ++i) {
            if (set->slot[i]) {
                bigger.slot[slot_of(&bigger, set->slot[i])] = set->slot[i];
                ++bigger.n;
            }
        }
        *set = bigger;
    }
    int i = slot_of(set, name);
    set->n += set->slot[i] == NULL;
    set->slot[i] = name;
}

/* ---- names */

/* ASCII letters, digits and underscores only. */
static const char *c_spelling(struct lower *lw, const char *base) {
    size_t n = strlen(base);
    char *s = arena_alloc(lw->a, 4 * n + 1);
    size_t k = 0;
    for (size_t i = 0; i < n; ++i) {
        unsigned char c = (unsigned char)base[i];
        if (isalnum(c) || c == '_') {
            s[k++] = (char)c;
        } else {
            static const char digit[] = "0123456789ABCDEF";
            s[k++] = '_';
            s[k++] = 'u';
            s[k++] = digit[c >> 4];
            s[k++] = digit[c & 15];
        }
    }
    s[k] = '\0';
    return s;
}

const char *lower_name(struct lower *lw, struct name_set *set, const char *base, bool function) {
    const char *plain = c_spelling(lw, base);
    if (plain[0] == '_' && strcmp(plain, "_") != 0) {
        plain = arena_printf(lw->a, "v%s", plain);
    }
    if (reserved(lw, plain, function)) {
        plain = arena_printf(lw->a, "%s_", plain);
    }
    const char *name = intern_str(lw->t->names, plain);
    for (int i = 2; contains(set, name) || (!function && contains(&lw->func_names, name)); ++i) {
        name = intern_str(lw->t->names, arena_printf(lw->a, "%s_%d", plain, i));
    }
    add(lw, set, name);
    return name;
}
