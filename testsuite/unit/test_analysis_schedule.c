/* Forms of loops that run as lanes and of kernels: what becomes an array, what a variable of its
 * own; and all of it is TIR that the verifier takes. */
#include "analysis_source.h"
#include "schedule.h"

struct example {
    const char *body; /* behind the parameters a, b, c, n */
    const char *has, *has_not;
};

static const struct example FORMS[] = {
    /* a sum passes through the loop inside, a difference stays in it */
    {"    for j in prange(n):\n"
     "        s = 0.0\n"
     "        for k in range(n):\n"
     "            d = a[k, j] - b[k, j]\n"
     "            s += d * d\n"
     "        c[0, j] = s\n",
     "local alloc s_2 = f64[64]", "alloc d"},
    {"    for j in prange(n):\n"
     "        s = 0.0\n"
     "        for k in range(n):\n"
     "            d = a[k, j] - b[k, j]\n"
     "            s += d * d\n"
     "        c[0, j] = s\n",
     "s_2[j_lane] = s_2[j_lane] + ", NULL},
    /* what is used behind two loops passes through both */
    {"    for j in prange(n):\n"
     "        s = 0.0\n"
     "        x = a[0, j]\n"
     "        for k in range(n):\n"
     "            s += a[k, j]\n"
     "        for k in range(n):\n"
     "            s += b[k, j]\n"
     "        c[0, j] = s * x\n",
     "local alloc x_2 = f64[64]", NULL},
    /* a scalar of the statements behind the loop is no array */
    {"    for j in prange(n):\n"
     "        s = 0.0\n"
     "        for k in range(n):\n"
     "            s += a[k, j]\n"
     "        y = s * 2.0\n"
     "        c[0, j] = y + s\n"
     "        c[1, j] = y\n",
     "j = j_at + j_lane", "alloc y"},
    /* of a kernel: strips of a sum, and boxes over which they are arrays too */
    {"    for i in prange(n):\n"
     "        for j in prange(n):\n"
     "            s = 0.0\n"
     "            for k in range(n):\n"
     "                s += a[i, k] * b[j, k]\n"
     "            c[i, j] = s\n",
     "for k_at = k_lo_2, k_hi_2 - 7, 8", NULL},
    {"    for i in prange(n):\n"
     "        for j in prange(n):\n"
     "            s = 0.0\n"
     "            for k in range(n):\n"
     "                s += a[i, k] * b[j, k]\n"
     "            c[i, j] = s\n",
     "= f64[i_lanes, j_lanes, 8]", NULL},
};

Test(schedule, forms) {
    for (size_t i = 0; i < sizeof FORMS / sizeof FORMS[0]; ++i) {
        struct program p;
        struct writer w;
        char text[2048];
        snprintf(text, sizeof text,
                 "@gpu\ndef f(a: f64[:, :], b: f64[:, :], c: f64[:, :], n: int) -> None:\n%s",
                 FORMS[i].body);
        program_plan(&p, text, false);
        struct plan *plan = schedule_run(&p.arena, p.plan);
        const char *wrong = tir_verify(&p.arena, schedule_module(&p.arena, plan));
        cr_assert(!wrong, "%s:\n%s", wrong, text);
        writer_init(&w);
        schedule_print(plan, &w);
        const char *all = arena_strndup(&p.arena, w.text, w.n);
        cr_expect(strstr(all, FORMS[i].has), "no '%s' in\n%s", FORMS[i].has, all);
        cr_expect(!FORMS[i].has_not || !strstr(strstr(all, "form"), FORMS[i].has_not),
                  "'%s' in\n%s", FORMS[i].has_not, all);
        writer_free(&w);
        program_close(&p);
    }
}
