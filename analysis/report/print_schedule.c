/* --emit schedule: the versions of each nest, what was done to each loop, where and why, and the
 * TIR that came of it.
 *
 *     function f:
 *         nest 0, line 4: fast and strided, one text; exact
 *             loop i, line 5: accumulators 4: s
 *                 each iteration would wait for the one before
 *                 form over i_lo_5..i_hi_6 {
 *                     ...
 *                 }
 *
 * Steps that the printers still do while they print say so. */
#include "explain.h"
#include "offload.h"
#include "schedule.h"
#include "walk.h"

struct printer {
    const struct plan *plan;
    const struct func_plan *fp;
    struct writer *w;
    struct arena arena;
};

static int line_of(const struct printer *p, struct span span) {
    return p->plan->module->source ? source_pos(p->plan->module->source, span.lo).line : 0;
}

static const char *version_text(const struct version *v) {
    switch (v->variant) {
    case VARIANT_BODY:
        return "body";
    case VARIANT_FAST:
        return !v->both   ? "fast"
               : v->exact ? "fast, strided and exact, one text"
                          : "fast and strided, one text";
    case VARIANT_EXACT:
        return "exact";
    case VARIANT_INSPECT:
        return "inspect";
    case VARIANT_KERNEL:
        return v->flags ? "kernel whose checks set a flag" : "kernel";
    }
    return "?";
}

static void print_versions(struct printer *p, const struct nest *n) {
    const struct nest_versions *v = &p->fp->versions[n->id];
    w_put(p->w, "nest %d, line %d:", n->id, line_of(p, n->root->span));
    for (int i = 0; i < v->n; ++i) {
        w_put(p->w, "%s %s%s", i ? ";" : "", version_text(&v->text[i]),
              v->text[i].vectors == VECTORS_ALL ? ", vectors at any stride" : "");
    }
    if (n->device && !n->device->left) {
        w_put(p->w, "; %s", version_text(&v->kernel));
    } else if (n->device) {
        w_put(p->w, "; no kernel: %s", device_left_text(&p->arena, n->device));
    }
    w_line(p->w, "%s", "");
}

static void print_step(struct printer *p, const struct tstmt *loop, const char *how,
                       const char *what, const char *why) {
    p->w->indent++;
    w_line(p->w, "loop %s, line %d%s: %s", loop->for_.counter->name, line_of(p, loop->span), how,
           what);
    p->w->indent++;
    w_line(p->w, "%s", why);
    p->w->indent -= 2;
}

static const char *combined(struct arena *a, const struct loop_plan *p) {
    const char *text = "";
    for (int i = 0; i < p->reductions.n; ++i) {
        text = arena_printf(a, "%s%s%s", text, i ? ", " : "", p->reductions.item[i].var->name);
    }
    return text;
}

static const char *names_of(struct arena *a, const struct expanded *list) {
    const char *text = "";
    for (int i = 0; i < list->var.n; ++i) {
        text = arena_printf(a, "%s%s%s", text, i ? ", " : "", list->var.item[i]->name);
    }
    return text;
}

/* The counters of the loops directly inside. */
static const char *inner(struct arena *a, const struct tstmt *loop) {
    const char *text = "";
    for (int i = 0; i < loop->for_.body.n; ++i) {
        const struct tstmt *s = loop->for_.body.item[i];
        if (s->kind == TS_FOR) {
            text = arena_printf(a, "%s%s%s", text, *text ? ", " : "", s->for_.counter->name);
        }
    }
    return text;
}

static const char *step_text(struct arena *a, const struct loop_plan *p,
                             const struct schedule_step *step) {
    switch (step->kind) {
    case STEP_WAITS:
        return arena_printf(a, "split by %d, expand %s", step->n, names_of(a, &step->expanded));
    case STEP_LANES:
        return arena_printf(a, "split by %d, expand %s, jam %s", step->n,
                            names_of(a, &step->expanded), inner(a, p->stmt));
    case STEP_SEARCH:
        return arena_printf(a, "split by %d, ends early", step->n);
    case STEP_ACCUMULATORS:
        return arena_printf(a, "accumulators %d: %s", step->n, combined(a, p));
    case STEP_VERSION:
        return arena_printf(a, "version for up to %d iterations, in order", step->n);
    case STEP_RANGE:
        return "range of its counter";
    case STEP_GATHER:
        return arena_printf(a, "masked vectors: %s", combined(a, p));
    case STEP_TURNS:
        return arena_printf(a, "accumulators %d, in turn: %s", step->n, combined(a, p));
    case STEP_CUT:
        return arena_printf(a, "cut in %d", step->n + 1);
    case STEP_HOLD:
        return "holds what all iterations read";
    case STEP_FLAG:
        return "flag for its checks";
    case STEP_STRIPS:
        break;
    }
    return arena_printf(a, "split by %d, accumulators: %s", step->n, combined(a, p));
}

