/* Interchange: the order of serial loops that stand directly in one another.
 *
 * A band is a chain of such loops whose ranges do not depend on each other, around a body without
 * loops. Its loops are put into the order in which the innermost one touches memory in the smallest
 * strides (of arrays taken as contiguous), if no two iterations that touch one element, one of them
 * writing, are turned around by it, and nothing else can tell the orders apart: no iteration
 * raises, and scalars are private or combine exactly. McKinley, Carr and Tseng, "Improving data
 * locality with loop transformations", TOPLAS 18(4), for the cost of a loop as the innermost one.
 *
 * The function with loops exchanged is a new one (form_reorder); the source's stays as it is. */
#include "form.h"
#include "passes.h"
#include "thresholds.h"

#define BAND WITNESS_LOOPS
#define ORDERS 24       /* of BAND loops */
#define MAX_ACCESSES 48 /* of a body, different ones */
#define EPSILON 1e-6

_Static_assert((int)BAND == (int)EXCHANGE_LOOPS, "counters of a band are told");

/* Loops in the order of the source, outermost first. */
struct band {
    int n;
    struct tstmt *loop[BAND];
    int n_access;
    const struct access *access[MAX_ACCESSES];
    bool full; /* there are more */
    double cost[BAND];
};

struct loop_order {
    int at[BAND]; /* at[k]: which loop of the band runs at depth k */
    int turned;   /* pairs of loops that change sides */
};

/* ---- bands */

static bool is_serial_for(const struct tstmt *s) {
    return s->kind == TS_FOR && !s->for_.parallel && s->for_.els.n == 0;
}

/* The loop directly inside, with nothing beside it; NULL when there is none. */
static struct tstmt *inner_of(const struct tstmt *s) {
    struct tstmt *in = s->for_.body.n == 1 ? s->for_.body.item[0] : NULL;
    return in && is_serial_for(in) ? in : NULL;
}

static bool may_load(const struct texpr *e, const void *unused) {
    (void)unused;
    return e->kind == TE_LOAD || e->kind == TE_TUPLE || e->kind == TE_ITEM;
}

static bool has_load(const struct texpr *e) {
    return expr_any(e, may_load, NULL);
}

struct assigned {
    const struct scope *sc;
    const struct stmt_fact *top;
    bool found;
};

static void note_assigned(struct tvar *v, void *context) {
    struct assigned *a = context;
    a->found |= fact_assigned(a->sc->facts, v, a->top->pos, a->top->body_end);
}

bool expr_fixed(const struct scope *sc, struct texpr *e, const struct tstmt *top) {
    struct assigned a = {sc, fact_of(sc->facts, top), false};
    expr_reads(e, note_assigned, &a);
    return !a.found && !has_load(e);
}

static bool has_step(struct scope *sc, struct tstmt *loop) {
    return range_of(sc, counter_of(sc, loop))->step_value != 0;
}

/* The longest band that ends at `last`, an innermost loop. */
static struct band band_ending(struct scope *sc, struct tstmt *last) {
    struct tstmt *chain[BAND] = {last};
    struct band b = {0};
    int n = 1;
    while (n < BAND && fact_of(sc->facts, chain[n - 1])->pos > sc->lo) {
        struct tstmt *around = fact_of(sc->facts, chain[n - 1])->parent;
        if (!is_serial_for(around) || inner_of(around) != chain[n - 1]) {
            break;
        }
        bool fits = has_step(sc, around);
        for (int k = 0; k < n; ++k) {
            fits = fits && expr_fixed(sc, chain[k]->for_.start, around) &&
                   expr_fixed(sc, chain[k]->for_.stop, around);
        }
        if (!fits) {
            break;
        }
        chain[n++] = around;
    }
    for (int k = 0; k < n; ++k) {
        b.loop[b.n++] = chain[n - 1 - k];
    }
    return b;
}

