/* Appending statements, temporaries, and blocks that may turn out empty. */
#include <stdio.h>

#include "build.h"
#include "lower.h"

/* ---- what is known */

enum { KNOWN_MAX = 64 }; /* per block; the oldest go first */

static void learn(struct lower *lw, struct known k) {
    int first = lw->out->n_known;
    if (lw->known.n - first >= KNOWN_MAX) {
        for (int i = first + 1; i < lw->known.n; ++i) {
            lw->known.item[i - 1] = lw->known.item[i];
        }
        --lw->known.n;
    }
    vec_push(lw->a, &lw->known, k);
}

/* The entry that says the same; NULL when there is none. Conditions hold inside loops too. */
static const struct known *recall(const struct lower *lw, const struct tvar *array, int axis,
                                  const struct texpr *e) {
    int last = lw->known.n - 2 * KNOWN_MAX;
    int from = array ? lw->known_from : 0;
    for (int i = lw->known.n - 1; i >= from && i >= last; --i) {
        const struct known *k = &lw->known.item[i];
        if (k->expr && k->array == array && k->axis == axis && texpr_equal(k->expr, e)) {
            return k;
        }
    }
    return NULL;
}

void lower_forget(struct lower *lw, const struct tvar *v) {
    for (int i = 0; i < lw->known.n; ++i) {
        struct known *k = &lw->known.item[i];
        if (k->expr && (k->array == v || k->dst == v || texpr_reads(k->expr, v))) {
            k->expr = NULL;
        }
    }
}

bool lower_is_known(const struct lower *lw, const struct texpr *cond) {
    return recall(lw, NULL, 0, cond) != NULL;
}

struct texpr *lower_shared(struct lower *lw, struct texpr *e) {
    const struct known *same = recall(lw, NULL, 0, e);
    if (same && same->dst) {
        return lower_var(lw, same->dst);
    }
    struct texpr *t = lower_to_temp(lw, e);
    learn(lw, (struct known){.expr = e, .dst = t->var});
    return t;
}

void lower_learn(struct lower *lw, struct texpr *cond) {
    learn(lw, (struct known){.expr = cond});
}

/* ---- statements */

struct tstmt *lower_stmt(struct lower *lw, enum tstmt_kind kind) {
    struct tstmt *s = build_stmt(lw->a, kind, lw->span);
    s->id = lw->f->n_stmts++;
    vec_push(lw->a, lw->out, s);
    return s;
}

void lower_assign(struct lower *lw, struct tvar *dst, struct texpr *value) {
    if (!dst->is_temp) {
        lower_forget(lw, dst);
    }
    struct tstmt *s = lower_stmt(lw, TS_ASSIGN);
    s->assign.dst = dst;
    s->assign.value = value;
}

struct tstmt *lower_check_shown(struct lower *lw, struct texpr *cond, enum texc exc,
                                const char *message, struct texpr *shown) {
    int64_t value;
    bool constant = texpr_is_const(cond, &value);
    if ((constant && value) || recall(lw, NULL, 0, cond)) {
        return NULL;
    }
    if (constant && !shown) {
        struct tstmt *raise = lower_stmt(lw, TS_RAISE);
        raise->raise.exc = exc;
        raise->raise.message = message;
        return NULL;
    }
    learn(lw, (struct known){.expr = cond});
    struct tstmt *s = lower_stmt(lw, TS_CHECK);
    s->check.cond = cond;
    s->check.exc = exc;
    s->check.message = message;
    s->check.shown = shown;
    return s;
}

struct tstmt *lower_check(struct lower *lw, struct texpr *cond, enum texc exc,
                          const char *message) {
    return lower_check_shown(lw, cond, exc, message, NULL);
}

