/* eliminate.c - has a program a solution? By elimination: no bounds are needed, so that what is
 * only known as a symbol is a variable like others.
 *
 * Fourier-Motzkin elimination with integer tightening; equalities are solved first, those without a
 * unit coefficient by new variables that make their coefficients smaller. W. Pugh, "The Omega
 * test", 1991, without its dark and grey shadows: where a step may lose integers, only NO is
 * certain. */
#include "eliminate.h"

#include "arith.h"
#include "lattice.h"

#define COLUMNS 48
#define ROWS 192

/* sum of coef[k] * column k + constant >= 0, or == 0. */
struct row {
    bool equal;
    int64_t constant, coef[COLUMNS];
};

struct system {
    int columns, rows;
    bool full;  /* something did not fit or overflowed: no answer */
    bool empty; /* a contradiction was found */
    bool exact; /* no step lost that there are only integers */
    bool gone[COLUMNS];
    int64_t low[COLUMNS], high[COLUMNS]; /* bounds of columns: LMAD_OPEN where there are none */
    struct row row[ROWS];
    int solved; /* equalities used up, and the column that each gives */
    int by[COLUMNS];
    struct row used[COLUMNS];
};

static struct row *new_row(struct system *s, bool equal, int64_t constant) {
    s->full |= s->rows == ROWS;
    struct row *r = &s->row[s->full ? 0 : s->rows++];
    *r = (struct row){.equal = equal, .constant = constant};
    return r;
}

/* sign * (sum - bound) >= 0, or == 0. */
static void add_side(struct system *s, const struct lmad_entry *entry, int n, int64_t sign,
                     bool equal, int64_t bound) {
    if (lmad_is_open(bound)) {
        return;
    }
    struct row *r = new_row(s, equal, -sign * bound);
    for (int i = 0; i < n; i++) {
        s->full |= !mul_ok(entry[i].coef, sign, &r->coef[entry[i].var]);
    }
}

static void add_between(struct system *s, const struct lmad_entry *entry, int n, int64_t low,
                        int64_t high) {
    add_side(s, entry, n, 1, low == high, low);
    if (low != high) {
        add_side(s, entry, n, -1, false, high);
    }
}

static bool state(struct system *s, const struct lmad_program *p) {
    s->columns = p->nvar;
    s->rows = s->solved = 0;
    s->full = p->full || p->nvar > COLUMNS;
    s->empty = false;
    s->exact = true;
    for (int k = 0; k < p->nvar && !s->full; k++) {
        s->gone[k] = false;
        s->low[k] = p->lower[k];
        s->high[k] = p->upper[k];
        add_between(s, &(struct lmad_entry){k, 1}, 1, p->lower[k], p->upper[k]);
    }
    for (int i = 0; i < p->nrow && !s->full; i++) {
        int at = p->row_start[i];
        s->full |= p->row_low[i] >= LMAD_OPEN || p->row_high[i] <= -LMAD_OPEN;
        add_between(s, &p->entry[at], p->row_start[i + 1] - at, p->row_low[i], p->row_high[i]);
    }
    return !s->full;
}

/* Divides by the gcd of the coefficients, rounding the constant down: the unknowns are integers.
 * False when the row says nothing any more. */
static bool tighten(struct system *s, struct row *r) {
    int64_t g = 0;
    for (int i = 0; i < s->columns; i++) {
        if (r->coef[i] == INT64_MIN) {
            s->full = true;
            return false;
        }
        g = gcd64(g, r->coef[i]);
    }
    if (g == 0) {
        s->empty |= r->equal ? r->constant != 0 : r->constant < 0;
        return false;
    }
    for (int i = 0; g > 1 && i < s->columns; i++) {
        r->coef[i] /= g;
    }
    s->empty |= r->equal && r->constant % g != 0;
    r->constant = floor_div(r->constant, g);
    return true;
}

static void drop_row(struct system *s, int i) {
    s->row[i] = s->row[--s->rows];
}

static void tighten_all(struct system *s) {
    for (int i = s->rows - 1; i >= 0; i--) {
        if (!tighten(s, &s->row[i])) {
            drop_row(s, i);
        }
    }
}

static void add_scaled(struct system *s, int64_t *to, int64_t x, int64_t scale) {
    s->full |= !fma_ok(to, x, scale);
}

/* r = p * x + q * y, p and q positive (or y an equality). */
static void combine(struct system *s, struct row *r, const struct row *x, int64_t p,
                    const struct row *y, int64_t q) {
    *r = (struct row){.equal = x->equal && y->equal};
    add_scaled(s, &r->constant, x->constant, p);
    add_scaled(s, &r->constant, y->constant, q);
    for (int i = 0; i < s->columns; i++) {
        add_scaled(s, &r->coef[i], x->coef[i], p);
        add_scaled(s, &r->coef[i], y->coef[i], q);
    }
}

