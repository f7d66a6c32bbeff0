/* The published examples of the partition problem: figure 3 of the paper, in elements, and
 * figure 2. Figure 21 is testsuite/golden/plan/published.py.
 *
 * Its costs are those of definitions 10 to 13 as they are written: a block pays for what it reads
 * of arrays that it does not make, also where it wrote that before, and for what it writes of
 * arrays that it does not delete. Printed are 94 unmerged, 70 unintrusive, 58 linear, 58 greedy, 38
 * optimal. With SYNC and DEL of the result in the list, 94, 58 and 38 come out: linear's last block
 * deletes the result, where no merge that saves anything leads to, since SYNC stands between. The
 * other two are of choices that the paper does not print: whatever ties are broken how, greedy ends
 * at 38 or 46 by these definitions (greedy_ties). Our own model does not count what a block reads
 * after it wrote it, and does count what it writes to an array of before.
 *
 * Unintrusive: figure 6 taken at its word ends at one cost in whatever order candidates are taken,
 * 74 when the dependences of figure 3 are all pairs that must keep their order, 62 when they are
 * those that no others imply; with pairs that may not be fused counted into definition 18 as well,
 * 58 and 78. None is 70. Ours is 62, with the latter pairs counted: theorem 3 needs them (test
 * unintrusive in test_analysis_partition.c, that such a merge never loses the optimum). */
#include <criterion/criterion.h>
#include <string.h>

#include "partition.h"

enum { A, B, D, D_LOW, D_HIGH, E, E_LOW, E_HIGH, T, VIEWS };
enum { ARRAYS = 5, LINES = 17, SYNC = 15, NODES = 1000000 };

static const int ARRAY[VIEWS] = {0, 1, 2, 2, 2, 3, 3, 3, 4};
static const int64_t ELEMENTS[VIEWS] = {4, 4, 5, 4, 4, 5, 4, 4, 4};
static const int BORN[ARRAYS] = {0, 1, 2, 3, 8}, DIES[ARRAYS] = {11, 12, 16, 13, 14};

struct line {
    int write; /* -1: SYNC or DEL of read[0], which reads and writes nothing */
    int read[2], n_reads;
};

static const struct line EXAMPLE[LINES] = {
    {A, {0}, 0},              /* A = zeros(4) */
    {B, {0}, 0},              /* B = zeros(4) */
    {D, {0}, 0},              /* D = zeros(5) */
    {E, {0}, 0},              /* E = zeros(5) */
    {A, {A, D_LOW}, 2},       /* A += D[:-1] */
    {A, {D_LOW}, 1},          /* A[:] = D[:-1] */
    {B, {B, E_LOW}, 2},       /* B += E[:-1] */
    {B, {E_LOW}, 1},          /* B[:] = E[:-1] */
    {T, {A, B}, 2},           /* T = A * B */
    {D_HIGH, {T, E_HIGH}, 2}, /* maximum(T, E[1:], out=D[1:]) */
    {E_HIGH, {T, D_HIGH}, 2}, /* minimum(T, D[1:], out=E[1:]) */
    {-1, {A}, 0},             /* DEL A, and so on */
    {-1, {B}, 0},
    {-1, {E}, 0},
    {-1, {T}, 0},
    {-1, {D}, 0}, /* SYNC D */
    {-1, {D}, 0}, /* DEL D */
};

/* ---- the graph */

struct example {
    struct partition_graph g;
    struct partition_vertex vertex[LINES];
    int reads[LINES][2], writes[LINES][1];
    uint64_t before[LINES], forbidden[LINES];
};

/* The views of a line, the written one first; how many. */
static int views_of(const struct line *s, int view[3]) {
    view[0] = s->write < 0 ? s->read[0] : s->write;
    memcpy(&view[1], s->read, sizeof(s->read));
    return 1 + s->n_reads;
}

