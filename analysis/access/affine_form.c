/* Arithmetic of affine forms: sums of integer multiples of products of atoms. */
#include <inttypes.h>

#include "affine.h"
#include "build.h"

static int term_compare(const struct term *x, const struct term *y) {
    if (x->n != y->n) {
        return x->n - y->n; /* the constant comes first */
    }
    for (int i = 0; i < x->n; ++i) {
        if (x->factor[i] != y->factor[i]) {
            return x->factor[i]->id - y->factor[i]->id;
        }
    }
    return 0;
}

static struct form *new_form(struct arena *a, int n) {
    struct form *f = arena_alloc(a, sizeof(struct form) + sizeof(struct term) * (size_t)n);
    f->n = n;
    return f;
}

/* The two numbers met most. Forms are never written to. */
static const struct form zero_form = {0};
static const struct form one_form = {1, {{.coef = 1}}};

struct form *form_const(struct arena *a, int64_t value) {
    if (value == 0 || value == 1) {
        return (struct form *)(value ? &one_form : &zero_form);
    }
    struct form *f = new_form(a, value != 0);
    if (value != 0) {
        f->term[0].coef = value;
    }
    return f;
}

struct form *form_atom(struct arena *a, struct atom *atom) {
    struct form *f = new_form(a, 1);
    f->term[0] = (struct term){.coef = 1, .n = 1, .factor = {atom}};
    return f;
}

struct form *form_add(struct arena *a, const struct form *x, const struct form *y, int64_t scale) {
    if (!x || !y) {
        return NULL;
    }
    struct form *f = new_form(a, x->n + y->n);
    f->n = 0;
    int i = 0, j = 0;
    while (i < x->n || j < y->n) {
        int c = i == x->n ? 1 : j == y->n ? -1 : term_compare(&x->term[i], &y->term[j]);
        if (c < 0) {
            f->term[f->n++] = x->term[i++];
            continue;
        }
        struct term *to = &f->term[f->n++];
        *to = y->term[j];
        if (__builtin_mul_overflow(y->term[j++].coef, scale, &to->coef) ||
            (c == 0 && __builtin_add_overflow(to->coef, x->term[i++].coef, &to->coef))) {
            return NULL;
        }
        f->n -= to->coef == 0;
    }
    return f->n <= FORM_TERMS ? f : NULL;
}

struct form *form_scale(struct arena *a, const struct form *x, int64_t scale) {
    return form_add(a, form_const(a, 0), x, scale);
}

/* t = x * y; false on overflow or too many factors. */
static bool term_mul(struct term *t, const struct term *x, const struct term *y) {
    if (x->n + y->n > FORM_FACTORS || __builtin_mul_overflow(x->coef, y->coef, &t->coef)) {
        return false;
    }
    int i = 0, j = 0;
    t->n = 0;
    while (i < x->n || j < y->n) {
        bool first = j == y->n || (i < x->n && x->factor[i]->id <= y->factor[j]->id);
        t->factor[t->n++] = first ? x->factor[i++] : y->factor[j++];
    }
    return true;
}

/* A form of one term. */
static struct form *form_term(struct arena *a, const struct term *t) {
    struct form *f = new_form(a, 1);
    f->term[0] = *t;
    return f;
}

struct form *form_mul(struct arena *a, const struct form *x, const struct form *y) {
    if (!x || !y || x->n * y->n > 4 * FORM_TERMS) {
        return NULL;
    }
    struct form *sum = form_const(a, 0);
    for (int i = 0; i < x->n && sum; ++i) {
        for (int j = 0; j < y->n && sum; ++j) {
            struct term t = {0};
            if (!term_mul(&t, &x->term[i], &y->term[j])) {
                return NULL;
            }
            sum = form_add(a, sum, form_term(a, &t), 1);
        }
    }
    return sum;
}

bool form_equal(const struct form *x, const struct form *y) {
    if (!x || !y || x->n != y->n) {
        return false;
    }
    for (int i = 0; i < x->n; ++i) {
        if (x->term[i].coef != y->term[i].coef || term_compare(&x->term[i], &y->term[i]) != 0) {
            return false;
        }
    }
    return true;
}

bool form_is_const(const struct form *x, int64_t *value) {
    if (!x || x->n > 1 || (x->n == 1 && x->term[0].n > 0)) {
        return false;
    }
    *value = x->n ? x->term[0].coef : 0;
    return true;
}

/* How often atom is a factor of t; *at gets one place. */
static int factor_count(const struct term *t, const struct atom *atom, int *at) {
    int n = 0;
    for (int i = 0; i < t->n; ++i) {
        if (t->factor[i] == atom) {
            *at = i;
            ++n;
        }
    }
    return n;
}

static void drop_factor(struct term *t, int at) {
    --t->n;
    for (int i = at; i < t->n; ++i) {
        t->factor[i] = t->factor[i + 1];
    }
    t->factor[t->n] = NULL;
}

