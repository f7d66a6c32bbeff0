/* What a handler reads of an exception that is not a text in any case: arguments, and attributes
 * of classes of the module. Python makes their objects, and gives what they have; of which type
 * that is follows from what compiled code raises, of each class the types of the arguments
 * (it_raised), and from what its `__init__` assigns. A raise that is inferred behind a read has the
 * pass begin anew (typeinfer_run). */
#include <string.h>

#include "eval.h"
#include "lib_rules.h"

enum { OF_INT = 1, OF_FLOAT = 2, OF_TEXT = 4, OF_BOOL = 8, OF_OTHERS = 16 };

static unsigned kind_of_type(const struct itype *t) {
    return it_is_text(t)                                   ? OF_TEXT
           : t->kind != IT_SCALAR || !dtype_weak(t->dtype) ? OF_OTHERS
           : t->dtype == DT_PYBOOL                         ? OF_BOOL
           : dtype_info[t->dtype].kind == KIND_INT         ? OF_INT
           : dtype_info[t->dtype].kind == KIND_FLOAT       ? OF_FLOAT
                                                           : OF_OTHERS;
}

/* ---- what is raised */

/* raise(".E", template, values...): the argument is that text; "(.E": the arguments stand in the
 * template, "{}" for each value. */
void eval_note_raised(struct infer *ix, const struct con *c, struct itype **arg) {
    const char *name = c->at[0]->str.text, *at = c->at[1]->str.text;
    bool several = *name == '(';
    struct it_raised r = {.name = name + several, .n = several ? 0 : 1, .kind = {OF_TEXT}};
    r.name += *r.name == '.';
    for (int i = 2; several && (*at || r.n > 0); ++at) {
        size_t n = strcspn(at, "\x1f");
        bool value = n == 2 && memcmp(at, "{}", 2) == 0 && i < c->n;
        unsigned kind = value ? kind_of_type(arg[i]) : OF_TEXT;
        i += value;
        if (r.n == IT_RAISED_ARGUMENTS) {
            return;
        }
        r.kind[r.n++] = (unsigned char)kind;
        at += n;
        if (!*at) {
            break;
        }
    }
    it_note_raised(&ix->types, r);
}

/* ---- what an object has */

/* The exception as it is made: its class, and the kinds of the arguments; in: the function whose
 * names are asked for, make or a method. */
struct made {
    const struct class *of;
    const struct func *in;
    int n;
    const unsigned char *kind;
};

static struct made made_of(const struct class *of, int n, const unsigned char *kind) {
    return (struct made){of, of ? of->make : NULL, n, kind};
}

static unsigned kind_of(const struct made *m, const struct expr *e, int depth);

enum { DEPTH = 20 };

/* Are they one name of the program? One that is bound again is several (webs.h). */
static bool same_name(const char *a, const char *b) {
    size_t n = strcspn(a, "#");
    return n == strcspn(b, "#") && memcmp(a, b, n) == 0;
}

/* The kinds of what the statements assign to a name, or to an attribute. */
static unsigned assigned(const struct made *m, const struct block *b, const char *name,
                         bool attribute, int depth) {
    unsigned kinds = 0;
    for (int i = 0; i < b->n; ++i) {
        const struct stmt *s = b->item[i];
        for (int k = 0; s->kind == STMT_ASSIGN && s->assign.value && k < s->assign.n; ++k) {
            const struct expr *t = s->assign.target[k];
            const char *dot = t->kind == EXPR_NAME ? strchr(t->name.name, '.') : NULL;
            const char *is = t->kind == EXPR_ATTR             ? t->attr.name
                             : t->kind != EXPR_NAME           ? ""
                             : dot && strcmp(dot, ".super()") ? dot + 1
                                                              : t->name.name;
            const struct expr *v = s->assign.value;
            bool again = !attribute && v->kind == EXPR_NAME && same_name(v->name.name, name);
            bool same = same_name(is, name) && attribute == (t->kind == EXPR_ATTR || dot);
            kinds |= same && !again ? kind_of(m, v, depth) : 0;
        }
        if (s->kind == STMT_AUGASSIGN) {
            const struct expr *t = s->aug.target;
            bool same = t->kind == EXPR_NAME && same_name(t->name.name, name);
            kinds |= same ? OF_OTHERS : 0;
        } else if (s->kind == STMT_IF) {
            kinds |= assigned(m, &s->if_.then, name, attribute, depth) |
                     assigned(m, &s->if_.els, name, attribute, depth);
        } else if (s->kind == STMT_FOR || s->kind == STMT_WHILE) {
            kinds |= OF_OTHERS * (assigned(m, s->kind == STMT_FOR ? &s->for_.body : &s->while_.body,
                                           name, attribute, depth) != 0);
        }
    }
    return kinds;
}

