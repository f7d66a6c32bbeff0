/* Which primitives are applied to the loops of a kernel (offload.h): strips of innermost loops that
 * only combine, and what a work-item does with a box of iterations.
 *
 *     for k: s += a[i, k] * b[k, j]    a strip of 8 values of k at a time, each with a sum of its
 * own for i, j: (s = 0; for k: ...)    4 by 8 iterations side by side through the loop over k
 */
#include "build.h"
#include "form.h"
#include "offload.h"
#include "thresholds.h"

/* ---- strips */

/* Only values of its own, and what is combined. Where checks stay, the kernel collects a flag, but
 * not in a WHILE, which might not end then. */
static bool is_plain(const struct former *m, const struct loop_plan *p, bool in_while) {
    const struct tblock *body = &p->stmt->for_.body;
    for (int i = 0; i < body->n; ++i) {
        const struct tstmt *s = body->item[i];
        bool known = m->fp->hoisted[s->id];
        bool value = s->kind == TS_ASSIGN && s->assign.dst->type->kind == TY_SCALAR;
        bool check = s->kind == TS_CHECK && (known || !in_while);
        if (!value && !check && !(s->kind == TS_INDEX && known)) {
            return false;
        }
    }
    return true;
}

/* How many neighbours make a vector; 0: it does not only combine. */
static int strip_of(const struct loop_plan *p) {
    int bytes = 4;
    for (int i = 0; i < p->reductions.n; ++i) {
        const struct reduction *r = &p->reductions.item[i];
        const struct dtype_info *d = &dtype_info[r->var->type->dtype];
        bool sum = r->op == OP_ADD || (r->op == OP_MUL && d->kind != KIND_COMPLEX);
        if (d->kind == KIND_BOOL || (!sum && r->op != OP_BITXOR)) {
            return 0;
        }
        bytes = d->bytes > bytes ? d->bytes : bytes;
    }
    bool some = p->reductions.n > 0 && p->reductions.n <= 2;
    return some && VECTOR_BYTES / bytes > 1 ? VECTOR_BYTES / bytes : 0;
}

static bool is_dimension(const struct device_plan *d, const struct tstmt *loop) {
    bool found = false;
    for (int k = 0; k < d->dims; ++k) {
        found = found || d->dim[k] == loop;
    }
    return found;
}

static bool steps_by_one(const struct tstmt *loop) {
    const struct texpr *step = loop->for_.step;
    return !step || (step->kind == TE_CONST && step->value.i == 1);
}

static void make_strips(struct former *m, int loop, int n) {
    const struct loop_plan p = m->loops.item[loop];
    struct loop_form *f = ARENA_NEW(m->a, struct loop_form);
    struct form_block body = {0};
    form_begin(m, &p);
    f->lo = m->lo;
    f->hi = m->hi;
    form_strips(m, n, &body);
    f->body = form_taken(&body);
    vec_push(m->a, &f->steps, ((struct schedule_step){.kind = STEP_STRIPS, .n = n}));
    m->loops.item[loop].kernel = f;
}

static void find_strips(struct former *m, const struct device_plan *d, const struct tblock *b,
                        bool in_while) {
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        if (s->kind == TS_FOR && !is_dimension(d, s)) {
            const struct loop_plan p = m->loops.item[s->for_.loop];
            int n =
                p.innermost && p.simd && steps_by_one(s) && s->for_.els.n == 0 ? strip_of(&p) : 0;
            if (n > 0 && is_plain(m, &p, in_while)) {
                make_strips(m, s->for_.loop, n);
            }
        }
        for (int k = 0, n = stmt_blocks(s, block); k < n; ++k) {
            find_strips(m, d, block[k], in_while || s->kind == TS_WHILE);
        }
    }
}

/* ---- boxes */

/* What stands in the loops of the index space from k on, that of the next one not. tests: of those
 * whose range varies, behind an IF that has the number of the loop, to be copied. */
static void add_inside(struct former *m, const struct device_plan *d, int k, bool tests,
                       struct form_block *to) {
    const struct tblock *b = &d->dim[k]->for_.body;
    bool last = k == d->dims - 1;
    for (int i = 0; i < (last ? b->n : b->n - 1); ++i) {
        vec_push(m->a, &to->s, b->item[i]);
    }
    if (last) {
        return;
    }
    struct tstmt *loop = d->dim[k + 1], *s = build_stmt(m->a, TS_IF, loop->span);
    if (tests && d->hull[k + 1].first) {
        struct form_block then = {0};
        add_inside(m, d, k + 1, tests, &then);
        s->id = loop->id;
        s->if_.cond = form_in_range(m, loop);
        s->if_.then = form_taken(&then);
        vec_push(m->a, &to->s, s);
    } else {
        add_inside(m, d, k + 1, tests, to);
    }
}

static struct tblock inside(struct former *m, const struct device_plan *d, bool tests) {
    struct form_block all = {0};
    add_inside(m, d, 0, tests, &all);
    return form_taken(&all);
}

