/* The inspector of a nest: a backward slice. What do the addresses of the open accesses, and the
 * control flow around them, need? Nothing is written while it runs: what is to be kept apart from
 * an array that the nest writes is looked at where it is.
 *
 * The inspector runs before the nest and must not write, so whatever it needs must not come from
 * arrays that the nest writes, from memory made in the nest, or from calls that write. Checks are
 * kept where all they test is there anyway. M. Weiser, "Program slicing", 1984; the inspector and
 * executor of J. Saltz et al., 1991. */
#include "verdict.h"

struct slice {
    const struct verdict_task *t;
    const struct facts *facts;
    struct nest_question *q;
    int lo, hi;            /* positions of the nest */
    bool wraps;            /* what is needed has an index that checks before it made sure of */
    const struct why *why; /* why there is no slice, NULL: there is */
};

static void keep_stmt(struct slice *s, struct tstmt *stmt);

static void refuse(struct slice *s, enum why_kind kind, const char *name) {
    if (!s->why) {
        s->why = why_new(s->facts->arena, kind, name, NULL);
    }
}

static void need_var(struct tvar *v, void *context) {
    struct slice *s = context;
    const struct var_fact *fact = &s->facts->var[v->id];
    if (s->q->needed[v->id]) {
        return;
    }
    s->q->needed[v->id] = true;
    for (int i = 0; i < fact->defs.n; ++i) {
        int pos = fact->defs.item[i];
        if (pos > s->lo && pos <= s->hi) {
            keep_stmt(s, s->facts->order[pos]->stmt);
        }
    }
}

static bool is_written(const struct slice *s, const struct tvar *root) {
    const struct nest *n = s->t->nest;
    for (int i = 0; i < n->arrays.n; ++i) {
        if (n->arrays.item[i].var == root) {
            return n->arrays.item[i].written;
        }
    }
    return true;
}

struct at {
    struct slice *s;
    int pos;
};

/* Does no iteration write the array before it reads it here? Then the value before the nest is what
 * an iteration reads, as long as no other one writes it: which is what the inspector finds out. */
static bool reads_before(const struct slice *s, const struct tvar *root, int pos) {
    const struct tstmt *outer = s->t->nest->root;
    const struct tstmt *loop = s->facts->order[pos]->loop;
    while (loop && loop != outer && fact_of(s->facts, loop)->loop != outer) {
        loop = fact_of(s->facts, loop)->loop;
    }
    for (int i = 0; i < s->t->list->item.n; ++i) {
        const struct access *x = s->t->list->item.item[i];
        bool in_nest = x->pos > s->lo && x->pos <= s->hi;
        bool before =
            x->pos < pos || (loop && loop != outer && fact_in_body(s->facts, loop, x->pos));
        if (x->write && in_nest && before && (!x->root || x->root == root)) {
            return false;
        }
    }
    return true;
}

/* The value of an element is needed. */
static void need_value(struct texpr *e, void *context) {
    struct at *at = context;
    struct slice *s = at->s;
    struct tstmt *made;
    s->wraps |= e->kind == TE_OP && e->op.op == OP_WRAP;
    if (e->kind != TE_LOAD) {
        return;
    }
    struct tvar *array = e->load.array, *root = access_root(s->t->sc, array, at->pos, &made);
    bool written = !root || made || is_written(s, root);
    if (written && !made && root == array && s->t->nest->root->for_.assured &&
        s->t->options->check_races && reads_before(s, root, at->pos)) {
        s->q->value[root->id] = s->q->values = true;
    } else if (written) {
        refuse(s, WHY_NEEDS_WRITTEN, array->name);
    }
}

static void need_values(struct texpr *e, void *context) {
    expr_walk(e, need_value, context);
}

static void keep_around(struct slice *s, const struct tstmt *stmt) {
    struct tstmt *parent = fact_of(s->facts, stmt)->parent;
    if (parent && fact_of(s->facts, parent)->pos > s->lo) {
        keep_stmt(s, parent);
    }
}

