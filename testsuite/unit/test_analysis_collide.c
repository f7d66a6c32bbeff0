/* Accesses told apart, against enumeration: random pairs of accesses in small nests, under
 * conditions, with quotients and remainders. Whatever is said to be apart must be apart, iterations
 * that are said to collide must; and enough must be decided. */
#include "analysis_source.h"
#include "loops.h"

enum { PROGRAMS = 1500, SIDE = 9 };

enum guard { NO_GUARD, BELOW, SUM, REMAINDER, BIT, EITHER, NOT_BOTH, QUOTIENT, GUARDS };
enum fold { PLAIN, DIVIDED, LEFT, MASKED, FLIPPED, FOLDS };

struct maker {
    uint64_t seed;
    bool divided;                      /* with quotients */
    int start[2], stop[2], step[2];    /* of the loops; the second may start or stop at i + ... */
    int slant;                         /* 0 no, 1 the inner starts at i + start, 2 it stops there */
    int coef[2][2][2], constant[2][2]; /* access, axis, counter */
    int axes;
    enum guard guard[2];
    int by[2], left[2];   /* numbers in the guards */
    enum fold fold[2][2]; /* access, axis: what becomes of the index */
    int fold_by[2][2];
};

static int draw(struct maker *m, int lo, int hi) {
    m->seed = m->seed * 6364136223846793005u + 1442695040888963407u;
    return lo + (int)((m->seed >> 33) % (unsigned)(hi - lo + 1));
}

static void make(struct maker *m) {
    for (int d = 0; d < 2; ++d) {
        m->start[d] = draw(m, 0, 2);
        m->stop[d] = draw(m, 2, SIDE);
        m->step[d] = draw(m, 0, 3) ? 1 : draw(m, 2, 4);
    }
    m->slant = draw(m, 0, 2);
    m->axes = draw(m, 1, 2);
    for (int x = 0; x < 2; ++x) {
        m->guard[x] = m->divided      ? (enum guard)draw(m, 0, GUARDS - 1)
                      : draw(m, 0, 2) ? NO_GUARD
                                      : BELOW;
        m->by[x] = draw(m, 1, 5) * (draw(m, 0, 4) ? 1 : -1);
        m->left[x] = draw(m, -2, 3);
        for (int k = 0; k < m->axes; ++k) {
            m->constant[x][k] = draw(m, 0, 5);
            m->coef[x][k][0] = draw(m, 0, 4);
            m->coef[x][k][1] = draw(m, 0, 4);
            m->fold[x][k] = m->divided && draw(m, 0, 1) ? (enum fold)draw(m, 0, FOLDS - 1) : PLAIN;
            m->fold_by[x][k] = draw(m, 2, 6);
        }
    }
}

static char *fold_text(struct arena *a, const char *format, const char *sum, int by) {
    char *by_text = arena_printf(a, "%d", by), *text = arena_strdup(a, "");
    for (const char *p = format; *p; ++p) {
        bool place = *p == '%' && (p[1] == 's' || p[1] == 'd');
        text = place ? arena_printf(a, "%s%s", text, p[1] == 's' ? sum : by_text)
                     : arena_printf(a, "%s%c", text, *p);
        p += place || (*p == '%' && p[1] == '%');
    }
    return text;
}

static char *guard_text(struct arena *a, const struct maker *m, int x) {
    int d = m->by[x], r = m->left[x];
    switch (m->guard[x]) {
    case BELOW:
        return arena_printf(a, "if j < i + %d: ", r);
    case SUM:
        return arena_printf(a, "if (i + j) %% %d == %d: ", d, r);
    case REMAINDER:
        return arena_printf(a, "if i %% %d != %d: ", d, r);
    case BIT:
        return arena_printf(a, "if i & %d: ", d > 0 ? 1 << (d % 3) : 1);
    case EITHER:
        return arena_printf(a, "if i %% 3 == %d or j // 2 == i // %d: ", r, d);
    case NOT_BOTH:
        return arena_printf(a, "if not (i %% %d == 0 and j %% 2 == 0): ", d);
    case QUOTIENT:
        return arena_printf(a, "if i // %d < j + %d and j != i: ", d, r);
    default:
        return arena_strdup(a, "");
    }
}

static int floor_by(int x, int d) {
    return (int)floor_div(x, d);
}

static bool guarded(const struct maker *m, int x, int i, int j) {
    int d = m->by[x], r = m->left[x];
    switch (m->guard[x]) {
    case BELOW:
        return j < i + r;
    case SUM:
        return i + j - d * floor_by(i + j, d) == r;
    case REMAINDER:
        return i - d * floor_by(i, d) != r;
    case BIT:
        return i & (d > 0 ? 1 << (d % 3) : 1);
    case EITHER:
        return i % 3 == r || j / 2 == floor_by(i, d);
    case NOT_BOTH:
        return !(i % d == 0 && j % 2 == 0);
    case QUOTIENT:
        return floor_by(i, d) < j + r && j != i;
    default:
        return true;
    }
}