static int box_lanes(struct former *m, const struct device_plan *d, struct box_form *f,
                     struct form_lane *lane) {
    int n = 0;
    for (int k = 0; k < d->dims; ++k) {
        const struct tstmt *loop = d->dim[k];
        const struct loop_plan p = m->loops.item[loop->for_.loop];
        if (d->lanes[k] > 1) {
            m->p = &p;
            f->lane[k] = form_int(m, "lane");
            f->lane[k]->is_counter = true;
            lane[n] = (struct form_lane){.counter = loop->for_.counter,
                                         .at = form_number(m, NUMBER_AT, k)->var,
                                         .lane = f->lane[k],
                                         .step = loop->for_.step};
            lane[n].n = lane[n].room = form_number(m, NUMBER_LANES, k);
            if (lane[n].step && lane[n].step->kind != TE_CONST) {
                lane[n].step = form_number(m, NUMBER_STEP, k);
            } else if (steps_by_one(loop)) {
                lane[n].step = NULL;
            }
            ++n;
        }
    }
    return n;
}

/* ---- what a work-item does */

/* A variable for them, where the range of a loop varies; else NULL. */
static struct tvar *inside_of(struct former *m, const struct device_plan *d) {
    bool varies = false;
    for (int k = 0; k < d->dims; ++k) {
        varies = varies || d->hull[k].first;
    }
    return varies ? form_var(m, "inside", form_type(m, DT_PYBOOL)) : NULL;
}

/* A full box of iterations side by side, what is left at edges one after the other. */
static struct tblock box_or_less(struct former *m, const struct form_jam *jam,
                                 const struct tblock *block, const struct tblock *one) {
    const struct device_plan *d = m->device;
    struct form_lane left[DEVICE_DIMS];
    struct form_block all = {0}, box = {0}, rest = {0};
    struct tvar *in = inside_of(m, d);
    struct texpr *full = NULL;
    for (int k = 0, n = 0; k < d->dims; ++k) {
        if (d->lanes[k] > 1) {
            left[n] = jam->lane[n];
            left[n].n = form_number(m, NUMBER_LEFT, k);
            struct texpr *here = form_op(m, OP_EQ, left[n].n, jam->lane[n].n);
            full = n++ == 0 ? here : form_op(m, OP_LAND, full, here);
        }
    }
    const struct form_jam each = {
        .lane = left, .n = jam->n, .hint = HINT_LANES, .forms = true, .whole = true};
    if (in) {
        form_add_tests(m, left, jam->n, full, in, &all);
        full = build_var(m->a, in);
    }
    m->box->expanded = form_jam(m, jam, block, &box);
    form_jam(m, &each, one, &rest);
    form_add_if(m, &all, full, &box);
    all.s.item[all.s.n - 1]->if_.els = form_taken(&rest);
    return form_taken(&all);
}

/* Where an iteration ends a work-item is done. */
static void end_at_continue(const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        if (s->kind == TS_CONTINUE) {
            s->kind = TS_RETURN;
            s->ret = NULL;
        } else if (s->kind == TS_IF) {
            end_at_continue(&s->if_.then);
            end_at_continue(&s->if_.els);
        }
    }
}

static struct tblock alone(struct former *m, const struct tblock *one) {
    const struct form_jam copy = {.forms = true};
    struct form_block all = {0};
    form_jam(m, &copy, one, &all);
    const struct tblock made = form_taken(&all);
    end_at_continue(&made);
    return made;
}

/* One iteration of the index space, in the loops that stay around it. */
static struct tblock one_iteration(struct former *m, const struct device_plan *d) {
    struct tblock b = d->body->for_.body;
    for (int i = d->n_inside - 1; i >= 0; --i) {
        struct tstmt *s = stmt_copy(m->a, d->inside[i]);
        s->for_.body = b;
        b = build_block(m->a, s);
    }
    return d->n_inside > 0 ? b : inside(m, d, true);
}

void form_kernel(struct former *m, const struct nest *nest) {
    const struct device_plan *d = nest->device;
    const int loop = nest->root->for_.loop;
    if (!d || d->left) {
        return;
    }
    struct box_form *f = ARENA_NEW(m->a, struct box_form);
    struct form_lane lane[DEVICE_DIMS];
    struct form_jam jam = {.lane = lane, .hint = HINT_UNROLL};
    find_strips(m, d, &d->dim[0]->for_.body, false);
    const struct tblock one = one_iteration(m, d), block = inside(m, d, false);
    const struct loop_plan *root = form_unplaced(m, loop);
    m->p = root;
    m->device = d;
    m->box = f;
    if (d->results.n > 0) {
        f->block[BOX_RESULTS] = form_results(m, nest, &one);
    } else {
        jam.n = box_lanes(m, d, f, lane);
        m->p = root;
        if (d->locals.n > 0) {
            f->block[BOX_SHARED] = form_shared(m, &jam, &block, inside_of(m, d));
        }
        jam.forms = d->strips;
        f->block[BOX_ALONE] = jam.n > 0 ? box_or_less(m, &jam, &block, &one) : alone(m, &one);
    }
    if (d->splits.n > 0) {
        f->block[BOX_GROUP] = form_group(m, nest, &one);
    }
    m->loops.item[loop].box = f;
}