static void relate(struct example *x, int i, int j) {
    const struct line *p = &EXAMPLE[i], *q = &EXAMPLE[j];
    int view[3], other[3];
    int n = views_of(p, view), m = views_of(q, other);
    bool system = p->write < 0 || q->write < 0; /* fits everywhere, after all that touches it */
    bool ordered = false, forbidden = !system && ELEMENTS[p->write] != ELEMENTS[q->write];
    for (int k = 0; k < n; ++k) {
        for (int l = 0; l < m; ++l) {
            bool meet = ARRAY[view[k]] == ARRAY[other[l]] && (system || k == 0 || l == 0);
            ordered = ordered || meet;
            forbidden = forbidden || (meet && !system && view[k] != other[l]);
        }
    }
    x->before[j] |= ordered ? (uint64_t)1 << i : 0;
    x->forbidden[j] |= forbidden ? (uint64_t)1 << i : 0;
    x->forbidden[i] |= forbidden ? (uint64_t)1 << j : 0;
}

static void example_init(struct example *x) {
    *x = (struct example){0};
    x->g = (struct partition_graph){.n = LINES,
                                    .vertex = x->vertex,
                                    .n_views = VIEWS,
                                    .n_arrays = ARRAYS,
                                    .bytes = (int64_t *)ELEMENTS,
                                    .array = (int *)ARRAY,
                                    .born = (int *)BORN,
                                    .dies = (int *)DIES,
                                    .before = x->before,
                                    .forbidden = x->forbidden};
    for (int j = 0; j < LINES; ++j) {
        const struct line *s = &EXAMPLE[j];
        memcpy(x->reads[j], s->read, sizeof(s->read));
        x->writes[j][0] = s->write;
        x->vertex[j] =
            (struct partition_vertex){s->n_reads, s->write >= 0, x->reads[j], x->writes[j]};
        for (int i = 0; i < j; ++i) {
            relate(x, i, j);
        }
    }
}

/* ---- the published cost: definition 13 */

static int64_t block_cost(const int *block, int b) {
    unsigned in = 0, out = 0;
    int64_t cost = 0;
    for (int i = 0; i < LINES; ++i) {
        const struct line *s = &EXAMPLE[i];
        for (int k = 0; block[i] == b && k < s->n_reads; ++k) {
            in |= block[BORN[ARRAY[s->read[k]]]] != b ? 1u << s->read[k] : 0;
        }
        if (block[i] == b && s->write >= 0 && block[DIES[ARRAY[s->write]]] != b) {
            out |= 1u << s->write;
        }
    }
    for (int v = 0; v < VIEWS; ++v) {
        cost += ELEMENTS[v] * ((in >> v & 1) + (out >> v & 1));
    }
    return cost;
}

/* ---- the cost of the thesis: its definition 11, and nothing for arrays that are born and die in a
 * block (Blum, "Automatic Parallelization of Scientific Application", chapter of the same title) */

static int64_t thesis_block_cost(const int *block, int b) {
    unsigned met = 0;
    int64_t cost = 0;
    for (int i = 0; i < LINES; ++i) {
        const struct line *s = &EXAMPLE[i];
        int view[3], n = views_of(s, view);
        for (int k = 0; block[i] == b && s->write >= 0 && k < n; ++k) {
            int array = ARRAY[view[k]];
            bool inside = block[BORN[array]] == b && block[DIES[array]] == b;
            met |= inside ? 0 : 1u << view[k];
        }
    }
    for (int v = 0; v < VIEWS; ++v) {
        cost += met >> v & 1 ? ELEMENTS[v] : 0;
    }
    return cost;
}

typedef int64_t block_coster(const int *block, int b);

static int64_t cost_by(block_coster *of, const int *block) {
    int64_t cost = 0;
    for (int b = 0; b < LINES; ++b) {
        cost += of(block, b);
    }
    return cost;
}

/* ---- greedy, all ways */

enum { MAX_STATES = 4096, MOST = 100 };

struct ties {
    const struct partition_graph *g;
    block_coster *of;
    int seen[MAX_STATES][LINES]; /* partitions that were met */
    int n_seen;
    bool ends[MOST]; /* by cost */
};

static bool first_time(struct ties *t, const int *block) {
    for (int i = 0; i < t->n_seen; ++i) {
        if (memcmp(t->seen[i], block, sizeof(t->seen[i])) == 0) {
            return false;
        }
    }
    cr_assert(t->n_seen < MAX_STATES);
    memcpy(t->seen[t->n_seen++], block, sizeof(t->seen[0]));
    return true;
}

/* What merging y into x saves, 0 when that is not legal. Blocks have the number of their first
 * line. */
