/* What a serial loop's array statements compute anew in each turn, of elements that it does not
 * change: an array keeps it from the first turn on.
 *
 *     for ...:                    kept = empty; done = False
 *         u += dt * (a * b)  ->   for ...:
 *                                     if not done or u and a overlap ...:
 *                                         kept = dt * (a * b); done = True
 *                                     u += kept
 *
 * The flag keeps the order of checks and needs no knowledge of how often the loop runs. Worth it
 * are values of two arrays or more, and those of functions that cost much. */
#include "build.h"
#include "fuse.h"
#include "fuse_region.h"

enum {
    COSTLY = 20,    /* operations, in terms of simple ones */
    LEAST_TURNS = 4 /* of a loop whose number of turns is known; measured with two arrays read */
};

/* A serial loop at work, inside others. */
struct turn {
    struct turn *outer;
    bool *assigned;                   /* by variable id: in the loop */
    VEC(const struct tvar *) written; /* arrays whose elements it may write */
    VEC(struct tstmt *) before;       /* the loop */
};

struct keeper {
    struct arena *a, *work;
    struct fuse_function *ff;
    struct fuse_report *report;
    struct turn *turn;            /* the innermost one */
    const struct tstmt *at;       /* the statement at work, */
    struct tspace *space;         /* its space, */
    VEC(struct tstmt *) in_front; /* what is put before it */
    const struct texpr *plain;    /* the value that it stores: no array keeps a cheap one */
};

/* Two arrays that must be apart for a value to stay. */
struct pair {
    const struct tvar *read, *written;
};

struct value {
    const struct keeper *x;
    const struct turn *turn;
    unsigned counters;              /* of the space, that it depends on */
    VEC(const struct texpr *) load; /* each once */
    int work;
    VEC(struct pair) apart;
    unsigned look; /* axes of the space whose extents are those of arrays that change places */
};

/* ---- what a loop does */

static void add_written(struct keeper *x, struct turn *t, const struct tvar *v) {
    vec_push(x->work, &t->written, v);
}

static void see_passed(struct texpr *e, void *context) {
    void **args = context;
    if (e->kind == TE_VAR && e->var->type->kind == TY_ARRAY) {
        add_written(args[0], args[1], e->var);
    }
}

static void survey_block(struct keeper *x, struct turn *t, const struct tblock *b);

static void survey(struct keeper *x, struct turn *t, const struct tstmt *s) {
    struct tvar *def = s->kind == TS_FUSED ? NULL : stmt_def(s);
    void *args[2] = {x, t};
    if (s->kind == TS_FOR) {
        def = s->for_.counter;
    }
    if (def && def->id < x->ff->n_vars) {
        t->assigned[def->id] = true;
    }
    switch (s->kind) {
    case TS_STORE:
        add_written(x, t, s->store.array);
        break;
    case TS_MAP:
        add_written(x, t, s->map.dst);
        break;
    case TS_REDUCE:
        add_written(x, t, s->reduce.dst);
        break;
    case TS_FUSED:
        for (int i = 0; i < s->fused.n; ++i) {
            survey(x, t, s->fused.item[i]);
        }
        return;
    case TS_CALL:
    case TS_LIB:
        if (s->kind == TS_LIB && s->lib.out) {
            add_written(x, t, s->lib.out);
        }
        for (int i = 0; s->kind == TS_CALL && i < s->call.n; ++i) {
            expr_walk(s->call.arg[i], see_passed, args);
        }
        break;
    default:
        break;
    }
    const struct tblock *block[3];
    int n = stmt_blocks(s, block);
    for (int i = 0; i < n; ++i) {
        survey_block(x, t, block[i]);
    }
}

static void survey_block(struct keeper *x, struct turn *t, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        survey(x, t, b->item[i]);
    }
}

/* ---- is it the same in each turn? */

static bool stays(struct value *v, const struct texpr *e);

static bool optional_stays(struct value *v, const struct texpr *e) {
    return !e || stays(v, e);
}

