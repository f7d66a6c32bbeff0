/* Python ints that cannot leave 64 bits: their CHECKs go.
 *
 * Each integer variable of a function has one interval, the hull of what all its assignments give,
 * found by going through the function until nothing changes. What is known:
 *
 *   - extents and lengths are at most TIR_MAX_EXTENT, counters lie in their range, elements and
 *     casts in that of their type;
 *   - a variable that only grows by small steps (`count += 1`) needs more steps to leave SLOW_MAX
 *     than a processor makes in a month;
 *   - parameters of helpers are what their calls pass; those of exports may be anything.
 *
 * What this leaves is looked at again in each nest, by the sizes of its values (fits.c). */
#include "ints.h"

#include <string.h>

#include "analysis.h"
#include "build.h"
#include "fuse_walk.h"
#include "ints_op.h"

#define SLOW_STEP 256
#define WIDEN 4   /* from this round on what still grows goes to the next of the steps, */
#define ROUNDS 64 /* and after this one all variables do */

/* What a condition around says of a variable, as long as nothing assigns it. */
struct bounded {
    const struct tvar *var;
    struct ints range;
};

struct ranger {
    struct arena *keep;  /* the module's */
    struct arena *arena; /* of the function */
    VEC(struct bounded) bounds;
    const struct tfunc *f;
    struct ints *var;     /* by id */
    struct ints **params; /* by function id: what calls pass */
    bool changed;
    int round;
};

static bool is_integer(const struct ty *t) {
    return t->kind == TY_SCALAR && dtype_info[t->dtype].kind <= KIND_INT;
}

/* ---- expressions */

static struct ints range_var(const struct ranger *r, const struct tvar *v) {
    struct ints x = r->var[v->id];
    for (int i = 0; i < r->bounds.n; ++i) {
        const struct bounded *b = &r->bounds.item[i];
        if (b->var == v) {
            x.lo = x.lo > b->range.lo ? x.lo : b->range.lo;
            x.hi = x.hi < b->range.hi ? x.hi : b->range.hi;
        }
    }
    return x;
}

static struct ints range(struct ranger *r, const struct texpr *e, bool *fits);

/* What lies below the top does not count: it has a CHECK of its own. */
static struct ints inner(struct ranger *r, const struct texpr *e) {
    bool fits = true;
    return range(r, e, &fits);
}

static struct ints range_op(struct ranger *r, const struct texpr *e, bool *fits) {
    struct ints all = ints_whole(e->type->dtype), x = all, y = all;
    for (int i = 0; i < e->op.n; ++i) {
        if (!is_integer(e->op.arg[i]->type)) {
            return all;
        }
    }
    x = inner(r, e->op.arg[0]);
    y = e->op.n > 1 ? inner(r, e->op.arg[1]) : x;
    if (x.lo > x.hi || y.lo > y.hi) {
        return INTS_NOTHING;
    }
    if (e->op.arg[0]->type->dtype == DT_U64 || e->type->dtype == DT_U64) {
        return all;
    }
    bool exact = true;
    struct ints v = ints_operation(e->op.op, x, y, &exact);
    *fits = exact;
    return ints_within(v, all) && (exact || e->type->dtype == DT_INT) ? v : all;
}

static struct ints range(struct ranger *r, const struct texpr *e, bool *fits) {
    struct ints all = ints_whole(e->type->dtype), v;
    switch (e->kind) {
    case TE_CONST:
        return e->type->dtype == DT_U64 ? all : (struct ints){e->value.i, e->value.i};
    case TE_VAR:
        return range_var(r, e->var);
    case TE_SHAPE:
        return (struct ints){0, TIR_MAX_EXTENT};
    case TE_CAST:
        v = is_integer(e->cast->type) && e->cast->type->dtype != DT_U64 ? inner(r, e->cast) : all;
        return v.lo > v.hi || ints_within(v, all) ? v : all;
    case TE_OP:
        return range_op(r, e, fits);
    case TE_SELECT:
        return ints_hull(inner(r, e->select.a), inner(r, e->select.b));
    default:
        return all;
    }
}

