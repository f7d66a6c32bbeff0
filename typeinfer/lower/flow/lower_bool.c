/* Short circuits: and, or, chained comparisons, conditional expressions. */
#include "lower_flow.h"
#include "lower_list.h"
#include "lower_number.h"

#include <string.h>

/* cond and rest, or cond or rest, where the block must run before rest is evaluated and only when
 * cond does not decide. */
static struct texpr *junction(struct lower *lw, bool is_and, struct texpr *cond,
                              struct tblock block, struct texpr *rest) {
    block = lower_lift_fits(lw, cond, is_and, block);
    if (block.n == 0) {
        return is_and ? lower_and(lw, cond, rest) : lower_or(lw, cond, rest);
    }
    struct tblock none = {0};
    struct texpr *decided = lower_bool(lw, !is_and);
    rest = lower_cast(lw, rest, DT_PYBOOL);
    return is_and ? lower_merge(lw, cond, block, rest, none, decided)
                  : lower_merge(lw, cond, none, decided, block, rest);
}

static struct texpr *unless_none(struct lower *lw, const struct expr *name) {
    struct tvar *bound = lw->bound_of[name->name.sym->id];
    lw->bound_of[name->name.sym->id] = NULL;
    struct texpr *value = lower_value(lw, name);
    lw->bound_of[name->name.sym->id] = bound;
    return value;
}

/* May the variable of a name be None? Then it is no error to ask for its truth. */
static struct texpr *has_value(struct lower *lw, const struct expr *e) {
    bool may = lower_may_be_unbound(lw, e) && e->name.sym->n_none > 0;
    return may ? lower_var(lw, lw->bound_of[e->name.sym->id]) : NULL;
}

/* ---- truth */

/* Items first .. n-1 of an and/or as a condition. */
static struct texpr *boolop_cond(struct lower *lw, const struct expr *e, int first) {
    struct texpr *cond = lower_cond(lw, e->boolop.item[first]);
    if (first == e->boolop.n - 1) {
        return cond;
    }
    struct stmt_list list;
    struct stmt_list *outer = lower_begin(lw, &list);
    struct texpr *rest = boolop_cond(lw, e, first + 1);
    struct tblock block = lower_end(lw, outer);
    return junction(lw, e->boolop.op == OP_LAND, cond, block, rest);
}

bool lower_known_int(const struct lower *lw, const struct expr *e, int64_t *value) {
    if (e->id >= 0 && lw->in->decided && lw->in->decided[e->id] != DECIDED_NOT) {
        *value = lw->in->number[e->id];
        return true;
    }
    if (e->kind == EXPR_BOOL) {
        *value = e->boolean;
        return true;
    }
    bool negative = e->kind == EXPR_UNARY && e->unary.op == OP_NEG && e->unary.a->kind == EXPR_INT;
    const struct expr *digits = negative ? e->unary.a : e;
    *value = digits->kind == EXPR_INT ? digits->integer.value : 0;
    *value = negative ? -*value : *value;
    return digits->kind == EXPR_INT && !digits->integer.too_big;
}

/* Those of items first .. n-1 of a decided and/or: behind one that is not decided, under it. */
static void boolop_effects(struct lower *lw, const struct expr *e, int first) {
    const struct expr *item = e->boolop.item[first];
    bool is_and = e->boolop.op == OP_LAND, last = first == e->boolop.n - 1;
    enum decided decided = lower_decided(lw, item);
    if (last || decided != DECIDED_NOT) {
        lower_effects(lw, item);
        if (!last && decided != (is_and ? DECIDED_FALSE : DECIDED_TRUE)) {
            boolop_effects(lw, e, first + 1);
        }
        return;
    }
    struct texpr *cond = lower_cond(lw, item);
    struct stmt_list list;
    struct stmt_list *outer = lower_begin(lw, &list);
    boolop_effects(lw, e, first + 1);
    struct tblock block = lower_end(lw, outer);
    if (block.n > 0) {
        struct tstmt *s = lower_stmt(lw, TS_IF);
        s->if_.cond = is_and ? cond : lower_not(lw, cond);
        s->if_.then = block;
    }
}