static void collect(const struct scope *sc, const struct access_list *list, struct band *b) {
    const struct stmt_fact *body = fact_of(sc->facts, b->loop[b->n - 1]);
    for (int i = 0; i < list->item.n; ++i) {
        const struct access *x = list->item.item[i];
        bool again = x->pos <= body->pos || x->pos > body->body_end;
        for (int k = 0; k < b->n_access && !again; ++k) {
            again = b->access[k]->root == x->root && access_same(b->access[k], x);
        }
        b->full |= !again && b->n_access == MAX_ACCESSES;
        if (!again && !b->full) {
            b->access[b->n_access++] = x;
        }
    }
}

/* ---- the cost of a loop as the innermost one */

/* Lines of memory that x touches per iteration of the loop, or the wait for the one before. */
static double access_cost(struct scope *sc, const struct access *x, struct tstmt *loop) {
    const struct atom *counter = counter_of(sc, loop);
    int unit = x->root->type->layout == TY_F ? 0 : x->rank - 1;
    double cost = 0;
    bool fixed = true;
    for (int k = 0; k < x->rank; ++k) {
        bool known = x->known[k] == INDEX_FORM || x->known[k] == INDEX_WRAPS;
        if (!known || !form_holds(x->form[k], counter)) {
            continue;
        }
        struct form *coef = NULL, *rest;
        int64_t c = 0;
        bool number = form_split(sc->arena, x->form[k], counter, &coef, &rest) &&
                      form_is_const(coef, &c) && c > -1024 && c < 1024;
        double bytes = (double)(c < 0 ? -c : c) * dtype_info[x->root->type->dtype].bytes;
        /* axes further out are further apart: so the others are put in order too */
        double far = 1 + 0.01 * (double)(unit > k ? unit - k : k - unit);
        double this = k != unit || !number || bytes > LINE_BYTES ? far : bytes / LINE_BYTES;
        cost = this > cost ? this : cost;
        fixed = false;
    }
    return fixed && x->write ? CHAIN_COST : cost;
}

/* Is it a read of an element that is written too, and counts there? */
static bool is_counted(const struct band *b, const struct access *x) {
    for (int k = 0; k < b->n_access && !x->write; ++k) {
        struct access read = *b->access[k];
        read.write = false;
        if (b->access[k]->write && read.root == x->root && access_same(&read, x)) {
            return true;
        }
    }
    return false;
}

static void find_costs(struct scope *sc, struct band *b) {
    for (int k = 0; k < b->n; ++k) {
        for (int i = 0; i < b->n_access; ++i) {
            if (b->access[i]->root && !is_counted(b, b->access[i])) {
                b->cost[k] += access_cost(sc, b->access[i], b->loop[k]);
            }
        }
    }
}

/* Is x better than y: smaller strides further in, then fewer loops that change sides? */
static bool is_better(const struct band *b, const struct loop_order *x,
                      const struct loop_order *y) {
    for (int k = b->n - 1; k >= 0; --k) {
        double cx = b->cost[x->at[k]], cy = b->cost[y->at[k]];
        if (cx < cy - EPSILON || cx > cy + EPSILON) {
            return cx < cy;
        }
    }
    return x->turned < y->turned;
}

/* All orders of n loops that are better than the source's, the best first; returns how many. */
static int find_orders(const struct band *b, struct loop_order *order) {
    struct loop_order source = {{0, 1, 2, 3}, 0};
    int count = 0;
    for (int code = 0; code < BAND * BAND * BAND * BAND; ++code) {
        struct loop_order o = {0};
        bool used[BAND] = {false}, valid = true;
        for (int k = 0, c = code; k < BAND; ++k, c /= BAND) {
            o.at[k] = c % BAND;
            valid = valid && !used[o.at[k]] && (k < b->n || o.at[k] == k);
            used[o.at[k]] = true;
            for (int j = 0; j < k; ++j) {
                o.turned += o.at[j] > o.at[k];
            }
        }
        if (!valid || !is_better(b, &o, &source)) {
            continue;
        }
        int at = count++;
        for (; at > 0 && is_better(b, &o, &order[at - 1]); --at) {
            order[at] = order[at - 1];
        }
        order[at] = o;
    }
    return count;
}

/* ---- legality */