/* The variable: for an array, what it shows, whatever the elements are. */
static bool variable_stays(struct value *v, const struct tvar *var) {
    const struct fuse_function *ff = v->x->ff;
    if (var->id >= ff->n_vars) {
        return false;
    }
    if (!v->turn->assigned[var->id]) {
        return true;
    }
    const struct tstmt *s = ff->defs[var->id] == 1 && !var->is_param ? ff->def[var->id] : NULL;
    if (!s || var->is_counter) {
        return false;
    }
    if (s->kind == TS_ASSIGN) {
        return s->assign.value->kind == TE_VAR ? variable_stays(v, s->assign.value->var)
                                               : stays(v, s->assign.value);
    }
    bool view = s->kind == TS_VIEW && !view_is(s, VIEW_RESHAPED) && !s->view.order &&
                variable_stays(v, s->view.base);
    for (int i = 0; view && i < s->view.n; ++i) {
        const struct view_axis *axis = &s->view.axis[i];
        bool repeats = axis->kind == VIEW_STRETCH || axis->kind == VIEW_NEW; /* to the space */
        view = optional_stays(v, axis->index) && optional_stays(v, axis->start) &&
               optional_stays(v, axis->stop) && optional_stays(v, axis->step) &&
               (repeats || optional_stays(v, axis->extent));
    }
    return view;
}

/* The variable of the memory that an array shows part of. */
static const struct tvar *memory_of(const struct fuse_function *ff, const struct tvar *v) {
    while (v->id < ff->n_vars && ff->defs[v->id] == 1 && !v->is_param) {
        const struct tstmt *s = ff->def[v->id];
        if (s->kind == TS_VIEW) {
            v = s->view.base;
        } else if (s->kind == TS_ASSIGN && s->assign.value->kind == TE_VAR) {
            v = s->assign.value->var;
        } else {
            break;
        }
    }
    return v;
}

static void add_apart(struct value *v, struct pair pair) {
    for (int i = 0; i < v->apart.n; ++i) {
        if (v->apart.item[i].read == pair.read && v->apart.item[i].written == pair.written) {
            return;
        }
    }
    vec_push(v->x->work, &v->apart, pair);
}

/* Is it given other names' arrays only? */
static bool is_moved(const struct fuse_function *ff, const struct tvar *v) {
    return v->id < ff->n_vars && ff->defs[v->id] > 0 && ff->renamed[v->id];
}

/* Does the group of arrays hold the memory of its parameters only, and memory of the function's
 * own? Parameters may change places, `u, v = v, u`: what lies apart from all of them before a loop
 * does so in it. Names in between live as long as a statement. */
static bool only_params(const struct fuse_function *ff, int group) {
    for (int i = 0; i < ff->n_vars; ++i) {
        const struct tvar *w = ff->f->var[i];
        if (w->type->kind != TY_ARRAY || group != fuse_group(ff, w) || ff->defs[i] == 0) {
            continue;
        }
        const struct tstmt *s = ff->def[i];
        bool name = s->kind == TS_VIEW || (s->kind == TS_ASSIGN && s->assign.value->kind == TE_VAR);
        bool passing = w->is_temp && ff->defs[i] == 1 && name;
        bool moved = w->is_param && is_moved(ff, w);
        if (!moved && !passing) {
            return false;
        }
    }
    return true;
}

/* Is what is read apart from all memory of the group, which is written? By names of parameters. */
static bool apart_from_all(struct value *v, const struct tvar *read, int group) {
    const struct fuse_function *ff = v->x->ff;
    if (!read->is_param || ff->defs[read->id] > 0 || !only_params(ff, group)) {
        return false;
    }
    for (int i = 0; i < ff->f->n_params; ++i) {
        const struct tvar *w = ff->f->param[i];
        if (w->type->kind == TY_ARRAY && fuse_group(ff, w) == group) {
            add_apart(v, (struct pair){read, w});
        }
    }
    return true;
}

/* Are its elements not written, unless it overlaps arrays that are named then? */
static bool elements_stay(struct value *v, const struct tvar *array) {
    const struct fuse_function *ff = v->x->ff;
    int g = fuse_group(ff, array);
    for (int i = 0; i < v->turn->written.n; ++i) {
        const struct tvar *w = v->turn->written.item[i];
        if (w->id >= ff->n_vars || w->type->kind != TY_ARRAY) {
            continue; /* a scalar of the pass fuse */
        }
        int h = fuse_group(ff, w);
        if (g == h) {
            return false;
        }
        bool both = ff->outside[g] && ff->outside[h];
        if (both && !apart_from_all(v, memory_of(ff, array), h)) {
            return false;
        }
    }
    return true;
}

