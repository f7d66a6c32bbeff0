/* Operations as C, from the templates of ops.def.
 *
 * A template's own precedence and what it asks of each operand are read off the operators that
 * stand around it. */
#include "emit.h"

#include <ctype.h>
#include <string.h>

/* ---- operators in templates */

struct infix {
    const char *text;
    int prec;
    int left, right; /* what operands must have: compilers warn about a & b == c, a && b || c ... */
};

/* Longer ones first. */
static const struct infix infixes[] = {
    {"&&", PREC_LAND, PREC_LAND, PREC_OR},      {"||", PREC_LOR, PREC_OR, PREC_OR},
    {"<<", PREC_SHIFT, PREC_UNARY, PREC_UNARY}, {">>", PREC_SHIFT, PREC_UNARY, PREC_UNARY},
    {"<=", PREC_REL, PREC_ADD, PREC_ADD},       {">=", PREC_REL, PREC_ADD, PREC_ADD},
    {"==", PREC_EQ, PREC_ADD, PREC_ADD},        {"!=", PREC_EQ, PREC_ADD, PREC_ADD},
    {"<", PREC_REL, PREC_ADD, PREC_ADD},        {">", PREC_REL, PREC_ADD, PREC_ADD},
    {"&", PREC_AND, PREC_UNARY, PREC_UNARY},    {"|", PREC_OR, PREC_UNARY, PREC_UNARY},
    {"^", PREC_XOR, PREC_UNARY, PREC_UNARY},    {"+", PREC_ADD, PREC_ADD, PREC_MUL},
    {"-", PREC_ADD, PREC_ADD, PREC_MUL},        {"*", PREC_MUL, PREC_MUL, PREC_UNARY},
    {"/", PREC_MUL, PREC_MUL, PREC_UNARY},
};

/* The infix operator at p, or NULL. A division of templates is always " / ". */
static const struct infix *infix_at(const char *p) {
    for (size_t i = 0; i < sizeof(infixes) / sizeof(infixes[0]); ++i) {
        const char *text = infixes[i].text;
        if (p[0] == text[0] && (!text[1] || p[1] == text[1])) {
            return &infixes[i];
        }
    }
    return NULL;
}

/* Does an operand, not an infix operator, come at t[i]? */
static bool operand_due(const char *t, int i) {
    while (i > 0 && t[i - 1] == ' ') {
        i--;
    }
    return i == 0 || strchr("(,&|<>=!^+-*/~", t[i - 1]) != NULL;
}

/* "(int64_t)floor(..." or "-%0" begin with a unary operator. */
static bool begins_unary(const char *t) {
    return *t == '-' || *t == '!' || *t == '~' || strncmp(t, "(int64_t)", 9) == 0 ||
           strncmp(t, "(long)", 6) == 0;
}

static int template_prec(const char *t) {
    int prec = begins_unary(t) ? PREC_UNARY : PREC_POSTFIX, depth = 0;
    for (int i = 0; t[i]; ++i) {
        depth += (t[i] == '(') - (t[i] == ')');
        const struct infix *op = depth == 0 && t[i] == ' ' ? infix_at(t + i + 1) : NULL;
        prec = op && op->prec < prec ? op->prec : prec;
    }
    return prec;
}

/* What the operand at t[i] ("%0") must have as its precedence. */
static int operand_prec(const char *t, int i) {
    int need = PREC_COND, before = i;
    while (before > 0 && t[before - 1] == ' ') {
        before--;
    }
    if (before > 0 && t[before - 1] == ')') {
        need = PREC_UNARY;
    } else if (before > 0 && !strchr("(,", t[before - 1])) {
        int start = before - 1;
        start -= start > 0 && infix_at(t + start - 1) && strlen(infix_at(t + start - 1)->text) == 2;
        const struct infix *op = infix_at(t + start);
        need = op && !operand_due(t, start) ? op->right : PREC_POSTFIX;
    }
    const char *after = t + i + 2 + strspn(t + i + 2, " ");
    const struct infix *op = infix_at(after);
    return op && op->left > need ? op->left : need;
}

