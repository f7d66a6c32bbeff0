/* A kernel in which a work-group does one iteration of the index space together (form.h): the
 * iterations of loops inside are dealt out (split by the group's size), each work-item has an
 * accumulator of its own, and these are combined by halves in memory that the group shares.
 *
 *     s = 0.0                         s = 0.0
 *     for k: s = s + a[i, k]          for item: s_2 = -0.0
 *                                               for k = item, item + items, ...: s_2 = s_2 + a[i,
 * k] s_all[item] = s_2 half = items >> 1 while half > 0: for item < half: s_all[item] += s_all[item
 * + half] half = half >> 1 s = s + s_all[0] y[i] = s                        for item < 1: y[i] = s
 *
 * A scan (s = s + a[i, k], b[i, k] = s) goes through its loop in tiles of a group. What iterations
 * of the tile add is combined with what those before them add by distances of 1, 2, 4, ..., and
 * then with what the tiles before came to.
 *
 * Whatever is not in a loop over the work-items every one of them executes for itself, so that
 * scalars have one value in all of them. The order of combining depends on trip counts only. */
#include "build.h"
#include "form.h"

enum { MOST = 16 }; /* variables that split loops of a nest combine */

static const struct loop_plan NONE = {0};

struct group {
    struct former *m;
    const struct device_plan *d;
    struct form_own own[MOST]; /* what is combined, */
    struct tvar *all[MOST];    /* and its elements, one for each work-item */
    int n;
    bool meets; /* the nest writes elements that it reads */
    struct form_block *allocs;
};

/* ---- nodes */

static struct texpr *item(struct group *g) {
    return form_number(g->m, NUMBER_ITEM, 0);
}

static struct texpr *items(struct group *g) {
    return form_number(g->m, NUMBER_GROUP, 0);
}

/* all[at], as a value of v; and s becomes all[item] = value. */
static struct texpr *element(struct group *g, struct tvar *all, const struct tvar *v,
                             struct texpr *at) {
    return form_item(g->m, all, v->type, at);
}

static void store(struct group *g, struct tstmt *s, struct tvar *all, struct texpr *value) {
    form_set_item(g->m, s, all, item(g), value);
}

static void add_items(struct group *g, struct form_block *to, struct texpr *n,
                      const struct form_block *body, enum loop_hint hint) {
    form_add_items(g->m, to, item(g)->var, n, body, hint);
}

/* ---- variables that are combined */

static int number_of(const struct group *g, const struct tvar *v) {
    for (int i = 0; i < g->n; ++i) {
        if (g->own[i].from == v) {
            return i;
        }
    }
    return -1;
}

static void add_combined(struct group *g, const struct reduction *r) {
    if (number_of(g, r->var) < 0) {
        struct tvar *v = r->var;
        g->own[g->n].from = v;
        g->own[g->n].to = form_var(g->m, v->name, v->type);
        g->all[g->n] = form_shared_array(g->m, v->name, v->type->dtype, items(g), g->allocs);
        ++g->n;
    }
}

/* The reduction of what stands for its variable here. */
static struct reduction own_reduction(const struct group *g, const struct reduction *r,
                                      struct tvar **all) {
    int k = number_of(g, r->var);
    struct reduction own = *r;
    own.var = g->own[k].to;
    *all = g->all[k];
    return own;
}

/* Makes the block read and write `to`. */
static void rename_block(struct group *g, const struct tblock *b, struct tvar *from,
                         struct tvar *to) {
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        stmt_rename(g->m->a, s, from, to);
        if (stmt_def(s) == from) {
            stmt_set_def(s, to);
        }
        for (int k = 0, n = stmt_blocks(s, block); k < n; ++k) {
            rename_block(g, block[k], from, to);
        }
    }
}

/* ---- a loop whose iterations are dealt out */

/* The elements of what is combined, by halves: all[0] = all[0] op all[1] op ... */
static void add_tree(struct group *g, const struct reduction *combined, int n,
                     struct form_block *to) {
    struct former *m = g->m;
    struct tvar *half = form_int(m, "half");
    struct form_block step = {0}, body = {0};
    for (int k = 0; k < n; ++k) {
        struct tvar *all;
        const struct reduction r = own_reduction(g, &combined[k], &all);
        struct texpr *other = form_op(m, OP_ADD, item(g), build_var(m->a, half));
        store(g, form_add_new(m, &step, TS_STORE), all,
              form_op(m, r.op, element(g, all, r.var, item(g)), element(g, all, r.var, other)));
    }
    add_items(g, &body, build_var(m->a, half), &step, HINT_ITEMS_AFTER);
    form_add_assign(m, &body, half, form_op(m, OP_SHR, build_var(m->a, half), form_integer(m, 1)));
    form_add_assign(m, to, half, form_op(m, OP_SHR, items(g), form_integer(m, 1)));
    form_add_while(m, to, form_op(m, OP_GT, build_var(m->a, half), form_integer(m, 0)), &body);
}

