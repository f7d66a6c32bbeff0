/* Constraints on ground operands: truth, attributes, loops over arrays; and the table of rules. */
#include "eval.h"
#include "rules.h"
#include "sequence.h"

#include <string.h>

/* ---- truth, integers */

struct itype *eval_truth(struct infer *ix, const struct con *c, struct itype **arg) {
    bool member = arg[0]->kind == IT_TUPLE && arg[0]->of && class_method(arg[0]->of, "__bool__");
    if (arg[0]->kind == IT_OBJECT || member) {
        bool says = class_method(arg[0]->of, "__bool__") != NULL;
        return says || class_method(arg[0]->of, "__len__")
                   ? eval_object_plain(ix, c, arg[0], says ? "__bool__" : "__len__", true)
                   : arg[0];
    }
    if (arg[0]->kind == IT_SCALAR || arg[0]->kind == IT_TUPLE || arg[0]->kind == IT_LIST ||
        decide_truth(arg[0]) != TRUTH_UNKNOWN) {
        return arg[0];
    }
    struct diag_message *m = infer_error(ix, DIAG_PY302, c->span, "%s has no truth value here",
                                         it_name(ix->arena, arg[0]));
    if (arg[0]->kind == IT_ARRAY) {
        infer_fix(ix, m,
                  "use a.any() or a.all(), & and | for and and or, or test an element "
                  "or the size: a.size > 0");
    }
    return infer_bad(ix);
}

static struct itype *eval_int(struct infer *ix, const struct con *c, struct itype **arg) {
    for (int i = 0; i < c->n; ++i) {
        if (arg[i]->kind == IT_SCALAR && dtype_info[arg[i]->dtype].kind <= KIND_INT &&
            arg[i]->dtype != DT_BOOL) {
            continue;
        }
        if (it_is_either(arg[i])) {
            continue; /* which raises where it is none */
        }
        if (arg[i]->kind == IT_NONE && c->op != OP_RANGE && c->op != OP_PRANGE) {
            continue; /* a[None:n] is a[:n] */
        }
        struct diag_message *m =
            infer_error(ix, DIAG_PY302, c->at[i] ? c->at[i]->span : c->span,
                        "an integer is needed here, not %s", it_name(ix->arena, arg[i]));
        if (arg[i]->kind == IT_SCALAR) {
            bool quotient =
                c->at[i] && c->at[i]->kind == EXPR_BINARY && c->at[i]->binary.op == OP_DIV;
            infer_fix(ix, m, quotient ? "write // for /" : "write int(...)");
        }
        return infer_bad(ix);
    }
    return it_scalar(&ix->types, DT_INT);
}

/* ---- loops over arrays */

/* What a list, an array or a nested sequence is made of, item by item; NULL: it is none. */
static struct itype *sequence_item(struct infer *ix, const struct itype *a) {
    if (a->kind == IT_LIST) {
        return a->item[0];
    }
    if (a->kind == IT_STATIC && a->text && !a->records) {
        return it_scalar(&ix->types, DT_CHAR);
    }
    if (it_is_nested(a)) {
        return eval_nested_row(ix, a);
    }
    if (it_is_records(a) && a->item[0]->rank > 0) {
        return eval_records_of(ix, a, a->item[0]->rank - 1);
    }
    if (a->kind == IT_ARRAY && a->rank == 1) {
        return it_scalar(&ix->types, a->dtype);
    }
    if (a->kind == IT_ARRAY && a->rank > 1) {
        return it_array(&ix->types, a->dtype, a->rank - 1,
                        eval_view_layout(a, a->layout == TY_C ? TY_C : TY_ANY));
    }
    return NULL;
}

struct itype *eval_tuple_item(struct infer *ix, const struct itype *t) {
    struct itype *one = it_is_slice(t) ? NULL : join_tuple(&ix->types, t);
    bool fits = one && (one->kind == IT_SCALAR || one->kind == IT_ARRAY || one->kind == IT_TUPLE ||
                        one->kind == IT_OBJECT);
    return fits ? one : NULL;
}

