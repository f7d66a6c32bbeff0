/* Can two iterations touch one element? As a system of linear inequalities.
 *
 * The unknowns are the counters of both iterations (each has its own copy of the loop's counter and
 * of those inside), and every other atom or product of atoms, taken as a number of its own. The
 * rows say: the indices are equal on every axis, each counter is within its loop and fulfils the
 * conditions around the access, one iteration comes before the other. When elimination finds a
 * contradiction there is no collision, for any sizes. Triangles, mirrored and transposed accesses
 * are told apart so. W. Pugh, "The Omega test", 1991, without its exact part. */
#include "build.h"
#include "loops.h"

#define MAX_COLUMNS 28
#define MAX_ROWS 192
#define SHARED 2 /* copy number of what both iterations have in common */

/* sum of coef[k] * column k + constant >= 0, or == 0. */
struct row {
    bool equal;
    int64_t constant, coef[MAX_COLUMNS];
};

struct column {
    int copy; /* 0, 1 or SHARED */
    struct term term;
    bool gone;
};

struct linear {
    struct scope *sc;
    int depth; /* of the loop: counters this deep or deeper differ between the iterations */
    int columns, rows;
    bool full;  /* something did not fit or overflowed: no answer */
    bool empty; /* a contradiction was found */
    struct column column[MAX_COLUMNS];
    struct row row[MAX_ROWS];
};

/* ---- rows */

