/* The plan of a module: the passes over each function and each of its nests, in order. */
#include "bounds.h"
#include "device_task.h"
#include "fuse_walk.h"
#include "passes.h"
#include "system.h"

struct planner {
    struct arena *arena; /* of the module: what stays */
    struct arena *work;  /* of the function at hand, cleared after it */
    const struct tmodule *module;
    const struct plan *plan; /* so far */
    const struct analysis_options *options;
    struct diag *diag;
    struct summary *summaries;
    bool *called; /* by function id */
    struct ty *ty_int, *ty_float, *ty_bool;
};

/* One function at work. */
struct function {
    struct planner *p;
    const struct facts *facts;
    const struct live *live;
    struct func_plan *fp;
    const bool *apart; /* by stmt id: time loops; or NULL */
    struct var_memo *var;
    struct form **of_stmt;
    bool *of_stmt_known;
};

static struct func_plan *new_func_plan(struct arena *a, struct tfunc *f) {
    struct func_plan *fp = ARENA_NEW(a, struct func_plan);
    fp->func = f;
    fp->loop = ARENA_ARRAY(a, struct loop_plan, f->n_loops);
    fp->nest_of_stmt = ARENA_ARRAY(a, struct nest *, f->n_stmts);
    fp->hoisted = ARENA_ARRAY(a, bool, f->n_stmts);
    fp->negative = ARENA_ARRAY(a, bool, f->n_stmts);
    fp->peeks = ARENA_ARRAY(a, bool, f->n_stmts);
    fp->owns = ARENA_ARRAY(a, bool, f->n_vars);
    fp->lent = ARENA_ARRAY(a, bool, f->n_vars);
    fp->fresh = ARENA_ARRAY(a, bool, f->n_vars);
    fp->strided = ARENA_ARRAY(a, bool, f->n_vars);
    fp->backward = ARENA_ARRAY(a, bool, f->n_vars);
    fp->flat = ARENA_ARRAY(a, struct tvar *, f->n_vars);
    fp->writes_param = ARENA_ARRAY(a, bool, f->n_params);
    fp->changes_param = ARENA_ARRAY(a, bool, f->n_params);
    fp->writes_whole = ARENA_ARRAY(a, bool, f->n_params);
    return fp;
}

/* ---- loops: what the block structure says */

/* The loops around a loop are not innermost. */
static void mark_around(const struct facts *f, struct func_plan *fp, const struct tstmt *s) {
    for (const struct tstmt *l = fact_of(f, s)->loop; l; l = fact_of(f, l)->loop) {
        fp->loop[l->kind == TS_FOR ? l->for_.loop : l->while_.loop].innermost = false;
    }
}

static void plan_loops(const struct facts *f, struct func_plan *fp) {
    for (int pos = 0; pos < f->n; ++pos) {
        struct tstmt *s = f->order[pos]->stmt;
        if (s->kind != TS_FOR && s->kind != TS_WHILE) {
            continue;
        }
        const struct nest *nest = fp->nest_of_stmt[s->id];
        struct loop_plan *l = &fp->loop[s->kind == TS_FOR ? s->for_.loop : s->while_.loop];
        l->stmt = s;
        l->innermost = true;
        l->in_parallel = nest && nest->parallel;
        l->depth = nest ? f->order[pos]->depth - fact_of(f, nest->root)->depth : 0;
        mark_around(f, fp, s);
    }
}

/* ---- one nest */

static bool may_raise(const struct facts *f, const struct summary *summaries,
                      const struct stmt_fact *root, bool bounds) {
    for (int pos = root->pos; pos <= root->end; ++pos) {
        const struct tstmt *s = f->order[pos]->stmt;
        bool index = s->kind == TS_INDEX && bounds;
        bool call = s->kind == TS_CALL && summaries[s->call.callee->id].may_raise;
        bool copy = s->kind == TS_VIEW && view_may_copy(s);
        if (index || call || copy || s->kind == TS_CHECK || s->kind == TS_RAISE ||
            s->kind == TS_ALLOC || s->kind == TS_LIB || s->kind == TS_LIST) {
            return true;
        }
    }
    return false;
}

