/* Unification: the most general substitution that makes two terms equal.
 *
 * Variables are union-find nodes, so that binding one is a pointer write and applying the
 * substitution is it_find; nothing is ever copied (Algorithm J). */
#include "type.h"

/* Does var occur in t? Binding it to t would make an infinite type then. */
static bool occurs(const struct itype *var, struct itype *t) {
    t = it_find(t);
    if (t == var) {
        return true;
    }
    if (t->ground || t->kind == IT_VAR) {
        return false;
    }
    for (int i = 0; i < t->n; ++i) {
        if (occurs(var, t->item[i])) {
            return true;
        }
    }
    return false;
}

/* ---- variables of procedures (cu.h) */

/* All that is in the type of what a caller gives is his to say. */
static void mark_given(struct itype *t) {
    t = it_find(t);
    if (t->kind == IT_VAR) {
        t->given = true;
        t->literal = false;
    }
    for (int i = 0; !t->ground && i < t->n; ++i) {
        mark_given(t->item[i]);
    }
}

/* What two variables that become one stand for. Of two literals the wider one is left, of one and
 * what the caller gives the latter. */
static void meet(const struct itype *from, struct itype *to) {
    bool wider = from->literal && (!to->literal || from->dtype > to->dtype);
    to->given = to->given || from->given;
    to->dtype = wider ? from->dtype : to->dtype;
    to->literal = (to->literal || from->literal) && !to->given;
    to->number = to->number || from->number;
    to->data = to->data || from->data;
}

static bool may_be(const struct itype *var, const struct itype *t) {
    return var->number ? t->kind == IT_SCALAR : !var->data || t->kind != IT_FUNC;
}

/* ---- unification */

static bool bind(struct itype *var, struct itype *t) {
    if (t->kind == IT_VAR) {
        meet(var, t);
    } else if (!may_be(var, t) || occurs(var, t)) {
        return false;
    } else if (var->given) {
        mark_given(t);
    }
    var->link = t;
    return true;
}

bool unify(struct type_table *tt, struct itype *a, struct itype *b) {
    a = it_find(a);
    b = it_find(b);
    if (a == b || a->kind == IT_ERROR || b->kind == IT_ERROR) {
        return true;
    }
    if (a->kind == IT_VAR) {
        return bind(a, b);
    }
    if (b->kind == IT_VAR) {
        return bind(b, a);
    }
    if (tt->numbers_meet && a->kind == IT_SCALAR && b->kind == IT_SCALAR) {
        return true;
    }
    if ((a->ground && b->ground && !tt->numbers_meet) || a->kind != b->kind || a->n != b->n ||
        a->func != b->func || a->text != b->text || a->of != b->of) {
        return false;
    }
    for (int i = 0; i < a->n; ++i) {
        if (!unify(tt, it_item(tt, a, i), it_item(tt, b, i))) {
            return false;
        }
    }
    return true;
}
