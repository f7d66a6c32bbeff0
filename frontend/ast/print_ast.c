/* --emit ast: the AST as text, one node a line, children indented, each with its line:column.
 *
 *     def 4:5 f(a, n=)                         a parameter with a default ends in "="
 *         signature (f64[:, :], int) -> None
 *         assign 5:5
 *             name 5:5 x local
 *             binary 5:9 +
 *
 * A name is followed by the kind of its symbol; a variable of another function by "of" and that
 * function's name. */
#include "frontend.h"

#include <inttypes.h>

struct printer {
    struct writer *w;
    const struct module *m;
    const struct func *fn; /* being printed */
};

static void print_expr(struct printer *p, const struct expr *e);
static void print_block(struct printer *p, const char *title, const struct block *b);
static void print_func(struct printer *p, const struct func *f);
static void print_stmt(struct printer *p, const struct stmt *s);

/* "title line:col", the beginning of a node's line. */
static void head(struct printer *p, const char *title, struct span span) {
    struct source_pos pos = source_pos(p->m->source, span.lo);
    w_put(p->w, "%s %d:%d", title, pos.line, pos.column);
}

static void end_line(struct printer *p) {
    w_raw(p->w, "\n", 1);
    p->w->mid_line = false;
}

/* A line of its own with one word on it, and nodes below it. */
static void print_part(struct printer *p, const char *title, const struct expr *e) {
    if (e) {
        w_line(p->w, "%s", title);
        ++p->w->indent;
        print_expr(p, e);
        --p->w->indent;
    }
}

/* ---- types */

static void print_type(struct printer *p, const struct ann_type *t) {
    static const char *const suffix[] = {
        [LAYOUT_ANY] = "", [LAYOUT_C] = " order(C)", [LAYOUT_F] = " order(F)"};
    switch (t->kind) {
    case ANN_NONE:
        w_put(p->w, "None");
        break;
    case ANN_SCALAR:
        w_put(p->w, "%s", dtype_info[t->dtype].name);
        break;
    case ANN_ARRAY:
        w_put(p->w, "%s[%s", dtype_info[t->dtype].name, t->rank == 0 ? "()" : ":");
        for (int i = 1; i < t->rank; ++i) {
            w_put(p->w, ", :");
        }
        w_put(p->w, "]%s", suffix[t->layout]);
        break;
    case ANN_OBJECT:
        w_put(p->w, "%s", t->of->name);
        break;
    case ANN_RECORDS:
        w_put(p->w, "%s[%d]", t->records->text, t->rank);
        break;
    case ANN_GENERATOR:
        w_put(p->w, "Generator");
        break;
    case ANN_TUPLE:
        w_put(p->w, "(");
        for (int i = 0; i < t->n; ++i) {
            w_put(p->w, "%s", i > 0 ? ", " : "");
            print_type(p, t->item[i]);
        }
        w_put(p->w, "%s)", t->n == 1 ? "," : "");
        break;
    case ANN_EITHER:
        w_put(p->w, "int | float | str");
        break;
    case ANN_NESTED:
    case ANN_SPARSE:
        w_put(p->w, "%s[", t->kind == ANN_NESTED ? "nested" : t->class_ + 1);
        print_type(p, t->item[0]);
        w_put(p->w, ", %s]", dtype_info[t->dtype].name);
        break;
    case ANN_LIST:
    case ANN_SET:
    case ANN_DICT:
        w_put(p->w, t->kind == ANN_LIST ? "[" : "{");
        print_type(p, t->item[0]);
        if (t->kind == ANN_DICT) {
            w_put(p->w, ": ");
            print_type(p, t->item[1]);
        }
        w_put(p->w, t->kind == ANN_LIST ? "]" : "}");
        break;
    }
}

static void print_signature(struct printer *p, const struct signature *sig) {
    w_put(p->w, "signature (");
    for (int i = 0; i < sig->n; ++i) {
        w_put(p->w, "%s", i > 0 ? ", " : "");
        print_type(p, sig->param[i]);
    }
    w_put(p->w, ")");
    if (sig->ret) {
        w_put(p->w, " -> ");
        print_type(p, sig->ret);
    }
    end_line(p);
}

/* ---- expressions */

static const char *symbol_word(const struct symbol *sym) {
    switch (sym->kind) {
    case SYM_LOCAL:
        return sym->is_param ? "param" : "local";
    case SYM_FUNC:
        return "func";
    case SYM_CONST:
        return "const";
    case SYM_GLOBAL:
        return "global";
    case SYM_OP:
        return "op";
    case SYM_DTYPE:
        return "dtype";
    case SYM_MODULE:
        return "module";
    case SYM_VALUE:
    case SYM_KIND:
        return "value";
    case SYM_EXCEPTION:
        return "exception";
    case SYM_RECORDS:
    case SYM_CLASS:
    case SYM_OTHER:
        return "other";
    }
    return "?";
}

