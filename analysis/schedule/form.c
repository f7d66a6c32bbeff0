/* The primitives of the schedule (form.h): new statements from those of a loop, with counters of
 * their own; the loop itself is not touched. */
#include "form.h"

#include <string.h>

#include "access.h"
#include "build.h"
#include "thresholds.h"

enum { MOST = 8 }; /* streams, and accumulators of each */

void form_begin(struct former *m, const struct loop_plan *p) {
    m->p = p;
    m->lo = form_int(m, "lo");
    m->hi = form_int(m, "hi");
}

static struct tvar *new_counter(struct former *m) {
    struct tvar *v = form_var(m, m->p->stmt->for_.counter->name, form_type(m, DT_INT));
    v->is_counter = true;
    return v;
}

static struct texpr *var(struct former *m, struct tvar *v) {
    return build_var(m->a, v);
}

static struct texpr *length(struct former *m) {
    return form_op(m, OP_SUB, var(m, m->hi), var(m, m->lo));
}

/* ---- bodies */

struct renaming {
    const struct former *m;
    struct texpr *counter;
    struct tvar *const *own; /* accumulators; NULL: as they are */
    struct texpr **put;      /* by var id: what stands for an index; or NULL */
};

static struct texpr *renamed(const struct tvar *v, void *context) {
    const struct renaming *r = context;
    const struct loop_plan *p = r->m->p;
    for (int i = 0; r->own && i < p->reductions.n; ++i) {
        if (p->reductions.item[i].var == v) {
            return build_var(r->m->a, r->own[i]);
        }
    }
    return v == p->stmt->for_.counter ? r->counter : r->put ? r->put[v->id] : NULL;
}

static bool is_index(const struct former *m, const struct tstmt *s) {
    return s->kind == TS_INDEX && m->fp->hoisted[s->id];
}

/* Gives what stands in a copied statement ids of its own. */
static void number_inner(struct former *m, const struct tstmt *copy, const struct tstmt *from) {
    const struct tblock *block[3], *origin[3];
    stmt_blocks(from, origin);
    for (int i = 0, n = stmt_blocks(copy, block); i < n; ++i) {
        for (int k = 0; k < block[i]->n; ++k) {
            block[i]->item[k]->id = m->fp->func->n_stmts + m->origin.n;
            vec_push(m->a, &m->origin, origin[i]->item[k]->id);
            number_inner(m, block[i]->item[k], origin[i]->item[k]);
        }
    }
}

static void add_body(struct former *m, struct form_block *to, struct texpr *counter,
                     struct tvar *const *own) {
    struct renaming r = {m, counter, own, ARENA_ARRAY(m->a, struct texpr *, m->vars.f->n_vars)};
    const struct tir_copier copier = {.a = m->a, .change = renamed, .context = &r};
    const struct tblock *body = &m->p->stmt->for_.body;
    for (int i = 0; i < body->n; ++i) {
        const struct tstmt *s = body->item[i];
        if (is_index(m, s)) {
            struct texpr *index = expr_substitute(m->a, s->index.index, renamed, &r);
            r.put[s->index.dst->id] = form_index(m, s, index);
        } else {
            number_inner(m, form_append(m, to, stmt_copy_as(&copier, s), s), s);
        }
    }
}

/* The plan of the loop for a copy of it, in which no index has a variable. */
static struct loop_plan plan_of_copy(struct former *m) {
    struct loop_plan as = *m->p;
    const struct tblock *body = &m->p->stmt->for_.body;
    memset(&as.privates, 0, sizeof(as.privates));
    for (int i = 0; i < m->p->privates.n; ++i) {
        struct tvar *v = m->p->privates.item[i];
        bool index = false;
        for (int k = 0; k < body->n; ++k) {
            index = index || (is_index(m, body->item[k]) && body->item[k]->index.dst == v);
        }
        if (!index) {
            vec_push(m->a, &as.privates, v);
        }
    }
    return as;
}

static struct tstmt *add_plain(struct former *m, struct form_block *to, struct texpr *start,
                               struct texpr *stop, enum loop_hint hint) {
    struct form_block body = {0};
    struct loop_plan as = plan_of_copy(m);
    struct tvar *i = new_counter(m);
    as.hint = hint;
    add_body(m, &body, var(m, i), NULL);
    return form_add_for(m, to, i, start, stop, &body, &as);
}

