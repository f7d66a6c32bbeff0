/* Attributes that __init__ does not give: those that methods make first, which an object may not
 * have yet, and constants of the class that methods assign, which become attributes. */
#include "parse_class.h"

#include <string.h>

static void note_attribute(struct reader *r, const struct node *n, const char *self) {
    struct parser *p = r->p;
    const struct node *of = n->kind == NODE_ATTRIBUTE ? node_named(n, 0) : NULL;
    bool several = n->kind == NODE_PATTERN_LIST || n->kind == NODE_TUPLE_PATTERN;
    if (of && of->kind == NODE_IDENTIFIER && parse_intern(p, of) == self) {
        vec_push(p->keep, &r->assigned, parse_intern(p, node_named(n, 1)));
    }
    for (int i = 0; several && node_named(n, i); ++i) {
        note_attribute(r, node_named(n, i), self);
    }
}

void parse_class_note_assigned(struct reader *r, const struct node *n, const char *self) {
    for (const struct node *s = n; s < n + n->size && !r->p->in_prelude; ++s) {
        if (s->kind == NODE_ASSIGNMENT || s->kind == NODE_AUGMENTED) {
            note_attribute(r, node_named(s, 0), self);
        }
    }
}

/* The fields that an object may not have yet: all of the base's and those that methods assign, but
 * the ones that it is made with. */
void parse_note_late(struct parser *p, struct maker *m) {
    const struct class *c = m->class_, *base = c->base;
    for (int i = 0; base && i < base->n_fields; ++i) {
        parse_note_field(p, m, base->field[i]);
    }
    for (int i = 0; !m->reader->named && i < m->reader->assigned.n; ++i) {
        const char *name = m->reader->assigned.item[i];
        if (!parse_of_class(m, name)) {
            parse_note_field(p, m, name);
        }
    }
}

/* What a field that an object may not have yet is at first: as the base's object has it. */
struct expr *parse_late_value(struct parser *p, const struct maker *m, const char *name) {
    const struct class *base = m->of->base;
    for (int i = base && m->based ? base->n_fields - base->n_late : 0;
         base && m->based && i < base->n_fields; ++i) {
        if (base->field[i] == name) {
            struct expr *e = parse_attribute_of(
                p, parse_new_name(p, parse_base_object(p, m), m->class_->span), name);
            e->attr.raw = true;
            return e;
        }
    }
    return parse_new_expr(p, EXPR_NONE, m->class_->span);
}

/* The number, text or None that is a constant of the class, or of a base, where methods assign it:
 * then it is a field, which objects are made with. NULL: it is none. */
static const struct class_value *changed_value(const struct maker *m, const char *name) {
    bool changed = false;
    for (int i = 0; !m->reader->data && i < m->reader->assigned.n; ++i) {
        changed = changed || m->reader->assigned.item[i] == name;
    }
    const struct class_value *v = changed ? class_constant(m->class_, name) : NULL;
    enum expr_kind k = v && v->value ? v->value->kind : EXPR_LIST;
    bool plain = k == EXPR_NONE || k == EXPR_INT || k == EXPR_FLOAT || k == EXPR_STR ||
                 k == EXPR_BOOL || k == EXPR_UNARY;
    return plain ? v : NULL;
}

/* Is self.name something of the class? */
bool parse_of_class(const struct maker *m, const char *name) {
    return parse_class_has_method(m->class_, name) ||
           (parse_class_has_value(m->class_, name) && !changed_value(m, name));
}

/* self.name = its value */
void parse_take_constants(struct parser *p, struct maker *m) {
    struct span span = m->class_->span;
    for (int i = 0; i < m->reader->assigned.n; ++i) {
        const char *name = m->reader->assigned.item[i];
        const struct class_value *v = changed_value(m, name);
        if (v && parse_note_field(p, m, name)) {
            struct expr *value =
                v->value->kind == EXPR_NONE
                    ? parse_new_expr(p, EXPR_NONE, span)
                    : parse_attribute_of(p, parse_new_name(p, m->class_->name, span), name);
            parse_class_assign(p, parse_field_variable(p, m, name, span), value);
        }
    }
}

