/* What a try statement guards -> a function of its own, so that whatever raises in it leaves that
 * function as any other, and all that is known of functions that raise holds: elements written so
 * far are written, in the order of the source, because the caller can see them. (TIR -> TIR, of one
 * function whose body has been lowered.)
 *
 * Variables that it only reads are parameters, those that only it mentions are its own. One that it
 * assigns, and that is wanted behind it, goes in and out in a box, an array of one element or a
 * list of one item:
 *
 *     if CATCHES -> t { s = s + x[i] }     alloc s_box = f64[1]; s_box[0] = s
 *                                          call t = f__try1(s_box, x, i) catching ...
 *                                          s = s_box[0]
 *
 * where the function begins with s = s_box[0], and s_box[0] = s follows each assignment. In
 * parallel loops it follows the loop: where such a loop raises, its reductions are as before it. */
#include "outline.h"

#include <string.h>

#include "build.h"
#include "rewrite.h"

/* ---- mentions */

struct mentions {
    int *n;      /* by variable */
    bool *given; /* it is given a value there */
};

static void see_read(struct tvar *v, void *context) {
    ++((struct mentions *)context)->n[v->id];
}

static void see_mention(struct tvar **v, enum var_mention how, void *context) {
    struct mentions *m = context;
    ++m->n[(*v)->id];
    if (how != MENTION_ARRAY && m->given) {
        m->given[(*v)->id] = true;
    }
}

static void see_block(struct mentions *m, const struct tblock *b) {
    const struct tblock *block[3];
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        stmt_reads(s, see_read, m);
        stmt_mentions(s, see_mention, m);
        for (int k = 0, n = stmt_blocks(s, block); k < n; ++k) {
            see_block(m, block[k]);
        }
    }
}

struct asked {
    const struct tvar *v;
    bool found;
};

static void ask(struct tvar *v, void *context) {
    struct asked *a = context;
    a->found = a->found || v == a->v;
}

static bool reads(const struct tstmt *s, const struct tvar *v) {
    struct asked a = {.v = v};
    stmt_reads(s, ask, &a);
    return a.found;
}

/* ---- is it read before it has a value? */

static bool needs_block(const struct tblock *b, const struct tvar *v, bool *given);

static bool needs(const struct tstmt *s, const struct tvar *v, bool *given) {
    const struct tblock *block[3];
    int n = stmt_blocks(s, block);
    bool in[3] = {*given, *given, *given}, any = !*given && reads(s, v) && s->kind != TS_WHILE;
    for (int k = 0; k < n; ++k) {
        in[k] = k > 0 && s->kind == TS_WHILE ? in[0] : *given;
        any = needs_block(block[k], v, &in[k]) || any;
    }
    if (s->kind == TS_WHILE) { /* its condition is behind its first block */
        any = any || (!in[0] && reads(s, v));
        *given = in[0];
    } else if (s->kind == TS_IF && !s->if_.catches) {
        *given = in[0] && in[1];
    } else if (stmt_def(s) == v) {
        *given = true;
    }
    return any;
}

/* given: has it a value at the start; becomes whether it has one at the end, where that is reached.
 */
static bool needs_block(const struct tblock *b, const struct tvar *v, bool *given) {
    bool any = false;
    for (int i = 0; i < b->n; ++i) {
        any = needs(b->item[i], v, given) || any;
    }
    *given = *given || !block_completes(b);
    return any;
}

/* ---- is it wanted behind? */

struct live {
    const struct tvar *v;
    const struct tstmt *at; /* the IF that catches */
    bool leaves, goes;      /* is it wanted behind a BREAK, a CONTINUE? */
    bool fails;             /* ... where something is caught around */
    bool *behind, *failed;  /* wanted behind `at`; where it has caught something */
};

static bool live_block(const struct live *l, const struct tblock *b, bool out);

static bool live_loop(const struct live *l, const struct tstmt *s, bool out) {
    bool loop = s->kind == TS_WHILE;
    bool after = live_block(l, loop ? &s->while_.els : &s->for_.els, out);
    bool head = after || (loop && reads(s, l->v));
    for (int round = 0; round < 2; ++round) {
        struct live in = *l;
        in.leaves = out;
        in.goes = head;
        bool body = live_block(&in, loop ? &s->while_.body : &s->for_.body, head);
        body = body || head;
        head = loop ? live_block(&in, &s->while_.pre, body || reads(s, l->v)) : body;
        head = head || after;
    }
    return head || (!loop && reads(s, l->v));
}

static bool live_guarded(const struct live *l, const struct tstmt *s, bool out) {
    struct live in = *l;
    in.fails = l->fails || out;
    if (s == l->at) {
        *l->behind = *l->behind || out;
    }
    return live_block(&in, &s->if_.then, out) || out;
}

