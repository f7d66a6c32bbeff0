/* Nodes of forms (form.h): variables, statements, expressions, numbers that the call knows. */
#include "access.h"
#include "build.h"
#include "form.h"

/* ---- variables and statements */

struct ty *form_type(struct former *m, enum dtype d) {
    m->type[d] = m->type[d] ? m->type[d] : type_of(m->a, m->m, d);
    return m->type[d];
}

struct ty *form_array_type(struct former *m, enum dtype d, int rank) {
    struct ty *t = ARENA_NEW(m->a, struct ty);
    *t = (struct ty){.kind = TY_ARRAY, .id = -1, .dtype = d, .rank = rank, .layout = TY_C};
    return t;
}

struct tvar *form_var(struct former *m, const char *base, struct ty *t) {
    struct tvar *v = tir_new_var(m->a, &m->vars, base, t);
    v->span = m->p->stmt->span;
    return v;
}

/* A variable beside the counter: i_end_2. */
struct tvar *form_int(struct former *m, const char *what) {
    const char *i = m->p->stmt->for_.counter->name;
    return form_var(m, arena_printf(m->a, "%s_%s", i, what), form_type(m, DT_INT));
}

struct tstmt *form_append(struct former *m, struct form_block *to, struct tstmt *s,
                          const struct tstmt *origin) {
    s->id = m->fp->func->n_stmts + m->origin.n;
    s->span = origin->span;
    vec_push(m->a, &m->origin, origin->id);
    vec_push(m->a, &to->s, s);
    return s;
}

struct tstmt *form_add_new(struct former *m, struct form_block *to, enum tstmt_kind kind) {
    return form_append(m, to, build_stmt(m->a, kind, m->p->stmt->span), m->p->stmt);
}

void form_add_assign(struct former *m, struct form_block *to, struct tvar *dst,
                     struct texpr *value) {
    form_append(m, to, build_assign(m->a, m->p->stmt->span, dst, value), m->p->stmt);
}

struct tblock form_taken(const struct form_block *b) {
    return (struct tblock){b->s.n, b->s.item};
}

/* A loop with the plan *as; what it combines is in there. */
void form_add_plan(struct former *m, struct tstmt *s, int *loop, const struct loop_plan *as) {
    *loop = m->loops.n;
    vec_push(m->a, &m->loops, *as);
    struct loop_plan *p = &m->loops.item[*loop];
    p->stmt = s;
    p->form = p->kernel = NULL;
    p->made = true;
}

struct tstmt *form_add_for(struct former *m, struct form_block *to, struct tvar *counter,
                           struct texpr *start, struct texpr *stop, const struct form_block *body,
                           const struct loop_plan *as) {
    struct tstmt *s = form_add_new(m, to, TS_FOR);
    s->for_.counter = counter;
    s->for_.start = start;
    s->for_.stop = stop;
    s->for_.step = build_int(m->a, form_type(m, DT_INT), 1);
    s->for_.body = form_taken(body);
    form_add_plan(m, s, &s->for_.loop, as);
    return s;
}

const struct loop_plan *form_unplaced(struct former *m, int loop) {
    struct loop_plan *p = ARENA_NEW(m->a, struct loop_plan);
    *p = m->loops.item[loop];
    p->stmt = stmt_copy(m->a, p->stmt);
    p->stmt->span = (struct span){0, 0};
    return p;
}

/* ---- expressions */

struct texpr *form_integer(struct former *m, int64_t value) {
    return build_int(m->a, form_type(m, DT_INT), value);
}

struct texpr *form_op(struct former *m, enum op o, struct texpr *x, struct texpr *y) {
    bool test = o >= OP_LT && o <= OP_GE;
    return build_op(m->a, test || o == OP_EQ || o == OP_NE ? form_type(m, DT_PYBOOL) : x->type, o,
                    x, y);
}

struct texpr *form_neutral(struct former *m, const struct reduction *r) {
    struct ty *t = r->var->type;
    bool real = dtype_info[t->dtype].kind == KIND_FLOAT;
    if (dtype_info[t->dtype].kind == KIND_COMPLEX && r->op == OP_ADD) {
        return build_complex(m->a, t, -0.0, -0.0);
    }
    bool one = r->op == OP_MUL;
    if (!one && r->op != OP_ADD && r->op != OP_BITXOR) {
        return build_var(m->a, r->var);
    }
    return real ? build_float(m->a, t, one ? 1.0 : -0.0) : build_int(m->a, t, one);
}

struct texpr *form_index(struct former *m, const struct tstmt *s, struct texpr *index) {
    struct texpr *extent = m->fp->negative[s->id]
                               ? build_shape(m->a, index->type, s->index.array, s->index.axis)
                               : NULL;
    return extent ? form_op(m, OP_ADD, extent, index) : index;
}