bool parse_class_calls_back(const struct reader *r) {
    const struct class *c = r->c, *base = c->base;
    bool changes = false;
    for (int i = 0; i < c->n_methods; ++i) {
        changes = changes || parse_class_has_method(base, c->method[i]->name);
    }
    for (int i = 0; i < c->n_values; ++i) {
        changes = changes || parse_class_has_value(base, c->value[i].name);
    }
    return base->whole && base->init && changes;
}

static bool is_plain(const struct expr *e) {
    return e->kind == EXPR_NONE || e->kind == EXPR_INT || e->kind == EXPR_FLOAT ||
           e->kind == EXPR_STR || e->kind == EXPR_BOOL ||
           (e->kind == EXPR_NAME && !strchr(e->name.name, '.'));
}

void parse_split_attributes(struct parser *p, const struct stmt *s, int mark) {
    int n = s->kind == STMT_ASSIGN ? s->assign.n : 0;
    const struct expr *to = n == 1 ? s->assign.target[0] : NULL,
                      *value = n ? s->assign.value : NULL;
    bool chain = n > 1 && value->kind == EXPR_NONE;
    bool tuple = to && to->kind == EXPR_TUPLE && value && value->kind == EXPR_TUPLE &&
                 to->list.n == value->list.n;
    for (int i = 0; tuple && i < value->list.n; ++i) {
        tuple = is_plain(value->list.item[i]) && to->list.item[i]->kind == EXPR_NAME;
    }
    p->stack.n = chain || tuple ? mark : p->stack.n;
    for (int i = 0; chain && i < n; ++i) {
        parse_class_assign(p, s->assign.target[i], parse_new_expr(p, EXPR_NONE, value->span));
    }
    for (int i = 0; tuple && i < value->list.n; ++i) {
        parse_class_assign(p, to->list.item[i], value->list.item[i]);
    }
}

void parse_cached_property(struct reader *r, struct func *f) {
    struct parser *p = r->p;
    const char *name = f->name, *kept = intern_str(p->names, arena_printf(p->keep, "[%s]", name));
    const char *self = intern_str(p->names, "self");
    struct span span = f->name_span;
    f->name = intern_str(p->names, arena_printf(p->keep, "%s()", name));
    struct func *get = parse_method_begin(p, span, name, span);
    get->method = METHOD_PROPERTY;
    get->class_ = r->c;
    parse_class_param(p, get, NULL, span, NULL);
    get->param[0].sym->name = self;
    p->notes.item[get->id]->param_ann = ARENA_ARRAY(p->keep, struct span, 1);
    int mark = p->stack.n;
    struct expr **arg = ARENA_ARRAY(p->arena, struct expr *, 2), *has, *not_yet, *made;
    arg[0] = parse_new_name(p, self, span);
    arg[1] = parse_new_expr(p, EXPR_STR, span);
    arg[1]->str.text = kept;
    arg[1]->str.n = (int)strlen(kept);
    has = parse_class_call(p, parse_new_name(p, intern_str(p->names, "hasattr"), span), 2, arg);
    not_yet = parse_new_not(p, has, span);
    made = parse_attribute_of(p, parse_new_name(p, self, span), f->name);
    parse_class_assign(p, parse_attribute_of(p, parse_new_name(p, self, span), kept),
                       parse_class_call(p, made, 0, NULL));
    struct stmt *s = parse_new_stmt(p, STMT_IF, span);
    s->if_.cond = not_yet;
    s->if_.then.item = parse_take(p, mark, &s->if_.then.n);
    parse_push(p, s);
    parse_class_return(p, parse_attribute_of(p, parse_new_name(p, self, span), kept), span);
    get->body.item = parse_take(p, mark, &get->body.n);
    parse_method_end(p, get);
    vec_push(p->keep, &r->methods, get);
    vec_push(p->keep, &r->assigned, kept);
}
