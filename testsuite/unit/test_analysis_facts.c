/* Facts and liveness: reaching definitions, what loops expose and what is live after them. */
#include "analysis_source.h"

/* Reads of v in order, in y[..] = v: which assignment of v, by its constant, surely reaches it; -1
 * none. */
struct reaching {
    const char *body;
    int expected[4];
    int n;
};

static const struct reaching REACHING[] = {
    {"v = 1\n    y[0] = v", {1}, 1},
    {"v = 1\n    y[0] = v\n    v = 2\n    y[1] = v", {1, 2}, 2},
    {"v = 1\n    if n > 0:\n        v = 2\n    y[0] = v", {-1}, 1},
    {"v = 1\n    if n > 0:\n        y[0] = v\n    else:\n        y[1] = v", {1, 1}, 2},
    {"v = 1\n    for i in range(n):\n        y[0] = v\n        v = 2", {-1}, 1},
    {"v = 1\n    for i in range(n):\n        y[0] = v\n    v = 2", {1}, 1},
    {"v = 1\n    for i in range(n):\n        v = 2\n        y[0] = v\n    y[1] = v", {2, -1}, 2},
    {"v = 1\n    for i in range(n):\n        v = 2\n        for j in range(n):\n"
     "            y[0] = v\n            v = 3\n            y[1] = v",
     {-1, 3},
     2},
    {"v = 1\n    while n > 0:\n        y[0] = v\n        n = n - 1", {1}, 1},
    {"v = 1\n    while n > 0:\n        n = n - 1\n        v = 2\n    y[0] = v", {-1}, 1},
};

static void check_reaching(const struct reaching *r) {
    char text[1024];
    struct program p;
    snprintf(text, sizeof text, "def f(y: i64[:], n: int) -> None:\n    %s\n", r->body);
    program_open(&p, text);
    struct tvar *v = program_var(&p, "v");
    for (int i = 0; i < r->n; ++i) {
        int pos = fact_of(p.facts, program_stmt(&p, TS_STORE, i))->pos;
        struct tstmt *s = fact_reaching(p.facts, v, pos);
        int got = s ? (int)s->assign.value->value.i : -1;
        cr_expect_eq(got, r->expected[i], "%s\nread %d: %d", r->body, i, got);
    }
    program_close(&p);
}

Test(facts, reaching) {
    for (size_t i = 0; i < sizeof REACHING / sizeof REACHING[0]; ++i) {
        check_reaching(&REACHING[i]);
    }
}

struct liveness {
    const char *body; /* t is looked at, in the first loop */
    bool exposed, after;
};

static const struct liveness LIVENESS[] = {
    {"for i in range(n):\n        t = i\n        y[i] = t", false, false},
    {"for i in range(n):\n        y[i] = t\n        t = i", true, false},
    {"for i in range(n):\n        t = i\n    y[0] = t", false, true},
    {"for i in range(n):\n        t = i\n    t = 0\n    y[0] = t", false, false},
    {"for i in range(n):\n        t = i\n    for j in range(n):\n        t = j\n        y[j] = t",
     false, false},
    {"for i in range(n):\n        t = i\n    for j in range(n):\n        t = j\n    y[0] = t",
     false, true},
    {"for i in range(n):\n        if i > 1:\n            t = i\n        y[i] = t", true, false},
    {"for i in range(n):\n        if i > 1:\n            t = i\n        else:\n            t = 0\n"
     "        y[i] = t",
     false, false},
    {"for i in range(n):\n        if i > 1:\n            continue\n        t = i\n        y[i] = t",
     false, false},
    {"for i in range(n):\n        for j in range(n):\n            t = j\n        y[i] = t", true,
     false},
    {"for i in range(n):\n        t = 0\n        for j in range(n):\n            t = t + j\n"
     "        y[i] = t",
     false, false},
    {"for i in range(n):\n        if y[i] > 0:\n            t = i\n            break\n    y[0] = t",
     false, true},
    {"for i in range(n):\n        t = i\n        while t > 0:\n            t = t - 1\n", false,
     false},
};

static void check_liveness(const struct liveness *l) {
    char text[1024];
    struct program p;
    snprintf(text, sizeof text, "def f(y: i64[:], n: int, t: int) -> None:\n    %s\n", l->body);
    program_open(&p, text);
    struct live *live = live_compute(p.facts);
    int loop = program_stmt(&p, TS_FOR, 0)->for_.loop;
    struct tvar *t = program_var(&p, "t");
    cr_expect_eq(var_listed(&live->exposed[loop], t), l->exposed, "exposed:\n%s", l->body);
    cr_expect_eq(var_listed(&live->after[loop], t), l->after, "after:\n%s", l->body);
    program_close(&p);
}

Test(facts, liveness) {
    for (size_t i = 0; i < sizeof LIVENESS / sizeof LIVENESS[0]; ++i) {
        check_liveness(&LIVENESS[i]);
    }
}

/* Loops in loops 18 deep: time must not double with each. */
Test(facts, deep_nests, .timeout = 3) {
    static char text[65536];
    size_t n = (size_t)snprintf(text, sizeof text, "def f(y: i64[:], n: int) -> int:\n    s = 0\n");
    for (int d = 1; d <= 18; ++d) {
        n += (size_t)snprintf(text + n, sizeof text - n, "%*sfor i%d in range(n):\n", 4 * d, "", d);
    }
    snprintf(text + n, sizeof text - n, "%*ss += 1\n    return s\n", 4 * 91, "");
    struct program p;
    program_plan(&p, text, false);
    cr_assert_eq(p.plan->funcs.item[0]->nests.n, 1);
    program_close(&p);
}