/* Exchanged loops run in another order only where no iteration raises; seen from both orders, that
 * must be the same. */
static void verify_exchanged(const struct function *fn, const struct stmt_fact *root) {
    for (int pos = root->pos; pos <= root->end; ++pos) {
        const struct tstmt *s = fn->facts->order[pos]->stmt, *l = fn->facts->order[pos]->loop;
        bool checked = (s->kind == TS_INDEX && fn->p->options->bounds) || s->kind == TS_CHECK;
        for (; checked && !fn->fp->hoisted[s->id] && l; l = fact_of(fn->facts, l)->loop) {
            if (l->kind == TS_FOR && l->for_.source) {
                die("loops that may raise were exchanged");
            }
        }
    }
}

static struct scope new_scope(struct function *fn, int lo, int hi, int stamp) {
    struct planner *p = fn->p;
    return (struct scope){.arena = p->work,
                          .facts = fn->facts,
                          .lo = lo,
                          .hi = hi,
                          .ty_int = p->ty_int,
                          .ty_float = p->ty_float,
                          .ty_bool = p->ty_bool,
                          .stamp = stamp,
                          .var = fn->var,
                          .of_stmt = fn->of_stmt,
                          .of_stmt_known = fn->of_stmt_known,
                          .hoisted = fn->fp->hoisted,
                          .solver = hard_solver(),
                          .hard = HARD_QUESTIONS,
                          .fp_strict = p->options->fp_strict,
                          .tally = p->plan->tally};
}

static void plan_nest_loops(struct function *fn, struct scope *sc, const struct access_list *list,
                            struct nest *nest) {
    struct planner *p = fn->p;
    const struct verdict_task task = {sc, fn->live, list, p->summaries, p->options, nest, p->diag};
    for (int pos = sc->lo; pos <= sc->hi; ++pos) {
        struct tstmt *s = fn->facts->order[pos]->stmt;
        if (s->kind != TS_FOR) {
            continue;
        }
        struct loop_plan *l = &fn->fp->loop[s->for_.loop];
        if (s->for_.parallel) {
            verdict_decide(&task, l);
            l->triangular = loop_is_triangular(sc, s);
        }
        if (l->innermost) {
            simd_decide(sc, fn->live, list, fn->fp, l, p->options->fp_strict);
        }
    }
    lanes_find(sc, fn->live, list, fn->fp, nest->root);
}

/* Variables, checks and accesses of a nest: what everything else about it begins with. */
static struct access_list *open_nest(struct function *fn, struct nest *nest, struct scope *sc) {
    struct planner *p = fn->p;
    const struct stmt_fact *root = fact_of(fn->facts, nest->root);
    *sc = new_scope(fn, root->pos, root->end, nest->id + 1);
    nest_variables(p->work, fn->facts, fn->live, nest);
    bounds_hoist(sc, fn->fp, nest);
    return access_collect(sc, fn->fp->hoisted, fn->fp->negative, p->summaries);
}

static void plan_nest(struct function *fn, struct nest *nest) {
    struct planner *p = fn->p;
    const struct stmt_fact *root = fact_of(fn->facts, nest->root);
    struct scope sc;
    struct access_list *list = open_nest(fn, nest, &sc);
    nest_arrays(&sc, list, nest);
    plan_nest_loops(fn, &sc, list, nest);
    hints_nest(&sc, fn->live, list, nest, fn->fp);
    nest->table = nest->parallel && p->options->tables ? table_of_nest(&sc, list) : NULL;
    nest->parallel &= !loop_is_ordered(&fn->fp->loop[nest->root->for_.loop]);
    nest->collapse = nest->parallel ? nest_collapsible(&sc, fn->fp, nest) : 1;
    verify_exchanged(fn, root);
    nest->may_raise = may_raise(fn->facts, p->summaries, root, p->options->bounds);
    nest->work = work_estimate(&sc, nest);
    nest->rows = nest->parallel && nest->collapse == 1 ? work_rows(&sc, nest) : NULL;
    tile_find(p->arena, &sc, list, fn->fp, nest);
    sweep_find(p->arena, &sc, list, fn->fp, nest, p->options->bounds);
    if (fn->fp->func->gpu) {
        const struct device_task task = {&sc, fn->live, list, p->options, p->plan, fn->fp, nest};
        nest->device = device_decide(&task);
    }
}

