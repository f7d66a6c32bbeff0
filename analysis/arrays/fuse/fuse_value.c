/* Value numbering by a table of the values met. */
#include "fuse_value.h"

#include <string.h>

enum { MAX_PARTS = 64 };

void num_init(struct num_table *t, struct arena *a) {
    *t = (struct num_table){.a = a};
    memset(t->bucket, -1, sizeof(t->bucket));
}

static unsigned hash(enum num_kind kind, int64_t number, int n, const int *arg) {
    uint64_t h = (uint64_t)kind * 31 + (uint64_t)number;
    for (int i = 0; i < n; ++i) {
        h = (h ^ (uint64_t)(unsigned)arg[i]) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return (unsigned)(h ^ h >> 8) & 255;
}

static int add(struct num_table *t, enum num_kind kind, int64_t number, int n, const int *arg) {
    struct num v = {kind, number, n, ARENA_ARRAY(t->a, int, n), -1};
    for (int i = 0; i < n; ++i) {
        v.arg[i] = arg[i];
    }
    unsigned h = hash(kind, number, n, arg);
    v.next = t->bucket[h];
    t->bucket[h] = t->value.n;
    vec_push(t->a, &t->value, v);
    vec_push(t->a, &t->same, t->value.n - 1);
    return t->value.n - 1;
}

int num_make(struct num_table *t, enum num_kind kind, int64_t number, int n, const int *arg) {
    for (int i = t->bucket[hash(kind, number, n, arg)]; i >= 0; i = t->value.item[i].next) {
        const struct num *v = &t->value.item[i];
        if (v->kind == kind && v->number == number && v->n == n &&
            (n == 0 || memcmp(v->arg, arg, sizeof(int) * (size_t)n) == 0)) {
            return i;
        }
    }
    return add(t, kind, number, n, arg);
}

int num_const(struct num_table *t, int64_t number) {
    return num_make(t, NUM_CONST, number, 0, NULL);
}

int num_new(struct num_table *t) {
    return num_make(t, NUM_NEW, t->value.n, 0, NULL);
}

bool num_is_const(const struct num_table *t, int x, int64_t *number) {
    *number = t->value.item[x].number;
    return t->value.item[x].kind == NUM_CONST;
}

bool num_natural(const struct num_table *t, int x) {
    const struct num *v = &t->value.item[x];
    switch (v->kind) {
    case NUM_CONST:
        return v->number >= 0;
    case NUM_EXTENT:
    case NUM_TRIM:
    case NUM_SLICE:
    case NUM_WRAP:
        return true;
    case NUM_JOIN:
        for (int i = 0; i < v->n; ++i) {
            if (!num_natural(t, v->arg[i])) {
                return false;
            }
        }
        return true;
    default:
        return false;
    }
}

int num_trim(struct num_table *t, int extent, int64_t number) {
    int64_t known;
    if (num_is_const(t, extent, &known)) {
        return num_const(t, known > number ? known - number : 0);
    }
    const struct num *v = &t->value.item[extent];
    if (number == 0) {
        return extent;
    }
    if (v->kind == NUM_TRIM && number <= INT64_MAX - v->number) {
        int of = v->arg[0];
        return num_make(t, NUM_TRIM, v->number + number, 1, &of);
    }
    return num_make(t, NUM_TRIM, number, 1, &extent);
}

/* ---- joins */

struct parts {
    int n;
    int item[MAX_PARTS];
};

static int found(const struct num_table *t, int x) {
    while (t->same.item[x] != x) {
        x = t->same.item[x];
    }
    return x;
}

/* Adds the members of x, each once, ascending. False when there are too many. */
static bool gather(const struct num_table *t, int x, struct parts *p) {
    x = found(t, x);
    const struct num *v = &t->value.item[x];
    int64_t number;
    if (v->kind == NUM_JOIN) {
        for (int i = 0; i < v->n; ++i) {
            if (!gather(t, v->arg[i], p)) {
                return false;
            }
        }
        return true;
    }
    if (num_is_const(t, x, &number) && number == 1) {
        return true;
    }
    int at = 0;
    while (at < p->n && p->item[at] < x) {
        ++at;
    }
    if (at < p->n && p->item[at] == x) {
        return true;
    }
    if (p->n == MAX_PARTS) {
        return false;
    }
    memmove(&p->item[at + 1], &p->item[at], sizeof(int) * (size_t)(p->n - at));
    p->item[at] = x;
    ++p->n;
    return true;
}

static bool has(const struct parts *p, int x) {
    for (int i = 0; i < p->n; ++i) {
        if (p->item[i] == x) {
            return true;
        }
    }
    return false;
}

static bool has_all(const struct parts *p, const struct parts *of) {
    for (int i = 0; i < of->n; ++i) {
        if (!has(p, of->item[i])) {
            return false;
        }
    }
    return true;
}

/* Leaves out what other members stand for. */
static void absorb(const struct num_table *t, struct parts *p) {
    for (int i = 0; i < t->absorbed.n; ++i) {
        int x = found(t, t->absorbed.item[i].value);
        struct parts with = {0};
        if (!has(p, x) || !gather(t, t->absorbed.item[i].with, &with) || has(&with, x) ||
            !has_all(p, &with)) {
            continue;
        }
        int n = 0;
        for (int k = 0; k < p->n; ++k) {
            if (p->item[k] != x) {
                p->item[n++] = p->item[k];
            }
        }
        p->n = n;
    }
}

static int joined(struct num_table *t, struct parts *p) {
    absorb(t, p);
    if (p->n == 0) {
        return num_const(t, 1);
    }
    return p->n == 1 ? p->item[0] : num_make(t, NUM_JOIN, 0, p->n, p->item);
}

int num_join(struct num_table *t, int x, int y) {
    struct parts p = {0};
    if (!gather(t, x, &p) || !gather(t, y, &p)) {
        return num_new(t);
    }
    return joined(t, &p);
}

int num_now(struct num_table *t, int x) {
    struct parts p = {0};
    if (t->value.item[found(t, x)].kind != NUM_JOIN || !gather(t, x, &p)) {
        return found(t, x);
    }
    return joined(t, &p);
}

/* ---- facts */

/* Members of x that y lacks are 1 or what y is. */
void num_learn_stretches(struct num_table *t, int x, int y) {
    struct parts p = {0}, q = {0};
    if (!gather(t, x, &p) || !gather(t, y, &q)) {
        return;
    }
    for (int i = 0; i < p.n; ++i) {
        if (!has(&q, p.item[i])) {
            struct absorption rule = {p.item[i], y};
            vec_push(t->a, &t->absorbed, rule);
        }
    }
}

void num_learn_equal(struct num_table *t, int x, int y) {
    x = num_now(t, x);
    y = num_now(t, y);
    struct parts p = {0}, q = {0};
    int64_t number;
    bool x_known = num_is_const(t, x, &number), y_known = num_is_const(t, y, &number);
    if (x == y || (x_known && y_known) || !gather(t, x, &p) || !gather(t, y, &q)) {
        return;
    }
    if (t->value.item[x].kind == NUM_JOIN && has_all(&p, &q)) {
        num_learn_stretches(t, x, y);
    } else if (t->value.item[y].kind == NUM_JOIN && has_all(&q, &p)) {
        num_learn_stretches(t, y, x);
    } else if (x_known || (x < y && !y_known)) {
        t->same.item[y] = x;
    } else {
        t->same.item[x] = y;
    }
}

bool num_stretches(struct num_table *t, int x, int y) {
    struct parts p = {0}, q = {0};
    if (!gather(t, num_now(t, x), &p) || !gather(t, num_now(t, y), &q)) {
        return false;
    }
    return has_all(&q, &p);
}