static void add_dealt(struct group *g, const struct device_split *split, struct tstmt *s,
                      struct form_block *to) {
    struct former *m = g->m;
    struct tvar *mine[MOST], *all;
    struct form_block body = {0};
    for (int k = 0; k < split->reductions.n; ++k) {
        const struct reduction r = own_reduction(g, &split->reductions.item[k], &all);
        mine[k] = form_var(m, split->reductions.item[k].var->name, r.var->type);
        rename_block(g, &s->for_.body, r.var, mine[k]);
        form_add_assign(m, &body, mine[k], form_neutral(m, &r));
    }
    s->for_.start = form_op(m, OP_ADD, s->for_.start, item(g));
    s->for_.step = items(g);
    vec_push(m->a, &body.s, s);
    for (int k = 0; k < split->reductions.n; ++k) {
        own_reduction(g, &split->reductions.item[k], &all);
        store(g, form_add_new(m, &body, TS_STORE), all, build_var(m->a, mine[k]));
    }
    add_items(g, to, items(g), &body,
              split->stores && g->meets ? HINT_ITEMS_MEMORY
              : split->reductions.n > 0 ? HINT_ITEMS_AROUND
                                        : HINT_ITEMS);
    if (split->reductions.n > 0) {
        add_tree(g, split->reductions.item, split->reductions.n, to);
    }
    for (int k = 0; k < split->reductions.n; ++k) {
        const struct reduction own = own_reduction(g, &split->reductions.item[k], &all);
        struct texpr *first = element(g, all, own.var, form_integer(m, 0));
        form_add_assign(m, to, own.var, form_op(m, own.op, build_var(m->a, own.var), first));
    }
}

/* ---- scans */

/* all[k] = all[0] op ... op all[k] */
static void add_prefixes(struct group *g, const struct reduction *r, struct tvar *all,
                         struct form_block *to) {
    struct former *m = g->m;
    struct tvar *far = form_int(m, "far"), *sum = form_var(m, r->var->name, r->var->type);
    struct form_block body = {0}, write = {0}, some = {0};
    struct texpr *left = form_op(m, OP_SUB, item(g), build_var(m->a, far));
    form_add_assign(m, &some, sum,
                    form_op(m, r->op, element(g, all, sum, left), build_var(m->a, sum)));
    form_add_assign(m, &body, sum, element(g, all, sum, item(g)));
    form_add_if(m, &body, form_op(m, OP_GE, item(g), build_var(m->a, far)), &some);
    store(g, form_add_new(m, &write, TS_STORE), all, build_var(m->a, sum));
    add_items(g, &body, items(g), &write, HINT_ITEMS_AROUND);
    form_add_assign(m, &body, far, form_op(m, OP_MUL, build_var(m->a, far), form_integer(m, 2)));
    form_add_assign(m, to, far, form_integer(m, 1));
    form_add_while(m, to, form_op(m, OP_LT, build_var(m->a, far), items(g)), &body);
}

/* The body of a tile twice: up to v = v op e, where all[item] = e stands for it; and all of it,
 * where that is mine = v op all[item]. */
static void add_bodies(struct group *g, const struct device_split *split, const struct tblock *b,
                       struct tvar *all, struct form_block *first) {
    struct former *m = g->m;
    const struct form_jam copy = {.hint = HINT_NONE};
    int at = 0;
    while (m->origin.item[b->item[at]->id - m->fp->func->n_stmts] != split->update->id) {
        ++at;
    }
    const struct tblock upto = {at + 1, b->item};
    form_jam(m, &copy, &upto, first);
    struct tstmt *last = first->s.item[first->s.n - 1], *update = b->item[at];
    store(g, last, all, last->assign.value->op.arg[1]);
    struct tvar *v = update->assign.dst, *mine = form_var(m, split->scan.var->name, v->type);
    const struct tblock rest = {b->n - at - 1, b->item + at + 1};
    update->assign.dst = mine;
    update->assign.value =
        form_op(m, split->scan.op, build_var(m->a, v), element(g, all, v, item(g)));
    rename_block(g, &rest, v, mine);
}