void lower_effects(struct lower *lw, const struct expr *e) {
    const struct ty *type = lower_type(lw, e);
    bool undecided = lower_decided(lw, e) == DECIDED_NOT && type;
    if (e->kind == EXPR_UNARY && e->unary.op == OP_NOT) {
        lower_effects(lw, e->unary.a);
    } else if (e->kind == EXPR_BOOLOP) {
        boolop_effects(lw, e, 0);
    } else if (lw->in->func->prelude &&
               (e->kind == EXPR_INDEX ||
                (e->kind == EXPR_CALL && lower_decided(lw, e) != DECIDED_NOT))) {
        return; /* there it asks for a type only, of lists without items too */
    } else if (undecided && (type->kind == TY_SCALAR || e->kind == EXPR_INDEX)) {
        lower_expr(lw, e);
    } else if (e->kind == EXPR_COMPARE) {
        for (int i = 0; i <= e->compare.n; ++i) {
            if (!has_value(lw, e->compare.item[i])) { /* None is compared, too */
                lower_effects(lw, e->compare.item[i]);
            }
        }
    } else if (e->kind == EXPR_CALL) {
        lower_expr(lw, e);
    } else if (e->kind == EXPR_ATTR && !e->attr.sym) {
        lower_effects(lw, e->attr.base);
    } else if (e->kind == EXPR_BINARY) {
        lower_effects(lw, e->binary.a);
        lower_effects(lw, e->binary.b);
    }
}

/* None, or a variable that never is anything else; one that is a text as written has no type, too,
 * but says whether it is bound. */
static bool is_none(struct lower *lw, const struct expr *e) {
    const struct symbol *sym = e->kind == EXPR_NAME ? e->name.sym : NULL;
    bool told = sym && sym->n_none > 0 && lw->bound_of[sym->id];
    const struct ty *type = sym && !told && e->id >= 0 ? lower_type_or_none(lw, e) : NULL;
    return e->kind == EXPR_NONE || (type && type->kind == TY_NONE);
}

/* Of x is None, x == None, x == y: the x that may be None; NULL: none may. */
static const struct symbol *maybe_none(struct lower *lw, const struct expr *e) {
    enum op op = e->kind == EXPR_COMPARE && e->compare.n == 1 ? e->compare.op[0] : OP_COUNT;
    for (int i = 0; i < 2 && (op == OP_EQ || op == OP_NE || op == OP_IS || op == OP_IS_NOT); ++i) {
        const struct expr *x = e->compare.item[i];
        const struct symbol *sym = x->kind == EXPR_NAME ? x->name.sym : NULL;
        if (sym && sym->n_none > 0 && lw->bound_of[sym->id] && !is_none(lw, x) &&
            (is_none(lw, e->compare.item[1 - i]) || lower_may_be_unbound(lw, x))) {
            return sym;
        }
    }
    return NULL;
}

static struct texpr *comparison(struct lower *lw, enum op op, struct texpr *a, struct texpr *b);

/* May the value of an operand be None, as its type says? */
static bool is_optional(struct lower *lw, const struct expr *e) {
    const struct ty *type = e->id >= 0 ? lower_type_or_none(lw, e) : NULL;
    return type && ty_is_optional(type);
}

/* Are the sides of x == y or x != y equal, which are not None? Texts and objects by what is called
 * there. */
static struct texpr *are_equal(struct lower *lw, const struct expr *e, struct texpr **side) {
    const struct callee *c = lw->in->callee[e->id];
    if (!c || c->kind != CALLEE_INSTANCE) {
        bool is = e->compare.op[0] == OP_IS || e->compare.op[0] == OP_IS_NOT;
        return comparison(lw, is ? OP_IS : OP_EQ, side[0], side[1]);
    }
    struct texpr *given = lower_truth(lw, lower_apply(lw, c, side, NULL));
    bool equal = e->compare.op[0] == OP_EQ || e->compare.op[0] == OP_IS;
    return equal || c->negated ? given : lower_not(lw, given);
}

