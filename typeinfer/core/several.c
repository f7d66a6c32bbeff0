/* Where numbers, texts and None meet that a value of several types holds each as it is: the module
 * is read again with such values where they stand.
 *
 * A list that was made of ints and is given a float elsewhere, in another function perhaps, is
 * followed from there back to where its items come from: each of these becomes a value of several
 * types, or, where all are numbers as written, a float, as beside a float they are. */
#include <string.h>

#include "infer.h"

/* The types of what a use is given, by which it is known again. */
static const char *given_to(struct infer *ix, const struct use *u) {
    const struct func *f = u->scheme->func;
    const char *text = "";
    for (int i = 0; i < f->n_params + f->n_captures; ++i) {
        struct itype *t = i < f->n_params ? u->param[i] : u->capture[i - f->n_params];
        text = arena_printf(ix->arena, "%s,%s", text, it_name(ix->arena, t));
    }
    return text;
}

/* item: as in struct mixed_loop. */
static void want(struct infer *ix, struct mixed_loop note) {
    if (note.span.lo < ix->module->source->users && !ix->silent) {
        vec_push(ix->keep, &ix->out->mixed, note);
        if (note.item == MIXED_SEVERAL) {
            source_want(ix->module->source, EITHER_CLASS);
        }
    }
}

/* Of a function that is made for other types, too, nothing is always so. */
static bool is_alone(const struct use *u) {
    bool alone = true;
    for (; u; u = u->caller) {
        const struct func *f = u->scheme->func;
        bool tried = f->n_signatures > 0 && f->signature[0]->tried;
        alone = alone && !f->prelude && u->scheme->uses.n <= 1 && f->n_signatures <= 1 && !tried;
    }
    return alone;
}

void infer_always(struct infer *ix, struct span span, int item, const char *raises,
                  const char *words) {
    if (is_alone(ix->checking)) {
        want(ix, (struct mixed_loop){.span = span,
                                     .n = RAISES,
                                     .item = item,
                                     .raises = arena_printf(ix->keep, "%s", raises),
                                     .given = arena_printf(ix->keep, "%s", words)});
    }
}

/* What Python calls a type that has no items; NULL: it is none. */
static const char *without_items(const struct itype *t) {
    return t->kind == IT_NONE                              ? "NoneType"
           : t->kind != IT_SCALAR || !dtype_weak(t->dtype) ? NULL
           : t->dtype == DT_PYBOOL                         ? "bool"
                                                           : dtype_info[t->dtype].name;
}

void infer_no_sequence(struct infer *ix, struct span span, int item, const char *words,
                       const struct itype *t) {
    if (without_items(t)) {
        infer_always(ix, span, item, "TypeError", arena_printf(ix->arena, words, without_items(t)));
    }
}

void infer_unpack_raises(struct infer *ix, struct span span, const struct itype *t, int n) {
    if (t->kind != IT_TUPLE) {
        infer_no_sequence(ix, span, 1, "cannot unpack non-iterable %s object", t);
    } else if (t->n > n) {
        infer_always(ix, span, 1, "ValueError",
                     arena_printf(ix->arena, "too many values to unpack (expected %d)", n));
    } else if (t->n < n) {
        infer_always(
            ix, span, 1, "ValueError",
            arena_printf(ix->arena, "not enough values to unpack (expected %d, got %d)", n, t->n));
    }
}

void infer_want_either(struct infer *ix, struct span span, const char *attribute,
                       const struct itype *a, const struct itype *b) {
    if (it_is_one(a) && it_is_one(b)) {
        want(ix, (struct mixed_loop){.span = span, .item = MIXED_SEVERAL, .attribute = attribute});
    }
}

void infer_want_alike(struct infer *ix, struct span span, struct itype *a, struct itype *b) {
    a = it_given(it_there(a));
    b = it_given(it_there(b));
    bool objects = a->kind == IT_OBJECT && b->kind == IT_OBJECT && a->of == b->of;
    for (int i = 0; objects && !a->of->prelude && i < a->n && i < b->n; ++i) {
        struct itype *x = it_there(it_find(a->item[i])), *y = it_there(it_find(b->item[i]));
        if (x != y) {
            infer_want_either(ix, span, a->of->field[i], x, y);
        }
    }
}