/* Kinds that fail or leave by themselves, whatever their operands. */
static bool may_fail(enum tstmt_kind kind) {
    switch (kind) {
    case TS_ASSIGN:
    case TS_STORE:
    case TS_INDEX:
    case TS_CHECK:
    case TS_IF:
    case TS_CONTINUE:
    case TS_VIEW:
    case TS_CALL:
        return false;
    default:
        return true;
    }
}

/* Fills *x with what the iterations of a band must keep their order for, whatever they touch;
 * false: nothing. */
static bool body_obstacle(const struct interchange_task *t, const struct band *b,
                          struct loop_exchange *x) {
    const struct facts *f = t->sc->facts;
    const struct stmt_fact *body = fact_of(f, b->loop[b->n - 1]);
    for (int pos = body->pos + 1; pos <= body->body_end; ++pos) {
        const struct tstmt *s = f->order[pos]->stmt;
        bool ends = s->kind == TS_BREAK || s->kind == TS_RETURN;
        bool checked = (s->kind == TS_INDEX && t->options->bounds) || s->kind == TS_CHECK;
        bool calls = s->kind == TS_CALL && t->summaries[s->call.callee->id].may_raise;
        bool copies = s->kind == TS_VIEW && s->view.apart;
        if (ends || (checked && !t->fp->hoisted[s->id]) || calls || copies || may_fail(s->kind)) {
            x->reason = ends ? EXCHANGE_LAST : EXCHANGE_RAISES;
            return true;
        }
    }
    struct scalar_report r = scalars_classify(t->sc, t->live, b->loop[b->n - 1]);
    if (r.trouble != SCALARS_FINE) {
        x->reason = r.trouble == SCALAR_CARRIED ? EXCHANGE_CARRIED : EXCHANGE_USED;
        x->name = r.var->name;
        return true;
    }
    bool in_parallel = t->fp->loop[b->loop[0]->for_.loop].in_parallel;
    for (int i = 0; i < r.reductions.n; ++i) {
        if (!reduction_reorders(&r.reductions.item[i], in_parallel, t->options->fp_strict)) {
            x->reason = EXCHANGE_COMBINED;
            x->name = r.reductions.item[i].var->name;
            return true;
        }
    }
    return false;
}

static bool is_followed(const struct interchange_task *t, const struct band *b) {
    const struct stmt_fact *body = fact_of(t->sc->facts, b->loop[b->n - 1]);
    for (int i = 0; i < t->list->escapes.n; ++i) {
        int pos = t->list->escapes.item[i];
        if (pos > body->pos && pos <= body->body_end) {
            return false;
        }
    }
    for (int i = 0; i < b->n_access; ++i) {
        if (!b->access[i]->root) {
            return false;
        }
    }
    return !b->full;
}

/* x's iteration comes first in the source and last in the new order, because of the loops `outer`
 * and `inner`, which change sides: is there none that touches what y's touches? */
static bool stays_apart(struct scope *sc, const struct band *b, const struct loop_order *o,
                        int outer, int inner, const struct access *x, const struct access *y) {
    int place[BAND];
    enum turn turn[BAND];
    for (int k = 0; k < b->n; ++k) {
        place[o->at[k]] = k;
    }
    for (int k = 0; k < b->n; ++k) {
        turn[k] = k == outer                             ? TURN_BEFORE
                  : k == inner                           ? TURN_AFTER
                  : k < outer || place[k] < place[inner] ? TURN_SAME
                                                         : TURN_ANY;
    }
    return iterations_apart(sc, x, y, b->loop, turn, b->n);
}

/* Two iterations that would change sides. */
static void say_turned(const struct interchange_task *t, const struct band *b, int outer, int inner,
                       const struct access *x, const struct access *y, struct loop_exchange *said) {
    const struct witness *w = witness_turned(t->sc, x, y, b->loop, b->n, outer, inner);
    bool both = x->write && y->write;
    said->reason = w ? EXCHANGE_COLLIDES : both ? EXCHANGE_WRITTEN : EXCHANGE_TOUCHED;
    said->witness = keep_witness(t->keep, w);
    said->name = x->root->name;
}

