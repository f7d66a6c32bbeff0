/* The partition problem: legality, and the algorithms none, linear, greedy and unintrusive.
 * The search for the optimum is in partition_optimal.c. */
#include "partition.h"

#include "partition_blocks.h"

/* ---- blocks */

static void find_near(struct arena *a, struct blocks *b) {
    const struct partition_graph *g = b->g;
    uint64_t *users = ARENA_ARRAY(a, uint64_t, g->n_arrays);
    for (int v = 0; v < g->n; ++v) {
        const struct partition_vertex *x = &g->vertex[v];
        for (int i = 0; i < x->n_reads + x->n_writes; ++i) {
            int view = i < x->n_reads ? x->read[i] : x->write[i - x->n_reads];
            users[g->array[view]] |= (uint64_t)1 << v;
        }
    }
    for (int i = 0; i < g->n_arrays; ++i) { /* being born or dying there is access, too */
        users[i] |= g->born[i] >= 0 ? (uint64_t)1 << g->born[i] : 0;
        users[i] |= g->dies[i] >= 0 ? (uint64_t)1 << g->dies[i] : 0;
        for (uint64_t rest = users[i]; rest; rest &= rest - 1) {
            b->near[__builtin_ctzll(rest)] |= users[i];
        }
    }
}

struct blocks blocks_new(struct arena *a, const struct partition_graph *g) {
    struct blocks b = {.g = g, .n = g->n};
    uint64_t **set[] = {&b.member, &b.before, &b.apart, &b.up, &b.down, &b.near};
    for (size_t i = 0; i < sizeof(set) / sizeof(*set); ++i) {
        *set[i] = ARENA_ARRAY(a, uint64_t, g->n);
    }
    b.of = ARENA_ARRAY(a, int, g->n);
    for (int v = 0; v < g->n; ++v) {
        b.member[v] = b.up[v] = (uint64_t)1 << v;
        b.before[v] = g->before[v];
        b.apart[v] = g->forbidden[v];
        b.of[v] = v;
        for (uint64_t rest = g->before[v]; rest; rest &= rest - 1) {
            b.up[v] |= b.up[__builtin_ctzll(rest)];
        }
        for (uint64_t rest = b.up[v]; rest; rest &= rest - 1) {
            b.down[__builtin_ctzll(rest)] |= (uint64_t)1 << v;
        }
    }
    find_near(a, &b);
    return b;
}

/* Is there a path from block x to block y with another block on it? */
static bool detour(const struct blocks *b, int x, int y) {
    return (b->down[x] & b->up[y] & ~(b->member[x] | b->member[y])) != 0;
}

/* Is the partition legal, which is so now, still legal when x and y are one block? */
static bool blocks_mergeable(const struct blocks *b, int x, int y) {
    return (b->apart[x] & b->member[y]) == 0 && !detour(b, x, y) && !detour(b, y, x);
}

void blocks_merge(struct blocks *b, int x, int y) {
    for (uint64_t rest = b->member[y]; rest; rest &= rest - 1) {
        b->of[__builtin_ctzll(rest)] = x;
    }
    uint64_t **set[] = {&b->member, &b->before, &b->apart, &b->up, &b->down, &b->near};
    for (size_t i = 0; i < sizeof(set) / sizeof(*set); ++i) {
        (*set[i])[x] |= (*set[i])[y];
    }
    b->member[y] = 0;
    for (int k = 0; k < b->n; ++k) {
        b->up[k] |= b->up[k] & b->member[x] ? b->up[x] : 0;
        b->down[k] |= b->down[k] & b->member[x] ? b->down[x] : 0;
    }
}

/* Numbers the blocks so that each comes after those it depends on; of several, the one with the
 * first statement goes first. False when there is a cycle. */
