/* What is not compiled: which functions speak of pycc and must be, and why others are left.
 *
 * A function speaks of pycc when a type of ours stands anywhere in its annotations, also inside a
 * foreign one (Callable[[f64], f64]), or when a decorator or an export does. */
#include "annot.h"

#include <ctype.h>
#include <string.h>

#include "library.h"
#include "scope_private.h"

enum { MAX_ALIASES = 8 }; /* that stand for each other */

/* ---- is a type of ours in a text? */

static bool mentions(struct annot *an, const char *text, size_t n, int depth);

/* The one assignment of each name that has no other binding, by name. */
static void find_assigned(struct annot *an) {
    const struct parser *p = an->p;
    struct span *none = ARENA_NEW(p->arena, struct span);
    for (int i = 0; i < p->bindings.n; ++i) {
        const struct binding *b = &p->bindings.item[i];
        bool only = b->kind == BIND_ASSIGN && b->value && !map_get(&an->assigned, b->name);
        map_set(p->arena, &an->assigned, b->name, only ? &b->value->span : none);
    }
    an->has_assigned = true;
}

/* What stands in the module behind a name: its one assignment's value, as text. */
static struct span assigned_text(struct annot *an, const char *name) {
    if (!an->has_assigned) {
        find_assigned(an);
    }
    const struct span *found = map_get(&an->assigned, name);
    return found ? *found : (struct span){0};
}

/* What reads annotations in the file that a name has been imported from; else an itself. */
static struct annot *home_of(struct annot *an, const struct symbol *sym) {
    if (!sym->home || sym->home == an->scopes) {
        return an;
    }
    if (!an->other || an->other->scopes != sym->home) {
        an->other = ARENA_NEW(an->p->arena, struct annot);
        an->other->p = sym->home->p;
        an->other->scopes = sym->home;
    }
    return an->other;
}

static bool is_sized(const char *word) {
    enum dtype dtype;
    return library_dtype(IN_ANNOTATION, word, &dtype) && !dtype_weak(dtype);
}

/* `base` is the word before the dot in front of this one, or NULL. */
static bool word_mentions(struct annot *an, const char *word, const char *base, int depth) {
    struct parser *p = an->p;
    if (base) {
        const struct symbol *module = scope_lookup(an->scopes, base);
        bool ours = module ? module->kind == SYM_MODULE && module->module == IN_PYCC
                           : strcmp(base, "pycc") == 0 || strcmp(base, "unpython") == 0;
        return ours && is_sized(word);
    }
    const char *name = intern_str(p->names, word);
    const struct symbol *sym = scope_lookup(an->scopes, name);
    if (!sym) {
        return is_sized(word);
    }
    if (sym->kind == SYM_DTYPE) {
        return !dtype_weak(sym->dtype) && is_sized(sym->name);
    }
    if (sym->kind != SYM_GLOBAL && sym->kind != SYM_CONST) {
        return false;
    }
    struct annot *home = home_of(an, sym);
    struct span s = assigned_text(home, home == an ? name : sym->name);
    return mentions(home, p->source->text + s.lo, s.hi - s.lo, depth + 1);
}

static bool mentions(struct annot *an, const char *text, size_t n, int depth) {
    const char *base = NULL, *end = text + n;
    bool dot = false, literal = depth > MAX_ALIASES;
    for (const char *s = text; s < end && !literal;) {
        const char *from = s;
        while (s < end && (isalnum((unsigned char)*s) || *s == '_' || (unsigned char)*s >= 0x80)) {
            ++s;
        }
        if (s == from) {
            dot = *s == '.' || (dot && isspace((unsigned char)*s));
            ++s;
            continue;
        }
        const char *word = arena_strndup(an->p->arena, from, (size_t)(s - from));
        if (!isdigit((unsigned char)*from) && word_mentions(an, word, dot ? base : NULL, depth)) {
            return true;
        }
        literal = strcmp(word, "Literal") == 0; /* Literal['f64'] holds words */
        base = intern_str(an->p->names, word);
        dot = false;
    }
    return false;
}

static bool span_mentions(struct annot *an, struct span s) {
    return mentions(an, an->p->source->text + s.lo, s.hi - s.lo, 0);
}

bool annot_mentions(struct annot *an, const struct spans *anns) {
    for (int i = 0; i < anns->list.n; ++i) {
        if (span_mentions(an, anns->list.item[i])) {
            return true;
        }
    }
    return false;
}

struct span annot_assigned(struct annot *an, const char *name, struct annot **home) {
    const struct symbol *sym = scope_lookup(an->scopes, name);
    struct annot *of = sym ? home_of(an, sym) : an;
    of->vars = an->vars;
    of->depth = an->depth;
    if (home) {
        *home = of;
    }
    return assigned_text(of, of == an ? name : sym->name);
}

struct ann_type *annot_alias(struct annot *an, struct ann_reader *r, const char *name) {
    struct annot *home;
    struct span s = annot_assigned(an, name, &home);
    if (s.hi == s.lo || an->depth >= MAX_ALIASES) {
        return NULL;
    }
    ++home->depth;
    struct ann_reader inner = annot_span_reader(home, s);
    struct ann_type *t = ann_read_all(&inner);
    --home->depth;
    r->is_explicit = r->is_explicit || (t && inner.is_explicit);
    return t;
}

