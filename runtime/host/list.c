/* Lists: memory that grows by half of itself, in place where no array shares it. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "pool.h"
#include "pycc_rt.h"

enum { FIRST = 4 /* items of the first memory */ };

/* ---- references of items */

static struct pycc_buffer *owner_at(const char *item, uint32_t offset) {
    struct pycc_buffer *b;
    memcpy(&b, item + offset, sizeof(b));
    return b;
}

void pycc_item_retain(const struct pycc_items *items, const void *item) {
    for (uint32_t k = 0; k < items->n; ++k) {
        pycc_retain(owner_at(item, items->owner[k]));
    }
}

void pycc_item_release(const struct pycc_items *items, const void *item) {
    for (uint32_t k = 0; k < items->n; ++k) {
        pycc_release(owner_at(item, items->owner[k]));
    }
}

static void release_items(const struct pycc_items *items, const char *first, int64_t n) {
    for (int64_t i = 0; i < n && items->n > 0; ++i) {
        pycc_item_release(items, first + (size_t)i * items->size);
    }
}

/* ---- memory */

/* Of the thread: lists that are to be dropped, each with the next one in its head, while one is. */
static _Thread_local struct pycc_buffer *dropped;
static _Thread_local bool dropping;

static void drop_one(struct pycc_list_object *o) {
    if (o->items->linked && ((struct pycc_linked *)o)->pool) {
        pycc_pool_unlink((struct pycc_linked *)o);
    }
    release_items(o->items, o->data, o->n);
    pycc_release(o->memory);
    free(o);
}

/* What it holds may hold others, and these others, however many: they wait for their turn, and the
 * stack does not grow. */
static void list_drop(struct pycc_buffer *b) {
    struct pycc_list_object *o = (struct pycc_list_object *)b;
    if (o->items->n == 0) {
        drop_one(o);
        return;
    }
    b->data = dropped;
    dropped = b;
    if (dropping) {
        return;
    }
    dropping = true;
    while (dropped) {
        o = (struct pycc_list_object *)dropped;
        dropped = dropped->data;
        drop_one(o);
    }
    dropping = false;
}

/* With room for items in its own block. */
static bool new_list(struct pycc_ctx *ctx, struct pycc_list *list, const struct pycc_items *items,
                     int64_t capacity, int line) {
    size_t align = _Alignof(max_align_t);
    size_t size = items->linked ? sizeof(struct pycc_linked) : sizeof(struct pycc_list_object);
    size = (size + align - 1) / align * align;
    struct pycc_list_object *o = malloc(size + (size_t)capacity * items->size);
    if (!o) {
        pycc_raise(ctx, PYCC_EXC_MEMORY, "unable to allocate a list", line);
        return false;
    }
    *o = (struct pycc_list_object){
        .head = {.refs = 1, .data = o, .drop = list_drop},
        .items = items,
        .data = capacity ? (char *)o + size : NULL,
        .capacity = capacity,
    };
    if (items->linked) {
        ((struct pycc_linked *)o)->pool = NULL;
    }
    if (items->linked && ctx->pool) {
        pycc_pool_link(ctx->pool, (struct pycc_linked *)o);
    }
    list->owner = &o->head;
    return true;
}

bool pycc_list_new(struct pycc_ctx *ctx, struct pycc_list *list, const struct pycc_items *items,
                   int line) {
    return new_list(ctx, list, items, 0, line);
}

bool pycc_object_new(struct pycc_ctx *ctx, struct pycc_list *list, const struct pycc_items *items,
                     int line) {
    return new_list(ctx, list, items, 1, line);
}

/* Memory of its own for `bytes`, with what the list holds. */
static bool move_items(struct pycc_list_object *o, size_t bytes) {
    struct pycc_buffer *b = malloc(PYCC_BUFFER_HEAD + bytes);
    if (!b) {
        return false;
    }
    *b = (struct pycc_buffer){.refs = 1, .data = pycc_behind(b)};
    if (o->n > 0) {
        memcpy(b->data, o->data, (size_t)o->n * o->items->size);
    }
    pycc_release(o->memory);
    o->memory = b;
    return true;
}

static bool resize(struct pycc_list_object *o, size_t bytes) {
    bool alone = o->memory && __atomic_load_n(&o->memory->refs, __ATOMIC_ACQUIRE) == 1;
    if (!alone) {
        return move_items(o, bytes);
    }
    struct pycc_buffer *b = realloc(o->memory, PYCC_BUFFER_HEAD + bytes);
    if (b) {
        b->data = pycc_behind(b);
        o->memory = b;
    }
    return b != NULL;
}

/* Room for n items. */
static bool reserve(struct pycc_ctx *ctx, struct pycc_list_object *o, int64_t n, int line) {
    int64_t capacity = n + n / 2, bytes;
    if (n <= o->capacity) {
        return true;
    }
    capacity = capacity < FIRST ? FIRST : capacity;
    if (__builtin_mul_overflow(capacity, (int64_t)o->items->size, &bytes) ||
        !resize(o, (size_t)bytes)) {
        pycc_raise(ctx, PYCC_EXC_MEMORY, "unable to make a list longer", line);
        return false;
    }
    o->data = o->memory->data;
    o->capacity = capacity;
    return true;
}

