/* Partitions: random graphs against brute force over all partitions. */
#include <criterion/criterion.h>
#include <string.h>

#include "partition.h"

enum { VIEWS = 16, ARRAYS = 8, GRAPHS = 400, NODES = 1000000 };

static const enum partition_model MODELS[] = {MODEL_UNIQUE_BYTES, MODEL_MAX_CONTRACT,
                                              MODEL_MAX_LOCALITY, MODEL_ROBINSON};

/* ---- building */

struct graph {
    struct partition_graph g;
    struct partition_vertex vertex[PARTITION_MAX];
    int reads[PARTITION_MAX][VIEWS], writes[PARTITION_MAX][VIEWS];
    int64_t bytes[VIEWS];
    int array[VIEWS], born[ARRAYS], dies[ARRAYS];
    uint64_t before[PARTITION_MAX], forbidden[PARTITION_MAX];
};

static void graph_init(struct graph *x, int n) {
    *x = (struct graph){0};
    x->g = (struct partition_graph){.n = n,
                                    .vertex = x->vertex,
                                    .bytes = x->bytes,
                                    .array = x->array,
                                    .born = x->born,
                                    .dies = x->dies,
                                    .before = x->before,
                                    .forbidden = x->forbidden};
    for (int i = 0; i < n; ++i) {
        x->vertex[i].read = x->reads[i];
        x->vertex[i].write = x->writes[i];
    }
    for (int i = 0; i < ARRAYS; ++i) {
        x->born[i] = x->dies[i] = -1;
    }
}

static void forbid(struct graph *x, int i, int j) {
    x->forbidden[i] |= (uint64_t)1 << j;
    x->forbidden[j] |= (uint64_t)1 << i;
}

