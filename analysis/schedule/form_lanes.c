/* Lanes (form.h): iterations that run side by side, through the loops inside in order.
 *
 *     s = 0.0                              local alloc s_2 = f64[64]
 *     for k: s = s + a[i, k] * b[k, j]     for j_l: j = j_at + j_l; s_2[j_l] = 0.0
 *     c[i, j] = s                          for k: for j_l: j = ...; s_2[j_l] = s_2[j_l] + ...
 *                                          for j_l: j = ...; c[i, j] = s_2[j_l]
 *
 * Statements between loops form a group, those in a loop inside one of their own. A scalar of one
 * group becomes a variable of it, one of several an array. Indices that checks before the nest
 * cover are put in where they are used. */
#include <string.h>

#include "build.h"
#include "form.h"
#include "thresholds.h"

enum { NOWHERE = 0, SEVERAL = -1 };

struct side {
    struct former *m;
    const struct form_lane *lane;
    int n;
    enum loop_hint hint;
    int n_vars;         /* the tables' size: variables of before */
    struct texpr **put; /* by var id: what stands for the result of an INDEX */
    bool *defined;      /* by var id: by the block, counters not */
    int *where;         /* by var id: the group that names it, NOWHERE or SEVERAL */
    struct ty **as;     /* by var id: the type that all uses convert it to, else its own */
    struct tvar **own;  /* by var id: the variable, or array, that it becomes */
    int group, groups;  /* from 1 */
    struct form_block *allocs;
    const char *names;
};

static bool is_jammed(const struct side *x, const struct tstmt *s) {
    return s->kind == TS_FOR && x->m->loops.item[s->for_.loop].hint != HINT_UNROLL;
}

/* ---- copies, without indices that are known to be in range */

/* Is it a variable of the function's that has one value? */
static bool is_fixed(const struct side *x, const struct tvar *v) {
    return v->id < x->m->n_defs && x->m->defs[v->id] <= 1;
}

/* Has it the same value wherever it may be put? */
static bool is_stable(const struct side *x, const struct texpr *e) {
    struct texpr *const *part;
    bool fits = e->kind == TE_CONST || e->kind == TE_CAST || e->kind == TE_OP ||
                (e->kind == TE_VAR && (e->var->is_counter || is_fixed(x, e->var))) ||
                (e->kind == TE_SHAPE && is_fixed(x, e->shape.array));
    for (int i = 0, n = expr_parts(e, &part); i < n && fits; ++i) {
        fits = is_stable(x, part[i]);
    }
    return fits;
}

static struct texpr *put_in(struct texpr *e, void *context) {
    const struct side *x = context;
    return e->kind == TE_VAR && e->var->id < x->n_vars ? x->put[e->var->id] : NULL;
}

static struct texpr *index_value(struct side *x, const struct tstmt *s) {
    struct texpr *e = expr_map(x->m->a, s->index.index, put_in, x);
    return x->m->fp->negative[s->id]
               ? form_op(x->m, OP_ADD, build_shape(x->m->a, e->type, s->index.array, s->index.axis),
                         e)
               : e;
}

static void copy_block(struct side *x, const struct tblock *b, struct form_block *to);

static void copy_stmt(struct side *x, const struct tstmt *from, struct form_block *to) {
    struct former *m = x->m;
    struct tstmt *s = form_append(m, to, stmt_copy(m->a, from), from);
    const struct tblock *block[3];
    struct tvar *v = stmt_def(s);
    stmt_map(m->a, s, put_in, x);
    for (int i = 0, n = stmt_blocks(s, block); i < n; ++i) {
        struct form_block copy = {0};
        copy_block(x, block[i], &copy);
        *(struct tblock *)block[i] = form_taken(&copy);
    }
    if (s->kind == TS_FOR || s->kind == TS_WHILE) {
        int *loop = s->kind == TS_FOR ? &s->for_.loop : &s->while_.loop;
        struct loop_plan as = m->loops.item[*loop];
        as.simd = false;
        form_add_plan(m, s, loop, &as);
    } else if (v) {
        x->defined[v->id] = true;
    }
}