/* ---- conditions */

static void bound(struct ranger *r, const struct texpr *e, struct ints range) {
    if (e->kind == TE_VAR && e->type->dtype == DT_INT) {
        struct bounded b = {e->var, range};
        vec_push(r->arena, &r->bounds, b);
    }
}

/* x < y + more */
static void bound_below(struct ranger *r, const struct texpr *x, const struct texpr *y, int more) {
    bool fits = true;
    struct ints a = inner(r, x), b = inner(r, y), all = ints_whole(DT_INT);
    if (a.lo <= a.hi && b.lo <= b.hi) {
        struct ints step = {more - 1, more - 1};
        bound(r, x, (struct ints){all.lo, ints_operation(OP_ADD, b, step, &fits).hi});
        bound(r, y, (struct ints){ints_operation(OP_SUB, a, step, &fits).lo, all.hi});
    }
}

static void learn(struct ranger *r, const struct texpr *e, bool truth) {
    if (e->kind == TE_CAST) {
        learn(r, e->cast, truth);
    }
    if (e->kind != TE_OP) {
        return;
    }
    enum op op = e->op.op;
    const struct texpr *x = e->op.arg[0], *y = e->op.n > 1 ? e->op.arg[1] : x;
    if (op == OP_NOT) {
        learn(r, x, !truth);
    } else if (op == (truth ? OP_LAND : OP_LOR)) {
        learn(r, x, truth);
        learn(r, y, truth);
    } else if (x->type->kind == TY_SCALAR && x->type->dtype == DT_INT) {
        if (op == (truth ? OP_LT : OP_GE) || op == (truth ? OP_LE : OP_GT)) {
            bound_below(r, x, y, op == OP_LE || op == OP_GT);
        } else if (op == (truth ? OP_GT : OP_LE) || op == (truth ? OP_GE : OP_LT)) {
            bound_below(r, y, x, op == OP_GE || op == OP_LT);
        } else if (op == (truth ? OP_EQ : OP_NE)) {
            bound_below(r, x, y, 1);
            bound_below(r, y, x, 1);
        }
    }
}

static void forget(struct ranger *r, const struct tvar *v) {
    for (int i = 0; i < r->bounds.n; ++i) {
        if (r->bounds.item[i].var == v) {
            r->bounds.item[i].var = NULL;
        }
    }
}

static void forget_assigned(struct ranger *r, const struct tblock *b) {
    for (int i = 0; r->bounds.n > 0 && i < b->n; ++i) {
        const struct tblock *block[3];
        forget(r, stmt_def(b->item[i]));
        int n = stmt_blocks(b->item[i], block);
        for (int k = 0; k < n; ++k) {
            forget_assigned(r, block[k]);
        }
    }
}

/* ---- statements */

/* The next step from x towards the end of its type. */
static int64_t widened(int64_t x, int64_t end) {
    static const int64_t steps[] = {0, (int64_t)1 << 32, 2 * TIR_MAX_EXTENT, SLOW_MAX};
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); ++i) {
        if (end > 0 ? x <= steps[i] && steps[i] < end : x >= -steps[i] && -steps[i] > end) {
            return end > 0 ? steps[i] : -steps[i];
        }
    }
    return end;
}

static void give(struct ranger *r, const struct tvar *v, struct ints x) {
    if (!v || !is_integer(v->type) || x.lo > x.hi) {
        return;
    }
    struct ints *old = &r->var[v->id], all = ints_whole(v->type->dtype);
    x = ints_within(x, all) ? x : all;
    if (old->lo <= old->hi && ints_within(x, *old)) {
        return;
    }
    struct ints next = ints_hull(*old, x);
    if (r->round >= WIDEN && old->lo <= old->hi) {
        next.lo = next.lo < old->lo ? widened(next.lo, all.lo) : next.lo;
        next.hi = next.hi > old->hi ? widened(next.hi, all.hi) : next.hi;
    }
    *old = next;
    r->changed = true;
}