static unsigned kind_of_param(const struct made *m, int i, int depth) {
    const struct func *f = m->in;
    bool given = f == m->of->make && i < m->n;
    return given ? m->kind[i] : f->param[i].def ? kind_of(m, f->param[i].def, depth) : OF_OTHERS;
}

static unsigned kind_of_name(const struct made *m, const char *name, int depth) {
    const struct func *f = m->in;
    unsigned kinds = assigned(m, &f->body, name, false, depth);
    for (int i = 0; i < f->n_params; ++i) {
        if (same_name(f->param[i].sym->name, name)) {
            const struct expr *def = f->param[i].def;
            bool none = kinds && i >= m->n && def && def->kind == EXPR_NONE;
            kinds |= none ? 0 : kind_of_param(m, i, depth);
        }
    }
    return kinds ? kinds : OF_OTHERS;
}

static unsigned kind_of_binary(const struct made *m, const struct expr *e, int depth) {
    unsigned a = kind_of(m, e->binary.a, depth), b = kind_of(m, e->binary.b, depth);
    bool numbers = (a == OF_INT || a == OF_FLOAT) && (b == OF_INT || b == OF_FLOAT);
    switch (e->binary.op) {
    case OP_ADD:
        return a == OF_TEXT && b == OF_TEXT ? OF_TEXT
               : !numbers                   ? OF_OTHERS
               : a == b                     ? a
                                            : OF_FLOAT;
    case OP_SUB:
    case OP_MUL:
        return !numbers ? OF_OTHERS : a == b ? a : OF_FLOAT;
    case OP_MOD:
        return a == OF_TEXT ? OF_TEXT : !numbers ? OF_OTHERS : a == b ? a : OF_FLOAT;
    case OP_DIV:
        return numbers ? OF_FLOAT : OF_OTHERS;
    default:
        return OF_OTHERS;
    }
}

static unsigned kind_of_call(const struct expr *e) {
    static const struct {
        const char *name;
        unsigned kind;
    } known[] = {{"str", OF_TEXT}, {"repr", OF_TEXT},   {"_format", OF_TEXT}, {"int", OF_INT},
                 {"len", OF_INT},  {"float", OF_FLOAT}, {"bool", OF_BOOL}};
    const struct expr *fn = e->call.fn;
    for (size_t i = 0; fn->kind == EXPR_NAME && i < sizeof known / sizeof *known; ++i) {
        if (strcmp(fn->name.name, known[i].name) == 0) {
            return known[i].kind;
        }
    }
    bool method = fn->kind == EXPR_ATTR && fn->attr.base->kind == EXPR_STR;
    return method && strcmp(fn->attr.name, "format") == 0 ? OF_TEXT : OF_OTHERS;
}

static unsigned attribute(const struct made *m, const char *name, int depth);

/* self.super().x: of the object of the base, as it is made. */
static unsigned of_base(const struct made *m, const char *name, int depth);

static unsigned kind_of(const struct made *m, const struct expr *e, int depth) {
    if (depth > DEPTH) {
        return OF_OTHERS;
    }
    ++depth;
    switch (e->kind) {
    case EXPR_INT:
        return OF_INT;
    case EXPR_FLOAT:
        return OF_FLOAT;
    case EXPR_STR:
        return OF_TEXT;
    case EXPR_BOOL:
    case EXPR_COMPARE:
        return OF_BOOL;
    case EXPR_UNARY:
        return e->unary.op == OP_NOT ? OF_BOOL : kind_of(m, e->unary.a, depth);
    case EXPR_BINARY:
        return kind_of_binary(m, e, depth);
    case EXPR_COND:
        return kind_of(m, e->cond.then, depth) | kind_of(m, e->cond.els, depth);
    case EXPR_BOOLOP:
        return e->boolop.n == 2
                   ? kind_of(m, e->boolop.item[0], depth) | kind_of(m, e->boolop.item[1], depth)
                   : OF_OTHERS;
    case EXPR_CALL:
        return kind_of_call(e);
    case EXPR_ATTR: {
        const struct expr *of = e->attr.base;
        const char *dot = of->kind == EXPR_NAME ? strchr(of->name.name, '.') : NULL;
        bool self = m->in != m->of->make && of->kind == EXPR_NAME && m->in->n_params > 0 &&
                    strcmp(of->name.name, m->in->param[0].sym->name) == 0;
        return self                           ? attribute(m, e->attr.name, depth)
               : !dot                         ? OF_OTHERS
               : strcmp(dot, ".super()") == 0 ? of_base(m, e->attr.name, depth)
                                              : OF_OTHERS;
    }
    case EXPR_NAME: {
        const char *dot = strchr(e->name.name, '.');
        return dot ? attribute(m, dot + 1, depth) : kind_of_name(m, e->name.name, depth);
    }
    default:
        return OF_OTHERS;
    }
}

