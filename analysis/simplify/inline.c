/* Calls of small functions -> their statements, so that array statements on both sides of a call
 * may share loops.
 *
 * A function is plain when it is neither recursive nor has control flow, and ends in its only
 * RETURN: its statements are such that a region of the pass fuse may hold them, and calls of plain
 * functions. A call of one is replaced where array statements stand beside it.
 *
 * In explicit parallel loops what a call may do is decided, and told, on the call, by intervals of
 * the elements that it touches (effects.c). Where intervals are not enough, the call is replaced
 * there, by a function with control flow too: it gets a slice made in the loop, or it writes at
 * indices that are quotients or elements of arrays, or reads there what such a call writes.
 *
 * Arguments are evaluated once, in order, before: what is no variable or constant goes to a
 * variable of its own, and so does what the callee assigns. Variables of the caller that the callee
 * reads under another name keep their values meanwhile, because the copy assigns none of them
 * before its end. Callees come before callers, so one round does. */
#include "inline.h"

#include <string.h>

#include "build.h"
#include "fuse_region.h"
#include "inline_private.h"

enum {
    MAX_CALLEE = 80,   /* statements of a plain function, those of its callees included */
    MAX_RUN = 400,     /* statements of a run; a region holds no more */
    MAX_FUNCTION = 600 /* statements added to one */
};

/* What is known of a function. */
struct callee {
    bool plain;
    int statements, arrays; /* with those of its callees */
    bool copied; /* neither recursive nor too large, its only RETURN at its end: it may be put into
                    a parallel loop */
    bool writes; /* ... and writes elements of arrays that it has not made, */
    bool far;    /* at indices that are no sums of parameters and counters */
};

struct inliner {
    struct arena *a;
    struct arena work; /* of a function */
    struct tmodule *m;
    struct inlining *result;
    struct callee *callee; /* by function id */
    bool *away;            /* by function id: a call of it has been replaced */
    struct fuse_function ff;
    int added; /* statements */
    bool changed;
    bool parallel; /* calls are replaced in an explicit parallel loop */
};

/* ---- plain functions */

static const struct callee *plain_callee(const struct inliner *x, const struct tfunc *caller,
                                         const struct tstmt *s) {
    if (s->kind != TS_CALL) {
        return NULL;
    }
    const struct tfunc *f = s->call.callee;
    const struct callee *c = &x->callee[f->id];
    return c->plain && f->gpu == caller->gpu && f->fastmath == caller->fastmath ? c : NULL;
}

static void see_far(struct texpr *e, void *context) {
    bool *far = context;
    *far |=
        e->kind == TE_LOAD || (e->kind == TE_OP && (e->op.op == OP_FLOORDIV || e->op.op == OP_MOD ||
                                                    e->op.op == OP_SHR || e->op.op == OP_BITAND));
}

/* raise E(f"{x}") */
static bool is_raise_of_values(const struct tstmt *s) {
    return s->kind == TS_LIB && s->lib.fn == OP_RAISE;
}

/* What becomes of *c with the statements of a block, at any depth. */
static void look_in(const struct inliner *x, const struct tfunc *f, const struct tblock *b,
                    struct callee *c) {
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        const struct callee *inner = s->kind == TS_CALL ? &x->callee[s->call.callee->id] : NULL;
        int n = stmt_blocks(s, block);
        bool jumps = s->kind == TS_RAISE || s->kind == TS_BREAK || s->kind == TS_CONTINUE ||
                     is_raise_of_values(s);
        bool ends = s->kind == TS_RETURN && b == &f->body && i == b->n - 1;
        c->copied = c->copied && (n > 0 || jumps || ends || inner || inline_may_stand(s));
        c->statements += inner && inner->copied ? inner->statements : !ends;
        c->writes |= s->kind == TS_STORE || s->kind == TS_MAP || (inner && inner->writes);
        if (s->kind == TS_INDEX) {
            expr_walk(s->index.index, see_far, &c->far);
        } else if (s->kind == TS_ASSIGN && s->assign.dst->type->kind == TY_SCALAR) {
            bool *integer = s->assign.dst->type->dtype == DT_INT ? &c->far : &(bool){false};
            expr_walk(s->assign.value, see_far, integer);
        }
        c->far |= inner && inner->far;
        for (int k = 0; k < n; ++k) {
            look_in(x, f, block[k], c);
        }
    }
}