static char *index_text(struct arena *a, const struct maker *m, int x) {
    char *text = arena_strdup(a, "");
    for (int k = 0; k < m->axes; ++k) {
        static const char *const folds[FOLDS] = {"%s", "(%s) // %d", "(%s) %% %d", "(%s) & 3",
                                                 "(%s) ^ 2"};
        char *sum = arena_printf(a, "%d * i + %d * j + %d", m->coef[x][k][0], m->coef[x][k][1],
                                 m->constant[x][k]);
        text = arena_printf(a, "%s%s", text, k ? ", " : "");
        text = arena_printf(a, "%s%s", text,
                            fold_text(a, folds[m->fold[x][k]], sum, m->fold_by[x][k]));
    }
    return text;
}

static char *access_text(struct arena *a, const struct maker *m, int x) {
    return arena_printf(a, "            %sy[%s] = 1\n", guard_text(a, m, x), index_text(a, m, x));
}

static char *program_text(struct arena *a, const struct maker *m) {
    const char *start = m->slant == 1 ? "i + " : "", *stop = m->slant == 2 ? "i + " : "";
    char *text = arena_printf(a,
                              "def f(y: i64[:%s]) -> None:\n    for i in range(%d, %d, %d):\n"
                              "        for j in range(%s%d, %s%d, %d):\n",
                              m->axes == 2 ? ", :" : "", m->start[0], m->stop[0], m->step[0], start,
                              m->start[1], stop, m->stop[1], m->step[1]);
    return arena_printf(a, "%s%s%s", text, access_text(a, m, 0), access_text(a, m, 1));
}

static int at(const struct maker *m, int x, int k, int i, int j) {
    int sum = m->coef[x][k][0] * i + m->coef[x][k][1] * j + m->constant[x][k];
    int by = m->fold_by[x][k];
    return m->fold[x][k] == DIVIDED   ? sum / by
           : m->fold[x][k] == LEFT    ? sum % by
           : m->fold[x][k] == MASKED  ? sum & 3
           : m->fold[x][k] == FLIPPED ? sum ^ 2
                                      : sum;
}

static bool runs(const struct maker *m, int x, int i, int j) {
    int start = m->start[1] + (m->slant == 1 ? i : 0), stop = m->stop[1] + (m->slant == 2 ? i : 0);
    return j >= start && j < stop && (j - start) % m->step[1] == 0 && guarded(m, x, i, j);
}

/* Do accesses 0 and 1 meet in iterations i and p of the outer loop? */
static bool meet_in(const struct maker *m, int i, int p) {
    enum { WIDE = 3 * SIDE };
    for (int c = 0; i != p && c < WIDE * WIDE; ++c) {
        int j = c / WIDE, q = c % WIDE;
        bool same = at(m, 0, 0, i, j) == at(m, 1, 0, p, q) &&
                    (m->axes == 1 || at(m, 0, 1, i, j) == at(m, 1, 1, p, q));
        if (same && runs(m, 0, i, j) && runs(m, 1, p, q)) {
            return true;
        }
    }
    return false;
}

static bool meet(const struct maker *m) {
    for (int i = m->start[0]; i < m->stop[0]; i += m->step[0]) {
        for (int p = m->start[0]; p < m->stop[0]; p += m->step[0]) {
            if (meet_in(m, i, p)) {
                return true;
            }
        }
    }
    return false;
}

struct said {
    bool apart;
    int i, p; /* iterations of the two stores that collide, both -1: none shown */
};

/* Runs the analysis on the program: what it says about the two stores. */
static struct said say(const char *text, bool shows) {
    struct program p;
    program_open(&p, text);
    struct scope sc = program_scope(&p);
    bool *all = ARENA_ARRAY(&p.arena, bool, p.func->n_stmts), *none;
    none = ARENA_ARRAY(&p.arena, bool, p.func->n_stmts);
    memset(all, 1, sizeof(bool) * (size_t)p.func->n_stmts); /* every index is in range */
    struct access_list *list = access_collect(&sc, all, none, NULL);
    cr_assert_eq(list->item.n, 2);
    const struct access *x = list->item.item[0], *y = list->item.item[1];
    struct said said = {accesses_separated(&sc, x, y, program_stmt(&p, TS_FOR, 0)), -1, -1};
    bool maybe;
    const struct witness *w =
        said.apart || !shows ? NULL : witness_find(&sc, x, y, program_stmt(&p, TS_FOR, 0), &maybe);
    if (w) {
        cr_assert(!maybe, "%s", text); /* all is known */
        cr_assert(w->x_writes && w->y_writes);
        cr_assert_eq(sscanf(w->x[0], "%d", &said.i) + sscanf(w->y[0], "%d", &said.p), 2);
    }
    program_close(&p);
    return said;
}

