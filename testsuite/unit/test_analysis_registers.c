/* What a box of iterations has alive at once on a device, and the boxes that fit. */
#include "analysis_source.h"
#include "offload.h"

struct box {
    const char *body; /* of for i, for j: before, in the loop over k, and behind it */
    int rows, columns, registers;
};

/* A double is 2 words; 3 counters and, for each array, an address, too. */
static const struct box BOXES[] = {
    /* 32 sums, an element of a for each of 4 rows, one of b for each of 8 columns */
    {"            s = 0.0\n"
     "            for k in range(n):\n"
     "                s += a[i, k] * b[k, j]\n"
     "            c[i, j] = s\n",
     4, 8, 64 + 8 + 16 + 6 + 4},
    /* the quotient waits beside the factors of one iteration only, as a vector */
    {"            s = 0.0\n"
     "            for k in range(n):\n"
     "                s += a[i, k] / b[k, j] + a[i, k] * b[k, j]\n"
     "            c[i, j] = s\n",
     4, 8, 64 + 16 + 8 + 16 + 6 + 4},
    /* what is needed behind the loop only is in memory meanwhile */
    {"            s = 0.0\n"
     "            x = c[i, j]\n"
     "            for k in range(n):\n"
     "                s += a[i, k] * b[k, j]\n"
     "            c[i, j] = s + x\n",
     4, 8, 64 + 8 + 16 + 6 + 4},
    /* four sums of four rows are 256 words alone */
    {"            s = t = u = v = 0.0\n"
     "            for k in range(n):\n"
     "                s += a[i, k] * b[k, j]\n"
     "                t += a[i, k] + b[k, j]\n"
     "                u -= a[i, k] * b[k, j]\n"
     "                v -= a[i, k] + b[k, j]\n"
     "            c[i, j] = s * t + u * v\n",
     2, 8, 4 * 32 + 4 + 16 + 6 + 4},
    /* a row of b at a time: strips of 64 bytes are vectors, in 4 by 2 iterations */
    {"            s = 0.0\n"
     "            for k in range(n):\n"
     "                s += a[i, k] * b[j, k]\n"
     "            c[i, j] = s\n",
     4, 2, 128 + 64 + 32 + 6 + 4},
};

Test(registers, boxes) {
    for (size_t n = 0; n < sizeof BOXES / sizeof BOXES[0]; ++n) {
        const struct box *x = &BOXES[n];
        char text[1024];
        struct program p;
        snprintf(text, sizeof text,
                 "@gpu\n"
                 "def f(a: f64[:, :], b: f64[:, :], c: f64[:, :], n: int) -> None:\n"
                 "    for i in prange(c.shape[0]):\n"
                 "        for j in prange(c.shape[1]):\n%s",
                 x->body);
        program_plan(&p, text, false);
        const struct func_plan *fp = p.plan->funcs.item[p.func->id];
        const struct device_plan *d = fp->nests.item[0]->device;
        cr_assert(d && !d->left, "no kernel:\n%s", x->body);
        int got = device_registers(&d->registers, d->lanes);
        cr_expect_eq(d->lanes[0], x->rows, "%d rows:\n%s", d->lanes[0], x->body);
        cr_expect_eq(d->lanes[1], x->columns, "%d columns:\n%s", d->lanes[1], x->body);
        cr_expect_eq(got, x->registers, "%d registers instead of %d:\n%s", got, x->registers,
                     x->body);
        program_close(&p);
    }
}
