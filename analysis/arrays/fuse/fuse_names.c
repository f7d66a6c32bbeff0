/* Definitions that a region replaces get variables of their own. */
#include "fuse_region.h"

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
        struct tvar *own = tir_new_var(a, &ff->vars, v->name, v->type);
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
