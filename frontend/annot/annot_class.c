/* Classes of the module as types: `p: Particle`. Its attributes have the types of what they are
 * made with, where each parameter of `__init__` is annotated. */
#include "annot.h"

enum { MAX_INSIDE = 8 /* classes in attributes of one another */ };

static struct ann_type *read_parameter(struct annot *an, struct class *c, int i, struct span s) {
    struct ann_reader r = annot_span_reader(an, s);
    r.guesses = true;
    struct ann_type *t = s.hi > s.lo ? ann_read_all(&r) : NULL;
    bool may = t && (t->kind == ANN_SCALAR || t->kind == ANN_ARRAY ||
                     (t->kind == ANN_OBJECT && t->of == c)); /* be None */
    if (!t || t->or_else || (t->optional && !may)) {
        return NULL;
    }
    if (t->rank == RANK_OPEN) {
        bool guess = false, told = annot_find_rank(an, c->make, i, c, t, &guess);
        t->rank = told ? t->rank : 1;
        t->guess = !told || guess;
    }
    c->any = c->any || t->guess || annot_try_elements(an, t, false);
    return t;
}

/* The types of the parameters; NULL: one has none. One may be of the class itself. */
static struct ann_type **read_made_of(struct annot *an, struct class *c) {
    const struct func_notes *notes = an->p->notes.item[c->make->id];
    struct ann_type **made_of = ARENA_ARRAY(an->p->keep, struct ann_type *, c->make->n_params + 1);
    bool all = true;
    c->made_of = made_of;
    for (int i = 0; all && i < c->make->n_params; ++i) {
        made_of[i] = read_parameter(an, c, i, notes->param_ann[i]);
        all = made_of[i] != NULL;
    }
    return all ? made_of : NULL;
}

/* A member of an enumeration: an int, or what the class makes of a value. */
static struct ann_type *annot_enum(struct annot *an, const struct symbol *sym) {
    struct class *c = sym->class_;
    const struct expr *first = c->n_values > 0 ? c->value[0].value : NULL;
    if (!first || (c->enumerates == ENUM_OBJECTS && c->unknown)) {
        return NULL;
    }
    struct ann_type *value = ARENA_NEW(an->p->arena, struct ann_type);
    value->kind = first->kind == EXPR_STR ? ANN_ARRAY : ANN_SCALAR;
    value->dtype = first->kind == EXPR_STR ? DT_CHAR : first->kind == EXPR_INT ? DT_INT : DT_FLOAT;
    value->rank = first->kind == EXPR_STR;
    value->layout = first->kind == EXPR_STR ? LAYOUT_C : LAYOUT_ANY;
    value->span = sym->span;
    if (c->enumerates == ENUM_INTS) {
        return value;
    }
    c->made_of = ARENA_ARRAY(an->p->keep, struct ann_type *, 1);
    c->made_of[0] = value;
    struct ann_type *t = ARENA_NEW(an->p->arena, struct ann_type);
    t->kind = ANN_OBJECT;
    t->of = c;
    t->span = sym->span;
    return t;
}

struct ann_type *annot_object(struct annot *an, const struct symbol *sym) {
    struct class *c = sym->class_;
    if (c && c->enumerates && c->make && sym->home == an->scopes) {
        return annot_enum(an, sym);
    }
    c = c && c->family ? c->family : c;
    bool own = c && !c->prelude && !c->unknown && c->make && sym->home == an->scopes;
    if (!own || c->make->star_args || an->depth >= MAX_INSIDE) {
        return NULL;
    }
    ++an->depth;
    c->made_of = c->made_of ? c->made_of : read_made_of(an, c);
    --an->depth;
    if (!c->made_of) {
        return NULL;
    }
    struct ann_type *t = ARENA_NEW(an->p->arena, struct ann_type);
    t->kind = ANN_OBJECT;
    t->of = c;
    t->span = sym->span;
    return t;
}

static bool is_everyday(const struct ann_type *t) {
    bool found = false;
    for (; t && !found; t = t->or_else) {
        found = (t->kind == ANN_ARRAY && t->dtype == DT_CHAR) || t->kind == ANN_DICT ||
                t->kind == ANN_SET || t->kind == ANN_OBJECT;
        for (int i = 0; !found && i < t->n; ++i) {
            found = is_everyday(t->item[i]);
        }
    }
    return found;
}

bool annot_has_everyday(const struct signature *sig) {
    bool found = is_everyday(sig->ret);
    for (int i = 0; i < sig->n; ++i) {
        found = found || is_everyday(sig->param[i]);
    }
    return found;
}
