/* Interned strings: equal text is the same pointer, so names compare with ==. */
#ifndef PYCC_INTERN_H
#define PYCC_INTERN_H

#include "arena.h"

struct intern_table; /* open addressing, grows by doubling; lives in the arena */

struct intern_table *intern_new(struct arena *a);

/* The one copy of s[0..n); NUL-terminated, owned by the arena. */
const char *intern(struct intern_table *t, const char *s, size_t n);

/* The one copy of a NUL-terminated string. */
const char *intern_str(struct intern_table *t, const char *s);

#endif