/* The arguments of a call in the __init__, as made; false: they are not known. */
static bool made_by(const struct made *m, const struct expr *call, struct made *to,
                    unsigned char *kind, int depth) {
    bool known = call && call->kind == EXPR_CALL && call->call.n_kw == 0 &&
                 call->call.n <= IT_RAISED_ARGUMENTS && !call->call.packed;
    for (int i = 0; known && i < call->call.n; ++i) {
        kind[i] = (unsigned char)kind_of(m, call->call.arg[i], depth);
    }
    *to = made_of(m->of->base, known ? call->call.n : 0, kind);
    return known;
}

/* The call that makes the object of the base; NULL: there is none. */
static const struct expr *base_call(const struct class *c) {
    const struct block *b = &c->make->body;
    for (int i = 0; i < b->n; ++i) {
        const struct stmt *s = b->item[i];
        const struct expr *t = s->kind == STMT_ASSIGN ? s->assign.target[0] : NULL;
        const char *dot = t && t->kind == EXPR_NAME ? strchr(t->name.name, '.') : NULL;
        if (dot && strcmp(dot, ".super()") == 0) {
            return s->assign.value;
        }
    }
    return NULL;
}

static unsigned of_base(const struct made *m, const char *name, int depth) {
    struct made base;
    unsigned char kind[IT_RAISED_ARGUMENTS];
    bool known = m->of->base && m->of->base->make && depth < DEPTH &&
                 made_by(m, base_call(m->of), &base, kind, depth);
    return known ? attribute(&base, name, depth + 1) : 0;
}

/* The kinds of what the statements return. */
static unsigned returned(const struct made *m, const struct block *b, int depth) {
    unsigned kinds = 0;
    for (int i = 0; i < b->n; ++i) {
        const struct stmt *s = b->item[i];
        kinds |= s->kind == STMT_RETURN && s->expr ? kind_of(m, s->expr, depth)
                 : s->kind == STMT_RETURN          ? OF_OTHERS
                 : s->kind == STMT_IF
                     ? returned(m, &s->if_.then, depth) | returned(m, &s->if_.els, depth)
                 : s->kind == STMT_FOR || s->kind == STMT_WHILE ? OF_OTHERS
                                                                : 0;
    }
    return kinds;
}

/* The kinds of an attribute, or of what a method returns; 0: the object has none. */
static unsigned attribute(const struct made *m, const char *name, int depth) {
    if (depth > DEPTH) {
        return OF_OTHERS;
    }
    const struct func *f = class_method(m->of, name);
    struct made at = made_of(m->of, m->n, m->kind);
    unsigned kinds = m->of->make ? assigned(&at, &m->of->make->body, name, true, depth + 1) : 0;
    if (f && !kinds) {
        at.in = f;
        return returned(&at, &f->body, depth + 1);
    }
    const struct class_value *v = kinds ? NULL : class_constant(m->of, name);
    return kinds           ? kinds
           : v && v->value ? kind_of(m, v->value, depth + 1)
           : v             ? OF_OTHERS
                           : of_base(m, name, depth);
}

/* super().__init__(...) of the statements; NULL: there is none. */
static const struct expr *super_call(const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct expr *e = b->item[i]->kind == STMT_EXPR ? b->item[i]->expr : NULL;
        const struct expr *fn = e && e->kind == EXPR_CALL ? e->call.fn : NULL;
        if (fn && fn->kind == EXPR_ATTR && strcmp(fn->attr.name, "__init__") == 0) {
            return e;
        }
    }
    return NULL;
}

/* The kinds of e.args[at]: what is given to the __init__ of Python's class, else to the class. */
static unsigned argument(const struct made *m, int at, int depth) {
    const struct expr *call = m->of && m->of->make
                                  ? m->of->base ? base_call(m->of) : super_call(&m->of->make->body)
                                  : NULL;
    struct made base;
    unsigned char kind[IT_RAISED_ARGUMENTS];
    if (!call) {
        return at < m->n ? m->kind[at] : 0;
    }
    if (depth > DEPTH || !made_by(m, call, &base, kind, depth)) {
        return OF_OTHERS;
    }
    return argument(&base, at, depth + 1);
}

/* ---- what is read */

static const struct class *class_named(const struct infer *ix, const char *name) {
    for (int i = 0; i < ix->module->n_classes; ++i) {
        const struct class *c = ix->module->class_[i];
        if (!c->prelude && strcmp(c->name, name) == 0) {
            return c;
        }
    }
    return NULL;
}