/* Between two constants C would compute in int: the first one gets the suffix of its type. */
static void put_operand(struct emit *e, const struct texpr *x, int k, int prec) {
    const struct texpr *arg = x->op.arg[k], *other = x->op.arg[x->op.n - 1];
    if (k == 0 && x->op.n == 2 && arg->kind == TE_CONST && other->kind == TE_CONST &&
        emit_const_prec(arg) >= prec) {
        emit_const(e, arg, true);
    } else {
        emit_expr(e, arg, prec);
    }
}

static void put_template(struct emit *e, const char *t, const struct texpr *x) {
    enum dtype d = x->op.n > 0 ? x->op.arg[0]->type->dtype : x->type->dtype;
    enum dtype strong = dtype_strong(d);
    bool complex = dtype_info[strong].kind == KIND_COMPLEX;
    bool single = strong == (complex ? DT_C64 : DT_F32);
    bool overloaded = e->version->variant == VARIANT_KERNEL && !complex;
    for (int i = 0; t[i]; ++i) {
        size_t plain = strcspn(t + i, "%");
        if (plain > 0) {
            w_bytes(e->w, t + i, plain);
            i += (int)plain - 1;
            continue;
        }
        if (t[i + 1] == 'f') {
            w_text(e->w, single && !overloaded ? "f" : "");
        } else if (t[i + 1] == 't') {
            w_put(e->w, "%s", emit_tag(d));
        } else if (isdigit((unsigned char)t[i + 1])) {
            put_operand(e, x, t[i + 1] - '0', operand_prec(t, i));
        }
        i++;
    }
}

/* ---- operations */

static enum dtype_kind operand_kind(const struct texpr *x) {
    return dtype_info[x->op.arg[0]->type->dtype].kind;
}

/* The function of the run time that FITS of an operation is. In vector loops another one, which
 * they can hold. */
static const char *fits_name(const struct emit *e, enum op op) {
    const struct loop_plan *p =
        e->loop && e->loop->kind == TS_FOR ? &e->fplan->loop[e->loop->for_.loop] : NULL;
    bool vector = e->version->variant == VARIANT_FAST && p && p->made &&
                  (p->vectors || p->hint == HINT_LANES);
    switch (op) {
    case OP_ADD:
        return vector ? "pycc_fits_add_all" : "pycc_fits_add";
    case OP_SUB:
        return vector ? "pycc_fits_sub_all" : "pycc_fits_sub";
    case OP_MUL:
        return "pycc_fits_mul";
    case OP_NEG:
        return "pycc_fits_neg";
    case OP_ABS:
        return "pycc_fits_neg";
    case OP_SHL:
        return "pycc_fits_shl";
    case OP_POW:
        return "pycc_fits_pow";
    case OP_GCD:
        return "pycc_fits_gcd";
    case OP_LCM:
        return "pycc_fits_lcm";
    case OP_FLOORDIV:
        return "pycc_fits_floordiv";
    default:
        die("FITS of '%s'", op_info[op].name);
    }
}

static void put_fits(struct emit *e, const struct texpr *x) {
    w_put(e->w, "%s(", fits_name(e, x->op.op));
    for (int i = 0; i < x->op.n; ++i) {
        w_text(e->w, i > 0 ? ", " : "");
        emit_expr(e, x->op.arg[i], PREC_COND);
    }
    w_text(e->w, ")");
}

/* x ** 2, 3 or 4 as products, unless every bit must be pow's. In kernels, where pow takes longest
 * and may be 16 units off, halves as roots too; in vectors by pycc_rt_power.h. */
