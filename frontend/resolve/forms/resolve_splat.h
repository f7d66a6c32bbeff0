/* Instances of functions that take **kw: what resolve_splat.c (calls, instances) and
 * resolve_splat_forms.c (their statements) share. */
#ifndef PYCC_RESOLVE_SPLAT_H
#define PYCC_RESOLVE_SPLAT_H

#include "nodes.h"
#include "resolve_private.h"

/* An instance that is being made. */
struct splat {
    struct resolver *r;
    struct sugar g;
    const struct func *f;
    struct func *made;
    const char *rest; /* the name of *args, of n_rest items; or NULL */
    int n_rest;
    bool whole; /* kw is seen other than by known forms */
    VEC(const char *) names;
};

/* **kw, which an argument of a call is. */
static inline bool splat_is_all(const struct keyword *kw) {
    return strcmp(kw->name, "**") == 0;
}

/* The parameter of the i-th name. */
static inline struct expr *splat_param(struct splat *s, int i, struct span span) {
    return node_name(&s->g, s->made->param[s->f->n_params + i].sym->name, span);
}

/* Puts what the names tell for forms of kw in the statements, and drops branches that these decide;
 * fills s->whole. */
struct block splat_write(struct splat *s, struct block body);

#endif