static bool is_python_subclass(const char *name, const char *of) {
    static const char *const base[][2] = {{"KeyError", "LookupError"},
                                          {"IndexError", "LookupError"},
                                          {"ZeroDivisionError", "ArithmeticError"},
                                          {"OverflowError", "ArithmeticError"},
                                          {"FloatingPointError", "ArithmeticError"},
                                          {"NotImplementedError", "RuntimeError"},
                                          {"RecursionError", "RuntimeError"}};
    bool is =
        strcmp(name, of) == 0 || strcmp(of, "Exception") == 0 || strcmp(of, "BaseException") == 0;
    for (size_t i = 0; i < sizeof base / sizeof *base; ++i) {
        is = is || (strcmp(name, base[i][0]) == 0 && strcmp(of, base[i][1]) == 0);
    }
    return is;
}

/* May the clause that names these classes, with blanks between them, catch one that is raised? */
static bool catches(const struct infer *ix, const char *names, const char *raised) {
    const struct class *own = class_named(ix, raised);
    for (const char *at = names; *at;) {
        size_t n = strcspn(at, " ");
        const char *name = arena_printf(ix->arena, "%.*s", (int)n, at);
        const struct class *c = own;
        for (; c; c = c->base) {
            if (strcmp(c->name, name) == 0 ||
                (c->foreign && is_python_subclass(c->foreign, name))) {
                return true;
            }
        }
        if (!own && is_python_subclass(raised, name)) {
            return true;
        }
        at += n + (at[n] == ' ');
    }
    return false;
}

static struct itype *of_kinds(struct infer *ix, const struct con *c, const char *what,
                              unsigned kinds) {
    struct type_table *tt = &ix->types;
    switch (kinds) {
    case OF_TEXT:
        return it_text(tt);
    case OF_INT:
        return it_scalar(tt, DT_INT);
    case OF_FLOAT:
        return it_scalar(tt, DT_FLOAT);
    case OF_BOOL:
        return it_scalar(tt, DT_PYBOOL);
    default:
        return infer_refuse(
            ix, DIAG_PY111, c->span,
            arena_printf(ix->arena,
                         kinds == 0 ? "what '%s' of this exception is cannot be seen: nothing "
                                      "that compiled code raises here has it"
                         : kinds == OF_OTHERS
                             ? "'%s' of this exception is no int, float, str or bool"
                             : "'%s' of this exception is of several types",
                         what),
            "declare the parameter of its class that it is: code: int");
    }
}

struct itype *result_caught(struct infer *ix, const struct con *c, struct itype **arg) {
    const char *what = c->at[1]->kind == EXPR_STR ? c->at[1]->str.text : "",
               *classes = strstr(what, ":?");
    if (!classes) {
        return result_str(ix, c, arg);
    }
    struct type_table *tt = &ix->types;
    if (*what == '#') { /* len(e.args) */
        return it_scalar(tt, DT_INT);
    }
    bool attribute_ = *what == '.';
    const char *name =
        arena_printf(ix->arena, "%.*s", (int)strcspn(what + attribute_, ":("), what + attribute_);
    unsigned kinds = 0;
    tt->reads_raised = true;
    for (int i = 0; i < tt->raised.n; ++i) {
        const struct it_raised *r = &tt->raised.item[i];
        struct made m = made_of(class_named(ix, r->name), r->n, r->kind);
        if (!catches(ix, classes + 2, r->name) || (attribute_ && !m.of)) {
            continue;
        }
        kinds |= attribute_ ? attribute(&m, name, 0) : argument(&m, *name - '0', 0);
    }
    if (!attribute_ && (kinds == 0 || kinds & OF_TEXT)) {
        return it_text(tt);
    }
    if (kinds == 0 && !tt->again) {
        tt->linked = true;
        return infer_bad(ix);
    }
    return of_kinds(ix, c, attribute_ ? name : arena_printf(ix->arena, "args[%s]", name), kinds);
}

/* ---- attributes of classes that are assigned: "n:int" */

struct itype *result_class_get(struct infer *ix, const struct con *c, struct itype **arg) {
    (void)arg;
    const char *type = strchr(c->at[1]->str.text, ':') + 1;
    struct type_table *tt = &ix->types;
    return strcmp(type, "str") == 0     ? it_text(tt)
           : strcmp(type, "int") == 0   ? it_scalar(tt, DT_INT)
           : strcmp(type, "float") == 0 ? it_scalar(tt, DT_FLOAT)
                                        : it_scalar(tt, DT_PYBOOL);
}

struct itype *result_class_set(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *is = result_class_get(ix, c, arg);
    if (kind_of_type(is) != kind_of_type(arg[2])) {
        const char *what = c->at[1]->str.text;
        struct diag_message *m =
            infer_error(ix, DIAG_PY301, c->at[2]->span, "'%s.%.*s' is %s, and %s is assigned to it",
                        c->at[0]->str.text, (int)strcspn(what, ":"), what, it_name(ix->arena, is),
                        it_name(ix->arena, arg[2]));
        infer_fix(ix, m, "give it the same type in the class, or convert the value: int(x)");
        return infer_bad(ix);
    }
    return &ix->types.none;
}