/* percent: how many of those that are apart, and of those that meet, must be told. */
static void compare(struct maker m, int percent) {
    struct arena a;
    int apart = 0, really = 0, shown = 0;
    arena_init(&a);
    for (int i = 0; i < PROGRAMS; ++i) {
        make(&m);
        const char *text = program_text(&a, &m);
        struct said said = say(text, true);
        bool met = meet(&m);
        cr_assert(!said.apart || !met, "said to be apart, but they meet:\n%s", text);
        cr_assert(said.i < 0 || meet_in(&m, said.i, said.p), "no collision in %d and %d:\n%s",
                  said.i, said.p, text);
        apart += said.apart;
        really += !met;
        shown += said.i >= 0;
    }
    arena_free(&a);
    printf("%d of %d told apart, %d of %d shown\n", apart, really, shown, PROGRAMS - really);
    cr_assert_gt(really, PROGRAMS / 10);
    cr_assert_gt(100 * apart, percent * really, "%d of %d told apart", apart, really);
    cr_assert_gt(100 * shown, percent * (PROGRAMS - really), "%d of %d shown", shown,
                 PROGRAMS - really);
}

Test(collide, against_enumeration, .timeout = 120) {
    compare((struct maker){.seed = 7}, 95);
}

Test(collide, divided_against_enumeration, .timeout = 120) {
    compare((struct maker){.seed = 8, .divided = true}, 95);
}

/* ---- symbols */

/* for i in range(...): for j in range(...): y[...] = 1 twice, with n and m known when called. */
struct flat {
    uint64_t seed;
    const char *by[2][3]; /* access: what i, j and 1 are multiplied by */
    const char *stop[2];  /* of the loops */
    int step, shift[2];   /* of i; added to the index */
    bool rest;            /* (...) % n of the first store, and of the second */
};

static const char *const FACTORS[] = {"0", "1", "2", "n", "m", "n * m", "2 * n", "-n"};

static int value_of(const char *text, int n, int m) {
    static const int one[] = {0, 1, 2};
    int k = 0;
    for (; strcmp(FACTORS[k], text) != 0; ++k) {
    }
    return k < 3 ? one[k] : k == 3 ? n : k == 4 ? m : k == 5 ? n * m : k == 6 ? 2 * n : -n;
}

static void make_flat(struct flat *f) {
    struct maker m = {.seed = f->seed};
    for (int x = 0; x < 2; ++x) {
        for (int k = 0; k < 3; ++k) {
            bool again = x == 1 && draw(&m, 0, 3) > 0;
            f->by[x][k] = again ? f->by[0][k] : FACTORS[draw(&m, 0, k == 2 ? 4 : 7)];
        }
        f->shift[x] = draw(&m, 0, 1) ? 0 : draw(&m, -2, 3);
        f->stop[x] = FACTORS[draw(&m, 2, 4)];
    }
    f->step = draw(&m, 0, 3) ? 1 : 2;
    f->rest = draw(&m, 0, 3) == 0;
    f->seed = m.seed;
}

static const char *flat_text(struct arena *a, const struct flat *f) {
    const char *text =
        arena_printf(a,
                     "def f(y: i64[:], n: int, m: int) -> None:\n    for i in range(0, "
                     "%s, %d):\n        for j in range(%s):\n",
                     f->stop[0], f->step, f->stop[1]);
    for (int x = 0; x < 2; ++x) {
        text =
            arena_printf(a, "%s            y[(%s * i + %s * j + %s + %d)%s] = 1\n", text,
                         f->by[x][0], f->by[x][1], f->by[x][2], f->shift[x], f->rest ? " % n" : "");
    }
    return text;
}

static int flat_at(const struct flat *f, int x, int i, int j, int n, int m) {
    int sum = value_of(f->by[x][0], n, m) * i + value_of(f->by[x][1], n, m) * j +
              value_of(f->by[x][2], n, m) + f->shift[x];
    return f->rest ? sum - n * floor_by(sum, n) : sum;
}

static bool flat_meet(const struct flat *f, int n, int m) {
    int turns = value_of(f->stop[0], n, m), inner = value_of(f->stop[1], n, m);
    for (int c = 0; turns > 0 && inner > 0 && (n || !f->rest) && c < turns * turns; ++c) {
        int i = c / turns, p = c % turns;
        for (int d = 0; i != p && i % f->step + p % f->step == 0 && d < inner * inner; ++d) {
            if (flat_at(f, 0, i, d / inner, n, m) == flat_at(f, 1, p, d % inner, n, m)) {
                return true;
            }
        }
    }
    return false;
}

/* Apart means apart for all sizes; and most of what is so for the first few is told. */
Test(collide, symbols_against_enumeration, .timeout = 120) {
    struct flat f = {.seed = 11};
    struct arena a;
    int apart = 0, really = 0;
    arena_init(&a);
    for (int i = 0; i < PROGRAMS; ++i) {
        make_flat(&f);
        const char *text = flat_text(&a, &f);
        bool met = false;
        for (int n = -4; n < 6; ++n) {
            for (int m = -4; m < 6 && !met; ++m) {
                met = flat_meet(&f, n, m);
            }
        }
        bool said = say(text, false).apart;
        cr_assert(!said || !met, "said to be apart, but they meet:\n%s", text);
        apart += said;
        really += !met;
    }
    arena_free(&a);
    printf("%d of %d told apart\n", apart, really);
    cr_assert_gt(really, PROGRAMS / 10);
    cr_assert_gt(100 * apart, 70 * really, "%d of %d told apart", apart, really);
}