/* Is it v = v + e or v - e, with a small e? */
static bool is_slow(struct ranger *r, const struct tstmt *s, struct ints *step) {
    const struct texpr *x = s->assign.value;
    bool fits = true, adds = x->kind == TE_OP && (x->op.op == OP_ADD || x->op.op == OP_SUB);
    if (!adds || !is_integer(x->type) || x->op.arg[0]->kind != TE_VAR ||
        x->op.arg[0]->var != s->assign.dst) {
        return false;
    }
    *step = inner(r, x->op.arg[1]);
    *step = x->op.op == OP_SUB ? ints_operation(OP_NEG, *step, *step, &fits) : *step;
    return fits && step->lo >= -SLOW_STEP && step->hi <= SLOW_STEP;
}

static void assign(struct ranger *r, const struct tstmt *s) {
    struct ints step, old = r->var[s->assign.dst->id];
    if (s->assign.dst->type->kind != TY_SCALAR || !is_integer(s->assign.dst->type)) {
        return;
    }
    if (!is_slow(r, s, &step) || old.lo < -SLOW_MAX || old.hi > SLOW_MAX) {
        give(r, s->assign.dst, inner(r, s->assign.value));
    } else if (old.lo <= old.hi && step.lo <= step.hi) {
        give(r, s->assign.dst,
             (struct ints){step.lo < 0 ? -SLOW_MAX : old.lo, step.hi > 0 ? SLOW_MAX : old.hi});
    }
}

static void count(struct ranger *r, const struct tstmt *s) {
    bool fits = true;
    struct ints start = inner(r, s->for_.start), stop = inner(r, s->for_.stop), one = {1, 1};
    struct ints step = s->for_.step ? inner(r, s->for_.step) : one;
    if (start.lo > start.hi || stop.lo > stop.hi || step.lo > step.hi) {
        return;
    }
    struct ints up = {start.lo, ints_operation(OP_SUB, stop, one, &fits).hi};
    struct ints down = {ints_operation(OP_ADD, stop, one, &fits).lo, start.hi};
    up.hi = up.hi > up.lo ? up.hi : up.lo;
    down.lo = down.lo < down.hi ? down.lo : down.hi;
    give(r, s->for_.counter, step.lo > 0 ? up : step.hi < 0 ? down : ints_hull(up, down));
}

static void count_space(struct ranger *r, const struct tspace *space) {
    for (int k = 0; k < space->rank; ++k) {
        give(r, space->counter[k], (struct ints){0, TIR_MAX_EXTENT});
    }
}

static void call(struct ranger *r, const struct tstmt *s) {
    struct ints *params = r->params[s->call.callee->id];
    for (int i = 0; params && i < s->call.n; ++i) {
        if (s->call.arg[i] && is_integer(s->call.callee->param[i]->type)) {
            params[i] = ints_hull(params[i], inner(r, s->call.arg[i]));
        }
    }
    if (s->call.dst && is_integer(s->call.dst->type)) {
        give(r, s->call.dst, ints_whole(s->call.dst->type->dtype));
    }
}

static void anything(struct ranger *r, const struct tvar *v) {
    if (v && is_integer(v->type)) {
        give(r, v, ints_whole(v->type->dtype));
    }
}

/* The blocks of s by `walk`, under its conditions. */
static void walk_blocks(struct ranger *r, const struct tstmt *s,
                        void (*walk)(struct ranger *r, const struct tblock *b)) {
    const struct tblock *block[3];
    int n = stmt_blocks(s, block), bounds = r->bounds.n;
    if (s->kind == TS_FOR || s->kind == TS_WHILE) {
        for (int k = 0; k < n; ++k) {
            forget_assigned(r, block[k]);
        }
    }
    for (int k = 0; k < n; ++k) {
        int mark = r->bounds.n;
        if (s->kind == TS_IF) {
            learn(r, s->if_.cond, block[k] == &s->if_.then);
        } else if (s->kind == TS_WHILE && block[k] == &s->while_.body) {
            learn(r, s->while_.cond, true);
        }
        walk(r, block[k]);
        r->bounds.n = mark;
    }
    r->bounds.n = bounds;
}

