/* Rows and columns of an array that is then written as a whole:
 *
 *     c = p[:, k]; r = p[k, :]                        c = copy of p[:, k]; r = copy of p[k, :]
 *     map t[i, j] = min(p[i, j], c[i] + r[j])   ->    map t[i, j] = min(p[i, j], c[i] + r[j])
 *     map p[i, j] = t[i, j]                           map p[i, j] = t[i, j]
 *
 * Each point of the write needs elements that other points write, so that the array t of all values
 * stands between. Where these are in parts with fewer axes, copies of the parts cost less than t:
 * both statements share loops then, and nothing is left of t. */
#include <string.h>

#include "build.h"
#include "fuse_region.h"

enum { MOST_NAMES = 8 /* of a part: views of it with more axes */ };

struct parts {
    struct arena *a;
    struct tmodule *m;
    struct new_vars *vars;
    struct tblock *b;
    int first, n; /* the region */
    int *refs;    /* by variable: mentions in the function */
    int n_vars;
};

/* A part, and what else shows its elements. */
struct part {
    int at, last; /* the VIEW that makes it, the last statement that mentions it */
    int axes;     /* that it keeps */
    struct tvar *root;
    int n, mentions;
    struct tvar *name[MOST_NAMES];
    bool apart; /* it is read by something else than values of array statements and views */
    bool wide;  /* a value with more axes is made of it */
};

/* ---- mentions */

static void count_ref(struct tvar *v, void *context) {
    const struct parts *x = context;
    x->refs[v->id] += v->id < x->n_vars;
}

static void count_block(struct parts *x, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        stmt_reads(b->item[i], count_ref, x);
        if (stmt_def(b->item[i])) {
            count_ref(stmt_def(b->item[i]), x);
        }
        for (int k = stmt_blocks(b->item[i], block); k-- > 0;) {
            count_block(x, block[k]);
        }
    }
}

static bool is_name(const struct part *p, const struct tvar *v) {
    for (int i = 0; i < p->n; ++i) {
        if (p->name[i] == v) {
            return true;
        }
    }
    return false;
}

static void see_name(struct tvar *v, void *context) {
    struct part *p = context;
    p->mentions += is_name(p, v);
}

static bool loads_name(const struct texpr *e, const void *context) {
    return e->kind == TE_LOAD && is_name(context, e->load.array);
}

static bool is_whole_name(const struct texpr *e, const void *context) {
    return (e->kind == TE_VAR && is_name(context, e->var)) ||
           (e->kind == TE_APART && (is_name(context, e->apart.a) || is_name(context, e->apart.b)));
}

struct seen {
    struct part *p;
    bool loads;
};

static void see_use(struct texpr *e, void *context) {
    struct seen *s = context;
    s->loads = s->loads || expr_any(e, loads_name, s->p);
    s->p->apart = s->p->apart || expr_any(e, is_whole_name, s->p);
}

/* ---- memory */

static struct tstmt *item(const struct parts *x, int i) {
    return x->b->item[x->first + i];
}

/* What is behind the views that stand in the region before statement `at`. */
static struct tvar *root_of(const struct parts *x, struct tvar *v, int at) {
    for (int i = at - 1; i >= 0; --i) {
        const struct tstmt *s = item(x, i);
        if (s->kind == TS_VIEW && s->view.dst == v) {
            v = s->view.base;
        } else if (stmt_def(s) == v) {
            return v;
        }
    }
    return v;
}

/* Is the array made in the region, before statement `at`? */
static bool is_made(const struct parts *x, const struct tvar *root, int at) {
    for (int i = at - 1; i >= 0; --i) {
        if (stmt_def(item(x, i)) == root) {
            return item(x, i)->kind == TS_ALLOC;
        }
    }
    return false;
}

static struct tvar *written(struct tstmt *s) {
    struct tvar *dst = s->kind == TS_STORE    ? s->store.array
                       : s->kind == TS_MAP    ? s->map.dst
                       : s->kind == TS_REDUCE ? s->reduce.dst
                                              : NULL;
    return dst && dst->type->kind == TY_ARRAY ? dst : NULL;
}

/* ---- parts */

/* Axes that a VIEW of an element or more along some axis keeps; -1: it is another view. */
static int kept_axes(const struct tstmt *s) {
    bool plain = s->kind == TS_VIEW && s->view.part == PART_WHOLE && !s->view.order &&
                 !view_may_copy(s) && !view_is(s, VIEW_MOVED);
    int axes = 0, dropped = 0;
    for (int i = 0; plain && i < s->view.n; ++i) {
        axes += s->view.axis[i].kind == VIEW_SLICE || s->view.axis[i].kind == VIEW_FULL;
        dropped += s->view.axis[i].kind == VIEW_INDEX;
        plain = s->view.axis[i].kind <= VIEW_FULL ||
                (s->view.axis[i].kind == VIEW_NEW && !s->view.axis[i].extent);
    }
    return plain && dropped > 0 && axes > 0 ? axes : -1;
}

/* Another variable for elements of the part, by a view of it or another name; NULL: it is none. */
static struct tvar *named(const struct part *p, const struct tstmt *s) {
    if (s->kind == TS_VIEW) {
        return is_name(p, s->view.base) && !view_may_copy(s) ? s->view.dst : NULL;
    }
    bool name = s->kind == TS_ASSIGN && s->assign.value->kind == TE_VAR;
    return name && is_name(p, s->assign.value->var) ? s->assign.dst : NULL;
}