struct tstmt *form_add_part(struct former *m, struct form_block *to, struct tvar *from,
                            struct tvar *until) {
    return add_plain(m, to, var(m, from), var(m, until), HINT_NONE);
}

void form_plain(struct former *m, struct form_block *to) {
    form_add_part(m, to, m->lo, m->hi);
}

/* ---- accumulators */

/* The loop over streams of n iterations each. */
static void add_streams(struct former *m, struct form_block *to, struct tvar *n, int streams,
                        struct tvar *(*own)[MOST]) {
    struct form_block body = {0};
    struct loop_plan as = plan_of_copy(m);
    struct tvar *i = new_counter(m);
    memset(&as.reductions, 0, sizeof(as.reductions));
    for (int s = 0; s < streams; ++s) {
        struct texpr *far = form_op(m, OP_MUL, form_integer(m, s), var(m, n));
        add_body(m, &body, s ? form_op(m, OP_ADD, var(m, i), far) : var(m, i), own[s]);
        for (int k = 0; k < m->p->reductions.n; ++k) {
            struct reduction r = m->p->reductions.item[k];
            r.var = own[s][k];
            vec_push(m->a, &as.reductions, r);
        }
    }
    form_add_for(m, to, i, var(m, m->lo), form_op(m, OP_ADD, var(m, m->lo), var(m, n)), &body, &as);
}

/* In pairs. */
static void add_combined(struct former *m, struct form_block *to, int streams,
                         struct tvar *(*own)[MOST]) {
    for (int step = 1; step < streams; step *= 2) {
        for (int k = 0; k < m->p->reductions.n; ++k) {
            for (int s = 0; s < streams; s += 2 * step) {
                struct texpr *x = var(m, own[s][k]), *y = var(m, own[s + step][k]);
                form_add_assign(m, to, own[s][k], form_op(m, m->p->reductions.item[k].op, x, y));
            }
        }
    }
}

/* Iterations from which n streams pay. */
static int least(const struct former *m, int n) {
    int bytes = 1;
    for (int k = 0; k < m->p->reductions.n; ++k) {
        int own = dtype_info[m->p->reductions.item[k].var->type->dtype].bytes;
        bytes = own > bytes ? own : bytes;
    }
    return FORM_LEAST / bytes * n;
}

void form_accumulators(struct former *m, int bits, struct loop_form *f, struct form_block *to) {
    const int streams = 1 << bits;
    f->least = least(m, streams);
    struct tvar *own[MOST][MOST], *n = form_int(m, "each");
    struct form_block long_ = {0};
    struct texpr *enough = form_op(m, OP_GE, length(m), form_integer(m, f->least));
    struct texpr *each = form_op(m, OP_SHR, length(m), form_integer(m, bits));
    form_add_assign(m, to, n, build_select(m->a, enough, each, form_integer(m, 0)));
    for (int k = 0; k < m->p->reductions.n; ++k) {
        const struct reduction *r = &m->p->reductions.item[k];
        own[0][k] = r->var;
        for (int s = 1; s < streams; ++s) {
            own[s][k] = form_var(m, r->var->name, r->var->type);
            form_add_assign(m, &long_, own[s][k], form_neutral(m, r));
        }
    }
    add_streams(m, &long_, n, streams, own);
    add_combined(m, &long_, streams, own);
    struct tstmt *s = form_add_new(m, to, TS_IF);
    s->if_.cond = form_op(m, OP_GT, var(m, n), form_integer(m, 0));
    s->if_.then = form_taken(&long_);
    struct texpr *done = form_op(m, OP_MUL, form_integer(m, streams), var(m, n));
    f->rest = add_plain(m, to, form_op(m, OP_ADD, var(m, m->lo), done), var(m, m->hi), HINT_NONE);
}

/* ---- searches */

/* Bytes of the widest element that x loads; 1 when it loads none. */
static int width(const struct texpr *x) {
    struct texpr *const *part;
    if (x->kind == TE_LOAD) {
        return dtype_info[x->type->dtype].bytes;
    }
    int most = 1;
    for (int i = 0, n = expr_parts(x, &part); i < n; ++i) {
        int w = width(part[i]);
        most = w > most ? w : most;
    }
    return most;
}