/* What holds behind an IF of which one block does not go on; walk drops it with its block. */
static void go_on(struct ranger *r, const struct tstmt *s) {
    if (s->kind == TS_IF && block_completes(&s->if_.then) != block_completes(&s->if_.els)) {
        learn(r, s->if_.cond, block_completes(&s->if_.then));
    }
}

static void walk(struct ranger *r, const struct tblock *b);

static void visit(struct ranger *r, const struct tstmt *s) {
    switch (s->kind) {
    case TS_ASSIGN:
        assign(r, s);
        break;
    case TS_INDEX:
        give(r, s->index.dst, (struct ints){0, TIR_MAX_EXTENT});
        break;
    case TS_FOR:
        count(r, s);
        break;
    case TS_CALL:
        call(r, s);
        break;
    case TS_LIB:
        anything(r, s->lib.dst);
        break;
    case TS_LIST:
        if (s->list.op == LIST_LENGTH) {
            give(r, s->list.dst, (struct ints){0, TIR_MAX_EXTENT});
        } else {
            anything(r, s->list.dst);
        }
        break;
    case TS_MAP:
        count_space(r, &s->map.space);
        anything(r, s->map.dst);
        break;
    case TS_REDUCE:
        count_space(r, &s->reduce.space);
        anything(r, s->reduce.dst);
        break;
    default:
        break;
    }
    forget(r, stmt_def(s));
    walk_blocks(r, s, walk);
}

static void walk(struct ranger *r, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        visit(r, b->item[i]);
        go_on(r, b->item[i]);
    }
}

/* ---- the CHECKs */

/* Of FITS, alone or behind conditions: does it hold? */
static bool holds(struct ranger *r, const struct texpr *e) {
    while (e->kind == TE_OP && e->op.op == OP_LOR) {
        e = e->op.arg[1];
    }
    bool fits = true;
    if (e->kind != TE_OP || e->op.op != OP_FITS) {
        return false;
    }
    range(r, e->op.arg[0], &fits);
    return fits;
}

static void take_out(struct ranger *r, const struct tblock *b) {
    int kept = 0;
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        forget(r, stmt_def(s));
        walk_blocks(r, s, take_out);
        go_on(r, s);
        if (s->kind != TS_CHECK || !holds(r, s->check.cond)) {
            b->item[kept++] = s;
        }
    }
    r->changed |= kept < b->n;
    ((struct tblock *)b)->n = kept;
}

/* ---- out of loops
 *
 *     for i = 0, n, 1 {                      check (0 >= n) or fits(m - 1)
 *         check fits(m - 1)          ->      for i = 0, n, 1 {
 *         for j = 0, m - 1, 1 { ... }            for j = 0, m - 1, 1 { ... }
 *
 * so that loops stand directly in one another as in the source. */

struct loop_reader {
    const struct tstmt *loop;
    bool changes; /* it reads what the loop assigns, or memory */
};

static bool assigns(const struct tblock *b, const struct tvar *v) {
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        int n = stmt_blocks(b->item[i], block);
        bool found = stmt_def(b->item[i]) == v;
        for (int k = 0; k < n && !found; ++k) {
            found = assigns(block[k], v);
        }
        if (found) {
            return true;
        }
    }
    return false;
}

static void read_in_loop(struct texpr *e, void *context) {
    struct loop_reader *r = context;
    const struct tvar *v = e->kind == TE_VAR ? e->var : e->kind == TE_SHAPE ? e->shape.array : NULL;
    bool plain = v || e->kind == TE_CONST || e->kind == TE_CAST || e->kind == TE_OP;
    r->changes |= !plain || (v && (v == r->loop->for_.counter || assigns(&r->loop->for_.body, v)));
}

static struct texpr *either(struct arena *a, enum op op, struct texpr *x, struct texpr *y,
                            struct ty *t) {
    struct texpr *e = build_binary(a, t, op, x, y);
    e->span = y->span;
    return e;
}