static void add_scan(struct group *g, const struct device_split *split, struct tstmt *s,
                     struct form_block *to) {
    struct former *m = g->m;
    struct tvar *all, *at = form_int(m, "at"), *end = form_int(m, "end"), *k = s->for_.counter;
    const struct reduction r = own_reduction(g, &split->scan, &all);
    struct form_block body = {0}, first = {0}, second = {0}, tile = {0};
    struct texpr *inside = form_op(m, OP_LT, build_var(m->a, k), build_var(m->a, end));
    add_bodies(g, split, &s->for_.body, all, &first);
    form_add_assign(m, &body, k, form_op(m, OP_ADD, build_var(m->a, at), item(g)));
    store(g, form_add_new(m, &tile, TS_STORE), all, form_neutral(m, &r));
    form_add_if(m, &tile, inside, &first);
    add_items(g, &body, items(g), &tile, HINT_ITEMS_AROUND);
    add_prefixes(g, &r, all, &body);
    for (int i = 0; i < s->for_.body.n; ++i) {
        vec_push(m->a, &second.s, s->for_.body.item[i]);
    }
    form_add_if(m, &body, inside, &second);
    struct texpr *last = form_op(m, OP_SUB, items(g), form_integer(m, 1));
    form_add_assign(m, &body, r.var,
                    form_op(m, r.op, build_var(m->a, r.var), element(g, all, r.var, last)));
    at->is_counter = true;
    form_add_assign(m, to, end, s->for_.stop);
    s->for_.counter = at;
    s->for_.stop = build_var(m->a, end);
    s->for_.step = items(g);
    s->for_.body = form_taken(&body);
    vec_push(m->a, &to->s, s);
}

/* ---- all */

static struct tblock shared(struct group *g, const struct tblock *b);

/* A loop that the work-items share, a STORE that one of them does, anything else for each. */
static void add_stmt(struct group *g, struct tstmt *s, struct form_block *to) {
    struct former *m = g->m;
    const struct tblock *block[3];
    const struct device_split *split =
        s->kind == TS_FOR ? device_split_of(g->d, m->loops.item[s->for_.loop].stem) : NULL;
    if (split) {
        const struct loop_plan *root = m->p;
        m->p = form_unplaced(m, split->loop->for_.loop);
        (split->update ? add_scan : add_dealt)(g, split, s, to);
        m->p = root;
        return;
    }
    if (s->kind == TS_STORE && !s->store.array->is_local) {
        struct form_block body = {0};
        vec_push(m->a, &body.s, s);
        add_items(g, to, form_integer(m, 1), &body, g->meets ? HINT_ITEMS_MEMORY : HINT_ITEMS);
        to->s.item[to->s.n - 1]->span = s->span;
        return;
    }
    for (int i = 0, n = stmt_blocks(s, block); i < n; ++i) {
        *(struct tblock *)block[i] = shared(g, block[i]);
    }
    vec_push(m->a, &to->s, s);
}

static struct tblock shared(struct group *g, const struct tblock *b) {
    struct form_block to = {0};
    for (int i = 0; i < b->n; ++i) {
        add_stmt(g, b->item[i], &to);
    }
    return form_taken(&to);
}

struct tblock form_group(struct former *m, const struct nest *nest, const struct tblock *block) {
    struct form_block all = {0}, copy = {0};
    struct group g = {.m = m, .d = nest->device, .allocs = &all};
    for (int i = 0; i < nest->arrays.n; ++i) {
        g.meets = g.meets || (nest->arrays.item[i].read && nest->arrays.item[i].written);
    }
    for (int i = 0; i < g.d->splits.n; ++i) {
        const struct device_split *split = &g.d->splits.item[i];
        for (int k = 0; k < split->reductions.n; ++k) {
            add_combined(&g, &split->reductions.item[k]);
        }
        if (split->update) {
            add_combined(&g, &split->scan);
        }
    }
    const struct form_jam jam = {.own = g.own, .n_own = g.n, .forms = true, .group = g.d};
    form_jam(m, &jam, block, &copy);
    const struct tblock own = form_taken(&copy);
    const struct tblock made = shared(&g, &own);
    for (int i = 0; i < made.n; ++i) {
        vec_push(m->a, &all.s, made.item[i]);
    }
    return form_taken(&all);
}

/* ---- results */