static int64_t merge(const struct ties *t, const int *block, int x, int y, int *out) {
    for (int i = 0; i < LINES; ++i) {
        out[i] = block[i] == y ? x : block[i];
    }
    if (block[x] != x || block[y] != y) {
        return 0;
    }
    int64_t save = t->of(block, x) + t->of(block, y) - t->of(out, x);
    return save > 0 && partition_legal(t->g, out) ? save : 0;
}

/* Goes on from the partition with each of the merges that save most. */
static void follow(struct ties *t, const int *block) {
    int64_t most = 0;
    int next[LINES];
    if (!first_time(t, block)) {
        return;
    }
    for (int x = 0; x < LINES; ++x) {
        for (int y = x + 1; y < LINES; ++y) {
            int64_t save = merge(t, block, x, y, next);
            most = save > most ? save : most;
        }
    }
    if (most == 0) {
        t->ends[cost_by(t->of, block)] = true;
    }
    for (int x = 0; most > 0 && x < LINES; ++x) {
        for (int y = x + 1; y < LINES; ++y) {
            if (merge(t, block, x, y, next) == most) {
                follow(t, next);
            }
        }
    }
}

/* ---- the optimum, by brute force */

/* May line i join block b of lines before it? SYNC stays alone, and a DEL joins only where its
 * array is written, since only there it saves anything. */
static bool may_join(const struct partition_graph *g, const int *block, int i, int b) {
    bool fits = i != SYNC && b != SYNC, writes = false;
    for (int k = 0; k < i; ++k) {
        const struct line *s = &EXAMPLE[k];
        bool member = block[k] == b;
        fits = fits && !(member && (g->forbidden[i] >> k & 1));
        writes =
            writes || (member && s->write >= 0 && ARRAY[s->write] == ARRAY[EXAMPLE[i].read[0]]);
    }
    return fits && (writes || EXAMPLE[i].write >= 0);
}

/* The least cost of the legal partitions that begin with block[0 .. i-1], below best. */
static int64_t least(const struct partition_graph *g, block_coster *of, int *block, int i,
                     int64_t best) {
    if (i == LINES) {
        int64_t cost = cost_by(of, block);
        return cost < best && partition_legal(g, block) ? cost : best;
    }
    for (int b = 0; b <= i; ++b) {
        block[i] = b;
        if (b == i || (block[b] == b && may_join(g, block, i, b))) {
            best = least(g, of, block, i + 1, best);
        }
    }
    return best;
}

/* ---- tests */

Test(partition_published, printed_costs) {
    static struct example x;
    example_init(&x);
    struct arena a;
    arena_init(&a);
    int block[LINES];
    for (int i = 0; i < LINES; ++i) {
        block[i] = i;
    }
    cr_expect_eq(cost_by(block_cost, block), 94);
    struct partition p = partition_find(&a, &x.g, PARTITION_LINEAR, MODEL_UNIQUE_BYTES, NODES);
    cr_expect_eq(cost_by(block_cost, p.block), 58);
    cr_expect_eq(least(&x.g, block_cost, block, 0, MOST), 38);
    arena_free(&a);
}

Test(partition_published, greedy_ties) {
    static struct example x;
    static struct ties t;
    int block[LINES];
    example_init(&x);
    t.g = &x.g;
    t.of = block_cost;
    for (int i = 0; i < LINES; ++i) {
        block[i] = i;
    }
    follow(&t, block);
    for (int cost = 0; cost < MOST; ++cost) {
        cr_expect_eq(t.ends[cost], cost == 38 || cost == 46, "cost %d", cost);
    }
}

/* What pycc's own model and algorithms make of it: DEL D is no vertex, the caller has D. */
Test(partition_published, our_model) {
    static struct example x;
    static int dies[ARRAYS];
    example_init(&x);
    memcpy(dies, DIES, sizeof(dies));
    dies[2] = -1;
    x.g.dies = dies;
    x.g.n = SYNC;
    struct arena a;
    arena_init(&a);
    int64_t cost[4];
    for (int k = PARTITION_NONE; k <= PARTITION_OPTIMAL; ++k) {
        cost[k] =
            partition_find(&a, &x.g, (enum partition_algorithm)k, MODEL_UNIQUE_BYTES, NODES).cost;
    }
    cr_expect_eq(cost[PARTITION_NONE], 94);
    cr_expect_eq(partition_unintrusive(&a, &x.g, MODEL_UNIQUE_BYTES).cost, 62);
    cr_expect_eq(cost[PARTITION_LINEAR], 62);
    cr_expect_eq(cost[PARTITION_GREEDY], 38);
    cr_expect_eq(cost[PARTITION_OPTIMAL], 38);
    arena_free(&a);
}