/* ---- what is left */

/* Adds to the module's functions that Python keeps. */
static void annot_leave(struct annot *an, struct left left) {
    vec_push(an->p->keep, &an->left, left);
}

/* Does a decorator begin at `at` that is pycc's? */
static bool marks(struct annot *an, uint32_t at) {
    const char *text = an->p->source->text + at;
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || text[n] == '_') {
        ++n;
    }
    const struct symbol *sym = scope_lookup(an->scopes, intern(an->p->names, text, n));
    return sym && sym->module == IN_PYCC;
}

static bool any_marks(struct annot *an, struct span decorators) {
    bool any = false;
    for (uint32_t i = decorators.lo; i < decorators.hi && !any; ++i) {
        any = an->p->source->text[i] == '@' && marks(an, i + 1);
    }
    return any;
}

/* Is an annotation, as text or in quotes, a type that compiled code can have? */
static bool is_type(struct annot *an, struct span ann) {
    const char *text = an->p->source->text + ann.lo;
    size_t n = ann.hi - ann.lo;
    bool quoted = n >= 2 && (*text == '\'' || *text == '"') && text[n - 1] == *text;
    struct ann_reader r;
    ann_reader_init(&r, an->p->arena, text + quoted, n - (quoted ? 2 : 0), ann, false);
    return ann_read_all(&r) != NULL;
}

/* Have all parameters types of compiled code? */
static bool is_typed(struct annot *an, const struct skipped_def *s) {
    bool typed = s->typed > 0;
    for (int i = 0; typed && i < s->typed; ++i) {
        typed = is_type(an, s->anns.list.item[i]);
    }
    return typed;
}

static void leave_skipped(struct annot *an, const struct skipped_def *s) {
    struct diag *d = an->p->diag;
    struct diag_message *m = NULL;
    if ((!s->of_class && annot_mentions(an, &s->anns)) || any_marks(an, s->before)) {
        m = diag_error(d, DIAG_PY104, s->name_span, "'%s' cannot be compiled: %s", s->name, s->why);
    } else if (s->of_module && is_typed(an, s)) {
        m = diag_error(d, DIAG_PY501, s->name_span, "'%s' is left to the interpreter: %s", s->name,
                       s->why);
    }
    if (m) {
        diag_fix(d, m, "define it at the level of the module");
    }
    if (s->anns.list.n > 0 || s->before.hi > s->before.lo) {
        annot_leave(
            an,
            (struct left){.name = s->name, .name_span = s->name_span, .at = s->name_span, s->why});
    }
}

void annot_leave_skipped(struct annot *an) {
    for (int i = 0; i < an->p->skipped.n; ++i) {
        leave_skipped(an, &an->p->skipped.item[i]);
    }
}

/* Functions inside functions are compiled with them. */
static void leave_nested(struct annot *an, const struct func *f) {
    const struct func_notes *notes = an->p->notes.item[f->id];
    const struct func *outer = f;
    bool marked = annot_mentions(an, &notes->anns);
    for (int i = 0; i < notes->n_decorators; ++i) {
        marked = marked || marks(an, notes->decorator[i]->span.lo);
    }
    while (outer->parent) {
        outer = outer->parent;
    }
    if (outer->n_signatures == 0 && (notes->anns.list.n > 0 || marked)) {
        const char *why =
            arena_printf(an->p->keep, "it is defined inside '%s', which is not", outer->name);
        annot_leave(an, (struct left){f->name, f->name_span, f->name_span, why, outer, marked});
    }
}

/* Why Python calls a method as it is. */
static void tell_method(struct annot *an, const struct func *f, const struct annot_verdict *v) {
    struct span self = f->n_params > 0 ? an->p->notes.item[f->id]->param_ann[0] : f->name_span;
    const struct class *c = f->exposes->class_;
    const char *why = c->unknown ? c->unknown
                      : f->exposes->method == METHOD_PLAIN && v->at.lo == self.lo
                          ? "not all parameters of its __init__ have types"
                          : v->why;
    for (int i = 0; i < an->left.n && v->why; ++i) {
        struct left *l = &an->left.item[i];
        if (l->name_span.lo == f->name_span.lo) {
            l->why = arena_printf(an->p->keep, "%s: %s", l->why, why);
        }
    }
}

void annot_leave_functions(struct annot *an, const struct annot_verdict *verdict) {
    for (int i = 0; i < an->p->funcs.n; ++i) {
        const struct func *f = an->p->funcs.item[i];
        const struct annot_verdict *v = &verdict[i];
        if (f->exposes && f->n_signatures == 0) {
            tell_method(an, f, v);
        }
        if (f->prelude || f->imported || f->is_lambda || f->is_method || f->yields || f->exposes ||
            f->n_signatures > 0) {
            continue;
        }
        if (f->parent) {
            leave_nested(an, f);
        } else {
            const char *why = v->why ? v->why : "it has no types";
            struct span at = v->at.hi > v->at.lo ? v->at : f->name_span;
            annot_leave(an, (struct left){f->name, f->name_span, at, why, f, v->marked});
        }
    }
}
