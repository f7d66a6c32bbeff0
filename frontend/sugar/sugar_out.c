/* Forms of sugar.h that say where values go, and in which type they are computed: a.flat, out= and
 * dtype=. */
#include <string.h>

#include "copy.h"
#include "scope_private.h"
#include "sugar.h"

/* ---- a.flat */

static bool is_flat(const struct expr *e) {
    return e->kind == EXPR_ATTR && strcmp(e->attr.name, "flat") == 0;
}

void sugar_flat(struct sugar *g, struct expr *attr) {
    struct expr *base = attr->attr.base, *fn = sugar_new(g, EXPR_NAME, attr->span);
    fn->name.name = "np.ravel";
    fn->name.sym = scope_member(g->scopes, IN_NP, "ravel");
    attr->kind = EXPR_CALL;
    attr->call.fn = fn;
    attr->call.n = 1;
    attr->call.arg = ARENA_ARRAY(g->arena, struct expr *, 1);
    attr->call.arg[0] = base;
    attr->call.n_kw = 0;
    attr->call.kw = NULL;
}

/* ---- a.flags */

/* Helpers of the prelude (memory.py) by what NumPy calls the flags. */
static const char *flag_helper(const char *flag) {
    static const struct {
        const char *flag, *helper;
    } table[] = {{"c_contiguous", "_c_contiguous"},
                 {"C_CONTIGUOUS", "_c_contiguous"},
                 {"contiguous", "_c_contiguous"},
                 {"CONTIGUOUS", "_c_contiguous"},
                 {"C", "_c_contiguous"},
                 {"f_contiguous", "_f_contiguous"},
                 {"F_CONTIGUOUS", "_f_contiguous"},
                 {"fortran", "_f_contiguous"},
                 {"FORTRAN", "_f_contiguous"},
                 {"F", "_f_contiguous"},
                 {"forc", "_contiguous"},
                 {"FORC", "_contiguous"},
                 {"fnc", "isfortran"},
                 {"FNC", "isfortran"}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; ++i) {
        if (strcmp(table[i].flag, flag) == 0) {
            return table[i].helper;
        }
    }
    return NULL;
}

bool sugar_flag(struct sugar *g, struct expr *e) {
    bool named = e->kind == EXPR_ATTR;
    const struct expr *flags = named ? e->attr.base : e->index.base;
    const struct expr *at = named || e->index.n != 1 ? NULL : e->index.index[0];
    const char *flag = named ? e->attr.name : at && at->kind == EXPR_STR ? at->str.text : "";
    const char *helper = flag_helper(flag);
    if (!helper || flags->kind != EXPR_ATTR || flags->attr.sym ||
        strcmp(flags->attr.name, "flags") != 0) {
        return false;
    }
    struct expr *of = flags->attr.base, *call = sugar_helper(g, e->span, helper, 1, &of);
    if (call) {
        int id = e->id;
        *e = *call;
        e->id = id;
    }
    return call != NULL;
}

/* ---- parts of a.flat */

static struct expr *or_none(struct sugar *g, struct expr *e, struct span span) {
    return e ? e : sugar_new(g, EXPR_NONE, span);
}

/* What a.flat[...] = value stands for, or with value NULL a.flat[...] that is to be put there
 * again. */
static struct expr *flat_access(struct sugar *g, const struct expr *target, struct expr *value) {
    struct expr *at = target->index.index[0], *arg[5] = {target->index.base->attr.base};
    bool slice = at->kind == EXPR_SLICE;
    int n = slice ? 4 : 2;
    arg[1] = slice ? or_none(g, at->slice.lo, at->span) : at;
    arg[2] = slice ? or_none(g, at->slice.hi, at->span) : NULL;
    arg[3] = slice ? or_none(g, at->slice.step, at->span) : NULL;
    const char *name =
        value ? (slice ? "_flat_fill" : "_flat_set") : (slice ? "_flat_part" : "_flat_get");
    arg[n] = value;
    return sugar_helper(g, target->span, name, value ? n + 1 : n, arg);
}

static bool is_plain(const struct expr *e, bool reads);

static bool all_plain(int n, struct expr *const *item, bool reads) {
    for (int i = 0; i < n; ++i) {
        if (!is_plain(item[i], reads)) {
            return false;
        }
    }
    return true;
}

/* May e be evaluated twice, with a value evaluated in between: names, attributes and numbers, and
 * elements where `reads` says so? */
