/* Try statements. What one guards is put into an IF that says what it catches, and becomes a
 * function when the whole body is known (outline.c); it gives a number, the status:
 *
 *     if CATCHES -> status { A; return 0 }       return in A: ret = value; return 1
 *     if status < 0 { handlers }                  break: return 2, continue: return 3
 *     else { if status == 1 { return ret } ...; D }
 *
 * Of `finally` what stands there follows at once, and then what has been caught is raised again, or
 * the statement is left the way that A has left it. */
#include <string.h>

#include "build.h"
#include "lower_flow.h"
#include "walk.h"

enum { LEFT_END, LEFT_RETURN, LEFT_BREAK, LEFT_CONTINUE, LEFT_WAYS };

/* A handler around. */
struct caught {
    struct caught *up;
    const struct stmt_guard *clause;
    struct tcatch *catches;
};

/* ---- the classes */

static const struct {
    const char *name, *base;
} hierarchy[] = {
    /* in the order of enum pycc_exc */
    {"ArithmeticError", "Exception"},
    {"AssertionError", "Exception"},
    {"AttributeError", "Exception"},
    {"Exception", "BaseException"},
    {"FloatingPointError", "ArithmeticError"},
    {"IndexError", "LookupError"},
    {"KeyError", "LookupError"},
    {"LookupError", "Exception"},
    {"MemoryError", "Exception"},
    {"NotImplementedError", "RuntimeError"},
    {"OverflowError", "ArithmeticError"},
    {"RuntimeError", "Exception"},
    {"StopIteration", "Exception"},
    {"TypeError", "Exception"},
    {"UnboundLocalError", "NameError"},
    {"ValueError", "Exception"},
    {"ZeroDivisionError", "ArithmeticError"},
    {"", ""}, /* pending: nothing catches it */
    {"", ""}, /* a race */
    {"RecursionError", "RuntimeError"},
    /* never raised by compiled code itself */
    {"NameError", "Exception"},
};

enum { KINDS = sizeof hierarchy / sizeof hierarchy[0], RAISED = KINDS - 1 };

static bool is_subclass(const char *name, const char *of) {
    if (strcmp(name, of) == 0) {
        return true;
    }
    for (int i = 0; i < KINDS; ++i) {
        if (strcmp(hierarchy[i].name, name) == 0 && name[0]) {
            return is_subclass(hierarchy[i].base, of);
        }
    }
    return false;
}

static void add_class(struct lower *lw, struct tclause *c, const char *name) {
    for (int i = 0; i < RAISED; ++i) {
        if (hierarchy[i].name[0] && is_subclass(hierarchy[i].name, name)) {
            c->kinds |= UINT32_C(1) << i;
        }
    }
    c->names = c->names && c->names[0] ? arena_printf(lw->a, "%s %s", c->names, name) : name;
}

static struct tcatch *new_catch(struct lower *lw, int n) {
    struct tcatch *t = ARENA_NEW(lw->a, struct tcatch);
    t->n = n;
    t->clause = ARENA_ARRAY(lw->a, struct tclause, n);
    t->status = lower_temp(lw, lower_scalar(lw, DT_INT));
    t->error = lower_new_var(lw, "caught", ty_array(lw->a, lw->m, DT_I64, 1, TY_C));
    vec_push(lw->a, &lw->tries, t);
    return t;
}

static struct tcatch *catch_of(struct lower *lw, const struct stmt_guard *g) {
    struct tcatch *t = new_catch(lw, g->n);
    for (int i = 0; i < g->n; ++i) {
        const struct except_clause *c = &g->clause[i];
        t->clause[i].names = "";
        for (int k = 0; k < c->n; ++k) {
            add_class(lw, &t->clause[i], c->class[k] -> name.name);
        }
        if (c->bare) {
            add_class(lw, &t->clause[i], "BaseException");
        }
    }
    return t;
}

/* ---- ways out of what is guarded */

struct ways {
    struct lower *lw;
    bool used[LEFT_WAYS];
    struct tvar *value; /* where a RETURN puts what it returns, when it does */
};

/* A box for one value: an array of one scalar, else a list. */
static struct tvar *new_box(struct lower *lw, const char *name, struct ty *t) {
    struct ty *type = t->kind == TY_SCALAR ? ty_array(lw->a, lw->m, dtype_strong(t->dtype), 1, TY_C)
                                           : ty_list(lw->a, lw->m, t);
    return lower_new_var(lw, name, type);
}

static void put_in_box(struct ways *w, struct texpr *value) {
    struct lower *lw = w->lw;
    if (value->type->kind == TY_SCALAR) {
        struct tstmt *s = lower_stmt(lw, TS_STORE);
        s->store.array = w->value;
        s->store.n = 1;
        s->store.index = ARENA_ARRAY(lw->a, struct texpr *, 1);
        s->store.index[0] = lower_int(lw, 0);
        s->store.value = lower_cast(lw, value, w->value->type->dtype);
    } else {
        lower_list(lw, LIST_APPEND, NULL, w->value)->list.arg[0] = value;
    }
}