static const char *module_word(enum op_module module) {
    switch (module) {
    case IN_NP:
        return "numpy";
    case IN_MATH:
        return "math";
    case IN_PYCC:
        return "pycc";
    case IN_LINALG:
        return "numpy.linalg";
    case IN_FFT:
        return "numpy.fft";
    case IN_RANDOM:
        return "pycc.random";
    case IN_NP_RANDOM:
        return "numpy.random";
    case IN_PY_RANDOM:
        return "random";
    default:
        return "builtin";
    }
}

static void print_symbol(struct printer *p, const struct symbol *sym) {
    if (!sym) {
        w_put(p->w, " ?");
        return;
    }
    w_put(p->w, " %s", symbol_word(sym));
    if (sym->kind == SYM_OP) {
        w_put(p->w, " %s.%s", module_word(sym->module), op_info[sym->op].name);
    } else if (sym->kind == SYM_DTYPE) {
        w_put(p->w, " %s", dtype_info[sym->dtype].name);
    } else if (sym->kind == SYM_MODULE) {
        w_put(p->w, " %s", sym->members ? sym->name : module_word(sym->module));
    } else if (sym->kind == SYM_VALUE) {
        w_put(p->w, " %.17g", sym->number);
    } else if (sym->kind == SYM_LOCAL && sym->owner != p->fn) {
        w_put(p->w, " of %s", sym->owner->name);
    }
}

/* A string literal with its unprintable bytes escaped. */
static void print_string(struct printer *p, const struct expr *e) {
    w_put(p->w, " \"");
    for (int i = 0; i < e->str.n; ++i) {
        unsigned char c = (unsigned char)e->str.text[i];
        if (c < ' ' || c == '"' || c == '\\') {
            w_put(p->w, "\\x%02x", c);
        } else {
            w_put(p->w, "%c", c);
        }
    }
    w_put(p->w, "\"");
}

static const char *expr_word(enum expr_kind kind) {
    static const char *const word[] = {
        [EXPR_NAME] = "name",
        [EXPR_INT] = "int",
        [EXPR_FLOAT] = "float",
        [EXPR_IMAG] = "imag",
        [EXPR_BOOL] = "bool",
        [EXPR_NONE] = "none",
        [EXPR_STR] = "str",
        [EXPR_ELLIPSIS] = "ellipsis",
        [EXPR_TUPLE] = "tuple",
        [EXPR_LIST] = "list",
        [EXPR_DICT] = "dict",
        [EXPR_UNARY] = "unary",
        [EXPR_BINARY] = "binary",
        [EXPR_BOOLOP] = "boolop",
        [EXPR_COMPARE] = "compare",
        [EXPR_COND] = "cond",
        [EXPR_CALL] = "call",
        [EXPR_ATTR] = "attr",
        [EXPR_INDEX] = "index",
        [EXPR_SLICE] = "slice",
        [EXPR_LAMBDA] = "lambda",
        [EXPR_COMP] = "comprehension",
        [EXPR_UNSUPPORTED] = "unsupported",
    };
    return word[kind];
}

/* As written (webs.h). */
static const char *local_name(const struct expr *e) {
    const struct symbol *sym = e->name.sym;
    return sym && (sym->kind == SYM_LOCAL || sym->kind == SYM_FUNC) && sym->first ? sym->name
                                                                                  : e->name.name;
}

/* What the line of an expression says behind its place. */
static void print_detail(struct printer *p, const struct expr *e) {
    switch (e->kind) {
    case EXPR_NAME:
        w_put(p->w, " %s", local_name(e));
        print_symbol(p, e->name.sym);
        break;
    case EXPR_INT:
        w_put(p->w, e->integer.too_big ? " too big" : " %" PRId64, e->integer.value);
        break;
    case EXPR_FLOAT:
    case EXPR_IMAG:
        w_put(p->w, " %.17g", e->number);
        break;
    case EXPR_BOOL:
        w_put(p->w, " %s", e->boolean ? "True" : "False");
        break;
    case EXPR_STR:
        print_string(p, e);
        break;
    case EXPR_UNARY:
        w_put(p->w, " %s", op_info[e->unary.op].name);
        break;
    case EXPR_BINARY:
        w_put(p->w, " %s", op_info[e->binary.op].name);
        break;
    case EXPR_BOOLOP:
        w_put(p->w, " %s", op_info[e->boolop.op].name);
        break;
    case EXPR_COMPARE:
        for (int i = 0; i < e->compare.n; ++i) {
            w_put(p->w, " %s", op_info[e->compare.op[i]].name);
        }
        break;
    case EXPR_ATTR:
        w_put(p->w, " .%s", e->attr.name);
        if (e->attr.sym) {
            print_symbol(p, e->attr.sym);
        }
        break;
    case EXPR_UNSUPPORTED:
        w_put(p->w, " %s", e->unsupported);
        break;
    default:
        break;
    }
}

