/* --emit plan: what was decided for each function, nest and loop.
 *
 *     function saxpy: may raise, loops, writes y
 *         nest 0, line 4: parallel, collapse 1
 *             loop i, line 4: independent, simd
 *                 each iteration writes its own elements of y
 *             arrays: x read, y read written
 *             in: a, n
 *             check: 0 <= 0 and n - 1 < x.shape[0]
 *             disjoint: x y
 *             work: 4.0*n
 */
#include "analysis.h"
#include "build.h"
#include "explain.h"
#include "facts.h"
#include "offload.h"
#include "tell.h"

struct printer {
    const struct plan *plan;
    struct writer *w;
    struct arena arena; /* for expressions' text */
};

static int line_of(const struct printer *p, struct span span) {
    return p->plan->module->source ? source_pos(p->plan->module->source, span.lo).line : 0;
}

static const char *verdict_name(enum verdict v) {
    switch (v) {
    case VERDICT_SERIAL:
        return "serial";
    case VERDICT_INDEPENDENT:
        return "independent";
    case VERDICT_REDUCTION:
        return "reduction";
    case VERDICT_CHECKED:
        return "checked";
    case VERDICT_CONFLICT:
        return "conflict";
    case VERDICT_UNKNOWN:
        return "unknown";
    }
    return "?";
}

static void print_vars(struct printer *p, const char *title, struct tvar *const *v, int n) {
    if (n == 0) {
        return;
    }
    w_put(p->w, "%s:", title);
    for (int i = 0; i < n; ++i) {
        w_put(p->w, "%s %s", i ? "," : "", v[i]->name);
    }
    w_line(p->w, "%s", "");
}

static void print_loop(struct printer *p, const struct func_plan *fp, const struct loop_plan *l) {
    const char *name = l->stmt->kind == TS_FOR ? l->stmt->for_.counter->name : "while";
    w_line(p->w, "loop %s, line %d: %s%s%s%s%s", name, line_of(p, l->stmt->span),
           verdict_name(l->verdict), l->simd ? ", simd" : "", l->lanes ? ", lanes" : "",
           l->speculate ? ", speculate" : "", l->triangular ? ", triangular" : "");
    p->w->indent++;
    if (l->verdict != VERDICT_SERIAL || (l->stmt->kind == TS_FOR && l->stmt->for_.parallel)) {
        const char *asked = l->reason == REASON_ASKED ? "checked when called: " : "";
        w_line(p->w, "%s%s%s", asked, reason_text(&p->arena, fp, l),
               combined_text(&p->arena, fp, l));
    }
    if (l->order) {
        w_line(p->w, "order: %s", exchange_text(&p->arena, l->order));
    }
    for (int i = 0; i < l->reductions.n; ++i) {
        const struct reduction *r = &l->reductions.item[i];
        w_line(p->w, "reduction: %s by %s%s", r->var->name, op_info[r->op].name,
               r->ordered ? "; in order" : "");
    }
    for (int i = 0; i < l->element_reductions.n; ++i) {
        const struct element_reduction *r = &l->element_reductions.item[i];
        for (int k = 0; k < r->places.n; ++k) {
            w_line(p->w, "reduction: %s[%lld] by %s%s", r->array->name,
                   (long long)r->places.item[k].at, op_info[r->places.item[k].op].name,
                   r->ordered ? "; in order" : "");
        }
        if (r->places.n == 0) {
            w_line(p->w, "reduction: %s[...] by %s%s", r->array->name, op_info[r->op].name,
                   r->ordered ? "; in order" : "");
        }
    }
    print_vars(p, "private", l->privates.item, l->privates.n);
    p->w->indent--;
}

/* The loops of the nest, nested as they are. */
static void print_loops(struct printer *p, const struct func_plan *fp, const struct tstmt *s) {
    const struct tblock *block[3];
    bool loop = s->kind == TS_FOR || s->kind == TS_WHILE;
    int n = stmt_blocks(s, block);
    if (loop) {
        print_loop(p, fp, &fp->loop[s->kind == TS_FOR ? s->for_.loop : s->while_.loop]);
        p->w->indent++;
    }
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < block[i]->n; ++k) {
            print_loops(p, fp, block[i]->item[k]);
        }
    }
    p->w->indent -= loop;
}

static void print_arrays(struct printer *p, const struct nest *n) {
    for (int i = 0; i < n->arrays.n; ++i) {
        const struct nest_array *x = &n->arrays.item[i];
        const char *use = x->read && x->written ? " read written"
                          : x->read             ? " read"
                          : x->written          ? " written"
                                                : " shape";
        w_put(p->w, "%s %s%s", i ? "," : "arrays:", x->var->name, use);
    }
    if (n->arrays.n > 0) {
        w_line(p->w, "%s", "");
    }
}

static void print_checks(struct printer *p, const struct nest *n) {
    for (int i = 0; i < n->checks.n; ++i) {
        const struct nest_check *c = &n->checks.item[i];
        w_line(p->w, "check: 0 <= %s and %s < %s.shape[%d]", expr_text(&p->arena, c->min),
               expr_text(&p->arena, c->max), c->array->name, c->axis);
    }
}

