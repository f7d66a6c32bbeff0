/* Arena: memory that is freed all at once.
 *
 * The compiler owns one arena per module; every AST node, type, TIR node and string of that module
 * lives in it; what a pass needs for one function at a time has an arena that is cleared in
 * between. There is no free of a single object. Out of memory ends the process through die(), since
 * the compiler has nothing to salvage then. */
#ifndef PYCC_ARENA_H
#define PYCC_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *head; /* newest block; older ones hang behind it */
    char *next;               /* first free byte of head */
    char *end;                /* one past the last byte of head */
    size_t used;              /* bytes handed out in all, for --verbose */
};

/* Makes an empty arena; allocates nothing yet. */
void arena_init(struct arena *a);

/* Frees every block; the arena is empty and usable again. */
void arena_free(struct arena *a);

/* Forgets every object, keeping the newest block for those to come: for what lives as long as the
 * work on one function. */
void arena_clear(struct arena *a);

/* Returns size zeroed bytes aligned for any type; size 0 gives a valid pointer. Never NULL. */
void *arena_alloc(struct arena *a, size_t size);

/* Copies n bytes and adds a terminating NUL. */
char *arena_strndup(struct arena *a, const char *s, size_t n);

/* Copies a NUL-terminated string. */
char *arena_strdup(struct arena *a, const char *s);

/* printf into the arena. */
char *arena_printf(struct arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *a, const char *fmt, va_list ap);

/* A zeroed object of the given type, or an array of n of them. */
#define ARENA_NEW(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, type, n) ((type *)arena_alloc((a), sizeof(type) * (size_t)(n)))

/* Our own bug or no memory left: prints "pycc: internal error: ..." and ends with status 2. */
_Noreturn void die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