void infer_want_variable(struct infer *ix, const struct use *u, const struct symbol *sym,
                         const struct itype *a, const struct itype *b) {
    if (it_is_one(a) && it_is_one(b)) {
        want(ix, (struct mixed_loop){
                     .span = sym->span, .item = MIXED_SEVERAL, .given = given_to(ix, u)});
    }
}

bool infer_is_either(const struct infer *ix, struct span span, const char *attribute) {
    bool found = false;
    for (int i = 0; ix->types.either && i < ix->module->n_mixed && !found; ++i) {
        const struct mixed_loop *m = &ix->module->mixed[i];
        bool here = m->span.lo == span.lo && m->span.hi == span.hi && !m->attribute;
        found = m->item == MIXED_SEVERAL &&
                (attribute ? m->attribute && strcmp(m->attribute, attribute) == 0 : here);
    }
    return found;
}

static bool is_there(const struct mixed_loop *m, struct span span) {
    return m->span.lo == span.lo && m->span.hi == span.hi && !m->attribute &&
           (m->item == MIXED_SEVERAL || m->item <= MIXED_WRITTEN);
}

bool infer_is_met(const struct infer *ix, struct span span) {
    bool met = false;
    for (int i = 0; i < ix->module->n_mixed && !met; ++i) {
        met = is_there(&ix->module->mixed[i], span);
    }
    return met;
}

/* What a number becomes; NULL: it stays. */
static struct itype *become(struct infer *ix, const struct use *u, struct span span) {
    const char *given = NULL;
    struct itype *as = NULL;
    for (int i = 0; i < ix->module->n_mixed; ++i) {
        const struct mixed_loop *m = &ix->module->mixed[i];
        given = is_there(m, span) && m->given && !given && u ? given_to(ix, u) : given;
        if (!is_there(m, span) || (m->given && !(given && strcmp(m->given, given) == 0))) {
            continue;
        }
        if (m->item == MIXED_SEVERAL && ix->types.either) {
            return it_either(&ix->types);
        }
        as = m->item <= MIXED_WRITTEN ? it_scalar(&ix->types, (enum dtype)(MIXED_WRITTEN - m->item))
                                      : as;
    }
    return as;
}

struct itype *con_flows(struct infer *ix, const struct use *u, const struct con *c,
                        struct itype *t) {
    struct span span = c->sym ? c->sym->span : c->span;
    struct itype *as = c->met && it_is_one(t) ? become(ix, u, span) : NULL;
    bool becomes = as && (it_is_either(as) || t->kind == IT_SCALAR);
    return becomes ? as : con_keeps(ix, c) ? it_kept(&ix->types, t) : t;
}

/* ---- where what a list holds comes from */

enum { MAX_WAY = 8, MAX_VISITS = 500 };

/* What stands in a type: the item of its item ..., the outermost first. */
struct way {
    int n;
    int item[MAX_WAY];
};

struct visit {
    const struct use *u;
    const struct itype *var;
    int n; /* of the way that was left */
};

struct trace {
    struct infer *ix;
    VEC(struct visit) visits;
    VEC(struct mixed_loop) found; /* what flows into the items */
    bool computed;                /* one is no number as written */
};

static void trace(struct trace *w, const struct use *u, struct itype *term, struct way way);

static struct way inside(int item, const struct way *way) {
    struct way longer = {.n = way->n + 1, .item = {item}};
    memcpy(longer.item + 1, way->item, sizeof(*way->item) * (size_t)way->n);
    return longer;
}