static enum dtype flag_type(const struct texpr *x) {
    int bytes = width(x);
    return bytes == 1 ? DT_I8 : bytes == 2 ? DT_I16 : bytes == 4 ? DT_I32 : DT_I64;
}

/* hit = 0; for i in at..end: hit |= x */
static void add_flag(struct former *m, struct form_block *to, struct tvar *hit, struct texpr *x,
                     struct tvar *at, struct tvar *end) {
    struct form_block body = {0};
    struct tvar *i = new_counter(m);
    struct renaming r = {m, var(m, i), NULL, NULL};
    struct loop_plan as = *m->p;
    x = expr_substitute(m->a, x, renamed, &r);
    x = m->p->reductions.item[0].op == OP_LOR ? x : build_not(m->a, x->type, x);
    form_add_assign(m, to, hit, build_int(m->a, hit->type, 0));
    form_add_assign(m, &body, hit,
                    form_op(m, OP_BITOR, var(m, hit), build_cast(m->a, hit->type, x)));
    memset(&as.reductions, 0, sizeof(as.reductions));
    vec_push(m->a, &as.reductions, ((struct reduction){.var = hit, .op = OP_BITOR}));
    form_add_for(m, to, i, var(m, at), var(m, end), &body, &as);
}

void form_search(struct former *m, struct texpr *x, int n, struct form_block *to) {
    const struct reduction *r = &m->p->reductions.item[0];
    bool any = r->op == OP_LOR;
    struct form_block body = {0};
    struct tvar *at = form_int(m, "at"), *end = form_int(m, "end");
    struct tvar *hit = form_var(m, "hit", form_type(m, flag_type(x)));
    struct texpr *next = form_op(m, OP_ADD, var(m, at), form_integer(m, n));
    form_add_assign(m, &body, end, form_op(m, OP_PYMIN, next, var(m, m->hi)));
    add_flag(m, &body, hit, x, at, end);
    struct texpr *none = build_int(m->a, hit->type, 0);
    struct texpr *found = form_op(m, any ? OP_NE : OP_EQ, var(m, hit), none);
    form_add_assign(m, &body, r->var, build_cast(m->a, r->var->type, found));
    form_add_assign(m, &body, at, var(m, end));
    form_add_assign(m, to, at, var(m, m->lo));
    struct tstmt *s = form_add_new(m, to, TS_WHILE);
    struct texpr *v = build_cast(m->a, form_type(m, DT_PYBOOL), var(m, r->var));
    s->while_.cond = form_op(m, OP_LAND, form_op(m, OP_LT, var(m, at), var(m, m->hi)),
                             any ? build_not(m->a, v->type, v) : v);
    s->while_.body = form_taken(&body);
    form_add_plan(m, s, &s->while_.loop, &(struct loop_plan){0});
}

/* ---- flags */

/* Bytes of a check's operands: the flag vectorises when it is as wide. */
static enum dtype check_type(const struct tblock *b) {
    enum dtype d = DT_I64;
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        if (s->kind == TS_CHECK && s->check.cond->kind == TE_OP) {
            const struct ty *t = s->check.cond->op.arg[0]->type;
            d = t->kind == TY_SCALAR && dtype_info[t->dtype].bytes == 4 ? DT_I32 : DT_I64;
        }
    }
    return d;
}

void form_set_flag(struct former *m, struct tvar *wrong, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        if (s->kind == TS_CHECK) {
            struct texpr *c = s->check.cond;
            bool not_ = c->kind == TE_OP && c->op.op == OP_NOT;
            c = not_ ? c->op.arg[0] : build_not(m->a, c->type, c);
            s->kind = TS_ASSIGN;
            s->assign.dst = wrong;
            s->assign.value = form_op(m, OP_BITOR, var(m, wrong), build_cast(m->a, wrong->type, c));
        }
        for (int k = 0, n = stmt_blocks(s, block); k < n; ++k) {
            form_set_flag(m, wrong, block[k]);
        }
    }
}

/* x, y = y, x */
static void add_swap(struct former *m, struct form_block *to, struct tvar *x, struct tvar *y) {
    struct tvar *was = form_var(m, x->name, x->type);
    form_add_assign(m, to, was, var(m, x));
    form_add_assign(m, to, x, var(m, y));
    form_add_assign(m, to, y, var(m, was));
}

/* The loop over the range, with variables of its own. turns: NULL, or what takes turns with the
 * variables that it combines into. */
