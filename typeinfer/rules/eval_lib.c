/* Result types of the functions of lib.def: products, and the dispatch. */
#include <string.h>

#include "lib_rules.h"
#include "sequence.h"

/* ---- products */

static struct itype *product(struct infer *ix, enum dtype d, int rank) {
    return rank > 0 ? it_array(&ix->types, d, rank, TY_C) : it_scalar(&ix->types, d);
}

static bool operands(struct infer *ix, const struct con *c, struct itype **arg) {
    return lib_is_array(ix, c, arg[0], 1) && lib_is_array(ix, c, arg[1], 1);
}

struct itype *result_matmul(struct infer *ix, const struct con *c, struct itype **arg) {
    if (!operands(ix, c, arg)) {
        return infer_bad(ix);
    }
    int n = arg[0]->rank, m = arg[1]->rank;
    int rank = n == 1 || m == 1 ? n + m - 2 : n > m ? n : m;
    struct itype *t = product(ix, dtype_promote(arg[0]->dtype, arg[1]->dtype), rank);
    bool out = c->n > 2 && arg[2]->kind != IT_NONE;
    if (out && (arg[2]->kind != IT_ARRAY || t->kind != IT_ARRAY || arg[2]->dtype != t->dtype ||
                arg[2]->rank != rank)) {
        return lib_refuse(ix, c,
                          arena_printf(ix->arena, "out is %s, and the product %s",
                                       it_name(ix->arena, arg[2]), it_name(ix->arena, t)));
    }
    if (out && !eval_writable(ix, c->at[2]->span, arg[2])) {
        return infer_bad(ix);
    }
    return out ? arg[2] : t;
}

struct itype *result_dot(struct infer *ix, const struct con *c, struct itype **arg) {
    if (!operands(ix, c, arg)) {
        return infer_bad(ix);
    }
    int n = arg[0]->rank, m = arg[1]->rank;
    enum dtype d = dtype_promote(arg[0]->dtype, arg[1]->dtype);
    return m > 2 ? lib_array(ix, d, n + m - 2) : product(ix, d, n + m - 2);
}

struct itype *result_inner(struct infer *ix, const struct con *c, struct itype **arg) {
    return result_dot(ix, c, arg);
}

struct itype *result_outer(struct infer *ix, const struct con *c, struct itype **arg) {
    return operands(ix, c, arg) ? product(ix, dtype_promote(arg[0]->dtype, arg[1]->dtype), 2)
                                : infer_bad(ix);
}

struct itype *result_vdot(struct infer *ix, const struct con *c, struct itype **arg) {
    return operands(ix, c, arg) ? product(ix, dtype_promote(arg[0]->dtype, arg[1]->dtype), 0)
                                : infer_bad(ix);
}

struct itype *result_kron(struct infer *ix, const struct con *c, struct itype **arg) {
    if (!operands(ix, c, arg)) {
        return infer_bad(ix);
    }
    int n = arg[0]->rank, m = arg[1]->rank;
    return lib_array(ix, dtype_promote(arg[0]->dtype, arg[1]->dtype), n > m ? n : m);
}

struct itype *result_tensordot(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct expr *e = lib_written(ix, c, "axes");
    int64_t axes = 2;
    if (!operands(ix, c, arg)) {
        return infer_bad(ix);
    }
    bool pair = e && (e->kind == EXPR_TUPLE || e->kind == EXPR_LIST) && e->list.n == 2;
    if (pair) {
        const struct expr *first = e->list.item[0];
        axes = first->kind == EXPR_TUPLE || first->kind == EXPR_LIST ? first->list.n : 1;
    } else if (e && !infer_const_int(e, &axes)) {
        return lib_refuse(ix, c, "axes is a number, or two lists of axes");
    }
    int rank = arg[0]->rank + arg[1]->rank - 2 * (int)axes;
    if (rank < 0 || rank > TIR_MAX_RANK) {
        return lib_refuse(ix, c, "the operands do not have these axes");
    }
    return it_array(&ix->types, dtype_promote(arg[0]->dtype, arg[1]->dtype), rank,
                    rank == 0 ? TY_C : TY_ANY);
}

/* ---- what only Python knows */

