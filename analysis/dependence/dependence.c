/* Array dependences of one loop: which two iterations may touch one element, one of them writing.
 *
 * Accesses are sorted by root; two roots are taken as disjoint here and compared when called.
 * Within a root each write is compared with every different access (collide.c). What cannot be
 * told apart is a CONFLICT when two iterations that collide are found (witness.c), else UNKNOWN. */
#include "loops.h"

#define MAX_DISTINCT 96 /* different accesses of one root compared pair by pair */
#define TRIES 12        /* pairs for which colliding iterations are looked for */

struct group {
    struct tvar *root;
    int n;
    const struct access *item[MAX_DISTINCT];
    bool full;
};

struct tester {
    struct scope *sc;
    const struct access_list *list;
    struct tstmt *loop;
    int lo, hi;              /* of the body */
    VEC(struct tvar *) done; /* roots compared */
    int tries;               /* searches for two iterations still made */
    bool shown;              /* the result shows two iterations */
    VEC(struct loop_answer) answers;
    struct dependence result;
};

static void group_add(const struct facts *f, struct group *g, const struct access *x) {
    for (int i = 0; i < g->n; ++i) {
        if (access_same(g->item[i], x) && access_together(f, g->item[i], x)) {
            return;
        }
    }
    if (g->n == MAX_DISTINCT) {
        g->full = true;
    } else {
        g->item[g->n++] = x;
    }
}

static bool in_body(const struct tester *t, int pos) {
    return pos >= t->lo && pos <= t->hi;
}

/* Memory that each iteration makes for itself. */
static bool is_private(const struct tester *t, const struct access *x) {
    return x->alloc && in_body(t, fact_of(t->sc->facts, x->alloc)->pos);
}

static void unknown(struct tester *t, const struct access *a, const struct access *b, int pos,
                    const struct why *why) {
    t->result =
        (struct dependence){.verdict = VERDICT_UNKNOWN, .why = why, .a = a, .b = b, .pos = pos};
}

/* ---- reasons */

/* The first axis of x whose index has no form, -1 when all have. */
static int unknown_axis(const struct access *x, enum index_known known) {
    for (int k = 0; k < x->rank; ++k) {
        if (x->known[k] == known) {
            return k;
        }
    }
    return -1;
}

/* x writes; the two may touch one element in different iterations. */
static void explain(struct tester *t, const struct access *x, const struct access *y) {
    struct arena *a = t->sc->arena;
    int axis = unknown_axis(x, INDEX_NOT_AFFINE);
    const struct access *other = axis >= 0 ? x : y;
    if (axis < 0) {
        axis = unknown_axis(y, INDEX_NOT_AFFINE);
    }
    if (axis >= 0 && x->rank > 0) {
        struct why *why = why_new(a, WHY_NOT_AFFINE, x->array->name, t->loop->for_.counter->name);
        why->number = axis;
        unknown(t, x, y, other->pos, why);
        return;
    }
    bool whole = unknown_axis(x, INDEX_WHOLE) >= 0 || unknown_axis(y, INDEX_WHOLE) >= 0;
    enum why_kind kind = whole      ? (y->write ? WHY_ALL_WRITE : WHY_ALL_READ)
                         : y->write ? WHY_INDEX_WRITES
                                    : WHY_INDEX_READS;
    unknown(t, x, y, x->pos, why_new(a, kind, x->root->name, NULL));
}

/* Nothing tells x and y apart. The first such pair is the result, or rather the first that two
 * iterations can be shown for. */
static void collision(struct tester *t, const struct access *x, const struct access *y) {
    bool maybe;
    const struct witness *w = t->tries-- > 0 ? witness_find(t->sc, x, y, t->loop, &maybe) : NULL;
    if (!w) {
        if (t->result.verdict == VERDICT_INDEPENDENT) {
            explain(t, x, y);
        }
        return;
    }
    struct why *why = why_new(t->sc->arena, maybe ? WHY_PERHAPS : WHY_COLLIDE, NULL, NULL);
    why->witness = w;
    t->result = (struct dependence){.verdict = maybe ? VERDICT_UNKNOWN : VERDICT_CONFLICT,
                                    .why = why,
                                    .a = x,
                                    .b = y,
                                    .carried = !y->write,
                                    .shown = true,
                                    .pos = x->pos};
    t->shown = true;
}

/* ---- comparing */

/* Is the result final? A serial loop asks for no words. */
static bool settled(const struct tester *t) {
    return t->shown || (t->result.verdict != VERDICT_INDEPENDENT && t->tries <= 0);
}

/* b: NULL for all accesses. */
static void note_answer(struct tester *t, const struct access *a, const struct access *b,
                        enum tri collide) {
    if (t->loop->for_.parallel) {
        struct loop_answer answer = {a->root, a->stmt, b ? b->stmt : NULL, collide, t->sc->way};
        vec_push(t->sc->arena, &t->answers, answer);
    }
}

static void compare_group(struct tester *t, const struct group *g) {
    for (int i = 0; i < g->n && !settled(t); ++i) {
        const struct access *x = g->item[i];
        for (int j = 0; x->write && j < g->n && !settled(t); ++j) {
            const struct access *y = g->item[j];
            bool done = y->write && j < i;
            if (done) {
                continue;
            }
            if (accesses_separated(t->sc, x, y, t->loop)) {
                note_answer(t, x, y, TRI_NO);
            } else {
                collision(t, x, y);
                note_answer(t, x, y, t->shown ? TRI_YES : TRI_UNKNOWN);
            }
        }
    }
    if (g->full && t->result.verdict == VERDICT_INDEPENDENT) {
        unknown(t, g->item[0], NULL, g->item[0]->pos,
                why_new(t->sc->arena, WHY_MANY, g->root->name, NULL));
    }
}