static struct tstmt *add_copy(struct former *m, struct form_block *to, const struct loop_plan *as,
                              struct tvar *const *turns) {
    const struct tstmt *loop = m->p->stmt;
    struct form_block body = {0};
    struct form_own *same = ARENA_ARRAY(m->a, struct form_own, m->p->reductions.n + 1);
    for (int k = 0; k < m->p->reductions.n; ++k) {
        same[k] = (struct form_own){m->p->reductions.item[k].var, m->p->reductions.item[k].var};
    }
    const struct form_jam copy = {.own = same, .n_own = m->p->reductions.n};
    form_jam(m, &copy, &loop->for_.body, &body);
    for (int k = 0; turns && k < m->p->reductions.n; ++k) {
        add_swap(m, &body, m->p->reductions.item[k].var, turns[k]);
    }
    struct tstmt *s =
        form_add_for(m, to, loop->for_.counter, var(m, m->lo), var(m, m->hi), &body, as);
    s->for_.step = loop->for_.step ? loop->for_.step : s->for_.step;
    return s;
}

/* if wrong: s = what it was; the loop with its checks */
static void add_again(struct former *m, struct form_block *to, struct texpr *is_wrong,
                      struct tvar *const *saved) {
    struct form_block again = {0};
    for (int k = 0; k < m->p->reductions.n; ++k) {
        form_add_assign(m, &again, m->p->reductions.item[k].var, var(m, saved[k]));
    }
    add_copy(m, &again, &(const struct loop_plan){0}, NULL);
    struct tstmt *s = form_add_new(m, to, TS_IF);
    s->if_.cond = is_wrong;
    s->if_.then = form_taken(&again);
    s->if_.rare = true;
}

void form_flag(struct former *m, struct form_block *to) {
    struct tvar *wrong = form_var(m, "wrong", form_type(m, check_type(&m->p->stmt->for_.body)));
    struct tvar **saved = ARENA_ARRAY(m->a, struct tvar *, m->p->reductions.n + 1);
    struct texpr *none = build_int(m->a, wrong->type, 0);
    struct loop_plan as = *m->p;
    as.speculate = false;
    as.sticky = NULL;
    memset(&as.privates, 0, sizeof(as.privates));
    memset(&as.reductions, 0, sizeof(as.reductions));
    form_add_assign(m, to, wrong, none);
    for (int k = 0; k < m->p->reductions.n; ++k) {
        struct tvar *v = m->p->reductions.item[k].var;
        vec_push(m->a, &as.reductions, m->p->reductions.item[k]);
        if (!m->p->sticky) {
            saved[k] = form_var(m, arena_printf(m->a, "%s_saved", v->name), v->type);
            form_add_assign(m, to, saved[k], var(m, v));
        }
    }
    vec_push(m->a, &as.reductions, ((struct reduction){.var = wrong, .op = OP_BITOR}));
    if (m->p->waits) {
        form_waiting(m, wrong, to);
    } else {
        form_set_flag(m, wrong, &add_copy(m, to, &as, NULL)->for_.body);
    }
    if (m->p->sticky) {
        struct tstmt *s = form_append(m, to, stmt_copy(m->a, m->p->sticky), m->p->sticky);
        s->check.cond = form_op(m, OP_EQ, var(m, wrong), none);
    } else {
        add_again(m, to, form_op(m, OP_NE, var(m, wrong), none), saved);
    }
}

/* ---- turns */

static struct tstmt *add_turns(struct former *m, struct form_block *to) {
    const struct loop_plan hinted = {.hint = HINT_FEW};
    struct tvar *turns[MOST];
    for (int k = 0; k < m->p->reductions.n; ++k) {
        const struct reduction *r = &m->p->reductions.item[k];
        turns[k] = form_var(m, r->var->name, r->var->type);
        form_add_assign(m, to, turns[k], form_neutral(m, r));
    }
    struct tstmt *loop = add_copy(m, to, &hinted, turns);
    for (int k = 0; k < m->p->reductions.n; ++k) {
        const struct reduction *r = &m->p->reductions.item[k];
        form_add_assign(m, to, r->var, form_op(m, r->op, var(m, r->var), var(m, turns[k])));
    }
    return loop;
}

void form_turns(struct former *m, struct form_block *to) {
    add_turns(m, to);
}