/* Fills *said with why the order is not legal as far as arrays go; false: it is. */
static bool order_obstacle(const struct interchange_task *t, const struct band *b,
                           const struct loop_order *o, struct loop_exchange *said) {
    for (int j = 0; j < b->n; ++j) {
        for (int i = 0; i < j; ++i) {
            int outer = o->at[j], inner = o->at[i];
            for (int p = 0; outer < inner && p < b->n_access; ++p) {
                for (int q = 0; q < b->n_access; ++q) {
                    const struct access *x = b->access[p], *y = b->access[q];
                    if (x->root == y->root && (x->write || y->write) &&
                        !stays_apart(t->sc, b, o, outer, inner, x, y)) {
                        say_turned(t, b, outer, inner, x, y, said);
                        return true;
                    }
                }
            }
        }
    }
    return false;
}

/* ---- deciding and doing */

/* The best legal order. NULL when there is none: *said has what is against the best one. */
static const struct loop_order *choose(const struct interchange_task *t, const struct band *b,
                                       const struct loop_order *order, int n,
                                       struct loop_exchange *said) {
    struct loop_exchange other = {0};
    if (body_obstacle(t, b, said)) {
        return NULL;
    }
    if (!is_followed(t, b)) {
        said->reason = EXCHANGE_UNKNOWN;
        return NULL;
    }
    for (int i = 0; i < n; ++i) {
        if (!order_obstacle(t, b, &order[i], i == 0 ? said : &other)) {
            return &order[i];
        }
    }
    return NULL;
}

static void run_band(const struct interchange_task *t, struct band *b) {
    struct loop_order order[ORDERS];
    struct loop_exchange said = {.n = b->n};
    collect(t->sc, t->list, b);
    find_costs(t->sc, b);
    int n = find_orders(b, order);
    if (n == 0) {
        return;
    }
    const struct loop_order *o = choose(t, b, order, n, &said), *best = o ? o : &order[0];
    bool inner = best->at[b->n - 1] != b->n - 1;
    if (o) {
        said.reason = inner ? EXCHANGE_NEIGHBOURS : EXCHANGE_NEARER;
    }
    for (int k = 0; k < b->n; ++k) {
        said.was[k] = b->loop[k]->for_.counter->name;
        said.better[k] = b->loop[best->at[k]]->for_.counter->name;
    }
    if (o || inner) {
        struct loop_exchange *kept = ARENA_NEW(t->keep, struct loop_exchange);
        *kept = said;
        t->said[b->loop[o ? o->at[0] : 0]->for_.loop] = kept;
    }
    if (o) {
        *t->any = true;
        t->instead[b->loop[0]->id] = form_reorder(t->keep, b->loop, o->at, b->n);
    }
}

void interchange_nest(const struct interchange_task *t) {
    const struct facts *f = t->sc->facts;
    for (int pos = t->sc->lo; pos <= t->sc->hi; ++pos) {
        struct tstmt *s = f->order[pos]->stmt;
        if (is_serial_for(s) && t->fp->loop[s->for_.loop].innermost && has_step(t->sc, s)) {
            struct band b = band_ending(t->sc, s);
            if (b.n > 1) {
                run_band(t, &b);
            }
        }
    }
}

/* ---- the function */

struct exchange {
    struct tir_copier copier;
    struct tstmt *const *instead;
};

static struct tblock exchanged(const struct tblock *b, void *context) {
    const struct exchange *x = context;
    struct tblock copy = {b->n, ARENA_ARRAY(x->copier.a, struct tstmt *, b->n)};
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = x->instead[b->item[i]->id];
        copy.item[i] = s ? s : stmt_copy_as(&x->copier, b->item[i]);
    }
    return copy;
}

struct tfunc *interchange_done(struct arena *a, const struct tfunc *f,
                               struct tstmt *const *instead) {
    struct exchange x = {{a, var_itself, exchanged, &x}, instead};
    struct tfunc *g = ARENA_NEW(a, struct tfunc);
    *g = *f;
    g->body = exchanged(&f->body, &x);
    return g;
}
