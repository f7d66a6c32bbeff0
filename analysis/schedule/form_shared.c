/* Groups of work-items that share local memory (form.h): elements that several work-items of a
 * group load are brought in once, by all of them together.
 *
 *     for k: s = s + a[i, k] * b[k, j]      while at + strip <= p:
 *                                               for item: for e = item, item + items, ...:
 *                                                   a_2[e] = a[from[e, first i, 0, at]]
 *                                               for l < strip: k = at + l
 *                                                   s = s + a_2[place[i - first i, 0, l]] * ...
 *                                               at = at + strip
 *                                           for k from at on: s = s + a[i, k] * b[k, j]
 *
 * Which element of the array is number e of a copy, and where a reference finds its element there,
 * the run time knows: to the form these are arrays too. Only groups of which every work-item has
 * iterations do so, so that all of them come to every barrier. */
#include "build.h"
#include "form.h"

enum { MOST = 8 }; /* copies */

struct sharing {
    struct former *m;
    const struct device_plan *d;
    struct tvar *copy[MOST];
    const struct tstmt *strip; /* loop of which a strip is there, */
    struct tvar *in;           /* and the number of the iteration in it */
};

/* ---- where elements are */

static int dimension_of(const struct device_plan *d, const struct tstmt *loop) {
    for (int k = 0; k < d->dims; ++k) {
        if (d->dim[k] == loop) {
            return k;
        }
    }
    return -1;
}

/* The iteration of loop k, from the group's first one on. */
static struct texpr *in_group(struct sharing *x, int k) {
    struct former *m = x->m;
    struct texpr *id = form_number(m, NUMBER_ID, k);
    struct tvar *lane = m->box->lane[k];
    return !lane ? id
                 : form_op(m, OP_ADD, form_op(m, OP_MUL, form_number(m, NUMBER_LANES, k), id),
                           build_var(m->a, lane));
}

static bool counts(const struct lmad_affine *address, int level) {
    return level < address->ncoef &&
           (address->coef[level].nterm > 0 || address->coef[level].constant != 0);
}

/* index[list], a number. */
static struct texpr *looked_up(struct former *m, enum number_kind kind, int k, struct texpr **list,
                               int n) {
    struct tvar *map = form_number_var(m, kind, k, form_array_type(m, DT_I64, n));
    struct texpr *at = build_load(m->a, form_type(m, DT_I64), map, list);
    return build_cast(m->a, form_type(m, DT_INT), at);
}

/* Where reference `row` finds its element in its copy. */
static struct texpr *place_of(struct sharing *x, int row) {
    const struct access_table *t = x->d->table;
    const struct lmad_affine *address = &t->lmad.access[row].address;
    struct texpr **list = ARENA_ARRAY(x->m->a, struct texpr *, t->loops.n);
    for (int k = 0; k < t->loops.n; ++k) {
        const struct tstmt *loop = t->loops.item[k];
        int dim = dimension_of(x->d, loop);
        list[k] = !counts(address, k) ? form_integer(x->m, 0)
                  : dim >= 0          ? in_group(x, dim)
                  : loop == x->strip  ? build_var(x->m->a, x->in)
                                      : build_var(x->m->a, loop->for_.counter);
    }
    return looked_up(x->m, NUMBER_PLACE, row, list, t->loops.n);
}

/* Which element of its array is element e of copy i, where the group begins, and the strip at `at`.
 */
static struct texpr *source_of(struct sharing *x, int i, struct texpr *e, struct tvar *at) {
    const struct access_table *t = x->d->table;
    const struct tstmt *strip = x->d->locals.item[i].loop;
    struct texpr **list = ARENA_ARRAY(x->m->a, struct texpr *, t->loops.n + 1);
    list[0] = e;
    for (int k = 0; k < t->loops.n; ++k) {
        int dim = dimension_of(x->d, t->loops.item[k]);
        list[k + 1] = dim >= 0                             ? form_number(x->m, NUMBER_ORIGIN, dim)
                      : strip && t->loops.item[k] == strip ? build_var(x->m->a, at)
                                                           : form_integer(x->m, 0);
    }
    return looked_up(x->m, NUMBER_FROM, i, list, t->loops.n + 1);
}

/* ---- bringing in */