/* The thesis prints 86 unmerged, 62 unintrusive, 50 for blocks in program order, 46 greedy, 34
 * optimal. All but greedy come out, which ends at 34 or 42 whatever ties are broken how; which it
 * broke to reach 46 is not printed. */
Test(partition_published, thesis) {
    static struct example x;
    static struct ties t;
    int block[LINES];
    struct arena a;
    arena_init(&a);
    example_init(&x);
    t.g = &x.g;
    t.of = thesis_block_cost;
    for (int i = 0; i < LINES; ++i) {
        block[i] = i;
    }
    cr_expect_eq(cost_by(thesis_block_cost, block), 86);
    follow(&t, block);
    for (int cost = 0; cost < MOST; ++cost) {
        cr_expect_eq(t.ends[cost], cost == 34 || cost == 42, "cost %d", cost);
    }
    struct partition p = partition_unintrusive(&a, &x.g, MODEL_UNIQUE_BYTES);
    cr_expect_eq(cost_by(thesis_block_cost, p.block), 62);
    p = partition_find(&a, &x.g, PARTITION_LINEAR, MODEL_UNIQUE_BYTES, NODES);
    cr_expect_eq(cost_by(thesis_block_cost, p.block), 50);
    cr_expect_eq(least(&x.g, thesis_block_cost, block, 0, MOST), 34);
    arena_free(&a);
}

/* Figure 2 of the paper: six loops over arrays of size 1, whose edges weigh 13 in all. Two loops
 * that share three arrays and four that share one of these, which the first may not join, have
 * those weights. Locality by pairs leaves the first loop alone, which cuts 3; bytes as they are
 * accessed go from 10 to 4 (the paper counts 7 for the former, definition 11 gives 6). */
Test(partition_published, figure_2) {
    enum { LOOPS = 6, SHARED = 3 };
    int every[SHARED] = {0, 1, 2}, none[SHARED] = {-1, -1, -1}, block[LOOPS] = {0, 1, 1, 1, 1, 1};
    int64_t bytes[SHARED] = {1, 1, 1};
    uint64_t before[LOOPS] = {0}, forbidden[LOOPS] = {0x3c, 0, 1, 1, 1, 1};
    struct partition_vertex vertex[LOOPS];
    for (int i = 0; i < LOOPS; ++i) {
        vertex[i] = (struct partition_vertex){.n_reads = i < 2 ? SHARED : 1, .read = every};
    }
    struct partition_graph g = {.n = LOOPS,
                                .vertex = vertex,
                                .n_views = SHARED,
                                .n_arrays = SHARED,
                                .bytes = bytes,
                                .array = every,
                                .born = none,
                                .dies = none,
                                .before = before,
                                .forbidden = forbidden};
    struct arena a;
    arena_init(&a);
    struct partition alone = partition_find(&a, &g, PARTITION_NONE, MODEL_UNIQUE_BYTES, NODES);
    struct partition best = partition_find(&a, &g, PARTITION_OPTIMAL, MODEL_UNIQUE_BYTES, NODES);
    struct partition pairs = partition_find(&a, &g, PARTITION_OPTIMAL, MODEL_MAX_LOCALITY, NODES);
    cr_expect_eq(alone.cost, 10);
    cr_expect_eq(best.cost, 4);
    cr_expect(best.block[0] == best.block[1] && best.block[1] != best.block[2]);
    cr_expect_eq(partition_cost(&g, MODEL_MAX_LOCALITY, alone.block) - pairs.cost, 13 - 3);
    cr_expect_eq(partition_cost(&g, MODEL_MAX_LOCALITY, block), pairs.cost);
    cr_expect_eq(partition_cost(&g, MODEL_UNIQUE_BYTES, pairs.block), 6);
    arena_free(&a);
}
