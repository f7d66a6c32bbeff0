/* Arena allocation by bumping a pointer through blocks from calloc, which are already zeroed.
 *
 * Blocks double in size up to a cap; a request larger than a block gets one of its own behind the
 * head, so that the free rest of the head is not lost. Relies on nothing but libc. */
#include "arena.h"

#include "format.h"

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
    memset(head->data, 0, (size_t)(a->next - head->data));
    a->next = head->data;
    a->end = head->data + head->size;
}

static struct arena_block *block_new(size_t size) {
    struct arena_block *b = calloc(1, sizeof(struct arena_block) + size);
    if (!b) {
        die("out of memory (%zu bytes)", size);
    }
    b->size = size;
    return b;
}

/* A block of its own for a large object; the head stays the head. */
static void *alloc_large(struct arena *a, size_t size) {
    struct arena_block *b = block_new(size);
    if (a->head) {
        b->older = a->head->older;
        a->head->older = b;
    } else {
        a->head = b;
        a->next = a->end = b->data + size;
    }
    return b->data;
}

static void add_block(struct arena *a) {
    size_t size = a->head ? a->head->size * 2 : ARENA_BLOCK_MIN;
    if (size < ARENA_BLOCK_MIN || size > ARENA_BLOCK_MAX) {
        size = size < ARENA_BLOCK_MIN ? ARENA_BLOCK_MIN : ARENA_BLOCK_MAX;
    }
    struct arena_block *b = block_new(size);
    b->older = a->head;
    a->head = b;
    a->next = b->data;
    a->end = b->data + size;
}

void *arena_alloc(struct arena *a, size_t size) {
    if (size > PTRDIFF_MAX - sizeof(struct arena_block) - ARENA_ALIGN) {
        die("out of memory (%zu bytes)", size);
    }
    size = size == 0 ? ARENA_ALIGN : (size + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
    a->used += size;
    if (size > (size_t)(a->end - a->next)) {
        if (size > ARENA_BLOCK_MIN / 4) {
            return alloc_large(a, size);
        }
        add_block(a);
    }
    void *p = a->next;
    a->next += size;
    return p;
}

char *arena_strndup(struct arena *a, const char *s, size_t n) {
    char *copy = arena_alloc(a, n + 1);
    if (n > 0) {
        memcpy(copy, s, n);
    }
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
    char *text = a->next;
    if ((size_t)n < room) {
        arena_alloc(a, (size_t)n + 1);
    } else {
        if (room > 0) {
            memset(a->next, 0, room);
        }
        text = arena_alloc(a, (size_t)n + 1);
        format_text(text, (size_t)n + 1, fmt, again);
    }
    va_end(again);
    return text;
}