/* x is None, x == y where the type of one says that it may be None; NULL: of neither. */
static struct texpr *optional_test(struct lower *lw, const struct expr *e) {
    enum op op = e->compare.op[0];
    bool is = op == OP_IS || op == OP_IS_NOT, equal = op == OP_EQ || op == OP_IS;
    const struct expr *x = e->compare.item[0], *y = e->compare.item[1];
    bool test = e->compare.n == 1 && (is || op == OP_EQ || op == OP_NE);
    if (!test || (!is_optional(lw, x) && !is_optional(lw, y))) {
        return NULL;
    }
    struct texpr *side[2];
    lower_all_kept(lw, 2, e->compare.item, side);
    if (!side[0] || !side[1]) {
        return lower_refuse(lw, DIAG_PY302, "what may be None is compared with numbers and texts");
    }
    struct texpr *has[2];
    for (int i = 0; i < 2; ++i) {
        bool may = ty_is_optional(side[i]->type);
        side[i] = may ? lower_simple_tuple(lw, side[i]) : lower_simple(lw, side[i]);
        has[i] = may ? lower_item(lw, side[i], 0) : lower_bool(lw, side[i]->type->kind != TY_NONE);
        side[i] = may ? lower_item(lw, side[i], 1) : side[i];
    }
    if (side[0]->type->kind == TY_NONE || side[1]->type->kind == TY_NONE) {
        struct texpr *there = has[side[0]->type->kind == TY_NONE];
        return equal ? lower_not(lw, there) : there;
    }
    struct stmt_list list;
    struct stmt_list *outer = lower_begin(lw, &list);
    struct texpr *same = are_equal(lw, e, side);
    struct tblock block = lower_end(lw, outer);
    struct texpr *both = junction(lw, true, lower_and(lw, has[0], has[1]), block, same);
    both = lower_or(lw, both, lower_and(lw, lower_not(lw, has[0]), lower_not(lw, has[1])));
    return equal ? both : lower_not(lw, both);
}

/* A text takes no None. */
static bool may_hold_none(struct lower *lw, const struct expr *e) {
    const struct ty *type = lower_type_or_none(lw, e);
    bool holds = type && ((type->kind == TY_LIST && ty_is_optional(type->item[0])) ||
                          (type->kind == TY_ARRAY && type->dtype == DT_CHAR));
    for (int i = 0; type && type->kind == TY_TUPLE && i < type->n; ++i) {
        holds = holds || type->item[i]->kind == TY_NONE || ty_is_optional(type->item[i]);
    }
    return holds;
}

/* x in xs, x not in xs of an x that may be None, which xs does not hold; NULL: of no such. */
static struct texpr *optional_in(struct lower *lw, const struct expr *e) {
    enum op op = e->compare.op[0];
    const struct expr *x = e->compare.item[0], *in = e->compare.item[1];
    bool test = e->compare.n == 1 && (op == OP_IN || op == OP_NOT_IN) && x != lw->given_of;
    struct texpr *has = test ? has_value(lw, x) : NULL;
    bool optional = test && !has && is_optional(lw, x);
    if ((!has && !optional) || may_hold_none(lw, in)) {
        return NULL;
    }
    const struct expr *given_of = lw->given_of;
    struct texpr *given = lw->given;
    struct tvar *bound = has ? lw->bound_of[x->name.sym->id] : NULL;
    if (has) {
        lw->bound_of[x->name.sym->id] = NULL;
    } else {
        struct texpr *value = lower_simple_tuple(lw, lower_or_none(lw, x, NULL));
        has = lower_item(lw, value, 0);
        lw->given = lower_make_optional(lw, lower_bool(lw, true), lower_item(lw, value, 1),
                                        lower_type_or_none(lw, x));
        lw->given_of = x;
    }
    struct stmt_list list;
    struct stmt_list *outer = lower_begin(lw, &list);
    struct texpr *is = lower_cond(lw, e);
    struct tblock then = lower_end(lw, outer);
    outer = lower_begin(lw, &list);
    lower_effects(lw, in);
    struct tblock els = lower_end(lw, outer);
    if (bound) {
        lw->bound_of[x->name.sym->id] = bound;
    }
    lw->given_of = given_of;
    lw->given = given;
    return lower_merge(lw, has, then, is, els, lower_bool(lw, op == OP_NOT_IN));
}