static bool live_stmt(const struct live *l, const struct tstmt *s, bool out) {
    bool in;
    switch (s->kind) {
    case TS_IF:
        if (s->if_.catches) {
            return live_guarded(l, s, out);
        }
        in = live_block(l, &s->if_.then, out);
        if (s == l->at->if_.catches->handlers) {
            *l->failed = *l->failed || in;
        }
        return live_block(l, &s->if_.els, out) || in || reads(s, l->v);
    case TS_FOR:
    case TS_WHILE:
        return live_loop(l, s, out) || l->fails;
    case TS_RETURN:
    case TS_RAISE:
        return reads(s, l->v) || l->fails;
    case TS_BREAK:
        return l->leaves;
    case TS_CONTINUE:
        return l->goes;
    default:
        return (out && stmt_def(s) != l->v) || reads(s, l->v) || l->fails;
    }
}

static bool live_block(const struct live *l, const struct tblock *b, bool out) {
    for (int i = b->n - 1; i >= 0; --i) {
        out = live_stmt(l, b->item[i], out);
    }
    return out;
}

/* ---- the new function */

enum part { PART_OTHERS /* not mentioned in it */, PART_OWN, PART_PARAM, PART_BOXED };

struct outline {
    struct lower *lw;
    struct tstmt *at;
    struct tcatch *catches;
    struct tfunc *g;
    enum part *part;             /* by variable of the caller, as are those below */
    bool *given;                 /* the function gives it a value */
    bool *enters;                /* BOXED: the box holds its value at the start */
    bool *reads;                 /* OWN, BOXED: ... or a parameter does */
    struct tvar **box, **box_in; /* the box, as the caller and the function know it */
    struct texpr **twin;         /* VAR of the function's variable */
    VEC(struct tvar *) params, own;
    VEC(struct texpr *) args;
};

static void classify(struct outline *x, const struct tvar *v, bool outside) {
    const struct tblock *body = &x->at->if_.then;
    bool behind = false, failed = false, given = false;
    bool enters = needs_block(body, v, &given) && !(v->is_counter && x->given[v->id]);
    struct live l = {.v = v, .at = x->at, .behind = &behind, .failed = &failed};
    if (outside || v->is_param) {
        live_block(&l, &x->lw->f->body, false);
    }
    failed = x->catches->handlers ? failed : behind;
    x->reads[v->id] = enters && (outside || v->is_param); /* else there is nothing to be read */
    if (!x->given[v->id]) {
        x->part[v->id] = PART_PARAM;
    } else if (behind) {
        x->part[v->id] = PART_BOXED;
        x->enters[v->id] = failed || enters || !given || v->type->kind != TY_SCALAR;
    } else {
        x->part[v->id] = PART_OWN;
    }
}

static struct tvar *twin_of(struct outline *x, const struct tvar *v, bool param) {
    struct tvar *t = ARENA_NEW(x->lw->a, struct tvar);
    *t = *v;
    t->is_param = param;
    t->is_counter = v->is_counter && !param;
    t->is_temp = v->is_temp && !param;
    if (param) {
        vec_push(x->lw->a, &x->params, t);
        vec_push(x->lw->a, &x->args, lower_var(x->lw, (struct tvar *)v));
    } else {
        vec_push(x->lw->a, &x->own, t);
    }
    return t;
}

static struct tvar *new_box(struct outline *x, const struct tvar *v) {
    struct lower *lw = x->lw;
    const char *name = arena_printf(lw->a, "%s_box", v->name);
    bool scalar = v->type->kind == TY_SCALAR;
    return lower_new_var(lw, name,
                         scalar ? ty_array(lw->a, lw->m, dtype_strong(v->type->dtype), 1, TY_C)
                                : ty_list(lw->a, lw->m, v->type));
}

static void make_variables(struct outline *x, int n_vars) {
    for (int i = 0; i < n_vars; ++i) {
        const struct tvar *v = x->lw->vars.item[i];
        if (x->part[i] == PART_OTHERS) {
            continue;
        }
        bool param = x->part[i] == PART_PARAM || (x->part[i] == PART_OWN && x->reads[i]);
        x->twin[i] = build_var(x->lw->a, twin_of(x, v, param));
        if (x->part[i] == PART_BOXED) {
            x->box[i] = new_box(x, v);
            x->box_in[i] = twin_of(x, x->box[i], true);
        }
    }
    if (x->catches->keeps) { /* last, whether the function mentions it or not */
        twin_of(x, x->catches->error, true);
    }
}

/* ---- statements that fill and read boxes, for the list that lw->out is */

