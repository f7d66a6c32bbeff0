/* Loops in a row, and arrays that need not be. A statement runs in the first loop of its row that
 * comes after all it needs; an array whose elements only one loop needs becomes scalars, and one
 * that lives from one loop of the row to the next may stand in for another, which is written last.
 */
#include "fuse_schedule.h"

#include <string.h>

const struct fuse_access *fuse_written(const struct fuse_stmt *x) {
    const struct fuse_access *last = x->access.n > 0 ? &x->access.item[x->access.n - 1] : NULL;
    return last && last->write ? last : NULL;
}

bool fuse_reads_element(const struct fuse_region *r, int v, const struct fuse_access *write) {
    const struct fuse_stmt *x = &r->stmt[r->at[v]];
    for (int i = 0; i < x->access.n; ++i) {
        if (!x->access.item[i].write && fuse_same_element(&x->access.item[i], write)) {
            return true;
        }
    }
    return false;
}

/* ---- loops */

static bool touches(const struct fuse_stmt *x, int root) {
    for (int i = 0; i < x->access.n; ++i) {
        if (x->access.item[i].root == root) {
            return true;
        }
    }
    return false;
}

/* The first loop for v that has what u, which runs before it, makes. */
static int loop_after(const struct fuse_schedule *s, int u, int v) {
    const struct fuse_stmt *x = &s->r->stmt[s->r->at[u]], *y = &s->r->stmt[s->r->at[v]];
    if (s->row[u]) {
        return s->loop[u];
    }
    bool of_row = fuse_reduces_rows(x->s) && touches(y, fuse_written(x)->root);
    return s->loop[u] + (s->row[v] || of_row);
}

static void find_loops(struct fuse_schedule *s) {
    const struct fuse_region *r = s->r;
    for (int v = 0; v < r->n_vertices; ++v) {
        const struct fuse_stmt *x = &r->stmt[r->at[v]];
        int b = s->block[v];
        for (int u = 0; u < v; ++u) {
            if (s->block[u] == b) {
                s->row[v] = s->row[v] || (x->of_rows >> u & 1);
                s->row[u] = s->row[u] || (x->rows >> u & 1);
                s->rows[b] = s->rows[b] || s->row[u] || s->row[v];
            }
        }
    }
    for (int v = 0; v < r->n_vertices; ++v) {
        const struct fuse_stmt *x = &r->stmt[r->at[v]];
        int b = s->block[v];
        for (int u = 0; u < v; ++u) {
            if (s->block[u] == b && fuse_bit(x->before, r->at[u])) {
                int least = loop_after(s, u, v);
                s->loop[v] = least > s->loop[v] ? least : s->loop[v];
            }
        }
        if (!s->row[v] && s->loop[v] >= s->loops[b]) {
            s->loops[b] = s->loop[v] + 1;
        }
        s->rows[b] = s->rows[b] || s->loops[b] > 1;
    }
}

/* ---- contraction */

/* Do all views of it show its axes in their order, some stretched, some new? */
static bool views_keep_axes(const struct fuse_region *r, int root) {
    for (int i = 0; i < r->n; ++i) {
        const struct tstmt *s = r->stmt[i].s;
        if (s->kind != TS_VIEW || r->view[s->view.dst->id]->root != root) {
            continue;
        }
        for (int k = 0; k < s->view.n; ++k) {
            const struct view_axis *x = &s->view.axis[k];
            bool all = x->kind == VIEW_SLICE && !x->start && !x->stop && !x->step;
            if (!all && x->kind != VIEW_FULL && x->kind != VIEW_NEW && x->kind != VIEW_STRETCH) {
                return false;
            }
        }
        if (s->view.part != PART_WHOLE || s->view.order) {
            return false;
        }
    }
    return true;
}

/* Is everything that touches it in one block, and its first access a write of what all others
 * touch? */