/* Does it read extents, or elements of what it does not change, and nothing else of arrays? */
static bool only_reads(const struct tstmt *s) {
    return fuse_is_array(s) || s->kind == TS_CHECK || s->kind == TS_ASSIGN || s->kind == TS_ALLOC ||
           s->kind == TS_INDEX;
}

/* Follows the part from the statement that makes it to the one that writes all of its array, which
 * is returned, or -1. */
static int followed(struct parts *x, struct part *p) {
    for (int i = p->at + 1; i < x->n; ++i) {
        struct tstmt *s = item(x, i);
        struct tvar *to = written(s);
        struct tvar *name = named(p, s);
        struct seen seen = {p, false};
        int before = p->mentions;
        stmt_reads(s, see_name, p);
        p->last = p->mentions > before ? i : p->last;
        if (name && p->n < MOST_NAMES) {
            p->name[p->n++] = name;
            ++p->mentions;
        } else {
            stmt_exprs(s, see_use, &seen);
            p->apart = p->apart || name || (p->mentions > before && !only_reads(s));
        }
        struct tvar *root = to ? root_of(x, to, i) : NULL;
        if (p->apart || (root && is_name(p, to))) {
            return -1;
        }
        if (root && root == p->root) {
            return s->kind == TS_MAP && p->last < i && s->map.space.rank > p->axes ? i : -1;
        }
        if (root && !is_made(x, root, i)) {
            return -1;
        }
        p->wide = p->wide || (s->kind == TS_MAP && seen.loads && s->map.space.rank > p->axes);
    }
    return -1;
}

static bool is_part(struct parts *x, int at, struct part *p) {
    struct tstmt *s = item(x, at);
    *p = (struct part){.at = at, .last = at, .axes = kept_axes(s), .n = 1, .mentions = 1};
    if (p->axes < 0 || s->view.dst->type->dtype != s->view.base->type->dtype) {
        return false;
    }
    p->name[0] = s->view.dst;
    p->root = root_of(x, s->view.base, at);
    if (followed(x, p) < 0 || !p->wide) {
        return false;
    }
    if (!x->refs) { /* and is not read behind the write */
        x->refs = ARENA_ARRAY(x->vars->table, int, x->n_vars);
        count_block(x, &x->vars->f->body);
    }
    int refs = 0;
    for (int i = 0; i < p->n; ++i) {
        if (p->name[i]->id >= x->n_vars) {
            return false;
        }
        refs += x->refs[p->name[i]->id];
    }
    return refs == p->mentions;
}

/* ---- copies */

static struct tvar *new_var(struct parts *x, const char *name, struct ty *type, struct span at) {
    struct tvar *v = tir_new_var(x->a, x->vars, name, type);
    v->is_temp = true;
    v->span = at;
    return v;
}

static void copy_part(struct parts *x, const struct part *p) {
    const struct tstmt *s = item(x, p->at);
    struct tvar *part = s->view.dst;
    int rank = part->type->rank;
    struct ty *ty_int = ty_scalar(x->a, x->m, DT_INT);
    struct tvar *copy =
        new_var(x, "part", ty_array(x->a, x->m, part->type->dtype, rank, TY_C), s->span);
    struct tstmt *alloc = build_stmt(x->a, TS_ALLOC, s->span);
    struct tstmt *map = build_stmt(x->a, TS_MAP, s->span);
    struct texpr **extent = ARENA_ARRAY(x->a, struct texpr *, rank);
    struct texpr **index = ARENA_ARRAY(x->a, struct texpr *, rank);
    map->map.space = (struct tspace){rank, extent, ARENA_ARRAY(x->a, struct tvar *, rank)};
    for (int i = 0; i < rank; ++i) {
        extent[i] = build_shape(x->a, ty_int, part, i);
        struct tvar *k = new_var(x, "k", ty_int, s->span);
        k->is_counter = true;
        k->is_temp = false;
        map->map.space.counter[i] = k;
        index[i] = build_var(x->a, map->map.space.counter[i]);
    }
    alloc->alloc.dst = map->map.dst = copy;
    alloc->alloc.extent = extent;
    map->map.index = index;
    map->map.value = build_load(x->a, ty_scalar(x->a, x->m, part->type->dtype), part, index);
    for (int i = p->at + 1; i <= p->last; ++i) {
        stmt_rename(x->a, item(x, i), part, copy);
    }
    struct tblock *b = x->b;
    struct tstmt **all = ARENA_ARRAY(x->a, struct tstmt *, b->n + 2);
    int head = x->first + p->at + 1;
    memcpy(all, b->item, sizeof(*all) * (size_t)head);
    all[head] = alloc;
    all[head + 1] = map;
    memcpy(all + head + 2, b->item + head, sizeof(*all) * (size_t)(b->n - head));
    *b = (struct tblock){b->n + 2, all};
    x->n += 2;
}

int fuse_copy_parts(struct arena *a, struct fuse_function *ff, struct tblock *b, int first, int n) {
    struct parts x = {.a = a, .m = ff->m, .vars = &ff->vars, .b = b, .first = first, .n = n};
    x.n_vars = ff->n_vars;
    for (int i = 0; i < x.n && x.n + 2 <= FUSE_MAX_STATEMENTS; ++i) {
        struct part p;
        if (is_part(&x, i, &p)) {
            copy_part(&x, &p);
            i += 2;
        }
    }
    return x.n;
}
