/* New variables of a function, with names that no other one has; and such for definitions that a
 * region replaces. */
#include <string.h>

#include "fuse_region.h"

struct name {
    const char *text;
    int next; /* the suffix to try for the next variable that is to have this name */
};

/* Open addressing. The function's list of variables has room for `room`. */
struct fuse_names {
    struct name *slot;
    int n, size;
    struct tvar **var;
    int room;
};

static struct name *find(const struct fuse_names *t, const char *text) {
    unsigned h = 2166136261u;
    for (const char *c = text; *c; ++c) {
        h = (h ^ (unsigned char)*c) * 16777619u;
    }
    unsigned at = h & (unsigned)(t->size - 1);
    while (t->slot[at].text && strcmp(t->slot[at].text, text) != 0) {
        at = (at + 1) & (unsigned)(t->size - 1);
    }
    return &t->slot[at];
}

static void add(struct arena *a, struct fuse_names *t, const char *text) {
    if (2 * t->n >= t->size) {
        struct fuse_names old = *t;
        t->size = old.size ? 2 * old.size : 64;
        t->slot = ARENA_ARRAY(a, struct name, t->size);
        for (int i = 0; i < old.size; ++i) {
            if (old.slot[i].text) {
                *find(t, old.slot[i].text) = old.slot[i];
            }
        }
    }
    struct name *x = find(t, text);
    t->n += !x->text;
    *x = (struct name){text, 2};
}

static struct fuse_names *names_of(struct fuse_function *ff) {
    if (!ff->names) {
        ff->names = ARENA_NEW(ff->a, struct fuse_names);
        for (int i = 0; i < ff->f->n_vars; ++i) {
            add(ff->a, ff->names, ff->f->var[i]->name);
        }
    }
    return ff->names;
}

static const char *new_name(struct arena *a, const struct fuse_names *t, const char *base) {
    struct name *taken = find(t, base);
    const char *name = base;
    while (find(t, name)->text) {
        name = arena_printf(a, "%s_%d", base, taken->next++);
    }
    return name;
}

struct tvar *fuse_new_var(struct arena *a, struct fuse_function *ff, const char *base,
                          struct ty *type) {
    struct fuse_names *t = names_of(ff);
    struct tfunc *f = ff->f;
    struct tvar *v = ARENA_NEW(a, struct tvar);
    *v =
        (struct tvar){.name = t->size ? new_name(a, t, base) : base, .id = f->n_vars, .type = type};
    if (f->var != t->var || f->n_vars == t->room) {
        t->room = 2 * f->n_vars + 16;
        t->var = ARENA_ARRAY(a, struct tvar *, t->room);
        for (int i = 0; i < f->n_vars; ++i) {
            t->var[i] = f->var[i];
        }
        f->var = t->var;
    }
    f->var[f->n_vars++] = v;
    add(ff->a, t, v->name);
    return v;
}

/* ---- regions */

void fuse_rename_region(struct arena *a, struct fuse_function *ff, struct tblock *b, int first,
                        int n, int *next) {
    int n_vars = ff->n_vars;
    for (int i = first + n - 1; i >= first; --i) {
        struct tvar *v = stmt_def(b->item[i]);
        if (!v || v->id >= n_vars) {
            continue;
        }
        int until = next[v->id];
        next[v->id] = i;
        if (until == 0) {
            continue;
        }
        struct tvar *own = fuse_new_var(a, ff, v->name, v->type);
        own->is_temp = v->is_temp;
        own->span = v->span;
        stmt_set_def(b->item[i], own);
        for (int k = i + 1; k <= until; ++k) {
            stmt_rename(a, b->item[k], v, own);
        }
    }
    for (int i = first; i < first + n; ++i) {
        struct tvar *v = stmt_def(b->item[i]);
        if (v && v->id < n_vars) {
            next[v->id] = 0;
        }
    }
}