/* ---- one function */

static void see_calls(struct planner *p, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        if (b->item[i]->kind == TS_CALL) {
            p->called[b->item[i]->call.callee->id] = true;
        }
        int n = stmt_blocks(b->item[i], block);
        for (int k = 0; k < n; ++k) {
            see_calls(p, block[k]);
        }
    }
}

/* For callers to come: what the function does to elements of its array parameters. */
static void tell_effects(struct function *fn, const struct tfunc *f) {
    struct planner *p = fn->p;
    if (p->called[f->id] && !f->recursive && fn->facts->n > 0) {
        fn->of_stmt = ARENA_ARRAY(p->work, struct form *, f->n_stmts);
        fn->of_stmt_known = ARENA_ARRAY(p->work, bool, f->n_stmts);
        struct scope sc = new_scope(fn, 0, fn->facts->n - 1, fn->fp->nests.n + 1);
        effects_collect(&sc, f, p->summaries, &p->summaries[f->id]);
        keep_effects(p->arena, &p->summaries[f->id]);
    }
}

static struct function open_function(struct planner *p, struct tfunc *f, const bool *apart) {
    struct func_plan *fp = new_func_plan(p->arena, f);
    struct function fn = {.p = p, .fp = fp, .apart = apart, .facts = facts_collect(p->work, f)};
    fn.live = live_compute(fn.facts);
    fn.var = ARENA_ARRAY(p->work, struct var_memo, f->n_vars);
    fn.of_stmt = ARENA_ARRAY(p->work, struct form *, f->n_stmts);
    fn.of_stmt_known = ARENA_ARRAY(p->work, bool, f->n_stmts);
    nest_discover(p->work, fn.facts, fp, apart);
    plan_loops(fn.facts, fp);
    return fn;
}

/* ---- loops over rows (rows.h) */

/* May an iteration raise, where a check before the nest does not decide it? */
static bool raises_inside(const struct function *fn, const struct stmt_fact *root) {
    for (int pos = root->pos; pos <= root->end; ++pos) {
        const struct tstmt *s = fn->facts->order[pos]->stmt;
        bool checks = (s->kind == TS_INDEX && fn->p->options->bounds) || s->kind == TS_CHECK;
        if (checks && !fn->fp->hoisted[s->id]) {
            return true;
        }
    }
    return false;
}

/* How a copy may run; found once for a nest of fn. */
enum copy_use { COPY_NOT, COPY_PARALLEL, COPY_TURNED };

/* Is it parallel? An exception must not leave behind what later iterations wrote. */
static bool rows_fit(struct function *fn, struct scope *sc, const struct access_list *list,
                     struct nest *nest) {
    nest_arrays(sc, list, nest);
    return loop_could_run_apart(sc, fn->live, list, nest->root) &&
           (!raises_inside(fn, fact_of(fn->facts, nest->root)) || nest_writes_own(fn->facts, nest));
}

/* Is it one loop over elements in order of columns, which may go through them row by row instead?
 * interchange.c has the copy next. */
static bool turns(struct function *fn, struct scope *sc, const struct access_list *list,
                  const struct tstmt *loop) {
    struct planner *p = fn->p;
    bool any = false;
    const struct loop_exchange **said =
        ARENA_ARRAY(p->work, const struct loop_exchange *, fn->fp->func->n_loops);
    struct tstmt **instead = ARENA_ARRAY(p->work, struct tstmt *, fn->fp->func->n_stmts);
    const struct interchange_task task = {p->arena,   sc,     fn->live, list,    p->summaries,
                                          p->options, fn->fp, said,     instead, &any};
    if (loop->for_.body.n == 1 && loop->for_.body.item[0]->kind == TS_FOR) {
        interchange_nest(&task);
    }
    return any;
}

