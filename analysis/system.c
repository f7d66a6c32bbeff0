/* Building systems of linear inequalities, and finding contradictions in them: Fourier-Motzkin
 * elimination with integer tightening. W. Pugh, "The Omega test", 1991, without its exact part. */
#include "system.h"

/* ---- rows */

void linear_begin(struct linear *s, struct scope *sc, int depth, struct path *path) {
    s->sc = sc;
    s->depth = depth;
    s->at[0] = s->at[1] = NULL;
    s->path = path;
    s->columns = s->rows = 0;
    s->full = s->empty = s->open = s->skipped = false;
    if (path) {
        path->n = 0;
    }
}

static bool term_varies(const struct linear *s, const struct term *t) {
    for (int i = 0; i < t->n; ++i) {
        if (atom_varies(t->factor[i], s->depth)) {
            return true;
        }
    }
    return false;
}

static int column_of(struct linear *s, const struct term *t, int copy) {
    copy = term_varies(s, t) ? copy : SHARED;
    for (int i = 0; i < s->columns; ++i) {
        const struct column *c = &s->column[i];
        bool same = c->copy == copy && c->term.n == t->n;
        for (int k = 0; same && k < t->n; ++k) {
            same = c->term.factor[k] == t->factor[k];
        }
        if (same) {
            return i;
        }
    }
    if (s->columns == MAX_COLUMNS) {
        s->full = true;
        return 0;
    }
    s->column[s->columns] = (struct column){copy, *t, false};
    return s->columns++;
}

struct row *linear_row(struct linear *s, bool equal) {
    if (s->rows == MAX_ROWS) {
        s->full = true;
        return &s->row[0];
    }
    struct row *r = &s->row[s->rows++];
    *r = (struct row){.equal = equal};
    return r;
}

static void add_scaled(struct linear *s, int64_t *to, int64_t x, int64_t scale) {
    int64_t product;
    s->full |=
        __builtin_mul_overflow(x, scale, &product) || __builtin_add_overflow(*to, product, to);
}

/* f with the values that the counters have there. */
static const struct form *placed(struct linear *s, const struct form *f, int copy) {
    const struct form *g =
        copy != SHARED && s->at[copy] ? iteration_form(s->sc, f, s->at[copy]) : f;
    s->full |= !g;
    return g;
}

void linear_add(struct linear *s, struct row *r, const struct form *f, int copy, int64_t scale) {
    const struct form *g = placed(s, f, copy);
    for (int i = 0; g && i < g->n; ++i) {
        const struct term *t = &g->term[i];
        add_scaled(s, t->n == 0 ? &r->constant : &r->coef[column_of(s, t, copy)], t->coef, scale);
    }
}

void linear_above(struct linear *s, const struct form *x, int copy_x, const struct form *y,
                  int copy_y, int64_t least) {
    if (x && y) {
        struct row *r = linear_row(s, false);
        linear_add(s, r, x, copy_x, 1);
        linear_add(s, r, y, copy_y, -1);
        add_scaled(s, &r->constant, least, -1);
    }
}

void linear_equal(struct linear *s, const struct form *x, int copy_x, const struct form *y,
                  int copy_y) {
    if (x && y) {
        struct row *r = linear_row(s, true);
        linear_add(s, r, x, copy_x, 1);
        linear_add(s, r, y, copy_y, -1);
    }
}

/* ---- alternatives */

int linear_branch(struct linear *s, int n) {
    struct path *p = s->path;
    s->skipped |= !p;
    if (!p || p->n == MAX_BRANCHES) {
        return -1;
    }
    if (p->n == p->known) {
        p->digit[p->known++] = 0;
    }
    p->width[p->n] = n;
    return p->digit[p->n++];
}

bool path_next(struct path *p) {
    while (p->n > 0 && ++p->digit[p->n - 1] == p->width[p->n - 1]) {
        --p->n;
    }
    p->known = p->n;
    return p->n > 0;
}

/* ---- elimination */

static int64_t gcd(int64_t x, int64_t y) {
    while (y != 0) {
        int64_t r = x % y;
        x = y;
        y = r;
    }
    return x < 0 ? -x : x;
}