struct itype *eval_part_of(struct infer *ix, struct itype *t, int part, int parts) {
    if (t->kind == IT_TUPLE) {
        return t->n == parts && !eval_is_sparse(t) ? t->item[part] : NULL;
    }
    if (t->kind == IT_OBJECT && t->of->prelude && class_method(t->of, "_part")) {
        t = it_find(t->item[0]); /* a tuple of any length, of which that is all */
    }
    return it_is_nested(t) ? NULL : sequence_item(ix, t);
}

enum { MOST_MIXED = 16 }; /* items of tuples whose loops are written out */

static struct itype *eval_part(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *t = eval_part_of(ix, arg[0], c->part, c->parts);
    if (!t && c->part == 0) {
        infer_unpack_raises(ix, c->span, arg[0], c->parts);
        infer_error(ix, DIAG_PY301, c->span, "cannot unpack %s into %d variables",
                    it_name(ix->arena, arg[0]), c->parts);
    }
    return t ? t : infer_bad(ix);
}

/* What is held, itself or item `part` of the pair that it is; NULL: it is none. */
static struct itype *pair_part(const struct con *c, struct itype *item) {
    if (!item || c->parts == 0) {
        return item;
    }
    return item->kind == IT_TUPLE && item->n == c->parts ? item->item[c->part] : NULL;
}

static struct itype *eval_held(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *t = arg[0], *list = NULL;
    if (t->kind == IT_OBJECT) {
        list = eval_object_field(t, c->part == 1 ? "v" : "k");
    }
    struct itype *held = t->kind == IT_OBJECT  ? (list ? list->item[0] : NULL)
                         : t->kind == IT_TUPLE ? pair_part(c, eval_tuple_item(ix, t))
                                               : pair_part(c, sequence_item(ix, t));
    if (!held) {
        infer_error(ix, DIAG_PY305, c->span, "a container cannot be filled from %s",
                    it_name(ix->arena, t));
    }
    return held ? held : infer_bad(ix);
}

/* The loop may be compiled with its iterations written out. */
static void note_mixed(struct infer *ix, const struct con *c, int n) {
    if (n <= MOST_MIXED && c->span.lo < ix->module->source->users) {
        vec_push(ix->keep, &ix->out->mixed, ((struct mixed_loop){.span = c->span, .n = n}));
    }
}

static struct itype *eval_iter(struct infer *ix, const struct con *c, struct itype **arg) {
    if (arg[0]->kind == IT_OBJECT || it_is_either(arg[0])) {
        arg[0] = eval_object_plain(ix, c, arg[0], "__iter__", true);
        if (!arg[0] || arg[0]->kind == IT_ERROR || c->parts < 0) {
            return arg[0];
        }
    }
    if (c->parts < 0) {
        return arg[0];
    }
    const struct itype *a = arg[0];
    struct itype *item = a->kind == IT_TUPLE ? eval_tuple_item(ix, a) : sequence_item(ix, a);
    if (a->kind == IT_TUPLE && a->n == 0) { /* its body never runs */
        item = it_scalar(&ix->types, DT_INT);
    }
    if (item) {
        return item;
    }
    infer_no_sequence(ix, c->span, 1, "'%s' object is not iterable", a);
    struct diag_message *m = infer_error(ix, DIAG_PY305, c->span, "a loop cannot run over %s",
                                         it_name(ix->arena, arg[0]));
    if (it_is_slice(a)) {
        infer_fix(ix, m, "take range(*s.indices(n))");
    } else if (a->kind == IT_TUPLE) {
        note_mixed(ix, c, a->n);
        infer_fix(ix, m, "its items have several types: write the iterations out");
    } else if (a->kind == IT_SCALAR) {
        infer_fix(ix, m, "write range(...)");
    }
    return infer_bad(ix);
}

/* ---- attributes */

static struct itype *shape_type(struct infer *ix, int rank) {
    struct itype *item[TIR_MAX_RANK];
    for (int i = 0; i < rank; ++i) {
        item[i] = it_scalar(&ix->types, DT_INT);
    }
    return it_tuple(&ix->types, rank, item);
}

