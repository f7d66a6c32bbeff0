/* Definitions that a region replaces, and arrays that only it reads, get variables of their own. */
#include "build.h"
#include "fuse_region.h"

/* ---- what is read elsewhere */

struct behind {
    const struct tvar *v;
    const struct tstmt *first; /* of n statements */
    int n;
    enum fuse_behind found;
};

static bool holds(const struct tblock *b, const struct tstmt *first) {
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        bool found = b->item[i] == first;
        for (int k = stmt_blocks(b->item[i], block) - 1; k >= 0 && !found; --k) {
            found = holds(block[k], first);
        }
        if (found) {
            return true;
        }
    }
    return false;
}

static void see_read(struct tvar *v, void *context) {
    struct behind *x = context;
    x->found = v == x->v ? BEHIND_READ : x->found;
}

/* set: on all ways to the block something has assigned the variable since the statements, or since
 * the function began. */
static void look_behind(struct behind *x, const struct tblock *b, bool set) {
    for (int i = 0; i < b->n && x->found != BEHIND_READ; ++i) {
        const struct tstmt *s = b->item[i];
        if (s == x->first) {
            i += x->n - 1;
            set = false;
            continue;
        }
        const struct tblock *block[3];
        int n = stmt_blocks(s, block);
        bool around = false;
        for (int k = 0; k < n; ++k) {
            around = around || holds(block[k], x->first);
        }
        bool again = around && (s->kind == TS_FOR || s->kind == TS_WHILE);
        if (!set || again) {
            stmt_reads(s, see_read, x);
        }
        for (int k = 0; k < n; ++k) {
            look_behind(x, block[k], set && !again);
        }
        set = set && !around;
        if (stmt_def(s) == x->v) {
            set = true;
            x->found = x->found == BEHIND_READ ? x->found : BEHIND_ASSIGNED;
        }
    }
}

enum fuse_behind fuse_find_behind(const struct tfunc *f, const struct tvar *v,
                                  const struct tstmt *first, int n) {
    struct behind behind = {v, first, n, BEHIND_NOTHING};
    look_behind(&behind, &f->body, false);
    return behind.found;
}

/* ---- names of a region */

/* Is v an array that only what follows in the region reads, of a name that means others too? */
static bool is_own(const struct fuse_function *ff, const struct tvar *v, const struct tstmt *first,
                   int n) {
    return v->type->kind == TY_ARRAY && !v->is_temp &&
           fuse_find_behind(ff->f, v, first, n) == BEHIND_ASSIGNED;
}

void fuse_rename_region(struct arena *a, struct fuse_function *ff, struct tblock *b, int first,
                        int n, int *next, struct fuse_owned *owned) {
    int n_vars = ff->n_vars, behind = first + n, before = owned->list.n;
    for (int i = behind - 1; i >= first; --i) {
        struct tvar *v = stmt_def(b->item[i]);
        if (!v || v->id >= n_vars) {
            continue;
        }
        int until = next[v->id];
        next[v->id] = i;
        bool last = until == 0;
        if (last && !is_own(ff, v, b->item[i], behind - i)) {
            continue;
        }
        struct tvar *own = tir_new_var(a, &ff->vars, v->name, v->type);
        own->is_temp = v->is_temp;
        own->span = v->span;
        stmt_set_def(b->item[i], own);
        for (int k = i + 1; k <= (last ? behind - 1 : until); ++k) {
            stmt_rename(a, b->item[k], v, own);
        }
        vec_push(a, &owned->list, ((struct fuse_own){own, v, last}));
    }
    for (int i = first; i < behind; ++i) {
        struct tvar *v = stmt_def(b->item[i]);
        if (v && v->id < n_vars) {
            next[v->id] = 0;
        }
    }
    for (int i = before; i < owned->list.n; ++i) {
        next[owned->list.item[i].of->id] = 0;
    }
}

/* ---- names shared */

static void mark(struct tvar *v, void *context) {
    ((bool *)context)[v->id] = true;
}

static void mark_own(struct tvar **v, enum var_mention how, void *context) {
    (void)how;
    mark(*v, context);
}

static void mark_stmt(struct tstmt *s, bool *mentioned) {
    const struct tblock *block[3];
    stmt_reads(s, mark, mentioned);
    stmt_mentions(s, mark_own, mentioned);
    for (int i = 0, n = stmt_blocks(s, block); i < n; ++i) {
        for (int k = 0; k < block[i]->n; ++k) {
            mark_stmt(block[i]->item[k], mentioned);
        }
    }
    for (int i = 0; s->kind == TS_FUSED && i < s->fused.n; ++i) {
        mark_stmt(s->fused.item[i], mentioned);
    }
}

struct sharing {
    struct arena *a;
    struct tvar **of; /* by variable id */
};

static struct texpr *shared(const struct tvar *v, void *context) {
    const struct sharing *x = context;
    return x->of[v->id] ? build_var(x->a, x->of[v->id]) : NULL;
}

void fuse_share_names(struct fuse_function *ff, struct tblock *region,
                      const struct fuse_owned *owned) {
    int n_vars = ff->f->n_vars, n = 0;
    if (owned->list.n == 0) {
        return;
    }
    bool *mentioned = ARENA_ARRAY(ff->a, bool, n_vars);
    struct sharing x = {ff->out, ARENA_ARRAY(ff->a, struct tvar *, n_vars)};
    for (int i = 0; i < region->n; ++i) {
        mark_stmt(region->item[i], mentioned);
    }
    for (int i = 0; i < owned->list.n; ++i) {
        const struct fuse_own *o = &owned->list.item[i];
        if (o->last && mentioned[o->own->id] && !mentioned[o->of->id]) {
            x.of[o->own->id] = o->of;
            ++n;
        }
    }
    struct tir_copier copier = {ff->out, shared, NULL, &x};
    for (int i = 0; n > 0 && i < region->n; ++i) {
        region->item[i] = stmt_copy_as(&copier, region->item[i]);
    }
}