/* ---- ranges */

/* INDEXes of the counter -> plain; and the conditions under which they are. */
static void take_range(struct former *m, struct tblock *b, const struct tvar *counter,
                       struct texpr **fits) {
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        for (int k = 0, n = stmt_blocks(s, block); k < n; ++k) {
            take_range(m, (struct tblock *)block[k], counter, fits);
        }
        const struct texpr *x = s->kind == TS_INDEX ? s->index.index : NULL;
        if (!x || x->kind != TE_VAR || x->var != counter || s->index.shown_axis < 0) {
            continue;
        }
        struct texpr *extent =
            build_shape(m->a, form_type(m, DT_INT), s->index.array, s->index.axis);
        *fits = form_op(m, OP_LAND, *fits, form_op(m, OP_LE, var(m, m->hi), extent));
        struct tvar *dst = s->index.dst;
        s->kind = TS_ASSIGN;
        s->assign.dst = dst;
        s->assign.value = var(m, (struct tvar *)counter);
    }
}

void form_ranged(struct former *m, int few, enum loop_hint hint, bool turns,
                 struct form_block *to) {
    struct tvar *counter = m->p->stmt->for_.counter;
    struct form_block plain = {0}, rest = {0}, vectors = {0};
    struct texpr *fits = form_op(m, OP_GE, var(m, m->lo), form_integer(m, 0)), *same = fits;
    struct loop_plan as = *m->p;
    as.ranged = false;
    as.hint = HINT_NONE;
    memset(&as.privates, 0, sizeof(as.privates));
    const struct loop_plan hinted = {.hint = hint};
    struct tstmt *loop = turns ? add_turns(m, &plain) : add_copy(m, &plain, &hinted, NULL);
    take_range(m, &loop->for_.body, counter, &fits);
    if (m->p->ranged_simd) {
        as.simd = true;
        take_range(m, &add_copy(m, &vectors, &as, NULL)->for_.body, counter, &same);
        struct form_block both = {0};
        struct tstmt *s = form_add_new(m, &both, TS_IF);
        s->if_.cond = form_op(m, OP_LE, length(m), form_integer(m, few));
        s->if_.then = form_taken(&plain);
        s->if_.els = form_taken(&vectors);
        plain = both;
    }
    add_copy(m, &rest, &(const struct loop_plan){0}, NULL);
    struct tstmt *s = form_add_new(m, to, TS_IF);
    s->if_.cond = fits;
    s->if_.then = form_taken(&plain);
    s->if_.els = form_taken(&rest);
}

struct tstmt *form_gathered(struct former *m, struct form_block *to) {
    struct tvar *counter = m->p->stmt->for_.counter;
    const struct loop_plan few = {.hint = HINT_FEW};
    struct form_block lanes = {0}, rest = {0};
    struct texpr *fits = form_op(m, OP_GE, var(m, m->lo), form_integer(m, 0));
    struct tstmt *loop = add_copy(m, &lanes, &few, NULL);
    if (m->p->ranged) {
        take_range(m, &loop->for_.body, counter, &fits);
    } else {
        fits = build_int(m->a, fits->type, 1);
    }
    add_copy(m, &rest, &few, NULL);
    struct tstmt *s = form_add_new(m, to, TS_IF);
    s->if_.cond = fits;
    s->if_.then = form_taken(&lanes);
    s->if_.els = form_taken(&rest);
    return s;
}

/* ---- blocks of a loop */

void form_add_width(struct former *m, struct form_lane *lane, int n, struct form_block *to) {
    *lane = (struct form_lane){.counter = m->p->stmt->for_.counter,
                               .at = form_int(m, "at"),
                               .lane = form_int(m, "lane"),
                               .room = form_integer(m, n)};
    struct tvar *width = form_int(m, "n");
    lane->at->is_counter = lane->lane->is_counter = true;
    lane->n = build_var(m->a, width);
    struct texpr *left = form_op(m, OP_SUB, build_var(m->a, m->hi), build_var(m->a, lane->at));
    form_add_assign(m, to, width, form_op(m, OP_PYMIN, left, lane->room));
}

