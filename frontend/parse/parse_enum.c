/* What an enumeration has without writing it. The members are told apart by their values:
 *
 *     class Color(Enum):      def Color(value):
 *         RED = 1                 if value == Color.RED.value:
 *         BLUE = 2       ->           return Color.RED
 *                                 ...
 *                                 raise ValueError("{!r} is not a valid Color".format(value))
 *
 * Color["RED"] is such a function of names, `[named]`, and `name`, `__str__` and `__repr__` are
 * methods. Those of a Flag combine the values. Whether the base is Python's Enum is known when
 * names are (resolve_enum.c). */
#include "parse_class.h"

#include <string.h>

/* A method of parameters `self` (of an object) and `other`, or of one that is looked up. */
struct made {
    struct func *f;
    int mark;
};

static void begin_method(struct reader *r, struct made *m, const char *name, enum method_kind kind,
                         const char *first, const char *second) {
    struct parser *p = r->p;
    const char *param[] = {first, second};
    int n = second ? 2 : 1;
    m->f = parse_method_begin(p, r->c->span, intern_str(p->names, name), r->c->span);
    m->f->method = kind;
    m->f->class_ = r->c;
    for (int i = 0; i < n; ++i) {
        parse_class_param(p, m->f, NULL, r->c->span, NULL);
        m->f->param[i].sym->name = intern_str(p->names, param[i]);
    }
    p->notes.item[m->f->id]->param_ann = ARENA_ARRAY(p->keep, struct span, n);
    m->mark = p->stack.n;
}

static void end_method(struct reader *r, struct made *m) {
    m->f->body.item = parse_take(r->p, m->mark, &m->f->body.n);
    parse_method_end(r->p, m->f);
}

static void end_of_class(struct reader *r, struct made *m) {
    end_method(r, m);
    vec_push(r->p->keep, &r->methods, m->f);
}

/* Has the class a method of this name that is written? */
static bool has(struct reader *r, const char *name) {
    for (int i = 0; i < r->methods.n; ++i) {
        if (strcmp(r->methods.item[i]->name, name) == 0) {
            return true;
        }
    }
    return false;
}

static struct expr *name_of(struct reader *r, const char *name) {
    return parse_new_name(r->p, intern_str(r->p->names, name), r->c->span);
}

static struct expr *attribute(struct reader *r, struct expr *base, const char *name) {
    return parse_attribute_of(r->p, base, intern_str(r->p->names, name));
}

/* Color.RED */
static struct expr *member(struct reader *r, int i) {
    return parse_attribute_of(r->p, name_of(r, r->c->name), r->c->value[i].name);
}

static struct expr *text(struct reader *r, const char *s) {
    return parse_new_text(r->p, s, r->c->span);
}

/* if a == b: return value */
static void return_if(struct reader *r, struct expr *a, struct expr *b, struct expr *value) {
    struct parser *p = r->p;
    struct stmt *s = parse_new_stmt(p, STMT_IF, r->c->span);
    s->if_.cond = parse_new_compare(p, OP_EQ, a, b);
    int mark = p->stack.n;
    parse_class_return(p, value, r->c->span);
    s->if_.then.item = parse_take(p, mark, &s->if_.then.n);
    parse_push(p, s);
}

static void raise(struct reader *r, const char *exception, struct expr *message) {
    struct stmt *s = parse_new_stmt(r->p, STMT_RAISE, r->c->span);
    s->raise.exception = ARENA_NEW(r->p->arena, struct symbol);
    s->raise.exception->name = intern_str(r->p->names, exception);
    s->raise.exception->span = r->c->span;
    s->raise.message = message;
    parse_push(r->p, s);
}

/* "...{!r}...".format(a, b) */
static struct expr *formatted(struct reader *r, const char *format, struct expr *a,
                              struct expr *b) {
    struct expr *e = parse_new_expr(r->p, EXPR_CALL, r->c->span);
    e->call.fn = attribute(r, text(r, format), "format");
    e->call.n = b ? 2 : 1;
    e->call.arg = ARENA_ARRAY(r->p->arena, struct expr *, 2);
    e->call.arg[0] = a;
    e->call.arg[1] = b;
    return e;
}

/* ---- members by their values and names, and the other way round */

static void by_value(struct reader *r) {
    struct made m;
    begin_method(r, &m, r->c->name, METHOD_PLAIN, "value", NULL);
    m.f->class_ = NULL;
    for (int i = 0; i < r->c->n_values; ++i) {
        return_if(r, name_of(r, "value"), attribute(r, member(r, i), "value"), member(r, i));
    }
    raise(r, "ValueError",
          formatted(r, arena_printf(r->p->arena, "{!r} is not a valid %s", r->c->name),
                    name_of(r, "value"), NULL));
    end_method(r, &m);
    r->c->make = m.f;
}

static void by_name(struct reader *r) {
    struct made m;
    begin_method(r, &m, "[named]", METHOD_STATIC, "name", NULL);
    for (int i = 0; i < r->c->n_values; ++i) {
        return_if(r, name_of(r, "name"), text(r, r->c->value[i].name), member(r, i));
    }
    raise(r, "KeyError", name_of(r, "name"));
    end_of_class(r, &m);
}

