/* Lanes: a loop of which several iterations run at once, each through the loops inside in order
 * (loop_plan.lanes). Its iterations are taken in blocks, and a loop over the block, which the C
 * compiler turns into vectors, goes around every statement:
 *
 *     for (j__b = 0; j__b < n; j__b += 64) {
 *         const int64_t j__w = min(n - j__b, 64);
 *         double s__v[64];
 *         for (j__l = 0..j__w) s__v[j__l] = 0.0;
 *         for (k = 0..p) {
 *             for (j__l = 0..j__w) s__v[j__l] += a[i * a__s0 + k] * b[k * b__s0 + j__b + j__l];
 *         }
 *         for (j__l = 0..j__w) c[i * c__s0 + j__b + j__l] = s__v[j__l];
 *     }
 *
 * Scalars that pass from one of these loops to the next are arrays of a block, of the type that all
 * their uses convert them to where that is one. Statements between
 * loops inside form a group, such a loop one of its own. */
#include "emit.h"
#include "thresholds.h"

#include <inttypes.h>

#define NOWHERE 0
#define SEVERAL (-1)

struct lanes {
    struct emit *e;
    const struct tstmt *loop;
    const struct tstmt *inner; /* the loop inside that is being looked at, or NULL */
    int group;                 /* from 1 */
    int *where;                /* by var id: the group that names it, NOWHERE or SEVERAL */
    const struct ty **as;      /* by var id: the type that all uses convert it to, else its own */
    const char **plain_name;
    VEC(const struct tvar *) vars; /* arrays of a block */
};

/* ---- which scalars */

static void note(struct lanes *l, const struct tvar *v, int group) {
    int *where = &l->where[v->id];
    *where = *where == NOWHERE || *where == group ? group : SEVERAL;
}

/* A use of v as a value of type t. */
static void note_use(struct lanes *l, const struct tvar *v, const struct ty *t) {
    const struct ty **as = &l->as[v->id];
    *as = !*as || *as == t || (*as)->dtype == t->dtype ? t : v->type;
    note(l, v, l->group);
}

static bool is_real(const struct ty *t) {
    return t->kind == TY_SCALAR && dtype_info[t->dtype].kind == KIND_FLOAT;
}

static void note_expr(struct lanes *l, const struct texpr *x) {
    struct texpr *const *part;
    if (x->kind == TE_VAR) {
        note_use(l, x->var, x->var->type);
    } else if (x->kind == TE_CAST && x->cast->kind == TE_VAR && is_real(x->type) &&
               is_real(x->cast->type)) {
        note_use(l, x->cast->var, x->type);
        return;
    }
    for (int i = 0, n = expr_parts(x, &part); i < n; ++i) {
        note_expr(l, part[i]);
    }
}

/* A scalar that is assigned. Declared outside of the loop that assigns it, lanes would share it. */
static void note_target(struct lanes *l, const struct tvar *v) {
    const struct place *p = &l->e->place.var[v->id];
    bool inside = p->home && emit_place_inside(p->home, l->inner ? l->inner : l->loop);
    note(l, v, inside ? l->group : SEVERAL);
}

/* An index may be printed where it is used. */
static void note_stmt(struct lanes *l, const struct tstmt *s) {
    if (s->kind == TS_ASSIGN) {
        note_expr(l, s->assign.value);
        note_target(l, s->assign.dst);
    } else if (s->kind == TS_INDEX) {
        int group = l->group;
        l->group = SEVERAL;
        note_expr(l, s->index.index);
        l->group = group;
        note_target(l, s->index.dst);
    } else if (s->kind == TS_STORE) {
        note_expr(l, s->store.value);
        for (int i = 0; i < s->store.n; ++i) {
            note_expr(l, s->store.index[i]);
        }
    }
}

static void note_loop(struct lanes *l, const struct tstmt *s) {
    ++l->group;
    l->inner = s;
    for (int i = 0; i < s->for_.body.n; ++i) {
        note_stmt(l, s->for_.body.item[i]);
    }
    l->inner = NULL;
    ++l->group;
}

static void collect(struct lanes *l, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        const struct tvar *v = s->kind == TS_ASSIGN  ? s->assign.dst
                               : s->kind == TS_INDEX ? s->index.dst
                                                     : NULL;
        if (s->kind == TS_FOR) {
            collect(l, &s->for_.body);
        } else if (v && l->where[v->id] == SEVERAL && l->e->place.var[v->id].reads > 0 &&
                   !l->e->in_block[v->id] &&
                   !(s->kind == TS_INDEX && emit_index_inlines(l->e, s))) {
            l->e->in_block[v->id] = true;
            vec_push(l->e->arena, &l->vars, v);
        }
    }
}

