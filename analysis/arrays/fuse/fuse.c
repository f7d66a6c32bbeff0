/* Fusion of array statements: MAPs and REDUCEs that may share their loops become FUSED statements.
 *
 *   raise     loops over elements beside array statements, and parallel ones beside one another,
 *             become some: fuse_raise_run.c
 *   parts     rows and columns of what is written as a whole after them are copied: fuse_parts.c
 *   rename    in each region (a run of statements without control flow) a variable that is assigned
 *             again gets a name of its own before, so that the names order nothing; so does an
 * array that only the region reads, whose name means others elsewhere collect   what each statement
 * needs, reads and writes; extents and views by value number partition which array statements share
 * loops: a graph with forbidden pairs, partition.h rewrite   the region in an order that keeps all
 * that must come before
 *
 * The statements between array statements move too: a CHECK stays before all that stood after it,
 * and after all writes before it that a caller could see. */
#include "fuse.h"

#include "build.h"
#include "fuse_graph.h"
#include "thresholds.h"

enum {
    SEARCH_WORK = 16000 /* nodes of the search for the optimum, times statements */
};

struct fuser {
    struct arena *a;   /* of the module */
    struct arena work; /* of a function */
    struct arena part; /* of a region */
    struct tmodule *m;
    struct fuse_function ff;
    struct fuse_owned owned; /* by regions of the function */
    const struct fuse_options *options;
    struct fuse_report *report;
    bool changed;
};

/* ---- regions */

/* Statements from b->item[first] on that make a region; worth: is there anything to gain? */
static int region_length(const struct tblock *b, int first, bool *worth) {
    int n = 0, arrays = 0;
    bool filled = false;
    while (first + n < b->n && n < FUSE_MAX_STATEMENTS && arrays < PARTITION_MAX &&
           fuse_may_stand(b->item[first + n])) {
        const struct tstmt *s = b->item[first + n];
        arrays += fuse_is_array(s);
        filled = filled || (s->kind == TS_ALLOC && s->alloc.fill != FILL_NONE);
        ++n;
    }
    *worth = arrays > 1 || (arrays == 1 && filled);
    return n;
}

/* ---- the report */

/* A region with the partition found for it. */
struct attempt {
    struct fuse_region *r;
    struct fuse_graph g;
    struct partition p;
    struct fuse_schedule schedule;
};

static const char *line_of(const struct fuser *x, struct span at) {
    return x->m->source ? source_line_text(x->m->source, x->a, at, x->ff.f->span) : "0";
}

static void tell(struct fuser *x, struct fuse_note note) {
    vec_push(x->a, &x->report->note, note);
}

static void tell_when(struct fuser *x, const struct texpr *guard) {
    tell(x, (struct fuse_note){.kind = FUSE_WHEN, .text = expr_text(x->a, guard)});
}

/* Adds the name, as written, of an array that is gone. */
static void add_name(struct fuser *x, struct fuse_note *note, const struct tvar *v) {
    for (int i = 0; i < x->owned.list.n; ++i) {
        v = x->owned.list.item[i].own == v ? x->owned.list.item[i].of : v;
    }
    for (int i = 0; i < note->names.n; ++i) {
        if (note->names.item[i] == v->name) {
            return;
        }
    }
    vec_push(x->a, &note->names, v->name);
}

static void tell_block(struct fuser *x, const struct fuse_region *r, const struct partition *p,
                       const struct fuse_schedule *schedule, int block) {
    struct fuse_note note = {.kind = FUSE_BLOCK,
                             .rows = schedule->rows[block] ? schedule->loops[block] : 0};
    for (int v = 0; v < r->n_vertices; ++v) {
        if (p->block[v] == block) {
            vec_push(x->a, &note.lines, line_of(x, r->stmt[r->at[v]].s->span));
        }
    }
    for (int i = 0; i < r->root.n; ++i) {
        const struct fuse_root *root = &r->root.item[i];
        if (root->first >= 0 && p->block[root->first] == block && schedule->gone[i]) {
            add_name(x, &note, r->stmt[root->alloc].s->alloc.dst);
        }
    }
    if (note.lines.n > 1 || note.names.n > 0) {
        tell(x, note);
    }
}

static const char *vertex_line(const struct fuser *x, const struct fuse_graph *g, int v) {
    return line_of(x, g->r->stmt[g->r->at[v]].s->span);
}

