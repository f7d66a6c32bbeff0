/* Loops over what a mask picks, for k: if (m[k]) { ... }, whose trips are the true elements alone:
 *
 *     PYCC_TRUE(k, lo, hi, PYCC_BITS_TRUE(k, hi, m[k__at], m[k__next])) { ... }
 *
 * 64 elements of the mask become bits at once. Only where nothing in the loop writes to an array
 * whose elements are bytes. The same for conditions of which nobody can predict whether they hold,
 * where what is picked is put one behind the other, for k: if (x[k] > 0) { y[at] = x[k]; at += 1; }
 *
 *     PYCC_TRUE(k, lo, hi, PYCC_BITS_WHERE(k, hi, x[k__at + k__j] > 0)) { ... }
 *
 * Elements that are put one behind the other as they are, and nothing else, are put in vectors:
 *
 *     PYCC_PACK(k, lo, hi, at, 8, x[k__at], x[k__next], y[at], y[(at + 1)], ...) */
#include "build.h"
#include "emit.h"

struct held {
    const struct tvar *const *assigned;
    int n;
    bool any;
};

static void find_held(struct tvar *v, void *context) {
    struct held *h = context;
    for (int i = 0; i < h->n; ++i) {
        h->any = h->any || h->assigned[i] == v;
    }
}

typedef VEC(const struct tvar *) vars;

/* Is the body such that the mask stays as it is? assigned: gets its variables. */
static bool is_quiet(struct emit *e, const struct tblock *b, vars *assigned) {
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        bool quiet = s->kind == TS_CONTINUE || s->kind == TS_CHECK || s->kind == TS_INDEX;
        if (s->kind == TS_ASSIGN) {
            quiet = s->assign.dst->type->kind == TY_SCALAR;
            vec_push(e->arena, assigned, s->assign.dst);
        } else if (s->kind == TS_INDEX) {
            vec_push(e->arena, assigned, s->index.dst);
        } else if (s->kind == TS_STORE) {
            quiet = dtype_info[s->store.array->type->dtype].bytes > 1; /* bytes may show bools */
        } else if (s->kind == TS_IF) {
            quiet = is_quiet(e, &s->if_.then, assigned) && is_quiet(e, &s->if_.els, assigned);
        }
        if (!quiet) {
            return false;
        }
    }
    return true;
}

/* Statements before the last one of a body that are indices in range, printed where they are used?
 * They are from now on. */
static bool heads_inline(struct emit *e, const struct tblock *b) {
    for (int i = 0; i < b->n - 1; ++i) {
        const struct tstmt *s = b->item[i];
        if (s->kind != TS_INDEX || !e->fplan->hoisted[s->id] || e->fplan->negative[s->id] ||
            !emit_is_stable(e, s->index.index) || e->place.var[s->index.dst->id].defs != 1) {
            return false;
        }
        e->inlined[s->index.dst->id] = s->index.index;
    }
    return b->n > 0;
}

/* Is x the element of an array of bools where the last axis is the counter's? */
static bool is_mask(struct emit *e, const struct tstmt *loop, const struct texpr *x,
                    const vars *assigned) {
    struct held held = {assigned->item, assigned->n, false};
    const struct tvar *counter = loop->for_.counter;
    bool load = x->kind == TE_LOAD && x->load.n > 0 && x->load.array->type->dtype == DT_BOOL;
    const struct texpr *last = load ? x->load.index[x->load.n - 1] : NULL;
    last = last && last->kind == TE_VAR && e->inlined[last->var->id] ? e->inlined[last->var->id]
                                                                     : last;
    if (!last || last->kind != TE_VAR || last->var != counter) {
        return false;
    }
    struct held over = {&counter, 1, false};
    for (int i = 0; i < x->load.n - 1; ++i) {
        expr_reads(x->load.index[i], find_held, &held);
        expr_reads(x->load.index[i], find_held, &over);
    }
    return !held.any && !over.any;
}

/* Arrays of the nest itself, of which those that are written share nothing with others where the
 * fast variant runs; what the nest makes of them may. */
struct outer {
    const struct nest *nest;
    bool all;
};

static void find_inner(struct tvar *v, void *context) {
    struct outer *o = context;
    bool is = v->type->kind != TY_ARRAY;
    for (int i = 0; i < o->nest->arrays.n && !is; ++i) {
        is = o->nest->arrays.item[i].var == v;
    }
    o->all = o->all && is;
}

/* Does what a body stores stand one behind the other, and nothing of it change the condition? */
static bool puts_behind(struct emit *e, const struct tblock *b, struct texpr *cond) {
    vars assigned = {0};
    struct outer outer = {e->nest, true};
    bool behind = false;
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        if (s->kind == TS_ASSIGN && s->assign.dst->type->kind == TY_SCALAR) {
            vec_push(e->arena, &assigned, s->assign.dst);
        } else if (s->kind == TS_STORE) {
            find_inner(s->store.array, &outer);
        } else if (s->kind != TS_INDEX) {
            return false;
        }
    }
    struct held counts = {assigned.item, assigned.n, false};
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        for (int k = 0; s->kind == TS_STORE && k < s->store.n; ++k) {
            expr_reads(s->store.index[k], find_held, &counts);
        }
        if (s->kind == TS_INDEX) {
            expr_reads(s->index.index, find_held, &counts);
            vec_push(e->arena, &assigned, s->index.dst);
        } else if (s->kind == TS_STORE) {
            behind = true;
            vec_push(e->arena, &assigned, s->store.array);
        }
    }
    struct held held = {assigned.item, assigned.n, false};
    expr_reads(cond, find_held, &held);
    expr_reads(cond, find_inner, &outer);
    return behind && counts.any && !held.any && outer.all;
}

