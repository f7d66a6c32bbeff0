/* Loops that combine in the order of the source what takes long to compute (form.h): in blocks of
 * lanes, first what is combined, side by side, and then that it is, one after the other.
 *
 *     for i: s += exp(x[i])    for i_at in blocks of 64:
 *                                  for i_lane: i = i_at + i_lane; t[i_lane] = exp(x[i])
 *                                  for i_lane: s += t[i_lane] */
#include "build.h"
#include "form.h"
#include "thresholds.h"

/* dst = value, which form_jam copies as if it stood for s. */
static void push_assign(struct former *m, struct form_block *to, const struct tstmt *s,
                        struct tvar *dst, struct texpr *value) {
    struct tstmt *own = build_assign(m->a, s->span, dst, value);
    own->id = s->id;
    vec_push(m->a, &to->s, own);
}

/* v = v op x  ->  t = x; and v = v op t, for the loop in order. */
static void part(struct former *m, const struct tstmt *s, struct tvar *v, struct form_block *first,
                 struct form_block *last) {
    int at = combined_operand(s, v);
    struct texpr *x = s->assign.value, *const *arg = x->op.arg;
    struct tvar *t = form_var(m, v->name, arg[at]->type);
    struct texpr *term = build_var(m->a, t);
    push_assign(m, first, s, t, arg[at]);
    push_assign(m, last, s, v,
                build_op(m->a, x->type, x->op.op, at ? arg[0] : term, at ? term : arg[1]));
}

struct expanded form_waiting(struct former *m, struct tvar *wrong, struct form_block *to) {
    const struct loop_plan *p = m->p, none = {0};
    const struct tblock *b = &p->stmt->for_.body;
    int n = p->reductions.n;
    struct form_block first = {0}, last = {0}, body = {0};
    struct form_own *same = ARENA_ARRAY(m->a, struct form_own, n + 1);
    for (int k = 0; k <= n; ++k) {
        struct tvar *v = k < n ? p->reductions.item[k].var : wrong;
        same[k] = (struct form_own){v, v};
    }
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        int k = 0;
        while (k < n && stmt_def(s) != same[k].from) {
            ++k;
        }
        if (k < n) {
            part(m, s, same[k].to, &first, &last);
        } else if (s->kind != TS_CHECK) {
            vec_push(m->a, &first.s, s);
        } else if (!m->fp->hoisted[s->id]) {
            s = stmt_copy(m->a, s);
            vec_push(m->a, &first.s, s);
            form_set_flag(m, wrong, &(const struct tblock){1, &s});
        }
    }
    for (int i = 0; i < last.s.n; ++i) {
        vec_push(m->a, &first.s, last.s.item[i]);
    }
    struct form_lane lane;
    const struct form_jam jam = {.lane = &lane,
                                 .n = 1,
                                 .hint = HINT_LANES,
                                 .last = last.s.n,
                                 .wrong = wrong,
                                 .own = same,
                                 .n_own = n + (wrong != NULL)};
    const struct tblock all = form_taken(&first);
    form_add_width(m, &lane, FORM_WAITS, &body);
    const struct expanded expanded = form_jam(m, &jam, &all, &body);
    form_add_for(m, to, lane.at, build_var(m->a, m->lo), build_var(m->a, m->hi), &body, &none)
        ->for_.step = lane.room;
    return expanded;
}
