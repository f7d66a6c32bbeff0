/* Affine forms: arithmetic against evaluation with numbers, and the forms of expressions in source
 * text. */
#include "analysis_source.h"

enum { ATOMS = 4, TRIALS = 20000 };

struct world {
    struct arena arena;
    struct atom atom[ATOMS];
    int64_t value[ATOMS];
    uint64_t seed;
};

static int draw(struct world *w, int lo, int hi) {
    w->seed = w->seed * 6364136223846793005u + 1442695040888963407u;
    return lo + (int)((w->seed >> 33) % (unsigned)(hi - lo + 1));
}

static void world_open(struct world *w, uint64_t seed) {
    memset(w, 0, sizeof *w);
    arena_init(&w->arena);
    w->seed = seed;
    for (int i = 0; i < ATOMS; ++i) {
        w->atom[i].id = i;
        w->atom[i].kind = i < 2 ? ATOM_COUNTER : ATOM_VAR;
        w->atom[i].depth = i;
        w->value[i] = draw(w, -7, 7);
    }
}

static int64_t eval(const struct world *w, const struct form *f) {
    int64_t sum = 0;
    for (int i = 0; i < f->n; ++i) {
        int64_t product = f->term[i].coef;
        for (int k = 0; k < f->term[i].n; ++k) {
            product *= w->value[f->term[i].factor[k]->id];
        }
        sum += product;
    }
    return sum;
}

/* A sum of up to three products of up to two atoms. */
static struct form *random_form(struct world *w) {
    struct form *sum = form_const(&w->arena, draw(w, -3, 3));
    for (int i = draw(w, 0, 3); i > 0; --i) {
        struct form *product = form_const(&w->arena, draw(w, -3, 3));
        for (int k = draw(w, 0, 2); k > 0; --k) {
            struct form *atom = form_atom(&w->arena, &w->atom[draw(w, 0, ATOMS - 1)]);
            product = form_mul(&w->arena, product, atom);
        }
        sum = form_add(&w->arena, sum, product, 1);
    }
    return sum;
}

/* No term is zero, terms are in order and different. */
static bool is_canonical(const struct form *f) {
    for (int i = 0; i < f->n; ++i) {
        const struct term *t = &f->term[i], *next = i + 1 < f->n ? &f->term[i + 1] : NULL;
        bool before = !next || t->n < next->n;
        for (int k = 0; next && !before && t->n == next->n && k < t->n; ++k) {
            if (t->factor[k] != next->factor[k]) {
                before = t->factor[k]->id < next->factor[k]->id;
                break;
            }
        }
        if (t->coef == 0 || !before) {
            return false;
        }
    }
    return true;
}

Test(form, sums_and_products_mean_what_they_say) {
    struct world w;
    world_open(&w, 1);
    for (int i = 0; i < TRIALS; ++i) {
        struct form *x = random_form(&w), *y = random_form(&w);
        int64_t scale = draw(&w, -4, 4);
        struct form *sum = form_add(&w.arena, x, y, scale), *product = form_mul(&w.arena, x, y);
        cr_assert(sum && is_canonical(sum));
        cr_assert_eq(eval(&w, sum), eval(&w, x) + scale * eval(&w, y));
        cr_assert(product && is_canonical(product));
        cr_assert_eq(eval(&w, product), eval(&w, x) * eval(&w, y));
        cr_assert(form_equal(form_add(&w.arena, sum, y, -scale), x));
    }
    arena_free(&w.arena);
}

Test(form, splitting_and_substituting) {
    struct world w;
    world_open(&w, 2);
    for (int i = 0; i < TRIALS; ++i) {
        struct form *x = random_form(&w), *y = random_form(&w), *coef, *rest;
        const struct atom *atom = &w.atom[draw(&w, 0, ATOMS - 1)];
        if (!form_split(&w.arena, x, atom, &coef, &rest)) {
            continue; /* squared */
        }
        cr_assert(!form_holds(coef, atom) && !form_holds(rest, atom));
        cr_assert_eq(eval(&w, coef) * w.value[atom->id] + eval(&w, rest), eval(&w, x));
        struct form *z = form_subst(&w.arena, x, atom, y);
        cr_assert_eq(eval(&w, z), eval(&w, coef) * eval(&w, y) + eval(&w, rest));
    }
    arena_free(&w.arena);
}