static void check_call(struct slice *s, const struct tstmt *stmt) {
    const struct summary *sum = &s->t->summaries[stmt->call.callee->id];
    const char *name = stmt->call.callee->pyname;
    if (sum->writes || stmt->call.callee->ret->kind != TY_SCALAR) {
        refuse(s, WHY_NEEDS_CALL, name);
    }
    for (int k = 0; k < stmt->call.n; ++k) {
        struct texpr *arg = stmt->call.arg[k];
        struct tstmt *made;
        struct tvar *root =
            arg->kind == TE_VAR && arg->type->kind == TY_ARRAY
                ? access_root(s->t->sc, arg->var, fact_of(s->facts, stmt)->pos, &made)
                : NULL;
        if (type_holds_array(arg->type) && (!root || made || is_written(s, root))) {
            refuse(s, WHY_NEEDS_READS, name);
        }
    }
}

static void keep_stmt(struct slice *s, struct tstmt *stmt) {
    struct at at = {s, fact_of(s->facts, stmt)->pos};
    if (s->q->keep[stmt->id] || s->why) {
        return;
    }
    s->q->keep[stmt->id] = true;
    if (stmt_makes(stmt)) {
        refuse(s, WHY_NEEDS_MADE, NULL);
    } else if (stmt->kind == TS_LIST) {
        refuse(s, WHY_NEEDS_LIST, NULL);
    } else if (stmt->kind == TS_LIB) {
        refuse(s, WHY_NEEDS_LIB, NULL);
    } else if (stmt->kind == TS_CALL) {
        check_call(s, stmt);
    }
    stmt_exprs(stmt, need_values, &at);
    stmt_reads(stmt, need_var, s);
    keep_around(s, stmt);
}

/* ---- the open accesses */

static struct tvar *source_of(const struct tstmt *stmt) {
    if (stmt->kind == TS_VIEW) {
        return stmt->view.base;
    }
    bool alias = stmt->kind == TS_ASSIGN && stmt->assign.value->kind == TE_VAR;
    return alias && stmt->assign.value->type->kind == TY_ARRAY ? stmt->assign.value->var : NULL;
}

/* Names and views of the roots inside the nest; one that also stands for another array has no
 * shadow. */
static void find_shadows(struct slice *s) {
    for (int i = 0; i < s->q->roots.n; ++i) {
        s->q->shadow[s->q->roots.item[i]->id] = true;
    }
    for (int pos = s->lo; pos <= s->hi; ++pos) {
        struct tstmt *stmt = s->facts->order[pos]->stmt;
        struct tvar *from = source_of(stmt);
        if (from && s->q->shadow[from->id]) {
            s->q->shadow[stmt_def(stmt)->id] = true;
            if (stmt->kind == TS_VIEW && view_may_copy(stmt) && !stmt->view.apart) {
                s->why = s->why
                             ? s->why
                             : why_new(s->facts->arena, WHY_COPY, stmt->view.dst->name, from->name);
            }
        }
    }
    for (int pos = s->lo; pos <= s->hi; ++pos) {
        struct tstmt *stmt = s->facts->order[pos]->stmt;
        struct tvar *v = stmt_def(stmt), *from = source_of(stmt);
        if (v && s->q->shadow[v->id] && !(from && s->q->shadow[from->id])) {
            refuse(s, WHY_SEVERAL, v->name);
        }
    }
}

bool store_loads_same(const struct tstmt *store, const struct texpr *x) {
    bool same = store->kind == TS_STORE && x->kind == TE_LOAD &&
                x->load.array == store->store.array && x->load.n == store->store.n;
    for (int k = 0; same && k < x->load.n; ++k) {
        const struct texpr *p = x->load.index[k], *q = store->store.index[k];
        same = p == q || (p->kind == TE_VAR && q->kind == TE_VAR && p->var == q->var);
    }
    return same;
}

static void need_place(struct texpr *e, void *context) {
    struct at *at = context;
    struct slice *s = at->s;
    if (e->kind == TE_LOAD && s->q->shadow[e->load.array->id]) {
        s->q->reads |= !store_loads_same(s->facts->order[at->pos]->stmt, e);
        need_var(e->load.array, s);
        for (int k = 0; k < e->load.n; ++k) {
            need_values(e->load.index[k], at);
            expr_reads(e->load.index[k], need_var, s);
        }
    }
}

static void need_places(struct texpr *e, void *context) {
    expr_walk(e, need_place, context);
}