struct expanded form_blocks(struct former *m, int n, struct form_block *to) {
    const struct loop_plan none = {0};
    struct form_block body = {0};
    struct form_lane lane;
    form_add_width(m, &lane, n, &body);
    const struct form_jam jam = {.lane = &lane, .n = 1, .hint = HINT_LANES};
    const struct expanded expanded = form_jam(m, &jam, &m->p->stmt->for_.body, &body);
    struct tstmt *s =
        form_add_for(m, to, lane.at, build_var(m->a, m->lo), build_var(m->a, m->hi), &body, &none);
    s->for_.step = lane.room;
    return expanded;
}

/* ---- strips */

/* What each lane begins with, and how they are combined; its elements in own. */
static void add_elements(struct former *m, const struct form_lane *lane, struct form_own *own,
                         struct form_block *begin, struct form_block *end,
                         struct form_block *allocs) {
    for (int k = 0; k < m->p->reductions.n; ++k) {
        const struct reduction *r = &m->p->reductions.item[k];
        struct tvar *array = form_expand(m, r->var, r->var->type->dtype, lane, 1, NULL, allocs);
        form_set_element(m, form_add_new(m, begin, TS_STORE), array, form_neutral(m, r), lane, 1);
        struct texpr *each = form_element(m, array, r->var->type, lane, 1);
        form_add_assign(m, end, r->var, form_op(m, r->op, var(m, r->var), each));
        own[k] = (struct form_own){r->var, array};
    }
}

struct expanded form_strips(struct former *m, int n, struct form_block *to) {
    const struct loop_plan lanes = {.hint = HINT_LANES}, none = {0};
    const struct tblock *b = &m->p->stmt->for_.body;
    struct form_own own[MOST], same[MOST];
    struct form_block begin = {0}, end = {0}, body = {0}, rest = {0};
    struct tvar *at = form_int(m, "at"), *number = form_int(m, "lane");
    struct form_lane lane = {.counter = m->p->stmt->for_.counter, .at = at, .lane = number};
    at->is_counter = number->is_counter = true;
    lane.n = lane.room = form_integer(m, n);
    add_elements(m, &lane, own, &begin, &end, to);
    for (int k = 0; k < m->p->reductions.n; ++k) {
        same[k] = (struct form_own){own[k].from, m->p->reductions.item[k].var};
    }
    const struct form_jam jam = {
        .lane = &lane, .n = 1, .hint = HINT_UNROLL, .own = own, .n_own = m->p->reductions.n};
    const struct form_jam copy = {.own = same, .n_own = m->p->reductions.n};
    const struct expanded expanded = form_jam(m, &jam, b, &body);
    form_jam(m, &copy, b, &rest);
    struct texpr *all = form_op(m, OP_PYMAX, length(m), form_integer(m, 0));
    struct texpr *full = form_op(m, OP_BITAND, all, form_integer(m, -n));
    struct texpr *last = form_op(m, OP_SUB, var(m, m->hi), form_integer(m, n - 1));
    if (m->p->reductions.n > 0) {
        form_add_for(m, to, number, form_integer(m, 0), lane.n, &begin, &lanes);
    }
    form_add_for(m, to, at, var(m, m->lo), last, &body, &none)->for_.step = lane.n;
    if (m->p->reductions.n > 0) {
        form_add_for(m, to, number, form_integer(m, 0), lane.n, &end, &lanes);
    }
    form_add_for(m, to, lane.counter, form_op(m, OP_ADD, var(m, m->lo), full), var(m, m->hi), &rest,
                 &none);
    return expanded;
}

/* ---- versions */

void form_version(struct former *m, int few, struct form_block *other, struct form_block *to) {
    struct form_block then = {0};
    add_plain(m, &then, var(m, m->lo), var(m, m->hi), HINT_FEW);
    struct tstmt *s = form_add_new(m, to, TS_IF);
    s->if_.cond = form_op(m, OP_LE, length(m), form_integer(m, few));
    s->if_.then = form_taken(&then);
    s->if_.els = form_taken(other);
}

/* ---- orders */

struct tstmt *form_reorder(struct arena *a, struct tstmt *const *loop, const int *at, int n) {
    struct tblock body = loop[n - 1]->for_.body;
    struct tstmt *s = NULL;
    for (int k = n; k-- > 0;) {
        s = stmt_copy(a, loop[at[k]]);
        s->for_.source = at[k] == k ? NULL : loop[k];
        s->for_.body = body;
        body = build_block(a, s);
    }
    return s;
}
