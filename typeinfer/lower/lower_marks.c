/* Marks of functions of the prelude: np.bincount in a function marked @pycc.gpu is part of it, and
 * its parallel loops may run on the device.
 *
 * An instance that functions without the mark call, too, stays without it: theirs run on the host.
 * Callees stand before their callers in the list of instances but for cycles, of which a part stays
 * without. */
#include "lower.h"
#include "walk.h"

struct marks {
    bool *called;   /* by id of a function */
    bool *unmarked; /* a function without the mark calls it */
};

static void see_block(struct marks *m, const struct tfunc *caller, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        if (s->kind == TS_CALL) {
            m->called[s->call.callee->id] = true;
            m->unmarked[s->call.callee->id] |= !caller->gpu;
        }
        for (int k = 0, n = stmt_blocks(s, block); k < n; ++k) {
            see_block(m, caller, block[k]);
        }
    }
}

void lower_mark_prelude(struct arena *a, const struct typeinfer *t) {
    int n = t->instances.n;
    struct marks m = {ARENA_ARRAY(a, bool, n), ARENA_ARRAY(a, bool, n)};
    for (int i = n - 1; i >= 0; --i) {
        const struct instance *in = t->instances.item[i];
        struct tfunc *f = in->lowered;
        f->gpu = f->gpu || (in->func->prelude && m.called[f->id] && !m.unmarked[f->id]);
        see_block(&m, f, &f->body);
    }
}
