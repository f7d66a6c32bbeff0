/* What the conditions around an access say, as rows of a system (system.h).
 *
 * Comparisons of forms are rows; so are comparisons of x % d, x // d and bits of x, which
 * form_divided sees. A condition that is the same whenever the nest asks is a number of its own,
 * 0 or 1. What is left (elements of arrays, floats that change) is not stated. */
#include "build.h"
#include "system.h"

#define CONDITION_FUEL 100 /* conditions looked into for one access */

static void add_truth(struct linear *s, struct texpr *e, bool truth, int pos, int copy);

/* Where both iterations are given, values that are no matter of numbers leave the condition open.
 */
static void close_row(struct linear *s, int row) {
    s->open |= s->fixed && row < s->p.nrow && s->p.row_start[row] < s->p.row_start[row + 1];
}

static void add_less(struct linear *s, const struct form *x, const struct form *y, int64_t by,
                     int copy) {
    int row = s->p.nrow;
    linear_above(s, y, copy, x, copy, by);
    close_row(s, row);
}

/* x == y, or x != y: below or above. */
static void add_equality(struct linear *s, const struct form *x, const struct form *y, bool equal,
                         int copy) {
    int row = s->p.nrow;
    if (equal) {
        linear_equal(s, x, copy, y, copy);
        close_row(s, row);
        return;
    }
    int side = linear_branch(s, 2);
    if (side >= 0) {
        add_less(s, side ? y : x, side ? x : y, 1, copy);
    } else {
        s->open = true;
    }
}

static void add_comparison(struct linear *s, enum op op, bool truth, const struct form *x,
                           const struct form *y, int copy) {
    bool less = op == OP_LT || op == OP_LE, strict = op == OP_LT || op == OP_GT;
    if (op == OP_EQ || op == OP_NE) {
        add_equality(s, x, y, (op == OP_EQ) == truth, copy);
    } else if (less == truth) {
        add_less(s, x, y, strict == truth, copy);
    } else {
        add_less(s, y, x, strict == truth, copy);
    }
}

/* A condition that has one value in the whole nest. */
static void add_invariant(struct linear *s, struct texpr *e, bool truth) {
    struct form *one = form_const(s->sc->arena, 1), *zero = form_const(s->sc->arena, 0);
    linear_equal(s, form_whole(s->sc, e), SHARED, truth ? one : zero, SHARED);
    s->open = true;
}

static void add_op(struct linear *s, struct texpr *e, bool truth, int pos, int copy) {
    struct texpr **arg = e->op.arg;
    enum op op = e->op.op;
    bool and = op == OP_LAND || op == OP_BITAND, or = op == OP_LOR || op == OP_BITOR;
    if (op == OP_NOT && arg[0]->type->kind == TY_SCALAR) {
        add_truth(s, arg[0], !truth, pos, copy);
    } else if (truth ? and : or) {
        add_truth(s, arg[0], truth, pos, copy);
        add_truth(s, arg[1], truth, pos, copy);
    } else if (and || or) {
        int side = linear_branch(s, 2);
        if (side >= 0) {
            add_truth(s, arg[side], truth, pos, copy);
        } else {
            s->open = true;
        }
    } else {
        bool compares = op >= OP_EQ && op <= OP_GE;
        struct form *x = compares ? form_divided(s->sc, arg[0], pos) : NULL;
        struct form *y = x ? form_divided(s->sc, arg[1], pos) : NULL;
        if (y) {
            add_comparison(s, op, truth, x, y, copy);
        } else if (expr_invariant(s->sc, e)) {
            add_invariant(s, e, truth);
        } else {
            s->open = true;
        }
    }
}

/* `t = a if c else b`, as `and`, `or` and chains are lowered where one of them may raise: the IF
 * before that ends both its branches in an assignment of the temporary t. */
static struct tstmt *chosen_by(const struct facts *f, const struct tvar *t, int pos) {
    int last = -1;
    for (int i = 0; i < f->var[t->id].defs.n && f->var[t->id].defs.item[i] < pos; ++i) {
        last = f->var[t->id].defs.item[i];
    }
    struct tstmt *p = last >= 0 && t->is_temp ? f->order[last]->parent : NULL;
    if (!p || p->kind != TS_IF || f->order[pos]->loop != fact_of(f, p)->loop) {
        return NULL;
    }
    for (int i = 0; i < 2; ++i) {
        const struct tblock *b = i ? &p->if_.els : &p->if_.then;
        const struct tstmt *s = b->n ? b->item[b->n - 1] : NULL;
        if (!s || s->kind != TS_ASSIGN || s->assign.dst != t) {
            return NULL;
        }
    }
    return pos > fact_of(f, p)->end ? p : NULL;
}