/* The copies of a loop; NULL: of the body. */
static bool add_fetches(struct sharing *x, const struct tstmt *loop, struct tvar *at,
                        struct form_block *to) {
    struct former *m = x->m;
    const struct loop_plan lanes = {.hint = HINT_LANES};
    struct texpr *member = form_number(m, NUMBER_MEMBER, 0);
    struct texpr *members = form_number(m, NUMBER_MEMBERS, 0);
    struct form_block body = {0};
    for (int i = 0; i < x->d->locals.n; ++i) {
        const struct device_local *t = &x->d->locals.item[i];
        if (t->loop == loop) {
            struct form_block one = {0};
            struct tvar *e = form_var(m, "e", form_type(m, DT_INT));
            struct ty *type = form_array_type(m, x->copy[i]->type->dtype, 1);
            struct tvar *flat = form_number_var(m, NUMBER_FLAT, t->array, type);
            struct texpr *from = source_of(x, i, build_var(m->a, e), at);
            struct texpr *value = form_item(m, flat, form_type(m, type->dtype), from);
            form_set_item(m, form_add_new(m, &one, TS_STORE), x->copy[i], build_var(m->a, e),
                          value);
            e->is_counter = true;
            form_add_for(m, &body, e, member, form_number(m, NUMBER_LOCAL, i), &one, &lanes)
                ->for_.step = members;
        }
    }
    if (body.s.n > 0) {
        form_add_items(m, to, member->var, members, &body,
                       loop ? HINT_ITEMS_AROUND : HINT_ITEMS_AFTER);
    }
    return body.s.n > 0;
}

/* ---- what is read from copies */

/* The copy that holds what this row of the table refers to, here; -1: none. */
static int copy_of(const struct sharing *x, int row) {
    for (int i = 0; i < x->d->locals.n; ++i) {
        const struct device_local *t = &x->d->locals.item[i];
        for (int k = 0; k < t->rows.n && (!t->loop || t->loop == x->strip); ++k) {
            if (t->rows.item[k] == row) {
                return i;
            }
        }
    }
    return -1;
}

static struct texpr *from_copy(struct texpr *e, void *context) {
    struct sharing *x = context;
    if (e->kind != TE_LOAD) {
        return NULL;
    }
    const struct tvar *array = e->load.array->stem ? e->load.array->stem : e->load.array;
    const struct device_access *access =
        device_access_of(x->d, array, schedule_index_stem(x->m->fp, e->load.index));
    int i = access && access->row >= 0 ? copy_of(x, access->row) : -1;
    return i < 0 ? NULL : form_item(x->m, x->copy[i], e->type, place_of(x, access->row));
}

static void read_copies(struct sharing *x, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        stmt_map(x->m->a, b->item[i], from_copy, x);
        for (int k = 0, n = stmt_blocks(b->item[i], block); k < n; ++k) {
            read_copies(x, block[k]);
        }
    }
}

/* ---- loops of which strips are brought in */

/* Before the loop, which goes on where the strips end. */
static void add_strips(struct sharing *x, const struct tstmt *loop, struct tstmt *s,
                       struct form_block *to) {
    struct former *m = x->m;
    const struct loop_plan lanes = {.hint = HINT_LANES}, *outer = m->p;
    const struct form_jam copy = {.hint = HINT_NONE};
    struct form_block body = {0}, turn = {0};
    m->p = form_unplaced(m, loop->for_.loop);
    struct tvar *at = form_int(m, "at"), *in = form_int(m, "in");
    struct texpr *strip = form_number(m, NUMBER_STRIP, 0);
    struct texpr *next = form_op(m, OP_ADD, build_var(m->a, at), strip);
    if (!add_fetches(x, loop, at, &body)) {
        m->p = outer;
        return;
    }
    in->is_counter = true;
    form_add_assign(m, &turn, s->for_.counter,
                    form_op(m, OP_ADD, build_var(m->a, at), build_var(m->a, in)));
    form_jam(m, &copy, &s->for_.body, &turn);
    x->strip = loop;
    x->in = in;
    const struct tblock taken = form_taken(&turn);
    read_copies(x, &taken);
    x->strip = NULL;
    form_add_for(m, &body, in, form_integer(m, 0), strip, &turn, &lanes);
    form_add_assign(m, &body, at, next);
    form_add_assign(m, to, at, s->for_.start);
    form_add_while(m, to, form_op(m, OP_LE, next, s->for_.stop), &body);
    s->for_.start = build_var(m->a, at);
    m->p = outer;
}