struct itype *result_outside(struct infer *ix, const struct con *c, struct itype **arg) {
    for (int i = 2; i < c->n; ++i) {
        if (arg[i] && arg[i]->kind != IT_SCALAR && arg[i]->kind != IT_STATIC &&
            !it_is_str(arg[i])) {
            return infer_refuse(ix, DIAG_PY303, c->at[i]->span,
                                arena_printf(ix->arena, "'%s' is Python's, and is given %s here",
                                             strrchr(c->at[0]->str.text, ':')
                                                 ? strrchr(c->at[0]->str.text, ':') + 1
                                                 : c->at[0]->str.text,
                                             it_name(ix->arena, arg[i])),
                                "give it numbers and texts: str(x), x.sum()");
        }
    }
    return &ix->types.none;
}

/* ---- texts */

struct itype *result_str(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *t = op_shows(c->op) ? result_text(ix, c, arg) : &ix->types.none;
    return t->kind == IT_ERROR ? t : it_text(&ix->types);
}

struct itype *result_int(struct infer *ix, const struct con *c, struct itype **arg) {
    (void)c, (void)arg;
    return it_scalar(&ix->types, DT_INT);
}

struct itype *result_truth(struct infer *ix, const struct con *c, struct itype **arg) {
    (void)c, (void)arg;
    return it_scalar(&ix->types, DT_PYBOOL);
}

struct itype *result_float(struct infer *ix, const struct con *c, struct itype **arg) {
    (void)c, (void)arg;
    return it_scalar(&ix->types, DT_FLOAT);
}

struct itype *result_complex(struct infer *ix, const struct con *c, struct itype **arg) {
    (void)c, (void)arg;
    return it_scalar(&ix->types, DT_COMPLEX);
}

/* ---- einsum */

/* What the subscripts of an einsum say. */
struct subscripts {
    int count[128]; /* how often a letter names an axis of the operands */
    int more;       /* the most axes that `...` stands for */
    bool any;       /* `...` was met */
    bool wrong;
};

/* One operand's subscripts, up to a comma or the arrow; returns what follows. */
static const char *read_operand(struct subscripts *u, const char *s, int rank) {
    int letters = 0;
    bool dots = false;
    for (; *s && *s != ',' && strncmp(s, "->", 2) != 0; ++s) {
        unsigned char letter = (unsigned char)*s;
        bool known = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
        if (strncmp(s, "...", 3) == 0) {
            u->wrong = u->wrong || dots;
            dots = u->any = true;
            s += 2;
        } else if (known) {
            ++u->count[letter];
            ++letters;
        } else {
            u->wrong = u->wrong || letter != ' ';
        }
    }
    u->wrong = u->wrong || letters > rank || (!dots && letters != rank);
    u->more = dots && rank - letters > u->more ? rank - letters : u->more;
    return s;
}

/* The rank that the result's subscripts name; each letter once, and known. */
static int read_result(struct subscripts *u, const char *s) {
    int rank = 0;
    for (; *s; ++s) {
        unsigned char letter = (unsigned char)*s;
        if (strncmp(s, "...", 3) == 0) {
            rank += u->more;
            u->more = 0;
            s += 2;
        } else if (letter != ' ') {
            u->wrong = u->wrong || letter >= 128 || u->count[letter] <= 0;
            u->count[letter & 127] = -1;
            ++rank;
        }
    }
    return rank;
}

/* "ij,jk->ik" against the operands: the rank of the result, -1 when they do not fit, -2 when the
 * result would be a view of the one operand. */
static int einsum_rank(const char *text, int n, struct itype **arg) {
    struct subscripts u = {.more = 0};
    int summed = 0, once = 0;
    for (int i = 0; i < n; ++i) {
        text = read_operand(&u, text, arg[i]->kind == IT_ARRAY ? arg[i]->rank : 0);
        u.wrong = u.wrong || (i < n - 1 && *text != ',');
        text += *text == ',';
    }
    bool arrow = strncmp(text, "->", 2) == 0;
    u.wrong = u.wrong || (!arrow && *text);
    int rank = arrow ? read_result(&u, text + 2) : u.more;
    for (int i = 0; i < 128; ++i) {
        once += u.count[i] == 1;
        summed += arrow ? u.count[i] > 0 : u.count[i] > 1;
    }
    u.wrong = u.wrong || (arrow && u.any && u.more > 0); /* NumPy would sum them, or refuse */
    return u.wrong ? -1 : n == 1 && summed == 0 ? -2 : arrow ? rank : rank + once;
}