/* x == y, x is y of variables of which one may be None or both. */
static struct texpr *both_bound(struct lower *lw, const struct expr *e, const struct symbol *x) {
    const struct expr *other = e->compare.item[e->compare.item[0]->name.sym == x];
    const struct symbol *y = other->kind == EXPR_NAME ? other->name.sym : NULL;
    bool equal = e->compare.op[0] == OP_EQ || e->compare.op[0] == OP_IS;
    struct tvar *of_x = lw->bound_of[x->id];
    struct tvar *of_y = y && y->n_none > 0 ? lw->bound_of[y->id] : NULL;
    struct texpr *has_x = lower_var(lw, of_x);
    struct texpr *has_y = of_y ? lower_var(lw, of_y) : lower_bool(lw, true);
    struct stmt_list list;
    struct stmt_list *outer = lower_begin(lw, &list);
    lw->bound_of[x->id] = NULL;
    if (of_y) {
        lw->bound_of[y->id] = NULL;
    }
    const char *s = lower_known_text(lw, e->compare.item[0]);
    const char *t = lower_known_text(lw, e->compare.item[1]);
    struct texpr *rest = s && t ? lower_bool(lw, (strcmp(s, t) == 0) == equal) : lower_cond(lw, e);
    lw->bound_of[x->id] = of_x;
    if (of_y) {
        lw->bound_of[y->id] = of_y;
    }
    struct tblock block = lower_end(lw, outer);
    struct texpr *both = junction(lw, true, lower_and(lw, has_x, has_y), block, rest);
    struct texpr *alike = lower_cmp(lw, OP_EQ, has_x, has_y);
    struct texpr *one = equal ? lower_and(lw, alike, lower_not(lw, has_x)) : lower_not(lw, alike);
    return lower_or(lw, both, one);
}

struct texpr *lower_none_test(struct lower *lw, const struct expr *e) {
    struct texpr *test = e->kind == EXPR_COMPARE ? optional_test(lw, e) : NULL;
    test = test || e->kind != EXPR_COMPARE ? test : optional_in(lw, e);
    if (test) {
        return test;
    }
    const struct symbol *sym = maybe_none(lw, e);
    struct tvar *bound = sym ? lw->bound_of[sym->id] : NULL;
    if (!sym) {
        return NULL;
    }
    struct texpr *is = lower_var(lw, bound);
    bool equal = e->compare.op[0] == OP_EQ;
    if (is_none(lw, e->compare.item[0]) || is_none(lw, e->compare.item[1])) {
        const struct tvar *v = lw->var_of[sym->id];
        bool is_op = e->compare.op[0] == OP_IS || e->compare.op[0] == OP_IS_NOT;
        if (!is_op && v && v->type->kind == TY_ARRAY && v->type->dtype != DT_CHAR) {
            return lower_refuse(lw, DIAG_PY302,
                                "an array is compared with None element by element: "
                                "write `is None`");
        }
        is = v && ty_is_optional(v->type)
                 ? lower_and(lw, is, lower_item(lw, lower_var(lw, lw->var_of[sym->id]), 0))
                 : is;
        const struct texpr *record = lw->record_of[sym->id];
        is = record && ty_is_either(record->type)
                 ? lower_and(lw, is, lower_truth(lw, record->tuple.item[0]))
                 : is;
        return equal || e->compare.op[0] == OP_IS ? lower_not(lw, is) : is;
    }
    return both_bound(lw, e, sym);
}