/* The body of a box, in which what is brought in once is read already. */
static struct tblock by_strips(struct sharing *x, const struct tblock *b) {
    struct form_block to = {0};
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        if (s->kind == TS_FOR && x->m->loops.item[s->for_.loop].stem) {
            add_strips(x, x->m->loops.item[s->for_.loop].stem, s, &to);
        }
        vec_push(x->m->a, &to.s, s);
    }
    return form_taken(&to);
}

/* ---- the group */

/* Of the statements before loops whose range varies, and inside = inside and their counters are in
 * it. */
static struct tblock range_tests(struct former *m, const struct device_plan *d, struct tvar *in) {
    struct form_block all = {0};
    for (int k = 0; k + 1 < d->dims; ++k) {
        const struct tblock *b = &d->dim[k]->for_.body;
        const struct tstmt *loop = d->dim[k + 1];
        for (int i = 0; i + 1 < b->n; ++i) {
            vec_push(m->a, &all.s, b->item[i]);
        }
        if (d->hull[k + 1].first) {
            struct texpr *both = form_op(m, OP_LAND, build_var(m->a, in), form_in_range(m, loop));
            struct tstmt *s = build_assign(m->a, loop->span, in, both);
            s->id = loop->id;
            vec_push(m->a, &all.s, s);
        }
    }
    return form_taken(&all);
}

void form_add_tests(struct former *m, const struct form_lane *lane, int n, struct texpr *first,
                    struct tvar *inside, struct form_block *to) {
    const struct form_own same = {inside, inside};
    const struct form_jam jam = {
        .lane = lane, .n = n, .hint = HINT_LANES, .own = &same, .n_own = 1, .whole = true};
    const struct tblock tests = range_tests(m, m->device, inside);
    form_add_assign(m, to, inside, first);
    form_jam(m, &jam, &tests, to);
}

/* Where the range of a loop varies all work-items say whether theirs are in it. */
static struct texpr *add_vote(struct former *m, const struct form_jam *jam, struct tvar *inside,
                              struct tvar *vote, struct form_block *to) {
    struct texpr *member = form_number(m, NUMBER_MEMBER, 0);
    struct texpr *none = form_integer(m, 0), *one = form_integer(m, 1);
    struct texpr *in = build_var(m->a, inside);
    struct form_block begin = {0}, no = {0}, say = {0};
    form_set_item(m, form_add_new(m, &begin, TS_STORE), vote, none, one);
    form_add_items(m, to, member->var, one, &begin, HINT_ITEMS_AFTER);
    form_add_tests(m, jam->lane, jam->n, build_int(m->a, inside->type, 1), inside, to);
    form_set_item(m, form_add_new(m, &no, TS_STORE), vote, none, none);
    form_add_if(m, &say, build_not(m->a, inside->type, in), &no);
    form_add_items(m, to, member->var, form_number(m, NUMBER_MEMBERS, 0), &say, HINT_ITEMS_AFTER);
    return form_op(m, OP_NE, form_item(m, vote, form_type(m, DT_INT), none), none);
}

struct tblock form_shared(struct former *m, const struct form_jam *jam, const struct tblock *block,
                          struct tvar *inside) {
    const struct device_plan *d = m->device;
    struct sharing x = {.m = m, .d = d};
    struct form_block all = {0}, full = {0}, body = {0}, group = {0};
    struct texpr *one = form_integer(m, 1);
    struct tvar *vote = inside ? form_shared_array(m, "vote", DT_INT, one, &all) : NULL;
    struct texpr *held = inside ? add_vote(m, jam, inside, vote, &group) : NULL;
    for (int i = 0; i < d->locals.n; ++i) {
        const struct tvar *v = d->arrays.item[d->locals.item[i].array].var;
        x.copy[i] =
            form_shared_array(m, v->name, v->type->dtype, form_number(m, NUMBER_LOCAL, i), &all);
    }
    form_jam(m, jam, block, &body);
    const struct tblock made = form_taken(&body);
    read_copies(&x, &made);
    add_fetches(&x, NULL, NULL, &full);
    const struct tblock strips = by_strips(&x, &made);
    for (int i = 0; i < strips.n; ++i) {
        vec_push(m->a, &full.s, strips.item[i]);
    }
    form_add_new(m, &full, TS_RETURN);
    if (held) {
        form_add_if(m, &group, held, &full);
    }
    struct tvar *whole = form_number_var(m, NUMBER_FULL, 0, form_type(m, DT_PYBOOL));
    form_add_if(m, &all, build_var(m->a, whole), held ? &group : &full);
    return form_taken(&all);
}
