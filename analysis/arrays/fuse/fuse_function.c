/* What the pass fuse knows of a whole function: which arrays may share memory, and how often each
 * variable is mentioned. */
#include "fuse_region.h"

struct collector {
    struct fuse_function *ff;
    int loops;
    int tuples; /* the group of all arrays that pass through tuples: one more than variables */
};

static int group_of(const struct fuse_function *ff, int i) {
    while (ff->group[i] != i) {
        i = ff->group[i];
    }
    return i;
}

int fuse_group(const struct fuse_function *ff, const struct tvar *v) {
    return group_of(ff, v->id);
}

bool fuse_fixed(const struct fuse_function *ff, const struct tvar *v) {
    return v->id < ff->n_vars && ff->defs[v->id] == (v->is_param ? 0 : 1) && !ff->varies[v->id] &&
           !v->is_counter;
}

static void join_groups(struct fuse_function *ff, int x, int y) {
    x = group_of(ff, x);
    y = group_of(ff, y);
    ff->group[y] = x;
    ff->outside[x] = ff->outside[x] || ff->outside[y];
}

static bool holds_array(const struct ty *t) {
    for (int i = 0; t->kind == TY_TUPLE && i < t->n; ++i) {
        if (holds_array(t->item[i])) {
            return true;
        }
    }
    return t->kind == TY_ARRAY || t->kind == TY_LIST;
}

static void count_ref(struct tvar *v, void *context) {
    ++((struct collector *)context)->ff->refs[v->id];
}

struct members {
    struct collector *c;
    int with;
};

static void join_member(struct texpr *e, void *context) {
    struct members *m = context;
    if (e->kind == TE_VAR && holds_array(e->var->type)) {
        join_groups(m->c->ff, m->with, e->var->id);
    }
}

/* Everything that holds arrays in e may be what v becomes. */
static void join_from(struct collector *c, int v, struct texpr *e) {
    struct members m = {c, v};
    if (holds_array(e->type)) {
        expr_walk(e, join_member, &m);
    }
}

static void collect_call(struct collector *c, const struct tstmt *s) {
    bool result = s->call.dst && holds_array(s->call.dst->type);
    for (int i = 0; result && i < s->call.n; ++i) {
        join_from(c, s->call.dst->id, s->call.arg[i]);
    }
    if (result) {
        join_groups(c->ff, c->tuples, s->call.dst->id);
    }
}

/* Arrays that pass through lists are like those that pass through tuples. */
static void collect_list(struct collector *c, const struct tstmt *s) {
    if (s->list.list) {
        join_groups(c->ff, c->tuples, s->list.list->id);
    }
    if (s->list.dst && holds_array(s->list.dst->type)) {
        join_groups(c->ff, c->tuples, s->list.dst->id);
    }
    for (int i = 0; i < 3; ++i) {
        if (s->list.arg[i]) {
            join_from(c, c->tuples, s->list.arg[i]);
        }
    }
}

static void collect_lib(struct collector *c, const struct tstmt *s) {
    for (int i = 0; s->lib.dst && i < s->lib.n; ++i) {
        if (s->lib.arg[i].value) {
            join_from(c, s->lib.dst->id, s->lib.arg[i].value);
        }
    }
}

static void collect_block(struct collector *c, const struct tblock *b);

static void collect_stmt(struct collector *c, struct tstmt *s) {
    struct fuse_function *ff = c->ff;
    stmt_reads(s, count_ref, c);
    struct tvar *def = stmt_def(s);
    if (def) {
        ++ff->refs[def->id];
        ++ff->defs[def->id];
        ff->def[def->id] = s;
        ff->varies[def->id] = ff->varies[def->id] || c->loops > 0;
        bool name = s->kind == TS_ASSIGN && s->assign.value->kind == TE_VAR;
        ff->renamed[def->id] = name && (ff->defs[def->id] == 1 || ff->renamed[def->id]);
    }
    if (s->kind == TS_VIEW) {
        join_groups(ff, s->view.base->id, s->view.dst->id);
    } else if (s->kind == TS_ASSIGN && holds_array(def->type)) {
        bool tuple = def->type->kind == TY_TUPLE || s->assign.value->kind != TE_VAR;
        join_from(c, tuple ? c->tuples : def->id, s->assign.value);
        join_groups(ff, tuple ? c->tuples : def->id, def->id);
    } else if (s->kind == TS_CALL) {
        collect_call(c, s);
    } else if (s->kind == TS_LIB) {
        collect_lib(c, s);
    } else if (s->kind == TS_LIST) {
        collect_list(c, s);
    }
    const struct tblock *block[3];
    int n = stmt_blocks(s, block);
    bool loop = s->kind == TS_FOR || s->kind == TS_WHILE;
    for (int i = 0; i < n; ++i) {
        c->loops += loop;
        collect_block(c, block[i]);
        c->loops -= loop;
    }
}

static void collect_block(struct collector *c, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        collect_stmt(c, b->item[i]);
    }
}

struct fuse_function fuse_function_collect(struct arena *a, struct tmodule *m, struct tfunc *f) {
    struct fuse_function ff = {.a = a, .m = m, .f = f, .n_vars = f->n_vars};
    ff.vars = (struct new_vars){.f = f, .table = a};
    ff.group = ARENA_ARRAY(a, int, f->n_vars + 1);
    ff.outside = ARENA_ARRAY(a, bool, f->n_vars + 1);
    ff.refs = ARENA_ARRAY(a, int, f->n_vars);
    ff.defs = ARENA_ARRAY(a, int, f->n_vars);
    ff.def = ARENA_ARRAY(a, struct tstmt *, f->n_vars);
    ff.varies = ARENA_ARRAY(a, bool, f->n_vars);
    ff.renamed = ARENA_ARRAY(a, bool, f->n_vars);
    for (int i = 0; i <= f->n_vars; ++i) {
        ff.group[i] = i;
        ff.outside[i] = i == f->n_vars || f->var[i]->is_param;
    }
    struct collector c = {.ff = &ff, .tuples = f->n_vars};
    for (int i = 0; i < f->n_params; ++i) {
        if (f->param[i]->type->kind == TY_TUPLE || f->param[i]->type->kind == TY_LIST) {
            join_groups(&ff, c.tuples, f->param[i]->id);
        }
    }
    collect_block(&c, &f->body);
    return ff;
}