static void copy_block(struct side *x, const struct tblock *b, struct form_block *to) {
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        bool known = x->m->fp->hoisted[s->id];
        struct texpr *e = known && s->kind == TS_INDEX ? index_value(x, s) : NULL;
        if (e && is_stable(x, e)) {
            x->put[s->index.dst->id] = e;
        } else if (e) {
            x->defined[s->index.dst->id] = true;
            form_append(x->m, to, build_assign(x->m->a, s->span, s->index.dst, e), s);
        } else if (!known || s->kind != TS_CHECK) {
            copy_stmt(x, s, to);
        }
    }
}

/* ---- which scalars pass from one group to another */

/* v is named in a group: read there, given a value, or that on some ways only. What is not given
 * one first has it from an earlier iteration of a loop inside. */
enum how { READ, SURE, MAYBE };

static void note(struct side *x, const struct tvar *v, enum how how) {
    if (v->id < x->n_vars && x->defined[v->id]) {
        int *where = &x->where[v->id];
        int first = how == SURE ? x->group : SEVERAL;
        *where = *where == NOWHERE ? first : *where == x->group ? x->group : SEVERAL;
    }
}

static bool is_real(const struct ty *t) {
    return t->kind == TY_SCALAR && dtype_info[t->dtype].kind == KIND_FLOAT;
}

/* A use of v as a value of type t. */
static void note_use(struct side *x, const struct tvar *v, struct ty *t) {
    note(x, v, READ);
    if (v->id < x->n_vars) {
        struct ty **as = &x->as[v->id];
        *as = !*as || *as == t || (*as)->dtype == t->dtype ? t : v->type;
    }
}

static void note_expr(struct texpr *e, void *context) {
    struct side *x = context;
    struct texpr *const *part;
    if (e->kind == TE_VAR) {
        note_use(x, e->var, e->var->type);
    } else if (e->kind == TE_CAST && e->cast->kind == TE_VAR && is_real(e->type) &&
               is_real(e->cast->type)) {
        note_use(x, e->cast->var, e->type);
        return;
    }
    for (int i = 0, n = expr_parts(e, &part); i < n; ++i) {
        note_expr(part[i], x);
    }
}

static void note_stmt(struct side *x, const struct tstmt *s, enum how how) {
    const struct tblock *block[3];
    const struct tvar *v = stmt_def(s);
    stmt_exprs(s, note_expr, x);
    if (v) {
        note(x, v, how);
    }
    for (int i = 0, n = stmt_blocks(s, block); i < n; ++i) {
        for (int k = 0; k < block[i]->n; ++k) {
            note_stmt(x, block[i]->item[k], MAYBE);
        }
    }
}

static void note_block(struct side *x, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        if (is_jammed(x, s)) {
            x->group = ++x->groups;
            note_block(x, &s->for_.body);
            x->group = ++x->groups;
        } else {
            note_stmt(x, s, SURE);
        }
    }
}

/* ---- what they become */

static struct ty *array_type(struct former *m, enum dtype d, int rank) {
    struct ty *t = ARENA_NEW(m->a, struct ty);
    *t = (struct ty){.kind = TY_ARRAY, .id = -1, .dtype = d, .rank = rank, .layout = TY_C};
    return t;
}

/* An array over the lanes, and over `extent` of its own; alloc: the statement to be made it. */
static struct tvar *expanded(struct side *x, const struct tvar *v, struct tstmt *alloc) {
    struct former *m = x->m;
    struct ty *t = x->as[v->id] && v->type->kind == TY_SCALAR ? x->as[v->id] : v->type;
    int own = v->type->kind == TY_ARRAY ? v->type->rank : 0;
    struct tvar *to = form_var(m, v->name, array_type(m, dtype_strong(t->dtype), x->n + own));
    struct texpr **extent = ARENA_ARRAY(m->a, struct texpr *, x->n + own);
    for (int k = 0; k < x->n + own; ++k) {
        extent[k] = k < x->n ? x->lane[k].room : alloc->alloc.extent[k - x->n];
    }
    struct tstmt *s = alloc;
    if (alloc) {
        vec_push(m->a, &x->allocs->s, s);
    } else {
        s = form_add_new(m, x->allocs, TS_ALLOC);
    }
    to->is_local = true;
    s->alloc.dst = to;
    s->alloc.extent = extent;
    x->names = arena_printf(m->a, "%s%s%s", x->names, *x->names ? ", " : "", v->name);
    return to;
}