static bool number_blocks(const struct blocks *b, int *block, int *n_blocks) {
    uint64_t done = 0;
    *n_blocks = 0;
    for (int left = b->g->n; left > 0;) {
        int next = -1;
        for (int i = 0; i < b->g->n && next < 0; ++i) {
            int k = b->of[i];
            bool ready = (done >> i & 1) == 0 && (b->before[k] & ~done & ~b->member[k]) == 0;
            next = ready ? k : -1;
        }
        if (next < 0) {
            return false;
        }
        for (uint64_t rest = b->member[next]; rest; rest &= rest - 1, --left) {
            block[__builtin_ctzll(rest)] = *n_blocks;
        }
        done |= b->member[next];
        ++*n_blocks;
    }
    return true;
}

static struct blocks blocks_from(struct arena *a, const struct partition_graph *g,
                                 const int *block) {
    struct blocks b = blocks_new(a, g);
    for (int i = 0; i < g->n; ++i) {
        for (int j = i + 1; j < g->n; ++j) {
            if (block[i] == block[j] && b.of[i] != b.of[j]) {
                blocks_merge(&b, b.of[i], b.of[j]);
            }
        }
    }
    return b;
}

int64_t blocks_cost(const struct blocks *b, struct pricing *p) {
    int64_t cost = p->constant;
    for (int i = 0; i < b->g->n; ++i) {
        cost += b->member[i] ? pricing_value(p, b->member[i], 0) : 0;
    }
    return cost;
}

struct partition blocks_partition(struct arena *a, const struct blocks *b, struct pricing *p) {
    struct partition result = {.block = ARENA_ARRAY(a, int, b->g->n), .cost = blocks_cost(b, p)};
    if (!number_blocks(b, result.block, &result.n_blocks)) {
        die("a partition of statements has a cycle");
    }
    return result;
}

/* ---- any partition */

bool partition_legal(const struct partition_graph *g, const int *block) {
    for (int i = 0; i < g->n; ++i) {
        for (int j = 0; j < i; ++j) {
            if (block[i] == block[j] && (g->forbidden[i] >> j & 1)) {
                return false;
            }
        }
    }
    struct arena a;
    arena_init(&a);
    struct blocks b = blocks_from(&a, g, block);
    int n;
    bool legal = number_blocks(&b, ARENA_ARRAY(&a, int, g->n), &n);
    arena_free(&a);
    return legal;
}

int64_t partition_cost(const struct partition_graph *g, enum partition_model model,
                       const int *block) {
    struct arena a;
    arena_init(&a);
    struct blocks b = blocks_from(&a, g, block);
    struct pricing p = pricing_new(&a, g, model);
    int64_t cost = blocks_cost(&b, &p);
    arena_free(&a);
    return cost;
}

/* ---- linear */

void blocks_linear(struct blocks *b) {
    int current = 0;
    for (int i = 1; i < b->g->n; ++i) {
        if (b->apart[current] >> i & 1) {
            current = i;
        } else {
            blocks_merge(b, current, i);
        }
    }
}

/* ---- greedy */

/* What merging x and y saves, 0 when that is not legal; value: of each block. */
static int64_t saving(const struct blocks *b, struct pricing *p, const int64_t *value, int x,
                      int y) {
    if (b->apart[x] & b->member[y]) {
        return 0;
    }
    if ((b->near[x] & b->member[y]) == 0) {
        return p->model == MODEL_ROBINSON; /* one block less */
    }
    return value[x] + value[y] - pricing_value(p, b->member[x] | b->member[y], 0);
}

static int64_t *values_of(struct arena *a, const struct blocks *b, struct pricing *p) {
    int64_t *value = ARENA_ARRAY(a, int64_t, b->g->n);
    for (int x = 0; x < b->g->n; ++x) {
        value[x] = b->member[x] ? pricing_value(p, b->member[x], 0) : 0;
    }
    return value;
}

/* Where any two statements may be in one block, the order of merging hardly matters: merges all
 * that saves anything. */
static bool merge_free(struct blocks *b, struct pricing *p, int64_t *value) {
    for (int x = 0; x < b->g->n; ++x) {
        if (b->apart[x]) {
            return false;
        }
    }
    for (bool merged = true; merged;) {
        merged = false;
        for (int y = 1; y < b->g->n; ++y) {
            for (int x = 0; b->member[y] && x < y; ++x) {
                int64_t save = b->member[x] ? saving(b, p, value, x, y) : 0;
                if (save > 0 && blocks_mergeable(b, x, y)) {
                    blocks_merge(b, x, y);
                    value[x] += value[y] - save;
                    merged = true;
                }
            }
        }
    }
    return true;
}