Test(form, overflow_gives_none) {
    struct world w;
    world_open(&w, 4);
    struct form *big = form_const(&w.arena, INT64_MAX), *one = form_const(&w.arena, 1);
    cr_assert_null(form_add(&w.arena, big, one, 1));
    cr_assert_null(form_mul(&w.arena, big, form_const(&w.arena, 2)));
    cr_assert_null(form_scale(&w.arena, form_const(&w.arena, INT64_MIN), -1));
    cr_assert_null(form_add(&w.arena, NULL, one, 1));
    arena_free(&w.arena);
}

/* ---- reading */

struct reading {
    const char *before; /* statements before the loops */
    const char *loop;   /* inside for i in range(n): for j in range(m): */
    const char *form;   /* of the index of y there, "-" for none */
};

static const struct reading READINGS[] = {
    {"", "y[i] = 0", "i"},
    {"", "y[2 * i + j - 1] = 0", "2*i + j - 1"},
    {"", "y[i * n + j] = 0", "j + i*n"},
    {"", "y[-(i - j)] = 0", "-i + j"},
    {"", "y[(i + 1) * (j + 2)] = 0", "2*i + j + i*j + 2"},
    {"k = n - 1", "y[i + k] = 0", "i + n - 1"},
    {"k = n - 1\n    k = k + 1", "y[i + k] = 0", "i + k"},
    {"k = len(y)", "y[k - 1 - i] = 0", "y.shape[0] - i - 1"},
    {"", "t = i + 1\n            y[t] = 0", "i + 1"},
    {"", "t = i + 1\n            t = t + j\n            y[t] = 0", "i + j + 1"},
    {"t = 0", "y[t] = 0\n            t = t + 1", "-"},
    {"", "t = i\n            if j > 2:\n                t = j\n            y[t] = 0", "-"},
    {"", "y[i // 2] = 0", "-"},
    {"", "y[n // 2 + i] = 0", "(n // 2) + i"},
    {"", "y[i % m] = 0", "-"},
    {"", "y[x[i]] = 0", "-"},
    {"", "y[int(np.int32(i))] = 0", "-"}, /* may wrap */
    {"", "y[int(k32) + i] = 0", "k32 + i"},
    {"", "y[int(k32 * k32) + i] = 0", "(k32 * k32) + i"}, /* wraps in 32 bits: taken whole */
    {"a, b = n, m + 1", "y[i + b] = 0", "i + m + 1"},
};

static void check_reading(const struct reading *r) {
    char text[1024];
    struct program p;
    snprintf(text, sizeof text,
             "def f(x: i64[:], y: i64[:], n: int, m: int, k32: i32) -> None:\n    %s\n"
             "    for i in range(n):\n        for j in range(m):\n            %s\n",
             *r->before ? r->before : "pass", r->loop);
    program_open(&p, text);
    struct scope sc = program_scope(&p);
    int n = 0;
    while (program_stmt(&p, TS_INDEX, n)->index.array != program_var(&p, "y")) {
        ++n;
    }
    struct tstmt *s = program_stmt(&p, TS_INDEX, n);
    struct form *f = form_of(&sc, s->index.index, fact_of(p.facts, s)->pos);
    const char *got = f ? form_text(&p.arena, f) : "-";
    cr_expect_str_eq(got, r->form, "%s; %s: %s instead of %s", r->before, r->loop, got, r->form);
    program_close(&p);
}

Test(form, of_expressions) {
    for (size_t i = 0; i < sizeof READINGS / sizeof READINGS[0]; ++i) {
        check_reading(&READINGS[i]);
    }
}

/* A chain of definitions that doubles at each step must not take exponential time. */
Test(form, of_long_chains, .timeout = 10) {
    char text[8192];
    size_t n =
        (size_t)snprintf(text, sizeof text, "def f(y: i64[:], n: int) -> None:\n    t0 = n\n");
    for (int i = 1; i < 90; ++i) {
        n += (size_t)snprintf(text + n, sizeof text - n, "    t%d = t%d + t%d\n", i, i - 1, i - 1);
    }
    snprintf(text + n, sizeof text - n, "    for i in range(n):\n        y[i + t89] = 0\n");
    struct program p;
    program_plan(&p, text, false);
    cr_assert_eq(p.diag.errors, 0);
    program_close(&p);
}
