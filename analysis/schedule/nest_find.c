/* Loop nests: which loops become functions of their own, and which variables pass their border. */
#include "passes.h"

/* ---- discovery */

struct discoverer {
    struct arena *arena;
    const struct facts *f;
    struct func_plan *fp;
    bool *has_prange;  /* by loop id: a prange, or a call that may leave arrays on a device */
    const bool *apart; /* by stmt id: loops that are no nests, but what is in them; or NULL */
};

static int loop_id(const struct tstmt *s) {
    return s->kind == TS_FOR ? s->for_.loop : s->while_.loop;
}

/* Marks every loop around a prange, or of blocks; around a call of a function marked @pycc.gpu,
 * too: in a serial nest everything would come home after each call. */
static void find_pranges(struct discoverer *d) {
    for (int pos = 0; pos < d->f->n; ++pos) {
        const struct tstmt *s = d->f->order[pos]->stmt;
        bool away = s->kind == TS_CALL && s->call.callee->gpu;
        if (!away && (s->kind != TS_FOR || (!s->for_.parallel && !s->for_.blocked))) {
            continue;
        }
        for (const struct tstmt *p = s; p; p = fact_of(d->f, p)->parent) {
            if (p->kind == TS_FOR || p->kind == TS_WHILE) {
                if (p != s && d->has_prange[loop_id(p)]) {
                    break;
                }
                d->has_prange[loop_id(p)] = true;
            }
        }
    }
}

static bool outside(const struct facts *f, const struct tvar *v, int lo, int hi) {
    return v->is_param || fact_assigned(f, v, 0, lo - 1) || fact_assigned(f, v, hi + 1, f->n - 1) ||
           fact_read(f, v, 0, lo - 1) || fact_read(f, v, hi + 1, f->n - 1);
}

struct tuple_search {
    bool found;
};

static void see_item(struct texpr *e, void *context) {
    struct tuple_search *t = context;
    t->found |= e->kind == TE_ITEM && e->type->kind == TY_ARRAY;
}

static void see_items(struct texpr *e, void *context) {
    expr_walk(e, see_item, context);
}

/* Can a serial FOR be a nest: no array variable of its surroundings, its `else` among them, is
 * assigned, none is taken out of a tuple, and no list is worked on. */
static bool is_serial_nest(const struct facts *f, const struct tstmt *s) {
    const struct stmt_fact *fact = fact_of(f, s);
    for (int pos = fact->pos; pos <= fact->end; ++pos) {
        const struct tstmt *t = f->order[pos]->stmt;
        struct tvar *v = stmt_def(t);
        struct tuple_search items = {false};
        bool array = v && type_holds_array(v->type) && outside(f, v, fact->pos, fact->body_end);
        if (array || t->kind == TS_LIST) {
            return false;
        }
        stmt_exprs(t, see_items, &items);
        if (items.found) {
            return false;
        }
    }
    return true;
}

/* Is it in a version of a region that hardly ever runs? */
static bool is_rare(const struct facts *f, const struct stmt_fact *fact) {
    const struct tstmt *p = fact->parent;
    if (!p) {
        return false;
    }
    bool els = p->kind == TS_IF && p->if_.likely && fact->block == &p->if_.els;
    return els || is_rare(f, fact_of(f, p));
}

static void add_nest(struct discoverer *d, struct tstmt *s) {
    struct nest *n = ARENA_NEW(d->arena, struct nest);
    const struct stmt_fact *fact = fact_of(d->f, s);
    n->id = d->fp->nests.n;
    n->root = s;
    n->parallel = s->for_.parallel;
    n->collapse = 1;
    n->in_loop = fact->loop != NULL;
    n->rare = is_rare(d->f, fact);
    for (int pos = fact->pos; pos <= fact->end; ++pos) {
        const struct tstmt *t = d->f->order[pos]->stmt;
        d->fp->nest_of_stmt[t->id] = n;
        n->has_return |= t->kind == TS_RETURN && pos <= fact->body_end;
    }
    vec_push(d->arena, &d->fp->nests, n);
}

static void discover_block(struct discoverer *d, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        bool serial =
            s->kind == TS_FOR && !d->has_prange[s->for_.loop] && !(d->apart && d->apart[s->id]);
        bool parallel = s->kind == TS_FOR && s->for_.parallel;
        if (parallel || (serial && is_serial_nest(d->f, s))) {
            add_nest(d, s);
            continue;
        }
        const struct tblock *block[3];
        int n = stmt_blocks(s, block);
        for (int k = 0; k < n; ++k) {
            discover_block(d, block[k]);
        }
    }
}

void nest_discover(struct arena *a, const struct facts *f, struct func_plan *fp,
                   const bool *apart) {
    struct discoverer d = {a, f, fp, ARENA_ARRAY(a, bool, f->func->n_loops), apart};
    find_pranges(&d);
    discover_block(&d, &f->func->body);
}

/* ---- variables */

struct border {
    struct arena *arena;
    const struct facts *f;
    const struct live *live;
    struct nest *nest;
    int lo, hi, pos;
};