static bool load_stays(struct value *v, const struct texpr *e) {
    for (int i = 0; i < e->load.n; ++i) {
        const struct texpr *index = e->load.index[i];
        if ((index->kind != TE_VAR && index->kind != TE_CONST) || !stays(v, index)) {
            return false;
        }
    }
    bool again = false;
    for (int i = 0; i < v->load.n; ++i) {
        again = again || expr_equal(v->load.item[i], e);
    }
    if (!again) {
        vec_push(v->x->work, &v->load, e);
    }
    return variable_stays(v, e->load.array) && elements_stay(v, e->load.array);
}

static bool stays(struct value *v, const struct texpr *e) {
    switch (e->kind) {
    case TE_CONST:
        return true;
    case TE_VAR:
        for (int i = 0; i < v->x->space->rank; ++i) {
            if (e->var == v->x->space->counter[i]) {
                v->counters |= 1u << i;
                return true;
            }
        }
        return e->type->kind == TY_SCALAR && variable_stays(v, e->var);
    case TE_SHAPE:
        return variable_stays(v, e->shape.array);
    case TE_LOAD:
        return load_stays(v, e);
    case TE_CAST:
        return stays(v, e->cast);
    case TE_OP:
        v->work += op_info[e->op.op].flags & OPF_EXPENSIVE ? COSTLY : 1;
        for (int i = 0; i < e->op.n; ++i) {
            if (!stays(v, e->op.arg[i])) {
                return false;
            }
        }
        return true;
    case TE_SELECT:
        return stays(v, e->select.cond) && stays(v, e->select.a) && stays(v, e->select.b);
    default:
        return false;
    }
}

/* ---- keeping a value */

static struct texpr *term(struct keeper *x, enum op op, struct texpr *a, struct texpr *b) {
    struct texpr *e = ARENA_NEW(x->a, struct texpr);
    e->kind = TE_OP;
    e->type = ty_scalar(x->a, x->ff->m, DT_PYBOOL);
    e->op.op = op;
    e->op.n = 2;
    e->op.arg[0] = a;
    e->op.arg[1] = b;
    return e;
}

static struct texpr *apart(struct keeper *x, const struct pair *pair) {
    struct texpr *e = ARENA_NEW(x->a, struct texpr);
    e->kind = TE_APART;
    e->type = ty_scalar(x->a, x->ff->m, DT_PYBOOL);
    e->apart.a = (struct tvar *)pair->read;
    e->apart.b = (struct tvar *)pair->written;
    return e;
}

static struct tstmt *new_stmt(struct keeper *x, enum tstmt_kind kind) {
    struct tstmt *s = ARENA_NEW(x->a, struct tstmt);
    s->kind = kind;
    s->span = x->at->span;
    return s;
}

static struct tstmt *assign(struct keeper *x, struct tvar *v, int64_t value) {
    struct tstmt *s = new_stmt(x, TS_ASSIGN);
    s->assign.dst = v;
    s->assign.value = build_int(x->a, v->type, value);
    return s;
}

static struct tstmt *alloc(struct keeper *x, struct tvar *array, struct texpr *const *extent) {
    struct tstmt *s = new_stmt(x, TS_ALLOC);
    s->alloc.dst = array;
    s->alloc.extent = ARENA_ARRAY(x->a, struct texpr *, array->type->rank);
    for (int i = 0; i < array->type->rank; ++i) {
        s->alloc.extent[i] =
            extent ? extent[i] : build_int(x->a, ty_scalar(x->a, x->ff->m, DT_INT), 0);
    }
    return s;
}

static struct tstmt *only_if(struct keeper *x, struct texpr *cond, struct tstmt *first,
                             struct tstmt *second) {
    struct tstmt *s = new_stmt(x, TS_IF);
    s->if_.cond = cond;
    s->if_.then = (struct tblock){second ? 2 : 1, ARENA_ARRAY(x->a, struct tstmt *, 2)};
    s->if_.then.item[0] = first;
    s->if_.then.item[1] = second;
    return s;
}

struct recounted {
    struct keeper *x;
    struct tspace own;
};

static struct texpr *recount(struct texpr *e, void *context) {
    struct recounted *r = context;
    for (int i = 0; e->kind == TE_VAR && i < r->own.rank; ++i) {
        if (e->var == r->x->space->counter[i]) {
            return build_var(r->x->a, r->own.counter[i]);
        }
    }
    return NULL;
}

static struct texpr **indices(struct keeper *x, const struct tspace *space) {
    struct texpr **index = ARENA_ARRAY(x->a, struct texpr *, space->rank);
    for (int i = 0; i < space->rank; ++i) {
        index[i] = build_var(x->a, space->counter[i]);
    }
    return index;
}

