/* Simple statements as C, and blocks.
 *
 * Relies on the placement for declarations. What may fail leaves by emit_leave: to the label `done`
 * where something must be given back or stored, else by return. */
#include "emit.h"
#include "emit_home.h"

#include <string.h>

#include "build.h"

/* ---- leaving */

void emit_return(struct emit *e, const char *value) {
    const char *to = e->nest ? "outs->result" : "result";
    if (value && !e->epilogue) {
        w_line(e->w, "return %s;", value);
        return;
    }
    if (value) {
        w_line(e->w, "%s = %s;", to, value);
        emit_references(e, "pycc_retain", to, e->func->ret);
    }
    if (e->nest) {
        w_line(e->w, "how = PYCC_RETURN;");
    }
    if (e->epilogue) {
        emit_leave(e);
    } else {
        w_line(e->w, "return;");
    }
}

/* An expression as an argument of a macro: commas within braces would part it. */
static const char *argument_text(struct emit *e, const struct texpr *x) {
    const char *text = emit_expr_text(e, x, PREC_COND);
    return strchr(text, '{') ? arena_printf(e->arena, "(%s)", text) : text;
}

/* ---- assignments */

/* The operator of `x = x op y`, for printing `x op= y`. */
static const char *compound(const struct texpr *x) {
    if (x->kind != TE_OP || x->op.n != 2) {
        return NULL;
    }
    enum dtype_kind kind = dtype_info[x->type->dtype].kind;
    switch (x->op.op) {
    case OP_ADD:
        return kind == KIND_BOOL ? NULL : "+=";
    case OP_BITOR:
        return kind == KIND_BOOL ? NULL : "|=";
    case OP_SUB:
        return "-=";
    case OP_MUL:
        return kind == KIND_BOOL || kind == KIND_COMPLEX ? NULL : "*=";
    case OP_DIV:
        return kind == KIND_FLOAT ? "/=" : NULL;
    default:
        return NULL;
    }
}

static void emit_assign(struct emit *e, const struct tstmt *s) {
    const struct tvar *dst = s->assign.dst;
    const struct texpr *x = s->assign.value;
    if (e->place.var[dst->id].reads == 0 || dst->type->kind == TY_NONE ||
        (e->version->variant == VARIANT_KERNEL && dst->type->kind == TY_ARRAY)) {
        return;
    }
    if (emit_owned(e, dst)) {
        emit_assign_arrays(e, s, dst, emit_value_text(e, x), false);
        return;
    }
    bool self = compound(x) && x->op.arg[0]->kind == TE_VAR && x->op.arg[0]->var == dst;
    if (self && !emit_declares(e, s, dst)) {
        w_put(e->w, "%s %s ", e->name[dst->id], compound(x));
        emit_expr(e, x->op.arg[1], PREC_COND);
    } else {
        emit_target(e, s, dst);
        emit_value(e, x);
    }
    w_line(e->w, ";");
}

static bool same_index(const struct texpr *a, const struct texpr *b) {
    if (a == b) {
        return true;
    }
    if (a->kind != b->kind) {
        return false;
    }
    return (a->kind == TE_VAR && a->var == b->var) ||
           (a->kind == TE_CONST && a->value.i == b->value.i);
}

/* Is x the element that the STORE writes? */
static bool is_same_element(const struct tstmt *s, const struct texpr *x) {
    if (x->kind != TE_LOAD || x->load.array != s->store.array || x->load.n != s->store.n) {
        return false;
    }
    for (int i = 0; i < s->store.n; ++i) {
        if (!same_index(x->load.index[i], s->store.index[i])) {
            return false;
        }
    }
    return true;
}

static void emit_store(struct emit *e, const struct tstmt *s) {
    const struct texpr *x = expr_strip(s->store.value);
    emit_element(e, s->store.array, s->store.n, s->store.index);
    if (compound(x) && is_same_element(s, expr_strip(x->op.arg[0]))) {
        w_put(e->w, " %s ", compound(x));
        emit_expr(e, x->op.arg[1], PREC_COND);
    } else {
        w_put(e->w, " = ");
        emit_value(e, x);
    }
    w_line(e->w, ";");
}

/* ---- indices and checks */

/* Is a hoisted INDEX printed where its variable is used? */
static bool index_inlines(const struct emit *e, const struct tstmt *s) {
    return e->fplan->hoisted[s->id] && !e->fplan->negative[s->id] &&
           emit_is_stable(e, s->index.index) && e->place.var[s->index.dst->id].defs == 1;
}

/* In range by the nest's checks: the index itself, printed where it is used when nothing can change
 * it in between. */
