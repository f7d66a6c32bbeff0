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
    const struct form_jam *j;
    const struct form_lane *lane;
    int n;                    /* of them, */
    int over;                 /* and those that arrays are over */
    int n_vars;               /* the tables' size: variables of before */
    struct texpr **put;       /* by var id: what stands for the result of an INDEX */
    bool *defined;            /* by var id: by the block, counters not */
    int *where;               /* by var id: the group that names it, NOWHERE or SEVERAL */
    struct ty **as;           /* by var id: the type that all uses convert it to, else its own */
    struct tvar **own;        /* by var id: the variable, or array, that it becomes */
    int group, groups;        /* from 1 */
    const struct tblock *all; /* the copy */
    enum loop_hint hint;
    struct form_block *allocs;
    struct expanded expanded;
};

static bool is_jammed(const struct side *x, const struct tstmt *s) {
    return s->kind == TS_FOR && !x->j->whole && x->m->loops.item[s->for_.loop].hint == HINT_NONE;
}

/* A kernel knows elements by their list of indices. */
static void stem(struct former *m, struct texpr *const *to, struct texpr *const *from) {
    if (to != from) {
        vec_push(m->a, &m->fp->stems, ((struct index_stem){to, schedule_index_stem(m->fp, from)}));
    }
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
    struct side *x = context;
    if (e->kind == TE_LOAD) {
        struct texpr *to = expr_map_parts(x->m->a, e, put_in, x);
        stem(x->m, to->load.index, e->load.index);
        return to;
    }
    return e->kind == TE_VAR && e->var->id < x->n_vars ? x->put[e->var->id] : NULL;
}

static struct texpr *index_value(struct side *x, const struct tstmt *s) {
    return form_index(x->m, s, expr_map(x->m->a, s->index.index, put_in, x));
}

static void copy_block(struct side *x, const struct tblock *b, struct form_block *to);

static void copy_stmt(struct side *x, const struct tstmt *from, struct form_block *to) {
    struct former *m = x->m;
    struct tstmt *s = form_append(m, to, stmt_copy(m->a, from), from);
    const struct tblock *block[3];
    struct tvar *v = stmt_def(s);
    stmt_map(m->a, s, put_in, x);
    if (s->kind == TS_STORE) {
        stem(m, s->store.index, from->store.index);
    }
    for (int i = 0, n = stmt_blocks(s, block); i < n; ++i) {
        struct form_block copy = {0};
        copy_block(x, block[i], &copy);
        *(struct tblock *)block[i] = form_taken(&copy);
    }
    if (s->kind == TS_FOR || s->kind == TS_WHILE) {
        int *loop = s->kind == TS_FOR ? &s->for_.loop : &s->while_.loop;
        struct loop_plan as = m->loops.item[*loop];
        as.simd = false;
        as.stem = as.stem ? as.stem : from;
        form_add_plan(m, s, loop, &as);
    } else if (v && !v->is_counter) {
        x->defined[v->id] = true;
    }
}

/* The form of a loop in kernels, over its range. */
static void copy_form(struct side *x, const struct tstmt *loop, const struct loop_form *f,
                      struct form_block *to) {
    x->put[f->lo->id] = expr_map(x->m->a, loop->for_.start, put_in, x);
    x->put[f->hi->id] = expr_map(x->m->a, loop->for_.stop, put_in, x);
    copy_block(x, &f->body, to);
}

static void copy_block(struct side *x, const struct tblock *b, struct form_block *to) {
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        const struct loop_form *f =
            x->j->forms && s->kind == TS_FOR ? x->m->loops.item[s->for_.loop].kernel : NULL;
        if (f && !(x->j->group && device_split_of(x->j->group, s))) {
            copy_form(x, s, f, to);
            continue;
        }
        bool known = s->id < x->m->fp->func->n_stmts && x->m->fp->hoisted[s->id];
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

/* last: nothing follows. What the only branch of such an IF gives values is read there alone. */
static void note_stmt(struct side *x, const struct tstmt *s, enum how how, bool last) {
    const struct tblock *block[3];
    const struct tvar *v = stmt_def(s);
    bool only = last && s->kind == TS_IF && s->if_.els.n == 0;
    stmt_exprs(s, note_expr, x);
    if (v) {
        note(x, v, how);
    }
    for (int i = 0, n = stmt_blocks(s, block); i < n; ++i) {
        for (int k = 0; k < block[i]->n; ++k) {
            note_stmt(x, block[i]->item[k], only ? SURE : MAYBE, only && k == block[i]->n - 1);
        }
    }
}

/* Does the loop in order begin there? */
static bool begins_last(const struct side *x, const struct tblock *b, int i) {
    return x->j->last > 0 && b == x->all && i == b->n - x->j->last;
}

static void note_block(struct side *x, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        x->group = begins_last(x, b, i) ? ++x->groups : x->group;
        if (is_jammed(x, s)) {
            x->group = ++x->groups;
            note_block(x, &s->for_.body);
            x->group = ++x->groups;
        } else {
            note_stmt(x, s, SURE, i == b->n - 1);
        }
    }
}