static void take(struct trace *w, const struct use *u, const struct con *c) {
    struct itype *t = it_subst(&w->ix->types, c->arg[0], u->value);
    if (t && it_is_one(t) && decide_live(u, c->live)) {
        const struct mixed_loop note = {
            .span = c->span, .given = arena_printf(w->ix->keep, "%s", given_to(w->ix, u))};
        vec_push(w->ix->arena, &w->found, note);
        w->computed = w->computed || !t->literal;
    }
}

/* What is called; of a method that of the object's class, whose name functions of the prelude may
 * have, too. */
static const struct func *called_by(struct trace *w, const struct use *u, const struct con *c) {
    bool method = c->kind == CON_METHOD && c->expr && c->expr->kind == EXPR_CALL;
    struct itype *fn = c->kind == CON_CALL ? it_subst(&w->ix->types, c->arg[0], u->value) : NULL;
    const struct func *f = fn && fn->kind == IT_FUNC ? fn->func : NULL;
    bool given = method || (f && c->n > 1);
    struct itype *self = given ? it_subst(&w->ix->types, c->arg[!method], u->value) : NULL;
    if (!self || self->kind != IT_OBJECT || self->of->prelude || (f && !f->prelude)) {
        return f;
    }
    const char *name = method ? c->expr->call.fn->attr.name : f->name;
    const char *plain = method ? NULL : strstr(name, "__");
    return class_method(self->of, plain ? plain + 2 : name);
}

/* Is there more than one call that gives what a use does? */
static bool is_shared(struct trace *w, const struct use *made) {
    int n = 0;
    for (int k = 0; k < w->ix->module->n_funcs; ++k) {
        const struct scheme *s = w->ix->scheme[k];
        for (int j = 0; s && j < s->uses.n * s->cons.n; ++j) {
            const struct use *u = s->uses.item[j / s->cons.n];
            const struct con *c = s->cons.item[j % s->cons.n];
            n += u->value && c->out && called_by(w, u, c) == made->scheme->func &&
                 it_subst(&w->ix->types, c->out, u->value) == made->ret;
        }
    }
    return n > 1;
}

/* What a call gives is what its function returns; what several give is not of one type for all. */
static void trace_call(struct trace *w, const struct use *u, const struct con *c, struct way way) {
    const struct func *f = called_by(w, u, c);
    const struct scheme *s = f ? w->ix->scheme[f->id] : NULL;
    struct itype *given = s ? it_subst(&w->ix->types, c->out, u->value) : NULL;
    for (int i = 0; given && i < s->uses.n; ++i) {
        if (s->uses.item[i]->ret == given) {
            w->computed = w->computed || is_shared(w, s->uses.item[i]);
            trace(w, s->uses.item[i], s->ret, way);
        }
    }
}

static void trace_attribute(struct trace *w, const struct use *u, const struct con *c,
                            struct way way) {
    struct itype *t = it_subst(&w->ix->types, c->arg[0], u->value);
    t = t ? it_given(t) : NULL;
    for (int i = 0; t && t->kind == IT_OBJECT && i < t->n; ++i) {
        if (c->expr && c->expr->kind == EXPR_ATTR &&
            strcmp(t->of->field[i], c->expr->attr.name) == 0) {
            trace(w, u, c->arg[0], inside(i, &way));
        }
    }
}

/* What gives a variable its value. */
static void trace_producer(struct trace *w, const struct use *u, const struct con *c,
                           struct way way) {
    switch (c->kind) {
    case CON_JOIN:
        if (way.n == 0) {
            take(w, u, c);
        } else {
            trace(w, u, c->arg[0], way);
        }
        break;
    case CON_GIVEN:
        trace(w, u, c->arg[0], way);
        break;
    case CON_INDEX:
    case CON_ITER:
        trace(w, u, c->arg[0], inside(0, &way));
        break;
    case CON_ATTR:
        trace_attribute(w, u, c, way);
        break;
    case CON_CALL:
        trace_call(w, u, c, way);
        break;
    default:
        break;
    }
}

/* The arguments of the calls that made the use, for its parameter i or, from n_params on, for what
 * its function captures. */
