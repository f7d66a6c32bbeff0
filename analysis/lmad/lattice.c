/* lattice.c - the variables of a program replaced by those of a reduced basis. */
#include "lattice.h"

#include "arith.h"

#include <string.h>

#define ROUNDS 40

/* Steps along each new variable: what they change of the old ones, and of rows in units of their
 * room. back: the new variables, in the old ones. */
struct reduction {
    int n, rows;
    int64_t by[LATTICE_VARS][LATTICE_VARS], back[LATTICE_VARS][LATTICE_VARS];
    double step[LATTICE_VARS][LMAD_MAX_ROWS];
    bool full; /* numbers did not fit */
};

static int64_t coef_of(const struct lmad_program *p, int row, int var) {
    for (int e = p->row_start[row]; e < p->row_start[row + 1]; e++) {
        if (p->entry[e].var == var) {
            return p->entry[e].coef;
        }
    }
    return 0;
}

/* How far apart a row's bounds are, the other of which may be that of the opposite row; 0: not
 * known. */
static double room_of(const struct lmad_program *p, int row) {
    double room = (double)p->row_high[row] - (double)p->row_low[row];
    for (int i = 0; lmad_is_open(p->row_high[row]) && i < p->nrow; i++) {
        bool opposite = i != row && lmad_is_open(p->row_high[i]);
        for (int k = 0; opposite && k < p->nvar; k++) {
            opposite = coef_of(p, i, k) == -coef_of(p, row, k);
        }
        if (opposite) {
            return i < row ? 0 : -(double)p->row_low[i] - (double)p->row_low[row] + 1;
        }
    }
    return lmad_is_open(p->row_high[row]) || lmad_is_open(p->row_low[row]) ? 0 : room + 1;
}

static void begin(struct reduction *r, const struct lmad_program *p) {
    memset(r->by, 0, sizeof(r->by));
    memset(r->back, 0, sizeof(r->back));
    r->n = p->nvar;
    r->rows = 0;
    r->full = false;
    for (int k = 0; k < r->n; k++) {
        r->by[k][k] = r->back[k][k] = 1;
    }
    for (int i = 0; i < p->nrow; i++) {
        double room = room_of(p, i);
        for (int k = 0; room > 0 && k < r->n; k++) {
            r->step[k][r->rows] = (double)coef_of(p, i, k) / room;
        }
        r->rows += room > 0;
    }
}

static double product(const struct reduction *r, int i, int j) {
    double sum = 0;
    for (int k = 0; k < r->rows; k++) {
        sum += r->step[i][k] * r->step[j][k];
    }
    return sum;
}

/* A step along i also goes -times along j. */
static void shorten_by(struct reduction *r, int i, int j, int64_t times) {
    for (int k = 0; k < r->rows; k++) {
        r->step[i][k] -= (double)times * r->step[j][k];
    }
    for (int k = 0; k < r->n; k++) {
        r->full |= !fma_ok(&r->by[k][i], -times, r->by[k][j]) ||
                   !fma_ok(&r->back[j][k], times, r->back[i][k]);
    }
}

/* Every vector by every other one, until nothing changes. */
static bool reduce(struct reduction *r) {
    bool any = false, changed = true;
    for (int round = 0; changed && !r->full && round < ROUNDS; round++) {
        changed = false;
        for (int i = 0; i < r->n; i++) {
            for (int j = 0; j < r->n && !r->full; j++) {
                double size = i == j ? 0 : product(r, j, j);
                double part = size > 0 ? product(r, i, j) / size : 0;
                bool fits = part > -1e9 && part < 1e9;
                int64_t times = fits ? (int64_t)(part + (part < 0 ? -0.5 : 0.5)) : 0;
                if (times != 0) {
                    shorten_by(r, i, j, times);
                    any = changed = true;
                }
            }
        }
    }
    return any && !r->full;
}

/* What the box of the old variables leaves of a new one. */
static bool box_of(const struct lmad_program *p, const int64_t *back, int64_t *low, int64_t *high) {
    bool fits = true;
    *low = *high = 0;
    for (int k = 0; k < p->nvar && fits; k++) {
        int64_t c = back[k];
        fits = c == 0 || (!lmad_is_open(p->lower[k]) && !lmad_is_open(p->upper[k]) &&
                          fma_ok(low, c, c > 0 ? p->lower[k] : p->upper[k]) &&
                          fma_ok(high, c, c > 0 ? p->upper[k] : p->lower[k]));
    }
    return fits;
}

bool lattice_shorten(const struct lmad_program *p, struct lmad_program *in, struct lattice *basis) {
    struct reduction r;
    if (p->full || p->nvar > LATTICE_VARS) {
        return false;
    }
    begin(&r, p);
    if (!reduce(&r)) {
        return false;
    }
    lmad_program_clear(in);
    for (int k = 0; k < r.n; k++) {
        int64_t low, high;
        if (!box_of(p, r.back[k], &low, &high)) {
            return false;
        }
        lmad_program_var(in, low, high);
    }
    for (int i = 0; i < p->nrow; i++) {
        lmad_program_row(in, p->row_low[i], p->row_high[i]);
        for (int k = 0; k < r.n; k++) {
            int64_t sum = 0;
            for (int e = p->row_start[i]; e < p->row_start[i + 1]; e++) {
                in->full |= !fma_ok(&sum, p->entry[e].coef, r.by[p->entry[e].var][k]);
            }
            lmad_program_entry(in, k, sum);
        }
    }
    basis->n = r.n;
    memcpy(basis->by, r.by, sizeof(r.by));
    return !in->full;
}