/* What the class of an item says of its value; NULL: nothing. */
static struct texpr *object_truth_of(struct lower *lw, const struct expr *e, struct texpr *value) {
    const struct expr *given_of = lw->given_of;
    struct texpr *given = lw->given;
    lw->given_of = e;
    lw->given = value;
    struct texpr *truth = value ? lower_object_truth(lw, e) : NULL;
    lw->given_of = given_of;
    lw->given = given;
    return truth;
}

/* Of a value, or of a text that is known, which has none. */
static struct texpr *plain_truth(struct lower *lw, const struct expr *e, struct texpr *value) {
    const char *text = value ? NULL : lower_known_text(lw, e);
    return text ? lower_bool(lw, *text != '\0') : lower_truth(lw, value);
}

/* The truth of e, of this value, which is not asked for it where it is None: unless `known`. NULL:
 * it never is. */
static struct texpr *truth_if(struct lower *lw, const struct expr *e, struct texpr *known,
                              struct texpr *value) {
    struct stmt_list list;
    struct stmt_list *outer = known ? lower_begin(lw, &list) : NULL;
    struct texpr *truth = object_truth_of(lw, e, value);
    truth = truth ? truth : plain_truth(lw, e, value);
    if (!known) {
        return truth;
    }
    struct tblock block = lower_end(lw, outer);
    return junction(lw, true, known, block, truth);
}

static struct texpr *optional_truth(struct lower *lw, const struct expr *e) {
    struct texpr *value = lower_simple_tuple(lw, lower_or_none(lw, e, NULL));
    return truth_if(lw, e, lower_item(lw, value, 0), lower_item(lw, value, 1));
}

struct texpr *lower_cond(struct lower *lw, const struct expr *e) {
    enum decided decided = lower_decided(lw, e);
    if (decided != DECIDED_NOT) {
        lower_effects(lw, e);
        return lower_bool(lw, decided == DECIDED_TRUE);
    }
    struct span outer = lw->span;
    lw->span = e->span;
    struct texpr *cond = lower_none_test(lw, e);
    if (cond) {
        lw->span = outer;
        return cond;
    }
    if (e->kind == EXPR_BOOLOP) {
        cond = boolop_cond(lw, e, 0);
    } else if (e->kind == EXPR_UNARY && e->unary.op == OP_NOT) {
        cond = lower_not(lw, lower_cond(lw, e->unary.a));
    } else if (e->kind == EXPR_COMPARE && !lower_applied(lw, e)) {
        cond = lower_comparison(lw, e);
    } else if (has_value(lw, e)) {
        struct stmt_list list;
        struct stmt_list *out = lower_begin(lw, &list);
        struct texpr *value = truth_if(lw, e, NULL, unless_none(lw, e));
        cond = junction(lw, true, has_value(lw, e), lower_end(lw, out), value);
    } else if (is_optional(lw, e)) {
        cond = optional_truth(lw, e);
    } else {
        cond = lower_object_truth(lw, e);
        cond = cond ? cond : plain_truth(lw, e, lower_expr(lw, e));
    }
    lw->span = outer;
    return cond;
}

/* ---- values of and, or */

static bool is_bool_type(const struct ty *t) {
    return t && t->kind == TY_SCALAR && dtype_info[t->dtype].kind == KIND_BOOL;
}

/* Items first .. n-1 as a value of the type. */
static struct texpr *boolop_value(struct lower *lw, const struct expr *e, int first,
                                  struct ty *type) {
    if (first == e->boolop.n - 1) {
        return lower_as(lw, e->boolop.item[first], type);
    }
    const struct expr *item = e->boolop.item[first];
    struct texpr *known = has_value(lw, item);
    struct texpr *value = known ? unless_none(lw, item) : lower_kept(lw, item);
    bool optional = value && ty_is_optional(value->type);
    value = optional ? lower_simple_tuple(lw, value) : lower_simple(lw, value);
    known = optional ? lower_item(lw, value, 0) : known;
    struct texpr *there = optional ? lower_item(lw, value, 1) : value;
    struct texpr *cond = truth_if(lw, item, known, there);
    struct texpr *mine = optional && e->boolop.op == OP_LOR && !ty_is_optional(type)
                             ? lower_item(lw, value, 1)
                             : value;
    if (has_value(lw, item) && mine && e->boolop.op == OP_LAND && mine->type->kind != TY_NONE) {
        struct ty *may = ty_optional(lw->a, lw->m, mine->type); /* None is what stops it */
        mine = lower_make_optional(lw, known, mine, may);
    }
    mine = lower_coerce(lw, mine, type);
    struct stmt_list list;
    struct stmt_list *outer = lower_begin(lw, &list);
    struct texpr *rest = boolop_value(lw, e, first + 1, type);
    struct tblock block = lower_end(lw, outer);
    struct tblock none = {0};
    return e->boolop.op == OP_LAND ? lower_merge(lw, cond, block, rest, none, mine)
                                   : lower_merge(lw, cond, none, mine, block, rest);
}

