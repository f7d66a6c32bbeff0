/* What is decided when compiling: values that a type carries, conditions on them, and which code is
 * live under such conditions.
 *
 * A scalar type may be `known` (a `static` parameter, a.ndim, arithmetic on these); None, strings
 * and element types exist as types only. A condition on such things is decided for each use: `live`
 * is the boolean term of what has to hold where the walk stands, every constraint and expression is
 * made under it, and those whose `live` is known to be false are no part of the instance. Terms are
 * made by CON_LOGIC, so that liveness is solved with everything else, in dependence order. */
#include <string.h>

#include "constant.h"
#include "infer.h"
#include "source.h"

/* ---- values */

enum truth decide_truth(const struct itype *t) {
    switch (t->kind) {
    case IT_NONE:
        return TRUTH_NO;
    case IT_SCALAR:
        return !t->known || t->dtype == DT_FLOAT ? TRUTH_UNKNOWN : t->value ? TRUTH_YES : TRUTH_NO;
    case IT_STATIC:
        return t->text && !*t->text ? TRUTH_NO : TRUTH_YES;
    default:
        return TRUTH_UNKNOWN;
    }
}

bool decide_int(const struct itype *t, const struct expr *at, int64_t *value) {
    if (t && t->kind == IT_SCALAR && t->known && t->dtype != DT_FLOAT) {
        *value = t->value;
        return true;
    }
    if (at && at->kind == EXPR_BOOL) {
        *value = at->boolean;
        return true;
    }
    return at && infer_const_int(at, value);
}