static void push_var(struct border *b, struct tvar *v) {
    struct nest *n = b->nest;
    const struct facts *f = b->f;
    int id = n->root->for_.loop;
    if (!fact_assigned(f, v, b->lo, b->hi)) {
        if (v->type->kind == TY_ARRAY) {
            struct nest_array x = {v, false, false};
            vec_push(b->arena, &n->arrays, x);
        } else {
            vec_push(b->arena, &n->in, v);
        }
        return;
    }
    bool header = fact_read(f, v, b->lo, b->lo);
    bool els = fact_read(f, v, fact_of(f, n->root)->body_end + 1, b->hi);
    bool out = var_listed(&b->live->after[id], v);
    bool before = v->is_param || fact_assigned(f, v, 0, b->lo - 1) ||
                  fact_assigned(f, v, b->hi + 1, f->n - 1);
    bool in = header || els || out || var_listed(&b->live->exposed[id], v);
    if (in && before) {
        vec_push(b->arena, &n->in, v);
    }
    if (out) {
        vec_push(b->arena, &n->out, v);
    } else if (!(in && before)) {
        vec_push(b->arena, &n->local, v);
    }
}

/* v is mentioned at b->pos: for the first time in the nest? */
static void see_var(struct tvar *v, void *context) {
    struct border *b = context;
    int use = fact_first_use(b->f, v, b->lo, b->hi), def = fact_first_def(b->f, v, b->lo, b->hi);
    int first = use < 0 ? def : def < 0 || use < def ? use : def;
    if (first == b->pos) {
        push_var(b, v);
    }
}

struct once {
    struct border *border;
    VEC(struct tvar *) seen; /* in this statement */
};

static void see_once(struct tvar *v, void *context) {
    struct once *o = context;
    for (int i = 0; i < o->seen.n; ++i) {
        if (o->seen.item[i] == v) {
            return;
        }
    }
    vec_push(o->border->arena, &o->seen, v);
    see_var(v, o->border);
}

void nest_variables(struct arena *a, const struct facts *f, const struct live *live,
                    struct nest *nest) {
    const struct stmt_fact *fact = fact_of(f, nest->root);
    struct border b = {a, f, live, nest, fact->pos, fact->end, 0};
    struct once once = {.border = &b};
    for (b.pos = b.lo; b.pos <= b.hi; ++b.pos) {
        const struct tstmt *s = f->order[b.pos]->stmt;
        struct tvar *v = stmt_def(s);
        once.seen.n = 0;
        stmt_reads(s, see_once, &once);
        if (v) {
            see_once(v, &once);
        }
    }
}

/* ---- arrays */

static struct nest_array *find_array(struct nest *n, const struct tvar *v) {
    for (int i = 0; i < n->arrays.n; ++i) {
        if (n->arrays.item[i].var == v) {
            return &n->arrays.item[i];
        }
    }
    return NULL;
}

/* Where an array's memory comes from at a position, followed through plain definitions: the ALLOC
 * or LIB that made it, or *param, a parameter never assigned. Neither: it is not plain. */
static const struct tstmt *origin(const struct facts *f, struct tvar *v, int pos,
                                  const struct tvar **param) {
    *param = NULL;
    for (int i = 0; i < 32; ++i) {
        if (v->is_param && f->var[v->id].defs.n == 0) {
            *param = v;
            return NULL;
        }
        const struct tstmt *s = fact_reaching(f, v, pos);
        if (!s || stmt_makes(s)) {
            return s;
        }
        bool alias = s->kind == TS_ASSIGN && s->assign.value->kind == TE_VAR;
        if (s->kind != TS_VIEW && !alias) {
            return NULL;
        }
        v = alias ? s->assign.value->var : s->view.base;
        pos = fact_of(f, s)->pos;
    }
    return NULL;
}

/* New memory does not overlap what was there before. Two ALLOCs are apart; so are one turn's and
 * the next's of a single one, which fact_reaching does not follow. */
static bool never_overlap(const struct facts *f, struct tvar *x, struct tvar *y, int pos) {
    const struct tvar *from_x, *from_y;
    const struct tstmt *p = origin(f, x, pos, &from_x), *q = origin(f, y, pos, &from_y);
    return (p && q && p != q) || (p && from_y) || (q && from_x);
}

bool nest_writes_own(const struct facts *f, const struct nest *nest) {
    for (int i = 0; i < nest->arrays.n; ++i) {
        const struct nest_array *x = &nest->arrays.item[i];
        const struct tvar *param;
        if (x->written && !origin(f, x->var, fact_of(f, nest->root)->pos, &param)) {
            return false;
        }
    }
    return true;
}

static void pair_arrays(struct scope *sc, struct nest *n) {
    for (int i = 0; i < n->arrays.n; ++i) {
        const struct nest_array *x = &n->arrays.item[i];
        for (int j = i + 1; j < n->arrays.n; ++j) {
            const struct nest_array *y = &n->arrays.item[j];
            bool used = (x->read || x->written) && (y->read || y->written);
            if (used && (x->written || y->written) &&
                !never_overlap(sc->facts, x->var, y->var, sc->lo)) {
                struct nest_pair pair = {i, j};
                vec_push(sc->arena, &n->disjoint, pair);
            }
        }
    }
}

void nest_arrays(struct scope *sc, const struct access_list *list, struct nest *nest) {
    bool unfollowed = list->escapes.n > 0;
    for (int i = 0; i < list->item.n; ++i) {
        const struct access *x = list->item.item[i];
        struct nest_array *array = x->root && !x->alloc ? find_array(nest, x->root) : NULL;
        unfollowed |= !x->root;
        if (array) {
            array->read |= !x->write;
            array->written |= x->write;
        }
    }
    for (int i = 0; unfollowed && i < nest->arrays.n; ++i) {
        nest->arrays.item[i].read = nest->arrays.item[i].written = true;
    }
    pair_arrays(sc, nest);
}
