/* What variables may hold, what becomes one (webs.c), and the names of it. */
#include "webs_private.h"

#include <string.h>

#include "scope_private.h"
#include "webs.h"

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
    struct held *to = &w->nodes.item[a], *from = &w->nodes.item[b];
    to->none = (to->none || !to->bound) && (from->none || !from->bound) && (to->none || from->none);
    from->up = a;
    to->bound = to->bound || from->bound;
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

/* ---- names of webs */

const char *webs_plain(struct intern_table *names, const char *name) {
    const char *mark = strchr(name, WEB_MARK);
    return mark ? intern(names, name, (size_t)(mark - name)) : name;
}

/* Of what holds nothing: what was deleted last, so that its tests raise; -1: it was never bound. */
static int deleted_before(struct webs *w, int node) {
    struct held *h = &w->nodes.item[node];
    int found = h->deleted ? h->from.item[0] : -1;
    if (h->asked) {
        return -1;
    }
    h->asked = true;
    for (int i = 0; !h->deleted && found < 0 && i < h->from.n; ++i) {
        found = deleted_before(w, h->from.item[i]);
    }
    w->nodes.item[node].asked = false;
    return found;
}

const char *webs_name(struct webs *w, int node) {
    int root = webs_root(w, node), gone = w->nodes.item[root].bound ? -1 : deleted_before(w, node);
    if (gone >= 0) {
        return webs_name(w, gone);
    }
    struct variable *v = w->variables.item[w->nodes.item[root].variable];
    struct held *n = &w->nodes.item[root];
    if (!n->bound || root == webs_root(w, v->entry)) {
        return v->name;
    }
    if (!n->name) {
        const char *text = arena_printf(w->arena, "%s%c%d", v->name, WEB_MARK, ++v->webs);
        n->name = v->webs == 1 ? v->name : intern_str(w->g->scopes->p->names, text);
    }
    return n->name;
}
