/* Which primitive is applied to which loop, and the plan that comes of it (schedule.h). */
#include "schedule.h"

#include <stdlib.h>
#include <string.h>

#include "build.h"
#include "facts.h"
#include "form.h"
#include "offload.h"
#include "passes.h"
#include "thresholds.h"

/* ---- what is worth it */

static int nodes(const struct texpr *x) {
    struct texpr *const *part;
    int n = x->kind != TE_CAST, parts = x->kind == TE_LOAD ? 0 : expr_parts(x, &part);
    for (int i = 0; i < parts; ++i) {
        n += nodes(part[i]);
    }
    return n;
}

static bool steps_by_one(const struct tstmt *loop) {
    const struct texpr *step = loop->for_.step;
    return !step || (step->kind == TE_CONST && step->value.i == 1);
}

static bool is_reduced(const struct loop_plan *p, const struct tvar *v) {
    for (int i = 0; i < p->reductions.n; ++i) {
        if (p->reductions.item[i].var == v) {
            return true;
        }
    }
    return false;
}

/* Do vectors combine it: complex numbers only by sums, several small integers not by comparison? */
static bool in_vectors(const struct loop_plan *p, const struct reduction *r) {
    const struct dtype_info *d = &dtype_info[r->var->type->dtype];
    bool chooses =
        r->op == OP_MINIMUM || r->op == OP_MAXIMUM || r->op == OP_PYMIN || r->op == OP_PYMAX;
    return r->var->type->kind == TY_SCALAR && (d->kind != KIND_COMPLEX || r->op == OP_ADD) &&
           (!chooses || d->bytes >= 4 || (p->reductions.n == 1 && d->kind != KIND_BOOL));
}

static bool has_vectors(const struct loop_plan *p) {
    bool all = p->simd;
    for (int i = 0; i < p->reductions.n; ++i) {
        all = all && in_vectors(p, &p->reductions.item[i]);
    }
    return all;
}

/* Nothing but cheap reductions, and indices in range? */
static bool accumulates(const struct func_plan *fp, const struct loop_plan *p) {
    const struct tblock *body = &p->stmt->for_.body;
    int n = 0;
    for (int i = 0; i < body->n; ++i) {
        const struct tstmt *s = body->item[i];
        if (s->kind == TS_INDEX && fp->hoisted[s->id]) {
            continue;
        }
        if (s->kind != TS_ASSIGN || !is_reduced(p, s->assign.dst)) {
            return false;
        }
        n += nodes(s->assign.value);
    }
    return p->reductions.n > 0 && p->reductions.n <= FORM_REDUCTIONS && n <= FORM_CHEAP &&
           has_vectors(p);
}

/* Nothing but v = v or x, or v = v and x: x; NULL for others. */
static struct texpr *searched(const struct loop_plan *p) {
    const struct reduction *r = p->reductions.n == 1 ? &p->reductions.item[0] : NULL;
    const struct tblock *body = &p->stmt->for_.body;
    const struct tstmt *s = body->n == 1 ? body->item[0] : NULL;
    bool fits = r && (r->op == OP_LOR || r->op == OP_LAND) &&
                dtype_info[r->var->type->dtype].kind == KIND_BOOL && s && s->kind == TS_ASSIGN &&
                s->assign.dst == r->var;
    int at = fits ? combined_operand(s, r->var) : -1;
    struct texpr *e = at >= 0 ? s->assign.value : NULL;
    return e && e->op.op == r->op ? e->op.arg[at] : NULL;
}

/* Is it inside of what the nest's chunks run over, and of an unknown length? */
static bool may_be_short(const struct nest *n, const struct loop_plan *p) {
    return p->depth >= n->collapse && !schedule_is_short(p->stmt);
}

/* The sums of a nest that reduces into elements of arrays (a.sum(axis=0)): cheap, and stored in
 * each iteration. */
static bool stores_sums(const struct func_plan *fp, const struct nest *n,
                        const struct loop_plan *p) {
    const struct tblock *body = &p->stmt->for_.body;
    return fp->loop[n->root->for_.loop].element_reductions.n > 0 && body->n == 1 &&
           body->item[0]->kind == TS_STORE && nodes(body->item[0]->store.value) <= FORM_CHEAP;
}

