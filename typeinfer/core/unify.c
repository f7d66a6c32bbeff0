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

static bool bind(struct itype *var, struct itype *t) {
    if (occurs(var, t)) {
        return false;
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
    if ((a->ground && b->ground) || a->kind != b->kind || a->n != b->n || a->func != b->func ||
        a->text != b->text || a->of != b->of) {
        return false;
    }
    for (int i = 0; i < a->n; ++i) {
        if (!unify(tt, a->item[i], b->item[i])) {
            return false;
        }
    }
    return true;
}