static void print_fits(struct printer *p, const struct nest *n) {
    for (int i = 0; i < n->fits.n; ++i) {
        w_line(p->w, "check: %s <= 2 ** 62", expr_text(&p->arena, n->fits.item[i]));
    }
}

static int count_unhoisted(const struct func_plan *fp, const struct tblock *b) {
    int unhoisted = 0;
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        const struct tstmt *s = b->item[i];
        int k = stmt_blocks(s, block);
        unhoisted += s->kind == TS_INDEX && !fp->hoisted[s->id];
        while (k-- > 0) {
            unhoisted += count_unhoisted(fp, block[k]);
        }
    }
    return unhoisted;
}

static void print_disjoint(struct printer *p, const struct nest *n) {
    for (int i = 0; i < n->disjoint.n; ++i) {
        w_put(p->w, "%s %s %s",
              i ? "," : "disjoint:", n->arrays.item[n->disjoint.item[i].a].var->name,
              n->arrays.item[n->disjoint.item[i].b].var->name);
    }
    if (n->disjoint.n > 0) {
        w_line(p->w, "%s", "");
    }
}

static void print_device(struct printer *p, const struct device_plan *d) {
    if (!d) {
        return;
    }
    if (d->left) {
        w_line(p->w, "device: left to OpenMP: %s", device_left_text(&p->arena, d));
        return;
    }
    w_put(p->w, "device: over");
    for (int k = 0; k < d->dims; ++k) {
        w_put(p->w, " %s", d->dim[k]->for_.counter->name);
        if (d->lanes[k] > 1) {
            w_put(p->w, " by %d", d->lanes[k]);
        }
    }
    w_put(p->w, "; %d accesses in the table", d->table->lmad.naccess);
    if (device_registers(&d->registers, d->lanes) > 0) {
        w_put(p->w, ", %d registers", device_registers(&d->registers, d->lanes));
    }
    for (int i = 0; i < d->arrays.n; ++i) {
        if (d->arrays.item[i].use) {
            w_put(p->w, ", all of %s", d->arrays.item[i].var->name);
        }
    }
    for (int i = 0; i < d->locals.n; ++i) {
        const struct device_local *t = &d->locals.item[i];
        w_put(p->w, "%s %s", i ? "," : "; in local memory", d->arrays.item[t->array].var->name);
        if (t->loop) {
            w_put(p->w, " along %s", t->loop->for_.counter->name);
        }
    }
    w_line(p->w, "%s%s", d->may_fail ? ", may fail" : "", d->fp64 ? "" : ", no doubles");
}

static void print_nest(struct printer *p, const struct func_plan *fp, const struct nest *n) {
    int unhoisted = count_unhoisted(fp, &n->root->for_.body);
    w_line(p->w, "nest %d, line %d: %s%s%s", n->id, line_of(p, n->root->span),
           n->parallel ? "parallel" : "serial",
           n->collapse > 1 ? arena_printf(&p->arena, ", collapse %d", n->collapse) : "",
           n->has_return ? ", returns inside" : "");
    p->w->indent++;
    print_loops(p, fp, n->root);
    print_arrays(p, n);
    print_vars(p, "in", n->in.item, n->in.n);
    print_vars(p, "out", n->out.item, n->out.n);
    print_vars(p, "local", n->local.item, n->local.n);
    print_checks(p, n);
    print_fits(p, n);
    if (unhoisted > 0) {
        w_line(p->w, "checked in place: %d", unhoisted);
    }
    print_disjoint(p, n);
    w_line(p->w, "work: %s", expr_text(&p->arena, n->work));
    print_device(p, n->device);
    p->w->indent--;
}

static void print_function(struct printer *p, const struct func_plan *fp) {
    const struct tfunc *f = fp->func;
    const char *writes = "";
    for (int k = 0; k < f->n_params; ++k) {
        if (fp->writes_param[k]) {
            writes = arena_printf(&p->arena, "%s%s%s", writes, *writes ? ", " : "; writes ",
                                  f->param[k]->name);
        }
    }
    w_line(p->w, "function %s:%s%s%s", f->name, fp->may_raise ? " may raise" : " cannot raise",
           fp->loops ? ", loops" : "", writes);
    p->w->indent++;
    const char *owned = "";
    for (int i = 0; i < f->n_vars; ++i) {
        if (fp->owns[f->var[i]->id]) {
            owned = arena_printf(&p->arena, "%s%s%s", owned, *owned ? ", " : "", f->var[i]->name);
        }
    }
    if (*owned) {
        w_line(p->w, "owns: %s", owned);
    }
    const struct fuse_report *fused = fusion_report(p->plan->options.fusion, f);
    for (int i = 0; fused && i < fused->note.n; ++i) {
        w_line(p->w, "%s",
               fuse_note_text(&p->arena, p->plan->options.fusion, &fused->note.item[i]));
    }
    for (int i = 0; i < fp->nests.n; ++i) {
        print_nest(p, fp, fp->nests.item[i]);
    }
    p->w->indent--;
}

void plan_print(const struct plan *plan, struct writer *w) {
    struct printer p = {.plan = plan, .w = w};
    arena_init(&p.arena);
    for (int i = 0; i < plan->module->funcs.n; ++i) {
        print_function(&p, plan->funcs.item[plan->module->funcs.item[i]->id]);
    }
    arena_free(&p.arena);
}
