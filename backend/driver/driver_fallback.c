/* --fallback for errors found after inference: which functions they are in, and the warnings. */
#include "driver.h"
#include "drop.h"
#include "walk.h"

static bool inside(struct span outer, struct span inner) {
    return outer.lo <= inner.lo && inner.hi <= outer.hi;
}

/* Is a statement of the block around the place? It may be a helper's, which was inlined. */
static bool block_holds(const struct tblock *b, struct span place) {
    bool found = false;
    for (int i = 0; i < b->n && !found; ++i) {
        const struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        found = inside(s->span, place);
        for (int k = 0, n = stmt_blocks(s, block); k < n && !found; ++k) {
            found = block_holds(block[k], place);
        }
    }
    return found;
}

/* Marks the functions that hold the message's place. */
static bool mark_functions(const struct compilation *c, const struct diag_message *m, bool *bad) {
    bool found = false;
    for (int i = 0; i < c->tir->funcs.n; ++i) {
        const struct tfunc *f = c->tir->funcs.item[i];
        if (inside(f->span, m->span) || block_holds(&f->body, m->span)) {
            bad[i] = found = true;
        }
    }
    return found;
}

/* The name of a function in the source. */
static struct span name_span(const struct compilation *c, const char *pyname, struct span def) {
    for (int i = 0; i < c->ast->n_funcs; ++i) {
        const struct func *f = c->ast->func[i];
        if (f->span.lo == def.lo && f->name == pyname) {
            return f->name_span;
        }
    }
    return def;
}

/* "it calls 'g' (line 12)" of a call whose place g's statements have taken, the message's among
 * them; or NULL. */
static const char *inlined_text(struct compilation *c, const struct tfunc *f,
                                const struct diag_message *error) {
    for (int i = 0; c->inlining && !inside(f->span, error->span) && i < c->inlining->call.n; ++i) {
        const struct inlined_call *call = &c->inlining->call.item[i];
        const struct tfunc *holder = call->caller == f ? call->callee : NULL;
        if (holder && inside(holder->span, error->span)) {
            return arena_printf(&c->arena, "it calls '%s' (line %d)", holder->pyname,
                                source_pos(c->source, call->at.lo).line);
        }
    }
    return NULL;
}

/* "it calls 'g' (line 12), which calls 'h' (line 20)", or NULL. One that calls itself, for other
 * types each time, is said once. */
static const char *calls_text(struct compilation *c, const struct tfunc *f,
                              const struct tstmt *const *via, const struct diag_message *error) {
    const char *text = via[f->id] ? NULL : inlined_text(c, f, error), *word = "it calls ";
    for (; via[f->id]; f = via[f->id]->call.callee) {
        const char *callee = via[f->id]->call.callee->pyname;
        if (!text || strcmp(f->pyname, callee) != 0) {
            text = arena_printf(&c->arena, "%s%s'%s' (line %d)", text ? text : "", word, callee,
                                source_pos(c->source, via[f->id]->span.lo).line);
            word = ", which calls ";
        }
    }
    return text;
}

/* One warning per exported function that is dropped, with the first error as its reason. */
static void warn(struct compilation *c, const bool *bad, const struct tstmt *const *via,
                 const struct diag_message *error) {
    for (int i = 0; i < c->tir->exports.n; ++i) {
        const struct texport *e = c->tir->exports.item[i];
        const struct tfunc *dropped = NULL;
        for (int k = 0; k < e->n_overloads && !dropped; ++k) {
            dropped = bad[e->overload[k]->id] ? e->overload[k] : NULL;
        }
        if (dropped) {
            struct span at = name_span(c, e->pyname, e->overload[0]->span);
            const char *calls = calls_text(c, dropped, via, error);
            struct diag_message *m =
                diag_error(&c->diag, DIAG_PY501, at, "'%s' is left to the interpreter%s%s",
                           e->pyname, calls ? ": " : "", calls ? calls : "");
            m->calls = calls;
            diag_note(&c->diag, m, error->span, "%s", error->text);
        }
    }
}

bool driver_fall_back(struct compilation *c) {
    struct diag *d = &c->diag;
    int n_messages = d->messages.n, kept = 0, n_funcs = c->tir->funcs.n;
    for (int i = 0; i < n_messages; ++i) {
        const struct diag_message *m = d->messages.item[i];
        if (m->severity == DIAG_ERROR) {
            bool *bad = ARENA_ARRAY(&c->arena, bool, c->tir->funcs.n + 1);
            if (!mark_functions(c, m, bad) && c->tir->funcs.n > 0) {
                continue; /* in a function that an earlier error took out */
            }
            const struct tstmt **via =
                ARENA_ARRAY(&c->arena, const struct tstmt *, c->tir->funcs.n + 1);
            tir_mark_callers(c->tir, bad, via);
            warn(c, bad, via, m);
            tir_drop(c->tir, bad);
        }
    }
    if (n_funcs > 0 && c->tir->funcs.n == n_funcs) {
        return false;
    }
    for (int i = 0; i < d->messages.n; ++i) {
        if (d->messages.item[i]->severity != DIAG_ERROR) {
            d->messages.item[kept++] = d->messages.item[i];
        }
    }
    d->messages.n = kept;
    d->errors = 0;
    return true;
}
