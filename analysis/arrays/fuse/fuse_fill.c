/* Arrays that are filled with one value when they are made: who reads them before anything is
 * written gets the value, and where all of one is written before it is read nothing fills it. */
#include "build.h"
#include "fuse_region.h"

static bool is_constant(const struct fuse_region *r, const struct texpr *e) {
    switch (e->kind) {
    case TE_CONST:
        return true;
    case TE_VAR:
        return fuse_fixed(r->ff, e->var);
    default:
        return e->kind == TE_CAST && is_constant(r, e->cast);
    }
}

/* The value that all elements of the root still have, or NULL. */
static struct texpr *value_of_all(struct fuse_region *r, int root, struct ty *type) {
    const struct fuse_root *x = &r->root.item[root];
    const struct tstmt *s = x->alloc >= 0 && !x->written ? r->stmt[x->alloc].s : NULL;
    if (!s || s->alloc.fill == FILL_NONE || s->alloc.fill == FILL_TEXT) {
        return NULL;
    }
    if (s->alloc.fill == FILL_ZERO) {
        return build_complex(r->ff->out, type, 0.0, 0.0); /* of any type */
    }
    struct texpr *e = s->alloc.value;
    return is_constant(r, e) && e->type == type ? e : NULL;
}

static struct texpr *without_load(struct texpr *e, void *context) {
    struct fuse_region *r = context;
    return e->kind == TE_LOAD ? value_of_all(r, fuse_view_of(r, e->load.array)->root, e->type)
                              : NULL;
}

void fuse_read_fill(struct fuse_region *r, struct tstmt *s) {
    stmt_map(r->ff->out, s, without_load, r);
}

/* Does the statement, a MAP over the shape of what the ALLOC makes, write all of it? */
static bool writes_all(struct fuse_region *r, const struct fuse_stmt *x,
                       const struct fuse_access *write, const struct tstmt *alloc) {
    const struct fuse_view *whole = fuse_view_of(r, alloc->alloc.dst);
    unsigned met = 0;
    if (x->s->kind != TS_MAP || !write->traced) {
        return false;
    }
    for (int i = 0; i < alloc->alloc.dst->type->rank; ++i) {
        int k = write->in_root[i], extent = num_now(&r->values, whole->extent[i]);
        int64_t one;
        bool single = k < 0 && num_is_const(&r->values, extent, &one) && one == 1;
        bool all = k >= 0 && num_now(&r->values, x->extent[k]) == extent && !(met >> k & 1);
        if (!single && !all) {
            return false;
        }
        met |= k >= 0 ? 1u << k : 0;
    }
    return true;
}

/* Is the first that touches the root a statement that writes all of it? */
static bool is_overwritten(struct fuse_region *r, int root) {
    const struct tstmt *alloc = r->stmt[r->root.item[root].alloc].s;
    for (int i = r->root.item[root].alloc + 1; i < r->n; ++i) {
        const struct fuse_stmt *x = &r->stmt[i];
        for (int k = 0; k < x->access.n; ++k) { /* reads come first */
            if (x->access.item[k].root == root) {
                return x->access.item[k].write && writes_all(r, x, &x->access.item[k], alloc);
            }
        }
    }
    return false;
}

void fuse_drop_fills(struct fuse_region *r) {
    for (int i = 0; i < r->root.n; ++i) {
        struct tstmt *s = r->root.item[i].alloc >= 0 ? r->stmt[r->root.item[i].alloc].s : NULL;
        if (s && s->alloc.fill != FILL_NONE && is_overwritten(r, i)) {
            s->alloc.fill = FILL_NONE;
            s->alloc.value = NULL;
        }
    }
}