static void print_list(struct printer *p, int n, struct expr *const *item) {
    for (int i = 0; i < n; ++i) {
        print_expr(p, item[i]);
    }
}

static void print_call(struct printer *p, const struct expr *e) {
    print_expr(p, e->call.fn);
    print_list(p, e->call.n, e->call.arg);
    for (int i = 0; i < e->call.n_kw; ++i) {
        head(p, "keyword", e->call.kw[i].span);
        w_put(p->w, " %s", e->call.kw[i].name);
        end_line(p);
        ++p->w->indent;
        print_expr(p, e->call.kw[i].value);
        --p->w->indent;
    }
}

static void print_children(struct printer *p, const struct expr *e) {
    switch (e->kind) {
    case EXPR_TUPLE:
    case EXPR_LIST:
    case EXPR_DICT:
        print_list(p, e->list.n, e->list.item);
        break;
    case EXPR_UNARY:
        print_expr(p, e->unary.a);
        break;
    case EXPR_BINARY:
        print_expr(p, e->binary.a);
        print_expr(p, e->binary.b);
        break;
    case EXPR_BOOLOP:
        print_list(p, e->boolop.n, e->boolop.item);
        break;
    case EXPR_COMPARE:
        print_list(p, e->compare.n + 1, e->compare.item);
        break;
    case EXPR_COND:
        print_expr(p, e->cond.cond);
        print_expr(p, e->cond.then);
        print_expr(p, e->cond.els);
        break;
    case EXPR_CALL:
        print_call(p, e);
        break;
    case EXPR_ATTR:
        print_expr(p, e->attr.base);
        break;
    case EXPR_INDEX:
        print_expr(p, e->index.base);
        print_list(p, e->index.n, e->index.index);
        break;
    case EXPR_SLICE:
        print_part(p, "lo", e->slice.lo);
        print_part(p, "hi", e->slice.hi);
        print_part(p, "step", e->slice.step);
        break;
    case EXPR_LAMBDA:
        print_func(p, e->lambda);
        break;
    case EXPR_COMP:
        print_expr(p, e->comp.list);
        print_stmt(p, e->comp.loop);
        break;
    default:
        break;
    }
}

static void print_expr(struct printer *p, const struct expr *e) {
    head(p, expr_word(e->kind), e->span);
    print_detail(p, e);
    end_line(p);
    ++p->w->indent;
    print_children(p, e);
    --p->w->indent;
}

/* ---- statements */

static const char *stmt_word(enum stmt_kind kind) {
    static const char *const word[] = {
        [STMT_EXPR] = "expr",
        [STMT_ASSIGN] = "assign",
        [STMT_AUGASSIGN] = "augassign",
        [STMT_IF] = "if",
        [STMT_WHILE] = "while",
        [STMT_FOR] = "for",
        [STMT_RETURN] = "return",
        [STMT_PASS] = "pass",
        [STMT_BREAK] = "break",
        [STMT_CONTINUE] = "continue",
        [STMT_ASSERT] = "assert",
        [STMT_RAISE] = "raise",
        [STMT_DEL] = "del",
        [STMT_DEF] = "def",
        [STMT_UNSUPPORTED] = "unsupported",
    };
    return word[kind];
}

static void print_assign(struct printer *p, const struct stmt *s) {
    if (s->assign.ann) {
        w_put(p->w, "type ");
        print_type(p, s->assign.ann);
        end_line(p);
    }
    print_list(p, s->assign.n, s->assign.target);
    print_part(p, "value", s->assign.value);
}

static void print_stmt_detail(struct printer *p, const struct stmt *s) {
    if (s->kind == STMT_AUGASSIGN) {
        w_put(p->w, " %s=", op_info[s->aug.op].name);
    } else if (s->kind == STMT_RAISE) {
        w_put(p->w, " %s", s->raise.exception ? s->raise.exception->name : "again");
    } else if (s->kind == STMT_UNSUPPORTED) {
        w_put(p->w, " %s", s->unsupported);
    }
}