static struct texpr *step_of(struct group *g, int k) {
    struct texpr *step = g->d->dim[k]->for_.step;
    return !step                    ? form_integer(g->m, 1)
           : step->kind == TE_CONST ? step
                                    : form_number(g->m, NUMBER_STEP, k);
}

/* The value of loop k's counter at this position of its range. */
static struct texpr *counter_at(struct group *g, int k, struct texpr *at) {
    struct former *m = g->m;
    return form_op(m, OP_ADD, form_number(m, NUMBER_START, k),
                   form_op(m, OP_MUL, step_of(g, k), at));
}

static void add_counter(struct group *g, int k, struct texpr *at, struct form_block *to) {
    form_add_assign(g->m, to, g->d->dim[k]->for_.counter, counter_at(g, k, at));
}

/* How often loop k has gone through all of its range before this position; *rest: and what is left
 * of it then. */
static struct texpr *row_of(struct group *g, int k, struct texpr *at, struct texpr **rest,
                            struct form_block *to) {
    struct former *m = g->m;
    const char *i = g->d->dim[k]->for_.counter->name;
    struct tvar *row = form_var(m, arena_printf(m->a, "%s_row", i), form_type(m, DT_INT));
    struct texpr *trips = form_number(m, NUMBER_TRIPS, k), *x = build_var(m->a, row);
    form_add_assign(m, to, row, form_op(m, OP_FLOORDIV, at, trips));
    *rest = form_op(m, OP_SUB, at, form_op(m, OP_MUL, x, trips));
    return x;
}

/* The counters of loops 0..k, from the number of the row that is one iteration of loop k. */
static void add_counters(struct group *g, int k, struct texpr *row, struct form_block *to) {
    for (; k > 0; --k) {
        struct texpr *at;
        row = row_of(g, k, row, &at, to);
        add_counter(g, k, at, to);
    }
    add_counter(g, 0, row, to);
}

/* One iteration after the other. */
static void add_turns(struct group *g, const struct tblock *block, struct form_block *to) {
    struct former *m = g->m;
    struct tvar *at = form_var(m, "at", form_type(m, DT_INT));
    const struct form_jam copy = {.own = g->own, .n_own = g->n, .forms = true};
    const struct loop_plan turns = {.hint = HINT_TURNS};
    struct form_block body = {0};
    at->is_counter = true;
    add_counters(g, g->d->dims - 1, build_var(m->a, at), &body);
    form_jam(m, &copy, block, &body);
    form_add_for(m, to, at, form_op(m, OP_ADD, form_number(m, NUMBER_FIRST, 0), item(g)),
                 form_number(m, NUMBER_LAST, 0), &body, &turns)
        ->for_.step = items(g);
}

/* n iterations of the last loop from position `at` on, as many as there are lanes at a time. */
static void add_row(struct group *g, const struct tblock *block, struct form_lane *lane,
                    const struct form_own *own, struct texpr *at, struct texpr *n,
                    struct form_block *to) {
    struct former *m = g->m;
    const int last = g->d->dims - 1;
    struct tvar *k = form_int(m, "k");
    const struct form_jam jam = {
        .lane = lane, .n = 1, .hint = HINT_UNROLL, .own = own, .n_own = g->n};
    const struct form_jam copy = {.own = g->own, .n_own = g->n};
    struct texpr *left = form_op(m, OP_MOD, n, lane->n), *one = form_integer(m, 1);
    struct texpr *most = form_op(m, OP_SUB, n, form_op(m, OP_SUB, lane->n, one));
    struct form_block body = {0}, rest = {0};
    k->is_counter = true;
    at = form_op(m, OP_ADD, at, build_var(m->a, k));
    form_add_assign(m, &body, lane->at, counter_at(g, last, at));
    form_jam(m, &jam, block, &body);
    add_counter(g, last, at, &rest);
    form_jam(m, &copy, block, &rest);
    form_add_for(m, to, k, form_integer(m, 0), most, &body, &NONE)->for_.step = lane->n;
    form_add_for(m, to, k, form_op(m, OP_SUB, n, left), n, &rest, &NONE);
}

/* As many neighbours at a time as the call says, row by row, in lanes with accumulators of their
 * own; those left over are added to the result itself: lanes of their own keep compilers from
 * making vectors of the lanes. */