bool form_split(struct arena *a, const struct form *x, const struct atom *atom, struct form **coef,
                struct form **rest) {
    struct form *c = form_const(a, 0), *r = form_const(a, 0);
    for (int i = 0; x && i < x->n && c && r; ++i) {
        struct term t = x->term[i];
        int at = 0, n = factor_count(&t, atom, &at);
        if (n > 1) {
            return false;
        }
        if (n == 1) {
            drop_factor(&t, at);
            c = form_add(a, c, form_term(a, &t), 1);
        } else {
            r = form_add(a, r, form_term(a, &t), 1);
        }
    }
    *coef = c;
    *rest = r;
    return x && c && r;
}

struct form *form_subst(struct arena *a, const struct form *x, const struct atom *atom,
                        const struct form *y) {
    struct form *coef, *rest;
    if (!form_split(a, x, atom, &coef, &rest)) {
        return NULL;
    }
    return form_add(a, rest, form_mul(a, coef, y), 1);
}

struct atom *form_counter(const struct form *x, int depth) {
    struct atom *inner = NULL;
    for (int i = 0; x && i < x->n; ++i) {
        for (int k = 0; k < x->term[i].n; ++k) {
            struct atom *atom = x->term[i].factor[k];
            if (atom->kind == ATOM_COUNTER && atom->depth >= depth &&
                (!inner || atom->depth > inner->depth)) {
                inner = atom;
            }
        }
    }
    return inner;
}

bool form_holds(const struct form *x, const struct atom *atom) {
    int at;
    for (int i = 0; x && i < x->n; ++i) {
        if (factor_count(&x->term[i], atom, &at) > 0) {
            return true;
        }
    }
    return false;
}

/* ---- quotients */

bool atom_varies(const struct atom *atom, int depth) {
    return (atom->kind == ATOM_COUNTER || atom->kind == ATOM_QUOTIENT) && atom->depth >= depth;
}

static int form_depth(const struct form *x) {
    int depth = -1;
    for (int i = 0; i < x->n; ++i) {
        for (int k = 0; k < x->term[i].n; ++k) {
            const struct atom *atom = x->term[i].factor[k];
            depth = atom_varies(atom, depth) ? atom->depth : depth;
        }
    }
    return depth;
}

/* What a number other than 0 divides of x. The coefficients left in x - d * whole are below |d|. */
static struct form *whole_part(struct arena *a, const struct form *x, int64_t d) {
    struct form *f = new_form(a, x->n);
    f->n = 0;
    for (int i = 0; i < x->n; ++i) {
        int64_t k = floor_div(x->term[i].coef, d > 0 ? d : -d);
        f->term[f->n] = x->term[i];
        f->term[f->n].coef = d > 0 ? k : -k;
        f->n += k != 0;
    }
    return f;
}

static struct form *quotient_atom(struct scope *sc, struct form *x, struct form *d) {
    for (int i = 0; i < sc->atoms.n; ++i) {
        struct atom *atom = sc->atoms.item[i];
        if (atom->kind == ATOM_QUOTIENT && form_equal(atom->dividend, x) &&
            form_equal(atom->divisor, d)) {
            return form_atom(sc->arena, atom);
        }
    }
    struct atom *atom = ARENA_NEW(sc->arena, struct atom);
    *atom = (struct atom){.kind = ATOM_QUOTIENT,
                          .id = sc->atoms.n,
                          .depth = form_depth(x),
                          .dividend = x,
                          .divisor = d};
    vec_push(sc->arena, &sc->atoms, atom);
    return form_atom(sc->arena, atom);
}

struct form *form_quotient(struct scope *sc, const struct form *x, const struct form *d) {
    struct arena *a = sc->arena;
    int64_t by, left;
    if (!x || !d || form_depth(d) >= 0) {
        return NULL;
    }
    if (!form_is_const(d, &by)) {
        return quotient_atom(sc, (struct form *)x, (struct form *)d);
    }
    if (by == 0 || by < -INT32_MAX || by > INT32_MAX) {
        return NULL;
    }
    struct form *whole = whole_part(a, x, by), *rest = form_add(a, x, whole, -by);
    if (form_is_const(rest, &left)) {
        return form_add(a, whole, form_const(a, floor_div(left, by)), 1);
    }
    return rest ? form_add(a, whole, quotient_atom(sc, rest, form_const(a, by)), 1) : NULL;
}

static bool holds_deep(const struct form *x, const struct atom *atom) {
    bool found = form_holds(x, atom);
    for (int i = 0; i < x->n && !found; ++i) {
        for (int k = 0; k < x->term[i].n && !found; ++k) {
            const struct atom *q = x->term[i].factor[k];
            found = q->kind == ATOM_QUOTIENT && holds_deep(q->dividend, atom);
        }
    }
    return found;
}

/* As form_subst, where the atom may be squared too. */
static struct form *subst_power(struct arena *a, const struct form *x, const struct atom *atom,
                                const struct form *y) {
    struct form *sum = form_const(a, 0);
    for (int i = 0; x && y && sum && i < x->n; ++i) {
        struct term t = x->term[i];
        int at = 0, n = 0;
        while (factor_count(&t, atom, &at) > 0) {
            drop_factor(&t, at);
            ++n;
        }
        struct form *product = form_term(a, &t);
        while (n-- > 0) {
            product = form_mul(a, product, y);
        }
        sum = form_add(a, sum, product, 1);
    }
    return x && y ? sum : NULL;
}

