/* The iterations of parallel loops: of unlike lengths, in order, of several loops in one. */
#include "passes.h"

/* Does the expression of a bound change with counter? What has no form may. */
static bool varies_with(struct scope *sc, struct texpr *e, int pos, const struct atom *counter) {
    struct form *f = form_of(sc, e, pos);
    return f ? form_holds(f, counter) : !expr_invariant(sc, e);
}

static bool varying_trips(struct scope *sc, const struct tstmt *s, int pos,
                          const struct atom *counter) {
    switch (s->kind) {
    case TS_WHILE:
    case TS_BREAK:
        return true;
    case TS_FOR:
        return varies_with(sc, s->for_.start, pos, counter) ||
               varies_with(sc, s->for_.stop, pos, counter) ||
               varies_with(sc, s->for_.step, pos, counter);
    default:
        return false;
    }
}

bool loop_is_triangular(struct scope *sc, struct tstmt *loop) {
    const struct stmt_fact *fact = fact_of(sc->facts, loop);
    const struct atom *counter = counter_of(sc, loop);
    for (int pos = fact->pos + 1; pos <= fact->body_end; ++pos) {
        if (varying_trips(sc, sc->facts->order[pos]->stmt, pos, counter)) {
            return true;
        }
    }
    return false;
}

static bool accepted(const struct loop_plan *l) {
    return l->verdict == VERDICT_INDEPENDENT || l->verdict == VERDICT_REDUCTION;
}

bool loop_is_ordered(const struct loop_plan *l) {
    for (int i = 0; i < l->reductions.n; ++i) {
        if (l->reductions.item[i].ordered) {
            return true;
        }
    }
    for (int i = 0; i < l->element_reductions.n; ++i) {
        if (l->element_reductions.item[i].ordered) {
            return true;
        }
    }
    return false;
}

/* Do elements collide between iterations of `in` that do not between those of the root? Copies are
 * only made of what the root reduces into. */
static bool reduces_more(const struct loop_plan *root, const struct loop_plan *in) {
    for (int i = 0; i < in->element_reductions.n; ++i) {
        bool found = false;
        for (int k = 0; k < root->element_reductions.n; ++k) {
            found |= root->element_reductions.item[k].array == in->element_reductions.item[i].array;
        }
        if (!found) {
            return true;
        }
    }
    return false;
}

int nest_collapsible(struct scope *sc, const struct func_plan *fp, const struct nest *nest) {
    const struct tstmt *s = nest->root;
    int n = 1;
    while (s->for_.body.n == 1 && accepted(&fp->loop[s->for_.loop])) {
        const struct tstmt *in = s->for_.body.item[0];
        if (in->kind != TS_FOR || !in->for_.parallel || !accepted(&fp->loop[in->for_.loop]) ||
            loop_is_ordered(&fp->loop[in->for_.loop]) ||
            reduces_more(&fp->loop[nest->root->for_.loop], &fp->loop[in->for_.loop]) ||
            !expr_invariant(sc, in->for_.start) || !expr_invariant(sc, in->for_.stop) ||
            !expr_invariant(sc, in->for_.step)) {
            break;
        }
        s = in;
        ++n;
    }
    return n;
}