static struct callee look_at(const struct inliner *x, const struct tfunc *f) {
    struct callee c = {.plain = !f->recursive};
    for (int i = 0; i < f->body.n && c.plain; ++i) {
        const struct tstmt *s = f->body.item[i];
        const struct callee *inner = plain_callee(x, f, s);
        bool ends = s->kind == TS_RETURN && i == f->body.n - 1;
        c.plain = inner || ends || inline_may_stand(s);
        c.statements += inner ? inner->statements : !ends;
        c.arrays += inner ? inner->arrays : fuse_is_array(s);
    }
    c.plain = c.plain && c.statements <= MAX_CALLEE;
    struct callee deep = {.copied = !f->recursive};
    look_in(x, f, &f->body, &deep);
    c.statements = c.plain ? c.statements : deep.statements;
    c.copied = deep.copied && deep.statements <= MAX_CALLEE;
    c.writes = deep.writes;
    c.far = deep.far;
    return c;
}

/* ---- the copy */

struct copier {
    struct inliner *x;
    const struct tstmt *call;
    struct texpr **value; /* by id of the callee's variable: what stands for it */
    bool ours;            /* the callee is of the prelude: places are the call's */
};

static struct texpr *value_of(const struct tvar *v, void *context) {
    return ((struct copier *)context)->value[v->id];
}

static struct tblock copy_block(const struct tblock *from, void *context);

static struct tstmt *copy_of(struct copier *c, const struct tstmt *from) {
    struct tir_copier copier = {c->x->a, value_of, copy_block, c};
    struct tstmt *s = stmt_copy_as(&copier, from);
    s->span = c->ours ? c->call->span : s->span;
    return s;
}

/* ---- variables of the copy */

static struct tvar *own_var(struct copier *c, const struct tvar *v) {
    struct inliner *x = c->x;
    const char *base = v->is_temp || c->ours ? arena_printf(x->a, "t%d", x->ff.f->n_vars) : v->name;
    struct tvar *own = tir_new_var(x->a, &x->ff.vars, base, v->type);
    own->is_temp = v->is_temp;
    own->is_counter = v->is_counter;
    own->span = c->ours ? c->call->span : v->span;
    return own;
}

/* Statements of a block that assign v. */
static int assigns(const struct tblock *b, const struct tvar *v) {
    int n = 0;
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        const struct tstmt *s = b->item[i];
        n += stmt_def(s) == v;
        for (int k = stmt_blocks(s, block) - 1; k >= 0; --k) {
            n += assigns(block[k], v);
        }
    }
    return n;
}

struct reads {
    const struct tvar *v;
    bool found;
};

static void look_for(struct tvar *v, void *context) {
    struct reads *r = context;
    r->found = r->found || r->v == v;
}

/* The callee's variable that the call's result may be made in, or NULL. */
static const struct tvar *made_in(const struct tstmt *call, const struct texpr *result) {
    const struct tvar *dst = call->call.dst;
    bool local = dst && result && result->kind == TE_VAR && !result->var->is_param &&
                 result->type == dst->type && assigns(&call->call.callee->body, result->var) == 1;
    struct reads r = {dst, false};
    stmt_reads(call, look_for, &r);
    return local && !r.found ? result->var : NULL;
}

static void assign(struct copier *c, struct inline_list *to, struct tvar *dst,
                   struct texpr *value) {
    vec_push(c->x->a, &to->s, build_assign(c->x->a, c->call->span, dst, value));
}

/* Arguments stand for parameters that nothing assigns; the others begin with them. */
static void bind(struct copier *c, struct inline_list *to) {
    const struct tfunc *f = c->call->call.callee;
    for (int i = 0; i < f->n_params; ++i) {
        struct tvar *p = f->param[i];
        struct texpr *arg = c->call->call.arg[i];
        bool simple = arg->kind == TE_VAR || (arg->kind == TE_CONST && p->type->kind == TY_SCALAR);
        if (simple && arg->type == p->type && assigns(&f->body, p) == 0) {
            c->value[p->id] = arg;
            continue;
        }
        struct tvar *own = own_var(c, p);
        c->value[p->id] = build_var(c->x->a, own);
        assign(c, to, own, arg);
    }
}

static void add_call(struct inliner *x, struct tstmt *call, struct inline_list *to);

/* A call that may be put where it stands in a parallel loop, or NULL. */
static const struct callee *copied_callee(const struct inliner *x, const struct tstmt *s) {
    const struct callee *c = s->kind == TS_CALL ? &x->callee[s->call.callee->id] : NULL;
    const struct tfunc *f = x->ff.f;
    bool alike = c && s->call.callee->gpu == f->gpu && s->call.callee->fastmath == f->fastmath;
    return alike && c->copied && x->added + c->statements <= MAX_FUNCTION ? c : NULL;
}

