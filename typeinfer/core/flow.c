/* Definite assignment over the structured statements: see flow.h. */
#include "flow.h"

#include <string.h>

void flow_init(struct flow *f, struct arena *a, int n_symbols) {
    memset(f, 0, sizeof(*f));
    f->arena = a;
    f->assigned = ARENA_ARRAY(a, bool, n_symbols + 1);
    f->reachable = true;
}

void flow_begin(struct flow *f) {
    f->trail.n = 0;
    f->reachable = true;
    f->loop = NULL;
}

static void undo(struct flow *f, int mark) {
    for (int i = mark; i < f->trail.n; ++i) {
        f->assigned[f->trail.item[i]] = false;
    }
    f->trail.n = mark;
}

void flow_end(struct flow *f) {
    undo(f, 0);
}

static void set(struct flow *f, int sym) {
    if (!f->assigned[sym]) {
        f->assigned[sym] = true;
        vec_push(f->arena, &f->trail, sym);
    }
}

void flow_assign(struct flow *f, const struct symbol *s) {
    set(f, s->id);
}

void flow_unassign(struct flow *f, const struct symbol *s) {
    f->assigned[s->id] = false; /* it stays in the trail, which only takes away what it names */
}

bool flow_assigned(const struct flow *f, const struct symbol *s) {
    return !f->reachable || (f->assigned[s->id] && !s->is_deleted);
}

void flow_stop(struct flow *f) {
    f->reachable = false;
}

int flow_mark(const struct flow *f) {
    return f->trail.n;
}

/* The symbols set since mark, in the arena, but for those that have been taken away again. */
static int *copy_since(struct flow *f, int mark, int *n) {
    int *sym = ARENA_ARRAY(f->arena, int, f->trail.n - mark);
    *n = 0;
    for (int i = mark; i < f->trail.n; ++i) {
        if (f->assigned[f->trail.item[i]]) {
            sym[(*n)++] = f->trail.item[i];
        }
    }
    return sym;
}

struct flow_branch flow_take(struct flow *f, int mark, bool reachable_again) {
    struct flow_branch b = {.reachable = f->reachable};
    if (f->reachable) { /* else it assigns "everything" and its list is not needed */
        b.sym = copy_since(f, mark, &b.n);
    }
    undo(f, mark);
    f->reachable = reachable_again;
    return b;
}

void flow_meet(struct flow *f, int mark, const struct flow_branch *other) {
    if (!other->reachable) {
        return;
    }
    if (!f->reachable) {
        undo(f, mark);
        for (int i = 0; i < other->n; ++i) {
            set(f, other->sym[i]);
        }
        f->reachable = true;
        return;
    }
    int kept = 0;
    int *both = ARENA_ARRAY(f->arena, int, other->n);
    for (int i = 0; i < other->n; ++i) {
        if (f->assigned[other->sym[i]]) {
            both[kept++] = other->sym[i];
        }
    }
    undo(f, mark);
    for (int i = 0; i < kept; ++i) {
        set(f, both[i]);
    }
}

void flow_join(struct flow *f, const struct flow_branch *other) {
    for (int i = 0; i < other->n; ++i) {
        set(f, other->sym[i]);
    }
    f->reachable = f->reachable && other->reachable;
}

void flow_loop_enter(struct flow *f, struct flow_loop *l) {
    memset(l, 0, sizeof(*l));
    l->outer = f->loop;
    l->mark = f->trail.n;
    l->entry_reachable = f->reachable;
    f->loop = l;
}

void flow_break(struct flow *f) {
    struct flow_loop *l = f->loop;
    if (l && f->reachable) {
        if (!l->broken) {
            l->at_break.item = copy_since(f, l->mark, &l->at_break.n);
            l->at_break.cap = l->at_break.n;
        } else {
            int kept = 0;
            for (int i = 0; i < l->at_break.n; ++i) {
                if (f->assigned[l->at_break.item[i]]) {
                    l->at_break.item[kept++] = l->at_break.item[i];
                }
            }
            l->at_break.n = kept;
        }
        l->broken = true;
    }
    f->reachable = false;
}

void flow_continue(struct flow *f) {
    if (f->loop && f->reachable) {
        f->loop->continued = true;
    }
    f->reachable = false;
}

void flow_loop_end(struct flow *f, struct flow_loop *l, bool at_least_once, bool endless) {
    f->loop = l->outer;
    if (!at_least_once || l->continued || !f->reachable) {
        undo(f, l->mark);
    }
    f->reachable = l->entry_reachable && !endless;
}

void flow_loop_leave(struct flow *f, struct flow_loop *l) {
    if (l->broken) {
        struct flow_branch b = {.n = l->at_break.n, .sym = l->at_break.item, .reachable = true};
        flow_meet(f, l->mark, &b);
    }
}
