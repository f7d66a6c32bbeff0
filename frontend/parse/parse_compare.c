/* Methods that a class has without writing them: those that compare and hash the objects of a data
 * class, and what functools.total_ordering makes of one comparison. */
#include "parse_class.h"

#include <string.h>

/* A method of one parameter, or two: self, other. */
struct made {
    struct func *f;
    const char *param[2];
    int mark;
};

static void begin_method(struct reader *r, struct made *m, struct span n, const char *name,
                         int n_params) {
    struct parser *p = r->p;
    m->param[0] = intern_str(p->names, "self");
    m->param[1] = intern_str(p->names, "other");
    m->f = parse_method_begin(p, n, intern_str(p->names, name), r->c->span);
    for (int i = 0; i < n_params; ++i) {
        parse_class_param(p, m->f, NULL, r->c->span, NULL);
        m->f->param[i].sym->name = m->param[i];
    }
    p->notes.item[m->f->id]->param_ann = ARENA_ARRAY(p->keep, struct span, n_params);
    m->mark = p->stack.n;
}

static void end_method(struct reader *r, struct made *m, struct expr *value) {
    struct parser *p = r->p;
    parse_class_return(p, value, r->c->span);
    m->f->body.item = parse_take(p, m->mark, &m->f->body.n);
    parse_method_end(p, m->f);
    vec_push(p->keep, &r->methods, m->f);
}

static bool has(struct reader *r, const char *name) {
    name = intern_str(r->p->names, name);
    for (int i = 0; i < r->methods.n; ++i) {
        if (r->methods.item[i]->name == name) {
            return true;
        }
    }
    return r->c->base && parse_class_has_method(r->c->base, name);
}

/* ---- data classes */

/* Does the class itself say the method? What a base has, a data class makes anew. */
static bool says(struct reader *r, const char *name) {
    bool found = false;
    for (int i = 0; i < r->methods.n; ++i) {
        found = found || strcmp(r->methods.item[i]->name, name) == 0;
    }
    return found;
}

static struct expr *field_of(struct reader *r, const char *param, int field, struct span span) {
    return parse_attribute_of(r->p, parse_new_name(r->p, param, span), r->c->field[field]);
}

static bool is_hidden(const struct reader *r, int field, enum field_hides what) {
    return r->c->hides && (r->c->hides[field] & what);
}

/* The fields that every object has: of a data class they are its own. */
static int made_with(const struct class *c) {
    return c->n_fields - c->n_late;
}

/* self.x == other.x and ... */
static struct expr *all_equal(struct reader *r, const char *const *param, struct span span) {
    struct parser *p = r->p;
    int n = 0;
    for (int i = 0; i < made_with(r->c); ++i) {
        n += !is_hidden(r, i, HIDES_COMPARED);
    }
    struct expr *all = parse_new_expr(p, n > 1 ? EXPR_BOOLOP : EXPR_BOOL, span);
    struct expr **item = ARENA_ARRAY(p->arena, struct expr *, n);
    for (int i = 0, k = 0; i < made_with(r->c); ++i) {
        if (!is_hidden(r, i, HIDES_COMPARED)) {
            item[k++] = parse_new_compare(p, OP_EQ, field_of(r, param[0], i, span),
                                          field_of(r, param[1], i, span));
        }
    }
    if (n > 1) {
        all->boolop.op = OP_LAND;
        all->boolop.n = n;
        all->boolop.item = item;
    } else {
        all->boolean = true;
    }
    return n == 1 ? item[0] : all;
}

/* (self.x, self.y, ...) of those that are not left out */
static struct expr *all_fields(struct reader *r, const char *param, enum field_hides what,
                               struct span span) {
    struct expr *all = parse_new_expr(r->p, EXPR_TUPLE, span);
    all->list.item = ARENA_ARRAY(r->p->arena, struct expr *, made_with(r->c));
    for (int i = 0; i < made_with(r->c); ++i) {
        if (!is_hidden(r, i, what)) {
            all->list.item[all->list.n++] = field_of(r, param, i, span);
        }
    }
    return all;
}

/* "Point(x={!r}, y={!r})".format(self.x, self.y) */
static struct expr *shown(struct reader *r, const char *param, struct span span) {
    struct parser *p = r->p;
    const char *text = arena_printf(p->arena, "%s(", r->c->name);
    const char *comma = "";
    for (int i = 0; i < made_with(r->c); ++i) {
        if (!is_hidden(r, i, HIDES_SHOWN)) {
            text = arena_printf(p->arena, "%s%s%s={!r}", text, comma, r->c->field[i]);
            comma = ", ";
        }
    }
    struct expr *format = parse_new_expr(p, EXPR_STR, span);
    format->str.text = arena_printf(p->arena, "%s)", text);
    format->str.n = (int)strlen(format->str.text);
    struct expr *fields = all_fields(r, param, HIDES_SHOWN, span);
    struct expr *e = parse_new_expr(p, EXPR_CALL, span);
    e->call.fn = parse_attribute_of(p, format, intern_str(p->names, "format"));
    e->call.n = fields->list.n;
    e->call.arg = fields->list.item;
    return e;
}