static struct fuse_note apart_note(const struct fuser *x, const struct fuse_graph *g, int u,
                                   int v) {
    return (struct fuse_note){
        .kind = FUSE_APART, .line = vertex_line(x, g, v), .with = vertex_line(x, g, u)};
}

static void tell_pair(struct fuser *x, const struct fuse_graph *g, int u, int v,
                      const struct why *why) {
    struct fuse_note note = apart_note(x, g, u, v);
    note.why = *why;
    tell(x, note);
}

/* The blocks of u and v are two, other than for what is forbidden of u and v themselves. */
static void tell_apart(struct fuser *x, const struct fuse_graph *g, const struct partition *p,
                       int u, int v) {
    struct fuse_note note = apart_note(x, g, u, v);
    int n = g->g.n;
    int *one = ARENA_ARRAY(&x->part, int, n);
    for (int i = 0; i < n; ++i) {
        one[i] = p->block[i] == p->block[v] ? p->block[u] : p->block[i];
    }
    note.why.kind = WHY_OTHERS_BETWEEN;
    if (partition_legal(&g->g, one)) {
        if (partition_cost(&g->g, x->options->model, one) < p->cost) {
            return;
        }
        note.why.kind = WHY_SAVES_NOTHING;
        tell(x, note);
        return;
    }
    for (int i = 0; i < n && !note.of[0]; ++i) {
        for (int k = 0; k < i && !note.of[0]; ++k) {
            if (one[i] == one[k] && g->why[i * n + k]) {
                note.why = *g->why[i * n + k];
                note.of[0] = vertex_line(x, g, k);
                note.of[1] = vertex_line(x, g, i);
            }
        }
    }
    tell(x, note);
}

/* Why v is in no block with statements before it that touch the same arrays: the nearest one. Where
 * that is not the reason, why the block that v begins is not that of the statement before. */
static void tell_why(struct fuser *x, const struct fuse_graph *g, const struct partition *p,
                     int v) {
    int n = g->g.n;
    bool first = true; /* of its block */
    for (int u = v - 1; u >= 0; --u) {
        const struct why *why = g->why[v * n + u];
        if (p->block[u] != p->block[v] && why && (g->g.before[v] >> u & 1)) {
            tell_pair(x, g, u, v, why);
            return;
        }
        first = first && p->block[u] != p->block[v];
    }
    if (v > 0 && first && x->options->algorithm != PARTITION_LINEAR) {
        const struct why *why = g->why[v * n + v - 1];
        if (why) {
            tell_pair(x, g, v - 1, v, why);
        } else {
            tell_apart(x, g, p, v - 1, v);
        }
    }
}

static void tell_region(struct fuser *x, const struct attempt *t) {
    const struct fuse_graph *g = &t->g;
    const struct partition *p = &t->p;
    int *alone = ARENA_ARRAY(&x->part, int, g->g.n);
    for (int v = 0; v < g->g.n; ++v) {
        alone[v] = v;
    }
    if (g->g.n < 2) {
        return;
    }
    tell(x, (struct fuse_note){.kind = FUSE_REGION,
                               .n = g->g.n,
                               .blocks = p->n_blocks,
                               .before = partition_cost(&g->g, x->options->model, alone),
                               .after = p->cost,
                               .cut = x->options->algorithm == PARTITION_OPTIMAL && !p->optimal});
    for (int b = 0; b < p->n_blocks; ++b) {
        tell_block(x, g->r, p, &t->schedule, b);
    }
    for (int v = 0; v < g->g.n; ++v) {
        tell_why(x, g, p, v);
    }
}

/* ---- explicit loops */

typedef void block_visitor(struct fuser *x, struct tblock *b);

static void visit_inside(struct fuser *x, struct tstmt *s, block_visitor *visit) {
    const struct tblock *block[3];
    int n = stmt_blocks(s, block);
    for (int i = 0; i < n; ++i) {
        visit(x, (struct tblock *)block[i]);
    }
}

/* Is there a loop with an array statement, or another loop, in its block? */
static bool has_raisable(const struct tblock *b) {
    int loops = 0, arrays = 0;
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        loops += b->item[i]->kind == TS_FOR;
        arrays += fuse_is_array(b->item[i]);
        int blocks = stmt_blocks(b->item[i], block);
        for (int k = 0; k < blocks; ++k) {
            if (has_raisable(block[k])) {
                return true;
            }
        }
    }
    return loops > 0 && loops + arrays > 1;
}