/* Accesses that are not followed to an array from outside. */
static bool test_unfollowed(struct tester *t, bool writes) {
    struct arena *a = t->sc->arena;
    for (int i = 0; i < t->list->item.n; ++i) {
        const struct access *x = t->list->item.item[i];
        if (!x->root && in_body(t, x->pos) && (x->write || writes)) {
            unknown(t, x, NULL, x->pos, why_new(a, WHY_ASSIGNED, x->array->name, NULL));
            return false;
        }
    }
    for (int i = 0; writes && i < t->list->escapes.n; ++i) {
        if (in_body(t, t->list->escapes.item[i])) {
            unknown(t, NULL, NULL, t->list->escapes.item[i], why_new(a, WHY_ESCAPES, NULL, NULL));
            return false;
        }
    }
    return true;
}

/* Does one axis alone keep all accesses to root in the body apart: the same index in each, and
 * never the same in two iterations? The common case, however many accesses there are. */
static bool common_axis(struct tester *t, const struct tvar *root) {
    const struct access *first = NULL;
    bool common[TIR_MAX_RANK];
    for (int i = 0; i < t->list->item.n; ++i) {
        const struct access *x = t->list->item.item[i];
        if (x->root != root || !in_body(t, x->pos)) {
            continue;
        }
        for (int k = 0; k < x->rank; ++k) {
            common[k] = x->known[k] == INDEX_FORM &&
                        (!first || (common[k] && form_equal(first->form[k], x->form[k])));
        }
        first = first ? first : x;
    }
    for (int k = 0; first && k < first->rank; ++k) {
        if (common[k] && axis_separates(t->sc, first, k, t->loop)) {
            note_answer(t, first, NULL, TRI_NO);
            return true;
        }
    }
    return false;
}

/* Every access of root in the body, different ones once. */
static void fill_group(struct tester *t, struct group *g, struct tvar *root) {
    g->root = root;
    g->n = 0;
    g->full = false;
    for (int i = 0; i < t->list->item.n; ++i) {
        const struct access *x = t->list->item.item[i];
        if (x->root == root && in_body(t, x->pos)) {
            group_add(t->sc->facts, g, x);
        }
    }
}

static bool is_done(const struct tester *t, const struct tvar *root) {
    for (int i = 0; i < t->done.n; ++i) {
        if (t->done.item[i] == root) {
            return true;
        }
    }
    return false;
}

/* roots: those that are written, behind the reduced ones. */
static const struct why *independent(struct arena *a, struct tvar *const *roots, int n,
                                     int reduced) {
    struct why *why = why_new(a,
                              n         ? WHY_OWN
                              : reduced ? WHY_NO_OTHER_WRITES
                                        : WHY_NO_WRITES,
                              NULL, NULL);
    const struct tvar **list = ARENA_ARRAY(a, const struct tvar *, n + 1);
    for (int i = 0; i < n; ++i) {
        list[i] = roots[i];
    }
    why->list = list;
    return why;
}

static struct tester new_tester(struct scope *sc, const struct access_list *list,
                                struct tstmt *loop) {
    const struct stmt_fact *fact = fact_of(sc->facts, loop);
    struct tester t = {
        .sc = sc, .list = list, .loop = loop, .lo = fact->pos + 1, .hi = fact->body_end};
    t.result.verdict = VERDICT_INDEPENDENT;
    return t;
}

bool root_independent(struct scope *sc, const struct access_list *list, struct tstmt *loop,
                      struct tvar *root) {
    struct tester t = new_tester(sc, list, loop);
    struct group g;
    if (common_axis(&t, root)) {
        return true;
    }
    fill_group(&t, &g, root);
    compare_group(&t, &g);
    return t.result.verdict == VERDICT_INDEPENDENT;
}

/* done: roots that need no comparing. */
static struct dependence test_roots(struct tester t) {
    struct scope *sc = t.sc;
    const struct access_list *list = t.list;
    int reduced = t.done.n;
    t.tries = t.loop->for_.parallel ? TRIES : 0;
    struct group g;
    for (int i = 0; i < list->item.n && !settled(&t); ++i) {
        const struct access *x = list->item.item[i];
        if (!x->write || !x->root || !in_body(&t, x->pos) || is_private(&t, x) ||
            is_done(&t, x->root)) {
            continue;
        }
        vec_push(sc->arena, &t.done, x->root);
        if (!common_axis(&t, x->root)) {
            fill_group(&t, &g, x->root);
            compare_group(&t, &g);
        }
    }
    if (t.result.verdict == VERDICT_INDEPENDENT && test_unfollowed(&t, t.done.n > 0)) {
        t.result.why = independent(sc->arena, t.done.n ? t.done.item + reduced : NULL,
                                   t.done.n - reduced, reduced);
    }
    t.result.answers.item = t.answers.item;
    t.result.answers.n = t.answers.n;
    return t.result;
}

struct dependence dependence_test(struct scope *sc, const struct access_list *list,
                                  struct tstmt *loop) {
    return test_roots(new_tester(sc, list, loop));
}

struct dependence dependence_test_others(struct scope *sc, const struct access_list *list,
                                         const struct loop_plan *plan) {
    struct tester t = new_tester(sc, list, plan->stmt);
    for (int i = 0; i < plan->element_reductions.n; ++i) {
        vec_push(sc->arena, &t.done, plan->element_reductions.item[i].array);
    }
    return test_roots(t);
}