/* Divides by the gcd of the coefficients, rounding the constant down: the unknowns are integers.
 * False when the row says nothing any more. */
static bool tighten(struct linear *s, struct row *r) {
    int64_t g = 0;
    for (int i = 0; i < s->columns; ++i) {
        if (r->coef[i] == INT64_MIN) {
            s->full = true;
            return false;
        }
        g = gcd(g, r->coef[i]);
    }
    if (g == 0) {
        s->empty |= r->equal ? r->constant != 0 : r->constant < 0;
        return false;
    }
    for (int i = 0; g > 1 && i < s->columns; ++i) {
        r->coef[i] /= g;
    }
    s->empty |= r->equal && r->constant % g != 0;
    r->constant = floor_div(r->constant, g);
    return true;
}

static void drop_row(struct linear *s, int i) {
    s->row[i] = s->row[--s->rows];
}

static void tighten_all(struct linear *s) {
    for (int i = s->rows - 1; i >= 0; --i) {
        if (!tighten(s, &s->row[i])) {
            drop_row(s, i);
        }
    }
}

/* r = p * x + q * y, p and q positive (or y an equality). */
static void combine(struct linear *s, struct row *r, const struct row *x, int64_t p,
                    const struct row *y, int64_t q) {
    *r = (struct row){.equal = x->equal && y->equal};
    add_scaled(s, &r->constant, x->constant, p);
    add_scaled(s, &r->constant, y->constant, q);
    for (int i = 0; i < s->columns; ++i) {
        add_scaled(s, &r->coef[i], x->coef[i], p);
        add_scaled(s, &r->coef[i], y->coef[i], q);
    }
}

/* Uses up an equality in which column k has coefficient 1 or -1. */
static void substitute(struct linear *s, int at, int k) {
    struct row e = s->row[at];
    drop_row(s, at);
    for (int i = 0; i < s->rows && !s->full; ++i) {
        int64_t c = s->row[i].coef[k];
        if (c != 0) {
            struct row r;
            s->full |= c == INT64_MIN;
            combine(s, &r, &s->row[i], 1, &e, s->full ? 0 : -c * e.coef[k]);
            r.equal = s->row[i].equal;
            s->row[i] = r;
        }
    }
    s->column[k].gone = true;
    tighten_all(s);
}