static void trace_callers(struct trace *w, const struct use *u, int i, struct way way) {
    const struct func *f = u->scheme->func;
    struct itype *given = i < f->n_params ? u->param[i] : u->capture[i - f->n_params];
    for (int k = 0; k < w->ix->module->n_funcs; ++k) {
        const struct scheme *s = w->ix->scheme[k];
        for (int j = 0; s && j < s->uses.n * s->cons.n; ++j) {
            const struct use *from = s->uses.item[j / s->cons.n];
            const struct con *c = s->cons.item[j % s->cons.n];
            if (!from->value || called_by(w, from, c) != f) {
                continue;
            }
            struct itype *fn = it_find(c->arg[0]);
            int at = c->kind == CON_CALL ? i + 1 : i;
            struct itype *term = i < f->n_params       ? (at < c->n ? c->arg[at] : NULL)
                                 : fn->kind == IT_FUNC ? fn->item[i - f->n_params]
                                                       : NULL;
            if (term && it_subst(&w->ix->types, term, from->value) == given) {
                trace(w, from, term, way);
            }
        }
    }
}

static bool is_new(struct trace *w, const struct use *u, const struct itype *var, int n) {
    for (int i = 0; i < w->visits.n; ++i) {
        const struct visit *v = &w->visits.item[i];
        if (v->u == u && v->var == var && v->n == n) {
            return false;
        }
    }
    const struct visit here = {u, var, n};
    vec_push(w->ix->arena, &w->visits, here);
    return w->visits.n < MAX_VISITS && n < MAX_WAY;
}

static void trace(struct trace *w, const struct use *u, struct itype *term, struct way way) {
    const struct scheme *s = u->scheme;
    term = it_find(term);
    while (way.n > 0 && term->kind != IT_VAR) {
        term = it_is_optional(term) ? it_find(term->item[1]) : term;
        if (term->kind == IT_VAR || way.item[0] >= term->n) {
            break;
        }
        term = it_find(term->item[way.item[0]]);
        memmove(way.item, way.item + 1, sizeof(*way.item) * (size_t)--way.n);
    }
    if (term->kind != IT_VAR || !s->scheduled || !is_new(w, u, term, way.n)) {
        return;
    }
    for (int i = s->producer_start[term->id]; i < s->producer_start[term->id + 1]; ++i) {
        trace_producer(w, u, s->cons.item[s->producer[i]], way);
    }
    for (int i = 0; i < s->func->n_params + s->func->n_captures; ++i) {
        struct itype *is = i < s->func->n_params ? s->param[i] : s->capture[i - s->func->n_params];
        if (it_find(is) == term) {
            trace_callers(w, u, i, way);
        }
    }
}

bool infer_want_items(struct infer *ix, const struct use *u, struct itype *term, int field,
                      const struct itype *is, const struct itype *other, bool up) {
    struct trace w = {.ix = ix};
    struct way way = {.n = 0};
    if (field >= 0) {
        way.item[way.n++] = field;
    }
    while (is->kind == IT_LIST && other->kind == IT_LIST && way.n < MAX_WAY - 1) {
        way.item[way.n++] = 0;
        is = it_find(is->item[0]);
        other = it_find(other->item[0]);
    }
    bool numbers = is->kind == IT_SCALAR && other->kind == IT_SCALAR && other->dtype != DT_CHAR &&
                   !dtype_is_time(other->dtype);
    bool number = numbers && join_kind(is->dtype) < join_kind(other->dtype);
    if (ix->silent || way.n == 0 || is == other || !it_is_one(is) || (numbers && up && !number)) {
        return false;
    }
    trace(&w, u, term, way);
    if ((!number || w.computed) && !it_is_one(other)) {
        return false;
    }
    for (int i = 0; i < w.found.n; ++i) {
        w.found.item[i].item =
            number && !w.computed ? MIXED_WRITTEN - (int)other->dtype : MIXED_SEVERAL;
        want(ix, w.found.item[i]);
    }
    return w.found.n > 0;
}