static struct tvar *own_of(struct side *x, struct tvar *v) {
    if (!x->own[v->id] && x->where[v->id] == SEVERAL && v->type->kind == TY_SCALAR) {
        x->own[v->id] = expanded(x, v, NULL);
    } else if (!x->own[v->id]) {
        x->own[v->id] = form_var(x->m, v->name, v->type);
        x->own[v->id]->is_temp = v->is_temp;
    }
    return x->own[v->id];
}

/* What v becomes, which the block defines; else NULL. */
static struct tvar *becomes(struct side *x, struct tvar *v) {
    return v->id < x->n_vars && x->defined[v->id] ? own_of(x, v) : NULL;
}

/* The numbers of the lane, then n indices. */
static struct texpr **lane_index(struct side *x, int n, struct texpr *const *index) {
    struct texpr **list = ARENA_ARRAY(x->m->a, struct texpr *, x->n + n);
    for (int k = 0; k < x->n + n; ++k) {
        list[k] = k < x->n ? build_var(x->m->a, x->lane[k].lane) : index[k - x->n];
    }
    return list;
}

static struct texpr *element(struct side *x, struct tvar *array, struct ty *t) {
    struct texpr *e =
        build_load(x->m->a, form_type(x->m, array->type->dtype), array, lane_index(x, 0, NULL));
    return build_cast(x->m->a, t, e);
}

static struct texpr *changed(struct texpr *e, void *context) {
    struct side *x = context;
    bool cast = e->kind == TE_CAST && e->cast->kind == TE_VAR && is_real(e->type);
    struct tvar *v = e->kind == TE_VAR     ? e->var
                     : cast                ? e->cast->var
                     : e->kind == TE_LOAD  ? e->load.array
                     : e->kind == TE_SHAPE ? e->shape.array
                                           : NULL;
    struct tvar *own = v ? becomes(x, v) : NULL;
    if (!own) {
        return NULL;
    }
    if (e->kind == TE_LOAD || e->kind == TE_SHAPE) {
        struct texpr *to = expr_twin(x->m->a, expr_map_parts(x->m->a, e, changed, x));
        if (e->kind == TE_SHAPE) {
            to->shape.array = own;
            return to;
        }
        to->load.array = own;
        if (own->is_local) {
            to->load.index = lane_index(x, to->load.n, to->load.index);
            to->load.n += x->n;
        }
        return to;
    }
    if (!own->is_local) {
        return cast ? NULL : build_var(x->m->a, own);
    }
    bool narrow = cast && dtype_strong(e->type->dtype) == own->type->dtype;
    return narrow || !cast ? element(x, own, e->type) : NULL;
}

static void rename_array(struct tvar **v, enum var_mention how, void *context) {
    struct tvar *own = how == MENTION_ARRAY ? becomes(context, *v) : NULL;
    *v = own ? own : *v;
}

/* dst = value becomes an array's element. */
static void store(struct side *x, struct tstmt *s, struct tvar *array, struct texpr *value) {
    s->kind = TS_STORE;
    s->store.array = array;
    s->store.n = x->n;
    s->store.index = lane_index(x, 0, NULL);
    s->store.value = build_cast(x->m->a, form_type(x->m, array->type->dtype), value);
    s->store.whole = false;
}

static void rewrite_block(struct side *x, struct tblock *b);

static void rewrite_def(struct side *x, struct tstmt *s, struct tvar *v, struct tvar *own,
                        struct form_block *to) {
    vec_push(x->m->a, &to->s, s);
    if (!own->is_local) {
        stmt_set_def(s, own);
    } else if (s->kind == TS_ASSIGN) {
        store(x, s, own, s->assign.value);
    } else {
        struct tvar *t = form_var(x->m, v->name, v->type);
        t->is_temp = v->is_temp;
        stmt_set_def(s, t);
        store(x, form_add_new(x->m, to, TS_STORE), own, build_var(x->m->a, t));
    }
}

