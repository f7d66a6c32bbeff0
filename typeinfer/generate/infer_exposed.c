/* Methods that Python calls compiled (parse_exposed.c), and the arrays of untold axes that make the
 * objects of a class. */
#include "generate.h"

enum { MAX_GUESSED = 6 /* arrays of a class */ };

/* May an object cost little to pass, however much it holds? */
static bool is_light(const struct itype *t) {
    bool light = t->kind == IT_SCALAR || t->kind == IT_ARRAY || t->kind == IT_NONE ||
                 t->kind == IT_STATIC || t->kind == IT_TUPLE ||
                 (t->kind == IT_OBJECT && !t->of->prelude && !t->linked);
    for (int i = 0; light && i < t->n; ++i) {
        light = is_light(t->item[i]);
    }
    return light;
}

static bool holds_object(const struct itype *t) {
    bool holds = t->kind == IT_OBJECT && !t->of->prelude;
    for (int i = 0; i < t->n && !holds; ++i) {
        holds = holds_object(t->item[i]);
    }
    return holds;
}

/* Why the objects of a method cannot be read in each call; NULL: they can. */
static const char *why_kept(struct infer *ix, const struct func *f, const struct use *u) {
    const struct itype *self = f->exposes->method == METHOD_PLAIN ? u->param[0] : NULL;
    for (int i = 0; self && i < self->n; ++i) {
        if (!is_light(self->item[i])) {
            return arena_printf(ix->keep,
                                "attribute '%s' holds more than numbers and arrays, which "
                                "each call would copy",
                                self->of->field[i]);
        }
        if (u->ret && holds_object(u->ret) && holds_object(self->item[i])) {
            return "it may return an object that its own object holds";
        }
    }
    return NULL;
}

/* A function by which Python calls a method. False: Python keeps that. */
bool infer_method(struct infer *ix, const struct func *f) {
    struct diag *d = ix->diag, unheard;
    struct use **use = ARENA_ARRAY(ix->arena, struct use *, f->n_signatures);
    const struct use *failed = NULL;
    diag_init(&unheard, ix->keep, ix->module->source);
    ix->diag = &unheard;
    int n = infer_tried(ix, f, use, &failed);
    ix->diag = d;
    const char *why = n > 0           ? why_kept(ix, f, use[0])
                      : failed->error ? failed->error->text
                                      : "it cannot be compiled";
    if (why) {
        vec_push(ix->keep, &ix->out->kept_methods, ((struct kept_method){f, why}));
    } else {
        infer_add_export(ix, f, n, use);
    }
    return !why;
}

const char *typeinfer_kept_method(const struct typeinfer *t, struct span name) {
    for (int i = 0; i < t->kept_methods.n; ++i) {
        if (t->kept_methods.item[i].method->name_span.lo == name.lo) {
            return t->kept_methods.item[i].why;
        }
    }
    return NULL;
}

/* ---- axes */

static bool holds_class(const struct ann_type *t, const struct class *c) {
    bool holds = t && t->kind == ANN_OBJECT && t->of == c;
    for (int i = 0; t && i < t->n && !holds; ++i) {
        holds = holds_class(t->item[i], c);
    }
    return holds;
}

/* Does the function take an object of the class? */
static bool takes_class(const struct func *f, const struct class *c) {
    bool takes = false;
    for (int i = 0; f->n_signatures > 0 && i < f->signature[0]->n && !takes; ++i) {
        takes = holds_class(f->signature[0]->param[i], c);
    }
    return takes;
}

/* How many of the functions that take an object of the class can be compiled; all: how many there
 * are. */
static int count_compiled(struct infer *ix, const struct class *c, int *all) {
    int n = 0;
    *all = 0;
    for (int i = 0; i < ix->module->n_funcs; ++i) {
        const struct func *f = ix->module->func[i];
        if (!f->cu && takes_class(f, c)) {
            struct use **use = ARENA_ARRAY(ix->arena, struct use *, f->n_signatures);
            const struct use *failed = NULL;
            n += infer_tried(ix, f, use, &failed) > 0;
            ++*all;
        }
    }
    return n;
}

/* Tries one axis and two for each guessed array of a class, and keeps what most functions can be
 * compiled for. */
static void find_axes(struct infer *ix, const struct class *c, int n_guessed) {
    unsigned best = 0;
    int most = -1, all = 1;
    for (unsigned two = 0; two < 1u << n_guessed && most < all; ++two) {
        ix->two[c->make->id] = two;
        int n = count_compiled(ix, c, &all);
        best = n > most ? two : best;
        most = n > most ? n : most;
    }
    ix->two[c->make->id] = best;
}

void infer_class_axes(struct infer *ix) {
    struct diag *d = ix->diag, unheard;
    int mixed = ix->out->mixed.n;
    bool meet = ix->out->families_meet;
    diag_init(&unheard, ix->keep, ix->module->source);
    ix->diag = &unheard;
    for (int i = 0; i < ix->module->n_classes; ++i) {
        const struct class *c = ix->module->class_[i];
        int n = 0;
        for (int k = 0; c->made_of && c->make && k < c->make->n_params; ++k) {
            n += c->made_of[k] && c->made_of[k]->guess;
        }
        if (n > 0 && n <= MAX_GUESSED) {
            find_axes(ix, c, n);
        }
    }
    ix->diag = d;
    ix->out->mixed.n = mixed;
    ix->out->families_meet = meet;
}