/* An expression where a variable has another value. */
static const char *text_at(struct emit *e, const struct tvar *v, const struct texpr *x,
                           const char *at) {
    const char **k = &e->name[v->id], *own = *k;
    *k = arena_printf(e->arena, at, own, own);
    const char *text = emit_expr_text(e, x, PREC_COND);
    *k = own;
    return text;
}

bool emit_counts_true(struct emit *e, const struct tstmt *loop, const struct texpr *x,
                      const char *acc, const char *start, const char *stop) {
    vars assigned = {0};
    if (x->kind != TE_CAST || !is_mask(e, loop, x->cast, &assigned)) {
        return false;
    }
    const char **k = &e->name[loop->for_.counter->id], *own = *k, *at[2];
    for (int i = 0; i < 2; ++i) {
        *k = arena_printf(e->arena, i == 0 ? "(%s)" : "((%s) + 1)", start);
        at[i] = emit_expr_text(e, x->cast, PREC_COND);
    }
    *k = own;
    w_line(e->w, "%s += pycc_count_true(PYCC_MASK(%s, %s), (%s) - (%s));", acc, at[0], at[1], stop,
           start);
    return true;
}

/* What is put behind the others, and where; at: how many there are. */
struct put {
    struct texpr *from, to;
    struct tvar *at;
};

/* Is the body y[at] = x[...]; at += 1, with x apart from y? */
static bool is_put(struct emit *e, const struct tstmt *loop, const struct tblock *b,
                   struct put *p) {
    const struct tstmt *s = b->item[0], *next = b->n == 2 ? b->item[1] : NULL;
    int64_t one;
    if (!next || s->kind != TS_STORE || s->store.n != 1 || s->store.value->kind != TE_LOAD ||
        s->store.index[0]->kind != TE_VAR || next->kind != TS_ASSIGN) {
        return false;
    }
    struct texpr *count = next->assign.value;
    p->from = s->store.value;
    p->at = s->store.index[0]->var;
    p->to = *p->from;
    p->to.load.array = s->store.array;
    p->to.load.n = 1;
    p->to.load.index = s->store.index;
    struct outer outer = {e->nest, s->store.array != p->from->load.array};
    find_inner(s->store.array, &outer);
    find_inner(p->from->load.array, &outer);
    const struct tvar *const assigned[] = {p->at}, *const counter[] = {loop->for_.counter};
    struct held held = {assigned, 1, false}, over = {counter, 1, false};
    expr_reads(p->from, find_held, &held);
    expr_reads(p->from, find_held, &over);
    int bytes = dtype_info[s->store.array->type->dtype].bytes;
    bool usual = p->from->load.array->type->dtype == s->store.array->type->dtype &&
                 (bytes == 4 || bytes == 8 || bytes == 16);
    return outer.all && usual && over.any && !held.any && next->assign.dst == p->at &&
           count->kind == TE_OP && count->op.op == OP_ADD && count->op.arg[0]->kind == TE_VAR &&
           count->op.arg[0]->var == p->at && expr_int_value(count->op.arg[1], &one) && one == 1;
}

static void pack(struct emit *e, const struct tstmt *loop, const struct put *p, const char *start,
                 const char *stop, const char *bits) {
    const struct tvar *k = loop->for_.counter;
    w_line(e->w, "PYCC_PACK(%s, %s, %s, %s, %d, %s, %s, %s, %s, %s);", e->name[k->id], start, stop,
           e->name[p->at->id], dtype_info[p->from->type->dtype].bytes,
           text_at(e, k, p->from, "%s__at"), text_at(e, k, p->from, "%s__next"),
           emit_expr_text(e, &p->to, PREC_COND), text_at(e, p->at, &p->to, "(%s + 1)"), bits);
}

bool emit_over_true(struct emit *e, const struct tstmt *loop, const char *start, const char *stop) {
    const struct tblock *b = &loop->for_.body;
    const struct tstmt *s = b->n > 0 && b->item[b->n - 1]->kind == TS_IF ? b->item[b->n - 1] : NULL;
    const struct tstmt *outer = e->loop;
    const struct tvar *k = loop->for_.counter;
    const char *counter = e->name[k->id], *bits;
    vars assigned = {0};
    struct put put;
    if (!s || s->if_.els.n > 0 || !e->nest || emit_step(loop) != 1 ||
        e->version->variant != VARIANT_FAST || !heads_inline(e, b)) {
        return false;
    }
    struct texpr *cond = s->if_.cond;
    if (is_quiet(e, &s->if_.then, &assigned) && is_mask(e, loop, cond, &assigned)) {
        bits = arena_printf(e->arena, "PYCC_BITS_TRUE(%s, %s, %s, %s)", counter, stop,
                            text_at(e, k, cond, "%s__at"), text_at(e, k, cond, "%s__next"));
    } else if (puts_behind(e, &s->if_.then, cond)) {
        bits = arena_printf(e->arena, "PYCC_BITS_WHERE(%s, %s, %s)", counter, stop,
                            text_at(e, k, cond, "(%s__at + %s__j)"));
    } else {
        return false;
    }
    if (is_put(e, loop, &s->if_.then, &put)) {
        pack(e, loop, &put, start, stop, bits);
        return true;
    }
    w_open(e->w, "PYCC_TRUE(%s, %s, %s, %s)", counter, start, stop, bits);
    e->loop = loop;
    emit_block(e, &s->if_.then);
    e->loop = outer;
    w_close(e->w, "");
    return true;
}
