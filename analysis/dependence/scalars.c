/* Scalars of a loop: private, reduction, or carried from one iteration to the next. */
#include "loops.h"

struct classifier {
    struct scope *sc;
    const struct live *live;
    const struct tstmt *loop;
    int lo, hi; /* positions of the body */
    struct scalar_report report;
};

static void set_trouble(struct classifier *c, enum scalar_trouble trouble, struct tvar *v, int read,
                        int write) {
    ++c->report.troubles;
    if (c->report.trouble == SCALARS_FINE) {
        c->report.trouble = trouble;
        c->report.var = v;
        c->report.read = read;
        c->report.write = write;
    }
}

/* v is assigned in the body, first at `write`. */
static void classify(struct classifier *c, struct tvar *v, int write) {
    const struct facts *f = c->sc->facts;
    int id = c->loop->for_.loop;
    bool after = var_listed(&c->live->after[id], v);
    struct reduction r;
    if (var_listed(&c->live->exposed[id], v)) {
        if (reduction_find(c->sc, c->loop, v, &r)) {
            vec_push(c->sc->arena, &c->report.reductions, r);
        } else {
            set_trouble(c, SCALAR_CARRIED, v, fact_first_use(f, v, c->lo, c->hi), write);
        }
    } else if (!after) {
        vec_push(c->sc->arena, &c->report.privates, v);
    } else if (reduction_flag(f, c->loop, v, &r)) {
        vec_push(c->sc->arena, &c->report.reductions, r);
    } else {
        int read = fact_first_use(f, v, c->hi + 1, f->n - 1);
        set_trouble(c, SCALAR_USED_AFTER, v, read >= 0 ? read : fact_first_use(f, v, 0, f->n - 1),
                    write);
    }
}

struct scalar_report scalars_classify(struct scope *sc, const struct live *live,
                                      const struct tstmt *loop) {
    const struct facts *f = sc->facts;
    const struct stmt_fact *fact = fact_of(f, loop);
    struct classifier c = {
        .sc = sc, .live = live, .loop = loop, .lo = fact->pos + 1, .hi = fact->body_end};
    for (int pos = c.lo; pos <= c.hi; ++pos) {
        struct tvar *v = stmt_def(f->order[pos]->stmt);
        if (v && fact_first_def(f, v, c.lo, c.hi) == pos) {
            classify(&c, v, pos);
        }
    }
    return c.report;
}