struct texpr *lower_checked_index(struct lower *lw, struct tvar *array, int axis, int shown_axis,
                                  struct texpr *index) {
    const struct known *same = recall(lw, array, axis, index);
    if (same) {
        return lower_var(lw, same->dst);
    }
    struct tvar *dst = lower_temp(lw, lower_scalar(lw, DT_INT));
    learn(lw, (struct known){.expr = index, .array = array, .axis = axis, .dst = dst});
    struct tstmt *s = lower_stmt(lw, TS_INDEX);
    s->index.dst = dst;
    s->index.index = index;
    s->index.array = array;
    s->index.axis = axis;
    s->index.shown_axis = shown_axis;
    return lower_var(lw, dst);
}

/* ---- variables */

struct tvar *lower_new_var(struct lower *lw, const char *name, struct ty *type) {
    struct tvar *v = ARENA_NEW(lw->a, struct tvar);
    v->name = lower_name(lw, &lw->var_names, name, false);
    v->id = lw->vars.n;
    v->type = type;
    v->span = lw->span;
    vec_push(lw->a, &lw->vars, v);
    return v;
}

struct tvar *lower_temp(struct lower *lw, struct ty *type) {
    char name[24];
    snprintf(name, sizeof(name), "t%d", ++lw->n_temps);
    struct tvar *v = lower_new_var(lw, name, type);
    v->is_temp = true;
    return v;
}

struct texpr *lower_to_temp(struct lower *lw, struct texpr *e) {
    struct tvar *v = lower_temp(lw, e->type);
    lower_assign(lw, v, e);
    return lower_var(lw, v);
}

struct texpr *lower_simple(struct lower *lw, struct texpr *e) {
    return texpr_is_simple(e) || lw->in_elements ? e : lower_to_temp(lw, e);
}

struct tvar *lower_as_variable(struct lower *lw, struct texpr *e) {
    return e->kind == TE_VAR ? e->var : lower_to_temp(lw, e)->var;
}

struct tvar *lower_target(struct lower *lw, struct tvar *want, struct ty *type, int n,
                          struct texpr *const *operand) {
    bool fits = want && (want->type == type ||
                         (want->type->kind == TY_ARRAY && type->kind == TY_ARRAY &&
                          want->type->dtype == type->dtype && want->type->rank == type->rank));
    for (int i = 0; fits && i < n; ++i) {
        fits = !operand[i] || !texpr_reads(operand[i], want);
    }
    if (!fits) {
        return lower_temp(lw, type);
    }
    lower_forget(lw, want);
    return want;
}

struct texpr *lower_refuse(struct lower *lw, enum diag_code code, const char *message) {
    const struct func *f = lw->in ? lw->in->func : NULL;
    if (f && f->prelude) {
        diag_error(lw->t->diag, code, lw->in->user_call, "%s: %s", f->prelude, message);
    } else {
        diag_error(lw->t->diag, code, lw->span, "%s", message);
    }
    return lower_int(lw, 0);
}

/* ---- blocks */

struct stmt_list *lower_begin(struct lower *lw, struct stmt_list *list) {
    struct stmt_list *outer = lw->out;
    *list = (struct stmt_list){.n_known = lw->known.n, .known_from = lw->known_from};
    lw->out = list;
    return outer;
}

struct stmt_list *lower_begin_loop(struct lower *lw, struct stmt_list *list) {
    struct stmt_list *outer = lower_begin(lw, list);
    lw->known_from = lw->known.n;
    return outer;
}

struct tblock lower_end(struct lower *lw, struct stmt_list *outer) {
    struct tblock b = {.n = lw->out->n, .item = lw->out->item};
    lw->known.n = lw->out->n_known;
    lw->known_from = lw->out->known_from;
    lw->out = outer;
    return b;
}

/* The block with `dst = value` behind it. */
static struct tblock with_assignment(struct lower *lw, struct tblock b, struct tvar *dst,
                                     struct texpr *value) {
    struct stmt_list list;
    struct stmt_list *outer = lower_begin(lw, &list);
    for (int i = 0; i < b.n; ++i) {
        vec_push(lw->a, lw->out, b.item[i]);
    }
    lower_assign(lw, dst, value);
    return lower_end(lw, outer);
}