static bool contracted(const struct fuse_schedule *s, int root) {
    const struct fuse_region *r = s->r;
    const struct fuse_root *x = &r->root.item[root];
    if (x->alloc < 0 || x->kept || (x->parts && !views_keep_axes(r, root))) {
        return false;
    }
    if (x->first < 0) {
        return true; /* nothing accesses it */
    }
    const struct fuse_stmt *writer = &r->stmt[r->at[x->first]];
    const struct fuse_access *write = fuse_written(writer);
    bool row = fuse_reduces_rows(writer->s) && s->rows[s->block[x->first]];
    if (!write || write->root != root || (writer->s->kind != TS_MAP && !row)) {
        return false;
    }
    for (int v = x->first; v <= x->last; ++v) { /* one that only reads may come after the last */
        const struct fuse_stmt *y = &r->stmt[r->at[v]];
        for (int i = 0; i < y->access.n; ++i) {
            const struct fuse_access *access = &y->access.item[i];
            bool first = v == x->first && !access->write; /* what it was filled with is read */
            if (access->root == root &&
                (s->block[v] != s->block[x->first] || first || !fuse_same_element(access, write))) {
                return false;
            }
        }
    }
    return true;
}

struct lifetime {
    int vertex, loop; /* the last that touch it */
    bool crosses;     /* from one loop of a row to another */
};

static struct lifetime lifetime_of(const struct fuse_schedule *s, int root) {
    const struct fuse_root *x = &s->r->root.item[root];
    struct lifetime life = {-1, 0, false};
    for (int v = x->first; v >= 0 && v < s->r->n_vertices; ++v) {
        if (touches(&s->r->stmt[s->r->at[v]], root)) {
            life.vertex = v;
            life.loop = s->loop[v] > life.loop ? s->loop[v] : life.loop;
            life.crosses = life.crosses || s->loop[v] != s->loop[x->first];
        }
    }
    bool scalar =
        x->first < 0 || s->row[x->first] || fuse_reduces_rows(s->r->stmt[s->r->at[x->first]].s);
    life.crosses = life.crosses && !scalar;
    return life;
}

/* Can the array that v is the first to touch hold the elements of root until then? */
static bool may_host(const struct fuse_schedule *s, int root, const struct lifetime *life, int v) {
    const struct fuse_region *r = s->r;
    const struct fuse_stmt *x = &r->stmt[r->at[v]];
    const struct fuse_access *write = x->s->kind == TS_MAP ? fuse_written(x) : NULL;
    int first = r->root.item[root].first;
    const struct tstmt *from = r->stmt[r->at[first]].s;
    if (!write || write->root == root || s->row[v] || s->block[v] != s->block[first] ||
        v < life->vertex || s->loop[v] < life->loop || s->gone[write->root]) {
        return false;
    }
    const struct fuse_root *other = &r->root.item[write->root];
    const struct fuse_access *own = fuse_written(&r->stmt[r->at[first]]);
    return other->alloc >= 0 && other->first == v && write->traced && own->traced &&
           memcmp(write->in_root, own->in_root, sizeof(own->in_root)) == 0 &&
           x->s->map.dst->type->dtype == from->map.dst->type->dtype;
}

static bool is_taken(const struct fuse_schedule *s, int v) {
    for (int i = 0; i < s->r->root.n; ++i) {
        if (s->host[i] == v) {
            return true;
        }
    }
    return false;
}

static void find_host(struct fuse_schedule *s, int root) {
    struct lifetime life = lifetime_of(s, root);
    if (!life.crosses) {
        return;
    }
    for (int v = life.vertex; v < s->r->n_vertices; ++v) {
        if (may_host(s, root, &life, v) && !is_taken(s, v)) {
            s->host[root] = v;
            return;
        }
    }
    s->gone[root] = false;
}

struct fuse_schedule fuse_schedule_make(struct fuse_region *r, const int *block, int n_blocks) {
    struct arena *a = r->a;
    struct fuse_schedule s = {.r = r, .n_blocks = n_blocks, .block = block};
    s.rows = ARENA_ARRAY(a, bool, n_blocks);
    s.loops = ARENA_ARRAY(a, int, n_blocks);
    s.row = ARENA_ARRAY(a, bool, r->n_vertices);
    s.loop = ARENA_ARRAY(a, int, r->n_vertices);
    s.gone = ARENA_ARRAY(a, bool, r->root.n);
    s.host = ARENA_ARRAY(a, int, r->root.n);
    find_loops(&s);
    for (int i = 0; i < r->root.n; ++i) {
        s.host[i] = -1;
        s.gone[i] = contracted(&s, i);
    }
    for (int i = 0; i < r->root.n; ++i) {
        if (s.gone[i]) {
            find_host(&s, i);
        }
    }
    return s;
}