/* May it run before its checks are looked at? */
static bool has_flag(const struct loop_plan *p) {
    int64_t step;
    const struct texpr *x = p->stmt->kind == TS_FOR ? p->stmt->for_.step : NULL;
    bool one = p->stmt->kind == TS_FOR && (!x || (expr_int_value(x, &step) && llabs(step) == 1));
    return one && p->speculate && (p->waits || has_vectors(p));
}

/* Are indices that are data, as those of x[c[k]], checked in each turn of a short body? As that
 * cannot be vectors, turns are unrolled: half as many tests of the counter. */
static bool gathers(const struct loop_plan *p) {
    const struct tblock *body = &p->stmt->for_.body;
    bool plain = body->n <= FORM_GATHERED, data = false;
    for (int i = 0; i < body->n && plain; ++i) {
        const struct tstmt *s = body->item[i];
        plain = s->kind == TS_ASSIGN || s->kind == TS_INDEX || s->kind == TS_STORE;
        data = data || (s->kind == TS_INDEX && (s->index.index->kind != TE_VAR ||
                                                s->index.index->var != p->stmt->for_.counter));
    }
    return plain && data && p->innermost && !p->simd && p->obstacle.kind == OBSTACLE_INDEX;
}

/* Does such a loop combine into floats, whose operations take several cycles, each of which would
 * wait for the one before? */
static bool takes_turns(const struct loop_plan *p) {
    bool floats = p->gathers && gathers(p) && p->reductions.n <= FORM_REDUCTIONS;
    for (int i = 0; i < p->reductions.n; ++i) {
        const struct ty *t = p->reductions.item[i].var->type;
        floats =
            floats && t->kind == TY_SCALAR &&
            (dtype_info[t->dtype].kind == KIND_FLOAT || dtype_info[t->dtype].kind == KIND_COMPLEX);
    }
    return floats && p->reductions.n > 0 && steps_by_one(p->stmt);
}

/* ---- forms */

static void add_step(struct former *m, struct loop_form *f, struct schedule_step step) {
    vec_push(m->a, &f->steps, step);
}

static void make_lanes(struct former *m, struct loop_form *f, struct form_block *to) {
    bool chains = m->p->chains;
    int n = chains ? LANES_CHAINS : LANES_BLOCK / m->p->lanes;
    const struct expanded expanded = chains ? form_strips(m, n, to) : form_blocks(m, n, to);
    add_step(m, f, (struct schedule_step){STEP_LANES, n, expanded});
}

/* Fills f->steps and the block of the form; nothing for a loop that stays as it is. */
static void make(struct former *m, const struct nest *n, struct loop_form *f,
                 struct form_block *to) {
    const struct loop_plan *p = m->p;
    struct texpr *x = searched(p);
    bool turns = takes_turns(p);
    f->both = p->ranged || turns || has_flag(p);
    if (turns && form_is_gathered(p)) {
        add_step(m, f, (struct schedule_step){.kind = STEP_GATHER});
        f->gathered = form_gathered(m, to);
        return;
    }
    if (turns) {
        add_step(m, f, (struct schedule_step){.kind = STEP_TURNS, .n = 2});
    }
    if (p->ranged) {
        add_step(m, f, (struct schedule_step){.kind = STEP_RANGE});
        form_ranged(m, FORM_FEW, gathers(p) ? HINT_FEW : HINT_NONE, turns, to);
        return;
    }
    if (turns) {
        form_turns(m, to);
        return;
    }
    if (has_flag(p)) {
        add_step(m, f, (struct schedule_step){.kind = STEP_FLAG});
        form_flag(m, to);
        return;
    }
    if (p->waits) {
        f->both = true;
        add_step(m, f, (struct schedule_step){STEP_WAITS, FORM_WAITS, form_waiting(m, NULL, to)});
        return;
    }
    if (p->lanes > 0) {
        make_lanes(m, f, to);
        return;
    }
    bool sums = accumulates(m->fp, p), versions = may_be_short(n, p) && !x;
    int cuts = x || sums ? 0 : form_count_cuts(m);
    if (cuts > 0) {
        add_step(m, f, (struct schedule_step){.kind = STEP_CUT, .n = cuts});
        form_cut(m, to);
        return;
    }
    struct form_block *inner = to, other = {0};
    if (x) {
        add_step(m, f, (struct schedule_step){.kind = STEP_SEARCH, .n = FORM_SEARCHED});
        form_search(m, x, FORM_SEARCHED, to);
        return;
    }
    versions = versions && (sums || stores_sums(m->fp, n, p));
    inner = versions ? &other : to;
    if (sums) {
        add_step(m, f, (struct schedule_step){.kind = STEP_ACCUMULATORS, .n = 1 << FORM_STREAMS});
        form_accumulators(m, FORM_STREAMS, f, inner);
    } else if (versions) {
        form_plain(m, inner);
    } else if (form_may_hold(m)) {
        add_step(m, f, (struct schedule_step){.kind = STEP_HOLD});
        f->both = f->holds = true;
        form_hold(m, to);
        return;
    }
    if (versions) {
        add_step(m, f, (struct schedule_step){.kind = STEP_VERSION, .n = FORM_FEW});
        f->few = FORM_FEW;
        form_version(m, FORM_FEW, &other, to);
    }
}

