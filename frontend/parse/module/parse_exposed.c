/* Methods that Python calls compiled: for each that has a loop, a function that the module exports
 * under its qualified name, of an object of the class as a parameter that is annotated with it.
 *
 *     class Path:                                 def "Path.length"(self: Path, n: int) -> float:
 *         def length(self, n: int) -> float:   ->     return Path.length(self, n)
 *             for ...
 *
 * Methods without a loop take less time than what an object costs to be passed (docs/semantics.md).
 * Which can be compiled is found out by inference; Python keeps the others. */
#include "parse_family.h"
#include "parse_match.h"

#include <string.h>

/* Does the text of a method go round? */
static bool has_loop(const struct parser *p, struct span text) {
    const struct text_layout *l = p->layout;
    bool found = false;
    for (int i = layout_word(l, text.lo); i < l->words.n && l->words.item[i].lo < text.hi; ++i) {
        const struct word *w = &l->words.item[i];
        found = found || lex_is(l->text, w, "for") || lex_is(l->text, w, "while");
    }
    return found;
}

/* __init__ and what Python calls while it makes, reads or drops an object; a name that Python
 * mangles. */
static bool is_hidden(const char *name) {
    static const char *const none[] = {"__init__",         "__new__",     "__post_init__",
                                       "__del__",          "__getattr__", "__setattr__",
                                       "__getattribute__", "__delattr__", "__init_subclass__"};
    size_t n = strlen(name);
    bool hidden = n > 2 && memcmp(name, "__", 2) == 0 && strcmp(name + n - 2, "__") != 0;
    for (size_t i = 0; i < sizeof none / sizeof *none; ++i) {
        hidden = hidden || strcmp(name, none[i]) == 0;
    }
    return hidden;
}

/* What is noted of the text that defines a method by this name; NULL: data classes have methods
 * that none does. */
static struct skipped_def *written(struct parser *p, const struct func *m) {
    for (int i = 0; i < p->skipped.n; ++i) {
        struct skipped_def *s = &p->skipped.item[i];
        if (s->of_class && s->name_span.lo == m->name_span.lo) {
            return s;
        }
    }
    return NULL;
}

static bool is_exposed(struct parser *p, const struct func *m) {
    bool bound = m->method == METHOD_PLAIN && m->n_params > 0;
    return (bound || m->method == METHOD_STATIC) && !m->is_abstract && !m->star_args && !m->rest &&
           !m->yields && !p->notes.item[m->id]->is_async && !is_hidden(m->name) && written(p, m) &&
           has_loop(p, m->span);
}

static struct expr *name_of(struct parser *p, const struct func *f, int i) {
    return parse_new_name(p, f->param[i].sym->name, f->name_span);
}

/* Path.length(self, n, scale=scale) */
static struct expr *call_of(struct parser *p, const struct class *c, const struct func *m,
                            const struct func *f) {
    struct expr **arg = ARENA_ARRAY(p->arena, struct expr *, m->n_params + 1);
    struct keyword *kw = ARENA_ARRAY(p->arena, struct keyword, m->n_params + 1);
    struct expr *of = parse_new_name(p, c->name, f->name_span);
    struct expr *call = parse_class_call(p, parse_attribute_of(p, of, m->name), 0, arg);
    int n_kw = 0;
    for (int i = 0; i < m->n_params; ++i) {
        if (m->param[i].kw_only) {
            kw[n_kw++] = (struct keyword){m->param[i].sym->name, f->name_span, name_of(p, f, i)};
        } else {
            arg[call->call.n++] = name_of(p, f, i);
        }
    }
    call->call.kw = kw;
    call->call.n_kw = n_kw;
    return call;
}

static void expose(struct parser *p, const struct class *c, const struct func *m) {
    const char *name = intern_str(p->names, arena_printf(p->keep, "%s.%s", c->name, m->name));
    struct func *f = parse_method_begin(p, m->span, name, m->name_span);
    struct func_notes *notes = p->notes.item[f->id];
    const struct func_notes *of = p->notes.item[m->id];
    bool bound = m->method == METHOD_PLAIN;
    int mark = p->stack.n;
    notes->param_ann = ARENA_ARRAY(p->keep, struct span, m->n_params);
    for (int i = 0; i < m->n_params; ++i) {
        struct expr *def = m->param[i].def;
        parse_class_param(p, f, &m->param[i], m->param[i].sym->span,
                          def ? parse_match_again(p, def) : NULL);
        notes->param_ann[i] = bound && i == 0 ? c->span : of->param_ann[i];
    }
    notes->ret_ann = of->ret_ann;
    vec_push(p->keep, &notes->anns.list, c->span);
    parse_class_return(p, call_of(p, c, m, f), m->name_span);
    f->body.item = parse_take(p, mark, &f->body.n);
    parse_method_end(p, f);
    f->is_method = false;
    f->exposes = m;
}

/* The class is not compiled: that is why. */
static void tell_unknown(struct parser *p, const struct class *c, const struct func *m) {
    struct skipped_def *s = written(p, m);
    s->why = arena_printf(p->keep, "%s: %s", s->why, c->unknown);
}

void parse_expose(struct parser *p) {
    for (int i = 0; i < p->classes.n; ++i) {
        const struct class *c = p->classes.item[i];
        bool known = c->family != c && !c->generic && !c->tuple && !c->named && !c->enumerates &&
                     !c->generator && !c->prelude && !c->foreign && c->make;
        for (int k = 0; k < c->n_methods; ++k) {
            if ((known || c->unknown) && is_exposed(p, c->method[k])) {
                (c->unknown ? tell_unknown : expose)(p, c, c->method[k]);
            }
        }
    }
}