/* The CHECK that the body of the loop begins with, when it is the same in every turn. */
static struct tstmt *leading(const struct tstmt *loop) {
    const struct tblock *b = &loop->for_.body;
    struct tstmt *s = b->n > 0 ? b->item[0] : NULL;
    struct loop_reader r = {loop, false};
    if (!s || !fits_tested(s) || !loop->for_.step || loop->for_.step->kind != TE_CONST ||
        loop->for_.step->value.i < 1) {
        return NULL;
    }
    expr_walk(s->check.cond, read_in_loop, &r);
    return r.changes ? NULL : s;
}

/* Takes them out of the loops of the block, into an array of the arena where there are any. */
static void lead_out(struct arena *a, const struct tblock *b) {
    VEC(struct tstmt *) out = {0};
    bool any = false;
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i], *check;
        const struct tblock *block[3];
        int n = stmt_blocks(s, block);
        for (int k = 0; k < n; ++k) {
            lead_out(a, block[k]);
        }
        while (s->kind == TS_FOR && (check = leading(s))) {
            struct texpr *empty =
                either(a, OP_GE, s->for_.start, s->for_.stop, check->check.cond->type);
            check->check.cond =
                either(a, OP_LOR, empty, check->check.cond, check->check.cond->type);
            vec_push(a, &out, check);
            ++s->for_.body.item;
            --s->for_.body.n;
            any = true;
        }
        vec_push(a, &out, s);
    }
    if (any) {
        *(struct tblock *)b = (struct tblock){out.n, out.item};
    }
}

/* ---- functions */

/* Variables of which nothing was found, or all of them, become whole. */
static void give_up(struct ranger *r, bool all) {
    for (int i = 0; i < r->f->n_vars; ++i) {
        const struct tvar *v = r->f->var[i];
        if (is_integer(v->type) && (all || r->var[i].lo > r->var[i].hi)) {
            r->var[i] = ints_whole(v->type->dtype);
            r->changed = true;
        }
    }
}

static void settle(struct ranger *r) {
    for (r->round = 0; r->changed; ++r->round) {
        r->changed = false;
        r->bounds.n = 0;
        walk(r, &r->f->body);
        if (!r->changed || r->round == ROUNDS) {
            give_up(r, r->round == ROUNDS);
        }
    }
}

static void function(struct ranger *r, struct tfunc *f) {
    r->f = f;
    memset(&r->bounds, 0, sizeof(r->bounds));
    r->var = ARENA_ARRAY(r->arena, struct ints, f->n_vars + 1);
    for (int i = 0; i < f->n_vars; ++i) {
        r->var[i] = INTS_NOTHING;
    }
    for (int i = 0; i < f->n_params; ++i) {
        struct ints *params = f->recursive ? NULL : r->params[f->id];
        if (is_integer(f->param[i]->type)) {
            r->var[f->param[i]->id] = params ? params[i] : ints_whole(f->param[i]->type->dtype);
        }
    }
    r->changed = true;
    settle(r);
    r->bounds.n = 0;
    take_out(r, &f->body);
    lead_out(r->keep, &f->body);
    if (r->changed) {
        tir_renumber(r->arena, f);
    }
}

void ints_run(struct arena *a, struct tmodule *m) {
    struct arena params, work;
    arena_init(&params);
    arena_init(&work);
    struct ranger r = {
        .keep = a, .arena = &work, .params = ARENA_ARRAY(&params, struct ints *, m->funcs.n)};
    for (int i = 0; i < m->funcs.n; ++i) {
        const struct tfunc *f = m->funcs.item[i];
        r.params[f->id] = ARENA_ARRAY(&params, struct ints, f->n_params + 1);
        for (int k = 0; k < f->n_params; ++k) {
            r.params[f->id][k] = INTS_NOTHING;
        }
    }
    for (int i = 0; i < m->exports.n; ++i) {
        for (int k = 0; k < m->exports.item[i]->n_overloads; ++k) {
            r.params[m->exports.item[i]->overload[k]->id] = NULL; /* anything */
        }
    }
    for (int i = m->funcs.n - 1; i >= 0; --i) { /* callers first */
        function(&r, m->funcs.item[i]);
        arena_clear(&work);
    }
    arena_free(&params);
    arena_free(&work);
}