/* ---- what they become */

struct tvar *form_expand(struct former *m, const struct tvar *v, enum dtype d,
                         const struct form_lane *lane, int n, struct tstmt *alloc,
                         struct form_block *to) {
    int own = v->type->kind == TY_ARRAY ? v->type->rank : 0;
    struct tvar *array = form_var(m, v->name, form_array_type(m, dtype_strong(d), n + own));
    struct texpr **extent = ARENA_ARRAY(m->a, struct texpr *, n + own);
    for (int k = 0; k < n + own; ++k) {
        extent[k] = k < n ? lane[k].room : alloc->alloc.extent[k - n];
    }
    if (alloc) {
        vec_push(m->a, &to->s, alloc);
    } else {
        alloc = form_add_new(m, to, TS_ALLOC);
    }
    array->is_local = true;
    alloc->alloc.dst = array;
    alloc->alloc.extent = extent;
    return array;
}

/* An array over the lanes; alloc: that of v, which is one itself. */
static struct tvar *expanded(struct side *x, const struct tvar *v, struct tstmt *alloc) {
    const struct ty *t = x->as[v->id] && v->type->kind == TY_SCALAR ? x->as[v->id] : v->type;
    if (!alloc) {
        vec_push(x->m->a, &x->expanded.var, v);
    }
    return form_expand(x->m, v, t->dtype, x->lane, x->over, alloc, x->allocs);
}

static struct tvar *own_of(struct side *x, struct tvar *v) {
    bool several = x->where[v->id] == SEVERAL && v->type->kind == TY_SCALAR && x->over > 0;
    if (!x->own[v->id] && several) {
        x->own[v->id] = expanded(x, v, NULL);
    } else if (!x->own[v->id]) {
        x->own[v->id] = form_var(x->m, v->name, v->type);
        x->own[v->id]->is_temp = v->is_temp;
        x->own[v->id]->stem = v->type->kind != TY_ARRAY ? NULL : v->stem ? v->stem : v;
    }
    return x->own[v->id];
}

/* What v becomes, which the block defines; else NULL. */
static struct tvar *becomes(struct side *x, struct tvar *v) {
    return v->id < x->n_vars && x->defined[v->id] ? own_of(x, v) : NULL;
}

/* The numbers of the lane, then n indices. */
static struct texpr **lane_index(struct former *m, const struct form_lane *lane, int lanes, int n,
                                 struct texpr *const *index) {
    struct texpr **list = ARENA_ARRAY(m->a, struct texpr *, lanes + n);
    for (int k = 0; k < lanes + n; ++k) {
        list[k] = k < lanes ? build_var(m->a, lane[k].lane) : index[k - lanes];
    }
    return list;
}

struct texpr *form_element(struct former *m, struct tvar *array, struct ty *t,
                           const struct form_lane *lane, int n) {
    struct ty *own = form_type(m, array->type->dtype);
    return build_cast(m->a, t, build_load(m->a, own, array, lane_index(m, lane, n, 0, NULL)));
}

void form_set_element(struct former *m, struct tstmt *s, struct tvar *array, struct texpr *value,
                      const struct form_lane *lane, int n) {
    s->kind = TS_STORE;
    s->store.array = array;
    s->store.n = n;
    s->store.index = lane_index(m, lane, n, 0, NULL);
    s->store.value = build_cast(m->a, form_type(m, array->type->dtype), value);
    s->store.whole = false;
}

/* Is it an array of one more dimension for each of the lanes? */
static bool is_over_lanes(const struct side *x, const struct tvar *array, int n) {
    return array->is_local && array->type->rank > n && x->over > 0;
}

static struct texpr *changed(struct texpr *e, void *context) {
    struct side *x = context;
    if (e->kind == TE_LOAD && !becomes(x, e->load.array)) {
        struct texpr *to = expr_map_parts(x->m->a, e, changed, x);
        stem(x->m, to->load.index, e->load.index);
        return to;
    }
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
        if (is_over_lanes(x, own, to->load.n)) {
            to->load.index = lane_index(x->m, x->lane, x->over, to->load.n, to->load.index);
            to->load.n += x->over;
        }
        stem(x->m, to->load.index, e->load.index);
        return to;
    }
    if (!own->is_local) {
        return cast ? NULL : build_var(x->m->a, own);
    }
    bool narrow = cast && dtype_strong(e->type->dtype) == own->type->dtype;
    return narrow || !cast ? form_element(x->m, own, e->type, x->lane, x->over) : NULL;
}

static void rename_array(struct tvar **v, enum var_mention how, void *context) {
    struct tvar *own = how == MENTION_ARRAY ? becomes(context, *v) : NULL;
    *v = own ? own : *v;
}

