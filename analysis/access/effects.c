/* What calls do to elements of the arrays they get: so that a helper which writes y[k] can be
 * called in a parallel loop over k.
 *
 * The accesses of a small function are collected as those of a nest that spans it, and the loops'
 * counters are replaced by their bounds. What remains are forms in its parameters, which the caller
 * replaces by its arguments. */
#include "access.h"

#define MAX_STATEMENTS 400 /* larger functions are told as a whole */
#define MAX_EFFECTS 24

/* Parameters and their extents only? */
static bool in_parameters(const struct form *f) {
    for (int i = 0; i < f->n; ++i) {
        for (int k = 0; k < f->term[i].n; ++k) {
            const struct atom *atom = f->term[i].factor[k];
            if ((atom->kind != ATOM_VAR && atom->kind != ATOM_SHAPE) || !atom->var->is_param) {
                return false;
            }
        }
    }
    return true;
}

/* A bound of f free of counters, or NULL. */
static struct form *outer_bound(struct scope *sc, const struct form *f, bool greatest, int pos) {
    struct value v;
    range_assume(sc, pos);
    bool known = range_extreme(sc, f, greatest, &v) && v.form;
    return known && in_parameters(v.form) ? v.form : NULL;
}

static int param_index(const struct tfunc *f, const struct tvar *v) {
    for (int k = 0; k < f->n_params; ++k) {
        if (f->param[k] == v) {
            return k;
        }
    }
    return -1;
}

static struct effect effect_of(struct scope *sc, const struct access *x, int param) {
    struct effect e = {.param = param, .write = x->write};
    for (int k = 0; k < x->rank; ++k) {
        bool form = x->known[k] == INDEX_FORM || x->known[k] == INDEX_WRAPS;
        e.low[k] = outer_bound(sc, form ? x->form[k] : x->low[k], false, x->pos);
        e.high[k] = outer_bound(sc, form ? x->form[k] : x->high[k], true, x->pos);
    }
    return e;
}

void effects_collect(struct scope *sc, const struct tfunc *f, const struct summary *summaries,
                     struct summary *s) {
    bool *none = ARENA_ARRAY(sc->arena, bool, f->n_stmts);
    if (f->n_stmts > MAX_STATEMENTS) {
        return;
    }
    struct access_list *list = access_collect(sc, none, none, summaries);
    for (int i = 0; i < list->item.n; ++i) {
        const struct access *x = list->item.item[i];
        int param = x->root ? param_index(f, x->root) : -1;
        if (x->root && x->alloc) {
            continue;
        }
        if (param < 0 || s->effects.n == MAX_EFFECTS) {
            return;
        }
        struct effect e = effect_of(sc, x, param);
        vec_push(sc->arena, &s->effects, e);
    }
    s->detailed = list->escapes.n == 0;
}

static struct form *translate_atom(struct scope *sc, const struct tstmt *call, int pos,
                                   const struct atom *atom) {
    int k = param_index(call->call.callee, atom->var);
    struct texpr *arg = call->call.arg[k];
    if (atom->kind == ATOM_VAR) {
        return form_of(sc, arg, pos);
    }
    return arg->kind == TE_VAR ? form_extent(sc, arg->var, atom->axis, pos) : NULL;
}

struct form *effect_translate(struct scope *sc, const struct tstmt *call, int pos,
                              const struct form *f) {
    struct form *sum = f ? form_const(sc->arena, 0) : NULL;
    for (int i = 0; sum && i < f->n; ++i) {
        struct form *product = form_const(sc->arena, f->term[i].coef);
        for (int k = 0; product && k < f->term[i].n; ++k) {
            product =
                form_mul(sc->arena, product, translate_atom(sc, call, pos, f->term[i].factor[k]));
        }
        sum = form_add(sc->arena, sum, product, 1);
    }
    return sum;
}