static void emit_hoisted(struct emit *e, const struct tstmt *s) {
    const struct tvar *dst = s->index.dst;
    const struct texpr *x = s->index.index;
    if (e->fplan->negative[s->id]) {
        emit_target(e, s, dst);
        w_put(e->w, "%s + ", emit_extent(e, s->index.array, s->index.axis));
        emit_expr(e, x, PREC_MUL);
        w_line(e->w, ";");
    } else if (index_inlines(e, s)) {
        e->inlined[dst->id] = x;
    } else {
        emit_target(e, s, dst);
        emit_value(e, x);
        w_line(e->w, ";");
    }
}

/* In a kernel: the host runs the nest again when an index is out of range. */
static void emit_dialect_index(struct emit *e, const struct tstmt *s, const char *index,
                               const char *extent) {
    const struct tvar *dst = s->index.dst;
    const char *tested = arena_printf(e->arena, "pycc_wrap(%s, %s)", index, extent);
    if (e->place.var[dst->id].reads > 0) {
        emit_target(e, s, dst);
        w_line(e->w, "%s;", tested);
        tested = e->name[dst->id];
    }
    w_open(e->w, "if (%s < 0)", tested);
    e->dialect->fail(e);
    w_close(e->w, "");
}

static void emit_index(struct emit *e, const struct tstmt *s) {
    bool checks = e->version->variant == VARIANT_BODY || e->version->variant == VARIANT_EXACT;
    if (e->fplan->hoisted[s->id] && !checks) {
        emit_hoisted(e, s);
        return;
    }
    const struct tvar *dst = s->index.dst;
    const char *index = argument_text(e, s->index.index);
    const char *extent = emit_extent(e, s->index.array, s->index.axis);
    bool unused = e->place.var[dst->id].reads == 0;
    e->inlined[dst->id] = NULL;
    if (!e->options->bounds &&
        e->version->variant != VARIANT_INSPECT) { /* which writes cells there */
        if (!unused) {
            emit_target(e, s, dst);
            w_line(e->w, "pycc_wrap_unchecked(%s, %s);", index, extent);
        }
        return;
    }
    if (e->version->variant == VARIANT_KERNEL) {
        emit_dialect_index(e, s, index, extent);
        return;
    }
    const char *macro = "IN_RANGE", *tested = e->name[dst->id];
    if (unused) {
        tested = arena_printf(e->arena, "pycc_wrap(%s, %s)", index, extent);
    } else if (!emit_declares(e, s, dst)) {
        macro = "FIND";
    } else if (e->place.var[dst->id].defs == 1) {
        macro = "INDEX";
    } else {
        emit_target(e, s, dst);
        w_line(e->w, "pycc_wrap(%s, %s);", index, extent);
    }
    w_line(e->w, "PYCC_%s(%s, %s, %s, %d, %d, %s);", macro, tested, index, extent,
           s->index.shown_axis, emit_line_of(e, s->span), emit_leave_text(e));
}

static const char *const exception_names[] = {
    "ARITHMETIC", "ASSERTION",     "ATTRIBUTE",      "EXCEPTION", "FLOATING_POINT",
    "INDEX",      "KEY",           "LOOKUP",         "MEMORY",    "NOT_IMPLEMENTED",
    "OVERFLOW",   "RUNTIME",       "STOP_ITERATION", "TYPE",      "UNBOUND_LOCAL",
    "VALUE",      "ZERO_DIVISION",
};

static void put_message(struct emit *e, const char *message) {
    if (message) {
        emit_string(e->w, message, strlen(message), false);
    } else {
        w_text(e->w, "NULL");
    }
}

static void emit_raise(struct emit *e, const struct tstmt *s) {
    if (s->raise.again) {
        w_line(e->w, "pycc_raise_again(ctx, (%s).data);",
               emit_expr_text(e, s->raise.again, PREC_COND));
        emit_leave(e);
        return;
    }
    w_put(e->w, "pycc_raise(ctx, PYCC_EXC_%s, ", exception_names[s->raise.exc]);
    put_message(e, s->raise.message);
    w_line(e->w, ", %d);", emit_line_of(e, s->span));
    emit_leave(e);
}