static void rewrite_stmt(struct side *x, struct tstmt *s, struct form_block *to) {
    const struct tblock *block[3];
    struct tvar *v = s->kind == TS_FOR ? NULL : stmt_def(s);
    if (s->kind == TS_ALLOC && v->is_local) {
        x->own[v->id] = expanded(x, v, s);
        return;
    }
    stmt_map(x->m->a, s, changed, x);
    stmt_mentions(s, rename_array, x);
    if (s->kind == TS_STORE && s->store.array->is_local) {
        s->store.index = lane_index(x, s->store.n, s->store.index);
        s->store.n += x->n;
    }
    for (int i = 0, n = stmt_blocks(s, block); i < n; ++i) {
        rewrite_block(x, (struct tblock *)block[i]);
    }
    struct tvar *own = v ? becomes(x, v) : NULL;
    if (own) {
        rewrite_def(x, s, v, own, to);
    } else {
        vec_push(x->m->a, &to->s, s);
    }
}

static void rewrite_block(struct side *x, struct tblock *b) {
    struct form_block to = {0};
    for (int i = 0; i < b->n; ++i) {
        rewrite_stmt(x, b->item[i], &to);
    }
    *b = form_taken(&to);
}

/* ---- loops over the lanes */

static void add_lanes(struct side *x, struct form_block *group, struct form_block *to) {
    struct former *m = x->m;
    struct form_block body = {0};
    struct span span = group->s.item[0]->span;
    for (int k = 0; k < x->n; ++k) {
        const struct form_lane *l = &x->lane[k];
        struct texpr *lane = build_var(m->a, l->lane), *at = build_var(m->a, l->at);
        lane = l->step ? form_op(m, OP_MUL, l->step, lane) : lane;
        form_add_assign(m, &body, l->counter, form_op(m, OP_ADD, at, lane));
        body.s.item[k]->span = span;
    }
    for (int i = 0; i < group->s.n; ++i) {
        vec_push(m->a, &body.s, group->s.item[i]);
    }
    for (int k = x->n; k-- > 0;) {
        struct form_block around = {0};
        form_add_for(m, &around, x->lane[k].lane, form_integer(m, 0), x->lane[k].n, &body,
                     &(struct loop_plan){.hint = x->hint})
            ->span = span;
        body = around;
    }
    vec_push(m->a, &to->s, body.s.item[0]);
    *group = (struct form_block){0};
}

static void jam_block(struct side *x, const struct tblock *b, struct form_block *to) {
    struct form_block group = {0};
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        bool loop = is_jammed(x, s);
        if (!loop) {
            rewrite_stmt(x, s, &group);
        }
        if (group.s.n > 0 && (loop || i == b->n - 1)) {
            add_lanes(x, &group, to);
        }
        if (loop) {
            struct form_block body = {0};
            jam_block(x, &s->for_.body, &body);
            s->for_.body = form_taken(&body);
            vec_push(x->m->a, &to->s, s);
        }
    }
}

const char *form_jam(struct former *m, const struct form_lane *lane, int n, enum loop_hint hint,
                     const struct tblock *block, struct form_block *to) {
    int vars = m->fp->func->n_vars;
    struct form_block copy = {0}, jammed = {0};
    struct side x = {.m = m,
                     .lane = lane,
                     .n = n,
                     .hint = hint,
                     .n_vars = vars,
                     .group = 1,
                     .groups = 1,
                     .allocs = to,
                     .names = ""};
    x.put = ARENA_ARRAY(m->a, struct texpr *, vars);
    x.defined = ARENA_ARRAY(m->a, bool, vars);
    x.where = ARENA_ARRAY(m->a, int, vars);
    x.as = ARENA_ARRAY(m->a, struct ty *, vars);
    x.own = ARENA_ARRAY(m->a, struct tvar *, vars);
    copy_block(&x, block, &copy);
    const struct tblock all = form_taken(&copy);
    note_block(&x, &all);
    jam_block(&x, &all, &jammed);
    for (int i = 0; i < jammed.s.n; ++i) {
        vec_push(m->a, &to->s, jammed.s.item[i]);
    }
    return x.names;
}