static const char *power_template(const struct emit *e, const struct texpr *x) {
    static const struct {
        double exponent;
        bool kernel;
        const char *text;
    } powers[] = {{2.0, false, "pycc_square_%t(%0)"},
                  {3.0, false, "pycc_cube_%t(%0)"},
                  {4.0, false, "pycc_square_%t(pycc_square_%t(%0))"},
                  {0.5, true, "pycc_root_%t(%0)"},
                  {1.5, true, "pycc_root3_%t(%0)"},
                  {-0.5, true, "1 / pycc_root_%t(%0)"},
                  {-1.0, true, "1 / %0"},
                  {-1.5, true, "pycc_root3_%t(1 / %0)"},
                  {-2.0, true, "pycc_square_%t(1 / %0)"}};
    const struct texpr *n = x->op.arg[x->op.n - 1];
    bool whole = operand_kind(x) == KIND_INT || operand_kind(x) == KIND_UINT;
    if (x->op.op == OP_POW && whole && n->kind == TE_CONST) {
        return n->value.i == 2 ? powers[0].text : n->value.i == 4 ? powers[2].text : NULL;
    }
    if ((x->op.op != OP_POW && x->op.op != OP_MATH_POW) || e->options->fp == FP_STRICT ||
        operand_kind(x) != KIND_FLOAT) {
        return NULL;
    }
    for (size_t i = 0; n->kind == TE_CONST && i < sizeof(powers) / sizeof(powers[0]); ++i) {
        bool known = !powers[i].kernel || e->version->variant == VARIANT_KERNEL;
        if (n->value.f[0] == powers[i].exponent && known) {
            return powers[i].text;
        }
    }
    const char *unit = emit_vectors(e);
    return unit && dtype_strong(n->type->dtype) != DT_F16
               ? arena_printf(e->arena, "pycc_powers_%%t(%%0, %%1, %s)", unit)
               : NULL;
}

/* Constants that the C compiler divides vectors by: all but those of i64 that are no powers of two.
 */
static bool divides_vectors(const struct texpr *b) {
    int64_t n = b->value.i;
    return b->kind == TE_CONST && (dtype_strong(b->type->dtype) != DT_I64 || (n & (n - 1)) == 0 ||
                                   n == -1 || n >> 32 != n >> 63);
}

/* Integers, where vectors divide them by doubles (pycc_rt_quotient.h). */
static const char *quotient_template(const struct emit *e, const struct texpr *x) {
    if ((x->op.op != OP_FLOORDIV && x->op.op != OP_MOD) || divides_vectors(x->op.arg[1])) {
        return NULL;
    }
    const char *unit = emit_vectors(e), *name = x->op.op == OP_MOD ? "mods" : "floordivs";
    enum dtype d = dtype_strong(x->op.arg[0]->type->dtype);
    enum dtype_kind kind = dtype_info[d].kind;
    return unit && (kind == KIND_INT || (kind == KIND_UINT && d != DT_U64))
               ? arena_printf(e->arena, "pycc_%s_%%t(%%0, %%1, %s)", name, unit)
               : NULL;
}

/* In OpenCL C complex numbers are vectors of two, on which some operators mean something else. */
static const char *kernel_complex(enum op op, const char *c) {
    switch (op) {
    case OP_EQ:
        return "pycc_equal_%t(%0, %1)";
    case OP_NE:
        return "!pycc_equal_%t(%0, %1)";
    case OP_LOGICAL_AND:
        return "pycc_truth_%t(%0) & pycc_truth_%t(%1)";
    case OP_LOGICAL_OR:
        return "pycc_truth_%t(%0) | pycc_truth_%t(%1)";
    case OP_LOGICAL_XOR:
        return "pycc_truth_%t(%0) ^ pycc_truth_%t(%1)";
    case OP_LOGICAL_NOT:
        return "!pycc_truth_%t(%0)";
    default:
        return c;
    }
}

/* Python's own division rounds once more than NumPy's, and it has a power of its own. */
static const char *complex_template(const struct texpr *x) {
    bool own = dtype_weak(x->op.arg[0]->type->dtype);
    return own && x->op.op == OP_DIV   ? "pycc_pydiv_%t(%0, %1)"
           : own && x->op.op == OP_POW ? "pycc_pypower_%t(%0, %1)"
                                       : op_info[x->op.op].c_complex;
}