static void emit_check(struct emit *e, const struct tstmt *s) {
    bool fits = fits_tested(s) != NULL;
    if (e->fplan->hoisted[s->id] && !(fits && e->version->variant == VARIANT_EXACT)) {
        return; /* it holds */
    }
    if (e->version->flags) {
        w_put(e->w, "bad |= ");
        emit_negation(e, s->check.cond);
        w_line(e->w, ";");
        return;
    }
    if (e->version->variant == VARIANT_KERNEL) {
        w_put(e->w, "if (");
        emit_negation(e, s->check.cond);
        w_open(e->w, ")");
        e->dialect->fail(e);
        w_close(e->w, "");
        return;
    }
    if (s->check.exc == TEXC_OVERFLOW && !s->check.message) {
        w_line(e->w, "PYCC_FITS(%s, %d, %s);", argument_text(e, s->check.cond),
               emit_line_of(e, s->span), emit_leave_text(e));
        return;
    }
    const struct texpr *shown = s->check.shown;
    bool many = shown && shown->kind == TE_TUPLE;
    w_put(e->w, "PYCC_CHECK%s(%s, %s, ",
          many    ? "_ALL"
          : shown ? "_SHOWN"
                  : "",
          argument_text(e, s->check.cond), exception_names[s->check.exc]);
    put_message(e, s->check.message);
    w_put(e->w, ", %d, %s", emit_line_of(e, s->span), emit_leave_text(e));
    for (int i = 0; shown && i < (many ? shown->tuple.n : 1); ++i) {
        w_put(e->w, ", ");
        emit_expr(e, many ? shown->tuple.item[i] : shown, PREC_COND);
    }
    w_line(e->w, ");");
}

/* ---- calls and returns */

static const char *call_text(struct emit *e, const struct tstmt *s) {
    struct writer *outer = e->w, inner;
    writer_init(&inner);
    e->w = &inner;
    w_put(e->w, "%s(ctx", e->function_name[s->call.callee->id]);
    for (int i = 0; i < s->call.n; ++i) {
        w_put(e->w, ", ");
        emit_value(e, s->call.arg[i]);
    }
    w_put(e->w, ")");
    e->w = outer;
    const char *text = arena_strndup(e->arena, inner.text, inner.n);
    writer_free(&inner);
    return text;
}

/* The call, and what becomes of what it raises. */
static const char *catching_text(struct emit *e, const struct tstmt *s, const char *call) {
    const struct tcatch *c = s->call.catches;
    const char *kept = "NULL";
    if (c->keeps) {
        int at = s->call.n - 1 - s->call.callee->n_globals; /* these follow */
        kept = arena_printf(e->arena, "(%s).data", emit_expr_text(e, s->call.arg[at], PREC_COND));
    }
    const char *text =
        arena_printf(e->arena, "pycc_caught(ctx, %s, %s, %d, PYCC_CLAUSES(", call, kept, c->n);
    for (int i = 0; i < c->n; ++i) {
        text = arena_printf(e->arena, "%s%s{0x%xu, \"%s\"}", text, i > 0 ? ", " : "",
                            (unsigned)c->clause[i].kinds, c->clause[i].names);
    }
    return arena_printf(e->arena, "%s))", text);
}

static void emit_call_stmt(struct emit *e, const struct tstmt *s) {
    const struct tvar *dst = s->call.dst;
    const struct func_plan *callee = e->plan->funcs.item[s->call.callee->id];
    const struct ty *ret = s->call.callee->ret;
    const char *text = call_text(e, s);
    if (s->call.catches && callee->may_raise) {
        text = catching_text(e, s, text);
    }
    bool used = dst && e->place.var[dst->id].reads > 0;
    if (emit_holds_arrays(ret) && !(used && emit_owned(e, dst))) {
        w_open(e->w, "%s", "");
        w_line(e->w, "const %s view = %s;", emit_type(e, ret), text);
        emit_references(e, "pycc_release", "view", ret);
        w_close(e->w, "");
    } else if (used && emit_owned(e, dst)) {
        emit_assign_arrays(e, s, dst, text, true);
    } else if (used) {
        emit_target(e, s, dst);
        w_line(e->w, "%s;", text);
    } else {
        w_line(e->w, "%s%s;", ret->kind == TY_NONE ? "" : "(void)", text);
    }
    if (callee->may_raise || callee->loops || s->call.callee->recursive) {
        emit_leave_if_failed(e);
    }
    if (e->nest && e->away[s->call.callee->id]) {
        w_open(e->w, "if (PYCC_AWAY(ctx) && !pycc_device_home_all(ctx))");
        emit_leave(e);
        w_close(e->w, "");
    }
}

static void emit_return_stmt(struct emit *e, const struct tstmt *s) {
    if (s->ret && e->func->ret->kind != TY_NONE) {
        bool scalar = e->func->ret->kind == TY_SCALAR;
        emit_return(e, scalar ? emit_value_text(e, s->ret) : emit_expr_text(e, s->ret, PREC_COND));
    } else {
        emit_return(e, NULL);
    }
}

/* ---- loops in which nests wait */

static bool peeks(const struct emit *e, const struct tstmt *s) {
    return !e->nest && e->fplan->peeks[s->id];
}

static void peek_load(struct texpr *x, void *context) {
    struct emit *e = context;
    if (x->kind == TE_LOAD) {
        const struct tvar *v = x->load.array;
        w_line(e->w, "PYCC_PEEK(%d, %s, %d, %s);", v->type->rank, e->name[v->id],
               dtype_info[v->type->dtype].bytes, emit_leave_text(e));
    }
}

