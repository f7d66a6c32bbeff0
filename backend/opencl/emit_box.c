/* A work-item that does a box of iterations together: PYCC_LANESd of each loop d of the index
 * space.
 *
 *     if (PYCC_LEFT0 == PYCC_LANES0 && PYCC_LEFT1 == PYCC_LANES1) {
 *         double s__v[PYCC_LANES0][PYCC_LANES1];
 *         for lanes { s__v[i__l][j__l] = 0.0; }
 *         for (long k = 0; k < PYCC_S5; ++k) {
 *             for lanes { s__v[i__l][j__l] += a[PYCC_A0(i, 0, k)] * b[PYCC_A1(0, j, k)]; }
 *         }
 *         for lanes { c[PYCC_A2(i, j, 0)] = s__v[i__l][j__l]; }
 *     } else {
 *         one iteration after the other
 *     }
 *
 * Lanes are short loops that the device's compiler unrolls: what they share is loaded once, and
 * neighbours of the last loop become vectors. Statements between loops inside are one group, those
 * in such a loop others. Scalars that pass from one group to another are arrays over the lanes. */
#include "emit_kernel.h"

#define NOWHERE 0
#define SEVERAL (-1)

struct box {
    struct emit *e;
    const struct device_plan *d;
    const struct tstmt *inner; /* the loop whose body is being looked at, or NULL */
    int group, groups;         /* from 1 */
    int *where;                /* by var id: the group that names it, NOWHERE or SEVERAL */
    const char **plain_name;
    VEC(const struct tvar *) vars; /* arrays over the lanes */
};

bool emit_box_fits(const struct device_plan *d) {
    for (int k = 0; k < d->dims; ++k) {
        if (d->lanes[k] > 1) {
            return true;
        }
    }
    return false;
}

/* ---- which scalars */

static void note(struct box *b, const struct tvar *v, int group) {
    int *where = &b->where[v->id];
    *where = *where == NOWHERE || *where == group ? group : SEVERAL;
}

static void note_expr(struct box *b, const struct texpr *x) {
    struct texpr *const *part;
    if (x->kind == TE_VAR) {
        note(b, x->var, b->group);
    }
    for (int i = 0, n = expr_parts(x, &part); i < n; ++i) {
        note_expr(b, part[i]);
    }
}

/* A scalar that is assigned. Declared outside of the loop that assigns it, lanes would share it. */
static void note_target(struct box *b, const struct tvar *v) {
    const struct place *p = &b->e->place.var[v->id];
    const struct tstmt *around = b->inner ? b->inner : b->e->nest->root;
    bool inside = p->home && emit_place_inside(p->home, around);
    note(b, v, inside ? b->group : SEVERAL);
    if (b->where[v->id] == SEVERAL && p->reads > 0 && !b->e->in_block[v->id]) {
        b->e->in_block[v->id] = true;
        vec_push(b->e->arena, &b->vars, v);
    }
}

static void note_block(struct box *b, const struct tblock *block);

static void note_stmt(struct box *b, const struct tstmt *s) {
    int group = b->group;
    switch (s->kind) {
    case TS_ASSIGN:
        note_expr(b, s->assign.value);
        note_target(b, s->assign.dst);
        break;
    case TS_INDEX: /* may be printed where it is used */
        b->group = SEVERAL;
        note_expr(b, s->index.index);
        b->group = group;
        if (!emit_index_inlines(b->e, s)) {
            note_target(b, s->index.dst);
        }
        break;
    case TS_STORE:
        note_expr(b, s->store.value);
        for (int i = 0; i < s->store.n; ++i) {
            note_expr(b, s->store.index[i]);
        }
        break;
    case TS_CHECK:
        note_expr(b, s->check.cond);
        break;
    case TS_IF:
        note_expr(b, s->if_.cond);
        note_block(b, &s->if_.then);
        note_block(b, &s->if_.els);
        break;
    default:
        break;
    }
}

static void note_loop(struct box *b, const struct tstmt *s) {
    const struct tstmt *outer = b->inner;
    b->inner = s;
    b->group = ++b->groups;
    note_block(b, &s->for_.body);
    b->inner = outer;
    b->group = ++b->groups;
}