static void add_strips(struct group *g, const struct tblock *block, struct form_block *to) {
    struct former *m = g->m;
    const struct loop_plan lanes = {.hint = HINT_LANES};
    const int last = g->d->dims - 1;
    struct texpr *turn = form_number(m, NUMBER_TURN, 0), *end = form_number(m, NUMBER_LAST, 0);
    struct tvar *from = form_int(m, "from"), *stop = form_int(m, "stop"), *n = form_int(m, "n");
    struct form_lane lane = {.counter = g->d->dim[last]->for_.counter,
                             .at = form_int(m, "at"),
                             .lane = form_int(m, "lane"),
                             .step = step_of(g, last)};
    struct form_own own[MOST];
    struct form_block begin = {0}, body = {0}, combine = {0};
    lane.n = lane.room = form_number(m, NUMBER_LANES, last);
    lane.at->is_counter = lane.lane->is_counter = from->is_counter = true;
    for (int k = 0; k < g->n; ++k) {
        struct tvar *v = g->own[k].to;
        struct tvar *array = form_expand(m, g->own[k].from, v->type->dtype, &lane, 1, NULL, to);
        own[k] = (struct form_own){g->own[k].from, array};
        form_set_element(m, form_add_new(m, &begin, TS_STORE), array, build_var(m->a, v), &lane, 1);
        struct texpr *each = form_element(m, array, v->type, &lane, 1);
        form_add_assign(m, &combine, v,
                        form_op(m, g->d->results.item[k].op, build_var(m->a, v), each));
    }
    form_add_for(m, to, lane.lane, form_integer(m, 0), lane.n, &begin, &lanes);
    struct texpr *start = build_var(m->a, from);
    form_add_assign(m, &body, stop, form_op(m, OP_PYMIN, form_op(m, OP_ADD, start, turn), end));
    if (last == 0) {
        form_add_assign(m, &body, n, form_op(m, OP_SUB, build_var(m->a, stop), start));
        add_row(g, block, &lane, own, start, build_var(m->a, n), &body);
    } else {
        struct tvar *at = form_int(m, "at");
        struct texpr *x = build_var(m->a, at), *in;
        struct form_block rows = {0};
        struct texpr *row = row_of(g, last, x, &in, &rows);
        struct texpr *left = form_op(m, OP_SUB, form_number(m, NUMBER_TRIPS, last), in);
        add_counters(g, last - 1, row, &rows);
        form_add_assign(m, &rows, n,
                        form_op(m, OP_PYMIN, form_op(m, OP_SUB, build_var(m->a, stop), x), left));
        add_row(g, block, &lane, own, in, build_var(m->a, n), &rows);
        form_add_assign(m, &rows, at, form_op(m, OP_ADD, x, build_var(m->a, n)));
        form_add_assign(m, &body, at, start);
        form_add_while(m, &body, form_op(m, OP_LT, x, build_var(m->a, stop)), &rows);
    }
    struct texpr *first = form_op(m, OP_MUL, turn, item(g));
    form_add_for(m, to, from, form_op(m, OP_ADD, form_number(m, NUMBER_FIRST, 0), first), end,
                 &body, &NONE)
        ->for_.step = form_op(m, OP_MUL, turn, items(g));
    form_add_for(m, to, lane.lane, form_integer(m, 0), lane.n, &combine, &lanes);
}

/* Each work-item begins with the value that the host has put there. */
struct tblock form_results(struct former *m, const struct nest *nest, const struct tblock *block) {
    const struct device_plan *d = nest->device;
    struct form_block all = {0}, store_all = {0}, store_one = {0};
    struct group g = {.m = m, .d = d, .allocs = &all};
    for (int k = 0; k < d->results.n; ++k) {
        add_combined(&g, &d->results.item[k]);
    }
    for (int k = 0; k < g.n; ++k) {
        struct tvar *v = g.own[k].to;
        struct ty *t = form_array_type(m, dtype_strong(v->type->dtype), 1);
        struct tvar *part = form_number_var(m, NUMBER_PART, k, t);
        struct texpr *chunk = form_number(m, NUMBER_CHUNK, 0);
        form_add_assign(m, &all, v, element(&g, part, v, chunk));
        store(&g, form_add_new(m, &store_all, TS_STORE), g.all[k], build_var(m->a, v));
        form_set_item(m, form_add_new(m, &store_one, TS_STORE), part, chunk,
                      element(&g, g.all[k], v, form_integer(m, 0)));
    }
    (d->lanes[d->dims - 1] > 1 ? add_strips : add_turns)(&g, block, &all);
    add_items(&g, &all, items(&g), &store_all, HINT_ITEMS_AFTER);
    add_tree(&g, d->results.item, d->results.n, &all);
    add_items(&g, &all, form_integer(m, 1), &store_one, HINT_ITEMS);
    return form_taken(&all);
}