static bool use_equality(struct linear *s) {
    for (int i = 0; i < s->rows; ++i) {
        for (int k = 0; s->row[i].equal && k < s->columns; ++k) {
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
    int64_t r = a - m * floor_div(a, m);
    return 2 * r >= m ? r - m : r;
}

static int64_t magnitude(int64_t x) {
    return x < 0 ? -x : x;
}

/* Makes the coefficients of an equality that has no unit among them smaller, by a new unknown: what
 * is 0 is a multiple of m. Pugh, section 2.3.1. */
static bool reduce_equality(struct linear *s) {
    for (int i = 0; i < s->rows && s->columns < MAX_COLUMNS && s->rows < MAX_ROWS; ++i) {
        const struct row e = s->row[i];
        int least = -1;
        for (int k = 0; e.equal && k < s->columns; ++k) {
            bool less = least < 0 || magnitude(e.coef[k]) < magnitude(e.coef[least]);
            least = e.coef[k] != 0 && less ? k : least;
        }
        if (least < 0 || magnitude(e.coef[least]) > INT32_MAX) {
            continue;
        }
        int64_t m = magnitude(e.coef[least]) + 1;
        struct row *r = linear_row(s, true);
        r->constant = near_mod(e.constant, m);
        for (int k = 0; k < s->columns; ++k) {
            r->coef[k] = near_mod(e.coef[k], m);
        }
        s->column[s->columns] = (struct column){.copy = SHARED};
        r->coef[s->columns++] = -m;
        substitute(s, s->rows - 1, least);
        return true;
    }
    return false;
}

static bool are_opposite(const struct linear *s, const struct row *x, const struct row *y) {
    bool opposite = !x->equal && !y->equal;
    for (int k = 0; k < s->columns && opposite; ++k) {
        opposite = x->coef[k] == -y->coef[k];
    }
    return opposite;
}

/* x >= c and x <= c become x == c. */
static bool join_opposites(struct linear *s) {
    bool joined = false;
    for (int i = 0; i < s->rows; ++i) {
        for (int j = s->rows - 1; j > i; --j) {
            if (are_opposite(s, &s->row[i], &s->row[j])) {
                int64_t room;
                bool over = __builtin_add_overflow(s->row[i].constant, s->row[j].constant, &room);
                s->empty |= !over && room < 0;
                if (!over && room == 0) {
                    s->row[i].equal = joined = true;
                    drop_row(s, j);
                }
            }
        }
    }
    return joined;
}

/* Equalities without a unit coefficient become two inequalities. */
static void split_equalities(struct linear *s) {
    for (int i = 0, n = s->rows; i < n; ++i) {
        if (s->row[i].equal) {
            struct row *r = linear_row(s, false);
            s->row[i].equal = false;
            struct row zero = {0};
            combine(s, r, &s->row[i], -1, &zero, 0);
            r->equal = false;
        }
    }
}

/* The column whose elimination makes the fewest rows, those before which lose nothing by it; -1
 * when none is left. */
static int cheapest(const struct linear *s) {
    int best = -1, cost = 0;
    for (int k = 0; k < s->columns; ++k) {
        int up = 0, down = 0;
        bool exact_up = true, exact_down = true;
        for (int i = 0; i < s->rows; ++i) {
            up += s->row[i].coef[k] > 0;
            down += s->row[i].coef[k] < 0;
            exact_up &= s->row[i].coef[k] <= 1;
            exact_down &= s->row[i].coef[k] >= -1;
        }
        int c = up * down - up - down + (exact_up || exact_down ? 0 : MAX_ROWS);
        if (!s->column[k].gone && (best < 0 || c < cost)) {
            best = k;
            cost = c;
        }
    }
    return best;
}

static void eliminate(struct linear *s, int k) {
    int n = s->rows;
    for (int i = 0; i < n && !s->full; ++i) {
        for (int j = 0; s->row[i].coef[k] > 0 && j < n && !s->full; ++j) {
            if (s->row[j].coef[k] < 0) {
                struct row *r = linear_row(s, false);
                combine(s, r, &s->row[i], -s->row[j].coef[k], &s->row[j], s->row[i].coef[k]);
            }
        }
    }
    for (int i = s->rows - 1; i >= 0; --i) {
        if (i < n && s->row[i].coef[k] != 0) {
            drop_row(s, i);
        }
    }
    s->column[k].gone = true;
    tighten_all(s);
}

static bool simplify(struct linear *s) {
    return !s->full && !s->empty && (use_equality(s) || reduce_equality(s) || join_opposites(s));
}

bool linear_contradicts(struct linear *s) {
    tighten_all(s);
    for (int k = 0; k >= 0 && !s->full && !s->empty;) {
        while (simplify(s)) {
        }
        split_equalities(s);
        k = cheapest(s);
        if (k >= 0) {
            eliminate(s, k);
        }
    }
    return s->empty && !s->full;
}

/* ---- solutions */

bool linear_solve(const struct linear *s, int64_t bound, int64_t *value) {
    struct lmad_program p;
    lmad_program_clear(&p);
    for (int k = 0; k < s->columns; ++k) {
        int64_t most = s->column[k].copy == SHARED || s->column[k].term.n > 1 ? 4 * bound : bound;
        lmad_program_var(&p, -most, most, 0);
    }
    for (int i = 0; i < s->rows; ++i) {
        int64_t least = -s->row[i].constant;
        lmad_program_row(&p, least, s->row[i].equal ? least : INT64_MAX);
        for (int k = 0; k < s->columns; ++k) {
            lmad_program_entry(&p, k, s->row[i].coef[k]);
        }
    }
    return !s->full && !s->empty && !p.full && lmad_search(&p, value) == TRI_YES;
}