static void add(struct inliner *x, struct tstmt *s, struct inline_list *to) {
    if (x->parallel ? copied_callee(x, s) : plain_callee(x, x->ff.f, s)) {
        add_call(x, s, to);
    } else {
        ++x->added;
        vec_push(x->a, &to->s, s);
    }
}

/* The callee's statements, and those of what it calls. */
static void add_call(struct inliner *x, struct tstmt *call, struct inline_list *to) {
    const struct tfunc *f = call->call.callee;
    const struct tstmt *last = f->body.n > 0 ? f->body.item[f->body.n - 1] : NULL;
    struct texpr *result = last && last->kind == TS_RETURN ? last->ret : NULL;
    struct copier c = {.x = x, .call = call};
    c.ours = x->m->source && source_is_ours(x->m->source, f->span);
    c.value = ARENA_ARRAY(&x->work, struct texpr *, f->n_vars);
    bind(&c, to);
    const struct tvar *made = made_in(call, result);
    for (int i = 0; i < f->n_vars; ++i) {
        const struct tvar *v = f->var[i];
        if (!c.value[v->id]) {
            c.value[v->id] = build_var(x->a, v == made ? call->call.dst : own_var(&c, v));
        }
    }
    for (int i = 0; i < f->body.n; ++i) {
        if (f->body.item[i]->kind != TS_RETURN) {
            add(x, copy_of(&c, f->body.item[i]), to);
        }
    }
    if (result && call->call.dst && !made) {
        assign(&c, to, call->call.dst, expr_substitute(x->a, result, value_of, &c));
    }
    x->away[f->id] = x->changed = true;
}

static struct tblock copy_block(const struct tblock *from, void *context) {
    struct copier *c = context;
    struct inline_list list = {0};
    for (int i = 0; i < from->n; ++i) {
        add(c->x, copy_of(c, from->item[i]), &list);
    }
    return (struct tblock){.n = list.s.n, .item = list.s.item};
}

static void note(struct inliner *x, const struct tstmt *s) {
    bool ours = x->m->source && source_is_ours(x->m->source, s->call.callee->span);
    if (!ours) {
        struct inlined_call call = {x->ff.f, s->call.callee->pyname, s->span};
        vec_push(x->a, &x->result->call, call);
    }
}

/* ---- explicit parallel loops */

/* Is an argument a view with a slice that stands before the call in its block? */
static bool gets_slice(const struct tblock *b, int at) {
    const struct tstmt *call = b->item[at];
    for (int k = 0; k < call->call.n; ++k) {
        const struct texpr *arg = call->call.arg[k];
        for (int i = 0; arg->kind == TE_VAR && i < at; ++i) {
            const struct tstmt *s = b->item[i];
            for (int j = 0; s->kind == TS_VIEW && s->view.dst == arg->var && j < s->view.n; ++j) {
                if (s->view.axis[j].kind == VIEW_SLICE) {
                    return true;
                }
            }
        }
    }
    return false;
}

static bool takes(const struct tstmt *call, const struct tvar *array) {
    for (int k = 0; k < call->call.n; ++k) {
        const struct texpr *arg = call->call.arg[k];
        if (arg->kind == TE_VAR && arg->var == array) {
            return true;
        }
    }
    return false;
}

/* Is an array that the call gets written to by a later call of its block that is replaced? */
static bool is_written_after(const struct inliner *x, const struct tblock *b, int at) {
    const struct tstmt *call = b->item[at];
    for (int i = at + 1; i < b->n; ++i) {
        const struct callee *c = copied_callee(x, b->item[i]);
        for (int k = 0; c && c->writes && c->far && k < call->call.n; ++k) {
            const struct texpr *arg = call->call.arg[k];
            bool array = arg->kind == TE_VAR && arg->type->kind == TY_ARRAY;
            if (array && takes(b->item[i], arg->var)) {
                return true;
            }
        }
    }
    return false;
}

static void inline_parallel(struct inliner *x, struct tblock *b) {
    struct inline_list out = {0};
    bool any = false;
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        const struct callee *c = copied_callee(x, s);
        if (c && ((c->writes && (c->far || gets_slice(b, i))) ||
                  (c->far && is_written_after(x, b, i)))) {
            note(x, s);
            add_call(x, s, &out);
            any = true;
            continue;
        }
        vec_push(x->a, &out.s, s);
        for (int k = stmt_blocks(s, block) - 1; k >= 0; --k) {
            inline_parallel(x, (struct tblock *)block[k]);
        }
    }
    if (any) {
        b->n = out.s.n;
        b->item = out.s.item;
    }
}