static struct tblock left_block(struct ways *w, const struct tblock *b, int loops);

static void leave_by(struct ways *w, int way) {
    lower_stmt(w->lw, TS_RETURN)->ret = lower_int(w->lw, way);
    w->used[way] = true;
}

static void left_stmt(struct ways *w, struct tstmt *s, int loops) {
    struct lower *lw = w->lw;
    lw->span = s->span;
    if (s->kind == TS_RETURN) {
        if (s->ret) {
            w->value = w->value ? w->value : new_box(lw, "returned", s->ret->type);
            put_in_box(w, s->ret);
        }
        leave_by(w, LEFT_RETURN);
    } else if ((s->kind == TS_BREAK || s->kind == TS_CONTINUE) && loops == 0) {
        leave_by(w, s->kind == TS_BREAK ? LEFT_BREAK : LEFT_CONTINUE);
    } else {
        const struct tblock *block[3];
        int n = s->kind == TS_IF && s->if_.catches ? 0 : stmt_blocks(s, block);
        bool loop = s->kind == TS_FOR || s->kind == TS_WHILE;
        for (int i = 0; i < n; ++i) { /* an `else` is behind its loop */
            *(struct tblock *)block[i] = left_block(w, block[i], loops + (loop && i < n - 1));
        }
        vec_push(lw->a, lw->out, s);
    }
}

/* The block, with what leaves the statement as RETURNs of the way. */
static struct tblock left_block(struct ways *w, const struct tblock *b, int loops) {
    struct stmt_list list;
    struct stmt_list *outer = lower_begin(w->lw, &list);
    for (int i = 0; i < b->n; ++i) {
        left_stmt(w, b->item[i], loops);
    }
    return lower_end(w->lw, outer);
}

/* The value that a RETURN has put into the box, returned; or break, or continue. */
static void go_on(struct ways *w, int way) {
    struct lower *lw = w->lw;
    if (way != LEFT_RETURN) {
        lower_stmt(lw, way == LEFT_BREAK ? TS_BREAK : TS_CONTINUE);
        return;
    }
    struct texpr *value = NULL, *at = lower_int(lw, 0);
    if (w->value && w->value->type->kind == TY_ARRAY) {
        struct texpr **index = ARENA_ARRAY(lw->a, struct texpr *, 1);
        index[0] = at;
        value = lower_cast(lw, lower_load(lw, w->value, 1, index), lw->f->ret->dtype);
    } else if (w->value) {
        struct tvar *dst = lower_temp(lw, lw->f->ret);
        lower_list(lw, LIST_GET, dst, w->value)->list.arg[0] = at;
        value = lower_var(lw, dst);
    }
    lower_stmt(lw, TS_RETURN)->ret = value;
}

/* Goes on the way that was left by; completes: what is guarded may also have ended. */
static void dispatch(struct ways *w, struct tvar *status, bool completes) {
    struct lower *lw = w->lw;
    for (int way = LEFT_RETURN; way < LEFT_WAYS; ++way) {
        bool last = !completes;
        for (int k = way + 1; k < LEFT_WAYS; ++k) {
            last = last && !w->used[k];
        }
        if (!w->used[way]) {
            continue;
        }
        if (last) {
            go_on(w, way);
            return;
        }
        struct texpr *cond = lower_cmp(lw, OP_EQ, lower_var(lw, status), lower_int(lw, way));
        struct tstmt *s = lower_stmt(lw, TS_IF);
        struct stmt_list list;
        struct stmt_list *outer = lower_begin(lw, &list);
        go_on(w, way);
        s->if_.cond = cond;
        s->if_.then = lower_end(lw, outer);
    }
}

/* ---- the statement */

static struct tstmt *make_error(struct lower *lw, const struct tcatch *t) {
    struct tstmt *s = lower_stmt(lw, TS_ALLOC);
    s->alloc.dst = t->error;
    s->alloc.extent = ARENA_ARRAY(lw->a, struct texpr *, 1);
    s->alloc.extent[0] = lower_int(lw, TIR_ERROR_WORDS);
    return s;
}

static struct tstmt *make_box(struct lower *lw, struct tvar *box) {
    if (is_list(box->type)) {
        return lower_list(lw, LIST_NEW, box, NULL);
    }
    struct tstmt *s = lower_stmt(lw, TS_ALLOC);
    s->alloc.dst = box;
    s->alloc.extent = ARENA_ARRAY(lw->a, struct texpr *, 1);
    s->alloc.extent[0] = lower_int(lw, 1);
    return s;
}

