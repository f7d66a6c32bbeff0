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
    const struct name_set *also = function ? NULL : &lw->func_names;
    return name_set_take(lw->a, lw->a, set, intern_str(lw->t->names, plain), also);
}
