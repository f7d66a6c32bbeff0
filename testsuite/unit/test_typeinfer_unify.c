/* Unification against brute force: terms over two variables, and every ground substitution of them
 * from a universe that is deep enough for terms of this size. unify must succeed exactly when one
 * of them makes the terms equal, and what it binds must be most general: each of those
 * substitutions is an instance of it. */
#include <criterion/criterion.h>

#include "type.h"

enum { N_VARS = 2, DEPTH = 2, TRIALS = 3000, MAX_UNIVERSE = 128 };

struct world {
    struct arena arena;
    struct type_table tt;
    int n;
    struct itype *ground[MAX_UNIVERSE]; /* all ground terms of depth <= DEPTH */
    uint64_t seed;
};

static unsigned draw(struct world *w, unsigned n) {
    w->seed = w->seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(w->seed >> 33) % n;
}

static struct itype *leaf(struct world *w, unsigned k) {
    return it_scalar(&w->tt, k ? DT_F64 : DT_INT);
}

/* Leaves, 1-tuples and 2-tuples, level by level. */
static void build_universe(struct world *w) {
    w->ground[w->n++] = leaf(w, 0);
    w->ground[w->n++] = leaf(w, 1);
    for (int depth = 0; depth < DEPTH; ++depth) {
        struct itype *old[MAX_UNIVERSE];
        int n = w->n;
        memcpy(old, w->ground, sizeof(*old) * (size_t)n);
        w->n = 2;
        for (int i = 0; i < n; ++i) {
            w->ground[w->n++] = it_tuple(&w->tt, 1, &old[i]);
            for (int j = 0; j < n; ++j) {
                struct itype *pair[2] = {old[i], old[j]};
                w->ground[w->n++] = it_tuple(&w->tt, 2, pair);
            }
        }
    }
}

static void world_init(struct world *w) {
    memset(w, 0, sizeof(*w));
    arena_init(&w->arena);
    type_table_init(&w->tt, &w->arena);
    build_universe(w);
    w->seed = 2024;
}

static struct itype *random_term(struct world *w, struct itype **var, int depth) {
    unsigned k = draw(w, depth ? 6 : 4);
    if (k < 2) {
        return var[k];
    }
    if (k < 4) {
        return leaf(w, k - 2);
    }
    int n = (int)k - 3;
    struct itype *item[2];
    for (int i = 0; i < n; ++i) {
        item[i] = random_term(w, var, depth - 1);
    }
    return it_tuple(&w->tt, n, item);
}

/* Is ground an instance of term? bound[] gets what its variables stand for. */
static bool instance_of(struct itype *term, struct itype *ground, struct itype **bound) {
    term = it_find(term);
    if (term->kind == IT_VAR) {
        bound[term->id] = bound[term->id] ? bound[term->id] : ground;
        return bound[term->id] == ground;
    }
    if (term->ground) {
        return term == ground;
    }
    if (ground->kind != term->kind || ground->n != term->n) {
        return false;
    }
    for (int i = 0; i < term->n; ++i) {
        if (!instance_of(term->item[i], ground->item[i], bound)) {
            return false;
        }
    }
    return true;
}

/* Terms equal under the bindings of their variables. */
static bool same_term(struct itype *a, struct itype *b) {
    a = it_find(a);
    b = it_find(b);
    if (a == b) {
        return true;
    }
    if (a->kind != b->kind || a->n != b->n || a->kind != IT_TUPLE) {
        return false;
    }
    for (int i = 0; i < a->n; ++i) {
        if (!same_term(a->item[i], b->item[i])) {
            return false;
        }
    }
    return true;
}

struct solutions {
    int n;
    struct itype *value[MAX_UNIVERSE * MAX_UNIVERSE][N_VARS];
};

static void brute_force(struct world *w, struct itype *s, struct itype *t, struct solutions *out) {
    out->n = 0;
    for (int i = 0; i < w->n; ++i) {
        for (int j = 0; j < w->n; ++j) {
            struct itype *value[N_VARS] = {w->ground[i], w->ground[j]};
            if (it_subst(&w->tt, s, value) == it_subst(&w->tt, t, value)) {
                memcpy(out->value[out->n++], value, sizeof(value));
            }
        }
    }
}

static void check_pair(struct world *w, struct solutions *all, int *solvable) {
    struct itype *var[N_VARS] = {it_var(&w->tt, 0), it_var(&w->tt, 1)};
    struct itype *s = random_term(w, var, DEPTH);
    struct itype *t = random_term(w, var, DEPTH);
    const char *text =
        arena_printf(&w->arena, "%s = %s", it_name(&w->arena, s), it_name(&w->arena, t));
    brute_force(w, s, t, all);
    bool found = unify(&w->tt, s, t);
    cr_assert_eq(found, all->n > 0, "%s: unify says %d, %d ground solutions", text, found, all->n);
    if (!found) {
        return;
    }
    ++*solvable;
    cr_assert(same_term(s, t), "%s: not equal after unification", text);
    for (int k = 0; k < all->n; ++k) {
        struct itype *bound[N_VARS] = {NULL, NULL};
        for (int v = 0; v < N_VARS; ++v) {
            cr_assert(instance_of(var[v], all->value[k][v], bound),
                      "%s: the unifier is not most general", text);
        }
    }
}

Test(unify, agrees_with_brute_force) {
    static struct solutions all;
    struct world w;
    world_init(&w);
    int solvable = 0;
    for (int i = 0; i < TRIALS; ++i) {
        check_pair(&w, &all, &solvable);
    }
    cr_assert(solvable > TRIALS / 10 && solvable < TRIALS * 9 / 10,
              "the sample is one-sided: %d of %d", solvable, TRIALS);
    arena_free(&w.arena);
}

Test(unify, occurs_check_through_links) {
    struct world w;
    world_init(&w);
    struct itype *a = it_var(&w.tt, 0), *b = it_var(&w.tt, 1);
    cr_assert(unify(&w.tt, a, b));
    cr_assert_not((unify(&w.tt, it_tuple(&w.tt, 1, &a), b)));
    arena_free(&w.arena);
}

Test(unify, error_fits_everything) {
    struct world w;
    world_init(&w);
    cr_assert(unify(&w.tt, &w.tt.error, leaf(&w, 0)));
    cr_assert(unify(&w.tt, it_array(&w.tt, DT_F64, 2, TY_C), &w.tt.error));
    arena_free(&w.arena);
}

Test(types, ground_types_are_interned) {
    struct world w;
    world_init(&w);
    struct itype *item[2] = {leaf(&w, 0), it_array(&w.tt, DT_F32, 2, TY_ANY)};
    struct itype *a = it_tuple(&w.tt, 2, item);
    for (int rank = 0; rank < 8; ++rank) {
        for (int d = 0; d < DT_PYBOOL; ++d) { /* makes the table grow */
            it_array(&w.tt, (enum dtype)d, rank, TY_C);
        }
    }
    cr_assert_eq(a, it_tuple(&w.tt, 2, item));
    cr_assert_eq(it_array(&w.tt, DT_F32, 1, TY_F), it_array(&w.tt, DT_F32, 1, TY_C),
                 "one axis: both orders are one");
    struct itype *var = it_var(&w.tt, 0);
    struct itype *open[2] = {var, item[1]};
    struct itype *term = it_tuple(&w.tt, 2, open);
    cr_assert(unify(&w.tt, var, item[0]));
    cr_assert_eq(it_resolve(&w.tt, term), a, "a term without open variables is the ground type");
    arena_free(&w.arena);
}