static enum copy_use copy_use(struct function *fn, struct tstmt *loop) {
    struct nest *nest = fn->fp->nest_of_stmt[loop->id];
    struct scope sc;
    if (!nest || nest->root != loop) {
        return COPY_NOT;
    }
    const struct access_list *list = open_nest(fn, nest, &sc);
    return rows_fit(fn, &sc, list, nest) ? COPY_PARALLEL
           : turns(fn, &sc, list, loop)  ? COPY_TURNED
                                         : COPY_NOT;
}

static bool is_tried(const struct tstmt *s) {
    return s->kind == TS_IF && s->if_.then.n == 1 && s->if_.then.item[0]->kind == TS_FOR &&
           s->if_.then.item[0]->for_.tried;
}

struct settling {
    struct tir_copier copier;
    struct function *fn;
};

/* The block after the decision about the copies in it: what does not fit is left out. */
static struct tblock settled(const struct tblock *b, void *context) {
    struct settling *x = context;
    VEC(struct tstmt *) kept = {0};
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        bool tried = is_tried(s);
        enum copy_use use = tried ? copy_use(x->fn, s->if_.then.item[0]) : COPY_NOT;
        for (int k = 0; tried && use == COPY_NOT && k < s->if_.els.n; ++k) {
            vec_push(x->copier.a, &kept, stmt_copy_as(&x->copier, s->if_.els.item[k]));
        }
        if (!tried || use != COPY_NOT) {
            struct tstmt *copy = stmt_copy_as(&x->copier, s);
            vec_push(x->copier.a, &kept, copy);
            if (use == COPY_PARALLEL) {
                copy->if_.then.item[0]->for_.parallel = true;
            }
        }
    }
    return (struct tblock){kept.n, kept.item};
}

static struct tfunc *settle_rows(struct function *fn, const struct tfunc *f) {
    struct settling x = {{fn->p->arena, var_itself, settled, &x}, fn};
    struct tfunc *g = ARENA_NEW(fn->p->arena, struct tfunc);
    *g = *f;
    g->body = settled(&f->body, &x);
    tir_number(g);
    return g;
}

static bool has_tried(const struct facts *f) {
    bool any = false;
    for (int pos = 0; pos < f->n; ++pos) {
        any = any || is_tried(f->order[pos]->stmt);
    }
    return any;
}

/* ---- loops in blocks (blocks.c) */

/* Looks at a nest, without a word: does it run as tiles? It breaks no promise: else *fits is false.
 */
static bool runs_as_tiles(struct function *fn, struct nest *nest, bool *fits) {
    struct planner *p = fn->p;
    struct diag *said = p->diag, quiet = *said;
    struct scope sc;
    const struct access_list *list = open_nest(fn, nest, &sc);
    p->diag = &quiet;
    nest_arrays(&sc, list, nest);
    plan_nest_loops(fn, &sc, list, nest);
    tile_find(p->work, &sc, list, fn->fp, nest);
    p->diag = said;
    *fits = *fits && quiet.errors == said->errors;
    return nest->tile && nest->tile->reason == TILE_RUNS;
}

/* Do all nests in the choice keep what they promise, and those of these loops run as tiles? */
static bool choice_fits(struct function *fn, const struct tstmt *choice, struct tstmt *const *far,
                        int n) {
    const struct stmt_fact *fact = fact_of(fn->facts, choice);
    bool fits = true;
    for (int i = 0; i < fn->fp->nests.n; ++i) {
        struct nest *nest = fn->fp->nests.item[i];
        int pos = fact_of(fn->facts, nest->root)->pos;
        if (pos > fact->pos && pos <= fact->end) {
            bool tiled = runs_as_tiles(fn, nest, &fits);
            for (int k = 0; k < n; ++k) {
                fits = fits && (far[k] != nest->root || tiled);
            }
        }
    }
    return fits;
}

/* The function with this loop in blocks, where what is between these runs as tiles; NULL: else.
 * *fn has been looked at, and is looked at anew. */