/* Is it an innermost loop that is better in another form? */
static bool has_form(struct former *m, const struct nest *n, const struct loop_plan *p) {
    m->p = p;
    return p->stmt->kind == TS_FOR && p->simd && !p->speculate && !p->in_lanes &&
           steps_by_one(p->stmt) &&
           (accumulates(m->fp, p) || searched(p) || form_count_cuts(m) > 0 || form_may_hold(m) ||
            (may_be_short(n, p) && stores_sums(m->fp, n, p)));
}

static void form_loop(struct former *m, int loop) {
    const struct loop_plan p = m->fp->loop[loop];
    const struct nest *n = p.stmt ? m->fp->nest_of_stmt[p.stmt->id] : NULL;
    if (n && p.stmt->kind == TS_FOR && gathers(&p)) {
        m->loops.item[loop].hint = HINT_FEW;
    }
    if (!n || !(p.lanes > 0 || (p.ranged && !p.in_lanes) || (p.waits && !p.in_lanes) ||
                has_flag(&p) || has_form(m, n, &p) || (takes_turns(&p) && !p.in_lanes))) {
        return;
    }
    struct loop_form *f = ARENA_NEW(m->a, struct loop_form);
    struct form_block body = {0};
    form_begin(m, &p);
    f->lo = m->lo;
    f->hi = m->hi;
    make(m, n, f, &body);
    f->body = (struct tblock){body.s.n, body.s.item};
    m->loops.item[loop].form = f;
}

/* ---- functions */

/* A table by statement or variable, with the entries of where new ones stem from. */
#define GROWN(m, type, table, n, more, from)                                                       \
    do {                                                                                           \
        type *grown__ = ARENA_ARRAY((m)->a, type, (n) + (more));                                   \
        memcpy(grown__, table, sizeof(type) * (size_t)(n));                                        \
        for (int k__ = 0; k__ < (more); ++k__) {                                                   \
            grown__[(n) + k__] = from;                                                             \
        }                                                                                          \
        table = grown__;                                                                           \
    } while (0)

static void grow(struct former *m, struct tfunc *f, int n_vars) {
    struct func_plan *fp = m->fp;
    int vars = f->n_vars - n_vars;
    GROWN(m, struct nest *, fp->nest_of_stmt, f->n_stmts, m->origin.n,
          grown__[m->origin.item[k__]]);
    GROWN(m, bool, fp->hoisted, f->n_stmts, m->origin.n, grown__[m->origin.item[k__]]);
    GROWN(m, bool, fp->peeks, f->n_stmts, m->origin.n, false);
    GROWN(m, bool, fp->negative, f->n_stmts, m->origin.n, grown__[m->origin.item[k__]]);
    GROWN(m, bool, fp->owns, n_vars, vars, false);
    GROWN(m, bool, fp->lent, n_vars, vars, false);
    GROWN(m, bool, fp->fresh, n_vars, vars, false);
    GROWN(m, bool, fp->strided, n_vars, vars, false);
    GROWN(m, bool, fp->backward, n_vars, vars, false);
    GROWN(m, struct tvar *, fp->flat, n_vars, vars, NULL);
    f->n_stmts += m->origin.n;
    f->n_loops = m->loops.n;
}

