/* The four cost models of a partition, as sums over its blocks. */
#include "partition_cost.h"

static bool holds(uint64_t set, int vertex) {
    return vertex >= 0 && (set >> vertex & 1) != 0;
}

/* ---- unique-bytes */

static bool contracted(const struct pricing *p, int array, uint64_t block, uint64_t open) {
    return holds(block, p->g->born[array]) && holds(block | open, p->g->dies[array]) &&
           (p->users[array] & ~(block | open)) == 0;
}

static int64_t unique_bytes(struct pricing *p, uint64_t block, uint64_t open) {
    const struct partition_graph *g = p->g;
    int64_t bytes = 0;
    const int now = ++p->stamp;
    for (uint64_t rest = block; rest; rest &= rest - 1) {
        const struct partition_vertex *v = &g->vertex[__builtin_ctzll(rest)];
        for (int i = 0; i < v->n_reads; ++i) {
            int view = v->read[i];
            if (p->written[view] != now && p->seen[view] != now) {
                p->seen[view] = now;
                bytes += g->bytes[view];
            }
        }
        for (int i = 0; i < v->n_writes; ++i) {
            int view = v->write[i];
            if (p->written[view] != now) {
                p->written[view] = now;
                bytes += contracted(p, g->array[view], block, open) ? 0 : g->bytes[view];
            }
        }
    }
    return bytes;
}

/* Bytes by the first vertex that touches them: of views of arrays that no block can contract, which
 * somebody reads as they were before, and writes. */
static void look_ahead(struct arena *a, struct pricing *p) {
    const struct partition_graph *g = p->g;
    bool *read = ARENA_ARRAY(a, bool, g->n_views), *written = ARENA_ARRAY(a, bool, g->n_views);
    int *first = ARENA_ARRAY(a, int, g->n_views);
    p->ahead = ARENA_ARRAY(a, int64_t, g->n + 1);
    for (int v = g->n - 1; v >= 0; --v) {
        const struct partition_vertex *x = &g->vertex[v];
        for (int i = 0; i < x->n_writes; ++i) {
            read[x->write[i]] = false;
            written[x->write[i]] = true;
            first[x->write[i]] = v;
        }
        for (int i = 0; i < x->n_reads; ++i) {
            read[x->read[i]] = true;
            first[x->read[i]] = v;
        }
    }
    for (int w = 0; w < g->n_views; ++w) {
        bool stays = g->born[g->array[w]] < 0 || g->dies[g->array[w]] < 0;
        p->ahead[first[w]] += stays ? g->bytes[w] * (read[w] + written[w]) : 0;
    }
    for (int v = g->n - 1; v >= 0; --v) {
        p->ahead[v] += p->ahead[v + 1];
    }
}

/* ---- max-contract, max-locality */

static int64_t contractions(const struct pricing *p, uint64_t block, uint64_t open) {
    int64_t n = 0;
    for (int i = 0; i < p->g->n_arrays; ++i) {
        n += contracted(p, i, block, open);
    }
    return n;
}

static bool accesses(const struct partition_vertex *v, int view) {
    for (int i = 0; i < v->n_reads; ++i) {
        if (v->read[i] == view) {
            return true;
        }
    }
    for (int i = 0; i < v->n_writes; ++i) {
        if (v->write[i] == view) {
            return true;
        }
    }
    return false;
}

static int64_t common_views(const struct partition_vertex *x, const struct partition_vertex *y) {
    int64_t n = 0;
    for (int i = 0; i < x->n_reads; ++i) {
        n += accesses(y, x->read[i]);
    }
    for (int i = 0; i < x->n_writes; ++i) {
        struct partition_vertex reads = {.n_reads = x->n_reads, .read = x->read};
        n += !accesses(&reads, x->write[i]) && accesses(y, x->write[i]);
    }
    return n;
}

/* Pairs inside a, and between a and b, which are disjoint. */
static int64_t pairs(const struct pricing *p, uint64_t a, uint64_t b) {
    int64_t n = 0;
    for (uint64_t x = a; x; x &= x - 1) {
        int i = __builtin_ctzll(x);
        for (uint64_t y = (x & (x - 1)) | b; y; y &= y - 1) {
            n += common_views(&p->g->vertex[i], &p->g->vertex[__builtin_ctzll(y)]);
        }
    }
    return n;
}

/* ---- all */

static uint64_t everything(const struct partition_graph *g) {
    return g->n == 64 ? ~(uint64_t)0 : ((uint64_t)1 << g->n) - 1;
}

struct pricing pricing_new(struct arena *a, const struct partition_graph *g,
                           enum partition_model model) {
    struct pricing p = {.g = g, .model = model};
    p.written = ARENA_ARRAY(a, int, g->n_views);
    p.seen = ARENA_ARRAY(a, int, g->n_views);
    p.users = ARENA_ARRAY(a, uint64_t, g->n_arrays);
    for (int v = 0; v < g->n; ++v) {
        for (int i = 0; i < g->vertex[v].n_reads; ++i) {
            p.users[g->array[g->vertex[v].read[i]]] |= (uint64_t)1 << v;
        }
        for (int i = 0; i < g->vertex[v].n_writes; ++i) {
            p.users[g->array[g->vertex[v].write[i]]] |= (uint64_t)1 << v;
        }
    }
    int64_t n = g->n_arrays;
    switch (model) {
    case MODEL_UNIQUE_BYTES:
        look_ahead(a, &p);
        break;
    case MODEL_MAX_CONTRACT:
        p.constant = n;
        break;
    case MODEL_MAX_LOCALITY:
        p.constant = pairs(&p, everything(g), 0);
        break;
    case MODEL_ROBINSON:
        p.constant = n * n * pairs(&p, everything(g), 0) + n * n;
        break;
    }
    return p;
}

int64_t pricing_value(struct pricing *p, uint64_t block, uint64_t open) {
    int64_t n = p->g->n_arrays;
    switch (p->model) {
    case MODEL_UNIQUE_BYTES:
        return unique_bytes(p, block, open);
    case MODEL_MAX_CONTRACT:
        return -contractions(p, block, open);
    case MODEL_MAX_LOCALITY:
        return -pairs(p, block, open);
    case MODEL_ROBINSON:
        return 1 - n * n * pairs(p, block, open) - n * contractions(p, block, open);
    }
    return 0;
}

int64_t pricing_open(struct pricing *p, uint64_t open) {
    int64_t n = p->g->n_arrays;
    int64_t dying = 0;
    for (int i = 0; i < p->g->n_arrays; ++i) {
        dying += holds(open, p->g->born[i]);
    }
    switch (p->model) {
    case MODEL_UNIQUE_BYTES:
        return p->ahead[open ? __builtin_ctzll(open) : p->g->n];
    case MODEL_MAX_CONTRACT:
        return -dying;
    case MODEL_MAX_LOCALITY:
        return -pairs(p, open, 0);
    case MODEL_ROBINSON:
        return -n * n * pairs(p, open, 0) - n * dying;
    }
    return 0;
}