static bool tests_fits(const struct tstmt *s) {
    const struct texpr *e = s->kind == TS_CHECK ? s->check.cond : NULL;
    while (e && e->kind == TE_OP && e->op.op == OP_LOR) {
        e = e->op.arg[1];
    }
    return e && e->kind == TE_OP && e->op.op == OP_FITS;
}

struct tblock lower_lift_fits(struct lower *lw, struct texpr *cond, bool truth,
                              struct tblock block) {
    for (int i = 0; i < block.n; ++i) {
        if (!tests_fits(block.item[i])) {
            return block;
        }
    }
    for (int i = 0; i < block.n; ++i) {
        struct tstmt *s = block.item[i];
        s->check.cond = lower_or(lw, truth ? lower_not(lw, cond) : cond, s->check.cond);
        vec_push(lw->a, lw->out, s);
    }
    return (struct tblock){0};
}

bool lower_ends(const struct tstmt *const *item, int n) {
    const struct tstmt *s = n > 0 ? item[n - 1] : NULL;
    if (s && s->kind == TS_IF) {
        return lower_ends((const struct tstmt *const *)s->if_.then.item, s->if_.then.n) &&
               lower_ends((const struct tstmt *const *)s->if_.els.item, s->if_.els.n);
    }
    return s && (s->kind == TS_RETURN || s->kind == TS_RAISE || s->kind == TS_BREAK ||
                 s->kind == TS_CONTINUE);
}

struct texpr *lower_merge(struct lower *lw, struct texpr *cond, struct tblock then, struct texpr *a,
                          struct tblock els, struct texpr *b) {
    if (a->type->kind == TY_SCALAR) {
        then = lower_lift_fits(lw, cond, true, then);
        els = lower_lift_fits(lw, cond, false, els);
    }
    if (then.n == 0 && els.n == 0 && a->type->kind == TY_SCALAR) {
        return lower_select(lw, cond, a, b);
    }
    struct tvar *t = lower_temp(lw, a->type);
    struct tblock then_block = with_assignment(lw, then, t, a);
    struct tblock else_block = with_assignment(lw, els, t, b);
    struct tstmt *s = lower_stmt(lw, TS_IF);
    s->if_.cond = cond;
    s->if_.then = then_block;
    s->if_.els = else_block;
    return lower_var(lw, t);
}

/* ---- pending expressions */

struct lower_mark lower_mark(const struct lower *lw) {
    return (struct lower_mark){.at = lw->out->n, .calls = lw->calls};
}

struct texpr *lower_protect(struct lower *lw, struct texpr *e, struct lower_mark mark) {
    if (!e || lw->calls == mark.calls || !texpr_loads(e)) {
        return e;
    }
    struct texpr *t = lower_to_temp(lw, e);
    struct tstmt *s = lw->out->item[lw->out->n - 1];
    for (int i = lw->out->n - 1; i > mark.at; --i) {
        lw->out->item[i] = lw->out->item[i - 1];
    }
    lw->out->item[mark.at] = s;
    return t;
}

/* ---- loops */

struct tstmt *lower_for_open(struct lower *lw, const char *name, struct texpr *start,
                             struct texpr *stop, struct texpr *step, struct stmt_list *body,
                             struct stmt_list **outer) {
    struct tvar *counter = lower_new_var(lw, name, lower_scalar(lw, DT_INT));
    counter->is_counter = true;
    struct tstmt *s = lower_stmt(lw, TS_FOR);
    s->for_.loop = lw->f->n_loops++;
    s->for_.counter = counter;
    s->for_.start = start;
    s->for_.stop = stop;
    s->for_.step = step;
    *outer = lower_begin_loop(lw, body);
    return s;
}

void lower_for_close(struct lower *lw, struct tstmt *loop, struct stmt_list *outer) {
    loop->for_.body = lower_end(lw, outer);
}