static bool term_varies(const struct linear *s, const struct term *t) {
    for (int i = 0; i < t->n; ++i) {
        if (t->factor[i]->kind == ATOM_COUNTER && t->factor[i]->depth >= s->depth) {
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

static struct row *new_row(struct linear *s, bool equal) {
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

/* Adds scale * f, in iteration `copy`, to a row. */
static void row_add(struct linear *s, struct row *r, const struct form *f, int copy,
                    int64_t scale) {
    for (int i = 0; i < f->n; ++i) {
        const struct term *t = &f->term[i];
        add_scaled(s, t->n == 0 ? &r->constant : &r->coef[column_of(s, t, copy)], t->coef, scale);
    }
}

/* x - y - least >= 0, each in its iteration; nothing when one has no form. */
static void row_above(struct linear *s, const struct form *x, int copy_x, const struct form *y,
                      int copy_y, int64_t least) {
    if (x && y) {
        struct row *r = new_row(s, false);
        row_add(s, r, x, copy_x, 1);
        row_add(s, r, y, copy_y, -1);
        add_scaled(s, &r->constant, least, -1);
    }
}

/* ---- what is known */

/* counter within its loop, in one iteration. */
static void add_range(struct linear *s, struct atom *counter, int copy) {
    struct form *f = form_atom(s->sc->arena, counter);
    struct range *r = range_of(s->sc, counter);
    for (int i = 0; i < r->n_lower; ++i) {
        row_above(s, f, copy, r->lower[i], copy, 0);
    }
    for (int i = 0; i < r->n_upper; ++i) {
        row_above(s, r->upper[i], copy, f, copy, 0);
    }
}

/* What the condition of an IF says, `truth` being its value. */
static void add_condition(struct linear *s, const struct tstmt *cond, bool truth, int copy) {
    struct scope *sc = s->sc;
    int before = sc->bounds.n;
    range_push(sc, cond->if_.cond, truth, fact_of(sc->facts, cond)->pos, -1);
    for (int i = before; i < sc->bounds.n; ++i) {
        struct bound b = sc->bounds.item[i];
        struct form *counter = form_atom(sc->arena, b.counter);
        row_above(s, b.lower ? counter : b.form, copy, b.lower ? b.form : counter, copy, 0);
    }
    sc->bounds.n = before;
}

/* Earlier statements of the block that leave it under some condition: after them it is false. */
static void add_guards(struct linear *s, const struct stmt_fact *f, int copy) {
    for (int i = 0; i < f->at; ++i) {
        const struct tstmt *t = f->block->item[i];
        if (t->kind == TS_IF && !block_completes(&t->if_.then)) {
            add_condition(s, t, false, copy);
        } else if (t->kind == TS_IF && !block_completes(&t->if_.els)) {
            add_condition(s, t, true, copy);
        }
    }
}

/* Loops and conditions of the nest around an access. */
static void add_surroundings(struct linear *s, const struct access *x, int copy) {
    const struct facts *facts = s->sc->facts;
    const struct stmt_fact *f = facts->order[x->pos];
    while (f->pos > s->sc->lo) {
        const struct tstmt *p = f->parent;
        add_guards(s, f, copy);
        if (p->kind == TS_IF) {
            add_condition(s, p, f->block == &p->if_.then, copy);
        } else if (p->kind == TS_FOR && f->block == &p->for_.body) {
            add_range(s, counter_of(s->sc, (struct tstmt *)p), copy);
        }
        f = fact_of(facts, p);
    }
}

/* q = x // d is between (x - d + 1) / d and x / d; min and max are what they say. */
static void add_atom(struct linear *s, struct atom *atom) {
    struct scope *sc = s->sc;
    struct arena *a = sc->arena;
    struct form *q = form_atom(a, atom);
    int64_t d;
    if (atom->kind == ATOM_SHAPE) {
        row_above(s, q, SHARED, form_const(a, 0), SHARED, 0);
    }
    struct texpr *e = atom->kind == ATOM_EXPR ? expr_strip(atom->expr) : NULL;
    if (!e || e->kind != TE_OP || e->op.n != 2) {
        return;
    }
    struct form *x = form_of(sc, e->op.arg[0], sc->lo), *y = form_of(sc, e->op.arg[1], sc->lo);
    if (e->op.op == OP_FLOORDIV && form_is_const(y, &d) && d > 0 && x) {
        struct form *dq = form_scale(a, q, d);
        row_above(s, x, SHARED, dq, SHARED, 0);
        row_above(s, dq, SHARED, x, SHARED, 1 - d);
    } else if (e->op.op == OP_MOD && form_is_const(y, &d) && d > 0) {
        row_above(s, q, SHARED, form_const(a, 0), SHARED, 0);
        row_above(s, form_const(a, d - 1), SHARED, q, SHARED, 0);
    } else if (e->op.op == OP_PYMIN) {
        row_above(s, x, SHARED, q, SHARED, 0);
        row_above(s, y, SHARED, q, SHARED, 0);
    } else if (e->op.op == OP_PYMAX) {
        row_above(s, q, SHARED, x, SHARED, 0);
        row_above(s, q, SHARED, y, SHARED, 0);
    }
}

/* Atoms that rows mention; those of added rows in turn. */
static void add_atoms(struct linear *s) {
    for (int i = 0; i < s->columns && !s->full; ++i) {
        const struct term t = s->column[i].term;
        if (t.n == 1 && s->column[i].copy == SHARED) {
            add_atom(s, t.factor[0]);
        }
    }
}

static bool has_interval(enum index_known known) {
    return known == INDEX_FORM || known == INDEX_BETWEEN;
}

/* The same index on every axis that is known. */
static int add_equalities(struct linear *s, const struct access *x, const struct access *y) {
    int axes = 0;
    for (int k = 0; k < x->rank; ++k) {
        if (x->known[k] == INDEX_FORM && y->known[k] == INDEX_FORM) {
            struct row *r = new_row(s, true);
            row_add(s, r, x->form[k], 0, 1);
            row_add(s, r, y->form[k], 1, -1);
            ++axes;
        } else if (has_interval(x->known[k]) && has_interval(y->known[k])) {
            row_above(s, x->high[k], 0, y->low[k], 1, 0);
            row_above(s, y->high[k], 1, x->low[k], 0, 0);
            ++axes;
        }
    }
    return axes;
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

static int64_t floor_div(int64_t x, int64_t y) {
    int64_t q = x / y;
    return x % y != 0 && x < 0 ? q - 1 : q;
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

/* Equalities without a unit coefficient become two inequalities. */
static void split_equalities(struct linear *s) {
    for (int i = 0, n = s->rows; i < n; ++i) {
        if (s->row[i].equal) {
            struct row *r = new_row(s, false);
            s->row[i].equal = false;
            struct row zero = {0};
            combine(s, r, &s->row[i], -1, &zero, 0);
            r->equal = false;
        }
    }
}

/* The column whose elimination makes the fewest rows; -1 when none is left. */
static int cheapest(const struct linear *s) {
    int best = -1, cost = 0;
    for (int k = 0; k < s->columns; ++k) {
        int up = 0, down = 0;
        for (int i = 0; i < s->rows; ++i) {
            up += s->row[i].coef[k] > 0;
            down += s->row[i].coef[k] < 0;
        }
        int c = up * down - up - down;
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
                struct row *r = new_row(s, false);
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

static bool contradicts(struct linear *s) {
    tighten_all(s);
    while (!s->full && !s->empty && use_equality(s)) {
    }
    split_equalities(s);
    for (int k = cheapest(s); k >= 0 && !s->full && !s->empty; k = cheapest(s)) {
        eliminate(s, k);
    }
    return s->empty && !s->full;
}

/* ---- */

/* The counters of one loop in the two iterations: before, the same or after, in the order in which
 * the loop runs. */
static void add_order(struct linear *s, struct tstmt *loop, enum turn turn) {
    struct atom *atom = counter_of(s->sc, loop);
    struct form *counter = form_atom(s->sc->arena, atom);
    bool down = range_of(s->sc, atom)->step_value < 0;
    if (turn == TURN_SAME) {
        struct row *r = new_row(s, true);
        row_add(s, r, counter, 0, 1);
        row_add(s, r, counter, 1, -1);
    } else if (turn != TURN_ANY) {
        int later = (turn == TURN_BEFORE) != down;
        row_above(s, counter, later, counter, !later, 1);
    }
}

bool collision_impossible_in(struct scope *sc, const struct access *x, const struct access *y,
                             struct tstmt *const *loop, const enum turn *turn, int n) {
    struct linear s;
    s.sc = sc;
    s.depth = counter_of(sc, loop[0])->depth;
    s.columns = s.rows = 0;
    s.full = s.empty = false;
    if (add_equalities(&s, x, y) == 0) {
        return false;
    }
    add_surroundings(&s, x, 0);
    add_surroundings(&s, y, 1);
    for (int k = 0; k < n; ++k) {
        add_order(&s, loop[k], turn[k]);
    }
    add_atoms(&s);
    return !s.full && contradicts(&s);
}

bool collision_impossible(struct scope *sc, const struct access *x, const struct access *y,
                          struct tstmt *loop) {
    static const enum turn before = TURN_BEFORE, after = TURN_AFTER;
    return collision_impossible_in(sc, x, y, &loop, &before, 1) &&
           collision_impossible_in(sc, x, y, &loop, &after, 1);
}