static void print_guard(struct printer *p, const struct stmt_guard *g) {
    static const char *const word[] = {[GUARD_TRY] = "try",
                                       [GUARD_CLAUSE] = "clause",
                                       [GUARD_FINALLY] = "finally",
                                       [GUARD_BODY] = "body"};
    w_line(p->w, g->kind == GUARD_CLAUSE ? "%s %d" : "%s", word[g->kind], g->index);
    for (int i = 0; i < g->n; ++i) {
        w_line(p->w, "except%s%s", g->clause[i].name ? " as " : "",
               g->clause[i].name ? g->clause[i].name : "");
        ++p->w->indent;
        print_list(p, g->clause[i].n, g->clause[i].class);
        --p->w->indent;
    }
}

static void print_stmt_children(struct printer *p, const struct stmt *s) {
    switch (s->kind) {
    case STMT_EXPR:
        print_expr(p, s->expr);
        break;
    case STMT_RETURN:
    case STMT_DEL:
        if (s->expr) {
            print_expr(p, s->expr);
        }
        break;
    case STMT_ASSIGN:
        print_assign(p, s);
        break;
    case STMT_AUGASSIGN:
        print_expr(p, s->aug.target);
        print_expr(p, s->aug.value);
        break;
    case STMT_IF:
        if (s->if_.guard) {
            print_guard(p, s->if_.guard);
        } else {
            print_expr(p, s->if_.cond);
        }
        print_block(p, "then", &s->if_.then);
        print_block(p, "else", &s->if_.els);
        break;
    case STMT_WHILE:
        print_expr(p, s->while_.cond);
        print_block(p, "body", &s->while_.body);
        print_block(p, "else", &s->while_.els);
        break;
    case STMT_FOR:
        print_expr(p, s->for_.target);
        print_expr(p, s->for_.iter);
        print_block(p, "body", &s->for_.body);
        print_block(p, "else", &s->for_.els);
        break;
    case STMT_ASSERT:
        print_expr(p, s->assert_.cond);
        print_part(p, "message", s->assert_.message);
        break;
    case STMT_RAISE:
        print_part(p, "message", s->raise.message);
        break;
    default:
        break;
    }
}

static void print_stmt(struct printer *p, const struct stmt *s) {
    if (s->kind == STMT_DEF) {
        print_func(p, s->def);
        return;
    }
    head(p, stmt_word(s->kind), s->span);
    print_stmt_detail(p, s);
    end_line(p);
    ++p->w->indent;
    print_stmt_children(p, s);
    --p->w->indent;
}

static void print_block(struct printer *p, const char *title, const struct block *b) {
    if (b->n == 0) {
        return;
    }
    w_line(p->w, "%s", title);
    ++p->w->indent;
    for (int i = 0; i < b->n; ++i) {
        print_stmt(p, b->item[i]);
    }
    --p->w->indent;
}

/* ---- functions */

static void print_func_head(struct printer *p, const struct func *f) {
    head(p, "def", f->name_span);
    w_put(p->w, " %s(", f->sym ? f->sym->name : f->name);
    for (int i = 0; i < f->n_params; ++i) {
        const struct param *param = &f->param[i];
        bool star = param->kw_only && (i == 0 || !f->param[i - 1].kw_only);
        w_put(p->w, "%s%s%s%s", i > 0 ? ", " : "", star ? "*, " : "", param->sym->name,
              param->def ? "=" : "");
    }
    w_put(p->w, ")%s%s%s%s", f->is_lambda ? " lambda" : "", f->star_args ? " star" : "",
          f->gpu ? " gpu" : "", f->fastmath ? " fastmath" : "");
    w_put(p->w, "%s",
          f->schedule == NESTED_INNER   ? " inner"
          : f->schedule == NESTED_OUTER ? " outer"
          : f->schedule == NESTED_AUTO  ? " auto"
                                        : "");
    for (int i = 0; i < f->n_captures; ++i) {
        w_put(p->w, "%s%s", i > 0 ? ", " : " captures ", f->capture[i]->name);
    }
    end_line(p);
}

static void print_func(struct printer *p, const struct func *f) {
    const struct func *outer = p->fn;
    print_func_head(p, f);
    ++p->w->indent;
    for (int i = 0; i < f->n_signatures; ++i) {
        print_signature(p, f->signature[i]);
    }
    for (int i = 0; i < f->n_params; ++i) {
        print_part(p, f->param[i].sym->name, f->param[i].def);
    }
    p->fn = f;
    for (int i = 0; i < f->body.n; ++i) {
        print_stmt(p, f->body.item[i]);
    }
    p->fn = outer;
    --p->w->indent;
}

void ast_print(const struct module *m, struct writer *w) {
    struct printer p = {w, m, NULL};
    w_line(w, "module %s", m->name);
    for (int i = 0; i < m->n_funcs; ++i) {
        if (!m->func[i]->parent && !m->func[i]->prelude && !m->func[i]->imported) {
            print_func(&p, m->func[i]);
        }
    }
}
