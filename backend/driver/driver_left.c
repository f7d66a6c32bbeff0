/* What was compiled and what Python keeps: the last line of a compilation.
 *
 * The frontend tells which functions have no signature, and why; inference knows which of these are
 * helpers of compiled functions; --fallback adds those that could not be compiled. */
#include <stdlib.h>
#include <string.h>

#include "driver.h"

enum { SHOWN = 4 }; /* functions left that are named without -v */

static int compare_places(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Where the functions stand that were compiled, helpers too, in order. */
static uint32_t *used_places(struct compilation *c) {
    uint32_t *place = ARENA_ARRAY(&c->arena, uint32_t, c->tir->funcs.n + 1);
    for (int i = 0; i < c->tir->funcs.n; ++i) {
        place[i] = c->tir->funcs.item[i]->span.lo;
    }
    qsort(place, (size_t)c->tir->funcs.n, sizeof(*place), compare_places);
    return place;
}

static void add(struct compilation *c, const char *name, struct span name_span, struct span at,
                const char *why) {
    struct left left = {.name = arena_strdup(&c->arena, name),
                        .name_span = name_span,
                        .at = at,
                        .why = arena_strdup(&c->arena, why)};
    vec_push(&c->arena, &c->left, left);
}

static void refuse(struct compilation *c, const struct left *l) {
    struct diag_message *m = diag_error(&c->diag, DIAG_PY104, l->name_span,
                                        "'%s' cannot be compiled: %s", l->name, l->why);
    if (l->at.lo != l->name_span.lo) {
        diag_note(&c->diag, m, l->at, "%s", l->why);
    }
    diag_fix(&c->diag, m,
             "take pycc's types or decorators away to leave it to Python, or define it at the "
             "level of the module with types for all parameters");
}

static bool is_exported(const struct compilation *c, const char *name) {
    for (int i = 0; i < c->tir->exports.n; ++i) {
        if (c->tir->exports.item[i]->pyname == name) {
            return true;
        }
    }
    return false;
}

/* The message that says why --fallback left a function. */
static const struct diag_message *message_at(const struct compilation *c, struct span name) {
    for (int i = 0; i < c->diag.messages.n; ++i) {
        const struct diag_message *m = c->diag.messages.item[i];
        if (m->code == DIAG_PY501 && m->span.lo == name.lo) {
            return m;
        }
    }
    return NULL;
}

/* The functions that have signatures and could not be compiled. */
static void list_fallen(struct compilation *c) {
    for (int i = 0; c->ast && i < c->ast->n_funcs; ++i) {
        const struct func *f = c->ast->func[i];
        if (f->n_signatures == 0 || f->prelude || f->exposes || is_exported(c, f->name)) {
            continue;
        }
        const struct diag_message *m = message_at(c, f->name_span);
        const struct diag_note *last = m && m->notes.n ? &m->notes.item[m->notes.n - 1] : NULL;
        const char *through = m ? m->calls : NULL;
        const char *behind = m && !last ? strstr(m->text, ": ") : NULL;
        const char *why = last ? last->text : behind ? behind + 2 : "it cannot be compiled";
        if (through) {
            why = arena_printf(&c->arena, "%s: %s", through, why);
        }
        add(c, f->name, f->name_span, last && !through ? last->span : f->name_span, why);
    }
}

/* Is it a method that Python calls compiled? */
static bool is_exposed(const struct compilation *c, const struct left *l) {
    bool found = false;
    for (int i = 0; i < c->ast->n_funcs && !found; ++i) {
        const struct func *f = c->ast->func[i];
        found = f->exposes && f->name_span.lo == l->name_span.lo && is_exported(c, f->name);
    }
    return found;
}

void driver_list_left(struct compilation *c) {
    const uint32_t *used = c->ast->n_left > 0 ? used_places(c) : NULL;
    for (int i = 0; i < c->ast->n_left; ++i) {
        const struct left *l = &c->ast->left[i];
        if (l->helper && l->helper->cu && l->helper->n_signatures > 0) {
            continue; /* --instantiate gave it some */
        }
        if (l->helper && bsearch(&l->helper->span.lo, used, (size_t)c->tir->funcs.n, sizeof(*used),
                                 compare_places)) {
            c->helpers += l->helper->name_span.lo == l->name_span.lo;
        } else if (l->meant) {
            refuse(c, l);
        } else if (!is_exposed(c, l)) {
            const char *kept = typeinfer_kept_method(c->types, l->name_span);
            add(c, l->name, l->name_span, l->at,
                kept ? arena_printf(&c->arena, "%s: %s", l->why, kept) : l->why);
        }
    }
    if (!c->options->fallback) { /* which takes out more */
        list_fallen(c);
    }
}

static int compare_left(const void *a, const void *b) {
    const struct left *x = a, *y = b;
    return (x->name_span.lo > y->name_span.lo) - (x->name_span.lo < y->name_span.lo);
}

bool driver_refuse_left(struct compilation *c) {
    list_fallen(c);
    if (c->left.n > 0) {
        qsort(c->left.item, (size_t)c->left.n, sizeof(c->left.item[0]), compare_left);
    }
    for (int i = 0; c->options->error_left && i < c->left.n; ++i) {
        const struct left *l = &c->left.item[i];
        if (!message_at(c, l->name_span)) {
            diag_error(&c->diag, DIAG_PY501, l->name_span, "'%s' is left to the interpreter: %s",
                       l->name, l->why);
        }
    }
    if (c->options->error_left) {
        diag_promote(&c->diag, DIAG_PY501);
    }
    return c->diag.errors > 0;
}

void driver_tell_left(const struct compilation *c) {
    FILE *out = c->messages;
    int n = c->tir->exports.n, shown = c->options->verbose ? c->left.n : SHOWN;
    fprintf(out, "%s: %d function%s compiled", c->input, n, n == 1 ? "" : "s");
    if (c->helpers > 0) {
        fprintf(out, " with %d helper%s", c->helpers, c->helpers == 1 ? "" : "s");
    }
    fprintf(out, ", %d left to Python%s", c->left.n, c->left.n > 0 ? ": " : "");
    for (int i = 0; i < c->left.n && i < shown; ++i) {
        const struct left *l = &c->left.item[i];
        fprintf(out, "%s%s (line %d: %s)", i > 0 ? ", " : "", l->name,
                source_pos(c->source, l->at.lo).line, l->why);
    }
    if (c->left.n > shown) {
        fprintf(out, ", and %d more (-v names them)", c->left.n - shown);
    }
    fputc('\n', out);
}