static void note_block(struct box *b, const struct tblock *block) {
    for (int i = 0; i < block->n; ++i) {
        if (block->item[i]->kind == TS_FOR) {
            note_loop(b, block->item[i]);
        } else {
            note_stmt(b, block->item[i]);
        }
    }
}

/* Twice: what a group assigns may be used in a later one. */
static void find_vars(struct box *b) {
    for (int round = 0; round < 2; ++round) {
        b->group = b->groups = 1;
        for (int k = 0; k < b->d->dims; ++k) {
            const struct tblock *body = &b->d->dim[k]->for_.body;
            bool last = k == b->d->dims - 1;
            struct tblock before = {last ? body->n : body->n - 1, body->item};
            note_block(b, &before);
        }
    }
}

/* ---- lanes */

static const char *counter_name(const struct emit *e, int k) {
    return e->name[e->nest->device->dim[k]->for_.counter->id];
}

static void put_counter(struct emit *e, int k) {
    const struct device_plan *d = e->nest->device;
    const char *i = counter_name(e, k);
    int64_t step = emit_step(d->dim[k]);
    if (step == 1 || step == -1) {
        w_line(e->w, "const long %s = %s__at %c %s__l;", i, i, step > 0 ? '+' : '-', i);
    } else {
        w_line(e->w, "const long %s = %s__at + PYCC_STEP%d * %s__l;", i, i, k, i);
    }
    if (e->local) {
        w_line(e->w, "const int %s__in = PYCC_LANES%d * (int)get_local_id(%d) + %s__l;", i, k,
               d->dims - 1 - k, i);
    }
}

void emit_box_open(struct emit *e, bool full) {
    const struct device_plan *d = e->nest->device;
    for (int k = 0; k < d->dims; ++k) {
        const char *i = counter_name(e, k);
        if (d->lanes[k] <= 1) {
            continue;
        }
        if (full) {
            w_line(e->w, "#pragma unroll");
        }
        w_open(e->w, "for (int %s__l = 0; %s__l < PYCC_%s%d; ++%s__l)", i, i,
               full ? "LANES" : "LEFT", k, i);
        put_counter(e, k);
    }
}

void emit_box_close(struct emit *e) {
    const struct device_plan *d = e->nest->device;
    for (int k = 0; k < d->dims; ++k) {
        if (d->lanes[k] > 1) {
            w_close(e->w, "");
        }
    }
}

const char *emit_box_extents(struct emit *e) {
    const struct device_plan *d = e->nest->device;
    const char *text = "";
    for (int k = 0; k < d->dims; ++k) {
        if (d->lanes[k] > 1) {
            text = arena_printf(e->arena, "%s[PYCC_LANES%d]", text, k);
        }
    }
    return text;
}

const char *emit_box_index(struct emit *e) {
    const struct device_plan *d = e->nest->device;
    const char *text = "";
    for (int k = 0; k < d->dims; ++k) {
        if (d->lanes[k] > 1) {
            text = arena_printf(e->arena, "%s[%s__l]", text, counter_name(e, k));
        }
    }
    return text;
}

/* ---- the box */

static void put_loop_body(void *context, const struct tblock *body);

static void put_block(struct box *b, const struct tblock *block, bool *open) {
    struct emit *e = b->e;
    for (int i = 0; i < block->n; ++i) {
        const struct tstmt *s = block->item[i];
        bool loop = s->kind == TS_FOR;
        if (loop == *open) {
            *open = !loop;
            if (loop) {
                emit_box_close(b->e);
            } else {
                emit_box_open(b->e, true);
            }
        }
        if (!loop) {
            emit_stmt(e, s);
            continue;
        }
        emit_comment(e, s, false);
        if (emit_share_strips(e, s)) {
            emit_share_loop(e, s, put_loop_body, b);
            continue;
        }
        if (b->d->strips && !e->local && emit_strip_fits(e, s)) {
            const char *start, *stop;
            w_open(e->w, "%s", "");
            emit_for_bounds(e, s, &start, &stop);
            emit_strip(e, s, start, stop, true);
            w_close(e->w, "");
            continue;
        }
        emit_for_head(e, s);
        put_loop_body(b, &s->for_.body);
        w_close(e->w, "");
    }
}