static void count_defs(struct former *m, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        const struct tvar *v = stmt_def(b->item[i]);
        if (v) {
            m->defs[v->id]++;
        }
        for (int k = 0, n = stmt_blocks(b->item[i], block); k < n; ++k) {
            count_defs(m, block[k]);
        }
    }
}

static struct func_plan *schedule_function(struct arena *a, struct arena *work,
                                           const struct plan *p, struct func_plan *from) {
    struct func_plan *fp = ARENA_NEW(a, struct func_plan);
    struct tfunc *f = ARENA_NEW(a, struct tfunc);
    *fp = *from;
    *f = *from->func;
    fp->func = f;
    struct former m = {
        .a = a, .m = p->module, .fp = fp, .vars = {.f = f, .table = a}, .n_defs = f->n_vars};
    m.defs = ARENA_ARRAY(a, int, f->n_vars);
    for (int i = 0; i < f->n_params; ++i) {
        m.defs[f->param[i]->id] = 1;
    }
    count_defs(&m, &f->body);
    for (int i = 0; i < f->n_loops; ++i) {
        vec_push(a, &m.loops, from->loop[i]);
    }
    for (int i = 0; i < from->func->n_loops; ++i) {
        form_loop(&m, i);
    }
    for (int i = 0; i < fp->nests.n; ++i) {
        form_kernel(&m, fp->nests.item[i]);
    }
    if (m.origin.n > 0) {
        grow(&m, f, from->func->n_vars);
    } else {
        fp->func = from->func;
    }
    fp->loop = m.loops.item;
    for (int i = 0; i < m.loops.n; ++i) {
        m.loops.item[i].vectors = !m.loops.item[i].speculate && has_vectors(&m.loops.item[i]);
    }
    versions_decide(a, work, fp);
    return fp;
}

struct plan *schedule_run(struct arena *a, const struct plan *p) {
    struct plan *s = ARENA_NEW(a, struct plan);
    struct arena work;
    arena_init(&work);
    *s = *p;
    memset(&s->funcs, 0, sizeof(s->funcs));
    for (int i = 0; i < p->funcs.n; ++i) {
        vec_push(a, &s->funcs, schedule_function(a, &work, p, p->funcs.item[i]));
    }
    arena_free(&work);
    return s;
}

bool schedule_reordered(const struct tstmt *loop) {
    bool moved = loop->for_.source != NULL;
    while (!moved && loop->for_.body.n == 1 && loop->for_.body.item[0]->kind == TS_FOR) {
        loop = loop->for_.body.item[0];
        moved = loop->for_.source != NULL;
    }
    return moved;
}

/* ---- for the verifier */

static void add_all(struct arena *a, const struct tblock *b, struct form_block *to) {
    for (int i = 0; b && i < b->n; ++i) {
        vec_push(a, &to->s, b->item[i]);
    }
}

/* The function with its forms at its end. */
static struct tfunc *with_forms(struct arena *a, const struct func_plan *fp) {
    struct tfunc *f = ARENA_NEW(a, struct tfunc);
    struct form_block all = {0};
    *f = *fp->func;
    f->scheduled = true;
    for (int i = 0; i < f->body.n; ++i) {
        vec_push(a, &all.s, f->body.item[i]);
    }
    for (int i = 0; i < f->n_loops; ++i) {
        const struct loop_plan *p = &fp->loop[i];
        add_all(a, p->form ? &p->form->body : NULL, &all);
        add_all(a, p->kernel ? &p->kernel->body : NULL, &all);
        for (int k = 0; p->box && k < BOX_BLOCKS; ++k) {
            add_all(a, &p->box->block[k], &all);
        }
    }
    f->body = (struct tblock){all.s.n, all.s.item};
    return f;
}

const struct tmodule *schedule_module(struct arena *a, const struct plan *p) {
    struct tmodule *m = ARENA_NEW(a, struct tmodule);
    *m = *p->module;
    memset(&m->funcs, 0, sizeof(m->funcs));
    for (int i = 0; i < p->funcs.n; ++i) {
        vec_push(a, &m->funcs, with_forms(a, p->funcs.item[i]));
    }
    return m;
}