/* Is the field declared a number or a text, of which asdict and astuple make no copy? */
static bool is_plain_field(const struct parser *p, const struct member *m) {
    static const char *const plain[] = {"int", "float", "str", "bool"};
    bool found = false;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; ++i) {
        size_t n = m->ann.hi - m->ann.lo;
        found = found ||
                (n == strlen(plain[i]) && memcmp(p->source->text + m->ann.lo, plain[i], n) == 0);
    }
    return found;
}

/* def _replaced_(self, x=nothing): return C(x=self.x if x is nothing else x) */
static void replaced(struct reader *r, struct span n) {
    struct parser *p = r->p;
    struct span span = r->c->span;
    struct made m;
    begin_method(r, &m, n, "_replaced_", 1);
    struct expr *made = parse_class_call(p, parse_new_name(p, r->c->name, span), 0, NULL);
    p->notes.item[m.f->id]->param_ann = ARENA_ARRAY(p->keep, struct span, r->members.n + 1);
    made->call.kw = ARENA_ARRAY(p->arena, struct keyword, r->members.n);
    for (int i = 0; i < made_with(r->c); ++i) {
        struct member *of = r->members.item;
        while (of->name != r->c->field[i]) {
            ++of;
        }
        parse_class_param(p, m.f, NULL, span, parse_nothing(p, span));
        m.f->param[i + 1].sym->name = of->name;
        m.f->param[i + 1].kw_only = true;
        struct expr *e = parse_new_expr(p, EXPR_COND, span);
        e->cond.cond = parse_is_nothing(p, of);
        e->cond.then = field_of(r, m.param[0], i, span);
        e->cond.els = parse_new_name(p, of->name, span);
        made->call.kw[made->call.n_kw++] = (struct keyword){of->name, span, e};
    }
    end_method(r, &m, made);
}

/* What replace, astuple and asdict of dataclasses call. */
static void parts(struct reader *r, struct span n) {
    struct span span = r->c->span;
    bool given = r->c->base == NULL && !r->p->in_prelude, plain = given;
    const char *keys = "";
    for (int i = 0; i < r->members.n; ++i) {
        const struct member *m = &r->members.item[i];
        given = given && !m->no_param;
        plain = plain && is_plain_field(r->p, m);
        keys = i ? arena_printf(r->p->arena, "%s%c%s", keys, DICT_KEY_END, m->name) : m->name;
    }
    if (given && made_with(r->c) > 0) {
        replaced(r, n);
    }
    for (int i = 0; plain && given && made_with(r->c) == r->members.n && i < 2; ++i) {
        struct made m;
        begin_method(r, &m, n, i ? "_asdict_" : "_astuple_", 1);
        struct expr *all = all_fields(r, m.param[0], 0, span);
        if (i) {
            all->kind = EXPR_DICT;
            all->list.keys = intern_str(r->p->names, keys);
        }
        end_method(r, &m, all);
    }
}

/* What each field is left out of, of the class and its base. */
static void keep_hidden(struct reader *r) {
    struct class *c = r->c;
    const struct class *base = c->base;
    c->hides = ARENA_ARRAY(r->p->keep, unsigned char, c->n_fields);
    for (int i = 0; i < c->n_fields; ++i) {
        for (int k = 0; base && base->hides && k < base->n_fields; ++k) {
            c->hides[i] = base->field[k] == c->field[i] ? base->hides[k] : c->hides[i];
        }
        for (int k = 0; k < r->members.n; ++k) {
            const struct member *m = &r->members.item[k];
            c->hides[i] = m->name == c->field[i] ? (unsigned char)m->hides : c->hides[i];
        }
    }
}