struct texpr *const *schedule_index_stem(const struct func_plan *fp, struct texpr *const *index) {
    for (int i = 0; i < fp->stems.n; ++i) {
        if (fp->stems.item[i].to == index) {
            return fp->stems.item[i].from;
        }
    }
    return index;
}

/* ---- numbers of a kernel */

struct tvar *form_number_var(struct former *m, enum number_kind kind, int k, struct ty *t) {
    static const char *const name[] = {
        [NUMBER_AT] = "at",       [NUMBER_LANES] = "lanes", [NUMBER_START] = "start",
        [NUMBER_STEP] = "step",   [NUMBER_TRIPS] = "trips", [NUMBER_ORIGIN] = "origin",
        [NUMBER_ID] = "id",       [NUMBER_ITEM] = "item",   [NUMBER_GROUP] = "items",
        [NUMBER_FIRST] = "first", [NUMBER_LAST] = "last",   [NUMBER_TURN] = "turn",
        [NUMBER_CHUNK] = "chunk", [NUMBER_MEMBER] = "item", [NUMBER_MEMBERS] = "items",
        [NUMBER_FULL] = "full",   [NUMBER_STRIP] = "strip", [NUMBER_LOCAL] = "size",
        [NUMBER_PART] = "part",   [NUMBER_FLAT] = "memory", [NUMBER_FROM] = "from",
        [NUMBER_PLACE] = "place", [NUMBER_LEFT] = "left"};
    struct box_form *f = m->box;
    for (int i = 0; i < f->numbers.n; ++i) {
        if (f->numbers.item[i].kind == kind && f->numbers.item[i].k == k) {
            return f->numbers.item[i].var;
        }
    }
    const char *i = kind < NUMBER_ITEM ? m->device->dim[k]->for_.counter->name : NULL;
    struct tvar *v = form_var(m, i ? arena_printf(m->a, "%s_%s", i, name[kind]) : name[kind], t);
    v->is_local = kind >= NUMBER_PART;
    v->is_map = kind >= NUMBER_FROM;
    v->is_counter = !v->is_local;
    vec_push(m->a, &f->numbers, ((struct box_number){kind, k, v}));
    return v;
}

struct texpr *form_number(struct former *m, enum number_kind kind, int k) {
    return build_var(m->a, form_number_var(m, kind, k, form_type(m, DT_INT)));
}

/* ---- groups */

static struct texpr **index_list(struct former *m, struct texpr *at) {
    struct texpr **list = ARENA_ARRAY(m->a, struct texpr *, 1);
    list[0] = at;
    return list;
}

struct texpr *form_item(struct former *m, struct tvar *array, struct ty *t, struct texpr *at) {
    struct ty *own = form_type(m, array->type->dtype);
    return build_cast(m->a, t, build_load(m->a, own, array, index_list(m, at)));
}

void form_set_item(struct former *m, struct tstmt *s, struct tvar *array, struct texpr *at,
                   struct texpr *value) {
    s->kind = TS_STORE;
    s->store.array = array;
    s->store.n = 1;
    s->store.index = index_list(m, at);
    s->store.value = build_cast(m->a, form_type(m, array->type->dtype), value);
    s->store.whole = false;
}

void form_add_items(struct former *m, struct form_block *to, struct tvar *item, struct texpr *n,
                    const struct form_block *body, enum loop_hint hint) {
    const struct loop_plan as = {.hint = hint};
    form_add_for(m, to, item, form_integer(m, 0), n, body, &as);
}

void form_add_if(struct former *m, struct form_block *to, struct texpr *cond,
                 const struct form_block *then) {
    struct tstmt *s = form_add_new(m, to, TS_IF);
    s->if_.cond = cond;
    s->if_.then = form_taken(then);
}

void form_add_while(struct former *m, struct form_block *to, struct texpr *cond,
                    const struct form_block *body) {
    struct tstmt *s = form_add_new(m, to, TS_WHILE);
    s->while_.cond = cond;
    s->while_.body = form_taken(body);
    form_add_plan(m, s, &s->while_.loop, &(struct loop_plan){0});
}

struct tvar *form_shared_array(struct former *m, const char *name, enum dtype d, struct texpr *n,
                               struct form_block *to) {
    struct tstmt *s = form_add_new(m, to, TS_ALLOC);
    struct tvar *array = form_var(m, name, form_array_type(m, dtype_strong(d), 1));
    array->is_local = array->is_shared = true;
    s->alloc.dst = array;
    s->alloc.extent = index_list(m, n);
    return array;
}

struct texpr *form_in_range(struct former *m, const struct tstmt *loop) {
    struct texpr *i = build_var(m->a, loop->for_.counter);
    return form_op(m, OP_LAND, form_op(m, OP_GE, i, loop->for_.start),
                   form_op(m, OP_LT, i, loop->for_.stop));
}
