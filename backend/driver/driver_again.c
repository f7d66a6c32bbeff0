/* What inference has found that the module is read again with: loops over tuples of several types,
 * tuples of any length, arrays that are matrices where vectors were guessed, functions of the
 * prelude, families of classes. */
#include <string.h>

#include "driver.h"

static bool same_text(const char *a, const char *b) {
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* Takes over the loops over tuples of several types, and the tuples of several lengths, that
 * inference has met, or what always raises; false: it knew all. */
static bool take_mixed(struct compilation *c, bool raises) {
    const struct mixed_loop *loop;
    int before = c->mixed.n;
    for (int i = 0, n = typeinfer_mixed(c->types, &loop); i < n; ++i) {
        bool known = (loop[i].raises != NULL) != raises;
        for (int k = 0; k < c->mixed.n && !known; ++k) {
            const struct mixed_loop *old = &c->mixed.item[k];
            known = old->span.lo == loop[i].span.lo && old->span.hi == loop[i].span.hi &&
                    old->n >= loop[i].n && (old->n > 0) == (loop[i].n > 0) &&
                    old->item == loop[i].item && same_text(old->keys, loop[i].keys) &&
                    same_text(old->given, loop[i].given) &&
                    same_text(old->raises, loop[i].raises) &&
                    same_text(old->attribute, loop[i].attribute);
        }
        if (!known) {
            struct mixed_loop own = loop[i];
            own.given = own.given ? arena_printf(&c->arena, "%s", own.given) : NULL;
            own.raises = own.raises ? arena_printf(&c->arena, "%s", own.raises) : NULL;
            vec_push(&c->arena, &c->mixed, own);
        }
    }
    return c->mixed.n > before;
}

/* Is a class of the module derived from c; NULL: from any? */
static bool derives(const struct module *m, const struct class *c) {
    bool found = false;
    for (int i = 0; i < m->n_classes; ++i) {
        const struct class *of = m->class_[i];
        found = found || (of->base && !of->prelude && (!c || of->base == c));
    }
    return found;
}

static bool holds_family(const struct module *m, const struct ann_type *t) {
    bool holds = t && t->kind == ANN_OBJECT && derives(m, t->of);
    for (int i = 0; t && i < t->n && !holds; ++i) {
        holds = holds_family(m, t->item[i]);
    }
    return holds;
}

/* Values of several types. */
static bool holds_either(const struct module *m, const struct ann_type *t) {
    bool holds = t && t->kind == ANN_EITHER;
    for (int i = 0; t && i < t->n && !holds; ++i) {
        holds = holds_either(m, t->item[i]);
    }
    return holds;
}

/* Is there such a type among those of the parameters and results? */
static bool takes(const struct module *m,
                  bool (*holds)(const struct module *, const struct ann_type *)) {
    bool found = false;
    for (int i = 0; i < m->n_funcs; ++i) {
        int n = m->func[i]->exposes ? 0 : m->func[i]->n_signatures; /* what is left as it is */
        for (int k = 0; k < n; ++k) {
            const struct signature *s = m->func[i]->signature[k];
            found = found || holds(m, s->ret);
            for (int j = 0; j < s->n; ++j) {
                found = found || holds(m, s->param[j]);
            }
        }
    }
    return found;
}

/* Has inference found something wrong, or does an annotation or the parser need it, and were
 * functions of the prelude looked for that no word of the module speaks of? */
static bool take_wanted(struct compilation *c, int parsed) {
    int wanted = prelude_wanted(c->source);
    bool wrong = c->diag.messages.n > parsed || c->source->wanted->missed;
    bool again = wanted > c->wanted && (wrong || takes(c->ast, holds_either));
    for (int i = 0; again && i < c->ast->n_funcs; ++i) {
        again = !c->ast->func[i]->cu; /* which of it a procedure takes is told by its words */
    }
    c->wanted = again ? wanted : c->wanted;
    c->mixed.n = again ? 0 : c->mixed.n; /* the prelude's loops stand elsewhere now */
    return again;
}

/* Where inference has found something wrong, objects of several classes may have met, and where a
 * function takes those of a base: the module is read as if they did, and as before where that is
 * worse. Where both are wrong, and objects did meet, it is told what else is wrong. */
static bool take_families(struct compilation *c, int parsed) {
    bool before = c->families;
    if (before) {
        int n = c->diag.messages.n + c->ast->n_left;
        bool told = c->meet && c->diag.errors > 0 && !typeinfer_families_meet(c->types);
        c->alone = !told && (n > c->n_alone || (n == c->n_alone && c->diag.messages.n > 0));
        c->families = !c->alone;
    } else if (!c->alone) {
        c->n_alone = c->diag.messages.n + c->ast->n_left;
        c->meet = c->diag.errors > 0 && !c->options->fallback && typeinfer_families_meet(c->types);
        c->families =
            (c->diag.messages.n > parsed && derives(c->ast, NULL)) || takes(c->ast, holds_family);
    }
    return c->families != before;
}

/* Is nothing wrong but what always raises? Otherwise all is told as it is. */
static bool only_raises(const struct compilation *c) {
    const struct mixed_loop *note;
    int raises = 0;
    for (int i = 0, n = typeinfer_mixed(c->types, &note); i < n; ++i) {
        raises += note[i].raises != NULL;
    }
    return c->diag.errors <= raises;
}

bool driver_again(struct compilation *c, int parsed) {
    return take_mixed(c, false) || take_wanted(c, parsed) || take_families(c, parsed) ||
           (only_raises(c) && take_mixed(c, true));
}