static void look_at(struct slice *s, struct tstmt *stmt) {
    struct at at = {s, fact_of(s->facts, stmt)->pos};
    s->q->look[stmt->id] = true;
    if (stmt->kind == TS_LIST) {
        refuse(s, WHY_IN_LIST, NULL);
    } else if (stmt->kind == TS_LIB) {
        refuse(s, WHY_IN_LIB, NULL);
    } else if (stmt->kind == TS_CALL) {
        refuse(s, WHY_IN_CALL, stmt->call.callee->pyname);
    } else if (stmt->kind == TS_WHILE) {
        refuse(s, WHY_IN_WHILE, NULL);
    }
    stmt_exprs(stmt, need_places, &at);
    if (stmt->kind == TS_STORE && s->q->shadow[stmt->store.array->id]) {
        need_var(stmt->store.array, s);
        for (int k = 0; k < stmt->store.n; ++k) {
            need_values(stmt->store.index[k], &at);
            expr_reads(stmt->store.index[k], need_var, s);
        }
    }
    keep_around(s, stmt);
}

/* ---- jumps and checks */

struct known {
    const struct slice *s;
    bool all;
};

static void test_known(struct tvar *v, void *context) {
    struct known *k = context;
    k->all &= k->s->q->needed[v->id] || !fact_assigned(k->s->facts, v, k->s->lo + 1, k->s->hi);
    k->all &= !k->s->q->shadow[v->id];
}

static bool around_kept(const struct slice *s, const struct tstmt *stmt) {
    const struct tstmt *parent = fact_of(s->facts, stmt)->parent;
    return !parent || parent == s->t->nest->root || s->q->keep[parent->id];
}

/* A jump in a loop that is kept changes what it reaches; a check guards values that are needed, or
 * an index that is. */
static bool belongs(const struct slice *s, struct tstmt *stmt) {
    const struct tstmt *loop = fact_of(s->facts, stmt)->loop;
    if (stmt->kind == TS_BREAK || stmt->kind == TS_CONTINUE) {
        return loop == s->t->nest->root || (loop && s->q->keep[loop->id]);
    }
    if (stmt->kind == TS_CHECK && stmt->check.exc == TEXC_INDEX && s->wraps) {
        return true;
    }
    if (stmt->kind != TS_CHECK || !around_kept(s, stmt)) {
        return false;
    }
    struct known known = {s, true};
    struct slice trial = {.t = s->t, .facts = s->facts, .q = s->q, .lo = s->lo, .hi = s->hi};
    struct at at = {&trial, fact_of(s->facts, stmt)->pos};
    stmt_reads(stmt, test_known, &known);
    if (known.all) {
        stmt_exprs(stmt, need_values, &at);
    }
    return known.all && !trial.why;
}

static void add_jumps_and_checks(struct slice *s) {
    for (bool changed = true; changed && !s->why;) {
        changed = false;
        for (int pos = s->lo + 1; pos <= s->hi; ++pos) {
            struct tstmt *stmt = s->facts->order[pos]->stmt;
            if (!s->q->keep[stmt->id] && belongs(s, stmt)) {
                keep_stmt(s, stmt);
                changed = true;
            }
        }
    }
}

/* Results of the nest have no value while it is inspected. */
static void test_results(struct slice *s) {
    for (int i = 0; i < s->t->nest->out.n; ++i) {
        if (s->q->needed[s->t->nest->out.item[i]->id]) {
            refuse(s, WHY_NEEDS_RESULT, s->t->nest->out.item[i]->name);
        }
    }
}

bool slice_inspector(const struct verdict_task *t, const bool *open, struct nest_question *q,
                     const struct why **why) {
    const struct facts *f = t->sc->facts;
    const struct stmt_fact *root = fact_of(f, t->nest->root);
    struct slice s = {.t = t, .facts = f, .q = q, .lo = root->pos, .hi = root->end};
    q->keep = ARENA_ARRAY(f->arena, bool, f->func->n_stmts);
    q->look = ARENA_ARRAY(f->arena, bool, f->func->n_stmts);
    q->needed = ARENA_ARRAY(f->arena, bool, f->func->n_vars);
    q->shadow = ARENA_ARRAY(f->arena, bool, f->func->n_vars);
    q->value = ARENA_ARRAY(f->arena, bool, f->func->n_vars);
    find_shadows(&s);
    for (int i = 0; i < t->list->item.n; ++i) {
        const struct access *x = t->list->item.item[i];
        if (open[i] && !q->shadow[x->array->id]) {
            refuse(&s, WHY_RETURNED, x->array->name);
        } else if (open[i]) {
            look_at(&s, x->stmt);
        }
    }
    add_jumps_and_checks(&s);
    test_results(&s);
    *why = s.why;
    return !s.why;
}