static void rewrite_block(struct side *x, struct tblock *b);

static void rewrite_def(struct side *x, struct tstmt *s, struct tvar *v, struct tvar *own,
                        struct form_block *to) {
    vec_push(x->m->a, &to->s, s);
    if (!own->is_local) {
        stmt_set_def(s, own);
    } else if (s->kind == TS_ASSIGN) {
        form_set_element(x->m, s, own, s->assign.value, x->lane, x->over);
    } else {
        struct tvar *t = form_var(x->m, v->name, v->type);
        t->is_temp = v->is_temp;
        stmt_set_def(s, t);
        form_set_element(x->m, form_add_new(x->m, to, TS_STORE), own, build_var(x->m->a, t),
                         x->lane, x->over);
    }
}

static void rewrite_stmt(struct side *x, struct tstmt *s, struct form_block *to) {
    const struct tblock *block[3];
    struct tvar *v = s->kind == TS_FOR ? NULL : stmt_def(s);
    if (s->kind == TS_ALLOC && v->is_local) {
        x->own[v->id] = expanded(x, v, s);
        return;
    }
    struct texpr *const *index = s->kind == TS_STORE ? s->store.index : NULL;
    stmt_map(x->m->a, s, changed, x);
    stmt_mentions(s, rename_array, x);
    if (s->kind == TS_STORE && is_over_lanes(x, s->store.array, s->store.n)) {
        s->store.index = lane_index(x->m, x->lane, x->over, s->store.n, s->store.index);
        s->store.n += x->over;
    }
    if (index) {
        stem(x->m, s->store.index, index);
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
        bool back = l->step && l->step->kind == TE_CONST && l->step->value.i == -1;
        lane = l->step && !back ? form_op(m, OP_MUL, l->step, lane) : lane;
        form_add_assign(m, &body, l->counter, form_op(m, back ? OP_SUB : OP_ADD, at, lane));
        body.s.item[k]->span = span;
    }
    for (int i = 0; i < group->s.n; ++i) {
        vec_push(m->a, &body.s, group->s.item[i]);
    }
    struct loop_plan as = {.hint = x->hint};
    if (x->j->wrong && x->hint != HINT_NONE) {
        vec_push(m->a, &as.reductions, ((struct reduction){.var = x->j->wrong, .op = OP_BITOR}));
    }
    for (int k = x->n; k-- > 0;) {
        struct form_block around = {0};
        form_add_for(m, &around, x->lane[k].lane, form_integer(m, 0), x->lane[k].n, &body, &as)
            ->span = span;
        body = around;
    }
    for (int i = 0; i < body.s.n; ++i) {
        vec_push(m->a, &to->s, body.s.item[i]);
    }
    *group = (struct form_block){0};
}

static void jam_block(struct side *x, const struct tblock *b, struct form_block *to) {
    struct form_block group = {0};
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        bool loop = is_jammed(x, s);
        if (begins_last(x, b, i) && group.s.n > 0) {
            add_lanes(x, &group, to);
            x->hint = HINT_NONE;
        }
        if (!loop) {
            rewrite_stmt(x, s, &group);
        }
        if (group.s.n > 0 && (loop || i == b->n - 1)) {
            add_lanes(x, &group, to);
        }
        if (loop) {
            struct form_block body = {0};
            stmt_map(x->m->a, s, changed, x);
            jam_block(x, &s->for_.body, &body);
            s->for_.body = form_taken(&body);
            vec_push(x->m->a, &to->s, s);
        }
    }
}

struct expanded form_jam(struct former *m, const struct form_jam *j, const struct tblock *block,
                         struct form_block *to) {
    int vars = m->fp->func->n_vars;
    struct form_block copy = {0}, jammed = {0};
    struct side x = {.m = m,
                     .j = j,
                     .lane = j->lane,
                     .hint = j->hint,
                     .n = j->n,
                     .over = j->whole ? 0 : j->n,
                     .n_vars = vars,
                     .group = 1,
                     .groups = 1,
                     .allocs = to};
    x.put = ARENA_ARRAY(m->a, struct texpr *, vars);
    x.defined = ARENA_ARRAY(m->a, bool, vars);
    x.where = ARENA_ARRAY(m->a, int, vars);
    x.as = ARENA_ARRAY(m->a, struct ty *, vars);
    x.own = ARENA_ARRAY(m->a, struct tvar *, vars);
    for (int i = 0; i < j->n_own; ++i) {
        x.own[j->own[i].from->id] = j->own[i].to;
    }
    copy_block(&x, block, &copy);
    const struct tblock all = form_taken(&copy);
    x.all = &all;
    note_block(&x, &all);
    jam_block(&x, &all, &jammed);
    for (int i = 0; i < jammed.s.n; ++i) {
        vec_push(m->a, &to->s, jammed.s.item[i]);
    }
    return x.expanded;
}
