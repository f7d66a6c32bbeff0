/* Scalars of parallel loops: reductions in every spelling, and what is none. */
#include "analysis_source.h"

struct loop {
    const char *body; /* after s = 0.0, in for i in prange(len(x)); s is returned */
    const char *verdict;
};

static const struct loop LOOPS[] = {
    {"s += x[i]", "+"},
    {"s = s + x[i]", "+"},
    {"s = x[i] + s", "+"},
    {"s -= x[i]", "+"},
    {"s = x[i] - s", "carried"},
    {"s = s + x[i] + y[i]", "+"},
    {"s = s - x[i] + y[i]", "+"},
    {"s = x[i] + (y[i] + s)", "+"},
    {"s = s + x[i] * s", "carried"},
    {"s *= x[i]", "*"},
    {"s = s * 0.5 + x[i]", "carried"},
    {"s += x[i]\n        s *= 2.0", "carried"},
    {"s += x[i]\n        s -= y[i]", "+"},
    {"s /= x[i]", "carried"},
    {"s = max(s, x[i])", "max"},
    {"s = max(x[i], s)", "max in order"},
    {"s = min(s, x[i], y[i])", "min"},
    {"s = np.maximum(x[i], s)", "maximum"},
    {"if x[i] > s:\n            s = x[i]", "max"},
    {"if s > x[i]:\n            s = x[i]", "min"},
    {"if s <= x[i]:\n            s = x[i]", "max"},
    {"if x[i] > s:\n            s = y[i]", "carried"},
    {"if x[i] > s:\n            s = x[i]\n        else:\n            s += 1.0", "carried"},
    {"s = x[i] if x[i] > s else s", "max"},
    {"s = s if s < x[i] else x[i]", "min in order"},
    {"if x[i] > 0:\n            s += x[i]", "+"},
    {"for j in range(i):\n            s += y[j]", "+"},
    {"y[i] = s\n        s += x[i]", "carried"},
    {"s += x[i]\n        y[i] = s", "carried"},
    {"t = s\n        s = t + x[i]", "carried"},
    {"s = x[i]", "after"},
    {"s = 0.0\n        s += x[i]\n        y[i] = s\n    s = 1.0", "-"},
};

static const char *verdict_text(struct program *p) {
    for (int i = 0; i < p->diag.messages.n; ++i) {
        enum diag_code code = p->diag.messages.item[i]->code;
        return code == DIAG_PY401 ? "carried" : code == DIAG_PY404 ? "after" : "other";
    }
    const struct func_plan *fp = p->plan->funcs.item[p->func->id];
    const struct loop_plan *l = &fp->loop[program_stmt(p, TS_FOR, 0)->for_.loop];
    if (l->reductions.n == 0) {
        return "-";
    }
    const struct reduction *r = &l->reductions.item[0];
    cr_expect_eq(fp->nests.item[0]->parallel, !r->ordered);
    return arena_printf(&p->arena, "%s%s", op_info[r->op].name, r->ordered ? " in order" : "");
}

static void check(const struct loop *l, bool strict, const char *expected) {
    char text[1024];
    struct program p;
    snprintf(text, sizeof text,
             "def f(x: f64[:], y: f64[:]) -> f64:\n    s = np.float64(0)\n"
             "    for i in prange(len(x)):\n        %s\n    return s\n",
             l->body);
    program_plan(&p, text, strict);
    const char *got = verdict_text(&p);
    cr_expect_str_eq(got, expected, "%s: %s instead of %s", l->body, got, expected);
    program_close(&p);
}

Test(scalars, verdicts) {
    for (size_t i = 0; i < sizeof LOOPS / sizeof LOOPS[0]; ++i) {
        check(&LOOPS[i], false, LOOPS[i].verdict);
    }
}

Test(scalars, strict_sums_keep_their_order) {
    struct loop sum = {"s += x[i]", ""}, most = {"s = max(s, x[i])", ""};
    check(&sum, true, "+ in order");
    check(&most, true, "max");
}
