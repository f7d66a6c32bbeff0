/* --emit tir: a module of TIR as text, one statement per line, blocks indented.
 *
 *     func saxpy(a: f64, x: f64[:]) -> None {
 *         var i: int                          every variable that is no parameter
 *         for i = 0, x.shape[0], 1 {          start, stop, step
 *             index t1 = i in x axis 0
 *             x[t1] = a * x[t1]
 *         }
 *     }
 *
 * Constants of other types than Python's own show theirs: 1.5:f64. Casts are dtype(x). */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tir.h"

struct printer {
    struct writer *w;
    struct arena names; /* texts of types */
};

static void print_expr(struct printer *p, const struct texpr *e, bool nested);

static const char *const exception_name[TEXC_COUNT] = {
    [TEXC_ARITHMETIC] = "ArithmeticError",
    [TEXC_ASSERTION] = "AssertionError",
    [TEXC_ATTRIBUTE] = "AttributeError",
    [TEXC_EXCEPTION] = "Exception",
    [TEXC_FLOATING_POINT] = "FloatingPointError",
    [TEXC_INDEX] = "IndexError",
    [TEXC_KEY] = "KeyError",
    [TEXC_LOOKUP] = "LookupError",
    [TEXC_MEMORY] = "MemoryError",
    [TEXC_NOT_IMPLEMENTED] = "NotImplementedError",
    [TEXC_OVERFLOW] = "OverflowError",
    [TEXC_RUNTIME] = "RuntimeError",
    [TEXC_STOP_ITERATION] = "StopIteration",
    [TEXC_TYPE] = "TypeError",
    [TEXC_UNBOUND_LOCAL] = "UnboundLocalError",
    [TEXC_VALUE] = "ValueError",
    [TEXC_ZERO_DIVISION] = "ZeroDivisionError",
};

/* ---- expressions */

static void print_list(struct printer *p, int n, struct texpr *const *item) {
    for (int i = 0; i < n; ++i) {
        w_put(p->w, "%s", i > 0 ? ", " : "");
        print_expr(p, item[i], false);
    }
}