/* z.real and z.imag are views; a real array's .real is the array. */
static struct itype *part_type(struct infer *ix, const struct con *c, struct itype *a, bool imag) {
    bool complex = dtype_info[a->dtype].kind == KIND_COMPLEX;
    if (imag && !complex) {
        struct diag_message *m =
            infer_error(ix, DIAG_PY303, c->span, "an array of %s has no imaginary parts",
                        dtype_info[a->dtype].name);
        infer_fix(ix, m, "write np.zeros_like(...)");
        return infer_bad(ix);
    }
    return complex
               ? it_array(&ix->types, dtype_part(a->dtype), a->rank, eval_view_layout(a, TY_ANY))
               : a;
}

struct itype *eval_array_attr(struct infer *ix, const struct con *c, struct itype *a) {
    const char *name = c->expr->attr.name;
    if (strcmp(name, "shape") == 0) {
        return shape_type(ix, a->rank);
    }
    if (strcmp(name, "ndim") == 0) {
        return it_known(&ix->types, DT_INT, a->rank);
    }
    if (strcmp(name, "dtype") == 0) {
        return it_static_dtype(&ix->types, a->dtype);
    }
    if (strcmp(name, "strides") == 0) {
        return shape_type(ix, a->rank);
    }
    if (strcmp(name, "itemsize") == 0) {
        return it_known(&ix->types, DT_INT, dtype_info[a->dtype].bytes);
    }
    if (strcmp(name, "size") == 0 || strcmp(name, "nbytes") == 0) {
        return it_scalar(&ix->types, DT_INT);
    }
    if (strcmp(name, "mT") == 0 && a->rank >= 2) {
        bool same = a->rank == 2 && a->layout != TY_READ;
        enum ty_layout turned = !same ? TY_ANY : a->layout == TY_C ? TY_F : TY_C;
        turned = a->layout == TY_ANY ? TY_ANY : turned;
        return it_array(&ix->types, a->dtype, a->rank, eval_view_layout(a, turned));
    }
    if (strcmp(name, "T") == 0) {
        enum ty_layout turned = a->layout == TY_C ? TY_F : a->layout == TY_F ? TY_C : a->layout;
        return it_array(&ix->types, a->dtype, a->rank, a->rank < 2 ? a->layout : turned);
    }
    if (strcmp(name, "real") == 0 || strcmp(name, "imag") == 0) {
        return part_type(ix, c, a, *name == 'i');
    }
    return NULL;
}

static struct itype *scalar_attr(struct infer *ix, const struct con *c, struct itype **arg) {
    const char *name = c->expr->attr.name;
    bool whole = arg[0]->dtype == DT_INT || arg[0]->dtype == DT_PYBOOL;
    if (whole && strcmp(name, "denominator") == 0) {
        return it_known(&ix->types, DT_INT, 1);
    }
    if (strcmp(name, "real") == 0 || (whole && strcmp(name, "numerator") == 0)) {
        return eval_rule(ix, c, OP_REAL, IN_OPERATOR, 1, arg, c->at);
    }
    if (strcmp(name, "imag") == 0) {
        return eval_rule(ix, c, OP_IMAG, IN_OPERATOR, 1, arg, c->at);
    }
    if (dtype_weak(arg[0]->dtype)) {
        return NULL;
    }
    if (strcmp(name, "dtype") == 0) {
        return it_static_dtype(&ix->types, arg[0]->dtype);
    }
    if (strcmp(name, "shape") == 0) {
        return shape_type(ix, 0);
    }
    if (strcmp(name, "ndim") == 0 || strcmp(name, "size") == 0) {
        return it_known(&ix->types, DT_INT, *name == 's');
    }
    return strcmp(name, "itemsize") == 0 || strcmp(name, "nbytes") == 0
               ? it_known(&ix->types, DT_INT, dtype_info[arg[0]->dtype].bytes)
               : NULL;
}