/* Uses up an equality in which column k has coefficient 1 or -1. */
static void substitute(struct system *s, int at, int k) {
    struct row e = s->row[at];
    drop_row(s, at);
    for (int i = 0; i < s->rows && !s->full; i++) {
        int64_t c = s->row[i].coef[k];
        if (c != 0) {
            struct row r;
            s->full |= c == INT64_MIN;
            combine(s, &r, &s->row[i], 1, &e, s->full ? 0 : -c * e.coef[k]);
            r.equal = s->row[i].equal;
            s->row[i] = r;
        }
    }
    s->gone[k] = true;
    s->by[s->solved] = k;
    s->used[s->solved++] = e;
    tighten_all(s);
}

static bool use_equality(struct system *s) {
    for (int i = 0; i < s->rows; i++) {
        for (int k = 0; s->row[i].equal && k < s->columns; k++) {
            if (s->row[i].coef[k] == 1 || s->row[i].coef[k] == -1) {
                substitute(s, i, k);
                return true;
            }
        }
    }
    return false;
}

/* a - m * (a / m, rounded): between -m / 2 and m / 2. */
static int64_t near_mod(int64_t a, int64_t m) {
    int64_t r = floor_mod(a, m);
    return 2 * r >= m ? r - m : r;
}

static int64_t magnitude(int64_t x) {
    return x < 0 ? -x : x;
}

/* The new column is what the row has so far, divided by m. */
static void bound_new(struct system *s, const struct row *r, int64_t m) {
    int64_t low = r->constant, high = r->constant;
    bool known = true;
    for (int k = 0; k < s->columns && known; k++) {
        bool up = r->coef[k] > 0;
        known = r->coef[k] == 0 || (!lmad_is_open(s->low[k]) && !lmad_is_open(s->high[k]) &&
                                    fma_ok(&low, r->coef[k], up ? s->low[k] : s->high[k]) &&
                                    fma_ok(&high, r->coef[k], up ? s->high[k] : s->low[k]));
    }
    s->low[s->columns] = known ? ceil_div(low, m) : -LMAD_OPEN;
    s->high[s->columns] = known ? floor_div(high, m) : LMAD_OPEN;
}

/* Makes the coefficients of an equality that has no unit among them smaller, by a new unknown: what
 * is 0 is a multiple of m. Pugh, section 2.3.1. */
static bool reduce_equality(struct system *s) {
    for (int i = 0; i < s->rows && s->columns < COLUMNS && s->rows < ROWS; i++) {
        const struct row e = s->row[i];
        int least = -1;
        for (int k = 0; e.equal && k < s->columns; k++) {
            bool less = least < 0 || magnitude(e.coef[k]) < magnitude(e.coef[least]);
            least = e.coef[k] != 0 && less ? k : least;
        }
        if (least < 0 || magnitude(e.coef[least]) > INT32_MAX) {
            continue;
        }
        int64_t m = magnitude(e.coef[least]) + 1;
        struct row *r = new_row(s, true, near_mod(e.constant, m));
        for (int k = 0; k < s->columns; k++) {
            r->coef[k] = near_mod(e.coef[k], m);
        }
        s->gone[s->columns] = false;
        bound_new(s, r, m);
        r->coef[s->columns++] = -m;
        substitute(s, s->rows - 1, least);
        return true;
    }
    return false;
}

static bool are_opposite(const struct system *s, const struct row *x, const struct row *y) {
    bool opposite = !x->equal && !y->equal;
    for (int k = 0; k < s->columns && opposite; k++) {
        opposite = x->coef[k] == -y->coef[k];
    }
    return opposite;
}

/* x >= c and x <= c become x == c. */
static bool join_opposites(struct system *s) {
    bool joined = false;
    for (int i = 0; i < s->rows; i++) {
        for (int j = s->rows - 1; j > i; j--) {
            if (are_opposite(s, &s->row[i], &s->row[j])) {
                int64_t room;
                bool fits = add_ok(s->row[i].constant, s->row[j].constant, &room);
                s->empty |= fits && room < 0;
                if (fits && room == 0) {
                    s->row[i].equal = joined = true;
                    drop_row(s, j);
                }
            }
        }
    }
    return joined;
}

/* Equalities without a unit coefficient become two inequalities. */
static void split_equalities(struct system *s) {
    for (int i = 0, n = s->rows; i < n; i++) {
        if (s->row[i].equal) {
            struct row *r = new_row(s, false, 0);
            s->row[i].equal = false;
            struct row zero = {0};
            combine(s, r, &s->row[i], -1, &zero, 0);
            r->equal = false;
        }
    }
}

/* The column whose elimination makes the fewest rows, those before which lose nothing by it; -1
 * when none is left. *exact: it is such. */
static int cheapest(const struct system *s, bool *exact) {
    int best = -1, cost = 0;
    for (int k = 0; k < s->columns; k++) {
        int up = 0, down = 0;
        bool exact_up = true, exact_down = true;
        for (int i = 0; i < s->rows; i++) {
            up += s->row[i].coef[k] > 0;
            down += s->row[i].coef[k] < 0;
            exact_up &= s->row[i].coef[k] <= 1;
            exact_down &= s->row[i].coef[k] >= -1;
        }
        int c = up * down - up - down + (exact_up || exact_down ? 0 : ROWS);
        if (!s->gone[k] && (best < 0 || c < cost)) {
            best = k;
            cost = c;
            *exact = exact_up || exact_down;
        }
    }
    return best;
}