static double float_of_bits(int64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

static const struct symbol *symbol_of(const struct expr *e) {
    return e->kind == EXPR_NAME ? e->name.sym : e->kind == EXPR_ATTR ? e->attr.sym : NULL;
}

/* The same for any real number: np.inf, 2.5, -axis. */
static bool known_real(const struct itype *t, const struct expr *at, double *value) {
    int64_t whole;
    if (t && t->kind == IT_SCALAR && t->known && t->dtype == DT_FLOAT) {
        *value = float_of_bits(t->value);
        return true;
    }
    if (decide_int(t, at, &whole)) {
        *value = (double)whole;
        return true;
    }
    if (at && at->kind == EXPR_UNARY && at->unary.op == OP_NEG) {
        bool known = known_real(NULL, at->unary.a, value);
        *value = -*value;
        return known;
    }
    const struct symbol *sym = at ? symbol_of(at) : NULL;
    bool is_value = sym && sym->kind == SYM_VALUE;
    *value = is_value ? sym->number : at && at->kind == EXPR_FLOAT ? at->number : 0;
    return is_value || (at && at->kind == EXPR_FLOAT);
}

/* A float's value in its type. */
static struct itype *known_float(struct infer *ix, const struct itype *t, const struct expr *at) {
    double value;
    int64_t bits;
    if (t->kind != IT_SCALAR || t->dtype != DT_FLOAT || !known_real(t, at, &value)) {
        return NULL;
    }
    memcpy(&bits, &value, sizeof(bits));
    return it_known(&ix->types, DT_FLOAT, bits);
}

struct itype *decide_argument(struct infer *ix, struct itype *t, const struct expr *at) {
    int64_t value;
    if (t->kind == IT_NONE || t->kind == IT_STATIC || t->kind == IT_FUNC) {
        return t;
    }
    if (t->kind == IT_TUPLE) {
        bool display =
            at && (at->kind == EXPR_TUPLE || at->kind == EXPR_LIST) && at->list.n == t->n;
        struct itype **item = ARENA_ARRAY(ix->arena, struct itype *, t->n);
        for (int i = 0; i < t->n; ++i) {
            item[i] = decide_argument(ix, t->item[i], display ? at->list.item[i] : NULL);
            if (!item[i]) {
                return NULL;
            }
        }
        return it_tuple_like(&ix->types, t, item);
    }
    bool whole = t->kind == IT_SCALAR && (t->dtype == DT_INT || t->dtype == DT_PYBOOL);
    return whole && decide_int(t, at, &value) ? it_known(&ix->types, t->dtype, value)
                                              : known_float(ix, t, at);
}

/* ---- which conditions may be decided */

static bool calls_op(const struct expr *e, enum op op) {
    const struct expr *fn = e->call.fn;
    const struct symbol *sym = fn->kind == EXPR_NAME   ? fn->name.sym
                               : fn->kind == EXPR_ATTR ? fn->attr.sym
                                                       : NULL;
    return sym && sym->kind == SYM_OP && sym->op == op;
}

bool decide_may(const struct infer *ix, const struct expr *e) {
    switch (e->kind) {
    case EXPR_NAME:
        return e->name.sym && e->name.sym->kind == SYM_LOCAL && ix->may_know[e->name.sym->id];
    case EXPR_NONE:
    case EXPR_STR:
        return true;
    case EXPR_ATTR:
        return (!e->attr.sym &&
                (strcmp(e->attr.name, "ndim") == 0 || strcmp(e->attr.name, "itemsize") == 0 ||
                 strcmp(e->attr.name, "dtype") == 0)) ||
               (!e->attr.sym && decide_may(ix, e->attr.base));
    case EXPR_UNARY:
        return decide_may(ix, e->unary.a);
    case EXPR_BINARY:
        return decide_may(ix, e->binary.a) || decide_may(ix, e->binary.b);
    case EXPR_BOOLOP:
        for (int i = 0; i < e->boolop.n; ++i) {
            if (decide_may(ix, e->boolop.item[i])) {
                return true;
            }
        }
        return false;
    case EXPR_COMPARE:
        for (int i = 0; i <= e->compare.n; ++i) {
            if (decide_may(ix, e->compare.item[i]) ||
                (i > 0 && op_info[e->compare.op[i - 1]].class_ == OPC_SPECIAL)) {
                return true;
            }
        }
        return false;
    case EXPR_COND:
        return decide_may(ix, e->cond.then) && decide_may(ix, e->cond.els);
    case EXPR_INDEX:
        return decide_may(ix, e->index.base);
    case EXPR_CALL: /* len(shape), and helpers of static values */
        if (calls_op(e, OP_LEN) || calls_op(e, OP_NDIM) || calls_op(e, OP_RESULT_TYPE) ||
            calls_op(e, OP_ISINSTANCE)) {
            return true;
        }
        for (int i = 0; i < e->call.n; ++i) {
            if (decide_may(ix, e->call.arg[i])) {
                return true;
            }
        }
        return false;
    default:
        return false;
    }
}

/* ---- and, or, not of terms */

struct itype *decide_logic(struct infer *ix, enum op op, struct itype *a, struct itype *b,
                           struct span span) {
    struct con *c = con_new(ix, CON_LOGIC, span, NULL, b ? 2 : 1);
    c->op = op;
    c->live = NULL;
    con_arg(c, 0, a, NULL);
    if (b) {
        con_arg(c, 1, b, NULL);
    }
    return con_solve(ix, c);
}

/* Operands may be NULL: not known yet, or in code that is not live. */
struct itype *eval_logic(struct infer *ix, const struct con *c, struct itype **arg) {
    enum truth all = c->op == OP_LOR ? TRUTH_NO : TRUTH_YES,
               decides = c->op == OP_LOR ? TRUTH_YES : TRUTH_NO;
    bool missing = false;
    for (int i = 0; i < c->n; ++i) {
        enum truth t = arg[i] ? decide_truth(arg[i]) : TRUTH_UNKNOWN;
        missing = missing || !arg[i];
        if (c->op == OP_NOT) {
            t = t == TRUTH_UNKNOWN ? t : t == TRUTH_YES ? TRUTH_NO : TRUTH_YES;
        }
        if (t == decides && c->op != OP_NOT) {
            return it_known(&ix->types, DT_PYBOOL, decides == TRUTH_YES);
        }
        all = t == TRUTH_UNKNOWN || c->op == OP_NOT ? t : all;
    }
    if (missing) {
        return NULL;
    }
    return all == TRUTH_UNKNOWN ? it_scalar(&ix->types, DT_PYBOOL)
                                : it_known(&ix->types, DT_PYBOOL, all == TRUTH_YES);
}

/* ---- code under a condition */

struct itype *decide_under(struct infer *ix, struct itype *cond, bool when, struct span span) {
    struct itype *outer = ix->live;
    struct itype *holds = when ? cond : decide_logic(ix, OP_NOT, cond, NULL, span);
    ix->live = outer ? decide_logic(ix, OP_LAND, outer, holds, span) : holds;
    return outer;
}

void decide_record(struct infer *ix, const struct expr *e, struct itype *t) {
    if (!ix->unrecorded) {
        struct typed_expr te = {e, t, ix->live};
        vec_push(ix->arena, &ix->cur->conds, te);
    }
}

/* The value of a boolean term in a use. */
static enum truth term_truth(const struct use *u, struct itype *term) {
    struct itype *t = it_find(term);
    t = t->kind == IT_VAR ? u->value[t->id] : t;
    return t ? decide_truth(t) : TRUTH_UNKNOWN;
}

bool decide_live(const struct use *u, struct itype *live) {
    return !live || term_truth(u, live) != TRUTH_NO;
}

bool decide_certain(const struct use *u, struct itype *live) {
    return !live || term_truth(u, live) == TRUTH_YES;
}

/* A note about an expression; the tables are made for the first one. */
static void note(struct infer *ix, struct instance *in, int n_exprs, int id, enum decided d,
                 int64_t number) {
    if (!in->decided) {
        in->decided = ARENA_ARRAY(ix->keep, unsigned char, n_exprs);
        in->number = ARENA_ARRAY(ix->keep, int64_t, n_exprs);
    }
    in->decided[id] = (unsigned char)d;
    in->number[id] = number;
}

void decide_note(struct infer *ix, struct instance *in, int n_exprs, const struct expr *e,
                 const struct itype *t) {
    if (t->kind == IT_SCALAR && t->known && t->dtype != DT_FLOAT) {
        bool truth = t->dtype == DT_PYBOOL;
        note(ix, in, n_exprs, e->id,
             !truth     ? DECIDED_INT
             : t->value ? DECIDED_TRUE
                        : DECIDED_FALSE,
             t->value);
    }
}

void decide_fill(struct infer *ix, const struct use *u, struct instance *in, int n_exprs) {
    const struct scheme *s = u->scheme;
    for (int i = 0; i < s->conds.n; ++i) {
        enum truth t = term_truth(u, s->conds.item[i].type);
        const struct expr *e = s->conds.item[i].expr;
        if (t != TRUTH_UNKNOWN && !(in->decided && in->decided[e->id] == DECIDED_INT)) {
            note(ix, in, n_exprs, e->id, t == TRUTH_YES ? DECIDED_TRUE : DECIDED_FALSE, 0);
        }
    }
}

/* ---- operators */

static struct itype *known_bool(struct infer *ix, bool value) {
    return it_known(&ix->types, DT_PYBOOL, value);
}

static bool is_known(const struct itype *t) {
    return t->kind == IT_SCALAR && t->known;
}

struct itype *decide_value(struct infer *ix, const struct con *c, struct itype **arg,
                           struct itype *result) {
    int64_t v[2] = {0, 0}, r;
    double x, y;
    bool any = false;
    if (c->n == 2 && (c->op == OP_EQ || c->op == OP_NE) && result->kind == IT_SCALAR &&
        (is_known(arg[0]) || is_known(arg[1])) && known_real(arg[0], c->at[0], &x) &&
        known_real(arg[1], c->at[1], &y)) {
        return known_bool(ix, (x == y) == (c->op == OP_EQ));
    }
    if (result->kind != IT_SCALAR || (result->dtype != DT_INT && result->dtype != DT_PYBOOL)) {
        return result;
    }
    for (int i = 0; i < c->n; ++i) {
        any = any || is_known(arg[i]);
        if (c->n > 2 || !decide_int(arg[i], c->at[i], &v[i])) {
            return result;
        }
    }
    bool ok = c->n == 2 ? constant_int64(c->op, v[0], v[1], &r)
                        : c->op == OP_NEG && constant_int64(OP_SUB, 0, v[0], &r);
    return any && ok ? it_known(&ix->types, result->dtype, r) : result;
}

static bool is_nothing(const struct itype *t) {
    return t->kind == IT_NONE || t->kind == IT_STATIC;
}

/* The same string, element type or None; 'float32' is np.float32. */
static bool same_static(const struct itype *a, const struct itype *b) {
    if (a->kind == IT_STATIC && b->kind == IT_STATIC && !a->text != !b->text) {
        const struct itype *text = a->text ? a : b, *type = a->text ? b : a;
        return infer_dtype_of_text(text->text) == type->dtype;
    }
    return a == b;
}

/* x in xs. */
static struct itype *in_list(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct itype *item = arg[1]->item[0];
    if (arg[0]->kind == IT_SCALAR && item->kind == IT_SCALAR) {
        return it_scalar(&ix->types, DT_PYBOOL);
    }
    return infer_refuse(ix, DIAG_PY302, c->span,
                        "only a number is looked for in a list, of numbers", NULL);
}

/* x in (a, b), x in t: numbers, which are compared when the program runs. */
static bool are_numbers(const struct itype *x, int n, struct itype *const *item) {
    bool all = x->kind == IT_SCALAR;
    for (int i = 0; i < n; ++i) {
        all = all && item[i]->kind == IT_SCALAR;
    }
    return all;
}

/* x in (a, b, ...), where c->parts counts the items, or in a tuple. */
static struct itype *in_items(struct infer *ix, const struct con *c, const struct itype *x, int n,
                              struct itype *const *item) {
    bool found = false;
    int64_t v, w;
    for (int i = 0; i < n; ++i) {
        bool values =
            decide_int(x, c->at[0], &v) && decide_int(item[i], c->parts ? c->at[i + 1] : NULL, &w);
        if (!values && !is_nothing(x) && !is_nothing(item[i])) {
            return are_numbers(x, n, item)
                       ? it_scalar(&ix->types, DT_PYBOOL)
                       : infer_refuse(ix, DIAG_PY111, c->span,
                                      "`in` compares numbers, or constants when compiling",
                                      "compare with each value: x == a or x == b");
        }
        found = found || (values ? v == w : same_static(x, item[i]));
    }
    return known_bool(ix, found == (c->op == OP_IN));
}

/* Arg 0 and then the items, or what has them; x in 'abc' with a text for x. */
static struct itype *eval_in(struct infer *ix, const struct con *c, struct itype **arg) {
    bool found = false;
    if (c->n == 2 && arg[1]->kind == IT_LIST) {
        return in_list(ix, c, arg);
    }
    if (c->n == 2 && arg[0]->kind == IT_STATIC && arg[1]->kind == IT_STATIC && arg[0]->text &&
        arg[1]->text && !c->parts) {
        found = strstr(arg[1]->text, arg[0]->text) != NULL;
        return known_bool(ix, found == (c->op == OP_IN));
    }
    if (c->n == 2 && arg[1]->kind == IT_RECORD && !it_is_nested(arg[1]) &&
        arg[0]->kind == IT_STATIC && arg[0]->text) {
        found = dict_key_place(arg[1]->text, arg[0]->text) >= 0;
        return known_bool(ix, found == (c->op == OP_IN));
    }
    bool tuple = c->n == 2 && !c->parts && arg[1]->kind == IT_TUPLE;
    return tuple ? in_items(ix, c, arg[0], arg[1]->n, arg[1]->item)
                 : in_items(ix, c, arg[0], c->n - 1, arg + 1);
}

bool decide_holds_none(const struct expr *at) {
    return at && at->kind == EXPR_NAME && at->name.sym && at->name.sym->n_none > 0;
}

struct itype *decide_op(struct infer *ix, const struct con *c, struct itype **arg) {
    switch (c->op) {
    case OP_IN:
    case OP_NOT_IN:
        return eval_in(ix, c, arg);
    case OP_IS:
    case OP_IS_NOT:
        if (arg[0]->kind != IT_NONE && arg[1]->kind != IT_NONE) {
            return decide_is(ix, c, arg);
        }
        return known_bool(ix, (arg[0] == arg[1]) == (c->op == OP_IS));
    case OP_EQ:
    case OP_NE:
        if ((!is_nothing(arg[0]) && !is_nothing(arg[1])) || arg[0]->kind == IT_ARRAY ||
            arg[1]->kind == IT_ARRAY) {
            return NULL;
        }
        if (arg[0]->kind == IT_STATIC && arg[1]->kind == IT_STATIC &&
            (decide_holds_none(c->at[0]) || decide_holds_none(c->at[1]))) {
            return it_scalar(&ix->types, DT_PYBOOL);
        }
        if (decide_holds_none(c->at[0]) && decide_holds_none(c->at[1]) && arg[0] != arg[1]) {
            bool none = arg[0]->kind == IT_NONE || arg[1]->kind == IT_NONE;
            return none ? it_scalar(&ix->types, DT_PYBOOL) : NULL; /* both may be None */
        }
        return known_bool(ix, same_static(arg[0], arg[1]) == (c->op == OP_EQ));
    case OP_LT:
    case OP_LE:
    case OP_GT:
    case OP_GE:
        if (arg[0]->kind == IT_STATIC && arg[1]->kind == IT_STATIC && arg[0]->text &&
            arg[1]->text && !decide_holds_none(c->at[0]) && !decide_holds_none(c->at[1])) {
            int order = strcmp(arg[0]->text, arg[1]->text);
            return known_bool(ix, c->op == OP_LT   ? order < 0
                                  : c->op == OP_LE ? order <= 0
                                  : c->op == OP_GT ? order > 0
                                                   : order >= 0);
        }
        return NULL;
    default:
        return NULL;
    }
}

/* Values of two of these are never equal. Objects of the user's classes say themselves what they
 * are equal to, arrays are compared element by element. */
enum equal_kind { EQUAL_OTHER, EQUAL_NUMBER, EQUAL_TEXT, EQUAL_LIST, EQUAL_TUPLE, EQUAL_CONTAINER };

/* tuple[int, ...] is a tuple, and a matrix of SciPy's is compared element by element. */
static enum equal_kind kind_of_container(const struct class *c) {
    while (c->base && strcmp(c->name, "_tuple") != 0) {
        c = c->base;
    }
    return strcmp(c->name, "_tuple") == 0    ? EQUAL_TUPLE
           : strcmp(c->name, "_sparse") == 0 ? EQUAL_OTHER
                                             : EQUAL_CONTAINER;
}

static enum equal_kind equal_kind_of(const struct itype *t, bool ours) {
    bool number = t->kind == IT_SCALAR && t->dtype != DT_CHAR && !dtype_is_time(t->dtype) &&
                  (ours || dtype_weak(t->dtype)); /* NumPy's are compared with each item */
    bool text = it_is_text(t) && !(ours && t->kind == IT_SCALAR); /* there also a number */
    return number                                   ? EQUAL_NUMBER
           : text                                   ? EQUAL_TEXT
           : t->kind == IT_LIST                     ? EQUAL_LIST
           : t->kind == IT_TUPLE && !t->of          ? EQUAL_TUPLE
           : t->kind == IT_OBJECT && t->of->prelude ? kind_of_container(t->of)
                                                    : EQUAL_OTHER;
}

struct itype *decide_unequal(struct infer *ix, const struct con *c, struct itype **arg) {
    bool test = c->kind == CON_OP && c->n == 2 && !c->expr && (c->op == OP_EQ || c->op == OP_NE);
    bool ours = test && source_is_ours(ix->module->source, c->span);
    enum equal_kind a = test ? equal_kind_of(arg[0], ours) : EQUAL_OTHER;
    enum equal_kind b = test ? equal_kind_of(arg[1], ours) : EQUAL_OTHER;
    if (test && decide_holds_none(c->at[0]) && decide_holds_none(c->at[1])) {
        return NULL; /* they are equal where both are None */
    }
    return a != b && a != EQUAL_OTHER && b != EQUAL_OTHER ? known_bool(ix, c->op == OP_NE) : NULL;
}

/* ---- element types */

struct itype *decide_result_type(struct infer *ix, const struct con *c, struct itype **arg) {
    enum dtype d = DT_COUNT;
    if (c->in_text && arg[0]->kind != IT_STATIC) { /* of a dtype= */
        return arg[0]->kind == IT_NONE
                   ? arg[0]
                   : infer_refuse(ix, DIAG_PY111, c->span, "this is no element type",
                                  "write a NumPy type such as np.float32, 'f4' or a.dtype");
    }
    for (int i = 0; i < c->n; ++i) {
        enum dtype own = arg[i]->kind == IT_STATIC && arg[i]->text
                             ? infer_dtype_of_text(arg[i]->text)
                         : arg[i]->kind == IT_STATIC ? dtype_strong(arg[i]->dtype)
                                                     : arg[i]->dtype;
        bool fits =
            arg[i]->kind == IT_SCALAR || arg[i]->kind == IT_ARRAY || arg[i]->kind == IT_STATIC;
        if (!fits || own == DT_COUNT) {
            return infer_refuse(
                ix, DIAG_PY111, c->span,
                arena_printf(ix->arena, "result_type does not take %s", it_name(ix->arena, arg[i])),
                "give arrays, numbers and element types");
        }
        d = d == DT_COUNT ? own : dtype_promote(d, own);
    }
    return it_static_dtype(&ix->types, d);
}

struct itype *decide_attr(struct infer *ix, const struct itype *t, const char *name) {
    static const char *const kind[] = {[KIND_BOOL] = "b",
                                       [KIND_UINT] = "u",
                                       [KIND_INT] = "i",
                                       [KIND_FLOAT] = "f",
                                       [KIND_COMPLEX] = "c"};
    static const char character[] = {
        [DT_BOOL] = '?', [DT_I8] = 'b',  [DT_I16] = 'h', [DT_I32] = 'i',  [DT_I64] = 'l',
        [DT_U8] = 'B',   [DT_U16] = 'H', [DT_U32] = 'I', [DT_U64] = 'L',  [DT_F16] = 'e',
        [DT_F32] = 'f',  [DT_F64] = 'd', [DT_C64] = 'F', [DT_C128] = 'D', [DT_CHAR] = 'U'};
    if (t->kind != IT_STATIC || t->text) {
        return NULL;
    }
    bool time = dtype_is_time(t->dtype);
    const char *of_time = dtype_is_date(t->dtype) ? "M" : "m";
    if (strcmp(name, "char") == 0) {
        const char *text =
            arena_printf(ix->arena, "%c", time ? *of_time : character[dtype_strong(t->dtype)]);
        return it_static_text(&ix->types, intern_str(ix->names, text));
    }
    if (strcmp(name, "name") == 0) {
        return it_static_text(&ix->types,
                              intern_str(ix->names, dtype_info[dtype_strong(t->dtype)].numpy));
    }
    if (strcmp(name, "type") == 0) {
        return it_static_dtype(&ix->types, dtype_strong(t->dtype));
    }
    if (strcmp(name, "kind") == 0) {
        return it_static_text(
            &ix->types, intern_str(ix->names, time ? of_time : kind[dtype_info[t->dtype].kind]));
    }
    return strcmp(name, "itemsize") == 0 ? it_known(&ix->types, DT_INT, dtype_info[t->dtype].bytes)
                                         : NULL;
}

/* ---- arguments that are looked at as written */

/* The expression that writes a known value; NULL when nothing is known. */
static struct expr *literal(struct infer *ix, const struct itype *t, const struct expr *at) {
    struct expr *e = ARENA_NEW(ix->keep, struct expr);
    e->id = -1;
    e->span = at->span;
    switch (t->kind) {
    case IT_NONE:
        e->kind = EXPR_NONE;
        return e;
    case IT_SCALAR:
        if (t->dtype == DT_FLOAT) {
            e->kind = EXPR_FLOAT;
            e->number = float_of_bits(t->value);
            return e;
        }
        e->kind = t->dtype == DT_PYBOOL ? EXPR_BOOL : EXPR_INT;
        if (e->kind == EXPR_BOOL) {
            e->boolean = t->value != 0;
        } else {
            e->integer.value = t->value;
        }
        return e;
    case IT_STATIC:
        e->kind = EXPR_STR;
        e->str.text = t->text;
        e->str.n = t->text ? (int)strlen(t->text) : 0;
        return t->text ? e : NULL;
    case IT_TUPLE:
        e->kind = EXPR_TUPLE;
        e->list.n = t->n;
        e->list.item = ARENA_ARRAY(ix->keep, struct expr *, t->n);
        for (int i = 0; i < t->n; ++i) {
            e->list.item[i] = literal(ix, t->item[i], at);
        }
        return e;
    default:
        return NULL;
    }
}

const struct con *decide_written(struct infer *ix, const struct con *c, struct itype **arg) {
    if (!c->written) {
        return c;
    }
    struct con *copy = ARENA_NEW(ix->arena, struct con);
    *copy = *c;
    copy->at = ARENA_ARRAY(ix->arena, const struct expr *, c->n);
    memcpy(copy->at, c->at, sizeof(*c->at) * (size_t)c->n);
    for (int i = 0; i < c->n && i < 32; ++i) {
        if (c->written >> i & 1u) {
            struct itype *known = decide_argument(ix, arg[i], c->at[i]);
            const struct expr *e = known ? literal(ix, known, c->at[i]) : NULL;
            copy->at[i] = e ? e : c->at[i];
            arg[i] = &ix->types.none;
        }
    }
    return copy;
}