static void find_vars(struct lanes *l) {
    const struct tblock *b = &l->loop->for_.body;
    l->group = 1;
    for (int i = 0; i < b->n; ++i) {
        if (b->item[i]->kind == TS_FOR) {
            note_loop(l, b->item[i]);
        } else {
            note_stmt(l, b->item[i]);
        }
    }
    collect(l, b);
}

/* ---- printing */

/* Opens the loop over a block. */
static void open_block(struct lanes *l) {
    const char *i = l->e->name[l->loop->for_.counter->id];
    w_line(l->e->w, "#pragma omp simd");
    w_open(l->e->w, "for (int64_t %s__l = 0; %s__l < %s__w; ++%s__l)", i, i, i, i);
    w_line(l->e->w, "const int64_t %s = %s__b + %s__l;", i, i, i);
}

static void put_inner(struct lanes *l, const struct tstmt *s) {
    struct emit *e = l->e;
    emit_for_head(e, s);
    open_block(l);
    emit_block(e, &s->for_.body);
    w_close(e->w, "");
    w_close(e->w, "");
}

static void put_body(struct lanes *l) {
    struct emit *e = l->e;
    const struct tblock *b = &l->loop->for_.body;
    bool open = false;
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        if (s->kind == TS_FOR && open) {
            w_close(e->w, "");
        } else if (s->kind != TS_FOR && !open) {
            open_block(l);
        }
        open = s->kind != TS_FOR;
        if (s->kind == TS_FOR) {
            put_inner(l, s);
        } else {
            emit_stmt(e, s);
        }
    }
    if (open) {
        w_close(e->w, "");
    }
}

static void put_arrays(struct lanes *l, int n) {
    for (int i = 0; i < l->vars.n; ++i) {
        const struct tvar *v = l->vars.item[i];
        const struct ty *type = l->as[v->id] ? l->as[v->id] : v->type;
        w_line(l->e->w, "%s %s__v[%d];", emit_type(l->e, type), l->plain_name[v->id], n);
    }
}

static void rename_vars(struct lanes *l) {
    struct emit *e = l->e;
    const char *i = e->name[l->loop->for_.counter->id];
    for (int k = 0; k < l->vars.n; ++k) {
        const char **name = &e->name[l->vars.item[k]->id];
        l->plain_name[l->vars.item[k]->id] = *name;
        *name = arena_printf(e->arena, "%s__v[%s__l]", *name, i);
    }
}

static void restore_names(struct lanes *l) {
    for (int k = 0; k < l->vars.n; ++k) {
        int id = l->vars.item[k]->id;
        l->e->name[id] = l->plain_name[id];
        l->e->in_block[id] = false;
    }
}

void emit_lanes(struct emit *e, const struct tstmt *loop, const char *start, const char *stop) {
    struct lanes l = {.e = e, .loop = loop};
    const char *i = e->name[loop->for_.counter->id];
    int n = LANES_BLOCK / e->fplan->loop[loop->for_.loop].lanes;
    l.where = ARENA_ARRAY(e->arena, int, e->func->n_vars + 1);
    l.as = ARENA_ARRAY(e->arena, const struct ty *, e->func->n_vars + 1);
    l.plain_name = ARENA_ARRAY(e->arena, const char *, e->func->n_vars + 1);
    find_vars(&l);
    rename_vars(&l);
    w_open(e->w, "for (int64_t %s__b = %s; %s__b < %s; %s__b += %d)", i, start, i, stop, i, n);
    w_line(e->w, "const int64_t %s__w = pycc_pymin_i64(%s - %s__b, %d);", i, stop, i, n);
    put_arrays(&l, n);
    put_body(&l);
    w_close(e->w, "");
    restore_names(&l);
}

/* ---- how long they take */

static const char *trips_text(struct emit *e, const struct tstmt *s) {
    return arena_printf(e->arena, "pycc_trips(%s, %s, %" PRId64 ")",
                        emit_expr_text(e, s->for_.start, PREC_COND),
                        emit_expr_text(e, s->for_.stop, PREC_COND), emit_step(s));
}

static const char *inner_trips(struct emit *e, const struct tstmt *loop) {
    const char *sum = NULL;
    for (int i = 0; i < loop->for_.body.n; ++i) {
        const struct tstmt *s = loop->for_.body.item[i];
        if (s->kind == TS_FOR) {
            const char *more = trips_text(e, s);
            sum = sum ? arena_printf(e->arena, "%s + %s", sum, more) : more;
        }
    }
    return sum;
}

const char *emit_lanes_steps(struct emit *e, const struct tstmt *loop) {
    return arena_printf(e->arena, "%s * (%s)", trips_text(e, loop), inner_trips(e, loop));
}

const char *emit_lanes_short(struct emit *e, const struct tstmt *loop, bool is_inner) {
    return arena_printf(e->arena, "pycc_short(%s, %s)", is_inner ? "1" : trips_text(e, loop),
                        inner_trips(e, loop));
}