static unsigned next(unsigned *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Statements over a few arrays with two views each; another view of a written array forbids. */
static void random_graph(struct graph *x, unsigned seed) {
    unsigned r = seed * 2654435761u + 1;
    graph_init(x, 2 + (int)(next(&r) % 8));
    int n = x->g.n;
    x->g.n_arrays = 2 + (int)(next(&r) % 5);
    x->g.n_views = 2 * x->g.n_arrays;
    for (int v = 0; v < x->g.n_views; ++v) {
        x->array[v] = v / 2;
        x->bytes[v] = 1 + (int64_t)(next(&r) % 9);
    }
    for (int i = 0; i < n; ++i) {
        struct partition_vertex *s = &x->vertex[i];
        for (unsigned k = next(&r) % 3; k > 0; --k) {
            s->read[s->n_reads++] = (int)(next(&r) % (unsigned)x->g.n_views);
        }
        s->write[s->n_writes++] = (int)(next(&r) % (unsigned)x->g.n_views);
    }
    for (int i = 0; i < n; ++i) {
        for (int j = i + 1; j < n; ++j) {
            const struct partition_vertex *p = &x->vertex[i], *q = &x->vertex[j];
            for (int k = 0; k < p->n_reads + 1; ++k) {
                int view = k < p->n_reads ? p->read[k] : p->write[0];
                for (int l = 0; l < q->n_reads + 1; ++l) {
                    int other = l < q->n_reads ? q->read[l] : q->write[0];
                    if (view / 2 == other / 2 && (k == p->n_reads || l == q->n_reads)) {
                        x->before[j] |= (uint64_t)1 << i;
                        if (view != other) {
                            forbid(x, i, j);
                        }
                    }
                }
            }
            if (next(&r) % 8 == 0) {
                forbid(x, i, j);
            }
        }
    }
    for (int a = 0; a < x->g.n_arrays; ++a) { /* some arrays live inside only */
        int first = -1, last = -1;
        for (int i = 0; i < n; ++i) {
            const struct partition_vertex *p = &x->vertex[i];
            bool used = p->write[0] / 2 == a;
            for (int k = 0; k < p->n_reads; ++k) {
                used = used || p->read[k] / 2 == a;
            }
            first = used && first < 0 ? i : first;
            last = used ? i : last;
        }
        if (first >= 0 && next(&r) % 2 == 0) {
            x->born[a] = first;
            x->dies[a] = last;
        }
    }
}

/* ---- brute force, by itself */

/* Legal by definition: no forbidden pair, and no way along dependences that leaves a block and
 * comes back to it. */
static bool legal(const struct partition_graph *g, const int *block) {
    bool way[16][16] = {{false}};
    for (int i = 0; i < g->n; ++i) {
        for (int j = 0; j < g->n; ++j) {
            if (block[i] == block[j] && (g->forbidden[i] >> j & 1)) {
                return false;
            }
            if (block[i] != block[j] && (g->before[j] >> i & 1)) {
                way[block[i]][block[j]] = true;
            }
        }
    }
    for (int k = 0; k < g->n; ++k) {
        for (int i = 0; i < g->n; ++i) {
            for (int j = 0; j < g->n; ++j) {
                way[i][j] = way[i][j] || (way[i][k] && way[k][j]);
            }
        }
    }
    for (int k = 0; k < g->n; ++k) {
        if (way[k][k]) {
            return false;
        }
    }
    return true;
}

static bool in_list(const int *list, int n, int x) {
    for (int i = 0; i < n; ++i) {
        if (list[i] == x) {
            return true;
        }
    }
    return false;
}

/* Is the array born and dead in block b, and accessed there only? */
static bool lives_in(const struct partition_graph *g, const int *block, int array, int b) {
    bool inside = g->born[array] >= 0 && g->dies[array] >= 0 && block[g->born[array]] == b &&
                  block[g->dies[array]] == b;
    for (int view = 0; view < g->n_views; ++view) {
        for (int i = 0; i < g->n && g->array[view] == array; ++i) {
            const struct partition_vertex *v = &g->vertex[i];
            bool used = in_list(v->read, v->n_reads, view) || in_list(v->write, v->n_writes, view);
            inside = inside && (!used || block[i] == b);
        }
    }
    return inside;
}

static int64_t plain_bytes(const struct partition_graph *g, const int *block) {
    int64_t cost = 0;
    for (int b = 0; b < g->n; ++b) {
        for (int view = 0; view < g->n_views; ++view) {
            bool read = false, written = false;
            for (int i = 0; i < g->n; ++i) {
                if (block[i] == b) {
                    const struct partition_vertex *v = &g->vertex[i];
                    read = read || (!written && in_list(v->read, v->n_reads, view));
                    written = written || in_list(v->write, v->n_writes, view);
                }
            }
            bool inside = lives_in(g, block, g->array[view], b);
            cost += (read ? g->bytes[view] : 0) + (written && !inside ? g->bytes[view] : 0);
        }
    }
    return cost;
}

static int64_t plain_contract(const struct partition_graph *g, const int *block) {
    int64_t cost = 0;
    for (int a = 0; a < g->n_arrays; ++a) {
        cost += g->born[a] < 0 || !lives_in(g, block, a, block[g->born[a]]);
    }
    return cost;
}

static int64_t plain_locality(const struct partition_graph *g, const int *block) {
    int64_t cost = 0;
    for (int i = 0; i < g->n; ++i) {
        for (int j = i + 1; j < g->n; ++j) {
            const struct partition_vertex *x = &g->vertex[i], *y = &g->vertex[j];
            for (int k = 0; block[i] != block[j] && k < x->n_reads + x->n_writes; ++k) {
                bool write = k >= x->n_reads;
                int view = write ? x->write[k - x->n_reads] : x->read[k];
                cost +=
                    !(write && in_list(x->read, x->n_reads, view)) &&
                    (in_list(y->read, y->n_reads, view) || in_list(y->write, y->n_writes, view));
            }
        }
    }
    return cost;
}

static int64_t plain_cost(const struct partition_graph *g, enum partition_model model,
                          const int *block) {
    int64_t n = g->n_arrays, blocks = 0;
    for (int b = 0; b < g->n; ++b) {
        blocks += in_list(block, g->n, b);
    }
    switch (model) {
    case MODEL_UNIQUE_BYTES:
        return plain_bytes(g, block);
    case MODEL_MAX_CONTRACT:
        return plain_contract(g, block);
    case MODEL_MAX_LOCALITY:
        return plain_locality(g, block);
    case MODEL_ROBINSON:
        return n * n * plain_locality(g, block) + n * plain_contract(g, block) + blocks;
    }
    return -1;
}

static const int *together; /* NULL, or by vertex: those of one number stay in one block */

static bool keeps_together(int n, const int *block) {
    for (int i = 0; together && i < n; ++i) {
        for (int j = 0; j < i; ++j) {
            if (together[i] == together[j] && block[i] != block[j]) {
                return false;
            }
        }
    }
    return true;
}

/* Least cost of all legal partitions that begin with block[0 .. i-1]. */
static int64_t least(const struct partition_graph *g, enum partition_model model, int *block, int i,
                     int blocks) {
    if (i == g->n) {
        return keeps_together(g->n, block) && legal(g, block) ? plain_cost(g, model, block)
                                                              : INT64_MAX;
    }
    int64_t best = INT64_MAX;
    for (int b = 0; b <= blocks; ++b) {
        block[i] = b;
        int64_t cost = least(g, model, block, i + 1, b == blocks ? blocks + 1 : blocks);
        best = cost < best ? cost : best;
    }
    return best;
}

/* ---- tests */

static void check(struct arena *a, const struct partition_graph *g, enum partition_model model,
                  unsigned seed) {
    int block[PARTITION_MAX];
    int64_t optimum = least(g, model, block, 0, 0);
    int64_t alone = 0;
    for (int k = PARTITION_NONE; k <= PARTITION_OPTIMAL; ++k) {
        struct partition p = partition_find(a, g, (enum partition_algorithm)k, model, NODES);
        cr_assert(legal(g, p.block), "graph %u, algorithm %d: illegal", seed, k);
        cr_assert(partition_legal(g, p.block));
        cr_assert_eq(p.cost, plain_cost(g, model, p.block), "graph %u, algorithm %d", seed, k);
        cr_assert_eq(p.cost, partition_cost(g, model, p.block));
        for (int i = 0; i < g->n; ++i) { /* numbers in an order that keeps the dependences */
            for (int j = 0; j < i; ++j) {
                cr_assert(!(g->before[i] >> j & 1) || p.block[j] <= p.block[i]);
            }
        }
        alone = k == PARTITION_NONE ? p.cost : alone;
        cr_assert(p.cost >= optimum && p.cost <= alone, "graph %u, algorithm %d", seed, k);
        if (k == PARTITION_OPTIMAL) {
            cr_assert(p.optimal);
            cr_assert_eq(p.cost, optimum, "graph %u, model %d: %ld, not %ld", seed, (int)model,
                         (long)p.cost, (long)optimum);
        }
    }
}

Test(partition, brute_force) {
    static struct graph x;
    for (unsigned seed = 0; seed < GRAPHS; ++seed) {
        random_graph(&x, seed);
        for (int m = 0; m < 4; ++m) {
            struct arena a;
            arena_init(&a);
            check(&a, &x.g, MODELS[m], seed);
            arena_free(&a);
        }
    }
}

Test(partition, legality_of_any_partition) {
    static struct graph x;
    int refused = 0;
    for (unsigned seed = 0; seed < GRAPHS; ++seed) {
        random_graph(&x, seed);
        unsigned r = seed;
        for (int k = 0; k < 20; ++k) {
            int block[PARTITION_MAX];
            for (int i = 0; i < x.g.n; ++i) {
                block[i] = (int)(next(&r) % (unsigned)x.g.n);
            }
            bool expected = legal(&x.g, block);
            cr_assert_eq(partition_legal(&x.g, block), expected, "graph %u", seed);
            refused += !expected;
        }
    }
    cr_assert(refused > 100);
}

/* The cap ends the search with what greedy found, at least. */
Test(partition, cap) {
    static struct graph x;
    random_graph(&x, 7);
    struct arena a;
    arena_init(&a);
    struct partition greedy = partition_find(&a, &x.g, PARTITION_GREEDY, MODEL_UNIQUE_BYTES, NODES);
    struct partition capped = partition_find(&a, &x.g, PARTITION_OPTIMAL, MODEL_UNIQUE_BYTES, 1);
    cr_assert(!capped.optimal);
    cr_assert(capped.cost <= greedy.cost);
    arena_free(&a);
}

Test(partition, as_many_as_fit) {
    static struct graph x;
    graph_init(&x, PARTITION_MAX);
    x.g.n_views = x.g.n_arrays = 1;
    x.bytes[0] = 8;
    for (int i = 0; i < PARTITION_MAX; ++i) {
        x.vertex[i].n_reads = x.vertex[i].n_writes = 1;
        x.before[i] = i > 0 ? (uint64_t)1 << (i - 1) : 0;
    }
    struct arena a;
    arena_init(&a);
    for (int k = PARTITION_LINEAR; k <= PARTITION_OPTIMAL; ++k) {
        struct partition p =
            partition_find(&a, &x.g, (enum partition_algorithm)k, MODEL_UNIQUE_BYTES, NODES);
        cr_assert_eq(p.n_blocks, 1);
        cr_assert_eq(p.cost, 16);
    }
    arena_free(&a);
}

/* Merging what is unintrusive never loses the optimum, whatever the model. */
Test(partition, unintrusive) {
    static struct graph x;
    int merged = 0;
    for (unsigned seed = 0; seed < GRAPHS; ++seed) {
        const enum partition_model model = (enum partition_model)(seed % 4);
        struct arena a;
        arena_init(&a);
        random_graph(&x, seed);
        int block[PARTITION_MAX];
        int64_t optimum = least(&x.g, model, block, 0, 0);
        struct partition p = partition_unintrusive(&a, &x.g, model);
        cr_assert(legal(&x.g, p.block));
        merged += p.n_blocks < x.g.n;
        together = p.block;
        int64_t rest = least(&x.g, model, block, 0, 0);
        together = NULL;
        cr_expect_eq(rest, optimum, "graph %u: %ld, not %ld", seed, (long)rest, (long)optimum);
        arena_free(&a);
    }
    cr_assert(merged > GRAPHS / 4);
}
