/* Calls of a procedure in its own tail become turns of a loop around its body:
 *
 *     if k == 0 { return x }                  while True {
 *     call t1 = smooth(x)                         if k == 0 { return x }
 *     call t2 = step(t1, k - 1)         =>        call t1 = smooth(x)
 *     return t2                                   x = t1; k = k - 1
 *                                             }
 *
 * What a turn has made is given back by the next, and the stack does not grow. Only a procedure's:
 * a function of Python has a RecursionError of the interpreter's to expect.
 *
 * The value of a conditional expression is returned behind the IF that assigns it: that RETURN goes
 * into the branches first. */
#include "tail.h"

#include "build.h"
#include "drop.h"
#include "rewrite.h"
#include "vars.h"

typedef VEC(struct tstmt *) stmts;

struct tail {
    struct arena *a;
    struct tmodule *m;
    struct tfunc *f;
    struct new_vars vars;
    bool found;
};

static struct tblock whole(const stmts *list) {
    return (struct tblock){.n = list->n, .item = list->item};
}

static bool is_var(const struct texpr *e, const struct tvar *v) {
    return e && e->kind == TE_VAR && e->var == v;
}

static bool calls_itself(const struct tail *t, const struct tstmt *s) {
    return s->kind == TS_CALL && s->call.callee == t->f && !s->call.catches;
}

/* ---- what is assigned behind branches, and returned at once */

static bool gives(const struct tail *t, const struct tblock *b, const struct tvar *v);

/* Is v what a call of the procedure itself gives, at the end of these n statements? */
static bool gives_at(const struct tail *t, struct tstmt *const *item, int n, const struct tvar *v) {
    const struct tstmt *s = n > 0 ? item[n - 1] : NULL;
    return s && ((calls_itself(t, s) && s->call.dst == v) ||
                 (s->kind == TS_ASSIGN && s->assign.dst == v && s->assign.value->kind == TE_VAR &&
                  gives_at(t, item, n - 1, s->assign.value->var)) ||
                 (s->kind == TS_IF && (gives(t, &s->if_.then, v) || gives(t, &s->if_.els, v))));
}

static bool gives(const struct tail *t, const struct tblock *b, const struct tvar *v) {
    return gives_at(t, b->item, b->n, v);
}

/* Returns v at the end of a block. */
static void put_return(const struct tail *t, struct tblock *b, struct tvar *v, struct span span) {
    if (!block_completes(b)) {
        return;
    }
    stmts list = {0};
    for (int i = 0; i < b->n; ++i) {
        vec_push(t->a, &list, b->item[i]);
    }
    struct tstmt *last = b->n > 0 ? b->item[b->n - 1] : NULL;
    if (last && last->kind == TS_ASSIGN && last->assign.dst == v &&
        last->assign.value->kind == TE_VAR && last->assign.value->type == v->type) {
        --list.n;
        v = last->assign.value->var;
    }
    struct tstmt *s = build_stmt(t->a, TS_RETURN, span);
    s->ret = build_var(t->a, v);
    vec_push(t->a, &list, s);
    *b = whole(&list);
}

/* ---- a turn */

struct search {
    const struct tvar *v;
    bool found;
};

static void look_for(struct tvar *v, void *context) {
    struct search *s = context;
    s->found = s->found || v == s->v;
}

/* Do arguments from this one on read it? */
static bool reads_later(const struct tstmt *call, int from, const struct tvar *v) {
    struct search s = {.v = v};
    for (int i = from; i < call->call.n; ++i) {
        expr_reads(call->call.arg[i], look_for, &s);
    }
    return s.found;
}

/* The parameters take the values of the arguments, all at once, and the loop goes on. */
static void add_turn(struct tail *t, stmts *to, const struct tstmt *call) {
    stmts late = {0};
    for (int i = 0; i < call->call.n; ++i) {
        struct tvar *v = t->f->param[i];
        struct texpr *value = call->call.arg[i];
        if (is_var(value, v)) {
            continue;
        }
        if (reads_later(call, i + 1, v)) {
            struct tvar *next = tir_new_var(t->a, &t->vars, v->name, v->type);
            vec_push(t->a, &late, build_assign(t->a, call->span, v, build_var(t->a, next)));
            v = next;
        }
        vec_push(t->a, to, build_assign(t->a, call->span, v, value));
    }
    for (int i = 0; i < late.n; ++i) {
        vec_push(t->a, to, late.item[i]);
    }
    vec_push(t->a, to, build_stmt(t->a, TS_CONTINUE, call->span));
    t->found = true;
}

static bool returns(const struct tstmt *s, const struct tvar *v) {
    return s->kind == TS_RETURN && (s->ret ? is_var(s->ret, v) : !v);
}

static void rewrite(struct tail *t, struct tblock *b) {
    stmts list = {0};
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i], *next = i + 1 < b->n ? b->item[i + 1] : NULL;
        if (next && calls_itself(t, s) && returns(next, s->call.dst)) {
            add_turn(t, &list, s);
            break;
        }
        vec_push(t->a, &list, s);
        if (s->kind != TS_IF) {
            continue;
        }
        bool sinks = next && next->kind == TS_RETURN && next->ret && next->ret->kind == TE_VAR &&
                     gives_at(t, &b->item[i], 1, next->ret->var);
        if (sinks) {
            put_return(t, &s->if_.then, next->ret->var, next->span);
            put_return(t, &s->if_.els, next->ret->var, next->span);
        }
        rewrite(t, &s->if_.then);
        rewrite(t, &s->if_.els);
        if (sinks) {
            break;
        }
    }
    *b = whole(&list);
}

/* ---- procedures */

static bool calls_marked(const bool *marked, const struct tblock *b) {
    bool calls = false;
    for (int i = 0; i < b->n && !calls; ++i) {
        const struct tblock *block[3];
        const struct tstmt *s = b->item[i];
        calls = s->kind == TS_CALL && marked[s->call.callee->id];
        for (int k = stmt_blocks(s, block); k-- > 0 && !calls;) {
            calls = calls_marked(marked, block[k]);
        }
    }
    return calls;
}

/* Does it still call itself, directly or not? */
static bool is_recursive(const struct tmodule *m, const struct tfunc *f, struct arena *work) {
    bool *marked = ARENA_ARRAY(work, bool, m->funcs.n);
    marked[f->id] = true;
    tir_mark_callers(m, marked, ARENA_ARRAY(work, const struct tstmt *, m->funcs.n));
    return calls_marked(marked, &f->body);
}

static void make_loop(struct tail *t) {
    struct tstmt *loop = build_stmt(t->a, TS_WHILE, t->f->span);
    loop->while_.cond = build_int(t->a, ty_scalar(t->a, t->m, DT_PYBOOL), 1);
    loop->while_.body = t->f->body;
    t->f->body = build_block(t->a, loop);
    tir_renumber(t->a, t->f);
}

void tail_run(struct arena *a, struct tmodule *m) {
    struct arena work = {0};
    for (int i = 0; i < m->funcs.n; ++i) {
        struct tfunc *f = m->funcs.item[i];
        if (f->cu && f->recursive) {
            struct tail t = {.a = a, .m = m, .f = f, .vars = {.f = f, .table = &work}};
            rewrite(&t, &f->body);
            if (t.found) {
                make_loop(&t);
                f->recursive = is_recursive(m, f, &work);
            }
            arena_free(&work);
        }
    }
}