/* The last member is what no test is made for: the values are those of members. */
static void name_of_member(struct reader *r) {
    struct made m;
    begin_method(r, &m, "name", METHOD_PROPERTY, "self", NULL);
    for (int i = 0; i + 1 < r->c->n_values; ++i) {
        return_if(r, attribute(r, name_of(r, "self"), "value"), attribute(r, member(r, i), "value"),
                  text(r, r->c->value[i].name));
    }
    parse_class_return(r->p, text(r, r->c->value[r->c->n_values - 1].name), r->c->span);
    end_of_class(r, &m);
}

static void shown(struct reader *r, const char *method, const char *format, bool value) {
    struct made m;
    if (!has(r, method)) {
        begin_method(r, &m, method, METHOD_PLAIN, "self", NULL);
        struct expr *name = attribute(r, name_of(r, "self"), "name");
        struct expr *of = value ? attribute(r, name_of(r, "self"), "value") : NULL;
        parse_class_return(r->p,
                           formatted(r, arena_printf(r->p->arena, format, r->c->name), name, of),
                           r->c->span);
        end_of_class(r, &m);
    }
}

/* ---- operators */

/* def method(self, other): return self.value == other.value */
static void equal_by_value(struct reader *r, const char *method) {
    struct made m;
    begin_method(r, &m, method, METHOD_PLAIN, "self", "other");
    parse_class_return(r->p,
                       parse_new_compare(r->p, OP_EQ, attribute(r, name_of(r, "self"), "value"),
                                         attribute(r, name_of(r, "other"), "value")),
                       r->c->span);
    end_of_class(r, &m);
}

static struct expr *binary(struct reader *r, enum op op, struct expr *a, struct expr *b) {
    struct expr *e = parse_new_expr(r->p, EXPR_BINARY, r->c->span);
    e->binary.op = op;
    e->binary.a = a;
    e->binary.b = b;
    e->binary.op_span = r->c->span;
    return e;
}

/* The flags of a value, which need not be one member's. */
static struct expr *flags_of(struct reader *r, struct expr *value) {
    struct expr *e = parse_new_expr(r->p, EXPR_CALL, r->c->span);
    e->call.fn = name_of(r, r->c->name);
    e->call.n = 1;
    e->call.arg = ARENA_ARRAY(r->p->arena, struct expr *, 1);
    e->call.arg[0] = value;
    e->call.makes = true;
    return e;
}

static struct expr *value_of(struct reader *r, const char *of) {
    return attribute(r, name_of(r, of), "value");
}

/* Color.A.value | Color.B.value | ... */
static struct expr *all_flags(struct reader *r) {
    struct expr *all = attribute(r, member(r, 0), "value");
    for (int i = 1; i < r->c->n_values; ++i) {
        all = binary(r, OP_BITOR, all, attribute(r, member(r, i), "value"));
    }
    return all;
}

static void combine_flags(struct reader *r) {
    static const struct {
        const char *name;
        enum op op;
    } methods[] = {{"__or__", OP_BITOR}, {"__and__", OP_BITAND}, {"__xor__", OP_BITXOR}};
    struct made m;
    struct span span = r->c->span;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; ++i) {
        begin_method(r, &m, methods[i].name, METHOD_PLAIN, "self", "other");
        parse_class_return(
            r->p, flags_of(r, binary(r, methods[i].op, value_of(r, "self"), value_of(r, "other"))),
            span);
        end_of_class(r, &m);
    }
    begin_method(r, &m, "__invert__", METHOD_PLAIN, "self", NULL);
    parse_class_return(r->p, flags_of(r, binary(r, OP_BITXOR, all_flags(r), value_of(r, "self"))),
                       span);
    end_of_class(r, &m);
    begin_method(r, &m, "__contains__", METHOD_PLAIN, "self", "other");
    parse_class_return(
        r->p,
        parse_new_compare(r->p, OP_EQ,
                          binary(r, OP_BITAND, value_of(r, "self"), value_of(r, "other")),
                          value_of(r, "other")),
        span);
    end_of_class(r, &m);
    begin_method(r, &m, "__bool__", METHOD_PLAIN, "self", NULL);
    parse_class_return(
        r->p, parse_new_compare(r->p, OP_NE, value_of(r, "self"), parse_new_int(r->p, 0, span)),
        span);
    end_of_class(r, &m);
}

static bool last_is(const char *dotted, const char *name) {
    const char *dot = strrchr(dotted, '.');
    return strcmp(dot ? dot + 1 : dotted, name) == 0;
}

/* ---- the class */

bool parse_class_enumerates(const struct class *c) {
    static const char *const kinds[] = {"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"};
    bool found = false;
    for (size_t i = 0; c->foreign && i < sizeof kinds / sizeof *kinds; ++i) {
        found = found || last_is(c->foreign, kinds[i]);
    }
    return found && c->n_values > 0;
}

void parse_class_enum(struct reader *r) {
    const struct expr *first = r->c->value[0].value;
    by_value(r);
    by_name(r);
    equal_by_value(r, "[is]");
    if (first && (first->kind == EXPR_STR || first->kind == EXPR_TUPLE)) {
        /* of numbers tuples are compared */
        equal_by_value(r, "__eq__");
    }
    if (last_is(r->c->foreign, "Flag") || last_is(r->c->foreign, "IntFlag")) {
        combine_flags(r);
        return;
    }
    name_of_member(r);
    shown(r, "__str__", "%s.{}", false);
    shown(r, "__repr__", "<%s.{}: {!r}>", true);
}
