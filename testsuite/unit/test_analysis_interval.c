/* Intervals of indices over nests, as text: what the checks before a nest compare. */
#include "analysis_source.h"
#include "build.h"

struct check {
    const char *body; /* of f(x, y, a, n, m): one nest */
    const char *text; /* "min..max" of the checks, blank separated; "-": some INDEX has none */
};

static const struct check CHECKS[] = {
    {"for i in range(n):\n        y[i] = 0", "y 0..n - 1"},
    {"for i in range(len(y)):\n        y[i] = 0", ""}, /* proven */
    {"for i in range(1, len(y) - 1):\n        y[i] = y[i - 1] + y[i + 1]", ""},
    {"for i in range(1, n):\n        y[i - 1] = y[i + 2]", "y 0..n + 1"},
    {"for i in range(n, 0, -1):\n        y[i] = 0", "y 1..n"},
    {"for i in range(0, n, 2):\n        y[i + 1] = 0", "y 1..2 * ((n - 1) // 2) + 1"},
    {"for i in range(0, 10, 3):\n        y[i] = 0", "y 0..9"},
    {"for i in range(n):\n        for j in range(i):\n            a[i, j] = 0",
     "a 1..n - 1 a 0..n - 2"},
    {"for i in range(n):\n        for j in range(i + 1, n):\n            y[j - i] = 0",
     "y 1..n - 1"},
    {"for i in range(n):\n        for j in range(i, m):\n            y[j] = 0", "y 0..m - 1"},
    {"for i in range(n):\n        for j in range(m):\n            y[i * m + j] = 0",
     "y 0..m * n - 1"},
    {"for i in range(n):\n        y[2 * i + 1] = 0", "y 1..2 * n - 1"},
    {"for i in range(n):\n        y[n - 1 - i] = 0", "y 0..n - 1"},
    {"for i in range(n):\n        if i > 0:\n            y[i - 1] = 0", "y 0..n - 2"},
    {"for i in range(n):\n        if 0 < i < n - 1:\n            y[i] = y[i - 1] + y[i + 1]",
     "y 0..n - 1"},
    {"for i in range(n):\n        if i == 0:\n            continue\n        y[i - 1] = 0",
     "y 0..n - 2"},
    {"for i in range(n):\n        if i % 2 == 0:\n            y[i - 1] = 0", "-"},
    {"for i in range(n):\n        if x[i] > 0:\n            y[i] = 0", "x 0..n - 1 y 0..n - 1"},
    {"for i in range(n):\n        y[i % len(y)] = 0", "y min(0, y.shape[0] - 1)..y.shape[0] - 1"},
    {"for i in range(n):\n        y[i // 2] = 0", "y 0..(n - 1) // 2"},
    {"for i in range(n):\n        y[min(i + 1, n - 1)] = 0", "y min(1, n - 1)..n - 1"},
    {"for i in range(n):\n        y[max(i - 1, 0)] = 0", "y 0..max(n - 2, 0)"},
    {"for i in range(n):\n        y[i - 1 if i > 0 else 0] = 0", "y 0..max(n - 2, 0)"},
    {"for i in range(n):\n        y[-1] = i", "y y.shape[0] - 1..y.shape[0] - 1"},
    {"for i in range(n):\n        y[x[i]] = 0", "-"},
    {"for i in range(n):\n        row = a[i]\n        for j in range(m):\n            row[j] = 0",
     "a 0..n - 1 a 0..m - 1"},
    {"for i in range(n):\n        row = a[i]\n        for j in range(len(row)):\n"
     "            row[j] = 0",
     "a 0..n - 1"},
    {"for i in range(n):\n        t = np.zeros(3)\n        for j in range(3):\n            t[j] = "
     "j",
     ""},
    {"for i in range(0, n, 4):\n        for j in range(i, min(i + 4, n)):\n            y[j] = 0",
     "y 0..n - 1"},
    {"for i in range(0, len(y), 3):\n        y[i] = 0", ""}, /* by elimination, as the next ones */
    {"for i in range(len(y) - 1, 0, -2):\n        y[i] = y[i - 1]", ""},
    {"for i in range(len(y) // 2):\n        y[len(y) - 1 - i] = y[i]", ""},
    {"d = max(m, 1)\n    for i in range(n):\n        y[d * (i // d) + i % d] = y[i // d * n]",
     "-"}, /* of products of quotients */
    {"for i in range(len(y) // 2 + 1):\n        y[len(y) - 1 - i] = 0",
     "y y.shape[0] - y.shape[0] // 2 - 1..y.shape[0] - 1"},
};

/* The checks and whether every INDEX is hoisted. */
static const char *checks_text(struct program *p) {
    const struct func_plan *fp = p->plan->funcs.item[p->func->id];
    const struct nest *n = fp->nests.item[0];
    const char *text = "";
    for (int pos = 0; pos < p->facts->n; ++pos) {
        const struct tstmt *s = p->facts->order[pos]->stmt;
        if (s->kind == TS_INDEX && !fp->hoisted[s->id]) {
            return "-";
        }
    }
    for (int i = 0; i < n->checks.n; ++i) {
        const struct nest_check *c = &n->checks.item[i];
        text = arena_printf(&p->arena, "%s%s%s %s..%s", text, i ? " " : "", c->array->name,
                            expr_text(&p->arena, c->min), expr_text(&p->arena, c->max));
    }
    return text;
}

Test(interval, of_nests) {
    for (size_t i = 0; i < sizeof CHECKS / sizeof CHECKS[0]; ++i) {
        char text[1024];
        struct program p;
        snprintf(text, sizeof text,
                 "def f(x: i64[:], y: i64[:], a: f64[:, :], n: int, m: int) -> None:\n    %s\n",
                 CHECKS[i].body);
        program_plan(&p, text, false);
        const char *got = checks_text(&p);
        cr_expect_str_eq(got, CHECKS[i].text, "%s\n'%s' instead of '%s'", CHECKS[i].body, got,
                         CHECKS[i].text);
        program_close(&p);
    }
}