static struct itype *eval_attr(struct infer *ix, const struct con *c, struct itype **arg) {
    static const char *const known[] = {"shape",  "ndim", "size", "T",  "dtype",  "itemsize",
                                        "nbytes", "real", "imag", "mT", "strides"};
    bool family = arg[0]->kind == IT_OBJECT && arg[0]->of->family;
    if (strcmp(c->expr->attr.name, TYPE_NAME) == 0 && it_is_either(arg[0])) {
        struct applied of = {.node = c->expr};
        return eval_object_call(ix, c, arg[0], "_type_name", c->expr->attr.base, &of);
    }
    if (strcmp(c->expr->attr.name, TYPE_NAME) == 0 && !family) {
        return eval_type_name(ix, c, arg[0]);
    }
    if (arg[0]->of) {
        return eval_object_attr(ix, c, arg[0]);
    }
    struct itype *made = eval_by_arrays(ix, c, arg);
    struct itype *t = made                        ? made
                      : arg[0]->kind == IT_ARRAY  ? eval_array_attr(ix, c, arg[0])
                      : it_is_records(arg[0])     ? eval_records_attr(ix, c, arg[0])
                      : it_is_nested(arg[0])      ? eval_nested_attr(ix, arg[0], c->expr->attr.name)
                      : arg[0]->kind == IT_SCALAR ? scalar_attr(ix, c, arg)
                                                  : decide_attr(ix, arg[0], c->expr->attr.name);
    if (t) {
        return t;
    }
    if (it_is_text(arg[0])) {
        return eval_no_text_attribute(ix, c);
    }
    const char *name = c->expr->attr.name;
    struct diag_message *m;
    m = infer_error(ix, DIAG_PY204, c->span, "%s has no attribute '%s' that the compiler knows",
                    it_name(ix->arena, arg[0]), name);
    const char *close = diag_closest(name, known, sizeof(known) / sizeof(*known));
    if (close && strcmp(close, name) != 0) {
        infer_fix(ix, m, "did you mean '%s'?", close);
    }
    return infer_bad(ix);
}

/* A function of the prelude raises whatever its arguments' values are, or a method does not take
 * its operand: they are refused. */
static struct itype *eval_raise(struct infer *ix, const struct con *c, struct itype **arg) {
    (void)arg;
    if (!c->expr) {
        return infer_refuse(ix, DIAG_PY204, c->span,
                            "NotImplemented is returned for these operands",
                            "compare or combine objects of one class");
    }
    if (!ix->silent && ix->checking && decide_certain(ix->checking, c->live)) {
        struct diag_message *m = infer_error(ix, DIAG_PY303, c->span, "%s", c->expr->str.text);
        if (m && strcmp(c->sym->name, "NotImplementedError") != 0) { /* which is pycc's */
            diag_hint(ix->diag, m, "the interpreter raises %s here", c->sym->name);
        }
    }
    return &ix->types.none;
}

static struct itype *eval_join(struct infer *ix, const struct con *c, struct itype **arg) {
    return con_flows(ix, use_here(ix), c, arg[0]);
}

static struct itype *eval_given(struct infer *ix, const struct con *c, struct itype **arg) {
    (void)ix, (void)c;
    return it_given(arg[0]);
}

con_rule *const eval_rules[CON_KINDS] = {
    [CON_OP] = eval_op,       [CON_JOIN] = eval_join,     [CON_TRUTH] = eval_truth,
    [CON_INT] = eval_int,     [CON_INDEX] = eval_index,   [CON_STORE] = eval_store,
    [CON_ATTR] = eval_attr,   [CON_ITER] = eval_iter,     [CON_PART] = eval_part,
    [CON_HELD] = eval_held,   [CON_CALL] = eval_call,     [CON_SPECIAL] = eval_special,
    [CON_CAST] = eval_cast,   [CON_METHOD] = eval_method, [CON_LOGIC] = eval_logic,
    [CON_RAISE] = eval_raise, [CON_GIVEN] = eval_given,
};