/* ---- runs */

/* Statements from b->item[first] on that have no control flow, calls of plain functions among them:
 * how many; and array statements there are. */
static int run_length(const struct inliner *x, const struct tblock *b, int first, int *arrays) {
    int n = 0, statements = 0;
    *arrays = 0;
    while (first + n < b->n) {
        const struct tstmt *s = b->item[first + n];
        const struct callee *c = plain_callee(x, x->ff.f, s);
        if (!c && !inline_may_stand(s)) {
            break;
        }
        statements += c ? c->statements : 1;
        if (statements > MAX_RUN || *arrays > PARTITION_MAX) {
            break;
        }
        *arrays += c ? c->arrays : fuse_is_array(s);
        ++n;
    }
    return n;
}

static void inline_block(struct inliner *x, struct tblock *b);

static void inline_inside(struct inliner *x, struct tstmt *s) {
    const struct tblock *block[3];
    int n = stmt_blocks(s, block);
    x->parallel = s->kind == TS_FOR && s->for_.parallel && !s->for_.implied;
    for (int i = 0; i < n; ++i) {
        (x->parallel ? inline_parallel : inline_block)(x, (struct tblock *)block[i]);
    }
    x->parallel = false;
}

static void inline_block(struct inliner *x, struct tblock *b) {
    struct inline_list out = {0};
    bool any = false;
    for (int i = 0; i < b->n;) {
        int arrays, n = run_length(x, b, i, &arrays);
        for (int k = i; k < i + n; ++k) {
            struct tstmt *s = b->item[k];
            const struct callee *c = plain_callee(x, x->ff.f, s);
            if (c && arrays > c->arrays && x->added + c->statements <= MAX_FUNCTION) {
                note(x, s);
                add_call(x, s, &out);
                any = true;
            } else {
                vec_push(x->a, &out.s, s);
            }
        }
        i += n;
        if (n == 0) {
            inline_inside(x, b->item[i]);
            vec_push(x->a, &out.s, b->item[i++]);
        }
    }
    if (any) {
        b->n = out.s.n;
        b->item = out.s.item;
    }
}

/* ---- all */

static void mark_called(const struct tblock *b, bool *called) {
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        if (b->item[i]->kind == TS_CALL) {
            called[b->item[i]->call.callee->id] = true;
        }
        int n = stmt_blocks(b->item[i], block);
        for (int k = 0; k < n; ++k) {
            mark_called(block[k], called);
        }
    }
}

/* Functions all of whose calls have been replaced go; callers come last. */
static void drop_functions(struct inliner *x) {
    struct tmodule *m = x->m;
    bool *called = ARENA_ARRAY(&x->work, bool, m->funcs.n);
    bool *gone = ARENA_ARRAY(&x->work, bool, m->funcs.n);
    for (int i = 0; i < m->exports.n; ++i) {
        for (int k = 0; k < m->exports.item[i]->n_overloads; ++k) {
            called[m->exports.item[i]->overload[k]->id] = true;
        }
    }
    for (int i = m->funcs.n - 1; i >= 0; --i) {
        struct tfunc *f = m->funcs.item[i];
        gone[f->id] = x->away[f->id] && !called[f->id] && !f->recursive;
        if (!gone[f->id]) {
            mark_called(&f->body, called);
        }
    }
    tir_drop(m, gone);
}

struct inlining *inline_run(struct arena *a, struct tmodule *m) {
    struct inliner x = {.a = a, .m = m, .result = ARENA_NEW(a, struct inlining)};
    struct arena known;
    bool any = false;
    arena_init(&known);
    arena_init(&x.work);
    x.callee = ARENA_ARRAY(&known, struct callee, m->funcs.n);
    x.away = ARENA_ARRAY(&known, bool, m->funcs.n);
    for (int i = 0; i < m->funcs.n; ++i) {
        struct tfunc *f = m->funcs.item[i];
        x.ff = (struct fuse_function){.a = &x.work, .m = m, .f = f, .n_vars = f->n_vars};
        x.ff.vars = (struct new_vars){.f = f, .table = &x.work};
        x.added = 0;
        x.changed = false;
        inline_block(&x, &f->body);
        if (x.changed) {
            inline_split_tuples(a, &x.ff);
            tir_renumber(&x.work, f);
            any = true;
        }
        x.callee[f->id] = look_at(&x, f);
        arena_clear(&x.work);
    }
    if (any) {
        drop_functions(&x);
    }
    arena_free(&x.work);
    arena_free(&known);
    return x.result;
}