static void tell_raised(struct fuser *x, const struct fuse_raised *run) {
    for (int i = 0, n = 0; i < run->s.n; ++i) {
        const struct tstmt *from = run->from.item[i];
        n = from ? n + 1 : 0;
        if (from && (i == run->s.n - 1 || run->from.item[i + 1] != from)) {
            const char *line = line_of(x, from->span);
            tell(x, (struct fuse_note){.kind = FUSE_RAISED, .line = line, .n = n});
            n = 0;
        }
    }
}

/* Loops beside array statements become some where they can. */
static void raise_block(struct fuser *x, struct tblock *b) {
    VEC(struct tstmt *) out = {0};
    for (int i = 0; i < b->n;) {
        struct fuse_raised run;
        if (fuse_raise_run(x->a, &x->part, &x->ff, b, i, &run)) {
            x->changed = true;
            tell_raised(x, &run);
            for (int k = 0; k < run.s.n; ++k) {
                vec_push(x->a, &out, run.s.item[k]);
            }
            i += run.n;
        } else {
            for (int k = 0; k <= run.n && i < b->n; ++k) { /* what ends the run, too */
                visit_inside(x, b->item[i], raise_block);
                vec_push(x->a, &out, b->item[i++]);
            }
        }
        arena_clear(&x->part);
    }
    b->n = out.n;
    b->item = out.item;
}

/* ---- one function */

/* Under assumptions it is of a copy. What they are made for may come late in it: then once more,
 * with all of them from the begin on. */
static struct attempt attempt(struct fuser *x, const struct tblock *b, enum fuse_assume assume) {
    struct tblock copy = assume ? fuse_copy(x->a, &x->ff, b) : *b;
    struct attempt t = {.r = fuse_region_collect(&x->part, &x->ff, &copy, assume, NULL)};
    if (assume && fuse_knows_late(t.r)) {
        copy = fuse_copy(x->a, &x->ff, b);
        t.r = fuse_region_collect(&x->part, &x->ff, &copy, assume, t.r);
    }
    t.g = fuse_graph_build(t.r);
    t.p = partition_find(&x->part, &t.g.g, x->options->algorithm, x->options->model,
                         SEARCH_WORK / (t.g.g.n + 1));
    t.schedule = fuse_schedule_make(t.r, t.p.block, t.p.n_blocks);
    return t;
}

static struct tblock rewrite(struct fuser *x, struct attempt *t) {
    tell_region(x, t);
    return fuse_rewrite(x->a, t->r, &t->schedule, x->report);
}

static bool has_rows(const struct fuse_schedule *schedule) {
    for (int i = 0; i < schedule->n_blocks; ++i) {
        if (schedule->rows[i]) {
            return true;
        }
    }
    return false;
}

/* Two versions: one for operands that do not broadcast and do not overlap, and one for all. */
static struct tblock guarded(struct fuser *x, struct attempt *best, struct texpr *guard,
                             struct attempt *any) {
    struct tstmt *s = build_stmt(x->a, TS_IF, any->r->stmt[0].s->span);
    s->if_.cond = guard;
    tell_when(x, guard);
    s->if_.then = rewrite(x, best);
    tell(x, (struct fuse_note){.kind = FUSE_OTHERWISE});
    s->if_.els = rewrite(x, any);
    s->if_.likely = !has_rows(&best->schedule); /* which ask for many */
    return build_block(x->a, s);
}

/* The best under assumptions. Rows are asked for where they save a good part of the cost. */
static struct attempt optimist(struct fuser *x, const struct tblock *b, const struct attempt *any) {
    struct attempt best = attempt(x, b, ASSUME_ROWS);
    if (has_rows(&best.schedule) && any->p.cost - best.p.cost < any->p.cost / ROWS_WORTH) {
        best = attempt(x, b, ASSUME_FIT);
    }
    return best;
}

static struct tblock fuse_region(struct fuser *x, const struct tblock *b) {
    struct attempt any = attempt(x, b, ASSUME_NOTHING);
    x->changed = true;
    if (any.p.n_blocks > 1) {
        struct attempt best = optimist(x, b, &any);
        bool better = any.p.cost - best.p.cost > any.p.cost / GUARD_WORTH;
        struct texpr *guard = better ? fuse_guard(x->a, best.r, &best.schedule) : NULL;
        if (guard) {
            return guarded(x, &best, guard, &any);
        }
    }
    return rewrite(x, &any);
}