static void put_loop_body(void *context, const struct tblock *body) {
    struct box *b = context;
    bool open = false;
    put_block(b, body, &open);
    if (open) {
        emit_box_close(b->e);
    }
}

static void put_arrays(struct box *b) {
    for (int i = 0; i < b->vars.n; ++i) {
        const struct tvar *v = b->vars.item[i];
        w_line(b->e->w, "%s %s__v%s;", emit_type(b->e, v->type), b->plain_name[v->id],
               emit_box_extents(b->e));
    }
}

static void rename_vars(struct box *b) {
    struct emit *e = b->e;
    for (int i = 0; i < b->vars.n; ++i) {
        int id = b->vars.item[i]->id;
        b->plain_name[id] = e->name[id];
        e->name[id] = arena_printf(e->arena, "%s__v%s", e->name[id], emit_box_index(e));
    }
}

static void restore_names(struct box *b) {
    for (int i = 0; i < b->vars.n; ++i) {
        int id = b->vars.item[i]->id;
        b->e->name[id] = b->plain_name[id];
        b->e->in_block[id] = false;
    }
}

static void put_together(struct box *b) {
    bool open = false;
    rename_vars(b);
    put_arrays(b);
    for (int k = 0; k < b->d->dims; ++k) {
        const struct tblock *body = &b->d->dim[k]->for_.body;
        struct tblock before = {k == b->d->dims - 1 ? body->n : body->n - 1, body->item};
        put_block(b, &before, &open);
    }
    if (open) {
        emit_box_close(b->e);
    }
    restore_names(b);
}

bool emit_box_slants(const struct device_plan *d) {
    bool slants = false;
    for (int k = 0; k < d->dims; ++k) {
        slants = slants || d->hull[k].first;
    }
    return slants;
}

void emit_box_ranges(struct emit *e, const char *flag) {
    const struct device_plan *d = e->nest->device;
    emit_box_open(e, false);
    for (int k = 0; k < d->dims; ++k) {
        const struct tstmt *loop = d->dim[k];
        if (d->hull[k].first) {
            w_put(e->w, "%s &= %s >= ", flag, counter_name(e, k));
            emit_expr(e, loop->for_.start, PREC_ADD);
            w_put(e->w, " && %s < ", counter_name(e, k));
            emit_expr(e, loop->for_.stop, PREC_ADD);
            w_line(e->w, ";");
        }
    }
    emit_box_close(e);
}

/* Is the box full, and in the range of loops whose range varies? */
static void open_full(struct emit *e) {
    const struct device_plan *d = e->nest->device;
    const char *full = "";
    for (int k = 0; k < d->dims; ++k) {
        if (d->lanes[k] > 1) {
            full = arena_printf(e->arena, "%s%sPYCC_LEFT%d == PYCC_LANES%d", full,
                                *full ? " && " : "", k, k);
        }
    }
    if (!emit_box_slants(d)) {
        w_open(e->w, "if (%s)", full);
        return;
    }
    w_line(e->w, "bool box__full = %s;", full);
    emit_box_ranges(e, "box__full");
    w_open(e->w, "if (box__full)");
}

void emit_box_together(struct emit *e) {
    struct box b = {.e = e, .d = e->nest->device};
    b.where = ARENA_ARRAY(e->arena, int, e->func->n_vars + 1);
    b.plain_name = ARENA_ARRAY(e->arena, const char *, e->func->n_vars + 1);
    find_vars(&b);
    put_together(&b);
}

void emit_box(struct emit *e, void (*put_one)(struct emit *e)) {
    open_full(e);
    emit_box_together(e);
    w_reopen(e->w, "else");
    emit_box_open(e, false);
    put_one(e);
    emit_box_close(e);
    w_close(e->w, "");
}