void parse_class_data_compare(struct reader *r, struct span n) {
    keep_hidden(r);
    parts(r, n);
    static const struct {
        const char *name;
        enum op op;
    } made[] = {{"__eq__", OP_EQ},
                {"__lt__", OP_LT},
                {"__le__", OP_LE},
                {"__gt__", OP_GT},
                {"__ge__", OP_GE}};
    struct span span = r->c->span;
    struct made m;
    bool hashes = r->equal && (r->c->frozen || r->hashed) && !says(r, "__hash__");
    for (size_t i = 0; i < sizeof made / sizeof *made; ++i) {
        bool equal = made[i].op == OP_EQ;
        if ((equal ? r->equal : r->order) && !says(r, made[i].name)) {
            begin_method(r, &m, n, made[i].name, 2);
            m.f->exact = true;
            end_method(r, &m,
                       equal ? all_equal(r, m.param, span)
                             : parse_new_compare(r->p, made[i].op,
                                                 all_fields(r, m.param[0], HIDES_COMPARED, span),
                                                 all_fields(r, m.param[1], HIDES_COMPARED, span)));
        }
    }
    if (r->repr && !says(r, "__repr__")) {
        begin_method(r, &m, n, "__repr__", 1);
        end_method(r, &m, shown(r, m.param[0], span));
    }
    if (hashes) {
        begin_method(r, &m, n, "_hashed", 1);
        end_method(r, &m, all_fields(r, m.param[0], HIDES_COMPARED, span));
    }
}

void parse_class_contains(struct reader *r, struct span n) {
    if (has(r, "__iter__") && !has(r, "__contains__") && !r->named) {
        struct made m;
        begin_method(r, &m, n, "__contains__", 2);
        struct expr *self = parse_new_name(r->p, m.param[0], r->c->span);
        struct expr *iter = parse_attribute_of(r->p, self, intern_str(r->p->names, "__iter__"));
        end_method(r, &m,
                   parse_new_compare(r->p, OP_IN, parse_new_name(r->p, m.param[1], r->c->span),
                                     parse_class_call(r->p, iter, 0, NULL)));
    }
}

/* ---- functools.total_ordering */

/* `self op other` of the method that there is, `not` that, and with what it is combined: or
 * self == other, and self != other. */
struct ordering {
    enum op root, op;
    const char *name;
    bool negated;
    enum op join, with; /* OP_COUNT: nothing */
};

static const struct ordering orderings[] = {
    {OP_LT, OP_GT, "__gt__", true, OP_LAND, OP_NE},
    {OP_LT, OP_LE, "__le__", false, OP_LOR, OP_EQ},
    {OP_LT, OP_GE, "__ge__", true, OP_COUNT, OP_COUNT},
    {OP_LE, OP_GE, "__ge__", true, OP_LOR, OP_EQ},
    {OP_LE, OP_LT, "__lt__", false, OP_LAND, OP_NE},
    {OP_LE, OP_GT, "__gt__", true, OP_COUNT, OP_COUNT},
    {OP_GT, OP_LT, "__lt__", true, OP_LAND, OP_NE},
    {OP_GT, OP_GE, "__ge__", false, OP_LOR, OP_EQ},
    {OP_GT, OP_LE, "__le__", true, OP_COUNT, OP_COUNT},
    {OP_GE, OP_LE, "__le__", true, OP_LOR, OP_EQ},
    {OP_GE, OP_GT, "__gt__", false, OP_LAND, OP_NE},
    {OP_GE, OP_LT, "__lt__", true, OP_COUNT, OP_COUNT},
};

static struct expr *compared(struct reader *r, enum op op, const char *const *param) {
    return parse_new_compare(r->p, op, parse_new_name(r->p, param[0], r->c->span),
                             parse_new_name(r->p, param[1], r->c->span));
}

static struct expr *by_ordering(struct reader *r, const struct ordering *o,
                                const char *const *param) {
    struct expr *e = compared(r, o->root, param);
    e = o->negated ? parse_new_not(r->p, e, r->c->span) : e;
    if (o->join == OP_COUNT) {
        return e;
    }
    struct expr *both = parse_new_expr(r->p, EXPR_BOOLOP, r->c->span);
    both->boolop.op = o->join;
    both->boolop.n = 2;
    both->boolop.item = ARENA_ARRAY(r->p->arena, struct expr *, 2);
    both->boolop.item[0] = e;
    both->boolop.item[1] = compared(r, o->with, param);
    return both;
}

void parse_class_order(struct reader *r, struct span n) {
    enum op root = has(r, "__lt__")   ? OP_LT
                   : has(r, "__le__") ? OP_LE
                   : has(r, "__gt__") ? OP_GT
                   : has(r, "__ge__") ? OP_GE
                                      : OP_COUNT;
    if (root == OP_COUNT) {
        r->c->unknown = "it has no comparison for total_ordering to begin with";
    }
    for (size_t i = 0; i < sizeof orderings / sizeof *orderings; ++i) {
        const struct ordering *o = &orderings[i];
        if (o->root == root && !has(r, o->name)) {
            struct made m;
            begin_method(r, &m, n, o->name, 2);
            end_method(r, &m, by_ordering(r, o, m.param));
        }
    }
}