struct texpr *lower_boolop(struct lower *lw, const struct expr *all) {
    struct expr live = *all; /* up to an item that decides */
    const struct expr *const e = &live;
    enum decided stops = all->boolop.op == OP_LAND ? DECIDED_FALSE : DECIDED_TRUE;
    for (int i = 0; i < live.boolop.n; ++i) {
        live.boolop.n = lower_decided(lw, live.boolop.item[i]) == stops ? i + 1 : live.boolop.n;
    }
    struct ty *type = lower_type_or_none(lw, e);
    bool all_bools = is_bool_type(type);
    for (int i = 0; i < e->boolop.n; ++i) {
        all_bools = all_bools && is_bool_type(lower_type(lw, e->boolop.item[i]));
    }
    if (all_bools || !type || type->kind == TY_NONE) {
        return boolop_cond(lw, e, 0);
    }
    return boolop_value(lw, e, 0, type);
}

/* ---- comparisons */

/* Are two objects one? */
static struct texpr *is_same(struct lower *lw, enum op op, struct texpr *a, struct texpr *b) {
    struct tvar *same = lower_temp(lw, lower_scalar(lw, DT_PYBOOL));
    struct tvar *of = lower_as_variable(lw, a), *other = lower_as_variable(lw, b);
    lower_list(lw, LIST_SAME, same, of)->list.arg[0] = lower_var(lw, other);
    return op == OP_IS ? lower_var(lw, same) : lower_not(lw, lower_var(lw, same));
}

/* Of equal ints the small ones are one object, as CPython keeps them; of others no one knows. */
static struct texpr *is_same_int(struct lower *lw, enum op op, struct texpr *a, struct texpr *b) {
    a = lower_simple(lw, a);
    b = lower_simple(lw, b);
    if (a->kind != TE_VAR || b->kind != TE_VAR || a->var != b->var) {
        struct texpr *differ = lower_cmp(lw, OP_NE, a, b);
        struct texpr *small = lower_and(lw, lower_cmp(lw, OP_GE, a, lower_int(lw, -5)),
                                        lower_cmp(lw, OP_LE, a, lower_int(lw, 256)));
        lower_check(lw, lower_or(lw, differ, small), TEXC_VALUE,
                    OF_PYCC "`is` of equal ints beyond -5 and 256: compare them with ==");
    }
    return lower_cmp(lw, op == OP_IS ? OP_EQ : OP_NE, a, b);
}

static struct texpr *comparison(struct lower *lw, enum op op, struct texpr *a, struct texpr *b) {
    bool is = op == OP_IS || op == OP_IS_NOT;
    if (is && a && b && is_list(a->type) && is_list(b->type)) {
        return is_same(lw, op, a, b);
    }
    if (is && a && b && a->type->kind == TY_SCALAR && a->type->dtype == DT_INT) {
        return is_same_int(lw, op, a, b);
    }
    a = a ? lower_number(lw, a) : NULL;
    b = b ? lower_number(lw, b) : NULL;
    op = op == OP_IS ? OP_EQ : op == OP_IS_NOT ? OP_NE : op; /* of bools */
    if (a && b && is_list(b->type)) {
        return lower_list_in(lw, op, a, lower_as_variable(lw, b));
    }
    if (a && b && b->type->kind == TY_TUPLE && a->type->kind == TY_TUPLE) {
        return lower_compare_tuples(lw, op, a, b);
    }
    if (a && b && b->type->kind == TY_TUPLE) {
        return lower_in_tuple(lw, op, a, b);
    }
    if (!a || !b || a->type->kind != TY_SCALAR || b->type->kind != TY_SCALAR) {
        return lower_refuse(lw, DIAG_PY302, "only numbers are compared here");
    }
    return lower_compare(lw, op, IN_OPERATOR, a, b);
}