static void fill(struct lower *lw, struct tvar *box, struct tvar *v) {
    if (v->type->kind != TY_SCALAR) {
        lower_list(lw, LIST_CLEAR, NULL, box);
        lower_list(lw, LIST_APPEND, NULL, box)->list.arg[0] = lower_var(lw, v);
        return;
    }
    struct tstmt *s = lower_stmt(lw, TS_STORE);
    s->store.array = box;
    s->store.n = 1;
    s->store.index = ARENA_ARRAY(lw->a, struct texpr *, 1);
    s->store.index[0] = lower_int(lw, 0);
    s->store.value = lower_cast(lw, lower_var(lw, v), box->type->dtype);
}

static void take_out(struct lower *lw, struct tvar *box, struct tvar *v) {
    if (v->type->kind != TY_SCALAR) {
        lower_list(lw, LIST_GET, v, box)->list.arg[0] = lower_int(lw, 0);
        return;
    }
    struct texpr **index = ARENA_ARRAY(lw->a, struct texpr *, 1);
    index[0] = lower_int(lw, 0);
    lower_assign(lw, v, lower_cast(lw, lower_load(lw, box, 1, index), v->type->dtype));
}

/* ---- the body */

static struct texpr *twin(const struct tvar *v, void *context) {
    return ((struct outline *)context)->twin[v->id];
}

static struct tblock boxed_block(struct outline *x, const struct tblock *b, bool parallel);

/* A statement of the source's function, as one of the new function, and what fills boxes. */
static void boxed_stmt(struct outline *x, const struct tstmt *from, bool parallel) {
    struct lower *lw = x->lw;
    const struct tblock *block[3];
    struct tir_copier c = {.a = lw->a, .change = twin, .context = x};
    struct tstmt *s = stmt_copy(lw->a, from);
    bool enters = from->kind == TS_FOR && from->for_.parallel && !parallel;
    for (int i = 0, n = stmt_blocks(s, block); i < n; ++i) {
        *(struct tblock *)block[i] = (struct tblock){0};
    }
    s = stmt_copy_as(&c, s);
    const struct tblock *old[3];
    int n = stmt_blocks(from, old);
    stmt_blocks(s, block);
    for (int i = 0; i < n; ++i) {
        *(struct tblock *)block[i] = boxed_block(x, old[i], parallel || enters);
    }
    vec_push(lw->a, lw->out, s);
    lw->span = s->span;
    const struct tvar *def = stmt_def(from);
    if (def && !parallel && x->box[def->id]) {
        fill(lw, x->box_in[def->id], x->twin[def->id]->var);
    }
    if (!enters) {
        return;
    }
    struct mentions m = {ARENA_ARRAY(lw->a, int, lw->vars.n), ARENA_ARRAY(lw->a, bool, lw->vars.n)};
    see_block(&m, &from->for_.body);
    for (int i = 0; i < lw->vars.n; ++i) {
        if (m.given[i] && x->box[i]) {
            fill(lw, x->box_in[i], x->twin[i]->var);
        }
    }
}

static struct tblock boxed_block(struct outline *x, const struct tblock *b, bool parallel) {
    struct stmt_list list;
    struct stmt_list *outer = lower_begin(x->lw, &list);
    for (int i = 0; i < b->n; ++i) {
        boxed_stmt(x, b->item[i], parallel);
    }
    return lower_end(x->lw, outer);
}

static void make_body(struct outline *x, int n_vars) {
    struct lower *lw = x->lw;
    struct stmt_list list;
    struct stmt_list *outer = lower_begin(lw, &list);
    lw->span = x->at->span;
    if (x->catches->keeps) { /* the analysis sees that the CALL writes there */
        struct tstmt *s = lower_stmt(lw, TS_STORE);
        s->store.array = x->params.item[x->params.n - 1];
        s->store.n = 1;
        s->store.index = ARENA_ARRAY(lw->a, struct texpr *, 1);
        s->store.index[0] = lower_int(lw, 0);
        s->store.value = lower_cast(lw, lower_int(lw, 0), DT_I64);
    }
    for (int i = 0; i < n_vars; ++i) {
        if (x->box[i] && x->enters[i]) {
            take_out(lw, x->box_in[i], x->twin[i]->var);
        }
    }
    const struct tblock *body = &x->at->if_.then;
    for (int i = 0; i < body->n; ++i) {
        boxed_stmt(x, body->item[i], false);
    }
    lw->span = x->at->span;
    if (block_completes(body)) {
        lower_stmt(lw, TS_RETURN)->ret = lower_int(lw, 0);
    }
    x->g->body = lower_end(lw, outer);
}

static struct tfunc *new_function(struct lower *lw, struct span span) {
    struct tfunc *f = lw->f, *g = ARENA_NEW(lw->a, struct tfunc);
    *g = *f;
    g->name = lower_name(lw, &lw->func_names, arena_printf(lw->a, "%s__try", f->name), true);
    g->span = span;
    g->ret = lower_scalar(lw, DT_INT);
    return g;
}