static void eliminate(struct system *s, int k) {
    int n = s->rows;
    for (int i = 0; i < n && !s->full; i++) {
        for (int j = 0; s->row[i].coef[k] > 0 && j < n && !s->full; j++) {
            if (s->row[j].coef[k] < 0) {
                struct row *r = new_row(s, false, 0);
                combine(s, r, &s->row[i], -s->row[j].coef[k], &s->row[j], s->row[i].coef[k]);
            }
        }
    }
    for (int i = s->rows - 1; i >= 0; i--) {
        if (i < n && s->row[i].coef[k] != 0) {
            drop_row(s, i);
        }
    }
    s->gone[k] = true;
    tighten_all(s);
}

static bool simplify(struct system *s) {
    return !s->full && !s->empty && (use_equality(s) || reduce_equality(s) || join_opposites(s));
}

enum tri lmad_eliminate(const struct lmad_program *p) {
    struct system s;
    if (!state(&s, p)) {
        return TRI_UNKNOWN;
    }
    tighten_all(&s);
    for (int k = 0; k >= 0 && !s.full && !s.empty;) {
        bool exact = true;
        while (simplify(&s)) {
        }
        split_equalities(&s);
        k = cheapest(&s, &exact);
        if (k >= 0) {
            eliminate(&s, k);
            s.exact &= exact;
        }
    }
    return s.full ? TRI_UNKNOWN : s.empty ? TRI_NO : s.exact ? TRI_YES : TRI_UNKNOWN;
}

/* What is left of the system, as a program in the columns that are not gone. */
static void state_rest(const struct system *s, struct lmad_program *rest, int *var) {
    lmad_program_clear(rest);
    for (int k = 0; k < s->columns; k++) {
        var[k] = s->gone[k] ? -1 : lmad_program_var(rest, s->low[k], s->high[k]);
    }
    for (int i = 0; i < s->rows; i++) {
        lmad_program_row(rest, 0, s->row[i].equal ? 0 : LMAD_OPEN);
        lmad_program_add(rest, s->row[i].constant);
        for (int k = 0; k < s->columns; k++) {
            lmad_program_entry(rest, var[k], s->row[i].coef[k]);
        }
    }
}

/* The values of the columns that are gone, the last one first. */
static bool fill_in(const struct system *s, int64_t *value) {
    for (int i = s->solved - 1; i >= 0; i--) {
        const struct row *e = &s->used[i];
        int64_t sum = e->constant;
        for (int k = 0; k < s->columns; k++) {
            if (k != s->by[i] && !fma_ok(&sum, e->coef[k], value[k])) {
                return false;
            }
        }
        if (!mul_ok(sum, -e->coef[s->by[i]], &value[s->by[i]])) {
            return false;
        }
    }
    return true;
}

/* A point of the program by one in a reduced basis. */
static enum tri find_short(const struct lmad_program *p,
                           enum tri (*find)(void *context, const struct lmad_program *rest,
                                            int64_t *y),
                           void *context, int64_t *y) {
    struct lmad_program in;
    struct lattice basis;
    int64_t z[LMAD_MAX_VARS];
    if (!lattice_shorten(p, &in, &basis)) {
        return find(context, p, y);
    }
    enum tri found = find(context, &in, z);
    for (int k = 0; found == TRI_YES && k < basis.n; k++) {
        y[k] = 0;
        for (int i = 0; i < basis.n; i++) {
            found = fma_ok(&y[k], basis.by[k][i], z[i]) ? found : TRI_UNKNOWN;
        }
    }
    return found;
}

enum tri eliminate_equalities(const struct lmad_program *p,
                              enum tri (*find)(void *context, const struct lmad_program *rest,
                                               int64_t *y),
                              void *context, int64_t *x) {
    struct system s;
    struct lmad_program rest;
    int var[COLUMNS];
    int64_t y[LMAD_MAX_VARS], value[COLUMNS] = {0};
    if (!state(&s, p)) {
        return TRI_UNKNOWN;
    }
    tighten_all(&s);
    while (simplify(&s)) {
    }
    if (s.full || s.empty) {
        return s.full ? TRI_UNKNOWN : TRI_NO;
    }
    state_rest(&s, &rest, var);
    enum tri found = rest.full        ? TRI_UNKNOWN
                     : rest.nvar == 0 ? TRI_YES
                                      : find_short(&rest, find, context, y);
    if (found != TRI_YES) {
        return found;
    }
    for (int k = 0; k < s.columns; k++) {
        value[k] = var[k] >= 0 ? y[var[k]] : 0;
    }
    bool known = fill_in(&s, value);
    for (int v = 0; v < p->nvar; v++) {
        x[v] = value[v];
    }
    return known && lmad_program_holds(p, x) ? TRI_YES : TRI_UNKNOWN;
}