static bool is_plain(const struct expr *e, bool reads) {
    switch (e ? e->kind : EXPR_NONE) {
    case EXPR_NAME:
    case EXPR_INT:
    case EXPR_FLOAT:
    case EXPR_BOOL:
    case EXPR_NONE:
        return true;
    case EXPR_ATTR:
        return is_plain(e->attr.base, reads);
    case EXPR_UNARY:
        return is_plain(e->unary.a, reads);
    case EXPR_BINARY:
        return is_plain(e->binary.a, reads) && is_plain(e->binary.b, reads);
    case EXPR_SLICE:
        return is_plain(e->slice.lo, reads) && is_plain(e->slice.hi, reads) &&
               is_plain(e->slice.step, reads);
    case EXPR_LIST:
    case EXPR_TUPLE:
        return all_plain(e->list.n, e->list.item, reads);
    case EXPR_COMPARE:
        return all_plain(e->compare.n + 1, e->compare.item, reads);
    case EXPR_INDEX:
        return reads && is_plain(e->index.base, true) &&
               all_plain(e->index.n, e->index.index, true);
    default:
        return false;
    }
}

/* a.flat[...] op= value, where a and the index may be evaluated twice; else NULL. */
static struct expr *flat_update(struct sugar *g, const struct stmt *s) {
    enum { COPIED = 1000 /* expressions */ };
    struct copy twice = {.g = g, .left = COPIED};
    struct expr *target = s->aug.target, *sum = sugar_new(g, EXPR_BINARY, s->span);
    bool reads = is_plain(s->aug.value, true);
    if (!is_plain(target->index.base, reads) || !is_plain(target->index.index[0], reads)) {
        return NULL;
    }
    sum->binary.op = s->aug.op;
    sum->binary.op_span = s->aug.op_span;
    sum->binary.a = flat_access(g, copy_expr(&twice, target), NULL);
    sum->binary.b = s->aug.value;
    struct expr *arg[2] = {copy_expr(&twice, target->index.base->attr.base), sum};
    struct expr *value = sugar_helper(g, s->span, "_flat_cast", 2, arg);
    return sum->binary.a && value ? flat_access(g, target, value) : NULL;
}

static bool holds_flat(const struct expr *target) {
    for (int i = 0; target->kind == EXPR_TUPLE && i < target->list.n; ++i) {
        if (holds_flat(target->list.item[i])) {
            return true;
        }
    }
    return target->kind == EXPR_INDEX && is_flat(target->index.base);
}

void sugar_flat_store(struct sugar *g, struct stmt *s) {
    bool any = s->kind == STMT_AUGASSIGN && holds_flat(s->aug.target);
    for (int i = 0; s->kind == STMT_ASSIGN && i < s->assign.n; ++i) {
        any = any || holds_flat(s->assign.target[i]);
    }
    if (!any) {
        return;
    }
    bool update = s->kind == STMT_AUGASSIGN, plain = update || s->assign.n == 1;
    const struct expr *target = update ? s->aug.target : s->assign.target[0];
    bool one = plain && target->kind == EXPR_INDEX && target->index.n == 1 &&
               target->index.index[0]->kind != EXPR_ELLIPSIS;
    struct expr *call = !one               ? NULL
                        : update           ? flat_update(g, s)
                        : !s->assign.value ? NULL
                                           : flat_access(g, target, s->assign.value);
    s->kind = call ? STMT_EXPR : STMT_UNSUPPORTED;
    if (call) {
        s->expr = call;
    } else {
        s->unsupported = "this assignment to .flat (write a.flat[i] = value, of a name and an "
                         "index without calls for +=)";
    }
}

/* ---- z.real = v */

static void part_target(struct sugar *g, struct expr *e) {
    for (int i = 0; (e->kind == EXPR_TUPLE || e->kind == EXPR_LIST) && i < e->list.n; ++i) {
        part_target(g, e->list.item[i]);
    }
    bool part_of = e->kind == EXPR_ATTR &&
                   (strcmp(e->attr.name, "real") == 0 || strcmp(e->attr.name, "imag") == 0);
    if (!part_of || !g->outermost || parse_has_field(g->scopes->p, e->attr.name)) {
        return;
    }
    struct expr *part = sugar_new(g, EXPR_ATTR, e->span);
    part->attr = e->attr;
    e->kind = EXPR_INDEX;
    e->index.base = part;
    e->index.n = 1;
    e->index.index = ARENA_ARRAY(g->arena, struct expr *, 1);
    e->index.index[0] = sugar_new(g, EXPR_ELLIPSIS, e->span);
}

void sugar_part_store(struct sugar *g, struct stmt *s) {
    for (int i = 0; s->kind == STMT_ASSIGN && i < s->assign.n; ++i) {
        part_target(g, s->assign.target[i]);
    }
    if (s->kind == STMT_AUGASSIGN) {
        part_target(g, s->aug.target);
    }
}

/* ---- out= and dtype= */

/* The value of a keyword other than None, which is taken out of the call; NULL: there is none. */
static struct expr *take_keyword(struct expr *call, const char *name) {
    struct expr *value = NULL;
    int n = 0;
    for (int i = 0; i < call->call.n_kw; ++i) {
        if (strcmp(call->call.kw[i].name, name) == 0) {
            value = call->call.kw[i].value;
        } else {
            call->call.kw[n++] = call->call.kw[i];
        }
    }
    call->call.n_kw = n;
    return value && value->kind != EXPR_NONE ? value : NULL;
}

