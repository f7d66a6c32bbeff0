/* The partition problem: legality, and the algorithms none, linear, greedy and unintrusive.
 * The search for the optimum is in partition_optimal.c. */
#include "partition.h"

#include <string.h>

#include "partition_blocks.h"

/* ---- blocks */

struct blocks blocks_new(struct arena *a, const struct partition_graph *g) {
    struct blocks b = {.g = g, .n = g->n};
    b.member = ARENA_ARRAY(a, uint64_t, g->n);
    b.before = ARENA_ARRAY(a, uint64_t, g->n);
    b.apart = ARENA_ARRAY(a, uint64_t, g->n);
    b.of = ARENA_ARRAY(a, int, g->n);
    for (int i = 0; i < g->n; ++i) {
        b.member[i] = (uint64_t)1 << i;
        b.before[i] = g->before[i];
        b.apart[i] = g->forbidden[i];
        b.of[i] = i;
    }
    return b;
}

/* All vertices from which a path leads to the vertices in `to`, through blocks. */
static uint64_t reaching(const struct blocks *b, uint64_t to) {
    uint64_t found = to, done = 0;
    while (found & ~done) {
        int v = __builtin_ctzll(found & ~done);
        const int k = b->of[v];
        done |= b->member[k];
        found |= b->member[k] | b->before[k];
    }
    return found;
}

/* Is there a path from block x to block y with another block on it? */
static bool detour(const struct blocks *b, int x, int y) {
    uint64_t others = b->before[y] & ~b->member[x] & ~b->member[y];
    return (reaching(b, others) & b->member[x]) != 0;
}

bool blocks_mergeable(const struct blocks *b, int x, int y) {
    return (b->apart[x] & b->member[y]) == 0 && !detour(b, x, y) && !detour(b, y, x);
}

void blocks_merge(struct blocks *b, int x, int y) {
    for (uint64_t rest = b->member[y]; rest; rest &= rest - 1) {
        b->of[__builtin_ctzll(rest)] = x;
    }
    b->member[x] |= b->member[y];
    b->before[x] |= b->before[y];
    b->apart[x] |= b->apart[y];
    b->member[y] = 0;
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

static void merge_linear(struct blocks *b) {
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
static void excluded(struct arena *a, const struct blocks *b, uint64_t *out) {
    int n = b->g->n;
    uint64_t *from = ARENA_ARRAY(a, uint64_t, n); /* by block: what leads to it, itself too */
    for (int k = 0; k < n; ++k) {
        from[k] = b->member[k] ? reaching(b, b->member[k]) : 0;
        out[k] = b->member[k] ? b->apart[k] : 0;
    }
    for (int y = 0; y < n; ++y) {
        for (int x = 0; b->member[y] && x < n; ++x) {
            bool edge = b->member[x] && (b->before[y] & b->member[x]);
            if (!edge || !(b->apart[y] & b->member[x])) {
                continue;
            }
            for (int k = 0; k < n; ++k) {
                if (!b->member[k]) {
                    continue;
                }
                if (from[k] & b->member[y]) {
                    out[k] |= from[x];
                }
                if (from[x] & b->member[k]) {
                    for (int v = 0; v < n; ++v) {
                        out[k] |= (from[b->of[v]] & b->member[y]) ? (uint64_t)1 << v : 0;
                    }
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
    excluded(a, b, out);
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

struct partition partition_unintrusive(struct arena *a, const struct partition_graph *g,
                                       enum partition_model model) {
    struct pricing p = pricing_new(a, g, model);
    struct blocks b = blocks_new(a, g);
    while (merge_unintrusively(a, &b, &p)) {
    }
    return blocks_partition(a, &b, &p);
}

/* ---- all */

struct partition partition_find(struct arena *a, const struct partition_graph *g,
                                enum partition_algorithm algorithm, enum partition_model model,
                                int64_t nodes) {
    struct pricing p = pricing_new(a, g, model);
    struct blocks b = blocks_new(a, g);
    if (algorithm == PARTITION_LINEAR) {
        merge_linear(&b);
    } else if (algorithm == PARTITION_GREEDY || algorithm == PARTITION_OPTIMAL) {
        blocks_greedy(a, &b, &p);
    }
    bool ended = algorithm == PARTITION_OPTIMAL && blocks_search(a, &b, &p, nodes);
    struct partition result = blocks_partition(a, &b, &p);
    result.optimal = ended;
    return result;
}