static const char *kernel_template(const struct texpr *x) {
    const struct op_info *info = &op_info[x->op.op];
    if (operand_kind(x) == KIND_FLOAT) {
        return info->cl ? info->cl : info->c_real;
    }
    return kernel_complex(x->op.op, complex_template(x));
}

static const char *template_of(const struct emit *e, const struct texpr *x) {
    const struct op_info *info = &op_info[x->op.op];
    enum dtype_kind kind = operand_kind(x);
    const char *power = power_template(e, x);
    if (power) {
        return power;
    }
    const char *quotient = quotient_template(e, x);
    if (quotient) {
        return quotient;
    }
    if (e->version->variant == VARIANT_KERNEL && (kind == KIND_FLOAT || kind == KIND_COMPLEX)) {
        return kernel_template(x);
    }
    switch (operand_kind(x)) {
    case KIND_BOOL:
        return x->op.op == OP_INVERT ? "!%0" : info->c_int;
    case KIND_INT:
    case KIND_UINT:
        return info->c_int;
    case KIND_FLOAT:
        return info->c_real;
    case KIND_COMPLEX:
        return complex_template(x);
    }
    return NULL;
}

bool emit_op_cuts(const struct texpr *x) {
    const struct dtype_info *d = &dtype_info[x->type->dtype];
    bool narrow = d->bytes < 4 && d->kind != KIND_FLOAT;
    switch (x->op.op) {
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_NEG:
        return narrow;
    case OP_INVERT:
        return narrow && d->kind == KIND_UINT;
    default:
        return false;
    }
}

/* Guards are computed in 128 bits where 64 might wrap. */
static bool put_wide(struct emit *e, const struct texpr *x) {
    enum op op = x->op.op;
    if (op == OP_PYMIN || op == OP_PYMAX || op == OP_MINIMUM || op == OP_MAXIMUM) {
        w_put(e->w, "pycc_wide_%s(", op == OP_PYMIN || op == OP_MINIMUM ? "min" : "max");
        emit_expr(e, x->op.arg[0], PREC_COND);
        w_text(e->w, ", ");
        emit_expr(e, x->op.arg[1], PREC_COND);
        w_text(e->w, ")");
        return true;
    }
    bool arith = op == OP_ADD || op == OP_SUB || op == OP_MUL;
    if (!arith ||
        (op != OP_MUL && (x->op.arg[0]->kind == TE_CONST || x->op.arg[1]->kind == TE_CONST))) {
        return false;
    }
    w_put(e->w, "(pycc_wide)");
    emit_expr(e, x->op.arg[0], PREC_UNARY);
    w_put(e->w, op == OP_ADD ? " + " : op == OP_SUB ? " - " : " * ");
    emit_expr(e, x->op.arg[1], op == OP_MUL ? PREC_UNARY : PREC_MUL);
    return true;
}

static bool is_wide_kind(enum op op) {
    return op == OP_ADD || op == OP_SUB || op == OP_MUL || op == OP_NEG;
}

int emit_op_prec(const struct emit *e, const struct texpr *x, bool cut) {
    if (cut) {
        return PREC_UNARY;
    }
    const char *root = emit_root(e, &x), *t = root ? root : template_of(e, x);
    return t ? template_prec(t) : PREC_POSTFIX;
}

/* ---- least and greatest of several integers, one of which the iteration before has made
 *
 * d[i, j] = min(d[i, j - 1] + 1, d[i - 1, j] + 1, d[i - 1, j - 1] + c) waits for d[i, j - 1] only,
 * which is compared last: the C compiler, that could choose any order, is kept from another. */

enum { CHAIN = 8 };

static const struct texpr *index_of(const struct emit *e, const struct texpr *x) {
    while (x->kind == TE_VAR && e->inlined[x->var->id]) {
        x = e->inlined[x->var->id];
    }
    return x;
}

struct carried {
    const struct emit *e;
    const struct tstmt *loop;
};

static bool is_counter(const struct texpr *x, const void *loop) {
    return x->kind == TE_VAR && x->var == ((const struct tstmt *)loop)->for_.counter;
}

