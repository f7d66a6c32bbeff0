/* Loops over what a mask picks, for k: if (m[k]) { ... }, whose trips are the true elements alone:
 *
 *     PYCC_TRUE(k, lo, hi, m[k__at], m[k__next]) { ... }
 *
 * 64 elements of the mask become bits at once. Only where nothing in the loop writes to an array
 * whose elements are bytes. */
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

/* Is x the element of an array of bools where the last axis is the counter's? */
static bool is_mask(const struct tstmt *loop, const struct texpr *x, const vars *assigned) {
    struct held held = {assigned->item, assigned->n, false};
    const struct tvar *counter = loop->for_.counter;
    bool load = x->kind == TE_LOAD && x->load.n > 0 && x->load.array->type->dtype == DT_BOOL;
    const struct texpr *last = load ? x->load.index[x->load.n - 1] : NULL;
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

static const char *mask_at(struct emit *e, const struct tstmt *loop, const struct texpr *mask,
                           const char *at) {
    const char **k = &e->name[loop->for_.counter->id], *own = *k;
    *k = arena_printf(e->arena, "%s__%s", own, at);
    const char *text = emit_expr_text(e, mask, PREC_COND);
    *k = own;
    return text;
}

bool emit_counts_true(struct emit *e, const struct tstmt *loop, const struct texpr *x,
                      const char *acc, const char *start, const char *stop) {
    vars assigned = {0};
    if (x->kind != TE_CAST || !is_mask(loop, x->cast, &assigned)) {
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

bool emit_over_true(struct emit *e, const struct tstmt *loop, const char *start, const char *stop) {
    const struct tblock *b = &loop->for_.body;
    const struct tstmt *s = b->n == 1 && b->item[0]->kind == TS_IF ? b->item[0] : NULL;
    const struct tstmt *outer = e->loop;
    vars assigned = {0};
    if (!s || s->if_.els.n > 0 || !e->nest || emit_step(loop) != 1 ||
        e->version->variant != VARIANT_FAST || !is_quiet(e, &s->if_.then, &assigned) ||
        !is_mask(loop, s->if_.cond, &assigned)) {
        return false;
    }
    w_open(e->w, "PYCC_TRUE(%s, %s, %s, %s, %s)", e->name[loop->for_.counter->id], start, stop,
           mask_at(e, loop, s->if_.cond, "at"), mask_at(e, loop, s->if_.cond, "next"));
    e->loop = loop;
    emit_block(e, &s->if_.then);
    e->loop = outer;
    w_close(e->w, "");
    return true;
}