/* The shortest digits that read back as the same double, always with a point or an exponent. */
static void print_real(struct printer *p, double x) {
    char text[40];
    if (isnan(x) || isinf(x)) {
        w_put(p->w, "%s", isnan(x) ? "nan" : x > 0 ? "inf" : "-inf");
        return;
    }
    for (int digits = 1; digits <= 17; ++digits) {
        snprintf(text, sizeof text, "%.*g", digits, x);
        if (strtod(text, NULL) == x) {
            break;
        }
    }
    w_put(p->w, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

static void print_const(struct printer *p, const struct texpr *e) {
    enum dtype d = e->type->dtype;
    switch (dtype_info[d].kind) {
    case KIND_BOOL:
        w_put(p->w, "%s", e->value.i ? "True" : "False");
        break;
    case KIND_UINT:
        w_put(p->w, "%llu", (unsigned long long)e->value.i);
        break;
    case KIND_INT:
        w_put(p->w, "%lld", (long long)e->value.i);
        break;
    case KIND_FLOAT:
        print_real(p, e->value.f[0]);
        break;
    case KIND_COMPLEX:
        w_put(p->w, "complex(");
        print_real(p, e->value.f[0]);
        w_put(p->w, ", ");
        print_real(p, e->value.f[1]);
        w_put(p->w, ")");
        break;
    }
    if (!dtype_weak(d)) {
        w_put(p->w, ":%s", dtype_info[d].name);
    }
}

/* Operators of the syntax as such, with parentheses when nested; functions as module.name(...). */
static void print_op(struct printer *p, const struct texpr *e, bool nested) {
    const struct op_info *op = &op_info[e->op.op];
    bool word = strcmp(op->name, "not") == 0;
    bool symbol = !isalpha((unsigned char)op->name[0]) || e->op.op == OP_LAND || e->op.op == OP_LOR;
    bool infix = symbol && op->class_ == OPC_BINARY;
    if (infix) {
        w_put(p->w, "%s", nested ? "(" : "");
        print_expr(p, e->op.arg[0], true);
        w_put(p->w, " %s ", op->name);
        print_expr(p, e->op.arg[1], true);
        w_put(p->w, "%s", nested ? ")" : "");
    } else if (symbol || word) {
        w_put(p->w, "%s%s%s", nested && word ? "(" : "", op->name, word ? " " : "");
        print_expr(p, e->op.arg[0], true);
        w_put(p->w, "%s", nested && word ? ")" : "");
    } else {
        const char *module = op->modules & IN_NP ? "np." : op->modules & IN_MATH ? "math." : "";
        w_put(p->w, "%s%s(", module, op->name);
        print_list(p, e->op.n, e->op.arg);
        w_put(p->w, ")");
    }
}

/* nested: an operand of an operator. */
static void print_expr(struct printer *p, const struct texpr *e, bool nested) {
    if (!e) {
        w_put(p->w, "?");
        return;
    }
    switch (e->kind) {
    case TE_CONST:
        print_const(p, e);
        break;
    case TE_VAR:
        w_put(p->w, "%s", e->var->name);
        break;
    case TE_LOAD:
        w_put(p->w, "%s[", e->load.array->name);
        print_list(p, e->load.n, e->load.index);
        w_put(p->w, "]");
        break;
    case TE_SHAPE:
        w_put(p->w, "%s.shape[%d]", e->shape.array->name, e->shape.axis);
        break;
    case TE_APART:
        w_put(p->w, "apart(%s, %s)", e->apart.a->name, e->apart.b->name);
        break;
    case TE_CAST:
        w_put(p->w, "%s(", dtype_info[e->type->dtype].name);
        print_expr(p, e->cast, false);
        w_put(p->w, ")");
        break;
    case TE_OP:
        print_op(p, e, nested);
        break;
    case TE_SELECT:
        w_put(p->w, "select(");
        print_list(p, 3, (struct texpr *const[]){e->select.cond, e->select.a, e->select.b});
        w_put(p->w, ")");
        break;
    case TE_TUPLE:
        w_put(p->w, "(");
        print_list(p, e->tuple.n, e->tuple.item);
        w_put(p->w, e->tuple.n == 1 ? ",)" : ")");
        break;
    case TE_ORDER:
        w_put(p->w, "order(");
        print_list(p, e->walk.n, e->walk.item);
        w_put(p->w, ", %#x)", e->walk.order.reduced);
        break;
    case TE_ITEM:
        print_expr(p, e->item.tuple, true);
        w_put(p->w, ".%d", e->item.index);
        break;
    }
}

/* ---- statements */

static void print_block(struct printer *p, const struct tblock *b);

static void end_line(struct printer *p) {
    w_put(p->w, "\n");
}

/* "exc" or "exc, "message"" with what is not printable ASCII escaped. */
static void print_exception(struct printer *p, enum texc exc, const char *message) {
    w_put(p->w, "%s", exception_name[exc]);
    if (!message) {
        return;
    }
    w_put(p->w, "(\"");
    for (const unsigned char *s = (const unsigned char *)message; *s; ++s) {
        if (*s == '"' || *s == '\\') {
            w_put(p->w, "\\%c", *s);
        } else if (*s < ' ' || *s == 127) {
            w_put(p->w, "\\x%02x", *s);
        } else {
            w_put(p->w, "%c", *s);
        }
    }
    w_put(p->w, "\")");
}

static void print_else(struct printer *p, const struct tblock *els) {
    if (els->n > 0) {
        w_reopen(p->w, " else");
        print_block(p, els);
    }
    w_close(p->w, "");
}

static void print_for(struct printer *p, const struct tstmt *s) {
    w_put(p->w, "%s %s = ", s->for_.parallel ? "prange" : "for", s->for_.counter->name);
    print_list(p, 3, (struct texpr *const[]){s->for_.start, s->for_.stop, s->for_.step});
    w_open(p->w, "%s", "");
    print_block(p, &s->for_.body);
    print_else(p, &s->for_.els);
}

static void print_while(struct printer *p, const struct tstmt *s) {
    if (s->while_.pre.n > 0) {
        w_open(p->w, "before each test of the next loop");
        print_block(p, &s->while_.pre);
        w_close(p->w, "");
    }
    w_put(p->w, "while ");
    print_expr(p, s->while_.cond, false);
    w_open(p->w, "%s", "");
    print_block(p, &s->while_.body);
    print_else(p, &s->while_.els);
}

static void print_if(struct printer *p, const struct tstmt *s) {
    w_put(p->w, "if ");
    print_expr(p, s->if_.cond, false);
    w_open(p->w, "%s", "");
    print_block(p, &s->if_.then);
    print_else(p, &s->if_.els);
}

/* An absent part of a slice prints as nothing. */
static void print_view_axis(struct printer *p, const struct view_axis *v) {
    struct texpr *const part[] = {v->start, v->stop, v->step};
    switch (v->kind) {
    case VIEW_INDEX:
        print_expr(p, v->index, false);
        break;
    case VIEW_FULL:
        w_put(p->w, ":");
        break;
    case VIEW_NEW:
        w_put(p->w, v->extent ? "None to " : "None");
        if (v->extent) {
            print_expr(p, v->extent, false);
        }
        break;
    case VIEW_STRETCH:
        w_put(p->w, ": to ");
        print_expr(p, v->extent, false);
        break;
    case VIEW_DIAGONAL:
        w_put(p->w, "diagonal");
        break;
    case VIEW_MOVED:
        w_put(p->w, "axis %d", v->from);
        break;
    case VIEW_RESHAPED:
        print_expr(p, v->extent, false);
        break;
    case VIEW_SLICE:
        for (int i = 0; i < (v->step ? 3 : 2); ++i) {
            w_put(p->w, "%s", i > 0 ? ":" : "");
            if (part[i]) {
                print_expr(p, part[i], false);
            }
        }
        break;
    }
}

static bool is_reversal(const struct tstmt *s) {
    bool reversed = view_is(s, VIEW_MOVED);
    for (int i = 0; i < s->view.n && reversed; ++i) {
        reversed = s->view.axis[i].from == s->view.n - 1 - i;
    }
    return reversed;
}

static void print_view(struct printer *p, const struct tstmt *s) {
    static const char *const part[] = {"", ".real", ".imag", ".bits"};
    bool reshaped = view_is(s, VIEW_RESHAPED);
    w_put(p->w, "view %s = %s%s", s->view.dst->name, s->view.base->name, part[s->view.part]);
    if (is_reversal(s)) {
        w_put(p->w, ".T\n");
        return;
    }
    if (s->view.order) {
        w_put(p->w, " in order ");
        print_expr(p, s->view.order->number, false);
        end_line(p);
        return;
    }
    w_put(p->w, reshaped && s->view.contiguous ? " ravel [" : reshaped ? " reshape [" : "[");
    for (int i = 0; i < s->view.n; ++i) {
        w_put(p->w, "%s", i > 0 ? ", " : "");
        print_view_axis(p, &s->view.axis[i]);
    }
    w_put(p->w, "]");
    if (s->view.apart) {
        w_put(p->w, " apart%s from %s", s->view.scattered ? " everywhere" : "",
              s->view.apart->name);
    }
    end_line(p);
}

static void print_alloc(struct printer *p, const struct tstmt *s) {
    const struct ty *t = s->alloc.dst->type;
    const struct tvar *dst = s->alloc.dst;
    const char *where = dst->is_shared ? "shared " : dst->is_local ? "local " : "";
    w_put(p->w, "%salloc %s = %s[", where, s->alloc.dst->name, dtype_info[t->dtype].name);
    print_list(p, t->rank, s->alloc.extent);
    w_put(p->w, "]%s", s->alloc.fortran ? " order F" : "");
    if (s->alloc.fill == FILL_ZERO) {
        w_put(p->w, " fill zero");
    } else if (s->alloc.fill == FILL_VALUE) {
        w_put(p->w, " fill ");
        print_expr(p, s->alloc.value, false);
    } else if (s->alloc.fill == FILL_TEXT) {
        w_put(p->w, " fill '%s'", s->alloc.text);
    }
    end_line(p);
}

static void print_check(struct printer *p, const struct tstmt *s) {
    w_put(p->w, "check ");
    print_expr(p, s->check.cond, false);
    w_put(p->w, " else ");
    print_exception(p, s->check.exc, s->check.message);
    if (s->check.shown) {
        w_put(p->w, " with ");
        print_expr(p, s->check.shown, false);
    }
    end_line(p);
}

static void print_call(struct printer *p, const struct tstmt *s) {
    w_put(p->w, "call %s%s%s(", s->call.dst ? s->call.dst->name : "", s->call.dst ? " = " : "",
          s->call.callee->name);
    print_list(p, s->call.n, s->call.arg);
    w_put(p->w, ")\n");
}

static void print_lib(struct printer *p, const struct tstmt *s) {
    w_put(p->w, "lib %s%s%s(", s->lib.dst ? s->lib.dst->name : "", s->lib.dst ? " = " : "",
          op_info[s->lib.fn].name);
    for (int i = 0; i < s->lib.n; ++i) {
        const struct lib_arg *arg = &s->lib.arg[i];
        w_put(p->w, "%s%s%s", i > 0 ? ", " : "", arg->name ? arg->name : "", arg->name ? "=" : "");
        if (arg->value) {
            print_expr(p, arg->value, false);
        } else {
            w_put(p->w, "%s", arg->text);
        }
    }
    w_put(p->w, ")");
    if (s->lib.out) {
        w_put(p->w, "%s %s",
              s->lib.sign > 0   ? " added to"
              : s->lib.sign < 0 ? " subtracted from"
                                : " into",
              s->lib.out->name);
    }
    end_line(p);
}

/* "k0 < n, k1 < m": the space of an array statement; along: the axes reduced. */
static void print_space(struct printer *p, const struct tspace *space, const bool *along) {
    for (int i = 0; i < space->rank; ++i) {
        w_put(p->w, "%s%s%s < ", i > 0 ? ", " : " ", along && along[i] ? "along " : "",
              space->counter[i]->name);
        print_expr(p, space->extent[i], false);
    }
}

static void print_element(struct printer *p, const struct tvar *array, struct texpr *const *index) {
    w_put(p->w, "%s", array->name);
    if (array->type->kind == TY_ARRAY) {
        w_put(p->w, "[");
        print_list(p, array->type->rank, index);
        w_put(p->w, "]");
    }
}

/* What a MAP or a REDUCE does at a point. */
static void print_point(struct printer *p, const struct tstmt *s) {
    bool map = s->kind == TS_MAP;
    print_element(p, map ? s->map.dst : s->reduce.dst, map ? s->map.index : s->reduce.index);
    w_put(p->w, " = ");
    if (!map) {
        print_expr(p, s->reduce.start, false);
        w_put(p->w, " %s ", op_info[s->reduce.op].name);
    }
    print_expr(p, map ? s->map.value : s->reduce.value, false);
}

static void print_array_stmt(struct printer *p, const struct tstmt *s) {
    bool map = s->kind == TS_MAP;
    w_put(p->w, "%s", map ? "map" : "reduce");
    print_space(p, map ? &s->map.space : &s->reduce.space, map ? NULL : s->reduce.reduced);
    w_put(p->w, " { ");
    print_point(p, s);
    w_put(p->w, " }\n");
}

static void print_fused(struct printer *p, const struct tstmt *s) {
    w_put(p->w, "fused");
    print_space(p, &s->fused.space, NULL);
    w_open(p->w, "%s", "");
    for (int i = 0; i < s->fused.n; ++i) {
        w_put(p->w, "%s ", s->fused.item[i]->kind == TS_MAP ? "map" : "reduce");
        print_point(p, s->fused.item[i]);
        w_put(p->w, "\n");
    }
    w_close(p->w, "");
}

/* Statements of one line without a block. */
static void print_simple(struct printer *p, const struct tstmt *s) {
    if (s->kind == TS_ASSIGN) {
        w_put(p->w, "%s = ", s->assign.dst->name);
        print_expr(p, s->assign.value, false);
    } else if (s->kind == TS_STORE) {
        w_put(p->w, "%s[", s->store.array->name);
        print_list(p, s->store.n, s->store.index);
        w_put(p->w, "] = ");
        print_expr(p, s->store.value, false);
    } else if (s->kind == TS_INDEX) {
        w_put(p->w, "index %s = ", s->index.dst->name);
        print_expr(p, s->index.index, false);
        w_put(p->w, " in %s axis %d", s->index.array->name, s->index.axis);
        if (s->index.shown_axis != s->index.axis) {
            w_put(p->w, " shown as %d", s->index.shown_axis);
        }
    } else if (s->kind == TS_RETURN) {
        w_put(p->w, s->ret ? "return " : "return");
        if (s->ret) {
            print_expr(p, s->ret, false);
        }
    } else if (s->kind == TS_RAISE) {
        w_put(p->w, "raise ");
        print_exception(p, s->raise.exc, s->raise.message);
    } else {
        w_put(p->w, s->kind == TS_BREAK ? "break" : "continue");
    }
    end_line(p);
}

static void print_list_stmt(struct printer *p, const struct tstmt *s) {
    static const char *const word[] = {"new",     "length", "items",  "get",    "set",
                                       "append",  "insert", "pop",    "extend", "clear",
                                       "reverse", "slice",  "repeat", "same"};
    w_put(p->w, "list %s%s%s%s%s", s->list.dst ? s->list.dst->name : "", s->list.dst ? " = " : "",
          word[s->list.op], s->list.list ? " " : "", s->list.list ? s->list.list->name : "");
    if (s->list.field) {
        w_put(p->w, ".%d", s->list.field - 1);
    }
    for (int i = 0; i < 3; ++i) {
        if (s->list.arg[i]) {
            w_put(p->w, ", ");
            print_expr(p, s->list.arg[i], false);
        } else if (s->list.op == LIST_SLICE) {
            w_put(p->w, ", -");
        }
    }
    end_line(p);
}

static void print_stmt(struct printer *p, const struct tstmt *s) {
    switch (s->kind) {
    case TS_FOR:
        print_for(p, s);
        break;
    case TS_WHILE:
        print_while(p, s);
        break;
    case TS_IF:
        print_if(p, s);
        break;
    case TS_VIEW:
        print_view(p, s);
        break;
    case TS_ALLOC:
        print_alloc(p, s);
        break;
    case TS_CHECK:
        print_check(p, s);
        break;
    case TS_CALL:
        print_call(p, s);
        break;
    case TS_LIB:
        print_lib(p, s);
        break;
    case TS_LIST:
        print_list_stmt(p, s);
        break;
    case TS_MAP:
    case TS_REDUCE:
        print_array_stmt(p, s);
        break;
    case TS_FUSED:
        print_fused(p, s);
        break;
    default:
        print_simple(p, s);
        break;
    }
}

static void print_block(struct printer *p, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        print_stmt(p, b->item[i]);
    }
}

void tir_print_block(const struct tblock *b, struct writer *w) {
    struct printer p = {.w = w};
    arena_init(&p.names);
    print_block(&p, b);
    arena_free(&p.names);
}

/* ---- functions */

static void print_func(struct printer *p, const struct tfunc *f) {
    w_put(p->w, "func %s(", f->name);
    for (int i = 0; i < f->n_params; ++i) {
        w_put(p->w, "%s%s: %s", i > 0 ? ", " : "", f->param[i]->name,
              ty_name(&p->names, f->param[i]->type));
    }
    const char *parallel = f->schedule == NESTED_INNER   ? " inner"
                           : f->schedule == NESTED_OUTER ? " outer"
                           : f->schedule == NESTED_AUTO  ? " auto"
                                                         : "";
    w_put(p->w, ") -> %s%s%s%s%s", ty_name(&p->names, f->ret), f->gpu ? " gpu" : "",
          f->fastmath ? " fastmath" : "", parallel, f->recursive ? " recursive" : "");
    w_open(p->w, "%s", "");
    for (int i = f->n_params; i < f->n_vars; ++i) {
        w_line(p->w, "var %s: %s", f->var[i]->name, ty_name(&p->names, f->var[i]->type));
    }
    print_block(p, &f->body);
    w_close(p->w, "");
}

void tir_print(const struct tmodule *m, struct writer *w) {
    struct printer p = {.w = w};
    arena_init(&p.names);
    for (int i = 0; i < m->exports.n; ++i) {
        const struct texport *e = m->exports.item[i];
        w_put(w, "export %s:", e->pyname);
        for (int k = 0; k < e->n_overloads; ++k) {
            w_put(w, " %s", e->overload[k] ? e->overload[k]->name : "?");
        }
        end_line(&p);
    }
    for (int i = 0; i < m->funcs.n; ++i) {
        w_line(w, "%s", "");
        print_func(&p, m->funcs.item[i]);
    }
    arena_free(&p.names);
}