/* helper(x, y), where helper is a function of the prelude. */
static void call_helper(struct sugar *g, struct expr *e, struct symbol *helper, struct expr *x,
                        struct expr *y) {
    struct expr *fn = sugar_new(g, EXPR_NAME, e->span);
    fn->name.name = helper->name;
    fn->name.sym = helper;
    e->call.fn = fn;
    e->call.n = 2;
    e->call.arg = ARENA_ARRAY(g->arena, struct expr *, 2);
    e->call.arg[0] = x;
    e->call.arg[1] = y;
    e->call.n_kw = 0;
    e->call.kw = NULL;
}

/* The place of out among the parameters of functions that take no out= themselves: -1 where it is
 * a keyword only, -2 for a function that has out=, or is none of NumPy's. */
static int place_of_out(const struct sugar *g, const struct expr *call, const struct symbol *sym) {
    const struct expr *fn = call->call.fn;
    bool method =
             !sym && fn->kind == EXPR_ATTR && !scope_has_method(g->scopes, fn->attr.name, true),
         clip = method && strcmp(fn->attr.name, "clip") == 0;
    if (clip || (method && strcmp(fn->attr.name, "dot") == 0)) {
        return clip ? 2 : 1;
    }
    if (!sym || (sym->kind == SYM_FUNC ? !sym->func->prelude : sym->kind != SYM_OP)) {
        return -2;
    }
    if (sym->kind == SYM_OP && (sym->op == OP_CLIP || sym->op == OP_DOT)) {
        return sym->op == OP_CLIP ? 3 : 2;
    }
    return sym->kind == SYM_OP && (op_info[sym->op].class_ != OPC_LIB || sym->op == OP_MATMUL) ? -2
                                                                                               : -1;
}

void sugar_out(struct sugar *g, struct expr *call) {
    int place = place_of_out(g, call, sugar_callee(call->call.fn));
    struct symbol *helper = scope_prelude(g->scopes, intern_str(g->scopes->p->names, "_into"));
    if (place == -2 || !helper || !g->outermost) {
        return;
    }
    struct expr *out = take_keyword(call, "out");
    if (!out && place >= 0 && call->call.n == place + 1) {
        out = call->call.arg[place]->kind == EXPR_NONE ? NULL : call->call.arg[place];
        --call->call.n;
    }
    if (out) {
        struct expr *value = sugar_new(g, EXPR_CALL, call->span);
        value->call = call->call;
        call_helper(g, call, helper, value, out);
    }
}

/* Do the results of the function have the type that it computes in? */
static bool computes_in_dtype(const struct symbol *sym) {
    if (!sym || sym->kind != SYM_OP || sym->module != IN_NP) {
        return false;
    }
    enum op_class c = op_info[sym->op].class_;
    return (c == OPC_UNARY || c == OPC_BINARY) && op_info[sym->op].rule != RULE_PRED &&
           op_info[sym->op].rule != RULE_LOGICAL && op_info[sym->op].rule != RULE_COMPARE;
}

static bool is_true(const struct expr *e) {
    return e->kind == EXPR_BOOL && e->boolean;
}

void sugar_ufunc(struct sugar *g, struct expr *call) {
    const struct symbol *sym = sugar_callee(call->call.fn);
    bool ufunc = sym && sym->kind == SYM_OP && sym->module == IN_NP &&
                 op_info[sym->op].class_ != OPC_SPECIAL && op_info[sym->op].class_ != OPC_LIB;
    for (int i = 0; ufunc && i < call->call.n_kw; ++i) {
        struct keyword *kw = &call->call.kw[i];
        bool one = kw->value->kind == EXPR_TUPLE && kw->value->list.n == 1;
        if (one && strcmp(kw->name, "out") == 0) { /* out=(c,) */
            kw->value = kw->value->list.item[0];
        }
        if (is_true(kw->value) && strcmp(kw->name, "where") == 0) {
            take_keyword(call, "where");
        }
    }
    struct symbol *helper = scope_prelude(g->scopes, intern_str(g->scopes->p->names, "_typed"));
    struct expr *dtype =
        computes_in_dtype(sym) && helper && g->outermost ? take_keyword(call, "dtype") : NULL;
    for (int i = 0; dtype && i < call->call.n && i < (op_info[sym->op].class_ == OPC_UNARY ? 1 : 2);
         ++i) {
        struct expr *typed = sugar_new(g, EXPR_CALL, call->span);
        call_helper(g, typed, helper, call->call.arg[i], dtype);
        call->call.arg[i] = typed;
    }
}