static struct tfunc *block_loop(struct function *fn, struct tfunc *f, struct tstmt *loop) {
    struct planner *p = fn->p;
    struct tfunc *g = ARENA_NEW(p->arena, struct tfunc);
    struct new_vars vars = {.f = g, .table = p->work};
    struct tstmt *far[BLOCKS_FAR], **instead = ARENA_ARRAY(p->work, struct tstmt *, f->n_stmts);
    struct scope sc;
    struct nest nest = {.id = fn->fp->nests.n, .root = loop};
    const struct access_list *list = open_nest(fn, &nest, &sc);
    const struct interchange_task task = {p->arena,   &sc,    fn->live, list, p->summaries,
                                          p->options, fn->fp, NULL,     NULL, NULL};
    int n = 0;
    *g = *f;
    nest_arrays(&sc, list, &nest);
    instead[loop->id] = blocks_make(&task, &vars, &nest, far, &n);
    if (n > 0) {
        g->body = interchange_done(p->arena, g, instead)->body;
        tir_number(g);
        *fn = open_function(p, g, NULL);
        n = choice_fits(fn, instead[loop->id], far, n) ? n : 0;
    }
    *fn = open_function(p, n > 0 ? g : f, NULL);
    return n > 0 ? g : NULL;
}

/* The function with the outermost of its loops that can be in blocks, and are no tiles themselves;
 * f: there is none. */
static struct tfunc *block_loops(struct function *fn, struct tfunc *f) {
    for (int pos = 0; pos < fn->facts->n && !f->gpu; ++pos) {
        struct tstmt *s = fn->facts->order[pos]->stmt;
        struct nest *nest = fn->fp->nest_of_stmt[s->id];
        bool may = blocks_may(fn->facts, fn->facts->order[pos]), fits = true;
        bool tiled = may && nest && nest->root == s && runs_as_tiles(fn, nest, &fits);
        *fn = may ? open_function(fn->p, f, NULL) : *fn;
        struct tfunc *g = may && !tiled ? block_loop(fn, f, fn->facts->order[pos]->stmt) : NULL;
        f = g ? g : f;
        pos = g || tiled ? fn->facts->order[pos]->end : pos; /* of the choice, or the nest */
    }
    return f;
}

/* Is there a serial loop directly in another one? */
static bool has_band(const struct facts *f) {
    for (int pos = 1; pos < f->n; ++pos) {
        const struct tstmt *s = f->order[pos]->stmt, *around = f->order[pos]->parent;
        if (s->kind == TS_FOR && !s->for_.parallel && around && around->kind == TS_FOR &&
            !around->for_.parallel && around->for_.body.n == 1) {
            return true;
        }
    }
    return false;
}

/* Rows of copies that were exchanged run as the statements on vectors would have: on all threads.
 * Returns whether there are such, of which the function is to be looked at anew. */
static bool share_rows(struct function *fn) {
    bool any = false;
    for (int i = 0; i < fn->fp->nests.n; ++i) {
        struct tstmt *s = fn->fp->nests.item[i]->root;
        if (s->kind == TS_FOR && !s->for_.parallel && s->for_.body.n == 1 &&
            s->for_.body.item[0]->kind == TS_FOR && s->for_.body.item[0]->for_.tried) {
            s->for_.parallel = copy_use(fn, s) == COPY_PARALLEL;
            any = true;
        }
    }
    return any;
}

/* Exchanges loops of all nests, and then looks at the function anew. Which loops of the source
 * could be parallel is seen before. */
static void interchange(struct function *fn) {
    struct planner *p = fn->p;
    const struct func_plan *before = fn->fp;
    const struct loop_exchange **said =
        ARENA_ARRAY(p->work, const struct loop_exchange *, before->func->n_loops);
    bool any = false;
    struct tstmt **instead = ARENA_ARRAY(p->work, struct tstmt *, before->func->n_stmts);
    for (int i = 0; i < fn->fp->nests.n; ++i) {
        struct scope sc;
        const struct access_list *list = open_nest(fn, fn->fp->nests.item[i], &sc);
        hints_nest(&sc, fn->live, list, fn->fp->nests.item[i], fn->fp);
        const struct interchange_task task = {p->arena,   &sc,    fn->live, list,    p->summaries,
                                              p->options, fn->fp, said,     instead, &any};
        interchange_nest(&task);
    }
    *fn = open_function(p, any ? interchange_done(p->arena, before->func, instead) : before->func,
                        fn->apart);
    if (any && share_rows(fn)) {
        *fn = open_function(p, fn->fp->func, fn->apart);
    }
    for (int i = 0; i < before->func->n_loops; ++i) {
        fn->fp->loop[i].order = said[i];
        fn->fp->loop[i].could_prange = before->loop[i].could_prange;
    }
}

