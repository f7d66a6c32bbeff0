/* Accesses told apart, against enumeration: random pairs of accesses in small nests. Whatever is
 * said to be apart must be apart; and enough must be. */
#include "analysis_source.h"
#include "loops.h"

enum { PROGRAMS = 1500, SIDE = 9 };

struct maker {
    uint64_t seed;
    int start[2], stop[2], step[2];    /* of the loops; the second may start or stop at i + ... */
    int slant;                         /* 0 no, 1 the inner starts at i + start, 2 it stops there */
    int coef[2][2][2], constant[2][2]; /* access, axis, counter */
    int axes;
    int guard[2]; /* access is under `if j < i + guard`, when not 9 */
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
        m->guard[x] = draw(m, 0, 2) ? 9 : draw(m, -2, 2);
        for (int k = 0; k < m->axes; ++k) {
            m->constant[x][k] = draw(m, 0, 5);
            m->coef[x][k][0] = draw(m, 0, 4);
            m->coef[x][k][1] = draw(m, 0, 4);
        }
    }
}

static char *index_text(struct arena *a, const struct maker *m, int x) {
    char *text = arena_strdup(a, "");
    for (int k = 0; k < m->axes; ++k) {
        text = arena_printf(a, "%s%s%d * i + %d * j + %d", text, k ? ", " : "", m->coef[x][k][0],
                            m->coef[x][k][1], m->constant[x][k]);
    }
    return text;
}

static char *access_text(struct arena *a, const struct maker *m, int x) {
    const char *guard = m->guard[x] == 9 ? "" : arena_printf(a, "if j < i + %d: ", m->guard[x]);
    return arena_printf(a, "            %s%s[%s] = 1\n", guard, "y", index_text(a, m, x));
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
    return m->coef[x][k][0] * i + m->coef[x][k][1] * j + m->constant[x][k];
}

static bool runs(const struct maker *m, int x, int i, int j) {
    int start = m->start[1] + (m->slant == 1 ? i : 0), stop = m->stop[1] + (m->slant == 2 ? i : 0);
    return j >= start && j < stop && (j - start) % m->step[1] == 0 &&
           (m->guard[x] == 9 || j < i + m->guard[x]);
}

/* Do accesses 0 and 1 meet in two iterations of the outer loop? */
static bool meet(const struct maker *m) {
    enum { WIDE = 3 * SIDE };
    for (int i = m->start[0]; i < m->stop[0]; i += m->step[0]) {
        for (int p = m->start[0]; p < m->stop[0]; p += m->step[0]) {
            for (int c = 0; i != p && c < WIDE * WIDE; ++c) {
                int j = c / WIDE, q = c % WIDE;
                bool same = at(m, 0, 0, i, j) == at(m, 1, 0, p, q) &&
                            (m->axes == 1 || at(m, 0, 1, i, j) == at(m, 1, 1, p, q));
                if (same && runs(m, 0, i, j) && runs(m, 1, p, q)) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* Runs the analysis on the program; *apart: what it says about the two stores. */
static bool said_apart(const char *text) {
    struct program p;
    program_open(&p, text);
    struct scope sc = program_scope(&p);
    bool *all = ARENA_ARRAY(&p.arena, bool, p.func->n_stmts), *none;
    none = ARENA_ARRAY(&p.arena, bool, p.func->n_stmts);
    memset(all, 1, sizeof(bool) * (size_t)p.func->n_stmts); /* every index is in range */
    struct access_list *list = access_collect(&sc, all, none, NULL);
    cr_assert_eq(list->item.n, 2);
    bool apart = accesses_separated(&sc, list->item.item[0], list->item.item[1],
                                    program_stmt(&p, TS_FOR, 0));
    program_close(&p);
    return apart;
}

Test(collide, against_enumeration, .timeout = 120) {
    struct maker m = {.seed = 7};
    struct arena a;
    int apart = 0, really = 0;
    arena_init(&a);
    for (int i = 0; i < PROGRAMS; ++i) {
        make(&m);
        const char *text = program_text(&a, &m);
        bool said = said_apart(text), met = meet(&m);
        cr_assert(!said || !met, "said to be apart, but they meet:\n%s", text);
        apart += said;
        really += !met;
    }
    arena_free(&a);
    cr_assert_gt(really, PROGRAMS / 10);
    cr_assert_gt(100 * apart, 85 * really, "%d of %d told apart", apart, really);
}