struct form *form_subst_deep(struct scope *sc, const struct form *x, struct atom *atom,
                             const struct form *y) {
    struct form *f = (struct form *)x;
    for (int i = 0; x && y && f && i < x->n; ++i) {
        for (int k = 0; k < x->term[i].n; ++k) {
            struct atom *q = x->term[i].factor[k];
            if (q->kind == ATOM_QUOTIENT && holds_deep(q->dividend, atom)) {
                struct form *dividend = form_subst_deep(sc, q->dividend, atom, y);
                f = form_subst(sc->arena, f, q, form_quotient(sc, dividend, q->divisor));
            }
        }
    }
    return subst_power(sc->arena, f, atom, y);
}

/* ---- as expressions and text */

static struct texpr *atom_expr(const struct scope *sc, const struct atom *atom) {
    switch (atom->kind) {
    case ATOM_COUNTER:
    case ATOM_VAR:
        return build_cast(sc->arena, sc->ty_int, build_var(sc->arena, atom->var));
    case ATOM_SHAPE:
        return build_shape(sc->arena, sc->ty_int, atom->var, atom->axis);
    case ATOM_EXPR:
        return build_cast(sc->arena, sc->ty_int, atom->expr);
    case ATOM_QUOTIENT:
    case ATOM_DISTANCE:
        break; /* never in what becomes an expression */
    }
    return NULL;
}

static struct texpr *product_expr(const struct scope *sc, const struct term *t) {
    struct texpr *e = NULL;
    for (int i = 0; i < t->n; ++i) {
        struct texpr *x = atom_expr(sc, t->factor[i]);
        e = e ? build_op(sc->arena, sc->ty_int, OP_MUL, e, x) : x;
    }
    return e;
}

/* The sum, positive terms first, the constant last: n*i - 1. */
struct texpr *form_expr(const struct scope *sc, const struct form *x) {
    struct texpr *e = NULL;
    struct ty *t = sc->ty_int;
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < x->n; ++i) {
            const struct term *term = &x->term[i];
            if (term->n == 0 || (term->coef < 0 && term->coef != INT64_MIN) != pass) {
                continue;
            }
            int64_t c = pass ? -term->coef : term->coef;
            struct texpr *p = product_expr(sc, term);
            if (c != 1) {
                p = build_op(sc->arena, t, OP_MUL, build_int(sc->arena, t, c), p);
            }
            if (!e && pass) {
                e = build_int(sc->arena, t, 0);
            }
            e = e ? build_op(sc->arena, t, pass ? OP_SUB : OP_ADD, e, p) : p;
        }
    }
    int64_t c = x->n && x->term[0].n == 0 ? x->term[0].coef : 0;
    if (!e) {
        return build_int(sc->arena, t, c);
    }
    if (c < 0 && c != INT64_MIN) {
        return build_op(sc->arena, t, OP_SUB, e, build_int(sc->arena, t, -c));
    }
    return build_op(sc->arena, t, OP_ADD, e, build_int(sc->arena, t, c));
}

static const char *atom_text(struct arena *a, const struct atom *atom) {
    switch (atom->kind) {
    case ATOM_COUNTER:
    case ATOM_VAR:
        return atom->var->name;
    case ATOM_SHAPE:
        return arena_printf(a, "%s.shape[%d]", atom->var->name, atom->axis);
    case ATOM_EXPR:
        return arena_printf(a, "(%s)", expr_text(a, atom->expr));
    case ATOM_QUOTIENT:
        return arena_printf(a, "((%s) // %s)", form_text(a, atom->dividend),
                            form_text(a, atom->divisor));
    case ATOM_DISTANCE:
        return "distance";
    }
    return "?";
}

static const char *term_text(struct arena *a, const struct term *t, uint64_t coef) {
    const char *text = coef == 1 && t->n ? "" : arena_printf(a, "%" PRIu64, coef);
    for (int i = 0; i < t->n; ++i) {
        text = arena_printf(a, "%s%s%s", text, *text ? "*" : "", atom_text(a, t->factor[i]));
    }
    return text;
}

const char *form_text(struct arena *a, const struct form *x) {
    const char *text = "";
    bool constant = x->n && x->term[0].n == 0;
    for (int k = 0; k < x->n; ++k) {
        const struct term *t = &x->term[constant ? (k + 1) % x->n : k]; /* the constant last */
        bool minus = t->coef < 0;
        uint64_t c = minus ? -(uint64_t)t->coef : (uint64_t)t->coef;
        const char *sign = *text ? (minus ? " - " : " + ") : (minus ? "-" : "");
        text = arena_printf(a, "%s%s%s", text, sign, term_text(a, t, c));
    }
    return *text ? text : "0";
}