static void peek_loads(struct texpr *x, void *context) {
    expr_walk(x, peek_load, context);
}

/* ---- if */

/* Can an else branch follow on the same line: one IF that needs no declarations before it? */
static bool is_else_if(struct emit *e, const struct tblock *els) {
    return els->n == 1 && els->item[0]->kind == TS_IF && !e->place.before[els->item[0]->id] &&
           !peeks(e, els->item[0]);
}

static void emit_if(struct emit *e, const struct tstmt *s) {
    w_put(e->w, s->if_.rare ? "if (PYCC_UNLIKELY(" : "if (");
    emit_value(e, s->if_.cond);
    w_open(e->w, s->if_.rare ? "))" : ")");
    emit_block(e, &s->if_.then);
    const struct tblock *els = &s->if_.els;
    while (is_else_if(e, els)) {
        const struct tstmt *next = els->item[0];
        w_reopen(e->w, "else if (%s)", emit_value_text(e, next->if_.cond));
        emit_block(e, &next->if_.then);
        els = &next->if_.els;
    }
    if (els->n > 0) {
        w_reopen(e->w, "else");
        emit_block(e, els);
    }
    w_close(e->w, "");
}

/* ---- all kinds */

/* Variables whose declaration could not wait for their definition. Those that are local to a nest
 * are declared in its functions. */
static void declare_before(struct emit *e, const struct tstmt *s) {
    struct emit_vars vars = {0};
    for (const struct place_list *p = e->place.before[s->id]; p; p = p->next) {
        bool of_nest = e->nest_of[p->var->id] && e->nest_of[p->var->id]->root == s &&
                       !e->place.var[p->var->id].many;
        if (!of_nest && !emit_owned(e, p->var) && e->place.var[p->var->id].defs > 0) {
            vec_push(e->arena, &vars.var, p->var);
        }
    }
    emit_declare_zeros(e, &vars);
}

/* A loop, in a block at the end of which nothing waits any more. */
static void emit_steps(struct emit *e, const struct tstmt *s) {
    bool steps =
        !e->nest && e->fplan->loop[s->kind == TS_FOR ? s->for_.loop : s->while_.loop].steps;
    if (steps) {
        w_open(e->w, "%s", "");
        w_line(e->w, "PYCC_STEPS;");
    }
    if (s->kind == TS_FOR) {
        emit_for(e, s);
    } else {
        emit_while(e, s);
    }
    if (steps) {
        w_line(e->w, "PYCC_SETTLE(%s);", emit_leave_text(e));
        w_close(e->w, "");
    }
}

static void emit_stmt(struct emit *e, const struct tstmt *s) {
    const struct nest *n = e->nest ? NULL : e->fplan->nest_of_stmt[s->id];
    declare_before(e, s);
    if (e->live.dead[s->id]) {
        return;
    }
    if (e->version->variant == VARIANT_INSPECT && !emit_race_look(e, s)) {
        return;
    }
    emit_comment(e, s, false);
    if (n && n->root == s) {
        emit_nest_call(e, n);
        return;
    }
    emit_home_stmt(e, s);
    if (peeks(e, s)) {
        stmt_exprs(s, peek_loads, e);
    }
    if (e->dialect && e->dialect->stmt(e, s)) {
        return;
    }
    switch (s->kind) {
    case TS_ASSIGN:
        emit_assign(e, s);
        break;
    case TS_STORE:
        emit_store(e, s);
        break;
    case TS_INDEX:
        emit_index(e, s);
        break;
    case TS_CHECK:
        emit_check(e, s);
        break;
    case TS_FOR:
    case TS_WHILE:
        emit_steps(e, s);
        break;
    case TS_IF:
        emit_if(e, s);
        break;
    case TS_RETURN:
        emit_return_stmt(e, s);
        break;
    case TS_BREAK:
        emit_break(e, s);
        break;
    case TS_CONTINUE:
        w_line(e->w, "continue;");
        break;
    case TS_RAISE:
        if (e->version->variant == VARIANT_KERNEL) {
            e->dialect->fail(e);
        } else {
            emit_raise(e, s);
        }
        break;
    case TS_VIEW:
        emit_view(e, s);
        break;
    case TS_ALLOC:
        emit_alloc(e, s);
        break;
    case TS_CALL:
        emit_call_stmt(e, s);
        break;
    case TS_LIB:
        emit_lib(e, s);
        break;
    case TS_LIST:
        emit_list(e, s);
        break;
    case TS_MAP:
    case TS_REDUCE:
    case TS_FUSED:
        die("an array statement reached the emission");
    }
}

void emit_block(struct emit *e, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        emit_stmt(e, b->item[i]);
    }
}
