/* --emit schedule: what was done to each loop, where and why, and the TIR that came of it.
 *
 *     function f:
 *         nest 0, line 4:
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
    bool any; /* a line of the nest was printed */
};

static int line_of(const struct printer *p, struct span span) {
    return p->plan->module->source ? source_pos(p->plan->module->source, span.lo).line : 0;
}

static void print_step(struct printer *p, const struct tstmt *loop, const char *how,
                       const char *what, const char *why) {
    const struct nest *n = p->fp->nest_of_stmt[loop->id];
    if (!p->any) {
        w_line(p->w, "nest %d, line %d:", n->id, line_of(p, n->root->span));
        p->any = true;
    }
    p->w->indent++;
    w_line(p->w, "loop %s, line %d%s: %s", loop->for_.counter->name, line_of(p, loop->span), how,
           what);
    p->w->indent++;
    w_line(p->w, "%s", why);
    p->w->indent -= 2;
}

static void print_form(struct printer *p, const struct loop_form *f, const char *how,
                       const struct tstmt *loop) {
    for (int i = 0; i < f->steps.n; ++i) {
        print_step(p, loop, how, f->steps.item[i].what, f->steps.item[i].why);
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
        print_form(p, l->form, "", s);
    }
    if (l && l->kernel) {
        print_form(p, l->kernel, " of a kernel", s);
    }
    for (int i = 0, n = stmt_blocks(s, block); i < n; ++i) {
        for (int k = 0; k < block[i]->n; ++k) {
            print_loops(p, block[i]->item[k]);
        }
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
    const struct device_plan *d = n->device;
    const struct box_form *f = p->fp->loop[n->root->for_.loop].box;
    for (int k = 0; f && k < d->dims; ++k) {
        if (d->lanes[k] > 1) {
            print_step(
                p, d->dim[k], " of a kernel",
                arena_printf(&p->arena, "split by %d, expand %s, jam", d->lanes[k], f->arrays),
                "what neighbouring iterations share is loaded once");
        }
    }
    if (f) {
        print_block(p, "form of a box", &f->body);
    }
    for (int i = 0; d && !d->left && i < d->splits.n; ++i) {
        print_step(p, d->splits.item[i].loop, " of a kernel, while printing",
                   "split over a work-group, accumulators for each work-item",
                   "there are few iterations around it");
    }
    for (int i = 0; d && !d->left && i < d->locals.n; ++i) {
        if (d->locals.item[i].loop) {
            print_step(p, d->locals.item[i].loop, " of a kernel, while printing",
                       "split into strips in local memory", "work-items of a group share elements");
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
            p.any = false;
            print_loops(&p, p.fp->nests.item[k]->root);
            print_device(&p, p.fp->nests.item[k]);
        }
        w->indent--;
    }
    arena_free(&p.arena);
}