/* Is it an element of what the loop writes, at the same place but along the loop's counter? */
static bool is_carried(const struct texpr *x, const void *context) {
    const struct carried *c = context;
    const struct tblock *body = &c->loop->for_.body;
    bool found = false;
    for (int i = 0; x->kind == TE_LOAD && i < body->n; ++i) {
        const struct tstmt *s = body->item[i];
        bool other = false, same = s->kind == TS_STORE && s->store.array == x->load.array;
        for (int k = 0; same && k < x->load.n; ++k) {
            const struct texpr *a = index_of(c->e, s->store.index[k]);
            const struct texpr *b = index_of(c->e, x->load.index[k]);
            bool along = expr_any(a, is_counter, c->loop) && expr_any(b, is_counter, c->loop);
            other = other || !expr_equal(a, b);
            same = along || expr_equal(a, b);
        }
        found = found || (same && other);
    }
    return found;
}

/* Those that x compares by op, of which some fit; how many there are. */
static int add_operands(const struct texpr *x, enum op op, const struct texpr **found, int n) {
    if (x->kind == TE_OP && x->op.op == op && x->op.n == 2) {
        n = add_operands(x->op.arg[0], op, found, n);
        return add_operands(x->op.arg[1], op, found, n);
    }
    if (n < CHAIN) {
        found[n] = x;
    }
    return n + 1;
}

static bool put_chain(struct emit *e, const struct texpr *x) {
    const struct texpr *part[CHAIN];
    const struct carried c = {e, e->loop};
    bool least = x->op.op == OP_PYMIN, whole = operand_kind(x) == KIND_INT;
    if ((!least && x->op.op != OP_PYMAX) || !whole || e->wide || !e->version || !e->loop ||
        e->version->variant != VARIANT_FAST || e->loop->kind != TS_FOR || emit_vectors(e)) {
        return false;
    }
    int n = add_operands(x, x->op.op, part, 0), last = -1, count = 0;
    for (int i = 0; i < n && n < CHAIN; ++i) {
        bool waits = expr_any(part[i], is_carried, &c);
        count += waits;
        last = waits ? i : last;
    }
    if (n < 3 || n > CHAIN || count != 1) {
        return false;
    }
    const char *tag = emit_tag(x->type->dtype), *text = NULL;
    for (int i = 0; i < n; ++i) {
        const char *own = i != last ? emit_expr_text(e, part[i], PREC_COND) : NULL;
        text = own && text ? arena_printf(e->arena, "pycc_%s_%s(%s, %s)", least ? "pymin" : "pymax",
                                          tag, text, own)
               : own       ? own
                           : text;
    }
    w_put(e->w, "pycc_%s_%s(PYCC_KEPT(%s, %s), ", least ? "pymin" : "pymax", tag,
          emit_dtype(e, x->type->dtype), text);
    emit_expr(e, part[last], PREC_COND);
    w_text(e->w, ")");
    return true;
}

void emit_op(struct emit *e, const struct texpr *x, bool cut) {
    const char *root = emit_root(e, &x), *t = root ? root : template_of(e, x);
    if (x->op.op == OP_FITS) {
        put_fits(e, x->op.arg[0]);
        return;
    }
    if (!t) {
        die("no C spelling of '%s' on %s", op_info[x->op.op].name,
            dtype_info[x->op.arg[0]->type->dtype].name);
    }
    if ((e->wide && put_wide(e, x)) || put_chain(e, x)) {
        return;
    }
    bool wide = e->wide;
    e->wide = wide && is_wide_kind(x->op.op);
    if (cut) {
        w_put(e->w, "(%s)(", emit_dtype(e, x->type->dtype));
    }
    put_template(e, t, x);
    if (cut) {
        w_text(e->w, ")");
    }
    e->wide = wide;
}

bool emit_op_is_operand(const struct emit *e, const struct texpr *x) {
    const char *t = template_of(e, x);
    return t && strcmp(t, "%0") == 0;
}
