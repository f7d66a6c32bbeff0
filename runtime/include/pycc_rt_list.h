/* Lists of generated code: growing memory of items of one type, with a reference count.
 *
 * A list is passed by value as a reference to its buffer, so that two variables may stand for one
 * list. Its items are C values one after the other; where they hold references (arrays, lists) the
 * list holds one of each. Nothing here knows of Python. */
#ifndef PYCC_RT_LIST_H
#define PYCC_RT_LIST_H

#include "pycc_rt_array.h"

/* What the items of a list are: bytes of each, and where in it the references stand: offsets of
 * `struct pycc_buffer *`. */
struct pycc_items {
    uint32_t size, n;
    const uint32_t *owner;
    bool linked; /* objects that may hold each other: the call frees what is left of them */
};

struct pycc_list_object {
    struct pycc_buffer head; /* data: the object itself; drop frees it */
    const struct pycc_items *items;
    struct pycc_buffer *memory; /* of the items, which an array may share; NULL: none yet, or the
                                   item of an object, behind this */
    char *data;
    int64_t n, capacity;
};

static inline struct pycc_list_object *pycc_list_of(struct pycc_list list) {
    return (struct pycc_list_object *)list.owner;
}

static inline int64_t pycc_list_length(struct pycc_list list) {
    return list.owner ? pycc_list_of(list)->n : 0;
}

/* Item i of C type t, an lvalue; i is in range. */
#define PYCC_LIST_AT(t, list, i) (((t *)pycc_list_of(list)->data)[i])

/* Those that are linked, from pycc_list_new of a call, while they live. */
struct pycc_linked {
    struct pycc_list_object object;
    struct pycc_pool *pool; /* whose list it is in; NULL: none */
    struct pycc_linked *next, **at;
};

/* The items, which are numbers, as an array, as long as the list has as many. It carries no
 * reference. */
static inline struct pycc_array1 pycc_list_items(struct pycc_list list) {
    struct pycc_array1 a = {0};
    if (list.owner) {
        const struct pycc_list_object *o = pycc_list_of(list);
        a.data = o->data;
        a.owner = o->memory;
        a.shape[0] = o->n;
        a.stride[0] = o->items->size;
    }
    return a;
}

/* An empty list, with one reference. False with ctx failed: MemoryError. So are the others. */
bool pycc_list_new(struct pycc_ctx *ctx, struct pycc_list *list, const struct pycc_items *items,
                   int line);

/* The same for one that will have one item, an object's attributes. */
bool pycc_object_new(struct pycc_ctx *ctx, struct pycc_list *list, const struct pycc_items *items,
                     int line);

/* Room for one more item at place i, 0 <= i <= length, to be filled in at once; or NULL. */
void *pycc_list_gap(struct pycc_ctx *ctx, struct pycc_list list, int64_t i, int line);

/* The same at the end. */
static inline void *pycc_list_push(struct pycc_ctx *ctx, struct pycc_list list, int64_t size,
                                   int line) {
    struct pycc_list_object *o = pycc_list_of(list);
    if (PYCC_LIKELY(o->n < o->capacity)) {
        return o->data + o->n++ * size;
    }
    return pycc_list_gap(ctx, list, o->n, line);
}

/* Takes item i out without giving back its references. */
void pycc_list_remove(struct pycc_list list, int64_t i);

/* One more reference to, or one less of, whatever an item refers to. */
void pycc_item_retain(const struct pycc_items *items, const void *item);
void pycc_item_release(const struct pycc_items *items, const void *item);

void pycc_list_clear(struct pycc_list list);
void pycc_list_reverse(struct pycc_list list);
bool pycc_list_extend(struct pycc_ctx *ctx, struct pycc_list list, struct pycc_list by, int line);

/* list[start:stop:step], a new list. given: which of the three are, in bits 0 to 2; the step is not
 * 0. */
bool pycc_list_slice(struct pycc_ctx *ctx, struct pycc_list *to, struct pycc_list list,
                     unsigned given, int64_t start, int64_t stop, int64_t step, int line);

/* list * times, a new list. */
bool pycc_list_repeat(struct pycc_ctx *ctx, struct pycc_list *to, struct pycc_list list,
                      int64_t times, int line);

/* Where Python's list.insert puts an item, whatever i is. */
static inline int64_t pycc_list_place(struct pycc_list list, int64_t i) {
    int64_t n = pycc_list_length(list);
    i += i < 0 ? n : 0;
    return i < 0 ? 0 : i > n ? n : i;
}

#endif