/* ---- one item */

void *pycc_list_gap(struct pycc_ctx *ctx, struct pycc_list list, int64_t i, int line) {
    struct pycc_list_object *o = pycc_list_of(list);
    size_t size = o->items->size;
    if (!reserve(ctx, o, o->n + 1, line)) {
        return NULL;
    }
    char *at = o->data + (size_t)i * size;
    memmove(at + size, at, (size_t)(o->n - i) * size);
    ++o->n;
    return at;
}

void pycc_list_remove(struct pycc_list list, int64_t i) {
    struct pycc_list_object *o = pycc_list_of(list);
    size_t size = o->items->size;
    char *at = o->data + (size_t)i * size;
    --o->n;
    memmove(at, at + size, (size_t)(o->n - i) * size);
}

/* ---- all items */

/* The list is empty before what its items held is given back, which may hold the list itself. */
void pycc_list_clear(struct pycc_list list) {
    struct pycc_list_object *o = pycc_list_of(list);
    struct pycc_buffer *memory = o->memory;
    char *data = o->data;
    int64_t n = o->n;
    o->memory = NULL;
    o->data = NULL;
    o->n = o->capacity = 0;
    release_items(o->items, data, n);
    pycc_release(memory);
}

static void swap(char *a, char *b, size_t size) {
    for (size_t i = 0; i < size; ++i) {
        char c = a[i];
        a[i] = b[i];
        b[i] = c;
    }
}

void pycc_list_reverse(struct pycc_list list) {
    struct pycc_list_object *o = pycc_list_of(list);
    size_t size = o->items->size;
    for (int64_t i = 0, j = o->n - 1; i < j; ++i, --j) {
        swap(o->data + (size_t)i * size, o->data + (size_t)j * size, size);
    }
}

/* Appends n items that stand `stride` bytes apart; none of them is in memory that moves. */
static void append(struct pycc_list_object *o, const char *from, int64_t stride, int64_t n) {
    size_t size = o->items->size;
    char *to = o->data + (size_t)o->n * size;
    for (int64_t i = 0; i < n && stride != (int64_t)size; ++i) {
        memcpy(to + (size_t)i * size, from + i * stride, size);
    }
    if (n > 0 && stride == (int64_t)size) {
        memmove(to, from, (size_t)n * size);
    }
    for (int64_t i = 0; i < n && o->items->n > 0; ++i) {
        pycc_item_retain(o->items, to + (size_t)i * size);
    }
    o->n += n;
}

bool pycc_list_extend(struct pycc_ctx *ctx, struct pycc_list list, struct pycc_list by, int line) {
    struct pycc_list_object *o = pycc_list_of(list), *other = pycc_list_of(by);
    int64_t n = other->n;
    if (!reserve(ctx, o, o->n + n, line)) {
        return false;
    }
    append(o, other->data, o->items->size, n);
    return true;
}

bool pycc_list_slice(struct pycc_ctx *ctx, struct pycc_list *to, struct pycc_list list,
                     unsigned given, int64_t start, int64_t stop, int64_t step, int line) {
    const struct pycc_list_object *o = pycc_list_of(list);
    char *first = o->data;
    int64_t n, stride;
    step = given & 4 ? step : 1;
    start = given & 1 ? start : step < 0 ? INT64_MAX : 0;
    stop = given & 2 ? stop : step < 0 ? INT64_MIN : INT64_MAX;
    pycc_slice(&first, &n, &stride, o->n, o->items->size, start, stop, step);
    if (!pycc_list_new(ctx, to, o->items, line)) {
        return false;
    }
    if (!reserve(ctx, pycc_list_of(*to), n, line)) {
        pycc_release(to->owner);
        return false;
    }
    append(pycc_list_of(*to), first, stride, n);
    return true;
}

bool pycc_list_repeat(struct pycc_ctx *ctx, struct pycc_list *to, struct pycc_list list,
                      int64_t times, int line) {
    const struct pycc_list_object *o = pycc_list_of(list);
    int64_t n;
    times = times < 0 || o->n == 0 ? 0 : times;
    if (!pycc_list_new(ctx, to, o->items, line)) {
        return false;
    }
    if (__builtin_mul_overflow(o->n, times, &n)) {
        pycc_raise(ctx, PYCC_EXC_MEMORY, "unable to make a list longer", line);
        pycc_release(to->owner);
        return false;
    }
    if (!reserve(ctx, pycc_list_of(*to), n, line)) {
        pycc_release(to->owner);
        return false;
    }
    for (int64_t i = 0; i < times; ++i) {
        append(pycc_list_of(*to), o->data, o->items->size, o->n);
    }
    return true;
}