/* Serial loops around sweeps that may wait are no nests: the sweeps are. */
static void split_steps(struct function *fn, struct tfunc *f) {
    struct planner *p = fn->p;
    bool *apart = f->gpu ? NULL : sweeps_candidates(fn->facts, fn->fp);
    if (!apart) {
        return;
    }
    *fn = open_function(p, f, apart);
    for (int i = 0; i < fn->fp->nests.n; ++i) {
        struct nest *nest = fn->fp->nests.item[i];
        const struct tstmt *around = fact_of(fn->facts, nest->root)->loop;
        struct scope sc;
        if (around && apart[around->id]) {
            const struct access_list *list = open_nest(fn, nest, &sc);
            nest_arrays(&sc, list, nest);
            sweep_find(p->work, &sc, list, fn->fp, nest, p->options->bounds);
        }
    }
    sweeps_join(fn->facts, fn->fp);
    for (int pos = 0; pos < fn->facts->n; ++pos) {
        const struct tstmt *s = fn->facts->order[pos]->stmt;
        apart[s->id] = apart[s->id] && fn->fp->loop[s->for_.loop].steps;
    }
    *fn = open_function(p, f, apart);
}

static struct func_plan *plan_function(struct planner *p, struct tfunc *f) {
    struct function fn = open_function(p, f, NULL);
    if (has_tried(fn.facts)) {
        f = settle_rows(&fn, f);
        fn = open_function(p, f, NULL);
    }
    f = block_loops(&fn, f);
    split_steps(&fn, f);
    if (has_band(fn.facts)) {
        interchange(&fn);
    }
    struct func_plan *fp = fn.fp;
    for (int i = 0; i < fp->nests.n; ++i) {
        plan_nest(&fn, fp->nests.item[i]);
    }
    sweeps_join(fn.facts, fp);
    owns_decide(fn.facts, p->summaries, fp);
    strided_decide(fn.facts, fp);
    tell_effects(&fn, f);
    const struct summary *s = &p->summaries[f->id];
    fp->may_raise = s->may_raise;
    fp->loops = s->loops;
    for (int k = 0; k < f->n_params; ++k) {
        fp->writes_param[k] = type_holds_array(f->param[k]->type) && (s->writes & param_bit(k));
        fp->changes_param[k] = lists_changes_param(f, s, k);
        fp->writes_whole[k] = fp->writes_param[k] && (s->whole & param_bit(k));
    }
    keep_plan(p->arena, fp);
    arena_clear(p->work);
    return fp;
}

struct plan *analysis_run(struct arena *a, const struct tmodule *m,
                          const struct analysis_options *options, struct diag *d) {
    struct arena work;
    arena_init(&work);
    struct planner p = {.arena = a, .work = &work, .module = m, .options = options, .diag = d};
    struct plan *plan = ARENA_NEW(a, struct plan);
    plan->tally = ARENA_NEW(a, struct tally);
    plan->module = m;
    plan->options = *options;
    p.plan = plan;
    p.summaries = summary_compute(a, m);
    p.ty_int = type_of(a, m, DT_INT);
    p.ty_float = type_of(a, m, DT_FLOAT);
    p.ty_bool = type_of(a, m, DT_PYBOOL);
    p.called = ARENA_ARRAY(a, bool, m->funcs.n);
    for (int i = 0; i < m->funcs.n; ++i) {
        vec_push(a, &plan->funcs, NULL);
        see_calls(&p, &m->funcs.item[i]->body);
    }
    for (int i = 0; i < m->funcs.n; ++i) {
        struct tfunc *f = m->funcs.item[i];
        plan->funcs.item[f->id] = plan_function(&p, f);
    }
    arena_free(&work);
    return plan;
}