/* Appends the IF that catches. Returns whether the end of what it guards is reached. */
static bool lower_guarded(struct lower *lw, const struct stmt *s, struct tcatch *t,
                          struct ways *w) {
    struct span span = s->span;
    struct stmt_list list;
    struct stmt_list *outer = lower_begin_loop(lw, &list);
    ++lw->guards;
    lower_body(lw, &s->if_.then.item[0]->if_.then);
    --lw->guards;
    struct tblock body = lower_end(lw, outer);
    bool completes = !lower_ends((const struct tstmt *const *)body.item, body.n);
    *w = (struct ways){.lw = lw};
    body = left_block(w, &body, 0);
    lw->span = span;
    if (w->value) {
        make_box(lw, w->value);
    }
    make_error(lw, t);
    struct tstmt *guarded = lower_stmt(lw, TS_IF);
    guarded->if_.cond = lower_bool(lw, true);
    guarded->if_.then = body;
    guarded->if_.catches = t;
    lower_forget_assigned(lw, &s->if_.then);
    return completes;
}

static struct texpr *was_caught(struct lower *lw, const struct tcatch *t) {
    return lower_cmp(lw, OP_LT, lower_var(lw, t->status), lower_int(lw, 0));
}

static void lower_clause(struct lower *lw, const struct stmt *s, struct caught *c) {
    c->clause = s->if_.guard;
    if (s->if_.els.n == 0) {
        lower_body(lw, &s->if_.then);
        return;
    }
    lw->span = s->span;
    struct texpr *cond = lower_cmp(lw, OP_EQ, lower_var(lw, c->catches->status),
                                   lower_int(lw, -1 - s->if_.guard->index));
    struct tstmt *t = lower_stmt(lw, TS_IF);
    t->if_.cond = cond;
    t->if_.then = lower_block(lw, &s->if_.then);
    struct stmt_list list;
    struct stmt_list *outer = lower_begin(lw, &list);
    lower_clause(lw, s->if_.els.item[0], c);
    t->if_.els = lower_end(lw, outer);
}

static void lower_finally(struct lower *lw, const struct stmt *s) {
    struct block final = {s->if_.then.n - 1, s->if_.then.item + 1};
    struct tcatch *t = new_catch(lw, 1);
    struct ways w;
    add_class(lw, &t->clause[0], "BaseException");
    bool completes = lower_guarded(lw, s, t, &w);
    t->keeps = true;
    lower_body(lw, &final);
    if (lower_ends((const struct tstmt *const *)lw->out->item, lw->out->n)) {
        return;
    }
    lw->span = s->span;
    struct tstmt *again = lower_stmt(lw, TS_IF);
    struct stmt_list list;
    struct stmt_list *outer = lower_begin(lw, &list);
    lower_stmt(lw, TS_RAISE)->raise.again = lower_var(lw, t->error);
    again->if_.cond = was_caught(lw, t);
    again->if_.then = lower_end(lw, outer);
    dispatch(&w, t->status, completes);
}

void lower_try(struct lower *lw, const struct stmt *s) {
    if (s->if_.guard->kind == GUARD_FINALLY) {
        lower_finally(lw, s);
        return;
    }
    struct block behind = {s->if_.then.n - 1, s->if_.then.item + 1};
    struct tcatch *t = catch_of(lw, s->if_.guard);
    struct ways w;
    bool completes = lower_guarded(lw, s, t, &w);
    struct caught caught = {lw->caught, NULL, t};
    struct stmt_list list, els;
    struct texpr *cond = was_caught(lw, t);
    struct tstmt *either = t->handlers = lower_stmt(lw, TS_IF);
    either->if_.cond = cond;
    struct stmt_list *outer = lower_begin(lw, &list);
    lw->caught = &caught;
    lower_clause(lw, s->if_.els.item[0], &caught);
    lw->caught = caught.up;
    either->if_.then = lower_end(lw, outer);
    outer = lower_begin(lw, &els);
    lw->span = s->span;
    dispatch(&w, t->status, completes);
    if (completes) {
        lower_body(lw, &behind);
    }
    either->if_.els = lower_end(lw, outer);
    lower_forget_assigned(lw, &s->if_.els);
}

struct texpr *lower_caught(struct lower *lw) {
    if (!lw->caught) {
        return lower_refuse(lw, DIAG_PY111, "what is caught is read outside of its handler");
    }
    lw->caught->catches->keeps = true;
    return lower_var(lw, lw->caught->catches->error);
}

void lower_raise_again(struct lower *lw, const struct stmt_guard *clause) {
    struct caught *c = lw->caught;
    while (c && c->clause != clause) {
        c = c->up;
    }
    if (c) {
        c->catches->keeps = true;
        lower_stmt(lw, TS_RAISE)->raise.again = lower_var(lw, c->catches->error);
    }
}