static void rename_block(struct fuser *x, struct tblock *b) {
    int *next = NULL;
    for (int i = 0; i < b->n; ++i) {
        bool worth;
        int n = region_length(b, i, &worth);
        if (worth) {
            n = fuse_copy_parts(x->a, &x->ff, b, i, n);
            next = next ? next : ARENA_ARRAY(&x->work, int, x->ff.n_vars);
            fuse_rename_region(x->a, &x->ff, b, i, n, next, &x->owned);
        }
        visit_inside(x, b->item[i], rename_block);
        i += n > 0 ? n - 1 : 0;
    }
}

static void fuse_block(struct fuser *x, struct tblock *b) {
    VEC(struct tstmt *) out = {0};
    for (int i = 0; i < b->n;) {
        bool worth;
        int n = region_length(b, i, &worth);
        struct tblock part = {.n = n > 0 ? n : 1, .item = &b->item[i]};
        if (worth) {
            part = fuse_region(x, &part);
            fuse_share_names(&x->ff, &part, &x->owned);
            arena_clear(&x->part);
        } else if (n == 0) {
            visit_inside(x, part.item[0], fuse_block);
        }
        for (int k = 0; k < part.n; ++k) {
            vec_push(x->a, &out, part.item[k]);
        }
        i += n > 0 ? n : 1;
    }
    b->n = out.n;
    b->item = out.item;
}

/* Is there a region with something to gain? */
static bool has_work(const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        bool worth;
        int n = region_length(b, i, &worth);
        if (worth) {
            return true;
        }
        int blocks = stmt_blocks(b->item[i], block);
        for (int k = 0; k < blocks; ++k) {
            if (has_work(block[k])) {
                return true;
            }
        }
        i += n > 0 ? n - 1 : 0;
    }
    return false;
}

static void fuse_function(struct fuser *x, struct tfunc *f) {
    bool raisable = has_raisable(&f->body);
    if (!raisable && !has_work(&f->body)) {
        return;
    }
    x->changed = false;
    if (raisable) {
        x->ff = fuse_function_collect(&x->work, x->m, f);
        raise_block(x, &f->body);
    }
    x->ff = (struct fuse_function){.a = &x->work, .m = x->m, .f = f, .n_vars = f->n_vars};
    x->ff.vars = (struct new_vars){.f = f, .table = &x->work};
    x->owned = (struct fuse_owned){0};
    rename_block(x, &f->body);
    x->ff = fuse_function_collect(&x->work, x->m, f);
    x->ff.out = x->a;
    fuse_block(x, &f->body);
    if (x->changed) {
        tir_renumber(&x->work, f);
    }
    arena_clear(&x->work);
}

/* ---- all */

static void tell_inlined(struct fuser *x, const struct tfunc *f, const struct inlining *inlining) {
    for (int i = 0; inlining && i < inlining->call.n; ++i) {
        const struct inlined_call *call = &inlining->call.item[i];
        if (call->caller == f) {
            tell(x, (struct fuse_note){.kind = FUSE_INLINED,
                                       .line = line_of(x, call->at),
                                       .name = call->callee->pyname});
        }
    }
}

struct fusion *fuse_run(struct arena *a, struct tmodule *m, const struct fuse_options *options,
                        const struct inlining *inlining) {
    struct fusion *fusion = ARENA_NEW(a, struct fusion);
    fusion->options = *options;
    fusion->n = m->funcs.n;
    fusion->func = ARENA_ARRAY(a, struct tfunc *, m->funcs.n);
    fusion->report = ARENA_ARRAY(a, struct fuse_report, m->funcs.n);
    struct fuser x = {.a = a, .m = m, .options = options};
    arena_init(&x.work);
    arena_init(&x.part);
    for (int i = 0; i < m->funcs.n && options->algorithm != PARTITION_NONE; ++i) {
        fusion->func[i] = m->funcs.item[i];
        x.report = &fusion->report[i];
        x.ff.f = m->funcs.item[i];
        tell_inlined(&x, m->funcs.item[i], inlining);
        fuse_function(&x, m->funcs.item[i]);
    }
    arena_free(&x.part);
    arena_free(&x.work);
    return fusion;
}

const struct fuse_report *fusion_report(const struct fusion *fusion, const struct tfunc *f) {
    for (int i = 0; fusion && i < fusion->n; ++i) {
        if (fusion->func[i]->name == f->name) { /* the analysis may have made a new one */
            return &fusion->report[i];
        }
    }
    return NULL;
}
