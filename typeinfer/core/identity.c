/* `is` of two values that are not None by their types. */
#include "infer.h"

/* There is one True, and one False. */
static bool is_python(const struct itype *t, enum dtype d) {
    return t->kind == IT_SCALAR && t->dtype == d;
}

/* Is it a number, an array, a list or a tuple? */
static bool is_plain(const struct itype *t) {
    return (t->kind == IT_SCALAR || t->kind == IT_ARRAY || t->kind == IT_LIST ||
            t->kind == IT_TUPLE) &&
           !t->of && !it_is_optional(t);
}

/* Can no object be of both types? */
static bool are_apart(const struct itype *a, const struct itype *b) {
    if (!is_plain(a) || !is_plain(b)) {
        return false;
    }
    bool arrays = a->kind == IT_ARRAY && b->kind == IT_ARRAY;
    bool numbers = a->kind == IT_SCALAR && b->kind == IT_SCALAR;
    return a->kind != b->kind || (arrays && (a->dtype != b->dtype || a->rank != b->rank)) ||
           (numbers && (join_kind(a->dtype) != join_kind(b->dtype) ||
                        is_python(a, DT_PYBOOL) != is_python(b, DT_PYBOOL)));
}

struct itype *decide_is(struct infer *ix, const struct con *c, struct itype **arg) {
    bool none = decide_holds_none(c->at[0]) || decide_holds_none(c->at[1]);
    bool lists = arg[0]->kind == IT_LIST && arg[1]->kind == IT_LIST;
    bool bools = is_python(arg[0], DT_PYBOOL) && is_python(arg[1], DT_PYBOOL);
    bool ints = is_python(arg[0], DT_INT) && is_python(arg[1], DT_INT);
    if (bools || (ints && !none) || (lists && arg[0] == arg[1])) {
        return it_scalar(&ix->types, DT_PYBOOL);
    }
    if (lists || (!none && are_apart(arg[0], arg[1]))) {
        return it_known(&ix->types, DT_PYBOOL, c->op == OP_IS_NOT);
    }
    bool may_be_none = none;
    for (int i = 0; i < 2; ++i) {
        may_be_none = may_be_none || it_is_optional(arg[i]) || it_is_either(arg[i]);
    }
    return infer_refuse(
        ix, DIAG_PY111, c->span,
        may_be_none ? "`is` of what may be None or of another type is supported with None only"
                    : "`is` is supported with None, lists, objects, ints and bools only",
        may_be_none || arg[0]->kind == IT_TUPLE ? "compare them with =="
                                                : "compare numbers with ==");
}