/* What `in` looks into: the items of a display as they are. */
static struct texpr *looked_into(struct lower *lw, const struct expr *e) {
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, e->list.n);
    lower_exprs(lw, e->list.n, e->list.item, item);
    for (int i = 0; i < e->list.n; ++i) {
        item[i] = item[i] ? item[i] : lower_characters(lw, e->list.item[i], false);
    }
    return lower_tuple(lw, e->list.n, item);
}

static struct texpr *operand(struct lower *lw, enum op op, const struct expr *e) {
    bool in = op == OP_IN || op == OP_NOT_IN;
    if (in && (e->kind == EXPR_TUPLE || e->kind == EXPR_LIST)) {
        return looked_into(lw, e);
    }
    struct texpr *value = lower_expr(lw, e);
    return value ? value : lower_characters(lw, e, in);
}

/* Operators first .. n-1 of a chain whose left operand is evaluated already. */
static struct texpr *chain(struct lower *lw, const struct expr *e, int first, struct texpr *left) {
    struct lower_mark mark = lower_mark(lw);
    struct texpr *right = operand(lw, e->compare.op[first], e->compare.item[first + 1]);
    left = lower_protect(lw, left, mark);
    if (first == e->compare.n - 1) {
        return comparison(lw, e->compare.op[first], left, right);
    }
    right = right ? lower_simple(lw, right) : NULL;
    struct texpr *cond = comparison(lw, e->compare.op[first], left, right);
    struct stmt_list list;
    struct stmt_list *outer = lower_begin(lw, &list);
    struct texpr *rest = chain(lw, e, first + 1, right);
    struct tblock block = lower_end(lw, outer);
    return junction(lw, true, cond, block, rest);
}

struct texpr *lower_comparison(struct lower *lw, const struct expr *e) {
    enum decided decided = lower_decided(lw, e);
    if (decided != DECIDED_NOT) {
        lower_effects(lw, e);
        return lower_bool(lw, decided == DECIDED_TRUE);
    }
    if (lw->in->callee[e->id]) {
        return lower_call(lw, e, NULL);
    }
    return chain(lw, e, 0, operand(lw, OP_EQ, e->compare.item[0]));
}

/* ---- then if cond else els */

struct texpr *lower_conditional(struct lower *lw, const struct expr *e) {
    struct ty *type = lower_type_or_none(lw, e);
    enum decided decided = lower_decided(lw, e->cond.cond);
    if (decided != DECIDED_NOT) {
        lower_effects(lw, e->cond.cond);
        const struct expr *way = decided == DECIDED_TRUE ? e->cond.then : e->cond.els;
        return lower_as(lw, way, type);
    }
    struct stmt_list list;
    struct texpr *cond = lower_cond(lw, e->cond.cond);
    struct stmt_list *outer = lower_begin(lw, &list);
    struct texpr *then = lower_as(lw, e->cond.then, type);
    struct tblock then_block = lower_end(lw, outer);
    outer = lower_begin(lw, &list);
    struct texpr *els = lower_as(lw, e->cond.els, type);
    struct tblock els_block = lower_end(lw, outer);
    if (then && els) {
        return lower_merge(lw, cond, then_block, then, els_block, els);
    }
    struct tstmt *s = lower_stmt(lw, TS_IF);
    s->if_.cond = cond;
    s->if_.then = then_block;
    s->if_.els = els_block;
    return NULL;
}