struct itype *result_einsum(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct expr *e = c->at[0];
    enum dtype d = DT_COUNT;
    for (int i = 1; i < c->n; ++i) {
        if (arg[i]->kind != IT_SCALAR && !lib_is_array(ix, c, arg[i], 1)) {
            return infer_bad(ix);
        }
        enum dtype own = dtype_strong(arg[i]->dtype);
        d = d == DT_COUNT ? own : dtype_promote(d, own);
    }
    if (!e || e->kind != EXPR_STR) {
        return lib_refuse(ix, c, "the subscripts must be a string");
    }
    int rank = einsum_rank(e->str.text, c->n - 1, arg + 1);
    if (rank < 0 || rank > TIR_MAX_RANK) {
        return lib_refuse(ix, c,
                          rank == -2 ? "it would give a view of its operand; write .T, or copy"
                                     : "the subscripts do not fit the operands");
    }
    return lib_array(ix, d, rank);
}

/* ---- all */

static lib_rule *rule_of(enum op op) {
    switch (op) {
#define LIB(id, name, modules, path, required, params, rule)                                       \
    case OP_##id:                                                                                  \
        return result_##rule;
#include "lib.def"
#undef LIB
    default:
        return NULL;
    }
}

/* a @= b, c += a @ b: the product has a's type. */
static struct itype *in_place(struct infer *ix, const struct con *c, struct itype *a,
                              struct itype *t) {
    if (t->kind == IT_ERROR || a->kind != IT_ARRAY) {
        return t;
    }
    if (t->kind != IT_ARRAY || t->dtype != a->dtype || t->rank != a->rank) {
        return lib_refuse(ix, c,
                          arena_printf(ix->arena,
                                       "the product is %s, which does not fit %s in place",
                                       it_name(ix->arena, t), it_name(ix->arena, a)));
    }
    return eval_writable(ix, c->span, a) ? a : infer_bad(ix);
}

/* The first argument that stands for a value and is none when the program runs: an element type, a
 * function, a name for None where NumPy needs more; -1: there is none. */
static int without_value(struct infer *ix, const struct con *c, struct itype **arg) {
    struct lib_params p = lib_params(ix->arena, c->op);
    for (int i = 0; i < c->n && !op_shows(c->op); ++i) {
        bool none = (arg[i]->kind == IT_NONE && i < lib_info(c->op)->required) ||
                    (arg[i]->kind == IT_STATIC && !arg[i]->records) || arg[i]->kind == IT_FUNC;
        bool written = !c->at[i] || (i < p.n && p.param[i].constant) ||
                       c->at[i]->kind == EXPR_NONE || c->at[i]->kind == EXPR_STR;
        if (none && !written) {
            return i;
        }
    }
    return -1;
}

/* A tuple with arrays for the lists and tuples in it. */
static struct itype *tuple_of_arrays(struct infer *ix, struct itype *t) {
    struct itype **item = ARENA_ARRAY(ix->arena, struct itype *, t->n);
    for (int i = 0; i < t->n; ++i) {
        item[i] = t->item[i];
    }
    eval_take_arrays(ix, t->n, item);
    return it_tuple(&ix->types, t->n, item);
}

/* Lists and tuples where a function takes an array are arrays. */
static struct itype **as_arrays(struct infer *ix, const struct con *c, struct itype **arg) {
    struct lib_params p = lib_params(ix->arena, c->op);
    struct itype **made = ARENA_ARRAY(ix->arena, struct itype *, c->n);
    for (int i = 0; i < c->n; ++i) {
        struct itype *array = lib_takes_array(&p, c->op, i) ? eval_as_array(ix, arg[i]) : NULL;
        bool keys = c->op == OP_LEXSORT && i == 0 && arg[i]->kind == IT_TUPLE;
        made[i] = array ? array : keys ? tuple_of_arrays(ix, arg[i]) : arg[i];
    }
    return made;
}

struct itype *eval_lib(struct infer *ix, const struct con *c, struct itype **arg) {
    arg = as_arrays(ix, c, arg);
    int bad = without_value(ix, c, arg);
    if (bad >= 0) {
        return infer_refuse(ix, DIAG_PY303, c->at[bad]->span,
                            arena_printf(ix->arena, "%s needs a number or an array here, not %s",
                                         op_info[c->op].name, it_name(ix->arena, arg[bad])),
                            NULL);
    }
    struct itype *t = rule_of(c->op)(ix, c, arg);
    if (t->kind == IT_ARRAY && t->rank > TIR_MAX_RANK) {
        return lib_refuse(ix, c, "the result has more than 8 axes");
    }
    return c->in_place ? in_place(ix, c, arg[0], t) : t;
}