void blocks_greedy(struct arena *a, struct blocks *b, struct pricing *p) {
    int n = b->g->n;
    int64_t *value = values_of(a, b, p);
    if (merge_free(b, p, value)) {
        return;
    }
    int64_t *save = ARENA_ARRAY(a, int64_t, n * n); /* of x < y, as last computed */
    for (int x = 0; x < n; ++x) {
        for (int y = x + 1; y < n; ++y) {
            save[x * n + y] = b->member[x] && b->member[y] ? saving(b, p, value, x, y) : 0;
        }
    }
    for (;;) {
        int64_t most = 0;
        int at_x = -1, at_y = -1;
        for (int x = 0; x < n; ++x) {
            for (int y = x + 1; b->member[x] && y < n; ++y) {
                int64_t s = b->member[y] ? save[x * n + y] : 0;
                if (s > most && blocks_mergeable(b, x, y)) {
                    most = s;
                    at_x = x;
                    at_y = y;
                }
            }
        }
        if (at_x < 0) {
            return;
        }
        blocks_merge(b, at_x, at_y);
        value[at_x] += value[at_y] - most;
        for (int y = 0; y < n; ++y) {
            if (y != at_x && b->member[y]) {
                int lo = y < at_x ? y : at_x, hi = y < at_x ? at_x : y;
                save[lo * n + hi] = saving(b, p, value, lo, hi);
            }
        }
    }
}

/* ---- unintrusive */

/* By block: the vertices that can never be with it: forbidden ones, and those on a path of
 * dependences through it that has a forbidden edge between. */
static void excluded(const struct blocks *b, uint64_t *out) {
    int n = b->g->n;
    for (int k = 0; k < n; ++k) {
        out[k] = b->member[k] ? b->apart[k] : 0;
    }
    for (int y = 0; y < n; ++y) {
        for (int x = 0; b->member[y] && x < n; ++x) {
            bool edge = b->member[x] && (b->before[y] & b->member[x]);
            if (!edge || !(b->apart[y] & b->member[x])) {
                continue;
            }
            for (int k = 0; k < n; ++k) {
                if (b->member[k]) {
                    out[k] |= b->up[k] & b->member[y] ? b->up[x] : 0;
                    out[k] |= b->up[x] & b->member[k] ? b->down[y] : 0;
                }
            }
        }
    }
}

static int partners(const struct blocks *b, struct pricing *p, const int64_t *value, int x) {
    int found = 0;
    for (int y = 0; y < b->g->n; ++y) {
        found +=
            y != x && b->member[y] && blocks_mergeable(b, x, y) && saving(b, p, value, x, y) > 0;
    }
    return found;
}

static bool merge_unintrusively(struct arena *a, struct blocks *b, struct pricing *p) {
    uint64_t *out = ARENA_ARRAY(a, uint64_t, b->g->n);
    const int64_t *value = values_of(a, b, p);
    excluded(b, out);
    for (int x = 0; x < b->g->n; ++x) {
        for (int y = x + 1; b->member[x] && y < b->g->n; ++y) {
            uint64_t both = b->member[x] | b->member[y];
            if (b->member[y] && (out[x] & ~both) == (out[y] & ~both) && blocks_mergeable(b, x, y) &&
                saving(b, p, value, x, y) > 0 &&
                (partners(b, p, value, x) < 2 || partners(b, p, value, y) < 2)) {
                blocks_merge(b, x, y);
                return true;
            }
        }
    }
    return false;
}

void blocks_unintrusive(struct arena *a, struct blocks *b, struct pricing *p) {
    while (merge_unintrusively(a, b, p)) {
    }
}

struct partition partition_unintrusive(struct arena *a, const struct partition_graph *g,
                                       enum partition_model model) {
    struct pricing p = pricing_new(a, g, model);
    struct blocks b = blocks_new(a, g);
    blocks_unintrusive(a, &b, &p);
    return blocks_partition(a, &b, &p);
}
