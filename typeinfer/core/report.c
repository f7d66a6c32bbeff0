/* Messages of inference: nothing while types are not final, the call that a message about a helper
 * is about, and what failed. */
#include <string.h>

#include "infer.h"

#include <stdio.h>

/* "(f64[:], int)": parameter types of a use. */
static const char *use_arguments(struct arena *a, const struct use *u) {
    const char *text = "";
    for (int i = 0; i < u->scheme->func->n_params; ++i) {
        text = arena_printf(a, "%s%s%s", text, i ? ", " : "", it_name(a, u->param[i]));
    }
    return arena_printf(a, "(%s)", text);
}

/* A warning gives nothing up. */
static void mark_failed(struct infer *ix, struct diag_message *m) {
    if (m->severity != DIAG_ERROR) {
        return;
    }
    if (ix->checking) {
        infer_use_failed(ix->checking, m);
    } else if (ix->cur) {
        ix->cur->failed = true;
        ix->cur->error = ix->cur->error ? ix->cur->error : m;
    }
}

void infer_use_failed(struct use *u, struct diag_message *m) {
    u->failed = true;
    u->error = u->error ? u->error : m;
}

/* The text of a message inside the prelude, in terms of the function that the user calls, if its
 * name is one that users know. */
static const char *prelude_text(struct infer *ix, const char *text) {
    const struct use *u = ix->checking;
    while (u && u->caller && u->caller->scheme->func->prelude) {
        u = u->caller;
    }
    const struct func *f = u ? u->scheme->func : ix->cur ? ix->cur->func : NULL;
    return f && f->prelude && !strstr(f->prelude, "._")
               ? arena_printf(ix->arena, "%s: %s", f->prelude, text)
               : text;
}

struct diag_message *infer_error(struct infer *ix, enum diag_code code, struct span span,
                                 const char *fmt, ...) {
    if (ix->silent) {
        return NULL;
    }
    va_list ap;
    va_start(ap, fmt);
    const char *text = arena_vprintf(ix->arena, fmt, ap);
    va_end(ap);
    bool ours = source_is_ours(ix->module->source, span);
    if (ours && ix->ours && ix->ours->span.lo == ix->user_call.lo) {
        mark_failed(ix, ix->ours); /* one message per call tells enough */
        return NULL;
    }
    struct diag_message *m = diag_error(ix->diag, code, ours ? ix->user_call : span, "%s",
                                        ours ? prelude_text(ix, text) : text);
    mark_failed(ix, m);
    ix->ours = ours && m->severity == DIAG_ERROR ? m : ix->ours;
    if (ours) {
        return m;
    }
    const struct use *u = ix->checking;
    if (u && !u->signature && u->caller) {
        diag_note(ix->diag, m, u->call_span, "in '%s' as called here with %s",
                  u->scheme->func->name, use_arguments(ix->arena, u));
    } else if (u && u->scheme->func->n_signatures > 1) {
        diag_note(ix->diag, m, u->signature->span, "for the signature %s",
                  use_arguments(ix->arena, u));
    }
    return m;
}

void infer_note(struct infer *ix, struct diag_message *m, struct span span, const char *fmt, ...) {
    if (m && m != ix->ours && !source_is_ours(ix->module->source, span)) {
        va_list ap;
        va_start(ap, fmt);
        diag_note(ix->diag, m, span, "%s", arena_vprintf(ix->arena, fmt, ap));
        va_end(ap);
    }
}

void infer_fix(struct infer *ix, struct diag_message *m, const char *fmt, ...) {
    if (m && m != ix->ours) {
        va_list ap;
        va_start(ap, fmt);
        diag_fix(ix->diag, m, "%s", arena_vprintf(ix->arena, fmt, ap));
        va_end(ap);
    }
}

struct itype *infer_refuse(struct infer *ix, enum diag_code code, struct span span,
                           const char *text, const char *fix) {
    struct diag_message *m = infer_error(ix, code, span, "%s", text);
    if (fix) {
        infer_fix(ix, m, "%s", fix);
    }
    return infer_bad(ix);
}

struct itype *infer_refuse_type(struct infer *ix, const struct con *c, const char *name,
                                struct itype *t) {
    return infer_refuse(ix, DIAG_PY303, c->span,
                        arena_printf(ix->arena, "%s does not take %s", name, it_name(ix->arena, t)),
                        NULL);
}

struct itype *infer_whole_array(struct infer *ix, struct span span) {
    struct diag_message *m =
        infer_error(ix, DIAG_PY307, span, "operations on whole arrays are not supported yet");
    infer_fix(ix, m, "write a loop over the elements");
    return infer_bad(ix);
}

void infer_suggest(struct infer *ix, struct diag_message *m, enum op_module module,
                   const char *name) {
    const char **names = ARENA_ARRAY(ix->arena, const char *, op_names(module, NULL));
    const char *close = m ? diag_closest(name, names, op_names(module, names)) : NULL;
    if (close) {
        infer_fix(ix, m, "did you mean '%s'?", close);
    }
}
