/* Branch and bound for the cheapest legal partition; the choice of the algorithm.
 *
 * Vertices are given to blocks in program order: to one of those begun, or to a new one. A node is
 * left when it is illegal already (cycles cannot be undone, since dependences lead forwards), or
 * when the blocks begun cost as much as the best partition known, whatever joins them. Models never
 * punish merging, so a vertex with a block of its own is tried last. What can be merged
 * unintrusively is together from the beginning. */
#include <string.h>

#include "partition_blocks.h"

struct search {
    const struct partition_graph *g;
    struct pricing *p;
    int64_t nodes, best;
    int n_blocks;
    uint64_t member[PARTITION_MAX];
    uint64_t leads[PARTITION_MAX]; /* by block: the blocks from which a path leads to it */
    int64_t value[PARTITION_MAX];  /* by block: the least it costs in the end */
    const uint64_t *near;     /* by vertex: those that access an array which it accesses, too */
    const int *with;          /* by vertex: the first one that it is surely with, or itself */
    int block[PARTITION_MAX]; /* by vertex */
    int best_block[PARTITION_MAX];
    bool improved;
};

/* The blocks that v needs first, with all that leads to them. */
static uint64_t needed(const struct search *s, int v) {
    uint64_t found = 0;
    for (uint64_t rest = s->g->before[v]; rest; rest &= rest - 1) {
        int k = s->block[__builtin_ctzll(rest)];
        found |= (uint64_t)1 << k | s->leads[k];
    }
    return found;
}

/* The vertices from v on. */
static uint64_t open_from(const struct search *s, int v) {
    uint64_t all = s->g->n == 64 ? ~(uint64_t)0 : ((uint64_t)1 << s->g->n) - 1;
    return v < 64 ? all & ~(((uint64_t)1 << v) - 1) : 0;
}

static int64_t bound(const struct search *s, int next) {
    int64_t cost = s->p->constant + pricing_open(s->p, open_from(s, next));
    for (int k = 0; k < s->n_blocks; ++k) {
        cost += s->value[k];
    }
    return cost;
}

/* Values of the blocks after v has joined block k: of those that shared arrays with v. */
static void revalue(struct search *s, int v, int k) {
    for (int i = 0; i < s->n_blocks; ++i) {
        if (i == k || (s->near[v] & s->member[i])) {
            s->value[i] = pricing_value(s->p, s->member[i], open_from(s, v + 1));
        }
    }
}

static void visit(struct search *s, int v);

/* Gives v to block k and goes on. */
static void place(struct search *s, int v, int k, uint64_t needs) {
    uint64_t outer[PARTITION_MAX];
    int64_t value[PARTITION_MAX];
    const size_t n = (size_t)s->n_blocks;
    memcpy(outer, s->leads, n * sizeof(*outer));
    memcpy(value, s->value, n * sizeof(*value));
    uint64_t from = (needs | s->leads[k]) & ~((uint64_t)1 << k);
    s->leads[k] = from;
    for (int i = 0; i < s->n_blocks; ++i) {
        if (s->leads[i] >> k & 1) {
            s->leads[i] |= from;
        }
    }
    s->member[k] |= (uint64_t)1 << v;
    s->block[v] = k;
    revalue(s, v, k);
    visit(s, v + 1);
    s->member[k] &= ~((uint64_t)1 << v);
    memcpy(s->leads, outer, n * sizeof(*outer));
    memcpy(s->value, value, n * sizeof(*value));
}

static void visit(struct search *s, int v) {
    if (s->nodes <= 0 || bound(s, v) >= s->best) {
        return;
    }
    --s->nodes;
    if (v == s->g->n) {
        s->best = bound(s, v);
        memcpy(s->best_block, s->block, sizeof(s->block));
        s->improved = true;
        return;
    }
    uint64_t needs = needed(s, v);
    bool free = s->with[v] == v;
    for (int k = 0; k < s->n_blocks; ++k) {
        bool cycle = false; /* does what v needs come after block k? */
        for (uint64_t rest = needs & ~((uint64_t)1 << k); rest && !cycle; rest &= rest - 1) {
            cycle = s->leads[__builtin_ctzll(rest)] >> k & 1;
        }
        bool may = free || s->block[s->with[v]] == k;
        if (may && !cycle && !(s->g->forbidden[v] & s->member[k])) {
            place(s, v, k, needs);
        }
    }
    if (!free) {
        return;
    }
    int k = s->n_blocks++;
    s->member[k] = s->leads[k] = 0;
    s->value[k] = 0;
    place(s, v, k, needs);
    --s->n_blocks;
}

static const int *surely_with(struct arena *a, const struct blocks *b, struct pricing *p) {
    struct blocks merged = blocks_new(a, b->g);
    int *with = ARENA_ARRAY(a, int, b->g->n);
    blocks_unintrusive(a, &merged, p);
    for (int v = 0; v < b->g->n; ++v) {
        with[v] = __builtin_ctzll(merged.member[merged.of[v]]);
    }
    return with;
}

/* Replaces b, which is legal, by a legal partition that costs least. False when the cap was
 * reached: b is the best one met. */
static bool blocks_search(struct arena *a, struct blocks *b, struct pricing *p, int64_t nodes) {
    struct search *s = ARENA_NEW(a, struct search);
    s->g = b->g;
    s->p = p;
    s->nodes = nodes;
    s->near = blocks_new(a, b->g).near;
    s->best = blocks_cost(b, p);
    uint64_t all = b->g->n == 64 ? ~(uint64_t)0 : ((uint64_t)1 << b->g->n) - 1;
    if (p->constant + pricing_value(p, all, 0) == s->best) {
        return true; /* no partition costs less than one block */
    }
    s->with = surely_with(a, b, p);
    visit(s, 0);
    if (s->improved) {
        *b = blocks_new(a, b->g);
        for (int i = 0; i < b->g->n; ++i) {
            for (int j = i + 1; j < b->g->n; ++j) {
                if (s->best_block[i] == s->best_block[j] && b->of[i] != b->of[j]) {
                    blocks_merge(b, b->of[i], b->of[j]);
                }
            }
        }
    }
    return s->nodes > 0;
}

struct partition partition_find(struct arena *a, const struct partition_graph *g,
                                enum partition_algorithm algorithm, enum partition_model model,
                                int64_t nodes) {
    struct pricing p = pricing_new(a, g, model);
    struct blocks b = blocks_new(a, g);
    if (algorithm == PARTITION_LINEAR) {
        blocks_linear(&b);
    } else if (algorithm == PARTITION_GREEDY || algorithm == PARTITION_OPTIMAL) {
        blocks_greedy(a, &b, &p);
    }
    bool ended = algorithm == PARTITION_OPTIMAL && blocks_search(a, &b, &p, nodes);
    struct partition result = blocks_partition(a, &b, &p);
    result.optimal = ended;
    return result;
}
