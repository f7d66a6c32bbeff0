/* Arena allocation by bumping a pointer through blocks; objects are zeroed when they are handed
 * out.
 *
 * Blocks double in size up to a cap; a request larger than a block gets one of its own behind the
 * head, so that the free rest of the head is not lost. Relies on nothing but libc. */
#include "arena.h"

#include "format.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ARENA_ALIGN = _Alignof(max_align_t),
    ARENA_BLOCK_MIN = 64 * 1024,
    ARENA_BLOCK_MAX = 4 * 1024 * 1024,
};

struct arena_block {
    struct arena_block *older;
    size_t size; /* bytes of data */
    _Alignas(max_align_t) char data[];
};

void die(const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    fflush(stdout);
    fputs("pycc: internal error: ", stderr);
    vfprintf(stderr, fmt, ap);
    fputc('\n', stderr);
    va_end(ap);
    exit(2);
}

void arena_init(struct arena *a) {
    *a = (struct arena){0};
}

void arena_free(struct arena *a) {
    struct arena_block *older;
    for (struct arena_block *b = a->head; b; b = older) {
        older = b->older;
        free(b);
    }
    arena_init(a);
}

void arena_clear(struct arena *a) {
    struct arena_block *head = a->head;
    if (!head) {
        return;
    }
    struct arena_block *older;
    for (struct arena_block *b = head->older; b; b = older) {
        older = b->older;
        free(b);
    }
    head->older = NULL;
    a->next = head->data;
    a->end = head->data + head->size;
}

/* A block that is there; its data may hold anything. */
static struct arena_block *block_of(struct arena_block *b, size_t size) {
    if (!b) {
        die("out of memory (%zu bytes)", size);
    }
    b->size = size;
    return b;
}

static size_t aligned(size_t size) {
    return size == 0 ? ARENA_ALIGN : (size + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
}

/* A block of its own for a large object, zeroed; the head stays the head. */
__attribute__((cold)) static void *alloc_large(struct arena *a, size_t size) {
    if (size > PTRDIFF_MAX - sizeof(struct arena_block) - ARENA_ALIGN) {
        die("out of memory (%zu bytes)", size);
    }
    size = aligned(size);
    struct arena_block *b = block_of(calloc(1, sizeof(struct arena_block) + size), size);
    a->used += size;
    if (a->head) {
        b->older = a->head->older;
        a->head->older = b;
    } else {
        a->head = b;
        a->next = a->end = b->data + size;
    }
    return b->data;
}

__attribute__((cold)) static void add_block(struct arena *a) {
    size_t size = a->head ? a->head->size * 2 : ARENA_BLOCK_MIN;
    if (size < ARENA_BLOCK_MIN || size > ARENA_BLOCK_MAX) {
        size = size < ARENA_BLOCK_MIN ? ARENA_BLOCK_MIN : ARENA_BLOCK_MAX;
    }
    struct arena_block *b = block_of(malloc(sizeof(struct arena_block) + size), size);
    b->older = a->head;
    a->head = b;
    a->next = b->data;
    a->end = b->data + size;
}

/* The next object, aligned. */
static void *take(struct arena *a, size_t size, bool zeroed) {
    size_t rest = (size_t)(a->end - a->next);
    if (size > rest && size > ARENA_BLOCK_MIN / 4) {
        return alloc_large(a, size);
    }
    size = aligned(size);
    if (size > rest) {
        add_block(a);
    }
    void *p = a->next;
    a->used += size;
    a->next += size;
    return zeroed ? memset(p, 0, size) : p;
}

void *arena_alloc(struct arena *a, size_t size) {
    return take(a, size, true);
}

char *arena_strndup(struct arena *a, const char *s, size_t n) {
    char *copy = take(a, n + 1, false);
    if (n > 0) {
        memcpy(copy, s, n);
    }
    copy[n] = '\0';
    return copy;
}

char *arena_strdup(struct arena *a, const char *s) {
    return arena_strndup(a, s, strlen(s));
}

char *arena_printf(struct arena *a, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    char *text = arena_vprintf(a, fmt, ap);
    va_end(ap);
    return text;
}

/* Formats into the rest of the head at once; only text that does not fit is formatted again. */
char *arena_vprintf(struct arena *a, const char *fmt, va_list ap) {
    va_list again;
    va_copy(again, ap);
    size_t room = (size_t)(a->end - a->next);
    int n = format_text(a->next, room, fmt, ap);
    if (n < 0) {
        die("bad format '%s'", fmt);
    }
    char *text = take(a, (size_t)n + 1, false);
    if ((size_t)n >= room) {
        format_text(text, (size_t)n + 1, fmt, again);
    }
    va_end(again);
    return text;
}