/* array = value, over a space of its own. */
static struct tstmt *computed(struct keeper *x, struct tvar *array, struct texpr *value) {
    struct recounted r = {x, *x->space};
    r.own.counter = ARENA_ARRAY(x->a, struct tvar *, r.own.rank);
    for (int i = 0; i < r.own.rank; ++i) {
        const struct tvar *k = x->space->counter[i];
        r.own.counter[i] = fuse_new_var(x->a, x->ff, k->name, k->type);
        r.own.counter[i]->is_counter = true;
        r.own.counter[i]->span = k->span;
    }
    struct tstmt *s = new_stmt(x, TS_MAP);
    s->map.space = r.own;
    s->map.dst = array;
    s->map.index = indices(x, &r.own);
    s->map.value = expr_map(x->a, value, recount, &r);
    return s;
}

/* The variable that is set before the loop: is all that is read apart from what is written? */
static struct tvar *apart_before(struct keeper *x, struct turn *turn, const struct value *v) {
    struct ty *truth = ty_scalar(x->a, x->ff->m, DT_PYBOOL);
    struct tvar *alone = fuse_new_var(x->a, x->ff, "alone", truth);
    struct tstmt *s = new_stmt(x, TS_ASSIGN);
    alone->span = s->span;
    s->assign.dst = alone;
    s->assign.value = apart(x, &v->apart.item[0]);
    for (int i = 1; i < v->apart.n; ++i) {
        s->assign.value = term(x, OP_LAND, s->assign.value, apart(x, &v->apart.item[i]));
    }
    vec_push(x->a, &turn->before, s);
    return alone;
}

/* The value of e at the point, from an array that keeps it while the loop runs. */
static struct texpr *kept(struct keeper *x, struct turn *turn, const struct value *v,
                          struct texpr *e) {
    struct ty *type = ty_array(x->a, x->ff->m, e->type->dtype, x->space->rank, TY_C);
    struct tvar *array = fuse_new_var(x->a, x->ff, "kept", type);
    struct tvar *done = fuse_new_var(x->a, x->ff, "done", ty_scalar(x->a, x->ff->m, DT_PYBOOL));
    array->span = done->span = x->at->span;
    vec_push(x->a, &turn->before, assign(x, done, 0));
    vec_push(x->a, &turn->before, alloc(x, array, NULL));
    struct texpr *missing = build_not(x->a, done->type, build_var(x->a, done));
    for (int i = 0; i < x->space->rank; ++i) {
        if (v->look >> i & 1) {
            struct texpr *extent = x->space->extent[i];
            struct texpr *now = build_shape(x->a, extent->type, array, i);
            missing = term(x, OP_LOR, missing, term(x, OP_NE, now, extent));
        }
    }
    struct tstmt *make = alloc(x, array, x->space->extent);
    vec_push(x->a, &x->in_front, only_if(x, missing, make, assign(x, done, 0)));
    struct texpr *stale = build_not(x->a, done->type, build_var(x->a, done));
    if (v->apart.n > 0) {
        struct texpr *alone = build_var(x->a, apart_before(x, turn, v));
        stale = term(x, OP_LOR, stale, build_not(x->a, done->type, alone));
    }
    vec_push(x->a, &x->in_front, only_if(x, stale, computed(x, array, e), assign(x, done, 1)));
    vec_push(x->a, &x->report->line,
             arena_printf(x->a, "kept from the first turn of a loop on: %s = %s", array->name,
                          expr_text(x->work, e)));
    struct texpr *load = ARENA_NEW(x->a, struct texpr);
    load->kind = TE_LOAD;
    load->type = e->type;
    load->span = e->span;
    load->load.array = array;
    load->load.n = x->space->rank;
    load->load.index = indices(x, x->space);
    return load;
}

/* The extent of an array that changes places with others, or of a view of one. */
static bool is_moved_extent(const struct fuse_function *ff, const struct texpr *e) {
    return e->kind == TE_SHAPE && is_moved(ff, memory_of(ff, e->shape.array));
}

/* The value at all points, and how many there are. */
static bool stays_in_shape(struct value *v, const struct texpr *e) {
    v->look = 0;
    for (int i = 0; i < v->x->space->rank; ++i) {
        const struct texpr *extent = v->x->space->extent[i];
        bool moved = is_moved_extent(v->x->ff, extent);
        v->look |= moved ? 1u << i : 0;
        if (!moved && !stays(v, extent)) {
            return false;
        }
    }
    v->work = 0;
    return stays(v, e);
}