static const char *step_why(struct arena *a, const struct loop_plan *p,
                            const struct schedule_step *step) {
    switch (step->kind) {
    case STEP_WAITS:
        return "what is combined in order takes long to compute";
    case STEP_LANES:
        return p->chains ? "iterations of the loops inside wait for each other"
                         : "neighbouring iterations touch neighbouring elements";
    case STEP_SEARCH:
        return arena_printf(a, "`%s` is decided by one iteration", combined(a, p));
    case STEP_ACCUMULATORS:
    case STEP_TURNS:
        return "each iteration would wait for the one before";
    case STEP_VERSION:
        return "a short loop takes longer to begin and to end than its iterations do";
    case STEP_RANGE:
        return "where both ends are in range, no iteration is checked";
    case STEP_GATHER:
        return "rows are short, and indices are data";
    case STEP_CUT:
        return "a turned array is read in pieces, each of neighbouring elements";
    case STEP_HOLD:
        return "compilers of C do not see that the store leaves it as it is";
    case STEP_FLAG:
        return p->sticky ? "where one fails, it raises behind the loop"
                         : "where one fails, the loop runs again with them";
    case STEP_STRIPS:
        break;
    }
    return "neighbouring iterations make a vector";
}

static void print_form(struct printer *p, const struct loop_plan *l, const struct loop_form *f,
                       const char *how) {
    for (int i = 0; i < f->steps.n; ++i) {
        const struct schedule_step *step = &f->steps.item[i];
        print_step(p, l->stmt, how, step_text(&p->arena, l, step), step_why(&p->arena, l, step));
    }
    p->w->indent += 2;
    w_open(p->w, "form over %s..%s", f->lo->name, f->hi->name);
    tir_print_block(&f->body, p->w);
    w_close(p->w, "");
    p->w->indent -= 2;
}

static void print_loops(struct printer *p, const struct tstmt *s) {
    const struct tblock *block[3];
    const struct loop_plan *l = s->kind == TS_FOR ? &p->fp->loop[s->for_.loop] : NULL;
    if (l && l->order && schedule_reordered(s)) {
        print_step(p, s, "", "reorder", exchange_text(&p->arena, l->order));
    }
    if (l && l->form) {
        print_form(p, l, l->form, "");
    }
    if (l && l->kernel) {
        print_form(p, l, l->kernel, " of a kernel");
    }
    for (int i = 0, n = stmt_blocks(s, block); i < n; ++i) {
        for (int k = 0; k < block[i]->n; ++k) {
            print_loops(p, block[i]->item[k]);
        }
    }
}

static void print_tile(struct printer *p, const struct nest *n) {
    bool runs = n->tile && n->tile->reason == TILE_RUNS;
    if (n->tile) {
        print_step(p, n->root, "",
                   runs ? arena_printf(&p->arena, "tile: %s", tile_text(&p->arena, n->tile))
                        : "no tiles",
                   runs ? "each value that is read is used by all rows or by all lanes"
                        : tile_text(&p->arena, n->tile));
    }
}

static void print_block(struct printer *p, const char *what, const struct tblock *b) {
    p->w->indent += 2;
    w_open(p->w, "%s", what);
    tir_print_block(b, p->w);
    w_close(p->w, "");
    p->w->indent -= 2;
}

/* On a device: boxes of iterations, groups that share, strips. */
static void print_device(struct printer *p, const struct nest *n) {
    static const char *const what[] = {[BOX_ALONE] = "form of a box",
                                       [BOX_SHARED] = "form of a box in a group that shares memory",
                                       [BOX_GROUP] = "form of an iteration by a group",
                                       [BOX_RESULTS] = "form of a range by a group, with results"};
    const struct device_plan *d = n->device;
    const struct box_form *f = p->fp->loop[n->root->for_.loop].box;
    for (int k = 0; f && k < d->dims; ++k) {
        if (d->lanes[k] > 1) {
            print_step(p, d->dim[k], " of a kernel",
                       arena_printf(&p->arena, "split by %d, expand %s, jam", d->lanes[k],
                                    names_of(&p->arena, &f->expanded)),
                       "what neighbouring iterations share is loaded once");
        }
    }
    for (int i = 0; d && !d->left && i < d->splits.n; ++i) {
        print_step(p, d->splits.item[i].loop, " of a kernel",
                   "split over a work-group, accumulators for each work-item",
                   "there are few iterations around it");
    }
    for (int i = 0; d && !d->left && i < d->locals.n; ++i) {
        if (d->locals.item[i].loop) {
            print_step(p, d->locals.item[i].loop, " of a kernel",
                       "split into strips in local memory", "work-items of a group share elements");
        }
    }
    for (int i = 0; f && i < BOX_BLOCKS; ++i) {
        if (f->block[i].n > 0) {
            print_block(p, what[i], &f->block[i]);
        }
    }
}

void schedule_print(const struct plan *plan, struct writer *w) {
    struct printer p = {.plan = plan, .w = w};
    arena_init(&p.arena);
    for (int i = 0; i < plan->funcs.n; ++i) {
        p.fp = plan->funcs.item[i];
        w_line(w, "function %s:", p.fp->func->name);
        w->indent++;
        for (int k = 0; k < p.fp->nests.n; ++k) {
            print_versions(&p, p.fp->nests.item[k]);
            print_tile(&p, p.fp->nests.item[k]);
            print_loops(&p, p.fp->nests.item[k]->root);
            print_device(&p, p.fp->nests.item[k]);
        }
        w->indent--;
    }
    arena_free(&p.arena);
}