static void finish_function(struct outline *x) {
    struct lower *lw = x->lw;
    struct tfunc *g = x->g;
    g->n_params = g->n_formals = x->params.n;
    g->n_globals = 0;
    g->param = x->params.item;
    g->n_vars = x->params.n + x->own.n;
    g->var = ARENA_ARRAY(lw->a, struct tvar *, g->n_vars);
    g->formal = ARENA_ARRAY(lw->a, struct ty *, g->n_params);
    for (int i = 0; i < g->n_vars; ++i) {
        g->var[i] = i < g->n_params ? g->param[i] : x->own.item[i - g->n_params];
        g->var[i]->id = i;
        if (i < g->n_params) {
            g->formal[i] = g->param[i]->type;
        }
    }
    tir_renumber(lw->a, g);
    vec_push(lw->a, &lw->outlined, ((struct outlined){g, lw->f}));
}

/* ---- the call */

static void make_call(struct outline *x, int n_vars) {
    struct lower *lw = x->lw;
    lw->span = x->at->span;
    for (int i = 0; i < n_vars; ++i) {
        struct tvar *box = x->box[i];
        if (box && is_list(box->type)) {
            lower_list(lw, LIST_NEW, box, NULL);
        } else if (box) {
            struct tstmt *s = lower_stmt(lw, TS_ALLOC);
            s->alloc.dst = box;
            s->alloc.extent = ARENA_ARRAY(lw->a, struct texpr *, 1);
            s->alloc.extent[0] = lower_int(lw, 1);
            s->alloc.fill = FILL_ZERO;
        }
        if (box && x->enters[i]) {
            fill(lw, box, lw->vars.item[i]);
        }
    }
    struct tstmt *call = lower_stmt(lw, TS_CALL);
    call->call.dst = x->catches->status;
    call->call.callee = x->g;
    call->call.n = x->args.n;
    call->call.arg = x->args.item;
    call->call.catches = x->catches;
    for (int i = 0; i < n_vars; ++i) {
        if (x->box[i]) {
            take_out(lw, x->box[i], lw->vars.item[i]);
        }
    }
}

static void outline(struct lower *lw, struct tstmt *at) {
    int n = lw->vars.n;
    struct mentions in = {ARENA_ARRAY(lw->a, int, n), ARENA_ARRAY(lw->a, bool, n)};
    struct mentions all = {ARENA_ARRAY(lw->a, int, n), NULL};
    struct outline x = {.lw = lw, .at = at, .catches = at->if_.catches, .given = in.given};
    x.part = ARENA_ARRAY(lw->a, enum part, n);
    x.enters = ARENA_ARRAY(lw->a, bool, n);
    x.reads = ARENA_ARRAY(lw->a, bool, n);
    x.box = ARENA_ARRAY(lw->a, struct tvar *, 2 * n);
    x.box_in = ARENA_ARRAY(lw->a, struct tvar *, n);
    x.twin = ARENA_ARRAY(lw->a, struct texpr *, n);
    see_block(&in, &at->if_.then);
    see_block(&all, &lw->f->body);
    for (int i = 0; i < n; ++i) {
        if (in.n[i] > 0) {
            classify(&x, lw->vars.item[i], all.n[i] > in.n[i]);
        }
    }
    x.g = new_function(lw, at->span);
    make_variables(&x, n);
    make_body(&x, n);
    finish_function(&x);
    make_call(&x, n);
}

/* ---- the function */

static bool is_unused_error(const struct lower *lw, const struct tstmt *s) {
    for (int i = 0; s->kind == TS_ALLOC && i < lw->tries.n; ++i) {
        const struct tcatch *t = lw->tries.item[i];
        if (t->error == s->alloc.dst) {
            return !t->keeps;
        }
    }
    return false;
}

/* Those inside first. */
static struct tblock outline_block(struct lower *lw, const struct tblock *b) {
    const struct tblock *block[3];
    struct stmt_list list;
    struct stmt_list *outer = lower_begin(lw, &list);
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        for (int k = 0, n = stmt_blocks(s, block); k < n; ++k) {
            *(struct tblock *)block[k] = outline_block(lw, block[k]);
        }
        if (s->kind == TS_IF && s->if_.catches) {
            outline(lw, s);
        } else if (!is_unused_error(lw, s)) {
            vec_push(lw->a, lw->out, s);
        }
    }
    return lower_end(lw, outer);
}

void lower_outline(struct lower *lw) {
    if (lw->tries.n > 0) {
        lw->f->body = outline_block(lw, &lw->f->body);
    }
}