static bool worth(const struct value *v, const struct texpr *e) {
    unsigned all = (1u << v->x->space->rank) - 1;
    bool costly = v->work >= COSTLY;
    return v->counters == all && (costly || (v->load.n > 1 && e != v->x->plain));
}

static struct texpr *keep_value(struct texpr *e, void *context) {
    struct keeper *x = context;
    bool computes = e->kind == TE_OP || e->kind == TE_SELECT;
    if (!computes || e->type->kind != TY_SCALAR || dtype_weak(e->type->dtype)) {
        return NULL;
    }
    struct value v = {.x = x, .turn = x->turn};
    if (!stays_in_shape(&v, e) || !worth(&v, e)) {
        return NULL;
    }
    struct turn *turn = x->turn;
    for (struct turn *outer = turn->outer; outer; outer = outer->outer) {
        struct value w = {.x = x, .turn = outer};
        if (!stays_in_shape(&w, e)) {
            break;
        }
        v = w;
        turn = outer;
    }
    return kept(x, turn, &v, e);
}

/* ---- statements */

static void look_at(struct keeper *x, struct tstmt *s) {
    bool map = s->kind == TS_MAP;
    struct texpr **value = map ? &s->map.value : &s->reduce.value;
    x->plain = map && s->map.dst->type->kind == TY_ARRAY ? *value : NULL;
    *value = expr_map(x->a, *value, keep_value, x);
}

static void look_at_all(struct keeper *x, struct tstmt *s) {
    x->at = s;
    x->in_front.n = 0;
    x->space = s->kind == TS_FUSED ? &s->fused.space : fuse_space(s);
    if (s->kind != TS_FUSED) {
        look_at(x, s);
        return;
    }
    for (int i = 0; i < s->fused.n; ++i) {
        look_at(x, s->fused.item[i]);
    }
}

static void visit_block(struct keeper *x, struct tblock *b);

static void visit_inside(struct keeper *x, struct tstmt *s) {
    const struct tblock *block[3];
    int n = stmt_blocks(s, block);
    for (int i = 0; i < n; ++i) {
        visit_block(x, (struct tblock *)block[i]);
    }
}

/* So few turns that making an array costs more than it saves? */
static bool is_short(const struct tstmt *s) {
    int64_t start, stop, step;
    return s->kind == TS_FOR && expr_int_value(s->for_.start, &start) &&
           expr_int_value(s->for_.stop, &stop) && expr_int_value(s->for_.step, &step) &&
           start >= 0 && stop - start < LEAST_TURNS && step == 1;
}

static void visit_loop(struct keeper *x, struct tstmt *s, struct turn *turn) {
    turn->outer = x->turn;
    turn->assigned = ARENA_ARRAY(x->work, bool, x->ff->n_vars);
    survey(x, turn, s);
    x->turn = turn;
    visit_inside(x, s);
    x->turn = turn->outer;
}

static void visit_block(struct keeper *x, struct tblock *b) {
    VEC(struct tstmt *) out = {0};
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        struct turn turn = {0};
        x->in_front.n = 0;
        if (fuse_is_array(s) || s->kind == TS_FUSED) {
            if (x->turn) {
                look_at_all(x, s);
            }
        } else if (s->kind == TS_WHILE ||
                   (s->kind == TS_FOR && !s->for_.parallel && !is_short(s))) {
            visit_loop(x, s, &turn);
            x->in_front.n = 0;
        } else if (s->kind == TS_IF || (s->kind == TS_FOR && !s->for_.parallel)) {
            visit_inside(x, s);
            x->in_front.n = 0;
        }
        for (int k = 0; k < turn.before.n; ++k) {
            vec_push(x->a, &out, turn.before.item[k]);
        }
        for (int k = 0; k < x->in_front.n; ++k) {
            vec_push(x->a, &out, x->in_front.item[k]);
        }
        vec_push(x->a, &out, s);
    }
    if (out.n > b->n) {
        b->n = out.n;
        b->item = out.item;
    }
}

bool fuse_keep_invariant(struct arena *out, struct arena *work, struct fuse_function *ff,
                         struct fuse_report *report) {
    struct keeper x = {.a = out, .work = work, .ff = ff, .report = report};
    int lines = report->line.n;
    visit_block(&x, &ff->f->body);
    return report->line.n > lines;
}
