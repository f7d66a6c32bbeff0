/* What variables may hold, and what becomes one (webs.c). */
#include "webs_private.h"

#include <string.h>

/* ---- nodes */

int webs_new(struct webs *w, int variable, bool bound) {
    struct held n = {.up = w->nodes.n, .variable = variable, .bound = bound};
    vec_push(w->arena, &w->nodes, n);
    return n.up;
}

int webs_merge(struct webs *w, int variable) {
    int n = webs_new(w, variable, false);
    w->nodes.item[n].merge = true;
    return n;
}

int webs_root(struct webs *w, int n) {
    while (w->nodes.item[n].up != n) {
        w->nodes.item[n].up = w->nodes.item[w->nodes.item[n].up].up;
        n = w->nodes.item[n].up;
    }
    return n;
}

/* Nothing is one with the want of a binding. */
bool webs_is_nothing(const struct webs *w, int n) {
    const struct variable *v = w->variables.item[w->nodes.item[n].variable];
    return (n == v->entry && !v->is_param) || w->nodes.item[n].deleted;
}

void webs_unite(struct webs *w, int a, int b) {
    if (webs_is_nothing(w, a) || webs_is_nothing(w, b)) {
        return;
    }
    a = webs_root(w, a);
    b = webs_root(w, b);
    w->nodes.item[b].up = a;
    w->nodes.item[a].bound = w->nodes.item[a].bound || w->nodes.item[b].bound;
}

/* A merge that is read is one with all that meets there, unless it takes copies. */
void webs_read(struct webs *w, int n) {
    bool read = w->nodes.item[n].read;
    w->nodes.item[n].read = true;
    for (int i = 0; w->nodes.item[n].merge && !read && i < w->nodes.item[n].from.n; ++i) {
        int from = w->nodes.item[n].from.item[i];
        if (!w->nodes.item[n].copies) {
            webs_unite(w, n, from);
        }
        webs_read(w, from);
    }
}

void webs_add(struct webs *w, int merge, int from) {
    vec_push(w->arena, &w->nodes.item[merge].from, from);
    if (w->nodes.item[merge].read) {
        webs_unite(w, merge, from);
        webs_read(w, from);
    }
}

/* ---- places */

struct here webs_copy(struct webs *w, const struct here *h) {
    int n = w->variables.n;
    struct here to = {h->reached, ARENA_ARRAY(w->arena, int, n)};
    memcpy(to.node, h->node, sizeof(*to.node) * (size_t)n);
    return to;
}

/* Where two ways meet; a becomes that place. */
void webs_meet(struct webs *w, struct here *a, const struct here *b) {
    if (!b->reached) {
        return;
    }
    for (int i = 0; i < w->variables.n; ++i) {
        if (!a->reached) {
            a->node[i] = b->node[i];
        } else if (a->node[i] != b->node[i]) {
            int merge = webs_merge(w, i);
            webs_add(w, merge, a->node[i]);
            webs_add(w, merge, b->node[i]);
            a->node[i] = merge;
        }
    }
    a->reached = true;
}