static void add_chosen(struct linear *s, const struct tstmt *p, bool truth, int copy) {
    const struct facts *f = s->sc->facts;
    int side = linear_branch(s, 2);
    if (side < 0) {
        s->open = true;
        return;
    }
    const struct tblock *b = side ? &p->if_.els : &p->if_.then;
    const struct tstmt *t = b->item[b->n - 1];
    add_truth(s, p->if_.cond, !side, fact_of(f, p)->pos, copy);
    add_truth(s, t->assign.value, truth, fact_of(f, t)->pos, copy);
}

static void add_var(struct linear *s, struct texpr *e, bool truth, int pos, int copy) {
    struct tstmt *def = expr_definition(s->sc, e, pos);
    struct tstmt *p = def ? NULL : chosen_by(s->sc->facts, e->var, pos);
    if (def && def->kind == TS_ASSIGN) {
        add_truth(s, def->assign.value, truth, fact_of(s->sc->facts, def)->pos, copy);
    } else if (p) {
        add_chosen(s, p, truth, copy);
    } else if (expr_invariant(s->sc, e)) {
        add_invariant(s, e, truth);
    } else {
        s->open = true;
    }
}

/* An integer is true when it is not 0. */
static void add_number(struct linear *s, struct texpr *e, bool truth, int pos, int copy) {
    struct form *x = form_divided(s->sc, e, pos);
    if (x) {
        add_equality(s, x, form_const(s->sc->arena, 0), !truth, copy);
    } else {
        s->open = true;
    }
}

static void add_truth(struct linear *s, struct texpr *e, bool truth, int pos, int copy) {
    if (--s->fuel < 0 || e->type->kind != TY_SCALAR) {
        s->open = true;
    } else if (dtype_info[e->type->dtype].kind != KIND_BOOL) {
        add_number(s, e, truth, pos, copy);
    } else if (e->kind == TE_CONST) {
        s->empty |= (e->value.i != 0) != truth;
    } else if (e->kind == TE_CAST) {
        add_truth(s, e->cast, truth, pos, copy);
    } else if (e->kind == TE_VAR) {
        add_var(s, e, truth, pos, copy);
    } else if (e->kind == TE_OP) {
        add_op(s, e, truth, pos, copy);
    } else {
        s->open = true;
    }
}

/* ---- around an access */

/* Statements under s that end an iteration of a loop around s, at most all in it. */
static int leaving_under(const struct facts *f, const struct tstmt *s) {
    const struct stmt_fact *fact = fact_of(f, s);
    int n = 0;
    for (int pos = fact->pos + 1; pos <= fact->end; ++pos) {
        const struct stmt_fact *x = f->order[pos];
        enum tstmt_kind kind = x->stmt->kind;
        bool jumps = kind == TS_BREAK || kind == TS_CONTINUE;
        n += kind == TS_RETURN || (jumps && fact_of(f, x->loop)->pos < fact->pos);
    }
    return n;
}

/* Earlier statements of the block that leave it under some condition: after them it is false. */
static void add_guards(struct linear *s, const struct stmt_fact *f, int copy) {
    for (int i = 0; i < f->at; ++i) {
        const struct tstmt *t = f->block->item[i];
        int pos = fact_of(s->sc->facts, t)->pos;
        bool guards = true;
        if (t->kind == TS_IF && !block_completes(&t->if_.then)) {
            add_truth(s, t->if_.cond, false, pos, copy);
        } else if (t->kind == TS_IF && !block_completes(&t->if_.els)) {
            add_truth(s, t->if_.cond, true, pos, copy);
        } else {
            guards = false;
        }
        s->open |= leaving_under(s->sc->facts, t) > guards;
    }
}

/* Is the loop left early by something in its body? */
static bool is_left(const struct facts *f, const struct tstmt *loop) {
    for (int pos = fact_of(f, loop)->pos + 1; pos <= fact_of(f, loop)->body_end; ++pos) {
        const struct stmt_fact *x = f->order[pos];
        if (x->stmt->kind == TS_RETURN || (x->stmt->kind == TS_BREAK && x->loop == loop)) {
            return true;
        }
    }
    return false;
}

static void add_around(struct linear *s, int pos, int copy) {
    const struct facts *facts = s->sc->facts;
    const struct stmt_fact *f = facts->order[pos];
    while (f->pos > s->sc->lo) {
        const struct tstmt *p = f->parent;
        add_guards(s, f, copy);
        if (p->kind == TS_IF) {
            add_truth(s, p->if_.cond, f->block == &p->if_.then, fact_of(facts, p)->pos, copy);
        } else if (p->kind == TS_WHILE || p->kind == TS_FOR) {
            s->open |= p->kind == TS_WHILE || is_left(facts, p);
        }
        f = fact_of(facts, p);
    }
}

void linear_add_conditions(struct linear *s, const struct access *x, int copy) {
    s->fuel = CONDITION_FUEL;
    add_around(s, x->pos, copy);
    if (x->via >= 0 && s->fixed) { /* else another iteration of a loop inside may have made it so */
        add_around(s, x->via, copy);
        s->open = true;
    }
}
